"""Check what holds for all intervals, on random calls: nested, about the value, the same in any order, mirrored."""

from __future__ import annotations

import random

import pytest
from check_golden import decoded
from helpers import counts
from makers import MAKERS, as_json
from makers.draw import Scored

import scorio_lite as sl
from scorio_lite import confidence

NO_INTERVALS = {"enough", "enough_to_decide", "plan", "detectable", "compare_tasks"}
DRAWN = [
    pytest.param(draw, name, id=f"{draw.__name__} {name}")
    for draw, _, module, names, _ in MAKERS
    for name in names
    if (module + name).startswith("confidence.") and "ranks" not in name and name not in NO_INTERVALS
]


def call(name, given, how):
    """Return the result of a function of confidence; of compare_curve, the points alone."""
    given, how = decoded(sl, [*map(as_json, (given, how))])
    found = getattr(confidence, name.rpartition(".")[2])(*given, **how)
    return found[0] if name == "compare_curve" else found


@counts(9, 60)
def test_costs_in_other_units(count):
    """Costs that are quarters have quarters of the ends, to the bit."""
    rng = random.Random("units")
    for questions in ("new", "these") * count:
        M, N, limits = rng.randint(2, 6), rng.randint(1, 4), rng.choice([None, (0, 12)])
        C, R = ([[rng.randint(1, 9) * rng.randrange(2) for _ in range(N)] for _ in range(M)] for _ in range(2))
        C[0][0], R = 1, [[int(x > 0) for x in row] for row in R]
        found = confidence.cost_per_solve(C, R, limits=limits, questions=questions)
        C, limits = [[x / 4 for x in row] for row in C], limits and (0, 3)
        quarters = confidence.cost_per_solve(C, R, limits=limits, questions=questions)
        assert quarters == tuple(x and x / 4 for x in found), (C, R)


@pytest.mark.parametrize("level", [2.0**-1074, 0.5, 0.999])
def test_what_is_the_same_in_other_words(level):
    """A curve of equal values is one interval, and a weight is a reward: also at hardly any confidence."""
    R, these = [[0] * 3, [1] * 3, [1] * 3], {"confidence": level, "questions": "these"}
    value, _, lo, hi = confidence.avg(R, confidence=level)
    assert confidence.curve(R, confidence=level) == [(value, lo, hi)] * 3
    assert confidence.enough(R, 0.3, confidence=level) == confidence.enough(R, 0.3, w=[1, 2], confidence=level)
    rows, w = [[0, 1, 1, 0], [1, 1, 0, 1]], [0, 1, 2]  # the third class does not occur
    assert confidence.max_at_k(rows, 2, w, **these) == confidence.max_at_k(sl.Scores(rows, 0, 2), 2, **these)
    spectrum = confidence.threshold_spectrum_at_k([[0, 1, 1]], 1, [0.75], **these)
    assert spectrum[:2] == confidence.avg([[0, 1, 1]], [0, 0.75], **these)[:2]


@counts(1, 6)
@pytest.mark.parametrize(("draw", "name"), DRAWN)
def test_nested_in_the_confidence_and_about_the_value(draw, name, count):
    for seed in range(count):
        (*given, how), inner = draw(random.Random(f"nested {name} {seed}"), name), None
        for level in (1e-9, 0.5, 0.8, 0.95, 0.9545, 0.999):
            found = call(name, given, {**how, "confidence": level})
            outer = found if isinstance(found, list) else [found]
            assert all(low <= value <= high for *values, low, high in outer for value in values[:1]), (seed, level)
            assert inner is None or all(b[-2] <= a[-2] and a[-1] <= b[-1] for a, b in zip(inner, outer)), (seed, level)
            inner = outer


def reordered(x, order):
    """Return a matrix, or all those of a pair, with the questions in this order. Return other arguments unchanged."""
    if type(x) is Scored:
        return Scored([reordered(x[0], order), *x[1:]])
    if isinstance(x, tuple):
        return tuple(reordered(each, order) for each in x)
    return type(x)(x[i] for i in order) if isinstance(x, list) and isinstance(x[0], list) else x


def mirrored(found):
    """Return the opposite of an interval, or of each in a list."""
    if isinstance(found, list):
        return [*map(mirrored, found)]
    *values, lo, hi = found
    return (*(se if i else -se + 0.0 for i, se in enumerate(values)), -hi + 0.0, -lo + 0.0)


@counts(3, 9)
@pytest.mark.parametrize(("draw", "name"), DRAWN)
def test_any_order_of_questions_and_models(draw, name, count):
    """Questions may come in any order, with their labels. If two models are swapped, the interval is mirrored."""
    for seed in range(count):
        rng = random.Random(f"order {name} {seed}")
        *given, how = draw(rng, name)
        found, first = call(name, given, how), given[0][0] if type(given[0]) in (Scored, tuple) else given[0]
        if "suite" not in name and "totals" not in name and how.get("paired", True):
            order = rng.sample(range(len(first)), len(first))
            labels = {"clusters": [how["clusters"][i] for i in order]} if how.get("clusters") else {}
            assert call(name, [reordered(x, order) for x in given], {**how, **labels}) == found, seed
        if name.startswith(("compare", "confidence.compare")):
            a, half = given, 1 if "curve" in name or "totals" in name else len(given) // 2
            labels = {} if how.get("paired", True) or "clusters" not in how else {"clusters": how["clusters"][::-1]}
            assert call(name, [*a[half : 2 * half], *a[:half], *a[2 * half :]], {**how, **labels}) == mirrored(found)
