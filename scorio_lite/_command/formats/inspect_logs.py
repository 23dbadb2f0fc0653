"""Inspect's logs, in JSON or in .eval archives: samples with id, epoch and the scores of one or more scorers.

The harness's own accuracy averages each sample over all epochs that have a score, even if an epoch also has an error.
"""

from __future__ import annotations

import re

from ..grading import count, is_missing, number_in, shown
from ..read.archives import parsed_in
from ..read.item import Item, Refusal, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_BROKEN = {"error": "it has an error", "invalidation": "it was declared invalid"}
_GRADES = {"c": 1, "i": 0, "p": 0.5, "n": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # Inspect's values
_PART = re.compile(r"(samples/.*_epoch_\d+)/(?!sample\.json$)")  # a sample in several entries


def read(file: Trials) -> Iterator[Trial]:
    header, samples, total = _in_archive(file) if file.parsed.archive else _in_document(file)
    if header.value is None:
        file.told.unfinished = "the log has no header.json: it was not finished"
    elif header["status"].value != "success":
        file.told.unfinished = f"the status of the log is {shown(header['status'].value)}"
    file.tell(model=header.inside("eval.model"), task=header.inside("eval.task"))
    file.expect("expected", header.inside("eval.config.epochs"), "epochs")
    file.expect("total", header.inside("results.total_samples"), "total_samples")
    if total < file.told.total and not file.told.unfinished:
        file.told.unfinished = f"the log has {count(total, 'sample')} of {file.told.total:,}"
    for sample in samples:
        why = next((why for name, why in _BROKEN.items() if sample.get(name).value), "")
        scores = sample.get("scores")
        score = _score(sample, scores, file, bool(why)) if scores.value else Item(None)
        value = score.value and _value(score, file)
        why = why or ("no scores" if is_missing(value) else "")
        label = file.label(sample, sample["id"].value)
        file.check_same(sample, label, [sample.get("input").value])
        usage = Item(sample.inside("model_usage")).get(file.told.model) if sample.inside("model_usage") else Item({})
        cost = next((x for x in (usage.inside("total_cost"), usage.inside("total_tokens")) if x is not None), None)
        kept = file.keep(sample, answer=score.inside("answer"), cost=cost)
        yield Trial("", "", label, sample.get("epoch").value, value, why, kept, sample.place)


def _in_document(file: Trials) -> tuple[Item, Iterator[Item], int]:
    header = Item(file.parsed.document)
    if not header.get("samples").value:
        raise Refusal("empty", "the log has no samples: it is a header, or was read with --header-only")
    return header, header["samples"].each("sample"), len(header["samples"].value)


def _in_archive(file: Trials) -> tuple[Item, Iterator[Item], int]:
    archive: Any = file.parsed.archive
    names = [name for name in archive.names if name.startswith("samples/") and name.endswith(".json")]
    names = [name for name in names if not _PART.match(name)]
    if not names:
        raise Refusal("kind", "a zip, but not an .eval archive of Inspect: it has no samples/*.json")
    twice = next((name for name in names if names.count(name) > 1), "") if len({*names}) < len(names) else ""
    if twice:
        raise Refusal("twice", f"{twice} is in the archive twice, and nothing says which one counts")
    header = Item(parsed_in(archive, "header.json").value if "header.json" in archive.names else None)
    return header, (parsed_in(archive, name) for name in names), len(names)


def _score(sample: Item, scores: Item, file: Trials, is_broken: bool) -> Item:
    """Return the score of the scorer that --metric NAME names; without it, of the only one."""
    names = list(scores.fields)
    if is_broken and file.metric and file.metric not in names:
        return Item(None)
    file.metric = file.told.outcome = sample.pick(names, file.metric or None)
    return sample.of(scores[file.metric].value, f", scorer {shown(file.metric)}")


def _value(score: Item, file: Trials) -> Any:
    """Return the value of a score (of several by name, the one of --metric SCORER@NAME), as the number it stands for."""
    value = score["value"].value
    if isinstance(value, dict):
        names = [f"{file.metric}@{name}" for name in value]
        picked = score.pick(names, f"{file.metric}@{file.chosen}" if file.chosen else None)
        value = value[picked[len(file.metric) + 1 :]]
    if not isinstance(value, str) or file.asked.get("success"):
        return value
    grade = _GRADES.get(value.lower())
    number = number_in(value) if grade is None else grade
    return value if number is None else number
