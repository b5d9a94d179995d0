"""Every integer of the protocol at its ends: the server answers, lives, and lets others go on.

Only the numbers are wrong: whoever sends them has a valid token and is a member.
"""

import base64
import copy

import messages
import pytest
from client import PROTOBUF, Form
from palette import judgement
from scene import JUDGEMENT

ENDS = (0, 1, 2**63 - 2, 2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1)
EVIDENCE = base64.b64encode(bytes(32)).decode()


def answered(answer):
    """A status of ours, below 500 or one that asks to come again."""
    assert answer.status < 500 or answer.status in (503, 507), (answer.status, answer.data)


def integers(name, message, path=()):
    """Where a message has integers, those that it leaves out among them."""
    for field in messages.MESSAGES[name].values():
        value = message.get(field.name)
        if field.type in messages.INTEGERS or field.type in messages.ENUMS:
            yield path + (field.name,)
        elif field.type in messages.MESSAGES and value:
            for place, one in enumerate(value) if field.repeated else [(None, value)]:
                step = (field.name,) if place is None else (field.name, place)
                yield from integers(field.type, one, path + step)


def changed(message, path, value):
    message = copy.deepcopy(message)
    part = message
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = [value] if isinstance(part.get(path[-1]), list) else value
    return message


def goes_on(story):
    """A colleague's push and a pull, as if nothing had been."""
    maya, first = story.maya, len(story.maya.chain) + 1
    story.save(maya, {JUDGEMENT: judgement("passed")}, state="open")
    told = maya.device.push(story.audit, maya.batch(first, 1)).read("PushResponse")
    assert (told["acknowledged"], told["outcomes"]) == (first, [])
    assert story.tomas.device.pull(story.audit).items


@pytest.mark.parametrize("query", (
    "/records?ack={}", "/records?resolved={}", "/records?limit={}", "/records?queues={}",
    "/records?unsent={}", "/records?unsent=1&unsent_age={}", "/changes?replica={replica}&from={}",
    "/digest?bucket={}", "/quarantine?after={}", "/trail?from={}"))
def test_queries(story, query):
    for number in ENDS:
        asked = query.format(number, replica=story.lee.replica.hex())
        answered(story.lee.device.get(story.audit, asked))
        answered(story.tomas.device.get(story.audit, asked))
    goes_on(story)


def test_a_wait_is_as_long_as_the_server_grants(story):
    """Of a wait nobody may ask for more; what is there already is answered at once."""
    for number in ENDS:
        answered(story.lee.device.get(story.audit, f"/records?wait={number}"))


@pytest.mark.parametrize("who", ("lee", "observer"))
def test_lengths_and_offsets_of_evidence(story, who):
    device = story.lee.device if who == "lee" else story.observer
    path = f"/v1/audits/{story.audit.hex()}/uploads"
    ask = device.service.ask
    for number in ENDS:
        answered(ask("POST", path, b"", device.token, Upload_Length=str(number),
                     Repr_Digest=f"sha-256=:{EVIDENCE}:"))
    begun = ask("POST", path, b"", device.token, Upload_Length="3",
                Repr_Digest=f"sha-256=:{EVIDENCE}:")
    place = begun.headers.get("Location", path + "/" + "0" * 32)
    for number in ENDS:
        answered(ask("PATCH", place, b"abcd", device.token, Upload_Offset=str(number),
                     Content_Type="application/partial-upload"))
        for span in (f"bytes={number}-", f"bytes=-{number}", f"bytes={number}-{number}"):
            answered(device.get(story.audit, "/blobs/" + "0" * 64, Range=span))
    goes_on(story)


def test_a_strangers_upload_is_refused_before_its_length_is_looked_at(story):
    stranger = story.team.lee.another()
    audit, nonce = story.team.tomas.begin()
    story.tomas.device.create(audit, nonce)
    for number in ENDS[1:]:
        answer = stranger.service.ask(
            "POST", f"/v1/audits/{audit.hex()}/uploads", b"", stranger.token,
            Upload_Length=str(number), Repr_Digest=f"sha-256=:{EVIDENCE}:")
        assert answer.status == 403, answer.data


def test_pushes(story):
    lee = story.lee
    story.save(lee, {JUDGEMENT: judgement("failed", 4, 1)})
    batch = lee.batch(1, 1) | {"epoch": lee.device.epoch, "replica": lee.replica}
    end = {"n": 1, "chain": lee.hashes[1], "receipt": bytes(16), "signature": bytes(64)}
    for field in messages.MESSAGES["PushRequest"].values():
        if field.type in ("Acknowledgement", "SignedChain"):
            batch[field.name] = end
    for path in list(integers("PushRequest", batch)):
        for number in ENDS:
            answered(lee.device.push(story.audit, changed(batch, path, number)))
    lee.device.push(story.audit, lee.batch(1, 1))
    goes_on(story)


def test_bodies(story):
    """Numbers within a change: what cannot be is rejected, with its number, and kept."""
    lee = story.lee
    first = {"schema": 1, "author": lee.person, "act": 1, "sees": bytes(24), "writes": [
        {"field": "/ordinal", "value": {"number": 1}},
        {"field": JUDGEMENT, "value": judgement("failed", 4, 1)}]}
    for path in list(integers("FirstBody", first)):
        for number in ENDS:
            body = messages.encode("Body", {"first": changed(first, path, number)})
            lee.append(story.key(), body)
            answered(lee.device.push(story.audit, lee.batch(len(lee.chain), 1)))
    goes_on(story)


def test_requests_to_reconcile(story):
    lee = story.lee
    checkpoint = next(
        item["checkpoint"] for item in story.observer.pull(story.audit).items
        if "checkpoint" in item)
    request = {
        "epoch": lee.device.epoch, "checkpoint_epoch": lee.device.epoch,
        "checkpoint": checkpoint, "acknowledgements": [
            {"epoch": lee.device.epoch, "replica": lee.replica, "n": 1, "chain": bytes(32),
             "receipt": bytes(16)}]}
    path = f"/v1/audits/{story.audit.hex()}/reconcile"
    for place in list(integers("ReconcileRequest", request)):
        for number in ENDS:
            answered(lee.device.service.ask(
                "POST", path, messages.encode("ReconcileRequest", changed(request, place, number)),
                lee.device.token, Content_Type=PROTOBUF, **Form().headers()))
    goes_on(story)
