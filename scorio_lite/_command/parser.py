"""The parser of the command line. It is loaded where there are options, or wrong usage."""

from __future__ import annotations

import argparse

from .. import __version__
from .formats.table import FORMATS
from .grading import finite, is_range, shown
from .metrics import NAMES, parse_metric
from .missing import POLICIES
from .output import printed
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, TypeVar

    from .requirement import Requirement
    from .slices import By

    T = TypeVar("T")

_ERROR_COLUMNS = 400
_HEAVIEST = 1e300  # the largest weight: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000


def parse(given: list[str]) -> dict[str, Any]:
    """The options that are given, and the files. Wrong usage ends the process with status 2."""
    end = given.index("--") if "--" in given else len(given)  # parse_intermixed_args reads options after it
    found = vars(_parser().parse_intermixed_args(given[:end]))
    found["files"] = found.get("files", []) + given[end + 1 :]
    return found


def refuse(message: str) -> NoReturn:
    """Wrong usage."""
    _parser().error(message)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shortened(message, _ERROR_COLUMNS))


class _More(argparse.Action):
    """Names that add up: --ignore a --ignore b is --ignore a,b."""

    def __call__(self, _: object, found: argparse.Namespace, values: Any, __: str | None = None) -> None:
        before = getattr(found, self.dest, None)
        setattr(found, self.dest, f"{before},{values}" if before else values)


class _Ending(argparse.Action):
    """Print a text, and end: --version, --formats, --help, --help formats."""

    def __call__(self, parser: Any, _: object, values: Any, option: str | None = None) -> None:
        from .formats.nearest import listed
        from .help import EPILOG, FORMATS, UNKNOWN

        if option == "--version":
            text = f"scorio-lite {__version__}\n"
        elif option == "--formats":
            text = listed()
        else:
            unknown = UNKNOWN.format(shown(values)) if values else ""
            text = FORMATS if values == "formats" else f"{parser.format_help()}\n{EPILOG}{unknown}"
        parser.exit(printed(text))


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
    add("files", nargs="*", metavar="FILE", help="a result file (- is stdin); several are a leaderboard")
    add("--example", action="store_true", help="run on a small built-in matrix")
    add("--formats", action=_Ending, nargs=0, help="list the formats, with an example line each")
    add("--version", action=_Ending, nargs=0, help="show the version")
    hidden = argparse.SUPPRESS
    help = "this (-h); or which files and fields are read"
    add("--help", action=_Ending, nargs="?", metavar="formats", dest=hidden, help=help)
    add("-h", action=_Ending, nargs="?", dest=hidden, help=hidden)
    _add_reading(parser.add_argument_group("to say what the files hold"))
    _add_numbers(parser.add_argument_group("to choose the numbers"))
    _add_questions(parser.add_argument_group("to look closer, and to decide"))
    _add_output(parser.add_argument_group("to print and to draw"))
    return parser


