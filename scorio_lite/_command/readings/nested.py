"""Runs and tasks as objects in objects: which level is which, by the names of the questions in them."""

from __future__ import annotations

from ..fields import QUESTION_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def template_of_cells(value: dict[str, Any]) -> str | None:
    """The template of an object of objects, each with questions: runs have the same, tasks others. None if that does
    not tell."""
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
    inner = next(iter(rows[0].values()))
    if isinstance(inner, list):
        return f"{first}[{{}}]"
    one = next(iter(inner.values()))
    return f"{first}.{{question}}" + ("[{trial}]" if isinstance(one, list) else "")


def _questions(cell: Any) -> frozenset[str]:
    """The names of the questions in a cell: an object of trials, or a list of records."""
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
