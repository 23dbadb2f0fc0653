"""TailPass: the mean score of k fresh graded trials under each question's Dirichlet posterior.

A level is a score that one or more classes have, such as 0.5; their concentrations are added. Write the concentrations
of the L levels over one denominator c: a_l = A_l/c, and a_1 + ... + a_L = T/c. Let x_1 + ... + x_L = k. The chance that
x_l of k trials have the level l, for all l, is

    k! / (x_1! ... x_L!) R(A_1, x_1) ... R(A_L, x_L) / R(T, k),     R(X, n) = X (X+c) ... (X + (n-1) c).

(x_1, ..., x_L) is a composition of k. Values for all compositions are a list, in the order of `over_compositions`. With
two levels, outcomes are like 0/1, and beta.py is used if possible.
"""

from __future__ import annotations

from math import comb, factorial

from .._arguments import exact_numbers, has_items, items_of, listed, proportion, same_index, scalar, shown
from .._credit import Credit, threshold
from .._credit.rewards import other_outcomes
from .._numbers import Meter, dot, find_first, least_common, nearest, over_limit, rise
from .._outcomes import counted
from .._outcomes.reader import OutcomeReader, prior_counts
from ..tally import Tally, tally_of
from . import Posteriors
from .beta import credit_moments
from .dirichlet import rewards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

    from .._numbers import Ratio, Real, Rewards, Weights
    from .._outcomes import Cell
    from ..tally import Outcomes, Prior
    from . import Moments

    State = tuple[int, ...]  # the concentrations of the levels, over c
    Scale = tuple[list[int], int, list[int]]  # (scores of the levels, their denominator, level of each class)
    Required = tuple[int, int, bool]  # a threshold n/d, and whether it is a float

_MOST_STEPS = 1 << 16  # default thresholds j/k at most
LIMITED = "k, with this many thresholds and different scores in w,"


def score_scale(weights: Weights) -> Scale:
    """Return (the different scores in w, ascending; their denominator; the index of each class's score among them).

    Refuse scores outside [0, 1].
    """
    numerators, d = weights
    for j, n in enumerate(numerators):
        if not 0 <= n <= d:
            raise ValueError(f"w must be in [0, 1], the scores of the classes; got {nearest(n, d)!r} at w[{j}]")
    scores = sorted(set(numerators))
    return scores, d, [scores.index(n) for n in numerators]


def equal_steps(k: int) -> list[float]:
    """Return 1/k, ..., k/k as floats, the default thresholds."""
    if k > _MOST_STEPS:
        raise over_limit("k", f"it has more than {_MOST_STEPS} thresholds j/k; give thresholds=[...]")
    return [nearest(j, k) for j in range(1, k + 1)]


def steps_of(thresholds: Iterable[Real]) -> tuple[tuple[Any, ...], list[Required]]:
    """Return (the thresholds as given, [(n, d, whether it is a float)] for each threshold n/d).

    Refuse thresholds that do not ascend, or leave [0, 1].
    """
    wanted = "a strictly increasing sequence of real numbers in [0, 1]"
    given = [scalar(item) for item in items_of(thresholds, "thresholds", wanted)]
    numerators, d = exact_numbers(given, "thresholds")
    for i, n in enumerate(numerators):
        if not 0 <= n <= d or (i and n <= numerators[i - 1]):
            why = "in [0, 1]" if not 0 <= n <= d else f"more than thresholds[{i - 1}]"
            raise ValueError(f"thresholds must be {why}; got {shown(given[i])} at thresholds[{i}]")
    return tuple(given), [(n, d, isinstance(item, float)) for n, item in zip(numerators, given)]


def cuts_of(steps: list[Required], scores: Sequence[int], d: int) -> list[int]:
    """Return, for each threshold, how many of the scores do not reach it. Scores are ascending, over d.

    A score is rounded once before it is compared with a float threshold. So j of k successes reach the float j/k, and
    fewer successes do not.
    """

    def reaches(score: int, n: int, e: int, is_float: bool) -> bool:
        return nearest(score, d) >= nearest(n, e) if is_float else score * e >= n * d

    return [find_first(len(scores), lambda i, step=step: reaches(scores[i], *step)) for step in steps]  # type: ignore[misc]


