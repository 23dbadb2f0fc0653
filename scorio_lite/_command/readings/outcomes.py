"""Find the fields with the outcomes: `take_outcome` takes the surest, `outcome_ways` lists all, to offer them."""

from __future__ import annotations

from itertools import product

from ..asking import asking
from ..fields import OUTCOME_KEYS, SUCCESSES_KEYS, TRIALS_KEYS, is_amount, last_part, means_trial, some, words
from ..grading import FEW, YES_OR_NO, FileError, Grader, is_missing, shown, spelled
from .computed import is_computed
from .families import answers_and_golds, family_ways
from .names import (
    cost_as_outcome,
    cost_as_question,
    is_model,
    last_words,
    may_say_match,
    may_say_outcome,
    says_answer,
    says_gold,
    says_outcome,
    says_question,
    says_task,
    surely_outcome,
)
from .rates import pairs_of_counts, sure_counts
from .reading import Plan
from .table import Column, Sample
from .usual import MAXIMUM, OVERALL
from .values import cells_of, holds, values_as_outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .values import Candidate


_MANY = 8  # records in which a flag that is always true says nothing


def outcome_ways(sample: Sample) -> Iterator[Candidate]:
    """Yield (options, cost) for each field, or set of fields, that may hold the outcomes."""
    yield [], 0
    compared = dict.fromkeys(answers_and_golds(sample))
    for answer, gold in compared:
        yield [f"--outcome={sample.spelled[answer]}=={sample.spelled[gold]}"], 1
    yield from _ratios(sample)
    yield from (([f"--counts={trials},{successes}"], cost) for trials, successes, cost in pairs_of_counts(sample))
    yield from family_ways(sample)
    plain = [name for name in sample.columns if sample.has(name) and not _is_other(sample, name) and "," not in name]
    usual = [name for name in plain if says_outcome(name)]
    numbers = [name for name in plain if sample[name].numbers and not sample[name].measures]
    pairs = [name for name in plain if {*(sample[name].numbers or ())} == {0, 1} or _has_two_words(sample[name])]
    for name in plain:
        alone = numbers == [name] and cost_as_question(name) in (3, None) and not pairs
        cost = cost_as_outcome(name) + (sample.size >= FEW and sample[name].is_constant)
        cost -= cost == 1 and not OVERALL.isdisjoint(last_words(name))
        if cost > 3:
            continue  # it is the same everywhere
        for options, more in values_as_outcomes(sample[name], sample.spelled[name], cost):
            is_number = any("--scores" in option or "--threshold" in option for option in options)
            is_label = cost > 2 and not alone and sample[name].is_label
            if is_number and cost > 1 and (usual or is_label or sample[name].measures):
                continue
            is_word = any("--success" in option for option in options) and not is_number
            has_role = cost > 1 and (says_task(name) or says_answer(name) or says_gold(name))
            if (is_word and has_role) or ((is_word or is_number) and any(name in pair for pair in compared)):
                continue
            yield options, cost + more
    for name, other in product(usual, usual):
        one, two = sample[name], sample[other]
        if one.empty and two.empty and all((a is None) != (b is None) for a, b in zip(one.values, two.values)):
            yield [f"--outcome={sample.spelled[name]},{sample.spelled[other]}"], -1


def _has_two_words(column: Column) -> bool:
    """Whether the values are two words, such as yes and no in a language that is not known here."""
    return len(column.times) == 2 and all(isinstance(value, str) and value.strip().isalpha() for value in column.times)


def _is_other(sample: Sample, name: str) -> bool:
    """Whether a field has another role than the outcome: it names questions, numbers trials, or says what they took."""
    is_question = says_question(name) and not says_outcome(name)
    return is_question or bool(means_trial(name)) or is_amount(name) or bool(sample.counted_by(name))


def _ratios(sample: Sample) -> Iterator[Candidate]:
    """Yield the readings of points as shares of a maximum, such as --outcome=points/max_points with --scores."""
    counted = [(name, column.numbers) for name, column in ((name, sample[name]) for name in sample.top)]
    known = [(name, [x for x in own if x is not None]) for name, own in counted if own and None not in own]
    for (most, b), (name, a) in product(known, known):
        is_part = all(0 <= x <= y and y for x, y in zip(a, b)) and max(b) > 1
        is_maximum = bool(MAXIMUM & {*last_words(most)}) and not sample[most].measures
        if name != most and is_part and is_maximum and says_outcome(name) and not sample[name].is_constant:
            ratio = f"--outcome={sample.spelled[name]}/{sample.spelled[most]}"
            yield [ratio, "--scores"], 0
            yield [ratio, "--threshold=1"], 1


