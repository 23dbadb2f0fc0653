"""Parse the command line: the options and their values."""

from __future__ import annotations

import re
from os.path import exists

from .options import PRINTING, READING, Options, Usage, check
from .output import print_text
from .read.options import ADDED, OPTIONS, checked, joined
from .score.metrics import Requirement, parse_metric
from .text import finite, is_below, option, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .score.run import Run

_MOST_KS = 1000  # in a range
_RANGE = re.compile(r"[-+.\de]+,[-+.\de]+")
_OUTPUTS = ("json", "csv", "markdown", "latex")
# For each option, as it is typed, the words after it in --help: none for a flag.
_LINES = [line.partition(": ")[0].split() for line in f"{PRINTING}{READING}".split("\n") if line.startswith("  ")]
_WORDS = {name: words for name, *words in _LINES}
# The options of `report` in Python are those that print.
_ELSEWHERE = ("example", "help", "version", "svg", "html", "only", "name", *_OUTPUTS, *OPTIONS)
_IN_PYTHON = [key for key in (name.lstrip("-").replace("-", "_") for name in _WORDS) if key not in _ELSEWHERE]
_IN_PYTHON.append("output")


def options_of(runs: Sequence[Run], asked: dict[str, Any]) -> Options:
    """Return the Options of report(runs, **asked). Raise TypeError for a wrong name, ValueError for a wrong value."""
    words: list[str] = []
    for name, value in asked.items():
        if name not in _IN_PYTHON:
            raise TypeError(f"report() has no option {name!r}; it has {', '.join(_IN_PYTHON)}")
        texts = [str(value)] if isinstance(value, (str, float, int)) else list(map(str, value or ()))
        if name == "output":
            words += [f"--{value}"] * (value != "text")
        elif name == "flips":
            words += ["--flips", *texts]
        elif isinstance(value, bool) or value is None:
            words += [option(name)] * bool(value)
        else:
            words += [f"{option(name)}={text}" for text in (texts if name == "require" else [",".join(texts)])]
    options = read_options([*words, "--", *dict.fromkeys(run.cell.origin for run in runs)])
    check(options, runs)
    return options


def read_options(given: list[str]) -> Options:
    """Return the Options that the words of a command line say. Raise Usage for wrong options."""
    options = Options(given=given, **parse(given))
    options.files = options.files or list(options.flips or ())
    base = options.baseline
    if base and (base == "-" or exists(base)) and not any(is_below(base, file) for file in options.files):
        options.files.append(base)
    options.baseline = "standard input" if base == "-" else base
    if options.name and not options.files:  # --name A=FOLDER names the files, too
        options.files = [text.rpartition("=")[2] for text in options.name]
    metrics = [options.ranking, *(parse_metric(name) for name in options.metrics or () if name != "all")]
    options.votes = any(metric.of_votes for metric in (*metrics, *(bound.metric for bound in options.require)))
    if options.votes and not options.answer and options.outcome and "==" in options.outcome[0]:
        options.answer = options.outcome[0].partition("==")[0].strip()  # the answer that is compared
    options.k = sorted({*filter(None, (metric.k for metric in metrics)), *(options.k or ())}) or None
    check(options)
    return options


def parse(given: Sequence[str]) -> dict[str, Any]:
    """Return {option: value} of a command line, with the list "files". Raise Usage for wrong options.

    Print and exit for --help and --version.
    """
    values: dict[str, Any] = {"files": []}
    rest = list(reversed(given))
    while rest:
        word = rest.pop()
        if word == "--":
            values["files"] += reversed(rest)
            break
        if word.startswith("-") and word != "-":
            _take_option(word, rest, values)
        else:
            values["files"].append(word)
    return values


