"""What the programs export of the demo's audit and a hostile one, held to each format's rules."""

import base64
import json
import os
import pathlib
import re
import subprocess
import zipfile

import pytest
import validate
from conftest import FORMATS
from counting import TABLES
from formats import CHECKS
from formats.xlsx import TEXTS
from programs import PROGRAMS, Laptop

# In the order in which the program offers them.
EXPORTED = [
    "ndjson", "csv", "xlsx", "earl", "wcag-em", "sarif", "junit", "markdown", "html"]


def test_every_format_that_the_program_knows_is_here(tomas):
    with pytest.raises(AssertionError) as refusal:
        tomas.run("export", "no-such-format")
    assert re.findall(r"^  (\S+)$", str(refusal.value), re.M) == EXPORTED
    assert set(EXPORTED) <= set(CHECKS)


def whole(laptop):
    """The rows of a whole export, each with everything that is known of a finding."""
    return [json.loads(line) for line in laptop.run("export", "ndjson").split("\n") if line]


def has_no_problem(laptop, exported, folder, capsys):
    file = folder / f"audit.{exported}"
    laptop.run("export", exported, "--output", str(file))
    assert file.stat().st_size > 10_000
    assert validate.main([exported, str(file)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("exported", [name for name in EXPORTED if name in FORMATS])
def test_an_export_of_the_demo_has_no_problem(tomas, exported, tmp_path, capsys):
    has_no_problem(tomas, exported, tmp_path, capsys)


@pytest.mark.parametrize("exported", [name for name in EXPORTED if name in FORMATS])
def test_an_export_of_hostile_text_has_no_problem(hostile, exported, tmp_path, capsys):
    has_no_problem(hostile, exported, tmp_path, capsys)


@pytest.mark.parametrize("exported", EXPORTED)
def test_laptops_and_the_server_write_the_same_bytes(tomas, exported, tmp_path):
    folder = pathlib.Path(os.environ["ACCORD_DEMO"])
    lee = Laptop(folder, "Lee Okafor", begins=False)
    files = [tmp_path / name for name in ("tomas", "lee", "server")]
    for laptop, file in zip((tomas, lee), files):
        laptop.run("export", exported, "--output", str(file))
    subprocess.run(
        [PROGRAMS / "accord-server", "export", whole(tomas)[0]["audit"], exported, "--data", folder / "server",
            "--output", files[2]],
        check=True, capture_output=True)
    written = [file.read_bytes() for file in files]
    assert len(written[0]) > 10_000
    assert written[1] == written[0]
    assert written[2] == written[0]


@pytest.mark.parametrize("exported", ["xlsx", "html"])
def test_pictures_are_shown_small_and_the_file_has_no_problem(hostile, exported, tmp_path, capsys):
    # Who attached it, and has sent everything: the lead has not.
    folder = hostile.home.parent
    tester = Laptop(folder, "", home="tester", begins=False)
    files = [tmp_path / f"{name}.{exported}" for name in ("tester", "server")]
    tester.run("export", exported, "--thumbnails", "--output", str(files[0]))
    subprocess.run(
        [PROGRAMS / "accord-server", "export", whole(tester)[0]["audit"], exported,
            "--with", "thumbnails=true", "--data", folder / "server", "--output", files[1]],
        check=True, capture_output=True)
    assert files[0].read_bytes() == files[1].read_bytes()
    if exported == "html":
        shown = re.findall(
            r'<img class="thumb" alt="[^"]+" src="data:image/png;base64,([^"]*)">',
            files[0].read_text())
        assert "of which nothing is said" not in files[0].read_text()
        pictures = [base64.b64decode(one) for one in shown]
    else:
        with zipfile.ZipFile(files[0]) as book:
            pictures = [book.read(name) for name in book.namelist() if "/media/" in name]
    assert pictures == [(folder / "picture.png").read_bytes()]
    assert validate.main([exported, str(files[0])]) == 0, capsys.readouterr().out


# What XML cannot hold is shown in a workbook, and every line end is one.
SHOWN = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {
    0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}


def as_shown(text, exported):
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines.translate(SHOWN) if exported == "xlsx" else text


@pytest.mark.parametrize("audit", ["tomas", "hostile"])
@pytest.mark.parametrize("exported", [name for name in EXPORTED if name in TABLES])
def test_a_table_has_the_words_of_the_whole_export(exported, audit, request, tmp_path):
    laptop, file = request.getfixturevalue(audit), tmp_path / f"audit.{exported}"
    laptop.run("export", exported, "--output", str(file))
    table, rows = list(TABLES[exported](file)), whole(laptop)
    assert len(table) == len(rows) > 100
    place = ("component", "environment", "round", "state", "criterion")  # workbooks are sorted
    table.sort(key=lambda row: [str(row[name]) for name in place])
    rows.sort(key=lambda row: [str(row[name]) for name in place])
    for found, row in zip(table, rows):
        texts = {name: row[name] for name in TEXTS if isinstance(row[name], str | None)}
        wrong = {
            name: (found[name], text) for name, text in texts.items()
            if found[name] not in (
                as_shown(text or "", exported), "'" * (exported == "csv") + (text or ""))}
        assert not wrong


def test_the_hostile_audit_has_everything(hostile):
    rows = whole(hostile)

    def values(*keys):
        found = {tuple((row["effective"] | row)[key] for key in keys) for row in rows}
        return {one[0] if len(keys) == 1 else one for one in found} - {None}

    assert values("basis") == {
        "untested", "single", "agreed", "automatic", "undecided", "decided", "challenged"}
    assert values("outcome") == {"passed", "failed", "cantTell", "inapplicable"}
    assert {"no-rule", "rule-does-not-choose", "decisions-differ"} <= values("reason")
    assert {one["kind"] for row in rows for one in row["effective"]["challenges"]} == {
        "late", "informed"}
    severities, owners = ("critical", "serious", "moderate", "minor"), ("app", "platform")
    assert {(a, b) for a in severities for b in owners} <= values("severity", "attribution")
    withdrawn = {
        (row["withdrawn"]["level"], row["withdrawn"]["contested"])
        for row in rows if row["withdrawn"]}
    assert withdrawn >= {
        ("finding", False), ("finding", True), ("state", False), ("state", True),
        ("component", False)}
    states = {
        (control["id"], platform["id"], state["id"])
        for control in hostile.asked("catalogue", "list")["controls"]
        for platform in control["platforms"] for state in platform["states"]}
    tested = {(row["control"], row["environment"].split("-")[0], row["state"]) for row in rows}
    assert states <= tested
    empty = {key for key in rows[0] if not any(row[key] for row in rows)}
    assert not empty, f"no row has {empty}"
    assert any(len("".join(one["text"] for one in row["comments"])) > 32_767 for row in rows)
