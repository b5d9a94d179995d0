"""One HTML page that needs nothing beside it."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from formats.reading import DOCUMENT, LINK, Options, Problem, Problems, decode

HTML, SVG, XLINK = ("http://www.w3.org/" + end for end in ("1999/xhtml", "2000/svg", "1999/xlink"))
LOADING = (
    "src",
    "poster",
    "background",
    "manifest",
    "ping",
    "codebase",
    "archive",
    "classid",
    "{%s}href" % XLINK,
)
HEADINGS = ["{%s}h%d" % (HTML, level) for level in range(1, 7)]
LINK_ONLY = set("alternate author bookmark canonical help license me next prev search tag".split())
CSS_URL = re.compile(
    r"""url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))"""
    r"""|@import\s+["']([^"']*)|image-set\(\s*["']([^"']*)""",
    re.I,
)
SCRIPT_URL = re.compile(
    r"""(?:\bfrom|\bimport|\bimportScripts|\bWorker)\s*\(?\s*["'`]\s*((?:https?:)?//[^"'`]*)""",
    re.I,
)


def _outside(address: str) -> bool:
    address = (
        re.sub(r"[\t\r\n]", "", address)
        .strip("\0\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x1b\x1f ")
        .lower()
    )
    return bool(address) and not address.startswith(("#", "data:", "about:", "blob:"))


def _css_addresses(css: str) -> Iterator[str]:
    css = re.sub(r"@namespace[^;]*;", "", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    for match in CSS_URL.finditer(css):
        yield next((group for group in match.groups() if group), "")


def _loads(element: Any, space: str, tag: str) -> Iterator[tuple[str, str]]:
    """(attribute or part, address) of everything that a browser would fetch for an element."""
    for key, value in element.attrib.items():
        if key in LOADING or key == "data" and tag == "object":
            yield key.split("}")[-1], value
        elif key in ("srcset", "imagesrcset"):
            candidates = (
                re.findall(r"[^\s,]\S*[^\s,]|[^\s,]", value) if "data:" not in value else []
            )
            yield from ((key, c) for c in candidates if not re.fullmatch(r"[0-9.]+[wxh]", c))
        elif key == "href" and (space == HTML and tag == "base" or space != HTML and tag != "a"):
            yield key, value
        elif key == "href" and tag == "link":
            if not (rel := set(element.get("rel", "").lower().split())) or rel - LINK_ONLY:
                yield key, value
        elif key == "style" or space == SVG and "url(" in value:
            yield from ((key, address) for address in _css_addresses(value))
    if tag == "style":
        yield from (("text", address) for address in _css_addresses(element.text or ""))
    if tag == "script":
        yield from (("text", m.group(1)) for m in SCRIPT_URL.finditer(element.text or ""))
        if element.get("type", "").strip().lower() == "importmap":
            yield from (
                ("text", u) for u in re.findall(r'"((?:https?:)?//[^"]*)"', element.text or "")
            )
    if tag == "meta" and element.get("http-equiv", "").lower() == "refresh":
        if match := re.search(r"url\s*=\s*[\"']?([^\"']*)", element.get("content", ""), re.I):
            yield "content", match.group(1)


def _parse_html(text: str) -> tuple[Any, list[Problem], dict[Any, str]]:
    import html5lib
    from html5lib.constants import E as MESSAGES
    from html5lib.treebuilders import getTreeBuilder

    places: dict[Any, str] = {}

    class Tree(getTreeBuilder("etree")):
        def createElement(self, token: Any) -> Any:
            made = super().createElement(token)
            places[made._element] = "line %d, column %d" % parser.tokenizer.stream.position()
            return made

    parser = html5lib.HTMLParser(tree=Tree)
    root = parser.parse(text)
    errors = [
        ("line %d, column %d" % at, "parse error: " + MESSAGES[code] % values)
        for at, code, values in parser.errors
    ]
    return root, errors, places


def _html_loads(root: Any, places: dict[Any, str]) -> Problems:
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        space, _, tag = element.tag[1:].rpartition("}")
        for part, address in _loads(element, space, tag):
            if _outside(address):
                kind = "script from elsewhere" if tag == "script" else "external resource"
                yield places.get(element, DOCUMENT), f"{kind}: <{tag}> {part} {address[:80]!r}"
        if "srcdoc" in element.attrib:
            inner, _, _ = _parse_html(element.get("srcdoc", ""))
            yield from (
                (places.get(element, DOCUMENT), "in srcdoc: " + what)
                for _, what in _html_loads(inner, {})
            )


def _outline(root: Any, places: dict[Any, str]) -> Problems:
    """One h1, and no level left out on the way down."""
    above, count = 0, 0
    for element in (one for one in root.iter() if one.tag in HEADINGS):
        place, level = places.get(element, DOCUMENT), HEADINGS.index(element.tag) + 1
        count += level == 1
        if level > above + 1:
            yield place, f"a heading of level {level} below one of level {above}"
        if not "".join(element.itertext()).strip():
            yield place, "an empty heading"
        above = level
    if count != 1:
        yield DOCUMENT, f"{count} h1 elements instead of one"


def _addresses(root: Any, places: dict[Any, str]) -> Problems:
    """Each finding has an address of its own, so an id stands once, and links lead somewhere."""
    ids = Counter(element.get("id") for element in root.iter() if element.get("id") is not None)
    for id, times in ids.items():
        if times > 1 or not id or re.search(r"\s", id):
            yield DOCUMENT, f"the id {id[:80]!r} stands {times} times, or is none"
    for element in root.iter():
        place = places.get(element, DOCUMENT)
        href = element.get("href", "#").strip()
        if href.startswith("#"):
            if href != "#" and not ids[href[1:]] and not ids[unquote(href[1:])]:
                yield place, f"a link to {href[:80]!r}, which is not on the page"
        elif element.tag == "{%s}a" % HTML and not LINK.match(href):
            yield place, f"a link that leads to no page: {href[:80]!r}"
        for key in element.attrib:
            if key.startswith("on"):
                yield place, f"a script in the attribute {key}"
        if element.tag == "{%s}img" % HTML and element.get("alt") is None:
            yield place, "an image without alt"


def check_html(path: Path, options: Options) -> Problems:
    """One page by itself: no parse error, a language, a title, one h1, addresses that lead
    somewhere, nothing loaded."""
    text = decode(path.read_bytes())
    root, errors, places = _parse_html(text.removeprefix("\ufeff"))
    yield from errors
    language = root.get("lang", "")
    if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", language):
        yield (
            places.get(root, DOCUMENT),
            (f"<html> lang {language!r} names no language" if language else "<html> has no lang"),
        )
    titles = root.findall("{%s}head/{%s}title" % (HTML, HTML))
    if len(titles) != 1 or not "".join(titles[0].itertext()).strip():
        yield DOCUMENT, f"{len(titles)} titles" if len(titles) != 1 else "an empty title"
    yield from _outline(root, places)
    declared = [
        m
        for m in root.iter("{%s}meta" % HTML)
        if m.get("charset", "").lower() == "utf-8"
        or "charset=utf-8" in m.get("content", "").lower().replace(" ", "")
    ]
    if not text.isascii() and not declared and not text.startswith("\ufeff"):
        yield DOCUMENT, "characters outside ASCII and no <meta charset=utf-8>"
    yield from _addresses(root, places)
    yield from _html_loads(root, places)
