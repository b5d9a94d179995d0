"""What a signature holds, held to a hash of its own over the whole NDJSON export, and what is
said of it later on two laptops."""

import hashlib

import pytest
from programs import Laptop, Server
from test_exports import whole

IOS = "ios-voiceover-phone-18"
PLACE = ("component", "environment", "state", "criterion")


def verdict(row):
    """What holds of a finding; None where nobody judged it, or it was withdrawn."""
    gone = row["withdrawn"] and not row["withdrawn"]["contested"]
    if gone or row["basis"] == "untested":
        return None
    if row["basis"] == "undecided":
        return "undecided"
    if row["outcome"] == "failed":
        return "/".join(["failed", row["severity"], row["attribution"]])
    return row["outcome"]


def result(rows, audit, number):
    """docs/merge.md, "Sign-off"."""
    lines = [
        "\t".join([*(row[name] for name in PLACE), verdict(row)]).encode() + b"\n"
        for row in rows if row["round"] == number and verdict(row)]
    head = f"accord result 1 {audit} {number}\n".encode()
    return hashlib.sha256(head + b"".join(sorted(lines))).hexdigest(), len(lines)


@pytest.mark.parametrize("audit", ["demo", "hostile", "crowd"])
def test_the_hash_is_that_of_the_whole_export(audit, request):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    told = lead.asked("audit", "sign", "--preview")
    rows = whole(lead)
    expected, count = result(rows, lead.asked("audit", "show")["audit"], told["round"])
    assert told["result"] == expected
    assert count > 20


@pytest.fixture
def team(tmp_path):
    """A lead and a tester of a small audit of which everything is judged, and its server."""
    with Server(tmp_path / "server") as server:
        lead, maya = (Laptop(tmp_path, name, home=name.lower()) for name in ("Tomas", "Maya"))
        for laptop in (lead, maya):
            server.enrol(laptop)
        lead.run("audit", "new", "Small", "--build", "ios=8.4.0", "--environment", IOS)
        lead.run(
            "component", "add", "--screen", "Cards", "--control", "menu", "--label", "Options")
        lead.run("sync")
        lead.run("audit", "people", "add", "Maya", "--role", "tester")
        lead.run("sync")
        maya.run("sync")
        left = lead.asked("list", "--untested")
        lead.record([row | {"outcome": "passed"} for row in left])
        yield lead, maya, left


def state(laptop):
    return [one["state"] for one in laptop.asked("audit", "show")["signatures"]]


def test_what_became_of_a_signature_is_the_same_on_every_laptop(team):
    lead, maya, rows = team
    # What she has not sent goes before the signature.
    lead.run("audit", "sign", "--statement", "All of it passed.")
    assert state(lead) == ["unchanged"]
    lead.run("sync")
    maya.run("sync")
    assert state(maya) == ["unchanged"]
    signed = maya.asked("audit", "show")["signatures"][0]
    assert signed["by"] == "Tomas" and signed["counts"]["passed"] == len(whole(maya))
    assert signed["result"] == result(whole(maya), maya.asked("audit", "show")["audit"], 1)[0]

    maya.record([rows[0] | {"outcome": "passed", "note": "On the train."}])
    maya.run("sync")
    lead.run("sync")
    assert state(maya) == state(lead) == ["written-since"]
    assert lead.asked("audit", "show")["signatures"][0]["written"] == [
        {"by": "Maya", "records": 1}]

    maya.record([rows[1] | {"outcome": "failed", "severity": "serious"}])
    maya.run("sync")
    lead.run("sync")
    assert state(maya) == state(lead) == ["result-changed"]

    # A decision makes the result what it was; what was written stays told.
    name = f"{rows[1]['component']}@{IOS}:{rows[1]['state']}"
    lead.run(
        "decide", name, "--criterion", rows[1]["criterion"], "--outcome", "passed",
        "--reason", "Heard on two phones.")
    assert state(lead) == ["written-since"]
    told = lead.asked("audit", "sign", "--preview")
    assert told["blocks"] == [] and told["exceptions"] == []
    lead.run("audit", "sign", "--statement", "Signed anew.", "--previewed", told["code"])
    lead.run("sync")
    maya.run("sync")
    assert state(maya) == state(lead) == ["unchanged", "written-since"]


def test_a_round_that_goes_on_changes_nothing_of_the_one_before(team):
    lead, maya, rows = team
    lead.run("audit", "sign", "--statement", "All of it passed.")
    lead.run("audit", "round", "new", "--build", "ios=8.5.0")
    lead.run("sync")
    maya.run("sync")
    maya.record([row | {"round": 2, "outcome": "failed", "severity": "minor"} for row in rows])
    maya.run("sync")
    lead.run("sync")
    assert state(maya) == state(lead) == ["unchanged"]
