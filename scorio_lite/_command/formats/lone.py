"""One question with very many trials: the field that names it may name the data set or the run instead."""

from __future__ import annotations

from ..book import hashed
from ..fields import LAST_KEY, TRIAL_KEYS
from ..grading import FileError, shown, typed_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection

_MANY = 25  # trials that are more than usual
_KEPT = 10_000  # values of a field that are remembered
_SHORTEST = 40  # characters of a text that may name something
_INPUTS = {"input", "query", "instruction", "text", "source", "problem_statement", "question_text"}
_OF_TRIALS = {"seed", "run", "sample", "rollout", "repeat", "completion", "response", "answer", "output", "prediction"}
_OF_TRIALS |= {"generation", "solution", "time", "timestamp", "created", "uuid", "run_id", "response_id", "request_id"}


class Lone:
    """Watches the records while all of them are of one question."""

    def __init__(self, key: str, known: Collection[str]) -> None:
        # A field that names a data set (task, name, prompt) may stand where the question's is not known.
        sure = key.endswith("id") and key != "id"
        self._passed = {*known, *TRIAL_KEYS, *_OF_TRIALS} - (set() if sure else {LAST_KEY})
        self._key = key
        self._records = 0
        self._values: dict[str, set[Any]] = {}  # of the fields that differ in each record

    def see(self, item: dict[str, Any]) -> None:
        self._records += 1
        if self._records == 1:
            self._values = {name: set() for name in item if name.strip().lower() not in self._passed}
        for name, values in list(self._values.items()):
            value = hashed(item.get(name))
            if not _may_name(name, value) or value in values:
                del self._values[name]
            elif len(values) < _KEPT:
                values.add(value)

    def check(self, label: Any) -> None:
        """Refuse very many trials of this one question, if another field differs in each."""
        if self._records >= _MANY and self._values:
            name = next(iter(self._values))
            raise FileError(
                f"all {self._records:,} records are of one question, {shown(label)}, and {shown(name)} "
                f"differs in each; which one names the question? Use --question {typed_as(name)}, or --question "
                f"{self._key}"
            )


def _may_name(name: str, value: Any) -> bool:
    if isinstance(value, str):
        return name.strip().lower() in _INPUTS or (len(value) <= _SHORTEST and len(value.split()) == 1)
    return isinstance(value, int) and not isinstance(value, bool)
