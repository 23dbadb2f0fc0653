"""What is beyond the limits is refused at once, with the limit named; what is just within them is computed."""

from __future__ import annotations

import math
import random
from decimal import Decimal
from fractions import Fraction
from math import comb
from time import process_time

import pytest

import scorio_lite as sl
from scorio_lite import Tally, exact, rank, special
from scorio_lite._rounding import ratio_sum

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
LONG = Tally.from_counts([(50_000, 50_000)])
POINTS = (sl.pass_at_k, sl.maj_at_k, sl.mg_pass_at_k, sl.auc_at_k, sl.max_at_k, sl.geom_at_k, exact.pass_hat_k)


@pytest.mark.parametrize("function", POINTS)
def test_subsets_of_very_many_trials(function):
    with pytest.raises(ValueError, match="k is beyond the limit for so many trials: N=100000 and k=50000"):
        function(LONG, 50_000)
    assert function(LONG, 1) in (Fraction(1, 2), 0.5, 0.0)


def test_few_draws_from_any_number_of_trials():
    N = 10**18
    t = Tally.from_counts([(N - 10**17, 10**17), (3, N - 3)])
    failures = Fraction(comb(N - 10**17, 5) + comb(3, 5), comb(N, 5)) / 2
    assert exact.pass_at_k(t, 5) == exact.max_at_k(t, 5) == 1 - failures
    assert sl.pass_at_k(t, 5) == float(1 - failures)
    assert exact.pass_hat_k(t, 5) == Fraction(comb(10**17, 5) + comb(N - 3, 5), comb(N, 5)) / 2


