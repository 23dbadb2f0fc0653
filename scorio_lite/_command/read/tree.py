"""Which run, task and trial a file is: what it says itself comes first, then its path."""

from __future__ import annotations

import re
from itertools import permutations

from ..grading import shown
from ..score.ledger import Cell, name_of
from .item import Refusal
from .names import MAYBE_WORDS, TRIAL_WORDS
from .template import PathTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .files import File
    from .options import Asked

    Levels = list[str]

_WORDS = "|".join(sorted(TRIAL_WORDS, key=len, reverse=True))
_TRIAL = re.compile(rf"(?i)(?:(.*?)[-_. @])?((?:{_WORDS})[-_. ]?)(\d+)")
_NUMBER = re.compile(r"(.*?)(\d+)")
_ENDINGS = re.compile(r"(?i)(\.(?:jsonl?|ndjson|csv|tsv|txt|eval|parquet|gz|zip|results?))+$")
_MARKS = ("__", "--", "_", "-", ".")
_MOST_OFFERS = 8
_ALIKE = 0.5  # of the smaller of two sets of questions: from here on they are of one task


class Place:
    """What the path of a file says: the parts that are left, and the numbers of trials among them."""

    def __init__(self, file: File) -> None:
        self.file = file
        *folders, name = file.member.path.split("/")
        stem = _ENDINGS.sub("", name) or name
        self.parts = [*(part for part in folders if part not in ("/", ".", "..")), stem]
        self.ending = name[len(stem) :]
        self.trial: list[str] = []
        self.texts = list(self.parts)  # as templates: seed{trial}
        for i, part in enumerate(self.parts):
            match = _TRIAL.fullmatch(part)
            if match:
                self.parts[i] = match[1] or ""
                self.trial.append(match[3])
                self.texts[i] = f"{part[: match.start(3)]}{{trial}}"
        self.run = self.task = ""
        self.number: Any = "/".join(self.trial) or None
        self.names = frozenset((name_of(label), cell.texts.get(label)) for cell in file.cells for label in _labels(cell))


def _labels(cell: Cell) -> Iterable[Any]:
    return dict.fromkeys([*cell.labels, *(gap[0] for gap in cell.gaps), *cell.bare])


def join_files(files: Sequence[File], ask: Asked) -> list[Cell]:
    """Return the cells of all files of a tree, or of --merge or --path, joined by run and task."""
    places = [Place(file) for file in files if file.cells]
    if not places:
        raise Refusal("empty", "no file has a trial")
    if ask.path:
        _by_template(places, ask.path)
    elif ask.merge:
        _merge(places)
    else:
        _by_levels(places)
    return _joined(places, ask)


def _by_template(places: Sequence[Place], text: str) -> None:
    template = PathTemplate(text)
    for place in places:
        said = template.coordinates(str(place.file.member.path).replace("\\", "/"))
        if said is None:
            raise Refusal("path", f"{place.file.name}: --path {text} does not fit it")
        place.run, place.task = said.get("run", ""), said.get("task", "")
        place.number = said.get("trial")


def _merge(places: Sequence[Place]) -> None:
    models = list(dict.fromkeys(cell.told.model for place in places for cell in place.file.cells if cell.told.model))
    if len(models) > 1 and not any(cell.run for place in places for cell in place.file.cells):
        both = f"{shown(models[0])} and {shown(models[1])}"
        raise Refusal("models", f"the models {both} are not one run; without --merge, each file is a run")
    numbers = [place.number for place in places]
    for place in places:
        place.number = place.number if len({*numbers}) == len(places) else None


def _by_levels(places: Sequence[Place]) -> None:
    """Set the run, the task and the trial of each file of a tree by the levels of the paths that vary."""
    if len({place.number for place in places}) == 1:
        for place in places:
            place.number = None
    levels = _levels(places)
    told = [_told(place) for place in places]
    varying = [i for i in range(len(levels[0])) if len({own[i] for own in levels}) > 1]
    _ask_about_numbers(places, levels, varying)
    classes = _classes(places)
    has_runs = all(run for run, _ in told)
    has_tasks = all(task for _, task in told)
    task_level = None
    if len({*classes}) > 1 and not has_tasks:
        task_level = _task_level(levels, varying, classes, has_runs)
        if task_level is None and varying:
            raise _asked(places, levels, varying, "the files have different questions, and no level of the paths is the task")
    # A level that the task determines belongs to its name
    tasks = [own[task_level] if task_level is not None else task for own, (_, task) in zip(levels, told)]
    rest = [i for i in varying if i != task_level and not _determines(tasks, [own[i] for own in levels])]
    belongs = [i for i in varying if i not in rest and i != task_level]
    if len(belongs) and task_level is not None and len({*tasks}) < len({(task, *(own[i] for i in belongs)) for task, own in zip(tasks, levels)}):
        rest += belongs
    if has_runs:
        runs = [run for run, _ in told]
        rest = [i for i in rest if not _determines(runs, [own[i] for own in levels])]
    elif len(rest) > 1 and _cross(levels, rest):
        raise _asked(places, levels, varying, "several levels of the paths could name the run")
    names = _short([[own[i] for i in rest] for own in levels])
    for place, own, (run, task), name, of_task in zip(places, levels, told, names, tasks):
        place.run = run or name
        place.task = task if has_tasks else of_task if task_level is not None else ""
        if run and name and not _is_one_to_one(names, [one for one, _ in told]):
            place.run = f"{run} {name}" if len({*names}) > 1 and not place.trial and _clash(places, told, classes) else run


