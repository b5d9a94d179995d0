"""On to what is left to test: one key a verdict, around, to the next state, to the audit's end."""

import pytest

import story
from sheet import Sheet, until

ONWARD = "document.querySelector('[data-onward]')"


@pytest.fixture
def going_on(page, workbench, maya):
    """The form with the setting chosen, as the dialog chooses it."""
    sheet = Sheet(page, workbench, maya, state="selected").open()
    sheet.press("?")
    page.check("#go-on-dialog")
    sheet.press("Escape")
    return sheet


def test_one_key_is_a_verdict_and_goes_to_the_next(page, going_on):
    sheet, words = going_on, {"p": "passed", "f": "failed", "i": "inapplicable"}
    criteria = sheet.criteria()
    keys = ["pfi"[number % 3] for number in range(len(criteria))]
    sheet.press("g")
    for key, name in zip(keys, criteria):
        assert sheet.focused() == name
        sheet.saving_keys(key)
    assert {name: row["outcome"] for name, row in sheet.recorded().items()} == {
        name: words[key] for key, name in zip(keys, criteria)}
    # Beyond the last one: no criterion is chosen, so that no key judges one by chance.
    assert sheet.focused() is None and sheet.has_focus()
    sheet.press("f")
    assert sheet.says().startswith("Nothing is chosen here.")
    complete = f"State complete: {len(criteria)} of {len(criteria)} judged, {keys.count('f')} failed."
    assert complete in page.inner_text(".savebar")
    with page.expect_navigation():
        sheet.press("Enter")
    assert page.url.split("#")[0].endswith("/disabled")


def test_g_wraps_and_leads_to_the_first_untested_criterion_of_the_next_state(page, workbench, maya):
    sheet = Sheet(page, workbench, maya, state="selected").open()
    criteria = sheet.criteria()
    sheet.press(*"j" * len(criteria))
    sheet.saving_keys("p")
    sheet.press("g")
    assert sheet.focused() == criteria[0]
    for _ in criteria[1:]:
        sheet.press("g")
        sheet.saving_keys("p")
    assert "Next: Disabled" in page.inner_text(".savebar")
    with page.expect_navigation():
        sheet.press("g")
    until(page, "document.activeElement.closest('.criterion')")
    assert sheet.focused() == sheet.criteria()[0]


def test_the_end_of_the_audit_is_said_and_leads_on(page, workbench, maya):
    rows = maya.asked("list", "--untested")
    last = rows.pop()
    maya.record([row | {"outcome": "passed"} for row in rows])
    component = f"{last['screen']}/{last['label']}"
    sheet = Sheet(page, workbench, maya, component, last["state"]).open()
    sheet.press("g")
    assert sheet.focused() == last["criterion"].split(".")[-1]
    sheet.saving_keys("p")
    assert "Nothing is left to test in this audit." in page.inner_text(".savebar")
    assert page.evaluate(f"{ONWARD}.textContent").startswith("Go to sync")
    with page.expect_navigation():
        sheet.press("g")
    assert page.url.endswith("/sync")


def test_undo_says_what_it_undid_and_redo_does_it_again(sheet):
    first = sheet.criteria()[0]
    sheet.saving_keys("g", "f")
    statement = sheet.box(first).locator("h3").inner_text().rstrip(".")
    sheet.saving_keys("z")
    assert sheet.says() == (
        f"Undone: Failed on “{statement}”. Untested again. Saved on this laptop.")
    sheet.saving_keys("Shift+Z")
    assert sheet.outcome(first) == "failed"
    assert sheet.recorded()[first]["outcome"] == "failed"
    sheet.press("Shift+Z")
    until(sheet.page, "document.querySelector('#live').textContent.startsWith('Nothing to redo.')")


def test_undo_and_redo_are_buttons_without_a_script(browser, workbench, maya):
    page = workbench.browse(browser, java_script_enabled=False)
    sheet = Sheet(page, workbench, maya).open()
    first = sheet.criteria()[0]
    sheet.box(first).locator("input[value='failed']").check(force=True)
    for name, words, outcome in (
            ("Save now", "Saved on this laptop", "failed"), ("Undo", "Undone: Failed on", "untested"),
            ("Redo", "Redone: Failed on", "failed")):
        with page.expect_navigation():
            page.get_by_role("button", name=name).click()
        assert page.inner_text("[data-save-state]").startswith(words)
        assert sheet.outcome(first) == outcome
    page.context.close()


def test_the_palette_does_what_its_first_line_says(page, sheet):
    first = sheet.criteria()[0]
    sheet.press("j", ".")
    page.wait_for_selector("#palette[open]")
    page.keyboard.type("inapp")
    sheet.saving_keys("Enter")
    assert sheet.recorded()[first]["outcome"] == "inapplicable"
    assert sheet.focused() == first
    sheet.press(".")
    page.keyboard.type("disabled states on")
    with page.expect_navigation():
        sheet.press("Enter")
    assert page.url.endswith("/disabled")


def test_copy_says_how_many_and_from_where_and_is_absent_at_none(page, sheet, maya):
    assert page.locator("[data-copies]").count() == 0
    shared = sheet.criteria()[:2]
    other = story.spoken(story.MENU, story.IOS, "collapsed")
    known = [name for name in shared if name in {
        row["criterion"].split(".")[-1] for row in maya.asked(
            "list", "--untested", "--component", story.MENU, "--state", "collapsed")}]
    for name in known:
        maya.run("record", "--component", story.MENU, "--environment", story.IOS,
                 "--state", "collapsed", "--criterion", name, "--outcome", "passed")
    assert len(maya.findings(other)) == len(known) > 0
    page.reload()
    words = f"Copy {len(known)} verdict{'s' if len(known) > 1 else ''} from Collapsed"
    sheet.saving(lambda: page.get_by_role("button", name=words).click())
    assert {name: row["outcome"] for name, row in sheet.recorded().items()} == dict.fromkeys(
        known, "passed")
    assert not page.locator("[data-copies]").is_visible()
    sheet.saving_keys("z")
    assert page.locator("[data-copies]").is_visible()
