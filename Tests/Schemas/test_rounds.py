"""What `accord rounds compare` says, held to a count of its own in the whole NDJSON export."""

import random
from collections import Counter

import pytest
import story
from programs import Laptop, Server
from test_exports import whole

FINDING = ("component", "environment", "state", "criterion")
CHANGES = {
    "failed": {
        "passed": "fixed", "failed": "still-failing", "untested": "not-retested",
        "unclear": "not-comparable"},
    "passed": {"failed": "regressed", "unclear": "not-comparable"},
    "unclear": dict.fromkeys(["passed", "failed", "unclear", "untested"], "not-comparable"),
    "untested": {"failed": "new"},
}


def judged(randomness, rows, share):
    return [
        row | {"outcome": outcome} | ({"severity": "serious"} if outcome == "failed" else {})
        for row in rows if randomness.random() < share
        for outcome in [randomness.choice(["passed", "failed", "cantTell", "inapplicable"])]]


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """The lead of an audit in its third round; two people judged a part of each, and differ."""
    folder, randomness = tmp_path_factory.mktemp("rounds"), random.Random(8)
    with Server(folder / "server") as server:
        lead, maya = (Laptop(folder, name, home=name.lower()) for name in ("Tomas", "Maya"))
        for laptop in (lead, maya):
            server.enrol(laptop)
        story.plan(lead)
        lead.run("sync")
        lead.run("audit", "people", "add", "Maya", "--role", "tester")
        lead.run("sync")
        maya.run("sync")
        for number in (1, 2, 3):
            left = lead.asked("list", "--untested")
            assert {row["round"] for row in left} == {number}
            for laptop in (lead, maya):
                laptop.record(judged(randomness, left, 0.5))
            for laptop in (maya, lead):
                laptop.run("sync")
            failed = randomness.choice([one for one in whole(lead) if one["outcome"] == "failed"])
            lead.run(
                "withdraw", f"{failed['component']}@{failed['environment']}:{failed['state']}",
                "--criterion", failed["criterion"], "--reason", "Not asked.")
            if number < 3:
                lead.run("audit", "round", "new", "--build", f"ios=8.{number + 4}")
            lead.run("sync")
            maya.run("sync")
    return lead


def said(row):
    """What a round says of a finding."""
    gone = row["withdrawn"] and not row["withdrawn"]["contested"]
    if gone or row["basis"] == "untested":
        return "untested"
    if row["basis"] == "undecided" or row["outcome"] == "cantTell":
        return "unclear"
    return "passed" if row["outcome"] == "inapplicable" else row["outcome"]


@pytest.mark.parametrize("later, earlier", [(2, 1), (3, 2), (3, 1)])
def test_what_became_of_findings_is_what_the_whole_export_says(rounds, later, earlier):
    outcomes = {}
    for row in whole(rounds):
        place = tuple(row[key] for key in FINDING)
        outcomes.setdefault(place, {})[row["round"]] = said(row)
    wanted = Counter(
        CHANGES[of.get(earlier, "untested")].get(of.get(later, "untested"))
        for of in outcomes.values())
    del wanted[None]
    told = rounds.asked("rounds", "compare", "--round", str(later), "--against", str(earlier))
    assert {name: count for name, count in told["counts"].items() if count} == dict(wanted)
    assert Counter(one["change"] for one in told["findings"]) == wanted
    assert len(wanted) == 6


def test_what_failed_is_listed_first(rounds):
    left = rounds.asked("list", "--untested", "--failed-first")
    plain = rounds.asked("list", "--untested")
    key = lambda row: tuple(row[name] for name in FINDING[:3])  # noqa: E731
    bad = {
        key(row) for row in whole(rounds)
        if row["round"] == 2 and said(row) in ("failed", "unclear")}
    assert left == [row for row in plain if key(row) in bad] + [
        row for row in plain if key(row) not in bad]
    assert left != plain


def test_a_round_is_told_with_its_builds(rounds):
    told = rounds.asked("rounds")
    assert [(one["round"], one["builds"], one["isCurrent"]) for one in told] == [
        (1, "ios 8.4.0", False), (2, "ios 8.5", False), (3, "ios 8.6", True)]
