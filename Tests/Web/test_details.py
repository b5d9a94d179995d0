"""Details come when they are opened: no key goes astray while they are on their way."""

import contextlib

import pytest

import checks
import story
from programs import Laptop, Workbench
from sheet import TROUBLE, Sheet, until

WORDS = "pass it on, fci 1"
NOTE = "document.activeElement.name?.startsWith('note.')"


@contextlib.contextmanager
def on_their_way(page):
    """Details that the workbench is asked for come at the end of the block, as it gave them then."""
    held = []
    page.route("**/details/*", lambda route: held.append((route, route.fetch())))
    yield held
    for route, answer in held:
        route.fulfill(response=answer)
    page.unroute("**/details/*")


def details(sheet, criterion):
    return sheet.box(criterion).locator(".criterion-body")


def test_what_is_typed_after_n_is_the_note_and_judges_nothing(page, sheet):
    first = sheet.criteria()[0]
    with on_their_way(page) as held:
        with page.expect_request("**/details/*"):
            sheet.press("g", "n")
        page.keyboard.type(WORDS)
        assert page.get_by_role("textbox", name="Note").input_value() == WORDS
        assert len(held) == 1
    until(page, NOTE)
    page.keyboard.type(" twice")
    sheet.saving_keys("Escape")
    assert sheet.recorded()[first]["note"] == f"{WORDS} twice"
    assert sheet.recorded()[first]["outcome"] is None
    assert sheet.focused() == first
    assert page.locator("[data-ahead]").count() == 0


def test_what_was_typed_and_left_before_they_came_is_saved_below_what_is_there(page, sheet, maya):
    first, second = sheet.criteria()[:2]
    component, _, place = sheet.spoken.partition("@")
    environment, _, state = place.partition(":")
    maya.run("record", "--component", component, "--environment", environment, "--state", state,
             "--criterion", first, "--outcome", "failed", "--note", "Was there.")
    sheet.open()
    with on_their_way(page):
        with page.expect_request("**/details/*"):
            sheet.press("j", "n")
        page.keyboard.type(WORDS)
        sheet.saving_keys("Escape", "j", "p")
        assert sheet.focused() == second
        before = sheet.saves()
    until(page, f"Number(document.querySelector('#findings').dataset.saved) > {before}")
    found = sheet.recorded()
    assert found[first]["note"] == f"Was there.\n{WORDS}"
    assert (found[first]["outcome"], found[second]["outcome"]) == ("failed", "passed")
    assert sheet.focused() == second


def test_n_and_text_without_a_pause(page, sheet):
    first = sheet.criteria()[0]
    sheet.press("g", "n")
    page.keyboard.type(WORDS)
    sheet.saving_keys("Escape")
    until(page, "!document.querySelector('[data-ahead]')")
    until(page, f"!('waiting' in document.querySelector('#findings').dataset) && !{TROUBLE}")
    assert sheet.recorded()[first]["note"] == WORDS
    assert sheet.recorded()[first]["outcome"] is None


def test_f_and_1_are_a_critical_failure_also_before_the_field_is_there(page, sheet):
    first = sheet.criteria()[0]
    sheet.saving_keys("g", "f", "1")
    until(page, "!('waiting' in document.querySelector('#findings').dataset)")
    assert sheet.recorded()[first]["severity"] == "critical"
    sheet.press("j")
    second = sheet.criteria()[1]
    with on_their_way(page):  # as they were before the severity was saved
        with page.expect_request("**/details/*"):
            sheet.saving_keys("f")
        sheet.saving_keys("4")
        assert sheet.recorded()[second]["severity"] == "minor"
    minor = details(sheet, second).locator("[name^='severity'][value='minor']")
    minor.wait_for()
    assert minor.is_checked()
    sheet.press("n")
    page.keyboard.type("Silent.")
    sheet.saving_keys("Escape")
    assert sheet.recorded()[second]["severity"] == "minor"


def test_tab_goes_on_into_what_comes(page, sheet):
    with on_their_way(page):
        with page.expect_request("**/details/*"):
            sheet.saving_keys("g", "f")
        sheet.press("Tab", "Tab")
        assert page.evaluate("document.activeElement.name") == "details"
    until(page, "document.activeElement.name.startsWith('severity.')")


def test_keys_that_lead_elsewhere_lead_there(page, sheet):
    first = sheet.criteria()[0]
    for key, part in (("h", "heard"), ("m", "comment"), ("e", "evidence")):
        sheet.open()
        with on_their_way(page):
            with page.expect_request("**/details/*"):
                sheet.press("g", key)
        until(page, f"document.activeElement.dataset.part === '{part}'")
        assert sheet.focused() == first
    sheet.open()
    sheet.press("g", "s")  # nothing is kept under a name yet
    assert sheet.says().startswith("There is no snippet here yet.")
    assert sheet.focused() == first


def test_a_snippet_is_chosen_by_letters_before_its_field_is_there(page, sheet, maya):
    maya.run("snippet", "add", "Silent", "Says nothing.")
    sheet.open()
    with on_their_way(page):
        with page.expect_request("**/details/*"):
            sheet.press("g", "s")
        page.keyboard.type("si")
    until(page, "document.activeElement.value === 'Silent'")
    assert sheet.recorded() == {}


