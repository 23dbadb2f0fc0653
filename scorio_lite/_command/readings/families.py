"""Families of columns: each column holds the outcome of one trial, or of one run, on the question in the row."""

from __future__ import annotations

import re
from itertools import product

from ..asking import asking
from ..fields import (
    CONTEXT_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    has_outcome,
    means_trial,
    says_break,
    some,
    sums_up,
    usual_name,
    words,
)
from ..grading import FEW, FileError, Grader, as_typed, is_missing, number_in, shown
from ..settings import Settings, usual
from .computed import has_estimate, stems_of, sums_up_trials
from .names import (
    are_models,
    are_tasks,
    cost_as_outcome,
    cost_as_question,
    is_model,
    kind_of_names,
    says_answer,
    says_failure,
    says_gold,
    says_measuring,
    says_outcome,
    says_question,
    says_run,
    says_setting,
    says_task,
    without_numbers,
)
from .rates import are_fractions
from .reading import Plan
from .table import Column, Groups, Sample
from .trial_names import LETTER, count_up, is_named_as_trial, is_surely_trial, is_trial_name, numbered, stem_is_trial
from .usual import VERDICT
from .values import FEW_WORDS, MOST_WORDS, code_in, form, graded_ways, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .values import Candidate

NAMELESS = ("unnamed: 0",)  # pandas's name for an index
_CROSSED = re.compile(r"(.+?)([-_ .]?(?:run|trial|seed|attempt|sample|t|s|r|rep)?[-_ ]?)(\d+)", re.IGNORECASE)


def _is_plain(column: Column, grader: Grader) -> bool:
    """Whether each cell of a column is one outcome or empty, but not all cells are empty."""
    return list not in column.types and bool(column.times) and holds(column, grader)


# What is offered


def family_ways(sample: Sample) -> Iterator[Candidate]:
    """Yield candidate readings in which several columns hold outcomes: run1 and run2, or gpt_run1 and qwen_run1."""
    grader = Grader()
    plain = [one for one in sample.top if "," not in one and _is_plain(sample[one], grader)]
    may_be = [name for name in plain if not (cost_as_question(name) == 0 and sample[name].is_unique)]
    every = {stem: own for stem, own in stems_of(sample, sample.top).items() if stem != LETTER}
    stems = {stem: [name for name in own if name in may_be] for stem, own in every.items()}
    lists = [names for names in stems.values() if len(names) > 1]
    # maj@3 beside trials is an estimate
    rest = [name for name in _varied(sample, may_be) if not means_trial(name) and not (lists and "@" in name)]
    if len(rest) > 1 and rest not in lists:
        lists.append(rest)
    for stem, names in every.items():
        late = 2 * len([*_answers(sample, {stem: names})])  # they are compared with the right answers first
        columns = [sample[name] for name in names if sample.has(name) and len(names) > 1]
        yield from ((way, cost + late) for way, cost in graded_ways(columns, f"--trials={_typed(sample, names)}"))
    yield from _on_one_scale(sample, every)
    for names in lists:
        low = ["--success=0"] if says_failure(names[0]) else []
        are_runs = _are_named_as_runs(names) if names is rest else all(map(says_run, names))
        yield [f"--trials={_typed(sample, names)}", *low], 1 + 2 * (names is rest or are_runs)
        yield [f"--runs={_typed(sample, names)}", *low], 2 - are_runs
    counted = [name for name in sample.top if are_fractions(sample[name])]
    if len(counted) > 1:
        yield [f"--runs={_typed(sample, counted)}"], 0
    yield from _crossed(sample, may_be)
    yield from _questions_in_columns(sample, stems)
    if _is_board(sample):
        yield ["--at=[{}].{question}"], 0
    yield from _answers(sample, every)


def _are_named_as_runs(names: list[str]) -> bool:
    """Whether all columns are named like models or settings, and the names differ in more than a number."""
    are_runs = all(kind_of_names([name]) == "run" for name in names)
    return are_runs and len(without_numbers(names)) > 1


def _varied(sample: Sample, names: list[str]) -> list[str]:
    """Return the columns that vary, if these are several and share a word that the others lack; else all."""
    found = [name for name in names if not (sample[name].is_constant or is_model(name))]
    shared = set.intersection(*({*words(name)} for name in found)) if len(found) > 1 else set()
    return found if shared.difference(*(words(name) for name in names if name not in found)) else names


