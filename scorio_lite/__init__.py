"""Exact metrics for language models scored by repeated trials: pure Python, no dependencies.

    >>> import scorio_lite
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    >>> scorio_lite.pass_at_k(R, 2)
    0.95

The arguments that the functions share:

R           outcomes, M questions in rows and N trials in columns: integers 0..C, or 0 and 1. R is any iterable of rows
            (lists, tuples, bytes, arrays, tables, ...), or a Tally. All rows have the same length N. If questions
            differ in N, use a ragged Tally. A flat row is one question: for one trial of each of several questions pass
            [[x] for x in xs]. Real scores, such as 0.37, are not outcomes: see Scores.
w           the reward of each class 0..C: finite real numbers. None means 0/1 outcomes with rewards 0 and 1.
R0          prior outcomes: one row for each row of R, or one flat row, cut into as many rows as R has.
k           how many trials are drawn from each question's N, without replacement: 1 <= k <= N.
confidence  the posterior probability of an interval (lo, hi), in (0, 1).
bounds      (lowest, highest): the ends of an interval are clipped into this range. None does not clip them.
alpha0,     the prior Beta(alpha0, beta0) of each question's success rate. Both are > 0. With 1 and 1 the prior is
beta0       uniform.

A function NAME_ci returns (mu, sigma, lo, hi): a posterior mean and standard deviation, and a credible interval. Each
question's rate has an independent prior, by default uniform, which pulls the question towards 1/2. The interval
takes the posterior as normal, and is no error bar for the observed value.

A real argument is an int, float, Fraction or Decimal and means exactly its value. Every float returned is the double
nearest to the exact value of its formula, ties to even. A wrong argument raises a ValueError that names it.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING: bool = False  # annotated, since Jedi looks for no names below a bare False
if TYPE_CHECKING:
    from . import confidence as confidence
    from . import eval as eval
    from . import exact as exact
    from . import files as files
    from . import rank as rank
    from . import special as special
    from ._intervals.results import Bounds as Bounds
    from ._intervals.results import Difference as Difference
    from ._intervals.results import Interval as Interval
    from ._intervals.results import Rank as Rank
    from ._scores import Scores as Scores
    from ._votes import VoteTally as VoteTally
    from .eval import *
    from .eval.picks import best_of_k as best_of_k
    from .eval.picks import cons_at_k as cons_at_k
    from .eval.picks import vote_curve as vote_curve
    from .tally import Tally as Tally
else:
    from ._lazy import loader as _loader

    _MODULES = ("confidence", "eval", "exact", "files", "rank", "special", "tally")
    _HOMES = dict.fromkeys(("Bounds", "Difference", "Interval", "Rank"), "_intervals.results")
    _HOMES.update(Scores="_scores", Tally="tally", VoteTally="_votes")
    _HOMES.update(dict.fromkeys(("best_of_k", "cons_at_k", "vote_curve"), "eval.picks"))

    def _home_of(name: str) -> object:
        if name in _MODULES or name in _HOMES:
            return _HOMES.get(name, name)
        return "eval" if not name.startswith("_") and name in _load("eval").__all__ else None

    _load = _loader(globals(), _home_of)

    def __getattr__(name: str) -> object:
        return [*_HOMES, *_load("eval").__all__] if name == "__all__" else _load(name)

    def __dir__() -> list[str]:
        return [*_MODULES, *__getattr__("__all__")]
