"""Records in other forms: rows of JSON below a row of names, and texts that spell objects in JSON."""

from __future__ import annotations

import json
from itertools import chain, islice

from ..fields import has_outcome, usual_name
from ..grading import FileError, shown
from ..item import Items
from .header import names_of_rows
from .names import last_words, says_measuring
from .usual import OUTCOME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence

    from ..settings import Settings

_OF_TRIALS = OUTCOME | {"results", "scores", "metrics", "eval", "evaluation", "grading"}  # words in the names of fields
_FIRST = 20  # rows that show whether the first holds names


def object_in(cell: str) -> Any:
    """Return the object that a cell spells as JSON; any other cell as it is."""
    try:
        found = json.loads(cell) if cell[:1] == "{" else None
    except (ValueError, RecursionError):
        found = None
    return found if isinstance(found, dict) else cell


def fields_of_objects(item: Any) -> list[str]:
    """Return the fields of a record whose texts spell objects in JSON that hold an outcome."""
    fields = item.items() if isinstance(item, dict) else ()
    return [name for name, value in fields if isinstance(value, str) and has_outcome(object_in(value))]


def is_of_trial(field: str, outcome: str | None) -> bool:
    """Whether the objects in a field's texts are about the trial, by its name or as --outcome names a field in it.

    An object that a model writes into its answer, or that stands in a question, says nothing of the trial.
    """
    is_named = usual_name(outcome or "").startswith(f"{usual_name(field)}.")
    return is_named or says_measuring(field) or not _OF_TRIALS.isdisjoint(last_words(field))


def with_objects(pairs: Iterable[tuple[Any, Any]], names: Sequence[str]) -> Iterator[tuple[Any, Any]]:
    """Yield the records, with objects in place of the texts that spell them in the fields `names`."""
    for at, item in pairs:
        own = [name for name in names if isinstance(item, dict) and isinstance(item.get(name), str)]
        yield at, {**item, **{name: object_in(item[name]) for name in own}} if own else item


def with_names(items: Items, settings: Settings) -> Items:
    """Return the records in rows of JSON below a row of names; without such a row, return the items as they are."""
    if not isinstance(items.peek(), list):
        return items
    first = list(islice(items.pairs, _FIRST))
    names = names_of_rows([row for _, row in first], settings)
    pairs = chain(first[bool(names) :], items.pairs)
    return Items(items.unit, (_named(names, pair, items.unit) for pair in pairs) if names else pairs)


def _named(names: list[str], pair: tuple[Any, Any], unit: str) -> tuple[Any, dict[str, Any]]:
    at, row = pair
    if not isinstance(row, list) or len(row) != len(names):
        raise FileError(f"{unit} {at}: {shown(row)} has no value for each name in the first row")
    return at, dict(zip(names, row))
