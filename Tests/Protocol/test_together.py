"""The built `accord` and this client share an audit, and come to the same."""

import story
from algebra import component_id, environment_id, plan_key, state_key
from client import Form
from laptop import Laptop, Shown
from palette import judgement
from programs import Laptop as Programs

FIELD = "menu.ios.state-open/"
STATE = story.spoken(story.MENU, story.IOS, "expanded")


def sync(pia, tomas):
    """Everything goes up and comes down on both sides; returns what is left to tell."""
    first = pia.acknowledged + 1
    if first <= len(pia.chain):
        told = pia.device.push(pia.audit, pia.batch(first, 1_000)).read("PushResponse")
        pia.is_answered(told["acknowledged"], told["chain"], told["outcomes"])
    tomas.run("sync")
    items = pia.device.pull(pia.audit, pia.cursor, pia.acknowledged).items
    assert pia.take(items)
    return items[0]["opening"]["outcomes"]


def judge(laptop, *words):
    laptop.run("record", "--component", story.MENU, "--environment", story.IOS, "--state",
               "expanded", "--criterion", "state-open", *words)


def test_two_clients_of_one_audit_come_to_one_root(team, tmp_path):
    tomas = Programs(tmp_path, "Tomas Berg")
    tomas.run("join", team.server.address, team.invite("Tomas Berg"))
    pia = team.invited("Pia Moreau", form=Form(as_json=True))
    audit = bytes.fromhex(story.plan(tomas, environments=[story.IOS]).replace("-", ""))
    tomas.run("sync")
    tomas.run("audit", "people", "add", "Pia Moreau", "--role", "tester")
    tomas.run("sync")

    pia = Laptop(pia, audit)
    sync(pia, tomas)
    assert tomas.asked("verify")["root"] == pia.root().hex()
    role = pia.shown(plan_key(audit)).siblings(f"/person/{pia.person.hex()}/role")
    assert [one.value(one.fields[0]) for one in role][0] is not None
    # Ids that both derive from what a thing is.
    component = component_id("Accounts", "menu", "Account options")
    assert component in {key[17:33] for key in pia.records if key[16] == 2}
    key = state_key(audit, component, environment_id("ios", "voiceover", "phone", "18"), 1,
                    "expanded")

    # Both judge it, neither having seen the other's.
    pia.write(Shown(pia, key), {
        FIELD + "judgement": judgement("cantTell"), FIELD + "note": {"text": "silent at first"}})
    judge(tomas, "--outcome", "failed", "--severity", "serious", "--attribution", "app")
    assert sync(pia, tomas) == []
    sync(pia, tomas)
    shown = pia.shown(key)
    assert len(shown.siblings(FIELD + "judgement")) == 2
    assert tomas.findings(STATE)["state-open"]["note"] == "silent at first"
    assert len(tomas.asked("conflicts")) == 1
    assert tomas.asked("verify")["root"] == pia.root().hex()

    # She takes hers back after she has seen the other: the conflict is gone for both.
    pia.write(Shown(pia, key), {FIELD + "judgement": None})
    assert sync(pia, tomas) == []
    assert tomas.asked("conflicts") == []
    assert len(pia.shown(key).siblings(FIELD + "judgement")) == 1
    told = tomas.asked("verify", "--online")
    assert told["sound"] and told["root"] == told["serverRoot"] == pia.root().hex()
