"""The list of an audit: found by typing, with a script and without; and errors, read first."""

import checks
import pages
from sheet import until

SHOWN = "[...document.querySelectorAll('[data-name]')].filter((one) => one.checkVisibility()).length"


def listed(name):
    return next(page for page in pages.PAGES if page.name == name)


def test_typing_narrows_the_list_and_says_how_far(readers):
    page = readers.open(listed("audit"), viewport=checks.DESK)
    every = page.evaluate(SHOWN)
    page.get_by_label("Name contains").press_sequentially("OPTIONS account")
    assert page.evaluate(SHOWN) == 1
    until(page, f"document.querySelector('#live').textContent === '1 of {every} components.'")
    page.get_by_label("Name contains").fill("zebra")
    assert page.evaluate(SHOWN) == 0
    assert page.get_by_role("heading", name="Nothing of that kind").is_visible()
    page.get_by_label("Name contains").fill("")
    assert page.evaluate(SHOWN) == every
    page.context.close()


def test_without_a_script_the_same_is_found_by_sending_it(readers):
    page = readers.open(listed("audit"), viewport=checks.DESK, java_script_enabled=False)
    page.get_by_label("Name contains").fill("OPTIONS account")
    page.get_by_label("Name contains").press("Enter")
    page.wait_for_url("**?find=OPTIONS+account**")
    assert page.locator("[data-name]").all_inner_texts() == ["Account options"]
    assert page.get_by_label("Name contains").input_value() == "OPTIONS account"
    page.context.close()


def test_the_first_component_is_within_two_small_windows(readers):
    page = readers.open(listed("audit"), viewport=checks.PHONE)
    top = page.locator("[data-name]").first.bounding_box()["y"]
    assert top < 1.5 * checks.PHONE["height"]
    assert not page.get_by_label("Name contains").is_visible(), "filters are folded away"
    page.context.close()


def test_a_form_that_came_back_is_read_from_its_reason_on(readers):
    for script in (True, False):
        page = readers.open(
            listed("conflict-lead"), viewport=checks.DESK, java_script_enabled=script)
        page.get_by_role("button", name="Decide", exact=True).first.click()
        page.wait_for_load_state()
        assert page.title().startswith("Error: ")
        assert page.locator("[data-refusal]").count() == 1
        page.wait_for_selector("[data-refusal]:focus")
        page.context.close()
