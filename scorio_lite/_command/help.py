"""The two pages of help, --help and --help formats, and what to type instead of options that went."""

from __future__ import annotations

from .options import PRINTING, READING, USAGE
from .score.metric_names import NAMES
from .text import fold

_WIDTH = 80
_NAMES = 22  # columns of the options
_EXAMPLES = """\
examples:
  scorio-lite results.jsonl --by difficulty        a report on one run
  scorio-lite run0.csv run1.csv --merge            one run in several files
  scorio-lite results.jsonl --require 'avg>=0.5'   a check for a CI job
  scorio-lite a.json b.json c.json                 a leaderboard
  scorio-lite b.json --baseline a.json --require 'avg-base>=-0.02'  a gate
  scorio-lite --flips a.json b.json                where two runs differ
exit status: 0; 1 for files that cannot be scored; 2 for wrong usage; with
--require, 0 if all bounds are met, 3 if one is missed, 4 if one is undecided.
"""
_READ = """\
Files: JSON Lines, JSON, CSV and TSV, matrices of outcomes, results of the
harnesses above, Parquet with pyarrow; gzipped, in folders, .zip or .tar.gz.
"""
_KEEP = "in Python, files.read(..., keep=[FIELD]) keeps its field, and tools/RECIPES.md has the rest in ten lines"
_GONE = f"""\
cost: confidence.cost_per_solve takes costs; {_KEEP}
select: exact.best_of_k takes a selector's scores; {_KEEP}
labels: confidence.judged takes people's labels; {_KEEP}
judges: two judges are two outcomes; {_KEEP}
power: sample sizes are for a chance of 80 %; in Python, confidence.enough_to_decide takes power=0.9
totals: in Python, confidence.compare_totals compares two numbers of solved questions
schema: the JSON Schema of --json is the file scorio_lite/_command/schema.json
encoding: iconv -f latin1 -t utf-8 FILE converts it"""
GONE = dict(line.split(": ", 1) for line in _GONE.splitlines())  # by option, what to type instead


def version() -> str:
    from .. import __version__

    return f"scorio-lite {__version__}\n"


def page(topic: str) -> str:
    """Return a page of help: on `formats`, or on what is scored and printed."""
    if topic != "formats":
        metrics = f"metrics: {', '.join(NAMES)}; g_pass@0.5 and geo_spectrum@0.5 take a number"
        start = f"{USAGE}\nScore a language model's results from repeated trials.\n"
        return f"{start}{_columns(PRINTING)}{fold(metrics, _WIDTH)}{_EXAMPLES}"
    from .formats import FORMATS
    from .read.names import MAYBE_RUN, MAYBE_TRIAL, USUAL

    usual = [
        "usual names of fields:",
        *(f"  {role}: {' '.join(names)}" for role, names in USUAL.items()),
        f"  trial, if whole numbers, equally often: {' '.join(MAYBE_TRIAL)}",
        f"  run, if set in every record: {' '.join(MAYBE_RUN)}",
        f"formats: records matrix {' '.join(format.name for format in FORMATS)}",
    ]
    start = "Options of reading; in Python, files.read takes them as arguments:\n"
    return f"{start}{_columns(READING)}{fold(chr(10).join(usual), _WIDTH)}{_READ}"


def _columns(options: str) -> str:
    """Return lines of options with their help in a column."""
    lines = []
    for line in options.strip("\n").split("\n"):
        name, colon, words = line.replace("*", "").partition(": ")
        lines.append(f"{name.ljust(_NAMES - 1)} {words}\n" if colon else f"{line}:\n")
    return "".join(lines)
