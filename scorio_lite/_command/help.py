"""The two pages of help, --help and --help formats, and what to type instead of an option that is gone."""

from __future__ import annotations

from .options import PRINTING, READING, USAGE
from .score.metrics import NAMES
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
--require, 0 if all bounds are met, 3 if one failed, 4 if one is undecided.
"""
_READ = """\
Files: JSON Lines, JSON, CSV and TSV, matrices of outcomes, results of the
harnesses above; gzipped, or in folders.
"""
_GONE = """\
cost cost-limits select labels judges: files.read(..., keep=[FIELD]) keeps its field, and tools/RECIPES.md has the rest
totals: in Python, confidence.compare_totals compares two numbers of solved questions
alpha0 beta0: the prior is uniform; in Python, pass_at_k_ci and the others take another
schema: the JSON Schema of --json is the file scorio_lite/_command/schema.json
of budget power: --plan H says how many questions or trials an interval needs
macro pairs: --by FIELD shows the mean of the slices, and two runs are compared by themselves
plot eee latex-style: --svg FILE or --html FILE draws, --latex has one style, and --json has all numbers
x each-folder: --run FIELD makes a row of each value, and --path '{run}/{}' of each folder
base scorer filter: --metric NAME@FILTER names what counts
list values transpose: --at '{question}[{trial}]' says where the outcomes are
line lines split fill fold digits header no-header last encoding: write the file anew first, as records in UTF-8"""
GONE = {  # by option, what to type instead
    name: words for names, _, words in (line.partition(": ") for line in _GONE.splitlines()) for name in names.split()
}


def page(topic: str) -> str:
    """Return a page of help: on reading files if the topic is "formats", else on what is scored and printed."""
    if topic != "formats":
        metrics = f"metrics: {', '.join(NAMES)} (avg); g_pass@0.5 and geo_spectrum@0.5 take a number"
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
    """Return the lines of `options` with each "OPTION: HELP" in two columns. Other lines are headings."""
    lines = []
    for line in options.strip("\n").split("\n"):
        name, colon, words = line.partition(": ")
        lines.append(f"{name.ljust(_NAMES - 1)} {words}\n" if colon else f"{line}:\n")
    return "".join(lines)
