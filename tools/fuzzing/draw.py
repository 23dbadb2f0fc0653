"""Calls at random: a function and descriptions of its arguments, honest ones, extreme ones and wrong ones."""

from __future__ import annotations

import random
from typing import Any, Callable, Dict, Tuple

from fuzzing.make import MODULES, NUMBERS, parameters

# function, descriptions of arguments, and after which share of its lines the call is interrupted first, or 0
Case = Tuple[str, Dict[str, Any], float]

# Compared with oracles of their own, in tests.
ELSEWHERE = {"spread", "student_t_quantile", "cons_at_k", "vote_curve"}
EVAL, EXACT, RANK, SPECIAL = (
    [f"{module}.{name}" for name in MODULES[module].__all__ if name not in ELSEWHERE]
    for module in ("eval", "exact", "rank", "special")
)
TALLIES = ["Tally", "Tally.from_counts", "Tally.from_histogram", "Tally.from_dict"]
NAMES = [*EVAL, *EXACT, *RANK, *TALLIES, *SPECIAL]
NEEDED = {"R", "k", "tau", "weights", "n", "a", "b", "i", "j", "p", "rows", "histogram", "data", "scores_in_id_order"}
NEEDED |= {"R_a", "R_b"}
FLAGS = {"ragged", "return_scores"}  # of which Python asks whether they are true
METHODS = ("competition", "competition_max", "dense", "avg")
CI_METHODS = ("zscore_adjacent", "ci_overlap_adjacent")
LATENT = ("threshold_spectrum_at_k", "geom_at_k", "geom_ds_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k")
LATENT += ("max_at_k",)

TINY, LARGEST, THIRD, HALF = 5e-324, 1.7976931348623157e308, ("fraction", 1, 3), ("decimal", "0.5")
PLAIN = [0, 1, 0.5, 0.25, 0.95, 2, 0.1, 1.5, -1, -0.0, 1e-3, 3, HALF, ("scalar", 0.5), ("float_sub", 0.5), THIRD]
EXTREME = [TINY, -TINY, 2.3e-308, 1e-100, 1e-16, 1e16, 1e308, LARGEST, 1 - 2**-53, 1 + 2**-52]
NOT_FINITE = [(kind, text) for kind in ("float", "decimal") for text in ("nan", "inf", "-inf")] + [("decimal", "sNaN")]
LONG = [("decimal", text) for text in ("1E-400", "1E-19990", "1E+30000", "1E+999999999", "1E-999999999")]
LONG += [("fraction", 10**40 - 1, 10**40), ("fraction", 1, ("power", 2, 1110)), ("power", 2, 1100), ("power", 10, 5000)]
REALS = [*PLAIN, *EXTREME, *NOT_FINITE, *LONG]
COUNTS = [-1, 0, 1, 2, 3, 7, 50, 64, 1000, 2049, 50_000, 10**6, 10**9, 10**18, 2**63, 2**64 - 1, 2**64]
INTEGERS = [*COUNTS, ("power", 10, 5000), ("int_sub", 2), ("index", 2), ("scalar", 2)]
WHOLE = [("bool", 1), 1.0, 2.0, ("fraction", 2, 1), ("decimal", "2")]  # integral, and integers for outcomes alone
STRINGS = ["", "2", "nan", "01", ("long_string", 10**6), ("bytes", 0, 1, 255)]
OBJECTS = [None, ("object",), ("class",), ("function",), ("long_name", 10**5), ("complex", 1, 1), ("only_float",)]
CONTAINERS = [("list",), ("list", 0, 1), ("dict",), ("dict", 0, 1), ("set", 0, 1), ("nested", 3, 1)]
CONTAINERS += [("nested", 10**4, 1), ("range", 2), ("range", 10**6), ("range", 10**18), ("list", ("list",), ("list",))]

ROWS = ["list"] * 6 + ["tuple", "bytes", "bytearray", "iter", "generator", "array_b", "array_d", "memoryview", "deque"]
ROWS += ["tolist", "iterable"]
MATRICES = ["list"] * 8 + ["tuple", "iter", "generator", "deque", "tolist", "iterable"]
DRESSES: list[Callable[[int], Any]] = [
    *(int, float, lambda x: ("bool", x) if x < 2 else x, lambda x: (("index", "int_sub", "scalar")[x % 3], x)),
    *(lambda x: ("fraction", x, 1), lambda x: ("decimal", f"{x}.00")),
]


