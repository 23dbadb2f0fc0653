"""The shapes of a JSON document: where its outcomes are, and which coordinate each level above them may be."""

from __future__ import annotations

import re
from itertools import islice, product

from ..fields import LISTS, OUTCOME_KEYS, QUESTION_KEYS, RUN_KEYS, WEAK_KEYS, has_outcome, usual_names, words
from ..grading import FEW, is_missing
from ..settings import usual
from .names import are_models, cost_as_question, surely_outcome
from .trial_names import is_named_as_trial, is_surely_trial
from .usual import LISTS_OF_RECORDS, PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..grading import Grader
    from ..settings import Settings

_ENTRIES = 40  # of a level that are looked at
_NODES = 160  # at one address
_DEEPEST = 6  # levels
_NO_LIST = 2  # what a list costs whose name does not say that it holds trials


class Level:
    """A level of a document: the entries of objects by name, or of lists by place."""

    def __init__(self, is_index: bool, labels: list[str], size: int, field: str) -> None:
        self.is_index, self.labels, self.size, self.field = is_index, labels, size, field
        self.are_trials = bool(labels) and all(map(is_named_as_trial, labels))
        self.are_models = are_models(labels)
        self.are_items = len({re.sub(r"\d+", "", label) for label in labels}) == 1  # names that differ in a number
        self.are_sure = all(is_surely_trial(label, 1) for label in labels)
        if size > _ENTRIES and not self.are_sure:
            self.are_trials = False
        self.names: set[str] = set()  # of the plain fields of its entries
        self.has_runs = False  # whether each entry names another model

    def costs(self, is_named: bool, is_last: bool, is_inner: bool, are_records: bool) -> dict[str, int]:
        """How unlikely each role is at this level, as a cost. `is_named`: the records below or above name their
        questions.
        """
        if self.is_index:
            is_known = (
                self.field in LISTS_OF_RECORDS or not self.field or (not are_records and surely_outcome(self.field))
            )
            if is_inner and not is_known:
                return {"": _NO_LIST, "trial": _NO_LIST, "question": _NO_LIST + 1}
            are_tries = is_inner and are_records and is_last
            name_runs = bool(self.names & {*RUN_KEYS}) and not is_last and not self.has_runs
            trial = int(is_named and are_records and not are_tries)
            return {"": int(are_tries or name_runs), "trial": trial, "question": int(is_named or is_last)}
        if self.are_trials:
            return {"trial": 0, "run": 2, "question": 3}
        if self.are_models:
            return {"run": 0, "question": 2, "task": 3, "trial": 3}
        if is_named:
            return {"": 0, "run": 2, "task": 2, "trial": 3} if is_last else {"run": 1, "task": 2, "trial": 3}
        if all(label.strip().isdecimal() for label in self.labels):
            return {"question": 0, "trial": 1, "run": 2, "task": 3}
        return {"question": 0, "run": 1, "task": 2, "trial": 3}


class Shape:
    """A way from the top of a document to its records or outcomes, with a role for each level."""

    def __init__(
        self, steps: list[str | Level], leaves: list[Any], roles: tuple[str, ...], cost: int, named: bool
    ) -> None:
        levels = [step for step in steps if isinstance(step, Level)]
        self.template = _template(steps, roles)
        self.cost = cost
        self.depth = len(levels)
        self.labels = next((level.labels for level in levels if level.labels), [])
        self.size = levels[-1].size
        self.path = ".".join(step for step in steps if isinstance(step, str))
        self.field = self.path.rpartition(".")[2].strip().lower()
        self.are_records = isinstance(leaves[0], dict)
        self._leaves = leaves
        self.is_full = named and self.are_records and all(map(has_outcome, leaves))  # each names question and outcome

    def is_list_of(self, other: Shape) -> bool:
        """Whether this shape is one level deeper than the other: its outcomes are the entries of lists, and the
        other's are these lists.
        """
        return surely_outcome(self.field) and self.template == f"{other.template}.{self.field}[{{trial}}]"

    def has_only(self, names: frozenset[str]) -> bool:
        """Whether the records have outcomes under these names, and no others."""
        found = set().union(*(usual_names(one) for one in self._leaves if isinstance(one, dict)))
        return bool(found & names) and not found & ({*OUTCOME_KEYS} - names)


