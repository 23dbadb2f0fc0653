"""The parser of the command line. It is loaded only for options and for wrong usage."""

from __future__ import annotations

import argparse

from .. import __version__
from .formats.table import FORMATS
from .grading import finite, is_range, shown
from .metrics import NAMES, parse_metric
from .missing import BOUNDS, POLICIES
from .output import print_text
from .requirement import Requirement
from .settings import MOST_TRIALS, MOST_UNLISTED
from .slices import by
from .text import option, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, Sequence

_ERROR_COLUMNS = 400
_HEAVIEST = 1e300  # the largest weight or score: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000
_MOST_KS = 1000  # in a range


def parse(given: list[str]) -> dict[str, Any]:
    """The given options, and the files. Wrong usage ends the process with status 2."""
    end = given.index("--") if "--" in given else len(given)  # parse_intermixed_args reads options after it
    found = converted(given[:end])
    found["files"] = found.get("files", []) + given[end + 1 :]
    return found


def converted(given: Sequence[str]) -> dict[str, Any]:
    """The given options by name. Wrong usage ends the process with status 2."""
    parser = _parser()
    found = vars(parser.parse_intermixed_args(_joined(list(given), parser)))
    for name, value in found.items():
        convert = _CONVERSIONS.get(name, _name)
        try:
            if isinstance(value, str):
                found[name] = convert(value)
            elif isinstance(value, list) and name != "files":
                found[name] = list(map(convert, value))
        except ValueError as error:
            parser.error(f"argument {option(name)}: {error}")
    if "ignore" in found:
        found["ignore"] = ",".join(found["ignore"])
    return found


def _joined(given: list[str], parser: argparse.ArgumentParser) -> list[str]:
    """Join each option with its value if that begins with a minus, as -1,1 does: argparse would miss the value."""
    known = parser._option_string_actions
    found: list[str] = []
    for text in given:
        is_value = text[:1] == "-" and text[:2] not in ("-", "--", *known) and text.partition("=")[0] not in known
        if is_value and found and found[-1] in known and known[found[-1]].nargs is None:
            found[-1] += f"={text}"
        else:
            found.append(text)
    return found


def refuse(message: str) -> NoReturn:
    """End the process for wrong usage."""
    _parser().error(message)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shortened(message, _ERROR_COLUMNS))


class _Ending(argparse.Action):
    """Print a text and exit: --version, --formats, --schema, --help, --help formats."""

    def __call__(self, parser: Any, _: object, values: Any, option: str | None = None) -> None:
        from .help import EPILOG, FORMATS, UNKNOWN
        from .readings.read import listed

        if option == "--version":
            text = f"scorio-lite {__version__}\n"
        elif option == "--formats":
            text = listed()
        elif option == "--schema":
            from json import dumps

            from .schema import SCHEMA

            text = dumps(SCHEMA, indent=2) + "\n"
        else:
            unknown = UNKNOWN.format(shown(values)) if values else ""
            text = FORMATS if values == "formats" else f"{parser.format_help()}\n{EPILOG}{unknown}"
        parser.exit(print_text(text))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scorio-lite",
        usage="scorio-lite [options] FILE [FILE ...]",
        description="Score a language model's results from repeated trials.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=24, width=80),
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
        add_help=False,
    )
    add = parser.add_argument_group("to begin").add_argument
    add("files", nargs="*", metavar="FILE", help="a result file (- is stdin); several make a leaderboard")
    add("--example", action="store_true", help="run on a small built-in matrix")
    add("--formats", action=_Ending, nargs=0, help="list the formats, with an example line each")
    add("--schema", action=_Ending, nargs=0, help="show the JSON Schema of --json")
    add("--version", action=_Ending, nargs=0, help="show the version")
    hidden = argparse.SUPPRESS
    help = "this help (-h); or which files and fields are read"
    add("--help", action=_Ending, nargs="?", metavar="formats", dest=hidden, help=help)
    add("-h", action=_Ending, nargs="?", dest=hidden, help=hidden)
    _add_reading(parser.add_argument_group("to say what the files hold"))
    _add_numbers(parser.add_argument_group("to choose the numbers"))
    _add_questions(parser.add_argument_group("to look closer, and to decide"))
    _add_output(parser.add_argument_group("to print and to draw"))
    return parser


