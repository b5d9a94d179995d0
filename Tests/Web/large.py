"""How long each page of the workbench takes over an audit of 100,000 findings.

usage: large.py [--findings N] [--components N] [--testers N] [--home FOLDER]
                [--limit MS] [--first-limit MS] [--sync-limit MS]
exit code 1 when the program computes longer for a page than the limit, at the median of 20 times, or
takes longer for the way in, after which it has read the whole audit for the first time. The page
with the most criteria, which is opened most often, has limits of its own, of time and size. What is
searched is indexed before. With --testers so many share the work: a fifth of the component states
is judged by two, 500 verdicts differ, and a sync that brings a lead one change is measured, too.
With --home an audit that was made before is measured again.
"""

import argparse
import http.cookiejar
import os
import pathlib
import sys
import tempfile
import time
import urllib.request

import patience
import story
from programs import Laptop, Server, Workbench

# Where each control starts, so that one row makes a component of it.
CONTROLS = [
    ("menu", "collapsed"), ("sheet", "closed"), ("modal-dialog", "closed"),
    ("table-row", "enabled")]
OUTCOMES = ["passed"] * 7 + ["inapplicable", "cantTell"]
MENU = "Screen 0001/Control 00001"
# The page with the most criteria, which is opened most often, and what it may take and weigh.
LARGEST, LARGEST_MS, LARGEST_KILOBYTES = "state page, 25 criteria", 60, 120
FINDINGS_OF_COMPONENT = 50  # or more, in both environments together
DISAGREEMENTS = 500  # where many share the work
RUNS = 20


