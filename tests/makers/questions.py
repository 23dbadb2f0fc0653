"""Draw arguments of confidence, a function for each question that it answers; see `makers.values`."""

from __future__ import annotations

from fractions import Fraction

from oracles.intervals import NAMES

from .draw import LEVELS, Ragged, Scored, changed, draws, further, level, matrix, outcomes, rewards


def labels(rng, M):
    """Draw a cluster label for each of M questions."""
    size = rng.choice([1, 2, M])
    return [i // size if size < M else rng.choice(["a", "b", 3, None]) for i in range(M)]


def sampled(rng, R):
    """Draw what is a sample: these questions, or new ones, in clusters or not."""
    kinds = [{}, {"questions": "these"}, {"clusters": labels(rng, len(R))}]
    return {**level(rng), **rng.choice(kinds[: 2 if type(R) is Ragged else 3])}


def asked(rng, name, ragged=False):
    """Draw outcomes and keywords: (R, {"k": ..., "w": ..., "confidence": ...})."""
    classes = rng.choice([2, 3, 3]) if name in ("avg", "max_at_k") else 2
    R = outcomes(rng, ragged, classes)
    how = {} if name == "avg" else {"k": draws(rng, R)}
    own = {"w": rewards(rng, classes)} if classes > 2 else further(rng, name, how.get("k"))
    return R, {**sampled(rng, R), **how, **own}


def value(rng, name):
    return [*asked(rng, name, True)]


def difference(rng, _):
    """Draw two models, similar or not, and the metric."""
    metric = rng.choice(NAMES)
    R, how = asked(rng, metric)
    other = changed(rng, R, len(how.get("w", "01")))
    return [R, other if rng.random() < 0.7 else [row[::-1] for row in other], {**how, "metric": metric}]


def scored(rng, name):
    """Draw Scores of one model, or of two."""
    (low, high), N, M = rng.choice([(0, 1), (1, 5), (-1.5, 0.25)]), rng.randint(1, 5), rng.randint(1, 6)
    pool = [low, high, *(rng.uniform(low, high) for _ in range(9))]
    models = [[[rng.choice(pool) for _ in range(N)] for _ in range(M)] for _ in range(2 if "compare" in name else 1)]
    how = {} if name.endswith("avg") else {"k": rng.randint(1, N)}
    how.update(sampled(rng, models[0]) if name.startswith("confidence") else {})
    how.update({"metric": "max_at_k"} if "compare" in name else {})
    return [*(Scored([rows, low, high]) for rows in models), how]


def pick(rng, name):
    """Draw outcomes and scores; some scores are tied or None."""
    R = outcomes(rng, questions=6)
    pools = (range(4), [round(rng.random(), 2) for _ in range(99)], [None, -1, 0.5])
    both = [[[rng.choice(pool) for _ in row] for row in R] for pool in rng.choices(pools, k=2)]
    how = {"k": draws(rng, R), **(level(rng) if name.startswith("confidence") else {})}
    if name == "confidence.compare":
        return [*((R, scores) for scores in both), {**how, "metric": "best_of_k"}]
    return [R, both[0], {**how, **sampled(rng, R)} if name.startswith("confidence") else how]


def enough(rng, _):
    metric = rng.choice(NAMES)
    R, how = asked(rng, metric)
    how.update({"w": [0, 1, rng.random()]} if "w" in how else {})
    how.pop("clusters", None)
    how["confidence"] = rng.choice([0.95, 0.8, Fraction(2, 3), rng.random()])
    return [R, rng.choice([0.02, 0.1, 0.3, rng.uniform(0.01, 0.49)]), {**how, "metric": metric}]


def enough_to_decide(rng, _):
    first, second = models(rng, rng.randint(3, 20), 1, 2, 0.2)
    value = sum(a[0] - b[0] for a, b in zip(first, second)) / len(first)
    margin = min(max(value + rng.choice([-1, 1]) * rng.uniform(0.05, 0.3), -0.9), 0.9)
    how = {"confidence": rng.choice([0.95, 0.8]), "questions": rng.choice(["new", "these"])}
    return [first, second, margin, {**how, "power": rng.choice([0.5, 0.9])}]


PAIRS_OF_MODELS = ({}, {"differ": 0.5}, {"differ": 0.375}, {"correlation": 0.4}, {"correlation": -0.2})


def plan(rng, _):
    how = {"trials": rng.choice([1, 4]), "agree": rng.choice([1, 0.9375]), "power": rng.choice([0.5, 0.8, 0.9])}
    rates = rng.choice([(0.75, 0.5), (0.25, 0.375), (0.625, 0.75)])
    return [*rates, {**how, "margin": 0.0625, **rng.choice(PAIRS_OF_MODELS)}]


def detectable(rng, _):
    how = {"trials": rng.choice([1, 4]), "power": rng.choice([0.5, 0.8]), **rng.choice(PAIRS_OF_MODELS)}
    return [rng.randint(30, 60), rng.choice([0.75, 0.5]), how]


# Boards, suites, totals, missing trials


def models(rng, M, N, number, step):
    """Draw models on the same questions, each a step worse than the one before."""
    rates = [rng.random() for _ in range(M)]
    return [matrix_of(rng, [p * (1 - step * i) for p in rates], N) for i in range(number)]


def matrix_of(rng, rates, N):
    return [[int(rng.random() < p) for _ in range(N)] for p in rates]


def board(rng, _):
    some = models(rng, rng.randint(1, 40), rng.choice([1, 1, 3]), rng.randint(2, 6), rng.choice([0, 0.05, 0.15]))
    return [some, {**sampled(rng, some[0]), **rng.choice([{}, {"metric": "max_at_k", "k": 1, "w": [-1, 0.3]}])}]


def suite(rng, name):
    """Draw outcomes of models on the same benchmarks."""
    metric, k, w = rng.choice([("avg", None, None), ("avg", None, [-1, 0.5, 2]), ("pass_at_k", 2, None)])
    classes, most = len(w or "01"), rng.choice([1, 2, 3, 5][name == "compare" :])
    sizes = [rng.choice([1, 2, rng.randint(1, 12)]) for _ in range(most)]
    runs = [[matrix(rng, [rng.randint(2, 4)] * M, classes) for M in sizes]]
    while len(runs) < {"suite": 1, "ranks_suite": 3}.get(name, 2):
        runs.append([changed(rng, R, classes, rng.choice([0.1, 0.3])) for R in runs[0]])
    how = {"metric": metric, "k": k, **level(rng), **({"w": w} if w else {})}
    if rng.random() < 0.4:
        how["clusters"] = [rng.choice([None, labels(rng, M)]) for M in sizes]
    if name.endswith("suite") and rng.random() < 0.5:
        how["weights"] = [rng.choice([1, 2, 0.1, Fraction(1, 3), M]) for M in sizes]
    if name == "compare_tasks":
        how["rest"] = len(sizes) > 1 and rng.random() < 0.5
    return [runs, how] if name == "ranks_suite" else [*runs, how]


def unpaired(rng, _):
    runs, others, how = suite(rng, "compare")
    how.update({"clusters": how["clusters"][:2]} if "clusters" in how else {})
    return [runs[0], others[1], {**how, "paired": False}]


def totals(rng, name):
    M, how = rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(30, 400)]), level(rng)
    solved = [rng.choice([0, M, *[rng.randint(0, M)] * 4]) for _ in range(rng.randint(2, 6))]
    return [solved, M, how] if name == "ranks_of_totals" else [*solved[:2], M, how]


