"""Simulate how often the intervals and ranks of scorio_lite.confidence hold the truth.

python tools/coverage.py [--check] [--runs N] [--seed TEXT] [GROUP ...]

A cell is a kind of data, such as 30 questions of one trial. A run of a cell draws such data with a known truth,
computes an interval (or ranks) from them, and notes whether it holds the truth. The functions that draw a run are
decorated with `@group`, whose arguments list the cells. In each cell, at least the share FLOORS of the runs must hold
the truth, within the noise of a simulation. If a cell is known to hold it less often, its argument `known` says why.

--check is for CI: it runs a part of the cells, the same each time, with few runs, in less than 30 seconds. It fails if
a cell holds the truth too rarely. It needs only the standard library.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from bisect import bisect
from collections import Counter
from functools import lru_cache, partial
from inspect import signature
from itertools import accumulate, product
from pathlib import Path
from statistics import NormalDist, stdev
from typing import Any, Callable, Iterable, NamedTuple, Sequence, Tuple

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
    level: float
    size: int  # questions drawn in a run, for the time it takes
    known: str  # why it holds less often than it should


Draw = Callable[..., Held]
BY_T = "scores by t"  # the group of an interval that is not ours, to compare
GROUPS: dict[str, list[Cell]] = {}


def group(
    title: str, name: str, arguments: Iterable[Sequence[Any]], *, cost: int = 1, size: int = 0, known: str = ""
) -> Callable[[Draw], Draw]:
    """Return a decorator that adds one cell to the group `title` for each item of `arguments`.

    A run of the cell calls the decorated function with the item's values and a random generator. The values also fill
    the braces in `name`.
    """

    def add(draw: Draw) -> Draw:
        for some in arguments:
            given = dict(zip(signature(draw).parameters, some))
            drawn = size or cost * given["M"] * given.get("m", 1)
            cell = Cell(name.format(**given), partial(draw, *some), given.get("level", 0.95), drawn, known)
            GROUPS.setdefault(title, []).append(cell)
        return draw

    return add


def held(found: Sequence[float], truth: float) -> Held:
    """Return (whether an interval (value, se, lo, hi) holds the truth, up to rounding; its width)."""
    return found[2] - 1e-12 <= truth <= found[3] + 1e-12, found[3] - found[2]


def all_orders(ranks: list[tuple[int, int]]) -> Held:
    """Return (whether the ranks of equally good models leave every order possible, the mean width of the ranks)."""
    return ranks == [(1, len(ranks))] * len(ranks), mean([worst - best for best, worst in ranks])


# Questions: their rates, and draws from them

SHAPES: dict[str, Callable[[float], float]] = {  # the rate at rank u, from 0 to 1
    "uniform": lambda u: u,
    "U": lambda u: math.sin(math.pi * u / 2) ** 2,  # Beta(1/2, 1/2)
    "high": lambda u: u ** (1 / 8),
    "same": lambda _: 0.3,
    "mix": lambda u: 0.1 if u < 0.5 else 0.9,
    "hopeless": lambda u: max(0.0, (u - 0.4) / 0.6),  # 40 % are never solved
    "rare failures": lambda u: 1 - 0.04 * u,
}


class Metric(NamedTuple):
    N: int
    name: str = "avg"
    k: Any = None

    def __str__(self) -> str:
        return f"N={self.N} {self.name}{'' if self.k is None else f' k={self.k}'}"


METRICS = [
    Metric(1),
    Metric(4),
    Metric(4, "pass_at_k", 2),
    Metric(8, "pass_hat_k", 4),
    Metric(8, "mg_pass_at_k", 3),
    Metric(16, "auc_at_k", 16),
    Metric(64, "maj_at_k", 9),
]


@lru_cache(maxsize=None)
def rates(shape: str) -> list[float]:
    return [SHAPES[shape]((level + 0.5) / LEVELS) for level in range(LEVELS)]


@lru_cache(maxsize=None)
def chances(p: float, N: int) -> list[float]:
    """Return the chances of at most 0, at most 1, ..., at most N - 1 successes among N trials."""
    if p in (0, 1):
        return [1 - p] * N
    log_p, log_q = math.log(p), math.log1p(-p)
    ways = [math.lgamma(N + 1) - math.lgamma(j + 1) - math.lgamma(N - j + 1) for j in range(N)]
    return list(accumulate(math.exp(way + j * log_p + (N - j) * log_q) for j, way in enumerate(ways)))


def successes(rng: random.Random, p: float, N: int) -> int:
    """Draw the number of successes among N trials."""
    return bisect(chances(p, N), rng.random())


def counted(rng: random.Random, p: float, N: int) -> tuple[int, int]:
    """Draw a question with the success rate p: (failures, successes) of N trials."""
    s = successes(rng, p, N)
    return N - s, s


def row_of(rng: random.Random, p: float, N: int) -> list[int]:
    return [int(rng.random() < p) for _ in range(N)]


@lru_cache(maxsize=None)
def worth(metric: Metric, p: float) -> float:
    """Return the mean of the metric over k fresh trials of a question with the success rate p."""
    k = metric.k
    if k is None:
        return p
    earned = [getattr(eval, metric.name)([1] * j + [0] * (k - j), k) for j in range(k + 1)]
    return math.fsum(e * math.comb(k, j) * p**j * (1 - p) ** (k - j) for j, e in enumerate(earned))


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def value(metric: Metric, data: Any, **how: Any) -> Any:
    return getattr(confidence, metric.name)(data, *([] if metric.k is None else [metric.k]), **how)


@lru_cache(maxsize=1 << 14)
def interval(metric: Metric, counts: tuple[tuple[tuple[int, int], int], ...], asked: str, level: float) -> Any:
    """Return the interval of the tally with these counts. It is cached, because small tallies come again and again."""
    return value(metric, Tally.from_histogram(counts), questions=asked, confidence=level)


def of_counts(metric: Metric, pairs: list[tuple[int, int]], asked: str, level: float = 0.95) -> Any:
    """Return the interval of the metric for questions given as (failures, successes). `asked` is "new" or "these"."""
    return interval(metric, tuple(sorted(Counter(pairs).items())), asked, level)


VALUES = [
    (shape, M, metric, asked, level)
    for shape, M, metric, asked in product(SHAPES, (5, 30, 164, 1000), METRICS, ("new", "these"))
    for level in (FLOORS if metric.name == "avg" and M == 30 else (0.95,))
]


@group("values", "{asked} {shape} M={M} {metric}", VALUES)
def draw_values(shape: str, M: int, metric: Metric, asked: str, level: float, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    found = of_counts(metric, [counted(rng, p, metric.N) for p in drawn], asked, level)
    return held(found, mean([worth(metric, p) for p in (drawn if asked == "these" else rates(shape))]))


@group(
    "rare events", "a failure in {many} on {M}", ((M, M * each) for M, each in product((30, 100, 300), (1, 2, 3, 6, 9)))
)
def draw_rare(M: int, many: int, rng: random.Random) -> Held:
    """Draw one trial of each question. One question in `many` fails on average."""
    failed = successes(rng, 1 / many, M)
    return held(of_counts(METRICS[0], [(1, 0)] * failed + [(0, 1)] * (M - failed), "new"), 1 - 1 / many)


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
    "a rare 0": lambda u: 0.0 if u < 0.02 else 0.7,
    "mostly 1": lambda u: 0.0 if u < 0.05 else 0.9 if u < 0.1 else 1.0,
}
RANKS = 1000  # of a score, equally likely


@lru_cache(maxsize=None)
def possible(name: str) -> list[float]:
    return [SCORES[name]((rank + 0.5) / RANKS) for rank in range(RANKS)]


@group("scores", "{name} M={M}", product((5, 30, 100, 1000), SCORES, [1], (0.8, 0.95, 0.999)), cost=2)
@group("scores", "these, {name} M={M} N={N}", product([30], SCORES, [4], [0.95]), cost=8)
def draw_scores(M: int, name: str, N: int, level: float, rng: random.Random) -> Held:
    """Draw N trials of each question, for an interval about new questions if N is 1, and about "these" if not."""
    drawn = Scores([rng.choices(possible(name), k=N) for _ in range(M)])
    found = confidence.avg(drawn, questions="these" if N > 1 else "new", confidence=level)
    return held(found, mean(possible(name)))


@group(BY_T, "{name} M={M}", product((5, 30, 100, 1000), SCORES))
def draw_t(M: int, name: str, rng: random.Random) -> Held:
    """Draw scores, and return the interval of Student's t for comparison."""
    drawn = rng.choices(possible(name), k=M)
    reach = stdev(drawn) / math.sqrt(M) * t_quantile(M - 1)
    return held((0, 0, mean(drawn) - reach, mean(drawn) + reach), mean(possible(name)))


