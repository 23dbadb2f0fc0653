"""What a description of an argument stands for: an int, float, Fraction or Decimal, a list of such values, a Questions
for a tally, a dict for what Tally.from_dict takes, or BAD for what no argument may be.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable

from fuzzing.arguments import written_out
from fuzzing.build import BYTES, HOSTILE, NUMBERS, REFUSED, SEQUENCES, TALLIES, build

BAD = object()  # neither a number nor a sequence
LONGEST_RANGE = 5000  # more than there may be classes


class Wrong(Exception):
    """A call that SPEC refuses with a ValueError, which may say at which place of R."""


class Unsure(Exception):
    """A call of which only invariants can be said."""


class Questions(dict):
    """What a tally means: the number of questions for each (counts, prior counts)."""


def meaning(description: Any) -> Any:
    if type(description) is not tuple:
        return description if isinstance(description, (int, float)) else BAD
    kind, *parts = description
    if kind == "large":
        return meaning(written_out(*parts))
    if kind in TALLIES:
        from fuzzing.meaning import questions_of_tally

        return questions_of_tally(kind, parts)
    if kind == "means":
        return parts[0]
    if kind in REFUSED or kind in NOTHING:
        return BAD
    if kind in READ:
        return READ[kind](*parts)
    if kind in HOSTILE:
        raise Unsure
    if kind in BYTES:
        return list(parts)
    if kind in SEQUENCES:
        return _items(*parts)
    return NUMBERS[kind](*map(build, parts))


def _items(*parts: Any) -> list[Any]:
    return [meaning(part) for part in parts]


def _reused(*parts: Any) -> list[Any]:
    """What is read of rows that are all one list, which has other contents each time."""
    return [meaning(part if _is_list(part) else ("list", part)) for part in parts]


def _is_list(part: Any) -> bool:
    return type(part) is tuple and part[0] not in TALLIES and isinstance(build(part), (list, tuple))


def _range(*ends: Any) -> list[int]:
    items = range(*map(build, ends))
    if len(items[: LONGEST_RANGE + 1]) > LONGEST_RANGE:
        raise Unsure
    return list(items)


def _number(value: Any) -> Any:
    if isinstance(value, list):
        raise Unsure
    return value


def _ratio(*parts: Any) -> Any:
    """A number that says what it is as a ratio."""
    found = [meaning(part) for part in parts]
    is_ratio = len(found) == 2 and all(type(x) is int for x in found) and found[1] > 0
    return Fraction(*found) if is_ratio else BAD


def _scalar_of(value: Any, *shape: Any) -> Any:
    found = meaning(value)
    return BAD if shape and not isinstance(found, list) else _number(found)


def _tolist_of(value: Any) -> Any:
    found = meaning(value)
    if isinstance(found, list) and not isinstance(build(value), list):
        raise Unsure
    return found if isinstance(found, list) else BAD


# Objects that lie about something, and are read for what else they say.
READ: dict[str, Callable] = {
    "range": _range,
    "long_bytes": lambda size: [255] * size,
    "long_range": _range,
    "index": lambda n: _number(meaning(n)),
    "int_sub": meaning,
    "float_sub": meaning,
    "float": float,
    "scalar": lambda value: _number(meaning(value)),
    "scalar_of": _scalar_of,
    "tolist_of": _tolist_of,
    "reused": _reused,
    "repeated": lambda times, first, *parts: [meaning(first)] * times + _items(*parts),
    "itself": lambda *parts: [*_items(*parts), BAD],
    "hint_lies": lambda _, *parts: _items(*parts),
    "counting": lambda _, *parts: _items(*parts),
    "nested": lambda depth, value: build(("nested", min(depth, 6), value)),
    "eq_raises": lambda _: 1,
    "bool_raises": lambda _: 1,
    "decimal_raises": lambda _: Decimal(1),
    "int_raises": lambda n, _: n,
    "ratio": _ratio,
    "float_ratio_lies": lambda x, *_: x,
    "int_lies": lambda n, _: n,
    "record": lambda *parts: dict(zip(map(build, parts[::2]), parts[1::2])),
}
# Objects of which there is no reading: a call that uses one must not return.
NOTHING = {
    "failing",
    "iter_raises",
    "next_raises",
    "iter_lies",
    "get_item_raises",
    "length_only",
    "index_raises",
    "index_lies",
    "float_raises",
    "ratio_raises",
    "ratio_is",
    "as_tuple",
    "tolist_raises",
    "tolist_not_callable",
    "to_numpy_of",
    "attribute_raises",
    "repr_raises",
    "fake_decimal",
    "float_like",
}
