"""Check that calls far beyond the limits are refused before any work, and large calls within them are computed.

A refusal names the argument. The limits may move: no test is at the edge of one.
"""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest
from helpers import refused
from oracles import metrics

import scorio_lite as sl
from scorio_lite import Scores, Tally, confidence, exact, rank, special

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
MANY = Tally.from_counts([(10**6, 10**6)])
TINY = [Fraction(1, 10**9999), Fraction(1, 3**20_000)]
EACH = Tally.from_counts([(s, 60_000 - s) for s in range(0, 60_001, 20)])  # a question for every twentieth s


# The start of the message, and calls at least ten times beyond the limits.
BEYOND = [
    # where k meets N
    ("k", lambda: sl.pass_at_k(MANY, 10**6)),
    ("k", lambda: sl.threshold_spectrum_at_k(EACH, 30_000, [i / 2e9 for i in range(30_000)])),
    ("k", lambda: sl.maj_at_k_ci([[0, 1] * 10**5], 10**5)),
    ("k", lambda: sl.pass_at_k_ci(MANY, 10**6, alpha0=0.5)),
    # different N
    ("R", lambda: sl.avg(Tally.from_counts((n, 5) for n in range(30_100)))),
    # the common denominator, and items
    ("w", lambda: sl.bayes(Tally.from_counts([(s, 19_999 - s, 5) for s in range(19_999)]), [0, *TINY])),
    ("w", lambda: confidence.avg([[0], [1]] * 99_999, TINY, clusters=[i // 2 for i in range(199_998)])),
    ("k|weights", lambda: sl.threshold_spectrum_at_k_ci(R, 500, [Fraction(1, 10**29 + i) for i in range(500)])),
    ("scores_in_id_order", lambda: rank.rank_scores([Fraction(1, 3**40_000)] * 30_000)),
    # questions and classes
    ("w", lambda: sl.bayes([[0, 1]], [0.5] * 50_000)),
    ("R|rows", lambda: Tally.from_counts([*((f, s) for f in range(110) for s in range(1, 100)), [0] * 4095 + [1]])),
    # models
    ("models", lambda: confidence.ranks([[[0, 1], [1, 1]] * 200] * 500, anytime=True)),
    ("scores_in_id_order", lambda: rank.rank_scores(range(10**7))),
    # powers, and special functions
    ("pass_power", lambda: sl.geom_at_k(R, 2, 2**20_000, 1)),
    ("k", lambda: special.binomial(2**63, 2**62)),
    ("i", lambda: special.beta_ratio(0.1, 1e-300, 10**4, 1)),
]


@pytest.mark.parametrize(("name", "call"), BEYOND, ids=range(len(BEYOND)))
def test_what_is_beyond_the_limits(name, call):
    with pytest.raises(ValueError, match=rf"^({name})\b.*limit") as caught:
        call()
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("number", [2**700_000, Fraction(1, 2**700_000), Decimal("1E+200001")], ids=type)
def test_numbers_of_very_many_digits(number):
    refused("^alpha0 must be .*digits: the limit", sl.pass_at_k_ci, R, 1, alpha0=number)
    refused("^w must be .*digits: the limit", sl.bayes, R, [0, number])
    refused("^pass_power must be .*digits: the limit", sl.geom_at_k, R, 2, number)
    refused("^scores_in_id_order must be .*digits: the limit", rank.rank_scores, [number])


@pytest.mark.parametrize("endless", [range(10**18), range(2, 10**18)])
def test_a_range_is_not_written_out(endless):
    for name, call, *arguments in (
        ("Entries of R", sl.pass_at_k, endless, 1),
        ("bounds", sl.pass_at_k_ci, [0, 1], 1, 0.95, endless),
        ("w", sl.bayes, [0, 1], endless),
        ("weights", sl.threshold_spectrum_at_k_ci, [0, 1], 10**9, endless),
        (r"rows\[0\]", Tally.from_counts, [endless]),
        ("scores_in_id_order", rank.rank_scores, endless),
    ):
        refused(f"^{name} must ", call, *arguments)


# Within the limits


def test_special_functions():
    assert special.binomial(10**18, 10**18 - 2) == comb(10**18, 2) and special.binomial(5, 2**64) == 0
    assert special.binomial(2**64, 2**64) == special.rising(7, 0) == special.beta_ratio(1e308, 5e-324, 0, 0) == 1
    assert special.beta(10**18, 2) == Fraction(1, 10**18 * (10**18 + 1))


def test_few_draws_from_any_number_of_trials():
    N = 10**18
    counts = [(N - 10**17, 10**17), (3, N - 3)]

    def mean_score(name, **own):
        credit = metrics.credit(name, 5, **own)
        return sum(metrics.drawn(credit, s, f) for f, s in counts) / len(counts)

    t = Tally.from_counts(counts)
    assert exact.pass_at_k(t, 5) == exact.max_at_k(t, 5) == mean_score("pass_at_k")
    assert exact.pass_hat_k(t, 5) == mean_score("pass_hat_k")
    for first, last in ((1, 2), (1, 4), (2, 3), (3, 5), (1, 5)):  # weights that rise or fall by one step, or by several
        weights = [Fraction(first <= j <= last, last - first + 1) for j in range(1, 6)]
        assert exact.threshold_spectrum_at_k(t, 5, weights) == mean_score("threshold_spectrum_at_k", weights=weights)
    t = Tally.from_counts([(3, N - 3), (N - 3, 3)])
    assert sl.pass_hat_k_ci(t, 2)[0] == float(Fraction(4 * 5 + (N - 2) * (N - 1), 2 * (N + 2) * (N + 3)))
    failed = Fraction(comb(10**9, 1000), comb(10**9 + 10**6, 1000))
    assert sl.pass_at_k(Tally.from_counts([(10**9, 10**6)]), 1000) == float(1 - failed)


def test_many_classes_and_different_denominators():
    rng = random.Random("classes")
    rows, w = [[rng.randrange(4096) for _ in range(3)] for _ in range(150)], [rng.random() for _ in range(4096)]
    assert exact.avg(rows, w) == exact.avg(Tally(rows), w) == sum(Fraction(w[x]) for row in rows for x in row) / 450
    primes = [p for p in range(2, 2000) if all(p % q for q in range(2, int(p**0.5) + 1))]
    mean = sum(Fraction(1, p) for p in primes) / len(primes)
    assert confidence.avg(Scores([[Fraction(1, p)] for p in primes]))[0] == float(mean)
    weights, t = [0.5] + [0] * 9898 + [0.5], Tally.from_counts([(9901 - s, s) for s in (0, 4900, 9900)])
    assert exact.threshold_spectrum_at_k(t, 9900, weights) == (Fraction(1, 2) * 2 + Fraction(1, 2 * 9901)) / 3
