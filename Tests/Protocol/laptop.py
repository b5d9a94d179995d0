"""A replica's own side: what it wrote, what it pulled, what its forms show and its saves name."""

import copy

from algebra import chain_after, chain_start, run_of, total, vector_bytes
from changes import EDIT, Change, first_body
from records import Record
from world import AGAIN, APPLIED


SEES_MAX = 16  # entries of what a form had seen


class Forked(Exception):
    """The server's chain of this replica is not this laptop's."""


class Shown:
    """What a form showed of one record when it was opened, and what its person had seen of it."""

    def __init__(self, laptop, key):
        self.key = key
        self.record = laptop.shown(key)
        context = self.record.context
        own = [laptop.replica] if laptop.replica in context else []
        others = sorted({replica for replica, _ in self.record.live} - {laptop.replica})
        self.sees = {replica: context[replica] for replica in (own + others)[:SEES_MAX]}


class Laptop:
    """One database of one person."""

    def __init__(self, device, audit):
        self.device, self.audit = device, audit
        self.older = []  # of chains that forked: the changes that had an effect, with the outcome
        self.resolved = 0  # the ordinal up to which it knows what leads made of its person's work
        self.told = 0  # how many resolutions that were
        self._begin()
        self.forget()

    def _begin(self):
        self.chain, self.hashes = [], [chain_start(self.audit, self.replica)]
        self.outcomes, self.acknowledged = {}, 0

    def forget(self):
        """Drops what was pulled; the next pull brings everything."""
        self.records, self.cursor, self.tag, self.vector = {}, None, None, {}
        self.ended = 0  # how many devices had ended at the last checkpoint
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

    def effective(self):
        """One's own changes that a server has given an effect, with that, in order."""
        return self.older + [
            (change, self.outcomes[change.n]) for change in self.chain
            if self.outcomes.get(change.n) in (APPLIED, AGAIN)]

    def base(self, key):
        """The record as pulled with one's own changes that were applied, or known already."""
        record = self.records[key].copy() if key in self.records else Record(key)
        for change, outcome in self.effective():
            if change.key != key:
                continue
            # Until a checkpoint its first writing may not have been pulled yet.
            is_shown_whole = change.n > self.vector.get(change.replica, 0)
            if outcome == APPLIED or is_shown_whole and not record.has(change.edit):
                record.apply(change)
            else:
                record.apply_again(change)
        return record

    def shown(self, key):
        """The base with what no server has answered."""
        record = self.base(key)
        for change in self.chain[self.acknowledged:]:
            if change.key == key and not change.fault:
                record.apply(change)
        return record

    def root(self):
        keys = set(self.records) | {change.key for change, _ in self.effective()}
        return total(self.base(key).digest() for key in keys)

    # What is written

    def names(self, shown, field, act):
        """What a save of one register names (docs/merge.md, section 5)."""
        asking = Change(shown.key, self.replica, 0, first_body({
            "author": self.person, "act": act, "writes": []}))
        return self.closed({
            one.edit for one in shown.record.siblings(field) if asking.may_remove(one, field)
        }, field)

    def closed(self, names, field):
        """The names with what those of them had replaced that may still be refused."""
        names, pending = set(names), list(names)
        while pending:
            edit = pending.pop()
            for change in self.chain:
                if change.edit == edit and self.outcomes.get(change.n) not in (APPLIED, AGAIN):
                    new = change.replaced(field) - names
                    names |= new
                    pending += new
        return names

    def knew(self, shown, field):
        """What a judgement's form shows beside one's own: the others' and the decisions."""
        if not field.endswith("/judgement"):
            return set()
        decisions = shown.record.siblings(field.removesuffix("judgement") + "decision")
        return {one.edit for one in shown.record.siblings(field) + decisions
                if one.author != self.person or one in decisions}

    def write(self, shown, values, act=EDIT, names=None, knew=None, salt=b"", extra=b""):
        """Appends a change; `values` are by field, None removes. Nothing named is no removal."""
        writes = []
        for field in sorted(values, key=str.encode):
            value = values[field]
            named = names.get(field, set()) if names is not None else (
                self.names(shown, field, act))
            if value is None and not named:
                continue
            known = self.knew(shown, field) if knew is None else knew
            writes.append({"field": field, "replaces": run_of(named), "knew": run_of(known)} | (
                {"value": value} if value is not None else {}))
        if not writes:
            return None
        return self.append(shown.key, first_body({
            "schema": 1, "author": self.person, "act": act, "writes": writes,
            "sees": vector_bytes(shown.sees), "wall_milliseconds": 1_800_000_000_000,
            "salt": salt, "unknown": extra}))

    def append(self, key, body, fault=None):
        """Appends a change of these bytes; `fault` is why no version allows what they say."""
        change = Change(key, self.replica, len(self.chain) + 1, body)
        change.fault = change.fault or fault
        return self._take(change)

    def issue_again(self, other, by=b""):
        """Appends another change, wrapped."""
        return self._take(other.issued_again(self.replica, len(self.chain) + 1, by))

    def _take(self, change):
        self.chain.append(change)
        self.hashes.append(chain_after(self.hashes[-1], change.hash))
        return change

    def batch(self, first, size):
        """The request that pushes so many changes from a number on."""
        return {"first": first, "chain_before": self.hashes[first - 1],
                "changes": [
                    {"key": change.key, "body": change.bytes}
                    for change in self.chain[first - 1:first - 1 + size]]}

    def is_answered(self, acknowledged, chain, outcomes):
        """Takes over an answer of the server on the own chain."""
        if acknowledged > len(self.chain) or self.hashes[acknowledged] != chain:
            raise Forked
        told = {one["n"]: one["outcome"] for one in outcomes}
        for n in range(self.acknowledged + 1, acknowledged + 1):
            self.outcomes[n] = told.get(n, APPLIED)
        self.acknowledged = max(self.acknowledged, acknowledged)

    # What comes down

    def take(self, items):
        """Keeps what a pull brought up to its last cursor; what follows that is dropped."""
        is_whole = False
        for item in items:
            if "opening" in item:
                self.is_answered(*(item["opening"][name] for name in (
                    "number", "chain", "outcomes")))
                self.device.epoch = item["opening"]["epoch"]
                self.resolved = item["opening"]["resolved"]
                ended = item["opening"]["ended_told"]
                kept = item["opening"]["quarantine_told"]
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
                    stamps = f".{ended}.{kept}" if kept else f".{ended}" if ended else ""
                    self.tag = f'"{epoch}.{sequence}{stamps}"'
                    is_whole = True
        return is_whole

    def begin_anew(self, device, common, outcomes):
        """Goes on under another replica after a fork: what the server has not is issued again."""
        chain = self.chain
        self.older += [(change, outcomes[change.n]) for change in chain[:common]
                       if outcomes[change.n] in (APPLIED, AGAIN)]
        self.device = device
        self._begin()
        for change in chain[common:]:
            self.issue_again(change, change.by)
        self.forget()
