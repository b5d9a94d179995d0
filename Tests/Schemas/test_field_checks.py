"""What `accord checks` asks, held to a reading of its own of the whole NDJSON export."""

import random
from collections import Counter
from datetime import datetime

import pytest
import story
from crowd import judged
from programs import Laptop, Server
from test_exports import whole

CLEAR = ("passed", "failed")


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """The lead of a tester who passes everything in a hurry, and of one who does not."""
    folder, randomness = tmp_path_factory.mktemp("hasty"), random.Random(9)
    with Server(folder / "server") as server:
        lead, maya, lee = laptops = [Laptop(folder, name) for name in ("Tomas", "Maya", "Lee")]
        for laptop in laptops:
            server.enrol(laptop)
        story.plan(lead)
        lead.run("sync")
        for one in (maya, lee):
            lead.run("audit", "people", "add", one.name, "--role", "tester")
        story.Team.sync(*laptops)
        left = lead.asked("list", "--untested")
        lee.record(judged(randomness, left, 0.9))
        for row in left[:25]:
            maya.record([row | {"outcome": "passed"}])
        maya.record([row | {"outcome": "passed"} for row in left[25:]])
        story.Team.sync(maya, lee, lead)
    return lead


def verdicts(rows):
    for row in rows:
        if not row["withdrawn"] or row["withdrawn"]["contested"]:
            newest = {}
            for one in sorted(row["siblings"], key=lambda one: one["at"]):
                if not one["unplaced"]:
                    newest[one["author"]] = one
            yield from ((row, one) for one in newest.values())


def fast(moments):
    """How many of some moments lie in a minute with more than twenty."""
    return sum(
        any(sum(start <= one < start + 60 for one in moments) > 20 and start <= moment < start + 60
            for start in moments)
        for moment in moments)


def asked(rows):
    """Counts by kind, person and control."""
    found, said = Counter(), list(verdicts(rows))
    for row, one in said:
        words = row["note"] or row["heard"] or row["evidence"]
        found["bare", None, ""] += one["outcome"] == "failed" and not words
    for name in {one["author"] for _, one in said}:
        times = Counter(
            datetime.fromisoformat(one["at"]).timestamp()
            for _, one in said if one["author"] == name)
        found["fast", name, ""] = fast([time for time, count in times.items() if count == 1])
        clear = [(row, one) for row, one in said if one["outcome"] in CLEAR]
        for control in {row["control"] for row, _ in clear}:
            own = [(row["criterion"], one["outcome"]) for row, one in clear
                   if one["author"] == name and row["control"] == control]
            criteria = {criterion for criterion, _ in own}
            others = [one["outcome"] for row, one in clear
                      if one["author"] != name and row["criterion"] in criteria]
            if len({outcome for _, outcome in own}) == 1 and min(len(own), len(others)) >= 20:
                same = others.count(own[0][1]) / len(others)
                if same < 1 and same ** len(own) < 0.01:
                    found["one-sided", name, control] = len(own)
    return +found


@pytest.mark.parametrize("audit", ["crowd", "hasty"])
def test_what_is_asked_is_what_the_whole_export_says(audit, request):
    lead = request.getfixturevalue(audit)
    told = [
        one for one in lead.asked("checks", "--all")
        if one["kind"] in ("bare", "fast", "one-sided")]
    wanted = asked(whole(lead))
    assert {(one["kind"], one["person"], one["control"]): one["count"] for one in told} == wanted
    assert all(len(one["places"]) == one["count"] for one in told)
    if audit == "hasty":
        assert wanted["fast", "Maya", ""] == 25
        assert {kind for kind, _, _ in wanted} == {"bare", "fast", "one-sided"}


def test_what_was_seen_is_asked_no_more(hasty):
    assert hasty.asked("checks", "--seen")
    assert not hasty.asked("checks")
    assert all(one["isSeen"] for one in hasty.asked("checks", "--all"))
