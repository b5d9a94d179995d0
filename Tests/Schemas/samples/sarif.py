"""Logs in SARIF."""

import json
from typing import Any

from samples.making import Sample, edited


def samples() -> list[Sample]:
    good = {
        "version": "2.1.0",
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "runs": [
            {
                "tool": {"driver": {"name": "audit", "rules": [{"id": "sheet.focus-return"}]}},
                "results": [
                    {
                        "ruleId": "sheet.focus-return",
                        "kind": "fail",
                        "level": "error",
                        "message": {"text": "m"},
                        "guid": "5a1b6a52-0a6b-4b3a-9f0e-1d8d9d0c2b11",
                        "partialFingerprints": {"finding/v1": "abc"},
                        "baselineState": "unchanged",
                        "locations": [
                            {
                                "logicalLocations": [
                                    {"fullyQualifiedName": "App/Plans/sheet/grabber"}
                                ]
                            }
                        ],
                    }
                ],
            }
        ],
    }

    def result(**change: Any) -> Any:
        return edited(good, lambda d: d["runs"][0]["results"][0].update(change))

    def without(key: str) -> Any:
        return edited(good, lambda d: d["runs"][0]["results"][0].pop(key))

    return [
        ("good", good, None),
        ("bad kind", result(kind="failed"), "'failed' is not one of"),
        ("no message", without("message"), "'message' is a required property"),
        ("no location", without("locations"), "no logicalLocations"),
        ("empty logical location", result(locations=[{"logicalLocations": [{}]}]), "without name"),
        (
            "logical location index outside",
            result(locations=[{"logicalLocations": [{"index": 3}]}]),
            "outside the run's 0",
        ),
        ("no partial fingerprints", without("partialFingerprints"), "no partialFingerprints"),
        ("no rule", without("ruleId"), "no ruleId"),
        ("rule not defined", result(ruleId="other"), "'other' is not defined"),
        ("rule index of another rule", result(ruleIndex=1), "ruleIndex 1"),
        (
            "time that is none",
            edited(
                good,
                lambda d: d["runs"][0].update(
                    invocations=[{"executionSuccessful": True, "endTimeUtc": "yesterday"}]
                ),
            ),
            "is not a 'date-time'",
        ),
        (
            "key twice",
            '{"version": "2.1.0", "version": "2.1.0", "runs": []}',
            "duplicate key 'version'",
        ),
        ("cut off", json.dumps(good)[:-5], "not JSON"),
    ]
