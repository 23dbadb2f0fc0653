"""Draw random calls of every metric, with the results of the oracle."""

from __future__ import annotations

from fractions import Fraction
from math import copysign

import oracle
from oracle import double

import scorio_lite
from scorio_lite.tally import success_counts, trial_numbers

METRICS = list(scorio_lite.eval.__all__)
POWERS = (0.5, 0.5, 0.5, 1, 2, 0, 0.3, 0.7, 1 / 3, Fraction(1, 3), 1e-3, 7.25, 5e-324, 60.5)
WEIGHTS = (0, 1, 0.5, -1, 0.1, 1 / 3, Fraction(1, 7), 2.5, 1e-300, 5e-324, 1e308, -1e308, 123456789.123, 3)
CONFIDENCES = (0.95, 0.95, 0.9, 0.5, 0.99, 1e-9, 5e-324, 1 - 2**-53, Fraction(2, 3))
BOUNDS = (None, None, (0, 1), (0.0, 1.0), (0.25, 0.75), (-0.0, 0.0), (float("-inf"), 0.5))


def matrix(rng, M, N, classes=2):
    """Draw rows of different difficulty, some all failures or all successes. N is the length, or a list of lengths."""
    rows = []
    for trials in N if isinstance(N, list) else [N] * M:
        rates = [rng.random() ** 3 for _ in range(classes)]
        if rng.random() < 0.2:
            rates = [int(j == rng.randrange(classes)) or 1e-9 for j in range(classes)]
        rows.append(rng.choices(range(classes), rates, k=trials))
    return rows


def voted(rng, M, N, kinds):
    """Return (answers, outcomes) at random: some answers are frequent, and some are None."""
    answers, R = [], []
    for _ in range(M):
        names = [None, *rng.sample(range(100), rng.randint(1, kinds))]
        rates = [rng.choice([0, 0, 0.3 * rng.random()]), *[rng.random() ** 2 + 1e-9 for _ in names[1:]]]
        right = {name for name in names[1:] if rng.random() < rng.choice([0.2, 0.5])}
        answers.append(rng.choices(names, rates, k=N))
        R.append([int(answer in right) for answer in answers[-1]])
    return answers, R


def spectrum_weights(rng, k):
    """Draw k weights that sum to at most 1: some lists are dense, some nearly all zero."""
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


def lengths(rng, M, N):
    return [N + rng.choice([0, 0, rng.randint(1, 9)]) for _ in range(M)]


def interval_case(rng, name, ragged):
    """Draw a call of `name`, which is max_at_k_ci or has a Beta posterior, and return it as `call` does."""
    M, N = rng.choice([1, 2, rng.randint(1, 30)]), rng.choice([1, 2, 3, rng.randint(1, 20), rng.randint(1, 60)])
    metric = name[: -len("_ci")]
    fresh = metric.startswith(("geo", "threshold", "max"))
    k = rng.choice([1, 2, N, rng.randint(1, N), rng.randint(1, 3 * N if fresh and rng.random() < 0.4 else N)])
    k = k if fresh else min(k, N)
    N = lengths(rng, M, N) if ragged else N
    R, rest = matrix(rng, M, N), ()
    confidence = rng.choice([*CONFIDENCES, rng.random()])
    bounds = rng.choice([(0, 1), *BOUNDS])
    if metric == "max_at_k":
        w = None
        if rng.random() < 0.7:
            R, w = graded(rng, M, N)
        R0 = matrix(rng, M, rng.randint(0, 9), len(w or (0, 1))) if rng.random() < 0.5 else None
        clip = (float(min(w or (0,))), float(max(w or (1,)))) if bounds is None and k > 1 else bounds
        moments = oracle.best_moments(R, k, w or (0, 1), R0)
        return name, (R, k, w, R0, confidence, bounds), moments, confidence, clip
    priors = rng.choice(PRIORS), rng.choice(PRIORS)
    if metric.startswith("geom"):
        a, b = rest = rng.choice([*POWERS, -0.5, -2]), rng.choice([*POWERS, -0.5])
        if not a and not b:
            a, b = rest = 0.5, 0.5
        if metric == "geom_at_k":
            moments = oracle.geom_moments(R, k, a, b, *priors)
        else:
            moments = oracle.blend_moments(R, oracle.at_least(k, k), a, b, *priors)
    elif metric.startswith("geo"):
        rest, lam, credit = spectrum_blend(rng, metric, k)
        moments = oracle.blend_moments(R, credit, lam, 1 - Fraction(lam), *priors)
    else:
        rest, credit = binary(rng, metric, k)
        moments = oracle.credit_moments(credit, R, *priors)
    return name, (R, k, *rest, confidence, bounds, *priors), moments, confidence, bounds


def binary(rng, metric, k):
    """Return (random arguments after k, credit with these arguments) of a metric of 0/1 outcomes."""
    if metric == "g_pass_at_k_tau":
        rest = {"tau": rng.choice([0, 1, 0.5, rng.random(), rng.randint(0, k) / k])}
    else:
        rest = {"weights": spectrum_weights(rng, k)} if metric == "threshold_spectrum_at_k" else {}
    return tuple(rest.values()), oracle.credit(metric, k, **rest)


