"""What a call must return, by tests/oracle.py; TooSlow where that is not affordable."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import lru_cache
from math import comb, inf, prod
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "tests"))

import mpmath
import oracle
from fuzzing.draw import CI_METHODS, METHODS
from fuzzing.make import build
from fuzzing.meaning import (
    OUTCOMES, Call, Questions, Unsure, Wrong, integer, meaning, positive, proportion, questions, real, rewards, sequence,
)  # fmt: skip
from scorio_lite import exact

POINT_K, MOMENTS_K, AREA_K = 300, 40, 25
MOST_CELLS = 60
LONGEST = 40_000  # bits of numerators and denominators, times k
NEAREST = Fraction(1, 2**1075)  # to 0 or 1 that a probability is
WIDEST = 4000  # binary exponent
HALF = Fraction(1, 2)


class TooSlow(Exception):
    """More than a test of many calls can afford."""


area_credit = lru_cache(maxsize=None)(oracle.area_credit)


def is_wide(x: Any) -> bool:
    """Whether it is far beyond all doubles."""
    return not isinstance(x, Fraction) and x != 0 and abs(mpmath.mag(x)) > WIDEST


def rounded(x: Any) -> float:
    """The nearest double of an exact number, or of one of mpmath's."""
    return (0.0 if mpmath.mag(x) < 0 else inf) if is_wide(x) else float(oracle.double(x))


def bits(*numbers: Any) -> int:
    return max((x.numerator.bit_length() + x.denominator.bit_length() for x in numbers), default=0)


def credits_of(call: Call) -> list[Any]:
    """What k draws with j successes earn, for each j: of one metric, or of the two that are blended."""
    k, one = call.k, oracle.at_least(call.k, 1)
    if call.base.startswith("geom"):
        return [one, oracle.at_least(k, k)]
    if call.base.startswith("geo_spectrum"):
        return [one, oracle.spectrum(call.weights) if call.weights else oracle.mean_majority(k)]
    credits = {
        "pass_at_k": lambda: one,
        "g_pass_at_k_tau": lambda: oracle.at_least(k, call.least),
        "maj_at_k": lambda: oracle.majority(k),
        "mg_pass_at_k": lambda: oracle.mean_majority(k),
        "auc_at_k": lambda: area_credit(k),
        "threshold_spectrum_at_k": lambda: oracle.spectrum(call.weights),
    }
    return [credits.get(call.base, lambda: oracle.at_least(k, k))()]


def moments(call: Call) -> tuple[Any, Any]:
    """Mean and variance of a metric; the variance is None for one without."""
    cells, k, w, priors = call.questions, call.k, call.w, (call.alpha0, call.beta0)
    most = AREA_K if call.base == "auc_at_k" else POINT_K if call.is_point else MOMENTS_K
    if len(cells) > MOST_CELLS or k > most or k * bits(*w, *(call.weights or ()), *priors) * len(cells) > LONGEST:
        raise TooSlow
    if call.base in ("bayes", "avg"):
        return (oracle.tally_bayes if call.base == "bayes" else oracle.tally_avg)(cells, w)
    if call.base == "max_at_k":
        return (oracle.tally_best(cells, k, w), None) if call.is_point else oracle.tally_best_moments(cells, k, w)
    credits = credits_of(call)
    try:
        if call.base == "geom_at_k" and call.is_point:
            return oracle.tally_geom(cells, k, *call.powers), None
        if call.base == "geom_at_k":
            return oracle.tally_geom_moments(cells, k, *call.powers, *priors)
        if call.is_point:
            means = [oracle.tally_score(credit, cells) for credit in credits]
            return oracle.blend(*means, *call.powers) if len(means) > 1 else means[0], None
        means, v = oracle.tally_moments(credits, cells, *priors)
        if len(means) > 1:
            return oracle.delta(*means, v[0, 0], v[1, 1], v[1, 0], *call.powers)
    except ValueError:  # a negative power of 0
        raise Wrong("power must not be negative") from None
    return means[0], v[0, 0]


def summary(mean: Any, variance: Any, confidence: Fraction, clip: Any) -> tuple[float, ...]:
    if min(confidence, 1 - confidence) < NEAREST or is_wide(mean) or is_wide(variance):
        raise TooSlow
    clip = clip and [rounded(Fraction(end)) if end - end == 0 else end for end in clip]
    return tuple(oracle.quick_summary(mean, variance, confidence, clip))


