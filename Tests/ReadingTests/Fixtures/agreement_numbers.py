"""Computes agreement-numbers.json with the libraries of others, and with nothing of Accord's.

usage: scripts/setup --agreement
       .agreement/bin/python Tests/ReadingTests/Fixtures/agreement_numbers.py [FIRST COUNT] > FILE

FIRST and COUNT are the seeds of the audits, by default 0 and 40, for the file beside this one. What
is drawn from a seed, AgreementNumbersTests draws as well; `scripts/soak` compares others.
"""

import itertools
import json
import sys

import krippendorff
import numpy
import scipy.stats
from sklearn.metrics import cohen_kappa_score

PASSED, FAILED, CANT_TELL, INAPPLICABLE = range(4)
UNITS_MIN, PLACES_MIN = 20, 10


class Generator:
    """SplitMix64, as Tests/TestSupport/SeededGenerator.swift has it."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & mask
        return (mixed ^ (mixed >> 31)) % bound


def drawn(seed):
    """The units of one audit, each a place and what some raters said there."""
    g = Generator(seed)
    places, raters, failing, slips = 8 + g.below(30), 2 + g.below(3), g.below(50), g.below(40)
    if seed % 6 == 5:  # hardly anything but passed
        failing, slips = 0, g.below(2)
    units = []
    for place in range(places):
        fails = g.below(2 * failing + 1)
        # How each rater errs in this sitting, and whether she was there at all.
        erring = [g.below(2 * slips + 1) for _ in range(raters)]
        present = [g.below(100) < 75 for _ in range(raters)]
        for _ in range(2 + g.below(8)):
            if g.below(100) < fails:
                truth = FAILED
            else:
                truth = INAPPLICABLE if g.below(100) < min(12, failing) else PASSED
            said = [g.below(4) if g.below(100) < erring[one] else truth for one in range(raters)]
            ratings = {one: said[one] for one in range(raters) if present[one]}
            if len(ratings) > 1:
                units.append((place, ratings))
    return units


def is_enough(units):
    return len(units) >= UNITS_MIN and len({place for place, _ in units}) >= PLACES_MIN


def alpha(units):
    """Nil where one value was said, of which the library says the same by an error."""
    values = {value for _, ratings in units for value in ratings.values()}
    if len(values) < 2:
        return None
    raters = sorted({rater for _, ratings in units for rater in ratings})
    table = [[ratings.get(rater, numpy.nan) for _, ratings in units] for rater in raters]
    return float(krippendorff.alpha(table, level_of_measurement="nominal", value_domain=range(4)))


def differs(units):
    return any(len(set(ratings.values())) > 1 for _, ratings in units)


def estimate(units):
    """Alpha and its range: a jackknife over places on Fisher's scale, with Student's t."""
    if not is_enough(units):
        return {"shortage": "few"}
    value = alpha(units)
    if value is None:
        return {"shortage": "oneValue"}
    places = sorted({place for place, _ in units})
    without = [[unit for unit in units if unit[0] != place] for place in places]
    left = [alpha(some) if differs(some) else None for some in without]
    if None in left:
        return {"value": value}
    shifted = numpy.arctanh(left)
    count = len(places)
    error = numpy.sqrt((count - 1) / count * numpy.sum((shifted - shifted.mean()) ** 2))
    width = scipy.stats.t.ppf(0.975, count - 1) * error
    low, high = numpy.tanh([numpy.arctanh(value) - width, numpy.arctanh(value) + width])
    return {"value": value, "low": float(low), "high": float(high)}


def kappa(units, first, second):
    shared = [(place, ratings) for place, ratings in units if {first, second} <= set(ratings)]
    if not is_enough(shared):
        return {"shortage": "few"}
    one, other = ([ratings[rater] for _, ratings in shared] for rater in (first, second))
    if len(set(one + other)) == 1:
        return {"shortage": "oneValue"}
    return {"value": float(cohen_kappa_score(one, other))}


def numbers(seed):
    units = drawn(seed)
    told = [
        (place, {rater: value for rater, value in ratings.items() if value != CANT_TELL})
        for place, ratings in units]
    raters = sorted({rater for _, ratings in units for rater in ratings})
    return {
        "seed": seed, "units": len(units), "alpha": estimate(units),
        "withoutCantTell": estimate([unit for unit in told if len(unit[1]) > 1]),
        "kappas": [
            {"raters": pair, **kappa(units, *pair)} for pair in itertools.combinations(raters, 2)]}


first, count = map(int, sys.argv[1:] or (0, 40))
freedoms = [*range(1, 60), 99, 100, 499, 500, 4999, 5000]
print(json.dumps({
    "note": "Computed by agreement_numbers.py, which shares no code with Accord.",
    "quantiles": [
        {"freedom": one, "value": float(scipy.stats.t.ppf(0.975, one))} for one in freedoms],
    "audits": [numbers(seed) for seed in range(first, first + count)],
}, indent=1))
