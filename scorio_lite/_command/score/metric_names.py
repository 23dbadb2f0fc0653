"""Find metrics by the names that you type, and the k that are shown by default."""

from __future__ import annotations

import re
from math import isqrt

from ..._credit.metrics import METRICS
from ..grading import shown
from .metrics import Metric

NAMES = tuple(known.short for known in METRICS.values() if known.short)
_ALIASES = {
    alias.lower().replace("-", "_"): known
    for known in reversed(list(METRICS.values()))
    for alias in (*known.aliases, known.short, known.name, known.title)
    if known.short
}
_ALIASES["unanimous"] = METRICS["pass_hat_k"]
_ALIASES["accuracy"] = METRICS["avg"]
_AT_K = r"(pass(?=\^)|.+(?=@))(.)0*([1-9]\d{0,8})"
_USUAL = ("avg", "pass", "pass_hat")
_GRADED = tuple(known.short for known in METRICS.values() if known.kind == "reward")
_OTHERS = [known for known in METRICS.values() if known.short not in ("", *_USUAL, *_GRADED) and known.kind != "votes"]
_EVERY = (*_USUAL, *(f"{known.short}@0.5" if "tau" in known.takes else known.short for known in _OTHERS))
EVERY_K = 8  # with at most this many trials, a report has every k
_EFFORT = 1 << 21  # the most trials times k by default; the time of an interval of Maj@k grows even faster
_SPREAD = 1 << 22  # the most different numbers of trials, times k squared, by default


def parse_metric(text: str) -> Metric:
    """Return the metric of this name: pass, pass_hat, g_pass@0.5, or its name in the library or in a paper.

    The name may end in a k: pass@8, Pass^8, g_pass@0.5@8.
    """
    try:
        return _metric(text)
    except ValueError:
        at_k = re.fullmatch(_AT_K, text.strip(), re.I)
        if not at_k:
            raise
    name, sign, k = at_k.groups()
    metric = _metric(f"{name}^k" if sign == "^" else name)
    if not metric.has_k:
        raise ValueError(f"{shown(text)}: this metric has no k; write {name}")
    return metric.at(int(k))


def names_metric(text: str | None) -> bool:
    """Whether a text is the name of a metric of this library."""
    try:
        return bool(text and parse_metric(text))
    except ValueError:
        return False


def _metric(text: str) -> Metric:
    name, value = text.strip().lower().replace("-", "_"), ""
    if name not in _ALIASES:
        name, _, value = name.rpartition("@")
    if name not in _ALIASES:
        raise ValueError(f"unknown metric {shown(text)}; choose from {', '.join(NAMES)}, or all")
    known = _ALIASES[name]
    parameter = next((name for name in ("tau", "lam") if name in known.takes), "")
    if parameter == "tau" and not value:
        raise ValueError(f"{name} needs a threshold, as in g_pass@0.5")
    if value and not (parameter and _is_proportion(value)):
        wanted = f"expected {parameter} in [0, 1]" if parameter else "expected k, as in pass@4"
        raise ValueError(f"{shown(text)}: after @, {wanted}")
    return Metric(known, value)


AVG = _metric("avg")


def choose(names: list[str] | None, graded: bool, credible: bool = False) -> list[Metric]:
    """Return the metrics with these names, each once; without names, the usual ones, and Bayes@N if `credible`."""
    usual = (*(_GRADED if graded else _USUAL), *(("bayes",) if credible else ()))
    every = (*_GRADED, "bayes") if graded else _EVERY
    chosen: dict[str, Metric] = {}
    for name in names or usual:
        for text in every if name.strip().lower() == "all" else (name,):
            metric = parse_metric(text).at(None)
            chosen.setdefault(metric.key, metric)
    return list(chosen.values())


def _is_proportion(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False


def usual_k(trials: int, sizes: int = 1) -> list[int]:
    """Return the k that a report shows by default: all k if trials are few; else 1, 2, 4, ... up to `most_k`.

    `sizes` is how many different numbers of trials the questions have.
    """
    if trials <= EVERY_K:
        return list(range(1, trials + 1))
    most = most_k(trials, sizes)
    return sorted({*(2**i for i in range(most.bit_length())), *([trials] if most == trials else ())})


def most_k(trials: int, sizes: int = 1) -> int:
    """Return the largest k of a report or a curve by default: the number of trials, or less if that would take long."""
    return min(trials, max(1, _EFFORT // trials), max(1, isqrt(_SPREAD // sizes)))
