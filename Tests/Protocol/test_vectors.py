"""The golden vectors of docs/protocol.md, section 2, computed by a program of its own."""

import json

import algebra
import messages
from changes import Change
from records import Record

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
    return Change(key, replica(number), n, VECTORS["body." + name])


# The writings of one state record, by name: (replica, n).
PLACES = {"judgement": (1, 1), "note": (1, 2), "concurrent": (2, 1), "decision": (3, 1),
          "removal": (2, 2), "second": (4, 1), "withdrawal": (3, 4), "reissue": (5, 1),
          "adoption": (3, 2), "unplaced": (3, 5)}
STEPS = {name: change(name, *place) for name, place in PLACES.items()}
CONFLICT = ("judgement", "note", "concurrent", "decision")


def digest_after(*names):
    record = Record(KEY)
    for name in names:
        record.apply(STEPS[name])
    return record.digest()


def test_keys_and_derived_ids():
    assert algebra.plan_key(AUDIT) == VECTORS["key.plan"]
    assert algebra.component_key(AUDIT, COMPONENT) == VECTORS["key.component"]
    assert algebra.state_key(AUDIT, COMPONENT, ENVIRONMENT, 1, "expanded") == KEY
    later = VECTORS["key.other"]
    assert (algebra.kind(later), later[17:]) == (200, b"\x01\x02\x03")
    assert algebra.component_id(
        "Transactions", "sheet", "Transaction details") == VECTORS["component.plain"]
    assert algebra.component_id(
        "U\u0308 BERSICHT".replace(" ", ""), "menu", "STRASSE \u1e9e \u03a3 \u03c2", 2
    ) == VECTORS["component.folded"]
    assert algebra.component_id(
        "Don\u2019t", "menu", "So\u00adrt \u200bby\ufe0f") == VECTORS["component.unseen"]
    assert algebra.component_id(
        "Transactions", "sheet", "Transaction details", again=2) == VECTORS["component.again"]
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
    for name, step in STEPS.items():
        assert step.hash == VECTORS["h." + name], name
    for name, place in {"plan": (3, 3, VECTORS["key.plan"]),
                        "component": (1, 3, VECTORS["key.component"])}.items():
        assert change(name, *place).hash == VECTORS["h." + name], name
    chain = algebra.chain_start(AUDIT, replica(1))
    assert chain == VECTORS["chain.0"]
    for n, name in enumerate(("judgement", "note"), 1):
        chain = algebra.chain_after(chain, STEPS[name].hash)
        assert chain == VECTORS[f"chain.{n}"]


def test_what_is_issued_again_is_the_same_edit():
    judgement, again, adopted = (STEPS[name] for name in ("judgement", "reissue", "adoption"))
    assert judgement.edit == judgement.hash[:16] == again.edit != again.hash[:16]
    assert (again.first, again.first_bytes) == (judgement.dot, judgement.bytes)
    assert judgement.issued_again(replica(5), 1).bytes == again.bytes
    assert adopted.edit == VECTORS["edit.adoption"]
    assert adopted.first == (replica(2), 3)
    assert (adopted.by[-1], adopted.author[-1]) == (3, 2)  # persons differ in their last byte
    assert not adopted.unplaced and STEPS["unplaced"].unplaced


def test_digests_and_trail():
    for name, steps in {"empty": (), "one": CONFLICT[:1],
                        "unplaced": ("judgement", "unplaced"), "conflict": CONFLICT,
                        "removed": (*CONFLICT, "removal")}.items():
        assert digest_after(*steps) == VECTORS["digest." + name], name
    record = Record(KEY)
    record.apply(STEPS["judgement"])
    record.apply_again(STEPS["reissue"])
    assert record.digest() == VECTORS["digest.again"]
    assert algebra.bucket(KEY) == VECTORS["bucket.state"][0]
    trail = algebra.trail_start(AUDIT)
    assert trail == VECTORS["trail.start"]
    assert algebra.trail_after(
        trail, 1, 3, replica(1), 1, STEPS["judgement"].hash, APPLIED) == VECTORS["trail.entry"]


def test_receipts():
    def receipt(what, *fields):
        return algebra.receipt(SERVER_KEY, what, EPOCH, AUDIT, *fields)

    chain, two = VECTORS["chain.2"], algebra.u64(2)
    assert receipt(b"record", digest_after(*CONFLICT)) == VECTORS["receipt.record"]
    outcomes = algebra.outcomes_after(algebra.outcomes_after(bytes(32), APPLIED), REJECTED)
    assert outcomes == VECTORS["outcomes.2"]
    assert outcomes + receipt(
        b"acknowledgement", replica(1), two, chain, outcomes) == VECTORS["receipt.ack"]
    told = algebra.u64(1763718000000)
    assert told + receipt(
        b"checkpoint", algebra.u32(1), replica(1), two, chain, algebra.sha256(b"root"),
        algebra.u64(7), told) == VECTORS["receipt.checkpoint"]


def test_certificates_and_proofs():
    signed, proof = VECTORS["certificate.signed"], messages.decode(
        "DeviceProof", VECTORS["proof.others"])
    (key,), (other,) = proof["keys"], proof["others"]
    server = algebra.sha256(b"accord/server-key/1" + bytes(range(0x40, 0x60)))[:16]
    assert (key["public_key"], other["public_key"]) == (bytes(range(0x20, 0x40)),) * 2
    assert signed == (b"accord/certificate/1" + server + other["person"] + other["public_key"]
                      + algebra.u64(other["serial"]))
    assert proof["certificate"]["person"] != other["person"]
    assert messages.encode("DeviceProof", proof) == VECTORS["proof.others"]
