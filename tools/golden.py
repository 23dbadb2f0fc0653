"""Make tests/golden.json: calls of the whole API, with the results that the tests' oracles give. Needs mpmath.

python tools/golden.py

The oracles (tests/oracle.py, tests/confidence_oracle.py and others) share nothing with the package.
tests/check_golden.py compares the package with the file.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Sequence, Tuple

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

import anytime_oracle  # noqa: E402
import band_oracle  # noqa: E402
import beyond_oracle  # noqa: E402
import confidence_oracle  # noqa: E402
import cost_oracle  # noqa: E402
import judge_oracle  # noqa: E402
import missing_oracle  # noqa: E402
import oracle  # noqa: E402
import runs_oracle  # noqa: E402
import select_oracle  # noqa: E402
import totals_oracle  # noqa: E402
from check_golden import GOLDEN, written  # noqa: E402
from random_calls import METRICS, PRIORS, case, matrix, spectrum_weights, voted  # noqa: E402

import scorio_lite  # noqa: E402

LEVELS = (*[0.95] * 4, 0.8, 0.5, 0.99, 0.999, 1e-9, Fraction(1, 3), Fraction(3, 5))
LONGEST = 600  # characters of a call: the file is to stay below a megabyte

Call = Tuple[str, List[Any], Any]  # name, arguments, result
Made = Tuple[List[Any], Any]  # arguments and result; a dictionary at the end of the arguments has keywords


class Coded(Dict[str, Any]):
    """An argument in the form that golden.json has, such as {"counts": [[1, 2]]} for a tally."""


def rows(R: list[list[int]]) -> list[str]:
    return ["".join("-" if outcome is None else "0123456789abcdef"[outcome] for outcome in row) for row in R]


def as_json(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        is_matrix = value and isinstance(value[0], list) and not any(isinstance(item, list) for item in value[0])
        return {"rows": rows(list(value))} if is_matrix else list(map(as_json, value))
    if type(value) is dict:
        return {"keywords": {name: as_json(item) for name, item in value.items()}}
    if isinstance(value, float) and value - value != 0:
        return {"float": str(value)}
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def counts(R: list[list[int]], classes: int) -> Coded:
    return Coded(counts=[[row.count(j) for j in range(classes)] for row in R])


def metric(rng: random.Random, name: str) -> Made:
    """Make a call of eval."""
    _, arguments, expected = case(rng, name)
    return list(arguments), expected


def drawn(rng: random.Random, name: str, k: int) -> tuple[list[Any], list[Any]]:
    """Draw a metric's arguments after k. Return (what the oracle credits for 0..k successes, the arguments)."""
    rest: dict[str, Any] = {}
    if name == "g_pass_at_k_tau":
        rest["tau"] = rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random(), rng.randint(0, k) / k])
    if name == "threshold_spectrum_at_k":
        rest["weights"] = spectrum_weights(rng, k)
    return oracle.credit(name, k, **rest), [*rest.values()]


def outcomes(rng: random.Random, ragged: bool, classes: int = 2, most: int = 12) -> tuple[list[list[int]], Any, int]:
    """Draw outcomes. Return (rows, the argument R that stands for these rows, the fewest trials of a question)."""
    lengths = [rng.randint(1, most)] * rng.randint(1, 8)
    if ragged:
        lengths = [rng.randint(1, most) for _ in lengths]
    R = [matrix(rng, 1, N, classes)[0] for N in lengths]
    return R, Coded(ragged=rows(R)) if ragged else R, min(lengths)


def fraction(rng: random.Random, name: str) -> Made:
    """Make a call of exact, half of the time with questions of different lengths."""
    is_graded = name in ("avg", "bayes", "max_at_k")
    ragged = rng.random() < 0.5 and not is_graded
    R, argument, N = outcomes(rng, ragged)
    k = rng.randint(1, N)
    if is_graded:
        numbers = [rng.randint(-9, 9) / 4 for _ in range(3)]
        w: list[Any] = [Fraction(x) if rng.random() < 0.3 else x for x in numbers]
        R = matrix(rng, len(R), N, len(w))
        R0 = matrix(rng, len(R), rng.randint(0, 3), len(w))
        graded: dict[str, tuple[list[Any], Callable[..., Any]]] = {
            "avg": ([R, w], oracle.avg),
            "bayes": ([R, w, R0], oracle.bayes),
            "max_at_k": ([R, k, w], oracle.best),
        }
        arguments, function = graded[name]
        return arguments, function(*arguments)
    credit, rest = drawn(rng, name, k)
    return [argument, k, *rest], oracle.score(credit, R)


def ragged(rng: random.Random, name: str) -> Made:
    """Make a call of eval with questions of different lengths."""
    metric = name.replace("_ci", "")
    R, argument, N = outcomes(rng, True)
    k = rng.randint(1, N)
    credit, rest = drawn(rng, metric, k)
    if metric == name:
        return [argument, k, *rest], oracle.double(oracle.score(credit, R))
    confidence, priors = rng.choice([0.95, 0.5, rng.random()]), [rng.choice(PRIORS) for _ in range(2)]
    expected = oracle.summary(*oracle.credit_moments(credit, R, *priors), confidence, None)
    return [argument, k, *rest, confidence, None, *priors], expected


