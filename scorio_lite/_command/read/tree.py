"""Decide which run, task and trial each file is: by what the file says, or else by its path.

If the paths do not say it, a Refusal offers ways to read them as templates of --path.
"""

from __future__ import annotations

import re
from copy import copy
from itertools import combinations, islice, product

from ..score.ledger import TaskRun, name_of
from ..text import shown, some
from .item import Refusal
from .names import ANY_WORD, MAYBE_WORDS, TRIAL_WORD
from .offers import TRIED
from .sample import counts_up
from .template import coordinates, path_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .files import File
    from .options import Ask

# The end of a name that numbers a trial, and what stands before it.
_TRIAL = re.compile(rf"(?i)(.*?)((?:^|[-_. @])(?:{TRIAL_WORD})[-_. =]?|(?<=[^-_. @])[-_. @]run[-_. =]?)(\d+)")
_COUNTED = re.compile(r"(?i)(.*?)(^[a-z]*|[-_. @][a-z]*[-_. =]?)(\d+)")
_ANY = re.compile(rf"(?i)[-_.]*(?<![a-z])({ANY_WORD})[-_. ]?\d+")
# A time such as 2026-01-31T23-59-59.123456 and 20260131_235959.
_TIME = re.compile(r"\d{4}-?\d\d-?\d\d[T_-]\d\d[-:]?\d\d[-:]?\d\d(?:\.\d+)?(?:[+-]\d\d[-:]?\d\d|Z)?")
_ENDINGS = re.compile(r"(?i)(\.(?:jsonl?|ndjson|csv|tsv|txt|eval|gz|results?))+$")
_MARKS = ("__", "--", "_", "-", ".")
_CELLS = "cells"  # the name if a file has several


class Place:
    """A file, or several files with one trial each. `cells` has a TaskRun for each run and task.

    names        the questions: (name, hash of the text or None)
    model        the run, or else the model, that the cells name; "" if they name none, "cells" if several
    told         the task that the cells name; or "" or "cells", likewise
    trial        the number in the field of --trial; or "" or "cells", likewise
    """

    def __init__(self, path: str, cells: Sequence[TaskRun], ask: Ask) -> None:
        self.path, self.cells = path.replace("\\", "/"), cells
        self.names = frozenset((name_of(one), cell.texts.get(one)) for cell in cells for one in cell.every_label())
        self.model = _single({cell.run or cell.told.model for cell in cells})
        self.told = _single({cell.task or cell.told.task for cell in cells})
        self.trial = _single({str(number) for cell in cells for number in cell.numbers}) if ask.trial else ""
        self.run, self.task, self.number, self.template = "", "", None, ""  # type: str, str, Any, str


def _texts_of(path: str, pattern: re.Pattern[str]) -> list[str]:
    """Return four texts for each part of a path: gpt4, _seed and 3 by `pattern`, and .csv/, for gpt4_seed3.csv."""
    texts: list[str] = []
    for part in path.split("/"):
        stem = _ENDINGS.sub("", part) or part
        match = pattern.fullmatch(stem)
        texts += [*(match.groups() if match else (stem, "", "")), f"{part[len(stem) :]}/"]
    return texts


def _single(names: set[str]) -> str:
    """Return the only name but ""; "" for none, "cells" for several."""
    names = names - {""}
    return _CELLS if len(names) > 1 else "".join(names)


def join_files(files: Sequence[File], ask: Ask, is_tree: bool) -> list[TaskRun]:
    """Return the TaskRuns of all files. With `is_tree`, --merge or --path, join those of the same run and task.

    Those of --baseline stay apart. Otherwise each file is a run. Refuse paths that differ only in numbers of trials.
    """
    if not (is_tree or ask.path):
        paths = Paths([Place(file.member.path, file.cells, ask) for file in files if file.cells])
        are_trials = len({place.trial for place in paths.places}) > 1
        if (len(paths.stems) < len(paths.places) or are_trials) and not any(ask.is_base(file.name) for file in files):
            own: list[Any] = [{"merge": True}, {"path": f"{{run}}{paths.columns[-1][0].rstrip('/')}"}]
            are_several = max(paths.kinds) or 1 < len(paths.stems) < len(paths.places)
            raise paths.refusal([*paths.answers(), *own] if are_several else [*own, *paths.answers()])
        return [cell for file in files for cell in file.cells]
    sides = []
    for is_base in (False, True):
        places = _places([file for file in files if file.cells and ask.is_base(file.name) == is_base], ask)
        newest = _newest(places) if ask.once and is_tree else places
        for place in {*places}.difference(newest):
            for cell in place.cells:
                cell.files = set()  # passed over
        sides.append(newest)
        _decide(newest, ask)
    every = [*sides[0], *sides[1]]
    if len({any(place.task for place in own) for own in sides if own}) > 1:
        _decide(every, ask)  # from the paths of both
    return _joined(every, ask)