@lru_cache(maxsize=None)
def t_quantile(df: int) -> float:
    return special.student_t_quantile(0.975, df)


# Two models


@lru_cache(maxsize=1 << 14)
def paired(M: int, wins: int, losses: int, level: float) -> Any:
    """Return the interval of the difference of two models with one trial of each question."""
    same = M - wins - losses
    first, second = [[1]] * wins + [[0]] * losses, [[0]] * wins + [[1]] * losses
    rest = [[1]] * (same // 2) + [[0]] * (same - same // 2)
    return confidence.compare(first + rest, second + rest, confidence=level)


SHARES = (0.002, 0.005, 0.02, 0.1, 0.4)


@group(
    "differences",
    "M={M} differ={share} wins={wins}",
    product((20, 100, 300, 1000), SHARES, (0.5, 0.8, 1.0), FLOORS),
    size=100,
)
def draw_pair(M: int, share: float, wins: float, level: float, rng: random.Random) -> Held:
    """Draw two models that differ on this share of the questions. The first wins the share `wins` of these."""
    differ = successes(rng, share, M)
    won = successes(rng, wins, differ) if wins < 1 else differ
    return held(paired(M, won, differ - won, level), share * (2 * wins - 1))


@group(
    "differences of these",
    "{shape} M={M} N={N}",
    product(("uniform", "mix", "rare failures"), (10, 100), (1, 4)),
    cost=2,
)
def draw_difference(shape: str, M: int, N: int, rng: random.Random) -> Held:
    pair = [rng.choices(rates(shape), k=M) for _ in range(2)]
    tallies = [Tally.from_counts([counted(rng, p, N) for p in one]) for one in pair]
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


NAMES, KINDS = list(CLUSTERS)[:5], ("alike", "independent")
ONLY_LARGE = "only the large ones of unequal clusters fail whole"


def by_cluster(rng: random.Random, name: str, kind: str, p: float) -> list[int]:
    drawn: list[int] = []
    for size in CLUSTERS[name]:
        drawn += row_of(rng, p, 1) * size if kind == "alike" else row_of(rng, p, size)
    return drawn


def labels(name: str) -> list[int]:
    return [i for i, size in enumerate(CLUSTERS[name]) for _ in range(size)]


@group("clusters", "{name}, {kind} p={p}", product(NAMES, KINDS, (0.5, 0.9)), size=150)
def draw_clusters(name: str, kind: str, p: float, rng: random.Random) -> Held:
    R = [[x] for x in by_cluster(rng, name, kind, p)]
    return held(confidence.avg(R, clusters=labels(name)), p)


@group("clusters", "{name}, {kind} difference={p:.1f}", product(NAMES, KINDS, (0.5, 1 - 0.9), [0.0]), size=300)
@group("clusters", "100 of 20, rare flips", [("100 of 20", "alike", 0.01, 0.1)], size=4000)
def draw_flips(name: str, kind: str, p: float, noise: float, rng: random.Random) -> Held:
    """Draw two models, of which only the first solves the questions that flip. Flips come in clusters.

    Both models solve any other question. But with the chance `noise` one of them fails, either with the same chance.
    """
    flips = by_cluster(rng, name, kind, p)
    both = [(1, 0) if x else ((1, 0), (0, 1))[rng.randrange(2)] if rng.random() < noise else (1, 1) for x in flips]
    return held(confidence.compare([[a] for a, _ in both], [[b] for _, b in both], clusters=labels(name)), p)


WHOLE = list(product((1 / 200, 1 / 100, 1 / 50), (0.05, 0.2)))


def failed(rng: random.Random, sizes: Sequence[int], share: float, single: float, least: int = 0) -> list[list[int]]:
    """Draw the outcomes of clusters. A cluster of at least `least` questions fails whole with the chance `share`.

    In all other clusters, each question fails with the chance `single`.
    """
    drawn: list[list[int]] = []
    for size in sizes:
        falls = size >= least and rng.random() < share
        drawn += [[0]] * size if falls else [[int(rng.random() >= single)] for _ in range(size)]
    return drawn


@group(
    "clusters that fail whole",
    "{G} of {size}, {share:g}, {single} of single ones",
    ((100, size, *some) for size, some in product((5, 20, 100), WHOLE)),
    size=5000,
)
def draw_failed(G: int, size: int, share: float, single: float, rng: random.Random) -> Held:
    R = failed(rng, [size] * G, share, single)
    return held(confidence.avg(R, clusters=[i // size for i in range(G * size)]), (1 - share) * (1 - single))


@group("clusters that fail whole", "10 of 100 and 2000 singles, {share:g}", [(0.1, 0.05)], size=3000, known=ONLY_LARGE)
def draw_only_large(share: float, single: float, rng: random.Random) -> Held:
    sizes = [100] * 10 + [1] * 2000
    R = failed(rng, sizes, share, single, least=100)
    truth = (1000 * (1 - share) + 2000) * (1 - single) / 3000
    return held(confidence.avg(R, clusters=[i for i, size in enumerate(sizes) for _ in range(size)]), truth)


@group(
    "clusters that fail whole",
    "two equal models, {G} of {size}, {share:g}, {single} of single ones",
    ((100, size, *some) for size, some in product((5, 20), WHOLE)),
    size=4000,
)
def draw_equal(G: int, size: int, share: float, single: float, rng: random.Random) -> Held:
    """Draw two equally good models. Their ranks must allow both orders."""
    models = [failed(rng, [size] * G, share, single) for _ in range(2)]
    return all_orders(confidence.ranks(models, clusters=[i // size for i in range(G * size)]))


# These questions, where trials differ


NEARLY_SURE = list(product((20, 50, 200), (1, 2, 8), (0.001, 0.01, 0.05), (0.5, 1.0)))


@group(
    "these, ragged or nearly sure",
    "{shape} M={M} {kind}",
    product(("uniform", "mix", "U"), (20, 100), ("hard more", "easy more")),
    cost=4,
)
def draw_ragged(shape: str, M: int, kind: str, rng: random.Random) -> Held:
    """Draw questions with different numbers of trials: either the hard ones or the easy ones have more."""
    drawn = rng.choices(rates(shape), k=M)
    counts = [counted(rng, p, 12 if (p < 0.5) == (kind == "hard more") else 1) for p in drawn]
    return held(of_counts(METRICS[0], counts, "these"), mean(drawn))


@group("these, ragged or nearly sure", "p={p} in {share} M={M} N={N}", NEARLY_SURE)
def draw_sure(M: int, N: int, p: float, share: float, rng: random.Random) -> Held:
    """Draw questions with rates that are nearly 0 or 1."""
    drawn = [p if i < share * M else 1 - p for i in range(M)]
    return held(of_counts(METRICS[0], [counted(rng, one, N) for one in drawn], "these"), mean(drawn))


@group(
    "these, ragged or nearly sure",
    "one trial at {p} beside {M} sure questions",
    [(2, 0.8)],
    known="one question alone is uncertain, with fewer than 2k trials",
)
def draw_one_uncertain(M: int, p: float, rng: random.Random) -> Held:
    rows = [row_of(rng, p, 1)] + [[1, 1]] * M
    return held(confidence.avg(rows, questions="these", ragged=True), (p + M) / (M + 1))


# Votes

WRONG = (4 / 7, 2 / 7, 1 / 7)  # kinds of wrong answers
VOTES = [
    (*some, N, k, asked)
    for *some, (N, k), asked in product(("uniform", "mix"), (5, 50), ((5, 3), (16, 5)), ("new", "these"))
]


@lru_cache(maxsize=None)
def won(p: float, k: int) -> float:
    """Return the chance that the right answer wins the vote of k fresh trials."""
    total = []
    for counts in product(range(k + 1), repeat=len(WRONG)):
        right = k - sum(counts)
        if right >= 0:
            ways = math.factorial(k) // math.prod(map(math.factorial, (right, *counts)))
            chance = ways * p**right * math.prod(((1 - p) * share) ** n for share, n in zip(WRONG, counts))
            total.append(chance * cons_at_k(VoteTally.from_counts([([right], counts, 0)]), k=k))
    return math.fsum(total)


@group("votes", "{asked} {shape} M={M} N={N} k={k}", VOTES, cost=4)
def draw_votes(shape: str, M: int, N: int, k: int, asked: str, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    right = [successes(rng, p, N) for p in drawn]
    wrong = [Counter(rng.choices(range(len(WRONG)), WRONG, k=N - s)) for s in right]
    found = VoteTally.from_counts([([s], list(counts.values()), 0) for s, counts in zip(right, wrong)])
    truth = mean([won(p, k) for p in (drawn if asked == "these" else rates(shape))])
    return held(confidence.cons_at_k(found, k=k, questions=asked), truth)


# What a selector picks

SELECTORS: dict[str, tuple[float, float]] = {  # how far right outcomes score above wrong ones; twice where a step is
    "AUC .5": (0.0, 0.0),
    "AUC .7": (0.74, 0.0),
    "AUC .95": (2.33, 0.0),
    "adverse": (-0.74, 0.0),
    "verifier": (1.5, 2.0),
    "harsh verifier": (1.5, 4.0),
}
DRAWN = (4, 2), (8, 4), (16, 4), (16, 8), (8, 8)  # N and k
PICKS = list(product(("uniform", "U", "high", "mix", "hopeless"), SELECTORS, DRAWN))


def scored_by(rng: random.Random, name: str, row: list[int]) -> list[float]:
    edge, step = SELECTORS[name]
    drawn = [edge * outcome + rng.gauss(0, 1) for outcome in row]
    return [float(x >= step / 2) for x in drawn] if step else drawn


@lru_cache(maxsize=None)
def picked(name: str, p: float, k: int) -> float:
    """Return the chance that the trial with the highest score among k fresh trials is right."""
    edge, step = SELECTORS[name]
    normal = NormalDist()
    if step:  # passes and fails, with the pass rates of right and wrong trials
        right, wrong = (1 - normal.cdf(step / 2 - shift) for shift in (edge, 0.0))
        none = p * (1 - right) + (1 - p) * (1 - wrong)
        of_passed = p * right / (1 - none) * (1 - none**k)
        return of_passed + p * (1 - right) / none * none**k
    grid = [-8 + (i + 0.5) / 50 for i in range(900)]
    above = (p * normal.pdf(x - edge) * (p * normal.cdf(x - edge) + (1 - p) * normal.cdf(x)) ** (k - 1) for x in grid)
    return k * math.fsum(above) / 50


@lru_cache(maxsize=None)
def mean_pick(name: str, shape: str, k: int) -> tuple[float, float, float]:
    """Return the true best-of-k, avg and Pass@k of questions whose rates have this shape."""
    found = [(picked(name, p, k), p, 1 - (1 - p) ** k) for p in rates(shape)]
    x, a, most = (mean(some) for some in zip(*found))
    return x, a, most


@group(
    "selected",
    "{asked} {shape} {name} M={M} N, k={Nk}",
    (
        (shape, name, (20, 100)[i % 2], Nk, asked)
        for i, (shape, name, Nk) in enumerate(PICKS)
        for asked in ("new", "these", "less avg", "gap")
    ),
    cost=6,
)
def draw_selected(shape: str, name: str, M: int, Nk: tuple[int, int], asked: str, rng: random.Random) -> Held:
    """Draw trials with scores, and compute best_of_k, its difference to avg on the same trials, or the gap closed."""
    (N, k), drawn = Nk, rng.choices(rates(shape), k=M)
    R = [row_of(rng, p, N) for p in drawn]
    S = [scored_by(rng, name, row) for row in R]
    x, a, most = mean_pick(name, shape, k)
    if asked == "less avg":
        return held(confidence.compare((R, S), (R, [[0] * N] * M), "best_of_k", k), x - a)
    if asked == "gap":
        _, lo, hi = confidence.gap_closed(R, S, k)
        return held((0, 0, max(lo, -99.0), hi), (x - a) / (most - a))
    truth = mean([picked(name, p, k) for p in drawn]) if asked == "these" else x
    return held(confidence.best_of_k(R, S, k, questions=asked), truth)


# Suites

SUBJECTS = """
100 135 152 265 144 100 100 100 173 102 100 235 114 145 378 126 100 310 203 100 165 198 193 390 270
238 151 545 216 204 237 223 131 121 108 163 112 103 234 100 783 346 895 306 311 324 282 1534 272 612
110 245 201 100 166 171 265
"""  # of MMLU, by their numbers of questions
MMLU = list(map(int, SUBJECTS.split()))
SUITES: dict[str, Sequence[int]] = {
    "20 of 1": [1] * 20,
    "60 of 1": [1] * 60,
    "10 of 5": [5] * 10,
    "5, 50 and 500": [5, 50, 500],
    "30 and 30": [30, 30],
    "20 of 2": [2] * 20,
    "MMLU": MMLU,
}
HOW = ((0.5, 0.9), ("", " by size"), ("", " difference"))


@group("suites", "{name} rate={rate}{weighted}{pair}", product(list(SUITES)[:-1], *HOW), size=300)
@group("suites", "{name} rate={rate}{weighted}{pair}", product(["MMLU"], *HOW), size=42_000)
def draw_suite(name: str, rate: float, weighted: str, pair: str, rng: random.Random) -> Held:
    """Draw benchmarks whose rates are near `rate`. If `weighted` is not "", weight each benchmark with its size.

    If `pair` is not "", compare with a model that always fails.
    """
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


SATURATED = list(product((10, 20, 50), (100, 1000), (0.95, 0.99), (0.3, 0.5, 0.7)))


@group("suites", "{few} at {high} and {many} at {hard}", SATURATED, size=600)
def draw_saturated(few: int, many: int, high: float, hard: float, rng: random.Random) -> Held:
    """Draw a suite of two benchmarks: a small one with hardly a failure, and a large, hard one."""
    runs = [[[1]] * s + [[0]] * (M - s) for M, p in ((few, high), (many, hard)) for s in [successes(rng, p, M)]]
    return held(confidence.suite(runs), (high + hard) / 2)


@group("suites", "{number} of 2, each at 0.1 or {high}", [(20, 1.0), (20, 0.9)], size=300)
def draw_twos(number: int, high: float, rng: random.Random) -> Held:
    own = [0.1 if i % 2 else high for i in range(number)]
    drawn = [successes(rng, p, 2) if p < 1 else 2 for p in own]
    return held(confidence.suite([[[1]] * s + [[0]] * (2 - s) for s in drawn]), mean(own))


# Contrasts: sets of different questions, and tasks against the rest


@group(
    "contrasts",
    "unpaired, {few} at {rate} and {many} at {other}",
    [
        (*some, rate, rate - less)
        for *some, rate, less in product((20, 50, 200), (200, 1000), (0.5, 0.9, 0.97), (0, 0.2))
    ],
    size=600,
)
def draw_unpaired(few: int, many: int, rate: float, other: float, rng: random.Random) -> Held:
    s, t = successes(rng, rate, few), successes(rng, other, many)
    sets = [[1]] * s + [[0]] * (few - s), [[1]] * t + [[0]] * (many - t)
    return held(confidence.compare(*sets, paired=False), rate - other)


@group(
    "contrasts",
    "{K} tasks of {M}, {asked}, at {rate}",
    product((3, 10), (20, 100), ("rest", "each"), (0.5, 0.9)),
    size=600,
)
def draw_tasks(K: int, M: int, asked: str, rate: float, rng: random.Random) -> Held:
    """Draw two equally good models on K tasks. No task may be found to differ."""
    models = [[[[int(rng.random() < rate)] for _ in range(M)] for _ in range(K)] for _ in range(2)]
    found = confidence.compare_tasks(*models, rest=asked == "rest")
    return all(held(one, 0)[0] for one in found), mean([hi - lo for _, _, lo, hi in found])


# Boards: whether all orders that the ranks state are true


@group(
    "boards",
    "{kind} m={m} M={M} N={N}",
    product(("equal", "steps", "one better"), (3, 10, 30), (30, 100, 500), (1, 4)),
    cost=2,
)
def draw_board(kind: str, m: int, M: int, N: int, rng: random.Random) -> Held:
    gain = {"equal": [0.0] * m, "steps": [0.1 * i / m for i in range(m)], "one better": [0.1] + [0.0] * (m - 1)}[kind]
    common = [rng.uniform(0, 0.9) for _ in range(M)]
    models = [[row_of(rng, p + more, N) for p in common] for more in gain]
    ranks = confidence.ranks(models)
    false = any(ranks[i][1] < ranks[j][0] and gain[i] <= gain[j] for i, j in product(range(m), repeat=2))
    return not false, mean([worst - best for best, worst in ranks])


@group("gates", "{candidates} candidates M={M}", product((1, 5), (100, 500)), size=300)
@group(
    "gates",
    "{candidates} candidates M={M}",
    [(20, 500)],
    size=1200,
    known="twenty candidates at the margin with one-sided losses",
)
def draw_gate(candidates: int, M: int, rng: random.Random) -> Held:
    """Draw candidates that are worse than a baseline by 0.02, the margin of a gate. No interval may be above it.

    The candidates share the 5 % chance of an error.
    """
    found = [paired(M, 0, successes(rng, 0.02, M), 1 - 0.05 / candidates) for _ in range(candidates)]
    return all(one[2] <= -0.02 <= one[3] or one[3] < -0.02 for one in found), found[0][3] - found[0][2]


# Intervals with anytime=True, which hold the truth in a run if they do so at each of about twenty looks

LOOKED = ("uniform", "mix", "rare failures")


def at_looks(rows: list[Any], look: Callable[[int], Any], truth: float) -> Held:
    found = [held(look(n), truth) for n in range(2, len(rows) + 1, max(1, len(rows) // 20))]
    return all(is_held for is_held, _ in found), found[-1][1]


@group("every look", "{shape} {metric}", product(LOOKED, METRICS[:1]), size=3000)
@group("every look", "{shape} {metric}", product(LOOKED, METRICS[1:3]), size=4000)
def draw_looks(shape: str, metric: Metric, rng: random.Random) -> Held:
    rows = [row_of(rng, p, metric.N) for p in rng.choices(rates(shape), k=60)]
    truth = mean([worth(metric, p) for p in rates(shape)])
    return at_looks(rows, lambda n: value(metric, rows[:n], anytime=True), truth)


@group("every look", "{shape} difference N=3", product(LOOKED), size=4000)
def draw_looks_at_pairs(shape: str, rng: random.Random) -> Held:
    questions = rng.choices(rates(shape), k=60)
    a, b = ([row_of(rng, share * p, 3) for p in questions] for share in (1, 0.8))
    return at_looks(a, lambda n: confidence.compare(a[:n], b[:n], anytime=True), 0.2 * mean(rates(shape)))


@group("every look", "pairs {wins:g} {losses:g}", ((0.1, 0.1), (0.15, 0.05), (0.02, 0.0)), size=3000)
def draw_looks_at_ties(wins: float, losses: float, rng: random.Random) -> Held:
    found = [(x < wins, wins <= x < wins + losses) for x in (rng.random() for _ in range(300))]
    a, b = [[int(won)] for won, _ in found], [[int(lost)] for _, lost in found]
    return at_looks(a, lambda n: confidence.compare(a[:n], b[:n], anytime=True), wins - losses)


@group("every look", "{shape} rounds of these", product(LOOKED), size=4000)
def draw_rounds(shape: str, rng: random.Random) -> Held:
    questions = rng.choices(rates(shape), k=20)
    rounds = [[int(rng.random() < p) for p in questions] for _ in range(20)]

    def look(n: int) -> Any:
        return confidence.avg(list(map(list, zip(*rounds[:n]))), questions="these", anytime=True)

    return at_looks(rounds, look, mean(questions))


# Pass@k for k > N, with rates of many kinds, and with hopeless questions beside some solved q times in N

RATES: dict[str, Callable[[float], float]] = {  # beside SHAPES, of more trials than there are
    "rarely": lambda u: 0.5 * u**10,
    "90 % hopeless": lambda u: 0.01 * (u > 0.9),
    "all 2 %": lambda _: 0.02,
    "2 % or 90 %": lambda u: 0.02 if u < 0.5 else 0.9,
}


def spread_of(name: str) -> Counter[float]:
    shape = {**SHAPES, **RATES}[name]
    return Counter(shape((level + 0.5) / LEVELS) for level in range(LEVELS))


def beyond(shares: dict[float, int], M: int, N: int, k: int, rng: random.Random) -> Held:
    solved = Counter(successes(rng, p, N) for p in rng.choices(list(shares), list(shares.values()), k=M))
    lo, hi = bounds(tuple(sorted(((N - s, s), number) for s, number in solved.items())), k)
    truth = 1 - math.fsum(number * (1 - p) ** k for p, number in shares.items()) / sum(shares.values())
    return held((truth, 0, lo, hi), truth)


@lru_cache(maxsize=1 << 14)
def bounds(counts: tuple[tuple[tuple[int, int], int], ...], k: int) -> tuple[float, float]:
    return confidence.beyond(Tally.from_histogram(counts), k)


ANY = product({**SHAPES, **RATES}, (100, 500), (8, 64))
MIXED = [
    (hopeless, q, M, N, k)
    for M, N, hopeless, q in product((20, 100), (8, 64), (50, 80, 95, 99), (1 / 8, 1, 4))
    for k in (N + 1, 10 * N, 1000 * N)
]


@group("beyond", "{name} M={M} N={N} k={k}", ((*some, N, k) for *some, N in ANY for k in (N + 1, 2 * N, 10 * N)))
def draw_beyond(name: str, M: int, N: int, k: int, rng: random.Random) -> Held:
    return beyond(spread_of(name), M, N, k, rng)


@group("beyond", "{hopeless} % hopeless, q={q:g} M={M} N={N} k={k}", MIXED)
def draw_mixed(hopeless: int, q: float, M: int, N: int, k: int, rng: random.Random) -> Held:
    return beyond({0.0: hopeless, q / N: 100 - hopeless}, M, N, k, rng)


# What a solve costs: the cost of a trial is log-normal; a failure, or the question, can make it dearer

DEARER: dict[str, Callable[[float, int], float]] = {  # by the rate of the question and the outcome
    "alike": lambda _p, _s: 1.0,
    "failures": lambda _p, s: 1.0 if s else 3.0,
    "successes": lambda _p, s: 3.0 if s else 1.0,
    "hard ones": lambda p, _s: 3 - 2 * p,
}
SPENT = list(product((20, 50, 100), (1, 4), (0.1, 0.5, 0.9), (0.5, 1.0, 1.5), DEARER))


def solved_and_spent(rng: random.Random, p: float, N: int, sigma: float, kind: str) -> tuple[list[int], list[float]]:
    row = row_of(rng, p, N)
    return row, [DEARER[kind](p, s) * math.exp(rng.gauss(0.0, sigma)) for s in row]


def rate_of(rng: random.Random, share: float) -> float:
    """Draw the rate of a question from a Beta distribution with the mean `share`."""
    return rng.betavariate(1.5 * share, 1.5 * (1 - share))


def spent_per_solve(share: float, sigma: float, kind: str) -> float:
    """Return the true cost per solved question, if the rates have the mean `share`."""
    each = DEARER[kind]
    return math.exp(sigma * sigma / 2) * (share * each(share, 1) + (1 - share) * each(share, 0)) / share


@group("costs", "M={M} N={N} solved={share} sigma={sigma} {kind}", SPENT, cost=6)
def draw_costs(M: int, N: int, share: float, sigma: float, kind: str, rng: random.Random) -> Held:
    drawn = [solved_and_spent(rng, rate_of(rng, share), N, sigma, kind) for _ in range(M)]
    found = confidence.cost_per_solve([c for _, c in drawn], [s for s, _ in drawn])
    return held_in_logs(found, spent_per_solve(share, sigma, kind))


@group(
    "costs",
    "ratio, M={M} solved={share} sigma={sigma} {kind} b={times}",
    product((20, 50, 100), (0.1, 0.5, 0.9), (0.5, 1.0), ("alike", "failures"), (1.0, 0.5)),
    cost=6,
)
def draw_cost_ratio(M: int, share: float, sigma: float, kind: str, times: float, rng: random.Random) -> Held:
    """Return whether the interval of cost_ratio holds the truth, 1 / times, and how wide it is in logarithms.

    The two models have the same rates on M questions of one trial; each trial of the second costs `times` as much.
    """
    rated = [rate_of(rng, share) for _ in range(M)]
    a, b = ([solved_and_spent(rng, p, 1, sigma, kind) for p in rated] for _ in range(2))
    if not any(s[0] for s, _ in a) and not any(s[0] for s, _ in b):
        return True, math.inf
    costs = [[times * x for x in c] for _, c in b]
    found = confidence.cost_ratio([c for _, c in a], [s for s, _ in a], costs, [s for s, _ in b])
    return held_in_logs(found, 1 / times)


def held_in_logs(found: Sequence[float], truth: float) -> Held:
    lo, hi = found[2:]
    is_held = lo * (1 - 1e-12) <= truth and truth <= hi * (1 + 1e-12)
    return is_held, math.log(hi / lo) if lo > 0 and hi < math.inf else math.inf


# A judge that grades everything, and people who grade some: at random, or as many of each verdict

RIGHT = (0.02, 0.1, 0.5, 0.9, 0.98)
JUDGES = ((1.0, 1.0), (0.9, 0.8), (0.7, 0.95))  # sensitivity and specificity


def verdict_of(rng: random.Random, truth: int, judge: tuple[float, float]) -> int:
    return int(rng.random() < judge[0]) if truth else int(rng.random() >= judge[1])


def some_labels(rng: random.Random, truths: list[int], verdicts: list[int], n: int, how: str) -> list[list[int | None]]:
    """Label n of the questions with their truth, and the others with None."""
    places = rng.sample(range(len(truths)), len(truths))
    if how == "by verdict":
        ordered = [[i for i in places if verdicts[i] == v] for v in (0, 1)]
        few = min(n // 2, *map(len, ordered))
        places = ordered[0][:few] + ordered[1][:few] + ordered[0][few:] + ordered[1][few:]
    chosen = set(places[:n])
    return [[truth if i in chosen else None] for i, truth in enumerate(truths)]


@group(
    "judges",
    "M={M} n={n} right={right} judge={judge} {how}",
    product((100, 1000), (20, 50, 100), RIGHT, JUDGES, ("at random", "by verdict")),
    cost=2,
)
def draw_judged(M: int, n: int, right: float, judge: tuple[float, float], how: str, rng: random.Random) -> Held:
    truths = [int(rng.random() < right) for _ in range(M)]
    verdicts = [verdict_of(rng, truth, judge) for truth in truths]
    labels = some_labels(rng, truths, verdicts, n, how)
    return held(confidence.judged([[v] for v in verdicts], labels), right)


@group(
    "judges",
    "difference, M={M} n={n} right={right} judge={judge} {which}",
    product((200, 1000), (30, 100), (0.5, 0.9), JUDGES, ("same", "others")),
    cost=4,
)
def draw_judged_pair(M: int, n: int, right: float, judge: tuple[float, float], which: str, rng: random.Random) -> Held:
    """Draw two equally good models that share half of their outcomes. Label the same questions of both, or others."""
    a = [int(rng.random() < right) for _ in range(M)]
    b = [x if rng.random() < 0.5 else int(rng.random() < right) for x in a]
    given: list[Any] = []
    first: set[int] = set()
    for truths in (a, b):
        chosen = first if which == "same" and first else set(rng.sample(range(M), n))
        first = chosen
        labels = [[x if i in chosen else None] for i, x in enumerate(truths)]
        given += [[[verdict_of(rng, truth, judge)] for truth in truths], labels]
    return held(confidence.compare_judged(*given), 0.0)


@group(
    "judges",
    "elsewhere, M={M} {right} and {wrong} of right={share} judge={judge}",
    product((100, 1000), (25, 100), (25, 100), (0.1, 0.5, 0.9), JUDGES),
    cost=3,
)
def draw_elsewhere(
    M: int, right: int, wrong: int, share: float, judge: tuple[float, float], rng: random.Random
) -> Held:
    run = [[verdict_of(rng, int(rng.random() < share), judge)] for _ in range(M)]
    on_right, on_wrong = ([verdict_of(rng, truth, judge) for _ in range(n)] for truth, n in ((1, right), (0, wrong)))
    return held(confidence.judged_elsewhere(run, on_right, on_wrong), share)


# Curves: whether the whole band holds, at all k together

PASS, ODD = "pass_at_k", (1, 3, 5, 7)
WHOLE_CURVES = list(product(SHAPES, (30, 100, 300), (8, 64), (PASS, "pass_hat_k")))
CURVE_PAIRS: dict[str, Callable[[float], tuple[float, float]]] = {  # rates of two models at rank u
    "equal": lambda u: (u, u),
    "crossing": lambda u: (u**2, 0.5 * u**0.5),
    "better": lambda u: (u**0.5, u),
    "rare wins": lambda u: (1.0, 0.0) if u > 0.97 else (0.5, 0.5) if u > 0.5 else (0.0, 0.0),
    "hopeless": lambda u: (u * (u > 0.5), u * (u > 0.4)),
}


@lru_cache(maxsize=None)
def true_curve(name: str, p: float, ks: tuple[int, ...]) -> list[float]:
    return [
        worth(Metric(max(ks), name, k), p) if name == "maj_at_k" else p**k if name != PASS else 1 - (1 - p) ** k
        for k in ks
    ]


def ks_of(N: int, name: str = PASS) -> tuple[int, ...]:
    few = ODD if name == "maj_at_k" else tuple(range(1, N + 1))
    return few if N < 20 else (1, 2, 3, 4, 6, 8, 11, 16, 23, 32, 45, N)


def whole(points: Sequence[Sequence[float]], truth: Sequence[float]) -> Held:
    found = [held((0, 0, lo, hi), true) for (_, lo, hi), true in zip(points, truth)]
    return all(is_held for is_held, _ in found), mean([width for _, width in found])


def mean_curve(curves: Iterable[Sequence[float]]) -> list[float]:
    return [mean(at_k) for at_k in zip(*curves)]


@group("curves", "{shape} M={M} N={N} {name}", WHOLE_CURVES, cost=15)
@group("curves", "{shape} M={M} N={N} {name}", product(SHAPES, (30, 300), [8], ["maj_at_k"]), cost=10)
def draw_curve(shape: str, M: int, N: int, name: str, rng: random.Random) -> Held:
    counts = Counter(counted(rng, p, N) for p in rng.choices(rates(shape), k=M))
    ks = ks_of(N, name)
    points = confidence.curve(Tally.from_histogram(counts), ks, name)
    return whole(points, mean_curve(true_curve(name, p, ks) for p in rates(shape)))


@group("curves", "two models, {kind} M={M} N={N}", product(CURVE_PAIRS, (30, 100, 300), (8, 64)), cost=30)
def draw_crossing(kind: str, M: int, N: int, rng: random.Random) -> Held:
    """Draw two models. The band must hold their difference, and `first` the k at which the second catches up."""
    possible, ks = [CURVE_PAIRS[kind]((level + 0.5) / LEVELS) for level in range(LEVELS)], ks_of(N)
    pairs = [[successes(rng, p, N) if 0 < p < 1 else int(N * p) for p in pair] for pair in rng.choices(possible, k=M)]
    models = [[[1] * s + [0] * (N - s) for s in side] for side in zip(*pairs)]
    a, b = (mean_curve(true_curve(PASS, p, ks) for p in side) for side in zip(*possible))
    points, first = confidence.compare_curve(*models, ks)
    truth = [x - y for x, y in zip(a, b)]
    reached = next((k for k, d in zip(ks, truth) if d <= 1e-12), None)
    is_held, width = whole(points, truth)
    return is_held and reached in first, width


@group("curves", "{name}, {kind} N={N}", product(NAMES, KINDS, [8]), size=1500)
def draw_clustered_curve(name: str, kind: str, N: int, rng: random.Random) -> Held:
    """Draw questions in clusters. All questions of a cluster have the same rate, or each has its own."""
    rows = []
    for size in CLUSTERS[name]:
        one = rng.choice(rates("U"))
        rows += [row_of(rng, one if kind == "alike" else rng.choice(rates("U")), N) for _ in range(size)]
    points = confidence.curve(rows, clusters=labels(name))
    return whole(points, mean_curve(true_curve(PASS, p, ks_of(N)) for p in rates("U")))


# Missing trials: whether the range holds what all trials say of the truth, however they are hidden

HIDING: dict[str, Callable[[random.Random, list[int], float], list[Any]]] = {
    "30 % of failures": lambda rng, row, _: [None if not x and rng.random() < 0.3 else x for x in row],
    "30 % of successes": lambda rng, row, _: [None if x and rng.random() < 0.3 else x for x in row],
    "hard ones": lambda rng, row, p: [None if rng.random() < 0.6 * (1 - p) else x for x in row],
    "after the first failure": lambda _rng, row, _: [x if all(row[:i]) else None for i, x in enumerate(row)],
    "5 % at random": lambda rng, row, _: [None if rng.random() < 0.05 else x for x in row],
}


@group(
    "missing",
    "{asked} {hiding} {shape} M={M} {metric}",
    product(("uniform", "mix", "rare failures"), HIDING, (30, 100, 300), (Metric(4), METRICS[2]), ("new", "these")),
    cost=4,
)
def draw_missing(shape: str, hiding: str, M: int, metric: Metric, asked: str, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    rows = [HIDING[hiding](rng, row_of(rng, p, metric.N), p) for p in drawn]
    found = confidence.bounded(rows, metric.name, metric.k, questions=asked)
    return held(found, mean([worth(metric, p) for p in (drawn if asked == "these" else rates(shape))]))


@group(
    "missing",
    "equal models, {one} and {other} M={M}",
    (("30 % of failures", "30 % of successes", M) for M in (30, 100, 300)),
    cost=8,
)
def draw_missing_pair(one: str, other: str, M: int, rng: random.Random) -> Held:
    drawn = rng.choices(rates("uniform"), k=M)
    models = [[HIDING[hiding](rng, row_of(rng, p, 4), p) for p in drawn] for hiding in (one, other)]
    return held(confidence.bounded_difference(*models), 0.0)


@group(
    "missing",
    "five equal models, three lose {hiding} M={M}",
    product(("30 % of failures", "hard ones"), (100, 300)),
    cost=20,
)
def draw_missing_board(hiding: str, M: int, rng: random.Random) -> Held:
    drawn = rng.choices(rates("uniform"), k=M)
    models = [
        [HIDING[hiding](rng, row, p) if i < 3 else row for row, p in ((row_of(rng, p, 4), p) for p in drawn)]
        for i in range(5)
    ]
    return all_orders(confidence.ranks(models, missing="bounds"))


# Totals alone, of equal models whose questions overlap as little as can be, or by chance


def total_of(rng: random.Random, M: int, rate: float, how: str, models: int) -> list[int]:
    drawn = [rng.random() for _ in range(M)]
    if how == "opposed":
        return [sum(x < rate if i % 2 else x >= 1 - rate for x in drawn) for i in range(models)]
    return [sum(rng.random() < rate for _ in range(M)) for _ in range(models)]


@group("totals", "{how} M={M} rate={rate}", product((30, 100, 500), (0.3, 0.5, 0.9, 0.98), ("opposed", "independent")))
def draw_totals(M: int, rate: float, how: str, rng: random.Random) -> Held:
    return held(confidence.compare_totals(*total_of(rng, M, rate, how, 2), M), 0.0)


@group("totals", "{m} {how} models M={M}", product((2, 5, 10), (100, 500), ("opposed", "independent")))
def draw_board_of_totals(m: int, M: int, how: str, rng: random.Random) -> Held:
    return all_orders(confidence.ranks_of_totals(total_of(rng, M, 0.7, how, m), M))


# Runs of the whole benchmark


@group("runs", "no run of {N} is different, {shape} M={M}", product(SHAPES, (20, 100, 500), (2, 5, 10)), cost=5)
def draw_alike(shape: str, M: int, N: int, rng: random.Random) -> Held:
    R = [row_of(rng, p, N) for p in rng.choices(rates(shape), k=M)]
    least = min(p for _, p in confidence.homogeneous(R))
    return least > 0.05, least


@group(
    "runs",
    "an outage of {points} points in one of {N}, {shape} M={M}",
    [(shape, 500, 5, 4) for shape in ("uniform", "U", "mix", "high")],
    cost=5,
    known="not held but found: the power of homogeneous",
)
def draw_outage(shape: str, M: int, N: int, points: int, rng: random.Random) -> Held:
    """Draw N runs. In the first, an outage turns successes into failures, so that its mean falls by these points."""
    share = points / 100 / mean(rates(shape))
    R = [row_of(rng, p, N) for p in rng.choices(rates(shape), k=M)]
    lost = [[row[0] * (rng.random() >= share), *row[1:]] for row in R]
    chances = [p for _, p in confidence.homogeneous([list(map(int, row)) for row in lost])]
    return chances[0] <= 0.05, sum(p <= 0.05 for p in chances[1:])


@group("runs", "two runs, {shape} M={M} N={N}", product(SHAPES, (5, 30, 164, 1000), (2, 4, 16)), cost=4)
def draw_two_runs(shape: str, M: int, N: int, rng: random.Random) -> Held:
    drawn = rng.choices(rates(shape), k=M)
    apart = confidence.between_runs(Tally.from_counts([counted(rng, p, N) for p in drawn]))
    first, second = (sum(rng.random() < p for p in drawn) for _ in range(2))
    return abs(first - second) <= apart * M + 1e-9, apart


# Results


class Result(NamedTuple):
    cell: Cell
    runs: int
    share: float
    width: float

    def is_low(self) -> bool:
        """Return whether the share of runs that hold the truth is over three standard errors below the cell's floor."""
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
        cells = GROUPS[title]
        if options.check:
            cells = [cell for cell in random.Random(title).sample(cells, min(FEW, len(cells))) if cell.size <= QUICK]
        for cell in cells:
            runs = max(40, min(options.runs, (10 * QUICK if options.check else MOST_DRAWN) // cell.size))
            results.setdefault(title, []).append(simulated(title, cell, runs, options.seed))
            print(results[title][-1], flush=True)
    print(f"\n{table(results)}")
    ours = ((title, one) for title, found in results.items() for one in found if title != BY_T and not one.cell.known)
    low = [(title, one) for title, one in ours if one.is_low()]
    for title, one in low:
        print(f"TOO LOW  {title}, {one}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
