"""Find the files of a folder that explain or sum up others."""

from __future__ import annotations

import re
from contextlib import suppress

from .fields import RUN_KEYS, has_outcome, means_trial, some, sums_up, usual_names, words, words_in
from .grading import FileError
from .readings.choose import decide
from .readings.names import (
    NO_OUTCOME,
    cost_as_outcome,
    may_say_outcome,
    says_question,
    says_run,
    says_setting,
    says_task,
)
from .readings.nested import template_of_tasks
from .readings.sidecars import named_by, settings_in, task_of
from .readings.single import sure_template
from .readings.usual import NAMES_OF_TASKS, OF_ONE_TRIAL
from .tree_file import GENERAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .grading import Grader
    from .settings import Settings
    from .tree_file import File

_OUTCOMES = {bool, int, float}
_MOST = 4  # answers in a message
_PREDICTIONS = words_in("prediction predictions pred preds response responses output outputs answer answers")
_PER_TASK = ("metric", "filter")


def read_explained(files: list[File]) -> None:
    """Read files again with options that other files or the paths suggest, such as --outcome, --task or --at."""
    _read_failing(files)
    _read_like_others(files)
    _read_runs(files)
    _read_tasks(files)


def _read_like_others(files: list[File]) -> None:
    """Read each file whose outcome field is unclear again, with --outcome as in other files with the same fields."""
    known: dict[Any, set[str]] = {}
    for one in files:
        for book in one.book.books() if one.format == "records" and not one.error else ():
            known.setdefault(frozenset(book.read.why), set()).add(str(book.read.roles.get("outcome") or ""))
    for one in files:
        outcomes = known.get(frozenset(one.item), set()) if one.error and isinstance(one.item, dict) else set()
        if len(outcomes) == 1 and not one.is_harness:
            one.read_again(outcome=next(iter(outcomes)))


def _read_runs(files: list[File]) -> None:
    """Read files of one record each again with --run=FIELD, if FIELD names runs in the table of all these records."""
    single = [one for one in files if not one.error and one.format == "records" and one.has_one_question]
    if len(single) > 2 and all(one.is_alone for one in single):
        with suppress(FileError):
            run = decide([one.item for one in single], single[0].settings, single[0].book.grader).run
            for one in single if run not in RUN_KEYS else ():
                one.read_again(run=run)


def _read_tasks(files: list[File]) -> None:
    """Read files again with --task=FIELD, where FIELD has a name such as dataset."""
    failing = [one for one in files if one.error and one.format in GENERAL]
    known = [(one, usual_names(one.fields())) for one in failing]
    # A file that could not be read is read again if it has such a field. The others are read again only if each has
    # several tasks: a path can tell only one
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
    """Read again files that could not be read, with an option that their content or their path suggests:

    - --at, if the file is an object with the questions of several tasks
    - --outcome, if the path begins like a field of outcomes: llama.csv has the field llama_correct
    - --question, if the path of a single record has the value of one of its fields: q7.json has {"id": "q7"}
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
    single = [one for one in failing if one.error and is_single_record(one)]
    common = set.intersection(*(_values_in_path(one) for one in single)) if single else set()
    fields = [name for name in common if len({str(one.item[name]) for one in single}) > 1]
    for one in single if len(fields) == 1 else ():
        one.read_again(question=fields[0])


def _named_outcomes(one: File) -> list[str]:
    found = [(name, re.fullmatch(r"(.+)[-_. ]([a-z]+)", name)) for name in map(str, one.fields())]
    return [name for name, match in found if match and may_say_outcome(match[2]) and match[1] in str(one.path)]


def _values_in_path(one: File) -> set[str]:
    """Return the fields whose value is a word of the file's path. Fields of runs, tasks and trials do not count."""
    plain = {name: value for name, value in one.item.items() if type(value) in (str, int) and value != ""}
    free = {name for name in plain if not (says_run(name) or says_task(name) or means_trial(name))}
    words = {name: rf"(?<![^\W_]){re.escape(str(plain[name]))}(?![^\W_])" for name in free}
    return {name for name in free if re.search(words[name], str(one.path))}


def is_single_record(one: File) -> bool:
    """Whether the file is a single record with its outcome, and not an object that contains records."""
    inner = (list(x.values()) if isinstance(x, dict) else x for x in one.item.values()) if one.is_alone else ()
    several = any(isinstance(each, list) and each and all(map(has_outcome, each)) for each in inner)
    return one.is_alone and not one.is_harness and has_outcome(one.item) and not several


