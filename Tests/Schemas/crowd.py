"""An audit of four people of whom three judge the same states, apart and in knowledge."""

import contextlib
import random

import story
from programs import Laptop, Server

SEVERITIES = ["minor", "moderate", "serious", "critical"]


@contextlib.contextmanager
def made(folder):
    """The laptop of its lead, while the server runs."""
    randomness = random.Random(34)
    with Server(folder / "server") as server:
        lead, *testers = laptops = [
            Laptop(folder, name, home=name.lower()) for name in ("Tomas", "Maya", "Lee", "Priya")]
        for laptop in laptops:
            server.enrol(laptop)
        story.plan(lead)
        lead.run("sync")
        for one in testers:
            lead.run("audit", "people", "add", one.name, "--role", "tester")
        for laptop in laptops:
            laptop.run("sync")
        left = lead.asked("list", "--untested")
        for tester in testers:
            tester.record(judged(randomness, left, 0.6))
        for laptop in [*testers, *laptops]:
            laptop.run("sync")
        for tester in testers:
            tester.record(judged(randomness, tester.asked("list", "--untested"), 0.3))
            tester.record(judged(randomness, left, 0.03))
            tester.run("sync")
        lead.run("sync")
        yield lead


def judged(randomness, rows, share):
    """Verdicts on a share of rows; most of them are what anybody would say there."""
    found = []
    for row in rows:
        if randomness.random() > share:
            continue
        usual = random.Random(row["state"] + row["criterion"]).random() < 0.3
        outcome = "failed" if usual else "passed"
        if randomness.random() < 0.2:
            outcome = randomness.choice(["passed", "failed", "cantTell", "inapplicable"])
        weight = {"severity": randomness.choice(SEVERITIES)} if outcome == "failed" else {}
        found.append(row | {"outcome": outcome} | weight)
    return found
