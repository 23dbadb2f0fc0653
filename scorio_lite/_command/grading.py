"""How messages show values, and the errors of files."""

from __future__ import annotations

from contextlib import contextmanager

from .._arguments import shown as _shown
from .text import LISTED, in_one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

_LONGEST = 80  # characters of a name or a value in an error: it may have to be found, or typed


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


def shown(value: Any, longest: int = _LONGEST) -> str:
    """Write a value as messages show it, in JSON spelling."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text[:longest] + "..." * bool(text[longest:])


def as_typed(option: str) -> str:
    """Write --NAME=VALUE as people type it: --NAME VALUE, quoted."""
    from shlex import quote

    name, equal, value = option.partition("=")
    return f"{name} {quote(in_one_line(value))}" if equal else name


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def finite(text: str) -> float:
    """Return the finite number that a text of the command line spells."""
    try:
        value = float(text)
    except ValueError:
        value = float("inf")
    if not abs(value) < float("inf"):
        hint = "; write a fraction" if text.endswith("%") else ""
        raise ValueError(f"expected a finite number, got {shown(text)}{hint}")
    return value


def some(names: Iterable[str], most: int = LISTED) -> str:
    """List the first few of these names, at most `most`, for a message."""
    listed = list(names)
    return ", ".join(map(shown, listed[:most])) + ", ..." * bool(listed[most:])
