"""Tallies: the counts of an outcome matrix.

Only counts matter. A Tally records how many questions had 2 successes and 1 failure, and so on. It is small for any
matrix, and the tally of two stacked matrices is the sum of their tallies. So you can count parts where the data are,
and the result is the same to the bit.
"""

from __future__ import annotations

from ._arguments import MOST_CLASSES, flag
from ._numbers import over_limit
from ._outcomes import counted, emptiness, is_array, plain_counts
from ._outcomes.cells import added, cells_of_dict, cells_of_histogram, cells_of_rows, of_vectors, parts_of

MOST_LENGTHS = 30_000  # the sum over different N multiplies their denominators

__all__ = ["Tally"]
__dir__: Callable[[], list[str]] = __all__.copy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Mapping, Sequence

    from ._types import Cell, CellCounts, ClassCounts, Columns, Index, Parts, Prior, TallyParts


class Tally:
    """The counts of an outcome matrix: how many questions have 2 successes and 1 failure, and so on.

    All metrics but best_of_k and cons_at_k take a tally as R. You can add, compare, hash, copy and pickle tallies,
    which are immutable. `Tally()` is empty, the start of a sum: sum(parts, Tally()).

    R       outcomes, as for the metrics. It may have no rows. Classes are 0 to 4095.
    R0      prior outcomes, a row for each row of R. Metrics with an argument R0 use them; other metrics ignore them.
            Every metric refuses a tally with a class that it cannot score, in R or in R0.
    ragged  whether rows may differ in length. Each question is scored with its own number of trials. k must not exceed
            the least of these numbers.

    >>> Tally([[0, 1, 1], [1, 1, 1]]) + Tally([[1, 0, 1]]) == Tally.from_histogram({(1, 2): 2, (0, 3): 1})
    True
    """

    _kind = "scorio_lite.Tally"
    # One of the three is given; cells and groups are made from the others when they are asked for. They never change.
    __slots__ = ("_cells", "_columns", "_groups")
    _cells: CellCounts | None  # vectors as wide as the highest class that occurs, and at least 2
    _groups: Parts | None  # of two classes: {N: {successes: questions}}, whatever their prior outcomes
    _columns: Columns | None  # of an array

    def __new__(cls, R: Iterable[Any] = (), R0: Prior = None, ragged: bool = False) -> Tally:
        return cls._of(*_parts_of_matrix(R, MOST_CLASSES - 1, "", R0, "R", flag(ragged, "ragged")))

    @classmethod
    def _of(cls, cells: CellCounts | None, groups: Parts | None = None, columns: Columns | None = None) -> Tally:
        self = object.__new__(cls)
        self._cells, self._groups, self._columns = cells, groups, columns
        return self

    @classmethod
    def from_counts(cls, rows: Iterable[Sequence[Index]]) -> Tally:
        """Return the tally of rows of class counts: (failures, successes), or (number of 0, number of 1, ...).

        For c successes in n trials pass (n - c, c), not (n, c).

        >>> Tally.from_counts([(2, 3), (1, 4), (2, 3)]).histogram
        {(2, 3): 2, (1, 4): 1}
        """
        return cls._added(cells_of_rows(rows))

    @classmethod
    def from_histogram(cls, histogram: Mapping[Any, int] | Iterable[tuple[Any, int]]) -> Tally:
        """Return the tally of {class counts: number of questions}, or of pairs (class counts, number of questions).

        >>> Tally.from_histogram({(2, 3): 2, (1, 4): 1}).questions
        3
        """
        return cls._added(cells_of_histogram(histogram))

    @classmethod
    def _added(cls, cells: Iterable[tuple[Cell, int]]) -> Tally:
        return cls._of(added(cells))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally of the dictionary that to_dict returned. Refuse any other value."""
        return cls._added(cells_of_dict(data))

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as a dictionary for JSON. Equal tallies give equal dictionaries.

        >>> Tally([[0, 1, 1], [1, 1, 1]]).to_dict()
        {'version': 1, 'cells': [[1, [0, 3], []], [1, [1, 2], []]]}
        """
        cells = [[questions, list(counts), list(prior)] for (counts, prior), questions in sorted(self.cells.items())]
        return {"version": 1, "cells": cells}

    @property
    def questions(self) -> int:
        """M, the number of questions."""
        if self._columns:
            return len(self._columns[1][0])
        counts = self._groups.values() if self._groups else [self._cells or {}]
        return sum([sum(part.values()) for part in counts])

    @property
    def trials(self) -> int | None:
        """N, the number of trials of every question; None if questions differ in N or there are none."""
        lengths = trial_numbers(self)
        return lengths[0] if len(lengths) == 1 else None

    @property
    def classes(self) -> int:
        """The number of classes, at least 2: the highest class that occurs, plus 1."""
        if self._columns:
            return 1 + len(self._columns[1])
        return 2 if self._groups else max([len(counts) for counts, _ in self._cells or ()], default=2)

    @property
    def has_prior(self) -> bool:
        """Whether any question has prior outcomes."""
        return self._cells is not None and any(prior for _, prior in self._cells)

    @property
    def histogram(self) -> dict[ClassCounts, int]:
        """{counts of a question's classes: number of questions}. Prior outcomes are not counted."""
        histogram: dict[ClassCounts, int] = {}
        for (counts, _), questions in self.cells.items():
            histogram[counts] = histogram.get(counts, 0) + questions
        return histogram

    @property
    def cells(self) -> dict[Cell, int]:
        """{(class counts of a question's trials, of its prior outcomes or ()): number of questions}."""
        if self._cells is None and self._columns:
            N, counts = self._columns
            self._cells = of_vectors(counted(zip((N - counts.sum(axis=0)).tolist(), *counts.tolist())))
        if self._cells is None:
            groups = (self._groups or {}).items()
            self._cells = {((n - s, s), ()): number for n, group in groups for s, number in group.items()}
        return dict(self._cells)

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally._added((*self.cells.items(), *other.cells.items()))

    def __eq__(self, other: object) -> bool:
        return self.cells == other.cells if isinstance(other, Tally) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self.cells.items()))

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any]]]:
        return type(self).from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        lengths = trial_numbers(self)
        trials = f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else f"{lengths[0] if lengths else 0}"
        return f"<Tally: {self.questions} questions, {trials} trials each, {self.classes} classes>"

    def _checked(self, highest: int = 1, hint: str = "", R0: Prior = None, name: str = "R") -> Tally:
        """Return this tally if `tally_of` can take it as R with these arguments. Else raise a ValueError."""
        which, prior_name = "the tally" if name == "R" else f"the tally {name}", f"R0{name[1:]}"
        if R0 is not None:
            raise ValueError(f"{prior_name} cannot be given with a tally: prior outcomes are part of it")
        if not (self._groups or self._cells or self._columns):
            raise ValueError(f"{name} must have at least one question (M >= 1); {which} is empty")
        if len(self._cells or ()) > MOST_LENGTHS and len(trial_numbers(self)) > MOST_LENGTHS:
            raise over_limit(name, f"{which} has more than {MOST_LENGTHS} different numbers of trials N")
        if self.classes > highest + 1:
            for who, vectors in (name, self.histogram), (prior_name, [prior for _, prior in self.cells]):
                top = max([j for counts in vectors for j, number in enumerate(counts) if number], default=0)
                if top > highest:
                    raise ValueError(f"Entries of {who} must be integers in [0, {highest}]{hint}; {which} has {top}")
        return self

    def _success_groups(self) -> Parts:
        """Return {N: {successes: number of questions}} of 0/1 outcomes. The caller must not change the dictionary."""
        if self._groups is None and self._columns:
            from ._outcomes.arrays import groups_of

            self._groups = groups_of(self._columns)
        if self._groups is None:
            groups: Parts = {}
            for ((failures, successes), _), number in (self._cells or {}).items():
                group = groups.setdefault(failures + successes, {})
                group[successes] = group.get(successes, 0) + number
            self._groups = groups
        return self._groups


