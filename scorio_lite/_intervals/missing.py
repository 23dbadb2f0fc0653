"""Missing trials: bounds that hold for whatever reason trials are missing.

Each question has a low end, its value if every missing trial failed, and a high end, its value if every missing trial
succeeded. No metric falls if a trial turns from failed to solved, so the true value is between both ends.

The low ends of the questions are a sample of the low ends of all questions of this kind, whose mean is at most the true
value. So if the interval of the sample holds this mean, it begins at or below the true value, whatever hid the trials.
Likewise, the interval of the high ends gives the upper end.
"""

from __future__ import annotations

from .._arguments import is_missing, is_scores, is_votes, shown
from .._outcomes import PACKED, counted
from .._outcomes.reader import OutcomeReader
from ..tally import Tally
from . import CountRows, by_rows, check_clusters, cluster_labels, rows_of, sample_of
from .boards import ModelBoard, check_alike
from .results import Difference, Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Sequence

    from .._types import ClassCounts, Ratio
    from . import Asked
    from .formula import EffectiveSample

    Bounded = tuple[float, float, float, float]  # (low, high, lo, hi)


def bounds_of_value(R: Iterable[Any], asked: Asked) -> Bounded:
    """Return (low, high, lo, hi): bounds of the value, and of its interval, whatever hid the missing trials."""
    check_clusters(R, asked.questions, "R", asked.clusters)
    given = Completed(R, asked, "R")
    labels, ends = cluster_labels(asked.clusters, len(given.counts)), (False, True)
    if asked.clusters is None:
        samples = [sample_of(given.tally(end), asked) for end in ends]
    else:
        samples = [rows_of(given.rows(end), asked, "R").grouped(labels).sample() for end in ends]
    failed, solved = (sample.interval(asked.level, Interval) for sample in samples)
    return failed.value, solved.value, failed.lo, solved.hi


class EndsBoard(ModelBoard):
    """Models on the same questions, each given twice: with its missing trials failed, and with them solved."""

    def __init__(self, failed: Sequence[Any], solved: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        super().__init__([*failed, *solved], asked, [*names, *names])
        self.solved, self.models = self.models[len(failed) :], self.models[: len(failed)]

    def less(self, i: int, j: int) -> Any:
        """Return the sample of the least difference: model i with missing trials failed, minus j with them solved."""
        one: Any = self.models[i]
        return one.less(self.solved[j])

    def most(self, i: int, j: int) -> Any:
        one: Any = self.solved[i]
        return one.less(self.models[j])

    def bounds(self, i: int, j: int, level: Ratio) -> Bounded:
        """Return (low, high, lo, hi): bounds of model i minus model j, and of its interval."""
        low, high = (sample.interval(level, Difference) for sample in (self.less(i, j), self.most(i, j)))
        return low.value, high.value, low.lo, high.hi

    def in_order(self) -> Iterator[tuple[int, int, EffectiveSample]]:
        m = len(self.models)
        for i in range(m):
            for j in range(m):
                (n, d), (k, e) = self.models[i].x, self.solved[j].x
                if i != j and n * e > k * d:
                    yield i, j, self.less(i, j)


class BoundedBoard(EndsBoard):
    """Models on the same questions, given as matrices with None for missing trials."""

    def __init__(self, models: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        questions, clusters = asked.questions, asked.clusters
        if asked.within:
            raise ValueError("within must not be given with missing='bounds': a missing trial may be outside of it")
        failed, solved = [], []
        for R, name in zip(models, names):
            check_clusters(R, questions, name, clusters)
            given = Completed(R, asked, name)
            make: Any = given.rows if questions == "new" else given.tally
            failed.append(make(False))
            solved.append(make(True))
        check_alike(models, names, clusters)
        super().__init__(failed, solved, asked, names)


class Completed:
    """The outcome counts and the number of missing trials of each question, to be completed by failures or successes.

    A missing trial is counted in the class of the least weight, which without weights is the class of failures.
    """

    def __init__(self, R: Any, asked: Asked, name: str) -> None:
        if asked.of_votes or asked.of_picks:
            why = "any answer may have been given" if asked.of_votes else "a missing trial may have any score"
            raise ValueError(f"metric must not be {asked.known.name} with missing trials: {why}")
        if asked.ragged:
            raise ValueError("ragged must not be True with missing trials: a row has all its trials, None if missing")
        if isinstance(R, Tally) or is_votes(R) or is_scores(R):
            raise ValueError(f"{name} must be a matrix of outcomes, with None for missing trials; got {shown(R)}")
        rewards = asked.weights[0] if asked.weights else [0, 1]
        self.least, self.greatest = rewards.index(min(rewards)), rewards.index(max(rewards))
        self.width = len(rewards)
        reader = OutcomeReader(name, asked.highest, asked.hint)
        reader.longer = "None stands for a missing trial"
        rows = [row if type(row) in PACKED else reader.copied(row) for row in reader.rows(by_rows(R, name))]
        try:
            self.counts = reader.vectors(self._moved(rows))
        except (TypeError, ValueError):  # a NaN is in a row, or the place in the error has moved
            self.counts = reader.vectors(self._filled(rows))
        self.times = counted(zip(self.counts, self.missing))

    def _moved(self, rows: list[Any]) -> list[Any]:
        """Return the rows with the class `least`, at their ends, in place of None. Count these in `missing`."""
        self.missing, fill = [row.count(None) if type(row) in (list, tuple) else 0 for row in rows], [self.least]
        return [[x for x in row if x is not None] + fill * n if n else row for row, n in zip(rows, self.missing)]

    def _filled(self, rows: list[Any]) -> list[Any]:
        """Return the rows with the class `least` in place of None, NaN and NA. Count these in `missing`."""
        gaps = [list(map(is_missing, row)) if type(row) in (list, tuple) else [] for row in rows]
        self.missing = list(map(sum, gaps))
        fill = self.least
        return [[fill if gone else x for x, gone in zip(row, its)] if its else row for row, its in zip(rows, gaps)]

    def _of(self, counts: ClassCounts, missing: int, is_solved: bool) -> ClassCounts:
        vector = [*counts, *[0] * (self.width - len(counts))]
        if is_solved:
            vector[self.least] -= missing
            vector[self.greatest] += missing
        return tuple(vector)

    def rows(self, is_solved: bool) -> CountRows:
        made = {(counts, gone): self._of(counts, gone, is_solved) for counts, gone in self.times}
        return CountRows(map(made.__getitem__, zip(self.counts, self.missing)))

    def tally(self, is_solved: bool) -> Tally:
        if self.width > 2:
            return Tally._added(
                ((self._of(counts, gone, is_solved), ()), n) for (counts, gone), n in self.times.items()
            )
        times: dict[int, int] = {}
        step = is_solved * (self.greatest - self.least)
        for ((_, ones), missing), number in self.times.items():
            ones += step * missing
            times[ones] = times.get(ones, 0) + number
        return Tally._of(None, {sum(self.counts[0]): times})
