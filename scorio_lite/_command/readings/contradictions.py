"""Find what contradicts a plan, which says what role each field of the records has.

Each function takes a sample of records, the plan, and the records grouped by question. It returns an error that says
why the plan may be wrong, and what else would fit; None if nothing speaks against the plan.
"""

from __future__ import annotations

import re
from collections import Counter
from operator import ne

from ..asking import asking
from ..fields import TEXT_KEYS, WEAK_KEYS, is_circumstance, is_input, means_trial, measures
from ..grading import FEW, FileError, count, shown
from .names import (
    are_tasks,
    cost_as_question,
    has_other_role,
    last_words,
    names_outcome,
    names_records,
    says_gold,
    says_measuring,
    says_part,
    says_run,
    says_setting,
    says_task,
)
from .table import Groups, Sample
from .trial_names import are_trial_names, count_up, number_at_end, numbered
from .usual import FREQUENCY, STAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .reading import Plan
    from .table import Column

_MANY = 25  # trials: unusually many for a file with one question
_MOST_RUNS = 20  # that a message offers
_EXPONENT = re.compile(r"\d(\.\d{1,5})?E\+\d\d", re.IGNORECASE)


def check_plan(sample: Sample, plan: Plan, groups: Groups) -> None:
    """Raise the error of the first function here that finds a contradiction."""
    # `loop.Reader` refuses a record that lacks its run, task or question, and names its place
    if any(sample[name].empty for name in (plan.run, plan.task, *plan.question) if name in sample):
        return
    for contradiction in _ALWAYS + (_OF_SEVERAL if groups.several else _OF_ONE):
        error = contradiction(sample, plan, groups)
        if error:
            raise error


# Fields that tell the records of a question apart


