"""How messages show values, and the errors of files."""

from __future__ import annotations

from contextlib import contextmanager

from .._arguments import shown as _shown
from .text import LISTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

_MISSING = {"", "nan", "null", "none", "na", "n/a", "-"}
_BITS = 80  # of an integer that counts as a number; longer ones are ids
_LONGEST = 80  # characters of a name or a value in an error: it may have to be found, or typed
_INFINITY = float("inf")


class FileError(ValueError):
    """An error in a result file; the message says where."""

    def within(self, name: str) -> FileError:
        """Return a copy of this error whose message begins with the name of a file."""
        return type(self)(f"{name}: {self}")


@contextmanager
def errors_of(name: str) -> Iterator[None]:
    """Make a context in which the messages of errors begin with the name of a file."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{name}: {error.strerror or error}") from None
    except FileError as error:
        raise error.within(name) from None
    except ValueError as error:
        raise FileError(f"{name}: {error}") from None


def is_missing(value: object) -> bool:
    """Whether a value says that there is none: null, NaN, or a text such as an empty one."""
    if isinstance(value, str):
        return len(value) < 8 and value.strip().lower() in _MISSING
    return value is None or value != value


def shown(value: Any, longest: int = _LONGEST) -> str:
    """Write a value as messages show it, in JSON spelling."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text[:longest] + "..." * bool(text[longest:])


def typed_as(name: str) -> str:
    """Quote a name for the command line, as the value of an option."""
    from shlex import quote

    name = name if name.isprintable() else ascii(name)[1:-1]
    return quote(name[:_LONGEST] + "..." * bool(name[_LONGEST:]))


def as_typed(option: str) -> str:
    """Write --NAME=VALUE as people type it: --NAME VALUE, quoted."""
    from shlex import quote

    name, equal, value = option.partition("=")
    return f"{name} {quote(value if value.isprintable() else ascii(value)[1:-1])}" if equal else name


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def number_in(value: Any) -> float | None:
    """Return the number that a value is or spells, such as "0,5", "70 %", "3/6"; else None, as for a huge integer."""
    if isinstance(value, int):
        return int(value) if value.bit_length() <= _BITS else None
    if isinstance(value, float):
        return value
    if not isinstance(value, str) or len(value) > _LONGEST:
        return None
    text = value.strip().lower()
    part, slash, whole = text.partition("/")
    if slash:
        top, bottom = number_in(part), number_in(whole)
        return None if top is None or not bottom else top / bottom
    if text.endswith("%"):
        number = number_in(text[:-1])
        return None if number is None else number / 100
    if text.count(",") == 1 and "." not in text:
        text = text.replace(",", ".")
    try:
        return float(text) if text[-1:].isdecimal() or text.endswith(".") else None
    except ValueError:
        return None


def is_range(text: str) -> bool:
    """Whether the text is LOW,HIGH: two finite numbers, the lower one first."""
    low, _, high = text.partition(",")
    try:
        return -_INFINITY < float(low) < float(high) < _INFINITY
    except ValueError:
        return False


def finite(text: str) -> float:
    """Return the finite number that a text of the command line spells."""
    try:
        value = float(text)
    except ValueError:
        value = _INFINITY
    if not abs(value) < _INFINITY:
        share = number_in(text) if "%" in text and "/" not in text else None
        hint = f"; write {share:.12g}" if share is not None and abs(share) < _INFINITY else ""
        raise ValueError(f"expected a finite number, got {shown(text)}{hint}")
    return value


def some(names: Iterable[str], most: int = LISTED) -> str:
    """List the first few of these names, at most `most`, for a message."""
    listed = list(names)
    return ", ".join(shown(name) for name in listed[:most]) + ", ..." * bool(listed[most:])
