"""What many findings take to be recorded, exported and listed: time of the processor, and memory.

usage: exports.py [--findings N] [--rounds N] [--floor FORMAT=PERCENT]... [--earlier ACCORD]
exit code 1: a format is written at less than its floor, or a command takes too much memory

An audit of N findings is recorded from one file of rows, and one of a tenth of them, which has a
tenth of the components. What reads and writes row by row may not take 64 MiB, nor much more for the
ten times; of formats that sort component states, or choose among findings, memory is only told.
Formats of rows are held against `sqlite3 -csv`, which writes the rows of the finished CSV out of
one table: bytes a second of each, in turns, because only the ratio says something elsewhere. With
--earlier an older program records the same rows and is measured in turns with this one.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import typing

import patience
import story
from large import CONTROLS, judged
from programs import Laptop

SORTED = "xlsx earl wcag-em sarif junit markdown html".split()
# Per cent of what sqlite3 writes in the same time. It reads cells; we join, settle and name.
FLOORS = {"ndjson": 80, "csv": 20}
PEAK_MIB = 64
GROWTH_MIB = 12  # of ten times the findings, on ten times the components, whose names are kept
COLUMNS = "screen control label environment state criterion".split()


class Cost(typing.NamedTuple):
    """What a command took; ordered by its time."""

    seconds: float
    mebibytes: float
    bytes: int

    @property
    def speed(self):
        return self.bytes / self.seconds


def measured(words, environment, output):
    """Runs a command whose output is a file.

    What this script itself takes counts as a command's, so no rows are kept here.
    """
    with open(output, "wb") as file:
        process = subprocess.Popen(words, env=environment, stdout=file, stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.stderr.close()
    if process.returncode:
        raise AssertionError(f"{' '.join(map(str, words))}: {process.returncode}\n{said.decode()}")
    return Cost(
        used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.path.getsize(output))


class World:
    """An audit of so many findings on a laptop of its own, and what recording it took."""

    def __init__(self, folder, findings, **program):
        folder.mkdir()
        self.folder = folder
        self.findings = findings
        rows = folder / "rows.ndjson"
        self.laptop = Laptop(folder, "Maya Lindqvist", **program)
        self.begin()
        templates = self.templates()
        write_rows(rows, findings, templates)
        # Anew, so that the file brings every component.
        self.laptop = Laptop(folder, "Lee Okafor", **program)
        self.begin()
        self.recording = self.run("record", "--from", rows)
        rows.unlink()

    def begin(self):
        self.laptop.run(
            "audit", "new", "Large", "--environment", story.IOS, "--environment", story.ANDROID)

    def templates(self):
        """What one component of each control is asked, in both environments, in turns of one."""
        self.laptop.record([
            {"screen": "Screen", "control": control, "label": control, "environment": story.IOS,
             "state": state, "criterion": "label-in-name", "outcome": "passed"}
            for control, state in CONTROLS])
        asked = self.laptop.asked("list", "--untested")
        return [[row for row in asked if row["control"] == control] for control, _ in CONTROLS]

    def run(self, *words):
        """What a command takes; its output is left in a file."""
        return measured(
            [self.laptop.program, *words], self.laptop.environment, self.folder / "output")

    def export(self, name):
        return self.run("export", name)


def write_rows(path, findings, templates):
    """One row a finding, of one component after the other."""
    written = component = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < findings:
            for asked in templates[component % len(templates)][: findings - written]:
                row = {key: asked[key] for key in COLUMNS} | {
                    "screen": f"Screen {component // 8 + 1:05}",
                    "label": f"Control {component + 1:06}"}
                file.write(json.dumps(judged(row, written)) + "\n")
                written += 1
            component += 1


class Table:
    """The finished CSV in a database of one table, for `sqlite3 -csv`."""

    def __init__(self, world):
        self.world = world
        world.export("csv")
        database = world.folder / "table.sqlite"
        subprocess.run(
            ["sqlite3", database, "-cmd", ".mode csv", f".import {world.folder / 'output'} t"],
            check=True, stdin=subprocess.DEVNULL)
        self.words = ["sqlite3", "-csv", database, "select * from t"]

    def write(self):
        return measured(self.words, os.environ, self.world.folder / "output")


def median(costs):
    return sorted(costs)[len(costs) // 2]


def in_turns(rounds, **works):
    """The median of each work, all of them once a round."""
    costs = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            costs[name].append(work())
    return {name: median(found) for name, found in costs.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--findings", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--floor", action="append", default=[])
    parser.add_argument("--earlier", type=pathlib.Path)
    wanted = parser.parse_args()
    patience.SECONDS_MAX = patience.LONG_SECONDS_MAX
    floors = FLOORS | {
        name: float(per_cent) for name, per_cent in (one.split("=") for one in wanted.floor)}
    with tempfile.TemporaryDirectory(prefix="accord-web.") as temporary:
        missed = measure(pathlib.Path(temporary), wanted, floors)
    for words in missed:
        print(f"MISSED: {words}", file=sys.stderr)
    return 1 if missed else 0


def measure(folder, wanted, floors):
    """Prints what everything takes; returns what is missed, in words."""
    few = World(folder / "few", max(1, wanted.findings // 10))
    many = World(folder / "many", wanted.findings)
    table = Table(many)
    works = {name: (lambda name=name: many.export(name)) for name in floors}
    works |= {"list": lambda: many.run("list", "--json"), "sqlite3": table.write}
    if wanted.earlier:
        old = World(folder / "earlier", wanted.findings, program=wanted.earlier)
        works |= {f"{name} earlier": (lambda name=name: old.export(name)) for name in floors}
        works |= {"list earlier": lambda: old.run("list", "--json")}
    costs = in_turns(wanted.rounds, **works)
    print(f"{wanted.findings} findings; per cent of what sqlite3 -csv writes in the same time")
    for name, cost in costs.items():
        per_cent = 100 * cost.speed / costs["sqlite3"].speed
        floor = f", floor {floors[name]:.0f} %" if name in floors else ""
        print(
            f"{name:15} {cost.seconds:8.2f} s {cost.bytes / 1e6:8.1f} MB {per_cent:8.1f} %{floor}",
            flush=True)
    missed = [
        f"{name} reaches less than {floor:.0f} % of sqlite3 -csv" for name, floor in floors.items()
        if 100 * costs[name].speed / costs["sqlite3"].speed < floor]
    return missed + compare_memory(few, many, costs)


def compare_memory(few, many, costs):
    """Prints what each command takes at most; returns what is too much, in words."""
    commands = {"record --from": lambda world: world.recording,
                "list --json": lambda world: world.run("list", "--json")}
    commands |= {
        f"export {name}": (lambda world, name=name: world.export(name))
        for name in [*FLOORS, *SORTED]}
    missed = []
    print(f"{'at most in memory':18} {few.findings:>9} {many.findings:>12} findings")
    for name, command in commands.items():
        less, more = command(few), command(many)
        print(
            f"{name:18} {less.mebibytes:9.1f} {more.mebibytes:12.1f} MiB {more.seconds:10.2f} s",
            flush=True)
        if name.split()[-1] in SORTED:
            continue
        if more.mebibytes >= PEAK_MIB:
            missed.append(f"{name} takes {more.mebibytes:.1f} MiB, limit {PEAK_MIB}")
        if more.mebibytes > less.mebibytes + GROWTH_MIB:
            missed.append(
                f"{name} takes {more.mebibytes:.1f} MiB for what a tenth of takes "
                f"{less.mebibytes:.1f}")
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    assert own < few.recording.mebibytes, "This script takes more than what it measures."
    return missed


if __name__ == "__main__":
    sys.exit(main())
