"""Count the trials of a run: their outcomes, their order if it is kept, and missing trials."""

from __future__ import annotations

from .fields import says_break
from .grading import FileError, is_missing, shown
from .item import Item
from .notes import Files, Gaps, Reading
from .text import TITLE_COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .grading import Grader
    from .notes import BookOptions
    from .question import Question

NAMED = 3  # missing trials that a message lists
BITS = 10_000  # trial numbers below it are bits of one integer per question


class Ledger:
    """Counts the trials of questions by the codes (integers) of their outcomes. Book adds files, runs and names."""

    def __init__(self, grader: Grader, asked: BookOptions) -> None:
        self.grader = grader
        self.asked = asked
        self.format = ""
        self.files, self.trials, self.read = Files(), Gaps(), Reading()

    def add(self, question: Question, outcome: Item, number: int | None = None) -> int | None:
        """Count a trial by its outcome, and return the outcome's code. `number` is the result of `self.number()`."""
        value = outcome.value
        self.read.outcome = self.read.outcome or outcome.name
        code = self.grader.code(value)
        if code is not None:
            self.add_code(question, code, number)
        elif is_missing(value):
            self.gap(question, outcome, "an empty cell" if value == "" else shown(value))
        else:
            raise self.grader.refusal(value, outcome.place)
        return code

    def add_code(self, question: Question, code: int, number: int | None = None) -> None:
        question.counts[code] += 1
        if number is not None:
            self.trials.totals[number] += code
        if self.asked.ordered:
            question.order = order = question.order or []
            order.append((self.files.begun, len(order) if number is None else number, code))

    def add_row(self, question: Question, row: Item, first: int = 1) -> None:
        """Count all trials of a question from one row of a table: the cells in the columns from `first` on."""
        values = row.value
        try:
            codes = list(map(self.grader.number, values))
        except TypeError:  # texts and lists have no number
            codes = [None]
        if None in codes or self.asked.ordered:
            for j, value in enumerate(values, first):
                self.add_cell(question, row.of(value, f", column {j}"))
            return
        for code in {*codes}:
            question.counts[code] += codes.count(code)

    def add_cell(self, question: Question, cell: Item, number: int | None = None) -> None:
        """Count a trial by its outcome, which may be a word."""
        code = self.grader.outcome(cell.value)
        if code is not None:
            self.add_code(question, code, number)
        elif says_break(cell.value):
            self.gap(question, cell, shown(cell.value))
        elif isinstance(cell.value, str) and not is_missing(cell.value):
            raise self.grader.refusal(cell.value, cell.place, may_be_word=True)
        else:
            self.add(question, cell, number)

    def gap(self, question: Question, at: Item, reason: str, counted: Any = None) -> None:
        """Note a trial without an outcome, and why. `counted` is the outcome that the harness gives it, or None."""
        if not is_missing(counted):
            question.broken += (self.grader.code(counted),)
        question.gaps += 1
        self.trials.lacking += 1
        self.trials.has_failed |= not reason.startswith(("an empty cell", "no trial"))
        if len(self.trials.gaps) < NAMED:
            file = f"{self.files.file}: " if self.files.begun > 1 else ""
            self.trials.gaps.append(f"{file}{at.place} ({reason[:TITLE_COLUMNS]})")

    def number(self, question: Question, trial: Item) -> int | None:
        """Return the number of a trial if it is a small integer, else None. Refuse a second trial of this number."""
        number = trial.value
        if type(number) is not int:
            if is_missing(number):
                return None
            if isinstance(number, float) and number.is_integer():
                number = int(number)
            elif type(number) is not str:
                raise trial.error(f"{shown(number)} is not the number of a trial")
        text = str(number).strip()
        index = int(float(text)) if text.isdecimal() and float(text) < BITS else None
        if index is None:
            question.odd_numbers = odd = question.odd_numbers or set()
            again = text in odd
            odd.add(text)
        else:
            again = bool(question.numbers >> index & 1)
            question.numbers |= 1 << index
        if again:
            way = "; if there are several runs, --run names their field" if self.format == "records" else ""
            raise FileError(
                f"{trial.place.partition(', field')[0]}: a second trial {shown(number)} of question "
                f"{shown(question.label)}{way}"
            ).leading(["--once"], [f"--ignore={trial.name}"], ["--last=line"])
        return index
