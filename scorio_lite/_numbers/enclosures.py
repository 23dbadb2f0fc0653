"""Integer enclosures of transcendental numbers, each with its proof.

"Enclose x in units of 2**-bits" means: return integers (lo, hi) with lo <= x * 2**bits <= hi. Floats serve only as
starting points. A poor starting point costs time, but never makes a digit wrong.
"""

from __future__ import annotations

from math import erfc, factorial, isqrt

from . import LAST_BITS, PRECISIONS, near_log, over_limit, pinned, square_root, undecided

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .._types import Clip, Enclosure, Ends, PosteriorSummary, Ratio, Scaled

    NewtonStep = tuple[int, int, int, int]  # (lo, hi, bits, w): see `newton`

NEAREST = 1100  # a probability is no nearer to 0 or 1 than 2**-NEAREST: the work grows with its square

_constants: dict[str, Scaled] = {}
_quantiles: dict[tuple[Ratio, int], tuple[int, Scaled]] = {}
_MOST_QUANTILES = 64  # so many are kept
_tangents: list[int] = []


def odd_series(t: int, bits: int, alternate: bool = False, q: int = 0) -> Ends:
    """Enclose atanh(x), or atan(x) if `alternate`, for every x in [t, t + 1] with |x| <= 1/2.

    All numbers are in units of 2**-bits. The series is the sum of x**(2i+1) / (2i+1), with alternating signs for atan.
    For x = 1/q, pass q, too: divisions by q*q take less time than products.
    """
    # Each power of |t| is the power before times t*t <= 1/4, and too low by less than 3. A term is a power divided by
    # 2i + 1 >= 3, and too low by less than 2. Once a power is 0, the first term left out is below 1, and each later one
    # at most a quarter of the one before: they sum to less than 2. From t to x, both functions change by less than 2.
    power, square, i, total = abs(t), t * t >> bits, 0, 0
    while power:
        total += -power // (2 * i + 1) if alternate and i % 2 else power // (2 * i + 1)
        power = power // (q * q) if q else power * square >> bits
        i += 1
    total = total if t >= 0 else -total
    return total - 2 * i - 4, total + 2 * i + 4


def _constant(name: str, bits: int, compute: Callable[[int], Ends]) -> Ends:
    """Enclose the constant `name` in units of 2**-bits. Call `compute` only if no earlier call had enough bits."""
    known = _constants.get(name)
    if known is None or known[2] < bits + 16:
        known = _constants[name] = (*compute(bits + 32), bits + 32)
    lo, hi, at = known
    return lo >> at - bits, (hi >> at - bits) + 1


