"""Credible intervals of geometric blends of two metrics, by the delta method.

A blend is x**a y**b, where x is the posterior mean of Pass@k and y that of a stricter metric. Let Vx and Vy be their
posterior variances, and Cxy their covariance. Then the variance of the blend is (x**a y**b)**2 times a**2 Vx/x**2 +
b**2 Vy/y**2 + 2ab Cxy/(xy). Pass@k is 1 - q, with q = (1-p)**k.
"""

from __future__ import annotations

from .._credit import at_least_one
from .._numbers import dot, ratio_sum
from .._numbers.normal import summary
from .._numbers.powers import blend_summary
from .._weights import check_blends
from .beta import check_moments, credit_moments, moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._credit import Credit
    from .._numbers.powers import Blend
    from .._types import Clip, PosteriorSummary, Powers, Ratio
    from . import Posteriors


def geom_summary(k: int, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Geom@k: the average over questions of the blend of Pass@k and Unanimous@k."""
    check_moments(at_least_one(k), parts, max([max(abs(n), d) for n, d in powers]).bit_length())
    check_blends(sum([len(part.a) for part in parts]), *powers)
    blends = []
    for part in parts:
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
    return blend_summary(questions, blends, powers, level, limits)


def blend_of_averages(
    credit: Credit, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of the blend of two averages over questions: Pass@k, and what the credit gives."""
    if not credit.full:
        return summary((0, 1), (0, 1), level, limits)
    blends = [_average_blend(credit, parts, powers)]
    return blend_summary(1, blends, powers, level, limits)


def _blend(number: int, x: Ratio, y: Ratio, vx: Ratio, vy: Ratio, cov: Ratio, powers: Powers) -> Blend:
    """Return the `Blend` x**a y**b of `number` questions: its term and the summands of its relative variance.

    `powers` are a and b. Let x = x_n/d and y = y_n/e. Then vx is d**2 times the variance of x, vy is e**2 times that of
    y, and cov is d e times their covariance. The term is (number, n, m, f) with x = n/f and y = m/f.
    """
    (x_n, d), (y_n, e), (xx, x_d), (yy, y_d), (xy, xy_d) = x, y, vx, vy, cov
    (a, a_d), (b, b_d) = powers
    summands = (
        (a * a * xx, a_d * a_d * x_d * x_n * x_n),
        (b * b * yy, b_d * b_d * y_d * y_n * y_n),
        (2 * a * b * xy, a_d * b_d * xy_d * x_n * y_n),
    )
    return ((number, x_n, y_n, d) if d == e else (number, x_n * e, y_n * d, d * e)), summands


def _average_blend(credit: Credit, parts: list[Posteriors], powers: Powers) -> Blend:
    """Return the blend of Pass@k and the metric of the credit, each averaged over all questions, by `_blend`."""
    k, questions, covariances = credit.k, 0, []
    check_moments(credit, parts)
    failed = [[part.failure_powers(k), part.failure_powers(2 * k)] for part in parts]
    earned = [moments(credit, part) for part in parts]
    x, vx = credit_moments(at_least_one(k), parts, failed)
    y, vy = credit_moments(credit, parts, earned)
    for part, ((q, d), _), ((h, e), _) in zip(parts, failed, earned):  # Cov(1 - q, h) as in `geom_summary`
        after, f = moments(credit, part.after_failures(k), (1,))[0]
        questions += sum(part.numbers)
        weighted = list(map(int.__mul__, part.numbers, q))
        apart, both = (dot(weighted, values) for values in (h, after))
        covariance = apart * f - both * e
        covariances.append((-covariance if credit.position == 1 or credit.is_area else covariance, d * e * f))
    n, d = ratio_sum(covariances)
    (_, x_d), (_, y_d) = x, y
    return _blend(
        1,
        x,
        y,
        (vx[0] * x_d**2, vx[1]),
        (vy[0] * y_d**2, vy[1]),
        (n * x_d * y_d, d * credit.denominator * questions**2),
        powers,
    )
