"""Find the trials in a JSON object that no harness wrote: decided from the whole object, before any is read.

Fields beside the trials are refused if they may hold other trials.
"""

from __future__ import annotations

import re

from ..fields import LISTS, OUTCOME_KEYS, QUESTION_KEYS, Repeated, has_outcome, reached, some, usual_names, words
from ..grading import FileError, Grader, count, is_missing, shown, typed_as
from ..settings import Settings, usual
from .trial_names import is_named_as_trial, is_surely_trial, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Union

    Found = Union[List[Any], Dict[str, Any]]  # of records or rows, or an object of rows

_SPLIT = {"columns", "data"}  # of pandas, by its to_json(orient="split"), and of wandb
_DEEPEST = 3  # objects in an object that are searched
_LACKING = {"failed", "fail", "failures", "failure", "error", "errors", "skipped", "missing", "pending", "incomplete",
            "excluded", "unfinished", "invalid", "dropped", "timeouts", "timeout", "crashed"}  # fmt: skip
_NAMES = {"data", "results", "details", "items", "records", "questions", "problems", "tasks", "instances", "examples",
          "rows", *LISTS}  # fmt: skip
_ITEMS = {"item", "question", "problem", "task", "example", "sample", "case", "idx", "index", "row", "no", "nr",
          "number"}  # fmt: skip


