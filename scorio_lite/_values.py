"""One value at a time: what it is exactly, and how a message shows it."""

from __future__ import annotations

from ._limits import LONGEST, MOST_DIGITS, MOST_ITEMS, shown_integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction
    from typing import Any, Iterator, Sequence, Union

    Real = Union[int, float, Fraction, Decimal]

_MOST_SHOWN = 40  # characters of a value in a message
_name = type.__dict__["__name__"].__get__  # of a class, whatever its metaclass says


def shown(value: object) -> str:
    """A value for a message: short whatever it is, and without running code of the caller's."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return shown_integer(value)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, complex):
        return complex.__repr__(value)
    if type(value) is str or type(value) is bytes:
        text = repr(value[:_MOST_SHOWN])
        return text if len(text) <= _MOST_SHOWN + 2 else text[:_MOST_SHOWN] + "..."
    if type(value).__module__ in ("fractions", "decimal"):
        try:
            text = repr(value)
        except ValueError:  # an integer of more digits than Python is set to print
            text = ""
        if 0 < len(text) <= _MOST_SHOWN:
            return text
    name = repr(str.__getitem__(_name(type(value)), slice(_MOST_SHOWN)))[1:-1][:_MOST_SHOWN]  # in one line
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"


def has_items(value: Any) -> bool:
    """Whether a value can be iterated over, and is neither a string, whose items are strings, nor a class."""
    if isinstance(value, (str, type)):
        return False
    return hasattr(value, "__iter__") or (hasattr(value, "__getitem__") and hasattr(value, "__len__"))


def is_iterable(value: Any) -> bool:
    """Whether a value has items in an order: a mapping and a set have none."""
    return has_items(value) and not hasattr(value, "keys") and not hasattr(value, "isdisjoint")


def iterator(value: Any) -> Iterator[Any] | None:
    """An iterator over the items of a value in their order, which asks it for no length; None if it has none."""
    try:
        return map(_itself, value) if is_iterable(value) else None
    except TypeError:  # it only seemed to have items, as an array of no dimensions does
        return None


def _itself(item: Any) -> Any:
    return item


def items(value: Any) -> Sequence[Any] | None:
    """A copy of the items of a value in their order; None if it has none. Of a long range one more than MOST_ITEMS."""
    if type(value) is list or type(value) is tuple:
        copy: Sequence[Any] = value[:]
        return copy
    found = iterator(value)
    return None if found is None else [item for _, item in zip(range(MOST_ITEMS + 1), found)]


def listed(value: Any) -> Any:
    """Arrays and tables as the lists that they make of themselves; anything else as it is."""
    if not isinstance(value, type):
        for name in ("to_numpy", "tolist"):
            method = getattr(value, name, None)
            if callable(method):
                value = method()
    return value


def scalar(value: Any) -> Any:
    """The number in an array of no dimensions (a NumPy scalar, a tensor); anything else as it is."""
    return value.tolist() if callable(getattr(value, "tolist", None)) and getattr(value, "shape", None) == () else value


def index(value: Any) -> int:
    """What value.__index__() returns; a TypeError where there is none. (operator.index costs a module to load.)"""
    return int.__index__(range(value).stop)  # a plain int, whatever a subclass does


def integral(value: Any) -> int | None:
    """The integer that a value is (2, True, 2.0, Fraction(2), a NumPy scalar), or None where it is none."""
    value = scalar(value)
    if not isinstance(value, float) and getattr(value, "shape", ()) != ():
        return None
    ratio = exact_ratio(value)
    return ratio[0] if ratio and ratio[1] == 1 else None


def exact_ratio(value: Any) -> tuple[int, int] | None:
    """(n, d) with d > 0 for a finite real number of at most MOST_DIGITS digits, at its exact value; else None."""
    ratio = _ratio(value)
    return ratio if ratio and max(ratio[0].bit_length(), ratio[1].bit_length()) <= LONGEST else None


def _ratio(value: Any) -> tuple[int, int] | None:
    if type(value) is int:
        return value, 1
    try:
        if isinstance(value, float):
            return float.as_integer_ratio(value)
        if hasattr(value, "as_tuple"):  # a Decimal: 1E+999999999 must not be written out
            _, digits, exponent = value.as_tuple()
            if len(digits) + abs(exponent) > MOST_DIGITS:
                return None
    except (TypeError, ValueError, OverflowError):  # NaN or an infinity, whose exponents as Decimals are letters
        return None
    value = scalar(value)
    try:
        return index(value), 1
    except TypeError:
        pass
    try:
        n, d = value.as_integer_ratio()
        n, d = index(n), index(d)
    except (AttributeError, TypeError, ValueError, OverflowError):  # no number, NaN or an infinity
        return None
    return (n, d) if d > 0 else None


def integer(value: Any, name: str) -> int:
    """The integer argument `name`; True and 2.0 are none."""
    if type(value) is int:
        return value
    number = scalar(value)
    try:
        if isinstance(number, bool):
            raise TypeError
        return index(number)
    except TypeError:
        raise ValueError(f"{name} must be an integer; got {shown(value)}") from None


def real(value: Any, name: str, wanted: str = "a finite real number") -> tuple[int, int]:
    """The real argument `name` as (n, d), d > 0, at its exact value."""
    ratio = exact_ratio(value)
    if ratio:
        return ratio
    raise ValueError(f"{name} must be {wanted}{size_limit(value)}; got {shown(value)}")


def size_limit(value: Any) -> str:
    """What a message adds for the kinds of number that can be too long."""
    can_be_long = isinstance(value, int) or hasattr(value, "as_tuple") or hasattr(value, "numerator")
    return f", of at most {MOST_DIGITS} digits: the limit" if can_be_long else ""
