"""Find the run, the task and the trial of each file in a folder, from its path, its questions, and what it says itself.

In gpt/math/seed1.jsonl, these may be gpt, math and 1. Files with the same questions are runs or trials. Files with
different questions are tasks, or shards (parts of a file). Each level of the paths that varies is a column. A column
that is the same in all files of a task names the task. In the other columns, numbers count trials if no word, or a word
such as seed, stands before them. Dates and hashes say nothing while another column tells the files apart. The remaining
columns name the run.
"""

from __future__ import annotations

import re
from itertools import combinations, islice, product

from ..fields import means_trial
from ..grading import spelled
from ..ledger import MANY
from .leaves import Leaf, Unclear, is_setting, overlap, settings_apart, sharing
from .names import is_model, kind_of_names, name_runs, says_run, says_task, without_numbers
from .splits import PathColumn, aligned, columns_of, crossing, escaped, template
from .usual import OF_EITHER, SHARD, TRIAL_OF_PATH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterator, Sequence

_MOST = 8  # templates
_TRIED = 400


class Assigned:
    """The run and the task of each file.

    `template` is the value of --path that gives them, or "". `are_trials`: the files of one run and task are trials.
    """

    def __init__(self, runs: list[str], tasks: list[str], template: str = "", are_trials: bool = False) -> None:
        self.runs, self.tasks, self.template, self.are_trials = runs, tasks, template, are_trials


def assign(leaves: Sequence[Leaf]) -> Assigned:
    """Return the run and the task of each file; "" if all files have the same. Raise Unclear if paths do not tell."""
    found = []
    for rows in aligned([leaf.path for leaf in leaves]):
        for groups in _partitions(leaves):
            try:
                return _assign(leaves, rows, groups)
            except Unclear as error:  # noqa: PERF203
                found.append(error)
    raise found[0].leading(*found[0].ways, *([f"--path={one}"] for one in all_ways(leaves)))


def _by_depth(leaves: Sequence[Leaf]) -> list[str]:
    """Return a template of --path for the files of each depth, the least deep first; [] if all are equally deep."""
    depths: dict[int, list[Leaf]] = {}
    for leaf in leaves:
        depths.setdefault(leaf.path.count("/"), []).append(leaf)
    return (
        [f"/{text}" for _, own in sorted(depths.items()) for text in templates_of(own)[:1]] if len(depths) > 1 else []
    )


def templates_of(leaves: Sequence[Leaf]) -> list[str]:
    """Return the templates of --path that these files may have, the best first; for a single file, its path."""
    return all_ways(leaves) if len(leaves) > 1 else [escaped(leaves[0].path + leaves[0].end)]


def all_ways(leaves: Sequence[Leaf]) -> list[str]:
    """Return the templates of --path that these files may have, the best first."""
    ways: dict[str, int] = {}
    found = list(_partitions(leaves))
    if not (2 < len(leaves) == len({leaf.pairs for leaf in leaves}) and all(leaf.is_weak for leaf in leaves)):
        found.append(_merged(leaves, found[-1], lambda *_: True))  # else each has its number of questions, as tasks do
    for rows in aligned([leaf.path for leaf in leaves]):
        for groups in found:
            ways.update(_ways(leaves, rows, groups))
    return sorted(ways, key=ways.__getitem__)[:_MOST]


def _ways(leaves: Sequence[Leaf], rows: list[list[str]], groups: list[int]) -> dict[str, int]:
    """Return {template of --path: how unlikely it is}.

    `rows` are the levels of each path. `groups` has a number for each file, the same for files with equal questions.
    """
    columns = _columns(leaves, rows, groups)
    found: dict[str, int] = {}
    for roles in islice(product(*(_costs(one, groups) for one in columns)), _TRIED):
        text = template(rows, columns, roles, [leaf.end for leaf in leaves])
        if text and any(roles):
            cost = sum(_costs(one, groups)[role] for one, role in zip(columns, roles)) + len(roles) - len(set(roles))
            found[text] = min(cost, found.get(text, cost))
    dates = [one for one in columns if one.is_silent]
    for text in list(found) if dates else ():  # of several dates, the last
        found[text.replace("{}", max(dates[0].distinct), 1)] = found[text]
    return found


