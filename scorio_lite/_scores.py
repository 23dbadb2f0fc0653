"""Real scores, such as those of a judge, for each trial of each question. They keep their exact values."""

from __future__ import annotations

from math import frexp, fsum, isfinite

from ._arguments import exact_numbers, index_of, is_missing, real, same_range, scalar, shown
from ._outcomes import emptiness, is_array
from ._outcomes.cells import opened
from ._outcomes.reader import is_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, NoReturn, Sequence

    from ._types import Real, ScoreRow

_PLAIN_KINDS = {float, int}
_TWO_DOUBLES = 106  # bits
_SAFE_SHIFT = 1000  # 2**_SAFE_SHIFT is a double
_TINY = 2.0**-60  # lost in 1.0 however the processor rounds to nearest


class Scores:
    """Real scores of the trials of each question, such as 0.37 instead of 0 or 1. Questions are in order.

    max_at_k and best_of_k (also those of exact), exact.avg, rank.avg and confidence take Scores in place of R. You can
    add Scores (the questions of the second follow those of the first), compare, hash, copy and pickle them. They are
    immutable. `Scores()` is empty.

    rows       questions x trials: real numbers, each at its exact value. Rows may differ in length. A flat row is one
               question: for one score of each question pass [[x] for x in xs].
    low, high  the range of the scale, not of the data: 1 and 5 for a judge who gives 1 to 5. Intervals allow for any
               score in this range. So give no wider range than the scale has: if all scores are in 45..55, a range of
               0..100 makes intervals several times as long as those of Student's t.

    >>> from scorio_lite import Scores, max_at_k
    >>> scores = Scores([[0.5, 0.75], [0.25, 1.0], [1.0, 1.0]])
    >>> max_at_k(scores, 1), max_at_k(scores, 2), scores.at_least(0.75)
    (0.75, 0.9166666666666666, [[0, 1], [0, 1], [1, 1]])
    """

    _kind = "scorio_lite.Scores"
    _instead = ", for which there are confidence.avg and max_at_k; Scores.at_least(threshold) gives outcomes"
    __slots__ = ("_array", "_index", "_rows", "_shift", "high", "low")
    low: Any
    high: Any
    _rows: tuple[ScoreRow, ...] | None  # with an array, None until they are asked for
    _array: Any  # of doubles, with a shift; else None
    _index: Any  # of the frame that was read; else None
    _shift: int | None  # unless None, all scores are multiples of 2**-shift, and `sums` uses this

    def __new__(cls, rows: Iterable[Any] = (), low: Real = 0, high: Real = 1) -> Scores:
        ends = _number(low, "low"), _number(high, "high")
        if ends[0] > ends[1]:
            raise ValueError(f"low must not exceed high; got low={shown(low)}, high={shown(high)}")
        if is_array(rows):
            array, of_array = _doubles_of(rows, *ends)
            if array is not None:
                return cls._of(None, *ends, of_array, array)
        given, is_flat = cell_rows(rows)
        are_plain, shift = _shift_of(given, *ends)
        if not are_plain:
            place = "rows[{1}]" if is_flat else "rows[{0}][{1}]"
            given = [
                tuple([_number(x, place.format(i, j), ends) for j, x in enumerate(row)]) for i, row in enumerate(given)
            ]
            _, shift = _shift_of(given, *ends)
        return cls._of(tuple(given), *ends, shift, index=index_of(rows))

    @classmethod
    def _of(cls, rows: Any, low: Any, high: Any, shift: int | None, array: Any = None, index: Any = None) -> Scores:
        self = object.__new__(cls)
        for name, value in zip(cls.__slots__, (array, index, rows, shift, high, low)):
            object.__setattr__(self, name, value)
        return self

    def __setattr__(self, name: str, *_: object) -> NoReturn:
        raise AttributeError(f"Scores are immutable: {name} cannot be set")

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The scores as a tuple of rows. A row is the tuple of a question's scores."""
        if self._rows is None:
            object.__setattr__(self, "_rows", tuple(map(tuple, self._array.tolist())))
        return self._rows or ()

    @property
    def questions(self) -> int:
        """M, the number of questions."""
        return len(self)

    @property
    def trials(self) -> int | None:
        """N, the number of trials of every question; None if questions differ in N or there are none."""
        lengths = set(self.lengths())
        return lengths.pop() if len(lengths) == 1 else None

    def at_least(self, threshold: Real) -> list[list[int]]:
        """Return rows of outcomes, an R for the other metrics: 1 for a score of at least the threshold, else 0."""
        least = _number(threshold, "threshold")
        return [[int(score >= least) for score in row] for row in self.rows]

    def lengths(self) -> list[int]:
        """Return the number of trials N of each question."""
        return list(map(len, self.rows)) if self._array is None else [self._array.shape[1]] * len(self)

    def __len__(self) -> int:
        return len(self.rows if self._array is None else self._array)

    def __add__(self, other: Scores) -> Scores:
        if not isinstance(other, Scores):
            return NotImplemented
        same_range(self, other, "the Scores that are added")
        rows = self.rows + other.rows
        return Scores._of(rows, self.low, self.high, _shift_of(rows, self.low, self.high)[1])

    def _parts(self) -> tuple[Any, ...]:
        return self.rows, self.low, self.high

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Scores) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return type(self), self._parts()

    def __repr__(self) -> str:
        return f"<Scores: {self.questions} questions, in [{shown(self.low)}, {shown(self.high)}]>"

    def numerators(self) -> tuple[Iterator[list[int]], int]:
        """Return (iterator over rows of integers, d). A score is its integer divided by d."""
        if self._shift is not None:
            times = float(1 << self._shift).__mul__
            return (list(map(int, map(times, row))) for row in self.rows), 1 << self._shift
        flat, d = exact_numbers([score for row in self.rows for score in row], "R")
        rest = iter(flat)
        return ([n for _, n in zip(row, rest)] for row in self.rows), d

    def sums(self) -> tuple[list[int], int]:
        """Return ([sum of each row, as an integer], d). The sum of a row's scores is its integer divided by d."""
        # Without an array, a row of N scores is summed in two parts: the float that `sum` gives, and the rest that its
        # roundings lost. Each addition loses at most 2**-53 times N times the highest score. By the choice of `_shift`,
        # all lose less than 2**(53 - shift). The rest is a multiple of 2**-shift, as all scores are. So it is a double,
        # and fsum gives it exactly. If the processor does not round to the nearest, fsum is not exact, and integers are
        # added.
        if self._shift is None or (self._array is None and not 1.0 + _TINY == 1.0 == 1.0 - _TINY):
            rows, d = self.numerators()
            return list(map(sum, rows)), d
        scale = float(1 << self._shift)  # pow rounds as the processor is set
        if self._array is not None:  # cut scores at 2**(up - shift), so no sum of a part reaches 2**53 of its units
            up = max(0, self._shift + _exponent(self.low, self.high) + self._array.shape[1].bit_length() - 53)
            rests = self._array * (scale / float(1 << up))
            wholes = rests.round()
            rests -= wholes
            pairs = wholes.sum(axis=1).astype("i8").tolist(), (rests.sum(axis=1) * float(1 << up)).astype("i8").tolist()
            return [(n << up) + rest for n, rest in zip(*pairs)], 1 << self._shift
        near = list(map(sum, self.rows))
        return [int(s * scale) + int(fsum([-s, *row]) * scale) for s, row in zip(near, self.rows)], 1 << self._shift


