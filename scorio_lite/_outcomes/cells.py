"""The cells of a tally: how many questions have each pair of count vectors; added up, and merged."""

from __future__ import annotations

from .._double import beyond
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from . import Cell, Counts

    Cells = dict[Cell, int]
    Groups = dict[int, dict[int, int]]

MOST_CELLS = 1 << 22  # numbers in the vectors of counts of a tally
MOST_COUNT = (1 << 64) - 1  # of trials, and of questions, where counts are given


def of_vectors(vectors: dict[Counts, int]) -> Cells:
    """The cells of vectors that are all as wide as the highest class that occurs, without prior outcomes."""
    check_cells(sum(map(len, vectors)))
    return {(counts, ()): questions for counts, questions in vectors.items()}


def merged(first: Cells, second: Cells) -> Cells:
    """The cells of two tallies added up."""
    if len({len(counts) for counts, _ in (*first, *second)}) > 1:
        return added((*first.items(), *second.items()))
    cells = dict(first)
    for cell, number in second.items():
        cells[cell] = cells.get(cell, 0) + number
    return _checked(cells, sum([len(counts) + len(prior) for counts, prior in cells]))


def added(questions: Iterable[tuple[Cell, int]]) -> Cells:
    """Cells added up, and their vectors made as wide as the highest class that occurs, and at least 2."""
    found: Cells = {}
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
    cells: Cells = {}
    for (counts, prior), number in found.items():
        cell = _fitted(counts, classes), _fitted(prior, classes) if any(prior) else ()
        cells[cell] = cells.get(cell, 0) + number
    return _checked(cells, 0)


def check_cells(size: int) -> None:
    """Refuse a tally of so many numbers."""
    if size > MOST_CELLS:
        raise beyond("R", f"it has too many classes for so many rows: more than {MOST_CELLS} counts")


def _checked(cells: Cells, size: int) -> Cells:
    check_cells(size)
    if max(cells.values(), default=0) > MOST_COUNT:  # from which a tally could not be made again
        raise beyond("R", "it has 2**64 questions of one kind, or more")
    return cells


def _fitted(counts: Counts, classes: int) -> Counts:
    return counts[:classes] + (0,) * (classes - len(counts))
