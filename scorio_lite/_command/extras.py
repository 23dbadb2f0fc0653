"""The tables of what is beside the outcomes: what a selector picks (--select), what a solve costs (--cost), what people
would say (--labels), and how far two judges agree (--judges)."""

from __future__ import annotations

from .. import confidence as intervals
from .forms import Part, find_run
from .grading import FileError, count
from .ks import usual_k
from .metric_names import parse_metric
from .metrics import SUMMARY
from .tables import Table
from .text import NAME_COLUMNS, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .forms import Form, Record, Score
    from .pictures import AnyPicture
    from .run import Run
    from .tables import Block

    Grid = list[list[Any]]

_SINGLE = " Each comparison holds by itself: of many, some differ by chance."
_FEW = 50  # questions: from here on the share of a gap is shown
_RATE = ("value", "lo", "hi")


def make_extras(form: Form) -> list[Part]:
    """The parts for what the runs keep beside their outcomes."""
    roles = {role for run in form.runs if run.beside for role, _ in run.fields_beside}
    kinds: list[type[_Extra]] = [Picked, Costs, Labels, Judges]
    is_whole = all(run.beside for run in form.runs) and not (form.options.weights or form.options.scores)
    shown = roles if is_whole and not form.options.anytime else set()
    if len({names_of(run, "cost") for run in form.runs}) > 1:
        shown -= {"cost"}  # of harnesses, in different units
    return [kind(form) for kind in kinds if kind.role in shown]


def columns_of(run: Run, role: str) -> list[Grid]:
    """The outcomes of each question, and the values of each field with this role, in matrices of one shape."""
    places = [i for i, (own, _) in enumerate(run.fields_beside) if own == role]
    rows = run.beside or []
    outcomes = [[code for code, _ in row] for row in rows]
    return [outcomes, *([[one[i] for _, one in row] for row in rows] for i in places)]


def names_of(run: Run, role: str) -> str:
    return " + ".join(name for own, name in run.fields_beside if own == role)


def _finite(pairs: Iterable[tuple[str, float | None]]) -> Score:
    """The numbers by name, with None for an end that has no limit: JSON has no infinity."""
    return {name: None if value is None or abs(value) == float("inf") else value for name, value in pairs}


class _Extra(Part):
    """A part with the options of intervals."""

    role = ""  # of its fields

    def __init__(self, form: Form) -> None:
        self.form, self.runs = form, form.runs
        self.is_asked = bool(getattr(form.options, self.role))
        self.clusters = form.labels_of(self.runs[0]) if form.options.questions == "new" else None
        self.asked: dict[str, Any] = {"confidence": form.options.confidence}
        self.rows: list[Record] = []  # one for each run, or for each k

    def names(self) -> list[tuple[str, Record]]:
        """The rows, with the names of runs as readers see them."""
        return [(shortened(row["run"], NAME_COLUMNS), row) for row in self.rows]

    def lines(self) -> list[Record]:
        flat = []
        for row in self.rows:
            parts = (
                {f"{key}_{name}": x for name, x in one.items()} if isinstance(one, dict) else {key: one}
                for key, one in row.items()
            )
            flat.append({key: value for part in parts for key, value in part.items()})
        return flat

    def record(self) -> list[Record]:
        return self.rows


