"""What `accord status --team` says, held to a count of its own in the whole NDJSON export."""

import functools

import pytest
from coverage import cells, gravest, progress, worst
from filters import CATALOGUE
from test_exports import whole

AUDITS = ["demo", "hostile", "crowd"]


@pytest.fixture
def counted(audit, request):
    """An audit's team as the program tells it, and the cells of an own count."""
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    said = lead.asked("status", "--team")["audits"][0]["team"]
    rows = [row for row in whole(lead) if row["round"] == said["round"]]
    components, left = lead.asked("component", "list"), lead.asked("list", "--untested")
    return said, cells(rows, left, components), {one["id"]: one for one in components}, left


def agrees(said, found):
    expected = progress(list(found))
    assert {name: said[name] for name in expected} == expected
    # What is withdrawn as a whole is a component state with nothing to count.
    assert said["states"] >= len(found)


@pytest.mark.parametrize("audit", AUDITS)
def test_every_cell_is_the_worst_of_its_findings(audit, counted):
    said, found, _, _ = counted
    shown = {
        (cell["id"], cell["environment"], cell["state"]): cell
        for control in said["controls"] for cell in control["cells"]}
    assert {place for place, cell in shown.items() if cell["total"]} == set(found)
    for place, cell in found.items():
        one = shown[place]
        assert (one["worst"], one["severity"]) == (worst(cell), gravest(cell)), place
        counts = (cell["total"] - cell["untested"], cell["total"])
        assert (one["judged"], one["total"]) == counts, place
    assert len(found) > 20


@pytest.mark.parametrize("audit", AUDITS)
def test_progress_is_that_of_the_cells(audit, counted):
    said, found, components, _ = counted
    agrees(said["whole"], found.values())
    for part in said["environments"]:
        own = [cell for place, cell in found.items() if place[1] == part["environment"]]
        agrees(part["progress"], own)
    for part in said["controls"]:
        own = [
            cell for place, cell in found.items()
            if components[place[0]]["control"] == part["control"]]
        agrees(part["progress"], own)
    for name in ("environments", "controls", "screens"):
        sums = [part["progress"]["total"] for part in said[name]]
        assert sum(sums) == said["whole"]["total"]


@functools.cache
def basis(criterion):
    """Whether it is normative, looked up in the catalogue's files."""
    control, platform, name = criterion.split(".", 2)
    file = next(one for one in CATALOGUE if one.get("control") == control)
    asked = [file.get("shared", {}), file["platforms"][platform]]
    defects = {one["id"]: one for file in CATALOGUE for one in file.get("defects", [])}
    facts = next(
        one for part in asked for one in part.get("criteria", [])
        if name in [one["id"], *one.get("was", [])])
    return (facts if "basis" in facts else defects[facts["defect"]])["basis"]


@pytest.mark.parametrize("audit", AUDITS)
def test_a_round_cannot_be_signed_while_normative_criteria_are_untested(audit, counted):
    said, found, _, left = counted
    blocks = {one["kind"]: one["count"] for one in said["blocks"]}
    normative = sum(basis(row["criterion"]) == "normative" for row in left)
    assert blocks.get("untested", 0) == normative == said["whole"]["untestedNormative"]
    undecided = sum(cell["conflict"] for cell in found.values())
    assert blocks.get("conflicts", 0) == undecided
    assert said["isReady"] == (not blocks)


@pytest.mark.parametrize("audit", ["demo", "crowd"])
def test_own_verdicts_are_those_that_stand_in_the_export(audit, counted, request):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    said = counted[0]
    rows = [row for row in whole(lead) if row["round"] == said["round"]]
    verdicts = [
        one["person"] for row in rows for one in row["siblings"] if not one["unplaced"]]
    for tester in said["testers"]:
        assert tester["verdicts"] == verdicts.count(tester["person"]), tester["name"]
    assert {one["person"] for one in said["testers"]} >= set(verdicts)