def _add_reading(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--format", choices=sorted(FORMATS), metavar="NAME", help="the format (default: detected)")
    add("--merge", action="store_true", help="the files are parts of one run")
    add("--missing", metavar="HOW", help="bounds, own, drop, fail, ...: see --help formats")
    add("--question", metavar="KEY,...", help="the fields that name the question of a record")
    add("--outcome", metavar="KEY", help="the field of the outcome; 'answer==gold' compares two")
    add("--ignore", action="append", metavar="KEY,...", help="fields to ignore")
    add("--at", metavar="TEMPLATE", help="where the outcomes are: '{question}.trials[{trial}]'")
    add("--path", metavar="TEMPLATE", help="what paths say: '{run}/seed{trial}.jsonl'")
    add("--explain", action="store_true", help="show how each field was read, and why")
    add("--select", metavar="KEY", help="the field with the scores of a selector: best-of-k as it picks")
    add("--cost", metavar="KEY,...", help="the fields with the costs of a trial: the cost per solve")
    add("--cost-limits", metavar="LOW,HIGH", help="the least and the most that a question can cost")
    add("--labels", metavar="KEY", help="the field with what people say of some trials that a judge graded")
    add("--judges", metavar="A,B", help="the fields with the verdicts of two judges: how far they agree")
    add("--answer", metavar="KEY", help="the field that holds the answer, for cons@k")
    add("--run", metavar="KEY", help="the field that names the run of a record (default: model)")
    add("--only", metavar="NAME", action="append", help="only this run of a file with several; may be repeated")
    values = group.add_mutually_exclusive_group().add_argument
    values("--threshold", metavar="T", help="outcomes are rewards; T or more is a success")
    values("--success", metavar="WORD,...", help="count only these words as success")
    values("--weights", metavar="W,W,...", help="outcomes are classes 0, 1, ...; the reward of each")
    values("--scores", metavar="LOW,HIGH", help="outcomes are real scores on this scale (default: 0,1)")
    add("--values", choices=("classes", "rewards"), metavar="WHAT",
        help="with --weights: the file holds classes or rewards")  # fmt: skip
    _add_shapes(group)


def _add_shapes(group: argparse._ArgumentGroup) -> None:
    add, hidden = group.add_argument, argparse.SUPPRESS  # of some formats or shapes: --help formats describes them
    for name in ("totals", "counts", "filter", "list", "metric", "runs", "scorer", "total", "trial", "trials",
                 "task", "split", "last", "lines", "encoding"):
        add(f"--{name}", help=hidden)
    for name in ("base", "each-folder", "transpose", "once", "all", "digits", "fold"):
        add(f"--{name}", action="store_true", help=hidden)
    for name in ("where", "skip"):
        add(f"--{name}", action="append", help=hidden)
    header = group.add_mutually_exclusive_group().add_argument
    header("--header", action="store_true", help=hidden)
    header("--no-header", action="store_true", help=hidden)


def _add_numbers(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--metrics", metavar="NAME,...",
        help=f"all, or any of {', '.join(NAMES)}; g_pass@0.5 and geo_spectrum@0.5 take a number")  # fmt: skip
    add("-k", metavar="K,K,...", help="which k: 1,2,4 or 1-8 (default: 1-8, or powers of two); "
        "pass and pass_hat have bounds for k beyond the trials")  # fmt: skip
    add("--confidence", metavar="C", help="confidence of the intervals (default: 0.95)")
    add("--questions", choices=("new", "these"), metavar="WHICH",
        help="intervals for new questions of this kind (default), or for these, rerun many times")  # fmt: skip
    add("--anytime", action="store_true", help="intervals that hold at every look, while a run goes "
        "on; questions without a trial are left out")  # fmt: skip
    add("--of", metavar="T", help="with --anytime: the whole benchmark has T questions")
    add("--cluster", metavar="FIELD", help="questions that share a value of FIELD are related")
    add("--credible", action="store_true", help="Bayes@N and credible intervals, too")
    add("--alpha0", metavar="A", help="the prior of the success rate, Beta(A, B)")
    add("--beta0", metavar="B", help="(default: Beta(1, 1), which is uniform)")


def _add_questions(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--by", metavar="FIELD", help="slices of the questions, by the values of a field; "
        "FIELD:2024-08-01 or FIELD:5 splits at a date or a number")  # fmt: skip
    add("--macro", action="store_true", help="with --by: the mean of the slices, all of equal weight")
    add("--by-question", action="store_true", help="list the questions, hardest first")
    add("--plan", metavar="H", help="sample sizes for value +- H; A,B: for two rates, no FILE")
    add("--budget", metavar="B,Q,T", help="what B buys at Q a question and T a trial")
    add("--require", metavar="BOUND", action="append",
        help="check 'avg>=0.8', or 'gsm8k:avg>=0.8'; may be repeated")
    add("--baseline", metavar="FILE", help="the run that all are compared with: by 'avg-base>=-0.02' "
        "of --require, and in each task or slice")  # fmt: skip
    add("--power", metavar="P", help="the chance to decide, for sample sizes (default: 0.8)")
    add("--x", metavar="FIELD", help="a table and a curve over the steps in FIELD")
    add("--rank-by", metavar="METRIC", help="the metric that ranks a leaderboard (default: avg)")
    add("--pairs", choices=("board", "each"), metavar="HOW",
        help="confidence of the whole board (default), or of each pair")  # fmt: skip
    add("--flips", nargs=2, metavar=("A", "B"), help="the questions that two runs answer differently")
    add("--name", action="append", metavar="NAME=FILE", help="a name for the run in FILE")


def _add_output(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    output = group.add_mutually_exclusive_group().add_argument
    for name, help in (("json", "print JSON"), ("csv", "print CSV"), ("markdown", "print Markdown tables"),
                       ("latex", "print LaTeX tables with captions, for booktabs")):
        output(f"--{name}", dest="output", action="store_const", const=name, help=help)
    add("--latex-style", choices=("full", "compact"), metavar="STYLE",
        help="full (default), or compact: it fits a column of a paper")  # fmt: skip
    add("--percent", action="store_true", help="percent in tables, not fractions")
    add("--plot", action="store_true", help="draw the picture in the terminal")
    add("--svg", metavar="FILE", help="write a picture: curves over k, or a bar for each run")
    add("--html", metavar="FILE", help="write a page with the tables and the pictures")
    add("--eee", metavar="FILE", help="write the mean with its uncertainty for Every Eval Ever")
    add("--title", metavar="TEXT", help="the title of the picture and of the page")


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
    _expect(not equal or (how == BOUNDS and trials.isdecimal() and 0 < int(trials[:20]) <= MOST_TRIALS),
            f"{BOUNDS}=N, where N is the number of trials of each question", text)  # fmt: skip
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


def _split(text: str) -> str:
    from .readings.templates import split_template

    field, equal, template = text.partition("=")
    _expect(bool(field.strip() and equal), "FIELD=TEMPLATE, such as 'id={question}#{trial}'", text)
    split_template(template)
    return text


def _lines(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    is_right = first.isdecimal() and bool(dash) and (last.isdecimal() or not last) and len(text) < 24
    _expect(is_right, "the first line and the last, such as 4-100, or 4- for all from 4 on", text)
    return int(first), int(last or 2**62)


def _encoding(text: str) -> str:
    import codecs

    try:
        "".encode(text)
    except LookupError:
        raise ValueError(f"expected the name of an encoding, such as latin-1, got {shown(text)}") from None
    return codecs.lookup(text).name


def _total(text: str) -> int:
    is_right = text.isdecimal() and 0 < int(text[:20]) <= MOST_UNLISTED
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


_CONVERSIONS: dict[str, Callable[[str], Any]] = {
    "alpha0": _positive, "beta0": _positive, "by": by, "cluster": _field, "confidence": _confidence, "counts": _counts,
    "at": _at, "path": _path, "split": _split, "lines": _lines, "encoding": _encoding, "skip": _where,
    "k": _k_list, "metrics": _metrics, "of": _total, "power": _power, "rank_by": _metric, "plan": _plan,
    "budget": _budget,
    "judges": _pair, "totals": _pair, "cost_limits": _range, "missing": _missing,
    "require": Requirement, "scores": _range, "success": _success, "threshold": finite, "total": _total,
    "weights": _weights, "where": _where,
}  # fmt: skip
