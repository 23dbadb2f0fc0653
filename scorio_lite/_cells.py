"""The cells of a tally: how many questions have each pair of count vectors; read from outcomes, and added up."""

from __future__ import annotations

from ._limits import check_cells, check_questions
from ._outcomes import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ._reader import Counts, Reader
    from .tally import Cell


def read(reader: Reader, R: Any, R0: Any) -> tuple[dict[Cell, int] | None, dict[int, dict[int, int]] | None]:
    """The cells of what is read, or {N: {successes: questions}} where that is all there is."""
    if R0 is not None:
        from ._priors import prior_counts

        observed = reader.by_question(reader.rows(R))
        return added((cell, 1) for cell in zip(observed, prior_counts(R0, len(observed), reader))), None
    keys = counted(reader.keys(R))
    if reader.flat and reader.index:
        totals = enumerate(reader.counts(*keys)) if keys else ()
        return added((((0,) * j + (1,), ()), count) for j, count in totals if count), None
    kinds = set(map(type, keys))
    if kinds == {int} and not reader.ragged:
        return None, {reader.columns: keys}
    if kinds == {tuple} and len(set(map(len, keys))) == 1 and any(key[-1] for key in keys if len(key) > 1):
        return of_vectors(keys), None
    return added(((reader.counts(key), ()), questions) for key, questions in keys.items()), None


def of_vectors(vectors: dict[Any, int]) -> dict[Cell, int]:
    """The cells of vectors that are all as wide as the highest class that occurs, without prior outcomes."""
    check_cells(sum(map(len, vectors)))
    return {(counts, ()): questions for counts, questions in vectors.items()}


def merged(first: dict[Cell, int], second: dict[Cell, int]) -> dict[Cell, int]:
    """The cells of two tallies added up."""
    if len({len(counts) for counts, _ in (*first, *second)}) > 1:
        return added((*first.items(), *second.items()))
    cells = dict(first)
    for cell, number in second.items():
        cells[cell] = cells.get(cell, 0) + number
    check_cells(sum([len(counts) + len(prior) for counts, prior in cells]))
    check_questions(max(cells.values(), default=0))
    return cells


def added(questions: Iterable[tuple[Cell, int]]) -> dict[Cell, int]:
    """Cells added up, and their vectors made as wide as the highest class that occurs, and at least 2."""
    found: dict[Cell, int] = {}
    size = 0
    for cell, number in questions:
        if cell not in found:
            size += len(cell[0]) + len(cell[1])
            check_cells(size)
        found[cell] = found.get(cell, 0) + number
    classes = 2
    for cell in found:
        for counts in cell:
            while len(counts) > classes and any(counts[classes:]):
                classes += 1
    check_cells(classes * sum([1 + any(prior) for _, prior in found]))
    cells: dict[Cell, int] = {}
    for (counts, prior), number in found.items():
        cell = _fitted(counts, classes), _fitted(prior, classes) if any(prior) else ()
        cells[cell] = cells.get(cell, 0) + number
    check_questions(max(cells.values(), default=0))
    return cells


def _fitted(counts: Counts, classes: int) -> Counts:
    return counts[:classes] + (0,) * (classes - len(counts))
