"""What `accord policy set --preview` says, held to a reading of its own of the whole NDJSON."""

import random
from collections import Counter

import pytest
from conflicts import gravity
from test_exports import whole

AUDITS = ["demo", "hostile", "crowd"]
WHAT = ("automatic", "open")
PATTERNS = ("control", "state", "environment", "criterion")


def value(said):
    return tuple(said[key] for key in ("outcome", "severity", "attribution"))


def differs(row):
    gone = row["withdrawn"] and not row["withdrawn"]["contested"]
    return not gone and len({value(one) for one in row["siblings"]}) > 1


def settled(method, people, siblings):
    """The value that a rule chooses; None where it cannot."""
    if any(one["outcome"] is None or one["unplaced"] for one in siblings):
        return None
    said = {}
    for one in siblings:
        said.setdefault(one["author"], set()).add(value(one))
    if method == "most-severe":
        most = max(map(gravity, siblings))
        chosen = {value(one) for one in siblings if gravity(one) == most}
    elif method == "majority":
        votes = Counter(min(one) for one in said.values() if len(one) == 1)
        chosen = {one for one, count in votes.items() if 2 * count > len(said)}
    elif method == "seniority":
        chosen = next((said[name] for name in people if name in said), set())
    else:
        chosen = set()
    return chosen.pop() if len(chosen) == 1 else None


def drawn(randomness, rows, has_people):
    """Rules as they are typed, each with its patterns, method and people."""
    rules = []
    for _ in range(randomness.randint(0, 4)):
        row = randomness.choice(rows)
        patterns = [row[key] if randomness.random() < 0.4 else "" for key in PATTERNS]
        method = randomness.choice(
            ["most-severe", "majority", "lead-decides"] + ["seniority"] * has_people)
        people = randomness.sample(["Maya", "Lee", "Priya"], 2) if method == "seniority" else []
        rules.append((patterns, method, people))
    return rules


@pytest.mark.parametrize("audit", AUDITS)
def test_what_rules_do_is_what_the_whole_export_says(audit, request):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    rows, randomness, seen = whole(lead), random.Random(34), 0
    for _ in range(8):
        rules = drawn(randomness, rows, audit == "crowd")
        reach, decided, altered = [Counter() for _ in [*rules, None]], 0, Counter()
        for row in filter(differs, rows):
            fits = (
                number for number, (patterns, _, _) in enumerate(rules)
                if all(one in ("", row[key]) for one, key in zip(patterns, PATTERNS)))
            number = next(fits, len(rules))
            if row["decisions"]:
                decided += 1
                continue
            chosen = number < len(rules) and settled(*rules[number][1:], row["siblings"]) or None
            reach[number]["automatic" if chosen else "open"] += 1
            now = value(row["effective"]) if row["basis"] == "automatic" else None
            if now != chosen:
                altered[row["criterion"]] += 1
        typed = [
            f"--rule={' / '.join(one or '*' for one in patterns)}: {method} {', '.join(people)}"
            for patterns, method, people in rules]
        told = lead.asked("policy", "set", "--preview", *(typed or ["--none"]))
        both = zip(told["reach"] + [told["otherwise"]], reach, strict=True)
        assert all(one[key] == wanted[key] for one, wanted in both for key in WHAT)
        assert Counter(one["criterion"] for one in told["altered"]) == altered
        seen += decided + sum(map(Counter.total, reach))
    assert seen
