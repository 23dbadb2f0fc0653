"""Trials by run, task and question. Columns of a cell grow as trials come; they are grouped once, at the end."""

from __future__ import annotations

from functools import lru_cache

from ..grading import shown
from ..read.item import Refusal, Told
from ..read.names import MISSING, ONES, ZEROS, is_missing
from ..read.sample import number_of, whole
from ..text import as_whole, plain_form, plain_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from ..read.item import Trial
    from ..read.options import Ask

_MOST_RUNS = 500  # in one file
_NAMED = 3  # places in a message
_MOST_KNOWN = 10_000  # grades of values that are remembered
_LONG = 40  # characters of a reason
_HUGE = 2**60  # integers from here on may share a hash: they are kept as texts


class Grades:
    """Turns the outcomes of files into numbers: 0 and 1, classes, or real scores."""

    def __init__(
        self, ask: Ask, scores: tuple[float, float] | None = None, words: Sequence[tuple[str, int]] = ()
    ) -> None:
        self.weights = ask.weights
        self.scores = ask.scores or (scores if not (ask.success or ask.threshold is not None or ask.weights) else None)
        self._threshold = ask.threshold
        self._success = {word.strip().lower() for word in ask.success or ()}
        self._words = {word.lower(): code for word, code in words}
        self.others: dict[str, None] = {}  # the first words that are no success
        self.has_success = not self._success

    @property
    def known(self) -> dict[Any, Any]:
        """Grades of the usual values."""
        return {0: 0, 1: 1} if self.is_plain else {}

    @property
    def is_plain(self) -> bool:
        """Whether outcomes are 0 and 1 as they stand."""
        return not (self.weights or self.scores or self._success or self._threshold is not None)

    def grade(self, value: Any) -> Any:
        """Return the grade of an outcome; None if it is none."""
        if isinstance(value, str):
            return self._text(value)
        if not isinstance(value, (int, float)) or value != value:
            return None
        return self._word(shown(value)) if self._success else self._number(value)

    def _text(self, value: str) -> Any:
        text = value.strip().lower()
        if self._success:
            return None if text in MISSING else self._word(text)
        if not self.is_plain:
            number = number_of(text)
            return None if number is None else self._number(number)
        if text in self._words:
            return self._words[text]
        if text in ONES or text in ("1", "1.0"):
            return 1
        return 0 if text in ZEROS or text in ("0", "0.0") else None

    def _word(self, text: str) -> int:
        if text.lower() in self._success:
            self.has_success = True
            return 1
        if len(self.others) < 5:
            self.others[text] = None
        return 0

    def _number(self, value: float) -> Any:
        if self.is_plain:
            return int(value) if value in (0, 1) else None
        if self._threshold is not None:
            return int(value >= self._threshold) if abs(value) < float("inf") else None
        if self.scores:
            return value if self.scores[0] <= value <= self.scores[1] else None
        return value if self.weights and (value in self.weights or value in range(len(self.weights))) else None

    def refusal(self, value: Any, at: str) -> Refusal:
        """Return the refusal of an outcome that has no grade."""
        what = f"{at}: {shown(value)} is " if at else f"{shown(value)} is "
        answers: list[dict[str, Any]] = []
        if self._threshold is not None:
            return Refusal("grade", f"{what}not a finite number")
        if self.scores:
            low, high = self.scores
            return Refusal("grade", f"{what}not a number from {low:g} to {high:g}; --scores LOW,HIGH gives the range")
        if self.weights:
            few = ", ".join(f"{weight:g}" for weight in self.weights[:5]) + ", ..." * bool(self.weights[5:])
            classes = f"the number of a class (0 to {len(self.weights) - 1})"
            return Refusal("grade", f"{what}neither {classes} nor one of the weights {few}")
        number = number_of(value)
        hint = "name the words of success: --success WORD,..."
        if number is not None:
            hint = "a reward? See --threshold T, --scores or --scores LOW,HIGH, and --weights"
            answers = [{"scores": (0.0, 1.0)}, {"threshold": 1.0}] if 0 <= number <= 1 else [{"threshold": 1.0}]
        return Refusal("grade", f"{what}neither 0 nor 1; {hint}", answers=answers)

    def classes(self, values: Iterable[Any]) -> Callable[[Any], int]:
        """Return a function from grades to classes, which are indices into the weights. `values` are all that occur."""
        if not self.has_success:
            some = ", ".join(map(shown, self.others))
            raise Refusal("grade", f"no outcome is one of the words of --success; there are {some}")
        if not self.weights:
            return int
        weights = list(self.weights)
        used = set(values)
        are_classes = all(value in range(len(weights)) for value in used)
        are_rewards = all(value in weights for value in used)
        if are_classes and are_rewards and any(weights[int(value)] != value for value in used):
            some = " and ".join(f"{value:g}" for value in sorted(used)[:3])
            low, high = min(weights), max(weights)
            answers = [{"scores": (low, high), "weights": None}]
            what = f"the outcomes {some} are numbers of classes as well as rewards"
            raise Refusal(
                "grade", f"{what}; --scores {low:g},{high:g} in place of --weights reads rewards", (), (), answers
            )
        if not are_classes and not are_rewards:
            odd = (
                next(value for value in used if value not in weights),
                next(x for x in used if x not in range(len(weights))),
            )
            raise Refusal("grade", f"{odd[0]:g} is the number of a class and {odd[1]:g} a weight; they cannot be mixed")
        return int if are_classes else weights.index


