"""Counts that are given instead of outcomes, checked."""

from __future__ import annotations

from ._limits import MOST_CLASSES, MOST_COUNT
from ._values import integral, is_iterable, listed, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ._reader import Counts
    from .tally import Cell

_WIDTH = f"class counts, such as (failures, successes), for at most {MOST_CLASSES} classes"


def counts_of_rows(rows: Any) -> Iterator[Counts]:
    """Vectors of class counts, one a question."""
    for i, row in enumerate(_opened(rows, f"rows must be an iterable of {_WIDTH}")):
        yield _vector(row, f"rows[{i}]")


def counts_of_histogram(histogram: Any) -> Iterator[tuple[Counts, int]]:
    """Vectors of class counts, each with the number of questions that have it."""
    pairs = list(histogram.items()) if hasattr(histogram, "items") else histogram
    wanted = "a mapping of class counts to numbers of questions, or pairs of them"
    for i, pair in enumerate(_opened(pairs, f"histogram must be {wanted}")):
        place = f"item {i} of histogram"
        items = _some(_opened(pair, f"histogram must be {wanted}", f" as {place}"), 3)
        if len(items) != 2:
            number = "more than 2" if items[2:] else len(items)
            raise ValueError(f"histogram must be {wanted}; got {number} values as {place}")
        questions = _number(items[1], "numbers of questions", place)
        if questions:
            yield _vector(items[0], place), questions


def cells_of_dict(data: Any) -> Iterator[tuple[Cell, int]]:
    """What Tally.to_dict wrote."""
    wanted = "what Tally.to_dict returns"
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise ValueError(f"data must be {wanted}; got {shown(data)}")
    if type(data.get("version")) is not int or data["version"] != 1:
        raise ValueError(f"data must be of version 1, the only one that is known; got {shown(data.get('version'))}")
    for i, cell in enumerate(data["cells"]):
        place = f"data['cells'][{i}]"
        if not isinstance(cell, (list, tuple)) or len(cell) != 3:
            raise ValueError(f"data must be {wanted}: [questions, counts, prior counts] at {place}; got {shown(cell)}")
        questions, counts, prior = cell
        number = _number(questions, "numbers of questions", place)
        if not number:
            raise ValueError(f"data must be {wanted}; got 0 questions at {place}")
        has_prior = prior or not isinstance(prior, (list, tuple))
        yield (_vector(counts, place), _vector(prior, place) if has_prior else ()), number


def _vector(values: Any, place: str) -> Counts:
    items = _some(_opened(values, f"{place} must be {_WIDTH}"), MOST_CLASSES + 1)
    if len(items) > MOST_CLASSES:
        raise ValueError(f"{place} must be {_WIDTH}; got more")
    counts = tuple([_number(item, "class counts", place) for item in items])
    if not any(counts):
        raise ValueError(f"{place} must have at least one trial (N >= 1); got {len(counts)} counts that are all 0")
    return counts


def _number(value: Any, what: str, place: str) -> int:
    number = value if type(value) is int else integral(value)
    if number is None or not 0 <= number <= MOST_COUNT:
        raise ValueError(f"{what} must be non-negative integers below 2**64; got {shown(value)} in {place}")
    return number


def _some(values: Iterable[Any], most: int) -> list[Any]:
    """The values, or the first ones: a range can be longer than what the memory holds."""
    return [value for _, value in zip(range(most), values)]


def _opened(values: Any, wanted: str, place: str = "") -> Iterable[Any]:
    opened = listed(values)
    if not is_iterable(opened):
        raise ValueError(f"{wanted}; got {shown(values)}{place}")
    result: Iterable[Any] = opened
    return result
