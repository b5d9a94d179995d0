"""Workbooks, as spreadsheets open them by a click."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from formats.reading import DOCUMENT, Options, Problems, Refused

SHEETS = ["Summary", "Findings", "Components", "Conflicts", "Evidence"]
ROWS_MAX, CHARACTERS_MAX = 1_048_576, 32_767
# Parts that hold programs, other files or ways to them.
ACTIVE = re.compile(
    r"vbaProject|xl/(externalLinks|macrosheets|dialogsheets|activeX|ctrlProps|embeddings"
    r"|queryTables)/|xl/connections\.xml|customUI/"
)
# Columns of docs/formats.md that hold texts, whatever they look like: a build `8.10` is no number.
TEXTS = set(
    "screen control label environment state criterion outcome severity attribution note heard steps"
    " recommendation tags links device system at-version build workaround at-hints at-verbosity"
    " at-language component audit basis authors withdrawn comments suggestion see".split()
)
TIMES = {"changed", "at"}
KINDS = {"s": "text", "n": "number", "d": "time", "b": "truth value"}


def column(name: Any) -> str:
    """A column's name as docs/formats.md writes it."""
    return re.sub(r"[\s_]+", "-", str(name or "").strip().lower())


def sheets(book: Any, name: str) -> Iterator[Any]:
    """The sheets of one name: what has no room in the first goes on in `Findings 2` and so on."""
    yield from (one for one in book.worksheets if re.fullmatch(rf"{name}(?: \d+)?", one.title))


def _parts(path: Path) -> Problems:
    with zipfile.ZipFile(path) as parts:
        names = parts.namelist()
        for name in names:
            if names.count(name) > 1:
                yield name, "a part that is there twice"
            if ACTIVE.search(name):
                yield name, "a macro, a link to another workbook or an embedded file"
            if name.endswith(".rels") and re.search(
                rb"""TargetMode\s*=\s*["']External""", parts.read(name)
            ):
                yield name, "a link out of the file"


def _order(book: Any) -> Problems:
    """Which sheets there are: the five, each with those that go on with it behind it."""
    found = [sheet.title for sheet in book.worksheets]
    numbers: dict[str, int] = {}
    for title in found:
        name, _, number = title.partition(" ")
        numbers[name] = numbers.get(name, 0) + 1
        if name in SHEETS and number != ("" if numbers[name] == 1 else str(numbers[name])):
            yield title, "a sheet that goes on is called by the next number, from 2"
    if list(numbers) != SHEETS:
        yield DOCUMENT, f"the sheets are {', '.join(found)} instead of {', '.join(SHEETS)}"
    if len(book.defined_names) or any(len(sheet.defined_names) for sheet in book.worksheets):
        yield DOCUMENT, "a name that stands for a formula"


def _frame(sheet: Any, header: list[Any]) -> Problems:
    """The first row: names, which stay in sight and can be filtered by."""
    if any(not isinstance(value, str) or not value.strip() for value in header) or len(
        {column(value) for value in header}
    ) != len(header):
        yield f"{sheet.title} row 1", "the first row is no list of distinct names"
    pane = sheet.freeze_panes
    if not pane or not re.fullmatch(r"[A-Z]+2", pane):
        yield sheet.title, f"the first row is not frozen ({pane})"
    filtered = (sheet.auto_filter.ref or "").replace("$", "")
    if filtered != sheet.dimensions and filtered != f"{sheet.dimensions}:{sheet.dimensions}":
        yield sheet.title, f"the filter is of {filtered or 'nothing'}, not of {sheet.dimensions}"


def _cell(cell: Any, place: str, name: str) -> Problems:
    if cell.hyperlink is not None:
        yield place, f"a link: {cell.hyperlink.target or cell.hyperlink.location}"
    if cell.data_type == "f":
        yield place, f"a formula: {str(cell.value)[:40]!r}"
    elif cell.data_type == "e":
        yield place, f"an error value: {cell.value}"
    elif cell.value is not None and cell.data_type != "s" and name in TEXTS:
        yield place, f"a {KINDS[cell.data_type]} in a column of texts: {cell.value!r}"
    elif cell.value is not None and cell.data_type != "d" and name in TIMES:
        yield place, f"a {KINDS[cell.data_type]} in a column of times: {cell.value!r}"
    if isinstance(cell.value, str):
        # Excel counts a character outside of the first plane as two.
        count = len(cell.value) + sum(character > "\uffff" for character in cell.value)
        if count > CHARACTERS_MAX:
            yield place, f"{count:,} characters, more than {CHARACTERS_MAX:,}"


def _sheet(sheet: Any) -> Problems:
    header: list[str] = []
    kinds: dict[str, str] = {}
    for number, row in enumerate(sheet.iter_rows(), 1):
        if number == 1:
            header = [column(cell.value) for cell in row]
            yield from _frame(sheet, [cell.value for cell in row])
        for name, cell in zip(header, row):
            place = f"{sheet.title}!{cell.coordinate}"
            yield from _cell(cell, place, name if number > 1 else "")
            if number == 1 or cell.value is None or sheet.title == "Summary":
                continue  # what a summary counts is of several kinds
            if kinds.setdefault(name, cell.data_type) != cell.data_type:
                kind = KINDS.get(cell.data_type, cell.data_type)
                yield place, f"a {kind}, where those above are of another kind: {cell.value!r}"
    if not any(header):
        yield sheet.title, "an empty sheet: not even names"
    if sheet.max_row > ROWS_MAX:
        yield sheet.title, f"{sheet.max_row:,} rows, more than {ROWS_MAX:,}"


def check_xlsx(path: Path, options: Options) -> Problems:
    """The five sheets, each a table of plain cells: nothing is calculated, run, linked or cut."""
    import openpyxl

    try:
        yield from _parts(path)
        book = openpyxl.load_workbook(path)
    except (zipfile.BadZipFile, KeyError, ValueError) as e:
        raise Refused(DOCUMENT, f"not a workbook: {e}") from None
    yield from _order(book)
    for sheet in book.worksheets:
        yield from _sheet(sheet)
    for name in SHEETS:
        first, *others = [[cell.value for cell in one[1]] for one in sheets(book, name)] or [[]]
        if any(other != first for other in others):
            yield name, "a sheet that goes on has other names in its first row"
