"""The limits of what is read and computed: beyond them a ValueError names the limit."""

from __future__ import annotations

from math import isqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._credit import Credit
    from ._posterior import Group
    from ._weights import Weights

MOST_ITEMS = 1 << 18  # of an argument
MOST_DIGITS = 20_000  # of a number, with the places of a Decimal: more could fill the memory when written out
LONGEST = 66_439  # bits of so many digits
LARGEST_POWER = 1100  # binary exponent of a power of a blend: beyond every float
LARGEST_TERM = 1 << 16  # binary exponent beyond which a term of a blend is not computed
NEAREST = 1100  # a probability is no nearer to 0 or 1 than 2**-NEAREST, whose square the work grows with
LAST_BITS = 12_288  # of an enclosure: beyond the 2,200 that the smallest float exponents can ask for
MOST_CLASSES = 4096
MOST_HELD = 1 << 31  # bits of all the numbers that are held at a time
MOST_CELLS = 1 << 22  # numbers in the vectors of counts of a tally
MOST_COUNT = (1 << 64) - 1  # of trials, and of questions, where counts are given
MOST_SUBSETS = 10**9  # bits held at a time: of C(N, k) for each trial, or of each term of a sum where these are fewer
MOST_TERMS = 10**11  # of a few seconds: sums times their terms times the bits of a term
MOST_BITS = 1 << 21  # of an integer in an exact posterior moment
_OVERHEAD = 10**5  # of a microsecond, in the units of MOST_WORK
MOST_WORK = 4 * 10**11  # a few seconds, in units of what a multiplication of 1-bit integers would cost
MOST_COMMON = 10**12  # different ones, times the bits of one, times the bits of what all of them divide
MOST_STEPS = 2048  # k of a credit of many different steps
MOST_STEP_BITS = 1 << 23  # times the bits of a step, whose polynomial is squared as one integer
MOST_PRODUCT = 1 << 18  # bits of a special function's value, or of its two terms
MOST_FRACTION = 1 << 20  # bits of two integers that are reduced to lowest terms, which takes the square of them
MOST_ENCLOSED = 25 * 10**6  # of the means of steep credits
MOST_HORNER = 6 * 10**9  # products of digits: some seconds of evaluating polynomials
DIGIT = 30  # bits


def check_cells(size: int) -> None:
    """Refuse a tally of so many numbers."""
    if size > MOST_CELLS:
        raise ValueError(f"R has too many classes for so many rows: more than {MOST_CELLS} counts, the limit")


def check_questions(number: int) -> None:
    """Refuse so many questions of one kind, which a tally could not be made from again."""
    if number > MOST_COUNT:
        raise ValueError(f"numbers of questions must be below 2**64: the limit; got {shown_integer(number)}")


