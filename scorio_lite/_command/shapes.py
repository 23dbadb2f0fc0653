"""Parts of parsed JSON, of the type that is wanted, or refused with their place."""

from __future__ import annotations

from .grading import FileError, shown
from .records import Repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAMES: dict[type, str] = {dict: "an object", list: "a list"}


def field(item: Any, name: str, place: str) -> Any:
    """A field of a record that must have it."""
    fields = typed(item, dict, place)
    if type(fields) is Repeated and name in fields.names:
        raise FileError(f"{place}: the field {shown(name)} stands there twice; rename or remove one")
    if name not in fields:
        raise FileError(f"{place}: field {shown(name)} is missing")
    return fields[name]


def typed(value: Any, kind: type, place: str) -> Any:
    if not isinstance(value, kind):
        raise FileError(f"{place}: not {_NAMES[kind]} but {shown(value)}")
    return value


def part(item: Any, name: str, kind: type, place: str) -> Any:
    """A field that must hold an object or a list."""
    return typed(field(item, name, place), kind, f"{place}, field {shown(name)}" if place else f"field {shown(name)}")
