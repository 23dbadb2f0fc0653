"""Records, one per trial: a Plan is decided from the first of them, and applied to all, strictly."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from ..book import BITS, Place
from ..fields import LISTS, OUTCOME_KEYS, QUESTION_KEYS, Repeated, described, listed, reached, some, usual_names
from ..grading import FileError, hashed, is_missing, shown, spelled, typed_as
from .counts import counted
from .decide import decide, is_broken
from .plan import Plan
from .sample import taken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..book import Book, Question
    from ..settings import Settings

    Items = Iterable[tuple[int, Any]]

EXAMPLE = '{"task_id": "a", "passed": true}'
_LAYOUTS = 1000  # remembered lists of field names
_SHORT = 3  # characters of a word; fewer are an answer, as 0 or the letter C
_NUMBERS = {bool, int, float}
_KEYS = {str, int, tuple}  # a bool is an int, but names no question
_RUNS = {str, int}
# What may stand before a reason, as in failed: AssertionError.
_VERDICTS = {"passed": 1, "pass": 1, "failed": 0, "fail": 0, "timed out": 0, "timeout": 0}


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """Read records with the usual field names, or those that the options give."""
    read_records(unit, items, book, settings, "records")


def read_records(unit: str, items: Items, book: Book, settings: Settings, name: str, start: Plan | None = None) -> None:
    """Read numbered records into the book, or into one for each run. `unit` is what is numbered: lines or records."""
    items = _prepared(iter(items), book, settings, unit)
    first, goes_on = taken(iter(items))
    if not first:
        raise FileError("there is no trial in it")
    odd = next((pair for pair in first if not isinstance(pair[1], dict)), None)
    if odd:
        raise FileError(f"{unit} {odd[0]}: not a record (a JSON object) but {shown(odd[1])}")
    plan = decide([item for _, item in first], settings, book.grader, book.kept, start, book.votes is not None)
    name = "matrix" if plan.columns and name == "records" else name
    book.reading, book.why = plan.reading(name), plan.why
    Reader(unit, book, plan, name, goes_on).read(chain(first, items))


def _prepared(items: Iterator[tuple[int, Any]], book: Book, settings: Settings, unit: str) -> Iterator[tuple[int, Any]]:
    """The records that are wanted (--where), with what is wanted of the objects in them, and one for each trial."""
    first = next(items, None)
    if first is None:
        return items
    lists = _trials_field(first[1], settings) if isinstance(first[1], dict) else ""
    items = chain((first,), items)
    wanted = [
        (field.strip().lower(), value.strip())
        for field, _, value in (one.partition("=") for one in settings.where or ())
    ]
    names = [settings.question, settings.trial, settings.answer, *(settings.outcome or "").split("==")]
    paths = [path.strip().lower() for text in names if text for path in text.split(",") if "." in path]
    inner = [*book.kept, *([settings.run.strip().lower()] if settings.run else [])]
    if wanted:
        items = (pair for pair in items if all(_is_wanted(pair[1], *one) for one in wanted))
    if paths or inner:
        items = ((at, _reach(item, paths, inner, book)) for at, item in items)
    return _unfolded(items, lists, unit) if lists else items


def _is_wanted(item: Any, field: str, value: str) -> bool:
    found = described(item, field) if isinstance(item, dict) else None
    text = str(found).lower() if isinstance(found, bool) else str(found).strip()
    return text == value or (isinstance(found, bool) and text == value.lower())


def _reach(item: Any, paths: list[str], inner: list[str], book: Book) -> Any:
    """Put what stands in the objects of a record beside its fields, unless a field has this very name."""
    if not isinstance(item, dict):
        return item
    book.fields = book.fields or (listed(item) if inner else [])
    names = {name.strip().lower() for name in item}
    found = {path: reached(item, path) for path in paths if path not in names}
    found.update((name, described(item, name)) for name in inner if name not in names)
    item.update({name: one for name, one in found.items() if one is not None or name in paths or name in book.kept})
    return item


def _has_outcome(item: Any) -> bool:
    return isinstance(item, dict) and any(name.strip().lower() in OUTCOME_KEYS for name in item)


def _trials_field(item: dict[str, Any], settings: Settings) -> str:
    """The only field of a record without an outcome that holds its trials, as records; "" if there is none."""
    if settings.outcome or settings.counts or _has_outcome(item):
        return ""
    wanted = (settings.trials or "").strip().lower()
    lists = [(name, value) for name, value in item.items() if isinstance(value, list) and value]
    names = [name for name, value in lists if all(map(_has_outcome, value))]
    known = [name for name in names if name.strip().lower() in (*LISTS, wanted)]
    if len(known) > 1 or (names and not known):
        ways = " or ".join(f"--trials {name}" for name in names)
        raise FileError(
            f"{some(names)}: do these lists hold the trials of a question? Use {ways} if they do; if they hold its "
            "tests or criteria, there is no outcome of the whole: name it with --outcome NAME"
        )
    return known[0] if known else ""


def _unfolded(items: Iterator[tuple[int, Any]], name: str, unit: str) -> Iterator[tuple[int, Any]]:
    """A record for each trial in a list, with the fields of its question."""
    for at, item in items:
        trials = item.get(name) if isinstance(item, dict) and not _has_outcome(item) else None
        if not isinstance(trials, list) or not trials or not all(map(_has_outcome, trials)):
            raise FileError(f"{unit} {at}, field {shown(name)}: not a list of trials with an outcome each")
        own = usual_names(item)
        own |= set() if own.isdisjoint(QUESTION_KEYS) else {*QUESTION_KEYS}
        for trial in trials:
            # What a trial is called is not what its question is called.
            more = {key: value for key, value in trial.items() if key.strip().lower() not in own}
            yield at, {**item, name: None, **more}


class Layout:
    """The fields with a role, as the records with this list of names spell them."""

    def __init__(self, item: dict[str, Any], plan: Plan, goes_on: bool, kept: bool, place: str) -> None:
        fields: dict[str, str] = {}
        twice = usual_names(item.names) if type(item) is Repeated else set()
        for name in item:
            usual = name.strip().lower()
            twice |= {usual} & fields.keys()
            fields[usual] = name
        for usual in sorted(twice & {*plan.roles, *plan.trial, *plan.context}):
            raise FileError(f"{place}: the field {shown(usual)} occurs twice; rename or remove one")
        for usual in filter(None, (*plan.question, plan.outcome, plan.gold, *plan.row, plan.answer)):
            if usual not in fields:
                hint = "; null says that there is no answer" if usual == plan.answer else ""
                raise FileError(f"{place}: field {shown(usual)} is missing{hint}")
        for usual in plan.late:
            if usual in fields:
                raise FileError(f"{place}: field {shown(usual)} is not in earlier records; all must have it, or none")
        if plan.run and plan.run not in fields:
            raise FileError(f"{place}, field {shown(plan.run)}: null does not name a run")
        self.run, self.labels = fields.get(plan.run, ""), [fields[name] for name in plan.question]
        self.key: Any = itemgetter(*self.labels) if self.labels else lambda _: None
        self.naming = f", field {shown(self.labels[0])}" if self.labels else ""
        self.outcome, self.row = fields.get(plan.outcome, ""), [fields[name] for name in plan.row]
        self.gold, self.answer, self.text = (fields.get(name, "") for name in (plan.gold, plan.answer, plan.text))
        groups = ([fields[name] for name in names if name in fields] for names in plan.groups)
        self.trial, self.same, self.hints, self.context = groups
        self.number = self.trial[0] if len(self.trial) == 1 else ""
        self.errors = [fields.get(name, name) for name in plan.errors]
        self.constant = [(fields.get(name, name), value) for name, value in plan.constant.items() if goes_on]
        self.watched = bool(self.errors or self.context or self.text or self.constant or kept)
        self.plain = plan.is_plain


class Reader:
    """Applies a plan to records."""

    def __init__(self, unit: str, book: Book, plan: Plan, name: str, goes_on: bool) -> None:
        self.unit, self.book, self.plan, self.name = unit, book, plan, name
        self.goes_on = goes_on  # whether there are more records than the sample
        self.layouts: dict[tuple[str, ...], Layout] = {}
        # By the value that names the run, its book, and its questions by the values that name them.
        self.known: dict[str | int, tuple[Book, dict[Any, Question]]] = {}
        self.books: dict[str, Book] = {}
        self.whole: set[tuple[str, Any]] = set()  # the questions of which all is in one record
        self.grade = book.grader.code if plan.sure else book.grader.outcome  # a harness writes no words
        if not plan.run and not plan.are_runs:
            self.known[""] = self._book(""), {}

    def read(self, items: Items) -> None:
        number, words = self.book.grader.number, {} if self.plan.sure else self.book.grader.words
        if self.plan.row:
            return self._read_rows(items)
        layouts, known, counts_alone = self.layouts, self.known, not self.book.ordered
        none: tuple[Book, dict[Any, Question]] = self.book, {}
        has_run, (book, questions) = bool(self.plan.run), known.get("", none)
        for at, item in items:
            layout = layouts.get(tuple(item)) if type(item) is dict else None
            if layout is None:
                layout = self._layout(item, f"{self.unit} {at}")
            key = layout.key(item)
            if has_run:
                book, questions = known.get(item[layout.run], none) if type(item[layout.run]) in _RUNS else none
            try:
                question = questions.get(key) if type(key) is str or type(key) in _KEYS else None
            except TypeError:  # a list in it
                question = None
            if question is None:
                question, book = self._question(item, layout, f"{self.unit} {at}")
            value = item[layout.number] if layout.number else None
            if type(value) is int and 0 <= value < BITS and not question.numbers >> value & 1:
                question.numbers |= 1 << value
            elif layout.trial:
                value = self._number(item, layout, question, book, at)
            if layout.watched and self._is_broken(item, layout, book, question, f"{self.unit} {at}"):
                continue
            if layout.plain and counts_alone:
                outcome = item[layout.outcome]
                kind = type(outcome)
                code = number(outcome) if kind in _NUMBERS else words.get(outcome) if kind is str else None
                if code is not None and (not layout.same or self._agrees(item, layout, code)):
                    question.counts[code] += 1
                    continue
            self._add_outcome(item, layout, book, question, value, f"{self.unit} {at}")
        return self._end()

    def _read_rows(self, items: Items) -> None:
        for at, item in items:
            layout = self.layouts.get(tuple(item)) if type(item) is dict else None
            self._add_row(item, layout or self._layout(item, f"{self.unit} {at}"), f"{self.unit} {at}")

    def _end(self) -> None:
        """Numbers of trials that say nothing of missing ones are forgotten."""
        for _, questions in self.known.values() if self.plan.trial and not self.plan.strict else ():
            for question in questions.values():
                question.numbers, question.odd_numbers = 0, None

    def _agrees(self, item: dict[str, Any], layout: Layout, code: int) -> bool:
        """Whether the other outcomes are the same, and plainly so."""
        number = self.book.grader.number
        return all(type(item[name]) in _NUMBERS and number(item[name]) == code for name in layout.same)

    def _layout(self, item: Any, place: str) -> Layout:
        if not isinstance(item, dict):
            raise FileError(f"{place}: not a record (a JSON object) but {shown(item)}")
        if len(self.layouts) == _LAYOUTS:
            self.layouts.clear()
        layout = self.layouts[tuple(item)] = Layout(item, self.plan, self.goes_on, bool(self.book.kept), place)
        return layout

    def _book(self, run: str) -> Book:
        """The book of a run, which is begun."""
        if run not in self.books:
            book = self.books[run] = self.book.run(run) if run else self.book
            if run and not self.plan.are_runs:
                book.tell(**{self.plan.run: run})
            book.begin(self.name, ",".join(self.plan.question) or None)
            book.note(self.plan.facts)
        return self.books[run]

    def _question(self, item: dict[str, Any], layout: Layout, place: str, run: str = "") -> tuple[Question, Book]:
        """The question of a record that is new, or in an unusual spelling."""
        value = item[layout.run] if layout.run else run
        found = self.known.get(value) if type(value) in _RUNS else None
        if found:
            book, questions = found
        else:
            if layout.run and (is_missing(value) or isinstance(value, (list, dict))):
                raise FileError(f"{place}, field {shown(layout.run)}: {shown(value)} does not name a run")
            book, questions = self._book(str(value).strip()), {}
            if type(value) in _RUNS:
                self.known[value] = book, questions
        if not layout.labels:
            return book.question(Place(f"row {len(book.questions) + 1}"), place), book
        label = item[layout.labels[0]]
        if len(layout.labels) > 1:
            for name in layout.labels:
                if is_missing(item[name]) or isinstance(item[name], (list, dict)):
                    raise FileError(f"{place}, field {shown(name)}: {shown(item[name])} does not name a question")
            label = " / ".join(str(item[name]).strip() for name in layout.labels)
        question = book.question(label, place + layout.naming)
        if type(label) in _KEYS:
            questions[layout.key(item)] = question
        return question, book

    def _number(self, item: dict[str, Any], layout: Layout, question: Question, book: Book, at: int) -> int | None:
        """The number of the trial, by one field or several."""
        values = [item[name] for name in layout.trial]
        if all(map(is_missing, values)):
            return None
        value = values[0] if len(values) == 1 else ", ".join(map(str, values))
        return book.number(question, value, f"{self.unit} {at}, field {shown(layout.trial[0])}")

    def _is_broken(self, item: dict[str, Any], layout: Layout, book: Book, question: Question, place: str) -> bool:
        """Whether the trial broke, by a field that says so. Records of one question must agree in its context."""
        if layout.text:
            book.identify(question, layout.text, item[layout.text], place)
        for name in layout.context:
            value = None if is_missing(item[name]) or isinstance(item[name], (list, dict)) else hashed(item[name])
            book.check_context(question, {name.strip().lower(): value}, place)
        if book.kept:
            book.keep(question, item, place)
        for name in layout.errors:
            error = item[name] if name in item else reached(item, name)
            if error and is_broken(name.strip().lower(), error):
                book.gap(question, place, f"{shown(name)} is set" + "; see --outcome" * (len(name) < 25))
                return True
        for name, before in layout.constant:
            if item.get(name) != before and any(question.counts):
                raise FileError(
                    f"{place}: {shown(name)} is {shown(item.get(name))}, and {shown(before)} in earlier records: use "
                    f"--run {typed_as(name)} if each is a run, or --ignore {typed_as(name)} if it does not matter"
                )
        return False

    def _add_row(self, item: dict[str, Any], layout: Layout, place: str) -> None:
        """Count the outcomes in the columns of a record: trials, or one of each run; or those that it counts."""
        found: tuple[Question, Book] | None = None
        for name in layout.row:
            if found is None or self.plan.are_runs:
                run = name.strip() if self.plan.are_runs else ""
                found = self._question(item, layout, place, run)
                key = (found[1].own_name, found[0].label)
                if key in self.whole:
                    raise FileError(f"{place}: a second row for question {shown(found[0].label)}")
                self.whole.add(key)
                found[1].keep(found[0], item, place)
            if self.plan.counts:
                break
            found[1].add_cell(found[0], item[name], f"{place}, field {shown(name)}")
        if found and self.plan.counts:
            counts = counted(item, layout.row[0], layout.row[1], place, found[1])
            if not counts:
                found[1].gap(found[0], place, "no counts")
            for code, times in enumerate(counts or ()):
                found[0].counts[code] += times

    def _add_outcome(
        self, item: dict[str, Any], layout: Layout, book: Book, question: Question, number: Any, place: str
    ) -> None:
        """Count a record whose outcome is missing or a list, or of which more is kept."""
        value = self._value(item, layout)
        inner = f"{place}, field {shown(layout.outcome)}"
        values = value if isinstance(value, list) else [value]
        codes = [None if is_missing(one) else self.grade(one) for one in values]
        odd = next((i for i, code in enumerate(codes) if code is None and not is_missing(values[i])), None)
        if odd is not None:
            inner += f", item {odd + 1}" if isinstance(value, list) else ""
            raise book.grader.refusal(values[odd], inner, not self.plan.sure)
        self._check_others(item, layout, value, place)
        for i, code in enumerate(codes):
            if code is None:
                book.gap(question, f"{inner}, item {i + 1}" if isinstance(value, list) else inner, shown(values[i]))
            else:
                book.add_code(question, code, None if isinstance(value, list) else number)
        if layout.answer and book.votes:
            add = book.votes.add_each if isinstance(value, list) else book.votes.add
            given: Any = tuple(codes) if isinstance(value, list) else codes[0]
            add(question, given, item[layout.answer], f"{place}, field {shown(layout.answer)}")

    def _value(self, item: dict[str, Any], layout: Layout) -> Any:
        """The outcome; or whether the answer in its field is the right one."""
        value = item[layout.outcome]
        if not layout.gold:
            return value
        right = item[layout.gold]
        return None if is_missing(value) or is_missing(right) else _plain(value) == _plain(right)

    def _check_others(self, item: dict[str, Any], layout: Layout, value: Any, place: str) -> None:
        """The other fields that may hold the outcome must not say something else."""
        code = self._code(value) if layout.same or layout.hints else None
        for name in layout.same:
            other = self._code(item[name])
            if other != code and not (self.plan.sure and other is None):
                raise _contradiction(layout.outcome, value, name, item[name], place)
        for name in layout.hints if self.book.grader.is_plain and isinstance(code, int) else ():
            text = item[name].strip().lower() if isinstance(item[name], str) else ""
            word = _VERDICTS.get(text.partition(":")[0].strip(), spelled(text.partition(":")[0]))
            if word not in (None, code) and len(text) >= _SHORT:
                raise _contradiction(layout.outcome, value, name, item[name], place)

    def _code(self, value: Any) -> Any:
        """The code of an outcome, or of each in a list; None if it is missing."""
        if isinstance(value, list):
            return [self._code(one) for one in value]
        code = None if is_missing(value) else self.book.grader.outcome(value)
        return spelled(value) if code is None and self.book.grader.is_plain else code


def _contradiction(name: str, value: Any, other: str, second: Any, place: str) -> FileError:
    return FileError(
        f"{place}: {shown(name)} is {shown(value)} and {shown(other)} is {shown(second)}; remove or rename the one "
        f"that is not the outcome, or use --outcome {typed_as(name)} or --outcome {typed_as(other)}"
    )


def _plain(value: Any) -> Any:
    """An answer as it is compared: a text without blanks around it, and a number as its digits."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value.strip() if isinstance(value, str) else shown(value) if isinstance(value, bool) else str(value)
