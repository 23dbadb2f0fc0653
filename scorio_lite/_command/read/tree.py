"""Which run, task and trial a file is: what it says itself comes first, then its path."""

from __future__ import annotations

import re
from copy import copy
from itertools import combinations, product

from ..score.ledger import TaskRun, name_of
from ..text import shown, some
from .item import Refusal
from .names import MAYBE_WORDS, TRIAL_WORDS
from .sample import counts_up
from .template import PathTemplate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Mapping, Sequence

    from .files import File
    from .options import Ask

_WORDS = "|".join(sorted(TRIAL_WORDS, key=len, reverse=True))
_TRIAL = re.compile(rf"(?i)(?:(.*?)[-_. @])?((?:{_WORDS})[-_. =]?)(\d+)")
_RUN = re.compile(r"(?i)(.*[^-_. @])[-_. @](run[-_. =]?)(\d+)")  # run and a number alone are asked about
_ENDINGS = re.compile(r"(?i)(\.(?:jsonl?|ndjson|csv|tsv|txt|eval|parquet|gz|zip|results?))+$")
_CELLS = "cells"  # the name of a run or task if the cells of a file have several
_NUMBER = re.compile(r"(.*?)(\d+)")
_MARKS = ("__", "--", "_", "-", ".")
_ROLES = ("{run}", "{task}", "{trial}", "{}")
_MOST_OFFERS = 8
_MOST_LEVELS = 3  # that get roles in offers


class Leaf:
    """What the path of a file says: the parts that are left, and the numbers of trials among them."""

    def __init__(self, file: File, path: str = "") -> None:
        self.file = file
        *folders, name = (path or file.member.path).split("/")
        stem = _ENDINGS.sub("", name) or name
        self.parts = [*(part for part in folders if part not in ("/", ".", "..")), stem]
        self.ending = name[len(stem) :]
        self.texts = list(self.parts)  # as templates: seed{trial}
        trial = []
        for i, part in enumerate(self.parts):
            match = _TRIAL.fullmatch(part) or _RUN.fullmatch(part)
            if match:
                self.parts[i] = match[1] or ""
                trial.append(match[3])
                self.texts[i] = f"{part[: match.start(3)]}{{trial}}"
        self.run = self.task = self.path = ""
        self.number: Any = "/".join(trial) or None
        self.names: frozenset[Any] = frozenset().union(*map(_names_of, file.cells))


def _names_of(cell: TaskRun) -> Iterable[Any]:
    """Return the names of the questions of a cell, with a text where there is one."""
    names = map(name_of, _labels(cell))
    return zip(names, map(cell.texts.get, _labels(cell))) if cell.texts else names


def _labels(cell: TaskRun) -> Iterable[Any]:
    return dict.fromkeys([*cell.labels, *(gap[0] for gap in cell.gaps), *cell.bare])


def join_files(files: Sequence[File], ask: Ask) -> list[TaskRun]:
    """Return the cells of all files of a tree, or of --merge or --path, joined by run and task."""
    with_cells = [file for file in files if file.cells]
    places = [Leaf(file) for file in with_cells] if ask.path or ask.merge else _leaves(with_cells)
    if not places:
        raise Refusal("empty", "no file has a trial")
    if ask.path:
        for place in places:
            said = PathTemplate(ask.path).coordinates(_path_of(place))
            if said is None:
                raise Refusal("path", f"{place.file.name}: --path {ask.path} does not fit it")
            place.run, place.task, place.number = said.get("run", ""), said.get("task", ""), said.get("trial")
    elif ask.merge:
        _merge(places)
    else:
        _by_levels(places)
    return _joined(places, ask)


def _leaves(files: Sequence[File]) -> list[Leaf]:
    """Return a leaf for each file. Files with a trial each are one leaf, by the folder of their run.

    A file of the harness in that folder adds what it says of the run; if it has these trials, too, they count once.
    """
    runs: dict[str | None, list[File]] = {}
    for file in files:
        runs.setdefault(file.cells[0].told.folder, []).append(file)
    leaves = []
    for file in runs.pop(None, []):
        own = runs.get(file.member.path.rpartition("/")[0], [])
        is_of_run = own and own[0].format is file.format
        if is_of_run and not any(map(len, file.cells)):
            told = file.cells[0].told
            for cell in own[0].cells:
                cell.join(file.cells[0])
                cell.told.model, cell.told.task = cell.told.model or told.model, cell.told.task or told.task
            continue
        if is_of_run:
            own.clear()
        leaves.append(Leaf(file))
    for folder, own in runs.items():
        if own:
            own[0].absorb(own[1:])
            leaves.append(Leaf(own[0], folder or "run"))
    return leaves


