"""The shapes of a JSON document: where its outcomes are, and which role each level above them may have."""

from __future__ import annotations

import re
from itertools import islice, product

from ..fields import (
    LAST_KEYS,
    LISTS,
    OUTCOME_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    WEAK_KEYS,
    has_outcome,
    means_trial,
    says_break,
    sums_up,
    usual_name,
    usual_names,
    words,
)
from ..grading import FEW, is_missing
from ..settings import usual
from .levels import ENTRIES, Level, kind_of, numbers_in
from .names import (
    cost_as_question,
    counts_successes,
    kind_of_names,
    name_several,
    names_outcome,
    role_of_names,
    says_answer,
    says_gold,
    says_outcome,
    says_part,
    says_task,
    surely_outcome,
)
from .nested import are_measured, flag_summed_up, has_flag, have_two_words
from .templates import axes_of, objects_along, tries_of, with_models
from .trial_names import is_named_as_trial, is_surely_trial
from .usual import ATTEMPTS, LISTS_OF_RECORDS, MEANS, PART, QUESTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from ..grading import Grader
    from ..settings import Settings

_NODES = 160  # at one address
_WIDE = 200  # fields of a record whose pairs are looked at
_DEEPEST = 6  # levels
ALL = "all"  # the role of the tests of a trial
_MARK = re.compile(r"[.\[\]{}]")  # of templates, which cannot name a field with such a mark


class Shape:
    """A path from the top of a document to its records or outcomes, with a role for each level."""

    def __init__(
        self, steps: list[str | Level], leaves: list[Any], roles: tuple[str, ...], cost: int, named: bool
    ) -> None:
        levels = [step for step in steps if isinstance(step, Level)]
        self.are_records = isinstance(leaves[0], dict)
        while self.are_records and isinstance(steps[-1], str) and steps[-1] != "[1]":
            steps = steps[:-1]  # the outcome may be in an object of a record
        self.template = _template(steps, roles)
        self.has_tests = roles[-1] == ALL  # lists of these, of which all have to pass
        self.cost = cost
        self.levels, self.depth = levels, len(levels)
        self.labels = next((level.labels for level in levels if level.labels), [])
        self.size, self.flag = levels[-1].size, levels[-1].flag
        self.path = ".".join(step for step in steps if isinstance(step, str) and step != "[1]")
        self.field = self.path.rpartition(".")[2].strip().lower()
        self.leaves = leaves
        have_outcomes = self.are_records and all(has_outcome(x) or any(map(surely_outcome, x)) for x in leaves)
        self.is_full = named and have_outcomes  # each names question and outcome

    def is_list_of(self, other: Shape) -> bool:
        """Whether this is the shape of lists in records of `other`: {question}.passed[{trial}], of {question}."""
        start, end = re.escape(other.template), re.escape(f".{self.field}[{{trial}}]")
        return surely_outcome(self.field) and bool(re.fullmatch(rf"{start}[^{{}}]*{end}", self.template))

    @property
    def address(self) -> str:
        """The template of its outcomes, if a field is sure to hold them; else that of its records."""
        return f"{self.template}.{self.flag}" if self.flag else self.template

    @property
    def option(self) -> str:
        """The option that leads to the records: --list=PATH if no level is above their list, else --at=TEMPLATE."""
        is_list = self.path and self.template.startswith(self.path)
        return f"--list={self.path}" if is_list else f"--at={self.template}"

    def sums_up(self, other: Shape) -> bool:
        """Whether the records of this shape only sum up the trials of `other`, which are inside of them."""
        last = other.levels[-1]
        are_tries = last.field in LISTS and len(last.sizes) == 1 and all(map(has_outcome, other.leaves))
        if not (other.is_full or are_tries) or other.depth <= self.depth or other.levels[: self.depth] != self.levels:
            return False
        # records that are models, or have no usual outcome fields but means
        plain = {name for one in self.leaves for name, x in one.items() if not isinstance(x, (list, dict))}
        return self.levels[-1].are_models or usual_names(plain).isdisjoint({*OUTCOME_KEYS} - MEANS)

    def has_only(self, names: frozenset[str]) -> bool:
        """Whether the records have outcomes under these names, and under no other usual names."""
        found = set().union(*(usual_names(one) for one in self.leaves if isinstance(one, dict)))
        return bool(found & names) and not found & ({*OUTCOME_KEYS} - names)


