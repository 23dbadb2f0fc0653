"""Check each limit at its edge: the last call that is accepted, and the first that is refused before any work.

Work is limited by one number. Where it is small, so are all calls at its edge. A failing test shows where the edge is.
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
from scorio_lite import Scores, Tally, VoteTally, _numbers, confidence, exact, rank, special
from scorio_lite._intervals import curves
from scorio_lite.confidence import judged

T, HALF, VOTES = Tally.from_counts, [[0], [1]], VoteTally.from_counts
UNEVEN = [j % 5 / 9e9 for j in range(157)]


def small(n):
    """Return a number whose denominator has about 1.6 n bits."""
    return Fraction(1, 3**n)


EDGES = [  # what all checks of a call count, n, and the call
    # where k meets N
    (4191522, 1167, lambda n: sl.pass_at_k(T([(n, n)]), n)),
    (4234472, 682, lambda n: exact.pass_at_k(T([(9 * n, n)]), n)),
    (213728948, 9000, lambda n: exact.pass_at_k(T([(n, n)]), 2 * n - 2000)),
    (1607032, 500, lambda n: sl.mg_pass_at_k(T([(n, n)]), n)),
    (4012826, 34, lambda n: confidence.maj_at_k(T([(s, 3 * n - s) for s in range(0, 3 * n, 5)]), n, questions="these")),
    (14685400, 33, lambda n: sl.threshold_spectrum_at_k(T((s, 300 - s) for s in range(0, 300, 3)), n, UNEVEN[:n])),
    (7897069, 157, lambda n: sl.threshold_spectrum_at_k_ci(HALF, n, UNEVEN[:n])),
    (4331969, 84, lambda n: sl.threshold_spectrum_at_k_ci(HALF, 9, [small(20 * n)] * 9)),
    (24332317, 357, lambda n: sl.pass_at_k_ci(T([(n, n), (n, 3)]), n, alpha0=0.1)),
    (4175480, 155, lambda n: sl.maj_at_k_ci(T([(n, n), (2 * n, 0)]), n)),
    (7068672, 768, lambda n: sl.auc_at_k_ci(T([(n, n)]), n)),
    (15845600, 700, lambda n: sl.auc_at_k_ci(T([(n, 0)]), n)),
    (91908134, 96, lambda n: sl.geom_at_k_ci(T([(n + s, n - s) for s in range(-n, n)]), 2 * n)),
    (4191950, 1421, lambda n: sl.max_at_k_ci([[0, 1]] * 3, 40, [j / 8 for j in range(n)])),
    (4192947, 451, lambda n: exact.max_at_k(Scores([[j / 64 for j in range(9)]] * n), 5)),
    (62556160, 67, lambda n: sl.cons_at_k(VOTES([([n, n], [n], 0)]), k=n)),
    (10518528, 45, lambda n: sl.cons_at_k(VOTES([([3] * n, [2] * n, 0)]), k=7)),
    (18725781504, 213, lambda n: sl.cons_at_k(VOTES([([n, n], [9], 0)]), k=n + n // 2)),
    (3345912, 1027, lambda n: confidence.curve(T([(n, n), (n + 1, n - 1)]), [1, n])),
    (4180000, 18, lambda n: confidence.beyond(HALF, 2**n)),
    (1477512, 600, lambda n: confidence.pass_at_k(T([(n, n)]), n // 3, questions="these")),
    (5110928, 600, lambda n: confidence.beyond(T([(n, n), (9, 2 * n - 9)]), 3 * n)),
    # questions, classes, different N
    (8390656, 2047, lambda n: Tally([[n], [0]])),
    (51052544, 64, lambda n: Tally([[0, j] for j in range(n)])),
    (182977536, 63, lambda n: Tally([[0, j] for j in range(n)], [[j] for j in range(n)])),
    (46902876, 62, lambda n: confidence.avg([[0, j] for j in range(n)], range(n), clusters=range(n))),
    (1496130582, 1205, lambda n: sl.avg(T((j, 5) for j in range(n)))),
    # long numbers
    (4287474, 28757, lambda n: sl.bayes(HALF, [0, small(n)])),
    (67488768, 5168, lambda n: sl.bayes(T([(s, 99 - s, 5) for s in range(99)]), [0, 1, small(n)])),
    (10261371, 11, lambda n: sl.bayes(HALF, [Fraction(1, 2**999 + 2 * j + 1) for j in range(n)])),
    (5714586, 5815, lambda n: exact.avg(Scores([[small(n), 1]] * 9))),
    (4166400, 93, lambda n: sl.geom_at_k([[0] * (2 * n - s) + [1] * s for s in range(n)], 2, 0.3, 1)),
    (264880, 600, lambda n: sl.geom_at_k(HALF, 1, 2**n, 0.3)),
    (4096, 16, lambda n: sl.geom_at_k(T([(1, 1)]), 1, n, 0.5)),  # which takes a root at most
    (49056, 17, lambda n: sl.geom_at_k(T([(1, 1)]), 1, n, 0.5)),
    (4280975, 1720, lambda n: confidence.avg([[j % 3] for j in range(9)], [0, small(n), 1], anytime=True)),
    (104828784, 5168, lambda n: confidence.cost_per_solve([[small(n)], [1]], HALF)),
    (6895983, 6462, lambda n: confidence.suite([HALF] * 3, weights=[1, 2, small(n)])),
    (2911608, 5157, lambda n: judged(HALF * 9, [[0], [small(n)]] * 9)),
    (4264218, 6471, lambda n: rank.rank_scores([1, 1 + small(n), 1 - small(n)])),
    (10602504, 2600, lambda n: rank.rank_scores([1, 2, 3], 0, [small(n)] * 3)),
    # questions and models
    (4183193, 226, lambda n: confidence.avg([[j % 3] for j in range(n)], [0, 0.3, 1], anytime=True)),
    (2114853, 40, lambda n: confidence.ranks([[[j % 3] for j in range(n)]] * 3, w=[0, 0.3, 1], anytime=True)),
    (4184835, 193, lambda n: judged([[0] * j + [1] * (n - j) for j in range(n)], [[1] + [None] * (n - 1)] * n)),
    (3813376, 14, lambda n: confidence.ranks([HALF] * n)),
    (940131, 3, lambda n: confidence.ranks_suite([[HALF] * 3] * n)),
    (3635712, 9, lambda n: confidence.compare_tasks([HALF] * n, [HALF] * n, rest=True)),
    (5357568, 96, lambda n: confidence.compare_tasks([HALF] * n, [HALF] * n)),
    (4257792, 2368, lambda n: confidence.ranks([[[j % 2] for j in range(n)]] * 9)),
]


class Meter:
    """A limit that notes what is compared with it, and is above all."""

    def __init__(self):
        self.counts = []

    def __lt__(self, count):
        self.counts.append(count)
        return False


@pytest.mark.parametrize(("in_all", "n", "call"), EDGES, ids=range(len(EDGES)))
def test_edges_of_what_is_affordable(in_all, n, call, monkeypatch):
    """What a call counts is pinned, since it decides what is refused. One less than its largest count refuses it."""
    meter = Meter()
    monkeypatch.setattr(_numbers, "_AFFORDABLE", meter)
    call(n)
    assert sum(meter.counts) == in_all
    monkeypatch.setattr(_numbers, "_AFFORDABLE", max(meter.counts) - 1)
    refused("is beyond the limit: more than a few seconds or 512 MB", call, n)


def test_what_is_beyond_the_limit_is_refused_at_once(monkeypatch):
    many = T([(10**6, 10**6)])
    monkeypatch.setattr(curves, "values_by_key", None)  # which would make the integers
    for name, call in (
        ("k", lambda: sl.pass_at_k(many, 10**6)),
        ("k", lambda: sl.pass_at_k_ci(many, 10**6, alpha0=0.5)),
        ("k", lambda: sl.geom_at_k_ci([[1]], 10**6, 1 / 3, 0.3, alpha0=50)),  # no steps, but one long product
        ("ks", lambda: confidence.curve(T([(10**5, 10**5)]), [10**5], "maj_at_k")),
        ("ks", lambda: confidence.curve(many, [10**6])),
        ("ks", lambda: confidence.curve(T((7500 * j, 75_000 - 7500 * j) for j in range(11)), [35_000], "maj_at_k")),
        ("ks", lambda: confidence.curve(T((s, 8000) for s in range(500, 700)), range(100, 8500, 100))),  # all together
        ("k", lambda: sl.geom_at_k_ci(T((160 * j, 16_000 - 160 * j) for j in range(60)), 16_000)),
        ("k", lambda: sl.auc_at_k_ci(T([(16_000, 0)]), 16_000)),
        ("w", lambda: sl.bayes([[0, 1]], [0.5] * 50_000)),
        ("models", lambda: confidence.ranks([[[0, 1], [1, 1]] * 200] * 500, anytime=True)),
        ("scores_in_id_order", lambda: rank.rank_scores(range(10**7))),
    ):
        refused(rf"^{name}\b.*limit", call)


MOST = [  # the last n that is accepted, and the call
    (4095, lambda n: Tally([[n], [0]])),
    (4096, lambda n: exact.avg([[0]], [1] * n)),
    (4096, lambda n: exact.avg(T([[1] * n]), [1] * 4096)),
    (66_438, lambda n: exact.avg([[1]], [0, 1 << n])),
    (66_438, lambda n: exact.avg([[1]], [0, Fraction(1, 1 << n)])),
    (19_999, lambda n: exact.avg([[1]], [0, Decimal(f"1E-{n}")])),
    (1100, lambda n: sl.geom_at_k([[0, 1]], 2, 2**n, 1)),
    (2**64 - 1, lambda n: sl.avg(T([(0, n)]))),
    (2**64 - 1, lambda n: sl.avg(Tally.from_histogram({(0, 1): n}))),
    (10**9, lambda n: special.student_t_quantile(0.5, n)),
    (10**9, lambda n: confidence.compare_totals(1, 0, n)),
    (10**5, lambda n: confidence.detectable(n, 0.5, differ=0.25)),
    (5, lambda n: judged([[*range(n)]], [[1] * n])),
]


@pytest.mark.parametrize(("most", "call"), MOST, ids=range(len(MOST)))
def test_limits_of_one_number(most, call):
    call(most)
    refused(r"limit|at most|in 1 to|in 2 to|must be non-negative integers|in \[0, 4095\]", call, most + 1)


@pytest.mark.parametrize("endless", [range(10**18), range(2, 10**18)])
def test_a_range_is_not_written_out(endless):
    for name, call, *arguments in (
        ("Entries of R", sl.pass_at_k, endless, 1),
        ("bounds", sl.pass_at_k_ci, [0, 1], 1, 0.95, endless),
        ("w", sl.bayes, [0, 1], endless),
        ("weights", sl.threshold_spectrum_at_k_ci, [0, 1], 10**9, endless),
        (r"rows\[0\]", T, [endless]),
        ("scores_in_id_order", rank.rank_scores, endless),
    ):
        refused(f"^{name} must ", call, *arguments)


def test_few_draws_from_any_number_of_trials():
    N = 10**18
    counts, spectrum = [(N - 10**17, 10**17), (3, N - 3)], "threshold_spectrum_at_k"

    def mean_score(name, **own):
        credit = metrics.credit(name, 5, **own)
        return sum(metrics.drawn(credit, s, f) for f, s in counts) / len(counts)

    assert exact.pass_at_k(T(counts), 5) == exact.max_at_k(T(counts), 5) == mean_score("pass_at_k")
    assert exact.pass_hat_k(T(counts), 5) == mean_score("pass_hat_k")
    for first, last in ((1, 2), (1, 4), (2, 3), (3, 5), (1, 5)):  # weights that rise or fall by one step, or by several
        weights = [Fraction(first <= j <= last, last - first + 1) for j in range(1, 6)]
        assert exact.threshold_spectrum_at_k(T(counts), 5, weights) == mean_score(spectrum, weights=weights)
    assert confidence.curve(T([(9 * 10**8, 10**8)]), [1, 2])[1][0] == 0.19000000009  # 1 - C(9e8, 2)/C(1e9, 2)
    found = sl.pass_hat_k_ci(T([(3, N - 3), (N - 3, 3)]), 2)
    assert found[0] == float(Fraction(4 * 5 + (N - 2) * (N - 1), 2 * (N + 2) * (N + 3)))
    failed = Fraction(comb(10**9, 1000), comb(10**9 + 10**6, 1000))
    assert sl.pass_at_k(T([(10**9, 10**6)]), 1000) == float(1 - failed)


def test_many_classes_and_different_denominators():
    rng = random.Random("classes")
    rows, w = [[rng.randrange(4096) for _ in range(3)] for _ in range(150)], [rng.random() for _ in range(4096)]
    assert exact.avg(rows, w) == exact.avg(Tally(rows), w) == sum(Fraction(w[x]) for row in rows for x in row) / 450
    unit = [Fraction(1, p) for p in range(2, 2000) if all(p % q for q in range(2, int(p**0.5) + 1))]  # of primes
    assert confidence.avg(Scores([[x] for x in unit]))[0] == float(sum(unit) / len(unit))
    weights, t = [0.5] + [0] * 9898 + [0.5], T([(9901 - s, s) for s in (0, 4900, 9900)])
    assert exact.threshold_spectrum_at_k(t, 9900, weights) == (Fraction(1, 2) * 2 + Fraction(1, 2 * 9901)) / 3
