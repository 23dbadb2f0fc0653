"""The command line: the options with their defaults, and which of them go together."""

from __future__ import annotations

import sys
from os.path import exists, realpath

from .grading import is_range
from .metrics import parse_metric
from .settings import Settings
from .source import folders_in, is_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .requirement import Requirement
    from .slices import By


class Options(Settings):
    """The parsed command line."""

    given: list[str]  # as typed
    files: list[str]
    example = False
    merge = False
    each_folder = False
    missing: str | None = None
    weights: list[float] | None = None
    threshold: float | None = None
    values: str | None = None
    scores: tuple[float, float] | None = None
    metrics: list[str] | None = None
    k: list[int] | None = None
    confidence = 0.95
    questions = "new"
    anytime = False
    of: int | None = None
    cluster: str | None = None
    by: By | None = None
    macro = False
    pairs = "board"
    baseline: str | None = None
    power = 0.8
    by_question = False
    plan: float | None = None
    require: Sequence[Requirement] = ()
    credible = False
    alpha0: float | None = None
    beta0: float | None = None
    percent = False
    output = "text"
    rank_by: str | None = None
    flips: list[str] | None = None
    name: Sequence[str] = ()
    only: Sequence[str] = ()
    svg: str | None = None
    html: str | None = None
    title: str | None = None
    plot = False
    explain = False

    @property
    def looks(self) -> dict[str, Any]:
        """The keywords of intervals that hold at every look."""
        return {"anytime": True, "of": self.of} if self.anytime else {}

    def joins(self, file: str) -> bool:
        """Whether the files in this folder are one run."""
        return self.merge or self.each_folder or any(text.endswith(f"={file}") for text in self.name)

    @property
    def kept(self) -> tuple[str, ...]:
        """The fields that the questions keep."""
        return tuple(field for field in (self.by and self.by.field, self.cluster) if field)

    @property
    def voting(self) -> bool:
        """Whether the answers are needed, for cons@k."""
        names = [name for name in self.metrics or () if name.strip().lower() != "all"]
        asked = [*map(parse_metric, names), parse_metric(self.rank_by or "avg"), *(one.metric for one in self.require)]
        return any(one.of_votes for one in asked)


