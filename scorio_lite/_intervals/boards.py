"""Models on the same questions: the differences of two, and the ranks of many.

For new questions, a difference is one sample of paired differences. If only the trials are random, its variance is the
sum of the variances of both models.

Ranks are decided in steps (Holm 1979). A board of m models has K = m(m-1) ordered pairs. If r of these are decided,
model i beats model j if their difference is above 0 at the confidence 1 - 2 alpha/(K - r). Each step may decide more
pairs, and so allow another step. Then the chance of any false order is at most alpha, which is 1 - confidence.

Of some models only totals are known, with one trial of each question. Two such models a and b may have solved more or
fewer questions in common. If they solve as few in common as possible, they differ on the most questions. Then the mean
difference is the same, and its variance is the largest. So the interval contains the interval for the questions that
they really solve in common.
"""

from __future__ import annotations

from .._arguments import common_denominator, exact_ratio, integral, items_of, same_index, same_range, shown
from .._numbers import affordable, minus, nearest
from .._outcomes import counted
from ..tally import Tally, tally_of
from . import by_rows, count_rows, sample_of, values_of
from .clusters import check_clusters, cluster_labels
from .results import ModelRanks, NamedRanks, Rank
from .sample import NewQuestions, Suite, weighted_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .._types import Index, Ratio
    from . import Asked
    from .sample import Clusters

    Trials = tuple[int, int]  # the trials of a question, and the successes among them


class ModelBoard:
    """Models on the same questions, to be compared in pairs.

    models  each model's sample for "these" questions, or its Values for new questions
    means   the mean of each model
    price   (about how many integers it takes to compare a pair, how many bits each has)
    """

    has_steps = True
    price = 20, 1024
    means: Sequence[Ratio]

    def __init__(self, models: Sequence[Any], asked: Asked, names: Sequence[str]) -> None:
        questions, clusters, self.names = asked.questions, asked.clusters, names
        outcomes = [asked.outcomes_in(R, name) for R, name in zip(models, names)]
        check_alike(outcomes, names, clusters)
        self.models: Sequence[Any]
        if questions == "these":
            if asked.of_picks and len({id(R) for R in outcomes}) < len(outcomes):
                why = "which takes trials as independent; questions='new' pairs selectors of the same trials"
                raise ValueError(f"{' and '.join(names)} must not have the same R for questions='these', {why}")
            self.models = [sample_of(R, asked, name) for R, name in zip(models, names)]
        else:
            for R, name in zip(models, () if asked.of_votes else names):
                _check_matrix(R, name)
            self.models = [values_of(R, asked, name) for R, name in zip(models, names)]
        check_questions([model.M for model in self.models], names)
        self.means = [model.x for model in self.models]
        if questions == "new":
            M = self.models[0].M
            labels = cluster_labels(clusters, M)
            d = common_denominator(asked.limited, [model.d for model in self.models], len(models) * M)
            self.models = [model.over(d, labels) for model in self.models]
            self.price = 20 + M // 64, 1024

    def less(self, i: int, j: int) -> Any:
        """Return the sample of the difference of model i minus model j."""
        return self.models[i].less(self.models[j])

    def in_order(self) -> Iterator[tuple[int, int, Any]]:
        """Yield (i, j, sample of i minus j) for each pair of models in which model i has the greater mean."""
        for i, mean in enumerate(self.means):
            for j, other in enumerate(self.means[:i]):
                n, _ = minus(mean, other)
                if n:
                    better, worse = (i, j) if n > 0 else (j, i)
                    yield better, worse, self.less(better, worse)


class SuiteBoard(ModelBoard):
    """Models on the same benchmarks, to be compared by their weighted means."""

    def __init__(self, boards: Sequence[ModelBoard], weights: Sequence[int]) -> None:
        self.boards, self.weights = boards, weights
        self.means = [weighted_mean(means, weights) for means in zip(*(board.means for board in boards))]
        self.price = 80 * len(boards), 64

    def less(self, i: int, j: int) -> Any:
        return Suite([board.less(i, j) for board in self.boards], self.weights)


def _check_matrix(R: Any, name: str, way_out: str = "; questions='these' takes tallies") -> None:
    if isinstance(R, Tally):
        why = "questions are paired row by row, and a tally has lost which is which"
        raise ValueError(f"{name} must be a matrix for new questions: {why}{way_out}")


def check_questions(numbers: Sequence[int], names: Sequence[str]) -> None:
    for number, name in zip(numbers, names):
        if number != numbers[0]:
            both = f"{names[0]} and {name} must have the same questions"
            raise ValueError(f"{both}; {names[0]} has {numbers[0]}, {name} has {number}")


def success_rows(
    models: Sequence[Any], clusters: Any, names: Sequence[str], ragged: bool = False
) -> tuple[list[list[Trials]], Clusters, list[int] | None]:
    """Return ([[(trials, successes) of each question] of each model], what `cluster_labels` returns, numbers).

    Without clusters, equal questions are listed once, and `numbers` says how often. With clusters, `numbers` is None.
    If `ragged`, questions may differ in their number of trials.
    """
    if len(models) == 1 and clusters is None:
        R = by_rows(models[0], names[0])
        groups = tally_of(R, name=names[0], ragged=ragged or None)._success_groups()
        times = {(N, s): number for N, group in groups.items() for s, number in group.items()}
        return [list(times)], None, list(times.values())
    for R, name in zip(models, names):
        check_clusters(R, "new", name, clusters)
        if len(models) > 1:
            _check_matrix(R, name, "")
    sides = [[(f + s, s) for f, s in count_rows(R, name, None, ragged).counts] for R, name in zip(models, names)]
    check_alike(models, names, clusters)
    check_questions(list(map(len, sides)), names)
    labels = cluster_labels(clusters, len(sides[0]))
    if labels:
        return sides, labels, None
    together = counted(zip(*sides))
    return list(map(list, zip(*together))), None, list(together.values())


