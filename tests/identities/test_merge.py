"""Any split of the data, and questions of different lengths, give what the whole gives."""

from __future__ import annotations

import inspect
import itertools
import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from math import comb

import oracle
from helpers import beta_moments, counts
from oracle import double

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite.tally import Tally

OTHERS = {"beyond", "evidence", "spread", "compare", "cons_at_k", "enough", "enough_to_decide", "ranks", "suite", "compare_suite"}


def results(R, k, w, rng):
    """What every public function of R returns."""
    state = rng.getstate()
    for module in (sl.eval, exact, sl.confidence):
        rng.setstate(state)
        given = {"k": k, "tau": rng.choice((0.3, 1)), "weights": [Fraction(1, k + 1)] * k, "w": w}
        for name in sorted({*module.__all__} - OTHERS):
            function = getattr(module, name)
            parameters = inspect.signature(function).parameters
            if w is None or "w" in parameters:
                yield (
                    (module.__name__, name),
                    function(R, **{one: value for one, value in given.items() if one in parameters}),
                )


def cut(rng, rows, parts):
    ends = sorted(rng.randint(0, len(rows)) for _ in range(parts - 1))
    return [rows[i:j] for i, j in zip([0, *ends], [*ends, len(rows)])]


@counts(25, 250)
def test_any_split_in_any_order_gives_the_same_to_the_bit(count):
    rng = random.Random("splits")
    with ProcessPoolExecutor(2) as pool:
        for _ in range(count):
            classes, M, N = rng.choice((2, 2, 2, 4)), rng.randint(1, 12), rng.randint(1, 6)
            w = None if classes == 2 else [rng.random() for _ in range(classes)]
            rows = [[rng.randrange(rng.randint(1, classes)) for _ in range(N)] for _ in range(M)]
            whole = Tally(rows)
            parts = list(pool.map(Tally, cut(rng, rows, rng.randint(1, 5)), chunksize=3))
            rng.shuffle(parts)
            merged = sum(parts, Tally())
            assert merged == whole
            assert hash(merged) == hash(whole)
            k = rng.randint(1, N)
            expected = dict(results(rows, k, w, random.Random(M)))
            assert dict(results(merged, k, w, random.Random(M))) == expected, (rows, k, w)
            assert len(expected) == (65 if w is None else 12)


@counts(50, 1000)
def test_splits_with_prior_outcomes(count):
    rng = random.Random("priors")
    for _ in range(count):
        M, N, D = rng.randint(2, 8), rng.randint(1, 5), rng.randint(1, 3)
        rows = [[rng.randint(0, 2) for _ in range(N)] for _ in range(M)]
        prior = [[rng.randint(0, 2) for _ in range(D)] for _ in range(M)]
        at = rng.randint(1, M - 1)
        merged = Tally(rows[at:], prior[at:]) + Tally(rows[:at], prior[:at])
        assert merged == Tally(rows, prior) == Tally(rows, [x for row in prior for x in row])
        w = [0, 0.3, 1]
        assert sl.bayes(merged, w) == sl.bayes(rows, w, prior)
        assert sl.max_at_k_ci(merged, 4, w) == sl.max_at_k_ci(rows, 4, w, prior)
        assert sl.avg_ci(merged, w) == sl.avg_ci(rows, w), "avg has no prior outcomes"
        assert sl.max_at_k(merged, 1, w) == sl.max_at_k(rows, 1, w)


@counts(10, 80)
def test_questions_with_their_own_number_of_trials(count):
    """Every point metric against the enumeration of each question's own subsets."""
    rng = random.Random("ragged")
    for _ in range(count):
        rows = [[rng.randint(0, 1) for _ in range(N)] for N in rng.choices((3, 5, 8, 4), k=rng.randint(2, 6))]
        R = Tally(rows, ragged=True)
        k = rng.randint(1, min(map(len, rows)))
        credits = {
            "pass_at_k": (oracle.at_least(k, 1), ()),
            "pass_hat_k": (oracle.at_least(k, k), ()),
            "g_pass_at_k_tau": (oracle.at_least(k, oracle.least_successes(k, 0.6)), (0.6,)),
            "maj_at_k": (oracle.majority(k), ()),
            "mg_pass_at_k": (oracle.mean_majority(k), ()),
            "auc_at_k": (oracle.area_credit(k), ()),
            "threshold_spectrum_at_k": (oracle.spectrum([Fraction(1, 2 * k)] * k), ([Fraction(1, 2 * k)] * k,)),
        }
        scores = {}
        for name, (credit, rest) in credits.items():
            means = [
                Fraction(sum(Fraction(credit[sum(draw)]) for draw in itertools.combinations(row, k)))
                / comb(len(row), k)
                for row in rows
            ]
            scores[name] = means
            expected = sum(means) / len(rows)
            assert getattr(exact, name)(R, k, *rest) == expected, (name, rows, k)
            assert getattr(sl, name)(R, k, *rest) == double(expected)
            if not name.startswith("threshold"):  # any k, and no prior of its own to test
                moments = getattr(exact, name + "_moments")(R, k, *rest, Fraction(1, 2), 2)
                assert moments == beta_moments(credit, rows, Fraction(1, 2), Fraction(2))
        assert exact.max_at_k(R, k) == exact.pass_at_k(R, k)
        blends = [oracle.blend(x, y, 0.5, 0.5) for x, y in zip(scores["pass_at_k"], scores["pass_hat_k"])]
        assert sl.geom_at_k(R, k) == double(oracle.mean(blends))
        assert sl.geom_ds_at_k(R, k) == double(
            oracle.blend(oracle.mean(scores["pass_at_k"]), oracle.mean(scores["pass_hat_k"]), 0.5, 0.5)
        )


@counts(50, 500)
def test_ragged_bayes_and_avg_use_each_questions_own_length(count):
    rng = random.Random("own T")
    for _ in range(count):
        rows = [[rng.randint(0, 2) for _ in range(rng.choice((3, 5, 8)))] for _ in range(rng.randint(1, 5))]
        prior = [[rng.randint(0, 2) for _ in range(rng.choice((0, 0, 2)))] for _ in rows]
        w = [0, Fraction(1, 3), 1]
        M = len(rows)
        for function, R0, own in ((exact.bayes, prior, True), (exact.avg, [[]] * M, False)):
            mean = variance = Fraction(0)
            for row, more in zip(rows, R0):
                T = 3 + len(row) + len(more)
                p = [Fraction(1 + (row + more).count(j), T) for j in range(3)]
                mu = sum(x * y for x, y in zip(p, w))
                spread = (sum(x * y * y for x, y in zip(p, w)) - mu * mu) / (T + 1)
                mean += mu if own else Fraction(sum(w[x] for x in row)) / len(row)
                variance += spread if own else spread * Fraction(T, len(row)) ** 2
            assert function(Tally(rows, prior, ragged=True), w) == (mean / M, variance / M**2)


def test_a_pool_of_processes():
    """The recipe of the README for concurrent.futures."""
    rng = random.Random("pool")
    shards = [[[rng.randint(0, 1) for _ in range(5)] for _ in range(20)] for _ in range(8)]
    with ProcessPoolExecutor(2) as pool:
        total = sum(pool.map(partial(Tally, ragged=True), shards), Tally())
    assert total == Tally(row for shard in shards for row in shard)
