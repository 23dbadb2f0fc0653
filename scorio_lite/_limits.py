"""The limits of what is computed: beyond them a ValueError names the limit."""

from __future__ import annotations

from ._values import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._posterior import Group

MOST_CLASSES = 4096
MOST_CELLS = 1 << 22  # numbers in the vectors of counts of a tally
MOST_COUNT = (1 << 64) - 1  # of trials, and of questions, where counts are given
MOST_SUBSETS = 10**9  # bits held at a time: of C(N, k) for each trial, or of each term of a sum where these are fewer
MOST_TERMS = 10**11  # of a few seconds: sums times their terms times the bits of a term
MOST_BITS = 1 << 21  # of an integer in an exact posterior moment
_OVERHEAD = 10**5  # of a microsecond, in the units of MOST_WORK
MOST_WORK = 4 * 10**11  # a few seconds, in units of what a multiplication of 1-bit integers would cost
MOST_DENOMINATORS = 10**12  # different ones, times the bits of one, times the bits of what all of them divide
MOST_STEPS = 2048  # k of a credit of many different steps
MOST_STEP_BITS = 1 << 23  # times the bits of a step, whose polynomial is squared as one integer
MOST_PRODUCT = 1 << 18  # bits of a special function's value, or of its two terms
MOST_FRACTION = 1 << 20  # bits of two integers that are reduced to lowest terms, which takes the square of them
MOST_HORNER = 4 * 10**9  # products of digits: some seconds of evaluating polynomials
_DIGIT = 30


def check_cells(size: int) -> None:
    """Refuse a tally of so many numbers."""
    if size > MOST_CELLS:
        raise ValueError(f"R has too many classes for so many different rows: more than {MOST_CELLS} counts, the limit")


def check_questions(number: int) -> None:
    """Refuse so many questions of one kind, which a tally could not be made from again."""
    if number > MOST_COUNT:
        raise ValueError(f"numbers of questions must be below 2**64: the limit; got {shown(number)} of one kind")


def check_subsets(k: int, trials: int, count: int, groups: int) -> None:
    """Refuse to count the k-subsets of so many trials, for so many counts of successes, in one of so many groups."""
    m = min(k, trials - k)
    bits = min(trials, m * (2 + (trials // m).bit_length())) if m else 1  # C(N, m) <= 2**N, and <= (e N / m)**m
    terms = min(trials, count * (k + 8))
    if terms * bits > MOST_SUBSETS or groups * max(terms * (bits + 1000), 5 * bits**1.6) > 5 * MOST_SUBSETS:
        raise ValueError(
            f"k is beyond the limit for so many trials: N={shown(trials)} and k={shown(k)}, "
            f"one of {groups} numbers of trials, with {count} counts of successes"
        )


def check_terms(k: int, count: int, bits: int) -> None:
    """Refuse sums of k terms of so many bits for each of so many questions or trials."""
    if count * k * (bits + 1000) > MOST_TERMS:
        raise ValueError(
            f"k is beyond the limit for weights of many steps: k={shown(k)}, {shown(count)} sums, terms of {bits} bits"
        )


def check_steps(k: int, denominator: int) -> None:
    """Refuse a posterior moment of a credit of many steps, over such a denominator."""
    bits = denominator.bit_length()
    if k > MOST_STEPS or k * (k + bits) > MOST_STEP_BITS:
        raise ValueError(
            f"k is beyond the limit for credits of many steps; got k={shown(k)} of {bits} bits, more than {MOST_STEPS}"
        )


def check_evaluations(degree: int, group: Group) -> None:
    """Refuse to evaluate a polynomial of this degree for the posteriors of groups like this one."""
    count, bits = group.groups * len(group.states), degree * group.total.bit_length()
    # A step multiplies a number of so many bits by a coefficient, of about as many bits as the degree, and for each
    # posterior by a factor as long as the total: in digits of 30 bits.
    width = group.groups * (1 + degree // _DIGIT) + count * (1 + group.total.bit_length() // _DIGIT)
    if degree * (1 + bits // _DIGIT) * width > MOST_HORNER:
        raise ValueError(
            "k is beyond the limit for exact posterior moments of credits of many steps: a polynomial of degree "
            f"{shown(degree)} for {shown(count)} posteriors, with values of {shown(bits)} bits"
        )


def check_denominators(count: int, bits: int) -> None:
    """Refuse to add fractions with so many denominators, the largest of so many bits."""
    if count * bits * bits > MOST_DENOMINATORS:
        raise ValueError(
            f"R has questions of {count} different numbers of trials N: beyond the limit for an exact mean, with "
            f"denominators of {bits} bits; a smaller k has smaller ones"
        )


def check_product(factors: int, bits: int, name: str) -> None:
    """Refuse a product of so many factors of so many bits."""
    if factors * bits > MOST_PRODUCT:
        raise ValueError(f"{name} is beyond the limit: a product of {shown(factors)} factors of {shown(bits)} bits")


def check_fraction(n: int, d: int) -> None:
    """Refuse to reduce a fraction to lowest terms."""
    bits = min(n.bit_length(), d.bit_length())
    if bits > MOST_FRACTION:
        raise ValueError(f"k, or R, is beyond the limit for a Fraction: {bits} bits")


def check_weights(name: str, count: int, denominator: int) -> None:
    """Refuse so many weights over such a denominator."""
    bits = denominator.bit_length()
    if 3 * count * bits**1.6 > MOST_WORK:
        raise ValueError(f"{name} is beyond the limit: {count} numbers with a common denominator of {bits} bits")


def check_size(k: int, count: int, bits: int, factor: int = 0) -> None:
    """Refuse a calculation with so many integers of so many bits, each from the last by factors of so many."""
    if bits > MOST_BITS or count * (bits**1.6 + bits * factor / 2 + _OVERHEAD) > MOST_WORK:
        raise ValueError(
            "k is beyond the limit for this posterior: moments of degree "
            f"{shown(k)} would need {shown(count)} integers of {shown(bits)} bits"
        )
