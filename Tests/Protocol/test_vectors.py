"""The golden vectors of docs/protocol.md, section 2, computed by a program of its own."""

import json

import algebra
import messages

FIXTURE = messages.SCHEMA.parents[3] / "Tests/SharedTests/Fixtures/golden-vectors.json"
VECTORS = {
    one["name"]: bytes.fromhex(one["bytes"])
    for one in json.loads(FIXTURE.read_text())["vectors"]
}
AUDIT = VECTORS["key.plan"][:16]
KEY = VECTORS["key.state"]
COMPONENT, ENVIRONMENT = KEY[17:33], KEY[33:49]
SERVER_KEY, EPOCH = bytes(range(32)), bytes.fromhex("00000000000000eb" "0000000000000001")
APPLIED, REJECTED = 1, 2


def replica(number):
    """The replicas of the vectors differ in their last byte alone."""
    return b"\x4e" + bytes(14) + bytes([number])


def change(name, number, n, key=KEY):
    return algebra.Change(key, replica(number), n, VECTORS["body." + name])


STEPS = [change("judgement", 1, 1), change("note", 1, 2), change("concurrent", 2, 1),
         change("decision", 3, 1), change("removal", 2, 2)]


def digest_after(steps):
    record = algebra.Record(KEY)
    for step in STEPS[:steps]:
        record.apply(step)
    return record.digest()


def test_keys_and_derived_ids():
    assert algebra.plan_key(AUDIT) == VECTORS["key.plan"]
    assert algebra.component_key(AUDIT, COMPONENT) == VECTORS["key.component"]
    assert algebra.state_key(AUDIT, COMPONENT, ENVIRONMENT, 1, "expanded") == KEY
    assert algebra.component_id(
        "Transactions", "sheet", "Transaction details") == VECTORS["component.plain"]
    assert algebra.component_id(
        "U\u0308 BERSICHT".replace(" ", ""), "menu", "STRASSE \u1e9e \u03a3 \u03c2", 2
    ) == VECTORS["component.folded"]
    assert algebra.environment_id(
        "ios", "voiceover", "phone", "18") == VECTORS["environment.ios"]


def test_bodies_come_back_the_same():
    for name, data in VECTORS.items():
        if name.startswith("body."):
            body = messages.decode("Body", data)
            assert messages.encode("Body", body) == data, name
            through_json = messages.from_json("Body", messages.to_json("Body", body))
            assert through_json == body, name


def test_hashes_and_chains():
    places = {"adoption": (3, 2, KEY), "plan": (3, 3, VECTORS["key.plan"]),
              "component": (1, 3, VECTORS["key.component"])}
    for step, name in zip(STEPS, ["judgement", "note", "concurrent", "decision", "removal"]):
        assert step.hash == VECTORS["h." + name], name
    for name, place in places.items():
        assert change(name, *place).hash == VECTORS["h." + name], name
    chain = algebra.chain_start(AUDIT, replica(1))
    assert chain == VECTORS["chain.0"]
    for n in (1, 2):
        chain = algebra.chain_after(chain, STEPS[n - 1].hash)
        assert chain == VECTORS[f"chain.{n}"]


def test_digests_and_trail():
    for name, steps in [("empty", 0), ("one", 1), ("conflict", 4), ("removed", 5)]:
        assert digest_after(steps) == VECTORS["digest." + name], name
    assert algebra.bucket(KEY) == VECTORS["bucket.state"][0]
    trail = algebra.trail_start(AUDIT)
    assert trail == VECTORS["trail.start"]
    assert algebra.trail_after(
        trail, 1, 3, replica(1), 1, STEPS[0].hash, APPLIED) == VECTORS["trail.entry"]


def test_seals():
    assert algebra.seal(
        SERVER_KEY, b"record", EPOCH, AUDIT, digest_after(4)) == VECTORS["seal.record"]
    outcomes = algebra.outcomes_after(algebra.outcomes_after(bytes(32), APPLIED), REJECTED)
    assert outcomes == VECTORS["outcomes.2"]
    ack = algebra.seal(SERVER_KEY, b"ack", EPOCH, AUDIT, replica(1), algebra.u64(2),
                       VECTORS["chain.2"], outcomes)
    assert outcomes + ack == VECTORS["seal.ack"]
