"""What filters let through, in every format, held to a count in the whole NDJSON export."""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from counting import COUNTS
from filters import CALLED, folded, lets
from test_exports import EXPORTED, whole

EXAMPLES = int(os.environ.get("ACCORD_EXAMPLES") or 100)
SEED = int(os.environ.get("ACCORD_SEED") or 33)
# Names that people write, or write again, in their own way.
WRITTEN = ("screen", "component", "tester", "clause")


def drawn(randomness, rows, several):
    """One to four conditions of one to three values, about half of them true of one row."""
    asked, about = {}, randomness.choice(rows)
    for name in randomness.sample(list(CALLED), randomness.randint(1, 4)):
        values = [
            value
            for row in [about, *randomness.choices(rows, k=2)]
            for value in CALLED[name](row)
            if value and not (name == "component" and folded(value) in several)
        ]
        if name == "since":  # the day before lets everything of that day through, the next nothing
            days = randomness.choices([-1, 0, 0, 1], k=len(values))
            values = [shifted(day, by) for day, by in zip(values, days)]
        randomness.shuffle(values)
        asked[name] = [
            rewritten(randomness, str(value)) if name in WRITTEN else value
            for value in list(dict.fromkeys(values))[: randomness.randint(1, 3)]
        ]
    return {name: values for name, values in asked.items() if values}


def shifted(day, by):
    return str(date.fromisoformat(day) + timedelta(days=by))


def rewritten(randomness, text):
    """The same name with other capitals and blanks around it."""
    if randomness.random() < 0.3:
        text = "".join(one.swapcase() if one.isascii() else one for one in text)
    return f" {text}\t" if randomness.random() < 0.3 else text


@pytest.mark.parametrize("audit", ["demo", "hostile"])
@pytest.mark.parametrize("exported", [name for name in EXPORTED if name in COUNTS])
def test_a_filter_lets_through_what_the_whole_export_says(exported, audit, request, tmp_path):
    lead = request.getfixturevalue({"demo": "tomas"}.get(audit, audit))
    rows = whole(lead)
    # A name of several components is refused: of these the id alone says which is meant.
    called = {(name, row["component"]) for row in rows for name in CALLED["component"](row)[1:]}
    names = [folded(name) for name, _ in called]
    several = {name for name in names if names.count(name) > 1}
    count, stands = COUNTS[exported]
    randomness = random.Random(f"{SEED} {audit}")  # the same filters for every format
    filters = [drawn(randomness, rows, several) for _ in range((EXAMPLES + 1) // 2)]
    if exported not in ("ndjson", "csv") and "ACCORD_EXAMPLES" not in os.environ:
        filters = filters[::5]  # each takes a process: all of them where the number is asked for

    def differs(number):
        asked, file = filters[number], tmp_path / f"{number}.{exported}"
        options = [f"--{name}={value}" for name, values in asked.items() for value in values]
        lead.run("export", exported, "--output", str(file), *options)
        found = count(file)
        file.unlink()
        expected = sum(stands(row) and lets(row, asked) for row in rows)
        return f"{options}: {found} instead of {expected}" if found != expected else None

    with ThreadPoolExecutor(os.cpu_count()) as workers:
        wrong = [one for one in workers.map(differs, range(len(filters))) if one]
    assert not wrong, "\n".join(wrong[:10])
