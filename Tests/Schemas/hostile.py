"""An audit with every basis, state and withdrawal, in which everything is called by hostile text.

    PYTHONPATH=../Web hostile.py FOLDER     makes it there, and says where the lead's home is

Made as people make one: three laptops, a server, and no file written but by the programs.
"""

import json
import pathlib
import re
import sys
from typing import Any

from hostile_texts import LINKS, NAMES, TEXTS
from programs import Laptop, Server

ANDROID, IOS = "android-talkback-phone-15", "ios-voiceover-phone-18"
# Some states are judged by what is seen alone.
ENVIRONMENTS = [ANDROID, IOS, "android-none-phone-15", "ios-none-phone-18"]
LEAD, TESTER, OTHER = '=Tomas "Tom" Berg', "Мая <script>alert(1)</script> ]]>", "李 |`Lee`| 🦊"

# One grey pixel, as PNG.
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d494441"
    "54789c63484848f80f00046402207f9f912e0000000049454e44ae426082"
)


class Cycle:
    """The texts one after the other, and again from the first."""

    def __init__(self, texts: list[str]):
        self.texts, self.at = texts, -1

    def next(self) -> str:
        self.at = (self.at + 1) % len(self.texts)
        return self.texts[self.at]


def apart(place: str) -> dict[str, str]:
    """A component state by what it is of."""
    component, environment, state = re.split("[@:]", place)
    return {"component": component, "environment": environment, "state": state}


