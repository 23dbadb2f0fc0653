"""Prior outcomes, R0, read to go with R."""

from __future__ import annotations

from ._reader import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ._reader import Counts


def prior_name(matrix: str) -> str:
    """What R0 is called beside R."""
    return f"R0{matrix[1:]}"  # R0_a for R_a


def prior_counts(R0: Iterable[Any], questions: int, observed: Reader) -> list[Counts]:
    """The counts of R0 row by row; a flat one is cut into as many rows as there are questions."""
    name, R = prior_name(observed.name), observed.name
    reader = Reader(name, observed.highest, observed.hint, observed.ragged)
    rows = reader.rows(R0)
    if reader.flat:
        outcomes = next(iter(rows), ())
        reader.columns, rest = divmod(len(outcomes), questions) if questions else (0, len(outcomes))
        if rest:
            raise ValueError(
                f"{name} must have the same number of rows (M) as {R}, or be flat and reshaped row by row: "
                f"{len(outcomes)} outcomes cannot be cut into {questions} rows"
            )
        rows = (outcomes[i * reader.columns : (i + 1) * reader.columns] for i in range(questions))
    prior = reader.by_question(rows)
    if len(prior) != questions:
        raise ValueError(
            f"{name} must have the same number of rows (M) as {R}; {name} has {len(prior)}, {R} has {questions}"
        )
    return prior
