"""What every answer must say, computed by the client from what it knows itself."""

import json

import algebra
from algebra import u64, vector_bytes
from records import Record
from team import is_problem
from world import APPLIED, Refusal

# The words of outcomes in the history, section 7.
OUTCOME_WORDS = {1: "applied", 2: "rejected", 3: "quarantined", 4: "again"}


class Checks:
    """Compares a server's answers about one audit with the oracle."""

    def __init__(self, team, world, epoch):
        self.team, self.world, self.epoch = team, world, epoch

    def receipt(self, what, *fields):
        return algebra.receipt(self.team.key, what, self.epoch, self.world.audit, *fields)

    def acknowledgement(self, replica, n):
        chain = self.world.chain(replica)
        outcomes = chain.outcomes[n]
        return outcomes + self.receipt(
            b"acknowledgement", replica, u64(n), chain.hashes[n], outcomes)

    def pushed(self, laptop, first, changes, answer):
        """Lets the oracle take a batch, and compares; returns the refusal or the answer."""
        world, replica = self.world, laptop.replica
        try:
            expected = world.push(replica, first, laptop.hashes[first - 1], changes)
        except Refusal as refusal:
            is_problem(answer, refusal.code, refusal.expected, refusal.actual)
            self.team.met[refusal.code] += 1
            return refusal
        told = answer.read("PushResponse")
        last = first + len(changes) - 1
        chain = world.chain(replica)
        assert (told["epoch"], told["acknowledged"]) == (self.epoch, last)
        assert told["chain"] == chain.hashes[last] == laptop.hashes[last]
        self.outcomes(told["outcomes"], expected)
        assert told["receipt"] == self.acknowledgement(replica, last)
        assert told["head"] == world.head()
        return told

    def outcomes(self, told, expected):
        """Each outcome with its word; a repeat of what was applied has none."""
        assert [(one["n"], one["outcome"], one["reason"].split(":")[0], bool(one["repeated"]))
                for one in told] == expected, told
        self.team.met.update(word or "repeated" for _, _, word, _ in expected)

    def pulled(self, answer, replica, acknowledged, items=None, told=0):
        """An opening, records and a cursor of one snapshot, which is the present."""
        world, items = self.world, answer.items if items is None else items
        opening = items[0]["opening"]
        chain = world.chain(replica)
        head = world.head()
        ended, kept = opening["ended_told"], opening["quarantine_told"]
        assert (ended > 0) == bool(opening["ended"])
        assert answer.headers["ETag"] == f'"{self.epoch.hex()}.{head["sequence"]}' + (
            f'.{ended}.{kept}"' if kept else f'.{ended}"' if ended else '"')
        assert (opening["epoch"], opening["head"]) == (self.epoch, head)
        assert (opening["number"], opening["chain"]) == (chain.number, chain.hashes[-1])
        assert opening["receipt"] == self.acknowledgement(replica, chain.number)
        self.outcomes(opening["outcomes"], [
            (entry.change.n, entry.outcome, entry.word, True)
            for entry in chain.entries[acknowledged:] if entry.outcome != APPLIED])
        self.resolutions(opening, replica, told)
        for item in items[1:]:
            if "record" in item:
                self.record(item["record"])
            elif "checkpoint" in item:
                self.checkpoint(item["checkpoint"], head)
            else:
                self.team.met["more"] += 1
                self.cursor(item.get("mark") or item["more"])

    def resolutions(self, opening, replica, told):
        """What leads made of the person's changes since, each change once, as it was last."""
        resolved = self.world.resolutions_of(self.world.persons[replica])
        expected = [
            (change.replica, change.n, {"adopted": 1, "discarded": 2}[kind], lead, reason)
            for at, (change, kind, lead, reason) in enumerate(resolved)
            if at >= told and change.hash not in {later[0].hash for later in resolved[at + 1:]}]
        assert [(one["replica"], one["n"], one["kind"], one["person"], one["reason"])
                for one in opening["resolutions"]] == expected
        assert bool(opening["resolved"]) == bool(resolved)
        self.team.met["told of resolutions"] += bool(expected)

    def record(self, message):
        """A record is the live writes of the oracle, byte for byte, with a receipt."""
        record = Record.received(message)
        expected = self.world.record(record.key)
        assert record.same_as(expected), record.key
        self.team.met["siblings"] += record.has_siblings
        self.team.met["two dots"] += record.has_two_dots
        assert message["changes"] == expected.sent()
        assert message["context"] == vector_bytes(record.context)
        assert message["receipt"] == self.receipt(b"record", record.digest())

    def checkpoint(self, told, head):
        world = self.world
        vector = [(entry["replica"], entry["n"], entry["chain"]) for entry in told["vector"]]
        assert vector == sorted(
            (replica, n, world.chain(replica).hashes[n]) for replica, n in world.vector().items())
        for entry in told["vector"]:
            # Adoptions are written under replicas of the server's own.
            person = world.persons.get(entry["replica"], entry["person"])
            assert entry["person"] == person and len(person) == 16
        assert (told["root"], told["count"]) == (head["root"], len(world.applied))
        entries = b"".join(replica + u64(n) + chain for replica, n, chain in vector)
        time = told["receipt"][:8]
        assert told["receipt"] == time + self.receipt(
            b"checkpoint", algebra.u32(len(vector)), entries, told["root"], u64(told["count"]), time)
        self.cursor(told["cursor"], len(world.log))

    def cursor(self, cursor, floor=None):
        """Its fields are those of section 6; a checkpoint's stands at the head."""
        assert len(cursor) == 104
        fields = cursor[32:56]
        assert cursor[:32] == self.epoch + self.world.audit
        assert fields[16:] == u64(len(self.world.log))
        assert floor is None or fields == u64(floor) * 3
        assert cursor[56:88] == self.world.trail
        whole = algebra.receipt(self.team.key, b"cursor", self.epoch, cursor[:88])
        assert cursor[88:] == whole

    def digests(self, device):
        """The 256 sums, and each bucket that has something."""
        sums = self.world.sums()
        told = device.get(self.world.audit, "/digest").read("DigestResponse")
        assert told["head"] == self.world.head()
        assert told["buckets"] == sums

    def bucket(self, device, number):
        told = device.get(self.world.audit, f"/digest?bucket={number}").read("BucketResponse")
        keys = sorted(key for key in self.world.applied if algebra.bucket(key) == number)
        assert [(entry["key"], entry["digest"]) for entry in told["entries"]] == [
            (key, self.world.record(key).digest()) for key in keys]

    def whole(self, device, form):
        """A fresh pull of everything has what was accepted, and nothing else."""
        answer = device.pull(self.world.audit, form=form)
        items = answer.items
        self.pulled(answer, device.replica, 0, items)
        keys = {item["record"]["key"] for item in items if "record" in item}
        assert keys == set(self.world.applied)
        assert "checkpoint" in items[-1]

    def chain(self, device, replica, first, form):
        """One chain, with hash, body and outcome of each change."""
        answer = device.chain(self.world.audit, replica, first, form)
        told = answer.read("ChainResponse")
        chain = self.world.chain(replica)
        told_end = told["last"], told["chain"]
        # Of a replica that it has nothing of, the server names no chain.
        assert told_end == (chain.number, chain.hashes[-1] if chain.number else b"")
        expected = [
            (entry.change.n, entry.change.key, entry.change.hash, entry.change.bytes,
             entry.outcome, entry.word) for entry in chain.entries[first - 1:]]
        assert [(one["n"], one["key"], one["hash"], one["body"], one["outcome"],
                 one["reason"].split(":")[0]) for one in told["changes"]] == expected
        return told

    def trail(self, device):
        """The history in hashes leads to the head, by what the oracle noted."""
        lines = [json.loads(line) for line in
                 device.get(self.world.audit, "/trail").data.splitlines()]
        assert lines[-1] == {"epoch": self.epoch.hex(), "sequence": len(self.world.log),
                             "trail": self.world.trail.hex()}
        assert lines[:-1] == [
            {"sequence": at + 1, "kind": algebra.kind(entry.change.key), "n": entry.change.n,
             "replica": entry.change.replica.hex(), "hash": entry.change.hash.hex(),
             "outcome": OUTCOME_WORDS[entry.outcome]}
            for at, entry in enumerate(self.world.log)]

    def quarantine(self, answer):
        """What leads may look at, in order, with what they made of it."""
        told = answer.json
        assert [one["id"] for one in told] == [
            change.hash.hex() for change in self.world.quarantine()]
        for one in told:
            kind = self.world.resolved.get(bytes.fromhex(one["id"]))
            assert (one["settled"] or {}).get("verdict") == kind, one
