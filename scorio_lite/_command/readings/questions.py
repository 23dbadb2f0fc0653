"""Find the fields that name the question: `take_question` takes the surest, `question_ways` lists all."""

from __future__ import annotations

from ..asking import asking
from ..fields import (
    CONTEXT_KEYS,
    LAST_KEYS,
    OUTCOME_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    TEXT_KEYS,
    WEAK_KEYS,
    is_amount,
    is_input,
    means_trial,
)
from ..grading import FileError, shown
from .columns import first_column
from .names import cost_as_question, has_other_role, last_words, says_part, says_question, says_task
from .reading import Plan
from .table import Column, Groups, Sample
from .trial_names import number_at_end
from .usual import NAMING, TASKS
from .values import may_be_outcome
from .wanted import ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence


# What is offered


def question_ways(sample: Sample, used: set[str]) -> Iterator[tuple[list[str], int, tuple[str, ...]]]:
    """Yield (options, cost, fields) for each way to name the questions. `used` fields have another role."""
    inner = [name for name in sample.inner if says_question(name)]
    named = [(cost_as_question(name), name) for name in (*sample.top, *inner) if name not in used and sample.has(name)]
    usual = [name for cost, name in named if cost == 0]
    if not usual:
        yield [f"--question={ROW}"], 4, ()
    yield [], 0, tuple(usual[:1])
    single = []
    for cost, name in sorted((cost, name) for cost, name in named if cost is not None):
        column = sample[name]
        is_real = any(x and x % 1 for x in column.numbers or ())
        if is_real or is_amount(name) or column.empty or len(column.times) < 2 + (cost > 1):
            continue
        extra = cost + (len({*column.times.values()}) > 1) + 2 * (len(column.times) == 2)
        extra -= is_input(name) and not column.is_unique
        extra += 2 * bool(sample.counted_by(name, len(column.times) + 1))  # it numbers trials of the others
        single.append(name)
        yield [f"--question={sample.spelled[name]}"], max(extra, 0) + 1, (name,)
        found = number_at_end(list(column.times)) if column.is_unique else None
        if found:
            yield [f"--split={sample.spelled[name]}={{question}}{found[0]}{{trial}}"], cost, ("question",)
    for name in single[:2]:
        for group in sample.top if not sample[name].is_unique else ():  # a field that recurs, such as subject
            column, is_task = sample[group], says_task(group)
            recurs = group not in (*used, name) and 1 < len(column.times) <= sample.size // 2
            if recurs and (is_task or not (column.measures or may_be_outcome(column))):
                extra = (cost_as_question(name) or 0) + (1 if is_task else 3)
                yield [f"--question={sample.spelled[name]},{sample.spelled[group]}"], extra, (name, group)


# What is sure


def take_question(sample: Sample, plan: Plan, kept: Sequence[str]) -> None:
    """Set plan.question to the surest field: by its usual name, by a word in its name, or by its values."""
    roles = plan.roles
    named = [key for key in QUESTION_KEYS if key in sample and key not in kept and key not in roles]
    plain = [key for key in named if sample[key].types.isdisjoint((dict, list))] or _inside(sample)
    words = [] if plain else _by_word(sample, {*roles, *kept})
    last = [key for key in LAST_KEYS if key in sample and key not in roles][:1]
    found = plain or [key for key in last if not any(sample[key].counts(Groups(sample, [one])) for one in words)]
    if not found and plan.columns:
        found = first_column(sample, plan)
    found = found or _finest(sample, words) or named
    if not found and not plan.columns:
        fitting = [name for name in sample.top if name not in (*roles, *kept) and _may_name_questions(sample[name])]
        found = [] if {*kept} & {*QUESTION_KEYS} else _by_values(sample, fitting) or _hashes(sample, fitting)
    if not found and not plan.columns:
        fitting.sort(key=lambda name: (has_other_role(name), len(sample[name].times) < 3, str(cost_as_question(name))))
        raise sample.lacks("question", fitting, QUESTION_KEYS, {*roles, *kept}, "")
    # if the names recur in several tasks, a field of tasks is found, too
    try:
        plan.question = _agreed(sample, found, plan.run)
    except FileError as error:
        plan.task, plan.question = _task_among(sample, plan, found)
        if not plan.task:
            raise error


def _inside(sample: Sample) -> list[str]:
    """Return [the field that names the question inside of an object called question, example or inputs]; else []."""
    for last in (*QUESTION_KEYS, "text"):
        for name in sample.inner:
            holder, _, own = name.rpartition(".")
            if own == last and says_question(holder.rstrip("s")) and len(sample[name].times) > 1:
                return [name]
    return []


