"""Rankings at random."""

from __future__ import annotations

import random
from typing import Any, Callable

from fuzzing import draw
from fuzzing.ranking import CI_METHODS, METHODS


def models(rng: random.Random, classes: int) -> tuple[Any, int, int, int]:
    """R, and how many models, questions and trials it has."""
    count, (rows, columns) = rng.choice([2, 2, 3, 3, 5] * 4 + [1]), (rng.randint(1, 3), rng.randint(1, 5))
    style = rng.random()
    if style < 0.08:
        return ("list", *(_balanced(rng) for _ in range(count))), count, 0, 10**18
    if style < 0.2:
        parts = [draw.row(rng, draw.outcomes(rng, rows, classes)) for _ in range(count)]
        return (rng.choice(["list", "tuple", "iter"]), *parts), count, rows, 1
    if style < 0.4:
        tallies = [draw.tally(rng, classes) for _ in range(count)]
        return ("list", *(part for part, _ in tallies)), count, 0, min(trials for _, trials in tallies)
    flat = rng.random() < 0.05
    sizes = [rows + (rng.random() < 0.02) for _ in range(count)]
    parts = [draw.matrix(rng, size, columns, classes, may_be_flat=flat) for size in sizes]
    return (rng.choice(["list", "list", "tuple", "generator", "tolist"]), *parts), count, rows, columns


def _balanced(rng: random.Random) -> Any:
    """A tally whose scores nearly equal those of others like it."""
    trials = 10**18 + rng.choice([0, 1, 10 ** rng.randint(0, 12)])
    return ("counts", ("list", ("list", trials, trials + rng.choice([0, 0, 1]))))


def _one_sided(rng: random.Random, successes: bool) -> Any:
    trials = rng.randint(1, 60)
    pair = (0, trials) if successes else (trials, 0)
    return ("counts", ("list", *[("list", *pair)] * rng.randint(1, 20)))


def case(rng: random.Random, name: str, names: list[str]) -> dict[str, Any]:
    if name == "rank_scores":
        return _scores_case(rng, names)
    classes = rng.choice([2, 3, 4]) if "w" in names and rng.random() < 0.5 else 2
    R, count, rows, trials = models(rng, classes)
    k = draw.draws(rng, trials)
    choices: dict[str, Callable[[], Any]] = {
        "R": lambda: R,
        "k": lambda: k,
        "tau": lambda: draw.threshold(rng, k if isinstance(k, int) and 0 < k < 100 else 2),
        "w": lambda: draw.rewards(rng, classes) if classes > 2 else None,
        "quantile": lambda: draw.probability(rng),
        "method": lambda: rng.choice([*METHODS * 5, "mean"]),
        "return_scores": lambda: True,
        "confidence": lambda: draw.probability(rng),
        "R0": lambda: _prior(rng, count, max(rows, 1), classes),
    }
    for side in "ab":
        size = rng.randint(1, 3), rng.randint(1, 5)
        choices[f"R_{side}"] = lambda side=side, size=size: _one_of_two(rng, size, classes, side == "a")
        choices[f"R0_{side}"] = lambda size=size: draw.matrix(rng, size[0], rng.randint(0, 2), classes)
    needed = {"R", "k", "tau", "R_a", "R_b", *(("w",) if classes > 2 else ())}
    rare = {"R0", "R0_a", "R0_b"}
    return {key: choices[key]() for key in names if key in needed or rng.random() < (0.2 if key in rare else 0.5)}


def _one_of_two(rng: random.Random, size: tuple[int, int], classes: int, is_first: bool) -> Any:
    style = rng.random()
    if style < 0.3:
        return draw.tally(rng, classes)[0]
    return _one_sided(rng, is_first) if style < 0.5 and classes == 2 else draw.matrix(rng, *size, classes)


def _prior(rng: random.Random, count: int, rows: int, classes: int) -> Any:
    width = rng.randint(0, 2)
    if rng.random() < 0.5:
        return draw.matrix(rng, rows, width, classes)
    return ("list", *(draw.matrix(rng, rows, width, classes) for _ in range(count + rng.choice([0] * 8 + [-1, 1]))))


def _scores_case(rng: random.Random, names: list[str]) -> dict[str, Any]:
    size = rng.choice([0, 1, 2, 3, 4, 6])
    near = [0.5, 0.5, 0.5 + 1e-12, 0.5 - 9e-13, 0.5 - 2e-12, 0.42, 0.35, 0.3, 0.25]
    near += [("fraction", 1, 3), ("decimal", "0.5"), 1e308, draw.TINY, -1.0]
    wide = [0, 0.1, 0.1, 1e-3, 1e308, draw.TINY, ("fraction", 1, 7), 0.4]
    choices: dict[str, Callable[[], Any]] = {
        "scores_in_id_order": lambda: (rng.choice(["list", "tuple", "iter"]), *(rng.choice(near) for _ in range(size))),
        "tol": lambda: rng.choice([0, 1e-12, 0.1, draw.TINY, 1e308, ("fraction", 1, 10**12), -1]),
        "sigmas_in_id_order": lambda: ("list", *(rng.choice(wide) for _ in range(size))),
        "confidence": lambda: draw.probability(rng),
        "ci_tie_method": lambda: rng.choice([*CI_METHODS * 5, "none"]),
    }
    return {key: choices[key]() for key in names if key == "scores_in_id_order" or rng.random() < 0.5}
