"""What a tester sees of a component state before she does anything, and what nothing covers."""

import pytest

from sheet import Sheet, until

DESK = {"width": 1280, "height": 900}
NARROW = {"width": 320, "height": 640}
TOPS = """() => [...document.querySelectorAll('.criterion')].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return [top, bottom];
})"""
# Whether the bar lies over a part of the page that is in view.
COVERS = """(part) => {
    const bar = document.querySelector('.savebar').getBoundingClientRect();
    const box = part.getBoundingClientRect();
    return bar.top < box.bottom && box.top < bar.bottom && bar.left < box.right;
}"""


@pytest.fixture
def open_sheet(browser, workbench, maya):
    opened = []

    def open_in(size, **settings):
        page = workbench.browse(browser, viewport=size, **settings)
        opened.append(page)
        return Sheet(page, workbench, maya).open()

    yield open_in
    for page in opened:
        page.context.close()


def test_eight_untouched_criteria_stand_in_a_window_above_the_bar(open_sheet):
    sheet = open_sheet(DESK)
    bar = sheet.page.evaluate("document.querySelector('.savebar').getBoundingClientRect().top")
    whole = [one for one in sheet.page.evaluate(TOPS) if one[1] <= min(bar, DESK["height"])]
    assert len(whole) >= 8


def test_the_first_criterion_is_near_on_a_small_window(open_sheet):
    sheet = open_sheet(NARROW)
    assert sheet.page.evaluate(TOPS)[0][0] <= 384
    letter = sheet.box(sheet.criteria()[0]).locator(".seg--passed .seg-rest")
    assert letter.bounding_box()["width"] <= 1  # icon and letter alone


def test_the_bar_covers_neither_what_is_typed_nor_its_check(open_sheet):
    sheet = open_sheet(DESK)
    sheet.saving_keys("j", "f")
    sheet.box(sheet.criteria()[0]).locator("[data-part=note]").wait_for()
    for key, parts in (("h", "textarea[data-part=heard], .heard-result"), ("n", "[data-part=note]")):
        sheet.press(key)
        for part in sheet.box(sheet.criteria()[0]).locator(parts).all():
            assert not part.evaluate(COVERS), key
        sheet.press("Escape")


def test_the_bar_is_one_line_without_a_button_to_save(open_sheet):
    sheet = open_sheet(DESK)
    assert sheet.page.get_by_role("button", name="Save").count() == 0
    assert sheet.page.locator(".savebar").bounding_box()["height"] < 56


def test_the_outline_shows_what_is_saved(open_sheet):
    sheet = open_sheet(DESK)
    sheet.saving_keys("j", "f")
    sheet.saving_keys("j", "p")
    marks = sheet.page.locator("[data-outline] .mark").all_inner_texts()
    assert [one.strip() for one in marks[:3]] == ["Failed:", "Passed:", "Untested:"]
    sheet.page.locator("[data-outline] a").nth(2).click()
    until(sheet.page, f"location.hash === '#c-{sheet.criteria()[2]}'")
