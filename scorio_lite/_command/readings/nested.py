"""Decide which level of nested objects is runs and which is tasks, from the names of their questions."""

from __future__ import annotations

from ..fields import QUESTION_KEYS
from .names import says_task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def template_of_cells(value: dict[str, Any]) -> str | None:
    """Return the template of --at for objects in an object, each with questions: {run}.{task}... or {task}.{run}...

    Runs have the same questions, and tasks have different ones. Return None if this does not tell which level is which.
    """
    rows = list(value.values())
    if len(rows) < 2 or not all(isinstance(row, dict) and row.keys() == rows[0].keys() for row in rows):
        return None
    cells = [[_questions(one) for one in row.values()] for row in rows]
    if len(cells[0]) < 2 or not all(own and len(own) > 1 for row in cells for own in row):
        return None
    columns = list(zip(*cells))
    if _same(columns) and _differ(cells):
        first = "{run}.{task}"
    elif _same(cells) and _differ(columns):
        first = "{task}.{run}"
    else:
        return None
    return first + _end(next(iter(rows[0].values())))


def template_of_tasks(value: dict[str, Any]) -> str | None:
    """Return the template of --at for an object of tasks, each with its questions, maybe beside averages; else None."""
    for name, tasks in value.items():
        rows = list(tasks.values()) if isinstance(tasks, dict) and says_task(name.rstrip("s")) else []
        if len(rows) > 1 and all(isinstance(row, list) and len(_questions(row)) > 1 for row in rows):
            return f"{name}.{{task}}[{{}}]"
        if len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
            continue
        inner = [{key: one for key, one in row.items() if isinstance(one, (dict, list))} for row in rows]
        if all(own.keys() == inner[0].keys() and len(own) == 1 and len(_questions(*own.values())) > 1 for own in inner):
            ((field, cell),) = inner[0].items()
            return f"{name}.{{task}}.{field}" + _end(cell)
    return None


def _end(cell: Any) -> str:
    """Return the end of a template: [{}] for a list of records, .{question} or .{question}[{trial}] for an object."""
    if isinstance(cell, list):
        return "[{}]"
    return ".{question}" + ("[{trial}]" if isinstance(next(iter(cell.values())), list) else "")


def _questions(cell: Any) -> frozenset[str]:
    """Return the names of the questions in `cell`: an object of trials, or a list of records."""
    if isinstance(cell, dict):
        return frozenset(cell)
    if not isinstance(cell, list) or not all(isinstance(one, dict) for one in cell):
        return frozenset()
    key = next((key for key in QUESTION_KEYS if all(key in one for one in cell)), "")
    return frozenset(str(one[key]) for one in cell) if key else frozenset()


def _same(groups: Any) -> bool:
    return all(len(set(group)) == 1 for group in groups)


def _differ(groups: Any) -> bool:
    return all(len(set(group)) == len(group) for group in groups)