def _template(steps: list[str | Level], roles: tuple[str, ...]) -> str:
    text, left = "", iter(roles)
    for step in steps:
        if isinstance(step, str):
            text += step if step == "[1]" else f".{step}"
        else:
            role = f"{{{next(left)}}}"
            text += "" if role == f"{{{ALL}}}" else f"[{role}]" if step.is_index else f".{role}"
    return text.lstrip(".")


def find_shapes(value: Any, grader: Grader, settings: Settings) -> Iterator[Shape]:
    """Yield the shapes of a document: each path to outcomes, with each choice of roles that fits its levels."""
    wanted = {*(usual(settings.question) or QUESTION_KEYS)}
    outcome = {*usual((settings.outcome or "").replace("==", ","))}
    eye = _Eye(grader, outcome)
    tries = tries_of(value)
    around = usual_names({*value} - {*tries}) - {*WEAK_KEYS} if tries else set()
    for steps, leaves, above in _walk([tries or value], [], around, eye):
        levels = [step for step in steps if isinstance(step, Level)]
        are_records = isinstance(leaves[0], dict)
        most = max([level.size for level in levels if not (level.is_index or level.are_models)], default=0)
        below = are_records and _name_questions(leaves, wanted, settings, most)
        is_named = below or not above.isdisjoint(wanted)
        _name_axes(value, steps, levels, is_named)
        if is_named and not below and levels[-1].holders and steps[-1] is levels[-1]:
            levels[-1].flag = flag_summed_up(levels[-1].holders, steps[-2])
        for i, level in enumerate(levels):
            has_above = not level.above.isdisjoint(wanted)
            is_open = not below or (has_above and level.field in LISTS)
            level.is_inner = (i > 0 or has_above) and is_open and not level.has_questions
        costs = [level.costs(is_named, are_records, levels) for level in levels]
        more = _doubts(steps, leaves, is_named, eye)
        # a sample_id that is taken for a number of trials may name the questions
        more += are_records and not below and _name_questions(leaves, wanted, settings, 0)
        are_lists = not are_records and all(isinstance(x, Level) and x.is_index and x.size > 1 for x in steps[-2:])
        for roles in product(*costs):
            named = [role for role in roles if role]
            twice = roles[:2] == ("run", "run")  # a model and its setting
            is_one = ("question" in roles) != is_named and len(set(named)) + twice == len(named)
            if is_one and (are_records or roles[-1]) and (roles[-1] or below or not is_named):
                taken = [own[role] for own, role in zip(costs, roles)]
                is_above = "trial" in roles and "question" in roles[roles.index("trial") :]
                turned = is_above and taken[roles.index("trial")] > 0  # trials are mostly inside of questions
                if are_lists and roles[-2:] == ("", "trial"):  # each list has one trial's tests, or trials would recur
                    roles = (*roles[:-2], "trial", ALL)
                yield Shape(steps, leaves, roles, sum(taken) + more + turned + twice, below)


def _doubts(steps: list[str | Level], leaves: list[Any], is_named: bool, eye: _Eye) -> int:
    """Return how unlikely it is that the values `leaves` are outcomes, whatever the roles of the levels are."""
    levels = [step for step in steps if isinstance(step, Level)]
    keys = [level for level in levels if not level.is_index]
    more = 2 * any(isinstance(step, str) and not PART.isdisjoint(words(step)) for step in steps)
    lists = {name for one in levels[-1].holders for name, x in one.items() if isinstance(x, list)} - {*steps[:-1]}
    more += 2 * (not isinstance(leaves[0], dict) and any(map(says_part, lists)))
    more += any(isinstance(step, str) and usual_name(step) in OUTCOME_KEYS for step in steps[1:])
    if len(keys) == 2 and keys[1].are_trials and not keys[1].are_sure and keys[1].size > keys[0].size:
        more += 1  # more numbered names than objects: they may be questions
    if len(keys) > 1 and any(level.are_models for level in keys) and not is_named:
        more += not _are_questions(levels)
    if keys and keys[0].are_trials and keys[0].field not in LISTS and not all(map(is_surely_trial, keys[0].labels)):
        more += 1  # t0 may be a task
    if isinstance(leaves[0], dict):
        return more + (not eye.is_record(usual_names(leaves[0])) and not _are_results(steps, levels))
    are_sure = all(type(one) is bool or is_missing(one) for one in leaves)
    if len(levels) == 1 and keys and not are_sure:
        more += 1  # numbers by name may be anything
    return more + (not _are_results(steps, levels))


