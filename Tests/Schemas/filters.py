#!/usr/bin/env python3
"""Counts in a whole NDJSON export what filters let through, from docs/formats.md alone.

    filters.py EXPORT.ndjson [NAME=VALUE ...]     filters.py all.ndjson outcome=failed screen=Cards

Values of one name are alternatives, names are conditions that all have to hold. Capitals and blanks
around a value make no difference. A clause is left out: which criteria answer it, a lens says.
"""

import json
import sys
import unicodedata
from collections.abc import Callable
from typing import Any

Row = dict[str, Any]


def folded(value: Any) -> str:
    return unicodedata.normalize("NFC", str(value)).strip().casefold()


def outcome(row: Row) -> str | None:
    """Undecided is no outcome: it is asked for by its basis. What else has none is untested."""
    return row["outcome"] or (None if row["basis"] == "undecided" else "untested")


# What a row is called by each name.
CALLED: dict[str, Callable[[Row], list[Any]]] = {
    "screen": lambda row: [row["screen"]],
    "control": lambda row: [row["control"]],
    "component": lambda row: [row["component"], "{screen}/{label}/{ordinal}".format(**row)],
    "environment": lambda row: [row["environment"]],
    "state": lambda row: [row["state"]],
    "criterion": lambda row: [row["criterion"], row["criterion"].split(".", 2)[-1]],
    "outcome": lambda row: [outcome(row)],
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
