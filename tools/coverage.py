"""Simulate what 95 % intervals claim: how often they hold the truth, cell by cell. Standard library alone.

python tools/coverage.py [--quick | --check] [--runs N] [--seed TEXT]

A cell is a shape of difficulty, M questions of N trials, a metric and what is asked. In a run, M questions are drawn,
and N outcomes of each; the interval of scorio_lite.confidence then holds the truth, or does not. The truth for these
questions is the mean of the metric at the rates that were drawn; for new questions it is the mean over the shape.

A shape is LEVELS rates that are equally likely, so that means over it are sums. Beside `confidence`, on the same
outcomes, stands the credible interval NAME_ci; for differences it is the t interval of the paired differences.

--check is for CI: some of the cells, the same each time. It fails if one of them holds in under 85 %, or all in under
94 % on average.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from bisect import bisect
from collections import Counter
from functools import lru_cache
from itertools import accumulate, product
from pathlib import Path
from statistics import NormalDist
from typing import Any, Iterator, List, NamedTuple, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scorio_lite import Tally, VoteTally, confidence, cons_at_k, eval, special

LEVELS = 40
SHAPES = {  # the rate at rank u, from 0 to 1
    "uniform": lambda u: u,
    "U": lambda u: math.sin(math.pi * u / 2) ** 2,  # Beta(1/2, 1/2)
    "high": lambda u: u ** (1 / 8),
    "hard": lambda u: 1 - (1 - u) ** (1 / 8),
    "same": lambda _: 0.3,
    "mix": lambda u: 0.1 if u < 0.5 else 0.9,
    "hopeless": lambda u: max(0.0, (u - 0.4) / 0.6),  # 40 % are never solved
    "rare failures": lambda u: 1 - 0.04 * u,
}
METRICS = (  # N, metric, k
    (1, "avg", None),
    (4, "avg", None),
    (4, "pass_at_k", 2),
    (5, "maj_at_k", 5),
    (8, "pass_hat_k", 4),
    (8, "mg_pass_at_k", 3),
    (16, "pass_at_k", 8),
    (16, "auc_at_k", 16),
    (64, "maj_at_k", 9),
)
VOTES = ((5, "cons_at_k", 3), (16, "cons_at_k", 5), (64, "cons_at_k", 9))
WRONG = 3  # kinds of wrong answers, of which each is twice as frequent as the next
FEW_METRICS = METRICS[0], METRICS[1], METRICS[4]
LIKENESS = 0.6  # the correlation of difficulties: of one question for two models, and in a cluster
HANDICAP = 0.3  # how much harder questions are for the second model, in standard deviations of their difficulty
LARGEST_CLUSTER = 8

NORMAL = NormalDist()
Ends = Tuple[float, float]
Questions = List[int]  # the level of each


class Cell(NamedTuple):
    kind: str  # "one" model, "votes" of one, "difference" of two, or one with "clusters"
    shape: str
    M: int
    N: int
    metric: str
    k: int | None
    asked: str  # "these" or "new"

    def __str__(self) -> str:
        metric = self.metric if self.k is None else f"{self.metric} k={self.k}"
        return f"{self.kind:11}{self.shape:14}{f'M={self.M}':7}{f'N={self.N}':5}{metric:18}{self.asked:6}"


class Result(NamedTuple):
    cell: Cell
    runs: int
    held: float  # the share of runs
    width: float
    beside: float


def all_cells() -> list[Cell]:
    cells = []
    for shape, asked in product(SHAPES, ("these", "new")):
        cells += [Cell("one", shape, M, *rest, asked) for M in (3, 10, 30, 164, 1000) for rest in METRICS]
        cells += [Cell("difference", shape, M, *rest, asked) for M in (3, 10, 30, 164) for rest in FEW_METRICS]
        if asked == "new":
            cells += [Cell("clusters", shape, M, *rest, asked) for M in (30, 164, 1000) for rest in FEW_METRICS]
    for shape, asked in product(SHAPES, ("these", "new")):
        cells += [Cell("votes", shape, M, *rest, asked) for M in (3, 30, 164) for rest in VOTES]
    return cells


@lru_cache(maxsize=None)
def rates(shape: str) -> list[float]:
    return [SHAPES[shape]((level + 0.5) / LEVELS) for level in range(LEVELS)]


@lru_cache(maxsize=None)
def chances(shape: str, N: int) -> list[list[float]]:
    """For each level, the chances of 0, of at most 1, ... successes among N trials, without the last, which is 1."""
    return [list(accumulate(binomial(N, p)))[:-1] for p in rates(shape)]


def binomial(n: int, p: float) -> list[float]:
    return [math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]


@lru_cache(maxsize=None)
def values(shape: str, metric: str, k: int | None) -> list[float]:
    """For each level, the metric of k fresh trials: what j successes among k earn, times the chance of j."""
    if k is None:
        return rates(shape)
    if metric == "cons_at_k":
        return [math.fsum(chance * won for chance, won in winners(p, k)) for p in rates(shape)]
    earned = [getattr(eval, metric)([1] * j + [0] * (k - j), k) for j in range(k + 1)]
    return [math.fsum(map(float.__mul__, earned, binomial(k, p))) for p in rates(shape)]


def winners(p: float, k: int) -> Iterator[tuple[float, float]]:
    """For each vote of k fresh trials that are right with this chance: its own chance, and how it ends."""
    shares = [(1 - p) * share for share in wrong_shares()]
    for counts in product(range(k + 1), repeat=WRONG):
        right = k - sum(counts)
        if right >= 0:
            ways = math.factorial(k) / math.prod(map(math.factorial, (right, *counts)))
            yield ways * math.prod(map(pow, (p, *shares), (right, *counts))), outcome(right, counts)


def wrong_shares() -> list[float]:
    return [2.0 ** (WRONG - 1 - i) / (2**WRONG - 1) for i in range(WRONG)]


@lru_cache(maxsize=None)
def outcome(right: int, wrong: tuple[int, ...]) -> float:
    return cons_at_k(VoteTally.from_counts([([right], wrong, 0)]), k=right + sum(wrong))


@lru_cache(maxsize=None)
def row(N: int, successes: int) -> bytes:
    return bytes([1] * successes + [0] * (N - successes))


def outcomes(rng: random.Random, cell: Cell, questions: Questions) -> list[int]:
    """The successes of each question: the first number whose chance is above a random one."""
    table = chances(cell.shape, cell.N)
    return [bisect(table[level], rng.random()) for level in questions]


def truth(cell: Cell, questions: Questions) -> float:
    worth = values(cell.shape, cell.metric, cell.k)
    return math.fsum(worth[level] for level in questions) / len(questions)


def alike(rng: random.Random, common: float, handicap: float = 0.0) -> int:
    """The level of a question whose difficulty is correlated with others of the same common part."""
    difficulty = math.sqrt(LIKENESS) * common + math.sqrt(1 - LIKENESS) * rng.gauss(0, 1)
    return min(int(NORMAL.cdf(difficulty - handicap) * LEVELS), LEVELS - 1)


@lru_cache(maxsize=None)
def handicapped() -> list[float]:
    """The chance of each level for the second model."""
    below = [NORMAL.cdf(NORMAL.inv_cdf(level / LEVELS) + HANDICAP) for level in range(1, LEVELS)]
    return [b - a for a, b in zip([0.0, *below], [*below, 1.0])]


def arguments(cell: Cell) -> list[Any]:
    return [] if cell.k is None else [cell.k]


def run_one(rng: random.Random, cell: Cell) -> tuple[float, Ends, Ends]:
    """The truth, the ends of the interval, and those of the one beside it."""
    questions = rng.choices(range(LEVELS), k=cell.M)
    histogram = Counter((cell.N - s, s) for s in outcomes(rng, cell, questions))
    R = Tally.from_histogram(histogram)
    ours = getattr(confidence, cell.metric)(R, *arguments(cell), questions=cell.asked)
    credible = getattr(eval, f"{cell.metric}_ci")(R, *arguments(cell))
    return truth(cell, questions if cell.asked == "these" else list(range(LEVELS))), ours[2:], credible[2:]


def run_votes(rng: random.Random, cell: Cell) -> tuple[float, Ends, Ends]:
    """Beside it stands the credible interval of Maj@k, which is what others take for a vote on answers."""
    questions = rng.choices(range(LEVELS), k=cell.M)
    successes = outcomes(rng, cell, questions)
    chosen = [Counter(rng.choices(range(WRONG), wrong_shares(), k=cell.N - s)) for s in successes]
    votes = VoteTally.from_counts([([s], list(wrong.values()), 0) for s, wrong in zip(successes, chosen)])
    ours = confidence.cons_at_k(votes, k=cell.k, questions=cell.asked)
    beside = eval.maj_at_k_ci(votes.outcomes, cell.k)
    return truth(cell, questions if cell.asked == "these" else list(range(LEVELS))), ours[2:], beside[2:]


def run_clusters(rng: random.Random, cell: Cell) -> tuple[float, Ends, Ends]:
    labels: list[int] = []
    while len(labels) < cell.M:
        labels += [len(labels)] * min(rng.randint(1, LARGEST_CLUSTER), cell.M - len(labels))
    common = {label: rng.gauss(0, 1) for label in sorted(set(labels))}
    questions = [alike(rng, common[label]) for label in labels]
    R = [row(cell.N, s) for s in outcomes(rng, cell, questions)]
    ours = getattr(confidence, cell.metric)(R, *arguments(cell), clusters=labels)
    credible = getattr(eval, f"{cell.metric}_ci")(R, *arguments(cell))
    return truth(cell, list(range(LEVELS))), ours[2:], credible[2:]


def run_difference(rng: random.Random, cell: Cell) -> tuple[float, Ends, Ends]:
    common = [rng.gauss(0, 1) for _ in range(cell.M)]
    questions = [[alike(rng, part, handicap) for part in common] for handicap in (0.0, HANDICAP)]
    models = [[row(cell.N, s) for s in outcomes(rng, cell, of_one)] for of_one in questions]
    difference, se, lo, hi = confidence.compare(*models, cell.metric, cell.k, questions=cell.asked)
    worth = values(cell.shape, cell.metric, cell.k)
    if cell.asked == "these":
        true = truth(cell, questions[0]) - truth(cell, questions[1])
        reach = se * NORMAL.inv_cdf(0.975)
    else:
        true = truth(cell, list(range(LEVELS))) - math.fsum(map(float.__mul__, worth, handicapped()))
        reach = se * t_quantile(cell.M - 1)
    return true, (lo, hi), (difference - reach, difference + reach)


@lru_cache(maxsize=None)
def t_quantile(df: int) -> float:
    return special.student_t_quantile(0.975, df)


RUN = {"one": run_one, "votes": run_votes, "clusters": run_clusters, "difference": run_difference}


def simulated(cell: Cell, runs: int, seed: str) -> Result:
    rng = random.Random(f"{seed} {cell}")
    held = beside = 0
    widths = []
    for _ in range(runs):
        true, (lo, hi), (other_lo, other_hi) = RUN[cell.kind](rng, cell)
        # sums of floats: a truth that is 0 or 1 is a hair off
        held += lo - 1e-12 <= true <= hi + 1e-12
        beside += other_lo - 1e-12 <= true <= other_hi + 1e-12
        widths.append(hi - lo)
    return Result(cell, runs, held / runs, math.fsum(widths) / runs, beside / runs)


def line(result: Result) -> str:
    cell, runs, held, width, beside = result
    return f"{cell}{runs:6} runs {held:7.1%}  width {width:.3f}  beside {beside:7.1%}"


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def summary(results: list[Result]) -> str:
    lines = [
        "",
        f"{'':24}{'':6}  ------ confidence ------   --- NAME_ci, or paired t ---",
        f"{'':24}{'cells':>6}  {'>= 90 %':>8}{'mean':>8}{'worst':>8}   {'>= 90 %':>10}{'mean':>8}{'worst':>8}",
    ]
    for kind, asked in (("one", "these"), ("one", "new"), ("votes", "these"), ("votes", "new"), ("clusters", "new"),
                        ("difference", "these"), ("difference", "new"), ("all", "")):  # fmt: skip
        chosen = [r for r in results if kind == "all" or (r.cell.kind, r.cell.asked) == (kind, asked)]
        if chosen:
            text = f"{f'{kind} {asked}':24}{len(chosen):6}"
            for width, shares in (10, [r.held for r in chosen]), (13, [r.beside for r in chosen]):
                good = mean([share >= 0.9 for share in shares])
                text += f"{good:{width}.1%}{mean(shares):8.1%}{min(shares):8.1%}"
            lines.append(text)
    worst = sorted(results, key=lambda r: r.held)[:5]
    return "\n".join([*lines, "", "The worst cells:", *map(line, worst)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="some of the cells, in less than a minute")
    size.add_argument("--check", action="store_true", help="the portion for CI: exit with 1 if intervals do not hold")
    parser.add_argument("--runs", type=int, metavar="N", help="of each cell (default: 1000; 400 of some cells)")
    parser.add_argument("--seed", default="coverage", metavar="TEXT")
    options = parser.parse_args()
    is_short = options.quick or options.check
    cells = all_cells()[:: 7 if is_short else 1]
    runs = options.runs or (400 if is_short else 1000)
    results = []
    for cell in cells:
        results.append(simulated(cell, runs, options.seed))
        print(line(results[-1]), flush=True)
    print(summary(results))
    least, average = min(r.held for r in results), mean([r.held for r in results])
    if options.check and (least < 0.85 or average < 0.94):
        print(f"\nFAILED: the worst cell must hold in 85 %, the mean in 94 %; they are {least:.1%}, {average:.1%}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
