"""`accord serve` is killed in the midst; what a page called saved is there, and it goes on."""

import random
import threading

import pytest

import patience
from programs import Workbench
from sheet import SAVED, TROUBLE, Sheet, until

KILLS = 3
SAVES_MAX = 40_000

# Judges one criterion after the other as fast as saves are answered, and keeps what each save that
# the page called saved had said. Ends when a save fails, or after so many. In each round a criterion
# is given another word than in the round before: one that is chosen already saves nothing.
JUDGE_ON = f"""async (most) => {{
    const wait = async (condition) => {{
        const end = performance.now() + {patience.PAGE_MILLISECONDS};
        while (!condition()) {{
            if (performance.now() > end) throw new Error('neither saved nor told as trouble');
            await new Promise((go) => setTimeout(go, 0));
        }}
    }};
    const boxes = [...document.querySelectorAll('.criterion')];
    const words = ['passed', 'failed', 'cantTell', 'inapplicable'];
    const calledSaved = {{}};
    for (let n = 0; n < most; n++) {{
        const box = boxes[n % boxes.length];
        const round = Math.floor(n / boxes.length);
        const word = words[(n % boxes.length + round) % words.length];
        const before = {SAVED};
        box.querySelector(`input[name^=outcome][value=${{word}}]`).click();
        await wait(() => {SAVED} > before || {TROUBLE});
        if ({TROUBLE}) return {{ calledSaved, last: {{ criterion: box.dataset.criterion, word }} }};
        calledSaved[box.dataset.criterion.split('.').at(-1)] = word;
    }}
    return {{ calledSaved, last: null }};
}}"""


def looks_unsaved(page, criterion):
    """Bar, chip and criterion say so, not by colour alone, and one button saves again."""
    bar = page.locator(".savebar--error[role=alert]")
    assert bar.count() == 1 and bar.locator("use[href='#i-error']").count() == 1
    assert bar.get_by_role("button", name="Save again").is_visible()
    assert page.inner_text("[data-chip-text]").startswith("Not saved")
    assert page.locator(".sync-chip--error").count() == 1
    marked = page.locator(f".is-unsaved[data-criterion$='{criterion}'] [data-not-saved]")
    assert marked.inner_text() == "Not saved"


@pytest.mark.parametrize("seed", range(KILLS))
def test_what_a_page_called_saved_survives_a_kill_and_the_page_saves_again(browser, maya, seed):
    first = Workbench(maya)
    page = first.browse(browser)
    sheet = Sheet(page, first, maya).open()
    # Between the first save and the last; on a machine of any speed some come before and after.
    kill = threading.Timer(0.05 + random.Random(seed).random(), first.kill)
    kill.start()
    told = page.evaluate(JUDGE_ON, SAVES_MAX)
    kill.join()
    assert told["last"] is not None
    found = {name: row["outcome"] for name, row in sheet.recorded().items()}
    failed = told["last"]["criterion"].split(".")[-1]
    for name, outcome in told["calledSaved"].items():
        if name != failed:
            assert found[name] == outcome
    # The save that was not answered may have been made or not; what it replaced is not half there.
    assert found.get(failed) in {told["calledSaved"].get(failed), told["last"]["word"]}
    assert "still in this window" in page.inner_text("[data-save-state]")
    looks_unsaved(page, told["last"]["criterion"])

    with Workbench(maya, port=first.port) as second:
        page.context.new_page().goto(second.entry)  # the same browser comes in again
        page.bring_to_front()
        before = sheet.saves()
        page.get_by_role("button", name="Save again").click()
        until(page, f"{SAVED} > {before}")
        assert page.locator(".savebar--error, .is-unsaved, .sync-chip--error").count() == 0
        assert page.get_by_role("button", name="Save").count() == 0
        assert sheet.recorded()[failed]["outcome"] == told["last"]["word"]
    page.context.close()


def test_what_was_typed_and_not_saved_is_saved_or_discarded_beside_its_field(page, sheet):
    first, second = sheet.criteria()[:2]
    for criterion, name in ((first, "Save"), (second, "Discard")):
        sheet.box(criterion).locator("details.more").first.evaluate("one => { one.open = true; }")
        with page.expect_response(lambda answer: "/unsaved" in answer.url):
            sheet.box(criterion).locator("[data-part='note']").press_sequentially("Spoken twice")
        sheet.open()
        place = sheet.box(criterion).locator("[data-unsaved]")
        described = sheet.box(criterion).locator("[data-part='note']").get_attribute("aria-describedby")
        assert described == place.locator("p").get_attribute("id")
        sheet.saving(place.get_by_role("button", name=name, exact=False).click)
        until(page, "!document.querySelector('.savebar--error')")
        assert place.count() == 0
    assert sheet.recorded()[first]["note"] == "Spoken twice"
    assert second not in sheet.recorded()
    assert page.locator(".savebar--error, .is-unsaved, .sync-chip--error").count() == 0


def test_a_fault_of_the_page_s_own_script_is_never_told_as_not_saved(page, sheet):
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.evaluate("document.querySelector('[data-judged]').remove()")
    sheet.press("g", "f")
    until(page, "document.querySelector('[data-save-state]').textContent.includes('mistake')")
    told = page.inner_text("[data-save-state]")
    assert told.startswith("Saved on this laptop, but this page made a mistake")
    assert page.locator(".savebar--error, .is-unsaved, .sync-chip--error").count() == 0
    assert sheet.recorded()[sheet.criteria()[0]]["outcome"] == "failed"
    assert len(faults) == 1
    # The next save is made and shown as any other.
    page.evaluate("""() => {
        const judged = document.createElement('span');
        judged.dataset.judged = '';
        document.body.append(judged);
    }""")
    sheet.press("j", "p")
    until(page, f"{SAVED} > 0 && !{TROUBLE}")
    assert sheet.recorded()[sheet.criteria()[1]]["outcome"] == "passed"


def test_a_page_that_is_open_says_that_nothing_answers_and_keeps_what_was_typed(browser, maya):
    with Workbench(maya) as workbench:
        page = workbench.browse(browser)
        sheet = Sheet(page, workbench, maya).open()
    sheet.press("g", "f")
    until(page, TROUBLE)
    assert sheet.outcome(sheet.criteria()[0]) == "failed"
    assert page.inner_text("[data-save-state]").startswith("Not saved: the workbench does not")
    assert sheet.recorded() == {}
    looks_unsaved(page, sheet.criteria()[0])
    page.context.close()
