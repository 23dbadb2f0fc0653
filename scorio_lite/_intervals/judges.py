"""The value that people would give, if a model judge graded every trial and people graded some of them.

The labels are what people gave. They are post-stratified by the judge's verdict c: m_c, the mean of the labels of the
trials with the verdict c, counts for all trials with this verdict. Let p_c be the share of c among all trials, and f_c
the share of these trials that have a label. The value is x = sum of p_c m_c.

To first order, the error of x is the sum over questions g of

    T_g = Z_g + sum over c of R_gc
    Z_g = sum over all trials of g of w (m_c - x),  w = 1 / number of trials of all questions
    R_gc = sum over the trials of g with the verdict c and a label y of (w / f_c)(y - m_c)

The weights w / f_c of the labels of g sum to A_g. With K = (sum of A_g)**2 / sum of A_g**2 and a, the greatest A_g, the
interval is that of `formula` with

    1/n = min(a, (V + E) / (b + F))    V = K/(K-1) sum of T_g**2;  a b for K <= 1, so that 1/n = a

An unseen event is as large as the labels of the heaviest question, or as one question: E and F. Satterthwaite's degrees
of freedom have a part for the questions and a part for each verdict. If people graded all trials, T_g is (x_g - x) / M,
A_g is 1 / M, and the interval is that of avg.
"""

from __future__ import annotations

from .._arguments import exact_numbers, probability, real, same_index, shown
from .._numbers import affordable, dot, lowest, minus, nearest, nearest_sqrt
from .._numbers.fixed import Fixed, greatest, least, nearest_of
from .._outcomes import counted, emptiness
from .._scores import cell_rows, check_shapes
from . import by_rows, is_label
from .formula import EffectiveSample, most_events, quantile
from .sample import bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .._types import Ratio, Real
    from .formula import ConfidenceLevel, Kind, MetricRange

    Marks = tuple[tuple[int, int, int], ...]  # of each verdict in a question: trials, labels, and the sum of the labels
    JudgedRows = tuple[list[Any], list[Any]]  # the rows of verdicts, and those of labels
    VerdictCell = tuple[Any, Any]  # a verdict and a label
    JudgedMoments = tuple[Ratio, Ratio, Ratio, list[list[int]]]

MOST_VERDICTS = 5  # each needs labels of its own


