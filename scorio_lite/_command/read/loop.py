"""Make Trials of records by the Roles of their fields, and of the rows of a matrix."""

from __future__ import annotations

from sys import intern

from ..score.run import Place
from ..text import shown
from .item import Refusal, Trial
from .json import canonical
from .names import is_missing
from .roles import says_broken
from .sample import key_of, text_of, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

    from .options import Ask
    from .records import Parsed
    from .sample import Roles

    Record = dict[Any, Any]  # {name of a field: value}
    Visit = Callable[[Record], Iterable[tuple[str, Any, Any]]]

_MOST_TRIALS = 10**6  # of a question that has counts


class Filter:
    """Keeps records as --where, --skip and --once say. `equal` counts the records that --once leaves out."""

    def __init__(self, ask: Ask) -> None:
        self.equal, self._seen = 0, set() if ask.once else None  # type: int, set[str] | None
        named = [(one, True) for one in (ask.where or {}).items()] + [(one, False) for one in (ask.skip or {}).items()]
        self._fields = [(name, texts, is_kept) for (name, texts), is_kept in named if name != "line"]
        self.is_given = bool(self._fields) or ask.once

    def of(self, pairs: Iterable[tuple[Any, Record]]) -> Iterator[tuple[Any, Record]]:
        return (pair for pair in pairs if self.keeps(pair[1])) if self.is_given else iter(pairs)

    def keeps(self, record: Record) -> bool:
        if any((text_of(record.get(name)) in texts) != is_kept for name, texts, is_kept in self._fields):
            return False
        if self._seen is None:
            return True
        text, size = canonical(record), len(self._seen)
        self._seen.add(text)
        self.equal += len(self._seen) == size
        return len(self._seen) > size