def over_compositions(tables: Sequence[Sequence[int]], n: int, join: Callable[[int, int], int]) -> list[int]:
    """Return a list of table_1[x_1], ..., table_L[x_L], joined by `join`, for each composition x_1 + ... + x_L = n."""
    lists = [[value] for value in tables[-1][: n + 1]]
    for i in range(len(tables) - 2, -1, -1):
        table, totals = tables[i], range(0 if i else n, n + 1)
        lists = [[join(table[x], value) for x in range(m + 1) for value in lists[m - x]] for m in totals]
    return lists[-1]


class Compositions:
    """All compositions of n: the vectors (x_1, ..., x_L) that say how many of n trials have each of L levels.

    For each composition, `orders` has in how many orders such trials may come, and `totals` the sum of their scores, in
    units of 1 over the denominator of the scores.
    """

    def __init__(self, n: int, scores: list[int], meter: Meter) -> None:
        self.n, levels = n, len(scores)
        meter.spend(comb(n + levels - 1, levels - 1), 64 + n * levels, 0, levels)
        alike = over_compositions([[factorial(x) for x in range(n + 1)]] * levels, n, int.__mul__)
        self.orders = [factorial(n) // ways for ways in alike]
        self.totals = over_compositions([[score * x for x in range(n + 1)] for score in scores], n, int.__add__)
        self.levels = levels
        self.keys = self.packed(n)

    def packed(self, n: int) -> list[int]:
        """Return an integer for each composition of n <= 2 self.n. Adding two integers adds their compositions."""
        digit = 2 * self.n + 1
        return over_compositions([[x * digit**i for x in range(n + 1)] for i in range(self.levels)], n, int.__add__)

    def squared(self, values: list[int], meter: Meter) -> list[int]:
        """Return the coefficients of the square of a polynomial, in the order of the compositions of 2 self.n.

        `values` are the coefficients of the polynomial, in the order of the compositions of self.n.
        """
        meter.spend(len(values) ** 2 // 2, 2 * max([1, *map(int.bit_length, values)]), 64)
        squares: dict[int, int] = {}
        for i, (key, value) in enumerate(zip(self.keys, values)):
            if value:
                squares[2 * key] = squares.get(2 * key, 0) + value * value
                for other, x in zip(self.keys[i + 1 :], values[i + 1 :]):
                    squares[key + other] = squares.get(key + other, 0) + 2 * value * x
        return [squares.get(key, 0) for key in self.packed(2 * self.n)]


class Mixtures(Posteriors):
    """Dirichlet posteriors. In each of `states`, the concentrations have the same sum T; `a` and `b` only give T."""

    __slots__ = ("states",)

    def __init__(self, states: dict[State, int], c: int, meter: Meter) -> None:
        self.states = list(states)
        super().__init__([sum(self.states[0])], [0], c, list(states.values()), meter)

    def chances(self, n: int) -> Iterator[list[int]]:
        """Yield, for each posterior, E[p_1**x_1 ... p_L**x_L] times R(T, n) for all compositions x of n, as a list.

        p_l is the rate of level l; R and T are those of the module.
        """
        bits, levels = n * (self.total + n * self.c).bit_length(), len(self.states[0])
        self.meter.spend(comb(n + levels - 1, levels - 1), bits, bits // 4, len(self.states))
        for state in self.states:
            tables = []
            for a in state:
                table = [1]
                for x in range(n):
                    table.append(table[-1] * (a + x * self.c))
                tables.append(table)
            yield over_compositions(tables, n, int.__mul__)

    def moments(self, coefficients: list[int], squares: list[int], n: int) -> list[Moments]:
        """Return E[g] and E[g**2] of a polynomial g of degree n, from the coefficients of g and those of g**2."""
        found: list[Moments] = []
        for order, values in (1, coefficients), (2, squares):
            means = [dot(values, one) for one in self.chances(order * n)]
            found.append((means, rise(self.total, self.c, order * n)))
        return found


class Rubric:
    """Questions, each with a Dirichlet posterior on the rates of its levels.

    scores, d   the scores of the levels, ascending: scores / d
    states      {concentrations of the levels, times c: number of questions}
    order       the concentrations of each question, in order; None for a tally
    """

    def __init__(self, scores: list[int], d: int, c: int, order: list[State] | None, states: dict[State, int]) -> None:
        self.scores, self.d, self.c, self.order, self.states = scores, d, c, order, states
        self.questions = sum(states.values())

    def mixtures(self, states: Iterable[State], meter: Meter) -> list[Mixtures]:
        """Return the posteriors of these states, a `Mixtures` for each sum T of their concentrations."""
        groups: dict[int, dict[State, int]] = {}
        for state in states:
            groups.setdefault(sum(state), {})[state] = self.states[state]
        return [Mixtures(group, self.c, meter) for group in groups.values()]

    def betas(self, least: int) -> list[Posteriors]:
        """Return the Beta posteriors of the chance that a trial has at least the level `least`.

        The chance has the posterior Beta(A/c, (T-A)/c), where A is the sum of A_l over these levels. A `Posteriors` has
        the questions with the same T whose A are multiples of c apart.
        """
        groups: dict[tuple[int, int], dict[int, int]] = {}
        for state, number in self.states.items():
            a = sum(state[least:])
            group = groups.setdefault((sum(state), a % self.c), {})
            group[a] = group.get(a, 0) + number
        parts, meter = [], Meter("k")
        for (total, _), group in groups.items():
            a_s = sorted(group)
            parts.append(Posteriors(a_s, [total - a for a in a_s], self.c, [group[a] for a in a_s], meter))
        return parts

    def reaching(
        self, least: int, k: int, successes: int, parts: list[Posteriors] | None = None
    ) -> tuple[Ratio, Ratio]:
        """Return (mean, variance) of the chance that `successes` or more of k trials have the level `least` or more."""
        if successes < 1 or successes > k or least < 1 or least == len(self.scores):
            return (int(successes < 1 or (least < 1 and successes <= k)), 1), (0, 1)
        return credit_moments(threshold(k, successes), parts or self.betas(least))

    def average(self, values: Sequence[int], d: int, k: int) -> tuple[Ratio, Ratio]:
        """Return (mean, variance) of what k trials of two levels earn: values[j] / d if j have the higher one."""
        first, runs = values[0], []
        for j, (before, value) in enumerate(zip(values, list(values)[1:]), 1):
            if value > before:
                runs.append((j, j, value - before))
        (n, e), variance = credit_moments(Credit(k, runs, d), self.betas(1))
        return (n * d + first * e, e * d), variance

    def polynomial(self, values: list[int], d: int, of: Compositions, meter: Meter) -> tuple[Ratio, Ratio]:
        """Return (mean, variance) of a polynomial in the rates of the levels. Its coefficients are values / d."""
        squares = of.squared(values, meter)
        parts = self.mixtures(self.states, meter)
        return credit_moments(Credit(of.n, (), d), list(parts), [part.moments(values, squares, of.n) for part in parts])

    def earned(self, values: Sequence[int], d: int, k: int) -> tuple[Ratio, Ratio]:
        """Return (mean, variance) of what k trials earn: values[i] / d if their mean score is the i-th of totals(k)."""
        if len(self.scores) == 2:
            return self.average(values, d, k)
        meter = Meter(LIMITED)
        of = Compositions(k, self.scores, meter)
        known = dict(zip(sorted(set(of.totals)), values))
        return self.polynomial([ways * known[total] for ways, total in zip(of.orders, of.totals)], d, of, meter)

    def power(self, n: int, k: int) -> tuple[Ratio, Ratio]:
        """Return the mean and the variance of the n-th power of the mean score of k >= n trials.

        Given the rates of the levels, let E_u be the mean n-th power of the total score of u trials, a polynomial in u
        of degree n. By Newton's formula, E_k is the sum over b <= n of C(k, b) times the b-th difference of E_0, E_1,
        ... at E_0. This needs no compositions of k, only of n and less.
        """
        meter = Meter(LIMITED)
        of = Compositions(n, self.scores, meter)
        found: dict[int, int] = {}
        for u in range(1, n + 1):
            share = sum([(-1) ** (b - u) * comb(k, b) * comb(b, u) for b in range(u, n + 1)])
            some, rest = Compositions(u, self.scores, meter), Compositions(n - u, self.scores, meter)
            meter.spend(len(some.orders) * len(rest.orders), 64 * n)
            others = list(zip(of.packed(n - u), rest.orders))
            for key, ways, total in zip(of.packed(u), some.orders, some.totals):
                value = share * ways * total**n
                for other, more in others:
                    found[key + other] = found.get(key + other, 0) + value * more
        return self.polynomial([found[key] for key in of.keys], (k * self.d) ** n, of, meter)

    def totals(self, k: int) -> Sequence[int]:
        """Return the different mean scores that k trials may have, ascending; times k and self.d, to be integers."""
        if len(self.scores) == 2:
            low, high = self.scores
            Meter(LIMITED).spend(k, 64)
            return range(low * k, high * k + 1, high - low)
        return sorted(set(Compositions(k, self.scores, Meter(LIMITED)).totals))


def questions_of(R: Outcomes, w: Rewards, R0: Prior, eta: Real, prior: Any) -> Rubric:
    """Return the questions as a Rubric. Concentrations are prior + counts of R + eta * counts of R0."""
    same_index(("R", R), ("R0", R0))
    weights = rewards(w)
    scores, d, level = score_scale(weights)
    highest, hint, share = len(level) - 1, other_outcomes(w, weights), proportion(eta, "eta")
    cells: list[Cell] = []
    if isinstance(R, Tally):
        numbers = tally_of(R, highest, hint, R0).cells
    else:
        reader = OutcomeReader("R", highest, hint)
        counts = reader.questions(reader.rows(R))
        cells = list(zip(counts, prior_counts(R0, len(counts), reader) if R0 is not None else [()] * len(counts)))
        numbers = counted(cells)
    bases, e = _concentrations(prior, len(level), len(cells))
    c = least_common("prior or eta", [e, share[1]], 2) if any(any(cell[1]) for cell in numbers) else e
    gain, part = c // e, share[0] * (c // share[1])

    def state(cell: Cell, base: list[int]) -> State:
        found = [0] * len(scores)
        for j, a in enumerate(base):
            found[level[j]] += a * gain + c * sum(cell[0][j : j + 1]) + part * sum(cell[1][j : j + 1])
        return tuple(found)

    if len(bases) > 1:
        same_index(("R", R), ("prior", prior))
        order = [state(cell, base) for cell, base in zip(cells, bases)]
    else:
        known = {cell: state(cell, bases[0]) for cell in numbers}
        order = [known[cell] for cell in cells]
    states: dict[State, int] = {}
    for one, number in zip(order, [1] * len(order)) if order else ((known[cell], n) for cell, n in numbers.items()):
        states[one] = states.get(one, 0) + number
    return Rubric(scores, d, c, order or None, states)


def _concentrations(prior: Any, classes: int, M: int) -> tuple[list[list[int]], int]:
    """Return (rows, d): the prior's concentrations of the classes, as integers over their common denominator d.

    There is one row for all questions or, if the prior is a matrix, one for each of the M questions.
    """
    wanted = f"a positive number, {classes} of them (one a class), or a row of {classes} for each question"
    given = listed(scalar(prior))
    if not has_items(given):
        rows: list[tuple[str, Sequence[Any]]] = [("prior", [given] * classes)]
    else:
        items = items_of(given, "prior", wanted)
        is_matrix = len(items) > 0 and has_items(listed(items[0]))
        rows = [("prior", items)]
        if is_matrix:
            rows = [(f"prior[{i}]", items_of(row, f"prior[{i}]", wanted)) for i, row in enumerate(items)]
            if not M:
                raise ValueError("prior must not be a matrix for a tally, which has lost which question is which")
            if len(rows) != M:
                raise ValueError(f"prior must have a row for each of the {M} questions; got {len(rows)}")
    found = []
    for name, row in rows:
        if len(row) != classes:
            raise ValueError(f"{name} must have {classes} concentrations, one a class; got {len(row)}")
        numerators, e = exact_numbers(row, name)
        if min(numerators) <= 0:
            j = next(j for j, n in enumerate(numerators) if n <= 0)
            raise ValueError(f"prior must be positive; got {shown(row[j])}" + f" at {name}[{j}]" * has_items(given))
        found.append((numerators, e))
    common = least_common("prior", [e for _, e in found], len(found))
    return [[n * (common // e) for n in numerators] for numerators, e in found], common
