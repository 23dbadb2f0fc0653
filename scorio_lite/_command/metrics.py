"""The metrics that a report or a leaderboard can have, by the names that one types."""

from __future__ import annotations

from math import isqrt

from .. import eval as metrics
from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .missing import Run

    Summary = tuple[float, float, float, float]

# What one types: (the function, its title, what its number after @ is if it may have one)
_KNOWN = {
    "avg": ("avg", "avg@N", ""),
    "bayes": ("bayes", "Bayes@N", ""),
    "pass": ("pass_at_k", "Pass@k", ""),
    "pass_hat": ("pass_hat_k", "Pass^k", ""),
    "unanimous": ("pass_hat_k", "Pass^k", ""),
    "maj": ("maj_at_k", "Maj@k", ""),
    "g_pass": ("g_pass_at_k_tau", "G-Pass@k", "tau"),
    "mg_pass": ("mg_pass_at_k", "mG-Pass@k", ""),
    "auc": ("auc_at_k", "AUC@k", ""),
    "geom": ("geom_at_k", "Geom@k", ""),
    "geom_ds": ("geom_ds_at_k", "Geom-DS@k", ""),
    "geo_spectrum": ("geo_spectrum_at_k", "GeoSpec@k", "lam"),
    "max": ("max_at_k", "Max@k", ""),
}
NAMES = tuple(name for name in _KNOWN if name != "unanimous")
_ALIASES = {
    alias.lower().replace("-", "_"): short
    for short, (function, title, _) in reversed(list(_KNOWN.items()))
    for alias in (short, function, title)
}
_EFFORT = 1 << 21  # trials times k: the intervals of Maj@k take longer than their product
_SPREAD = 1 << 22  # different numbers of trials times the square of k
_BINARY = ("avg", "bayes", "pass", "pass_hat", "maj")
_EVERY = (*_BINARY, "g_pass@0.5", "mg_pass", "auc", "geom", "geom_ds", "geo_spectrum")
_GRADED = ("avg", "bayes", "max")
_WEIGHTED = ("avg", "bayes", "max_at_k")


class Metric:
    """One metric: its value and its interval for a run; `k` is None for those without."""

    def __init__(self, function: str, title: str, parameter: str = "") -> None:
        self.function = function
        self.title = f"{title}({parameter})" if parameter else title
        self.key = f"{function}@{parameter}" if parameter else function
        self.has_k = "_k" in function
        self._more = (float(parameter),) if parameter else ()

    def value(self, run: Run, k: int | None = None) -> float:
        """The metric of the outcomes observed."""
        result = self._called(self.function, run, k, {})
        return float(result if self.has_k else result[0])

    def summary(self, run: Run, k: int | None, confidence: float) -> Summary:
        """(mu, sigma, lo, hi) of its posterior, within what the metric can be."""
        keywords: dict[str, Any] = {"confidence": confidence}
        if self.function in _WEIGHTED:
            keywords["bounds"] = (min(run.weights), max(run.weights)) if run.weights else (0, 1)
        result: Summary = self._called(f"{self.function}_ci", run, k, keywords)
        return result

    def for_size(self, k: int | None = None, trials: int | None = None) -> str:
        """The title with a number in place of the letter."""
        title = self.title
        for letter, number in (("@k", k), ("^k", k), ("@N", trials)):
            if number is not None:
                title = title.replace(letter, f"{letter[0]}{number}")
        return title

    def _called(self, function: str, run: Run, k: int | None, keywords: dict[str, Any]) -> Any:
        if run.weights and self.function not in _WEIGHTED:
            raise FileError(f"{self.title} is of 0/1 outcomes; with --weights there are {', '.join(_GRADED)}")
        more = self._more if self.has_k and self.function != "max_at_k" else (run.weights,)
        try:
            return getattr(metrics, function)(run.tally, *((k,) if self.has_k else ()), *more, **keywords)
        except ValueError as error:
            # A k beyond the trials is wrong for any metric.
            at = f"{function} at k={k}: " if k is not None and k <= run.trials else ""
            raise FileError(f"{run.name}: {at}{error}") from None


def metric(text: str) -> Metric:
    """The metric of a name: pass, pass_hat, g_pass@0.5, or as the library or a paper calls them."""
    name, number = text.strip().lower().replace("-", "_"), ""
    if name not in _ALIASES:
        name, _, number = name.rpartition("@")
    if name not in _ALIASES:
        raise ValueError(f"no metric is called {shown(text)}; there are {', '.join(NAMES)}, and all")
    function, title, parameter = _KNOWN[_ALIASES[name]]
    if parameter == "tau" and not number:
        raise ValueError(f"{name} is wanted with a threshold, as in g_pass@0.5")
    if number and not (parameter and _is_proportion(number)):
        wanted = f"{parameter}, in [0, 1], is wanted" if parameter else "nothing is wanted; -k has the k"
        raise ValueError(f"{shown(text)}: after @, {wanted}")
    return Metric(function, title, number)


def chosen(names: list[str] | None, graded: bool) -> list[Metric]:
    """The metrics of these names, each once, or those of a report that is asked for none."""
    usual, every = (_GRADED, _GRADED) if graded else (_BINARY, _EVERY)
    found: dict[str, Metric] = {}
    for name in names or usual:
        for one in every if name.strip().lower() == "all" else (name,):
            found.setdefault(metric(one).key, metric(one))
    return list(found.values())


def most_k(trials: int, sizes: int = 1) -> int:
    """The largest k that a report or a curve has unasked: all trials, or of thousands as many as take no long time.

    `sizes` is how many different numbers of trials the questions have."""
    return min(trials, max(1, _EFFORT // trials), max(1, isqrt(_SPREAD // sizes)))


def _is_proportion(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False