class TaskRun:
    """The trials of a run in a task.

    labels, grades   of the trials with an outcome, in the order of the files
    numbers          of these trials, or [] if nothing numbers them
    gaps             (label, number, place, why, what the harness counts) of trials without an outcome
    answers, kept    beside the outcomes, if they are asked for
    fixed            {label: {field: value}} of the fields that are the same in all trials of a question
    texts            {label: a hash of the question's text}
    bare             labels of questions that the file names without a trial
    """

    def __init__(self, run: str = "", task: str = "", origin: str = "") -> None:
        self.run, self.task, self.origin = run, task, origin
        self.labels: list[Any] = []
        self.grades: list[Any] = []
        self.numbers: list[Any] = []
        self.gaps: list[tuple[Any, Any, str, str, Any]] = []
        self.answers: list[str] = []
        self.kept: list[tuple[Any, ...]] = []
        self.fixed: dict[Any, dict[str, Any]] = {}
        self.texts: dict[Any, int] = {}
        self.told = Told()
        self.format = ""
        self.rule: Any = None  # of the harness, for what is missing
        self.bare: list[Any] = []
        self.reading: dict[str, Any] = {}
        self.why: dict[str, tuple[str, str, str]] = {}
        self.read_by: list[str] = []
        self.names_of_fields: list[str] = []
        self.notes: list[str] = []

    def __len__(self) -> int:
        return len(self.labels) + len(self.gaps)

    def questions(self) -> dict[Any, list[int]]:
        """Return {label: indices of its trials}, in the order of the files; gaps count, with no index."""
        found: dict[Any, list[int]] = {}
        for i, label in enumerate(self.labels):
            if label in found:
                found[label].append(i)
            else:
                found[label] = [i]
        for label, *_ in self.gaps:
            found.setdefault(label, [])
        for label in self.bare:
            found.setdefault(label, [])
        return found

    def join(self, other: TaskRun, number: Any = None) -> None:
        """Add the trials of another file. `number` is the trial that the whole file is, if it is one."""
        if number is not None:
            mine = [(number, own) if own is not None else number for own in other.numbers or [None] * len(other.labels)]
            other.numbers = mine
        if bool(self.numbers) != bool(other.numbers) and self.labels and other.labels:
            self.numbers, other.numbers = [], []
        self.labels += other.labels
        self.grades += other.grades
        self.numbers += other.numbers
        self.gaps += other.gaps
        self.answers += other.answers
        self.kept += other.kept
        self.bare += other.bare
        for label, digest in other.texts.items():
            if self.texts.setdefault(label, digest) != digest:
                raise Refusal("texts", f"{other.origin}: question {shown(label)} has another text in the files before")
        for label, values in other.fixed.items():
            mix(self.fixed, label, values, other.origin)
        self.told.expected = max(self.told.expected, other.told.expected)
        self.told.total += other.told.total
        self.told.unfinished = self.told.unfinished or other.told.unfinished
        self.told.unlisted += other.told.unlisted


def mix(fixed: dict[Any, dict[str, Any]], label: Any, values: dict[str, Any], at: str) -> None:
    """Note the fields of a question. Refuse a value that differs from the one before."""
    own = fixed.setdefault(label, {})
    for name, value in values.items():
        if value is None:
            continue
        if own.setdefault(name, value) != value:
            both = f"{shown(own[name])} and {shown(value)}"
            why = "--by and --cluster need a field that is the same in all trials of a question"
            raise Refusal("fixed", f"{at}: question {shown(label)} has {name} {both}; {why}", [name])