def _merge(places: Sequence[Leaf]) -> None:
    cells = [cell for place in places for cell in place.file.cells]
    models = list(dict.fromkeys(cell.told.model for cell in cells if cell.told.model))
    if len(models) > 1 and not any(cell.run for cell in cells):
        both = f"{shown(models[0])} and {shown(models[1])}"
        raise Refusal("models", f"the models {both} are not one run; without --merge, each file is a run")
    if len({place.number for place in places}) == len(places):
        return
    single = all(len(cell.labels) == len({*cell.labels}) for cell in cells)
    for i, place in enumerate(places):  # files that number their single trials alike are a trial each
        place.number = i if single and any(cell.numbers for cell in place.file.cells) else None


def _by_levels(places: Sequence[Leaf]) -> None:
    """Set the run, the task and the trial of each file of a tree: as files say, else by the levels that vary."""
    models, told = ([_told(place, name) for place in places] for name in ("run", "task"))
    if len({place.number for place in places}) == 1:
        for place in places:
            place.number = None
    levels = _levels(places)
    columns = [*zip(*levels)]
    varying = _that_vary(columns)
    ask = _PathQuestions(places, levels, varying)
    if not all(models):
        ask.about_numbers()
    task_level = ask.task_level(models, told)
    tasks = told if task_level is None else columns[task_level]
    rest = [i for i in varying if i != task_level and not _determines(tasks, columns[i])]
    if all(models):
        cells = [*zip(models, tasks, (place.number for place in places))]
        rest = [] if _are_apart(cells, places) else [i for i in rest if not _determines(models, columns[i])]
    elif not all(
        _determines(columns[i], columns[j]) or _determines(columns[j], columns[i]) for i, j in combinations(rest, 2)
    ):
        raise ask.refusal("several levels of the paths could name the run")
    runs = [
        f"{model} {name}".strip() for model, name in zip(models, _short([[own[i] for i in rest] for own in levels]))
    ]
    if 1 < len({*tasks}) < len({*runs}) == len({*zip(runs, tasks)}):
        raise ask.refusal("each run would have one task alone")
    roles = {**dict.fromkeys(rest, "{run}"), **({} if task_level is None else {task_level: "{task}"})}
    path = _template_of(places, levels, roles)
    for place, place.run, place.task in zip(places, runs, tasks):
        place.path = path


def _told(place: Leaf, name: str) -> str:
    """Return the run or the task that the file itself says: "" if none, _CELLS if its cells have several."""
    told = {"run": "model", "task": "task"}[name]
    every = {getattr(cell, name) or getattr(cell.told, told) for cell in place.file.cells}
    return every.pop() if len(every) == 1 else _CELLS


def _levels(places: Sequence[Leaf]) -> list[list[str]]:
    """Return the parts of each path, as many for each file. If one level alone varies, it is split at a mark."""
    depth = max(len(place.parts) for place in places)
    rows = [[*place.parts[:-1], *[""] * (depth - len(place.parts)), place.parts[-1]] for place in places]
    varying = [i for i, own in enumerate(zip(*rows)) if len({*own}) > 1]
    for mark in _MARKS if len(varying) == 1 else ():
        at = varying[0]
        pieces = [own[at].split(mark) for own in rows]
        if len({*map(len, pieces)}) == 1 and sum(len({*own}) > 1 for own in zip(*pieces)) > 1:
            return [[*own[:at], *piece, *own[at + 1 :]] for own, piece in zip(rows, pieces)]
    return rows


def _that_vary(columns: Sequence[Sequence[str]]) -> list[int]:
    """Return the levels that vary, without those that are the file's own if the others tell all files apart."""
    varying = [i for i, own in enumerate(columns) if len({*own}) > 1]
    for i in list(varying):
        others = [columns[j] for j in varying if j != i]
        files = len(columns[i])
        if len({*columns[i]}) == files > 2 and others and len({*zip(*others)}) == files:
            varying.remove(i)
    return varying


