"""Make tests/golden.json: calls over the whole API, and their results from the oracle. Needs mpmath.

python tools/golden.py

The results are those of tests/oracle.py and tests/confidence_oracle.py, which share nothing with the package;
tests/check_golden.py compares.
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
import beyond_oracle  # noqa: E402
import confidence_oracle  # noqa: E402
import oracle  # noqa: E402
from check_golden import GOLDEN, written  # noqa: E402
from random_calls import PRIORS, case, matrix, spectrum_weights, voted  # noqa: E402

import scorio_lite  # noqa: E402

EACH = 60  # calls of each metric
LONGEST = 600  # characters of a call: the file is to stay below a megabyte

Call = Tuple[str, List[Any], Any]  # name, arguments, result


def rows(R: list[list[int]]) -> dict[str, Any]:
    return {"rows": ["".join("0123456789abcdef"[outcome] for outcome in row) for row in R]}


def counts(R: list[list[int]], classes: int) -> dict[str, Any]:
    return {"counts": [[row.count(j) for j in range(classes)] for row in R]}


def encoded(values: Sequence[Any]) -> list[Any]:
    """Arguments for JSON; a dictionary has keywords."""
    return list(map(as_json, values))


def as_json(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        is_matrix = value and isinstance(value[0], list) and not any(isinstance(item, list) for item in value[0])
        return rows(list(value)) if is_matrix else encoded(value)
    if isinstance(value, dict):
        return {"keywords": {name: as_json(item) for name, item in value.items()}}
    if isinstance(value, float) and value - value != 0:
        return {"float": str(value)}
    return {"fraction": str(value)} if isinstance(value, Fraction) else value


def metric(rng: random.Random, name: str) -> Call:
    """A call of eval. Many rows are written as counts, if there are no prior outcomes."""
    _, (R, *rest), expected = case(rng, name)
    arguments = encoded([R, *rest])
    if len(json.dumps(arguments)) > LONGEST and not name.startswith(("bayes", "max_at_k_ci")):
        arguments[0] = counts(R, 1 + max(1, *map(max, R)))
    return f"eval.{name}", arguments, expected


def drawn(rng: random.Random, name: str, k: int) -> tuple[list[Any], list[Any]]:
    """The credit of a metric of 0/1 outcomes, and its arguments after k."""
    rest: dict[str, Any] = {}
    if name == "g_pass_at_k_tau":
        rest["tau"] = rng.choice([0, 1, 0.5, Fraction(2, 3), rng.random(), rng.randint(0, k) / k])
    if name == "threshold_spectrum_at_k":
        rest["weights"] = spectrum_weights(rng, k)
    return oracle.credit(name, k, **rest), [*rest.values()]


def outcomes(rng: random.Random, ragged: bool, classes: int = 2) -> tuple[list[list[int]], dict[str, Any], int]:
    """Rows, the argument for them, and the fewest trials."""
    lengths = [rng.randint(1, 12)] * rng.randint(1, 8)
    if ragged:
        lengths = [rng.randint(1, 12) for _ in lengths]
    R = [matrix(rng, 1, N, classes)[0] for N in lengths]
    return R, {"ragged": rows(R)["rows"]} if ragged else rows(R), min(lengths)


def fraction(rng: random.Random, name: str) -> Call:
    """A call of exact, half of the time with questions of different lengths."""
    metric = name.replace("_moments", "")
    ragged = rng.random() < 0.5 and metric not in ("avg", "bayes", "max_at_k")
    R, argument, N = outcomes(rng, ragged)
    k = rng.randint(1, 2 * N if metric in ("max_at_k", "threshold_spectrum_at_k") and metric != name else N)
    if metric in ("avg", "bayes", "max_at_k"):
        numbers = [rng.randint(-9, 9) / 4 for _ in range(3)]
        w: list[Any] = [Fraction(x) if rng.random() < 0.3 else x for x in numbers]
        R = matrix(rng, len(R), N, len(w))
        R0 = matrix(rng, len(R), rng.randint(0, 3), len(w))
        if metric == "avg":
            return f"exact.{name}", encoded([R, w]), oracle.avg(R, w)
        if metric == "bayes":
            return f"exact.{name}", encoded([R, w, R0]), oracle.bayes(R, w, R0)
        if metric == name:
            return f"exact.{name}", encoded([R, k, w]), oracle.best(R, k, w)
        return f"exact.{name}", encoded([R, k, w, R0]), oracle.best_moments(R, k, w, R0)
    credit, rest = drawn(rng, metric, k)
    if metric == name:
        return f"exact.{name}", [argument, k, *encoded(rest)], oracle.score(credit, R)
    priors = [rng.choice([*PRIORS, Fraction(1, 3)]) for _ in range(2)]
    return f"exact.{name}", [argument, k, *encoded([*rest, *priors])], oracle.credit_moments(credit, R, *priors)


def ragged(rng: random.Random, name: str) -> Call:
    """A call of eval with questions of different lengths."""
    metric = name.replace("_ci", "")
    R, argument, N = outcomes(rng, True)
    k = rng.randint(1, N)
    credit, rest = drawn(rng, metric, k)
    if metric == name:
        return f"eval.{name}", [argument, k, *encoded(rest)], oracle.double(oracle.score(credit, R))
    confidence, priors = rng.choice([0.95, 0.5, rng.random()]), [rng.choice(PRIORS) for _ in range(2)]
    expected = oracle.summary(*oracle.credit_moments(credit, R, *priors), confidence, None)
    return f"eval.{name}", [argument, k, *encoded([*rest, confidence, None, *priors])], expected


def special(rng: random.Random, name: str) -> Call:
    n, k = rng.randint(1, 60), rng.randint(1, 30)
    a, b = (rng.choice([1, 3, 0.5, 0.1, Fraction(2, 7), rng.random()]) for _ in range(2))
    if name.endswith("quantile"):
        p = rng.choice([0.5, 0.975, 1e-300, 2**-1074, 1 - 2**-53, Fraction(1, 3), rng.random(), rng.random() ** 20])
        if name == "normal_quantile":
            return f"special.{name}", encoded([p]), oracle.double(oracle.normal_quantile(Fraction(p)))
        df = rng.choice([1, 2, n, 10 * n, 10**6 + n])
        return f"special.{name}", encoded([p, df]), student_t_quantile(p, df)
    arguments = {"binomial": {"n": n, "k": k}, "rising": {"a": a, "n": k}, "beta": {"a": n, "b": k},
                 "beta_ratio": {"a": a, "b": b, "i": k, "j": n % 9}}[name]  # fmt: skip
    exactly = {key: x if type(x) is int else Fraction(x) for key, x in arguments.items()}
    return f"special.{name}", encoded([*arguments.values()]), oracle.special(name, **exactly)


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
    """For confidence: rows, the argument for them, k, the metric's other arguments, and the keywords."""
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


