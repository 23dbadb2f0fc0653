"""CSV: questions in lines and trials in columns, or one record per line below a line of field names.

Fixed rules decide what the first line is and what the columns hold. What they leave open is refused.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from itertools import chain
from operator import itemgetter

from ..book import Place
from ..fields import CONTEXT_KEYS, QUESTION_KEYS, TRIAL_KEYS
from ..grading import FileError, count, is_missing, shown
from .records import LETTER, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Container, Iterable, Iterator

    from ..book import Book

    Rows = Iterable[tuple[int, list[str]]]

_NAMELESS = ("", "unnamed: 0")  # what pandas calls an index
_WORDS = ("question", "problem", "example", "task", "prompt", "name")  # QUESTION_KEYS that could be a question's name
_QUESTIONS = ("q", "question", "problem", "example", "task", "prompt", "doc", "item", "id")  # not trials
_SUMMARIES = ("mean", "average", "avg", "total", "overall")  # lines that sum up a table; not questions
_SPELLED = {"0": False, "0.0": False, "1": True, "1.0": True, "false": False, "true": True}
_SAVED = re.compile(r"[01]\.0*(e\+00)?")  # 1.000000000000000000e+00, as numpy.savetxt writes it
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*("|$)')
_SEPARATOR = re.compile(r'"?sep=([\t;, |])"?', re.IGNORECASE)  # Excel's
_MOST_COLUMNS = 10**6
_SHORT = 24  # characters of a value in a long message


class Table:
    """A CSV file from line `at`, which is not empty: its names, if the first line has any, and its other rows."""

    def __init__(self, at: int, lines: Iterator[str], graded: bool) -> None:
        rows = _rows(at, lines)
        self._at, names = next(rows, (at, []))
        if not names:
            raise FileError("there is no trial in it")
        second = next(rows, None)
        self._rows = chain((second,), rows) if second else rows
        self.names: list[str] = []
        if not _is_header(self._at, names, second[1] if second else []):
            self._rows = chain(((self._at, names),), self._rows)
            self._is_labelled = not _is_value(names[0])
            return
        if graded and _counts(names):
            raise FileError(
                f"line {self._at}: are {', '.join(names[:3])}, ... outcomes, or the names of trials? Put a line of "
                "names (t0, t1, ...) before it, or in its place"
            )
        if not second:
            raise FileError(
                f"line {self._at}: {shown(names[0])} is not an outcome (0 or 1), and no line of outcomes follows"
            )
        columns: dict[str, int] = {}
        for j, name in enumerate(names):
            if columns.setdefault(name.lower(), j) != j and name:
                raise FileError(
                    f"line {self._at}, column {j + 1}: a second column is named {shown(name)}; rename or remove one"
                )
        self.names = names
        self._first = second[1][0]
        self._rows = _as_wide(self._at, len(names), self._rows)

    def read_matrix(self, book: Book) -> None:
        unlike: Container[str] = ()
        if self.names:
            self._is_labelled = _is_labelled(self._at, self.names, self._first)
        else:
            unlike = _SPELLED
        book.begin("matrix", (self.names or [""])[0].lower() if self._is_labelled else None)
        _read_rows(self._rows, book, self._is_labelled, unlike)

    def records(self, outcomes: Collection[str]) -> Iterator[tuple[int, dict[str, Any]]]:
        """A record for each row, with the values of these columns, by their names in lower case."""
        columns = [j for j, name in enumerate(self.names) if name.lower() in outcomes]
        for at, row in self._rows:
            cells: list[Any] = row
            for j in columns:
                cells[j] = _value(cells[j])
            yield at, dict(zip(self.names, cells))


class _Narrow:
    """The lines for a parser. A row with too many columns is refused, also if it spans several lines."""

    def __init__(self, at: int, lines: Iterator[str], delimiter: str) -> None:
        self._lines = enumerate(lines, at)
        self._delimiter = delimiter
        self.columns = 1  # at most, of the row so far

    def __iter__(self) -> Iterator[str]:
        for at, line in self._lines:
            self.columns += line.count(self._delimiter)
            if self.columns > _MOST_COLUMNS:
                raise FileError(f"line {at}: more than {_MOST_COLUMNS:,} columns")
            yield line


def _rows(at: int, lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the number of its first line and its stripped cells."""
    head = [next(lines)]
    separator = _SEPARATOR.fullmatch(head[0].rstrip("\r\n"))
    if separator:
        at, head, delimiter = at + 1, [], separator.group(1)
    else:
        for line in lines:
            head.append(line)
            if line.strip():
                break
        delimiter = _delimiter([line for line in head if line.strip()])
    lines = chain(head, lines)
    if delimiter == " ":
        lines = (line.strip() + "\n" for line in lines)
    narrow = _Narrow(at, lines, delimiter)
    reader = csv.reader(narrow, delimiter=delimiter, skipinitialspace=True, strict=True)
    while True:
        start = at + reader.line_num
        narrow.columns = 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            raise FileError(f"line {start}: not CSV: {error}; is a quote not closed?") from None
        if any(cells):
            yield start, cells


def _delimiter(lines: list[str]) -> str:
    """The delimiter of the first lines: one that both have, if there is one."""
    bare = [_QUOTED.sub("", line.strip("\r\n")) for line in lines]
    for some in (bare, bare[:1]):
        for mark in "\t;,":
            if all(mark in line for line in some):
                return mark
    return " " if " " in bare[0].strip() else ","


