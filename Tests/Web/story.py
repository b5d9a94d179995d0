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


class Names:
    """What the people of the story call things: as it is told."""

    def __call__(self, name):
        return name

    def component(self, name):
        """A component's name: its screen and its label."""
        return "/".join(map(self, name.split("/")))

    person = file = __call__


class StrangeNames(Names):
    """Every name has 134 letters without a space, of one of these words or of all three."""

    WORDS = ["Rindfleischetikettierungsüberwachungsaufgabe", "قائمةالحساباتوالبطاقات",
             "אפשרויותהחשבון", "Kontoقائمةאפשרויות"]
    LETTERS = 134
    PERSON_BYTES_MAX = 200

    def __init__(self):
        self.known = {}

    def __call__(self, name):
        number = len(self.known)
        word = self.WORDS[number % len(self.WORDS)] * self.LETTERS
        # No two begin alike, so that each is a name of its own.
        start = number // len(self.WORDS)
        return self.known.setdefault(name, word[start: start + self.LETTERS])

    def person(self, name):
        name = self(name).encode()[: self.PERSON_BYTES_MAX]
        return name.decode(errors="ignore")

    def file(self, name):
        """In Latin letters: file systems count bytes."""
        return (self.WORDS[0] * self.LETTERS)[: self.LETTERS] + name[name.rindex("."):]

    def given(self):
        """All that were given so far."""
        return [*self.known.values(), *map(self.person, self.known)]


def plan(laptop, environments=(IOS, ANDROID), title=TITLE, names=Names()):
    """Starts the audit with its components in every state; returns its id."""
    words = [word for one in environments for word in ("--environment", one)]
    audit = laptop.asked("audit", "new", names(title), "--build", "ios=8.4.0", *words)["audit"]
    with open(SEEDS / "components.csv", encoding="utf-8") as file:
        for screen, control, label in csv.reader(file):
            laptop.run(
                "component", "add", "--screen", names(screen), "--control", control,
                "--label", names(label), "--states", "all")
    return audit


def rows(name, names=Names()):
    """The findings of one of the demo's files."""
    with open(SEEDS / name, encoding="utf-8") as file:
        found = [json.loads(line) for line in file if line.strip()]
    own = ("screen", "label", "note", "heard")
    return [
        {key: names(value) if key in own else value for key, value in row.items()}
        for row in found]


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

    def __init__(self, folder, names=Names()):
        self.names = names
        self.server = Server(folder / "server")
        self.tomas, self.maya, self.lee = (
            Laptop(folder, names.person(name), home=name.split()[0].lower())
            for name in ("Tomas Berg", "Maya Lindqvist", "Lee Okafor"))
        for laptop in (self.tomas, self.maya, self.lee):
            self.server.enrol(laptop)
        self.audit = plan(self.tomas, names=names)
        self.tomas.run("sync")
        for tester in (self.maya, self.lee):
            self.tomas.run("audit", "people", "add", tester.name, "--role", "tester")
        group = names("Payments")
        self.tomas.run("audit", "group", "set", group, self.maya.name, self.lee.name)
        self.tomas.run("assign", names.component(SHEET), self.lee.name, "--due", "2026-12-04")
        self.sync(self.tomas, self.maya, self.lee)
        self.maya.record(rows("before.ndjson", names))
        self.sync(self.maya, self.lee)
        self.maya.record(rows("maya.ndjson", names))
        self.lee.record(rows("lee.ndjson", names))
        self.lee.run(
            "comment", self.spoken(MENU, ANDROID, "expanded"), "--criterion", "state-open",
            names("Heard it after the second try, with the volume up."))
        # Tomas made the component, so this is for him to decide.
        self.maya.run("withdraw", names.component(ROW), "--reason", names("Not in build 8.4.0."))
        self.sync(self.maya, self.lee, self.maya, self.tomas)
        self.maya.run(
            "record", "--component", names.component(DIALOG), "--environment", ANDROID,
            "--state", "open", "--criterion", "label-in-name", "--outcome", "passed")
        ids = component_ids(self.maya)
        self.components = {
            name: ids[names.component(name)] for name in (MENU, SHEET, DIALOG, ROW)}
        picture = folder / names.file("menu open.png")
        picture.write_bytes(png(180, 320))
        self.maya.run(
            "attach", self.spoken(MENU, ANDROID, "expanded"), "--criterion", "state-open",
            str(picture))
        self.evidence = hashlib.sha256(picture.read_bytes()).hexdigest()
        # What she keeps under names, on this laptop alone.
        self.maya.run("snippet", "add", names("No state"), names("The state is not spoken."))
        self.maya.run("filter", "add", names("Failed menus"), "--show", "failed")
        # Ines begins alone, and has planned nothing yet.
        self.ines = Laptop(folder, names.person("Ines Moreau"), home="ines")
        self.empty = self.ines.asked(
            "audit", "new", names("Orchard Pay"), "--environment", IOS)["audit"]

    def spoken(self, component, environment, state):
        """A component state as commands name it."""
        return spoken(self.names.component(component), environment, state)

    @staticmethod
    def sync(*laptops):
        for laptop in laptops:
            laptop.run("sync")

    def state(self, component, environment, state):
        """The address of a component state's page."""
        return f"/audits/{self.audit}/states/{self.components[component]}/{environment}/{state}"

    def end(self):
        self.server.stop()
