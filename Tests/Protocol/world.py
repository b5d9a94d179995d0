"""The oracle: what a server must hold and answer, told as explicit sets of edits.

It knows no contexts when it says what lives: a write lives while no later accepted change names its
edit. That it shares nothing with a server is its use.
"""

import algebra
import messages

APPLIED, REJECTED, QUARANTINED, AGAIN, VOID = range(1, 6)
EDIT, DECISION, PLAN, ADOPTION = (
    messages.ENUMS["Act"][name]
    for name in ("ACT_EDIT", "ACT_DECISION", "ACT_PLAN", "ACT_ADOPTION"))
READER, TESTER, LEAD = 1, 2, 3


class Void:
    """A number whose body is none; with `why` it travels as one that cannot."""

    is_invalid = False

    def __init__(self, key, replica, n, data):
        self.key, self.replica, self.n, self.bytes = key, replica, n, data
        self.hash = algebra.change_hash(key, replica, n, data)
        self.edit = self.body = self.why = None


class Entry:
    """A change with what became of it, in the server's order."""

    def __init__(self, change, outcome, word):
        self.change, self.outcome, self.word = change, outcome, word


class Refusal(Exception):
    """A problem that a request must be answered with."""

    def __init__(self, code, expected=None, actual=None):
        super().__init__(code, expected, actual)
        self.code, self.expected, self.actual = code, expected, actual


class Chain:
    """One replica's changes on the server, and the hashes that are rolled over them."""

    def __init__(self, audit, replica):
        self.entries = []
        self.hashes = [algebra.chain_start(audit, replica)]
        self.outcomes = [bytes(32)]

    @property
    def number(self):
        return len(self.entries)

    def append(self, entry):
        self.entries.append(entry)
        self.hashes.append(algebra.chain_after(self.hashes[-1], entry.change.hash))
        self.outcomes.append(algebra.outcomes_after(self.outcomes[-1], entry.outcome))


