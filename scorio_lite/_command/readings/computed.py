"""Columns that are computed from others: means and sums of them, and estimates such as pass@5."""

from __future__ import annotations

from ..grading import number_in
from .table import Column, Sample
from .trial_names import numbered, stem_is_trial
from .usual import ROUNDED
from .values import code_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_AGAIN = 3  # rows with the outcomes of an earlier row: too many for chance


def stems_of(sample: Sample, names: list[str]) -> dict[str, list[str]]:
    """Group columns whose names differ only in a number or a letter: {"run_": ["run_1", "run_2"]}."""
    stems: dict[str, list[str]] = {}
    for name in names:
        word = numbered(sample.spelled[name])
        if word:
            stems.setdefault(word[0], []).append(name)
    return stems


def is_computed(sample: Sample, name: str) -> bool:
    """Whether a field is computed from others: from trials such as run_1 and run_2, or as a sum of numbered columns."""
    stems = [(stem, own) for stem, own in stems_of(sample, sample.top).items() if name not in own]
    if any(stem_is_trial(stem) and sums_up_trials(sample, name, own) for stem, own in stems):
        return True
    return any(_is_sum(sample[name], [sample[one] for one in own]) for _, own in stems)


def _is_sum(column: Column, others: list[Column]) -> bool:
    rows = [list(map(code_in, row)) for row in zip(*(one.raw for one in others))]
    sums = [None if None in row else sum(filter(None, row)) for row in rows]
    return len(others) > 2 and any(x > 1 for x in filter(None, sums)) and sums == [*(column.numbers or ())]


def has_estimate(sample: Sample, columns: list[str]) -> bool:
    """Whether a column such as pass@5 is computed from `columns`. Then these are trials."""
    beside = (name for name in sample.top if "@" in name and name not in columns)
    return any(sums_up_trials(sample, name, columns) for name in beside)


def sums_up_trials(sample: Sample, name: str, trials: list[str]) -> bool:
    """Whether the column `name` is computed from the columns `trials`, as their mean or pass@k."""
    if len(trials) < 2:
        return False
    # A column of means is recognised by its values. Another column is computed if rows with the same outcomes, in any
    # order, always have the same value there, and at least three rows repeat the outcomes of an earlier one
    known: dict[Any, Any] = {}
    are_means = sample.size > 2
    for i, value in enumerate(sample[name].values):
        row = [code_in(sample[one].raw[i]) for one in trials]
        held, mean = [x for x in row if x is not None], number_in(value)
        are_means = are_means and mean is not None and held != [] and abs(mean - sum(held) / len(held)) <= ROUNDED
        if known.setdefault(tuple(sorted(map(str, row))), value) != value:
            return are_means
    return are_means or (len(known) > 1 and sample.size - len(known) >= _AGAIN)
