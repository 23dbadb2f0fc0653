"""Make random calls of the library, and judge how each ended.

An honest call must return the result of the tests' oracles, also if outcomes are given as bytes, generators or tallies,
and numbers as Fractions. A call with one argument from WRONG must be refused. A call with one hostile argument, or with
random ones, may return any result or be refused. A refusal is a ValueError that names an argument.
"""

from __future__ import annotations

import array
import json
import pickle
import random
import re
from collections import Counter, deque
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from inspect import signature
from math import copysign
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, Callable, Iterator, NamedTuple

import golden
import oracle
import random_calls
from check_golden import decoded, written

import scorio_lite
from scorio_lite import Scores, Tally, VoteTally
from scorio_lite._credit.metrics import METRICS

ANY, REFUSED = object(), object()  # in place of a result
LONGEST, LONGEST_WORD = 500, 80  # characters of a message, and of a word of it
OTHER_NAMES = "R|R0|k|row|limit|tally|powers|weights|data|class counts|numbers of questions|histogram|trials"


class Own(Exception):
    """An error that the caller's own iterator raises, and that the library must let through."""


class Case(NamedTuple):
    name: str
    given: dict  # the arguments
    expected: Any  # the result, ANY or REFUSED
    view: Callable[[Any], Any]  # the compared part of the result


def draw(seed: str, number: int, large: bool = False) -> Case:
    """Make the case that this seed and number stand for. Its objects are new each time."""
    rng = random.Random(f"{seed}:{number}")
    if large or rng.random() < 0.003:
        return of_any(rng, very_large)
    if rng.random() < 0.2:
        return of_any(rng, plausible)
    case = honest(rng)
    given = {key: dressed(rng, key, value, case) for key, value in case.given.items()}
    what, keys = rng.random(), [key for key in given if key in WRONG and key not in FREE.get(case.name, ())]
    if what < 0.3 and keys:
        key = rng.choice(keys)
        values = NO_INTEGERS if case.name.startswith("special") and key == "k" else WRONG[key]  # where k may be 0
        wrong = rng.choice(values)()
        if key == "R" and rng.random() < 0.2:
            wrong = Tally([[0, len(case.given.get("w") or "01")]])  # a class too many
        return case._replace(given={**given, key: wrong}, expected=REFUSED)
    if what < 0.45:
        key = rng.choice(list(given))
        return case._replace(given={**given, key: spoiled(rng, case.given[key])}, expected=ANY)
    has_order = case.name in WHOLE or not {"answers", "S", *ORDERED}.isdisjoint(given)
    if is_rows(case.given.get("R")) and not has_order and rng.random() < 0.3:
        given["R"] = tallied(rng, case.given["R"])
    return case._replace(given=given)


def function_of(name: str) -> Callable:
    return attrgetter(name)(scorio_lite)


# Honest calls: those of golden.py, with the results of the oracles; and tallies.

OFTEN: dict[Callable, int] = {  # other makers, some of them with a slow oracle: once
    golden.metric: 40,
    golden.fraction: 12,
    golden.ranked: 12,
    golden.of_tally: 8,
    golden.ranked_scores: 6,
    golden.special: 6,
    golden.ragged: 4,
    golden.vote: 4,
    golden.compared: 3,
    golden.interval: 3,
    golden.scored: 3,
}
WEIGHTS = [OFTEN.get(make, 1) for make, *_ in golden.MAKERS]


def honest(rng: random.Random) -> Case:
    ((make, module, names, _),) = rng.choices(golden.MAKERS, WEIGHTS)
    if make is golden.of_tally:
        return of_tally(rng)
    name = rng.choice(names)
    arguments, expected = make(rng, name)
    keywords = arguments.pop() if type(arguments[-1]) is dict else {}
    parameters = signature(function_of(module + name)).parameters
    given = {
        key: decoded(scorio_lite, golden.as_json(value))
        for key, value in [*zip(parameters, arguments), *keywords.items()]
        if value is not None or parameters[key].default is not None
    }
    return Case(module + name, given, written(expected), written)


