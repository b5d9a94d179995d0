"""What one device says to a server: docs/protocol.md, from enrolment to digests, over real HTTP."""

import base64
import gzip
import hashlib
import http.client
import json
import secrets
import urllib.parse

import document
import ed25519
import messages
import patience

PROTOBUF, JSON = "application/x-protobuf", "application/json"


class Answer:
    """A status, headers and bytes, and what the bytes say."""

    def __init__(self, status, headers, data):
        self.status, self.headers = status, headers
        # A part of an encoded answer (206) begins anywhere in it.
        if headers.get("Content-Encoding") == "gzip" and status != 206:
            data = gzip.decompress(data)
        self.data = data

    def read(self, name):
        """The message of a good answer, in either form."""
        assert self.status == 200, (self.status, self.data)
        if self.headers["Content-Type"] == JSON:
            return messages.from_json(name, json.loads(self.data))
        assert self.headers["Content-Type"] == PROTOBUF, self.headers["Content-Type"]
        return messages.decode(name, self.data)

    @property
    def json(self):
        assert self.status == 200, (self.status, self.data)
        return json.loads(self.data)

    @property
    def items(self):
        """A pull's whole items; of an answer that was cut, those that are whole."""
        assert self.status == 200, (self.status, self.data)
        if self.headers["Content-Type"] == "application/x-ndjson":
            lines = self.data.split(b"\n")[:-1]
            return [messages.from_json("PullItem", json.loads(line)) for line in lines]
        assert self.headers["Content-Type"] == "application/x-accord-pull"
        return [messages.decode("PullItem", one) for one in messages.frames(self.data)]

    def cut(self, size):
        """The same answer after a line that broke behind so many bytes."""
        return Answer(self.status, {
            name: value for name, value in self.headers.items() if name != "Content-Encoding"
        }, self.data[:size])


