"""What the command prints of runs: blocks of words and tables for readers, records of all numbers for programs."""

from __future__ import annotations

from .grading import FileError, count, shown
from .metrics import SUMMARY
from .tables import RENDERERS, as_text, csv
from .text import interval, level, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .arguments import Options
    from .metrics import Metric
    from .missing import Run
    from .pictures import AnyPicture
    from .tables import Block

    Score = dict[str, Any]  # value, se, lo, hi; and credible: mu, sigma, lo, hi
    Record = dict[str, Any]
    Asked = Sequence[tuple[Metric, int | None]]

# What the intervals are about.
ABOUT = {"new": "for new questions of this kind", "these": "for these questions, rerun many times"}
SCHEMA = 1  # of --json: it rises if a key goes, or changes its meaning
# Of k beyond the trials.
BEYOND = (
    "between: k is above the number of trials, so there are bounds and no value. They hold whatever the rates of the "
    "questions are, and no value between them is likelier than another."
)
_WIDTH = 80  # of text
_POSTERIOR = ("mu", "sigma", "lo", "hi")


class Part:
    """What an option adds to a form. The lines are those of the last part, if there is one."""

    key = ""  # in the record
    status = 0  # of the command

    def blocks(self) -> list[Block]:
        """For readers."""
        raise NotImplementedError

    def record(self) -> Any:
        """All numbers, as in --json."""
        raise NotImplementedError

    def lines(self) -> list[Record]:
        """The lines of --csv."""
        raise NotImplementedError


class Form(Part):
    """A report, a leaderboard or flips."""

    main_picture = 0  # that of --svg and --plot

    def __init__(self, runs: Sequence[Run], options: Options) -> None:
        self.runs = runs
        self.options = options
        self.level = level(options.confidence)
        self.about = ABOUT[options.questions]
        self.clusters = self.labels(runs)

    def labels(self, runs: Sequence[Run]) -> list[str] | None:
        """The cluster of each question, with --cluster."""
        if not self.options.cluster:
            return None
        from .slices import clusters

        return clusters(runs, self.options.cluster)

    def score(
        self, run: Run, metric: Metric, k: int | None = None, questions: str = "", part: bool = False,
        confidence: float | None = None,
    ) -> Score:  # fmt: skip
        """The numbers of a metric: value, se, lo and hi, the posterior, or both. `part`: its clusters are its own."""
        options = self.options
        questions, confidence = questions or options.questions, confidence or options.confidence
        found: Score = {}
        if k and metric.is_beyond(run, k):
            return self._bounds(run, metric, k, part, confidence)
        if metric.has_interval:
            labels = self.labels([run]) if part else self.clusters
            labels = labels if questions == "new" else None
            ends = metric.interval(run, k, confidence, questions, labels, **options.looks)
            found.update(zip(SUMMARY, ends))
        else:
            found["value"] = metric.value(run, k)
        if (options.credible or not metric.has_interval) and metric.has_credible:
            prior = options.alpha0 or 1.0, options.beta0 or 1.0
            found["credible"] = dict(zip(_POSTERIOR, metric.summary(run, k, confidence, prior)))
        return found

    def _bounds(self, run: Run, metric: Metric, k: int, part: bool, confidence: float) -> Score:
        """What is known of more trials than there are: lo and hi, and no value."""
        if self.options.questions != "new" or self.options.anytime:
            only = "there are bounds for new questions only, and not with --anytime"
            raise FileError(f"{run.name}: k={shown(k)} is beyond its {count(run.trials, 'trial')}: {only}")
        lo, hi = metric.bounds(run, k, confidence, self.labels([run]) if part else self.clusters)
        return {"beyond": True, "lo": lo, "hi": hi}

    def difference(
        self, a: Run, b: Run, metric: Metric, k: int | None = None, confidence: float | None = None
    ) -> Score:
        """The first run less the second."""
        asked = confidence or self.options.confidence, self.options.questions, self.clusters, self.options.anytime
        return dict(zip(SUMMARY, metric.compare(a, b, k, *asked)))

    def macro(self, parts: Sequence[Run], metric: Metric, k: int | None) -> Score:
        """Average slices, which count alike."""
        labels = [self.labels([part]) or [] for part in parts] if self.options.cluster else None
        return dict(zip(SUMMARY, metric.suite(parts, k, self.options.confidence, labels)))

    def number(self, value: float) -> str:
        return number(value, self.options.percent)

    def ends(self, score: Score) -> str:
        return interval(score["lo"], score["hi"], self.options.percent)

    def cell(self, score: Score, name: str = "value") -> str:
        """A number with its interval, if it has one; beyond the trials only bounds."""
        if "beyond" in score:
            return f"between {self.number(score['lo'])} and {self.number(score['hi'])}"
        return self.number(score[name]) + (f" {self.ends(score)}" if "lo" in score else "")

    def notes(self) -> list[Block]:
        """What a reader of intervals that hold at every look must know."""
        if not self.options.anytime:
            return []
        from .looks import NOTE

        return [NOTE]

    def look_record(self) -> Record:
        return {"anytime": True, **({"of": self.options.of} if self.options.of else {})} if self.options.anytime else {}

    def cluster_lines(self) -> list[str]:
        if not self.clusters:
            return []
        return [f"{count(len(set(self.clusters)), 'cluster')} of questions by {self.options.cluster}"]

    def cluster_record(self) -> Record:
        return {"cluster": self.options.cluster, "clusters": len(set(self.clusters))} if self.clusters else {}

    def pictures(self) -> list[AnyPicture]:
        """Those of the page."""
        raise FileError("--flips has no picture; leave out --svg, --html and --plot")

    def render(self) -> str:
        output = self.options.output
        if output == "json":
            from json import dumps

            return dumps({"schema_version": SCHEMA, **self.record()}, indent=2) + "\n"
        if output == "csv":
            return csv(self.lines())
        return RENDERERS[output](self.blocks()) if output in RENDERERS else as_text(self.blocks(), _WIDTH)


def find_run(option: str, name: str, runs: Sequence[Run]) -> Run:
    """The run of this name or file."""
    found = [run for run in runs if name == run.title] or [run for run in runs if name == run.file]
    if len(found) != 1:
        names = ", ".join(shown(run.title) for run in runs[:10])
        how_many = "several runs have this name" if found else "no run has this name"
        raise FileError(f"--{option} {shown(name)}: {how_many}; there are {names}")
    return found[0]


def size(run: Run) -> Record:
    """The questions and the trials of a run, as records have them."""
    ragged = {"most_trials": run.most_trials} if run.most_trials > run.trials else {}
    return {"question_count": run.tally.questions, "trials": run.trials, **ragged}


def line(metric: Metric, k: int | None, questions: str, score: Score) -> Record:
    """A metric as a line of CSV, whose cells are empty for what it does not have."""
    asked = questions if "lo" in score else ""
    return {"metric": metric.key, "k": k, "questions": asked, **dict.fromkeys(SUMMARY), **score}
