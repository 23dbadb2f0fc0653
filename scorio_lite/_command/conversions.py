"""Convert the text of each option to its value, such as a bound that a metric has to reach (--require)."""

from __future__ import annotations

import sys

from .grading import finite, is_range, shown
from .metric_names import parse_metric
from .missing import BOUNDS, POLICIES
from .settings import MOST_TRIALS, MOST_UNLISTED
from .slices import by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

_HEAVIEST = 1e300  # the largest weight or score: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000
_MOST_KS = 1000  # in a range
MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses
RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}
_BASE = "-base"


def convert(name: str, text: str) -> Any:
    """Convert the text of an option to its value. A ValueError says what is expected."""
    return _CONVERSIONS.get(name, _name)(text)


def _expect(is_right: bool, wanted: str, text: str) -> None:
    if not is_right:
        raise ValueError(f"expected {wanted}{';' if ',' in wanted else ','} got {shown(text)}")


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("the name is empty")
    return text


def _field(text: str) -> str:
    return _name(text).strip().lower()


def _missing(text: str) -> str:
    how, equal, trials = text.partition("=")
    _expect(how in POLICIES, f"one of {', '.join(POLICIES)}", text)
    _expect(
        not equal or (how == BOUNDS and trials.isdecimal() and 0 < int(trials) <= MOST_TRIALS),
        f"{BOUNDS}=N, where N is the number of trials of each question",
        text,
    )
    return text


def _where(text: str) -> str:
    field, equal, _ = text.partition("=")
    _expect(bool(field.strip() and equal), "KEY=VALUE", text)
    return text


def _pair(text: str) -> str:
    _expect(len({*filter(None, map(str.strip, text.split(",")))}) == 2, "two fields with a comma between them", text)
    return text


def _counts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    _expect(len(set(names)) == len(names) <= 2 and all(names), "two names with a comma between them", text)
    return names


def _at(text: str) -> str:
    from .readings.templates import split_of

    split_of(text)
    return text


def _path(text: str) -> str:
    from .readings.templates import PathTemplate

    PathTemplate(text)
    return text


def _line(text: str) -> str:
    from .readings.text_lines import LineTemplate

    LineTemplate(text)
    return text


def _split(text: str) -> str:
    from .readings.templates import split_template

    field, equal, template = text.partition("=")
    _expect(bool(field.strip() and equal), "FIELD=TEMPLATE, such as 'id={question}#{trial}'", text)
    split_template(template)
    return text


