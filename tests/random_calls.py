"""Random calls of every metric, with what the oracle says. `python tests/random_calls.py 20000` checks so many."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1])]

import oracle
from oracle import double

import scorio_lite

POWERS = (0.5, 0.5, 0.5, 1, 2, 0, 0.3, 0.7, 1 / 3, Fraction(1, 3), 1e-3, 7.25, 5e-324, 60.5)
WEIGHTS = (0, 1, 0.5, -1, 0.1, 1 / 3, Fraction(1, 7), 2.5, 1e-300, 5e-324, 1e308, -1e308, 123456789.123, 3)
CONFIDENCES = (0.95, 0.95, 0.9, 0.5, 0.99, 1e-9, 5e-324, 1 - 2**-53, Fraction(2, 3))
BOUNDS = (None, None, (0, 1), (0.0, 1.0), (0.25, 0.75), (-0.0, 0.0), (float("-inf"), 0.5))


def matrix(rng, M, N, classes=2):
    """Rows of different difficulty, all failures and all successes among them."""
    rows = []
    for _ in range(M):
        rates = [rng.random() ** 3 for _ in range(classes)]
        if rng.random() < 0.2:
            rates = [int(j == rng.randrange(classes)) or 1e-9 for j in range(classes)]
        rows.append(rng.choices(range(classes), rates, k=N))
    return rows


def voted(rng, M, N, kinds):
    """Answers, some of them frequent and some of them None, and whether they are right."""
    answers, R = [], []
    for _ in range(M):
        names = [None, *rng.sample(range(100), rng.randint(1, kinds))]
        rates = [rng.choice([0, 0, 0.3 * rng.random()]), *[rng.random() ** 2 + 1e-9 for _ in names[1:]]]
        right = {name for name in names[1:] if rng.random() < rng.choice([0.2, 0.5])}
        answers.append(rng.choices(names, rates, k=N))
        R.append([int(answer in right) for answer in answers[-1]])
    return answers, R


def spectrum_weights(rng, k):
    """k weights that sum to at most 1, some of them dense and some of them nearly all zero."""
    if rng.random() < 0.4:
        weights = [0.0] * k
        for _ in range(3):
            weights[rng.randrange(k)] = rng.choice([0.25, 0.3, 1 / 3])
        return weights
    if rng.random() < 0.3:  # equal ones side by side
        return sorted(rng.choice([0.25, 0.5, 0.9]) / k for _ in range(k))
    return [rng.random() / k for _ in range(k)]


def graded(rng, M, N):
    classes = rng.choice([2, 2, 3, 4, 13])
    w = [rng.choice(WEIGHTS) for _ in range(classes)] if rng.random() < 0.3 else [rng.random() for _ in range(classes)]
    return matrix(rng, M, N, classes), w


PRIORS = (1, 1, 0.5, 2, 0.1, 0.3, 3.75, 1e-3, 50)


def interval_case(rng, name):
    """The same as case, for the functions whose interval is that of a Beta posterior, and for max_at_k_ci."""
    M, N = rng.choice([1, 2, rng.randint(1, 30)]), rng.choice([1, 2, 3, rng.randint(1, 20), rng.randint(1, 60)])
    metric = name[: -len("_ci")]
    fresh = metric.startswith(("geo", "threshold", "max"))
    k = rng.choice([1, 2, N, rng.randint(1, N), rng.randint(1, 3 * N if fresh and rng.random() < 0.4 else N)])
    k = k if fresh else min(k, N)
    R, rest = matrix(rng, M, N), ()
    confidence = rng.choice([*CONFIDENCES, rng.random()])
    bounds = rng.choice([(0, 1), *BOUNDS])
    if metric == "max_at_k":
        w = None
        if rng.random() < 0.7:
            R, w = graded(rng, M, N)
        R0 = matrix(rng, M, rng.randint(0, 9), len(w or (0, 1))) if rng.random() < 0.5 else None
        mean, variance = oracle.best_moments(R, k, w or (0, 1), R0)
        clip = (float(min(w or (0,))), float(max(w or (1,)))) if bounds is None and k > 1 else bounds
        return name, (R, k, w, R0, confidence, bounds), oracle.summary(mean, variance, confidence, clip)
    priors = rng.choice(PRIORS), rng.choice(PRIORS)
    thresholds = {"pass_at_k": 1, "pass_hat_k": k, "unanimous_at_k": k, "g_pass_at_k": k, "maj_at_k": k // 2 + 1}
    if metric == "g_pass_at_k_tau":
        rest = (rng.choice([0, 1, 0.5, rng.random(), rng.randint(0, k) / k]),)
        thresholds[metric] = oracle.least_successes(k, *rest)
    if metric in thresholds:
        moments = oracle.credit_moments(oracle.at_least(k, thresholds[metric]), R, *priors)
    elif metric == "mg_pass_at_k":
        moments = oracle.credit_moments(oracle.mean_majority(k), R, *priors)
    elif metric == "auc_at_k":
        moments = oracle.credit_moments(oracle.area_credit(k), R, *priors)
    elif metric == "threshold_spectrum_at_k":
        rest = (spectrum_weights(rng, k),)
        moments = oracle.credit_moments(oracle.spectrum(*rest), R, *priors)
    elif metric.startswith("geom"):
        a, b = rest = rng.choice([*POWERS, -0.5, -2]), rng.choice([*POWERS, -0.5])
        if not a and not b:
            a, b = rest = 0.5, 0.5
        if metric == "geom_at_k":
            moments = oracle.geom_moments(R, k, a, b, *priors)
        else:
            moments = oracle.blend_moments(R, oracle.at_least(k, k), a, b, *priors)
    else:
        lam, weights = 0.5, None
        if metric == "geo_spectrum_at_k":
            lam = rng.choice([0, 1, 0.5, 0.3, rng.random(), Fraction(1, 3)])
            weights = spectrum_weights(rng, k) if rng.random() < 0.5 else None
            rest = (lam, weights, None)
        other = oracle.spectrum(weights) if weights else oracle.mean_majority(k)
        moments = oracle.blend_moments(R, other, lam, 1 - Fraction(lam), *priors)
    return name, (R, k, *rest, confidence, bounds, *priors), oracle.summary(*moments, confidence, bounds)


def case(rng, name=None):
    """(name, arguments, the oracle's doubles), of any function or of the one that is named."""
    M, N = rng.choice([1, 2, 3, rng.randint(1, 40)]), rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(1, 200)])
    k = rng.choice([1, N, rng.randint(1, N)])
    name = name or rng.choice(scorio_lite.eval.__all__)
    if name.endswith("_ci") and not name.startswith(("bayes", "avg")):
        return interval_case(rng, name)
    R, w = matrix(rng, M, N), None
    thresholds = {"pass_at_k": 1, "pass_hat_k": k, "unanimous_at_k": k, "g_pass_at_k": k, "maj_at_k": k // 2 + 1}
    if name in thresholds:
        return name, (R, k), double(oracle.score(oracle.at_least(k, thresholds[name]), R))
    if name == "g_pass_at_k_tau":
        tau = rng.choice([0, 1, 0.5, rng.random(), rng.randint(0, k) / k])
        return name, (R, k, tau), double(oracle.score(oracle.at_least(k, oracle.least_successes(k, tau)), R))
    if name == "mg_pass_at_k":
        return name, (R, k), double(oracle.score(oracle.mean_majority(k), R))
    if name == "auc_at_k":
        return name, (R, k), double(oracle.area(k, R))
    if name == "threshold_spectrum_at_k":
        weights = spectrum_weights(rng, k)
        return name, (R, k, weights), double(oracle.score(oracle.spectrum(weights), R))
    if name.startswith("geom"):
        a, b = rng.choice(POWERS), rng.choice(POWERS)
        if not a and not b:
            a = 0.5
        if name == "geom_at_k":
            return name, (R, k, a, b), double(oracle.geom(R, k, a, b))
        x, y = (oracle.score(oracle.at_least(k, j), R) for j in (1, k))
        return name, (R, k, a, b), double(oracle.blend(x, y, a, b))
    if name.startswith("geo_spectrum"):
        lam = (
            Fraction(1, 2) if name.endswith("star_at_k") else rng.choice([0, 1, 0.5, 0.3, rng.random(), Fraction(1, 3)])
        )
        weights = spectrum_weights(rng, k) if name == "geo_spectrum_at_k" and rng.random() < 0.5 else None
        credit = oracle.spectrum(weights) if weights else oracle.mean_majority(k)
        x, y = oracle.score(oracle.at_least(k, 1), R), oracle.score(credit, R)
        value = double(oracle.blend(x, y, lam, 1 - Fraction(lam)))
        return name, (R, k) if name.endswith("star_at_k") else (R, k, lam, weights), value
    if rng.random() < 0.7:
        R, w = graded(rng, M, N)
    rewards = w or [0, 1]
    if name == "max_at_k":
        return name, (R, k, w), double(oracle.best(R, k, rewards))
    R0 = matrix(rng, M, rng.randint(0, 9), len(rewards)) if "bayes" in name and rng.random() < 0.5 else None
    mean, variance = oracle.avg(R, rewards) if "avg" in name else oracle.bayes(R, rewards, R0)
    arguments = (R, w) if "avg" in name else (R, w, R0)
    confidence, bounds = rng.choice([*CONFIDENCES, rng.random()]), rng.choice(BOUNDS)
    expected = oracle.summary(mean, variance, confidence, bounds)
    if name.endswith("_ci"):
        return name, (*arguments, confidence, bounds), expected
    return name, arguments, expected[:2]


def check(calls, seed, name=None):
    """Compare so many calls, of any function or of the one that is named."""
    for i in range(calls):
        rng = random.Random(f"{seed} {i}")
        called, arguments, expected = case(rng, name)
        value = getattr(scorio_lite, called)(*arguments)
        assert value == expected, f"seed {seed} {i}: {called}{arguments!r} = {value!r}, expected {expected!r}"


if __name__ == "__main__":
    check(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "long")
    print(f"{sys.argv[1]} calls, 0 differ")
