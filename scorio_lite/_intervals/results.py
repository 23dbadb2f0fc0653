"""What the functions of `confidence` return: tuples of floats whose entries have names."""

from __future__ import annotations

from .._numbers import double_at, find_first, lowest, nearest, ordinal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .._types import Ratio

    Four = tuple[float, float, float, float]
else:
    Four = tuple


_LEAST_P = 2.0**-200  # smaller p-values take seconds


class Interval(Four):
    """The tuple (value, se, lo, hi), whose entries have these names.

    f"{interval:.3f}" is the value with lo and hi, to three places.

    >>> print(f"{Interval((0.7666666, 0.18559, 0.0933874, 0.994753)):.3f}")
    0.767 [0.093, 0.995]
    """

    __slots__ = ()
    _names = "value", "se", "lo", "hi"

    @property
    def value(self) -> float:
        return self[0]

    @property
    def se(self) -> float:
        return self[1]

    @property
    def lo(self) -> float:
        return self[2]

    @property
    def hi(self) -> float:
        return self[3]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join([f'{name}={x!r}' for name, x in zip(self._names, self)])})"

    def __format__(self, spec: str) -> str:
        value, _, lo, hi = [format(x, spec) for x in self]
        return f"{value} [{lo}, {hi}]" if spec else repr(self)

    def _repr_html_(self) -> str:
        cells = ("".join([f"<{tag}>{x}</{tag}>" for x in row]) for tag, row in (("th", self._names), ("td", self)))
        return "<table><tr>{}</tr><tr>{}</tr></table>".format(*cells)


class Difference(Interval):
    """The tuple (difference, se, lo, hi), whose entries have these names, and for some a p-value."""

    _names = "difference", "se", "lo", "hi"
    _excludes_zero: Callable[[Ratio], bool]  # whether the interval at a confidence excludes 0

    def with_p(self, excludes_zero: Callable[[Ratio], bool]) -> Difference:
        """Return this difference with a p-value, which is computed when it is asked for."""
        self._excludes_zero = excludes_zero
        return self

    def __reduce__(self) -> tuple[type[Difference], tuple[tuple[float, ...]]]:
        return type(self), (tuple(self),)  # without what the p-value is computed from

    @property
    def difference(self) -> float:
        return self[0]

    @property
    def pvalue(self) -> float:
        """The least p, down to 2**-200, for which the interval at the confidence 1 - p excludes 0; 1.0 without any.

        So p <= alpha if and only if the interval at the confidence 1 - alpha, exactly, excludes 0. An end at 0 does not
        exclude 0. Only `compare` (without anytime), `compare_suite` and `compare_totals` give a p-value.
        """
        excludes_zero: Callable[[Ratio], bool] | None = getattr(self, "_excludes_zero", None)
        if not excludes_zero:
            raise AttributeError(
                "pvalue is only there for what compare (without anytime=True), compare_suite or compare_totals has "
                "just returned: no other p-value agrees with its interval"
            )
        if not hasattr(self, "_pvalue"):
            least = ordinal(_LEAST_P)

            def excludes(i: int) -> bool:
                n, d = lowest(*double_at(least + i))
                return excludes_zero((d - n, d))

            self._pvalue = nearest(*double_at(least + find_first(ordinal(1.0) - least, excludes)))
        return self._pvalue
