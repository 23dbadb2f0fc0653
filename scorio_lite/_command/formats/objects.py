"""A JSON object that no harness wrote: a record, or an object that holds the trials in one of its fields."""

from __future__ import annotations

from ..fields import Fields, Repeated, counts_among, reached, usual_names
from ..grading import FileError, count, is_missing, shown, spelled, typed_as
from .beside import LISTS
from .paths import trials_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from ..grading import Grader
    from ..settings import Settings

    # A list of records or rows, or an object of lists.
    Found = Union[list[Any], dict[str, Any]]

_SPLIT = {"columns", "index", "data"}  # of pandas, by its to_json(orient="split")
_LISTED = 3  # fields that a message lists
_DEEPEST = 3  # objects in an object that are searched for trials
# What holds the questions or the trials of a run, whatever is in it.
_PAYLOADS = {"data", "results", "details", "items", "records", "questions", "problems", "tasks", "instances",
             "examples", "samples", "rows", "runs", "trials", "attempts", "rollouts"}  # fmt: skip


def trials_in(value: dict[str, Any], settings: Settings, grader: Grader) -> Found | None:
    """The trials that an object holds; None if it is a record itself."""
    if settings.list:
        return _chosen(value, settings.list, Fields.chosen(settings))
    fields = Fields.chosen(settings)
    names = usual_names(value)
    question = bool(names.intersection(fields.questions)) or any(
        reached(value, name) is not None for name in fields.questions if "." in name
    )
    if type(value) is Repeated:
        name = min(value.names)
        if not question or isinstance(value[name], list):
            raise FileError(f"the field {shown(name)} occurs twice; rename or remove one")
    outcome = bool(names.intersection(fields.outcomes)) or any(
        reached(value, name) is not None for name in fields.outcomes if "." in name
    )
    counted = (fields.counts or counts_among(names)) is not None
    if value.keys() == _SPLIT or (question and (outcome or counted)):
        table = _columns(value)
        if table is not None:
            return table
    kinds = {name: kind for name, kind in ((name, _kind(one, fields, grader)) for name, one in value.items()) if kind}
    tables = [name for name, kind in kinds.items() if kind != "row"]
    rows = [name for name, kind in kinds.items() if kind == "row"]
    if question and (outcome or counted):
        return _beside_a_record(value, kinds, tables, fields, grader)
    if len(tables) > 1 or (tables and rows):
        ways = " or ".join(f"--list {typed_as(name)}" for name in (tables + rows)[:_LISTED])
        raise FileError(f"which of its fields holds the trials? Use {ways}")
    if tables:
        found: Found = value[tables[0]]
        return _named_lists(found, fields, f"{tables[0]}.") if isinstance(found, dict) else found
    return _rows(value, rows, fields) if rows else None


def _chosen(value: Any, path: str, fields: Fields) -> Found:
    found = reached(value, path)
    if not found or not isinstance(found, (list, dict)):
        what = "nothing is there" if found is None else shown(found)
        raise FileError(f"--list {typed_as(path)}: {what}, and no list")
    return _named_lists(found, fields, f"{path}.") if isinstance(found, dict) else found


def _kind(value: Any, fields: Fields, grader: Grader) -> str:
    """What a field holds: full records, or records without a question, a matrix, lists by names, a row, or "" ."""
    if isinstance(value, dict):
        return "lists" if value and all(_is_row(one, grader) for one in value.values()) else ""
    if not isinstance(value, list) or not value:
        return ""
    if all(isinstance(one, dict) for one in value):
        return _kind_of_records(value, fields)
    if all(isinstance(one, list) for one in value):
        return "matrix" if any(_is_row(one, grader) for one in value) else ""
    return "row" if _is_row(value, grader) else ""


def _is_row(value: Any, grader: Grader) -> bool:
    """Whether it is a list of outcomes, some of which may be missing."""
    if not isinstance(value, list):
        return False
    known = [grader.outcome(one) is not None or spelled(one) is not None for one in value]
    return any(known) and all(ok or is_missing(one) for ok, one in zip(known, value))


def _kind_of_records(items: list[dict[str, Any]], fields: Fields) -> str:
    outcomes, questions = (
        any(_has(item, names) for item in items) for names in (fields.outcomes, (*fields.questions, "sample_id"))
    )
    counted = fields.counts or any(counts_among(usual_names(item)) for item in items)
    if not outcomes and not counted and not any(trials_field(item, fields) for item in items):
        return ""
    return "records" if questions else "trials"


