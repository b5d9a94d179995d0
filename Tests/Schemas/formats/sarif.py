"""SARIF 2.1.0: its schema, then what a gate needs of each result, and what GitHub takes of it."""

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from formats.reading import (
    DOCUMENT,
    Options,
    Problems,
    foreign,
    parse_json,
    pointer,
    schema_problems,
)

# A file above its bytes or runs, or a run above its rules, is rejected. Of more results a run, tags
# a rule and locations a result GitHub takes some and shows only so many, in silence: nothing may be
# hidden, so those are the limits here.
GITHUB = {
    "runs": 20,
    "rules": 25_000,
    "results": 5_000,
    "tags": 10,
    "locations": 100,
    "bytes": 10_000_000,
}


@cache
def sarif_schema() -> Any:
    import jsonschema

    draft = jsonschema.Draft4Validator
    schema = json.loads(foreign("sarif/sarif-schema-2.1.0.json").read_bytes())
    return draft(schema, format_checker=draft.FORMAT_CHECKER)


def _too_many(at: tuple[Any, ...], what: str, many: Any) -> Problems:
    if many and len(many) > GITHUB[what]:
        yield pointer((*at, what)), f"{len(many):,} {what}, more than GitHub's {GITHUB[what]:,}"


def github_problems(log: Any, data: bytes) -> Problems:
    """What GitHub does not take of the file as a whole, of its runs and their rules."""
    if len(data) > GITHUB["bytes"] and len(gzip.compress(data)) > GITHUB["bytes"]:
        yield DOCUMENT, f"more than GitHub's {GITHUB['bytes']:,} bytes, zipped"
    yield from _too_many((), "runs", log["runs"])
    seen: set[tuple[str, str]] = set()
    for r, run in enumerate(log["runs"]):
        driver = run["tool"]["driver"]
        # The category is the id up to its last slash; what is behind that names the run.
        category = (run.get("automationDetails") or {}).get("id", "").rpartition("/")[0]
        if (driver["name"], category) in seen:
            what = f"a second run of {driver['name']!r} in the category {category!r}"
            yield pointer(("runs", r)), what
        seen.add((driver["name"], category))
        yield from _too_many(("runs", r), "results", run.get("results"))
        yield from _too_many(("runs", r, "tool", "driver"), "rules", driver.get("rules"))
        for i, rule in enumerate(driver.get("rules") or []):
            at = ("runs", r, "tool", "driver", "rules", i, "properties")
            yield from _too_many(at, "tags", (rule.get("properties") or {}).get("tags"))


def _artifacts(result: Any, at: tuple[Any, ...]) -> Problems:
    """Without a file for every location GitHub rejects all of the log."""
    from rfc3986_validator import validate_rfc3986

    yield from _too_many(at, "locations", result.get("locations"))
    for place in result.get("locations") or []:
        physical = place.get("physicalLocation") or {}
        uri = (physical.get("artifactLocation") or {}).get("uri", "")
        if not uri:
            yield pointer(at), "a location without physicalLocation.artifactLocation.uri"
        elif not validate_rfc3986(uri, "URI_reference"):
            yield pointer(at), f"the artifact {uri[:80]!r} is no URI"
        elif re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|/", uri) or ".." in uri.split("/"):
            yield pointer(at), f"the artifact {uri[:80]!r} is not relative to the repository's root"


def check_sarif(path: Path, options: Options) -> Problems:
    """The schema, then per result: a logical location, fingerprints and a rule of the driver; and
    what GitHub rejects a file for, or hides of it."""
    data = path.read_bytes()
    log = parse_json(data)
    if problems := list(schema_problems(sarif_schema(), log)):
        yield from problems
        return
    yield from github_problems(log, data)
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
            yield from _artifacts(result, ("runs", r, "results", i))
            if not result.get("partialFingerprints"):
                yield at, "no partialFingerprints"
            rule, index = result.get("ruleId"), result.get("ruleIndex", -1)
            if rule not in defined:
                yield at, f"ruleId {rule!r} is not defined in the driver" if rule else "no ruleId"
            elif index >= 0 and (index >= len(rules) or rules[index] != rule):
                yield at, f"ruleIndex {index} is not the rule {rule!r}"
