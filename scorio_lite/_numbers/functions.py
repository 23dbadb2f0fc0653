"""Functions of fixed-point numbers (see `fixed`), each with its proof.

Floats serve only as starting points. A poor starting point costs time, but never makes a digit wrong.
"""

from __future__ import annotations

from math import factorial, isqrt

from . import near_log
from .fixed import GUARD, Fixed, Unknown, sqrt

_OVERFLOWS = 1 << 16  # a greater power of e is beyond every limit
_MACHIN = {  # (whether the series is that of atan, else atanh; pairs (a, q)): the constant is the sum of a atan(1/q)
    "ln 2": (False, ((18, 26), (-2, 4801), (8, 8749))),
    "pi": (True, ((16, 5), (-4, 239))),
}

_constants: dict[str, Fixed] = {}
_factorials: dict[tuple[int, int], Fixed] = {}
_tangents: list[int] = []


def _odd_series(t: int, bits: int, alternate: bool, q: int = 0) -> Fixed:
    """Return bounds of atanh(x), or of atan(x) if `alternate`, that hold for every x in [t, t + 1] with |x| <= 1/2.

    t, t + 1 and the bounds are in units of 2**-bits. If x is 1/q for an integer q, pass q, too: divisions by q*q take
    less time than products.
    """
    # The terms are x**(2i+1) / (2i+1), with alternating signs for atan. Each power of |t| is the power before times t*t
    # <= 1/4, and too low by less than 3. A term is a power divided by 2i + 1 >= 3, and too low by less than 2. Once a
    # power is 0, the first term left out is below 1, and each later one at most a quarter of the one before: they sum
    # to less than 2. From t to x, both functions change by less than 2.
    power, square, i, total = abs(t), t * t >> bits, 0, 0
    while power:
        total += -power // (2 * i + 1) if alternate and i % 2 else power // (2 * i + 1)
        power = power // (q * q) if q else power * square >> bits
        i += 1
    total = total if t >= 0 else -total
    return Fixed(total - 2 * i - 4, total + 2 * i + 4, bits)


