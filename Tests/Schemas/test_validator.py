"""The validator itself: it accepts good files, and refuses broken ones for what is broken."""

import json
import socket

import patience
import pytest
import validate
from conftest import FORMATS
from formats import FOREIGN, check
from formats.csv import csv_fields
from formats.reading import Options
from formats.sarif import github_problems


def write(folder, format, content):
    """A file in a format: text and bytes as they are, anything else as JSON."""
    is_yaml = format == "openacr" and isinstance(content, str)
    path = folder / ("sample.yaml" if is_yaml else f"sample.{format}")
    text = content if isinstance(content, (str, bytes)) else json.dumps(content)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def problems(format, path, options=Options()):
    return [f"{place}: {what}" for place, what in check(format, path, options)]


def told(path, expected, format, options=Options()):
    """Fails unless nothing is found of a good file, or what is expected of a broken one."""
    found = problems(format, path, options)
    if expected is None:
        assert found == []
    else:
        assert any(expected in one for one in found), found


def test_a_sample_is_accepted_or_refused_for_its_reason(format, sample, tmp_path):
    _, content, expected = sample
    told(write(tmp_path, format, content), expected, format)


@pytest.mark.parametrize("format", FORMATS)
def test_a_file_that_is_not_there_is_a_problem(format, tmp_path):
    told(tmp_path / "absent", "not readable", format)


@pytest.mark.parametrize("format", FOREIGN)
def test_without_the_public_schemas_nothing_passes(format, tmp_path, monkeypatch):
    monkeypatch.delenv("ACCORD_SCHEMAS", raising=False)
    for cached in caches():
        cached.cache_clear()
    report = {"@type": "http://www.w3.org/ns/earl#Assertion"}
    file = write(tmp_path, format, "<a/>" if format == "junit" else report)
    told(file, "not checked: ACCORD_SCHEMAS", format)


def caches():
    """What has been read of the public schemas and would be remembered."""
    from formats import earl, junit, openacr, sarif, wcag_em
    return [
        earl.earl_terms, junit.junit_schema, openacr.openacr_schema, openacr.openacr_catalog,
        sarif.sarif_schema, wcag_em.wcagem_data]


def test_a_run_has_no_more_rules_than_github_takes():
    # Without the schema, which asks of each rule whether it is another's like: that takes minutes.
    rules = [{"id": str(number)} for number in range(25_001)]
    log = {"runs": [{"tool": {"driver": {"name": "audit", "rules": rules}}}]}
    found = [what for _, what in github_problems(log, b"")]
    assert found == ["25,001 rules, more than GitHub's 25,000"]


@pytest.mark.parametrize(("schema", "expected"), [
    ('{"type":"object","required":["id"]}', None),
    ('{"properties":{"id":{"type":"integer"}}}', "line 2 /id: 'x' is not of type"),
    ('{"$ref":"https://example.org/s.json"}', "not checked"),
    ('{"type":"thing"}', "not a JSON Schema")])
def test_each_line_is_held_to_a_schema(schema, expected, tmp_path):
    lines = write(tmp_path, "ndjson", '{"id":1}\n{"id":"x"}\n')
    file = tmp_path / "schema.json"
    file.write_text(schema)
    told(lines, expected, "ndjson", Options(schema=file))


def test_an_empty_file_is_accepted_where_that_is_asked_for(tmp_path):
    told(write(tmp_path, "ndjson", ""), None, "ndjson", Options(allow_empty=True))


@pytest.mark.parametrize(("call", "status", "expected"), [
    ("csv fine.csv", 0, ""),
    ("csv broken.csv fine.csv", 1, "broken.csv: line 1, record 1: ends with LF"),
    ("ndjson --schema schema.json lines.ndjson", 0, ""),
    ("csv --schema schema.json fine.csv", 1, "ndjson only"),
    ("pdf fine.csv", 1, "invalid choice"),
    ("csv", 1, "at least one FILE")])
def test_the_command_line(call, status, expected, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "fine.csv": "a\r\n", "broken.csv": "a\n", "lines.ndjson": '{"id":1}\n',
        "schema.json": '{"required":["id"]}',
    }.items():
        (tmp_path / name).write_bytes(text.encode())
    try:
        got = validate.main(call.split())
    except SystemExit as end:
        got = end.code
    said = capsys.readouterr()
    assert got == status
    assert expected in said.out + said.err and bool(expected) == bool(said.out + said.err)


def test_lines_are_counted_across_reads(tmp_path):
    file = tmp_path / "large.csv"  # a field that takes several reads, then many records
    long = b'1,"' + b'x""\r\n' * 60_000 + b'"\r\n'
    file.write_bytes(b"a,b\r\n" + long + '1,"\u00f6"\r\n'.encode() * 90_000 + b"1,=2\r\n")
    told(file, "line 150003, record 90003, column 2: a formula", "csv")


def test_a_table_is_judged_while_it_is_read():
    pieces = iter(["1,2\r\n"] * 1000)
    next(csv_fields(pieces))
    assert len(list(pieces)) > 990


@pytest.mark.parametrize("size", range(1, 9))
def test_fields_are_the_same_whatever_the_reads_cut_apart(size):
    text = '\ufeffid,"n""x"\r\n1,"a\r\n""b"""\r\n"",\r\n'
    pieces = (text[start:start + size] for start in range(0, len(text), size))
    assert [(value, ending) for value, _, ending, _ in csv_fields(pieces)] == [
        ("id", ","), ('n"x', "\r\n"), ("1", ","), ('a\r\n"b"', "\r\n"), ("", ","), ("", "\r\n")]


def test_no_connection_is_opened():
    with pytest.raises(PermissionError, match="never uses a network"):
        socket.create_connection(("127.0.0.1", 9), timeout=patience.CONNECT_SECONDS_MAX)
