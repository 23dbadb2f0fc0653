"""What a call asks for, by SPEC alone: its arguments as exact numbers, or Wrong where it is to be refused.

Each argument is read by itself, so that all that is wrong with a call is known: its message must be about one of these.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Iterable

from fuzzing.draw import LATENT
from fuzzing.make import NUMBERS, SEQUENCES, TALLIES, FloatSub, IntSub, build

BAD = object()  # neither a number nor a sequence
GRADED = ("bayes", "avg", "max_at_k")
LONG = 5000  # items of a range, and digits of a number, beyond which there may be a limit
MOST_CLASSES = 4096
LARGEST_COUNT = 2**63
OUTCOMES = r"\bR0?\b|k must|tau must|rows|histogram|data|at least one trial|non-negative integers"


class Wrong(Exception):
    """What SPEC refuses with a ValueError, whose message has this pattern."""


class Unsure(Exception):
    """What there may be a limit for, or SPEC does not say."""


class Questions(dict):
    """What a tally means: the number of questions for each (counts, prior counts)."""


def meaning(node: Any) -> Any:
    """A number, a list of what its items mean, Questions, None or BAD."""
    if type(node) is not tuple:
        return node if node is None or isinstance(node, (int, float)) else BAD
    kind, *parts = node
    if kind in TALLIES:
        return questions_of(kind, parts)
    if kind in SEQUENCES:
        return [meaning(part) for part in parts]
    if kind in ("index", "scalar"):
        number = meaning(parts[0])
        return {int: IntSub, float: FloatSub}.get(type(number), lambda _: BAD)(number)
    if kind == "repeated":
        return [meaning(parts[1])] * build(parts[0]) + [meaning(part) for part in parts[2:]]
    if kind == "nested":
        return build((kind, min(parts[0], 6), parts[1]))
    if kind == "range":
        value = range(*parts)
        if len(value[: LONG + 1]) > LONG:
            raise Unsure
        return list(value)
    return build(node) if kind in NUMBERS else BAD


def real(value: Any, words: str) -> Fraction:
    if isinstance(value, bool):
        raise Unsure
    if isinstance(value, Decimal):
        digits, exponent = value.as_tuple()[1:]
        if not isinstance(exponent, int) or abs(exponent) > 100 * LONG:
            raise Wrong(words)
        if len(digits) + abs(exponent) > LONG:
            raise Unsure
    if not isinstance(value, (int, float, Fraction, Decimal)) or value - value != 0:
        raise Wrong(words)
    return Fraction(value)


def is_integral(value: Any) -> bool:
    if isinstance(value, Decimal) and not (value.is_finite() and value.adjusted() < 30):
        return False
    return isinstance(value, (int, float, Fraction, Decimal)) and value - value == 0 and value == int(value)


def sequence(value: Any, words: str) -> list[Any]:
    if not isinstance(value, list):
        raise Wrong(words)
    return value


def integer(value: Any, name: str, least: int | None = None) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(rf"{name} must be an integer")
    if least is not None and value < least:
        raise Wrong(f"{name} must be >= {least}")
    return value


def positive(value: Any, name: str, words: str = "a finite positive") -> Fraction:
    number = real(value, rf"\b{name} must be")
    if number <= 0:
        raise Wrong(f"{name} must be {words}")
    return number


def proportion(value: Any, name: str, ends: str = "[0, 1]") -> Fraction:
    words = re.escape(f"{name} must be in {ends}")
    number = real(value, words)
    if not 0 <= number <= 1 or (ends[0] == "(" and number in (0, 1)):
        raise Wrong(words)
    return number


def counted(rows: list[Any], highest: int, name: str, ragged: bool, hint: str = "") -> list[tuple[int, ...]]:
    """The class counts of each row; Wrong has the place of the first entry or row that is wrong."""
    wrong = next((i for i, row in enumerate(rows) if not isinstance(row, list)), None)
    patterns = [] if wrong is None else [rf"row {wrong}\b"]
    lists = [row for row in rows[:wrong] if isinstance(row, list)]
    for i, row in enumerate(lists):
        place = next((j for j, x in enumerate(row) if not is_integral(x) or not 0 <= x <= highest), None)
        if place is not None:
            patterns.append(misplaced(name, i, place, row[place], highest, hint))
            break
    patterns += [f"row {i} " for i, row in enumerate(lists) if not ragged and len(row) != len(lists[0])][:1]
    patterns += [f"row {i} is empty" for i, row in enumerate(lists) if not row and not name.startswith("R0")][:1]
    if patterns:
        raise Wrong("|".join(patterns))
    numbers = [Counter(map(int, row)) for row in rows]
    return [tuple(number[j] for j in range(max(number, default=-1) + 1)) for number in numbers]


def misplaced(name: str, i: int, j: int, value: Any, highest: int, hint: str) -> str:
    words = rf"Entries of {name} must be integers in \[0, {highest}\]"
    if name != "R" or not isinstance(value, (int, float)):
        return rf"{words}|row {i}\b"
    is_shown = type(value) is float or (type(value) is int and abs(value) < LARGEST_COUNT)
    why = hint if value == abs(value) and is_integral(value) else ""
    return rf"{words}.*{why}.*got {re.escape(repr(value)) if is_shown else ''}.*\(row {i}, column {j}\)"


def questions_of_rows(R: Any, R0: Any, highest: int, ragged: bool, name: str = "R", hint: str = "") -> Questions:
    rows = sequence(R, rf"\b{name}\b")
    rows = rows if not rows or isinstance(rows[0], list) else [rows]
    counts = counted(rows, highest, name, ragged, hint)
    priors: list[Any] = [()] * len(rows)
    if R0 is not None:
        other = f"R0{name[1:]}"
        rows_0 = sequence(R0, rf"\b{other}\b")
        if not (rows_0 and isinstance(rows_0[0], list)) and rows and len(rows_0) % len(rows) == 0:  # flat
            width = len(rows_0) // len(rows)
            rows_0 = [rows_0[i * width : (i + 1) * width] for i in range(len(rows))]
        elif len(rows_0) != len(rows) or not all(isinstance(row, list) for row in rows_0[:1]):
            raise Wrong(rf"{other}\b.*\b{name}\b|Entries of {other}|row \d+")
        priors = counted(rows_0, highest, other, ragged)
    return added((cell, 1) for cell in zip(counts, priors))


def added(cells: Iterable[tuple[Any, int]]) -> Questions:
    found = Questions()
    for cell, number in cells:
        found[cell] = found.get(cell, 0) + number
    if any(number > LARGEST_COUNT for number in found.values()):
        raise Unsure
    return found


def count(value: Any) -> int:
    if not is_integral(value) or value < 0:
        raise Wrong("must be non-negative integers")
    if value > LARGEST_COUNT:
        raise Unsure
    return int(value)


def vector(value: Any, name: str) -> tuple[int, ...]:
    """Class counts without those of the classes beyond the highest that occurs."""
    numbers = [count(x) for x in sequence(value, name)]
    if not any(numbers):
        raise Wrong("at least one trial")
    while not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def questions_of(kind: str, parts: Any) -> Questions:
    if kind == "tally":
        R, R0, ragged = [*parts, None, False][:3]
        return questions_of_rows(meaning(R), meaning(R0), MOST_CLASSES - 1, bool(ragged))
    if kind == "counts":
        return added(((vector(row, "rows"), ()), 1) for row in sequence(meaning(parts[0]), "rows"))
    if kind == "cells":
        return added(cells_of(parts[0]))
    if kind == "histogram":
        pairs = [] if parts[0] == ("dict",) else sequence(meaning(parts[0]), "histogram")
        if any(not isinstance(pair, list) or len(pair) != 2 for pair in pairs):
            raise Wrong("histogram")
        cells = [((vector(counts, "histogram"), ()), count(n)) for counts, n in pairs if count(n)]
        if parts[1] and len(dict(cells)) < len(cells):  # which of two equal keys is kept is Python's
            raise Unsure
        return added(cells)
    found = [meaning(part) for part in parts]
    if not all(isinstance(part, Questions) for part in found):
        raise Unsure
    return added(item for part in found for item in part.items())


def cells_of(data: Any) -> Iterable[tuple[Any, int]]:
    is_record = type(data) is tuple and data[0] == "record"
    fields = dict(zip(data[1::2], data[2::2])) if is_record else {}
    cells = fields.get("cells")
    if type(cells) is not tuple or cells[0] != "list" or type(fields.get("version")) is not int:
        raise Wrong("data")
    if fields["version"] != 1:
        raise Wrong("data must be of version 1")
    for cell in meaning(cells):
        if not isinstance(cell, list) or len(cell) != 3 or not isinstance(cell[2], list) or not count(cell[0]):
            raise Wrong("data")
        yield (vector(cell[1], "data"), vector(cell[2], "data") if cell[2] else ()), count(cell[0])


class Call:
    """A call with exact arguments, which are its attributes; `faults` are patterns of what is wrong."""

    def __init__(self, name: str, given: dict[str, Any]) -> None:
        self.module, _, self.metric = name.partition(".")
        self.base = re.sub("(_ci|_moments)$", "", self.metric)
        self.is_point = self.base == self.metric
        self.given = given
        self.faults: list[str] = []
        self.is_unsure = False
        self.k, self.w, self.alpha0, self.beta0 = 1, [Fraction(0), Fraction(1)], Fraction(1), Fraction(1)
        self.clip, self.confidence, self.weights, self.powers, self.least = None, Fraction(0.95), None, (), 1

    def take(self, key: str, read: Callable, *rest: Any, default: Any = None) -> Any:
        """What an argument means, or the default if that is not given or wrong."""
        try:
            return read(meaning(self.given[key]), *rest) if key in self.given else default
        except Wrong as wrong:
            self.faults.append(str(wrong))
        except Unsure:
            self.is_unsure = True
        return default

    def settled(self) -> Call:
        if self.is_unsure:
            raise Unsure
        if self.faults:
            unread = [OUTCOMES] if self.module == "rank" else []  # what else may be wrong
            raise Wrong("|".join([*self.faults, *unread]))
        return self


def rewards(value: Any, default: Any) -> list[Fraction]:
    if value is None:
        return default
    items = [real(x, r"\bw\b") for x in sequence(value, r"\bw\b")]
    if not items:
        raise Wrong(r"\bw\b")
    if len(items) > MOST_CLASSES:
        raise Unsure
    return items


def questions(value: Any, call: Call, name: str = "R") -> Questions:
    """R of a metric, with its R0, where outcomes are 0..highest."""
    highest, prior = len(call.w) - 1, call.given.get(f"R0{name[1:]}")
    needs_w = call.base in ("bayes", "max_at_k") and call.given.get("w") is None
    hint = "weight vector 'w' must be provided" if needs_w else ""
    if not isinstance(value, Questions):
        found = questions_of_rows(value, meaning(prior), highest, False, name, hint)
        if not found:
            raise Wrong(name)
        return found
    wide = any(len(part) > highest + 1 for cell in value for part in cell)
    if prior is not None or not value or wide:
        raise Wrong(rf"R0?{name[1:]}\b.*{hint if wide and value and prior is None else ''}")
    return value


def draws(value: Any, call: Call) -> int:
    is_latent = call.base in LATENT and not call.is_point
    k = integer(value, "k", 1 if is_latent else None)
    if not is_latent and hasattr(call, "questions"):
        shortest = min(sum(counts) for counts, _ in call.questions)
        if not 1 <= k <= shortest:
            got = k if abs(k) < LARGEST_COUNT else ""
            raise Wrong(rf"k must satisfy 1 <= k <= N \(N={shortest}\); got k={got}")
    return k


def spectrum_weights(value: Any, k: int) -> list[Fraction]:
    items = sequence(value, "weights")
    if len(items) != k:
        raise Wrong(f"weights must be a length-{k if k < LARGEST_COUNT else ''}")
    weights = [real(item, "weights") for item in items]
    if min(weights) < 0:
        raise Wrong("weights must be non-negative")
    if sum(weights) > (Fraction(1.000000000001) if any(isinstance(item, float) for item in items) else 1):
        raise Wrong(r"weights must satisfy sum\(weights\) <= 1")
    return weights


def interval(value: Any) -> tuple[Any, Any] | None:
    """Bounds, of which the ends may be infinite floats."""
    if value is None:
        return None
    ends = sequence(value, "bounds must be None or a pair")
    if len(ends) != 2:
        raise Wrong("bounds must be None or a pair")
    if any(isinstance(end, Decimal) and end.is_finite() and abs(end.adjusted()) > 300 for end in ends):
        raise Unsure  # it may count as infinite
    infinite = [isinstance(end, (float, Decimal)) and str(end).lower().lstrip("-")[:3] == "inf" for end in ends]
    low, high = (float(end) if is_inf else real(end, "bounds must") for end, is_inf in zip(ends, infinite))
    if low > high:
        raise Wrong(re.escape("bounds must satisfy bounds[0] <= bounds[1]"))
    return low, high


def least_successes(value: Any, k: int) -> int:
    tau = proportion(value, "tau")
    if isinstance(value, float) and k < LONG:
        return next(j for j in range(1, k + 1) if j / k >= value)
    return max(1, -(-tau.numerator * k // tau.denominator))  # if not affordable, that is not used


def asked(name: str, given: dict[str, Any]) -> Call:
    call = Call(name, given)
    if call.base in GRADED:
        call.w = call.take("w", rewards, call.w, default=call.w)
        if call.is_unsure:
            raise Unsure
        call.faults += [r"\bR"] * len(call.faults)
    found = call.take("R", questions, call)
    if found is not None:
        call.questions = found
    call.k = call.take("k", draws, call, default=1)
    if call.faults:  # of which not all is known now
        call.faults += ["k must", "tau must", r"\bweights\b"]
    _about_blends(call)
    for key in ("alpha0", "beta0"):
        setattr(call, key, call.take(key, positive, key, default=Fraction(1)))
    call.confidence = call.take("confidence", proportion, "confidence", "(0,1)", default=call.confidence)
    call.clip = call.take("bounds", interval, default=None if call.base in GRADED else (0.0, 1.0))
    if call.base == "max_at_k" and call.clip is None and call.k > 1:
        call.clip = min(call.w), max(call.w)
    return call.settled()


def _about_blends(call: Call) -> None:
    half = Fraction(1, 2)
    if call.base == "g_pass_at_k_tau":
        call.least = call.take("tau", least_successes, call.k)
    elif call.base == "threshold_spectrum_at_k":
        call.weights = call.take("weights", spectrum_weights, call.k)
    elif call.base in ("geom_at_k", "geom_ds_at_k"):
        call.powers = [call.take(key, real, key, default=half) for key in ("pass_power", "unanimous_power")]
        if not any(call.powers):
            call.faults.append("pass_power and unanimous_power must not both be 0")
        call.is_unsure |= max(map(abs, call.powers)) > 2**1000
    elif call.base.startswith("geo_spectrum"):
        lam = call.take("lam", proportion, "lam", default=half)
        if call.given.get("lambda_") is not None:
            if lam != half:
                call.faults.append("at most one of lam and lambda_")
            lam = call.take("lambda_", proportion, "lam", default=half)
        call.powers = [lam, 1 - lam]
        if call.given.get("weights") is not None and lam != 1:
            call.weights = call.take("weights", spectrum_weights, call.k)
