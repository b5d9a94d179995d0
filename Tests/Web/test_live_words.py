"""A colleague's word appears at its criterion, and nothing that somebody reads or types moves."""

import pages
import story
from sheet import until

STATE = "closed"
AT = "[name^='note.']"


def test_a_colleagues_verdict_moves_no_pixel_of_the_field_that_is_typed_into(readers):
    team = readers.team
    listed = pages.Listed(
        "sheet", f"{pages.STATES}/{{sheet}}/{story.IOS}/{STATE}")
    page = readers.open(listed, viewport={"width": 1280, "height": 900})
    page.locator(".criterion").first.locator(".seg--untested input").focus()
    page.keyboard.press("n")
    page.keyboard.type("In the midst of a")
    until(page, "document.activeElement.value === 'In the midst of a'")
    name = page.eval_on_selector(".criterion", "one => one.dataset.criterion.split('.').at(-1)")
    field = page.locator(".criterion").first.locator(AT)
    before = (field.bounding_box(), page.evaluate("scrollY"))
    team.lee.run(
        "record", "--component", story.SHEET, "--environment", story.IOS, "--state", STATE,
        "--criterion", name, "--outcome", "cantTell")
    team.lee.run("sync")
    until(page, "document.querySelector('.criterion .live-word')")
    word = page.locator(".criterion").first.locator(".live-word")
    assert "Lee Okafor" in word.inner_text() and "Can’t tell" in word.inner_text()
    assert (field.bounding_box(), page.evaluate("scrollY")) == before
    page.keyboard.type(" sentence")
    assert field.input_value() == "In the midst of a sentence"
    page.keyboard.press("Escape")
    page.reload()
    others = page.locator(".criterion").first.locator(".others")
    assert "Lee Okafor" in others.inner_text()
    assert page.locator(".live-word").count() == 0
    page.context.close()
