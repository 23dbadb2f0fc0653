"""Which run, task and trial a file is: what it says itself comes first, then its path."""

from __future__ import annotations

import re

from ..grading import shown
from ..score.ledger import TaskRun, name_of
from .item import Refusal
from .names import TRIAL_WORDS
from .paths import MARKS, PathQuestions, is_one_to_one, path_of, template_of
from .template import PathTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .files import File
    from .options import Ask

    Levels = list[str]

_WORDS = "|".join(sorted(TRIAL_WORDS, key=len, reverse=True))
_TRIAL = re.compile(rf"(?i)(?:(.*?)[-_. @])?((?:{_WORDS})[-_. =]?)(\d+)")
_RUN = re.compile(r"(?i)(.*[^-_. @])[-_. @](run[-_. =]?)(\d+)")  # run and a number alone are asked about
_ENDINGS = re.compile(r"(?i)(\.(?:jsonl?|ndjson|csv|tsv|txt|eval|parquet|gz|zip|results?))+$")
_CELLS = "cells"  # the name of a run or task if the cells of a file have several
_ALIKE = 0.5  # of the smaller of two sets of questions: from here on they are of one task


class Leaf:
    """What the path of a file says: the parts that are left, and the numbers of trials among them."""

    def __init__(self, file: File, path: str = "") -> None:
        self.file = file
        *folders, name = (path or file.member.path).split("/")
        stem = _ENDINGS.sub("", name) or name
        self.parts = [*(part for part in folders if part not in ("/", ".", "..")), stem]
        self.ending = name[len(stem) :]
        self.trial: list[str] = []
        self.texts = list(self.parts)  # as templates: seed{trial}
        for i, part in enumerate(self.parts):
            match = _TRIAL.fullmatch(part) or _RUN.fullmatch(part)
            if match:
                self.parts[i] = match[1] or ""
                self.trial.append(match[3])
                self.texts[i] = f"{part[: match.start(3)]}{{trial}}"
        self.run = self.task = self.path = ""
        self.number: Any = "/".join(self.trial) or None
        self.names = frozenset(
            (name_of(label), cell.texts.get(label)) for cell in file.cells for label in _labels(cell)
        )


def _labels(cell: TaskRun) -> Iterable[Any]:
    return dict.fromkeys([*cell.labels, *(gap[0] for gap in cell.gaps), *cell.bare])


def join_files(files: Sequence[File], ask: Ask) -> list[TaskRun]:
    """Return the cells of all files of a tree, or of --merge or --path, joined by run and task."""
    with_cells = [file for file in files if file.cells]
    places = [Leaf(file) for file in with_cells] if ask.path or ask.merge else _leaves(with_cells)
    if not places:
        raise Refusal("empty", "no file has a trial")
    if ask.path:
        _bytemplate_of(places, ask.path)
    elif ask.merge:
        _merge(places)
    else:
        _by_levels(places)
    return _joined(places, ask)


def _leaves(files: Sequence[File]) -> list[Leaf]:
    """Return a leaf for each file. Files with a trial each are one leaf, by the folder of their run.

    A file of the harness in that folder adds what it says of the run; if it has these trials, too, they count once.
    """
    runs: dict[str, list[File]] = {}
    for file in files:
        folder = file.cells[0].told.folder
        if folder is not None:
            runs.setdefault(folder, []).append(file)
    leaves, beside = [], set()
    for file in files:
        own = runs.get(file.member.path.rpartition("/")[0], []) if file.cells[0].told.folder is None else []
        if own and own[0].format is file.format:
            if any(map(len, file.cells)):
                own.clear()
            else:
                beside.add(file.name)
                for cell in own[0].cells:
                    cell.join(file.cells[0])
                    cell.told.model = cell.told.model or file.cells[0].told.model
                    cell.told.task = cell.told.task or file.cells[0].told.task
    for folder, own in runs.items():
        if own:
            own[0].absorb(own[1:])
            leaves.append(Leaf(own[0], folder or "run"))
    return [*leaves, *(Leaf(file) for file in files if file.cells[0].told.folder is None and file.name not in beside)]


def _bytemplate_of(places: Sequence[Leaf], text: str) -> None:
    template = PathTemplate(text)
    for place in places:
        said = template.coordinates(path_of(place))
        if said is None:
            raise Refusal("path", f"{place.file.name}: --path {text} does not fit it")
        place.run, place.task = said.get("run", ""), said.get("task", "")
        place.number = said.get("trial")


