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
    from typing import Any, Sequence

    from .score.run import Run

    Words = dict[str, list[str]]  # by option, the words after it in --help: none for a flag

_COLUMNS = 400  # of a message
_MOST_KS = 1000  # in a range
_OUTPUTS = ("json", "csv", "markdown", "latex")
# The options of `report` in Python.
_IN_PYTHON = (
    "alpha0 anytime baseline beta0 by by_question cluster confidence credible explain flips k metrics output percent "
    "plan questions rank_by require title undecided"
)
_GRADES = ("threshold", "success", "weights", "scores")  # which exclude each other
_KEEP = "in Python, files.read(..., keep=[FIELD]) keeps its field, and tools/RECIPES.md has the rest in ten lines"
_ANEW = "write the file anew first, as records with a field for each role"
# Words that are no options, and what to do instead.
GONE = {
    "of": "--anytime needs no size of the benchmark",
    "budget": "--plan H says how many questions or trials an interval needs",
    "power": "sample sizes are for a chance of 80 %; in Python, confidence.enough_to_decide takes power=0.9",
    "pass": "-k K gives Pass@K, as in -k 3",
    "pairs": "two runs alone (--only A --only B) are compared by themselves",
    "macro": "--by FIELD shows the mean of the slices",
    "x": "--run FIELD makes a leaderboard with a row for each step",
    "plot": "--svg FILE or --html FILE draws it",
    "eee": "--json has the value, its standard error and its interval",
    "latex-style": "--latex has one style",
    "formats": "see --help formats",
    "schema": "the JSON Schema of --json is the file scorio_lite/_command/schema.json",
    **dict.fromkeys(("cost", "cost-limits"), f"confidence.cost_per_solve takes costs; {_KEEP}"),
    "select": f"exact.best_of_k takes a selector's scores; {_KEEP}",
    "labels": f"confidence.judged takes people's labels; {_KEEP}",
    "judges": f"two judges are two outcomes; {_KEEP}",
    "each-folder": "--path '{run}/{}' or --name A=FOLDER --name B=FOLDER makes each folder a run",
    "base": "--metric base_status scores the base tests of EvalPlus",
    "totals": "in Python, confidence.compare_totals compares two numbers of solved questions",
    **dict.fromkeys(("scorer", "filter"), "--metric NAME@FILTER names what counts"),
    "list": "--at '{question}[{trial}]' says where the outcomes are",
    "transpose": "--runs and --trials say what columns are",
    "values": "--weights takes classes, or the weights themselves",
    "last": "--once takes equal records once; --skip leaves others out",
    **dict.fromkeys(("header", "no-header"), "--format records or matrix says whether the first line has names"),
    "encoding": "iconv -f latin1 -t utf-8 FILE converts it",
    **dict.fromkeys(("line", "lines", "split", "fill", "fold", "digits"), _ANEW),
}


class Usage(ValueError):
    """The error for options that are wrong, or that do not go together."""


