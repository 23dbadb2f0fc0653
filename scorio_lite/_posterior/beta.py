"""What k fresh trials earn under Beta posteriors: the mean and the variance of the average, and credible intervals."""

from __future__ import annotations

from .._arguments import probability
from .._credit import draws, success_groups
from .._numbers import affordable, dot, ratio_sum
from .._numbers.normal import summary
from . import clip, latent_draws, posteriors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from .._credit import Credit
    from .._types import Bounds, Index, Moments, Outcomes, PosteriorSummary, Ratio, Real
    from . import Posteriors


def credit_interval(
    R: Outcomes,
    k: Index,
    credit: Callable[[int], Credit],
    confidence: Real,
    bounds: Bounds,
    alpha0: Real,
    beta0: Real,
    latent: bool = False,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of what k fresh trials earn by credit(k), averaged over questions.

    `latent` allows k above N.
    """
    level, limits = probability(confidence), clip(bounds)
    parts = success_groups(R)
    number = latent_draws(k) if latent else draws(k, parts, credit)
    return summary(*credit_moments(credit(number), posteriors(parts, alpha0, beta0)), level, limits)


def check_moments(credit: Credit, parts: list[Posteriors], more: int = 0) -> None:
    """Raise ValueError if `credit_moments` would take too long if its integers had `more` extra bits."""
    k, numbers = credit.k, sum([len(part.a) for part in parts])
    bits = max([part.bits(2 * k) for part in parts]) + more
    terms = 32 * numbers + (32 if credit.is_area else 8) * len(parts) * (1 + bits // 2048)
    if credit.position not in (0, 1, k):
        places = sum([k + 2 * (part.a[-1] - part.a[0]) // part.c for part in parts])
        terms += places * (1 + bits // 2048)  # with products of long integers
    elif not credit.position and not credit.is_area:
        weight = k + 2 * credit.scale.bit_length()  # bits of a coefficient
        bits = weight + 2 * k * max([(part.total + 2 * k * part.c).bit_length() for part in parts])
        terms += 3 * k * (numbers + len(parts) * weight // 64) // 4
        affordable("k", k * k // 8, weight)
    if credit.is_area and any(part.c in part.a or 2 * part.c in part.a for part in parts):  # a long series
        affordable("k", 9 * k // 8, 2 * k * max([(part.total + 2 * k * part.c).bit_length() for part in parts]))
    affordable("k", terms, bits)


def credit_moments(credit: Credit, parts: list[Posteriors], found: Sequence[list[Moments]] = ()) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of what k fresh trials earn, averaged over all questions, as two ratios.

    `found` has the result of `moments` for each part if the caller has computed it.
    """
    means, variances, questions = [], [], 0
    if not found:
        check_moments(credit, parts)
    for i, part in enumerate(parts):
        (first, d), (second, e) = found[i] if found else moments(credit, part)
        weighted = list(map(int.__mul__, part.numbers, first))
        spread = dot(part.numbers, second) * d * d - dot(weighted, first) * e
        means.append((sum(weighted), d))
        variances.append((spread, d * d * e))
        questions += sum(part.numbers)
    (n, d), (v, e) = ratio_sum(means), ratio_sum(variances)
    if credit.position == 1 or credit.is_area:  # see `moments`
        n = credit.full * questions * d - n
    scale = questions * credit.scale
    return (n, d * scale), (v, e * scale * scale)


def moments(credit: Credit, part: Posteriors, orders: tuple[int, ...] = (1, 2)) -> list[Moments]:
    """Return the mean of g**order under each posterior, as (numerators, d), for each of `orders` or for both 1 and 2.

    With the success rate p, k trials earn g / credit.scale on average. But for AUC@k, and if one success earns all
    (credit.position is 1), g is what they miss: they earn (credit.full - g) / credit.scale.
    """
    k, position, full = credit.k, credit.position, credit.full
    if not full:
        return [([0] * len(part.a), 1) for _ in orders]
    if position in (1, k):
        powers = part.failure_powers if position == 1 else part.success_powers
        found = [powers(order * k) for order in orders]
    else:
        from .polynomials import area_moments, evaluate, polynomials, threshold_moments

        if credit.is_area:
            return area_moments(credit, part)
        if not position:
            bases = polynomials(credit)
            return [evaluate(bases[order - 1], part.a, part) for order in orders]
        found = threshold_moments(k, position, part)
    if full > 1:
        found = [([full**order * x for x in values], d) for order, (values, d) in enumerate(found, 1)]
    return found
