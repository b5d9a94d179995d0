"""Two tabs on one component state: no edit is lost, and the second tab is told."""

import pytest

from sheet import Sheet, until


@pytest.fixture
def tabs(browser, workbench, maya):
    """Two tabs of one browser, both opened before either saves."""
    page = workbench.browse(browser)
    yield [Sheet(one, workbench, maya).open() for one in (page, page.context.new_page())]
    page.context.close()


def notice(sheet):
    until(sheet.page, "document.querySelector('[data-notices]').textContent.trim()")
    return sheet.page.locator("[data-notices]").inner_text()


def write_note(sheet, criterion, text):
    field = sheet.box(criterion).locator("[data-part='note']")
    field.fill(text)
    sheet.saving(lambda: field.press("Escape"))


def verdicts(sheet, criterion):
    """All that stands of one criterion, by whomever."""
    return [one["outcome"] for one in sheet.recorded()[criterion]["siblings"]]


def question(sheet, criterion):
    place = sheet.box(criterion).locator("[data-question]")
    place.get_by_text("Which is it?").wait_for()
    return place


def test_a_verdict_over_an_unseen_one_of_hers_asks_her_and_a_button_is_her_answer(tabs):
    first, second = tabs
    criterion = first.criteria()[0]
    first.saving_keys("g", "f")
    second.press("g", "p")
    asked = question(second, criterion)
    assert "You said failed, serious at" in asked.inner_text()
    assert "Which is it?" in second.says()
    assert verdicts(first, criterion) == ["failed"]
    second.saving(asked.get_by_role("button", name="Failed, serious").click)
    assert asked.inner_text() == ""
    assert second.outcome(criterion) == "failed"
    assert verdicts(first, criterion) == ["failed"]
    second.saving_keys("p")  # the form has been shown what stands
    assert verdicts(first, criterion) == ["passed"]


def test_the_same_key_is_her_answer_too_and_other_criteria_wait_for_nothing(tabs):
    first, second = tabs
    criterion, other = first.criteria()[:2]
    first.saving_keys("g", "f")
    second.press("g", "p")
    asked = question(second, criterion)
    second.saving_keys("j", "c")
    assert verdicts(second, other) == ["cantTell"]
    assert verdicts(second, criterion) == ["failed"]
    assert "Which is it?" in asked.inner_text()
    second.saving_keys("k", "p")
    assert asked.inner_text() == ""
    assert verdicts(second, criterion) == ["passed"]


def test_notes_on_one_criterion_both_stay_and_the_second_tab_is_told(tabs):
    first, second = tabs
    criterion = first.criteria()[0]
    for sheet in tabs:  # what is opened later shows the other's note
        sheet.open_details(criterion)
    write_note(first, criterion, "from the first tab")
    write_note(second, criterion, "from the second tab")
    assert "Yours is kept" in notice(second)
    row = first.recorded()[criterion]
    texts = {row["note"]} | {one["text"] for one in row["versions"].get("note", [])}
    assert {"from the first tab", "from the second tab"} <= texts


def test_verdicts_on_different_criteria_both_stay_and_nobody_is_bothered(tabs):
    first, second = tabs
    one, other = first.criteria()[:2]
    first.saving_keys("g", "f")
    second.saving_keys("j", "j", "p")
    found = first.recorded()
    assert (found[one]["outcome"], found[other]["outcome"]) == ("failed", "passed")
    assert second.page.locator("[data-notices]").inner_text().strip() == ""


def test_what_a_command_records_meanwhile_stays(tabs, maya):
    sheet = tabs[0]
    criterion = sheet.criteria()[0]
    component, _, place = sheet.spoken.partition("@")
    environment, _, state = place.partition(":")
    maya.run(
        "record", "--component", component, "--environment", environment, "--state", state,
        "--criterion", criterion, "--outcome", "failed", "--note", "from a command")
    sheet.press("g", "p")
    question(sheet, criterion)
    row = sheet.recorded()[criterion]
    assert [one["outcome"] for one in row["siblings"]] == ["failed"]
    assert row["note"] == "from a command"
