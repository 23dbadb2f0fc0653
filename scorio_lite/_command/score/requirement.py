"""A bound of --require."""

from __future__ import annotations

from ..grading import finite, shown
from .metric_names import parse_metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses
_BASE = "-base"


class Requirement:
    """A bound that the interval of a metric must reach, as in avg>=0.8. avg-base is the difference to the baseline."""

    def __init__(self, text: str) -> None:
        name, sign, bound = text.rpartition(">=")
        if not sign:
            raise ValueError(f"expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got {shown(text)}")
        self.task, colon, name = name.rpartition(":")
        self.task = self.task.strip()  # or slice; "" if the bound is for the whole run
        name = "".join(name.split())
        self.text = f"{self.task}{colon}{name}>={''.join(bound.split())}"
        self.is_difference = name.lower().endswith(_BASE)
        name = name[: -len(_BASE)] if self.is_difference else name
        self.metric = parse_metric(name)
        if not self.metric.has_interval:
            raise ValueError(f"{shown(name)} has no confidence interval; choose another metric")
        if self.metric.has_k and not self.metric.k:
            raise ValueError(f"{shown(name)} needs a k, as in {shown(name + '@4')}")
        try:
            self.bound = finite(bound)
        except ValueError as error:
            raise ValueError(f"{shown(self.text)}: {error}") from None

    def decide(self, score: dict[str, Any]) -> int:
        return MET if score["lo"] >= self.bound else FAILED if score["hi"] < self.bound else UNDECIDED

    def check(self, weights: Sequence[float] | None) -> str:
        """Return why the bound is outside the range of values (0 to 1, or that of `weights`); "" if it is inside."""
        least, most = (min(weights), max(weights)) if weights else (0.0, 1.0)
        if self.is_difference:
            least, most = least - most, most - least
        if least <= self.bound <= most:
            return ""
        hint = "" if weights or abs(self.bound) < 1 else f"; for {self.bound:g} % write {self.bound / 100:g}"
        return f"--require {self.text}: the bound must be between {least:g} and {most:g}{hint}"
