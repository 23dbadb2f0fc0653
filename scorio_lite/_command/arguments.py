"""The command line."""

from __future__ import annotations

import argparse
import sys
from os.path import realpath

from .. import __version__
from .formats.table import FORMATS
from .grading import finite, shown
from .metrics import NAMES, metric
from .missing import POLICIES
from .settings import Settings
from .source import is_folder
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, TypeVar

    from .decisions import Requirement
    from .slices import By

    T = TypeVar("T")

_LONGEST = 400  # characters of a usage error
_HEAVIEST = 1e300  # the largest weight: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000

class Options(argparse.Namespace):
    """The parsed command line."""

    files: list[str]
    example: bool
    merge: bool
    format: str | None
    missing: str | None
    weights: list[float] | None
    threshold: float | None
    values: str | None
    success: frozenset[str] | None
    metrics: list[str] | None
    k: list[int] | None
    confidence: float
    questions: str
    cluster: str | None
    by: By | None
    by_question: bool
    plan: float | None
    require: list[Requirement]
    credible: bool
    alpha0: float | None
    beta0: float | None
    percent: bool
    output: str
    rank_by: str | None
    flips: list[str] | None
    name: list[str]
    only: list[str]
    svg: str | None
    html: str | None
    title: str | None
    plot: bool
    given: list[str]  # as typed
    settings: Settings
    kept: tuple[str, ...]  # the fields that the questions keep
    answer: str | None

    @property
    def voting(self) -> bool:
        """Whether the answers are needed, for cons@k."""
        names = [name for name in self.metrics or () if name.strip().lower() != "all"]
        asked = [*map(metric, names), metric(self.rank_by or "avg"), *(one.metric for one in self.require)]
        return any(one.of_votes for one in asked)


