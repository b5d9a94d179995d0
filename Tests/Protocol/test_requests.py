"""Single requests, and answers that the state machine meets too seldom."""

import hashlib
import re
import threading
import time

from algebra import component_key, plan_key, run_of
from changes import DECISION, EDIT, PLAN
from client import PROTOBUF, Device, Form, Service
from laptop import Laptop, Shown
from palette import COMPONENT, CRITERIA, judgement
from scene import JUDGEMENT
from team import DOCUMENT, is_problem
from world import TESTER


def test_two_persons_verdicts_stay_two_and_a_decision_removes_neither(story):
    """Whatever a save names, and as what it was written."""
    for laptop, value in ((story.maya, "passed"), (story.lee, "cantTell")):
        story.save(laptop, {JUDGEMENT: judgement(value)})
        assert story.push(laptop) == []
    story.pull(story.maya)
    shown = Shown(story.maya, story.key())
    both = {one.edit for one in shown.record.siblings(JUDGEMENT)}
    assert len(both) == 2
    for act in (EDIT, PLAN):
        story.maya.write(
            shown, {JUDGEMENT: judgement("failed", 3, 1)}, act, names={JUDGEMENT: both})
    story.save(story.maya, {JUDGEMENT: judgement("passed")})
    assert story.push(story.maya) == []
    decision = {"judgement": judgement("passed")["judgement"], "settled": run_of(both)}
    story.pull(story.tomas)
    story.save(story.tomas, {CRITERIA[0] + "/decision": {"decision": decision}}, act=DECISION)
    assert story.push(story.tomas) == []
    assert story.stands(JUDGEMENT) == {
        (story.maya.person, str(judgement("passed"))),
        (story.lee.person, str(judgement("cantTell")))}


def test_an_author_says_what_she_knew_of_the_others(story):
    """Their verdicts and the decisions that her form showed; her own she names."""
    theirs = story.save(story.lee, {JUDGEMENT: judgement("cantTell")})
    story.push(story.lee)
    mine = story.save(story.maya, {JUDGEMENT: judgement("passed")})
    story.push(story.maya)
    story.pull(story.maya)
    later = story.save(story.maya, {JUDGEMENT: judgement("failed", 3, 1)})
    assert (later.replaced(JUDGEMENT), later.knew(JUDGEMENT)) == ({mine.edit}, {theirs.edit})
    assert story.push(story.maya) == []


def test_a_tester_names_what_is_new_and_leaves_what_others_named(story):
    key, label = component_key(story.audit, COMPONENT), {"/label": {"text": "Account options"}}
    for laptop in (story.maya, story.lee):  # the same of the same, and neither saw the other's
        laptop.write(Shown(laptop, key), label)
        assert story.push(laptop) == []
    story.pull(story.maya)
    story.maya.write(Shown(story.maya, key), {"/label": {"text": "Options"}}, names={})
    story.maya.write(Shown(story.maya, key), {"/label": None})
    story.maya.write(Shown(story.maya, key), {"/note": {"text": "it moves"}})
    assert story.push(story.maya) == [(3, "occupied"), (3, "occupied")]
    story.pull(story.tomas)
    story.tomas.write(Shown(story.tomas, key), {"/label": {"text": "Options"}})
    assert story.push(story.tomas) == []
    assert story.stands("/label", key) == {(story.tomas.person, str({"text": "Options"}))}


def test_the_last_lead_stays(story):
    role = f"/person/{story.tomas.person.hex()}/role"
    for value in ({"role": TESTER}, None):
        story.tomas.write(Shown(story.tomas, plan_key(story.audit)), {role: value}, act=PLAN)
        assert story.push(story.tomas) == [(2, "last-lead")]


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
        device = laptop.device.another()
        story.world.persons[device.replica] = device.person
        laptop.begin_anew(device, 0, {})
        assert story.push(laptop) == outcomes
        story.pull(laptop)
    record = second.shown(story.key())
    assert (len(record.siblings(JUDGEMENT)), len(record.live), record.has_two_dots) == (2, 3, True)
    story.save(second, {JUDGEMENT: judgement("failed", 3, 1)})
    assert story.push(second) == []
    assert len(story.fresh(story.key()).live) == 1  # what takes an edit away takes all its dots


def test_a_pull_that_is_cut_goes_on_from_its_mark(story):
    """Marks come every 256 KiB; what came behind the last one comes again."""
    long = {f"{CRITERIA[0]}/{name}": {"text": name[0] * 16_384} for name in ("note", "steps")}
    for number in range(20):
        story.save(story.maya, long, state=f"state-{number}")
    assert story.push(story.maya) == []
    whole = story.lee.device.pull(story.audit, acknowledged=0)
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


def test_a_pull_of_everything_begins_with_the_plan_and_a_mark(story):
    """Whatever was changed last: without the plan an audit has no name and no people."""
    items = story.lee.device.pull(story.audit, acknowledged=0).items
    keys = [item["record"]["key"] for item in items if "record" in item]
    assert items[1]["record"]["key"] == plan_key(story.audit) and "mark" in items[2]
    assert len(keys) == len(set(keys)) == items[0]["opening"]["records"]
    rest = story.lee.device.pull(story.audit, items[2]["mark"], 0)
    assert {item["record"]["key"] for item in rest.items if "record" in item} == set(keys)


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
    lee = story.lee.device
    other = Laptop(Device(Service("http://" + story.team.service.place), lee.person, lee.token,
                          key=lee.key), story.audit)

    def wait():
        brought.append(other.device.pull(
            story.audit, story.lee.cursor, story.lee.acknowledged, wait=held))

    began, held = time.monotonic(), 25
    waiting = threading.Thread(target=wait)
    waiting.start()
    story.save(story.maya, {JUDGEMENT: judgement("passed")})
    story.push(story.maya)
    waiting.join()
    assert time.monotonic() - began < held
    assert [item["record"]["key"] for item in brought[0].items if "record" in item] == [story.key()]
    other.device.service.close()