def tally_of(
    R: Any,
    highest: int = 1,
    hint: str = "",
    R0: Any = None,
    name: str = "R",
    ragged: bool | None = None,
    by_row: bool = True,
) -> Tally:
    """Return the tally of R and its prior outcomes R0. Refuse outcomes outside 0..highest, and an R without questions.

    The other arguments are those of OutcomeReader.
    """
    if isinstance(R, Tally):
        return R._checked(highest, hint, R0, name)
    plain = plain_counts(R, highest) if R0 is None else None
    if plain:
        N, keys = plain
        if type(next(iter(keys))) is int:
            return Tally._of(None, {N: keys})
        return Tally._of(of_vectors(keys))
    outcomes = Tally._of(*_parts_of_matrix(R, highest, hint, R0, name, ragged, by_row))
    if not outcomes.questions:
        raise emptiness(name, "it has no rows")
    return outcomes


def _parts_of_matrix(
    R: Any, highest: int, hint: str, R0: Prior, name: str, ragged: bool | None, by_row: bool = True
) -> TallyParts:
    """Return the arguments of Tally._of for a matrix R. The other arguments are those of `tally_of`."""
    from ._outcomes.reader import OutcomeReader

    if R0 is None and highest and is_array(R):
        from ._outcomes.arrays import array_counts

        counts = array_counts(R, highest)
        if counts is not None:
            return None, None, (R.shape[1], counts)
    reader = OutcomeReader(name, highest, hint, ragged, by_row)
    if R0 is not None:
        from ._outcomes.prior import cells_with_prior

        return added(cells_with_prior(reader, R, R0, f"R0{name[1:]}")), None, None  # R0_a for R_a
    return parts_of(reader, reader.count(R))


def trial_numbers(outcomes: Tally) -> list[int]:
    """Return the different numbers of trials N that questions have, ascending."""
    groups = outcomes._groups
    if groups:
        return sorted(groups)
    if outcomes._columns:
        return [outcomes._columns[0]]
    return sorted({sum(counts) for counts, _ in outcomes._cells or ()})