def _are_results(steps: list[str | Level], levels: list[Level]) -> bool:
    """Whether outcomes without usual names are results, and not settings such as {"config": {"a": 1, "b": 0}}.

    One of three signs is enough: the outcomes are the whole document, or in lists of lists; a field above them has a
    name such as results; or the labels of a level are trials or questions (run_1, q1).
    """
    fields = [usual_name(step) for step in steps if isinstance(step, str)]
    known = any(field in LISTS_OF_RECORDS or surely_outcome(field) for field in fields)
    say_so = (one.are_trials or one.are_named or one.axis or (one.are_items and one.size >= FEW) for one in levels)
    is_matrix = sum(one.is_index for one in levels) > 1
    return not fields or known or is_matrix or any(say_so)


def _name_axes(value: Any, steps: list[str | Level], levels: list[Level], is_named: bool) -> None:
    """Set the role (`axis`) of a level, if a list of names or a number beside the level gives it.

    In {"models": ["a", "b"], "scores": [[1, 0, 1], [0, 0, 1]]}, "models" names the two lists of scores: they are runs.
    No other list of names, and no other level, may be as long. In {"total": 2, "passed": [1, 0]}, the number says that
    the entries of the only level are questions.
    """
    objects = [*objects_along(value, [step for step in steps[: steps.index(levels[0])] if isinstance(step, str)])]
    sizes = [len(one) for one in axes_of(objects).values()]
    for role, names in axes_of(objects).items():
        fitting = [one for one in levels if one.sizes == {len(names)} and not role_of_names(one.field)]
        if len(fitting) == 1 and sizes.count(len(names)) == 1 and not (is_named and role == "question"):
            fitting[0].axis = role
    counts = [one for own in objects for name, one in own.items() if _counts_questions(name) and type(one) is int]
    is_of_one = is_named or any({*QUESTION_KEYS} & usual_names(own) for own in objects)
    field = levels[0].field
    is_other = role_of_names(field) or says_answer(field) or says_gold(field)
    if len(levels) == 1 and counts and levels[0].sizes == {*counts} and not (is_of_one or is_other):
        levels[0].axis = "question"


def _counts_questions(name: str) -> bool:
    """Whether a field of this name, such as total or num_questions, says how many questions there are."""
    found = {*words(name)}
    others = {word.rstrip("s") for word in found - ATTEMPTS - {"count", "number"}}
    return not found - {"total", "count"} or (bool(others) and found != others and not others - QUESTION)


def _are_questions(levels: list[Level]) -> bool:
    """Whether exactly one level names questions (not models or trials), and no list is longer than it."""
    items = [level for level in levels if level.are_items or level.are_named]
    items = [level for level in items if not (level.are_models or level.are_trials)]
    if len(items) != 1 or items[0].size < FEW:
        return False
    return all(level.size <= items[0].size for level in levels if level.is_index)


def _name_questions(records: list[Any], wanted: set[str], settings: Settings, above: int) -> bool:
    """Whether a field of the records names the questions: its name is in `wanted`, or has a word for questions.

    A sample_id numbers trials if it has fewer values than there are names `above` the records.
    """
    values: dict[str, set[str]] = {}
    for name, value in (pair for record in records if isinstance(record, dict) for pair in record.items()):
        values.setdefault(usual_name(name), set()).add(str(value))
    named = [name for name in values if name in wanted or (not settings.question and cost_as_question(name) == 1)]
    named = [name for name in named if name not in LAST_KEYS or len(values[name]) >= above]
    # of more than a few records, the field must have several values
    return any(len(values[name]) > 1 or len(records) < FEW for name in named)


def _says_again(entry: Any, label: str) -> bool:
    """Whether `entry`, a record or a list that ends with one, names its question `label`."""
    while isinstance(entry, list) and entry:
        entry = entry[-1]
    return isinstance(entry, dict) and any(str(entry.get(key)) == label for key in QUESTION_KEYS)


