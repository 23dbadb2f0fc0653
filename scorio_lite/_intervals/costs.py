"""What is spent for each solved question.

The value is the mean of c_q divided by the mean of s_q, where c_q and s_q are the mean cost and the mean outcome of the
trials of question q. A number theta is in the value's interval if the mean of z_q = c_q - theta s_q can be 0: its
interval contains 0. For costs from l to H, z_q is from l - theta to H.

The variance of z_q is quadratic in theta, so sums of squares and products suffice. The ends are roots of polynomials of
degree six or more. So they are not computed by a formula: whether theta is in the interval is decided for one theta
after another, from the value outwards. Mapped to [0, 1], z_q = 0 is p = (theta - l)/W, with W = H - l + theta. The
mean of z_q is then u = (its mean - l + theta)/W, the x of `formula`.

The lower end is l if, at theta = l, the interval of the mean begins at the least z_q that is possible. For theta a
little above l, the interval begins above the least z_q by something of the order of (theta - l)**2. But 0 is above the
least z_q by theta - l, which is more, so the interval contains 0.

As theta grows, z_q / theta becomes -s_q. There is no upper end if the interval of the mean of -s_q ends at 0, the
greatest value. For a large theta, the interval of z_q / theta ends below its greatest value, H / theta, by something of
the order of 1 / theta**2. But 0 is below this value by H / theta, which is more, so the interval contains 0.
"""

from __future__ import annotations

from .._arguments import common_denominator, exact_numbers, is_scores, items_of, real, same_index, shown
from .._credit.selected import earnings
from .._numbers import affordable, dot, find_first, minus, nearest, nearest_sqrt
from .._numbers.fixed import Fixed, nearest_of
from .._numbers.roots import root
from .._scores import cell_rows, check_shapes
from . import by_rows
from .clusters import check_clusters, cluster_labels
from .results import Interval
from .sample import Values, new_questions, these_of_sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence, Union

    from .._types import Ratio, Real, ValueSums
    from . import Asked
    from .sample import Clusters, NewQuestions, TheseQuestions

    Limits = Union[Sequence[Real], None]
    Rows = list[list[int]]

_INF = float("inf")
_EDGE = 1200  # doubles other than 0 are between 2**-_EDGE and 2**_EDGE


def cost_interval(C: Any, R: Any, limits: Limits, asked: Asked) -> Interval:
    check_clusters(R, asked.questions, "R", asked.clusters)
    spending = Spending(by_rows(C, "C"), by_rows(R, "R"), limits, asked)
    spending.vary(asked.questions, cluster_labels(asked.clusters, spending.spent.M))
    if not spending.top and not spending.spent.total:
        return Interval(0.0, 0.0, 0.0, _INF)
    return Interval(*spending.value_and_error(), spending.end(asked.level, False), spending.end(asked.level, True))


def mean_cost(C: Any, R: Any, asked: Asked) -> Ratio:
    """Return the mean cost divided by the mean outcome, as a ratio. Raise ValueError if no trial earns anything."""
    spending = Spending(C, R, None, asked)
    if not spending.solved.total:
        raise ValueError("R must have a success: without one a solve costs inf, as in confidence")
    return spending.spent.total, spending.solved.total


