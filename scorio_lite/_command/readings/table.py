"""Take a sample of a file's first records, as columns, from which the roles of the fields are decided."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from operator import ne

from ..fields import CONTEXT_KEYS, by_name, measures, some, usual_name
from ..grading import FileError, hashed, is_missing, shown, typed_as
from ..json_text import canonical
from ..text import TITLE_COLUMNS
from .names import says_setting
from .trial_names import count_up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection, Iterator, Sequence

    Pairs = Iterator[tuple[int, Any]]

MOST_ITEMS = 10_000  # in a sample, of narrow records
_MOST_CHARACTERS = 1 << 24  # of texts in it
_MEASURED = 8  # one record in so many is measured for the length of its texts
_MOST_CELLS = 1 << 17  # records times fields: deciding takes as long for wide records as for narrow ones
_DEEPEST = 3  # levels of objects whose fields are columns
_MOST_FIELDS = 60  # in such an object
_LARGE = 1e18
_SHOWN = 20  # values of a column
_SHORT_LIST = 16  # entries of a list that is compared
_NESTED = {list, dict}
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
# 2024-05-01, 2024-05-01T10:00:00Z, 10:00:00, 20240501_1000; and hashes such as md5 and UUIDs.
_STAMP = re.compile(
    r"\d{4}-\d\d-\d\d([T _]\d[\d:.,+ _-]*[A-Za-z]{0,4})?|\d{1,2}:\d\d(:\d\d.*)?|20\d{6}([T_-]?\d{4,6})?Z?"
)
_HASH = re.compile(r"[0-9a-f]{8,}(-[0-9a-f]{4,})*", re.IGNORECASE)


def taken(items: Pairs) -> tuple[list[tuple[int, Any]], bool]:
    """Return (the first items, whether there may be more). The items are limited in size."""
    found: list[tuple[int, Any]] = []
    characters = 0
    names: set[str] = set()
    for pair in items:
        if isinstance(pair[1], dict):
            if not len(found) % _MEASURED:
                characters += _MEASURED * sum([len(value) for value in pair[1].values() if type(value) is str])
            names.update(pair[1])
        found.append(pair)
        if len(found) == MOST_ITEMS or characters > _MOST_CHARACTERS or len(names) * len(found) > _MOST_CELLS:
            return found, True
    return found, False


class Column:
    """The values of one field in all records of a sample; None where a record lacks the field."""

    def __init__(self, name: str, values: list[Any], types: set[type] | None = None) -> None:
        self.name = name
        self.raw = values
        self.types = types or {*map(type, values)}
        self.values = _keys(values, self.types)
        self.times = Counter(self.values)
        self.empty = self.times.pop(None, 0)
        self.measures = measures(name)
        self._numbers: Any = ()  # until they are asked for
        self._codes: list[int] = []

    def _first(self) -> list[Any]:
        """Return the first few different values, which show of what kind all values are."""
        return list(self.times)[:_SHOWN]

    def some(self) -> str:
        """List the first values of the column, for a message."""
        first = [shown(value, TITLE_COLUMNS) for value in list(self.times)[:2]]
        return ", ".join([*first, "..."]) if len(self.times) > 2 else " and ".join(first)

    def different(self) -> Collection[Any]:
        """Return the values of the column. If all of them are short lists, return each list once."""
        if self.types == {list} and all(text.startswith("[") for text in self.times):
            return dict(zip(self.values, self.raw)).values()
        return self.raw

    @property
    def is_constant(self) -> bool:
        return len(self.times) == 1 and not self.empty

    @property
    def may_be_constant(self) -> bool:
        """Whether all records have one value here that may describe their run: no measurement, list or object."""
        kinds = (list, dict) if says_setting(self.name) else (float, list, dict)
        return self.is_constant and not self.measures and not isinstance(self.raw[0], kinds)

    @property
    def is_unique(self) -> bool:
        """Whether all values differ."""
        return len(self.times) == len(self.values)

    @property
    def numbers(self) -> list[float | None] | None:
        """The values as numbers, with None for missing values; None instead of a list if some are not numbers."""
        if self._numbers == ():
            found: dict[Any, float | None] = {}
            for value in self.times:
                found[value] = _number(value)
                if found[value] is None:
                    break
            self._numbers = None if None in found.values() else list(map(found.get, self.values))
        known: list[float | None] | None = self._numbers
        return known

    @property
    def codes(self) -> list[int]:
        """An integer for each record: equal for equal values, and 0 for a missing value."""
        if not self._codes:
            known = {value: i for i, value in enumerate((None, *self.times))}
            self._codes = list(map(known.__getitem__, self.values))
        return self._codes

    def names_things(self) -> bool:
        """Whether the values may be names: whole numbers, or short texts except times, hashes and fractions."""
        for value in self._first():
            text = str(value)
            if isinstance(value, bool) or len(text) > 60 or text.count(" ") > 2 or _STAMP.fullmatch(text):
                return False
            if isinstance(value, float) or ("." in text and _NUMBER.fullmatch(text)):
                return False
            if _HASH.fullmatch(text) and not text.isdecimal():
                return False
        return bool(self.times)

    def counts(self, groups: Groups) -> bool:
        """Whether the field numbers the records of each question from the same start: 0, 1, 2 or 1, 2, 3."""
        starts = set()
        may_count = groups.several and not self.empty and self.numbers is not None
        for values in groups.within(self) if may_count else ():
            own = sorted(_number(value) or 0.0 for value in values)
            if own != [own[0] + i for i in range(len(own))]:
                return False
            starts.add(own[0])
        return len(starts) == 1 and not starts.isdisjoint((0, 1))

    @property
    def is_label(self) -> bool:
        """Whether the values are consecutive whole numbers from 0 or 1 on, as places and ids are."""
        return bool(self.numbers) and count_up({x for x in self.numbers or () if x is not None})

    def is_text(self) -> bool:
        """Whether the values are texts, not numbers."""
        return all(isinstance(value, str) and not _NUMBER.fullmatch(value) for value in self._first())

    @property
    def is_of_trials(self) -> bool:
        """Whether two trials rarely have equal values: all are long answers, hashes or measured fractions."""
        first = self._first()
        if not self.measures:
            return False
        texts = all(isinstance(x, str) and len(x) > 7 and not _STAMP.fullmatch(x.partition("T")[0]) for x in first)
        return texts or all(isinstance(x, float) and x % 1 for x in first)

    @property
    def may_number(self) -> bool:
        """Whether --trial may take the values as numbers or names of trials."""
        return self.name not in CONTEXT_KEYS and all(type(value) in (int, str) or value is None for value in self.raw)

    def is_clock(self) -> bool:
        """Whether the values are points in time, such as 2024-05-01T10:00:00."""
        return self.is_time() and all(":" in value for value in self._first())

    def is_time(self) -> bool:
        return all(isinstance(value, str) and _STAMP.fullmatch(value.strip()) for value in self._first())


def _keys(values: list[Any], types: set[type]) -> list[Any]:
    """Return the values in a form that can be compared and counted; None for missing ones, and for objects."""
    if types.issubset({bool, int}):
        return list(map(hashed, values))
    if types == {float}:
        return values if not any(map(ne, values, values)) else [None if x != x else x for x in values]
    if types == {str}:
        missing = {text for text in {*values} if is_missing(text)}
        return values if not missing else [None if x in missing else x for x in values]
    if types == {list}:
        return list(map(_key_of_list, values))
    return [None] * len(values) if types == {dict} else list(map(_key, values))


def _key_of_list(value: list[Any]) -> str:
    is_short = len(value) <= _SHORT_LIST and _NESTED.isdisjoint(map(type, value))
    return str(value) if is_short else f"a list of {len(value)}"


def _key(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return None if is_missing(value) else value
    if kind is int:
        return hashed(value)
    if isinstance(value, list):
        return _key_of_list(value)
    return None if isinstance(value, dict) or value != value else value


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        return float(value) if _NUMBER.fullmatch(value.strip()) else None
    if isinstance(value, int) and not isinstance(value, bool):
        return float(max(-_LARGE, min(value, _LARGE)))
    return value if isinstance(value, float) and -_LARGE < value < _LARGE else None


class Sample:
    """The columns of some records, by name. Names are in lower case, without blanks around them."""

    def __init__(self, items: Sequence[dict[str, Any]], ignored: Collection[str] = ()) -> None:
        self.size = len(items)
        self.items = items
        self.columns: dict[str, Column] = {}
        self.spelled: dict[str, str] = {}
        self.inner: set[str] = set()  # the columns of fields inside of objects
        self.ignored: set[str] = set()  # the ignored fields that exist
        for name, values, types, is_inner in _columns(items):
            usual = usual_name(name)
            if usual in self.columns:  # in other spellings
                before = self.columns[usual].raw
                values, types = [old if new is None else new for old, new in zip(before, values)], None
            if usual in ignored:
                self.ignored.add(usual)
            else:
                self.columns[usual] = Column(usual, values, types)
                self.spelled[usual] = name.strip()
                self.inner |= {usual} if is_inner else set()

    def without_copies(self) -> Sample:
        if any(column.is_unique for column in self.columns.values()):
            return self
        return Sample([*{canonical(one): one for one in self.items}.values()])

    def __contains__(self, name: str) -> bool:
        return name in self.columns

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    @property
    def top(self) -> list[str]:
        """The fields that are not inside an inner object."""
        return [name for name in self.columns if name not in self.inner]

    def counted_by(self, name: str, fewest: int = 2) -> list[str]:
        """Return the fields whose values have several records each, which the field `name` counts: 0, 1, 2, ...

        They have at least `fewest` different values.
        """
        column = self[name]
        if not column.is_label or len(column.times) < 3:
            return []
        names = (one for one in self.top if one != name and 2 * len(self[one].times) <= self.size)
        every = ((one, Groups(self, [one])) for one in names if not self[one].empty)
        are_whole = ((one, groups) for one, groups in every if len(groups) == len(groups.several) >= fewest)
        return [one for one, groups in are_whole if column.counts(groups)]

    def lacks(self, role: str, fitting: Sequence[str], usual: Sequence[str], known: set[str], hint: str) -> FileError:
        """Return the error that no field has a role: there are a, b; is it --question a? Skip the fields `known`."""
        there = f"there are {some(self.spelled[key] for key in self.top if key not in known) or 'no other fields'}"
        what = f"no field {'names' if role == 'question' else 'holds'} the {role}: {there}"
        if fitting:
            name = self.spelled[fitting[0]]
            error = FileError(f"{what}; is it --{role} {typed_as(name)}?{hint}")
            return error.leading([f"--{role}={name}"], asks=True)
        return FileError(f"{what}; name it with --{role}, or call it {', '.join(usual[:3])}{hint}")

    def has(self, name: str) -> bool:
        """Whether there is a field of this name with a value in some record."""
        return name in self.columns and bool(self.columns[name].times)


def _columns(
    items: Sequence[dict[str, Any]], prefix: str = "", depth: int = _DEEPEST
) -> Iterator[tuple[str, list[Any], set[type] | None, bool]]:
    """Yield (name, values, types of values, whether it is in an inner object) for each field, also of inner objects."""
    for name, values in _by_field(items):
        types = {*map(type, values)}
        yield prefix + name, values, types, bool(prefix)
        if _NESTED.isdisjoint(types):
            continue
        values = list(map(_as_object, values)) if list in types else values
        inner = [value for value in values if isinstance(value, dict)]
        if inner and depth and max(map(len, inner)) <= _MOST_FIELDS:
            objects = [one if isinstance(one, dict) else {} for one in values]
            yield from _columns(objects, f"{prefix}{name}.", depth - 1)


def _by_field(items: Sequence[dict[str, Any]]) -> Iterator[tuple[str, list[Any]]]:
    """Yield each field with its values in all records; None where a record lacks it."""
    layouts = dict.fromkeys(map(tuple, items))
    if len(layouts) == 1:  # all values in one list are read many times faster
        (names,) = layouts
        flat = list(chain.from_iterable(map(dict.values, items)))
        yield from ((name, flat[j :: len(names)]) for j, name in enumerate(names))
        return
    for name in dict.fromkeys(chain.from_iterable(layouts)):
        yield name, [item.get(name) for item in items]


def _as_object(value: Any) -> Any:
    """Turn a chat into {"0": its first message}, and a list of named scores into {name: score}; keep other values."""
    is_chat = isinstance(value, list) and value and isinstance(value[0], dict) and "role" in value[0]
    return {"0": value[0]} if is_chat else by_name(value)


class Groups:
    """Groups the records of a sample by question. The fields `names` give the question, or the run and the question."""

    def __init__(self, sample: Sample, names: Sequence[str]) -> None:
        self._keys = sample[names[0]].codes if names else list(range(sample.size))
        for name in names[1:]:
            self._keys = _paired(self._keys, sample[name])
        self._size = len({*self._keys})
        self._of: dict[int, list[int]] = {}
        self._several: list[list[int]] | None = None
        self._pairs: dict[str, tuple[int, int]] = {}

    @property
    def of(self) -> dict[int, list[int]]:
        for i, key in enumerate(self._keys if not self._of else ()):
            self._of.setdefault(key, []).append(i)
        return self._of

    @property
    def several(self) -> list[list[int]]:
        """The questions with several records: for each, the list of its records' indices."""
        if self._several is None:
            self._several = [places for places in self.of.values() if len(places) > 1]
        return self._several

    def __len__(self) -> int:
        return self._size

    def within(self, column: Column) -> list[list[Any]]:
        """Return a list for each question with several records: the values of a column in them."""
        values = column.values
        return [[values[i] for i in places] for places in self.several]

    def is_fixed(self, column: Column) -> bool:
        """Whether each question has only one value of the column."""
        pairs, groups = self._counted(column)
        return pairs == groups

    def never_again(self, column: Column) -> bool:
        """Whether no value of the column occurs twice in one question."""
        return self._counted(column)[0] == len(column.values) - column.empty

    def _counted(self, column: Column) -> tuple[int, int]:
        """Return (number of different pairs of question and value, number of questions in these pairs)."""
        if column.is_constant or column.is_unique:
            return max(self._size, len(column.times)), self._size
        if column.name not in self._pairs:
            size, pairs = len(column.times) + 1, {*_paired(self._keys, column)}
            held = {pair for pair in pairs if pair % size} if column.empty else pairs
            self._pairs[column.name] = len(held), len({pair // size for pair in held}) if column.empty else self._size
        return self._pairs[column.name]


def _paired(keys: list[int], column: Column) -> list[int]:
    """Return a number for each record, equal for equal pairs of a key and a value."""
    size = len(column.times) + 1
    return [key * size + code for key, code in zip(keys, column.codes)]
