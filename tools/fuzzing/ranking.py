"""What rankings must be, from exact scores."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable

from fuzzing import decimals
from fuzzing.bounds import bounds_of, double
from fuzzing.build import HOSTILE
from fuzzing.meaning import asked, real, sequence, share
from fuzzing.values import Questions, Unsure, Wrong, meaning

METHODS = ("competition", "competition_max", "dense", "avg")
CI_METHODS = ("zscore_adjacent", "ci_overlap_adjacent")
Checker = Callable[[Any], "str | None"]


def depth(value: Any) -> int:
    return 1 + depth(value[0] if value else 0) if isinstance(value, list) else 0


def models_of(R: Any, R0: Any) -> list[dict]:
    """R and R0 of each model, as a metric takes them."""
    models = sequence(meaning(R))
    rows = [model if isinstance(model, Questions) else sequence(model) for model in models]
    rows = [row if isinstance(row, Questions) or depth(row) != 1 else [[x] for x in row] for row in rows]
    if len(rows) < 2:
        raise Wrong
    prior = None if R0 is None else sequence(meaning(R0))
    if prior is not None and (any(isinstance(row, Questions) for row in rows) or depth(prior) not in (2, 3)):
        raise Wrong if depth(prior) < 4 else Unsure
    if prior is not None and depth(prior) == 3 and len(prior) != len(rows):
        raise Wrong
    found: list[dict] = [{"R": row} for row in rows]
    for i, one in enumerate(found):
        if prior is not None:
            one["R0"] = prior[i] if depth(prior) == 3 else prior
            if depth(one["R0"]) != 2 or len(one["R0"]) != len(one["R"]):
                raise Wrong
    sizes = {
        (len(row), len(row[0]) if row and isinstance(row[0], list) else 0) for row in rows if isinstance(row, list)
    }
    widths = {len(one["R0"][0]) for one in found if one.get("R0")}
    if len(sizes) > 1 or len(widths) > 1:
        raise Wrong
    return found


def scores_of(name: str, given: dict) -> list[tuple]:
    """(mean, variance, lower end, upper end) of each model's score."""
    call = {key: node for key, node in given.items() if key in ("k", "w", "tau")}
    found = []
    level = None if given.get("quantile") is None else share(meaning(given["quantile"]), True)
    for model in models_of(given["R"], given.get("R0")):
        bounds = bounds_of(asked(name, {**call, **{key: ("means", value) for key, value in model.items()}}))
        lo, hi = bounds[0]
        variance = Fraction(0)
        if level is not None and level != Fraction(1, 2):
            variance = bounds[2][0]
            z, sigma = decimals.quantile(abs(2 * level - 1)), bounds[1]
            low, high = z[0] * sigma[0], z[1] * sigma[1]
            lo, hi = (lo + low, hi + high) if level > Fraction(1, 2) else (lo - high, hi - low)
        found.append((bounds[0][0], variance, lo, hi))
    return found


def better(a: tuple, b: tuple) -> int:
    """Whether a score is above, at or below another."""
    if a[:2] == b[:2]:
        return 0
    if a[2] == a[3] and b[2] == b[3]:
        return (a[2] > b[2]) - (a[2] < b[2])
    if a[3] < b[2] or b[3] < a[2]:
        return 1 if a[2] > b[3] else -1
    raise decimals.TooSlow


def ranks(above: list[int], level: list[int], groups: list[int], method: str) -> list[Any]:
    """From the numbers of models above each, in its group, and of groups above it."""
    return [
        {"competition": a + 1, "competition_max": a + n, "dense": g + 1, "avg": a + (n + 1) / 2}[method]
        for a, n, g in zip(above, level, groups)
    ]


def method_of(node: Any, methods: tuple, default: str) -> str:
    if type(node) is tuple and node[0] in HOSTILE:
        raise Unsure
    if node not in methods:
        raise Wrong
    return node or default