def cell_rows(values: Any, name: str = "rows", what: str = "real scores") -> tuple[list[ScoreRow], bool]:
    """Return (rows as tuples, whether `values` is one flat row). Errors say that `name` must have `what`."""
    given = opened(values, f"{name} must be a sequence of {what}, or of rows of them")
    rows: list[ScoreRow] = []
    for row in given:
        if type(row) is not list and type(row) is not tuple:
            if not rows and not is_row(row):
                return [(row, *given)], True
            row = opened(row, f"{name}[{len(rows)}] must be a sequence of {what}")
        rows.append(tuple(row))
        if not rows[-1]:
            raise emptiness(name, f"{name}[{len(rows) - 1}] is empty")
    return rows, False


def check_shapes(rows: Sequence[Any], others: Sequence[Any], names: tuple[str, str]) -> None:
    """Refuse `others` unless it has as many rows as `rows`, of the same lengths. `names` are those of the arguments."""
    name, other = names
    for i, (row, one) in enumerate(zip(rows, others)):
        if len(row) != len(one):
            found = f"row {i} has {len(row)} in {name}, {len(one)} in {other}"
            raise ValueError(f"{other} must have the shape of {name}; {found}")
    if len(rows) != len(others):
        raise ValueError(f"{other} must have the shape of {name}; {name} has {len(rows)} rows, {other} {len(others)}")


