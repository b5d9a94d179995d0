"""Requests that schemathesis makes of the document, docs/openapi.yaml, and what comes of them.

Whatever is asked, `document.check` looks at the answer: a status that the document has for that
address, a problem listed for it, a media type and JSON of the shape that is told.
"""

import base64
import collections
import hashlib
import json
import os

import document
import pytest
import requests
import schemathesis
from algebra import plan_key
from changes import PLAN
from client import JSON, Form, Service
from hypothesis import given, settings, strategies
from laptop import Shown
from palette import judgement
from scene import JUDGEMENT, Scene
from schemathesis import GenerationMode
from team import Team

EXAMPLES = int(os.environ.get("ACCORD_EXAMPLES", 40))
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(
    document.DOCUMENT).get_all_operations()]
MODES = strategies.sampled_from(
    [GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
# What these take is hashed, signed or has a place to begin at, which no schema tells.
OUT_OF_REACH = {
    "POST /v1/replicas", "POST /v1/audits/{audit}/reconcile",
    "PATCH /v1/audits/{audit}/uploads/{upload}", "PUT /v1/audits/{audit}"}
MOSTLY = strategies.sampled_from([True, True, True, True, False])
# Of a case, what the library of requests takes.
PARTS = ("method", "url", "headers", "params", "data", "json")


@schemathesis.serializer("application/x-protobuf", "application/partial-upload")
def bytes_of_anything(context, value):
    return value if isinstance(value, bytes) else json.dumps(value, default=str).encode()


class Shop:
    """An audit with one of everything that an address may name, and its lead's device."""

    def __init__(self, team):
        story = Scene(team)
        self.audit, self.device = story.audit, story.tomas.device
        self.service = Service("http://" + team.service.place)
        story.save(story.maya, {JUDGEMENT: judgement("passed")})
        title = Shown(story.maya, plan_key(self.audit))
        self.set_aside = {
            verdict: story.maya.write(title, {"/title": {"text": verdict}}, act=PLAN).hash.hex()
            for verdict in ("adopt", "discard")}
        assert story.push(story.maya) == [(3, "not-allowed")] * 2
        lead, file = self.device, b"Nobody can see what is in it."
        order = {"name": "Ines Duarte", "role": "tester"}
        self.paths = {
            "audit": self.audit.hex(), "replica": lead.another().replica.hex(),
            "invite": lead.invites(self.audit, order).json["invite"]["id"],
            "sha256": hashlib.sha256(file).hexdigest(),
            "upload": self.upload(b"the rest does not come", 5)}
        self.upload(file, len(file))
        last = lead.pull(self.audit, form=Form(as_json=True)).data.splitlines()[-1]
        self.query = {
            "replica": story.maya.replica.hex(), "ack": 0, "from": 1, "bucket": "3,200",
            "since": json.loads(last)["checkpoint"]["cursor"]}
        self.body = {
            "replica": lead.replica.hex(), "person": lead.person.hex(), "epoch": lead.epoch.hex()}
        laptop = story.tomas
        self.push = {
            "replica": lead.replica.hex(), "epoch": lead.epoch.hex(),
            "first": str(laptop.acknowledged + 1),
            "chainBefore": laptop.hashes[laptop.acknowledged].hex()}

    def named(self, operation):
        """What there is of what an address names."""
        verdict = operation.path.split(":")[-1]
        return self.paths | {"item": self.set_aside.get(verdict, "")}

    def upload(self, file, count):
        """Brings so many bytes of a file; the upload's id."""
        digest = base64.b64encode(hashlib.sha256(file).digest()).decode()
        begun = self.service.ask(
            "POST", f"/v1/audits/{self.audit.hex()}/uploads", None, self.device.token,
            Upload_Length=str(len(file)), Repr_Digest=f"sha-256=:{digest}:")
        assert begun.status == 201, begun.data
        place = begun.headers["Location"]
        part = self.service.ask(
            "PATCH", place, file[:count], self.device.token, Upload_Offset="0",
            Content_Type="application/partial-upload",
            Upload_Complete="?1" if count == len(file) else "?0")
        assert part.status == 204, part.data
        return place.split("/")[-1]

    def ask(self, case, token):
        """Sends a case; the answer has been held to the document."""
        whole = case.as_transport_kwargs(base_url="http://" + self.service.place)
        made = requests.Request(**{part: whole[part] for part in PARTS if part in whole}).prepare()
        # Schemathesis makes tokens, too.
        headers = {name: value for name, value in made.headers.items() if name != "Authorization"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        return self.service.send(made.method, made.path_url, made.body, headers)


@pytest.fixture(scope="module")
def shop(team):
    shop = Shop(team)
    yield shop
    shop.service.close()


def test_the_server_answers_the_document_that_is_committed(shop):
    assert shop.service.ask("GET", "/v1/openapi.json").json == document.DOCUMENT


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_whatever_is_asked_the_answer_is_one_of_the_documents(shop, operation):
    """With the lead's token; where a path may name something, mostly what there is."""
    met = collections.Counter()

    @settings(max_examples=EXAMPLES)
    @given(strategies.data())
    def ask(data):
        case = data.draw(operation.as_strategy(generation_mode=data.draw(MODES)))
        places = [(case.path_parameters, shop.named(operation)), (case.query, shop.query),
                  (case.body, shop.body)]
        for place, known in places:
            if isinstance(place, dict) and data.draw(MOSTLY):
                place.update({name: known[name] for name in place.keys() & known})
                if place is case.body and operation.path.endswith("/changes"):
                    place.update(shop.push)
        if data.draw(strategies.booleans()):
            case.headers["Accept"] = JSON
        if "wait" in (case.query or {}):  # a pull with nothing to tell would be held for so long
            case.query["wait"] = data.draw(strategies.sampled_from([0, 1, "soon"]))
        met[shop.ask(case, shop.device.token).status] += 1

    ask()
    Team.met["document"] += met.total()
    # The document has 500 for faults of ours, and here there is none.
    assert not met[500], met
    assert operation.label in OUT_OF_REACH or min(met) < 400, met


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_without_a_token_only_what_needs_none_is_answered(shop, operation):
    security = operation.definition.raw["security"]
    is_open = not security or {} in security

    @settings(max_examples=max(EXAMPLES // 4, 1))
    @given(strategies.data())
    def ask(data):
        case = data.draw(operation.as_strategy(generation_mode=data.draw(MODES)))
        names = shop.named(operation)
        case.path_parameters = {name: names[name] for name in case.path_parameters or {}}
        answer = shop.ask(case, None)
        assert is_open or answer.status >= 400, (operation.label, answer.status)

    ask()


def test_each_address_has_its_methods_and_no_other(shop):
    """What the document does not have for an address is 405, and `Allow` has what it does."""
    for template, known in document.DOCUMENT["paths"].items():
        path = template
        for name, value in (shop.paths | {"item": shop.set_aside["adopt"]}).items():
            path = path.replace("{" + name + "}", value)
        told = {method.upper() for method in known}
        for method in {"GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "QUERY"} - told:
            if method == "HEAD" and "GET" in told:
                continue
            answer = shop.service.ask(method, path, None, shop.device.token)
            assert answer.status == 405, (method, path, answer.status)
            assert set(answer.headers["Allow"].split(", ")) - {"HEAD"} == told - {"HEAD"}, path
