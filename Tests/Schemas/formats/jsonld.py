"""JSON-LD that stands by itself: nothing in it may have to be fetched."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from formats.reading import DOCUMENT, Problems, Refused, as_list, parse_json, pointer

EARL = "http://www.w3.org/ns/earl#"
NO_BASE = "http://no-base.invalid/"  # marks what a document left relative
NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|\\^`]')


def remote_contexts(document: Any) -> Problems:
    """Contexts given by address, at any depth: without them the terms mean nothing."""
    stack: list[tuple[Any, tuple[Any, ...], bool]] = [(document, (), False)]
    while stack:
        node, path, in_context = stack.pop()
        if isinstance(node, list):
            stack += [(child, (*path, i), in_context) for i, child in enumerate(node)]
        elif isinstance(node, dict):
            for key, child in node.items():
                if in_context and key == "@import":
                    yield pointer(
                        (*path, key)
                    ), f"remote JSON-LD context {child!r}: write it out in the file"
                stack.append((child, (*path, key), key == "@context"))
        elif in_context and isinstance(node, str):
            yield pointer(path), f"remote JSON-LD context {node!r}: write it out in the file"


def load_jsonld(path: Path) -> Any:
    document = parse_json(path.read_bytes())
    if not isinstance(document, (dict, list)):
        raise Refused(DOCUMENT, "not a JSON-LD document: neither object nor array")
    return document


def refuse_document(url: str, *_: Any, **__: Any) -> None:
    raise RuntimeError(f"not fetched: {url}")


def expand(document: Any) -> Any:
    from pyld import jsonld

    try:
        return jsonld.expand(document, {"base": NO_BASE, "documentLoader": refuse_document})
    except jsonld.JsonLdError as e:
        raise Refused(DOCUMENT, f"not JSON-LD: {e}".split("\n")[0]) from None


def nodes(expanded: Any) -> Iterator[dict[str, Any]]:
    """Every object of an expanded document."""
    stack = [expanded]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            stack += node
        elif isinstance(node, dict):
            yield node
            stack += [v for v in node.values() if isinstance(v, (list, dict))]


def identifiers(expanded: Any) -> Iterator[str]:
    for node in nodes(expanded):
        yield from (key for key in node if not key.startswith("@"))
        if "@value" not in node:
            yield from as_list(node.get("@id")) + as_list(node.get("@type"))
