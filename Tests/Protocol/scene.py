"""A small audit for single requests: one lead, two testers, nobody else."""

from algebra import plan_key, state_key
from changes import PLAN
from checks import Checks
from laptop import Laptop, Shown
from palette import COMPONENT, CRITERIA, ENVIRONMENT
from records import Record
from world import LEAD, TESTER, World

JUDGEMENT = CRITERIA[0] + "/judgement"


class Scene:
    """Tomas leads an audit in which Maya and Lee test."""

    def __init__(self, team):
        self.team = team
        self.audit, nonce = team.tomas.begin()
        self.world = World(self.audit, team.tomas.person)
        self.checks = Checks(team, self.world, team.tomas.epoch)
        self.tomas, self.maya, self.lee = (
            Laptop(device.another(), self.audit)
            for device in (team.tomas, team.maya, team.lee))
        for laptop in (self.tomas, self.maya, self.lee):
            self.world.persons[laptop.replica] = laptop.person
        self.observer = team.tomas.another()
        self.tomas.device.create(self.audit, nonce)
        roles = {team.tomas.person: LEAD, team.maya.person: TESTER, team.lee.person: TESTER}
        values = {f"/person/{one.hex()}/role": {"role": role} for one, role in roles.items()}
        self.tomas.write(Shown(self.tomas, plan_key(self.audit)), values, act=PLAN)
        self.push(self.tomas)

    def key(self, state="expanded"):
        return state_key(self.audit, COMPONENT, ENVIRONMENT, 1, state)

    def save(self, laptop, values, state="expanded", **rest):
        return laptop.write(Shown(laptop, self.key(state)), values, **rest)

    def push(self, laptop):
        first = laptop.acknowledged + 1
        changes = laptop.chain[first - 1:]
        answer = laptop.device.push(self.audit, laptop.batch(first, len(changes)))
        told = self.checks.pushed(laptop, first, changes, answer)
        laptop.is_answered(told["acknowledged"], told["chain"], told["outcomes"])
        return [(one["outcome"], one["reason"].split(":")[0]) for one in told["outcomes"]]

    def pull(self, laptop, **rest):
        known = laptop.acknowledged
        answer = laptop.device.pull(self.audit, laptop.cursor, known, **rest)
        self.checks.pulled(answer, laptop.replica, known)
        if laptop.take(answer.items):
            assert laptop.root() == self.world.head()["root"]
        return answer

    def fresh(self, key):
        """The record as whoever knows nothing pulls it."""
        items = self.observer.pull(self.audit).items
        return next((Record.received(item["record"]) for item in items
                     if item.get("record", {}).get("key") == key), Record(key))

    def stands(self, field, key=None):
        """Who says what in a register, which no hash and no dot tells."""
        record = self.fresh(key or self.key())
        return {(one.author, str(one.value(field))) for one in record.siblings(field)}
