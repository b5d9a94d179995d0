"""The bytes of docs/protocol.md, section 2, and the records of docs/merge.md, section 2."""

import hashlib
import hmac
import struct
import unicodedata

import messages


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


def folded(text):
    """Text as ids are derived from it."""
    text = "".join(_simple_folding(one) for one in unicodedata.normalize("NFC", text))
    return " ".join(unicodedata.normalize("NFC", text).split())


def _text(value):
    return u32(len(value.encode())) + value.encode()


def component_id(screen, control, label, ordinal=1):
    return sha256(b"accord/component/1", _text(folded(screen)), _text(control),
                  _text(folded(label)), u32(ordinal))[:16]


def environment_id(*parts):
    return sha256(b"accord/environment/1", *(_text(folded(part)) for part in parts))[:16]


def change_hash(key, replica, n, body):
    return sha256(b"accord/change/1", u32(len(key)), key, replica, u64(n), body)


def chain_start(audit, replica):
    return sha256(b"accord/chain/1", audit, replica)


def chain_after(chain, h):
    return sha256(chain, h)


def vector_bytes(vector):
    return b"".join(replica + u64(n) for replica, n in sorted(vector.items()) if n)


def read_vector(data):
    return {data[at:at + 16]: int.from_bytes(data[at + 16:at + 24], "big")
            for at in range(0, len(data), 24)}


def bucket(key):
    return sha256(key)[0]


def total(digests):
    """The sum of digests as 256-bit numbers."""
    return (sum(int.from_bytes(one, "big") for one in digests) % (1 << 256)).to_bytes(32, "big")


def trail_start(audit):
    return sha256(b"accord/trail/1", audit)


def trail_after(trail, sequence, kind, replica, n, h, outcome):
    return sha256(trail, u64(sequence), bytes([kind]), replica, u64(n), h, bytes([outcome]))


def outcomes_after(outcomes, outcome):
    return sha256(outcomes, bytes([outcome]))


def seal(key, what, epoch, *fields):
    """What only a server can compute; the tests read its key to see that it keeps its word."""
    whole = hmac.new(key, b"accord/seal/" + what + b"/1" + epoch + b"".join(fields), "sha256")
    return whole.digest()[:16]


class Change:
    """A change in its place: what was written, its bytes, its hash and its edit id."""

    is_invalid = False  # set on one that says what no version allows

    def __init__(self, key, replica, n, body_bytes):
        self.key, self.replica, self.n, self.bytes = key, replica, n, body_bytes
        self.body = messages.decode("Body", body_bytes)
        self.hash = change_hash(key, replica, n, body_bytes)
        origin = self.body.get("origin")
        self.edit = (origin["hash"] if origin else self.hash)[:16]
        self.first = (origin["replica"], origin["n"]) if origin else (replica, n)

    @property
    def dot(self):
        return self.replica, self.n

    def replaced(self, field):
        """The edits that it names in a register."""
        for write in self.body["writes"]:
            if write["field"] == field:
                names = write["replaces"]
                return {names[at:at + 16] for at in range(0, len(names), 16)}
        return set()

    def value(self, field):
        """What it writes into a register: None for a removal and for no write."""
        for write in self.body["writes"]:
            if write["field"] == field:
                return write.get("value")
        return None

    @property
    def fields(self):
        return [write["field"] for write in self.body["writes"]]


class Record:
    """A context, and of each change that still lives in part, which of its writes do."""

    def __init__(self, key, context=None, live=None):
        self.key = key
        self.context = dict(context or {})
        self.live = dict(live or {})  # dot -> (change, indexes)

    @classmethod
    def received(cls, message):
        """A record as a server sent it."""
        live = {}
        for one in message["changes"]:
            change = Change(message["key"], one["replica"], one["n"], one["body"])
            live[change.dot] = (change, tuple(one["live"]))
        return cls(message["key"], read_vector(message["context"]), live)

    def copy(self):
        return Record(self.key, self.context, self.live)

    def covers(self, replica, n):
        return self.context.get(replica, 0) >= n

    def apply(self, change):
        """docs/merge.md, section 2."""
        if self.covers(*change.dot):
            return
        for dot, (other, indexes) in list(self.live.items()):
            rest = tuple(
                index for index in indexes
                if other.edit not in change.replaced(other.fields[index]))
            if rest:
                self.live[dot] = (other, rest)
            else:
                del self.live[dot]
        added = tuple(index for index, write in enumerate(change.body["writes"])
                      if write.get("value") is not None)
        if added:
            self.live[change.dot] = (change, added)
        self.context[change.replica] = change.n

    def siblings(self, field):
        """The changes whose write of a register lives, ascending by dot."""
        return [change for _, (change, indexes) in sorted(self.live.items(), key=lambda i: i[0])
                if any(change.fields[index] == field for index in indexes)]

    @property
    def has_siblings(self):
        """Whether two live writes are of one register."""
        fields = [change.fields[index] for change, indexes in self.live.values()
                  for index in indexes]
        return len(fields) > len(set(fields))

    def digest(self):
        writes = sorted(
            (change.fields[index].encode(), change.replica, change.n, change.hash)
            for change, indexes in self.live.values() for index in indexes)
        return sha256(
            b"accord/record/1", u32(len(self.key)), self.key,
            u32(len(self.context)), vector_bytes(self.context), u32(len(writes)),
            *(u16(len(field)) + field + replica + u64(n) + h for field, replica, n, h in writes))

    def same_as(self, other):
        """Equal content, body bytes included."""
        return self.context == other.context and {
            dot: (change.bytes, indexes) for dot, (change, indexes) in self.live.items()
        } == {dot: (change.bytes, indexes) for dot, (change, indexes) in other.live.items()}