def interval(rng: random.Random, name: str) -> Call:
    """A call of confidence with one model."""
    R, argument, k, own, how = asked(rng, name)
    positions = [*([] if k is None else [k]), *own.values()]
    expected = confidence_oracle.interval(name, R, k, **own, **how)
    return f"confidence.{name}", [argument, *encoded([*positions, how])], expected


def difference(rng: random.Random, name: str) -> Call:
    """A call of confidence.compare, with similar models or different ones."""
    metric = rng.choice(confidence_oracle.NAMES)
    R, argument, k, own, how = asked(rng, metric)
    if how["questions"] == "new":
        R = [row[: min(map(len, R))] for row in R]
        argument = rows(R)
    other = [[x if rng.random() < 0.7 else rng.randint(0, len(own.get("w", "01")) - 1) for x in row] for row in R]
    other = other if rng.random() < 0.7 else [row + row[:1] for row in other]
    expected = confidence_oracle.compare(R, other, metric, k, **own, **how)
    second = rows(other) if "rows" in argument else {"ragged": rows(other)["rows"]}
    return f"confidence.{name}", [argument, second, metric, k, *encoded([{**own, **how}])], expected


def plan(rng: random.Random, name: str) -> Call:
    """A call of confidence.enough: the oracle's least number is found by halving."""
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

    many = least(spread, how["questions"], suffices)
    arguments = [argument, half_width, metric, k, *encoded([{**own, **how}])]
    return f"confidence.{name}", arguments, many


