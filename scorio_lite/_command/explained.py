"""Read files in a folder whose fields only other files, or the paths, explain."""

from __future__ import annotations

import re

from .fields import has_outcome, means_trial, usual_names
from .readings.names import NO_OUTCOME, cost_as_outcome, may_say_outcome, says_answer, says_run, says_task
from .readings.nested import template_of_tasks
from .readings.sidecars import settings_in
from .readings.single import sure_template
from .readings.usual import NAMES_OF_TASKS, OF_ONE_TRIAL
from .tree_file import GENERAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .grading import Grader
    from .tree_file import File

_OUTCOMES = {bool, int, float}


def read_explained(files: list[File]) -> None:
    """Read files again if other files, or the paths, explain what their fields mean."""
    _read_failing(files)
    _read_like_others(files)
    _read_tasks(files)


def _read_like_others(files: list[File]) -> None:
    """Read files that do not show which of their fields has the outcomes, if files with the same fields show it."""
    known: dict[Any, set[str]] = {}
    for one in files:
        for book in one.book.books() if one.format == "records" and not one.error else ():
            known.setdefault(frozenset(book.read.why), set()).add(str(book.read.roles.get("outcome") or ""))
    for one in files:
        outcomes = known.get(frozenset(one.item), set()) if one.error and isinstance(one.item, dict) else set()
        if len(outcomes) == 1 and not one.is_harness:
            one.read_again(outcome=next(iter(outcomes)))


def _read_tasks(files: list[File]) -> None:
    """Split files by a field that names tasks: unreadable files, and the others if all of these have several tasks."""
    failing = [one for one in files if one.error and one.format in GENERAL]
    known = [(one, usual_names(one.fields())) for one in failing]
    for name in (*NAMES_OF_TASKS, "task"):
        for one, names in known if name != "task" else ():
            if one.error and name in names:
                one.read_again(task=name)
        good = [one for one in files if not one.error and one.format == "records"]
        named = [(book.values_of(name), len(book)) for one in good for book in one.book.books()]
        if named and all("" not in values and 1 < len(values) <= size / 2 for values, size in named):
            for one in good:
                one.read_again(task=name)
            return


def _read_failing(files: Sequence[File]) -> None:
    """Read again three kinds of files that could not be read.

    They are objects of tasks; files whose outcome field has a part of their path in its name (llama_correct); and
    single records in which one field has a part of the path as its value: it names the question.
    """
    failing = [one for one in files if one.error and not one.is_harness]
    for one in failing:
        template = template_of_tasks(one.item) if one.is_alone else None
        if template:
            one.read_again(at=template)
    failing = [one for one in failing if one.error]
    outcomes = [_named_outcomes(one) for one in failing]
    if failing and all(len(own) == 1 for own in outcomes):
        for one, own in zip(failing, outcomes):
            one.read_again(outcome=own[0])
    single = [one for one in failing if one.error and is_record(one)]
    common = set.intersection(*(_values_in_path(one) for one in single)) if single else set()
    fields = [name for name in common if len({str(one.item[name]) for one in single}) > 1]
    for one in single if len(fields) == 1 else ():
        one.read_again(question=fields[0])


def _named_outcomes(one: File) -> list[str]:
    found = [(name, re.fullmatch(r"(.+)[-_. ]([a-z]+)", name)) for name in map(str, one.fields())]
    return [name for name, match in found if match and may_say_outcome(match[2]) and match[1] in str(one.path)]


def _values_in_path(one: File) -> set[str]:
    """Return the fields whose value is a word in the file's path, except fields of runs, tasks and trials."""
    plain = {name: value for name, value in one.item.items() if type(value) in (str, int) and value != ""}
    return {
        name
        for name, value in plain.items()
        if not (says_run(name) or says_task(name) or means_trial(name))
        and re.search(rf"(?<![^\W_]){re.escape(str(value))}(?![^\W_])", str(one.path))
    }


def is_record(one: File) -> bool:
    """Whether the file is a single record with its outcome, and not an object that contains records."""
    inner = (list(x.values()) if isinstance(x, dict) else x for x in one.item.values()) if one.is_alone else ()
    several = any(isinstance(each, list) and each and all(map(has_outcome, each)) for each in inner)
    return one.is_alone and not one.is_harness and has_outcome(one.item) and not several


def companions(files: Sequence[File]) -> list[File]:
    """Return the files that have no outcomes but lie beside results.

    They have one name in several folders, each with a result, as transcripts do; or they are in a folder called like
    answers, such as predictions, and another folder has results of their names.
    """
    results: dict[Any, set[str]] = {}  # their names by folder
    kinds: dict[Any, list[File]] = {}
    for one in files:
        if is_record(one) or (one.size and not one.error):
            results.setdefault(one.path.parent, set()).add(one.path.name)
        for kind in (one.part.likeness, one.path.parent):
            kinds.setdefault(kind, []).append(one)
    found: list[File] = []
    for own in (own for own in kinds.values() if len(own) > 1 and all(one.error and not one.is_harness for one in own)):
        folders = {one.path.parent for one in own}
        is_beside = folders <= results.keys() if len(folders) > 1 else _are_answers(own, results.values())
        if is_beside and not any(is_record(one) or _may_have_outcomes(one) for one in own):
            found += own
    return found


def _are_answers(files: list[File], results: Iterable[set[str]]) -> bool:
    """Whether these are files of a folder called like answers, and another folder has results of their names."""
    names = {one.path.name for one in files}
    is_named = all(says_answer(one.path.parent.name) for one in files)
    return is_named and any(names <= known for known in results)


def _may_have_outcomes(one: File) -> bool:
    fields = [one.item] if one.is_alone else one.records()
    return not fields or any(_holds(each, one.book.grader) for each in fields)


def _holds(value: Any, grader: Grader, name: str = "") -> bool:
    """Whether a value holds an outcome: in a field that is called like one, or as a number in a list."""
    if isinstance(value, dict):
        return any(_holds(one, grader, str(key)) for key, one in value.items())
    if isinstance(value, list):
        return any(
            _holds(one, grader, name) if isinstance(one, (dict, list)) else type(one) in _OUTCOMES for one in value
        )
    return bool(name) and cost_as_outcome(name) < NO_OUTCOME and grader.may_read(value)


def path_of_records(files: Sequence[File]) -> str:
    """Return the template of --path for files with a single record each that does not name its question.

    Return "" if the paths do not surely name the questions, or if files beside the records have different settings.
    """
    if not all(map(is_record, files)) and any(one.size and not one.error for one in files):
        return ""
    passed = companions(files)
    single = [one for one in files if one not in passed]
    if not single or not all(one.error and is_record(one) for one in single):
        return ""
    if any(OF_ONE_TRIAL.isdisjoint(usual_names(one.item)) for one in single):
        return ""  # means
    said = {str(settings_in(one.item)) for one in passed if one.is_alone}
    return sure_template(*stems_of(single)) if len(said) < 2 else ""


def stems_of(files: Sequence[File]) -> tuple[list[str], list[str]]:
    """Return (the paths of files without their endings, the endings)."""
    stems = [one.part.stem for one in files]
    return stems, [str(one.path)[len(stem) :] for one, stem in zip(files, stems)]
