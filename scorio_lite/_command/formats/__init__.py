"""Formats of harnesses (programs that run evaluations): what comes in is a parsed file, what goes out are its trials.

`table` declares how each format is recognised and where everything stands, and `engine` reads the trials as declared.
`harnesses` reads what no declaration says.
"""

from __future__ import annotations

from .engine import FileTrials, Format
from .table import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..read.records import Parsed

__all__ = ["FORMATS", "FileTrials", "Format", "named", "recognise"]


def recognise(parsed: Parsed) -> Format | None:
    """Return the format of a parsed file; None if no harness wrote it."""
    if parsed.archive is not None:
        return named("inspect")
    items = [parsed.document] if isinstance(parsed.document, dict) else []
    if parsed.kind == "records":
        items += [record for _, record in parsed.pairs[:1]]
    return next((format for item in items for format in FORMATS if format.recognised(item)), None)


def named(name: str) -> Format | None:
    return next((format for format in FORMATS if format.name == name), None)
