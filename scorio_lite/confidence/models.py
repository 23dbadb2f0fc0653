"""Functions that compare models, on one or more benchmarks, and that tell how many questions suffice."""

from __future__ import annotations

from .._arguments import flag, real, shown
from .._intervals import Asked
from .._intervals.results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Mapping, overload

    from .._intervals import Data
    from .._intervals.boards import ModelBoard
    from .._intervals.results import ModelRanks, NamedRanks
    from .._types import ClusterLabels, Index, MetricName, NewOrThese, Real, Rewards


def _board(anytime: bool) -> type[ModelBoard]:
    if flag(anytime, "anytime"):
        from .._intervals.anytime import AnytimeBoard

        return AnytimeBoard
    from .._intervals.boards import ModelBoard

    return ModelBoard


def compare(
    R_a: Data,
    R_b: Data,
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
    paired: bool = True,
) -> Difference:
    """Compare two models on the same questions: return (difference, se, lo, hi) of a's metric minus b's.

    At this confidence, a is better if lo > 0, and b is better if hi < 0; otherwise the data do not say. The result also
    has `pvalue`, the least p for which the interval at the confidence 1 - p excludes 0. `metric` is the name of a
    function of this module, or a short name ("pass", "pass@k"); k, w, tau and weights are the arguments of that
    function. A name such as "pass@8" says what k is.

    New questions are paired row by row: R_a and R_b are matrices with the same questions in the same order, and may
    differ in N. For "these" questions they can be tallies. For "cons_at_k" both are a VoteTally.

    paired   False if each model has questions of its own, such as old and new ones. Then clusters is a pair of lists of
             labels, for R_a and R_b.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65  # only A solves 23 questions, only B 6
    >>> compare(A, B)
    Difference(difference=0.10365853658536585, se=0.03192054707674848, lo=0.03806784477187197, hi=0.16808673994612702)
    >>> print(f"{compare(A, B).pvalue:.4f}")
    0.0031
    """
    asked = Asked(metric, k, confidence, questions, clusters, ragged, w, tau, weights)
    if not flag(paired, "paired"):
        from .._intervals.suites import unpaired

        return unpaired((R_a, R_b), asked, flag(anytime, "anytime"))
    difference: Difference = _board(anytime)((R_a, R_b), asked, ("R_a", "R_b")).less(0, 1).difference(asked.level)
    return difference


if TYPE_CHECKING:

    @overload
    def ranks(models: Mapping[Any, Data], *args: Any, **asked: Any) -> NamedRanks: ...
    @overload
    def ranks(models: Iterable[Data], *args: Any, **asked: Any) -> ModelRanks: ...


def ranks(
    models: Iterable[Any],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    clusters: ClusterLabels = None,
    ragged: bool = False,
    anytime: bool = False,
    missing: str | None = None,
) -> ModelRanks | NamedRanks:
    """Return the (best, worst) rank of each of two or more models on the same questions.

    `models` has an R for each model. If it is a dictionary {name: R}, so is the result: {name: (best, worst)}. A model
    beats another if the data show that it is better. With the probability `confidence`, all these findings are true.
    best is 1 plus the number of models that beat this model; worst is the number of models minus the number that this
    model beats (Holm 1979; Mogstad, Romano, Shaikh and Wilhelm 2024). The other arguments are those of compare. With
    missing="bounds", None is a missing trial, whatever the reason is; see bounded.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> ranks([A, B, B])
    [Rank(best=1, worst=1), Rank(best=2, worst=3), Rank(best=2, worst=3)]
    >>> print(ranks({"oak": A, "birch": B, "elm": B}))
    oak: 1, birch: 2-3, elm: 2-3
    """
    from .._intervals.boards import Standings, several

    asked = Asked(metric, k, confidence, questions, clusters, ragged, w, tau, weights)
    board: Any = _board(anytime)
    if missing is not None:
        from .._intervals.missing import bounded_board

        if missing != "bounds" or anytime:
            ways = "must not be given with anytime=True" if anytime else "must be None or 'bounds'"
            raise ValueError(f"missing {ways}; got {shown(missing)}")
        board = bounded_board
    given, names = several(models, "models", "an R for each model")
    return Standings(board(given, asked, names), asked.level).of(models)