class Outline:
    """The contents of an object, as far as options do not tell."""

    def __init__(self, settings: Settings, grader: Grader) -> None:
        self._grader = grader
        self._is_matrix = settings.format == "matrix"
        named = settings.outcome or ",".join(settings.counts or ())
        self._outcomes = {*usual(named.replace("==", ","))} or {*OUTCOME_KEYS}
        self._questions = {*usual(settings.question)} or {*QUESTION_KEYS, "sample_id"}

    def trials(self, value: dict[str, Any], path: str = "") -> Found | None:
        """The trials that an object holds; None if it is a record itself."""
        if type(value) is Repeated and not (
            self._is_record(value) and not any(isinstance(value[name], list) for name in value.names)
        ):
            raise FileError(f"the field {shown(min(value.names))} occurs twice; rename or remove one")
        table = self._table(value)
        if table is not None:
            return table
        if self._is_record(value):
            return self._beside(value)
        found = self._by_name(value, path)
        if found is not None:
            return found
        kinds = {name: self.kind(one) for name, one in value.items()}
        held = [name for name, kind in kinds.items() if kind in ("records", "rows", "matrix", "lists", "by name")]
        rows = [name for name, kind in kinds.items() if kind == "row"]
        if len(held) > 1 or (held and rows):
            ways = " or ".join(f"--list {typed_as(path + name)}" for name in (held + rows)[:3])
            raise FileError(f"which of its fields holds the trials? Use {ways}")
        if held:
            self._check_left(value, held[0], path)
            return self.inside(value[held[0]], f"{path}{held[0]}")
        if rows:
            return self._rows(value, rows, path)
        return None

    def inside(self, value: Any, path: str) -> Found:
        """The trials in a field that holds them."""
        if isinstance(value, dict):
            found = self.trials(value, f"{path}.") if not all(self._is_row(one) for one in value.values()) else None
            return found if found is not None else self._rows(value, list(value), f"{path}.")
        return list(value)

    def kind(self, value: Any) -> str:
        """The contents of a field: records, objects without an outcome, rows of outcomes, one row, and others."""
        if isinstance(value, dict):
            if value and all(self._is_row(one) for one in value.values()):
                return "rows"
            return "by name" if self._by_name(value, "", quiet=True) is not None else ""
        if not isinstance(value, list) or not value:
            return ""
        if all(isinstance(one, dict) for one in value):
            return "records" if any(map(self._has_outcome, value)) else "objects"
        if all(isinstance(one, list) for one in value):
            return "matrix" if any(map(self._is_row, value)) else "lists"
        return "row" if self._is_row(value) else "values"

    def _has_outcome(self, item: Any) -> bool:
        """Whether an object has an outcome, or counts, or trials that have one."""
        names = usual_names(item)
        counts = (name for name in names if name.startswith(("num_", "n_")) and name.endswith(("correct", "passed")))
        if _has(item, self._outcomes) or {"n", "c"} <= names or any(counts):
            return True
        return any(isinstance(one, list) and one and all(map(has_outcome, one)) for one in item.values())

    def _names_question(self, item: Any) -> bool:
        return _has(item, self._questions)

    def _is_record(self, value: dict[str, Any]) -> bool:
        return self._names_question(value) and self._has_outcome(value)

    def _is_row(self, value: Any) -> bool:
        """Whether it is a list of outcomes, some of them perhaps missing."""
        if not isinstance(value, list):
            return False
        known = [self._grader.may_read(one) for one in value]
        return any(known) and all(ok or is_missing(one) for ok, one in zip(known, value))

    def _table(self, value: dict[str, Any]) -> list[Any] | None:
        """The records of an object with a list for each field, or of a table of pandas's to_json()."""
        lists = {name for name, one in value.items() if isinstance(one, list)}
        if lists >= _SPLIT and lists <= {*_SPLIT, "index"}:
            return _split_table(value)
        if usual_names(value).isdisjoint(self._questions):
            return None
        columns = [list(one.values()) if isinstance(one, dict) else one for one in value.values()]
        indices = [list(one) if isinstance(one, dict) else None for one in value.values()]
        if not all(isinstance(one, list) for one in columns) or any(index != indices[0] for index in indices):
            return None
        sizes = dict(zip(value, map(len, columns)))
        _check_sizes(sizes)
        return [dict(zip(value, cells)) for cells in zip(*columns)]

    def _by_name(self, value: dict[str, Any], path: str, quiet: bool = False) -> Found | None:
        """Questions by name: each a record, a list of records, an outcome, or an object of numbered outcomes."""
        inner = list(value.values())
        if not inner or not usual_names(value).isdisjoint(self._outcomes | _NAMES):
            return None
        if all(isinstance(one, dict) for one in inner):
            return self._by_two_names(value, path, quiet)
        if all(isinstance(one, list) and one and all(isinstance(x, dict) for x in one) for one in inner):
            if all(self._has_outcome(x) and not self._names_question(x) for one in inner for x in one):
                self._check_keys(value, quiet)
                return [{"key": name, **x} for name, one in value.items() for x in one]
            return None
        if not path and not quiet and len(inner) > 1 and all(type(one) is bool or is_missing(one) for one in inner):
            return {name: [one] for name, one in value.items()}
        return None

    def _by_two_names(self, value: dict[str, Any], path: str, quiet: bool) -> Found | None:
        averages = {"acc", "accuracy"}
        if all(self._has_outcome(one) and averages.isdisjoint(one) for one in value.values()):
            if all(map(self._names_question, value.values())):
                return list(value.values())
            self._check_keys(value, quiet)
            return [{"key": name, **one} for name, one in value.items()]
        may_read = self._grader.may_read
        if not all(one and all(may_read(x) or is_missing(x) for x in one.values()) for one in value.values()):
            return None
        names = dict.fromkeys(key for one in value.values() for key in one)
        if _may_be_trials(list(value), names):
            return {name: [one.get(name) for one in value.values()] for name in names}
        if _may_be_trials(list(names), value):
            return {name: list(one.values()) for name, one in value.items()}
        if quiet:
            return None
        if len(value) > len(names) and not all(map(is_named_as_trial, names)):
            return [{"key": name, **one} for name, one in value.items()]  # a table; `decide` asks about its columns
        raise FileError(
            f"objects {some(value, 2)} hold outcomes of {some(names, 2)}: if each is a run, read one "
            f"with {' or '.join(f'--list {typed_as(path + name)}' for name in list(value)[:2])}; if these are trials, "
            "call them trial_0, trial_1, ..."
        )

    def _check_keys(self, value: dict[str, Any], quiet: bool) -> None:
        """Refuse questions named like trials."""
        if all(map(is_named_as_trial, value)) and not quiet:
            raise FileError(f"the objects {some(value, 2)} look like trials; make each a record with trial and task_id")

    def _beside(self, value: dict[str, Any]) -> Found | None:
        """The full records in a record, which its other fields sum up; None if it has none. Refuse other lists."""
        held = [path for path in (self._payload(name, one) for name, one in value.items()) if path]
        if not held:
            return None
        name = held[0]
        found = reached(value, name)
        are_records = isinstance(found, list) and all(isinstance(one, dict) and self._is_record(one) for one in found)
        if are_records and len(held) == 1 and "." not in name:
            return list(found)
        raise FileError(
            f"is it one record, or does {shown(name)} hold the trials? Use --list {typed_as(name)}, or --format records"
        )

    def _payload(self, path: str, value: Any, depth: int = _DEEPEST) -> str:
        """The path of a field that may hold trials; "" if none may."""
        name = path.rpartition(".")[2].strip().lower()
        kind = self.kind(value)
        if isinstance(value, list):
            is_list = name in _NAMES and kind in ("objects", "records")
            return path if is_list or kind in ("matrix",) else ""
        if kind:
            return path
        inner = value.items() if isinstance(value, dict) and depth else ()
        found = (self._payload(f"{path}.{key}", one, depth - 1) for key, one in inner)
        return next((path for path in found if path), "")

    def _check_left(self, value: dict[str, Any], held: str, path: str) -> None:
        """Refuse fields beside the trials that may be about other trials."""
        way = f"use --list {typed_as(path + held)} if the file has all that counts there"
        for name, one in value.items():
            kind = self.kind(one)
            if name == held or not kind:
                continue
            lacking = not _LACKING.isdisjoint(words(name))
            if kind == "lists" or (lacking and kind in ("objects", "values")):
                raise FileError(f"{shown(name)} beside {shown(held)} may hold trials, too: {way}")
            if kind == "objects" and self._adds_questions(value[held], one):
                raise FileError(f"{shown(name)} has questions that {shown(held)} has not: {way}")

    def _adds_questions(self, held: Any, others: list[Any]) -> bool:
        """Whether these objects name questions that the records do not name."""
        if not isinstance(held, list):
            return False
        for key in self._questions:
            known = {str(item.get(key)) for item in held if isinstance(item, dict) and key in item}
            if known and any(key in item and str(item[key]) not in known for item in others):
                return True
        return False

    def _rows(self, value: dict[str, Any], rows: list[str], path: str) -> Found:
        """An object of lists, each the trials of a question, and nothing else."""
        first = next(iter(value))
        if len(value) > 2 and first.lower() in _ITEMS and value[first] == list(range(len(value[first]))):
            raise FileError(
                f"{shown(first)} counts from 0 on: is it an index, and are the other fields columns? Call it id"
            )
        for name in rows:
            if name.strip().lower() in {*OUTCOME_KEYS, *_NAMES, "scores", "rewards", "results"} | self._outcomes:
                raise _nameless(f"{path}{name}", value[name])
        if len(rows) == len(value):
            stems = {(numbered(name) or (re.sub(r"\d+", "", name),))[0] for name in rows}
            if 1 < len(rows) < min(map(len, value.values())) and len(stems) > 1 and not self._is_matrix:
                raise FileError(
                    f"are {some(rows, 2)} questions with {len(value[rows[0]])} trials each, or runs? Use --format "
                    f"matrix for questions; of runs, read one with --list {typed_as(path + rows[0])} --transpose"
                )
            return {name: value[name] for name in rows}
        other = next(name for name in value if name not in rows)
        if len(rows) == 1 and not any(isinstance(one, (list, dict)) for name, one in value.items() if name != rows[0]):
            raise _nameless(f"{path}{rows[0]}", value[rows[0]])
        raise FileError(
            f"{shown(rows[0])} is a list of outcomes, and {shown(other)} is {shown(value[other])}; "
            "put the lists of the questions into one object, without other fields"
        )


