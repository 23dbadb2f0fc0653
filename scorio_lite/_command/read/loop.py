"""Make trials of records and rows, by the roles that were decided. No vocabulary is known here."""

from __future__ import annotations

from ..grading import shown
from .item import Refusal, Repeated, Trial
from .names import is_missing
from .roles import says_broken
from .sample import getter, key_of, outcome_of, whole
from .shapes import SAMPLE
from .template import AtTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

    from .options import Ask
    from .sample import Roles
    from .shapes import Parsed


_MOST_TRIALS = 10**6  # of a question, from its counts


class Kept:
    """The records of a file that --where, --skip and --once keep, with the fields around them; or what --at makes."""

    def __init__(self, parsed: Parsed, ask: Ask) -> None:
        self._parsed, self._ask = parsed, ask
        self._template = AtTemplate(ask.at) if ask.at else None
        self.equal = 0  # records that --once left out
        named = [*(ask.where or {}).items(), *(ask.skip or {}).items()]
        self._filters = [(getter(name), texts, name in (ask.where or {})) for name, texts in named if name != "line"]

    def __iter__(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        pairs = self._of(self._parsed)
        return self.filtered(pairs) if self._filters or self._ask.once else pairs

    def sample(self, most: int) -> list[tuple[Any, dict[str, Any]]]:
        """Return a sample of at most `most` records, or of those before some are left out."""
        is_whole = not (self._filters or self._template or self._ask.once)
        pairs = self._of(self._parsed.sample(min(SAMPLE, most // 2)) if is_whole else self._parsed.sample())
        if self._template:
            pairs = (pair for pair, _ in zip(pairs, range(2 * most)))
        return list(self.filtered(pairs) if self._filters or self._ask.once else pairs)

    def _of(self, pairs: Iterable[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
        parsed, template = self._parsed, self._template
        if template and parsed.document is not None:
            return template.of_document(parsed.document)
        if template:
            if not template.is_of_records:
                raise Refusal("template", "--at of a file of records begins with the record: '[{}].passed'")
            return template.of_records(pairs)
        if parsed.scalars:
            return ((at, {**parsed.scalars, **record}) for at, record in pairs)
        return iter(pairs)

    def filtered(self, pairs: Iterable[tuple[Any, dict[str, Any]]]) -> Iterator[tuple[Any, dict[str, Any]]]:
        """Yield the pairs that --where, --skip and --once keep."""
        seen: set[str] = set()
        for at, record in pairs:
            if any((_text_of(get(record)) in texts) != is_kept for get, texts, is_kept in self._filters):
                continue
            if self._ask.once:
                text = repr(sorted(record.items()))
                if text in seen:
                    self.equal += 1
                    continue
                seen.add(text)
            yield at, record


def _nothing(record: dict[str, Any]) -> None:
    """Keep nothing beside an outcome."""


def _text_of(value: Any) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(key_of(value))


class Loop:
    """Yields the trials of one file. Then `footer` says which record without a question was left out at the end."""

    def __init__(self, roles: Roles, ask: Ask, unit: str, run: str = "", task: str = "") -> None:
        self._roles, self._ask, self._unit = roles, ask, unit
        self._run, self._task = run, task
        self.footer = ""
        self.chosen: set[Any] = set()  # questions whose records are kept for the checks
        self.records: list[dict[str, Any]] = []
        self._question = [getter(name) for name in roles.question]
        self._keep = self._keeper()

    def _keeper(self) -> Callable[[dict[str, Any]], Any]:
        """Return a function that returns {name: value} beside an outcome, or None if nothing is kept."""
        ask, roles = self._ask, self._roles
        fields = {name: getter(name) for name in (*ask.keep, *ask.fixed)}
        if ask.votes and roles.answer:
            fields["answer"] = getter(roles.answer)
        if roles.text:
            fields["text"] = getter(roles.text)
        if not fields:
            return _nothing
        return lambda record: {name: get(record) for name, get in fields.items()}

    def trials(self, pairs: Iterable[tuple[Any, dict[str, Any]]]) -> Iterator[Trial]:
        """Yield the trials of the records in `pairs`."""
        roles, label, outcome, keep = self._roles, self._label, self._outcome(), self._keep
        number, run, task = (getter(name) if name else None for name in (roles.trial, roles.run, roles.task))
        broken = [(name, getter(name)) for name in roles.broken] if roles.shape != "objects" else []
        several = roles.shape != "one"
        chosen, records, unit = self.chosen, self.records, self._unit
        own_run, own_task, why = self._run, self._task, ""
        get = getter(roles.outcome[0]) if not several and len(roles.outcome) == 1 else None
        keeps = keep is not _nothing
        single = self._question[0] if len(self._question) == 1 else None
        make = tuple.__new__  # a third of the time of Trial(...)
        for at, record in pairs:
            question = single(record) if single else label(record)
            if (type(question) is not str and type(question) is not int) or (not question and question != 0):
                question = self._name(question, record, at)
                if question is None:
                    continue
            if self.footer:
                raise self._of_another_kind(self.footer)
            if chosen and question in chosen:
                records.append(record)
            if run:
                own_run = self._word(run(record), "run", at)
            if task:
                own_task = self._word(task(record), "task", at)
            if broken:
                why = next((f"{name}: {shown(get(record))}" for name, get in broken if says_broken(get(record))), "")
            kept = keep(record) if keeps else None
            if several:
                for own, index, value, reason in outcome(record, f"{unit} {at}"):
                    yield Trial(own or own_run, own_task, question, index, value, why or reason, kept, at)
                continue
            value = get(record) if get else outcome(record, f"{unit} {at}")
            index = number(record) if number else None
            yield make(Trial, (own_run, own_task, question, index, value, why, kept, at))

    def _label(self, record: dict[str, Any]) -> Any:
        values = [get(record) for get in self._question]
        if any(is_missing(value) for value in values):
            return None
        return " / ".join(str(key_of(value)) for value in values)

    def _name(self, value: Any, record: dict[str, Any], at: Any) -> Any:
        """Return the label of a record whose question is no plain text or integer; None for the last one, a footer."""
        place = f"{self._unit} {at}"
        if type(record) is Repeated:
            name = min(record.names)
            raise Refusal("twice", f"{place}: the field {shown(name)} occurs twice; rename or remove one", [name])
        if isinstance(value, float) and value == value and value.is_integer():
            return int(value)
        if isinstance(value, bool):
            return str(value).lower()
        name = ",".join(self._roles.question)
        if isinstance(value, str) and value.strip() and not is_missing(value):
            return value
        if value is not None and not is_missing(value):
            raise Refusal(
                "question", f"{place}: {shown(value)} in {shown(name)} does not name a question", self._roles.question
            )
        if self.footer or self._has_outcome(record):
            raise self._of_another_kind(self.footer or place)
        self.footer = place
        return None

    def _has_outcome(self, record: dict[str, Any]) -> bool:
        """Whether a record has an outcome, so that it is no footer."""
        return any(outcome_of(getter(name)(record)) is not None for name in self._roles.outcome)

    def _of_another_kind(self, place: str) -> Refusal:
        name = self._roles.question[0] if self._roles.question else ""
        what = f"{place}: a record without {shown(name)} stands among others, so it is of another kind"
        value = {"skip": {name: ("null",)}}
        return Refusal("kind", f"{what}; --skip {name}=null leaves such records out", [name], answers=[value])

    def _word(self, value: Any, role: str, at: Any) -> str:
        if is_missing(value):
            name = getattr(self._roles, role)
            what = f"{self._unit} {at}: no {role} in the field {shown(name)}, which other records have"
            raise Refusal(role, what, [name], answers=[{"ignore": (name,)}, {"skip": {name: ("null",)}}])
        return value.strip() if type(value) is str else str(key_of(value))

    def _outcome(self) -> Callable[..., Any]:
        """Return a function of (record, place): the value of the outcome; for lists and columns an iterator of
        (run, number, value, why it broke)."""
        roles = self._roles
        if roles.shape == "one":
            if roles.equal:
                return self._equality(*map(getter, roles.equal))
            if len(roles.outcome) == 1:
                get = getter(roles.outcome[0])
                return lambda record, _: get(record)
            gets = [getter(name) for name in roles.outcome]
            return lambda record, _: next((x for get in gets for x in [get(record)] if not is_missing(x)), None)
        if roles.shape == "list":
            return self._of_list(roles.outcome[0])
        if roles.shape == "objects":
            return self._of_objects(roles.outcome[0])
        if roles.shape == "counts":
            return self._of_counts(*roles.columns)
        columns = [(name, getter(name)) for name in roles.columns]
        if roles.shape == "runs":
            return lambda record, _: ((name, None, get(record), "") for name, get in columns)
        return lambda record, _: (("", i, get(record), "") for i, (_, get) in enumerate(columns))

    def _equality(self, left: Any, right: Any) -> Callable[..., Any]:
        def compare(record: dict[str, Any], place: str) -> Any:
            one, other = left(record), right(record)
            if isinstance(one, list) and len(one) == 1:
                one = one[0]
            if is_missing(other) or isinstance(other, (list, dict)) or isinstance(one, (list, dict)):
                raise Refusal("equal", f"{place}: no single value in {shown(self._roles.equal[1])} to compare with")
            return int(not is_missing(one) and key_of(one) == key_of(other))

        return compare

    def _of_list(self, name: str) -> Callable[..., Any]:
        get, whole_list = getter(name), self._ask.all

        def visit(record: dict[str, Any], place: str) -> Iterable[Any]:
            values = get(record)
            if not isinstance(values, list):
                if is_missing(values):
                    return [("", None, None, "no list")]
                raise Refusal("list", f"{place}: {shown(name)} is not a list but {shown(values)}", [name])
            if whole_list:
                codes = [value in (1, True, "passed", "pass") for value in values]
                return [("", None, int(all(codes)) if codes else None, "")]
            return [("", None, value, "") for value in values]

        return visit

    def _of_objects(self, name: str) -> Callable[..., Any]:
        get, roles, whole_list = getter(name), self._roles, self._ask.all
        inner, broken = getter(roles.inner), [(one, getter(one)) for one in roles.broken]

        def visit(record: dict[str, Any], place: str) -> Iterator[Any]:
            entries = get(record)
            if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
                raise Refusal("list", f"{place}: {shown(name)} is not a list of objects", [name])
            if whole_list:
                yield "", None, int(all(inner(entry) in (1, True) for entry in entries)) if entries else None, ""
                return
            for entry in entries:
                why = next((f"{one}: {shown(of(entry))}" for one, of in broken if says_broken(of(entry))), "")
                yield "", None, inner(entry), why

        return visit

    def _of_counts(self, trials: str, solved: str) -> Callable[..., Any]:
        get_n, get_c = getter(trials), getter(solved)

        def visit(record: dict[str, Any], place: str) -> Iterator[Any]:
            n, c = whole(get_n(record)), whole(get_c(record))
            if n is None or c is None or not 0 <= c <= n or n > _MOST_TRIALS:
                what = (
                    f"{place}: {shown(solved)} of {shown(trials)} is {shown(get_c(record))} of {shown(get_n(record))}"
                )
                raise Refusal("counts", f"{what}, which are no counts of successes and trials", [trials, solved])
            for i in range(n):
                yield "", None, int(i < c), ""

        return visit


def of_matrix(
    rows: Iterable[tuple[int, str | None, Sequence[Any]]], unit: str, place: Callable[[str], Any]
) -> Iterator[Trial]:
    """Yield the trials of a matrix: each row is a question. `place` makes the label of a row without one."""
    for at, label, values in rows:
        question = place(f"row {at}") if label is None else label
        for j, value in enumerate(values, 1):
            yield Trial("", "", question, None, value, "", None, f"{unit} {at}, column {j}")
