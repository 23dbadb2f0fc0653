"""Find metrics by the names that you type; the k that are shown by default; and the bounds of --require."""

from __future__ import annotations

from math import isqrt

from ..._credit.metrics import METRICS
from ..text import finite, shown
from .metrics import Metric

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

NAMES = tuple(known.short for known in METRICS.values() if known.short)
_BY_NAME = {
    name.lower().replace("-", "_"): known
    for known in reversed(list(METRICS.values()))
    for name in (*known.aliases, known.short, known.name, known.title.partition("@")[0])
    if known.short
}
_BY_NAME.update(unanimous=METRICS["pass_hat_k"], accuracy=METRICS["avg"])
_USUAL = ("avg", "pass", "pass_hat")
_GRADED = tuple(known.short for known in METRICS.values() if known.kind == "reward")
_OTHERS = [known for known in METRICS.values() if known.short not in ("", *_USUAL, *_GRADED) and known.kind != "votes"]
_EVERY = (*_USUAL, *(f"{known.short}@0.5" if "tau" in known.takes else known.short for known in _OTHERS))
EVERY_K = 8  # with at most this many trials, a report has every k
_EFFORT = 1 << 21  # the most trials times k by default; the time of an interval of Maj@k grows even faster
_SPREAD = 1 << 22  # the most different numbers of trials, times k squared, by default
_BASE = "-base"
MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses


def parse_metric(text: str) -> Metric:
    """Return the metric of this name: pass, pass_hat, g_pass@0.5, or its name in the library or in a paper.

    The name may end in a k: pass@8, Pass^8, g_pass@0.5@8.
    """
    name, *numbers = text.strip().lower().replace("-", "_").replace("^", "_hat@").split("@")
    known = _BY_NAME.get(name)
    if known is None:
        raise ValueError(f"unknown metric {shown(text)}; choose from {', '.join(NAMES)}, or all")
    numbers = [number for number in numbers if number not in ("k", "n")]
    parameter = next((argument for argument in ("tau", "lam") if argument in known.takes), "")
    value = numbers.pop(0) if parameter and numbers else ""
    if parameter == "tau" and not value:
        raise ValueError(f"{name} needs a threshold, as in g_pass@0.5")
    try:
        is_proportion = 0 <= float(value or 0) <= 1
    except ValueError:
        is_proportion = False
    if not is_proportion:
        raise ValueError(f"{shown(text)}: after @, expected {parameter} in [0, 1]")
    if numbers and "k" not in known.takes:
        raise ValueError(f"{shown(text)}: this metric has no k; write {name}")
    if numbers[1:] or not all(number.isdecimal() and 0 < int(number) < 10**9 for number in numbers):
        raise ValueError(f"{shown(text)}: after @, expected k, as in pass@4")
    return Metric(known, value, int(numbers[0]) if numbers else None)


AVG = parse_metric("avg")


def choose(names: Sequence[str] | None, graded: bool, credible: bool = False) -> list[Metric]:
    """Return the metrics with these names, each once; without names, the usual ones, and Bayes@N if `credible`."""
    usual, every = (_GRADED, (*_GRADED, "bayes")) if graded else (_USUAL, _EVERY)
    chosen: dict[str, Metric] = {}
    for name in names or (*usual, *(["bayes"] if credible else [])):
        for text in every if name == "all" else (name,):
            metric = parse_metric(text).at(None)
            chosen.setdefault(metric.key, metric)
    return list(chosen.values())


def usual_k(trials: int, sizes: int = 1) -> list[int]:
    """Return the k that a report shows by default: all k if trials are few; else 1, 2, 4, ... up to `most_k`.

    `sizes` is how many different numbers of trials the questions have.
    """
    if trials <= EVERY_K:
        return list(range(1, trials + 1))
    most = most_k(trials, sizes)
    return sorted({*(2**i for i in range(most.bit_length())), *([trials] if most == trials else ())})


def most_k(trials: int, sizes: int) -> int:
    """Return the largest k of a report or a curve by default: the number of trials, or less if that would take long."""
    return min(trials, max(1, _EFFORT // trials), max(1, isqrt(_SPREAD // sizes)))


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
        self.bound = finite(bound)

    def decide(self, score: dict[str, Any]) -> int:
        return MET if score["lo"] >= self.bound else FAILED if score["hi"] < self.bound else UNDECIDED

    def check(self, weights: Sequence[float] | None) -> str:
        """Return why the bound is outside the range of values (0 to 1, or that of `weights`); "" if it is inside."""
        least, most = (min(weights), max(weights)) if weights else (0.0, 1.0)
        if self.is_difference:
            least, most = least - most, most - least
        if least <= self.bound <= most:
            return ""
        hint = "" if weights else f"; for {self.bound:g} % write {self.bound / 100:g}"
        return f"--require {self.text}: the bound must be between {least:g} and {most:g}{hint}"
