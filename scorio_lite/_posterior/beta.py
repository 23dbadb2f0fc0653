"""What k fresh trials earn under Beta posteriors: the mean and the variance of the average, and credible intervals.

If j of k trials succeed, they earn A_j. So with the success rate p they earn, on average, g(p) = the sum over j of A_j
C(k, j) p**j (1-p)**(k-j).
"""

from __future__ import annotations

from .._arguments import clip, latent_draws, positive, probability
from .._credit import draws
from .._numbers import dot, ratio_sum
from .._numbers.enclosures import summary
from .._outcomes import BOUNDED
from ..tally import success_counts, tally_of
from . import posteriors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    from .._credit import Credit
    from .._types import Bounds, Clip, Enclosure, Index, Moments, Outcomes, PosteriorSummary, Ratio, Real
    from . import Posteriors

_EXACT_DEGREE = 2000  # up to this k times the bits of T, credits of many steps are computed exactly


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
    """Return (mu, sigma, lo, hi) of what k fresh trials earn, averaged over questions. If `latent`, k may exceed N."""
    level, limits = probability(confidence), clip(bounds)
    alpha, beta = positive(alpha0, "alpha0"), positive(beta0, "beta0")
    return credit_summary(*credit_posteriors(R, k, credit, alpha, beta, latent), level, limits)


def credit_posteriors(
    R: Outcomes, k: Index, credit: Callable[[int], Credit], alpha: Ratio, beta: Ratio, latent: bool
) -> tuple[Credit, list[Posteriors]]:
    """Return (credit(k), the posteriors of the questions). If `latent`, k may exceed N."""
    outcomes = tally_of(R, ways=BOUNDED)
    parts = success_counts(outcomes)
    number = latent_draws(k) if latent else draws(k, outcomes, "", parts, credit)
    return credit(number), posteriors(parts, alpha, beta)


def posteriors_of(R: Outcomes, alpha0: Real, beta0: Real) -> list[Posteriors]:
    alpha, beta = positive(alpha0, "alpha0"), positive(beta0, "beta0")
    return posteriors(success_counts(tally_of(R)), alpha, beta)


def credit_summary(credit: Credit, parts: list[Posteriors], level: Ratio, limits: Clip) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi) of what k fresh trials earn, averaged over the questions of all parts."""
    if not is_dense(credit, parts):
        return summary(*credit_moments(credit, parts), level, limits)
    from .polynomials import BITS, Dense

    dense = Dense(credit, parts)

    def enclose(bits: int) -> tuple[Enclosure, Enclosure]:
        if bits < BITS:
            mean, variance, _ = dense.moments()
            return mean, variance
        (n, d), (v, e) = credit_moments(credit, parts)
        return (n, n, d), (v, v, e)

    return summary(None, None, level, limits, enclose, lambda: credit_moments(credit, parts))


def is_dense(credit: Credit, parts: list[Posteriors]) -> bool:
    """Whether enclosures are faster than exact moments: the credit has several steps, and k is high."""
    if credit.position or credit.harmonic or not credit.full:
        return False
    return credit.k * max([part.total.bit_length() for part in parts]) > _EXACT_DEGREE


def credit_moments(credit: Credit, parts: list[Posteriors], found: Sequence[list[Moments]] = ()) -> tuple[Ratio, Ratio]:
    """Return the mean and the variance of what k fresh trials earn, averaged over all questions.

    `found` has what `moments` returns for each part, if the caller knows it.
    """
    means, variances, questions, meter = [], [], 0, parts[0].meter
    for i, part in enumerate(parts):
        (first, d), (second, e) = found[i] if found else moments(credit, part)
        meter.spend(len(first), e.bit_length(), 64)
        meter.spend(20, e.bit_length())  # the averages, where denominators multiply
        weighted = list(map(int.__mul__, part.numbers, first))
        spread = dot(part.numbers, second) * d * d - dot(weighted, first) * e
        means.append((sum(weighted), d))
        variances.append((spread, d * d * e))
        questions += sum(part.numbers)
    (n, d), (v, e) = (ratio_sum(means), ratio_sum(variances)) if len(parts) > 1 else (means[0], variances[0])
    if credit.is_from_the_top:
        n = credit.full * questions * d - n
    scale = questions * credit.denominator
    return (n, d * scale), (v, e * scale * scale)


def moments(credit: Credit, part: Posteriors, orders: tuple[int, ...] = (1, 2)) -> list[Moments]:
    """Return, for each order, E[g**order] for each posterior, where g is what k trials earn on average.

    Each is multiplied by the credit's denominator**order. If the credit `is_from_the_top`, g is the full credit minus
    what k trials earn on average.
    """
    k, position, full = credit.k, credit.position, credit.full
    if not full:
        return [([0] * len(part.a), 1) for _ in orders]
    if position in (1, k):
        powers = part.failure_powers if position == 1 else part.success_powers
        found = [powers(order * k) for order in orders]
    else:
        from .polynomials import area_moments, evaluate, polynomials, threshold_moments

        if credit.harmonic:
            return area_moments(k, part)
        if not position:
            bases = polynomials(credit, part.meter)
            return [evaluate(bases[order - 1], part.a, part) for order in orders]
        found = threshold_moments(k, position, part)
    if full > 1:
        found = [([full**order * x for x in values], d) for order, (values, d) in enumerate(found, 1)]
    return found
