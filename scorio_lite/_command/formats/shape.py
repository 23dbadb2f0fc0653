"""The fields of a record that matter, and what is said where they are not there."""

from __future__ import annotations

from ..fields import Fields, Repeated, usual_names
from ..grading import FileError, shown, typed_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .beside import Beside

_NAMED = 5  # fields that a message lists


class Shape:
    """The fields that matter, for all records with the same list of field names."""

    def __init__(self, item: dict[str, Any], wanted: Fields, place: str) -> None:
        self.fields: dict[str, str] = {}  # by their usual names
        self.repeated = usual_names(item.names) if type(item) is Repeated else set()
        for name in item:
            usual = name.strip().lower()
            if usual in self.fields:
                self.repeated.add(usual)
            self.fields[usual] = name
        for usual in self.repeated & wanted.known:
            raise FileError(f"{place}: the field {shown(self.fields[usual])} occurs twice; rename or remove one")
        self.outcomes = {key: self.fields[key] for key in wanted.outcomes if key in self.fields}
        self.inner = ""  # where no field is an outcome, the path of one
        if not self.outcomes:
            from .paths import outcome_inside

            self.inner = outcome_inside(item, wanted)
        self.errors = [self.fields[key] for key in wanted.errors if key in self.fields]
        self.text: str | None = None  # the field that says what the question is
        self.label = ""  # the field that names the question
        self.place = ""  # of the name, in the place of a record
        self.key: Callable[[dict[str, Any]], tuple[Any, ...]] | None = None  # reads the reader's keys, if several
        self.number: str | None = None  # the field with the number of the trial
        self.repeats: list[str] = []  # fields that may number it, where none surely does
        self.plain: str | None = None  # the field that holds the outcome, once it is known
        self.others: list[str] = []  # the other fields that could hold it
        self.beside: Beside | None = None  # the fields that may hold trials
        self.is_watched = True  # whether a record may be odd, or its trial broken
        self.answer = ""  # the field that holds the answer, if it is asked for

    def watch(self, is_lone: bool) -> None:
        """Set whether each record is looked at, once the fields are known; is_lone: all are of one question so far."""
        self.is_watched = bool(is_lone or self.beside or self.errors or self.repeats)

    def listed(self) -> str:
        """Some fields, for a message."""
        names = list(self.fields.values())
        return ", ".join(shown(name) for name in names[:_NAMED]) + ", ..." * (len(names) > _NAMED)

    def advice(self, role: str, usual: tuple[str, ...]) -> str:
        """How to name a field that is not there."""
        if len(usual) == 1:
            return f"{shown(usual[0])} is not among {self.listed()}"
        if role == "outcome" and self.inner:
            return f"there are {self.listed()}; is it --outcome {typed_as(self.inner)}?"
        return f"there are {self.listed()}; name it with --{role}, or call it {', '.join(usual[:3])}"
