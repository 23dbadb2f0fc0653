"""Calls with arguments of up to about 1 MB, and the search for the slowest and the largest of each function."""

from __future__ import annotations

import random
from math import exp, log
from time import perf_counter
from typing import Any, Callable, Dict

from fuzzing.arguments import vectors
from fuzzing.cases import EVAL, EXACT, RANK, SPECIAL, TALLIES, Case
from fuzzing.judge import parameters
from fuzzing.meaning import LATENT, base_of
from fuzzing.ranking import CI_METHODS

Genes = Dict[str, Any]
MOST = 60_000  # entries of an argument, of some 16 bytes
NAMES = [*EVAL, *EXACT, *RANK, *TALLIES, *SPECIAL]
NUMBERS = {  # between which sizes are drawn, evenly by their logarithm
    "seed": (1, 10**6),
    "rows": (1, MOST),
    "trials": (1, 2**63),
    "short": (1, 10**5),
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
CHOICES: dict[str, list[Any]] = {
    "given": ["counts", "counts", "counts", "matrix", "ragged"],
    "long": [True, False],  # trials beyond those of an evaluation
    "equal": [True, True, False],  # one number of trials
    "wide": [True, False, False],
    "spread": [0, 1, 2],
    "share": [0, 0, 0.5, 0.99, 1],  # of the trials that k is
    "style": ["list", "list", "bytes", "float", "bool", "fraction", "decimal"],
    "reals": ["float", "short", "mixed", "few", "fraction", "alike", "decimal", "integer"],
    "alpha0": [1, 0.5, 0.1, 1e-308, 10**18, "fraction", "decimal", "power"],
    "beta0": [1, 0.5, 0.1, 1e-308, 10**18, "fraction", "decimal", "power"],
    "first": [0.5, 0.3, 1, 2, 8, -1, 1e300, 1e-300, "fraction"],
    "second": [0.5, 0.7, 1, 2, 8, -1, 1e300, 1e-300, "fraction"],
    "lam": [0.5, 0.3, ("fraction", 1, 3), 0, "fraction"],
    "near": ["one", "zero", None],
}


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


def shape(genes: Genes, parts: int) -> tuple[int, ...]:
    """Rows, trials, classes, lengths and spread of one of several matrices that together are not too large."""
    classes = genes["classes"] if genes["wide"] else 2
    rows = max(1, min(genes["rows"], 2 * MOST // classes) // parts)
    trials = genes["trials"] if genes["long"] else genes["short"]
    return rows, trials, classes, 1 if genes["equal"] else min(genes["lengths"], rows), genes["spread"]


def outcomes(genes: Genes, parts: int, part: int) -> tuple[Any, int]:
    """One of several matrices or tallies, and the fewest trials of its questions."""
    rows, trials, classes, *rest = shape(genes, parts)
    seed = genes["seed"] + part
    if genes["given"] == "counts":
        vector = vectors(seed, rows, trials, classes, *rest)
        return ("large", "counts", seed, rows, trials, classes, *rest), min(sum(counts[1:]) for counts in vector[1:])
    rows = min(rows, 2 * MOST // parts)
    columns = max(1, min(trials, 2 * MOST // (rows * parts)))
    one = genes["given"] == "ragged"
    return ("large", genes["given"], seed, rows, columns, classes, genes["style"]), 1 if one else columns


def case(name: str, genes: Genes) -> Case:
    """A call that is right, if not too large."""
    names, digits = parameters(name), genes["digits"]
    if "w" not in names and "R" in names and name != "Tally":
        genes = {**genes, "wide": False}
    if name in SPECIAL:
        number = {"n": genes["n"], "k": genes["k"], "i": genes["k"], "j": genes["j"], "p": _near(genes)}
        for key, prior in (("a", "alpha0"), ("b", "beta0")):
            number[key] = genes["n" if key == "a" else "j"] if name == "special.beta" else real(genes[prior], digits)
        return name, {key: number[key] for key in names}, 0
    parts = (min(genes["models"], MOST) if "method" in names else 2 if "R_a" in names else 1) if name in RANK else 1
    found = [outcomes(genes, parts, part) for part in range(parts)] if {"R", "R_a"} & set(names) else []
    base = base_of(name).rpartition(".")[2]
    shortest = min((trials for _, trials in found), default=1)
    latent = base_of(name) != name and base in (*LATENT, "max_at_k")
    k = max(genes["k"] if latent and not genes["share"] else min(genes["k"], shortest), int(genes["share"] * shortest))
    if "weights" in names and base == "threshold_spectrum_at_k":
        k = min(k, MOST)
    classes = shape(genes, 1)[2]
    rewards = ("large", "reals", genes["seed"], classes, genes["reals"], digits)
    items = ("large", "reals", genes["seed"], genes["items"], genes["reals"], digits)
    size = genes["seed"], *shape(genes, 1)
    choices: dict[str, Callable[[], Any]] = {
        "R": lambda: found[0][0] if parts == 1 else ("list", *(part for part, _ in found)),
        "R_a": lambda: found[0][0],
        "R_b": lambda: found[1][0],
        "k": lambda: k,
        "w": lambda: rewards if genes["wide"] or genes["near"] else None,
        "tau": lambda: 0.3,
        "weights": lambda: ("large", "reals", genes["seed"], k, genes["reals"], digits, True),
        "confidence": lambda: _near(genes),
        "quantile": lambda: _near(genes),
        "alpha0": lambda: real(genes["alpha0"], digits),
        "beta0": lambda: real(genes["beta0"], digits),
        "pass_power": lambda: real(genes["first"], digits),
        "unanimous_power": lambda: 3 if genes["second"] == -1 and not latent else real(genes["second"], digits),
        "lam": lambda: real(genes["lam"], digits),
        "scores_in_id_order": lambda: items,
        "sigmas_in_id_order": lambda: (*items[:2], 7, *items[3:], True),
        "ci_tie_method": lambda: CI_METHODS[genes["spread"] % 2],
        "rows": lambda: ("large", "vectors", *size),
        "histogram": lambda: ("large", "histogram", *size),
        "data": lambda: ("large", "record", *size),
        "ragged": lambda: ("bool", 1),
    }
    if base == "geo_spectrum_at_k" and k > MOST:
        del choices["weights"]
    return name, {key: choices[key]() for key in names if key in choices}, 0


def _near(genes: Genes) -> Any:
    edge = ("power", 2, genes["far"])
    return {"zero": ("fraction", 1, edge), "one": ("fraction", (*edge, -1), edge)}.get(genes["near"], 0.95)


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