class _Eye:
    """Recognises outcomes in a document."""

    def __init__(self, grader: Grader, outcome: set[str]) -> None:
        self.grader, self.names = grader, outcome

    def is_record(self, names: set[str]) -> bool:
        if self.names:
            return any(name.partition(".")[0] in names for name in self.names)
        if any(map(names_outcome, names)) or {"n", "c"}.issubset(names):
            return True
        if any(name.startswith(("num_", "n_")) and name.endswith(("correct", "passed")) for name in names):
            return True
        return len(names) < _WIDE and any(counts_successes(name, names) for name in names)

    def is_entry(self, value: dict[str, Any]) -> bool:
        """Whether an object is a record, or only has records of trials, as {"attempt_1": {"correct": true}}."""
        tries = [one for name, one in value.items() if isinstance(one, dict) and is_named_as_trial(name)]
        are_tries = len(tries) == len(value) and all(self.is_record(usual_names(one)) for one in tries)
        return are_tries or self.is_record(usual_names(value))

    def may_hold(self, values: list[Any]) -> bool:
        """Whether a field of any name may be an outcome: its values are booleans, or words for outcomes or breaks."""
        held = [one for one in values if not says_break(one)]
        return bool(held) and all(isinstance(one, (str, bool)) and self.grader.may_read(one) for one in held)

    def is_outcome(self, value: Any) -> bool:
        """Whether a value may be an outcome: a word that the grader reads, a number, or counts such as 3/4."""
        if isinstance(value, (list, dict)) or is_missing(value):
            return False
        if isinstance(value, str):
            return self.grader.may_read(value) or value.replace("/", "").replace(" ", "").isdecimal()
        return True


def _walk(
    nodes: list[Any], steps: list[Any], above: set[str], eye: _Eye, holders: Sequence[dict[str, Any]] = ()
) -> Iterator[tuple[list[Any], list[Any], set[str]]]:
    """Yield (steps, outcomes or records, names of fields above) for each path below the values `nodes`."""
    depth = sum(isinstance(step, Level) for step in steps)
    if depth > _DEEPEST or not nodes:
        return
    field = usual_name(steps[-1]) if steps and isinstance(steps[-1], str) else ""
    if all(isinstance(node, list) for node in nodes):
        inner = [one for node in nodes for one in with_models(node[:ENTRIES], field)][:_NODES]
        level = Level(True, [], max(map(len, nodes)), field, above)
        level.sizes, level.holders = {*map(len, nodes)}, holders
        level.has_questions = any(name_several(node[:ENTRIES]) for node in nodes)
        models = [str(one.get(key)) for key in RUN_KEYS for one in inner if isinstance(one, dict) and key in one]
        within = [len(x) for one in inner if isinstance(one, dict) for x in one.values() if isinstance(x, list)]
        level.has_runs = 1 < len({*models}) == len(inner) and any(size > 1 for size in within)
        level.names = usual_names(inner[0]) if inner and isinstance(inner[0], dict) else set()
        if inner and all(isinstance(x, list) and len(x) == 2 and isinstance(x[1], dict) for x in inner):
            return (yield from _walk([second for _, second in inner], [*steps, level, "[1]"], above, eye))
        yield from _walk(inner, [*steps, level], above, eye)
    elif len(nodes) == 1 and have_two_words(nodes[0]) and not says_answer(field):
        yield [*steps, Level(False, [*nodes[0]], len(nodes[0]), field, above)], [*nodes[0].values()], above
    elif all(isinstance(node, dict) for node in nodes):
        yield from _walk_objects(nodes, steps, above, eye, field)
    elif depth and any(map(eye.is_outcome, nodes)) and all(eye.is_outcome(node) or is_missing(node) for node in nodes):
        yield steps, nodes, above


