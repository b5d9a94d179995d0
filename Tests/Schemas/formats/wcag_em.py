"""What the WCAG-EM Report Tool reads of a report, and what it would lose of it."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from formats.jsonld import EARL, expand, load_jsonld, nodes, refuse_document, remote_contexts
from formats.reading import DOCUMENT, Options, Problems, Refused, as_list, foreign

WEBSITE = {"Website", "WebSite"}
OUTCOMES = {"earl:" + o for o in ("passed", "failed", "cantTell", "inapplicable", "untested")}


@cache
def wcagem_data() -> tuple[dict[str, Any], dict[str, str]]:
    context = json.loads(foreign("wcag-em/importContext.json").read_bytes())["@context"]
    versions = json.loads(foreign("wcag-em/wcag.json").read_bytes())
    return context, {c["id"]: c["num"] for version in versions.values() for c in version.values()}


def _reference(value: Any) -> Any:
    return value.get("id") if isinstance(value, dict) else value


def check_wcagem(path: Path, options: Options) -> Problems:
    """Does what the WCAG-EM Report Tool does on 'Open report', as its sources were read.

    It frames, then matches criterion, outcome and subject. Every assertion written must be matched.
    """
    context, criteria = wcagem_data()
    document = load_jsonld(path)
    if remote := list(remote_contexts(document)):
        yield from remote
        return
    total = _assertions_written(document)
    evaluations = _framed(document, "Evaluation")
    if len(evaluations) != 1:
        count = len(evaluations)
        what = f"{count} Evaluations: the tool opens one" if count else "no Evaluation"
        raise Refused(DOCUMENT, what)
    evaluation = evaluations[0]
    yield from _parts(evaluation, options)
    titles = _titles(evaluation)
    for title, times in titles.items():  # the tool finds a subject by its title, the first of them
        if times > 1:
            place = "Evaluation > selectSample"
            yield place, f"{times} subjects have the title {title!r}: nobody can tell them apart"

    # A second frame, as in the tool, embeds again the subjects that several assertions share.
    assertions = _framed({**evaluation, "@context": context}, "Assertion")
    for i, assertion in enumerate(assertions):
        yield from _assertion(i, assertion, criteria, titles)
    if (lost := total - len(assertions)) > 0:
        yield DOCUMENT, f"{lost} of {total} assertions lost: the Evaluation does not contain them"
    if not assertions and not options.allow_empty:
        yield DOCUMENT, "no assertion"


def _assertions_written(document: Any) -> int:
    """How many the document has; two that share an id would be read as one."""
    kind = EARL + "Assertion"
    written = [node for node in nodes(expand(document)) if kind in node.get("@type", [])]
    named: dict[str, str] = {}
    for node in written:
        if (identity := node.get("@id")) is not None:
            body = json.dumps(node, sort_keys=True)
            if named.setdefault(identity, body) != body:
                what = "two different assertions have this id and would be merged"
                raise Refused(f"assertion {identity}", what)
    return len(named) + sum("@id" not in node for node in written)


def _framed(document: Any, kind: str) -> list[dict[str, Any]]:
    from pyld import jsonld

    frame = {"@context": wcagem_data()[0], "@type": kind}
    try:
        framed = jsonld.frame(document, frame, {"documentLoader": refuse_document})
    except jsonld.JsonLdError as e:
        raise Refused(DOCUMENT, f"not JSON-LD: {e}".split("\n")[0]) from None
    return framed.get("@graph", [framed] if len(framed) > 1 else [])


def _parts(evaluation: dict[str, Any], options: Options) -> Problems:
    for key in ("defineScope", "selectSample", "auditSample", "reportFindings"):
        if key not in evaluation and not (key == "auditSample" and options.allow_empty):
            yield "Evaluation", f"missing {key}"
    if not (evaluation.get("defineScope") or {}).get("scope"):
        yield "Evaluation > defineScope", "no scope (the tool throws on a missing scope)"
    for i, item in enumerate(as_list(evaluation.get("auditSample"))):
        if not isinstance(item, dict) or "Assertion" not in as_list(item.get("type")):
            yield f"auditSample {i}", "not of type Assertion: the tool does not see it"


def _titles(evaluation: dict[str, Any]) -> Counter[str]:
    """How often each title is a subject's of either sample."""
    selected = evaluation.get("selectSample") or {}
    sample = {
        subject.get("id") or i: subject.get("title")
        for key in ("structuredSample", "randomSample")
        for i, subject in enumerate(as_list(selected.get(key)))
        if isinstance(subject, dict) and "title" in subject
    }
    return Counter(title for title in sample.values() if isinstance(title, str))


def _assertion(
    i: int, assertion: dict[str, Any], criteria: dict[str, str], titles: Counter[str]
) -> Problems:
    parts = ("test", "result", "subject")
    test, result, subject = (assertion.get(key) or {} for key in parts)
    test_id = str(_reference(test) or "")
    title = subject.get("title") if isinstance(subject, dict) else subject
    place = f"assertion {assertion.get('id') or i} ({test_id or 'no test'}, {title!r})"
    if plural := [key for key in parts if isinstance(assertion.get(key), list)]:
        yield place, f"more than one {plural[0]}"
        return
    if test_id.split(":")[-1] not in criteria:
        yield place, f"criterion not matched: {test_id}"
    outcome = _reference(result.get("outcome")) if isinstance(result, dict) else None
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        yield place, f"outcome not matched: {outcome!r}"
    types = set(as_list(subject.get("type"))) if isinstance(subject, dict) else set()
    if not WEBSITE & types and (not types or not isinstance(title, str) or title not in titles):
        yield place, f"subject not in sample: {title!r}"
