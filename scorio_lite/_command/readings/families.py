"""Families of columns: each column holds the outcome of one trial, or of one run, on the question in the row."""

from __future__ import annotations

import re
from itertools import product

from ..fields import CONTEXT_KEYS, RUN_KEYS, means_trial, sums_up, words
from ..grading import FEW, Grader, number_in
from .computed import stems_of
from .names import (
    are_models,
    cost_as_question,
    is_model,
    kind_of_names,
    says_answer,
    says_failure,
    says_gold,
    says_outcome,
    says_question,
    says_run,
    says_setting,
    says_task,
    without_numbers,
)
from .rates import are_fractions
from .table import Column, Groups, Sample
from .trial_names import LETTER, count_up, is_named_as_trial, is_surely_trial, stem_is_trial
from .values import FEW_WORDS, MOST_WORDS, form, graded_ways, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .values import Candidate

NAMELESS = ("unnamed: 0",)  # pandas's name for an index
_CROSSED = re.compile(r"(.+?)([-_ .]?(?:run|trial|seed|attempt|sample|t|s|r|rep)?[-_ ]?)(\d+)", re.IGNORECASE)


def is_of_outcomes(column: Column, grader: Grader) -> bool:
    """Whether each cell of a column is one outcome or empty, but not all cells are empty."""
    return list not in column.types and bool(column.times) and holds(column, grader)


def family_ways(sample: Sample) -> Iterator[Candidate]:
    """Yield candidate readings in which several columns hold outcomes: run1 and run2, or gpt_run1 and qwen_run1."""
    grader = Grader()
    plain = [one for one in sample.top if "," not in one and is_of_outcomes(sample[one], grader)]
    may_be = [name for name in plain if not (cost_as_question(name) == 0 and sample[name].is_unique)]
    every = {stem: own for stem, own in stems_of(sample, sample.top).items() if stem != LETTER}
    stems = {stem: [name for name in own if name in may_be] for stem, own in every.items()}
    lists = [names for names in stems.values() if len(names) > 1]
    # maj@3 beside trials is an estimate
    rest = [name for name in varied_of(sample, may_be) if not means_trial(name) and not (lists and "@" in name)]
    if len(rest) > 1 and rest not in lists:
        lists.append(rest)
    for stem, names in every.items():
        late = 2 * len([*answer_ways(sample, {stem: names})])  # they are compared with the right answers first
        columns = [sample[name] for name in names if sample.has(name) and len(names) > 1]
        yield from ((way, cost + late) for way, cost in graded_ways(columns, f"--trials={typed_names(sample, names)}"))
    yield from _on_one_scale(sample, every)
    for names in lists:
        low = ["--success=0"] if says_failure(names[0]) else []
        are_runs = are_named_as_runs(names) if names is rest else all(map(says_run, names))
        yield [f"--trials={typed_names(sample, names)}", *low], 1 + 2 * (names is rest or are_runs)
        yield [f"--runs={typed_names(sample, names)}", *low], 2 - are_runs
    counted = [name for name in sample.top if are_fractions(sample[name])]
    if len(counted) > 1:
        yield [f"--runs={typed_names(sample, counted)}"], 0
    yield from _crossed(sample, may_be)
    yield from _questions_in_columns(sample, stems)
    if is_board(sample):
        yield ["--at=[{}].{question}"], 0
    yield from answer_ways(sample, every)


def are_named_as_runs(names: list[str]) -> bool:
    """Whether all columns are named like models or settings, and the names differ in more than a number."""
    are_runs = all(kind_of_names([name]) == "run" for name in names)
    return are_runs and len(without_numbers(names)) > 1


def varied_of(sample: Sample, names: list[str]) -> list[str]:
    """Return the columns that vary, if these are several and share a word that the others lack; else all."""
    found = [name for name in names if not (sample[name].is_constant or is_model(name))]
    shared = set.intersection(*({*words(name)} for name in found)) if len(found) > 1 else set()
    return found if shared.difference(*(words(name) for name in names if name not in found)) else names


