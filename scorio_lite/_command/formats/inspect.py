"""Inspect's logs, in JSON or in .eval archives: samples with id, epoch and the scores of one or more scorers.

The harness's own accuracy averages each sample over all epochs that have a score, even if an epoch also has an error.
"""

from __future__ import annotations

import re

from ..read.item import Item, Refusal, Trial
from ..read.sample import number_of
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_GRADES = {"c": 1, "i": 0, "p": 0.5, "n": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # Inspect's values
_SAMPLE = re.compile(r"samples/(?!.*_epoch_\d+/(?!sample\.json$)).*\.json")  # not a part of one in several entries


def inspect(file: FileTrials) -> Iterator[Trial]:
    """Read the samples of a log, and what its header says: a field of the JSON, or an entry of the archive."""
    archive = file.parsed.archive
    if archive is None:
        header = Item(file.parsed.document)
        samples = header["samples"].each("sample")
        if not header["samples"].typed(list):
            raise Refusal("empty", "the log has no samples: it is a header alone, or was read with --header-only")
    else:
        names = archive.select(_SAMPLE.fullmatch)
        if not names:
            raise Refusal("kind", "a zip, but not an .eval archive of Inspect")
        header = archive.parsed("header.json") if "header.json" in archive.names else Item({})
        samples = map(archive.parsed, names)
    file.tell_of(header)
    if not header.value:
        file.told.unfinished = "the log has no header.json: it was not finished"
    elif header["status"].value != "success":
        file.told.unfinished = f"the status of the log is {shown(header['status'].value)}"
    for sample in file.kept(samples):
        yield from file.trial(sample)


def outcomes_of_inspect(file: FileTrials, sample: Item) -> dict[str, Any]:
    """Return the outcomes of a sample: by scorer or, if it has several by name, by SCORER@NAME."""
    outcomes: dict[str, Any] = {}
    file.answers = {}
    for scorer, value in Item(sample.get("scores").value or {}, sample, "scores").fields.items():
        score = sample.of(value, f", scorer {shown(scorer)}")
        own = score["value"].value
        for name, one in own.items() if isinstance(own, dict) else [("", own)]:
            full = f"{scorer}@{name}" if name else scorer
            number = None
            if isinstance(one, str) and not file.ask.success:
                number = _GRADES.get(one.lower(), number_of(one))
            outcomes[full] = one if number is None else number
            file.answers[full] = score.inside("answer")
    return outcomes
