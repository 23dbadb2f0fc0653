"""TailPass: the chances that the mean score of k trials reaches each of some thresholds.

Source: Hariri, Hinczewski, Ayday and Chaudhary 2026, Success Has a Shape: TailPass@k for Repeated Sampling Evaluation.
"""

from __future__ import annotations

from .._arguments import latent_draws, probability, shown
from .._numbers import nearest, nearest_sqrt
from .._numbers.enclosures import summary
from .._posterior.mixtures import equal_steps, questions_of, steps_of
from .._posterior.tails import Tails, observed_tails

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .._numbers import Index, PosteriorSummary, Ratio, Real, Rewards
    from .._posterior.mixtures import Rubric
    from ..tally import Outcomes, Prior

    Pair = tuple[float, float]
    Reals = tuple[float, ...]


def tailpass_empirical(R: Outcomes, k: Index, w: Rewards = None, *, thresholds: Iterable[Real] | None = None) -> Reals:
    """Return TailPass@k of the observed trials: the chance to reach each threshold, as a tuple (Hariri et al. 2026).

    k trials are drawn without replacement from each question's N. They reach a threshold if their mean score is at
    least as high. `w` has the score of each class, in [0, 1]; without it, outcomes are 0 or 1. `thresholds` are
    increasing numbers in [0, 1], by default 1/k, ..., k/k. A score is rounded to a double before it is compared with a
    float, so the threshold j/k needs j of k successes; a Fraction is compared exactly. The threshold 0 is always
    reached. For 0/1 outcomes, the first default threshold gives Pass@k, and the last Pass^k.

    >>> tailpass_empirical([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    (0.95, 0.45)
    """
    return observed_tails(R, k, w, lambda k: equal_steps(k) if thresholds is None else thresholds)


def tailpass(
    R: Outcomes,
    k: Index,
    w: Rewards = None,
    R0: Prior = None,
    *,
    eta: Real = 1.0,
    prior: Any = 1.0,
    thresholds: Iterable[Real] | None = None,
) -> TailPassProfile:
    """Return TailPass@k of k fresh trials as a TailPassProfile (Hariri et al. 2026).

    TailPass@k is the chance that the mean score of the k trials reaches each threshold. The profile has the posterior
    of these chances.

    Each question's class rates have a Dirichlet posterior with the concentrations prior + counts in R + eta * counts in
    R0. `prior` is a positive number, a sequence with a number for each class, or such a sequence for each question. eta
    is in [0, 1]. k may exceed N. `w` and `thresholds` are those of tailpass_empirical. As for the
    _ci functions, the result depends on the prior, and is no error bar. Nothing is sampled, and what scorio has only by
    sampling (power_mean, qrs, rollout, harmonic, shortfall) is left out.

    >>> profile = tailpass([[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]], 2)
    >>> profile.mean, profile.std
    ((0.8392857142857143, 0.44642857142857145), (0.09726270618076305, 0.1461670137834366))
    >>> profile.moment(1) == profile.linear([0.5, 0.5])
    True
    """
    number = latent_draws(k)
    steps = None if thresholds is None else steps_of(thresholds)
    return TailPassProfile(number, questions_of(R, w, R0, eta, prior), steps)