def passed_beside(files: Sequence[File]) -> list[File]:
    """Return the files that say how the outcomes in files such as result.txt came about, as records of steps do.

    If another file may have outcomes, return the files such as result.txt. Set an error for each returned file.
    """
    single = [one for one in files if one.part.outcome]
    names = {one.path.name for one in single}
    rest = [one for one in files if one.path.name not in names] if single else []
    if any(not one.error or not (one.are_steps or (one.is_alone and not _may_have_outcomes(one))) for one in rest):
        rest = single
    for one in rest:
        one.error = FileError(f"{one.path}: other files beside it hold the outcomes")
    return rest


def companions(files: Sequence[File]) -> list[File]:
    """Return the files without outcomes that lie beside results, and may be passed over."""
    results: dict[Any, set[str]] = {}  # their names by folder
    kinds: dict[Any, list[File]] = {}
    for one in files:
        if is_single_record(one) or (one.size and not one.error):
            results.setdefault(one.path.parent, set()).add(one.path.name)
        for kind in (one.part.likeness, one.path.parent):
            kinds.setdefault(kind, []).append(one)
    found: list[File] = []
    for own in (own for own in kinds.values() if all(one.error and not one.is_harness for one in own)):
        # transcript.json beside result.json in several folders; or the files of a folder such as predictions, if
        # another folder has results of the same names
        folders = {one.path.parent for one in own}
        is_beside = folders.issubset(results) if len(folders) > 1 else _are_answers(own, results)
        if is_beside and not any(is_single_record(one) or _may_have_outcomes(one) for one in own):
            found += own
    return found


def _are_answers(files: list[File], results: dict[Any, set[str]]) -> bool:
    """Whether these files of a folder such as predictions/gpt have results of the same names in reviews/gpt, say."""
    folder, names = files[0].path.parent, {one.path.name for one in files}
    own = [{*words(str(folder))}.difference(words(str(other))) for other, known in results.items() if names <= known]
    if not any(each and _PREDICTIONS.issuperset(each) for each in own):
        return False
    rows = [row for one in files for row in one.records()]
    return rows != [] and all(cost_as_outcome(name) >= NO_OUTCOME for row in rows for name in row)


def _may_have_outcomes(one: File) -> bool:
    fields = [one.item] if one.is_alone else one.records()
    return not fields or any(_holds(each, one.book.grader) for each in fields)


def _holds(value: Any, grader: Grader, name: str = "") -> bool:
    """Whether a value holds an outcome: in a field with a name for outcomes, or as a number in a list."""
    if isinstance(value, dict):
        return any(_holds(one, grader, str(key)) for key, one in value.items())
    if isinstance(value, list):
        return any(_holds(x, grader, name) if isinstance(x, (dict, list)) else type(x) in _OUTCOMES for x in value)
    return bool(name) and cost_as_outcome(name) < NO_OUTCOME and grader.may_read(value)


def path_of_records(files: Sequence[File]) -> str:
    """Return a template such as {run}/{question}.json if each file is one record of one trial, and paths are clear."""
    if not all(map(is_single_record, files)) and any(one.size and not one.error for one in files):
        return ""
    passed = companions(files)
    single = [one for one in files if one not in passed]
    lists = [one for one in single if not one.is_alone]
    if lists and all(one.error and one.has_numbered_trials for one in lists):
        return sure_template(*split_endings(lists))
    if not single or not all(one.error and is_single_record(one) for one in single):
        return ""
    if any(OF_ONE_TRIAL.isdisjoint(usual_names(one.item)) for one in single):
        return ""  # means
    # with different settings beside them, the records may be of different runs
    said = {str(_settings_beside(one)) for one in passed if one.is_alone}
    return sure_template(*split_endings(single)) if len(said) < 2 else ""


def _settings_beside(one: File) -> dict[str, Any]:
    """Return {name: value} of the settings in a file beside results.

    If the path names a question (task_1/task.json), return only sure settings, such as temperature: other fields may
    describe the question.
    """
    is_of_question = any(map(says_question, _values_in_path(one)))
    return {name: x for name, x in settings_in(one.item).items() if says_setting(name) or not is_of_question}


def split_endings(files: Sequence[File]) -> tuple[list[str], list[str]]:
    """Return (the paths of files without their endings, the endings)."""
    stems = [one.part.stem for one in files]
    return stems, [str(one.path)[len(stem) :] for one, stem in zip(files, stems)]