# What is sure


def take_outcome(sample: Sample, plan: Plan, grader: Grader) -> None:
    """Set plan.counts or plan.outcome to the surest fields."""
    # the surest are counts that other fields confirm; then usual names of an outcome or of counts; then a word in a
    # name or a value, and numbers on a scale that an option gives
    plan.counts = None if plan.sure else sure_counts(sample, plan.run)
    if plan.counts:
        return
    _take_usual(sample, plan, grader)
    plan.counts = None if plan.outcome else _usual_counts(sample)
    if not plan.outcome and not plan.counts:
        found = _by_word(sample, plan, grader)
        plan.outcome, plan.same = found[0] if found else _on_scale(sample, plan, grader), tuple(found[1:])


def _take_usual(sample: Sample, plan: Plan, grader: Grader) -> None:
    """Set plan.outcome to the field with a usual name of an outcome."""
    found = [_inside(sample, key) for key in OUTCOME_KEYS if key in sample and key not in plan.roles - {plan.outcome}]
    found = [key for key in found if plan.sure or not is_computed(sample, key)]
    held = [key for key in found if sample.has(key)]
    pure = [key for key in held if holds(sample[key], grader)]
    golds: list[str] = []
    if plan.sure:
        pure = [plan.outcome, *pure]
    else:
        _check_flags(sample, pure, grader)
        golds = [key for key in pure if _is_gold(sample, sample[key], grader)]
        pure = [key for key in pure if key not in golds]
        if "success" in pure and sample.size > _MANY and {*sample["success"].times} == {True}:  # that a call came back
            held, pure = ([key for key in keys if key != "success"] for keys in (held, pure))
    if golds and not pure:
        answer = _answer_of(sample, sample[golds[0]])
        raise _is_it_gold(sample, golds[0], answer.name if answer else "")
    if not pure and held:
        said = [one for one, gold in answers_and_golds(sample) if gold == held[0]]
        if _is_compared(sample, sample[held[0]], plan, grader):
            return
        if said and not plan.sure:
            raise _is_it_gold(sample, held[0], said[0])
    pure = pure or (held or found)[:1]  # the reader refuses wrong values, and names their places
    if pure:
        plan.outcome = pure[0]
        _check_parts(sample, plan)
        _check_grades(sample, plan, held, grader)
        rest = [key for key in held if key not in (*pure, *golds) and grader.is_plain]
        words = [key for key in rest if all(is_missing(x) or grader.may_read(x) for x in cells_of(sample[key]))]
        # other fields with such names must have the same outcome (same), or must not contradict it (hints)
        plan.same = tuple(key for key in (*pure[1:], *words) if key != plan.outcome)
        plan.hints = tuple(key for key in found if key not in (*pure, *golds, *words))


def _inside(sample: Sample, key: str) -> str:
    """Return "KEY.success" if the field `key` has objects whose only boolean is success; else `key`."""
    inner = [name for name in sample.inner if name.rpartition(".")[0] == key and sample[name].types == {bool}]
    return inner[0] if len(inner) == 1 and sample[key].types == {dict} else key


def _is_compared(sample: Sample, gold: Column, plan: Plan, grader: Grader) -> bool:
    """Whether `gold` holds right answers: another field has the same value in exactly the records that are right."""
    found = [name for name in _by_word(sample, plan, grader) if list not in sample[name].types][:1]
    # the likely outcome field says which records are right
    right = [grader.outcome(x) == 1 for name in found for x in sample[name].raw]
    others = (one for one in sample.columns.values() if one is not gold)
    return bool(right) and any([a == b for a, b in zip(one.values, gold.values)] == right for one in others)


def _on_scale(sample: Sample, plan: Plan, grader: Grader) -> str:
    """Return the only field whose numbers are on the scale that an option gives; "" if there is none."""
    names = [name for name in sample.top if name not in plan.roles and not _is_other(sample, name)]
    is_number = bool(grader.scores) or grader.threshold is not None
    names = [name for name in names if is_number and sample[name].numbers and not sample[name].measures]
    return names[0] if len(names) == 1 and _varies(sample[names[0]], grader) else ""