def _template(steps: list[str | Level], roles: tuple[str, ...]) -> str:
    text, left = "", iter(roles)
    for step in steps:
        if isinstance(step, str):
            text += f".{step}"
        else:
            role = f"{{{next(left)}}}"
            text += f"[{role}]" if step.is_index else f".{role}"
    return text.lstrip(".")


def find_shapes(value: Any, grader: Grader, settings: Settings) -> Iterator[Shape]:
    """The shapes of a document, each with every fitting assignment of roles to its levels."""
    wanted = {*(usual(settings.question) or QUESTION_KEYS)}
    outcome = {*usual((settings.outcome or "").replace("==", ","))}
    for steps, leaves, above in _walk([value], [], set(), _Eye(grader, outcome)):
        levels = [step for step in steps if isinstance(step, Level)]
        below = any(isinstance(one, dict) and _names_question(one, wanted, settings) for one in leaves)
        is_named = below or not above.isdisjoint(wanted)
        are_records = isinstance(leaves[0], dict)
        last = len(levels) - 1
        keys = [level for level in levels if not level.is_index]
        for level in keys:
            level.are_models = level.are_models and len(keys) > 1
        costs = [
            level.costs(is_named, i == last, _is_inner(level, i, below, above, wanted), are_records)
            for i, level in enumerate(levels)
        ]
        more = _doubts(steps, leaves, is_named)
        for roles in product(*costs):
            named = [role for role in roles if role]
            is_one = ("question" in roles) != is_named and len(set(named)) == len(named)
            if is_one and (are_records or roles[-1]) and (roles[-1] or below or not is_named):
                cost = sum(own[role] for own, role in zip(costs, roles)) + more
                yield Shape(steps, leaves, roles, cost, below)


def _doubts(steps: list[str | Level], leaves: list[Any], is_named: bool) -> int:
    """What a shape costs whatever its roles are: how doubtful it is."""
    levels = [step for step in steps if isinstance(step, Level)]
    keys = [level for level in levels if not level.is_index]
    more = _tests_in(steps) + any(
        isinstance(step, str) and step.strip().lower() in OUTCOME_KEYS and i for i, step in enumerate(steps)
    )
    if len(keys) == 2 and keys[1].are_trials and not keys[1].are_sure and keys[1].size > keys[0].size:
        more += 1  # more numbered names than objects: they may be questions
    if any(level.are_models for level in keys) and not is_named:
        more += not _are_questions(levels)
    if keys and keys[0].are_trials and not all(is_surely_trial(label) for label in keys[0].labels):
        more += 1  # t0 may be a task
    are_sure = isinstance(leaves[0], dict) or all(type(one) is bool or is_missing(one) for one in leaves)
    if len(levels) == 1 and keys and not are_sure:
        more += 1  # numbers by name may be anything
    return more


def _are_questions(levels: list[Level]) -> bool:
    """Whether one level surely names questions: by numbers, at least as many as the trials in each list."""
    items = [level for level in levels if level.are_items and not (level.are_models or level.are_trials)]
    if len(items) != 1 or items[0].size < FEW:
        return False
    return all(level.size <= items[0].size for level in levels if level.is_index)


def _names_question(record: dict[str, Any], wanted: set[str], settings: Settings) -> bool:
    """Whether a field names the question: by an option, by a usual name, or by a word for questions."""
    names = usual_names(record)
    by_word = not settings.question and any(cost_as_question(name) == 1 for name in names)
    return by_word or not names.isdisjoint(wanted)


def _is_inner(level: Level, i: int, below: bool, above: set[str], wanted: set[str]) -> bool:
    """Whether a level is inside a question, as far as names tell."""
    has_above = not above.isdisjoint(wanted)
    return (i > 0 or has_above) and (not below or (has_above and level.field in LISTS))


def _tests_in(steps: list[str | Level]) -> int:
    return 2 * any(isinstance(step, str) and not PART.isdisjoint(words(step)) for step in steps)