def draw(seed: str, number: int) -> Case:
    rng = random.Random(f"{seed}:{number}")
    pool = rng.random()
    shares = ((0.65, EVAL), (0.75, EXACT), (0.88, RANK), (0.95, TALLIES), (1.0, SPECIAL))
    name = rng.choice(next(names for share, names in shares if pool < share))
    given = (tally_case if name in TALLIES else special_case if name in SPECIAL else metric_case)(rng, name)
    mode = rng.random()
    if mode < 0.3:
        key = rng.choice(sorted(set(given) - FLAGS))
        given[key] = spoiled(rng, given[key])
    elif mode < 0.4:
        key = rng.choice([key for key in parameters(name) if key not in FLAGS])
        given[key] = wrong_number(rng)
    return name, given, rng.random() if rng.random() < 0.05 else 0.0


def wrong_number(rng: random.Random) -> Any:
    return rng.choice(rng.choice([STRINGS, OBJECTS, CONTAINERS, REALS, REALS, NOT_FINITE, INTEGERS, WHOLE]))


def spoiled(rng: random.Random, node: Any) -> Any:
    """A description with something wrong in it, or in its place."""
    if type(node) is not tuple or node[0] in NUMBERS or len(node) == 1 or rng.random() < 0.15:
        return wrong_number(rng)
    kind, *parts = node
    place = rng.randrange(len(parts))
    if isinstance(parts[place], bool):  # how to build it
        return node
    what = rng.random()
    if kind in ("list", "tuple", "iter", "generator", "deque") and what < 0.4:
        if what < 0.1:
            return ("failing", *parts[:place])
        inserted = [wrong_number(rng)] if what < 0.2 else [parts[place]] * 2 if what < 0.3 else []
        return (kind, *parts[:place], *inserted, *parts[place + 1 :])
    if kind.startswith(("array", "mem", "byte", "range")):
        return ("list", *parts[:place], wrong_number(rng), *parts[place + 1 :])
    return (kind, *parts[:place], spoiled(rng, parts[place]), *parts[place + 1 :])


def shape(rng: random.Random) -> tuple[int, int]:
    size = rng.random()
    if size < 0.9:
        return rng.randint(1, 4), rng.randint(1, 8)
    return (rng.randint(1, 12), rng.randint(1, 40)) if size < 0.99 else (rng.randint(1, 40), rng.randint(1, 400))


def outcomes(rng: random.Random, number: int, classes: int) -> list[Any]:
    rate = rng.choice([0, 0.05, 0.5, 0.5, 0.9, 1])
    values = [rng.randrange(classes) if classes > 2 else int(rng.random() < rate) for _ in range(number)]
    if values and rng.random() < 0.01:
        values[rng.randrange(number)] = rng.choice([-1, classes, 0.5, 2**70, -0.0])
    style = rng.random()
    if style < 0.7:
        return values
    return [float(x) if style < 0.8 else rng.choice(DRESSES)(x) if type(x) is int else x for x in values]


def row(rng: random.Random, values: list[Any], container: str | None = None) -> Any:
    container = container or rng.choice(["list", "list", "list", "tuple", "bytes", "iter", "deque"])
    if container.startswith(("byte", "array", "mem")) and not all(type(x) is int and 0 <= x < 128 for x in values):
        container = "list"
    return (container, *values)


