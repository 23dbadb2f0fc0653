"""Student's t distribution: its quantile as an integer enclosure, and when that is rational.

T has df degrees of freedom. With y = q*q/(df + q*q), x = 1 - y, and the density f of T, the chances of both sides are
2 q f(q) times series of positive terms:

    P(|T| <= q) = 2 q f(q) S(y)         S(y) = 1 + y (df+1)/3 + y**2 (df+1)(df+3)/(3*5) + ...
    P(|T| > q) = 2 q f(q) U(x) / df     U(x) = 1 + x (df+1)/(df+2) + x**2 (df+1)(df+3)/((df+2)(df+4)) + ...

(the incomplete beta functions I_y(1/2, df/2) and I_x(df/2, 1/2)). Whichever of x and y is at most 1/2 is summed.
"""

from __future__ import annotations

from math import exp, expm1, gcd, isqrt, log, log1p, sqrt

from . import nearest, rising
from .enclosures import exponential, half_root_pi, logarithm, newton, normal_deviate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import Ratio
    from .enclosures import Ends, Scaled, Step

MOST_DF = 10**9  # the work hardly grows with df, but float starts and guard digits are thought out for so many

_FIRST_BITS = 40  # of a step from the start, which is good to some percent or better
_MOST_BITS = 1 << 20  # of the integers that `is_squared_deviate` compares

_deviates: dict[tuple[Ratio, int], Scaled] = {}
_MOST_DEVIATES = 64


def student_deviate(c: Ratio, df: int, bits: int) -> Scaled:
    """The q with P(|T| <= q) = c, 0 < c < 1, as (lo, hi, at): lo <= q * 2**at <= hi and hi - lo <= lo / 2**bits."""
    known = _deviates.get((c, df))
    if known is None or known[1] - known[0] << bits > known[0]:
        v, at = _start(c, df)
        known = newton(v, at, _FIRST_BITS, bits, lambda v, at, digits: _step(c, df, v, at, digits))
        if len(_deviates) >= _MOST_DEVIATES:
            _deviates.clear()
        _deviates[c, df] = known
    return known


def _step(c: Ratio, df: int, v: int, at: int, digits: int) -> Step:
    """rho for `newton`, at v / 2**at: to some `digits` digits.

    The density falls between v and v(1+t) by the factor (1 + y(2t + t*t))**(-(df+1)/2) >= e**(-w(2t + t*t)) with w = y
    (df+1)/2. Below v it is at most (1 - 2yt)**(-(df+1)/2) <= e**(3wt) times as high for yt <= wt <= 1/50.

    For y <= 1/2, S(y) and g of _rho are at most 2**(2w), as 1/(1-y) <= 4**y.
    """
    square, whole = v * v, df << 2 * at
    w = (df + 1) * square // (2 * (square + whole)) + 1
    work = digits + 2 * (digits + w + df).bit_length() + 16 + (2 * w if square <= whole else 0)
    return (*_rho(c, df, v, at, work), work, w)


