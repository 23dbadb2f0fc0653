"""Calls at random: a function and descriptions of its arguments, honest ones, extreme ones and hostile ones."""

from __future__ import annotations

import random
from typing import Any, Callable

from fuzzing.judge import parameters
from fuzzing.meaning import base_of

NEEDED = {"R", "k", "tau", "weights", "n", "a", "b", "i", "j", "p", "rows", "histogram", "data"}

TINY = 5e-324
SMALL = [0, 1, 2, 3, 5]
# Values that are right for some arguments and wrong for others.
REALS = [
    *(0, 1, 0.5, 0.25, 0.95, 2, 0.1, 1.5, -1, -0.0, 1e-3, 3),
    *(TINY, 2.3e-308, 1e-308, 1e308, 1.7976931348623157e308, 1 - 2**-53, 1 + 2**-52, 1e-16, 1e16, -TINY, 1e-100),
    *(("float", text) for text in ("nan", "inf", "-inf")),
    *(("decimal", text) for text in ("0.5", "NaN", "sNaN", "Infinity", "-Infinity", "1E-400", "1E+30000", "1E-19990")),
    *(("fraction", n, d) for n, d in ((1, 3), (2, 3), (-1, 7), (10**40 - 1, 10**40), (1, 10**40))),
    *(("power", 2, 1100), ("power", 10, 100), ("power", 10, 5000), ("fraction", 1, ("power", 2, 1110))),
    *(("fraction", ("power", 2, 1110, -1), ("power", 2, 1110)), ("float_sub", 0.5), ("scalar", 0.5)),
]
INTEGERS = [
    *(-1, 0, 1, 2, 3, 7, 50, 64, 1000, 2048, 2049, 50_000, 10**6, 10**9, 10**18, 2**63, 2**64 - 1, 2**64),
    *(("power", 10, 100), ("power", 10, 5000), ("int_sub", 2), ("index", 2), ("scalar", 2)),
]
NO_NUMBERS = [
    *(None, "", "2", "nan", ("complex", 1, 1), ("object",), ("class",), ("function",), ("ellipsis",), ("dict",)),
    *(("bool", 1), ("set", 0, 1), ("only_float", 1.0), ("long_string", 10**6), ("long_bytes", 10**5)),
    *(("long_name", 10**5), ("list",), ("list", 0, 1), ("list_class",), ("frozenset", 1)),
]


# --- honest arguments -------------------------------------------------------------------------------------------------


def shape(rng: random.Random) -> tuple[int, int]:
    size = rng.random()
    if size < 0.9:
        return rng.randint(1, 4), rng.randint(1, 8)
    if size < 0.99:
        return rng.randint(1, 12), rng.randint(1, 40)
    return rng.randint(1, 40), rng.randint(1, 400)


def outcomes(rng: random.Random, number: int, classes: int) -> list[Any]:
    rate = rng.choice([0, 0.05, 0.5, 0.5, 0.9, 1])
    values = [rng.randrange(classes) if classes > 2 else int(rng.random() < rate) for _ in range(number)]
    style = rng.random()
    if style < 0.7:
        return values
    if style < 0.8:
        return [float(x) for x in values]
    dress: list[Callable[[int], Any]] = [
        *(lambda x: ("bool", x) if x < 2 else x, lambda x: ("fraction", x, 1), lambda x: ("decimal", f"{x}.00")),
        *(lambda x: ("index", x), lambda x: ("int_sub", x), lambda x: ("scalar", x), float, lambda x: x),
    ]
    return [rng.choice(dress)(x) for x in values]


def row(rng: random.Random, values: list[Any], container: str | None = None) -> Any:
    """A row, in the container if that can hold it."""
    container = container or rng.choice(["list", "list", "list", "tuple", "bytes", "iter", "deque"])
    plain = all(type(x) in (int, float) and 0 <= x < 256 for x in values)
    if container.startswith(("byte", "array", "mem")) and not (plain and all(type(x) is int for x in values)):
        container = "list"
    return (container, *values)


def matrix(rng: random.Random, rows: int, columns: int, classes: int, ragged: bool = False) -> Any:
    containers = ["list"] * 6
    containers += ["tuple", "bytes", "bytearray", "iter", "generator", "array_b", "array_d", "memoryview", "deque"]
    containers += ["get_item", "list_sub", "tolist", "to_numpy", "iterable", "map"]
    container = rng.choice(containers) if rng.random() < 0.9 else None
    outer = rng.choice(["list"] * 8 + ["tuple", "iter", "generator", "deque", "list_sub", "tolist", "map", "iterable"])
    widths = [rng.randint(min(1, columns), columns) if ragged else columns for _ in range(rows)]
    if rows == 1 and rng.random() < 0.3:
        return row(rng, outcomes(rng, columns, classes), container)
    return (outer, *(row(rng, outcomes(rng, width, classes), container) for width in widths))


