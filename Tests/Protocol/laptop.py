"""A replica's own side: what it wrote, what it pulled, what its forms show and its saves name."""

import copy

import messages
from algebra import Change, Record, chain_after, chain_start, read_vector, total, vector_bytes
from world import APPLIED, EDIT, Void


class Forked(Exception):
    """The server's chain of this replica is not this laptop's."""


class Shown:
    """What a form showed of one record when it was opened, and what its person had seen by then."""

    def __init__(self, laptop, key):
        self.key = key
        self.record = laptop.shown(key)
        self.sees = dict(laptop.vector)
        if laptop.chain:
            self.sees[laptop.replica] = len(laptop.chain)


class Laptop:
    """One database of one person."""

    def __init__(self, device, audit):
        self.device, self.audit = device, audit
        self.older = []  # changes of chains that forked, which the server has applied
        self.settled = 0  # the ordinal up to which it knows what leads made of its person's changes
        self.told = 0  # how many verdicts that were
        self._begin()
        self.forget()

    def _begin(self):
        self.chain, self.hashes = [], [chain_start(self.audit, self.replica)]
        self.outcomes, self.acked = {}, 0

    def forget(self):
        """Drops what was pulled; the next pull brings everything."""
        self.records, self.cursor, self.tag, self.vector = {}, None, None, {}
        self.forms, self.is_at_checkpoint = [], False

    def copied(self):
        """The same database on another disk, as a copied folder or a restored backup has it."""
        return copy.deepcopy(self, {id(self.device.service): self.device.service})

    @property
    def replica(self):
        return self.device.replica

    @property
    def person(self):
        return self.device.person

    # What is shown

    def base(self, key):
        """The record as pulled with one's own applied changes."""
        record = self.records[key].copy() if key in self.records else Record(key)
        for change in self.older:
            if change.key == key:
                record.apply(change)
        for change in self.chain:
            if change.key == key and self.outcomes.get(change.n) == APPLIED:
                record.apply(change)
        return record

    def shown(self, key):
        """The base with what no server has answered."""
        record = self.base(key)
        for change in self.chain[self.acked:]:
            if change.key == key and not (isinstance(change, Void) or change.is_invalid):
                record.apply(change)
        return record

    def root(self):
        keys = set(self.records) | {change.key for change in self.older} | {
            change.key for change in self.chain if self.outcomes.get(change.n) == APPLIED}
        return total(self.base(key).digest() for key in keys)

    # What is written

    def names(self, shown, field, value):
        """What a save of one register names (docs/merge.md, section 5)."""
        siblings = shown.record.siblings(field)
        if field.endswith("/judgement"):
            own = [one for one in siblings if one.body["author"] == self.person]
            values = {str(one.value(field)) for one in siblings}
            if value is None or len(values) != 1 or str(value) in values:
                siblings = own
        return self.closed({one.edit for one in siblings}, field)

    def closed(self, names, field):
        """The names with what those of them had replaced that may still be refused."""
        names, pending = set(names), list(names)
        while pending:
            edit = pending.pop()
            for change in self.chain:
                if change.edit == edit and self.outcomes.get(change.n) != APPLIED:
                    new = change.replaced(field) - names
                    names |= new
                    pending += new
        return names

    def write(self, shown, values, act=EDIT, names=None, origin=None, salt=b"", extra=b""):
        """Appends a change; `values` are by field, None removes. Nothing named is no removal."""
        writes = []
        for field in sorted(values, key=str.encode):
            value = values[field]
            named = names.get(field, set()) if names is not None else (
                self.names(shown, field, value))
            if value is None and not named:
                continue
            writes.append({"field": field, "replaces": b"".join(sorted(named))} | (
                {"value": value} if value is not None else {}))
        if not writes:
            return None
        body = {"schema": 1, "author": self.person, "act": act, "writes": writes,
                "sees": vector_bytes(shown.sees), "wall_milliseconds": 1_800_000_000_000,
                "salt": salt, "unknown": extra}
        return self.append(shown.key, messages.encode(
            "Body", body | ({"origin": origin} if origin else {})))

    def append(self, key, body):
        change = Change(key, self.replica, len(self.chain) + 1, body)
        self._take(change)
        return change

    def _take(self, change):
        self.chain.append(change)
        self.hashes.append(chain_after(self.hashes[-1], change.hash))

    def append_broken(self, key, data):
        """Appends a number whose body is none, such as a fault of an older program left behind."""
        self._take(Void(key, self.replica, len(self.chain) + 1, data))

    def batch(self, first, size):
        """The request that pushes so many changes from a number on."""
        return {"first": first, "chain_before": self.hashes[first - 1],
                "changes": [pushed(change) for change in self.chain[first - 1:first - 1 + size]]}

    def is_answered(self, acked, chain, outcomes):
        """Takes over an answer of the server on the own chain."""
        if acked > len(self.chain) or self.hashes[acked] != chain:
            raise Forked
        told = {one["n"]: one["outcome"] for one in outcomes}
        for n in range(self.acked + 1, acked + 1):
            self.outcomes[n] = told.get(n, APPLIED)
        self.acked = max(self.acked, acked)

    # What comes down

    def take(self, items):
        """Keeps what a pull brought up to its last cursor; what follows that is dropped."""
        is_whole = False
        for item in items:
            if "opening" in item:
                self.is_answered(*(item["opening"][name] for name in (
                    "number", "chain", "outcomes")))
                self.device.epoch = item["opening"]["epoch"]
                self.settled = item["opening"]["settled"]
                epoch, sequence = self.device.epoch.hex(), item["opening"]["head"]["sequence"]
                staged = {}
            elif "record" in item:
                record = Record.received(item["record"])
                staged[record.key] = record
            else:
                self.records |= staged
                staged = {}
                self.is_at_checkpoint = "checkpoint" in item
                self.cursor = item.get("mark") or item.get("more")
                if self.is_at_checkpoint:
                    self.cursor = item["checkpoint"]["cursor"]
                    told = item["checkpoint"]["vector"]
                    self.vector = {entry["replica"]: entry["n"] for entry in told}
                    self.tag, is_whole = f'"{epoch}.{sequence}"', True
        return is_whole

    def begin_anew(self, device, common, outcomes):
        """Goes on under another replica after a fork: what the server has not is issued again."""
        before, chain = self.device.replica, self.chain
        self.older += [
            change for change in chain[:common] if outcomes[change.n] == APPLIED]
        self.device = device
        self._begin()
        for change in chain[common:]:
            if isinstance(change, Void):
                continue
            body = messages.decode("Body", change.bytes)
            sees = read_vector(body["sees"])
            if before in sees:  # above `common` these numbers stand for another's changes
                sees[before] = min(sees[before], common)
            if self.chain:
                sees[self.replica] = len(self.chain)
            first = body.get("origin") or {
                "replica": change.replica, "n": change.n, "hash": change.hash}
            body |= {"sees": vector_bytes(sees), "origin": first}
            again = self.append(change.key, messages.encode("Body", body))
            again.is_invalid = change.is_invalid
        self.forget()


def pushed(change):
    """A change as it travels."""
    if isinstance(change, Void) and change.why is not None:
        return {"key": change.key, "void": {"hash": change.hash, "why": change.why}}
    return {"key": change.key, "body": change.bytes}
