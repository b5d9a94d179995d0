"""NDJSON, streamed."""

from pathlib import Path
from typing import Any

from formats.reading import (
    DOCUMENT,
    MAX_UNIT,
    Options,
    Problems,
    Refused,
    parse_json,
    schema_problems,
)


def _line_schema(path: Path) -> Any:
    import jsonschema
    import referencing

    schema = parse_json(path.read_bytes())
    kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError as e:
        raise Refused(f"schema {path.name}", f"not a JSON Schema: {e.message}") from None
    # An explicit registry never retrieves: a reference outside the schema is an error.
    return kind(schema, registry=referencing.Registry(), format_checker=kind.FORMAT_CHECKER)


def check_ndjson(path: Path, options: Options) -> Problems:
    """One JSON object a line, in UTF-8, LF after each; against --schema where it is given."""
    validator = _line_schema(options.schema) if options.schema else None
    number = 0
    with path.open("rb") as file:
        while raw := file.readline(MAX_UNIT + 1):
            number += 1
            place = f"line {number}"
            if len(raw) > MAX_UNIT:
                raise Refused(place, f"longer than {MAX_UNIT} bytes")
            if not raw.endswith(b"\n"):
                yield place, "no LF at the end: the file may be cut off"
            if b"\r" in raw:
                yield place, "a CR: lines end with LF alone"
            if not raw.strip():
                yield place, "an empty line"
                continue
            try:
                value = parse_json(raw.rstrip(b"\r\n"), place)
            except Refused as e:
                yield e.problem
                continue
            if not isinstance(value, dict):
                yield place, f"not an object but {type(value).__name__}"
            elif validator is not None:
                yield from schema_problems(validator, value, place + " ")
    if not number and not options.allow_empty:
        yield DOCUMENT, "no line"