class Picked(_Extra):
    """What a selector picks of k trials, beside what a random and a perfect pick score (--select)."""

    key = "best_of_k"
    role = "select"

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        options = form.options
        self.asked.update(questions=options.questions, clusters=self.clusters)
        fewest = min(run.trials for run in self.runs)
        ks = [k for k in options.k or usual_k(fewest, max(run.sizes for run in self.runs)) if 1 < k <= fewest]
        if not ks:
            raise FileError(f"--select needs k of 2 to {fewest}, the trials of a question; -k 2 gives it")
        self.ks = ks if len(self.runs) == 1 else ks[-1:]
        self.data = {run: columns_of(run, "select") for run in self.runs}
        for run, (_, scores) in self.data.items():
            if not any(x is not None for row in scores for x in row):
                raise FileError(f"{run.name}: no trial has a score in {names_of(run, 'select')}")
        self.rows = [self._row(run, k) for run in self.runs for k in self.ks]

    def _row(self, run: Run, k: int) -> Record:
        (R, S), ragged = self.data[run], run.most_trials > run.trials
        found: Record = {"run": run.title, "k": k}
        found["best_of_k"] = dict(zip(SUMMARY, intervals.best_of_k(R, S, k, ragged=ragged, **self.asked)))
        found.update(random=run.mean(), perfect=parse_metric("pass").at(k).value(run))
        closed = intervals.gap_closed(
            R, S, k, confidence=self.asked["confidence"], clusters=self.form.labels_of(run), ragged=ragged
        )
        found["gap_closed"] = _finite(zip(_RATE, closed))
        if run is not self.runs[0] and self.asked["questions"] == "new":
            first = tuple(self.data[self.runs[0]])
            found["difference"] = dict(zip(SUMMARY, intervals.compare((R, S), first, "best_of_k", k, **self.asked)))
        return found

    def blocks(self) -> list[Block]:
        form, field = self.form, names_of(self.runs[0], "select")
        of = f"best-of-{self.ks[-1]}" if len(self.ks) == 1 else "best-of-k"
        head = [f"{of} by {field}", "random pick", "perfect pick", "gap closed"]
        cells = []
        for name, row in self.names():
            first = [name] if len(self.runs) > 1 else [str(row["k"])]
            numbers = [form.number(row["random"]), form.number(row["perfect"]), self._gap(row["gap_closed"])]
            cells.append([*first, form.cell(row["best_of_k"]), *numbers])
            if len(self.runs) > 1:
                cells[-1].append(form.cell(row["difference"]) if "difference" in row else "")
        difference = f"difference to {shortened(self.runs[0].title, NAME_COLUMNS)}"
        head = ["run", *head, difference] if len(self.runs) > 1 else ["k", *head]
        words = (
            f"What {field} picks of k trials; {form.level} intervals {form.about}. Gap closed: 0 is a random pick, 1 a "
            "perfect one. The score of a trial must not depend on the other trials, nor on the outcome."
        )
        without = {run: sum(x is None for row in self.data[run][1] for x in row) for run in self.runs}
        for run, n in without.items():
            every = sum(map(len, self.data[run][1]))
            whose = f" of {shortened(run.title, NAME_COLUMNS)}" if len(self.runs) > 1 else ""
            words += f" {n:,} of {count(every, 'trial')}{whose} have no score: they are picked last." if n else ""
        words += _SINGLE if len(self.runs) > 2 else ""
        return [words, Table([head, *cells], left=(0,) if len(self.runs) > 1 else ())]

    def _gap(self, gap: Score) -> str:
        if gap["value"] is None:
            return "none to close"
        if min(run.tally.questions for run in self.runs) < _FEW:
            return f"{gap['value']:.3f} (few questions)"
        return f"{gap['value']:.3f} undecided" if gap["lo"] is None else self.form.cell(gap)


