"""What a fuzzer's call is made of: descriptions of objects, which are built anew for each call, and what they mean.

A description is a number, a string or None, which stands for itself, or a tuple (kind, *parts), such as
("list", 0, 1, ("index_raises", "KeyError")). `build` makes the object; values.py says which honest value it stands for.
"""

from __future__ import annotations

import array
import json
import pickle
from collections import deque
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable

from fuzzing.arguments import written_out
from scorio_lite import Tally


class Malformed(Exception):
    """A description that makes no object: only what a failure is shrunk to can be one."""


class Own:
    """What marks the exceptions that the caller's objects raise, and remembers them."""

    raised: list = []  # noqa: RUF012
    must_pass = True  # unchanged to the caller


def _own(base: type) -> type:
    def __init__(self: Any) -> None:
        base.__init__(self, "the caller's own")
        Own.raised.append(self)

    return type(f"Own{base.__name__}", (Own, base), {"__init__": __init__})


EXCEPTIONS = {
    base.__name__: _own(base)
    for base in (
        Exception,
        KeyboardInterrupt,
        SystemExit,
        ZeroDivisionError,
        StopIteration,
        RuntimeError,
        OSError,
        KeyError,
        MemoryError,
        AttributeError,
        TypeError,
        ValueError,
        OverflowError,
        IndexError,
    )
}
# These mean "there is none" where an object is asked for its number, its length or an iterator.
PROTOCOL = (AttributeError, TypeError, ValueError, OverflowError, IndexError)


class ListSub(list):
    pass


class TupleSub(tuple):
    pass


class IntSub(int):
    def __repr__(self) -> str:
        return "x" * 10**5


class FloatSub(float):
    def __repr__(self) -> str:
        return "x" * 10**5


def _class(name: str = "Thing", bases: tuple = (), **methods: Callable) -> type:
    """A class whose methods are given without `self`."""
    return type(name, bases, {f"__{key}__": _method(method) for key, method in methods.items()})


def _method(function: Callable) -> Callable:
    return lambda _, *args: function(*args)


def _raise(exception: str) -> Any:
    """Raise it where it says nothing about the object."""
    raise EXCEPTIONS[exception]()


def raiser(exception: str) -> Callable:
    """Methods that raise it where it can mean that there is no such method."""

    def method(*_: Any) -> Any:
        error = EXCEPTIONS[exception]()
        error.must_pass = not isinstance(error, PROTOCOL)
        raise error

    return method


def _items_raise(exception: str) -> Callable:
    """Methods that raise it in place of an item: another one where that would mean that there is none."""
    return lambda *_: _raise("KeyError" if exception in ("StopIteration", "IndexError") else exception)


class Plain:
    """An object whose attributes are those given."""

    def __init__(self, **attributes: Any) -> None:
        self.__dict__.update(attributes)


def _get_item(items: list) -> Any:
    return _class(len=lambda: len(items), getitem=items.__getitem__)()


def _tolist(value: Any, **attributes: Any) -> Any:
    return Plain(tolist=lambda: value, **attributes)


def _generator(items: list) -> Any:
    yield from items


def _reused(items: list) -> Any:
    """A generator that yields the same list again and again, with other contents."""
    row: list = []
    for item in items:
        row[:] = item if isinstance(item, (list, tuple)) else [item]
        yield row


def _failing(exception: str, items: list) -> Any:
    yield from items
    _raise(exception)


def _itself(items: list) -> list:
    items.append(items)
    return items


