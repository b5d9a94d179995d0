"""JUnit XML by the strict Ant schema."""

from functools import cache
from pathlib import Path
from typing import Any

from formats.reading import DOCUMENT, Options, Problems, Refused, foreign


@cache
def junit_schema() -> Any:
    from lxml import etree

    return etree.XMLSchema(
        etree.parse(foreign("junit/JUnit.xsd"), etree.XMLParser(no_network=True))
    )


def check_junit(path: Path, options: Options) -> Problems:
    """The strict Ant schema. A document type is refused: nothing outside the file may take part."""
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
