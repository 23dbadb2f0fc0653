"""Several runs, or data sets, in one file without a field whose name says so.

A text of which each question has the same values, equally often, tells them apart: two prompts, two judges, two data
sets whose questions are numbered alike. So does a number if it is a temperature or the like. Records of a single run
have such a text only where it names the trials.
"""

from __future__ import annotations

import re

from ..fields import REPEAT_KEYS
from ..grading import WORDS, FileError, is_missing, shown, typed_as
from .trial_names import means_trial, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection

    from ..book import Question

_WATCHED = 10  # questions
_FEWEST = 6  # questions in which it is no chance: 1.6 % where trials are two and a text is one of two
_MOST = 500  # values
_LONGEST = 100  # characters of a value
_NAMED = 2  # values that a message lists
# Words in the names of fields that say something of a trial: what it answered, how it ended, where and when it ran.
_OF_TRIALS = {"answer", "prediction", "predicted", "pred", "response", "output", "completion", "generation", "solution",
              "choice", "reason", "status", "verdict", "grade", "label", "judgement", "judgment", "comment", "feedback",
              "confidence", "error", "time", "timestamp", "date", "day", "created", "started", "finished", "uuid",
              "seed", "host", "hostname", "machine", "node", "worker", "gpu", "device", "region", "server", "shard",
              "thread", "batch", "session", "finish", "stop", "termination", "failure", "extracted", "said", "chosen",
              "mark", "weekday", "month", "endpoint", "annotator", "user", "tool", "tokens", "length", "chars", "cost",
              "latency", "duration"}  # fmt: skip
# And of fields whose numbers do not number the trials.
_OF_RUNS = {"temperature", "shots", "shot", "fewshot", "step", "version", "prompt", "template", "checkpoint", "ckpt"}


class Pooled:
    """Watches these fields in the records of the first questions."""

    def __init__(self, item: dict[str, Any], known: Collection[str]) -> None:
        passed = {*known, *REPEAT_KEYS}
        self.names = [name for name in item if name.strip().lower() not in passed and _may_tell(name, item[name])]
        self.counts: dict[Question, dict[str, dict[Any, int]]] = {}  # how often each value is there

    def begin(self, question: Question) -> None:
        """This question is new."""
        if self.names and len(self.counts) < _WATCHED:
            self.counts[question] = {name: {} for name in self.names}

    def see(self, item: dict[str, Any], question: Question) -> None:
        for name in self.names[:]:
            value, values = item.get(name), self.counts[question][name]
            if _may_tell(name, value) and (value in values or len(values) < _MOST):
                values[value] = values.get(value, 0) + 1
            else:
                self.names.remove(name)

    def check(self, key: str, format: str) -> None:
        """Refuse the file of this format if one of the fields does. `key` is the field that names the questions."""
        way = f"--question {key}" if format == "records" else f"--format records --question {key}"
        for name in self.names if len(self.counts) >= _FEWEST else ():
            first, *others = (counts[name] for counts in self.counts.values())
            if len(first) > 1 and all(other == first for other in others) and not _are_trials(first):
                some = ", ".join(shown(value) for value in list(first)[:_NAMED])
                some += ", ..." * (len(first) > _NAMED)
                raise FileError(
                    f"each question has records of {some} in {shown(name)}; if these are runs, use --run "
                    f"{typed_as(name)}; if all records are trials of one run, use {way}"
                )


def _may_tell(name: str, value: Any) -> bool:
    """Whether a field with such a value may tell runs apart: a short text; no outcome; a number only by its name."""
    words = re.split("[^a-z]+", name.lower())
    if is_missing(value) or not _OF_TRIALS.isdisjoint(words):
        return False
    text = value.strip().lower() if isinstance(value, str) else ""
    if type(value) in (int, float) or (text and not any(map(str.isalpha, text))):
        return not _OF_RUNS.isdisjoint(words)
    return 0 < len(text) <= _LONGEST and text not in WORDS


def _are_trials(values: Collection[Any]) -> bool:
    """Whether these are names of trials, as run 1 or out/trial_1.json."""
    names = [numbered(re.split(r"[/\\]", str(value))[-1].partition(".")[0]) for value in values]
    return all(name and means_trial(re.split("[-_ ]", name[0].rstrip("-_ "))[-1]) for name in names)
