"""What a member can say that is not true, and that it harms nobody who works beside her.

Lee lies, or a lead does. Maya's verdict was there before; it must stand afterwards, as hers, and
she and Tomas must be able to go on.
"""

import json
import os

import pytest
from algebra import plan_key, vector_bytes
from changes import DECISION, EDIT, PLAN, Change, first_body, wrapped
from client import Form
from laptop import Shown
from palette import CRITERIA, judgement, withdrawal
from scene import JUDGEMENT
from team import is_problem
from world import LEAD

CRITERION = CRITERIA[0]
CRITICAL = judgement("failed", 4, 1)
NOTE = CRITERION + "/note"
COMMENT = CRITERION + "/comment/" + "c0" * 8
WITHDRAWN = CRITERION + "/withdrawn"
OPENED = 200  # names, of edits that nobody ever wrote


def invented(count):
    return {os.urandom(16) for _ in range(count)}


def body_of(laptop, **parts):
    """A body in somebody's name, as a program that is not ours might make it."""
    return first_body({"schema": 1, "author": laptop.person, "act": EDIT, "writes": [
        {"field": JUDGEMENT, "value": judgement("passed")}]} | parts)


@pytest.fixture
def her(story):
    """Maya's change, which everybody has."""
    change = story.save(story.maya, {
        JUDGEMENT: CRITICAL, NOTE: {"text": "silent"}, COMMENT: {"text": "twice"}})
    assert story.push(story.maya) == []
    for laptop in (story.lee, story.tomas):
        story.pull(laptop)
    return change


def goes_on(story, *others):
    """Her words stand beside what others said, nobody else's under her name; and all go on."""
    maya = story.maya.person
    assert story.stands(JUDGEMENT) == {(maya, str(CRITICAL)), *others}
    assert (maya, str({"text": "silent"})) in story.stands(NOTE)
    assert story.stands(COMMENT) == {(maya, str({"text": "twice"}))}
    for laptop in (story.maya, story.tomas, story.lee):
        story.pull(laptop)
    story.save(story.maya, {JUDGEMENT: judgement("cantTell")})
    story.save(story.tomas, {NOTE: {"text": "heard it too"}}, state="open")
    for laptop in (story.maya, story.tomas):
        assert story.push(laptop) == []
    assert story.stands(JUDGEMENT) == {(maya, str(judgement("cantTell"))), *others}
    story.checks.digests(story.observer)
    story.checks.trail(story.observer)


def passed(laptop):
    return laptop.person, str(judgement("passed"))


def test_nobody_issues_a_colleagues_work_again(story, her):
    """Her bytes under another dot are hers, and only she may bring them."""
    liar = story.lee.copied()
    liar.issue_again(her)
    is_problem(liar.device.push(story.audit, liar.batch(1, 1)), "not-allowed")
    goes_on(story)


def test_a_forged_wrap_has_an_edit_of_its_own(story, her):
    """Lee's words under the dot that Maya's next change will have: hers is no repeat of them."""
    dot = story.maya.replica, len(story.maya.chain) + 1
    forged = story.lee.append(story.key("open"), wrapped(*dot, body_of(story.lee)))
    assert story.push(story.lee) == []
    hers = story.save(story.maya, {JUDGEMENT: CRITICAL}, state="open")
    assert hers.first == forged.first and hers.edit != forged.edit
    assert story.push(story.maya) == []
    assert story.stands(JUDGEMENT, story.key("open")) == {
        passed(story.lee), (story.maya.person, str(CRITICAL))}
    # A change under her present dot, in her record: her own stays what it is.
    story.lee.append(her.key, wrapped(*her.dot, body_of(story.lee)))
    assert story.push(story.lee) == []
    goes_on(story, passed(story.lee))


@pytest.mark.parametrize("liar", ("lee", "tomas"))
def test_nobody_adopts_what_a_colleague_never_wrote(story, her, liar):
    """Not even a lead, not under her dot, and not by saying it again."""
    laptop = getattr(story, liar)
    word = "bad-origin" if liar == "tomas" else "not-allowed"
    for unplaced in (False, True):
        laptop.append(her.key, wrapped(
            *her.dot, body_of(story.maya), laptop.person, unplaced=unplaced))
        assert story.push(laptop) == [(2, word)]
    goes_on(story)


