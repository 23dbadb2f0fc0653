"""How the values of a result file are graded, and how messages show them."""

from __future__ import annotations

from .._arguments import shown as _shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

MISSING_WORDS = {"", "nan", "null", "none", "na", "n/a"}
_LONGEST = 40  # characters of a value in an error
_INFINITY = float("inf")


class FileError(ValueError):
    """What is wrong with a result file, and where in it."""


def is_missing(value: object) -> bool:
    """Whether a value stands for a missing trial."""
    if isinstance(value, str):
        return value.strip().lower() in MISSING_WORDS
    return value is None or value != value


def shown(value: Any, longest: int = _LONGEST) -> str:
    """A value as messages show it, in JSON's words."""
    names = {list: "a list", dict: "an object", type(None): "null", bool: str(value).lower()}
    text = names.get(type(value)) or (repr(value) if isinstance(value, (str, float)) else _shown(value))
    return text if len(text) <= longest else text[:longest] + "..."


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


class Grader:
    """Turns the values of files into codes, and at the end the codes into the classes 0, 1, ... of the metrics.

    Without weights and threshold, a value is 0 or 1. With a threshold, it is a number that reaches it or not. With
    weights, it is the number of a class or one of the weights. Only all values of all files together show which.
    """

    def __init__(
        self,
        weights: Sequence[float] | None = None,
        threshold: float | None = None,
        reading: str | None = None,  # "classes" or "rewards", if weights leave both possible
    ) -> None:
        self.weights = weights
        self.threshold = threshold
        self._reading = reading
        self._values: list[float] = [0, 1]
        if weights is not None:
            numbers = range(len(weights)) if reading != "rewards" else ()
            self._values = list(dict.fromkeys([*numbers, *(weights if reading != "classes" else ())]))
        # The code of a number; None for other values. True, 1 and 1.0 are the same key.
        self.number: Callable[[Any], int | None] = {value: code for code, value in enumerate(self._values)}.get
        if threshold is not None:
            self.number = self._passes

    @property
    def codes(self) -> int:
        return len(self._values)

    @property
    def is_plain(self) -> bool:
        """Whether values are 0 and 1."""
        return self.weights is None and self.threshold is None

    def code(self, value: Any) -> int | None:
        """The code of a value; None if it has none."""
        return self.number(value) if isinstance(value, (int, float)) else None

    def refusal(self, value: Any, place: str) -> FileError:
        what = f"{place}: {shown(value)} is "
        if self.threshold is not None:
            return FileError(f"{what}not a finite number")
        if self.weights is not None:
            listed = ", ".join(f"{weight:g}" for weight in self.weights[:5]) + ", ..." * (len(self.weights) > 5)
            classes = "" if self._reading == "rewards" else f"the number of a class (0 to {len(self.weights) - 1})"
            rewards = "" if self._reading == "classes" else f"one of the weights {listed}"
            return FileError(
                f"{what}neither {classes} nor {rewards}" if classes and rewards else f"{what}not {classes}{rewards}"
            )
        hint = "; a reward? See --threshold and --weights" if type(value) in (int, float) else ""
        return FileError(f"{what}neither 0 nor 1{hint}")

    def classes(self, used: Iterable[int]) -> list[int]:
        """The class of each code, given the codes that occur."""
        if self.weights is None:
            return [0, 1]
        weights, used = list(self.weights), set(used)
        as_numbers = [code if code < len(weights) else -1 for code in range(self.codes)]
        as_rewards = [weights.index(value) if value in weights else -1 for value in self._values]
        if self._reading:
            return as_rewards if self._reading == "rewards" else as_numbers
        fits = [classes for classes in (as_numbers, as_rewards) if all(classes[code] >= 0 for code in used)]
        if not fits:
            values = [self._values[next(c for c in used if read[c] < 0)] for read in (as_rewards, as_numbers)]
            raise FileError(f"{values[0]:g} is the number of a class and {values[1]:g} a weight; they cannot be mixed")
        if len(fits) == 2 and any(weights[as_numbers[c]] != self._values[c] for c in used):
            some = " and ".join(f"{self._values[c]:g}" for c in sorted(used)[:3])
            raise FileError(
                f"are the values {some} numbers of classes, or rewards? Use --values classes or --values rewards"
            )
        return fits[0]

    def _passes(self, value: float) -> int | None:
        assert self.threshold is not None
        return int(value >= self.threshold) if -_INFINITY < value < _INFINITY else None
