"""Confidence intervals about the observed value: how sure is it?

Each function returns (value, se, lo, hi): the metric as in eval, its standard error, and an interval about the value
that is meant to hold the truth with the probability `confidence`. There is no prior. Report lo and hi rather than
value +- se: the interval is not symmetric, and se is 0 where all questions score alike. You can ask two questions:

questions   "new", the default: how would the model do on questions like these? The questions are a sample, and so are
            the trials. Report this for a model.
            "these": would I get this number again? The questions are fixed, and only the trials are a sample. Ask this
            of a rerun of the same benchmark.
clusters    for new questions: a label for each row of R. Questions with the same label (on one passage, from one
            repository or template) are drawn together. Not with a Tally.
ragged      whether rows of R may differ in length.
confidence  the probability that the interval holds the truth, in (0, 1).
anytime     whether the interval holds the truth at every look, so you can watch a run and stop when you know. Shuffle
            the questions first, so that their order does not depend on difficulty. Only append questions, and never
            start again. The number of trials of a question must not depend on its own outcomes. At one fixed size the
            interval is 1.6 to 2 times as long. With "these", only avg has such intervals, at the end of each round of
            all questions.
of          with anytime: the size of a benchmark. R has some of its questions, drawn at random, with one trial each,
            and the interval is about the value of the whole benchmark.

R, k, w, tau and weights are those of eval, with 1 <= k <= N of every question. For avg and max_at_k, R may be Scores. A
flat row is one question: for one trial each of three questions pass [[1], [0], [1]].

The interval is Wilson's, at the effective sample size of the data, and allows for some events that were not seen; the
end nearer to the least or greatest possible value starts half an event farther out. For new questions its quantile is
Student's t, and se is what lm-evaluation-harness and Inspect print as stderr if N = 1. It always contains the value, is
wider at a higher confidence, and has no width only if all rewards are equal. Swap two models, or success and failure,
and it is mirrored. You can also read results by name: confidence.avg(R).lo.

Each interval holds by itself and at one look; of many, some fail. To rank more than two models, use `ranks`, which
holds for the whole board; for several benchmarks, use `suite`; for all k of a curve, `curve`; to look again and again,
pass anytime=True. Where trials are missing, use `bounded`; where only totals are known, `compare_totals`. In the
simulations of tools/coverage.py, 95 % intervals hold the truth in 90 % of runs or more, with these exceptions: unequal
clusters of which only the large ones fail whole (58 %), these questions if one alone is uncertain and has fewer than
2k trials (73 %), means of benchmarks of two questions (72 %), and twenty gates at the margin (8 % pass one wrongly, not
5).

Sources: Wilson 1927; the effective sample size, Korn and Graubard 1998, Franco, Little, Louis and Slud 2019; the design
effect, Kish 1965; the variance of a mean over subsets, Hoeffding 1948; clusters and pairs, Miller 2024,
arXiv:2411.00640; ranks, Holm 1979.

    >>> from scorio_lite import confidence
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> confidence.pass_at_k(R, 2)
    (0.7666666666666667, 0.1855921454276674, 0.0933874626677371, 0.9947534179590082)
    >>> confidence.pass_at_k(R, 2, questions="these")
    (0.7666666666666667, 0.13743685418725535, 0.4141428881877614, 0.9532712300533336)
"""

from __future__ import annotations

from ._arguments import flag, probability, real, shown
from ._credit.metrics import named, of_draws
from ._intervals import Metric, spread_of
from ._intervals.benchmarks import compare_tasks, ranks_suite
from ._intervals.others import (
    best_split,
    between_runs,
    bounded,
    bounded_difference,
    compare_curve,
    compare_judged,
    compare_totals,
    cost_per_solve,
    cost_ratio,
    curve,
    gap_closed,
    homogeneous,
    judged,
    judged_elsewhere,
    plan,
    ranks_of_totals,
)  # fmt: skip
from ._intervals.spread import Difference, Interval
from ._votes import vote_tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Protocol, SupportsIndex, Union

    from ._arguments import Real
    from ._intervals.difference import Board
    from ._scores import Scores
    from ._votes import VoteTally
    from .tally import Outcomes

    Data = Union[Outcomes, Scores, VoteTally, tuple[Union[Outcomes, Scores], Iterable[Any]]]
    Labels = Union[Iterable[Hashable], None]
