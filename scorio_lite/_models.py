"""Models side by side: the outcomes of each as a tally."""

from __future__ import annotations

from ._arguments import iterator, listed, shown
from ._outcomes import emptiness
from ._outcomes.reader import PLAIN, Reader, is_row
from .tally import Tally, tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable


def model_tallies(R: Any, highest: int = 1, hint: str = "", R0: Any = None) -> list[Tally]:
    """The tallies of two models or more: of matrices of one size, of rows in which each outcome is a question, or given
    as such. Entries are in 0..highest; `hint` says in an error what else would make another one right.
    """
    hint = " (real, finite integer-valued outcomes)" + hint
    prior = None if R0 is None else _Prior(R0, highest, hint)
    tallies: list[Tally] = []
    first: tuple[int, Tally] | None = None
    for i, model in enumerate(_models(R)):
        name = f"R[{i}]"
        if isinstance(model, Tally):
            tallies.append(tally(model, highest, hint, R0, name))
            continue
        outcomes = prior.joined(i, model) if prior else tally(model, highest, hint, None, name)
        first = first or (i, outcomes)
        _check_size(i, outcomes, *first)
        tallies.append(outcomes)
    if len(tallies) < 2:
        raise ValueError(f"R must have at least 2 models (L >= 2) to rank; it has {len(tallies)}")
    if prior:
        prior.check_models(len(tallies))
    return tallies


def _models(R: Any) -> Iterable[Any]:
    opened = R if getattr(R, "ndim", 0) == 3 else listed(R)  # the matrices of an array are read best as arrays
    models = iterator(opened)
    if models is None:
        wanted = "R must be 3-D (models x questions x trials) or 2-D (models x questions, one trial each)"
        raise ValueError(f"{wanted}; got {shown(opened)}")
    return models


def _check_size(i: int, outcomes: Tally, first: int, expected: Tally) -> None:
    """Refuse a matrix that is not as large as the first one."""
    if (outcomes.questions, outcomes.trials) != (expected.questions, expected.trials):
        raise ValueError(
            f"R must be rectangular: model {i} has {outcomes.questions} questions x {outcomes.trials} trials, model "
            f"{first} has {expected.questions} x {expected.trials}; models of different sizes can be ranked as tallies"
        )


class _Prior:
    """R0: the prior outcomes of the questions, M x D for all models or L x M x D."""

    def __init__(self, R0: Any, highest: int, hint: str) -> None:
        self.highest = highest
        self.hint = hint
        reader = Reader("R0", highest, hint)
        found = iterator(reader.opened(R0))
        parts = [] if found is None else list(reader.rows(_copied(part) for part in found))
        dimensions = 1 if reader.flat else _dimensions(parts) if parts else 0
        if dimensions not in (2, 3):
            raise ValueError(f"R0 must be shape (M, D) or (L, M, D); it is {dimensions}-D")
        self.shared = dimensions == 2
        kind, shape = ("Shared", "(M, D)") if self.shared else ("Model-specific", "(L, M, D)")
        self.wanted = f"{kind} R0 must have shape {shape}"
        if self.shared:
            self.counts = [reader.by_question(parts)]
            return
        readers = [Reader(f"R0[{i}]", highest, hint) for i in range(len(parts))]
        self.counts = [reader.by_question(reader.rows(part)) for reader, part in zip(readers, parts)]
        for i, reader in enumerate(readers):
            if reader.flat or reader.columns != readers[0].columns:
                raise ValueError(f"{self.wanted}; R0[{i}] is not as wide as R0[0]")

    def joined(self, i: int, model: Any) -> Tally:
        """The tally of model i with its prior outcomes."""
        reader = Reader(f"R[{i}]", self.highest, self.hint)
        rows = reader.rows(model)
        if reader.flat:
            rows, reader.columns = zip(next(iter(rows), ())), 1
        observed = reader.by_question(rows)
        if not observed:
            raise emptiness(f"R[{i}]", "it has no rows")
        if not self.shared and i >= len(self.counts):
            raise ValueError(f"{self.wanted}; it has {i} models, R has more")
        prior = self.counts[0 if self.shared else i]
        if len(prior) != len(observed):
            which = "it" if self.shared else f"R0[{i}]"
            raise ValueError(f"{self.wanted}; {which} has {len(prior)} rows, R[{i}] has {len(observed)} questions")
        return Tally._added((cell, 1) for cell in zip(observed, prior))

    def check_models(self, models: int) -> None:
        if not self.shared and len(self.counts) != models:
            raise ValueError(f"{self.wanted}; it has {len(self.counts)} models, R has {models}")


def _copied(rows: Any) -> Any:
    """The rows of a model, read as they are made: their maker may use one list for all of them."""
    opened = listed(rows)
    found = None if type(opened) in PLAIN else iterator(opened)
    return rows if found is None else [row[:] if type(row) is list else row for row in found]


def _dimensions(value: Any) -> int:
    """How deep lists are nested, as far as their first items show; at most 4."""
    depth = 0
    while depth < 4 and is_row(value):
        value = listed(value)
        value = value[0] if type(value) in (list, tuple) and value else None
        depth += 1
    return depth
