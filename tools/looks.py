"""Simulate intervals that hold at every look: you compute them again each time that data come in.

python3 tools/looks.py [--runs N]

The tool shows after how many questions such intervals tell two models apart, how often usual intervals miss the truth
if you look often, and which data break both. It needs only the standard library; 1000 runs take about a minute.
"""

from __future__ import annotations

import argparse
import random
import sys
from functools import lru_cache
from pathlib import Path
from statistics import NormalDist, quantiles
from typing import Callable, Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scorio_lite import Tally, confidence

MOST = 20_000  # questions
DIFFERENCES = ((0.3, 0.1), (0.15, 0.05), (0.2, 0.1), (0.1, 0.05), (0.3, 0.2), (0.06, 0.03))  # only A is right, only B
SIZE = 300  # questions of an evaluation that is looked at after each


@lru_cache(maxsize=None)
def is_decided(wins: int, losses: int) -> bool:
    """Return whether the interval of the difference excludes 0, so that it tells the models apart."""
    return confidence.compare([[1]] * wins + [[0]] * losses, [[0]] * wins + [[1]] * losses, anytime=True).lo > 0


@lru_cache(maxsize=None)
def is_outside(n: int, successes: int, truth: float, anytime: bool) -> bool:
    _, _, lo, hi = confidence.avg(Tally.from_histogram({(1, 0): n - successes, (0, 1): successes}), anytime=anytime)
    return not lo <= truth <= hi


def asked(rng: random.Random, a: float, b: float) -> int:
    """Return after how many questions the interval tells two models apart.

    Only the first model solves a question with the chance a, and only the second with the chance b.
    """
    wins = losses = 0
    for n in range(1, MOST):
        x = rng.random()
        wins, losses = wins + (x < a), losses + (a <= x < a + b)
        if x < a + b and is_decided(wins, losses):
            return n
    return MOST


def fixed(a: float, b: float, power: float) -> int:
    """Return how many questions suffice to find the difference a - b with this power, if you look once, at the end."""
    z = NormalDist().inv_cdf
    return round((z(0.975) + z(power)) ** 2 * (a + b - (a - b) ** 2) / (a - b) ** 2)


def rates(rng: random.Random) -> list[float]:
    """Draw the rates of the questions, half of which are hard."""
    return [rng.choice((0.2, 0.9)) for _ in range(SIZE)]


def in_clusters(rng: random.Random) -> Iterator[bool]:
    """Yield outcomes in clusters: ten in a row are the same."""
    for _ in range(SIZE // 10):
        yield from [rng.random() < 0.55] * 10


ORDERS: dict[str, Callable[[random.Random], Iterator[bool]]] = {
    "shuffled": lambda rng: (rng.random() < p for p in rates(rng)),
    "sorted, easiest first": lambda rng: (rng.random() < p for p in sorted(rates(rng), reverse=True)),
    "clusters of 10 that are alike": in_clusters,
    "each question twice, if at first wrong": lambda rng: (rng.random() < 1 - (1 - p) ** 2 for p in rates(rng)),
}


def ever_outside(outcomes: Iterator[bool], anytime: bool) -> bool:
    successes = 0
    for n, outcome in enumerate(outcomes, 1):
        successes += outcome
        if (anytime or n >= 10) and is_outside(n, successes, 0.55, anytime):
            return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000, metavar="N")
    runs = parser.parse_args().runs
    print("only A, only B right: questions until it is decided in 50, 80, 95 % of runs; the same for a fixed number")
    for a, b in DIFFERENCES:
        found = quantiles([asked(random.Random(f"{a} {b} {i}"), a, b) for i in range(runs)], n=20)
        sizes = [*(round(found[i]) for i in (9, 15, 18)), *(fixed(a, b, power) for power in (0.5, 0.8, 0.95))]
        print(f"{a:5.0%}{b:5.0%}   ", *(f"{n:7,}" for n in sizes))
    print(f"the truth is outside after some of {SIZE} questions: usual intervals, intervals with anytime")
    for name, order in ORDERS.items():
        for anytime in (False, True):
            lost = sum(ever_outside(order(random.Random(f"{name} {i}")), anytime) for i in range(runs))
            print(f"{name:40}" if not anytime else "", f"{lost / runs:7.1%}", end="\n" if anytime else "")


if __name__ == "__main__":
    main()
