"""Simulate how often the intervals and ranks of scorio_lite.confidence hold the truth.

python tools/coverage.py [--check] [--runs N] [--seed TEXT] [GROUP ...]

A cell is a kind of data, such as 30 questions of one trial. A run of a cell draws such data with a known truth,
computes an interval (or ranks) from them, and notes whether it holds the truth. A function decorated with `group` draws
the runs of a group; its cells are the arguments. In each cell at least the share FLOORS of the runs must hold the
truth, within the noise of a simulation. --check runs a few cells of each group, the same each time.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from functools import lru_cache
from itertools import product
from pathlib import Path
from statistics import NormalDist
from typing import Any, Callable, Iterable, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scorio_lite import Scores, Tally, confidence, eval

Held = Tuple[bool, float]  # whether the truth is held, and the width
FLOORS = {0.8: 0.74, 0.95: 0.9, 0.99: 0.975, 0.999: 0.994}  # of the runs, for the confidence that is asked for
GROUPS: dict[str, tuple[Callable[..., Held], list[Sequence[Any]]]] = {}
KNOWN = {  # cells that are known to hold less often, and why
    ("fails whole", (2000, 10, 100, 0.1, 0.05)): "only the large ones of unequal clusters fail whole",
    ("nearly sure", ("one", 2, 1, 0.2)): "one question alone is uncertain, with fewer than 2k trials",
    ("gates", (20, 500)): "twenty candidates at the margin with one-sided losses",
}


def group(title: str, *axes: Iterable[Any]) -> Callable[[Callable[..., Held]], Callable[..., Held]]:
    """Return a decorator that adds a group, with a cell for each combination of the axes."""

    def add(draw: Callable[..., Held]) -> Callable[..., Held]:
        for level in FLOORS if axes[-1] is FLOORS else [None]:
            name = title if level is None else f"{title}, {100 * level:g} %"
            last = axes[-1] if level is None else [level]
            known = (cell for group, cell in KNOWN if group == title)
            GROUPS[name] = draw, [*product(*axes[:-1], last), *known]
        return draw

    return add


def held(found: Sequence[float], truth: float) -> Held:
    """Return (whether an interval (..., lo, hi) holds the truth, up to rounding; its width)."""
    lo, hi = found[-2:]
    return lo - 1e-12 <= truth <= hi + 1e-12, hi - lo


def all_orders(ranks: list[tuple[int, int]]) -> Held:
    """Return (whether the ranks of equally good models leave every order possible, the mean width of the ranks)."""
    return ranks == [(1, len(ranks))] * len(ranks), mean([worst - best for best, worst in ranks])


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


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
SOME = ("uniform", "mix", "rare failures")
METRICS = [(1, "avg", None), (4, "pass_at_k", 2), (8, "pass_hat_k", 4), (8, "mg_pass_at_k", 3), (64, "maj_at_k", 9)]


@lru_cache(maxsize=None)
def rates(shape: str) -> list[float]:
    return [SHAPES[shape]((level + 0.5) / 40) for level in range(40)]


def row(rng: random.Random, p: float, N: int = 1) -> list[int]:
    return [int(rng.random() < p) for _ in range(N)]


def single(rng: random.Random, p: float, M: int) -> list[list[int]]:
    """Draw M questions of one trial."""
    return [row(rng, p) for _ in range(M)]


@lru_cache(maxsize=None)
def worth(name: str, k: Any, p: float) -> float:
    """Return the mean of a metric over k fresh trials of a question with the success rate p."""
    if k is None:
        return p
    earned = [getattr(eval, name)([1] * j + [0] * (k - j), k) for j in range(k + 1)]
    return math.fsum(e * math.comb(k, j) * p**j * (1 - p) ** (k - j) for j, e in enumerate(earned))


@group("values", SHAPES, (5, 30, 164), METRICS, ("new", "these"), [0.95])
@group("values", SHAPES, [30], METRICS[:1], ("new", "these"), FLOORS)
def draw_values(rng: random.Random, shape: str, M: int, metric: Any, asked: str, level: float) -> Held:
    (N, name, k), drawn = metric, rng.choices(rates(shape), k=M)
    R = Tally([row(rng, p, N) for p in drawn])
    found = getattr(confidence, name)(R, *([k] if k else []), questions=asked, confidence=level)
    return held(found, mean([worth(name, k, p) for p in (drawn if asked == "these" else rates(shape))]))


@group("rare events", (30, 100, 300), (1, 2, 3, 6, 9))
def draw_rare(rng: random.Random, M: int, many: int) -> Held:
    """One question in M times `many` fails on average."""
    return held(confidence.avg(single(rng, 1 - 1 / (M * many), M)), 1 - 1 / (M * many))


SCORES: dict[str, Callable[[float], float]] = {  # the score at rank u, on a scale from 0 to 1
    "narrow": lambda u: 0.5 + 0.02 * NormalDist().inv_cdf(u),
    "log-normal": lambda u: min(1.0, math.exp(NormalDist().inv_cdf(u) - 3)),
    "a spike at 0": lambda u: max(0.0, (u - 0.6) / 0.4),
    "spikes": lambda u: 0.0 if u < 0.45 else 0.5 if u < 0.55 else 1.0,
    "rare zeros": lambda u: 0.0 if u < 0.02 else 0.8 + 0.1 * u,
    "a rare 1": lambda u: 1.0 if u < 0.02 else 0.3,
    "a rarer 1": lambda u: 1.0 if u < 0.005 else 0.3,
    "mostly 1": lambda u: 0.0 if u < 0.05 else 0.9 if u < 0.1 else 1.0,
}


@group("scores", SCORES, (5, 30, 100), FLOORS)
def draw_scores(rng: random.Random, name: str, M: int, level: float) -> Held:
    possible = [SCORES[name]((rank + 0.5) / 1000) for rank in range(1000)]
    return held(confidence.avg(Scores([[x] for x in rng.choices(possible, k=M)]), confidence=level), mean(possible))


# Two models


@group("differences", (20, 100, 300), (0.002, 0.005, 0.02, 0.1, 0.4), (0.5, 0.8, 1.0), [0.95])
@group("differences", [100], (0.02, 0.1, 0.4), (0.5, 1.0), FLOORS)
def draw_pair(rng: random.Random, M: int, share: float, wins: float, level: float) -> Held:
    """The models differ on this share of the questions. The first wins the share `wins` of these."""
    kinds = [(x < share * wins, share * wins <= x < share) for x in (rng.random() for _ in range(M))]
    a, b = [[int(won or not lost)] for won, lost in kinds], [[int(lost or not won)] for won, lost in kinds]
    return held(confidence.compare(a, b, confidence=level), share * (2 * wins - 1))


@group("differences of these", SOME, (10, 100), (1, 4))
def draw_difference(rng: random.Random, shape: str, M: int, N: int) -> Held:
    pair = [rng.choices(rates(shape), k=M) for _ in range(2)]
    tallies = [Tally([row(rng, p, N) for p in one]) for one in pair]
    return held(confidence.compare(*tallies, questions="these"), mean(pair[0]) - mean(pair[1]))


@group("unpaired", (20, 50, 200), (200, 1000), (0.5, 0.9, 0.97), (0, 0.2))
def draw_unpaired(rng: random.Random, few: int, many: int, rate: float, less: float) -> Held:
    return held(confidence.compare(single(rng, rate, few), single(rng, rate - less, many), paired=False), less)


# Clusters: alike (all questions of a cluster come out the same), independent, or failing whole

CLUSTERS = {
    "20 of 5": [5] * 20,
    "1 to 8": [1 + i % 8 for i in range(40)],
    "one of 100": [100] + [1] * 20,
    "5 of 20": [20] * 5,
}


@group("clusters", CLUSTERS, ("alike", "independent"), (0.5, 0.9))
def draw_clusters(rng: random.Random, name: str, kind: str, p: float) -> Held:
    sizes = CLUSTERS[name]
    drawn = [row(rng, p) * size if kind == "alike" else row(rng, p, size) for size in sizes]
    labels = [i for i, size in enumerate(sizes) for _ in range(size)]
    return held(confidence.avg([[x] for one in drawn for x in one], clusters=labels), p)


@group("fails whole", [0], [100], (5, 20), (0.005, 0.01, 0.02), (0.05, 0.2))
def draw_failing(rng: random.Random, singles: int, G: int, size: int, share: float, alone: float) -> Held:
    """A cluster fails whole with the chance `share`; in the others, and in single questions, each fails alone."""
    R = [row(rng, 1 - alone, size) if rng.random() >= share else [0] * size for _ in range(G)]
    R += single(rng, 1 - alone, singles)
    truth = (G * size * (1 - share) + singles) * (1 - alone) / (G * size + singles)
    labels = [i for i, one in enumerate(R) for _ in one]
    return held(confidence.avg([[x] for one in R for x in one], clusters=labels), truth)


@group("nearly sure", ("all", "half", "hard more", "easy more"), (20, 100), (1, 4), (0.001, 0.01, 0.05))
def draw_sure(rng: random.Random, kind: str, M: int, N: int, p: float) -> Held:
    """These questions: with rates of nearly 0 or 1, or with more trials where they are hard, or easy."""
    drawn = [p if kind == "all" or i < M / 2 else 1 - p for i in range(M)]
    lengths = [N] * M
    if "more" in kind:
        drawn = rng.choices(rates("U"), k=M)
        lengths = [3 * N if (x < 0.5) == (kind == "hard more") else 1 for x in drawn]
    if kind == "one":
        drawn, lengths = [1 - p, *[1.0] * M], [1, *[2] * M]
    R = [row(rng, one, length) for one, length in zip(drawn, lengths)]
    return held(confidence.avg(R, questions="these", ragged=True), mean(drawn))


# What a selector picks, judges, and costs


@group("selected", ("uniform", "U", "mix"), (0.0, 0.74, 2.33, -0.74), (20, 100), ("new", "these"))
def draw_selected(rng: random.Random, shape: str, edge: float, M: int, asked: str) -> Held:
    """Right outcomes score `edge` standard deviations above wrong ones; the best of 2 of 6 trials is picked."""
    drawn = rng.choices(rates(shape), k=M)
    R = [row(rng, p, 6) for p in drawn]
    S = [[edge * x + rng.gauss(0, 1) for x in one] for one in R]
    right = NormalDist().cdf(edge / math.sqrt(2))  # scores above a wrong one
    truth = mean([p * p + 2 * p * (1 - p) * right for p in (drawn if asked == "these" else rates(shape))])
    return held(confidence.best_of_k(R, S, 2, questions=asked), truth)


@group("judges", (100, 400), (0.05, 0.2, 0.5), (0.9, 0.7), ("value", "difference"))
def draw_judged(rng: random.Random, M: int, share: float, agree: float, asked: str) -> Held:
    """A judge agrees with people on this share of outcomes; people label a `share` of them."""

    def model(rate: float) -> list[Any]:
        truth = [row(rng, rate) for _ in range(M)]
        verdicts = [[x if rng.random() < agree else 1 - x] for (x,) in truth]
        return [verdicts, [[x if rng.random() < share else None] for (x,) in truth]]

    if asked == "value":
        return held(confidence.judged(*model(0.7)), 0.7)
    return held(confidence.compare_judged(*model(0.7), *model(0.6)), 0.1)


@group("costs", SOME, (20, 100), (1, 3))
def draw_costs(rng: random.Random, shape: str, M: int, of_success: int) -> Held:
    """A trial costs 1 to 3, a successful one `of_success` times as much."""
    R = [row(rng, p, 2) for p in rng.choices(rates(shape), k=M)]
    C = [[(of_success if x else 1) * rng.choice([1, 2, 3]) for x in one] for one in R]
    rate = mean(rates(shape))
    return held(confidence.cost_per_solve(C, R)[:4], 2 * (1 + (of_success - 1) * rate) / rate)


# Suites, boards and gates

SUITES = {
    "20 of 1": [1] * 20,
    "10 of 5": [5] * 10,
    "5, 50, 500": [5, 50, 500],
    "30 and 30": [30, 30],
    "20 of 2": [2] * 20,
}


@group("suites", SUITES, (0.5, 0.9), (False, True), (False, True))
def draw_suite(rng: random.Random, name: str, rate: float, weighted: bool, paired: bool) -> Held:
    """Benchmarks whose rates are near `rate`, weighted by size or equally, alone or against a model that fails."""
    sizes = SUITES[name]
    own = [min(1.0, max(0.0, rate + 0.05 * ((i * 7) % 5 - 2))) for i in range(len(sizes))]
    runs = [single(rng, p, M) for p, M in zip(own, sizes)]
    weights = sizes if weighted else [1] * len(sizes)
    truth = math.fsum(p * w for p, w in zip(own, weights)) / sum(weights)
    if paired:
        return held(confidence.compare_suite(runs, [[[0]] * M for M in sizes], weights=weights), truth)
    return held(confidence.suite(runs, weights=weights), truth)


@group("saturated beside hard", (10, 20, 50), (100, 1000), (0.95, 0.99), (0.3, 0.7))
def draw_saturated(rng: random.Random, few: int, many: int, high: float, hard: float) -> Held:
    return held(confidence.suite([single(rng, high, few), single(rng, hard, many)]), (high + hard) / 2)


@group("boards", ("equal", "steps", "one better"), (3, 10), (30, 100), (1, 4))
def draw_board(rng: random.Random, kind: str, m: int, M: int, N: int) -> Held:
    """No order that the ranks state may be false."""
    gain = {"equal": [0.0] * m, "steps": [0.1 * i / m for i in range(m)], "one better": [0.1] + [0.0] * (m - 1)}[kind]
    common = [rng.uniform(0, 0.9) for _ in range(M)]
    ranks = confidence.ranks([[row(rng, p + more, N) for p in common] for more in gain])
    false = any(ranks[i][1] < ranks[j][0] and gain[i] <= gain[j] for i, j in product(range(m), repeat=2))
    return not false, mean([worst - best for best, worst in ranks])


@group("gates", (1, 5), (100, 500))
def draw_gate(rng: random.Random, candidates: int, M: int) -> Held:
    """Candidates worse than a baseline by 0.02, the margin: none may be above it. They share the 5 %."""
    level, solved = 1 - 0.05 / candidates, [[1]] * M
    found = [confidence.compare(single(rng, 0.98, M), solved, confidence=level) for _ in range(candidates)]
    return all(one.lo <= -0.02 for one in found), found[0].hi - found[0].lo


# Further questions


@group("every look", SOME, METRICS[:1], ("value", "difference"))
def draw_looks(rng: random.Random, shape: str, metric: Any, asked: str) -> Held:
    """Intervals with anytime=True hold the truth at each of five looks."""
    (N, name, k), drawn = metric, rng.choices(rates(shape), k=60)
    a, b = ([row(rng, share * p, N) for p in drawn] for share in (1, 0.8))
    truth = mean([worth(name, k, p) - (asked == "difference") * worth(name, k, 0.8 * p) for p in rates(shape)])
    rest, found = [k] if k else [], []
    for n in range(12, 61, 12):
        if asked == "value":
            found.append(held(getattr(confidence, name)(a[:n], *rest, anytime=True), truth))
        else:
            found.append(held(confidence.compare(a[:n], b[:n], name, *rest, anytime=True), truth))
    return all(is_held for is_held, _ in found), found[-1][1]


@group("beyond N", SHAPES, (30, 200), (2, 8), (2, 10))
def draw_beyond(rng: random.Random, shape: str, M: int, N: int, times: int) -> Held:
    R = [row(rng, p, N) for p in rng.choices(rates(shape), k=M)]
    return held(confidence.beyond(R, times * N), mean([1 - (1 - p) ** (times * N) for p in rates(shape)]))


@group("curves", SHAPES, (10, 50), (4, 8))
def draw_curve(rng: random.Random, shape: str, M: int, N: int) -> Held:
    """A curve holds the truth at all of its k together."""
    found = confidence.curve([row(rng, p, N) for p in rng.choices(rates(shape), k=M)])
    truths = [mean([1 - (1 - p) ** k for p in rates(shape)]) for k in range(1, N + 1)]
    return all(held(one, x)[0] for one, x in zip(found, truths)), mean([hi - lo for _, lo, hi in found])


@group("missing trials", SOME, (20, 100), (0.05, 0.3), ("failures", "successes"))
def draw_missing(rng: random.Random, shape: str, M: int, share: float, hidden: str) -> Held:
    """Trials are missing because they fail, or because they succeed."""
    kind = int(hidden == "successes")
    R = [row(rng, p, 4) for p in rng.choices(rates(shape), k=M)]
    gaps = [[None if x == kind and rng.random() < share else x for x in one] for one in R]
    return held(confidence.bounded(gaps), mean(rates(shape)))


@group("totals", (2, 5, 10), (100, 500), ("opposed", "independent"))
def draw_totals(rng: random.Random, m: int, M: int, how: str) -> Held:
    """Equal models, of which the totals are known, with as few questions in common as can be, or by chance."""
    drawn = [rng.random() for _ in range(M)]
    opposed = [sum(x < 0.7 if i % 2 else x >= 0.3 for x in drawn) for i in range(m)]
    apart = [sum(rng.random() < 0.7 for _ in range(M)) for _ in range(m)]
    return all_orders(confidence.ranks_of_totals(opposed if how == "opposed" else apart, M))


# Results


def simulated(title: str, cell: Sequence[Any], runs: int, seed: str) -> tuple[float, float, int]:
    """Return (the share of runs that hold the truth, the mean width, the number of runs)."""
    rng, draw = random.Random(f"{seed} {title} {cell}"), GROUPS[title][0]
    found = [draw(rng, *cell) for _ in range(runs)]
    return mean([is_held for is_held, _ in found]), mean([width for _, width in found]), runs


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"any of {', '.join(GROUPS)}; all without")
    parser.add_argument("--check", action="store_true", help="a few cells of each group; 1 if one holds too rarely")
    parser.add_argument("--runs", type=int, default=400, metavar="N", help="of each cell (default: 400)")
    parser.add_argument("--seed", default="coverage", metavar="TEXT")
    options = parser.parse_args()
    low: list[str] = []
    print(f"{'':24}{'cells':>6}{'mean':>8}{'worst':>8}  the worst")
    for title in options.groups or GROUPS:
        cells = [cell for cell in GROUPS[title][1] if (title, cell) not in KNOWN]
        if options.check:
            cells = random.Random(title).sample(cells, min(4, len(cells)))
        shares = []
        for cell in cells:
            share, _, runs = simulated(title, cell, 60 if options.check else options.runs, options.seed)
            shares.append((share, cell))
            floor = FLOORS[cell[-1] if "%" in title else 0.95]
            if share < floor - 3 * math.sqrt(floor * (1 - floor) / runs):
                low.append(f"TOO LOW  {title}, {cell}: {share:.1%}")
        worst, where = min(shares, key=lambda one: one[0])
        text = f"{title:24}{len(cells):6}{mean([share for share, _ in shares]):8.1%}{worst:8.1%}  {where}"
        print(text, flush=True)
    for (title, cell), why in () if options.check or options.groups else KNOWN.items():
        print(f"known: {simulated(title, cell, options.runs, options.seed)[0]:.1%}  {title}: {why}", flush=True)
    print("\n".join(low))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