def of_tally(rng: random.Random) -> Case:
    classes = rng.choice([2, 2, 3, 5])
    R = random_calls.matrix(rng, rng.randint(1, 5), rng.randint(1, 6), classes)
    ragged = rng.random() < 0.3
    R = [row[: rng.randint(1, len(row))] for row in R] if ragged else R
    R0 = random_calls.matrix(rng, len(R), rng.randint(0, 3), classes) if rng.random() < 0.3 else None
    cells = Counter((counts_of(row), counts_of(prior)) for row, prior in zip(R, R0 or [()] * len(R)))
    return Case("Tally", {"R": R, "R0": R0, "ragged": ragged}, dict(cells), cells_of)


def counts_of(row: Any) -> tuple:
    return tuple(list(row).count(j) for j in range(max(row, default=-1) + 1))


def cells_of(tally: Tally) -> dict:
    """Return {(class counts, prior counts): number of questions} of a tally. Check that its copies are equal."""
    random_calls.check_tally(tally)
    written = json.loads(json.dumps(tally.to_dict()))
    copies = [pickle.loads(pickle.dumps(tally)), tally + Tally(), Tally.from_dict(written)]
    assert all(copy == tally and hash(copy) == hash(tally) for copy in copies), "copies differ"
    assert set((tally + tally).cells.values()) == {2 * number for number in tally.cells.values()}, "a sum"

    def trimmed(counts: tuple) -> tuple:
        return counts[: max((j + 1 for j, x in enumerate(counts) if x), default=0)]

    return {(trimmed(counts), trimmed(prior)): number for (counts, prior), number in tally.cells.items()}


# Equal arguments in other forms.


class Number(SimpleNamespace):
    """An integer that has only __index__."""

    def __index__(self) -> int:
        return self.value


def thing(**methods: Callable) -> Any:
    """Make an object whose class has these special methods: thing(iter=f) calls f() for __iter__."""
    named = {f"__{name}__": lambda _, method=method: method() for name, method in methods.items()}
    return type("Thing", (), named)()


def failing(*items: Any) -> Iterator:
    yield from items
    raise Own


def arrayed(value: Any, **attributes: Any) -> Any:
    return SimpleNamespace(tolist=lambda: value, **attributes)


FORMS: list[Callable] = [list, list, list, tuple, iter, deque, lambda items: (item for item in items), arrayed]
FORMS += [lambda items: thing(iter=lambda: iter(items))]
ROWS: list[Callable] = [*FORMS, bytes, bytearray, lambda row: memoryview(bytes(row)), lambda row: array.array("b", row)]
ENTRIES: list[Callable] = [int, int, float, Decimal, Fraction, lambda x: bool(x) if x < 2 else x]
ENTRIES += [lambda x: Number(value=x), lambda x: arrayed(x, shape=())]
REALS: list[Callable] = [Fraction, Decimal, lambda x: type("Real", (float,), {})(x), lambda x: arrayed(x, shape=())]
MATRICES, SEQUENCES = ("R", "R0", "R_a", "R_b"), ("w", "weights", "bounds", "scores_in_id_order", "sigmas_in_id_order")
MODELS = ("models", "runs", "runs_a", "runs_b")
ORDERED = (*MODELS, "R0", "R_a", "C", "C_a", "verdicts", "clusters", "anytime")  # with these, questions have an order
WHOLE = ("confidence.bounded", "confidence.homogeneous")  # with these, trials have places


def is_rows(value: Any) -> bool:
    """Return whether a value has the rows of a model, or those of several models."""
    return isinstance(value, (list, tuple)) and isinstance(value[0], list)


def dressed(rng: random.Random, key: str, value: Any, case: Case) -> Any:
    given = case.given
    if value is None or rng.random() < 0.5:
        return value
    has_places = "answers" in given or "S" in given or given.get("metric") == "best_of_k"  # of its trials
    if key in (*MATRICES, *MODELS) and not has_places:
        if not is_rows(value):
            return value
        return matrices_of(rng, value, ordered=case.name in WHOLE or not set(ORDERED).isdisjoint(given))
    if key in SEQUENCES:
        return rng.choice(FORMS[:7])(value)
    if type(value) is int and key not in ("ragged", "tau", "num_samples"):
        return rng.choice(ENTRIES[6:])(value)
    if type(value) is float and key != "tau":  # whose meaning as a float is its own
        return rng.choice(REALS)(value)
    return value