else:
    def __getattr__(name: str) -> Any:
        """Make another metric of k draws from the table."""
        return _interval_of(name)

__all__ = [
    "auc_at_k", "avg", "best_of_k", "best_split", "between_runs", "beyond", "bounded", "bounded_difference", "compare",
    "compare_curve", "compare_judged", "compare_suite", "compare_tasks", "compare_totals", "cons_at_k",
    "cost_per_solve", "cost_ratio", "curve", "enough", "enough_to_decide", "evidence", "g_pass_at_k",
    "g_pass_at_k_tau", "gap_closed", "homogeneous", "judged", "judged_elsewhere", "maj_at_k", "max_at_k",
    "mg_pass_at_k", "pass_at_k", "pass_hat_k", "plan", "ranks", "ranks_of_totals", "ranks_suite", "suite",
    "threshold_spectrum_at_k", "unanimous_at_k",
]  # fmt: skip
__dir__ = __all__.copy


def _interval(R: Any, metric: Metric, confidence: Real, questions: str, clusters: Labels, anytime: bool,
              of: SupportsIndex | None) -> Interval:  # fmt: skip
    if flag(anytime, "anytime"):
        from ._intervals.anytime import anytime_interval

        return anytime_interval(R, metric, confidence, questions, clusters, of)
    if of is not None:
        raise ValueError("of must not be given without anytime=True")
    level = probability(confidence)
    return spread_of(R, metric, questions, clusters).interval(level, Interval)


def _board(anytime: bool) -> type[Board]:
    if flag(anytime, "anytime"):
        from ._intervals.anytime import AnytimeBoard

        return AnytimeBoard
    from ._intervals.difference import Board

    return Board


def _interval_of(name: str) -> Any:
    """The interval of the metric of k draws with this name."""
    known = of_draws(name, __name__)

    def at_k(R: Outcomes, k: SupportsIndex, *, confidence: Real = 0.95, questions: str = "new",
             clusters: Labels = None, ragged: bool = False, anytime: bool = False,
             of: SupportsIndex | None = None) -> Interval:  # fmt: skip
        return _interval(R, Metric(name, k, ragged=ragged), confidence, questions, clusters, anytime, of)

    def at_tau(R: Outcomes, k: SupportsIndex, tau: Real, *, confidence: Real = 0.95, questions: str = "new",
               clusters: Labels = None, ragged: bool = False, anytime: bool = False,
               of: SupportsIndex | None = None) -> Interval:  # fmt: skip
        return _interval(R, Metric(name, k, tau=tau, ragged=ragged), confidence, questions, clusters, anytime, of)

    def at_weights(R: Outcomes, k: SupportsIndex, weights: Iterable[Real], *, confidence: Real = 0.95,
                   questions: str = "new", clusters: Labels = None, ragged: bool = False, anytime: bool = False,
                   of: SupportsIndex | None = None) -> Interval:  # fmt: skip
        asked = Metric(name, k, weights=weights, ragged=ragged)
        return _interval(R, asked, confidence, questions, clusters, anytime, of)

    return named(known, (at_k, at_tau, at_weights), f"{known.title}: {known.words}. See eval.{known.name}.")


if TYPE_CHECKING:
    class AtK(Protocol):
        def __call__(self, R: Outcomes, k: SupportsIndex, *, confidence: Real = 0.95, questions: str = "new",
                     clusters: Labels = None, ragged: bool = False, anytime: bool = False,
                     of: SupportsIndex | None = None) -> Interval: ...
    class AtTau(Protocol):
        def __call__(self, R: Outcomes, k: SupportsIndex, tau: Real, *, confidence: Real = 0.95,
                     questions: str = "new", clusters: Labels = None, ragged: bool = False, anytime: bool = False,
                     of: SupportsIndex | None = None) -> Interval: ...
    class AtWeights(Protocol):
        def __call__(self, R: Outcomes, k: SupportsIndex, weights: Iterable[Real], *, confidence: Real = 0.95,
                     questions: str = "new", clusters: Labels = None, ragged: bool = False, anytime: bool = False,
                     of: SupportsIndex | None = None) -> Interval: ...

