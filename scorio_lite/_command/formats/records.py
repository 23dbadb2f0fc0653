"""Records, one per trial. Their fields have the usual names, in any case, or the names that the options give.

Nothing is guessed: if two fields could name the question or hold the outcome, they must agree in every record. Memory
grows with the questions, not with the records.
"""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from ..book import BITS, Question, hashed
from ..fields import ERROR_KEYS, LAST_KEY, QUESTION_KEYS, Fields, counts_among, usual_names
from ..grading import FileError, is_missing, shown
from .lone import Lone
from .outcome_fields import VERDICTS, OutcomeFields
from .shape import Shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..settings import Settings
    from .pooled import Pooled
    from .repeats import Repeats

    Items = Iterable[tuple[int, Any]]

EXAMPLE = '{"task_id": "a", "passed": true}'
_SHAPES = 1000  # remembered lists of field names
_WORDY = 11  # characters of a text that is too long for a word such as unresolved
_NUMBERS = {bool, int, float}
_UNSET = {"", "0", "0.0", "false", "no"}  # the texts of an error that did not occur


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """Read records with the usual field names, or those that the options give."""
    fields = Fields.chosen(settings, book.kept)
    if book.votes:
        fields.known.update(fields.answers)
    read_records(unit, items, book, fields, "records")


def read_records(unit: str, records: Items, book: Book, fields: Fields, name: str) -> None:
    """Read numbered records into the book, or into one for each run. `unit` is what is numbered: lines or records."""
    if book.kept or fields.must_have_runs or any("." in name for name in fields.known):
        from .paths import with_paths

        records = with_paths(records, fields, book)
    records = iter(records)
    start, first = next(records, (0, None))
    if not start:
        raise FileError("there is no trial in it")
    names = usual_names(first) if isinstance(first, dict) else set()
    if names.isdisjoint(fields.outcomes):
        from .paths import unfolded

        records = unfolded(chain(((start, first),), records), first, fields, unit)
        start, first = next(records)
        names = usual_names(first) if isinstance(first, dict) else set()
    usual = next((key for key in fields.runs if key in names), None)
    if usual is None and fields.must_have_runs:
        some = ", ".join(shown(name) for name in book.fields) or "none"
        raise FileError(f"{unit} {start}: no field {shown(fields.runs[0])}; there are {some}")
    if usual is None:
        reader = _Reader(unit, book, fields, name)
        reader.add(start, first)
        for at, item in records:
            reader.add(at, item)
        reader.end()
        return
    for reader in _read_runs(unit, chain(((start, first),), records), book, fields, name, usual).values():
        reader.end()


def _read_runs(unit: str, records: Items, book: Book, fields: Fields, name: str, usual: str) -> dict[str, _Reader]:
    """A reader for each run, which has read its records. `usual` is the field that names the run."""
    readers: dict[str, _Reader] = {}
    for at, item in records:
        run = item.get(usual) if type(item) is dict else None
        if type(run) is not str or run not in readers:
            run = _run(item, usual, f"{unit} {at}")
        reader = readers.get(run)
        if reader is None:
            own = book.run(run)
            own.tell(**{usual: run})
            reader = readers[run] = _Reader(unit, own, fields, name)
        reader.add(at, item)
    return readers


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