def _changing(action: str, items: list) -> list:
    """A list with an object in its middle that changes the list when it is asked for its value."""

    def change() -> int:
        if action == "grow":
            items.append(1)
        elif action == "breed" and len(items) < 100:
            items.append(mutant)
        elif action == "clear":
            items.clear()
        elif action == "shrink":
            del items[-1:]
        else:
            items[:] = [2] * len(items)
        return 1  # an endless list is no input

    mutant = _class(index=change)()
    items.insert(len(items) // 2, mutant)
    return items


def _changing_rows(action: str, rows: list) -> list:
    """A matrix whose middle row changes the matrix."""

    def change() -> int:
        if action == "clear":
            rows.clear()
        elif action == "shrink":
            del rows[-1:]
        elif action == "breed" and len(rows) < 100:
            rows.append(row)
        else:
            rows[-1] = [1, 1]
        return 1

    row = [1, _class(index=change)()]
    rows.insert(len(rows) // 2, row)
    return rows


def _twice(first: Any, second: Any) -> Any:
    answers = [second, first]
    return _class(index=lambda: answers.pop() if len(answers) > 1 else answers[0])()


def _lying_int(answer: Any) -> type:
    names = ("__int__", "__index__", "bit_length", "as_integer_ratio", "is_integer")
    return type("Liar", (int,), {name: lambda _: answer for name in names})


def _nested(depth: int, value: Any) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def _counting(length: Any, items: list) -> list:
    answer = raiser(length) if isinstance(length, str) else lambda: length
    return _class("Counting", (list,), len=answer)(items)


def _forgetful(items: list, others: list) -> list:
    return _class("Forgetful", (list,), iter=lambda: iter(others))(items)


def _histogram(pairs: Any, as_mapping: bool) -> Tally:
    return Tally.from_histogram(mapped(pairs) if as_mapping is True else pairs)


def mapped(pairs: Any) -> Any:
    """Pairs as a mapping, where they are pairs that making it does not use up."""
    if type(pairs) is not list or not all(type(pair) in (list, tuple) for pair in pairs):
        return pairs
    try:
        return dict(pairs)
    except (TypeError, ValueError, MemoryError) as error:
        if isinstance(error, Own):
            raise
        return pairs


def _sum(*tallies: Tally) -> Tally:
    total = Tally()
    for tally in tallies:
        total = total + tally
    return total


SEQUENCES: dict[str, Callable] = {
    "list": list,
    "tuple": tuple,
    "iter": iter,
    "generator": _generator,
    "map": lambda items: (item for item in items),
    "deque": deque,
    "get_item": _get_item,
    "list_sub": ListSub,
    "tuple_sub": TupleSub,
    "tolist": _tolist,
    "to_numpy": lambda items: _class("Table", (Plain,), iter=lambda: iter("columns"))(to_numpy=lambda: _tolist(items)),
    "iterable": lambda items: _class(iter=lambda: iter(items))(),
}
BYTES: dict[str, Callable] = {
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
    "index": lambda n: _class(index=lambda: n)(),
    "range": range,
    "scalar": lambda value: _tolist(value, shape=()),
}
REFUSED: dict[str, Callable] = {
    "complex": complex,
    "dict": lambda *items: dict.fromkeys(items, 1),
    "set": lambda *items: set(items),
    "frozenset": lambda *items: frozenset(items),
    "object": object,
    "class": lambda: int,
    "function": lambda: print,
    "ellipsis": lambda: ...,
    "only_float": lambda x: _class(float=lambda: x)(),
    "long_string": lambda size: "1" * size,
    "long_name": lambda size: type("N" * size, (), {})(),
    "list_class": lambda: list,
}
HOSTILE: dict[str, Callable] = {
    "itself": lambda *items: _itself(list(items)),
    "failing": lambda exception, *items: _failing(exception, items),
    "reused": lambda *items: _reused(items),
    "iter_raises": lambda exception: _class(iter=raiser(exception))(),
    "next_raises": lambda exception: _class(iter=lambda: _class(next=_items_raise(exception), iter=lambda: None)())(),
    "iter_lies": lambda value: _class(iter=lambda: value)(),
    "get_item_raises": lambda exception, size: _class(len=lambda: size, getitem=_items_raise(exception))(),
    "counting": lambda length, *items: _counting(length, list(items)),
    "forgetful": lambda size, *items: _forgetful(list(items[:size]), list(items)),
    "length_only": lambda size: _class(len=lambda: size)(),
    "hint_lies": lambda size, *items: _class(iter=lambda: iter(items), length_hint=lambda: size)(),
    "changing": lambda action, *items: _changing(action, list(items)),
    "changing_rows": lambda action, *rows: _changing_rows(action, list(rows)),
    "index_raises": lambda exception: _class(index=raiser(exception))(),
    "index_lies": lambda value: _class(index=lambda: value)(),
    "index_twice": _twice,
    "float_raises": lambda exception: _class(float=raiser(exception))(),
    "ratio": lambda *parts: Plain(as_integer_ratio=lambda: parts),
    "ratio_is": lambda value: Plain(as_integer_ratio=lambda: value),
    "ratio_raises": lambda exception: Plain(as_integer_ratio=raiser(exception)),
    "float_ratio_lies": lambda x, n, d: type("Liar", (float,), {"as_integer_ratio": lambda _: (n, d)})(x),
    "as_tuple": lambda value: Plain(as_tuple=lambda: value),
    "decimal_raises": lambda exception: type("Liar", (Decimal,), {"__abs__": raiser(exception)})(1),
    "int_lies": lambda n, m: _lying_int(m)(n),
    "int_raises": lambda n, exception: _class("Liar", (int,), int=raiser(exception), lt=raiser(exception))(n),
    "tolist_raises": lambda exception: Plain(tolist=raiser(exception)),
    "tolist_of": _tolist,
    "scalar_of": lambda value, *shape: _tolist(value, shape=shape),
    "tolist_not_callable": lambda: Plain(tolist=3, to_numpy=None),
    "to_numpy_of": lambda value: Plain(to_numpy=lambda: value),
    "attribute_raises": lambda exception: _class(getattr=raiser(exception))(),
    "eq_raises": lambda exception: _class(eq=raiser(exception), index=lambda: 1)(),
    "bool_raises": lambda exception: _class(bool=raiser(exception), index=lambda: 1)(),
    "repr_raises": lambda exception: _class(repr=raiser(exception), str=raiser(exception))(),
    "fake_decimal": lambda text: type("Decimal", (), {"__module__": "decimal", "__repr__": lambda _: text})(),
    "mapping": lambda *items: Plain(keys=lambda: items, items=lambda: items),
    "items_are": lambda value: Plain(items=lambda: value),
    "nested": _nested,
    "long_bytes": lambda size: b"\xff" * size,
    "repeated": lambda times, first, *items: [first] * times + list(items),
    "float_like": lambda text: Plain(as_integer_ratio=float(text).as_integer_ratio),
    "long_range": lambda *ends: range(*ends),
    "record": lambda *items: dict(zip(items[::2], items[1::2])),
}
TALLIES: dict[str, Callable] = {
    "tally": lambda R, R0=None, ragged=False: Tally(R, R0, ragged),
    "counts": Tally.from_counts,
    "histogram": _histogram,
    "sum": _sum,
    "pickled": lambda tally: pickle.loads(pickle.dumps(tally)),
    "json": lambda tally: Tally.from_dict(json.loads(json.dumps(tally.to_dict()))),
    "cells": Tally.from_dict,
    "empty_tally": Tally,
}


def build(description: Any) -> Any:
    if type(description) is not tuple:
        return description
    kind, *parts = description
    if kind == "large":
        return build(written_out(*parts))
    if kind not in BYTES:
        parts = [build(part) for part in parts]
    if kind in TALLIES:
        if kind in ("sum", "pickled", "json") and not all(isinstance(part, Tally) for part in parts):
            raise Malformed
        return TALLIES[kind](*parts)
    try:
        if kind in BYTES or kind in SEQUENCES:
            return (BYTES.get(kind) or SEQUENCES[kind])(parts)
        return (NUMBERS.get(kind) or REFUSED.get(kind) or HOSTILE[kind])(*parts)
    except (TypeError, ValueError, ArithmeticError, KeyError, AttributeError) as error:
        raise Malformed from error
