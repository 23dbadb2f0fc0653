"""Posterior moments of the chance of enough successes: G-Pass and the majority."""

from __future__ import annotations

from math import comb

from ._limits import check_size
from .special import rising_numerator as rising

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._posterior import Group, Moments


def threshold_moments(k: int, i: int, group: Group) -> tuple[Moments, Moments]:
    """For g = the chance of i successes or more: E[g] and E[g**2].

    Integration by parts gives E[f] under (A+c, B-c) less E[f] under (A, B) as c/T times E[f'] under (A+c, B), and g' =
    k C(k-1, i-1) p**(i-1) (1-p)**(k-i). So E[g] steps from question to question by a monomial. For f = g**2 the
    monomial comes times E[g] under (A+ic, B+(k-i)c), which steps by a monomial too; and the first E[g**2] is the mean
    of these same E[g] over i..k successes.
    """
    c, total, (a, b) = group.c, group.total, group.states[0]
    count = (group.states[-1][0] - a) // c
    check_size(k, group.groups * (count + k), k * total.bit_length(), total.bit_length())
    chances = binomial_terms(k, i, a, b, c)
    first, steps = tail_means(k, i, a, b, c, count)
    shifted, _ = tail_means(k, i, a + i * c, b + (k - i) * c, c, max(count, k - i))
    second = [sum(map(int.__mul__, chances, shifted))]
    for step, mean in zip(steps, shifted):
        second.append(second[-1] + 2 * step * mean)
    places = [(state[0] - a) // c for state in group.states]
    denominator = rising(total, c, k)
    twice = denominator * rising(total + k * c, c, k)
    return ([first[place] for place in places], denominator), ([second[place] for place in places], twice)


def binomial_terms(k: int, i: int, a: int, b: int, c: int) -> list[int]:
    """C(k, j) R(A, j) R(B, k-j) for j = i..k: over R(T, k), the chances of j successes."""
    term = comb(k, i) * rising(a, c, i) * rising(b, c, k - i)
    terms = [term]
    for j in range(i, k):
        term = term * ((k - j) * (a + j * c)) // ((j + 1) * (b + (k - j - 1) * c))
        terms.append(term)
    return terms


def tail_means(k: int, i: int, a: int, b: int, c: int, count: int) -> tuple[list[int], list[int]]:
    """Over R(T, k): the chances of i successes or more under (A, B), (A+c, B-c), ..., and the steps between them."""
    step = c * k * comb(k - 1, i - 1) * rising(a + c, c, i - 1) * rising(b, c, k - i)
    steps = [step] if count else []
    for t in range(1, count):
        step = step * ((a + (t + i - 1) * c) * (b - t * c)) // ((a + t * c) * (b + (k - i - t) * c))
        steps.append(step)
    means = [sum(binomial_terms(k, i, a, b, c))]
    for step in steps:
        means.append(means[-1] + step)
    return means, steps
