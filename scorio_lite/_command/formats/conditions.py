"""Decide whether the records of a question may be its trials, by the structure of the fields that differ."""

from __future__ import annotations

import re
from collections import Counter
from math import exp, lgamma, log

from ..fields import WEAK_KEYS, is_input, is_logistic, means_trial
from ..grading import FileError, count, shown, typed_as
from .plan import Plan
from .sample import Column, Groups, Sample
from .trial_names import are_trial_names, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MOST = 0.8  # of the questions
# Believe a pattern if noise has at most this chance of it:
_LIKELY = 0.3  # in the order of the file
_UNLIKELY = 0.05  # in any order
_RARE = 0.001  # in measurements
_TRIAL_AT_THE_END = r"(?i)(.{1,80}?)[-_ .:/#](run|trial|attempt|seed|rep|repeat|rollout|epoch|try)[-_ ]?\d{1,9}"
_MOST_RUNS = 20  # that a message offers
_MANY = 25  # trials: unusually many for a file with one question


def check(sample: Sample, plan: Plan, groups: Groups) -> None:
    """Refuse records of one question that a field without a role tells apart."""
    roles = plan.roles.union(plan.trial)
    for name, column in sample.columns.items() if groups.several else ():
        if name in roles or len(column.times) + bool(column.empty) < 2:
            continue
        if column.measures and plan.outcome and _echoes(column, sample[plan.outcome]):
            continue
        if name in plan.context and not groups.is_fixed(column):
            raise _asks(sample, plan, groups, column)
        if is_condition(column, groups, plan) and not _names_trials(column, groups):
            raise _asks(sample, plan, groups, column)
    if groups.several:
        _check_question(sample, plan, groups)
        _check_twins(sample, plan, groups)
    else:
        _check_counter(sample, plan)


def is_condition(column: Column, groups: Groups, plan: Plan) -> bool:
    """Whether most questions have equal values, equally often or in the same order."""
    within = groups.within(column)
    if column.is_unique or is_logistic(column.name) or (column.is_time() and plan.trial):
        return False
    for order, limit in ((True, _LIKELY), (False, _UNLIKELY)):
        share, chance = _recurs(column, within, order)
        if share >= _MOST and chance <= (_RARE if column.measures else limit):
            return True
        if share >= 0.5 and chance <= 1e-9:
            return True
    return _numbers(column, within) or _divides(column, groups)


def _echoes(column: Column, outcome: Column) -> bool:
    """Whether the field repeats the outcome in other words."""
    return len(set(zip(column.values, outcome.values))) == len(outcome.times)


def _recurs(column: Column, within: list[list[Any]], order: bool) -> tuple[float, float]:
    """The share of the questions with the most frequent list of values, and its chance if values are drawn."""
    form = tuple if order else lambda values: tuple(sorted(Counter(map(str, values)).items()))
    forms = Counter(form(values) for values in within)
    most, times = forms.most_common(1)[0]
    example = next(values for values in within if form(values) == most)
    if len({*example}) < 2:
        return 0, 1
    full = Counter(map(str, example))
    for values in within:  # one record may be missing
        own = Counter(map(str, values))
        if form(values) != most and not own - full and sum(full.values()) - len(values) == 1:
            times += 1
    total = len(column.values)
    chance = sum(log(column.times.get(value, column.empty or 1) / total) for value in example)
    if not order:
        chance += lgamma(len(example) + 1) - sum(lgamma(n + 1) for n in full.values())
    ways = lgamma(len(within) + 1) - lgamma(times + 1) - lgamma(len(within) - times + 1)
    return times / len(within), exp(min(0, ways + (times - 1) * min(chance, 0)))


def _numbers(column: Column, within: list[list[Any]]) -> bool:
    """Whether the field numbers the records in most questions, whose sizes may differ: 0, 1, 2 and test_0, test_1."""
    if column.measures or len(within) < 2 or max(map(len, within)) < 3:
        return False
    found = {value: numbered(str(value)) for value in column.times}
    if None in found.values() or len({word and word[0] for word in found.values()}) > 1:
        return False
    starts: Counter[int] = Counter()
    for values in within:
        own = sorted(word[1] for word in map(found.get, values) if word)
        if len(own) > 1 and own == [own[0] + i for i in range(len(own))]:
            starts[own[0]] += 1
    return bool(starts) and max(starts.values()) >= _MOST * len(within)


def _divides(column: Column, groups: Groups) -> bool:
    """Whether the field separates parts of a question: its values recur, each within one question."""
    if column.measures or 2 * len(column.times) > len(column.values) or not (column.names_things() or column.is_text()):
        return False
    owner: dict[Any, int] = {}
    for j, values in enumerate(groups.within(column)):
        if any(owner.setdefault(value, j) != j for value in values):
            return False
    varied = sum(len(set(values)) > 1 for values in groups.within(column))
    return varied >= _MOST * len(groups.several)


def _names_trials(column: Column, groups: Groups) -> bool:
    """Whether the values are names of trials: run 1, or out/trial_1.json."""
    return groups.never_again(column) and column.is_text() and are_trial_names(column.times)


