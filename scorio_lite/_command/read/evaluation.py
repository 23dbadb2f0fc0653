"""From paths to runs: read files, join their trials by run and task, apply --missing. Add Offers to a Refusal."""

from __future__ import annotations

import os
import re

from ..score.missing import note_copies, settle
from ..score.run import name_runs
from ..text import names_in, shown, some
from . import offers
from .candidates import table_of
from .files import File, read_files
from .item import Refusal
from .names import OTHER_FILES, meant_by
from .source import Member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..score.ledger import TaskRun
    from ..score.run import Run
    from .files import Records
    from .options import Ask

_PASSED = ("question", "outcome", "empty", "document", "name")  # refusals of files that may hold no results
# Refusals that ask for a field.
_OF_FIELDS = frozenset(names_in("question outcome outcomes questions grade apart ids beside trial run name"))


class Sources:
    def __init__(self, paths: Sequence[str], ask: Ask, so_far: bool, members: Sequence[Member] = ()) -> None:
        self.paths, self.ask, self.so_far = paths, ask, so_far
        self.is_tree = any(map(os.path.isdir, paths))
        if self.is_tree and not members:
            from .archives import files_of

            members = files_of(paths)
        self.members = members or [Member(path) for path in paths if not self.is_tree]
        self.files = _without_companions([File(member, ask) for member in self.members])
        self._known: dict[Any, Records] = {}  # tries share them

    def read(self) -> list[Run]:
        try:
            return self._runs(self.ask)
        except Refusal as refusal:
            samples = [records.sample for records in self._known.values()]  # the last is refused
            refusal.readings = offers.search(refusal, self.ask, self._tried)
            if samples and refusal.code in _OF_FIELDS:
                refusal.table = table_of(samples[-1])
            raise refusal from None

    def _tried(self, ask: Ask) -> tuple[Sequence[Run], bool]:
        """Return (the Runs that the options give on samples, whether these lack records)."""
        is_parsed = (ask.format, (ask.skip or {}).get("line")) == (self.ask.format, (self.ask.skip or {}).get("line"))
        sources = self if is_parsed else Sources(self.paths, ask, self.so_far, self.members)
        for file in (file for file in sources.files if not file.error):
            file.recognise(ask)
        return sources._runs(ask, is_try=True), sources._is_part

    def _runs(self, ask: Ask, is_try: bool = False) -> list[Run]:
        files = self._with_outcomes(ask)
        grades, self._is_part = read_files(files, ask, self._known, is_try)
        cells = [cell for file in files for cell in file.cells]
        if not cells:
            what = "no record is left" if ask.where or ask.skip else "there is no trial in it"
            raise Refusal("empty", f"{shown(self.paths[0])}: {what}")
        note_copies(cells)
        cells = _chosen(self._join(files, ask), ask)
        for i, name in enumerate(() if is_try else ask.keep):
            if all(values[i] is None for cell in cells for values in cell.kept):
                there = f"; there are {some(cells[0].names_of_fields)}" * bool(cells[0].names_of_fields)
                what = f"{self.paths[0]}: no record has the field {shown(name)}{there}"
                raise Refusal("name", what, [name])
        runs = settle(cells, grades, ask, self.so_far)
        name_runs(runs, ask.name)
        names = {file.name for file in files if all(cell.files for cell in file.cells)}
        passed = [member.path for member in self.members if member.name not in names]
        for run in runs if passed else ():
            run.cell.reading["passed_over"] = passed
        return runs

    def _join(self, files: Sequence[File], ask: Ask) -> list[TaskRun]:
        """Return the TaskRuns of files; see join_files."""
        # files whose harnesses name several tasks make a board
        tasks = {file.cells[0].told.task if file.format and file.cells else "" for file in files}
        is_one = self.is_tree or ask.merge or (len(tasks) > 1 and all(tasks))
        if not (is_one or ask.path or files[1:]):
            return files[0].cells
        from .tree import join_files

        cells = join_files(files, ask, is_one)
        for cell in cells if is_one else ():
            paths = [path for path in self.paths if ask.is_base(path) == all(map(ask.is_base, cell.files))]
            cell.origin = f"{paths[0]} and {len(paths) - 1} more" if paths[1:] else "".join(paths) or str(ask.baseline)
        return cells

    def _with_outcomes(self, ask: Ask) -> list[File]:
        """Return the files; of a folder, those that may have outcomes. Refuse a damaged one."""
        errors = [file.error for file in self.files if file.error]
        for error in errors:
            if not self.is_tree or error.code != "kind":
                raise error
        files = [file for file in self.files if not file.error]
        if not self.is_tree:
            return files
        kinds = [file.fields(ask.at) or file.name for file in files]
        lacking = {kind: self._why_passed(file, ask) for kind, file in dict(zip(kinds, files)).items()}
        files = [file for kind, file in zip(kinds, files) if not lacking[kind]]
        if errors and not files:
            try:  # the first may say how to unpack it
                Sources([file.name for file in self.files if file.error][:1], ask, self.so_far)._runs(ask, is_try=True)
            except Refusal as error:
                errors[0] = Refusal("kind", f"{errors[0].why}; {error.why}")
        if not files:
            errors = [*(error for error in lacking.values() if error and error.code == "name"), *errors]
            raise errors[0] if errors else Refusal("empty", f"{shown(self.paths[0])}: no file has outcomes")
        usual = {file.format or file.fields(ask.at) for file in files if file.format or file.stem not in OTHER_FILES}
        return [file for file in files if (file.format or file.fields(ask.at)) in usual] or files

    def _why_passed(self, file: File, ask: Ask) -> Refusal | None:
        """Return the Refusal of a file without outcomes; None if it may hold some."""
        try:
            if file.is_plain(ask.at):
                read_files([file], ask, self._known, is_try=True)
        except Refusal as error:
            if error.code in _PASSED and all("scores" in answer for answer in error.answers):  # reals may be means
                return error
        return None


