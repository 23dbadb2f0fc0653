"""The value that people would give to a model. A model judge graded every trial, and people graded some trials.

Labels come from people. They are post-stratified by the judge's verdict c: m_c, the mean of the labels of the
trials with the verdict c, counts for all trials with this verdict. Let p_c be the share of c among all trials, and f_c
the share of these trials that have a label. The value is x = sum of p_c m_c.

To first order, the error of x is the sum over questions g of

    T_g = Z_g + sum over c of R_gc
    Z_g = sum over all trials of g of w (m_c - x),  w = 1 / number of trials of all questions
    R_gc = sum over the trials of g with the verdict c and a label y of (w / f_c)(y - m_c)

The weights w / f_c of the labels of g sum to A_g. With K = (sum of A_g)**2 / sum of A_g**2 and a, the greatest A_g, the
interval is that of `formula` with

    1/n = min(a, (V + E) / (b + F))    V = K/(K-1) sum of T_g**2;  a b for K <= 1, so that 1/n = a
    E = e / M**2 + greatest e_g (A_g**2 - 1/M**2),    F = e / M + greatest e_g (A_g - 1/M)    no part is below 0

An unseen event is as large as one question, and as the labels of the heaviest question: e is that of `formula`, and e_g
is e with the greatest m_c of the labels of g in the place of x. If people graded all trials, T_g is (x_g - x) / M, A_g
is 1 / M, and the interval is that of avg.

Satterthwaite's degrees of freedom, at least 1, have a
part for the questions and a part for each verdict:

    df = (v_0 + sum of u_c)**2 / (v_0**2/M + sum of u_c**2/K_c) - 1
    v_0 = sum of Z_g**2 + sum of f_c v_c,    u_c = (1 - f_c) v_c
    v_c = sum of R_gc**2 + e_c (greatest A_gc)**2
    K_c = p_c**2 / sum of A_gc**2

A_gc is the part of A_g for c, and e_c is e with m_c for x.
"""

from __future__ import annotations

from math import prod

from .._arguments import exact_numbers, probability, real, same_index, shown
from .._numbers import affordable, dot, lowest, minus
from .._numbers.fixed import Fixed, greatest, least
from .._outcomes import counted, emptiness
from .._scores import cell_rows, check_shapes
from . import by_rows
from .boards import check_questions
from .clusters import is_label
from .formula import EffectiveSample, half_square, squared_quantile, squared_z, wilson
from .sample import bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from .._types import Ratio, Real
    from .formula import ConfidenceLevel, Kind, MetricRange

    Marks = tuple[tuple[int, ...], ...]  # of each verdict in a question: trials, labels, and the sum of the labels
    Names = tuple[str, str]  # of verdicts and labels in errors
    Stratum = tuple[Ratio, Ratio, Ratio, Ratio, Ratio]

MOST_VERDICTS = 5  # each needs labels of its own


def judged_interval(
    models: Sequence[tuple[Any, Any]], ends: Sequence[Real], confidence: Real, kind: type[Kind]
) -> Kind:
    """Return (value, se, lo, hi) of one model, or of the difference of two. A model is a pair (verdicts, labels).

    `ends` are the least and the greatest label that there can be.
    """
    level, low, high = probability(confidence), real(ends[0], "low"), real(ends[1], "high")
    if minus(high, low)[0] <= 0:
        raise ValueError(f"low must be below high; got low={shown(ends[0])}, high={shown(ends[1])}")
    wanted = f"a number in [{shown(ends[0])}, {shown(ends[1])}], from low to high, or None where nobody looked"
    labels: dict[Any, None] = {}

    def check(label: Any, place: str) -> None:
        if not (is_label(label) and label in labels):
            real(label, place, wanted, lambda n, d: minus((n, d), low)[0] >= 0 <= minus(high, (n, d))[0])
            labels[label] = None

    named = [(f"verdicts{side}", f"labels{side}") for side in (("",) if len(models) == 1 else ("_a", "_b"))]
    same_index(*[name_and_value for pair in zip(named, models) for name_and_value in zip(*pair)])
    given = [[by_rows(data, name) for data, name in zip(*pair)] for pair in zip(models, named)]
    read = [_read(verdicts, graded, names, check) for (verdicts, graded), names in zip(given, named)]
    check_questions([len(questions) for questions, _ in read], [name for name, _ in named])
    (*numbers, bottom, top), scale = exact_numbers([*labels, *ends], named[0][1])
    from_ends = [n - bottom for n in numbers], [top - n for n in numbers]
    sides = [_marks(*pair, dict(zip(labels, of_labels))) for pair, of_labels in zip(read, from_ends)]
    return Judgement(sides, (bottom, top, scale), named[0][1]).interval(level, kind)


