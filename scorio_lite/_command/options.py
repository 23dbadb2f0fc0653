"""The options: their texts for the parser and both pages of help, their values, and which of them conflict."""

from __future__ import annotations

from .read.options import BOUNDS, OPTIONS, Ask, is_given
from .score.metrics import parse_metric
from .text import option, shown, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator, Sequence

    from .score.metrics import Metric, Requirement
    from .score.run import Run

_FEW = 3  # runs in a message
USAGE = "usage: scorio-lite [options] FILE [FILE ...]"
# A line each, as --help prints it: an option, its value, and its help. | separates words that a value may be.
PRINTING = """
to begin
  --example: score a small built-in matrix
  --help [formats]: this page (-h); or which files and fields are read
  --version: the version
to choose the numbers
  --metrics NAME,...: all, or some of the metrics below
  -k K,K,...: 1,2,4 or 1-8; pass and pass_hat go beyond the trials
  --confidence C: confidence of the intervals (default: 0.95)
  --questions new|these: intervals for new questions (default), or for these
  --cluster FIELD: questions that share a value of FIELD belong together
  --anytime: intervals that hold at every look, while a run goes on
  --credible: Bayes@N and credible intervals, too
to look closer, and to decide
  --by FIELD: slices, by the values of a field, and their mean
  --by-question: list the questions, hardest first
  --plan H: sample sizes for value +- H; A,B: for two success rates
  --require BOUND: check a bound, such as 'avg>=0.8' or 'gsm8k:avg>=0.8'
  --undecided fail|pass: what a check does that the data do not decide
  --baseline RUN: a file or a run to compare with, as in 'avg-base>=-0.02'
  --rank-by METRIC: the metric that ranks a leaderboard (default: avg)
  --flips A B: the questions that two runs answer differently
to print and to draw
  --json: print JSON
  --csv: print CSV
  --markdown: print Markdown tables
  --latex: print LaTeX tables with captions, for booktabs
  --percent: percent in tables, not fractions
  --svg FILE: write a picture: curves over k, or a bar for each run
  --html FILE: write a page with the tables and the pictures
  --title TEXT: the title of picture and page, and LaTeX's caption
"""
READING = "\n".join(
    [f"  --{one.name} {one.value}: {one.help}" for one in OPTIONS.values()]
    + ["  --only NAME: only this run of a file with several", "  --name NAME=FILE: a name for the run in FILE"]
    + ["  --explain: the role of each field, and the same as options"]
)
_ONE_RUN = "; --only NAME picks one run, and --merge makes one run of several files"
_ONE_TASK = "; --task NAME picks one"
_OF_FILES = (
    "--example, --explain, --only, --name, --metrics, -k, --questions these, --cluster, --anytime, --credible, --by, "
    f"--by-question, --require, --baseline, --rank-by, --flips, {', '.join(map(option, OPTIONS))}, FILE"
)
# Options that do not go together, as they are typed, and a hint. Files, runs and tasks count as options, too.
_APART = (
    ("--plan A,B", _OF_FILES, ": for what is in files, use --plan H"),
    ("--plan A,B", "--svg", ": --html FILE writes its table"),
    ("--example", "FILE, --by, --cluster", ""),
    ("--missing bounds", "--plan, --credible, --anytime, --by-question, --flips", "; see --missing own"),
    ("--questions these", "--cluster, --anytime", ": it is for new questions"),
    ("--anytime", "--cluster, --plan", ""),
    ("--cluster", "--plan", ""),
    ("--percent", "--json, --csv", ": it is for tables"),
    ("scores outside 0 to 1", "--percent", ": they are no shares of a whole"),
    ("--scores", "--success, --threshold, --weights, --credible", ""),
    ("--weights", "--success, --threshold", ""),
    ("--success", "--threshold", ""),
    ("one run", "--rank-by, --flips", ": give several files, or a file with a field for the model"),
    ("several runs", "--by-question, --credible, --plan", _ONE_RUN),
    ("several runs", "--metrics", f"{_ONE_RUN}; --rank-by chooses the metric of several"),
    ("several tasks", "--metrics", "; --rank-by chooses the metric of several"),
    ("several tasks", "--by, --by-question, --plan, --flips, --credible, --anytime, --questions these", _ONE_TASK),
)


class Usage(ValueError):
    """The error for options that are wrong, or that conflict."""


