"""Make random calls of confidence, each with the result of the oracles; see `makers.metrics`."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from oracles import anytime, beyond, boards, costs, curves, intervals, judges, metrics, ranking
from oracles.reals import double, root

from .draw import LEVELS, Coded, changed, further, labels, matrix, of_one_trial, outcomes, rewards, rows

METRICS = intervals.NAMES


def asked(rng, name):
    """Draw a call of confidence: (rows, argument R that stands for them, k, the metric's other arguments, keywords)."""
    how = {"questions": rng.choice(["new", "these"]), "confidence": rng.choice([*LEVELS, rng.random()])}
    clustered = how["questions"] == "new" and rng.random() < 0.4
    classes = rng.choice([2, 3, 3]) if name in ("avg", "max_at_k") else 2
    R, given, N = outcomes(rng, not clustered and rng.random() < 0.4, classes)
    k = None if name == "avg" else rng.choice([1, N, rng.randint(1, N), max(1, N // 2)])
    if clustered:
        how["clusters"] = [rng.choice(["a", "b", 3]) for _ in R]
    own = {"w": rewards(rng, classes)} if classes > 2 else further(rng, name, k)
    return R, given, k, own, how


def value(rng, name):
    """Make a call with one model."""
    R, given, k, own, how = asked(rng, name)
    return [given, *([] if k is None else [k]), *own.values(), how], intervals.interval(name, R, k, **own, **how)


def difference(rng, _):
    """Make a call of compare, with similar models or different ones."""
    metric = rng.choice(METRICS)
    R, given, k, own, how = asked(rng, metric)
    if how["questions"] == "new":
        R = given = [row[: min(map(len, R))] for row in R]
    other = changed(rng, R, len(own.get("w", "01")))
    other = other if rng.random() < 0.7 else [row + row[:1] for row in other]
    second = Coded(ragged=rows(other)) if type(given) is Coded else other
    expected = intervals.compare(R, other, metric, k, **own, **how)
    return [given, second, metric, k, {**own, **how}], expected


def scored(rng, name):
    """Make a call with Scores. The oracle knows no Scores: it gets a class for each score, with the score as weight."""
    low, high = rng.choice([(0, 1), (1, 5), (-1.5, 0.25)])
    N, M = rng.randint(1, 5), rng.randint(1, 6)
    models = [[[rng.choice([low, high, rng.uniform(low, high)]) for _ in range(N)] for _ in range(M)] for _ in range(3)]
    w = [low, high, *(score for model in models for row in model for score in row)]
    classes = [[[w.index(score) for score in row] for row in model] for model in models]
    given, k = [Coded(scores=[model, low, high]) for model in models], rng.randint(1, N)
    if name == "rank.avg":
        means = [metrics.avg(R, w)[0] for R in classes]
        return [given, "competition", True], (ranking.ranks(means, "competition"), list(map(double, means)))
    how = {"confidence": rng.choice([0.95, 0.8]), "questions": rng.choice(["new", "these"])}
    if name == "confidence.compare":
        expected = intervals.compare(*classes[:2], "max_at_k", k, w=w, **how)
        return [*given[:2], "max_at_k", k, how], expected
    draws = [] if name.endswith("avg") else [k]
    if name.startswith("confidence"):
        metric = name.partition(".")[2]
        return [given[0], *draws, how], intervals.interval(metric, classes[0], *draws, w=w, **how)
    mean = metrics.best(classes[0], *(draws or [1]), w)
    return [given[0], *draws], mean if "exact" in name else double(mean)


# Plans


def least(spread, questions, suffices):
    """Return the least number of questions (or trials) for which `suffices(number)` is true, found by halving.

    If suffices(None) is true, the data themselves suffice: return how many they have.
    """
    of_these = getattr(spread, "both", [spread])
    have = max(ceil(one.harmonic_mean) for one in of_these) if questions == "these" else spread.M
    few, many = have - 1, have
    if not suffices(None):
        while not suffices(many):
            few, many = many, 2 * many
        while many - few > 1:
            middle = (few + many) // 2
            few, many = (few, middle) if suffices(middle) else (middle, many)
    return many


def enough(rng, _):
    metric = rng.choice(METRICS)
    R, given, k, own, how = asked(rng, metric)
    how = {"questions": how["questions"], "confidence": rng.choice([0.95, 0.8, Fraction(2, 3), rng.random()])}
    if "w" in own:
        own["w"] = [0, 1, rng.random()]
    spread = intervals.Spread(metric, R, k, **own, questions=how["questions"])
    half_width = float(spread.span) * rng.choice([0.02, 0.1, 0.3, rng.uniform(0.01, 0.49)])
    found = least(spread, how["questions"], lambda size: boards.suffices(spread, size, half_width, how["confidence"]))
    return [given, half_width, metric, k, {**own, **how}], found


def enough_to_decide(rng, _):
    first, second = of_one_trial(rng, rng.randint(3, 20), 2)
    how = {"confidence": rng.choice([0.95, 0.8]), "questions": rng.choice(["new", "these"])}
    how["power"] = rng.choice([0.5, 0.9])
    spread = intervals.difference(first, second, questions=how["questions"])
    margin = float(spread.x) + rng.choice([-1, 1]) * rng.uniform(0.05, 0.3)
    margin = min(max(margin, -0.9), 0.9)
    found = least(
        spread, how["questions"], lambda size: boards.decides(spread, size, margin, how["power"], how["confidence"])
    )
    return [first, second, margin, how], found


def plan(rng, _):
    a, b = rng.choice([(0.75, 0.5), (0.25, 0.375), (0.625, 0.75)])
    how = {"differ": rng.choice([0.5, 0.375]), "trials": rng.choice([1, 4]), "agree": rng.choice([1, 0.9375])}
    how.update(power=rng.choice([0.5, 0.8, 0.9]), margin=0.0625)
    within = 1 - Fraction(how["agree"])
    variance = Fraction(how["differ"]) - Fraction(a - b) ** 2 - within + within / how["trials"]
    size = 2
    while not boards.decides(boards.expected_spread(Fraction(a - b), variance, size), None, 0.0625, how["power"], 0.95):
        size += 1
    return [a, b, how], size


def detectable(rng, _):
    """Make a call of detectable. The oracle tries one loss after the other."""
    M, a = rng.randint(10, 60), rng.choice([0.75, 0.5, 0.9375])
    how = {"differ": rng.choice([0.5, 0.375]), "trials": rng.choice([1, 4]), "power": rng.choice([0.5, 0.8])}
    for j in range(1, M + 1):
        b = Fraction(a) - Fraction(j, M)
        if not Fraction(j, M) <= how["differ"] <= min(a + b, 2 - a - b):
            continue
        spread = boards.expected_spread(Fraction(j, M), Fraction(how["differ"]) - Fraction(j, M) ** 2, M)
        if boards.decides(spread, None, 0, how["power"], 0.95):
            return [M, a, how], j / M
    return detectable(rng, _)


# Boards, suites, totals, missing trials


def board(rng, _):
    """Make a call of ranks."""
    M, N, step = rng.randint(1, 40), rng.choice([1, 1, 3]), rng.choice([0, 0.05, 0.2])
    common, L = [rng.random() for _ in range(M)], rng.randint(2, 6)
    models = [[[int(rng.random() < p * (1 - step * i)) for _ in range(N)] for p in common] for i in range(L)]
    how = {"confidence": rng.choice(LEVELS)}
    graded = {"metric": "max_at_k", "k": 1, "w": [-1, 0.3]}
    how.update(rng.choice([{}, {"clusters": labels(rng, M)}, {"questions": "these"}, graded]))
    return [models, how], boards.ranks(models, **how)


def benchmarks(rng, models):
    """Draw (the outcomes of each model on the same benchmarks, the keywords of a call)."""
    metric, k, w = rng.choice([("avg", None, None), ("avg", None, [-1, 0.5, 2]), ("pass_at_k", 2, None)])
    classes, sizes = len(w or "01"), [rng.choice([1, 2, rng.randint(1, 12)]) for _ in range(rng.choice([2, 3, 5]))]
    runs = [[matrix(rng, M, rng.randint(2, 4), classes) for M in sizes]]
    while len(runs) < models:
        runs.append([changed(rng, R, classes, rng.choice([0.1, 0.3])) for R in runs[0]])
    how = {"metric": metric, "k": k, "w": w, "confidence": rng.choice(LEVELS)}
    if rng.random() < 0.4:
        how["clusters"] = [rng.choice([None, labels(rng, M)]) for M in sizes]
    return runs, {name: value for name, value in how.items() if value is not None}


def suite(rng, name):
    """Make a call of suite, compare_suite or ranks_suite."""
    models, how = benchmarks(rng, {"suite": 1, "compare_suite": 2, "ranks_suite": 3}[name])
    if rng.random() < 0.5:
        how["weights"] = [rng.choice([1, 2, 0.1, Fraction(1, 3), len(R)]) for R in models[0]]
    if name == "ranks_suite":
        return [models, how], boards.ranks_suite(models, **how)
    return [*models, how], boards.suite(models[0], **how, others=models[1] if models[1:] else None)


def contrast(rng, name):
    """Make a call of compare_tasks, or of compare with paired=False."""
    models, how = benchmarks(rng, 2)
    if name == "compare":
        pair = [models[0][0], models[1][1]]
        if "clusters" in how:
            how["clusters"] = how["clusters"][:2]
        return [*pair, {**how, "paired": False}], boards.unpaired(*pair, **how)
    how["rest"] = rng.random() < 0.5
    return [*models, how], boards.tasks(*models, **how)


def totals(rng, name):
    """Make a call of compare_totals or ranks_of_totals."""
    M, how = rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(30, 400)]), {"confidence": rng.choice(LEVELS)}
    found = [rng.choice([0, M, *[rng.randint(0, M)] * 4]) for _ in range(rng.randint(2, 6))]
    if name == "ranks_of_totals":
        return [found, M, how], boards.ranks_of_totals(found, M, **how)
    return [*found[:2], M, how], boards.compare_totals(*found[:2], M, **how)


def missing(rng, name):
    """Make a call of bounded or bounded_difference, or of ranks with missing="bounds"."""
    metric = rng.choice(METRICS)
    R, _, k, own, how = asked(rng, metric)
    if metric == "avg" and rng.random() < 0.5:
        R, own = (
            [[x % 2 for x in row] for row in R],
            {"w": rng.choice([[1, 0], [0.5, -1]])},
        )  # the best class comes first
    R = [row[: min(map(len, R))] for row in R]
    models = [R, *(changed(rng, R, len(own.get("w", "01")), 0.4) for _ in range(2))]
    shares = [rng.choice([0, 0.05, 0.3, 1]) for _ in models]
    models = [[[None if rng.random() < p else x for x in row] for row in rows] for rows, p in zip(models, shares)]
    if name == "ranks":
        return [models, metric, k, {**own, **how, "missing": "bounds"}], boards.bounded_ranks(
            models, metric, k, **own, **how
        )
    given = models[: 1 if name == "bounded" else 2]
    return [*given, metric, k, {**own, **how}], getattr(boards, name)(*given, metric, k, **own, **how)


# A file a question


def looked_at(rng, name):
    """Make a call with anytime=True: for one model, or for the difference of two."""
    metric = rng.choice(["avg", "pass_at_k", "maj_at_k"]) if name == "compare" else name
    R, given, N = outcomes(rng, False)
    draws, other = [] if metric == "avg" else [rng.randint(1, N)], changed(rng, R)
    how = {"anytime": True, "confidence": rng.choice([0.95, 0.8, Fraction(1, 3), 0.999])}
    alpha, (a, b) = 1 - Fraction(how["confidence"]), (intervals.Spread(metric, one, *draws) for one in (R, other))
    if name != "compare":
        ends = anytime.ends(a.values, alpha)
        return [given, *draws, how], (double(a.x), root(a.S / a.M**2), *map(double, ends))
    gap = a.minus(b)
    ends = [2 * end - 1 for end in anytime.ends([(x + 1) / 2 for x in gap.values], alpha)]
    arguments = [given, other, metric, *(draws or [None]), how]
    return arguments, (double(gap.x), root(gap.S / gap.M**2), *map(double, ends))


def further_draws(rng, _):
    """Make a call of beyond."""
    N, M, hopeless = rng.choice([1, 2, 3, 5, 8, 16]), rng.choice([1, 2, 3, rng.randint(4, 60)]), rng.random() ** 2
    draw = rng.choice([lambda: 0.3, rng.random, lambda: rng.betavariate(0.3, 0.6), lambda: 0.5 / N, lambda: 0])
    rates = [draw() * (rng.random() >= hopeless) for _ in range(M)]
    R = [[int(rng.random() < p) for _ in range(N)] for p in rates]
    if rng.random() < 0.2:  # the trials of a question differ less than independent ones
        R = [[1] * s + [0] * (N - s) for s in (N // 2 + rng.randrange(2) for _ in range(M))]
    k, metric = N + rng.choice([1, N, rng.randint(1, 20), 99 * N, 10**6]), rng.choice(["pass_at_k", "pass_hat_k"])
    how = {"confidence": rng.choice([0.95, 0.8, 0.99])}
    if rng.random() < 0.3:
        how["clusters"] = [rng.randrange(3) for _ in R]
    return [R, k, metric, how], beyond.bounds(R, k, metric, how["confidence"], how.get("clusters"))


def curve(rng, name):
    """Make a call of curve or compare_curve."""
    R, given, N = outcomes(rng, name == "curve" and rng.random() < 0.3, most=9)
    if given is R and rng.random() < 0.4:
        R = given = R * rng.randint(1, 5)
    ks = None if rng.random() < 0.4 else sorted(rng.sample(range(1, N + 1), rng.randint(1, N)))
    metric = rng.choice(["pass_at_k", "pass_hat_k", "maj_at_k", "unanimous_at_k"])
    how = {"confidence": rng.choice(LEVELS[:-2])}
    if given is R and rng.random() < 0.4:
        how["clusters"] = labels(rng, len(R))
    models = [R, changed(rng, R)][: 2 if name == "compare_curve" else 1]
    found = curves.band(models, ks, metric, **how)[1]
    first = curves.first(ks or range(1, N + 1), found)
    return [given, *models[1:], ks, metric, how], (found, first) if models[1:] else found


def cost(rng, name):
    """Make a call of cost_per_solve. Rows of costs are tuples, because lists of lists are written as outcomes."""
    M, N = rng.randint(2, 6), rng.randint(1, 4)
    draw = rng.choice([lambda: rng.randint(0, 9), lambda: rng.randint(1, 99) / 64, lambda: 2])
    C = [(1,) * N, *(tuple(draw() for _ in range(N)) for _ in range(M - 1))]
    R = [[1] * N, *matrix(rng, M - 1, N)]
    if name == "exact.cost_per_solve":
        return [C, R], costs.Cost(C, R).value
    how = {"limits": rng.choice([None, [0, 20]])}
    how.update(rng.choice([{}, {"clusters": [rng.randrange(3) for _ in range(M)]}, {"questions": "these"}]))
    level = rng.choice([0.95, 0.8, 0.99])
    return [C, R, {**how, "confidence": level}], costs.interval(costs.Cost(C, R, **how), level)


def labelled(rng, M, low, high):
    """Draw verdicts and labels, in rows. Rows of labels are tuples, since lists in lists are written as outcomes."""
    N, classes, share = rng.choice([1, 1, 2, 4]), rng.choice([1, 2, 2, 3]), rng.choice([0, 0.1, 0.3, 0.6, 1, 1])
    eighths = [low + (high - low) * Fraction(j, 7) for j in range(8)]
    grades = rng.choice([[low, high], [low, (low + high) / 2, high], eighths])
    agree, rates = rng.choice([0.5, 0.9, 1]), rng.choice([(1, 1, 1), (9, 1, 1)])
    verdicts = [rng.choices(range(classes), rates[:classes], k=N) for _ in range(M)]

    def label(verdict):
        if rng.random() >= share:
            return None
        return grades[verdict % len(grades)] if rng.random() < agree else rng.choice(grades)

    return [verdicts, [tuple(map(label, row)) for row in verdicts]]


def by_judge(rng, name):
    """Make a call of judged or compare_judged."""
    how, (low, high) = {"confidence": rng.choice(LEVELS)}, rng.choice([(0, 1), (0, 1), (1, 5), (-0.5, 0.75)])
    M = rng.choice([1, 2, 3, rng.randint(4, 20)])
    given = [one for _ in range(2 if name == "compare_judged" else 1) for one in labelled(rng, M, low, high)]
    function = judges.compare if name == "compare_judged" else judges.judged
    return [*given, {**how, "low": low, "high": high}], function(*given, low, high, how["confidence"])
