"""The interval of each metric of one model: (value, se, lo, hi), as the docstring of `confidence` explains it."""

from __future__ import annotations

from .._arguments import flag
from .._intervals import Asked, by_rows, sample_of
from .._intervals.results import Bounds, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .._scores import Scores
    from .._types import ClusterLabels, Index, MetricName, NewOrThese, Outcomes, Real, Rewards
    from .._votes import VoteTally


def _interval(R: Any, asked: Asked, anytime: bool) -> Interval:
    if flag(anytime, "anytime"):
        from .._intervals.anytime import anytime_interval

        return anytime_interval(R, asked)
    return sample_of(R, asked).interval(asked.level, Interval)


def avg(
    R: Outcomes | Scores,
    w: Rewards = None,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of avg@N, the mean reward of all trials of a question, averaged over questions.

    >>> avg([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], questions="these")
    Interval(value=0.5333333333333333, se=0.12472191289246472, lo=0.30116980025498397, hi=0.7536186596044133)
    """
    return _interval(R, Asked("avg", None, confidence, questions, clusters, ragged, w), anytime)


def pass_at_k(
    R: Outcomes,
    k: Index,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of Pass@k: at least one of k trials succeeds; see eval.pass_at_k."""
    return _interval(R, Asked("pass_at_k", k, confidence, questions, clusters, ragged), anytime)


def pass_hat_k(
    R: Outcomes,
    k: Index,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of Pass^k (Unanimous@k, G-Pass@k): all of k trials succeed; see eval.pass_hat_k."""
    return _interval(R, Asked("pass_hat_k", k, confidence, questions, clusters, ragged), anytime)


unanimous_at_k = pass_hat_k
g_pass_at_k = pass_hat_k


def g_pass_at_k_tau(
    R: Outcomes,
    k: Index,
    tau: Real,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of G-Pass@k_tau: a share tau or more of k trials succeeds; see eval.g_pass_at_k_tau."""
    return _interval(R, Asked("g_pass_at_k_tau", k, confidence, questions, clusters, ragged, tau=tau), anytime)


def mg_pass_at_k(
    R: Outcomes,
    k: Index,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of mG-Pass@k, the mean of G-Pass@k_tau over tau above 1/2; see eval.mg_pass_at_k."""
    return _interval(R, Asked("mg_pass_at_k", k, confidence, questions, clusters, ragged), anytime)


def maj_at_k(
    R: Outcomes,
    k: Index,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of Maj@k: more than half of k trials succeed; see eval.maj_at_k."""
    return _interval(R, Asked("maj_at_k", k, confidence, questions, clusters, ragged), anytime)


def auc_at_k(
    R: Outcomes,
    k: Index,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of AUC@k, the area under Pass@1..Pass@k; see eval.auc_at_k."""
    return _interval(R, Asked("auc_at_k", k, confidence, questions, clusters, ragged), anytime)


def threshold_spectrum_at_k(
    R: Outcomes,
    k: Index,
    weights: Iterable[Real],
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of the threshold spectrum; see eval.threshold_spectrum_at_k.

    k trials with X successes earn the sum of the first X `weights`.
    """
    asked = Asked("threshold_spectrum_at_k", k, confidence, questions, clusters, ragged, weights=weights)
    return _interval(R, asked, anytime)


def max_at_k(
    R: Outcomes | Scores,
    k: Index,
    w: Rewards = None,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of Max@k, the best reward among k trials.

    >>> max_at_k([[0, 1, 2, 2], [1, 1, 0, 2]], 2, w=[0, .5, 1], questions="these")
    Interval(value=0.8333333333333334, se=0.13176156917368248, lo=0.3622925229921319, hi=0.9937707922705263)
    """
    return _interval(R, Asked("max_at_k", k, confidence, questions, clusters, ragged, w), anytime)


def cons_at_k(
    answers: VoteTally | Iterable[Any],
    R: Iterable[Any] | None = None,
    k: Index | None = None,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of cons@k: the plurality vote of k trials is right; see scorio_lite.cons_at_k.

    You must give k. For compare and enough, pass VoteTally(answers, R) as R. A VoteTally keeps the order of its
    questions, so it works with clusters, and two models can be compared question by question.

    >>> cons_at_k([["7", "8", "7"], ["x", "y", "z"], [None, "q", "q"]], [[1, 0, 1], [1, 0, 0], [0, 1, 1]], 3)
    Interval(value=0.7777777777777778, se=0.2222222222222222, lo=0.08828242629469887, hi=0.9968873110731711)
    """
    from .._votes import vote_tally

    votes = vote_tally(by_rows(answers, "answers"), R, ragged)
    return _interval(votes, Asked("cons_at_k", k, confidence, questions, clusters), anytime)


def best_of_k(
    R: Outcomes | Scores,
    S: Iterable[Any],
    k: Index,
    w: Rewards = None,
    *,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
) -> Interval:
    """Return the interval of best-of-k: what a selector with the scores S picks of k trials; see scorio_lite.best_of_k.

    In compare, ranks, suite and enough, a tuple (R, S) takes the place of R. So you can compare two selectors of the
    same trials, which give the scores S1 and S2: compare((R, S1), (R, S2), "best_of_k", k). Do this for new questions
    only: for "these" questions, compare takes the trials of two models as independent.

    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> best_of_k(R, [[.1, .9, .4, .4, .4], [2, 1, 3, 1, None], [None, None, -1, None, -5]], 2, questions="these")
    Interval(value=0.5, se=0.15275252316519466, lo=0.20900626743909023, hi=0.7909937325609098)
    """
    return _interval((R, S), Asked("best_of_k", k, confidence, questions, clusters, ragged, w), anytime)


def beyond(
    R: Outcomes,
    k: Index | None = None,
    metric: MetricName = "pass_at_k",
    *,
    confidence: Real = 0.95,
    clusters: ClusterLabels = None,
) -> Bounds:
    """Return bounds (lo, hi) of Pass@k or Pass^k ("pass_hat_k") for more trials than there are: k > N.

    Give k, or metric="pass@64". All questions must have the same N. The bounds are meant to hold the truth for
    new questions with the probability `confidence`, whatever success rates the questions have. N trials give no
    estimate between the bounds, which are close if k is little above N, and far apart if many questions are unsolved.

    >>> R = [[0] * 8] * 40 + [[0] * 7 + [1]] * 20 + [[0, 1] * 4] * 20 + [[1] * 8] * 20
    >>> beyond(R, 9)
    Bounds(lo=0.49043281165489533, hi=0.7357601638701925)
    >>> print(beyond(R, 16))
    [0.4971, 0.8783]
    """
    from .._intervals.beyond import extremes_of

    return Bounds(*extremes_of(R, k, metric, confidence, clusters).rounded())
