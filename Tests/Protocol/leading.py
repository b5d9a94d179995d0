"""What leads do, who is kept out, and what happens to servers and devices."""

import json

from changes import Change
from client import Device, Form
from hypothesis.stateful import precondition, rule
from hypothesis import strategies as st
from laptop import Laptop
from palette import number
from syncing import Syncing
from team import is_problem, new_id
from world import AGAIN, APPLIED, LEAD, TESTER


class Leading(Syncing):
    """Quarantine, retiring, strangers, and a server that is killed."""

    @precondition(lambda self: self.world.quarantine())
    @rule(who=number, which=number, kind=st.sampled_from(("adopt", "discard")))
    def resolve_what_was_quarantined(self, who, which, kind):
        device, world = self.laptop(who).device, self.world
        answer = device.get(self.audit, "/quarantine")
        if device.replica in world.retired:
            is_problem(answer, "replica-retired")
            return
        if world.roles()[device.person] != LEAD:
            is_problem(answer, "not-allowed")
        else:
            self.checks.quarantine(answer)
        waiting = world.quarantine()
        change = waiting[which % len(waiting)]
        item = change.hash.hex()
        reason = "not ours" if kind == "discard" else None
        answer = device.resolve(self.audit, item[:20], kind, reason)
        adopted = change.issued_again(bytes(16), 1, device.person)
        is_lead = world.roles()[device.person] == LEAD
        if is_lead and world.resolved.get(change.hash) == "adopted" and kind == "adopt":
            assert answer.json["settled"]["verdict"] == "adopted"  # again, which changes nothing
            return
        outcome, word = world.decide(adopted, device.person)
        if not is_lead or world.resolved.get(change.hash) == "adopted" or (
                kind == "adopt" and (change.by or outcome not in (APPLIED, AGAIN))):
            is_problem(answer, "not-allowed")
            return
        told = answer.json
        assert told["id"] == item
        assert told["settled"]["by"]["id"] == device.person.hex()
        assert told["settled"]["reason"] == (reason or "")
        past = {"adopt": "adopted", "discard": "discarded"}[kind]
        world.resolve(change, past, device.person, reason or "")
        self.team.met[kind] += 1
        if kind == "adopt":
            self.was_adopted(device, adopted, outcome, word)

    def was_adopted(self, lead, expected, outcome, word):
        """The server issued it again as a change of its own, the last of the history."""
        lines = lead.get(self.audit, f"/trail?from={len(self.world.log) + 1}").data.splitlines()
        entry = json.loads(lines[0])
        replica, n = bytes.fromhex(entry["replica"]), entry["n"]
        told = lead.chain(self.audit, replica, n).read("ChainResponse")["changes"][0]
        assert told["body"] == expected.bytes
        self.world.note(Change(expected.key, replica, n, told["body"]), outcome, word)

    @precondition(lambda self: len(self.laptops) > 2 and not self.world.retired)
    @rule(who=number, by_lead=st.booleans())
    def retire(self, who, by_lead):
        laptop = self.laptops[1 + who % (len(self.laptops) - 1)]
        world = self.world
        if laptop.replica == self.laptops[0].replica:
            return
        asking = self.laptops[0] if by_lead else laptop
        if by_lead and (world.roles()[asking.person] != LEAD
                        or not world.chain(laptop.replica).number):
            return
        for _ in range(2 if by_lead else 1):
            answer = asking.device.service.ask(
                "POST", f"/v1/replicas/{laptop.replica.hex()}:retire", None, asking.device.token)
            assert answer.json["retirement"] == "retired"
        world.retired.add(laptop.replica)

    @rule(who=number)
    def let_nobody_else_in(self, who):
        """Whoever is no member learns nothing; nor does one without a token, or a changed one."""
        laptop, stranger = self.laptop(who), self.team.stranger
        for rest in ("", "/records", "/digest", "/digest?bucket=7", "/trail", "/quarantine",
                     f"/changes?replica={laptop.replica.hex()}&from=1", "/export?format=csv"):
            is_problem(stranger.get(self.audit, rest), "not-a-member")
        is_problem(stranger.create(self.audit), "not-a-member")
        batch = {"first": 1, "chain_before": bytes(32), "changes": []}
        is_problem(stranger.push(self.audit, batch), "not-a-member")
        token = laptop.device.token
        changed = token[:-1] + ("A" if token[-1] != "A" else "Q")
        for token, code in (("", "token-missing"), (changed, "token-expired")):
            nobody = Device(self.team.service, new_id(), token)
            is_problem(nobody.get(self.audit, "/records"), code)
        is_problem(self.observer.get(new_id()), "audit-unknown")

    @precondition(lambda self: 0 < len(self.laptops) < 5 and not self.has_newcomer)
    @rule(form=st.builds(Form, st.booleans()))
    def join_by_an_invite(self, form):
        """A new person gets in, and is a member once a lead's change says so."""
        self.has_newcomer = True
        device = self.team.invited("Ana Duarte", self.front(), form)
        self.world.persons[device.replica] = device.person
        is_problem(device.pull(self.audit), "not-a-member")
        lead = self.laptops[0]
        self.give(lead, {device.person: TESTER})
        self.send(lead, lead.acknowledged + 1, len(lead.chain))
        if device.person in self.world.roles():
            self.laptops.append(Laptop(device, self.audit))

    @precondition(lambda self: self.kills < 2)
    @rule()
    def kill_the_server(self):
        """What was answered is in the files, whenever it dies."""
        self.kills += 1
        self.team.restart()