def _merge(places: Sequence[Leaf]) -> None:
    models = list(dict.fromkeys(cell.told.model for place in places for cell in place.file.cells if cell.told.model))
    if len(models) > 1 and not any(cell.run for place in places for cell in place.file.cells):
        both = f"{shown(models[0])} and {shown(models[1])}"
        raise Refusal("models", f"the models {both} are not one run; without --merge, each file is a run")
    numbers = [place.number for place in places]
    if len({*numbers}) == len(places):
        return
    single = all(len(cell.labels) == len({*cell.labels}) for place in places for cell in place.file.cells)
    for i, place in enumerate(places):  # files that number their single trials alike are a trial each
        place.number = i if single and any(cell.numbers for cell in place.file.cells) else None


def _by_levels(places: Sequence[Leaf]) -> None:
    """Set the run, the task and the trial of each file of a tree: as files say, else by the levels that vary."""
    told = [_told(place) for place in places]
    if len({place.number for place in places}) == 1:
        for place in places:
            place.number = None
    levels = _levels(places)
    varying = _that_vary(levels)
    classes = _classes(places)
    has_runs = all(run for run, _ in told)
    ask = PathQuestions(places, levels, varying, classes)
    if not has_runs:
        ask.about_numbers()
    task_level = _task_level(levels, varying, classes, told, ask)
    tasks = [task for _, task in told] if task_level is None else [own[task_level] for own in levels]
    rest = [i for i in varying if i != task_level and not _determines(tasks, [own[i] for own in levels])]
    if has_runs:
        models = [run for run, _ in told]
        enough = _are_enough(models, tasks, places)
        rest = [i for i in rest if not enough and not _determines(models, [own[i] for own in levels])]
    elif len(rest) > 1 and _cross(levels, rest):
        raise ask.refusal("several levels of the paths could name the run")
    names = _short([[own[i] for i in rest] for own in levels])
    runs = [f"{run} {name}" if run and name else run or name for (run, _), name in zip(told, names)]
    cells = {*zip(runs, tasks)}
    if len({*tasks}) > 1 and len({*tasks}) < len({*runs}) == len(cells):
        raise ask.refusal("each run would have one task alone")
    _name(places, zip(runs, tasks))
    _tell(places, levels, rest, task_level)


def _tell(places: Sequence[Leaf], levels: Sequence[Levels], runs: Sequence[int], task: int | None) -> None:
    """Note the template of --path that says what was found."""
    roles = {**dict.fromkeys(runs, "{run}"), **({} if task is None else {task: "{task}"})}
    for place in places:
        place.path = template_of(places, levels, roles, None, "")


def _name(places: Sequence[Leaf], names: Iterable[tuple[str, str]]) -> None:
    for place, (run, task) in zip(places, names):
        place.run, place.task = run, task


def _are_enough(runs: Sequence[str], tasks: Sequence[str], places: Sequence[Leaf]) -> bool:
    """Whether runs and tasks that files say tell the files apart, up to trials and parts."""
    known: dict[tuple[str, str, Any], frozenset[Any]] = {}
    for run, task, place in zip(runs, tasks, places):
        before = known.setdefault((run, task, place.number), frozenset())
        if before & place.names:
            return False
        known[run, task, place.number] = before | place.names
    return True


def _told(place: Leaf) -> tuple[str, str]:
    """Return the run and the task that the file itself says: "" if none, _CELLS if its cells have several."""
    models = {cell.run or cell.told.model for cell in place.file.cells}
    tasks = {cell.task or cell.told.task for cell in place.file.cells}
    return (models.pop() if len(models) == 1 else _CELLS), (tasks.pop() if len(tasks) == 1 else _CELLS)


def _levels(places: Sequence[Leaf]) -> list[Levels]:
    """Return the parts of each path, as many for each file. If one level alone varies, it is split at a mark."""
    depth = max(len(place.parts) for place in places)
    found = []
    for place in places:
        *folders, stem = place.parts
        found.append([*folders, *[""] * (depth - len(place.parts)), stem])
    varying = [i for i in range(depth) if len({own[i] for own in found}) > 1]
    for mark in MARKS if len(varying) == 1 else ():
        pieces = [own[varying[0]].split(mark) for own in found]
        sizes = {len(piece) for piece in pieces}
        split = sum(len({piece[i] for piece in pieces}) > 1 for i in range(min(sizes)))
        if len(sizes) == 1 and split > 1:
            return [[*own[: varying[0]], *piece, *own[varying[0] + 1 :]] for own, piece in zip(found, pieces)]
    return found


def _that_vary(levels: Sequence[Levels]) -> list[int]:
    """Return the levels that vary, without those that are the file's own if the others tell all files apart."""
    varying = [i for i in range(len(levels[0])) if len({own[i] for own in levels}) > 1]
    for i in list(varying):
        others = [j for j in varying if j != i]
        is_own = len({own[i] for own in levels}) == len(levels) > 2
        if is_own and others and len({tuple(own[j] for j in others) for own in levels}) == len(levels):
            varying.remove(i)
    return varying


