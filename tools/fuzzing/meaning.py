"""What a fuzzer's call asks for, by SPEC alone: its arguments as exact numbers, or Wrong where it is to be refused."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, Iterable

from fuzzing.values import BAD, Questions, Unsure, Wrong, meaning

LATENT = ("threshold_spectrum_at_k", "geom_at_k", "geom_ds_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k")
LATENT += ("max_at_k",)
LONGEST_DECIMAL = 20_000
MOST_CLASSES = 4096
LARGEST_COUNT = 2**64 - 1
LISTS = ("list", "list_sub", "counting", "forgetful", "changing", "changing_rows", "itself", "nested")


class Clash(Exception):
    """A call that SPEC refuses with a TypeError: lam is given under both of its names."""


def base_of(name: str) -> str:
    """The metric of an interval, or of exact moments."""
    for end in ("_ci", "_moments"):
        if name.endswith(end):
            return name[: -len(end)]
    return name


def real(value: Any) -> Fraction:
    if isinstance(value, bool):
        raise Unsure
    if isinstance(value, Decimal):
        digits, exponent = value.as_tuple()[1:]
        if not isinstance(exponent, int) or len(digits) + abs(exponent) > LONGEST_DECIMAL:
            raise Wrong
    if isinstance(value, float) and value - value != 0:
        raise Wrong
    if not isinstance(value, (int, float, Fraction, Decimal)):
        raise Wrong
    return Fraction(value)


def integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong
    return value


def outcome(value: Any, highest: int, place: str = "") -> int:
    if not isinstance(value, (int, float, Fraction, Decimal)):
        raise Wrong(place)
    if isinstance(value, Decimal) and not (value.is_finite() and value.adjusted() < 30):
        raise Wrong(place)
    if isinstance(value, float) and value - value != 0:
        raise Wrong(place)
    if value != int(value) or not 0 <= value <= highest:
        raise Wrong(place)
    return int(value)


def sequence(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise Wrong
    return value


def rows_of(value: Any) -> tuple[list[list[Any]], bool]:
    """The rows of a matrix, and whether it is flat."""
    rows = sequence(value)
    if rows and isinstance(rows[0], list):
        return [sequence(row) for row in rows], False
    return ([rows] if rows else []), True


def counted(rows: list[list[Any]], highest: int) -> list[tuple[int, ...]]:
    """The class counts of each row; Wrong says where an entry is wrong."""
    found = []
    for i, row in enumerate(rows):
        numbers = Counter(outcome(value, highest, f"row {i}, column {j}") for j, value in enumerate(row))
        found.append(tuple(numbers[j] for j in range(max(numbers, default=-1) + 1)))
    return found


def questions_of_rows(R: Any, R0: Any, highest: int, ragged: bool) -> Questions:
    rows, _ = rows_of(R)
    if not all(rows) or (not ragged and len({len(row) for row in rows}) > 1):
        raise Wrong
    priors: list[list[Any]] = [[] for _ in rows]
    if R0 is not None:
        priors, flat = rows_of(R0)
        if flat:
            outcomes = priors[0] if priors else []
            if len(outcomes) % len(rows) if rows else outcomes:
                raise Wrong
            width = len(outcomes) // len(rows) if rows else 0
            priors = [outcomes[i * width : (i + 1) * width] for i in range(len(rows))]
        if len(priors) != len(rows) or (not ragged and len({len(prior) for prior in priors}) > 1):
            raise Wrong
    return added((cell, 1) for cell in zip(counted(rows, highest), counted(priors, highest)))


def added(cells: Iterable[tuple[Any, int]]) -> Questions:
    found = Questions()
    for cell, number in cells:
        found[cell] = found.get(cell, 0) + number
    return found


def stripped(counts: Any) -> tuple[int, ...]:
    """Class counts without those of the classes beyond the highest that occurs."""
    numbers = [outcome(value, LARGEST_COUNT) for value in sequence(counts)]
    if not any(numbers):
        raise Wrong
    if len(numbers) > MOST_CLASSES:
        raise Unsure
    while not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def questions_of_tally(kind: str, parts: Any) -> Questions:
    if kind == "tally":
        R, R0, ragged = (*parts, None, False)[:3] if len(parts) < 3 else parts
        return questions_of_rows(meaning(R), None if R0 is None else meaning(R0), MOST_CLASSES - 1, bool(ragged))
    if kind == "counts":
        found = added(((stripped(counts), ()), 1) for counts in sequence(meaning(parts[0])))
    elif kind == "histogram":
        is_empty = parts[0] == ("dict",)  # the only mapping that holds nothing else
        found = _questions_of_pairs([] if is_empty else sequence(meaning(parts[0])), parts[1] is True)
    elif kind == "cells":
        found = added(map(_cell_of_dict, _cells_of_dict(meaning(parts[0]))))
    else:
        inner = [meaning(part) for part in parts]
        if not all(isinstance(part, Questions) for part in inner):
            raise Unsure
        found = added(item for part in inner for item in part.items())
    if any(number > LARGEST_COUNT for number in found.values()):
        raise Wrong
    return found


def _questions_of_pairs(pairs: list[Any], as_mapping: bool) -> Questions:
    found = Questions()
    for pair in pairs:
        if len(sequence(pair)) != 2:
            raise Wrong
        number = outcome(pair[1], LARGEST_COUNT)
        if number:
            cell = stripped(pair[0]), ()
            if as_mapping and cell in found:  # which of two equal keys is kept is Python's
                raise Unsure
            found[cell] = found.get(cell, 0) + number
    return found


def _cells_of_dict(data: Any) -> list[Any]:
    """The cells of what Tally.to_dict wrote."""
    if not isinstance(data, dict) or type(data.get("cells")) is not tuple or data["cells"][0] not in LISTS:
        raise Wrong
    version = data.get("version")
    if type(version) is not int or version != 1:
        raise Wrong
    return sequence(meaning(data["cells"]))


def _cell_of_dict(cell: Any) -> tuple[Any, int]:
    if len(sequence(cell)) != 3:
        raise Wrong
    number, counts, prior = outcome(cell[0], LARGEST_COUNT), stripped(cell[1]), sequence(cell[2])
    if not number:
        raise Wrong
    return (counts, stripped(prior) if prior else ()), number


def trials(questions: Questions) -> list[int]:
    return sorted({sum(counts) for counts, _ in questions})


def questions_of(R: Any, R0: Any, highest: int) -> Questions:
    """R of a metric, where outcomes are 0..highest."""
    if isinstance(R, Questions):
        if R0 is not None or not R or any(len(part) > highest + 1 for cell in R for part in cell):
            raise Wrong
        return R
    found = questions_of_rows(R, R0, highest, False)
    if not found:
        raise Wrong
    return found


def interval(value: Any) -> tuple[Any, Any]:
    """Bounds, of which the ends may be infinite floats."""
    ends = sequence(value)
    if len(ends) != 2:
        raise Wrong
    for end in ends:
        if isinstance(end, Decimal) and abs(end.adjusted()) > 400 and end.is_finite():
            raise Unsure  # it may count as infinite
    low, high = (float(end) if _is_unbounded(end) else real(end) for end in ends)
    if low > high:
        raise Wrong
    return low, high


def _is_unbounded(end: Any) -> bool:
    return end.is_infinite() if isinstance(end, Decimal) else isinstance(end, float) and abs(end) == float("inf")


def spectrum_weights(value: Any, k: int) -> list[Fraction]:
    items = sequence(value)
    if len(items) != k:
        raise Wrong
    weights = [real(item) for item in items]
    most = Fraction(1.000000000001) if any(isinstance(item, float) for item in items) else 1
    if min(weights) < 0 or sum(weights) > most:
        raise Wrong
    return weights


def positive(value: Any) -> Fraction:
    number = real(value)
    if number <= 0:
        raise Wrong
    return number


def share(value: Any, open_ends: bool = False) -> Fraction:
    number = real(value)
    if not 0 <= number <= 1 or (open_ends and number in (0, 1)):
        raise Wrong
    return number


def least_successes(k: int, tau: Any) -> int:
    share(tau)
    if isinstance(tau, float):
        if k > 10**5:
            raise Unsure
        low, high = 1, k
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if middle / k >= tau else (middle + 1, high)
        return low
    return max(1, -(-real(tau).numerator * k // real(tau).denominator))


def asked(name: str, given: dict) -> SimpleNamespace:
    """What a call of a metric asks for."""
    base, is_point = base_of(name), base_of(name) == name
    call = SimpleNamespace(name=name, base=base, clip=None, confidence=None)
    found = {key: None if node is None else meaning(node) for key, node in given.items()}
    _about_questions(call, found, "w" in given or base in ("bayes", "avg", "max_at_k"))
    if "k" in found:
        call.k = integer(found["k"])
        is_latent = not is_point and base in LATENT
        if call.k < 1 or (not is_latent and call.k > trials(call.questions)[0]):
            raise Wrong
    _about_blends(call, found)
    call.alpha0, call.beta0 = (positive(found[key]) if key in found else Fraction(1) for key in ("alpha0", "beta0"))
    if name.endswith("_ci"):
        call.confidence = share(found.get("confidence", 0.95), True)
        graded = base in ("bayes", "avg", "max_at_k")
        bounds = found.get("bounds", None if graded else [0.0, 1.0])
        if bounds is not None:
            call.clip = interval(bounds)
        elif base == "max_at_k" and call.k > 1:
            call.clip = min(call.w), max(call.w)
    return call


def _about_questions(call: SimpleNamespace, found: dict, graded: bool) -> None:
    w: Any | None = found.get("w")
    call.w = [Fraction(0), Fraction(1)]
    if graded and w is not None:
        call.w = [real(value) for value in sequence(w)]
        if not call.w or len(call.w) > MOST_CLASSES:
            raise Wrong
    if found["R"] is BAD or found["R"] is None:
        raise Wrong
    call.questions = questions_of(found["R"], found.get("R0"), len(call.w) - 1)


def _about_blends(call: SimpleNamespace, found: dict) -> None:
    if call.base == "g_pass_at_k_tau":
        call.least = least_successes(call.k, found["tau"])
    elif call.base == "threshold_spectrum_at_k":
        call.weights = spectrum_weights(found["weights"], call.k)
    elif call.base in ("geom_at_k", "geom_ds_at_k"):
        call.powers = tuple(real(found.get(key, 0.5)) for key in ("pass_power", "unanimous_power"))
        largest = max(abs(power) for power in call.powers)
        if not largest or largest >= 2**1102:
            raise Wrong
        if largest >= 2**1099:
            raise Unsure
    elif call.base.startswith("geo_spectrum"):
        lam, other = share(found.get("lam", 0.5)), found.get("lambda_")
        if other is not None:
            other = share(other)
            if lam != Fraction(1, 2):
                raise Clash
            lam = other
        call.powers = lam, 1 - lam
        call.weights = None
        if found.get("weights") is not None and lam != 1:
            call.weights = spectrum_weights(found["weights"], call.k)
