"""The formats of harnesses (programs that run evaluations). In comes a parsed file, out come its trials.

`table` declares how each format is recognised and where its fields are. `engine` reads the trials as declared.
`harnesses` has code for what cannot be declared.
"""

from __future__ import annotations

from .engine import FileTrials, Format
from .table import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..read.records import Parsed

__all__ = ["FORMATS", "FileTrials", "Format", "named", "recognise"]


def recognise(parsed: Parsed) -> Format | None:
    """Return the Format of a parsed file, or None if no known harness wrote it."""
    if parsed.kind == "archive":
        return named("inspect")
    items = [parsed.document] if isinstance(parsed.document, dict) else []
    if parsed.kind == "records":
        items += [record for _, record in parsed.pairs[:1]]
    return next((format for item in items for format in FORMATS if format.recognised(item)), None)


def named(name: str) -> Format | None:
    return next((format for format in FORMATS if format.name == name), None)
