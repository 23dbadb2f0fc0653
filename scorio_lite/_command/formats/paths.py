"""What stands inside the objects and lists of a record, as fields of the record."""

from __future__ import annotations

from ..fields import OUTCOME_KEYS, described, listed, reached, usual_names
from ..grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..book import Book
    from ..fields import Fields

    Items = Iterable[tuple[int, Any]]


def with_paths(items: Items, fields: Fields, book: Book) -> Items:
    """The records, with what is wanted of the objects in them, unless a field has this very name."""
    paths = [name for name in (*fields.questions, *fields.outcomes, *fields.answers) if "." in name]
    inner = [*book.kept, *(fields.runs if fields.must_have_runs else ())]
    for at, item in items:
        if isinstance(item, dict):
            book.fields = book.fields or (listed(item) if inner else [])
            names = usual_names(item)
            found = {path: reached(item, path) for path in paths if path not in names}
            found.update((name, described(item, name)) for name in inner if name not in names)
            item.update({name: one for name, one in found.items() if one is not None or name not in fields.runs})
        yield at, item


def _has_outcome(item: Any) -> bool:
    return isinstance(item, dict) and any(name.strip().lower() in OUTCOME_KEYS for name in item)


def outcome_inside(item: dict[str, Any], fields: Fields) -> str:
    """The path to an outcome in an object of a record; "" if there is none, or if the user names it."""
    inner = ((name, value) for name, value in item.items() if len(fields.outcomes) > 1 and _has_outcome(value))
    return next((f"{name}.{key}" for name, value in inner for key in value if _has_outcome({key: 1})), "")


def trials_field(item: Any, fields: Fields) -> str:
    """The only field of a record without an outcome that holds its trials, as records; "" if there is none."""
    if not isinstance(item, dict) or len(fields.outcomes) < 2 or _has_outcome(item):
        return ""
    lists = [(name, value) for name, value in item.items() if isinstance(value, list) and value]
    names = [name for name, value in lists if all(map(_has_outcome, value))]
    return names[0] if len(names) == 1 else ""


def unfolded(items: Items, first: Any, fields: Fields, unit: str) -> Iterator[tuple[int, Any]]:
    """The records; where they hold their trials as records, a record for each, with the fields of its question."""
    name = trials_field(first, fields)
    for at, item in items:
        if not name:
            yield at, item
            continue
        trials = item.get(name) if isinstance(item, dict) and not _has_outcome(item) else None
        if not isinstance(trials, list) or not trials or not all(map(_has_outcome, trials)):
            raise FileError(f"{unit} {at}, field {shown(name)}: not a list of trials with an outcome each")
        for trial in trials:
            # What a trial is called is not what its question is called.
            own = {key: value for key, value in trial.items() if key.strip().lower() not in fields.questions}
            yield at, {**item, **own, name: None}