def _walk_objects(
    nodes: list[Any], steps: list[Any], above: set[str], eye: _Eye, field: str
) -> Iterator[tuple[list[Any], list[Any], set[str]]]:
    labels = list(dict.fromkeys(str(key) for node in nodes for key in islice(node, ENTRIES)))
    if _is_map(nodes, labels, eye, field):
        entries = [entry for node in nodes for entry in islice(node.items(), ENTRIES)][:_NODES]
        inner = [one for _, one in entries]
        level = Level(False, labels, max(map(len, nodes)), field, above)
        level.is_repeated = all(_says_again(one, key) for key, one in entries)
        yield from _walk(inner, [*steps, level], above, eye)
        return
    names = usual_names(labels)
    has_level = any(isinstance(step, Level) for step in steps)
    is_record = has_level and eye.is_record(names)
    if is_record:
        yield steps, nodes, above
    is_end = has_level and not is_record
    is_flagged = is_record and any(map(has_flag, nodes))
    for label in labels:
        inner = [node[label] for node in nodes if isinstance(node.get(label), (list, dict)) and node[label]]
        if inner and not (_MARK.search(label) or (is_flagged and all(map(are_measured, inner)))):
            plain = usual_names(name for one in nodes for name, x in one.items() if not isinstance(x, (list, dict)))
            are_tries = means_trial(label.strip().lower().rstrip("s")) == "sure"  # all of one question
            below = above | (plain if has_level or are_tries else plain - {*WEAK_KEYS})
            for found in _walk(inner, [*steps, label], below, eye, nodes):
                is_end = False
                yield found
    columns = _columns(nodes) if has_level and not is_record else {}
    columns = {name: own for name, own in columns.items() if is_end or says_outcome(name)}
    trials = [one for name, column in columns.items() if is_named_as_trial(name) for one in column]
    if any(map(eye.may_hold, columns.values())) or (trials and all(map(eye.grader.may_read, trials))):
        yield steps, nodes, above


def _columns(nodes: list[Any]) -> dict[str, list[Any]]:
    """Return {field: its values} for the fields that all of these objects have."""
    first = islice(nodes[0], ENTRIES)
    return {name: [node[name] for node in nodes] for name in first if all(name in node for node in nodes)}


def _is_map(nodes: list[Any], labels: list[str], eye: _Eye, field: str) -> bool:
    """Whether objects map names to entries of one kind, as {"q1": 1, "q2": 0} does, and are no records."""
    values = [one for node in nodes for one in islice(node.values(), ENTRIES)]
    names = usual_names(labels)
    if (
        not values
        or names & {*OUTCOME_KEYS, *QUESTION_KEYS, *LISTS_OF_RECORDS, *PART}
        or eye.is_record(names)
        or all(map(sums_up, names))
        or (len(labels) == 1 and (len(nodes) > 1 or role_of_names(labels[0]) or says_task(labels[0].rstrip("s"))))
    ):
        return False
    if len(nodes) > 1 and len({tuple({*map(kind_of, column)}) for column in _columns(nodes).values()}) > 1:
        return False
    if len(nodes) >= FEW and len({*filter(None, map(numbers_in, _columns(nodes).values()))}) > 1:
        return False  # numbers of articles beside scores
    if any(isinstance(one, list) and one and isinstance(one[0], dict) for one in values):
        firsts = [one[0] if isinstance(one, list) and one else None for one in values]
        are_numbers = all(map(str.isdecimal, labels))
        are_records = all(isinstance(x, dict) and (are_numbers or eye.is_entry(x)) for x in firsts)
        return len(labels) > 1 and are_records
    if all(isinstance(one, list) for one in values) and len({isinstance(one[0], list) for one in values if one}) > 1:
        return False
    inner = [[x for x in one.values() if isinstance(x, dict)] for one in values if isinstance(one, dict)]
    if not all(inner) and any(eye.is_record(usual_names(x)) for own in inner for x in own):
        return False  # a sum beside the records that it sums up
    kinds = {(name, kind_of(x)) for own in inner for name, x in (own[0].items() if own else ())}
    if any(kind == "bool" and (name, "number") in kinds for name, kind in kinds):
        return False  # counts beside the records that they count
    if all(isinstance(one, dict) for one in values) or all(isinstance(one, list) for one in values):
        is_item = any(mark.isdigit() for mark in labels[0]) and not kind_of_names(labels)  # q1, but not gsm8k or gpt-4o
        alone = is_item or field in LISTS_OF_RECORDS
        return len(labels) > 1 or alone or all(isinstance(one, dict) for one in values)
    return len(labels) > 1 and all(eye.is_outcome(one) or is_missing(one) for one in values)
