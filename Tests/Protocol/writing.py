"""What people write: saves of forms, decisions, roles, and what no version allows."""

import os

from algebra import plan_key
from audit import Audit
from changes import DECISION, EDIT, PLAN, first_body, wrapped
from hypothesis import strategies as st
from hypothesis.stateful import rule
from laptop import Shown
from palette import (
    BROKEN, INVALID, broken_keys, judgement, number, registers, which_criterion, which_key,
    withdrawal)
from world import LEAD, READER, TESTER

picks = st.lists(st.tuples(number, number), min_size=1, max_size=3)


class Writing(Audit):
    """Nothing here asks the server."""

    @rule(who=number, key=which_key)
    def open_form(self, who, key):
        """What it shows is what a later save of it names, whatever happens meanwhile."""
        laptop = self.laptop(who)
        laptop.forms.append(Shown(laptop, self.keys[key]))

    @rule(who=number, saves=st.lists(
        st.tuples(which_key, which_criterion, picks, st.booleans()), min_size=1, max_size=3))
    def save(self, who, saves):
        laptop = self.laptop(who)
        for key, criterion, chosen, is_late in saves:
            shown = Shown(laptop, self.keys[key])
            if is_late and laptop.forms:
                shown = laptop.forms.pop(0)
            self.fill_in(laptop, shown, criterion, chosen)

    def fill_in(self, laptop, shown, criterion, chosen):
        """Some registers of one record in one change."""
        offered = registers(shown.key, criterion)
        values = {}
        for register, value in chosen:
            field, choices = offered[register % len(offered)]
            values[field] = choices[value % len(choices)]
            if "withdrawal" in (values[field] or {}):
                values[field] = withdrawal("twice", shown.record.edits(criterion))
        withdrawn = f"{criterion}/withdrawn"
        if withdrawn not in values and shown.record.siblings(withdrawn):
            values[withdrawn] = None  # an edit that saw one's own withdrawal removes it
        act = PLAN if shown.key == plan_key(self.audit) else EDIT
        laptop.write(shown, values, act, salt=bytes(range(8)))

    @rule(who=number, criterion=which_criterion, value=number,
          act=st.sampled_from((DECISION, EDIT, PLAN)))
    def settle(self, who, criterion, value, act):
        """By a decision, or by a judgement that names everything, whatever it calls itself."""
        laptop, field = self.laptop(who), criterion + "/judgement"
        shown = Shown(laptop, self.keys[0])
        judgements = shown.record.siblings(field)
        edits = {one.edit for one in judgements}
        values = [one.value(field) for one in judgements if "judgement" in one.value(field)]
        if not values:
            return
        chosen = values[value % len(values)]
        if act != DECISION:
            invented = {os.urandom(16)} if value % 2 else None
            laptop.write(shown, {field: chosen}, act, names={field: edits}, knew=invented)
            return
        decision = {"judgement": chosen["judgement"], "reason": "heard it myself",
                    "settled": b"".join(sorted(edits))}
        laptop.write(shown, {criterion + "/decision": {"decision": decision}}, act=DECISION)

    @rule(who=number, criterion=which_criterion, act=st.sampled_from((DECISION, EDIT)),
          is_lifted=st.booleans(), is_invented=st.booleans())
    def withdraw(self, who, criterion, act, is_lifted, is_invented):
        """What the form shows, or what nobody ever wrote; or lifts every withdrawal it shows."""
        laptop, field = self.laptop(who), criterion + "/withdrawn"
        shown = Shown(laptop, self.keys[0])
        names = {one.edit for one in shown.record.siblings(field)}
        covers = {os.urandom(16)} if is_invented else shown.record.edits(criterion)
        value = None if is_lifted else withdrawal("all of it", covers)
        laptop.write(shown, {field: value}, act, names={field: names})

    @rule(who=number, which=st.integers(0, 99),
          what=st.sampled_from(("as it is", "as it is", "another body", "another dot")))
    def issue_again(self, who, which, what):
        """What anybody wrote, as hers or by an adoption; or what nobody wrote like that."""
        laptop, log = self.laptop(who), self.world.log
        other = log[which % len(log)].change
        if other.fault:
            return
        by = b"" if other.author == laptop.person else laptop.person
        if what == "as it is":
            laptop.issue_again(other, by)
            return
        dot, body = other.first, other.first_bytes
        if what == "another dot":
            dot = self.observer.replica, 1
        else:
            body = first_body(other.body | {"wall_milliseconds": 1})
        laptop.append(other.key, wrapped(*dot, body, by))

    @rule(who=number, whose=number, role=st.sampled_from((READER, TESTER, TESTER, LEAD)))
    def give_role(self, who, whose, role):
        self.give(self.laptop(who), {self.laptop(whose).person: role})

    @rule(who=number, why=number, criterion=which_criterion,
          what=st.sampled_from(("invalid", "body", "key", "kind", "judgement", "mood")))
    def write_oddly(self, who, why, criterion, what):
        """What no version allows, what cannot be read, and what a later version might write."""
        laptop, key = self.laptop(who), self.keys[0]
        if what == "body":
            assert laptop.append(key, BROKEN[why % len(BROKEN)]).fault == "unreadable"
        elif what in ("invalid", "key"):
            keys = broken_keys(self.audit)
            body = first_body({
                "schema": 1, "author": laptop.person, "act": EDIT,
                "writes": INVALID[why % len(INVALID)]})
            if what == "key":
                laptop.append(keys[why % len(keys)], body, "unreadable")
            else:
                laptop.append(key, body, "invalid")
        elif what == "kind":
            shown = Shown(laptop, self.audit + b"\x09later")
            laptop.write(shown, {f"{criterion}/judgement": judgement("passed")})
        else:
            value = {"unknown": b"\xaa\x06\x03new"}
            laptop.write(Shown(laptop, key), {f"{criterion}/{what}": value}, extra=b"\xf8\x06\x01")