def _clash(places: Sequence[Place], told: Sequence[tuple[str, str]], classes: Sequence[int]) -> bool:
    """Whether two files say the same run, and have the same questions and trial."""
    keys = [(run, task, kind, place.number) for (run, task), kind, place in zip(told, classes, places)]
    return len({*keys}) < len(keys)


def _told(place: Place) -> tuple[str, str]:
    """Return the run and the task that the file itself says, if it says one of each; else ""."""
    models = {cell.run or cell.told.model for cell in place.file.cells}
    tasks = {cell.task or cell.told.task for cell in place.file.cells}
    return (models.pop() if len(models) == 1 else "cells"), (tasks.pop() if len(tasks) == 1 else "cells")


def _levels(places: Sequence[Place]) -> list[Levels]:
    """Return the parts of each path, as many for each file; a flat name is split at the mark that splits all alike."""
    depth = max(len(place.parts) for place in places)
    found = []
    for place in places:
        *folders, stem = place.parts
        if len(place.parts) < depth:
            folders += [""] * (depth - len(place.parts))
        found.append([*folders, stem])
    folders_vary = any(len({own[i] for own in found}) > 1 for i in range(depth - 1))
    for mark in () if folders_vary else _MARKS:
        pieces = [own[-1].split(mark) for own in found]
        sizes = {len(piece) for piece in pieces}
        if len(sizes) == 1 and sizes != {1} and sum(len({piece[i] for piece in pieces}) > 1 for i in range(min(sizes))) > 1:
            return [[*own[:-1], *piece] for own, piece in zip(found, pieces)]
    return found


def _classes(places: Sequence[Place]) -> list[int]:
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


def _task_level(levels: Sequence[Levels], varying: Sequence[int], classes: Sequence[int], has_runs: bool) -> int | None:
    """Return the level whose values and sets of questions correspond one to one; None if there is none."""
    fits = [i for i in varying if _is_one_to_one([own[i] for own in levels], classes)]
    shared = len({*classes}) < len(classes)
    if fits and (shared or len(varying) == 1 or has_runs):
        return fits[-1]
    return None


def _is_one_to_one(one: Sequence[Any], other: Sequence[Any]) -> bool:
    pairs = {*zip(one, other)}
    return len(pairs) == len({*one}) == len({*other})


