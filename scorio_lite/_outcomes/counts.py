"""Counts that are given instead of outcomes, checked."""

from __future__ import annotations

from .._arguments import MOST_CLASSES, integral, items, iterator, listed, shown
from .cells import MOST_COUNT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from . import Cell, Counts

_WIDTH = f"class counts, such as (failures, successes), for at most {MOST_CLASSES} classes"


def counts_of_rows(rows: Any) -> Iterator[Counts]:
    """Vectors of class counts, one a question."""
    for i, row in enumerate(_opened(rows, f"rows must be an iterable of {_WIDTH}")):
        yield _vector(row, f"rows[{i}]")


def counts_of_histogram(histogram: Any) -> Iterator[tuple[Counts, int]]:
    """Vectors of class counts, each with the number of questions that have it."""
    try:
        pairs = iter(histogram.items())
    except (AttributeError, TypeError):  # no mapping
        pairs = histogram
    wanted = "a mapping of class counts to numbers of questions, or pairs of them"
    for i, pair in enumerate(_opened(pairs, f"histogram must be {wanted}")):
        place = f"item {i} of histogram"
        parts = items(pair)
        if parts is None or len(parts) != 2:
            got = shown(pair) if parts is None else f"{len(parts)} values"
            raise ValueError(f"histogram must be {wanted}; got {got} as {place}")
        questions = _number(parts[1], "numbers of questions", place)
        if questions:
            yield _vector(parts[0], place), questions


def cells_of_dict(data: Any) -> Iterator[tuple[Cell, int]]:
    """What Tally.to_dict wrote."""
    wanted = "what Tally.to_dict returns"
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        raise ValueError(f"data must be {wanted}; got {shown(data)}")
    if type(data.get("version")) is not int or data["version"] != 1:
        raise ValueError(f"data must be of version 1, the only one that is known; got {shown(data.get('version'))}")
    for i, cell in enumerate(data["cells"]):
        place = f"data['cells'][{i}]"
        parts = items(cell)
        if parts is None or len(parts) != 3:
            raise ValueError(f"data must be {wanted}: [questions, counts, prior counts] at {place}; got {shown(cell)}")
        questions, counts, prior = parts
        number = _number(questions, "numbers of questions", place)
        if not number:
            raise ValueError(f"data must be {wanted}; got 0 questions at {place}")
        has_prior = prior or not isinstance(prior, (list, tuple))
        yield (_vector(counts, place), _vector(prior, place) if has_prior else ()), number


def _vector(values: Any, place: str) -> Counts:
    found = items(values)
    if found is None or len(found) > MOST_CLASSES:
        raise ValueError(f"{place} must be {_WIDTH}; got {shown(values) if found is None else len(found)}")
    counts = tuple([_number(value, "class counts", place) for value in found])
    if not any(counts):
        raise ValueError(f"{place} must have at least one trial (N >= 1); got {len(counts)} counts that are all 0")
    return counts


def _number(value: Any, what: str, place: str) -> int:
    number = value if type(value) is int else integral(value)
    if number is None or not 0 <= number <= MOST_COUNT:
        raise ValueError(f"{what} must be non-negative integers below 2**64; got {shown(value)} in {place}")
    return number


def _opened(values: Any, wanted: str) -> Iterator[Any]:
    found = iterator(listed(values))
    if found is None:
        raise ValueError(f"{wanted}; got {shown(values)}")
    return found
