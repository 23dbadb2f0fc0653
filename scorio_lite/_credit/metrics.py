"""The table of metrics: the arguments of each, its credit for k draws, its names, and what it is in words.

`eval` has a function for each metric, and `confidence` has a function for each metric with intervals. Functions that
take the name of a metric (compare, ranks, suites, the command) look it up here. tests/README.md says what a new metric
needs.
"""

from __future__ import annotations

from .._arguments import integer, is_votes, shown
from .._outcomes import emptiness
from . import at_least_one, draws, unanimous
from .steps import area, majority, mean_majority, reaching, spectrum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from . import Credit


class Listed:
    """A metric in the table.

    name     the name of its function in `eval`; `aliases` are other names of that function
    takes    which of w, R0, k, tau, lam and weights that function takes
    short    what you type for the metric in the command, and `title` what a report calls it
    words    what the metric is, in one line
    kind     what the value of a question is: "credit" (a mean over k draws), "reward" (the best reward of k draws),
             "votes" (the chance to win the vote), "selected" (the reward of the trial that a selector picks),
             "posterior" or "blend"; the last two have only credible intervals
    credit   the function that makes the Credit for outcomes 0 and 1, from k and perhaps one more argument; or None
    special  the function that makes the measure (see `_credit`) if R is not plain outcomes; else None
    """

    def __init__(
        self,
        name: str,
        takes: str,
        short: str,
        title: str,
        words: str,
        kind: str = "credit",
        credit: Callable[..., Credit] | None = None,
        aliases: tuple[str, ...] = (),
        special: Callable[[Any, Any, str], tuple[Any, Any]] | None = None,
    ) -> None:
        self.name, self.aliases = name, aliases
        self.takes = tuple(takes.split())
        self.short, self.title, self.words = short, title, words
        self.kind = kind
        self.credit, self.special = credit, special

    def check(self, called: str, **arguments: object) -> None:
        """Raise ValueError for an argument that the metric does not take, or lacks. Errors call the metric `called`."""
        for name, value in arguments.items():
            if value is not None and name not in self.takes:
                raise ValueError(f"{name} must not be given for {called}")
            if value is None and name != "w" and name in self.takes:
                raise ValueError(f"{name} must be given for {called}")

    @property
    def spellings(self) -> tuple[str, ...]:
        if "tau" in self.takes:  # the other names of G-Pass@k at tau are also those of G-Pass@k, which is Pass^k
            return (self.name,)
        title = () if " " in self.title else (self.title, self.title.lower())
        return tuple(dict.fromkeys((self.name, *self.aliases, *filter(None, [self.short]), *title)))

    @property
    def has_interval(self) -> bool:
        """Whether `confidence` has a function for the metric."""
        return self.kind in ("credit", "reward", "votes", "selected")


def _of_votes(metric: Any, R: Any, name: str) -> tuple[Any, Any]:
    """Return (the measure of cons_at_k, R). Raise ValueError unless R is a VoteTally with questions."""
    from .votes import VoteMeasure

    if not is_votes(R):
        raise ValueError(f"{name} must be a VoteTally for cons_at_k, such as VoteTally(answers, R); got {shown(R)}")
    if not R.questions:
        raise emptiness("answers", "it has no rows")
    return VoteMeasure(draws(metric.k, R.lengths())), R


def _of_picks(metric: Any, R: Any, name: str) -> tuple[Any, Any]:
    """Return (the measure of best_of_k, the Selected that it reads). R is a pair (outcomes, a selector's scores)."""
    from .selected import RowMeasure, Selected

    names = ("R", "S") if name == "R" else (f"R of {name}", f"S of {name}")
    selected = Selected(R[0], R[1], metric.weights, metric.hint, metric.ragged, names)
    return RowMeasure(selected, metric.k, names[0]), selected


_G_PASS = "at least this share of k trials succeeds"
_MG_PASS = "2/k times the sum of P(at least i of k succeed) over i > ceil(k/2)"
_CONS = "the most frequent answer of k trials is right"
_UNANIMOUS = "unanimous_at_k", "g_pass_at_k"
_GEO = "a blend of Pass@k and mG-Pass@k"
_GEOM = "the geometric mean of a question's Pass@k and Pass^k"
_SPECTRUM = "X successes among k trials earn w_1 + ... + w_X"
METRICS = {
    known.name: known
    for known in (
        Listed("avg", "w", "avg", "avg@N", "the mean of all trials", "reward", at_least_one),
        Listed("bayes", "w R0", "bayes", "Bayes@N", "the posterior mean", "posterior"),
        Listed("pass_at_k", "k", "pass", "Pass@k", "at least one of k trials succeeds", credit=at_least_one),
        Listed("pass_hat_k", "k", "pass_hat", "Pass^k", "all of k trials succeed", "credit", unanimous, _UNANIMOUS),
        Listed("maj_at_k", "k", "maj", "Maj@k", "more than half of k", credit=majority),
        Listed("cons_at_k", "k", "cons", "cons@k", _CONS, "votes", special=_of_votes),
        Listed("g_pass_at_k_tau", "k tau", "g_pass", "G-Pass@k", _G_PASS, credit=reaching),
        Listed("mg_pass_at_k", "k", "mg_pass", "mG-Pass@k", _MG_PASS, credit=mean_majority),
        Listed("auc_at_k", "k", "auc", "AUC@k", "the area under Pass@1..Pass@k", credit=area),
        Listed("geom_at_k", "k", "geom", "Geom@k", _GEOM, "blend"),
        Listed("geom_ds_at_k", "k", "geom_ds", "Geom-DS@k", "that of the averages", "blend"),
        Listed("geo_spectrum_at_k", "k lam weights", "geo_spectrum", "GeoSpec@k", _GEO, "blend"),
        Listed("max_at_k", "k w", "max", "Max@k", "the best reward among k trials", "reward", at_least_one),
        Listed("best_of_k", "k w", "", "best-of-k", "what a selector picks of k trials", "selected", special=_of_picks),
        Listed("threshold_spectrum_at_k", "k weights", "", "the threshold spectrum", _SPECTRUM, credit=spectrum),
    )
}


def known_as(name: object) -> Listed | None:
    """Return the metric with this name, alias, short name or title; None if there is none."""
    if not isinstance(name, str):
        return None
    return METRICS.get(name) or next((known for known in METRICS.values() if name in known.spellings), None)


def metric_at(name: Any, k: Any = None) -> tuple[Listed | None, Any]:
    """Return (metric or None, k). A name such as pass@8 or pass_at_8 sets k to 8. Then another k is a ValueError."""
    start = name.rstrip("0123456789") if isinstance(name, str) else ""
    if not start or not 0 < len(name) - len(start) < 640:  # digits that every Python reads
        return known_as(name), k
    known, number = known_as(f"{start}k"), int(name[len(start) :])
    if known and k is not None and integer(k, "k") != number:
        raise ValueError(f"k must be {number}, or left out, for {name}; got {shown(k)}")
    return known, number


def near_names(name: object) -> str:
    """Return the end of an error about an unknown metric, which lists names that `name` may mean; "" without any."""
    plain = name.strip().lower() if isinstance(name, str) else ""
    known, _ = metric_at(plain)
    if known and known.has_interval:
        return f"; write {shown(plain)}"
    start = plain.replace("-", "_").partition("@")[0]
    names = [
        (own, known.words) for known in METRICS.values() if known.has_interval for own in (known.name, *known.aliases)
    ]
    near = [f"{own} ({words})" for own, words in names if start and own.startswith(start)]
    return f"; it may mean {' or '.join(near)}" if near else ""
