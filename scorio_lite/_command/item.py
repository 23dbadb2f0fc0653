"""Values of a file with their places. An error for a missing value or a wrong type names the place."""

from __future__ import annotations

from itertools import chain, islice

from .fields import Repeated, some
from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence


_NAMES: dict[type, str] = {dict: "an object", list: "a list"}


class Item:
    """A value of a file, and its place, which errors name: line 3, field 'id'."""

    __slots__ = ("_at", "_name", "value")

    def __init__(self, value: Any, at: Any = "", name: str | None = None) -> None:
        self.value = value
        self._at = at  # a place; or what has one: an Item, or a Question
        self._name = name  # of the field there, if it is one

    @property
    def place(self) -> str:
        at: str = self._at if isinstance(self._at, str) else self._at.place
        return at if self._name is None else f"{at}{', ' if at else ''}field {shown(self._name)}"

    @property
    def name(self) -> str:
        """The name of the field that has the value; "" if it is in no field."""
        return self._name or ""

    def error(self, what: str) -> FileError:
        return FileError(f"{self.place}: {what}" if self.place else what)

    def of(self, value: Any, more: str = "") -> Item:
        """Return an Item with another value and the place of this one, to which `more` is added (", column 2")."""
        return Item(value, self.place + more if more else self)

    def typed(self, kind: type) -> Any:
        if not isinstance(self.value, kind):
            raise self.error(f"not {_NAMES[kind]} but {shown(self.value)}")
        return self.value

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of an object. Refuse other values."""
        found: dict[str, Any] = self.typed(dict)
        return found

    def get(self, name: str) -> Item:
        """Return a field of an object, with the value None if the field is missing."""
        fields = self.value
        if type(fields) is not dict:
            fields = self.fields
            if type(fields) is Repeated and name in fields.names:
                raise self.error(f"the field {shown(name)} occurs twice; rename or remove one")
        return Item(fields.get(name), self, name)

    def __getitem__(self, name: str) -> Item:
        """Return a field of an object. Refuse an object without this field."""
        found = self.get(name)
        if found.value is None and name not in self.value:
            raise self.error(f"field {shown(name)} is missing")
        return found

    def each(self, word: str) -> list[Item]:
        """Return an Item for each entry of a list. With the word "sample", their places are sample 1, sample 2, ..."""
        return [Item(value, f"{word} {i}") for i, value in enumerate(self.typed(list), 1)]

    def named(self, word: str) -> list[tuple[str, Item]]:
        """Return (name, item) for each field of an object. Refuse names that occur twice.

        The place of each item, for errors, is `word` and its name: task 'math'.
        """
        fields = self.fields
        if type(fields) is Repeated:
            raise self.error(f"the field {shown(min(fields.names))} occurs twice; rename or remove one")
        return [(name, Item(value, f"{word} {shown(name)}")) for name, value in fields.items()]

    def only(self, wanted: str | None) -> str:
        """Return the field that --metric names (`wanted`) or, without --metric, the only field."""
        return self.pick([name for name, _ in self.named("")], wanted, "metric")

    def pick(self, names: Sequence[str], wanted: str | None, option: str) -> str:
        """Return `wanted`, the value of --`option`, if it is in `names`; without it, the only name. Else refuse."""
        if wanted is not None and wanted not in names:
            raise self.error(f"no {option} {shown(wanted)}; there are {some(names) or 'none'}")
        if wanted is None and len(names) != 1:
            what = f"it has the {option}s {some(names)}; use --{option}" if names else f"no {option} is found"
            raise self.error(what).choosing(option, names)
        return names[0] if wanted is None else wanted

    def inside(self, *names: str) -> Any:
        """Return the value at the end of this path of names; None if the path leads nowhere."""
        value = self.value
        for name in names:
            value = value.get(name) if isinstance(value, dict) else None
        return value


class Items:
    """The successive values of a file. Errors call their places by `unit` and number: line 3, or record 3."""

    def __init__(self, unit: str, pairs: Iterable[tuple[Any, Any]]) -> None:
        self.unit = unit
        self.pairs = iter(pairs)

    def __iter__(self) -> Iterator[Item]:
        return (Item(value, f"{self.unit} {at}") for at, value in self.pairs)

    def peek(self) -> Any:
        """Return the first value, which stays the next to be read; None if there is none."""
        first = list(islice(self.pairs, 1))
        self.pairs = chain(first, self.pairs)
        return first[0][1] if first else None