def _columns(leaves: Sequence[Leaf], rows: list[list[str]], groups: list[int]) -> list[PathColumn]:
    """Return the columns of the paths: the parts that vary."""
    found = columns_of(rows, groups)
    weak = all(leaf.is_weak for leaf in leaves)
    # If the names of questions are only numbers, all tasks may have the same names. Then parts such as a-x, a-y, b-x
    # and b-y become two columns, one of which may name the tasks
    return [part for one in found for part in (crossing(one) if weak else [one])]


def _costs(column: PathColumn, groups: list[int]) -> dict[str, int]:
    """Return {role: how unlikely it is} for a column."""
    if column.is_silent:
        return {"": 1, "trial": 2, "run": 3}
    if column.depends_on(groups):
        return {"task": 0, "run": 2, "": 3}
    if column.are_whole:
        if column.kind == "run":
            return {"trial": 2, "run": 0, "task": 3}
        return {"trial": 2, "run": 2, "task": 0} if column.kind else {"trial": 0, "run": 1, "task": 1, "": 4}
    return {"run": 0, "task": 1, "trial": 3}


def _partitions(leaves: Sequence[Leaf]) -> Iterator[list[int]]:
    """Yield one or two lists with a group number for each file."""
    tasks = [leaf.task for leaf in leaves]
    # In the first, files with equal questions are a group; if their paths differ only in a number, sharing most
    # questions is enough. In the second, all files that share most questions are a group, since a run may lack some
    exact = _numbered([(task, leaf.pairs) for task, leaf in zip(tasks, leaves)])
    groups = _merged(leaves, exact, lambda a, b: len(without_numbers([a.path, b.path])) == 1)
    yield groups
    loose = _merged(leaves, groups, lambda a, b: not (a.is_weak or b.is_weak))
    if loose != groups:
        yield loose


def _numbered(keys: Sequence[Hashable]) -> list[int]:
    known: dict[Any, int] = {}
    return [known.setdefault(key, len(known)) for key in keys]


def _merged(leaves: Sequence[Leaf], groups: list[int], may: Any) -> list[int]:
    """Join groups of files that share most questions, if `may(a, b)` holds for a file of each. Return new groups."""
    firsts: dict[int, list[Leaf]] = {}
    for group, leaf in zip(groups, leaves):
        firsts.setdefault(group, []).append(leaf)
    joined: dict[int, int] = {}
    kept: list[int] = []
    for group, members in firsts.items():
        own = members[0]
        near = (one for one in kept if any(may(a, b) for a in members for b in firsts[one]))
        same = (one for one in near if own.task == firsts[one][0].task and overlap(own, firsts[one][0]))
        joined[group] = next(same, group)
        if joined[group] == group:
            kept.append(group)
    return _numbered([joined[group] for group in groups])


