"""What the checks of all formats share: problems, strict JSON, and where public schemas lie."""

import codecs
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DOCUMENT = "(document)"
MAX_UNIT = 64 * 1024 * 1024  # characters in one CSV field, bytes in one NDJSON line
# Where a link of a document may lead besides into it: to pages and people, never to what runs.
LINK = re.compile(r"https?://|mailto:", re.I)

Problem = tuple[str, str]  # place, what
Problems = Iterator[Problem]


@dataclass(frozen=True)
class Options:
    schema: Path | None = None  # JSON Schema for every NDJSON line
    allow_empty: bool = False  # accept an export that holds no assertion or no line


class Refused(Exception):
    """A problem after which the rest of the file cannot be judged."""

    def __init__(self, place: str, what: str):
        super().__init__(place, what)
        self.problem: Problem = (place, what)


def decode(data: bytes, place: str = "", first_byte: int = 0) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as e:
        raise Refused(place or f"byte {first_byte + e.start}", f"not UTF-8: {e.reason}") from None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        twice = [k for k, n in Counter(k for k, _ in pairs).items() if n > 1]
        raise ValueError(f"duplicate key {twice[0]!r}")
    return members


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def parse_json(data: bytes, place: str = "") -> Any:
    """Strict JSON: UTF-8 without byte order mark, no key twice, no NaN, no half surrogate pair."""
    if data.startswith(codecs.BOM_UTF8):
        raise Refused(place or "byte 0", "byte order mark before JSON")
    text = decode(data, place)
    try:
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except json.JSONDecodeError as e:
        where = f"{place}, column {e.colno}" if place else f"line {e.lineno}, column {e.colno}"
        raise Refused(where, f"not JSON: {e.msg}") from None
    except UnicodeEncodeError:
        raise Refused(place or DOCUMENT, "half a surrogate pair, which UTF-8 cannot hold") from None
    except RecursionError:
        raise Refused(place or DOCUMENT, "nested too deeply") from None
    except ValueError as e:
        raise Refused(place or DOCUMENT, str(e)) from None


def pointer(path: Any) -> str:
    return (
        "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path) or DOCUMENT
    )


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def schema_problems(validator: Any, value: Any, prefix: str = "") -> Problems:
    for e in validator.iter_errors(value):
        yield (prefix or "") + (
            pointer(e.absolute_path) if not prefix or e.absolute_path else ""
        ), e.message


def foreign(name: str) -> Path:
    """A public schema of somebody else's, which is never kept in this repository."""
    if folder := os.environ.get("ACCORD_SCHEMAS"):
        return Path(folder) / name
    raise Refused(DOCUMENT, f"not checked: ACCORD_SCHEMAS names no folder that has {name}")
