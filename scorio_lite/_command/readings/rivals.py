"""Find what contradicts an outcome: other fields beside it that may be the outcome, hold trials, or count them."""

from __future__ import annotations

from ..asking import asking
from ..fields import TRIALS_KEYS, has_outcome, may_count_trials
from ..grading import RIGHT, FileError, Grader, is_missing, number_in, shown
from .columns import columns_beside
from .names import (
    cost_as_outcome,
    last_words,
    may_say_match,
    says_answer,
    says_failure,
    says_gold,
    says_part,
    surely_outcome,
)
from .outcomes import compared
from .table import Column, Groups, Sample
from .trial_names import numbered
from .usual import IN_FRACTIONS, KEEPS, LEAVES, LISTS_OF_TRIALS, OUTCOME, REPEATS
from .values import code_in, form, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .reading import Plan


def check_outcome(sample: Sample, plan: Plan, grader: Grader, groups: Groups) -> None:
    """Refuse an outcome if other fields may hold its trials, count its trials, or be the outcome instead."""
    field = plan.outcome or (plan.counts[1].partition(IN_FRACTIONS[1])[0] if plan.counts else "")
    outcome = sample.spelled.get(field, "")
    same = [f"--outcome={outcome}"]
    roles = plan.roles.union(plan.trial)
    free = [name for name in sample.top if name not in roles]
    reason = columns_beside(sample, free, grader) or _lists_beside(sample, free, grader)
    if reason:
        looks, *ways = reason
        raise asking(f"{looks}, beside {shown(outcome)}", *ways, same)
    if plan.counts and all(name in sample for name in plan.counts):
        _check_sums(*(sample[name].numbers or [] for name in plan.counts))
    if plan.outcome and not plan.sure:
        others = [column for name, column in sample.columns.items() if name not in roles]
        _check_gold(sample, plan, others)
        _check_parts(sample, plan.outcome, free)
        _check_selection(sample, others)
        varied = [one for one in others if not (groups.several and groups.is_fixed(one))]  # the others sum up trials
        _check_rivals(sample, plan, grader, varied)
        is_weak = may_say_match(plan.outcome) and not surely_outcome(plan.outcome)
        if groups.several and is_weak and groups.is_fixed(sample[plan.outcome]):
            raise asking(f"{shown(outcome)} is the same in all records of a question: is it the outcome?", same)
    are_alone = bool(plan.question) and not groups.several
    for name in free if plan.outcome and sample[plan.outcome].numbers is not None else ():
        column = sample[name]
        may_count = name in TRIALS_KEYS or (are_alone and not REPEATS.isdisjoint(last_words(name)))
        counts = may_count_trials(name) or (may_count and column.is_constant)
        if counts and column.numbers is not None and any(number_in(v) not in (0, 1) for v in column.times):
            total = sample.spelled[name]
            ways = [[f"--counts={'N' if says_failure(name) else total},{outcome}"], [f"--ignore={total}"]]
            if all(x in (0, 1, None) for x in sample[plan.outcome].numbers or ()):
                ways.reverse()
            raise asking(f"is {shown(outcome)} an outcome, or a count beside {shown(total)} ({column.some()})?", *ways)


def _check_rivals(sample: Sample, plan: Plan, grader: Grader, others: list[Column]) -> None:
    """Refuse an outcome if another field has a name for outcomes, too, but another value in some record."""
    alike = [one for one in others if cost_as_outcome(one.name) < 2 and not one.is_constant and holds(one, grader)]
    codes = [grader.outcome(value) for value in sample[plan.outcome].raw] if alike else []
    known = compared([code == 1 for code in codes], others) if alike else []
    for rival in (one for one in alike if one not in known):
        pairs = zip(codes, map(grader.outcome, rival.raw))
        at = next((i for i, pair in enumerate(pairs, 1) if {*pair} == {0, 1}), 0)
        if at:
            one, other = sample.spelled[plan.outcome], sample.spelled[rival.name]
            what = f"{shown(one)} and {shown(other)} differ in record {at}: which is the outcome?"
            raise asking(what, [f"--outcome={one}"], [f"--outcome={other}"])


