"""Calls at random: a function and descriptions of its arguments, honest ones, extreme ones and hostile ones."""

from __future__ import annotations

import random
from typing import Any, Callable

from fuzzing.judge import parameters
from fuzzing.meaning import LATENT, base_of

NEEDED = {"R", "k", "tau", "weights", "n", "a", "b", "i", "j", "p", "rows", "histogram", "data"}

TINY = 5e-324
LARGEST = 1.7976931348623157e308
FEW = [0, 1, 2, 3, 4, 5, 7]

# Values that are right for some arguments and wrong for others.
PLAIN = [0, 1, 0.5, 0.25, 0.95, 2, 0.1, 1.5, -1, -0.0, 1e-3, 3, ("decimal", "0.5"), ("scalar", 0.5)]
EXTREME = [TINY, -TINY, 2.3e-308, 1e-308, 1e-100, 1e-16, 1e16, 1e308, LARGEST, 1 - 2**-53, 1 + 2**-52]
NOT_FINITE = [(kind, text) for kind in ("float", "float_like", "decimal") for text in ("nan", "inf", "-inf")]
SUBCLASSES = [("float_sub", 0.5), ("decimal", "sNaN")]
LONG_DECIMALS = [("decimal", text) for text in ("1E-400", "1E-19990", "1E+30000", "1E+999999999", "1E-999999999")]
RATIOS = [("fraction", n, d) for n, d in ((1, 3), (2, 3), (-1, 7), (10**40 - 1, 10**40), (1, 10**40))]
LONG_RATIOS = [("fraction", 1, ("power", 2, 1110)), ("fraction", ("power", 2, 1110, -1), ("power", 2, 1110))]
POWERS = [("power", 2, 1100), ("power", 10, 100), ("power", 10, 5000)]
REALS = PLAIN + SUBCLASSES + EXTREME + NOT_FINITE + LONG_DECIMALS + RATIOS + LONG_RATIOS + POWERS

COUNTS = [-1, 0, 1, 2, 3, 7, 50, 64, 1000, 2048, 2049, 50_000, 10**6, 10**9, 10**18, 2**63, 2**64 - 1, 2**64]
INTEGERS = [*COUNTS, *POWERS, ("int_sub", 2), ("index", 2), ("scalar", 2)]
WHOLE = [("bool", 1), 1.0, 2.0, ("fraction", 2, 1), ("decimal", "2")]  # integral, and integers for outcomes alone

STRINGS = ["", "2", "nan", ("long_string", 10**6), ("long_bytes", 10**5)]
OBJECTS = [None, ("object",), ("class",), ("list_class",), ("function",), ("ellipsis",), ("long_name", 10**5)]
CONTAINERS = [("list",), ("list", 0, 1), ("dict",), ("set", 0, 1), ("frozenset", 1)]
NO_NUMBERS = [*STRINGS, *OBJECTS, *CONTAINERS, ("complex", 1, 1), ("only_float", 1.0), ("bool", 1)]

