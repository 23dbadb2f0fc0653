"""Convert the text of each option that says what is read to its value."""

from __future__ import annotations

import sys
from functools import partial

from .fields import usual_name
from .grading import finite, is_range, shown
from .missing import BOUNDS, POLICIES
from .settings import MOST_TRIALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HEAVIEST = 1e300  # the largest weight or score: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000


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


def _lines(text: str) -> tuple[int, ...]:
    first, dash, last = text.partition("-")
    is_right = first.isdecimal() and dash and (last.isdecimal() or not last)
    return (int(first), int(last or sys.maxsize)) if is_right else ()


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
    "cluster": (lambda text: usual_name(_name(text)),),
    "counts": (_names, ("two names with a comma between them", lambda x: all(x) and len(set(x)) == len(x) <= 2)),
    "at": (partial(_template, "at"),),
    "path": (partial(_template, "path"),),
    "line": (partial(_template, "line"),),
    "split": (str, ("FIELD=TEMPLATE, such as 'id={question}#{trial}'", _is_split)),
    "lines": (_lines, ("the first line and the last, such as 4-100, or 4- for all from 4 on", bool)),
    "encoding": (_encoding, ("the name of an encoding, such as latin-1", bool)),
    "skip": _KEY_AND_VALUE,
    "where": _KEY_AND_VALUE,
    "judges": _TWO_FIELDS,
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
