"""What `accord conflicts` lists, held to a reading of its own of the whole NDJSON export."""

import pytest
from conflicts import KINDS, gravity, items
from filters import lets
from test_exports import whole

AUDITS = ["demo", "hostile", "crowd"]


def listed(lead, *words):
    """The items with findings that wait, by the edits that differ on them, in their order."""
    said = [one for one in lead.asked("conflicts", "list", *words) if one["kinds"]]
    found = []
    for one in said:
        kinds = set(one["kinds"]) - {"withdrawal"}
        edits = frozenset(
            sibling["edit"] for finding in one["findings"]
            if finding["basis"] in ("undecided", "challenged")
            for sibling in finding["judgements"])
        if kinds:
            found.append((edits, one | {"kinds": kinds}))
    return found


def equal(said, expected):
    assert {edits for edits, _ in said} == set(expected)
    for edits, one in said:
        item = expected[edits]
        assert (one["kinds"], one["severity"]) == (item.kinds, item.severity)
        waiting = {
            finding["criterion"] for finding in one["findings"]
            if finding["basis"] in ("undecided", "challenged")}
        assert waiting == item.criteria
        if "withdrawal" not in one["kinds"] and item.since:
            assert one["since"] == item.since


@pytest.mark.parametrize("audit", AUDITS)
def test_the_queue_is_what_the_whole_export_says_in_its_order(audit, request):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    expected = items(whole(lead))
    said = listed(lead)
    equal(said, expected)
    keys = [(expected[edits].order, one["state"]) for edits, one in said]
    assert keys == sorted(keys)


@pytest.mark.parametrize("name", ["control", "screen", "environment", "tester", "kind"])
def test_a_condition_leaves_its_part(crowd, name):
    rows = whole(crowd)
    values = {
        "tester": ["Maya", "Lee", "Priya", "Tomas"], "kind": KINDS,
    }.get(name) or sorted({row[name] for row in rows})
    for value in values:
        if name == "kind":
            expected = {
                edits: item for edits, item in items(rows).items() if value in item.kinds}
        else:
            expected = items([row for row in rows if lets(row, {name: [value]})])
        equal(listed(crowd, f"--{name}", value), expected)


def test_the_preview_says_what_the_gravest_verdict_is(crowd):
    rows = {
        (row["criterion"], *(row[key] for key in ("screen", "label", "environment", "state"))): row
        for row in whole(crowd)}
    said = crowd.asked("decide", "--all", "--holds", "gravest", "--kind", "outcome", "--preview")
    assert said["states"] and said["code"]
    for state in said["states"]:
        place, where = state["state"].split("@")
        for finding in state["findings"]:
            row = rows[(finding["criterion"], *place.split("/"), *where.split(":"))]
            assert gravity(finding) == max(map(gravity, row["siblings"]))
