"""The command line: the options, their defaults, and which options go together."""

from __future__ import annotations

from os.path import exists, realpath

from .beside import ROLES
from .grading import is_range, shown
from .metric_names import choose, parse_metric
from .settings import Settings, no_text
from .source import folders_in, is_folder
from .text import names_in, option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from .conversions import Requirement
    from .metrics import Metric
    from .slices import By

    Rules = Iterable[tuple[Any, str]]  # each: (whether the rule is broken, the message if it is)


_BESIDE = " ".join(ROLES)
_BOUNDS = "--missing bounds cannot be combined with {}"
_SOLVED = "--totals cannot be combined with {}: which questions were solved is unknown"
_RECORDS = (
    "where skip counts weights scores threshold outcome ignore task question trial missing once last fill success"
)
# Options that exclude each other: one, the others, and the message, where {} is the name of the other.
_APART = (
    ("has_bounds", "plan budget", f"{_BOUNDS}: more questions do not shorten a range"),
    ("has_bounds", "credible", f"{_BOUNDS}: it takes no prior for what is missing"),
    ("has_bounds", "anytime", f"{_BOUNDS}: ranges do not hold at every look"),
    ("has_bounds", "macro", f"{_BOUNDS}: ranges have no mean over slices"),
    ("has_bounds", "by_question flips", f"{_BOUNDS}: it lists the trials that there are; see --missing own"),
    ("has_bounds", _BESIDE, f"{_BOUNDS}: nothing is known beside a missing trial"),
    ("these", "cluster", "{} needs --questions new: for these questions, only the trials are random"),
    ("these", "x budget labels judges", "{} is for new questions; leave out --questions these"),
    ("anytime", "cluster plan budget macro", "--anytime cannot be combined with {}"),
    ("anytime", _BESIDE, "{} has no intervals that hold at every look; leave out --anytime"),
    ("cluster", "plan budget labels", "{} cannot be combined with --cluster"),
    ("voting", "scores weights", "cons@k needs answers that are right or wrong; leave out {}"),
    ("weights", _BESIDE, "{} needs outcomes of 0 and 1; --threshold makes them"),
    ("scores", _BESIDE, "{} needs outcomes of 0 and 1; --threshold makes them"),
    ("x", "anytime by macro plan budget require baseline flips totals eee", "--x cannot be combined with {}"),
    ("x", f"by_question credible metrics has_bounds {_BESIDE}", "--x cannot be combined with {}"),
    ("totals", f"flips anytime cluster by by_question merge {_BESIDE}", _SOLVED),
    ("totals", _RECORDS, "--totals reads a row for each model, and has no use for {}"),
)


class Options(Settings):
    """The parsed command line."""

    given: list[str]  # as typed
    files: list[str]
    example = merge = each_folder = anytime = macro = by_question = credible = percent = plot = explain = False
    missing = values = cluster = baseline = latex_style = rank_by = x = svg = html = eee = title = no_text()
    questions, pairs, output = "new", "board", "text"
    confidence, power = 0.95, 0.8
    threshold: float | None = None
    alpha0: float | None = None
    beta0: float | None = None
    weights: list[float] | None = None
    scores: tuple[float, float] | None = None
    cost_limits: tuple[float, float] | None = None
    metrics: list[str] | None = None
    k: list[int] | None = None
    of: int | None = None
    by: By | None = None
    plan: float | tuple[float, float] | None = None  # a half width, or two rates
    budget: tuple[float, float, float] | None = None
    require: Sequence[Requirement] = ()
    flips: list[str] | None = None
    name: Sequence[str] = ()
    only: Sequence[str] = ()
    in_order = False  # whether the outcomes of a question are kept in order, for files.py

    @property
    def looks(self) -> dict[str, Any]:
        """Return the keywords `anytime` and `of` (the most questions) for interval functions; {} without --anytime."""
        return {"anytime": True, "of": self.of} if self.anytime else {}

    def joins(self, file: str) -> bool:
        """Whether all files in the folder `file` are one run: with --merge, --each-folder or --name NAME=`file`."""
        return self.merge or self.each_folder or any(text.endswith(f"={file}") for text in self.name)

    @property
    def may_be_tree(self) -> bool:
        """Whether several FILEs are given, and may be read as one tree (results of one evaluation)."""
        are_apart = self.merge or self.each_folder or self.name or self.flips or self.baseline in self.files
        return len(self.files) > 1 and not are_apart and "-" not in self.files

    @property
    def kept(self) -> tuple[str, ...]:
        """The fields that --by and --cluster name; their values are kept for each question."""
        return tuple(field for field in (self.by and self.by.field, self.cluster) if field)

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
        names = [name for name in self.metrics or () if name.strip().lower() != "all"]
        asked = [*map(parse_metric, names), self.ranking, *(one.metric for one in self.require)]
        return any(one.of_votes for one in asked)


