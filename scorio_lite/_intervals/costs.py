"""What is spent for each solved question, and its ratio for two models.

The value is the mean of c_q divided by the mean of s_q, where c_q and s_q are the mean cost and the mean outcome of the
trials of question q. A number theta is in its interval if the interval of the mean of z_q = c_q - theta s_q contains 0.
For costs from l to h, z_q is from l - theta to h.

The variance of z_q is quadratic in theta, so sums of squares and products suffice. The ends are roots of polynomials of
degree six or more. So they are not computed by a formula: whether theta is in the interval is decided for one theta
after another, from the value outwards.

The lower end is l if, at theta = l, the interval of the mean begins at the least z_q that is possible. For theta a
little above l, the interval begins above the least z_q by something of the order of (theta - l)**2. But 0 is above the
least z_q by theta - l, which is more, so the interval contains 0.

As theta grows, z_q / theta becomes -s_q. There is no upper end if the interval of the mean of -s_q ends at 0, the
greatest value. For a large theta, the interval of z_q / theta ends below its greatest value, h / theta, by something of
the order of 1 / theta**2. But 0 is below this value by h / theta, which is more, so the interval contains 0.
"""

from __future__ import annotations

from .._arguments import exact_numbers, is_scores, items, real, same_index, shown
from .._credit.selected import earnings
from .._numbers import budget, least_common, minus, nearest, nearest_enclosed, nearest_sqrt
from .._numbers.enclosures import exponential
from .._numbers.roots import end_of_set
from .._scores import cell_rows, check_shapes
from . import check_clusters, cluster_labels
from .ratios import RowPair, products, square_of
from .results import Interval
from .spread import ValueRows, spread_of_these

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence, Union

    from .._numbers import Enclosure, Ratio, Real
    from . import Asked
    from .formula import EffectiveSample, MetricRange
    from .ratios import Products
    from .spread import Clusters, Spread, ValueSums

    Limits = Union[Sequence[Real], None]

_INF = float("inf")
_WIDE = 1 << 17  # as `far` of end_of_set, for ends whose ratio is taken: a number has 66,439 bits
_STEEP = 1 << 20  # e to this power, or to minus it, is beyond the doubles, whatever ratio of costs it multiplies


def cost_interval(C: Any, R: Any, limits: Limits, asked: Asked) -> Interval:
    """Return (value, se, lo, hi) of the cost of a solved question."""
    check_clusters(R, asked.questions, "R", asked.clusters)
    costs = Spending(C, R, limits, asked, ("C", "R", ""))
    costs.grouped(asked.questions, cluster_labels(asked.clusters, costs.M))
    if not costs.top and not costs.spent.total:
        return Interval((0.0, 0.0, 0.0, _INF))
    return Interval((*costs.value_and_error(), *(costs.end(asked.level, is_upper) for is_upper in (False, True))))


def mean_cost(C: Any, R: Any, asked: Asked) -> Ratio:
    """Return the mean cost over the mean outcome, as a ratio."""
    costs = Spending(C, R, None, asked, ("C", "R", "")).grouped("new", None)
    if not costs.solved.total:
        raise ValueError("R must have a success: without one a solve costs inf, as in confidence")
    return costs.spent.total, costs.solved.total