def fill(laptop, findings, components):
    """Makes an audit with so many findings, each by a change of its own, as keys write them.

    It has so many components at least; without a number, as many as its findings need.
    """
    audit = laptop.asked(
        "audit", "new", "Large", "--environment", story.IOS, "--environment", story.ANDROID)
    made = []
    for number in range(max(findings // FINDINGS_OF_COMPONENT + 1, components)):
        control, state = CONTROLS[number % len(CONTROLS)]
        made.append({
            "screen": f"Screen {number // 8 + 1:04}", "control": control,
            "label": f"Control {number + 1:05}", "environment": story.IOS, "state": state,
            "criterion": "label-in-name", "outcome": "passed"})
    laptop.record(made)
    if findings <= len(made):
        return audit["audit"]
    turns = {}
    counts = {}
    for row in laptop.asked("list", "--untested")[: findings - len(made)]:
        place = (row["screen"], row["label"], row["environment"], row["state"])
        turn = counts[place] = counts.get(place, -1) + 1
        turns.setdefault(turn, []).append(row)
    for turn, rows in turns.items():
        laptop.record([judged(row, number * 7 + turn) for number, row in enumerate(rows)])
    return audit["audit"]


def fill_shared(folder, laptop, findings, components, testers):
    """Makes such an audit by many: a lead plans, each judges a share, a fifth is judged by two.

    Returns the audit, its server and the first tester's laptop; `laptop` is the lead's.
    """
    server = Server(folder / "server")
    server.enrol(laptop)
    people = [
        Laptop(folder, f"Tester {number + 1:02}", f"tester{number}") for number in range(testers)]
    audit = fill(laptop, 0, max(findings // FINDINGS_OF_COMPONENT + 1, components))
    laptop.run("sync")
    for tester in people:
        server.enrol(tester)
        laptop.run("audit", "people", "add", tester.name, "--role", "tester")
    laptop.run("sync")
    places = {}
    for row in laptop.asked("list", "--untested"):
        place = (row["screen"], row["label"], row["environment"], row["state"])
        places.setdefault(place, []).append(row)
    shares = [[] for _ in people]
    left, differ = findings, DISAGREEMENTS
    for number, rows in enumerate(places.values()):
        rows = [judged(row, number * 7 + turn) for turn, row in enumerate(rows[:max(left, 0)])]
        left -= len(rows)
        shares[number % testers].append(rows)
        if number % 5 == 0 and rows:
            second = [{**row} for row in rows]
            if differ > 0:
                differs = "passed" if rows[0]["outcome"] == "cantTell" else "cantTell"
                second[0] |= {"outcome": differs}
                second[0].pop("severity", None)
                differ -= 1
            left -= len(second)
            shares[(number + 1) % testers].append(second)
    for tester in people:
        tester.run("sync")
    # Each without a network: nobody knows what the others say.
    for tester, share in zip(people, shares):
        for turn in range(max(map(len, share), default=0)):
            tester.record([rows[turn] for rows in share if turn < len(rows)])
    for tester in people:
        tester.run("sync")
    laptop.run("sync")
    return audit, server, people[0]


def synced(laptop, tester, runs):
    """Milliseconds of a sync that brings one change, the program's own time, each run sorted."""
    taken = []
    row = tester.asked("list", "--untested")[0]
    for number in range(runs):
        row["outcome"] = ("passed", "cantTell")[number % 2]
        tester.record([row])
        tester.run("sync")
        before = os.times()
        laptop.run("sync")
        after = os.times()
        taken.append(
            (after.children_user + after.children_system
             - before.children_user - before.children_system) * 1000)
    return sorted(taken)


def judged(row, number):
    """A row of what is untested, with a verdict; some with a note, one in twenty failed."""
    if number % 20 == 0:
        row |= {"outcome": "failed", "severity": "serious"}
    else:
        row["outcome"] = OUTCOMES[number % len(OUTCOMES)]
    if number % 4 == 0:
        row["note"] = f"Heard twice on the way to stop {number}, without its role button."
    return row


class Pages:
    """The pages, as one browser gets them."""

    def __init__(self, workbench):
        self.address = workbench.address
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies))
        # Leads to the list of audits: what the program reads first of all.
        self.entering, _ = self.get(workbench.entry.removeprefix(self.address))

    def get(self, path):
        """Milliseconds until the last byte, and how many kilobytes there are."""
        start = time.perf_counter()
        body = self.opener.open(self.address + path).read()
        return (time.perf_counter() - start) * 1000, len(body) / 1000

    def wait_until_indexed(self, path):
        """Asks until a search has looked through everything."""
        deadline = time.monotonic() + patience.SECONDS_MAX
        while b" to be indexed" in self.opener.open(self.address + path).read():
            if time.monotonic() > deadline:
                raise TimeoutError(f"{path} is not indexed yet")


def computed(program):
    """Milliseconds that a program has computed: what counts on a machine that does other things."""
    # The number of that process's clock, as clock_getcpuclockid(3) makes it on Linux.
    return time.clock_gettime((~program.process.pid << 3) | 2) * 1000


def paths(laptop, audit):
    """Pages by name; the audit's is the first that is opened."""
    parts = laptop.asked("component", "list")
    part, sheet = parts[-1], next(one for one in parts if one["control"] == "sheet")
    state = f"states/{part['id']}/{story.IOS}/{dict(CONTROLS)[part['control']]}"
    pages = {
        "audit": "", "audit, open": "?show=open", "audit, last page": "?page=9999",
        "audit, by name": "?find=control+00777",
        "overview": "/overview", "overview, failed": "/overview?show=failed",
        "overview, last page": "/overview?page=9999",
        "plan": "/plan", "plan, by name": "/plan?find=control+00777", "paper": "/paper",
        "states": "/states", "states, by name": "/states?q=control+00777", "state": f"/{state}",
        LARGEST: f"/states/{sheet['id']}/{story.IOS}/full-screen",
        "copy": f"/{state}/copy", "conflicts": "/conflicts",
        "resolved": "/conflicts?show=resolved", "search": "/search?q=heard+twice",
        "search, failed": "/search?q=stop&outcome=failed", "sync": "/sync",
    }
    return {"audits": "/audits"} | {
        name: f"/audits/{audit}{path}" for name, path in pages.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--components", type=int, default=0)
    parser.add_argument("--testers", type=int, default=0)
    parser.add_argument("--home", type=pathlib.Path)
    parser.add_argument("--limit", type=float, default=50)
    parser.add_argument("--first-limit", type=float, default=300)
    parser.add_argument("--sync-limit", type=float, default=60)
    wanted = parser.parse_args()
    patience.SECONDS_MAX = patience.LONG_SECONDS_MAX
    with tempfile.TemporaryDirectory(prefix="accord-web.") as temporary:
        folder = pathlib.Path(temporary)
        laptop = Laptop(wanted.home or folder, "Maya Lindqvist")
        slow = []
        if laptop.asked("audit", "list"):
            audit = laptop.asked("audit", "list")[0]["audit"]
        elif wanted.testers:
            audit, server, tester = fill_shared(
                folder, laptop, wanted.findings, wanted.components, wanted.testers)
            with server:
                slow += told("sync of one", synced(laptop, tester, RUNS), wanted.sync_limit)
        else:
            audit = fill(laptop, wanted.findings, wanted.components)
        with Workbench(laptop) as workbench:
            slow += measure(workbench, paths(laptop, audit), wanted)
    for name, taken in slow:
        print(f"TOO SLOW: {name}, {taken:.0f} ms", file=sys.stderr)
    return 1 if slow else 0


def told(name, times, limit):
    """Prints the median of sorted times; returns it where it is above the limit."""
    median = times[len(times) // 2]
    print(f"{name:24} {median:9.1f} ms, from {times[0]:.1f} to {times[-1]:.1f}", flush=True)
    return [(name, median)] if median > limit else []


def medians(browser, path, workbench):
    """Milliseconds until a page is there, and those that the program computed for it."""
    times, costs = [], []
    for _ in range(RUNS):
        before = computed(workbench)
        times.append(browser.get(path)[0])
        costs.append(computed(workbench) - before)
    return sorted(times)[RUNS // 2], sorted(costs)[RUNS // 2]


def measure(workbench, pages, wanted):
    """Prints what each page takes; returns those above the limit."""
    browser = Pages(workbench)
    cold = browser.entering
    slow = [("the way in", cold)] if cold > wanted.first_limit else []
    print(f"{'page':24} {'first':>9}    {'warm':>9}    {'computed':>9}    {'size':>9}")
    print(f"{'the way in':24} {cold:9.1f} ms {'':9}    {computed(workbench):9.1f} ms")
    for name, path in pages.items():
        if name.startswith("search"):
            browser.wait_until_indexed(path)
        first, size = browser.get(path)
        warm, cpu = medians(browser, path, workbench)
        print(
            f"{name:24} {first:9.1f} ms {warm:9.1f} ms {cpu:9.1f} ms {size:9.1f} kB", flush=True)
        if cpu > (LARGEST_MS if name == LARGEST else wanted.limit):
            slow.append((name, cpu))
        if name == LARGEST and size > LARGEST_KILOBYTES:
            slow.append((f"{name} with {size:.0f} kB", cpu))
    return slow


if __name__ == "__main__":
    sys.exit(main())
