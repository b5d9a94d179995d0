"""What laptops and the server export while the demo goes on."""

import json
import os
import pathlib
import subprocess

import acts
import programs
from test_exports import EXPORTED


def test_laptops_and_the_server_write_the_same_bytes_after_each_act_of_the_demo(tmp_path):
    here = pathlib.Path(__file__).parent
    told = subprocess.run(
        [programs.REPOSITORY / "scripts/demo"], capture_output=True, text=True,
        env=os.environ | {
            "TMPDIR": str(tmp_path), "ACCORD_PROGRAMS": str(programs.PROGRAMS),
            "ACCORD_DEMO_ACT": str(here / "acts.py"), "PYTHONPATH": str(here.parent / "Web")})
    assert told.returncode == 0, told.stdout + told.stderr
    (said,) = tmp_path.glob("accord-demo.*/acts.ndjson")
    compared = [json.loads(line) for line in said.read_text().splitlines()]
    assert len(compared) == told.stdout.count(" and the server are in step") > 6
    assert EXPORTED == acts.FORMATS
    for act, formats in enumerate(compared, 1):
        assert [one["format"] for one in formats] == EXPORTED
        wrong = [one for one in formats if one["laptop-has"] != one["server-has"]]
        assert not wrong, f"after act {act}: {wrong}"
    # Each format says something else with every act that brings work, and every laptop wrote it.
    for exported, files in zip(EXPORTED, zip(*compared)):
        assert {one["laptop"] for one in files} == {"tomas", "maya", "lee"}, exported
        assert len({one["server-has"] for one in files}) > 5, exported