def _short(names: Sequence[list[str]]) -> list[str]:
    """Return for each file the last of its parts that tells the runs apart, or all of them."""
    every = ["/".join(filter(None, own)) for own in names]
    parts = (list(own) for own in reversed([*zip(*names)]))
    return next((own for own in parts if _is_one_to_one(own, every)), every)


def _joined(places: Sequence[Leaf], ask: Ask) -> list[TaskRun]:
    """Join the cells of files by run and task. Refuse two files with the same trials."""
    joined: dict[tuple[str, str], TaskRun] = {}
    known: dict[tuple[str, str], set[Any]] = {}
    most = _most_trials(places)
    for place in places:
        for cell in place.file.cells:
            run = cell.run if cell.run and not ask.path else place.run if place.run != _CELLS else cell.run
            task = cell.task or (place.task if place.task != _CELLS else "" if ask.merge else cell.told.task)
            key = run, task
            labels = {(name_of(label), place.number) for label in _labels(cell)}
            both = known.setdefault(key, set()) & labels
            if both and not (ask.merge or ask.path) and key in joined:
                what = f"question {shown(min(name for name, _ in both))}"
                what += f" is in {joined[key].origin} and in {place.file.name}"
                answers: list[dict[str, Any]] = [{"once": True}, {"merge": True}]
                raise Refusal("twice", f"{what}: are they trials (--merge), or copies?", answers=answers)
            known[key] |= labels
            if place.number is not None:
                numbers = cell.numbers or [None] * len(cell.labels)
                cell.numbers = [place.number if own is None else (place.number, own) for own in numbers]
            if key in joined:
                joined[key].join(cell)
                continue
            cell.run, cell.task = key
            cell.told, cell.reading, joined[key] = copy(cell.told), dict(cell.reading), cell
            if place.path and place.number is not None:
                cell.reading["path"] = place.path
    for (_, task), cell in joined.items():
        cell.told.expected = max(cell.told.expected, most.get(task, 0))
    return list(joined.values())


def _most_trials(places: Sequence[Leaf]) -> dict[str, int]:
    """Return for each task how many files of one trial each its runs have at most."""
    numbers: dict[str, dict[str, set[Any]]] = {}
    for place in places:
        if place.number is not None and not any(cell.numbers for cell in place.file.cells):
            numbers.setdefault(place.task, {}).setdefault(place.run, set()).add(place.number)
    return {task: max(map(len, runs.values())) for task, runs in numbers.items()}


