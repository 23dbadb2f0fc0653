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

from math import prod

from .._arguments import exact_numbers, probability, real, same_index, shown
from .._numbers import affordable, dot, lowest, minus, nearest, nearest_sqrt
from .._numbers.fixed import Fixed, greatest, least, nearest_of
from .._outcomes import counted, emptiness
from .._scores import cell_rows, check_shapes
from . import by_rows
from .boards import check_questions
from .clusters import is_label
from .formula import EffectiveSample, event, quantile
from .sample import bounds_of_difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .._types import Ratio, Real
    from .formula import ConfidenceLevel, Kind, MetricRange

    Marks = tuple[tuple[int, int, int], ...]  # of each verdict in a question: trials, labels, and the sum of the labels
    Ends = tuple[Real, Real]
    Names = tuple[str, str]  # of verdicts and labels in errors
    Stratum = tuple[Ratio, Ratio, Ratio, Ratio, Ratio]

MOST_VERDICTS = 5  # each needs labels of its own


def judged_interval(models: Sequence[tuple[Any, Any]], ends: Ends, confidence: Real, kind: type[Kind]) -> Kind:
    """Return (value, se, lo, hi) of one model, or of the difference of two."""
    level = probability(confidence)
    named = [(f"verdicts{side}", f"labels{side}") for side in (("",) if len(models) == 1 else ("_a", "_b"))]
    same_index(*[name_and_value for pair in zip(named, models) for name_and_value in zip(*pair)])
    given = [(by_rows(V, names[0]), by_rows(L, names[1])) for (V, L), names in zip(models, named)]
    judged = [Judgement(*_read(*pair, ends, names), names[1]) for pair, names in zip(given, named)]
    check_questions([len(model.marks) for model in judged], [verdicts for verdicts, _ in named])
    (low, high), d = exact_numbers(ends, "low")
    bounds = low, high, d
    return JudgedModels(judged).interval(level, bounds if len(judged) == 1 else bounds_of_difference(bounds), kind)


def _read(verdicts: Any, labels: Any, ends: Ends, names: Names) -> tuple[list[Marks], int]:
    """Return (the marks of each question, d). A label is an integer from 0 (low) to d (high) in the sums of labels."""
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
    places, numbers, d = _places_and_numbers(questions, ends, names)
    marks = {}
    for question in set(questions):
        sums = [[0, 0, 0] for _ in places]
        for verdict, label in question:
            number, of_verdict = numbers.get(label), sums[places[verdict]]
            of_verdict[0] += 1
            of_verdict[1] += number is not None
            of_verdict[2] += number or 0
        marks[question] = tuple([(trials, labels, total) for trials, labels, total in sums])
    return [marks[question] for question in questions], d


def _places_and_numbers(
    questions: Sequence[Any], ends: Ends, names: Names
) -> tuple[dict[Any, int], dict[Any, int], int]:
    """Return ({verdict: its place}, {label: it as an integer from 0 (low) to d (high)}, d)."""
    low, high = real(ends[0], "low"), real(ends[1], "high")
    if minus(high, low)[0] <= 0:
        raise ValueError(f"low must be below high; got low={shown(ends[0])}, high={shown(ends[1])}")
    wanted = f"a number in [{shown(ends[0])}, {shown(ends[1])}], from low to high, or None where nobody looked"
    places: dict[Any, int] = {}
    known: dict[Any, None] = {}
    for i, question in enumerate(questions):
        for j, (verdict, label) in enumerate(question):
            if verdict is None or not is_label(verdict):
                way = "a hashable value: leave out trials without a verdict, with their labels"
                raise ValueError(f"{names[0]}[{i}][{j}] must be {way}; got {shown(verdict)}")
            places.setdefault(verdict, len(places))
            is_missing = label is None or bool(label != label)  # NaN is missing, too
            if not is_missing and not (is_label(label) and label in known):
                place = f"{names[1]}[{i}][{j}]"
                real(label, place, wanted, lambda n, d: minus((n, d), low)[0] >= 0 <= minus(high, (n, d))[0])
                known[label] = None
    if len(places) > MOST_VERDICTS:
        way = "group them before you look at the labels, as a few labels of each of many verdicts say little"
        raise ValueError(f"{names[0]} must have at most {MOST_VERDICTS} different values; got {len(places)}: {way}")
    *units, least, most = exact_numbers([*known, *ends], names[1])[0]
    return places, dict(zip(known, [n - least for n in units])), most - least