def _decide(places: Sequence[Place], ask: Ask) -> None:
    """Set the run, task, number (of the trial) and template (of --path) of each Place. Refuse --merge of models."""
    if ask.path:
        template = path_pattern(ask.path)
        for place in places:
            said = coordinates(template, place.path)
            if said is None:
                raise Refusal("path", f"{place.path}: --path {ask.path} does not fit it")
            place.run, place.task = said.get("run", place.model), said.get("task", place.told)
            place.number, place.template = said.get("trial"), ask.path
    elif ask.merge:
        models = {cell.told.model for place in places for cell in place.cells} - {""}
        if len(models) > 1 and not any(cell.run for place in places for cell in place.cells):
            why = f"the models {some(sorted(models), 2)} are not one run; without --merge, each file is a run"
            raise Refusal("models", why)
    elif places:
        paths, again = Paths(places), len(_newest(places)) < len(places)
        roles = None if again else paths.roles()
        if roles is None:
            raise paths.refusal([*[{"once": True}] * again, *paths.answers()])
        path = paths.template(roles)
        for place, (run, task, number) in zip(places, paths.cells(roles)):
            place.run, place.task, place.number, place.template = run, task, number or None, path


def _places(files: Sequence[File], ask: Ask) -> list[Place]:
    """Return a Place for each file, but only one for a folder in which each file holds one trial of a run.

    Files without trials join it. If a file has the trials of the whole run, single trials have no Place.
    """
    if ask.path or ask.merge:
        return [Place(file.member.path, file.cells, ask) for file in files]
    folders: dict[Any, list[File]] = {}
    for file in files:
        folder = file.cells[0].told.folder
        at = file.member.path.rpartition("/")[0] if folder is None else folder
        folders.setdefault((file.format, at), []).append(file)
    places = []
    for (_, folder), own in folders.items():
        wholes = [file for file in own if file.cells[0].told.folder is None]
        if len(wholes) == len(own) or any(map(len, (cell for file in wholes for cell in file.cells))):
            places += [Place(file.member.path, file.cells, ask) for file in wholes]
        else:
            own.sort(key=lambda file: file not in wholes)
            places.append(Place(folder or "run", [cell for file in own for cell in file.cells], ask))
    return places


def _newest(places: Sequence[Place]) -> list[Place]:
    """Return the places without a later run: one with another time in its path that shares questions."""
    newest: dict[Any, list[Place]] = {}
    for place in sorted(places, key=lambda one: _TIME.findall(one.path)):
        folder, _, name = _TIME.sub("", place.path).rpartition("/")
        is_told = place.model and place.told  # the name may have an id
        is_timed = _TIME.search(place.path) and (is_told or place.cells[0].format not in ("records", "matrix"))
        key = (folder, place.model, place.told, "" if is_told else name) if is_timed else place
        newest[key] = [*(one for one in newest.get(key, ()) if not one.names & place.names), place]
    kept = {place for own in newest.values() for place in own}
    return [place for place in places if place in kept]


