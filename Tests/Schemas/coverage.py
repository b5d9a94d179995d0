"""How far an audit is, counted in its NDJSON export and what is untested, from docs/formats.md alone.

    coverage.py EXPORT.ndjson UNTESTED.json COMPONENTS.json     prints its cells, the worst first

UNTESTED and COMPONENTS are what `accord list --untested` and `accord component list` print as JSON.
"""

import json
import pathlib
import sys
from collections import Counter, defaultdict
from typing import Any

Row = dict[str, Any]
PLACE = ("component", "environment", "state")
SEVERITIES = ["critical", "serious", "moderate", "minor"]
WORST = ["challenged", "conflict", "contested", "failed", "cantTell"]


def cells(rows: list[Row], left: list[Row], components: list[Row]) -> dict[tuple, Counter]:
    """What stands on each planned component state of a round of which anything counts."""
    planned = {
        (one["id"], platform, state)
        for one in components for platform, states in one["states"].items() for state in states
    }  # fmt: skip
    found: dict[tuple, Counter] = defaultdict(Counter)
    for row in rows:
        place = tuple(row[name] for name in PLACE)
        platform = row["environment"].split("-")[0]
        gone = row["withdrawn"] and not row["withdrawn"]["contested"]
        if gone or (place[0], platform, place[2]) not in planned:
            continue
        basis, outcome = row["effective"]["basis"], row["effective"]["outcome"]
        cell = found[place]
        cell["contested"] += bool(row["withdrawn"])
        if basis == "untested":
            continue  # in the other list, where it is asked
        cell["total"] += 1
        cell["conflict"] += basis == "undecided"
        cell["challenged"] += basis == "challenged"
        if basis != "undecided":
            cell[outcome] += 1
            cell[row["effective"]["severity"] or ""] += 1
    for row in left:
        found[tuple(row[name] for name in PLACE)].update(["total", "untested"])
    return {place: cell for place, cell in found.items() if cell["total"]}


def worst(cell: Counter) -> str:
    for name in WORST:
        if cell[name]:
            return name
    if cell["untested"]:
        return "untested" if cell["untested"] == cell["total"] else "started"
    return "inapplicable" if cell["inapplicable"] == cell["total"] else "passed"


def gravest(cell: Counter) -> str | None:
    return next((one for one in SEVERITIES if cell[one]), None)


def progress(found: list[Counter]) -> Row:
    """Cells added up, in the words of `accord status --team --json`."""
    whole = sum(found, Counter())
    outcomes = ("passed", "failed", "cantTell", "inapplicable", "untested")
    return {
        "open": sum(cell["untested"] > 0 for cell in found),
        "disputed": sum(worst(cell) in WORST[:3] for cell in found),
        "total": whole["total"], "judged": whole["total"] - whole["untested"],
        "undecided": whole["conflict"], "challenged": whole["challenged"],
        "outcomes": {name: whole[name] for name in outcomes},
        "severities": {name: whole[name] for name in SEVERITIES},
    }  # fmt: skip


if __name__ == "__main__":
    export, untested, components = (pathlib.Path(name).read_text() for name in sys.argv[1:4])
    lines = [json.loads(line) for line in export.split("\n") if line]
    for place, cell in sorted(cells(lines, json.loads(untested), json.loads(components)).items()):
        print(*place, worst(cell), gravest(cell), f"{cell['total'] - cell['untested']} of {cell['total']}")
