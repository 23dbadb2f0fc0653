"""Find the numbers of trials and of successes among the fields of records: counts, rates, and fractions such as 3/8."""

from __future__ import annotations

import re

from ..fields import LISTS, SUCCESSES_KEYS, TRIALS_KEYS, last_part, means_trial, measures, usual_name, words, words_in
from ..grading import FEW, WORDS, number_in
from .cells import counts_in
from .computed import is_computed
from .names import (
    are_tasks,
    cost_as_question,
    counts_successes,
    has_other_role,
    last_words,
    says_failure,
    says_outcome,
    surely_outcome,
)
from .table import Column, Groups, Sample
from .usual import ATTEMPTS, MEANS, PART, RATE, ROUNDED
from .values import is_whole
from .wanted import in_fractions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import AbstractSet as Set
    from typing import Iterator

_COUNTED = words_in("correct passed passes success successes solved solves resolved")  # beside a number of trials
_UNSOLVED = words_in("incorrect wrong unsolved num n")  # the same of failures; failed may be requests
_MEAN_OF = re.compile(r"(?:acc|accuracy|avg|average|mean)@(\d{1,3})")  # of how many trials a field is the mean
_EXACT = 0.02  # a product with a mean of 3 digits differs by less from a whole number
_LIMITS = {"max", "maximum", "min", "limit"}  # of a number of trials: fewer or more may have been run
_MOST_TRIALS = 64  # of questions whose names have no numbers


def pairs_of_counts(sample: Sample) -> Iterator[tuple[str, str, int]]:
    """Yield (trials, successes, cost). Both are fields or formulas such as n-failed. The cost is -1 for a sure pair."""
    known = _numbers(sample)
    whole = {name: own for name, own in known.items() if all(x >= 0 and x % 1 == 0 for x in own)}
    good = [name for name in whole if name in SUCCESSES_KEYS or says_outcome(name) or WORDS.get(last_part(name)) == 1]
    sums = [name for name in whole if "sum" in last_words(name) and not measures(name)]
    bad = [name for name in whole if says_failure(name) or WORDS.get(last_part(name)) == 0]
    every = [name for name in whole if name in TRIALS_KEYS or (ATTEMPTS & {*last_words(name)} and not measures(name))]
    every = [name for name in every if _LIMITS.isdisjoint(words(name))]
    spelled = sample.spelled
    for n in (name for name in every if max(whole[name]) > 1):
        is_fixed = len({*whole[n]}) == 1  # tests and points differ between questions
        is_known = (n in TRIALS_KEYS and n not in ("n", "n_total")) or not LISTS.isdisjoint(last_words(n))
        for c in (
            c for c in (*good, *sums) if c not in (n, *sample.inner) and all(x <= y for x, y in zip(whole[c], whole[n]))
        ):
            rest = [y - x for x, y in zip(whole[c], whole[n])]
            is_said = is_known and good == [c] and (c in _COUNTED or counts_successes(c, [n])) and max(whole[c]) > 1
            shares = [x / y if y else 0 for x, y in zip(whole[c], whole[n])]
            # the names, a field of failures or a rate confirm it
            is_sure = is_said or any(whole[name] == rest for name in bad) or _has_mean(known, shares, MEANS)
            if c in good or _has_mean(known, shares, RATE):
                yield spelled[n], spelled[c], -(is_fixed and is_sure and c not in sums)
        for f in (f for f in bad if f != n and all(x <= y for x, y in zip(whole[f], whole[n]))):
            is_said = is_known and not good and _UNSOLVED.issuperset(last_words(f)) and max(whole[f]) > 1
            yield spelled[n], f"{spelled[n]}-{spelled[f]}", -(is_fixed and is_said)
        rates = (name for name in known if not RATE.isdisjoint(last_words(name)))
        for rate in (name for name in rates if sample.size == 1 or not sample[name].is_constant):  # else a mean of all
            pairs = list(zip(whole[n], known[rate]))
            if any(whole[c] == [round(n * x) for n, x in pairs] for c in good):
                continue  # it says again what a count says
            if any(0 < x < 1 for _, x in pairs) and all(0 <= x <= 1 and is_whole(n, x) for n, x in pairs):
                is_said = says_outcome(rate) or RATE.issuperset(last_words(rate))  # not error_rate, mean_hints
                is_sure = is_fixed and is_said and not LISTS.isdisjoint(last_words(n))
                yield spelled[n], f"{spelled[n]}*{spelled[rate]}", -is_sure
    yield from ((k, f"{k}*{spelled[name]}", 0) for k, name in _means_of_k(known))
    yield from _parts(sample, whole, good, bad)


