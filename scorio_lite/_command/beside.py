"""What each trial has beside its outcome: its cost, a selector's score, a person's label, verdicts, its answer."""

from __future__ import annotations

from .fields import ANSWER_KEYS
from .grading import FileError, is_missing, number_in, shown, spelled, typed_as
from .item import Item
from .settings import usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Collection, Sequence

    from .grading import Grader
    from .item import Item
    from .ledger import Question, Reading
    from .settings import Settings

    Field = tuple[str, str]  # (role: the option that names the field, such as cost; name of the field)
    Trial = tuple[int, tuple[Any, ...]]  # the code of the outcome, and the values beside it

_SIGNS = "$€£ "  # before a cost
ROLES = ("select", "cost", "labels", "judges")
NONE = ""  # no answer: null, or a text of blanks
_SIDES = ("wrong", "right")


def fields_beside(settings: Settings) -> tuple[Field, ...]:
    """Return the (role, field) pairs that options such as --cost and --select name."""
    return tuple((role, name) for role in ROLES for name in dict.fromkeys(usual(getattr(settings, role))))


def keep(question: Question, code: int | None, values: Sequence[Any]) -> None:
    """Keep the `values` that a trial has beside its outcome. A trial without an outcome (`code` None) is left out."""
    if code is not None:
        question.beside = question.beside or []
        question.beside.append((code, tuple(values)))


def keep_each(
    question: Question, codes: Sequence[int | None], values: Sequence[tuple[str, Item]], grader: Grader, are_lists: bool
) -> None:
    """Keep the (role, value) pairs that a record has beside its outcomes. `codes` are the codes of these outcomes.

    With `are_lists`, the record has a list of outcomes, and each value is a list with an entry for each outcome.
    """
    columns = []
    for role, value in values:
        entries = value.each(f"{value.place}, item") if are_lists else [value]
        read: Callable[[Item], Any] = {"select": _score, "cost": _cost}.get(role, lambda one: _verdict(one, grader))
        if len(entries) != len(codes):
            raise value.error(f"it has {len(entries)} values, for {len(codes)} outcomes")
        columns.append([None if code is None else read(one) for code, one in zip(codes, entries)])
    for code, *row in zip(codes, *columns):
        keep(question, code, row)


def spend(read: Reading, question: Question, code: int | None, cost: Any, unit: str) -> None:
    """Keep the cost of a trial, a number of 0 or more. `unit` is, say, USD. Skip any other value."""
    if isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < float("inf"):
        read.beside = read.beside or (("cost", unit),)
        keep(question, code if read.beside == (("cost", unit),) else None, [cost])


def _score(item: Item) -> Any:
    number = _number(item.value)
    if number is None and not is_missing(item.value):
        raise item.error(f"{shown(item.value)} is no score; --select needs a field of numbers")
    return number


def _cost(item: Item) -> Any:
    text = item.value.strip().lstrip(_SIGNS) if isinstance(item.value, str) else item.value
    number = _number(text)
    if number is None or not 0 <= number < float("inf") or isinstance(text, bool):
        got = "no cost" if is_missing(item.value) else "not a number of 0 or more"
        raise item.error(f"{shown(item.value)} is {got}; --cost needs one for each trial")
    return number


def _number(value: Any) -> float | None:
    """Return a value as a number; None if it is no number, or has a comma: 1,200 may be 1200 or 1.2."""
    return None if isinstance(value, str) and "," in value else number_in(value)


def _verdict(item: Item, grader: Grader) -> int | None:
    """Return the verdict in a value as 0 or 1; None if the value is missing: nobody judged the trial."""
    if is_missing(item.value):
        return None
    value = item.value
    code = int(value) if isinstance(value, (bool, int)) and value in (0, 1) else spelled(value)
    if grader.has_words and code is None:
        code = grader.outcome(value)
    if code is None:
        raise grader.refusal(item.value, item.place, may_be_word=True)
    return code


def check_fields(fields: Sequence[Field], found: set[str], names: str) -> None:
    """Refuse an option that names a field that no record has. `found` are all fields; `names` lists them in words."""
    for role, name in fields:
        if name not in found:
            raise FileError(f"--{role} {typed_as(name)}: no field has this name; there are {names}")


class Votes:
    """Counts, for each question, how often each answer was right and wrong. A repeated answer takes no more memory."""

    def __init__(self) -> None:
        self._given: dict[Any, dict[str, list[int]]] = {}

    def add(self, question: Any, code: int | None, answer: Item) -> None:
        """Count the answer of a trial with the outcome `code`. A trial without an outcome (None) does not count."""
        if code is None:
            return
        text, name = _text(answer), shown(question.label)
        counts = self._given.setdefault(question, {}).setdefault(text, [0, 0])
        counts[code] += 1
        if code and text == NONE:
            raise answer.error(
                f"question {name} has a trial that is right and has no answer; cons@k needs the answer of "
                "each right trial; if another field of the records has it, name it with --answer KEY"
            )
        if counts[1 - code]:
            raise answer.error(
                f"answer {shown(text)} of question {name} is {_SIDES[code]} here, and was "
                f"{_SIDES[1 - code]} before; cons@k needs equal answers graded alike: grade them anew, or name the "
                "field that was graded with --answer KEY"
            )

    def add_each(self, question: Any, codes: list[int | None], answers: Item) -> None:
        """Count the answers of several trials. `answers` holds a list with an answer for each of `codes`."""
        given = answers.value
        if not isinstance(given, list) or len(given) != len(codes):
            got = f"{len(given)}" if isinstance(given, list) else shown(given)
            raise answers.error(f"expected a list of {len(codes)} answers, one for each outcome; got {got}")
        for code, answer in zip(codes, answers.each(f"{answers.place}, item")):
            self.add(question, code, answer)

    def join(self, question: Any, other: Any) -> None:
        """Add the counts of `other`, the same question in another file, to `question`, and delete `other`."""
        for text, counts in self._given.pop(other, {}).items():
            for code, times in enumerate(counts):
                for _ in range(times):
                    self.add(question, code, Item(text))

    def given(self, question: Any) -> dict[str, list[int]]:
        """Return {answer: [times it was wrong, times it was right]} for a question. One of the two numbers is 0."""
        return self._given.get(question, {})


def answer_key(names: Collection[str], wanted: tuple[str, ...]) -> str:
    """Return the field that holds the answers: the name in both `names` and `wanted`. Refuse several, or none."""
    found = [key for key in wanted if key in names]
    if len(found) > 1 and found[-1] == ANSWER_KEYS[-1]:  # beside a model's answer, this is the right answer
        found.pop()
    if not found:
        known = " or ".join(filter(None, [", ".join(map(shown, wanted[:-1])), shown(wanted[-1])]))
        way = "" if len(wanted) == 1 else "; name it with --answer KEY"
        raise FileError(f"cons@k needs the answer, and there is no field {known}{way}")
    if len(found) > 1:
        raise FileError(f"fields {' and '.join(map(shown, found))} may hold the answer; use --answer KEY")
    return found[0]


def _text(answer: Item) -> str:
    """Return an answer in the form that is compared: as text without blanks around it; "" if there is no answer."""
    value = answer.value
    if isinstance(value, str):
        return value.strip()
    if value is None or value != value:
        return NONE
    if isinstance(value, (list, dict)):
        raise answer.error(f"expected a text or a number as the answer, got {shown(value)}")
    return shown(value) if isinstance(value, bool) else str(value)