def _assign(leaves: Sequence[Leaf], rows: list[list[str]], groups: list[int]) -> Assigned:
    models = _numbered([leaf.model for leaf in leaves])
    columns = _columns(leaves, rows, groups)
    groups = _without_shards(leaves, columns, groups)
    if len({*groups}) == len(leaves) and not any(one.kind == "task" for one in columns):
        are_ends = {leaf.outcome for leaf in leaves} == {0, 1} and sum(len(leaf.ids) for leaf in leaves) >= MANY
        how = "each has only failures or only successes" if are_ends else "their questions go on from file to file"
        if are_ends or _go_on(leaves):
            raise Unclear(f"{how}: are they parts of one run, or tasks?").leading(["--merge"])
    of_task, others = _of_tasks(leaves, columns, groups)
    are_alone = len(set(groups)) == len(leaves)
    for odd in of_task:
        if (odd.word and _counts_trials(odd)) or name_runs(odd.distinct, are_alone):
            either = "are they tasks, runs or trials?"
            raise Unclear(f"{odd.shown} have different questions, or prompts of their own: {either}")
        if odd.are_versions or "" in odd.distinct:
            places = " and ".join(value or "no folder" for value in sorted(odd.distinct)[:2])
            asked = Unclear(f"the files in {places} have different questions: are they tasks, or parts of one run?")
            raise asked.leading(*([f"--path={one}"] for one in _by_depth(leaves)))
    said = [leaf.task for leaf in leaves]
    tasks = _numbered([(said[i], *(one.values[i] for one in of_task)) for i in range(len(leaves))])
    if len(set(tasks)) < len(set(groups)):
        raise Unclear(f"the paths do not tell which of the {len(set(groups))} sets of questions is which task")
    of_run, trial = _of_runs(others, tasks, models, leaves)
    several = len(set(models)) > 1
    runs = [(leaf.model if several else "", *(one.name(i) for one in of_run)) for i, leaf in enumerate(leaves)]
    settings = settings_apart(leaves, list(zip(runs, tasks)), any(means_trial(one.word) == "sure" for one in trial))
    runs = [(*run, own) for run, own in zip(runs, settings)]
    _check_cells(leaves, runs, tasks, trial)
    _check_weak(leaves, of_run, tasks)
    _check_tasks(leaves, runs, tasks, of_task)
    named = {**{id(one): "task" for one in of_task}, **{id(one): "run" for one in of_run}}
    roles = [named.get(id(one), "trial" if one in trial else "") for one in columns]
    text = "" if any(settings) else template(rows, columns, roles, [leaf.end for leaf in leaves])
    return Assigned(_run_names(leaves, runs), _task_names(leaves, of_task, tasks), text, bool(trial))


def _without_shards(leaves: Sequence[Leaf], columns: list[PathColumn], groups: list[int]) -> list[int]:
    """Return the group numbers, with the same number for all shards of a file: part-0 and part-1, passed and failed."""
    for column in columns:
        word = column.word
        ends = [*map(outcome_in, column.values)]
        are_ends = {*ends} == {0, 1} and all(end == leaf.outcome for end, leaf in zip(ends, leaves))
        are_shards = word in SHARD or are_ends
        if not (are_shards or (column.counts and not says_task(word))) or means_trial(word):
            continue
        rest = [one.values for one in columns if one is not column]
        keys = [(leaf.task, leaf.model, *(values[i] for values in rest)) for i, leaf in enumerate(leaves)]
        families: dict[Any, list[Leaf]] = {}
        for key, leaf in zip(keys, leaves):
            families.setdefault(key, []).append(leaf)
        if any(len(own) == 1 for own in families.values()):
            continue
        apart = [_are_disjoint(own, are_shards) for own in families.values()]
        if are_shards and not all(apart) and (are_ends or column.depends_on(groups)):
            asked = Unclear(f"{column.shown} have questions in common: are they parts of one file?")
            raise asked.leading(["--merge"]) if are_ends else asked
        if all(apart):  # of different questions
            sets = {key: frozenset().union(*(leaf.pairs for leaf in own)) for key, own in families.items()}
            column.is_shard = True
            return _numbered([sets[key] for key in keys])
    return groups


def outcome_in(name: str) -> int | None:
    """Return the outcome, 0 or 1, that the name of a part spells, maybe in the plural (failures); None for others."""
    return None if name.isdecimal() else spelled(re.sub("(?<=ss)es$|(?<=[^s])s$", "", name))


def _are_disjoint(leaves: Sequence[Leaf], is_named: bool) -> bool:
    """Whether no two files share a question. Unless `is_named` as shards, all names must differ only in numbers."""
    ids = [one for leaf in leaves for one in leaf.ids]
    return len(set(ids)) == len(ids) and (is_named or len(without_numbers(map(str, ids))) == 1)


def _go_on(leaves: Sequence[Leaf]) -> bool:
    """Whether the names of questions are one numbering, of which each file has a part: q0 to q9, then q11 to q14."""
    if not _are_disjoint(leaves, is_named=False):
        return False
    last = [[re.findall("[0-9]+", str(one))[-1:] for one in leaf.ids] for leaf in leaves]
    parts = sorted(sorted(int("0" + "".join(one)) for one in own) for own in last)
    numbers = [number for part in parts for number in part]
    is_dense = numbers[-1] - numbers[0] < 2 * len(numbers)
    return is_dense and min(map(len, parts)) > 1 and numbers == sorted({*numbers})


