"""Ten conflicts decided by accessible names and counted: with ten reasons, with one, given away."""

import re

import pytest

import checks
import story
from programs import Laptop, Server, Workbench
from test_agreement import hand

TEN = 10


@pytest.fixture
def lead(maya, tmp_path):
    """Maya leads, and has judged otherwise than Lee on one criterion of ten component states."""
    lee = Laptop(tmp_path, "Lee Okafor")
    person = lee.asked("status")["person"]
    maya.run("audit", "people", "add", person, "--name", lee.name, "--role", "tester")
    maya.lee = lee
    hand(tmp_path / "plan.bundle", maya, lee)
    firsts = {}
    for row in lee.asked("list", "--untested"):
        firsts.setdefault((row["component"], row["state"]), row)
    rows = list(firsts.values())[:TEN]
    assert len(rows) == TEN
    lee.record([row | {"outcome": "passed"} for row in rows])
    maya.record([row | {"outcome": "failed", "severity": "serious"} for row in rows])
    hand(tmp_path / "lee.bundle", lee, maya)
    assert len(maya.asked("conflicts")) == TEN
    return maya


@pytest.fixture
def desk(browser, lead):
    """Her list of conflicts; a test says how her browser is set."""
    opened = []

    def open_desk(**settings):
        workbench = Workbench(lead)
        page = workbench.browse(browser, **settings)
        opened.append((workbench, page))
        page.goto(f"{workbench.address}/audits/{lead.audit}/conflicts")
        return Counted(page)

    yield open_desk
    for workbench, page in opened:
        page.context.close()
        workbench.stop()


class Counted:
    """Somebody who works by names; every click and key besides text is counted, and every page."""

    def __init__(self, page):
        self.page = page
        self.acts = 0
        self.loads = 0

    def click(self, role, name, loads=False, **which):
        wanted = self.page.get_by_role(role, name=name, **which).first
        self.acts += 1
        if not loads:
            return wanted.click()
        self.loads += 1
        with self.page.expect_navigation():
            wanted.click()

    def write(self, name, text):
        self.click("textbox", name, exact=True)
        self.page.keyboard.insert_text(text)

    def choose(self, name, value):
        self.page.get_by_label(name, exact=True).select_option(label=value)
        self.acts += 1

    def key(self, name):
        self.page.keyboard.press(name)
        self.acts += 1


def decided(lead):
    return [row for row in lead.asked("list") if row["effective"]["basis"] == "decided"]


def first_conflict(page):
    return page.locator("[data-item] h3 a").first.inner_text()


@pytest.mark.parametrize("script", [True, False])
def test_ten_conflicts_with_ten_reasons(desk, lead, script):
    counted = desk(java_script_enabled=script)
    counted.click("link", first_conflict(counted.page), loads=True)
    for number in range(TEN):
        assert f"Conflict 1 of {TEN - number}." in counted.page.locator(".lede").inner_text()
        counted.click("radio", re.compile("^This holds ?: ?Lee Okafor"))
        counted.write("Reason", f"Heard it, number {number}.")
        counted.click("button", "Decide and go on", loads=True)
    assert counted.acts <= 31
    assert counted.loads - 1 <= 10  # the last of them shows that nothing is left
    assert "No open conflicts" in counted.page.get_by_role("main").inner_text()
    reasons = {row["effective"]["reason"] for row in decided(lead)}
    assert reasons == {f"Heard it, number {number}." for number in range(TEN)}


def test_ten_conflicts_by_keys_alone(desk, lead):
    counted = desk()
    counted.click("link", first_conflict(counted.page), loads=True)
    for number in range(TEN):
        counted.page.wait_for_selector(f"text=Conflict 1 of {TEN - number}.")
        counted.key("2")
        counted.key("r")
        counted.page.keyboard.insert_text(f"Heard it, number {number}.")
        with counted.page.expect_navigation():
            counted.key("Control+Enter")
    assert counted.acts <= 31
    assert len(decided(lead)) == TEN


