"""Protobuf and its JSON mapping, for whatever accord.proto declares; nothing of it is generated.

A message is a dict by field name. Reading fills in what was left out, but for messages and members
of a oneof: those are absent when they were not sent, so an empty text differs from none. What the
schema does not know is kept under `unknown`, as bytes.
"""

import base64
import pathlib
import re

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "Sources/Shared/Wire/accord.proto"
INTEGERS = {"uint32", "uint64", "int64", "bool"}

# How JSON has bytes (docs/protocol.md, section 1): in digits, in base64url, else in base64.
DIGITS = {"alias", "audit", "by", "checkpoint_epoch", "epoch", "person", "replica", "server",
          "buckets", "chain", "chain_before", "digest", "hash", "root", "trail"}
CURSORS = {"cursor", "mark", "more"}


class Field:
    """One field of a message."""

    def __init__(self, words, number, choice):
        self.repeated = words[0] == "repeated"
        self.type, self.name = words[-2:]
        self.number = number
        self.choice = choice  # a member of a oneof
        head, *rest = self.name.split("_")
        self.camel = head + "".join(word.capitalize() for word in rest)


def _read_schema(text):
    messages, enums, path, choice = {}, {}, [], False
    text = re.sub(r"//.*", "", text)
    for words, end in re.findall(r"([^{};]*)([{};])", text):
        words = words.replace("map<string, uint64>", "map").replace("=", " = ").split()
        if end == "{":
            if words[0] == "oneof":
                choice = True
            else:
                path.append(words[1])
                (messages if words[0] == "message" else enums)[words[1]] = {}
        elif end == "}":
            choice, path = (False, path) if choice else (False, path[:-1])
        elif path and "=" in words:
            number = int(words[-1])
            if path[-1] in enums:
                enums[path[-1]][words[0]] = number
            else:
                field = Field(words[:-2], number, choice)
                messages[path[-1]][field.name] = field
    return messages, enums


MESSAGES, ENUMS = _read_schema(SCHEMA.read_text())


def varint(value):
    """An integer as protobuf writes it; a negative one as its 64-bit complement."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data, at):
    """The integer at a place and the place behind it; a cut one is an error."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _scalar(field, value):
    if field.type == "string":
        value = value.encode()
    elif field.type in MESSAGES:
        value = encode(field.type, value)
    if field.type in INTEGERS or field.type in ENUMS:
        return varint(field.number << 3) + varint(int(value))
    return varint(field.number << 3 | 2) + varint(len(value)) + value


def encode(name, message):
    """A message's bytes, fields ascending, then what is unknown."""
    out = bytearray()
    for field in sorted(MESSAGES[name].values(), key=lambda field: field.number):
        value = message.get(field.name)
        if field.repeated and (field.type in INTEGERS or field.type in ENUMS):
            if value:
                packed = b"".join(varint(one) for one in value)
                out += varint(field.number << 3 | 2) + varint(len(packed)) + packed
        elif field.repeated:
            for one in value or []:
                out += _scalar(field, one)
        elif value is not None and (value or field.choice or field.type in MESSAGES):
            out += _scalar(field, value)
    return bytes(out) + message.get("unknown", b"")


def _empty(name):
    message = {}
    for field in MESSAGES[name].values():
        if field.repeated:
            message[field.name] = []
        elif field.type == "map":
            message[field.name] = {}
        elif not field.choice and field.type not in MESSAGES:
            message[field.name] = {"string": "", "bytes": b""}.get(field.type, 0)
    return message


def _items(data):
    at = 0
    while at < len(data):
        start = at
        tag, at = read_varint(data, at)
        kind = tag & 7
        value, at = read_varint(data, at)
        if kind == 2:
            begin, at = at, at + value
            value = data[begin:at]
            if at > len(data):
                raise ValueError("a field is cut")
        elif kind != 0:
            raise ValueError(f"no field of ours has wire type {kind}")
        yield tag >> 3, kind, value, data[start:at]


def _has_form(field, kind):
    """Whether a field came as the schema has it; else it is one that nobody knows."""
    if field.type in INTEGERS or field.type in ENUMS:
        return kind == 0 or field.repeated
    return kind == 2


def decode(name, data):
    """A message read from its bytes."""
    message = _empty(name)
    fields = {field.number: field for field in MESSAGES[name].values()}
    for number, kind, value, whole in _items(data):
        field = fields.get(number)
        if field is None or not _has_form(field, kind):
            message["unknown"] = message.get("unknown", b"") + whole
            continue
        if field.type in INTEGERS or field.type in ENUMS:
            values = [value]
            if kind == 2:
                values, at = [], 0
                while at < len(value):
                    one, at = read_varint(value, at)
                    values.append(one)
            if field.type == "int64":
                values = [one - (1 << 64) if one >> 63 else one for one in values]
        elif field.type == "map":
            entry = {n: v for n, _, v, _ in _items(value)}
            message[field.name][entry[1].decode()] = entry.get(2, 0)
            continue
        elif field.type == "string":
            values = [value.decode()]
        elif field.type in MESSAGES:
            values = [decode(field.type, value)]
        else:
            values = [bytes(value)]
        if field.repeated:
            message[field.name] += values
        else:
            message[field.name] = values[-1]
    return message


def to_json(name, message):
    """The message as JSON has it, as values for `json`."""
    def one(field, value):
        if field.type == "bytes":
            return value.hex() if field.name in DIGITS else base64.b64encode(value).decode()
        if field.type in MESSAGES:
            return to_json(field.type, value)
        if field.type in ENUMS:
            return {number: word for word, number in ENUMS[field.type].items()}.get(value, value)
        return str(value) if field.type in ("uint64", "int64") else value
    return {
        field.camel: [one(field, each) for each in value] if field.repeated else one(field, value)
        for field, value in ((field, message.get(field.name)) for field in MESSAGES[name].values())
        if value is not None and value != []
    }


def _from_text(name, text):
    if name in DIGITS:
        return bytes.fromhex(text)
    if name in CURSORS:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return base64.b64decode(text)


def from_json(name, values):
    """A message read from its JSON mapping; members that the schema does not know are left out."""
    def one(field, value):
        if field.type == "bytes":
            return _from_text(field.name, value)
        if field.type in MESSAGES:
            return from_json(field.type, value)
        if field.type in ENUMS:
            return ENUMS[field.type].get(value, value)
        if field.type == "map":
            return {key: int(each) for key, each in value.items()}
        return int(value) if field.type in INTEGERS else value
    message = _empty(name)
    for field in MESSAGES[name].values():
        if field.camel in values:
            value = values[field.camel]
            message[field.name] = (
                [one(field, each) for each in value] if field.repeated else one(field, value))
    return message


def frames(data):
    """The whole frames at the front of a pull's bytes; one that was cut is left out."""
    at, found = 0, []
    while at < len(data):
        try:
            size, begin = read_varint(data, at)
        except IndexError:
            break
        at = begin + size
        if at > len(data):
            break
        found.append(data[begin:at])
    return found
