"""Changes as docs/protocol.md has them: what a body says, what it wraps, and its edit id."""

import messages
from algebra import change_hash, edits, read_vector

EDIT, DECISION, PLAN = (
    messages.ENUMS["Act"][name] for name in ("ACT_EDIT", "ACT_DECISION", "ACT_PLAN"))
FIRST, AGAIN = 1, 2  # the kinds of a body
ONLY_FIELD = 2  # the wire type of a message


class Unreadable(Exception):
    """Bytes that are no body of any version that this client knows."""


def first_body(message):
    """The bytes of what an author writes."""
    return messages.encode("Body", {"first": message})


def wrapped(replica, n, first, by=b"", extra=b"", unplaced=False):
    """The bytes of a body that issues another's first bytes again."""
    return messages.encode("Body", {"again": {
        "replica": replica, "n": n, "body": first, "by": by, "unplaced": int(unplaced),
        "unknown": extra}})


def _only(kind, data):
    """Whether a body is one field of this kind and nothing else."""
    if not data or data[0] != kind << 3 | ONLY_FIELD:
        return False
    size, at = messages.read_varint(data, 1)
    return at + size == len(data)


def _read_first(data):
    if not _only(FIRST, data):
        raise Unreadable("it is no first body and nothing else")
    body = messages.decode("Body", data)["first"]
    if len(body["author"]) != 16 or body["act"] not in (EDIT, DECISION, PLAN):
        raise Unreadable("author or act are of no form that is known")
    read_vector(body["sees"])
    for write in body["writes"]:
        value = write.get("value", {})
        for run in (write["replaces"], write["knew"], value.get("decision", {}).get("settled", b""),
                    value.get("withdrawal", {}).get("covers", b"")):
            edits(run)
    return body


def read_body(replica, n, data):
    """What a body says: {first dot, its bytes, the message, who adopted it, unplaced or not}."""
    try:
        if not _only(AGAIN, data):
            return (replica, n), data, _read_first(data), b"", False
        again = messages.decode("Body", data)["again"]
        if len(again["replica"]) != 16 or not 0 < again["n"] < 1 << 63:
            raise Unreadable("what is issued again has no first dot")
        if len(again["by"]) not in (0, 16):
            raise Unreadable("whoever adopts it has no id")
        if again["unplaced"] and not again["by"]:
            raise Unreadable("only an adoption is of an unplaced chain")
        first = again["replica"], again["n"]
        return (first, again["body"], _read_first(again["body"]), again["by"],
                bool(again["unplaced"]))
    except (ValueError, IndexError) as error:  # a cut field, text that is no UTF-8
        raise Unreadable(str(error)) from error


class Change:
    """A change in its place: what was first written, and by what bytes it is known here."""

    fault = None  # why no version allows it: "unreadable" or "invalid"

    def __init__(self, key, replica, n, data):
        self.key, self.replica, self.n, self.bytes = key, replica, n, data
        self.hash = change_hash(key, replica, n, data)
        self.first, self.first_bytes, self.body, self.by = (replica, n), data, None, b""
        self.edit, self.unplaced = None, False
        try:
            self.first, self.first_bytes, self.body, self.by, self.unplaced = read_body(
                replica, n, data)
        except Unreadable:
            self.fault = "unreadable"
        else:
            # Computed from the bytes at hand, whatever anybody says of them.
            self.edit = change_hash(key, *self.first, self.first_bytes)[:16]

    @property
    def dot(self):
        return self.replica, self.n

    @property
    def author(self):
        return self.body["author"]

    @property
    def act(self):
        return self.body["act"]

    @property
    def fields(self):
        return [write["field"] for write in self.body["writes"]]

    def write(self, field):
        """Its write of a register, if it has one."""
        return next((one for one in self.body["writes"] if one["field"] == field), {})

    def replaced(self, field):
        """The edits that it names in a register."""
        return edits(self.write(field).get("replaces", b""))

    def knew(self, field):
        """The other verdicts and decisions that its form showed."""
        return edits(self.write(field).get("knew", b""))

    def value(self, field):
        """What it writes into a register: None for a removal and for no write."""
        return self.write(field).get("value")

    def may_hide(self, other, field):
        """Whether, where it names another's write of a register, that is not shown (section 2)."""
        if self.unplaced and not (other.unplaced and other.first[0] == self.first[0]):
            return False
        return self._has_right(other, field)

    def may_remove(self, other, field):
        """Whether naming it takes another's write of a register away (section 2)."""
        return not self.unplaced and self._has_right(other, field)

    def _has_right(self, other, field):
        name = field.split("/")[1]
        is_own = other.author == self.author
        if name == "withdrawn":
            return is_own or self.act == DECISION
        return is_own or name not in ("judgement", "comment")

    def names(self, other, field):
        """Whether it takes the place of another's write of a register."""
        return other.edit in self.replaced(field) and self.may_remove(other, field)

    def hides(self, other, field):
        """Whether another's write of a register is not shown beside its own."""
        return other.edit in self.replaced(field) and self.may_hide(other, field)

    def issued_again(self, replica, n, by=b"", unplaced=False):
        """The same change under another dot; what is wrapped already is wrapped as it was first."""
        data = wrapped(*self.first, self.first_bytes, by, unplaced=unplaced)
        again = Change(self.key, replica, n, data)
        again.fault = self.fault
        return again