def special(rng: random.Random, name: str) -> Made:
    n, k = rng.randint(1, 60), rng.randint(1, 30)
    a, b = (rng.choice([1, 3, 0.5, 0.1, Fraction(2, 7), rng.random()]) for _ in range(2))
    if name.endswith("quantile"):
        p = rng.choice([0.5, 0.975, 1e-300, 2**-1074, 1 - 2**-53, Fraction(1, 3), rng.random(), rng.random() ** 20])
        if name == "normal_quantile":
            return [p], oracle.double(oracle.normal_quantile(Fraction(p)))
        df = rng.choice([1, 2, n, 10 * n, 10**6 + n])
        return [p, df], student_t_quantile(p, df)
    arguments = {
        "binomial": {"n": n, "k": k},
        "rising": {"a": a, "n": k},
        "beta": {"a": n, "b": k},
        "beta_ratio": {"a": a, "b": b, "i": k, "j": n % 9},
    }[name]
    exactly = {key: x if type(x) is int else Fraction(x) for key, x in arguments.items()}
    return [*arguments.values()], oracle.special(name, **exactly)


def student_t_quantile(p: Any, df: int) -> float:
    distance = abs(2 * Fraction(p) - 1)
    if not distance:
        return 0.0
    found = confidence_oracle.nearest(
        lambda bits: confidence_oracle.enclosed(confidence_oracle.quantile(distance, df, bits))
    )
    return float(found if 2 * p > 1 else -found)


Asked = Tuple[List[List[int]], Any, Any, Dict[str, Any], Dict[str, Any]]


def asked(rng: random.Random, name: str) -> Asked:
    """Draw a call of confidence: (rows, argument R that stands for them, k, the metric's other arguments, keywords)."""
    how: dict[str, Any] = {"questions": rng.choice(["new", "these"])}
    how["confidence"] = rng.choice([0.95, 0.95, 0.8, rng.random(), Fraction(1, 3), 1e-300, 1 - 2**-53])
    clustered = how["questions"] == "new" and rng.random() < 0.4
    classes = rng.choice([2, 3, 3]) if name in ("avg", "max_at_k") else 2
    R, argument, N = outcomes(rng, not clustered and rng.random() < 0.4, classes)
    k = None if name == "avg" else rng.randint(1, N)
    own: dict[str, Any] = {}
    if clustered:
        how["clusters"] = [rng.choice(["a", "b", 3]) for _ in R]
    if classes > 2:
        own["w"] = [rng.choice([0, 1, 0.1, Fraction(2, 7), -2.5, rng.random()]) for _ in range(classes)]
    if name == "g_pass_at_k_tau":
        own["tau"] = rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random()])
    if name == "threshold_spectrum_at_k":
        own["weights"] = spectrum_weights(rng, k)
    return R, argument, k, own, how


def interval(rng: random.Random, name: str) -> Made:
    """Make a call of confidence with one model."""
    R, argument, k, own, how = asked(rng, name)
    expected = confidence_oracle.interval(name, R, k, **own, **how)
    return [argument, *([] if k is None else [k]), *own.values(), how], expected


