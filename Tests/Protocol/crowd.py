"""A member beside a team: one who works as hard as programs can, and one who harms as hard."""

import base64
import collections
import gzip
import itertools
import multiprocessing
import os
import socket
import threading
import time

import patience
from algebra import component_id, plan_key, state_key
from changes import EDIT, Change, first_body, wrapped
from client import PROTOBUF, Form, Service
from laptop import Laptop, Shown
from palette import CRITERIA, ENVIRONMENT, judgement
from team import new_id

THREADS = 8
PAUSE = 0.1  # seconds between two acts of a thread, of either kind of member
OWN = component_id("Liar", "menu", "Own")
EVIDENCE = os.urandom(300_000)


class Member:
    """One person's program at work on several connections until it is told to stop."""

    cores = None  # that it may use; all unless told

    def __init__(self, device, audit):
        self.device, self.audit = device, audit
        device.service.close()  # Nothing was said on it for minutes; the next request opens another.
        self.replicas = [device] + [device.another() for _ in range(THREADS - 1)]
        self.met = collections.Counter()
        self.stopped = multiprocessing.Event()
        self.told = multiprocessing.SimpleQueue()
        # As on a machine of her own: no thread of hers keeps the one who measures waiting.
        self.process = multiprocessing.Process(target=self._run, daemon=True)

    def __enter__(self):
        self.process.start()
        return self

    def __exit__(self, *_):
        self.stopped.set()
        self.process.join(timeout=patience.LONG_SECONDS_MAX)
        self.process.kill()
        if not self.told.empty():
            self.met = self.told.get()

    def _run(self):
        os.nice(10)
        os.sched_setaffinity(0, self.cores or os.sched_getaffinity(0))
        threads = [
            threading.Thread(target=self._work, args=(index, one), daemon=True)
            for index, one in enumerate(self.replicas)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=patience.SECONDS_MAX)
        self.told.put(self.met)

    def _work(self, index, device):
        device.service = Service(f"http://{self.device.service.place}")
        laptop = Laptop(device, self.audit)
        acts = self.acts(laptop, index)
        for act in itertools.islice(itertools.cycle(acts), index, None):
            if self.stopped.wait(PAUSE):
                return
            try:
                answer = act()
                self.met[answer.status if answer is not None else "silent"] += 1
                # As long as a program that heeds the server waits; a hostile one never does.
                if answer is not None and answer.status in (429, 503) and self.is_patient:
                    self.stopped.wait(int(answer.headers.get("Retry-After", "1")))
            except (OSError, AssertionError, EOFError) as error:
                self.met[type(error).__name__] += 1
                device.service.close()

    def key(self, number):
        return state_key(self.audit, OWN, ENVIRONMENT, 1, f"state-{number}")

    def save(self, laptop, number):
        """One verdict more, pushed at once, as one who is taken at her word."""
        laptop.write(Shown(laptop, self.key(number)), {
            CRITERIA[0] + "/judgement": judgement("passed"),
            CRITERIA[0] + "/note": {"text": "heard " * 20}})
        first = laptop.acknowledged + 1
        answer = laptop.device.push(
            self.audit, laptop.batch(first, len(laptop.chain) - first + 1))
        if answer.status == 200:
            told = answer.read("PushResponse")
            laptop.is_answered(told["acknowledged"], told["chain"], told["outcomes"])
        return answer

    def upload(self, device, size=len(EVIDENCE), data=EVIDENCE):
        path = f"/v1/audits/{self.audit.hex()}/uploads"
        digest = base64.b64encode(os.urandom(32)).decode()
        begun = device.service.ask(
            "POST", path, b"", device.token, Upload_Length=str(size), Upload_Complete="?0",
            Repr_Digest=f"sha-256=:{digest}:")
        if begun.status != 201 or not data:
            return begun
        return device.service.ask(
            "PATCH", begun.headers["Location"], data, device.token, Upload_Offset="0",
            Upload_Complete="?1", Content_Type="application/partial-upload")


class Honest(Member):
    """Works as fast as the server lets her."""

    is_patient = True

    def acts(self, laptop, index):
        numbers = itertools.count(index * 1_000_000)
        return [
            lambda: self.save(laptop, next(numbers) % 2_000),
            lambda: laptop.device.pull(self.audit, limit=200),
            lambda: laptop.device.get(self.audit, "/digest"),
        ]