def _usual_counts(sample: Sample) -> tuple[str, str] | None:
    """Return (field that counts trials, field that counts successes), by their usual names; None if one is missing."""
    trials, successes = ([key for key in keys if sample.has(key)] for keys in ((*TRIALS_KEYS, "total"), SUCCESSES_KEYS))
    if not trials or not successes or is_computed(sample, successes[0]):
        return None
    if len(trials) > 1 or len(successes) > 1 or trials[0] == "total":
        what = f"which of the fields {some(trials + successes)} are the numbers of trials (not tests) and of successes?"
        raise asking(what, [f"--counts={sample.spelled[trials[0]]},{sample.spelled[successes[0]]}"])
    return trials[0], successes[0]


def _by_word(sample: Sample, plan: Plan, grader: Grader) -> list[str]:
    """Return the fields that are outcomes by words in their names (is_solved) or by their values; [] if they differ."""
    found = [name for name in sample.columns if name not in plan.roles and holds(sample[name], grader)]
    found = [name for name in found if not (name.rpartition(".")[2].isdecimal() or means_trial(name))]
    doubtful = [name for name in found if "valid" in last_words(name)]  # an answer may be valid and wrong
    if doubtful and any(answers_and_golds(sample)):
        found = [name for name in found if name not in doubtful]
    vary = [name for name in found if _varies(sample[name], grader)]
    by_value = vary, lambda name: _says_right(sample[name])
    # Since a model can fail in all trials, a field with only failures may be an outcome, if no field has grades
    by_failure = found, lambda name: surely_outcome(name) and _only_fails(sample, sample[name], grader)
    lone = [name for name in vary if _is_flag(sample[name])]
    is_one = len(lone) == 1 and not any(says_outcome(name) for name in sample.top if name not in lone)
    by_match = lone if is_one else [], may_say_match
    for names, says in ((vary, surely_outcome), (vary, may_say_outcome), by_match, by_value, by_failure):
        named = [name for name in names if says(name) and not _is_gold(sample, sample[name], grader)]
        top = [name for name in named if name not in sample.inner] or named
        if top:
            of_model = is_model(top[0]) and may_say_outcome(top[0])  # gpt-4_correct, but not pass@5
            is_one = of_model or not any(mark.isdigit() for mark in last_part(top[0]))
            is_one = is_one and len({_codes(sample[name], grader) for name in top if top[1:]}) < 2
            return top if is_one and not _has_sibling(sample, top, grader) else []
    return []


def _is_flag(column: Column) -> bool:
    """Whether all values are booleans, or all are the numbers 0 and 1."""
    return column.types == {bool} or (column.numbers is not None and {*column.numbers} == {0, 1})


def _codes(column: Column, grader: Grader) -> tuple[Any, ...]:
    return tuple(column.values if list in column.types else map(grader.outcome, column.raw))


def _has_sibling(sample: Sample, same: list[str], grader: Grader) -> bool:
    """Whether a field of outcomes has a name like the first of `same`: ok_y for ok_x, b.passed for a.passed."""
    name = same[0]
    last = name.rpartition(".")[2]
    if list not in sample[name].types and any(one.rpartition(".")[2] == last for one in sample.inner - {*same}):
        return True
    others = (other for other in sample.top if other not in same and "format" not in words(other))
    others = (other for other in others if not {*words(other)}.isdisjoint(words(name)))
    return any(sample.has(other) and holds(sample[other], grader) for other in others)


def _only_fails(sample: Sample, column: Column, grader: Grader) -> bool:
    """Whether all values of a column are failures, in at least FEW records, and no other column may hold grades."""
    is_graded = any(len(one.times) > 1 and cost_as_outcome(name) < 3 for name, one in sample.columns.items())
    return sample.size >= FEW and not is_graded and all(grader.outcome(x) == 0 for x in cells_of(column))


def _says_right(column: Column) -> bool:
    """Whether all values are words that can only mean outcomes: right and wrong, but not yes and no."""
    return all(spelled(x) is not None and x.strip().lower() not in YES_OR_NO for x in column.times)


def _varies(column: Column, grader: Grader) -> bool:
    """Whether all values of a column are outcomes, and at least two of them differ."""
    return holds(column, grader) and len({str(x) for x in cells_of(column) if not is_missing(x)}) > 1