def _shift_of(rows: Sequence[ScoreRow], low: Any, high: Any) -> tuple[bool, int | None]:
    """Return (True, result of `_shift_within`) if all scores are ints or doubles in low..high; else (False, None)."""
    flat: list[Any] = []
    for row in rows:
        flat += row
    if not flat or not _PLAIN_KINDS.issuperset(map(type, flat)):
        return False, None
    try:
        is_finite, least = isfinite(sum(flat)), min(flat)  # a NaN makes the sum NaN
    except OverflowError:
        return False, None
    if not (is_finite and low <= least and max(flat) <= high):
        return False, None
    least = least if least > 0 else min(map(abs, filter(None, flat)), default=1)
    return True, _shift_within(least, low, high, max(map(len, rows)))


def _doubles_of(array: Any, low: Any, high: Any) -> tuple[Any, int | None]:
    """Return (the array as doubles, the s of `_shift_within`); (None, None) if it must be read as rows."""
    kind, size = array.dtype.kind, array.dtype.itemsize
    if array.ndim != 2 or not array.size or not ((kind == "f" and size <= 8) or (kind in "iu" and size <= 4)):
        return None, None
    array = array.astype("f8", order="C")
    least = array.min().item()
    if not (low <= least and array.max().item() <= high):
        return None, None
    if least <= 0:
        sizes = abs(array)
        sizes = sizes[sizes > 0]
        least = sizes.min().item() if sizes.size else 1
    shift = _shift_within(least, low, high, array.shape[1])
    return None if shift is None else array, shift


def _shift_within(least: float, low: Any, high: Any, longest: int) -> int | None:
    """Return an s so that all scores are multiples of 2**-s; None if a row's sum may not fit into two doubles.

    `least` is the least |score| > 0, and `longest` the length of the longest row. Scores are in low..high.
    """
    top, shift = _exponent(low, high), max(0, 53 - frexp(least)[1])
    fits = top <= 53 and shift < _SAFE_SHIFT and top + 2 * longest.bit_length() + shift < _TWO_DOUBLES
    return shift if fits else None


def _exponent(low: Any, high: Any) -> int:
    """Return the least e with |score| < 2**e for all scores in low..high, but at most 54."""
    return frexp(min(max(abs(low), abs(high)), 2**53))[1]


def _number(value: Any, name: str, ends: tuple[Any, Any] | None = None) -> Any:
    """Return a real number as an int, float, Fraction or Decimal. Refuse others, and any outside ends[0]..ends[1]."""
    number = scalar(value)
    if ends and is_missing(number):
        way = "with low, and then with high in its place, results are a range"
        raise ValueError(f"{name} must be a finite real number; got {shown(number)}; {way}")
    n, d = real(number, name)
    if isinstance(number, float):
        number = float(number)
    elif type(number).__module__ not in ("fractions", "decimal"):
        from fractions import Fraction

        number = n if d == 1 else Fraction(n, d)
    if ends and not ends[0] <= number <= ends[1]:
        wanted = f"in [{shown(ends[0])}, {shown(ends[1])}], the range of the scale, from low to high"
        raise ValueError(f"scores must be {wanted}; got {shown(value)} at {name}")
    return number