def read_options(given: list[str]) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2, below the usage."""
    try:
        return _options(given)
    except Usage as error:
        import sys

        if sys.stderr is not None:
            sys.stderr.write(f"{USAGE}\nscorio-lite: error: {shortened(str(error), _COLUMNS)}\n")
        raise SystemExit(2) from None


def options_of(runs: Sequence[Run], asked: dict[str, Any]) -> Options:
    """Return the options of a report on these runs that are given in Python. Raise a ValueError for wrong ones."""
    words: list[str] = []
    for name, value in asked.items():
        if name not in _IN_PYTHON.split():
            raise TypeError(f"report() has no option {name!r}; it has {', '.join(_IN_PYTHON.split())}")
        texts = [str(value)] if isinstance(value, (str, float, int)) else list(map(str, value or ()))
        if name == "output":
            words += [f"--{value}"] * (value != "text")
        elif name == "flips":
            words += ["--flips", *texts]
        elif isinstance(value, bool) or value is None:
            words += [option(name)] * bool(value)
        else:
            words += [f"{option(name)}={text}" for text in (texts if name == "require" else [",".join(texts)])]
    files = dict.fromkeys(run.file for run in runs)
    options = _options([*words, "--", *files])
    alone = len({(run.file, run.own_name) for run in runs}) == 1
    wrong = first_broken((rules_of_alone if alone else rules_of_many)(options))
    if wrong:
        raise Usage(wrong)
    return options


def _options(given: list[str]) -> Options:
    options = Options()
    options.given = options.files = given
    if any(text.startswith("-") and text != "-" for text in given):
        vars(options).update(parse(given))
    options.files = options.files or list(options.flips or ())
    base = options.baseline
    if base and base not in options.files and (base == "-" or exists(base)):
        options.files = [*options.files, base]
    if options.name and not options.files:  # --name A=FOLDER names the files, too
        options.files = [text.rpartition("=")[2] for text in options.name]
    if options.voting and not options.answer and options.outcome and "==" in options.outcome[0]:
        options.answer = options.outcome[0].partition("==")[0].strip()  # the answer that is compared
    wrong = _take_k(options) or conflict(options)
    if wrong:
        raise Usage(wrong)
    return options


def _take_k(options: Options) -> str:
    """Take k from names such as pass@8, as if -k gave it. Return why the k conflict; "" if they do not."""
    names = options.metrics or []
    known = [parse_metric(name) for name in names if not _is_all(name)]
    ks = {metric.k for metric in known if metric.has_k} | ({None} if len(known) < len(names) else set())
    named = [k for k in ks if k]
    if named and (len(ks) > 1 or options.k not in (None, named)):
        every = ",".join(map(str, sorted({*named, *(options.k or ())})))
        return f"--metrics: all metrics have the same k; leave it out of their names, and write -k {every}"
    options.k = named or options.k
    if options.ranking.k:
        options.k = sorted({options.ranking.k, *(options.k or ())})
    return ""


# Parsing


def _words_after() -> Words:
    """Return {option: the words after it}: [] for a flag, [VALUE] or [VALUE*], or two values."""
    words: Words = {}
    for line in PRINTING.splitlines():
        if line.startswith("  "):
            name, *values = line.partition(": ")[0].split()
            words[name.lstrip("-")] = values
    for known in OPTIONS.values():
        words[known.name] = {"flag": [], "fields": ["KEY=VALUE*"]}.get(known.kind, ["VALUE"])
    return {**words, "explain": [], **{name: ["VALUE*"] for name in ("ignore", "only", "name")}}


def parse(given: Sequence[str]) -> dict[str, Any]:
    """Return {option: value} for a command line, with `files`. Raise Usage for wrong ones."""
    known, values = _words_after(), {}  # type: Words, dict[str, Any]
    files: list[str] = []
    rest = list(reversed(given))
    while rest:
        word = rest.pop()
        if word == "--":
            files += reversed(rest)
            break
        if not word.startswith("-") or word == "-":
            files.append(word)
            continue
        name, text = _option_of(word, known)
        if name in ("help", "version"):
            topic = text or next((other for other in rest[-1:] if not other.startswith("-")), "")
            raise SystemExit(print_text(_text_of(name, topic)))
        if known[name]:
            texts = [_value(name, text if len(known[name]) == 1 else None, rest) for _ in known[name]]
            _set(values, name, known[name], texts)
        elif text is not None:
            raise Usage(f"{option(name)} takes no value")
        elif name in _OUTPUTS and values.setdefault("output", name) != name:
            raise Usage(f"--{name} cannot be combined with --{values['output']}")
        elif name not in _OUTPUTS:
            values[name.replace("-", "_")] = True
    first, *others = [name for name in _GRADES if name in values] or [""]
    if others:
        raise Usage(f"{option(others[0])} cannot be combined with {option(first)}")
    return {**_joined(values), "files": files}


def _joined(values: dict[str, Any]) -> dict[str, Any]:
    """Return options with the values of each that may be repeated as one value."""
    if "ignore" in values:
        values["ignore"] = tuple(name for names in values["ignore"] for name in names)
    for name in {"where", "skip"} & values.keys():
        told: dict[str, tuple[str, ...]] = {}
        for field, texts in (pair for pairs in values[name] for pair in pairs.items()):
            told[field] = (*told.get(field, ()), *texts)
        values[name] = told
    return values


def _option_of(word: str, known: Words) -> tuple[str, str | None]:
    """Return (name of an option, text after its =). Refuse an unknown option, and name the one that is meant."""
    if word.startswith(("-k", "-h")) and not word.startswith("--"):
        return {"-k": "k", "-h": "help"}[word[:2]], (word[2:].lstrip("=") or None)
    dashed, equal, text = word.partition("=")
    name = dashed[2:]
    if dashed.startswith("--") and name in known and name != "k":
        return name, text if equal else None
    if name in GONE:
        raise Usage(f"{dashed} is not an option: {GONE[name]}")
    from difflib import get_close_matches

    near = get_close_matches(dashed.strip("-").lower(), known, 1, 0.7)
    meant = f"; did you mean {option(near[0])}?" if near else "; see --help"
    raise Usage(f"there is no option {shown(dashed)}{meant}")


def _value(name: str, text: str | None, rest: list[str]) -> str:
    """Return the value of an option: `text`, or the next word, which may begin with a minus, as in -1,1."""
    if text is not None:
        return text
    is_next = bool(rest) and not rest[-1].startswith(("--", "-k"))
    if name == "scores" and not (is_next and is_range(rest[-1])):
        return "0,1"
    if not is_next:
        raise Usage(f"{option(name)} needs a value")
    return rest.pop()


def _set(values: dict[str, Any], name: str, words: list[str], texts: list[str]) -> None:
    """Convert the texts of an option, and set its value."""
    key, choices = name.replace("-", "_"), words[0].split("|")
    try:
        if choices[1:] and texts[0] not in choices:
            raise ValueError(f"choose from {', '.join(choices)}, not {shown(texts[0])}")
        read = _READ.get(key) or (lambda text: converted(key, text) if key in OPTIONS else _name(text))
        results = [read(text) for text in texts]
    except ValueError as error:
        raise Usage(f"{option(name)}: {error}") from None
    if words[0].endswith("*"):
        values.setdefault(key, []).extend(results)
    else:
        values[key] = results if words[1:] else results[0]


def _text_of(name: str, topic: str) -> str:
    from .. import __version__
    from .help import page

    return page(topic) if name == "help" else f"scorio-lite {__version__}\n"


# Values


def _name(text: str) -> str:
    if not text.strip():
        raise ValueError("the name is empty")
    return text


def _positive(text: str) -> float:
    value = finite(text)
    if value <= 0:
        raise ValueError(f"expected a positive number, got {shown(text)}")
    return value


def _confidence(text: str) -> float:
    value = finite(text)
    if not 0 < value < 1:
        raise ValueError(f"expected a number between 0 and 1, such as 0.95; got {shown(text)}")
    return value


def _plan(text: str) -> Any:
    if "," not in text:
        return _positive(text)
    parts = [part.strip() for part in text.split(",")]
    rates = tuple(finite(part.rstrip("%")) for part in parts)
    if len(rates) == 2 and rates[0] > 1 and parts[0].isdecimal() and 0 <= rates[1] <= 1:
        return int(parts[0]), rates[1]
    if len(rates) != 2 or rates[0] == rates[1] or min(rates) < 0 or max(rates) > 1 or "%" in text:
        is_percent = len(rates) == 2 and min(rates) >= 0 and 1 < max(rates) <= 100
        wanted = "a half width, or two rates of success from 0 to 1, such as 0.7,0.65, or questions and a rate, 164,0.7"
        hint = f"; for percent write {rates[0] / 100:.2f},{rates[1] / 100:.2f}" if is_percent else ""
        raise ValueError(f"expected {wanted}; got {shown(text)}{hint}")
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
    return [name for name in text.split(",") if _is_all(name) or parse_metric(name)]


def _by(text: str) -> Any:
    from .forms.slices import by

    return by(text)


def _require(text: str) -> Any:
    from .score.requirement import Requirement

    return Requirement(text)


_READ: dict[str, Any] = {  # how the text of an option becomes its value; a ValueError says what is expected
    "alpha0": _positive,
    "beta0": _positive,
    "by": _by,
    "confidence": _confidence,
    "k": _ks,
    "metrics": _metrics,
    "plan": _plan,
    "rank_by": lambda text: text if parse_metric(text) else "",
    "require": _require,
}
