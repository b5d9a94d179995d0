"""Computes golden-vectors.json from docs/protocol.md and docs/merge.md alone, with nothing of Accord's.

usage: python3 Tests/SharedTests/Fixtures/golden_vectors.py > Tests/SharedTests/Fixtures/golden-vectors.json
"""

import hashlib
import hmac
import itertools
import json
import struct
import unicodedata

# Protobuf, the little of it that is needed.


def varint(value):
    value &= (1 << 64) - 1
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value) if value else b""


def data(field, value):
    return varint(field << 3 | 2) + varint(len(value)) + value if value else b""


def member(field, value):
    """A message, or a member of a oneof: written even where it is empty."""
    return varint(field << 3 | 2) + varint(len(value)) + value


# Ids, keys, hashes.


def identifier(high, low):
    return struct.pack(">QQ", high, low)


def replica(low):
    return identifier(0x4E00000000000000, low)


def person(low):
    return identifier(0x9E00000000000000, low)


def u16(value):
    return struct.pack(">H", value)


def u32(value):
    return struct.pack(">I", value)


def u64(value):
    return struct.pack(">Q", value)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def text(value):
    value = unicodedata.normalize("NFC", value).encode()
    return u32(len(value)) + value


UNSEEN = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
          (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
          (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
          (0xFFF9, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0001, 0xE0001),
          (0xE0020, 0xE007F), (0xE0100, 0xE01EF)]


def seen(value):
    """Without what nobody sees, quotation marks straight; tags behind a black flag stay."""
    out, flag = "", False
    for c in value:
        tag = 0xE0020 <= ord(c) <= 0xE007F
        flag = c == "\U0001F3F4" or flag and tag
        if tag and flag or not any(a <= ord(c) <= b for a, b in UNSEEN):
            out += {**dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\uff07", "'"),
                    **dict.fromkeys("\u201c\u201d\u201e\u201f\uff02", '"')}.get(c, c)
    return out


def folded(value):
    """Simple folding: one character for one. Full folding differs where it gives several."""
    value = unicodedata.normalize("NFC", seen(value))
    simple = {"\u1e9e": "\u00df"}
    value = "".join(
        simple.get(c) or (c.casefold() if len(c.casefold()) == 1 else c) for c in value)
    return " ".join(unicodedata.normalize("NFC", value).split())


AUDIT = identifier(0xA0D1700000000000, 1)
COMPONENT, ENVIRONMENT, EPOCH = identifier(0xC0, 1), identifier(0xE0, 1), identifier(0xEB, 1)
PLAN = AUDIT + b"\x01"
STATE = AUDIT + b"\x03" + COMPONENT + ENVIRONMENT + u32(1) + b"expanded"
CRITERION = "menu.ios.state-open/"
SERVER_KEY = bytes(range(32))


class Change:
    def __init__(self, number_of_replica, n, body, key=STATE, first=None):
        self.replica, self.n, self.body, self.key = replica(number_of_replica), n, body, key
        self.first = first  # What it wraps, if anything.
        self.h = sha(b"accord/change/1", u32(len(key)), key, self.replica, u64(n), body)

    @property
    def edit(self):
        return (self.first or self).h[:16]


# Values and bodies.

OUTCOMES = {"passed": 1, "failed": 2, "cantTell": 3, "inapplicable": 4}
SEVERITIES = {"minor": 1, "moderate": 2, "serious": 3, "critical": 4}
ATTRIBUTIONS = {"app": 1, "platform": 2}
EDIT, DECISION, PLAN_ACT = 1, 2, 3


def judgement(word):
    parts = word.split("/")
    out = number(1, OUTCOMES[parts[0]])
    if len(parts) > 1:
        out += number(2, SEVERITIES[parts[1]]) + number(3, ATTRIBUTIONS[parts[2]])
    return out


def judged(word):
    return member(2, judgement(word))


def said(words):
    return member(1, unicodedata.normalize("NFC", words).encode())


def run(edits):
    return b"".join(sorted(edits))


def withdrawal(reason, covers):
    return member(5, data(1, reason.encode()) + data(2, run(covers)))


def write(field, value=None, replaces=(), knew=()):
    return field.encode(), (
        data(1, field.encode()) + (b"" if value is None else member(2, value))
        + data(3, run(replaces)) + data(4, run(knew)))


def vector(*dots):
    return b"".join(r + u64(n) for r, n in sorted(dots))


def body(author, act, writes, sees=b"", wall=0, salt=b""):
    return member(1, (
        number(1, 1) + data(2, person(author)) + number(3, act)
        + b"".join(member(4, one) for _, one in sorted(writes))
        + data(5, sees) + number(6, wall) + data(7, salt)))


def again(first, number_of_replica, n, by=None, unplaced=False):
    wrapper = (
        data(1, first.replica) + number(2, first.n) + data(3, first.body)
        + (data(4, person(by)) if by else b"") + (number(5, 1) if unplaced else b""))
    return Change(number_of_replica, n, member(2, wrapper), first.key, first)


J, NOTE, RULING = CRITERION + "judgement", CRITERION + "note", CRITERION + "decision"
CHANGES = {}
CHANGES["judgement"] = one = Change(
    1, 1, body(1, EDIT, [write(J, judged("failed/serious/app"))], wall=1_763_718_000_000))
CHANGES["note"] = two = Change(1, 2, body(
    1, EDIT, [write(J, judged("passed"), [one.edit]), write(NOTE, said("name is not spoken"))],
    vector((replica(1), 1)), 1_763_718_000_001, bytes(range(1, 9))))
CHANGES["concurrent"] = three = Change(
    2, 1, body(2, EDIT, [write(J, judged("failed/minor/platform"))], wall=-1))
CHANGES["decision"] = four = Change(3, 1, body(
    3, DECISION,
    [write(RULING, member(3, (
        member(1, judgement("failed/serious/app")) + data(2, run([two.edit, three.edit]))
        + data(3, b"heard it myself") + data(4, b"most-severe"))))],
    vector((replica(1), 2), (replica(2), 1))))
CHANGES["removal"] = Change(2, 2, body(2, EDIT, [write(J, replaces=[three.edit])]))
CHANGES["second"] = Change(4, 1, body(
    4, EDIT, [write(J, judged("cantTell"), knew=[two.edit, three.edit, four.edit])],
    vector((replica(1), 2), (replica(2), 1), (replica(3), 1))))
CHANGES["withdrawal"] = Change(3, 4, body(
    3, DECISION,
    [write(CRITERION + "withdrawn", withdrawal("another screen", [two.edit, three.edit]))]))
CHANGES["reissue"] = again(one, 5, 1)
CHANGES["adoption"] = again(
    Change(2, 3, body(2, EDIT, [write(NOTE, said("cafe\u0301"))])), 3, 2, by=3)


CHANGES["unplaced"] = again(
    Change(2, 4, body(1, EDIT, [write(J, judged("passed"), [one.edit])])), 3, 5, by=3,
    unplaced=True)


def rule(control=b"", state=b"", method=b"", ranks=()):
    return member(1, (
        data(1, control) + data(2, state) + data(5, method)
        + b"".join(data(6, person(rank)) for rank in ranks)))


CHANGES["plan"] = Change(3, 3, body(3, PLAN_ACT, [
    write("/policy", member(8, (
        rule(b"menu", b"disabled", b"most-severe") + rule(method=b"seniority", ranks=[3, 1])))),
    write("/round/2", member(9, number(1, 2) + data(2, b"8.5.0"))),
    write(f"/person/{person(1).hex()}/role", varint(7 << 3) + varint(2)),
]), PLAN)
CHANGES["component"] = Change(1, 3, body(1, EDIT, [
    write("/withdrawn", withdrawal("twice", [two.edit])),
    write("/ordinal", varint(6 << 3) + varint(2)),
    write("/state/ios/expanded", varint(4 << 3) + varint(1)),
]), AUDIT + b"\x02" + COMPONENT)

# Digests: what lives is written down by hand.


def digest(context, live):
    rows = sorted((field.encode(), c.replica, c.n, c.h) for field, c in live)
    return sha(
        b"accord/record/1", u32(len(STATE)), STATE, u32(len(context)), vector(*context),
        u32(len(rows)),
        b"".join(u16(len(f)) + f + r + u64(n) + h for f, r, n, h in rows))


MOMENT = u64(1763718000000)


def receipt(what, *fields):
    code = hmac.new(
        SERVER_KEY, b"accord/receipt/" + what + b"/1" + EPOCH + b"".join(fields), hashlib.sha256)
    return code.digest()[:16]


ONE, TWO, THREE = replica(1), replica(2), replica(3)
DIGESTS = {
    "empty": digest([], []),
    "one": digest([(ONE, 1)], [(J, one)]),
    "again": digest([(ONE, 1), (replica(5), 1)], [(J, one), (J, CHANGES["reissue"])]),
    "unplaced": digest([(ONE, 1), (THREE, 5)], [(J, one), (J, CHANGES["unplaced"])]),
    "conflict": digest(
        [(ONE, 2), (TWO, 1), (THREE, 1)], [(J, two), (NOTE, two), (J, three), (RULING, four)]),
    "removed": digest(
        [(ONE, 2), (TWO, 2), (THREE, 1)], [(J, two), (NOTE, two), (RULING, four)]),
}
CHAIN = [sha(b"accord/chain/1", AUDIT, ONE)]
for step in (one, two):
    CHAIN.append(sha(CHAIN[-1], step.h))
TRAIL = sha(b"accord/trail/1", AUDIT)
OUTCOMES_2 = sha(sha(bytes(32), b"\x01"), b"\x02")
ROOT = sha(b"root")
CURSOR = EPOCH + AUDIT + u64(3) + u64(4) + u64(5) + TRAIL


def natural(tag, *parts):
    return sha(tag, *parts)[:16]


DEVICE_KEY, SERIAL = bytes(range(0x20, 0x40)), 1763718000000
SERVER = natural(b"accord/server-key/1", bytes(range(0x40, 0x60)))


def certified(whose):
    return b"accord/certificate/1" + SERVER + whose + DEVICE_KEY + u64(SERIAL)


def certificate(whose):
    return (data(1, SERVER) + data(2, whose) + data(3, DEVICE_KEY) + number(4, SERIAL)
            + data(5, bytes([7] * 64)))


def vectors():
    yield "key.plan", "audit = a0d1700000000000 0000000000000001", PLAN
    yield ("key.component", "the audit; component = 00000000000000c0 0000000000000001",
           AUDIT + b"\x02" + COMPONENT)
    yield ("key.state", "the audit, the component; environment = 00000000000000e0 "
           "0000000000000001; round 1; state \"expanded\"", STATE)
    yield ("key.other", "the audit; a kind of a later version, 200; id = 010203",
           AUDIT + bytes([200, 1, 2, 3]))
    yield ("component.plain", "screen \"Transactions\", control \"sheet\", label \"Transaction "
           "details\", ordinal 1",
           natural(b"accord/component/1", text(folded("Transactions")), text("sheet"),
                   text(folded("Transaction details")), u32(1)))
    yield ("component.folded", "screen \"U+0055 U+0308 BERSICHT\" (decomposed), control \"menu\", "
           "label \"STRASSE U+1E9E U+03A3 U+03C2\", ordinal 2",
           natural(b"accord/component/1", text(folded("U\u0308BERSICHT")), text("menu"),
                   text(folded("STRASSE \u1e9e \u03a3 \u03c2")), u32(2)))
    yield ("component.unseen", "screen \"DonU+2019t\", control \"menu\", label \"SoU+00ADrt U+200BbyU+FE0F\", "
           "ordinal 1",
           natural(b"accord/component/1", text(folded("Don\u2019t")), text("menu"),
                   text(folded("So\u00adrt \u200bby\ufe0f")), u32(1)))
    yield ("component.again", "as component.plain, given again for the 2nd time",
           natural(b"accord/component/1", text(folded("Transactions")), text("sheet"),
                   text(folded("Transaction details")), u32(1), u32(2)))
    yield ("environment.ios", "\"ios\", \"voiceover\", \"phone\", \"18\"",
           natural(b"accord/environment/1",
                   *(text(folded(p)) for p in ("ios", "voiceover", "phone", "18"))))
    yield ("group.folded", "\"ZAHLUNGEN U+0055 U+0308 BERALL\" (decomposed)",
           natural(b"accord/group/1", text(folded("ZAHLUNGEN U\u0308BERALL"))))
    for name, made_of, place in BODIES:
        yield "body." + name, made_of, CHANGES[name].body
        yield "h." + name, "the body, " + place, CHANGES[name].h
    yield ("edit.adoption", "first 16 bytes of h over the wrapped body, replica 2, n 3",
           CHANGES["adoption"].edit)
    yield "chain.0", "the audit, replica 1", CHAIN[0]
    yield "chain.1", "chain.0, h.judgement", CHAIN[1]
    yield "chain.2", "chain.1, h.note", CHAIN[2]
    yield "digest.empty", "the state record with nothing applied", DIGESTS["empty"]
    yield "digest.one", "h.judgement applied", DIGESTS["one"]
    yield ("digest.again", "h.judgement applied, then h.reissue answered again: two dots of one "
           "write", DIGESTS["again"])
    yield ("digest.unplaced", "h.judgement, then h.unplaced applied: it takes nothing away",
           DIGESTS["unplaced"])
    yield ("digest.conflict", "h.judgement, h.note, h.concurrent and h.decision applied",
           DIGESTS["conflict"])
    yield "digest.removed", "then h.removal", DIGESTS["removed"]
    yield "bucket.state", "first byte of SHA-256(key.state)", sha(STATE)[:1]
    yield "trail.start", "the audit", TRAIL
    yield ("trail.entry",
           "trail.start; sequence 1; kind 3; replica 1 at 1; h.judgement; applied",
           sha(TRAIL, u64(1), b"\x03", ONE, u64(1), one.h, b"\x01"))
    yield ("receipt.record", "key = bytes 00 to 1f; epoch = 00000000000000eb 0000000000000001; the "
           "audit; digest.conflict", receipt(b"record", AUDIT, DIGESTS["conflict"]))
    yield "outcomes.2", "applied, then rejected", OUTCOMES_2
    yield ("receipt.ack", "the same key and epoch; the audit; replica 1 at 2; chain.2; outcomes.2",
           OUTCOMES_2 + receipt(b"acknowledgement", AUDIT, ONE, u64(2), CHAIN[2], OUTCOMES_2))
    yield ("receipt.checkpoint", "the same key and epoch; the audit; replica 1 at 2 with chain.2; "
           "root = SHA-256(\"root\"); 7 records; at 1763718000000",
           MOMENT + receipt(b"checkpoint", AUDIT, u32(1), ONE, u64(2), CHAIN[2], ROOT, u64(7), MOMENT))
    yield ("cursor", "the same key, epoch and audit; floor 3, position 4, head 5; trail.start",
           CURSOR + receipt(b"cursor", CURSOR))
    yield ("certificate.signed", "a server's public key = bytes 40 to 5f; person 2; a device's "
           "public key = bytes 20 to 3f; serial 1763718000000", certified(person(2)))
    yield ("proof.others", "that device's key, handed on by none; its certificate for person 1, "
           "and of others one for person 2, both with serial 1763718000000 and 64 bytes 07 as "
           "signature",
           member(1, certificate(person(1))) + member(2, data(1, DEVICE_KEY))
           + member(3, certificate(person(2))))


BODIES = [
    ("judgement", "state record; author 1; edit; menu.ios.state-open/judgement = failed, serious, "
     "app; wall 1763718000000; sees nothing", "replica 1, n 1"),
    ("note", "state record; author 1; edit; menu.ios.state-open/judgement = passed replacing "
     "h.judgement; menu.ios.state-open/note = \"name is not spoken\"; sees replica 1 at 1; wall "
     "1763718000001; salt 0102030405060708", "replica 1, n 2"),
    ("concurrent", "state record; author 2; edit; menu.ios.state-open/judgement = failed, minor, "
     "platform; wall -1", "replica 2, n 1"),
    ("decision", "state record; author 3; decision; menu.ios.state-open/decision = {failed, "
     "serious, app; settled h.note and h.concurrent; reason \"heard it myself\"; rule "
     "\"most-severe\"}; sees replica 1 at 2, replica 2 at 1", "replica 3, n 1"),
    ("removal", "state record; author 2; edit; menu.ios.state-open/judgement removed, replacing "
     "h.concurrent", "replica 2, n 2"),
    ("second", "state record; author 4; edit; menu.ios.state-open/judgement = cantTell, knew "
     "h.note, h.concurrent and h.decision; sees replica 1 at 2, replica 2 at 1, replica 3 at 1",
     "replica 4, n 1"),
    ("withdrawal", "state record; author 3; decision; menu.ios.state-open/withdrawn = {\"another "
     "screen\"; covers h.note and h.concurrent}", "replica 3, n 4"),
    ("reissue", "again: replica 1 at 1, the bytes of body.judgement", "replica 5, n 1"),
    ("adoption", "again by person 3: replica 2 at 3, the body of author 2; edit; "
     "menu.ios.state-open/note = \"caf\u00e9\"", "replica 3, n 2"),
    ("unplaced", "again by person 3, unplaced: replica 2 at 4, the body of author 1; edit; "
     "menu.ios.state-open/judgement = passed, replacing h.judgement", "replica 3, n 5"),
    ("plan", "plan record; author 3; plan; /person/<person 1>/role = tester; /policy = [{menu, "
     "disabled: most-severe}, {seniority by persons 3, 1}]; /round/2 = 2, \"8.5.0\"",
     "replica 3, n 3"),
    ("component", "component record; author 1; edit; /ordinal = 2; /state/ios/expanded = present; "
     "/withdrawn = {\"twice\"; covers h.note}", "replica 1, n 3"),
]

# The policy, read from docs/merge.md, section 8.

EVERY = ["passed", "cantTell", "inapplicable"] + [
    f"failed/{severity}/{attribution}" for severity in SEVERITIES for attribution in ATTRIBUTIONS]
GRAVITY = {"inapplicable": 0, "passed": 1, "cantTell": 2, "minor": 3, "moderate": 4, "serious": 5,
           "critical": 6}


def gravity(word):
    parts = word.split("/")
    return GRAVITY[parts[1] if len(parts) > 1 else parts[0]]


def settle(method, verdicts, knew):
    """The value that a method chooses of {person: verdict}, or nothing."""
    if method == "most-severe":
        worst = max(map(gravity, verdicts.values()))
        left = {v for v in verdicts.values() if gravity(v) == worst}
    elif method == "majority":
        left = {v for v in verdicts.values()
                if 2 * list(verdicts.values()).count(v) > len(verdicts)}
    elif method == "seniority":
        left = set([verdicts[p] for p in (3, 1) if p in verdicts][:1])
    elif method == "knowing":
        known = {other for by, other in knew if by in verdicts and other in verdicts}
        left = {v for p, v in verdicts.items() if p not in known}
    else:
        left = set()
    return left.pop() if len(left) == 1 else None


def line(method, words, knew):
    verdicts = {p: w for p, w in enumerate(words, 1) if w}
    values = set(verdicts.values())
    if not verdicts:
        basis, value = "untested", None
    elif len(values) == 1:
        basis, value = ("single" if len(verdicts) == 1 else "agreed"), values.pop()
    else:
        value = settle(method, verdicts, knew)
        basis = "automatic" if value else "undecided"
    parts = [method, ",".join(w or "-" for w in words)]
    if method == "knowing":
        parts.append(" ".join(f"{by}>{other}" for by, other in knew) or "-")
    return "|".join(parts + [basis, value or "-"])


def table():
    for method in ["lead-decides", "most-severe", "majority", "seniority", "knowing"]:
        # Later persons may have known earlier ones: an id cannot be named before it exists.
        pairs = [(2, 1), (3, 1), (3, 2)] if method == "knowing" else []
        for words in itertools.product([None] + EVERY, repeat=3):
            for bits in range(1 << len(pairs)):
                yield line(method, words, [p for i, p in enumerate(pairs) if bits >> i & 1])


LINES = list(table())
SAMPLES = [
    "lead-decides|-,-,-|untested|-",
    "most-severe|-,passed,passed|agreed|passed",
    "most-severe|failed/critical/platform,failed/critical/platform,failed/minor/app|automatic|"
    "failed/critical/platform",
    "majority|cantTell,passed,-|undecided|-",
    "majority|failed/critical/platform,failed/critical/platform,failed/critical/platform|agreed|"
    "failed/critical/platform",
    "seniority|-,inapplicable,failed/minor/app|automatic|failed/minor/app",
    "seniority|failed/moderate/app,inapplicable,-|automatic|failed/moderate/app",
    "knowing|failed/serious/app,passed,-|2>1|automatic|passed",
    "knowing|failed/serious/app,passed,cantTell|2>1|undecided|-",
    "knowing|failed/serious/app,passed,cantTell|2>1 3>1 3>2|automatic|cantTell",
]
assert all(sample in LINES for sample in SAMPLES)
print(json.dumps({
    "note": "Computed by golden_vectors.py, which shares no code with Accord. Re-record with "
            "ACCORD_RECORD=1 swift test --filter GoldenVectorTests, and say in docs/protocol.md "
            "why.",
    "vectors": [
        {"name": name, "input": made_of, "bytes": value.hex()}
        for name, made_of, value in vectors()],
    "policyTable": {
        "format": "method|verdicts of persons 1, 2, 3|of knowing alone: who knew whom|basis|"
                  "effective; seniority ranks persons 3, 1; lines joined by line feeds",
        "lines": len(LINES), "samples": SAMPLES,
        "sha256": hashlib.sha256("\n".join(LINES).encode()).hexdigest()},
}, indent=2, ensure_ascii=False))
