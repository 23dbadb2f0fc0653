"""Calls with arguments of up to about 1 MB, and the search for the slowest and the largest of each function.

("large", kind, seed, ...) describes in short what `written_out` makes of it.
"""

from __future__ import annotations

import random
from math import exp, log
from time import perf_counter
from typing import Any, Callable, Dict

from fuzzing.draw import CI_METHODS, LATENT, Case
from fuzzing.make import parameters

Genes = Dict[str, Any]
MOST = 60_000  # entries of an argument, of some 16 bytes
NUMBERS = {  # between which sizes are drawn, evenly by their logarithm
    "seed": (1, 10**6),
    "rows": (1, MOST),
    "trials": (1, 2**63),
    "lengths": (1, MOST),
    "classes": (2, 4096),
    "k": (1, 10**6),
    "models": (2, 20_000),
    "items": (1, 2 * MOST),
    "digits": (1, 19_900),
    "far": (1, 1099),
    "n": (1, 2**64),
    "j": (1, 2**64),
}
PRIORS = [1, 0.5, 0.1, 1e-308, 10**18, "fraction", "decimal", "power"]
CHOICES: dict[str, list[Any]] = {
    "given": ["counts", "counts", "counts", "matrix", "ragged"],
    "long": [True, False],  # trials beyond those of an evaluation
    "equal": [True, True, False],  # one number of trials
    "wide": [True, False, False],
    "spread": [0, 1, 2],
    "share": [0, 0, 0.5, 0.99, 1],  # of the trials that k is
    "style": ["list", "list", "bytes", "float", "bool", "fraction", "decimal"],
    "reals": ["float", "short", "mixed", "few", "fraction", "alike", "decimal", "integer"],
    "alpha0": PRIORS,
    "beta0": PRIORS,
    "pass_power": [0.5, 0.3, 1, 2, 8, -1, 1e300, 1e-300, "fraction"],
    "unanimous_power": [0.5, 0.7, 1, 2, 3, 8, 1e300, 1e-300, "fraction"],
    "lam": [0.5, 0.3, ("fraction", 1, 3), 0, "fraction"],
    "near": ["one", "zero", None],
}


# --- what is written out ----------------------------------------------------------------------------------------------


