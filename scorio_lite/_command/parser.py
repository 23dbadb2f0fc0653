"""The parser of the command line. It is imported only if there are options, or for wrong usage."""

from __future__ import annotations

import argparse
import re
from functools import lru_cache

from .. import __version__
from .conversions import convert
from .formats.table import FORMATS
from .grading import shown
from .metric_names import NAMES
from .output import print_text
from .text import option, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Sequence

_ERROR_COLUMNS = 400
# A line each: an option, its value, and its help. A * follows the value of an option that may be repeated, and |
# separates the words that are its choices.
_OPTIONS = f"""
to say what the files hold
  --format NAME={"|".join(sorted(FORMATS))}: the format (default: detected)
  --merge: the files are parts of one run
  --missing HOW: bounds, own, drop, fail, ...: see --help formats
  --question KEY,...: the fields that name the question of a record
  --outcome KEY: the field of the outcome; 'answer==gold' compares two
  --ignore KEY,...*: fields to ignore
  --at TEMPLATE: where the outcomes are: '{{question}}.trials[{{trial}}]'
  --path TEMPLATE: what paths say: '{{run}}/seed{{trial}}.jsonl'
  --explain: show how each field was read, and why
  --select KEY: the field with the scores of a selector: best-of-k as it picks
  --cost KEY,...: the fields with the costs of a trial: the cost per solve
  --cost-limits LOW,HIGH: the least and the most that a question can cost
  --labels KEY: the field with what people say of some trials that a judge graded
  --judges A,B: the fields with the verdicts of two judges: how far they agree
  --answer KEY: the field that holds the answer, for cons@k
  --run KEY: the field that names the run of a record (default: model)
  --only NAME*: only this run of a file with several; may be repeated
  --threshold T: outcomes are rewards; T or more is a success
  --success WORD,...: count only these words as success
  --weights W,W,...: outcomes are classes 0, 1, ...; the reward of each
  --scores LOW,HIGH: outcomes are real scores on this scale (default: 0,1)
  --values WHAT=classes|rewards: with --weights: the file holds classes or rewards
  --header
  --no-header
to choose the numbers
  --metrics NAME,...: all, or any of {", ".join(NAMES)}; g_pass@0.5 and geo_spectrum@0.5 take a number
  -k K,K,...: which k: 1,2,4 or 1-8 (default: 1-8, or powers of two); \
pass and pass_hat have bounds for k beyond the trials
  --confidence C: confidence of the intervals (default: 0.95)
  --questions WHICH=new|these: intervals for new questions of this kind (default), or for these, rerun many times
  --anytime: intervals that hold at every look, while a run goes on; questions without a trial are left out
  --of T: with --anytime: the whole benchmark has T questions
  --cluster FIELD: questions that share a value of FIELD are related
  --credible: Bayes@N and credible intervals, too
  --alpha0 A: the prior of the success rate, Beta(A, B)
  --beta0 B: (default: Beta(1, 1), which is uniform)
to look closer, and to decide
  --by FIELD: slices of the questions, by the values of a field; \
FIELD:2024-08-01 or FIELD:5 splits at a date or a number
  --macro: with --by: the mean of the slices, all of equal weight
  --by-question: list the questions, hardest first
  --plan H: sample sizes for value +- H; A,B: for two rates, no FILE
  --budget B,Q,T: what B buys at Q a question and T a trial
  --require BOUND*: check 'avg>=0.8', or 'gsm8k:avg>=0.8'; may be repeated
  --baseline FILE: the run that all are compared with: by 'avg-base>=-0.02' of --require, and in each task or slice
  --power P: the chance to decide, for sample sizes (default: 0.8)
  --x FIELD: a table and a curve over the steps in FIELD
  --rank-by METRIC: the metric that ranks a leaderboard (default: avg)
  --pairs HOW=board|each: confidence of the whole board (default), or of each pair
  --flips A B: the questions that two runs answer differently
  --name NAME=FILE*: a name for the run in FILE
to print and to draw
  --json =output: print JSON
  --csv =output: print CSV
  --markdown =output: print Markdown tables
  --latex =output: print LaTeX tables with captions, for booktabs
  --latex-style STYLE=full|compact: full (default), or compact: it fits a column of a paper
  --percent: percent in tables, not fractions
  --plot: draw the picture in the terminal
  --svg FILE: write a picture: curves over k, or a bar for each run
  --html FILE: write a page with the tables and the pictures
  --eee FILE: write the mean with its uncertainty for Every Eval Ever
  --title TEXT: the title of the picture and of the page
"""
REPEATED = "where skip fill line"  # which may be given several times
_HIDDEN = {  # options of some formats or shapes by their actions: --help formats describes them
    "store": "counts encoding filter last lines list metric runs scorer split task totals trial trials",
    "store_true": "base each-folder transpose once all digits fold",
    "append": REPEATED,
}
_ONE_OF = ("--threshold --success --weights --scores", "--header --no-header", "--json --csv --markdown --latex")


