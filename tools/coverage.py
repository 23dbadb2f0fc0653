"""Simulate how often the intervals, ranks and suites of scorio_lite.confidence hold the truth, cell by cell.

python tools/coverage.py [--check] [--runs N] [--seed TEXT] [GROUP ...]

A cell is a way to draw data with a known truth, and what is asked of them: in each run the interval holds the truth, or
does not. Cells stand in groups; a function with `@group` makes the cells of one, and a new group is such a function. A
cell that is known to hold less often says why; all others must hold in FLOORS of their runs, within the noise.

--check is for CI: a part of the cells with few runs, the same each time, in less than 30 seconds. It fails if a cell
holds too rarely. Standard library alone.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from bisect import bisect
from collections import Counter
from functools import lru_cache, partial
from itertools import accumulate, product
from pathlib import Path
from statistics import NormalDist, stdev
from typing import Any, Callable, Iterator, NamedTuple, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scorio_lite import Scores, Tally, VoteTally, confidence, cons_at_k, eval, special

Held = Tuple[bool, float]  # whether the truth is held, and the width
FLOORS = {0.8: 0.74, 0.95: 0.9, 0.99: 0.975, 0.999: 0.994}  # of the runs, for the confidence that is asked for
LEVELS = 40  # of difficulty
QUICK = 3000  # questions drawn in a run of --check at most; the more, the fewer runs
MOST_DRAWN = 4_000_000  # questions of a cell, or 40 runs
FEW = 12  # cells of a group in --check


class Cell(NamedTuple):
    name: str
    draw: Callable[[random.Random], Held]
    level: float = 0.95
    size: int = 100  # questions drawn in a run, for the time it takes
    known: str = ""  # why it holds less often than it should
    is_other: bool = False  # an interval that is not ours, to compare


GROUPS: dict[str, Callable[[], Iterator[Cell]]] = {}


def group(name: str) -> Callable[[Callable[[], Iterator[Cell]]], Callable[[], Iterator[Cell]]]:
    def add(cells: Callable[[], Iterator[Cell]]) -> Callable[[], Iterator[Cell]]:
        GROUPS[name] = cells
        return cells

    return add


def held(found: Sequence[float], truth: float) -> Held:
    """By an interval (value, se, lo, hi). Truths are sums of floats: one that is 0 or 1 is a hair off."""
    return found[2] - 1e-12 <= truth <= found[3] + 1e-12, found[3] - found[2]


# Questions: their rates, and what is drawn of them

SHAPES: dict[str, Callable[[float], float]] = {  # the rate at rank u, from 0 to 1
    "uniform": lambda u: u,
    "U": lambda u: math.sin(math.pi * u / 2) ** 2,  # Beta(1/2, 1/2)
    "high": lambda u: u ** (1 / 8),
    "same": lambda _: 0.3,
    "mix": lambda u: 0.1 if u < 0.5 else 0.9,
    "hopeless": lambda u: max(0.0, (u - 0.4) / 0.6),  # 40 % are never solved
    "rare failures": lambda u: 1 - 0.04 * u,
}
METRICS: list[tuple[int, str, Any]] = [  # N, metric, k
    (1, "avg", None), (4, "avg", None), (4, "pass_at_k", 2), (8, "pass_hat_k", 4), (8, "mg_pass_at_k", 3),
    (16, "auc_at_k", 16), (64, "maj_at_k", 9),
]  # fmt: skip


@lru_cache(maxsize=None)
def rates(shape: str) -> list[float]:
    return [SHAPES[shape]((level + 0.5) / LEVELS) for level in range(LEVELS)]


@lru_cache(maxsize=None)
def chances(p: float, N: int) -> list[float]:
    """Of 0, of at most 1, ... successes among N trials, without the last, which is 1."""
    if p in (0, 1):
        return [1 - p] * N
    log_p, log_q = math.log(p), math.log1p(-p)
    ways = [math.lgamma(N + 1) - math.lgamma(j + 1) - math.lgamma(N - j + 1) for j in range(N)]
    return list(accumulate(math.exp(way + j * log_p + (N - j) * log_q) for j, way in enumerate(ways)))


def successes(rng: random.Random, p: float, N: int) -> int:
    """The first number whose chance is above a random one."""
    return bisect(chances(p, N), rng.random())


@lru_cache(maxsize=None)
def worth(metric: str, k: Any, p: float) -> float:
    """The metric of k fresh trials: what j successes among k earn, times the chance of j."""
    if k is None:
        return p
    earned = [getattr(eval, metric)([1] * j + [0] * (k - j), k) for j in range(k + 1)]
    return math.fsum(e * math.comb(k, j) * p**j * (1 - p) ** (k - j) for j, e in enumerate(earned))


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


@lru_cache(maxsize=1 << 14)
def interval(metric: str, k: Any, counts: tuple[tuple[tuple[int, int], int], ...], asked: str, level: float) -> Any:
    """Of a tally; small ones come again and again."""
    rest = [] if k is None else [k]
    return getattr(confidence, metric)(Tally.from_histogram(counts), *rest, questions=asked, confidence=level)


def of_counts(metric: str, k: Any, pairs: list[tuple[int, int]], asked: str, level: float) -> Any:
    """Of questions given as (failures, successes)."""
    return interval(metric, k, tuple(sorted(Counter(pairs).items())), asked, level)


@group("values")
def values() -> Iterator[Cell]:
    for shape, M, (N, metric, k), asked in product(SHAPES, (5, 30, 164, 1000), METRICS, ("new", "these")):
        for level in FLOORS if metric == "avg" and M == 30 else (0.95,):
            name = f"{asked} {shape} M={M} N={N} {metric}{'' if k is None else f' k={k}'}"
            yield Cell(name, partial(draw_values, shape, M, N, metric, k, asked, level), level, M)


def draw_values(
    shape: str, M: int, N: int, metric: str, k: Any, asked: str, level: float, rng: random.Random
) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    found = of_counts(metric, k, [(N - s, s) for s in (successes(rng, p, N) for p in drawn)], asked, level)
    return held(found, mean([worth(metric, k, p) for p in (drawn if asked == "these" else rates(shape))]))


@group("rare events")
def rare_events() -> Iterator[Cell]:
    """Of one trial each: one failure in so many questions."""
    for M, each in product((30, 100, 300), (1, 2, 3)):
        yield Cell(f"a failure in {M * each} on {M}", partial(draw_rare, M, 1 / (M * each)), size=M)
    why = "Wilson's near end: a rate of 1 in 6 M"
    yield Cell("a failure in 1800 on 300", partial(draw_rare, 300, 1 / 1800), size=300, known=why)


def draw_rare(M: int, p: float, rng: random.Random) -> Held:
    failed = successes(rng, p, M)
    return held(of_counts("avg", None, [(1, 0)] * failed + [(0, 1)] * (M - failed), "new", 0.95), 1 - p)


GRADED: dict[str, dict[float, float]] = {  # {reward: chance} on a scale from 0 to 1
    "a rare 1": {0.3: 0.98, 1: 0.02},
    "a rarer 1": {0.3: 0.995, 1: 0.005},
    "a rare 0": {0.7: 0.98, 0: 0.02},
    "spikes": {0: 0.45, 1: 0.45, 0.5: 0.1},
    "narrow": {0.45: 0.3, 0.5: 0.4, 0.55: 0.3},
    "five points": {0: 0.1, 0.25: 0.2, 0.5: 0.4, 0.75: 0.2, 1: 0.1},
    "mostly 1": {1: 0.9, 0.9: 0.05, 0: 0.05},
}


@group("graded")
def graded() -> Iterator[Cell]:
    for name, M, level in product(GRADED, (5, 30, 100, 1000), (0.8, 0.95, 0.999)):
        yield Cell(f"{name} M={M}", partial(draw_graded, name, M, level), level, M)


def draw_graded(name: str, M: int, level: float, rng: random.Random) -> Held:
    w, odds = [0.0, 1.0, *GRADED[name]], list(GRADED[name].values())
    drawn = Counter(rng.choices(range(2, len(w)), odds, k=M))
    tally = Tally.from_histogram({tuple(int(j == one) for j in range(len(w))): n for one, n in drawn.items()})
    return held(confidence.avg(tally, w, confidence=level), math.fsum(x * p for x, p in GRADED[name].items()))


SCORES: dict[str, Callable[[float], float]] = {  # the score at rank u, on a scale from 0 to 1
    **{name: SHAPES[name] for name in ("uniform", "U", "high")},
    "narrow": lambda u: 0.5 + 0.02 * NormalDist().inv_cdf(u),
    "a band": lambda u: 0.9 + 0.1 * u,
    "log-normal": lambda u: min(1.0, math.exp(NormalDist().inv_cdf(u) - 3)),
    "five points": lambda u: int(5 * u) / 4,
    "a spike at 0": lambda u: max(0.0, (u - 0.6) / 0.4),
    "a spike at 1": lambda u: min(1.0, u / 0.2),
    "spikes": lambda u: 0.0 if u < 0.45 else 0.5 if u < 0.55 else 1.0,
    "rare zeros": lambda u: 0.0 if u < 0.02 else 0.8 + 0.1 * u,
    "a rare 1": lambda u: 1.0 if u < 0.02 else 0.3,
    "a rarer 1": lambda u: 1.0 if u < 0.005 else 0.3,
}
RANKS = 1000  # of a score, equally likely


@lru_cache(maxsize=None)
def possible(name: str) -> list[float]:
    return [SCORES[name]((rank + 0.5) / RANKS) for rank in range(RANKS)]


@group("scores")
def scores() -> Iterator[Cell]:
    """One of each question, and Student's t for comparison; for these questions, four of each."""
    for M, name in product((5, 30, 100, 1000), SCORES):
        yield Cell(f"{name} M={M}", partial(draw_scores, name, M, 1), size=2 * M)
    for name in SCORES:
        yield Cell(f"these, {name} M=30 N=4", partial(draw_scores, name, 30, 4), size=240)


