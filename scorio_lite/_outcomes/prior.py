"""Read outcomes with prior outcomes R0, a row for each row of R."""

from __future__ import annotations

from .._arguments import same_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .._types import Cell
    from .reader import OutcomeReader


def cells_with_prior(
    R: Any, R0: Iterable[Any], observed: OutcomeReader, reader: OutcomeReader
) -> Iterator[tuple[Cell, int]]:
    """Return (cell, 1) of each question. `observed` reads R, `reader` R0, which is cut into M rows if it is flat."""
    given, name = observed.name, reader.name
    observed.ways = observed.ways[0].replace("(R,", f"(R, {name},"), "", observed.ways[2]
    same_index((given, R), (name, R0))
    counts = observed.by_question(observed.rows(R))
    questions = len(counts)
    rows = reader.rows(R0)
    if reader.flat:
        outcomes = next(iter(rows), ())
        reader.columns, rest = divmod(len(outcomes), questions) if questions else (0, len(outcomes))
        if rest:
            raise ValueError(
                f"{name} must have the same number of rows (M) as {given}, or be flat and reshaped row by row: "
                f"{len(outcomes)} outcomes cannot be cut into {questions} rows"
            )
        rows = (outcomes[i * reader.columns : (i + 1) * reader.columns] for i in range(questions))
    prior = reader.by_question(rows)
    if len(prior) != questions:
        raise ValueError(
            f"{name} must have the same number of rows (M) as {given}; {name} has {len(prior)}, {given} has {questions}"
        )
    return (((one, before), 1) for one, before in zip(counts, prior))
