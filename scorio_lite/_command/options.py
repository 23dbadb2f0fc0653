"""The parsed command line, and which options go together."""

from __future__ import annotations

from os.path import realpath

from .grading import shown
from .read.options import Ask
from .score.metric_names import choose, parse_metric
from .text import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .forms.slices import By
    from .score.metrics import Metric
    from .score.requirement import Requirement

    Rules = Iterable[tuple[Any, str]]  # each: (whether the rule is broken, the message if it is)

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
  --by FIELD: slices, by the values of a field; FIELD:5 splits at 5
  --by-question: list the questions, hardest first
  --plan H: sizes for value +- H; A,B: for two rates; N,A: what N show
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
_BOUNDS = "--missing bounds cannot be combined with {}"
# Options that exclude each other: one, the others, and the message, in which {} is the name of the other.
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
)


class Options(Ask):
    """The parsed command line."""

    given: list[str]  # as typed
    files: list[str]
    example = anytime = by_question = credible = percent = explain = False
    cluster = baseline = rank_by = svg = html = title = None  # type: str | None
    questions, undecided, output = "new", "fail", "text"
    confidence = 0.95
    alpha0: float | None = None
    beta0: float | None = None
    metrics: list[str] | None = None
    k: list[int] | None = None
    by: By | None = None
    plan: float | tuple[float, float] | None = None  # a half width, two rates, or (questions, rate)
    require: Sequence[Requirement] = ()
    flips: list[str] | None = None
    name: Sequence[str] = ()

    def asked(self) -> Ask:
        """Return the options of reading, with what the others need of the files."""
        fixed = dict.fromkeys(field for field in (self.by and self.by.field, self.cluster) if field)
        return Ask(**self.given_options(), fixed=(*fixed,), only=(*self.only,), names=(*self.name,), votes=self.voting)

    @property
    def these(self) -> bool:
        """Whether intervals are for the questions at hand (--questions these), not for new questions."""
        return self.questions == "these"

    @property
    def has_bounds(self) -> bool:
        return (self.missing or "").startswith("bounds")

    @property
    def several(self) -> bool:
        """Whether there are several files, and no option makes one run of them."""
        return len(self.files) > 1 and not self.merge and not self.only

    @property
    def ranking(self) -> Metric:
        """The metric of --rank-by; avg without this option."""
        return parse_metric(self.rank_by or "avg")

    @property
    def voting(self) -> bool:
        """Whether answers must be kept, because cons@k, the metric of votes, is asked for."""
        named = [parse_metric(name) for name in self.metrics or () if name.strip().lower() != "all"]
        return any(metric.of_votes for metric in (*named, self.ranking, *(bound.metric for bound in self.require)))


def conflict(asked: Options) -> str:
    """Return why the options conflict; "" if they do not."""
    more = rules_of_many(asked) if asked.several else _rules_of_one(asked)
    return first_broken((*_rules_of_files(asked), *_rules_of_pairs(asked), *_rules_of_numbers(asked), *more))


def first_broken(rules: Rules) -> str:
    return next((words for is_broken, words in rules if is_broken), "")


def _rules_of_files(asked: Options) -> Rules:
    files, output = asked.files, asked.output
    are_rates = isinstance(asked.plan, tuple)
    alone = (
        "--plan H needs a FILE; without one, plan for two rates, --plan 0.70,0.65, or for questions, --plan 164,0.70"
    )
    yield not files and not asked.example and isinstance(asked.plan, float), alone
    yield not files and not asked.example and not are_rates, "give a FILE; try --example or --help"
    for name, value in vars(asked).items() if are_rates else ():
        is_used = name in ("plan", "confidence", "output", "percent", "given")
        what = "FILE: for what is in files, use --plan H" if name == "files" else option(name)
        yield not is_used and value, f"--plan A,B takes no {what}"
    yield files and asked.example, "give a FILE or --example, not both"
    base = asked.baseline
    yield base and files == [base], f"--baseline {shown(base)} is the candidate itself; name another FILE"
    yield files.count("-") > 1, "standard input (-) can be read only once"
    if asked.merge and len(files) < 2:
        from .read.source import is_tree

        yield not is_tree(files[0]), "--merge needs several files"
    yield asked.percent and output in ("json", "csv"), f"--percent is for tables; --{output} has fractions"
    yield (asked.title and not (asked.svg or asked.html or output == "latex"), "--title needs --svg, --html or --latex")
    is_one = asked.svg and asked.html and realpath(asked.svg) == realpath(asked.html)
    yield is_one, "--svg and --html need a file each"