def _read(
    verdicts: Any, labels: Any, names: Names, check: Callable[[Any, str], None]
) -> tuple[list[tuple[Any, ...]], dict[Any, int]]:
    """Return ([(verdict, label) of each trial] for each question, {verdict: its number}).

    A missing label is None or NaN. Any other is passed to check(label, its place in the caller's data).
    """
    (rows, _), (graded, _) = cell_rows(verdicts, names[0], "verdicts"), cell_rows(labels, names[1], "labels")
    if not rows:
        raise emptiness(names[0], "it has no verdicts")
    for i, row in enumerate(rows):
        if len(row) != len(rows[0]):
            what = f"row {i} has length {len(row)}, row 0 has {len(rows[0])}"
            way = "judge as many trials of each question, since the interval fails where hard ones have more"
            raise ValueError(f"{names[0]} must be rectangular: {what}; {way}")
    check_shapes(rows, graded, names)
    questions = [tuple(zip(*pair)) for pair in zip(rows, graded)]
    places: dict[Any, int] = {}
    for i, question in enumerate(questions):
        for j, (verdict, label) in enumerate(question):
            if verdict is None or not is_label(verdict):
                way = "a hashable value: leave out trials without a verdict, with their labels"
                raise ValueError(f"{names[0]}[{i}][{j}] must be {way}; got {shown(verdict)}")
            places.setdefault(verdict, len(places))
            if not (label is None or bool(label != label)):  # NaN is missing, too
                check(label, f"{names[1]}[{i}][{j}]")
    if len(places) > MOST_VERDICTS:
        way = "group them before you look at the labels, as a few labels of each of many verdicts say little"
        raise ValueError(f"{names[0]} must have at most {MOST_VERDICTS} different values; got {len(places)}: {way}")
    return questions, places


def _marks(questions: Sequence[Any], places: dict[Any, int], numbers: dict[Any, int]) -> list[Marks]:
    """Return, for each question, (number of trials, of labels, sum of labels) of each verdict in `places`.

    A question is [(verdict, label) of each trial]. A label counts as numbers[label], else it is missing.
    """
    marks = {}
    for question in set(questions):
        sums = [[0, 0, 0] for _ in places]
        for verdict, label in question:
            number, of_verdict = numbers.get(label), sums[places[verdict]]
            of_verdict[0] += 1
            of_verdict[1] += number is not None
            of_verdict[2] += number or 0
        marks[question] = tuple(map(tuple, sums))
    return [marks[question] for question in questions]


