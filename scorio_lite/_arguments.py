"""Check all arguments but R, and return their numbers as exact integers. To refuse a value is to raise an error."""

from __future__ import annotations

from math import gcd

from ._numbers import affordable, nearest, over_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

    from ._types import Ratio, Real, Weights

MOST_ITEMS = 1 << 18  # of a sequence argument
MOST_CLASSES = 4096  # each takes a place in the counts of every question
MOST_DIGITS = 20_000  # of a number; a Decimal's exponent counts, too, as its integer could fill the memory
_LONGEST = 66_439  # bits of MOST_DIGITS digits
_MOST_BITS = 1 << 29  # of all numbers of a sequence together
_LARGEST_POWER = 1100  # powers of a blend are below 2**1100, which is beyond every float
_MOST_SHOWN = 40  # characters of a value in a message
_NO_ORDER = ("keys", "isdisjoint", "toarray", "to_pydict")  # methods of mappings, sets, sparse matrices, Arrow


def shown(value: object) -> str:
    """Return a text for a value in an error: a short number, a string's start, or a phrase such as "a list"."""
    if isinstance(value, int) and value.bit_length() > 64:  # more than 20 digits
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, (str, bytes)):
        return repr(value[:_MOST_SHOWN]) + "..." * (len(value) > _MOST_SHOWN)
    kind, text = type(value), ""
    if value is None or isinstance(value, (int, float, complex)) or kind.__module__ in ("fractions", "decimal"):
        try:
            text = float.__repr__(value) if isinstance(value, float) else repr(value)
        except ValueError:  # an integer of more digits than Python is set to print
            text = ""
    name = kind.__name__[:_MOST_SHOWN]
    return text if 0 < len(text) <= _MOST_SHOWN else f"{'an' if name[:1] in 'aeiouAEIOU' else 'a'} {name}"


def scalar(value: Any) -> Any:
    """Return the number in an array without dimensions (a NumPy scalar, a tensor). Return any other value unchanged."""
    return value.tolist() if callable(getattr(value, "tolist", None)) and getattr(value, "shape", None) == () else value


def is_missing(value: Any) -> bool:
    """Return whether a value is None, the NA of pandas, or a NaN. A signalling NaN of Decimal does not count."""
    try:
        same = value == value
    except (ArithmeticError, TypeError, ValueError):  # a signalling NaN
        return False
    try:
        return value is None or not same
    except (TypeError, ValueError):  # neither true nor false: NA, or an array
        return same is value


def is_tally(R: Any) -> bool:  # without importing the class
    return getattr(type(R), "_kind", "") == "scorio_lite.Tally"


def is_scores(R: Any) -> bool:
    return getattr(type(R), "_kind", "") == "scorio_lite.Scores"


def is_votes(R: Any) -> bool:
    return getattr(type(R), "_kind", "") == "scorio_lite.VoteTally"


def same_range(first: Any, second: Any, which: str) -> None:
    """Refuse two arguments whose ranges differ. The range of Scores is (low, high), and that of outcomes is (0, 1).

    `which` names both arguments in the error, such as "R_a and R_b".
    """
    ends = [(R.low, R.high) if is_scores(R) else (0, 1) for R in (first, second)]
    if ends[0] != ends[1]:
        one, other = (f"[{shown(low)}, {shown(high)}]" for low, high in ends)
        raise ValueError(f"{which} must have the same low and high; got {one} and {other}")


def flag(value: Any, name: str) -> bool:
    """Return `value` as a bool. Refuse all values but True and False. Errors call the argument `name`."""
    plain = value if type(value) is bool else scalar(value)
    if isinstance(plain, bool):
        return plain
    raise ValueError(f"{name} must be True or False; got {shown(value)}")


def integral(value: Any) -> int | None:
    """Return the value as an int if it equals an integer (2, True, 2.0, Fraction(2), a NumPy scalar); else None."""
    if type(value) is not int:
        value = scalar(value)
        if not isinstance(value, float) and getattr(value, "shape", ()) != ():
            return None
    ratio = exact_ratio(value)
    return ratio[0] if ratio and ratio[1] == 1 else None


