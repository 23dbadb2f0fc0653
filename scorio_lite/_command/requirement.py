"""A bound that a metric has to reach (--require)."""

from __future__ import annotations

from .grading import FileError, finite, shown
from .metrics import parse_metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .missing import Run

MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses
RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}


class Requirement:
    """A bound that the interval of a metric has to reach."""

    def __init__(self, text: str) -> None:
        name, sign, bound = text.partition(">=")
        if not sign:
            raise ValueError(f"expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got {shown(text)}")
        self.text = "".join(text.split())
        self.metric = parse_metric(name)
        self.k = self.metric.named_k
        if not self.metric.has_interval:
            raise ValueError(f"{shown(name.strip())} has no confidence interval; choose another metric")
        if self.metric.has_k and not self.k:
            raise ValueError(f"{shown(name.strip())} needs a k, as in {shown(name.strip() + '@4')}")
        try:
            self.bound = finite(bound)
        except ValueError as error:
            raise ValueError(f"{shown(self.text)}: {error}") from None

    def decide(self, score: dict[str, Any]) -> int:
        return MET if score["lo"] >= self.bound else FAILED if score["hi"] < self.bound else UNDECIDED

    def enough(self, run: Run, value: float, confidence: float, questions: str) -> int | None:
        """How many questions, or trials of each, decide if the value stays; None if no practical number does.

        Wilson's interval ends at the bound p if (x - p)**2 n = q**2 p (1 - p): where its half width is the h below.
        """
        least, most = ends(run)
        x, p = ((y - least) / (most - least) for y in (value, self.bound))
        if x == p or not 0 < p < 1:
            return None
        t = (x - p) ** 2 / (p * (1 - p))  # q**2 / n
        h = abs((x + t / 2) / (1 + t) - p)
        try:
            return self.metric.enough(run, h * (most - least), self.k, confidence, questions)
        except FileError:  # hundreds of millions
            return None


def ends(run: Run) -> tuple[float, float]:
    """The least and the greatest reward."""
    return (min(run.weights), max(run.weights)) if run.weights else (0.0, 1.0)
