"""Draw outcomes, and write arguments in the form that golden.json has."""

from __future__ import annotations

from fractions import Fraction

LEVELS = (*[0.95] * 4, 0.8, 0.5, 0.99, 0.999, 1e-9, Fraction(1, 3), Fraction(3, 5), 5e-324, 1 - 2**-53)
WEIGHTS = (0, 1, 0.5, -1, 0.1, 1 / 3, Fraction(1, 7), 2.5, 1e-300, 5e-324, 1e308, -1e308, 123456789.123, 3)


class Ragged(list):
    """Rows of outcomes that may have different lengths. A tally of them is given."""


class Scored(list):
    """[rows of rewards, the least that a reward can be, the greatest]."""


def as_json(value):
    """Write an argument as JSON. Rows of small integers are strings with a character an outcome; a tuple is a pair."""
    if isinstance(value, list):
        is_matrix = value and all(isinstance(row, list) and all(map(is_outcome, row)) for row in value)
        rows = ["".join("-" if x is None else f"{x:x}" for x in row) for row in value] if is_matrix else []
        if type(value) is Scored:
            return {"scores": [*map(as_json, value)]}
        return {"ragged" if type(value) is Ragged else "rows": rows} if is_matrix else [*map(as_json, value)]
    if isinstance(value, tuple):
        return {"pair": [*map(as_json, value)]}
    if isinstance(value, dict):
        return {"keywords": {name: as_json(item) for name, item in value.items()}}
    if isinstance(value, float) and value - value != 0:
        return {"float": str(value)}
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def is_outcome(x):
    return x is None or (type(x) is int and 0 <= x < 16)


def matrix(rng, lengths, classes=2):
    """Draw rows of different difficulty, some all failures or all successes."""
    drawn = []
    for N in lengths:
        rates = [rng.random() ** 3 for _ in range(classes)]
        if rng.random() < 0.2:
            rates = [int(j == rng.randrange(classes)) or 1e-9 for j in range(classes)]
        drawn.append(rng.choices(range(classes), rates, k=N))
    return drawn


def outcomes(rng, ragged=False, classes=2, most=8, questions=20):
    """Draw outcomes: rows of one length, or now and then of different ones."""
    M = rng.choice([1, 2, rng.randint(1, 8), rng.randint(1, questions)])
    N = rng.choice([1, *[rng.randint(1, most)] * 2])
    if ragged and rng.random() < 0.4:
        return Ragged(matrix(rng, [rng.randint(1, most) for _ in range(M)], classes))
    return matrix(rng, [N] * M, classes)


def changed(rng, R, classes=2, share=0.3):
    """Return the outcomes of another model, of which this share is drawn anew."""
    return [[x if rng.random() >= share else rng.randrange(classes) for x in row] for row in R]


def voted(rng, M, N, kinds):
    """Return (answers, outcomes) at random: some answers are frequent, and some are None."""
    answers, R = [], []
    for _ in range(M):
        names = [None, *rng.sample("abcdefghijklmnop", rng.randint(1, kinds))]
        rates = [rng.choice([0, 0, 0.3 * rng.random()]), *[rng.random() ** 2 + 1e-9 for _ in names[1:]]]
        right = {name for name in names[1:] if rng.random() < rng.choice([0.2, 0.5])}
        answers.append(rng.choices(names, rates, k=N))
        R.append([int(answer in right) for answer in answers[-1]])
    return answers, R


def draws(rng, R):
    """Draw k for these rows."""
    N = min(map(len, R))
    return rng.choice([1, N, rng.randint(1, N), max(1, N // 2)])


def level(rng):
    return {"confidence": rng.choice([*LEVELS, rng.random()])}


def rewards(rng, classes):
    return [rng.choice([*WEIGHTS, rng.random()]) if rng.random() < 0.3 else rng.random() for _ in range(classes)]


def spectrum_weights(rng, k):
    """Draw k weights that sum to at most 1: some lists are dense, some nearly all zero."""
    if rng.random() < 0.4:
        weights = [0.0] * k
        for _ in range(3):
            weights[rng.randrange(k)] = rng.choice([0.25, 0.3, 1 / 3])
        return weights
    return rng.choice([[rng.random() / k for _ in range(k)], [1 / k] * k])  # in floats, 1/k can sum to a hair above 1


POWERS = (0.5, 0.5, 0.5, 1, 2, 0.3, 0.7, 1 / 3, Fraction(1, 3), 1e-3, 7.25, 5e-324, 60.5)


def further(rng, name, k):
    """Draw the arguments of a metric after k, by name."""
    if name == "g_pass_at_k_tau":
        return {"tau": rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random(), rng.randint(0, k) / k])}
    if name == "threshold_spectrum_at_k":
        return {"weights": spectrum_weights(rng, k)}
    if name.startswith("geom"):
        return {"pass_power": rng.choice(POWERS), "unanimous_power": rng.choice([0, *POWERS])}
    if name == "geo_spectrum_at_k":
        lam = rng.choice([0, 1, 0.5, 0.3, rng.random(), Fraction(1, 3)])
        return {"lam": lam, "weights": rng.choice([None, spectrum_weights(rng, k)])}
    return {}
