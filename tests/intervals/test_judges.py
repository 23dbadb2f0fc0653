"""Check values by a judge and some labels: relations to avg and compare, every small case, and errors."""

from __future__ import annotations

import itertools
import random

from helpers import cases, counts
from oracles import judges

from scorio_lite import Scores, confidence

N = None
TRIALS = (
    [[1, 1, 0, 1], [1, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 0]],
    [[1, N, 0, N], [N, 0, N, 1], [1, N, N, 1], [0, N, N, N], [0, N, 1, N], [N, 1, N, N]],
)


# Relations


def drawn(rng, M=None, share=None):
    M, trials, classes = M or rng.randint(1, 15), rng.randint(1, 3), rng.randint(1, 3)
    share = rng.random() if share is None else share
    verdicts = [[rng.randrange(classes) for _ in range(trials)] for _ in range(M)]
    return verdicts, [[rng.choice([0, 0.5, 1]) if rng.random() < share else N for _ in row] for row in verdicts]


def opposite(labels, top=1):
    return [[y if y is None else top - y for y in row] for row in labels]


@counts(20, 40)
def test_all_labelled_is_avg_and_compare(count):
    """If all trials have labels, the results are those of avg and compare, whatever the verdicts are."""
    for seed in range(count):
        rng = random.Random(seed)
        (verdicts, a), level = drawn(rng, share=1), rng.choice([0.5, 0.95, 0.999])
        others, b = drawn(rng, len(a), share=1)
        assert confidence.judged(verdicts, a, confidence=level) == confidence.avg(Scores(a), confidence=level)
        found = confidence.compare_judged(verdicts, a, others, b, confidence=level)
        assert found == confidence.compare(Scores(a), Scores(b), confidence=level) and found.difference == found[0]


@counts(4, 33)
def test_symmetries(count):
    for seed in range(count):
        rng = random.Random(seed)
        verdicts, labels = drawn(rng)
        others, b = drawn(rng, len(labels))
        one, two = (verdicts, labels), (others, b)
        value, se, lo, hi = found = confidence.judged(*one)
        assert lo <= value <= hi
        mirrored = confidence.judged(verdicts, opposite(labels), low=0)
        exactly = confidence.judged(verdicts, [[y if y is None else -y for y in row] for row in labels], low=-1, high=0)
        assert exactly == (-value + 0.0, se, -hi + 0.0, -lo + 0.0) and mirrored[1] == se
        assert abs(mirrored[0] + value - 1) < 1e-15 and abs(mirrored[2] + hi - 1) < 1e-15
        names = {0: "c", 1: "a", 2: "b"}
        assert confidence.judged([[names[v] for v in row] for row in verdicts], labels) == found
        order = rng.sample(range(len(labels)), len(labels))
        assert confidence.judged([verdicts[i] for i in order], [labels[i][:] for i in order]) == found
        assert confidence.judged([row[::-1] for row in verdicts], [row[::-1] for row in labels]) == found
        scaled = confidence.judged(verdicts, [[y if y is None else 4 * y for y in row] for row in labels], high=4)
        assert scaled == tuple(4 * x for x in found)
        value, se, lo, hi = confidence.compare_judged(*one, *two)
        assert lo <= value <= hi
        assert confidence.compare_judged(*two, *one) == (-value + 0.0, se, -hi + 0.0, -lo + 0.0)
        for function, given in (confidence.judged, one), (confidence.compare_judged, (*one, *two)):
            ends = [function(*given, confidence=level)[2:] for level in (0.5, 0.8, 0.95, 0.9545, 0.99, 0.999)]
            assert all(b[0] <= a[0] and a[1] <= b[1] for a, b in zip(ends, ends[1:]))


@cases("step", [3], [1])
def test_all_small_data(step):
    """Every way to label three questions of one trial with two different verdicts agrees with the definition."""
    verdicts = [[1], [1], [0]]
    for i, labels in enumerate(itertools.product((0, 1, N), repeat=3)):
        rows = [[y] for y in labels]
        assert confidence.judged(verdicts, rows) == judges.judged(verdicts, rows), labels
        for others in itertools.islice(itertools.product((0, N), repeat=3), i % step, None, step):
            two = [[y] for y in others]
            expected = judges.compare_judged(verdicts, rows, verdicts[::-1], two)
            assert confidence.compare_judged(verdicts, rows, verdicts[::-1], two) == expected, (labels, others)
