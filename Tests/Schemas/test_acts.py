"""What laptops and the server exported while the demo went on."""

import json
import os
import pathlib

import acts
from test_exports import EXPORTED


def test_laptops_and_the_server_write_the_same_bytes_after_each_act_of_the_demo():
    demo = pathlib.Path(os.environ["ACCORD_DEMO"])
    compared = [json.loads(line) for line in (demo / "acts.ndjson").read_text().splitlines()]
    told = (demo.parent / "said").read_text()
    assert len(compared) == told.count(" and the server are in step") > 6
    assert EXPORTED == acts.FORMATS
    for act, formats in enumerate(compared, 1):
        assert [one["format"] for one in formats] == EXPORTED
        wrong = [one for one in formats if one["laptop-has"] != one["server-has"]]
        assert not wrong, f"after act {act}: {wrong}"
    # Each format says something else with every act that brings work, and every laptop wrote it.
    for exported, files in zip(EXPORTED, zip(*compared)):
        assert {one["laptop"] for one in files} == {"tomas", "maya", "lee"}, exported
        assert len({one["server-has"] for one in files}) > 5, exported