def _of_tasks(
    leaves: Sequence[Leaf], columns: list[PathColumn], groups: list[int]
) -> tuple[list[PathColumn], list[PathColumn]]:
    """Return (the columns that name the tasks, the columns that may name runs or trials)."""
    columns = [one for one in columns if not one.is_shard]
    models = [leaf.model for leaf in leaves]
    several = len(set(groups)) > 1
    found = [one for one in columns if several and one.depends_on(groups) and not one.depends_on(models)]
    weak = all(leaf.is_weak for leaf in leaves)
    if weak and not several:
        found = [one for one in columns if one.kind == "task"]
    if several and weak:  # tasks may have equally many questions
        may_be = [one for one in columns if one.determines(groups) and not (one.are_whole or one.is_silent)]
        is_left = any(not one.determines(groups) for one in columns)
        found += [one for one in may_be if one not in found and is_left]
    said = [leaf.task for leaf in leaves]
    kept = [one for one in found if not one.depends_on(said)]
    needed = _fewest(kept, [[task] for task in said])
    rest = [one for one in columns if one not in found and not one.depends_on(said)]
    return needed, rest


def _fewest(columns: list[PathColumn], base: list[Any]) -> list[PathColumn]:
    """Return the fewest columns that, with the keys `base`, tell files apart as all do. Dates are left out first."""
    every = len({(*map(str, base[i]), *(one.values[i] for one in columns)) for i in range(len(base))})
    kept = list(columns)
    for one in sorted(columns, key=lambda one: (not one.is_silent, columns.index(one))):
        rest = [other for other in kept if other is not one]
        if len({(*map(str, base[i]), *(other.values[i] for other in rest)) for i in range(len(base))}) == every:
            kept = rest
    return kept


def _of_runs(
    columns: list[PathColumn], tasks: list[int], models: list[int], leaves: Sequence[Leaf]
) -> tuple[list[PathColumn], list[PathColumn]]:
    """Return (columns that name the run, columns that number trials). Raise Unclear if a column may be of either."""
    columns = [one for one in columns if not one.depends_on(models)]
    base = list(zip(tasks, models))
    kept = _fewest(columns, base)
    told = list(zip(base, settings_apart(leaves, base, are_trials=True)))
    silent = [one for one in kept if one.is_silent or "" in one.distinct]
    named = [one for one in kept if one not in silent]
    trial = [one for one in named if _counts_trials(one)]
    of_run = [one for one in named if one not in trial]
    if silent and _tell_apart(told, named):
        silent = []
    if silent and _tell_apart([(one, leaf.trial) for one, leaf in zip(told, leaves)], named):
        return of_run, [*trial, *silent]
    if silent:
        times = " and ".join(value or "no folder" for value in sorted(silent[0].distinct)[:2])
        is_named = any(leaf.model or any(map(is_model, leaf.path.split("/"))) for leaf in leaves)
        if of_run or is_named or any(one.are_versions or "" in one.distinct for one in silent):
            what = f"the same run and task is there twice ({times}): is it one of them, or are both trials?"
            raise Unclear(what).leading(*([f"--path={one}"] for one in _by_depth(leaves)))
        of_run = silent
    for one in of_run:
        may_be_trials = one.counts if one.word else one.are_whole and not one.are_stages  # 42, 1234, 2025 may be seeds
        if may_be_trials and not (says_run(one.word) or is_setting(leaves, one.values)):
            raise Unclear(f"{one.shown} may number runs or trials")
    return of_run, trial


def _tell_apart(base: Sequence[Any], columns: Sequence[PathColumn]) -> bool:
    keys = [(one, *(column.values[i] for column in columns)) for i, one in enumerate(base)]
    return len(set(keys)) == len(keys)


