"""Parse the command line: the options, their values, and what to type instead of options that went."""

from __future__ import annotations

from os.path import exists

from .grading import finite, is_range, shown
from .options import PRINTING, USAGE, Options, conflict, first_broken, rules_of_alone, rules_of_many
from .output import print_text
from .read.options import OPTIONS, converted
from .score.metric_names import parse_metric
from .text import option, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Sequence

    from .forms.slices import By
    from .score.run import Run

_COLUMNS = 400  # of a message
_MOST_KS = 1000  # in a range
OUTPUTS = ("json", "csv", "markdown", "latex")
_ONE_OF = (("threshold", "success", "weights", "scores"),)
_FIELDS = "in Python, files.read(...) keeps such fields; tools/RECIPES.md has it in ten lines"
GONE = {  # options of earlier versions, and what to do instead
    "of": "--anytime needs no size of the benchmark",
    "budget": "--plan H says how many questions or trials an interval needs",
    "power": "sample sizes are for a chance of 80 %; in Python, confidence.enough_to_decide takes power=0.9",
    "pairs": "two runs alone (--only A --only B) are compared by themselves",
    "macro": "--by FIELD shows the mean of the slices",
    "x": "--run FIELD makes a leaderboard with a row for each step",
    "plot": "--svg FILE or --html FILE draws it",
    "eee": "--json has the value, its standard error and its interval",
    "latex-style": "--latex has one style",
    "formats": "see --help formats",
    "schema": "the JSON Schema of --json is the file scorio_lite/_command/schema.json",
    "cost": f"confidence.cost_per_solve takes costs; {_FIELDS}",
    "cost-limits": f"confidence.cost_per_solve takes costs; {_FIELDS}",
    "select": f"exact.best_of_k takes a selector's scores; {_FIELDS}",
    "labels": f"confidence.judged takes people's labels; {_FIELDS}",
    "judges": f"two judges are two outcomes; {_FIELDS}",
    "each-folder": "--path '{run}/{}' or --name A=FOLDER --name B=FOLDER makes each folder a run",
    "base": "--metric base_status scores the base tests of EvalPlus",
    "totals": "in Python, confidence.compare_totals compares two numbers of solved questions",
}
_OF_PYTHON = ("cost", "select", "labels", "judges")  # which files.read takes


