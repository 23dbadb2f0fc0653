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
LONG_REWARDS = [Fraction(1, 10**9999), Fraction(1, 3**20_000)]
WIDE = [(2**62 + 3**17 * i**3, 2**61 + 3**11 * i) for i in range(999)]
THIRDS = Fraction(1, 3**30_000)
BOTH = (Fraction(3, 10**19_000 + 1), Fraction(3, 10**19_000 + 3))
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
            "k is beyond the limit for credits of many steps",
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
            "k is beyond the limit for credits of many steps: k=1000",
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
        (
            lambda: rank.rank_scores([THIRDS] * 9000),
            "scores_in_id_order is beyond the limit: 9000 numbers of 47549 bits",
        ),
        (
            lambda: rank.rank_scores([0.5] * 9000, sigmas_in_id_order=[10**19_990] * 9000),
            "sigmas_in_id_order is beyond the limit: too many digits in all",
        ),
        (
            lambda: sl.pass_at_k(Tally.from_counts([(2**62 + 3**17 * i, i) for i in range(1, 30_000)]), 6),
            "29999 different numbers of trials N: beyond the limit",
        ),
        (
            lambda: sl.bayes(Tally.from_counts([(2**60 + 3**17 * i, i) for i in range(1, 30_000)])),
            "29999 different numbers of trials N: beyond the limit",
        ),
        (
            lambda: sl.bayes(Tally.from_counts([(s, 9999 - s, 5) for s in range(9999)]), [0, *LONG_REWARDS]),
            "w is beyond the limit: 59997 numbers of 64916 bits",
        ),
        (
            lambda: sl.avg(Tally.from_counts([(n, 5) for n in range(9999)]), [0, LONG_REWARDS[0]]),
            "w is beyond the limit: 49997 numbers of 33216 bits",
        ),
        (
            lambda: sl.max_at_k(Tally.from_counts([(9, 9999 - s, s) for s in range(9999)]), 2, [0, *LONG_REWARDS]),
            "w is beyond the limit: 59997 numbers",
        ),
        (
            lambda: rank.bayes([[[i % 2]] for i in range(1100)], [i / 7 for i in range(4096)]),
            "more than 4194304 counts, the limit",
        ),
        (
            lambda: rank.pass_at_k([Tally.from_counts([(10**17, 10**18)])] * 99, 4000),
            "k is beyond the limit for so many trials: .* one of 99 numbers of trials",
        ),
        (
            lambda: rank.bayes([Tally.from_counts([*WIDE, (2**50 + i * 7 % 31, i)]) for i in range(60)], quantile=0.1),
            "R, with equal scores, is beyond the limit",
        ),
        (
            lambda: sl.max_at_k_ci(
                Tally.from_counts([[(i * j) % 997 for j in range(100)] for i in range(1, 900)]), 1000, range(100)
            ),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.maj_at_k_ci(Tally.from_counts([(0, 2 * 10**6), (2 * 10**6, 0)]), 40),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.mg_pass_at_k_ci(Tally.from_counts([(s, 59_999 - s) for s in range(60_000)]), 1500),
            "k is beyond the limit for credits of many steps",
        ),
        (
            lambda: sl.mg_pass_at_k_ci(
                Tally.from_counts([(10**11, s) for s in range(1, 999)]), 1000, alpha0=Decimal("1E-8839")
            ),
            "k is beyond the limit for credits of many steps",
        ),
        (
            lambda: sl.mg_pass_at_k_ci([[0] * 999, [1] * 999], 999, alpha0=1e-308),
            "k is beyond the limit for credits of many steps",
        ),
        (
            lambda: sl.threshold_spectrum_at_k_ci(
                Tally.from_counts([(s, 9999 - s) for s in range(9999)]), 2, LONG_REWARDS
            ),
            "k is beyond the limit for this posterior: .* integers of 129832 bits",
        ),
        (
            lambda: sl.threshold_spectrum_at_k(
                Tally.from_counts([(n, 9000 - n % 426 - n) for n in range(5946)]), 2800, [i / 1e9 for i in range(2800)]
            ),
            "k is beyond the limit for weights of many steps: k=2800",
        ),
        (
            lambda: sl.threshold_spectrum_at_k(
                Tally.from_counts([(9999 - s, s) for s in range(9999)]), 1000, [i * THIRDS for i in range(1000)]
            ),
            "k is beyond the limit for weights of many steps: k=1000",
        ),
        (
            lambda: sl.pass_at_k_ci(Tally.from_counts([(s, 999 - s) for s in range(999)]), 1, 0.9, None, *BOTH),
            "alpha0 or beta0 is beyond the limit: 999 numbers",
        ),
        (
            lambda: sl.geo_spectrum_star_at_k_ci(Tally.from_counts([(1, 0), (6, 9)]), 36, alpha0=10**5000),
            "k is beyond the limit for this posterior",
        ),
        (
            lambda: sl.geom_at_k(Tally.from_counts([(s, 59_999 - s) for s in range(60_000)]), 2, 1e300, 0.5),
            "the size of the powers is beyond the limit",
        ),
        (
            lambda: sl.geom_at_k_ci(Tally.from_counts([(s, 9999 - s) for s in range(9999)]), 2, LONG_REWARDS[0]),
            "k is beyond the limit for this posterior",
        ),
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


