"""The command line."""

from __future__ import annotations

import argparse
import sys
from math import isfinite

from .. import __version__
from .fields import OUTCOME_KEYS, QUESTION_KEYS, TRIAL_KEYS
from .formats.table import FORMATS
from .grading import shown
from .metrics import NAMES, metric
from .missing import POLICIES
from .settings import Settings
from .text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_LONGEST = 400  # characters of a usage error
_HEAVIEST = 1e300  # the largest weight: sums and percentages of it are still doubles
_MOST_WEIGHTS = 1000

EPILOG = f"""\
examples:
  scorio-lite results.jsonl                    a report on one run
  scorio-lite run0.csv run1.csv --merge        one run in several files
  scorio-lite a.json b.json c.json             a leaderboard
  scorio-lite a.json b.json --rank-by pass_hat -k 4
  scorio-lite eval.json --missing drop         leave out incomplete questions
  scorio-lite rewards.jsonl --threshold 0.8    0.8 or more is a success
  scorio-lite graded.json --weights 0,0.5,1    graded outcomes
  scorio-lite log.json --scorer match --by-question
  scorio-lite results.jsonl --svg curves.svg --plot
  inspect log dump log.eval | scorio-lite -

files:
  Matrices in JSON or CSV: questions in rows, trials in columns. Records, one
  per trial, in JSON Lines, a JSON list or CSV. The result files of human-eval,
  EvalPlus, tau-bench, tau2-bench, Inspect, lm-evaluation-harness, LiveCodeBench
  and verifiers. Any of them may be gzipped. The format is detected from the
  content; --format sets it. One of these fields of a record names the question:
    {", ".join(QUESTION_KEYS[:7])},
    {", ".join(QUESTION_KEYS[7:])};
  one of these holds the outcome:
    {", ".join(OUTCOME_KEYS)};
  one of these holds the number of the trial:
    {", ".join(TRIAL_KEYS)}.

missing trials:
  A question lacks trials if another question of the run has more, or if the
  file promises more. A trial that broke has no outcome, even if the file has a
  reward for it. Broken are: info.error in tau-bench; a null reward, user_error,
  infrastructure_error and unexpected_error in tau2-bench; errors in Inspect and
  verifiers. If trials are missing, the command stops until you choose what to
  do with --missing. All runs of a leaderboard must have the same questions.

numbers:
  Values are computed from the observed trials. Intervals are credible intervals
  for k fresh trials, with an independent uniform prior on each question's rate,
  which pulls each question towards 1/2. mu and sigma are exact for that model.
  An interval is not an error bar for the observed value: if trials are few, the
  value may lie outside it. --json has both: value, and mu, sigma, lo, hi.
  A leaderboard ranks runs by score. In its column "tie", neighbours share a
  rank if the confidence cannot tell them apart. P(better) is the probability
  that a run is better than the run below it.

exit status: 0; 1 for files that cannot be scored; 2 for wrong usage.
"""


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
    metrics: list[str] | None
    k: list[int] | None
    confidence: float
    by_question: bool
    percent: bool
    output: str
    rank_by: str | None
    svg: str | None
    plot: bool
    settings: Settings


