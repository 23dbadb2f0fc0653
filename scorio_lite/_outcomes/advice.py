"""Advice in errors about outcomes: each function returns the end of a message. tools/slices.py may leave this out."""

from __future__ import annotations

from .._arguments import exact_ratio, integral, is_missing, of_dictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEYOND = "; confidence.beyond has bounds for k > N"


def on_entry(value: Any, matrix: Any) -> str:
    """Return what to do about an entry that is missing, a real score, a text, or in a pandas frame; else ""."""
    if is_missing(value):
        return "; for missing trials see confidence.bounded"
    if exact_ratio(value) is not None and integral(value) is None:
        return "; for real scores see Scores, and Scores.at_least(threshold)"
    if hasattr(matrix, "pivot"):
        names = "index='question', columns='trial', values='passed'"
        return f"; if a row is one trial, pass R.pivot({names})"
    if isinstance(value, str):
        test = "int(x)" if value in ("0", "1") else "x == 'pass'"
        return f"; of a row of texts pass [{test} for x in row]"
    return ""


def on_lengths(ragged: bool | None) -> str:
    """Return how to pass rows of different lengths: with ragged=True or, if the caller has no `ragged`, in a Tally."""
    return f"; {'Tally(R, ragged=True)' if ragged is None else 'ragged=True'} takes rows of different lengths"


def on_matrix(value: Any) -> str:
    """Return what to pass instead of `value`, which is no matrix; "" if that is unknown."""
    methods = [name for name in ("toarray", "to_pandas", "to_numpy") if callable(getattr(value, name, None))]
    instead = getattr(type(value), "_instead", "") or of_dictionary(value)
    return instead or (f"; R.{methods[0]}() is read" if methods else "")
