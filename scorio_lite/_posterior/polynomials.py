"""Moments of AUC@k, G-Pass@k and other polynomials in the success rate p, which has the posterior Beta(A/c, B/c).

T is A + B. R(X, n) is X * (X+c) * ... * (X + (n-1)*c). g is what k trials earn on average, a polynomial in p.
"""

from __future__ import annotations

from itertools import count
from math import comb

from .._numbers import binomials, dot, newton_differences, rise, square
from . import Posteriors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._credit import Credit
    from .._types import Moments

_SHORT_SERIES = 8  # spare: for k up to this, summing the series of AUC is faster


def polynomials(credit: Any) -> tuple[list[int], list[int]]:
    """Return the integer coefficients of f and f**2 in powers of p, p**0 first. k trials earn f / credit.scale.

    But for AUC@k, the powers are those of 1-p, and k trials earn 1 - f / (2*(k-1)).
    """
    if not credit.polynomials:
        if credit.is_area:
            first = [0, 1, *[2] * (credit.k - 2), 1]
        else:  # the coefficient of p**i is C(k, i) times the i-th difference of A_0, A_1, ...
            first = list(map(int.__mul__, binomials(credit.k), newton_differences(credit.earned())))
        credit.polynomials = first, square(first)
    both: tuple[list[int], list[int]] = credit.polynomials
    return both


def evaluate(coefficients: list[int], bases: list[int], part: Posteriors) -> Moments:
    """Return a polynomial's mean under each posterior, as (numerators, R(T, degree)); see the module for R and T.

    The polynomial is in p if `bases` are all A, and in 1-p if they are all B. Its constant coefficient comes first.
    """
    # For a base X the mean is the sum of coefficient_i R(X, i) / R(T, i) over i = 0..n.
    n, total, c = len(coefficients) - 1, part.total, part.c
    rest, scaled = 1, []
    for coefficient, factor in zip(reversed(coefficients), count(total + (n - 1) * c, -c)):
        scaled.append(coefficient * rest)
        rest *= factor
    values = []
    for base in bases:
        value = 0
        for coefficient, factor in zip(scaled, count(base + n * c, -c)):
            value = value * factor + coefficient
        values.append(value)
    return values, rise(total, c, n)


def area_moments(credit: Credit, part: Posteriors) -> list[Moments]:
    """Return the means of h and h**2 under each posterior. h is 2*k*(k-1) * (1 - what k trials earn by AUC@k)."""
    # g is AUC@k; h is k*f. With q = 1-p, 1-g is f / (2(k-1)), and f = q + 2(q**2 + ... + q**(k-1)) + q**k
    # = (1+q)(q - q**k) / p. The mean of h(p)/p under Beta(a, b) is (a+b-1) / (a-1) times the mean of h(p) under
    # Beta(a-1, b). So E[f] and E[f**2] are sums over the few monomials of p f and (p f)**2. For a = 1 and a = 2 this
    # would divide by 0, so the long series of f is summed.
    k, c, total = credit.k, part.c, part.total
    few = len(part.a) if k <= _SHORT_SERIES else sum([a in (c, 2 * c) for a in part.a])  # those whose series are summed
    first, second = (evaluate(series, part.b[:few], part)[0] for series in polynomials(credit)) if few else ([], [])
    if few < len(part.a):
        once, twice = _closed_means(k, part, few)
        first, second = first + once, second + twice
    return [([k * x for x in first], rise(total, c, k)), ([k * k * x for x in second], rise(total, c, 2 * k))]


