"""Draw outcomes and arguments at random, and write them in the form that golden.json has."""

from __future__ import annotations

from fractions import Fraction

from oracles import metrics

POWERS = (0.5, 0.5, 0.5, 1, 2, 0, 0.3, 0.7, 1 / 3, Fraction(1, 3), 1e-3, 7.25, 5e-324, 60.5)
WEIGHTS = (0, 1, 0.5, -1, 0.1, 1 / 3, Fraction(1, 7), 2.5, 1e-300, 5e-324, 1e308, -1e308, 123456789.123, 3)
PRIORS = (1, 1, 0.5, 2, 0.1, 0.3, 3.75, 1e-3, 50, Fraction(1, 3))
LEVELS = (*[0.95] * 4, 0.8, 0.5, 0.99, 0.999, 1e-9, Fraction(1, 3), Fraction(3, 5), 5e-324, 1 - 2**-53)
BOUNDS = (None, None, (0, 1), (0.0, 1.0), (0.25, 0.75), (-0.0, 0.0), (float("-inf"), 0.5))


class Coded(dict):
    """An argument in the form that golden.json has, such as {"counts": [[1, 2]]} for a tally."""


def rows(R):
    """Write a matrix with one character an outcome; "-" is a missing one."""
    return ["".join("-" if outcome is None else "0123456789abcdef"[outcome] for outcome in row) for row in R]


def as_json(value):
    """Write an argument as JSON. A list of lists is a matrix of outcomes; tuples of other numbers are lists."""
    if isinstance(value, (list, tuple)):
        is_matrix = value and isinstance(value[0], list) and not any(isinstance(item, list) for item in value[0])
        return {"rows": rows(value)} if is_matrix else list(map(as_json, value))
    if type(value) is dict:
        return {"keywords": {name: as_json(item) for name, item in value.items()}}
    if isinstance(value, float) and value - value != 0:
        return {"float": str(value)}
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def counts(R, classes):
    return Coded(counts=[[row.count(j) for j in range(classes)] for row in R])


def matrix(rng, M, N, classes=2):
    """Draw rows of different difficulty, some all failures or all successes. N is the length, or a list of lengths."""
    drawn = []
    for trials in N if isinstance(N, list) else [N] * M:
        rates = [rng.random() ** 3 for _ in range(classes)]
        if rng.random() < 0.2:
            rates = [int(j == rng.randrange(classes)) or 1e-9 for j in range(classes)]
        drawn.append(rng.choices(range(classes), rates, k=trials))
    return drawn


def outcomes(rng, ragged, classes=2, most=12):
    """Draw outcomes. Return (rows, the argument R that stands for these rows, the fewest trials of a question)."""
    lengths = [rng.choice([1, 2, rng.randint(1, most)])] * rng.choice([1, 2, rng.randint(1, 8), rng.randint(1, 20)])
    if ragged:
        lengths = [rng.randint(1, most) for _ in lengths]
    R = matrix(rng, len(lengths), lengths, classes)
    return R, Coded(ragged=rows(R)) if ragged else R, min(lengths)


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


def ballots(rng):
    """Draw votes: (arguments answers and R, VoteTally in place of both, votes for the oracle, trials of a question)."""
    M, N = rng.randint(1, 6), rng.randint(1, 20)
    answers, R = voted(rng, M, N, rng.choice([1, 2, 4, 12]))
    if rng.random() < 0.5:
        votes = [(*row[:2], row[2] + rng.choice([0, 0, 1, 5])) for row in map(metrics.votes, answers, R)]
        return [Coded(votes=votes), None], [Coded(votes=votes)], votes, N
    named = [[None if answer is None else chr(97 + answer % 26) for answer in row] for row in answers]
    solved = [{name for name, right in zip(row, outcomes) if right} for row, outcomes in zip(named, R)]
    R = [[int(name in right) for name in row] for row, right in zip(named, solved)]
    votes = list(map(metrics.votes, named, R))
    names = ["".join(name or "-" for name in row) for row in named]
    return [Coded(answers=names), R], [Coded(votes=votes)], votes, N


def spectrum_weights(rng, k):
    """Draw k weights that sum to at most 1: some lists are dense, some nearly all zero."""
    if rng.random() < 0.4:
        weights = [0.0] * k
        for _ in range(3):
            weights[rng.randrange(k)] = rng.choice([0.25, 0.3, 1 / 3])
        return weights
    if rng.random() < 0.3:  # equal ones side by side
        return sorted(rng.choice([0.25, 0.5, 0.9]) / k for _ in range(k))
    return rng.choice([[rng.random() / k for _ in range(k)], [1 / k] * k])  # in floats, 1/k can sum to a hair above 1


def rewards(rng, classes):
    return [rng.choice([*WEIGHTS, rng.random()]) if rng.random() < 0.3 else rng.random() for _ in range(classes)]


def further(rng, name, k):
    """Draw the arguments of a metric of 0/1 outcomes after k."""
    if name == "g_pass_at_k_tau":
        return {"tau": rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random(), rng.randint(0, k) / k])}
    return {"weights": spectrum_weights(rng, k)} if name == "threshold_spectrum_at_k" else {}


def labels(rng, M):
    """Draw a cluster label for each of M questions. Return a tuple, since lists in lists are written as outcomes."""
    size = rng.choice([1, 2, M])
    return tuple(i // size if size < M else rng.choice(["a", "b", 3, None]) for i in range(M))


def of_one_trial(rng, M, models):
    """Draw models with one trial of each of M questions. Each model is a little better than the one before."""
    common = [rng.random() for _ in range(M)]
    return [[[int(rng.random() < p ** (1 / (1 + i)))] for p in common] for i in range(models)]


def changed(rng, R, classes=2, share=0.3):
    """Return the outcomes of another model, of which this share is drawn anew."""
    return [[x if rng.random() >= share else rng.randrange(classes) for x in row] for row in R]