class Costs(_Extra):
    """What is spent for each solved question (--cost)."""

    key = "cost_per_solve"
    role = "cost"

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        options = form.options
        self.asked.update(clusters=self.clusters, limits=options.cost_limits)
        self.data = {run: self._sums(run) for run in self.runs}
        base = "standard input" if options.baseline == "-" else options.baseline
        self.base = find_run("baseline", base, self.runs) if base else self.runs[0]
        self.rows = [self._row(run) for run in self.runs]

    def _sums(self, run: Run) -> tuple[Grid, Grid]:
        """The cost of each trial, over all fields, and the outcomes."""
        from fractions import Fraction

        outcomes, *costs = columns_of(run, "cost")
        sums, limits = costs[0], self.form.options.cost_limits
        if len(costs) > 1:
            sums = [[sum(map(Fraction, trial), Fraction()) for trial in zip(*rows)] for rows in zip(*costs)]
        odd = [x for row in sums for x in row if limits and not limits[0] <= x <= limits[1]]
        if limits and odd:
            low, high = limits
            within = f"which is not within --cost-limits {low:g},{high:g}"
            raise FileError(f"{run.name}: a trial costs {float(odd[0]):g}, {within}")
        return sums, outcomes

    def _row(self, run: Run) -> Record:
        (C, R), ragged = self.data[run], run.most_trials > run.trials
        asked = {**self.asked, "questions": self.form.options.questions}
        cost = intervals.cost_per_solve(C, R, ragged=ragged, **asked)
        mean = float(sum(sum(row) / len(row) for row in C) / len(C))
        found: Record = {"run": run.title, "cost_per_solve": _finite(zip(SUMMARY, cost)), "cost": mean}
        found["solved"] = run.mean()
        pair = [self.data[one] for one in (run, self.base)]
        has_ratio = any(map(any, R + pair[1][1])) and all(any(map(any, C)) for C, _ in pair)  # no success, or no cost
        if run is not self.base and self.form.options.questions == "new" and has_ratio:
            ratio = intervals.cost_ratio(C, R, *self.data[self.base], ragged=ragged, **self.asked)
            found["times"] = _finite(zip(SUMMARY, ratio))
        return found

    def blocks(self) -> list[Block]:
        unit, form = names_of(self.runs[0], "cost"), self.form
        head = [f"{unit} per solve", "of a trial", "solved"]
        several = len(self.runs) > 1
        cells = [
            [
                *([name] if several else []),
                _priced(row),
                _money(row["cost"]),
                form.number(row["solved"]),
                *([_times(row)] if several else []),
            ]
            for name, row in self.names()
        ]
        head = ["run", *head, f"times {shortened(self.base.title, NAME_COLUMNS)}"] if several else head
        limit = form.options.cost_limits
        holds = "no question costs more than twice the dearest here"
        holds = "each question costs what --cost-limits says" if limit else holds
        words = (
            f"What is spent, in {unit}, for each solved question; {form.level} intervals {form.about}. They hold if "
            f"{holds}."
        )
        if not limit and self.is_asked:
            words += " Where a budget limits a question, --cost-limits LOW,HIGH says so."
        words += _SINGLE if len(self.runs) > 2 else ""
        return [words, Table([head, *cells], left=(0,) if several else ())]

    def picture(self) -> AnyPicture:
        """The runs by their rate of success and the cost of a solve."""
        from .scatter import Scatter

        form = self.form
        avg = parse_metric("avg")
        dots = []
        for run, row in zip(self.runs, self.rows):
            score, cost = form.score(run, avg), row["cost_per_solve"]
            value, price = ([one[name] for name in _RATE] for one in (score, cost))
            dots.append((run.title, value, price, _priced(row)))
        unit = f"{names_of(self.runs[0], 'cost')} per solve"
        title = f"{avg.of(*self.runs)} and {unit}"
        return Scatter(title, avg.of(*self.runs), unit, dots, form.options.confidence, form.options.percent)


def _priced(row: Record) -> str:
    score = row["cost_per_solve"]
    if score["value"] is None:
        return f"more than {_money(score['lo'])} (nothing solved)"
    return f"{_money(score['value'])} [{_money(score['lo'])}, {_money(score['hi'])}]"


def _times(row: Record) -> str:
    if "times" not in row:
        return ""
    ratio = row["times"]
    is_cheaper = ratio["hi"] is not None and ratio["hi"] < 1
    verdict = ": cheaper" if is_cheaper else ": dearer" if ratio["lo"] > 1 else ""
    return f"{_money(ratio['value'])} [{_money(ratio['lo'])}, {_money(ratio['hi'])}]{verdict}"


def _money(value: float | None) -> str:
    """A number with three digits, or with all before the point; None means that there is no limit."""
    if value is None:
        return "no limit"
    return f"{value:,.0f}" if value >= 1000 else f"{value:#.3g}".rstrip(".")