class Judgement:
    """The verdicts and labels of a model, question by question. The module defines A_g, R_gc, T_g and Z_g.

    trials, labels  for each verdict: how many trials have it, and how many of these have a label
    weights         for each verdict: what a label adds to A_g, in units of 1 / unit
    means           for each verdict: the mean of its labels, in units of 1 / whole; None if it has no label
    marks           for each question g: the trials, the labels and the sum of the labels of each verdict
    times           {marks: number of questions with these marks}
    heavy           {marks of g: A_g}, in units of 1 / unit; `most` is the greatest A_g
    kish            K, Kish's effective number of questions, as a ratio
    """

    def __init__(self, verdicts: Any, labels: Any, ends: tuple[Real, Real], names: tuple[str, str]) -> None:
        read = _matching(verdicts, labels, names)
        cells = [tuple(zip(*pair)) for pair in zip(*read)]
        numbers, d = _numbers_of(read, ends, names)
        places: dict[Any, int] = {}
        for verdict, _ in numbers:
            places.setdefault(verdict, len(places))
        if len(places) > MOST_VERDICTS:
            way = "group them before you look at the labels, as a few labels of each of many verdicts say little"
            raise ValueError(f"{names[0]} must have at most {MOST_VERDICTS} different values; got {len(places)}: {way}")
        found = {row: _marks([(places[cell[0]], numbers[cell]) for cell in row], len(places)) for row in set(cells)}
        self.marks = [found[row] for row in cells]
        times = counted(self.marks)
        sums = [[sum([mark[c][i] * n for mark, n in times.items()]) for i in range(3)] for c in range(len(places))]
        self.trials, self.labels, totals = zip(*sums)
        self.M, self.size, common = len(cells), sum(self.trials), 1
        for n in self.labels:
            common *= n or 1
        self.common, self.whole, self.unit = common, 2 * common * d, common * self.size
        bits = self.whole.bit_length() + self.unit.bit_length()
        affordable(names[1], (100 + 20 * len(times)) * (1 + bits // 8192), bits)
        self.means = [2 * total * (common // n) if n else None for n, total in zip(self.labels, totals)]
        self.weights = [n * (common // some) if some else 0 for n, some in zip(self.trials, self.labels)]
        self.heavy = {marks: sum([mark[1] * a for mark, a in zip(marks, self.weights)]) for marks in times}
        self.most = max(self.heavy.values())
        total = sum([self.heavy[marks] * n for marks, n in times.items()])
        self.kish = total * total, sum([self.heavy[marks] ** 2 * n for marks, n in times.items()]) or 1
        self.times = times

    def means_if(self, twice: int) -> list[int]:
        """Return each verdict's mean label, in units of 1 / whole. Without labels it is twice / 2: 0, 1/2 or 1."""
        return [self.whole * twice // 2 if mean is None else mean for mean in self.means]

    def residual(self, marks: Marks, c: int) -> int:
        """Return R_gc of the module, a question's error from labels of verdict c, times unit * size * whole."""
        (_, n, total), mean = marks[c], self.means[c]
        return 0 if mean is None else self.weights[c] * (2 * self.common * total - n * mean) * self.size

    def linearised(self, means: Sequence[int], x: int) -> dict[Marks, tuple[int, int]]:
        """Return {marks of a question g: (its first-order error T_g, the part Z_g of it)}; the module defines both.

        Both are in units of 1 / (unit * size * whole), `means` in units of 1 / whole, and x in units of 1 / (size *
        whole).
        """
        found = {}
        for marks in self.times:
            z = sum([t * (mean * self.size - x) for (t, _, _), mean in zip(marks, means)]) * self.common
            found[marks] = z + sum([self.residual(marks, c) for c in range(len(means))]), z
        return found


def _marks(cells: list[tuple[int, int | None]], verdicts: int) -> Marks:
    found = [[0, 0, 0] for _ in range(verdicts)]
    for c, y in cells:
        found[c][0] += 1
        if y is not None:
            found[c][1] += 1
            found[c][2] += y
    return tuple([(t, n, total) for t, n, total in found])


# Reading


def _matching(verdicts: Any, labels: Any, names: tuple[str, str]) -> JudgedRows:
    """Return the rows of verdicts and of labels. Refuse matrices of different shapes."""
    (rows, _), (graded, _) = cell_rows(verdicts, names[0], "verdicts"), cell_rows(labels, names[1], "labels")
    if not rows or not rows[0]:
        raise emptiness(names[0], "it has no verdicts")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            found = f"row {i} has length {len(row)}, row 0 has {len(rows[0])}"
            way = "judge as many trials of each question, since the interval fails where hard ones have more"
            raise ValueError(f"{names[0]} must be rectangular: {found}; {way}")
    check_shapes(rows, graded, names)
    return rows, graded


def _numbers_of(
    read: JudgedRows, ends: tuple[Real, Real], names: tuple[str, str]
) -> tuple[dict[VerdictCell, int | None], int]:
    """Return ({(verdict, label): the label as an integer from 0 (low) to d (high), or None if it is missing}, d)."""
    low, high = real(ends[0], "low"), real(ends[1], "high")
    if minus(high, low)[0] <= 0:
        raise ValueError(f"low must be below high; got low={shown(ends[0])}, high={shown(ends[1])}")
    wanted = f"a number in [{shown(ends[0])}, {shown(ends[1])}], from low to high, or None where nobody looked"
    numbers: dict[VerdictCell, int | None] = {}
    for i, pair in enumerate(zip(*read)):
        for j, cell in enumerate(zip(*pair)):
            verdict, label = cell
            if is_label(label) and is_label(verdict) and cell in numbers:
                continue
            if verdict is None or not is_label(verdict):
                way = "a hashable value: leave out trials without a verdict, with their labels"
                raise ValueError(f"{names[0]}[{i}][{j}] must be {way}; got {shown(verdict)}")
            if not _is_missing(label):
                place = f"{names[1]}[{i}][{j}]"
                real(label, place, wanted, lambda n, d: minus((n, d), low)[0] >= 0 <= minus(high, (n, d))[0])
            numbers[cell] = None
    labelled = [cell for cell in numbers if not _is_missing(cell[1])]
    *units, least, most = exact_numbers([*[label for _, label in labelled], *ends], names[1])[0]
    numbers.update(zip(labelled, [n - least for n in units]))
    return numbers, most - least


def _is_missing(value: Any) -> bool:
    """Whether a value is missing: None or, in arrays, NaN."""
    return value is None or bool(value != value)


# The interval, of one model or of the difference of two models. A difference d is mapped to (d + 1) / 2.


def judged_interval(
    models: Sequence[tuple[Any, Any]], ends: tuple[Real, Real], confidence: Real, kind: type[Kind]
) -> Kind:
    """Return (value, se, lo, hi) of one model, or of the difference of two."""
    level = probability(confidence)
    names = ("",) if len(models) == 1 else ("_a", "_b")
    named = [(f"verdicts{end}", f"labels{end}") for end in names]
    same_index(*[one for pair in zip(named, models) for one in zip(*pair)])
    given = [(by_rows(V, one[0]), by_rows(L, one[1])) for (V, L), one in zip(models, named)]
    found = [Judgement(*pair, ends, one) for pair, one in zip(given, named)]
    if found[-1].M != found[0].M:
        numbers = f"verdicts_a has {found[0].M}, verdicts_b has {found[1].M}"
        raise ValueError(f"verdicts_a and verdicts_b must have the same questions; {numbers}")
    (least, most), d = exact_numbers(ends, "low")
    bounds = least, most, d
    return JudgedModels(found).interval(level, bounds if len(found) == 1 else bounds_of_difference(bounds), kind)


class JudgedModels:
    """One model, or two on the same questions.

    Each end of the interval has its own moments: a verdict without labels gets the mean that moves this end most.
    """

    def __init__(self, models: list[Judgement]) -> None:
        self.models, self.M = models, models[0].M
        self.times = counted(zip(*[one.marks for one in models]))
        (n, d), (m, e) = models[0].kish, models[-1].kish
        self.kish = (n, d) if n * e <= m * d else (m, e)
        (n, d), (m, e) = ((one.most, one.unit) for one in (models[0], models[-1]))
        self.most = (1, 1) if not n or not m else (n, d) if n * e >= m * d else (m, e)

    def interval(self, level: Ratio, bounds: MetricRange, kind: type[Kind]) -> Kind:
        low, high, scale = bounds
        if not any(one.most for one in self.models):
            ends = nearest(low, scale), nearest(high, scale)
            return kind(nearest(low + high, 2 * scale), nearest(high - low, 2 * scale), *ends)
        x, T_squares, _, _ = self.moments(1)
        n, d = self._variance(x, T_squares)
        se = nearest_sqrt(n * (high - low) ** 2, d * scale * scale)
        lower, upper = self.sample(False), self.sample(True)
        lo = nearest_of(lambda bits: lower.lower(level, bits), bounds)
        hi = nearest_of(lambda bits: 1 - upper.lower(level, bits), bounds)
        return kind(nearest(low * x[1] + (high - low) * x[0], scale * x[1]), se, lo, hi)

    def _variance(self, x: Ratio, T_squares: Ratio) -> Ratio:
        """Return V, or the greatest variance that is possible if all labels are of one question."""
        (n, d), (p, w) = self.kish, x
        if n <= d:
            return self.most[0] * p * (w - p), self.most[1] * w * w
        return n * T_squares[0], (n - d) * T_squares[1]

    def moments(self, twice: int) -> JudgedMoments:
        """Return (x, sum of T_g**2, sum of Z_g**2, mean labels of each model's verdicts).

        A verdict without labels has the mean twice / 2, for the second model 1 minus this.
        """
        means = [one.means_if(mean) for one, mean in zip(self.models, (twice, 2 - twice))]
        totals = [dot(one.trials, some) for one, some in zip(self.models, means)]
        terms = [one.linearised(some, x) for one, some, x in zip(self.models, means, totals)]
        wholes = [one.size * one.whole for one in self.models]
        x, d = (totals[0], wholes[0]), wholes[0] * self.models[0].unit
        if len(self.models) == 1:
            pairs = [(*terms[0][marks], n) for (marks,), n in self.times.items()]
        else:
            e = wholes[1] * self.models[1].unit
            x = totals[0] * wholes[1] - totals[1] * wholes[0] + wholes[0] * wholes[1], 2 * wholes[0] * wholes[1]
            pairs = []
            for (a, b), n in self.times.items():
                (t, z), (u, y) = terms[0][a], terms[1][b]
                pairs.append((t * e - u * d, z * e - y * d, n))
            d *= 2 * e
        square, rest = sum([t * t * n for t, _, n in pairs]), sum([z * z * n for _, z, n in pairs])
        return lowest(*x), (square, d * d), (rest, d * d), means

    def sample(self, is_upper: bool) -> JudgedSample:
        """Return the sample from which the lower end follows or, if `is_upper`, mirrored, the upper end."""
        x, T_squares, Z_squares, means = self.moments(2 * is_upper)
        n, d = x
        sample = JudgedSample((d - n, d) if is_upper else x, self._variance(x, T_squares), self.most, self.M, Z_squares)
        is_pair = len(means) > 1
        for one, some in zip(self.models, means):
            square_unit = (len(means) * one.unit * one.size * one.whole) ** 2
            for c, (trials, labels, weight) in enumerate(zip(one.trials, one.labels, one.weights)):
                if labels:
                    h = _size(is_upper, x if is_pair else (some[c], one.whole))
                    R = sum([one.residual(marks, c) ** 2 * n for marks, n in one.times.items()]), square_unit
                    A = max([marks[c][1] for marks in one.times]) * weight, one.unit
                    K = labels**2, sum([marks[c][1] ** 2 * n for marks, n in one.times.items()])
                    sample.verdicts.append(((labels, trials), R, h, A, K))
        if is_pair or self.kish[0] <= self.kish[1]:
            sample.heavy = [(_size(is_upper, x), self.most)]
        else:
            (one,) = self.models
            sizes = [_size(is_upper, (mean, one.whole)) for mean in means[0]]
            sample.size = _size(is_upper, x)
            for marks in one.times:
                sizes_here = [size for size, (_, labels, _) in zip(sizes, marks) if labels]
                if sizes_here:
                    sample.heavy.append((max(sizes_here, key=lambda h: h[0]), (one.heavy[marks], one.unit)))
        return sample


def _size(is_upper: bool, mean: Ratio) -> Ratio:
    """Return h, the size of an event: max(1/2, mean) for the lower end, max(1/2, 1 - mean) for the upper."""
    n, d = mean
    return max(d, 2 * (d - n) if is_upper else 2 * n), 2 * d


class JudgedSample(EffectiveSample):
    """The sample of judged trials, in the symbols of the module.

    V, most    the variance of x, and a, the greatest A_g
    Z_squares  the sum of Z_g**2
    size       h, the size of an event that is one question; 0 if there is a heavier event
    heavy      (h_g, A_g) of questions with labels
    verdicts   (f_c, sum of R_gc**2, h_c, greatest A_gc, K_c) of each verdict with labels, where K_c is the effective
               number of its labels
    """

    def __init__(self, x: Ratio, V: Ratio, most: Ratio, M: int, Z_squares: Ratio) -> None:
        self.x, self.V, self.most, self.M, self.Z_squares = x, V, most, M, Z_squares
        self.size: Ratio = 0, 1
        self.heavy: list[tuple[Ratio, Ratio]] = []
        self.verdicts: list[tuple[Ratio, Ratio, Ratio, Ratio, Ratio]] = []

    def terms(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed, Fixed]:
        x, V, a, h, v_0 = [Fixed.of(n, bits) for n in (self.x, self.V, self.most, self.size, self.Z_squares)]
        zz, one, M = most_events(level, bits), Fixed.of((1 if self.size[0] else 0, self.M), bits), self.M
        E = F = zero = Fixed(0, 0, bits)
        for ratios in self.heavy:
            h_g, A_g = [Fixed.of(n, bits) for n in ratios]
            E = greatest(E, zz * h_g * h_g / 2 * greatest(A_g * A_g - one * one, 0))
            F = greatest(F, zz * h_g * h_g / 2 * greatest(A_g - one, 0))
        E, F = E + zz * h * h / 2 / (M * M), F + zz * h * h / 2 / M
        rest, squares = zero, zero
        for verdict in self.verdicts:
            f_c, R, h_c, A_c, K_c = [Fixed.of(n, bits) for n in verdict]
            v_c = R + zz * h_c * h_c / 2 * A_c * A_c
            v_0, left = v_0 + f_c * v_c, (1 - f_c) * v_c
            rest, squares = rest + left, squares + left * left / K_c
        df = (v_0 + rest) * (v_0 + rest) / (v_0 * v_0 / M + squares) - 1
        return x, least(a, (V + E) / (x * (1 - x) + F)), quantile(level, df, bits)
