"""Reports in OpenACR."""

from typing import Any

import yaml

from samples.making import Sample, edited


def samples() -> list[Sample]:
    good = {
        "title": "ACR",
        "product": {"name": "App", "version": "1"},
        "author": {"email": "a@b.c"},
        "catalog": "2.5-edition-wcag-2.2-en",
        "chapters": {
            "success_criteria_level_a": {
                "criteria": [
                    {
                        "num": "4.1.2",
                        "components": [
                            {
                                "name": "software",
                                "adherence": {"level": "partially-supports", "notes": "n"},
                            }
                        ],
                    }
                ]
            },
            "success_criteria_level_aaa": {
                "criteria": [
                    {
                        "num": "3.3.9",
                        "components": [
                            {"name": "software", "adherence": {"level": "not-evaluated"}}
                        ],
                    }
                ]
            },
        },
    }

    def criterion(d: Any) -> Any:
        return d["chapters"]["success_criteria_level_a"]["criteria"][0]

    def level(to: str) -> Any:
        return edited(good, lambda d: criterion(d)["components"][0]["adherence"].update(level=to))

    def european(number: str, component: str) -> Any:
        adherence = {"level": "supports", "notes": "n"}
        criteria = [{"num": number, "components": [{"name": component, "adherence": adherence}]}]
        return good | {
            "catalog": "2.5-edition-wcag-2.2-508-eu-en",
            "chapters": {"en_301_549_software": {"criteria": criteria}},
        }

    text = yaml.safe_dump(good, sort_keys=False)
    return [
        ("good JSON", good, None),
        ("good YAML", text, None),
        ("no author", edited(good, lambda d: d.pop("author")), "'author' is a required property"),
        ("level from another vocabulary", level("failed"), "'failed' is no level"),
        (
            "criterion in the wrong chapter",
            edited(good, lambda d: criterion(d).update(num="4.1.3")),
            "4.1.3 is not in this chapter",
        ),
        ("not-evaluated at level A", level("not-evaluated"), "only for AAA"),
        (
            "unknown chapter",
            edited(good, lambda d: d["chapters"].update(level_b={})),
            "no such chapter",
        ),
        (
            "component of no such criterion",
            edited(good, lambda d: criterion(d)["components"][0].update(name="none")),
            "no component 'none'",
        ),
        (
            "component twice",
            edited(
                good, lambda d: criterion(d)["components"].append(criterion(d)["components"][0])
            ),
            "given twice",
        ),
        (
            "no adherence",
            edited(good, lambda d: criterion(d)["components"][0].pop("adherence")),
            "None is no level",
        ),
        (
            "supports without notes",
            edited(
                level("supports"), lambda d: criterion(d)["components"][0]["adherence"].pop("notes")
            ),
            "needs notes",
        ),
        (
            "good: a catalogue with EN 301 549, of which a chapter has no criteria",
            european("11.7", "none"),
            None,
        ),
        (
            "criterion that EN 301 549 has in another chapter",
            european("5.2", "none"),
            "5.2 is not in this chapter",
        ),
        (
            "criterion in the chapter that has none",
            edited(
                european("11.7", "none"),
                lambda d: d["chapters"].update(
                    en_301_549_web=d["chapters"].pop("en_301_549_software")
                ),
            ),
            "11.7 is not in this chapter",
        ),
        ("no catalogue", edited(good, lambda d: d.pop("catalog")), "is no catalogue"),
        (
            "catalogue by path",
            edited(good, lambda d: d.update(catalog="../openacr/2.5-edition-wcag-2.2-en")),
            "is no catalogue",
        ),
        ("YAML key twice", text + "title: again\n", "duplicate key 'title'"),
        ("broken YAML", "title: [", "not YAML"),
        (
            "product version as a YAML number",
            text.replace("version: '1'", "version: 1.0"),
            "not of type 'string'",
        ),
    ]