def tally(rng: random.Random, classes: int, prior: bool = False) -> tuple[Any, int]:
    """A tally, and the fewest trials of its questions."""
    kind = rng.choice(["tally", "ragged", "counts", "counts", "histogram", "histogram", "sum", "pickled", "json"])
    if kind in ("tally", "ragged"):
        rows, columns = shape(rng)
        R = matrix(rng, rows, columns, classes, kind == "ragged")
        R0 = matrix(rng, rows, rng.randint(0, 3), classes) if prior and rng.random() < 0.5 else None
        return ("tally", R, R0, kind == "ragged"), 1 if kind == "ragged" else columns
    if kind == "sum":
        parts = [tally(rng, classes, prior) for _ in range(rng.randint(1, 3))]
        return ("sum", *(part for part, _ in parts)), min(shortest for _, shortest in parts)
    if kind in ("pickled", "json"):
        part, shortest = tally(rng, classes, prior)
        return (kind, part), shortest
    most = rng.choice([3, 10, 40, 40, 1000, 10**6, 10**18, 2**64 - 1])
    rows = rng.choice([1, 2, 3]) if rng.random() < 0.95 else rng.choice([6, 30])
    vectors = [[rng.randint(0, most) >> rng.choice([0, 0, 3, 64]) for _ in range(classes)] for _ in range(rows)]
    vectors = [vector if any(vector) else [1, *vector[1:]] for vector in vectors]
    shortest = min(map(sum, vectors))
    if kind == "counts":
        return ("counts", ("list", *(("tuple", *vector) for vector in vectors))), shortest
    unique = {tuple(vector): rng.choice([1, 2, 5, 10**18, 2**64 - 1]) for vector in vectors}
    return (
        "histogram",
        ("list", *(("tuple", ("tuple", *v), n) for v, n in unique.items())),
        rng.random() < 0.5,
    ), shortest