def missing(rng, name):
    metric = rng.choice(NAMES)
    R, how = asked(rng, metric)
    if metric == "avg" and rng.random() < 0.5:
        R, how["w"] = changed(rng, R, 2, 1), rng.choice([[1, 0], [0.5, -1]])  # the best class comes first
    given = [R, *(changed(rng, R, len(how.get("w", "01")), 0.4) for _ in range(2))][: 1 if name == "bounded" else 2]
    for i, share in enumerate(rng.choices([0, 0.05, 0.3, 1], k=len(given))):
        given[i] = [[None if rng.random() < share else x for x in row] for row in given[i]]
    how["metric"] = metric
    return [given, {**how, "missing": "bounds"}] if name == "ranks" else [*given, how]


# A file a question


def looked_at(rng, name):
    """Draw one model, two for compare, or three for ranks, for intervals with anytime=True."""
    classes = rng.choice([2, 3, 5]) if name == "avg" else 2
    R, how = outcomes(rng, classes=classes), {"anytime": True, **level(rng)}
    how.update({"w": rewards(rng, classes)} if name == "avg" else {"k": draws(rng, R)})
    if name in ("compare", "ranks"):
        how["metric"] = rng.choice(["pass_at_k", "maj_at_k"])
    others = [changed(rng, R), changed(rng, R, 2, 1)]
    return {"compare": [R, others[0], how], "ranks": [[R, *others], how]}.get(name, [R, how])