def least(spread: Any, questions: str, suffices: Callable[[Any], bool]) -> int:
    """The size of the data if suffices(None); else the least number that suffices, found by halving."""
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


def looked_at(rng: random.Random, name: str) -> Call:
    """A call of confidence with anytime=True: one model, or the difference of two."""
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
        arguments = [argument, rows(other), metric, k]
        value = 2 * sum(pairs) / len(pairs) - 1
    else:
        ends = [oracle.double(end) for end in looked_ends(sides[0].values, alpha)]
        S, value, arguments = sides[0].S, sides[0].x, [argument, *([k] if k else [])]
    se = oracle.double(oracle.mpmath.sqrt(oracle.real(S)) / len(R))
    return f"confidence.{name}", [*arguments, *encoded([how])], (oracle.double(value), se, *ends)


def looked_ends(values: list[Fraction], alpha: Fraction) -> Iterator[Fraction]:
    """The means where the evidence is 1/alpha, found by halving; 0 or 1 if all values are."""
    found = anytime_oracle.Evidence(values)
    for far in (0, 1):
        inner, outer = found.mean, Fraction(far)
        while inner != outer and abs(outer - inner) * 2**140 >= min(outer, 1 - outer):
            middle = (inner + outer) / 2
            inner, outer = (inner, middle) if found.sign(middle, alpha) > 0 else (middle, outer)
        yield outer


def evidence(rng: random.Random, name: str) -> Call:
    """A call of evidence, in confidence or in exact."""
    first, second = of_one_trial(rng, rng.randint(1, 60), 2)
    pairs = [Fraction(a - b + 1, 2) for (a,), (b,) in zip(first, second)]
    found = anytime_oracle.Evidence(pairs)(Fraction(1, 2))
    return name, [rows(first), rows(second)], found if name.startswith("exact") else oracle.double(found)


def scored(rng: random.Random, name: str) -> Call:
    """A call with Scores. For the oracle each score is a class, with itself as the weight."""
    low, high = rng.choice([(0, 1), (1, 5), (-1.5, 0.25)])
    N, M = rng.randint(1, 5), rng.randint(1, 6)
    models = [[[rng.choice([low, high, rng.uniform(low, high)]) for _ in range(N)] for _ in range(M)] for _ in range(3)]
    w = [low, high, *(score for model in models for row in model for score in row)]
    classes = [[[w.index(score) for score in row] for row in model] for model in models]
    given = [{"scores": [model, low, high]} for model in models]
    k = rng.randint(1, N)
    if name == "rank.avg":
        means = [oracle.avg(R, w)[0] for R in classes]
        return name, [given, "competition", True], (oracle.ranks(means, "competition"), list(map(oracle.double, means)))
    if name.startswith("confidence"):
        how = {"confidence": rng.choice([0.95, 0.8]), "questions": rng.choice(["new", "these"])}
        if name == "confidence.compare":
            expected = confidence_oracle.compare(*classes[:2], "max_at_k", k, w=w, **how)
            return name, [*given[:2], "max_at_k", k, {"keywords": how}], expected
        metric = name.partition(".")[2]
        expected = confidence_oracle.interval(metric, classes[0], None if metric == "avg" else k, w=w, **how)
        return name, [given[0], *([] if metric == "avg" else [k]), {"keywords": how}], expected
    mean = oracle.best(classes[0], 1 if name.endswith("avg") else k, w)
    return name, [given[0], *([] if name.endswith("avg") else [k])], mean if "exact" in name else oracle.double(mean)


def of_one_trial(rng: random.Random, M: int, models: int) -> list[list[list[int]]]:
    """Models with one trial of M questions, each a little better than the one before."""
    common = [rng.random() for _ in range(M)]
    return [[[int(rng.random() < p ** (1 / (1 + i)))] for p in common] for i in range(models)]


def decision(rng: random.Random, name: str) -> Call:
    """A call of confidence.enough_to_decide."""
    first, second = of_one_trial(rng, rng.randint(3, 20), 2)
    questions = rng.choice(["new", "these"])
    how = {"confidence": rng.choice([0.95, 0.8]), "questions": questions, "power": rng.choice([0.5, 0.9])}
    found = confidence_oracle.difference(first, second, questions=questions)
    margin = float(found.x) + rng.choice([-1, 1]) * rng.uniform(0.05, 0.3)
    margin = min(max(margin, -0.9), 0.9)

    def suffices(size: Any) -> bool:
        return bool(confidence_oracle.decides(found, size, margin, how["power"], how["confidence"]))

    expected = least(found, questions, suffices)
    return f"confidence.{name}", [rows(first), rows(second), margin, {"keywords": how}], expected


