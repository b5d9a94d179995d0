"""Reports in EARL."""

import json
from collections.abc import Callable
from typing import Any

from formats.reading import foreign
from samples.making import Sample, edited


def samples() -> list[Sample]:
    context = json.loads(foreign("earl/act-earl-context.json").read_bytes())["@context"]
    good = {
        "@context": context,
        "@graph": [
            {
                "@id": "urn:uuid:1",
                "@type": "Assertion",
                "assertedBy": "urn:tester:a",
                "mode": "earl:manual",
                "subject": {
                    "@id": "urn:app:x#plans",
                    "@type": "TestSubject",
                    "title": "Plans sheet",
                },
                "test": {
                    "@id": "urn:crit:sheet.focus-return",
                    "@type": "TestCase",
                    "isPartOf": "http://www.w3.org/TR/WCAG22/#focus-order",
                },
                "result": {"@type": "TestResult", "outcome": "earl:failed", "info": "focus lost"},
            },
            {"@id": "urn:tester:a", "@type": ["Assertor", "foaf:Person"], "foaf:name": "A"},
        ],
    }

    def first(edit: Callable[[Any], Any]) -> Any:
        return edited(good, lambda d: edit(d["@graph"][0]))

    remote = "https://act-rules.github.io/earl-context.json"
    return [
        ("good", good, None),
        (
            "unknown outcome",
            first(lambda a: a["result"].update(outcome="earl:dimmed")),
            "earl:dimmed is no term",
        ),
        (
            "known term that is no outcome",
            first(lambda a: a["result"].update(outcome="earl:manual")),
            "earl:outcome",
        ),
        ("no outcome", first(lambda a: a["result"].pop("outcome")), "earl:outcome"),
        (
            "two outcomes",
            first(lambda a: a["result"].update(outcome=["earl:passed", "earl:failed"])),
            "earl:outcome",
        ),
        ("no assertor", first(lambda a: a.pop("assertedBy")), "earl:assertedBy"),
        ("no mode", first(lambda a: a.pop("mode")), "earl:mode"),
        (
            "two subjects",
            first(
                lambda a: a.update(subject=[a["subject"], {"@id": "urn:b", "@type": "TestSubject"}])
            ),
            "earl:subject",
        ),
        (
            "mistyped property",
            first(lambda a: a.update(assertdBy="urn:tester:a")),
            "earl:assertdBy is no term",
        ),
        (
            "assertion in a named graph is checked too",
            {
                "@context": context,
                "@id": "urn:g",
                "@graph": first(lambda a: a.pop("mode"))["@graph"],
            },
            "earl:mode",
        ),
        (
            "space in an IRI",
            first(lambda a: a["test"].update(isPartOf="urn:app:Plans sheet")),
            "not an IRI",
        ),
        (
            "relative IRI",
            first(lambda a: a["subject"].update({"@id": "#plans"})),
            "relative IRI '#plans'",
        ),
        ("no assertion", edited(good, lambda d: d["@graph"].pop(0)), "no earl:Assertion"),
        (
            "remote context",
            edited(good, lambda d: d.update({"@context": remote})),
            "/@context: remote",
        ),
        (
            "remote context in a list, deep inside",
            first(lambda a: a["subject"].update({"@context": [{}, remote]})),
            "/@graph/0/subject/@context/1: remote",
        ),
        (
            "remote import",
            edited(good, lambda d: d["@context"].update({"@import": remote})),
            "/@context/@import: remote",
        ),
        (
            "the published example, whose context is remote",
            foreign("earl/example-trusted-tester.earl.json").read_text("utf-8"),
            "remote",
        ),
    ]