def matrices_of(rng: random.Random, value: list, ordered: bool) -> Any:
    """Return outcomes (of one model, of several, or of several on several benchmarks) in another form."""
    if value[0] and isinstance(value[0][0], list):
        return rng.choice(FORMS)([matrices_of(rng, part, True) for part in value])
    return matrix_of(rng, value, ordered)


def matrix_of(rng: random.Random, R: list, ordered: bool) -> Any:
    rows = [row if ordered else rng.sample(row, len(row)) for row in (R if ordered else rng.sample(R, len(R)))]
    entry, row_of = rng.choice(ENTRIES), rng.choice(ROWS)
    if entry is not int or any(None in row for row in rows):
        row_of = rng.choice(FORMS)
        rows = [[x if x is None else entry(x) for x in row] for row in rows]
    if len(rows) == 1 and not ordered and rng.random() < 0.3:
        return row_of(rows[0])
    return rng.choice(FORMS)([row_of(row) for row in rows])


def tallied(rng: random.Random, R: list) -> Any:
    """Return the tally of a matrix, made in one of several ways. For several models, return a tally for each."""
    if isinstance(R[0][0], list):
        return [tallied(rng, part) for part in R]
    classes = 1 + max(map(max, R))
    counts = [tuple(row.count(j) for j in range(max(classes, 2))) for row in R]
    way = rng.randrange(4)
    if way == 0:
        return Tally.from_counts(rng.sample(counts, len(counts)))
    if way == 1:
        return Tally.from_histogram(Counter(counts))
    half = len(R) // 2
    return Tally(R) if way == 2 else sum([Tally(R[half:]), Tally(R[:half])], Tally())


# Values that are wrong, or may be.


NAN, INF = float("nan"), float("inf")


def each(*values: Any) -> list[Callable]:
    """Return a list of functions, each of which returns one of these values."""
    return [lambda value=value: value for value in values]


NO_REALS = each(NAN, INF, -INF, "x", "1", [1], {}, 1j, Decimal("sNaN"))
NO_INTEGERS = each(-1, 1.5, 2.0, True, "2", None, NAN, [1], Fraction(3, 2))
NO_SEQUENCES = each(5, 0.5, "01", {}, {0: 1}, object())
NO_OUTCOMES = [*NO_SEQUENCES, *each(None, [], [[]], [[0, 1], []], [[0, -1]], [[0, 0.5]], [[0, NAN]], [[0, None]])]
NO_OUTCOMES += each([["0", "1"]], [[0, 1], 5], [[0, 2**70]], [[[0]]], [[0, 1j]])
NO_OUTCOMES += [lambda: iter([]), lambda: [iter([0, "x"])]]
NO_PROBABILITY = [*NO_REALS, *each(0, 1, -0.1, 1.1, None, Fraction(0), 2)]
NO_PRIOR = [*NO_REALS, *each(0, -1, None, Fraction(-1, 2), -5e-324)]
WRONG: dict[str, list[Callable]] = {
    "R": [*NO_OUTCOMES, lambda: Tally()],
    "R_a": NO_OUTCOMES,
    "R_b": NO_OUTCOMES,
    "k": [*NO_INTEGERS, *each(0)],
    "confidence": NO_PROBABILITY,
    "p": NO_PROBABILITY,
    "alpha0": NO_PRIOR,
    "beta0": NO_PRIOR,
    "tau": [*NO_REALS, *each(-0.1, 1.1, None, Fraction(-1, 10**9), 2)],
    "w": [*NO_SEQUENCES, *each([], [NAN, 1], [0, "1"], [0, INF], [0, None], [[0], [1]])],
    "weights": [*NO_SEQUENCES, *each([], [-0.1], [NAN], [2.0], ["1"], [0.1] * 500)],
    "bounds": [*NO_SEQUENCES, *each((1, 0), (0,), (0, 0.5, 1), (NAN, 1), (0, "1"), (None, 1), (INF, 0))],
    "pass_power": [*NO_REALS, *each(None)],
    "unanimous_power": [*NO_REALS, *each(None)],
    "lam": [*NO_REALS, *each(-0.1, 1.1, None)],
    "questions": each("old", None, 1, ""),
    "clusters": each(5, [1] * 99, [[]] * 9),
    "metric": each("nope", None, 5, "avg_ci"),
    "method": each("mean", None, 5, ""),
    "ci_tie_method": each("mean", None, 5, ""),
    "scores_in_id_order": [*NO_SEQUENCES, *each([0.5, NAN], [0.5, "x"], [None], [1j, 0])],
    "sigmas_in_id_order": [*NO_SEQUENCES, *each([-1] * 9, [NAN], [0.1] * 99, ["x"])],
    "tol": [*NO_REALS, *each(-1, None, -5e-324)],
    **dict.fromkeys(("n", "i", "j"), NO_INTEGERS),
}


