"""Quantiles of the normal distribution and of Student's t, by Newton's method.

T has the density f, and df degrees of freedom; df = 0 stands for the normal distribution. A quantile is a q > 0 with
P(|T| <= q) = c. For Student's T let y = q*q/(df + q*q) and x = 1 - y. The chances on both sides of q are incomplete
beta functions, I_y(1/2, df/2) and I_x(df/2, 1/2), and series of positive terms:

    P(|T| <= q) = 2 q f(q) S         S = 1 + y (df+1)/3 + y**2 (df+1)(df+3)/(3*5) + ...
    P(|T| > q) = 2 q f(q) U/df       U = 1 + x (df+1)/(df+2) + x**2 (df+1)(df+3)/((df+2)(df+4)) + ...

S is summed if y <= 1/2, else U: so the terms fall quickly. For a normal T let y = q*q. Then

    P(|T| <= q) = 2 q f(q) S         S = 1 + y/3 + y**2/(3*5) + ...
"""

from __future__ import annotations

from math import comb, erfc

from . import near_log, over_limit
from .fixed import GUARD, Fixed, sqrt, sqrt_of
from .functions import exp, log_factorial, log_ratio, pi

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._types import Ratio

NEAREST = 1100  # a probability is no nearer to 0 or 1 than 2**-NEAREST: the work grows with its square
MOST_DF = 10**9  # degrees of freedom: a limit, as more take ever more digits

_E = 2.718281828459045
_FIRST_DIGITS = 40  # spare: bits of the first step; the start is right to a digit or more
_MOST_QUANTILES = 64  # spare: so many are kept

_quantiles: dict[tuple[Ratio, int, int], Fixed] = {}


def deviate(c: Ratio, bits: int, df: int = 0) -> Fixed:
    """Return the module's q with P(|T| <= q) = c, for 0 < c < 1. Raise ValueError if 1 - c is below 2**-NEAREST."""
    key = c, df, bits
    q = _quantiles.get(key)
    if q is None:
        if (c[1] - c[0]) << NEAREST < c[1]:
            raise over_limit("confidence, or another probability,", f"it is nearer to 0 or 1 than 2**-{NEAREST}")
        if len(_quantiles) >= _MOST_QUANTILES:
            _quantiles.clear()
        q = _quantiles[key] = _newton(c, df, bits)
    return q


def _newton(c: Ratio, df: int, bits: int) -> Fixed:
    """Return the q with P(|T| <= q) = c: take Newton steps until q is known to `bits` bits."""
    v, at = (_near_student if df else _near_normal)(c, df)
    digits = _FIRST_DIGITS
    while True:
        # The relative step rho = (c - F(v)) / (v F'(v)), where v stands for v / 2**at, and F(v) for P(|T| <= v). A w >=
        # 1 limits how fast F' = 2f changes: F'(v + vt) is at least F'(v) e**(-w (2t + t*t)) if t >= 0, and at most
        # F'(v) e**(-3wt) if -1/50 <= wt <= 0.
        # - For a normal T, f is e**(-v*v/2) times a constant: w = v*v/2.
        # - Student's f(v + vt) is f(v) (1 + y (2t + t*t))**(-(df+1)/2). For w = y (df+1)/2 and t >= 0 this is at least
        #   f(v) e**(-w (2t + t*t)). For -1/50 <= wt <= 0 it is at most f(v) (1 - 2y|t|)**(-(df+1)/2) <= f(v)
        #   e**(-3wt), since y <= w.
        square, whole = v * v, (df or 1) << 2 * at
        w = (df + 1) * square // (2 * (square + whole if df else whole)) + 1
        rho = _step(c, df, v, at, digits, w)
        one = 1 << rho.bits
        far = max(-rho.lo, rho.hi)
        if far <= one and 50 * w * far <= one:
            # F is concave, so the tangent at v lies above F, and q >= v (1 + rho). And q <= v (1 + rho + 10 w rho**2),
            # because |rho| <= 1 and u = w |rho| <= 1/50:
            # - For rho < 0 the true step is at most rho e**(-3u) <= rho (1 - 3u).
            # - For rho >= 0 and t = rho (1 + 10u) <= 1.2 rho, F(v + vt) is at least F(v) + vt F'(v) e**(-w t (2 + t)).
            #   This is at least F(v) + v rho F'(v) (1 + 10u)(1 - 4u) >= c.
            high = rho.hi + (10 * (w * far) * far >> rho.bits) + 1
            if high - rho.lo << bits + 2 <= one:
                return Fixed.cut(v * (one + rho.lo), v * (one + high), at + rho.bits, bits)
        # Not near enough yet: take a plain Newton step.
        digits = max(digits + 8, min(4 * (rho.bits - far.bit_length()), bits))  # spare: takes few steps
        move = min(max(rho.lo + rho.hi >> 1, -one >> 1), one)
        v = v * (one + move)
        cut = min(max(0, v.bit_length() - digits), at + rho.bits)
        v, at = v >> cut, at + rho.bits - cut


