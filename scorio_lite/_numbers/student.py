"""Student's t distribution: enclosures of its quantile, and the square of the quantile if it is rational.

T has df degrees of freedom and the density f; q > 0 is a quantile, y = q*q/(df + q*q) and x = 1 - y. The chances on
both sides of q are incomplete beta functions, I_y(1/2, df/2) and I_x(df/2, 1/2), and series of positive terms:

    P(|T| <= q) = 2 q f(q) S(y)         S(y) = 1 + y (df+1)/3 + y**2 (df+1)(df+3)/(3*5) + ...
    P(|T| > q) = 2 q f(q) U(x)/df       U(x) = 1 + x (df+1)/(df+2) + x**2 (df+1)(df+3)/((df+2)(df+4)) + ...

S(y) is summed if y <= 1/2, else U(x): so the terms fall quickly.
"""

from __future__ import annotations

from math import isqrt

from . import near_log, rise
from .enclosures import deviate, exponential, half_root_pi, logarithm, newton
from .fixed import Fixed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Ends, Ratio, Scaled
    from .enclosures import NewtonStep

MOST_DF = 10**9  # degrees of freedom: a limit, as more take ever more digits

_E = 2.718281828459045
_FIRST_DIGITS = 40  # bits of the first step; the start is right to a digit or more


def normal_deviate(c: Ratio, bits: int) -> Fixed:
    """Return the z with P(|Z| <= z) = c, 0 < c < 1, for a standard normal Z."""
    return Fixed.cut(*deviate(c, bits), bits)


def student_deviate(c: Ratio, df: int, bits: int) -> Fixed:
    """Return the q with P(|T| <= q) = c, 0 < c < 1, for Student's T with df degrees of freedom."""
    return Fixed.cut(*_enclosed(c, df, bits), bits)


def _enclosed(c: Ratio, df: int, bits: int) -> Scaled:
    """Return (lo, hi, at) with lo <= q * 2**at <= hi and 0 < hi - lo <= lo / 2**bits."""

    def compute() -> Scaled:
        return newton(*_near(c, df), _FIRST_DIGITS, bits, lambda v, at, digits: _step(c, df, v, at, digits))

    return deviate(c, bits, df, compute)


def _step(c: Ratio, df: int, v: int, at: int, digits: int) -> NewtonStep:
    """Return the step of `newton` from q = v / 2**at, to about `digits` bits, towards P(|T| <= q) = c.

    The comments use f, y and S of the module.
    """
    square, whole = v * v, df << 2 * at
    # f(q + qt) = f(q) (1 + y (2t + t*t))**(-(df+1)/2). With w = y (df+1)/2, this is at least f(q) e**(-w (2t + t*t))
    # for t >= 0. For -1/50 <= wt <= 0 it is at most f(q) (1 - 2y|t|)**(-(df+1)/2) <= f(q) e**(-3wt), since y <= w.
    w = (df + 1) * square // (2 * (square + whole)) + 1
    # For y <= 1/2, S(y) <= (1-y)**(-(df+1)/2) <= 4**w: more digits are taken for this, and for the sum of the cuts.
    # With these digits, the condition of `_series` holds, too: its ratios are below 3/4 after 4w terms.
    work = digits + 2 * (digits + w + df).bit_length() + 16 + (2 * w if square <= whole else 0)
    return (*_rho(c, df, v, at, work), work, w)