def read_options(given: list[str]) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2."""
    found = Options()
    found.given = found.files = given
    if any(text.startswith("-") and text != "-" for text in given):  # for files only, argparse is not loaded
        from .parser import parse

        vars(found).update(parse(_with_range(given)))
    if found.flips and not found.files:
        found.files = list(found.flips)
    base = found.baseline
    if base and base not in found.files and (base == "-" or exists(base)):
        found.files = [*found.files, base]
    if found.name and not found.files:  # --name A=FOLDER names the files, too
        found.files = [text.rpartition("=")[2] for text in found.name]
    if found.each_folder:
        found.files = [folder for file in found.files for folder in folders_in(file) or [file]]
    if found.x and "{run}" not in (found.path or ""):
        found.run = found.run or found.x
    found.outcome = found.outcome or (found.judges.split(",")[0] if found.judges else None)
    wrong = _take_k(found) or conflict(found)
    if wrong:
        from .parser import refuse

        refuse(wrong)
    return found


def _with_range(given: list[str]) -> list[str]:
    """Replace --scores by --scores=0,1 if no LOW,HIGH follows, since the parser would take a FILE as the range."""
    bare = [i for i, text in enumerate(given) if text == "--scores" and not is_range("".join(given[i + 1 : i + 2]))]
    return [f"{text}=0,1" if i in bare else text for i, text in enumerate(given)]


def _take_k(found: Options) -> str:
    """Take k from names such as pass@8, as if -k gave it. Return why the k conflict; "" if they do not."""
    names = found.metrics or []
    known = [parse_metric(name) for name in names if name.strip().lower() != "all"]
    ks = {one.k for one in known if one.has_k} | ({None} if len(known) < len(names) else set())
    named = [k for k in ks if k]
    if named and (len(ks) > 1 or found.k not in (None, named)):
        every = ",".join(map(str, sorted({*named, *(found.k or ())})))
        return f"--metrics: all metrics have the same k; leave it out of their names, and write -k {every}"
    found.k = named or found.k
    if found.ranking.k:
        found.k = sorted({found.ranking.k, *(found.k or ())})
    return ""


def first_broken(rules: Rules) -> str:
    return next((words for is_broken, words in rules if is_broken), "")


def conflict(found: Options) -> str:
    """Return why the options conflict; "" if they do not."""
    if found.anytime and found.these:
        found.metrics = found.metrics or ["avg"]
    more = rules_of_many if found.several else _rules_of_one
    rules = (_rules_of_files, _rules_of_pairs, _rules_of_metrics, _rules_of_looks, _rules_of_parts, more)
    return first_broken(one for rules_of in rules for one in rules_of(found))


def _rules_of_files(found: Options) -> Rules:
    files, output = found.files, found.output
    is_data = output in ("json", "csv")
    rates = isinstance(found.plan, tuple)
    yield not files and not found.example and not rates, "give a FILE; try --example or --help"
    for name, value in vars(found).items() if rates else ():
        is_used = name in ("plan", "power", "confidence", "output", "percent", "given")
        what = "FILE: for what is in files, use --plan H" if name == "files" else option(name)
        yield not is_used and value, f"--plan A,B takes no {what}"
    yield files and found.example, "give a FILE or --example, not both"
    yield files.count("-") > 1, "standard input (-) can be read only once"
    yield found.merge and len(files) < 2 and not is_folder(files[0]), "--merge needs several files"
    yield found.values and found.weights is None, "--values needs --weights"
    yield found.percent and is_data, f"--percent is for tables; --{output} has fractions"
    yield found.latex_style and output != "latex", "--latex-style needs --latex"
    yield found.title and not (found.svg or found.html), "--title needs --svg or --html"
    is_one = found.svg and found.html and realpath(found.svg) == realpath(found.html)
    yield is_one, "--svg and --html need a file each"
    yield found.plot and is_data, f"--plot cannot be combined with --{output}"


def _rules_of_pairs(found: Options) -> Rules:
    for name, others, words in _APART:
        for other in names_in(others) if getattr(found, name) else ():
            yield getattr(found, other), words.format("--missing bounds" if other == "has_bounds" else option(other))


def _rules_of_metrics(found: Options) -> Rules:
    ranked = [found.ranking] if found.rank_by else choose(found.metrics, bool(found.weights))
    for one in ranked if found.has_bounds else ():
        yield not one.has_interval, f"--missing bounds has no {one.key}: its intervals are credible ones, from a prior"
    how = "--metrics cons, --rank-by cons or --require 'cons@8>=0.5'"
    yield found.answer and not found.voting, f"--answer is for cons@k: {how}"
    is_unknown = found.voting and (found.has_bounds or found.missing == "harness")
    yield is_unknown, f"cons@k cannot use --missing {found.missing}; use own, drop or fail"
    is_other = found.totals and (found.these or (found.rank_by or "avg") != "avg")
    yield is_other, "--totals compares by avg, for new questions"


def _rules_of_looks(found: Options) -> Rules:
    yield found.of and not found.anytime, "--of needs --anytime"
    if found.anytime and found.these:
        is_more = found.several or found.of or found.require or found.metrics != ["avg"]
        yield is_more, "--anytime with --questions these is for the avg of one run; --questions new has all metrics"
        has_picture = found.svg or found.html or found.plot
        yield has_picture, "--anytime with --questions these has no picture; leave out --svg, --html and --plot"


def _rules_of_parts(found: Options) -> Rules:
    yield found.macro and not found.by, "--macro needs --by"
    yield found.macro and found.these, "--macro needs --by, and new questions"
    yield found.cost_limits and not found.cost, "--cost-limits needs --cost"
    for one in found.require:
        yield one.is_difference and not found.baseline, f"--require {one.text} needs --baseline FILE"
        wrong = one.check(found.weights or found.scores)
        yield wrong, wrong
    tables = ("by", "by_question", "plan", "budget", "require", "flips", *ROLES)
    closer = [option(name) for name in tables if getattr(found, name)]
    yield found.output == "csv" and len(closer) > 1, f"--csv prints one table: {' or '.join(closer)}"


def _rules_of_one(found: Options) -> Rules:
    lacks = "--credible needs classes, which --weights gives; leave out --scores"
    yield found.credible and found.scores, lacks
    prior = found.alpha0 or found.beta0
    yield prior and found.weights, "--alpha0 and --beta0 need --credible, and 0/1 outcomes"
    yield prior and not found.credible, "--alpha0 and --beta0 need --credible"


def rules_of_alone(found: Options) -> Rules:
    base = found.baseline
    yield base and base not in found.files, f"--baseline {shown(base)}: no such file, and no other run; name a FILE"
    for name in ("rank_by", "flips", "baseline"):
        yield getattr(found, name), f"{option(name)} needs several runs: files, or a file with a field for the model"


def rules_of_tasks(found: Options) -> Rules:
    way = "; read one with --where FIELD=VALUE, or give only its files"
    for name in ("by", "by_question", "plan", "budget", "flips", "credible", *ROLES):
        yield getattr(found, name), f"{option(name)} is for one task{way}"
    yield found.anytime, f"--anytime is for one task, since no mean of tasks holds at every look{way}"
    yield found.these, f"--questions these is for one task: means of tasks are for new questions{way}"
    credible = f"--rank-by {found.rank_by} has no confidence interval, and so no mean of tasks{way}"
    yield not found.ranking.has_interval, credible


def rules_of_many(found: Options) -> Rules:
    way = "--merge makes one run of several files" if len(found.files) > 1 else "--only NAME picks one run of the file"
    for name in ("by_question", "budget", "credible", "alpha0", "beta0", "metrics", "eee"):
        more = "; --rank-by chooses the metric of several" if name == "metrics" else ""
        yield getattr(found, name), f"{option(name)} is for one run: {way}{more}"
    compared = "--require of several runs compares them with one: --baseline FILE --require 'avg-base>=-0.02'"
    yield found.require and not found.baseline, compared
    yield found.plan and found.macro, "--plan of several runs cannot be combined with --macro"
    by, ranked = found.rank_by, found.ranking
    for name in ("cluster", "plan", "macro") if not ranked.has_interval else ():
        yield getattr(found, name), f"{option(name)} is for confidence intervals; --rank-by {by} has credible ones"
    these = found.these and not ranked.has_interval
    yield these, f"--questions these is for confidence intervals; --rank-by {by} has credible ones"
    yield ranked.has_k and not found.k, f"--rank-by {by} needs a k, such as {by}@4, or -k, whose largest k ranks"