class _Reader:
    """Reads records. The key of a question: the values of the fields that name it, and of its context."""

    def __init__(self, unit: str, book: Book, wanted: Fields, name: str) -> None:
        self.unit = unit
        self.book = book
        self.wanted = wanted
        self.name = name  # of the format
        self.numbers = book.grader.number
        self.words = {} if wanted.sure else book.grader.words
        self.verdicts = {**book.grader.words, **VERDICTS} if book.grader.is_plain else {}
        self.shapes: dict[tuple[str, ...], Shape] = {}
        self.keys: list[str] = []  # the usual names of the fields in a key
        self.naming = 0  # so many of them name the question; the rest are context
        self.questions: dict[Any, Question] = {}  # by their keys
        self.owners: list[dict[Any, Any]] = []  # for each field that names the question, the key of each value
        self.outcomes = OutcomeFields(wanted, book.grader)
        self.counts = wanted.counts  # the fields with the numbers of trials and of successes
        self.counted: set[Any] = set()  # the questions that have them
        self.lone: Lone | None = None  # until there is a second question
        self.answer = ""  # the usual name of the field that holds the answer, if it is asked for
        self.counts_alone = not book.ordered  # whether nothing else is kept of a trial
        self.repeats: Repeats | None = None  # watches the fields that may number the trials
        self.pooled: Pooled | None = None  # watches what may tell runs apart

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
        if self.pooled and question in self.pooled.counts:
            self.pooled.see(item, question)
        number = None
        if shape.number is not None:
            number = item[shape.number]
            if type(number) is int and 0 <= number < BITS and not question.numbers >> number & 1:
                question.numbers |= 1 << number
            else:
                number = self.book.number(question, number, f"{self.unit} {at}, field {shown(shape.number)}")
        if shape.is_watched and self._is_broken(item, shape, question, at):
            return
        code = None
        if shape.plain is not None:
            value = item[shape.plain]
            kind = type(value)
            code = self.numbers(value) if kind in _NUMBERS else self.words.get(value) if kind is str else None
            if shape.others and self._is_contradicted(item, shape, code):
                code = None
        if code is None:
            self._add_outcome(item, shape, question, number, at)
        elif self.counts_alone:
            question.counts[code] += 1
        else:
            self._keep(item, shape, question, code, number, at)

    def _is_contradicted(self, item: dict[str, Any], shape: Shape, code: int | None) -> bool:
        """Whether another field may hold a different outcome. If so, `OutcomeFields` examines the record."""
        for name in shape.others:
            value = item[name]
            text = type(value) is str
            if text:
                other = self.verdicts.get(value[:_WORDY].partition(":")[0])
            else:
                other = self.numbers(value) if type(value) in _NUMBERS else None
            if other != code and (not text or other is not None or len(value) < _WORDY):
                return True
        return False

    def _is_broken(self, item: dict[str, Any], shape: Shape, question: Question, at: int) -> bool:
        """Whether the trial broke, by a field that holds an error. Refuse a record with trials beside the outcome."""
        if self.lone:
            self.lone.see(item)
        if self.repeats:
            self.repeats.see(item, shape.repeats, question, f"{self.unit} {at}")
        reason = shape.beside.trials(item) if shape.beside else ""
        if reason:
            raise FileError(f"{self.unit} {at}: {reason}")
        for name in shape.errors:
            error = item[name]
            if error and not is_missing(error) and str(error)[:_WORDY].strip().lower() not in _UNSET:
                way = "; see --outcome" if self.wanted.errors == ERROR_KEYS else ""
                self.book.gap(question, f"{self.unit} {at}", f"{shown(name)} is set{way}")
                return True
        return False

    def _shape(self, item: Any, place: str) -> Shape:
        if not isinstance(item, dict):
            raise FileError(f"{place}: not a record (a JSON object) but {shown(item)}")
        shape = Shape(item, self.wanted, place)
        if not self.keys:
            self._begin(shape, place)
        for key in self.counts or ():
            if key in shape.repeated:
                raise FileError(f"{place}: the field {shown(key)} occurs twice; rename or remove one")
        if self.keys[0] not in shape.fields:
            raise FileError(f"{place}: field {shown(self.keys[0])} is missing")
        wanted = self.wanted.questions + self.wanted.context
        late = [key for key in wanted if key in shape.fields and key not in self.keys]
        if late:
            raise FileError(f"{place}: field {shown(late[0])} is not in earlier records; all must have it, or none")
        names = [shape.fields.get(key) for key in self.keys]
        shape.label = shape.fields[self.keys[0]]
        shape.place = f", field {shown(shape.label)}"
        texts = (shape.fields[key] for key in self.wanted.texts if key in shape.fields and key != self.keys[0])
        shape.text = next(texts, None)
        if all(names):
            shape.key = itemgetter(*names) if len(names) > 1 else None
        else:
            shape.key = lambda item: tuple([item.get(name) for name in names])  # type: ignore[arg-type]
        self._find_trial(shape, place)
        self._watch(shape, item)
        if len(self.shapes) == _SHAPES:
            self.shapes.clear()
        self.shapes[tuple(item)] = shape
        return shape

    def _find_trial(self, shape: Shape, place: str) -> None:
        """Which fields number the trial, and which holds its answer."""
        numbers, repeats = (
            [shape.fields[key] for key in keys if key in shape.fields and key not in (*self.keys, self.answer)]
            for keys in (self.wanted.trials, self.wanted.repeats)
        )
        shape.number = numbers[0] if numbers else None
        shape.repeats = [] if numbers else repeats
        if shape.repeats and self.repeats is None:
            from .repeats import Repeats

            self.repeats = Repeats(self.book)
        if self.answer:
            if self.answer not in shape.fields:
                raise FileError(f"{place}: field {shown(self.answer)} is missing; null says that there is no answer")
            shape.answer = shape.fields[self.answer]

    def _begin(self, shape: Shape, place: str) -> None:
        """Learn from the first record which fields there are."""
        wanted, found = self.wanted, shape.fields
        self.keys = [key for key in wanted.questions if key in found]
        if not self.keys and wanted.questions == QUESTION_KEYS and LAST_KEY in found:
            self.keys = [LAST_KEY]
        if not self.keys:
            raise FileError(f"{place}: no field names the question: {shape.advice('question', wanted.questions)}")
        if not self.counts and not shape.outcomes and len(wanted.outcomes) > 1:
            self.counts = counts_among(found)
        if not self.counts and not shape.outcomes:
            raise FileError(f"{place}: no field holds the outcome: {shape.advice('outcome', wanted.outcomes)}")
        self.naming = len(self.keys)
        self.owners = [{} for _ in self.keys]
        self.keys += [key for key in wanted.context if key in found]
        self.book.begin(self.name, self.keys[0])
        if self.book.votes and wanted.answers and not self.counts:
            from ..votes import answer_key

            self.answer, self.counts_alone = answer_key(found, wanted.answers, place), False
        if len(wanted.questions) > 1:
            self.lone = Lone(self.keys[0], wanted.known)

    def _watch(self, shape: Shape, item: dict[str, Any]) -> None:
        """Find the fields that may hold trials, unless the user names the outcome."""
        summary = next(iter(shape.outcomes.values()), shape.fields.get(self.counts[1]) if self.counts else None)
        known = self.wanted.known.union(self.counts or ())
        if summary and len(self.wanted.outcomes) != 1 and not known.issuperset(shape.fields):
            from .beside import Beside

            beside = Beside(item, known, summary, self.book.grader)
            shape.beside = beside if beside.has_any else None
        may_be_pooled = self.lone or self.name != "records"  # the user has not named the question
        if may_be_pooled and not (self.shapes or shape.number or self.counts or known.issuperset(shape.fields)):
            from .pooled import Pooled

            self.pooled = Pooled(item, known)
        shape.watch(self.lone is not None)

    def _question(self, key: tuple[Any, ...], shape: Shape, item: dict[str, Any], place: str) -> Question:
        """The question of a key that is new, or in an unusual spelling."""
        question = self.book.question(key[0], place + shape.place)
        if shape.text is not None:
            self.book.identify(question, shape.text, item[shape.text], place)
        kept = question.label
        if len(key) > 1:
            # A prompt may be a list of messages; it then names nothing.
            others = (None if isinstance(one, (list, dict)) or is_missing(one) else hashed(one) for one in key[1:])
            kept = key = (question.label, *others)
        if kept not in self.questions:
            if len(key) > 1:
                self._check_grouping(key, place)
                self.book.check_context(question, dict(zip(self.keys[1:], key[1:])), place)
            if self.lone and self.questions:
                self.lone = None
                for other in self.shapes.values():
                    other.watch(False)
            self.questions[kept] = question
            if self.pooled:
                self.pooled.begin(question)
        return question

    def _check_grouping(self, key: tuple[Any, ...], place: str) -> None:
        """All fields that name the question must tell the same questions apart."""
        for j, owners in enumerate(self.owners):
            owner = owners.setdefault(key[j], key) if key[j] is not None else key
            if owner != key:
                i = next(i for i in range(len(key)) if owner[i] != key[i])
                if i >= self.naming:
                    raise self.book.mixed(key[0], self.keys[i], owner[i], key[i], place)
                both = f"{shown(owner[i])} and {shown(key[i])}"
                raise FileError(
                    f"{place}: fields {shown(self.keys[j])} and {shown(self.keys[i])} group the records differently "
                    f"({shown(key[j])} goes with {both}); keep one that names the question, or use --question"
                )

    def _add_outcome(
        self, item: dict[str, Any], shape: Shape, question: Question, number: int | None, at: int
    ) -> None:
        """Count a record whose outcome is missing, a list or counts, or whose field is not sure yet."""
        place = f"{self.unit} {at}"
        if self.counts:
            self._add_counts(item, shape, question, place)
            return
        values = {key: item[name] for key, name in shape.outcomes.items()}
        if not values and not self.outcomes.pure:
            raise FileError(f"{place}: no field holds the outcome: {shape.advice('outcome', self.wanted.outcomes)}")
        key, codes = self.outcomes.held(values, place)
        name = shape.outcomes[key]
        if codes is None:
            self.book.gap(question, f"{place}, field {shown(name)}", shown(item[name]))
            return
        for i, code in enumerate(codes if isinstance(codes, tuple) else (codes,)):
            if code is None:
                self.book.gap(question, f"{place}, field {shown(name)}, item {i + 1}", shown(item[name][i]))
            else:
                self.book.add_code(question, code, None if isinstance(codes, tuple) else number)
        self._vote(item, shape, question, codes, place)
        if self.outcomes.void.isdisjoint(values):
            shape.plain = name
            shape.others = [other for other in shape.outcomes.values() if other != name]

    def _keep(
        self, item: dict[str, Any], shape: Shape, question: Question, code: int, number: int | None, at: int
    ) -> None:
        """Count a record of which more is kept than its outcome."""
        self.book.add_code(question, code, number)
        self._vote(item, shape, question, code, f"{self.unit} {at}")

    def _vote(self, item: dict[str, Any], shape: Shape, question: Question, codes: Any, place: str) -> None:
        """Count the answer, or the answers of a list, if they are asked for."""
        if shape.answer and self.book.votes:
            add = self.book.votes.add_each if isinstance(codes, tuple) else self.book.votes.add
            add(question, codes, item[shape.answer], f"{place}, field {shown(shape.answer)}")

    def _add_counts(self, item: dict[str, Any], shape: Shape, question: Question, place: str) -> None:
        from .counts import counted

        assert self.counts
        for key in self.counts:
            if key not in shape.fields:
                raise FileError(f"{place}: field {shown(key)} is missing")
        names = [shape.fields[key] for key in self.counts]
        found = counted(item, names[0], names[1], place, self.book)
        if not found:
            self.book.gap(question, place, "no counts")
            return
        if question.label in self.counted:
            raise FileError(f"{place}: a second count for question {shown(question.label)}")
        self.counted.add(question.label)
        for code, number in enumerate(found):
            question.counts[code] += number

    def end(self) -> None:
        """The last record has been read."""
        if self.repeats:
            self.repeats.end(self.questions.values(), self.keys[0] if len(self.wanted.questions) > 1 else "")
        if self.pooled:
            self.pooled.check(self.keys[0], self.name)
        if self.lone is not None:
            for question in self.questions.values():
                self.lone.check(question.label)
