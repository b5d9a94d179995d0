"""SARIF 2.1.0: its schema, then what a gate needs of each result."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from formats.reading import Options, Problems, foreign, parse_json, pointer, schema_problems


@cache
def sarif_schema() -> Any:
    import jsonschema

    draft = jsonschema.Draft4Validator
    schema = json.loads(foreign("sarif/sarif-schema-2.1.0.json").read_bytes())
    return draft(schema, format_checker=draft.FORMAT_CHECKER)


def check_sarif(path: Path, options: Options) -> Problems:
    """The schema, then per result: a logical location, fingerprints and a rule of the driver."""
    log = parse_json(path.read_bytes())
    if problems := list(schema_problems(sarif_schema(), log)):
        yield from problems
        return
    for r, run in enumerate(log["runs"]):
        rules = [rule["id"] for rule in run["tool"]["driver"].get("rules") or []]
        defined = set(rules)
        shared = run.get("logicalLocations") or []
        for i, result in enumerate(run.get("results") or []):
            at = pointer(("runs", r, "results", i))
            logical = [
                place
                for where in result.get("locations") or []
                for place in where.get("logicalLocations") or []
            ]
            if not logical:
                yield at, "no logicalLocations"
            for place in logical:
                index = place.get("index", -1)
                if index >= len(shared):
                    yield at, f"logicalLocations index {index} is outside the run's {len(shared)}"
                elif index < 0 and not (place.get("fullyQualifiedName") or place.get("name")):
                    yield at, "a logical location without name, fullyQualifiedName or index"
            if not result.get("partialFingerprints"):
                yield at, "no partialFingerprints"
            rule, index = result.get("ruleId"), result.get("ruleIndex", -1)
            if rule not in defined:
                yield at, f"ruleId {rule!r} is not defined in the driver" if rule else "no ruleId"
            elif index >= 0 and (index >= len(rules) or rules[index] != rule):
                yield at, f"ruleIndex {index} is not the rule {rule!r}"