def test_rewards_of_many_lengths_and_classes():
    """The chances of questions with one number of outcomes are forgotten before those with another."""
    rows = [[i % 50] * (i + 1) + [49] for i in range(60)]
    w = list(range(50))
    parts = [exact.max_at_k_moments([row], 7, w) for row in rows]
    found = exact.max_at_k_moments(Tally(rows, ragged=True), 7, w)
    assert found == (sum(mean for mean, _ in parts) / 60, sum(variance for _, variance in parts) / 3600)


@pytest.mark.parametrize("alpha0", [1, 2, Fraction(1, 2)])
def test_the_area_of_few_successes(alpha0):
    """Where a posterior has A = 1 or A = 2 the moments are sums of reciprocals."""
    k = 40
    for s in (0, 1):
        mean, variance = exact.auc_at_k_moments([[1] * s + [0] * (45 - s)], k, alpha0)
        a, total = alpha0 + s, alpha0 + 46
        f = [0, 1, *[2] * (k - 2), 1]
        square = [sum(f[i] * f[n - i] for i in range(max(0, n - k), min(n, k) + 1)) for n in range(2 * k + 1)]
        powers = [Fraction(1)]  # of 1 - p
        for i in range(2 * k):
            powers.append(powers[-1] * (total - a + i) / (total + i))
        first, second = (sum(map(lambda x, y: x * y, g, powers)) for g in (f, square))
        assert mean == 1 - first / (2 * (k - 1))
        assert variance == (second - first**2) / (2 * (k - 1)) ** 2


def test_posteriors_far_apart():
    """Over a long gap the next rising factorial is made anew; over a short one it comes from the last."""
    for k in (3, 300):
        t = Tally.from_counts([(1000 - s, s) for s in (0, 5, 14, 30, 200, 999)])
        parts = [exact.pass_hat_k_moments([[1] * s + [0] * (1000 - s)], k)[0] for s in (0, 5, 14, 30, 200, 999)]
        assert exact.pass_hat_k_moments(t, k)[0] == sum(parts) / 6


def test_scores_of_mixed_kinds_are_compared_exactly():
    scores = [Fraction(1, 3), Decimal("0.3333333333333333"), 1 / 3, 5e-324, 1e308, 0]
    assert rank.rank_scores(scores, tol=0)["competition"] == [2, 4, 3, 5, 1, 6]
    assert rank.rank_scores(scores, 0, [Decimal("1E-400"), 0, 5e-324, 0, 1, 0])["competition_ci"] == [2, 4, 3, 5, 1, 6]