def spectrum_blend(rng, metric, k):
    """Draw a blend of Pass@k with a spectrum. Return (arguments after k, lam, credit of the spectrum)."""
    if metric == "geo_spectrum_star_at_k":
        return (), Fraction(1, 2), oracle.mean_majority(k)
    lam = rng.choice([0, 1, 0.5, 0.3, rng.random(), Fraction(1, 3)])
    weights = spectrum_weights(rng, k) if rng.random() < 0.5 else None
    return (lam, weights, None), lam, oracle.spectrum(weights) if weights else oracle.mean_majority(k)


def call(rng, name=None, ragged=False):
    """Draw a call of eval: (name, arguments, exact value or moments). For an interval, add confidence and bounds."""
    M, N = rng.choice([1, 2, 3, rng.randint(1, 40)]), rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(1, 200)])
    k = rng.choice([1, N, rng.randint(1, N)])
    name = name or rng.choice(METRICS)
    if name.endswith("_ci") and not name.startswith(("bayes", "avg")):
        return interval_case(rng, name, ragged)
    N = lengths(rng, M, N) if ragged else N
    R, w = matrix(rng, M, N), None
    if name.startswith("geom"):
        a, b = rng.choice(POWERS), rng.choice(POWERS)
        if not a and not b:
            a = 0.5
        if name == "geom_at_k":
            return name, (R, k, a, b), oracle.geom(R, k, a, b)
        x, y = (oracle.score(oracle.at_least(k, j), R) for j in (1, k))
        return name, (R, k, a, b), oracle.blend(x, y, a, b)
    if name.startswith("geo_spectrum"):
        rest, lam, credit = spectrum_blend(rng, name, k)
        x, y = oracle.score(oracle.at_least(k, 1), R), oracle.score(credit, R)
        return name, (R, k, *rest[:2]), oracle.blend(x, y, lam, 1 - Fraction(lam))
    if not name.startswith(("bayes", "avg", "max")):
        rest, credit = binary(rng, name, k)
        return name, (R, k, *rest), oracle.score(credit, R)
    if rng.random() < 0.7:
        R, w = graded(rng, M, N)
    rewards = w or [0, 1]
    if name == "max_at_k":
        return name, (R, k, w), oracle.best(R, k, rewards)
    R0 = matrix(rng, M, rng.randint(0, 9), len(rewards)) if "bayes" in name and rng.random() < 0.5 else None
    moments = oracle.avg(R, rewards) if "avg" in name else oracle.bayes(R, rewards, R0)
    arguments = (R, w) if "avg" in name else (R, w, R0)
    confidence, bounds = rng.choice([*CONFIDENCES, rng.random()]), rng.choice(BOUNDS)
    return (name, (*arguments, confidence, bounds), moments, confidence, bounds) if name.endswith("_ci") else (name, arguments, moments)


def rounded(value, confidence=None, bounds=None):
    """Return the doubles of a value, of moments, or of an interval from its moments."""
    if not isinstance(value, tuple):
        return double(value)
    return oracle.summary(*value, confidence, bounds) if confidence else oracle.summary(*value, 0.95, None)[:2]


def case(rng, name=None):
    """Draw (name, arguments, the oracle's doubles) of any function, or of the function `name`."""
    name, arguments, *exact = call(rng, name)
    return name, arguments, rounded(*exact)


def are_floats(found):
    """Return whether this is a float, or a tuple of floats, and none is -0.0."""
    values = found if isinstance(found, tuple) else (found,)
    return {(type(x), bool(x) or copysign(1, x)) for x in values} <= {(float, True)}


# What holds for every tally, every VoteTally and all Scores


def check_tally(tally):
    cells, classes = tally.cells, tally.classes
    for (counts, prior), number in cells.items():
        assert len(counts) == classes and len(prior) in (0, classes) and number > 0
        assert sum(counts) > 0 <= min(*counts, *prior) and any(prior) == bool(prior)
    assert classes == 2 or any(counts[-1] or any(prior[-1:]) for counts, prior in cells)
    assert tally.questions == sum(cells.values())
    assert trial_numbers(tally) == sorted({sum(counts) for counts, _ in cells})
    if classes == 2:
        found = {((N - s, s), n) for N, group in success_counts(tally).items() for s, n in group.items()}
        assert found == set(tally.histogram.items())
    assert type(tally).from_dict(tally.to_dict()) == tally


def check_votes(votes):
    for right, wrong, none in votes.counts:
        assert sum(right) + sum(wrong) + none > 0 and none >= 0
        for side in (right, wrong):
            assert type(side) is tuple and list(side) == sorted(side, reverse=True) and min(side, default=1) > 0
    assert type(votes).from_counts(votes.counts) == votes


def check_scores(scores):
    assert all(type(row) is tuple and row for row in scores.rows) and scores.low <= scores.high
    assert all(Fraction(x) == x and scores.low <= x <= scores.high for row in scores.rows for x in row)
    assert scores._shift < 0 or all(x * 2.0**scores._shift % 1 == 0 for row in scores.rows for x in row)
    assert type(scores)(scores.rows, scores.low, scores.high) == scores
