"""One session, told in each way there is to record, comes to the same.

Two homes never have the same ids, so two things are compared. Their exports, in NDJSON, have to be
equal byte for byte when ids, times and the audit's title are taken out: then every verdict, text,
author and basis is the same. And each audit goes through a server to a third laptop, which has to
compute the root of the laptop that recorded: then what a way wrote is what everybody gets.
"""

import json

import pytest

import story
from programs import Laptop, Server, Workbench
from sheet import Sheet

STATE = "expanded"

# The session: criterion by its place on the form, then what is said of it, in order.
STEPS = [
    (0, "failed", "critical", "Says “menu” and nothing else."),
    (1, "passed", None, None),
    (2, "cantTell", None, "Depends on the phone: heard once,\nthen never again."),
    (3, "inapplicable", None, None),
    (1, "failed", "minor", None),  # thought better of it
]
TAKEN_BACK = 4  # judged, then undone
REST = "passed"  # all that remain


def order(laptop):
    """The criteria of the state, by short name, as the form has them."""
    found = laptop.asked(
        "list", "--untested", "--component", story.MENU, "--environment", story.IOS)
    return [row["criterion"].split(".")[-1] for row in found if row["state"] == STATE]


def by_commands(laptop, _):
    """`accord record`, a command a step."""
    names = order(laptop)

    def record(place, outcome, severity=None, note=None):
        more = (["--severity", severity] if severity else []) + (["--note", note] if note else [])
        laptop.run(
            "record", "--component", story.MENU, "--environment", story.IOS, "--state", STATE,
            "--criterion", names[place], "--outcome", outcome, *more)

    for step in STEPS:
        record(*step)
    record(TAKEN_BACK, "failed")
    record(TAKEN_BACK, "untested")
    for place in range(len(names)):
        if place not in {place for place, *_ in STEPS}:
            record(place, REST)


def by_browser(laptop, browser):
    """The form of `accord serve`, with the keyboard."""
    letters = {"passed": "p", "failed": "f", "cantTell": "c", "inapplicable": "i"}
    digits = {"critical": "1", "minor": "4"}
    with Workbench(laptop) as workbench:
        page = workbench.browse(browser)
        sheet = Sheet(page, workbench, laptop).open()

        def go(place):
            page.locator(".criterion").nth(place).locator("input:checked").first.focus()

        for place, outcome, severity, note in STEPS:
            go(place)
            sheet.saving_keys(letters[outcome])
            if severity:
                sheet.saving_keys(digits[severity])
            if note:
                sheet.press("n")
                page.keyboard.insert_text(note)
                sheet.saving_keys("Escape")
        go(TAKEN_BACK)
        sheet.saving_keys("f")
        sheet.saving_keys("z")
        page.get_by_role("button", name="untested: passed").click()
        sheet.saving(lambda: page.get_by_role("button", name="Mark as passed").click())
        page.context.close()


WAYS = {"commands": by_commands, "browser": by_browser}


@pytest.fixture(scope="module")
def told(browser, tmp_path_factory):
    """The session in every way, each in an audit of its own; all of them on a third laptop."""
    folder = tmp_path_factory.mktemp("ways")
    server = Server(folder / "server")
    third = Laptop(folder, "Tomas Berg")
    server.enrol(third)
    laptops = {}
    for way, tell in WAYS.items():
        (folder / way).mkdir()
        laptop = laptops[way] = Laptop(folder / way, "Maya Lindqvist")
        server.enrol(laptop)
        laptop.audit = story.plan(laptop, environments=[story.IOS], title=f"Told by {way}")
        laptop.components = story.component_ids(laptop)
        tell(laptop, browser)
        laptop.run("sync")
        laptop.run("audit", "people", "add", third.name, "--role", "tester")
        laptop.run("sync")
    third.run("sync")
    yield laptops, third
    server.stop()


# Versions name devices and count changes: one way takes more changes than another.
IDS_AND_TIMES = {"audit", "person", "at", "edit", "changed", "id", "version"}


def without_ids_and_times(value):
    """What a finding says, whoever's and whenever it was."""
    if isinstance(value, list):
        return [without_ids_and_times(one) for one in value]
    if isinstance(value, dict):
        return {key: without_ids_and_times(one) for key, one in value.items()
                if key not in IDS_AND_TIMES}
    return value


def export(laptop, *words):
    lines = laptop.run("export", "ndjson", *words).splitlines()
    return [json.dumps(without_ids_and_times(json.loads(line))) for line in lines if line.strip()]


def test_every_way_exports_the_same(told):
    laptops, _ = told
    exports = {way: export(laptop) for way, laptop in laptops.items()}
    assert len(exports["commands"]) >= len(STEPS)
    for way, lines in exports.items():
        assert lines == exports["commands"], way


def test_a_third_laptop_computes_the_root_of_each_and_exports_the_same(told):
    laptops, third = told
    for way, laptop in laptops.items():
        title = f"Told by {way}"
        mine, theirs = laptop.asked("verify"), third.asked("verify", "--audit", title)
        assert mine["root"].strip("0"), "an audit without work has a root of zeros"
        assert (theirs["sound"], theirs["root"]) == (True, mine["root"])
        assert export(third, "--audit", title) == export(laptop)
