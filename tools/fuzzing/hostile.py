"""Hostile arguments at random."""

from __future__ import annotations

import random
from typing import Any

from fuzzing.build import EXCEPTIONS, NUMBERS
from fuzzing.draw import INTEGERS, NO_NUMBERS, REALS


def exceptions(rng: random.Random) -> str:
    return rng.choice(sorted(EXCEPTIONS))


def hostile_number(rng: random.Random) -> Any:
    e = exceptions(rng)
    return rng.choice(
        [
            *(
                ("index_raises", e),
                ("index_lies", 1.0),
                ("index_lies", "1"),
                ("index_twice", 1, 2),
                ("float_raises", e),
            ),
            *(("ratio", 1, 2), ("ratio", 1, 0), ("ratio", 1, -2), ("ratio", 0.5, 2), ("ratio", 1), ("ratio", "a", 1)),
            *(
                ("ratio", 1, 2, 3),
                ("ratio", ("float", "nan"), 1),
                ("ratio", ("index_raises", e), 1),
                ("ratio_is", None),
            ),
            *(("ratio_raises", e), ("float_ratio_lies", 0.5, 1, 0), ("float_ratio_lies", 0.5, 3, 4)),
            *(("as_tuple", None), ("as_tuple", ("tuple", 0, ("tuple", 1), 0)), ("as_tuple", "sNaN")),
            *(("decimal_raises", e), ("int_lies", 1, 2), ("int_lies", 1, "2"), ("int_raises", 1, e)),
            *(
                ("tolist_raises", e),
                ("tolist_of", 1),
                ("tolist_of", None),
                ("scalar_of", "a"),
                ("scalar_of", ("list", 1)),
            ),
            *(("scalar_of", 1, 2), ("tolist_not_callable",), ("to_numpy_of", 1), ("attribute_raises", e)),
            *(("eq_raises", e), ("bool_raises", e), ("repr_raises", e), ("fake_decimal", "x" * 10**4)),
            *(("nested", 5, 1), ("nested", 10**5, 1), ("iter_raises", e), ("long_range", ("power", 10, 18))),
            *(rng.choice(NO_NUMBERS), rng.choice(REALS), rng.choice(INTEGERS)),
        ]
    )


def hostile_sequence(rng: random.Random, items: list[Any]) -> Any:
    e, some = exceptions(rng), items or [1]
    action = rng.choice(["grow", "breed", "clear", "shrink", "set"])
    place = rng.randrange(len(some))
    return rng.choice(
        [
            *(("itself", *items), ("failing", e, *some), ("reused", *some), ("iter_raises", e), ("next_raises", e)),
            *(("iter_lies", 1), ("iter_lies", ("list", 1)), ("get_item_raises", e, 3), ("length_only", 3)),
            *(("counting", length, *some) for length in (0, -1, 1, 10**9, ("power", 2, 62), 1.5)),
            *(("counting", e, *some), ("forgetful", 0, *some), ("forgetful", 1, *some)),
            *(("hint_lies", length, *some) for length in (-1, 10**9, ("power", 2, 62), "a")),
            *(("changing", action, *some), ("changing_rows", action, *some)),
            *(("tolist_raises", e), ("tolist_of", ("dict", 1)), ("tolist_of", ("iter", *some)), ("to_numpy_of", "01")),
            *(("scalar_of", ("list", *some)), ("scalar_of", ("list", *some), 2, 2), ("tolist_not_callable",)),
            *(("attribute_raises", e), ("mapping", *some), ("items_are", ("list", *some)), ("items_are", 3)),
            *(("dict", 0, 1), ("set", 0, 1), "01", ("bytes", 0, 1), ("long_string", 10**6), None, 1, 0.5),
            *(("nested", depth, 1) for depth in (3, 10**5)),
            *(("long_range", end) for end in (2, 10**6, ("power", 10, 18))),
            ("list", *some[:place], hostile_number(rng), *some[place:]),
            ("list", *some[:place], hostile_number(rng), *some[place + 1 :]),
            ("list", ("list", *some), ("failing", e, *some)),
        ]
    )


def spoiled(rng: random.Random, node: Any) -> Any:
    """A description with something hostile in it, or in its place."""
    if type(node) is not tuple or not isinstance(node[0], str) or rng.random() < 0.25:
        return rng.choice([hostile_number(rng), hostile_sequence(rng, [0, 1, 1])])
    kind, *parts = node
    if not parts or rng.random() < 0.3:
        return hostile_sequence(rng, [part for part in parts if part is not None])
    place = rng.choice([i for i, part in enumerate(parts) if not isinstance(part, bool)])  # a bool is how to build
    if kind in NUMBERS or kind.startswith(("array", "mem", "byte", "long")):
        return hostile_number(rng)
    return (kind, *parts[:place], spoiled(rng, parts[place]), *parts[place + 1 :])