def _has(item: Any, names: set[str]) -> bool:
    """Whether an object has a field with one of these names or paths."""
    return not usual_names(item).isdisjoint(names) or any("." in x and reached(item, x) is not None for x in names)


def _split_table(value: dict[str, Any]) -> list[Any]:
    """The records in a list of columns and a list of rows, and maybe an index."""
    names, rows, index = value["columns"], value["data"], value.get("index")
    if not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        raise FileError(f"'data' has rows that are not lists of {count(len(names), 'value')}, as in 'columns'")
    if isinstance(index, list) and index != list(range(len(rows))):
        _check_sizes({"index": len(index), "data": len(rows)})
        names, rows = ["unnamed: 0", *names], [[label, *row] for label, row in zip(index, rows)]
    return [dict(zip(map(str, names), row)) for row in rows]


def _check_sizes(sizes: dict[str, int]) -> None:
    short, long = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
    if sizes[short] != sizes[long]:
        raise FileError(f"{shown(short)} has {sizes[short]} values, and {shown(long)} has {sizes[long]}")


def _may_be_trials(names: list[str], others: dict[str, Any]) -> bool:
    """Whether these are names of trials and the others are not. If they outnumber the others, they may be questions."""
    sure = len(names) <= len(others) or all(map(is_surely_trial, names))
    return sure and all(map(is_named_as_trial, names)) and not all(map(is_named_as_trial, others))


def chosen(value: Any, path: str, outline: Outline) -> Found:
    """The value at the path of --list."""
    found = reached(value, path)
    if not found or not isinstance(found, (list, dict)):
        got = "nothing" if found is None else shown(found)
        raise FileError(f"--list {typed_as(path)}: expected a list, got {got}")
    if isinstance(found, dict) and not all(isinstance(one, list) for one in found.values()):
        inner = outline.trials(found)
        return [found] if inner is None else inner
    return outline.inside(found, path)


def _nameless(path: str, outcomes: list[Any]) -> FileError:
    """The error for one list of outcomes, which may be trials or questions."""
    return FileError(
        f"{shown(path)} is a list, and no field names the questions; for {count(len(outcomes), 'trial')} of one "
        f"question, use --list {typed_as(path)}; for {count(len(outcomes), 'question')}, also --transpose; or name the "
        'questions: {"q1": [0, 1], ...}'
    )
