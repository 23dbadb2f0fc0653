"""What the functions of `confidence` return: tuples, lists and dictionaries whose numbers have names."""

from __future__ import annotations

from .._numbers import double_at, find_first, lowest, nearest, ordinal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from .._types import Ratio

    Two = tuple[float, float]
    Four = tuple[float, float, float, float]
    Pair = tuple[int, int]
    Pairs = list[Pair]
    ByName = dict[Any, "Rank"]
else:
    Two = Four = Pair = tuple
    Pairs, ByName = list, dict


_LEAST_P = 2.0**-200  # smaller p-values take seconds


class Result:
    """Numbers with names. Otherwise, a result is a plain tuple, list or dict.

    str(result) shows four digits of each number, f"{result:.3f}" as many as you ask for, and repr(result) is exact. A
    notebook shows a table. The annotations of a tuple's class are the names of its entries.
    """

    __slots__ = ()
    _fields: tuple[str, ...]  # called so in every named tuple: tables take their columns from here
    _text: str  # how the entries of a tuple stand in a text

    def __init_subclass__(cls) -> None:
        names = tuple([name for name in cls.__annotations__ if not name.startswith("_")])
        if names:
            cls._fields = names
        for i, name in enumerate(names):
            setattr(cls, name, property(lambda entries, i=i: entries[i]))  # type: ignore[misc]

    def __repr__(self: Any) -> str:
        return f"{type(self).__name__}({', '.join([f'{name}={x!r}' for name, x in zip(self._fields, self)])})"

    def __str__(self) -> str:
        return format(self, ".4g")

    def __format__(self: Any, spec: str) -> str:
        return self._text.format(*[format(x, spec) for x in self]) if spec else str(self)

    def __getnewargs__(self: Any) -> tuple[Any, ...]:
        return tuple(self)

    def _asdict(self: Any) -> dict[Any, Any]:
        return dict(zip(self._fields, self))

    def _repr_html_(self) -> str:
        rows = [(str(name).replace("&", "&amp;").replace("<", "&lt;"), x) for name, x in self._asdict().items()]
        return f"<table>{''.join([f'<tr><th>{name}</th><td>{x}</td></tr>' for name, x in rows])}</table>"


class Interval(Result, Four):
    """The tuple (value, se, lo, hi): a value, its standard error, and its interval. Its entries are attributes, too.

    f"{interval:.3f}" is the value with lo and hi, to three places.

    >>> interval = Interval(value=0.7666666, se=0.18559, lo=0.0933874, hi=0.994753)
    >>> print(interval, f"{interval:.2f}", sep="; ")
    0.7667 [0.09339, 0.9948]; 0.77 [0.09, 0.99]
    """

    __slots__ = ()
    _text = "{0} [{2}, {3}]"
    value: float
    se: float
    lo: float
    hi: float

    def __new__(cls, value: float, se: float, lo: float, hi: float) -> Interval:
        return tuple.__new__(cls, (value, se, lo, hi))


class Difference(Interval):
    """The tuple (difference, se, lo, hi), like an Interval. Its entries are attributes, too. Some have a `pvalue`."""

    difference: float
    se: float
    lo: float
    hi: float
    _excludes_zero: Callable[[Ratio], bool] | None = None  # whether the interval at a confidence excludes 0

    def __new__(cls, difference: float, se: float, lo: float, hi: float) -> Difference:
        return tuple.__new__(cls, (difference, se, lo, hi))

    def __reduce__(self) -> tuple[type[Difference], tuple[float, ...]]:
        return type(self), tuple(self)  # without what the p-value is computed from

    @property
    def pvalue(self) -> float:
        """The least p, down to 2**-200, for which the interval at the confidence 1 - p excludes 0; else 1.0.

        So p <= alpha if and only if the interval at the confidence 1 - alpha excludes 0. An interval that ends at 0
        does not exclude it. Only differences that `compare` (without anytime=True), `compare_suite` or `compare_totals`
        returned have a p-value. Others, and copies, raise AttributeError.
        """
        excludes_zero = self._excludes_zero
        if not excludes_zero:
            raise AttributeError(
                "pvalue is only there for what compare (without anytime=True), compare_suite or compare_totals has "
                "just returned, and not for copies or pickles: no other p-value agrees with its interval"
            )
        if not hasattr(self, "_pvalue"):
            least = ordinal(_LEAST_P)

            def excludes(i: int) -> bool:
                n, d = lowest(*double_at(least + i))
                return excludes_zero((d - n, d))

            self._pvalue = nearest(*double_at(least + find_first(ordinal(1.0) - least, excludes)))
        return self._pvalue


class Bounds(Result, Two):
    """The tuple (lo, hi), bounds without a value between them."""

    __slots__ = ()
    _text = "[{0}, {1}]"
    lo: float
    hi: float

    def __new__(cls, lo: float, hi: float) -> Bounds:
        return tuple.__new__(cls, (lo, hi))


class Rank(Result, Pair):
    """The tuple (best, worst): a model's best and worst possible rank. Its text is "2-3", or "2" if both are 2."""

    __slots__ = ()
    best: int
    worst: int

    def __new__(cls, best: int, worst: int) -> Rank:
        return tuple.__new__(cls, (best, worst))

    def __format__(self, spec: str) -> str:
        return "-".join(map(str, dict.fromkeys(self)))


class ModelRanks(Pairs, Result):
    """A list with the Rank of each model, in the order of the models."""

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Rank]: ...
        def __getitem__(self, i: Any) -> Any: ...

    def __format__(self, spec: str) -> str:
        return ", ".join([format(rank, spec) for rank in self])

    def _asdict(self) -> dict[Any, Any]:
        return dict(enumerate(self))


class NamedRanks(ByName, Result):
    """The dictionary {name of a model: its Rank}."""

    def __format__(self, spec: str) -> str:
        return ", ".join([f"{name}: {rank:{spec}}" for name, rank in self.items()])

    def _asdict(self) -> dict[Any, Any]:
        return dict(self)