def parse(given: list[str]) -> dict[str, Any]:
    """Parse the command line into {option: value}, with `files`. Wrong usage ends the process with status 2."""
    end = given.index("--") if "--" in given else len(given)  # parse_intermixed_args reads options after it
    found = converted(given[:end])
    found["files"] = found.get("files", []) + given[end + 1 :]
    return found


def converted(given: Sequence[str]) -> dict[str, Any]:
    """Parse the arguments before -- into {option: value}. Wrong usage ends the process with status 2."""
    parser = _parser()
    is_of_options = all(text.startswith("-") for text in given)  # then one pass does: refusals parse many options
    found = vars(parser.parse_args(given) if is_of_options else parser.parse_intermixed_args(given))
    name = ""
    try:
        for name, value in found.items():
            if isinstance(value, str):
                found[name] = convert(name, value)
            elif isinstance(value, list) and name != "files":
                found[name] = [convert(name, text) for text in value]
    except ValueError as error:
        parser.error(f"argument {option(name)}: {error}")
    if "ignore" in found:
        found["ignore"] = ",".join(found["ignore"])
    return found


def refuse(message: str) -> NoReturn:
    """Print the message, and end the process with the status of wrong usage."""
    _parser().error(message)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(shortened(message, _ERROR_COLUMNS))


class _Ending(argparse.Action):
    """The action of --version, --formats, --schema, --help and --help formats: print a text, and exit."""

    def __call__(self, parser: Any, _: object, values: Any, option: str | None = None) -> None:
        from .help import EPILOG, FORMATS, UNKNOWN, schema
        from .readings.read import listed

        if option == "--version":
            text = f"scorio-lite {__version__}\n"
        elif option == "--formats":
            text = listed()
        elif option == "--schema":
            from json import dumps

            text = dumps(schema(), indent=2) + "\n"
        else:
            unknown = UNKNOWN.format(shown(values)) if values else ""
            text = FORMATS if values == "formats" else f"{parser.format_help()}\n{EPILOG}{unknown}"
        parser.exit(print_text(text))


@lru_cache(maxsize=None)  # each reading that a refusal tries is asked for by options
def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scorio-lite",
        usage="scorio-lite [options] FILE [FILE ...]",
        description="Score a language model's results from repeated trials.",
        formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80),
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
        add_help=False,
    )
    parser._negative_number_matcher = re.compile("-[^-]")  # values such as -1,1 are no options
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
    for action, names in _HIDDEN.items():
        for name in names.split():
            parser.add_argument(f"--{name}", action=action, help=hidden)
    one_of: dict[str, Any] = {}
    for line in _OPTIONS.strip().split("\n"):
        if not line.startswith(" "):
            group = parser.add_argument_group(line)
            continue
        head, _, words = line.strip().partition(": ")
        name, *values = head.split()
        among = next((names for names in _ONE_OF if name in names.split()), "")
        if among and among not in one_of:
            one_of[among] = group.add_mutually_exclusive_group()
        one_of.get(among, group).add_argument(name, help=words or hidden, **_kind(name, values))
    return parser


def _kind(name: str, values: list[str]) -> dict[str, Any]:
    """Return the keywords of `add_argument` for an option. `values` are the words after it in --help: ["A", "B"]."""
    if not values:
        return {"action": "store_true"}
    if values == ["=output"]:
        return {"action": "store_const", "dest": "output", "const": name[2:]}
    if len(values) > 1:
        return {"nargs": len(values), "metavar": tuple(values)}
    metavar, _, choices = values[0].partition("=")
    if "|" in choices:
        return {"metavar": metavar, "choices": choices.split("|")}
    return {"metavar": values[0].rstrip("*"), "action": "append" if values[0].endswith("*") else "store"}