def board(rng: random.Random, name: str) -> Call:
    """A call of confidence.ranks."""
    models = of_one_trial(rng, rng.randint(3, 60), rng.randint(2, 5))
    how = {"confidence": rng.choice([0.95, 0.5, 0.99]), "questions": rng.choice(["new", "these"])}
    expected = confidence_oracle.ranks(models, **how)
    return f"confidence.{name}", [list(map(rows, models)), {"keywords": how}], expected


def suites(rng: random.Random, name: str) -> Call:
    """A call of confidence.suite or compare_suite."""
    sizes = [rng.choice([1, 2, rng.randint(1, 9)]) for _ in range(rng.randint(1, 4))]
    first, second = zip(*(of_one_trial(rng, M, 2) for M in sizes))
    how = {"confidence": rng.choice([0.95, 0.5, 0.99])}
    weights = {} if rng.random() < 0.5 else {"weights": sizes}
    of_two = name == "compare_suite"
    models = [list(map(rows, model)) for model in ((first, second) if of_two else (first,))]
    expected = confidence_oracle.suite(first, others=second if of_two else None, **how, **weights)
    return f"confidence.{name}", [*models, {"keywords": {**how, **weights}}], expected


def further(rng: random.Random, name: str) -> Call:
    """A call of confidence.beyond."""
    R, argument, N = outcomes(rng, False)
    k, metric = N + rng.choice([1, N, rng.randint(1, 9), 99 * N]), rng.choice(["pass_at_k", "pass_hat_k"])
    how: dict[str, Any] = {"confidence": rng.choice([0.95, 0.8, 0.99])}
    if rng.random() < 0.3:
        how["clusters"] = [rng.randrange(3) for _ in R]
    expected = beyond_oracle.bounds(R, k, metric, how["confidence"], how.get("clusters"))
    return f"confidence.{name}", [argument, k, metric, {"keywords": how}], expected


def spread(rng: random.Random, name: str) -> Call:
    """A call of exact.spread."""
    metric = rng.choice(confidence_oracle.NAMES)
    R, argument, k, own, how = asked(rng, metric)
    del how["confidence"]
    found = confidence_oracle.Spread(metric, R, k, **own, **how)
    return f"exact.{name}", [argument, metric, k, *encoded([{**own, **how}])], tuple(map(Fraction, found.exact))


def ballots(rng: random.Random) -> tuple[list[Any], list[Any], list[Any], int]:
    """Arguments for answers and outcomes (or for votes), an argument for votes, the votes, and the fewest trials."""
    M, N = rng.randint(1, 6), rng.randint(1, 20)
    answers, R = voted(rng, M, N, rng.choice([1, 2, 4, 12]))
    votes = list(map(oracle.votes, answers, R))
    if rng.random() < 0.5:
        longer = [(*row[:2], row[2] + rng.choice([0, 0, 1, 5])) for row in votes]
        return [{"votes": longer}, None], [{"votes": longer}], longer, N
    names = ["".join("-" if answer is None else chr(97 + answer % 26) for answer in row) for row in answers]
    named = [[None if name == "-" else name for name in row] for row in names]
    solved = [{name for name, right in zip(row, outcomes) if right} for row, outcomes in zip(named, R)]
    R = [[int(name in right) for name in row] for row, right in zip(named, solved)]
    votes = list(map(oracle.votes, named, R))
    return [{"answers": names}, rows(R)], [{"votes": votes}], votes, N


def chance(votes: list[Any], k: int) -> Fraction:
    return sum((oracle.vote(*row, k) for row in votes), Fraction(0)) / len(votes)


def vote(rng: random.Random, name: str) -> Call:
    """A call of cons_at_k, exact.cons_at_k or vote_curve."""
    given, _, votes, N = ballots(rng)
    if name == "vote_curve":
        ks = rng.sample(range(1, N + 1), rng.randint(1, min(N, 4)))
        return name, [*given, ks], {k: oracle.double(chance(votes, k)) for k in ks}
    k = rng.randint(1, N)
    found = chance(votes, k)
    return name, [*given, k], found if name.startswith("exact") else oracle.double(found)