MISSING = dict.fromkeys(("confidence.bounded", "confidence.bounded_difference"), MATRICES)
FREE = {"Tally": ("R",), **MISSING}  # what is wrong elsewhere may be right
FREE.update(dict.fromkeys(("eval.geo_spectrum_at_k", "eval.geo_spectrum_at_k_ci"), ("weights",)))
SUITES = ("suite", "compare_suite", "ranks_suite")
FREE.update(dict.fromkeys((f"confidence.{name}" for name in SUITES), ("weights",)))


def nested(depth: int) -> Any:
    return reduce(lambda item, _: [item], range(depth), 1)


HOSTILE: list[Callable] = [
    *NO_REALS,
    *NO_INTEGERS,
    *NO_SEQUENCES,
    *NO_OUTCOMES,
    *each(0, 1, 2, 3, 0.5, -0.0, 5e-324, 1e308, 1 - 2**-53, 10**18, 2**64, 10**5000, (), (0, 1), {0, 1}),
    *each(Fraction(1, 3), Decimal("1E-19990"), Decimal("1E+999999999"), Fraction(1, 2**1110), "1" * 10**6, int, print),
    lambda: nested(10**4),
    lambda: range(10**18),
    lambda: failing(0, 1),
    lambda: [failing(), [0]],
    lambda: thing(float=lambda: 1.0),
    lambda: thing(index=lambda: -1),
    lambda: type("N" * 10**5, (), {})(),
    lambda: Tally([[0, 1]]),
    lambda: VoteTally([["a"]], [[1]]),
    lambda: iter([[0, 1], (1, 0)]),
    lambda: b"\x00\x01\xff",
]


def spoiled(rng: random.Random, value: Any) -> Any:
    """Replace a value, or some part of it, with a hostile one."""
    if not isinstance(value, (list, tuple)) or not value or rng.random() < 0.3:
        return rng.choice(HOSTILE)()
    items, place = list(value), rng.randrange(len(value))
    what = rng.random()
    items[place : place + (what > 0.2)] = [] if what > 0.85 else [spoiled(rng, items[place])]
    return items


SPACES = ("eval", "exact", "rank", "special", "confidence", "confidence")  # twice, since few of its calls are honest
NAMES = [f"{space}.{name}" for space in SPACES for name in function_of(space).__all__]
NAMES += ["Tally", "Tally.from_counts", "Tally.from_histogram", "Tally.from_dict", "VoteTally"]
NAMES += ["Scores", "best_of_k", "cons_at_k", "vote_curve", "estimate_pass_at_k", "estimate_pass_hat_k"]


def of_any(rng: random.Random, value: Callable[[random.Random, str], Any]) -> Case:
    """Make a call of any public function, with arguments from `value`: all required ones, few optional ones."""
    name = rng.choice(NAMES)
    known = signature(function_of(name)).parameters.values()
    given = {one.name: value(rng, one.name) for one in known if one.default is one.empty or rng.random() < 0.3}
    return Case(name, given, ANY, written)


LISTS = ("w", "weights", *SEQUENCES[3:], "num_samples", "num_correct", "ks", "totals", "clusters")


