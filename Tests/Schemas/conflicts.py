"""What waits for a decision, and in which order, worked out from an NDJSON export alone."""

SEVERITIES = ["minor", "moderate", "serious", "critical"]
KINDS = ["challenged", "outcome", "severity"]
PLACE = ("component", "environment", "round", "state")


def gravity(said):
    """From 0 for inapplicable to 6 for a critical failure."""
    if said["outcome"] == "failed":
        return 3 + SEVERITIES.index(said["severity"])
    return ["inapplicable", "passed", "cantTell"].index(said["outcome"])


def waits(row):
    withdrawn = row["withdrawn"]
    if withdrawn and not withdrawn["contested"]:
        return False
    return row["effective"]["basis"] in ("undecided", "challenged")


def kind(row):
    if row["effective"]["basis"] == "challenged":
        return "challenged"
    outcomes = {one["outcome"] for one in row["siblings"] + row["decisions"]}
    return "outcome" if len(outcomes) > 1 else "severity"


class Item:
    """One component state with the findings that wait on it."""

    def __init__(self, rows):
        said = [one for row in rows for one in row["siblings"] + row["decisions"]]
        known = [one for one in said if one["outcome"]]
        failed = [one["severity"] for one in known if one["outcome"] == "failed"]
        self.edits = frozenset(one["edit"] for row in rows for one in row["siblings"])
        self.criteria = {row["criterion"] for row in rows}
        self.kinds = {kind(row) for row in rows}
        self.severity = max(failed, key=SEVERITIES.index, default=None)
        # Of a finding the last verdict says how old it is; of several the oldest counts.
        moments = [max((one["at"] for one in row["siblings"]), default=None) for row in rows]
        self.since = min((one for one in moments if one), default=None)
        rest = self.kinds - {"challenged"}
        self.order = (
            "challenged" not in self.kinds,
            min(map(KINDS.index, rest), default=KINDS.index("outcome")),
            -max(map(gravity, known), default=-1),
            self.since,
        )


def items(rows):
    """All that wait, each by the edits that differ on it."""
    places = {}
    for row in filter(waits, rows):
        places.setdefault(tuple(row[key] for key in PLACE), []).append(row)
    found = map(Item, places.values())
    return {item.edits: item for item in found}