class Options(Ask):
    given: list[str]  # as typed
    files: list[str]
    example = anytime = by_question = credible = percent = explain = False
    by = cluster = rank_by = svg = html = title = None  # type: str | None
    questions, undecided, output = "new", "fail", "text"
    confidence = 0.95
    metrics: list[str] | None = None
    k: list[int] | None = None
    plan: float | tuple[float, float] | None = None  # a half width, or two rates
    require: Sequence[Requirement] = ()
    flips: Sequence[str] | None = None

    @property
    def keep(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(field for field in (self.by, self.cluster) if field)

    @property
    def ranking(self) -> Metric:
        """The metric of --rank-by; avg without this option."""
        return parse_metric(self.rank_by or "avg")


def check(asked: Options, runs: Sequence[Run] = ()) -> None:
    """Raise Usage if the options conflict with each other or with `runs`, if any.

    Without `runs`, several files count as several runs, unless --merge or --only is given.
    """
    are_several = len(asked.files) > 1 and not asked.merge and not asked.only
    if runs:
        are_several = len({(run.cell.origin, run.cell.run) for run in runs}) > 1
    tasks = {run.cell.task for run in runs}
    scales = (asked.scores, asked.weights, *(run.weights for run in runs))
    holds = {
        "FILE": asked.files,
        "--missing bounds": (asked.missing or "").startswith(BOUNDS),
        "--questions these": asked.questions == "these",
        "--plan A,B": isinstance(asked.plan, tuple),
        f"--{asked.output}": True,
        "scores outside 0 to 1": any(scale and not 0 <= min(scale) <= max(scale) <= 1 for scale in scales),
        "one run": len(tasks) == 1 and not are_several,
        "several runs": are_several,
        "several tasks": len(tasks) > 1,
    }
    there = {option(name) for name, value in vars(asked).items() if is_given(value)}
    there.update(name for name, is_so in holds.items() if is_so)
    for wrong in _conflicts(asked, there):
        for kind, hint in (("run", "--only NAME"), ("task", "--task NAME")):
            names = list(dict.fromkeys(getattr(run.cell, kind) for run in runs))
            wrong += f"; the {kind}s are {some(names, _FEW)}" * bool(names[1:] and hint in wrong)
        is_field = asked.task and asked.task.partition(",")[0] not in tasks
        raise Usage(wrong.replace("--task NAME", f"--where {asked.task}=NAME") if is_field else wrong)


def _conflicts(asked: Options, there: set[str]) -> Iterator[str]:
    """Yield a message for each conflict. `there` has what is given: "--json", "several runs"."""
    for one, others, hint in _APART:
        for other in others.split(", "):
            if {one, other} <= there:
                yield f"{other} cannot be combined with {one}{hint}"
    if asked.undecided == "pass" and not asked.require:
        yield "--undecided pass needs --require"
    if asked.title and there.isdisjoint(("--svg", "--html", "--latex")):
        yield "--title needs --svg or --html or --latex"
    if there.isdisjoint(("FILE", "--example", "--plan A,B")):
        if asked.plan:
            yield "--plan H needs a FILE; without one, plan for two rates, --plan 0.70,0.65"
        yield "give a FILE; try --example or --help"
    if asked.baseline and "one run" in there:
        why = "--only leaves no other run" if asked.only else "it is the only run, or no run or file"
        yield f"--baseline {shown(asked.baseline)}: {why}; name another to compare with"
    for metric in (asked.ranking, *(required.metric for required in asked.require)):
        if not metric.has_interval:
            yield f"{metric.title} has no confidence interval; choose another metric"
    for required in asked.require:
        if not asked.baseline and (required.is_difference or "several runs" in there):
            hint = "" if required.is_difference else "; a bound without -base is for one run: --only NAME picks it"
            yield f"--require {required.text} needs --baseline FILE, as in 'avg-base>=-0.02'{hint}"
        yield from filter(None, [required.check(asked.weights or asked.scores)])
    if there & {"several runs", "several tasks"} and asked.ranking.has_k and not asked.k:
        yield f"--rank-by {asked.rank_by} needs a k, such as {asked.rank_by}@4, or -k"
    closer = sorted(there & {"--by", "--by-question", "--plan", "--require", "--flips"})
    if asked.output == "csv" and closer[1:]:
        yield f"--csv prints one table: {' or '.join(closer)}"