def matrix(rng: random.Random, rows: int, columns: int, classes: int, ragged: bool = False, flat: bool = True) -> Any:
    container = rng.choice(ROWS) if rng.random() < 0.9 else None
    least = min(columns, rng.random() < 0.98)
    widths = [rng.randint(least, columns) if ragged else columns for _ in range(rows)]
    if flat and rng.random() < (0.3 if rows == 1 else 0.02):
        return row(rng, outcomes(rng, rows * columns, classes), container)
    found = [row(rng, outcomes(rng, width, classes), container) for width in widths]
    if columns <= classes + 1 and rng.random() < 0.05:
        found[0] = ("range", columns)
    if container in ("list", "bytes") and found and rng.random() < 0.004:
        wrong = [("list", *[0] * (columns - 1), -1)] * (columns and rng.random() < 0.3)
        return ("repeated", 1 + 70_000 // (columns + 1), *found, *wrong)  # more than is read at a time
    return (rng.choice(MATRICES), *found)


def tally(rng: random.Random, classes: int, prior: bool = False, kind: str = "") -> tuple[Any, int]:
    kinds = ["tally", "ragged", "counts", "counts", "histogram", "histogram", "sum", "pickled", "json", "cells"]
    kind = kind or rng.choice(kinds)
    if kind in ("tally", "ragged"):
        rows, columns = shape(rng)
        R = matrix(rng, rows, columns, classes, kind == "ragged")
        R0 = matrix(rng, rows, rng.randint(0, 3), classes) if rng.random() < (0.5 if prior else 0.1) else None
        return ("tally", R, R0, kind == "ragged"), 1 if kind == "ragged" else columns
    if kind in ("sum", "pickled", "json"):
        parts = [tally(rng, classes, prior) for _ in range(rng.randint(1, 3) if kind == "sum" else 1)]
        return (kind, *(part for part, _ in parts)), min(shortest for _, shortest in parts)
    vectors = vectors_of_counts(rng, classes)
    shortest = int(min(map(sum, vectors)))
    if kind == "counts":
        return ("counts", ("list", *(("tuple", *vector) for vector in vectors))), shortest
    if kind == "cells":
        return ("cells", written(rng, vectors, classes if prior else 0)), shortest
    unique = {tuple(vector): rng.choice([0, 1, 2, 5, 10**18]) for vector in vectors}
    pairs = [("tuple", ("tuple", *vector), number) for vector, number in unique.items()]
    return ("histogram", ("list", *pairs), rng.random() < 0.5), shortest


def vectors_of_counts(rng: random.Random, classes: int, rows: int = 0, most: int = 0) -> list[list[int]]:
    rows = rows or (rng.choice([1, 2, 3]) if rng.random() < 0.95 else rng.choice([6, 30]))
    if classes == 2 and rng.random() < 0.25:  # scores with a few bits more than a double has
        trials = most or 2 ** rng.choice([27, 54, 54, 55, 56, 63]) + rng.choice([0, 0, 0, 1, 10**6])
        return [[trials - s, s] for s in (rng.choice([trials // 2, rng.randrange(trials)]) for _ in range(rows))]
    most = most or rng.choice([3, 10, 40, 40, 1000, 10**6, 10**18])
    vectors = [[rng.randint(0, most) >> rng.choice([0, 0, 3, 64]) for _ in range(classes)] for _ in range(rows)]
    if rng.random() < 0.05:
        vectors[0][0] = rng.choice([2**63, 2**64, -1, 0.5, 1.0])
    return [vector if any(vector) or rng.random() < 0.03 else [1, *vector[1:]] for vector in vectors]


def written(rng: random.Random, vectors: list[list[int]], classes: int) -> Any:
    """What Tally.to_dict writes; with prior outcomes of so many classes."""
    cells = []
    for vector in vectors:
        prior = [rng.choice([0, 0, 1, 3]) for _ in range(classes)] if rng.random() < 0.5 else []
        number = rng.choice([1] * 5 + [2] * 5 + [5] * 5 + [10**18] * 4 + [0])
        cells.append(("list", number, ("list", *vector), ("list", *(prior if any(prior) else []))))
    return ("record", "version", rng.choice([1] * 30 + [2, None, ("bool", 1), 1.0]), "cells", ("list", *cells))


def models(rng: random.Random, rows: int, columns: int, classes: int) -> tuple[Any, int]:
    """R of a ranking, and the fewest trials of its questions."""
    number, style = rng.choice([2, 2, 3, 3, 5] * 4 + [1]), rng.random()
    if style < 0.08:  # scores that nearly equal each other
        trials = [10**18 + rng.choice([0, 1, 10 ** rng.randint(0, 12)]) for _ in range(number)]
        pairs = [("list", n, n + rng.choice([0, 0, 1])) for n in trials]
        return ("list", *(("counts", ("list", pair)) for pair in pairs)), 10**18
    if style < 0.4:
        found = [tally(rng, classes) for _ in range(number)]
        return ("list", *(part for part, _ in found)), min(trials for _, trials in found)
    sizes = [rows + (rng.random() < 0.02) for _ in range(number)]
    if style < 0.5:  # a trial each
        parts, columns = [row(rng, outcomes(rng, size, classes)) for size in sizes], 1
    else:
        parts = [matrix(rng, size, columns, classes, flat=False) for size in sizes]
    return (rng.choice(["list", "list", "tuple", "generator", "tolist"]), *parts), columns


def draws(rng: random.Random, trials: int, latent: bool = False) -> Any:
    """k, which if it is latent may exceed the number of trials."""
    style, trials = rng.random(), max(trials, 1)
    if latent and style < 0.3:
        return rng.randint(1, rng.choice([2 * min(trials, 20), 2 * min(trials, 20), 60]))
    if style < 0.9:
        return rng.randint(1, min(trials, rng.choice([3, 5, 8] if style < 0.86 else [20, 40, 60, 100])))
    if style < 0.96:
        return max(1, trials - rng.choice([0, 0, 1, 2, 5])) if trials < 20 or rng.random() < 0.1 else 2
    if style < 0.965:
        return rng.randint(1, min(trials, 2000))
    return rng.choice([trials + 1, trials + 1, 2 * trials, trials // 2, *INTEGERS, *WHOLE])


def probability(rng: random.Random) -> Any:
    near = [TINY, 1e-300, 1e-17, 1e-9, 1 - 2**-53, 1 - 2**-52, 0.999999, 0, 1]
    return rng.random() if rng.random() < 0.3 else rng.choice([0.95, 0.9, 0.5, 0.99, *near, THIRD, ("decimal", "0.9")])


def threshold(rng: random.Random, k: int) -> Any:
    j = rng.randint(0, k)
    if rng.random() < 0.5:
        return min(max(j / k + rng.choice([0, 0, 2**-54, -(2**-54)]), 0.0), 1.0)
    beside = ("fraction", max(0, min(j * 10**40 + rng.choice([-1, 0, 1]), k * 10**40)), k * 10**40)
    return rng.choice([0, 1, 0.5, 0.28, rng.random(), probability(rng), beside, beside, beside])


def weights_of(rng: random.Random, k: int) -> Any:
    style = rng.random()
    if style < 0.3:  # some of them equal ones side by side
        parts = sorted(rng.randint(0, 5) for _ in range(k)) if style < 0.1 else [rng.randint(0, 5) for _ in range(k)]
        total = (sum(parts) or 1) * 10**13 - (rng.random() < 0.1)
        return ("list", *(("fraction", part * 10**13, total) for part in parts))
    if style < 0.8:
        parts = [rng.choice([0.0, 1.0, 1.0, rng.random(), 1e-9, TINY]) for _ in range(k)]
        total = sum(parts) or 1.0
        return (rng.choice(["list", "tuple", "iter", "tolist"]), *(part / total for part in parts))
    return ("list", *(rng.choice([0, 0.5, 1 / k, 1, TINY, 1e-300, -TINY, 0.1]) for _ in range(k)))


def rewards(rng: random.Random, classes: int) -> Any:
    kinds: list[Callable[[], Any]] = [
        lambda: rng.choice([LARGEST, -LARGEST, 1e308, TINY, 1e-300, 0, 1, 0.5, -0.0, 1e16, 0.1, THIRD]),
        lambda: rng.choice([LARGEST, -LARGEST, 1e308, -1e308]),
        lambda: rng.randint(-2, 5),
        rng.random,
        lambda: round(rng.uniform(-1, 1), 2),
        lambda: ("decimal", f"{rng.randint(-99, 99)}e{rng.randint(-30, 30)}"),
    ]
    kind = rng.choice(kinds)
    return (rng.choice(["list", "list", "tuple", "iter", "tolist"]), *(kind() for _ in range(classes)))


def bounds(rng: random.Random) -> Any:
    ends = [0, 1, 0.25, -1, 2, -0.0, TINY, 1e308, 0.0, 1.0, 0.5, THIRD, ("decimal", "0.1"), *NOT_FINITE]
    chosen = [rng.choice(ends), rng.choice(ends)]
    kinds = [("tuple", 0, 1), ("tuple", 0.25, 0.75), ("tuple", *chosen), ("list", *chosen), ("iter", *chosen)]
    return rng.choice([None, *kinds, ("list", *chosen, 1)])


SCORES = [0.5, 0.5, 0.5 + 1e-12, 0.5 - 9e-13, 0.5 - 2e-12, 0.42, 0.35, 0.3, 0.25, THIRD, HALF, 1e308, TINY, -1.0]
SIGMAS = [0, 0.1, 0.1, 1e-3, 1e308, TINY, ("fraction", 1, 7), 0.4] * 3 + [-1, -TINY]
PRIORS = [1, 2, 0.5, 1.0, 0.1, 3, THIRD, HALF, 50, 1e-3, 100.0]
PRIORS += [*PRIORS, TINY, 1e-308, 1e308, 1e100, 10**18, ("fraction", 1, 997)]
EXPONENTS = [0.5, 0.5, 1, 2, 0, 0.25, -1, -0.5, 3, THIRD, 1e-300, TINY, 100, 300, 1e9, ("fraction", 5, 7), 0.7]


def argument(rng: random.Random, key: str, k: int, classes: int, rows: int) -> Any:
    """One that stands beside outcomes of so many classes and questions, and beside this k."""
    choices: dict[str, Callable[[], Any]] = {
        "w": lambda: rewards(rng, classes) if classes != 2 or rng.random() < 0.5 else None,
        "tau": lambda: threshold(rng, k),
        "weights": lambda: weights_of(rng, k),
        **dict.fromkeys(("confidence", "quantile", "p"), lambda: probability(rng)),
        "bounds": lambda: bounds(rng),
        **dict.fromkeys(("alpha0", "beta0"), lambda: rng.choice(PRIORS)),
        **dict.fromkeys(("pass_power", "unanimous_power"), lambda: rng.choice(EXPONENTS)),
        "lam": lambda: rng.choice([0, 1, 0.5, 0.25, 0.5, THIRD, TINY, 1 - 2**-53]),
        "lambda_": lambda: rng.choice([None, None, 0.3, 1, 0]),
        "method": lambda: rng.choice([*METHODS * 5, "mean"]),
        "return_scores": lambda: ("bool", 1),
        "scores_in_id_order": lambda: (rng.choice(["list", "iter"]), *(rng.choice(SCORES) for _ in range(rows + 1))),
        "tol": lambda: rng.choice([0, 0, 0.25, 0.25, 1e-12, 0.1, TINY, 1e308, ("fraction", 1, 10**12), -1]),
        "sigmas_in_id_order": lambda: ("list", *(rng.choice(SIGMAS) for _ in range(rows + 1))),
        "ci_tie_method": lambda: rng.choice([*CI_METHODS * 5, "none"]),
    }
    if key.startswith("R0"):
        return matrix(rng, rows, rng.randint(0, 3), classes, rng.random() < 0.1)
    return choices[key]()


def metric_case(rng: random.Random, name: str) -> dict[str, Any]:
    names = parameters(name)
    base = name.partition(".")[2].replace("_ci", "").replace("_moments", "")
    classes = rng.choice([1, 2, 3, 3, 4, 6, 10, 12]) if "w" in names and rng.random() < 0.7 else 2
    rows, columns = shape(rng)
    style, given = rng.random(), {}
    if "method" in names:
        given["R"], trials = models(rng, rows, columns, classes)
    elif style < 0.35:
        given["R"], trials = tally(rng, classes, "w" in names)
    elif style < 0.42:  # one that comes again and again, for the sake of caches
        given["R"], rows, trials = ("list", ("list", 0, 1, 1, 0, 1), ("list", 1, 1, 0, 1, 1)), 2, 5
    else:
        given["R"], trials = matrix(rng, rows, columns, classes, rng.random() < 0.03), columns
    k = given["k"] = draws(rng, trials, name.endswith(("_ci", "_moments")) and base in LATENT)
    number = k if isinstance(k, int) and 0 < k <= 2000 else 2
    for key in ("R_a", "R_b"):
        successes = rng.sample([rng.randint(1, 60), 0], 2)  # one-sided
        others = ("counts", ("list", ("list", *successes))) if rng.random() < 0.3 else tally(rng, classes)[0]
        given[key] = matrix(rng, rows, columns, classes) if rng.random() < 0.6 else others
    for key in names:
        rare = key not in NEEDED and (key != "w" or classes == 2)
        if key not in given and (not rare or rng.random() < (0.2 if key.startswith("R0") and name in RANK else 0.4)):
            given[key] = argument(rng, key, number, classes, rows)
    return {key: given[key] for key in names if key in given}


def special_case(rng: random.Random, name: str) -> dict[str, Any]:
    def value(key: str) -> Any:
        if key in "ab" and name != "special.beta" and rng.random() < 0.8:
            return rng.choice([*PRIORS, rng.randint(-7, 7), rng.uniform(-7, 7)])
        return rng.choice([0, 1, 2, 3, 4, 5, 7]) if rng.random() < 0.8 else rng.choice([40, 300, *INTEGERS, *WHOLE])

    return {key: probability(rng) if key == "p" else value(key) for key in parameters(name)}


def tally_case(rng: random.Random, name: str) -> dict[str, Any]:
    classes, key = rng.choice([1, 2, 2, 3, 5, 10, 12]), parameters(name)[0]
    kind = {"R": rng.choice(["tally", "ragged"]), "rows": "counts", "histogram": "histogram", "data": "cells"}[key]
    parts = tally(rng, classes, True, kind)[0][1:]
    return {"R": parts[0], "R0": parts[1], "ragged": ("bool", int(parts[2]))} if key == "R" else {key: parts[0]}
