"""Calls with arguments of up to about 1 MB, and the search for the slowest and the largest of each function."""

from __future__ import annotations

import random
from math import exp, log
from typing import Any, Dict

from fuzzing import draw
from fuzzing.make import parameters

Sizes = Dict[str, int]
MOST = 120_000  # numbers of an argument
RANGES = {  # between which sizes are drawn, evenly by their logarithm
    "seed": (1, 10**6),  # of all that is chosen beside the sizes
    "rows": (1, 60_000),
    "trials": (1, 2**63),
    "classes": (2, 4096),
    "k": (1, 10**6),
    "models": (2, 20_000),
}


def outcomes(rng: random.Random, sizes: Sizes, rows: int, classes: int, most: int) -> tuple[Any, int]:
    """A matrix or a tally, and the fewest trials of its questions."""
    trials = sizes["trials"] if rng.random() < 0.5 else 1 + sizes["trials"] % 10**5
    if rng.random() < 0.6:
        vectors = draw.vectors_of_counts(rng, classes, rows, trials)
        return ("counts", ("list", *(("tuple", *vector) for vector in vectors))), int(min(map(sum, vectors)))
    columns, ragged = max(1, min(trials, most // rows)), rng.random() < 0.3
    dress = rng.choice([*draw.DRESSES, int, int, int])
    widths = [rng.randint(1, columns) if ragged else columns for _ in range(rows)]
    R = ("list", *(("list", *(dress(rng.randrange(classes)) for _ in range(width))) for width in widths))
    return (("tally", R, None, True), 1) if ragged else (R, columns)


def case(name: str, sizes: Sizes) -> draw.Case:
    names, rng = parameters(name), random.Random(sizes["seed"])
    parts = 2 if "R_a" in names else sizes["models"] if "method" in names else 1
    classes = sizes["classes"] if ("w" in names or name in draw.TALLIES) and rng.random() < 0.4 else 2
    rows = max(1, min(sizes["rows"], MOST // classes) // parts)
    found = [outcomes(rng, sizes, rows, classes, MOST // parts) for _ in range(parts)]
    shortest = min(trials for _, trials in found)
    k = max(min(sizes["k"], shortest), int(rng.choice([0, 0, 0.5, 1]) * shortest))
    k = sizes["k"] if name.endswith(("_ci", "_moments")) and any(base in name for base in draw.LATENT) else k
    k = min(k, MOST // 2) if "weights" in names else k
    counts = [("tuple", *vector) for vector in draw.vectors_of_counts(rng, classes, rows, sizes["trials"])]
    pairs = [("tuple", vector, rng.randint(1, 2**50)) for vector in dict.fromkeys(counts)]
    cells = (("list", number, ("list", *vector[1:]), ("list",)) for _, vector, number in pairs)
    given: dict[str, Any] = {
        "R": found[0][0] if parts == 1 else ("list", *(part for part, _ in found)),
        "R_a": found[0][0],
        "R_b": found[-1][0],
        "rows": ("list", *counts),
        "histogram": ("list", *pairs),
        "data": ("record", "version", 1, "cells", ("list", *cells)),
        "ragged": ("bool", 1),
        **dict.fromkeys("kij", k),
        **({} if name == "special.beta_ratio" else dict.fromkeys("nab", sizes["trials"])),
    }
    for key in set(names) - set(given):
        if not key.startswith("R0") and (key in draw.NEEDED or rng.random() < 0.7 or (key == "w" and classes > 2)):
            given[key] = draw.argument(rng, "alpha0" if key in "ab" else key, k, classes, sizes["rows"])
    return name, {key: given[key] for key in names if key in given}, 0


def drawn(rng: random.Random, start: Sizes) -> Sizes:
    if not start or rng.random() < 0.3:
        return {key: round(exp(rng.uniform(log(low), log(high)))) for key, (low, high) in RANGES.items()}
    sizes = dict(start)
    for key in rng.sample(sorted(RANGES), rng.choice([1, 1, 2, 3])):
        low, high = RANGES[key]
        sizes[key] = min(max(round(start[key] * exp(rng.gauss(0, 1))), low), high)
    return sizes