def _check_gold(sample: Sample, plan: Plan, others: list[Column]) -> None:
    """Refuse an outcome that may be an answer: it has the values of a field with a name for right answers."""
    outcome = sample[plan.outcome]
    found = {form(x) for value in outcome.raw for x in (value if isinstance(value, list) else [value])}
    golds = [one for one in others if says_gold(one.name) and len(one.times) > 1]
    has_answers = any(says_answer(one.name) for one in others if one not in golds)
    is_sure = has_answers or not {*RIGHT}.isdisjoint(last_words(plan.outcome))
    for gold in golds if not is_sure else ():
        if found.issuperset(map(form, gold.times)):
            said, right = sample.spelled[plan.outcome], sample.spelled[gold.name]
            what = f"{shown(said)} has values of {shown(right)} ({gold.some()}): is it an answer, or the outcome?"
            raise asking(what, [f"--outcome={said}=={right}"], [f"--outcome={said}"])


def _check_parts(sample: Sample, name: str, free: list[str]) -> None:
    """Refuse lists of outcomes that may be of parts of one trial: a record has one answer, or a list of its tests."""
    outcome = sample[name]
    if list not in outcome.types:
        return
    answers = (sample[one] for one in free if says_answer(one) and not says_gold(one) and list not in sample[one].types)
    sizes = [isinstance(value, list) and len(value) for value in outcome.raw]
    parts = (sample[one].raw for one in free if says_part(one) and list in sample[one].types)
    are_parts = any([isinstance(x, list) and len(x) for x in own] == sizes for own in parts)
    if says_part(name) or are_parts or any(one.is_of_trials and one.is_text() for one in answers):
        shown_name = sample.spelled[name]
        what = f"does {shown(shown_name)} hold trials, or the parts of one (which all have to pass)?"
        raise asking(what, [f"--outcome={shown_name}", "--all"], [f"--outcome={shown_name}"])


def _check_selection(sample: Sample, others: list[Column]) -> None:
    """Refuse records with a flag, such as valid or excluded, that may say which of them count."""
    for column in others:
        found = {*last_words(column.name)}
        kept = 0 if found & LEAVES else 1 if found & KEEPS else None
        if kept is None or found & (OUTCOME - KEEPS) or len(column.times) != 2:
            continue
        values = [form(x) for x in column.times if code_in(x) == kept]
        if len(values) != 1:
            continue
        name = sample.spelled[column.name]
        what = f"does {shown(name)} say which records count?"
        raise asking(what, [f"--where={name}={values[0]}"], [f"--ignore={name}"])


def _check_sums(trials: list[float | None], successes: list[float | None]) -> None:
    """Refuse a record whose counts are the sums of the counts in all records above."""
    all_n = all_c = 0.0
    for i, (n, c) in enumerate(zip(trials, successes), 1):
        if i > 2 and n and (n, c) == (all_n, all_c):
            raise FileError(f"the counts of record {i} are the sums of those above: remove rows that sum up others")
        all_n, all_c = all_n + (n or 0), all_c + (c or 0)


def _lists_beside(sample: Sample, free: list[str], grader: Grader) -> list[Any]:
    """Return [why a field seems to hold lists of trials, the options to read it]; [] if no field does."""
    for name in free:
        column, known = sample[name], name in LISTS_OF_TRIALS
        may_hold = (known and str in column.types) or not {list, dict}.isdisjoint(column.types)
        values = column.different() if may_hold else ()
        if says_answer(name) and not all(_holds_trials(known, value, grader) for value in values):
            continue
        for value in values:
            if _holds_trials(known, value, grader):
                ways = [] if isinstance(value, str) else [[f"--outcome={sample.spelled[name]}"]]
                return [f"field {shown(sample.spelled[name])} looks like trials{' in one cell' * (not ways)}", *ways]
    return []


def _holds_trials(known: bool, value: Any, grader: Grader) -> bool:
    """Whether a list, numbered fields or a text such as "1,0,1" hold outcomes. `known`: the name is one for trials."""
    if isinstance(value, dict):
        value = list(value.values()) if value and all(map(numbered, value)) else []
    if isinstance(value, str):  # a list in one cell
        cells = value.strip("[](){} ").replace(",", " ").replace(";", " ").replace("|", " ").replace("/", " ").split()
        several = len(cells) > 1 and all(code_in(cell) is not None for cell in cells)
        return known and (several or value.lstrip().startswith("["))
    if not isinstance(value, list) or len(value) < (1 if known else 2):
        return False
    if isinstance(value[0], dict):
        return known and all(map(has_outcome, value))
    return all(is_missing(x) or grader.may_read(x) for x in value) and not all(map(is_missing, value))
