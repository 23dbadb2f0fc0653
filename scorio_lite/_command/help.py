"""The two pages of help: --help, and --help formats."""

from __future__ import annotations

from .grading import shown
from .options import PRINTING, USAGE
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


def page(topic: str) -> str:
    """Return a page of help: on `formats`, or for any other topic on what is scored and printed."""
    if topic == "formats":
        return _formats()
    metrics = f"metrics: {', '.join(NAMES)}; g_pass@0.5 and geo_spectrum@0.5 take a number"
    lines = [USAGE, "Score a language model's results from repeated trials.", *map(_line, PRINTING.strip().split("\n"))]
    unknown = f"No help on {shown(topic)}: there is --help and --help formats.\n" if topic else ""
    return "\n".join(lines) + f"\n{fold(metrics, _WIDTH)}{_EXAMPLES}{unknown}"


def _line(text: str) -> str:
    name, colon, words = text.partition(": ")
    name = name.replace("*", "")
    return f"{name:{_NAMES}}{' ' * (len(name) >= _NAMES)}{words}" if colon else f"{text}:"


def _formats() -> str:
    """Return the page on what is read: options, usual names, formats."""
    from .formats import FORMATS
    from .read.names import MAYBE_RUN, MAYBE_TRIAL, USUAL
    from .read.options import OPTIONS

    lines = ["Options of reading; in Python, files.read takes them as arguments:"]
    for known in OPTIONS.values():
        name = f"  --{known.name} {known.value}".rstrip()
        lines.append(f"{name:{_NAMES}}{' ' * (len(name) >= _NAMES)}{known.help}")
    lines.append(f"{'  --only NAME':{_NAMES}}only this run of a file with several")
    lines.append(f"{'  --name NAME=FILE':{_NAMES}}a name for the run in FILE")
    lines.append(f"{'  --explain':{_NAMES}}the role of each field, and the same as options")
    usual = [f"  {role}: {' '.join(names)}" for role, names in USUAL.items()]
    whole = f"  trial, if whole numbers, equally often: {' '.join(MAYBE_TRIAL)}"
    runs = f"  run, if set in every record: {' '.join(MAYBE_RUN)}"
    names = fold("\n".join(["usual names of fields:", *usual, whole, runs]), _WIDTH).splitlines()
    harnesses = fold(f"formats: records matrix {' '.join(format.name for format in FORMATS)}", _WIDTH).splitlines()
    return "\n".join([*lines, *names, *harnesses, _READ])


_READ = """\
Files: JSON Lines, JSON, CSV and TSV, matrices of outcomes, results of the
harnesses above, Parquet with pyarrow; gzipped, in folders, .zip or .tar.gz.
"""