def names_files(one: File, good: list[File]) -> bool:
    """Whether `one` is a table of means: its rows name all files of `good`. (It could not be read as trials.)"""
    paths = [str(other.path) for other in good]
    records = [] if one.is_harness or one.is_alone else one.records()
    for key in next(iter(records), ()) if paths else ():
        values = [str(record.get(key)).strip() for record in records]
        names = [value for value in values if not value.isdecimal() and any(is_in(value, path) for path in paths)]
        others = [value for value in values if value not in names and not (value and sums_up(value))]
        are_all = all(any(is_in(name, path) for name in names) for path in paths)
        if are_all and len(set(values)) == len(values) and (len(names) > 1 or not others):
            return True
    return False


def wholes(files: list[File]) -> list[File]:
    """Return the files without those that a larger one repeats: r.json with q1 and q2 repeats q1/r.json with q1."""
    whole = [one for one in files if one.size > 1 and one.is_harness]

    def is_in(one: File, other: File) -> bool:
        is_above = other.path.parent in tuple(one.path.parents)[1:] and other.format == one.format
        return is_above and not other.ids().keys().isdisjoint(one.ids())

    return [one for one in files if one.size > 1 or not any(is_in(one, other) for other in whole)]


def metric_of(text: str, path: str, filter: str | None) -> tuple[str | None, str | None]:
    """Return (metric, filter) for a file: (acc, strict) if the text is "math=acc@strict" and the path contains math."""
    found = _parts(text)
    fits = [task for task in found if is_in(task, path)]
    if not fits:
        return None, filter  # the path contains no task of the text
    metric, _, own = found[max(fits, key=len)].partition("@")
    return metric or None, own or filter


def _parts(text: str | None) -> dict[str, str]:
    """Parse TASK=METRIC@FILTER,... into {TASK: METRIC@FILTER}. Return {} for any other text."""
    return dict(part.strip().partition("=")[::2] for part in (text or "").split(",")) if "=" in (text or "") else {}


def is_in(name: str, path: str) -> bool:
    """Whether the path contains the name as whole words."""
    return bool(name) and re.search(rf"(?<![a-zA-Z0-9]){re.escape(name)}(?![a-zA-Z0-9])", path) is not None


def choice(files: Sequence[File], settings: Settings) -> FileError | None:
    """Return one error for several files that ask for a metric or a filter; None if fewer than two do."""
    asking = [one for one in files if one.error and one.error.choices[1]]
    options = {one.error.choices[0] for one in asking if one.error}
    if len(asking) < 2 or not options.issubset(_PER_TASK):
        return None
    others = [one for one in files if not one.error and one.is_harness and one.size]
    values = {_task(one, [*asking, *others]): one.error.choices for one in asking if one.error}
    common = [name for name in next(iter(values.values()))[1] if all(name in names for _, names in values.values())]
    if len(options) == 1 and common and not others and not _parts(settings.metric):
        (option,) = options
        what = f"its files have the {option}s {some(common)} in common; use --{option}"
        return FileError(what).choosing(option, common)
    if not all(values):
        return None
    most = max(len(names) for _, names in values.values())
    answers = [_answer(values, settings, i) for i in range(min(most, _MOST))]
    listed = "; ".join(f"{task} has the {option}s {some(names)}" for task, (option, names) in values.items())
    what = f"{listed}; choose for all with --metric TASK=METRIC,..., and TASK=METRIC@FILTER where there are filters"
    return FileError(what).leading(*([f"--metric={one}"] for one in answers))


def _task(one: File, files: Sequence[File]) -> str:
    """Return the task of a file: a name in its path that is not in the paths of all `files`; "" if there is none."""
    names = (named_by(one.format, one.part.name)[1], task_of(one.book), *re.split(r"[/,:=]", one.part.stem)[::-1])
    own = (name for name in names if is_in(name, str(one.path)) and not re.search("[=,@]", name))
    return next((name for name in own if not all(is_in(name, str(other.path)) for other in files)), "")


def _answer(values: dict[str, tuple[str, Sequence[str]]], settings: Settings, i: int) -> str:
    """Return a value of --metric such as "math=acc,code=pass": the i-th metric or filter of each task."""
    known = _parts(settings.metric)
    for task, (option, names) in values.items():
        metric, _, filter = known.get(task, "" if known else settings.metric or "").partition("@")
        # a task with fewer names gets its last name
        name = names[min(i, len(names) - 1)]
        metric, filter = (name, filter) if option == "metric" else (metric, name)
        known[task] = f"{metric}@{filter}" if filter else metric
    return ",".join(f"{task}={text}" for task, text in known.items())
