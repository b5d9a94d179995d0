"""OpenACR: its schema, then the catalogue that the report names."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from formats.reading import (
    DOCUMENT,
    Options,
    Problems,
    Refused,
    decode,
    foreign,
    parse_json,
    pointer,
    schema_problems,
)


def _parse_yaml(data: bytes) -> Any:
    import yaml

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            keys = [k.value for k, _ in node.value]
            for (key, _), times in zip(node.value, map(Counter(keys).get, keys)):
                if times > 1:
                    raise Refused(f"line {key.start_mark.line + 1}", f"duplicate key {key.value!r}")
            return super().construct_mapping(node, deep)

    try:
        return yaml.load(decode(data), Loader)
    except yaml.YAMLError as e:
        mark = getattr(e, "problem_mark", None)
        what = getattr(e, "problem", None) or str(e).split("\n")[0]
        raise Refused(f"line {mark.line + 1}" if mark else DOCUMENT, f"not YAML: {what}") from None


@cache
def openacr_schema() -> Any:
    import jsonschema

    return jsonschema.Draft7Validator(
        json.loads(foreign("openacr/openacr-0.1.0.json").read_bytes())
    )


@cache
def openacr_catalog(name: str) -> Any:
    import yaml

    known = {p.stem: p for p in foreign("openacr").glob("*-edition-*.yaml")}
    return yaml.safe_load(known[name].read_bytes()) if name in known else sorted(known)


def check_openacr(path: Path, options: Options) -> Problems:
    """The schema, then what it leaves free: chapters, criteria, components and levels."""
    data = path.read_bytes()
    is_json = (
        path.suffix == ".json" or path.suffix not in (".yaml", ".yml") and data.lstrip()[:1] == b"{"
    )
    report = parse_json(data) if is_json else _parse_yaml(data)
    if problems := list(schema_problems(openacr_schema(), report)):
        yield from problems
        return
    catalog = openacr_catalog(report.get("catalog") or "")
    if isinstance(catalog, list):
        known = ", ".join(catalog)
        yield "/catalog", f"{report.get('catalog')!r} is no catalogue kept here ({known})"
        return
    levels = {t["id"] for t in catalog["terms"]}
    chapters = {  # a chapter of a catalogue with EN 301 549 may have no criteria
        c["id"]: {k["id"]: set(k["components"]) for k in c.get("criteria") or []}
        for c in catalog["chapters"]
    }
    for chapter_id, chapter in report.get("chapters", {}).items():
        if chapter_id not in chapters:
            yield pointer(("chapters", chapter_id)), "no such chapter in the catalogue"
            continue
        seen: set[tuple[str, str]] = set()
        for i, criterion in enumerate(chapter.get("criteria", [])):
            at = ("chapters", chapter_id, "criteria", i)
            number = criterion["num"]
            if number not in chapters[chapter_id]:
                yield pointer(
                    (*at, "num")
                ), f"criterion {number} is not in this chapter of the catalogue"
                continue
            for j, component in enumerate(criterion.get("components", [])):
                here = (*at, "components", j)
                name, adherence = component["name"], component.get("adherence", {})
                level = adherence.get("level")
                if name not in chapters[chapter_id][number]:
                    yield pointer(
                        (*here, "name")
                    ), f"criterion {number} has no component {name!r} in the catalogue"
                if (number, name) in seen:
                    yield pointer(here), f"criterion {number}, component {name!r} given twice"
                seen.add((number, name))
                if level not in levels:
                    yield pointer(
                        (*here, "adherence", "level")
                    ), f"{level!r} is no level of the catalogue"
                elif level == "not-evaluated" and chapter_id != "success_criteria_level_aaa":
                    yield pointer(
                        (*here, "adherence", "level")
                    ), f"criterion {number}: not-evaluated is only for AAA"
                elif level in ("supports", "partially-supports") and not adherence.get("notes"):
                    yield pointer(
                        (*here, "adherence")
                    ), f"{level} needs notes (OpenACR's own validator refuses it)"
