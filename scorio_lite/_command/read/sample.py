"""A Sample of records: its Fields with their values, and groups of records. Roles says which field has which role."""

from __future__ import annotations

import re
from collections import Counter, namedtuple  # loading typing takes 3 ms
from copy import copy
from functools import cached_property
from itertools import chain, islice

from ..text import shown
from .names import ONES, ZEROS, first_usual, has_word, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Iterator, Sequence

_EXACT = re.compile(r"([01])(?:\.0*)?(?:e[+-]?0+)?")  # numpy.savetxt writes 1.000000000000000000e+00
_DEPTH = 3  # of inner objects whose fields are those of the record
_FIELDS = 400  # of a sample, at most
_LONG = 40  # characters of a long text
_EXAMPLE = 40  # columns of an example


def flat(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with fields a.b in place of inner objects: {"a.b": 1} for {"a": {"b": 1}}. Lists stay.

    If the record also has a field a.b, that field counts.
    """
    if not any(type(value) is dict for value in record.values()):
        return record
    ends = dict(_ends(record, "", _DEPTH))
    ends.update((name, value) for name, value in record.items() if "." in name and name in ends)
    return ends


def _ends(record: dict[str, Any], path: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in record.items():
        if isinstance(value, dict) and depth:
            yield from _ends(value, f"{path}{name}.", depth - 1)
        else:
            yield f"{path}{name}", value


def outcome_of(value: Any) -> int | None:
    """Return 1 or 0 for True, False, 1, 0, texts that spell 1 or 0, and words such as "pass" and "fail"; else None."""
    if isinstance(value, str):
        text = value.strip().lower()
        exact = _EXACT.fullmatch(text)
        return int(exact[1]) if exact else 1 if text in ONES else 0 if text in ZEROS else None
    return int(value) if isinstance(value, (int, float)) and value in (0, 1) else None


def number_of(value: Any) -> float | None:
    """Return the number that a value is, or that a text spells; None for others, also booleans and huge integers."""
    if isinstance(value, str) and len(value) < 40:
        try:
            number = float(value)
        except ValueError:
            return None
        is_near = number in (0, 1) and len(value) > 16 and outcome_of(value) is None
        return number if abs(number) < float("inf") and not is_near else None
    if isinstance(value, float) or (type(value) is int and value.bit_length() < 80):
        return value
    return None


def whole(value: Any) -> int | None:
    """Return the whole number that a value is, or that a text spells; None for other values."""
    number = number_of(value)
    return None if number is None or number != number // 1 else int(number)


def counts_up(numbers: Iterable[Any]) -> bool:
    """Whether the numbers are 0, 1, 2, ... or 1, 2, 3, ... without a gap, in any order, also repeated."""
    own = {*numbers}
    return own in ({*range(len(own))}, {*range(1, len(own) + 1)})


def key_of(value: Any) -> Hashable:
    """Return the text by which a value is compared: "1" for 1, 1.0 and " 1", "True" for True. None stays None."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value if value is None else str(value)


def text_of(value: Any) -> str:
    """Return the text by which --where compares a value: 1 for 1.0 and " 1", null for None, true for True."""
    text = "null" if value is None else str(key_of(value))
    return text.lower() if isinstance(value, bool) else text


class Field:
    """A field of the records of a sample. `values` has its value in each record, or None if the record lacks the field.

    keys      the text by which each value is compared; None for a missing value, a list or an object
    codes     0 or 1 for each value that is an outcome; else None
    there     the values that are not missing
    distinct  the different keys, in the order in which they occur
    """

    def __init__(self, name: str, values: list[Any]) -> None:
        self.name, self.values = name, values
        self.there = [value for value in values if not is_missing(value)]
        singles = [None if isinstance(value, (list, dict)) or is_missing(value) else value for value in values]
        self.keys = list(map(key_of, singles))
        self.distinct = {key: None for key in self.keys if key is not None}
        self.is_set = len(self.there) == len(values)
        self.is_plain = 0 < len(self.there) == len(values) - singles.count(None)
        self.is_list = bool(self.there) and all(isinstance(value, list) for value in self.there)
        self.varies = len(self.distinct) > 1

    @cached_property
    def codes(self) -> list[int | None]:
        return list(map(outcome_of, self.values))

    @cached_property
    def numbers(self) -> list[float] | None:
        """The values that are not missing, as numbers. None if one is no number, or if there are none."""
        numbers = [number_of(value) for value in self.there] if self.is_plain else [None]
        return None if None in numbers else numbers  # type: ignore[return-value]

    @cached_property
    def is_flag(self) -> bool:
        """Whether all values but missing ones are outcomes, 0 or 1, by `outcome_of`; false if all are missing."""
        return self.is_plain and len(self.codes) - self.codes.count(None) == len(self.there)

    @property
    def is_real(self) -> bool:
        """Whether all values but missing ones are numbers in [0, 1]; false if all are missing."""
        return self.numbers is not None and min(self.numbers) >= 0 and max(self.numbers) <= 1

    @property
    def is_whole(self) -> bool:
        return self.numbers is not None and all(number == number // 1 for number in self.numbers)

    @property
    def is_text(self) -> bool:
        """Whether the values are texts of more than 40 characters on average."""
        return sum(len(value) for value in self.there if isinstance(value, str)) > _LONG * len(self.there)

    @cached_property
    def entries(self) -> Field:
        """A Field whose values are the entries of this field's lists, up to a limit."""
        entries = chain.from_iterable(value for value in self.there if isinstance(value, list))
        return Field(self.name, list(islice(entries, 4 * len(self.values) + 100)))

    @cached_property
    def about(self) -> tuple[str, str]:
        """("lists" or how many different values there are, an example of a value), as texts for readers."""
        values = "lists" if self.is_list else f"{len(self.distinct):,} values"
        return values, shown(self.there[0], _EXAMPLE) if self.there else ""

    def says(self, known: frozenset[str]) -> bool:
        """Whether one of the `known` words is in the name, after its last point."""
        return has_word(self.name, known)

    def varies_in(self, groups: Iterable[Sequence[int]]) -> bool:
        """Whether the field has different values in one of these groups of indices of records."""
        return any(len({self.keys[i] for i in group} - {None}) > 1 for group in groups)


class Sample:
    def __init__(self, records: Iterable[dict[str, Any]]) -> None:
        self.records = [*records]
        names: dict[str, None] = {}
        for record in self.records:
            if not names.keys() >= record.keys():
                names.update(dict.fromkeys(islice(record, _FIELDS)))
        self.names = self.every = list(islice(names, _FIELDS))
        self._fields: dict[str, Field] = {}
        self.is_part = False  # whether the sample has only some of the records
        self.files: list[Any] = []  # the file of each record, if there are several
        self.around: frozenset[str] = frozenset()  # the fields of the objects around the records
        self.places: list[str] = []  # where each record stands, for errors

    def __len__(self) -> int:
        return len(self.records)

    def without(self, ignored: Sequence[str] | None) -> Sample:
        """Return a copy whose `names` lack the fields in `ignored`; its `every` keeps them."""
        view = copy(self)
        view.names = [name for name in self.every if name not in (ignored or ())]
        return view

    def field(self, name: str) -> Field:
        if name not in self._fields:
            self._fields[name] = Field(name, [record.get(name) for record in self.records])
        return self._fields[name]

    def usual(self, usual: tuple[str, ...], taken: Sequence[str] = ()) -> list[Field]:
        """Return the Fields with names in `usual`, in the order of `usual`. Leave out the names in `taken`."""
        return [self.field(name) for name in first_usual(self.names, usual) if name not in taken]

    def groups(self, names: Sequence[str]) -> dict[Hashable, list[int]]:
        """Return {(keys in these fields and, if known, the file): [index, ...]} of records where no key is missing.

        If the sample lacks records, leave out groups below the most frequent size above 1: they may be incomplete.
        """
        columns: list[Sequence[Any]] = [self.field(name).keys for name in names if name]
        if self.files:
            columns.append(self.files)
        groups: dict[Hashable, list[int]] = {}
        for i, key in enumerate(zip(*columns)):
            if None not in key:
                groups.setdefault(key, []).append(i)
        sizes = Counter(len(group) for group in groups.values() if self.is_part and len(group) > 1)
        usual = max(sizes, key=lambda size: sizes[size], default=0)
        return {key: group for key, group in groups.items() if len(group) >= usual}


class Roles(
    namedtuple(
        "Roles",
        "shape question outcome trial run task answer broken scores model text",
        defaults=("one", (), (), "", "", "", "", (), None, "", ""),
    )
):
    """The field of each role, by its name; "" for none. Some roles have several fields, or are no fields:

    shape     how a record holds trials: "one" trial; one trial that succeeds if two fields are "equal"; a "list" of
              outcomes; a field for each of the "trials" or "runs"; or the "counts" of trials and successes
    question  the fields that together name the question
    outcome   the fields of the outcome. If the shape is "one", a record uses the first that it has
    broken    the fields that say why a trial has no outcome
    scores    (0, 1) if outcomes are fractions, in a field such as "reward", and no option grades them; else None
    model     the field that names the model, the same in all records
    text      the field with the question's text, if another field names the question
    """

    __slots__ = ()

    @property
    def is_single(self) -> bool:
        """Whether a record holds one trial."""
        return self.shape in ("one", "equal")

    @property
    def fields(self) -> list[str]:
        """The names of all fields that have a role other than `text`."""
        single = (self.trial, self.run, self.task, self.answer, self.model)
        return [name for name in (*self.question, *self.outcome, *self.broken, *single) if name]
