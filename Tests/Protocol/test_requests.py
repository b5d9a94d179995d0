"""Single requests, and answers that the state machine meets too seldom."""

import threading
import time

import pytest
from algebra import plan_key, state_key
from checks import Checks
from client import PROTOBUF, Device, Form, Service
from laptop import Laptop, Shown, pushed
from palette import COMPONENT, CRITERIA, ENVIRONMENT, judgement
from team import is_problem, new_id
from world import EDIT, LEAD, PLAN, TESTER, World

JUDGEMENT = CRITERIA[0] + "/judgement"


class Story:
    """Tomas leads an audit in which Maya and Lee test."""

    def __init__(self, team):
        self.team, self.audit = team, new_id()
        self.world = World(self.audit, team.tomas.person)
        self.checks = Checks(team, self.world, team.tomas.epoch)
        self.tomas, self.maya, self.lee = (
            Laptop(device.another(new_id()), self.audit)
            for device in (team.tomas, team.maya, team.lee))
        for laptop in (self.tomas, self.maya, self.lee):
            self.world.persons[laptop.replica] = laptop.person
        self.tomas.device.create(self.audit)
        roles = {team.tomas.person: LEAD, team.maya.person: TESTER, team.lee.person: TESTER}
        values = {f"/person/{one.hex()}/role": {"role": role} for one, role in roles.items()}
        self.tomas.write(Shown(self.tomas, plan_key(self.audit)), values, act=PLAN)
        self.push(self.tomas)

    def key(self, state="expanded"):
        return state_key(self.audit, COMPONENT, ENVIRONMENT, 1, state)

    def save(self, laptop, values, state="expanded", **rest):
        return laptop.write(Shown(laptop, self.key(state)), values, **rest)

    def push(self, laptop):
        first = laptop.acked + 1
        changes = laptop.chain[first - 1:]
        answer = laptop.device.push(self.audit, laptop.batch(first, len(changes)))
        told = self.checks.pushed(laptop, first, changes, answer)
        laptop.is_answered(told["acked"], told["chain"], told["outcomes"])
        return [(one["outcome"], one["reason"].split(":")[0]) for one in told["outcomes"]]

    def pull(self, laptop, **rest):
        acked = laptop.acked
        answer = laptop.device.pull(self.audit, laptop.cursor, acked, **rest)
        self.checks.pulled(answer, laptop.replica, acked)
        if laptop.take(answer.items):
            assert laptop.root() == self.world.head()["root"]
        return answer


@pytest.fixture
def story(team):
    return Story(team)


def test_only_a_decision_settles_a_conflict(story):
    for laptop, value in ((story.maya, "passed"), (story.lee, "cantTell")):
        story.save(laptop, {JUDGEMENT: judgement(value)})
        assert story.push(laptop) == []
    story.pull(story.maya)
    shown = Shown(story.maya, story.key())
    both = {one.edit for one in shown.record.siblings(JUDGEMENT)}
    assert len(both) == 2
    for act in (EDIT, PLAN):
        story.maya.write(shown, {JUDGEMENT: judgement("passed")}, act, names={JUDGEMENT: both})
    assert story.push(story.maya) == [(2, "settles-conflict")] * 2
    story.maya.write(shown, {JUDGEMENT: judgement("cantTell")})
    assert story.push(story.maya) == []
    story.pull(story.maya)
    values = {str(one.value(JUDGEMENT)) for one in
              story.maya.shown(story.key()).siblings(JUDGEMENT)}
    assert values == {str(judgement("cantTell"))}


def test_work_that_two_copies_issue_again_is_known(story):
    """A copy of a copy: what both have and the server has not goes out once."""
    copy = story.maya.copied()
    story.save(story.maya, {JUDGEMENT: judgement("passed")})
    assert story.push(story.maya) == []
    story.save(copy, {JUDGEMENT: judgement("cantTell")})
    second = copy.copied()
    for laptop, outcomes in ((copy, []), (second, [(4, "again")])):
        refused = laptop.device.push(story.audit, laptop.batch(1, 1))
        is_problem(refused, "replica-forked")
        device = laptop.device.another(new_id())
        story.world.persons[device.replica] = device.person
        laptop.begin_anew(device, 0, {})
        assert story.push(laptop) == outcomes
        story.pull(laptop)
    assert len(second.shown(story.key()).siblings(JUDGEMENT)) == 2


def test_nobody_issues_another_persons_work_again(story):
    theirs = story.save(story.lee, {JUDGEMENT: judgement("passed")})
    origin = {"replica": theirs.replica, "n": theirs.n, "hash": theirs.hash}
    story.save(story.maya, {JUDGEMENT: judgement("passed")}, origin=origin)
    assert story.push(story.maya) == [(2, "bad-origin")]


def test_a_pull_that_is_cut_goes_on_from_its_mark(story):
    """Marks come every 256 KiB; what came behind the last one comes again."""
    long = {f"{CRITERIA[0]}/{name}": {"text": name[0] * 16_384} for name in ("note", "steps")}
    for number in range(20):
        story.save(story.maya, long, state=f"state-{number}")
    assert story.push(story.maya) == []
    whole = story.lee.device.pull(story.audit, acked=0)
    kinds = [next(iter(item)) for item in whole.items]
    assert kinds.count("mark") >= 2, kinds
    for part in (0.55, 0.9, 1):
        before = len(story.lee.records)
        answer = story.lee.device.pull(story.audit, story.lee.cursor, 0)
        answer = answer.cut(int(len(answer.data) * part))
        story.checks.pulled(answer, story.lee.replica, 0)
        story.lee.take(answer.items)
        assert story.lee.is_at_checkpoint == (part == 1)
        assert len(story.lee.records) > before
    assert story.lee.root() == story.world.head()["root"]