def expected(name: str, given: dict) -> Checker:
    """What tells whether a result is right."""
    if name == "rank_scores":
        return _of_given_scores(given)
    if name == "compare":
        return _of_two(given)
    method = method_of(given.get("method", METHODS[0]), METHODS, METHODS[0])
    scores = scores_of(name, given)
    better_ones = [sum(better(other, one) > 0 for other in scores) for one in scores]
    equals = [sum(not better(other, one) for other in scores) for one in scores]
    dense = [sorted(set(better_ones)).index(a) for a in better_ones]
    wanted = ranks(better_ones, equals, dense, method)

    def wrong(value: Any) -> str | None:
        found, numbers = value if given.get("return_scores") else (value, None)
        if type(found) is not list or repr(found) != repr(wanted):
            return f"wrong ranks: {found!r} are not {wanted}"
        if numbers is not None and not all(double(s[2]) <= x <= double(s[3]) for x, s in zip(numbers, scores)):
            return f"wrong scores: {numbers!r}"
        return None

    return wrong


def _of_given_scores(given: dict) -> Checker:
    values = [real(x) for x in sequence(meaning(given["scores_in_id_order"]))]
    tol = real(meaning(given["tol"])) if "tol" in given else Fraction(1e-12)
    confidence = share(meaning(given.get("confidence", 0.95)), True)
    ci_method = method_of(given.get("ci_tie_method", CI_METHODS[0]), CI_METHODS, "")
    if tol < 0:
        raise Wrong
    groups: list[list[int]] = []
    order = sorted(range(len(values)), key=lambda i: -values[i])
    for i in order:
        if groups and values[groups[-1][0]] - values[i] <= tol:
            groups[-1].append(i)
        else:
            groups.append([i])
    results = {method: _of_groups(groups, method) for method in METHODS}
    if given.get("sigmas_in_id_order") is not None:
        sigmas = [real(x) for x in sequence(meaning(given["sigmas_in_id_order"]))]
        if len(sigmas) != len(values) or min(sigmas, default=0) < 0:
            raise Wrong
        sigmas = [max(s for s, x in zip(sigmas, values) if x == value) for value in values]
        merged = [list(group) for group in groups[:1]]
        for above, below in zip(groups, groups[1:]):
            i, j = above[-1], below[0]
            if _is_open(values[i] - values[j], sigmas[i], sigmas[j], confidence, ci_method):
                merged[-1].extend(below)
            else:
                merged.append(list(below))
        results.update({f"{method}_ci": _of_groups(merged, method) for method in METHODS})
    return lambda value: None if repr(value) == repr(results) else f"wrong ranks: {value!r} are not {results}"


def _is_open(gap: Fraction, s: Fraction, t: Fraction, confidence: Fraction, ci_method: str) -> bool:
    c = 2 * confidence - 1 if ci_method == CI_METHODS[0] else confidence
    if c <= 0 or not s + t:
        return False
    z = decimals.quantile(c)
    square = s * s + t * t if ci_method == CI_METHODS[0] else (s + t) ** 2
    if z[0] ** 2 * square <= gap * gap <= z[1] ** 2 * square:
        raise decimals.TooSlow
    return gap * gap < z[0] ** 2 * square


def _of_groups(groups: list[list[int]], method: str) -> list[Any]:
    size = sum(map(len, groups))
    above, level, dense = [0] * size, [0] * size, [0] * size
    for g, group in enumerate(groups):
        for i in group:
            above[i], level[i], dense[i] = sum(map(len, groups[:g])), len(group), g
    return ranks(above, level, dense, method)


def _of_two(given: dict) -> Checker:
    share(meaning(given.get("confidence", 0.95)), True)
    sides = []
    for side in "ab":
        one = {"R": given[f"R_{side}"], "R0": given.get(f"R0_{side}"), "w": given.get("w")}
        sides.append(bounds_of(asked("bayes", one)))
    mean = sides[0][0][0] - sides[1][0][0]
    variance = sides[0][2][0] + sides[1][2][0]
    sigma = decimals.root(variance)
    z = decimals.quantile(share(meaning(given.get("confidence", 0.95)), True)) if variance else (Fraction(0),) * 2
    low, high = z[0] * sigma[0], z[1] * sigma[1]
    ends = [(mean, mean), sigma, (mean - high, mean - low), (mean + low, mean + high), decimals.chance(mean, variance)]

    def wrong(value: Any) -> str | None:
        doubles = [(double(lo), double(hi)) for lo, hi in ends]
        if type(value) is tuple and len(value) == 5 and all(lo <= x <= hi for x, (lo, hi) in zip(value, doubles)):
            return None
        return f"wrong number: {value!r} is not {doubles}"

    return wrong
