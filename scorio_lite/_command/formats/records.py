"""Records, one per trial. Their fields have the usual names, in any case, or the names that the options give.

Nothing is guessed: if two fields could name the question or hold the outcome, they must agree in every record. Memory
grows with the questions, not with the records.
"""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from ..book import SHORT, Question, hashed
from ..fields import Fields, Repeated
from ..grading import FileError, is_missing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable

    from ..book import Book
    from ..settings import Settings

LETTER = "a letter"  # the word of the names a, b, c, ...
_SHAPES = 1000  # remembered lists of field names
_BITS = 10_000  # trial numbers below it are bits of one integer per question
_WIDEST = 200  # characters of a list of expected fields
_WORDY = 6  # characters of a text that is too long for true, false, null, nan, ...
_NUMBERS = {bool, int, float}


def numbered(name: str) -> tuple[str, int] | None:
    """The word and the number of a name that may be a trial's (t0, run 1, 2, or a letter); None for other names."""
    word = name.rstrip("0123456789")
    digits = name[len(word) :]
    if digits and len(digits) < 10:
        return None if "@" in word else (word.lower(), int(digits))  # pass@1 and pass@5 are metrics
    return (LETTER, ord(name)) if len(name) == 1 and name.isalpha() else None


def read(unit: str, items: Iterable[tuple[int, Any]], book: Book, settings: Settings) -> None:
    """Read records with the usual field names, or those that the options give."""
    fields = Fields.chosen(settings.question, settings.outcome, book.kept, settings.run)
    read_records(unit, items, book, fields, "records")


def read_records(unit: str, records: Iterable[tuple[int, Any]], book: Book, fields: Fields, name: str) -> None:
    """Read numbered records into the book, or into one for each run. `unit` is what is numbered: lines or records."""
    records = iter(records)
    start, first = next(records)
    names = {key.strip().lower() for key in first} if isinstance(first, dict) else set()
    usual = next((key for key in fields.runs if key in names), None)
    if usual is None and fields.must_have_runs:
        raise FileError(f"{unit} {start}: no field {shown(fields.runs[0])}")
    readers: dict[str, _Reader] = {}
    for at, item in chain(((start, first),), records):
        run = _run(item, usual, f"{unit} {at}") if usual else ""
        if run not in readers:
            own = book.run(run) if usual else book
            own.tell(**{usual: run} if usual else {})
            readers[run] = _Reader(unit, own, fields, name)
        readers[run].add(at, item)


def _run(item: Any, usual: str, place: str) -> str:
    """The name of a record's run, in the field of this usual name."""
    if not isinstance(item, dict):
        return ""
    run = item.get(usual)
    if run is None:
        run = next((value for key, value in item.items() if key.strip().lower() == usual), None)
    if is_missing(run) or isinstance(run, (list, dict)):
        raise FileError(f"{place}, field {shown(usual)}: {shown(run)} does not name a run")
    return str(run).strip()


class _Shape:
    """The fields that matter, for all records with the same list of field names."""

    def __init__(self, names: Iterable[str], wanted: Fields, place: str) -> None:
        self.fields: dict[str, str] = {}  # by their usual names
        for name in names:
            usual = name.strip().lower()
            if usual in self.fields and usual in wanted.known:
                raise FileError(f"{place}: the field {shown(name)} occurs twice; rename or remove one")
            self.fields[usual] = name
        self.outcomes = {key: self.fields[key] for key in wanted.outcomes if key in self.fields}
        self.text: str | None = None  # the field that says what the question is
        self.label = ""  # the field that names the question
        self.key: Callable[[dict[str, Any]], tuple[Any, ...]] | None = None  # reads the reader's keys, if several
        self.number = next((self.fields[key] for key in wanted.trials if key in self.fields), None)
        self.error = self.fields.get(wanted.error) if wanted.error else None
        self.plain: str | None = None  # the field that holds the outcome, once it is known
        self.beside: list[str] = []  # the other fields that could hold it