class World:
    """One audit on one server."""

    def __init__(self, audit, creator):
        self.audit, self.creator = audit, creator
        self.log, self.chains, self.applied = [], {}, {}
        self.persons = {}  # of each replica that was enrolled
        self.retired = set()
        self.settled = {}  # h of a quarantined change -> verdict
        self.verdicts = {}  # of each person: (change, verdict, lead, reason), as leads settled
        self.trail = algebra.trail_start(audit)
        self.records = {}

    # What stands

    def live(self, key, field):
        """The accepted edits of a register that nobody accepted has replaced, by dot."""
        changes = self.applied.get(key, [])
        return sorted((
            change for at, change in enumerate(changes)
            if change.value(field) is not None
            and not any(change.edit in later.replaced(field) for later in changes[at + 1:])
        ), key=lambda change: change.dot)

    def record(self, key):
        """The record that these edits make."""
        changes = self.applied[key]
        size, record = self.records.get(key, (0, None))
        if size != len(changes):
            record = algebra.Record(key)
            for change in changes:
                record.context[change.replica] = change.n
            for field in {field for change in changes for field in change.fields}:
                for change in self.live(key, field):
                    _, indexes = record.live.get(change.dot, (change, ()))
                    index = change.fields.index(field)
                    record.live[change.dot] = (change, tuple(sorted((*indexes, index))))
            self.records[key] = (len(changes), record)
        return record

    def sums(self):
        """The 256 sums of digests."""
        buckets = [[] for _ in range(256)]
        for key in self.applied:
            buckets[algebra.bucket(key)].append(self.record(key).digest())
        return [algebra.total(digests) for digests in buckets]

    def head(self):
        return {"sequence": len(self.log), "root": algebra.total(self.sums()),
                "trail": self.trail}

    def vector(self):
        return {replica: chain.number for replica, chain in self.chains.items() if chain.number}

    def chain(self, replica):
        return self.chains.setdefault(replica, Chain(self.audit, replica))

    # Who may what

    def roles(self):
        """The roster of the plan; of two roles that stand side by side the lower holds."""
        plan = algebra.plan_key(self.audit)
        fields = {field for change in self.applied.get(plan, []) for field in change.fields}
        roles = {}
        for field in fields:
            parts = field.split("/")
            if parts[1] == "person" and parts[3] == "role":
                told = [change.value(field)["role"] for change in self.live(plan, field)]
                if told:
                    roles[bytes.fromhex(parts[2])] = min(told)
        if LEAD not in roles.values():
            roles[self.creator] = LEAD
        return roles

    def _is_allowed(self, change, role):
        if role == READER or change.body["act"] in (DECISION, ADOPTION):
            return role == LEAD
        if change.key == algebra.plan_key(self.audit):
            environments = all(field.startswith("/environment/") for field in change.fields)
            return role == LEAD or environments
        return True

    def _settles_conflict(self, change):
        """docs/merge.md, section 5, at its end."""
        sees = algebra.read_vector(change.body["sees"])
        for field in change.fields:
            names = change.replaced(field)
            if not field.endswith("/judgement") or not names:
                continue
            known = [other for other in self.live(change.key, field)
                     if sees.get(other.replica, 0) >= other.n or other.edit in names]
            if len({str(other.value(field)) for other in known}) > 1 and any(
                    other.edit in names and other.body["author"] != change.body["author"]
                    for other in known):
                return True
        return False

    def decide(self, change, person):
        """The outcome of one new change, in the order of section 5."""
        if isinstance(change, Void):
            return VOID, "void"
        if change.is_invalid:
            return REJECTED, "invalid"
        if change.first != change.dot and self.persons.get(change.first[0]) != person \
                and change.body["act"] != ADOPTION:
            return REJECTED, "bad-origin"
        if any(other.edit == change.edit and other.first == change.first
               for other in self.applied.get(change.key, [])):
            return AGAIN, "again"
        if change.replica in self.retired:
            return QUARANTINED, "retired-device"
        if not self._is_allowed(change, self.roles()[person]):
            return QUARANTINED, "not-allowed"
        if self._settles_conflict(change):
            return REJECTED, "settles-conflict"
        return APPLIED, ""

    def note(self, change, outcome, word):
        """Takes a change into log, chain and record."""
        entry = Entry(change, outcome, word)
        self.log.append(entry)
        self.chain(change.replica).append(entry)
        self.trail = algebra.trail_after(
            self.trail, len(self.log), change.key[16], change.replica, change.n, change.hash,
            outcome)
        if outcome == APPLIED:
            self.applied.setdefault(change.key, []).append(change)
        return entry

    # Requests

    def push(self, replica, first, chain_before, changes):
        """Takes a batch, or raises the problem; the answers are those of `outcomes`."""
        for at, change in enumerate(changes):
            if isinstance(change, Void) and change.why is None:
                raise Refusal("invalid-change", actual=str(at))
        person, chain = self.persons[replica], self.chain(replica)
        if person not in self.roles():
            raise Refusal("not-a-member")
        if first > chain.number + 1:
            raise Refusal("gap", str(chain.number + 1), str(first))
        known = chain.entries[first - 1:first - 1 + len(changes)]
        if chain_before != chain.hashes[first - 1] or any(
                entry.change.hash != change.hash for entry, change in zip(known, changes)):
            raise Refusal("replica-forked")
        answers = [(entry.change.n, entry.outcome, entry.word, True) for entry in known]
        for change in changes[len(known):]:
            outcome, word = self.decide(change, person)
            self.note(change, outcome, word)
            if outcome != APPLIED:
                answers.append((change.n, outcome, word, False))
        return answers

    def settle(self, change, verdict, lead, reason):
        """A lead made something of a change, which its author is told."""
        self.settled[change.hash] = verdict
        author = self.persons[change.replica]
        self.verdicts.setdefault(author, []).append((change, verdict, lead, reason))

    def settled_of(self, person):
        """Every verdict on this person's changes, also those that another took the place of."""
        return self.verdicts.get(person, [])

    def quarantine(self):
        """The changes that were set aside, in the order of the log."""
        return [entry.change for entry in self.log if entry.outcome == QUARANTINED]
