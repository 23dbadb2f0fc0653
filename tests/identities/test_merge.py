"""Any split of the data, and questions of different lengths, give what the whole gives."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import oracle
from helpers import called, counts
from oracle import double

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite.tally import Tally

OTHERS = {"beyond", "evidence", "spread", "compare", "cons_at_k", "enough", "enough_to_decide", "ranks", "suite", "compare_suite"}


def results(R, k, w, tau):
    """What every public function of R returns."""
    given = {"k": k, "tau": tau, "weights": [Fraction(1, k + 1)] * k, "w": w}
    return {
        (module, name): called(getattr(module, name), R, **given)
        for module in (sl.eval, exact, sl.confidence)
        for name in {*module.__all__} - OTHERS
        if w is None or "w" in inspect.signature(getattr(module, name)).parameters
    }


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
            tau = rng.choice((0.3, 1))
            expected = results(rows, k, w, tau)
            assert results(merged, k, w, tau) == expected, (rows, k, w)
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
        for tally in (merged, Tally(rows[at:]), Tally(rows)):
            tally._check()
            assert pickle.loads(pickle.dumps(tally)) == copy.deepcopy(tally) == tally
            assert hash(copy.copy(tally)) == hash(tally)
        assert hash(merged) == hash(Tally(rows, prior))
        w = [0, 0.3, 1]
        assert sl.bayes(merged, w) == sl.bayes(rows, w, prior)
        assert sl.max_at_k_ci(merged, 4, w) == sl.max_at_k_ci(rows, 4, w, prior)
        assert sl.avg_ci(merged, w) == sl.avg_ci(rows, w), "avg has no prior outcomes"
        assert sl.max_at_k(merged, 1, w) == sl.max_at_k(rows, 1, w)


@counts(10, 80)
def test_questions_with_their_own_number_of_trials(count):
    """Values, exact moments and intervals of tallies of different matrices."""
    rng = random.Random("ragged")
    for _ in range(count):
        rows = [[rng.randint(0, 1) for _ in range(N)] for N in rng.choices((3, 5, 8, 4), k=rng.randint(2, 6))]
        R = sum((Tally([row]) for row in rows), Tally())
        k, priors = rng.randint(1, min(map(len, rows))), rng.choice(((1, 1), (0.5, 0.1), (Fraction(1, 2), 2)))

        def intervals(name, moments, *rest, R=R, k=k, priors=priors):
            expected = oracle.summary(*moments, 0.95, (0, 1))
            assert getattr(sl, f"{name}_ci")(R, k, *rest, 0.95, (0, 1), *priors) == expected, (name, rows, k)

        for name in ("pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "maj_at_k", "mg_pass_at_k", "auc_at_k", "threshold_spectrum_at_k"):
            own = {"g_pass_at_k_tau": {"tau": 0.6}, "threshold_spectrum_at_k": {"weights": [Fraction(1, 2 * k)] * k}}.get(name, {})
            credit, rest = oracle.credit(name, k, **own), own.values()
            expected = oracle.score(credit, rows)
            assert getattr(exact, name)(R, k, *rest) == expected, (name, rows, k)
            assert getattr(sl, name)(R, k, *rest) == double(expected)
            moments = oracle.credit_moments(credit, rows, *priors)
            assert getattr(exact, f"{name}_moments")(R, k, *rest, *priors) == moments, (name, rows, k)
            intervals(name, moments, *rest)
        assert exact.max_at_k(R, k) == exact.pass_at_k(R, k)
        assert sl.max_at_k_ci(R, k, bounds=(0, 1)) == oracle.summary(*oracle.best_moments(rows, k, (0, 1)), 0.95, (0, 1))
        assert sl.geom_at_k(R, k) == double(oracle.geom(rows, k, 0.5, 0.5))
        intervals("geom_at_k", oracle.geom_moments(rows, k, 0.3, 0.6, *priors), 0.3, 0.6)
        first, last = (oracle.score(oracle.at_least(k, j), rows) for j in (1, k))
        assert sl.geom_ds_at_k(R, k) == double(oracle.blend(first, last, 0.5, 0.5))
        intervals("geom_ds_at_k", oracle.blend_moments(rows, oracle.at_least(k, k), 0.5, 0.5, *priors), 0.5, 0.5)


@counts(50, 500)
def test_ragged_bayes_and_avg_use_each_questions_own_length(count):
    rng = random.Random("own T")
    for _ in range(count):
        rows = [[rng.randint(0, 2) for _ in range(rng.choice((3, 5, 8)))] for _ in range(rng.randint(1, 5))]
        prior = [[rng.randint(0, 2) for _ in range(rng.choice((0, 0, 2)))] for _ in rows]
        w = [0, Fraction(1, 3), 1]
        R = Tally(rows, prior, ragged=True)
        assert (exact.bayes(R, w), exact.avg(R, w)) == (oracle.bayes(rows, w, prior), oracle.avg(rows, w))