def options(arguments: list[str] | None = None) -> Options:
    """Parse the command line. Wrong usage ends the process with status 2."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    found = Options()
    found.given = found.files = given
    if any(text.startswith("-") and text != "-" for text in given):  # with files alone, argparse need not be loaded
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
    wrong = _take_k(found) or _conflict(found)
    if wrong:
        from .parser import refuse

        refuse(wrong)
    return found


def _with_range(given: list[str]) -> list[str]:
    """--scores stands alone or before LOW,HIGH: a file behind it is not its range."""
    bare = [i for i, text in enumerate(given) if text == "--scores" and not is_range("".join(given[i + 1 : i + 2]))]
    return [f"{text}=0,1" if i in bare else text for i, text in enumerate(given)]


def _take_k(found: Options) -> str:
    """The k of --metrics pass@8 is that of -k, and that of --rank-by pass@8 is one of them. Return why it cannot be."""
    names = found.metrics or []
    known = [parse_metric(name) for name in names if name.strip().lower() != "all"]
    ks = {one.k for one in known if one.has_k} | ({None} if len(known) < len(names) else set())
    named = [k for k in ks if k]
    if named and (len(ks) > 1 or found.k not in (None, named)):
        every = ",".join(map(str, sorted({*named, *(found.k or ())})))
        return f"--metrics: all metrics have the same k; leave it out of their names, and write -k {every}"
    found.k = named or found.k
    if found.rank_by:
        k = parse_metric(found.rank_by).k
        found.k = sorted({k, *(found.k or ())}) if k else found.k
    return ""


def _conflict(found: Options) -> str:
    """Say why the options do not go together; "" if they do."""
    several = len(found.files) > 1 and not found.merge and not found.only
    if bool(found.files) == found.example:
        both = found.files and found.example
        return "give FILEs or --example, not both" if both else "give a FILE; try --example or --help"
    if found.files.count("-") > 1:
        return "standard input (-) can be read only once"
    if found.merge and len(found.files) < 2 and not is_folder(found.files[0]):
        return "--merge needs several files"
    if found.values and found.weights is None:
        return "--values needs --weights"
    if found.percent and found.output in ("json", "csv"):
        return f"--percent is for tables; --{found.output} has fractions"
    if found.title and not (found.svg or found.html):
        return "--title needs --svg or --html"
    if found.svg and found.html and realpath(found.svg) == realpath(found.html):
        return "--svg and --html need a file each"
    if found.plot and found.output in ("json", "csv"):
        return f"--plot cannot be combined with --{found.output}"
    if found.cluster and found.questions == "these":
        return "--cluster needs --questions new: for these questions, only the trials are random"
    wrong = _conflict_of_looks(found, several)
    if wrong:
        return wrong
    for name in ("rank_by", "by", "plan", "require", "baseline", "k") if found.flips else ():
        if getattr(found, name):
            return f"--flips compares by avg; leave out {option(name)}"
    if found.answer and not found.voting:
        return "--answer is for cons@k: --metrics cons, --rank-by cons or --require 'cons@8>=0.5'"
    if found.voting and (found.weights or found.scores):
        given = option("scores" if found.scores else "weights")
        return f"cons@k needs answers that are right or wrong; leave out {given}"
    if found.voting and found.missing in ("truncate", "harness"):
        return f"cons@k does not know --missing {found.missing}; use own, drop or fail"
    return _conflict_of_closer_looks(found) or (_conflict_of_many(found) if several else _conflict_of_one(found))


def _conflict_of_looks(found: Options, several: bool) -> str:
    if found.of and not found.anytime:
        return "--of needs --anytime"
    for name in ("cluster", "plan", "macro") if found.anytime else ():
        if getattr(found, name):
            return f"--anytime does not know {option(name)}; leave out one of them"
    if found.anytime and found.questions == "these":
        found.metrics = found.metrics or ["avg"]
        if several or found.of or found.require or found.metrics != ["avg"]:
            return "--anytime with --questions these is for the avg of one run; --questions new knows all"
    return ""


def _conflict_of_closer_looks(found: Options) -> str:
    if found.macro and (not found.by or found.questions == "these"):
        return "--macro needs --by" + (", and new questions" if found.by else "")
    if found.baseline and not found.require:
        return "--baseline needs --require, such as --require 'avg-base>=-0.02'"
    for one in found.require:
        if one.is_difference and not found.baseline:
            return f"--require {one.text} needs --baseline FILE"
        wrong = one.check(found.weights or found.scores)
        if wrong:
            return wrong
    closer = [name for name in ("by", "by_question", "plan", "require") if getattr(found, name)]
    if found.output == "csv" and len(closer) > 1:
        return f"--csv prints one table: {option(closer[0])} or {option(closer[1])}"
    if found.plan and found.cluster:
        return "--plan does not know clusters; leave out --cluster"
    return ""


def conflict_of_runs(found: Options, several: bool) -> str:
    """Say why the options do not go with one run, or with several, which is known when the files are read."""
    if several:
        return _conflict_of_many(found)
    wrong = [option(name) for name in ("rank_by", "flips", "baseline") if getattr(found, name)]
    return f"{wrong[0]} needs several runs: files, or a file with a field for the model" if wrong else ""


def _conflict_of_one(found: Options) -> str:
    prior = found.alpha0 or found.beta0
    if found.credible and found.scores:
        return "--credible needs classes, which --weights gives; leave out --scores"
    if prior and (found.weights or not found.credible):
        return "--alpha0 and --beta0 need --credible" + (", and 0/1 outcomes" if found.weights else "")
    return ""


def _conflict_of_many(found: Options) -> str:
    way = "--merge makes one of several files" if len(found.files) > 1 else "--only NAME picks one of the file"
    for name in ("by_question", "credible", "alpha0", "beta0", "metrics"):
        if getattr(found, name):
            more = "; --rank-by chooses the metric of several" if name == "metrics" else ""
            return f"{option(name)} is for one run: {way}{more}"
    if found.require and not found.baseline:
        return "--require of several runs compares them with one: --baseline FILE --require 'avg-base>=-0.02'"
    if found.plan and found.macro:
        return "--plan of several runs does not know --macro; leave out one of them"
    ranked = parse_metric(found.rank_by or "avg")
    for name in ("cluster", "plan", "macro", "questions") if not ranked.has_interval else ():
        if getattr(found, name) not in (None, False, "new"):
            given = "--questions these" if name == "questions" else option(name)
            return f"{given} is for confidence intervals; --rank-by {found.rank_by} has credible ones"
    if ranked.has_k and not found.k:
        return f"--rank-by {found.rank_by} needs a k, such as {found.rank_by}@4; or -k 1,2,4, whose last ranks"
    return ""


def option(name: str) -> str:
    """Return the option as it is typed."""
    return "-k" if name == "k" else f"--{name.replace('_', '-')}"
