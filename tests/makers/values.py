"""Draw arguments of eval, exact, rank, special and votes: a list; a dictionary at its end has keywords."""

from __future__ import annotations

from fractions import Fraction

from oracles import ranking
from oracles.reals import decided, deviate, double, real

from .draw import draws, further, level, matrix, outcomes, rewards, voted
from .questions import sampled

PRIORS = (1, 1, 0.5, 2, 0.1, 0.3, 3.75, 1e-3, 50, Fraction(1, 3))
BOUNDS = (None, None, (0, 1), (0.0, 1.0), (0.25, 0.75), (-0.0, 0.0), (float("-inf"), 0.5))


def observed(rng, name):
    R = outcomes(rng, True, most=rng.choice([12, 40]), questions=40)
    k = draws(rng, R)
    return [R, k, further(rng, name, k)]


def credible(rng, name):
    name, R = name[: -len("_ci")], outcomes(rng, True, most=30, questions=10)
    is_latent = name.startswith(("geo", "threshold")) and rng.random() < 0.4
    k = rng.randint(1, 2 * min(map(len, R))) if is_latent else draws(rng, R)
    alpha0, beta0 = rng.choices(PRIORS, k=2)
    how = {"bounds": rng.choice(BOUNDS), "alpha0": alpha0, "beta0": beta0}
    return [R, k, {**further(rng, name, k), **level(rng), **how}]


def graded(rng, name):
    """Draw arguments of bayes, avg or max_at_k, or of an interval of theirs."""
    classes = rng.choice([2, 2, 3, 4, 13])
    R, own = outcomes(rng, False, classes, 20), {"w": [0, 1]}
    if classes > 2 or rng.random() < 0.4:
        own["w"] = rewards(rng, classes)
    if rng.random() < 0.5 and "avg" not in name and name != "max_at_k":
        own["R0"] = matrix(rng, [rng.randint(0, 9)] * len(R), classes)
    if name.endswith("_ci"):
        own.update(level(rng), bounds=rng.choice(BOUNDS))
    k = rng.randint(1, 40) if name == "max_at_k_ci" and rng.random() < 0.4 else draws(rng, R)
    return [R, k, own] if name.startswith("max") else [R, own]


def probability(rng, name):
    p = rng.choice([0.5, 0.975, 1e-300, 2**-1074, 1 - 2**-53, Fraction(1, 3), rng.random(), rng.random() ** 20])
    df = rng.choice([1, 2, rng.randint(1, 60), 10 * rng.randint(1, 60), 10**6 + rng.randint(1, 60)])
    return [p] if name == "normal_quantile" else [p, df]


def quantile(_, p, *df):
    """Return the quantile of Student's t or, without df, of the normal distribution."""
    p = Fraction(p)
    side = (2 * p > 1) - (2 * p < 1)
    return decided(lambda: side * real(deviate(abs(2 * p - 1), *df)), double, 2**60) if side else 0.0


def vote(rng, name):
    """Draw answers and outcomes."""
    N = rng.randint(1, 8)
    answers, R = voted(rng, rng.randint(1, 6), N, rng.choice([1, 2, 4, 12]))
    if name == "vote_curve":
        return [answers, R, rng.sample(range(1, N + 1), rng.randint(1, min(N, 4)))]
    return [answers, R, rng.randint(1, N), sampled(rng, R) if name == "confidence.cons_at_k" else {}]


def ranks(rng, name):
    """Draw models, some of them equally good, with their rows in another order."""
    L, M, N = rng.randint(2, 5), rng.randint(1, 4), rng.randint(1, 6)
    own = {"method": rng.choice(ranking.METHODS), "return_scores": rng.random() < 0.5}
    if name == "bayes":
        own["w"] = rng.choice([[0, 1], [rng.randint(-9, 9) / 4 for _ in range(3)]])
        own["quantile"] = rng.choice([None, 0.05, 0.5, rng.random()])
    elif name != "avg":
        own["k"] = rng.randint(1, N)
    classes = len(own.get("w", "01"))
    models = [matrix(rng, [N] * M, classes) for _ in range(L)]
    if rng.random() < 0.5:
        models[-1] = [rng.sample(row, N) for row in models[0]]
    if name == "bayes" and rng.random() < 0.5:
        own["R0"] = matrix(rng, [2] * M, classes)
    return [models, {**own, **further(rng, name, own.get("k"))}]


def ranks_of_scores(rng, _):
    """Draw scores. With sigmas, neighbouring scores tie if the sigmas do not tell them apart."""
    scores = [rng.randint(0, 12) / 16 for _ in range(rng.randint(2, 8))]
    if rng.random() < 0.4:
        return [scores]
    scores = [*dict.fromkeys(scores)]
    sigmas, how = [rng.random() / 16 for _ in scores], rng.choice(["zscore_adjacent", "ci_overlap_adjacent"])
    return [scores, 1e-12, sigmas, rng.choice([0.95, 0.6, 0.3, rng.random()]), how]
