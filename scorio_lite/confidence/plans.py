"""Plans: how many questions decide between two models, before there are data; and what a budget buys, given data."""

from __future__ import annotations

from .._intervals import Asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._numbers import Index, Real, Rewards
    from .._scores import Scores
    from ..tally import Outcomes


def plan(
    a: Real,
    b: Real,
    *,
    differ: Real | None = None,
    correlation: Real | None = None,
    trials: Index = 1,
    agree: Real = 1,
    margin: Real = 0,
    power: Real = 0.8,
    confidence: Real = 0.95,
) -> int:
    """Return how many new questions decide between two models that are expected to solve the shares a and b of them.

    With this many questions, the interval of compare excludes `margin` with the probability `power`, as in
    enough_to_decide, if the models do as expected. You need no data. But the number is smaller if you say what you know
    of the questions:

    differ       how often exactly one of the models is right
    correlation  how the outcomes of the two models correlate; it gives `differ`, so pass only one of both. Without
                 either, `differ` is as large as it can be: the models have as few solved questions in common as can be
    trials       how many trials each model has of each question
    agree        how often two trials of a model on one question have the same outcome, as a mean over both models.
                 If they always do, which is the default and the worst case, more trials do not help

    >>> plan(0.70, 0.65), plan(0.70, 0.65, correlation=0.5), plan(0.70, 0.65, differ=0.19)
    (2042, 700, 603)
    >>> plan(0.70, 0.65, differ=0.19, trials=4, agree=0.9)
    374
    """
    from .._intervals.plan import size_planned

    return size_planned(a, b, margin, differ, correlation, trials, agree, power, confidence)


def best_split(
    R: Outcomes | Scores,
    budget: Real,
    question_price: Real,
    trial_price: Real,
    R_b: Outcomes | Scores | None = None,
    *,
    w: Rewards = None,
    confidence: Real = 0.95,
    ragged: bool = False,
) -> tuple[int, int, float]:
    """Return what a budget buys: (questions, trials of each question, half width) of the shortest interval of avg.

    A question costs `question_price`, and each trial of it `trial_price`. The value, and the variances of questions and
    of trials, are taken from R, which has at least two trials of each question. With R_b, the interval is that of the
    difference of two models, and both get this many trials of each question.

    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
    >>> best_split(R, 100, 0.5, 0.01)
    (156, 14, 0.04048134454446195)
    """
    from .._intervals.plan import split_of_budget

    models, asked = (R,) if R_b is None else (R, R_b), Asked("avg", None, confidence, ragged=ragged, w=w)
    return split_of_budget(models, asked, budget, (question_price, trial_price))