# What contradicts an outcome


def _check_flags(sample: Sample, found: list[str], grader: Grader) -> None:
    """Refuse fields of outcomes that all have one value, if another field with a name for outcomes varies."""
    # a flag such as success may only say that the call of the model succeeded
    constant = [name for name in found if sample[name].is_constant and list not in sample[name].types]
    if constant and len(constant) == len(found):
        usual = [name for name in sample.columns if surely_outcome(name) and name not in constant]
        _check_constant(sample, constant[0], [name for name in usual if _varies(sample[name], grader)])


def _check_grades(sample: Sample, plan: Plan, held: list[str], grader: Grader) -> None:
    """Refuse an outcome that is a success in all records, if another outcome field has grades."""
    known = sample[plan.outcome].times
    if plan.sure or not grader.is_plain or len(known) != 1 or grader.outcome(next(iter(known))) != 1:
        return
    others = (sample[name] for name in held if name != plan.outcome and len(sample[name].times) > 1)
    graded = [one.name for one in others if any(x not in (0, 1, None) for x in one.numbers or ())]
    _check_constant(sample, plan.outcome, graded)


def _check_parts(sample: Sample, plan: Plan) -> None:
    """Refuse an outcome that is a sum of fields with like names: reward, of accuracy_reward and format_reward."""
    alike = [name for name in sample.top if name != plan.outcome and plan.outcome in words(name)]
    parts = [name for name in alike if sample[name].numbers]
    rows = zip(sample[plan.outcome].numbers or (), *(sample[name].numbers or () for name in parts))
    if not plan.sure and len(parts) > 1 and all(None not in row and row[0] == sum(row[1:]) for row in rows):
        what = f"{shown(sample.spelled[plan.outcome])} is the sum of {some(parts)}: which is the outcome?"
        raise asking(what, *([f"--outcome={sample.spelled[name]}"] for name in (*parts, plan.outcome)))


def _check_constant(sample: Sample, name: str, varied: list[str]) -> None:
    """Refuse the outcome `name`, which never varies, if a field of `varied` may be the outcome, too."""
    if varied:
        one, other = sample.spelled[name], sample.spelled[varied[0]]
        what = f"{shown(one)} is {shown(sample[name].raw[0])} in all records, and {shown(other)} differs"
        what += f" ({sample[varied[0]].some()}): which is the outcome?"
        raise asking(what, [f"--outcome={one}"], [f"--outcome={other}"])


def _is_gold(sample: Sample, column: Column, grader: Grader) -> bool:
    """Whether a column has right answers, not outcomes: it shares values with a column of answers."""
    if _answer_of(sample, column) is None:
        return False
    right = [grader.outcome(value) == 1 for value in column.raw]
    # it has outcomes if it is true in exactly the records with a right answer
    return not compared(right, [one for one in sample.columns.values() if one is not column])


def compared(right: list[bool], others: list[Column]) -> list[Column]:
    """Return [column of answers, column of right answers] if they are equal in exactly the `right` records; else []."""
    said, golds = ([one for one in others if says(one.name)] for says in (says_answer, says_gold))
    for one, gold in product(said, golds):
        if one is not gold and [a == b for a, b in zip(one.values, gold.values)] == right:
            return [one, gold]
    return []


def _answer_of(sample: Sample, column: Column) -> Column | None:
    """Return a column of answers that has a value in common with this column; None if there is none."""
    own = {type(v) is bool or str(v).strip().lower() for v in column.times} if list not in column.types else set()
    is_flag = own.issubset("01")
    for answer in sample.columns.values() if own else ():
        if is_flag and len(answer.times) > FEW:
            continue  # 0 and 1 beside numbers
        if answer is not column and says_answer(answer.name) and not may_say_outcome(answer.name):
            alike = {*map(type, answer.times)} & {*map(type, column.times)}
            if alike and own & {type(v) is bool or str(v).strip().lower() for v in answer.times}:
                return answer
    return None


def _is_it_gold(sample: Sample, name: str, answer: str) -> FileError:
    gold, said = (sample.spelled[one] for one in (name, answer))
    what = f"{shown(gold)} has values of {shown(said)} ({sample[answer].some()})"
    what += ": is it the right answer, or the outcome?"
    return asking(what, [f"--outcome={said}=={gold}"], [f"--outcome={gold}"])
