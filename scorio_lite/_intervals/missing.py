"""Missing trials: bounds that hold for whatever reason trials are missing.

Each question has a low end, its value if every missing trial failed, and a high end, its value if every missing trial
succeeded. No metric falls if a trial turns from failed to solved, so the true value is between both ends.

The low ends of the questions are a sample of the low ends of all questions of this kind. The mean of all low ends is at
most the true value. So if the sample's interval contains this mean, it begins at or below the true value, whatever hid
the trials. Likewise, the interval of the high ends gives the upper end.
"""

from __future__ import annotations

from .._arguments import MOST_ITEMS, is_missing, is_scores, is_votes, items, shown
from .._outcomes.reader import OutcomeReader
from ..tally import Tally
from . import CountRows, by_rows, sample_of
from .boards import ModelBoard, check_alike
from .clusters import check_clusters
from .results import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence

    from .._types import Ratio
    from . import Asked
    from .formula import EffectiveSample

    Bounded = tuple[float, float, float, float]  # (low, high, lo, hi)


def bounds_of_value(R: Iterable[Any], asked: Asked) -> Bounded:
    """Return (low, high, lo, hi) of R, with None for missing trials: bounds of its value, and of its interval."""
    check_clusters(R, asked.questions, "R", asked.clusters)
    ends = completed(R, asked, "R")
    most = max(len(ends[0].counts), MOST_ITEMS)
    asked.clusters = items(asked.clusters, "clusters", most) or asked.clusters  # a list, as both ends ask for it
    failed, solved = (sample_of(rows, asked).interval(asked.level, Interval) for rows in ends)
    return failed.value, solved.value, failed.lo, solved.hi


class EndsBoard(ModelBoard):
    """Models with missing trials. `board` has all models with missing trials failed, then all with them solved."""

    def __init__(self, board: ModelBoard) -> None:
        self.less, self.ends, self.price = board.less, board.means, board.price  # type: ignore[method-assign]
        self.count = len(board.means) // 2
        self.means = board.means[: self.count]

    def bounds(self, level: Ratio) -> Bounded:
        """Return (low, high, lo, hi) of the first model minus the second: bounds of its value, and of its interval."""
        # 0 and 1 are a and b failed, 2 and 3 solved
        low, high = (sample.interval(level, Interval) for sample in (self.less(0, 3), self.less(2, 1)))
        return low.value, high.value, low.lo, high.hi

    def in_order(self) -> Iterator[tuple[int, int, EffectiveSample]]:
        """Yield (i, j, sample of i minus j) if i with missing trials failed is above j with missing trials solved."""
        for i, (n, d) in enumerate(self.means):
            for j, (m, e) in enumerate(self.ends[self.count :]):
                if i != j and n * e > m * d:
                    yield i, j, self.less(i, self.count + j)


def bounded_board(models: Sequence[Any], asked: Asked, names: Sequence[str]) -> EndsBoard:
    """Return the board of models, which are matrices with None for each missing trial."""
    for R, name in zip(models, names):
        check_clusters(R, asked.questions, name, asked.clusters)
    check_alike(models, names, asked.clusters)
    failed, solved = zip(*[completed(R, asked, name) for R, name in zip(models, names)])
    return EndsBoard(ModelBoard([*failed, *solved], asked, [*names, *names]))


def completed(R: Any, asked: Asked, name: str) -> list[CountRows]:
    """Return two CountRows of the questions: with all missing trials failed, and with all missing trials solved.

    A failed trial has the class of the least weight, and a solved trial has the class of the greatest.
    """
    if asked.of_votes or asked.of_picks:
        why = "any answer may have been given" if asked.of_votes else "a missing trial may have any score"
        raise ValueError(f"metric must not be {asked.known.name} with missing trials: {why}")
    if asked.ragged:
        raise ValueError("ragged must not be True with missing trials: a row has all its trials, None if missing")
    if isinstance(R, Tally) or is_votes(R) or is_scores(R):
        raise ValueError(f"{name} must be a matrix of outcomes, with None for missing trials; got {shown(R)}")
    rewards = asked.weights[0] if asked.weights else range(2)
    least, greatest = rewards.index(min(rewards)), rewards.index(max(rewards))
    reader = OutcomeReader(name, asked.highest, asked.hint)
    reader.longer = "; None stands for a missing trial"
    rows = reader.matrix(by_rows(R, name))
    gaps = [[type(x) is not int and is_missing(x) for x in row] for row in rows]
    filled = [[least if gone else x for x, gone in zip(*pair)] if any(pair[1]) else pair[0] for pair in zip(rows, gaps)]
    ends = list(zip(reader.vectors(filled), map(sum, gaps)))
    solved = {}
    for counts, missing in set(ends):
        vector = [*counts, *[0] * (len(rewards) - len(counts))]
        vector[least] -= missing
        vector[greatest] += missing
        solved[counts, missing] = tuple(vector)
    return [CountRows(counts for counts, _ in ends), CountRows(map(solved.__getitem__, ends))]
