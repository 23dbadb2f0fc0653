"""Decide from a sample of records what their fields mean, before any record is read."""

from __future__ import annotations

from ..asking import asking
from ..beside import check_fields, fields_beside
from ..fields import (
    ANSWER_KEYS,
    BROKEN_WORDS,
    CONTEXT_KEYS,
    OUTCOME_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    TEXT_KEYS,
    TRIAL_KEYS,
    listed,
    means_trial,
    says_break,
    says_broken,
    some,
    usual_name,
    words,
)
from ..grading import FileError, Grader, hint_of_reals, is_missing, letters_among, shown, typed_as
from ..settings import Settings, usual
from . import columns, contradictions, outcomes, questions, rivals
from .names import last_words, only_numbers
from .rates import are_fractions
from .reading import Plan
from .table import Column, Groups, Sample
from .trial_names import are_trial_names
from .usual import BREAKING, UNSET
from .values import holds
from .wanted import ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence


_ANSWERERS = ("agent", "checkpoint", "ckpt")  # each is a run if it answers all questions
_LONG_REASON = 200  # characters in which words are looked for


def decide(
    items: Sequence[dict[str, Any]],
    options: Settings,
    grader: Grader,
    kept: Sequence[str] = (),
    start: Plan | None = None,
    voting: bool = False,
) -> Plan:
    """Return the plan for these records: the role of each field. Fields in `kept` do not name questions.

    If a role is not clear, raise a FileError that asks, and names the options that answer. `start` is a plan with the
    roles that are known already.
    """
    plan, grader = start or Plan(), grader.anew()
    plan.beside = fields_beside(options)
    sample = _sample(items, plan, options)
    _find_run(sample, plan, options, items)
    _find_outcome(sample, plan, options, grader, kept)
    if options.task:
        plan.task = usual_name(options.task)
        _demand(sample, (plan.task,))
    _find_question(sample, plan, options, kept)
    if plan.task:
        plan.question = tuple(name for name in plan.question if name != plan.task)
    plan.run = plan.run or _answerer(sample, plan, kept)
    _find_others(sample, plan, options, kept, voting, grader)
    names = [*(name for name in (plan.run, plan.task) if name in sample), *plan.question]
    groups = Groups(sample, names if plan.question else ())
    if not plan.chosen:
        roles = plan.roles
        more = [key for key in QUESTION_KEYS if key in sample and key not in roles and key not in kept]
        plan.context += tuple(key for key in more if groups.is_fixed(sample[key]))
    _find_trial(sample, plan, options, groups)
    if (plan.outcome or plan.counts) and not options.outcome:
        rivals.check_outcome(sample, plan, grader, groups)
    contradictions.check_plan(sample, plan, groups)
    plan.is_regular = groups.several != [] and all(contradictions.crosses(sample[name], groups) for name in plan.trial)
    roles = plan.roles.union(plan.trial)
    constant = [sample[name] for name in sample.top if name not in roles and sample[name].may_be_constant]
    plan.constant = {one.name: one.raw[0] for one in constant}
    plan.late = tuple(key for key in QUESTION_KEYS if not (key in sample or key in sample.ignored or plan.chosen))
    _note_texts(sample, plan, grader)
    plan.explain(sample)
    return plan


def _note_texts(sample: Sample, plan: Plan, grader: Grader) -> None:
    """Note in the plan whether the outcomes are letters, such as P and F, or fractions, such as 3/8."""
    held = [sample[name] for name in plan.columns or (plan.outcome,) if name in sample]
    if grader.is_plain and not grader.has_words:
        texts = {x for column in held if list not in column.types for x in column.times}
        plan.letters = letters_among(texts, sample.size * len(held))
    counted = plan.columns if plan.are_runs and grader.is_plain else ()
    plan.fractions = bool(counted) and all(name in sample and are_fractions(sample[name]) for name in counted)


def _sample(items: Sequence[dict[str, Any]], plan: Plan, options: Settings) -> Sample:
    """Return the columns of the records, without the fields that --ignore and options such as --cost name."""
    ignored, outcome = usual(options.ignore), usual((options.outcome or "").replace("==", ","))
    sample = Sample(items, {*ignored, *(name for _, name in plan.beside if name not in outcome)})
    there = some(sample.spelled.values())
    check_fields(plan.beside, {*sample.ignored, *sample.columns}, there)
    for name in ignored:
        if name not in sample.ignored:
            raise FileError(f"--ignore {typed_as(name)}: no field has this name; there are {there}")
    return sample