def difference(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.compare, with similar models or different ones."""
    metric = rng.choice(confidence_oracle.NAMES)
    R, argument, k, own, how = asked(rng, metric)
    if how["questions"] == "new":
        R = [row[: min(map(len, R))] for row in R]
        argument = R
    other = [[x if rng.random() < 0.7 else rng.randint(0, len(own.get("w", "01")) - 1) for x in row] for row in R]
    other = other if rng.random() < 0.7 else [row + row[:1] for row in other]
    expected = confidence_oracle.compare(R, other, metric, k, **own, **how)
    second = Coded(ragged=rows(other)) if type(argument) is Coded else other
    return [argument, second, metric, k, {**own, **how}], expected


def plan(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.enough."""
    metric = rng.choice(confidence_oracle.NAMES)
    R, argument, k, own, how = asked(rng, metric)
    how.pop("clusters", None)
    how["confidence"] = rng.choice([0.95, 0.8, Fraction(2, 3), rng.random()])
    if own.get("w"):
        own["w"][:2] = [0, 1]  # not all equal
    spread = confidence_oracle.Spread(metric, R, k, **own, questions=how["questions"])
    half_width = float(spread.span) * rng.choice([0.02, 0.1, 0.3, rng.uniform(0.01, 0.49)])

    def suffices(size: Any) -> bool:
        return bool(confidence_oracle.suffices(spread, size, half_width, how["confidence"]))

    return [argument, half_width, metric, k, {**own, **how}], least(spread, how["questions"], suffices)


def least(spread: Any, questions: str, suffices: Callable[[Any], bool]) -> int:
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


def looked_at(rng: random.Random, name: str) -> Made:
    """Make a call of confidence with anytime=True: for one model, or for the difference of two."""
    metric = rng.choice(["avg", "pass_at_k", "maj_at_k"]) if name == "compare" else name
    (R, argument, N), k = outcomes(rng, False), None
    other = [[x if rng.random() < 0.7 else rng.randint(0, 1) for x in row] for row in R]
    if metric != "avg":
        k = rng.randint(1, N)
    how = {"anytime": True, "confidence": rng.choice([0.95, 0.8, Fraction(1, 3), 0.999])}
    alpha, sides = 1 - Fraction(how["confidence"]), [confidence_oracle.Spread(metric, one, k) for one in (R, other)]
    if name == "compare":
        pairs = [(a - b + 1) / 2 for a, b in zip(*(side.values for side in sides))]
        ends = [oracle.double(2 * end - 1) for end in looked_ends(pairs, alpha)]
        S = confidence_oracle.difference(R, other, metric, k).S
        arguments = [argument, other, metric, k]
        value = 2 * sum(pairs) / len(pairs) - 1
    else:
        ends = [oracle.double(end) for end in looked_ends(sides[0].values, alpha)]
        S, value, arguments = sides[0].S, sides[0].x, [argument, *([k] if k else [])]
    se = oracle.double(oracle.mpmath.sqrt(oracle.real(S)) / len(R))
    return [*arguments, how], (oracle.double(value), se, *ends)


def looked_ends(values: list[Fraction], alpha: Fraction) -> Iterator[Fraction]:
    """Yield the lower and the upper end of the interval: the means at which the evidence is 1/alpha, found by halving.

    The lower end is 0 if all values are 0; the upper end is 1 if all values are 1.
    """
    found = anytime_oracle.Evidence(values)
    for far in (0, 1):
        inner, outer = found.mean, Fraction(far)
        while inner != outer and abs(outer - inner) * 2**140 >= min(outer, 1 - outer):
            middle = (inner + outer) / 2
            inner, outer = (inner, middle) if found.sign(middle, alpha) > 0 else (middle, outer)
        yield outer


def evidence(rng: random.Random, name: str) -> Made:
    """Make a call of evidence, in confidence or in exact."""
    first, second = of_one_trial(rng, rng.randint(1, 60), 2)
    pairs = [Fraction(a - b + 1, 2) for (a,), (b,) in zip(first, second)]
    found = anytime_oracle.Evidence(pairs)(Fraction(1, 2))
    return [first, second], found if name.startswith("exact") else oracle.double(found)


def scored(rng: random.Random, name: str) -> Made:
    """Make a call with Scores. The oracle knows no Scores: it gets a class for each score, with the score as weight."""
    low, high = rng.choice([(0, 1), (1, 5), (-1.5, 0.25)])
    N, M = rng.randint(1, 5), rng.randint(1, 6)
    models = [[[rng.choice([low, high, rng.uniform(low, high)]) for _ in range(N)] for _ in range(M)] for _ in range(3)]
    w = [low, high, *(score for model in models for row in model for score in row)]
    classes = [[[w.index(score) for score in row] for row in model] for model in models]
    given = [Coded(scores=[model, low, high]) for model in models]
    k = rng.randint(1, N)
    if name == "rank.avg":
        means = [oracle.avg(R, w)[0] for R in classes]
        return [given, "competition", True], (oracle.ranks(means, "competition"), list(map(oracle.double, means)))
    if name.startswith("confidence"):
        how = {"confidence": rng.choice([0.95, 0.8]), "questions": rng.choice(["new", "these"])}
        if name == "confidence.compare":
            expected = confidence_oracle.compare(*classes[:2], "max_at_k", k, w=w, **how)
            return [*given[:2], "max_at_k", k, how], expected
        metric = name.partition(".")[2]
        expected = confidence_oracle.interval(metric, classes[0], None if metric == "avg" else k, w=w, **how)
        return [given[0], *([] if metric == "avg" else [k]), how], expected
    mean = oracle.best(classes[0], 1 if name.endswith("avg") else k, w)
    return [given[0], *([] if name.endswith("avg") else [k])], mean if "exact" in name else oracle.double(mean)


def of_one_trial(rng: random.Random, M: int, models: int) -> list[list[list[int]]]:
    """Draw models with one trial of each of M questions. Each model is a little better than the one before."""
    common = [rng.random() for _ in range(M)]
    return [[[int(rng.random() < p ** (1 / (1 + i)))] for p in common] for i in range(models)]


def decision(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.enough_to_decide."""
    first, second = of_one_trial(rng, rng.randint(3, 20), 2)
    questions = rng.choice(["new", "these"])
    how = {"confidence": rng.choice([0.95, 0.8]), "questions": questions, "power": rng.choice([0.5, 0.9])}
    found = confidence_oracle.difference(first, second, questions=questions)
    margin = float(found.x) + rng.choice([-1, 1]) * rng.uniform(0.05, 0.3)
    margin = min(max(margin, -0.9), 0.9)

    def suffices(size: Any) -> bool:
        return bool(confidence_oracle.decides(found, size, margin, how["power"], how["confidence"]))

    return [first, second, margin, how], least(found, questions, suffices)


def without_data(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.plan."""
    a, b = rng.choice([(0.75, 0.5), (0.25, 0.375), (0.625, 0.75)])
    differ, trials, agree = rng.choice([0.5, 0.375]), rng.choice([1, 4]), rng.choice([1, 0.9375])
    how = {"differ": differ, "trials": trials, "agree": agree, "power": rng.choice([0.5, 0.8, 0.9]), "margin": 0.0625}
    within = 1 - Fraction(agree)
    variance = Fraction(differ) - Fraction(a - b) ** 2 - within + within / trials

    def suffices(size: int) -> bool:
        spread = confidence_oracle.expected_spread(Fraction(a - b), variance, size)
        return bool(confidence_oracle.decides(spread, None, 0.0625, how["power"], 0.95))

    size = 2
    while not suffices(size):
        size += 1
    return [a, b, how], size


def split(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.best_split."""
    models = [[[rng.randint(0, 1) for _ in range(3)] for _ in range(rng.randint(2, 5))]]
    prices = rng.choice([9, 12.5]), rng.choice([0, 0.5, 2]), rng.choice([0.25, 0.5])
    M, N = confidence_oracle.best_split(models, *prices)
    return [*models, *prices], (M, N, confidence_oracle.half_width(models, M, N))


def board(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.ranks."""
    M, N, step = rng.randint(1, 40), rng.choice([1, 1, 3]), rng.choice([0, 0.05, 0.2])
    common = [rng.random() for _ in range(M)]
    models = [
        [[int(rng.random() < p * (1 - step * i)) for _ in range(N)] for p in common] for i in range(rng.randint(2, 6))
    ]
    how: dict[str, Any] = {"confidence": rng.choice(LEVELS)}
    graded = {"metric": "max_at_k", "k": 1, "w": [-1, 0.3]}
    how.update(rng.choice([{}, {"clusters": labels(rng, M)}, {"questions": "these"}, graded]))
    return [models, how], confidence_oracle.ranks(models, **how)


def labels(rng: random.Random, M: int) -> Any:
    """Draw a cluster label for each of M questions. Return a tuple, since lists in lists are written as outcomes."""
    size = rng.choice([1, 2, M])
    return tuple(i // size if size < M else rng.choice(["a", "b", 3, None]) for i in range(M))


def benchmarks(rng: random.Random, models: int) -> tuple[list[list[Any]], dict[str, Any]]:
    """Draw (the outcomes of each model on the same benchmarks, the keywords of a call)."""
    metric, k, w = rng.choice([("avg", None, None), ("avg", None, [-1, 0.5, 2]), ("pass_at_k", 2, None)])
    classes, sizes = len(w or "01"), [rng.choice([1, 2, rng.randint(1, 12)]) for _ in range(rng.choice([2, 3, 5]))]
    first = [matrix(rng, M, rng.randint(2, 4), classes) for M in sizes]
    runs = [first]
    for _ in range(models - 1):
        change = rng.choice([0.1, 0.3])
        runs.append(
            [[[x if rng.random() > change else rng.randrange(classes) for x in row] for row in R] for R in first]
        )
    how = {"metric": metric, "k": k, "w": w, "confidence": rng.choice(LEVELS)}
    if rng.random() < 0.4:
        how["clusters"] = [rng.choice([None, labels(rng, M)]) for M in sizes]
    return runs, {name: value for name, value in how.items() if value is not None}


def of_tasks(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.ranks_suite, of compare_tasks, or of compare with paired=False."""
    models, how = benchmarks(rng, 3 if name == "ranks_suite" else 2)
    if name == "compare":
        pair, how["paired"] = [models[0][0], models[1][1]], False
        if "clusters" in how:
            how["clusters"] = how["clusters"][:2]
        asked = {key: value for key, value in how.items() if key != "paired"}
        return [*pair, how], confidence_oracle.unpaired(*pair, **asked)
    if name == "ranks_suite":
        if rng.random() < 0.5:
            how["weights"] = weights_of(rng, models[0])
        return [models, how], confidence_oracle.ranks_suite(models, **how)
    how["rest"] = rng.random() < 0.5
    return [*models, how], confidence_oracle.tasks(*models, **how)


def weights_of(rng: random.Random, runs: list[Any]) -> list[Any]:
    return [rng.choice([1, 2, 0.1, Fraction(1, 3), len(R)]) for R in runs]


def suites(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.suite or compare_suite."""
    models, how = benchmarks(rng, 2 if name == "compare_suite" else 1)
    if rng.random() < 0.5:
        how["weights"] = weights_of(rng, models[0])
    expected = confidence_oracle.suite(models[0], **how, others=models[1] if models[1:] else None)
    return [*models, how], expected


def further(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.beyond."""
    R, argument, N = outcomes(rng, False)
    k, metric = N + rng.choice([1, N, rng.randint(1, 9), 99 * N]), rng.choice(["pass_at_k", "pass_hat_k"])
    how: dict[str, Any] = {"confidence": rng.choice([0.95, 0.8, 0.99])}
    if rng.random() < 0.3:
        how["clusters"] = [rng.randrange(3) for _ in R]
    expected = beyond_oracle.bounds(R, k, metric, how["confidence"], how.get("clusters"))
    return [argument, k, metric, how], expected


def solve_cost(rng: random.Random, name: str) -> Made:
    """Make a call with costs. Rows of costs are tuples, because lists of lists are written as outcomes."""
    level, M, N = rng.choice([0.95, 0.8, 0.99]), rng.randint(2, 6), rng.randint(1, 4)
    costs, runs = [], []
    for _ in range(2):
        paid = [rng.choice([rng.randint(0, 9), rng.randint(1, 99) / 64]) for _ in range(M * N)]
        costs.append([tuple(paid[i * N : i * N + N]) for i in range(M)])
        runs.append([[1], *([rng.randrange(2)] for _ in range(M - 1))])
        runs[-1] = [row * N for row in runs[-1]]
        costs[-1][0] = (1,) * N
    how: dict[str, Any] = {"confidence": level, "limits": rng.choice([None, [0, 20]])}
    if rng.random() < 0.3:
        how["clusters"] = [rng.randrange(3) for _ in range(M)]
    a, b = (cost_oracle.Cost(C, R, "new", how.get("clusters"), how["limits"]) for C, R in zip(costs, runs))
    if name == "confidence.cost_ratio":
        expected = cost_oracle.cost_ratio(a, b, level, how.get("clusters"), how["limits"])
        return [costs[0], runs[0], costs[1], runs[1], how], expected
    if name == "exact.cost_per_solve":
        return [costs[0], runs[0]], a.value
    if "clusters" not in how and rng.random() < 0.4:
        how["questions"] = "these"
        a = cost_oracle.Cost(costs[0], runs[0], "these", None, how["limits"])
    return [costs[0], runs[0], how], cost_oracle.interval(a, level)


def labelled(rng: random.Random, M: int, low: Any, high: Any) -> list[Any]:
    """Draw verdicts and labels, in rows. Rows of labels are tuples, since lists in lists are written as outcomes."""
    N, classes, share = rng.choice([1, 1, 2, 4]), rng.choice([1, 2, 2, 3]), rng.choice([0, 0.1, 0.3, 0.6, 1, 1])
    grades = rng.choice(
        [[low, high], [low, (low + high) / 2, high], [low + (high - low) * Fraction(j, 7) for j in range(8)]]
    )
    agree, rates = rng.choice([0.5, 0.9, 1]), rng.choice([(1, 1, 1), (9, 1, 1)])
    verdicts = [rng.choices(range(classes), rates[:classes], k=N) for _ in range(M)]

    def label(verdict: int) -> Any:
        if rng.random() >= share:
            return None
        return grades[verdict % len(grades)] if rng.random() < agree else rng.choice(grades)

    return [verdicts, [tuple(map(label, row)) for row in verdicts]]


def by_judge(rng: random.Random, name: str) -> Made:
    """Make a call with verdicts of a judge."""
    how: dict[str, Any] = {"confidence": rng.choice(LEVELS)}
    if name == "judged_elsewhere":
        run = matrix(rng, rng.choice([1, 2, 10, 60]), rng.choice([1, 1, 3]))
        rates = rng.choice([(0.9, 0.2), (rng.random() ** 0.2, rng.random() ** 5), (0.2, 0.7)])
        right, wrong = ([int(rng.random() < p) for _ in range(rng.choice([0, 1, 2, 10, 40]))] for p in rates)
        return [run, right, wrong, how], judge_oracle.Elsewhere(run, right, wrong).interval(how["confidence"])
    how["low"], how["high"] = rng.choice([(0, 1), (0, 1), (1, 5), (-0.5, 0.75)])
    ends, M = (how["low"], how["high"]), rng.choice([1, 2, 3, rng.randint(4, 20)])
    given = [one for _ in range(2 if name == "compare_judged" else 1) for one in labelled(rng, M, *ends)]
    function = judge_oracle.compare if name == "compare_judged" else judge_oracle.judged
    return [*given, how], function(*given, *ends, how["confidence"])


def band(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.curve or compare_curve."""
    R, argument, N = outcomes(rng, name == "curve" and rng.random() < 0.3, most=9)
    if argument is R and rng.random() < 0.4:
        R = argument = R * rng.randint(1, 5)
    ks = None if rng.random() < 0.4 else sorted(rng.sample(range(1, N + 1), rng.randint(1, N)))
    metric = rng.choice(["pass_at_k", "pass_hat_k", "maj_at_k", "unanimous_at_k"])
    how: dict[str, Any] = {"confidence": rng.choice(LEVELS)}
    if argument is R and rng.random() < 0.4:
        how["clusters"] = labels(rng, len(R))
    other = [[x if rng.random() < 0.7 else 1 - x for x in row] for row in R]
    models = [R, other] if name == "compare_curve" else [R]
    found = band_oracle.band(models, ks, metric, **how)[1]
    arguments = [argument, *models[1:], ks, metric, how]
    first = band_oracle.first(ks or range(1, N + 1), found)
    return arguments, (found, first) if name == "compare_curve" else found


def steps(rng: random.Random, _: str) -> Made:
    """Make a call of confidence.series."""
    M, (metric, k, w) = (
        rng.randint(1, 9),
        rng.choice([("avg", None, None), ("pass_at_k", 2, None), ("avg", None, [-1, 0, 1])]),
    )
    models = [matrix(rng, M, 3, len(w or "01")) for _ in range(rng.randint(1, 5))]
    how: dict[str, Any] = {"confidence": rng.choice(LEVELS), **({"w": w} if w else {})}
    if rng.random() < 0.3:
        how["clusters"] = labels(rng, M)
    return [models, metric, k, how], band_oracle.series(models, metric, k, **how)


def totals(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.compare_totals or ranks_of_totals."""
    M, how = rng.choice([1, 2, 3, rng.randint(1, 30), rng.randint(30, 400)]), {"confidence": rng.choice(LEVELS)}
    found = [rng.choice([0, M, *[rng.randint(0, M)] * 4]) for _ in range(rng.randint(2, 6))]
    if name == "ranks_of_totals":
        return [found, M, how], totals_oracle.ranks(found, M, **how)
    return [*found[:2], M, how], totals_oracle.compare(*found[:2], M, **how)


def runs(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.homogeneous or between_runs."""
    M = rng.choice([1, 2, rng.randint(1, 12), rng.randint(1, 60)])
    if name == "homogeneous":
        R = matrix(rng, M, rng.choice([2, 3, 4, rng.randint(2, 9)]))
        if rng.random() < 0.3:  # the last run fails more often
            R = [[*row[:-1], row[-1] * int(rng.random() < 0.7)] for row in R]
        return [R, {}], runs_oracle.homogeneous(R)
    w = rng.choice([None, None, [0, 1, 0.5], [-1, Fraction(1, 3), 2]])
    how: dict[str, Any] = {"confidence": rng.choice(LEVELS)}
    R = matrix(rng, M, rng.choice([1, 2, 3, 8]), len(w or "01"))
    if w is None and rng.random() < 0.3:
        R = [row + row[: rng.choice([0, 1, 4])] for row in R]
        return [Coded(ragged=rows(R)), how], runs_oracle.between_runs(R, **how)
    return [R, w, how], runs_oracle.between_runs(R, w or (0, 1), **how)


def missing(rng: random.Random, name: str) -> Made:
    """Make a call of confidence.bounded or bounded_difference."""
    metric = rng.choice(confidence_oracle.NAMES)
    R, _, k, own, how = asked(rng, metric)
    classes, N = len(own.get("w", "01")), min(map(len, R))
    R = [row[:N] for row in R]
    other = [[x if rng.random() < 0.6 else rng.randrange(classes) for x in row] for row in R]
    shares = [rng.choice([0, 0.05, 0.3, 1]) for _ in range(2)]
    models = [[[None if rng.random() < p else x for x in row] for row in rows] for rows, p in zip((R, other), shares)]
    given = models[:1] if name == "bounded" else models
    return [*given, metric, k, {**own, **how}], getattr(missing_oracle, name)(*given, metric, k, **own, **how)


def ballots(rng: random.Random) -> tuple[list[Any], list[Any], list[Any], int]:
    """Draw votes: (arguments answers and R, VoteTally in place of both, votes for the oracle, trials of a question)."""
    M, N = rng.randint(1, 6), rng.randint(1, 20)
    answers, R = voted(rng, M, N, rng.choice([1, 2, 4, 12]))
    votes = list(map(oracle.votes, answers, R))
    if rng.random() < 0.5:
        longer = [(*row[:2], row[2] + rng.choice([0, 0, 1, 5])) for row in votes]
        return [Coded(votes=longer), None], [Coded(votes=longer)], longer, N
    names = ["".join("-" if answer is None else chr(97 + answer % 26) for answer in row) for row in answers]
    named = [[None if name == "-" else name for name in row] for row in names]
    solved = [{name for name, right in zip(row, outcomes) if right} for row, outcomes in zip(named, R)]
    R = [[int(name in right) for name in row] for row, right in zip(named, solved)]
    votes = list(map(oracle.votes, named, R))
    return [Coded(answers=names), R], [Coded(votes=votes)], votes, N


def chance(votes: list[Any], k: int) -> Fraction:
    return sum((oracle.vote(*row, k) for row in votes), Fraction(0)) / len(votes)


def vote(rng: random.Random, name: str) -> Made:
    """Make a call of cons_at_k, exact.cons_at_k or vote_curve."""
    given, _, votes, N = ballots(rng)
    if name == "vote_curve":
        ks = rng.sample(range(1, N + 1), rng.randint(1, min(N, 4)))
        return [*given, ks], {k: oracle.double(chance(votes, k)) for k in ks}
    k = rng.randint(1, N)
    found = chance(votes, k)
    return [*given, k], found if name.startswith("exact") else oracle.double(found)


def sure_of_votes(rng: random.Random, name: str) -> Made:
    """Make a call with votes: of the interval of cons_at_k, or of the difference of two models."""
    given, single, votes, N = ballots(rng)
    how: dict[str, Any] = {"questions": rng.choice(["new", "these"])}
    k = rng.randint(1, N)
    how["confidence"] = rng.choice([0.95, 0.8, rng.random()])
    if name == "confidence.compare":
        other = [(row[1], row[0], row[2]) if rng.random() < 0.5 else row for row in votes]
        expected = confidence_oracle.compare(votes, other, "cons_at_k", k, **how)
        return [*single, Coded(votes=other), "cons_at_k", k, how], expected
    if how["questions"] == "new" and rng.random() < 0.5:
        how["clusters"] = [rng.choice(["a", "b", 3]) for _ in votes]
    expected = confidence_oracle.interval("cons_at_k", votes, k, **how)
    return [*given, k, how], expected


def selected(rng: random.Random, name: str) -> Made:
    """Make a call of best_of_k, of its interval or of a difference. Some scores are tied or None."""
    M, N = rng.randint(1, 6), rng.randint(1, 12)
    R, k = matrix(rng, M, N), rng.randint(1, N)
    both = []
    for _ in range(2):
        pool = rng.choice([range(4), [round(rng.random(), 2) for _ in range(99)], [None, -1, 0.5]])
        both.append([[rng.choice(pool) for _ in row] for row in R])
    S = Coded(cells=both[0])
    level = {"confidence": rng.choice([0.95, 0.8, rng.random()])}
    how: dict[str, Any] = {"questions": rng.choice(["new", "these"])} if name == "confidence.best_of_k" else {}
    spreads = [select_oracle.spread(R, scores, k, **how) for scores in both]
    if name == "confidence.gap_closed":
        found = scorio_lite.confidence.gap_closed(R, both[0], k, **level)
        value = select_oracle.gap(R, both[0], k)
        if value is None:
            return [R, S, k, level], (None, float("-inf"), 1.0)
        ends = zip(found[1:], (False, True))  # which the oracle only checks
        assert all(select_oracle.is_end(end, R, both[0], k, is_upper, level["confidence"]) for end, is_upper in ends)
        return [R, S, k, level], (oracle.double(value), *found[1:])
    if name == "confidence.compare":
        pairs = [Coded(pair=[as_json(R), {"cells": scores}]) for scores in both]
        return [*pairs, "best_of_k", k, level], confidence_oracle.of_spread(spreads[0].minus(spreads[1]), **level)
    if name == "confidence.best_of_k":
        return [R, S, k, {**how, **level}], confidence_oracle.of_spread(spreads[0], **level)
    return [R, S, k], spreads[0].x if name == "exact.best_of_k" else oracle.double(spreads[0].x)


def estimates(rng: random.Random, name: str) -> Made:
    """Make a call of estimate_pass_at_k or estimate_pass_hat_k."""
    samples = [rng.randint(1, 300)] * rng.randint(1, 6)
    if rng.random() < 0.5:
        samples = [rng.randint(1, 300) for _ in samples]
    correct, k = [rng.choice([0, n, rng.randint(0, n)]) for n in samples], rng.randint(1, min(samples))
    credit = oracle.at_least(k, 1 if name == "estimate_pass_at_k" else k)
    expected = [oracle.double(oracle.hypergeometric(credit, n, c)) for n, c in zip(samples, correct)]
    return [samples[0] if len(set(samples)) == 1 else samples, correct, k], expected


def of_tally(rng: random.Random, name: str) -> Made:
    classes = rng.choice([2, 2, 3])
    R, argument, _ = outcomes(rng, rng.random() < 0.5, classes)
    if rng.random() < 0.3:
        argument = counts(R, classes)
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
    return [argument], expected[name]


def ranked(rng: random.Random, name: str) -> Made:
    """Make a call of rank. Some models are equally good, with their rows in another order."""
    method, with_scores = rng.choice(oracle.METHODS), rng.random() < 0.5
    L, M, N = rng.randint(2, 5), rng.randint(1, 4), rng.randint(1, 6)
    w = [rng.randint(-9, 9) / 4 for _ in range(3)] if name == "bayes" and rng.random() < 0.7 else None
    models = [matrix(rng, M, N, len(w or (0, 1))) for _ in range(L)]
    R0 = matrix(rng, M, 2, len(w or (0, 1))) if rng.random() < 0.5 else None
    if rng.random() < 0.5:
        models[-1] = [rng.sample(row, N) for row in (models[0] if R0 else rng.sample(models[0], M))]
    if name == "avg":
        rest, scores = [], [oracle.avg(R, (0, 1))[0] for R in models]
    elif name == "bayes":
        quantile = rng.choice([None, 0.05, 0.5, rng.random()])
        z = oracle.normal_quantile(Fraction(quantile or 0.5))
        rest, scores = [w, R0, quantile], []
        for mean, variance in (oracle.bayes(R, w or (0, 1), R0) for R in models):
            scores.append(mean + oracle.rational(z * oracle.mpmath.sqrt(oracle.real(variance))))
    else:
        k = rng.randint(1, N)
        credit, rest = drawn(rng, name, k)
        rest, scores = [k, *rest], [oracle.score(credit, R) for R in models]
    found = oracle.ranks(scores, method)
    expected = (found, list(map(oracle.double, scores))) if with_scores else found
    return [models, *rest, method, with_scores], expected


def ranked_scores(rng: random.Random, _: str) -> Made:
    """Make a call of rank_scores. With sigmas, neighbouring scores tie if the sigmas do not tell them apart."""
    scores = [rng.randint(0, 12) / 16 for _ in range(rng.randint(2, 8))]
    if rng.random() < 0.4:
        return [scores], {method: oracle.ranks(scores, method) for method in oracle.METHODS}
    scores = list(dict.fromkeys(scores))
    sigmas = [rng.random() / 16 for _ in scores]
    confidence = rng.choice([0.95, 0.6, 0.3, rng.random()])
    how = rng.choice(["zscore_adjacent", "ci_overlap_adjacent"])
    exactly = [[*map(Fraction, some)] for some in (scores, sigmas)]
    expected = oracle.rank_scores(exactly[0], Fraction(1, 10**12), exactly[1], Fraction(confidence), how)
    return [scores, 1e-12, sigmas, confidence, how], expected


def compared(rng: random.Random, _: str) -> Made:
    w = [rng.randint(-9, 9) / 4 for _ in range(3)]
    (R_a, R_b), (R0_a, R0_b) = ([matrix(rng, M, N, 3) for M in sizes] for N, sizes in ((5, (3, 4)), (2, (3, 4))))
    confidence = rng.choice([0.95, rng.random()])
    expected = oracle.compare(oracle.bayes(R_a, w, R0_a), oracle.bayes(R_b, w, R0_b), confidence)
    return [R_a, R_b, w, R0_a, R0_b, confidence], expected


REFUSED: list[Call] = [
    (
        "eval.pass_at_k",
        [[[0, 1, 1], [1, 1, 0]], 4],
        "k must satisfy 1 <= k <= N (N=3); got k=4; Pass@k for k > N: confidence.beyond",
    ),
    ("eval.pass_at_k", [[[0, 1, 1], [1, 1, 0]], 1.5], "k must be an integer; got 1.5"),
    ("eval.geom_at_k_ci", [[[0, 1, 1]], 0], "k must be >= 1; got k=0"),
    ("eval.g_pass_at_k_tau", [[[0, 1, 1]], 2, 1.5], "tau must be in [0, 1]; got 1.5"),
    ("eval.bayes_ci", [[[0, 1, 1]], None, None, 1], "confidence must be in (0,1); got 1"),
    ("confidence.avg", [[[0, 1, 1]], {"questions": "old"}], "questions must be 'new' or 'these'; got 'old'"),
    ("estimate_pass_at_k", [[3, 2], [1, 1], 3], "k must satisfy 1 <= k <= N (N=2 for problem 1); got k=3"),
    (
        "cons_at_k",
        [Coded(answers=["aba"]), [[1, 0, 0]], 2],
        "equal answers of a question must all be right, or all be wrong; 'a' is wrong at R[0][2], and not at R[0][0]",
    ),
    ("exact.maj_at_k", [[[0, 1, 1]], 0], "k must satisfy 1 <= k <= N (N=3); got k=0"),
]


Maker = Callable[[random.Random, str], Made]
OWN = ("best_of_k", "evidence", "spread", "cons_at_k", "cost_per_solve")
FRACTIONS = [name for name in scorio_lite.exact.__all__ if name not in OWN]
BINARY = [name for name in FRACTIONS if name not in ("avg", "bayes") and "max" not in name]
SCORED = [
    "eval.max_at_k",
    "exact.avg",
    "exact.max_at_k",
    "confidence.avg",
    "confidence.max_at_k",
    "confidence.compare",
    "rank.avg",
]
MAKERS: list[tuple[Maker, str, Sequence[str], int]] = [  # with a module, names in it, and how many calls of each
    (metric, "eval.", METRICS, 60),
    (ragged, "eval.", [*BINARY, *(f"{name}_ci" for name in BINARY)], 10),
    (fraction, "exact.", FRACTIONS, 30),
    (special, "special.", scorio_lite.special.__all__, 30),
    (of_tally, "Tally.", ["questions", "trials", "classes", "histogram", "to_dict"], 10),
    (ranked, "rank.", ["avg", "bayes", "pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k"], 30),
    (ranked_scores, "rank.", ["rank_scores"], 60),
    (compared, "rank.", ["compare"], 30),
    (interval, "confidence.", confidence_oracle.NAMES, 30),
    (difference, "confidence.", ["compare"], 60),
    (plan, "confidence.", ["enough"], 30),
    (decision, "confidence.", ["enough_to_decide"], 30),
    (without_data, "confidence.", ["plan"], 10),
    (split, "confidence.", ["best_split"], 5),
    (board, "confidence.", ["ranks"], 25),
    (suites, "confidence.", ["suite", "compare_suite"], 25),
    (of_tasks, "confidence.", ["ranks_suite", "compare_tasks", "compare"], 10),
    (further, "confidence.", ["beyond"], 30),
    (solve_cost, "", ["confidence.cost_per_solve", "exact.cost_per_solve", "confidence.cost_ratio"], 20),
    (by_judge, "confidence.", ["judged", "compare_judged", "judged_elsewhere"], 20),
    (band, "confidence.", ["curve", "compare_curve"], 15),
    (steps, "confidence.", ["series"], 5),
    (totals, "confidence.", ["compare_totals", "ranks_of_totals"], 10),
    (runs, "confidence.", ["homogeneous", "between_runs"], 10),
    (missing, "confidence.", ["bounded", "bounded_difference"], 10),
    (vote, "", ["cons_at_k", "exact.cons_at_k", "vote_curve"], 30),
    (sure_of_votes, "", ["confidence.cons_at_k", "confidence.compare"], 20),
    (looked_at, "confidence.", ["avg", "pass_at_k", "compare"], 20),
    (evidence, "", ["confidence.evidence"], 20),
    (scored, "", SCORED, 10),
    (selected, "", ["best_of_k", "exact.best_of_k"], 20),
    (selected, "", ["confidence.best_of_k", "confidence.gap_closed", "confidence.compare"], 20),
    (estimates, "", ["estimate_pass_at_k", "estimate_pass_hat_k"], 20),
]


def calls() -> Iterator[Call]:
    for make, module, names, number in MAKERS:
        for name in names:
            made, seed = 0, 0
            while made < number:
                call = module + name, *make(random.Random(f"{make.__name__} {name} {seed}"), name)
                seed += 1
                if len(line(call)) <= LONGEST:
                    made += 1
                    yield call
    yield from ((name, arguments, f"ValueError: {message}") for name, arguments, message in REFUSED)


def line(call: Call) -> str:
    """Write a call as a line of JSON. A long R without prior outcomes is written as the class counts of its rows."""
    name, arguments, expected = call
    given = list(map(as_json, arguments))
    is_long = type(arguments[0]) is list and len(json.dumps(given)) > LONGEST
    if is_long and name.startswith("eval.") and not name.startswith(("eval.bayes", "eval.max_at_k_ci")):
        given[0] = counts(arguments[0], 1 + max(1, *map(max, arguments[0])))
    return json.dumps({"is": [name, written(expected)], "of": given}, separators=(",", ":"))


def main() -> None:
    lines = list(map(line, calls()))
    text = '{"calls":[\n' + ",\n".join(lines) + "\n]}\n"
    (TESTS / GOLDEN).write_text(text, encoding="ascii")
    print(f"{len(lines)} calls, {len(text)} bytes")


if __name__ == "__main__":
    main()