def test_an_opened_page_passes_what_accord_audits(readers):
    import pages
    listed = next(one for one in pages.PAGES if one.name == "state-menu")
    page = readers.open(listed, viewport=checks.DESK)
    for number in range(3):
        page.locator(".criterion > details > summary").nth(number).click()
        page.locator(".criterion").nth(number).locator("[data-part='note']").wait_for()
    assert checks.axe(page) + checks.ids(page) + checks.console(page) + checks.targets(page) == []
    page.context.close()


def test_without_a_script_nothing_typed_is_lost_by_opening_others(browser, workbench, maya):
    page = workbench.browse(browser, java_script_enabled=False)
    sheet = Sheet(page, workbench, maya).open()
    first, second = sheet.criteria()[:2]
    sheet.box(second).locator("input[value='passed']").check(force=True)
    sheet.open_details(first, script=False)
    sheet.box(first).locator("[data-part='note']").fill("Typed first.")
    sheet.open_details(second, script=False)
    assert page.url.endswith(f"#c-{second}")
    assert sheet.box(second).locator("[data-part='note']").is_visible()
    assert sheet.recorded()[first]["note"] == "Typed first."
    assert sheet.recorded()[second]["outcome"] == "passed"
    page.context.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_reader_opens_them(browser, maya, tmp_path, script):
    lee = Laptop(tmp_path, "Lee Okafor")
    person = lee.asked("status")["person"]
    maya.run("audit", "people", "add", person, "--name", lee.name, "--role", "reader")
    maya.run("bundle", "export", str(tmp_path / "plan.bundle"))
    lee.run("bundle", "import", str(tmp_path / "plan.bundle"))
    for device in lee.asked("bundle", "list"):
        lee.run("bundle", "accept", device["fingerprint"])
    lee.audit, lee.components = maya.audit, maya.components
    with Workbench(lee) as workbench:
        page = workbench.browse(browser, java_script_enabled=script)
        sheet = Sheet(page, workbench, lee).open()
        first = sheet.criteria()[0]
        sheet.box(first).locator("details.more > summary").first.click()
        if not script:
            with page.expect_navigation():
                sheet.box(first).get_by_role("link", name="Fields and how to test").click()
        sheet.box(first).get_by_role("heading", name="How to test").wait_for()
        assert sheet.box(first).locator("[data-part='note']").is_disabled()
        assert sheet.box(first).get_by_role("button", name="Add comment").count() == 0
        page.context.close()


def test_what_was_typed_ahead_of_a_program_that_stopped_is_saved_when_it_runs_again(browser, maya):
    first = Workbench(maya)
    page = first.browse(browser)
    sheet = Sheet(page, first, maya).open()
    criterion = sheet.criteria()[0]
    first.kill()
    sheet.press("g", "n")
    page.keyboard.type(WORDS)
    until(page, TROUBLE)
    assert page.inner_text("[data-save-state]").startswith("Not saved: The workbench does not")
    assert page.locator(".savebar--error").count() == 1
    marked = page.locator(f".is-unsaved[data-criterion$='{criterion}'] [data-not-saved]")
    assert marked.inner_text() == "Not saved"
    assert page.get_by_role("textbox", name="Note").input_value() == WORDS
    with Workbench(maya, port=first.port) as second:
        page.context.new_page().goto(second.entry)
        page.bring_to_front()
        page.get_by_role("button", name="Save again").click()
        until(page, "!document.querySelector('[data-ahead]')")
        until(page, f"!{TROUBLE} && !('waiting' in document.querySelector('#findings').dataset)")
        assert sheet.recorded()[criterion]["note"] == WORDS
        assert page.locator(".savebar--error, .is-unsaved").count() == 0
    page.context.close()


def test_details_that_did_not_come_are_opened_again(browser, maya):
    first = Workbench(maya)
    page = first.browse(browser)
    sheet = Sheet(page, first, maya).open()
    criterion = sheet.criteria()[0]
    first.kill()
    summary = sheet.box(criterion).locator("details.more > summary").first
    summary.click()
    assert sheet.says().startswith("Not opened: The workbench does not answer.")
    assert "Not opened" in details(sheet, criterion).inner_text()
    assert page.locator(".savebar--error").count() == 0  # nothing was to be saved
    with Workbench(maya, port=first.port) as second:
        page.context.new_page().goto(second.entry)
        page.bring_to_front()
        details(sheet, criterion).get_by_role("button", name="Fields and how to test").click()
        details(sheet, criterion).locator("[data-part='note']").wait_for()
        assert "Not opened" not in details(sheet, criterion).inner_text()
    page.context.close()


def test_a_file_that_falls_on_a_criterion_of_a_program_that_stopped_is_not_attached(browser, maya):
    from test_evidence import HAND_OVER, attached
    first = Workbench(maya)
    page = first.browse(browser)
    sheet = Sheet(page, first, maya).open()
    page.evaluate("import('/assets/evidence.js')")
    first.kill()
    page.evaluate(HAND_OVER, ["drop", "menu.png", "image/png", list(story.png(8, 8))])
    until(page, f"({TROUBLE} ?? '').startsWith('menu.png is not attached')")
    assert attached(sheet) == {}
    page.context.close()