ROWS = ["list"] * 6 + ["tuple", "bytes", "bytearray", "iter", "generator", "array_b", "array_d", "memoryview", "deque"]
ROWS += ["get_item", "list_sub", "tolist", "to_numpy", "iterable", "map", "reused"]
MATRICES = ["list"] * 8 + ["tuple", "iter", "generator", "deque", "list_sub", "tolist", "map", "iterable"]
DRESSES: list[Callable[[int], Any]] = [
    lambda x: ("bool", x) if x < 2 else x,
    lambda x: ("fraction", x, 1),
    lambda x: ("decimal", f"{x}.00"),
    lambda x: ("index", x),
    lambda x: ("int_sub", x),
    lambda x: ("scalar", x),
    float,
    int,
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
    if values and rng.random() < 0.01:
        values[rng.randrange(number)] = rng.choice([-1, classes, 0.5, 2**70, -0.0])
    style = rng.random()
    if style < 0.7:
        return values
    if style < 0.8:
        return [float(x) for x in values]
    return [rng.choice(DRESSES)(x) if type(x) is int else x for x in values]


def row(rng: random.Random, values: list[Any], container: str | None = None) -> Any:
    """A row, in the container if that can hold it."""
    container = container or rng.choice(["list", "list", "list", "tuple", "bytes", "iter", "deque"])
    if container.startswith(("byte", "array", "mem")) and not all(type(x) is int and 0 <= x < 128 for x in values):
        container = "list"
    return (container, *values)


def matrix(
    rng: random.Random, rows: int, columns: int, classes: int, ragged: bool = False, may_be_flat: bool = True
) -> Any:
    container = rng.choice(ROWS) if rng.random() < 0.9 else None
    outer = rng.choice(MATRICES)
    least = min(columns, rng.random() < 0.98)
    widths = [rng.randint(least, columns) if ragged else columns for _ in range(rows)]
    if may_be_flat and rows == 1 and rng.random() < 0.3:
        return row(rng, outcomes(rng, columns, classes), container if container != "reused" else None)
    if container == "reused":
        return ("reused", *(("list", *outcomes(rng, width, classes)) for width in widths))
    found = [row(rng, outcomes(rng, width, classes), container) for width in widths]
    if columns <= classes + 1 and rng.random() < 0.05:
        found[0] = ("range", columns)
    if container in ("list", "bytes") and found and rng.random() < 0.004:
        wrong = [("list", *[0] * (columns - 1), -1)] * (columns and rng.random() < 0.3)
        return ("repeated", 1 + 70_000 // (columns + 1), *found, *wrong)  # more than is read at a time
    return (outer, *found)


def prior_outcomes(rng: random.Random, rows: int, classes: int) -> Any:
    """R0, for each row or flat."""
    width = rng.randint(0, 3)
    if rng.random() < 0.3:
        return row(rng, outcomes(rng, rows * width, classes))
    return matrix(rng, rows, width, classes, rng.random() < 0.1)


def tally(rng: random.Random, classes: int, prior: bool = False) -> tuple[Any, int]:
    """A tally, and the fewest trials of its questions."""
    kind = rng.choice(
        ["tally", "ragged", "counts", "counts", "histogram", "histogram", "sum", "pickled", "json", "cells"]
    )
    if kind in ("tally", "ragged"):
        rows, columns = shape(rng)
        R = matrix(rng, rows, columns, classes, kind == "ragged")
        more = rng.random() < 0.05  # classes than there may be
        R0 = matrix(rng, rows, rng.randint(0, 3), classes + more) if rng.random() < (0.5 if prior else 0.1) else None
        return ("tally", R, R0, kind == "ragged"), 1 if kind == "ragged" else columns
    if kind == "sum":
        parts = [tally(rng, classes, prior) for _ in range(rng.randint(1, 3))]
        return ("sum", *(part for part, _ in parts)), min(shortest for _, shortest in parts)
    if kind in ("pickled", "json"):
        part, shortest = tally(rng, classes, prior)
        return (kind, part), shortest
    vectors, shortest = vectors_of_counts(rng, classes)
    if kind == "counts":
        return ("counts", ("list", *(("tuple", *vector) for vector in vectors))), shortest
    if kind == "cells":
        return ("cells", written(rng, vectors, classes if prior else 0)), shortest
    unique = {tuple(vector): rng.choice([0, 1, 2, 5, 10**18, 2**64 - 1]) for vector in vectors}
    more = [1] * (rng.random() < 0.02)  # than a pair has
    pairs = [("tuple", ("tuple", *vector), number, *more) for vector, number in unique.items()]
    return ("histogram", ("list", *pairs), rng.random() < 0.5), shortest


def vectors_of_counts(rng: random.Random, classes: int) -> tuple[list[list[int]], int]:
    """Counts of each class for some questions, and the fewest trials of one."""
    rows = rng.choice([1, 2, 3]) if rng.random() < 0.95 else rng.choice([6, 30])
    if classes == 2 and rng.random() < 0.25:  # scores with a few bits more than a double has
        rows, trials = rng.choice([1, 1, 1, 2, 4]), 2 ** rng.choice([27, 54, 54, 55, 56, 63])
        successes = [rng.randrange(1, trials, 2) for _ in range(rows)]
        return [[trials - s, s] for s in successes], trials
    most = rng.choice([3, 10, 40, 40, 1000, 10**6, 10**18, 2**64 - 1, 2**64 - 1 + (rng.random() < 0.3)])
    vectors = [[rng.randint(0, most) >> rng.choice([0, 0, 3, 64]) for _ in range(classes)] for _ in range(rows)]
    if rng.random() < 0.97:
        vectors = [vector if any(vector) else [1, *vector[1:]] for vector in vectors]
    if rng.random() < 0.05:  # the largest, and what is too large or too small
        vectors[0][0] = rng.choice([2**64 - 1, 2**64, -1])
    return vectors, min(map(sum, vectors))


def written(rng: random.Random, vectors: list[list[int]], classes: int) -> Any:
    """What Tally.to_dict writes; with prior outcomes of so many classes."""
    cells = []
    for vector in vectors:
        prior = [rng.choice([0, 0, 1, 3]) for _ in range(classes)] if rng.random() < 0.5 else []
        number = rng.choice([1] * 5 + [2] * 5 + [5] * 5 + [10**18] * 4 + [0])
        cells.append(("list", number, ("list", *vector), ("list", *(prior if any(prior) else []))))
    return ("record", "version", 1, "cells", ("list", *cells))


def draws(rng: random.Random, trials: int, latent: bool = False) -> Any:
    """k, which if it is latent may exceed the number of trials."""
    style, trials = rng.random(), max(trials, 1)
    if trials > 10**8 and style < 0.4:
        return 1
    if latent and style < 0.3:
        return rng.randint(1, rng.choice([2 * min(trials, 20), 2 * min(trials, 20), 60]))
    if style < 0.86:
        return rng.randint(1, min(trials, rng.choice([3, 5, 8])))
    if style < 0.9:
        return rng.randint(1, min(trials, rng.choice([20, 40, 60, 100])))
    if style < 0.96:
        return max(1, trials - rng.choice([0, 0, 1, 2, 5])) if trials < 20 or rng.random() < 0.1 else 2
    if style < 0.965:
        return rng.randint(1, min(trials, 2000))
    return rng.choice([trials + 1, 2 * trials, trials // 2, *INTEGERS, *WHOLE])


def probability(rng: random.Random) -> Any:
    if rng.random() < 0.4:
        return rng.random()
    near = [TINY, 1e-300, 1e-17, 1e-9, 1 - 2**-53, 1 - 2**-52, 0.999999]
    return rng.choice([0.95, 0.9, 0.5, 0.99, *near, ("fraction", 1, 3), ("decimal", "0.9"), 0, 1])


def threshold(rng: random.Random, k: int) -> Any:
    """tau, often at or next to j/k."""
    j = rng.randint(0, k)
    if rng.random() < 0.5:
        return min(max(j / k + rng.choice([0, 0, 2**-54, -(2**-54)]), 0.0), 1.0)
    beside = ("fraction", max(0, min(j * 10**40 + rng.choice([-1, 0, 1]), k * 10**40)), k * 10**40)
    return rng.choice([0, 1, 0.5, 0.28, rng.random(), probability(rng), beside, beside, beside])


def prior(rng: random.Random) -> Any:
    common = [1, 2, 0.5, 1.0, 0.1, 3, ("fraction", 1, 3), ("decimal", "0.5"), 50, 1e-3, 100.0]
    return rng.choice([*common, *common, TINY, 1e-308, 1e308, 1e100, ("power", 10, 18), ("fraction", 1, 997)])


def weights_of(rng: random.Random, k: int) -> Any:
    """k weights of a spectrum."""
    style = rng.random()
    if style < 0.1:  # equal ones side by side
        first, last, height = *sorted((rng.randint(0, k), rng.randint(0, k))), rng.randint(1, 5)
        return ("list", *(("fraction", height * (first <= i < last), 5 * max(last - first, 1)) for i in range(k)))
    if style < 0.3:
        parts = [rng.randint(0, 5) for _ in range(k)]
        total = (sum(parts) or 1) * 10**13 - (rng.random() < 0.1)
        return ("list", *(("fraction", part * 10**13, total) for part in parts))
    if style < 0.8:
        parts = [rng.choice([0.0, 1.0, 1.0, rng.random(), 1e-9, TINY]) for _ in range(k)]
        total = sum(parts) or 1.0
        return (rng.choice(["list", "tuple", "iter", "tolist"]), *(part / total for part in parts))
    return ("list", *(rng.choice([0, 0.5, 1 / k, 1, TINY, 1e-300, -TINY, 0.1]) for _ in range(k)))


def rewards(rng: random.Random, classes: int) -> Any:
    large = [LARGEST, -LARGEST, 1e308, -1e308]
    mixed = [*large, TINY, 1e-300, 0, 1, 0.5, -0.0, 1e16, 0.1, ("fraction", 1, 3)]
    kinds: list[Callable[[], Any]] = [
        lambda: rng.choice(mixed),
        lambda: rng.choice(large),
        lambda: rng.randint(-2, 5),
        lambda: rng.randint(-2, 5),
        rng.random,
        lambda: round(rng.uniform(-1, 1), 2),
        lambda: ("decimal", f"{rng.randint(-99, 99)}e{rng.randint(-30, 30)}"),
    ]
    kind = rng.choice(kinds)
    return (rng.choice(["list", "list", "tuple", "iter", "array_d", "tolist"]), *(kind() for _ in range(classes)))


def bounds(rng: random.Random) -> Any:
    ends = [0, 1, 0.25, -1, 2, -0.0, TINY, ("float", "inf"), ("float", "-inf"), ("fraction", 1, 3), ("decimal", "0.1")]
    ends += [1e308, ("power", 10, 400), ("float", "nan"), 0.0, 1.0, 0.5]
    ends += [("decimal", text) for text in ("NaN", "sNaN", "Infinity", "-Infinity")]
    chosen = [rng.choice(ends), rng.choice(ends)]
    return rng.choice(
        [None, ("tuple", 0, 1), ("tuple", *chosen), ("list", *chosen), ("list", *chosen, 1), ("iter", *chosen)]
    )


def power(rng: random.Random) -> Any:
    return rng.choice(
        [0.5, 0.5, 1, 2, 0, 0.25, -1, -0.5, 3, ("fraction", 1, 3), 1e-300, TINY, 1e9, 100, 300, ("fraction", 5, 7), 0.7]
    )


def metric_case(rng: random.Random, name: str) -> dict[str, Any]:
    base = base_of(name).rpartition(".")[2]
    names = parameters(name)
    graded = "w" in names and rng.random() < 0.7
    classes = rng.choice([1, 2, 3, 3, 4, 6, 10, 12]) if graded else 2
    rows, columns = shape(rng)
    style = rng.random()
    if style < 0.35:
        R, trials = tally(rng, classes, graded)
    elif style < 0.42:  # one that comes again and again, for the sake of caches
        R, rows, trials = ("list", ("list", 0, 1, 1, 0, 1), ("list", 1, 1, 0, 1, 1)), 2, 5
    else:
        R, trials = matrix(rng, rows, columns, classes, rng.random() < 0.03), columns
    k = draws(rng, trials, name.endswith("_ci") and base in LATENT)
    number = k if isinstance(k, int) and 0 < k <= 2000 else 2
    choices: dict[str, Callable[[], Any]] = {
        "R": lambda: R,
        "k": lambda: k,
        "w": lambda: rewards(rng, classes) if graded else None,
        "R0": lambda: prior_outcomes(rng, rows, classes),
        "tau": lambda: threshold(rng, number),
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


def special_case(rng: random.Random, name: str) -> dict[str, Any]:
    def count(rng: random.Random) -> Any:
        return rng.choice(FEW) if rng.random() < 0.8 else rng.choice([40, 300, *INTEGERS, *WHOLE])

    value: dict[str, Callable] = {"p": probability}
    if name == "special.rising":
        value["a"] = lambda rng: rng.choice([prior(rng), rng.randint(-7, 7), rng.uniform(-7, 7)])
    elif name == "special.beta_ratio":
        value.update(a=prior, b=prior)
    return {key: value.get(key, count)(rng) for key in parameters(name)}


def tally_case(rng: random.Random, name: str) -> dict[str, Any]:
    classes = rng.choice([1, 2, 2, 3, 5, 10, 12])
    if name == "Tally":
        rows, columns = shape(rng)
        given = {"R": matrix(rng, rows, columns, classes, rng.random() < 0.3), "ragged": ("bool", rng.randrange(2))}
        if rng.random() < 0.3:
            given["R0"] = prior_outcomes(rng, rows, classes)
        return given
    kind, key = {
        "Tally.from_counts": ("counts", "rows"),
        "Tally.from_histogram": ("histogram", "histogram"),
        "Tally.from_dict": ("cells", "data"),
    }[name]
    description: Any = ()
    while description[:1] != (kind,):
        description, _ = tally(rng, classes, True)
    if kind == "cells" and rng.random() < 0.2:
        _, key_1, version, key_2, cells = description[1]
        others = [("record", key_1, other, key_2, cells) for other in (2, None, ("bool", 1), 1.0)]
        longer = ("list", *((*cell, 1) for cell in cells[1:]))
        return {key: rng.choice([*others, ("record", key_2, cells), ("record", key_1, version, key_2, longer)])}
    return {key: description[1]}
