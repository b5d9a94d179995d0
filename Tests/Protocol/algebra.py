"""The bytes of docs/protocol.md, section 2."""

import hashlib
import hmac
import struct
import unicodedata


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def u16(value):
    return struct.pack(">H", value)


def u32(value):
    return struct.pack(">I", value)


def u64(value):
    return struct.pack(">Q", value)


def plan_key(audit):
    return audit + b"\x01"


def component_key(audit, component):
    return audit + b"\x02" + component


def state_key(audit, component, environment, round_number, state):
    return audit + b"\x03" + component + environment + u32(round_number) + state.encode()


def _simple_folding(one):
    for folding in (one.casefold(), one.lower(), one):
        if len(folding) == 1:
            return folding
    return one


UNSEEN = {*range(0x115F, 0x1161), *range(0x17B4, 0x17B6), *range(0x180B, 0x1810),
          *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
          *range(0xFE00, 0xFE10), *range(0xFFF9, 0xFFFC), *range(0x1BCA0, 0x1BCA4),
          *range(0x1D173, 0x1D17B), *range(0xE0100, 0xE01F0),
          0xAD, 0x34F, 0x61C, 0x3164, 0xFEFF, 0xFFA0, 0xE0001}
STRAIGHT = {**dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\uff07", "'"),
            **dict.fromkeys("\u201c\u201d\u201e\u201f\uff02", '"')}


def _seen(text):
    """Without what nobody sees; tags are seen behind a black flag alone."""
    is_in_flag = False
    for one in text:
        is_tag = 0xE0020 <= ord(one) <= 0xE007F
        is_in_flag = one == "\U0001f3f4" or is_in_flag and is_tag
        if is_tag and is_in_flag or not is_tag and ord(one) not in UNSEEN:
            yield STRAIGHT.get(one, one)


def folded(text):
    """Text as ids are derived from it."""
    text = unicodedata.normalize("NFC", "".join(_seen(text)))
    text = "".join(_simple_folding(one) for one in text)
    return " ".join(unicodedata.normalize("NFC", text).split())


def _text(value):
    return u32(len(value.encode())) + value.encode()


def component_id(screen, control, label, ordinal=1, again=0):
    return sha256(b"accord/component/1", _text(folded(screen)), _text(control),
                  _text(folded(label)), u32(ordinal), u32(again) if again else b"")[:16]


def environment_id(*parts):
    return sha256(b"accord/environment/1", *(_text(folded(part)) for part in parts))[:16]


def change_hash(key, replica, n, body):
    return sha256(b"accord/change/1", u32(len(key)), key, replica, u64(n), body)


def chain_start(audit, replica):
    return sha256(b"accord/chain/1", audit, replica)


def chain_after(chain, h):
    return sha256(chain, h)


def edits(run):
    """The edit ids of a run of them."""
    if len(run) % 16:
        raise ValueError("an edit id is cut")
    return {run[at:at + 16] for at in range(0, len(run), 16)}


def run_of(edits):
    """Edit ids as they travel."""
    return b"".join(sorted(edits))


def vector_bytes(vector):
    return b"".join(replica + u64(n) for replica, n in sorted(vector.items()) if n)


def read_vector(data):
    vector = {data[at:at + 16]: int.from_bytes(data[at + 16:at + 24], "big")
              for at in range(0, len(data), 24)}
    if vector_bytes(vector) != data:
        raise ValueError("these are no ascending dots")
    return vector


def bucket(key):
    return sha256(key)[0]


def kind(key):
    """The record kind that a trail names, 0 where a key is none."""
    return key[16] if len(key) > 16 else 0


def total(digests):
    """The sum of digests as 256-bit numbers."""
    return (sum(int.from_bytes(one, "big") for one in digests) % (1 << 256)).to_bytes(32, "big")


def trail_start(audit):
    return sha256(b"accord/trail/1", audit)


def trail_after(trail, sequence, kind, replica, n, h, outcome):
    return sha256(trail, u64(sequence), bytes([kind]), replica, u64(n), h, bytes([outcome]))


def outcomes_after(outcomes, outcome):
    return sha256(outcomes, bytes([outcome]))


def receipt(key, what, epoch, *fields):
    """What only a server can compute; the tests read its key to see that it keeps its word."""
    whole = hmac.new(key, b"accord/receipt/" + what + b"/1" + epoch + b"".join(fields), "sha256")
    return whole.digest()[:16]
