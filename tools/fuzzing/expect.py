"""What a call must return, by tests/oracle.py; TooSlow where that is not affordable."""

from __future__ import annotations

import sys
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "tests"))

import mpmath
import oracle

from fuzzing import meaning as spec
from fuzzing.draw import CI_METHODS, METHODS
from fuzzing.make import SEQUENCES, build
from scorio_lite import exact

POINT_K, MOMENTS_K, AREA_K = 300, 40, 25
MOST_CELLS = 60
LONGEST = 40_000  # bits of numerators and denominators, times k
NEAREST = Fraction(1, 2**1075)  # to 0 or 1 that a probability is
WIDEST = 4000  # binary exponent
HALF = Fraction(1, 2)


class TooSlow(Exception):
    """More than a test of many calls can afford."""


def is_wide(x: Any) -> bool:
    return not isinstance(x, Fraction) and x != 0 and abs(mpmath.mag(x)) > WIDEST


def rounded(x: Any) -> float:
    """The nearest double of an exact number, or of one of mpmath's."""
    return (0.0 if mpmath.mag(x) < 0 else inf) if is_wide(x) else float(oracle.double(x))


def bits(*numbers: Any) -> int:
    return max((x.numerator.bit_length() + x.denominator.bit_length() for x in numbers), default=0)


def affordable(p: Fraction) -> Fraction:
    if min(p, 1 - p) < NEAREST or 0 < abs(2 * p - 1) < NEAREST:
        raise TooSlow
    return p


def result(call: spec.Call) -> Any:
    cells, k = call.questions, call.k
    given = {key: getattr(call, key) for key in ("k", "w", "least", "weights", "powers")}
    most = AREA_K if call.base == "auc_at_k" else POINT_K if call.is_point else MOMENTS_K
    size = bits(*call.w, *(call.weights or ()), call.alpha0, call.beta0)
    if len(cells) > MOST_CELLS or k > most or k * size * len(cells) > LONGEST:
        raise TooSlow
    try:
        priors = None if call.is_point else (call.alpha0, call.beta0)
        mean, variance = oracle.metric(call.base, cells, **given, priors=priors)
    except ValueError:
        raise spec.Wrong("power must not be negative") from None
    if call.module == "exact":
        return mean if variance is None else (mean, variance)
    if variance is None or not call.metric.endswith("_ci"):
        return rounded(mean) if variance is None else (rounded(mean), float(oracle.root(variance)))
    if is_wide(mean) or is_wide(variance):
        raise TooSlow
    clip = call.clip and [rounded(Fraction(end)) if end - end == 0 else end for end in call.clip]
    return tuple(oracle.quick_summary(mean, variance, affordable(call.confidence), clip))


def special(name: str, given: dict[str, Any]) -> Any:
    call, least = spec.Call(f"special.{name}", given), int(name == "beta")
    if name == "normal_quantile":
        return rounded(oracle.normal_quantile(affordable(spec.proportion(spec.meaning(given["p"]), "p", "(0, 1)"))))
    whole = {key: call.take(key, spec.integer, key, least) for key in given if key not in "ab" or name == "beta"}
    read = (spec.positive, "> 0") if name == "beta_ratio" else (spec.real,)
    reals = {key: call.take(key, read[0], key, *read[1:]) for key in given if key not in whole}
    call.settled()
    if (min(whole.values()) if name in ("binomial", "beta") else sum(whole.values())) > POINT_K:
        raise spec.Unsure
    if bits(*reals.values()) > LONGEST // POINT_K:
        raise TooSlow
    return oracle.special(name, **whole, **reals)


def ranking(name: str, given: dict[str, Any]) -> Any:
    """The ranks of models, and their scores, from the exact score of each: no oracle, since `exact` is judged alone."""
    call, method, sizes, scores = spec.Call(f"rank.{name}", given), given.get("method", METHODS[0]), set(), []
    if method not in METHODS:
        call.faults.append("method must be one of")
    given = {key: node for key, node in given.items() if key != "quantile" or node is not None}
    call.given, level = given, call.take("quantile", spec.proportion, "quantile", "(0, 1)", default=HALF)
    call.take("w", spec.rewards, None)
    models = call.take("R", spec.sequence, r"\bR\b")
    if models is not None and len(models) < 2:
        call.faults.append("at least 2 models")
    call.settled()
    if given.get("R0") is not None or given["R"][0] not in SEQUENCES:
        raise spec.Unsure
    z = oracle.normal_quantile(affordable(level))
    for model, node in zip(models, given["R"][1:]):
        if not isinstance(model, (list, spec.Questions)):
            raise spec.Wrong(spec.OUTCOMES)
        is_flat = isinstance(model, list) and not any(isinstance(x, list) for x in model)
        rest = {key: build(part) for key, part in given.items() if key in ("k", "tau", "w")}
        try:
            score = getattr(exact, name)([[x] for x in model] if is_flat else build(node), **rest)
        except ValueError as error:
            raise spec.Unsure if "limit" in str(error) else spec.Wrong(spec.OUTCOMES) from None
        mean, variance = score if isinstance(score, tuple) else (score, Fraction(0))
        end = oracle.real(mean) + z * mpmath.sqrt(oracle.real(variance)) if z and variance else mean
        scores.append((rounded(end), 0 if z else mean))
        if isinstance(model, list):
            sizes.add((len(model), 1 if is_flat else len(model[0])))
    if len(sizes) > 1:
        raise spec.Wrong(spec.OUTCOMES)
    if z and len(set(scores)) < len(scores):
        raise TooSlow  # to tell which are equal
    groups = [[i for i, score in enumerate(scores) if score == one] for one in sorted(set(scores), reverse=True)]
    ranks = oracle.ranks(groups, method)
    return (ranks, [score for score, _ in scores]) if given.get("return_scores") else ranks


def compared(given: dict[str, Any]) -> Any:
    call = spec.Call("rank.compare", given)
    call.base = "bayes"  # which asks for w too
    call.w = call.take("w", spec.rewards, call.w, default=call.w)
    call.confidence = call.take("confidence", spec.proportion, "confidence", "(0,1)", default=call.confidence)
    sides = [call.take(f"R_{side}", spec.questions, call, f"R_{side}") for side in "ab"]
    call.settled()
    *numbers, chance = oracle.compare(*sides, call.w, affordable(call.confidence))
    return (*numbers, rounded(chance))


def given_scores(given: dict[str, Any]) -> Any:
    """The ranks of scores within a tolerance, and where intervals leave neighbours open."""
    call, ci_method = spec.Call("rank.rank_scores", given), given.get("ci_tie_method", CI_METHODS[0])
    values, sigmas = (call.take(f"{name}_in_id_order", _reals, f"{name}_in_id_order") for name in ("scores", "sigmas"))
    tol = call.take("tol", spec.real, "tol", default=Fraction(1e-12))
    confidence = call.take("confidence", spec.proportion, "confidence", "(0,1)", default=call.confidence)
    wrong = {
        "Unknown ci_tie_method": ci_method not in CI_METHODS,
        "sigmas_in_id_order must be non-negative": sigmas and min(sigmas) < 0,
        "same length": sigmas is not None and values is not None and len(sigmas) != len(values),
        "tol must be": tol < 0,
    }
    call.faults += [words for words, is_wrong in wrong.items() if is_wrong]
    call.settled()
    return oracle.rank_scores(values, tol, sigmas, affordable(confidence), ci_method)


def _reals(value: Any, name: str) -> list[Fraction] | None:
    is_left_out = value is None and name.startswith("sigmas")
    return None if is_left_out else [spec.real(x, name) for x in spec.sequence(value, name)]
