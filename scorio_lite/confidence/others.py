"""Functions for curves, missing trials, totals, costs, and judges."""

from __future__ import annotations

from .._arguments import probability
from .._intervals import Asked
from .._intervals.boards import Standings, TotalsBoard, several
from .._intervals.results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Mapping, Sequence, overload

    from .._intervals.curves import Crossing
    from .._intervals.results import ModelRanks, NamedRanks
    from .._types import ClusterLabels, Index, MetricName, NewOrThese, Outcomes, Real, Rewards


def curve(
    R: Outcomes,
    ks: Iterable[Index] | None = None,
    metric: MetricName = "pass_at_k",
    *,
    confidence: Real = 0.95,
    clusters: ClusterLabels = None,
) -> list[tuple[float, float, float]]:
    """Return a band for a whole curve: (value, lo, hi) of Pass@k, Pass^k or Maj@k at each k in `ks`, by default 1 to N.

    For new questions all these intervals hold together with the probability `confidence`. To this end, each has a
    higher confidence, the same at all k. More k in the same range hardly widen the band (Hotelling 1939; Naiman 1986),
    but the band says nothing about other k. `metric` is a name such as "pass_hat_k"; `ks` must ascend. If questions
    differ in N, the default `ks` end at the least N. R may be a tally if there are no clusters.

    >>> R = [[0] * 8] * 40 + [[0] * 7 + [1]] * 20 + [[0, 1] * 4] * 20 + [[1] * 8] * 20
    >>> curve(R, (1, 8))
    [(0.325, 0.2442056331595391, 0.41678544545542723), (0.6, 0.4883363383845016, 0.7030674909624612)]
    """
    from .._intervals.curves import curve_of

    return curve_of((R,), ks, metric, confidence, clusters, ("R",))[1]


def compare_curve(
    R_a: Outcomes,
    R_b: Outcomes,
    ks: Iterable[Index] | None = None,
    metric: MetricName = "pass_at_k",
    *,
    confidence: Real = 0.95,
    clusters: ClusterLabels = None,
) -> Crossing:
    """Find where the curves of two models on the same questions cross: return ([(difference, lo, hi), ...], first).

    The differences are those of a minus b, at each k in `ks`. a is better at each k with lo > 0, and b is better at
    each k with hi < 0. The crossing is the first k at which b is at least as good as a. `first` lists each k of `ks`
    that may be the crossing, and None if there may be none. All this holds together with the probability `confidence`.
    The arguments are those of curve; both R are matrices with the same questions in the same order.

    >>> A = [[0] * 8] * 40 + [[0] * 7 + [1]] * 20 + [[0, 1] * 4] * 20 + [[1] * 8] * 20
    >>> B = [[0] * 8] * 20 + [[0] * 7 + [1]] * 35 + [[0] * 6 + [1, 1]] * 35 + [[0, 1] * 4] * 10
    >>> compare_curve(A, B)[1]
    [3, 4, 5]
    """
    from .._intervals.curves import crossing, curve_of

    return crossing(*curve_of((R_a, R_b), ks, metric, confidence, clusters, ("R_a", "R_b")))


def compare_totals(a: Index, b: Index, M: Index, *, confidence: Real = 0.95) -> Difference:
    """Compare two models that solved a and b of the same M questions, one trial each: return (difference, se, lo, hi).

    It is not known which questions each solved. The interval assumes that both solved as few of the same questions as
    possible: then the models differ on the most questions. So it contains the interval of compare, without clusters,
    whatever questions both solved.

    >>> compare_totals(396, 360, 500)
    Difference(difference=0.072, se=0.031105741178575654, lo=0.010581379788473273, hi=0.13292827105526842)
    """
    level = probability(confidence)
    return TotalsBoard((a, b), M, ("a", "b")).less(0, 1).difference(level)


if TYPE_CHECKING:

    @overload
    def ranks_of_totals(totals: Mapping[Any, Index], M: Index, *, confidence: Real = ...) -> NamedRanks: ...
    @overload
    def ranks_of_totals(totals: Iterable[Index], M: Index, *, confidence: Real = ...) -> ModelRanks: ...


def ranks_of_totals(totals: Any, M: Index, *, confidence: Real = 0.95) -> ModelRanks | NamedRanks:
    """Return the (best, worst) rank of each of two or more models that solved these totals of the same M questions.

    Each model has one trial of each question. The ranks hold whatever questions each model solved; see compare_totals
    and ranks. `totals` may be a dictionary, as in ranks.

    >>> print(ranks_of_totals({"oak": 396, "birch": 350, "elm": 340}, 500))
    oak: 1, birch: 2-3, elm: 2-3
    """
    given, names = several(totals, "totals", "a number for each model")
    return Standings(TotalsBoard(given, M, names), probability(confidence)).of(totals)