def vectors(seed: int, rows: int, trials: int, classes: int, lengths: int, spread: int) -> Any:
    """Class counts of so many questions, of about `lengths` different numbers of trials up to `trials`.

    The successes are any number of them, or as near as can be to none of them, or to all.
    """
    rng = random.Random(seed)
    kinds = [trials - rng.randrange(trials // 2 + 1) for _ in range(lengths - 1)] + [trials]
    found = []
    for i in range(rows):
        number = kinds[i % lengths]
        rest = (rng.randint(0, number), i % (number + 1), number - i % (number + 1))[spread]
        counts = []
        for _ in range(classes - 1):
            counts.append(rest)
            number, rest = number - rest, rng.randint(0, min(number - rest, 2 * trials // classes + 1))
        found.append(("tuple", number, *reversed(counts)))
    return ("list", *found)


def matrix(seed: int, rows: int, columns: int, classes: int, style: str, ragged: bool = False) -> Any:
    rng = random.Random(seed)
    container = "bytes" if style == "bytes" and classes <= 256 else "list"
    dress: Callable[[int], Any] = {
        "float": float,
        "bool": lambda x: ("bool", x) if x < 2 else x,
        "fraction": lambda x: ("fraction", x, 1),
        "decimal": lambda x: ("decimal", f"{x}.0"),
    }.get(style, int)
    widths = [rng.randint(1, columns) if ragged else columns for _ in range(rows)]
    return ("list", *((container, *(dress(rng.randrange(classes)) for _ in range(width))) for width in widths))


def reals(seed: int, number: int, style: str, digits: int, total: bool = False) -> Any:
    """Numbers of one style; with a total, none is negative and their sum does not exceed 1."""
    rng = random.Random(seed)
    share = number if total else 1
    make: dict[str, Callable[[], Any]] = {
        "float": lambda: rng.random() / share,
        "short": lambda: rng.randint(0, 100) / 128 / share,
        "mixed": lambda: rng.random() * 10.0 ** rng.randint(-323, 0 if total else 307) / share,
        "few": lambda: rng.choice([0, 0, 0, ("fraction", 1, 2 * share)]),
        "fraction": lambda: ("fraction", 1, share * 10**digits + rng.randrange(10**digits) + 1),
        "alike": lambda: ("fraction", rng.randrange(10**digits), ("power", 10, digits + len(str(share)))),
        "decimal": lambda: ("decimal", f"{rng.randint(1, 9)}E-{digits + len(str(share))}"),
        "integer": lambda: 0 if total else ("power", 10, digits, rng.randrange(10**6)),
    }
    return ("list", *(make[style]() for _ in range(number)))


def histogram(seed: int, *shape: int) -> Any:
    rng = random.Random(seed)
    return ("list", *(("tuple", vector, rng.randint(1, 2**50)) for vector in vectors(seed, *shape)[1:]))


def record(*shape: int) -> Any:
    cells = (("list", number, ("list", *counts[1:]), ("list",)) for _, counts, number in histogram(*shape)[1:])
    return ("record", "version", 1, "cells", ("list", *cells))


WRITTEN: dict[str, Callable] = {
    "vectors": vectors,
    "counts": lambda *shape: ("counts", vectors(*shape)),
    "matrix": matrix,
    "ragged": lambda *shape: ("tally", matrix(*shape, True), None, True),
    "reals": reals,
    "histogram": histogram,
    "record": record,
}


def written_out(kind: str, *numbers: Any) -> Any:
    return WRITTEN[kind](*numbers)


# --- a call, by its genes ---------------------------------------------------------------------------------------------


def drawn(rng: random.Random) -> Genes:
    genes = {key: round(exp(rng.uniform(log(low), log(high)))) for key, (low, high) in NUMBERS.items()}
    return {**genes, **{key: rng.choice(values) for key, values in CHOICES.items()}}


def changed(rng: random.Random, genes: Genes) -> Genes:
    """The same with a few numbers somewhat larger or smaller, or a choice made anew."""
    genes = dict(genes)
    for key in rng.sample(sorted(genes), rng.choice([1, 1, 2, 3])):
        if key in CHOICES:
            genes[key] = rng.choice(CHOICES[key])
        else:
            low, high = NUMBERS[key]
            genes[key] = min(max(round(genes[key] * exp(rng.gauss(0, 1))), low), high)
    return genes


def real(kind: Any, digits: int) -> Any:
    long = {"fraction": ("fraction", 3, ("power", 10, digits, 1)), "decimal": ("decimal", f"1E-{digits}")}
    return {**long, "power": ("power", 10, digits)}.get(kind, kind) if isinstance(kind, str) else kind


def case(name: str, genes: Genes) -> Case:
    """A call that is right, if not too large."""
    names, digits, seed = parameters(name), genes["digits"], genes["seed"]
    parts = 2 if "R_a" in names else genes["models"] if "method" in names else 1
    classes = genes["classes"] if genes["wide"] and ("w" in names or name.startswith("Tally")) else 2
    rows = max(1, min(genes["rows"], 2 * MOST // classes) // parts)
    trials = genes["trials"] if genes["long"] else 1 + genes["trials"] % 10**5
    shape = (rows, trials, classes, 1 if genes["equal"] else min(genes["lengths"], rows), genes["spread"])
    columns = max(1, min(trials, 2 * MOST // (rows * parts)))
    given, shortest = genes["given"], trials - trials // 2
    if given != "counts":
        shape, shortest = (rows, columns, classes, genes["style"]), 1 if given == "ragged" else columns
    latent = name.endswith(("_ci", "_moments")) and any(base in name for base in LATENT)
    k = max(genes["k"] if latent and not genes["share"] else min(genes["k"], shortest), int(genes["share"] * shortest))
    k = min(k, MOST) if "weights" in names else k
    models = [("large", given, seed + part, *shape) for part in range(parts)]
    edge = ("power", 2, genes["far"])
    near = {"zero": ("fraction", 1, edge), "one": ("fraction", (*edge, -1), edge)}.get(genes["near"], 0.95)
    items = ("large", "reals", seed, genes["items"], genes["reals"], digits)
    cells = (seed, rows, trials, classes, 1 if genes["equal"] else min(genes["lengths"], rows), genes["spread"])
    values = {
        "R": models[0] if parts == 1 else ("list", *models),
        "R_a": models[0],
        "R_b": models[-1],
        "k": k,
        "w": ("large", "reals", seed, classes, genes["reals"], digits) if classes > 2 or genes["near"] else None,
        "tau": 0.3,
        "weights": ("large", "reals", seed, k, genes["reals"], digits, True),
        "confidence": near,
        "quantile": near,
        "p": near,
        **{key: real(genes[key], digits) for key in ("alpha0", "beta0", "pass_power", "unanimous_power", "lam")},
        "scores_in_id_order": items,
        "sigmas_in_id_order": (*items[:2], 7, *items[3:], True),
        "ci_tie_method": CI_METHODS[genes["spread"] % 2],
        "rows": ("large", "vectors", *cells),
        "histogram": ("large", "histogram", *cells),
        "data": ("large", "record", *cells),
        "ragged": ("bool", 1),
        **{key: genes["k"] for key in "ij"},
        "n": genes["n"],
        **{key: genes[number] if name == "special.beta" else real(genes[prior], digits)
           for key, number, prior in (("a", "n", "alpha0"), ("b", "j", "beta0"))},
    }  # fmt: skip
    return name, {key: values[key] for key in names if key in values}, 0


# --- the worst call of each function ----------------------------------------------------------------------------------


class Worst:
    """What was found of a function: its slowest and its largest call, and how many calls were refused."""

    def __init__(self) -> None:
        self.calls = self.refused = 0
        self.slowest: tuple[float, Genes] = (0.0, {})
        self.largest: tuple[float, Genes] = (0.0, {})
        self.failures: list[tuple[str, Genes]] = []

    def add(self, genes: Genes, seconds: float, megabytes: float, refused: bool, reason: str | None) -> None:
        self.calls += 1
        self.refused += refused
        self.slowest = max(self.slowest, (seconds, genes), key=lambda found: found[0])
        self.largest = max(self.largest, (megabytes, genes), key=lambda found: found[0])
        if reason:
            self.failures.append((reason, genes))


def searched(name: str, seed: str, seconds: float, measured: Callable[[Case], tuple]) -> Worst:
    """A climb: from random calls to slower and larger ones, by changes of a few of their sizes."""
    rng, worst, until = random.Random(f"{seed}:{name}"), Worst(), perf_counter() + seconds
    while perf_counter() < until:
        start = rng.choice([worst.slowest, worst.largest])[1] if rng.random() < 0.7 else {}
        genes = changed(rng, start) if start else drawn(rng)
        worst.add(genes, *measured(case(name, genes)))
    return worst
