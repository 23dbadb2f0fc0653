"""Hostile arguments at random."""

from __future__ import annotations

import random
from typing import Any

from fuzzing.build import EXCEPTIONS, NUMBERS
from fuzzing.draw import INTEGERS, NO_NUMBERS, REALS


def exceptions(rng: random.Random) -> str:
    return rng.choice([*sorted(EXCEPTIONS), "StopIteration", "StopIteration"])  # which Python itself likes to swallow


def hostile_number(rng: random.Random) -> Any:
    e = exceptions(rng)
    raising = ["index", "ratio", "tolist", "attribute", "float", "decimal", "iter", "eq", "bool", "repr"]
    ratios = [(1, 2), (1, 0), (1, -2), (0.5, 2), (1,), ("a", 1), (1, 2, 3)]
    ratios += [(("float", "nan"), 1), (("index_raises", e), 1)]
    numbers = [("index_lies", 1.0), ("index_lies", "1"), ("index_twice", 1, 2), ("ratio_is", None)]
    numbers += [("int_lies", 1, 2), ("int_lies", 1, "2"), ("int_raises", 1, e)]
    numbers += [("float_ratio_lies", 0.5, 1, 0), ("float_ratio_lies", 0.5, 3, 4)]
    decimals = [("as_tuple", None), ("as_tuple", ("tuple", 0, ("tuple", 1), 0)), ("as_tuple", "sNaN")]
    decimals += [("fake_decimal", "x" * 10**4)]
    arrays = [("tolist_of", 1), ("tolist_of", None), ("tolist_not_callable",), ("to_numpy_of", 1)]
    arrays += [("scalar_of", "a"), ("scalar_of", ("list", 1)), ("scalar_of", 1, 2)]
    sequences = [("nested", 5, 1), ("nested", 10**4, 1), ("long_range", ("power", 10, 18))]
    others = [rng.choice(NO_NUMBERS), rng.choice(REALS), rng.choice(INTEGERS)]
    families = [[(f"{what}_raises", e) for what in raising], [("ratio", *parts) for parts in ratios]]
    return rng.choice(rng.choice([*families, numbers, decimals, arrays, sequences, others]))


def hostile_sequence(rng: random.Random, items: list[Any]) -> Any:
    e, some = exceptions(rng), items or [1]
    action = rng.choice(["grow", "breed", "clear", "shrink", "set"])
    place = rng.randrange(len(some))
    raising = [("failing", e, *some), ("iter_raises", e), ("next_raises", e), ("get_item_raises", e, 3)]
    raising += [("tolist_raises", e), ("attribute_raises", e), ("list", ("list", *some), ("failing", e, *some))]
    lengths = [("counting", length, *some) for length in (0, -1, 1, 10**9, ("power", 2, 62), 1.5, e)]
    lengths += [("hint_lies", length, *some) for length in (-1, 10**9, ("power", 2, 62), "a")]
    lengths += [("length_only", 3), ("forgetful", 0, *some), ("forgetful", 1, *some)]
    changing = [
        ("itself",),
        ("itself", *items),
        ("reused", *some),
        ("changing", action, *some),
        ("changing_rows", action, *some),
    ]
    arrays = [("tolist_of", ("dict", 1)), ("tolist_of", ("iter", *some)), ("tolist_not_callable",)]
    arrays += [("scalar_of", ("list", *some)), ("scalar_of", ("list", *some), 2, 2), ("to_numpy_of", "01")]
    others = [("iter_lies", 1), ("iter_lies", ("list", 1)), ("mapping", *some), ("items_are", ("list", *some))]
    others += [("items_are", 3), ("dict", 0, 1), ("set", 0, 1), ("bytes", 0, 1), ("long_string", 10**6)]
    others += ["01", None, 0.5]
    long = [("nested", 3, 1), ("nested", 10**4, 1), *(("long_range", end) for end in (2, 10**6, ("power", 10, 18)))]
    number = hostile_number(rng)
    longer, other = [*some[:place], number, *some[place:]], [*some[:place], number, *some[place + 1 :]]
    numbers = [("list", *longer), ("list", *other)]
    return rng.choice(rng.choice([raising, lengths, changing, arrays, others, long, numbers]))


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