def _is_board(sample: Sample) -> bool:
    """Whether each row may be a run, named in the first column, and each other column a question."""
    first, *others = sample.top or [""]
    known = (means_trial(x) or says_setting(x) or says_question(x) or x in CONTEXT_KEYS for x in others)
    is_other = any(known) or any(sample[name].measures for name in others)
    return first in RUN_KEYS and sample[first].is_unique and len(others) >= FEW and not is_other


def _typed(sample: Sample, names: list[str]) -> str:
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
        late = not (are_models(names) or _are_named_as_runs(names))
        are_trials = all(means_trial(name.split()[0]) for name in names)  # Sample A, Sample B
        for role, extra in (("--runs", are_trials), ("--trials", not are_trials)):
            ways = graded_ways(columns, f"{role}={_typed(sample, names)}")
            yield from ((way, cost + late + extra) for way, cost in ways)


def template_of_columns(records: list[Any]) -> str:
    """Return the template of --at for a table with a family of columns; "" if no template is sure.

    Either each column is one trial of a model (qwen-8b_run1), or each column is a question (q1), and each row a run or
    a trial.
    """
    sample = Sample(records)
    grader = Grader()
    plain = [name for name in sample.top if _is_plain(sample[name], grader)]
    names = [name for name in plain if _CROSSED.fullmatch(name)]
    parts = [match.groups() for match in map(_CROSSED.fullmatch, names) if match]
    counts = {int(part[2]) for part in parts}
    runs = list(dict.fromkeys(part[0] for part in parts))
    are_runs = are_models(runs) or (_are_named_as_runs(runs) and all(map(is_surely_trial, (f"{p[1]}0" for p in parts))))
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


def _answers(sample: Sample, stems: dict[str, list[str]]) -> Iterator[Candidate]:
    """Yield the readings of columns such as answer_1 and answer_2, beside a column with the right answer."""
    for stem, names in stems.items():
        golds = [name for name in sample.top if says_gold(name) and name not in names]
        if len(names) < 2 or not golds:
            continue
        right = {*map(form, sample[golds[0]].times)}
        if says_answer(stem) or all({*map(form, sample[name].times)} <= right for name in names):
            yield [f"--at=[{{}}].{stem}{{trial}}", f"--outcome=value=={sample.spelled[golds[0]]}"], 0


# What is sure


def find_columns(sample: Sample, plan: Plan, grader: Grader, options: Settings) -> bool:
    """Set plan.columns to the columns named like trials or models. Return whether there are any."""
    free = [name for name in sample.top if name not in plan.roles]
    naming = usual(options.question) or (*QUESTION_KEYS, *NAMELESS)
    named = next((name for name in free if name in naming), "")
    rest = [name for name in free if name != named and name not in NAMELESS]
    stems = _stems_of_trials(sample, rest)
    may_be = [name for name in rest if means_trial(name) != "sure" and _is_plain(sample[name], grader)]
    runs = [name for name in may_be if not means_trial(name) and options.format != "matrix"]
    for own in (runs, _counted(sample, named, rest)) if sample.size >= FEW and not plan.run and runs != free else ():
        if are_models([sample.spelled[name] for name in own]) and not _are_judges(own, rest):
            plan.columns, plan.are_runs = tuple(own), True
            return True
    known = [stem for stem, own in stems.items() if {*own}.issubset(may_be)]
    if len(known) > 1 or not stems:
        may_be = [name for name in _varied(sample, may_be) if not means_trial(name)]
        has_lists = any(list in sample[name].types and holds(sample[name], grader) for name in rest)
        if has_lists and all(sample[name].is_constant for name in may_be):
            return False
        may_be = _whole(sample, rest, may_be)
        if may_be and (options.format == "matrix" or named or _is_label(sample, may_be)):
            raise _ask(sample, named, may_be)
        return False
    stem, trials = next((one, stems[one]) for one in (*known, *stems))
    if stem == "" and len(trials) > 1 and not named and len(trials) < len(free) and free[0] in trials:
        raise _ask(sample, named, may_be)
    if named in NAMELESS and all(is_trial_name(str(value)) for value in sample[named].times):
        rows = some(map(str, sample[named].times), 2)
        raise FileError(f"the rows {rows} look like trials, and so do the columns: name questions in a column task_id")
    first = "" if named else next(iter(first_column(sample, plan, trials)), "")
    others = [name for name in rest if name not in (*trials, first) and not sums_up_trials(sample, name, trials)]
    others = [name for name in others if name in may_be or (_is_share(sample[name]) and not sample[name].measures)]
    numbers = [own[1] for own in (numbered(sample.spelled[name]) for name in trials) if own]
    # other columns may be trials, too
    if others or not ("seed" in words(stem) or count_up(numbers)):  # seeds may be any numbers
        raise _ask_if_trial(sample, trials, others)
    plan.columns = tuple(trials)
    return True


