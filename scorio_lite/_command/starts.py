"""Say by the name and the start of a file whether it may hold results."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath

from .fields import OUTCOME_KEYS
from .source import packing_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

SIZE = 4096  # bytes of the start of a file, which says whether it may hold results
_ROWS = 7  # lines of it
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]]|-?\d|true|false|null))")


def names_outcome(path: str) -> bool:
    """Whether a file is called result.txt, reward.txt or the like, which may hold the outcome of a single trial."""
    name = PurePosixPath(path.lower())
    return name.suffix in ("", ".txt") and name.stem in OUTCOME_KEYS


def outcome_in(start: bytes) -> bytes:
    """Return the only number or word of a file, as JSON; b"" if the file holds anything else."""
    text = start.decode(errors="replace").strip()
    return json.dumps(text).encode() if re.fullmatch(r"-?\d+(\.\d+)?|[A-Za-z]{1,20}", text) else b""


def may_hold_results(start: bytes, name: str = "") -> bool:
    """Whether a file with this start may be JSON, Parquet, a table of several columns, or a single outcome."""
    if names_outcome(name) and outcome_in(start):
        return True
    packing = packing_of(start)
    if packing == "parquet":
        return True
    if packing == "gzip":
        import zlib

        try:
            start = zlib.decompressobj(31).decompress(start, SIZE)
        except zlib.error:
            return False
    encoding = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = start.decode(encoding, errors="replace")
    if "\0" in text:
        return False
    if _JSON.match(text):
        return True
    lines = text.splitlines()[:_ROWS]
    rows = [line for line in (lines[:-1] if len(start) == SIZE else lines) if line.strip()]
    return len(rows) > 2 and _are_rows(rows)


def _are_rows(lines: Sequence[str]) -> bool:
    """Whether lines are rows of a table: all have the same number of cells, at least two."""
    from .readings.cells import is_value
    from .readings.csv_lines import delimiter_of

    mark = delimiter_of(list(lines[:2]))
    rows = [re.sub('"[^"]*"', "x", line).strip("| ").split(mark) for line in lines if line.strip("+-=| ")]
    columns = list(zip(*([cell.strip() for cell in row] for row in rows)))
    if len(set(map(len, rows))) > 1 or len(columns) < 2:
        return False
    # If blanks separate the cells, all cells must be values such as 1 or true: prose has blanks, too. Else it is enough
    # that one column has only values, or that the first line has only names (id,passed)
    values = [all(map(is_value, column)) for column in columns]
    are_names = all(re.match(r"[^\W\d]|[#$]|$", column[0]) for column in columns)
    return all(values) or (mark != " " and (are_names or any(values)))