def _add_reading(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--format", choices=sorted(FORMATS), metavar="NAME", help="the format (default: by the content)")
    add("--each-folder", action="store_true", help=argparse.SUPPRESS)  # of odd shapes: --help formats describes these
    add("--merge", action="store_true", help="the files are parts of one run")
    add("--missing", choices=POLICIES, metavar="HOW", help="own, drop, fail, truncate or harness: see --help formats")
    add("--question", type=_name, metavar="KEY,...", help="the fields that name the question of a record")
    add("--outcome", type=_name, metavar="KEY", help="the outcome's field, or 'answer==gold' to compare two")
    for name in ("--trial", "--trials", "--runs"):
        add(name, type=_name, help=argparse.SUPPRESS)
    add("--where", type=_where, action="append", help=argparse.SUPPRESS)
    add("--ignore", type=_name, action=_More, metavar="KEY,...", help="fields that do not matter")
    add("--explain", action="store_true", help="show the role of each field, and why it has it")
    add("--answer", type=_name, metavar="KEY", help="the field that holds the answer, for cons@k")
    add("--counts", type=_counts, help=argparse.SUPPRESS)
    add("--list", type=_name, help=argparse.SUPPRESS)
    add("--total", type=_total, help=argparse.SUPPRESS)
    add("--transpose", action="store_true", help=argparse.SUPPRESS)
    header = group.add_mutually_exclusive_group()
    header.add_argument("--header", action="store_true", help=argparse.SUPPRESS)
    header.add_argument("--no-header", action="store_true", help=argparse.SUPPRESS)
    add("--run", type=_name, metavar="KEY", help="the field that names the run of a record (default: model)")
    add("--only", type=_name, metavar="NAME", action="append", help="this run of a file of several; may be "
        "repeated")  # fmt: skip
    for name in ("--scorer", "--filter", "--metric"):  # of one format each: --help formats describes them
        add(name, type=_name, help=argparse.SUPPRESS)
    add("--base", action="store_true", help=argparse.SUPPRESS)
    values = group.add_mutually_exclusive_group()
    values.add_argument("--threshold", type=_number, metavar="T", help="outcomes are rewards; T or more is a success")
    values.add_argument("--success", type=_success, metavar="WORD,...", help="count only these words as success")
    values.add_argument("--weights", type=_weights, metavar="W,W,...", help="outcomes are graded: a reward each class")
    values.add_argument("--scores", type=_range, metavar="LOW,HIGH", help="outcomes are real scores "
        "(without LOW,HIGH: 0 to 1)")  # fmt: skip
    add("--values", choices=("classes", "rewards"), metavar="WHAT", help="with --weights: classes or rewards")


def _add_numbers(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--metrics", type=_names, metavar="NAME,...", help=f"all, or any of {', '.join(NAMES)}; g_pass@0.5 and "
        "geo_spectrum@0.5 take a number")  # fmt: skip
    add("-k", type=_k_list, metavar="K,K,...", help="the k to report (default: all up to 8, or 1, 2, "
        "4, ...); pass and pass_hat have bounds for k beyond the trials")  # fmt: skip
    add("--confidence", type=_confidence, metavar="C", help="of the intervals (default: 0.95)")
    add("--questions", choices=("new", "these"), metavar="WHICH", help="intervals for new questions of this "
        "kind (default), or for these, rerun many times")  # fmt: skip
    add("--anytime", action="store_true", help="intervals that hold at every look: watch a run, and "
        "stop when you know; leaves out questions without a trial")  # fmt: skip
    add("--of", type=_total, metavar="T", help="with --anytime: the files have a part of T questions")
    add("--cluster", type=_field, metavar="FIELD", help="questions with the same value here belong together")
    add("--credible", action="store_true", help="Bayes@N and credible intervals, too")
    add("--alpha0", type=_positive, metavar="A", help="the prior of the success rate, Beta(A, B)")
    add("--beta0", type=_positive, metavar="B", help="(default: Beta(1, 1), which is uniform)")


def _add_questions(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--by", type=_by, metavar="FIELD", help="slices of the questions, by the values of a field; "
        "FIELD:2024-08-01 or FIELD:5 splits at a date or a number")  # fmt: skip
    add("--macro", action="store_true", help="with --by: the mean of the slices, all of equal weight")
    add("--by-question", action="store_true", help="list the questions, hardest first")
    add("--plan", type=_positive, metavar="H", help="the questions or trials for an interval of value +- H")
    add("--require", type=_requirement, metavar="BOUND", action="append", help="check "
        "'pass_hat@4>=0.8': exit 0 if met, 3 if missed, 4 if undecided; may be repeated")  # fmt: skip
    add("--baseline", type=_name, metavar="FILE", help="the run that 'avg-base>=-0.02' of --require compares with")
    add("--power", type=_power, metavar="P", help="the chance that --plan and --require decide (default: 0.8)")
    add("--rank-by", type=_ranking, metavar="METRIC", help="what ranks a leaderboard (default: avg)")
    add("--pairs", choices=("board", "each"), metavar="HOW", help="board: ranks hold together on the whole "
        "board (default); each: each pair is compared by itself")  # fmt: skip
    add("--flips", nargs=2, type=_name, metavar=("A", "B"), help="the questions that two runs answer differently")
    add("--name", action="append", type=_name, metavar="NAME=FILE", help="a name for the run in FILE")


def _add_output(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    output = group.add_mutually_exclusive_group()
    for name, help in (("json", "print JSON"), ("csv", "print CSV"), ("markdown", "print Markdown tables"),
                       ("latex", "print LaTeX tables, for booktabs")):
        output.add_argument(f"--{name}", dest="output", action="store_const", const=name, help=help)
    add("--percent", action="store_true", help="percent in tables, not fractions")
    add("--plot", action="store_true", help="draw the picture in the terminal")
    add("--svg", type=_name, metavar="FILE", help="write a picture: curves over k, or a bar for each run")
    add("--html", type=_name, metavar="FILE", help="write a page with the tables and the pictures")
    add("--title", type=_name, metavar="TEXT", help="the title of the picture and of the page")


def _name(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def _where(text: str) -> str:
    field, equal, _ = text.partition("=")
    if not (field.strip() and equal):
        raise argparse.ArgumentTypeError(f"expected KEY=VALUE, got {shown(text)}")
    return text


def _field(text: str) -> str:
    return _name(text).strip().lower()


def _by(text: str) -> By:
    from .slices import by

    return _make(by, _name(text))


def _requirement(text: str) -> Requirement:
    from .requirement import Requirement

    return _make(Requirement, text)


def _make(make: Callable[[str], T], text: str) -> T:
    """Make a value of a text; what is wrong with it is wrong usage."""
    try:
        return make(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _counts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(set(names)) != 2 or len(names) != 2 or not all(names):
        raise argparse.ArgumentTypeError(f"expected two names with a comma between them, got {shown(text)}")
    return names


def _total(text: str) -> int:
    from .rules import MOST_UNLISTED

    if not text.isdecimal() or not 0 < int(text[:20]) <= MOST_UNLISTED:
        raise argparse.ArgumentTypeError(f"expected a whole number, at most {MOST_UNLISTED:,}; got {shown(text)}")
    return int(text)


def _success(text: str) -> frozenset[str]:
    words = frozenset(word.strip().lower() for word in text.split(",")) - {""}
    if not words:
        raise argparse.ArgumentTypeError("expected words with commas between them")
    return words


def _number(text: str) -> float:
    return _make(finite, text)


def _confidence(text: str) -> float:
    value = _number(text)
    if not 0 < value < 1:
        hint = f"for {value:g} % pass {value / 100:g}" if 1 < value < 100 else "such as 0.95"
        raise argparse.ArgumentTypeError(f"expected a number between 0 and 1, {hint}; got {shown(text)}")
    return value


def _power(text: str) -> float:
    return _bounded(text, 0.5 <= _number(text) < 1, "a number from 0.5 to below 1")


def _positive(text: str) -> float:
    return _bounded(text, _number(text) > 0, "a positive number")


def _bounded(text: str, is_right: bool, wanted: str) -> float:
    if not is_right:
        raise argparse.ArgumentTypeError(f"expected {wanted}, got {shown(text)}")
    return _number(text)


def _weights(text: str) -> list[float]:
    parts = text.split(",")
    if not 2 <= len(parts) <= _MOST_WEIGHTS:
        raise argparse.ArgumentTypeError(f"expected two to {_MOST_WEIGHTS:,} weights with commas between them")
    weights = [_number(part) for part in parts]
    if max(map(abs, weights)) > _HEAVIEST:
        raise argparse.ArgumentTypeError(f"weights must be at most {_HEAVIEST:g} in size")
    return weights


def _range(text: str) -> tuple[float, float]:
    if not is_range(text):
        raise argparse.ArgumentTypeError(f"expected LOW,HIGH, the range of the scale, such as 1,5; got {shown(text)}")
    low, high = map(float, text.split(","))
    return low, high


def _k_list(text: str) -> list[int]:
    try:
        ks = [int(part) for part in text.split(",")]
    except ValueError:
        ks = []
    if not ks or min(ks) < 1:
        raise argparse.ArgumentTypeError(f"expected positive integers with commas between them, got {shown(text)}")
    return sorted(set(ks))


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name.strip().lower() != "all":
            _ranking(name)
    return names


def _ranking(text: str) -> str:
    _make(parse_metric, text)
    return text
