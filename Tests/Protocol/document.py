"""The API's document, docs/openapi.yaml, and whether an answer is one that it allows."""

import functools
import json
import pathlib
import re

import jsonschema_rs
import yaml

FILE = pathlib.Path(__file__).resolve().parents[2] / "docs/openapi.yaml"
DOCUMENT = yaml.load(FILE.read_text(), yaml.CSafeLoader)


def resolved(node):
    """What stands where a reference leads."""
    while "$ref" in node:
        there = DOCUMENT
        for name in node["$ref"].split("/")[1:]:
            there = there[name]
        node = there
    return node


@functools.cache
def _patterns():
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/:]+", re.escape(path))), path)
            for path in DOCUMENT["paths"]]


def methods(path):
    """The operations of the address that a path is one of; none where nothing is."""
    path = path.split("?")[0]
    found = next((template for pattern, template in _patterns() if pattern.fullmatch(path)), None)
    return DOCUMENT["paths"].get(found, {})


def operation(method, path):
    """Who answers HEAD as it would answer GET has no operation of its own."""
    known = methods(path)
    own = known.get(method.lower())
    return known.get("get") if own is None and method == "HEAD" else own


def codes(response):
    """The problems that a response of the document may be."""
    schema = response["content"]["application/problem+json"]["schema"]
    return schema["allOf"][1]["properties"]["code"]["enum"]


@functools.lru_cache(maxsize=None)
def _validator(schema):
    return jsonschema_rs.validator_for(json.loads(schema) | {"components": DOCUMENT["components"]})


def _strangers(schema, value):
    """Members of objects that no schema has, by their names."""
    if "anyOf" in schema:
        return min((_strangers(one, value) for one in schema["anyOf"]), key=len)
    schema = resolved(schema)
    if isinstance(value, list):
        return {name for one in value for name in _strangers(schema.get("items", {}), one)}
    if not isinstance(value, dict) or "properties" not in schema:
        return set()
    known = schema["properties"]
    return set(value) - set(known) | {
        name for key in known.keys() & value for name in _strangers(known[key], value[key])}


def check_value(schema, value):
    """Checks JSON that a server wrote: of the shape that is told, and nothing untold in it."""
    _validator(json.dumps(schema, sort_keys=True)).validate(value)
    assert not _strangers(schema, value), (_strangers(schema, value), value)


def check(method, path, answer):
    """Checks that an answer is one that the document has for what was asked."""
    asked = f"{method} {path}"
    known = operation(method, path)
    if known is None:
        there = methods(path)
        assert answer.status == (405 if there else 404), (asked, answer.status)
        if method != "HEAD":
            check_problem(asked, answer, ["method-not-allowed" if there else "not-found"])
        return
    response = known["responses"].get(str(answer.status))
    assert response, f"{asked} answers {answer.status}, which the document lacks: {answer.data}"
    response = resolved(response)
    # The answer to HEAD ends with its headers.
    if method == "HEAD" or answer.status in (204, 304):
        assert not answer.data, (asked, answer.data)
    elif answer.status >= 400:
        check_problem(asked, answer, codes(response))
    else:
        check_content(asked, answer, response.get("content", {}))


def check_problem(asked, answer, allowed):
    assert answer.headers["Content-Type"] == "application/problem+json", (asked, answer.headers)
    said = json.loads(answer.data)
    assert said["code"] in allowed, f"{asked} answers {said['code']}, which is none of {allowed}"
    assert said["status"] == answer.status, (asked, said)
    assert ("Retry-After" in answer.headers) == ("retryAfter" in said), (asked, said)
    assert answer.status != 405 or answer.headers["Allow"], asked
    check_value({"$ref": "#/components/schemas/Problem"}, said)


def check_content(asked, answer, contents):
    if not contents:
        assert not answer.data, (asked, answer.data)
        return
    kind = answer.headers["Content-Type"].split(";")[0]
    schema = (contents.get(kind) or contents.get("*/*") or {}).get("schema")
    assert schema is not None, f"{asked} answers {kind}, which is none of {list(contents)}"
    if kind == "application/json":
        check_value(schema, json.loads(answer.data))
    elif "x-line" in schema:
        for line in answer.data.splitlines():
            check_value(schema["x-line"], json.loads(line))