def _rho(c: Ratio, df: int, v: int, at: int, work: int) -> Ends:
    """(c - P(|T| <= q)) / (2 q f(q)) for q = v / 2**at, at `work` bits: c g - S(y), or U(x)/df - (1-c) g.

    Here g = 1 / (2 q f(q)) = (1 + q*q/df)**((df+1)/2) K/q, with K of _half_beta.
    """
    n, d = c
    square, whole = v * v, df << 2 * at
    log_lo, log_hi = logarithm(square + whole, whole, work)
    exp_lo, exp_hi = exponential(log_lo * (df + 1) >> 1, (log_hi * (df + 1) >> 1) + 1, work)
    half_lo, half_hi = _half_beta(df, work)
    below = d * v << work
    if square <= whole:
        least, most = _series((square << work) // (square + whole), df, 1, work)
        return (n * half_lo * exp_lo << at) // below - most, (n * half_hi * exp_hi << at) // below + 1 - least
    least, most = _series((whole << work) // (square + whole), df, df, work)
    lo, hi = ((d - n) * half_lo * exp_lo << at) // below, ((d - n) * half_hi * exp_hi << at) // below + 1
    return least // df - hi, most // df + 1 - lo


def _series(z: int, df: int, start: int, bits: int) -> Ends:
    """S for start = 1, U for start = df, for every number from z to z + 1 <= 1/2 (at `bits`); for df < 2**bits, and fewer
    than 2**bits / 2 terms.

    The ratios are r_i = z (df+2i-1)/(start+2i). What is cut off term i, less than 1, the sum lacks 1 + r_(i+1) +
    r_(i+1) r_(i+2) + ... times: at most S times where the ratios fall, else at most twice, since they stay below z. As
    terms that are cut to 0 stay 0, that is all that it lacks: the sum s is at least that of the j terms s_j, and at most
    s_j + 2 j s / 2**bits.
    """
    term = total = 1 << bits
    i = 0
    while term:
        i += 1
        term = (term * z * (df + 2 * i - 1) >> bits) // (start + 2 * i)
        total += term
    high = total + (2 * i * total >> bits) + 1
    return total, high + (2 * (df + 1) * high >> bits) + 1


def _half_beta(df: int, bits: int) -> Ends:
    """K = sqrt(df) B(1/2, df/2) / 2 = sqrt(pi df / b(2 df - 1)), where b(x) = 4 (G((x+3)/4) / G((x+1)/4))**2, G being the
    gamma function, has Brouncker's continued fraction b(x) = x + 1/(2x + 9/(2x + 25/(2x + ...))) for x > 0.

    Its convergents p_n/q_n (p_0 = x, q_0 = 1) lie below b for even n and above b for odd n. Write P, Q for p, q at x + 2,
    F_n for (1*3*5*...*(2n-1))**2, and <n, m> for p_n P_m - (x+1)**2 q_n Q_m. By induction, from p_n = 2x p_(n-1) + (2n-1)**2 p_(n-2)
    and the like,

        <n, n> = -(-1)**n F_(n+1)    <n, n-1> = (-1)**n F_n (x - 2n)    <n-1, n> = (-1)**n F_n (x + 2n + 2)

    By the first, the convergents at x and x + 2 have the product (x+1)**2 (1 - (-1)**n e(x)), where e(x) > 0 falls in x;
    and b(x) b(x+2) = (x+1)**2. So D(x) = ln b(x) - ln(p_n/q_n), which vanishes for large x, is the sum of
    D(x) + D(x+2), -(D(x+2) + D(x+4)), ...: it alternates, falls, and has the sign of (-1)**n.

    For small x few convergents are near: b(2 df - 1) comes from that for df + 2k, of G(t+1) = t G(t).
    """
    k = max(0, bits // 2 - df) // 2
    up, down = rising(df + 1, 2, k), rising(df, 2, k)
    x = 2 * (df + 2 * k) - 1
    p, q, next_p, next_q = 1, 0, x, 1
    odd, product = 1, 1
    while next_q * q < product << bits:
        p, next_p = next_p, 2 * x * next_p + odd * odd * p
        q, next_q = next_q, 2 * x * next_q + odd * odd * q
        product *= odd * odd
        odd += 2
    roots = [isqrt((df * up * up * q << 2 * bits) // (down * down * p)) for p, q in ((p, q), (next_p, next_q))]
    half_lo, half_hi = half_root_pi(bits)
    return 2 * half_lo * min(roots) >> bits, (2 * half_hi * (max(roots) + 1) >> bits) + 1


def midpoint(c: Ratio, df: int) -> Ratio | None:
    """The q of `student_deviate`, where it has 54 bits or fewer, as the midpoints of doubles have; else None."""
    lo, hi, at = student_deviate(c, df, 128)
    cut = lo.bit_length() - 54
    n, d = (lo + hi >> cut) + 1 >> 1 << cut, 1 << at
    return (n, d) if is_squared_deviate((n * n, d * d), c, df) else None


def is_squared_deviate(square: Ratio, c: Ratio, df: int) -> bool:
    """Whether q**2 is exactly this rational number > 0.

    - Even df: c = s (1 + x 1/2 + x**2 (1*3)/(2*4) + ...), df/2 terms, with s = sqrt(y): rational if s is. The numbers
      have df times the bits of y; beyond a limit, where c itself is hardly ever as long, the answer is False.
    - df = 1: c = 2 atan(q) / pi, so (1 - q**2) / (1 + q**2) = cos(pi c). By Niven's theorem that is rational for c = 1/3,
      1/2 and 2/3 alone.
    - Odd df >= 3: c pi/2 - t = sin(t) cos(t) (1 + cos(t)**2 2/3 + ...) > 0 with tan(t) = q/sqrt(df). Were q algebraic, so
      were a = c pi/2 - t and e**(2ia) = e**(i pi c) e**(-2it), against Lindemann's theorem. So q is transcendental.
    """
    n, d = square
    if df % 2:
        known = ((1, 3, 1, 3), (1, 2, 1, 1), (2, 3, 3, 1))
        return df == 1 and any(c[0] * e == c[1] * m and n * b == d * a for m, e, a, b in known)
    whole = df * d + n
    common = gcd(n, whole)
    n, whole = n // common, whole // common
    a, b = isqrt(n), isqrt(whole)
    if a * a != n or b * b != whole or df * whole.bit_length() > _MOST_BITS:
        return False
    total = below = 1
    for i in range(df - 2, 0, -2):
        below *= i * whole
        total = total * (i - 1) * (whole - n) + below
    return c[0] * b * below == c[1] * a * total


def _start(c: Ratio, df: int) -> tuple[int, int]:
    """v and at with v / 2**at near q: by the first term of U in the tail, by Wallace's approximation elsewhere."""
    n, d = c
    lo, _, at = normal_deviate(c, 8)
    log_x = (log(d - n) - log(d) + log(df * sqrt(3.14159 / (2 * df - 0.8)))) * 2 / df
    if log_x < -1.5:
        log_q = (log(df) - log_x + log1p(-exp(log_x))) / 2
        whole = int(log_q * 1.442695)
        return int(exp(log_q - whole * 0.6931472) * (1 << 40)) << whole, 40
    stretch = (8 * df + 3) / (8 * df + 1)
    square = (lo / (1 << at) * stretch) ** 2 / df
    stretch *= sqrt(expm1(square) / square) if square > 1e-9 else 1
    return lo * int(stretch * (1 << 30)), at + 30