def draws(rng: random.Random, trials: int) -> Any:
    style = rng.random()
    if style < 0.86:
        return rng.randint(1, min(trials, rng.choice([3, 5, 8])))
    if style < 0.9:
        return rng.randint(1, min(trials, rng.choice([20, 40, 100])))
    if style < 0.96:
        return max(1, trials - rng.choice([0, 0, 1, 2, 5])) if trials < 20 or rng.random() < 0.1 else 2
    if style < 0.965:
        return rng.randint(1, min(trials, 2000))
    return rng.choice([trials + 1, 2 * trials, trials // 2, *INTEGERS])


def probability(rng: random.Random) -> Any:
    near = [TINY, 1e-300, 1e-17, 1e-9, 1 - 2**-53, 1 - 2**-52, 0.999999, ("fraction", 1, 3), ("decimal", "0.9")]
    return rng.choice([0.95, 0.9, 0.5, 0.99, *near])


def prior(rng: random.Random) -> Any:
    common = [1, 2, 0.5, 1.0, 0.1, 3, ("fraction", 1, 3), ("decimal", "0.5"), 50, 1e-3, 100.0]
    return rng.choice([*common, *common, TINY, 1e-308, 1e308, 1e100, ("power", 10, 18), ("fraction", 1, 997)])


def weights_of(rng: random.Random, k: int) -> Any:
    """k weights of a spectrum."""
    style = rng.random()
    if style < 0.3:
        parts = [rng.randint(0, 5) for _ in range(k)]
        total = sum(parts) or 1
        return ("list", *(("fraction", part, total) for part in parts))
    if style < 0.8:
        parts = [rng.choice([0.0, 1.0, 1.0, rng.random(), 1e-9, TINY]) for _ in range(k)]
        total = sum(parts) or 1.0
        return (rng.choice(["list", "tuple", "iter", "tolist"]), *(part / total for part in parts))
    return ("list", *(rng.choice([0, 0.5, 1 / k, 1, TINY, 1e-300, -TINY, 0.1]) for _ in range(k)))


def rewards(rng: random.Random, classes: int) -> Any:
    mixed = [TINY, 1e308, -1e308, 1e-300, 0, 1, 0.5, -0.0, 1e16, 0.1, 1.7976931348623157e308, ("fraction", 1, 3)]
    kinds: list[Callable[[], Any]] = [
        *(lambda: rng.choice(mixed), lambda: rng.randint(-2, 5), rng.random, lambda: round(rng.uniform(-1, 1), 2)),
        lambda: ("decimal", f"{rng.randint(-99, 99)}e{rng.randint(-30, 30)}"),
    ]
    kind = rng.choice(kinds)
    return (rng.choice(["list", "list", "tuple", "iter", "array_d", "tolist"]), *(kind() for _ in range(classes)))


def bounds(rng: random.Random) -> Any:
    ends = [0, 1, 0.25, -1, 2, -0.0, TINY, ("float", "inf"), ("float", "-inf"), ("fraction", 1, 3), ("decimal", "0.1")]
    ends += [1e308, ("power", 10, 400), ("float", "nan"), 0.0, 1.0, 0.5]
    chosen = [rng.choice(ends), rng.choice(ends)]
    return rng.choice(
        [None, ("tuple", 0, 1), ("tuple", *chosen), ("list", *chosen), ("list", *chosen, 1), ("iter", *chosen)]
    )


def power(rng: random.Random) -> Any:
    return rng.choice(
        [0.5, 0.5, 1, 2, 0, 0.25, -1, -0.5, 3, ("fraction", 1, 3), 1e-300, TINY, 1e9, 100, ("fraction", 5, 7), 0.7]
    )


def metric_case(rng: random.Random, name: str) -> dict[str, Any]:
    base = base_of(name).rpartition(".")[2]
    names = parameters(name)
    graded = "w" in names and rng.random() < 0.7
    classes = rng.choice([1, 2, 3, 3, 4, 6, 12]) if graded else 2
    rows, columns = shape(rng)
    if rng.random() < 0.35:
        R, trials = tally(rng, classes, graded)
    else:
        R, trials = matrix(rng, rows, columns, classes), columns
    k = draws(rng, trials)
    number = k if isinstance(k, int) and 0 < k <= 2000 else 2
    choices: dict[str, Callable[[], Any]] = {
        "R": lambda: R,
        "k": lambda: k,
        "w": lambda: rewards(rng, classes) if graded else None,
        "R0": lambda: matrix(rng, rows, rng.randint(0, 3), classes),
        "tau": lambda: rng.choice([0, 1, 0.5, 0.28, rng.random(), rng.randint(0, number) / number, probability(rng)]),
        "weights": lambda: weights_of(rng, number) if rng.random() < 0.9 or "spec" in base[:14] else None,
        "confidence": lambda: probability(rng),
        "bounds": lambda: bounds(rng),
        "alpha0": lambda: prior(rng),
        "beta0": lambda: prior(rng),
        "pass_power": lambda: power(rng),
        "unanimous_power": lambda: power(rng),
        "lam": lambda: rng.choice([0, 1, 0.5, 0.25, 0.5, ("fraction", 1, 3), TINY, 1 - 2**-53]),
        "lambda_": lambda: rng.choice([None, None, 0.3, 1, 0]),
    }
    always = NEEDED | {"w"} if graded else NEEDED
    return {key: choices[key]() for key in names if key in always or rng.random() < 0.4}


def other_case(rng: random.Random, name: str) -> dict[str, Any]:
    if name.startswith("special."):
        count = [*SMALL, *SMALL, 40, 300, *INTEGERS]
        value = {"p": probability, "a": prior, "b": prior}
        choose = {key: value.get(key, lambda rng: rng.choice(count)) for key in parameters(name)}
        if name == "special.beta":
            choose = {key: lambda rng: rng.choice(count) for key in choose}
        return {key: draw(rng) for key, draw in choose.items()}
    classes = rng.choice([1, 2, 2, 3, 5, 12])
    if name == "Tally":
        rows, columns = shape(rng)
        given = {"R": matrix(rng, rows, columns, classes, rng.random() < 0.3), "ragged": ("bool", rng.randrange(2))}
        if rng.random() < 0.3:
            given["R0"] = matrix(rng, rows, rng.randint(0, 3), classes, rng.random() < 0.3)
        return given
    wanted = {"Tally.from_counts": "counts", "Tally.from_histogram": "histogram"}.get(name)
    description: Any = ()
    while wanted and description[:1] != (wanted,):
        description, _ = tally(rng, classes)
    if wanted:
        return {wanted if wanted == "histogram" else "rows": description[1]}
    cell = ("list", rng.choice(INTEGERS), ("list", 1, 2), rng.choice([("list",), ("list", 0, 3)]))
    return {"data": ("record", "version", rng.choice([1, 1, 1, 2, None]), "cells", ("list", cell))}
