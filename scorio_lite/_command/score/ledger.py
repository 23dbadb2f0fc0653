"""Collect the trials of each run in each task (a TaskRun, or cell), and group them by question at the end."""

from __future__ import annotations

from collections import namedtuple  # loading typing takes 3 ms
from functools import lru_cache

from ..read.item import Refusal, Told
from ..read.names import MISSING, is_missing, sums_up
from ..read.sample import key_of, number_of, outcome_of, whole
from ..text import shortened, shown, some
from .run import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from ..read.item import Trial
    from ..read.options import Ask

_MOST_RUNS = 500  # in one file
_MOST_KNOWN = 10_000  # values whose grades are remembered
_FEW = 5  # numbers in a message
_LONG, _SHORT = 40, 80  # characters of a reason; columns of a name in a message
_HUGE = 2**60  # integers from here on may share a hash: they are kept as texts


class Grades:
    """Turns outcomes of files into grades: 0 and 1, rewards (--weights), or numbers in a range (--scores)."""

    def __init__(self, ask: Ask, scores: tuple[float, float] | None) -> None:
        self.weights, self._threshold = ask.weights, ask.threshold
        self._success = {word.strip().lower() for word in ask.success or ()}
        is_asked = self._success or self.weights or self._threshold is not None
        self.scores = ask.scores or (None if is_asked else scores)
        self._is_plain = not (is_asked or self.scores)
        self.known: dict[Any, Any] = {0: 0, 1: 1} if self._is_plain else {}  # grades of the usual values
        self._found: dict[str, int] = {}  # the grades of words, with --success

    def grade(self, value: Any) -> Any:
        """Return an outcome's grade (0 or 1, a reward or a class, or a number in a range); None for other values."""
        if isinstance(value, str):
            value = value.strip().lower()
        elif not isinstance(value, (int, float)) or value != value:
            return None
        if self._success:
            text = value if isinstance(value, str) else shown(value)
            return None if text in MISSING else self._found.setdefault(text, int(text in self._success))
        if self._is_plain:
            return outcome_of(value)
        number = number_of(value) if isinstance(value, str) else value
        if number is None:
            return None
        if self._threshold is not None:
            return int(number >= self._threshold) if abs(number) < float("inf") else None
        if self.scores:
            return number if self.scores[0] <= number <= self.scores[1] else None
        return number if self.weights and (number in self.weights or number in range(len(self.weights))) else None

    def refusal(self, value: Any, at: str) -> Refusal:
        answers: list[dict[str, Any]] = []
        number = number_of(value)
        if self._threshold is not None:
            why = "not a finite number"
        elif self.scores:
            why = f"not a number from {self.scores[0]:g} to {self.scores[1]:g}; --scores LOW,HIGH gives the range"
        elif self.weights:
            few = ", ".join(f"{weight:g}" for weight in self.weights[:_FEW]) + ", ..." * bool(self.weights[_FEW:])
            why = f"neither the number of a class (0 to {len(self.weights) - 1}) nor one of the weights {few}"
        elif number is None:
            why = "neither 0 nor 1; name the words of success: --success WORD,..."
        else:
            why = "neither 0 nor 1; a reward? See --threshold T, --scores or --scores LOW,HIGH, and --weights"
            answers = [*([{"scores": (0.0, 1.0)}] if 0 <= number <= 1 else []), {"threshold": 1.0}]
        return Refusal("grade", f"{at}{': ' * bool(at)}{shown(value)} is {why}", answers=answers)

    def to_classes(self, cells: Sequence[TaskRun]) -> None:
        """Turn rewards into classes (--weights). Refuse any that may be both, and a --success that no outcome has."""
        if self._success and 1 not in self._found.values():
            raise Refusal("grade", f"no outcome is one of the words of --success; there are {some(self._found)}")
        if not self.weights:
            return
        weights, used = list(self.weights), {grade for cell in cells for grade in cell.grades}
        used.update(gap.counted for cell in cells for gap in cell.gaps if gap.counted is not None)
        ways = {i: i for i in range(len(weights))}, {weight: weights.index(weight) for weight in weights}
        readings = [{grade: way[grade] for grade in used} for way in ways if used <= way.keys()]
        if not readings or readings[0] != readings[-1]:
            low, high = min(weights), max(weights)
            what = f"the outcomes {', '.join(f'{value:g}' for value in sorted(used)[:_FEW])} may be classes or rewards"
            how = f"--scores {low:g},{high:g} in place of --weights reads rewards"
            raise Refusal("grade", f"{what}; {how}", answers=[{"scores": (low, high), "weights": None}])
        for cell in cells:
            cell.grades = [readings[0][grade] for grade in cell.grades]
            cell.gaps = [gap._replace(counted=readings[0].get(gap.counted)) for gap in cell.gaps]


class Gap(namedtuple("Gap", "label number why counted kept", defaults=((),))):
    """A trial without outcome: `why` is place and reason, `counted` a harness's grade or None, `kept` as in TaskRun."""

    __slots__ = ()


