"""Read a tree (a folder or archive of result files) as one evaluation: runs x tasks x questions x trials.

Each file is read into a book of its own. Files that hold no results are passed over; some of them describe the others.
The run and the task of each file follow from the paths, the questions, and what the files say themselves. Then the
books of one run and task are joined.
"""

from __future__ import annotations

import os
import sys
from copy import copy
from pathlib import PurePosixPath

from .book import check_total
from .copies import check_copies, check_versions, same_as, versions_among, without_copies
from .explained import (
    choice,
    companions,
    is_single_record,
    metric_of,
    names_files,
    passed_beside,
    path_of_records,
    read_explained,
    split_endings,
    wholes,
)
from .fields import QUESTION_KEYS, means_trial, says_broken
from .grading import FileError, typed_as
from .readings.leaves import Leaf, Unclear
from .readings.names import says_setting
from .readings.paths import Assigned, assign, outcome_in, templates_of
from .readings.sidecars import Sidecar, as_one, described_by, named_by, settings_of, task_of
from .readings.single import question_templates
from .readings.templates import PathTemplate
from .text import LISTED
from .tree_file import GENERAL, File, without_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .book import Book
    from .folders import FilePart
    from .settings import Settings

_NO_FILE = "there is no result file in it; if its folders have some, give the folders"
_COMPARED = 4  # readable files with which the questions of an unreadable file are compared
_WAYS = 20  # readings of a file that are tried


def read_tree(parts: Sequence[FilePart], book: Book, settings: Settings, merge: bool) -> None:
    """Read the files of a tree into `book`; if there are several runs or tasks, into `book.run(run, task)`.

    With `merge`, all files are of one run.
    """
    from .readings.again import LikeBefore

    again = LikeBefore()
    listed, settled = without_settings(sorted(parts, key=lambda part: part.order()))
    every = [File(part, book, again) for part in listed]
    former = versions_among(every)
    files = _of_format([one for one in every if one not in former], settings)
    template = PathTemplate(settings.path) if settings.path else None
    files, fixed = _fitting(files, template, settings) if template else (files, {})
    former += [one for one in every if one not in files and one not in former] if template else []
    for one in files:
        if merge:
            one.book.files.known = book.files.known  # for --once
        one.read_any(_told(one, settings, fixed.get(id(one), {})))
    check_versions([] if template else former, files, settings, merge)
    former += passed_beside(files)
    files = [one for one in files if one not in former]
    if not files:
        raise FileError(_NO_FILE)
    read_explained(files)
    if not template and (path := path_of_records(files)):
        return read_tree(parts, book, settings.with_options(path=path), merge)
    if (asked := choice(files, settings)) is not None:
        raise asked
    results, sidecars = _results(files)
    results = _of_questions(wholes(results))
    _check_promises(files, results)
    if template:
        own = [fixed[id(one)] for one in results]
        runs, tasks = ([one.get(role, "") for one in own] for role in ("run", "task"))
        found = Assigned(runs, tasks, settings.path or "", any("trial" in one for one in own))
    else:
        found = _assigned(results, [*sidecars, *settled], merge)
    _join(results, found, book)
    return _explain([*files, *former], results, found, book)


def _explain(files: list[File], results: list[File], found: Assigned, book: Book) -> None:
    """Note the template of the paths, and which files are passed over and why, for --explain."""
    kept = {id(part) for one in results for part in one.parts}
    why = {found.template: ("--path", "by the paths", str(results[0].part.path))} if found.template else {}
    for one in files:
        if id(one.part) not in kept:
            reason = str(one.error).partition(": ")[2] if one.error else "it describes, repeats or sums up others"
            why[str(one.path)] = ("passed over", reason, "")
    for run in book.books():
        run.read.why = {**run.read.why, **why}


def _told(one: File, settings: Settings, own: dict[str, str]) -> Settings:
    told = copy(settings)
    told.coordinates = {role: text for role, text in own.items() if role == "question"}
    if settings.metric and "=" in settings.metric:
        told.metric, told.filter = metric_of(settings.metric, str(one.path), settings.filter)
    return told