def _constant(name: str, bits: int) -> Fixed:
    known = _constants.get(name)
    if known is None or known.bits < bits + GUARD:  # spare: so many are kept for later calls
        work = bits + 2 * GUARD  # spare: bits that later calls may need
        alternate, terms = _MACHIN[name]
        first, *others = [factor * _odd_series((1 << work) // q, work, alternate, q) for factor, q in terms]
        known = _constants[name] = sum(others, first)
    return Fixed.cut(known.lo, known.hi, known.bits, bits)


def pi(bits: int) -> Fixed:
    return _constant("pi", bits)


def exp(x: Fixed) -> Fixed:
    lo, bits = x.lo, x.bits
    if x.hi >> bits < -bits:  # spare: e**x is below one unit
        return Fixed(0, 1, bits)
    if lo >> bits > _OVERFLOWS:
        raise OverflowError
    if x.hi - lo >> bits:  # the bound at the end needs a width of at most 1
        raise Unknown
    # x = j ln 2 + r with r >= 0. With m halvings, e**x is 2**j (e**(r / 2**m))**(2**m).
    halvings = isqrt(bits) // 2 + 2  # spare: takes the least time
    work = bits + 2 * halvings + GUARD + max(0, lo.bit_length() - bits)  # spare: the proof below takes any
    ln2 = _constant("ln 2", work)
    j, r = divmod(lo << work - bits, ln2.hi if lo > 0 else ln2.lo)  # r is the least possible x - j ln 2
    # The i-th term is the term before times r/i <= 1/2, rounded down, so it is too low by less than 2. Once a term is
    # 0, each later one is at most a quarter of the one before: they sum to less than 1.
    scale = work + halvings
    term = low = 1 << scale
    i = 0
    while term:
        i += 1
        term = (term * r >> scale) // i
        low += term
    high = low + 2 * i + 1
    for _ in range(halvings):
        low, high = low * low >> scale, (high * high >> scale) + 1
    # e**(t+u) <= e**t (1 + 2u) for 0 <= u <= 1.2. Here u is the width of x plus that of j ln 2, at most 1.2.
    width = (x.hi - lo << work - bits) + abs(j) * (ln2.hi - ln2.lo)
    return Fixed.cut(low, high + (2 * high * width >> work) + 1, scale - j, bits)


def log(x: Fixed) -> Fixed:
    if x.lo <= 0:  # not known to be positive
        raise Unknown
    log_x = log_ratio(x.lo, 1 << x.bits, x.bits)
    log_x.hi -= (x.lo - x.hi << x.bits) // x.lo  # ln hi - ln lo is at most (hi - lo) / lo
    return log_x


def log_ratio(n: int, d: int, bits: int) -> Fixed:
    """Return ln(n/d), for positive n and d."""
    # n/d = m * 2**e with 1/2 < m < 2, so ln(n/d) = ln m + e ln 2.
    e = n.bit_length() - d.bit_length()
    work = bits + GUARD + e.bit_length()  # spare: the proof below takes any
    m = (n << work) // (d << e) if e >= 0 else (n << work - e) // d
    # For a double y near ln m, ln m = y + 2 atanh(t) with t = (m - e**y)/(m + e**y), which grows with m and falls with
    # e**y. As t is about 2**-50, each term of the series adds 100 bits.
    y = int(near_log(m / (1 << work)) * (1 << 60)) << work >> 60
    power = exp(Fixed(y, y, work))
    t_lo = (m - power.hi << work) // (m + power.hi)
    t_hi = (m + 1 - power.lo << work) // (m + 1 + power.lo) + 1
    lo, hi = _odd_series(t_lo, work, False).lo, _odd_series(t_hi, work, False).hi
    total = Fixed(y + 2 * lo, y + 2 * hi, work) + e * _constant("ln 2", work)
    return Fixed.cut(total.lo, total.hi, work, bits)


def log_factorial(n: int, bits: int) -> Fixed:
    """Return ln n! for n >= 0. Up to 64 results are kept for later calls."""
    if (n, bits) not in _factorials:
        if len(_factorials) >= 64:  # spare: so many are kept
            _factorials.clear()
        is_small = n < 64 + bits // 4  # spare: a third of it does
        _factorials[n, bits] = log_ratio(factorial(n), 1, bits) if is_small else _stirling(n, bits)
    return _factorials[n, bits]


def _stirling(n: int, bits: int) -> Fixed:
    """Return ln n! = (n + 1/2) ln n - n + ln(2 pi)/2 + Stirling's series, for n >= 64 + bits / 4."""
    # The terms left out sum to less than the first of them. With the tangent numbers T_k, the terms are -(-1)**k T_k /
    # ((2k-1) 4**k (4**k - 1) n**(2k-1)). They fall until they are below 2**-9n, and each is cut by less than 1.
    work = bits + n.bit_length() + GUARD  # spare: the proof above takes any
    power, series, k, term = n, 0, 0, 1
    while term:
        if k == len(_tangents):
            _tangents[:] = _tangent_numbers(2 * k + 16)  # spare: more than the one that is needed
        four = 4 << 2 * k
        term = (_tangents[k] << work) // ((2 * k + 1) * four * (four - 1) * power)
        series += -term if k % 2 else term
        power *= n * n
        k += 1
    total = ((2 * n + 1) * log_ratio(n, 1, work) + log(2 * pi(work))) / 2 - n + Fixed(series - k, series + k, work)
    return Fixed.cut(total.lo, total.hi, work, bits)


def _tangent_numbers(number: int) -> list[int]:
    """Return the first tangent numbers T_1, T_2, ... = 1, 2, 16, 272, ...

    tan(x) is the sum of T_k x**(2k-1) / (2k-1)!. Source: Brent and Harvey 2013.
    """
    T = list(map(factorial, range(number)))
    for k in range(1, number):
        for j in range(k, number):
            T[j] = (j - k) * T[j - 1] + (j - k + 2) * T[j]
    return T


def power(x: Fixed, n: int) -> Fixed:
    """Return x**n for x >= 0 and an integer n >= 0."""
    bits = x.bits
    lo = hi = 1 << bits
    for digit in bin(n)[2:]:
        lo, hi = lo * lo >> bits, -(-hi * hi >> bits)
        if digit == "1":
            lo, hi = lo * x.lo >> bits, -(-hi * x.hi >> bits)
    return Fixed(lo, hi, bits)


def to_power(x: Fixed, a: int, b: int) -> Fixed:
    """Return x**(a/b) for 0 <= x <= 1 and a, b > 0."""
    if x.lo > 0:
        return exp(log(x) * a / b)
    return Fixed(0, exp(log(Fixed(x.hi, x.hi, x.bits)) * a / b).hi if x.hi else 0, x.bits)


def arctangent(x: Fixed) -> Fixed:
    """Return atan(x) for 0 <= x <= 1."""
    halvings = isqrt(x.bits) // 2 + 2  # spare: takes the least time
    work = x.bits + 2 * halvings + GUARD  # spare: bits beyond those of the result
    t = Fixed.cut(x.lo, x.hi, x.bits, work)
    for _ in range(halvings):
        t = t / (1 + sqrt(1 + t * t))  # the tangent of half the angle
    lo, hi = _odd_series(t.lo, work, True).lo, _odd_series(t.hi, work, True).hi
    return Fixed.cut(lo << halvings, hi << halvings, work, x.bits)