def _numbers(sample: Sample) -> dict[str, list[float]]:
    """Return {name: its numbers} for the fields of numbers, and for those in objects such as {"pass": 3, "fail": 1}."""
    are_words = all(last_part(name) in WORDS for name in sample.inner)
    numbers = {name: _shares(sample[name]) or [None] for name in (sample.columns if are_words else sample.top)}
    known = {name: [x for x in own if x is not None] for name, own in numbers.items() if None not in own}
    return {name: own for name, own in known.items() if not {*name} & {*"+-*,"}}


def _parts(
    sample: Sample, whole: dict[str, list[float]], good: list[str], bad: list[str]
) -> Iterator[tuple[str, str, int]]:
    """Yield (sum of successes and failures, successes, cost), also of {"pass": 3, "fail": 1}."""
    holder = good[0].rpartition(".")[0] if good else ""
    parts = [name for name in (*good[:1], *bad) if name.rpartition(".")[0] == holder]
    totals = {sum(values) for values in zip(*(whole[name] for name in parts))}
    if good and len(parts) > 1:
        is_sure = len(totals) == 1 and max(totals) > 1 and holder in ("", *LISTS - {"outcomes"})
        yield "+".join(sample.spelled[name] for name in parts), sample.spelled[good[0]], -1 if is_sure else 1


def _means_of_k(known: dict[str, list[float]]) -> Iterator[tuple[str, str]]:
    """Yield (k, name) for each field such as acc@8 whose values are shares of k trials."""
    for name, own in known.items():
        match = _MEAN_OF.fullmatch(name)
        products = [x * int(match[1]) for x in own] if match else []
        if match and any(0 < x < 1 for x in own) and all(abs(x - round(x)) < _EXACT for x in products):
            yield match[1], name


def _has_mean(known: dict[str, list[float]], shares: list[float], names: Set[str]) -> bool:
    """Whether a field with a word of `names`, such as accuracy, or with @, has the values `shares`, not all equal."""
    means = [own for name, own in known.items() if "@" in name or not names.isdisjoint(last_words(name))]
    return len({*shares}) > 1 and any(all(abs(x - y) < ROUNDED for x, y in zip(own, shares)) for own in means)


def _shares(column: Column) -> list[float | None] | None:
    """Return the numbers of a column, also from texts such as 75 %; None if some values are no numbers."""
    if column.numbers is None and column.types == {str} and all(x.endswith("%") for x in column.times):
        return [number_in(x) for x in column.raw]
    return column.numbers


def sure_counts(sample: Sample, run: str) -> tuple[str, str] | None:
    """Return (field of trials, field of successes) if other fields confirm that these are counts; else None."""
    if sample.size < FEW:
        return None
    names = [name for name in sample.top if not has_other_role(name)]
    ids = [sample[name] for name in names if cost_as_question(name) in (0, 1, 2)]
    # no two records may have the same question, or the same question and run
    of_runs = Groups(sample, [run]) if run in sample else None
    ids = [one for one in ids if one.is_unique or (of_runs and of_runs.never_again(one))]
    parts = any(not PART.isdisjoint(words(name)) for name in sample.top if sample[name] not in ids[:1])  # not test_id
    if parts or not ids or any(means_trial(name) == "sure" for name in names):
        return None
    sure = [
        (usual_name(trials), usual_name(successes)) for trials, successes, cost in pairs_of_counts(sample) if cost < 0
    ]
    sure += [in_fractions(name) for name in names if surely_outcome(name) and are_fractions(sample[name])]
    sure = [pair for pair in sure if not any(name in sample and is_computed(sample, name) for name in pair)]
    if len({successes for _, successes in sure}) != 1 or are_tasks([*map(str, ids[0].times)]):
        return None  # of benchmarks, questions are counted
    total = sample[sure[0][0]].numbers if sure[0][0] in sample else None
    are_few = total is None or not any(x and x > _MOST_TRIALS for x in total)  # else they may be the questions of tasks
    return sure[0] if are_few or all(any(map(str.isdigit, str(x))) for x in ids[0].times) else None


def are_fractions(column: Column) -> bool:
    """Whether all values are texts such as 3/8 and 5/8, successes out of the same number of trials."""
    found = [counts_in(x) for x in column.times] if column.types == {str} and not column.empty else []
    parts = [tuple(map(int, one)) for one in found if one]
    is_score = not RATE.isdisjoint(last_words(column.name))  # where 3/8 may be points
    is_one = len({n for _, n in parts}) == 1 and all(c <= n > 1 for c, n in parts)
    return is_one and len(parts) == len(found) and not is_score
