"""Any order of requests: devices write, push, repeat, fork and pull, and the server is killed.

After every step the server must say what the oracle says (`world.py`), in bytes.
"""

import os

from algebra import bucket
from client import Form
from hypothesis.stateful import invariant, run_state_machine_as_test
from leading import Leading
from world import LEAD


class Team(Leading):
    """All rules, and what holds after each step."""

    @invariant()
    def the_server_says_what_the_oracle_says(self):
        if not self.laptops:
            return
        self.steps += 1
        self.team.met["steps"] += 1
        self.checks.digests(self.observer)
        self.checks.whole(self.observer, Form(as_json=self.steps % 2 == 0))
        turn = self.laptops[self.steps % len(self.laptops)]
        reader = turn.device if turn.replica not in self.world.retired else self.laptops[0].device
        if reader is turn.device or self.world.roles()[reader.person] == LEAD:
            first = 1 + self.steps % 3
            self.checks.chain(reader, turn.replica, first, Form(as_json=self.steps % 4 == 0))
        if self.steps % 5 == 0:
            self.checks.trail(self.observer)
            self.checks.bucket(self.observer, bucket(self.keys[self.steps % len(self.keys)]))

    def teardown(self):
        """Everybody comes to the same, with nothing left to send."""
        for laptop in self.laptops[:]:
            while laptop in self.laptops and laptop.acknowledged < len(laptop.chain):
                self.send(laptop, laptop.acknowledged + 1, 1_000)
        for laptop in self.laptops:
            if laptop.replica not in self.world.retired:
                self.pull_all(laptop)


# What a search must have met, or it has searched for nothing; by a seed of its own (`make soak`) it
# may miss what is rare, which has a case in test_requests.
GOALS = {"again", "bad-origin", "invalid", "more", "not-allowed", "occupied", "repeated",
         "replica-forked", "siblings", "two dots", "unreadable", "went on after a fork"}
RARE = {"occupied"}


def test_any_order_of_requests_leaves_what_the_oracle_says(team):
    run_state_machine_as_test(lambda: Team(team))
    goals = GOALS - RARE if "ACCORD_SEED" in os.environ else GOALS
    assert goals <= set(team.met), goals - set(team.met)
