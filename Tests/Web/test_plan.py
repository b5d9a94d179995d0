"""A lead plans in the browser, by keyboard and accessible names alone."""

import pytest

from hand import Hand

LINES = "Lines, or rows pasted from a spreadsheet"


@pytest.fixture
def hand(page):
    return Hand(page, tabs_max=160)


@pytest.fixture
def plan(workbench, maya):
    """The address of the plan."""
    return f"{workbench.address}/audits/{maya.audit}/plan"


def listed(maya, screen):
    return [
        one["label"] for one in maya.asked("component", "list")
        if one["screen"] == screen and one["withdrawn"] is None]


def test_500_pasted_rows_with_12_bad_ones(page, hand, plan, maya):
    rows = [f"Screen {n % 9}\t{'Slidr' if n % 41 == 0 else 'Menu'}\tRow {n}" for n in range(1, 501)]
    before = len(maya.asked("component", "list"))
    page.goto(plan)
    hand.press("link", "Add components")
    hand.fill(LINES, "\n".join(rows))
    hand.press("button", "Add")
    assert page.get_by_role("heading", name="Preview: 488 to add, 0 there already, 12 left out")
    assert page.get_by_text("Left out.").count() == 12
    assert len(maya.asked("component", "list")) == before
    hand.press("button", "Add 488 components")
    assert page.get_by_role("heading", name="488 components added").count() == 1
    # What was left out is in the field again, to be mended.
    left = page.get_by_label(LINES).input_value().splitlines()
    assert [line.split("\t")[2] for line in left[1:]] == [f"Row {41 * n}" for n in range(1, 13)]
    hand.reach("textbox", LINES)
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("\n".join(rows))
    hand.press("button", "Add")
    assert page.get_by_role("heading", name="Preview: 0 to add, 488 there already").count() == 1
    assert len(maya.asked("component", "list")) == before + 488


def test_moved_renamed_withdrawn_and_taken_back(page, hand, plan, maya):
    for label in "ABC":
        maya.run("component", "add", "--screen", "Cards", "--control", "menu", "--label", label)
    page.goto(f"{plan}?find=Cards%20menu")
    hand.press("button", "Move up: C, 3 of 4")
    assert listed(maya, "Cards") == ["A", "C", "B", "Card in use"]
    # The button that was pressed has the focus again, so that pressing on moves on.
    page.locator("button:focus", has_text="Move up: C, 2 of 4").wait_for()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert listed(maya, "Cards") == ["C", "A", "B", "Card in use"]
    hand.press("button", "Move the screen up: Cards, 2 of 5")
    assert maya.asked("screen", "list")["screens"][0]["name"] == "Cards"

    page.goto(f"{plan}?find=Cards%20menu")
    hand.press("link", "Edit : B")
    hand.reach("textbox", "Label")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("Bee")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.get_by_role("heading", name="Saved", exact=True).count() == 1
    assert "Bee" in listed(maya, "Cards")

    page.goto(f"{plan}?find=Cards%20menu")
    page.get_by_role("checkbox", name="A", exact=True).press("Space")
    page.get_by_label("Withdraw, because").focus()
    page.keyboard.insert_text("Removed in 8.4.1.")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.get_by_role("heading", name="1 component withdrawn").count() == 1
    assert "A" not in listed(maya, "Cards")
    hand.press("button", "Restore : A")
    assert "A" in listed(maya, "Cards")


def test_many_are_assigned_with_a_day(page, hand, plan, maya):
    maya.run("audit", "group", "set", "Payments", "Maya Lindqvist")
    page.goto(plan)
    for screen in ("Accounts", "Cards"):
        page.get_by_role("checkbox", name=f"Whole screen : {screen}").press("Space")
    page.get_by_label("Assign to").focus()
    page.keyboard.type("Group: Pay")
    page.get_by_label("Due on", exact=True).fill("2026-12-04")
    with page.expect_navigation():
        page.get_by_label("Due on", exact=True).press("Enter")
    assert page.get_by_role("heading", name="2 components changed").count() == 1
    given = {one["name"]: (one["assignees"], one["due"]) for one in maya.asked("component", "list")}
    assert given["Cards/Card in use"] == (["Payments"], "2026-12-04")
    assert given["Settings/Language"] == ([], None)


def test_a_capture_is_read_as_lines(page, hand, plan, maya, tmp_path):
    capture = tmp_path / "window_dump.xml"
    capture.write_text(
        "<?xml version='1.0'?><hierarchy rotation='0'><node class='android.widget.ImageButton'"
        " content-desc='More options' clickable='true' bounds='[0,0][9,9]' /></hierarchy>")
    page.goto(f"{plan}/add")
    hand.fill("Screen of a capture, where it does not tell it", "Transfer")
    page.get_by_label("Rows, or a capture of a screen").set_input_files(capture)
    hand.press("button", "Read the file")
    hand.press("button", "Add 1 component")
    assert "More options" in listed(maya, "Transfer")