def exact_ratio(value: Any) -> Ratio | None:
    """Return (n, d) with n/d == value, d > 0; None if it is not real and finite, or has over MOST_DIGITS digits."""
    if type(value) is float:
        return value.as_integer_ratio() if value - value == 0 else None
    if type(value) is int:
        return (value, 1) if value.bit_length() <= _LONGEST else None
    try:
        if hasattr(value, "as_tuple"):  # a Decimal: 1E+999999999 must not be written out
            _, digits, exponent = value.as_tuple()
            if len(digits) + abs(exponent) > MOST_DIGITS:
                return None
        value = scalar(value)
        ratio = (value, 1) if hasattr(value, "__index__") else value.as_integer_ratio()
        n, d = [int(number.__index__()) for number in ratio]
    except (AttributeError, TypeError, ValueError, OverflowError):  # no number, NaN or an infinity
        return None
    return (n, d) if d > 0 and max(n.bit_length(), d.bit_length()) <= _LONGEST else None


def size_limit(value: Any) -> str:
    """Return what an error says of the limit of digits; "" if values of this type cannot exceed it."""
    can_be_long = isinstance(value, int) or hasattr(value, "as_tuple") or hasattr(value, "numerator")
    return f", of at most {MOST_DIGITS} digits: the limit" if can_be_long else ""


def iterator(value: Any) -> Iterator[Any] | None:
    """Return an iterator over the items of a value, in order; None if the value cannot be iterated.

    Return None, too, for strings, classes, mappings, sets, sparse matrices and Arrow tables.
    """
    if isinstance(value, (str, type)) or [name for name in _NO_ORDER if hasattr(value, name)]:
        return None
    try:
        items: Iterator[Any] = iter(value)
    except TypeError:  # it has no items, as an array of no dimensions
        return None
    return items


def listed(value: Any) -> Any:
    """Return an array as a list, or a table as the list of its rows. Return other values unchanged."""
    if isinstance(value, type) or hasattr(value, "to_pydict"):
        return value
    for name in ("tolist", "to_numpy", "tolist"):  # a frame has no list of itself
        method = getattr(value, name, None)
        if callable(method):
            value = method()
    return value


def items(value: Any, name: str, most: int = MOST_ITEMS) -> Sequence[Any] | None:
    """Return the items of a value in order, as a list or tuple; None for a number, string or set: see `iterator`.

    Refuse more than `most` items. Errors call the argument `name`.
    """
    found = listed(value)
    if type(found) is not list and type(found) is not tuple:
        opened = iterator(found)
        found = None if opened is None else [item for _, item in zip(range(most + 1), opened)]
    if found and len(found) > most:
        raise ValueError(f"{name} must have at most {most} items: the limit")
    sequence: Sequence[Any] | None = found
    return sequence


def items_of(values: Any, name: str, wanted: str, most: int = MOST_ITEMS) -> Sequence[Any]:
    """Return `items(values, name, most)`. If that is None, raise ValueError: `name` must be `wanted`."""
    found = items(values, name, most)
    if found is None:
        raise ValueError(f"{name} must be {wanted}; got {shown(values)}")
    return found


def index_of(value: Any) -> Any:
    """Return the index of a pandas frame, or of the frame that a Scores or VoteTally was read from; else None."""
    for name in ("index", "_index"):
        found = getattr(value, name, None)
        if hasattr(found, "equals"):
            return found
    return None


def same_index(*named: tuple[str, Any]) -> Any:
    """Return the index that all frames among these (name, value) pairs share; None if no value is a frame.

    Refuse frames with different indices: their rows are not the same questions.
    """
    first = index = None
    for name, value in named:
        other = index_of(value)
        if index is None:
            first, index = name, other
        elif other is not None and not index.equals(other):
            raise ValueError(f"{first} and {name} must have the same index, in the same order: rows are questions")
    return index


def integer(value: Any, name: str) -> int:
    """Return an integer as an int. Refuse any other value, even True and 2.0. Errors call the argument `name`."""
    number = scalar(value)
    if not isinstance(number, bool):
        try:
            return int(number.__index__())
        except (AttributeError, TypeError):
            pass
    raise ValueError(f"{name} must be an integer; got {shown(value)}")


def real(
    value: Any, name: str, wanted: str = "a finite real number", holds: Callable[[int, int], bool] = lambda *_: True
) -> Ratio:
    """Return (n, d) with n/d == value and d > 0. Errors say that `name` must be `wanted`.

    Refuse a value that is no finite real number, or for which `holds(n, d)` is false.
    """
    ratio = exact_ratio(value)
    if ratio and holds(*ratio):
        return ratio
    raise ValueError(f"{name} must be {wanted}{'' if ratio else size_limit(value)}; got {shown(value)}")


def positive(value: Real, name: str) -> Ratio:
    return real(value, name, "a finite positive number", lambda n, _: n > 0)