def _lines(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    is_right = first.isdecimal() and bool(dash) and (last.isdecimal() or not last)
    _expect(is_right, "the first line and the last, such as 4-100, or 4- for all from 4 on", text)
    return int(first), int(last or sys.maxsize)


def _encoding(text: str) -> str:
    import codecs

    try:
        "".encode(text)
    except LookupError:
        raise ValueError(f"expected the name of an encoding, such as latin-1, got {shown(text)}") from None
    return codecs.lookup(text).name


def _total(text: str) -> int:
    is_right = text.isdecimal() and 0 < int(text) <= MOST_UNLISTED
    _expect(is_right, f"a whole number, at most {MOST_UNLISTED:,}", text)
    return int(text)


def _success(text: str) -> frozenset[str]:
    words = frozenset(word.strip().lower() for word in text.split(",")) - {""}
    _expect(bool(words), "words with commas between them", text)
    return words


def _confidence(text: str) -> float:
    value = finite(text)
    hint = f"for {value:g} % pass {value / 100:g}" if 1 < value < 100 else "such as 0.95"
    _expect(0 < value < 1, f"a number between 0 and 1, {hint}", text)
    return value


def _power(text: str) -> float:
    _expect(0.5 <= finite(text) < 1, "a number from 0.5 to below 1", text)
    return finite(text)


def _positive(text: str) -> float:
    _expect(finite(text) > 0, "a positive number", text)
    return finite(text)


def _plan(text: str) -> float | tuple[float, float]:
    if "," not in text:
        return _positive(text)
    rates = tuple(map(finite, text.split(",")))
    is_right = len(rates) == 2 and rates[0] != rates[1] and min(rates) >= 0 and max(rates) <= 1
    _expect(is_right, "a half width, or two rates of success from 0 to 1, such as 0.7,0.65", text)
    return rates  # type: ignore[return-value]


def _budget(text: str) -> tuple[float, ...]:
    found = tuple(map(finite, text.split(",")))
    is_right = len(found) == 3 and found[0] > 0 <= found[1] and found[2] > 0
    _expect(is_right, "BUDGET,QUESTION,TRIAL: an amount and two prices, such as 100,0.5,0.01", text)
    return found


def _weights(text: str) -> list[float]:
    parts = text.split(",")
    _expect(2 <= len(parts) <= _MOST_WEIGHTS, f"two to {_MOST_WEIGHTS:,} weights with commas between them", text)
    weights = list(map(finite, parts))
    _expect(max(map(abs, weights)) <= _HEAVIEST, f"weights of at most {_HEAVIEST:g} in size", text)
    return weights


def _range(text: str) -> tuple[float, float]:
    _expect(is_range(text), "LOW,HIGH, the range of the scale, such as 1,5", text)
    low, high = map(float, text.split(","))
    _expect(max(-low, high) <= _HEAVIEST, f"ends of at most {_HEAVIEST:g} in size", text)
    return low, high


def _k_list(text: str) -> list[int]:
    try:
        spans = [[int(end) for end in part.split("-", 1)] for part in text.split(",")]
    except ValueError:
        spans = [[0]]
    is_right = all(0 < span[0] <= span[-1] < span[0] + _MOST_KS for span in spans)
    _expect(is_right, "positive integers, such as 1,2,4 or 1-8", text)
    return sorted({k for first, *last in spans for k in range(first, (last or [first])[0] + 1)})


def _metrics(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name.strip().lower() != "all":
            parse_metric(name)
    return names


def _metric(text: str) -> str:
    parse_metric(text)
    return text


class Requirement:
    """A bound that the interval of a metric must reach, as in avg>=0.8. avg-base is the difference to the baseline."""

    def __init__(self, text: str) -> None:
        name, sign, bound = text.rpartition(">=")
        if not sign:
            raise ValueError(f"expected METRIC>=BOUND, in quotes, such as 'pass_hat@4>=0.8'; got {shown(text)}")
        self.task, colon, name = name.rpartition(":")
        self.task = self.task.strip()  # or slice; "" if the bound is for the whole run
        name = "".join(name.split())
        self.text = f"{self.task}{colon}{name}>={''.join(bound.split())}"
        self.is_difference = name.lower().endswith(_BASE)
        name = name[: -len(_BASE)] if self.is_difference else name
        self.metric = parse_metric(name)
        if not self.metric.has_interval:
            raise ValueError(f"{shown(name)} has no confidence interval; choose another metric")
        if self.metric.has_k and not self.metric.k:
            raise ValueError(f"{shown(name)} needs a k, as in {shown(name + '@4')}")
        try:
            self.bound = finite(bound)
        except ValueError as error:
            raise ValueError(f"{shown(self.text)}: {error}") from None

    def decide(self, score: dict[str, Any]) -> int:
        return MET if score["lo"] >= self.bound else FAILED if score["hi"] < self.bound else UNDECIDED

    def check(self, weights: Sequence[float] | None) -> str:
        """Return why the bound is outside the range of values (0 to 1, or that of `weights`); "" if it is inside."""
        least, most = (min(weights), max(weights)) if weights else (0.0, 1.0)
        if self.is_difference:
            least, most = least - most, most - least
        if least <= self.bound <= most:
            return ""
        hint = "" if weights or abs(self.bound) < 1 else f"; for {self.bound:g} % write {self.bound / 100:g}"
        return f"--require {self.text}: the bound must be between {least:g} and {most:g}{hint}"


_CONVERSIONS: dict[str, Callable[[str], Any]] = {
    "alpha0": _positive,
    "beta0": _positive,
    "by": by,
    "cluster": _field,
    "confidence": _confidence,
    "counts": _counts,
    "at": _at,
    "path": _path,
    "line": _line,
    "split": _split,
    "lines": _lines,
    "encoding": _encoding,
    "skip": _where,
    "k": _k_list,
    "metrics": _metrics,
    "of": _total,
    "power": _power,
    "rank_by": _metric,
    "plan": _plan,
    "budget": _budget,
    "judges": _pair,
    "totals": _pair,
    "cost_limits": _range,
    "missing": _missing,
    "require": Requirement,
    "scores": _range,
    "success": _success,
    "threshold": finite,
    "weights": _weights,
    "where": _where,
}
