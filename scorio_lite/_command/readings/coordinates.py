"""Which fields of a sample may name the questions, and which tell the records of a question apart."""

from __future__ import annotations

from ..fields import is_input, is_logistic, means_trial
from ..grading import Grader
from .contradictions import crosses, divides, numbers_records
from .names import cost_as_outcome, cost_as_question, says_measuring, says_run, says_task
from .table import Groups
from .trial_names import number_at_end
from .values import form, holds
from .wanted import ROW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from .table import Column, Sample

    Candidate = tuple[list[str], int]

_FEW = 12  # different values of a condition
_MOST_RUNS = 40


def question_candidates(sample: Sample, used: set[str]) -> Iterator[tuple[list[str], int, tuple[str, ...]]]:
    """The options that name the questions, with the fields that do."""
    named = [(cost_as_question(name), name) for name in sample.top if name not in used and sample.has(name)]
    usual = [name for cost, name in named if cost == 0]
    if not usual:
        yield [f"--question={ROW}"], 4, ()
    yield [], 0, tuple(usual[:1])
    single = []
    for cost, name in sorted((cost, name) for cost, name in named if cost is not None):
        column = sample[name]
        is_real = any(isinstance(x, float) and x % 1 for x in column.raw)
        if is_real or column.empty or len(column.times) < 2 + (cost > 1):
            continue
        extra = cost + (len({*column.times.values()}) > 1) + 2 * (len(column.times) == 2)
        extra -= is_input(name) and not column.is_unique
        single.append(name)
        yield [f"--question={sample.spelled[name]}"], max(extra, 0) + 1, (name,)
        found = number_at_end(list(column.times)) if column.is_unique else None
        if found:
            yield [f"--split={sample.spelled[name]}={{question}}{found[0]}{{trial}}"], cost, ("question",)
    for name in single[:2]:
        for group in _groups(sample, used) if not sample[name].is_unique else ():
            if group != name:
                extra = (cost_as_question(name) or 0) + (1 if says_task(group) else 3)
                yield [f"--question={sample.spelled[name]},{sample.spelled[group]}"], extra, (name, group)


def _groups(sample: Sample, used: set[str]) -> list[str]:
    """The fields that may be one part of a question's name."""
    found = [name for name in sample.top if name not in used and 1 < len(sample[name].times) <= sample.size // 2]
    return [name for name in found if says_task(name) or not (sample[name].measures or _may_be_outcome(sample[name]))]


def _may_be_outcome(column: Column) -> bool:
    return cost_as_outcome(column.name) < 2 and holds(column, Grader())


def coordinate_candidates(
    sample: Sample, used: set[str], names: tuple[str, ...], told: set[str]
) -> Iterator[Candidate]:
    """What fields that cross the questions may be."""
    names = tuple(name for name in names if name in sample)
    groups = Groups(sample, names)
    known = {*used, *names, *told}
    found = [name for name in sample.columns if groups.several and name not in known and not {*name} & {*"=,"}]
    found = [name for name in found if _tells_apart(sample[name], groups)]
    key = ",".join(sample.spelled[name] for name in names)
    for name in found:
        column, spelled = sample[name], sample.spelled[name]
        judges = says_measuring(name)
        for i, value in enumerate(column.times if judges and len(column.times) <= _FEW else ()):
            yield [f"--where={spelled}={form(value)}"], cost_as_outcome(str(value)) and i
        if len(column.times) <= _MOST_RUNS and not column.empty:
            yield [f"--run={spelled}"], (0 if says_run(name) else 2 if means_trial(name) else 1) + judges
        if groups.never_again(column) and not is_logistic(name):
            yield [f"--trial={spelled}"], 0 if means_trial(name) else 1 + says_run(name)
        if key and not column.empty:
            yield [f"--question={key},{spelled}"], 0 if says_task(name) else 2
        yield [f"--ignore={spelled}"], 2
        for other in found:
            if other != name and means_trial(other):
                yield [f"--run={spelled}", f"--trial={sample.spelled[other]}"], 1


def _tells_apart(column: Column, groups: Groups) -> bool:
    """Whether a field recurs in most questions with the same values, more than one."""
    if len(column.times) + bool(column.empty) < 2 or column.is_unique or _may_be_outcome(column):
        return False
    if column.measures and not (means_trial(column.name) or says_measuring(column.name) or says_run(column.name)):
        return False
    return crosses(column, groups) or numbers_records(column, groups) or divides(column, groups)
