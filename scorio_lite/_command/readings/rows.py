"""CSV: questions in lines and trials in columns, or one record per line below a line of field names.

Fixed rules decide what the columns hold. Undecided files are refused.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, islice, repeat

from ..book import Book
from ..fields import OUTCOME_KEYS, QUESTION_KEYS, means_trial, numbered_fields, usual_name
from ..grading import WORDS, FileError, Grader, count, is_missing, shown
from ..item import Item
from ..settings import Settings, named_in, usual
from ..text import as_cell, from_cell
from .cells import SPELLED, is_value, marks_of, value_of, values_of
from .csv_lines import RowsOf, Split
from .families import NAMELESS
from .header import Header, joined_names
from .matrix import MatrixRows
from .names import are_models, says_run, surely_outcome
from .trial_names import LETTER, is_named_as_trial, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..source import Text
    from .csv_lines import NumberedRow

_INDEX = ([["0"], ["1"], ["2"]], [["1"], ["2"], ["3"]])  # of the first three rows; 2 is no outcome
_UNLIKE = {*SPELLED, *(word for word in WORDS if len(word) > 1)}
_NUMBERED = "[{}].{run} #{trial}"  # the template of --at for columns whose names occur several times
OURS = ("question", "value", "se", "lo", "hi")  # columns that the command writes with --by-question --csv


class CsvTable:
    """A CSV file from line `at` on: its column names, if the first row holds names, and the other rows."""

    _counts = False  # whether rows begin with their numbers

    def __init__(self, at: int, lines: Iterator[str], text: Text | None, grader: Grader, settings: Settings) -> None:
        skipped = (one.partition("=") for one in settings.skip or ())
        rows = RowsOf(at, lines, text, {value.strip() for field, _, value in skipped if field.strip() == "line"})
        empty = self._skip_empty(rows)
        self._at, names = self._first
        self._grader, self._settings, self._text = grader, settings, text
        names, second, is_joined = self._joined(names, rows)
        self._blocks: Iterator[Iterable[NumberedRow]] = chain((self._below,), rows.blocks())
        following = second[1] if second else []
        if len(following) == len(names) + 1 and following[0] in ("0", "1") and names[0]:
            names = ["", *names]  # as pandas prints a table
        self.names: list[str] = []
        header = Header(self._at, names, following, settings, grader.is_plain)
        if not (is_joined or header.is_one()):
            words = any(names[1:]) and all(name.lower() in WORDS for name in names if name)
            top = [(self._at, names), *self._below, *islice(rows, 2 - len(self._below))]
            self._blocks = chain(([*empty, *top],), rows.blocks())
            self._counts = grader.is_plain and [row[:1] for _, row in top if row[1:]] in _INDEX
            self._is_labelled = self._counts or not (words or header.is_value(names[0]))
            if settings.no_header and named_in(settings).intersection(numbered_fields(names)):
                self._take_names([*numbered_fields(names)])
            elif self._is_labelled and not settings.no_header:
                self._check_label(names, following)
        elif second:
            self._is_labelled = names[0].lower() in ("", *NAMELESS) or bool(means_trial(names[0].lower()))
            self._is_labelled = self._is_labelled or not header.is_value(following[0])
            self._take_names(names)
        else:
            raise FileError(f"line {self._at}: {shown(names[0])} is no outcome (0 or 1), and no outcomes follow")

    def _joined(self, names: list[str], rows: Iterator[NumberedRow]) -> tuple[list[str], NumberedRow | None, bool]:
        """Return (column names, the row below them or None, whether the names are joined from two rows).

        Set `template` to what the titles of both rows say, and `_below` to the rows that are read below the names.
        """
        second, third = next(rows, None), None
        joined = joined_names(names, second[1]) if second and not self._settings.no_header else []
        if second and not (joined or names[0] or self._settings.no_header) and len({*names}) < len(names):
            third = next(rows, None)
            joined = joined_names(names, second[1], third[1]) if third else []
        is_crossed = joined and second and says_run(names[0]) and means_trial(second[1][0]) == "sure"
        self.template = "[{}].{run} {trial}" if is_crossed else ""  # of --at
        if joined:
            names, second, third = joined, third or next(rows, None), None
            if second and second[1][0] and not any(second[1][1:]):  # the name of the index
                names, second = [second[1][0], *joined[1:]], next(rows, None)
        self._below = [row for row in (second, third) if row]
        return names, second, bool(joined)

    def _check_label(self, *rows: list[str]) -> None:
        from .text_lines import ends_in_outcome

        if " " in rows[0][0] and all(ends_in_outcome(row[0], *row[1:2]) for row in rows if row):
            what = f"{shown(rows[0][0])} is a name and an outcome; --line says how to part them"
            raise FileError(f"line {self._at}: {what}")

    def _skip_empty(self, rows: Iterator[NumberedRow]) -> list[tuple[int, list[str]]]:
        """Set `_first` to the first row with a value. Return the empty rows above it."""
        empty: list[tuple[int, list[str]]] = []
        for self._first in rows:
            if any(self._first[1]):
                return empty
            empty.append(self._first)
        raise FileError("there is no trial in it")

    def _take_names(self, names: list[str]) -> None:
        names = self._numbered(names)
        self.names = [names[0] or NAMELESS[0], *names[1:]]
        self._blocks = self._table(self._blocks)
        if names[0] == OURS[0] and {*OURS}.issubset(names):
            self._blocks = iter([_unmarked(chain.from_iterable(self._blocks))])

    def _numbered(self, names: list[str]) -> list[str]:
        """Return the names, with numbers for columns of the same name: gpt #1 and gpt #2, trials of the model gpt."""
        times = Counter(map(str.lower, names))
        again = [i for i, name in enumerate(names) if name and times[name.lower()] > 1]
        if not again:
            return names
        kinds = list(dict.fromkeys(names[i] for i in again))
        found, numbers = list(names), []
        seen: Counter[str] = Counter()
        for i in again:
            seen[names[i].lower()] += 1
            numbers.append(seen[names[i].lower()])
            found[i] = f"{names[i]} #{numbers[-1]}"
        are_odd = any(is_value(name) or is_named_as_trial(name) or name.lower() in QUESTION_KEYS for name in kinds)
        if are_odd or len(kinds) > len({*map(str.lower, kinds)}):
            place = f"line {self._at}, column {again[numbers.index(2)] + 1}"
            raise FileError(f"{place}: a second column is named {shown(kinds[-1])}; rename or remove one")
        told = self._settings
        if are_models(kinds) and len(kinds) * max(numbers) == len(again):
            self.template = _NUMBERED
        # names that are not models are asked about, if no option names columns
        elif not (told.at or told.trials or told.runs or told.outcome):
            listed = ",".join(found[i] for i in again)
            ways = [[f"--at={_NUMBERED}"]] if len(kinds) > 1 else [[f"--trials={listed}"], [f"--runs={listed}"]]
            twice = f"{numbers[-1]} columns are named {shown(kinds[-1])}: are they trials? Else rename or remove one"
            raise FileError(f"line {self._at}: {twice}").leading(*ways)
        return found

    def _table(self, blocks: Iterable[Iterable[NumberedRow]]) -> Iterator[Iterable[NumberedRow]]:
        """Yield the blocks of rows below the names. Refuse rows of another width. Leave out empty rows at the end."""
        again = ["" if name in NAMELESS else name for name in self.names]
        empty: list[NumberedRow] = []  # the first of several
        for block in blocks:
            cells = block.columns(len(again)) if isinstance(block, Split) and not empty else []
            if cells and {"", again[0]}.isdisjoint(cells[0]):
                yield block
            else:
                yield self._checked(again, block, empty)

    def _checked(
        self, again: list[str], rows: Iterable[NumberedRow], empty: list[NumberedRow]
    ) -> Iterator[NumberedRow]:
        """Yield the rows. Refuse a row with more or fewer cells than the line of names, `again`."""
        width = len(again)
        for row in _without_padding(rows, empty):
            cells = row[1]
            if len(cells) != width:
                odd = FileError(f"line {row[0]}: {count(len(cells), 'field')}, where line {self._at} names {width}")
                raise odd.leading([f"--skip=line={row[0]}"])
            # Names again are skipped if a column numbers the trials, since no trial can then count twice. Else they are
            # refused: another table may begin there
            if cells[0] == again[0] and cells == again:
                if self._text and any(means_trial(name.lower()) for name in again):  # a trial is no trial again
                    self._text.passed += 1
                    continue
                twice = FileError(f"line {row[0]}: the line of names again; give each table a file of its own")
                raise twice.leading([f"--skip=line={row[0]}"])
            yield row

    def read_matrix(self, book: Book) -> None:
        """Read rows of outcomes: each has the trials of a question or, with --transpose, a trial of each question."""
        rows: Iterable[NumberedRow] = chain.from_iterable(self._blocks)
        if not self.names and self._is_labelled and not self._settings.transpose:
            rows = _without_padding(rows, [])
        book.begin("matrix", "" if self._is_labelled and not self._settings.transpose else None)
        columns = self.names[self._is_labelled :]
        matrix = MatrixRows(book, self._settings.transpose, columns)
        labels = set()
        for at, row in rows:
            name = row.pop(0) if self._is_labelled else None
            if name is not None:
                if not name or (name.lower() in _UNLIKE and not (self.names or self._counts)) or is_missing(name):
                    what = f"{shown(name)} does not name a question, where other lines have names"
                    raise FileError(f"line {at}, column 1: {what}")
                if name in labels:
                    raise FileError(f"line {at}: a second row for {shown(name)}")
                labels.add(name)
            try:
                values = [SPELLED[cell] for cell in row] if self._grader.is_plain else self._values(row)
            except KeyError:
                values = self._values(row)
            if self._settings.digits and len(values) == 1:
                values = marks_of(row[0])
            matrix.add(name, Item(values, f"line {at}"), 1 + self._is_labelled)
        matrix.end(f"line {self._at}")

    def _values(self, row: list[str]) -> list[Any]:
        return row if self._settings.success else [value_of(cell, self._grader.is_plain) for cell in row]

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield (line number, record) for each row. Cells with outcomes and trial numbers become numbers."""
        columns = [j for j, name in enumerate(self.names) if holds_outcomes(name, self._settings)]
        known = values_of(self._grader.is_plain)
        padding = [j for j, name in enumerate(self.names) if not name and j]
        for block in self._blocks:
            cells: list[Any] = block.columns(len(self.names)) if isinstance(block, Split) and not padding else []
            if cells and isinstance(block, Split):
                for j in columns:
                    cells[j] = map(known, cells[j])
                yield from enumerate(map(dict, map(zip, repeat(self.names), zip(*cells))), block.at)
                continue
            for at, row in block:
                for j in padding:
                    if row[j]:
                        raise FileError(f"line {at}, column {j + 1}: {shown(row[j])}, and the column has no name")
                values: list[Any] = row
                for j in columns:
                    values[j] = known(row[j])
                yield at, {name: value for j, (name, value) in enumerate(zip(self.names, values)) if name or not j}


def holds_outcomes(name: str, settings: Settings) -> bool:
    """Whether a column, by its name, holds outcomes or trial numbers: then its cells are read as numbers."""
    key = usual_name(name)
    if settings.success or key in (settings.counts or ()):
        return False
    if means_trial(key) == "sure" and key not in QUESTION_KEYS:
        return True
    named = usual(settings.outcome) + usual(settings.trials) + usual(settings.runs) + OUTCOME_KEYS
    is_numbered = (numbered(name) or (LETTER,))[0] != LETTER and key not in NAMELESS
    return is_numbered or key in named or surely_outcome(key)


def _without_padding(rows: Iterable[NumberedRow], empty: list[NumberedRow]) -> Iterator[NumberedRow]:
    """Yield the rows without empty rows at the end. `empty` keeps the first empty row until a filled row follows."""
    for row in rows:
        if row[1][0] or any(row[1]):
            yield from empty
            empty.clear()
            yield row
        else:
            empty[:] = empty or [row]


def _unmarked(rows: Iterable[NumberedRow]) -> Iterator[NumberedRow]:
    """Yield the rows of a table that this command wrote, without the marks that it writes before names."""
    spellings: dict[str, str] = {}
    for at, row in rows:
        name = from_cell(row[0])
        if as_cell(name) != name:
            before = spellings.setdefault(name, row[0])
            if before != row[0]:
                raise FileError(f"line {at}: {shown(row[0])} is {shown(before)} in another row; use one spelling")
        yield at, [name, *row[1:]]