def _take_option(word: str, rest: list[str], values: dict[str, Any]) -> None:
    """Put the option `word` and its value into `values`. `rest` has the words after it, in reverse order."""
    name, equal, text = word.partition("=")
    if word.startswith(("-k", "-h")) and name[2:]:
        name, equal, text = word[:2], "=", word[2:]
    name = {"-h": "--help"}.get(name, name)
    if name not in _WORDS:
        raise Usage(_refuse(name))
    if name in ("--help", "--version"):
        from .. import __version__
        from .help import page

        topic = text or "".join(rest[-1:])
        raise SystemExit(print_text(page(topic) if name == "--help" else f"scorio-lite {__version__}\n"))
    key, words = name.lstrip("-").replace("-", "_"), _WORDS[name]
    if not words:
        if equal:
            raise Usage(f"{name} takes no value")
        values.update({"output": key} if key in _OUTPUTS else {key: True})
        return
    texts = [text] if equal and not words[1:] else [_take_next(name, rest) for _ in words]
    read = (lambda text: checked(key, text)) if key in OPTIONS else _READ.get(key, str)
    try:
        if "|" in words[0] and texts[0] not in words[0].split("|"):
            raise ValueError(f"choose from {words[0].replace('|', ', ')}, not {shown(texts[0])}")
        value, *others = map(read, texts)
    except ValueError as error:
        raise Usage(f"{name}: {error}") from None
    if key in ADDED and not isinstance(value, (tuple, dict)):
        value = (value,)
    values.update(joined(values, {key: [value, *others] if others else value}))


def _refuse(name: str) -> str:
    """Return the message for an unknown option: why it is gone, or which option may be meant."""
    from difflib import get_close_matches

    from .help import GONE

    if name[2:] in GONE:
        return f"{name} is not an option: {GONE[name[2:]]}"
    near = get_close_matches(f"--{name.strip('-').lower()}", _WORDS, 1, 0.75)
    return f"there is no option {shown(name)}; {f'did you mean {near[0]}?' if near else 'see --help'}"


def _take_next(name: str, rest: list[str]) -> str:
    """Remove the value of the option `name` from the end of `rest`, and return it.

    If --scores has no value, return "0,1". Raise Usage if another option has no value.
    """
    is_next = bool(rest) and not rest[-1].startswith(("--", "-k"))
    if name == "--scores" and not (is_next and _RANGE.fullmatch(rest[-1])):
        return "0,1"
    if not is_next:
        raise Usage(f"{name} needs a value")
    return rest.pop()


def _read_confidence(text: str) -> float:
    value = finite(text)
    if not 0 < value < 1:
        raise ValueError(f"expected a number between 0 and 1, such as 0.95; got {shown(text)}")
    return value


def _read_plan(text: str) -> float | tuple[float, float]:
    first, *others = map(finite, text.split(","))
    if first > 0 and not others:
        return first
    if len(others) != 1 or first == others[0] or not all(0 <= rate <= 1 for rate in (first, *others)):
        wanted = "a half width above 0, or two rates of success from 0 to 1, such as 0.7,0.65"
        raise ValueError(f"expected {wanted}; got {shown(text)}")
    return first, others[0]


def _read_ks(text: str) -> list[int]:
    try:
        spans = [[int(end) for end in part.split("-", 1)] for part in text.split(",")]
    except ValueError:
        spans = []
    if not spans or not all(0 < span[0] <= span[-1] < span[0] + _MOST_KS for span in spans):
        raise ValueError(f"expected positive integers, such as 1,2,4 or 1-8; got {shown(text)}")
    return sorted({k for span in spans for k in range(span[0], span[-1] + 1)})


_READ: dict[str, Any] = {  # how the text of an option becomes its value; a ValueError says what is expected
    "confidence": _read_confidence,
    "k": _read_ks,
    "metrics": lambda text: [name for name in map(str.strip, text.split(",")) if name == "all" or parse_metric(name)],
    "plan": _read_plan,
    "rank_by": lambda text: text if parse_metric(text) else "",
    "require": Requirement,
}
