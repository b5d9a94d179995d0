"""What `accord agreement` says, held to a count of its own in the whole NDJSON export."""

from itertools import combinations

import pytest
from agreement import alpha, kappa, units
from crowd import SEVERITIES
from test_exports import whole

PLACE = ("component", "environment", "round", "state")


def is_near(value, wanted):
    return (value is None and wanted is None) or abs(value - wanted) <= 1e-9


def holds(measure, found):
    """Whether one part says of its findings what they say."""
    outcomes = [set(said.values()) for _, said, _ in found]
    places = {tuple(row[key] for key in PLACE) for row, _, _ in found}
    assert (measure["findings"], measure["states"]) == (len(found), len(places))
    assert measure["same"] == sum(len(one) == 1 for one in outcomes)
    if "alpha" in measure:
        assert measure["anyFailed"] == sum("failed" in one for one in outcomes)
        assert measure["allFailed"] == sum(one == {"failed"} for one in outcomes)
    few = len(found) < 20 or len(places) < 10
    return None if few else alpha(found)


@pytest.mark.parametrize("basis", ["independent", "all"])
@pytest.mark.parametrize("audit", ["demo", "hostile", "crowd"])
def test_agreement_is_what_the_whole_export_says(audit, basis, request):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    said = lead.asked("agreement", *(["--all"] if basis == "all" else []))
    rows = [row for row in whole(lead) if [row["round"]] == said["rounds"]]
    found, left = units(rows, basis)
    assert said["basis"] == basis
    assert said["leftOut"] == {name: left[name] for name in said["leftOut"]}
    assert is_near(said["whole"]["alpha"]["value"], holds(said["whole"], found))
    for part in said["controls"]:
        own = [one for one in found if (one[0]["control"] or "") == part["control"]]
        assert is_near(part["measure"]["alpha"]["value"], holds(part["measure"], own))
    assert sum(part["measure"]["findings"] for part in said["controls"]) == len(found)
    for pair in said["pairs"]:
        people = [one["person"] for one in pair["people"]]
        own = [
            (row, {one: values[one] for one in people}, verdicts)
            for row, values, verdicts in found if set(people) <= set(values)]
        holds(pair, own)
        if pair["kappa"]["value"] is not None:
            assert is_near(pair["kappa"]["value"], kappa(own, *people))
    known = {pair for _, values, _ in found for pair in combinations(sorted(values), 2)}
    assert len(said["pairs"]) == len(known)
    differing = {row["criterion"] for row, values, _ in found if len(set(values.values())) > 1}
    assert {one["criterion"] for one in said["criteria"]} == differing
    failures = [
        [one["severity"] for one in verdicts.values()]
        for _, values, verdicts in found if set(values.values()) == {"failed"}]
    ranks = [sorted(map(SEVERITIES.index, one)) for one in failures]
    assert said["failures"]["findings"] == len(failures)
    assert said["failures"]["sameSeverity"] == sum(one[0] == one[-1] for one in ranks)
    assert said["failures"]["oneStepApart"] == sum(one[-1] - one[0] == 1 for one in ranks)


def test_the_crowd_has_something_of_everything(crowd):
    said = crowd.asked("agreement")
    assert said["whole"]["alpha"]["low"] < said["whole"]["alpha"]["value"] < 1
    assert all(said["leftOut"][name] > 0 for name in ("single", "dependent", "agreed", "besides"))
    assert any(pair["kappa"]["value"] is not None for pair in said["pairs"])
    assert said["withoutCantTell"]["value"] is not None and said["cantTell"] > 0


@pytest.mark.parametrize("name", ["control", "screen", "environment"])
def test_a_condition_counts_its_part(crowd, name):
    rows = whole(crowd)
    for value in sorted({row[name] for row in rows}):
        found, left = units([row for row in rows if row[name] == value], "independent")
        said = crowd.asked("agreement", f"--{name}", value)
        assert is_near(said["whole"]["alpha"]["value"], holds(said["whole"], found))
        assert said["leftOut"] == {name: left[name] for name in said["leftOut"]}
