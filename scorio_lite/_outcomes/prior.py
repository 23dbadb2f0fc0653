"""Read outcomes with prior outcomes R0, a row for each row of R."""

from __future__ import annotations

from .._arguments import same_index
from .reader import OutcomeReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .._types import Cell


def cells_with_prior(
    observed: OutcomeReader, R: Any, R0: Any, name: str, wanted: str = ""
) -> Iterator[tuple[Cell, int]]:
    """Return (cell, 1) of each question. `observed` reads R. R0 is cut into M rows if it is flat.

    Errors call R0 by `name`. `wanted` is what an error says about an R0 with other rows.
    """
    reader = OutcomeReader(name, observed.highest, observed.hint, observed.ragged)
    same_index((observed.name, R), (name, R0))
    rows = observed.rows(R)
    if observed.flat and not observed.by_row:
        rows, observed.columns = zip(next(iter(rows), ())), 1
    counts = observed.by_question(rows)
    M, rows = len(counts), reader.rows(R0)
    wanted = wanted or f"{name} must have the same number of rows (M) as {observed.name}"
    if reader.flat:
        outcomes = next(iter(rows), ())
        reader.columns, rest = divmod(len(outcomes), M) if M else (0, len(outcomes))
        if rest:
            whole = f"{len(outcomes)} outcomes cannot be cut into {M} rows"
            raise ValueError(f"{wanted}, or be flat and reshaped row by row: {whole}")
        rows = (outcomes[i * reader.columns : (i + 1) * reader.columns] for i in range(M))
    prior = reader.by_question(rows)
    if len(prior) != M:
        raise ValueError(f"{wanted}; {name} has {len(prior)} rows, {observed.name} has {M}")
    return (((question, before), 1) for question, before in zip(counts, prior))
