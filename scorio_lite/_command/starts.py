"""Say by the name and the start of a file whether it may hold results."""

from __future__ import annotations

import json
import re
from pathlib import PurePosixPath

from .fields import OUTCOME_KEYS, says_broken
from .grading import FileError
from .readings.names import says_gold
from .source import packing_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

SIZE = 4096  # bytes of the start of a file, which says whether it may hold results
_ROWS = 7  # lines of it
_OUTCOMES = frozenset(OUTCOME_KEYS).difference(("correct", "acc", "accuracy"))  # a correct.txt may be the right answer
_OUTCOME = re.compile("-?[0-9]+([.][0-9]+)?|(?!(yes|no|true|false)$)[a-z]{2,20}", re.IGNORECASE)  # yes may be an answer
_UNSURE = ("result", "outcome")  # files that may hold an answer
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*(?:[\[{\"\]]|-?\d|true|false|null))")


def is_of_outcome(path: str) -> bool:
    """Whether a file is called result.txt, reward.txt or the like, which may hold the outcome of a single trial."""
    name = PurePosixPath(path.lower())
    return name.suffix == ".txt" and name.stem in _OUTCOMES


def outcome_alone(start: bytes) -> bytes:
    """Return the only number or word of a file, as JSON; b"" for any other content, and for an answer such as yes."""
    text = start.decode(errors="replace").strip()
    return json.dumps(text).encode() if _OUTCOME.fullmatch(text) else b""


def outcomes_among(paths: Sequence[str]) -> set[str]:
    """Return the names of files such as reward.txt that hold outcomes in a tree with these paths.

    Leave out result.txt and outcome.txt if there are files such as expected.txt: they may hold answers. Refuse a file
    such as exception.txt beside some outcomes, but not all.
    """
    texts = [PurePosixPath(path) for path in paths if path.lower().endswith(".txt")]
    may_be_answers = any(says_gold(path.stem) for path in texts)
    found = [
        path for path in texts if is_of_outcome(str(path)) and not (may_be_answers and path.stem.lower() in _UNSURE)
    ]
    broken = {path.parent: path for path in texts if says_broken(path.stem)}
    beside = [path for path in found if path.parent in broken]
    if beside and len(beside) < len(found):
        raise FileError(
            f"{broken[beside[0].parent]} lies beside {beside[0].name}: did this trial break? Remove the wrong one"
        )
    return {path.name for path in found}


def may_hold_results(start: bytes, name: str = "") -> bool:
    """Whether a file with this start may be JSON, Parquet, a table of several columns, or a single outcome."""
    if is_of_outcome(name) and outcome_alone(start):
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