class TaskRun:
    """The trials of a run in a task.

    files            the names of its files; `origin` is what the user named
    labels, grades   for each trial with an outcome, in the order of the files: its question's label, and its grade
    numbers          the numbers of these trials; [] if nothing numbers them
    kept             for each of these trials, its values of the fields in `ask.keep`, then (with votes) its answer
    gaps             a Gap for each other trial
    texts            {label: a hash of the question's text}

    `group` sets these. A name is a label in the form of `name_of`:
    named            {name: label}
    trials           {name: indices of its trials with an outcome, ordered by number}
    lost             {name: its gaps}
    keys             `numbers`, in the form of `keys_of`
    """

    def __init__(self, run: str, task: str, origin: str) -> None:
        self.run, self.task, self.origin, self.format, self.files = run, task, origin, "", {origin}
        self.labels: list[Any] = []
        self.grades: list[Any] = []
        self.numbers: list[Any] = []
        self.gaps: list[Gap] = []
        self.kept: list[tuple[Any, ...]] = []
        self.texts: dict[Any, int] = {}
        self.told = Told()
        self.rule: Any = None  # the harness's Rule for missing trials
        self.reading: dict[str, Any] = {}
        self.why: dict[str, tuple[str, str, str]] = {}
        self.read_by: dict[str, Any] = {}  # {option: value} to read it in the same way
        self.names_of_fields: list[str] = []
        self.notes: list[str] = []
        self.named: dict[str, Any] = {}
        self.trials: dict[str, list[int]] = {}
        self.lost: dict[str, list[Gap]] = {}
        self.keys: list[Any] = []

    def __len__(self) -> int:
        return len(self.labels) + len(self.gaps)

    @property
    def name(self) -> str:
        """A text for messages: the file and, if they have names, the run and the task."""
        return ", ".join(filter(None, (self.origin, self.run and shown(self.run), self.task and shown(self.task))))

    def refusal(self, code: str, what: str, answers: Sequence[dict[str, Any]] = ()) -> Refusal:
        return Refusal(code, f"{self.name}: {what}", answers=answers)

    def join(self, other: TaskRun) -> None:
        """Add the trials of another file. Refuse a question whose text differs between the files."""
        if any(self.texts.get(label, text) != text for label, text in other.texts.items()):
            field = other.reading.get("text")
            what = f"a question has another {shown(field) if field else 'text'} than in {self.origin}"
            raise other.refusal("texts", f"{what}: is it of another task?", [{"ignore": (field,)}] * bool(field))
        if bool(self.numbers) != bool(other.numbers) and self.labels and other.labels:
            self.numbers, other.numbers = [], []
        for name in ("labels", "grades", "numbers", "gaps", "kept"):
            getattr(self, name).extend(getattr(other, name))
        self.files |= other.files
        self.notes = [*dict.fromkeys([*self.notes, *other.notes])]
        self.texts.update(other.texts)
        told, more = self.told, other.told
        told.expected, told.total = max(told.expected, more.expected), told.total + more.total
        told.unfinished = told.unfinished or more.unfinished
        told.bare, told.unlisted = [*told.bare, *more.bare], [*told.unlisted, *more.unlisted]

    def group(self) -> None:
        trials: dict[Any, list[int]] = {}
        for i, label in enumerate(self.labels):
            trials.setdefault(label, []).append(i)
        for label in (*(gap.label for gap in self.gaps), *self.told.bare):
            trials.setdefault(label, [])
        for label, indices in trials.items():
            name = name_of(label)
            if name in self.named:
                both = f"{shown(self.named[name])} and {shown(label)}"
                raise self.refusal("spelling", f"questions {both} differ only in their spelling; use one spelling")
            if sums_up(name) or [label] == self.reading.get("question"):
                what = f"{shown(label)} sums up other questions, or repeats a field's name; remove it, or use --skip"
                field = next(iter(self.reading.get("question") or ["id"]))
                raise self.refusal("summary", what, [{"skip": {field: (str(label),)}}])
            self.named[name], self.trials[name], self.lost[name] = label, indices, []
        for gap in self.gaps:
            self.lost[name_of(gap.label)].append(gap)
        if self.numbers:
            self._order()

    def _order(self) -> None:
        """Set `keys`, and order each question's trials by them. Refuse a question that has a number twice."""
        self.keys = numbers = keys_of(self.numbers)
        ranks = {number: order_of(number) for number in {*numbers}}
        places = [ranks[number] for number in numbers]
        for name, indices in self.trials.items():
            own = [numbers[i] for i in indices if numbers[i] is not None]
            if len({*own}) < len(own):
                twice, trial = next(number for number in own if own.count(number) > 1), self.reading.get("trial")
                what = f"a second trial {shown(twice)} of question {self.show(name)}"
                is_once = "once" in self.read_by
                why = f"is it {'' if is_once else 'a copy (--once), or '}of another run (--run KEY)?"
                answers: list[dict[str, Any]] = [] if is_once else [{"once": True}]
                raise self.refusal("twice", f"{what}; {why}", [*answers, *[{"ignore": (trial,)}] * bool(trial)])
            if indices[1:]:
                indices.sort(key=places.__getitem__)

    def show(self, name: str) -> str:
        label = self.named[name]
        return label if isinstance(label, Place) else shortened(shown(label, 1000), _SHORT)

    def every_label(self) -> dict[Any, None]:
        """Return the labels of all questions as keys, those with an outcome first."""
        return dict.fromkeys([*self.labels, *(gap.label for gap in self.gaps), *self.told.bare])

    def count_wanted(self) -> int:
        """Return how many trials each question should have: what the file says or, if larger, the most that any has."""
        most = max((len(indices) + len(self.lost[name]) for name, indices in self.trials.items()), default=0)
        return max(self.told.expected, most)

    def count_successes(self, names: Iterable[str]) -> list[int]:
        """Return for each trial number how many of these questions its trials solve; [] if a trial has no number."""
        sums: dict[Any, int] = {}
        for i in (i for name in names for i in self.trials[name] if self.keys):
            sums[self.keys[i]] = sums.get(self.keys[i], 0) + self.grades[i]
        return [] if None in sums else [*sums.values()]

    def grades_of(self, name: str) -> list[Any]:
        grades = self.grades
        return [grades[i] for i in self.trials[name]]


