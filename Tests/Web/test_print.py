"""What is taken along on paper."""

import re

import checks
import pages
import story
from programs import Laptop, Workbench

# What a page of A4 has within our margins, in the style sheet's pixels.
PAPER = {"width": 672, "height": 986}


def sheets(page):
    """How many pages of A4 it takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_an_audit_is_printed_as_tables_of_its_open_screens(readers):
    listed = next(page for page in pages.PAGES if page.name == "audit")
    page = readers.open(listed, viewport=checks.DESK)
    tables = page.locator(".component table").count()
    page.emulate_media(media="print")
    assert page.locator(".component table:visible").count() == tables
    assert page.locator(".topbar:visible, .filters:visible, .button:visible").count() == 0
    assert sheets(page) <= 1 + tables // 2
    page.emulate_media(media="screen")
    page.locator("details.screen > summary").first.click()
    page.emulate_media(media="print")
    assert page.locator(".component table:visible").count() < tables
    page.context.close()


def test_a_state_with_all_its_criteria_takes_two_pages(browser, tmp_path):
    laptop = Laptop(tmp_path, "Maya Lindqvist")
    audit = story.plan(laptop, environments=[story.IOS])
    asked = [row for row in laptop.asked("list", "--untested")
             if (row["label"], row["state"]) == ("Transaction details", "half-screen")]
    # What is asked elsewhere is judged here, too.
    shown = laptop.asked("catalogue", "show", "sheet.ios")["platforms"][0]["states"]
    criteria = next(one["criteria"] for one in shown if one["id"] == "half-screen")
    told = {name: laptop.asked("catalogue", "show", name) for name in criteria}
    rows = [asked[0] | {"criterion": name} for name in criteria
            if "screen-reader" in told[name]["for"] + (told[name]["otherwise"] or [])]
    assert len(rows) >= 23
    for number, row in enumerate(rows):
        row["outcome"] = ["passed", "failed", "cantTell", "inapplicable"][number % 4]
        if number % 4 == 1:
            row |= {"severity": "serious", "heard": "Sheet grabber, double tap to activate"}
            row["note"] = "Heard twice on the way there, without its role button."
    laptop.record(rows)
    picture = tmp_path / "grabber.png"
    picture.write_bytes(story.png(180, 320))
    for row in rows[:2]:
        laptop.run(
            "attach", story.spoken(story.SHEET, story.IOS, "half-screen"), "--criterion",
            row["criterion"], str(picture))
    sheet = story.component_ids(laptop)[story.SHEET]
    with Workbench(laptop) as workbench:
        page = workbench.browse(browser)
        page.goto(f"{workbench.address}/audits/{audit}/states/{sheet}/{story.IOS}/half-screen")
        assert sheets(page) <= 2
        page.emulate_media(media="print")
        assert page.locator(".criterion h3:visible").count() == len(rows)
        assert page.get_by_text("Heard twice on the way").count() >= len(rows) // 4
        assert page.locator(".topbar:visible, .savebar:visible, .rail:visible").count() == 0
        page.context.close()


def test_an_audit_is_taken_along_with_a_box_for_each_verdict(readers):
    listed = next(page for page in pages.PAGES if page.name == "paper")
    page = readers.open(listed, viewport=PAPER)
    page.goto(page.url.split("?")[0])
    laptop = readers.team.maya
    names = set(page.locator(".paper h2 > bdi").all_inner_texts())
    assert names == {one["label"] for one in laptop.asked("component", "list")}
    untested = len(laptop.asked("list", "--untested"))
    assert page.locator(".paper .box").count() == untested
    page.emulate_media(media="print")
    assert page.locator(".topbar:visible, .actions:visible, .no-print:visible").count() == 0
    cut = page.eval_on_selector_all(
        ".paper", """(all, height) => all.filter((one) =>
            getComputedStyle(one).breakInside !== 'avoid' || one.offsetHeight > height
        ).map((one) => one.textContent.slice(0, 80))""", PAPER["height"])
    assert cut == []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "a table is wider than the paper"
    page.context.close()
