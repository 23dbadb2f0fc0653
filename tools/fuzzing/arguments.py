"""Large arguments in short: ("large", kind, *numbers) describes what one of these functions writes out."""

from __future__ import annotations

import random
from typing import Any, Callable


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


def histogram(seed: int, rows: int, *shape: int) -> Any:
    rng = random.Random(seed)
    return ("list", *(("tuple", vector, rng.randint(1, 2**63)) for vector in vectors(seed, rows, *shape)[1:]))


def record(*shape: int) -> Any:
    cells = (("list", number, ("list", *counts[1:]), ("list",)) for _, counts, number in histogram(*shape)[1:])
    return ("record", "version", 1, "cells", ("list", *cells))


KINDS: dict[str, Callable] = {
    "vectors": vectors,
    "counts": lambda *shape: ("counts", vectors(*shape)),
    "matrix": matrix,
    "ragged": lambda *shape: ("tally", matrix(*shape, True), None, True),
    "reals": reals,
    "histogram": histogram,
    "record": record,
}


def written_out(kind: str, *numbers: Any) -> Any:
    return KINDS[kind](*numbers)
