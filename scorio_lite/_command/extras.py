"""Tables of what trials have beside their outcomes, such as costs.

--select shows what a selector picks, --cost what a solve costs, --labels what people would say, and --judges how far
two judges agree.
"""

from __future__ import annotations

from .. import confidence as intervals
from .forms import Part
from .grading import FileError, count
from .metric_names import parse_metric, usual_k
from .metrics import SUMMARY, scored
from .tables import Table
from .text import NAME_COLUMNS, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from .forms import Form, Record
    from .metrics import Score
    from .run import Run
    from .tables import Block

    Grid = list[list[Any]]
    TableColumn = tuple[str, Callable[[Record], str]]  # the title, and the cell of a row

_SINGLE = " Each comparison holds by itself: of many, some differ by chance."
_FEW = 50  # questions: from here on the share of a gap is shown
_RATE = ("value", "lo", "hi")


def make_extras(form: Form) -> list[Part]:
    roles = {role for run in form.runs if run.beside for role, _ in run.fields_beside}
    kinds: list[type[_Extra]] = [Picked, Costs, Labels, Judges]
    is_whole = all(run.beside for run in form.runs) and not (form.options.weights or form.options.scores)
    shown = roles if is_whole and not form.options.anytime else set()
    if len({names_of(run, "cost") for run in form.runs}) > 1:
        shown -= {"cost"}  # of harnesses, in different units
    return [kind(form) for kind in kinds if kind.role in shown]


def columns_of(run: Run, role: str) -> list[Grid]:
    """Return matrices with a row for each question: the outcomes, then the values of each field with this role."""
    places = [i for i, (own, _) in enumerate(run.fields_beside) if own == role]
    rows = run.beside or []
    outcomes = [[code for code, _ in row] for row in rows]
    return [outcomes, *([[one[i] for _, one in row] for row in rows] for i in places)]


def names_of(run: Run, role: str) -> str:
    return " + ".join(name for own, name in run.fields_beside if own == role)


def _finite(pairs: Iterable[tuple[str, float | None]]) -> Score:
    """Return the numbers by name, with None for an infinite number: JSON has no infinity."""
    return {name: None if value is None or abs(value) == float("inf") else value for name, value in pairs}


class _Extra(Part):
    """The base of the tables in this module. They have a row for each run; the table `Picked`, for each run and k."""

    role = ""  # of its fields
    versus = "difference to {}"  # the title of the column that compares the other runs with the base

    def __init__(self, form: Form, base: Run | None = None) -> None:
        self.form, self.runs = form, form.runs
        self.base = base or form.runs[0]  # with which the others are compared
        self.is_asked = bool(getattr(form.options, self.role))
        self.field = names_of(form.runs[0], self.role)
        self.questions: Any = form.options.questions
        self.asked: dict[str, Any] = {"confidence": form.options.confidence, "clusters": form.runs[0].clusters}
        self.data = {run: self._read(run) for run in self.runs}
        self.rows = [row for run in self.runs for row in self._rows(run)]

    def _read(self, run: Run) -> Sequence[Grid]:
        return columns_of(run, self.role)

    def _rows(self, run: Run) -> list[Record]:
        raise NotImplementedError

    def _table(self) -> tuple[str, list[TableColumn]]:
        """Return (words above the table, its columns)."""
        raise NotImplementedError

    def _compared(self, row: Record) -> str:
        return self.form.cell(row["difference"]) if "difference" in row else ""

    def blocks(self) -> list[Block]:
        several, (words, columns) = self.form.has_several, self._table()
        if several:
            last = (self.versus.format(shortened(self.base.title, NAME_COLUMNS)), self._compared)
            columns = [("run", lambda row: shortened(row["run"], NAME_COLUMNS)), *columns, last]
        rows = [[title for title, _ in columns], *([cell(row) for _, cell in columns] for row in self.rows)]
        return [words + _SINGLE * bool(self.runs[2:]), Table(rows, left=(0,) if several else ())]

    def record(self) -> Sequence[Record]:
        return self.rows