def test_adopting_what_stands_already_changes_nothing(story, her):
    """It is another dot of her own edit, whoever says so; what takes that away takes both."""
    story.lee.issue_again(her, story.lee.person)  # who is no lead adopts nothing
    story.tomas.issue_again(her, story.tomas.person)
    assert story.push(story.lee) == [(2, "not-allowed")]
    assert story.push(story.tomas) == [(4, "again")]
    assert len(story.fresh(her.key).live) == 2
    goes_on(story)
    story.save(story.maya, {NOTE: None, COMMENT: None})
    assert story.push(story.maya) == []
    assert len(story.fresh(her.key).live) == 1


def test_bodies_that_say_two_things_are_not_read(story, her):
    first = body_of(story.lee)
    again = wrapped(story.lee.replica, 1, first)
    deep = first
    for _ in range(5_000):
        deep = wrapped(story.lee.replica, 1, deep)
    for data in (wrapped(story.lee.replica, 1, again), first + again, again + first,
                 first + first, again + again, b"", wrapped(story.lee.replica, 1, b""),
                 wrapped(b"four", 1, first), wrapped(story.lee.replica, 0, first),
                 wrapped(story.lee.replica, 1, first, b"four"), first + b"\xf8\x06\x01", deep):
        assert story.lee.append(her.key, data).fault == "unreadable"
    assert story.push(story.lee) == [(2, "unreadable")] * 12
    goes_on(story)


def test_a_colleagues_verdict_and_comment_stay_whatever_is_named(story, her):
    shown = Shown(story.lee, her.key)
    hers = {field: {her.edit} for field in (JUDGEMENT, COMMENT)}
    story.lee.write(shown, {JUDGEMENT: None, COMMENT: None}, names=hers)
    story.lee.write(shown, {JUDGEMENT: judgement("passed")}, names=hers)
    assert story.push(story.lee) == []
    goes_on(story, passed(story.lee))


def test_names_of_edits_that_nobody_wrote_do_nothing(story, her):
    """What somebody says she knew, replaced or withdrew is her word, and takes nothing away."""
    shown = Shown(story.lee, her.key)
    story.lee.write(shown, {JUDGEMENT: judgement("passed")}, knew=invented(OPENED),
                    names={JUDGEMENT: invented(OPENED)})
    story.lee.write(shown, {WITHDRAWN: withdrawal("never there", invented(OPENED))})
    assert story.push(story.lee) == []
    goes_on(story, passed(story.lee))


def test_what_somebody_says_to_have_seen_covers_nothing(story, her):
    """`sees` never enters a context; more of it than a form can show is refused."""
    ahead = {story.maya.replica: 99} | {os.urandom(16): 1 for _ in range(15)}
    story.lee.append(her.key, body_of(story.lee, sees=vector_bytes(ahead)))
    assert story.push(story.lee) == []
    story.lee.append(her.key, body_of(
        story.lee, sees=vector_bytes(ahead | {os.urandom(16): 1})), "invalid")
    assert story.push(story.lee) == [(2, "invalid")]
    goes_on(story, passed(story.lee))


@pytest.mark.parametrize("time", (-1, 0, 2 ** 62))
def test_no_time_makes_a_word_older_or_newer(story, her, time):
    """Whoever sets his clock back or ahead decides nothing by it."""
    story.lee.append(her.key, body_of(story.lee, wall_milliseconds=time))
    assert story.push(story.lee) == []
    goes_on(story, passed(story.lee))


def test_nobody_gives_himself_a_role(story, her):
    """A lead is who the plan says, not who acts as one."""
    role = f"/person/{story.lee.person.hex()}/role"
    story.lee.write(Shown(story.lee, plan_key(story.audit)), {role: {"role": LEAD}}, act=PLAN)
    story.lee.write(Shown(story.lee, her.key), {WITHDRAWN: withdrawal("as a lead", {her.edit})},
                    act=DECISION)
    assert story.push(story.lee) == [(3, "not-allowed")] * 2
    goes_on(story)


