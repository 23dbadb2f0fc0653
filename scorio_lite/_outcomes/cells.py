"""Make and add up the cells of a tally: {(class counts of trials, of prior outcomes): number of questions}."""

from __future__ import annotations

from .._arguments import MOST_CLASSES, integral, items, items_of, iterator, listed, shown
from .._numbers import affordable, over_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .._types import Cell, CellCounts, ClassCounts, TallyParts
    from .reader import OutcomeReader

MOST_COUNT = (1 << 64) - 1  # of trials, and of questions, where counts are given
_WIDTH = f"class counts, such as (failures, successes), for at most {MOST_CLASSES} classes"


def parts_of(reader: OutcomeReader, keys: dict[Any, int]) -> TallyParts:
    """Return the arguments of Tally._of. `keys` is what `reader.count` returned."""
    if reader.flat and not reader.by_row and keys:
        (key,) = keys
        return of_single({j: count for j, count in enumerate(reader.counts(key)) if count})
    kinds = set(map(type, keys))
    if kinds == {int}:
        return None, {reader.columns: keys}, None
    if kinds == {tuple} and len(set(map(len, keys))) == 1 and any(key[-1] for key in keys if len(key) > 1):
        return of_vectors(keys), None, None
    return added(((reader.counts(key), ()), number) for key, number in keys.items()), None, None


def of_vectors(vectors: dict[ClassCounts, int]) -> CellCounts:
    """Return cells without prior outcomes for {class counts: number of questions}. All counts have one length."""
    affordable("R", sum(map(len, vectors)), 0)
    return {(counts, ()): number for counts, number in vectors.items()}


def of_single(outcomes: dict[int, int]) -> TallyParts:
    """Return the arguments of Tally._of for questions with one trial each: {outcome: number of questions}."""
    classes = 1 + max(outcomes)
    if classes <= 2:
        return None, {1: outcomes}, None
    affordable("R", classes * len(outcomes), 0)
    return {((0,) * j + (1,) + (0,) * (classes - 1 - j), ()): n for j, n in outcomes.items()}, None, None


def added(questions: Iterable[tuple[Cell, int]]) -> CellCounts:
    """Return {cell: number of questions}, with equal cells added up. Prior counts that are all 0 become ().

    Other counts lose or gain zeros at the end, so that all end at one class: the highest that occurs, but at least 1.
    """
    given: CellCounts = {}
    size = 0
    for cell, number in questions:
        if cell not in given:
            size += len(cell[0]) + len(cell[1])
            affordable("R", size, 0)
        given[cell] = given.get(cell, 0) + number
    vectors = {vector for cell in given for vector in cell}
    classes = max([2, *(len(bytes(map(bool, vector)).rstrip(b"\0")) for vector in vectors)])
    affordable("R", classes * len(given), 0)
    cells: CellCounts = {}
    as_wide = {vector: vector[:classes] + (0,) * (classes - len(vector)) for vector in vectors}
    for (counts, prior), number in given.items():
        cell = as_wide[counts], as_wide[prior] if any(prior) else ()
        cells[cell] = cells.get(cell, 0) + number
    if max(cells.values(), default=0) > MOST_COUNT:  # Tally.from_histogram would refuse it
        raise over_limit("R", "it has 2**64 questions of one kind, or more")
    return cells


def cells_of_rows(rows: Any) -> Iterator[tuple[Cell, int]]:
    """Yield (cell, 1) for each item of `rows`, which has the class counts of a question."""
    known: dict[Any, tuple[Cell, int]] = {}  # by rows as they are given
    for i, row in enumerate(opened(rows, f"rows must be an iterable of {_WIDTH}")):
        values = tuple(row) if isinstance(row, (list, tuple)) else i
        try:
            cell = known.get(values)
        except TypeError:  # they cannot be hashed
            values, cell = i, None
        if not cell:
            cell = known[values] = (_vector(row, f"rows[{i}]"), ()), 1
        yield cell


def cells_of_histogram(histogram: Any) -> Iterator[tuple[Cell, int]]:
    """Yield (cell, number of questions) from the argument of Tally.from_histogram. Skip items with 0 questions."""
    pairs = iter(histogram.items()) if callable(getattr(histogram, "items", None)) else histogram
    wanted = "a mapping of class counts to numbers of questions, or pairs of them"
    for i, pair in enumerate(opened(pairs, f"histogram must be {wanted}")):
        place = f"item {i} of histogram"
        counts, questions = _several(pair, 2, place, f"histogram must be {wanted}")
        number = number_in(questions, "numbers of questions", place)
        if number:
            yield (_vector(counts, place), ()), number


def cells_of_dict(data: Any) -> Iterator[tuple[Cell, int]]:
    """Yield (cell, number of questions) from the dictionary that Tally.to_dict returned."""
    wanted = "data must be what Tally.to_dict returns"
    for i, cell in enumerate(list_of_dict(data, "cells", wanted)):
        place = f"data['cells'][{i}]"
        questions, counts, prior = _several(cell, 3, place, f"{wanted}: [questions, counts, prior counts]")
        number = number_in(questions, "numbers of questions", place)
        if not number:
            raise ValueError(f"{wanted}; got 0 questions at {place}")
        has_prior = prior or not isinstance(prior, (list, tuple))
        yield (_vector(counts, place), _vector(prior, place) if has_prior else ()), number


def list_of_dict(data: Any, name: str, wanted: str) -> list[Any]:
    """Return the list data[name] of a dictionary made by to_dict. Errors about other data begin with `wanted`."""
    if not isinstance(data, dict) or not isinstance(data.get(name), list):
        raise ValueError(f"{wanted}; got {shown(data)}")
    if type(data.get("version")) is not int or data["version"] != 1:
        raise ValueError(f"data must be of version 1, the only one that is known; got {shown(data.get('version'))}")
    values: list[Any] = data[name]
    return values


def _several(value: Any, count: int, place: str, wanted: str) -> Any:
    """Return the `count` items of `value`. Refuse more or fewer: errors begin with `wanted` and tell `place`."""
    values = items(value, place)
    if values is None or len(values) != count:
        raise ValueError(f"{wanted}; got {shown(value) if values is None else f'{len(values)} values'} at {place}")
    return values


def _vector(values: Any, place: str) -> ClassCounts:
    counts = tuple([number_in(x, "class counts", place) for x in items_of(values, place, _WIDTH, MOST_CLASSES)])
    if not any(counts):
        raise ValueError(f"{place} must have at least one trial (N >= 1); got {len(counts)} counts that are all 0")
    return counts


def number_in(value: Any, what: str, place: str) -> int:
    number = value if type(value) is int else integral(value)
    if number is None or not 0 <= number <= MOST_COUNT:
        raise ValueError(f"{what} must be non-negative integers below 2**64; got {shown(value)} in {place}")
    return number


def opened(values: Any, wanted: str) -> Iterator[Any]:
    """Return an iterator over the items of `values`, which must have an order. Errors begin with `wanted`."""
    items_in_order = iterator(listed(values))
    if items_in_order is None:
        raise ValueError(f"{wanted}; got {shown(values)}")
    return items_in_order