def _rules_of_pairs(asked: Options) -> Rules:
    for name, others, words in _APART:
        for other in others.split() if getattr(asked, name) else ():
            yield getattr(asked, other), words.format(option(other))


def _rules_of_numbers(asked: Options) -> Rules:
    ranked = [asked.ranking] if asked.rank_by else choose(asked.metrics, bool(asked.weights))
    for metric in ranked if asked.has_bounds else ():
        yield (
            not metric.has_interval,
            f"--missing bounds has no {metric.key}: its intervals are credible ones, from a prior",
        )
    how = "--metrics cons, --rank-by cons or --require 'cons@8>=0.5'"
    yield asked.answer and not asked.voting, f"--answer is for cons@k: {how}"
    is_unknown = asked.voting and (asked.has_bounds or asked.missing == "harness")
    yield is_unknown, f"cons@k cannot use --missing {asked.missing}; use own, drop or fail"
    for required in asked.require:
        yield required.is_difference and not asked.baseline, f"--require {required.text} needs --baseline FILE"
        wrong = required.check(asked.weights or asked.scores)
        yield wrong, wrong
    yield asked.undecided != "fail" and not asked.require, "--undecided needs --require"
    closer = [option(name) for name in ("by", "by_question", "plan", "require", "flips") if getattr(asked, name)]
    yield asked.output == "csv" and len(closer) > 1, f"--csv prints one table: {' or '.join(closer)}"


def _rules_of_one(asked: Options) -> Rules:
    prior = asked.alpha0 or asked.beta0
    yield prior and asked.weights, "--alpha0 and --beta0 need --credible, and 0/1 outcomes"
    yield prior and not asked.credible, "--alpha0 and --beta0 need --credible"


def rules_of_alone(asked: Options) -> Rules:
    """Return the rules for one run."""
    base = asked.baseline
    yield base and base not in asked.files, f"--baseline {shown(base)}: no such file, and no other run; name a FILE"
    for name in ("rank_by", "flips", "baseline"):
        yield getattr(asked, name), f"{option(name)} needs several runs: files, or a file with a field for the model"


def rules_of_tasks(asked: Options) -> Rules:
    """Return the rules for runs on several tasks."""
    way = "; read one with --where FIELD=VALUE, or give only its files"
    for name in ("by", "by_question", "plan", "flips", "credible"):
        yield getattr(asked, name), f"{option(name)} is for one task{way}"
    yield asked.anytime, f"--anytime is for one task, since no mean of tasks holds at every look{way}"
    yield asked.these, f"--questions these is for one task: means of tasks are for new questions{way}"
    credible = f"--rank-by {asked.rank_by} has no confidence interval, and so no mean of tasks{way}"
    yield not asked.ranking.has_interval, credible


def rules_of_many(asked: Options) -> Rules:
    """Return the rules for several runs."""
    way = "--merge makes one run of several files" if len(asked.files) > 1 else "--only NAME picks one run of the file"
    for name in ("by_question", "credible", "alpha0", "beta0", "metrics"):
        more = "; --rank-by chooses the metric of several" if name == "metrics" else ""
        yield getattr(asked, name), f"{option(name)} is for one run: {way}{more}"
    compared = "--require of several runs compares them with one: --baseline FILE --require 'avg-base>=-0.02'"
    yield asked.require and not asked.baseline, compared
    by, ranked = asked.rank_by, asked.ranking
    for name in ("cluster", "plan", "these") if not ranked.has_interval else ():
        what = "--questions these" if name == "these" else option(name)
        yield getattr(asked, name), f"{what} is for confidence intervals; --rank-by {by} has credible ones"
    yield ranked.has_k and not asked.k, f"--rank-by {by} needs a k, such as {by}@4, or -k, whose largest k ranks"
