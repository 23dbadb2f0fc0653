"""Find the templates of --at for nested objects. The names of questions tell levels of runs from levels of tasks."""

from __future__ import annotations

from ..fields import QUESTION_KEYS, RUN_KEYS, means_trial, says_break, usual_names, words
from ..grading import spelled
from .names import are_models, names_outcome, says_answer, says_outcome, says_part, says_task, without_numbers
from .trial_names import is_named_as_trial
from .usual import LISTS_OF_RECORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence


def template_of_cells(value: dict[str, Any]) -> str | None:
    """Return the template of --at for objects such as {"x": {"math": {"q1": [1, 0]}, ...}, "y": ...}; else None."""
    rows = list(value.values())
    if len(rows) < 2 or not all(isinstance(row, dict) and row.keys() == rows[0].keys() for row in rows):
        return None
    cells = [[_questions(one) for one in row.values()] for row in rows]
    columns = list(zip(*cells))
    if len(columns) < 2 or not all(own and len(own) > 1 for row in cells for own in row):
        return None
    # the runs have the same questions, and different tasks have different ones
    if _same(columns) and _differ(cells):
        first = "{run}.{task}"
    elif _same(cells) and _differ(columns):
        first = "{task}.{run}"
    else:
        return None
    return first + _end(next(one for row in rows for one in row.values()))


def templates_of_ends(value: Any) -> list[str]:
    """Return the templates of --at for lists of questions by how they ended: {"passed": ["q1"], "failed": ["q2"]}."""
    ends = {name: _end_of(one) for name, one in (enumerate(value) if isinstance(value, list) else value.items())}
    inner = [f"{name}.{end}" for name, end in ends.items() if end and name in LISTS_OF_RECORDS]
    own = [end for end in [_end_of(value)] if end] or inner
    if own or len({*ends.values()}) != 1 or "" in ends.values():
        return own
    if isinstance(value, list):
        names = [usual_names(row) for row in value]
        are_told = all(any(name in RUN_KEYS or means_trial(name) == "sure" for name in row) for row in names)
        return [f"[{{}}].{end}" for end in {*ends.values()}] * are_told
    # their names (trial_1, gpt-4o) say what they are; else they may be runs or tasks
    roles = ["trial"] if all(map(is_named_as_trial, value)) else ["run"] if are_models([*value]) else ["run", "task"]
    return [f"{{{role}}}.{end}" for role in roles for end in {*ends.values()}]


def _end_of(value: Any) -> str:
    """Return {outcome}[{question}] for an object such as {"passed": ["q1", "q2"], "failed": ["q3"]}; else ""."""
    if not isinstance(value, dict) or not usual_names(value).isdisjoint(QUESTION_KEYS):
        return ""  # with the name of a question, its lists hold tests
    parts = [name.partition("_") for name, one in value.items() if isinstance(one, list)] if _names_in(value) else []
    words = {spelled(word) for word, *_ in parts if not says_break(word)}
    ends = {mark + end for _, mark, end in parts}
    return f"{{outcome}}{ends.pop()}[{{question}}]" if words == {0, 1} and len(ends) == 1 else ""


def _names_in(value: dict[str, Any]) -> list[Any]:
    """Return the names in the lists of an object; [] if a name occurs twice, or an entry may be an outcome."""
    lists = [one for one in value.values() if isinstance(one, list)]
    names = [name for own in lists for name in own]
    are_names = all(isinstance(name, (str, int)) for name in names) and len({*names}) == len(names)
    return names if are_names and not {*names}.issubset((0, 1)) else []


def template_of_tasks(value: dict[str, Any]) -> str | None:
    """Return the template of --at for an object of tasks, each with its questions, maybe beside averages; else None."""
    for name, tasks in value.items():
        rows = list(tasks.values()) if isinstance(tasks, dict) and says_task(name.rstrip("s")) else []
        if len(rows) > 1 and all(isinstance(row, list) and len(_questions(row)) > 1 for row in rows):
            return f"{name}.{{task}}[{{}}]"
        if len(rows) < 2 or not all(isinstance(row, dict) for row in rows):
            continue
        inner = [{key: one for key, one in row.items() if isinstance(one, (dict, list))} for row in rows]
        fields = dict(pair for own in inner for pair in own.items())
        if len(fields) == 1 and all(own and len(_questions(*own.values())) > 1 for own in inner):
            ((field, cell),) = fields.items()
            return f"{name}.{{task}}.{field}" + _end(cell)
    return None


def _end(cell: Any) -> str:
    """Return the end of a template: [{}] for a list of records; .{question} or .{question}[{trial}] for an object."""
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


def flag_summed_up(nodes: Sequence[dict[str, Any]], field: str) -> str:
    """Return the boolean field that a number beside each list of trials counts or averages; "" if there is none.

    For nodes such as {"id": "q1", "num_correct": 1, "paths": [{"ok": true, "pred": "4"}, ...]} and their field "paths",
    return "ok". A trial must have an answer (pred): without one, the list may hold the tests of one trial.
    """
    if says_part(field):
        return ""
    lists = [node[field] if isinstance(node.get(field), list) else [] for node in nodes]
    rows = [[x for x in own if isinstance(x, dict)] for own in lists]
    names = dict.fromkeys(name for row in rows for x in row for name in x)
    has_answers = any(says_answer(name) or "completion" in words(name) for name in names)
    others = [name for name in nodes[0] if name != field] if has_answers else []
    plain: list[list[Any]] = [[node.get(name) for node in nodes] for name in others]
    numbers = [own for own in plain if all(type(x) in (int, float) for x in own)]
    found = {}
    for flag in (name for name in names if says_outcome(name)):
        values = [[x.get(flag) for x in row] for row in rows]
        sums = [own.count(True) for own in values]
        means = [round(n / max(1, len(own)), 2) for n, own in zip(sums, values)]
        are_flags = len({*sums}) > 1 and all(type(x) is bool for own in values for x in own)
        if are_flags and any(own == sums or [round(x, 2) for x in own] == means for own in numbers):
            found[str(values)] = flag
    return next(iter(found.values())) if len(found) == 1 else ""


def has_flag(record: dict[str, Any]) -> bool:
    """Whether a record has a boolean as its outcome, maybe in an object: {"outcome": {"success": true, "steps": 4}}."""
    found = [one for name, one in record.items() if names_outcome(name)]
    return any(type(x) is bool for one in found for x in (one.values() if isinstance(one, dict) else [one]))


def are_measured(value: Any) -> bool:
    """Whether an object has only numbers, and names that are not all trials, as {"input_tokens": 5, "cost": 0.1}."""
    are_numbers = isinstance(value, dict) and all(type(x) in (int, float) for x in value.values())
    return are_numbers and not all(map(is_named_as_trial, value))


def have_two_words(node: Any) -> bool:
    """Whether each of several numbered names has one of two words, as in {"1": "R", "2": "F", "3": "R"}."""
    if not isinstance(node, dict) or not all(isinstance(one, str) and one.isalpha() for one in node.values()):
        return False
    return len({*node.values()}) == 2 < len(node) and len(without_numbers(node)) == 1