class Picked(_Extra):
    """The table of --select: the mean score if a selector picks one of k trials, beside a random and a perfect pick."""

    key = "best_of_k"
    role = "select"

    def __init__(self, form: Form) -> None:
        fewest, sizes = min(run.trials for run in form.runs), max(run.sizes for run in form.runs)
        ks = [k for k in form.options.k or usual_k(fewest, sizes) if 1 < k <= fewest]
        if not ks:
            raise FileError(f"--select needs k of 2 to {fewest}, the trials of a question; -k 2 gives it")
        self.ks = ks if len(form.runs) == 1 else ks[-1:]
        super().__init__(form)

    def _read(self, run: Run) -> Sequence[Grid]:
        R, S = columns_of(run, "select")
        if all(x is None for row in S for x in row):
            raise FileError(f"{run.name}: no trial has a score in {names_of(run, 'select')}")
        return R, S

    def _rows(self, run: Run) -> list[Record]:
        return [self._row(run, k) for k in self.ks]

    def _row(self, run: Run, k: int) -> Record:
        (R, S), ragged = self.data[run], run.is_ragged
        found: Record = {"run": run.title, "k": k}
        best = intervals.best_of_k(R, S, k, ragged=ragged, questions=self.questions, **self.asked)
        found["best_of_k"] = scored(best)
        found.update(random=float(run.mean()), perfect=parse_metric("pass").at(k).value(run))
        found["gap_closed"] = _finite(zip(_RATE, intervals.gap_closed(R, S, k, ragged=ragged, **self.asked)))
        if run is not self.base and self.questions == "new":
            pair = (R, S), tuple(self.data[self.base])
            found["difference"] = scored(intervals.compare(*pair, "best_of_k", k, **self.asked))
        return found

    def _table(self) -> tuple[str, list[TableColumn]]:
        of, form = f"best-of-{self.ks[-1]}" if len(self.ks) == 1 else "best-of-k", self.form
        columns: list[TableColumn] = [
            (f"{of} by {self.field}", lambda row: form.cell(row["best_of_k"])),
            ("random pick", lambda row: form.number(row["random"])),
            ("perfect pick", lambda row: form.number(row["perfect"])),
            ("gap closed", lambda row: self._gap(row["gap_closed"])),
        ]
        if len(self.runs) == 1:
            columns = [("k", lambda row: str(row["k"])), *columns]
        words = (
            f"What {self.field} picks of k trials; {self.form.level} intervals {self.form.about}. Gap closed: 0 is a "
            "random pick, 1 a perfect one. The score of a trial must not depend on the other trials, nor on the "
            "outcome."
        )
        for run, (_, S) in self.data.items():
            without = sum(x is None for row in S for x in row)
            whose = f" of {shortened(run.title, NAME_COLUMNS)}" if self.form.has_several else ""
            trials = f"{without:,} of {count(sum(map(len, S)), 'trial')}"
            words += f" {trials}{whose} have no score: they are picked last." if without else ""
        return words, columns

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
    versus = "times {}"

    def __init__(self, form: Form) -> None:
        self.limits = form.options.cost_limits
        super().__init__(form, form.baseline())

    def _read(self, run: Run) -> Sequence[Grid]:
        """Return (matrix of costs, matrix of outcomes). If --cost names several fields, a cost is their sum."""
        from fractions import Fraction

        outcomes, *costs = columns_of(run, "cost")
        sums = costs[0]
        if len(costs) > 1:
            sums = [[sum(map(Fraction, trial), Fraction()) for trial in zip(*rows)] for rows in zip(*costs)]
        low, high = self.limits or (0, float("inf"))
        for odd in [x for row in sums for x in row if not low <= x <= high]:
            within = f"which is not within --cost-limits {low:g},{high:g}"
            raise FileError(f"{run.name}: a trial costs {float(odd):g}, {within}")
        return sums, outcomes

    def _rows(self, run: Run) -> list[Record]:
        from fractions import Fraction

        C, R = self.data[run]
        asked: dict[str, Any] = {"ragged": run.is_ragged, "limits": self.limits, **self.asked}
        cost = intervals.cost_per_solve(C, R, questions=self.questions, **asked)
        mean = float(sum(sum(map(Fraction, row)) / len(row) for row in C) / len(C))
        found: Record = {"run": run.title, "cost_per_solve": _finite(zip(SUMMARY, cost)), "cost": mean}
        found["solved"] = float(run.mean())
        costs, outcomes = self.data[self.base]
        has_ratio = any(map(any, [*R, *outcomes])) and any(map(any, C)) and any(map(any, costs))
        if run is not self.base and self.questions == "new" and has_ratio:  # there are a success, and costs of both
            found["times"] = _finite(zip(SUMMARY, intervals.cost_ratio(C, R, costs, outcomes, **asked)))
        return [found]

    def _table(self) -> tuple[str, list[TableColumn]]:
        columns: list[TableColumn] = [
            (f"{self.field} per solve", _priced),
            ("of a trial", lambda row: _money(row["cost"])),
            ("solved", lambda row: self.form.number(row["solved"])),
        ]
        holds = "each question costs what --cost-limits says"
        holds = holds if self.limits else "no question costs more than twice the dearest here"
        words = (
            f"What is spent, in {self.field}, for each solved question; {self.form.level} intervals "
            f"{self.form.about}. They hold if {holds}."
        )
        if not self.limits and self.is_asked:
            words += " If a budget limits what a question can cost, --cost-limits LOW,HIGH says so."
        return words, columns

    def _compared(self, row: Record) -> str:
        if "times" not in row:
            return ""
        ratio = row["times"]
        is_cheaper = ratio["hi"] is not None and ratio["hi"] < 1
        return _money_cell(ratio) + (": cheaper" if is_cheaper else ": dearer" if ratio["lo"] > 1 else "")


