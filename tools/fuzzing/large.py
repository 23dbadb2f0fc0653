"""Calls with arguments of up to about 1 MB, and the search for the slowest and the largest of each function."""

from __future__ import annotations

import random
from math import exp, log
from time import perf_counter
from typing import Any, Callable, Dict

from fuzzing import draw
from fuzzing.draw import LATENT, Case
from fuzzing.make import parameters

Sizes = Dict[str, int]
MOST = 120_000  # numbers of an argument
RANGES = {  # between which sizes are drawn, evenly by their logarithm
    "seed": (1, 10**6),  # of all that is chosen beside the sizes
    "rows": (1, 60_000),
    "trials": (1, 2**63),
    "lengths": (1, 60_000),  # different numbers of trials
    "classes": (2, 4096),
    "k": (1, 10**6),
    "models": (2, 20_000),
    "digits": (1, 19_900),
}


def outcomes(rng: random.Random, sizes: Sizes, classes: int, parts: int) -> tuple[Any, int]:
    """One of several matrices or tallies that together are not too large, and the fewest trials of its questions."""
    rows = max(1, min(sizes["rows"], MOST // classes) // parts)
    trials = sizes["trials"] if rng.random() < 0.5 else 1 + sizes["trials"] % 10**5
    if rng.random() < 0.4:
        columns, ragged = max(1, min(trials, MOST // (rows * parts))), rng.random() < 0.3
        dress = rng.choice([*draw.DRESSES, int, int, int])
        widths = [rng.randint(1, columns) if ragged else columns for _ in range(rows)]
        R = ("list", *(("list", *(dress(rng.randrange(classes)) for _ in range(width))) for width in widths))
        return (("tally", R, None, True), 1) if ragged else (R, columns)
    return ("counts", ("list", *vectors(rng, sizes, rows, trials, classes))), trials - trials // 2


def vectors(rng: random.Random, sizes: Sizes, rows: int, trials: int, classes: int) -> list[Any]:
    """Class counts; the successes are any number of trials, or as near as can be to none of them, or to all."""
    lengths = 1 if rng.random() < 0.5 else min(sizes["lengths"], rows)
    kinds = [trials - rng.randrange(trials // 2 + 1) for _ in range(lengths - 1)] + [trials]
    spread, found = rng.randrange(3), []
    for i in range(rows):
        number = kinds[i % lengths]
        rest = (rng.randint(0, number), i % (number + 1), number - i % (number + 1))[spread]
        counts = []
        for _ in range(classes - 1):
            counts.append(rest)
            number, rest = number - rest, rng.randint(0, min(number - rest, 2 * trials // classes + 1))
        found.append(("tuple", number, *reversed(counts)))
    return found


def reals(rng: random.Random, number: int, digits: int, total: bool) -> Any:
    """Numbers of one style; with a total, none is negative and their sum does not exceed 1."""
    share = number if total else 1
    size = digits + len(str(share))
    styles: list[Callable[[], Any]] = [
        lambda: rng.random() / share,
        lambda: rng.randint(0, 100) / 128 / share,
        lambda: rng.random() * 10.0 ** rng.randint(-323, 0 if total else 307) / share,
        lambda: rng.choice([0, 0, 0, ("fraction", 1, 2 * share)]),
        lambda: ("fraction", 1, share * 10**digits + rng.randrange(10**digits) + 1),
        lambda: ("fraction", rng.randrange(10**digits), ("power", 10, size)),
        lambda: ("decimal", f"{rng.randint(1, 9)}E-{size}"),
    ]
    style = rng.choice(styles)
    return ("list", *(style() for _ in range(number)))


def case(name: str, sizes: Sizes) -> Case:
    """A call that is right, if not too large."""
    names, rng, digits = parameters(name), random.Random(sizes["seed"]), sizes["digits"]
    parts = 2 if "R_a" in names else sizes["models"] if "method" in names else 1
    classes = sizes["classes"] if ("w" in names or name in draw.TALLIES) and rng.random() < 0.4 else 2
    found = [outcomes(rng, sizes, classes, parts) for _ in range(parts)]
    shortest = min(trials for _, trials in found)
    latent = name.endswith(("_ci", "_moments")) and any(base in name for base in LATENT)
    k = sizes["k"] if latent else max(min(sizes["k"], shortest), int(rng.choice([0, 0, 0.5, 1]) * shortest))
    k = min(k, MOST // 2) if "weights" in names else k
    rows = vectors(rng, sizes, max(1, MOST // classes // 4), sizes["trials"], classes)
    cells = (("list", rng.randint(1, 2**50), ("list", *counts[1:]), ("list",)) for counts in rows)
    edge = ("power", 2, rng.randint(1, 1099))
    near = [("fraction", 1, edge), ("fraction", (*edge, -1), edge), 0.95]
    far = [("fraction", 3, ("power", 10, digits, 1)), ("decimal", f"1E-{digits}"), ("power", 10, digits), 0.5, 0.1]
    values: dict[str, Callable[[], Any]] = {
        "R": lambda: found[0][0] if parts == 1 else ("list", *(part for part, _ in found)),
        "R_a": lambda: found[0][0],
        "R_b": lambda: found[1][0],
        "w": lambda: reals(rng, classes, digits, False) if classes > 2 else None,
        "tau": lambda: 0.3,
        "weights": lambda: reals(rng, k, digits, True),
        "rows": lambda: ("list", *rows),
        "histogram": lambda: ("list", *(("tuple", counts, rng.randint(1, 2**50)) for counts in dict.fromkeys(rows))),
        "data": lambda: ("record", "version", 1, "cells", ("list", *cells)),
        "ragged": lambda: ("bool", 1),
        **dict.fromkeys(("alpha0", "beta0"), lambda: rng.choice([1, 1e-308, 10**18, *far])),
        **dict.fromkeys(("pass_power", "unanimous_power"), lambda: rng.choice([0.5, 0.3, 1, 8, 1e300, 1e-300, far[0]])),
        "lam": lambda: rng.choice([0.5, 0.3, 0, far[0]]),
        **dict.fromkeys(("confidence", "quantile", "p"), lambda: rng.choice(near)),
        **dict.fromkeys(("scores_in_id_order", "sigmas_in_id_order"), lambda: reals(rng, MOST // 2, digits, True)),
        **dict.fromkeys("kij", lambda: k),
        **dict.fromkeys("nab", lambda: rng.choice([sizes["trials"], k] if name != "special.beta_ratio" else far)),
    }
    return name, {key: values[key]() for key in names if key in values}, 0


class Worst:
    """What was found of a function: its slowest and its largest call, and how many calls were refused."""

    def __init__(self) -> None:
        self.calls = self.refused = 0
        self.slowest: tuple[float, Sizes] = (0.0, {})
        self.largest: tuple[float, Sizes] = (0.0, {})
        self.failures: list[tuple[str, Sizes]] = []

    def add(self, sizes: Sizes, seconds: float, megabytes: float, refused: bool, reason: str | None) -> None:
        self.calls += 1
        self.refused += refused
        self.slowest = max(self.slowest, (seconds, sizes), key=lambda found: found[0])
        self.largest = max(self.largest, (megabytes, sizes), key=lambda found: found[0])
        if reason:
            self.failures.append((reason, sizes))


def searched(name: str, seed: str, seconds: float, measured: Callable[[Case], tuple]) -> Worst:
    """A climb: from random calls to slower and larger ones, by changes of a few of their sizes."""
    rng, worst, until = random.Random(f"{seed}:{name}"), Worst(), perf_counter() + seconds
    while perf_counter() < until:
        start = rng.choice([worst.slowest, worst.largest])[1]
        sizes = {key: round(exp(rng.uniform(log(low), log(high)))) for key, (low, high) in RANGES.items()}
        if start and rng.random() < 0.7:
            for key in rng.sample(sorted(RANGES), rng.choice([1, 1, 2, 3])):
                low, high = RANGES[key]
                start = {**start, key: min(max(round(start[key] * exp(rng.gauss(0, 1))), low), high)}
            sizes = start
        worst.add(sizes, *measured(case(name, sizes)))
    return worst