class Spending:
    """The costs and outcomes of a model: the means c_q and s_q of each question q, over one denominator D.

    spent, solved  the Values c_q, and the Values s_q
    low, top       l and H, the least and the greatest cost, in units of 1/D. Without limits, l is 0, and H is
                   the dearest trial for "these" questions, twice the greatest c_q for new ones
    """

    def __init__(self, C: Any, R: Any, limits: Limits, asked: Asked) -> None:
        same_index(("C", C), ("R", R))
        solved, e = _solve_rewards(R, asked)
        costs, (low, top), d = _costs(C, _limits(limits))
        check_shapes(solved, costs, ("R", "C"))
        self.lengths = list(map(len, costs))
        L = common_denominator("R, with this many different N,", set(self.lengths), len(costs))
        self.is_limited, self.D, self.scale = limits is not None, d * e * L, d * e  # the scale is of a trial
        self.low, self.top = low * e * L, top * e * L
        self.costs, self.outcomes = ([[x * n for x in row] for row in rows] for rows, n in ((costs, e), (solved, d)))
        self.spent, self.solved = (
            Values((0, 1, 1), [sum(row) * (L // len(row)) for row in rows], self.D)
            for rows in (self.costs, self.outcomes)
        )
        if not self.spent.total and not self.solved.total:
            raise ValueError("C or R must have a number above 0: nothing was spent, and nothing solved")

    def vary(self, questions: str, clusters: Clusters) -> None:
        """Set the variances of costs and of outcomes, and their covariance. Without limits, set `top`."""
        self.questions, x, y = questions, self.spent.over(self.D, clusters), self.solved.over(self.D, clusters)
        if questions == "these":
            self.sums = [_sums_of_these(self, N) for N in set(self.lengths)]
            dearest = max(map(max, self.costs)) * (self.D // self.scale)
        else:
            self.B, self.variances = x.B, (x.covariances(y, clusters), clusters and x.covariances(y, None))
            dearest = 2 * max(x.values)
        self.top = self.top if self.is_limited else dearest
        bits = self.D.bit_length() + self.top.bit_length()
        affordable("C, or R,", 2000 * (1 + bits // 8192), bits)

    def sample(self, n: int, m: int) -> NewQuestions | TheseQuestions:
        """Return the sample of cost - theta * outcome for theta = n/m; for n/m = 1/0, return the sample of -outcome."""
        scale = m or 1
        bounds = self.low * m - n * self.D, self.top * m, scale * self.D
        if self.questions == "these":
            sums: list[ValueSums] = []
            for N, number, x, y, variance, d in self.sums:
                # Only x_q**2 - y_q matters: it stands as 0 - (minus the estimated variance).
                pairs = (-_square(variance, m, n), d * scale**2) if N > 1 else None
                sums.append((N, number, m * x - n * y, 0, N * scale * self.scale, pairs))
            return these_of_sums(bounds, 1, sums)
        M, mean = self.spent.M, m * self.spent.total - n * self.solved.total
        S, S_1 = (
            ratios and (_square([x for x, _ in ratios], m, n), ratios[0][1] * scale**2) for ratios in self.variances
        )
        return new_questions(bounds, (mean, M * scale * self.D), M, S or None, S_1 or None, self.B)

    def at(self, n: int, m: int) -> tuple[NewQuestions | TheseQuestions, Ratio]:
        """Return (sample of cost - theta * outcome, p) for theta = n/m. In the sample's [0, 1], p stands for 0."""
        p = n * self.D - self.low * m  # theta - l in units of 1/(m D), and W is H + this
        return self.sample(n, m), (p, self.top * m + p)

    def value_and_error(self) -> tuple[float, float]:
        n, m = self.spent.total, self.solved.total
        if not m:
            return _INF, _INF
        sample = self.sample(n, m)
        (v, d), (low, high, scale) = sample.variance, sample.bounds  # of the mean of c - theta s
        square, d = v * (high - low) ** 2, d * scale * scale
        # se = sqrt(S)/(M mean s), where the mean of s is m / (M D)
        return nearest(n, m), nearest_sqrt(square * (self.spent.M * self.D) ** 2, d * m * m)

    def end(self, level: Ratio, is_upper: bool) -> float:
        """Return the lower end of the interval of theta or, if `is_upper`, the upper end: inf if there is none."""

        # For theta below the value, the mean of z_q is above
        # 0, and its lower end decides. Above the value, the
        # upper end does.

        def is_outside(theta: Ratio) -> bool:
            sample, zero = self.at(*theta)
            return sample.clears(zero, level, is_upper)

        def is_below(e: int) -> bool:
            """Return whether 2**e is below the end."""
            n, d = theta = (1 << e, 1) if e >= 0 else (1, 1 << -e)
            return n * self.D <= self.low * d or is_outside(theta) != is_upper

        def height(theta: Ratio, bits: int) -> Fixed:
            """Return a number that rises through 0 where theta is the end."""
            sample, zero = self.at(*theta)
            margin = sample.margin(zero, level, bits, is_upper)
            return margin if is_upper else -margin

        def theta_at(bits: int) -> Fixed:
            at = max(bits - e, 0)
            low = 1 << e + at
            least = max(low, -(-self.low << at) // self.D)
            return root(lambda x: height((x.lo, 1 << at), bits), least, 2 * low, at)

        if is_upper and (not self.solved.total or not is_outside((1, 0))):
            return _INF
        if not is_upper and not is_outside((self.low, self.D)):
            return nearest(self.low, self.D)
        e = find_first(2 * _EDGE, lambda i: not is_below(i - _EDGE)) - _EDGE - 1  # the end is from 2**e to 2**(e+1)
        return nearest_of(theta_at) if abs(e) < _EDGE - 1 else _INF if e > 0 else 0.0


def _sums_of_these(spending: Spending, N: int) -> tuple[int, int, int, int, list[int], int]:
    """Return (N, questions, sum of costs, sum of outcomes, [variance of costs, covariance, variance of outcomes], d).

    The sums are over all trials of the questions with N trials, in units of 1/spending.scale. The list sums the
    estimated (co)variances of each question's mean cost and outcome, in units of 1/d.
    """
    rows = [i for i, length in enumerate(spending.lengths) if length == N]
    sides = [[side[i] for i in rows] for side in (spending.costs, spending.outcomes)]
    totals = [list(map(sum, side)) for side in sides]
    trials = [[x for row in side for x in row] for side in sides]
    # For k = 1, the total T, and the sum Q of squares,
    # x_q**2 - y_q is (N Q - T**2) / (N**2 (N-1)).
    pairs = (0, 0), (0, 1), (1, 1)
    variances = [N * dot(trials[i], trials[j]) - dot(totals[i], totals[j]) for i, j in pairs]
    return N, len(rows), sum(totals[0]), sum(totals[1]), variances, N * N * (N - 1) * spending.scale**2


def _square(sums: Sequence[int], m: int, n: int) -> int:
    """Return the sum of (m x - n y)**2. `sums` are the sums of x**2, of x y and of y**2."""
    return m * m * sums[0] - 2 * m * n * sums[1] + n * n * sums[2]


def _limits(limits: Limits) -> Sequence[Real]:
    """Return (l, h), the limits of a trial's cost, or [] for None. Raise ValueError unless 0 <= l <= h and h > 0."""
    if limits is None:
        return []
    wanted = "(l, h), the least and the greatest cost that there can be"
    ends = items_of(limits, "limits", wanted)
    if len(ends) != 2:
        raise ValueError(f"limits must be {wanted}; got {len(ends)} of them")
    low, high = (real(x, f"limits[{i}]", "a finite real number >= 0", lambda n, _: n >= 0) for i, x in enumerate(ends))
    if not high[0] or minus(high, low)[0] < 0:
        raise ValueError(f"limits must be {wanted}, with l <= h and h > 0; got ({shown(ends[0])}, {shown(ends[1])})")
    return ends


def _costs(C: Any, limits: Sequence[Real]) -> tuple[Rows, list[int], int]:
    """Return (costs, limits, d), as integers in units of 1/d. Raise ValueError for costs outside limits or below 0."""
    rows, is_flat = cell_rows(C.rows if is_scores(C) else C, "C", "costs")
    ends = limits or [0, 0]
    try:
        numbers, d = exact_numbers([*ends, *[x for row in rows for x in row]], "C")
        if min(numbers) < numbers[0] or (limits and max(numbers) > numbers[1]):
            raise ValueError
    except ValueError:
        place = "C[{1}]" if is_flat else "C[{0}][{1}]"
        low, high = (real(x, "limits") for x in ends)

        def holds(n: int, d: int) -> bool:
            return minus((n, d), low)[0] >= 0 and not (limits and minus(high, (n, d))[0] < 0)

        within = f" within limits, from {nearest(*low)!r} to {nearest(*high)!r}" if limits else ""
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                missing = "; leave out trials without a cost, in both" if repr(x) in ("None", "nan") else ""
                real(x, place.format(i, j), f"a finite real number >= 0{within}{missing}", holds)
        raise  # as all costs together are beyond a limit
    rest = iter(numbers[2:])
    return [[n for _, n in zip(row, rest)] for row in rows], numbers[:2], d


def _solve_rewards(R: Any, asked: Asked) -> tuple[list[list[int]], int]:
    """Return (rows, d): what each trial earned, from 0 to 1, as an integer in units of 1/d."""
    weights, whole = asked.weights or ([0, 1], 1)
    if min(weights) < 0 or max(weights) > whole:
        raise ValueError("w must be within [0, 1]: what a trial earns is a share of a solve")
    (low, high, scale), d, rows = earnings(R, asked.weights, asked.hint, asked.ragged, "R", "cost")
    if low < 0 or high > scale:
        raise ValueError(f"R must be Scores within [0, 1]; got [{shown(R.low)}, {shown(R.high)}]")
    return rows, d
