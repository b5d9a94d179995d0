"""Texts and filters under names: inserted at the cursor by keys, and one key away."""

import checks
import pages


def test_a_snippet_goes_where_the_cursor_is_by_keys_alone(page, sheet, maya, workbench):
    page.goto(f"{workbench.address}/snippets")
    page.get_by_label("Name").fill("No state")
    page.get_by_label("Text").fill("The state is not spoken.")
    page.get_by_role("button", name="Add").click()
    sheet.open()
    first = sheet.criteria()[0]
    sheet.saving_keys("j", "f")
    sheet.press("n")
    page.keyboard.type("Heard. Twice.")
    for _ in "Twice.":
        sheet.press("ArrowLeft")
    sheet.saving_keys("Escape")
    sheet.press(".")
    page.keyboard.type("insert a snippet")
    sheet.press("Enter")
    page.keyboard.type("No")
    sheet.press("Tab")
    sheet.saving_keys("Enter")
    assert sheet.recorded()[first]["note"] == "Heard. The state is not spoken. Twice."
    assert page.evaluate("document.activeElement.dataset.part") == "note"
    sheet.press("Escape")
    sheet.saving_keys("z")
    assert sheet.recorded()[first]["note"] == "Heard. Twice."


def test_a_saved_filter_is_a_link_and_in_the_palette(readers):
    listed = next(one for one in pages.PAGES if one.name == "audit-chosen")
    page = readers.open(listed, viewport=checks.DESK)
    page.get_by_label("Save this filter as").fill("Menus in conflict")
    page.get_by_role("button", name="Save", exact=True).click()
    here = page.url
    page.get_by_role("link", name="News").click()
    page.wait_for_url("**/news")  # with its script: keys before that are nobody's
    page.keyboard.press(".")
    page.keyboard.type("menus in conflict")
    page.keyboard.press("Enter")
    page.wait_for_url(here)
    page.get_by_role("button", name="Forget the filter Menus in conflict").click()
    assert page.get_by_role("link", name="Menus in conflict").count() == 0
    page.context.close()
