"""Exact metrics for language models scored by repeated trials: pure Python, no dependencies.

    >>> import scorio_lite
    >>> R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
    >>> scorio_lite.pass_at_k(R, 2)
    0.95

The arguments that the functions share:

R           outcomes, questions in rows and trials in columns: integers 0..C, or 0 and 1. Any iterable of rows (lists,
            tuples, bytes, arrays, ...), or one flat row, or a Tally. Rows have equal lengths, M questions N trials; a
            ragged Tally holds questions that differ in N, each scored with its own.
w           the reward of each class 0..C: finite real numbers. None means 0/1 outcomes with rewards 0 and 1.
R0          prior outcomes: one row for each row of R, or flat and cut into as many rows.
k           how many trials are drawn from each question's N, without replacement: 1 <= k <= N.
confidence  the probability that an interval (lo, hi) is to hold, in (0, 1).
bounds      (lowest, highest): interval ends are clipped into it. None clips nothing.

A real argument is an int, float, Fraction or Decimal and means exactly its value. Every float returned is the double
nearest to the exact value of its formula, ties to even. What is wrong with an argument is said by a ValueError.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import eval as eval
    from . import exact as exact
    from . import rank as rank
    from . import special as special
    from .eval import *
    from .tally import Tally as Tally
else:
    # Modules and metrics are loaded when they are first asked for: importing the package costs next to nothing.
    _MODULES = ("eval", "exact", "rank", "special", "tally")

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            # The list asks for the module itself; without it the package would be returned.
            return __import__(f"{__name__}.{name}", None, None, ["__name__"])
        if name == "__all__":
            return ["Tally", *__getattr__("eval").__all__]
        if not name.startswith("_"):
            home = __getattr__("tally" if name == "Tally" else "eval")
            if name == "Tally" or name in home.__all__:
                value = globals()[name] = getattr(home, name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return [*_MODULES, *__getattr__("__all__")]
