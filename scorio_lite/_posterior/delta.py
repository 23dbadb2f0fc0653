"""Credible intervals of geometric blends of credits, by the delta method.

With the mean x of Pass@k and the mean y of a stricter credit, a blend x**a y**b has the variance (x**a y**b)**2 times
a**2 Vx/x**2 + b**2 Vy/y**2 + 2ab Cxy/(xy). Pass@k is 1 - q with q = (1-p)**k.
"""

from __future__ import annotations

from .._credit import at_least_one
from .._double import ratio_sum
from .._double.intervals import summary
from .._double.powers import blend_summary
from .beta import credit_moments, from_the_top, is_dense, moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._credit import Credit
    from .._double import Ratio
    from .._double.intervals import Clip, Summary
    from .._double.powers import Blend, Corners
    from . import Moments, Posteriors
    from .dense import Dense

    Powers = tuple[Ratio, Ratio]


def geom_summary(k: int, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip) -> Summary:
    """Geom@k: the average over questions of the blend of Pass@k and Unanimous@k."""
    longest = max([max(abs(n), d) for n, d in powers]).bit_length()
    blends = []
    for part in parts:
        bits = part.bits(2 * k)
        part.meter.spend(5 * len(part.a), 2 * bits + longest, part.total.bit_length() + bits // 64, 8)
        failed = part.after_failures(k)
        (q, d), (q2, d2) = part.failure_powers(k), part.failure_powers(2 * k)
        (y, e), (y2, e2) = part.success_powers(k), part.success_powers(2 * k)
        after, f = failed.success_powers(k)
        dd, ee = d * d, e * e
        for number, x, xx, g, gg, h in zip(part.numbers, q, q2, y, y2, after):
            # Cov(1 - q, y) = E[q] E[y] - E[q y], and E[q y] = E[q] E[y after k failures]
            spread = (xx * dd - x * x * d2, d2), (gg * ee - g * g * e2, e2), (x * (g * f - h * e), f)
            blends.append(_blend(number, (d - x, d), (g, e), *spread, powers))
    questions = sum([sum(part.numbers) for part in parts])
    return blend_summary(questions, lambda _: (blends, blends), lambda: blends, *powers, level, limits)


def blend_of_averages(credit: Credit, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip) -> Summary:
    """The blend of the averages over questions of Pass@k and of another credit."""
    if not credit.full:
        return summary((0, 1), (0, 1), level, limits)
    if not is_dense(credit, parts):
        blends = [_average_blend(credit, parts, powers)]
        return blend_summary(1, lambda _: (blends, blends), lambda: blends, *powers, level, limits)
    from .dense import BITS, Dense

    dense = Dense(credit, parts)

    def corners(bits: int) -> Corners:
        found = _dense_corners(dense, powers) if bits < BITS else None
        return found or ([_average_blend(credit, parts, powers)],) * 2

    return blend_summary(1, corners, lambda: [_average_blend(credit, parts, powers)], *powers, level, limits)


def _blend(number: int, x: Ratio, y: Ratio, vx: Ratio, vy: Ratio, cov: Ratio, powers: Powers) -> Blend:
    """`number` equal blends of x/d and y/e, with Var x = vx / d**2, Var y = vy / e**2 and Cov(x, y) = cov / (d e): the
    mean, and the summands of the variance over the square of the mean.
    """
    (x_n, d), (y_n, e), (xx, x_d), (yy, y_d), (xy, xy_d) = x, y, vx, vy, cov
    (a, a_d), (b, b_d) = powers
    summands = (
        (a * a * xx, a_d * a_d * x_d * x_n * x_n),
        (b * b * yy, b_d * b_d * y_d * y_n * y_n),
        (2 * a * b * xy, a_d * b_d * xy_d * x_n * y_n),
    )
    return ((number, 1, x_n, y_n, d) if d == e else (number, 1, x_n * e, y_n * d, d * e)), summands


def _joint_moments(credit: Credit, part: Posteriors) -> tuple[Moments, Moments, Moments, Moments, Moments]:
    """E[q], E[q**2], E[h], E[h**2] and E[qh], where h is g or, from the top, the full credit less g."""
    k = credit.k
    failed = part.after_failures(k)
    q, d = part.failure_powers(k)
    h, h2 = moments(credit, part)
    after, f = moments(credit, failed, (1,))[0]
    return (q, d), part.failure_powers(2 * k), h, h2, (list(map(int.__mul__, q, after)), d * f)


def _average_blend(credit: Credit, parts: list[Posteriors], powers: Powers) -> Blend:
    """The blend of the averages over all questions."""
    sums: tuple[list[Ratio], ...] = ([], [], [], [], [])
    over, full, sign = credit.denominator, credit.full, -1 if from_the_top(credit) else 1
    questions = sum([sum(part.numbers) for part in parts])
    for part in parts:
        (q, d), (q2, d2), (h, e), (h2, e2), (both, f) = _joint_moments(credit, part)
        numbers = part.numbers
        part.meter.spend(len(numbers), f.bit_length(), 64)
        part.meter.spend(60, max(d2, e2).bit_length())
        m, x, y = sum(numbers), list(map(int.__mul__, numbers, q)), list(map(int.__mul__, numbers, h))
        xx, yy, xy = (sum(map(int.__mul__, *pair)) for pair in ((x, q), (y, h), (x, h)))
        x2, y2, qh = (sum(map(int.__mul__, numbers, values)) for values in (q2, h2, both))
        found = (
            (m * d - sum(x), d),
            (full * e * m - sum(y) if sign < 0 else sum(y), e * over),
            (x2 * d * d - xx * d2, d * d * d2),
            (y2 * e * e - yy * e2, e * e * e2 * over * over),
            (sign * (xy * f - qh * d * e), d * e * f * over),
        )
        for ratios, ratio in zip(sums, found):
            ratios.append(ratio)
    (x_n, d), (y_n, e), (vx, x_d), (vy, y_d), (cov, f) = map(ratio_sum, sums)
    spread = (vx * d * d, x_d), (vy * e * e, y_d), (cov * d * e, f)
    return _blend(1, (x_n, d * questions), (y_n, e * questions), *spread, powers)


def _dense_corners(dense: Dense, powers: Powers) -> Corners | None:
    """Both ends of `_average_blend` for a dense credit; None if they reach down to 0.

    Powers are positive here, and so is the covariance, since g grows with p.
    """
    x, (vx, ex) = credit_moments(at_least_one(dense.k), dense.parts)
    (y_lo, y_hi, d), (v_lo, v_hi, e), (c_lo, c_hi, f) = dense.moments(with_pass=True)
    if not y_lo:
        return None
    ends = []
    for y, largest, variance, covariance in ((y_lo, y_hi, v_lo, c_lo), (y_hi, y_lo, v_hi, c_hi)):
        spread = (vx * x[1] ** 2, ex), (variance * d * d, e), (covariance * x[1] * d, f)
        term, _ = _blend(1, x, (y, d), *spread, powers)
        _, summands = _blend(1, x, (largest, d), *spread, powers)
        ends.append([(term, summands)])
    return ends[0], ends[1]