def test_what_a_lead_made_of_quarantined_work(story):
    story.save(story.maya, {"/system": {"text": "17.4"}})
    title = Shown(story.maya, plan_key(story.audit))
    change = story.maya.write(title, {"/title": {"text": "Mine"}}, act=PLAN)
    assert story.push(story.maya) == [(3, "not-allowed")]
    item, resolve = change.hash.hex(), story.tomas.device.resolve
    is_problem(resolve(story.audit, item, "discard", ""), "malformed")
    is_problem(story.maya.device.resolve(story.audit, item, "adopt"), "not-allowed")
    is_problem(resolve(story.audit, "5e" * 32, "adopt"), "not-found")
    told = resolve(story.audit, item, "discard", "not ours").json["settled"]
    assert (told["verdict"], told["reason"], told["by"]["name"]) == (
        "discarded", "not ours", "Tomas Berg")
    assert resolve(story.audit, item[:8], "adopt").json["settled"]["verdict"] == "adopted"
    is_problem(resolve(story.audit, item, "discard", "not ours"), "not-allowed")


def test_enrolment_can_be_repeated_and_no_replica_is_taken(team):
    invite, device = team.invite("Kim Sorrel"), Device(team.service)
    typed = invite.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    first = device.enrol(typed, Form(as_json=True))
    person, device.token = device.person, ""
    assert device.name == "Kim Sorrel"
    again = device.enrol(invite)
    assert (first.status, again.status, device.person) == (200, 200, person)
    for answer in (first, again):  # both tokens let it in
        token = answer.read("EnrolResponse")["token"]
        assert device.service.ask("GET", "/v1/people", None, token).status == 200
    other = Device(team.service)
    is_problem(other.enrol(invite), "invite-invalid")
    is_problem(other.enrol("XXXXX-XXXXX-XXXXX-XXXXX"), "invite-invalid")
    taken = Device(team.service, team.maya.person, team.maya.token, key=device.key)
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
    change = story.save(maya, {JUDGEMENT: judgement("passed")})
    change = {"key": change.key, "body": change.bytes}
    too_many = batch | {"changes": [change] * (limits["push_changes_max"] + 1)}
    is_problem(maya.device.push(story.audit, too_many), "too-large",
               actual=str(limits["push_changes_max"] + 1))
    large = {"key": change["key"], "body": change["body"] + bytes(limits["push_bytes_max"])}
    for form in (Form(), Form(zipped=True)):
        is_problem(maya.device.push(story.audit, batch | {"changes": [large]}, form), "too-large")
    assert story.push(maya) == []
    for rest, code in (
            ("/nothing", "not-found"), ("/records?ack=two", "malformed"),
            ("/records?since=abcd", "cursor-expired"), ("/digest?bucket=256", "malformed"),
            ("/export?format=pdf", "malformed")):
        is_problem(maya.device.get(story.audit, rest), code)


def test_a_lead_lets_somebody_in_who_is_no_member_yet(story):
    """By a code that is told once, works once, and is known again by its hash."""
    order = {"name": "Ines Duarte", "role": "tester"}
    for device, code in ((story.maya.device, "not-allowed"),
                         (story.team.stranger, "not-a-member")):
        is_problem(device.invites(story.audit, order), code)
        is_problem(device.invites(story.audit), code)
    tomas = story.tomas.device
    written = tomas.invites(story.audit, order).json
    letters = written["code"].replace("-", "").encode()
    invite = written["invite"]
    assert invite["id"] == hashlib.sha256(b"accord/invite/1" + letters).hexdigest()
    assert (invite["name"], invite["role"], invite["used"]) == ("Ines Duarte", "tester", None)
    ines = Device(story.team.service, name="I. Duarte")
    assert ines.enrol(written["code"]).status == 200
    assert ines.name == "Ines Duarte"
    is_problem(ines.get(story.audit), "not-a-member")
    is_problem(Device(story.team.service).enrol(written["code"]), "invite-invalid")
    (listed,) = tomas.invites(story.audit).json
    assert listed["person"] == ines.person.hex() and listed["used"]
    is_problem(tomas.invites(story.audit, revoke=invite["id"]), "not-allowed")
    other = tomas.invites(story.audit, order | {"name": "Rui Costa"}).json
    assert tomas.invites(story.audit, revoke=other["invite"]["id"]).json["revoked"]
    is_problem(Device(story.team.service).enrol(other["code"]), "invite-invalid")
    is_problem(tomas.invites(story.audit, order | {"name": "x" * 10_000}), "too-large")
    is_problem(tomas.invites(story.audit, {"name": "Rui", "role": "owner"}), "malformed")


def test_each_address_names_the_methods_that_it_takes(story):
    """Those of the page's own table, to whoever comes with another one."""
    taken = {}
    for method, path in re.findall(r"^\| `([A-Z]+) (/[^`]*)`", DOCUMENT.read_text(), re.MULTILINE):
        taken.setdefault(path, set()).add(method)
    assert len(taken) > 20
    for path, methods in taken.items():
        path = path.replace("{audit}", story.audit.hex())
        path = re.sub(r"{[a-z0-9]+}", "0" * 32, path)
        for method in {"GET", "PUT", "PATCH", "DELETE", "PROPFIND"} - methods:
            answer = story.team.service.ask(method, path)
            is_problem(answer, "method-not-allowed")
            allowed = set(answer.headers["Allow"].split(", "))
            assert allowed - {"HEAD"} == methods - {"HEAD"}, path
