"""Advice in errors about outcomes: each function returns the end of a message. tools/slices.py may leave this out."""

from __future__ import annotations

from .._arguments import exact_ratio, integral, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEYOND = "; confidence.beyond has bounds for k > N"


def on_entry(value: Any, matrix: Any) -> str:
    """Return what to do about an entry that is missing, a real score or a text; "" for any other entry.

    `matrix` has the entry. A pandas frame with texts may have a row for each trial.
    """
    if is_missing(value):
        return "; for missing trials see confidence.bounded"
    if exact_ratio(value) is not None and integral(value) is None:
        return "; for real scores see Scores, and Scores.at_least(threshold)"
    if not isinstance(value, str):
        return ""
    if hasattr(matrix, "pivot"):
        return "; if a row is one trial, pass R.pivot(index='question', columns='trial', values='passed')"
    way, test = ("for each row", "int(x)") if value in ("0", "1") else ("if RIGHT is a success,", "x == RIGHT")
    return f"; {way} pass [{test} for x in row]"


def on_lengths(ragged: bool | None) -> str:
    """Return how to pass rows of different lengths: with ragged=True or, if the caller has no `ragged`, in a Tally."""
    return f"; {'Tally(R, ragged=True)' if ragged is None else 'ragged=True'} takes rows of different lengths"


def on_matrix(value: Any) -> str:
    """Return what to pass instead of `value`, which is no matrix; "" if that is unknown."""
    methods = [name for name in ("toarray", "to_pandas", "to_numpy") if callable(getattr(value, name, None))]
    if isinstance(value, dict):
        return "; of a dictionary d pass list(d.values())"
    return getattr(type(value), "_instead", "") or (f"; R.{methods[0]}() is read" if methods else "")