def _of_format(files: list[File], settings: Settings) -> list[File]:
    """Return the files of the format that --format names; all files without it."""
    wanted = settings.format
    if not wanted or wanted in GENERAL:
        return files
    for one in files:
        one.look()
    found = [one for one in files if one.format == wanted]
    if files and not found:
        other = next((one for one in files if one.is_harness), files[0])
        raise FileError(f"there is no result file of {wanted} in it, but of {other.format}: {other.part.label}")
    return found


def _fitting(files: list[File], template: Any, settings: Settings) -> tuple[list[File], dict[int, dict[str, str]]]:
    """Return (files whose paths fit --path, {id(file): its coordinates, such as {"run": "qwen"}})."""
    fits = {id(one): template.coordinates(str(one.path)) for one in files}
    kept = [one for one in files if fits[id(one)] is not None]
    if not kept:
        some = f", such as {files[0].path}" if files else ""
        raise FileError(f"--path {typed_as(settings.path or '')} fits none of the files{some}")
    return kept, fits


def _results(files: list[File]) -> tuple[list[File], list[Sidecar]]:
    """Return (files with results, what other files say of them). Refuse an unreadable file that may hold results."""
    good = [one for one in files if not one.error and (one.size or not one.book.said.total)]
    if any(not one.is_alone for one in good):
        good = [one for one in good if one.is_harness or not one.is_alone]
    good = without_copies(good)
    kept = {id(one) for one in good}
    passed = companions(files)
    others = [one for one in files if id(one) not in kept and not (good and one.has_failed)]
    for one in others:
        if one in passed:
            continue
        is_odd = (one.error or one.is_alone) and _alike(one, good)
        if (is_odd or (one.error and _may_hold(one, good))) and not names_files(one, good):
            raise _refusal(one, good)
    if not good:
        failing = [one for one in others if one.error and one not in passed]
        ways = [[f"--path={text}"] for text in question_templates(*split_endings(failing))]
        if ways and all(is_single_record(one) for one in failing):
            raise FileError("no file in it names its question; is it in the paths?").leading(*ways)
        if len(files) == 1 or any(_is_plain_error(one) for one in failing):
            raise _offered(next((one for one in failing if _is_plain_error(one)), failing[0]), ways)
        if not failing:
            raise FileError(_NO_FILE)
        first_error = _offered(failing[0], ways)
        raise FileError(f"there is no result file in it ({first_error})").leading(*first_error.ways)
    return good, [Sidecar(one.path, one.item) for one in others if one.is_alone]


def _is_plain_error(one: File) -> bool:
    """Whether a file that should hold results could not be read. (An object such as config.json may hold none.)"""
    return bool(one.error) and (one.item is None or not one.is_alone or one.is_harness)


def _alike(one: File, good: list[File]) -> list[File]:
    """Return the files of `good` with names like that of `one`: run_1.json beside run_2.json, a/x.json and b/x.json."""
    name, folder = one.part.likeness, one.path.parent
    same = [x for x in good if x.part.likeness == name and folder.parent == x.path.parent.parent]
    return [x for x in same if folder == x.path.parent or x.path.name == one.path.name]


def _may_hold(one: File, good: list[File]) -> bool:
    """Whether an unreadable file may hold results.

    It may in three cases: a harness wrote it; its name or its folder is like that of the readable files `good`; or it
    has outcomes of their questions.
    """
    if one.is_harness:
        return True
    if not good:
        return False
    beside = [other for other in good if other.path.parent == one.path.parent and other.part.ending == one.part.ending]
    if says_broken(one.path.stem) and any(outcome_in(other.path.stem) is not None for other in beside):
        return True  # error.jsonl beside passed.jsonl and failed.jsonl
    if one.is_alone and not one.has_begun:
        return False
    alike = [other for other in good if other.path.name == one.path.name]
    if any(other.is_harness for other in good):
        return bool(alike) and one.item is None
    is_beside = bool(beside) and (one.has_begun or one.item is None)
    return bool(alike) or is_beside or _has_outcomes(one, good[:_COMPARED])


def _has_outcomes(one: File, good: list[File]) -> bool:
    """Whether a file has a field of outcomes, and another field with only names of questions in the files `good`."""
    records, may = one.records(), one.book.grader.may_read
    values = {key: [record.get(key) for record in records] for key in next(iter(records), ())}
    outcomes = [key for key, own in values.items() if len(own) > 1 and all(map(may, own)) and not means_trial(str(key))]
    known = {str(name) for other in good for name in other.ids()} if outcomes else set()
    return any(known.issuperset(map(str, own)) for key, own in values.items() if [key] != outcomes)


