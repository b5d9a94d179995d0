#!/usr/bin/env python3
"""Holds what a laptop exports to what the server does, in every format, at the end of an act.

    PYTHONPATH=../Web acts.py FOLDER LAPTOP...

FOLDER is the demo's, and each laptop holds what the server does. scripts/demo runs it after each act
that ends so, where ACCORD_DEMO_ACT names it. The laptops take turns: each act has all formats, and
each laptop gets to all of them. What was compared is appended to FOLDER/acts.ndjson.
"""

import hashlib
import json
import pathlib
import subprocess
import sys

from programs import PROGRAMS, Laptop

FORMATS = ["ndjson", "csv", "xlsx", "earl", "wcag-em", "sarif", "junit", "markdown", "html"]


def compare(folder: pathlib.Path, names: list[str]) -> list[dict]:
    said = folder / "acts.ndjson"
    act = len(said.read_text().splitlines()) if said.exists() else 0
    laptops = [Laptop(folder, name, home=name, begins=False) for name in names]
    audit = laptops[0].asked("audit", "show")["audit"]
    files, compared = [folder / "rows/laptop", folder / "rows/server"], []
    for turn, format in enumerate(FORMATS, act):
        laptop = laptops[turn % len(laptops)]
        laptop.run("export", format, "--output", str(files[0]))
        subprocess.run(
            [PROGRAMS / "accord-server", "export", audit, format, "--data", folder / "server",
                "--output", files[1]],
            check=True, capture_output=True)
        hashes = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
        compared.append({
            "format": format, "laptop": laptop.name, "laptop-has": hashes[0],
            "server-has": hashes[1], "bytes": files[1].stat().st_size})
    with said.open("a") as file:
        file.write(json.dumps(compared) + "\n")
    return compared


if __name__ == "__main__":
    compare(pathlib.Path(sys.argv[1]), sys.argv[2:])