def _priced(row: Record) -> str:
    score = row["cost_per_solve"]
    if score["value"] is None:
        return f"more than {_money(score['lo'])} (nothing solved)"
    return _money_cell(score)


def _money_cell(score: Score) -> str:
    value, lo, hi = (_money(score[name]) for name in _RATE)
    return f"{value} [{lo}, {hi}]"


def _money(value: float | None) -> str:
    """Write an amount with three digits, or with all digits before the point; None as "no limit"."""
    if value is None:
        return "no limit"
    return f"{value:,.0f}" if value >= 999.5 else f"{value:#.3g}".rstrip(".")


class Labels(_Extra):
    """What people would say of all trials, estimated from what they say of some trials (--labels)."""

    key = "judged"
    role = "labels"

    def _rows(self, run: Run) -> list[Record]:
        if run.is_ragged:
            raise FileError(f"{run.name}: --labels needs as many trials of each question; see --missing drop")
        confidence, (verdicts, labels) = self.form.options.confidence, self.data[run]
        pairs = [(c, y) for row, own in zip(verdicts, labels) for c, y in zip(row, own)]
        seen = [(c, y) for c, y in pairs if y is not None]
        unseen = {c for c, _ in pairs} - {c for c, _ in seen}
        people = intervals.judged(verdicts, labels, confidence=confidence)
        found: Record = {"run": run.title, "judged": scored(people)}
        found.update(judge=float(run.mean()), trials=len(pairs), labels=len(seen), agree=sum(c == y for c, y in seen))
        found["without_labels"] = sum(c in unseen for c, _ in pairs)
        if run is not self.base:
            pair = intervals.compare_judged(verdicts, labels, *self.data[self.base], confidence=confidence)
            found["difference"] = scored(pair)
        return [found]

    def _table(self) -> tuple[str, list[TableColumn]]:
        columns: list[TableColumn] = [
            ("as people would say", lambda row: self.form.cell(row["judged"])),
            ("as the judge says", lambda row: self.form.number(row["judge"])),
            ("labels", lambda row: f"{row['labels']:,} of {row['trials']:,}"),
            ("agree", lambda row: f"{row['agree']} of {row['labels']}"),
        ]
        words = (
            f"The value that people would give, from the labels in {self.field}; {self.form.level} intervals "
            f"{self.form.about}. They hold if the labelled trials of each verdict are drawn at random."
        )
        missing = sum(row["without_labels"] for row in self.rows)
        if missing:
            words += f" {count(missing, 'trial')} have a verdict of which none is labelled: it counts as unknown."
        return words, columns


class Judges(_Extra):
    """How far two judges agree: the counts of their verdicts, the share of equal ones, and Cohen's kappa."""

    key = "judges"
    role = "judges"

    def _rows(self, run: Run) -> list[Record]:
        _, first, second = self.data[run]
        known = [[pair for pair in zip(a, b) if None not in pair] for a, b in zip(first, second)]
        pairs = [pair for row in known for pair in row]
        if not pairs:
            raise FileError(f"{run.name}: no trial has verdicts of both judges, {self.field.replace(' + ', ' and ')}")
        both = [[pairs.count((a, b)) for b in (1, 0)] for a in (1, 0)]
        n, agree = len(pairs), both[0][0] + both[1][1]
        chance = sum(sum(both[i]) * (both[0][i] + both[1][i]) for i in range(2))  # times n * n
        kappa = (agree * n - chance) / (n * n - chance) if n * n > chance else None
        kept = [i for i, row in enumerate(known) if row]
        rows = [[int(x == y) for x, y in known[i]] for i in kept]
        labels = self.asked["clusters"] and [self.asked["clusters"][i] for i in kept]
        share = scored(intervals.avg(rows, **{**self.asked, "clusters": labels, "ragged": True}))
        return [{"run": run.title, "trials": n, "both": both, "agree": share, "kappa": kappa}]

    def lines(self) -> list[Record]:
        names = ("both_pass", "only_first", "only_second", "both_fail")
        rows = [dict(row) for row in self.rows]
        for row in rows:
            first, second = row.pop("both")
            row.update(zip(names, (*first, *second)))
        return rows

    def blocks(self) -> list[Block]:
        a, b = self.field.split(" + ")
        blocks: list[Block] = []
        for row in self.rows:
            kappa = "undefined" if row["kappa"] is None else f"{row['kappa']:.3f}"
            whose = f"{shortened(row['run'], NAME_COLUMNS)}: " if self.form.has_several else ""
            blocks.append(
                f"{whose}{a} and {b} agree on {self.form.cell(row['agree'])} of {count(row['trials'], 'trial')}; "
                f"Cohen's kappa {kappa} (1 is full agreement, 0 what chance gives)."
            )
            counts = [[f"{a}: {word}", *map(str, counts)] for word, counts in zip(("pass", "fail"), row["both"])]
            blocks.append(Table([["", f"{b}: pass", f"{b}: fail"], *counts]))
        return blocks