def _offered(one: File, first: Sequence[list[str]] = ()) -> FileError:
    """Return the error of a file, with its own options, then those in `first`, then others that may fit the file."""
    from .readings.candidates import candidates
    from .readings.offers import is_of_harness
    from .readings.outline import outline_of

    error = one.error or FileError("there is no trial in it")
    if one.is_harness:
        return error.leading(*error.ways, *first)
    with one.part.open() as source:
        found = outline_of(source, one.settings)
    ways = [] if is_of_harness(found) else candidates(found, one.settings, one.book.grader)
    return error.leading(*error.ways, *first, *(way for way, _ in sorted(ways, key=lambda pair: pair[1])[:_WAYS]))


def _refusal(one: File, good: list[File]) -> FileError:
    """Return the error for a file that is refused: its own error, or that it is unlike the files `good`."""
    alike = next(iter(_alike(one, good) or [x for x in good if x.path.name == one.path.name]), None)
    if one.error and (one.is_harness or one.has_begun or alike is None or not one.format):
        error = _offered(one)
        return error.leading(*error.ways, *(_without(one, good) if good[1:] else []))
    name = alike.format if alike else ""
    what = f"{one.part.label} is not a file of {name}, as {alike.part.label if alike else ''} is"
    way = f"leave it out with --format {name}" if name not in GENERAL else "say with --path which files count"
    return FileError(f"{what}; mend or remove it, or {way}").leading(*_without(one, good))


def _without(one: File, good: list[File]) -> list[list[str]]:
    """Return [--path=TEMPLATE] for each template that fits the paths of the files `good`, and not that of `one`."""
    leaves = [Leaf(stem, other.ids(), end) for other, stem, end in zip(good, *split_endings(good))]
    texts = [f"/{text}" for text in templates_of(leaves)]
    return [[f"--path={text}"] for text in texts if PathTemplate(text).coordinates(str(one.path)) is None]


def _check_promises(files: list[File], results: list[File]) -> None:
    """Mark runs as unfinished if a file in a folder above promises more trials than they have."""
    for one in files:
        if one.book.said.total and not one.size and not one.error:
            under = [other for other in results if one.path.parent in other.part.path.parents]
            check_total([run for other in under for run in other.book.books()], one.book.said.total)


def _of_questions(files: list[File]) -> list[File]:
    """Join the files with one question each, folder by folder: all files in run/ become one file."""
    single = [one for one in files if one.has_one_question]
    if len(single) < 2:
        return files
    level = {id(one): one.path.parent for one in single}
    while True:
        groups: dict[PurePosixPath, list[File]] = {}
        for one in single:
            groups.setdefault(level[id(one)], []).append(one)
        # if most folders hold a single question, as run/q1 with its trials does, the folders above them count
        small = [own for own in groups.values() if len({str(next(iter(one.ids()))) for one in own}) == 1]
        if 2 * len(small) <= len(groups) or all(not folder.parts for folder in groups):
            break
        for one in single:
            level[id(one)] = level[id(one)].parent
    joined = []
    for folder, own in groups.items():
        _forget_measurements(own)
        for one in own[1:]:
            with one.part.named():
                own[0].book.join(one.book, goes_on=True)
            own[0].parts.append(one.part)
        own[0].path = folder
        joined.append(own[0])
    return [*joined, *(one for one in files if not any(one is other for other in single))]


def _forget_measurements(files: list[File]) -> None:
    """Forget facts that differ between files of one question each: they are measurements, such as a time."""
    every = [book.said.facts for one in files for book in one.book.books()]
    for name in {name for facts in every for name in facts}:
        # a setting of the model may differ between a few files
        different = len({str(facts.get(name)) for facts in every})
        if 2 * different > len(every) or (different > 1 and not says_setting(name)):
            for facts in every:
                facts.pop(name, None)