class _Reader:
    """Reads records. The key of a question: the values of the fields that name it, and of its context."""

    def __init__(self, unit: str, book: Book, wanted: Fields, name: str) -> None:
        self.unit = unit
        self.book = book
        self.wanted = wanted
        self.name = name  # of the format
        self.number_code = book.grader.number
        self.shapes: dict[tuple[str, ...], _Shape] = {}
        self.keys: list[str] = []  # the usual names of the fields in a key
        self.naming = 0  # so many of them name the question; the rest are context
        self.questions: dict[Any, Question] = {}  # by their keys
        self.owners: list[dict[Any, Any]] = []  # for each field that names the question, the key of each value
        self.pure: list[str] = []  # the usual names of fields that held an outcome in all records
        self.void: set[str] = set()  # and of fields that were empty in all records

    def add(self, at: int, item: Any) -> None:
        """Count one record. Most have a known shape and a known question, and cost a few look-ups."""
        shape = self.shapes.get(tuple(item)) if type(item) is dict else None
        if shape is None:
            shape = self._shape(item, f"{self.unit} {at}")
        label = item[shape.label]
        key = shape.key(item) if shape.key else label
        try:
            question = self.questions.get(key)
        except TypeError:  # a list in it
            question = None
        if question is None or (type(label) is not str and type(label) is not int):
            question = self._question(key if shape.key else (label,), shape, item, f"{self.unit} {at}")
        number = None
        if shape.number is not None:
            number = item[shape.number]
            if type(number) is int and 0 <= number < _BITS and not question.numbers >> number & 1:
                question.numbers |= 1 << number
            else:
                number = self.book.number(question, number, f"{self.unit} {at}, field {shown(shape.number)}")
        if shape.error is not None and item[shape.error]:
            self.book.gap(question, f"{self.unit} {at}", f"{shown(shape.error)} is set")
            return
        code = None
        if shape.plain is not None:
            value = item[shape.plain]
            code = self.number_code(value) if type(value) in _NUMBERS else None
            if shape.beside and self._is_contradicted(item, shape, code):
                code = None
        if code is None:
            code = self._outcome(item, shape, question, at)
            if code is None:
                return
        if self.book.ordered:
            self.book.add_code(question, code, number)
        else:
            question.counts[code] += 1

    def _is_contradicted(self, item: dict[str, Any], shape: _Shape, code: int | None) -> bool:
        """Whether another field may hold a different outcome. If so, `_outcome` examines the record."""
        for name in shape.beside:
            value = item[name]
            other = self.number_code(value) if type(value) in _NUMBERS else None
            if other != code and (type(value) is not str or len(value) < _WORDY):
                return True
        return False

    def _shape(self, item: Any, place: str) -> _Shape:
        if not isinstance(item, dict):
            raise FileError(f"{place}: not a record (a JSON object) but {shown(item)}")
        if type(item) is Repeated:
            repeated = [name for name in item.names if name.strip().lower() in self.wanted.known]
            if repeated:
                raise FileError(f"{place}: the field {shown(min(repeated))} occurs twice; rename or remove one")
        shape = _Shape(item, self.wanted, place)
        if not self.keys:
            self._begin(shape, item, place)
        if self.keys[0] not in shape.fields:
            raise FileError(f"{place}: field {shown(self.keys[0])} is missing")
        wanted = self.wanted.questions + self.wanted.context
        late = [key for key in wanted if key in shape.fields and key not in self.keys]
        if late:
            raise FileError(f"{place}: field {shown(late[0])} is not in earlier records; all must have it, or none")
        names = [shape.fields.get(key) for key in self.keys]
        shape.label = shape.fields[self.keys[0]]
        texts = (shape.fields[key] for key in self.wanted.texts if key in shape.fields and key != self.keys[0])
        shape.text = next(texts, None)
        if all(names):
            shape.key = itemgetter(*names) if len(names) > 1 else None
        else:
            shape.key = lambda item: tuple([item.get(name) for name in names])  # type: ignore[arg-type]
        if len(self.shapes) == _SHAPES:
            self.shapes.clear()
        self.shapes[tuple(item)] = shape
        return shape

    def _begin(self, shape: _Shape, item: dict[str, Any], place: str) -> None:
        """Learn from the first record which fields there are."""
        wanted = self.wanted
        self.keys = [key for key in wanted.questions if key in shape.fields]
        for keys, found, role in (
            (wanted.questions, self.keys, "names the question"),
            (wanted.outcomes, shape.outcomes, "holds the outcome"),
        ):
            if not found:
                raise FileError(f"{place}: no field {role} (looked for {', '.join(keys)[:_WIDEST]})")
        self.naming = len(self.keys)
        self.owners = [{} for _ in self.keys]
        self.keys += [key for key in wanted.context if key in shape.fields]
        self.book.begin(self.name, self.keys[0])
        if len(wanted.outcomes) > 1:
            self._refuse_trials(item, next(iter(shape.outcomes.values())), place)

    def _refuse_trials(self, item: dict[str, Any], outcome_field: str, place: str) -> None:
        """Refuse trials in several fields beside an outcome, which may sum them up."""
        trials: dict[str, str] = {}
        for name, value in item.items():
            word = numbered(name)
            if word and (self.book.grader.code(value) is not None or value in ("0", "1")):
                twin = trials.setdefault(word[0], name)
                if twin != name:
                    raise FileError(
                        f"{place}: fields {shown(twin, SHORT)} and {shown(name, SHORT)} look like trials, beside "
                        f"{shown(outcome_field)}; keep only the trials, or only the outcome"
                    )

    def _question(self, key: tuple[Any, ...], shape: _Shape, item: dict[str, Any], place: str) -> Question:
        """The question of a key that is new, or in an unusual spelling."""
        question = self.book.question(key[0], f"{place}, field {shown(shape.label)}")
        if shape.text is not None:
            self.book.identify(question, shape.text, item[shape.text], place)
        # A prompt may be a list of messages; it then names nothing.
        others = (None if isinstance(other, (list, dict)) or is_missing(other) else hashed(other) for other in key[1:])
        key = (question.label, *others)
        kept = key if len(key) > 1 else question.label
        if kept not in self.questions:
            self._check_grouping(key, place)
            self.book.check_context(question, dict(zip(self.keys[1:], key[1:])), place)
            self.questions[kept] = question
        return question

    def _check_grouping(self, key: tuple[Any, ...], place: str) -> None:
        """All fields that name the question must tell the same questions apart."""
        for j, owners in enumerate(self.owners):
            owner = owners.setdefault(key[j], key) if key[j] is not None else key
            if owner != key:
                i = next(i for i in range(len(key)) if owner[i] != key[i])
                both = f"{shown(owner[i], SHORT)} and {shown(key[i], SHORT)}"
                if i >= self.naming:
                    raise FileError(
                        f"{place}: question {shown(key[0], SHORT)} has {self.keys[i]} {both}; score one at a time"
                    )
                raise FileError(
                    f"{place}: fields {shown(self.keys[j])} and {shown(self.keys[i])} group the records differently "
                    f"({shown(key[j], SHORT)} goes with {both}); keep one that names the question, or use --question"
                )

    def _outcome(self, item: dict[str, Any], shape: _Shape, question: Question, at: int) -> int | None:
        """The code of the outcome, by the fields that held one in every record so far; None for a missing trial."""
        place = f"{self.unit} {at}"
        values = {key: item[name] for key, name in shape.outcomes.items()}
        held = self.pure or list(values)
        if not held:
            raise FileError(
                f"{place}: no field holds the outcome (looked for {', '.join(self.wanted.outcomes)[:_WIDEST]})"
            )
        if all(is_missing(values.get(key, 0)) for key in held):
            self.book.gap(question, f"{place}, field {shown(held[0])}", shown(values[held[0]]))
            return None
        self._settle(values, place)
        code_of, first = self.book.grader.code, self.pure[0]
        code = code_of(values[first])
        for key, value in values.items():
            if (key in self.pure and code_of(value) != code) or (self._plainly and _word(value) == _word(not code)):
                raise FileError(
                    f"{place}: {shown(first)} is {shown(values[first])} and {shown(key)} is {shown(value, SHORT)}; "
                    "remove or rename the one that is not the outcome, or use --outcome"
                )
        if self.void.isdisjoint(values):
            shape.plain = shape.outcomes[first]
            shape.beside = [name for name in shape.outcomes.values() if name != shape.plain]
        return code

    @property
    def _plainly(self) -> bool:
        return self.book.grader.is_plain

    def _settle(self, values: dict[str, Any], place: str) -> None:
        """Update which fields hold the outcome with the values of one more record."""
        grader = self.book.grader
        holding = [key for key, value in values.items() if grader.code(value) is not None]
        void = {key for key in self.wanted.outcomes if is_missing(values.get(key))}
        if not self.pure:
            self.pure = holding or [key for key in values if key not in void][:1]
            self.void = void
        late = self.void.intersection(holding)
        if late:
            raise FileError(
                f"{place}: field {shown(min(late))} holds an outcome here, and nothing in earlier records"
            )
        self.void &= void
        for key in self.pure[:]:
            if key not in holding:
                if key not in values:
                    raise FileError(f"{place}: field {shown(key)} is missing")
                if key in void:
                    raise FileError(
                        f"{place}, field {shown(key)}: {shown(values[key])}, where other fields hold an outcome"
                    )
                if len(self.pure) == 1:
                    raise grader.refusal(values[key], f"{place}, field {shown(key)}")
                self.pure.remove(key)  # a score of 0.7 or the text of an answer, beside an outcome


def _word(value: Any) -> Any:
    """A text or a bool as a word, to find a text that contradicts an outcome."""
    return str(value).lower() if isinstance(value, (str, bool)) else None