def _rho(c: Ratio, df: int, v: int, at: int, work: int) -> Ends:
    """Enclose the relative step of `newton`, (c - P(|T| <= q)) / (2 q f(q)) for q = v / 2**at, in units of 2**-work."""
    # With g = 1 / (2 q f(q)) = (1 + q*q/df)**((df+1)/2) / (2 q f(0)), the step is c g - S(y) or, which is the same,
    # U(x)/df - (1-c) g. The module defines f, S, U, x and y.
    n, d = c
    square, whole = v * v, df << 2 * at
    is_tail = square > whole
    z = ((whole if is_tail else square) << work) // (square + whole)
    least, most = _series(z, df, df if is_tail else 1, work)
    log_lo, log_hi = logarithm(square + whole, whole, work)
    exp_lo, exp_hi = exponential(log_lo * (df + 1) >> 1, (log_hi * (df + 1) >> 1) + 1, work)
    peak_lo, peak_hi = _inverse_peak(df, work)
    chance, below = d - n if is_tail else n, d * v << work
    lo, hi = (chance * peak_lo * exp_lo << at) // below, (chance * peak_hi * exp_hi << at) // below + 1
    return (least // df - hi, most // df + 1 - lo) if is_tail else (lo - most, hi - least)


def _series(z: int, df: int, start: int, bits: int) -> Ends:
    """Enclose the series S (start = 1) or U (start = df) of the module at every number in [z, z + 1] up to 1/2.

    All numbers are in units of 2**-bits. If j terms are summed, 4 (j + df+1) must be at most 2**bits.
    """
    term = total = 1 << bits
    i = 0
    while term:
        i += 1
        term = (term * z * (df + 2 * i - 1) >> bits) // (start + 2 * i)
        total += term
    # With `one` = 2**bits, the ratios of the terms are r_i = z (df+2i-1)/(start+2i) / one.
    # - Each term is cut by less than 1, and a cut in the i-th term takes 1 + r_(i+1) + r_(i+1) r_(i+2) + ... times as
    #   much from the sum. If the ratios fall, this factor is at most the sum s itself; if not, they stay below z / one,
    #   and the factor is at most 2. So the j terms lack at most j s, or 2j: in both cases s is at most 1 + 2j/one times
    #   their sum.
    # - S'(z) <= (df+1) S(z): i times the i-th coefficient is at most (df+1)/2 + i-1 times the coefficient before, so
    #   that (1-z) S' <= S (df+1)/2. So S(z + 1/one) <= S(z) (1 + 1.5 (df+1)/one); U likewise.
    return total, total + (3 * (i + df + 1) * total >> bits)


def _inverse_peak(df: int, bits: int) -> Ends:
    """Enclose 1 / (2 f(0)) for Student's density f, in units of 2**-bits."""
    # 1 / (2 f(0)) = sqrt(pi df / b(2 df - 1)), where b(x) = 4 (G((x+3)/4) / G((x+1)/4))**2 with the gamma function G. A
    # larger x takes fewer convergents of b(x); b(2 df - 1) follows from b(2 (df + 2k) - 1) by G(t+1) = t G(t).
    k = max(0, bits // 2 - df) // 2
    up, down = rise(df + 1, 2, k), rise(df, 2, k)
    x = 2 * (df + 2 * k) - 1
    # Brouncker's continued fraction is x + 1/(2x + 9/(2x + 25/(2x + ...))). Its convergents p_n/q_n, from p_0/q_0 =
    # x/1, are below b(x) for even n and above it for odd n, if x > 0:
    # - Write P, Q for p, q at x + 2, F_n for (1*3*...*(2n-1))**2 and <n, m> for p_n P_m - (x+1)**2 q_n Q_m. Then <n, n>
    #   = -(-1)**n F_(n+1), <n, n-1> = (-1)**n F_n (x - 2n) and <n-1, n> = (-1)**n F_n (x + 2n + 2): by induction, from
    #   p_n = 2x p_(n-1) + (2n-1)**2 p_(n-2) and so on, p_(-1)/q_(-1) being 1/0.
    # - Hence the n-th convergents at x and x + 2 have the product (x+1)**2 (1 - (-1)**n e(x)), where e(x) > 0 falls to
    #   0 as x grows, while b(x) b(x+2) = (x+1)**2.
    # - Hence D(x) = ln b(x) - ln(p_n/q_n), which goes to 0, is an alternating sum of falling terms, (D(x) + D(x+2)) -
    #   (D(x+2) + D(x+4)) + ..., and has the sign of the first: (-1)**n.
    p, q, next_p, next_q = 1, 0, x, 1
    odd, product = 1, 1
    while next_p * q < product << bits:  # the last two differ by more than 1 in 2**bits
        p, next_p = next_p, 2 * x * next_p + odd * odd * p
        q, next_q = next_q, 2 * x * next_q + odd * odd * q
        product *= odd * odd
        odd += 2
    roots = [isqrt((df * up * up * n << 2 * bits) // (down * down * d)) for n, d in ((q, p), (next_q, next_p))]
    half_lo, half_hi = half_root_pi(bits)
    return 2 * half_lo * min(roots) >> bits, (2 * half_hi * (max(roots) + 1) >> bits) + 1


def _near(c: Ratio, df: int) -> tuple[int, int]:
    """Return (v, at), where v / 2**at is near the q with P(|T| <= q) = c."""
    n, d = c
    z, _, at = deviate(c, 8)  # an error refuses a c too near to 1
    # In the tail, the series U of the module is taken as 1; elsewhere, v is Wallace's normal approximation.
    log_x = (near_log(d - n) - near_log(d) + near_log(df * (3.14 / (2 * df - 0.8)) ** 0.5)) * 2 / df
    if log_x < -1.5:
        log_q = (near_log(df) - log_x + near_log(1 - _E**log_x)) / 2
        twos = int(log_q / 0.6931)
        return int(_E ** (log_q - twos * 0.6931471805599453) * (1 << 40)) << twos, 40
    factor = (8 * df + 3) / (8 * df + 1)
    near = z / (1 << at) * factor
    square = near * near / df  # near**2 would raise an error for a tiny one, if the processor rounds up
    factor *= ((_E**square - 1) / square) ** 0.5 if square > 1e-9 else 1
    return z * int(factor * (1 << 30)), at + 30
