"""Credible intervals of geometric blends of credits, by the delta method."""

from __future__ import annotations

from ._blend import blend_summary
from ._credible import is_dense
from ._credit import at_least_one, unanimous
from ._interval import remembered, summary
from ._limits import MOST_BITS, check_evaluations, check_size
from ._polynomials import evaluate, polynomials
from ._posterior import check_average, credit_moments, from_the_top, moments
from ._rounding import ratio_sum
from ._thresholds import tail_means
from .special import rising_numerator as rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from ._blend import Blend, Corners
    from ._credit import Credit
    from ._dense import Dense
    from ._interval import Clip, Summary
    from ._posterior import Group, Moments
    from ._rounding import Ratio

    Powers = tuple[Ratio, Ratio]
    # The means x/d and y/e, and v, w with Var x = v / (d**2 w), Var y = v / (e**2 w), Cov(x, y) = v / (d e w)
    Joint = tuple[Ratio, Ratio, Ratio, Ratio, Ratio]

_NEVER = 1 << 17  # a chance of 4**-k for k above half of this is taken as between 0 and 2**-_NEVER


def geom_summary(k: int, parts: list[Group], powers: Powers, level: Ratio, clip: Clip) -> Summary:
    """Geom@k: the average over questions of the blend of Pass@k and Unanimous@k."""
    credit = unanimous(k)
    if not _is_rare(k, parts):
        for group in parts:  # a blend takes many products of moments
            bits = group.total.bit_length()
            longest = max(max(map(abs, power)) for power in powers).bit_length()
            count = group.groups * len(group.states)
            check_size(k, 40 * count, k * bits + longest, bits // 20, 30 * count)

    def blends(upper: bool) -> list[Blend]:
        return [
            _blend(number, joint, powers)
            for group in parts
            for number, joint in zip(group.numbers, _joints(credit, group, upper))
        ]

    lower = blends(_opposed(powers))
    both = lower, blends(not _opposed(powers)) if _is_rare(k, parts) else lower
    return blend_summary(_questions(parts), lambda _: both, lambda: lower, *powers, level, clip)


def blend_of_averages(credit: Credit, parts: list[Group], powers: Powers, level: Ratio, clip: Clip) -> Summary:
    """The blend of the averages over questions of Pass@k and of another credit."""
    if not credit.full:
        return summary((0, 1), (0, 1), level, clip)
    dense = _dense(credit) if is_dense(credit, parts) else None

    def exact_corners() -> Corners:
        check_average(credit, parts, 300)
        lower = [_blend(1, _averages(credit, parts, _opposed(powers)), powers)]
        rare = credit.position == credit.k and _is_rare(credit.k, parts)
        return lower, [_blend(1, _averages(credit, parts, not _opposed(powers)), powers)] if rare else lower

    check_average(credit, parts, 100)  # enclosures take products too
    exact = remembered(exact_corners)

    def corners(bits: int) -> Corners:
        return (_dense_corners(dense, parts, powers) if dense and bits < dense.bits else None) or exact()

    return blend_summary(1, corners, lambda: exact()[0], *powers, level, clip)


def _dense(credit: Credit) -> Dense:
    from ._dense import Dense

    return Dense(credit)


def _opposed(powers: Powers) -> bool:
    """Whether the covariance counts negatively, so that its upper end makes the lower variance."""
    return powers[0][0] * powers[1][0] < 0


def _questions(parts: list[Group]) -> int:
    return sum(sum(group.numbers) for group in parts)


def _is_rare(k: int, parts: list[Group]) -> bool:
    """Whether E[p**k (1-p)**k] is so small, and so long, that it is only known to be small."""
    return 2 * k > _NEVER and max(k * (group.total + 2 * k * group.c).bit_length() for group in parts) > MOST_BITS


def _blend(number: int, joint: Joint, powers: Powers) -> Blend:
    """A number of blends with these moments: the delta method's mean, and its variance over the square of the mean."""
    (x, d), (y, e), (vx, ex), (vy, ey), (cov, f) = joint
    (an, ad), (bn, bd) = powers
    summands = (
        (an * an * vx, ad * ad * ex * x * x),
        (bn * bn * vy, bd * bd * ey * y * y),
        (2 * an * bn * cov, ad * bd * f * x * y),
    )
    term = (number, 1, x, y, d) if d == e else (number, 1, x * e, y * d, d * e)
    return term, summands


def first_moments(credit: Credit, group: Group) -> Moments:
    """The first of `moments`, for a credit without a harmonic part."""
    k, position, full, c, total = credit.k, credit.position, credit.full, group.c, group.total
    if not position:
        check_evaluations(k, credit.denominator.bit_length(), group)
        return evaluate(polynomials(credit)[0], [a for a, _ in group.states], total, c)
    if position in (1, k):
        first, d = group.powers(k, position < k)
    else:
        a, b = group.states[0]
        places = {(state[0] - a) // c for state in group.states}
        means = enumerate(tail_means(k, position, a, b, c, max(places)))
        first, d = [mean for place, (mean, _) in means if place in places], rising(total, c, k)
    return [full * x for x in first], d


def _products(credit: Credit, group: Group, upper: bool) -> tuple[list[Moments], int]:
    """E[q], E[q**2], E[h], E[h**2] and E[qh] state by state, with q = (1-p)**k, and the sign of h in g.

    h is g, or the full credit less g. E[qh] is E[q] times E[h] after k more failures; where _is_rare, it is at most
    4**-k, and the covariance's lower or upper end is given by its largest or least value.
    """
    k = credit.k
    (q, d), q2 = group.powers(k, True), group.powers(2 * k, True)
    h, h2 = moments(credit, group)
    if credit.position == k and _is_rare(k, [group]):
        both, f = [0 if upper else 1] * len(q), 1 << _NEVER
    else:
        after, f = first_moments(credit, group.lifted(k))
        both, f = [x * y for x, y in zip(q, after)], d * f
    return [(q, d), q2, h, h2, (both, f)], -1 if from_the_top(credit) else 1


def _joint(
    credit: Credit, number: int, sums: list[tuple[int, int, int]], sign: int, products: tuple[int, int, int]
) -> Joint:
    """The joint moments of 1 - (1-p)**k and g, from numerators that are sums over so many questions.

    The sums are of E[q] and E[q]**2, of E[q**2], of E[h] and E[h]**2, of E[h**2], and of E[qh] and E[q] E[h], with
    their denominators; the products are those of the denominators d of E[q] and e of E[h]: d*d, e*e and d*e.
    """
    (q, qq, d), (q2, _, d2), (h, hh, e), (h2, _, e2), (both, qh, f) = sums
    over = credit.denominator
    dd, ee, de = products
    return (
        (number * d - q, d),
        (credit.full * e * number - h if sign < 0 else h, e * over),
        (q2 * dd - qq * d2, d2),
        (h2 * ee - hh * e2, e2),
        (sign * (qh * f - both * de), f),
    )


def _joints(credit: Credit, group: Group, upper: bool) -> Iterable[Joint]:
    """The joint moments state by state."""
    terms, sign = _products(credit, group, upper)
    denominators = d, _, e, _, _ = [over for _, over in terms]
    products = d * d, e * e, d * e
    for q, q2, h, h2, both in zip(*(values for values, _ in terms)):
        sums = zip((q, q2, h, h2, both), (q * q, 0, h * h, 0, q * h), denominators)
        yield _joint(credit, 1, list(sums), sign, products)


def _averages(credit: Credit, parts: list[Group], upper: bool) -> Joint:
    """The joint moments of the averages over all questions."""
    ratios: tuple[list[Ratio], ...] = ([], [], [], [], [])
    for group in parts:
        terms, sign = _products(credit, group, upper)
        numbers, (q, d), (h, e) = group.numbers, terms[0], terms[2]
        squares = [(q, q), None, (h, h), None, (q, h)]
        sums = [
            (
                sum(map(int.__mul__, numbers, values)),
                sum(n * x * y for n, x, y in zip(numbers, *pair)) if pair else 0,
                over,
            )
            for (values, over), pair in zip(terms, squares)
        ]
        (x, d), (y, e), *spread = _joint(credit, sum(numbers), sums, sign, (d * d, e * e, d * e))
        ratios[0].append((x, d))
        ratios[1].append((y, e))
        for found, (v, f), over in zip(ratios[2:], spread, (d * d, e * e, d * e)):
            found.append((v, f * over))
    (x, d), (y, e), (vx, ex), (vy, ey), (cov, f) = map(ratio_sum, ratios)
    m = _questions(parts)
    d, e = d * m, e * m
    return (x, d), (y, e), (vx * d * d, ex * m * m), (vy * e * e, ey * m * m), (cov * d * e, f * m * m)


def _dense_corners(dense: Dense, parts: list[Group], powers: Powers) -> Corners | None:
    """What _averages gives for a dense credit, at both ends of the enclosures; None if they reach down to 0.

    Powers are positive here, and so is the covariance: g grows with p.
    """
    x, (vx, ex) = credit_moments(at_least_one(dense.k), parts)
    (y_lo, y_hi, d), (v_lo, v_hi, e), (c_lo, c_hi, f) = dense.moments(parts, True)
    if not y_lo:
        return None
    ends = []
    for y, largest, variance, covariance in ((y_lo, y_hi, v_lo, c_lo), (y_hi, y_lo, v_hi, c_hi)):
        spread = (vx * x[1] ** 2, ex), (variance * d * d, e), (covariance * x[1] * d, f)
        term, _ = _blend(1, (x, (y, d), *spread), powers)
        _, summands = _blend(1, (x, (largest, d), *spread), powers)
        ends.append([(term, summands)])
    return ends[0], ends[1]
