"""Read records of trials: decide the role of each field (a Plan) from the first records, and apply it to all."""

from __future__ import annotations

from itertools import chain
from operator import itemgetter

from ..asking import asking
from ..beside import keep_each
from ..book import Book
from ..fields import OUTCOME_KEYS, Repeated, is_circumstance, means_trial, reached, says_break, usual_name, usual_names
from ..grading import FileError, hashed, is_missing, shown, spelled
from ..item import Item, Items
from ..ledger import BITS, Place, Question
from ..settings import Settings
from .around import in_sections, without_ends
from .choose import decide, is_broken
from .counts import add_counts
from .reading import Plan
from .table import taken
from .wanted import ROW, fraction, in_fractions, last_tries, reach, wanted, with_counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable

_LAYOUTS = 1000  # remembered lists of field names
_SHORT = 3  # characters of a word; fewer are an answer, as 0 or the letter C
_NUMBERS = {bool, int, float}
_MOST = 10**6  # trials of a question that a record counts


def read_records(
    items: Items, book: Book, settings: Settings, name: str, start: Plan | None = None, template: str | None = None
) -> None:
    """Read records into the book, or into a book for each run. `name` is their format.

    `start` is a plan with the roles that are known already. `template` is the value of --at that has found the records,
    if any.
    """
    unit = items.unit
    prepared, settings = wanted(items.pairs, book, settings, unit)
    first, goes_on = taken(prepared)
    if start is None:
        first, sums = (first, 0) if goes_on else in_sections(first, settings)
        first, ends = without_ends(first, goes_on, bool(settings.question))
        book.read.passed += sums + ends
    if not first and settings.once and book.files.known:
        return
    if not first:
        raise FileError("there is no trial in it")
    for at, item in first:
        if not isinstance(item, dict):
            raise FileError(f"{unit} {at}: not a record (a JSON object) but {shown(item)}")
    voting = book.asked.votes is not None
    plan = decide([item for _, item in first], settings, book.grader, book.asked.kept, start, voting)
    name = "matrix" if plan.columns and name == "records" else name
    book.read.roles, book.read.why, book.read.options = plan.reading(name), plan.why, plan.options(template)
    pairs: Iterable[tuple[int, Any]] = chain(first, prepared)
    dotted = [name for name in (plan.outcome, *plan.question, plan.run) if "." in name]
    deep = [name for name in dotted if not any(name in usual_names(item) for _, item in first)]
    if start is None and deep:
        pairs = ((at, reach(item, deep, [], book)) for at, item in pairs)
    pairs = with_counts(pairs, plan.counts or (), usual_names(first[0][1]), unit)
    last = settings.last
    reader = Reader(unit, book, plan, name, goes_on)
    reader.read(last_tries(pairs, plan, last, unit, book.asked.folds) if last else pairs)
    for run in book.runs.values():
        run.read.passed = book.read.passed


class Layout:
    """The names of the fields that have roles, as spelled in `item` and in all records with the same fields."""

    def __init__(self, item: Item, plan: Plan, goes_on: bool, kept: bool) -> None:
        fields: dict[str, str] = {}
        twice = usual_names(item.value.names) if type(item.value) is Repeated else set()
        for name in item.value:
            usual = usual_name(name)
            twice |= {usual} & fields.keys()
            fields[usual] = name
        _check_fields(item, plan, fields, twice)
        self.run, self.task = fields.get(plan.run, ""), fields.get(plan.task, "")
        self.cell = itemgetter(*filter(None, (self.run, self.task))) if self.run or self.task else None
        self.labels = [fields[name] for name in plan.question]
        self.label = self._label()
        self.outcome, self.row = fields.get(plan.outcome, ""), [fields[name] for name in plan.row]
        self.gold, self.answer, self.text = (fields.get(name, "") for name in (plan.gold, plan.answer, plan.text))
        several = (plan.trial, plan.same, plan.hints, plan.context)
        self.trial, self.same, self.hints, self.context = ([fields[x] for x in own if x in fields] for own in several)
        self.number = self.trial[0] if len(self.trial) == 1 else ""
        self.errors = [fields.get(name, name) for name in plan.errors]
        self.constant = [(fields.get(name, name), value) for name, value in plan.constant.items() if goes_on]
        self.beside = [(role, fields.get(name, name)) for role, name in plan.beside]
        self.watched = bool(self.errors or self.context or self.text or self.constant or kept)
        self.plain = plan.is_plain and not self.same

    def _label(self) -> Callable[[Any], Any]:
        """Return a function that takes a record and returns the name of its question."""
        if not self.labels:
            return lambda _: None
        if len(self.labels) == 1:
            return itemgetter(self.labels[0])
        names = self.labels
        return lambda item: " / ".join([str(item[name]).strip() for name in names])