def _whole(sample: Sample, names: list[str], may_be: list[str]) -> list[str]:
    """Return the columns `may_be`, and those of their families that hold outcomes and breaks, such as timeout."""
    grader = Grader()
    families = [{*own} for own in stems_of(sample, names).values() if not may_be or not {*own}.isdisjoint(may_be)]
    held = {name: [x for x in sample[name].times if not says_break(x)] for own in families for name in own}
    return [x for x in names if x in may_be or (x in held and held[x] and all(map(grader.may_read, held[x])))]


def _stems_of_trials(sample: Sample, names: list[str]) -> dict[str, list[str]]:
    """Return {stem: columns} of the families that may be trials, as {"run": ["run1", "run2"]}.

    A family may be trials if its stem says so (run), if it has no stem (1, 2), or if a column such as pass@2 is
    computed from it.
    """
    stems = {stem: own for stem, own in stems_of(sample, names).items() if stem != LETTER}
    known = {stem for stem, own in stems.items() if stem_is_trial(stem) or has_estimate(sample, own)}
    if not any(map(says_answer, names)):  # else r1 may be a rater of it
        known |= {stem for stem, own in stems.items() if stem.strip(" _.-#") == "r" and len(own) >= FEW}
    return {stem: own for stem, own in stems.items() if stem in known or not stem.strip(" _.-#")}


def _counted(sample: Sample, named: str, names: list[str]) -> list[str]:
    """Return the columns whose texts, such as 3/8, are successes/trials of the questions in the column `named`."""
    if cost_as_question(named) != 0 or says_task(named) or are_tasks([*map(str, sample[named].times)]):
        return []
    # not in a table of benchmarks, where 3/8 is a total over questions
    return [name for name in names if are_fractions(sample[name])]


def _are_judges(names: list[str], rest: list[str]) -> bool:
    """Whether columns such as gpt_verdict may be verdicts of several judges on one answer (in a column of `rest`)."""
    are_verdicts = all(says_measuring(name) or not VERDICT.isdisjoint(words(name)) for name in names)
    return are_verdicts and any(says_answer(name) for name in rest if name not in names)


def _is_label(sample: Sample, may_be: list[str]) -> bool:
    """Whether the first column may name the questions: most others may hold outcomes, and are thus in `may_be`."""
    first = sample.top[0]
    return 2 * len(may_be) > len(sample.top) - 2 and (first in may_be or sample[first].is_text())


def _ask_if_trial(sample: Sample, trials: list[str], others: list[str]) -> FileError:
    """Return the error that asks if a column is a trial: the first of `others` or, if there is none, the last trial."""
    name = others[0] if others else trials[-1]
    stem = (numbered(sample.spelled[trials[0]]) or ("",))[0]
    what = f"column {list(sample.columns).index(name) + 1}, {shown(sample.spelled[name])}: is it a trial?"
    ways = [[f"--trials={_typed(sample, trials)}"], *(way for way, _ in _answers(sample, {stem: trials}))]
    return asking(what, *ways, otherwise="list the right ones")


def _is_share(column: Column) -> bool:
    """Whether a column holds numbers from 0 to 1, such as means of trials."""
    numbers = column.numbers
    return bool(column.times) and numbers is not None and all(0 <= x <= 1 for x in numbers if x is not None)