pass_at_k: AtK = _interval_of("pass_at_k")
pass_hat_k: AtK = _interval_of("pass_hat_k")
unanimous_at_k = g_pass_at_k = pass_hat_k
mg_pass_at_k: AtK = _interval_of("mg_pass_at_k")
maj_at_k: AtK = _interval_of("maj_at_k")
auc_at_k: AtK = _interval_of("auc_at_k")
g_pass_at_k_tau: AtTau = _interval_of("g_pass_at_k_tau")
threshold_spectrum_at_k: AtWeights = _interval_of("threshold_spectrum_at_k")


def avg(R: Outcomes | Scores, w: Iterable[Real] | None = None, *, confidence: Real = 0.95, questions: str = "new",
        clusters: Labels = None, ragged: bool = False, anytime: bool = False,
        of: SupportsIndex | None = None) -> Interval:  # fmt: skip
    """avg@N, the mean reward of all trials of a question, averaged over questions.

    >>> avg([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], questions="these")
    (0.5333333333333333, 0.12472191289246472, 0.30116980025498397, 0.7536186596044133)
    """
    return _interval(R, Metric("avg", w=w, ragged=ragged), confidence, questions, clusters, anytime, of)


def max_at_k(R: Outcomes | Scores, k: SupportsIndex, w: Iterable[Real] | None = None, *, confidence: Real = 0.95,
             questions: str = "new", clusters: Labels = None, ragged: bool = False, anytime: bool = False,
             of: SupportsIndex | None = None) -> Interval:  # fmt: skip
    """Max@k: the best reward among k trials.

    >>> max_at_k([[0, 1, 2, 2], [1, 1, 0, 2]], 2, w=[0, .5, 1], questions="these")
    (0.8333333333333334, 0.13176156917368248, 0.3622925229921319, 0.9937707922705263)
    """
    return _interval(R, Metric("max_at_k", k, w, ragged=ragged), confidence, questions, clusters, anytime, of)


def cons_at_k(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None = None, k: SupportsIndex | None = None, *,
              confidence: Real = 0.95, questions: str = "new", clusters: Labels = None,
              ragged: bool = False, anytime: bool = False, of: SupportsIndex | None = None) -> Interval:  # fmt: skip
    """cons@k: the plurality vote of k trials is right; see scorio_lite.cons_at_k.

    For compare and enough, pass VoteTally(answers, R) as R. A VoteTally keeps the order of its questions, so it works
    with clusters and with pairs of new questions.

    >>> cons_at_k([["7", "8", "7"], ["x", "y", "z"], [None, "q", "q"]], [[1, 0, 1], [1, 0, 0], [0, 1, 1]], 3)
    (0.7777777777777778, 0.2222222222222222, 0.08828242629469887, 0.9968873110731711)
    """
    votes = vote_tally(answers, R, ragged)
    return _interval(votes, Metric("cons_at_k", k), confidence, questions, clusters, anytime, of)


def best_of_k(R: Outcomes | Scores, S: Iterable[Any], k: SupportsIndex, w: Iterable[Real] | None = None, *,
              confidence: Real = 0.95, questions: str = "new", clusters: Labels = None, ragged: bool = False,
              anytime: bool = False, of: SupportsIndex | None = None) -> Interval:  # fmt: skip
    """Best-of-k: what a selector with the scores S picks of k trials; see scorio_lite.best_of_k.

    In compare, ranks and the others, a tuple (R, S) takes the place of R: compare((R, S), (R, T), "best_of_k", k) pairs
    two selectors of the same trials. That is for new questions only: it takes the trials of two models as independent
    for these.

    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> best_of_k(R, [[.1, .9, .4, .4, .4], [2, 1, 3, 1, None], [None, None, -1, None, -5]], 2, questions="these")
    (0.5, 0.15275252316519466, 0.20900626743909023, 0.7909937325609098)
    """
    return _interval((R, S), Metric("best_of_k", k, w, ragged=ragged), confidence, questions, clusters, anytime, of)



