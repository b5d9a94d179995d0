"""What people write: saves of forms, decisions, roles, and what no version allows."""

import messages
from algebra import plan_key
from audit import Audit
from hypothesis import strategies as st
from hypothesis.stateful import rule
from laptop import Shown
from palette import BROKEN, INVALID, number, registers, which_criterion, which_key
from world import DECISION, EDIT, LEAD, PLAN, READER, TESTER

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
        withdrawn = f"{criterion}/withdrawn"
        if withdrawn not in values and shown.record.siblings(withdrawn):
            values[withdrawn] = None  # an edit that saw a withdrawal removes it
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
            laptop.write(shown, {field: chosen}, act, names={field: edits})
            return
        decision = {"judgement": chosen["judgement"], "reason": "heard it myself",
                    "settled": b"".join(sorted(edits))}
        laptop.write(shown, {criterion + "/decision": {"decision": decision}}, act=DECISION)

    @rule(who=number, whose=number, role=st.sampled_from((READER, TESTER, TESTER, LEAD)))
    def give_role(self, who, whose, role):
        self.give(self.laptop(who), {self.laptop(whose).person: role})

    @rule(who=number, why=number, criterion=which_criterion,
          what=st.sampled_from(("invalid", "broken", "judgement", "mood")))
    def write_oddly(self, who, why, criterion, what):
        """What no version allows, what is no body, and what a later version might write."""
        laptop, key = self.laptop(who), self.keys[0]
        if what == "broken":
            laptop.append_broken(key, BROKEN[why % len(BROKEN)])
        elif what == "invalid":
            change = laptop.append(key, messages.encode("Body", {
                "schema": 1, "author": laptop.person, "act": EDIT,
                "writes": INVALID[why % len(INVALID)]}))
            change.is_invalid = True
        else:
            value = {"unknown": b"\xaa\x06\x03new"}
            laptop.write(Shown(laptop, key), {f"{criterion}/{what}": value}, extra=b"\xf8\x06\x01")
