"""What `accord audit second-opinions` draws and counts, held to docs/decisions/0040 over the NDJSON
export, on a lead's laptop and on a tester's."""

import hashlib

import pytest
from programs import Laptop
from test_exports import whole

SEED = "accord1"


def number(*words):
    return int.from_bytes(hashlib.sha256("\t".join(words).encode()).digest()[:8], "big")


def is_drawn(place, share, seed=SEED):
    return number(seed, *place) % 100 < share


def second(place, people):
    return max(people, key=lambda one: (number(SEED, *place, one), one))


def place(row):
    return row["component"], row["environment"], "1", row["state"]


def places(laptop):
    """Component states of the first round, from what is judged and what is left."""
    return {place(row) for row in [*whole(laptop), *laptop.asked("list", "--untested")]}


def counted(rows):
    """Findings of drawn component states: judged twice apart, twice, or left."""
    found = {"twice": 0, "dependent": 0, "left": 0}
    for row in rows:
        knew = {one["edit"]: one["knew"] for one in row["version"]["siblings"]}
        clear = [one for one in row["siblings"] if one["outcome"] and not one["unplaced"]]
        own = {one["person"]: one for one in sorted(clear, key=lambda one: one["at"])}
        free = [one for one in own.values() if not knew[one["edit"]]]
        kind = "twice" if len(free) > 1 else "dependent" if len(own) > 1 else "left"
        found[kind] += 1
    return found


def drawn(said):
    return {
        (one["id"], one["environment"], "1", one["state"]): one["second"] for one in said["drawn"]}


@pytest.mark.parametrize("share", [1, 20, 55, 100])
def test_what_is_drawn_and_for_whom(crowd, share):
    said = crowd.asked("audit", "second-opinions", str(share), "--seed", SEED, "--preview")
    meant = places(crowd)
    assert said["meant"] == len(meant) and not said["isSet"]
    wanted = {one for one in meant if is_drawn(one, share)}
    people = said["opinions"]["people"]
    assert len(people) == 3
    assert drawn(said) == {one: second(one, people) for one in wanted}
    found = counted([row for row in whole(crowd) if place(row) in wanted])
    assert {name: said["findings"][name] for name in ("twice", "dependent")} == {
        name: found[name] for name in ("twice", "dependent")}


def test_a_tester_draws_the_same_and_has_it_in_her_list(crowd):
    said = crowd.asked("audit", "second-opinions", "40", "--seed", SEED)
    assert said["isSet"]
    crowd.run("sync")
    maya = Laptop(crowd.home.parent, "Maya", home="maya")
    maya.run("sync")
    hers = maya.asked("audit", "second-opinions")
    assert drawn(hers) == drawn(said) and hers["findings"] == said["findings"]
    me = next(one["person"] for one in said["people"] if one["name"] == "Maya")
    own = {one for one, who in drawn(said).items() if who == me}
    listed = {place(row) for row in maya.asked("list", "--untested", "--mine")}
    assert own and listed <= own
    crowd.run("audit", "second-opinions", "--none")
    assert crowd.asked("audit", "show")["secondOpinions"] is None
