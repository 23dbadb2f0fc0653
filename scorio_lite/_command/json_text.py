"""JSON, and where it is wrong."""

from __future__ import annotations

import json

from .grading import FileError
from .records import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_decode = json.JSONDecoder(object_pairs_hook=record).raw_decode


class Incomplete(FileError):
    """JSON that ends too early, and has nothing wrong before."""


def parsed(text: str, at: int) -> Any:
    """The JSON in a text that starts in line `at` of its file."""
    inner = text.strip()
    try:
        value, end = _decode(inner)
        if end == len(inner):
            return value
        error: Exception = json.JSONDecodeError("Extra data", inner, end)
    except (ValueError, RecursionError) as caught:
        error = caught
    if isinstance(error, json.JSONDecodeError):
        error = json.JSONDecodeError(error.msg, text, error.pos + text.index(inner))
        kind = Incomplete if error.pos == len(text.rstrip()) else FileError
        raise kind(f"line {error.lineno + at - 1}, column {error.colno}: not valid JSON: {error.msg}")
    # nested too deeply, or an integer of too many digits
    raise FileError(f"line {at}: JSON that cannot be read: {str(error)[:99]}")
