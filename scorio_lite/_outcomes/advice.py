"""Advice in errors about outcomes: each function returns the end of a message. tools/slices.py may leave this out."""

from __future__ import annotations

from .._arguments import exact_ratio, integral, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BEYOND = "; confidence.beyond has bounds for k > N"


def on_entry(value: Any) -> str:
    """Return what to do about an entry that is missing or a real score; "" for any other entry."""
    if is_missing(value):
        return "; for missing trials see confidence.bounded"
    is_real = exact_ratio(value) is not None and integral(value) is None
    return "; for real scores see Scores, and Scores.at_least(threshold)" if is_real else ""


def on_lengths(ragged: bool | None) -> str:
    """Return how to pass rows of different lengths: with ragged=True or, if the caller has no `ragged`, in a Tally."""
    return f"; {'Tally(R, ragged=True)' if ragged is None else 'ragged=True'} takes rows of different lengths"


def on_matrix(value: Any) -> str:
    """Return what to pass instead of `value`, which is no matrix; "" if neither its class nor its methods tell."""
    methods = [name for name in ("toarray", "to_pandas", "to_numpy") if callable(getattr(value, name, None))]
    return getattr(type(value), "_instead", "") or (f"; R.{methods[0]}() is read" if methods else "")