class Judgement:
    """The verdicts and labels of a model, question by question. The module defines A_g, R_gc, T_g and Z_g.

    marks    of each question g, and `times` is {marks: number of questions with these marks}
    sums     for each verdict: how many trials have it, how many of these have a label, and the sum of the labels
    weights  for each verdict: what a label adds to A_g, in units of 1 / (common * size)
    A        {marks of g: A_g}, in the same units; `most` is the greatest A_g as a ratio
    kish     K, Kish's effective number of questions, as a ratio
    """

    def __init__(self, marks: list[Marks], d: int, name: str) -> None:
        self.marks, self.times = marks, counted(marks)
        columns = [[mark[c] for mark in self.times] for c in range(len(marks[0]))]
        self.sums = [[dot(column, self.times.values()) for column in zip(*of_c)] for of_c in columns]
        self.size = sum([trials for trials, _, _ in self.sums])
        self.common = prod([labels or 1 for _, labels, _ in self.sums])
        self.whole, self.unit = 2 * self.common * d, self.common * self.size
        bits = self.whole.bit_length() + self.unit.bit_length()
        affordable(name, (100 + 20 * len(self.times)) * (1 + bits // 8192), bits)
        self.weights = [trials * (self.common // labels) if labels else 0 for trials, labels, _ in self.sums]
        self.A = {mark: sum([labels * a for (_, labels, _), a in zip(mark, self.weights)]) for mark in self.times}
        self.most = max(self.A.values()), self.unit
        total, square = (sum([a**power * self.times[mark] for mark, a in self.A.items()]) for power in (1, 2))
        self.kish = total * total, square or 1

    def means(self, twice: int) -> list[int]:
        """Return each verdict's mean label m_c, in units of 1 / whole. Without labels it is twice / 2: 0, 1/2 or 1."""
        means = [2 * total * (self.common // (labels or 1)) for _, labels, total in self.sums]
        return [mean if labels else self.whole * twice // 2 for mean, (_, labels, _) in zip(means, self.sums)]

    def errors(self, means: Sequence[int]) -> tuple[Ratio, dict[Marks, tuple[int, list[int]]], int]:
        """Return (x, {marks of g: (Z_g, [R_gc of each verdict c])}, d). The Z_g and R_gc are in units of 1/d."""
        size, common = self.size, self.common
        x = dot([trials for trials, _, _ in self.sums], means)
        errors = {}
        for marks in self.times:
            Z = sum([trials * (mean * size - x) for (trials, _, _), mean in zip(marks, means)]) * common
            R = [
                weight * (2 * common * total - labels * mean) * size
                for (_, labels, total), mean, weight in zip(marks, means, self.weights)
            ]
            errors[marks] = Z, R
        return (x, size * self.whole), errors, self.unit * size * self.whole

    def strata(self, errors: dict[Marks, Any], d: int, means: Sequence[Ratio]) -> Iterator[Stratum]:
        """Yield (f_c, sum of R_gc**2, m_c, greatest A_gc, K_c) for each verdict with labels. The R_gc are over d."""
        numbers = self.times.values()
        for c, (trials, labels, _) in enumerate(self.sums):
            if labels:
                R = sum([errors[marks][1][c] ** 2 * number for marks, number in self.times.items()])
                column = [marks[c][1] for marks in self.times]
                A = max(column) * self.weights[c], self.unit
                K = labels**2, sum([n * n * number for n, number in zip(column, numbers)])  # labels of c weigh alike
                yield (labels, trials), (R, d * d), means[c], A, K

    def heaviest(self, means: Sequence[Ratio]) -> list[tuple[Ratio, Ratio]]:
        """Return (m_g, the greatest A_g) for each m_g, the greatest mean of the verdicts with labels in g."""
        heavy = {}
        for marks, A_g in sorted(self.A.items(), key=lambda item: item[1]):
            if A_g:
                heavy[max([mean for mean, (_, labels, _) in zip(means, marks) if labels])] = A_g, self.unit
        return list(heavy.items())


class JudgedModels:
    """One model, or two on the same questions, of whose difference d this is (d + 1)/2.

    Of two models, the lesser K and the greater a count; a is 1 if a model has no labels.
    Each end of the interval has its own moments: a verdict without labels gets the mean that moves this end most.
    """

    def __init__(self, models: list[Judgement]) -> None:
        self.models = models
        self.times = counted(zip(*[model.marks for model in models]))
        (n, d), (m, e) = models[0].kish, models[-1].kish
        self.kish = (n, d) if n * e <= m * d else (m, e)
        (n, d), (m, e) = models[0].most, models[-1].most
        self.most = (1, 1) if not n or not m else (n, d) if n * e >= m * d else (m, e)

    def interval(self, level: Ratio, bounds: MetricRange, kind: type[Kind]) -> Kind:
        low, high, scale = bounds
        if not any(model.most[0] for model in self.models):
            ends = nearest(low, scale), nearest(high, scale)
            return kind(nearest(low + high, 2 * scale), nearest(high - low, 2 * scale), *ends)
        middle, lower, upper = (self.sample(twice) for twice in (1, 0, 2))
        (n, d), (v, e) = middle.x, middle.V
        lo = nearest_of(lambda bits: lower.lower(level, bits), bounds)
        hi = nearest_of(lambda bits: 1 - upper.lower(level, bits), bounds)
        se = nearest_sqrt(v * (high - low) ** 2, e * scale * scale)
        return kind(nearest(low * d + (high - low) * n, scale * d), se, lo, hi)

    def sample(self, twice: int) -> JudgedSample:
        """Return the sample where verdicts without labels have the mean twice / 2, for the second model 1 minus this.

        For twice = 0 the lower end follows from it. For twice = 2 it is mirrored, and the upper end follows.
        """
        models, M = self.models, len(self.models[0].marks)
        means = [model.means(mean) for model, mean in zip(models, (twice, 2 - twice))]
        (x, *others), errors, units = zip(*[model.errors(its_means) for model, its_means in zip(models, means)])
        if others:
            n, d = minus(x, others[0])
            x = n + d, 2 * d
        n, d = lowest(*x)
        x = (d - n, d) if twice == 2 else (n, d)
        T_squares, Z_squares = self._squares(errors, units)
        sample = JudgedSample(x, self._variance(x, T_squares), self.most, M, Z_squares)
        for model, its_means, its_errors, unit in zip(models, means, errors, units):
            ends = [(model.whole - mean if twice == 2 else mean, model.whole) for mean in its_means]
            sample.verdicts += model.strata(its_errors, unit * len(models), [x] * len(ends) if others else ends)
            if not others and self.kish[0] > self.kish[1]:
                sample.alone, sample.heavy = (1, M), model.heaviest(ends)
        return sample

    def _squares(self, errors: Sequence[Any], units: Sequence[int]) -> list[Ratio]:
        """Return the sum of T_g**2 and that of Z_g**2. For two models, T_g and Z_g are half the differences."""
        whole, T_squares, Z_squares = prod(units), 0, 0
        for question, number in self.times.items():
            T = Z = 0
            for its_errors, marks, unit, sign in zip(errors, question, units, (1, -1)):
                of_trials, R = its_errors[marks]
                Z += sign * (whole // unit) * of_trials
                T += sign * (whole // unit) * (of_trials + sum(R))
            T_squares, Z_squares = T_squares + T * T * number, Z_squares + Z * Z * number
        d = (whole * len(units)) ** 2
        return [(T_squares, d), (Z_squares, d)]

    def _variance(self, x: Ratio, T_squares: Ratio) -> Ratio:
        """Return V, or the greatest variance that is possible if all labels are of one question."""
        (n, d), (p, w) = self.kish, x
        if n <= d:
            return self.most[0] * p * (w - p), self.most[1] * w * w
        return n * T_squares[0], (n - d) * T_squares[1]


class JudgedSample(EffectiveSample):
    """The sample of judged trials, in the symbols of the module.

    V, most    the variance of x, and a, the greatest A_g
    Z_squares  the sum of Z_g**2
    alone      1/M, which is A_g if people graded all trials of g; 0 for two models, and for K <= 1
    heavy      (m_g, A_g) of the heaviest questions; (x, a) where `alone` is 0: then E = e a**2 and F = e a
    verdicts   (f_c, sum of R_gc**2, m_c, greatest A_gc, K_c) of each verdict with labels. A_gc is the part of A_g for
               c, and K_c = p_c**2 / sum of A_gc**2. For two models, x takes the place of m_c
    """

    def __init__(self, x: Ratio, V: Ratio, most: Ratio, M: int, Z_squares: Ratio) -> None:
        self.x, self.V, self.most, self.M, self.Z_squares = x, V, most, M, Z_squares
        self.alone: Ratio = 0, 1
        self.heavy: list[tuple[Ratio, Ratio]] = [(x, most)]
        self.verdicts: list[Stratum] = []

    def terms(self, level: ConfidenceLevel, bits: int) -> tuple[Fixed, Fixed, Fixed]:
        x, V, a, v_0, alone = [Fixed.of(n, bits) for n in (self.x, self.V, self.most, self.Z_squares, self.alone)]
        E = F = rest = squares = Fixed(0, 0, bits)
        for ratios in self.heavy:
            m_g, A_g = [Fixed.of(n, bits) for n in ratios]
            E = greatest(E, event(m_g, level) * greatest(A_g * A_g - alone * alone, 0))
            F = greatest(F, event(m_g, level) * greatest(A_g - alone, 0))
        E, F = E + event(x, level) * alone * alone, F + event(x, level) * alone
        for ratios_c in self.verdicts:
            f_c, R, m_c, A_c, K_c = [Fixed.of(n, bits) for n in ratios_c]
            v_c = R + event(m_c, level) * A_c * A_c
            v_0, left = v_0 + f_c * v_c, (1 - f_c) * v_c
            rest, squares = rest + left, squares + left * left / K_c
        df = (v_0 + rest) * (v_0 + rest) / (v_0 * v_0 / self.M + squares) - 1
        return x, least(a, (V + E) / (x * (1 - x) + F)), quantile(level, df, bits)
