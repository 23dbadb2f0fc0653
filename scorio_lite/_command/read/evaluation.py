"""From paths to runs: files are read, joined and settled; a refusal is answered by tries on the samples."""

from __future__ import annotations

import re

from ..grading import shown
from ..score.missing import settle
from ..score.run import name_runs
from ..text import names_in
from . import checks, offers
from .explain import table_of
from .files import File, read_files
from .item import Refusal, Unsafe
from .names import MAYBE_WORDS, OTHER_FILES, TRIAL_WORDS
from .paths import MARKS
from .sample import Sample
from .source import Member, is_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..score.ledger import TaskRun
    from ..score.run import Run
    from .options import Ask

_WORDS = "|".join(sorted(TRIAL_WORDS | MAYBE_WORDS, key=len, reverse=True))
_TRIAL_FILE = re.compile(rf"(?i)(.*?)(?<![a-z])((?:{_WORDS})[-_. ]?)\d+(.*)")
_PASSED = ("kind", "question", "outcome", "empty", "document", "file")  # refusals of files that may hold no results
_FEW, _ROWS = 20, 500  # files, and records of each, of which the table of fields is made
# Refusals that ask for a field.
_OF_FIELDS = frozenset(names_in("question outcome outcomes questions grade apart ids fixed beside trial run keys name"))
_UNLIKE = (
    "The trials are not alike: no success is followed by a failure, so they are cumulative or stop at the first "
    "success. Their mean is nobody's rate; --missing bounds gives the share solved within k."
)


class Sources:
    """The files that are read, and the options."""

    def __init__(self, paths: Sequence[str], ask: Ask, so_far: bool, members: Sequence[Member] = ()) -> None:
        self.paths, self.ask, self.so_far = paths, ask, so_far
        self.members = members or _members(paths)
        self.is_tree = any(not member.is_named for member in self.members)
        self.files = [File(member, ask) for member in self.members]

    def read(self) -> list[Run]:
        try:
            return self._runs(self.ask)
        except Unsafe:
            raise
        except Refusal as refusal:
            found = offers.search(refusal, self.ask, self._tried)
            answered = type(refusal)(refusal.code, refusal.why, refusal.fields, found, refusal.answers)
            answered.table = self._table() if refusal.code in _OF_FIELDS else []
            raise answered from None

    def _table(self) -> list[dict[str, Any]]:
        """Return the table of the fields of plain files."""
        plains = [file for file in self.files if file.format is None and file.kind == "records"]
        try:
            pairs = [pair for file in plains[:_FEW] for pair in file.sample(self.ask, _ROWS)[:_ROWS]]
        except Refusal:
            return []
        return table_of(Sample(record for _, record in pairs if isinstance(record, dict)))

    def _tried(self, ask: Ask) -> tuple[Sequence[Run], bool]:
        if ask.format != self.ask.format or (ask.skip or {}).get("line") != (self.ask.skip or {}).get("line"):
            again = Sources(self.paths, ask, self.so_far, self.members)
            return again._runs(ask, is_try=True), False
        for file in self.files:
            if file.parsed and file.format is not None:
                file.format = file._recognised(ask)
        runs = self._runs(ask, is_try=True)
        return runs, any(file.is_part for file in self.files)

    def _runs(self, ask: Ask, is_try: bool = False) -> list[Run]:
        files = _without_companions(self.files)
        for file in files:
            if file.error and not (self.is_tree and file.error.code in ("kind",)):
                raise file.error.within(file.name)
        readable = [file for file in files if not file.error]
        readable = self._with_outcomes(readable, ask) if self.is_tree else readable
        if not readable:
            raise Refusal("empty", f"{shown(self.paths[0])}: no file has outcomes")
        grades = read_files(readable, ask, is_try)
        # files that harnesses say to be of several tasks are those of a board
        tasks = {file.cells[0].told.task if file.format and file.cells else "" for file in readable}
        is_one = self.is_tree or ask.merge or (len(tasks) > 1 and all(tasks))
        if is_one or (ask.path and len(self.files) > 1):
            from .tree import join_files

            cells = join_files(readable, ask)
        else:
            self._ask_about_trials()
            cells = [cell for file in readable for cell in file.cells]
        cells = _chosen(cells, ask)
        for cell in cells if is_one else ():
            more = f" and {len(self.paths) - 1} more" if len(self.paths) > 1 else ""
            cell.origin = self.paths[0] + more
        if not cells:
            raise Refusal("empty", f"{shown(self.paths[0])}: there is no trial in it")
        runs = settle(cells, grades, ask, self.so_far)
        name_runs(runs, ask.names)
        passed = [str(file.member.path) for file in self.files if file not in readable]
        for run in runs:
            if not run.weights and checks.are_unlike(run.outcomes):
                run.notes = [*run.notes, _UNLIKE]
                run.reading["warning"] = _UNLIKE
            if passed:
                run.reading["passed_over"] = passed
        return runs

    def _with_outcomes(self, files: Sequence[File], ask: Ask) -> list[File]:
        """Return the files of a tree without those that hold no outcomes. Raise the refusal of a file that may."""
        kept: list[File] = []
        known: dict[frozenset[str], bool] = {}  # for the fields of records, whether there are outcomes among them
        for file in files:
            if file.format is not None or file.kind == "matrix":
                kept.append(file)
                continue
            fields = file.looks_like(ask)
            if fields not in known or file.kind == "document":
                known[fields] = _may_hold_outcomes(file, ask)
            if known[fields]:
                kept.append(file)
        return _without_settings(kept, ask)

    def _ask_about_trials(self) -> None:
        """Ask about files that are named one by one and differ only in a word of trials and a number."""
        names = [str(file.member.path).replace("\\", "/") for file in self.files]
        matches = [_TRIAL_FILE.fullmatch(name) for name in names]
        if len(names) < 2 or not all(matches) or len({match.groups() for match in matches if match}) == len(names):
            return
        which = f"are {shown(names[0])} and {shown(names[1])} trials of one run?"
        (head, word, tail), *others = [match.groups() for match in matches if match]
        _, slash, start = head.rpartition("/")
        mark = start[-1:] if start[-1:] in MARKS else ""
        one_run = all(one[0] == head for one in others)
        run = (
            f"{{run}}{slash}{start}" if all(one[0].endswith(f"{slash}{start}") for one in others) else f"{{run}}{mark}"
        )
        texts = [
            *([] if one_run else [f"{run}{word}{{trial}}{tail}"]),
            f"{{run}}{tail[tail.rfind('.') :] if '.' in tail else ''}",
        ]
        ways: list[dict[str, Any]] = [*([{"merge": True}] if one_run else []), *({"path": text} for text in texts)]
        merge, end = ("--merge makes one run of them, ", "several") if one_run else ("", "makes them so")
        raise Refusal("trials", f"{which} {merge}--path '{texts[0]}' {end}", answers=ways)


