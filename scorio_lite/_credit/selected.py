"""The best of k real scores, and what a selector earns: it picks one of k trials by scores of its own."""

from __future__ import annotations

from .._arguments import flag, integral, is_scores, is_tally, other_outcomes, real, same_index
from .._numbers import affordable, dot
from .._outcomes import emptiness
from .._outcomes.reader import OutcomeReader
from .._scores import cell_rows, check_shapes
from . import draws, subset_mean
from .graded import class_rewards
from .ordered import OrderedMeasure, by_score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .._scores import Scores
    from .._types import Index, Parts, Ratio, Weights


class RowMeasure(OrderedMeasure):
    """The measure (see `_credit`) of the best of k real scores, or of what a selector picks.

    A question's key is its row index. `data` is Scores or Selected. For k = 1, neither the order nor ties matter.
    """

    def __init__(self, data: Any, k: Index, name: str = "R") -> None:
        lengths = data.lengths()
        if not lengths:
            raise emptiness(name, "the Scores are empty")
        k = draws(k, lengths)
        if k > 1:  # k = 1 takes no binomials
            longest = max(lengths)
            affordable("k", longest * len(lengths), min(longest, k * longest.bit_length()))
        self.data = data
        if k == 1:
            self.sums, d = data.sums()
        elif is_scores(data):
            rows, d = data.numerators()
            self.row = [(range(1, len(row) + 1), sorted(row), 1, ()) for row in rows].__getitem__
        else:
            self.row, d = data.rows.__getitem__, data.d
        super().__init__(k, _range_of(data) if is_scores(data) else data.bounds, d)
        if d >> 1024:
            affordable("R", len(lengths) * d.bit_length() // 256, d.bit_length())  # products of two sums

    def parts(self, data: Any) -> Parts:
        parts: Parts = {}
        for q, N in enumerate(data.lengths()):
            parts.setdefault(N, {})[q] = 1
        return parts

    def values(self, trials: int, keys: list[int]) -> tuple[list[int], int]:
        if self.k == 1:
            return [self.sums[q] for q in keys], trials * self.d
        return super().values(trials, keys)

    def pairs(self, trials: int, questions: dict[int, int], earned: Ratio) -> Ratio:
        if self.k > 1:
            return super().pairs(trials, questions, earned)
        # y_q is (T**2 - Q)/(N (N-1)): two trials are drawn
        rows = list(self.data.numerators()[0])
        squares = sum([self.sums[q] ** 2 - dot(rows[q], rows[q]) for q in questions])
        return squares, trials * (trials - 1) * self.d**2


class Selected:
    """What the trials of each question earn, and how a selector's scores order these trials.

    bounds  (low, high, scale): a trial earns from low/scale to high/scale
    earned  for each question what its trials earn, as integers in units of 1/d, with one d for all
    rows    the OrderedRow of each question, with a group for each different score of the selector
    """

    def __init__(
        self, R: Any, S: Any, weights: Weights | None, hint: str, ragged: bool, names: tuple[str, str] = ("R", "S")
    ) -> None:
        same_index((names[0], R), (names[1], S))
        self.bounds, self.d, self.earned = earnings(R, weights, hint, ragged, names[0], "score")
        scores, is_flat = cell_rows(S, names[1], "scores")
        check_shapes(self.earned, scores, names)
        places = [names[1] if is_flat else f"{names[1]}[{i}]" for i in range(len(scores))]
        self.rows = [by_score(*row) for row in zip(self.earned, scores, places)]

    def lengths(self) -> list[int]:
        return list(map(len, self.earned))

    def numerators(self) -> tuple[list[list[int]], int]:
        return self.earned, self.d

    def sums(self) -> tuple[list[int], int]:
        return list(map(sum, self.earned)), self.d


def earnings(
    R: Any, weights: Weights | None, hint: str, ragged: bool, name: str, beside: str
) -> tuple[tuple[int, int, int], int, list[list[int]]]:
    """Return ((low, high, scale), d, what each trial of each question earns in units of 1/d).

    A trial earns from low/scale to high/scale. `hint` ends an error about outcomes. Raise ValueError if R is a tally,
    since it has lost which trial is which. The error says that each trial has its own `beside`, such as "score".
    """
    if is_scores(R):
        if weights:
            raise ValueError("w must not be given with Scores")
        if not len(R):
            raise emptiness(name, "the Scores are empty")
        rows, d = R.numerators()
        return _range_of(R), d, list(rows)
    if is_tally(R):
        why = f"a tally has lost which trial is which, and each has its own {beside}"
        raise ValueError(f"{name} must be a matrix: {why}")
    rewards, d = weights or ([0, 1], 1)
    reader = OutcomeReader(name, len(rewards) - 1, hint, ragged)
    matrix = reader.matrix(R)
    reader.vectors(matrix)
    try:
        earned = [list(map(rewards.__getitem__, row)) for row in matrix]
    except TypeError:  # outcomes such as 1.0
        earned = [[rewards[integral(j) or 0] for j in row] for row in matrix]
    return (min(rewards), max(rewards), d), d, earned


def _range_of(scores: Scores) -> tuple[int, int, int]:
    (n, d), (m, e) = real(scores.low, "low"), real(scores.high, "high")
    return n * e, m * d, d * e


def mean_picked(R: Any, S: Any, k: Index, w: Iterable[Any] | None, ragged: bool) -> Ratio:
    """Return the value of best_of_k as a ratio: the mean reward in R of the trial that a selector's scores S pick."""
    weights = None if w is None else class_rewards(w)
    return mean_of_rows(Selected(R, S, weights, other_outcomes(w, weights), flag(ragged, "ragged")), k)


def mean_of_rows(data: Any, k: Index) -> Ratio:
    """Return a ratio: the mean over questions of what the highest of k trials earns.

    `data` is Scores, where a trial earns its score, or Selected, where a selector's score says which trial is highest.
    """
    measure = RowMeasure(data, k)
    return subset_mean(measure, measure.parts(data))