class Paths:
    """The paths of files as columns of texts, and the ways to read them.

    columns   lists that have, for each file, the text of the same part of its path
    trials    {index of a column: "{trial}"} for columns of different numbers after words such as seed
    levels    the indices of other columns whose texts differ
    stems     the different paths, without numbers after such words
    kinds     a number for each file, the same if they share a question
    """

    def __init__(self, places: Sequence[Place], pattern: re.Pattern[str] = _TRIAL) -> None:
        self.places = places
        self.stems = {_ANY.sub(r"\1", place.path) for place in places}
        texts = [_texts_of(place.path, pattern) for place in places]
        most = max(map(len, texts), default=0)
        rows = [[*own[:-4], *[""] * (most - len(own)), *own[-4:]] for own in texts]
        self.columns: list[Sequence[str]] = [*zip(*rows)]
        differ = [i for i, own in enumerate(self.columns) if len({*own}) > 1]
        self.trials = {i: "{trial}" for i in differ if i % 4 == 2}
        self.levels = [i for i in differ if i % 4 == 0]
        if pattern is _COUNTED and len(self.levels) == 1:
            self._split(self.levels[0])
        sets, self.kinds = [], []  # type: list[frozenset[Any]], list[int]
        for place in places:
            at = next((i for i, own in enumerate(sets) if own == place.names or own & place.names), len(sets))
            sets[at : at + 1] = [place.names.union(*sets[at : at + 1])]
            self.kinds.append(at)
        self.are_single = len(sets) > 1 and all(len(one.names) == 1 for one in self.places)

    def roles(self) -> dict[int, str] | None:
        """Return {index in `columns`: its role, such as "{run}"}; None if the roles are not clear."""
        sets, are_models = len({*self.kinds}), all(one.model for one in self.places)
        texts = [self.columns[i] for i in self.levels]
        are_pieces = len(texts) == 1 and _pieces_of(texts[0])
        are_counted = any(map(_may_count, texts)) or len({one.trial for one in self.places}) > 1
        are_alike = not self.trials and len(self.stems) < len(self.places)
        if are_alike or (not are_models and (self.are_single or are_pieces or are_counted)):
            return None
        roles, tasks = dict(self.trials), [one.told for one in self.places]
        if sets > 1 and not all(tasks):
            fits = [i for i in self.levels if _is_one_to_one(self.columns[i], self.kinds)]
            if not fits or (sets == len(self.places) and self.levels[1:]):
                return None
            roles[fits[-1]], tasks = "{task}", [*self.columns[fits[-1]]]
        # A level that the task determines is no run.
        rest = [i for i in self.levels if len({*zip(tasks, self.columns[i])}) > len({*tasks})]
        if are_models or (not rest and self.tells_apart(roles)):
            return roles if self.tells_apart(roles) else None
        fits = [i for i in rest if self.tells_apart({**roles, i: "{run}"})]
        is_clear = all(_is_one_to_one(self.columns[fits[0]], self.columns[i]) for i in fits)
        return {**roles, fits[-1]: "{run}"} if fits and is_clear else None

    def ways(self) -> list[dict[int, str]]:
        """Return [{index in `columns`: role}, ...]. Each of these tells the files apart; the likeliest is first."""
        levels = self.levels[-4:]  # more would be too many ways
        every = list(product(["{}", "{run}", "{trial}", "{task}"], repeat=len(levels)))
        every.sort(key=lambda own: -own.count("{}"))
        if max(self.kinds) and not self.are_single:
            every.sort(key=lambda own: ("{task}" not in own, "{trial}" in own))
        ways = [{**self.trials, **dict(zip(levels, own))} for own in every]
        return [way for way in ways if self.tells_apart(way)]

    def _split(self, level: int) -> None:
        """Split a column at a mark such as _, if two pieces vary independently. Those that vary become levels."""
        pieces = _pieces_of(self.columns[level]) or [self.columns[level]]
        self.columns[level : level + 1] = pieces
        self.trials = {i + len(pieces) - 1 if i > level else i: role for i, role in self.trials.items()}
        self.levels = [level + i for i in range(0, len(pieces), 2) if len({*pieces[i]}) > 1]

    def answers(self) -> list[dict[str, Any]]:
        """Return [{option: value}, ...] that may say what the files are: --merge, then the likeliest --path."""
        ways = [*map(self.template, islice(self.ways(), TRIED))]
        if not self.are_single:
            counted = Paths(self.places, _COUNTED)
            ways = [*[counted.template(way) for way in counted.ways() if "{}" not in way.values()][:1], *ways]
        are_parts = len({*self.kinds}) == len(self.places) and not self.levels[1:]
        return [*[{"merge": True}] * are_parts, *({"path": text} for text in dict.fromkeys(filter(None, ways)))]

    def tells_apart(self, roles: dict[int, str]) -> bool:
        """Whether any two files differ in run, task, trial or questions by `roles`, and tasks share no questions."""
        cells = self.cells(roles)
        runs, tasks, _ = zip(*cells)
        known = {*cells}
        is_task = "{task}" not in roles.values() or max(self.kinds) == 0 or _is_one_to_one(tasks, self.kinds)
        is_numbered = not any(trial and (run, task, "") in known for run, task, trial in known)
        have_one = 1 < len({*tasks}) < len({*runs}) == len({*zip(runs, tasks)})  # each run is in one task
        return is_task and is_numbered and not have_one and len({*zip(cells, self.kinds)}) == len(cells)

    def cells(self, roles: dict[int, str]) -> list[tuple[str, str, str]]:
        """Return (run, task, trial) of each file, "" for none. `roles` is {index in `columns`: role in braces}."""
        texts = zip(self.places, *(self._texts(roles, role) for role in ("run", "task", "trial")))
        return [(f"{one.model} {run}".strip(), task or one.told, trial) for one, run, task, trial in texts]

    def _texts(self, roles: dict[int, str], role: str) -> list[str]:
        """Return for each file its texts in the columns of a role such as "run", joined by /; "" for none."""
        columns = [self.columns[i] for i in sorted(roles) if roles[i] == f"{{{role}}}"]
        return ["/".join(filter(None, own)) for own in zip(*columns)] if columns else [""] * len(self.places)

    def template(self, roles: dict[int, str]) -> str:
        """Return the --path template for {index in `columns`: role}; "" if none gives all files these roles."""
        texts = (own[0] if len({*own}) == 1 else roles.get(i, "{}") for i, own in enumerate(self.columns))
        text = "".join(texts).strip("/")
        text = text[text.rfind("/", 0, text.find("{")) + 1 :]  # it fits from a folder on
        try:
            template = path_pattern(text)
        except ValueError:
            return ""
        said = [coordinates(template, place.path) or {} for place in self.places]
        fits = ([own.get(role, "") for own in said] == self._texts(roles, role) for role in ("run", "task", "trial"))
        return text if all(fits) else ""

    def refusal(self, answers: Sequence[dict[str, Any]]) -> Refusal:
        """Return the Refusal of paths that can be read in several ways. It offers `answers`."""
        example = shown(next((one["path"] for one in answers if "path" in one), "{run}/{task}.jsonl"))
        names = some((one.path for one in self.places), 3)
        how = f"--path says it, as in {example}, and --merge makes one run of them"
        how += "; --once takes the newest of those that differ in their time" * ({"once": True} in answers)
        return Refusal("path", f"are the files {names} runs, tasks, trials or parts? {how}", answers=answers)


