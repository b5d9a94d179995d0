"""A robot's 1,000 verdicts, one key each, over all states of an audit; how long each takes.

usage: robot.py [--verdicts N] [--half MS] [--most MS]   exit code 1: p50 or p99 is above its limit, or
a verdict is on another criterion than the one that was on the screen when its key was pressed

The setting "go on after a verdict" is on, so that a key judges a criterion and goes to the next one; `g`
leads to the next state. The clock is that of latency.py.
"""

import argparse
import pathlib
import sys
import tempfile

import story
from conftest import chromium
from latency import WATCH, share
from programs import Laptop, Workbench
from sheet import Sheet, until

KEYS = {"p": "passed", "f": "failed", "c": "cantTell", "i": "inapplicable"}
GO_ON = "localStorage.setItem('accord.go-on', 'on')"
AT = """(() => {
    const [component, environment, state] = location.pathname.split('/').slice(4);
    const at = document.activeElement.closest('.criterion');
    return at && [component, environment, state, at.dataset.criterion].join(' ');
})()"""


def plan(laptop, verdicts):
    """As many copies of the Larkfield audit's screens as have so much to test."""
    laptop.audit = story.plan(laptop)
    untested = laptop.asked("list", "--untested")
    copies = verdicts // len(untested) + 1
    rows = {(row["screen"], row["control"], row["label"]): row for row in untested}
    for number in range(2, copies + 1):
        for screen, control, label in rows:
            laptop.run("component", "add", "--screen", f"{screen} {number}", "--control", control,
                       "--label", label, "--states", "all")
    laptop.components = story.component_ids(laptop)


def judge(page, sheet, verdicts):
    """Presses keys until so many are saved; returns what was meant, by place, and the times."""
    meant, times, letters = {}, [], list(KEYS)
    while len(meant) < verdicts:
        page.evaluate(WATCH)
        sheet.press("g")
        while len(meant) < verdicts and (at := page.evaluate(AT)):
            key = letters[len(meant) % len(letters)]
            assert at not in meant, f"{at} is judged twice"
            meant[at] = KEYS[key]
            sheet.saving_keys(key)
        times += page.evaluate("accordTimes")
        if len(meant) < verdicts:
            here = page.url
            sheet.press("g")
            page.wait_for_url(lambda url: url.split("#")[0] != here.split("#")[0])
            until(page, "document.activeElement.closest('.criterion')")
    return meant, sorted(times)


def recorded(laptop):
    """What another process finds, by place."""
    names = {name: component for name, component in laptop.components.items()}
    return {
        " ".join((names[f"{row['screen']}/{row['label']}"], row["environment"], row["state"],
                  row["criterion"])): row["outcome"]
        for row in laptop.asked("list") if row["outcome"]
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--verdicts", type=int, default=1000)
    parser.add_argument("--half", type=float, default=20)
    parser.add_argument("--most", type=float, default=50)
    wanted = parser.parse_args()
    with chromium() as browser, tempfile.TemporaryDirectory(prefix="accord-web.") as home:
        laptop = Laptop(pathlib.Path(home), "Maya Lindqvist")
        plan(laptop, wanted.verdicts)
        first = laptop.asked("list", "--untested")[0]
        with Workbench(laptop) as workbench:
            page = workbench.browse(browser)
            page.evaluate(GO_ON)
            component = f"{first['screen']}/{first['label']}"
            sheet = Sheet(page, workbench, laptop, component, first["state"]).open()
            meant, times = judge(page, sheet, wanted.verdicts)
        found = recorded(laptop)
    wrong = [place for place in meant | found if meant.get(place) != found.get(place)]
    half, most = share(times, 50), share(times, 99)
    good = not wrong and half < wanted.half and most < wanted.most
    print(
        f"one key a verdict: {len(meant)} over all states, {len(wrong)} on a wrong criterion, "
        f"p50 {half:.1f} ms, p99 {most:.1f} ms, limits {wanted.half:.0f} and {wanted.most:.0f} ms  "
        f"{'ok' if good else 'TOO SLOW' if not wrong else 'WRONG'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
