"""The options that say how to read a file."""

from __future__ import annotations

from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OPTIONS = (
    *("question", "outcome", "scorer", "filter", "metric", "base", "run", "answer"),
    *("counts", "success", "list", "transpose", "header", "no_header"),
)


class Settings:
    """The options of the readers. Each format uses some of them."""

    def __init__(
        self,
        format: str | None = None,
        question: str | None = None,
        outcome: str | None = None,
        scorer: str | None = None,
        filter: str | None = None,
        metric: str | None = None,
        base: bool = False,
        run: str | None = None,
        counts: tuple[str, ...] | None = None,
        success: frozenset[str] | None = None,
        list: str | None = None,
        transpose: bool = False,
        header: bool = False,
        no_header: bool = False,
        answer: str | None = None,
    ) -> None:
        self.format = format
        self.question = question
        self.outcome = outcome
        self.scorer = scorer
        self.filter = filter
        self.metric = metric
        self.base = base
        self.run = run
        self.counts = counts  # the fields with the numbers of trials and of successes
        self.success = success  # the words that are a success, in lower case
        self.list = list  # the path to the trials in an object
        self.transpose = transpose
        self.header = header
        self.no_header = no_header
        self.answer = answer

    def check(self, name: str, known: tuple[str, ...]) -> None:
        """Refuse options that this format does not use."""
        values: dict[str, Any] = vars(self)
        for option in _OPTIONS:
            if values[option] and option not in known:
                raise FileError(f"--{option.replace('_', '-')} does not apply to a file of {name}")
