"""How far testers agree, counted in an NDJSON export from docs/formats.md and docs/cli.md alone."""

from collections import Counter


def units(rows, basis):
    """What each person says of each finding that counts, and how many are left out why."""
    left, found = Counter(), []
    for row in rows:
        knew = {one["edit"]: one["knew"] for one in row["version"]["siblings"]}
        said, people = row["siblings"], {one["person"] for one in row["siblings"]}
        clear = [one for one in said if one["outcome"] and not one["unplaced"]]
        own = {one["person"]: one for one in sorted(clear, key=lambda one: one["at"])}
        counted = {
            who: one for who, one in own.items() if basis == "all" or not knew[one["edit"]]}
        agrees = any(
            one["edit"] in knew[mine["edit"]] and all(one[key] == mine[key] for key in VERDICT)
            for mine in own.values() for one in said)
        if row["withdrawn"] and not row["withdrawn"]["contested"]:
            left["withdrawn"] += bool(said)
        elif len(people) < 2 or len(own) < 2 or len(counted) < 2:
            short = "single" if len(people) < 2 else "unclear" if len(own) < 2 else "dependent"
            left[short] += bool(said)
            left["agreed"] += short == "dependent" and agrees
        else:
            left["besides"] += len(own) - len(counted)
            found.append((row, {who: one["outcome"] for who, one in counted.items()}, counted))
    return found, left


VERDICT = ("outcome", "severity", "attribution")


def alpha(found):
    said = [Counter(values.values()) for _, values, _ in found if len(values) > 1]
    all = sum(said, Counter())
    chance = all.total() ** 2 - sum(count**2 for count in all.values())
    apart = sum((c.total() ** 2 - sum(n**2 for n in c.values())) / (c.total() - 1) for c in said)
    return 1 - apart * (all.total() - 1) / chance if chance else None


def kappa(found, one, other):
    pairs = [(said[one], said[other]) for _, said, _ in found if {one, other} <= set(said)]
    same, (firsts, seconds) = sum(a == b for a, b in pairs), map(Counter, zip(*pairs))
    chance = sum(firsts[value] * seconds[value] for value in firsts)
    return (same * len(pairs) - chance) / (len(pairs) ** 2 - chance)
