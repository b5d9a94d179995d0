"""One phrase answers its part: typed once, taken over by Enter, and lost by nothing."""

import pytest

from sheet import until

PHRASE = "Account options, expanded, button"
PASSED = {"state-open", "trigger-name", "trigger-role"}


@pytest.fixture
def said(page, sheet):
    return page.locator("[data-said='trigger'] input")


def answered(page):
    until(page, "document.querySelector('#answers-trigger li')")


def asked(sheet):
    return PASSED & set(sheet.criteria())


def test_a_phrase_fills_in_what_passes_and_leads_to_what_is_left(page, sheet, said):
    sheet.press("w")
    page.keyboard.insert_text(PHRASE)
    answered(page)
    assert asked(sheet), "none of its criteria is asked on this state"
    sheet.saving_keys("Enter")
    assert {sheet.outcome(one) for one in asked(sheet)} == {"passed"}
    recorded = sheet.recorded()
    for one in asked(sheet):
        assert recorded[one]["outcome"] == "passed"
        assert recorded[one]["heard"] == PHRASE
    assert said.input_value() == ""
    assert sheet.has_focus()
    sheet.press("Escape", "z")
    until(page, "Number(document.querySelector('#findings').dataset.saved) >= 2")
    assert {sheet.outcome(one) for one in asked(sheet)} == {"untested"}


def test_a_phrase_that_was_not_taken_over_outlives_the_window(page, sheet, said):
    page.locator("[data-phrases] > summary").click()
    said.click()
    with page.expect_response(lambda answer: "/unsaved" in answer.url):
        page.keyboard.insert_text(PHRASE)
    page.reload()
    assert said.input_value() == PHRASE


def test_all_that_is_left_passes_after_a_question(page, sheet):
    sheet.press("Shift+P")
    assert page.locator("#confirm-all").is_visible()
    page.get_by_role("button", name="Cancel").press("Enter")
    assert sheet.saves() == 0
    sheet.press("Shift+P", "Shift+Tab")
    sheet.saving_keys("Enter")
    assert {sheet.outcome(one) for one in sheet.criteria()} == {"passed"}