def test_counts_that_are_far_apart():
    """Between posteriors 10**18 steps apart there are k factors, not 10**18."""
    N = 10**18
    t = Tally.from_counts([(3, N - 3), (N - 3, 3)])
    mean = Fraction(4 * 5 + (N - 2) * (N - 1), 2 * (N + 2) * (N + 3))
    assert exact.pass_hat_k_moments(t, 2)[0] == mean == 1 - exact.pass_at_k_moments(t, 2)[0]
    assert sl.pass_hat_k_ci(t, 2)[0] == float(mean)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sl.bayes([[0, 1]], [0.5] * 4097), "w must have at most 4096 weights"),
        (
            lambda: sl.bayes([[i % 4096, 4095] for i in range(1100)], [0.5] * 4096),
            "more than 4194304 counts, the limit",
        ),
        (lambda: Tally([[i % 4096, 4095] for i in range(1100)]), "more than 4194304 counts, the limit"),
        (
            lambda: sl.threshold_spectrum_at_k(
                Tally.from_counts([(s, 6000 - s) for s in range(6001)]), 3000, [i / 2e7 for i in range(3000)]
            ),
            "k is beyond the limit for weights of many steps: k=3000",
        ),
        (
            lambda: sl.pass_at_k(Tally.from_counts([(n, n) for n in range(2000, 12000)]), 2000),
            r"k is beyond the limit .* N=4000 and k=2000, one of 10000 numbers of trials",
        ),
        (
            lambda: sl.pass_at_k_ci(Tally.from_counts([(n, n) for n in range(2000, 3500)]), 900),
            "1500 different numbers of trials N: beyond the limit",
        ),
        (lambda: sl.maj_at_k(Tally.from_counts([(1, 10**8)]), 10**8 + 1), "k is beyond the limit for so many trials"),
        (
            lambda: sl.auc_at_k(Tally.from_counts([(1, 3 * 10**7)]), 3 * 10**7),
            "k is beyond the limit for so many trials",
        ),
        (lambda: Tally.from_counts([(2**64, 1)]), r"below 2\*\*64"),
        (lambda: Tally.from_histogram({(1, 1): 2**64}), r"below 2\*\*64"),
        (lambda: sum([Tally.from_histogram({(1, 1): 2**63})] * 2, Tally()), r"below 2\*\*64: the limit"),
        (
            lambda: Tally.from_counts([*((f, s) for f in range(99) for s in range(1, 99)), [0] * 4095 + [1]]),
            "more than 4194304 counts, the limit",
        ),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: special.binomial(2**63, 2**62), "k is beyond the limit: a product of 4611686018427387904 factors"),
        (lambda: special.binomial(10**5000, 10**4), "k is beyond the limit"),
        (lambda: special.rising(0.1, 10**18), "n is beyond the limit"),
        (lambda: special.rising(10**5000, 1000), "n is beyond the limit"),
        (lambda: special.beta(10**18, 10**17), "a is beyond the limit"),
        (lambda: special.beta_ratio(0.1, 1e-300, 10**4, 1), r"i \+ j is beyond the limit"),
        (
            lambda: exact.pass_hat_k_moments(Tally.from_counts([(n, 10**18) for n in (1, 2, 3)]), 400, beta0=5e-324),
            "is beyond the limit for a Fraction",
        ),
        (
            lambda: sl.mg_pass_at_k_ci(Tally.from_counts([(n, 10**18) for n in range(3)]), 1200, beta0=1e100),
            "k is beyond the limit for exact posterior moments of credits of many steps",
        ),
        (
            lambda: sl.pass_hat_k_ci(Tally.from_counts([(10**17 * n, 10**18) for n in range(1, 40)]), 1400),
            "39 different numbers of trials N: beyond the limit",
        ),
        (
            lambda: sl.auc_at_k_ci(Tally.from_counts([(0, 95_007), (26_757, 21_886), (0, 67_774)]), 48_643),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.pass_at_k_ci(Tally.from_counts([(n, 100_000) for n in (10, 20, 30)]), 50_000, alpha0=0.5),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.geom_ds_at_k_ci(Tally.from_counts([(5, 19), (6, 19)]), 15, alpha0=Decimal("1E-19990")),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.auc_at_k_ci(Tally.from_counts([(i, 24 - i) for i in range(25)]), 15, alpha0=Decimal("1E-19990")),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.threshold_spectrum_at_k_ci(R, 1000, [Fraction(1, 10**27 + i) for i in range(1000)]),
            "k is beyond the limit for credits of many steps; got k=1000",
        ),
        (
            lambda: sl.bayes([[i] for i in range(1000)], [Fraction(1, 10**99 + 2 * i + 1) for i in range(4000)]),
            "w is beyond the limit: 4000 numbers",
        ),
        (
            lambda: sl.max_at_k_ci(
                [[i % 100 for i in range(j, j + 10)] for j in range(10)],
                3,
                [1 - Fraction(i + 1, 10**4000 + 2 * (i % 30) + 1) for i in range(100)],
            ),
            "k is beyond the limit for this posterior",
        ),
        (lambda: rank.rank_scores(range(2**18 + 1)), "of at most 262144 items: the limit"),
    ],
)
def test_what_would_take_minutes_is_refused_in_seconds(call, words):
    start = process_time()
    with pytest.raises(ValueError, match=words):
        call()
    assert process_time() - start < 5


def test_special_functions_within_the_limits():
    assert special.binomial(10**18, 10**18 - 2) == comb(10**18, 2)
    assert special.binomial(5, 2**64) == 0
    assert special.binomial(2**64, 2**64) == special.rising(7, 0) == special.beta_ratio(1e308, 5e-324, 0, 0) == 1
    assert special.rising(10**5000, 15) == Fraction(10**5000) * special.rising(10**5000 + 1, 14)
    assert special.beta(10**18, 2) == Fraction(1, 10**18 * (10**18 + 1))


@pytest.mark.parametrize("endless", [range(10**18), range(2, 10**18)])
def test_a_range_is_not_written_out(endless):
    for call in (
        lambda: sl.pass_at_k(endless, 1),
        lambda: sl.pass_at_k([endless], 1),
        lambda: sl.pass_at_k(iter([endless]), 1),
        lambda: sl.pass_at_k_ci([0, 1], 1, bounds=endless),
        lambda: sl.bayes([0, 1], endless),
        lambda: sl.threshold_spectrum_at_k_ci([0, 1], 10**9, endless),
        lambda: Tally.from_counts(endless),
        lambda: Tally.from_counts([endless]),
        lambda: Tally.from_histogram([endless]),
        lambda: rank.rank_scores(endless),
    ):
        with pytest.raises(ValueError):
            call()


