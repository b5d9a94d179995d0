"""The report that `accord export html` writes: one file, opened from a disk."""

import checks
import pytest
import story
from programs import Laptop

TEXTS = [
    "<script>document.title = 'run'</script>", "a | b", "שלום \"(8.4)\"", "\u202etxt.exe",
    "x" * 3000, "word " * 400, "line\nline\n\n  indented", "\x1b[31m",
]
OUTCOMES = ["failed", "passed", "cantTell", "inapplicable"]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A report of every outcome and of texts that are hard to show."""
    folder = tmp_path_factory.mktemp("report")
    laptop = Laptop(folder, "Maya <b>Lindqvist")
    story.plan(laptop)
    rows = laptop.asked("list", "--untested")[:120]
    for number, row in enumerate(rows):
        text = TEXTS[number % len(TEXTS)]
        row |= {"outcome": OUTCOMES[number % 4], "note": text, "heard": text}
        if number % 5 == 0:
            row |= {"recommendation": text, "links": ["https://example.org/" + "a" * 60]}
    laptop.record(rows)
    laptop.run("audit", "lens", "--add", "en-301-549-3.2.1")
    laptop.run("export", "html", "--output", str(folder / "report.html"))
    return (folder / "report.html").as_uri(), len(rows)


@pytest.fixture
def page(browser, report):
    context = browser.new_context(viewport=checks.DESK)
    page = context.new_page()
    page.said, page.asked = [], []
    page.on("console", lambda message: page.said.append(message.text))
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(report[0])
    yield page
    context.close()


@pytest.mark.parametrize("mode", checks.MODES)
def test_a_report_can_be_read_in_every_way(page, mode):
    checks.turn(page, mode)
    # Once as it is opened, once with all that is told shortly.
    for _ in range(2):
        wrong = []
        for check in (checks.overflow, checks.cut, checks.room, checks.targets, checks.ids):
            wrong += check(page)
        if mode != "400 % zoom":  # it is the page of 320 px
            wrong += checks.axe(page, mode)
        if mode in checks.CONTRAST_MIN:
            wrong += checks.contrast(page, mode)
        assert wrong == []
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def test_a_report_loads_nothing_and_runs_nothing(page, report):
    assert page.asked == [report[0]]
    assert page.said == []
    assert page.locator("script, link, img, iframe").count() == 0
    assert not page.title().startswith("run")


def test_every_finding_is_found_by_its_address(page, report):
    links = page.locator("a.self")
    assert links.count() == report[1]
    for at in (0, report[1] // 2, report[1] - 1):
        address = links.nth(at).get_attribute("href")
        page.goto(report[0] + address)
        assert page.locator(":target").is_visible(), "also where it is told shortly"


def test_tab_reaches_everything(page):
    assert checks.focus(page) == []


def test_on_paper_all_is_told_in_dark_ink(page, report):
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 672, "height": 986})
    assert page.locator("article:visible, .brief > ul > li:visible").count() == report[1]
    assert page.locator(".contents:visible, .skip:visible, .self:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    wide = "[...document.querySelectorAll('table')].filter((t) => t.scrollWidth > 672).length"
    assert page.evaluate(wide) == 0
    assert checks.overflow(page) == []
