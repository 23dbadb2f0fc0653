"""Any split of the data gives the results of the whole, also with questions of different lengths."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

from helpers import called, counts

import scorio_lite as sl
from scorio_lite import exact
from scorio_lite.tally import Tally

OTHERS = {"beyond", "evidence", "spread", "compare", "cons_at_k", "enough", "enough_to_decide", "ranks", "suite", "compare_suite"}


def results(R, k, w, tau):
    """The results of every public function of R."""
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
            shuffled = [rng.sample(row, N) for row in rng.sample(rows, M)]
            parts = list(pool.map(Tally, cut(rng, shuffled, rng.randint(1, 5)), chunksize=3))
            merged = sum(parts, Tally())
            assert merged == whole
            assert hash(merged) == hash(whole)
            k = rng.randint(1, N)
            tau = rng.choice((0.3, 1))
            expected = results(rows, k, w, tau)
            assert results(merged, k, w, tau) == expected, (rows, k, w)
            assert len(expected) == (65 if w is None else 12)
            thrice = results(rows * 3, k, w, tau)
            assert all(thrice[one] == value for one, value in expected.items() if not isinstance(value, tuple))


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
