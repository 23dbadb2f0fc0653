"""One value at a time: what it is exactly, and how a message shows it."""

from __future__ import annotations

from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction
    from typing import Any, Union

    Real = Union[int, float, Fraction, Decimal]

_LONGEST = 40  # characters of a value in a message
_WIDEST = 20_000  # decimal exponents and digits of a Decimal: more would fill the memory when written out


def shown(value: object) -> str:
    """A value for a message: short whatever it is, and without running code of the caller's."""
    if isinstance(value, int) and value.bit_length() > 64:
        return f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, (int, float, complex)):
        return repr(value)
    if isinstance(value, (str, bytes)):
        text = repr(value[:_LONGEST])
        return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
    if type(value).__module__ in ("fractions", "decimal"):
        try:
            text = repr(value)
        except ValueError:  # an integer of more digits than Python is set to print
            text = ""
        if 0 < len(text) <= _LONGEST:
            return text
    name = type(value).__name__
    return f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"


def integral(value: Any) -> int | None:
    """The integer that a value is (2, True, 2.0, Fraction(2), a NumPy scalar), or None where it is none."""
    kind = type(value)
    if kind is int or kind is bool:
        return int(value)
    try:
        return int(index(value))
    except TypeError:
        pass
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if hasattr(value, "as_integer_ratio"):
        ratio = exact_ratio(value)
        return ratio[0] if ratio and ratio[1] == 1 else None
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return integral(value.tolist())
    return None


def exact_ratio(value: Any) -> tuple[int, int] | None:
    """(n, d) with d > 0 for a finite real number, at its exact value; None for anything else."""
    kind = type(value)
    if kind is int:
        return value, 1
    if kind is bool:
        return int(value), 1
    try:
        if kind is not float and hasattr(value, "as_tuple"):  # a Decimal: 1E+999999999 must not be written out
            _, digits, exponent = value.as_tuple()
            if len(digits) + abs(exponent) > _WIDEST:
                return None
        n, d = value.as_integer_ratio()
        return int(n), int(d)
    except (ValueError, OverflowError):  # NaN and the infinities
        return None
    except (TypeError, AttributeError):
        pass
    try:
        return int(index(value)), 1
    except TypeError:
        return None


def integer(value: Any, name: str) -> int:
    """The integer argument `name`; True and 2.0 are none."""
    if type(value) is int:
        return value
    try:
        if type(value).__name__ in ("bool", "bool_"):
            raise TypeError
        return int(index(value))
    except TypeError:
        raise ValueError(f"{name} must be an integer; got {shown(value)}") from None


def real(value: Any, name: str, wanted: str = "a finite real number") -> tuple[int, int]:
    """The real argument `name` as (n, d), d > 0, at its exact value."""
    ratio = exact_ratio(value)
    if ratio:
        return ratio
    raise ValueError(f"{name} must be {wanted}; got {shown(value)}")