def test_nobody_takes_the_room_of_others(story, her):
    """What goes beyond one's own share is kept for leads; a colleague's is not touched by it."""
    def tags(first, count):
        return {f"{CRITERION}/tag/{number}": {"present": True}
                for number in range(first, first + count)}

    story.save(story.lee, tags(0, 250))
    story.save(story.lee, tags(250, 1))
    story.save(story.lee, {f"{CRITERION}/tag/7": None})
    story.save(story.lee, tags(251, 1))
    assert story.push(story.lee) == [(3, "share")]
    story.save(story.maya, tags(300, 250))
    assert story.push(story.maya) == []
    goes_on(story)


def test_a_testers_withdrawal_hides_nothing_of_a_colleagues(story, her):
    """He lists her finding; it stays in what everybody exports, and she may not be hindered."""
    shown = Shown(story.lee, her.key)
    story.lee.write(shown, {WITHDRAWN: withdrawal("all wrong", shown.record.edits(CRITERION))})
    assert story.push(story.lee) == []
    rows = story.tomas.device.get(story.audit, "/export?format=ndjson").data.splitlines()
    row = next(row for row in map(json.loads, rows) if row.get("criterion") == CRITERION)
    assert (row["outcome"], row["severity"]) == ("failed", "critical")
    # Nor does a withdrawal of hers go because he names it.
    hers = story.save(story.maya, {WITHDRAWN: withdrawal("mine alone", {her.edit})})
    assert story.push(story.maya) == []
    story.lee.write(shown, {WITHDRAWN: None}, names={WITHDRAWN: {hers.edit}})
    assert story.push(story.lee) == []
    assert (story.maya.person, str(hers.value(WITHDRAWN))) in story.stands(WITHDRAWN)
    goes_on(story)


def test_a_body_that_cannot_be_read_holds_up_nothing(story, her):
    """It has its number and its outcome, and what stands before and behind it takes effect."""
    story.save(story.lee, {JUDGEMENT: judgement("passed")})
    story.lee.append(her.key, b"\x00 what a fault of an older program left behind")
    story.save(story.lee, {NOTE: {"text": "behind it"}}, state="open")
    assert story.push(story.lee) == [(2, "unreadable")]
    assert story.stands(NOTE, story.key("open")) == {
        (story.lee.person, str({"text": "behind it"}))}
    goes_on(story, passed(story.lee))


@pytest.mark.parametrize("form", (Form(), Form(zipped=True)))
def test_a_body_of_a_million_names_is_nobodys_burden(story, her, form):
    """It does not travel; what is too large and does travel is refused, and holds up nothing."""
    def names(count):
        return body_of(story.lee, writes=[{
            "field": NOTE, "value": {"text": "x"}, "replaces": bytes(16 * count)}])

    liar = story.lee.copied()
    liar.append(her.key, names(1_000_000))
    is_problem(liar.device.push(story.audit, liar.batch(1, 1), form), "too-large")
    story.pull(story.lee)
    story.lee.append(her.key, names(200_000), "invalid")
    again = Change(her.key, story.lee.replica, 1, names(200_000)).issued_again(
        story.lee.replica, 2)
    story.lee.append(her.key, again.bytes, "invalid")
    story.lee.append(her.key, wrapped(
        story.lee.replica, 9, body_of(story.lee), extra=b"\xfa\x06\x80\x60" + bytes(12_288)),
        "invalid")
    story.save(story.lee, {JUDGEMENT: judgement("passed")})
    for _ in range(2):
        liar = story.lee
        size = 1 if liar.acknowledged < 2 else 9
        first = liar.acknowledged + 1
        changes = liar.chain[first - 1:first - 1 + size]
        told = story.checks.pushed(
            liar, first, changes, liar.device.push(story.audit, liar.batch(first, size), form))
        liar.is_answered(told["acknowledged"], told["chain"], told["outcomes"])
    assert story.push(story.lee) == [(2, "invalid")]
    goes_on(story, passed(story.lee))
