"""The outcomes of one run: its questions, the counts of their trials, and what the files say of them."""

from __future__ import annotations

from collections import Counter, namedtuple  # loading typing takes 3 ms

from .fields import says_break
from .grading import MANY_CODES, CountsByCode, FileError, is_missing, shown
from .item import Item
from .text import TITLE_COLUMNS, names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .grading import Grader
    from .settings import Rule, Unlisted

NAMED = 3  # missing trials that a message lists
BITS = 10_000  # trial numbers below it are bits of one integer per question
MANY = 20  # outcomes that two runs, or two files of trials, rarely share by chance
FAILURE, SUCCESS = _COUNTS = (1, 0), (0, 1)  # the counts of a question with one trial


class Ledger:
    """Counts the trials of each question by the codes (integers) of their outcomes. Book adds files, runs and names.

    A ledger may keep its outcomes as PlainRows. Then it makes Question objects when it is first asked for `questions`.
    """

    questions: dict[Any, Question]
    rows: PlainRows | None = None

    def __init__(self, grader: Grader, asked: BookOptions) -> None:
        self.grader = grader
        self.asked = asked
        self.format = ""
        self.files, self.trials, self.read, self.said, self.labels = Files(), Gaps(), Reading(), Said(), Naming()
        self.questions = {}

    def adopt(self, rows: PlainRows) -> None:
        self.rows = rows
        del self.questions

    def __getattr__(self, name: str) -> Any:
        if name != "questions" or not self.rows:
            raise AttributeError(name)
        self.questions, self.labels.spelled, self.rows = self.rows.made(), dict(self.rows.names.spelled), None
        return self.questions

    def values_of(self, field: str) -> set[Any]:
        """Return the values of a field in the questions; "" stands for a question without the field."""
        if self.rows:
            return {value or "" for value in {*self.rows.names.contexts.get(field, (None,))}}
        return {(question.context or {}).get(field) or "" for question in self.questions.values()}

    def add(
        self, question: Question, outcome: Item, number: int | None = None, may_be_word: bool = False
    ) -> int | None:
        """Count a trial by its outcome, and return the outcome's code. `number` is the result of `self.number()`."""
        value = outcome.value
        self.read.outcome = self.read.outcome or outcome.name
        code = self.grader.outcome(value) if may_be_word else self.grader.code(value)
        if code is not None:
            self.add_code(question, code, number)
        elif is_missing(value) or (may_be_word and says_break(value)):
            self.gap(question, outcome, "an empty cell" if value == "" else shown(value))
        else:
            raise self.grader.refusal(value, outcome.place, may_be_word)
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
                self.add(question, row.of(value, f", column {j}"), may_be_word=True)
            return
        for code in {*codes}:
            question.counts[code] += codes.count(code)

    def gap(self, question: Question, at: Item, reason: str, counted: Any = None) -> None:
        """Note a trial without an outcome, and the reason. `counted` is what the harness counts for it, or None."""
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
            twice = f"a second trial {shown(number)} of question {shown(question.label)}{way}"
            error = FileError(f"{trial.place.partition(', field')[0]}: {twice}")
            raise error.leading(["--once"], [f"--ignore={trial.name}"], ["--last=line"])
        return index


class Place(str):
    """The label of a question without a name: the row that it is in."""


class Question:
    """The counts of the outcomes of one question, and what else the book keeps of it."""

    __slots__ = names_in("before beside broken context counts digest gaps label numbers odd_numbers order")

    def __init__(self, label: Any, codes: int) -> None:
        self.label = label
        self.counts: Any = CountsByCode() if codes == MANY_CODES else [0] * codes  # by code
        self.gaps = 0  # trials without an outcome
        self.broken: tuple[int | None, ...] = ()  # codes of the outcomes that the harness gives them
        self.numbers = 0  # the numbers of the trials in this file, as bits
        self.before = 0  # the numbers of the trials in the files before
        self.odd_numbers: set[str] | None = None  # the numbers that are not small integers
        self.context: dict[str, Any] | None = None  # the fields in which all its records agree
        self.digest: int | None = None  # of its text, if the file has it
        self.beside: list[tuple[int, tuple[Any, ...]]] | None = None  # (code, values beside the outcome)
        self.order: list[tuple[int, int, int]] | None = None  # (file, trial number, code), if the book keeps it

    @property
    def place(self) -> str:
        """The question's name in errors: question "q1"."""
        return f"question {shown(self.label)}"

    @property
    def trials(self) -> int:
        return sum(self.counts)

    def join(self, other: Question, files: int = 0) -> None:
        """Add the trials of `other`, the same question in later files. `files` is how many files were read before."""
        for code, n in other.counts.items() if isinstance(other.counts, CountsByCode) else enumerate(other.counts):
            self.counts[code] += n
        self.gaps += other.gaps
        self.broken += other.broken
        self.before |= other.before
        self.numbers |= other.numbers
        self.odd_numbers = (self.odd_numbers or set()) | (other.odd_numbers or set()) or None
        self.beside = (self.beside or []) + (other.beside or []) or None
        self.order = (self.order or []) + [(at + files, n, code) for at, n, code in other.order or ()] or None