class Ledger:
    """The cells of a file, by run and task."""

    def __init__(self, grades: Grades, ask: Ask, origin: str) -> None:
        self.grades, self.ask, self.origin = grades, ask, origin
        self.cells: dict[tuple[str, str], TaskRun] = {}

    def cell(self, run: str, task: str) -> TaskRun:
        key = run, task
        if key not in self.cells:
            if len({one for one, _ in self.cells}) >= _MOST_RUNS:
                raise Refusal("runs", f"more than {_MOST_RUNS} runs in one file; --run names the field of the run")
            self.cells[key] = TaskRun(run, task, self.origin)
        return self.cells[key]

    def add(self, trials: Iterable[Trial], unit: str = "", field: str = "") -> None:
        """Add trials. Refuse an outcome without a grade. Errors call a place that is a number by `unit` and `field`."""
        of_field = f", field {shown(field)}" if field else ""
        known, needs = dict(self.grades.known), bool(self.ask.votes or self.ask.keep)
        get, last_run, last_task = known.get, None, None
        for run, task, question, number, outcome, broken, keep, at in trials:
            if run is not last_run or task is not last_task:
                last_run, last_task = run, task
                cell = self.cell(run, task)
                add_label, add_grade, add_number = cell.labels.append, cell.grades.append, cell.numbers.append
            try:
                code = get(outcome)
            except TypeError:  # a list or an object
                code = None
            if type(question) is int and not -_HUGE < question < _HUGE:
                question = str(question)
            if code is None or broken:
                place = at if type(at) is str else f"{unit} {at}{of_field}"
                code = None if broken else self.grades.grade(outcome)
                if code is None:
                    self._gap(cell, question, number, outcome, broken, place)
                    if keep:
                        self._keep(cell, question, keep, None, place)
                    continue
                if len(known) < _MOST_KNOWN:
                    known[outcome] = code
            add_label(question)
            add_grade(code)
            add_number(number)
            if keep or needs:
                self._keep(cell, question, keep or {}, code, at if type(at) is str else f"{unit} {at}")
        for cell in self.cells.values():
            if not any(number is not None for number in cell.numbers):
                cell.numbers = []

    def _gap(self, cell: TaskRun, question: Any, number: Any, outcome: Any, broken: str, at: str) -> None:
        """Note a trial without an outcome. Refuse an outcome that has no grade."""
        if not broken and not is_missing(outcome):
            raise self.grades.refusal(outcome, at)
        why = broken or ("an empty cell" if outcome == "" else shown(outcome))
        counted = self.grades.grade(outcome) if broken and outcome is not None else None
        cell.gaps.append((question, number, at, str(why)[:_LONG], counted))

    def _keep(self, cell: TaskRun, question: Any, keep: Any, code: Any, at: str) -> None:
        """Keep what stands beside an outcome; `code` is None for a trial without one."""
        ask = self.ask
        text = keep.get("text")
        if text is not None and question not in cell.texts:
            cell.texts[question] = hash(plain_text(text))
        if ask.fixed:
            mix(cell.fixed, question, {name: keep.get(name) for name in ask.fixed}, at)
        if code is None:
            return
        if ask.votes:
            cell.answers.append(_answer(keep.get("answer"), at))
        if ask.keep:
            cell.kept.append(tuple(keep.get(name) for name in ask.keep))


def _answer(value: Any, at: str) -> str:
    """Return an answer in the form that is compared: as text without blanks around it; "" if there is no answer."""
    if isinstance(value, str):
        return value.strip()
    if value is None or value != value:
        return ""
    if isinstance(value, (list, dict)):
        raise Refusal("answer", f"{at}: expected a text or a number as the answer, got {shown(value)}")
    return shown(value) if isinstance(value, bool) else str(value)


@lru_cache(maxsize=2**17, typed=True)  # each run has the same questions
def name_of(label: Any) -> str:
    """Return the form in which the labels of questions are compared between runs."""
    text = str(label).strip()
    return as_whole(text if text.isascii() else plain_form(text))


def keys_of(numbers: Sequence[Any]) -> list[Any]:
    """Return the numbers of trials in the form in which they are compared: whole numbers, else texts."""
    texts = [number if type(number) in (int, str) or number is None else str(number) for number in numbers]
    known = {number: _key_of(number) for number in {*texts}}
    return [known[text] for text in texts]


def _key_of(number: Any) -> Any:
    index = whole(number)
    return index if index is not None or number is None else str(number).strip()


def order_of(number: Any) -> tuple[int, Any]:
    """Return the place of a trial by its number: whole numbers first, in their order; others stay as they are."""
    return (0, number) if type(number) is int else (1, 0)