@pytest.mark.parametrize("script", [True, False])
def test_ten_conflicts_with_one_reason(desk, lead, script):
    counted = desk(java_script_enabled=script)
    for box in range(TEN):
        counted.page.get_by_role("checkbox").nth(box).check()
        counted.acts += 1
    counted.choose("What holds on each", "The gravest verdict that stands")
    counted.write("Reason", "We fix by the graver one.")
    counted.click("button", "Show what that decides", loads=True)
    assert "10 findings of 10 component states" in counted.page.locator(".lede").inner_text()
    assert not decided(lead)
    counted.click("button", "Decide 10 findings", loads=True)
    assert counted.acts <= 14
    assert {row["effective"]["outcome"] for row in decided(lead)} == {"failed"}
    assert len(decided(lead)) == TEN


def test_a_conflict_is_given_away(desk, lead):
    counted = desk()
    counted.click("checkbox", re.compile("^Tick"))
    counted.choose("Give them to", "Lee Okafor")
    counted.click("button", "Give", loads=True, exact=True)
    assert counted.acts <= 3
    assert len(lead.asked("conflicts", "list", "--with", "Lee Okafor")) == 1


def test_a_retest_is_in_the_news_of_its_tester_until_she_judges_again(browser, tmp_path):
    with Server(tmp_path / "server") as server:
        maya, lee = (Laptop(tmp_path, name) for name in ("Maya Lindqvist", "Lee Okafor"))
        for laptop in (maya, lee):
            server.enrol(laptop)
        audit = story.plan(maya, environments=[story.IOS])
        maya.run("sync")
        maya.run("audit", "people", "add", lee.name, "--role", "tester")
        story.Team.sync(maya, lee)
        row = lee.asked("list", "--untested")[0]
        lee.record([row | {"outcome": "passed"}])
        maya.record([row | {"outcome": "failed", "severity": "serious"}])
        story.Team.sync(lee, maya)
        with Workbench(maya) as workbench:
            counted = Counted(workbench.browse(browser))
            counted.page.goto(f"{workbench.address}/audits/{audit}/conflicts")
            counted.click("link", first_conflict(counted.page), loads=True)
            counted.choose("Tester", "Lee Okafor")
            counted.page.get_by_label("By", exact=True).fill("2026-12-04")
            counted.write("What to look at", "Hints were on. Again with hints off.")
            counted.click("button", "Ask for a retest", loads=True)
            counted.click("link", "All conflicts", loads=True)
            main = counted.page.get_by_role("main").inner_text()
            assert "asked for a retest: “Hints were on. Again with hints off.”" in main
            counted.page.context.close()
        story.Team.sync(maya, lee)
        assert "Hints were on. Again with hints off." in lee.run("status")
        item, = lee.asked("conflicts")
        assert (item["due"], item["retest"]["of"]) == ("2026-12-04", "Lee Okafor")
        assert lee.asked("list", "--mine")
        lee.record([row | {"outcome": "cantTell"}])
        assert not lee.asked("conflicts")[0]["retest"]


def test_what_was_chosen_and_typed_comes_back_and_is_read_first(desk):
    counted = desk()
    counted.click("link", first_conflict(counted.page), loads=True)
    counted.click("radio", re.compile("^This holds ?: ?Lee Okafor"))
    counted.click("button", "Decide", loads=True, exact=True)
    assert counted.page.title().startswith("Error: ")
    counted.page.wait_for_selector("[data-refusal]:focus")
    assert counted.page.get_by_role("radio", name=re.compile("^This holds ?: ?Lee")).is_checked()


def test_keys_lead_from_item_to_item_and_tick(desk):
    counted = desk()
    for key in ("j", "j", "x", "k", "x"):
        counted.key(key)
    ticked = counted.page.locator("[data-item] [type=checkbox]")
    assert [ticked.nth(number).is_checked() for number in range(3)] == [True, True, False]
    counted.key("?")
    assert "Decide and go on" in counted.page.locator("dialog[open]").inner_text()


@pytest.mark.parametrize("mode", ["light", "forced colours", "320 px", "400 % zoom"])
def test_the_preview_passes_what_every_page_passes(desk, mode):
    counted = desk(**checks.MODES[mode])
    counted.page.get_by_role("checkbox").first.check()
    counted.choose("What holds on each", "What Lee Okafor says")
    counted.write("Reason", "She has the better device.")
    counted.click("button", "Show what that decides", loads=True)
    page = counted.page
    wrong = checks.axe(page) + checks.overflow(page) + checks.cut(page) + checks.targets(page)
    assert not wrong + checks.ids(page)