class Spending:
    """The costs and outcomes of a model: the means c_q and s_q of each question q, over one denominator D.

    low, top  what a cost is at least and at most, in units of 1/D
    names     how messages call C and R, and what they add to say which model it is, such as " by a"
    """

    def __init__(self, C: Any, R: Any, limits: Limits, asked: Asked, names: tuple[str, str, str]) -> None:
        self.names, (name, other, _) = names, names
        same_index((name, C), (other, R))
        solved, e = _solve_rewards(R, asked, other)
        self.limits = _limits(limits)
        costs, d = _costs(C, name, self.limits)
        check_shapes(solved, costs, (other, name))
        L = least_common(f"{other}, with this many different N,", set(map(len, costs)), len(costs))
        (low, g), (top, f) = self.limits or ((0, 1), (0, 1))
        self.scale = d * e * g * f  # of a trial
        self.M, self.D = len(costs), self.scale * L
        self.low, self.declared = low * (self.D // g), top * (self.D // f)
        of_cost, of_success = e * g * f, d * g * f
        self.trials = [
            ([x * of_cost for x in row], [y * of_success for y in earned]) for row, earned in zip(costs, solved)
        ]
        sums = [(sum(row), sum(earned), L // len(row)) for row, earned in self.trials]
        self.spent = ValueRows((0, 1, 1), [x * n for x, _, n in sums], self.D)
        self.solved = ValueRows((0, 1, 1), [y * n for _, y, n in sums], self.D)

    def grouped(self, questions: str, groups: Clusters | None) -> Spending:
        self.spent.grouped(groups)
        self.solved.grouped(groups)
        name, other, by = self.names
        if not self.spent.total and not self.solved.total:
            raise ValueError(f"{name} or {other} must have a number above 0: nothing was spent{by}, and nothing solved")
        if questions == "these":
            self.parts = _parts_of_these(self.trials)
            dearest = max([max(row) for row, _ in self.trials]) * (self.D // self.scale)
        else:
            self.pair = RowPair(self.spent, self.solved)
            dearest = 2 * max(self.spent.values)
        self.questions, self.top = questions, self.declared if self.limits else dearest
        budget(f"{name}, or {other},", 2000, self.D.bit_length() + self.top.bit_length())
        return self

    def spread(self, n: int, m: int) -> Spread:
        """Return the spread of cost - theta * outcome for theta = n/m; for n/m = 1/0, return the spread of -outcome."""
        scale = m or 1
        bounds = self.low * m - n * self.D, self.top * m, scale * self.D
        if self.questions == "these":
            d, parts = scale * self.scale, []
            for N, number, x, y, squares, of_trials in self.parts:
                square = square_of(squares, m, n)
                pairs = (square - square_of(of_trials, m, n), N * (N - 1) * d * d) if N > 1 else None
                part: ValueSums = N, number, m * x - n * y, square, N * d, pairs
                parts.append(part)
            return spread_of_these(bounds, 1, parts)
        return self.pair.spread(m, n, bounds, scale)

    def at(self, n: int, m: int) -> tuple[EffectiveSample, Ratio]:
        """Return (sample of cost - theta * outcome for theta = n/m, scaled to [0, 1]; where 0 is on this scale)."""
        low = n * self.D - self.low * m
        return self.spread(n, m).sample(), (low, self.top * m + low)

    def value_and_error(self) -> tuple[float, float]:
        n, m = self.spent.total, self.solved.total
        if not m:
            return _INF, _INF
        spread = self.spread(n, m)
        square, d = spread.square_error(spread.sample())  # of the mean of c - theta s
        return nearest(n, m), nearest_sqrt(square * (self.M * self.D) ** 2, d * m * m)

    def end(self, level: Ratio, is_upper: bool) -> float:
        found = self.end_of(level, is_upper)
        if not isinstance(found, tuple):
            return nearest_enclosed(found, lambda: self._midpoint(found(400), level, is_upper))
        return nearest(*found) if found[1] else _INF

    def _midpoint(self, near: Enclosure, level: Ratio, is_upper: bool) -> float | None:
        """Return an end of the interval, rounded, if it is exactly halfway between two doubles; else None.

        `near` encloses the end. The two doubles are those nearest to its bounds.
        """
        (a, b), (c, d) = (nearest(n, near[2]).as_integer_ratio() for n in near[:2])
        middle = a * d + b * c, 2 * b * d
        sample, p = self.at(*middle)
        return nearest(*middle) if sample.ends_at(p, level, is_upper) else None

    def end_of(self, level: Ratio, is_upper: bool, far: int | None = None) -> Ratio | Callable[[int], Enclosure]:
        """Return an end of the interval: (1, 0) for infinity, the least possible cost, or a function to enclose it."""

        n, m = self.spent.total, self.solved.total

        def is_outside(i: int, j: int) -> bool:
            if is_upper and i * m < n * j:  # below the value
                return False
            if i * self.D < self.low * j:
                return True
            sample, p = self.at(i, j)
            return sample.clears(p, level, is_upper)

        limit = (1, 0) if is_upper else (self.low, self.D)
        if (is_upper and not m) or not is_outside(*limit):
            return limit
        near = (n if n and m else self.top).bit_length() - (m if n and m else self.D).bit_length()
        more = () if far is None else (far,)
        return lambda bits: end_of_set(is_outside, near, is_upper, bits - 32, *more)


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


def _costs(C: Any, name: str, limits: tuple[Ratio, Ratio] | None) -> tuple[list[list[int]], int]:
    """Return (costs as integers, their common denominator). Refuse costs outside the limits."""
    rows, is_flat = cell_rows(C.rows if is_scores(C) else C, name, "costs")
    flat = [x for row in rows for x in row]
    place = f"{name}[{{1}}]" if is_flat else f"{name}[{{0}}][{{1}}]"
    wanted = "a finite real number >= 0"
    if not flat:
        return [], 1
    if limits:
        wanted += f" within limits, from {nearest(*limits[0])!r} to {nearest(*limits[1])!r}"
    (low, g), high = limits or ((0, 1), None)

    def holds(n: int, d: int) -> bool:
        return n * g >= low * d and (high is None or n * high[1] <= high[0] * d)

    try:
        numbers, d = exact_numbers(flat, name)
        least, most = min(numbers), max(numbers)
        is_right = holds(least, d) and holds(most, d)
    except ValueError:
        is_right = False
    if not is_right:
        for i, row in enumerate(rows):
            for j, x in enumerate(row):
                missing = "; leave out trials without a cost, in both" if repr(x) in ("None", "nan") else ""
                real(x, place.format(i, j), wanted + missing, holds)
        numbers, d = exact_numbers(flat, name)  # which says what is beyond the limit
    rest = iter(numbers)
    return [[n for _, n in zip(row, rest)] for row in rows], d


def _solve_rewards(R: Any, asked: Asked, name: str) -> tuple[list[list[int]], int]:
    """Return (what each trial earned, from 0 to 1, as integers; their common denominator)."""
    weights, whole = asked.weights or ([0, 1], 1)
    if min(weights) < 0 or max(weights) > whole:
        raise ValueError("w must be within [0, 1]: what a trial earns is a share of a solve")
    (low, high, scale), d, rows = earnings(R, asked.weights, asked.hint, asked.ragged, name, "cost")
    if low < 0 or high > scale:
        raise ValueError(f"{name} must be Scores within [0, 1]; got [{shown(R.low)}, {shown(R.high)}]")
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
        of_trials = products(*([n for pair in pairs for n in pair[i]] for i in (0, 1)))
        found.append((N, len(pairs), sum(x), sum(y), products(x, y), of_trials))
    return found


# For two models, z_q of `_spread_of_logs` is the share of question q in the logarithm of the ratio. The ratio, times e
# to the power of an end of the interval of z, is an end of its interval.


def ratio_interval(pairs: Sequence[tuple[Any, Any]], limits: Limits, asked: Asked) -> Interval:
    """Return (ratio, se of its logarithm, lo, hi). The ratio is what a solve costs model a over what it costs b."""
    level, models = asked.level, []
    for (C, R), of in zip(pairs, "ab"):
        names = f"C_{of}", f"R_{of}", f" by {of}"
        models.append(Spending(C, R, limits, asked, names))
    a, b = models
    (C_a, R_a), (C_b, R_b) = pairs
    same_index(("C_a", C_a), ("R_a", R_a), ("C_b", C_b), ("R_b", R_b), ("clusters", asked.clusters))
    if a.M != b.M:
        raise ValueError(f"R_a and R_b must have the same questions; R_a has {a.M}, R_b has {b.M}")
    groups = cluster_labels(asked.clusters, a.M)
    for one in models:
        one.grouped("new", groups)
        if not one.spent.total:
            raise ValueError(f"{one.names[0]} must have a cost above 0: a ratio to nothing says nothing")
    if not a.solved.total and not b.solved.total:
        raise ValueError("R_a or R_b must have a success: where neither model solved anything, no ratio is known")
    if not a.solved.total or not b.solved.total:
        return _ratio_of_ends(a, b, (level[0] + level[1], 2 * level[1]))
    spread = _spread_of_logs(a, b, groups)
    sample = spread.sample()
    n, m = a.spent.total * b.solved.total, a.solved.total * b.spent.total

    def end(is_upper: bool) -> float:
        return nearest_enclosed(
            lambda bits: _raised((n, m), spread.bounds, sample.enclosed(level, bits)[is_upper], bits)
        )

    return Interval((nearest(n, m), nearest_sqrt(*spread.square_error(sample)), end(False), end(True)))


def _spread_of_logs(a: Spending, b: Spending, groups: Clusters | None) -> Spread:
    """Return the spread of z_q = c_q(a)/C_a - s_q(a)/S_a - c_q(b)/C_b + s_q(b)/S_b, whose mean is 0.

    a and b are the models, and C and S the means of c_q and s_q.
    """
    of_a, of_b = (one.spent.total * one.solved.total for one in (a, b))
    M, values = a.M, [0] * a.M
    for one, factor in (a, of_b), (b, -of_a):
        x, y = one.solved.total * factor * M, one.spent.total * factor * M
        pairs = zip(values, one.spent.values, one.solved.values)
        values = [z + x * cost - y * solved for z, cost, solved in pairs]
    ends = []
    for one, other, d, e in (a, b, of_a, of_b), (b, a, of_b, of_a):
        high = one.top if one.limits else max(one.spent.values)
        up = (high * one.solved.total * M) * e - other.low * other.solved.total * M * d
        ends.append(up + M * other.D * other.spent.total * d)
    return ValueRows((-ends[1], ends[0], of_a * of_b), values, of_a * of_b).grouped(groups).spread()


def _raised(ratio: Ratio, bounds: MetricRange, end: Enclosure, bits: int) -> Enclosure:
    """Enclose ratio * e**x, where x is `end` mapped from [0, 1] to the bounds."""
    (n, m), (low, high, scale), (lo, hi, d) = ratio, bounds, end
    ends = [low * d + (high - low) * x for x in (lo, hi)]
    work = bits + max(0, max(map(abs, ends)).bit_length() - (scale * d).bit_length()) + 8
    least, most = (ends[0] << work) // (scale * d), (ends[1] << work) // (scale * d) + 1
    if least >> work > _STEEP:
        return 1 << 1200, 1 << 1200, 1
    if most >> work < -_STEEP:
        return 0, 1, 1 << 1200
    if most - least >> work:  # too few bits yet
        return 0, 1, 1
    shift = max(0, -2 * least >> work)  # more bits for a result near 0
    least, most = exponential(least << shift, most << shift, work + shift)
    return n * least, n * most, m << work + shift


def _ratio_of_ends(a: Spending, b: Spending, level: Ratio) -> Interval:
    """Return the interval of the ratio if one model solved nothing, from one end of the interval of each model.

    `level` is 1 - alpha/2, for each of the two ends.
    """
    is_upper = bool(a.solved.total)  # b solved nothing
    top, below = a.end_of(level, is_upper, _WIDE), b.end_of(level, not is_upper, _WIDE)

    def quotient(bits: int) -> Enclosure:
        (n, m, d), (j, k, e) = (x(bits) if callable(x) else (x[0], x[0], x[1]) for x in (top, below))
        return n * e * j, m * e * k, d * j * k

    infinite = [isinstance(x, tuple) and not x[1] for x in (top, below)]
    zero = isinstance(below, tuple) and not below[0]
    end = 0.0 if infinite[1] else _INF if infinite[0] or zero else nearest_enclosed(quotient)
    return Interval((0.0, _INF, 0.0, end) if is_upper else (_INF, _INF, end, _INF))
