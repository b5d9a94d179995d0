"""One person under two ids: what she wrote before an invite called her by the one that she has."""

import hashlib

import ed25519
from algebra import chain_start, plan_key
from changes import EDIT, PLAN, Change, first_body
from client import Device
from laptop import Shown
from palette import judgement
from scene import JUDGEMENT
from team import is_problem
from world import TESTER


def said(story, device, author, value=None, names=b""):
    """A device's first change, in a name, and the answer to it."""
    write = {"field": JUDGEMENT, "replaces": names} | ({"value": value} if value else {})
    body = first_body({"schema": 1, "author": author, "act": EDIT, "writes": [write]})
    change = Change(story.key(), device.replica, 1, body)
    return change, device.push(story.audit, {
        "first": 1, "chain_before": chain_start(story.audit, device.replica),
        "changes": [{"key": change.key, "body": body}]})


def told(story, device):
    return device.pull(story.audit).items[0]["opening"]["ids"]


def test_what_she_said_before_an_invite_is_hers_on_each_of_her_devices(story):
    kim = story.team.invited("Kim Sorrel")
    role = {f"/person/{kim.person.hex()}/role": {"role": TESTER}}
    story.tomas.write(Shown(story.tomas, plan_key(story.audit)), role, act=PLAN)
    story.push(story.tomas)
    assert told(story, kim) == []
    early = Device(story.team.service, name="Kim")
    own = early.person
    answer = early.enrol(story.team.invite("Kim Sorrel", kim.person)).read("EnrolResponse")
    assert answer["alias"] == own and early.person == kim.person
    change, pushed = said(story, early, own, judgement("passed"))
    assert pushed.status == 200

    for device in (kim, early):
        (word,) = told(story, device)
        assert (word["person"], word["public_key"]) == (own, device.key.public)
        key = answer["server_key"]
        assert word["server"] == hashlib.sha256(b"accord/server-key/1" + key).digest()[:16]
        signed = (b"accord/certificate/1" + word["server"] + own + device.key.public
                  + word["serial"].to_bytes(8, "big"))
        assert ed25519.is_signature(word["signature"], signed, key)
        assert not ed25519.is_signature(word["signature"], signed + b"x", key)
    assert told(story, story.lee.device) == []

    is_problem(said(story, story.lee.device, own, names=change.edit)[1], "not-allowed")
    assert said(story, kim, own, names=change.edit)[1].status == 200
    assert story.stands(JUDGEMENT) == set()