def test_many_classes_are_kept_short():
    """A row of the highest class is not a vector of thousands of counts until the last."""
    rng = random.Random("classes")
    rows = [[rng.randrange(4096) for _ in range(3)] for _ in range(600)]
    w = [rng.random() for _ in range(4096)]
    mean = sum(Fraction(w[x]) for row in rows for x in row) / 1800
    assert exact.avg(rows, w)[0] == exact.avg(Tally(rows), w)[0] == mean
    assert (
        exact.avg([bytes(x % 256 for x in row) for row in rows], w)[0]
        == exact.avg([[x % 256 for x in row] for row in rows], w)[0]
    )


def test_questions_that_are_alike_count_once():
    """The limit is on different vectors of counts."""
    wide = [1] * 4096
    assert Tally.from_counts([wide] * 1100).questions == 1100
    t = Tally.from_histogram([(wide, 1), ([1] * 4095 + [2], 1)] * 600)
    assert (t + t).questions == 2400
    w = [0] * 4095 + [1]
    assert exact.bayes([[4095]] * 1100, w, [[4095]] * 1100)[0] == Fraction(3, 4098)


def test_questions_of_many_lengths():
    rng = random.Random("lengths")
    counts = [(rng.randint(5, 300), rng.randint(0, 300)) for _ in range(400)]
    t = Tally.from_counts(counts)
    expected = sum(1 - Fraction(comb(f, 5), comb(f + s, 5)) for f, s in counts) / 400
    assert exact.pass_at_k(t, 5) == expected
    assert sl.pass_at_k(t, 5) == float(expected)


def test_a_spectrum_of_nearly_all_trials():
    """C(N, k) is small then, but not the C(N, i) for i < k: subsets are counted question by question."""
    weights = [0.5] + [0] * 9898 + [0.5]
    t = Tally.from_counts([(9901 - s, s) for s in (0, 4900, 9900)])
    assert exact.threshold_spectrum_at_k(t, 9900, weights) == (Fraction(1, 2) * 2 + Fraction(1, 2 * 9901)) / 3


def test_a_mean_over_many_denominators():
    """Denominators with little in common: their sum is as long as they are together."""
    rng = random.Random("denominators")
    ratios = [(rng.randint(1, 2**60), rng.randint(1, 2**60)) for _ in range(8000)]
    found = Fraction(*ratio_sum(ratios))
    assert abs(found - Fraction(math.fsum(n / d for n, d in ratios))) < found / 2**50
    assert found == Fraction(*ratio_sum(ratios[::-1]))


def test_sums_of_many_fractions():
    rng = random.Random("fractions")
    for count in (1, 2, 4, 5, 9, 60):
        ratios = [(rng.randint(-99, 99), rng.randint(1, 50)) for _ in range(count)]
        assert Fraction(*ratio_sum(ratios)) == sum(Fraction(n, d) for n, d in ratios)


def test_a_tally_can_be_written_wherever_it_can_be_made():
    most = Tally.from_histogram({(1, 1): 2**64 - 1})
    assert Tally.from_dict(most.to_dict()) == most
    with pytest.raises(ValueError, match=r"numbers of questions must be below 2\*\*64: the limit"):
        most + Tally([[0, 1]])


@pytest.mark.parametrize("kind", ["int", "Fraction", "Decimal", "small Decimal"])
def test_numbers_of_very_many_digits(kind):
    number = {
        "int": 2**66_439,
        "Fraction": Fraction(1, 2**66_439),
        "Decimal": Decimal("1E+20001"),
        "small Decimal": Decimal("1E-20001"),
    }[kind]
    for call, name in (
        (
            lambda: sl.pass_at_k_ci(R, 1, alpha0=number),
            "alpha0 must be a finite positive number, of at most 20000 digits",
        ),
        (lambda: sl.bayes(R, [0, number]), r"w must be .*, of at most 20000 digits: the limit; got .* at w\[1\]"),
        (lambda: sl.geom_at_k(R, 2, number), "pass_power must be .* of at most 20000 digits"),
        (lambda: rank.rank_scores([number]), "scores_in_id_order must be .* of at most 20000 digits"),
        (lambda: special.rising(number, 2), "a must be .* of at most 20000 digits"),
    ):
        with pytest.raises(ValueError, match=name):
            call()
    assert exact.bayes([[0]], [Fraction(1, 10**19_999)]) == (Fraction(1, 10**19_999), 0)