class Hostile(Member):
    """Repeats, inflates, holds open, announces, enrols, forks and claims; heeds nothing."""

    is_patient = False
    victim = None  # a change of a colleague's, and her id

    def acts(self, laptop, index):
        numbers = itertools.count(index * 1_000_000)
        device, ask, audit = laptop.device, laptop.device.service.ask, self.audit
        path = f"/v1/audits/{audit.hex()}"
        bomb = gzip.compress(bytes(64 * 1024 * 1024))

        def repeat():
            if not laptop.chain:
                return self.save(laptop, next(numbers) % 2_000)
            return device.push(audit, laptop.batch(1, min(len(laptop.chain), 1_000)))

        def inflate():
            return ask("POST", path + "/changes", bomb, device.token, Content_Encoding="gzip",
                       Content_Type=PROTOBUF)

        def large():
            return ask("POST", path + "/changes", os.urandom(4_000_000), device.token,
                       Content_Type=PROTOBUF)

        def hold_open():
            host, port = device.service.place.split(":")
            lines = [socket.create_connection((host, int(port)), timeout=patience.CONNECT_SECONDS_MAX) for _ in range(50)]
            for line in lines:
                line.sendall((
                    f"POST {path}/changes HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n"
                    f"Authorization: Bearer {device.token}\r\n"
                    f"Content-Type: {PROTOBUF}\r\n\r\n").encode() + bytes(1000))
            self.stopped.wait(2)
            for line in lines:
                line.close()

        def unread():
            host, port = device.service.place.split(":")
            lines = [socket.create_connection((host, int(port)), timeout=patience.CONNECT_SECONDS_MAX) for _ in range(50)]
            for line in lines:
                line.sendall((
                    f"GET {path}/records HTTP/1.1\r\nHost: x\r\n"
                    f"Authorization: Bearer {device.token}\r\n\r\n").encode())
            self.stopped.wait(2)
            for line in lines:
                line.close()

        def fork():
            if not laptop.chain:
                return self.save(laptop, next(numbers) % 2_000)
            other = laptop.copied()
            other.chain, other.hashes = other.chain[:-1], other.hashes[:-1]
            other.write(Shown(other, self.key(7)), {
                CRITERIA[0] + "/note": {"text": str(time.time())}})
            return device.push(audit, other.batch(len(other.chain), 1))

        def claim():
            key, her = self.victim
            forged = wrapped(os.urandom(16), 1, first_body({
                "schema": 1, "author": her, "act": EDIT, "writes": [
                    {"field": CRITERIA[0] + "/judgement", "value": judgement("passed")}]}))
            change = Change(key, device.replica, 1, forged)
            return device.push(audit, {
                "first": laptop.acknowledged + 1, "chain_before": laptop.hashes[
                    laptop.acknowledged], "changes": [{"key": change.key, "body": change.bytes}]})

        def seize():
            body = first_body({
                "schema": 1, "author": laptop.person, "act": EDIT, "writes": [
                    {"field": f"/person/{laptop.person.hex()}/role", "value": {"role": 3}}]})
            return device.push(audit, {
                "first": laptop.acknowledged + 1, "chain_before": laptop.hashes[
                    laptop.acknowledged],
                "changes": [{"key": plan_key(audit), "body": body}]})

        def enrol():
            device.another()

        return [
            lambda: self.save(laptop, next(numbers) % 2_000), repeat, inflate, large, hold_open,
            unread, fork, claim, seize,
            lambda: self.upload(device, 2**63), lambda: self.upload(device, 2**31, None),
            lambda: self.upload(device),
            lambda: device.pull(audit, wait=2**40), lambda: device.pull(audit, limit=2**63),
            lambda: device.get(audit, "/export?format=ndjson"),
            enrol, lambda: device.pull(new_id()),
            lambda: ask("GET", path + "/records", None, "accord_" + "A" * 60),
            lambda: ask("POST", path + "/reconcile", os.urandom(100_000), device.token,
                        Content_Type=PROTOBUF),
            lambda: device.push(audit, {"first": 2**63, "chain_before": bytes(32), "changes": []},
                                Form(as_json=True)),
        ]