def _ask(sample: Sample, named: str, may_be: list[str]) -> FileError:
    """Return the error that asks what the columns `may_be` are. `named` is the column that names questions, or ""."""
    first = sample.spelled[named] if named else next(iter(sample.spelled.values()))
    label = usual_name(first)
    may_be = [name for name in may_be if name != label and not (means_trial(name) or "@" in name)] or may_be
    rows = named in NAMELESS and named in sample and all(is_trial_name(str(v)) for v in sample[named].times)
    if rows or (means_trial(label) and label not in QUESTION_KEYS):
        columns = some(sample.spelled[name] for name in may_be)
        what = f"does {shown(first)} name the questions? The rows look like trials, and {columns} like questions"
        return asking(what, ["--transpose"])
    if label in (*RUN_KEYS, *CONTEXT_KEYS) and not named:
        what = f"do the rows have runs, named by {shown(first)}, and the columns questions?"
        if not _is_board(sample):
            return FileError(f"{what} Then turn the table, so that a run is a column, and name these with --runs")
        return asking(what, ["--at=[{}].{question}"])
    one = [f"--outcome={sample.spelled[min(may_be, key=cost_as_outcome)]}"]
    low = next((x for x in sample[may_be[0]].times if code_in(x) == 0), None) if len(may_be) == 1 else None
    pairs = [pair for pair in answers_and_golds(sample) if {*pair}.issubset(may_be)]
    compared = [[f"--outcome={sample.spelled[said]}=={sample.spelled[gold]}"] for said, gold in pairs]
    ways = [[f"--{role}={_typed(sample, may_be)}"] for role in ("trials", "runs")] if len(may_be) > 1 else []
    if says_run(may_be[0]) or _are_named_as_runs(may_be):
        ways.reverse()
    ways = [one, *ways] if [says_outcome(name) for name in may_be].count(True) == 1 else [*ways, one]
    inverted = [] if low is None or says_outcome(may_be[0]) else [*one, f"--success={form(low)}"]
    if inverted and says_failure(may_be[0]):
        ways, inverted = [inverted, one], []
    if len(may_be) == 2 and [*map(says_answer, may_be)].count(True) == 1:
        said, other = (sample.spelled[name] for name in sorted(may_be, key=says_answer, reverse=True))
        compared, ways = [[f"--outcome={said}=={other}"]], [[f"--outcome={other}"]]
    there = some(sample.spelled[key] for key in sample.top)
    what = f"no field is known as the outcome, and no column as a trial; there are {there}"
    otherwise = f"{' '.join(map(as_typed, inverted))} if {shown(low)} is a success" if inverted else ""
    return asking(what, *compared, *ways, otherwise=otherwise)


def first_column(sample: Sample, plan: Plan, trials: Any = None) -> list[str]:
    """Return [the column that names the questions in a table of trials]; [] if there is none."""
    trials = trials if trials is not None else plan.columns
    blank = [name for name in sample.columns if name in NAMELESS]
    first = next(iter(sample.columns))
    if blank or first in trials:
        return blank
    column = sample[first]
    if not column.is_unique:
        named = [name for name in sample.top if says_question(name) and sample[name].is_unique]
        if len(named) == 1 and named[0] not in trials:
            return named
    # of a trial, or of a name of trials or runs: then the rows are no questions
    rows_may_be = means_trial(first) or first in CONTEXT_KEYS
    if rows_may_be or (column.numbers is not None and not column.empty and set(column.numbers) <= {0, 1}):
        what = f"column 1: does {shown(sample.spelled[first])} name the questions, or is it a trial?"
        ways = [[f"--question={sample.spelled[first]}"], *[["--transpose"]] * bool(rows_may_be)]
        raise asking(what, *ways, otherwise="" if rows_may_be else "name all trials alike (t0, t1, ...)")
    return [first]


def columns_beside(sample: Sample, free: list[str], grader: Grader) -> list[Any]:
    """Return [a text such as "fields a_1 and a_2 look like trials", [--trials=...]]; [] if no fields of `free` do."""
    for word, names in stems_of(sample, free).items():
        if word == LETTER and len(names) < 3:
            continue
        means = stem_is_trial(word)
        if not (means or all(any(map(grader.may_read, sample[name].different())) for name in names)):
            continue  # one of them never holds an outcome
        for values in zip(*(sample[name].raw for name in names)):
            held = [grader.may_read(v) or (means and (number_in(v) is not None or has_outcome(v))) for v in values]
            rest = sum(map(is_missing, values)) + sum(held) == len(values)  # nothing else is there
            if (sum(held) > 1 and (rest or word != LETTER)) or (any(held) and rest and means):
                first = " and ".join([shown(sample.spelled[name]) for name, is_held in zip(names, held) if is_held][:2])
                looks = f"fields {first} look like trials" if sum(held) > 1 else f"field {first} looks like a trial"
                return [looks, [f"--trials={_typed(sample, names)}"]]
    return []