def _given(sample: Sample, text: str) -> tuple[str, ...]:
    """Return the fields that the value of an option names: one, or several between commas."""
    whole = usual_name(text)
    return (whole,) if whole in sample else usual(text)


def _find_run(sample: Sample, plan: Plan, options: Settings, items: Sequence[dict[str, Any]]) -> None:
    if options.run:
        plan.run = usual_name(options.run)
        if plan.run not in sample:
            raise FileError(f"no field {shown(plan.run)}; there are {some(listed(items[0])) or 'none'}")
        return
    found = [key for key in RUN_KEYS if sample.has(key)]
    found = found or [name for key in RUN_KEYS for name in (f"{key}.name", f"{key}.id") if name in sample][:1]
    for key in found[1:]:
        first, second = sample[found[0]].values, sample[key].values
        pairs = {(one, other) for one, other in zip(first, second) if other is not None}
        if len(pairs) > min(len({*first}), len(sample[key].times)):
            finer = sample.spelled[max(found[0], key, key=lambda one: len(sample[one].times))]
            what = f"fields {some((found[0], key))} name different runs"
            raise asking(what, [f"--run={finer}"], [f"--ignore={finer}"])
    plan.run = found[0] if found else ""


def _answerer(sample: Sample, plan: Plan, kept: Sequence[str]) -> str:
    """Return the field, such as agent or checkpoint, whose values are runs: nearly all questions have all of them."""
    groups = Groups(sample, plan.question)
    free = [name for name in _ANSWERERS if sample.has(name) and name not in (*plan.roles, *kept)]
    found = [name for name in free if not groups.is_fixed(sample[name])]
    is_full = 10 * len(groups.several) >= 9 * len(groups)
    # not if several vary within a question
    return found[0] if len(found) == 1 and is_full and contradictions.crosses(sample[found[0]], groups) else ""


def _find_outcome(sample: Sample, plan: Plan, options: Settings, grader: Grader, kept: Sequence[str]) -> None:
    listed = usual(options.trials)
    if options.runs or (listed and not (len(listed) == 1 and listed[0] in sample and not sample.has(listed[0]))):
        plan.columns, plan.are_runs = usual(options.trials or options.runs), bool(options.runs)
        odd = next((name for name in plan.columns if name not in sample), None)
        if odd:
            raise FileError(f"there is no field {shown(odd)} among {some(sample.spelled.values())}")
    elif options.counts:
        plan.counts = tuple(usual_name(name) for name in options.counts)  # type: ignore[assignment]
        _demand(sample, plan.counts or ())
    elif options.outcome:
        left, equal, right = options.outcome.partition("==")
        plan.outcome, plan.gold = usual_name(left), usual_name(right) if equal else ""
        _demand(sample, (plan.outcome, plan.gold) if equal else (plan.outcome,), "holds the outcome")
    else:
        if plan.sure:
            _demand(sample, (*plan.question, plan.outcome))
        if options.format != "matrix":
            outcomes.take_outcome(sample, plan, grader)
        if not plan.outcome and not plan.counts and not columns.find_columns(sample, plan, grader, options):
            hint = hint_of_reals(x for key in sample.top for x in sample[key].raw) if grader.is_plain else ""
            inner = [one for one in sample.columns if one in sample.inner and one.rpartition(".")[2] in OUTCOME_KEYS]
            inner = [one for one in inner if dict not in sample[one].types]
            fitting = inner + [name for name in sample.top if _says_outcomes(sample[name], grader)]
            raise sample.lacks("outcome", fitting, OUTCOME_KEYS, {*plan.roles, *kept}, hint)


def _demand(sample: Sample, names: Sequence[str], role: str = "") -> None:
    for name in names:
        if name not in sample:
            start = f"no field {role}: " if role else ""
            raise FileError(f"{start}{shown(name)} is not among {some(sample.spelled.values())}")


def _says_outcomes(column: Column, grader: Grader) -> bool:
    """Whether a column has booleans, or words such as pass and fail, maybe among others such as timeout."""
    known = [value for value in column.times if not says_break(value)]
    words = all(isinstance(value, bool) or str(value).strip().isalpha() for value in known)
    are_outcomes = holds(column, grader) or all(grader.outcome(value) is not None for value in known)
    return len(known) > 1 and words and are_outcomes and list not in column.types


def _find_question(sample: Sample, plan: Plan, options: Settings, kept: Sequence[str]) -> None:
    if plan.question and plan.chosen:
        return
    if options.question:
        plan.question, plan.chosen = _given(sample, options.question), True
        _demand(sample, plan.question, "names the question")
    else:
        questions.take_question(sample, plan, kept)