def suite(
    runs: Iterable[Data],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    clusters: Iterable[ClusterLabels] | None = None,
    ragged: bool = False,
) -> Interval:
    """Return (value, se, lo, hi) of the weighted mean over several benchmarks, for new questions of each.

    `runs` has an R for each benchmark. `weights` has a positive number for each benchmark; by default all are equal.
    With the numbers of questions as weights, the value is the mean over all questions. `clusters` has a list of labels,
    or None, for each benchmark. The metric cannot be threshold_spectrum_at_k, which has weights of its own.

    >>> suite([[[1, 1], [0, 0], [1, 1]], [[1, 0], [1, 0], [1, 0], [1, 0], [1, 1]]])
    Interval(value=0.6333333333333333, se=0.1740051084818425, lo=0.15660867937290826, hi=0.9459113331297843)
    """
    from .._intervals.suites import Runs

    given = Runs({"runs": runs}, metric, k, confidence, clusters, ragged, w, tau)
    return given.suite(weights).interval(given.level, Interval)


def compare_suite(
    runs_a: Iterable[Data],
    runs_b: Iterable[Data],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    clusters: Iterable[ClusterLabels] | None = None,
    ragged: bool = False,
) -> Difference:
    """Return (difference, se, lo, hi) of two models: suite of runs_a minus suite of runs_b. See suite and compare."""
    from .._intervals.suites import Runs

    given = Runs({"runs_a": runs_a, "runs_b": runs_b}, metric, k, confidence, clusters, ragged, w, tau)
    return given.suite(weights).difference(given.level)


def compare_tasks(
    runs_a: Iterable[Any],
    runs_b: Iterable[Any],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    rest: bool = False,
    confidence: Real = 0.95,
    clusters: Iterable[ClusterLabels] | None = None,
    ragged: bool = False,
) -> list[Difference]:
    """Compare two models in each of several benchmarks: return a list of (difference, se, lo, hi).

    If lo is above 0 or hi below 0, the models differ in that benchmark. With the probability `confidence`, no such
    finding is false. The intervals are for new questions, at the confidence at which Holm's steps (1979) end: from
    `confidence` to 1 - (1 - confidence)/K for K benchmarks. With rest=True, the mean difference of the other benchmarks
    is subtracted from each. This tells which differ from the rest. See compare_suite for the other arguments.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> compare_tasks([A, A], [B, A])[0]
    Difference(difference=0.10365853658536585, se=0.03192054707674848, lo=0.03806784477187197, hi=0.16808673994612702)
    """
    from .._intervals.suites import Runs

    given = Runs({"runs_a": runs_a, "runs_b": runs_b}, metric, k, confidence, clusters, ragged, w, tau)
    return given.differences(flag(rest, "rest"))


if TYPE_CHECKING:

    @overload
    def ranks_suite(models: Mapping[Any, Iterable[Any]], *args: Any, **asked: Any) -> NamedRanks: ...
    @overload
    def ranks_suite(models: Iterable[Iterable[Any]], *args: Any, **asked: Any) -> ModelRanks: ...


def ranks_suite(
    models: Iterable[Iterable[Any]],
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    clusters: Iterable[ClusterLabels] | None = None,
    ragged: bool = False,
) -> ModelRanks | NamedRanks:
    """Return the (best, worst) rank of each model by its weighted mean over the same benchmarks; see ranks and suite.

    Each model has an R for each benchmark. `models` may be a dictionary, and all ranks hold together, as in `ranks`.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> print(ranks_suite([[A, A], [B, B], [B, A]]))
    1, 3, 2
    """
    from .._intervals.boards import several
    from .._intervals.suites import Runs

    given, names = several(models, "models", "the benchmarks of each model")
    runs = Runs(dict(zip(names, given)), metric, k, confidence, clusters, ragged, w, tau)
    return runs.standings(weights).of(models)