def plausible(rng: random.Random, key: str) -> Any:
    """Draw an argument of this name that usually fits the other arguments of a call."""
    if rng.random() < 0.08:
        return rng.choice(HOSTILE)()
    shape = (2, 3) if rng.random() < 0.8 else (rng.choice([1, 2, 3]), rng.choice([1, 2, 4]))
    R = random_calls.matrix(rng, *shape)
    if key in (*MATRICES, "answers", "scores", "S"):
        return rng.choice([R, R, R, tallied(rng, R), Scores(R) if key != "answers" else R])
    if key in MODELS:
        pair = [R, random_calls.matrix(rng, *shape)]
        return rng.choice([pair, [[one, R] for one in pair]])
    if key in ("rows", "histogram", "data"):
        tally = Tally(R)
        return {"rows": list(tally.histogram), "histogram": tally.histogram, "data": tally.to_dict()}[key]
    if key in LISTS:
        return [rng.choice([0, 1, 2, 0.25]) for _ in range(rng.choice([1, 2, 2, 3, 4]))]
    words = {"metric": list(METRICS), "questions": ["new", "these"], "bounds": [(0, 1), None], "missing": ["bounds"]}
    words.update(method=list(oracle.METHODS), ci_tie_method=["zscore_adjacent", "ci_overlap_adjacent"])
    return rng.choice(words.get(key, [1, 2, 3, 0.5, 0.95, 0.25, Fraction(1, 3), True, False]))


def very_large(rng: random.Random, key: str) -> Any:
    """Draw an argument of this name with about a megabyte of data."""
    size = round(10 ** rng.uniform(0, 5))
    if key in MODELS:
        return [very_large(rng, "R") for _ in range(rng.choice([2, 3]))]
    if key in MATRICES:
        rows, N = min(size, 3000), round(10 ** rng.uniform(0, 18))
        tally = Tally.from_counts([(N - s, s) for s in (rng.randint(0, N) for _ in range(rows))] or [(1, 1)])
        width = max(1, min(10**5 // rows, N))
        return rng.choice([tally, [[rng.randrange(2) for _ in range(width)] for _ in range(rows)], [tally, tally]])
    if key in LISTS:
        return [rng.choice([rng.random(), Fraction(1, rng.randint(1, 10**9)), 1]) / 10 for _ in range(size)]
    numbers = [size, 10 ** rng.randint(1, 18), rng.random(), Fraction(rng.randrange(10**40), 10**40)]
    return rng.choice(numbers) if key not in ("metric", "questions", "method", "bounds") else plausible(rng, key)


# The verdict.


def wrong(case: Case, value: Any, error: BaseException | None) -> str | None:
    """Return the fault in how a call ended; None if there is none."""
    if isinstance(error, Own) or isinstance(getattr(error, "__cause__", None), Own):
        return None if type(error) is Own else f"wrapped: {error!r:.200}"
    if error is not None:
        return wrong_error(case, error)
    if case.expected is REFUSED:
        return f"accepted: {value!r:.200}"
    if case.expected is ANY:
        return f"strange result: {value!r:.300}" if any(map(is_strange, numbers_of(value))) else None
    found = case.view(value)
    kinds, right = ([type(x) for x in numbers_of(one)] for one in (found, case.expected))
    is_same = found == case.expected and kinds == right
    return None if is_same else f"wrong result: {found!r:.500}, not {case.expected!r:.500}"


def wrong_error(case: Case, error: BaseException) -> str | None:
    message = str(error)
    if type(error) is TypeError and "at most one of lam and lambda_" in message:
        return None
    if type(error) is not ValueError:
        return f"unexpected {type(error).__name__}: {message:.200}"
    if case.expected not in (ANY, REFUSED):
        return f"refused: {message:.300}"
    if len(message) >= LONGEST or max(map(len, message.split()), default=0) >= LONGEST_WORD:
        return f"long message of {len(message)} characters: {message:.200}"
    names = "|".join(signature(function_of(case.name)).parameters)
    return None if re.search(rf"\b({OTHER_NAMES}|{names})\b", message) else f"message names no argument: {message}"


def numbers_of(value: Any) -> list:
    if isinstance(value, dict):
        return [x for item in value.values() for x in numbers_of(item)]
    return [x for item in value for x in numbers_of(item)] if isinstance(value, (tuple, list)) else [value]


def is_strange(x: Any) -> bool:
    """Return whether a number is NaN or -0.0."""
    return isinstance(x, (int, float, Fraction)) and (x != x or (x == 0 and copysign(1, x) < 0))
