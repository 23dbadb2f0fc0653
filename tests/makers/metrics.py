"""Make random calls of eval, exact, rank, special, tallies and votes, each with the result of the oracles.

A maker takes a random generator and the name of the function. It returns (arguments, result); a dictionary at the end
of the arguments has keywords.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from oracles import intervals, metrics, posterior, ranking, selected
from oracles.reals import double, enclosed, mpmath, nearest, quantile, rational, real

from .draw import (
    BOUNDS,
    LEVELS,
    POWERS,
    PRIORS,
    Coded,
    as_json,
    ballots,
    counts,
    further,
    matrix,
    outcomes,
    rewards,
    spectrum_weights,
)


def shape(rng, ragged, most=40):
    """Draw the lengths of questions, and the fewest trials."""
    M, N = rng.choice([1, 2, 3, rng.randint(1, most)]), rng.choice([1, 2, 3, rng.randint(1, most)])
    lengths = [N + rng.choice([0, 0, rng.randint(1, 9)]) for _ in range(M)] if ragged else [N] * M
    return lengths, min(lengths)


def value(rng, name):
    """Make a call of eval for an observed value of 0/1 outcomes, or of a blend."""
    ragged = rng.random() < 0.2
    lengths, N = shape(rng, ragged, 40 if rng.random() < 0.8 else 200)
    R, k = matrix(rng, 0, lengths), rng.choice([1, N, rng.randint(1, N)])
    given = Coded(ragged=["".join(map(str, row)) for row in R]) if ragged else R
    if name.startswith("geo"):
        rest, a, b, other = blended(rng, name, k)
        if name == "geom_at_k":
            return [given, k, *rest], double(metrics.geom(R, k, a, b))
        x, y = metrics.score(metrics.at_least(k, 1), R), metrics.score(other, R)
        return [given, k, *rest], double(metrics.blend(x, y, a, b))
    own = further(rng, name, k)
    return [given, k, *own.values()], double(metrics.score(metrics.credit(name, k, **own), R))


def blended(rng, name, k):
    """Draw a blend of Pass@k: (arguments after k, its power, that of the other factor, credit of the other factor)."""
    if name.startswith("geom"):
        a, b = rng.choice(POWERS), rng.choice(POWERS)
        a = a or (0 if b else 0.5)
        return [a, b], a, b, metrics.at_least(k, k)
    if name == "geo_spectrum_star_at_k":
        return [], Fraction(1, 2), Fraction(1, 2), metrics.mean_majority(k)
    lam = rng.choice([0, 1, 0.5, 0.3, rng.random(), Fraction(1, 3)])
    weights = spectrum_weights(rng, k) if rng.random() < 0.5 else None
    other = metrics.spectrum(weights) if weights else metrics.mean_majority(k)
    return [lam, weights], lam, 1 - Fraction(lam), other


def credible(rng, name):
    """Make a call of a credible interval of 0/1 outcomes, or of a blend."""
    metric, ragged = name[: -len("_ci")], rng.random() < 0.2
    lengths, N = shape(rng, ragged, 30)
    R, fresh = matrix(rng, 0, lengths), metric.startswith(("geo", "threshold"))
    k = rng.choice([1, min(2, N), N, rng.randint(1, N), rng.randint(1, 3 * N) if fresh else N])
    level, bounds, priors = rng.choice([*LEVELS, rng.random()]), rng.choice(BOUNDS), rng.choices(PRIORS, k=2)
    if metric.startswith("geo"):
        rest, a, b, other = blended(rng, metric, k)
        rest += [None] * (metric == "geo_spectrum_at_k")  # lambda_
        blend = (R, k, a, b) if metric == "geom_at_k" else (R, other, a, b)
        function = posterior.geom_moments if metric == "geom_at_k" else posterior.blend_moments
        moments = function(*blend, *priors)
    else:
        own = further(rng, metric, k)
        rest, moments = [*own.values()], posterior.credit_moments(metrics.credit(metric, k, **own), R, *priors)
    given = Coded(ragged=["".join(map(str, row)) for row in R]) if ragged else R
    return [given, k, *rest, level, bounds, *priors], posterior.summary(*moments, level, bounds)


def graded(rng, name):
    """Make a call of bayes, avg or max_at_k, or of an interval of theirs, in eval."""
    lengths, N = shape(rng, False, 30)
    M, classes = len(lengths), rng.choice([2, 2, 3, 4, 13])
    w = rewards(rng, classes) if classes > 2 or rng.random() < 0.4 else None
    R, scores = matrix(rng, M, N, classes), w or [0, 1]
    R0 = matrix(rng, M, rng.randint(0, 9), classes) if rng.random() < 0.5 else None
    k = rng.choice([1, N, rng.randint(1, N), rng.randint(1, 3 * N) if name == "max_at_k_ci" else N])
    level, bounds = rng.choice([*LEVELS, rng.random()]), rng.choice(BOUNDS)
    if name == "max_at_k":
        return [R, k, w], double(metrics.best(R, k, scores))
    if name == "max_at_k_ci":
        clip = (float(min(scores)), float(max(scores))) if bounds is None and k > 1 else bounds
        moments = posterior.best_moments(R, k, scores, R0)
        return [R, k, w, R0, level, bounds], posterior.summary(*moments, level, clip)
    given = [R, w] if name.startswith("avg") else [R, w, R0]
    moments = metrics.avg(R, scores) if name.startswith("avg") else metrics.bayes(R, scores, R0)
    if name.endswith("_ci"):
        return [*given, level, bounds], posterior.summary(*moments, level, bounds)
    return given, posterior.summary(*moments, 0.95, None)[:2]


def fraction(rng, name):
    """Make a call of exact, half of the time with questions of different lengths."""
    if name in ("avg", "bayes", "max_at_k"):
        w = [rng.choice([Fraction, float])(rng.randint(-9, 9) / 4) for _ in range(3)]
        M, N = rng.randint(1, 8), rng.randint(1, 12)
        R, R0, k = matrix(rng, M, N, 3), matrix(rng, M, rng.randint(0, 3), 3), rng.randint(1, N)
        calls = {
            "avg": ([R, w], lambda R, w: metrics.avg(R, w)[0]),
            "bayes": ([R, w, R0], metrics.bayes),
            "max_at_k": ([R, k, w], metrics.best),
        }
        arguments, function = calls[name]
        return arguments, function(*arguments)
    R, given, N = outcomes(rng, rng.random() < 0.5)
    k = rng.randint(1, N)
    own = further(rng, name, k)
    return [given, k, *own.values()], metrics.score(metrics.credit(name, k, **own), R)


def special(rng, name):
    n, k = rng.randint(1, 60), rng.randint(1, 30)
    a, b = (rng.choice([1, 3, 0.5, 0.1, Fraction(2, 7), rng.random()]) for _ in range(2))
    if name.endswith("quantile"):
        p = rng.choice([0.5, 0.975, 1e-300, 2**-1074, 1 - 2**-53, Fraction(1, 3), rng.random(), rng.random() ** 20])
        if name == "normal_quantile":
            return [p], double(ranking.normal_quantile(Fraction(p)))
        df = rng.choice([1, 2, n, 10 * n, 10**6 + n])
        return [p, df], student_t_quantile(p, df)
    given = {
        "binomial": {"n": n, "k": k},
        "rising": {"a": a, "n": k},
        "beta": {"a": n, "b": k},
        "beta_ratio": {"a": a, "b": b, "i": k, "j": n % 9},
    }[name]
    exactly = {key: x if type(x) is int else Fraction(x) for key, x in given.items()}
    return [*given.values()], ranking.special(name, **exactly)


def student_t_quantile(p, df):
    distance = abs(2 * Fraction(p) - 1)
    if not distance:
        return 0.0
    found = nearest(lambda bits: enclosed(quantile(distance, df, bits)))
    return found if 2 * p > 1 else -found


def estimate(rng, name):
    """Make a call of estimate_pass_at_k or estimate_pass_hat_k."""
    samples = [rng.randint(1, 300)] * rng.randint(1, 6)
    if rng.random() < 0.5:
        samples = [rng.randint(1, 300) for _ in samples]
    correct, k = [rng.choice([0, n, rng.randint(0, n)]) for n in samples], rng.randint(1, min(samples))
    credit = metrics.at_least(k, 1 if name == "estimate_pass_at_k" else k)
    expected = [double(metrics.hypergeometric(credit, n, c)) for n, c in zip(samples, correct)]
    return [samples[0] if len(set(samples)) == 1 else samples, correct, k], expected


def tally(rng, name):
    """Make a call of a property or a method of a tally."""
    classes = rng.choice([2, 2, 3])
    R, given, _ = outcomes(rng, rng.random() < 0.5, classes)
    if rng.random() < 0.3:
        given = counts(R, classes)
    classes = max(2, *(outcome + 1 for row in R for outcome in row))
    cells = Counter(tuple(row.count(j) for j in range(classes)) for row in R)
    lengths = {len(row) for row in R}
    expected = {
        "questions": len(R),
        "trials": lengths.pop() if len(lengths) == 1 else None,
        "classes": classes,
        "histogram": cells,
        "to_dict": {"version": 1, "cells": [[number, list(cell), []] for cell, number in sorted(cells.items())]},
    }
    return [given], expected[name]


def vote(rng, name):
    """Make a call of cons_at_k, of exact.cons_at_k, of its interval, or of vote_curve."""
    given, _, votes, N = ballots(rng)
    k = rng.randint(1, N)
    if name == "vote_curve":
        ks = rng.sample(range(1, N + 1), rng.randint(1, min(N, 4)))
        return [*given, ks], {k: double(metrics.mean([metrics.vote(*row, k) for row in votes])) for k in ks}
    if name == "confidence.cons_at_k":
        how = {"questions": rng.choice(["new", "these"]), "confidence": rng.choice(LEVELS)}
        if how["questions"] == "new" and rng.random() < 0.5:
            how["clusters"] = [rng.choice(["a", "b", 3]) for _ in votes]
        return [*given, k, how], intervals.interval("cons_at_k", votes, k, **how)
    found = metrics.mean([metrics.vote(*row, k) for row in votes])
    return [*given, k], found if name.startswith("exact") else double(found)


def pick(rng, name):
    """Make a call of best_of_k, of its interval or of a difference. Some scores are tied or None."""
    M, N = rng.randint(1, 6), rng.randint(1, 12)
    R, k = matrix(rng, M, N), rng.randint(1, N)
    both = []
    for _ in range(2):
        pool = rng.choice([range(4), [round(rng.random(), 2) for _ in range(99)], [None, -1, 0.5]])
        both.append([[rng.choice(pool) for _ in row] for row in R])
    level = {"confidence": rng.choice([0.95, 0.8, rng.random()])}
    how = {"questions": rng.choice(["new", "these"])} if name == "confidence.best_of_k" else {}
    spreads = [selected.spread(R, scores, k, **how) for scores in both]
    if name == "confidence.compare":
        pairs = [Coded(pair=[as_json(R), {"cells": scores}]) for scores in both]
        return [*pairs, "best_of_k", k, level], intervals.of_spread(spreads[0].minus(spreads[1]), **level)
    given = [R, Coded(cells=both[0]), k]
    if name == "confidence.best_of_k":
        return [*given, {**how, **level}], intervals.of_spread(spreads[0], **level)
    return given, spreads[0].x if name == "exact.best_of_k" else double(spreads[0].x)


def ranks(rng, name):
    """Make a call of rank. Some models are equally good, with their rows in another order."""
    method, with_scores = rng.choice(ranking.METHODS), rng.random() < 0.5
    L, M, N = rng.randint(2, 5), rng.randint(1, 4), rng.randint(1, 6)
    w = [rng.randint(-9, 9) / 4 for _ in range(3)] if name == "bayes" and rng.random() < 0.7 else None
    models = [matrix(rng, M, N, len(w or (0, 1))) for _ in range(L)]
    R0 = matrix(rng, M, 2, len(w or (0, 1))) if rng.random() < 0.5 else None
    if rng.random() < 0.5:
        models[-1] = [rng.sample(row, N) for row in (models[0] if R0 else rng.sample(models[0], M))]
    if name == "avg":
        rest, scores = [], [metrics.avg(R, (0, 1))[0] for R in models]
    elif name == "bayes":
        q = rng.choice([None, 0.05, 0.5, rng.random()])
        z, rest = ranking.normal_quantile(Fraction(q or 0.5)), [w, R0, q]
        moments = [metrics.bayes(R, w or (0, 1), R0) for R in models]
        scores = [mean + rational(z * mpmath.sqrt(real(variance))) for mean, variance in moments]
    else:
        k = rng.randint(1, N)
        own = further(rng, name, k)
        rest, scores = [k, *own.values()], [metrics.score(metrics.credit(name, k, **own), R) for R in models]
    found = ranking.ranks(scores, method)
    return [models, *rest, method, with_scores], (found, list(map(double, scores))) if with_scores else found


def ranks_of_scores(rng, _):
    """Make a call of rank_scores. With sigmas, neighbouring scores tie if the sigmas do not tell them apart."""
    scores = [rng.randint(0, 12) / 16 for _ in range(rng.randint(2, 8))]
    if rng.random() < 0.4:
        return [scores], {method: ranking.ranks(scores, method) for method in ranking.METHODS}
    scores = list(dict.fromkeys(scores))
    sigmas, level = [rng.random() / 16 for _ in scores], rng.choice([0.95, 0.6, 0.3, rng.random()])
    how = rng.choice(["zscore_adjacent", "ci_overlap_adjacent"])
    exactly = [[*map(Fraction, some)] for some in (scores, sigmas)]
    expected = ranking.rank_scores(exactly[0], Fraction(1, 10**12), exactly[1], Fraction(level), how)
    return [scores, 1e-12, sigmas, level, how], expected


def compared(rng, _):
    """Make a call of rank.compare."""
    w = [rng.randint(-9, 9) / 4 for _ in range(3)]
    (R_a, R_b), (R0_a, R0_b) = ([matrix(rng, M, N, 3) for M in sizes] for N, sizes in ((5, (3, 4)), (2, (3, 4))))
    level = rng.choice([0.95, rng.random()])
    expected = ranking.compare(metrics.bayes(R_a, w, R0_a), metrics.bayes(R_b, w, R0_b), level)
    return [R_a, R_b, w, R0_a, R0_b, level], expected
