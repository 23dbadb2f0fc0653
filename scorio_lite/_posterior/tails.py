"""TailPass: the chances that the mean score of k trials reaches each threshold, and powers of the mean score."""

from __future__ import annotations

from math import comb

from .._arguments import positive
from .._credit import draws, subset_mean, threshold
from .._numbers import Meter, dot, nearest, ratio_sum, rise, times
from .._numbers.enclosures import summary
from .._weights import spectrum_weights
from .dirichlet import graded_tally
from .mixtures import LIMITED, Compositions, Rubric, cuts_of, over_compositions, score_scale, steps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable, Sequence

    from .._numbers import Enclosure, Index, PosteriorSummary, Ratio, Real, Rewards
    from .._outcomes.cells import SuccessGroups
    from ..tally import Outcomes
    from .mixtures import Mixtures, Required, State

_EXACT_POWER = 1 << 14  # bits of a power that is multiplied out
_FEW_CUTS = 8  # thresholds of 0/1 outcomes whose moments are computed one by one
_ALL = (0.0, 1.0)


class Tails:
    """The chances that k trials' mean score reaches each threshold. `rubric` has the posteriors of the questions."""

    def __init__(self, rubric: Rubric, k: int, thresholds: list[Required]) -> None:
        self.rubric = rubric
        self.k = k if len(rubric.scores) > 1 else 1  # one score is the mean of any trials
        self.thresholds = thresholds
        self._totals: Sequence[int] = ()
        self._cuts: list[int] = []

    @property
    def totals(self) -> Sequence[int]:
        """The possible mean scores of k trials, ascending; times k and the scores' denominator, to be integers."""
        self._totals = self._totals or self.rubric.totals(self.k)
        return self._totals

    @property
    def cuts(self) -> list[int]:
        """The cut of each threshold: how many of the possible mean scores do not reach it."""
        self._cuts = self._cuts or cuts_of(self.thresholds, self.totals, self.k * self.rubric.d)
        return self._cuts

    def marginals(self) -> list[tuple[Ratio, Ratio]]:
        """Return (mean, variance) of the chance to reach each threshold."""
        if len(self.rubric.scores) == 2 and len(self.cuts) <= _FEW_CUTS:
            parts = self.rubric.betas(1)
            return [self.rubric.reaching(1, self.k, cut, parts) for cut in self.cuts]
        means, variances = self.joint(False)
        return [(mean, row[i]) for i, (mean, row) in enumerate(zip(means, variances))]

    def means(self) -> list[Ratio]:
        """Return the mean chance to reach each threshold. For many thresholds, this is faster than `marginals`."""
        if len(self.rubric.scores) == 2 and len(self.cuts) <= _FEW_CUTS:
            return [mean for mean, _ in self.marginals()]
        meter, places, of, bins = self._table()
        parts = []
        for part in self.rubric.mixtures(self.rubric.states, meter):
            d, found = rise(part.total, part.c, self.k) * self.rubric.questions, [0] * len(bins)
            for number, one in zip(part.numbers, part.chances(self.k)):
                found = [total + number * x for total, x in zip(found, _suffixes(one, of, bins))]
            parts.append([(total, d) for total in found])
        sums = [ratio_sum(terms) for terms in zip(*parts)]
        return [sums[places[cut]] for cut in self.cuts]

    def joint(self, is_whole: bool = True) -> tuple[list[Ratio], list[list[Ratio]]]:
        """Return the means of the chances to reach the thresholds, and their covariance matrix.

        Unless `is_whole`, only the diagonal of the matrix is computed; the rest is 0.
        """
        (meter, places, of, bins), M = self._table(), self.rubric.questions
        parts = [self._sums(part, of, bins, is_whole) for part in self.rubric.mixtures(self.rubric.states, meter)]
        first = [times(ratio_sum(terms), 1, M) for terms in zip(*[means for means, _ in parts])]
        flat = [times(ratio_sum(terms), 1, M * M) for terms in zip(*[spreads for _, spreads in parts])]
        at, size = [places[cut] for cut in self.cuts], len(places)
        return [first[i] for i in at], [[flat[i * size + j] for j in at] for i in at]

    def rows(self) -> dict[State, tuple[float, ...]]:
        """Return {concentrations of a question's levels: its posterior mean chance to reach each threshold}."""
        (meter, places, of, bins), rows = self._table(), {}
        for part in self.rubric.mixtures(self.rubric.states, meter):
            d = rise(part.total, part.c, self.k)
            for state, one in zip(part.states, part.chances(self.k)):
                found = [nearest(n, d) for n in _suffixes(one, of, bins)]
                rows[state] = tuple([found[places[cut]] for cut in self.cuts])
        return rows

    def observed(self) -> tuple[float, ...]:
        """Return, for each threshold, the chance that k observed trials reach it, averaged over questions."""
        meter, places, of, bins = self._table()
        sums: dict[int, list[int]] = {}
        meter.spend(len(self.rubric.states) * len(of.orders), self.k * len(self.rubric.scores), 64, 2)
        for state, number in self.rubric.states.items():
            total = sums.setdefault(sum(state), [0] * len(places))
            ways = over_compositions([[comb(n, x) for x in range(self.k + 1)] for n in state], self.k, int.__mul__)
            for i, one in enumerate(bins):
                total[i] += number * sum([ways[x] for x in one])
        found, rest = [], (0, 1)
        for i in range(len(places) - 1, -1, -1):
            rest = ratio_sum([rest, *[(total[i], comb(N, self.k)) for N, total in sums.items()]])
            found.append(nearest(rest[0], rest[1] * self.rubric.questions))
        return tuple([found[~places[cut]] for cut in self.cuts])

    def _table(self) -> tuple[Meter, dict[int, int], Compositions, list[list[int]]]:
        """Return (meter, {cut: its index among the different cuts}, the compositions of k, their `_bins`)."""
        meter, places = Meter(LIMITED), {cut: i for i, cut in enumerate(sorted(set(self.cuts)))}
        of = Compositions(self.k, self.rubric.scores, meter)
        return meter, places, of, self._bins(of, [*places])

    def _bins(self, of: Compositions, cuts: list[int]) -> list[list[int]]:
        """Return, for each of the ascending cuts, a list of the compositions that reach it, but not the next cut.

        A composition is given by its index in `of.totals`.
        """
        ends = [*cuts, len(self.totals) + 1]
        bins: list[list[int]] = [[] for _ in cuts]
        rank = {total: i for i, total in enumerate(self.totals)}
        reached, i = {}, -1
        for total in self.totals:
            while ends[i + 1] <= rank[total]:
                i += 1
            reached[total] = i
        for x, total in enumerate(of.totals):
            if reached[total] >= 0:
                bins[reached[total]].append(x)
        return bins

    def _sums(
        self, part: Mixtures, of: Compositions, bins: list[list[int]], is_whole: bool
    ) -> tuple[list[Ratio], list[Ratio]]:
        """Return (the mean for each cut, the covariance for each pair of cuts), summed over the questions of a part.

        These are moments of the chances to reach the cuts. The covariances are one list, row by row; unless `is_whole`,
        all but those on the diagonal are 0.
        """
        k, size, numbers = self.k, len(bins), part.numbers
        d, e = rise(part.total, part.c, k), rise(part.total, part.c, 2 * k)
        means = [_suffixes(one, of, bins) for one in part.chances(k)]
        totals = [dot(numbers, column) for column in zip(*means)]
        keys = of.packed(2 * k)
        pairs = [0] * len(keys)
        for number, one in zip(numbers, part.chances(2 * k)):
            pairs = [total + number * x for total, x in zip(pairs, one)]
        drawn = sum(map(len, bins))
        part.meter.spend(1, e.bit_length(), 64, drawn * drawn // 2)
        part.meter.spend(size, 2 * d.bit_length(), d.bit_length(), len(means) * (size if is_whole else 1))
        both = _pair_sums(dict(zip(keys, pairs)), [[(of.keys[x], of.orders[x]) for x in one] for one in bins])
        spreads: list[Ratio] = []
        for i in range(size):
            weighted = [number * row[i] for number, row in zip(numbers, means)]
            for j in range(size):
                if j >= i and (is_whole or j == i):
                    product = sum([x * row[j] for x, row in zip(weighted, means)])
                    spreads.append((both[i][j] * d * d - product * e, d * d * e))
                else:
                    spreads.append(spreads[j * size + i] if j < i else (0, 1))
        return [(total, d) for total in totals], spreads

    def linear(self, weights: Iterable[Real], level: Ratio) -> PosteriorSummary:
        """Return (mu, sigma, lo, hi) of what k trials earn, the summed weights of all thresholds that they reach."""
        numerators, d = _convex(weights, len(self.cuts))
        gains = [0] * (len(self.totals) + 1)
        for cut, n in zip(self.cuts, numerators):
            gains[cut] += n
        values, earned = [], 0
        for gain in gains[:-1]:
            earned += gain
            values.append(earned)
        return summary(*self.rubric.earned(values, d, self.k), level, _ALL)

    def power(self, lam: Real, level: Ratio) -> PosteriorSummary:
        """Return (mu, sigma, lo, hi) of E[(the mean score of k trials)**lam]."""
        n, e = positive(lam, "lam")
        k, levels, base = self.k, len(self.rubric.scores), self.k * self.rubric.d
        if e == 1 and n <= k and comb(n + 2 * levels - 1, n) <= comb(k + levels - 1, k) ** 2:
            return summary(*self.rubric.power(n, k), level, _ALL)
        if e == 1 and n * base.bit_length() < _EXACT_POWER:
            return summary(*self.rubric.earned([total**n for total in self.totals], base**n, k), level, _ALL)
        return self._real_power((n, e), level)

    def _real_power(self, lam: Ratio, level: Ratio) -> PosteriorSummary:
        """Compute `power` from enclosures of the powers of the possible mean scores.

        Each power is rounded down by at most eps = width / 2**bits, so the mean is too low by at most eps. The standard
        deviation of the average is off by at most eps (triangle inequality), and at most 1/2, as powers are in [0, 1].
        So the variance is off by at most 2 * 1/2 * eps + eps**2.
        """
        from .._numbers.powers import rational_blend, unit_power

        base, meter = self.k * self.rubric.d, Meter("k or lam")

        def enclose(bits: int) -> tuple[Enclosure, Enclosure]:
            meter.spend(len(self.totals), 2 * bits + max(lam).bit_length(), bits, 100)
            ends = [unit_power(total, base, lam, bits) for total in self.totals]
            width = max([hi - lo for lo, hi in ends])
            (m, d), (v, e) = self.rubric.earned([lo for lo, _ in ends], 1 << bits, self.k)
            mean = (m << bits), (m << bits) + width * d, d << bits
            if len(self.rubric.scores) == 1:
                return mean, (0, 0, 1)
            return mean, (max(0, (v << bits) - width * e), (v << bits) + 2 * width * e, e << bits)

        def exact() -> tuple[Ratio | None, Ratio | None]:
            """Return (mean, variance), or (None, None) if a power is irrational: then both are (Besicovitch 1940)."""
            ratios = []
            for total in self.totals:
                ratio = rational_blend((total, base), (1, 1), lam, (0, 1)) if total else (0, 1)
                if not ratio:
                    return None, None
                ratios.append(ratio)
            common = 1
            for _, d in ratios:
                common *= d
            return self.rubric.earned([n * (common // d) for n, d in ratios], common, self.k)

        return summary(None, None, level, _ALL, enclose, exact)


def _pair_sums(chances: dict[int, int], bins: list[list[tuple[int, int]]]) -> list[list[int]]:
    """Return a matrix: the chance that a first draw of k trials reaches threshold i, and a second draw threshold j.

    `chances` is {key of a composition of 2k: its chance}. `bins` are those of `_bins`, with (key, number of orders) in
    place of each composition of k.
    """
    size = len(bins)
    sums = [[0] * (size + 1) for _ in range(size + 1)]
    for i, one in enumerate(bins):
        for j in range(i + 1):
            other = bins[j]
            sums[i][j] = sums[j][i] = sum([x * sum([y * chances[a + b] for b, y in other]) for a, x in one])
    for i in range(size - 1, -1, -1):
        for j in range(size - 1, -1, -1):
            sums[i][j] += sums[i + 1][j] + sums[i][j + 1] - sums[i + 1][j + 1]
    return sums


def _suffixes(chances: list[int], of: Compositions, bins: list[list[int]]) -> list[int]:
    """Return the chance to reach each threshold, from the chances of the compositions and from `bins`, see `_bins`."""
    total, found = 0, []
    for one in reversed(bins):
        total += sum([of.orders[x] * chances[x] for x in one])
        found.append(total)
    return found[::-1]


def _convex(weights: Iterable[Real], size: int) -> tuple[list[int], int]:
    """Return (weights as integers, their denominator). Refuse them unless they sum to 1; floats may be off by 1e-12."""
    numerators, d = spectrum_weights(weights, size)
    if sum(numerators) * 10**12 < d * (10**12 - 1):
        raise ValueError(f"weights must sum to 1; they sum to {nearest(sum(numerators), d)!r}")
    return numerators, d


def observed_tails(R: Outcomes, k: Index, w: Rewards, thresholds: Callable[[int], Iterable[Real]]) -> tuple[float, ...]:
    """Return, for each of thresholds(k), the mean over questions of the chance that k of the N trials reach it."""
    outcomes, weights = graded_tally(R, w)
    scores, d, level = score_scale(weights)
    k = draws(k, outcomes)
    steps = steps_of(thresholds(k))[1]
    states: dict[State, int] = {}
    for (counts, _), number in outcomes.cells.items():
        state = [0] * len(scores)
        for j, count in enumerate(counts):
            if count:
                state[level[j]] += count
        states[tuple(state)] = states.get(tuple(state), 0) + number
    of = Rubric(scores, d, 1, None, states)
    tails = Tails(of, k, steps)
    if len(scores) != 2:
        return tails.observed()
    groups: SuccessGroups = {}
    for one, number in states.items():
        group = groups.setdefault(sum(one), {})
        group[one[-1]] = group.get(one[-1], 0) + number
    found = {}
    for cut in set(tails.cuts):
        sure = cut < 1 or cut > tails.k
        found[cut] = float(cut < 1) if sure else nearest(*subset_mean(threshold(tails.k, cut), groups))
    return tuple([found[cut] for cut in tails.cuts])
