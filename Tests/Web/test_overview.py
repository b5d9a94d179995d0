"""How far an audit is: one click away, by ear and keyboard, without script, however names are."""

import re

import pages
import pytest
import story
from programs import Laptop, Workbench
from sheet import until

LONG = "Zahlungsverkehrsübersichtseinstellungen " * 3
ARABIC = "خيارات الحساب"


@pytest.fixture(scope="module")
def laptop(tmp_path_factory):
    """A lead's laptop with an audit of which some is judged; names are long or from the right."""
    laptop = Laptop(tmp_path_factory.mktemp("overview"), "Maya Lindqvist")
    laptop.run("audit", "new", "Larkfield", f"--environment={story.IOS}")
    for screen, control, label in [
        (ARABIC, "menu", LONG.strip()), ("Cards", "sheet", ARABIC), ("Cards", "menu", "Options")]:
        laptop.run(
            "component", "add", "--screen", screen, "--control", control, "--label", label)
    rows = laptop.asked("list", "--untested")
    outcomes = ["passed", "failed", "cantTell", "inapplicable"]
    laptop.record([row | {"outcome": outcomes[n % 4]} for n, row in enumerate(rows[::2])])
    return laptop


@pytest.fixture(scope="module")
def opened(browser, laptop):
    """Opens the overview in a browser of its own; the way in works once."""
    audit = laptop.asked("audit", "list")[0]["audit"]
    with Workbench(laptop) as workbench:
        entered = workbench.browse(browser).context.storage_state()

        def open_overview(way="overview", **settings):
            page = browser.new_context(storage_state=entered, **settings).new_page()
            page.goto(f"{workbench.address}/audits/{audit}/{way}".rstrip("/"))
            return page

        yield open_overview


def test_what_is_covered_behind_signable_and_gravest_is_one_click_away(opened):
    page = opened("")
    page.get_by_role("link", name="Overview", exact=True).click()
    page.wait_for_url("**/overview")
    main = page.get_by_role("main")
    assert re.search(r"\d+ of \d+ findings judged", main.inner_text())
    assert main.get_by_role("table", name=re.compile("^Menu ")).is_visible()
    testers = main.get_by_role("table", name="By tester")
    assert "Last heard of" in testers.inner_text()
    assert main.get_by_role("heading", name="Before it can be signed").is_visible()
    gravest = main.get_by_role("region", name="Gravest failures").get_by_role("link")
    assert 1 <= gravest.count() <= 5
    gravest.first.click()
    page.wait_for_url("**/states/*/*/*")
    page.context.close()


def test_a_cell_says_in_words_what_its_colour_says(opened):
    page = opened()
    cells = page.locator(".matrix td a")
    assert cells.count() > 3
    for text in cells.all_inner_texts():
        assert re.search(
            r"^\s*(\d+ (failed|can’t tell)|Passed|Started|Untested|Inapplicable)\s+\d+ of \d+", text
        ), text
    page.context.close()


@pytest.mark.parametrize("script", [True, False])
def test_filters_narrow_by_the_address_alone(opened, script):
    page = opened(java_script_enabled=script)
    assert page.locator("table.matrix").count() == 2
    page.get_by_label("Control", exact=True).select_option(label="Sheet")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**/overview?*control=sheet*")
    assert page.locator("table.matrix").count() == 1
    assert page.get_by_label("Control", exact=True).input_value() == "sheet"
    page.get_by_role("table", name="By screen").get_by_role("link").last.click()
    page.wait_for_url("**/overview?screen=*#coverage")
    assert page.locator("table.matrix tbody tr").count() == 1
    page.context.close()


def test_the_table_scrolls_in_its_region_and_the_page_does_not(opened):
    page = opened(viewport={"width": 320, "height": 640})
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320, width
    region = page.get_by_role("region", name=re.compile("scrolls sideways")).first
    region.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert region.evaluate("node => node.scrollWidth > node.clientWidth")
    page.context.close()


def test_every_cell_is_reached_by_the_tab_key_in_reading_order(opened):
    page = opened()
    hrefs = page.locator(".matrix td a").evaluate_all("all => all.map((one) => one.href)")
    page.locator(".matrix td a").first.focus()
    for href in hrefs[:4]:
        assert page.evaluate("document.activeElement.href") == href
        page.keyboard.press("Tab")
    page.context.close()


def test_what_arrives_is_announced_and_no_number_moves_before_show(readers):
    page = readers.open(pages.Listed("overview", "/audits/{audit}/overview"))
    before = page.get_by_role("main").inner_text()
    readers.team.lee.run(
        "record", "--component", story.SHEET, "--environment", story.IOS, "--state", "minimized",
        "--criterion", "grabber-name", "--outcome", "cantTell")
    readers.team.lee.run("sync")
    until(page, "document.querySelector('[data-notices] .notice')")
    notice = page.locator("[data-notices] .notice")
    assert "arrived" in notice.inner_text()
    assert page.get_by_role("main").inner_text().replace(notice.inner_text(), "").split() == (
        before.split())
    notice.get_by_role("link", name=re.compile("Show")).click()
    until(page, "!document.querySelector('[data-notices] .notice')")
    assert page.get_by_role("main").inner_text().split() != before.split()
    page.context.close()
