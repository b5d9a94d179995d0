"""What people write in the tests: a few records and registers, so that they meet often."""

import os

import messages
from hypothesis import strategies as st

from algebra import (
    component_id, component_key, environment_id, plan_key, run_of, state_key)

COMPONENT = component_id("Accounts", "menu", "Account options")
ENVIRONMENT = environment_id("ios", "voiceover", "phone", "18")
CRITERIA = ("menu.ios.trigger-name", "menu.ios.state-open")
FILE = "5e" * 32
GROUP = "6f" * 16
OUTCOMES = {"passed": 1, "failed": 2, "cantTell": 3, "inapplicable": 4}


def judgement(outcome, severity=0, attribution=0):
    return {"judgement": {
        "outcome": OUTCOMES[outcome], "severity": severity, "attribution": attribution}}


JUDGEMENTS = (judgement("passed"), judgement("failed", 3, 1), judgement("failed", 1, 2),
              judgement("cantTell"), None)


def withdrawal(reason="", covers=()):
    return {"withdrawal": {"reason": reason, "covers": run_of(covers)}}


# What one save writes: a register's name after its criterion, and its values; None takes away.
FINDING_REGISTERS = (
    ("judgement", JUDGEMENTS), ("judgement", JUDGEMENTS), ("judgement", JUDGEMENTS),
    ("note", ({"text": "the opener says only \u201ebutton\u201d"}, {"text": ""}, None)),
    ("recommendation", ({"text": "give it a name"}, {"text": "cafe\u0301 and caf\u00e9"[7:]})),
    ("tag/naming", ({"present": True}, None)),
    ("tag/a~1b", ({"present": True}, None)),
    ("evidence/" + FILE, ({"present": True}, None)),
    ("withdrawn", (withdrawal("twice"), withdrawal(), None)),
    ("suggestion", ({"text": "failed"}, {"text": "passed"})),
)
STATE_REGISTERS = (("/device", ({"text": "iPhone 15"}, {"text": "iPhone SE"})),
                   ("/fact/role", ({"text": "button"}, {"text": "link"})),
                   ("/due", ({"number": 1_800_000_000_000}, {"number": -1})))
COMPONENT_REGISTERS = (("/label", ({"text": "Account options"}, {"text": "Options"})),
                       ("/state/ios/expanded", ({"present": True}, None)),
                       ("/ordinal", ({"number": 1}, {"number": 2})),
                       ("/order", ({"text": "M"}, {"text": "b"})))
PLAN_REGISTERS = (("/title", ({"text": "Larkfield"}, {"text": "Larkfield 8.4"})),
                  (f"/environment/{ENVIRONMENT.hex()}/at", ({"text": "voiceover"},)),
                  ("/policy", ({"policy": {"rules": [{"method": "most-severe"}]}},
                               {"policy": {"rules": []}})),
                  ("/round/2", ({"round": {"number": 2, "build": "8.5.0"}},)),
                  (f"/group/{GROUP}", ({"text": "Payments"}, None)),
                  (f"/member/{GROUP}/{'a7' * 16}", ({"present": True}, None)),
                  ("/order/accounts", ({"text": "M"}, {"text": "b"})))

# Content that no version allows, by why: writes as they are, of which the last says it.
INVALID = (
    [{"field": CRITERIA[0] + "/judgement", "value": {"text": "failed"}}],
    [{"field": CRITERIA[0] + "/judgement", "value": judgement("passed", 3, 1)}],
    [{"field": CRITERIA[0] + "/judgement", "value": judgement("failed")}],
    [{"field": CRITERIA[0] + "/note"}],
    [{"field": CRITERIA[0] + "/note", "value": {"text": "n" * 16_385}}],
    [{"field": CRITERIA[0] + "/title", "value": {"text": "of a plan"}}],
    [{"field": CRITERIA[0] + "/tag", "value": {"present": True}}],
    [{"field": CRITERIA[0] + "/decision", "value": {"decision": {"judgement": {"outcome": 1}}}}],
    [{"field": CRITERIA[0] + "/note", "value": {"text": "x"}, "replaces": bytes(16 * 513)}],
    [{"field": CRITERIA[0] + "/note", "value": {"text": "x"}, "knew": bytes(16)}],
    [{"field": CRITERIA[0] + "/judgement", "value": judgement("passed"), "knew": bytes(16 * 513)}],
    [{"field": CRITERIA[0] + "/withdrawn", "value": withdrawal("x", [
        number.to_bytes(16, "big") for number in range(7_001)])}],
    [{"field": f"{CRITERIA[0]}/comment/{number:016x}", "value": {"text": "c" * 16_000}}
     for number in range(9)],  # each within its limit, and not the body
    [],
)


def _body(**parts):
    """A body as it should be, but for these parts."""
    write = {"field": CRITERIA[0] + "/note", "value": {"text": "x"}}
    return messages.encode("Body", {"first": {
        "schema": 1, "author": bytes(16), "act": 1, "writes": [write]} | parts})


# Bodies that cannot be read: no message, cut, two in one, both kinds, neither, of other forms.
BROKEN = (
    b"not a body", b"\x08", b"", b"\x08\x01\x12\x04four", _body()[:-1], _body() + _body(),
    _body() + b"\x12\x00", b"\x12\x00" + _body(), _body() + b"\xf8\x06\x01", b"\x12\x00",
    _body(author=b"four"), _body(act=4), _body(act=0), _body(sees=bytes(23)),
    _body(writes=[{"field": CRITERIA[0] + "/note", "replaces": bytes(15)}]))


def broken_keys(audit):
    """Keys of no record of this audit."""
    return (b"", b"\x01", audit, audit + b"\x00", audit[::-1] + b"\x01", audit + b"\x01\x01",
            audit + b"\x02four", audit + b"\x03" + bytes(36), audit + b"\x04" + bytes(1_025))


def audit_keys(audit):
    """The records that the tests write into, those of findings first."""
    states = [state_key(audit, COMPONENT, ENVIRONMENT, 1, state) for state in ("expanded", "open")]
    return states + [component_key(audit, COMPONENT), plan_key(audit)]


def registers(key, criterion):
    """The registers of a record of this kind, with the values that people give them."""
    if key[16] == 3:
        return [(f"{criterion}/{name}", values) for name, values in FINDING_REGISTERS] + list(
            STATE_REGISTERS) + [(f"{criterion}/comment/{os.urandom(8).hex()}",
                                 ({"text": "heard twice"},))]
    return list(COMPONENT_REGISTERS if key[16] == 2 else PLAN_REGISTERS)


# Mostly findings; numbers are taken modulo what there is.
which_key = st.sampled_from((0, 0, 0, 0, 1, 2, 2, 3))
which_criterion = st.sampled_from(CRITERIA[:1] * 3 + CRITERIA[1:])
number = st.integers(0, 11)
