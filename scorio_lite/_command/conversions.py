"""Convert the text of each option to its value, such as a bound that a metric has to reach (--require)."""

from __future__ import annotations

import sys
from functools import partial

from .fields import usual_name
from .grading import finite, is_range, shown
from .metric_names import parse_metric
from .missing import BOUNDS, POLICIES
from .settings import MOST_TRIALS, MOST_UNLISTED
from .slices import by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

_HEAVIEST = 1e300  # the largest weight or score: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000
_MOST_KS = 1000  # in a range
MET, FAILED, UNDECIDED = 0, 3, 4  # exit statuses
RESULTS = {MET: "met", FAILED: "failed", UNDECIDED: "undecided"}
_BASE = "-base"


def convert(name: str, text: str) -> Any:
    """Convert the text of an option to its value. A ValueError says what is expected."""
    read, *checks = _KINDS.get(name, (_name,))
    value = read(text)
    for wanted, is_right in checks:
        if not is_right(value):
            raise ValueError(f"expected {wanted}{';' if ',' in wanted else ','} got {shown(text)}")
    return value


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("the name is empty")
    return text


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _words(text: str) -> frozenset[str]:
    return frozenset(name.strip().lower() for name in text.split(",") if name.strip())


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(finite, text.split(",")))


def _range(text: str) -> tuple[float, ...]:
    return _numbers(text) if is_range(text) else ()


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _has_key(text: str) -> bool:
    key, equal, _ = text.partition("=")
    return bool(key.strip() and equal)


def _is_trials(text: str) -> bool:
    how, equal, trials = text.partition("=")
    return not equal or (how == BOUNDS and 0 < _whole(trials) <= MOST_TRIALS)


def _plan(text: str) -> Any:
    return _numbers(text) if "," in text else convert("alpha0", text)


def _are_rates(plan: Any) -> bool:
    return isinstance(plan, float) or (len(plan) == 2 and plan[0] != plan[1] and min(plan) >= 0 and max(plan) <= 1)


def _lines(text: str) -> tuple[int, ...]:
    first, dash, last = text.partition("-")
    is_right = first.isdecimal() and dash and (last.isdecimal() or not last)
    return (int(first), int(last or sys.maxsize)) if is_right else ()


def _ks(text: str) -> list[int]:
    try:
        spans = [[int(end) for end in part.split("-", 1)] for part in text.split(",")]
    except ValueError:
        return []
    is_right = all(0 < span[0] <= span[-1] < span[0] + _MOST_KS for span in spans)
    return sorted({k for span in spans for k in range(span[0], span[-1] + 1)}) if is_right else []


def _metrics(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name.strip().lower() != "all":
            parse_metric(name)
    return names


def _encoding(text: str) -> str:
    import codecs

    try:
        "".encode(text)  # codecs.lookup also knows codecs from bytes to bytes
    except LookupError:
        return ""
    return codecs.lookup(text).name


def _template(option: str, text: str) -> str:
    from .readings import templates, text_lines

    parse: Any = {"at": templates.split_of, "path": templates.PathTemplate, "line": text_lines.LineTemplate}
    parse[option](text)
    return text


def _is_split(text: str) -> bool:
    from .readings.templates import split_template

    return _has_key(text) and bool(split_template(text.partition("=")[2]))


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


_POSITIVE = (finite, ("a positive number", lambda x: x > 0))
_KEY_AND_VALUE = (str, ("KEY=VALUE", _has_key))
_TWO_FIELDS = (str, ("two fields with a comma between them", lambda text: len({*_names(text), ""}) == 3))
_RANGE = (
    _range,
    ("LOW,HIGH, the range of the scale, such as 1,5", bool),
    (f"ends of at most {_HEAVIEST:g} in size", lambda ends: max(map(abs, ends)) <= _HEAVIEST),
)
# For each option: how its text is read, and checks of the value: what is expected in words, and as a function. Other
# options take any text that is not blank.
_KINDS: dict[str, tuple[Any, ...]] = {
    "alpha0": _POSITIVE,
    "beta0": _POSITIVE,
    "by": (by,),
    "cluster": (lambda text: usual_name(_name(text)),),
    "confidence": (finite, ("a number between 0 and 1, such as 0.95", lambda x: 0 < x < 1)),
    "counts": (_names, ("two names with a comma between them", lambda x: all(x) and len(set(x)) == len(x) <= 2)),
    "at": (partial(_template, "at"),),
    "path": (partial(_template, "path"),),
    "line": (partial(_template, "line"),),
    "split": (str, ("FIELD=TEMPLATE, such as 'id={question}#{trial}'", _is_split)),
    "lines": (_lines, ("the first line and the last, such as 4-100, or 4- for all from 4 on", bool)),
    "encoding": (_encoding, ("the name of an encoding, such as latin-1", bool)),
    "skip": _KEY_AND_VALUE,
    "where": _KEY_AND_VALUE,
    "k": (_ks, ("positive integers, such as 1,2,4 or 1-8", bool)),
    "metrics": (_metrics,),
    "rank_by": (lambda text: text if parse_metric(text) else "",),
    "require": (Requirement,),
    "of": (_whole, (f"a whole number, at most {MOST_UNLISTED:,}", lambda n: 0 < n <= MOST_UNLISTED)),
    "power": (finite, ("a number from 0.5 to below 1", lambda x: 0.5 <= x < 1)),
    "plan": (_plan, ("a half width, or two rates of success from 0 to 1, such as 0.7,0.65", _are_rates)),
    "budget": (
        _numbers,
        (
            "BUDGET,QUESTION,TRIAL: an amount and two prices, such as 100,0.5,0.01",
            lambda x: len(x) == 3 and x[0] > 0 <= x[1] and x[2] > 0,
        ),
    ),
    "judges": _TWO_FIELDS,
    "totals": _TWO_FIELDS,
    "cost_limits": _RANGE,
    "scores": _RANGE,
    "missing": (
        str,
        (f"one of {', '.join(POLICIES)}", lambda text: text.partition("=")[0] in POLICIES),
        (f"{BOUNDS}=N, where N is the number of trials of each question", _is_trials),
    ),
    "success": (_words, ("words with commas between them", bool)),
    "threshold": (finite,),
    "weights": (
        lambda text: [*_numbers(text)],
        (f"two to {_MOST_WEIGHTS:,} weights with commas between them", lambda x: 2 <= len(x) <= _MOST_WEIGHTS),
        (f"weights of at most {_HEAVIEST:g} in size", lambda x: max(map(abs, x)) <= _HEAVIEST),
    ),
}
