"""What a call is made of: descriptions of objects, which are built anew for each call.

A description is a number, a string or None, which stands for itself, or a tuple (kind, *parts), such as
("list", 0, 1, ("fraction", 1, 3)).
"""

from __future__ import annotations

import array
import inspect
import json
import pickle
from collections import deque
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from types import SimpleNamespace
from typing import Any, Callable, Iterator

import scorio_lite
from scorio_lite import Tally, exact, rank, special

MODULES = {"eval": scorio_lite.eval, "exact": exact, "rank": rank, "special": special, "Tally": Tally}


def function_of(name: str) -> Callable:
    """The public function of a name such as eval.bayes or Tally.from_counts."""
    module, _, attribute = name.partition(".")
    return getattr(MODULES[module], attribute) if attribute else Tally


def parameters(name: str) -> list[str]:
    return list(inspect.signature(function_of(name)).parameters)


class Malformed(Exception):
    """A description that makes no object: only what a failure is shrunk to can be one."""


class Own(Exception):
    """What the caller's own iterator raises: it must come through."""


IntSub = type("IntSub", (int,), {})
FloatSub = type("FloatSub", (float,), {})


def _object(**methods: Callable) -> Any:
    """An object of a class with these special methods, which are given without `self`."""
    named = {f"__{name}__": lambda _, method=method: method() for name, method in methods.items()}
    return type("Thing", (), named)()


def _array(value: Any, **attributes: Any) -> Any:
    """Stands for the arrays, tables and scalars of other packages."""
    return SimpleNamespace(tolist=lambda: value, **attributes)


def _failing(*items: Any) -> Iterator:
    yield from items
    raise Own


def _histogram(pairs: Any, as_mapping: bool) -> Tally:
    if as_mapping and (type(pairs) is not list or any(type(pair) is not tuple or len(pair) != 2 for pair in pairs)):
        raise Malformed
    try:
        pairs = dict(pairs) if as_mapping else pairs
    except TypeError as error:  # of what cannot be a key
        raise Malformed from error
    return Tally.from_histogram(pairs)


SEQUENCES: dict[str, Callable] = {
    "list": list,
    "tuple": tuple,
    "iter": iter,
    "generator": lambda items: (item for item in items),
    "deque": deque,
    "tolist": _array,
    "iterable": lambda items: _object(iter=lambda: iter(items)),
    "bytes": bytes,
    "bytearray": bytearray,
    "memoryview": lambda items: memoryview(bytes(items)),
    "array_b": lambda items: array.array("b", items),
    "array_d": lambda items: array.array("d", items),
}
NUMBERS: dict[str, Callable] = {
    "power": lambda base, exponent, offset=0: base**exponent + offset,
    "bool": bool,
    "int_sub": IntSub,
    "float_sub": FloatSub,
    "float": float,
    "fraction": Fraction,
    "decimal": Decimal,
    "index": lambda number: _object(index=lambda: number),
    "scalar": lambda value: _array(value, shape=()),
}
OTHERS: dict[str, Callable] = {
    "range": range,
    "repeated": lambda times, first, *items: [first] * times + list(items),
    "nested": lambda depth, value: reduce(lambda item, _: [item], range(depth), value),
    "failing": _failing,
    "record": lambda *items: dict(zip(items[::2], items[1::2])),
    "complex": complex,
    "dict": lambda *items: dict.fromkeys(items, 1),
    "set": lambda *items: set(items),
    "object": object,
    "class": lambda: list,
    "function": lambda: print,
    "only_float": lambda: _object(float=lambda: 1.0),
    "long_string": lambda size: "1" * size,
    "long_name": lambda size: type("N" * size, (), {})(),
}
TALLIES: dict[str, Callable] = {
    "tally": lambda R, R0=None, ragged=False: Tally(R, R0, ragged),
    "counts": Tally.from_counts,
    "histogram": _histogram,
    "cells": Tally.from_dict,
    "sum": lambda *tallies: sum(tallies, Tally()),
    "pickled": lambda tally: pickle.loads(pickle.dumps(tally)),
    "json": lambda tally: Tally.from_dict(json.loads(json.dumps(tally.to_dict()))),
}
KINDS = {**NUMBERS, **OTHERS}
MERGED = ("sum", "pickled", "json")


def build(node: Any) -> Any:
    if type(node) is not tuple:
        return node
    kind, *parts = node
    parts = [build(part) for part in parts]
    if kind in TALLIES:
        if kind in MERGED and not all(isinstance(part, Tally) for part in parts):
            raise Malformed
        return TALLIES[kind](*parts)
    try:
        return SEQUENCES[kind](parts) if kind in SEQUENCES else KINDS[kind](*parts)
    except (TypeError, ValueError, ArithmeticError, KeyError) as error:
        raise Malformed from error