def compare(R_a: Data, R_b: Data, metric: str = "avg", k: SupportsIndex | None = None,
            *, w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
            confidence: Real = 0.95, questions: str = "new", clusters: Labels = None,
            ragged: bool = False, anytime: bool = False, paired: bool = True) -> Difference:  # fmt: skip
    """Two models on the same questions: (difference, se, lo, hi) of a's metric less b's.

    If 0 is not between lo and hi, one model is better, at this confidence. `metric` is the name of a function of this
    module, and k, w, tau, weights are its arguments. New questions are paired row by row, so R_a and R_b are matrices
    with the same questions in the same order; for "these" questions they can be tallies. For "cons_at_k" both are a
    VoteTally. The models may differ in their numbers of trials. paired=False is for sets of different questions, such
    as old and new ones; then clusters has two lists of labels, one for each R.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65  # only A solves 23 questions, only B 6
    >>> compare(A, B)
    (0.10365853658536585, 0.03192054707674848, 0.03806784477187197, 0.16808673994612702)
    """
    asked, level = Metric(metric, k, w, tau, weights, ragged), probability(confidence)
    if not flag(paired, "paired"):
        from ._intervals.contrasts import unpaired

        return unpaired(R_a, R_b, asked, level, questions, clusters, flag(anytime, "anytime"))
    board = _board(anytime)((R_a, R_b), asked, questions, clusters, ("R_a", "R_b"))
    return board.less(0, 1).interval(level, Difference)


def ranks(models: Iterable[Any], metric: str = "avg", k: SupportsIndex | None = None, *,
          w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
          confidence: Real = 0.95, questions: str = "new", clusters: Labels = None, ragged: bool = False,
          anytime: bool = False, missing: str | None = None) -> list[tuple[int, int]]:  # fmt: skip
    """The (best, worst) rank of each of two models or more on the same questions.

    With the probability `confidence`, no model on the board is ranked above one that is as good or better. best is 1 +
    the number of models that beat this one; worst is the number of models minus those that it beats (Holm 1979;
    Mogstad, Romano, Shaikh and Wilhelm 2024). Models and arguments are those of compare. With missing="bounds", None is
    a trial that never came back, and the ranks hold whatever hid it; see bounded.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> ranks([A, B, B])
    [(1, 1), (2, 3), (2, 3)]
    """
    from ._intervals.difference import standings

    asked = Metric(metric, k, w, tau, weights, ragged)
    board = _board(anytime)
    if missing is not None:
        from ._intervals.missing import BoundedBoard

        if missing != "bounds" or anytime:
            ways = "must not be given with anytime=True" if anytime else "must be None or 'bounds'"
            raise ValueError(f"missing {ways}; got {shown(missing)}")
        board = BoundedBoard
    return standings(models, asked, confidence, questions, clusters, board).ranks


def evidence(R_a: Data, R_b: Data, metric: str = "avg", k: SupportsIndex | None = None, *,
             w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
             questions: str = "new", ragged: bool = False) -> float:  # fmt: skip
    """The evidence against the claim that two models are equally good, at every look; inf beyond the doubles.

    If they are equally good, at most 5 % of evaluations ever reach 20, and at most 1 in x reaches x. compare with
    anytime=True excludes 0 exactly if the evidence is above 1 / (1 - confidence). The arguments are those of compare.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> evidence(A, B)
    37.67356546391029
    """
    from ._intervals.anytime import AnytimeBoard
    from ._intervals.evidence import evidence_at_half

    asked = Metric(metric, k, w, tau, weights, ragged)
    return evidence_at_half(AnytimeBoard((R_a, R_b), asked, questions, None, ("R_a", "R_b")).evidence(0, 1)[0])


def suite(runs: Iterable[Data], metric: str = "avg", k: SupportsIndex | None = None, *,
          w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
          confidence: Real = 0.95, clusters: Iterable[Labels] | None = None,
          ragged: bool = False) -> Interval:  # fmt: skip
    """The weighted mean over several benchmarks, for new questions of each: (value, se, lo, hi).

    `runs` has an R for each benchmark, `weights` a positive number for each (equal ones by default; pass the numbers of
    questions for the mean over all questions), and `clusters` a list of labels for each, or None. The metric cannot be
    threshold_spectrum_at_k, which has weights of its own.

    >>> suite([[[1, 1], [0, 0], [1, 1]], [[1, 0], [1, 0], [1, 0], [1, 0], [1, 1]]])
    (0.6333333333333333, 0.1740051084818425, 0.15660867937290826, 0.9459113331297843)
    """
    from ._intervals.suites import suite_interval

    return suite_interval({"runs": runs}, Interval, metric, k, w, tau, weights, confidence, clusters, ragged)