def _step(c: Ratio, df: int, v: int, at: int, digits: int, w: int) -> Fixed:
    """Return (c - P(|T| <= q)) / (2 q f(q)) for q = v / 2**at, to about `digits` bits. w is that of `_newton`."""
    # With g = 1 / (2 q f(q)), rho is c g - S or, which is the same, U/df - (1-c) g. And f(q) is f(0) divided by
    # e**(q*q/2) or (1 + q*q/df)**((df+1)/2). More digits are taken for S <= (1-y)**(-(df+1)/2) <= 4**w, or e**w, and
    # for the sum of the cuts. With these digits, the condition of `_series_at` holds, too: its ratios are below 3/4
    # after 4w terms.
    n, d = c
    square, whole = v * v, (df or 1) << 2 * at
    is_tail = df > 0 and square > whole
    work = digits + 2 * (digits + w + df).bit_length() + GUARD + (0 if is_tail else 2 * w if df else 3 * w // 2)
    z = ((whole if is_tail else square) << work) // (square + whole if df else whole)
    growth = exp(log_ratio(square + whole, whole, work) * (df + 1) / 2) if df else exp(Fixed(z, z + 1, work) / 2)
    series = _series_at(z, df, df if is_tail else 1, work)
    g = _inverse_peak(df, work) * growth * ((d - n if is_tail else n) << at) / (d * v)
    return series / df - g if is_tail else g - series


def _series_at(z: int, df: int, start: int, bits: int) -> Fixed:
    """Return bounds of the module's S (start = 1) or U (start = df) that hold for every y or x from z to z + 1.

    z is in units of 2**-bits, and at most 1/2 for Student's T. If j terms are summed, 4 (j + df + 1) must be at most
    2**bits.
    """
    term = total = 1 << bits
    i = 0
    while term:
        i += 1
        term = (term * z * (df + 2 * i - 1 if df else 1) >> bits) // (start + 2 * i)
        total += term
    # With `one` = 2**bits, the ratios of the terms are r_i = z (df+2i-1)/(start+2i) / one; normal: z/(1+2i) / one.
    # - Each term is cut by less than 1, and a cut in the i-th term takes 1 + r_(i+1) + r_(i+1) r_(i+2) + ... times as
    #   much from the sum. If the ratios fall, this factor is at most the sum s itself; if not, they stay below z / one,
    #   and the factor is at most 2. So the j terms lack at most j s, or 2j: in both cases s is at most 1 + 2j/one times
    #   their sum.
    # - S'(z) <= (df+1) S(z): i times the i-th coefficient is at most (df+1)/2 + i-1 times the coefficient before, so
    #   that (1-z) S' <= S (df+1)/2; normal: i/(2i+1) <= 1/2 times. So S(z + 1/one) <= S(z) (1 + 1.5 (df+1)/one); U
    #   likewise.
    return Fixed(total, total + (3 * (i + df + 1) * total >> bits) + 1, bits)


def _inverse_peak(df: int, bits: int) -> Fixed:
    """Return 1 / (2 f(0)), where f is the module's density with `df` degrees of freedom."""
    if not df:
        return sqrt(pi(bits) / 2)
    # By the gamma function, it is B / sqrt(df) for df = 2m, and pi sqrt(df) / (2 B) for df = 2m + 1, with B = 4**m /
    # C(2m, m), which is at most sqrt(4m).
    m = df // 2
    work = bits + df.bit_length() + GUARD  # spare: bits beyond those of the result
    if df < 1000:  # spare: so C(2m, m) takes less time than logs
        B = Fixed.of((1 << 2 * m, comb(2 * m, m)), work)
    else:
        B = exp(m * log_ratio(4, 1, work) + 2 * log_factorial(m, work) - log_factorial(2 * m, work))
    root = sqrt_of((df, 1), work)
    peak = pi(work) * root / (2 * B) if df % 2 else B / root
    return Fixed.cut(peak.lo, peak.hi, work, bits)


def _near_normal(c: Ratio, _: int) -> tuple[int, int]:
    """Return (v, at), where v / 2**at is near the z with P(|Z| <= z) = c."""
    n, d = c
    if n << 7 < d:  # z is about c sqrt(pi/2)
        at = 64 + d.bit_length() - n.bit_length()
        return int(1.2533141 * (1 << 30)) * (n << at - 30) // d, at
    tail = near_log(d - n) - near_log(d)  # the log of the chance beyond z
    a = tail + near_log(1 + n / d)
    b = 4.33 + a / 2
    u = ((b * b - a / 0.147) ** 0.5 - b) ** 0.5  # z / sqrt(2) by Winitzki's approximation, good to 0.3 %
    for _ in range(3):  # ln erfc falls at about this slope; beyond 5 its asymptotic series is good to 0.001
        log_erfc = near_log(erfc(u)) if u < 5 else near_log(1 - 0.5 / (u * u)) - u * u - near_log(1.772454 * u)
        u += (log_erfc - tail) / (u + (u * u + 1.3) ** 0.5)
    return int(1.4142135623730951 * u * (1 << 60)), 60


def _near_student(c: Ratio, df: int) -> tuple[int, int]:
    """Return (v, at), where v / 2**at is near the q with P(|T| <= q) = c."""
    n, d = c
    # In the tail, the series U of the module is taken as 1; elsewhere, v is Wallace's normal approximation.
    log_x = (near_log(d - n) - near_log(d) + near_log(df * (3.14 / (2 * df - 0.8)) ** 0.5)) * 2 / df
    if log_x < -1.5:
        log_q = (near_log(df) - log_x + near_log(1 - _E**log_x)) / 2
        twos = int(log_q / 0.6931)
        return int(_E ** (log_q - twos * 0.6931471805599453) * (1 << 40)) << twos, 40
    z, at = _near_normal(c, 0)
    factor = (8 * df + 3) / (8 * df + 1)
    near = z / (1 << at) * factor
    square = near * near / df  # near**2 would raise an error for a tiny one, if the processor rounds up
    factor *= ((_E**square - 1) / square) ** 0.5 if square > 1e-9 else 1
    return z * int(factor * (1 << 30)), at + 30