@group("scores by t")
def scores_by_t() -> Iterator[Cell]:
    for M, name in product((5, 30, 100, 1000), SCORES):
        yield Cell(f"{name} M={M}", partial(draw_t, name, M), size=M, is_other=True)


def draw_scores(name: str, M: int, N: int, rng: random.Random) -> Held:
    drawn = Scores([rng.choices(possible(name), k=N) for _ in range(M)])
    return held(confidence.avg(drawn, questions="these" if N > 1 else "new"), mean(possible(name)))


def draw_t(name: str, M: int, rng: random.Random) -> Held:
    drawn = rng.choices(possible(name), k=M)
    reach = stdev(drawn) / math.sqrt(M) * t_quantile(M - 1)
    return held((0, 0, mean(drawn) - reach, mean(drawn) + reach), mean(possible(name)))


@lru_cache(maxsize=None)
def t_quantile(df: int) -> float:
    return special.student_t_quantile(0.975, df)


# Two models


@lru_cache(maxsize=1 << 14)
def paired(M: int, wins: int, losses: int, level: float) -> Any:
    """The interval of a difference, of one trial each."""
    same = M - wins - losses
    first, second = [[1]] * wins + [[0]] * losses, [[0]] * wins + [[1]] * losses
    rest = [[1]] * (same // 2) + [[0]] * (same - same // 2)
    return confidence.compare(first + rest, second + rest, confidence=level)


@group("differences")
def differences() -> Iterator[Cell]:
    """From models that hardly differ to such as have little in common: what share differs, and who wins of it."""
    for M, share, wins in product((20, 100, 300, 1000), (0.002, 0.005, 0.02, 0.1, 0.4), (0.5, 0.8, 1.0)):
        for level in FLOORS:
            yield Cell(f"M={M} differ={share} wins={wins}", partial(draw_pair, M, share, wins, level), level, 100)


def draw_pair(M: int, share: float, wins: float, level: float, rng: random.Random) -> Held:
    differ = successes(rng, share, M)
    won = successes(rng, wins, differ) if wins < 1 else differ
    return held(paired(M, won, differ - won, level), share * (2 * wins - 1))


@group("differences of these")
def differences_of_these() -> Iterator[Cell]:
    for shape, M, N in product(("uniform", "mix", "rare failures"), (10, 100), (1, 4)):
        yield Cell(f"{shape} M={M} N={N}", partial(draw_difference, shape, M, N), size=2 * M)


def draw_difference(shape: str, M: int, N: int, rng: random.Random) -> Held:
    pair = [rng.choices(rates(shape), k=M) for _ in range(2)]
    tallies = [Tally.from_counts([(N - s, s) for s in (successes(rng, p, N) for p in one)]) for one in pair]
    return held(confidence.compare(*tallies, questions="these"), mean(pair[0]) - mean(pair[1]))


# Clusters: alike (all questions of a cluster come out the same), or independent

CLUSTERS: dict[str, list[int]] = {
    "20 of 5": [5] * 20,
    "100 of 3": [3] * 100,
    "1 to 8": [1 + i % 8 for i in range(40)],
    "one of 100 and 20 singles": [100] + [1] * 20,
    "5 of 20": [20] * 5,
    "100 of 20": [20] * 100,
}


@group("clusters")
def clusters() -> Iterator[Cell]:
    for name, is_alike, p in product(list(CLUSTERS)[:5], (True, False), (0.5, 0.9)):
        kind = f"{name}, {'alike' if is_alike else 'independent'}"
        yield Cell(f"{kind} p={p}", partial(draw_clusters, name, is_alike, p), size=150)
        yield Cell(f"{kind} difference={1 - p:.1f}", partial(draw_flips, name, is_alike, 1 - p, 0.0), size=300)
    why = "flips of whole clusters that were not seen, beside 10 % of single ones"
    yield Cell("100 of 20, rare flips", partial(draw_flips, "100 of 20", True, 0.01, 0.1), size=4000, known=why)


def by_cluster(rng: random.Random, name: str, is_alike: bool, p: float) -> list[int]:
    drawn: list[int] = []
    for size in CLUSTERS[name]:
        drawn += [int(rng.random() < p)] * size if is_alike else [int(rng.random() < p) for _ in range(size)]
    return drawn


def labels(name: str) -> list[int]:
    return [i for i, size in enumerate(CLUSTERS[name]) for _ in range(size)]


def draw_clusters(name: str, is_alike: bool, p: float, rng: random.Random) -> Held:
    R = [[x] for x in by_cluster(rng, name, is_alike, p)]
    return held(confidence.avg(R, clusters=labels(name)), p)


def draw_flips(name: str, is_alike: bool, p: float, noise: float, rng: random.Random) -> Held:
    """The first model wins where a question flips; and wins or loses as often by noise."""
    flips = by_cluster(rng, name, is_alike, p)
    both = [(1, 0) if x else ((1, 0), (0, 1))[rng.randrange(2)] if rng.random() < noise else (1, 1) for x in flips]
    return held(confidence.compare([[a] for a, _ in both], [[b] for _, b in both], clusters=labels(name)), p)


# These questions, where trials differ


@group("these, ragged or nearly sure")
def ragged() -> Iterator[Cell]:
    """Trials that depend on difficulty; and rates that are nearly 0 or 1."""
    for shape, M in product(("uniform", "mix", "U"), (20, 100)):
        for kind in ("hard more", "easy more"):
            yield Cell(f"{shape} M={M} {kind}", partial(draw_ragged, shape, M, kind), size=4 * M)
    for M, N, p, share in product((20, 50, 200), (1, 2, 8), (0.001, 0.01, 0.05), (0.5, 1.0)):
        why = "a success in 6 M N, Wilson's near end" if (M, N, p, share) == (20, 8, 0.001, 1) else ""
        yield Cell(f"p={p} in {share} M={M} N={N}", partial(draw_sure, M, N, p, share), size=M, known=why)


def draw_ragged(shape: str, M: int, kind: str, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    counts = []
    for p in drawn:
        N = 12 if (p < 0.5) == (kind == "hard more") else 1
        s = successes(rng, p, N)
        counts.append((N - s, s))
    return held(of_counts("avg", None, counts, "these", 0.95), mean(drawn))


def draw_sure(M: int, N: int, p: float, share: float, rng: random.Random) -> Held:
    drawn = [p if i < share * M else 1 - p for i in range(M)]
    counts = [(N - s, s) for s in (successes(rng, one, N) for one in drawn)]
    return held(of_counts("avg", None, counts, "these", 0.95), mean(drawn))


# Votes

WRONG = (4 / 7, 2 / 7, 1 / 7)  # kinds of wrong answers


@group("votes")
def votes() -> Iterator[Cell]:
    for shape, M, (N, k), asked in product(("uniform", "mix"), (5, 50), ((5, 3), (16, 5)), ("new", "these")):
        yield Cell(f"{asked} {shape} M={M} N={N} k={k}", partial(draw_votes, shape, M, N, k, asked), size=4 * M)


@lru_cache(maxsize=None)
def won(p: float, k: int) -> float:
    """The chance that the right answer wins the vote of k fresh trials."""
    total = []
    for counts in product(range(k + 1), repeat=len(WRONG)):
        right = k - sum(counts)
        if right >= 0:
            ways = math.factorial(k) // math.prod(map(math.factorial, (right, *counts)))
            chance = ways * p**right * math.prod(((1 - p) * share) ** n for share, n in zip(WRONG, counts))
            total.append(chance * cons_at_k(VoteTally.from_counts([([right], counts, 0)]), k=k))
    return math.fsum(total)


def draw_votes(shape: str, M: int, N: int, k: int, asked: str, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    right = [successes(rng, p, N) for p in drawn]
    wrong = [Counter(rng.choices(range(len(WRONG)), WRONG, k=N - s)) for s in right]
    found = VoteTally.from_counts([([s], list(counts.values()), 0) for s, counts in zip(right, wrong)])
    truth = mean([won(p, k) for p in (drawn if asked == "these" else rates(shape))])
    return held(confidence.cons_at_k(found, k=k, questions=asked), truth)


# Suites

MMLU = (
    100, 135, 152, 265, 144, 100, 100, 100, 173, 102, 100, 235, 114, 145, 378, 126, 100, 310, 203, 100, 165, 198, 193,
    390, 270, 238, 151, 545, 216, 204, 237, 223, 131, 121, 108, 163, 112, 103, 234, 100, 783, 346, 895, 306, 311, 324,
    282, 1534, 272, 612, 110, 245, 201, 100, 166, 171, 265,
)  # fmt: skip
SUITES: dict[str, Sequence[int]] = {
    "20 of 1": [1] * 20, "60 of 1": [1] * 60, "10 of 5": [5] * 10, "5, 50 and 500": [5, 50, 500], "30 and 30": [30, 30],
    "20 of 2": [2] * 20, "MMLU": MMLU,
}  # fmt: skip


@group("suites")
def suites() -> Iterator[Cell]:
    for name, rate, weighted, pair in product(SUITES, (0.5, 0.9), (False, True), (False, True)):
        kind = f"{name} rate={rate}{' by size' if weighted else ''}{' difference' if pair else ''}"
        yield Cell(kind, partial(draw_suite, name, rate, weighted, pair), size=sum(SUITES[name]) * 3)


def draw_suite(name: str, rate: float, weighted: bool, pair: bool, rng: random.Random) -> Held:
    """Each benchmark has a rate of its own, near to the common one; of a pair, the first wins where they differ."""
    sizes = SUITES[name]
    own = [min(1.0, max(0.0, rate + 0.2 * ((i * 7) % 5 - 2) / 4)) for i in range(len(sizes))]
    drawn = [successes(rng, p, M) if p < 1 else M for p, M in zip(own, sizes)]
    weights = {"weights": list(sizes)} if weighted else {}
    total = sum(sizes)
    truth = math.fsum(p * (M / total if weighted else 1 / len(sizes)) for p, M in zip(own, sizes))
    runs = [[[1]] * s + [[0]] * (M - s) for s, M in zip(drawn, sizes)]
    if not pair:
        return held(confidence.suite(runs, **weights), truth)
    return held(confidence.compare_suite(runs, [[[0]] * M for M in sizes], **weights), truth)


# Boards: whether all orders that the ranks state are true


@group("boards")
def boards() -> Iterator[Cell]:
    for kind, m, M, N in product(("equal", "steps", "one better"), (3, 10, 30), (30, 100, 500), (1, 4)):
        yield Cell(f"{kind} m={m} M={M} N={N}", partial(draw_board, kind, m, M, N), size=m * M * 2)


def draw_board(kind: str, m: int, M: int, N: int, rng: random.Random) -> Held:
    gain = {"equal": [0.0] * m, "steps": [0.1 * i / m for i in range(m)], "one better": [0.1] + [0.0] * (m - 1)}[kind]
    common = [rng.uniform(0, 0.9) for _ in range(M)]
    models = [[[int(rng.random() < p + more) for _ in range(N)] for p in common] for more in gain]
    ranks = confidence.ranks(models)
    false = any(ranks[i][1] < ranks[j][0] and gain[i] <= gain[j] for i, j in product(range(m), repeat=2))
    return not false, mean([worst - best for best, worst in ranks])


@group("gates")
def gates() -> Iterator[Cell]:
    """Candidates whose true loss is the margin: none may pass, with alpha shared among them."""
    for candidates, M in product((1, 5), (100, 500)):
        yield Cell(f"{candidates} candidates M={M}", partial(draw_gate, candidates, M), size=candidates * 60)
    why = "twenty candidates at the margin with one-sided losses"
    yield Cell("20 candidates M=500", partial(draw_gate, 20, 500), size=1200, known=why)


def draw_gate(candidates: int, M: int, rng: random.Random) -> Held:
    found = [paired(M, 0, successes(rng, 0.02, M), 1 - 0.05 / candidates) for _ in range(candidates)]
    return all(one[2] <= -0.02 <= one[3] or one[3] < -0.02 for one in found), found[0][3] - found[0][2]


@group("every look")
def looks() -> Iterator[Cell]:
    """Intervals with anytime=True hold the truth in a run if they do so at each of about twenty looks."""
    for shape in ("uniform", "mix", "rare failures"):
        for N, metric, k in METRICS[:3]:
            yield Cell(f"{shape} N={N} {metric} {k or ''}", partial(draw_looks, shape, N, metric, k), size=2999 + N)
        yield Cell(f"{shape} difference N=3", partial(draw_looks_at_pairs, shape), size=4000)
        yield Cell(f"{shape} rounds of these", partial(draw_rounds, shape), size=4000)
    for wins, losses in ((0.1, 0.1), (0.15, 0.05), (0.02, 0.0)):
        yield Cell(f"pairs {wins:g} {losses:g}", partial(draw_looks_at_ties, wins, losses), size=3000)


def at_looks(rows: list[Any], look: Callable[[int], Any], truth: float) -> Held:
    found = [held(look(n), truth) for n in range(2, len(rows) + 1, max(1, len(rows) // 20))]
    return all(is_held for is_held, _ in found), found[-1][1]


def draw_looks(shape: str, N: int, metric: str, k: Any, rng: random.Random) -> Held:
    rows = [row_of(rng, p, N) for p in rng.choices(rates(shape), k=60)]
    function, rest = getattr(confidence, metric), () if k is None else (k,)
    truth = mean([worth(metric, k, p) for p in rates(shape)])
    return at_looks(rows, lambda n: function(rows[:n], *rest, anytime=True), truth)


def draw_looks_at_pairs(shape: str, rng: random.Random) -> Held:
    questions = rng.choices(rates(shape), k=60)
    a, b = ([row_of(rng, share * p, 3) for p in questions] for share in (1, 0.8))
    return at_looks(a, lambda n: confidence.compare(a[:n], b[:n], anytime=True), 0.2 * mean(rates(shape)))


def draw_looks_at_ties(wins: float, losses: float, rng: random.Random) -> Held:
    found = [(x < wins, wins <= x < wins + losses) for x in (rng.random() for _ in range(300))]
    a, b = [[int(won)] for won, _ in found], [[int(lost)] for _, lost in found]
    return at_looks(a, lambda n: confidence.compare(a[:n], b[:n], anytime=True), wins - losses)


def draw_rounds(shape: str, rng: random.Random) -> Held:
    questions = rng.choices(rates(shape), k=20)
    rounds = [[int(rng.random() < p) for p in questions] for _ in range(20)]

    def look(n: int) -> Any:
        return confidence.avg(list(map(list, zip(*rounds[:n]))), questions="these", anytime=True)

    return at_looks(rounds, look, mean(questions))


RATES: dict[str, Callable[[float], float]] = {  # beside SHAPES, of more trials than there are
    "rarely": lambda u: 0.5 * u**10,
    "90 % hopeless": lambda u: 0.01 * (u > 0.9),
    "all 2 %": lambda _: 0.02,
    "2 % or 90 %": lambda u: 0.02 if u < 0.5 else 0.9,
}


@group("beyond")
def beyond() -> Iterator[Cell]:
    """Pass@k for k > N, with rates of many kinds, and with hopeless questions beside some solved q times in N."""
    for (name, shape), M, N in product({**SHAPES, **RATES}.items(), (100, 500), (8, 64)):
        shares = Counter(shape((level + 0.5) / LEVELS) for level in range(LEVELS))
        for k in (N + 1, 2 * N, 10 * N):
            yield Cell(f"{name} M={M} N={N} k={k}", partial(draw_beyond, tuple(shares.items()), M, N, k), size=M)
    for M, N, hopeless, q in product((20, 100), (8, 64), (50, 80, 95, 99), (1 / 8, 1, 4)):
        is_rare = M * (100 - hopeless) * (1 - (1 - q / N) ** N) < 150
        known = "about one question is solved in all" if is_rare else ""
        for k in (N + 1, 10 * N, 1000 * N):
            draw = partial(draw_beyond, ((0.0, hopeless), (q / N, 100 - hopeless)), M, N, k)
            yield Cell(f"{hopeless} % hopeless, q={q:g} M={M} N={N} k={k}", draw, size=M, known=known)


def draw_beyond(shares: tuple[tuple[float, int], ...], M: int, N: int, k: int, rng: random.Random) -> Held:
    rates, weights = zip(*shares)
    solved = Counter(successes(rng, p, N) for p in rng.choices(rates, weights, k=M))
    lo, hi = bounds(tuple(sorted(((N - s, s), number) for s, number in solved.items())), k)
    truth = 1 - math.fsum(number * (1 - p) ** k for p, number in shares) / sum(weights)
    return held((truth, 0, lo, hi), truth)


@lru_cache(maxsize=1 << 14)
def bounds(counts: tuple[tuple[tuple[int, int], int], ...], k: int) -> tuple[float, float]:
    return confidence.beyond(Tally.from_histogram(counts), k)


def row_of(rng: random.Random, p: float, N: int) -> list[int]:
    return [int(rng.random() < p) for _ in range(N)]


# What comes of it


class Result(NamedTuple):
    cell: Cell
    runs: int
    share: float
    width: float

    def is_low(self) -> bool:
        """Below what is promised by more than three standard errors."""
        if self.cell.is_other:
            return False
        floor = FLOORS[self.cell.level]
        return self.share < floor - 3 * math.sqrt(floor * (1 - floor) / self.runs)

    def __str__(self) -> str:
        cell = self.cell
        return f"{cell.name:55}{100 * cell.level:6g} %{self.runs:6} runs {self.share:7.1%}  width {self.width:.3f}"


def simulated(title: str, cell: Cell, runs: int, seed: str) -> Result:
    rng = random.Random(f"{seed} {title} {cell.name} {cell.level}")
    found = [cell.draw(rng) for _ in range(runs)]
    return Result(cell, runs, sum(is_held for is_held, _ in found) / runs, mean([width for _, width in found]))


def table(results: dict[str, list[Result]]) -> str:
    lines = [f"{'':32}{'level':>8}{'cells':>7}{'mean':>8}{'worst':>8}  the worst"]
    for title, found in results.items():
        for level in sorted({one.cell.level for one in found}):
            usual = [one for one in found if one.cell.level == level and not one.cell.known]
            if usual:
                worst = min(usual, key=lambda one: one.share)
                text = f"{title:32}{f'{100 * level:g} %':>8}{len(usual):7}{mean([one.share for one in usual]):8.1%}"
                lines.append(f"{text}{worst.share:8.1%}  {worst.cell.name}")
    known = [(title, one) for title, found in results.items() for one in found if one.cell.known]
    lines += ["", "Known to hold less often:"] if known else []
    lines += [f"{one.share:7.1%}  {title}, {one.cell.name}: {one.cell.known}" for title, one in known]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"any of {', '.join(GROUPS)}; all without")
    parser.add_argument("--check", action="store_true", help="the part for CI: exit with 1 if a cell holds too rarely")
    parser.add_argument("--runs", type=int, default=400, metavar="N", help="of each cell (default: 400)")
    parser.add_argument("--seed", default="coverage", metavar="TEXT")
    options = parser.parse_args()
    results: dict[str, list[Result]] = {}
    for title in options.groups or GROUPS:
        cells = list(GROUPS[title]())
        if options.check:
            cells = [cell for cell in random.Random(title).sample(cells, min(FEW, len(cells))) if cell.size <= QUICK]
        for cell in cells:
            runs = max(40, min(options.runs, (10 * QUICK if options.check else MOST_DRAWN) // cell.size))
            results.setdefault(title, []).append(simulated(title, cell, runs, options.seed))
            print(results[title][-1], flush=True)
    print(f"\n{table(results)}")
    low = [(title, one) for title, found in results.items() for one in found if one.is_low() and not one.cell.known]
    for title, one in low:
        print(f"TOO LOW  {title}, {one}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