class Hostile:
    """The laptops of one audit, and what is done on them."""

    def __init__(self, folder: pathlib.Path, server: Server):
        self.folder = folder
        self.lead = Laptop(folder, LEAD, home="lead")
        self.tester = Laptop(folder, TESTER, home="tester")
        self.other = Laptop(folder, OTHER, home="other")
        self.texts, self.names = Cycle(TEXTS), Cycle(NAMES)
        for laptop in (self.lead, self.tester, self.other):
            server.enrol(laptop)
        self.begin()

    def begin(self) -> None:
        lead = self.lead
        lead.run(
            "audit", "new", '="Larkfield" <b>|🦊|</b> ]]>', "--build", "android=8.10",
            "--build", "ios==8.10", *(f"--environment={one}" for one in ENVIRONMENTS),
        )  # fmt: skip
        rules = ["menu / disabled: most-severe", f"menu / collapsed / {ANDROID}: majority"]
        lead.run("policy", "set", "--reason=As said.", *(f"--rule={rule}" for rule in rules))
        self.menus = [self.add("menu") for _ in range(4)]
        for control in lead.asked("catalogue", "list")["controls"]:
            self.add(control["id"])
        lead.run("sync")
        lead.run("audit", "people", "add", TESTER, "--role", "tester")
        lead.run("audit", "people", "add", OTHER, "--role", "lead")
        self.meet()

    def add(self, control: str) -> str:
        """A component with all states that its control has; its id."""
        screen, label = self.names.next(), self.names.next()
        said = self.lead.asked(
            "component", "add", f"--screen={screen}", f"--label={label}", "--control", control,
            "--states", "all",
        )  # fmt: skip
        return said["id"]

    def meet(self) -> None:
        """Everybody has everything."""
        for laptop in (self.tester, self.other, self.lead, self.tester, self.other):
            laptop.run("sync")

    # What people do

    def criteria(self, place: str) -> list[str]:
        """What nobody has judged yet on a component state."""
        words = (f"--{name}={value}" for name, value in apart(place).items())
        return [row["criterion"] for row in self.tester.asked("list", "--untested", *words)]

    def judge(self, laptop: Laptop, place: str, criterion: str, outcome: Any, **more: Any) -> None:
        laptop.record([apart(place) | {"criterion": criterion, "outcome": outcome} | more])

    def decide(self, laptop: Laptop, place: str, criterion: str, *words: str) -> None:
        reason = f"--reason={self.texts.next()}"
        laptop.run("decide", place, "--criterion", criterion, *words, reason)

    def withdraw(self, laptop: Laptop, place: str, *words: str) -> None:
        laptop.run("withdraw", place, *words, f"--reason={self.texts.next()}")

    def disagree(self, place: str, *criteria: str) -> None:
        for laptop, outcome in ((self.tester, "failed"), (self.other, "passed")):
            verdict = apart(place) | {"outcome": outcome}
            laptop.record(
                verdict | {"criterion": criterion, "note": self.texts.next()}
                for criterion in criteria
            )

    # The story

    def test_everything(self) -> None:
        """One finding at least on every component state, of every outcome and severity."""
        rows = []
        verdicts = [
            {"outcome": "failed", "severity": severity, "attribution": attribution}
            for severity in ("critical", "serious", "moderate", "minor")
            for attribution in ("app", "platform")
        ] + [{"outcome": outcome} for outcome in ("passed", "cantTell", "inapplicable")]
        links, tags = Cycle(LINKS), Cycle([text for text in TEXTS if len(text) < 600])
        texts = ("note", "heard", "steps", "recommendation", "workaround")
        details = ("device", "system", "at-version", "build", "at-verbosity", "at-language")
        tested = set()
        for row in self.tester.asked("list", "--untested"):
            state = (row["component"], row["environment"].partition("-")[0], row["state"])
            if state in tested or row["component"] in self.menus:
                continue
            tested.add(state)
            row |= verdicts[len(rows) % len(verdicts)]
            row |= {name: self.texts.next() for name in texts}
            row |= {name: self.names.next() for name in details}
            row |= {"tags": [tags.next()], "links": [links.next()], "at-hints": "on"}
            rows.append(row)
        self.tester.record(rows)

    def every_basis(self) -> None:
        menu = self.menus[0]
        grey, closed = (f"{menu}@{ANDROID}:{state}" for state in ("disabled", "collapsed"))
        self.disagree(grey, self.criteria(grey)[0])  # automatic
        self.disagree(closed, self.criteria(closed)[0])  # undecided: one to one is no majority
        place = f"{menu}@{IOS}:collapsed"
        noted, agreed, *differ = self.criteria(place)
        failed, late, informed, parted = differ[:4]
        self.judge(self.tester, place, noted, None, note=self.texts.next())
        for laptop in (self.tester, self.other):
            self.judge(laptop, place, agreed, "failed", severity="minor")
        self.disagree(place, *differ[:5])
        self.meet()
        self.decide(self.lead, place, failed, "--outcome", "failed", "--severity", "critical")
        self.decide(self.lead, place, late, "--outcome", "passed")
        self.decide(self.lead, place, informed, "--outcome", "inapplicable")
        self.decide(self.lead, place, parted, "--outcome", "passed")
        self.decide(self.other, place, parted, "--outcome", "cantTell")  # two leads
        self.judge(self.tester, place, late, "cantTell")
        self.meet()
        self.judge(self.tester, place, informed, "cantTell")
        self.meet()

    def every_withdrawal(self) -> None:
        finding, state, component = (f"{menu}@{ANDROID}:collapsed" for menu in self.menus[1:])
        for place in (finding, state, component):
            self.disagree(place, *self.criteria(place)[:3])
        self.meet()
        own, proposed = (row["criterion"] for row in self.tester.asked("show", finding)[:2])
        self.withdraw(self.lead, finding, "--criterion", own)
        self.withdraw(self.tester, finding, "--criterion", proposed)  # contested
        self.withdraw(self.lead, state)
        self.withdraw(self.lead, component.partition("@")[0])
        self.meet()
        again = self.other.asked("show", state)[0]["criterion"]
        self.judge(self.other, state, again, "failed")  # beside the withdrawal
        self.meet()

    def everything_else(self) -> None:
        """Versions side by side, evidence and its words, remarks, names, and what is not sent."""
        place = f"{self.menus[0]}@{ANDROID}:expanded"
        criterion, unsent, imported = self.criteria(place)[:3]
        for laptop in (self.tester, self.other):
            self.judge(laptop, place, criterion, "failed", note=self.texts.next())
            for text in (text for text in TEXTS[-5:] if text.strip()):
                laptop.run("comment", place, "--criterion", criterion, "--", text)
        there = apart(place) | {"criterion": imported, "outcome": "failed"}
        self.lead.run(
            "import", "ndjson", "-", typed=json.dumps(there | {"authors": [self.names.next()]}))
        picture = self.folder / "picture.png"
        picture.write_bytes(PICTURE)
        self.tester.run(
            "attach", place, "--criterion", criterion, str(picture), f"--name={self.names.next()}",
            f"--shows={self.texts.next()}", f"--caption={self.texts.next()}",
            f"--heard={self.texts.next()}",
        )  # fmt: skip
        for laptop in (self.lead, self.other):
            name = ["--label", self.names.next() + laptop.name]
            laptop.run("component", "rename", self.menus[0], *name)
        self.lead.run("component", "see", self.menus[0], self.menus[1])
        self.meet()
        self.judge(self.lead, place, unsent, "failed", note=self.texts.next())


def make(folder: pathlib.Path) -> Laptop:
    """The lead's laptop, with the audit."""
    with Server(folder / "server") as server:
        hostile = Hostile(folder, server)
        hostile.test_everything()
        hostile.every_basis()
        hostile.every_withdrawal()
        hostile.everything_else()
        return hostile.lead


if __name__ == "__main__":
    print(make(pathlib.Path(sys.argv[1])).home)
