"""The findings in a file of each format: how many there are, and which of all a format has."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from filters import Row
from formats.jsonld import nodes
from formats.xlsx import column, sheets


def rows_of_csv(path: Path) -> Iterator[dict[str, str]]:
    csv.field_size_limit(1 << 30)
    with path.open(encoding="utf-8-sig", newline="") as file:
        yield from csv.DictReader(file)


def rows_of_xlsx(path: Path) -> Iterator[dict[str, Any]]:
    """The sheet Findings and those that go on with it; nothing is an empty text, as in CSV."""
    import openpyxl
    from openpyxl.utils.escape import unescape

    for sheet in sheets(openpyxl.load_workbook(path), "Findings"):
        header, *rows = sheet.iter_rows(values_only=True)
        for row in rows:
            cells = ("" if cell is None else cell for cell in row)
            yield {
                column(name): unescape(cell) if isinstance(cell, str) else cell
                for name, cell in zip(header, cells)
            }


# Formats that are a table of findings.
TABLES = {"csv": rows_of_csv, "xlsx": rows_of_xlsx}


def in_table(rows: Callable[[Path], Iterator[Row]]) -> Callable[[Path], int]:
    return lambda path: sum(1 for _ in rows(path))


def in_ndjson(path: Path) -> int:
    return sum(1 for _ in path.open("rb"))


def in_earl(path: Path) -> int:
    """Assertions of what holds: one a finding, beside those of what somebody said."""

    def is_effective(node: Any) -> bool:
        types = node.get("@type", [])
        kinds = types if isinstance(types, list) else [types]
        return any(re.fullmatch(r"(.*[#/:])?Effective", kind) for kind in kinds)

    return sum(is_effective(node) for node in nodes(json.loads(path.read_bytes())))


def in_sarif(path: Path) -> int:
    """Results that fail now: none suppressed, to be reviewed, or of the last round only."""
    results = [one for run in json.loads(path.read_bytes())["runs"] for one in run["results"]]
    return sum(
        one.get("kind", "fail") == "fail"
        and not one.get("suppressions")
        and one.get("baselineState") != "absent"
        for one in results
    )


def in_junit(path: Path) -> int:
    from lxml import etree

    return sum(1 for _ in etree.parse(path).iter("testcase"))


CRITERION = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+\.[a-z0-9-]+")


def in_markdown(path: Path) -> int:
    """Paragraphs outside of tables that name a criterion: what people wrote names none in code."""
    from markdown_it import MarkdownIt

    count, table = 0, False
    for token in MarkdownIt("commonmark").enable("table").parse(path.read_text("utf-8")):
        if token.type in ("table_open", "table_close"):
            table = token.type == "table_open"
        elif token.type == "inline" and not table:
            codes = (one.content for one in token.children or [] if one.type == "code_inline")
            count += any(CRITERION.fullmatch(code) for code in codes)
    return count


def in_html(path: Path) -> int:
    """Elements with the address of a finding: component, environment, round, state, criterion."""
    import html5lib

    page = html5lib.parse(path.read_text("utf-8"), treebuilder="etree")
    return sum(1 for element in page.iter() if element.get("id", "").count("/") == 4)


def every(row: Row) -> bool:
    return True


def standing(row: Row) -> bool:
    """Withdrawn findings are left out but where everything is; a contested one stands."""
    return row["withdrawn"] is None or row["withdrawn"]["contested"]


def failing(row: Row) -> bool:
    """Where a gate reads it, what is not decided counts as a failure."""
    return standing(row) and (row["outcome"] == "failed" or row["basis"] == "undecided")


# By format: the count of a file, and which of a filter's rows it has. WCAG-EM has no finding of its
# own: it sums up a criterion on a screen.
COUNTS: dict[str, tuple[Callable[[Path], int], Callable[[Row], bool]]] = {
    "ndjson": (in_ndjson, every),
    "csv": (in_table(rows_of_csv), every),
    "xlsx": (in_table(rows_of_xlsx), every),
    "earl": (in_earl, standing),
    "sarif": (in_sarif, failing),
    "junit": (in_junit, standing),
    "markdown": (in_markdown, standing),
    "html": (in_html, standing),
}
