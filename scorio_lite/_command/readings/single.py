"""Files of one question each: find the templates of --path in which a part of the path names the question."""

from __future__ import annotations

from itertools import permutations

from ..fields import means_trial
from .names import says_question
from .splits import aligned, columns_of, template
from .usual import ITEM_OF_PATH, PART, TRIAL_OF_PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .splits import PathColumn

_COSTS = {  # of each role, by the kind of part of the path
    "question": {"question": 0, "run": 9, "task": 9, "trial": 9},
    "number": {"question": 2, "trial": 1, "run": 3, "task": 4},
    "name": {"run": 0, "task": 1, "question": 5, "trial": 9},
}


def question_templates(paths: Sequence[str], ends: Sequence[str]) -> list[str]:
    """Return the templates of --path that these paths may have, the best first. `ends` are the endings of the files.

    One part is the question; numbers called seed or trial are trials; other parts are runs and tasks.
    """
    found = _templates(paths, ends)
    return sorted(found, key=found.__getitem__)


def sure_template(paths: Sequence[str], ends: Sequence[str]) -> str:
    """Return a template of --path if words or names in the paths tell the role of each part; else ""."""
    return next((text for text, (is_open, *_) in _templates(paths, ends).items() if not is_open), "")


def _templates(paths: Sequence[str], ends: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return {template of --path: sort key}; the lowest is best. Keys begin with 0 if words or names tell all roles."""
    found: dict[str, tuple[int, ...]] = {}
    for rows in aligned(paths):
        every = columns_of(rows, [0] * len(rows))
        plain = [one for one in every if not one.is_silent]
        # gpt/UUID/result.txt: a UUID may name a question, if nothing else tells the files apart. If it recurs, it does
        is_told = len({*zip(*(one.values for one in plain))}) == len(rows) or "question" in map(_kind, plain)
        ids = [] if is_told else [one for one in every if one.are_uuids]
        do_recur = any(len(one.distinct) < len(rows) for one in ids)
        for columns in ([*plain, *ids], plain) if ids else (plain,):
            is_late = bool(ids) and do_recur == (columns is plain)
            for text, (is_open, *key) in _in_roles(rows, columns, ends).items():
                if not (ids and "{run}" in text and columns is not plain and not do_recur):  # runs share questions
                    found.setdefault(text, (is_open or is_late, is_late and not do_recur, *key))
    return found


def _in_roles(
    rows: Sequence[Sequence[str]], columns: Sequence[PathColumn], ends: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    """Return {template of --path: sort key} for the roles that these columns may have."""
    found: dict[str, tuple[int, ...]] = {}
    trials = [one for one in columns if one.are_whole and (means_trial(one.word) or one.word in TRIAL_OF_PATH)]
    others = [one for one in columns if one not in trials]
    for roles in permutations(("question", "run", "task", "trial"), len(others)):
        named = dict(zip(map(id, others), roles))
        own = [named.get(id(one), "trial") for one in columns]
        text = template(rows, columns, own, ends) if "question" in own else ""
        if text:
            costs = sum(_COSTS[_kind(one)][role] for one, role in zip(others, roles))
            place = roles.index("question")
            # if all other columns number trials, the column is the question, unless it names runs
            is_alone = len(others) == 1 and bool(trials) and others[0].kind != "run"
            told = [
                (is_alone or role in (_kind(one), one.kind)) and not _is_part(one) for one, role in zip(others, roles)
            ]
            is_open = not (all(told) or _is_left(others, roles, told))
            found.setdefault(text, (is_open, costs, -len(others[place].distinct), -place))
    return found


def _is_left(columns: Sequence[PathColumn], roles: Sequence[str], told: Sequence[bool]) -> bool:
    """Whether two columns are runs and questions, although names tell the role of only one of them."""
    if len(columns) != 2 or {*roles[:2]} != {"run", "question"} or sum(told) != 1:
        return False
    question, other = sorted(columns, key=lambda one: roles[columns.index(one)])
    left = columns[told.index(False)]
    sizes = len(question.distinct), len(other.distinct)
    # every run must have every question; tasks would have questions of their own
    is_crossed = len({*zip(question.values, other.values)}) == sizes[0] * sizes[1]
    return is_crossed and sizes[0] > 2 and not (left.kind or left.are_whole or question.counts)


def _is_part(column: PathColumn) -> bool:
    """Whether a column numbers steps or agents, which may be parts of a trial."""
    return column.are_whole and (column.word in PART or column.word == "agent")


def _kind(column: PathColumn) -> str:
    if column.are_uuids or (column.word and (says_question(column.word) or column.word in ITEM_OF_PATH)):
        return "question"
    return "number" if column.are_whole else "name"
