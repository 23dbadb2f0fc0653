"""Check values by a judge and some labels: relations to avg and compare, symmetries, every small case."""

from __future__ import annotations

import random

from helpers import counts

from scorio_lite import Scores, confidence


def drawn(rng, M=None, share=None):
    M, trials, classes = M or rng.randint(1, 15), rng.randint(1, 3), rng.randint(1, 3)
    share = rng.random() if share is None else share
    verdicts = [[rng.randrange(classes) for _ in range(trials)] for _ in range(M)]
    return verdicts, [[rng.choice([0, 0.5, 1]) if rng.random() < share else None for _ in row] for row in verdicts]


def times(labels, x):
    return [[y if y is None else x * y for y in row] for row in labels]


@counts(20, 40)
def test_all_labelled_is_avg_and_compare(count):
    """If all trials have labels, the results are those of avg and compare, whatever the verdicts are."""
    for seed in range(count):
        rng = random.Random(seed)
        (verdicts, a), how = drawn(rng, share=1), {"confidence": rng.choice([0.5, 0.95, 0.999])}
        others, b = drawn(rng, len(a), share=1)
        assert confidence.judged(verdicts, a, **how) == confidence.avg(Scores(a), **how)
        found = confidence.compare_judged(verdicts, a, others, b, **how)
        assert found == confidence.compare(Scores(a), Scores(b), **how) and found.difference == found[0]


@counts(4, 33)
def test_symmetries(count):
    for seed in range(count):
        rng = random.Random(seed)
        verdicts, labels = one = drawn(rng)
        two = drawn(rng, len(labels))
        value, se, lo, hi = found = confidence.judged(*one)
        negated = confidence.judged(verdicts, times(labels, -1), low=-1, high=0)
        assert negated == (-value + 0.0, se, -hi + 0.0, -lo + 0.0)
        assert confidence.judged(verdicts, times(labels, 4), high=4) == tuple(4 * x for x in found)
        assert confidence.judged([["cab"[v] for v in row] for row in verdicts], labels) == found
        order = rng.sample(range(len(labels)), len(labels))
        assert confidence.judged(*([rows[i][::-1] for i in order] for rows in one)) == found
        value, se, lo, hi = confidence.compare_judged(*one, *two)
        assert confidence.compare_judged(*two, *one) == (-value + 0.0, se, -hi + 0.0, -lo + 0.0)
