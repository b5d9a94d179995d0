"""EARL 1.0 as JSON-LD: its terms, and the shapes that an export keeps to."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from formats.jsonld import (
    EARL,
    NOT_IN_IRI,
    NO_BASE,
    expand,
    identifiers,
    load_jsonld,
    remote_contexts,
)
from formats.reading import DOCUMENT, Options, Problems, Refused, foreign


@cache
def earl_terms() -> frozenset[str]:
    import rdflib

    vocabulary = rdflib.Graph().parse(
        data=foreign("earl/earl.rdf").read_bytes(), format="xml", publicID=EARL
    )
    return frozenset(str(s) for s in vocabulary.subjects() if str(s).startswith(EARL))


@cache
def earl_shapes() -> Any:
    import rdflib

    return rdflib.Graph().parse(Path(__file__).with_name("earl-shapes.ttl"), format="turtle")


def check_earl(path: Path, options: Options) -> Problems:
    """JSON-LD whose EARL terms all exist and whose assertions satisfy earl-shapes.ttl."""
    import logging
    import pyshacl
    import rdflib
    from rdflib.namespace import RDF, SH

    logging.getLogger("rdflib").setLevel(logging.CRITICAL)

    document = load_jsonld(path)
    if remote := list(remote_contexts(document)):
        yield from remote
        return
    # rdflib drops a statement with such an address, and says nothing.
    for address in sorted(set(identifiers(expand(document)))):
        if address.startswith(NO_BASE):
            relative = address.removeprefix(NO_BASE)
            yield DOCUMENT, f"relative IRI {relative!r}: an export has no address of its own"
        elif NOT_IN_IRI.search(address):
            yield DOCUMENT, f"not an IRI: {address!r}"
    dataset = rdflib.Dataset(default_union=True)
    try:
        dataset.parse(data=json.dumps(document), format="json-ld", publicID=NO_BASE)
    except Exception as e:
        raise Refused(DOCUMENT, f"not JSON-LD: {type(e).__name__}: {e}") from None
    graph = rdflib.Graph()  # named graphs included, or their assertions would escape the shapes
    for s, p, o, _ in dataset.quads((None, None, None, None)):
        graph.add((s, p, o))

    def name(node: Any, depth: int = 4) -> str:
        if not isinstance(node, rdflib.BNode):
            return str(node)
        for s, p in graph.subject_predicates(node):
            if depth:
                return f"{name(s, depth - 1)} > {local(p)}"
        return "unnamed " + (local(graph.value(node, RDF.type)) or "node")

    def local(term: Any) -> str:
        return re.split(r"[#/]", str(term or ""))[-1]

    unknown: dict[str, list[Any]] = {}
    for triple in graph:
        for term in triple:
            if (
                isinstance(term, rdflib.URIRef)
                and term.startswith(EARL)
                and str(term) not in earl_terms()
            ):
                unknown.setdefault(str(term), []).append(triple[0])
    for term, used in sorted(unknown.items()):
        yield name(used[0]), f"earl:{local(term)} is no term of EARL ({len(used)} times)"
    if not options.allow_empty and (None, RDF.type, rdflib.URIRef(EARL + "Assertion")) not in graph:
        yield DOCUMENT, "no earl:Assertion"
    conforms, report, _ = pyshacl.validate(graph, shacl_graph=earl_shapes(), inference="none")
    if conforms:
        return
    for result in report.subjects(RDF.type, SH.ValidationResult):
        focus, on, got = (report.value(result, p) for p in (SH.focusNode, SH.resultPath, SH.value))
        message = report.value(result, SH.resultMessage) or "does not conform"
        yield name(focus), f"earl:{local(on)}: {message}" + (
            f" (found {name(got)})" if got is not None else ""
        )
