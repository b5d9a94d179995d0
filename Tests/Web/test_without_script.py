"""With JavaScript off, everything that records and syncs is a form with a button."""

import pytest

import pages
import story


@pytest.fixture
def page(browser, workbench):
    page = workbench.browse(browser, java_script_enabled=False)
    yield page
    page.context.close()


def choose(sheet, criterion, outcome):
    sheet.box(criterion).locator(f"input[name^='outcome'][value='{outcome}']").check(force=True)


def submit(sheet, button):
    with sheet.page.expect_navigation():
        sheet.page.get_by_role("button", name=button).click()
    return sheet.page.locator("[data-save-state]").inner_text()


def test_a_verdict_and_a_note_are_saved_by_a_button(sheet):
    first, second = sheet.criteria()[:2]
    choose(sheet, first, "failed")
    choose(sheet, second, "passed")
    sheet.open_details(first, script=False)
    sheet.box(first).locator("[data-part='note']").fill("Heard without script.")
    assert submit(sheet, "Save now").startswith("Saved on this laptop")
    found = sheet.recorded()
    assert (found[first]["outcome"], found[second]["outcome"]) == ("failed", "passed")
    assert found[first]["note"] == "Heard without script."
    assert sheet.outcome(first) == "failed"


def test_reloading_after_a_save_saves_nothing_again(sheet):
    first = sheet.criteria()[0]
    choose(sheet, first, "failed")
    submit(sheet, "Save now")
    before = sheet.recorded()
    sheet.page.reload()
    sheet.page.go_back()
    sheet.page.go_forward()
    assert sheet.recorded() == before


def test_undo_is_a_button(sheet):
    first = sheet.criteria()[0]
    choose(sheet, first, "failed")
    submit(sheet, "Save now")
    submit(sheet, "Undo")
    assert sheet.outcome(first) == "untested"
    assert sheet.recorded().get(first, {}).get("outcome") in (None, "untested")


def test_all_remaining_are_passed_by_a_button_and_undone_by_one(sheet):
    criteria = sheet.criteria()
    choose(sheet, criteria[0], "failed")
    submit(sheet, "untested: passed")
    outcomes = [sheet.recorded()[name]["outcome"] for name in criteria]
    assert outcomes == ["failed"] + ["passed"] * (len(criteria) - 1)
    submit(sheet, "Undo")
    assert sheet.outcome(criteria[1]) == "untested"


def test_the_details_of_a_criterion_open(sheet):
    first = sheet.criteria()[0]
    sheet.open_details(first, script=False)
    assert sheet.box(first).locator("[data-part='heard']").is_visible()


@pytest.mark.parametrize("listed", pages.PAGES, ids=lambda page: page.name)
def test_every_form_has_a_button_and_every_page_its_words(readers, listed):
    page = readers.open(listed, java_script_enabled=False)
    mute = page.locator("form:not(:has(button)):not([hidden])")
    assert [one.evaluate("form => form.outerHTML.slice(0, 120)") for one in mute.all()] == []
    hidden = page.locator("form[hidden]").evaluate_all(
        "all => all.filter((form) => !document.querySelector(`button[form='${form.id}']`)).length")
    assert hidden == 0, "a hidden form has its button elsewhere"
    assert page.locator("h1").inner_text()
    page.context.close()


def test_a_sync_is_a_button(readers):
    listed = next(page for page in pages.PAGES if page.name == "sync")
    page = readers.open(listed, java_script_enabled=False)
    team = readers.team
    team.maya.run(
        "record", "--component", story.SHEET, "--environment", story.IOS, "--state", "closed",
        "--criterion", "label-in-name", "--outcome", "passed")
    with page.expect_navigation():
        page.get_by_role("button", name="Sync now").click()
    assert team.maya.asked("status")["audits"][0]["unsent"] == 0
    page.context.close()


def test_what_could_not_be_saved_comes_back_as_it_was_typed(sheet):
    first = sheet.criteria()[0]
    sheet.open_details(first, script=False)  # before anything is chosen: its button saves
    choose(sheet, first, "failed")
    note = sheet.box(first).locator("[data-part='note']")
    note.evaluate("field => field.removeAttribute('maxlength')")
    note.fill("n" * 20_000)
    assert submit(sheet, "Save now").startswith("Not saved")
    alert = sheet.page.locator(".notice--error[role=alert]")
    assert "above its limit" in alert.inner_text() and "What you typed is below" in alert.inner_text()
    assert sheet.page.locator(".savebar--error").count() == 1
    assert "Not saved" in sheet.box(first).locator(".criterion-has").first.inner_text()
    assert sheet.page.locator(".is-unsaved").count() == 1
    assert sheet.page.inner_text(".sync-chip--error") == "Not saved"
    assert sheet.outcome(first) == "failed" and note.input_value() == "n" * 20_000
    assert sheet.recorded() == {}
    note.fill("Short enough.")
    assert submit(sheet, "Save again").startswith("Saved on this laptop")
    assert sheet.recorded()[first]["note"] == "Short enough."
