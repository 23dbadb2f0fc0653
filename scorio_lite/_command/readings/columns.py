"""Find the columns of a table that are surely trials or runs, or ask what they are."""

from __future__ import annotations

from ..asking import asking
from ..fields import (
    CONTEXT_KEYS,
    QUESTION_KEYS,
    RUN_KEYS,
    has_outcome,
    means_trial,
    says_break,
    some,
    usual_name,
    words,
)
from ..grading import FEW, FileError, Grader, as_typed, is_missing, number_in, shown
from ..settings import Settings, usual
from .computed import has_estimate, stems_of, sums_up_trials
from .families import (
    NAMELESS,
    answer_ways,
    answers_and_golds,
    are_named_as_runs,
    is_board,
    is_of_outcomes,
    typed_names,
    varied_of,
)
from .names import (
    are_models,
    are_tasks,
    cost_as_outcome,
    cost_as_question,
    says_answer,
    says_failure,
    says_measuring,
    says_outcome,
    says_question,
    says_run,
    says_task,
)
from .rates import are_fractions
from .reading import Plan
from .table import Column, Sample
from .trial_names import LETTER, count_up, is_trial_name, numbered, stem_is_trial
from .usual import VERDICT
from .values import code_in, form, holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def find_columns(sample: Sample, plan: Plan, grader: Grader, options: Settings) -> bool:
    """Set plan.columns to the columns named like trials or models. Return whether there are any."""
    free = [name for name in sample.top if name not in plan.roles]
    naming = usual(options.question) or (*QUESTION_KEYS, *NAMELESS)
    named = next((name for name in free if name in naming), "")
    rest = [name for name in free if name != named and name not in NAMELESS]
    stems = _stems_of_trials(sample, rest)
    may_be = [name for name in rest if means_trial(name) != "sure" and is_of_outcomes(sample[name], grader)]
    runs = [name for name in may_be if not means_trial(name) and options.format != "matrix"]
    for own in (runs, _counted(sample, named, rest)) if sample.size >= FEW and not plan.run and runs != free else ():
        if are_models([sample.spelled[name] for name in own]) and not _are_judges(own, rest):
            plan.columns, plan.are_runs = tuple(own), True
            return True
    known = [stem for stem, own in stems.items() if {*own}.issubset(may_be)]
    if len(known) > 1 or not stems:
        return _check_open(sample, named, rest, may_be, grader, options.format == "matrix")
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


def _check_open(
    sample: Sample, named: str, rest: list[str], may_be: list[str], grader: Grader, is_matrix: bool
) -> bool:
    """Ask what the columns `may_be` are if no family of them is sure. Return False if the table may have none."""
    may_be = [name for name in varied_of(sample, may_be) if not means_trial(name)]
    has_lists = any(list in sample[name].types and holds(sample[name], grader) for name in rest)
    if has_lists and all(sample[name].is_constant for name in may_be):
        return False
    may_be = _whole(sample, rest, may_be)
    if may_be and (is_matrix or named or _is_label(sample, may_be)):
        raise _ask(sample, named, may_be)
    return False


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
    ways = [[f"--trials={typed_names(sample, trials)}"], *(way for way, _ in answer_ways(sample, {stem: trials}))]
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
        if not is_board(sample):
            return FileError(f"{what} Then turn the table, so that a run is a column, and name these with --runs")
        return asking(what, ["--at=[{}].{question}"])
    one = [f"--outcome={sample.spelled[min(may_be, key=cost_as_outcome)]}"]
    low = next((x for x in sample[may_be[0]].times if code_in(x) == 0), None) if len(may_be) == 1 else None
    pairs = [pair for pair in answers_and_golds(sample) if {*pair}.issubset(may_be)]
    compared = [[f"--outcome={sample.spelled[said]}=={sample.spelled[gold]}"] for said, gold in pairs]
    ways = [[f"--{role}={typed_names(sample, may_be)}"] for role in ("trials", "runs")] if len(may_be) > 1 else []
    if says_run(may_be[0]) or are_named_as_runs(may_be):
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
                return [looks, [f"--trials={typed_names(sample, names)}"]]
    return []