def sample_of_models(models: Sequence[Any], asked: Asked, names: Sequence[str]) -> Any:
    """Return the sample of one model, or of the difference of two."""
    return sample_of(models[0], asked, names[0]) if len(models) == 1 else ModelBoard(models, asked, names).less(0, 1)


def check_alike(models: Sequence[Any], names: Sequence[str], clusters: object) -> None:
    """Raise ValueError if models are Scores of different ranges, or if frames and `clusters` differ in their index."""
    for R, name in zip(models, names):
        same_range(models[0], R, f"{names[0]} and {name}")
    same_index(*zip(names, models), ("clusters", clusters))


class Standings:
    """The ranks of the models on a board. The chance of any false order is at most 1 - confidence.

    above     the pairs (i, j) where model i beats model j
    ranks     (best, worst) of each model: 1 + how many models beat it, m - how many of the m models it beats
    level     the confidence at which Holm's steps end: there lo of i minus j is above 0 if and only if i beats j
    """

    def __init__(self, board: ModelBoard, confidence: Ratio) -> None:
        (n, d), m = confidence, len(board.means)
        self.board, K = board, m * (m - 1)
        numbers, bits = board.price
        affordable("models", K // 2 * numbers, bits)

        def level(r: int) -> Ratio:  # 1 - 2 alpha/(K - r); two models have one step; at any time it is 1 - 2 alpha/K
            left = K - r if board.has_steps else K
            return (d * left - 2 * (d - n), d * left) if m > 2 else confidence

        half, first, last = (1, 2), level(0), level(K // 2)  # 1/2 stands for no difference
        pairs = {(i, j): sample for i, j, sample in board.in_order()}
        self.above = {pair for pair, sample in pairs.items() if sample.clears(half, first)}
        has_more = self.above and first != last  # what the last level does not decide, no level does
        rest = {pair for pair in pairs.keys() - self.above if has_more and pairs[pair].clears(half, last)}
        r, self.level = 0, first
        while r < len(self.above):
            r = len(self.above)
            self.level = level(r)
            self.above |= {pair for pair in rest - self.above if pairs[pair].clears(half, self.level)}
        best, worst = [1] * m, [m] * m
        for i, j in self.above:
            best[j] += 1
            worst[i] -= 1
        self.ranks = [Rank(*pair) for pair in zip(best, worst)]

    def of(self, models: Any) -> ModelRanks | NamedRanks:
        return NamedRanks(zip(models, self.ranks)) if _has_names(models) else ModelRanks(self.ranks)


def _has_names(models: Any) -> bool:
    return hasattr(models, "keys") and callable(getattr(models, "values", None))  # a frame's values are no method


def several(models: Any, name: str, wanted: str) -> tuple[Sequence[Any], list[str]]:
    """Return (list of models, their names in errors). Raise ValueError for fewer than two."""
    given = list(models.values()) if _has_names(models) else models
    listed = items_of(given, name, f"a sequence, or a dictionary by name, with {wanted}")
    if len(listed) < 2:
        raise ValueError(f"{name} must have at least two models to compare; got {len(listed)}")
    names = [f"{name}[{shown(key)}]" for key in (models if _has_names(models) else range(len(listed)))]
    return listed, names if len({*names}) == len(names) else [f"{name}[{i}]" for i in range(len(names))]


_MOST_QUESTIONS = 10**9  # as many degrees of freedom as quantiles are made for


class TotalsBoard(ModelBoard):
    """Models with known totals only: how many of the same M questions each model solved."""

    def __init__(self, totals: Sequence[Any], M: Index, names: Sequence[str]) -> None:
        number = integral(M)
        if number is None or not 1 <= number <= _MOST_QUESTIONS:
            raise ValueError(f"M must be an integer in 1 to {_MOST_QUESTIONS}, the number of questions; got {shown(M)}")
        self.means = [(_solved(total, number, name), number) for total, name in zip(totals, names)]

    def less(self, i: int, j: int) -> NewQuestions:
        """Return the sample of model i minus model j, as if they solve as few questions in common as possible."""
        (a, M), (b, _) = self.means[i], self.means[j]
        differ = a + b - 2 * max(0, a + b - M)  # the questions that only one of both solved
        S = (M * differ - (a - b) ** 2, 4 * (M - 1)) if M > 1 else None  # the 4 maps [-1, 1] to [0, 1]
        return NewQuestions((-1, 1, 1), (M + a - b, 2 * M), M, S)


def _solved(total: Any, M: int, name: str) -> int:
    number = integral(total)
    if number is not None and 0 <= number <= M:
        return number
    (n, d), way_out = exact_ratio(total) or (0, 1), ""
    if 0 < n < d:  # a share of the questions
        few = n * M // d
        way_out = f"; {few} of {M} is {nearest(few, M):.6g}, and {few + 1} is {nearest(few + 1, M):.6g}"
    raise ValueError(f"{name} must be a whole number of questions, 0 to {M}; got {shown(total)}{way_out}")