class Loop:
    """Makes the Trials of the records of one file."""

    def __init__(self, roles: Roles, ask: Ask, unit: str, kept: Sequence[str] = ()) -> None:
        self._roles, self._ask, self._unit = roles, ask, unit
        self._at: Any = None  # the address of the record that is read
        fields = {**dict(zip(kept, ask.keep)), "answer": roles.answer if ask.votes else "", "text": roles.text}
        self._kept = {name: field for name, field in fields.items() if field}

    def trials(self, pairs: Iterable[tuple[Any, Record]]) -> Iterator[Trial]:
        roles, names, visit = self._roles, self._kept.items(), self._visitor()
        run, task, broken = roles.run, roles.task, roles.broken
        single = roles.question[0] if len(roles.question) == 1 else ""
        own_run, own_task, why, kept = "", "", "", None  # type: str, str, str, Any
        for at, record in pairs:
            self._at = at
            question = record.get(single) if single else self._label(record)
            if type(question) is str and question:
                question = intern(question)  # equal texts share memory
            elif type(question) is not int:
                question = self._name(question)
            if run:
                own_run = self._word(record.get(run), "run")
            if task:
                own_task = self._word(record.get(task), "task")
            if names:
                kept = {name: record.get(field) for name, field in names}
            if broken:
                said = (f"{name}: {shown(record[name])}" for name in broken if says_broken(record.get(name)))
                why = next(said, "")  # the first that says that the trial broke
            for own, number, value in visit(record):
                yield Trial(own or own_run, own_task, question, number, value, why, kept, at)

    def _error(self, code: str, what: str, fields: Sequence[str], answers: Sequence[Any] = ()) -> Refusal:
        return Refusal(code, f"{self._unit} {self._at}: {what}", fields, answers=answers)

    def _label(self, record: Record) -> Any:
        values = [record.get(name) for name in self._roles.question]
        return None if any(map(is_missing, values)) else " / ".join(str(key_of(value)) for value in values)

    def _name(self, value: Any) -> Any:
        """Return the label of a question, an int or a str, from the value of its field. Refuse other values."""
        if isinstance(value, float) and value.is_integer():
            return int(value)
        name = self._roles.question[0]
        if is_missing(value):
            what = f"a record without {shown(name)} stands among others, so it is of another kind"
            what += f"; --skip {name}=null leaves such records out"
            raise self._error("kind", what, [name], [{"skip": {name: ("null",)}}])
        what = f"{shown(value)} in {shown(','.join(self._roles.question))} does not name a question"
        raise self._error("question", what, self._roles.question)

    def _word(self, value: Any, role: str) -> str:
        if is_missing(value):
            name = getattr(self._roles, role)
            what = f"no {role} in the field {shown(name)}, which other records have"
            raise self._error(role, what, [name], [{"ignore": (name,)}, {"skip": {name: ("null",)}}])
        return value.strip() if type(value) is str else str(key_of(value))

    def _outcome(self, record: Record) -> Any:
        """Return the first outcome that is not missing, or None; for --outcome A==B, 1 if A equals B, else 0."""
        names = self._roles.outcome
        values = (record.get(name) for name in names)
        if self._roles.shape != "equal":
            return next((value for value in values if not is_missing(value)), None)
        one, other = values
        if isinstance(one, list) and len(one) == 1:
            one = one[0]
        are_single = [not isinstance(value, (list, dict)) for value in (one, other)]
        if is_missing(other) or not all(are_single):
            what = f"no single value in {shown(names[are_single[0]])} to compare with"
            way = {"at": f"[{{}}].{names[0]}[{{trial}}]", "outcome": (f"{{outcome}}=={names[1]}",)}
            raise self._error("equal", what, (), [way] * are_single[1])
        return int(not is_missing(one) and key_of(one) == key_of(other))

    def _visitor(self) -> Visit:
        """Return a function of a record that yields (run or "", number or None, outcome) for each of its trials."""
        roles, columns = self._roles, self._roles.outcome
        if roles.shape == "list":
            return lambda record: self._of_list(record.get(roles.outcome[0]))
        if self._ask.all:
            what = "--all takes a field that holds a list, and the outcomes here stand one by one"
            raise Refusal("list", f"{what}; name the list: --outcome tests --all", roles.outcome)
        if roles.shape == "counts":
            return lambda record: self._of_counts(*map(record.get, columns))
        if roles.shape == "runs":
            return lambda record: ((name, None, record.get(name)) for name in columns)
        if roles.shape == "trials":
            return lambda record: (("", i, record.get(name)) for i, name in enumerate(columns))
        trial = roles.trial or None
        if len(columns) == 1:
            outcome = roles.outcome[0]
            return lambda record: (("", record.get(trial), record.get(outcome)),)
        return lambda record: (("", record.get(trial), self._outcome(record)),)

    def _of_list(self, entries: Any) -> Iterator[Any]:
        name = self._roles.outcome[0]
        if is_missing(entries):
            entries = [None]
        elif not isinstance(entries, list):
            raise self._error("list", f"{shown(name)} is not a list but {shown(entries)}", [name])
        elif self._ask.all:
            codes = [value in (1, True, "passed", "pass") for value in entries]
            entries = [int(all(codes))] if codes else [None]
        for value in entries:
            yield "", None, value

    def _of_counts(self, trials: Any, solved: Any) -> Iterator[Any]:
        n, c = whole(trials), whole(solved)
        if n is None or c is None or not 0 <= c <= n or n > _MOST_TRIALS:
            names = self._roles.outcome
            what = f"{shown(names[1])} of {shown(names[0])} is {shown(solved)} of {shown(trials)}"
            raise self._error("counts", f"{what}, which are no counts of successes and trials", names)
        for i in range(n):
            yield "", None, int(i < c)


def of_matrix(parsed: Parsed) -> Iterator[Trial]:
    """Yield the Trials of a matrix. Each row is a question, and each value of a row is a trial."""
    for at, row in parsed.pairs:
        question, values = (str(row[0]), row[1:]) if parsed.labelled else (Place(f"row {at}"), row)
        for j, value in enumerate(values, 1):
            yield Trial("", "", question, None, value, "", None, f"{parsed.unit} {at}, column {j}")
