"""How long it takes from a key to the page's word that the verdict is saved.

usage: latency.py [--verdicts N] [--limit MS] [--findings N]   exit code 1: p95 is above the limit

The clock is the browser's own: it starts when the key went down (the event's time stamp) and stops
when the text of the save bar is written, which follows the answer, which follows the commit.
With --findings the audit holds so many already.
"""

import argparse
import pathlib
import sys
import tempfile

import large
import patience
import story
from conftest import chromium
from programs import Laptop, Workbench
from sheet import Sheet

WATCH = """() => {
    window.accordTimes = [];
    let start = 0;
    addEventListener('keydown', (event) => { start = event.timeStamp; }, true);
    // Its number of saves follows the text at once; the text alone also tells of the server.
    new MutationObserver(() => accordTimes.push(performance.now() - start)).observe(
        document.querySelector('#findings'), { attributeFilter: ['data-saved'] });
}"""


def measure(sheet, verdicts):
    """Milliseconds of each verdict: a letter on one criterion, then on the next, and around."""
    sheet.page.evaluate(WATCH)
    count, letters = len(sheet.criteria()), "pfci"
    for number in range(verdicts):
        if number % count == 0:
            sheet.press(*["k"] * count)
        else:
            sheet.press("j")
        sheet.saving_keys(letters[(number + number // count) % len(letters)])
    times = sorted(sheet.page.evaluate("accordTimes"))
    assert len(times) == verdicts
    return times


def share(times, of_hundred):
    """The time that so many of a hundred do not exceed."""
    return times[min(len(times) - 1, len(times) * of_hundred // 100)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--verdicts", type=int, default=300)
    parser.add_argument("--limit", type=float, default=50)
    parser.add_argument("--findings", type=int, default=0)
    wanted = parser.parse_args()
    patience.SECONDS_MAX = patience.LONG_SECONDS_MAX
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="accord-web.") as home:
        laptop = Laptop(pathlib.Path(home), "Maya Lindqvist")
        laptop.audit = (
            large.fill(laptop, wanted.findings) if wanted.findings
            else story.plan(laptop, environments=[story.IOS]))
        laptop.components = story.component_ids(laptop)
        menu = large.MENU if wanted.findings else story.MENU
        with Workbench(laptop) as workbench:
            sheet = Sheet(workbench.browse(browser), workbench, laptop, menu).open()
            times = measure(sheet, wanted.verdicts)
    half, most = share(times, 50), share(times, 95)
    verdict = "ok" if most < wanted.limit else "TOO SLOW"
    print(
        f"key to saved: {len(times)} verdicts, median {half:.1f} ms, p95 {most:.1f} ms, "
        f"limit {wanted.limit:.0f} ms  {verdict}")
    return 0 if most < wanted.limit else 1


if __name__ == "__main__":
    sys.exit(main())