class _Eye:
    """What counts as an outcome in a document."""

    def __init__(self, grader: Grader, outcome: set[str]) -> None:
        self.grader, self.names = grader, outcome

    def is_record(self, names: set[str]) -> bool:
        if self.names:
            return any(name.partition(".")[0] in names for name in self.names)
        counts = any(name.startswith(("num_", "n_")) and name.endswith(("correct", "passed")) for name in names)
        return counts or {"n", "c"} <= names or any(name in OUTCOME_KEYS or surely_outcome(name) for name in names)

    def is_outcome(self, value: Any) -> bool:
        """Whether a value may be an outcome: one that is read, a number, or counts such as 3/4."""
        if isinstance(value, (list, dict)) or is_missing(value):
            return False
        if isinstance(value, str):
            return self.grader.may_read(value) or value.replace("/", "").replace(" ", "").isdecimal()
        return True


def _walk(
    nodes: list[Any], steps: list[Any], above: set[str], eye: _Eye
) -> Iterator[tuple[list[Any], list[Any], set[str]]]:
    """The shapes below some nodes at one address."""
    depth = sum(isinstance(step, Level) for step in steps)
    if depth > _DEEPEST or not nodes:
        return
    field = steps[-1].strip().lower() if steps and isinstance(steps[-1], str) else ""
    if all(isinstance(node, list) for node in nodes):
        inner = [one for node in nodes for one in islice(node, _ENTRIES)][:_NODES]
        level = Level(True, [], max(map(len, nodes)), field)
        models = [str(one.get(key)) for key in RUN_KEYS for one in inner if isinstance(one, dict) and key in one]
        within = [len(x) for one in inner if isinstance(one, dict) for x in one.values() if isinstance(x, list)]
        level.has_runs = len({*models}) == len(inner) and max(within, default=0) >= FEW
        level.names = usual_names(inner[0]) if inner and isinstance(inner[0], dict) else set()
        yield from _walk(inner, [*steps, level], above, eye)
    elif all(isinstance(node, dict) for node in nodes):
        yield from _walk_objects(nodes, steps, above, eye, field)
    elif depth and any(map(eye.is_outcome, nodes)) and all(eye.is_outcome(node) or is_missing(node) for node in nodes):
        yield steps, nodes, above


def _walk_objects(
    nodes: list[Any], steps: list[Any], above: set[str], eye: _Eye, field: str
) -> Iterator[tuple[list[Any], list[Any], set[str]]]:
    labels = list(dict.fromkeys(str(key) for node in nodes for key in islice(node, _ENTRIES)))
    if _is_map(nodes, labels, eye, field):
        inner = [one for node in nodes for one in islice(node.values(), _ENTRIES)][:_NODES]
        yield from _walk(inner, [*steps, Level(False, labels, max(map(len, nodes)), field)], above, eye)
        return
    names = usual_names(labels)
    has_level = any(isinstance(step, Level) for step in steps)
    if has_level and eye.is_record(names):
        yield steps, nodes, above
    for label in labels:
        inner = [node[label] for node in nodes if isinstance(node.get(label), (list, dict)) and node[label]]
        if inner:
            plain = usual_names(
                name for node in nodes for name, one in node.items() if not isinstance(one, (list, dict))
            )
            yield from _walk(inner, [*steps, label], above | (plain if has_level else plain - {*WEAK_KEYS}), eye)


def _is_map(nodes: list[Any], labels: list[str], eye: _Eye, field: str) -> bool:
    """Whether objects have entries of one kind by name, and are not records."""
    values = [one for node in nodes for one in islice(node.values(), _ENTRIES)]
    names = usual_names(labels)
    if (
        not values
        or names & {*OUTCOME_KEYS, *QUESTION_KEYS, *LISTS_OF_RECORDS, *PART}
        or any(map(surely_outcome, names))
    ):
        return False
    if any(isinstance(one, list) and one and isinstance(one[0], dict) for one in values):
        firsts = [one[0] if isinstance(one, list) and one else None for one in values]
        return len(labels) > 1 and all(isinstance(one, dict) and eye.is_record({*usual_names(one)}) for one in firsts)
    if all(isinstance(one, dict) for one in values) or all(isinstance(one, list) for one in values):
        alone = any(mark.isdigit() for mark in labels[0]) or field in LISTS_OF_RECORDS
        return len(labels) > 1 or alone or all(isinstance(one, dict) for one in values)
    return len(labels) > 1 and all(eye.is_outcome(one) or is_missing(one) for one in values)