def tells_apart(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error if a field without a role may tell a question's trials apart, as a run does; else None."""
    roles = plan.roles.union(plan.trial)
    for name, column in sample.columns.items():
        if name in roles or len(column.times) + bool(column.empty) < 2:
            continue
        if _numbers_alike(sample, plan, column):
            continue
        is_mixed = name in plan.context and not groups.is_fixed(column)
        are_trials = groups.never_again(column) and column.is_text() and are_trial_names(column.times)
        are_trials = are_trials and not says_part(name)
        is_setting = not are_trials and is_condition(column, groups, plan)
        if is_mixed or is_setting or _is_shard(sample, plan, column, groups):
            return _ask(sample, plan, groups, column)
    return None


def _is_shard(sample: Sample, plan: Plan, column: Column, groups: Groups) -> bool:
    """Whether `column` may name shards that number questions anew: question 0 of worker a is not question 0 of b."""
    if plan.trial or len(plan.question) != 1 or not (is_circumstance(column.name) and groups.never_again(column)):
        return False
    numbers = {int(x) for x in sample[plan.question[0]].numbers or () if x is not None and x % 1 == 0}
    return len(numbers) == len(groups) and count_up(numbers) and not column.is_unique


def is_condition(column: Column, groups: Groups, plan: Plan) -> bool:
    """Whether a field without a role may name runs, trials or parts of questions."""
    rarely_recurs = len(column.values) - len(column.times) < len(groups.several)
    if column.is_unique or rarely_recurs:
        return False
    if not says_run(column.name):
        if is_circumstance(column.name) or (plan.trial and column.is_time()):
            return False
        if column.measures and not says_measuring(column.name):
            return _is_design(column, groups)
    if groups.is_fixed(column) and not column.empty:
        return False
    return crosses(column, groups) or numbers_records(column, groups) or divides(column, groups)


def crosses(column: Column, groups: Groups) -> bool:
    """Whether at least 9 of 10 questions have the same values of a field, such as the seeds 1, 2, 3."""
    within = groups.within(column)
    forms = Counter(tuple(sorted(map(str, values))) for values in within)
    several = [form for form in forms if form[0] != form[-1]]
    if not several:
        return False
    # Each value must occur as often in one question as in another, but a question may lack one record. Questions of an
    # unfinished run may lack more, if the field has at least three values
    form = max(several, key=lambda one: (forms[one], len({*one})))
    near = (other for other in forms if len(other) == len(form) - 1 and not Counter(other) - Counter(form))
    times = sum(forms[other] for other in (form, *near))
    return 10 * times >= 9 * len(within) or _is_balanced(column, within)


def _is_design(column: Column, groups: Groups) -> bool:
    """Whether a field is like a setting, not a measurement: each question has each value exactly once.

    The records of a value must also stand together in the file; or the values are numbers that do not count the records
    of a question, and at least a few questions have several records.
    """
    is_grid = all(len(values) == len({*values}) == len(column.times) for values in groups.within(column))
    stand_together = sum(map(ne, column.values, column.values[1:])) == len(column.times) - 1
    are_numbers = column.numbers is not None and len(groups.several) >= FEW and not column.counts(groups)
    return is_grid and (stand_together or are_numbers)


def _is_balanced(column: Column, within: list[list[Any]]) -> bool:
    """Whether all questions have all values of a field, about equally often, as in the file of an unfinished run."""
    if len(column.times) < 3 or any(len(set(values)) < len(column.times) for values in within):
        return False
    # At least half of the questions have all values equally often. In the other questions, no value is more than twice
    # as frequent as another value
    counts = [Counter(values).values() for values in within]
    even = sum(len(set(own)) == 1 for own in counts)
    return 2 * even >= len(counts) and all(2 * min(own) >= max(own) for own in counts)


def numbers_records(column: Column, groups: Groups) -> bool:
    """Whether a field numbers the records of a question, as 0, 1, 2 or test_0, test_1, alike in 9 of 10 questions."""
    within = groups.within(column)
    if len(within) < 2 or max(map(len, within)) < 3:
        return False
    found: dict[Any, tuple[str, int]] = {}
    word = None
    for value in column.times:
        own = numbered(str(value))
        word = word or own
        if own is None or word is None or own[0] != word[0]:
            return False
        found[value] = own
    starts: Counter[int] = Counter()
    for values in within:
        numbers = sorted(found[value][1] for value in values if value is not None)
        if len(numbers) > 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
            starts[min(numbers)] += 1
    return bool(starts) and 10 * max(starts.values()) >= 9 * len(within)


def divides(column: Column, groups: Groups) -> bool:
    """Whether a field names parts of a question: each value is in one, and most questions have several values."""
    if 2 * len(column.times) > len(column.values) or not (column.names_things() or column.is_text()):
        return False
    owner: dict[Any, int] = {}
    for j, values in enumerate(groups.within(column)):
        if any(owner.setdefault(value, j) != j for value in values):
            return False
    varied = sum(len(set(values)) > 1 for values in groups.within(column))
    return 10 * varied >= 8 * len(groups.several)


def _numbers_alike(sample: Sample, plan: Plan, column: Column) -> bool:
    """Whether `column` numbers the same trials as the plan's field of trial numbers: with 1, 2 where that has 0, 1."""
    number = sample[plan.trial[0]] if len(plan.trial) == 1 else None
    if number is None or column.empty or len(column.times) != len(number.times) or not column.numbers:
        return False
    if len(set(zip(column.values, number.values))) > len(column.times):
        return False
    # 5, 20, 100 for 0, 1, 2 may be a setting, unless the name of the column is one for trials
    shifts = {(x or 0) - (y or 0) for x, y in zip(column.numbers, number.numbers or ())}
    return len(shifts) == 1 or means_trial(column.name) != ""


def _ask(sample: Sample, plan: Plan, groups: Groups, column: Column) -> FileError:
    """Return the error that asks what a field means, since records of one question differ in it."""
    name = sample.spelled[column.name]
    sample = sample.without_copies()
    if sample.size < len(column.values):
        column = sample[column.name]
        groups = Groups(sample, [one for one in (plan.run, plan.task, *plan.question) if one in sample])
    names_all = not column.empty and not any(isinstance(value, list) for value in column.raw)
    run = [f"--run={','.join(sample.spelled.get(one, one) for one in (plan.run, column.name) if one)}"]
    ways = [run] if names_all and _may_be_runs(column, groups) else []
    if plan.question and names_all:
        both = [f"--question={','.join(sample.spelled[one] for one in (*plan.question, column.name))}"]
        is_part = says_task(column.name) or (says_part(column.name) and not says_run(column.name))
        ways = [both, *ways] if is_part else [*ways, both]
    sizes = {len(places) for places in groups.of.values()}
    is_number = says_number(column, groups)
    if not plan.trial and (is_number or (len(sizes) == 1 and column.may_number and groups.never_again(column))):
        ways.insert(0 if is_number else len(ways), [f"--trial={name}"])
    if not plan.trial or any(groups.never_again(sample[one]) for one in plan.trial):
        ways.append([f"--ignore={name}"])
    ways = [*_surer(sample, plan, groups, column), *ways]
    ways = ways or [[f"--where={name}=VALUE"]]
    return asking(f"the records of a question differ in {shown(name)} ({column.some()})", *ways)


def _surer(sample: Sample, plan: Plan, groups: Groups, column: Column) -> Iterator[list[str]]:
    """Yield the ways to read a field that its values suggest: they name the questions, or records without outcomes."""
    name, own = sample.spelled[column.name], next(iter(plan.question), "")
    if not plan.chosen and own in sample and column.name in sample.counted_by(own, len(groups) + 1):
        yield [f"--question={name}", f"--trial={sample.spelled[own]}"]
    held = [x is not None for x in sample[plan.outcome].values] if plan.outcome in sample else []
    kinds = {*zip(column.values, held)}
    full = [value for value, has_outcome in kinds if has_outcome]
    if len(full) == 1 < len(kinds) == len(column.times) and not column.empty:  # start events have no outcome
        yield [f"--where={name}={full[0]}"]


def says_number(column: Column, groups: Groups) -> bool:
    """Whether a field counts the records of each question (0, 1, 2 or 1, 2, 3), and its name gives it no other role."""
    has_role = has_other_role(column.name) or says_part(column.name) or names_outcome(column.name)
    return column.counts(groups) and not (has_role or says_setting(column.name))


def _may_be_runs(column: Column, groups: Groups) -> bool:
    """Whether a field may name runs: it has few values, and nearly all questions have all of them."""
    if len(column.times) > _MOST_RUNS:
        return False
    found = [{column.values[i] for i in places} for places in groups.of.values()]
    return 2 * sum(len(own) == len(column.times) for own in found) >= len(found)


# Numbers of trials


def counts_stages(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error if trial numbers may be stages of a training (100, 200, 300), or are fractions; else None."""
    for name in plan.trial if not plan.told else ():
        numbers = sorted({x for x in sample[name].numbers or () if x is not None})
        steps = {b - a for a, b in zip(numbers, numbers[1:])}
        are_stages = not STAGE.isdisjoint(last_words(name)) and len(steps) == 1 and (steps != {1} or numbers[0] > 1)
        if are_stages or any(x % 1 for x in numbers):
            return _ask(sample, plan, groups, sample[name])
    return None


def several_count_trials(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error if two fields of trial numbers have equal values in nearly all questions; else None."""
    numbers = [sample[name] for name in plan.trial]
    found = [one for one in numbers if crosses(one, groups) and not groups.never_again(one)]
    if len(found) < 2 or plan.told:
        return None
    error = _ask(sample, plan, groups, found[0])
    both = ",".join(sample.spelled[one.name] for one in found)
    return error.leading([f"--trial={both}"], *error.ways)


def may_be_counted(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error that asks whether a field such as count is the number of trials with an outcome; else None."""
    found = [name for name in sample.top if name not in plan.roles and not FREQUENCY.isdisjoint(last_words(name))]
    # It may be this number if no two records of a question have the same outcome
    if plan.trial or not plan.outcome or not found or not groups.never_again(sample[plan.outcome]):
        return None
    name = sample.spelled[found[0]]
    what = f"does {shown(name)} say how many trials of the question have this outcome?"
    return asking(what, [f"--ignore={name}"], otherwise="write a line for each trial")


# Names of questions


def names_a_data_set(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error if the field of questions may name data sets, and another field the questions; else None."""
    named = plan.question[0] if len(plan.question) == 1 and not plan.chosen else ""
    lone = len(groups) == 1 and sample.size >= _MANY
    of_tasks = named in sample and len(groups) > 1 and are_tasks([*map(str, sample[named].times)])
    may_be = named in WEAK_KEYS or lone or of_tasks
    if not (named and may_be) or plan.told or (plan.trial and not (of_tasks or _may_be_items(plan, groups))):
        return None
    roles = plan.roles - {plan.text}
    for name, column in sample.columns.items():
        if name in roles or column.empty or column.measures or means_trial(name) == "sure":
            continue
        items = column.names_things() and (column.numbers is None or _is_dense(column))
        if (items or (is_input(name) and column.is_text())) and groups.never_again(column):
            first, one = sample.spelled[named], sample.spelled[name]
            what = f"{shown(first)} names {count(len(groups), 'question')}, and {shown(one)} differs in each of their"
            key = one if column.is_unique else f"{first},{one}"
            return asking(f"{what} records; which names the question?", [f"--question={key}"], [f"--ignore={one}"])
    return None


def _may_be_items(plan: Plan, groups: Groups) -> bool:
    """Whether the trial numbers may number questions instead: a question has more trials than there are questions."""
    if plan.question[0] not in WEAK_KEYS or plan.question[0] in ("problem", "example", "id", "index", "idx"):
        return False
    if any(means_trial(name) == "sure" for name in plan.trial):
        return False
    return max(map(len, groups.several)) > len(groups)


def _is_dense(column: Column) -> bool:
    """Whether the numbers of a field have few gaps, as numbers of items do."""
    numbers = [float(value) for value in column.times]
    return max(numbers) - min(numbers) < 2 * len(numbers)


def is_named_by_outcome(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:  # noqa: ARG001
    """Return an error if the outcome also names the question; else None."""
    if plan.outcome not in plan.question:
        return None
    return FileError(f"{shown(sample.spelled[plan.outcome])} cannot both name the question and hold the outcome")


def is_rounded(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:  # noqa: ARG001
    """Return an error if a spreadsheet has rounded names of questions, as in 1.7E+18; else None."""
    for name in plan.question:
        texts = [str(value) for value in sample[name].times]
        if texts and all(map(_EXPONENT.fullmatch, texts)):
            what = f"{shown(sample.spelled[name])} has rounded numbers ({sample[name].some()})"
            return FileError(f"{what}: several questions may share one; save the ids as texts")
    return None


def has_trials_in_names(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:  # noqa: ARG001
    """Return an error if names of questions may hold trial numbers, as aime_3_run0, q1#0 or 7-2; else None."""
    for name in plan.question if len(plan.question) == 1 and not plan.chosen else ():
        if number_at_end(list(sample[name].times)):
            what = f"{shown(sample.spelled[name])} names trials ({sample[name].some()})"
            return FileError(f"{what}: give the question and the number of the trial a field each")
    return None


def may_number_records(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:  # noqa: ARG001
    """Return an error if the field of questions may number records, and another field name questions; else None.

    With {"id": 1, "problem": "a"}, {"id": 2, "problem": "a"}, ..., problem may name questions, if its values are
    equally frequent.
    """
    named = plan.question[0] if len(plan.question) == 1 and not plan.chosen else ""
    if named not in sample:
        return None
    roles = plan.roles - {plan.text}
    for name, column in sample.columns.items():
        sizes = set(column.times.values())
        is_named = cost_as_question(name) == 1
        may_be = names_records(named) or (is_named and sample[named].is_unique)
        if name in roles or column.empty or len(sizes) != 1 or not may_be or not 1 < len(column.times) < sample.size:
            continue
        if len(Groups(sample, [*filter(None, (plan.task,)), named])) == len(column.times):
            continue  # it has one in each run
        is_text = (is_input(name) or is_named) and column.is_text() and (name in TEXT_KEYS or not measures(name))
        is_text = is_text or (is_named and column.names_things()) or _recurs(column, sample[named])
        if is_text or (means_trial(name) and column.numbers is not None):
            one = sample.spelled[name]
            has = f"{shown(one)} has {len(column.times)} values, each in {count(sizes.pop(), 'record')}"
            what = f"{has}, and no question, named by {shown(named)}, has two records; which field names the question?"
            return asking(what, [f"--question={one if is_text else 'NAME'}"], [f"--question={named}"])
    return None


def _recurs(column: Column, ids: Column) -> bool:
    """Whether a field may name questions, while the field `ids` numbers the records."""
    has_role = has_other_role(column.name) or says_task(column.name) or says_gold(column.name) or column.measures
    is_id = names_records(column.name) and column.names_things()
    may_name = is_id or (column.types == {str} and column.numbers is None)
    # A category has too few values, at most the square root of the number of records
    return ids.is_unique and may_name and not has_role and len(column.times) ** 2 > len(ids.times)


# Copies


def is_there_twice(sample: Sample, plan: Plan, groups: Groups) -> FileError | None:
    """Return an error if the records of each question may be copies, as their long answers are equal; else None."""
    if len(groups) < 2 or len(groups.several) < len(groups):
        return None
    roles = plan.roles.union(plan.trial)
    free = [column for name, column in sample.columns.items() if name not in roles and len(column.times) > 1]
    own = [column for column in free if column.is_of_trials and len(column.times) == len(groups)]
    if not own and plan.outcome and groups.is_fixed(sample[plan.outcome]):  # each at a time of its own
        own = [column for column in free if column.is_clock() and len(column.times) == len(groups) >= FEW]
    if not own and not plan.trial and len(groups) >= _MANY:  # with many questions, short answers suffice
        own = [column for column in free if column.measures]
    if own and all(groups.is_fixed(column) and not column.empty for column in free):
        first, again, *_ = groups.several[0]
        names = ",".join(sample.spelled[column.name] for column in own)
        what = f"record {again + 1} is record {first + 1} again, also in {shown(own[0].name)}, and so are others"
        return asking(what, [f"--ignore={names}"], otherwise="remove what is there twice")
    return None


_ALWAYS = (is_named_by_outcome, is_rounded)
_OF_SEVERAL = (tells_apart, several_count_trials, counts_stages, may_be_counted, names_a_data_set, is_there_twice)
_OF_ONE = (has_trials_in_names, may_number_records)