def _classes(places: Sequence[Leaf]) -> list[int]:
    """Return for each file the number of its set of questions: sets that share half of the smaller one are alike."""
    kinds: list[Any] = []
    found = []
    for place in places:
        at = next((i for i, kind in enumerate(kinds) if _are_alike(kind, place.names)), None)
        if at is None:
            kinds.append(place.names)
            at = len(kinds) - 1
        found.append(at)
    return found


def _are_alike(one: frozenset[Any], other: frozenset[Any]) -> bool:
    return one == other or len(one & other) > _ALIKE * min(len(one), len(other))


def _task_level(
    levels: Sequence[Levels],
    varying: Sequence[int],
    classes: Sequence[int],
    told: Sequence[tuple[str, str]],
    ask: PathQuestions,
) -> int | None:
    """Return the level whose values and sets of questions correspond one to one.

    None if files say their tasks, or have one. Refuse files of different questions without such a level.
    """
    tasks = [task for _, task in told]
    if len({*classes}) == 1 or (all(tasks) and len({*tasks}) > 1):
        return None
    fits = [i for i in varying if is_one_to_one([own[i] for own in levels], classes)]
    shared = len({*classes}) < len(classes)
    if fits and (shared or len(varying) == 1 or all(run for run, _ in told)):
        return fits[-1]
    if varying and not all(tasks):
        raise ask.refusal("the files have different questions, and no level of the paths is the task")
    return None


def _determines(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether each value of `one` goes with one value of `other`."""
    return len({*one}) > 1 and len({*zip(one, other)}) == len({*one})


def _cross(levels: Sequence[Levels], rest: Sequence[int]) -> bool:
    """Whether two levels vary independently of each other."""
    columns = [[own[i] for own in levels] for i in rest]
    pairs = ((one, other) for j, one in enumerate(columns) for other in columns[j + 1 :])
    return any(not _determines(one, other) and not _determines(other, one) for one, other in pairs)


def _short(names: Sequence[Levels]) -> list[str]:
    """Return for each file the last of its parts that tells the runs apart, or all of them."""
    every = ["/".join(filter(None, own)) for own in names]
    for i in range(-1, -len(names[0]) - 1, -1):
        if is_one_to_one([own[i] for own in names], every):
            return [own[i] for own in names]
    return every


def _joined(places: Sequence[Leaf], ask: Ask) -> list[TaskRun]:
    """Join the cells of files by run and task. Refuse two files with the same trials."""
    found: dict[tuple[str, str], TaskRun] = {}
    known: dict[tuple[str, str], set[Any]] = {}
    most = _most_trials(places)
    for place in places:
        for cell in place.file.cells:
            run = cell.run if cell.run and not ask.path else place.run if place.run != _CELLS else cell.run
            task = cell.task if cell.task else place.task if place.task != _CELLS else cell.task
            task = task or (cell.told.task if not ask.merge and place.task == _CELLS else "")
            key = run, task
            labels = {(name_of(label), place.number) for label in _labels(cell)}
            both = known.setdefault(key, set()) & labels
            if both and not (ask.merge or ask.path) and key in found:
                name = next(iter(both))[0]
                what = f"question {shown(name)} is in {found[key].origin} and in {place.file.name}"
                answers: list[dict[str, Any]] = [{"once": True}, {"merge": True}]
                raise Refusal("twice", f"{what}: are they trials (--merge), or copies?", answers=answers)
            known[key] |= labels
            if key not in found:
                found[key] = joined = TaskRun(run, task, place.file.name)
                joined.format, joined.rule, joined.reading = cell.format, cell.rule, dict(cell.reading)
                if place.path and place.number is not None:
                    joined.reading["path"] = place.path
                joined.why, joined.read_by, joined.names_of_fields = cell.why, cell.read_by, cell.names_of_fields
                joined.told, joined.notes = type(cell.told)(), cell.notes
                joined.told.model, joined.told.task = cell.told.model, cell.told.task
            found[key].join(cell, place.number)
    for (_, task), joined in found.items():
        if len(joined) <= most.get(task, 0) * len({*joined.labels}):
            joined.told.expected = max(joined.told.expected, most[task])
    return list(found.values())


def _most_trials(places: Sequence[Leaf]) -> dict[str, int]:
    """Return for each task how many files of one trial each its runs have at most."""
    numbers: dict[str, dict[str, set[Any]]] = {}
    for place in places:
        if place.number is not None and not any(cell.numbers for cell in place.file.cells):
            numbers.setdefault(place.task, {}).setdefault(place.run, set()).add(place.number)
    return {task: max(map(len, runs.values())) for task, runs in numbers.items()}