class Labels(_Extra):
    """What people would say of all trials, from the labels of some (--labels)."""

    key = "judged"
    role = "labels"

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        self.data = {run: columns_of(run, "labels") for run in self.runs}
        self.rows = [self._row(run) for run in self.runs]

    def _row(self, run: Run) -> Record:
        if run.most_trials > run.trials:
            raise FileError(f"{run.name}: --labels needs as many trials of each question; see --missing drop, truncate")
        verdicts, labels = self.data[run]
        pairs = [(c, y) for row, own in zip(verdicts, labels) for c, y in zip(row, own)]
        seen = [(c, y) for c, y in pairs if y is not None]
        unseen = {c for c, _ in pairs} - {c for c, _ in seen}
        people = intervals.judged(verdicts, labels, **self.asked)
        found: Record = {"run": run.title, "judged": dict(zip(SUMMARY, people))}
        found.update(judge=run.mean(), trials=len(pairs), labels=len(seen), agree=sum(c == y for c, y in seen))
        found["without_labels"] = sum(c in unseen for c, _ in pairs)
        if run is not self.runs[0]:
            pair = intervals.compare_judged(verdicts, labels, *self.data[self.runs[0]], **self.asked)
            found["difference"] = dict(zip(SUMMARY, pair))
        return found

    def blocks(self) -> list[Block]:
        form, several = self.form, len(self.runs) > 1
        head = ["as people would say", "as the judge says", "labels", "agree"]
        cells = []
        for name, row in self.names():
            agree = f"{row['agree']} of {row['labels']}"
            cells.append(
                [
                    *([name] if several else []),
                    form.cell(row["judged"]),
                    form.number(row["judge"]),
                    f"{row['labels']:,} of {row['trials']:,}",
                    agree,
                ]
            )
            if several:
                cells[-1].append(form.cell(row["difference"]) if "difference" in row else "")
        head = ["run", *head, f"difference to {shortened(self.runs[0].title, NAME_COLUMNS)}"] if several else head
        field = names_of(self.runs[0], "labels")
        words = (
            f"The value that people would give, from the labels in {field}; {form.level} intervals {form.about}. They "
            "hold if the labelled trials of each verdict are drawn at random."
        )
        missing = sum(row["without_labels"] for row in self.rows)
        if missing:
            words += f" {count(missing, 'trial')} have a verdict of which none is labelled: it counts as unknown."
        words += _SINGLE if len(self.runs) > 2 else ""
        return [words, Table([head, *cells], left=(0,) if several else ())]


class Judges(_Extra):
    """How far two judges agree: the table of both, the share, and Cohen's kappa (1960)."""

    key = "judges"
    role = "judges"

    def __init__(self, form: Form) -> None:
        super().__init__(form)
        self.fields = names_of(self.runs[0], "judges").split(" + ")
        self.rows = [self._row(run) for run in self.runs]

    def _row(self, run: Run) -> Record:
        _, first, second = columns_of(run, "judges")
        pairs = [pair for a, b in zip(first, second) for pair in zip(a, b) if None not in pair]
        if not pairs:
            raise FileError(f"{run.name}: no trial has verdicts of both judges, {' and '.join(self.fields)}")
        both = [[pairs.count((a, b)) for b in (1, 0)] for a in (1, 0)]
        n, agree = len(pairs), both[0][0] + both[1][1]
        chance = sum(sum(both[i]) * (both[0][i] + both[1][i]) for i in range(2))  # times n * n
        kappa = (agree * n - chance) / (n * n - chance) if n * n > chance else None
        matrix = [[[int(x == y)] for x, y in zip(a, b) if None not in (x, y)] for a, b in zip(first, second)]
        kept = [i for i, row in enumerate(matrix) if row]
        rows = [[x for (x,) in matrix[i]] for i in kept]
        labels = [self.clusters[i] for i in kept] if self.clusters else None
        share = intervals.avg(rows, ragged=len({*map(len, rows)}) > 1, clusters=labels, **self.asked)
        return {"run": run.title, "trials": n, "both": both, "agree": dict(zip(SUMMARY, share)), "kappa": kappa}

    def lines(self) -> list[Record]:
        names = ("both_pass", "only_first", "only_second", "both_fail")
        flat = super().lines()
        for row in flat:
            row.update(zip(names, [n for pair in row.pop("both") for n in pair]))
        return flat

    def blocks(self) -> list[Block]:
        form, (a, b) = self.form, self.fields
        blocks: list[Block] = []
        for name, row in self.names():
            kappa = "undefined" if row["kappa"] is None else f"{row['kappa']:.3f}"
            whose = f"{name}: " if len(self.runs) > 1 else ""
            blocks.append(
                f"{whose}{a} and {b} agree on {form.cell(row['agree'])} of {count(row['trials'], 'trial')}; Cohen's "
                f"kappa {kappa} (1 is full agreement, 0 what chance gives)."
            )
            pass_row, fail_row = row["both"]
            blocks.append(
                Table(
                    [
                        ["", f"{b}: pass", f"{b}: fail"],
                        [f"{a}: pass", *map(str, pass_row)],
                        [f"{a}: fail", *map(str, fail_row)],
                    ]
                )
            )
        return blocks
