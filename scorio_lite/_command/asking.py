"""Errors that ask what a file means, and name the options that answer."""

from __future__ import annotations

from .grading import FileError, typed_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

_IF = {  # what the values of an option are, for a message
    "--run": " if each is a run",
    "--runs": " if each is a run",
    "--trial": " if it numbers trials",
    "--trials": " if they are trials",
    "--ignore": " if it does not matter",
}
_MOST_WAYS = 4  # in a message


def _short(option: str) -> str:
    name, equal, value = option.partition("=")
    return f"{name} {typed_as(value)}" if equal else name


def asking(what: str, *ways: Sequence[str], otherwise: str = "") -> FileError:
    """Return an error that asks a question, and lists the options that answer it, the likely ones first.

    asking("'x' differs", ["--run=x"], ["--ignore=x"]) says: 'x' differs: use --run x if each is a run, or --ignore x if
    it does not matter. `otherwise` says what to do if no option answers.
    """
    named = [" ".join(map(_short, way)) + _IF.get(way[0].partition("=")[0], "") for way in ways[:_MOST_WAYS]]
    named += [otherwise] * bool(otherwise)
    either = ", or ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    return FileError(f"{what}{' Use' if what.endswith('?') else ': use'} {either}").leading(*ways, asks=True)