def sure_of_votes(rng: random.Random, name: str) -> Call:
    """An interval of cons_at_k, a difference or a spread."""
    given, single, votes, N = ballots(rng)
    how: dict[str, Any] = {"questions": rng.choice(["new", "these"])}
    k = rng.randint(1, N)
    if name == "exact.spread":
        found = confidence_oracle.Spread("cons_at_k", votes, k, **how)
        return name, [*single, "cons_at_k", k, {"keywords": how}], tuple(map(Fraction, found.exact))
    how["confidence"] = rng.choice([0.95, 0.8, rng.random()])
    if name == "confidence.compare":
        other = [(row[1], row[0], row[2]) if rng.random() < 0.5 else row for row in votes]
        expected = confidence_oracle.compare(votes, other, "cons_at_k", k, **how)
        return name, [*single, {"votes": other}, "cons_at_k", k, {"keywords": how}], expected
    if how["questions"] == "new" and rng.random() < 0.5:
        how["clusters"] = [rng.choice(["a", "b", 3]) for _ in votes]
    expected = confidence_oracle.interval("cons_at_k", votes, k, **how)
    return name, [*given, k, as_json(how)], expected


def estimates(rng: random.Random, name: str) -> Call:
    """A call of estimate_pass_at_k or estimate_pass_hat_k."""
    samples = [rng.randint(1, 300)] * rng.randint(1, 6)
    if rng.random() < 0.5:
        samples = [rng.randint(1, 300) for _ in samples]
    correct, k = [rng.choice([0, n, rng.randint(0, n)]) for n in samples], rng.randint(1, min(samples))
    credit = oracle.at_least(k, 1 if name == "estimate_pass_at_k" else k)
    expected = [oracle.double(oracle.hypergeometric(credit, n, c)) for n, c in zip(samples, correct)]
    return name, [samples[0] if len(set(samples)) == 1 else samples, correct, k], expected


def of_tally(rng: random.Random, name: str) -> Call:
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
    return f"Tally.{name}", [argument], expected[name]


def ranked(rng: random.Random, name: str) -> Call:
    """A call of rank; some models are equally good in different places."""
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
    return f"rank.{name}", encoded([models, *rest, method, with_scores]), expected


def ranked_scores(rng: random.Random, name: str) -> Call:
    """A call of rank_scores: neighbours tie if their sigmas do not tell them apart."""
    scores = [rng.randint(0, 12) / 16 for _ in range(rng.randint(2, 8))]
    if rng.random() < 0.4:
        return f"rank.{name}", [scores], {method: oracle.ranks(scores, method) for method in oracle.METHODS}
    scores = list(dict.fromkeys(scores))
    sigmas = [rng.random() / 16 for _ in scores]
    confidence = rng.choice([0.95, 0.6, 0.3, rng.random()])
    how = rng.choice(["zscore_adjacent", "ci_overlap_adjacent"])
    exactly = [[*map(Fraction, some)] for some in (scores, sigmas)]
    expected = oracle.rank_scores(exactly[0], Fraction(1, 10**12), exactly[1], Fraction(confidence), how)
    return f"rank.{name}", [scores, 1e-12, sigmas, confidence, how], expected


def compared(rng: random.Random, name: str) -> Call:
    w = [rng.randint(-9, 9) / 4 for _ in range(3)]
    (R_a, R_b), (R0_a, R0_b) = ([matrix(rng, M, N, 3) for M in sizes] for N, sizes in ((5, (3, 4)), (2, (3, 4))))
    confidence = rng.choice([0.95, rng.random()])
    expected = oracle.compare(oracle.bayes(R_a, w, R0_a), oracle.bayes(R_b, w, R0_b), confidence)
    return f"rank.{name}", encoded([R_a, R_b, w, R0_a, R0_b, confidence]), expected


