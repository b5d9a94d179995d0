"""Markdown as GitHub and GitLab read it: CommonMark with tables."""

import re
from pathlib import Path
from typing import Any

from formats.reading import DOCUMENT, LINK, Options, Problems, decode

# A bar that no backslash stands before ends a cell, within code too.
BAR = re.compile(r"(?<!\\)(?:\\\\)*\|")


def _cells(row: str) -> int:
    """How many cells a row of a table has."""
    row = row.strip()
    row = row.removeprefix("|")
    bars = list(BAR.finditer(row))
    return len(bars) + (not bars or bars[-1].end() != len(row))


def _all(tokens: list[Any], place: str = DOCUMENT) -> Any:
    """Every token with its place, those within texts too."""
    for token in tokens:
        place = f"line {token.map[0] + 1}" if token.map else place
        yield token, place
        if token.children:
            yield from _all(token.children, place)


def _headings(tokens: list[Any]) -> Problems:
    above, first = 0, 0
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        place, level = f"line {token.map[0] + 1}", int(token.tag[1])
        first += level == 1
        if level > above + 1:
            yield place, f"a heading of level {level} below one of level {above}"
        if not tokens[at + 1].content.strip():
            yield place, "an empty heading"
        above = level
    if first != 1:
        yield DOCUMENT, f"{first} headings of level 1 instead of one"


def _tables(tokens: list[Any], lines: list[str]) -> Problems:
    """A row of other length would lose its last cells, or have empty ones, in silence."""
    columns = 0
    for token in tokens:
        if token.type == "table_open":
            columns = 0
        elif token.type == "tr_open":
            count = _cells(lines[token.map[0]])
            columns = columns or count
            if count != columns:
                place = f"line {token.map[0] + 1}"
                yield place, f"{count} cells in a table of {columns} columns"


def check_markdown(path: Path, options: Options) -> Problems:
    """One heading of level 1 and no level left out, whole tables, no HTML, nothing loaded."""
    from markdown_it import MarkdownIt

    text = decode(path.read_bytes())
    if "\r" in text or text.startswith("\ufeff") or not text.endswith("\n"):
        yield DOCUMENT, "lines end with LF alone, the last too, and no byte order mark is first"
    for count, line in enumerate(text.split("\n"), 1):
        if found := re.search(r"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]", line):
            yield f"line {count}", f"a control character: {found.group()!r}"
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    yield from _headings(tokens)
    yield from _tables(tokens, text.split("\n"))
    for token, place in _all(tokens):
        if token.type in ("html_block", "html_inline"):
            yield place, f"raw HTML: {token.content.strip()[:80]!r}"
        elif token.type == "image":
            yield place, f"an image, which would be loaded: {token.attrs['src'][:80]!r}"
        elif token.type == "link_open":
            address = str(token.attrs["href"])
            if not LINK.match(address):
                yield place, f"a link that leads to no page: {address[:80]!r}"
