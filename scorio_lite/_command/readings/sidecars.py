"""What files say of their model and task: in their records, or in a sidecar, a file beside them such as config.json."""

from __future__ import annotations

import re

from ..fields import is_circumstance, may_count_trials, means_trial, measures, usual_name
from ..grading import number_in
from .names import NO_OUTCOME, cost_as_outcome, last_words, says_setting
from .splits import is_silent
from .usual import IDENTITY, MODEL_KEYS, NAMES_OF_TASKS, SUMMARY, TASK_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import PurePosixPath
    from typing import Any, Iterable, Mapping, Sequence

    from ..book import Book

_NAMES = ("id", "name", "path", "name_or_path", "value")  # of an object that describes a model
# What harnesses write into the names of files and folders.
_PATTERNS = {
    "bigcodebench": r".*?/?(?P<model>[^/]+?)(?:--main)?--(?P<task>bigcodebench[^/]*?-(?:complete|instruct))--[^/]*",
    "evalplus": r".*?/?(?P<model>[^/]+?)_[a-z]+_temp_[0-9.]+[^/]*",
    "helm": r".*?/?(?P<task>[^/]*?)[,:]model=(?P<model>[^,/]+)[^/]*/[^/]*",
    "livecodebench": r"(?:.*/)?Scenario\.(?P<task>[A-Za-z]+)_[^/]*",
    "lm-eval": r"(?:.*/)?(?P<model>[^/]+__[^/]+)/samples_[^/]*",
    "tau-bench": r"(?:.*/)?(?:tool-calling|act|react|few-shot)-(?P<model>[^/]+)-[0-9.]+_range_[^/]*",
}
_SLASHES = re.compile("__|--")  # in place of the slash in ORG/MODEL
_FIELD = re.compile(r"(\s*)([\w.-]+)\s*[:=]\s*(.*?)\s*(?:#.*)?")  # a line of YAML or TOML


class Sidecar:
    """An object that describes all results in its folder (config.json), or one file (a.json describes a.csv)."""

    def __init__(self, path: PurePosixPath, value: dict[str, Any]) -> None:
        is_inner = path.parent.name == ".hydra"
        self.folder, self.stem = path.parent.parent if is_inner else path.parent, path.name.partition(".")[0]
        self.model, self.task = _found(value, MODEL_KEYS), _found(value, TASK_KEYS)
        numbers = [str(one) for name, one in value.items() if means_trial(str(name)) and type(one) is int]
        self.trial = numbers[0] if len(numbers) == 1 else ""
        inner = {f"{name}.{key}": x for name, one in value.items() if isinstance(one, dict) for key, x in one.items()}
        self.settings = settings_in({**inner, **value})


def fields_in(lines: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a file in YAML or TOML, and of the objects in it. Lines of any other form are skipped."""
    found: dict[str, Any] = {}
    section = inner = found
    for line in lines:
        match = _FIELD.fullmatch(line.rstrip())
        if line.startswith("["):
            section = inner = found[line.strip(" []\n")] = {}
        elif match and not match[3]:
            inner = section[match[2]] = {}
        elif match:
            text = match[3].strip("\"'")
            number = number_in(text)
            value = int(text) if text.isdecimal() else text if number is None else number
            (inner if match[1] else section)[match[2]] = value
    return found


def _found(value: dict[str, Any], names: Sequence[str]) -> str:
    """Return the text in a field with one of these names, or in an object in such a field; "" if there is none."""
    for held in (value, *(one for one in value.values() if isinstance(one, dict))):
        usual = {usual_name(str(name)): one for name, one in held.items()}
        for name in names:
            one = usual.get(name)
            if isinstance(one, dict):
                one = next((one[key] for key in _NAMES if isinstance(one.get(key), str)), None)
            if isinstance(one, str) and one.strip():
                return one.strip()
    return ""


def described_by(path: PurePosixPath, sidecars: Sequence[Sidecar]) -> tuple[str, str, str]:
    """Return (model, task, trial) of a file, as sidecars beside it or above it say; "" for what they do not say."""
    own, inside, beside, *above = _around(path, sidecars)
    model = next(filter(None, (_agreed([one.model for one in near]) for near in (own, inside, beside, *above))), "")
    task = next(filter(None, (_agreed([one.task for one in near]) for near in (own, inside, beside))), "")
    return model, task, _agreed([one.trial for one in own or beside])


def _around(path: PurePosixPath, sidecars: Sequence[Sidecar]) -> list[list[Sidecar]]:
    """Return lists of sidecars that may describe a path, one list for each place, the closest place first.

    The places are a file of the same name (a.json for a.csv), the path itself if it is a folder, and the folders above.
    """
    own = [one for one in sidecars if one.folder == path.parent and one.stem == path.name.partition(".")[0]]
    return [own, *([one for one in sidecars if one.folder == folder] for folder in (path, *path.parents))]


def settings_in(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that may say how a model was asked: no outcome, measurement, count, date or trial number."""
    found = {usual_name(str(name)): value for name, value in fields.items()}
    return {name: value for name, value in found.items() if _may_be_setting(name, value)}


def _may_be_setting(name: str, value: Any) -> bool:
    own = {*last_words(name)}
    if name in (*MODEL_KEYS, *TASK_KEYS) or is_silent(str(value)) or means_trial(name) or is_circumstance(name):
        return False
    if cost_as_outcome(name) < NO_OUTCOME or may_count_trials(name) or own & SUMMARY:
        return False
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    is_plain = not (is_number or measures(name) or own & IDENTITY)
    return isinstance(value, (str, int, float)) and (is_plain or says_setting(name))


def settings_of(path: PurePosixPath, sidecars: Sequence[Sidecar]) -> dict[str, Any]:
    """Return {field: value} of settings, such as temperature, from the sidecars beside a file, or else above it."""
    found: dict[str, Any] = {}
    for near in _around(path, sidecars):
        for name in dict.fromkeys(name for one in near for name in one.settings):
            values = [one.settings[name] for one in near if name in one.settings]
            if len(set(map(str, values))) == 1:
                found.setdefault(name, values[0])
    return found


def _agreed(names: Sequence[str]) -> str:
    known = set(filter(None, names))
    return known.pop() if len(known) == 1 else ""


def task_of(book: Book) -> str:
    """Return the task that all records of a file name; "" if there is no such task."""
    names: set[str] = set()
    for one in book.books():
        if one.said.about.get("task"):
            names.add(one.said.about["task"])
            continue
        for key in NAMES_OF_TASKS if len(one) < 2 else (*NAMES_OF_TASKS, "task"):
            values = set(map(str, one.values_of(key)))
            if len(values) == 1 and "" not in values:
                names |= values
                break
    return names.pop() if len(names) == 1 else ""


def named_by(format: str, path: str) -> tuple[str, str]:
    """Return (model, task) as a harness has written them into a path; "" for a name that it does not write."""
    found = re.fullmatch(_PATTERNS.get(format, "(?!)"), path)
    names = found.groupdict() if found else {}
    return _SLASHES.sub("/", names.get("model") or "", count=1), names.get("task") or ""


def as_one(models: Sequence[str], formats: Sequence[str]) -> list[str]:
    """Return the models, with PROVIDER/ORG/MODEL cut to ORG/MODEL if a file of another format names ORG/MODEL."""
    known = {(model, format) for model, format in zip(models, formats) if model}
    found = []
    for model, format in zip(models, formats):
        short = [one for one, other in known if other != format and model.endswith(f"/{one}")]
        found.append(min(short, key=len) if short else model)
    return found
