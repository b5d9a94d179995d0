"""What the programs export of the demo's audit, held to each format's own rules."""

import re

import pytest
import validate
from conftest import FORMATS
from formats import CHECKS

# In the order in which the program offers them.
EXPORTED = ["ndjson", "csv"]


def test_every_format_that_the_program_knows_is_here(tomas):
    with pytest.raises(AssertionError) as refusal:
        tomas.run("export", "no-such-format")
    assert re.findall(r"^  (\S+)$", str(refusal.value), re.M) == EXPORTED
    assert set(EXPORTED) <= set(CHECKS)


@pytest.mark.parametrize("exported", [name for name in EXPORTED if name in FORMATS])
def test_an_export_of_the_demo_has_no_problem(tomas, exported, tmp_path, capsys):
    file = tmp_path / f"larkfield.{exported}"
    tomas.run("export", exported, "--output", str(file))
    assert file.stat().st_size > 10_000
    assert validate.main([exported, str(file)]) == 0, capsys.readouterr().out
