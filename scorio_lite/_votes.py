"""Count how often each answer to a question was given, from answers and outcomes, or from counts."""

from __future__ import annotations

from ._arguments import flag, integral, items, same_index, shown
from ._outcomes import emptiness
from ._outcomes.cells import list_of_dict, number_in, opened
from .tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, Mapping, Sequence

    from ._types import VoteCounts

_WANTED = "(counts of right answers, counts of wrong answers, number of None), such as ([3], [2, 1], 0)"


class VoteTally:
    """For each question in order: how often each right answer, each wrong answer and no answer was given.

    cons_at_k, vote_curve and the functions of confidence take a VoteTally in place of answers and R. You can add vote
    tallies (the questions of the second follow those of the first), compare, hash, copy and pickle them. They are
    immutable. `VoteTally()` is empty, the start of a sum: sum(parts, VoteTally()).

    answers  questions x trials: any hashable values. Equal values are the same answer: 1, 1.0 and True are equal, "a"
             and "a " are not. None is no answer. NaN, which is not equal to itself, is refused.
    R        whether each answer is right: 0 or 1, in the same shape. Equal answers of a question must all be right or
             all be wrong, and a None must have 0.
    ragged   whether rows may differ in length. Each question is scored with its own number of trials.

    >>> votes = VoteTally([["7", "8", "7", None], ["x", "y", "y", "z"]], [[1, 0, 1, 0], [1, 0, 0, 0]])
    >>> votes.counts
    [((2,), (1,), 1), ((1,), (2, 1), 0)]
    """

    _kind = "scorio_lite.VoteTally"
    _instead = "; VoteTally.outcomes is what other metrics take"
    __slots__ = ("_index", "_rows")
    _index: Any  # of the frames that were read; else None
    _rows: tuple[VoteCounts, ...]

    def __new__(cls, answers: Iterable[Any] = (), R: Iterable[Any] | None = None, ragged: bool = False) -> VoteTally:
        if R is None and (not isinstance(answers, (list, tuple)) or answers):
            raise ValueError("R must be given with answers: 0 or 1 for each")
        index = same_index(("answers", answers), ("R", R))
        return cls._of(_read_votes(answers, () if R is None else R, flag(ragged, "ragged")), index)

    @classmethod
    def _of(cls, rows: Iterable[VoteCounts], index: Any = None) -> VoteTally:
        self = object.__new__(cls)
        self._index = index
        same: dict[VoteCounts, VoteCounts] = {}
        self._rows = tuple([same.setdefault(votes, votes) for votes in rows])
        return self

    @classmethod
    def from_counts(cls, rows: Iterable[Sequence[Any]]) -> VoteTally:
        """Return the VoteTally of (counts of right answers, counts of wrong answers, number of None) for each question.

        >>> VoteTally.from_counts([([2], [1], 1), ([1], [2, 1], 0)]).questions
        2
        """
        found = opened(rows, f"rows must be an iterable of {_WANTED}")
        return cls._of(_from_counts(row, f"rows[{i}]") for i, row in enumerate(found))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> VoteTally:
        """Return the VoteTally of the dictionary that to_dict returned. Refuse any other value."""
        rows = list_of_dict(data, "votes", "data must be what VoteTally.to_dict returns")
        return cls._of(_from_counts(row, f"data['votes'][{i}]") for i, row in enumerate(rows))

    def to_dict(self) -> dict[str, Any]:
        """Return the votes as a dictionary for JSON.

        >>> VoteTally([["7", "8", "7", None]], [[1, 0, 1, 0]]).to_dict()
        {'version': 1, 'votes': [[[2], [1], 1]]}
        """
        return {"version": 1, "votes": [[list(right), list(wrong), none] for right, wrong, none in self._rows]}

    @property
    def counts(self) -> list[VoteCounts]:
        """The votes of each question: (counts of right answers, counts of wrong answers, number of None)."""
        return list(self._rows)

    @property
    def outcomes(self) -> Tally:
        """R as a Tally, for metrics that take no answers."""
        return Tally.from_counts((sum(wrong) + none, sum(right)) for right, wrong, none in self._rows)

    @property
    def questions(self) -> int:
        """M, the number of questions."""
        return len(self._rows)

    def lengths(self) -> list[int]:
        """Return the number of trials N of each question."""
        return [sum(right) + sum(wrong) + none for right, wrong, none in self._rows]

    def __add__(self, other: VoteTally) -> VoteTally:
        if not isinstance(other, VoteTally):
            return NotImplemented
        return VoteTally._of(self._rows + other._rows)

    def __eq__(self, other: object) -> bool:
        return self._rows == other._rows if isinstance(other, VoteTally) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._rows)

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self).from_counts, (self.counts,)

    def __repr__(self) -> str:
        return f"<VoteTally: {self.questions} questions>"