def result(call: Call) -> Any:
    """What a metric returns."""
    mean, variance = moments(call)
    if call.module == "exact":
        return mean if variance is None else (mean, variance)
    if variance is None:
        return rounded(mean)
    if call.metric.endswith("_ci"):
        return summary(mean, variance, call.confidence, call.clip)
    return rounded(mean), float(oracle.root(variance))


def special(name: str, given: dict[str, Any]) -> Any:
    """What a special function returns."""
    call, least = Call(f"special.{name}", given), int(name == "beta")
    if name == "normal_quantile":
        return rounded(quantile(proportion(meaning(given["p"]), "p", "(0, 1)")))
    whole = {key: call.take(key, integer, key, least) for key in given if key not in "ab" or name == "beta"}
    read = (positive, "> 0") if name == "beta_ratio" else (real,)
    reals = {key: call.take(key, read[0], key, *read[1:]) for key in given if key not in whole}
    call.settled()
    if (min(whole.values()) if name in ("binomial", "beta") else sum(whole.values())) > POINT_K:
        raise Unsure
    if bits(*reals.values()) > LONGEST // POINT_K:
        raise TooSlow
    if name == "binomial":
        return Fraction(comb(whole["n"], whole["k"])) if whole["k"] <= whole["n"] else Fraction(0)
    if name == "beta":
        return Fraction(1, whole["a"] * comb(whole["a"] + whole["b"] - 1, whole["a"]))
    if name == "rising":
        return rising(reals["a"], whole["n"])
    a, b, i, j = reals["a"], reals["b"], whole["i"], whole["j"]
    return rising(a, i) * rising(b, j) / rising(a + b, i + j)


def rising(a: Fraction, n: int) -> Fraction:
    return prod((a + i for i in range(n)), start=Fraction(1))


def quantile(p: Fraction) -> Any:
    """The normal quantile."""
    if min(p, 1 - p) < NEAREST or 0 < abs(2 * p - 1) < NEAREST:
        raise TooSlow
    if p == HALF:
        return Fraction(0)
    return oracle.quantile(p) if p > HALF else -oracle.quantile(1 - p)


def ranks(groups: list[list[int]], method: str) -> list[Any]:
    """The rank of each model, from groups of equals, the best first."""
    found, above = {}, 0
    for dense, group in enumerate(groups, 1):
        last = above + len(group)
        numbers = {"competition": above + 1, "competition_max": last, "dense": dense, "avg": (above + 1 + last) / 2}
        found.update(dict.fromkeys(group, numbers[method]))
        above = last
    return [found[i] for i in sorted(found)]


def ranking(name: str, given: dict[str, Any]) -> Any:
    """The ranks of models, and their scores, from the exact score of each: no oracle, since `exact` is judged alone."""
    call = Call(f"rank.{name}", given)
    method = given.get("method", METHODS[0])
    if method not in METHODS:
        call.faults.append("method must be one of")
    level = call.take("quantile", lambda x: HALF if x is None else proportion(x, "quantile", "(0, 1)"), default=HALF)
    call.take("w", rewards, None)
    models = call.take("R", sequence, r"\bR\b")
    if models is not None and len(models) < 2:
        call.faults.append("at least 2 models")
    call.settled()
    if given.get("R0") is not None:
        raise Unsure
    sizes, scores = set(), []
    for model, node in zip(models, given["R"][1:]):
        if not isinstance(model, (list, Questions)):
            raise Wrong(OUTCOMES)
        is_flat = isinstance(model, list) and not any(isinstance(x, list) for x in model)
        rest = {key: build(part) for key, part in given.items() if key in ("k", "tau", "w")}
        try:
            score = getattr(exact, name)([[x] for x in model] if is_flat else build(node), **rest)
        except ValueError as error:
            raise Unsure if "limit" in str(error) else Wrong(OUTCOMES) from None
        mean, variance = score if isinstance(score, tuple) else (score, Fraction(0))
        z = quantile(level)
        end = oracle.real(mean) + z * mpmath.sqrt(oracle.real(variance)) if z and variance else mean
        scores.append((rounded(end), mean if level == HALF else 0))
        if isinstance(model, list):
            sizes.add((len(model), 1 if is_flat else len(model[0])))
    if len(sizes) > 1:
        raise Wrong(OUTCOMES)
    if level != HALF and len(set(scores)) < len(scores):
        raise TooSlow  # to tell which are equal
    order = sorted({score[::-1] for score in scores}, reverse=True) if level == HALF else sorted(scores, reverse=True)
    keys = [score[::-1] if level == HALF else score for score in scores]
    found = ranks([[i for i, key in enumerate(keys) if key == one] for one in order], method)
    return (found, [score for score, _ in scores]) if given.get("return_scores") else found


