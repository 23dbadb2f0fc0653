"""The options: one table for the parser and both pages of help, what is asked, and which options go together."""

from __future__ import annotations

from .read.options import OPTIONS, Ask, is_given
from .score.metrics import choose, parse_metric
from .text import option, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from .score.metrics import Metric, Requirement
    from .score.run import Run

USAGE = "usage: scorio-lite [options] FILE [FILE ...]"
# A line each: an option, its value, and its help. A * follows a value that may be given several times, and | separates
# the words that a value may be. --help prints these lines.
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
  --alpha0 A: the prior of a question's success rate, Beta(A, B)
  --beta0 B: its other number (default: Beta(1, 1), which is uniform)
to look closer, and to decide
  --by FIELD: slices, by the values of a field, and their mean
  --by-question: list the questions, hardest first
  --plan H: sample sizes for value +- H; A,B: for two success rates
  --require BOUND*: check a bound, such as 'avg>=0.8' or 'gsm8k:avg>=0.8'
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
_REPEATED = ("where", "skip", "ignore")  # options of reading that may be given several times
READING = "\n".join(
    [f"  --{one.name} {one.value}{'*' * (one.name in _REPEATED)}: {one.help}" for one in OPTIONS.values()]
    + ["  --only NAME*: only this run of a file with several", "  --name NAME=FILE*: a name for the run in FILE"]
    + ["  --explain: the role of each field, and the same as options"]
)
_BOUNDS = "--missing bounds cannot be combined with {}"
_OF_TASKS = "; read one with --where FIELD=VALUE, or give only its files"
# Options that do not go together: what is asked, or the runs that there are; the options; and why, with {} for the
# option, and {way} for what makes one run of several.
_APART = (
    ("has_bounds", "plan", f"{_BOUNDS}: more questions do not shorten a range"),
    ("has_bounds", "credible", f"{_BOUNDS}: it takes no prior for what is missing"),
    ("has_bounds", "anytime", f"{_BOUNDS}: ranges do not hold at every look"),
    ("has_bounds", "by_question flips", f"{_BOUNDS}: it lists the trials that there are; see --missing own"),
    ("these", "cluster", "{} needs --questions new: for these questions, only the trials are random"),
    ("these", "anytime", "{} is for new questions; leave out --questions these"),
    ("anytime", "cluster plan", "--anytime cannot be combined with {}"),
    ("cluster", "plan", "{} cannot be combined with --cluster"),
    ("voting", "scores weights", "cons@k needs answers that are right or wrong; leave out {}"),
    ("scores", "credible", "{} needs classes, which --weights gives; leave out --scores"),
    ("one run", "rank_by flips", "{} needs several runs: files, or a file with a field for the model"),
    ("several runs", "by_question credible", "{} is for one run: {way}"),
    ("several runs", "plan", "--plan H is for one run; to tell two apart, leave out the files: --plan A,B"),
    ("several runs", "metrics", "{} is for one run: {way}; --rank-by chooses the metric of several"),
    ("tasks", "by by_question plan flips credible", f"{{}} is for one task{_OF_TASKS}"),
    ("tasks", "anytime", f"{{}} is for one task, since no mean of tasks holds at every look{_OF_TASKS}"),
    ("tasks", "these", f"{{}} is for one task: means of tasks are for new questions{_OF_TASKS}"),
)


class Options(Ask):
    """The parsed command line."""

    given: list[str]  # as typed
    files: list[str]
    example = anytime = by_question = credible = percent = explain = False
    by = cluster = baseline = rank_by = svg = html = title = None  # type: str | None
    questions, undecided, output = "new", "fail", "text"
    confidence = 0.95
    alpha0 = beta0 = None  # type: float | None
    metrics: list[str] | None = None
    k: list[int] | None = None
    plan: float | tuple[float, float] | None = None  # a half width, or two rates
    require: Sequence[Requirement] = ()
    flips: Sequence[str] | None = None
    name: Sequence[str] = ()

    def asked(self) -> Ask:
        """Return the options of reading, with what the others need of the files."""
        fixed = dict.fromkeys(field for field in (self.by, self.cluster) if field)
        given = {**self.given_options(), "votes": self.voting, "are_runs": self.baseline in self.files}
        return Ask(**given, fixed=(*fixed,), only=(*self.only,), names=(*self.name,))

    @property
    def these(self) -> bool:
        """Whether intervals are for the questions at hand (--questions these), not for new questions."""
        return self.questions == "these"

    @property
    def has_bounds(self) -> bool:
        return (self.missing or "").startswith("bounds")

    @property
    def ranking(self) -> Metric:
        """The metric of --rank-by; avg without this option."""
        return parse_metric(self.rank_by or "avg")

    @property
    def voting(self) -> bool:
        """Whether answers must be kept, because cons@k, the metric of votes, is asked for."""
        named = [parse_metric(name) for name in self.metrics or () if name != "all"]
        return any(metric.of_votes for metric in (*named, self.ranking, *(bound.metric for bound in self.require)))


