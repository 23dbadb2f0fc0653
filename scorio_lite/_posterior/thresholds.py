"""Posterior moments of the chance of enough successes: G-Pass and the majority."""

from __future__ import annotations

from math import comb

from .._double import rise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import Moments, Posteriors


def threshold_moments(k: int, i: int, part: Posteriors) -> list[Moments]:
    """E[g] and E[g**2], where g is the chance of i successes or more.

    By parts, E[f] under (A+c, B-c) less E[f] under (A, B) is c/T times E[f'] under (A+c, B), and g' = k C(k-1, i-1)
    p**(i-1) (1-p)**(k-i). So E[g] steps from question to question by a monomial. For f = g**2 the monomial is
    multiplied by E[g] under (A+ic, B+(k-i)c), which steps by a monomial too. The first E[g**2] is the mean of these
    E[g] over i..k successes.
    """
    c, total, a, b = part.c, part.total, part.a[0], part.b[0]
    places = [(x - a) // c for x in part.a]
    count = places[-1]
    bits = 2 * k * (total + 2 * k * c).bit_length()
    part.meter.spend(k + 2 * count + len(places), bits, bits // 4)
    terms = binomial_terms(k, i, a, b, c)
    shifted = tail_means(k, i, a + i * c, b + (k - i) * c, c, max(count, k - i))[0]
    means, steps = tail_means(k, i, a, b, c, count, terms)
    squares = [sum(map(int.__mul__, terms, shifted))]
    for step, mean in zip(steps, shifted):
        squares.append(squares[-1] + 2 * step * mean)
    denominator = rise(total, c, k)
    first, second = [means[place] for place in places], [squares[place] for place in places]
    return [(first, denominator), (second, denominator * rise(total + k * c, c, k))]


def binomial_terms(k: int, i: int, a: int, b: int, c: int) -> list[int]:
    """C(k, j) R(A, j) R(B, k-j) for j = i..k: over R(T, k), the chances of j successes."""
    term = comb(k, i) * rise(a, c, i) * rise(b, c, k - i)
    terms = [term]
    for j in range(i, k):
        term = term * ((k - j) * (a + j * c)) // ((j + 1) * (b + (k - j - 1) * c))
        terms.append(term)
    return terms


def tail_means(
    k: int, i: int, a: int, b: int, c: int, count: int, terms: list[int] | None = None
) -> tuple[list[int], list[int]]:
    """The chances, over R(T, k), of i successes or more under (A, B), (A+c, B-c), ..., and the steps between them. The
    binomial `terms` may be given.
    """
    mean = sum(terms or binomial_terms(k, i, a, b, c))
    step = c * k * comb(k - 1, i - 1) * rise(a + c, c, i - 1) * rise(b, c, k - i)
    means, steps = [mean], []
    for t in range(1, count + 1):
        steps.append(step)
        mean += step
        means.append(mean)
        if t < count:
            step = step * ((a + (t + i - 1) * c) * (b - t * c)) // ((a + t * c) * (b + (k - i - t) * c))
    return means, steps
