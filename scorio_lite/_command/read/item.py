"""What the reader passes on: Trial, Refusal, Item (a value and its place), Told (what a file says of its trials)."""

from __future__ import annotations

from collections import Counter, namedtuple  # loading typing takes 3 ms
from sys import intern

from ..text import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Mapping, Sequence

    Answer = Mapping[str, Any]  # {option: value}


class Refusal(FileError):
    """The error that files cannot be read as they are.

    code      the kind of refusal, one stable word: "metric", "row", "disagree", ...
    why       the sentence that the user reads; it names the place
    fields    the fields that are in doubt
    answers   [{option: value}, ...] that could settle the doubt; `offers.search` tries them
    readings  the Offers made of answers with which the files can be read, the best first
    table     a record for each field of the files: see `candidates.table_of`
    """

    readings: Sequence[Any] = ()
    table: Sequence[dict[str, Any]] = ()

    def __init__(self, code: str, why: str, fields: Sequence[str] = (), answers: Sequence[Answer] = ()) -> None:
        super().__init__(why)
        self.code, self.why, self.fields, self.answers = code, why, fields, answers

    def within(self, name: str) -> Refusal:
        return type(self)(self.code, f"{name}: {self.why}", self.fields, self.answers)


def of_line(code: str, why: str, line: int) -> Refusal:
    """Return the Refusal of a line of a file. Its answer is the option that leaves the line out."""
    return Refusal(code, why, ["line"], answers=[{"skip": {"line": (str(line),)}}])


class Trial(namedtuple("Trial", "run task question number outcome broken keep at", defaults=(None, "", None, ""))):
    """A trial of a question.

    run, task   the names of both; "" if nothing names them
    question    the name of the question: a text or an integer
    number      the number of the trial, as the file has it; None if nothing numbers the trials
    outcome     the value in the file, not graded yet. For a broken trial, it is the outcome that the harness counts, or
                None if the harness leaves the trial out
    broken      why the trial has no outcome of its own; "" if it has one
    keep        {name: value} to keep beside the outcome: "answer", "text" (of the question) and the fields asked for
    at          the place in the file, for errors: "line 3", or its number
    """

    __slots__ = ()


class Told:
    def __init__(self) -> None:
        self.model = self.task = ""
        self.outcome = ""  # the name of what counts, such as exact_match
        self.expected = 0  # trials of each question
        self.total = 0  # trials in all
        self.unfinished = ""  # why the file may lack trials; "" if nothing says so
        self.unlisted: list[Unlisted] = []
        self.bare: list[Any] = []  # questions that the file names, perhaps without a trial
        self.folder: str | None = None  # the run's folder, if the file holds a single trial of it


class Unlisted(namedtuple("Unlisted", "listed total test")):
    """The successful questions of a file that counts all questions, but lists only failures.

    `listed` has the labels of the failures, `total` is the number of all questions, and `test` the name of the task.
    """

    __slots__ = ()


class Item:
    """A value in a file, and the place where it stands, for errors: line 3, field 'id'."""

    __slots__ = ("_at", "_name", "value")

    def __init__(self, value: Any, at: Any = "", name: str | None = None) -> None:
        self.value = value
        self._at = at  # a place, or the Item that has this one
        self._name = name  # the name of the field, if this is a field's value

    @property
    def place(self) -> str:
        at: str = self._at if isinstance(self._at, str) else self._at.place
        return at if self._name is None else f"{at}{', ' if at else ''}field {shown(self._name)}"

    def error(self, what: str, code: str = "value", answers: Sequence[Answer] = ()) -> Refusal:
        place = self.place
        fields = (self._name,) if self._name else ()
        return Refusal(code, f"{place}: {what}" if place else what, fields, answers=answers)

    def of(self, value: Any, more: str = "") -> Item:
        """Return an Item with another value. Its place is the place of this Item, then `more`, such as ", column 2"."""
        return Item(value, self.place + more if more else self)

    def typed(self, kind: type) -> Any:
        if not isinstance(self.value, kind):
            raise self.error(f"not {'a list' if kind is list else 'an object'} but {shown(self.value)}")
        return self.value

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of an object: {name: value}. Refuse a value that is no object."""
        return self.typed(dict)  # type: ignore[no-any-return]

    def get(self, name: str) -> Item:
        """Return the Item of a field of an object; its value is None if the object lacks the field."""
        return Item(self.fields.get(name), self, name)

    def __getitem__(self, name: str) -> Item:
        """Return the Item of a field of an object. Refuse an object without this field."""
        if name not in self.fields:
            raise self.error(f"field {shown(name)} is missing")
        return self.get(name)

    def each(self, word: str) -> Iterator[Item]:
        """Yield an Item for each entry of a list. `word` names their places: "sample" makes sample 1, sample 2, ..."""
        return (Item(value, f"{word} {i}") for i, value in enumerate(self.typed(list), 1))

    def inside(self, path: str) -> Any:
        """Return the value at the end of a path such as eval.config.epochs; None if the path is "" or leads nowhere.

        * is the first entry of a list or object, -1 a list's last. Of paths joined by /, the first with a value counts.
        """
        for one in path.split("/"):
            value = self.value if one else None
            for name in one.split("."):
                if value and isinstance(value, list):
                    value = {"*": value[0], "-1": value[-1]}
                fields: Any = value if isinstance(value, dict) else {}
                value = next(iter(fields.values()), None) if name == "*" else fields.get(name)
            if value is not None:
                return value
        return None


def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the dictionary of a JSON object from (name, value) pairs. Refuse a name that occurs twice."""
    fields = {intern(name): value for name, value in pairs}  # shared names save half the memory
    if len(fields) < len(pairs):
        again = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        first, value = pairs[0]
        what = f"the field {shown(again)} occurs twice in the object that begins with {shown(first)}: {shown(value)}"
        raise Refusal("twice", f"{what}; rename or remove one", [again])
    return fields
