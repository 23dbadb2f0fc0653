"""What is spent for each solved question.

The value is the mean of c_q divided by the mean of s_q, where c_q and s_q are the mean cost and the mean outcome of the
trials of question q. A number theta is in its interval if the interval of the mean of z_q = c_q - theta s_q contains 0.
For costs from l to H, z_q is from l - theta to H.

The variance of z_q is quadratic in theta, so sums of squares and products suffice. The ends are roots of polynomials of
degree six or more. So they are not computed by a formula: whether theta is in the interval is decided for one theta
after another, from the value outwards. Mapped to [0, 1], z_q = 0 is p = (theta - l)/W, with W = H - l + theta.

The lower end is l if, at theta = l, the interval of the mean begins at the least z_q that is possible. For theta a
little above l, the interval begins above the least z_q by something of the order of (theta - l)**2. But 0 is above the
least z_q by theta - l, which is more, so the interval contains 0.

As theta grows, z_q / theta becomes -s_q. There is no upper end if the interval of the mean of -s_q ends at 0, the
greatest value. For a large theta, the interval of z_q / theta ends below its greatest value, H / theta, by something of
the order of 1 / theta**2. But 0 is below this value by H / theta, which is more, so the interval contains 0.
"""

from __future__ import annotations

from .._arguments import common_denominator, exact_numbers, is_scores, items, real, same_index, shown
from .._credit.selected import earnings
from .._numbers import affordable, dot, minus, nearest, nearest_sqrt
from .._numbers.fixed import Fixed, nearest_of
from .._numbers.roots import root
from .._scores import cell_rows, check_shapes
from . import by_rows, check_clusters, cluster_labels
from .results import Interval
from .sample import Values, new_questions, these_of_sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence, Union

    from .._types import Ratio, Real
    from . import Asked
    from .sample import Clusters, NewQuestions, TheseQuestions, ValueSums

    Products = tuple[int, int, int]  # the sums of x**2, of x y and of y**2
    Limits = Union[Sequence[Real], None]

_INF = float("inf")
_EDGE = 1200  # doubles other than 0 are between 2**-_EDGE and 2**_EDGE


def cost_interval(C: Any, R: Any, limits: Limits, asked: Asked) -> Interval:
    """Return (value, se, lo, hi) of the cost of a solved question."""
    check_clusters(R, asked.questions, "R", asked.clusters)
    costs = Spending(by_rows(C, "C"), by_rows(R, "R"), limits, asked)
    costs.vary(asked.questions, cluster_labels(asked.clusters, costs.spent.M))
    if not costs.top and not costs.spent.total:
        return Interval(0.0, 0.0, 0.0, _INF)
    return Interval(*costs.value_and_error(), *(costs.end(asked.level, is_upper) for is_upper in (False, True)))


def mean_cost(C: Any, R: Any, asked: Asked) -> Ratio:
    """Return the mean cost over the mean outcome, as a ratio."""
    costs = Spending(C, R, None, asked)
    if not costs.solved.total:
        raise ValueError("R must have a success: without one a solve costs inf, as in confidence")
    return costs.spent.total, costs.solved.total


