"""Tallies in public: parts from other processes, questions of different lengths, counts and dictionaries."""

from __future__ import annotations

import copy
import inspect
import itertools
import json
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from math import comb

import oracle
import pytest
from helpers import beta_moments
from oracle import double

import scorio_lite as sl
from scorio_lite import Tally, exact

RAGGED = [[0, 1, 1], [1, 0, 0, 1, 1], [1, 1, 0, 1, 0, 1, 1, 1]]


def results(R, k, w, rng):
    """What every public function of R returns."""
    state = rng.getstate()
    for module in (sl.eval, exact):
        rng.setstate(state)
        given = {"k": k, "tau": rng.choice((0.3, 1)), "weights": [Fraction(1, k + 1)] * k, "w": w}
        for name in module.__all__:
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


def test_any_split_in_any_order_gives_the_same_to_the_bit():
    rng = random.Random("splits")
    with ProcessPoolExecutor(2) as pool:
        for _ in range(500):
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
            assert len(expected) == (54 if w is None else 10)


def test_splits_with_prior_outcomes():
    rng = random.Random("priors")
    for _ in range(100):
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


def test_questions_with_their_own_number_of_trials():
    """Every point metric against the enumeration of each question's own subsets."""
    rng = random.Random("ragged")
    for _ in range(60):
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


def test_ragged_bayes_and_avg_use_each_questions_own_length():
    rng = random.Random("own T")
    for _ in range(50):
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


def test_equal_lengths_are_what_they_were():
    rows = [[0, 1, 1], [1, 1, 1], [0, 0, 1]]
    assert Tally(rows, ragged=True) == Tally(rows)
    assert Tally(iter(rows), [[1], [0], [1]], ragged=True) == Tally(rows, [[1], [0], [1]])


@pytest.mark.parametrize("kind", [list, tuple, bytes, lambda row: list(map(float, row)), iter])
def test_rows_of_any_type_may_be_ragged(kind):
    expected = {(1, 2): 1, (2, 3): 1, (2, 6): 1}
    t = Tally(map(kind, RAGGED), ragged=True)
    assert t.histogram == expected
    assert t.trials is None
    assert t.questions == 3
    assert repr(t) == "<Tally: 3 questions, 3 to 8 trials each, 2 classes>"
    graded = Tally([kind([0, 2]), kind([0, 0, 0]), kind([1])], ragged=True)
    assert graded.histogram == {(1, 0, 1): 1, (3, 0, 0): 1, (0, 1, 0): 1}


def test_a_question_with_fewer_trials_than_k_is_named():
    R = Tally([*RAGGED, [0, 0, 1]], ragged=True)
    with pytest.raises(ValueError) as error:
        sl.pass_at_k(R, 4)
    assert str(error.value) == (
        "k must satisfy 1 <= k <= N (N=3); got k=4; 2 of 4 questions have fewer, such as one with the class counts (1, 2)"
    )
    with pytest.raises(ValueError, match=r"\(N=3\); got k=0$"):
        sl.pass_at_k(R, 0)
    with pytest.raises(ValueError, match=r"row 1 has length 5, row 0 has 3; Tally\(R, ragged=True\)"):
        sl.pass_at_k(RAGGED, 1)
    with pytest.raises(ValueError, match="row 1 is empty"):
        Tally([[0, 1], [], [1]], ragged=True)
    with pytest.raises(ValueError, match=r"got 0.5 at R\[1\]\[0\] \(row 1, column 0\)"):
        Tally([[0, 1], [0.5], [1]], ragged=True)


def test_counts_of_problems_in_the_human_eval_form():
    n, c = [10, 10, 5], [3, 0, 5]
    R = Tally.from_counts((total - correct, correct) for total, correct in zip(n, c))
    assert exact.pass_at_k(R, 2) == (1 - Fraction(comb(7, 2), comb(10, 2)) + 0 + 1) / 3
    assert Tally([[1] * s + [0] * (t - s) for t, s in zip(n, c)], ragged=True) == R


