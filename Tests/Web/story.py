"""The Larkfield audit, told with commands: what the pages of the tests show."""

import csv
import hashlib
import json
import struct
import zlib

from programs import REPOSITORY, Server, Laptop

TITLE = "Larkfield Mobile"
IOS = "ios-voiceover-phone-18"
ANDROID = "android-talkback-phone-15"
SEEDS = REPOSITORY / "config/demo"

# One component of each control that the catalogue knows.
MENU = "Accounts/Account options"
SHEET = "Transactions/Transaction details"
DIALOG = "Transfer/Confirm transfer"
ROW = "Cards/Card in use"


def plan(laptop, environments=(IOS, ANDROID), title=TITLE):
    """Starts the audit with its components in every state; returns its id."""
    words = [word for one in environments for word in ("--environment", one)]
    audit = laptop.asked("audit", "new", title, "--build", "ios=8.4.0", *words)["audit"]
    with open(SEEDS / "components.csv", encoding="utf-8") as file:
        for screen, control, label in csv.reader(file):
            laptop.run(
                "component", "add", "--screen", screen, "--control", control, "--label", label,
                "--states", "all")
    return audit


def rows(name):
    """The findings of one of the demo's files."""
    with open(SEEDS / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def component_ids(laptop):
    """The ids of components, by name."""
    return {one["name"]: one["id"] for one in laptop.asked("component", "list")}


def spoken(component, environment, state):
    """A component state as commands name it."""
    return f"{component}@{environment}:{state}"


def png(width, height):
    """A grey picture of that size, as a phone's screenshot would be."""
    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    lines = zlib.compress((b"\0" + b"\x99" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (chunk(b"IHDR", head), chunk(b"IDAT", lines), chunk(b"IEND", b"")))


class Team:
    """Tomas, who leads, and the testers Maya and Lee, who disagree twice; all of it synced.

    Maya has also recorded what the server does not have yet, and not tested everything.
    """

    def __init__(self, folder):
        self.server = Server(folder / "server")
        self.tomas, self.maya, self.lee = (
            Laptop(folder, name) for name in ("Tomas Berg", "Maya Lindqvist", "Lee Okafor"))
        for laptop in (self.tomas, self.maya, self.lee):
            self.server.enrol(laptop)
        self.audit = plan(self.tomas)
        self.tomas.run("sync")
        for tester in (self.maya, self.lee):
            self.tomas.run("audit", "people", "add", tester.name, "--role", "tester")
        self.sync(self.tomas, self.maya, self.lee)
        self.maya.record(rows("before.ndjson"))
        self.sync(self.maya, self.lee)
        self.maya.record(rows("maya.ndjson"))
        self.lee.record(rows("lee.ndjson"))
        self.lee.run(
            "comment", spoken(MENU, ANDROID, "expanded"), "--criterion", "state-open",
            "Heard it after the second try, with the volume up.")
        # Tomas made the component, so this is for him to decide.
        self.maya.run("withdraw", ROW, "--reason", "Not in build 8.4.0.")
        self.sync(self.maya, self.lee, self.maya, self.tomas)
        self.maya.run(
            "record", "--component", DIALOG, "--environment", ANDROID, "--state", "open",
            "--criterion", "label-in-name", "--outcome", "passed")
        self.components = component_ids(self.maya)
        picture = folder / "menu open.png"
        picture.write_bytes(png(180, 320))
        self.maya.run(
            "attach", spoken(MENU, ANDROID, "expanded"), "--criterion", "state-open",
            str(picture))
        self.evidence = hashlib.sha256(picture.read_bytes()).hexdigest()

    @staticmethod
    def sync(*laptops):
        for laptop in laptops:
            laptop.run("sync")

    def state(self, component, environment, state):
        """The address of a component state's page."""
        return f"/audits/{self.audit}/states/{self.components[component]}/{environment}/{state}"

    def end(self):
        self.server.stop()