def test_own_work_is_left_out_by_the_checkpoint_and_not_by_the_piece_before(story):
    """Lee's change lies before where the first piece ends, Maya's own of that record behind it."""
    story.pull(story.maya)
    for state in ("shared", "other"):
        story.save(story.lee, {JUDGEMENT: judgement("passed")}, state)
        story.push(story.lee)
    story.save(story.maya, {JUDGEMENT: judgement("cantTell")}, "shared")
    story.push(story.maya)
    story.pull(story.maya, limit=1)
    assert not story.maya.is_at_checkpoint
    story.pull(story.maya)
    assert len(story.maya.shown(story.key("shared")).siblings(JUDGEMENT)) == 2


def test_a_held_pull_is_answered_by_anothers_change(story):
    story.pull(story.lee)
    brought = []
    other = Laptop(Device(Service("http://" + story.team.service.place), story.lee.replica,
                          story.lee.person, story.lee.device.token), story.audit)

    def wait():
        brought.append(other.device.pull(
            story.audit, story.lee.cursor, story.lee.acked, wait=25))

    began = time.monotonic()
    waiting = threading.Thread(target=wait)
    waiting.start()
    story.save(story.maya, {JUDGEMENT: judgement("passed")})
    story.push(story.maya)
    waiting.join()
    assert time.monotonic() - began < 20
    assert [item["record"]["key"] for item in brought[0].items if "record" in item] == [story.key()]
    other.device.service.close()


def test_what_a_lead_made_of_quarantined_work(story):
    story.save(story.maya, {"/system": {"text": "17.4"}})
    title = Shown(story.maya, plan_key(story.audit))
    change = story.maya.write(title, {"/title": {"text": "Mine"}}, act=PLAN)
    assert story.push(story.maya) == [(3, "not-allowed")]
    item, settle = change.hash.hex(), story.tomas.device.settle
    is_problem(settle(story.audit, item, "discard", ""), "malformed")
    is_problem(story.maya.device.settle(story.audit, item, "adopt"), "not-allowed")
    is_problem(settle(story.audit, "5e" * 32, "adopt"), "not-found")
    told = settle(story.audit, item, "discard", "not ours").json["settled"]
    assert (told["verdict"], told["reason"], told["by"]["name"]) == (
        "discarded", "not ours", "Tomas Berg")
    assert settle(story.audit, item[:8], "adopt").json["settled"]["verdict"] == "adopted"
    is_problem(settle(story.audit, item, "discard", "not ours"), "not-allowed")


def test_enrolment_can_be_repeated_and_no_replica_is_taken(team):
    invite, device = team.invite("Kim Sorrel"), Device(team.service, new_id(), new_id())
    typed = invite.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    first = device.enrol(typed, Form(as_json=True))
    person, device.token = device.person, ""
    assert device.name == "Kim Sorrel"
    again = device.enrol(invite)
    assert (first.status, again.status, device.person) == (200, 200, person)
    for answer in (first, again):  # both tokens let it in
        token = answer.read("EnrolResponse")["token"]
        assert device.service.ask("GET", "/v1/people", None, token).status == 200
    other = Device(team.service, new_id(), new_id())
    is_problem(other.enrol(invite), "invite-invalid")
    is_problem(other.enrol("XXXXX-XXXXX-XXXXX-XXXXX"), "invite-invalid")
    taken = Device(team.service, device.replica, team.maya.person, team.maya.token)
    is_problem(taken.enrol(), "replica-taken")
    people = team.maya.service.ask("GET", "/v1/people", None, team.maya.token)
    assert {"person": device.person, "name": "Kim Sorrel"} in people.read(
        "PeopleResponse")["people"]


def test_what_cannot_be_read_or_is_too_large(story):
    maya, batch = story.maya, story.maya.batch(1, 0)
    path, ask = f"/v1/audits/{story.audit.hex()}/changes", maya.device.service.ask
    token = maya.device.token

    def post(data, code, **headers):
        is_problem(ask("POST", path, data, token, **{"Content_Type": PROTOBUF} | headers), code)

    post(b"\xff", "malformed")
    post(b'{"epoch":', "malformed", Content_Type="application/json")
    post(b"epoch=1", "unsupported-encoding", Content_Type="text/plain")
    post(b"", "unsupported-encoding", Content_Encoding="br")
    post(b"\x1f\x8bnot gzip", "malformed", Content_Encoding="gzip")
    post(b"", "protocol-too-old", Accord_Protocol="0")
    post(b"", "malformed", Accord_Protocol="one")
    limits = maya.device.service.ask("GET", "/v1/capabilities", Accept=PROTOBUF).read(
        "CapabilitiesResponse")["limits"]
    change = pushed(story.save(maya, {JUDGEMENT: judgement("passed")}))
    too_many = batch | {"changes": [change] * (limits["push_changes_max"] + 1)}
    is_problem(maya.device.push(story.audit, too_many), "too-large",
               actual=str(limits["push_changes_max"] + 1))
    large = {"key": change["key"], "body": change["body"] + bytes(limits["push_bytes_max"])}
    for form in (Form(), Form(zipped=True)):
        is_problem(maya.device.push(story.audit, batch | {"changes": [large]}, form), "too-large")
    assert story.push(maya) == []
    for rest, code in (
            ("/nothing", "not-found"), ("/records?acked=two", "malformed"),
            ("/records?since=abcd", "cursor-expired"), ("/digest?bucket=256", "malformed"),
            ("/export?format=pdf", "malformed")):
        is_problem(maya.device.get(story.audit, rest), code)
