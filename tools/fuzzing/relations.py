"""What must agree: the same call with rows and columns in another order, other containers, exact numbers, another k."""

from __future__ import annotations

import random
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Callable, Tuple

import scorio_lite
from fuzzing.bounds import double
from fuzzing.build import build
from fuzzing.judge import function_of
from fuzzing.meaning import base_of
from fuzzing.values import Questions
from scorio_lite import Tally, exact, special

Relation = Tuple[Callable[[], Any], Callable[[Any, Any], bool], str]
LARGEST = 2000  # outcomes of a matrix that is written out
RISING = ("pass_at_k", "max_at_k")
FALLING = ("pass_hat_k", "unanimous_at_k", "g_pass_at_k")


def shuffled(rng: random.Random, questions: Questions) -> list[list[int]] | None:
    """A matrix of these questions, in any order; None if it would be large, or has prior outcomes or no one length."""
    numbers = list(questions.values())
    lengths = {sum(counts) for counts, _ in questions}
    if any(prior for _, prior in questions) or len(lengths) != 1 or sum(numbers) * max(lengths) > LARGEST:
        return None
    rows = []
    for (counts, _), number in questions.items():
        for _ in range(number):
            row = [j for j, count in enumerate(counts) for _ in range(count)]
            rng.shuffle(row)
            rows.append(row)
    rng.shuffle(rows)
    return rows


def merged(rng: random.Random, questions: Questions) -> Tally:
    """The tally of these questions, from parts in any order."""
    parts = []
    for (counts, prior), number in questions.items():
        cell = [[number, list(counts), list(prior)]]
        parts.append(Tally.from_dict({"version": 1, "cells": cell}))
    rng.shuffle(parts)
    return sum(parts, Tally())


def relation(label: str, name: str, given: dict[str, Any], call: Any) -> Relation | None:
    """Another call, how its result must agree with that of this one, and what it is."""
    rng = random.Random(label)
    if not isinstance(call, SimpleNamespace):
        return None
    arguments = {key: build(node) for key, node in given.items() if key not in ("R", "R0")}
    module, _, attribute = name.rpartition(".")
    choice = rng.random()
    rows = shuffled(rng, call.questions) if choice < 0.4 else None
    if rows:
        return lambda: function_of(name)(rows, **arguments), equal, "a matrix of the same counts"
    R = merged(rng, call.questions)
    if choice < 0.55 and hasattr(call, "k") and call.k > 1 and base_of(attribute) in RISING + FALLING:
        arguments["k"] = call.k - 1
        rises = base_of(attribute) in RISING
        return lambda: function_of(name)(R, **arguments), rising if rises else falling, "k - 1"
    if choice < 0.8 and module == "eval" and attribute in exact.__all__:
        return lambda: getattr(exact, attribute)(R, **arguments), rounded, "the exact number"
    return lambda: function_of(name)(R, **arguments), equal, "a tally of the same counts"


def equal(a: Any, b: Any) -> bool:
    return type(a) is type(b) and a == b


def first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value


def rising(at_k: Any, before: Any) -> bool:
    return first(before) <= first(at_k)


def falling(at_k: Any, before: Any) -> bool:
    return first(before) >= first(at_k)


def rounded(value: Any, number: Any) -> bool:
    """Whether a mean is the double nearest to the exact one."""
    return first(value) == double(Fraction(first(number)))


R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
G = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]


def honest_calls() -> list[tuple[Callable[[], Any], Any]]:
    """Calls whose results are published, of every cache and every way of reading."""
    sl = scorio_lite
    return [
        (lambda: sl.pass_at_k(R, 2), 0.95),
        (lambda: sl.pass_at_k_ci(R, 2), (0.8392857142857143, 0.09726270618076305, 0.6486543131325174, 1.0)),
        (
            lambda: sl.maj_at_k_ci(R, 3, confidence=0.9, alpha0=0.5, beta0=0.5),
            (0.7098214285714286, 0.15537862895346705, 0.4542463271865712, 0.965396529956286),
        ),
        (lambda: sl.bayes(G, [0, 0.5, 1], [[0, 2], [1, 2]]), (0.575, 0.08427498280790525)),
        (lambda: sl.max_at_k(iter(G), 2, w=(0, 0.5, 1)), 0.85),
        (lambda: sl.geom_at_k(R, 2), 0.6471059557560733),
        (
            lambda: sl.geo_spectrum_at_k_ci(R, 3),
            (0.44728753343474437, 0.11425481549079816, 0.22335221001251093, 0.6712228568569778),
        ),
        (lambda: sl.geom_ds_at_k(Tally(R), 2), 0.653834841531101),
        (lambda: special.normal_quantile(0.975), 1.9599639845400538),
        (lambda: exact.avg(R), (Fraction(7, 10), Fraction(11, 400))),
        (lambda: sl.auc_at_k([bytes(row) for row in R], 3), 0.9),
    ]