def compared(given: dict[str, Any]) -> Any:
    """Two models by Bayes@N: the difference, its sigma, the interval, and the probability that it is above 0."""
    call = Call("rank.compare", given)
    call.base = "bayes"  # which asks for w too
    call.w = call.take("w", rewards, call.w, default=call.w)
    call.confidence = call.take("confidence", proportion, "confidence", "(0,1)", default=call.confidence)
    sides = [call.take(f"R_{side}", questions, call, f"R_{side}") for side in "ab"]
    call.settled()
    (a, v), (b, u) = (oracle.tally_bayes(side, call.w) for side in sides)
    mean, variance = a - b, v + u
    chance: Any = Fraction((mean > 0) - (mean < 0) + 1, 2)
    if mean and variance:
        chance = mpmath.erfc(-oracle.real(mean) / mpmath.sqrt(2 * oracle.real(variance))) / 2
    return (*summary(mean, variance, call.confidence, None), rounded(chance))


def given_scores(given: dict[str, Any]) -> Any:
    """The ranks of scores within a tolerance, and where intervals leave neighbours open."""
    call, ci_method = Call("rank.rank_scores", given), given.get("ci_tie_method", CI_METHODS[0])
    values = call.take("scores_in_id_order", _reals, "scores_in_id_order")
    sigmas = call.take("sigmas_in_id_order", lambda x: x if x is None else _reals(x, "sigmas_in_id_order"))
    tol = call.take("tol", real, "tol", default=Fraction(1e-12))
    confidence = call.take("confidence", proportion, "confidence", "(0,1)", default=call.confidence)
    wrong = {
        "Unknown ci_tie_method": ci_method not in CI_METHODS,
        "sigmas_in_id_order must be non-negative": sigmas and min(sigmas) < 0,
        "same length": sigmas is not None and values is not None and len(sigmas) != len(values),
        "tol must be": tol < 0,
    }
    call.faults += [words for words, is_wrong in wrong.items() if is_wrong]
    call.settled()
    groups: list[list[int]] = []
    for i in sorted(range(len(values)), key=lambda i: -values[i]):
        if groups and values[groups[-1][0]] - values[i] <= tol:
            groups[-1].append(i)
        else:
            groups.append([i])
    found = {method: ranks(groups, method) for method in METHODS}
    if sigmas is None:
        return found
    sigmas = [max(s for s, x in zip(sigmas, values) if x == value) for value in values]
    merged = [list(group) for group in groups[:1]]
    for above, below in zip(groups, groups[1:]):
        i, j = above[-1], below[0]
        if _is_open(values[i] - values[j], sigmas[i], sigmas[j], confidence, ci_method):
            merged[-1].extend(below)
        else:
            merged.append(list(below))
    return {**found, **{f"{method}_ci": ranks(merged, method) for method in METHODS}}


def _reals(value: Any, name: str) -> list[Fraction]:
    return [real(x, name) for x in sequence(value, name)]


def _is_open(gap: Fraction, s: Fraction, t: Fraction, confidence: Fraction, ci_method: str) -> bool:
    is_zscore = ci_method == CI_METHODS[0]
    p = confidence if is_zscore else (1 + confidence) / 2
    if p <= HALF or not s + t:
        return False
    edge = oracle.real(s * s + t * t if is_zscore else (s + t) ** 2) * quantile(p) ** 2
    if abs(oracle.real(gap * gap) - edge) < edge * mpmath.mpf(2) ** -300:
        raise TooSlow
    return bool(oracle.real(gap * gap) < edge)