def bounded(
    R: Iterable[Any],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
) -> tuple[float, float, float, float]:
    """Return (low, high, lo, hi), a range for a metric that holds for whatever reason trials are missing.

    None (or NaN) in R is a missing trial. low is the value if all missing trials failed, or got the least w; high is
    the value if all succeeded, or got the greatest w. lo is the lower end of the interval about low, hi the upper end
    of the interval about high.

    If a share v of all trials is missing, high - low is v for avg of outcomes 0 and 1; for a metric of k trials it is
    from 0 to k times as much. So with more than a tenth missing, the range often decides little. Rows have the same
    length. cons_at_k and best_of_k are not possible. The other arguments are those of compare.

    >>> bounded([[0, 1, 1, None, 1], [1, None, 0, 1, 1], [0, 0, 0, 1, None]])
    (0.4666666666666667, 0.6666666666666666, 0.05362021757234245, 0.9771692343559465)
    """
    from .._intervals.missing import bounds_of_value

    return bounds_of_value(R, Asked(metric, k, confidence, questions, clusters, False, w, tau, weights))


def bounded_difference(
    R_a: Iterable[Any],
    R_b: Iterable[Any],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
) -> tuple[float, float, float, float]:
    """Return (low, high, lo, hi), a range for a's metric minus b's that holds for whatever reason trials are missing.

    For low and lo, a's missing trials count as failed and b's as solved. For high and hi, it is the other way round. If
    lo is above 0, a is better. The arguments are those of bounded.
    """
    from .._intervals.missing import bounded_board

    asked = Asked(metric, k, confidence, questions, clusters, False, w, tau, weights)
    return bounded_board((R_a, R_b), asked, ("R_a", "R_b")).bounds(asked.level)


def cost_per_solve(
    C: Any,
    R: Any,
    *,
    w: Rewards = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    limits: Sequence[Real] | None = None,
    ragged: bool = False,
) -> Interval:
    """Return (value, se, lo, hi) of what is spent for each solved question, in the unit of C, such as dollars.

    C has the cost of each trial, which is 0 or more, in the shape of R. The value is the mean cost divided by the mean
    outcome; without a success, the value and hi are inf. A number x is in the interval if the interval of the mean of
    cost - x * outcome holds 0. If you know what a trial can cost, pass limits=(least cost, greatest cost). Without
    limits, the interval allows for new questions whose mean cost is twice that of the dearest question in C. For
    "these" questions, it allows for trials that cost as much as the dearest trial in C. If all costs are 0 and
    there are no limits, hi is inf, as nothing says what a trial can cost.

    >>> cost_per_solve([[3, 4]] * 50, [[1, 0]] * 50, limits=(1, 10))
    Interval(value=7.0, se=0.0, lo=6.16719464709536, hi=8.183897263573213)
    """
    from .._intervals.costs import cost_interval

    return cost_interval(C, R, limits, Asked("avg", None, confidence, questions, clusters, ragged, w))


def judged(verdicts: Any, labels: Any, *, low: Real = 0, high: Real = 1, confidence: Real = 0.95) -> Interval:
    """Return (value, se, lo, hi) of the mean label that people would give. A judge graded all trials, people only some.

    verdicts has a row for each question: what the judge says of each trial, up to five different values. labels, in the
    same shape, has what people say, in [low, high], or None (NaN) for a trial without a label. Choose at random which
    of a verdict's trials people grade: their mean label counts for all its trials. If they grade none, these trials
    count as (low + high) / 2 in value, low in lo, high in hi. The interval is for new questions.

    >>> judged([[1, 1, 1, 0, 0]] * 10, [[1, 1, 1, None, None]] * 10)
    Interval(value=0.8, se=0.0, lo=0.42987510303399346, hi=1.0)
    """
    from .._intervals.judges import judged_interval

    return judged_interval([(verdicts, labels)], (low, high), confidence, Interval)


def compare_judged(
    verdicts_a: Any,
    labels_a: Any,
    verdicts_b: Any,
    labels_b: Any,
    *,
    low: Real = 0,
    high: Real = 1,
    confidence: Real = 0.95,
) -> Difference:
    """Return (difference, se, lo, hi) of the mean labels that people would give two models: a minus b.

    Each model has its own verdicts and labels of the same questions, as in judged.
    """
    from .._intervals.judges import judged_interval

    return judged_interval([(verdicts_a, labels_a), (verdicts_b, labels_b)], (low, high), confidence, Difference)