def _without_companions(files: Sequence[File]) -> list[File]:
    """Return the files without those that the harness of another one writes beside it: they are no data."""
    beside = "|".join({file.format.beside for file in files if file.format is not None and file.format.beside})
    patterns = [file.format.beside if file.format is not None else beside for file in files]
    return [file for file, own in zip(files, patterns) if not own or not re.search(rf"(^|/)({own})$", file.member.path)]


def _members(paths: Sequence[str]) -> list[Member]:
    """Return the files that may hold results: those named, and those in folders and archives that are named."""
    if not any(map(is_tree, paths)):
        return [Member(path) for path in paths]
    from .archives import files_of

    return files_of(paths)


def _may_hold_outcomes(file: File, ask: Ask) -> bool:
    """Whether a file of a tree may hold outcomes. Real numbers of a document without records are means."""
    try:
        read_files([file], ask, is_try=True)
        return True
    except Refusal as refusal:
        error = refusal
    if error.code not in _PASSED:
        return True
    if file.kind == "document":
        return any("scores" not in answer for answer in error.answers)
    roles = {"outcome", "at", "trials", "runs"} if error.code != "question" else {"question"}
    return any(not roles.isdisjoint(answer) for answer in error.answers)


def _without_settings(files: Sequence[File], ask: Ask) -> list[File]:
    """Return the files of a tree without those that are called settings, summaries or data sets, and are of another
    kind than the other files, which have the same fields."""
    fields = {file.name: file.looks_like(ask) for file in files if file.format is None}
    usual = {own for name, own in fields.items() if not _is_named_otherwise(name)}
    others = [name for name, own in fields.items() if own not in usual and len(usual) == 1]
    return [file for file in files if not (file.name in others and _is_named_otherwise(file.name))]


def _is_named_otherwise(name: str) -> bool:
    """Whether a file is called as one without results: data.csv, summary.json."""
    return name.rpartition("/")[2].partition(".")[0].lower() in OTHER_FILES


def _chosen(cells: Sequence[TaskRun], ask: Ask) -> list[TaskRun]:
    """Return the cells of the runs of --only and the tasks of --task."""
    runs = {cell.run or cell.told.model for cell in cells} - {""}
    for name in ask.only:
        if name not in runs:
            there = f"there are {', '.join(map(shown, list(runs)[:5]))}" if runs else "the runs have no names"
            raise Refusal("only", f"--only {shown(name)}: no run in the files has this name; {there}")
    tasks = {cell.task for cell in cells} - {""}
    wanted = {name.strip() for name in (ask.task or "").split(",")} & tasks
    return [
        cell
        for cell in cells
        if (not ask.only or (cell.run or cell.told.model) in ask.only) and (not wanted or cell.task in wanted)
    ]