def read_options(given: list[str]) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2."""
    found = Options()
    found.given = found.files = given
    if any(text.startswith("-") and text != "-" for text in given):
        for name in _OF_PYTHON:
            if any(text.partition("=")[0] == f"--{name}" for text in given):
                refuse(f"--{name} is gone: {GONE[name]}")
        vars(found).update(parse(given))
    found.files = found.files or list(found.flips or ())
    base = found.baseline
    if base and base not in found.files and (base == "-" or exists(base)):
        found.files = [*found.files, base]
    if found.name and not found.files:  # --name A=FOLDER names the files, too
        found.files = [text.rpartition("=")[2] for text in found.name]
    if found.voting and not found.answer and found.outcome and "==" in found.outcome[0]:
        found.answer = found.outcome[0].partition("==")[0].strip()  # the answer that is compared
    wrong = _take_k(found) or conflict(found)
    if wrong:
        refuse(wrong)
    return found


def _take_k(found: Options) -> str:
    """Take k from names such as pass@8, as if -k gave it. Return why the k conflict; "" if they do not."""
    names = found.metrics or []
    known = [parse_metric(name) for name in names if not _is_all(name)]
    ks = {one.k for one in known if one.has_k} | ({None} if len(known) < len(names) else set())
    named = [k for k in ks if k]
    if named and (len(ks) > 1 or found.k not in (None, named)):
        every = ",".join(map(str, sorted({*named, *(found.k or ())})))
        return f"--metrics: all metrics have the same k; leave it out of their names, and write -k {every}"
    found.k = named or found.k
    if found.ranking.k:
        found.k = sorted({found.ranking.k, *(found.k or ())})
    return ""


def _kinds() -> dict[str, Any]:
    """Return {option: the words after it}: [] for a flag, [VALUE] or [VALUE*], or two values."""
    kinds: dict[str, list[str]] = {}
    for line in PRINTING.splitlines():
        if line.startswith("  "):
            name, *values = line.partition(": ")[0].split()
            kinds[name.lstrip("-")] = values
    for known in OPTIONS.values():
        kinds[known.name] = {"flag": [], "fields": ["KEY=VALUE*"]}.get(known.kind, ["X"])
    return {**kinds, "ignore": ["X*"], "explain": [], "only": ["X*"], "name": ["X*"]}


def parse(given: Sequence[str]) -> dict[str, Any]:
    """Return {option: value} for a command line, with `files`. Wrong usage ends the process with status 2."""
    kinds, found = _kinds(), {}  # type: dict[str, Any], dict[str, Any]
    files: list[str] = []
    words = list(reversed(given))
    while words:
        word = words.pop()
        if word == "--":
            files += reversed(words)
            break
        if not word.startswith("-") or word == "-":
            files.append(word)
            continue
        name, text = _split(word, kinds)
        values = kinds[name]
        if name == "help":
            _print_help(text or next((one for one in words[-1:] if not one.startswith("-")), ""))
        elif name == "version":
            _print_version()
        elif not values and text is not None:
            refuse(f"{option(name)} takes no value")
        elif name in OUTPUTS:
            other = found.setdefault("output", name)
            if other != name:
                refuse(f"--{name} cannot be combined with --{other}")
        elif not values:
            found[_key(name)] = True
        else:
            texts = [_value(name, text, words)] if len(values) == 1 else [_value(name, None, words) for _ in values]
            _set(found, name, values, texts)
    for names in _ONE_OF:
        first, *others = [name for name in names if name in found] or [""]
        if others:
            refuse(f"{option(others[0])} cannot be combined with {option(first)}")
    return {**_joined(found), "files": files}


def _joined(found: dict[str, Any]) -> dict[str, Any]:
    """Return options with the values of each that may be repeated as one value."""
    if "ignore" in found:
        found["ignore"] = tuple(name for names in found["ignore"] for name in names)
    for name in {"where", "skip"} & found.keys():
        told: dict[str, tuple[str, ...]] = {}
        for field, texts in (pair for one in found[name] for pair in one.items()):
            told[field] = (*told.get(field, ()), *texts)
        found[name] = told
    return found


def _key(name: str) -> str:
    return name.replace("-", "_")


def _split(word: str, kinds: dict[str, Any]) -> tuple[str, str | None]:
    """Return (name of an option, text after its =). Refuse an unknown option, and name the one that is meant."""
    if word.startswith(("-k", "-h")) and not word.startswith("--"):
        return {"-k": "k", "-h": "help"}[word[:2]], (word[2:].lstrip("=") or None)
    name, equal, text = word.partition("=")
    known = name[2:]
    if not name.startswith("--") or known not in kinds or known == "k":
        refuse(_unknown(name, kinds))
    return known, text if equal else None


def _unknown(name: str, kinds: dict[str, Any]) -> str:
    """Say what to type in place of an option that went, or that nobody knows."""
    if name[2:] in GONE:
        return f"{name} is gone: {GONE[name[2:]]}"
    from difflib import get_close_matches

    near = get_close_matches(name.strip("-").lower(), [one for one in kinds if one not in GONE], 1, 0.7)
    return f"there is no option {shown(name)}" + (f"; did you mean {option(near[0])}?" if near else "; see --help")


def _value(name: str, text: str | None, words: list[str]) -> str:
    """Return the value of an option: `text`, or the next word, which may begin with a minus, as in -1,1."""
    if text is not None:
        return text
    is_next = bool(words) and not words[-1].startswith(("--", "-k"))
    if name == "scores" and not (is_next and is_range(words[-1])):
        return "0,1"
    if not is_next:
        refuse(f"{option(name)} needs a value")
    return words.pop()


def _set(found: dict[str, Any], name: str, values: list[str], texts: list[str]) -> None:
    """Convert the texts of an option, and set its value in `found`."""
    key = _key(name)
    choices = values[0].split("|")
    try:
        if choices[1:] and texts[0] not in choices:
            raise ValueError(f"choose from {', '.join(choices)}, not {shown(texts[0])}")
        converted = [_convert(key, text) for text in texts]
    except ValueError as error:
        refuse(f"{option(name)}: {error}")
    if values[0].endswith("*"):
        found.setdefault(key, []).extend(converted)
    else:
        found[key] = converted[0] if len(values) == 1 else converted


def _print_help(topic: str) -> NoReturn:
    from .help import page

    raise SystemExit(print_text(page(topic)))


def _print_version() -> NoReturn:
    from .. import __version__

    raise SystemExit(print_text(f"scorio-lite {__version__}\n"))


# Values


def _convert(name: str, text: str) -> Any:
    """Convert the text of an option to its value. A ValueError says what is expected."""
    if name in _VALUES:
        return _VALUES[name](text)
    if name in OPTIONS:
        return converted(name, text)
    if not text.strip():
        raise ValueError("the name is empty")
    return text


def _positive(text: str) -> float:
    number = finite(text)
    if number <= 0:
        raise ValueError(f"expected a positive number, got {shown(text)}")
    return number


def _confidence(text: str) -> float:
    number = finite(text)
    if not 0 < number < 1:
        raise ValueError(f"expected a number between 0 and 1, such as 0.95; got {shown(text)}")
    return number


def _plan(text: str) -> Any:
    if "," not in text:
        return _positive(text)
    rates = tuple(map(finite, text.split(",")))
    if len(rates) != 2 or rates[0] == rates[1] or min(rates) < 0 or max(rates) > 1:
        wanted = "a half width, or two rates of success from 0 to 1, such as 0.7,0.65"
        raise ValueError(f"expected {wanted}; got {shown(text)}")
    return rates


def _ks(text: str) -> list[int]:
    try:
        spans = [[int(end) for end in part.split("-", 1)] for part in text.split(",")]
    except ValueError:
        spans = []
    if not spans or not all(0 < span[0] <= span[-1] < span[0] + _MOST_KS for span in spans):
        raise ValueError(f"expected positive integers, such as 1,2,4 or 1-8; got {shown(text)}")
    return sorted({k for span in spans for k in range(span[0], span[-1] + 1)})


def _is_all(name: str) -> bool:
    return name.strip().lower() == "all"


def _metrics(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if not _is_all(name):
            parse_metric(name)
    return names


def _ranking(text: str) -> str:
    parse_metric(text)
    return text


def _by(text: str) -> By:
    from .forms.slices import by

    return by(text)


def _require(text: str) -> Any:
    from .score.requirement import Requirement

    return Requirement(text)


_VALUES: dict[str, Any] = {
    "alpha0": _positive,
    "beta0": _positive,
    "by": _by,
    "confidence": _confidence,
    "k": _ks,
    "metrics": _metrics,
    "plan": _plan,
    "rank_by": _ranking,
    "require": _require,
}


def refuse(message: str) -> NoReturn:
    """Print the message below the usage, and end the process with the status of wrong usage."""
    import sys

    if sys.stderr is not None:
        sys.stderr.write(f"{USAGE}\nscorio-lite: error: {shortened(message, _COLUMNS)}\n")
    raise SystemExit(2)


# In Python

_IN_PYTHON = (
    "alpha0 anytime baseline beta0 by by_question cluster confidence credible explain flips k metrics output percent "
    "plan questions rank_by require title undecided"
)


def options_of(runs: Sequence[Run], asked: dict[str, Any]) -> Options:
    """Return the options of a report on these runs that are given in Python. Raise a ValueError for wrong ones."""
    found = Options()
    found.given, found.files = [], list(dict.fromkeys(run.file for run in runs))
    for name, value in asked.items():
        if name not in _IN_PYTHON.split():
            raise TypeError(f"report() has no option {name!r}; it has {', '.join(_IN_PYTHON.split())}")
        if name in ("require", "flips"):
            texts = [value] if isinstance(value, str) else value
            setattr(found, name, [_convert(name, text) for text in texts])
        elif isinstance(value, bool) or value is None:
            setattr(found, name, value)
        else:
            several = isinstance(value, (list, tuple, range))
            setattr(found, name, _convert(name, ",".join(map(str, value)) if several else str(value)))
    rules = rules_of_many(found) if len({(run.file, run.own_name) for run in runs}) > 1 else rules_of_alone(found)
    wrong = _take_k(found) or conflict(found) or first_broken(rules)
    if wrong:
        raise ValueError(wrong)
    return found