def _find_others(
    sample: Sample, plan: Plan, options: Settings, kept: Sequence[str], voting: bool, grader: Grader
) -> None:
    """Set the other roles of the plan: answer, text, errors, and context (fields with one value per question)."""
    roles = plan.roles
    free = dict.fromkeys(name for name in sample.columns if name not in roles)
    plan.context = tuple(key for key in CONTEXT_KEYS if key in free and key not in kept)
    texts = (key for key in TEXT_KEYS if key in sample and key not in plan.question)
    plan.text = "" if plan.chosen else next(texts, "")
    if not (options.outcome or plan.sure):
        errors = (name for name in free if _is_error(sample, name))
        plan.errors = tuple(name for name in errors if not _explains(sample, name, plan, grader))
    if voting and not plan.counts and not plan.columns:
        from ..beside import answer_key

        plan.answer = answer_key(sample.columns, usual(options.answer) or ANSWER_KEYS)


def _is_error(sample: Sample, name: str) -> bool:
    """Whether a field says that trials broke, by its name (error) or by values such as timeout."""
    column = sample[name]
    if says_broken(name) and not _counts_errors(column):
        return True
    values = column.times if len(column.times) < 20 else ()
    words = {value.strip().lower() for value in values if isinstance(value, str)}
    return not BROKEN_WORDS.isdisjoint(words)


def _counts_errors(column: Column) -> bool:
    """Whether a field of errors has numbers of them, which need not break a trial: 0, 3, 2; or 0, 1 of tool_errors."""
    found = last_words(column.name)
    is_plural = found[-1:] == ["errors"] and BREAKING.isdisjoint(found)
    return column.numbers is not None and (is_plural or any(str(x) not in ("0", "1") for x in column.times))


def _explains(sample: Sample, name: str, plan: Plan, grader: Grader) -> bool:
    """Whether a field explains failures: it has a value in each failed trial, and in no successful one."""
    if not (grader.is_plain and plan.outcome in sample) or list in sample[plan.outcome].types:
        return False
    failed = [grader.outcome(value) == 0 for value in sample[plan.outcome].raw]
    if not any(failed) or failed != [is_broken(name, value) for value in sample[name].raw]:
        return False
    return BREAKING.isdisjoint(word for value in sample[name].times for word in words(str(value)[:_LONG_REASON]))


def is_broken(name: str, value: Any) -> bool:
    """Whether this value of a field for errors says that the trial broke."""
    if not value or is_missing(value):
        return False
    word = str(value).strip().lower()
    return word in BROKEN_WORDS if not says_broken(name) else word not in UNSET


def _find_trial(sample: Sample, plan: Plan, options: Settings, groups: Groups) -> None:
    """Set plan.trial to the fields that number the trials."""
    if plan.counts or (plan.columns and not (plan.are_runs and groups.several)):
        return
    if options.trial:
        plan.trial, plan.strict, plan.told = _given(sample, options.trial), True, True
        _demand(sample, plan.trial)
        return
    if plan.question == (ROW,):
        return  # a row is a trial of its own
    roles = plan.roles
    free = [name for name in sample.top if name not in roles and sample.has(name)]
    if plan.are_runs:
        plan.trial = tuple(name for name in free if means_trial(name) == "sure")
        return
    strict = [key for key in TRIAL_KEYS if key in free]
    if strict:
        plan.trial, plan.strict = (strict[0],), True
        return
    named = [name for name in free if means_trial(name) and not (groups.several and groups.is_fixed(sample[name]))]
    named = [name for name in named if _may_number(sample, name, groups)]
    named = named or [name for name in free if only_numbers(name) and sample[name].counts(groups)][:1]
    plan.trial = tuple(named)


def _may_number(sample: Sample, name: str, groups: Groups) -> bool:
    """Whether the values of a field may number trials: whole numbers, times, names of trials, or short unique texts."""
    column = sample[name]
    if column.measures and not groups.never_again(column):
        return False  # answers
    # a field named like trials may have any values but fractions, which are measurements
    if any(isinstance(value, float) and value % 1 > 0 for value in column.raw):
        return False  # seconds
    if means_trial(name) == "sure" or column.numbers is not None or column.is_time():
        return True
    words = [str(value) for value in column.times]
    is_short = all(" " not in word for word in words)
    return is_short and (column.is_unique or are_trial_names(words))