def compare_suite(runs_a: Iterable[Data], runs_b: Iterable[Data], metric: str = "avg",
                  k: SupportsIndex | None = None, *, w: Iterable[Real] | None = None, tau: Real | None = None,
                  weights: Iterable[Real] | None = None, confidence: Real = 0.95,
                  clusters: Iterable[Labels] | None = None, ragged: bool = False) -> Difference:  # fmt: skip
    """Two models on the same benchmarks: (difference, se, lo, hi) of the weighted means; see suite and compare."""
    from ._intervals.suites import suite_interval

    both = {"runs_a": runs_a, "runs_b": runs_b}
    return suite_interval(both, Difference, metric, k, w, tau, weights, confidence, clusters, ragged)


def enough(R: Data, half_width: Real, metric: str = "avg", k: SupportsIndex | None = None, *,
           w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
           confidence: Real = 0.95, questions: str = "new", ragged: bool = False) -> int:  # fmt: skip
    """How many questions, or with questions="these" how many trials of each, make (hi - lo) / 2 at most `half_width`.

    It is the least number for which the interval would be short enough if the value and the variance of a question,
    or of a trial, stayed what R says they are; if R suffices, it is the number in R. New data vary: about half of them
    need more. (A few questions that are only repeated vary less, and fewer repeats suffice.) `half_width` is at most
    half the range of the metric.

    >>> enough([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]], 0.1)
    40
    """
    from ._intervals.plan import size_needed

    real(half_width, "half_width", "a positive number")  # before a k in place of the metric is refused
    return size_needed(R, half_width, Metric(metric, k, w, tau, weights, ragged), confidence, questions)


def enough_to_decide(R_a: Data, R_b: Data, margin: Real = 0, metric: str = "avg",
                     k: SupportsIndex | None = None, *, power: Real = 0.8, w: Iterable[Real] | None = None,
                     tau: Real | None = None, weights: Iterable[Real] | None = None, confidence: Real = 0.95,
                     questions: str = "new", ragged: bool = False) -> int:  # fmt: skip
    """How many questions, or trials of each, decide whether a's metric less b's is above or below `margin`.

    With this many, the interval of compare excludes the margin with the probability `power`, in [0.5, 1), if the true
    difference is the observed one. If the data suffice, the result is the number in the data.

    >>> A = [[1]] * 20 + [[0]] * 30
    >>> B = [[0]] * 8 + [[1]] * 17 + [[0]] * 25
    >>> enough_to_decide(A, B)
    581
    """
    from ._intervals.plan import size_to_decide

    real(margin, "margin")
    asked = Metric(metric, k, w, tau, weights, ragged)
    return size_to_decide((R_a, R_b), margin, asked, power, confidence, questions)


def beyond(R: Outcomes, k: SupportsIndex, metric: str = "pass_at_k", *, confidence: Real = 0.95,
           clusters: Labels = None) -> tuple[float, float]:  # fmt: skip
    """Bounds (lo, hi) of Pass@k or Pass^k ("pass_hat_k") for more trials than there are: k > N.

    They are meant to hold the truth for new questions with the probability `confidence`, whatever the rates of the
    questions are. N trials say no more: no value between the bounds is likelier than another. They are close if k is
    little above N, and far apart if many unsolved questions may yet be solved. All questions must have the same N.

    >>> R = [[0] * 8] * 40 + [[0] * 7 + [1]] * 20 + [[0, 1] * 4] * 20 + [[1] * 8] * 20
    >>> beyond(R, 9), beyond(R, 16)
    ((0.49043281165489533, 0.7357601638701925), (0.4970661321286249, 0.8782915288790112))
    """
    from ._intervals.beyond import bounds_beyond

    return bounds_beyond(R, k, metric, confidence, clusters)
