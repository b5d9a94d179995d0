"""What goes up and what comes down: in order, again, too late, untrue, by a copy, cut."""

import messages
from changes import wrapped
from client import Form
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule
from laptop import Forked, Shown
from palette import number
from team import is_problem, new_id
from writing import Writing

forms = st.builds(Form, st.booleans(), st.booleans())


class Syncing(Writing):
    """Pushes and pulls."""

    @rule(who=number, size=st.integers(1, 9), form=forms, is_heard=st.sampled_from((1, 1, 1, 0)))
    def push(self, who, size, form, is_heard):
        laptop = self.laptop(who)
        if laptop.acknowledged < len(laptop.chain):
            self.send(laptop, laptop.acknowledged + 1, size, form, is_heard)

    @rule(who=number, back=number, size=st.integers(1, 9), form=forms)
    def push_again(self, who, back, size, form):
        """From a number on that the server answered before, and perhaps further."""
        laptop = self.laptop(who)
        if laptop.acknowledged:
            self.send(laptop, max(1, laptop.acknowledged - back), size, form)

    @rule(who=number, back=number, part=st.sampled_from((
        "gap", "content", "content", "epoch", "chain_before", "replica", "author")))
    def push_what_is_refused(self, who, back, part):
        """Nothing comes of a number too far on, of another content, or of what is not true."""
        liar = self.laptop(who).copied()
        number = self.world.chain(liar.replica).number
        last = min(number, liar.acknowledged)
        if last and part == "content":
            last -= 1 + back % last
        liar.chain, liar.hashes = liar.chain[:last], liar.hashes[:last + 1]
        shown = Shown(liar, self.keys[0])
        liar.write(shown, {"/system": {"text": "17.4"}}, names={})
        request = liar.batch(last + 1, 1)
        if last < number:
            is_problem(liar.device.push(self.audit, request), "replica-forked")
            return
        if part == "gap":
            answer = liar.device.push(self.audit, request | {"first": last + 2 + back})
            is_problem(answer, "gap", str(last + 1), str(last + 2 + back))
        elif part == "epoch":
            answer = liar.device.push(self.audit, request | {"epoch": new_id()})
            is_problem(answer, "epoch-changed", self.checks.epoch.hex())
        elif part == "chain_before":
            answer = liar.device.push(self.audit, request | {"chain_before": bytes(32)})
            is_problem(answer, "replica-forked")
        elif part == "replica":
            answer = liar.device.push(self.audit, request | {"replica": self.observer.replica})
            is_problem(answer, "not-allowed")
        elif part == "author":
            body = messages.decode("Body", request["changes"][0]["body"])
            body["first"]["author"] = self.team.stranger.person
            for data in (messages.encode("Body", body), wrapped(
                    self.observer.replica, 1, messages.encode("Body", body))):
                request["changes"][0]["body"] = data
                is_problem(liar.device.push(self.audit, request), "not-allowed")

    @precondition(lambda self: 0 < len(self.laptops) < 6)
    @rule(who=number)
    def copy(self, who):
        """A folder is copied, and both go on: the second to push learns that it is a copy."""
        if self.laptop(who).replica not in self.world.retired:
            self.laptops.append(self.laptop(who).copied())

    @rule(who=number, from_start=st.sampled_from((0, 0, 0, 1)), limit=st.sampled_from(
        (None, None, 1, 2)), form=forms, is_tagged=st.booleans(),
        cut=st.sampled_from((1, 1, 1, 0.3, 0.9)))
    def pull(self, who, from_start, limit, form, is_tagged, cut):
        laptop, replica = self.laptop(who), self.laptop(who).replica
        if from_start:
            laptop.forget()
        since, known = laptop.cursor, laptop.acknowledged
        tag = laptop.tag if is_tagged else None
        answer = laptop.device.pull(
            self.audit, since, known, limit, tag=tag, form=form, resolved=laptop.resolved,
            unsent=len(laptop.chain) - known)
        if replica in self.world.retired:
            is_problem(answer, "replica-retired")
            return
        head = self.world.head()["sequence"]
        is_now = (tag or "").startswith(f'"{self.checks.epoch.hex()}.{head}')
        if (is_now and laptop.is_at_checkpoint and laptop.ended == len(self.world.retired)
                and known == self.world.chain(replica).number
                and laptop.told == len(self.world.resolutions_of(laptop.person))):
            assert (answer.status, answer.data) == (304, b"")
            self.team.met["nothing new"] += 1
            return
        answer = answer.cut(int(len(answer.data) * cut))
        if answer.items:
            self.take(laptop, answer, known)

    def take(self, laptop, answer, known):
        """Compares what came with the oracle, then keeps it as a client does."""
        self.checks.pulled(answer, laptop.replica, known, told=laptop.told)
        try:
            is_whole = laptop.take(answer.items)
            if is_whole:
                laptop.ended = len(self.world.retired)
        except Forked:
            self.go_on_after_fork(laptop)
        else:
            laptop.told = len(self.world.resolutions_of(laptop.person))
            if is_whole:
                assert laptop.root() == self.world.head()["root"]

    def pull_all(self, laptop):
        """Pieces of one record each, until a checkpoint."""
        laptop.is_at_checkpoint = False
        while laptop in self.laptops and not laptop.is_at_checkpoint:
            known = laptop.acknowledged
            answer = laptop.device.pull(
                self.audit, laptop.cursor, known, 1, resolved=laptop.resolved)
            self.take(laptop, answer, known)

    @rule(who=number, byte=st.integers(0, 103), bit=st.integers(0, 7))
    def pull_by_a_changed_cursor(self, who, byte, bit):
        laptop = self.laptop(who)
        if laptop.cursor and laptop.replica not in self.world.retired:
            cursor = bytearray(laptop.cursor)
            cursor[byte] ^= 1 << bit
            answer = laptop.device.pull(self.audit, bytes(cursor), laptop.acknowledged)
            is_problem(answer, "cursor-expired")
