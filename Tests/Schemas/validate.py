#!/usr/bin/env python3
"""Checks files that Accord exported, offline.

    validate.py FORMAT FILE [FILE ...]     csv ndjson xlsx markdown html
                                           earl wcag-em openacr sarif junit

Prints one line per problem, `file: place: what`. Exit status 0: no problem; 1: a problem, or a
wrong call. The last five need the folder of public schemas that ACCORD_SCHEMAS names. Nothing is
ever fetched: a remote JSON-LD context, DTD or JSON Schema reference is a problem, and the process
refuses to open connections at all. csv and ndjson are streamed, the others read into memory.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from formats import CHECKS, check
from formats.reading import Options

CALLS_OUT = {"socket." + call for call in ("connect", "getaddrinfo", "gethostbyname", "sendto")}


def forbid_network() -> None:
    def hook(event: str, _: Any) -> None:
        if event in CALLS_OUT:
            raise PermissionError("this validator never uses a network")

    sys.addaudithook(hook)


def one_line(text: str, most: int = 300) -> str:
    text = "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
    return text if len(text) <= most else text[: most - 3] + "..."


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(
        usage="%(prog)s FORMAT FILE [FILE ...] [--schema SCHEMA] [--allow-empty] [--limit N]",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("format", nargs="?", choices=CHECKS, metavar="FORMAT")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--schema", type=Path, help="JSON Schema for every line (ndjson only)")
    parser.add_argument(
        "--allow-empty",
        action="store_true",
        help="accept earl, wcag-em without assertion, ndjson without line",
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=1000,
        help="problems printed per file, 0 for all (default %(default)s)",
    )
    chosen = parser.parse_intermixed_args(arguments)
    forbid_network()
    if not chosen.format or not chosen.files:
        parser.error("give FORMAT and at least one FILE")
    if chosen.schema and chosen.format != "ndjson":
        parser.error("--schema goes with ndjson only")
    failed = False
    for path in chosen.files:
        for count, (place, what) in enumerate(
            check(chosen.format, path, Options(chosen.schema, chosen.allow_empty)), 1
        ):
            failed = True
            if chosen.limit and count > chosen.limit:
                print(
                    f"{path}: {place}: stopped after {chosen.limit} problems; "
                    "there are more (--limit 0 prints all)"
                )
                break
            print(f"{path}: {one_line(place)}: {one_line(what)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