def options(arguments: list[str] | None = None) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2."""
    parser = _parser()
    given = sys.argv[1:] if arguments is None else list(arguments)
    end = given.index("--") if "--" in given else len(given)  # parse_intermixed_args reads options after it
    found = parser.parse_intermixed_args(given[:end], Options())
    found.files += given[end + 1 :]
    found.given = given
    _take_k(parser, found)
    if found.flips and not found.files:
        found.files = list(found.flips)
    wrong = _conflict(found)
    if wrong:
        parser.error(wrong)
    names = ("format", "question", "outcome", "scorer", "filter", "metric", "base", "run", "counts", "success", "list",
             "transpose", "header", "no_header", "answer")  # fmt: skip
    found.kept = tuple(field for field in (found.by and found.by.field, found.cluster) if field)
    found.settings = Settings(**{name: getattr(found, name) for name in names})
    return found


def _take_k(parser: argparse.ArgumentParser, found: Options) -> None:
    """The k of --metrics pass@8 or of --rank-by pass@8 is that of -k."""
    option, names = ("rank-by", [found.rank_by]) if found.rank_by else ("metrics", found.metrics or [])
    chosen = [metric(name) for name in names if name.strip().lower() != "all"]
    ks = {one.named_k for one in chosen if one.has_k} | ({None} if len(chosen) < len(names) else set())
    named = [k for k in ks if k]
    if named and (len(ks) > 1 or found.k not in (None, named)):
        every = ",".join(map(str, sorted({*named, *(found.k or ())})))
        parser.error(f"--{option}: all metrics have the same k; leave it out of their names, and write -k {every}")
    found.k = named or found.k


def _conflict(found: Options) -> str:
    """Why the options do not go together; "" if they do."""
    several = len(found.files) > 1 and not found.merge and not found.only
    if bool(found.files) == found.example:
        return "give one or more FILEs, or --example, and not both"
    if found.files.count("-") > 1:
        return "standard input (-) can be read only once"
    if found.merge and len(found.files) < 2 and not is_folder(found.files[0]):
        return "--merge needs several files"
    if found.values and found.weights is None:
        return "--values needs --weights"
    if found.percent and found.output in ("json", "csv"):
        return f"--percent is for text and Markdown; --{found.output} has fractions"
    if found.title and not (found.svg or found.html):
        return "--title needs --svg or --html"
    if found.svg and found.html and realpath(found.svg) == realpath(found.html):
        return "--svg and --html need a file each"
    if found.plot and found.output in ("json", "csv"):
        return f"--plot cannot be combined with --{found.output}"
    if found.cluster and found.questions == "these":
        return "--cluster needs --questions new: of these questions, the trials alone are random"
    if found.flips and found.rank_by:
        return "--flips compares by avg; leave out --rank-by"
    if found.answer and not found.voting:
        return "--answer is for cons@k: --metrics cons, --rank-by cons or --require 'cons@8>=0.5'"
    if found.voting and found.weights:
        return "cons@k needs answers that are right or wrong; leave out --weights"
    if found.voting and found.missing in ("truncate", "harness"):
        return f"cons@k does not know --missing {found.missing}; use own, drop or fail"
    return _conflict_of_many(found) if several else _conflict_of_one(found)


def conflict_of_runs(found: Options, several: bool) -> str:
    """Why the options do not go with one run, or with several, which is known when the files are read."""
    if several:
        return _conflict_of_many(found)
    wrong = "--rank-by" if found.rank_by else "--flips" if found.flips else ""
    return f"{wrong} needs several runs: files, or a file with a field for the model" if wrong else ""


def _conflict_of_one(found: Options) -> str:
    prior = found.alpha0 or found.beta0
    if prior and (found.weights or not found.credible):
        return "--alpha0 and --beta0 need --credible" + (", and 0/1 outcomes" if found.weights else "")
    closer = [name for name in ("by", "by_question", "plan", "require") if getattr(found, name)]
    if found.output == "csv" and len(closer) > 1:
        return f"--csv prints one table: --{closer[0]} or --{closer[1]}".replace("_", "-")
    if found.plan and found.cluster:
        return "--plan does not know clusters; leave out --cluster"
    least, most = (min(found.weights), max(found.weights)) if found.weights else (0, 1)
    for one in found.require:
        if not least <= one.bound <= most:
            hint = "" if found.weights or one.bound < 1 else f"; for {one.bound:g} % write {one.bound / 100:g}"
            return f"--require {one.text}: the bound must be between {least:g} and {most:g}{hint}"
    return ""


def _conflict_of_many(found: Options) -> str:
    way = "--merge makes one of several files" if len(found.files) > 1 else "--only NAME picks one of the file"
    for name in ("by", "by_question", "credible", "alpha0", "beta0", "plan", "require", "metrics"):
        if getattr(found, name):
            more = "; --rank-by chooses the metric of several" if name == "metrics" else ""
            return f"--{name.replace('_', '-')} is for one run: {way}{more}"
    ranked = metric(found.rank_by or "avg")
    if not ranked.has_interval and (found.cluster or found.questions == "these"):
        option = "cluster" if found.cluster else "questions these"
        return f"--{option} is for confidence intervals; --rank-by {found.rank_by} has credible ones"
    if ranked.has_k and len(found.k or ()) != 1:
        return f"--rank-by {found.rank_by} needs one k: -k K"
    if not ranked.has_k and found.k:
        return f"-k needs --rank-by and a metric that has a k, such as --rank-by pass@4; or one run: {way}"
    return ""


class _Formats(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from .formats.nearest import listed

        print(listed(), end="")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shortened(message, _LONGEST))


class _Help(argparse.Action):
    """--help, and --help formats."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:  # noqa: ARG002
        from .help import EPILOG, FORMATS, UNKNOWN

        unknown = UNKNOWN.format(shown(values)) if values else ""
        print(FORMATS if values == "formats" else f"{parser.format_help()}\n{EPILOG}{unknown}", end="")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scorio-lite",
        usage="scorio-lite [options] FILE [FILE ...]",
        description="Score a language model's results from repeated trials.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, max_help_position=24, width=80),
        allow_abbrev=False,
        add_help=False,
    )
    add = parser.add_argument_group("to begin").add_argument
    add("files", nargs="*", metavar="FILE", help="a result file (- is stdin); several are a leaderboard")
    add("--example", action="store_true", help="run on a small built-in matrix")
    add("--formats", action=_Formats, nargs=0, help="list the formats, with an example line each")
    add("--version", action="version", version=f"scorio-lite {__version__}", help="show the version")
    hidden = argparse.SUPPRESS
    help = "this (-h); or which files and fields are read"
    add("--help", action=_Help, nargs="?", metavar="formats", dest=hidden, default=hidden, help=help)
    add("-h", action=_Help, nargs="?", dest=hidden, default=hidden, help=hidden)
    _add_reading(parser.add_argument_group("to say what the files hold"))
    _add_numbers(parser.add_argument_group("to choose the numbers"))
    _add_questions(parser.add_argument_group("to look closer, and to decide"))
    _add_output(parser.add_argument_group("to print and to draw"))
    return parser


