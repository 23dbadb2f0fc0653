"""Intervals about the reported value, comparisons and plans against their oracle on random calls: doubles by ==."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import confidence_oracle as oracle
import pytest
from helpers import counts
from random_calls import WEIGHTS, matrix, spectrum_weights

from scorio_lite import Tally, confidence, exact

CONFIDENCES = (
    *[0.95] * 6, 0.9, 0.99, 0.5, 1e-300, 1e-9, 1 - 1e-16, Decimal("0.8"), Fraction(1, 3), Fraction(2, 3),
    Fraction(1, 10**30), 1 - Fraction(1, 10**30),
)  # fmt: skip
LABELS = ("a", "b", 7, (1, 2), None, frozenset(), "", 2.5)


def outcomes(rng, lengths, classes):
    """Rows of these lengths; some of them, or all, are of equal outcomes."""
    if rng.random() < 0.15:
        outcome = rng.randrange(classes)
        return [[outcome] * N for N in lengths]
    return [matrix(rng, 1, N, classes)[0] for N in lengths]


def data(rng, name, ragged, most=30):
    """Arguments that a metric has besides k, as keywords; rows; and k."""
    M = rng.choice([1, 2, 3, rng.randint(1, 12), rng.randint(1, 60)])
    lengths = [rng.choice([1, 2, rng.randint(1, 8), rng.randint(1, most)])] * M
    if ragged:
        lengths = [N + rng.choice([0, 0, 1, rng.randint(0, most)]) for N in lengths]
    N = min(lengths)
    k = rng.choice([1, N, rng.randint(1, N), max(1, N // 2)])
    rest = {}
    if name == "g_pass_at_k_tau":
        rest["tau"] = rng.choice([0, 1, 0.5, rng.random(), rng.randint(0, k) / k, Fraction(2, 3)])
    if name == "threshold_spectrum_at_k":
        # in floats, weights of 1/k can sum to a hair above 1
        rest["weights"] = rng.choice([spectrum_weights(rng, k), [1 / k] * k])
    classes = 2
    if name in ("avg", "max_at_k") and rng.random() < 0.7:
        classes = rng.choice([2, 3, 4, 9])
        pool = rng.choice([WEIGHTS, WEIGHTS, (0, 0.25, 0.5, 1), (-2, -1, 3), (rng.choice(WEIGHTS),)])
        rest["w"] = [rng.choice(pool) for _ in range(classes)]
    return outcomes(rng, lengths, classes), None if name == "avg" else k, rest


def clustered(rng, M):
    size = rng.choice([1, 2, M])
    labels = [rng.choice(LABELS[: rng.randint(1, len(LABELS))]) for _ in range(M)]
    return [i // size for i in range(M)] if rng.random() < 0.3 else labels


def settings(rng, M, may_have_clusters):
    chosen = {"confidence": rng.choice([*CONFIDENCES, rng.random()])}
    questions = rng.choice(["these", "new"])
    if questions == "these" or rng.random() < 0.5:
        chosen["questions"] = questions
    if questions == "new" and may_have_clusters and rng.random() < 0.4:
        chosen["clusters"] = clustered(rng, M)
    return chosen


def call(rng, name):
    """(R as it is handed over, R in rows, k, the metric's own keywords, the others)."""
    ragged = rng.random() < 0.25
    R, k, rest = data(rng, name, ragged)
    as_tally = ragged or rng.random() < 0.2
    handed = Tally(R, ragged=True) if as_tally else rng.choice([R, [tuple(row) for row in R], list(map(bytes, R))])
    return handed, R, k, rest, settings(rng, len(R), not as_tally)


def ours(name, R, k, rest, others):
    """k and the metric's own arguments by their positions, as for the metric itself."""
    return getattr(confidence, name)(R, *([] if k is None else [k]), *rest.values(), **others)


@counts(16, 200)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_interval(name, count):
    for i in range(count):
        rng = random.Random(f"{name} {i}")
        handed, R, k, rest, others = call(rng, name)
        result = ours(name, handed, k, rest, others)
        assert result == oracle.interval(name, R, k, **rest, **others), (i, R, k, rest, others)
        assert type(result) is tuple
        assert {type(x) for x in result} == {float}
        value, _, lo, hi = result
        least, greatest = min(map(float, rest.get("w", (0, 1)))), max(map(float, rest.get("w", (0, 1))))
        assert least <= lo <= value <= hi <= greatest, (i, R, k, rest, others)


@counts(4, 60)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_spread(name, count):
    for i in range(count):
        handed, R, k, rest, others = call(random.Random(f"spread {name} {i}"), name)
        del others["confidence"]
        result = exact.spread(handed, name, k, **rest, **others)
        assert result == oracle.Spread(name, R, k, **rest, **others).exact, (i, R, k, rest, others)
        assert {type(x) for x in result} == {Fraction}


@counts(4, 60)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_compare(name, count):
    for i in range(count):
        rng = random.Random(f"compare {name} {i}")
        R_a, k, rest = data(rng, name, False)
        others = settings(rng, len(R_a), True)
        classes = len(rest.get("w", (0, 1)))
        N = len(R_a[0]) + (rng.randint(0, 9) if rng.random() < 0.3 else 0)
        R_b = [[outcome if rng.random() < 0.7 else rng.randrange(classes) for outcome in row] for row in R_a]
        R_b = [row + [rng.randrange(classes) for _ in range(N - len(row))] for row in R_b]
        if rng.random() < 0.1:  # a model and itself, or every outcome of another class
            R_b = rng.choice([R_a, [[classes - 1 - outcome for outcome in row] for row in R_a]])
        handed = R_a, R_b
        if others.get("questions") == "these" and rng.random() < 0.5:
            R_b = [row + R_b[0][: rng.randint(0, 5)] for row in R_b]
            handed = rng.choice([R_a, Tally(R_a)]), Tally(R_b, ragged=True)
        result = confidence.compare(*handed, name, k, **rest, **others)
        expected = oracle.compare(R_a, R_b, name, k, **rest, **others)
        assert result == expected, (name, i, R_a, R_b, k, rest, others)
        assert type(result) is tuple
        assert {type(x) for x in result} == {float}
        assert result[2] <= result[0] <= result[3]
        back = confidence.compare(*handed[::-1], name, k, **rest, **others)
        assert back == (-expected[0] + 0.0, expected[1], -expected[3] + 0.0, -expected[2] + 0.0)


@counts(4, 60)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_enough(name, count):
    for i in range(count):
        rng = random.Random(f"enough {name} {i}")
        handed, R, k, rest, others = call(rng, name)
        others.pop("clusters", None)
        w = [Fraction(reward) for reward in rest.get("w", (0, 1))]
        span = max(w) - min(w)
        if span:
            half_width = span * rng.choice([Fraction(1, 2), Fraction(1, 20), Fraction(rng.uniform(0.004, 0.5))])
            if rng.random() < 0.7 and 0 < 2 * Fraction(float(half_width)) <= span:
                half_width = float(half_width)
            result = confidence.enough(handed, half_width, name, k, **rest, **others)
            assert type(result) is int
            assert oracle.is_enough(result, R, half_width, name, k, **rest, **others), (i, R, half_width, k, rest, others)


@counts(2, 20)
@pytest.mark.parametrize("name", oracle.NAMES)
def test_order_does_not_matter(name, count):
    """Neither that of the rows, with their labels, nor that of the trials of a question."""
    for i in range(count):
        rng = random.Random(f"order {name} {i}")
        R, k, rest = data(rng, name, False)
        others = settings(rng, len(R), True)
        others["questions"] = others.get("questions", "new")
        expected = ours(name, R, k, rest, others)
        order = rng.sample(range(len(R)), len(R))
        shuffled = [rng.sample(R[q], len(R[q])) for q in order]
        if "clusters" in others:
            others["clusters"] = [others["clusters"][q] for q in order]
        assert ours(name, shuffled, k, rest, others) == expected, (i, R, k, rest, others)
        others.pop("clusters", None)
        assert ours(name, Tally(R), k, rest, others) == ours(name, R, k, rest, others), (i, R, k, rest, others)


def rational_end(rng, t):
    """(v, confidence), for which lo of the rewards 0, v and 1 of three questions of one trial is exactly t < 1/2.

    With r = 1 and q^2 = 2 c^2 / (1 - c^2), of two degrees of freedom, 3 (x - t)^2 = q^2 t (1 - t). So K + (x - t)^2 is
    the square of (x - t) / c, where K is 2/3 t (1 - t); and the product of their difference f and their sum is K.
    """
    K = Fraction(2, 3) * t * (1 - t)
    away = rng.uniform(0.51, 0.66) - float(t)
    f = Fraction((away**2 + float(K)) ** 0.5 - away).limit_denominator(10**4)
    return 3 * (t + (K / f - f) / 2) - 1, (K - f * f) / (K + f * f)


ONE_EACH = [[0], [1], [2]]


@counts(3, 30)
def test_ends_that_are_midpoints_of_doubles(count):
    """They round to even, where no number of bits tells them from a midpoint."""
    rng = random.Random("midpoints")
    for _ in range(count):
        t = Fraction(2 * rng.getrandbits(52) + 2**53 + 1, 2 ** rng.choice([55, 56, 57]))
        v, level = rational_end(rng, t)
        assert confidence.avg(ONE_EACH, [0, v, 1], confidence=level)[2] == float(t), t
        assert confidence.avg(ONE_EACH, [1, 1 - v, 0], confidence=level)[3] == float(1 - t), t
        assert oracle.interval("avg", ONE_EACH, w=[0, v, 1], confidence=level)[2] == float(t), t
        # and ends that are 0
        assert confidence.avg(ONE_EACH, [-t, v - t, 1 - t], confidence=level)[2] == 0


def test_the_greatest_reward_can_be_a_midpoint_of_doubles():
    """Where all trials earn it the upper end is that reward, whatever the quantile."""
    top = Fraction(2**53 + 1)
    for w, value in ([0, top], 2.0**53), ([-1, -top / 2**60, top], 2.0**53), ([-2 * top, -top], -(2.0**53)):
        R = [[len(w) - 1] * 2] * 3
        assert confidence.avg(R, w) == oracle.interval("avg", R, w=w)
        assert confidence.avg(R, w)[3] == value


@counts(3, 50)
def test_differences_that_end_on_midpoints_of_doubles(count):
    """lo is t - 1 where the second model always earns 1: it does not vary, nor can it be better."""
    rng = random.Random("differences")
    for _ in range(count):
        t = Fraction(2 * rng.getrandbits(51) + 2**51 + 1, 2**54)
        v, level = rational_end(rng, t)
        assert confidence.compare(ONE_EACH, [[2]] * 3, w=[0, v, 1], confidence=level)[2] == float(t - 1), t


def test_differences_without_width():
    """Each question differs by 2/5, and both intervals reach as far: nothing is left of either."""
    a, b = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]], [[1, 1, 1, 0, 0], [1, 1, 1, 1, 0]]
    assert confidence.compare(a, b) == oracle.compare(a, b) == (-0.4, 0.0, -0.4, -0.4)
    half = [[0, 1], [1, 1], [0, 0]]
    assert confidence.compare(half, half) == oracle.compare(half, half) == (0.0, 0.0, 0.0, 0.0)
    t = Fraction(2**53 + 3, 2**55)  # a midpoint of two doubles
    first = (1 - t) / 2 - Fraction(1, 10), (1 - t) / 2 + Fraction(1, 10)
    w = [0, 1, *first, *[reward + t for reward in first]]
    _, se, lo, hi = confidence.compare([[2], [3]], [[4], [5]], w=w)
    assert (se, lo, hi) == (0.0, float(-t), float(-t))


def test_enough_where_the_half_width_is_met_exactly():
    """b = 0, r = 1 and q^2 = 9/8, of two degrees of freedom: with three questions, it is q^2 / (6 + 2 q^2) = 3/22."""
    level, hair = Fraction(3, 5), Fraction(1, 10**40)
    for half_width, expected in (Fraction(3, 22) + hair, 3), (Fraction(3, 22) - hair, 4), (Fraction(3, 22), 3):
        assert oracle.is_enough(expected, [[1], [1]], half_width, confidence=level)
        assert confidence.enough([[1], [1]], half_width, confidence=level) == expected