class TailPassProfile:
    """What `tailpass` returns: correctly rounded summaries of the posterior. Each is computed when you ask for it.

    The attributes are k, question_count and thresholds; mean and std, with a value for each threshold; covariance, a
    matrix by rows; and question_mean, with a row for each question of R.
    """

    __slots__ = ("_found", "_rubric", "_steps", "_tails", "k")

    def __init__(self, k: int, rubric: Rubric, steps: Any) -> None:
        self.k, self._rubric, self._steps = k, rubric, steps
        self._tails: Tails | None = None
        self._found: list[tuple[Ratio, Ratio]] = []

    def __repr__(self) -> str:
        return f"<TailPassProfile: k={shown(self.k)}, {shown(self.question_count)} questions>"

    def _made(self) -> Tails:
        if not self._tails:
            self._steps = self._steps or steps_of(equal_steps(self.k))
            self._tails = Tails(self._rubric, self.k, self._steps[1])
        return self._tails

    def _marginals(self) -> list[tuple[Ratio, Ratio]]:
        self._found = self._found or self._made().marginals()
        return self._found

    @property
    def question_count(self) -> int:
        """M, the number of questions."""
        return self._rubric.questions

    @property
    def thresholds(self) -> Reals:
        """The thresholds, as you gave them."""
        self._steps = self._steps or steps_of(equal_steps(self.k))
        found: Reals = self._steps[0]
        return found

    @property
    def mean(self) -> Reals:
        """The posterior mean of the chance to reach each threshold, averaged over the questions."""
        return tuple([nearest(*mean) for mean in self._made().means()])

    @property
    def std(self) -> Reals:
        """The posterior standard deviation for each threshold: the square roots of the diagonal of `covariance`."""
        return tuple([nearest_sqrt(*variance) for _, variance in self._marginals()])

    @property
    def covariance(self) -> tuple[Reals, ...]:
        """The posterior covariances of the thresholds, as rows of a matrix: sums over M questions, divided by M**2."""
        _, rows = self._made().joint()
        return tuple([tuple([nearest(*ratio) for ratio in row]) for row in rows])

    @property
    def question_mean(self) -> tuple[Reals, ...]:
        """The posterior means for each question, in the order of R. R must not be a Tally."""
        if not self._rubric.order:
            raise ValueError("question_mean needs a matrix: a tally has lost which question is which")
        rows = self._made().rows()
        return tuple([rows[state] for state in self._rubric.order])

    def linear(self, weights: Iterable[Real]) -> Pair:
        """Return (mu, sigma) of a weighted sum of the chances to reach each threshold.

        The weights, one for each threshold, are not negative and sum to 1; floats may be off by 1e-12.
        eval.tailpass_weights makes weights.
        """
        return self.linear_ci(weights)[:2]

    def moment(self, lam: Real) -> Pair:
        """Return (mu, sigma) of E[(the mean score of k trials)**lam], lam > 0. It does not depend on the thresholds.

        lam = 1 is the mean reward. For large k, a whole lam takes less time than any other.
        """
        return self.moment_ci(lam)[:2]

    def _powers(self) -> Tails:
        return self._tails or Tails(self._rubric, self.k, [])

    def _end(self, is_full: bool) -> Pair:
        scores = self._rubric.scores
        least = len(scores) - (scores[-1] == self._rubric.d) if is_full else int(scores[0] == 0)
        mean, variance = self._rubric.reaching(least, self.k, self.k if is_full else 1)
        return nearest(*mean), nearest_sqrt(*variance)

    def discovery(self) -> Pair:
        """Return (mu, sigma) of the chance that any of k trials scores above 0: the limit of `moment` for lam to 0."""
        return self._end(False)

    def stability(self) -> Pair:
        """Return (mu, sigma) of the chance that all of k trials score 1: the limit of `moment` as lam grows."""
        return self._end(True)

    def at_k(self, k: Index, *, thresholds: Iterable[Real] | None = None) -> TailPassProfile:
        """Return the profile of another number k of fresh trials, from the same posterior."""
        return TailPassProfile(latent_draws(k), self._rubric, None if thresholds is None else steps_of(thresholds))

    def ci(self, confidence: Real = 0.95, *, method: str = "normal") -> tuple[Reals, Reals, Reals, Reals]:
        """Return (mean, std, lo, hi), each with a value for each threshold. The intervals are mean -+ z std, in [0, 1].

        An interval is that of a single threshold; together they are no band. There is no method="mc", scorio's default:
        nothing is sampled.
        """
        level = _level(confidence, method)
        rows = [summary(*moments, level, (0.0, 1.0)) for moments in self._marginals()]
        mean, std, lo, hi = zip(*rows)
        return mean, std, lo, hi

    def linear_ci(
        self, weights: Iterable[Real], confidence: Real = 0.95, *, method: str = "normal"
    ) -> PosteriorSummary:
        """Return (mu, sigma, lo, hi): those that `linear` returns, and an interval as in `ci`."""
        level = _level(confidence, method)
        return self._made().linear(weights, level)

    def moment_ci(self, lam: Real, confidence: Real = 0.95, *, method: str = "normal") -> PosteriorSummary:
        """Return (mu, sigma, lo, hi): those that `moment` returns, and an interval as in `ci`."""
        level = _level(confidence, method)
        return self._powers().power(lam, level)


def _level(confidence: Real, method: str) -> Ratio:
    if method != "normal":
        raise ValueError(f"method must be 'normal': nothing is sampled, so there is no 'mc'; got {shown(method)}")
    return probability(confidence)