class Judgement(EffectiveSample):
    """The verdicts and labels of a model, or of two on the same questions, in the symbols of the module.

    In x, labels are mapped to [0, 1]. For two models with the difference d, x is (d + 1)/2: the mean of both values,
    if a label y of the second model counts as 1 - y. Each model has verdicts of its own, and A_g as if it were
    alone. K is the lesser K of both models, and a the greater a. If a model has no labels, a is 1.

    times    {marks of g, as `_marks` returns them: number of questions with these marks}
    sums     for each verdict: how many trials have it, how many of these have a label, and the sum of the labels
    w        for each verdict: what a trial adds to the mean, in units of 1/size
    weights  for each verdict: what a label adds, in units of 1/unit
    A        of the last model: A_g for each of `times`, in units of 1/unit. `most` is a, and `kish` is K
    """

    def __init__(self, sides: Sequence[Sequence[Marks]], bounds: MetricRange, name: str) -> None:
        self.bounds = bounds if len(sides) == 1 else bounds_of_difference(bounds)
        self.M, self.models, start = len(sides[0]), len(sides), 0
        self.times = counted([sum(marks, ()) for marks in zip(*sides)])
        numbers = self.times.values()
        self.sums = [[dot(column, numbers) for column in zip(*of_c)] for of_c in zip(*self.times)]
        sizes = [self.M * sum([trials for trials, _, _ in marks]) for marks, *_ in sides]
        self.w = [prod(sizes) // size for size, (marks, *_) in zip(sizes, sides) for _ in marks]
        self.common = prod([labels or 1 for _, labels, _ in self.sums])
        self.size, self.whole = self.models * prod(sizes), 2 * self.common * (bounds[1] - bounds[0])
        self.unit = self.common * self.size
        bits = self.whole.bit_length() + self.unit.bit_length()
        affordable(name, (100 + 20 * len(self.times)) * (1 + bits // 8192), bits)
        inverses = [trials * (self.common // labels) if labels else 0 for trials, labels, _ in self.sums]  # 1 / f_c
        self.weights = list(map(int.__mul__, inverses, self.w))
        most, kish = [], []
        for marks, *_ in sides:
            columns = slice(start, start + len(marks))
            self.A = [
                sum([x * labels for x, (_, labels, _) in zip(self.weights[columns], g[columns])]) for g in self.times
            ]
            most.append(max(self.A))
            kish.append((dot(self.A, numbers) ** 2, dot([a * a for a in self.A], numbers) or 1))
            start = columns.stop
        self.most = (self.models * max(most), self.unit) if all(most) else (1, 1)
        self.kish = kish[0] if minus(kish[0], kish[-1])[0] <= 0 else kish[-1]
        self.known: Any = ()
        middle, self.lowest, self.highest = (self.sample(twice) for twice in (1, 0, 2))
        self.x, self.variance = middle.x, middle.variance

    def ends(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed]:
        return self.lowest.lower(level, bits), 1 - self.highest.lower(level, bits)

    def sample(self, twice: int) -> JudgedSample:
        """Return the sample where verdicts without labels have the mean twice / 2. For twice = 2 it is mirrored.

        The lower end is that of the sample for twice = 0. The upper end follows from the sample for twice = 2.
        """
        means = [2 * y * (self.common // n) if n else self.whole * twice // 2 for _, n, y in self.sums]
        if means not in self.known[:1]:  # they are the same for each `twice` if all verdicts have labels
            self.known = means, self._squares(means)
        x, T_squares, Z_squares, R_squares = self.known[1]
        # p/q is x, mirrored for twice = 2, and n/d is K
        p, q = lowest(self.size * self.whole - x if twice == 2 else x, self.size * self.whole)
        (n, d), unit = self.kish, (self.unit * self.size * self.whole) ** 2
        V = (n * T_squares, (n - d) * unit) if n > d else (self.most[0] * p * (q - p), self.most[1] * q * q)
        sample = JudgedSample((p, q), V, self.most, self.M, (Z_squares, unit))
        ends = [(self.whole - mean if twice == 2 else mean, self.whole) for mean in means]
        for c, (trials, labels, _) in enumerate(self.sums):
            if labels:
                column = [marks[c][1] for marks in self.times]
                A_c = self.models * max(column) * self.weights[c], self.unit
                K_c = labels**2, dot([n * n for n in column], self.times.values())  # labels of c weigh alike
                m_c = ends[c] if self.models == 1 else (p, q)
                sample.verdicts.append((m_c, (labels, trials), (R_squares[c], unit), A_c, K_c))
        if self.models == 1 and n > d:
            sample.alone, sample.heavy = (1, self.M), self._heaviest(ends)
        return sample

    def _squares(self, means: Sequence[int]) -> tuple[int, int, int, list[int]]:
        """Return the module's (x, sum of T_g**2, sum of Z_g**2, [sum of R_gc**2 for each c]), as integers.

        means[c] is m_c * self.whole, which is an integer.
        x is in units of 1 / (size * whole); Z_g, R_gc and T_g are in units of 1 / (unit * size * whole).
        """
        size, common = self.size, self.common
        x = sum([w * trials * mean for w, (trials, _, _), mean in zip(self.w, self.sums, means)])
        errors = []  # for each verdict: {its marks in a question: (what its trials add to Z_g, R_gc)}
        for w, weight, mean, column in zip(self.w, self.weights, means, zip(*self.times)):
            of_trial, of_label = common * w * (mean * size - x), size * weight
            error = {(n, m, y): (n * of_trial, of_label * (2 * common * y - m * mean)) for n, m, y in set(column)}
            errors.append(error)
        T_squares, Z_squares, R_squares = 0, 0, [0] * len(means)
        for marks, number in self.times.items():
            Z, R = zip(*[of_c[marks_c] for of_c, marks_c in zip(errors, marks)])
            T_squares, Z_squares = T_squares + number * (sum(Z) + sum(R)) ** 2, Z_squares + number * sum(Z) ** 2
            R_squares = [square + number * R_c * R_c for square, R_c in zip(R_squares, R)]
        return x, T_squares, Z_squares, R_squares

    def _heaviest(self, means: Sequence[Ratio]) -> list[tuple[Ratio, Ratio]]:
        """Return [(m_g, greatest A_g for this m_g)]. m_g is the greatest of the m_c in `means` with a label in g."""
        heavy = {}
        for A_g, marks in sorted(zip(self.A, self.times)):
            if A_g:
                heavy[max([mean for mean, (_, labels, _) in zip(means, marks) if labels])] = A_g, self.unit
        return list(heavy.items())


class JudgedSample(EffectiveSample):
    """The sample of judged trials, in the symbols of the module.

    most       a, the greatest A_g
    Z_squares  the sum of Z_g**2
    alone      the module's 1/M in E and F; for two models, and for K <= 1, 0 takes its place
    heavy      the pairs (m_g, greatest A_g with this m_g) for E and F. m_g is the greatest m_c of labels in g. If
               `alone` is 0, the pair is (x, a)
    verdicts   (m_c, f_c, sum of R_gc**2, greatest A_gc, K_c) of each verdict with labels. For two models, x takes the
               place of m_c
    """

    def __init__(self, x: Ratio, V: Ratio, most: Ratio, M: int, Z_squares: Ratio) -> None:
        self.x, self.variance, self.most, self.M, self.Z_squares = x, V, most, M, Z_squares
        self.alone: Ratio = 0, 1
        self.heavy: list[tuple[Ratio, Ratio]] = [(x, most)]
        self.verdicts: list[Stratum] = []

    def lower(self, level: ConfidenceLevel, bits: int) -> Fixed:
        if not self.x[0]:
            return Fixed(0, 0, bits)
        x, V, a, v_0, alone = [
            Fixed.of(n, bits) for n in (self.x, self.variance, self.most, self.Z_squares, self.alone)
        ]
        E = F = u_sum = squares = Fixed(0, 0, bits)
        events = squared_z(level, bits)
        for m_g, greatest_A in self.heavy:
            e, A_g = events * half_square(m_g, False, bits), Fixed.of(greatest_A, bits)
            E, F = greatest(E, e * greatest(A_g * A_g - alone * alone, 0)), greatest(F, e * greatest(A_g - alone, 0))
        e = events * half_square(self.x, False, bits)
        E, F = E + e * alone * alone, F + e * alone
        for m_c, *ratios in self.verdicts:
            f_c, R, A_c, K_c = [Fixed.of(n, bits) for n in ratios]
            v_c = R + events * half_square(m_c, False, bits) * A_c * A_c
            v_0, u_c = v_0 + f_c * v_c, (1 - f_c) * v_c
            u_sum, squares = u_sum + u_c, squares + u_c * u_c / K_c
        df = (v_0 + u_sum) * (v_0 + u_sum) / (v_0 * v_0 / self.M + squares) - 1
        square = squared_quantile(level, greatest(df, 1), bits, None)
        return wilson(*self.y_and_t(least(a, (V + E) / (x * (1 - x) + F)), square, False))
