"""Two testers disagree in sight of each other: said at once, with one key and one button to agree."""

import pytest

import story
from programs import Laptop, Workbench
from sheet import Sheet

DISAGREE = "Lee Okafor said passed. You disagree: both stay, and a lead is asked."
AGREE = "You and Lee Okafor agree."


@pytest.fixture
def lee(maya, tmp_path):
    """A second tester without a server: bundles go from laptop to laptop."""
    lee = Laptop(tmp_path, "Lee Okafor")
    person = lee.asked("status")["person"]
    maya.run("audit", "people", "add", person, "--name", lee.name, "--role", "tester")
    hand(tmp_path / "plan.bundle", maya, lee)
    return lee


@pytest.fixture
def first(maya, lee, tmp_path):
    """The first criterion of the menu, which Lee has judged as passed."""
    rows = lee.asked("list", "--untested", "--component", story.MENU, "--state", "expanded")
    name = rows[0]["criterion"].split(".")[-1]
    lee.run(
        "record", "--component", story.MENU, "--environment", story.IOS, "--state", "expanded",
        "--criterion", name, "--outcome", "passed")
    hand(tmp_path / "lee.bundle", lee, maya)
    return name


def hand(path, giver, taker):
    giver.run("bundle", "export", str(path))
    taker.run("bundle", "import", str(path))
    for device in taker.asked("bundle", "list"):
        taker.run("bundle", "accept", device["fingerprint"])


def told(sheet, criterion):
    words = sheet.box(criterion).locator(".agreement-words")
    return words.inner_text() if words.count() else ""


def outcomes(sheet, criterion):
    return sorted(one["outcome"] for one in sheet.recorded()[criterion]["siblings"])


@pytest.fixture
def form(browser, maya, first):
    """Maya's form, opened after Lee's verdict came; a test says with or without script."""
    opened = []

    def open_form(**settings):
        workbench = Workbench(maya)
        page = workbench.browse(browser, **settings)
        opened.append((workbench, page))
        return Sheet(page, workbench, maya).open()

    yield open_form
    for workbench, page in opened:
        page.context.close()
        workbench.stop()


def test_a_verdict_against_a_colleague_says_that_both_stay(form, first):
    sheet = form()
    assert "Lee Okafor" in sheet.box(first).inner_text()
    assert told(sheet, first) == ""
    sheet.press("j")
    sheet.saving_keys("f")
    assert DISAGREE in told(sheet, first)
    assert sheet.says() == f"Failed. Saved on this laptop. {DISAGREE}"
    assert outcomes(sheet, first) == ["failed", "passed"]
    assert sheet.focused() == first


def test_one_key_agrees_and_one_undo_takes_that_back(form, first):
    sheet = form()
    sheet.press("j")
    sheet.saving_keys("f")
    sheet.saving_keys("a")
    assert told(sheet, first) == AGREE
    assert sheet.says() == f"Agreed: Passed. Saved on this laptop. {AGREE}"
    assert sheet.outcome(first) == "passed"
    assert outcomes(sheet, first) == ["passed", "passed"]
    sheet.saving_keys("z")
    assert DISAGREE in told(sheet, first)
    assert sheet.outcome(first) == "failed"


def test_the_button_agrees_and_focus_goes_to_the_criterion(form, first):
    sheet = form()
    sheet.press("j")
    sheet.saving_keys("f")
    button = sheet.page.get_by_role("button", name="Agree instead")
    button.focus()
    sheet.saving(lambda: button.press("Enter"))
    assert told(sheet, first) == AGREE
    assert sheet.focused() == first


def test_a_says_so_where_there_is_nothing_to_agree_with(form, first):
    sheet = form()
    sheet.press("j", "a")
    assert sheet.says() == "Nobody’s single verdict differs from yours here."
    assert outcomes(sheet, first) == ["passed"]


def test_without_a_script_the_words_and_the_button_come_with_the_page(form, first):
    sheet = form(java_script_enabled=False)
    sheet.box(first).locator("input[name^='outcome'][value='failed']").check(force=True)
    with sheet.page.expect_navigation():
        sheet.page.get_by_role("button", name="Save now").last.click()
    assert DISAGREE in told(sheet, first)
    with sheet.page.expect_navigation():
        sheet.page.get_by_role("button", name="Agree instead").click()
    assert told(sheet, first) == AGREE
    assert outcomes(sheet, first) == ["passed", "passed"]
