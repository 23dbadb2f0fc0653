"""Records, one a trial, their fields under usual names in any case; tau-bench's among them.

Nothing is guessed: where two fields could name the question or hold the outcome, they must agree in every record. What
is kept grows with the questions, not with the records.
"""

from __future__ import annotations

from math import isfinite
from operator import itemgetter
from typing import Any, Callable, Iterable, Iterator

from ._trials import FileError, is_missing, is_outcome, outcome, shown, tallied
from .tally import Tally

QUESTION_KEYS = (
    *("task_id", "question_id", "problem_id", "example_id", "doc_id", "qid", "question", "problem", "example", "task"),
    *("prompt", "name", "id", "index", "idx"),
)
OUTCOME_KEYS = ("passed", "correct", "is_correct", "success", "outcome", "reward", "score", "result")
TRIAL_KEYS = ("trial", "trial_id", "attempt", "epoch", "sample_id")
# Of these a question has one: trials of two models, or of the questions 0 of two data sets, are not to be mixed.
CONTEXT_KEYS = ("model", "model_name", "dataset", "benchmark", "category", "subject", "language", "split", "filter",
                "metric", "scorer")  # fmt: skip
LETTER = "a letter"  # the word of a, b, c, ...
_KNOWN = {*QUESTION_KEYS, *OUTCOME_KEYS, *TRIAL_KEYS, *CONTEXT_KEYS}
_REWARD_SLACK = 1e-6  # of tau-bench, which calls a reward this near to 1 a success
_SHAPES = 1000  # lists of field names that are remembered
_BITS = 10_000  # trial numbers below it are bits of one integer a question
_WORDY = 6  # characters of a text that is none of the words for an outcome, or for none
_WIDEST = 2**53  # floats from here on are no longer distinct integers
_SHORT = 20  # characters of a value, where a message has several


class Repeated(dict):  # type: ignore[type-arg]
    """A record in which some fields stand twice."""

    names: set[str]


