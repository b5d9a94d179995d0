"""JUnit XML by the strict Ant schema, and what GitLab takes of it."""

from functools import cache
from pathlib import Path
from typing import Any

from formats.reading import DOCUMENT, Options, Problems, Refused, foreign


# Of more, GitLab shows nothing.
GITLAB_BYTES_MAX, GITLAB_ELEMENTS_MAX = 30_000_000, 250_000
COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


@cache
def junit_schema() -> Any:
    from lxml import etree

    return etree.XMLSchema(
        etree.parse(foreign("junit/JUnit.xsd"), etree.XMLParser(no_network=True))
    )


def _suites(tree: Any) -> Problems:
    """Counts that are not those of the cases, and cases that are called alike."""
    named: set[tuple[str, str]] = set()
    for suite in tree.iter("testsuite"):
        cases = suite.findall("testcase")
        counts = {"tests": len(cases)}
        for what, element in COUNTED.items():
            counts[what] = sum(case.find(element) is not None for case in cases)
        for what, count in counts.items():
            if (said := suite.get(what)) is not None and int(said) != count:
                yield f"line {suite.sourceline}", f"{what} says {said}, there are {count}"
        for case in cases:
            name = (case.get("classname", ""), case.get("name", ""))
            if name in named:  # GitLab keeps the first and is silent about the second
                yield f"line {case.sourceline}", f"a second testcase {' '.join(name)[:80]!r}"
            named.add(name)


def check_junit(path: Path, options: Options) -> Problems:
    """The strict Ant schema, then counts, names and size. A document type is refused: nothing
    outside the file may take part."""
    from lxml import etree

    parser = etree.XMLParser(no_network=True, load_dtd=False, resolve_entities=False)
    try:
        with path.open("rb") as file:
            tree = etree.parse(file, parser)
    except etree.XMLSyntaxError as e:
        raise Refused(f"line {e.lineno}, column {e.offset}", f"not XML: {e.msg}") from None
    if tree.docinfo.doctype or tree.docinfo.internalDTD is not None:
        raise Refused(DOCUMENT, "a document type declaration")
    schema = junit_schema()
    if not schema.validate(tree):
        for e in schema.error_log:
            yield f"line {e.line}", e.message
        return
    yield from _suites(tree)
    if path.stat().st_size > GITLAB_BYTES_MAX:
        yield DOCUMENT, f"more than the {GITLAB_BYTES_MAX:,} bytes that GitLab takes"
    if (count := sum(1 for _ in tree.iter())) > GITLAB_ELEMENTS_MAX:
        yield DOCUMENT, f"{count:,} elements, more than the {GITLAB_ELEMENTS_MAX:,} of GitLab"
