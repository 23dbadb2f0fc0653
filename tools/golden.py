"""Make tests/golden.json: calls over the whole API, and their results from the oracle. Needs mpmath.

python tools/golden.py

The results are those of tests/oracle.py, which shares nothing with the package; tests/check_golden.py compares.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from fractions import Fraction
from math import comb, factorial
from pathlib import Path
from typing import Any, Callable, Iterator, List, Sequence, Tuple

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

import oracle  # noqa: E402
from check_golden import GOLDEN, written  # noqa: E402
from test_oracle import PRIORS, case, matrix, spectrum_weights  # noqa: E402

import scorio_lite  # noqa: E402

EACH = 60  # calls of each metric
LONGEST = 600  # characters of a call: the file is to stay below a megabyte

Call = Tuple[str, List[Any], Any]  # name, arguments, result


def rows(R: list[list[int]]) -> dict[str, Any]:
    return {"rows": ["".join("0123456789abcdef"[outcome] for outcome in row) for row in R]}


def counts(R: list[list[int]], classes: int) -> dict[str, Any]:
    return {"counts": [[row.count(j) for j in range(classes)] for row in R]}


def encoded(values: Sequence[Any]) -> list[Any]:
    """Arguments as JSON holds them."""
    return list(map(as_json, values))


def as_json(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return rows(value) if value and isinstance(value[0], list) else encoded(value)
    if isinstance(value, float) and value - value != 0:
        return {"float": str(value)}
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def metric(rng: random.Random, name: str) -> Call:
    """Of eval: by rows or, where these are many and there are no prior outcomes, by their counts."""
    _, (R, *rest), expected = case(rng, name)
    arguments = encoded([R, *rest])
    if len(json.dumps(arguments)) > LONGEST and not name.startswith(("bayes", "max_at_k_ci")):
        arguments[0] = counts(R, 1 + max(1, *map(max, R)))
    return f"eval.{name}", arguments, expected


def drawn(rng: random.Random, name: str, k: int) -> tuple[list[Any], list[Any]]:
    """The credit of a metric of 0/1 outcomes, and its arguments after k."""
    if name == "g_pass_at_k_tau":
        tau = rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random(), rng.randint(0, k) / k])
        return oracle.at_least(k, oracle.least_successes(k, tau)), [tau]
    if name == "threshold_spectrum_at_k":
        weights = spectrum_weights(rng, k)
        return oracle.spectrum(weights), [weights]
    credits: dict[str, Callable[[int], list[Any]]] = {
        "pass_at_k": lambda k: oracle.at_least(k, 1),
        "maj_at_k": oracle.majority,
        "mg_pass_at_k": oracle.mean_majority,
        "auc_at_k": oracle.area_credit,
    }
    return credits.get(name, lambda k: oracle.at_least(k, k))(k), []


def outcomes(rng: random.Random, ragged: bool, classes: int = 2) -> tuple[list[list[int]], dict[str, Any], int]:
    """Rows, the same as an argument, and the trials of the shortest."""
    lengths = [rng.randint(1, 12)] * rng.randint(1, 8)
    if ragged:
        lengths = [rng.randint(1, 12) for _ in lengths]
    R = [matrix(rng, 1, N, classes)[0] for N in lengths]
    return R, {"ragged": rows(R)["rows"]} if ragged else rows(R), min(lengths)


def fraction(rng: random.Random, name: str) -> Call:
    """Of exact, half of them with questions of different lengths."""
    metric = name.replace("_moments", "")
    ragged = rng.random() < 0.5 and metric not in ("avg", "bayes", "max_at_k")
    R, argument, N = outcomes(rng, ragged)
    k = rng.randint(1, 2 * N if metric in ("max_at_k", "threshold_spectrum_at_k") and metric != name else N)
    if metric in ("avg", "bayes", "max_at_k"):
        w = [Fraction(x) if rng.random() < 0.3 else x for x in (rng.randint(-9, 9) / 4 for _ in range(3))]
        R = matrix(rng, len(R), N, len(w))
        R0 = matrix(rng, len(R), rng.randint(0, 3), len(w))
        if metric == "avg":
            return f"exact.{name}", encoded([R, w]), oracle.avg(R, w)
        if metric == "bayes":
            return f"exact.{name}", encoded([R, w, R0]), oracle.bayes(R, w, R0)
        if metric == name:
            return f"exact.{name}", encoded([R, k, w]), oracle.best(R, k, w)
        return f"exact.{name}", encoded([R, k, w, R0]), oracle.best_moments(R, k, w, R0)
    credit, rest = drawn(rng, metric, k)
    if metric == name:
        return f"exact.{name}", [argument, k, *encoded(rest)], oracle.score(credit, R)
    priors = [rng.choice([*PRIORS, Fraction(1, 3)]) for _ in range(2)]
    return f"exact.{name}", [argument, k, *encoded([*rest, *priors])], oracle.credit_moments(credit, R, *priors)


def ragged(rng: random.Random, name: str) -> Call:
    """Of eval, with questions of different lengths."""
    metric = name.replace("_ci", "")
    R, argument, N = outcomes(rng, True)
    k = rng.randint(1, N)
    credit, rest = drawn(rng, metric, k)
    if metric == name:
        return f"eval.{name}", [argument, k, *encoded(rest)], oracle.double(oracle.score(credit, R))
    confidence, priors = rng.choice([0.95, 0.5, rng.random()]), [rng.choice(PRIORS) for _ in range(2)]
    expected = oracle.summary(*oracle.credit_moments(credit, R, *priors), confidence, None)
    return f"eval.{name}", [argument, k, *encoded([*rest, confidence, None, *priors])], expected


def special(rng: random.Random, name: str) -> Call:
    n, k = rng.randint(1, 60), rng.randint(1, 30)
    a, b = (rng.choice([1, 3, 0.5, 0.1, Fraction(2, 7), rng.random()]) for _ in range(2))
    if name == "normal_quantile":
        p = rng.choice([0.5, 0.975, 1e-300, 2**-1074, 1 - 2**-53, Fraction(1, 3), rng.random(), rng.random() ** 20])
        distance = abs(2 * Fraction(p) - 1)
        x = oracle.mpmath.sqrt(2) * oracle.erf_inverse(distance) if distance else 0
        return f"special.{name}", encoded([p]), oracle.double(x if 2 * p > 1 else -x)
    arguments, expected = {
        "binomial": ([n, k], Fraction(comb(n, k))),
        "rising": ([a, k], rising(a, k)),
        "beta": ([n, k], Fraction(factorial(n - 1) * factorial(k - 1), factorial(n + k - 1))),
        "beta_ratio": (
            [a, b, k, n % 9],
            rising(a, k) * rising(b, n % 9) / rising(Fraction(a) + Fraction(b), k + n % 9),
        ),
    }[name]
    return f"special.{name}", encoded(arguments), expected


def rising(a: Any, n: int) -> Fraction:
    product = Fraction(1)
    for i in range(n):
        product *= Fraction(a) + i
    return product


def of_tally(rng: random.Random, name: str) -> Call:
    classes = rng.choice([2, 2, 3])
    R, argument, _ = outcomes(rng, rng.random() < 0.5, classes)
    if rng.random() < 0.3:
        argument = counts(R, classes)
    classes = max(2, *(outcome + 1 for row in R for outcome in row))
    cells = Counter(tuple(row.count(j) for j in range(classes)) for row in R)
    lengths = {len(row) for row in R}
    expected = {
        "questions": len(R),
        "trials": lengths.pop() if len(lengths) == 1 else None,
        "classes": classes,
        "histogram": cells,
        "to_dict": {"version": 1, "cells": [[number, list(cell), []] for cell, number in sorted(cells.items())]},
    }
    return f"Tally.{name}", [argument], expected[name]


REFUSED: list[Call] = [
    ("eval.pass_at_k", [rows([[0, 1, 1], [1, 1, 0]]), 4], "ValueError: k must satisfy 1 <= k <= N (N=3); got k=4"),
    ("eval.pass_at_k", [rows([[0, 1, 1], [1, 1, 0]]), 1.5], "ValueError: k must be an integer; got 1.5"),
    ("eval.geom_at_k_ci", [rows([[0, 1, 1]]), 0], "ValueError: k must be >= 1; got k=0"),
    ("eval.g_pass_at_k_tau", [rows([[0, 1, 1]]), 2, 1.5], "ValueError: tau must be in [0, 1]; got 1.5"),
    ("eval.bayes_ci", [rows([[0, 1, 1]]), None, None, 1], "ValueError: confidence must be in (0,1); got 1"),
    ("exact.maj_at_k", [rows([[0, 1, 1]]), 0], "ValueError: k must satisfy 1 <= k <= N (N=3); got k=0"),
]


def calls() -> Iterator[Call]:
    binary = [name for name in scorio_lite.exact.__all__ if name not in ("avg", "bayes") and "max" not in name]
    groups: list[tuple[Callable[[random.Random, str], Call], list[str], int]] = [
        (metric, scorio_lite.eval.__all__, EACH),
        (ragged, [name.replace("_moments", "_ci") for name in binary], EACH // 6),
        (fraction, scorio_lite.exact.__all__, EACH // 2),
        (special, scorio_lite.special.__all__, EACH // 2),
        (of_tally, ["questions", "trials", "classes", "histogram", "to_dict"], EACH // 6),
    ]
    for make, names, number in groups:
        for name in names:
            made, seed = 0, 0
            while made < number:
                call = make(random.Random(f"{make.__name__} {name} {seed}"), name)
                seed += 1
                if len(line(call)) <= LONGEST:
                    made += 1
                    yield call
    yield from REFUSED


def line(call: Call) -> str:
    name, arguments, expected = call
    return json.dumps({"is": [name, written(expected)], "of": arguments}, separators=(",", ":"))


def main() -> None:
    lines = list(map(line, calls()))
    text = '{"calls":[\n' + ",\n".join(lines) + "\n]}\n"
    (TESTS / GOLDEN).write_text(text, encoding="ascii")
    print(f"{len(lines)} calls, {len(text)} bytes")


if __name__ == "__main__":
    main()