def _without_companions(files: Sequence[File]) -> list[File]:
    """Leave out files that a harness writes beside results. Their JSON becomes the `documents` of results."""
    known: set[Any] = set()  # the formats of results, with their folders and those above
    for file in files:
        *levels, name = file.member.path.split("/")
        if file.format is not None and file.format.beside and not re.fullmatch(file.format.beside, name):
            known.update((file.format, "/".join([*levels[:i], ""])) for i in range(len(levels) + 1))
    beside: dict[Any, list[File]] = {}
    for file in files:
        for format in {format for format, _ in known if file.format in (None, format)}:
            match = re.fullmatch(f"((?:.*?/)??)(?:{format.beside})", file.member.path)
            if match and (format, match[1]) in known:
                beside.setdefault((format, match[1]), []).append(file)
    for file in files:
        own = beside.get((file.format, file.member.path[: file.member.path.rfind("/") + 1]), ())
        file.documents = [one.parsed.document for one in own if not one.error]
    names = {file.name for own in beside.values() for file in own}
    return [file for file in files if file.name not in names]


def _chosen(cells: Sequence[TaskRun], ask: Ask) -> list[TaskRun]:
    """Return the TaskRuns of runs in --only and tasks in --task (all, if --task is a field). Refuse unknown names."""
    is_field = any(meant_by(ask.task or "", cell.names_of_fields, "task") for cell in cells)
    tasks = () if is_field or not ask.task else tuple(map(str.strip, ask.task.split(",")))
    for option, kind, wanted in (("only", "run", ask.only), ("task", "task", tasks)):
        names = [(cell.run or cell.told.model) if kind == "run" else (cell.task or cell.told.task) for cell in cells]
        there = dict.fromkeys(filter(None, names))
        for name in (name for name in wanted if name not in there):
            what = f"there are {some(there, 5)}" if there else f"the {kind}s have no names"
            ways = [{"task": one} for one in meant_by(name, cells[0].names_of_fields, "")] if kind == "task" else []
            raise Refusal(option, f"--{option} {shown(name)}: no {kind} has this name; {what}", answers=ways)
        cells = [cell for name, cell in zip(names, cells) if not wanted or name in wanted]
    return list(cells)