def _determines(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether each value of `one` goes with one value of `other`."""
    return len({*one}) > 1 and len({*zip(one, other)}) == len({*one})


def _cross(levels: Sequence[Levels], rest: Sequence[int]) -> bool:
    """Whether two levels vary independently of each other."""
    columns = [[own[i] for own in levels] for i in rest]
    return any(
        not _determines(one, other) and not _determines(other, one)
        for j, one in enumerate(columns)
        for other in columns[j + 1 :]
    )


def _short(names: Sequence[Levels]) -> list[str]:
    """Return for each file the last of its parts that tells the runs apart, or all of them."""
    every = ["/".join(filter(None, own)) for own in names]
    for i in range(-1, -len(names[0]) - 1, -1):
        if _is_one_to_one([own[i] for own in names], every):
            return [own[i] for own in names]
    return every


def _ask_about_numbers(places: Sequence[Place], levels: Sequence[Levels], varying: Sequence[int]) -> None:
    """Ask about names that are alike but for a number, and about files of one question each."""
    single = [len(place.names) == 1 for place in places]
    if len(places) > 1 and all(single) and len({place.names for place in places}) > 1:
        raise _asked(places, levels, varying, "each file has one question: are the files questions, trials or runs?")
    for i in varying:
        matches = [_NUMBER.fullmatch(own[i]) for own in levels]
        if not all(matches):
            continue
        heads = {match[1].strip("-_. @").lower() for match in matches if match}
        numbers = sorted({int(match[2]) for match in matches if match})
        word = re.split(r"[-_. @]", next(iter(heads)))[-1] if len(heads) == 1 else ""
        if len(heads) == 1 and (word in MAYBE_WORDS or (numbers[0] in (0, 1) and numbers == [*range(numbers[0], numbers[-1] + 1)])):
            some = ", ".join(shown(own[i]) for own in levels[:3])
            raise _asked(places, levels, varying, f"are {some}, ... trials, runs or parts?", number=i)


def _asked(places: Sequence[Place], levels: Sequence[Levels], varying: Sequence[int], why: str, number: int | None = None) -> Refusal:
    """Return a refusal with templates of --path that could answer."""
    answers: list[dict[str, Any]] = []
    if number is not None:
        roles: Iterable[tuple[str, ...]] = [
            tuple(role if i == number else other for i in varying)
            for other in ("{run}", "{task}")
            for role in ("trial", "run", "")
        ]
        roles = dict.fromkeys(tuple(f"{{{role}}}" if not role.startswith("{") else role for role in own) for own in roles)
    else:
        names = ["{run}", "{task}", "{trial}", "{}", "{question}"]
        roles = [own for own in permutations(names, len(varying)) if "{run}" in own or len(own) == 1]
        if len(varying) > 1:
            roles = [*roles, tuple("{run}" for _ in varying)]
    for own in list(roles)[: 2 * _MOST_OFFERS]:
        text = _template(places, levels, dict(zip(varying, own)))
        if text:
            answers.append({"path": text})
    return Refusal("path", f"{why} --path says it, as in {shown(answers[0]['path'] if answers else '{run}/{task}.jsonl')}", answers=answers)


def _template(places: Sequence[Place], levels: Sequence[Levels], roles: dict[int, str]) -> str:
    """Return a template of the paths, with these roles at these levels; "" if it does not fit all files."""
    place, own = places[0], levels[0]
    endings = {one.ending for one in places}
    ending = place.ending if len(endings) == 1 else "{}"
    if len(own) != len(place.parts):  # a flat name, split at a mark
        mark = next(mark for mark in _MARKS if len(place.parts[-1].split(mark)) == len(own) - len(place.parts) + 1)
        folders, pieces = own[: len(place.parts) - 1], own[len(place.parts) - 1 :]
        steps = [roles.get(i, part) for i, part in enumerate(folders)]
        steps.append(mark.join(roles.get(i + len(folders), piece) for i, piece in enumerate(pieces)))
        if place.trial and "{trial}" not in steps[-1]:
            steps[-1] = place.texts[-1].replace(place.parts[-1], steps[-1]) if place.parts[-1] else steps[-1]
    else:
        steps = []
        for i, part in enumerate(place.parts):
            text = place.texts[i]
            role = roles.get(i, part)
            number = _NUMBER.fullmatch(part)
            if role in ("{trial}", "{}") and number and "{trial}" not in text:
                head = number[1]
                alike = all(one[i].startswith(head) for one in levels)
                role = f"{head}{role}" if alike else role
            steps.append(text.replace(part, role, 1) if part and i in roles else text)
    text = "/".join(steps) + ending
    try:
        template = PathTemplate(text)
    except ValueError:
        return ""
    fits = all(template.coordinates(str(one.file.member.path).replace("\\", "/")) for one in places)
    return text if fits else ""


def _joined(places: Sequence[Place], ask: Asked) -> list[Cell]:
    """Join the cells of files by run and task. Refuse two files with the same trials."""
    found: dict[tuple[str, str], Cell] = {}
    known: dict[tuple[str, str], set[Any]] = {}
    for place in places:
        for cell in place.file.cells:
            run = cell.run if cell.run and not ask.path else place.run if place.run != "cells" else cell.run
            task = cell.task if cell.task else place.task if place.task != "cells" else cell.task
            task = task or (cell.told.task if not ask.merge and place.task == "cells" else "")
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
                found[key] = joined = Cell(run, task, place.file.name)
                joined.format, joined.rule, joined.reading = cell.format, cell.rule, cell.reading
                joined.why, joined.read_by, joined.names_of_fields = cell.why, cell.read_by, cell.names_of_fields
                joined.told, joined.notes = type(cell.told)(), cell.notes
                joined.told.model, joined.told.task = cell.told.model, cell.told.task
            found[key].join(cell, place.number)
    return list(found.values())
