"""Logs in SARIF."""

import copy
import json
import random
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
                                "physicalLocation": {
                                    "artifactLocation": {"uri": "audit/Plans/sheet"}
                                },
                                "logicalLocations": [
                                    {"fullyQualifiedName": "App/Plans/sheet/grabber"}
                                ],
                            }
                        ],
                    }
                ],
            }
        ],
    }

    def result(**change: Any) -> Any:
        return edited(good, lambda d: d["runs"][0]["results"][0].update(change))

    def place(logical: Any, uri: str | None = "audit/Plans/sheet") -> Any:
        physical = {"physicalLocation": {"artifactLocation": {"uri": uri}}} if uri else {}
        return result(locations=[{"logicalLocations": [logical], **physical}])

    def artifact(uri: str | None) -> Any:
        return place({"name": "grabber"}, uri)

    def runs(*categories: str) -> Any:
        run = good["runs"][0]
        of = [copy.deepcopy(run) | {"automationDetails": {"id": one}} for one in categories]
        return good | {"runs": of}

    def rule(**change: Any) -> Any:
        return edited(good, lambda d: d["runs"][0]["tool"]["driver"]["rules"][0].update(change))

    def random_text(count: int) -> Any:
        text = random.Random(33).randbytes(count).hex()
        return edited(good, lambda d: d["runs"][0]["results"][0]["message"].update(text=text))

    def without(key: str) -> Any:
        return edited(good, lambda d: d["runs"][0]["results"][0].pop(key))

    return [
        ("good", good, None),
        ("bad kind", result(kind="failed"), "'failed' is not one of"),
        ("no message", without("message"), "'message' is a required property"),
        ("no location", without("locations"), "no logicalLocations"),
        ("empty logical location", place({}), "without name"),
        ("logical location index outside", place({"index": 3}), "outside the run's 0"),
        ("a logical location alone", artifact(None), "without physicalLocation"),
        ("an artifact on a disk", artifact("file:///src/a"), "not relative"),
        ("an artifact from a root", artifact("/src/a"), "not relative"),
        ("an artifact above the root", artifact("a/../../b"), "not relative"),
        ("an artifact with a space", artifact("audit/Account options"), "is no URI"),
        ("an artifact that is not escaped", artifact("audit/Kontoübersicht"), "is no URI"),
        ("good: an artifact with escapes", artifact("audit/Account%20options%2F%C3%BC"), None),
        ("good: two categories", runs("accord/ios/", "accord/android/"), None),
        ("one category twice", runs("accord/ios/1", "accord/ios/2"), "a second run of 'audit'"),
        ("two runs without a category", runs("", ""), "a second run of 'audit'"),
        ("good: 20 runs", runs(*(f"accord/{n}/" for n in range(20))), None),
        ("21 runs", runs(*(f"accord/{n}/" for n in range(21))), "21 runs, more than GitHub's 20"),
        (
            "more results than GitHub shows",
            edited(good, lambda d: d["runs"][0].update(results=d["runs"][0]["results"] * 5_001)),
            "5,001 results, more than",
        ),
        (
            "more tags than GitHub shows",
            rule(properties={"tags": [str(n) for n in range(11)]}),
            "11 tags, more than",
        ),
        (
            "more locations than GitHub shows",
            edited(
                good,
                lambda d: d["runs"][0]["results"][0].update(
                    locations=d["runs"][0]["results"][0]["locations"] * 101
                ),
            ),
            "101 locations, more than",
        ),
        ("more bytes than GitHub takes", random_text(10_000_000), "bytes, zipped"),
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