def is_board(sample: Sample) -> bool:
    """Whether each row may be a run, named in the first column, and each other column a question."""
    first, *others = sample.top or [""]
    known = (means_trial(x) or says_setting(x) or says_question(x) or x in CONTEXT_KEYS for x in others)
    is_other = any(known) or any(sample[name].measures for name in others)
    return first in RUN_KEYS and sample[first].is_unique and len(others) >= FEW and not is_other


def typed_names(sample: Sample, names: list[str]) -> str:
    return ",".join(sample.spelled[name] for name in names)


def _on_one_scale(sample: Sample, families: dict[str, list[str]]) -> Iterator[Candidate]:
    """Yield the readings of columns of fractions such as 0.7, or of the same few words: each is a run or a trial."""
    free = [sample[name] for name in sample.top[1:] if sample.has(name) and cost_as_question(name) not in (0, 1)]
    free = [one for one in free if not (one.measures or says_gold(one.name) or sums_up(one.name) or are_fractions(one))]
    numbers = [(one, [*map(number_in, one.times)]) for one in free]
    fractions = [one for one, own in numbers if None not in own and any(x and x % 1 for x in own)]
    words = [one for one in free if one.is_text() and len(one.times) <= MOST_WORDS]
    kinds = [{*map(form, one.times)} for one in words]
    are_alike = len(set().union(*kinds)) <= MOST_WORDS and all(own & kinds[0] for own in kinds)
    for columns in (fractions, words if are_alike else []):
        names = [one.name for one in columns]
        # a family of columns, such as run1 and run2, is read by `family_ways`
        is_one = [*map(says_outcome, names)].count(True) == 1  # points beside seconds
        if len(names) < 2 or is_one or any(map({*names}.issubset, families.values())):
            continue
        late = not (are_models(names) or are_named_as_runs(names))
        are_trials = all(means_trial(name.split()[0]) for name in names)  # Sample A, Sample B
        for role, extra in (("--runs", are_trials), ("--trials", not are_trials)):
            ways = graded_ways(columns, f"{role}={typed_names(sample, names)}")
            yield from ((way, cost + late + extra) for way, cost in ways)


def template_of_columns(records: list[Any]) -> str:
    """Return the template of --at for a table with a family of columns; "" if no template is sure.

    Either each column is one trial of a model (qwen-8b_run1), or each column is a question (q1), and each row a run or
    a trial.
    """
    sample = Sample(records)
    grader = Grader()
    plain = [name for name in sample.top if is_of_outcomes(sample[name], grader)]
    names = [name for name in plain if _CROSSED.fullmatch(name)]
    parts = [match.groups() for match in map(_CROSSED.fullmatch, names) if match]
    counts = {int(part[2]) for part in parts}
    runs = list(dict.fromkeys(part[0] for part in parts))
    are_runs = are_models(runs) or (are_named_as_runs(runs) and all(map(is_surely_trial, (f"{p[1]}0" for p in parts))))
    is_sure = are_runs and len(names) < len(sample.top) and len(records) >= FEW
    if is_sure and count_up(counts):
        return next((way[0].partition("=")[2] for way, _ in _crossed(sample, names)), "")
    names_rows = (means_trial(name) == "sure" or name in RUN_KEYS or _names_trials(sample[name]) for name in sample.top)
    rows = [name for name, is_one in zip(sample.top, names_rows) if is_one]
    families = {stem: own for stem, own in stems_of(sample, plain).items() if stem != LETTER}
    stems = {stem: own for stem, own in families.items() if says_question(stem)}
    others = {stem: own for stem, own in families.items() if not (stem_is_trial(stem) or {*sample.top} - {*rows, *own})}
    if len(rows) == 2 and len({*rows} & {*RUN_KEYS}) == 1:  # runs and trials are named, so the columns are questions
        stems.update(others)
    elif len(rows) == 1 and all(is_surely_trial(str(x)) for x in sample[rows[0]].times):
        stems.update((stem, own) for stem, own in others.items() if stem.strip(" _.-#") == "p")
    is_one = len(stems) == 1 and len(next(iter(stems.values()))) >= FEW
    if rows and is_one and not any(says_question(name) for name in {*sample.top} - {*plain}):
        return next((way[0].partition("=")[2] for way, _ in _questions_in_columns(sample, stems)), "")
    return ""