def further_draws(rng, _):
    N, M, hopeless = rng.choice([1, 2, 3, 5, 8, 16]), rng.choice([1, 2, 3, rng.randint(4, 60)]), rng.random() ** 2
    draw = rng.choice([lambda: 0.3, rng.random, lambda: rng.betavariate(0.3, 0.6), lambda: 0.5 / N, lambda: 0])
    R = matrix_of(rng, [draw() * (rng.random() >= hopeless) for _ in range(M)], N)
    if rng.random() < 0.2:  # the trials of a question differ less than independent ones
        R = [[1] * s + [0] * (N - s) for s in (N // 2 + rng.randrange(2) for _ in range(M))]
    how = {"confidence": rng.choice([0.95, 0.8, 0.99]), "clusters": rng.choice([None, None, labels(rng, M)])}
    return [R, N + rng.choice([1, N, rng.randint(1, 20), 10**6]), rng.choice(["pass_at_k", "pass_hat_k"]), how]


def curve(rng, name):
    R = outcomes(rng, name == "curve")
    R = type(R)(R * rng.choice([1, 1, 3]))
    N, how = min(map(len, R)), {"confidence": rng.choice(LEVELS[:-2])}
    how.update({"clusters": labels(rng, len(R))} if type(R) is list and rng.random() < 0.4 else {})
    some = rng.choice([None, sorted(rng.sample(range(1, N + 1), rng.randint(1, N)))])
    given = [R, changed(rng, R)][: 2 if name == "compare_curve" else 1]
    return [*given, some, rng.choice(["pass_at_k", "pass_hat_k", "maj_at_k", "unanimous_at_k"]), how]


def cost(rng, name):
    M, N = rng.randint(2, 6), rng.randint(1, 4)
    draw = rng.choice([lambda: rng.randint(0, 9), lambda: rng.randint(1, 99) / 64, lambda: 2])
    C = [[1] * N, *([draw() for _ in range(N)] for _ in range(M - 1))]
    R = [[1] * N, *matrix(rng, [N] * (M - 1))] if rng.random() < 0.9 else [[0] * N] * M
    if name == "exact.cost_per_solve":
        return [C, [[1] * N, *R[1:]]]
    limits = rng.choice([None, (0, 20), (1, 1)])
    C = [[1] * N] * M if limits == (1, 1) else C
    return [C, R, {**sampled(rng, R), "confidence": rng.choice([0.95, 0.8]), "limits": limits}]


def by_judge(rng, name):
    """Draw verdicts and labels of one model, or of two."""
    low, high = rng.choice([(0, 1), (0, 1), (1, 5), (-0.5, 0.75)])
    M = rng.choice([1, 2, 3, rng.randint(4, 20)])
    given = [rows for _ in range(2 if name == "compare_judged" else 1) for rows in labelled(rng, M, low, high)]
    return [*given, {**level(rng), "low": low, "high": high}]


def labelled(rng, M, low, high):
    N, classes, share = rng.choice([1, 1, 2, 4]), rng.choice([1, 2, 2, 3]), rng.choice([0, 0.1, 0.3, 0.6, 1, 1])
    eighths = [low + (high - low) * Fraction(j, 7) for j in range(8)]
    grades = rng.choice([[low, high], [low, (low + high) / 2, high], eighths])
    agree, rates = rng.choice([0.5, 0.9, 1]), rng.choice([(1, 1, 1), (9, 1, 1)])
    verdicts = [rng.choices(range(classes), rates[:classes], k=N) for _ in range(M)]

    def label(verdict):
        if rng.random() >= share:
            return None
        return grades[verdict % len(grades)] if rng.random() < agree else rng.choice(grades)

    return [verdicts, [[*map(label, row)] for row in verdicts]]
