#!/usr/bin/env python3
"""Counts in a whole NDJSON export what filters let through, from docs/formats.md alone.

    filters.py EXPORT.ndjson [NAME=VALUE ...]     filters.py all.ndjson outcome=failed screen=Cards

Values of one name are alternatives, names are conditions that all have to hold. Capitals and blanks
around a value make no difference. Which criteria answer a clause stands in config. It takes sixty
lines, comments and the command line aside.
"""

import functools
import json
import pathlib
import sys
import unicodedata
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

import yaml

Row = dict[str, Any]


@functools.cache
def folded(value: Any) -> str:
    return unicodedata.normalize("NFC", str(value)).strip().casefold()


def config(pattern: str) -> list[Any]:
    files = (pathlib.Path(__file__).parents[2] / "config").glob(pattern)
    return [yaml.load(file.read_bytes(), yaml.CSafeLoader) for file in files]


CATALOGUE, LENSES = config("catalogue/*.yaml"), config("lenses/*.yaml")


@functools.cache
def clauses(criterion: str) -> list[str]:
    """The clauses that a criterion answers, and what they lie under (docs/lenses.md)."""
    control, platform, name = criterion.split(".", 2)
    defects = {one["id"]: one for file in CATALOGUE for one in file.get("defects", [])}
    file = next(one for one in CATALOGUE if one.get("control") == control)
    asked = [file.get("shared", {}), file["platforms"][platform]]
    criteria = [one for part in asked for one in part.get("criteria", [])]
    facts = next(one for one in criteria if one.get("was", [one["id"]])[0] == name)
    wcag = {*(facts if "wcag" in facts else defects[facts["defect"]])["wcag"]}
    found = []
    for lens in LENSES:
        named, reached = [], []
        for clause in lens["clauses"]:
            if any(fnmatchcase(criterion, one) for one in clause.get("criteria", [])):
                named.append(clause["number"])
            elif facts["category"] in clause.get("categories", []) or (
                wcag & {*clause.get("wcag", [])} and control in clause.get("controls", [control])
            ):
                reached.append(clause["number"])
        for number in named if named and lens.get("exact") else named + reached:
            parts = number.split(".")
            found += [f"{lens['lens']}:{'.'.join(parts[:end + 1])}" for end in range(len(parts))]
    return found


# What a row is called by each name.
CALLED: dict[str, Callable[[Row], list[Any]]] = {
    "screen": lambda row: [row["screen"]],
    "control": lambda row: [row["control"]],
    "component": lambda row: [row["component"], "{screen}/{label}/{ordinal}".format(**row)],
    "environment": lambda row: [row["environment"]],
    "state": lambda row: [row["state"]],
    "criterion": lambda row: [row["criterion"], row["criterion"].split(".", 2)[-1]],
    "clause": lambda row: clauses(row["criterion"]),
    # Undecided is no outcome: it is asked for by its basis. What else has none is untested.
    "outcome": lambda row: [row["outcome"] or row["basis"] != "undecided" and "untested"],
    "severity": lambda row: [row["severity"]],
    "basis": lambda row: [row["basis"]],
    "tester": lambda row: [name.removesuffix(" (unplaced)") for name in row["authors"]],
    "round": lambda row: [row["round"]],
    "since": lambda row: [(row["changed"] or "")[:10]],
}


def lets(row: Row, asked: dict[str, list[Any]]) -> bool:
    for name, values in asked.items():
        called = {folded(one) for one in CALLED[name](row) if one}
        if name == "since":  # a day in UTC, and all later ones
            values = [day for day in called if day >= min(map(folded, values))]
        if called.isdisjoint(map(folded, values)):
            return False
    return True


if __name__ == "__main__":
    asked: dict[str, list[str]] = {}
    for name, _, value in (word.partition("=") for word in sys.argv[2:]):
        asked.setdefault(name, []).append(value)
    print(sum(lets(json.loads(line), asked) for line in open(sys.argv[1], "rb")))