def _names_trials(column: Column) -> bool:
    return all(is_named_as_trial(str(x)) for x in column.times)


def _crossed(sample: Sample, names: list[str]) -> Iterator[Candidate]:
    """Yield --at=[{}].{run}_run{trial} for columns such as gpt_run0 and qwen_run0, if each run has each trial."""
    matches = (_CROSSED.fullmatch(sample.spelled[name]) for name in names)
    parts = [match.groups() for match in matches if match]
    firsts, marks, numbers = ({part[i] for part in parts} for i in range(3))
    if (
        min(len(firsts), len(numbers)) > 1
        and len(marks) == 1
        and "." not in min(marks)
        and len(firsts) * len(numbers) == len(parts)
    ):
        yield [f"--at=[{{}}].{{run}}{marks.pop()}{{trial}}"], 0


def _questions_in_columns(sample: Sample, stems: dict[str, list[str]]) -> Iterator[Candidate]:
    """Yield the readings of columns such as q1 and q2, beside a column that names trials or models."""
    named = [name for name in sample.top if _names_trials(sample[name])]
    trials = (named or [name for name in sample.top if means_trial(name) == "sure"])[:1]
    models = [] if trials else [name for name in sample.top if are_models([*map(str, sample[name].times)])][:1]
    beside = {*(trials or models or [name for name in RUN_KEYS if name in sample])}
    for stem, names in stems.items():
        who = models
        if not beside and says_question(stem):  # each row may be of somebody who answers
            who = [name for name in sample.top[:1] if sample[name].is_text() and sample[name].is_unique]
        if stem and stem != LETTER and len(names) > 1 and {*(beside or who)} - {*names}:
            template = f"[{{}}].{sample.spelled[min(names)][: len(stem)]}{{question}}"
            others = [f"--trial={sample.spelled[name]}" for name in trials]
            others += [f"--run={sample.spelled[name]}" for name in who if name not in RUN_KEYS]
            yield [f"--at={template}", *others], 0


def answers_and_golds(sample: Sample) -> Iterator[tuple[str, str]]:
    """Yield (field with an answer, field with the right answer), for fields that have values in common.

    Their names say so; or both have the same few words or letters, and one has a single value for each question.
    """
    answers = [name for name in sample.top if says_answer(name)]
    golds = [name for name in sample.top if says_gold(name) and sample.has(name)]
    for said, gold in product(answers, golds):
        values = (value if isinstance(value, (list, dict)) else [value] for value in sample[said].raw)
        texts = {form(x) for value in values for x in value}
        if said != gold and texts & {form(x) for x in sample[gold].times}:
            yield said, gold
    verdicts = [name for name in sample.top if sample[name].is_text() and 1 < len(sample[name].times) <= FEW_WORDS]
    verdicts = [name for name in verdicts if not (holds(sample[name], Grader()) or says_task(name))]
    keys = [name for name in sample.top if says_question(name) and not sample[name].is_unique] if verdicts[1:] else []
    for groups in (Groups(sample, [name]) for name in keys[:1]):
        golds = [name for name in verdicts if groups.is_fixed(sample[name])]
        for said, gold in product(verdicts, golds):
            if said not in golds and sample[gold].times.keys() == sample[said].times.keys():
                yield said, gold


def answer_ways(sample: Sample, stems: dict[str, list[str]]) -> Iterator[Candidate]:
    """Yield the readings of columns such as answer_1 and answer_2, beside a column with the right answer."""
    for stem, names in stems.items():
        golds = [name for name in sample.top if says_gold(name) and name not in names]
        if len(names) < 2 or not golds:
            continue
        right = {*map(form, sample[golds[0]].times)}
        if says_answer(stem) or all({*map(form, sample[name].times)} <= right for name in names):
            yield [f"--at=[{{}}].{stem}{{trial}}", f"--outcome=value=={sample.spelled[golds[0]]}"], 0