def proportion(value: Real, name: str) -> Ratio:
    return real(value, name, "in [0, 1]", lambda n, d: 0 <= n <= d)


def probability(value: Real, name: str = "confidence", wanted: str = "in (0,1)") -> Ratio:
    return real(value, name, wanted, lambda n, d: 0 < n < d)


def other_outcomes(w: Any, weights: Weights | None) -> str:
    """Return the end of an error about outcomes: how many weights w has or, without w, that w must be provided."""
    if weights and w is not None:
        return f", one for each of the {len(weights[0])} weights in w"
    return ", or the weight vector 'w' must be provided"


def exact_numbers(items: Sequence[Any], name: str) -> Weights:
    """Return (numerators, denominator) of finite real numbers. Refuse others, and an empty list; errors say `name`."""
    if not items:
        raise ValueError(f"{name} must not be empty")
    try:
        pairs = list(map(float.as_integer_ratio, items))
        denominator = max([d for _, d in pairs])  # all are powers of 2, and short
        return [n * (denominator // d) for n, d in pairs], denominator
    except (TypeError, ValueError, OverflowError):  # some are no finite floats
        pairs = exact_ratios(items, name)
    denominator = common_denominator(name, [d for _, d in pairs], len(items))
    affordable(name, len(items), denominator.bit_length() + max([n.bit_length() - d.bit_length() for n, d in pairs]))
    return [n * (denominator // d) for n, d in pairs], denominator


def common_denominator(name: str, denominators: Iterable[int], count: int) -> int:
    """Return the least common multiple. Refuse the argument `name` if `count` fractions over it cost too much time."""
    common = 1
    for d in denominators:
        if common % d:
            common *= d // gcd(common, d)
            if common >> 1024:  # shorter ones cost next to nothing
                bits = common.bit_length()
                affordable(name, count * (1 + bits // 1024), bits)
    return common


def exact_ratios(items: Sequence[Any], name: str) -> list[Ratio]:
    """Return each item as an exact ratio (n, d). If an item is not real and finite, the error says where it stands."""
    pairs: list[Ratio] = []
    bits = 0
    for i, item in enumerate(items):
        ratio = exact_ratio(item)
        if not ratio:
            wanted = "numeric"
            if isinstance(item, complex):
                wanted = "real, not complex"
            elif isinstance(item, float) or hasattr(item, "as_tuple"):
                wanted = "finite"
            raise ValueError(f"{name} must be {wanted}{size_limit(item)}; got {shown(item)} at {name}[{i}]")
        bits += ratio[0].bit_length() + ratio[1].bit_length()  # those of a short Decimal can be long
        if bits > _MOST_BITS:
            raise over_limit(name, "it has too many digits in all")
        pairs.append(ratio)
    return pairs


def least_successes(k: int, tau: Real) -> int:
    """Return the smallest j >= 1 with j / k >= tau. If tau is a float, j / k is rounded to a float first.

    So for tau = 0.28 and k = 25, j is 7. Without this rounding j would be 8, since the float 0.28 is a little more than
    7/25.
    """
    n, d = proportion(tau, "tau")
    j = max(1, -(-n * k // d))
    if isinstance(scalar(tau), float):  # an array of no dimensions holds a double, too
        while j > 1 and nearest(j - 1, k) >= nearest(n, d):
            j -= 1
    return j


def powers(a: Real, b: Real) -> tuple[Ratio, Ratio]:
    """Return pass_power (a) and unanimous_power (b) as ratios (n, d). Refuse a huge power, and 0 for both."""
    first, second = real(a, "pass_power"), real(b, "unanimous_power")
    for (n, d), name in (first, "pass_power"), (second, "unanimous_power"):
        if n.bit_length() - d.bit_length() > _LARGEST_POWER:
            raise ValueError(f"{name} must be less than 2**{_LARGEST_POWER} in size: the limit, beyond every float")
    if not first[0] and not second[0]:
        raise ValueError("pass_power and unanimous_power must not both be 0")
    return first, second


def mixing(lam: Real, lambda_: Real | None) -> Ratio:
    """Return lambda_ if it is given, else lam, as a ratio (n, d). With lambda_, a lam other than 1/2 is refused."""
    ratio = proportion(lam, "lam")
    if lambda_ is None:
        return ratio
    if ratio != (1, 2):
        raise TypeError("Specify at most one of lam and lambda_: they are the same parameter")
    return proportion(lambda_, "lam")
