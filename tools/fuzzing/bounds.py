"""Between which Fractions the numbers of a call must lie."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

from fuzzing import decimals, slow
from fuzzing.meaning import integer, real
from fuzzing.values import Wrong

ALL = ("pass_hat_k", "unanimous_at_k", "g_pass_at_k")


def double(x: Fraction) -> float:
    try:
        return x.numerator / x.denominator + 0.0
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


def special_bounds(name: str, found: dict) -> list[decimals.Bounds]:
    n = [integer(found[key]) for key in found if key in ("n", "k", "i", "j")]
    if min(n, default=0) < 0:
        raise Wrong
    if name == "binomial":
        value = slow.subsets_ratio(n[0], n[0], n[1]) and _binomial(*n)
    elif name == "rising":
        value = slow.rising(real(found["a"]), n[0])
    elif name == "normal_quantile":
        p = real(found["p"])
        if not 0 < p < 1:
            raise Wrong
        if p == Fraction(1, 2):
            return [(Fraction(0), Fraction(0))]
        lo, hi = decimals.quantile(abs(2 * p - 1))
        return [(lo, hi) if 2 * p > 1 else (-hi, -lo)]
    else:
        a, b = (integer(found[key]) if name == "beta" else real(found[key]) for key in "ab")
        if a <= 0 or b <= 0:
            raise Wrong
        if name == "beta":
            value = 1 / (Fraction(a) * _binomial(a + b - 1, a))
        else:
            i, j = n
            value = slow.rising(Fraction(a), i) * slow.rising(Fraction(b), j) / slow.rising(Fraction(a + b), i + j)
    return [(Fraction(value), Fraction(value))]


def _binomial(n: int, k: int) -> Fraction:
    k = min(k, n - k)
    if k < 0:
        return Fraction(0)
    return slow.rising(Fraction(n - k + 1), k) / slow.rising(Fraction(1), k)


def bounds_of(call: SimpleNamespace) -> list[decimals.Bounds]:
    name, base = call.name, call.base
    if base in ("bayes", "avg"):
        mean, variance = ((x, x) for x in slow.bayes(call, base == "avg"))
    elif name == base:
        return [_score(call)]
    else:
        mean, variance = _moments(call)
    sigma = decimals.root(variance[0])[0], decimals.root(variance[1])[1]
    if name.endswith("_moments"):
        return [mean, variance]
    if not name.endswith("_ci"):
        return [mean, sigma, variance]
    half = (Fraction(0), Fraction(0))
    if sigma[1]:
        z = decimals.quantile(call.confidence)
        half = z[0] * sigma[0], z[1] * sigma[1]
    return [mean, sigma, (mean[0] - half[1], mean[1] - half[0]), (mean[0] + half[0], mean[1] + half[1])]


def _score(call: SimpleNamespace) -> decimals.Bounds:
    base = call.base
    if base == "max_at_k":
        value = slow.average(call, lambda cell: slow.best(call, slow.padded(cell[0], len(call.w))))
        return value, value

    def mean(which: str) -> Fraction:
        return slow.average(call, lambda cell: slow.observed(call, which, cell[0]))

    if base == "geom_at_k":
        ends = [
            (decimals.blend(*(slow.observed(call, which, counts) for which in ("pass", "all")), *call.powers), number)
            for (counts, _), number in call.questions.items()
        ]
        questions = sum(call.questions.values())
        lo, hi = (sum(end[i] * number for end, number in ends) / questions for i in (0, 1))
        return lo, hi
    if base.startswith("geo"):
        first = mean("pass")
        if call.powers[1] == 0 and base != "geom_ds_at_k":
            return first, first
        return decimals.blend(first, mean("all" if base == "geom_ds_at_k" else "credit"), *call.powers)
    value = mean({"pass_at_k": "pass"}.get(base, "all" if base in ALL else "credit"))
    return value, value


def _moments(call: SimpleNamespace) -> tuple[decimals.Bounds, decimals.Bounds]:
    base = call.base
    if base == "max_at_k":
        mean, variance = slow.best_moments(call)
    elif base == "pass_at_k" or (base.startswith("geo_") and call.powers[1] == 0):
        mean, variance = slow.posterior(call, "pass")
    elif base.startswith("geo") and (call.powers[0] or not base.startswith("geo_")):
        return _blended(call)
    else:
        mean, variance = slow.posterior(call, "all" if base in ALL else "credit")
    return (mean, mean), (variance, variance)


def _blended(call: SimpleNamespace) -> tuple[decimals.Bounds, decimals.Bounds]:
    slow.check_affordable(call)
    credit = None if call.base.startswith("geom") else slow.credit_of(call)
    numbers = list(call.questions.values())
    rows = [slow.joint(call, credit, counts) for counts, _ in call.questions]
    questions = sum(numbers)
    if call.base == "geom_at_k":
        parts = [slow.blended(row, call.powers) for row in rows]
        mean = tuple(sum(n * m[i] for n, (m, _) in zip(numbers, parts)) / questions for i in (0, 1))
        return mean, tuple(sum(n * v[i] for n, (_, v) in zip(numbers, parts)) / questions**2 for i in (0, 1))

    def add(place: int, i: int) -> Fraction:
        return sum(n * row[place][i] for n, row in zip(numbers, rows)) / questions**2

    x, y = (sum(n * row[place] for n, row in zip(numbers, rows)) / questions for place in (0, 1))
    spreads = [(add(place, 0), add(place, 1)) for place in (2, 3, 4)]
    return slow.blended((x, y, *spreads), call.powers)