class BookOptions(namedtuple("BookOptions", "ordered kept votes folds", defaults=(False, (), None, False))):
    """The options that apply to all books.

    `ordered`: the order of trials is kept. `kept`: the fields, in lower case, whose value each question keeps. `votes`:
    where answers go (Votes), or None. `folds`: names that differ only in case or blanks are one name.
    """

    __slots__ = ()


class Whose:
    """The run, the model and the task that a book belongs to."""

    def __init__(self, origin: str, run: str = "", task: str = "", alone: str = "") -> None:
        self.origin = origin  # the file or files
        self.alone = alone  # the name of the run if it is the only one in a folder
        self.run = run  # in a file of several
        self.task = task  # if the runs have several


class Files:
    """The files that have been read into the book."""

    def __init__(self) -> None:
        self.file = ""  # the file that is being read
        self.begun = 0  # how many files have begun
        self.taken: set[str] = set()  # paths
        self.known: set[str] = set()  # the records, as texts, with --once


class Said:
    """What the files of a book say about the whole run, such as its model or how many trials it should have."""

    def __init__(self) -> None:
        self.about: dict[str, str] = {}  # the model and the task
        self.facts: dict[str, Any] = {}  # the fields that are the same in all records of a file
        self.head: dict[str, Any] = {}  # the other fields of a document that holds records
        self.naming: str | None = None  # the field that names the questions
        self.identity = ""  # the field that holds the questions' texts
        self.rule: Rule | None = None  # how the harness counts missing trials, if it has a rule
        self.expected = 0  # trials per question
        self.total = 0  # trials in all
        self.unfinished = ""  # why the run is known to be incomplete
        self.unlisted: list[Unlisted] = []  # for each file that does not name all its questions

    def add(self, other: Said) -> None:
        """Add what another file says: how many trials it promises, and which questions it does not list."""
        self.expected, self.total = max(self.expected, other.expected), self.total + other.total
        self.unfinished = self.unfinished or other.unfinished
        self.unlisted += other.unlisted


class Gaps:
    """Which trials of a book have no outcome, and the successes of the others by trial number."""

    def __init__(self) -> None:
        self.gaps: list[str] = []  # the places of the first trials without an outcome
        self.lacking = 0  # how many trials have no outcome
        self.has_failed = False  # whether a trial ran and has no outcome; a trial still to come does not count
        self.totals: Counter[int] = Counter()  # the successes by the number of the trial
        self.numbered: dict[int, str] = {}  # the names of the numbers that every question has


class Reading:
    """How the files of a book are read: the field of each role, and the options that select this reading."""

    def __init__(self) -> None:
        self.roles: dict[str, Any] = {}  # the field of each role
        self.options: list[str] = []  # that select this reading
        self.why: dict[str, tuple[str, str, str]] = {}  # for each field its role, the reason, and an example
        self.fields: list[str] = []  # some fields of the records, for a message
        self.outcome = ""  # the field that holds the outcomes, of a harness
        self.passed = 0  # lines and records that hold no trial
        self.alike: list[str] = []  # two files of trials with the same outcomes on all questions
        self.beside: tuple[tuple[str, str], ...] = ()  # the role and the name of each field beside the outcome

    def take(self, other: Reading) -> None:
        """Copy the roles of the fields, their reasons and the options from another Reading."""
        self.roles, self.why, self.options = other.roles, other.why, other.options


class Naming:
    """The names of a book's questions."""

    def __init__(self) -> None:
        self.spelled: dict[str, Any] = {}  # by the form in which names are compared
        self.known: dict[str, tuple[str, str]] = {}  # of the runs of a file: (name, the form in which it is compared)
        self.is_part = False  # whether other files of a tree may have the rest of the run


class Names:
    """The questions of a file, in order: labels, hashes of their texts, and fields with one value per question."""

    def __init__(
        self,
        labels: Sequence[Any],
        digests: Sequence[int | None],
        contexts: dict[str, list[Any]],
        spelled: dict[str, Any],
    ) -> None:
        self.labels, self.contexts, self.spelled = labels, contexts, spelled
        self.ids = dict(zip(labels, digests))
        self._counted: list[Any] = []

    def context(self, i: int) -> dict[str, Any]:
        return {name: values[i] for name, values in self.contexts.items()}

    def counted(self, codes: bytes) -> list[tuple[Any, tuple[int, ...]]]:
        """Return (label, counts of its outcomes) for each question. Runs share these pairs."""
        if not self._counted:
            self._counted = list(zip(*([(label, counts) for label in self.labels] for counts in _COUNTS)))
        return [pair[code] for pair, code in zip(self._counted, codes)]


class PlainRows:
    """One outcome for each of the questions in `names`, as bytes: 0 is a failure, 1 a success."""

    def __init__(self, names: Names, codes: bytes) -> None:
        self.names, self.codes = names, codes

    def __len__(self) -> int:
        return len(self.codes)

    def counted(self) -> list[tuple[Any, tuple[int, ...]]]:
        return self.names.counted(self.codes)

    def made(self) -> dict[Any, Question]:
        found = {}
        for i, (code, (label, digest)) in enumerate(zip(self.codes, self.names.ids.items())):
            one = found[label] = Question(label, len(_COUNTS))
            one.counts[code], one.digest, one.context = 1, digest, self.names.context(i)
        return found
