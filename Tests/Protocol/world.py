"""The oracle: what a server must hold and answer, told as explicit sets of edits.

It knows no contexts when it says what lives: a write lives while no later accepted change takes its
place. That it shares nothing with a server is its use.
"""

import algebra
from changes import DECISION
from records import Record
from shares import exceeds

APPLIED, REJECTED, QUARANTINED, AGAIN = range(1, 5)
READER, TESTER, LEAD = 1, 2, 3
# What says of a component what it is; the rest of its registers are everybody's.
COMPONENT_PLAN = {"screen", "control", "label", "ordinal", "state"}
DOTS_MAX = 16  # under which one edit lives; issued again beyond them it is set aside


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
        self.log, self.chains = [], {}
        self.applied = {}  # key -> what was applied, with its outcome, in order
        self.persons = {}  # of each replica that was enrolled
        self.retired = set()
        self.resolved = {}  # h of a quarantined change -> what a lead made of it
        self.resolutions = {}  # of each person: (change, kind, lead, reason), in order
        self.trail = algebra.trail_start(audit)
        self.records = {}

    # What stands

    def live(self, key, field):
        """The accepted edits of a register that nobody took away, each with the dots it has there.

        Told change by change: who takes what away, what comes too late, and what comes again.
        """
        live = {}  # the first of each edit -> the changes that it lives under
        for change, outcome in self.applied.get(key, []):
            known = next((one for one in live if one.edit == change.edit), None)
            if outcome == AGAIN:
                if known is None or all(one.unplaced for one in live[known]):
                    live = {one: dots for one, dots in live.items()
                            if not change.names(one, field)}
                if known:
                    live[known].append(change)
                continue
            live = {one: dots for one, dots in live.items() if not change.names(one, field)}
            if change.value(field) is not None and not any(
                    one.names(change, field) for one in live):
                live[change] = [change]
        return live

    def record(self, key):
        """The record that these edits make."""
        changes = self.applied.get(key, [])
        size, record = self.records.get(key, (-1, None))
        if size != len(changes):
            record = Record(key)
            for change, _ in changes:
                record.context[change.replica] = change.n
            for field in {field for change, _ in changes for field in change.fields}:
                for change in (one for dots in self.live(key, field).values() for one in dots):
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

    def roles(self, plan=None):
        """The roster; of roles side by side the lower holds, or the higher if no lead were left."""
        roles = self._planned_roles(plan)
        if LEAD not in roles.values():
            roles[self.creator] = LEAD
        return roles

    def _planned_roles(self, plan=None):
        key = algebra.plan_key(self.audit)
        plan = plan or self.record(key)
        lower, higher = {}, {}
        for field in {field for change, _ in plan.live.values() for field in change.fields}:
            parts = field.split("/")
            told = [change.value(field) for change in plan.siblings(field)]
            if parts[1] == "person" and parts[3] == "role" and told:
                person = bytes.fromhex(parts[2])
                lower[person] = min(one["role"] for one in told)
                higher[person] = max(one["role"] for one in told)
        return lower if LEAD in lower.values() else higher

    def _leaves_a_lead(self, change):
        key = algebra.plan_key(self.audit)
        if change.key != key or key not in self.applied:
            return True
        plan = self.record(key).copy()
        plan.apply(change)
        return LEAD in self._planned_roles(plan).values() or (
            LEAD not in self._planned_roles().values())

    def _is_held(self, change):
        """Whether the first writing that is adopted is here, however it came."""
        return not change.by or any(
            (entry.change.key, entry.change.first, entry.change.first_bytes)
            == (change.key, change.first, change.first_bytes)
            for entry in self.log
            # What was refused is nobody's word, unless its author brought it herself.
            if entry.outcome != REJECTED or entry.change.first == entry.change.dot)

    @staticmethod
    def _is_a_leads_own(change):
        """Whether nobody adopts it, because a lead writes such a thing herself."""
        return change.act == DECISION or change.key[16] == 1 and any(
            field.startswith(("/person/", "/policy")) for field in change.fields)

    def _may_not(self, change, role):
        """Why this person may not do it, the word alone; None when she may."""
        if role is None:
            return "not-a-member"
        if role == LEAD:
            return None
        if role == READER or change.act == DECISION:
            return "not-allowed"
        kind = change.key[16]
        for field in change.fields:
            name = field.split("/")[1]
            if kind == 1 and name != "environment":
                return "not-allowed"
            if kind == 1 or kind == 2 and name in COMPONENT_PLAN:
                if any(one.author != change.author and not self._agree(change, one, field)
                       for one in self.live(change.key, field)):
                    return "occupied"
        return None

    def _agree(self, change, other, field):
        """Whether a change says of a register what another's edit says there."""
        own, stands = change.value(field), other.value(field)
        if own == stands:
            return True
        if field not in ("/screen", "/label") or other.edit in change.replaced(field):
            return False
        if not own or "text" not in own or not stands or "text" not in stands:
            return False
        return algebra.folded(own["text"]) == algebra.folded(stands["text"]) or self._makes(change)

    def _makes(self, change):
        """Whether it gives its component the names that the id was derived from."""
        values = {name: change.value("/" + name) or {} for name in COMPONENT_PLAN}
        texts = [values[name].get("text") for name in ("screen", "control", "label")]
        if None in texts or any(change.replaced(field) for field in change.fields):
            return False
        ordinal = int(values["ordinal"].get("number", 1))
        return 0 <= ordinal < 1 << 32 and any(
            algebra.component_id(*texts, ordinal, again) == change.key[17:] for again in range(16))

    def decide(self, change, person):
        """The outcome of one new change, in the order of section 5."""
        if change.fault:
            return REJECTED, change.fault
        if change.by and (self.roles().get(person) != LEAD or self._is_a_leads_own(change)):
            return REJECTED, "not-allowed"
        if not self._is_held(change):
            return REJECTED, "bad-origin"
        if not self._leaves_a_lead(change):
            return REJECTED, "last-lead"
        applied = self.applied.get(change.key, [])
        if any(other.edit == change.edit for other, _ in applied):
            lives = self.record(change.key).live.values()
            if sum(one.edit == change.edit for one, _ in lives) >= DOTS_MAX:
                return QUARANTINED, "share"
            return AGAIN, "again"
        if change.replica in self.retired:
            return QUARANTINED, "retired-device"
        word = self._may_not(change, self.roles().get(person))
        if not word and exceeds(self.record(change.key), change):
            word = "share"
        return (QUARANTINED, word) if word else (APPLIED, "")

    def note(self, change, outcome, word):
        """Takes a change into log, chain and record."""
        entry = Entry(change, outcome, word)
        self.log.append(entry)
        self.chain(change.replica).append(entry)
        self.trail = algebra.trail_after(
            self.trail, len(self.log), algebra.kind(change.key), change.replica, change.n,
            change.hash, outcome)
        if outcome in (APPLIED, AGAIN):
            self.applied.setdefault(change.key, []).append((change, outcome))
        return entry

    # Requests

    def push(self, replica, first, chain_before, changes):
        """Takes a batch, or raises the problem; the answers are those of `outcomes`."""
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

    def resolve(self, change, kind, lead, reason):
        """A lead made something of a change, which its author is told."""
        self.resolved[change.hash] = kind
        author = self.persons[change.replica]
        self.resolutions.setdefault(author, []).append((change, kind, lead, reason))

    def resolutions_of(self, person):
        """All of this person's changes, also those that another took the place of."""
        return self.resolutions.get(person, [])

    def quarantine(self):
        """The changes that leads may look at, in the order of the log."""
        return [entry.change for entry in self.log if entry.outcome == QUARANTINED]
