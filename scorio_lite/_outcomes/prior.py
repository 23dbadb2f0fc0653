"""Read outcomes with prior outcomes R0, a row for each row of R."""

from __future__ import annotations

from .._arguments import iterator, listed, same_index
from .reader import OutcomeReader, is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .._types import Cell


def cells_with_prior(
    observed: OutcomeReader, R: Any, R0: Any, name: str, wanted: str = "", rows: Any = None
) -> Iterator[tuple[Cell, int]]:
    """Return an iterator for `cells.added`: ((class counts of trials, of prior outcomes), 1) for each question.

    `observed` reads R. A flat R0 is cut into a row for each row of R. Errors call R0 `name`; those about its number of
    rows begin with `wanted`. `rows` has the rows of R0 if the caller has read them already, else None.
    """
    reader = OutcomeReader(name, observed.highest, observed.hint, observed.ragged)
    same_index((observed.name, R), (name, R0))
    questions = observed.rows(R)
    if observed.flat and not observed.by_row:
        questions, observed.columns = zip(next(iter(questions), ())), 1
    counts = observed.by_question(questions)
    M, priors = len(counts), reader.rows(R0 if rows is None else rows)
    wanted = wanted or f"{name} must have the same number of rows (M) as {observed.name}"
    if reader.flat:
        outcomes = next(iter(priors), ())
        reader.columns, rest = divmod(len(outcomes), M) if M else (0, len(outcomes))
        if rest:
            whole = f"{len(outcomes)} outcomes cannot be cut into {M} rows"
            raise ValueError(f"{wanted}, or be flat and reshaped row by row: {whole}")
        priors = (outcomes[i * reader.columns : (i + 1) * reader.columns] for i in range(M))
    prior = reader.by_question(priors)
    if len(prior) != M:
        raise ValueError(f"{wanted}; {name} has {len(prior)} rows, {observed.name} has {M}")
    return (((question, before), 1) for question, before in zip(counts, prior))


def priors_of_models(R0: Any) -> list[tuple[Any, str, str, Any]]:
    """Return a list of the arguments (R0, name, wanted, rows) with which to call `cells_with_prior`.

    R0 has D prior outcomes of each of M questions. If its shape is (M, D), all L models share it, and the list has one
    tuple. If its shape is (L, M, D), the list has a tuple for each model. Refuse other shapes.
    """
    parts = [(part, _nested(part)) for part in iterator(listed(R0)) or ()]  # each part as it is given, and a copy
    rows = [copied for _, copied in parts]
    depth, item = 0, [rows]
    while item and type(item[0]) is list:
        depth, item = depth + 1, item[0]
    if depth == 2:
        return [(R0, "R0", "Shared R0 must have shape (M, D)", rows)]
    if depth != 3:
        raise ValueError(f"R0 must be shape (M, D) or (L, M, D); it is {depth}-D")
    wanted = "Model-specific R0 must have shape (L, M, D)"
    return [(part, f"R0[{i}]", wanted, copied) for i, (part, copied) in enumerate(parts)]


def _nested(value: Any) -> Any:
    """Return a copy of rows in rows, as lists in lists. Return an outcome unchanged."""
    return [_nested(item) for item in iterator(listed(value)) or ()] if is_row(value) else value