def _add_reading(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--format", choices=sorted(FORMATS), metavar="NAME", help="the format (default: found out from the content)")
    add("--merge", action="store_true", help="the files are parts of one run")
    add("--missing", choices=POLICIES, metavar="HOW", help="own, drop, fail, truncate or harness: see --help formats")
    add("--question", type=_name, metavar="KEY", help="the field that names the question of a record")
    add("--outcome", type=_name, metavar="KEY", help="the field that holds the outcome")
    add("--answer", type=_name, metavar="KEY", help="the field that holds the answer, for cons@k")
    add("--counts", type=_counts, help=argparse.SUPPRESS)  # of odd shapes: --help formats describes these, too
    add("--list", type=_name, help=argparse.SUPPRESS)
    add("--transpose", action="store_true", help=argparse.SUPPRESS)
    header = group.add_mutually_exclusive_group()
    header.add_argument("--header", action="store_true", help=argparse.SUPPRESS)
    header.add_argument("--no-header", action="store_true", help=argparse.SUPPRESS)
    add("--run", type=_name, metavar="KEY", help="the field that names the run of a record (default: model)")
    add("--only", type=_name, metavar="NAME", action="append", default=[], help="this run of a file of several; may be "
        "repeated")  # fmt: skip
    for name in ("--scorer", "--filter", "--metric"):  # of one format each: --help formats describes them
        add(name, type=_name, help=argparse.SUPPRESS)
    add("--base", action="store_true", help=argparse.SUPPRESS)
    values = group.add_mutually_exclusive_group()
    values.add_argument("--threshold", type=_number, metavar="T", help="outcomes are rewards; T or more is a success")
    values.add_argument("--success", type=_success, metavar="WORD,...", help="these words are a success, no others")
    values.add_argument("--weights", type=_weights, metavar="W,W,...", help="outcomes are graded; a reward each class")
    add("--values", choices=("classes", "rewards"), metavar="WHAT", help="with --weights: classes or rewards")


def _add_numbers(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--metrics", type=_names, metavar="NAME,...", help=f"all, or any of {', '.join(NAMES)}; g_pass@0.5 and "
        "geo_spectrum@0.5 take a number")  # fmt: skip
    add("-k", type=_k_list, metavar="K,K,...", help="the k to report (default: all up to 8, or 1, 2, 4, ...)")
    add("--confidence", type=_confidence, default=0.95, metavar="C", help="of the intervals (default: 0.95)")
    add("--questions", choices=("new", "these"), default="new", metavar="WHICH", help="intervals on new questions, the "
        "default, or on these if they were run again and again")  # fmt: skip
    add("--cluster", type=_field, metavar="FIELD", help="questions with the same value of it belong together")
    add("--credible", action="store_true", help="Bayes@N and credible intervals, too")
    add("--alpha0", type=_positive, metavar="A", help="the prior of the success rate, Beta(A, B)")
    add("--beta0", type=_positive, metavar="B", help="(default: Beta(1, 1), which is uniform)")


def _add_questions(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--by", type=_by, metavar="FIELD", help="slices of the questions, by the values of a field; "
        "FIELD:2024-08-01 or FIELD:5 splits at a date or a number")  # fmt: skip
    add("--by-question", action="store_true", help="list the questions, hardest first")
    add("--plan", type=_positive, metavar="H", help="how many questions or trials make value +- H")
    add("--require", type=_requirement, metavar="BOUND", action="append", default=[], help="check "
        "'pass_hat@4>=0.8': exit 0 if met, 3 if missed, 4 if undecided; may be repeated")  # fmt: skip
    add("--rank-by", type=_ranking, metavar="METRIC", help="what ranks a leaderboard (default: avg)")
    add("--flips", nargs=2, type=_name, metavar=("A", "B"), help="the questions that two runs answer differently")
    add("--name", action="append", default=[], type=_name, metavar="NAME=FILE", help="call the run in FILE so")


def _add_output(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    output = group.add_mutually_exclusive_group()
    for name, help in (("json", "print JSON"), ("csv", "print CSV"), ("markdown", "print Markdown tables")):
        output.add_argument(f"--{name}", dest="output", action="store_const", const=name, default="text", help=help)
    add("--percent", action="store_true", help="percent, not fractions, in text and Markdown")
    add("--plot", action="store_true", help="draw the picture in the terminal")
    add("--svg", type=_name, metavar="FILE", help="write the picture: curves against k, or the runs")
    add("--html", type=_name, metavar="FILE", help="write a page with the tables and the picture")
    add("--title", type=_name, metavar="TEXT", help="the title of the picture and of the page")


def _name(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def _field(text: str) -> str:
    return _name(text).strip().lower()


def _by(text: str) -> By:
    from .slices import by

    return _made(by, _name(text))


def _requirement(text: str) -> Requirement:
    from .decisions import Requirement

    return _made(Requirement, text)


def _made(make: Callable[[str], T], text: str) -> T:
    """What a text stands for; what is wrong with it is wrong usage."""
    try:
        return make(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _counts(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(","))
    if len(set(names)) != 2 or len(names) != 2 or not all(names):
        raise argparse.ArgumentTypeError(f"expected two names with a comma between them, got {shown(text)}")
    return names


def _success(text: str) -> frozenset[str]:
    words = frozenset(word.strip().lower() for word in text.split(",")) - {""}
    if not words:
        raise argparse.ArgumentTypeError("expected words with commas between them")
    return words


def _number(text: str) -> float:
    return _made(finite, text)


def _confidence(text: str) -> float:
    value = _number(text)
    if not 0 < value < 1:
        hint = f"for {value:g} % pass {value / 100:g}" if 1 < value < 100 else "such as 0.95"
        raise argparse.ArgumentTypeError(f"expected a number between 0 and 1, {hint}; got {shown(text)}")
    return value


def _positive(text: str) -> float:
    value = _number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"expected a positive number, got {shown(text)}")
    return value


def _weights(text: str) -> list[float]:
    parts = text.split(",")
    if not 2 <= len(parts) <= _MOST_WEIGHTS:
        raise argparse.ArgumentTypeError(f"expected two to {_MOST_WEIGHTS:,} weights with commas between them")
    weights = [_number(part) for part in parts]
    if max(map(abs, weights)) > _HEAVIEST:
        raise argparse.ArgumentTypeError(f"weights must be at most {_HEAVIEST:g} in size")
    return weights


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
    _made(metric, text)
    return text
