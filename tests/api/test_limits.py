"""Check that calls far beyond the limits are refused before any work, and large calls within them are computed.

A refusal names the argument. The limits may move: no test is at the edge of one.
"""

from __future__ import annotations

import random
import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import comb

import pytest
from helpers import posterior_moments, refused
from oracles import metrics, posterior

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, _arguments, _numbers, confidence, exact, rank, special
from scorio_lite._arguments import affordable
from scorio_lite._numbers import ratio_sum

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
MANY = Tally.from_counts([(10**6, 10**6)])
TINY = [Fraction(1, 10**9999), Fraction(1, 3**20_000)]
SMALL = Decimal("1E-19990")
HUGE = (Fraction(3, 10**19_000 + 1), Fraction(3, 10**19_000 + 3))
CLASSES = [[i % 4096, 4095 - i // 4096] for i in range(11_000)]  # no two questions alike


def lengths(count, step=1):
    """Make questions with this many different numbers of trials."""
    return Tally.from_counts([(n, n) for n in range(2000, 2000 + count * step, step)])


def wide(count):
    """Make questions with huge numbers of trials that share few factors."""
    return Tally.from_counts([(2**62 + 3**17 * i**2, 2**61 + 3**11 * i) for i in range(1, count)])


@lru_cache(maxsize=None)
def successes(trials, step=1):
    """Make one question for each number of successes."""
    return Tally.from_counts([(s, trials - s) for s in range(0, trials + 1, step)])


# The start of the message, and calls at least ten times beyond the limits.
BEYOND = [
    # Subsets of the trials.
    ("k", lambda: sl.pass_at_k(MANY, 10**6)),
    ("k", lambda: sl.max_at_k(MANY, 10**6)),
    ("k", lambda: sl.geom_at_k(MANY, 10**6)),
    ("k", lambda: sl.threshold_spectrum_at_k(successes(60_000, 20), 30_000, [i / 2e9 for i in range(30_000)])),
    ("k", lambda: rank.pass_at_k([Tally.from_counts([(10**17, 10**18)])] * 99, 40_000)),
    # Weights, and classes.
    ("w", lambda: sl.bayes([[0, 1]], [0.5] * 50_000)),
    ("w", lambda: sl.bayes(Tally.from_counts([(s, 19_999 - s, 5) for s in range(19_999)]), [0, *TINY])),
    ("w", lambda: sl.max_at_k(Tally.from_counts([(9, 19_999 - s, s) for s in range(19_999)]), 2, [0, *TINY])),
    ("R", lambda: Tally(CLASSES)),
    ("R|rows", lambda: Tally.from_counts([*((f, s) for f in range(110) for s in range(1, 100)), [0] * 4095 + [1]])),
    ("w", lambda: confidence.compare([[0], [1]] * 99_999, [[1], [0]] * 99_999, w=TINY)),
    ("w", lambda: confidence.avg([[0], [1]] * 99_999, TINY, clusters=[i // 2 for i in range(199_998)])),
    ("models", lambda: confidence.ranks([[[0, 1], [1, 1]] * 200] * 500, anytime=True)),
    # Posterior moments.
    ("k", lambda: sl.geom_ds_at_k_ci(Tally.from_counts([(n, 10**18) for n in (1, 2)]), 4000, beta0=5e-324)),
    ("k", lambda: sl.mg_pass_at_k_ci(Tally.from_counts([(n, 10**18) for n in range(3)]), 10**5, beta0=1e100)),
    ("k", lambda: sl.maj_at_k_ci([[0, 1] * 10**5], 10**5)),
    ("k", lambda: sl.auc_at_k_ci(Tally.from_counts([(0, 9_500_700), (2_675_700, 2_188_600)]), 4_864_300)),
    ("k", lambda: sl.pass_at_k_ci(MANY, 10**6, alpha0=0.5)),
    ("k", lambda: sl.geo_spectrum_at_k_ci(R, 10**5, 0.5, [1e-5] * 10**5)),
    ("k|weights", lambda: sl.threshold_spectrum_at_k_ci(R, 500, [Fraction(1, 10**29 + i) for i in range(500)])),
    (
        "k",
        lambda: sl.max_at_k_ci(
            Tally.from_counts([[(i * j) % 997 for j in range(100)] for i in range(1, 900)]), 10**4, range(100)
        ),
    ),
    ("k", lambda: sl.geom_at_k_ci(R, 10**9, alpha0=0.5)),
    ("k", lambda: sl.geom_at_k_ci(successes(99_999, 2), 2, TINY[0])),
    ("k", lambda: sl.geom_ds_at_k_ci(R, 10**6, alpha0=0.1, beta0=0.1)),
    ("k", lambda: sl.geo_spectrum_star_at_k_ci(R, 10**9)),
    ("k", lambda: sl.geo_spectrum_star_at_k_ci(Tally.from_counts([(1, 0), (6, 9)]), 400, alpha0=10**5000)),
    ("k", lambda: sl.pass_at_k_ci(successes(2000), 1, 0.9, None, *HUGE)),
    # Powers of a blend: an argument, or a term that they make too large.
    ("pass_power", lambda: sl.geom_at_k(R, 2, 2**20_000, 1)),
    ("pass_power|the powers", lambda: sl.geom_at_k_ci([[0, 1, 1, 0]], 2, -(10**9), 1)),
    # Given scores.
    ("scores_in_id_order", lambda: rank.rank_scores(range(10**7))),
    ("scores_in_id_order", lambda: rank.rank_scores([Fraction(1, 3**40_000)] * 30_000)),
    # Special functions.
    ("k", lambda: special.binomial(2**63, 2**62)),
    ("n", lambda: special.rising(0.1, 10**18)),
    ("a", lambda: special.beta(10**18, 10**17)),
    ("i", lambda: special.beta_ratio(0.1, 1e-300, 10**4, 1)),
]
# Calls that work for some seconds before their size shows.
SLOW = [
    ("w", lambda: sl.avg(Tally.from_counts([(n, 5) for n in range(99_999)]), [0, TINY[0]])),
    ("k", lambda: sl.threshold_spectrum_at_k_ci(successes(99_999, 2), 2, TINY)),
    ("k", lambda: sl.mg_pass_at_k_ci(Tally.from_counts([(10**11, s) for s in range(1, 999)]), 1000, alpha0=SMALL)),
    (
        "k",
        lambda: sl.pass_hat_k_ci(
            Tally.from_counts([(s, 10**5 - s) for s in range(5000, 10**5, 10**4)]), 12_900, 0.9, None, 0.1, 0.1
        ),
    ),
    ("k|R", lambda: sl.pass_at_k_ci(lengths(5000), 1900)),
    ("k|R", lambda: sl.pass_hat_k_ci(Tally.from_counts([(10**16 * n, 10**18) for n in range(1, 400)]), 14_000)),
    (
        "k",
        lambda: sl.pass_hat_k_ci(Tally.from_counts([(10**18 - 10**16 * i, 10**16 * i) for i in range(1, 99)]), 15_400),
    ),
    ("w", lambda: sl.bayes([[i] for i in range(500)], [Fraction(1, 10**99 + 2 * i + 1) for i in range(500)])),
    ("R|w", lambda: rank.bayes([[[i % 2]] for i in range(11_000)], [i / 7 for i in range(4096)])),
    ("R", lambda: sl.bayes(wide(60_000))),
    ("k", lambda: sl.geom_ds_at_k_ci(Tally.from_counts([(n, 10**18) for n in (1, 2, 3)]), 400, beta0=5e-324)),
    (
        "k",
        lambda: sl.max_at_k_ci(
            [range(j, j + 10) for j in range(100)], 30, [Fraction(i, 10**4000 + i % 30) for i in range(110)]
        ),
    ),
    ("pass_power|the size of the powers", lambda: sl.geom_at_k(successes(600_000, 2), 2, 1e300, 0.5)),
]


@pytest.mark.parametrize(("name", "call"), [*BEYOND, *(pytest.param(*case, marks=pytest.mark.long) for case in SLOW)])
def test_what_is_beyond_the_limits(name, call):
    with pytest.raises(ValueError, match=rf"^({name})\b.*limit") as caught:
        call()
    assert len(str(caught.value)) < 250


FRACTIONS = [Fraction(i, 3**2000 + i) for i in range(100)]
# All questions share one budget: each question is far below the limit.
SHARED = [
    (
        "k",
        lambda n: sl.cons_at_k(
            VoteTally.from_counts([([9, 7, 5, 2], [N - 30, 4, 3], 0) for N in range(50, 50 + n)]), k=40
        ),
    ),
    (
        "k",
        lambda n: exact.cons_at_k(
            VoteTally.from_counts([([N, 3], [N, 2, 2], 0) for N in range(10**17, 10**17 + n)]), k=40
        ),
    ),
    ("k", lambda n: sl.pass_hat_k_ci(Tally.from_counts([(10**9 * i, 10**12) for i in range(1, 1 + n)]), 200)),
    ("k", lambda n: sl.geom_ds_at_k_ci(lengths(n), 100)),
    ("k", lambda n: sl.maj_at_k_ci(lengths(n), 100)),
    ("R", lambda n: sl.bayes(wide(2 + 20 * n))),
    ("sigmas_in_id_order", lambda n: rank.rank_scores(FRACTIONS[:n], 0, sigmas_in_id_order=FRACTIONS[:n])),
]


@pytest.mark.parametrize(("name", "call"), SHARED)
def test_questions_share_one_budget(name, call, monkeypatch):
    """Under some limit, the call is refused for 100 questions and not for two."""
    call(2)
    for divisor in (10, 100, 1000, 10_000):
        monkeypatch.setattr(_numbers, "_MOST_WORK", 4 * 10**11 // divisor)
        monkeypatch.setattr(_arguments, "_AFFORDABLE", (1 << 32) // divisor)
        call(2)
        try:
            call(100)
        except ValueError as error:
            assert re.match(rf"({name}|R)\b.* is beyond the limit", str(error))
            return
    pytest.fail("100 questions are never refused")


def test_what_is_affordable():
    """The limit is on integers times their bits, whether there are many or they are long."""
    for numbers, bits in ((4 * 10**6, 0), (1, 4 * 10**9), (1 << 15, 1 << 16)):
        affordable("k", numbers, bits)
        with pytest.raises(ValueError, match=r"^k is beyond the limit: .* 2\*\*\d+ steps on integers of 2\*\*\d+ bits"):
            affordable("k", 3 * numbers, max(3 * bits, 9))


@pytest.mark.parametrize(
    "number", [2**700_000, Fraction(1, 2**700_000), Decimal("1E+200001"), Decimal("1E-200001")], ids=type
)
def test_numbers_of_very_many_digits(number):
    for name, call, *arguments in (
        ("alpha0", sl.pass_at_k_ci, R, 1, 0.95, None, number),
        ("w", sl.bayes, R, [0, number]),
        ("pass_power", sl.geom_at_k, R, 2, number),
        ("scores_in_id_order", rank.rank_scores, [number]),
        ("a", special.rising, number, 2),
    ):
        refused(f"^{name} must be .*digits: the limit", call, *arguments)
    assert exact.bayes([[0]], [Fraction(1, 10**19_000)]) == (Fraction(1, 10**19_000), 0)


@pytest.mark.parametrize("endless", [range(10**18), range(2, 10**18)])
def test_a_range_is_not_written_out(endless):
    for name, call, *arguments in (
        ("Entries of R", sl.pass_at_k, endless, 1),
        ("Entries of R", sl.pass_at_k, [endless], 1),
        ("Entries of R", sl.pass_at_k, iter([endless]), 1),
        ("bounds", sl.pass_at_k_ci, [0, 1], 1, 0.95, endless),
        ("w", sl.bayes, [0, 1], endless),
        ("weights", sl.threshold_spectrum_at_k_ci, [0, 1], 10**9, endless),
        (r"rows\[0\]", Tally.from_counts, endless),
        (r"rows\[0\]", Tally.from_counts, [endless]),
        ("item 0 of histogram", Tally.from_histogram, [endless]),
        ("scores_in_id_order", rank.rank_scores, endless),
    ):
        refused(f"^{name} must ", call, *arguments)


@pytest.mark.long
def test_long_generators_and_rows_are_read_to_their_end_or_refused():
    """Long arguments are refused, or read to their end: two models that differ only after the limit do differ."""
    size = 300_000
    a, b = bytes(size), bytes(270_000) + b"\1" * 30_000
    assert confidence.compare(([x] for x in a), ([x] for x in b), anytime=True)[0] == -0.1
    one = [[1]]
    refused("^runs must have at most 262144 items: the limit", confidence.suite, (one for _ in range(size)))
    refused("^models must have at most 262144 items: the limit", confidence.ranks, (one for _ in range(size)))
    refused(
        "^weights must have at most 262144 items: the limit",
        confidence.threshold_spectrum_at_k,
        R,
        262_145,
        iter([0] * size),
    )


@pytest.mark.long
def test_as_many_labels_as_rows():
    size = 300_000
    rows = [[i % 3 == 0] for i in range(size)]
    expected = confidence.avg(rows, clusters=[i // 2 for i in range(size)])
    assert confidence.avg(rows, clusters=(f"{i // 2}" for i in range(size))) == expected != confidence.avg(rows)
    refused(r"^clusters must have at most 300000 items", confidence.avg, rows, clusters=range(10**18))


def voted(questions, trials, answers):
    """Make questions of votes, hardly any two of which are alike."""
    rng = random.Random("votes")
    rows = [rng.choices(range(answers), k=trials) for _ in range(questions)]
    return VoteTally(rows, [[int(answer < answers // 8) for answer in row] for row in rows])


def test_many_questions_of_votes():
    """Too many questions of votes are refused before the work; what is allowed is right."""
    refused("^k is beyond the limit", sl.vote_curve, voted(12_000, 64, 64))
    assert sl.vote_curve(voted(100, 64, 64))[2] == sl.cons_at_k(voted(100, 64, 64), k=2)
    votes = voted(300, 64, 64)
    parts = [VoteTally.from_counts(votes.counts[i : i + 100]) for i in range(0, 300, 100)]
    assert exact.cons_at_k(votes, k=5) == sum(exact.cons_at_k(part, k=5) for part in parts) / 3


def test_long_weights_of_benchmarks_and_long_denominators_of_scores():
    rng = random.Random("weights")
    weights = [Fraction(rng.randrange(1, 10**6), rng.randrange(1, 10**6)) for _ in range(6000)]
    refused("^weights is beyond the limit", confidence.suite, [[[1], [0], [1]]] * 6000, weights=weights)
    several = [Fraction(1, n) for n in range(10**9 + 1, 10**9 + 2001)]  # of some 60,000 bits over one denominator
    refused("^weights is beyond the limit", confidence.suite, [[[1], [0], [1]]] * 2000, weights=several)
    assert confidence.suite([[[1], [0], [1]]] * 200, weights=several[:200])[0] == 2 / 3
    runs = [[[1], [0], [1]], [[1], [1]]]
    assert confidence.suite(runs * 50, weights=weights[:100])[0] == float(
        sum(w * Fraction((2, 1)[i % 2], (3, 1)[i % 2]) for i, w in enumerate(weights[:100])) / sum(weights[:100])
    )
    primes = [p for p in range(2, 58_500) if all(p % q for q in range(2, int(p**0.5) + 1))]
    refused("^R is beyond the limit", confidence.avg, Scores([[Fraction(1, p)] for p in primes]))
    few = Scores([[Fraction(1, p)] for p in primes[:300]])
    assert confidence.avg(few)[0] == float(sum(Fraction(1, p) for p in primes[:300]) / 300)


@pytest.mark.long
def test_the_mean_of_many_scores_takes_no_subsets():
    row = [0.25, 0.5] * 1000
    scores = Scores([row] * 1700)
    assert confidence.avg(scores)[0] == sl.max_at_k(scores, 1) == exact.avg(scores) == 0.375
    these = confidence.avg(Scores([row]), questions="these")
    assert confidence.avg(scores, questions="these").se == pytest.approx(these.se / 1700**0.5, rel=1e-12)
    refused("^k is beyond the limit", sl.max_at_k, scores, 2)


def test_special_functions_within_the_limits():
    assert special.binomial(10**18, 10**18 - 2) == comb(10**18, 2)
    assert special.binomial(5, 2**64) == 0
    assert special.binomial(2**64, 2**64) == special.rising(7, 0) == special.beta_ratio(1e308, 5e-324, 0, 0) == 1
    assert special.rising(10**5000, 15) == Fraction(10**5000) * special.rising(10**5000 + 1, 14)
    assert special.beta(10**18, 2) == Fraction(1, 10**18 * (10**18 + 1))


def mean_score(credit, counts):
    return sum(metrics.hypergeometric(credit, f + s, s) for f, s in counts) / len(counts)


def test_few_draws_from_any_number_of_trials():
    N = 10**18
    counts = [(N - 10**17, 10**17), (3, N - 3)]
    t = Tally.from_counts(counts)
    passed = mean_score(metrics.at_least(5, 1), counts)
    assert exact.pass_at_k(t, 5) == exact.max_at_k(t, 5) == passed
    assert sl.pass_at_k(t, 5) == float(passed)
    assert exact.pass_hat_k(t, 5) == mean_score(metrics.at_least(5, 5), counts)
    for first, last in ((1, 2), (1, 4), (2, 3), (3, 5), (1, 5)):  # weights that rise or fall by one step, or by several
        weights = [Fraction(first <= j <= last, last - first + 1) for j in range(1, 6)]
        assert exact.threshold_spectrum_at_k(t, 5, weights) == mean_score(metrics.spectrum(weights), counts)


def test_counts_that_are_far_apart():
    """Posteriors of counts 10**18 apart are computed as fast as those of halfway."""
    N = 10**18
    t = Tally.from_counts([(3, N - 3), (N - 3, 3)])
    mean = Fraction(4 * 5 + (N - 2) * (N - 1), 2 * (N + 2) * (N + 3))
    assert posterior_moments("pass_hat_k", t, 2)[0] == mean == 1 - posterior_moments("pass_at_k", t, 2)[0]
    assert sl.pass_hat_k_ci(t, 2)[0] == float(mean)
    for k in (3, 300):  # close to each other and far apart: one by one, and all of them in one tally
        t = Tally.from_counts([(1000 - s, s) for s in (0, 5, 14, 30, 200, 999)])
        parts = [posterior_moments("pass_hat_k", [[1] * s + [0] * (1000 - s)], k)[0] for s in (0, 5, 14, 30, 200, 999)]
        assert posterior_moments("pass_hat_k", t, k)[0] == sum(parts) / 6


def test_many_classes_are_kept_short():
    """A row of the highest class takes little memory until it becomes a vector of counts."""
    rng = random.Random("classes")
    rows = [[rng.randrange(4096) for _ in range(3)] for _ in range(150)]
    w = [rng.random() for _ in range(4096)]
    mean = sum(Fraction(w[x]) for row in rows for x in row) / 450
    assert exact.avg(rows, w) == exact.avg(Tally(rows), w) == mean
    short = [[x % 256 for x in row] for row in rows]
    assert exact.avg(list(map(bytes, short)), w) == exact.avg(short, w)


def test_questions_that_are_alike_count_once():
    """Limits are on different vectors of counts, not on questions."""
    wide = [1] * 4096
    t = Tally.from_histogram({tuple(wide): 600, (*wide[1:], 2): 600})
    assert (t + t).questions == 2400
    w = [0] * 4095 + [1]
    assert exact.bayes([[4095]] * 1100, w, [[4095]] * 1100)[0] == Fraction(3, 4098)


def test_a_spectrum_of_nearly_all_trials():
    """A spectrum with k near N is computed, question by question."""
    weights = [0.5] + [0] * 9898 + [0.5]
    t = Tally.from_counts([(9901 - s, s) for s in (0, 4900, 9900)])
    assert exact.threshold_spectrum_at_k(t, 9900, weights) == (Fraction(1, 2) * 2 + Fraction(1, 2 * 9901)) / 3


@pytest.mark.parametrize(("count", "most"), [(1, 50), (2, 50), (4, 50), (5, 50), (9, 50), (60, 50), (300, 2**60)])
def test_sums_of_fractions(count, most):
    """A sum of few or many fractions whose denominators share few factors is exact."""
    rng = random.Random(f"fractions {count}")
    ratios = [(rng.randint(-most, most), rng.randint(1, most)) for _ in range(count)]
    assert Fraction(*ratio_sum(ratios)) == sum(Fraction(n, d) for n, d in ratios)


def test_rewards_of_many_lengths_and_classes():
    """Questions of many lengths and classes have the same moments in one tally as one by one."""
    rows = [[i % 50] * (i + 1) + [49] for i in range(60)]
    w = list(range(50))
    expected = posterior.summary(*posterior.best_moments(rows, 7, w), 0.95, (0, 49))
    assert sl.max_at_k_ci(Tally(rows, ragged=True), 7, w) == expected
