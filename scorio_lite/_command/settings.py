"""The options that say how to read a file."""

from __future__ import annotations

from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OPTIONS = ("question", "outcome", "scorer", "filter", "metric", "base", "run")


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
    ) -> None:
        self.format = format
        self.question = question
        self.outcome = outcome
        self.scorer = scorer
        self.filter = filter
        self.metric = metric
        self.base = base
        self.run = run

    def check(self, name: str, known: tuple[str, ...]) -> None:
        """Refuse options that this format does not use."""
        values: dict[str, Any] = vars(self)
        for option in _OPTIONS:
            if values[option] and option not in known:
                raise FileError(f"--{option} does not apply to a file of {name}")
