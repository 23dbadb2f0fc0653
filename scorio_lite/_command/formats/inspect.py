"""Inspect's logs, in JSON or in .eval archives: samples with id, epoch and the scores of one or more scorers.

The harness's own accuracy averages each sample over all epochs that have a score, even if an epoch also has an error.
"""

from __future__ import annotations

import re

from ..read.item import Item, Refusal, Trial
from ..read.names import is_missing
from ..read.sample import number_of
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_GRADES = {"c": 1, "i": 0, "p": 0.5, "n": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # Inspect's values
_SAMPLE = re.compile(r"samples/(?!.*_epoch_\d+/(?!sample\.json$)).*\.json")  # not a part of one in several entries


def inspect(file: FileTrials) -> Iterator[Trial]:
    archive, told = file.parsed.archive, file.told
    if archive is not None:
        names = archive.select(_SAMPLE.fullmatch)
        header = Item(archive.parsed("header.json").value if "header.json" in archive.names else None)
        samples: Iterator[Item] = map(archive.parsed, names)
        total = len(names)
    else:
        header = Item(file.parsed.document)
        total = len(header["samples"].typed(list))
        samples = header["samples"].each("sample")
    if not total:
        what = "the log has no samples: it is a header alone, or was read with --header-only"
        raise (
            Refusal("empty", what) if archive is None else Refusal("kind", "a zip, but not an .eval archive of Inspect")
        )
    unfinished = "the log has no header.json: it was not finished"
    if header.value is not None:
        status = header["status"].value
        unfinished = "" if status == "success" else f"the status of the log is {shown(status)}"
    file.tell(**{name: header.inside(path) for name, path in file.format.told.items()})
    told.unfinished = unfinished
    for sample in file.kept(samples):
        why = "it has an error" if sample.get("error").value else ""
        why = why or ("it was declared invalid" if sample.get("invalidation").value else "")
        score = _score(sample, file, bool(why))
        value = _value(score, file)
        label = file.label(sample, sample["id"].value)
        file.check_same(sample, label, [sample.get("input").value], "input")
        kept = file.keep(sample, answer=score.inside("answer"))
        why = why or ("no scores" if is_missing(value) else "")
        yield Trial("", "", label, sample.get("epoch").value, value, why, kept, score.place or sample.place)


def _score(sample: Item, file: FileTrials, is_broken: bool) -> Item:
    """Return the score of the scorer that --metric NAME names; without it, of the only one."""
    scores = sample.get("scores")
    if not scores.value or (
        is_broken and file.wanted and scores.fields.keys().isdisjoint(one for one, *_ in file.wanted)
    ):
        return Item({"value": None})
    file.told.outcome = file.choose(sample, list(scores.fields))
    return sample.of(scores[file.metric].value, f", scorer {shown(file.metric)}")


def _value(score: Item, file: FileTrials) -> Any:
    """Return the value of a score (of several by name, that of --metric SCORER@NAME), as the number it stands for."""
    value = score["value"].value
    if isinstance(value, dict):
        value = value[file.choose_filter(score, list(value))]
    if not isinstance(value, str) or file.asked.get("success"):
        return value
    number = _GRADES.get(value.lower(), number_of(value))
    return value if number is None else number