def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The record of these fields: an `object_pairs_hook` of JSON that does not lose what stands twice."""
    fields = dict(pairs)
    if len(fields) == len(pairs):
        return fields
    names = [name for name, _ in pairs]
    fields = Repeated(fields)
    fields.names = {name for name in names if names.count(name) > 1}
    return fields


def numbered(name: str) -> tuple[str, int] | None:
    """The word and the number of a name like those of trials (t0, run 1, 2, or a letter); None for others."""
    word = name.rstrip("0123456789")
    digits = name[len(word) :]
    if digits and len(digits) < 10:
        return None if "@" in word else (word.lower(), int(digits))  # pass@1 and pass@5 are metrics
    return (LETTER, ord(name)) if len(name) == 1 and name.isalpha() else None


def read_records(unit: str, records: Iterable[tuple[int, Any]]) -> Tally:
    """The tally of numbered records; `unit` is what the numbers count."""
    reader = _Reader(unit)
    for at, item in records:
        reader.add(at, item)
    return tallied(reader.questions())


class _Shape:
    """The fields that matter in the records with one list of field names."""

    def __init__(self, names: Iterable[str], place: str) -> None:
        self.fields: dict[str, str] = {}  # by their usual names
        for name in names:
            usual = name.strip().lower()
            if usual in self.fields and usual in _KNOWN:
                raise FileError(f"{place}: the field {name!r} stands there twice; rename or remove one")
            self.fields[usual] = name
        self.outcomes = {key: self.fields[key] for key in OUTCOME_KEYS if key in self.fields}
        self.label = ""  # the field that names the question
        self.key: Callable[[dict[str, Any]], tuple[Any, ...]] = tuple  # reads the reader's keys from a record
        self.number = next((self.fields[key] for key in TRIAL_KEYS if key in self.fields), None)
        self.plain: str | None = None  # the field that holds the outcome, once that is settled,
        self.beside: list[str] = []  # and those that could have
        self.is_tau_bench = (
            {"task_id", "reward"} <= self.fields.keys()
            and len(self.outcomes) == 1
            and not {"trial", "info", "traj"}.isdisjoint(self.fields)
        )


class _Reader:
    """Gathers records. A question is known by its key, the values of the fields that name it and of its context."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.shapes: dict[tuple[str, ...], _Shape] = {}
        self.keys: list[str] = []  # the usual names of those fields,
        self.naming = 0  # the first of which, this many, name the question
        self.counts: dict[Any, list[int]] = {}  # key: [failures, successes, bits of the trial numbers]
        self.odd_numbers: set[tuple[Any, str]] = set()
        self.owners: list[dict[Any, Any]] = []  # for each field that names the question, the key of each value
        self.spelled: dict[str, Any] = {}
        self.is_tau_bench = False
        self.pure: list[str] = []  # the usual names of fields that held an outcome in all records,
        self.void: set[str] = set()  # and of those that held nothing in any

    def questions(self) -> Iterator[tuple[Any, int, int]]:
        return ((key[0], failures, successes) for key, (failures, successes, _) in self.counts.items())

    def add(self, at: int, item: Any) -> None:
        """Count one record. Most have a shape and a question seen before, and cost a few look-ups."""
        shape = self.shapes.get(tuple(item)) if type(item) is dict else None
        if shape is None:
            shape = self._shape(item, f"{self.unit} {at}")
        key = shape.key(item)
        try:
            counts = self.counts.get(key)
        except TypeError:  # a list in it
            counts = None
        if counts is None or (type(key[0]) is not str and type(key[0]) is not int):
            key, counts = self._question(key, shape, f"{self.unit} {at}")
        success = item[shape.plain] if shape.plain else None
        if success is True or success is False or (type(success) is int and 0 <= success <= 1):
            for name in shape.beside:
                value = item[name]
                if value != success and (type(value) is not str or len(value) < _WORDY):
                    success = self._success(item, shape, at)
                    break
        else:
            success = self._success(item, shape, at)
        counts[success] += 1
        if shape.number is not None:
            number = item[shape.number]
            if type(number) is not int or not 0 <= number < _BITS or counts[2] >> number & 1:
                self._check_number(number, counts, key, shape.number, at)
            else:
                counts[2] |= 1 << number

    def _shape(self, item: Any, place: str) -> _Shape:
        if not isinstance(item, dict):
            raise FileError(f"{place}: not a record (a JSON object) but {shown(item)}")
        repeated = [name for name in item.names if name.strip().lower() in _KNOWN] if type(item) is Repeated else ()
        if repeated:
            raise FileError(f"{place}: the field {min(repeated)!r} stands there twice; rename or remove one")
        shape = _Shape(item, place)
        if not self.keys:
            self._begin(shape, item, place)
        if self.keys[0] not in shape.fields:
            raise FileError(f"{place}: field {self.keys[0]!r} is missing")
        late = [key for key in QUESTION_KEYS + CONTEXT_KEYS if key in shape.fields and key not in self.keys]
        if late:
            raise FileError(f"{place}: field {late[0]!r} is not in the records before; all must have it, or none")
        names = [shape.fields.get(key) for key in self.keys]
        shape.label = shape.fields[self.keys[0]]
        if len(names) > 1 and all(names):
            shape.key = itemgetter(*names)
        else:
            shape.key = lambda item: tuple([item.get(name) for name in names])  # type: ignore[arg-type]
        if len(self.shapes) == _SHAPES:
            self.shapes.clear()
        self.shapes[tuple(item)] = shape
        return shape

    def _begin(self, shape: _Shape, item: dict[str, Any], place: str) -> None:
        """The first record: which fields there are."""
        self.keys = [key for key in QUESTION_KEYS if key in shape.fields]
        for keys, found, role in (
            (QUESTION_KEYS, self.keys, "names the question"),
            (OUTCOME_KEYS, shape.outcomes, "holds the outcome"),
        ):
            if not found:
                raise FileError(f"{place}: no field {role} (looked for {', '.join(keys)})")
        self.naming = len(self.keys)
        self.owners = [{} for _ in self.keys]
        self.keys += [key for key in CONTEXT_KEYS if key in shape.fields]
        self.is_tau_bench = shape.is_tau_bench
        self._refuse_trials(item, next(iter(shape.outcomes.values())), place)

    def _refuse_trials(self, item: dict[str, Any], outcome_field: str, place: str) -> None:
        """Trials in the fields of one record are not dropped for a field that sums them up."""
        trials: dict[str, str] = {}
        for name, value in item.items():
            word = numbered(name)
            if word and (is_outcome(value) or value in ("0", "1")):
                twin = trials.setdefault(word[0], name)
                if twin != name:
                    raise FileError(
                        f"{place}: fields {shown(twin, _SHORT)} and {shown(name, _SHORT)} look like trials, beside "
                        f"{outcome_field!r}; keep only the trials, or only the outcome"
                    )

    def _question(self, key: tuple[Any, ...], shape: _Shape, place: str) -> tuple[tuple[Any, ...], list[int]]:
        """The key as it is kept and the counts of its question, both new or not."""
        label, *others = key
        if isinstance(label, float) and label.is_integer() and abs(label) < _WIDEST:
            label = int(label)
        if type(label) not in (str, int) or label == "" or str(label).isspace():
            raise FileError(f"{place}, field {shape.label!r}: {shown(label)} does not name a question")
        # A prompt may be a list of messages; it then names nothing.
        key = (label, *(None if isinstance(other, (list, dict)) or is_missing(other) else other for other in others))
        if key not in self.counts:
            twin = self.spelled.setdefault(str(label).strip(), label)
            if type(twin) is not type(label) or twin != label:
                raise FileError(
                    f"{place}, field {shape.label!r}: questions {shown(twin, _SHORT)} and {shown(label, _SHORT)} "
                    "differ in their spelling alone; write them alike, or quite differently"
                )
            self._check_grouping(key, place)
            self.counts[key] = [0, 0, 0]
        return key, self.counts[key]

    def _check_grouping(self, key: tuple[Any, ...], place: str) -> None:
        """All fields that name the question must tell the same questions apart."""
        for j, owners in enumerate(self.owners):
            owner = owners.setdefault(key[j], key) if key[j] is not None else key
            if owner != key:
                i = next(i for i in range(len(key)) if owner[i] != key[i])
                both = f"{shown(owner[i], _SHORT)} and {shown(key[i], _SHORT)}"
                if i >= self.naming:
                    raise FileError(
                        f"{place}: question {shown(key[0], _SHORT)} has {self.keys[i]} {both}; score one at a time"
                    )
                raise FileError(
                    f"{place}: fields {self.keys[j]!r} and {self.keys[i]!r} group the records differently "
                    f"({shown(key[j], _SHORT)} goes with {both}); keep the one that names the question"
                )

    def _success(self, item: dict[str, Any], shape: _Shape, at: int) -> bool:
        """What the fields say that have held an outcome in every record so far."""
        if shape.is_tau_bench:
            info = item.get(shape.fields.get("info", ""))
            if isinstance(info, dict) and info.get("error"):
                task = shown(item[shape.label], _SHORT)
                raise FileError(
                    f"{self.unit} {at}, field 'info.error': this run of task {task} broke and has no outcome; "
                    "run it again, or leave the task out"
                )
        if self.is_tau_bench:
            return self._tau_bench_success(item, shape, at)
        place = f"{self.unit} {at}"
        values = {key: item[name] for key, name in shape.outcomes.items()}
        self._settle(values, place)
        first = self.pure[0]
        success = bool(values[first])
        for key, value in values.items():
            if (key in self.pure and value != success) or _word(value) == _word(not success):
                raise FileError(
                    f"{place}: {first!r} is {shown(values[first])} and {key!r} is {shown(value, _SHORT)}; "
                    "remove or rename the one that is not the outcome"
                )
        if self.void.isdisjoint(values):
            shape.plain = shape.outcomes[first]
            shape.beside = [name for name in shape.outcomes.values() if name != shape.plain]
        return success

    def _tau_bench_success(self, item: dict[str, Any], shape: _Shape, at: int) -> bool:
        """tau-bench's rule for a reward."""
        if "reward" not in shape.outcomes:
            raise FileError(f"{self.unit} {at}: field 'reward' is missing")
        if len(shape.outcomes) > 1:
            other = next(iter(shape.outcomes))
            raise FileError(
                f"{self.unit} {at}: field {other!r} is not in the records before; all must have it, or none"
            )
        reward = item[shape.outcomes["reward"]]
        if is_missing(reward):
            outcome(reward, f"{self.unit} {at}, field 'reward'")
        if not isinstance(reward, (int, float)) or not isfinite(reward):
            raise FileError(f"{self.unit} {at}, field 'reward': {shown(reward)} is not a finite number")
        return abs(reward - 1) <= _REWARD_SLACK

    def _settle(self, values: dict[str, Any], place: str) -> None:
        """Which fields hold the outcome, after these values of one more record."""
        holding = [key for key, value in values.items() if is_outcome(value)]
        void = {key for key in OUTCOME_KEYS if is_missing(values.get(key))}
        if not self.pure:
            self.pure = holding or list(values)[:1]
            self.void = void
        late = self.void.intersection(holding)
        if late:
            raise FileError(f"{place}: field {min(late)!r} holds an outcome here and nothing in the records before")
        self.void &= void
        for key in self.pure[:]:
            if key not in holding:
                if key not in values:
                    raise FileError(f"{place}: field {key!r} is missing")
                if len(self.pure) == 1 or key in void:
                    outcome(values[key], f"{place}, field {key!r}")
                self.pure.remove(key)  # a score of 0.7 or the text of an answer, beside an outcome

    def _check_number(self, number: Any, counts: list[int], key: Any, field: str, at: int) -> None:
        """A question has each trial once."""
        if is_missing(number):
            return
        if isinstance(number, float) and number.is_integer():
            number = int(number)
        if type(number) not in (str, int):
            raise FileError(f"{self.unit} {at}, field {field!r}: {shown(number)} is not the number of a trial")
        text = str(number).strip()
        if len(text) < 9 and text.isdecimal() and int(text) < _BITS:
            again = bool(counts[2] >> int(text) & 1)
            counts[2] |= 1 << int(text)
        else:
            again = (key, text) in self.odd_numbers
            self.odd_numbers.add((key, text))
        if again:
            raise FileError(f"{self.unit} {at}: a second trial {shown(number, _SHORT)} of question {shown(key[0])}")


def _word(value: Any) -> Any:
    """A text or a bool as a word, to see whether a text says the opposite of an outcome."""
    return str(value).lower() if isinstance(value, (str, bool)) else None