def _has(item: dict[str, Any], names: tuple[str, ...]) -> bool:
    usual = usual_names(item)
    return any(name in usual or ("." in name and reached(item, name) is not None) for name in names)


def _beside_a_record(
    value: dict[str, Any], kinds: dict[str, str], tables: list[str], fields: Fields, grader: Grader
) -> Found | None:
    """A record with tables in it. Full records are what the others sum up; the rest could be either."""
    others = [name for name in value if name.strip().lower() not in fields.known]
    tables = [name for name in tables if name in others] or [
        path for path in (_payload(name, value[name], fields, grader) for name in others) if path
    ]
    if not tables:
        return None
    if len(tables) == 1 and kinds.get(tables[0]) == "records":
        found: Found = value[tables[0]]
        return found
    name = tables[0]
    raise FileError(
        f"is it one record, or does {shown(name)} hold the trials? Use --list {typed_as(name)}, or "
        "--format records"
    )


def _payload(path: str, value: Any, fields: Fields, grader: Grader, depth: int = _DEEPEST) -> str:
    """The path of what may hold the trials; "" if nothing does."""
    name = path.rpartition(".")[2].strip().lower()
    if isinstance(value, list):
        is_list = name in _PAYLOADS and value and all(isinstance(one, dict) for one in value)
        return path if is_list or _kind(value, fields, grader) not in ("", "row") else ""
    if _kind(value, fields, grader):
        return path
    inner = value.items() if isinstance(value, dict) and depth else ()
    found = (_payload(f"{path}.{key}", one, fields, grader, depth - 1) for key, one in inner)
    return next((path for path in found if path), "")


def _columns(value: dict[str, Any]) -> list[Any] | None:
    """The records of an object that has a list for each of their fields, or of a table of pandas's to_json().

    By default that has an object for each field, all with the same index; with orient="split", lists of rows."""
    columns = [list(one.values()) if isinstance(one, dict) else one for one in value.values()]
    indices = [list(one) if isinstance(one, dict) else None for one in value.values()]
    if not all(isinstance(one, list) for one in columns) or any(index != indices[0] for index in indices):
        return None
    names = list(value)
    if value.keys() == _SPLIT:
        names, rows = value["columns"], value["data"]
        if not all(isinstance(row, list) and len(row) == len(names) for row in rows):
            return None
        return [dict(zip(map(str, names), row)) for row in rows]
    sizes = dict(zip(names, map(len, columns)))
    if len(set(sizes.values())) > 1:
        short, long = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
        raise FileError(f"{shown(short)} has {sizes[short]} values, and {shown(long)} has {sizes[long]}")
    return [dict(zip(names, cells)) for cells in zip(*columns)]


def _rows(value: dict[str, Any], rows: list[str], fields: Fields) -> Found:
    """An object of lists, each the trials of a question, and nothing else."""
    lists = _named_lists({name: value[name] for name in rows}, fields)
    if len(rows) == len(value):
        return lists
    other = next(name for name in value if name not in rows)
    if len(rows) == 1 and not any(isinstance(one, (list, dict)) for name, one in value.items() if name != rows[0]):
        raise _nameless(rows[0], value[rows[0]])
    raise FileError(
        f"{shown(rows[0])} is a list of outcomes, and {shown(other)} is {shown(value[other])}; "
        "put the lists of the questions into one object, without other fields"
    )


def _named_lists(lists: dict[str, Any], fields: Fields, path: str = "") -> dict[str, Any]:
    """An object of lists, if their names are those of questions, and not what a list of outcomes is called."""
    for name, one in lists.items():
        if name.strip().lower() in fields.known | _PAYLOADS | LISTS and isinstance(one, list):
            raise _nameless(f"{path}{name}", one)
    return lists


def _nameless(path: str, outcomes: list[Any]) -> FileError:
    """One list of outcomes, which may be trials or questions."""
    return FileError(
        f"{shown(path)} is a list, and no field names the questions; for {count(len(outcomes), 'trial')} of one "
        f"question, use --list {typed_as(path)}; for {count(len(outcomes), 'question')}, also --transpose; or name the "
        'questions: {"q1": [0, 1], ...}'
    )