def _is_value(cell: str) -> bool:
    """Whether a cell is not a name: an outcome, another number, or nothing."""
    return cell.lower() in _SPELLED or _NUMBER.fullmatch(cell) is not None or is_missing(cell)


def _is_header(at: int, names: list[str], following: list[str]) -> bool:
    """Whether the first line holds names, and not the outcomes of a question."""
    first, *rest = names
    if not any(rest):
        return not rest and not _is_value(first)
    if not any(_is_value(name) for name in rest if name):
        return True
    if not first or not _is_value(first):
        return _counts(rest) and _names_trials(at, names, following)
    return len(names) > 2 and _counts(names)


def _counts(cells: list[str]) -> bool:
    return cells in ([str(i + start) for i in range(len(cells))] for start in (0, 1))


def _names_trials(at: int, names: list[str], following: list[str]) -> bool:
    """Whether 0, 1, ... or 1, 2, ... are the names of trials, and not the outcomes of a question `names[0]`."""
    first, *rest = names
    # q1 above q2, or a above b, are two questions.
    word, next_word = numbered(first), numbered(following[0]) if following else None
    if word and next_word and word[0] == next_word[0] and (first[-1].isdigit() or word[1] + 1 == next_word[1]):
        return False
    key = first.lower()
    if key in _NAMELESS or (key in QUESTION_KEYS and key not in _WORDS) or len(rest) > 2:
        return True
    if key not in QUESTION_KEYS and (rest == ["1"] or (not following and rest != ["1", "2"])):
        return False
    if key in QUESTION_KEYS and rest == ["1", "2"]:
        return True
    wanted = ",".join(["task_id", *(f"t{i}" for i in range(len(rest)))])
    raise FileError(
        f"line {at}: is {shown(first, _SHORT)} with {', '.join(rest)} a question and its outcomes, or a line of names? "
        f"Put the line {wanted} before it, or in its place"
    )


def _is_labelled(at: int, names: list[str], value: str) -> bool:
    """Whether the first of these columns names the questions (`value` is its first cell). All others must be trials."""
    words = [numbered(name) or ("", -1) for name in names]
    word, number = words[0]
    alone = len(words) > 1 and word not in [other for other, n in words[1:] if n >= 0]
    labelled = number < 0 or alone
    first = names[0].lower()
    if labelled and (
        first in (*TRIAL_KEYS, *CONTEXT_KEYS) or (first not in (*QUESTION_KEYS, *_NAMELESS) and _is_value(value))
    ):
        raise FileError(
            f"line {at}, column 1: does {shown(names[0], _SHORT)} name the questions, or is it a trial? "
            "Call it task_id, or name all trials alike (t0, t1, ...)"
        )
    if len(names) == labelled:
        raise FileError(f"line {at}: after {shown(names[0], _SHORT)}, no column of trials")
    _check_trials(at, names, words[labelled:])
    return labelled


def _check_trials(at: int, names: list[str], words: list[tuple[str, int]]) -> None:
    """Check the last names, those of trials: one word (the most frequent) and numbers from 0 or 1 on, or letters."""
    stems = [stem for stem, number in words if number >= 0]
    stem = max(Counter(stems).items(), key=itemgetter(1), default=("", 0))[0]
    numbers = [number for word, number in words if word == stem]
    start = min(numbers) if stem == LETTER and len(words) > 1 else int(0 not in numbers)
    wanted = set(range(start, start + len(words)))
    for j, (word, number) in enumerate(words, len(names) - len(words)):
        if word != stem or number not in wanted or stem.strip(" _.-#") in _QUESTIONS or "/" in stem:
            name = (
                f", {shown(names[j], _SHORT)}: is it a trial?" if names[j] else " has no name (a delimiter too many?)."
            )
            raise FileError(
                f"line {at}, column {j + 1}{name} Name the trials alike, with numbers from 0 or 1 on (t0, t1, ...), "
                "and remove other columns"
            )
        wanted.remove(number)


def _as_wide(at: int, width: int, rows: Rows) -> Iterator[tuple[int, list[str]]]:
    for i, row in rows:
        if len(row) != width:
            raise FileError(f"line {i}: {count(len(row), 'field')}, where line {at} names {width}")
        yield i, row


def _read_rows(rows: Rows, book: Book, labelled: bool, unlike: Container[str]) -> None:
    """Read the rows of a matrix. `unlike` holds texts that cannot be a name."""
    labels = set()
    for i, (at, row) in enumerate(rows, 1):
        name: str = Place(f"row {i}")
        if labelled:
            name = row.pop(0)
            if not name or name.lower() in unlike or name.lower() in _SUMMARIES:
                raise FileError(
                    f"line {at}, column 1: {shown(name)} does not name a question, where other lines have names"
                )
            if name in labels:
                raise FileError(f"line {at}: a second row for {shown(name)}")
            labels.add(name)
        try:
            values = [_SPELLED[cell] for cell in row]
        except KeyError:
            values = [_value(cell) for cell in row]
        book.add_row(name, values, f"line {at}", 1 + labelled)


def _value(cell: str) -> Any:
    """The outcome that a cell spells plainly, or another number; otherwise its text."""
    word = cell.lower()
    if word in _SPELLED:
        return _SPELLED[word]
    if _SAVED.fullmatch(word):
        return word[0] == "1"
    if _NUMBER.fullmatch(word) and "," not in word:
        number = int(word) if len(word) < 10 and word.isdecimal() else float(word)
        return cell if number in (0, 1) else number
    return cell