def vote_tally(answers: VoteTally | Iterable[Any], R: Iterable[Any] | None, ragged: bool = False) -> VoteTally:
    """Return VoteTally(answers, R, ragged), or `answers` if it is one: then R must be None. Refuse an empty tally."""
    if not isinstance(answers, VoteTally):
        if R is None:
            raise ValueError("R must be given with answers: 0 or 1 for each; only a VoteTally has both")
        answers = VoteTally(answers, R, ragged)
    elif R is not None:
        way_out = f"; for k write k={R}" if isinstance(R, int) else ""
        raise ValueError(f"R cannot be given with a VoteTally: which answers are right is part of it{way_out}")
    if not answers.questions:
        raise emptiness("answers", "it has no rows")
    return answers


def _read_votes(answers: Iterable[Any], R: Iterable[Any], ragged: bool) -> Iterator[VoteCounts]:
    from ._outcomes.reader import OutcomeReader
    from ._scores import check_shapes

    reader = OutcomeReader("R", 1, "", ragged)
    reader.longer = "; VoteTally(answers, R, ragged=True) takes rows of different lengths"
    reader.wrong = "; for right answers gold pass [[a == g for a in row] for row, g in zip(answers, gold)]"
    matrix = reader.matrix(R)
    reader.by_question(matrix)
    is_flat = reader.flat and matrix
    wanted = "must be a sequence, in the shape of R"
    rows = [answers] if is_flat else opened(answers, f"answers {wanted}")
    where = "answers {wanted}" if is_flat else "row {i} of answers {wanted}"
    given = [list(opened(row, where.format(i=i, wanted=wanted))) for i, row in enumerate(rows)]
    check_shapes(matrix, given, ("R", "answers"))
    for i, (row, outcomes) in enumerate(zip(given, matrix)):
        if not {int, bool, float}.issuperset(map(type, outcomes)):
            outcomes = [integral(outcome) for outcome in outcomes]
        yield _votes(row, outcomes, "" if is_flat else f"[{i}]")


def _votes(answers: list[Any], outcomes: list[Any], place: str) -> VoteCounts:
    """Return (counts of right answers, counts of wrong answers, number of None). Errors show `place`, such as "[3]"."""
    first: dict[Any, int] = {}  # where each answer stands
    times: dict[Any, int] = {}
    for j, (answer, outcome) in enumerate(zip(answers, outcomes)):
        try:
            i = first.setdefault(answer, j) if answer == answer else None
        except (TypeError, ValueError):  # it cannot be hashed or compared
            i = None
        if i is None:
            wanted = "answers must be hashable, equal to themselves (None is no answer), in the shape of R"
            raise ValueError(f"{wanted}; got {shown(answer)} at answers{place}[{j}]")
        if answer is None and outcome:
            why = f"got 1 at R{place}[{j}], where answers has None"
            raise ValueError(f"R must be 0 where there is no answer; {why}")
        if outcomes[i] != outcome:
            which = f"{shown(answer)} is {'right' if outcome else 'wrong'} at R{place}[{j}], and not at R{place}[{i}]"
            raise ValueError(f"equal answers of a question must all be right, or all be wrong; {which}")
        times[answer] = times.get(answer, 0) + 1
    none = times.pop(None, 0)
    right, wrong = ([n for answer, n in times.items() if outcomes[first[answer]] == side] for side in (1, 0))
    return _descending(right), _descending(wrong), none


def _from_counts(row: Any, place: str) -> VoteCounts:
    parts = items(row, place) or ()
    sides = [items(part, place) for part in parts[:2]]
    if len(parts) != 3 or None in sides:
        raise ValueError(f"{place} must be {_WANTED}; got {shown(row)}")
    right, wrong, (none,) = ([number_in(n, "counts", place) for n in side or ()] for side in (*sides, parts[2:]))
    if not any((*right, *wrong, none)):
        raise ValueError(f"{place} must have at least one trial (N >= 1); its counts are all 0")
    return _descending(right), _descending(wrong), none


def _descending(counts: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted([n for n in counts if n], reverse=True))