def check_subsets(k: int, trials: int, count: int, groups: int) -> None:
    """Refuse to count the k-subsets of so many trials, for so many counts of successes, in one of so many groups."""
    m = min(k, trials - k)
    bits = min(trials, m * (2 + (trials // m).bit_length())) if m else 1  # C(N, m) <= 2**N, and <= (e N / m)**m
    terms = min(trials, count * (k + 8))
    work = terms * (bits + 1000)
    if terms * bits > MOST_SUBSETS or work > 5 * MOST_SUBSETS or groups * max(work, 5 * bits**1.6) > MOST_TERMS // 2:
        what = f"N={shown_integer(trials)} and k={shown_integer(k)}, one of {groups} numbers of trials"
        raise beyond("k", f" for so many trials: {what}")


def check_terms(k: int, count: int, bits: int) -> None:
    """Refuse sums of k terms of so many bits for each of so many questions or trials."""
    if count * k * (bits + 1000) > MOST_TERMS:
        raise beyond("k", f" for weights of many steps: k={shown_integer(k)}")


def check_steps(k: int, denominator: int) -> None:
    """Refuse a posterior moment of a credit of many steps, over such a denominator."""
    bits = denominator.bit_length()
    if k > MOST_STEPS or k * (k + bits) > MOST_STEP_BITS:
        raise beyond("k", f" for credits of many steps: k={shown_integer(k)}, of {bits} bits")


def check_evaluations(degree: int, weight: int, group: Group, states: int = 0) -> None:
    """Refuse to evaluate a polynomial of this degree, with weights so long, for the posteriors of groups like this, or
    for so many of each."""
    count, bits = group.groups * (states or len(group.states)), degree * group.total.bit_length() + weight
    # A step multiplies a number of so many bits by a coefficient, of about as many bits as degree and weight, and for
    # each posterior by a factor as long as the total: in digits of 30 bits.
    width = group.groups * (1 + (degree + weight) // DIGIT) + count * (1 + group.total.bit_length() // DIGIT)
    if degree * (1 + bits // DIGIT) * width > MOST_HORNER:
        raise beyond("k", " for credits of many steps")


def check_enclosed(credit: Credit, parts: list[Group], lifted: bool) -> None:
    """Refuse to enclose the moments of a credit of many steps, whose sums have the most terms for few trials.

    Those of the first and the last posterior of a group are not enclosed if A or B is below 1.
    """
    k, terms = credit.k, 0
    for group in parts:
        if min(group.states[0][0], group.states[-1][1]) < group.c:
            check_evaluations(2 * k, 2 * credit.denominator.bit_length(), group, 2)
        bits, most = group.total.bit_length(), 30 * isqrt(2 * k + 4 * k * k * group.c // group.total)
        terms += len(group.states) * min(3 * k, most) * (500 + bits) // 500
    if terms * (1 + lifted / 2) > MOST_ENCLOSED:
        raise beyond("k", f" for credits of many steps: k={k}")


def check_denominators(numbers: int, count: int, bits: int, reduced: bool = False) -> None:
    """Refuse to go on adding fractions with so many denominators, of so many at first, the largest of so many bits; or
    once they have no more in common than it would cost to find."""
    if count * bits > 2 * MOST_BITS if reduced else count * bits * bits > MOST_COMMON:
        raise ValueError(f"R has questions of {numbers} different numbers of trials N: beyond the limit for this k")


def check_product(factors: int, bits: int, name: str) -> None:
    """Refuse a product of so many factors of so many bits."""
    if factors * bits > MOST_PRODUCT:
        raise beyond(name, f": a product of {shown_integer(factors)} factors of {shown_integer(bits)} bits")


def check_fraction(n: int, d: int) -> None:
    """Refuse to reduce a fraction to lowest terms."""
    bits = min(n.bit_length(), d.bit_length())
    if bits > MOST_FRACTION:
        raise beyond("k, or R,", f" for a Fraction: {bits} bits")


def check_numbers(name: str, count: int, largest: int) -> None:
    """Refuse an argument that takes a few products of so many integers, if the largest is so large."""
    bits = largest.bit_length()
    if 3 * count * bits**1.6 > MOST_WORK:
        raise beyond(name, f": {count} numbers of {bits} bits")


def check_rewards(weights: Weights, count: int, models: int = 1) -> None:
    """Refuse to weigh the counts of so many different questions, of so many models."""
    rewards, denominator = weights
    check_cells(models * len(rewards))
    check_numbers("w", count * (3 + len(rewards)) + models * len(rewards), max(denominator, *map(abs, rewards)))


def check_size(k: int, count: int, bits: int, factor: int = 0, held: int = 0) -> None:
    """Refuse a calculation with so many integers of so many bits, each from the last by factors of so many, and so many
    of them held at a time."""
    work = bits <= MOST_BITS and bits**1.6 + bits * factor / 2 + _OVERHEAD
    if not work or count * work > MOST_WORK or held * (bits + 320) > MOST_HELD:  # of an int, and of its place in a list
        what = f"moments of degree {shown_integer(k)}, {shown_integer(count)} integers of {shown_integer(bits)} bits"
        raise beyond("k", f" for this posterior: {what}")


def shown_integer(n: int) -> str:
    """An integer for a message, which is short however long it is."""
    bits = int.bit_length(n)
    return int.__repr__(n) if bits <= 64 else f"an integer of {bits} bits"


def beyond(name: str, what: str) -> ValueError:
    return ValueError(f"{name} is beyond the limit{what}")