def enough(
    R: Data,
    half_width: Real,
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    ragged: bool = False,
) -> int:
    """Return how many questions make (hi - lo) / 2 at most `half_width`.

    With questions="these", return how many trials each question needs instead.

    This is the least number that suffices if the value, and the variance of a question or a trial, stay as they are in
    R. As new data vary, about half of such evaluations need more. If R suffices, the result is the number in R: of its
    questions or, with questions="these", of its trials (the harmonic mean over questions, rounded up). `half_width` is
    in the unit of the metric, so 3 points of a share are 0.03. It is at most half the metric's range.

    >>> enough([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], 0.1)
    40
    """
    from .._intervals.plan import size_needed

    real(half_width, "half_width", "a positive number")  # this error comes before those of `Asked`
    return size_needed(R, half_width, Asked(metric, k, confidence, questions, None, ragged, w, tau, weights))


def enough_to_decide(
    R_a: Data,
    R_b: Data,
    margin: Real = 0,
    metric: MetricName = "avg",
    k: Index | None = None,
    *,
    power: Real = 0.8,
    w: Rewards = None,
    tau: Real | None = None,
    weights: Iterable[Real] | None = None,
    confidence: Real = 0.95,
    questions: NewOrThese = "new",
    ragged: bool = False,
) -> int:
    """Return how many questions decide whether a's metric minus b's is above or below `margin`.

    With questions="these", return how many trials each question needs instead. Suppose that the true difference is the
    observed one. Then, with this number, the interval of compare excludes the margin with the probability `power`, in
    [0.5, 1). If the data suffice, the result is the number in the data.

    >>> A = [[1]] * 20 + [[0]] * 30
    >>> B = [[0]] * 8 + [[1]] * 17 + [[0]] * 25
    >>> enough_to_decide(A, B)
    581
    """
    from .._intervals.plan import size_to_decide

    real(margin, "margin")
    asked = Asked(metric, k, confidence, questions, None, ragged, w, tau, weights)
    return size_to_decide((R_a, R_b), margin, asked, power)


def plan(
    a: Real,
    b: Real,
    *,
    differ: Real | None = None,
    correlation: Real | None = None,
    trials: Index = 1,
    agree: Real = 1,
    margin: Real = 0,
    power: Real = 0.8,
    confidence: Real = 0.95,
) -> int:
    """Return how many new questions decide between two models that will solve the shares a and b of all questions.

    If the models do as expected, the interval of compare then excludes `margin` with the probability `power`, as in
    enough_to_decide. You need no data. But the number is smaller if you say what you know of the questions:

    differ       how often exactly one of the models is right
    correlation  how the outcomes of the two models correlate. It determines `differ`, so pass only one of both. Without
                 either, `differ` is as large as a and b allow, which is the worst case
    trials       how many trials each model has of each question
    agree        how often two trials of a model on one question have the same outcome, as a mean over both models. By
                 default they always do, which is the worst case: then more trials do not help

    >>> plan(0.70, 0.65), plan(0.70, 0.65, correlation=0.5), plan(0.70, 0.65, differ=0.19)
    (2042, 700, 603)
    >>> plan(0.70, 0.65, differ=0.19, trials=4, agree=0.9)
    374
    """
    from .._intervals.plan import size_planned

    known = {"differ": differ, "correlation": correlation, "trials": trials, "agree": agree}
    return size_planned((a, b), margin, power, confidence, **known)


def detectable(
    questions: Index,
    a: Real,
    *,
    differ: Real | None = None,
    correlation: Real | None = None,
    trials: Index = 1,
    agree: Real = 1,
    power: Real = 0.8,
    confidence: Real = 0.95,
) -> float:
    """Return the least loss that this number of questions can show: how far a second model's share is below `a`.

    `a` is the share of questions that the first model is expected to solve. For a gain pass 1 - a, the share of
    failures. The result is the least j/questions < a, j = 1, 2, ..., for which plan(a, a - j/questions, ...) is at
    most `questions`. Raise ValueError if there is none.

    The other arguments are those of plan. A loss that they make impossible is passed over.

    >>> detectable(164, 0.7), detectable(164, 0.7, differ=0.19)
    (0.20121951219512196, 0.0975609756097561)
    """
    from .._intervals.plan import least_detectable

    known = {"differ": differ, "correlation": correlation, "trials": trials, "agree": agree}
    return least_detectable(questions, a, power, confidence, **known)