def test_counts_and_histograms():
    assert Tally.from_counts([[2, 3], (2.0, Fraction(3)), (1, 4, 0, 0)]).histogram == {(2, 3): 2, (1, 4): 1}
    assert Tally.from_counts([(5,), (0, 0, 1)]).histogram == {(5, 0, 0): 1, (0, 0, 1): 1}
    pairs = [((2, 3), 2), ([2, 3, 0], 1), ((1, 4), 0)]
    assert Tally.from_histogram(pairs) == Tally.from_histogram({(2, 3): 3}) == Tally.from_counts([(2, 3)] * 3)
    t = Tally([[0, 1, 2], [2, 2, 2]])
    assert (t.questions, t.trials, t.classes) == (2, 3, 3)
    assert Tally.from_histogram(t.histogram) == t
    assert (Tally().questions, Tally().trials, Tally().classes, Tally().histogram) == (0, None, 2, {})
    assert Tally([]) == Tally.from_counts([]) == Tally.from_histogram({}) == Tally()
    assert repr(Tally()) == "<Tally: 0 questions, 0 trials each, 2 classes>"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Tally.from_counts(5), "rows must be an iterable of class counts, such as .*; got 5"),
        (lambda: Tally.from_counts([5]), r"rows\[0\] must be class counts, .*; got 5"),
        (
            lambda: Tally.from_counts([(1, 2), (1, -2)]),
            r"class counts must be non-negative integers below 2\*\*64; got -2 in rows\[1\]",
        ),
        (lambda: Tally.from_counts([(1, 0.5)]), r"got 0.5 in rows\[0\]"),
        (lambda: Tally.from_counts([(0, 0)]), r"rows\[0\] must have at least one trial \(N >= 1\)"),
        (lambda: Tally.from_counts([()]), r"rows\[0\] must have at least one trial"),
        (lambda: Tally.from_counts(["12"]), r"rows\[0\] must be class counts"),
        (lambda: Tally.from_counts({(1, 2): 3}), "rows must be an iterable"),
        (lambda: Tally.from_counts([[1] * 5000]), "at most 4096 classes; got"),
        (lambda: Tally.from_histogram({(1, 2): -1}), "numbers of questions .* got -1 in item 0 of histogram"),
        (lambda: Tally.from_histogram({(1, 2): 1.5}), "got 1.5 in item 0 of histogram"),
        (
            lambda: Tally.from_histogram([((1, 2), 1, 1)]),
            "pairs of them; got (3|262145) values as item 0 of histogram",
        ),
        (lambda: Tally.from_histogram([7]), "pairs of them; got 7 as item 0 of histogram"),
        (lambda: Tally.from_histogram(7), "histogram must be a mapping of class counts .*; got 7"),
        (lambda: Tally.from_histogram({5: 1}), "item 0 of histogram must be class counts"),
        (lambda: Tally([[0, 5000]]), r"integers in \[0, 4095\]; got 5000 at R\[0\]\[1\]"),
        (lambda: Tally([[0, -1]]), r"got -1 at R\[0\]\[1\]"),
        (lambda: Tally([[0, 1]], [[0], [1]]), "R0 must have the same number of rows"),
        (lambda: Tally("0110"), "R must be a 1-D or 2-D outcome matrix"),
        (lambda: Tally.from_dict([]), "data must be what Tally.to_dict returns; got a list"),
        (lambda: Tally.from_dict({"version": 2, "cells": []}), "data must be of version 1, .*; got 2"),
        (lambda: Tally.from_dict({"version": 1, "cells": [[1, [1]]]}), r"at data\['cells'\]\[0\]; got a list"),
        (lambda: Tally.from_dict({"version": 1, "cells": [[0, [1, 2], []]]}), "got 0 questions"),
        (lambda: Tally.from_dict({"version": 1, "cells": [[1, [1, "2"], []]]}), "got '2' in data"),
        (lambda: Tally.from_dict({"version": 1, "cells": [[1, [1, 2], None]]}), r"data\['cells'\]\[0\] .*; got None"),
        (lambda: Tally.from_dict({"version": 1, "cells": [[1, [1, 2], 0]]}), r"data\['cells'\]\[0\] .*; got 0"),
        (lambda: Tally.from_counts([range(10**12)]), r"rows\[0\] must be class counts.*4096 classes; got 262145"),
        (lambda: Tally.from_histogram([range(10**12)]), "got 262145 values as item 0 of histogram"),
        (lambda: sl.avg(Tally([[0, 1]]), [5]), r"Entries of R must be integers in \[0, 0\].*; the tally has 1"),
        (lambda: sl.bayes(Tally([[0, 1]], [[2]])), r"Entries of R0 must be integers in \[0, 1\].*; the tally has 2"),
    ],
)
def test_errors(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_dictionaries_and_pickles():
    rng = random.Random("dictionaries")
    for _ in range(50):
        rows = [[rng.randint(0, 3) for _ in range(rng.randint(1, 4))] for _ in range(rng.randint(0, 6))]
        prior = [[rng.randint(0, 3) for _ in range(rng.randint(0, 2))] for _ in rows]
        t = Tally(rows, rng.choice((None, prior)), ragged=True)
        data = json.loads(json.dumps(t.to_dict()))
        assert Tally.from_dict(data) == t
        assert data == (Tally() + t).to_dict(), "the same, however it was made"
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(t, protocol)) == t


def test_a_subclass_is_kept():
    class Named(Tally):
        pass

    for t in (Named([[0, 1]]), Named.from_counts([(1, 1)]), Named.from_histogram({(1, 1): 1})):
        assert type(t) is type(copy.copy(t)) is type(Named.from_dict(t.to_dict())) is Named
        assert t == Tally([[0, 1]])
        assert hash(t) == hash(Tally([[0, 1]]))


def test_one_weight_takes_a_tally_of_its_one_class():
    assert sl.avg(Tally([[0, 0]]), [5]) == sl.avg([[0, 0]], [5]) == (5.0, 0.0)
    assert sl.bayes(Tally([[0, 0]], [[0]]), [5]) == sl.bayes([[0, 0]], [5], [[0]]) == (5.0, 0.0)


def test_a_tally_cannot_be_changed():
    t = Tally([[0, 1], [1, 1]])
    for name in ("questions", "trials", "classes", "histogram", "new"):
        with pytest.raises(AttributeError):
            setattr(t, name, 1)
    t.histogram[2, 0] = 5
    t.cells.clear()
    assert t == Tally([[1, 0], [1, 1]])
    assert t.histogram == {(1, 1): 1, (0, 2): 1}


def test_a_pool_of_processes():
    """The recipe of the README for concurrent.futures."""
    rng = random.Random("pool")
    shards = [[[rng.randint(0, 1) for _ in range(5)] for _ in range(20)] for _ in range(8)]
    with ProcessPoolExecutor(2) as pool:
        total = sum(pool.map(partial(Tally, ragged=True), shards), Tally())
    assert total == Tally(row for shard in shards for row in shard)
