"""How a team fares beside a hostile member, against beside one who only works hard.

usage: scripts/hostile [MINUTES]: half of them with each; 20 unless told.

Where there are several cores, the laptop has one half of them, and server and members the other: as
they are several machines, a page that needs no server is not measured by what the server does.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import patience
from algebra import component_id, state_key
from crowd import Honest, Hostile, Member
from palette import ENVIRONMENT
from programs import Laptop, Workbench
from team import Team

PAUSE = 0.2  # seconds between two rounds of Maya's
TIMES_MAX = 2  # that much slower may everything be
CORES = sorted(os.sched_getaffinity(0))
LAPTOPS = CORES[:(len(CORES) + 1) // 2]
SERVERS = CORES[(len(CORES) + 1) // 2:] or CORES


class Maya:
    """A tester with the programs: she saves, syncs and opens a page, round after round."""

    def __init__(self, laptop, page):
        self.laptop, self.page = laptop, page
        self.seconds = {"save": [], "sync": [], "page": []}
        self.failed = []
        self.rounds = 0

    def timed(self, name, act):
        begun = time.perf_counter()
        try:
            act()
            self.seconds[name].append(time.perf_counter() - begun)
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            self.failed.append(f"{name}: {error}")

    def work(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.rounds += 1
            outcome = "passed" if self.rounds % 2 else "failed"
            self.timed("save", lambda: self.laptop.run(
                "record", "--component", "Home/Probe", "--environment", "ios-voiceover-phone-18",
                "--state", "expanded", "--criterion", "state-open", "--outcome", outcome))
            self.timed("sync", lambda: self.laptop.run("sync", "--all"))
            self.timed("page", self.page)
            time.sleep(PAUSE)

    def taken(self):
        """What was measured since the last time, and begins anew."""
        seconds, self.seconds = self.seconds, {name: [] for name in self.seconds}
        return seconds


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def opened(workbench):
    """Reads the audit's page as a browser does that has been let in."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    opener.open(workbench.entry, timeout=patience.SECONDS_MAX).read()

    def page():
        assert opener.open(workbench.address, timeout=patience.SECONDS_MAX).status == 200
    return page


def rows(laptop, liar):
    """Everybody's rows of the export but the liar's own, and those that Maya times herself by."""
    lines = laptop.run("export", "ndjson").splitlines()
    kept = []
    for line in lines:
        row = json.loads(line)
        if row["screen"] not in ("Liar", "Home") and liar not in json.dumps(row.get("authors")):
            kept.append(line)
    return kept


def memory(process):
    """The most memory that a process had at once so far, in MiB; 0 where the system tells none."""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def run(minutes, folder):
    os.sched_setaffinity(0, SERVERS)  # which the server inherits
    team = Team(folder / "server")
    os.sched_setaffinity(0, LAPTOPS)
    tomas, maya = Laptop(folder, "Tomas Lead"), Laptop(folder, "Maya Tester")
    for laptop in (tomas, maya):
        team.server.enrol(laptop)
    tomas.run("audit", "new", "Harbour", "--environment", "ios-voiceover-phone-18")
    for screen, label in (("Home", "Probe"), ("Accounts", "Account options")):
        tomas.run("component", "add", "--screen", screen, "--control", "menu", "--label", label)
    tomas.run("sync", "--all")
    for name in ("Maya Tester", "Lee Okafor"):
        tomas.run("audit", "people", "add", name, "--role", "tester")
    tomas.run("sync", "--all")
    maya.run("sync", "--all")
    maya.record([
        {"screen": "Accounts", "control": "menu", "label": "Account options",
         "environment": "ios-voiceover-phone-18", "state": "expanded", "criterion": criterion,
         "outcome": "failed", "severity": "critical", "note": "The opener says only “button”."}
        for criterion in ("state-open", "one-stop")])
    maya.run("sync", "--all")
    audit = bytes.fromhex(maya.asked("audit", "show")["audit"])
    her = bytes.fromhex(maya.asked("status")["person"])
    key = state_key(
        audit, component_id("Accounts", "menu", "Account options"), ENVIRONMENT, 1, "expanded")
    before = rows(maya, team.lee.name)
    print(f"{len(before)} rows of others before", flush=True)

    Hostile.victim, Member.cores = (key, her), SERVERS
    times = {}
    with Workbench(maya) as workbench:
        person = Maya(maya, opened(workbench))
        for kind in (Honest, Hostile):
            with kind(team.lee, audit) as member:
                time.sleep(5)
                maya.run("sync", "--all")
                person.taken()
                person.work(minutes * 30)
            times[kind.__name__] = person.taken()
            print(f"{kind.__name__.lower()} member: {dict(member.met)}; "
                  f"the server took {memory(team.server.process)} MiB at most", flush=True)
    time.sleep(2)
    tomas.run("sync", "--all")
    maya.run("sync", "--all")
    after = rows(maya, team.lee.name)
    lead = rows(tomas, team.lee.name)
    team.end()
    return before, after, lead, times, person.failed


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory(prefix="accord-hostile.") as folder:
        path = pathlib.Path(folder)
        (path / "server").mkdir()
        before, after, lead, times, failed = run(minutes, path)
    good = True
    print(f"{'':6}{'honest p50':>12}{'p99':>8}{'hostile p50':>13}{'p99':>8}   times")
    for name in ("save", "sync", "page"):
        one, two = (times[kind][name] for kind in ("Honest", "Hostile"))
        p50, p99 = (percentile(two, share) / percentile(one, share) for share in (0.5, 0.99))
        holds = max(p50, p99) <= TIMES_MAX
        good &= holds
        print(f"{name:6}{statistics.median(one) * 1000:9.0f} ms{percentile(one, 0.99) * 1000:5.0f} ms"
              f"{statistics.median(two) * 1000:10.0f} ms{percentile(two, 0.99) * 1000:5.0f} ms"
              f"   {p50:.2f} {p99:.2f} {'' if holds else 'WRONG'}  ({len(one)}, {len(two)})")
    same = before == after == lead
    good &= same and not failed
    print(f"{len(failed)} of the team's acts failed; others' rows "
          + ("byte for byte as before" if same else "DIFFER"))
    for line in failed[:5]:
        print(line[:300])
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