REFUSED: list[Call] = [
    ("eval.pass_at_k", [rows([[0, 1, 1], [1, 1, 0]]), 4], "ValueError: k must satisfy 1 <= k <= N (N=3); got k=4"
     "; Pass@k for k > N: confidence.beyond"),
    ("eval.pass_at_k", [rows([[0, 1, 1], [1, 1, 0]]), 1.5], "ValueError: k must be an integer; got 1.5"),
    ("eval.geom_at_k_ci", [rows([[0, 1, 1]]), 0], "ValueError: k must be >= 1; got k=0"),
    ("eval.g_pass_at_k_tau", [rows([[0, 1, 1]]), 2, 1.5], "ValueError: tau must be in [0, 1]; got 1.5"),
    ("eval.bayes_ci", [rows([[0, 1, 1]]), None, None, 1], "ValueError: confidence must be in (0,1); got 1"),
    (
        "confidence.avg",
        [rows([[0, 1, 1]]), {"keywords": {"questions": "old"}}],
        "ValueError: questions must be 'new' or 'these'; got 'old'",
    ),
    ("estimate_pass_at_k", [[3, 2], [1, 1], 3], "ValueError: k must satisfy 1 <= k <= N (N=2 for problem 1); got k=3"),
    (
        "cons_at_k",
        [{"answers": ["aba"]}, rows([[1, 0, 0]]), 2],
        "ValueError: equal answers of a question must all be right, or all be wrong; "
        "'a' is wrong at R[0][2], and not at R[0][0]",
    ),
    ("exact.maj_at_k", [rows([[0, 1, 1]]), 0], "ValueError: k must satisfy 1 <= k <= N (N=3); got k=0"),
]


def calls() -> Iterator[Call]:
    fractions = [name for name in scorio_lite.exact.__all__ if name not in ("evidence", "spread", "cons_at_k")]
    binary = [name for name in fractions if name not in ("avg", "bayes") and "max" not in name]
    groups: list[tuple[Callable[[random.Random, str], Call], list[str], int]] = [
        (metric, scorio_lite.eval.__all__, EACH),
        (ragged, [name.replace("_moments", "_ci") for name in binary], EACH // 6),
        (fraction, fractions, EACH // 2),
        (special, scorio_lite.special.__all__, EACH // 2),
        (of_tally, ["questions", "trials", "classes", "histogram", "to_dict"], EACH // 6),
        (ranked, ["avg", "bayes", "pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k"], EACH // 2),
        (ranked_scores, ["rank_scores"], EACH),
        (compared, ["compare"], EACH // 2),
        (interval, confidence_oracle.NAMES, EACH // 2),
        (difference, ["compare"], EACH),
        (plan, ["enough"], EACH // 2),
        (decision, ["enough_to_decide"], EACH // 2),
        (board, ["ranks"], EACH // 2),
        (suites, ["suite", "compare_suite"], EACH // 2),
        (further, ["beyond"], EACH // 2),
        (spread, ["spread"], EACH),
        (vote, ["cons_at_k", "exact.cons_at_k", "vote_curve"], EACH // 2),
        (sure_of_votes, ["confidence.cons_at_k", "confidence.compare", "exact.spread"], EACH // 3),
        (looked_at, ["avg", "pass_at_k", "compare"], EACH // 3),
        (evidence, ["confidence.evidence", "exact.evidence"], EACH // 3),
        (scored, ["eval.max_at_k", "exact.avg", "exact.max_at_k", "confidence.avg", "confidence.max_at_k",
                  "confidence.compare", "rank.avg"], EACH // 6),
        (estimates, ["estimate_pass_at_k", "estimate_pass_hat_k"], EACH // 3),
    ]
    for make, names, number in groups:
        for name in names:
            made, seed = 0, 0
            while made < number:
                call = make(random.Random(f"{make.__name__} {name} {seed}"), name)
                seed += 1
                if len(line(call)) <= LONGEST:
                    made += 1
                    yield call
    yield from REFUSED


def line(call: Call) -> str:
    name, arguments, expected = call
    return json.dumps({"is": [name, written(expected)], "of": arguments}, separators=(",", ":"))


def main() -> None:
    lines = list(map(line, calls()))
    text = '{"calls":[\n' + ",\n".join(lines) + "\n]}\n"
    (TESTS / GOLDEN).write_text(text, encoding="ascii")
    print(f"{len(lines)} calls, {len(text)} bytes")


if __name__ == "__main__":
    main()
