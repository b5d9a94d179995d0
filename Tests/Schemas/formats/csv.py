"""CSV by RFC 4180, streamed."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from formats.reading import DOCUMENT, MAX_UNIT, Options, Problems, Refused

QUOTED = re.compile(r'"[^"]*(?:""[^"]*)*"')
BARE = re.compile(r'[^",\r\n]*')
NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def _decoded_chunks(file: BinaryIO, size: int = 1 << 18) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("strict")
    start = 0
    while True:
        chunk = file.read(size)
        kept = len(decoder.getstate()[0])
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as e:
            raise Refused(f"byte {start - kept + e.start}", f"not UTF-8: {e.reason}") from None
        start += len(chunk)
        if text:
            yield text
        if not chunk:
            return


def csv_fields(chunks: Iterator[str]) -> Iterator[tuple[str, bool, str, int]]:
    """(value, whether quoted, terminator, line on which it began) per field of RFC 4180.

    Terminators are `,`, CR LF, and the wrong ones LF, CR and nothing (end of file), which the
    caller reports.
    """
    buffer, at, line, done = "", 0, 1, False

    def more() -> bool:
        nonlocal buffer, at, done
        want, parts, got = max(len(buffer) - at, 1), [buffer[at:]], 0
        while (
            got < want and not done
        ):  # doubling, so that one huge field is not scanned again per chunk
            if (text := next(chunks, None)) is None:
                done = True
            else:
                parts.append(text)
                got += len(text)
        buffer, at = "".join(parts), 0
        if len(buffer) > MAX_UNIT + (1 << 18) and got:
            raise Refused(
                f"line {line}",
                f"a field longer than {MAX_UNIT} characters, or a quote never closed",
            )
        return got > 0

    more()
    if buffer.startswith("\ufeff"):
        at = 1
    while at < len(buffer) or not done:
        if at == len(buffer):
            more()
            continue
        quoted = buffer[at] == '"'
        match = (QUOTED if quoted else BARE).match(buffer, at)
        end = match.end() if match else -1
        near_end = match is None or end + 2 > len(buffer) or quoted and buffer[end] == '"'
        if near_end and not done:
            more()
            continue
        if match is None or quoted and end < len(buffer) and buffer[end] == '"':
            raise Refused(f"line {line}", "a quoted field is never closed")
        ending = buffer[end : end + 2]
        ending = ending if ending == "\r\n" else ending[:1]
        if ending not in (",", "\r\n", "\n", "\r", ""):
            fault = "text after a closing quote" if quoted else "a quote inside an unquoted field"
            raise Refused(f"line {line}", f"{fault}: cannot read on")
        value = buffer[at + 1 : end - 1].replace('""', '"') if quoted else buffer[at:end]
        yield value, quoted, ending, line
        line += (buffer.count("\n", at, end) if quoted else 0) + (ending not in (",", ""))
        at = end + len(ending)
        if ending == "," and at == len(buffer) and not more():
            yield "", False, "", line  # a comma ended the file: one more, empty, field


def check_csv(path: Path, options: Options) -> Problems:
    """RFC 4180 in UTF-8: CR LF everywhere, one column count, no cell that is calculated."""
    columns, record, column, began = 0, 1, 0, 1
    with path.open("rb") as file:
        for value, quoted, ending, line in csv_fields(_decoded_chunks(file)):
            column += 1
            if column == 1:
                began = line
            if value.startswith(FORMULA) and not NUMBER.fullmatch(value):
                place = f"line {line}, record {record}, column {column}"
                yield place, f"a formula, no ' before it: {value[:40]!r}"
            if "\0" in value:
                yield f"line {line}, record {record}, column {column}", "a NUL character"
            if ending == ",":
                continue
            if ending != "\r\n":
                wrong = {"\n": "LF", "\r": "CR", "": "the end of the file"}[ending]
                yield f"line {line}, record {record}", f"ends with {wrong} instead of CR LF"
            if column == 1 and value == "" and not quoted:
                yield f"line {began}, record {record}", "an empty line"
            elif not columns:
                columns = column
            elif column != columns:
                place = f"line {began}, record {record}"
                yield place, f"{column} columns where the first record has {columns}"
            record, column = record + 1, 0
    if record == 1:
        yield DOCUMENT, "empty: not even a header"