class Spending:
    """The costs and outcomes of a model: the means c_q and s_q of each question q, over one denominator D.

    spent, solved  the c_q, and the s_q
    low, top       l and H, the least and the greatest cost, in units of 1/D. Without limits, l is 0, and H is the
                   dearest trial for these questions, twice the greatest c_q for new ones
    """

    def __init__(self, C: Any, R: Any, limits: Limits, asked: Asked) -> None:
        same_index(("C", C), ("R", R))
        solved, e = _solve_rewards(R, asked)
        self.limits = _limits(limits)
        costs, d = _costs(C, self.limits)
        check_shapes(solved, costs, ("R", "C"))
        L = common_denominator("R, with this many different N,", set(map(len, costs)), len(costs))
        (low, g), (top, f) = self.limits or ((0, 1), (0, 1))
        self.scale = d * e * g * f  # of a trial
        self.D = self.scale * L
        self.low, self.top = low * (self.D // g), top * (self.D // f)
        self.trials = [
            ([x * e * g * f for x in row], [y * d * g * f for y in earned]) for row, earned in zip(costs, solved)
        ]
        self.means = [(sum(row) * (L // len(row)), sum(earned) * (L // len(row))) for row, earned in self.trials]
        self.spent, self.solved = (Values((0, 1, 1), list(x), self.D) for x in zip(*self.means))
        if not self.spent.total and not self.solved.total:
            raise ValueError("C or R must have a number above 0: nothing was spent, and nothing solved")

    def vary(self, questions: str, clusters: Clusters) -> None:
        """Sum up how much costs and outcomes vary: the variances of both, and their covariance."""
        if questions == "these":
            self.parts = _parts_of_these(self.trials)
            dearest = max([max(row) for row, _ in self.trials]) * (self.D // self.scale)
        else:
            x, y = (one.over(self.D, clusters) for one in (self.spent, self.solved))
            self.B = x.B
            self.variances = _covariances(x, y, clusters), _covariances(x, y, None) if clusters else None
            dearest = 2 * max(x.values)
        self.questions, self.top = questions, self.top if self.limits else dearest
        bits = self.D.bit_length() + self.top.bit_length()
        affordable("C, or R,", 2000 * (1 + bits // 8192), bits)

    def sample(self, n: int, m: int) -> NewQuestions | TheseQuestions:
        """Return the sample of cost - theta * outcome for theta = n/m; for n/m = 1/0, return the sample of -outcome."""
        scale = m or 1
        bounds = self.low * m - n * self.D, self.top * m, scale * self.D
        if self.questions == "these":
            d, sums = scale * self.scale, []
            for N, number, x, y, squares, of_trials in self.parts:
                square = _square(squares, m, n)
                pairs = (square - _square(of_trials, m, n), N * (N - 1) * d * d) if N > 1 else None
                part: ValueSums = N, number, m * x - n * y, square, N * d, pairs
                sums.append(part)
            return these_of_sums(bounds, 1, sums)
        M, mean = self.spent.M, m * self.spent.total - n * self.solved.total
        S, S_1 = (sums and (_square(sums[0], m, n), sums[1] * scale**2) for sums in self.variances)
        return new_questions(bounds, (mean, M * scale * self.D), M, S, S_1, self.B)

    def at(self, n: int, m: int) -> tuple[NewQuestions | TheseQuestions, Ratio]:
        """Return (sample of cost - theta * outcome for theta = n/m, scaled to [0, 1]; p, where 0 is on this scale)."""
        low = n * self.D - self.low * m
        return self.sample(n, m), (low, self.top * m + low)

    def value_and_error(self) -> tuple[float, float]:
        n, m = self.spent.total, self.solved.total
        if not m:
            return _INF, _INF
        sample = self.sample(n, m)
        (v, d), (low, high, scale) = sample.variance, sample.bounds  # of the mean of c - theta s
        square, d = v * (high - low) ** 2, d * scale * scale
        return nearest(n, m), nearest_sqrt(square * (self.spent.M * self.D) ** 2, d * m * m)

    def _height(self, theta: Ratio, level: Ratio, is_upper: bool, bits: int) -> Fixed:
        """Return a number that rises through 0 where theta is the lower end or, if `is_upper`, the upper end."""
        sample, (n, d) = self.at(*theta)
        return sample.mirrored().margin((d - n, d), level, bits) if is_upper else -sample.margin((n, d), level, bits)

    def end(self, level: Ratio, is_upper: bool) -> float:
        """Return the lower end of the interval of theta or, if `is_upper`, the upper end."""

        def is_outside(theta: Ratio) -> bool:
            sample, zero = self.at(*theta)
            return sample.clears(zero, level, is_upper)

        def is_below(e: int) -> bool:
            """Whether 2**e is below the end."""
            n, d = theta = (1 << e, 1) if e >= 0 else (1, 1 << -e)
            return n * self.D <= self.low * d or is_outside(theta) != is_upper

        n, m = self.spent.total, self.solved.total
        if is_upper and (not m or not is_outside((1, 0))):
            return _INF
        if not is_upper and not is_outside((self.low, self.D)):
            return nearest(self.low, self.D)
        e = (n if n and m else self.top).bit_length() - (m if n and m else self.D).bit_length()
        while e > -_EDGE and not is_below(e):
            e -= 1
        while e < _EDGE and is_below(e + 1):
            e += 1
        if abs(e) >= _EDGE:
            return _INF if e > 0 else 0.0

        def theta_at(bits: int) -> Fixed:
            at = max(bits - e, 0)
            low = 1 << e + at
            least = max(low, -(-self.low << at) // self.D)
            return root(lambda x: self._height((x.lo, 1 << at), level, is_upper, bits), least, 2 * low, at)

        return nearest_of(theta_at)


def _covariances(x: Values, y: Values, clusters: Clusters) -> tuple[list[int], int] | None:
    """Return ([variance of x, covariance of x and y, variance of y], their denominator); None if nothing varies."""
    ratios = [one.covariance(other, clusters) for one, other in ((x, x), (x, y), (y, y))]
    known = [one for one in ratios if one]
    return ([n for n, _ in known], known[0][1]) if known else None


def _products(x: Sequence[int], y: Sequence[int]) -> Products:
    return dot(x, x), dot(x, y), dot(y, y)


def _square(sums: Sequence[int], m: int, n: int) -> int:
    """Return the sum of (m x - n y)**2, from those of x**2, x y and y**2."""
    return m * m * sums[0] - 2 * m * n * sums[1] + n * n * sums[2]


def _limits(limits: Any) -> tuple[Ratio, Ratio] | None:
    if limits is None:
        return None
    found = items(limits, "limits")
    wanted = "limits must be (l, h), the least and the greatest cost that there can be"
    if found is None or len(found) != 2:
        raise ValueError(f"{wanted}; got {shown(limits) if found is None else f'{len(found)} of them'}")
    low, high = (real(x, f"limits[{i}]", "a finite real number >= 0", lambda n, _: n >= 0) for i, x in enumerate(found))
    if high[0] <= 0 or minus(high, low)[0] < 0:
        raise ValueError(f"{wanted}, with l <= h and h > 0; got ({shown(found[0])}, {shown(found[1])})")
    return low, high


def _costs(C: Any, limits: tuple[Ratio, Ratio] | None) -> tuple[list[list[int]], int]:
    """Return (costs as integers, their common denominator). Refuse costs outside the limits."""
    rows, is_flat = cell_rows(C.rows if is_scores(C) else C, "C", "costs")
    flat = [x for row in rows for x in row]
    place = "C[{1}]" if is_flat else "C[{0}][{1}]"
    wanted = "a finite real number >= 0"
    if not flat:
        return [], 1
    if limits:
        wanted += f" within limits, from {nearest(*limits[0])!r} to {nearest(*limits[1])!r}"
    (low, g), high = limits or ((0, 1), None)

    def holds(n: int, d: int) -> bool:
        return n * g >= low * d and (high is None or n * high[1] <= high[0] * d)

    try:
        numbers, d = exact_numbers(flat, "C")
        least, most = min(numbers), max(numbers)
        is_right = holds(least, d) and holds(most, d)
    except ValueError:
        is_right = False
    if not is_right:
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                missing = "; leave out trials without a cost, in both" if repr(x) in ("None", "nan") else ""
                real(x, place.format(i, j), wanted + missing, holds)
        numbers, d = exact_numbers(flat, "C")  # which says what is beyond the limit
    rest = iter(numbers)
    return [[n for _, n in zip(row, rest)] for row in rows], d


def _solve_rewards(R: Any, asked: Asked) -> tuple[list[list[int]], int]:
    """Return (what each trial earned, from 0 to 1, as integers; their common denominator)."""
    weights, whole = asked.weights or ([0, 1], 1)
    if min(weights) < 0 or max(weights) > whole:
        raise ValueError("w must be within [0, 1]: what a trial earns is a share of a solve")
    (low, high, scale), d, rows = earnings(R, asked.weights, asked.hint, asked.ragged, "R", "cost")
    if low < 0 or high > scale:
        raise ValueError(f"R must be Scores within [0, 1]; got [{shown(R.low)}, {shown(R.high)}]")
    return rows, d


def _parts_of_these(trials: list[tuple[list[int], list[int]]]) -> list[tuple[int, int, int, int, Products, Products]]:
    """Return (N, questions, sum of costs, sum of outcomes, products of totals, products of trials) for each N.

    All are sums over the questions with N trials. A total is the cost, or the outcome, of all trials of a question. A
    product is cost**2, cost * outcome or outcome**2.
    """
    groups: dict[int, list[tuple[list[int], list[int]]]] = {}
    for pair in trials:
        groups.setdefault(len(pair[0]), []).append(pair)
    found = []
    for N, pairs in groups.items():
        x, y = ([sum(pair[i]) for pair in pairs] for i in (0, 1))
        of_trials = _products(*([n for pair in pairs for n in pair[i]] for i in (0, 1)))
        found.append((N, len(pairs), sum(x), sum(y), _products(x, y), of_trials))
    return found
