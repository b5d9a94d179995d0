"""One audit, its laptops, and how one request of theirs is made and checked."""

from algebra import plan_key
from changes import PLAN
from checks import Checks
from client import Form, key_of_front
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize
from laptop import Laptop, Shown
from palette import audit_keys
from team import is_problem
from world import LEAD, READER, TESTER, Refusal, World

# What replicas begin with, so that they sort alike in every run of an example.
FRONTS = (0x7, 0x1, 0xC, 0x5, 0xE, 0x0, 0x9, 0x3, 0xF, 0x6, 0xA, 0x2)


class Audit(RuleBasedStateMachine):
    """One audit, its laptops, and what each of them may do next."""

    def __init__(self, team):
        super().__init__()
        self.team = team
        self.audit, self.nonce = team.tomas.begin()
        self.fronts, self.steps = iter(range(1_000)), 0
        self.world = World(self.audit, team.tomas.person)
        self.checks = Checks(team, self.world, team.tomas.epoch)
        self.keys = audit_keys(self.audit)
        self.laptops, self.has_newcomer, self.kills = [], False, 0

    def front(self):
        return FRONTS[next(self.fronts) % len(FRONTS)]

    def enrolled(self, device):
        """Another replica of a person, by the token of one that she has."""
        another = device.another(key_of_front(self.front()))
        self.world.persons[another.replica] = another.person
        return another

    def give(self, lead, roles):
        """A lead's change of the roster."""
        shown = Shown(lead, plan_key(self.audit))
        values = {f"/person/{person.hex()}/role": {"role": role} for person, role in roles.items()}
        lead.write(shown, values, act=PLAN)

    def laptop(self, who):
        return self.laptops[who % len(self.laptops)]

    @initialize(count=st.integers(2, 4), at=st.integers(0, 3))
    def begin(self, count, at):
        team = self.team
        people = (team.tomas, team.maya, (team.lee, team.rita)[at % 2], team.maya)[:count]
        self.laptops = [Laptop(self.enrolled(person), self.audit) for person in people]
        lead = self.laptops[0]
        self.observer = self.enrolled(team.tomas)
        is_problem(self.observer.get(self.audit), "audit-unknown")
        is_problem(team.maya.create(self.audit, self.nonce), "not-its-creator")
        is_problem(team.tomas.create(self.audit), "not-its-creator")
        for _ in range(2):
            told = lead.device.create(self.audit, self.nonce).read("CreateAuditResponse")
            assert told["epoch"] == self.checks.epoch
            self.checks.cursor(told["cursor"], 0)
        self.give(lead, {team.tomas.person: LEAD, team.maya.person: TESTER,
                         team.lee.person: TESTER, team.rita.person: READER})
        self.send(lead, 1, 1)

    # Requests

    def send(self, laptop, first, size, form=Form(), is_heard=True):
        """Pushes a batch, compares, and does what a client does about a problem."""
        changes = laptop.chain[first - 1:first - 1 + size]
        answer = laptop.device.push(self.audit, laptop.batch(first, len(changes)), form)
        told = self.checks.pushed(laptop, first, changes, answer)
        if isinstance(told, Refusal):
            if told.code == "replica-forked":
                self.go_on_after_fork(laptop)
        elif is_heard:
            laptop.is_answered(told["acknowledged"], told["chain"], told["outcomes"])

    def go_on_after_fork(self, laptop):
        """What the server has not is issued again under a new replica."""
        if laptop.replica in self.world.retired:
            self.laptops.remove(laptop)  # nobody lets it in again
            return
        self.team.met["went on after a fork"] += 1
        told = self.checks.chain(laptop.device, laptop.replica, 1, Form())
        common = 0
        for mine, theirs in zip(laptop.chain, told["changes"]):
            if mine.hash != theirs["hash"]:
                break
            common = mine.n
        outcomes = {one["n"]: one["outcome"] for one in told["changes"][:common]}
        laptop.begin_anew(self.enrolled(laptop.device), common, outcomes)
