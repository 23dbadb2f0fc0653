"""The types that functions share, each with one name. They are for type checkers: nothing runs this module."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction
    from typing import Any, Hashable, Iterable, Literal, Optional, Sequence, SupportsIndex, Union

    from ._scores import Scores
    from .tally import Tally

    # What callers give
    Index = SupportsIndex
    Real = Union[int, float, Fraction, Decimal]
    Bounds = Optional[Sequence[Real]]
    Rewards = Optional[Iterable[Real]]  # w, a reward for each class
    Outcomes = Union[Tally, Iterable[Any]]  # R
    Prior = Optional[Iterable[Any]]  # R0
    Level = Optional[Real]  # of a quantile
    Models = Iterable[Union[Outcomes, Scores]]
    NewOrThese = Literal["new", "these"]
    ClusterLabels = Optional[Iterable[Hashable]]

    # What callers get
    PosteriorSummary = tuple[float, float, float, float]  # (mu, sigma, lo, hi)
    ExactMoments = tuple[Fraction, Fraction]  # mean and variance
    RankList = list[float]
    RankPair = tuple[list[float], list[float]]
    Ranks = Union[RankList, RankPair]
    Yes = Literal[True]
    No = Literal[False]

    # Exact numbers
    Ratio = tuple[int, int]  # (n, d) with d > 0: the number n/d, not necessarily in lowest terms
    Weights = tuple[list[int], int]  # the numerators, over one denominator
    Clip = Optional[tuple[float, float]]

    # Outcomes as counts
    ClassCounts = tuple[int, ...]  # how often each class 0, 1, 2, ... occurred
    Cell = tuple[ClassCounts, ClassCounts]  # of a question's trials, and of its prior outcomes (empty if it has none)
    CellCounts = dict[Cell, int]  # {cell: number of questions}
    Columns = tuple[int, Any]  # (N, array): a row for each class above 0, how often each question has it
    Parts = dict[int, dict[Any, int]]  # {N: {key: number of questions}}; the key of 0/1 outcomes is the successes
    TallyParts = tuple[Optional[CellCounts], Optional[Parts], Optional[Columns]]  # one of these; the others are None
    RowKey = Union[int, str, ClassCounts]  # what rows of equal counts share
    VoteCounts = tuple[ClassCounts, ClassCounts, int]  # times of each right answer, each wrong answer, no answer
    ScoreRow = tuple[Any, ...]  # ints, floats, Fractions and Decimals

    # What k draws earn
    # Of a question's groups of tied trials, lowest first: (U of each, T/t of each times e, e, ties). A tie is
    # (U, rewards) of a group whose trials differ. See OrderedMeasure
    OrderedRow = tuple[Sequence[int], list[int], int, Sequence[tuple[int, list[int]]]]
    ValueSums = tuple[int, int, int, int, int, Optional[Ratio]]  # see `value_sums`
    Earned = tuple[int, int, int, int, int, int]  # see `earned_sums`
    Moments = tuple[list[int], int]  # numerators, one a posterior, over a denominator
    Powers = tuple[Ratio, Ratio]
    TiedGroups = list[list[int]]  # indices of the scores, tied ones together, the best first

    # The spellings of metrics with intervals
    PassName = Literal["pass_at_k", "pass", "Pass@k", "pass@k"]
    PassHatName = Literal["pass_hat_k", "unanimous_at_k", "g_pass_at_k", "pass_hat", "Pass^k", "pass^k"]
    VoteName = Literal["maj_at_k", "maj", "Maj@k", "maj@k", "cons_at_k", "cons", "cons@k"]
    GPassName = Literal["g_pass_at_k_tau", "mg_pass_at_k", "mg_pass", "mG-Pass@k", "mg-pass@k"]
    AreaName = Literal["auc_at_k", "auc", "AUC@k", "auc@k", "threshold_spectrum_at_k"]
    RewardName = Literal["avg", "avg@N", "avg@n", "max_at_k", "max", "Max@k", "max@k", "best_of_k", "best-of-k"]
    # Names with a number in the place of k: checkers know some of them
    NumberedName = Literal["pass@1", "pass@2", "pass@3", "pass@4", "pass@5", "pass@8", "pass@10", "pass@16", "pass@32"]
    NumberedHatName = Literal[
        "pass^1", "pass^2", "pass^3", "pass^4", "pass^5", "pass^8", "pass^10", "pass^16", "pass^32"
    ]
    MetricName = Union[PassName, PassHatName, VoteName, GPassName, AreaName, RewardName, NumberedName, NumberedHatName]