def _pieces_of(texts: Sequence[str]) -> list[Any]:
    """Split texts at a mark such as _. Return columns of pieces and of marks; [] if no two vary independently."""
    for mark in _MARKS:
        pieces = [text.split(mark) for text in texts]
        columns = [*zip(*pieces)] if len({*map(len, pieces)}) == 1 else []
        pairs = combinations(columns, 2)
        if any(len({*zip(one, two)}) > max(len({*one}), len({*two})) for one, two in pairs):
            return [own for column in columns for own in (column, [mark] * len(texts))][:-1]
    return []


def _may_count(texts: Sequence[str]) -> bool:
    """Whether all texts end in numbers that count from 0 or 1, or that follow a word such as run."""
    matches = [match for match in map(_COUNTED.fullmatch, texts) if match]
    numbers = {int(match[3]) for match in matches}
    words = {re.split(r"[-_. @=]", (match[1] + match[2]).rstrip("-_. @="))[-1].lower() for match in matches}
    return len(matches) == len(texts) and (words <= MAYBE_WORDS or (len(numbers) > 1 and counts_up(numbers)))


def _joined(places: Sequence[Place], ask: Ask) -> list[TaskRun]:
    """Join the TaskRuns of each run and task. Refuse files with the same trials."""
    joined: dict[Any, TaskRun] = {}  # by side, run and task
    known: dict[Any, str] = {}  # the file of each trial
    numbers: dict[Any, set[Any]] = {}  # the trial numbers of each
    for place in places:
        for cell in place.cells:
            is_own = place.run == _CELLS or (cell.run and not ask.path)
            cell.run = (cell.run or cell.told.model) if is_own else place.run
            cell.task = cell.task or (cell.told.task if place.task == _CELLS else place.task)
            key = all(map(ask.is_base, cell.files)), cell.run, cell.task
            for label in cell.every_label() if not ask.merge else ():
                other = known.setdefault((key, name_of(label), place.number), place.path)
                if other != place.path:
                    what = f"question {shown(name_of(label))} is in {other} and in {place.path}"
                    what += "; are they trials (--merge, or {trial} in --path)?"
                    raise Refusal("twice", what, answers=[{"merge": True}] * (not ask.path))
            if key not in joined:
                cell.told, cell.reading = copy(cell.told), dict(cell.reading)
            if place.number is not None:
                own = cell.numbers or [None] * len(cell.labels)
                cell.numbers = [place.number if number is None else (place.number, number) for number in own]
                numbers.setdefault(key, set()).add(place.number)
            if place.template and (ask.path or not (place.model or place.told)):
                cell.reading["path"] = place.template
                cell.read_by = {**cell.read_by, "path": place.template}
            if joined.setdefault(key, cell) is not cell:
                joined[key].join(cell)
    most = {task: max(len(own) for (*_, other), own in numbers.items() if other == task) for *_, task in numbers}
    for cell in joined.values():
        cell.told.expected = max(cell.told.expected, most.get(cell.task, 0))
    return [*joined.values()]


def _is_one_to_one(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len({*zip(one, other)}) == len({*one}) == len({*other})