def _check_fields(item: Item, plan: Plan, fields: dict[str, str], twice: set[str]) -> None:
    """Refuse a record that lacks a field of the plan, or has one in `twice`, the fields that occur twice."""
    for usual in sorted(twice & {*plan.roles, *plan.trial, *plan.context}):
        raise item.error(f"the field {shown(usual)} occurs twice; rename or remove one")
    for usual in filter(None, (*plan.question, plan.gold, *plan.row, plan.answer)):
        if usual not in fields:
            hint = "; null says that there is no answer" if usual == plan.answer else ""
            ways = [[f"--skip={usual}="]] if usual in plan.question else []
            raise item.error(f"field {shown(usual)} is missing{hint}").leading(*ways, asks=True)
    for usual in plan.late:
        if usual in fields:
            raise item.error(f"field {shown(usual)} is not in earlier records; all must have it, or none")
    for role, usual in (("run", plan.run), ("task", plan.task)):
        if usual and usual not in fields:
            raise Item(None, item.place, usual).error(f"null does not name a {role}")
    is_known = not plan.sure and plan.outcome in OUTCOME_KEYS  # then a record without outcomes is of a broken trial
    if plan.outcome and plan.outcome not in fields and not (is_known and fields.keys().isdisjoint(OUTCOME_KEYS)):
        ways = [[f"--skip={plan.outcome}="]] if plan.question != (ROW,) else []
        raise item.error(f"field {shown(plan.outcome)} is missing").leading(*ways, asks=True)


