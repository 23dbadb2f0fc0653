"""Credible intervals of geometric blends of two metrics, by the delta method.

A blend is x**a * y**b. x is the posterior mean of Pass@k, and y that of a stricter metric. Let Vx and Vy be their
posterior variances, and Cxy their covariance. The variance of the blend is (x**a * y**b)**2 times (a**2*Vx/x**2 +
b**2*Vy/y**2 + 2*a*b*Cxy/(x*y)). Pass@k is 1 - q, with q = (1-p)**k. `powers` is (a, b). `limits` clip the result.
"""

from __future__ import annotations

from math import isqrt

from .._credit import at_least_one
from .._numbers import affordable, dot, ratio_sum
from .._numbers.normal import summary
from .._numbers.powers import blend_summary, check_blends
from .beta import check_moments, credit_moments, moments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from .._credit import Credit
    from .._numbers.powers import Blend
    from .._types import Clip, PosteriorSummary, Powers, Ratio
    from . import Posteriors


def geom_summary(k: int, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of Geom@k: the mean over questions of x**a * y**b, with (a, b) = `powers`.

    x and y are a question's Pass@k and Pass^k.
    """
    check_moments(at_least_one(k), parts, max([max(abs(n), d) for n, d in powers]).bit_length())
    count, bits = sum([len(part.a) for part in parts]), max([part.bits(k) for part in parts])
    affordable("k", 7 * count * isqrt(bits) // 5, bits)  # products took bits**1.5 steps
    check_blends(count, *powers)
    blends = []
    for part in parts:
        (q, d), (q2, d2) = part.failure_powers(k), part.failure_powers(2 * k)
        (y, e), (y2, e2) = part.success_powers(k), part.success_powers(2 * k)
        after, f = part.after_failures(k).success_powers(k)
        for number, x, xx, g, gg, h in zip(part.numbers, q, q2, y, y2, after):
            # Cov(1 - q, y) = E[q] E[y] - E[q y], and E[q y] = E[q] E[y after k failures]
            relative = (
                (xx * d * d - x * x * d2, d2 * (d - x) ** 2),
                (gg * e * e - g * g * e2, e2 * g * g),
                (x * (g * f - h * e), f * (d - x) * g),
            )
            blends.append(_blend(number, (d - x, d), (g, e), relative, powers))
    questions = sum([sum(part.numbers) for part in parts])
    return blend_summary(questions, blends, powers, level, limits)


def blend_of_averages(
    credit: Credit, parts: list[Posteriors], powers: Powers, level: Ratio, limits: Clip
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of x**a * y**b, with (a, b) = `powers`.

    x and y are Pass@k and the metric of `credit`, each averaged over the questions.
    """
    if not credit.full:
        return summary((0, 1), (0, 1), level, limits)
    check_moments(credit, parts)
    k, questions, covariances = credit.k, 0, []
    failed = [[part.failure_powers(k), part.failure_powers(2 * k)] for part in parts]
    earned = [moments(credit, part) for part in parts]
    x, (vx, vx_d) = credit_moments(at_least_one(k), parts, failed)
    y, (vy, vy_d) = credit_moments(credit, parts, earned)
    for part, ((q, d), _), ((h, e), _) in zip(parts, failed, earned):  # Cov(1 - q, h) as in `geom_summary`
        after, f = moments(credit, part.after_failures(k), (1,))[0]
        questions += sum(part.numbers)
        weighted = list(map(int.__mul__, part.numbers, q))
        covariance = dot(weighted, h) * f - dot(weighted, after) * e
        covariances.append((-covariance if credit.position == 1 or credit.is_area else covariance, d * e * f))
    n, d = ratio_sum(covariances)
    scale = credit.scale * questions**2
    relative = (
        (vx * x[1] ** 2, vx_d * x[0] ** 2),
        (vy * y[1] ** 2, vy_d * y[0] ** 2),
        (n * x[1] * y[1], d * scale * x[0] * y[0]),
    )
    return blend_summary(1, [_blend(1, x, y, relative, powers)], powers, level, limits)


def _blend(number: int, x: Ratio, y: Ratio, relative: Sequence[Ratio], powers: Powers) -> Blend:
    """Return the Blend x**a * y**b, which counts `number` times.

    `relative` has the variances of x and y and their covariance, divided by x**2, y**2 and x*y.
    """
    (n, d), (m, e), ((a, p), (b, q)) = x, y, powers
    factors = (a * a, p * p), (b * b, q * q), (2 * a * b, p * q)
    summands = [(s * v, t * w) for (s, t), (v, w) in zip(factors, relative)]
    return ((number, n, m, d) if d == e else (number, n * e, m * d, d * e)), summands