class _PathQuestions:
    """Makes refusals of paths, with templates of --path that fit the questions of the files."""

    def __init__(self, places: Sequence[Leaf], levels: list[list[str]], varying: list[int]) -> None:
        self._places, self._levels, self._varying = places, levels, varying
        kinds: list[frozenset[Any]] = []
        self._classes = []  # the number of the set of questions of each file: sets that share a question are alike
        for place in places:
            at = next((i for i, kind in enumerate(kinds) if kind == place.names or kind & place.names), len(kinds))
            kinds[at:] = kinds[at:] or [place.names]
            self._classes.append(at)
        self._are_single = len(kinds) > 1 and all(len(place.names) == 1 for place in places)

    def about_numbers(self) -> None:
        """Ask about names that are alike but for a number, and about files of one question each."""
        if self._are_single:
            raise self.refusal("each file has one question: are the files questions, trials or runs?")
        for i in self._varying:
            matches = [_NUMBER.fullmatch(own[i]) for own in self._levels]
            heads: dict[str, set[int]] = {}
            for match in filter(None, matches):
                heads.setdefault(match[1], set()).add(int(match[2]))
            words = {re.split(r"[-_. @=]", head.rstrip("-_. @="))[-1].lower() for head in heads}
            are_counted = all(len(own) > 1 and counts_up(own) for own in heads.values())
            if all(matches) and (words <= MAYBE_WORDS or are_counted):
                names = dict.fromkeys(own[i] for own in self._levels)
                raise self.refusal(f"are {some(names, 3)} trials, runs or parts?", i)

    def task_level(self, models: Sequence[str], tasks: Sequence[str]) -> int | None:
        """Return the level whose values and sets of questions correspond one to one.

        None if files say their tasks, or have one. Refuse files of different questions without such a level.
        """
        kinds = len({*self._classes})
        if kinds == 1 or (all(tasks) and len({*tasks}) > 1):
            return None
        fits = [i for i in self._varying if _is_one_to_one([own[i] for own in self._levels], self._classes)]
        if fits and (kinds < len(self._classes) or len(self._varying) == 1 or all(models)):
            return fits[-1]
        if self._varying and not all(tasks):
            raise self.refusal("the files have different questions, and no level of the paths is the task")
        return None

    def refusal(self, why: str, number: int | None = None) -> Refusal:
        """Return a refusal with templates, the likeliest first. At the level `number`, numbers may be trials."""
        ranked: list[tuple[int, str]] = []
        heads = {match[1] for own in self._levels for match in [_NUMBER.fullmatch(own[number or 0])] if match}
        numbered = [f"{head}{{trial}}" for head in heads if len(heads) == 1]
        varying = self._varying[-_MOST_LEVELS:]
        for texts in product(*(["{run}", *numbered, "{}"] if i == number else _ROLES for i in varying)):
            template = _template_of(self._places, self._levels, dict(zip(varying, texts)))
            rank = self._rank(template) if template else None
            if rank is not None:
                ranked.append((rank + texts.count("{}"), template))
        best = [template for _, template in sorted(ranked, key=lambda pair: pair[0])]
        if self._are_single and varying:  # then the files are parts, before all else
            roles = {**dict.fromkeys(varying, "{run}"), varying[-1]: "{}"}
            best = [*filter(None, [_template_of(self._places, self._levels, roles)]), *best]
        answers = [{"path": template} for template in list(dict.fromkeys(best))[:_MOST_OFFERS]]
        example = shown(answers[0]["path"] if answers else "{run}/{task}.jsonl")
        return Refusal("path", f"{why} --path says it, as in {example}", answers=answers)

    def _rank(self, text: str) -> int | None:
        """Return how unlikely a template is; None if its tasks have different questions, or two files are one."""
        template = PathTemplate(text)
        said = [template.coordinates(_path_of(place)) or {} for place in self._places]
        cells = [(own.get("run", ""), own.get("task", ""), own.get("trial")) for own in said]
        tasks = [task for _, task, _ in cells]
        is_board = len({*self._classes}) > 1 and not _is_one_to_one(tasks, self._classes)
        if ("{task}" in text and is_board) or not _are_apart(cells, self._places):
            return None
        return 4 * is_board + 2 * (len({*cells}) < len(cells)) + ("{trial}" in text)


def _path_of(place: Leaf) -> str:
    return place.file.member.path.replace("\\", "/")


def _template_of(places: Sequence[Leaf], levels: Sequence[list[str]], roles: Mapping[int, str]) -> str:
    """Return a template of the paths, with these texts at these levels; "" if it does not fit all files."""
    place = places[0]
    texts = [roles.get(i, part if len({own[i] for own in levels}) == 1 else "{}") for i, part in enumerate(levels[0])]
    pieces = len(texts) - len(place.parts)
    if pieces > 0:  # one level was split at a mark
        at = next(i for i, part in enumerate(place.parts) if any(one.parts[i : i + 1] != [part] for one in places))
        mark = next(mark for mark in _MARKS if len(place.parts[at].split(mark)) == pieces + 1)
        texts[at : at + pieces + 1] = [mark.join(texts[at : at + pieces + 1])]
    for i, (part, text) in enumerate(zip(place.parts, place.texts)):
        if text != part and "{trial}" not in texts[i]:
            texts[i] = text.replace(part, texts[i], 1) if part else text
    found = "/".join(texts) + (place.ending if len({one.ending for one in places}) == 1 else "{}")
    try:
        template = PathTemplate(found)
    except ValueError:
        return ""
    return found if all(template.coordinates(_path_of(one)) for one in places) else ""


def _are_apart(cells: Sequence[Any], places: Sequence[Leaf]) -> bool:
    """Whether files of the same run, task and trial have different questions."""
    seen: dict[Any, frozenset[Any]] = {}
    for cell, place in zip(cells, places):
        before = seen.get(cell, frozenset())
        if before & place.names:
            return False
        seen[cell] = before | place.names
    return True


def _determines(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether each value of `one` goes with one value of `other`."""
    return len({*one}) > 1 and len({*zip(one, other)}) == len({*one})


def _is_one_to_one(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len({*zip(one, other)}) == len({*one}) == len({*other})
