"""A server of the built programs, and people whom it knows."""

import collections
import json
import os
import pathlib
import re
import subprocess

import patience
from client import Device, Form, Service, key_of_front
from programs import PROGRAMS, Server

DOCUMENT = pathlib.Path(__file__).resolve().parents[2] / "docs/protocol.md"


def new_id():
    """An id of nothing that there is."""
    return os.urandom(16)


def documented_problems():
    """Status and retry of every code, from the tables of the document."""
    rows = re.findall(r"^\| (\d{3}) \| ([^|]+) \| (\w+) \|", DOCUMENT.read_text(), re.MULTILINE)
    return {
        code: (int(status), retry)
        for status, codes, retry in rows for code in re.findall(r"`([a-z-]+)`", codes)
    }


PROBLEMS = documented_problems()


def is_problem(answer, code, expected=None, actual=None):
    """Checks that an answer is a problem as the document has it; returns what it says."""
    said = json.loads(answer.data)
    assert said.get("code") == code, (code, answer.status, said)
    status, retry = PROBLEMS[code]
    assert answer.headers["Content-Type"] == "application/problem+json", answer.headers
    assert (answer.status, said["status"], said["retry"]) == (status, status, retry), said
    assert said["title"]
    for name, value in (("expected", expected), ("actual", actual)):
        assert value is None or said[name] == value, (name, value, said)
    return said


class Team:
    """One server for a whole run of tests, and devices by which people are let in."""

    met = collections.Counter()  # what answers were about, to see that the search was one

    def __init__(self, folder):
        self.folder = folder
        # One team enrols more devices in a run than people do in a day, and asks more often.
        (folder / "server.yaml").write_text(
            "devices_per_person_max: 10000\nnew_devices_per_day_max: 10000\n"
            "requests_per_minute_max: 1000000\nanonymous_requests_per_minute_max: 1000000\n")
        self.server = Server(folder)
        self.service = Service(self.server.address)
        self.key = bytes.fromhex((folder / "keep/seal-key").read_text().strip())
        self.tomas, self.maya, self.lee, self.rita, self.stranger = (
            self.invited(name) for name in (
                "Tomas Berg", "Maya Lindqvist", "Lee Okafor", "Rita Haddad", "Sam Stranger"))

    def invite(self, name, person=None):
        """A code that lets somebody new in, or another device of a person."""
        whose = ["--name", name] + (["--person", person.hex()] if person else [])
        done = subprocess.run(
            [PROGRAMS / "accord-server", "invite", "--data", self.folder, *whose, "--json"],
            capture_output=True, text=True, timeout=patience.SECONDS_MAX, check=True)
        return json.loads(done.stdout)["code"]

    def invited(self, name, front=None, form=Form()):
        """A new person's first device."""
        device = Device(self.service, name=name, key=key_of_front(front))
        answer = device.enrol(self.invite(name), form)
        assert answer.status == 200, answer.data
        return device

    def restart(self):
        """Kills the server in whatever it does, and starts it again on the same folder."""
        self.server.kill()
        self.service.close()
        self.server = Server(self.folder)
        self.service.__init__(self.server.address)

    def end(self):
        self.service.close()
        self.server.stop()