def options(arguments: list[str] | None = None) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2."""
    parser = _parser()
    given = sys.argv[1:] if arguments is None else list(arguments)
    end = given.index("--") if "--" in given else len(given)  # parse_intermixed_args reads options after it
    found = parser.parse_intermixed_args(given[:end], Options())
    found.files += given[end + 1 :]
    wrong = _conflict(found)
    if wrong:
        parser.error(wrong)
    names = ("format", "question", "outcome", "scorer", "filter", "metric", "base")
    found.settings = Settings(**{name: getattr(found, name) for name in names})
    return found


def _conflict(found: Options) -> str:
    """Why the options do not go together; "" if they do."""
    several = len(found.files) > 1 and not found.merge
    if bool(found.files) == found.example:
        return "give one or more FILEs, or --example, and not both"
    if found.files.count("-") > 1:
        return "standard input (-) can be read only once"
    if found.merge and len(found.files) < 2:
        return "--merge needs several files"
    if found.values and found.weights is None:
        return "--values needs --weights"
    if found.percent and found.output in ("json", "csv"):
        return f"--percent is for text and Markdown; --{found.output} has fractions"
    if found.plot and found.output in ("json", "csv"):
        return f"--plot cannot be combined with --{found.output}"
    return _conflict_of_many(found) if several else "--rank-by needs several files" if found.rank_by else ""


def _conflict_of_many(found: Options) -> str:
    for name, value in (("--by-question", found.by_question), ("--metrics", found.metrics)):
        if value:
            return f"{name} is for one run; for several, see --rank-by and --merge"
    ranked = metric(found.rank_by or "bayes")
    if ranked.has_k and len(found.k or ()) != 1:
        return f"--rank-by {found.rank_by} needs one k: -k K"
    if not ranked.has_k and found.k:
        return "-k needs --rank-by and a metric that has a k, such as --rank-by pass -k 4"
    return ""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shortened(message, _LONGEST))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scorio-lite",
        usage="scorio-lite [options] FILE [FILE ...]",
        description="Score a language model's results from repeated trials:\n"
        "the metrics with their intervals, several runs as a leaderboard, curves.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a result file; - is standard input")
    parser.add_argument("--example", action="store_true", help="run on a small built-in matrix")
    parser.add_argument("--version", action="version", version=f"scorio-lite {__version__}")
    _add_reading(parser.add_argument_group("reading"))
    _add_report(parser.add_argument_group("report"))
    return parser


def _add_reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--format", choices=sorted(FORMATS), metavar="NAME", help=f"one of {', '.join(sorted(FORMATS))}")
    group.add_argument("--merge", action="store_true", help="the files are parts of one run, for example one per trial")
    group.add_argument("--missing", choices=POLICIES, help="what to do if trials are missing: own scores each question "
                       "with the trials that it has; drop leaves out questions that lack trials; fail counts missing "
                       "trials as failures; truncate cuts all questions to the shortest")  # fmt: skip
    group.add_argument("--question", type=_name, metavar="KEY", help="the field that names the question of a record")
    group.add_argument("--outcome", type=_name, metavar="KEY", help="the field that holds the outcome")
    group.add_argument("--scorer", type=_name, metavar="NAME", help="the scorer to use, if an Inspect log has several")
    group.add_argument(
        "--filter", type=_name, metavar="NAME", help="the filter to use, if lm-evaluation-harness samples have several"
    )
    group.add_argument("--metric", type=_name, metavar="NAME", help="the metric to use, if lm-evaluation-harness "
                       "samples or the values of an Inspect scorer have several")  # fmt: skip
    group.add_argument("--base", action="store_true", help="EvalPlus: use the base tests only")
    values = group.add_mutually_exclusive_group()
    values.add_argument("--threshold", type=_number, metavar="T", help="outcomes are rewards; T or more is a success")
    values.add_argument("--weights", type=_weights, metavar="W,W,...", help="outcomes are graded; one weight per class")
    group.add_argument("--values", choices=("classes", "rewards"), help="how to read values with --weights, if both "
                       "are possible: as numbers of classes (0, 1, 2, ...) or as the weights themselves")  # fmt: skip


def _add_report(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--metrics", type=_names, metavar="NAME,...", help=f"all, or any of {', '.join(NAMES)}; "
                       "g_pass@0.5 and geo_spectrum@0.5 take a number")  # fmt: skip
    group.add_argument("-k", type=_k_list, metavar="K,K,...", help="the k to report (default: all up to 8, or 1, 2, "
                       "4, ... up to N; fewer if N is in the thousands or differs between questions)")  # fmt: skip
    group.add_argument("--confidence", type=_confidence, default=0.95, metavar="C", help="the confidence of intervals "
                       "(default: 0.95)")  # fmt: skip
    group.add_argument("--by-question", action="store_true", help="list the questions, hardest first")
    group.add_argument("--rank-by", type=_ranking, metavar="METRIC", help="the metric that ranks a leaderboard "
                       "(default: bayes)")  # fmt: skip
    group.add_argument("--percent", action="store_true", help="show percent, not fractions, in text and Markdown")
    output = group.add_mutually_exclusive_group()
    for name, help in (("json", "print JSON"), ("csv", "print CSV"), ("markdown", "print Markdown tables")):
        output.add_argument(f"--{name}", dest="output", action="store_const", const=name, default="text", help=help)
    group.add_argument("--svg", type=_name, metavar="FILE", help="write the curves against k as an SVG picture")
    group.add_argument("--plot", action="store_true", help="draw the curves in the terminal")


def _name(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise argparse.ArgumentTypeError(f"expected a finite number, got {shown(text)}")
    return value


def _confidence(text: str) -> float:
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"expected a number between 0 and 1, such as 0.95, got {shown(text)}")
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
    try:
        metric(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text
