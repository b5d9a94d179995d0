"""Reports for the WCAG-EM Report Tool."""

from typing import Any

from formats.wcag_em import wcagem_data
from samples.making import Sample, edited


def samples() -> list[Sample]:
    context, _ = wcagem_data()
    page = {
        "id": "_:subject_1",
        "type": ["TestSubject", "Webpage"],
        "title": "Plans screen",
        "description": "app://plans",
    }

    def assertion(
        test: str = "WCAG21:focus-order", outcome: str = "earl:failed", subject: Any = page
    ) -> dict[str, Any]:
        return {
            "type": "Assertion",
            "test": {"id": test, "type": ["TestCriterion", "TestRequirement"]},
            "subject": dict(subject),
            "mode": {"id": "earl:manual"},
            "result": {
                "type": "TestResult",
                "outcome": {"id": outcome, "type": ["OutcomeValue", "Fail"]},
                "description": "d",
            },
        }

    def report(*assertions: Any, **change: Any) -> dict[str, Any]:
        return {
            "@context": context,
            "type": "Evaluation",
            "defineScope": {
                "id": "_:defineScope",
                "wcagVersion": "2.2",
                "conformanceTarget": "AA",
                "scope": {
                    "id": "_:website",
                    "type": ["TestSubject", "Website"],
                    "title": "App",
                    "description": "native app",
                },
            },
            "selectSample": {"id": "_:sel", "structuredSample": [page]},
            "reportFindings": {"id": "_:rf", "title": "t", "evaluator": "e"},
            "auditSample": list(assertions) or [assertion()],
            **change,
        }

    other = {"id": "_:o", "type": ["TestSubject", "Webpage"], "title": "Other"}
    same = {"id": "urn:a"}
    return [
        ("good, WCAG21 prefix", report(), None),
        ("good, WCAG prefix", report(assertion("WCAG:focus-order")), None),
        (
            "good, WCAG22: kept as an unknown scheme, as the tool itself writes it",
            report(assertion("WCAG22:focus-order")),
            None,
        ),
        (
            "good, many criteria on one subject",
            report(
                *map(assertion, ("WCAG21:focus-order", "WCAG21:name-role-value", "WCAG21:reflow"))
            ),
            None,
        ),
        (
            "WCAG22 as full IRI, for which the tool has no prefix",
            report(assertion("http://www.w3.org/TR/WCAG22/#focus-order")),
            "criterion not matched",
        ),
        (
            "unknown criterion",
            report(assertion("WCAG21:nope")),
            "criterion not matched: WCAG21:nope",
        ),
        (
            "unknown outcome",
            report(assertion(outcome="earl:dimmed")),
            "outcome not matched: 'earl:dimmed'",
        ),
        (
            "subject outside the sample",
            report(assertion(subject=other)),
            "subject not in sample: 'Other'",
        ),
        ("one of two lost", report(assertion(), assertion("WCAG21:nope")), "criterion not matched"),
        (
            "assertion outside the Evaluation",
            {
                "@context": context,
                "@graph": [
                    {k: v for k, v in report().items() if k != "@context"},
                    assertion("WCAG21:reflow"),
                ],
            },
            "1 of 2 assertions lost",
        ),
        (
            "assertion of no type",
            report({k: v for k, v in assertion().items() if k != "type"}, assertion()),
            "not of type Assertion",
        ),
        (
            "two assertions with one id",
            report({**assertion(), **same}, {**assertion("WCAG21:reflow"), **same}),
            "would be merged",
        ),
        (
            "two subjects with one title",
            report(selectSample={"structuredSample": [page, {**other, "title": page["title"]}]}),
            "2 subjects have the title",
        ),
        (
            "two outcomes",
            edited(
                report(),
                lambda d: d["auditSample"][0]["result"].update(
                    outcome=[{"id": "earl:passed"}, {"id": "earl:failed"}]
                ),
            ),
            "outcome not matched",
        ),
        (
            "two subjects",
            edited(report(), lambda d: d["auditSample"][0].update(subject=[page, other])),
            "more than one subject",
        ),
        (
            "good, subject from the random sample",
            report(
                assertion(subject=other),
                selectSample={"structuredSample": page, "randomSample": [other]},
            ),
            None,
        ),
        (
            "good, subject is the whole app",
            report(
                assertion(
                    subject={"id": "_:website", "type": ["TestSubject", "Website"], "title": "App"}
                )
            ),
            None,
        ),
        ("no scope", edited(report(), lambda d: d["defineScope"].pop("scope")), "no scope"),
        (
            "no reportFindings",
            edited(report(), lambda d: d.pop("reportFindings")),
            "missing reportFindings",
        ),
        ("no Evaluation", edited(report(), lambda d: d.update(type="Report")), "no Evaluation"),
        ("remote context", report(**{"@context": "https://example.org/context.jsonld"}), "remote"),
    ]