def _assigned(files: list[File], sidecars: list[Sidecar], merge: bool) -> Assigned:
    if merge or len(files) == 1:
        return Assigned([""] * len(files), [""] * len(files))
    beside = [[*sidecars, *one.head()] for one in files]
    said = [described_by(one.path, near) for one, near in zip(files, beside)]
    named = [named_by(one.format, one.part.name) for one in files]
    models = [one.model() or name or model for one, (name, _), (model, _, _) in zip(files, named, said)]
    models = as_one(models, [one.format for one in files])
    tasks = [task_of(one.book) or name or task for one, (_, name), (_, task, _) in zip(files, named, said)]
    # a name that all files in folders have says nothing
    are_below = all(one.path.parent.parts for one in files if len(one.parts) == 1)
    of_folder = are_below and len({one.part.path.name for one in files}) == 1
    leaves: list[Leaf] = []
    same: dict[int, Leaf] = {}
    for one, near, model, task, (_, _, trial) in zip(files, beside, models, tasks, said):
        path = one.part.stem if len(one.parts) == 1 else str(one.path)
        if of_folder and len(one.parts) == 1:
            path = str(one.path.parent)
        deeper = len(one.part.path.parts) - len(one.path.parts)
        end = "/{}" * deeper if len(one.parts) > 1 else str(one.path)[len(path) :]
        ids = one.ids()
        more = {"settings": {**settings_of(one.path, near), **one.told()}, "outcome": one.outcome()}
        leaves.append(Leaf(path, ids, end, same.get(id(ids)), model=model, task=task, trial=trial, **more))
        same.setdefault(id(leaves[-1].ids), leaves[-1])
    try:
        found = assign(leaves)
    except Unclear as error:
        some = ", ".join(one.part.label for one in files[:LISTED]) + ", ..." * bool(files[LISTED:])
        formats = " and ".join(dict.fromkeys(one.format for one in files))
        what = f"it has {len(files):,} files of {formats} ({some}), and {error}"
        way = "if they are one run, use --merge, or --name A=FOLDER for each such folder; or say with --path which"
        asked = FileError(f"{what}; {way} part of a path is the {{run}}, the {{task}} and the {{trial}}")
        raise asked.leading(*_by_ids(files), *error.ways, ["--merge"]) from None
    check_copies(files, leaves, found)
    return found


def _by_ids(files: list[File]) -> list[list[str]]:
    """Return [--question=FIELD] for each usual field of questions that has the same values in all files."""
    if len({frozenset(one.ids()) for one in files}) == 1:
        return []  # they have the same questions already
    known: dict[str, set[str]] | None = None
    for one in files:
        rows = one.records()
        fields = [key for key in QUESTION_KEYS if rows and all(key in row for row in rows)]
        own = {key: {str(row[key]) for row in rows} for key in fields}
        known = own if known is None else {key: values for key, values in known.items() if own.get(key) == values}
        if not known:  # else the files are not read again
            break
    return [[f"--question={key}"] for key in known or ()]


def _alone(files: list[File], origin: str) -> str:
    """Return the name of the only run: its model, or else the innermost folder that holds all its files."""
    models = {one.model() for one in files}
    if len(models) == 1 and any(models):
        return models.pop()
    if not os.path.isdir(origin):
        return ""  # an archive, say
    folders = {os.path.dirname(os.path.abspath(part.name)) for one in files for part in one.parts if part.is_file}
    return os.path.basename(os.path.commonpath(folders)) if folders else ""


def _join(files: list[File], found: Assigned, book: Book) -> None:
    book.most_runs = sys.maxsize
    book.cell.alone = _alone(files, book.cell.origin)
    cells: dict[tuple[str, str], Book] = {}
    seen: dict[tuple[str, str], dict[Any, str]] = {}
    for one, run, task in zip(files, found.runs, found.tasks):
        books = one.book.books()
        several = len({inner.cell.run for inner in books}) > 1
        for inner in books:
            inner_run = inner.cell.run if several or not run else ""
            named = f"{run}/{inner_run}" if run and inner_run and several else run or (inner_run if several else "")
            subject = "/".join(filter(None, (task, inner.cell.task)))
            key = named, subject
            target = cells.get(key)
            if target is None:
                target = cells[key] = book.run(*key) if any(key) else book
            target.open(one.part.name)
            for part in one.parts:
                if part.is_file and inner is books[0]:
                    with part.named():
                        book.take(part.name)
            same = same_as(inner, str(one.path), seen.setdefault(key, {})) if found.are_trials else []
            with one.part.named():
                inner.runs = {}
                target.join(inner, found.are_trials)
            target.read.alike = target.read.alike or same
