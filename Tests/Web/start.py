"""How soon a command has answered, however much was recorded: medians of nine, in milliseconds.

usage: start.py [--sizes N,N,...]   exit code 1: something takes longer than its limit

Over audits of 1,000, 10,000 and 100,000 findings, all of them on the server: `accord --version`,
`accord status`, an `accord sync` that has nothing to do, and the first search in the browser, which
finds no index. From the start of the process to its end; the first run of each is not counted.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import large
import patience
import programs
from programs import Laptop, Server, Workbench

LIMITS = {"--version": 15, "status": 40, "sync": 40, "first search": 1000}
RUNS = 9


def milliseconds(laptop, *words):
    """The median of nine runs, after one that warms the disk's memory."""
    times = []
    for _ in range(RUNS + 1):
        begun = time.perf_counter()
        subprocess.run(
            [programs.PROGRAMS / "accord", *words], env=laptop.environment, check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append((time.perf_counter() - begun) * 1000)
    return sorted(times[1:])[RUNS // 2]


def first_search(laptop, audit):
    """Until the page of a search is there that finds no index."""
    assert not (laptop.home / "search.sqlite").exists()
    with Workbench(laptop) as workbench:
        taken, _ = large.Pages(workbench).get(f"/audits/{audit}/search?q=stop&in=findings")
    return taken


def measure(folder, findings):
    """Times by what was run, over an audit of so many findings."""
    laptop = Laptop(folder, "Maya Lindqvist")
    server = Server(folder / "server")
    try:
        server.enrol(laptop)
        audit = large.fill(laptop, findings, 0)
        laptop.run("sync")
        times = {words: milliseconds(laptop, words) for words in ("--version", "status", "sync")}
        return times | {"first search": first_search(laptop, audit)}
    finally:
        server.stop()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", default="1000,10000,100000")
    sizes = [int(size) for size in parser.parse_args().sizes.split(",")]
    patience.SECONDS_MAX = patience.LONG_SECONDS_MAX
    slow = False
    for size in sizes:
        with tempfile.TemporaryDirectory(prefix="accord-web.") as folder:
            times = measure(pathlib.Path(folder), size)
        for name, taken in times.items():
            limit = LIMITS[name]
            slow |= taken > limit
            mark = "  TOO SLOW" if taken > limit else ""
            print(f"{size:7} findings  {name:14} {taken:8.1f} ms  (limit {limit}){mark}", flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
