"""Name the runs: by --name, by the model and the task in the log, or by the file names."""

from __future__ import annotations

import re

from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .run import Run

_LONG = 100  # characters of a file name in a message
_FEW = 3  # files in a message
_TRIAL = re.compile(r"(?i)(.*(?<![a-z])(?:rs|runs?|seed|trial|sample|rep|attempt|epoch)[-_.]?)[0-9]+(.*)")
_ENDINGS = [{end} for end in ("json", "jsonl", "ndjson", "csv", "tsv", "txt", "eval", "gz")]  # of gpt-3.5, .5 is none


def name_runs(runs: Sequence[Run], given: Sequence[str]) -> None:
    """Set the title of each run. `given` are the texts NAME=FILE of --name."""
    files = [run.file for run in runs]
    chosen: dict[str, str] = {}
    for file, name in (_file_and_name(text, files) for text in given):
        if chosen.setdefault(file, name) != name:
            raise FileError(f"--name gives {file} two names: {shown(chosen[file])} and {shown(name)}")
        if files.count(file) > 1:
            raise FileError(f"--name {shown(name)}: {file} holds several runs, which have names")
    if len(runs) == 1:
        runs[0].title = chosen.get(runs[0].file, runs[0].name)
        return
    for run, part in zip(runs, distinct(files)):
        run.title = chosen.get(run.file) or run.own_name or run.about.get("model") or part
    for group in _twins(runs):
        tasks = [run.about.get("task", "") for run in group]
        for run, task in zip(group, tasks):
            if len(set(tasks)) > 1:
                run.title = f"{run.title} {task}".strip()
    for group in _twins(runs):
        for run, part in zip(group, distinct([run.file for run in group])):
            run.title += f" ({part})"
    for one, other, *_ in _twins(runs):
        raise FileError(f"{one.name} and {other.name} have the same name; --name NAME=FILE gives another")


def _file_and_name(text: str, files: Sequence[str]) -> tuple[str, str]:
    """Split NAME=FILE into (file, name). Both may contain a =, so FILE must be one of `files`."""
    for i, mark in enumerate(text):
        file = "standard input" if text[i + 1 :] == "-" else text[i + 1 :]
        if mark == "=" and text[:i].strip() and file in files:
            return file, text[:i].strip()
    some = ", ".join(shown(file, _LONG) for file in list(dict.fromkeys(files))[:_FEW])
    raise FileError(f"--name {shown(text)}: expected NAME=FILE, and FILE is one of {some}")


def _twins(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the groups of runs that have the same title."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.title, []).append(run)
    return [group for group in groups.values() if len(group) > 1]


def distinct(paths: Sequence[str]) -> list[str]:
    """Return the shortest part of each path that tells the files apart: the file's name, or one or several folders."""
    levels = [path.replace("\\", "/").rstrip("/").split("/") for path in paths]
    files = len(set(paths))
    if files == 1:
        return list(paths)
    found = []
    for depth in range(1, min(map(len, levels)) + 1):
        words = [level[-depth] for level in levels]
        if len(set(words)) == files:
            found.append(_trimmed(words, has_endings=depth == 1))
    return min(found, key=lambda names: max(map(len, names))) if found else _joined(levels)


def look_like_trials(paths: Sequence[str]) -> bool:
    """Whether the paths differ only in the number of a trial: output-rs0.jsonl and output-rs1.jsonl."""
    matches = [_TRIAL.fullmatch(path) for path in paths]
    return len(set(paths)) > 1 and all(matches) and len({match.groups() for match in matches if match}) == 1


def _joined(levels: list[list[str]]) -> list[str]:
    """Join the parts of each path, without the parts at either end that all paths share."""
    return _trimmed(["/".join(path) for path in _without_shared(levels)], has_endings=True)


def _without_shared(pieces: list[list[str]]) -> list[list[str]]:
    """Remove the pieces at either end that all names share, and return the rest of each."""
    for end in (0, -1):
        while min(map(len, pieces)) > 1 and len({one[end] for one in pieces}) == 1:
            for one in pieces:
                one.pop(end)
    return pieces


def _trimmed(words: list[str], has_endings: bool) -> list[str]:
    """Remove what all names share: the ending (if `has_endings`), and words at either end that are separated by _."""
    stems = [word.rpartition(".") for word in words]
    while has_endings and all(stem for stem, _, _ in stems) and {end for _, _, end in stems} in _ENDINGS:
        words = [stem for stem, _, _ in stems]
        stems = [word.rpartition(".") for word in words]
    names = ["_".join(pieces) for pieces in _without_shared([word.split("_") for word in words])]
    return names if all(names) else words