class Ledger:
    def __init__(self, grades: Grades, ask: Ask, origin: str) -> None:
        self._grades, self._ask, self._origin = grades, ask, origin
        self._kept = (*ask.keep, *["answer"] * ask.votes)
        self.cells: dict[tuple[str, str], TaskRun] = {}

    def cell(self, run: str, task: str) -> TaskRun:
        if (run, task) not in self.cells:
            if len({own for own, _ in self.cells}) >= _MOST_RUNS:
                raise Refusal("runs", f"more than {_MOST_RUNS} runs in one file; --run names the field of the run")
            self.cells[run, task] = TaskRun(run, task, self._origin)
        return self.cells[run, task]

    def add(self, trials: Iterable[Trial], unit: str = "", field: str = "") -> None:
        """Add trials to their TaskRuns. Errors name the place of a wrong outcome by `unit` ("line") and `field`."""
        of_field = f", field {shown(field)}" if field else ""
        known, needs = dict(self._grades.known), bool(self._kept)
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
                code = None if broken else self._grades.grade(outcome)
                if code is None:
                    place = f"{at if type(at) is str else f'{unit} {at}'}{of_field}"
                    counted, why = self._count(outcome, broken, place)
                    cell.gaps.append(Gap(question, number, why, counted, self._beside(cell, question, keep or {})))
                    continue
                if len(known) < _MOST_KNOWN:
                    known[outcome] = code
            add_label(question)
            add_grade(code)
            add_number(number)
            if keep or needs:
                kept = self._beside(cell, question, keep or {})
                if needs:
                    cell.kept.append(kept)
        for cell in self.cells.values():
            if not any(number is not None for number in cell.numbers):
                cell.numbers = []

    def _count(self, outcome: Any, broken: str, at: str) -> tuple[Any, str]:
        """Return `counted` and `why` of a Gap: a trial that broke or has no outcome. Refuse a wrong one that counts."""
        counted = self._grades.grade(outcome) if broken and outcome is not None else None
        is_wrong = not is_missing(outcome) and counted is None
        if is_wrong and (not broken or self._ask.missing == "harness"):
            raise self._grades.refusal(outcome, at)
        why = broken or ("an empty cell" if outcome == "" else shown(outcome))
        return counted, f"{at} ({str(why)[:_LONG]})"

    def _beside(self, cell: TaskRun, question: Any, fields: Any) -> tuple[Any, ...]:
        """Return a trial's values of the fields to keep. Put the hash of its question's text into `cell.texts`."""
        text = fields.get("text")
        if text is not None and question not in cell.texts:
            cell.texts[question] = hash(key_of(text))
        return tuple(fields.get(name) for name in self._kept)


@lru_cache(maxsize=2**17, typed=True)  # each run has the same questions
def name_of(label: Any) -> str:
    """Return the text by which a question's label is compared between runs: 1 for 1.0, which pandas writes for 1."""
    text = str(label).strip()
    if not text.isascii():
        from unicodedata import category, normalize

        text = "".join(mark for mark in normalize("NFKC", text) if category(mark) != "Cf")
    return text[:-2] if text.endswith(".0") and text[text.startswith("-") : -2].isdecimal() else text


def keys_of(numbers: Sequence[Any]) -> list[Any]:
    """Return the numbers of trials as they are compared: an int, a text, or None for no number."""
    texts = [number if type(number) in (int, str) or number is None else str(number) for number in numbers]
    known: dict[Any, Any] = {None: None}
    for text in {*texts} - {None}:
        index = whole(text)
        known[text] = str(text).strip() if index is None else index
    return [known[text] for text in texts]


def order_of(number: Any) -> tuple[int, Any]:
    """Return the sort key of a trial's number. Whole numbers ascend; others follow in the order of the file."""
    return (0, number) if type(number) is int else (1, 0)