class Service:
    """A server's address, and one connection to it that is made anew when it breaks."""

    def __init__(self, address):
        self.place = urllib.parse.urlsplit(address).netloc
        self.connection = None

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def ask(self, method, path, body=None, token=None, **headers):
        """One request; header names are given with `_` for `-`, and None leaves one out."""
        sent = {"Accord-Protocol": "1", "Accept-Encoding": "gzip", "Cache-Control": "no-cache"}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.send(method, path, body, {
            name: value for name, value in sent.items() if value is not None})

    def send(self, method, path, body, headers):
        """One request as it is, and an answer that is one of the document's for it."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.place, timeout=patience.SECONDS_MAX)
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            data = answer.read()
        except OSError:
            self.close()
            raise
        if answer.getheader("Connection") == "close":
            self.close()
        # Without this header an answer comes from somebody else (section 1).
        assert answer.getheader("Accord-Protocol") == "1", (answer.status, data)
        # Nor may anything on the way keep it, whatever it says.
        assert answer.getheader("Cache-Control") == "no-store", (answer.status, path)
        answer = Answer(answer.status, dict(answer.getheaders()), data)
        document.check(method, path, answer)
        return answer


class Form:
    """How a device writes its messages: protobuf or JSON, plain or gzip."""

    def __init__(self, as_json=False, zipped=False):
        self.as_json, self.zipped = as_json, zipped

    def headers(self):
        return {"Accept": JSON if self.as_json else PROTOBUF}

    def write(self, name, message):
        """Body and headers of a request."""
        headers = self.headers() | {"Content_Type": JSON if self.as_json else PROTOBUF}
        data = messages.encode(name, message)
        if self.as_json:
            data = json.dumps(messages.to_json(name, message)).encode()
        if self.zipped:
            data, headers["Content_Encoding"] = gzip.compress(data), "gzip"
        return data, headers


def replica_of(key):
    """The replica of the device that has a key."""
    return hashlib.sha256(b"accord/replica/1" + key.public).digest()[:16]


def key_of_front(front):
    """A key whose replica begins with four given bits, so that replicas sort alike in every run."""
    while True:
        key = ed25519.PrivateKey(secrets.token_bytes(32))
        if front is None or replica_of(key)[0] >> 4 == front:
            return key


class Device:
    """A person's replica with its token, and the requests that it may make."""

    def __init__(self, service, person=None, token="", epoch=b"", name="", key=None):
        self.service, self.key = service, key or ed25519.PrivateKey(secrets.token_bytes(32))
        self.replica = replica_of(self.key)
        self.person = person or hashlib.sha256(b"accord/person/1" + self.key.public).digest()[:16]
        self.token, self.epoch, self.name = token, epoch, name

    def enrol(self, invite="", form=Form()):
        """Lets this device in, by an invite or by the token that it has of another replica."""
        signed = b"accord/enrol/1" + self.replica + self.person + hashlib.sha256(
            invite.encode()).digest()
        data, headers = form.write("EnrolRequest", {
            "invite": invite, "person": self.person, "person_name": self.name,
            "device": {"keys": [{"public_key": self.key.public}]},
            "signature": self.key.sign(signed), "device_name": "a test"})
        answer = self.service.ask("POST", "/v1/replicas", data, self.token or None, **headers)
        if answer.status == 200:
            told = answer.read("EnrolResponse")
            self.person, self.name = told["person"], told["person_name"]
            self.token, self.epoch = told["token"], told["epoch"]
        return answer

    def another(self, key=None):
        """Another replica of the same person, let in by this one's token."""
        device = Device(self.service, self.person, self.token, self.epoch, self.name, key)
        answer = device.enrol()
        assert answer.status == 200, answer.data
        return device

    def get(self, audit, rest="", form=Form(), **headers):
        path = f"/v1/audits/{audit.hex()}{rest}"
        return self.service.ask("GET", path, None, self.token, **form.headers() | headers)

    def create(self, audit, nonce=bytes(16), form=Form()):
        data, headers = form.write("CreateAuditRequest", {"person": self.person, "nonce": nonce})
        return self.service.ask(
            "PUT", f"/v1/audits/{audit.hex()}", data, self.token, **headers)

    def begin(self):
        """A new audit's id, and the nonce that shows that it is this person's."""
        nonce = secrets.token_bytes(16)
        return hashlib.sha256(b"accord/audit/1" + self.person + nonce).digest()[:16], nonce

    def push(self, audit, request, form=Form()):
        data, headers = form.write("PushRequest", {
            "epoch": self.epoch, "replica": self.replica} | request)
        path = f"/v1/audits/{audit.hex()}/changes"
        return self.service.ask("POST", path, data, self.token, **headers)

    def pull(self, audit, since=None, acknowledged=None, limit=None, wait=None, tag=None,
             form=Form(), resolved=None, unsent=None):
        """Asks for records; a cursor travels as hexadecimal digits or as base64url."""
        asked = {"ack": acknowledged, "limit": limit, "wait": wait, "resolved": resolved,
                 "unsent": unsent or None, "unsent_age": 60 if unsent else None}
        if since is not None:
            asked["since"] = (
                since.hex() if form.as_json
                else base64.urlsafe_b64encode(since).decode().rstrip("="))
        query = urllib.parse.urlencode({k: v for k, v in asked.items() if v is not None})
        return self.get(audit, "/records" + ("?" + query if query else ""), form,
                        **{"If_None_Match": tag} if tag else {})

    def chain(self, audit, replica, first=1, form=Form()):
        return self.get(audit, f"/changes?replica={replica.hex()}&from={first}", form)

    def resolve(self, audit, item, verdict, reason=None):
        """Adopts or discards what was quarantined, as a lead."""
        data = json.dumps({"reason": reason}).encode() if reason is not None else None
        return self.service.ask(
            "POST", f"/v1/audits/{audit.hex()}/quarantine/{item}:{verdict}", data, self.token,
            Accept=JSON, **{"Content_Type": JSON} if data else {})

    def invites(self, audit, order=None, revoke=None):
        """Lists the invites into an audit, writes one, or takes one back by its id."""
        path = f"/v1/audits/{audit.hex()}/invites" + (f"/{revoke}:revoke" if revoke else "")
        data = json.dumps(order).encode() if order is not None else None
        return self.service.ask(
            "POST" if order is not None or revoke else "GET", path, data, self.token, Accept=JSON,
            **{"Content_Type": JSON} if data else {})