def _counts_trials(column: PathColumn) -> bool:
    """Whether a column numbers trials, provided that the files have the same questions."""
    if not column.are_whole or says_run(column.word) or column.word in OF_EITHER:
        return False
    if column.word:
        return bool(means_trial(column.word)) or column.word in TRIAL_OF_PATH
    is_setting = kind_of_names([column.distinct[0] + column.after.partition(".")[0]]) == "run"  # 1-shot, 2-shot
    return column.counts and not is_setting


def _check_cells(leaves: Sequence[Leaf], runs: Sequence[Any], tasks: Sequence[int], trial: list[PathColumn]) -> None:
    """Raise Unclear if files of one run, task and trial share questions: they may be runs or trials."""
    alike: dict[Any, list[Leaf]] = {}
    for leaf, *key in zip(leaves, runs, tasks, *(one.values for one in trial)):
        alike.setdefault(tuple(key), []).append(leaf)
    for own in alike.values():
        for a, b in combinations(own, 2):
            if not a.ids.keys().isdisjoint(b.ids):
                raise Unclear(f"{a.path} and {b.path} have the same questions: are they runs or trials?")
    # with several tasks, and one in each run, the runs may be tasks of one run
    cells = {*zip(runs, tasks)}
    if len(cells) == len(set(runs)) and len(set(tasks)) > 1:
        raise Unclear(f"{len(cells)} runs have no task in common: are they tasks of one run?")


def _check_weak(leaves: Sequence[Leaf], of_run: list[PathColumn], tasks: Sequence[int]) -> None:
    """Raise Unclear if two columns may name runs and tasks, and neither words nor questions tell which is which."""
    several = len(of_run) + (len({leaf.model for leaf in leaves}) > 1) > 1
    unknown = [one for one in of_run if one.kind != "run"]
    if several and unknown and len(set(tasks)) == 1 and all(leaf.is_weak for leaf in leaves):
        shown = " and ".join(one.shown for one in of_run)
        raise Unclear(f"{shown} may be runs or tasks, since their questions have no names")


def _check_tasks(leaves: Sequence[Leaf], runs: Sequence[Any], tasks: Sequence[int], columns: list[PathColumn]) -> None:
    """Raise Unclear if two tasks share questions, which is rare, and nothing else says that they are tasks."""
    of_task: dict[int, set[Any]] = {}
    for run, task in zip(runs, tasks):
        of_task.setdefault(task, set()).add(run)
    for a, b, why in sharing(leaves, tasks):
        # a field in the files or a word in the paths may say that they are tasks, or one run has both
        kinds = [one.kind for one in columns if one.values[a] != one.values[b] and not _counts_trials(one)]
        is_crossed = len(set(runs)) > 1 and not of_task[tasks[a]].isdisjoint(of_task[tasks[b]])
        if not (leaves[a].task != leaves[b].task or "task" in kinds or (is_crossed and "" in kinds)):
            raise why


def _run_names(leaves: Sequence[Leaf], runs: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the name of each file's run: its model if that tells the runs apart, else what the path says."""
    if len(set(runs)) == 1:
        return [""] * len(runs)
    models: dict[str, set[Any]] = {}
    for leaf, run in zip(leaves, runs):
        models.setdefault(leaf.model, set()).add(run)
    alone = {model for model, own in models.items() if model and len(own) == 1}
    return [leaf.model if leaf.model in alone else "/".join(filter(None, run)) for leaf, run in zip(leaves, runs)]


def _task_names(leaves: Sequence[Leaf], columns: list[PathColumn], tasks: Sequence[int]) -> list[str]:
    """Return the name of each file's task: what files and paths say, else the last folder that its files share."""
    if len(set(tasks)) == 1:
        return [""] * len(tasks)
    said, names = [leaf.task for leaf in leaves], []
    for i, task in enumerate(said):
        parts = [task if len(set(said)) > 1 else "", *(one.name(i) for one in columns)]
        own = [leaf.path.split("/") for leaf, other in zip(leaves, tasks) if other == tasks[i]]
        shared = [level[0] for level in zip(*own) if len(set(level)) == 1]
        names.append("/".join(filter(None, parts)) or (shared[-1] if shared else f"task {tasks[i] + 1}"))
    return names