def ln2(bits: int) -> Ends:
    def machin(bits: int) -> Ends:
        a, b, c = (odd_series((1 << bits) // q, bits, False, q) for q in (26, 4801, 8749))
        return 18 * a[0] - 2 * b[1] + 8 * c[0], 18 * a[1] - 2 * b[0] + 8 * c[1]

    return _constant("ln 2", bits, machin)


def half_root_pi(bits: int) -> Ends:
    """Enclose sqrt(pi)/2 in units of 2**-bits."""

    def machin(bits: int) -> Ends:
        a, b = (odd_series((1 << 2 * bits) // q, 2 * bits, True, q) for q in (5, 239))
        return isqrt(4 * a[0] - b[1]), isqrt(4 * a[1] - b[0]) + 1  # pi/4 = 4 atan(1/5) - atan(1/239)

    return _constant("sqrt(pi)/2", bits, machin)


def exponential(lo: int, hi: int, bits: int) -> Ends:
    """Enclose e**t for every t in [lo, hi], where hi - lo <= 2**bits. All numbers are in units of 2**-bits."""
    halvings = isqrt(bits) // 2 + 2
    work = bits + 2 * halvings + 16 + max(0, lo.bit_length() - bits)
    ln2_lo, ln2_hi = ln2(work)
    # t = j ln 2 + r with r >= 0, so e**t = 2**j e**r.
    j, r = divmod(lo << work - bits, ln2_hi if lo > 0 else ln2_lo)  # r is the least possible t - j ln 2
    width = (hi - lo << work - bits) + abs(j) * (ln2_hi - ln2_lo)
    scale = work + halvings
    # With m halvings, e**r is (e**(r / 2**m))**(2**m), and the square of an enclosure is an enclosure.
    low, high = _taylor(r, scale)
    for _ in range(halvings):
        low, high = low * low >> scale, (high * high >> scale) + 1
    # e**(t+x) <= e**t (1 + 2x) for 0 <= x <= 1.2. Here x is the width of [lo, hi] plus that of the enclosure of j ln 2,
    # at most 1.2.
    high += (2 * high * width >> work) + 1
    shift = scale - bits - j
    return (low >> shift, (high >> shift) + 1) if shift > 0 else (low << -shift, high << -shift)


def _taylor(r: int, bits: int) -> Ends:
    """Enclose e**r for 0 <= r <= 1/2, with r and the ends in units of 2**-bits.

    The i-th term is the term before times r/i <= 1/2, rounded down, so it is too low by less than 2. Once a term is 0,
    each later one is at most a quarter of the one before: they sum to less than 1.
    """
    term = total = 1 << bits
    i = 0
    while term:
        i += 1
        term = (term * r >> bits) // i
        total += term
    return total, total + 2 * i + 1


def logarithm(n: int, d: int, bits: int) -> Ends:
    """Enclose ln(n/d) in units of 2**-bits, for positive n and d."""
    # n/d = m * 2**e with 1/2 < m < 2, so ln(n/d) = ln m + e ln 2.
    e = n.bit_length() - d.bit_length()
    work = bits + 16 + e.bit_length()
    m = (n << work) // (d << e) if e >= 0 else (n << work - e) // d
    # For a double y near ln m, ln m = y + 2 atanh(t) with t = (m - e**y)/(m + e**y), which grows with m and falls with
    # e**y. As t is about 2**-50, each term of the series adds 100 bits.
    y = int(near_log(m / (1 << work)) * (1 << 60)) << work >> 60
    exp_lo, exp_hi = exponential(y, y, work)
    t_lo = (m - exp_hi << work) // (m + exp_hi)
    t_hi = (m + 1 - exp_lo << work) // (m + 1 + exp_lo) + 1
    ln2_lo, ln2_hi = ln2(work)
    lo = y + 2 * odd_series(t_lo, work)[0] + e * (ln2_lo if e > 0 else ln2_hi)
    hi = y + 2 * odd_series(t_hi, work)[1] + e * (ln2_hi if e > 0 else ln2_lo)
    return lo >> work - bits, (hi >> work - bits) + 1


def deviate(c: Ratio, bits: int, df: int = 0, compute: Callable[[], Scaled] | None = None) -> Scaled:
    """Enclose the z with P(|Z| <= z) = c, 0 < c < 1, for a standard normal Z or, with `compute`, for another Z.

    `compute()` encloses the z of a distribution with df degrees of freedom. Return (lo, hi, at): lo <= z * 2**at <= hi
    and hi - lo <= lo / 2**bits. The most precise enclosure for each c and df is kept for later calls.
    """
    known = _quantiles.get((c, df))
    if known is None or known[0] < bits:
        if len(_quantiles) >= _MOST_QUANTILES:
            _quantiles.clear()
        known = _quantiles[c, df] = bits, compute() if compute else _normal(c, bits)
    return known[1]


def _normal(c: Ratio, bits: int) -> Scaled:
    """Enclose the z of a standard normal: sqrt(2) times the u with erf(u) = c."""
    n, d = c
    if d - n << NEAREST < d:
        raise over_limit("confidence, or another probability,", f"it is nearer to 0 or 1 than 2**-{NEAREST}")
    lo, hi, at = erf_inverse(n, d, bits + 2)
    return isqrt(2 * lo * lo), isqrt(2 * hi * hi) + 1, at


def erf_inverse(n: int, d: int, bits: int) -> Scaled:
    """Enclose the u with erf(u) = n/d, 0 < n/d < 1.

    Return (lo, hi, at): lo <= u * 2**at <= hi and hi - lo <= lo / 2**bits.
    """

    def step(v: int, at: int, digits: int) -> NewtonStep:
        # The w of `newton`: with w = v*v, erf'(v + vt) = erf'(v) e**(-w (2t + t*t)).
        w = (v * v >> 2 * at) + 1
        work = digits + 3 * w // 2 + 2 * (digits + w).bit_length() + 16
        return (*_newton_step(n, d, v, at, work), work, w)

    return newton(*_erf_inverse_near(n, d), bits, bits, step)


def newton(v: int, at: int, first: int, bits: int, step: Callable[[int, int, int], NewtonStep]) -> Scaled:
    """Enclose the u with F(u) = c by Newton's method from v / 2**at, for an F that rises from F(0) = 0 and is concave.

    Return (lo, hi, at): lo <= u * 2**at <= hi and hi - lo <= lo / 2**bits. The first step is computed to `first`
    digits, later ones to more.

    `step(v, at, digits)` returns (lo, hi, work, w) for the point v / 2**at, which is called v here. The relative step
    rho = (c - F(v)) / (v F'(v)) is enclosed to about this many digits: lo <= rho * 2**work <= hi. w >= 1 limits how
    fast F' changes: F'(v + vt) is at least F'(v) e**(-w (2t + t*t)) if t >= 0, and at most F'(v) e**(-3wt) if -1/50 <=
    wt <= 0.
    """
    digits = first
    while True:
        lo, hi, work, w = step(v, at, digits)
        one = 1 << work
        far = max(-lo, hi)
        if far <= one and 50 * w * far <= one:
            # The tangent at v lies above F, so u >= v (1 + rho). And u <= v (1 + rho + 10 w rho**2), because |rho| <= 1
            # and y = w |rho| <= 1/50:
            # - For rho < 0 the true step is at most rho e**(-3y) <= rho (1 - 3y).
            # - For rho >= 0 and t = rho (1 + 10y) <= 1.2 rho, F(v + vt) is at least F(v) + vt F'(v) e**(-w t (2 + t)).
            #   This is at least F(v) + v rho F'(v) (1 + 10y)(1 - 4y) >= c.
            hi += (10 * (w * far) * far >> work) + 1
            if hi - lo << bits + 2 <= one:
                cut = min(max(0, (v * one).bit_length() - bits - 4), at + work)
                return v * (one + lo) >> cut, (v * (one + hi) >> cut) + 1, at + work - cut
        # Not near enough yet: take a plain Newton step.
        digits = max(digits + 8, min(4 * (work - far.bit_length()), bits))
        move = min(max(lo + hi >> 1, -one >> 1), one)
        v = v * (one + move)
        cut = min(max(0, v.bit_length() - digits), at + work)
        v, at = v >> cut, at + work - cut


def _newton_step(n: int, d: int, v: int, at: int, work: int) -> Ends:
    """Enclose the relative step of `newton` from v / 2**at towards the u with erf(u) = n/d, in units of 2**-work."""
    # With w = v**2, c = n/d and the S of `erf_series`, the step is (sqrt(pi)/2) (c/v) e**w - S(w).
    w = v * v << work >> 2 * at
    least, most = erf_series(w, work)
    exp_lo, exp_hi = exponential(w, w + 1, work)
    root_lo, root_hi = half_root_pi(work)
    below = d * v << work
    return (n * root_lo * exp_lo << at) // below - most, (n * root_hi * exp_hi << at) // below + 1 - least


def erf_series(w: int, bits: int) -> Ends:
    """Enclose S(x), the sum of (2x)**i / (2i+1)!!, for every x in [w, w + 1]. All numbers are in units of 2**-bits.

    It gives the error function: erf(t) = 2t e**-w S(w) / sqrt(pi) with w = t*t.
    """
    term = total = 1 << bits
    j = 0
    while term or 2 * j + 3 < 4 * (w >> bits) + 4:
        j += 1
        term = (term * w >> bits - 1) // (2 * j + 1)
        total += term
    # j terms t_i are summed, each cut by less than 1. If 2j <= 2**bits, the sum is too low by less than j S + 2j:
    # - The ratios r_i = 2w/(2i+1) fall, so r_(i+1) ... r_m <= r_1 ... r_(m-i) = t_(m-i). A cut in term i grows by this
    #   factor until term m, and all cuts together to less than t_0 + ... + t_(m-1) <= S: less than j S in the sum.
    # - The last term was cut to 0, so it lost 2**bits t_j: at most the sum over i of r_(i+1) ... r_j = t_j/t_i. So some
    #   t_i is at most j/2**bits, and t_j is no larger, since the terms rise from t_0 = 1 and then fall. The terms left
    #   out have ratios below 1/2, and sum to less than the last one.
    # The bound 4j S + 4j**2 + 16j, with the computed S, is more than that. At the end, S(w + x) <= S(w) e**x <= S(w) (1
    # + 2x).
    top = total + (4 * j * total >> bits) + 4 * j * j + 16 * j + 1
    return total, top + (2 * top >> bits) + 1


def _erf_inverse_near(n: int, d: int) -> tuple[int, int]:
    """Return (v, at), where v / 2**at is near the u with erf(u) = n/d."""
    if n << 7 < d:  # u = c sqrt(pi)/2 (1 + pi c**2 / 12 + ...)
        at = 64 + d.bit_length() - n.bit_length()
        return (n * half_root_pi(64)[0] << at - 64) // d, at
    tail = near_log(d - n) - near_log(d)  # the log of the chance beyond u
    a = tail + near_log(1 + n / d)
    b = 4.33 + a / 2
    u = ((b * b - a / 0.147) ** 0.5 - b) ** 0.5  # Winitzki's approximation, good to 0.3 %
    for _ in range(4):  # ln erfc falls at about this slope; beyond 5 its asymptotic series is good to 0.001
        log_erfc = near_log(erfc(u)) if u < 5 else near_log(1 - 0.5 / (u * u)) - u * u - near_log(1.772454 * u)
        u += (log_erfc - tail) / (u + (u * u + 1.3) ** 0.5)
    return int(u * (1 << 60)), 60


def factorial_logarithm(n: int, bits: int) -> Ends:
    """Enclose ln n! in units of 2**-bits."""
    if n < 64 + bits // 4:
        return logarithm(factorial(n), 1, bits)
    # Stirling's series: the terms left out sum to less than the first of them. With the tangent numbers T_k, the terms
    # are -(-1)**k T_k / ((2k-1) 4**k (4**k - 1) n**(2k-1)). They fall until they are below 2**-9n, and each is cut by
    # less than 1.
    work = bits + n.bit_length() + 8
    power, total, k, term = n, -n << work, 0, 1
    while term:
        if k == len(_tangents):
            _tangents[:] = _tangent_numbers(2 * k + 16)
        four = 4 << 2 * k
        term = (_tangents[k] << work) // ((2 * k + 1) * four * (four - 1) * power)
        total += -term if k % 2 else term
        power *= n * n
        k += 1
    (lo, hi), (root_lo, root_hi) = logarithm(n, 1, work), half_root_pi(work)  # ln(2 pi)/2 = ln(sqrt(pi)/2) + 3/2 ln 2
    least, most = logarithm(8 * root_lo**2, 1 << 2 * work, work)[0], logarithm(8 * root_hi**2, 1 << 2 * work, work)[1]
    lo, hi = total - k + ((2 * n + 1) * lo + least >> 1), total + k + ((2 * n + 1) * hi + most + 1 >> 1)
    return lo >> work - bits, (hi >> work - bits) + 1


def _tangent_numbers(number: int) -> list[int]:
    """Return the first tangent numbers T_1, T_2, ... = 1, 2, 16, 272, ...

    tan(x) is the sum of T_k x**(2k-1) / (2k-1)!. Source: Brent and Harvey 2013.
    """
    found = list(map(factorial, range(number)))
    for k in range(1, number):
        for j in range(k, number):
            found[j] = (j - k) * found[j - 1] + (j - k + 2) * found[j]
    return found


def summary(
    mean: Ratio,
    variance: Ratio,
    confidence: Ratio,
    clip: Clip,
    enclose: Callable[[int], tuple[Enclosure, Enclosure]] | None = None,
) -> PosteriorSummary:
    """Return (mu, sigma, lo, hi): lo and hi are mu -+ z sigma with P(|Z| <= z) = confidence, clipped into `clip`.

    mu is the mean, and sigma the root of the variance. If they are irrational, pass enclose(bits), which encloses both;
    then the ratios do not count. (0, 0, d) is a variance of 0.
    """
    (n, d), (v, e) = mean, variance
    exact = (n, n, d), (v, v, e)
    for bits in PRECISIONS:
        (m_lo, m_hi, d), (v_lo, v_hi, e) = enclose(bits) if enclose else exact
        is_last = bits == LAST_BITS
        mu = lo = hi = pinned(m_lo, m_hi, d, is_last)
        sigma: float | None = 0.0
        if v_hi:  # in units of 1 / one: bounds of sigma, z sigma and the mean
            z_lo, z_hi, z_at = deviate(confidence, bits)
            s_lo, s_hi, at = square_root(v_lo, v_hi, e, bits)
            one = 1 << at
            sigma = pinned(s_lo, s_hi, one, is_last)
            near, far = z_lo * s_lo >> z_at, (z_hi * s_hi >> z_at) + 1
            floor = (m_lo << at) // d
            above = 1 + (floor if m_lo == m_hi else (m_hi << at) // d)
            lo, hi = pinned(floor - far, above - near, one, is_last), pinned(floor + near, above + far, one, is_last)
        if mu is not None and sigma is not None and lo is not None and hi is not None:
            if clip:
                least, most = clip
                lo = least if lo < least else most if lo > most else lo
                hi = least if hi < least else most if hi > most else hi
            return mu, sigma, lo, hi
    raise undecided()