class Reader:
    """Applies a plan to records. Counts their trials in books, by the code of the outcome, such as 1 for a success."""

    def __init__(self, unit: str, book: Book, plan: Plan, name: str, goes_on: bool) -> None:
        self.unit, self.book, self.plan, self.name = unit, book, plan, name
        self.goes_on = goes_on  # whether more records follow the sample
        self.layouts: dict[tuple[str, ...], Layout] = {}
        self.cells: dict[Any, Book] = {}  # the books of runs and tasks, by their names
        self.grade = book.grader.code if plan.sure else book.grader.outcome  # a harness writes no words
        if plan.letters:
            self.grade = self._letter
        if not (plan.run or plan.task or plan.are_runs):
            self._begin("", "")

    def _letter(self, value: Any) -> int | None:
        """Return the code of an outcome that may be one of the plan's letters."""
        known = self.plan.letters.get(value.strip().lower()) if isinstance(value, str) else None
        return self.book.grader.outcome(value) if known is None else known

    def read(self, pairs: Iterable[tuple[int, Any]]) -> None:
        add = self._read_rows if self.plan.row else self._read_trials
        add(pairs)
        if self.plan.row or not self.plan.strict:  # forget trial numbers that do not show which trials are missing
            for book in self.cells.values():
                book.note_runs(next(iter(self.layouts.values())).row if self.plan.columns and self.layouts else ())
                for question in book.questions.values():
                    question.numbers, question.odd_numbers = 0, None

    def _read_trials(self, pairs: Iterable[tuple[int, Any]]) -> None:
        number, words = self.book.grader.number, {} if self.plan.sure else self.book.grader.words
        layouts, cells, counts_alone = self.layouts, self.cells, not self.book.asked.ordered
        book, questions = self.book, self.book.questions
        for at, item in pairs:
            layout = layouts.get(tuple(item)) if type(item) is dict else None
            if layout is None:
                layout = self._layout(Item(item, f"{self.unit} {at}"))
            if layout.cell:
                try:
                    book = cells[layout.cell(item)]
                except (KeyError, TypeError):
                    book = self._cell(item, layout, at)
                questions = book.questions
            label = layout.label(item)
            question = questions.get(label) if type(label) is str or type(label) is int else None
            if question is None:
                question = self._question(Item(item, f"{self.unit} {at}"), layout, book)
            value = item[layout.number] if layout.number else None
            if type(value) is int and 0 <= value < BITS and not question.numbers >> value & 1:
                question.numbers |= 1 << value
            elif layout.trial:
                value = self._number(Item(item, f"{self.unit} {at}"), layout, book, question)
            if layout.watched and self._is_broken(Item(item, f"{self.unit} {at}"), layout, book, question):
                continue
            if layout.plain and counts_alone and layout.outcome:
                outcome = item[layout.outcome]
                kind = type(outcome)
                code = number(outcome) if kind in _NUMBERS else words.get(outcome) if kind is str else None
                if code is not None:
                    question.counts[code] += 1
                    if value is not None:
                        book.trials.totals[value] += code
                    continue
            self._add_outcome(Item(item, f"{self.unit} {at}"), layout, book, question, value)

    def _read_rows(self, pairs: Iterable[tuple[int, Any]]) -> None:
        """Count records that hold several trials: outcomes in columns of trials or runs, or a count of successes."""
        for at, value in pairs:
            item = Item(value, f"{self.unit} {at}")
            layout = self.layouts.get(tuple(value)) if type(value) is dict else None
            layout = layout or self._layout(item)
            if self.plan.are_runs:
                for name in layout.row:
                    book = self._begin(name.strip(), self._named(value, layout.task, "task", at))
                    question = self._whole_question(item, layout, book)
                    if self.plan.fractions:
                        own = Item(fraction(value, name, item.place), item.place)
                        add_counts(own, [*in_fractions(name)], book, question)
                    else:
                        book.add(question, Item(value[name], item.place, name), None, True)
                continue
            book = self._cell(value, layout, at) if layout.cell else self.book
            question = self._whole_question(item, layout, book)
            if self.plan.counts:
                add_counts(item, layout.row, book, question)
            for j, name in enumerate(layout.row if self.plan.columns else ()):
                cell = value[name]
                if self.plan.letters and type(cell) is str:
                    cell = self.plan.letters.get(cell.strip().lower(), cell)
                book.add(question, Item(cell, item.place, name), j, True)

    def _whole_question(self, item: Item, layout: Layout, book: Book) -> Question:
        """Return the question of a record that holds all its trials, or one trial of each run."""
        question = self._question(item, layout, book)
        if layout.trial:
            self._number(item, layout, book, question)
        # with trial numbers, only a number must not recur
        elif not book.claim(question):
            raise item.error(f"a second row for question {shown(question.label)}")
        book.keep(question, item)
        return question

    def _layout(self, item: Item) -> Layout:
        if not isinstance(item.value, dict):
            raise item.error(f"not a record (a JSON object) but {shown(item.value)}")
        if len(self.layouts) == _LAYOUTS:
            self.layouts.clear()
        layout = self.layouts[tuple(item.value)] = Layout(item, self.plan, self.goes_on, bool(self.book.asked.kept))
        return layout

    def _begin(self, run: str, task: str) -> Book:
        """Return the book of a run, or of one of its tasks. Begin it if it is new."""
        key = (run, task) if run and task else run or task
        if key not in self.cells:
            book = self.cells[key] = self.book.run(run, task) if run or task else self.book
            if run and not self.plan.are_runs:
                book.tell(**{self.plan.run: run})
            book.begin(self.name, ",".join(self.plan.question) or None)
            book.read.beside = self.plan.beside or book.read.beside
            constant = self.plan.constant.items()  # which describe the run or the data
            book.note({name: value for name, value in constant if not (means_trial(name) or is_circumstance(name))})
        return self.cells[key]

    def _cell(self, item: dict[str, Any], layout: Layout, at: int) -> Book:
        """Return the book of the run and the task that the record in line `at` names."""
        return self._begin(self._named(item, layout.run, "run", at), self._named(item, layout.task, "task", at))

    def _named(self, item: dict[str, Any], field: str, role: str, at: int) -> str:
        """Return the name of the run or task (the `role`) that a field gives in line `at`; "" if `field` is ""."""
        if not field:
            return ""
        value = item[field]
        if is_missing(value) or isinstance(value, (list, dict)):
            ways = [] if isinstance(value, (list, dict)) or str(value).strip() else [[f"--fill={field}"]]
            raise Item(None, f"{self.unit} {at}", field).error(f"{shown(value)} does not name a {role}").leading(*ways)
        return str(value).strip()

    def _question(self, item: Item, layout: Layout, book: Book) -> Question:
        """Return the question of a record; add it to the book if it is new. If no field names it, its row does."""
        if not layout.labels:
            return book.question(item.of(Place(f"row {len(book.questions) + 1}")))
        for name in layout.labels if len(layout.labels) > 1 else ():
            value = item.value[name]
            is_empty = value is None or value != value or (isinstance(value, str) and not value.strip())
            if is_empty or isinstance(value, (list, dict)):
                error = Item(value, item.place, name).error(f"{shown(value)} does not name a question")
                raise error.leading(*[[f"--fill={name}"]] * is_empty)
        return book.question(Item(layout.label(item.value), item.place, layout.labels[0]))

    def _number(self, item: Item, layout: Layout, book: Book, question: Question) -> int | None:
        """Return the number of the trial, from one field or several; None if they are empty."""
        values = [item.value[name] for name in layout.trial]
        if all(map(is_missing, values)):
            return None
        value = values[0] if len(values) == 1 else ", ".join(map(str, values))
        return book.number(question, Item(value, item.place, layout.trial[0]))

    def _is_broken(self, item: Item, layout: Layout, book: Book, question: Question) -> bool:
        """Whether the trial broke. If so, count it as missing. Refuse a record that contradicts earlier ones."""
        fields = item.value
        if layout.text:
            book.identify(question, layout.text, fields[layout.text], item)
        for name in layout.context:
            value = None if is_missing(fields[name]) or isinstance(fields[name], (list, dict)) else hashed(fields[name])
            book.check_context(question, {usual_name(name): value}, item)
        if book.asked.kept:
            book.keep(question, item)
        for name in layout.errors:
            error = fields[name] if name in fields else reached(fields, name)
            if error and is_broken(usual_name(name), error):
                book.gap(question, item, f"{shown(name)} is set; see --outcome")
                return True
        for name, before in layout.constant:
            if fields.get(name) != before and any(question.counts):
                what = f"{shown(name)} is {shown(fields.get(name))}, and {shown(before)} in earlier records"
                raise asking(f"{item.place}: {what}", [f"--run={name}"], [f"--ignore={name}"])
        return False

    def _add_outcome(self, item: Item, layout: Layout, book: Book, question: Question, number: Any) -> None:
        """Count the outcome of a record (of a list, each entry), and keep costs and answers. Note missing outcomes."""
        if not layout.outcome and self.plan.outcome:
            book.gap(question, item, f"no {shown(self.plan.outcome)}")
            return
        outcome = Item(self._value(item.value, layout), item.place, layout.outcome)
        is_list = isinstance(outcome.value, list)
        values = outcome.each(f"{outcome.place}, item") if is_list else [outcome]
        codes = [None if is_missing(one.value) else self.grade(one.value) for one in values]
        for code, one in zip(codes, values):
            if code is None and not is_missing(one.value) and not says_break(one.value):
                raise book.grader.refusal(one.value, one.place, not self.plan.sure)
        self._check_others(item, layout, outcome.value)
        for code, one in zip(codes, values):
            if code is None:
                book.gap(question, one, shown(one.value))
            else:
                book.add_code(question, code, None if is_list else number)
        if layout.beside:
            keep_each(question, codes, [(role, item.get(name)) for role, name in layout.beside], book.grader, is_list)
        if layout.answer and book.asked.votes:
            answer = Item(item.value[layout.answer], item.place, layout.answer)
            if is_list:
                book.asked.votes.add_each(question, codes, answer)
            else:
                book.asked.votes.add(question, codes[0], answer)

    def _value(self, item: dict[str, Any], layout: Layout) -> Any:
        """Return the outcome of a record; if a field has the right answer, whether the record's answer equals it."""
        value = item[layout.outcome]
        if not layout.gold:
            return value
        right = item[layout.gold]
        if isinstance(value, list):
            return [None if is_missing(one) else _plain(one) == _plain(right) for one in value]  # several answers
        if isinstance(value, dict):  # answers with their numbers of votes
            votes = [(_plain(said) == _plain(right), n) for said, n in value.items()]
            return [is_right for is_right, n in votes for _ in range(n if type(n) is int and n in range(_MOST) else 0)]
        return None if is_missing(value) or is_missing(right) else _plain(value) == _plain(right)

    def _check_others(self, item: Item, layout: Layout, value: Any) -> None:
        """Refuse a record in which another outcome field contradicts `value`, the outcome."""
        code = self._code(value) if layout.same or layout.hints else None
        for name in layout.same:
            other = self._code(item.value[name])
            if other != code and not (self.plan.sure and other is None):
                raise _contradiction(item, layout.outcome, value, name)
        for name in layout.hints if self.book.grader.is_plain and isinstance(code, int) else ():
            text = item.value[name].strip().lower() if isinstance(item.value[name], str) else ""
            word = 0 if text in ("timed out", "timeout") else spelled(text)
            if word not in (None, code) and len(text) >= _SHORT:
                raise _contradiction(item, layout.outcome, value, name)

    def _code(self, value: Any) -> Any:
        """Return the code of an outcome, or a list of codes for a list; None for a missing outcome."""
        if isinstance(value, list):
            return [self._code(one) for one in value]
        code = None if is_missing(value) else self.book.grader.outcome(value)
        return spelled(value) if code is None and self.book.grader.is_plain else code


def _contradiction(item: Item, name: str, value: Any, other: str) -> FileError:
    what = f"{item.place}: {shown(name)} is {shown(value)} and {shown(other)} is {shown(item.value[other])}"
    return asking(f"{what}: which is the outcome?", [f"--outcome={name}"], [f"--outcome={other}"])


def _plain(value: Any) -> Any:
    """Return an answer in the form that is compared: without blanks around it, and 2.0 as 2."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return value.strip() if isinstance(value, str) else shown(value) if isinstance(value, bool) else str(value)