def _asks(sample: Sample, plan: Plan, groups: Groups, column: Column) -> FileError:
    """The error for a field that tells the records of a question apart: what the field may be, and the options."""
    name = typed_as(sample.spelled[column.name])
    names_all = not column.empty and not any(isinstance(value, list) for value in column.raw)
    ways = [f"--run {name} if each is a run"] if names_all and not plan.run and _may_be_runs(column, groups) else []
    questions = ",".join(sample.spelled[one] for one in plan.question)
    if plan.question and names_all:
        ways.append(f"--question {typed_as(f'{questions},{sample.spelled[column.name]}')} if each is a question")
    sizes = {len(places) for places in groups.of.values()}
    if len(sizes) == 1 and not plan.trial and column.may_number and groups.never_again(column):
        ways.append(f"--trial {name} if it numbers trials")
    if not plan.trial or any(map(groups.never_again, (sample[one] for one in plan.trial if one in sample))):
        ways.append(f"--ignore {name} if it does not matter")
    ways = ways or [f"--where {name}=VALUE for a part of the records"]
    return FileError(
        f"the records of a question differ in {shown(sample.spelled[column.name])} ({column.some()}): use "
        f"{', '.join(ways[:-1])}{' or ' * (len(ways) > 1)}{ways[-1]}"
    )


def _may_be_runs(column: Column, groups: Groups) -> bool:
    """Whether the values are few, and each occurs in all questions, except for a few missing records."""
    if len(column.times) > _MOST_RUNS:
        return False
    found = [{column.values[i] for i in places} for places in groups.of.values()]
    return sum(map(len, found)) >= len(column.times) * len(found) - max(2, len(found) // 5)


def _check_question(sample: Sample, plan: Plan, groups: Groups) -> None:
    """Refuse a field that may name a data set, beside one that names a question in it."""
    named = plan.question[0] if len(plan.question) == 1 and not plan.chosen else ""
    lone = len(groups) == 1 and sample.size >= _MANY
    if not (named and (named in WEAK_KEYS or lone)) or plan.told or (plan.trial and not _may_be_items(plan, groups)):
        return
    roles = plan.roles - {plan.text}
    for name, column in sample.columns.items():
        if name in roles or column.empty or column.measures or means_trial(name) == "sure":
            continue
        items = column.names_things() and (column.numbers is None or _is_dense(column, groups))
        if (items or (is_input(name) and column.is_text())) and groups.never_again(column):
            one, both = typed_as(sample.spelled[name]), typed_as(f"{sample.spelled[named]},{sample.spelled[name]}")
            one = one if column.is_unique else both
            raise FileError(
                f"{shown(sample.spelled[named])} names {count(len(groups), 'question')}, and "
                f"{shown(sample.spelled[name])} differs in each of their records; which names the question? Use "
                f"--question {one}, or --ignore {typed_as(sample.spelled[name])} if they are trials"
            )


def _may_be_items(plan: Plan, groups: Groups) -> bool:
    """Whether the numbers of trials may number questions: there are more of them than questions."""
    if plan.question[0] not in WEAK_KEYS or plan.question[0] in ("problem", "example", "id", "index", "idx"):
        return False
    if any(means_trial(name) == "sure" for name in plan.trial):
        return False
    return max(map(len, groups.several)) > len(groups)


def _is_dense(column: Column, groups: Groups) -> bool:
    """Whether the numbers are consecutive, or nearly so, like numbers of items."""
    numbers = [float(value) for value in column.times]
    within = [[float(v) for v in values] for values in groups.within(column)]
    own = all(max(values) - min(values) < 2 * len(values) for values in within)
    return own or max(numbers) - min(numbers) < 2 * len(numbers)


def _check_twins(sample: Sample, plan: Plan, groups: Groups) -> None:
    """Refuse a file with every record twice: equal even in values that differ between trials."""
    if len(groups) < 2 or len(groups.several) < len(groups):
        return
    roles = plan.roles.union(plan.trial)
    free = [column for name, column in sample.columns.items() if name not in roles and len(column.times) > 1]
    own = [column for column in free if column.is_of_trials and len(column.times) == len(groups)]
    if not own and not plan.trial and len(groups) >= _MANY:  # with many questions, short answers suffice
        own = [column for column in free if column.measures]
    if own and all(groups.is_fixed(column) and not column.empty for column in free):
        first, again = groups.several[0][:2]
        names = ",".join(sample.spelled[column.name] for column in own)
        raise FileError(
            f"record {again + 1} is record {first + 1} again, also in {shown(own[0].name)}, and so are others: remove "
            f"what is there twice, or use --ignore {typed_as(names)} if these are trials"
        )


def _check_counter(sample: Sample, plan: Plan) -> None:
    """Refuse a question field that numbers the records, beside a recurring text or trial number."""
    for name in plan.question[:1]:
        ends = [re.fullmatch(_TRIAL_AT_THE_END, str(value)) for value in sample[name].times]
        times = Counter(end[1] for end in ends if end)
        if all(ends) and len(ends) > 1 and len(set(times.values())) == 1 and len(times) < len(ends):
            raise FileError(
                f"{shown(sample.spelled[name])} names trials ({sample[name].some()}): give the question and the "
                "number of the trial a field each"
            )
    if len(plan.question) != 1 or plan.chosen or plan.question[0] not in ("id", "index", "idx", "sample_id"):
        return
    named, roles = plan.question[0], plan.roles - {plan.text}
    for name, column in sample.columns.items():
        sizes = set(column.times.values())
        if name in roles or column.empty or len(sizes) != 1 or not 1 < len(column.times) < sample.size:
            continue
        if (is_input(name) and column.is_text()) or (means_trial(name) and column.numbers is not None):
            spelled = sample.spelled[name]
            way = f"--question {typed_as(spelled)}" if is_input(name) else "--question NAME"
            raise FileError(
                f"{shown(spelled)} has {len(column.times)} values, each in {count(sizes.pop(), 'record')}, and no "
                f"question, named by {shown(named)}, has two records; which field names the question? Use {way}, or "
                f"--question {named}"
            )
