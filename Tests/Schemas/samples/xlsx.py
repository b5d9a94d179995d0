"""Workbooks."""

import io
import warnings
import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any

from samples.making import Sample

NAMES = {
    "Summary": ["what", "value"],
    "Components": ["screen", "label"],
    "Conflicts": ["screen", "label", "reason"],
    "Evidence": ["sha256", "bytes"],
}


def nothing(_: Any) -> None:
    pass


def book(*rows: list[Any], edit: Callable[[Any], Any] = nothing, sheets: Any = ()) -> bytes:
    """A workbook of the five sheets; the rows are Findings', the edit is done on the whole."""
    import openpyxl

    made, file = openpyxl.Workbook(), io.BytesIO()
    made.remove(made.active)
    table = {name: [names] for name, names in NAMES.items()} | {"Findings": list(rows)}
    for name in sheets or ["Summary", "Findings", "Components", "Conflicts", "Evidence"]:
        sheet = made.create_sheet(name)
        for row in table[name.split(" ")[0]]:
            sheet.append(row)
        sheet.freeze_panes, sheet.auto_filter.ref = "A2", sheet.dimensions
    edit(made)
    made.save(file)
    return file.getvalue()


def part(name: str, text: str = "x") -> bytes:
    """A workbook with a part besides."""
    file = io.BytesIO(book(["note"], ["x"]))
    with zipfile.ZipFile(file, "a") as parts, warnings.catch_warnings(action="ignore"):
        parts.writestr(name, text)
    return file.getvalue()


def samples() -> list[Sample]:
    from openpyxl.cell.cell import ERROR_CODES
    from openpyxl.workbook.defined_name import DefinedName

    def findings(edit: Callable[[Any], Any], rows: Any = (["note"], ["x"])) -> bytes:
        return book(*rows, edit=lambda made: edit(made["Findings"]))

    def cell(value: str, kind: str) -> Callable[[Any], Any]:
        def edit(sheet: Any) -> None:
            sheet["A2"].value = "x"
            sheet["A2"]._value, sheet["A2"].data_type = value, kind

        return edit

    def link(sheet: Any) -> None:
        sheet["A2"].hyperlink = "https://example.org/"

    def link_within(sheet: Any) -> None:
        from openpyxl.worksheet.hyperlink import Hyperlink

        sheet["A2"].hyperlink = Hyperlink(ref="A2", location="Summary!A1")

    def other_names(made: Any) -> None:
        made["Findings 2"]["A1"] = "steps"

    def define(made: Any) -> None:
        made.defined_names["run"] = DefinedName("run", attr_text="1+1")

    five = ["Summary", "Findings", "Components", "Conflicts", "Evidence"]
    six = [*five[:2], "Findings 2", *five[2:]]
    names = ["note", "build", "round", "changed"]
    row = ["a\nb", "8.10", 1, datetime(2026, 3, 14, 9, 26)]
    full, long = [names, row], 32_767
    return [
        ("good", book(*full, [None, None, 2, None]), None),
        ("good: no finding", book(names), None),
        ("good: a text that looks like a formula", findings(cell("=1+1", "s")), None),
        ("good: a text that looks like a link", book(["links"], ["https://example.org"]), None),
        ("good: as long as a cell can be", book(["note"], ["x" * long]), None),
        ("good: findings go on in another sheet", book(*full, sheets=six), None),
        ("good: a column frozen too", findings(lambda s: setattr(s, "freeze_panes", "C2")), None),
        ("a formula", book(["note"], ["=1+1"]), "Findings!A2: a formula"),
        ("an error value", findings(cell(ERROR_CODES[0], "e")), "Findings!A2: an error value"),
        ("a link", findings(link), "a link: https://example.org/"),
        ("a link within", findings(link_within), "a link: Summary!A1"),
        ("a link out of the file, told by its part", findings(link), "a link out of the file"),
        ("a macro", part("xl/vbaProject.bin"), "xl/vbaProject.bin: a macro"),
        ("another workbook", part("xl/externalLinks/externalLink1.xml"), "a link to another"),
        ("an embedded file", part("xl/embeddings/oleObject1.bin"), "an embedded file"),
        ("a part twice", part("xl/workbook.xml"), "there twice"),
        ("a defined name", book(*full, edit=define), "a name that stands for a formula"),
        (
            "too long",
            book(["note"], ["x"], edit=lambda made: cell("x" * (long + 1), "s")(made["Findings"])),
            "32,768 characters",
        ),
        ("too long as Excel counts", findings(cell("😀" * 16_384, "s")), "32,768 characters"),
        ("a build that became a number", book(names, ["a", 8.1, 1, None]), "column of texts: 8.1"),
        ("a time that is a text", book(names, ["a", "8", 1, "2026-03-14"]), "column of times"),
        ("a column of two kinds", book(*full, ["a", "8", "1", None]), "of another kind: '1'"),
        ("a name twice", book(["note", "Note"], ["1", "2"]), "distinct names"),
        ("a nameless column", book(["note", None, "tags"], ["1", "2", "3"]), "distinct names"),
        ("a cell under no name", book(["note"], ["1", "2"]), "distinct names"),
        ("a number for a name", book(["note", 1], ["1", 2]), "distinct names"),
        ("no row", book(), "Findings: an empty sheet"),
        ("no sheet of conflicts", book(*full, sheets=[*five[:3], five[4]]), "the sheets are"),
        ("sheets in another order", book(*full, sheets=five[::-1]), "the sheets are"),
        (
            "a sheet that goes on without its number",
            book(*full, sheets=[*five[:2], "Findings 3", *five[2:]]),
            "by the next number",
        ),
        (
            "a sheet that goes on under other names",
            book(*full, sheets=six, edit=other_names),
            "Findings: a sheet that goes on has other names",
        ),
        (
            "the first row can go out of sight",
            findings(lambda sheet: setattr(sheet, "freeze_panes", None)),
            "not frozen",
        ),
        (
            "two rows are frozen",
            findings(lambda sheet: setattr(sheet, "freeze_panes", "A3")),
            "not frozen (A3)",
        ),
        (
            "no filter",
            findings(lambda sheet: setattr(sheet.auto_filter, "ref", None)),
            "the filter is of nothing",
        ),
        (
            "a filter of some rows",
            findings(lambda sheet: setattr(sheet.auto_filter, "ref", "A1:A1")),
            "not of A1:A2",
        ),
        ("no workbook", b"PK\x03\x04nothing", "not a workbook"),
        ("a workbook of an older kind", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "not a workbook"),
    ]