def _closed_means(k: int, part: Posteriors, start: int) -> tuple[list[int], list[int]]:
    """Return E[f] * R(T, k) and E[f**2] * R(T, 2k), each for the posteriors from `start` on.

    f is 2*(k-1)*(1 - what k trials earn by AUC@k). See the module for R and T.
    """
    c = part.c
    once = _rests(1, (1, 2, k, k + 1), (1, 1, -1, -1), k, part)
    degrees = (2, 3, 4, k + 1, k + 2, k + 3, 2 * k, 2 * k + 1, 2 * k + 2)
    twice = _rests(2, degrees, (1, 2, 1, -2, -4, -2, 1, 2, 1), k, part)
    first, second = [], []
    ascending = part.b[start:][::-1]
    left = zip(part.risings(ascending, k, k)[::-1], part.risings(ascending, 2 * k, 2 * k)[::-1])
    for a, b, (r0, s0) in zip(part.a[start:], part.b[start:], left):
        b2 = b * (b + c)
        b3 = b2 * (b + 2 * c)
        r1 = r0 * (b + k * c)
        r2 = r1 * (b + (k + 1) * c)
        s1 = s0 * (b + 2 * k * c)
        powers = b2, b3, b3 * (b + 3 * c), r1, r2, r2 * (b + (k + 2) * c), s0, s1, s1 * (b + (2 * k + 1) * c)
        first.append(dot(once, (b, b2, r0, r1)) // (a - c))
        second.append(dot(twice, powers) // ((a - c) * (a - 2 * c)))
    return first, second


def _rests(order: int, degrees: Sequence[int], coefficients: Sequence[int], k: int, part: Posteriors) -> list[int]:
    """Return x * R(Y, m) / R(Y, n) for each degree n and its coefficient x.

    Y is T - order*c, m is order*(k+1). See the module for R and T.
    """
    c, start, most = part.c, part.total - order * part.c, order * (k + 1)
    return [x * rise(start + n * c, c, most - n) for n, x in zip(degrees, coefficients)]


def threshold_moments(k: int, i: int, part: Posteriors) -> list[Moments]:
    """Return E[g] and E[g**2] for each posterior. g is the chance of i or more successes in k trials."""
    # A step leads from the means under one posterior (A, B) to those under the next, (A+c, B-c). Integration by parts
    # shows that for any f(p) it adds c/T times E[f'] under (A+c, B) to E[f]. For f = g, f' is k C(k-1, i-1) p**(i-1)
    # (1-p)**(k-i), whose mean is one product. For f = g**2, f' is 2 g g', with the mean 2 E[g'] times E[g] under (A+ic,
    # B+(k-i)c); this E[g] is found by steps, too. For the first posterior, E[g**2] is the sum over j = i..k of the
    # chance of j successes times E[g] under (A+jc, B+(k-j)c).
    c, total, a, b = part.c, part.total, part.a[0], part.b[0]
    places = [(x - a) // c for x in part.a]
    count = places[-1]
    terms = binomial_terms(k, i, a, b, c)
    x, y = a + i * c, b + (k - i) * c
    shifted, _ = tail_means(binomial_terms(k, i, x, y, c), i, x, y, c, max(count, k - i))
    means, steps = tail_means(terms, i, a, b, c, count)
    squares = [dot(terms, shifted)]
    for step, mean in zip(steps, shifted):
        squares.append(squares[-1] + 2 * step * mean)
    denominator = rise(total, c, k)
    first, second = [means[place] for place in places], [squares[place] for place in places]
    return [(first, denominator), (second, denominator * rise(total + k * c, c, k))]


def binomial_terms(k: int, i: int, a: int, b: int, c: int) -> list[int]:
    """Return the chances of i..k successes in k trials if p ~ Beta(a/c, b/c), each times the module's R(a+b, k)."""
    term = comb(k, i) * rise(a, c, i) * rise(b, c, k - i)
    terms = [term]
    for j in range(i, k):
        term = term * ((k - j) * (a + j * c)) // ((j + 1) * (b + (k - j - 1) * c))
        terms.append(term)
    return terms


def tail_means(terms: list[int], i: int, a: int, b: int, c: int, count: int) -> tuple[list[int], list[int]]:
    """Return ([chance of i or more successes in k trials], [increase from each chance to the next]).

    The first chance is that for p ~ Beta(a/c, b/c), for which `binomial_terms` returned `terms`. For each of `count`
    more chances, a rises and b falls by c. All are multiplied by the module's R(a+b, k).
    """
    k = i + len(terms) - 1
    step = i * c * terms[0] // a
    mean = sum(terms)
    means, steps = [mean], []
    for t in range(1, count + 1):
        steps.append(step)
        mean += step
        means.append(mean)
        step = step * ((a + (t + i - 1) * c) * (b - t * c)) // ((a + t * c) * (b + (k - i - t) * c))
    return means, steps