def _task_among(sample: Sample, plan: Plan, found: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return (field of tasks, (field of questions,)) if tasks have questions of the same name; else ("", ())."""
    texts = [name for name in (*found, *TEXT_KEYS) if name in sample and name not in TASKS]
    for task in (name for name in TASKS if sample.has(name) and name not in plan.roles):
        for name in texts:
            groups = Groups(sample, [task, name])
            recurs = name in found and not Groups(sample, [name]).is_fixed(sample[task])
            if recurs and all(groups.is_fixed(sample[other]) for other in texts):
                return task, (name,)
    return "", ()


def _by_word(sample: Sample, known: set[str]) -> list[str]:
    """Return the fields with a word for questions in their names, such as problem_idx; else fields of ids that recur.

    If a field has unique ids, ids that recur must be equally frequent; then this field is returned, too.
    """
    costs = {name: cost_as_question(name) for name in sample.top if name not in known and sample.has(name)}
    costs = {name: cost for name, cost in costs.items() if not means_trial(name) and name not in CONTEXT_KEYS}
    usual = [name for name, cost in costs.items() if cost == 1 and not sample[name].empty]
    ids = [name for name, cost in costs.items() if cost == 2 and not sample[name].empty]
    times = {name: {*sample[name].times.values()} for name in ids if len(sample[name].times) > 1}
    are_even = {1} not in times.values()  # else a unique id names the records, unless groups are equal
    even = [name for name, own in times.items() if min(own) > 1 and (are_even or len(own) == 1)]
    return usual or ([name for name, own in times.items() if own == {1}] if even and not are_even else []) + even


def _by_values(sample: Sample, fitting: list[str]) -> list[str]:
    """Return [the only field whose values may name questions]; [] if there is none, or if there are several."""
    # Fields named like runs, trials, parts or measurements do not count, nor fields that number the records
    full = (name for name in fitting if len(sample[name].times) > 2 and not sample[name].empty)
    free = [name for name in full if not has_other_role(name) and (sample[name].is_unique or not name.isdecimal())]
    whole = [name for name in free if sample[name].is_unique or not says_part(name)]
    free = whole or [name for name in free if sample[name].is_text()]
    free = [name for name in free if not any(sample[name].counts(Groups(sample, [one])) for one in free)]
    free = [name for name in free if cost_as_question(name) == 2 or sample[name].is_text()] or free
    ids = [name for name in free if sample[name].is_unique and cost_as_question(name) == 2]
    ids = ids or [name for name in free if not says_task(name)] or free
    return ids if len(ids) == 1 else []


def _hashes(sample: Sample, fitting: list[str]) -> list[str]:
    """Return [the only field of ids] if all its ids differ, as hashes do, so that a record is a question; else []."""
    rest = [one for one in sample.columns.values() if not one.measures and len(one.times) > 2]
    ids = [one.name for one in rest if one.is_unique and cost_as_question(one.name) == 2]
    ids = [name for name in ids if not has_other_role(name)]
    # not if another field may name questions that have several records
    return ids if len(ids) == 1 and not fitting and not any(min(one.times.values()) > 1 for one in rest) else []


def _agreed(sample: Sample, found: list[str], run: str) -> tuple[str, ...]:
    """Return the first of the fields `found`, in a tuple, if all of them group the records alike; () if there are none.

    Raise a FileError that asks if two do not. A field with a weak name, such as task, may have several questions for
    one value.
    """
    rows = [[*range(start, start + sample.size)] for start in (0, 1)]  # as pandas's index
    found = [key for key in found if key not in ("index", "idx") or sample[key].raw not in rows] or found
    if found[1:] and found[0] not in WEAK_KEYS:
        groups = Groups(sample, [*([run] if run in sample else []), found[0]])
        if any(means_trial(name) and sample[name].counts(groups) for name in sample.top):
            found = [key for key in found if key == found[0] or not sample[key].is_unique]  # a record's own id
    found = [key for key in found if len(sample[key].times) > 1 or key not in WEAK_KEYS] or found
    found = [key for key in found if not any(_is_above(sample, key, other) for other in found)]
    for other in found[1:]:
        first = found[0]
        if other in WEAK_KEYS and first not in WEAK_KEYS:  # a task with several questions
            mixed = _mixed(sample, first, other)
        else:
            mixed = _mixed(sample, first, other) or _mixed(sample, other, first)
        if mixed:
            names = [sample.spelled[key] for key in (first, other)]
            raise asking(f"fields {mixed}", *([f"--question={name}"] for name in (*names, ",".join(names))))
    return tuple(found[:1])


def _is_above(sample: Sample, task: str, text: str) -> bool:
    """Whether `task` has a weak name, and groups the questions: each text in `text` has one value of `task`."""
    texts = sample[text]
    are_texts = text in TEXT_KEYS and texts.is_text() and not texts.empty and not texts.names_things()
    is_coarse = len(sample[task].times) < len(texts.times)
    return task in WEAK_KEYS and are_texts and is_coarse and Groups(sample, [text]).is_fixed(sample[task])


def _finest(sample: Sample, found: list[str]) -> list[str]:
    """Return the fields without slices: a field with one value for each question that another field names."""
    finer = [Groups(sample, [name]) for name in found if not sample[name].is_unique]
    held = [(name, sample[name], not NAMING.isdisjoint(last_words(name))) for name in found]  # ids are no slices
    return [name for name, x, is_id in held if is_id or not any(len(x.times) < len(y) and y.is_fixed(x) for y in finer)]


def _mixed(sample: Sample, one: str, two: str) -> str:
    """Return a message if two values of the field `two` go with one value of `one`; else ""."""
    known: dict[Any, Any] = {}
    are_apart = bool(sample[two].times) and not Groups(sample, [one]).is_fixed(sample[two])
    for a, b in zip(sample[one].values, sample[two].values) if are_apart else ():
        if None not in (a, b) and known.setdefault(a, b) != b:
            fields = f"{shown(sample.spelled[one])} and {shown(sample.spelled[two])}"
            both = f"{shown(known[a])} and {shown(b)}"
            return f"{fields} group the records differently ({shown(a)} goes with {both})"
    return ""


def _may_name_questions(column: Column) -> bool:
    """Whether the values of a field may name questions, and the name of the field gives it no other role."""
    known = column.name in (*OUTCOME_KEYS, *RUN_KEYS) or means_trial(column.name) == "sure"
    known = known or (means_trial(column.name) == "maybe" and column.numbers is not None)
    known = known or (column.measures and cost_as_question(column.name) != 2)
    return not known and len(column.times) > 1 and column.names_things()
