"""From `accord serve` alone on an empty home to work, by keyboard, with accessible names alone."""

import pytest

import checks
from hand import Hand
from programs import Laptop, Workbench

@pytest.fixture
def newcomer(tmp_path):
    """A laptop on which nobody has begun."""
    return Laptop(tmp_path, "Ana Sol", begins=False)


@pytest.fixture
def hand(browser, newcomer):
    with Workbench(newcomer) as workbench:
        page = workbench.browse(browser)
        yield Hand(page)
        page.context.close()


def begin(hand):
    hand.fill("Your name", "Ana Sol")
    hand.fill("What is audited", "Fernway")
    hand.press("button", "Begin")


def test_three_steps_make_a_home_and_an_audit(hand, newcomer):
    begin(hand)
    assert len(hand.steps) == 3
    assert hand.page.get_by_role("heading", level=1).inner_text() == "Fernway"
    audit, = newcomer.asked("audit", "list")
    assert (audit["title"], audit["role"]) == ("Fernway", "lead")
    shown = newcomer.asked("audit", "show")
    assert shown["environments"] == ["android-talkback-phone-15", "ios-voiceover-phone-18"]


def test_the_enter_key_in_a_field_goes_the_way_that_is_filled_in(hand, newcomer):
    hand.fill("Your name", "Ana Sol")
    hand.fill("What is audited", "Fernway")
    with hand.page.expect_navigation():
        hand.page.keyboard.press("Enter")
    assert [one["title"] for one in newcomer.asked("audit", "list")] == ["Fernway"]


def test_a_refused_form_says_so_as_every_page_does(hand):
    hand.fill("What is audited", "Fernway")
    hand.press("button", "Begin")
    page = hand.page
    assert page.title() == "Error: Welcome - Accord"
    assert "What is your name?" in page.get_by_role("alert").inner_text()
    name = page.get_by_role("textbox", name="Your name")
    assert name.get_attribute("aria-invalid") == "true"
    assert "Enter your name." in name.evaluate(
        "one => one.getAttribute('aria-describedby').split(' ')"
        ".map((id) => document.getElementById(id).textContent).join(' ')")
    assert page.get_by_role("textbox", name="What is audited").input_value() == "Fernway"
    assert checks.axe(page) == []
    hand.press("link", "Go to your name")
    hand.page.keyboard.insert_text("Ana Sol")


def test_the_example_is_opened_and_ended_without_a_name(hand, newcomer):
    hand.press("button", "Open the example")
    page = hand.page
    note = page.get_by_role("complementary", name="Example")
    assert "You are Tomas Berg, who leads it." in note.inner_text()
    assert page.get_by_role("heading", level=1).inner_text() == "Larkfield Mobile"
    assert not newcomer.home.exists()
    hand.press("button", "End the example")
    assert page.get_by_role("heading", level=1).inner_text() == "Welcome to Accord"
    begin(hand)
    assert page.get_by_role("heading", level=1).inner_text() == "Fernway"


def test_the_demo_needs_no_home_and_leaves_nothing(browser, newcomer, tmp_path):
    room = tmp_path / "room"
    room.mkdir()
    newcomer.environment["TMPDIR"] = str(room)
    with Workbench(newcomer, command="demo") as demo:
        page = demo.browse(browser)
        assert "removed when accord demo ends" in page.get_by_role(
            "complementary", name="Example").inner_text()
        page.get_by_role("link", name="Larkfield Mobile").click()
        page.get_by_role("link", name="Conflicts").first.click()
        assert "Lee Okafor" in page.get_by_role("main").inner_text()
        assert any(room.iterdir())
        page.context.close()
    assert not any(room.iterdir())
    assert not newcomer.home.exists()


def test_eight_steps_lead_to_the_first_verdict(hand, newcomer):
    begin(hand)
    hand.press("link", "Add components")
    hand.fill("Lines, or rows pasted from a spreadsheet", "Cards / Menu / Card options")
    hand.press("button", "Add")
    hand.press("link", "Start testing: Card options: collapsed")
    hand.page.keyboard.press("p")
    hand.steps.append("the key p")
    hand.page.locator("#findings[data-saved='1']").wait_for(state="attached")
    assert len(hand.steps) <= 8, hand.steps
    row, = newcomer.asked("list")
    assert (row["outcome"], row["label"]) == ("passed", "Card options")