def conflict(asked: Options, runs: Sequence[Run] = ()) -> str:
    """Return why the options conflict, also with these runs if they are read; "" if they do not.

    Before, several files are several runs, unless an option says otherwise.
    """
    are_several = len(asked.files) > 1 and not asked.merge and not asked.only
    if runs:
        are_several = len({(run.cell.origin, run.cell.run) for run in runs}) > 1
    kinds = {"several runs"} if are_several else {"one run"} if runs else set()
    kinds |= {"tasks"} if len({run.cell.task for run in runs}) > 1 else set()
    way = "--merge makes one run of several files" if len(asked.files) > 1 else "--only NAME picks one run of the file"
    for name, others, words in _APART:
        for other in others.split() if name in kinds or is_given(getattr(asked, name, None)) else ():
            if is_given(getattr(asked, other)):
                return words.format("--questions these" if other == "these" else option(other), way=way)
    return next((words for is_broken, words in _rules(asked, kinds) if is_broken), "")


def _rules(asked: Options, kinds: set[str]) -> Iterator[tuple[Any, str]]:
    """Yield (whether the rule is broken, the message if it is)."""
    files, output, base = asked.files, asked.output, asked.baseline
    has_data, are_rates = files or asked.example, isinstance(asked.plan, tuple)
    without = "--plan H needs a FILE; without one, plan for two rates, --plan 0.70,0.65"
    yield not has_data and isinstance(asked.plan, float), without
    yield not has_data and not are_rates, "give a FILE; try --example or --help"
    yield are_rates and has_data, "--plan A,B takes no FILE: for what is in files, use --plan H"
    yield are_rates and asked.svg, "--plan A,B draws no picture: --html FILE writes its table"
    yield files and asked.example, "give a FILE or --example, not both"
    grades = [f"--{name}" for name in ("threshold", "success", "weights", "scores") if is_given(getattr(asked, name))]
    yield grades[1:], " cannot be combined with ".join(reversed(grades[:2]))
    why = "it is the only run" if base in files else "there is no such file or run"
    yield "one run" in kinds and base, f"--baseline {shown(base)}: {why}; name another to compare with"
    yield asked.undecided == "pass" and not asked.require, "--undecided needs --require"
    yield asked.percent and output in ("json", "csv"), f"--percent is for tables; --{output} has fractions"
    yield asked.title and not (asked.svg or asked.html or output == "latex"), "--title needs --svg, --html or --latex"
    for metric in choose(asked.metrics, bool(asked.weights)) if asked.has_bounds else ():
        why = "its intervals are credible ones, from a prior"
        yield not metric.has_interval, f"--missing bounds has no {metric.key}: {why}"
    is_unknown = asked.voting and (asked.has_bounds or asked.missing == "harness")
    yield is_unknown, f"cons@k cannot use --missing {asked.missing}; use own, drop or fail"
    for required in asked.require:
        yield required.is_difference and not base, f"--require {required.text} needs --baseline FILE"
        wrong = required.check(asked.weights or asked.scores)
        yield wrong, wrong
    closer = [option(name) for name in ("by", "by_question", "plan", "require", "flips") if getattr(asked, name)]
    yield output == "csv" and len(closer) > 1, f"--csv prints one table: {' or '.join(closer)}"
    has_prior = asked.alpha0 or asked.beta0
    yield has_prior and (asked.weights or not asked.credible), "--alpha0 and --beta0 need --credible, and 0/1 outcomes"
    several, by = "several runs" in kinds, asked.rank_by
    yield not asked.ranking.has_interval, f"--rank-by: {shown(by)} has no confidence interval, and so no ranks"
    compared = "--require of several runs needs --baseline FILE, as in 'avg-base>=-0.02'; or give one run alone"
    yield several and asked.require and not base, compared
    yield several and asked.ranking.has_k and not asked.k, f"--rank-by {by} needs a k, such as {by}@4, or -k"
