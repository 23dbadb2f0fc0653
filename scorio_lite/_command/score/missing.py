"""Make runs of cells: decide about missing trials by --missing. Without this option, refuse a run that lacks trials."""

from __future__ import annotations

from ..grading import count
from ..read.checks import stop_at_success
from ..read.item import Refusal
from ..read.options import BOUNDS
from .ledger import Grades, TaskRun, name_of
from .rows import Rows, listed
from .run import SO_FAR, Place, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..read.options import Ask

_WAYS = "see --missing bounds, own, drop, fail"
_NAMED = 3  # trials or questions in a message
_MOST_LACKING = 240_000  # questions that runs may lack, over all runs
_SAME = "all runs must have the same questions"
_ABSENT = [{"missing": way} for way in (BOUNDS, "drop", "fail")]  # answers where a question has no trial


def settle(cells: Sequence[TaskRun], grades: Grades, ask: Ask, so_far: bool = False) -> list[Run]:
    """Return a Run for each cell; all runs of a task have the same questions."""
    tasks: dict[str, list[TaskRun]] = {}
    for cell in cells:
        tasks.setdefault(cell.task, []).append(cell)
    values = {grade for cell in cells for grade in cell.grades} if grades.weights else ()
    as_class = grades.classes(values) if not grades.scores else None
    if grades.weights and as_class:
        for cell in cells:
            cell.grades = list(map(as_class, cell.grades))
            cell.gaps = [(*gap[:4], None if gap[4] is None else as_class(gap[4])) for gap in cell.gaps]
    runs = []
    for own in tasks.values():
        _add_unlisted(own)
        runs += _Task([Rows(cell, grades) for cell in own], ask, so_far).runs()
    return runs


class _Task:
    """The runs of a task, which get the same questions, and the trials that --missing says."""

    def __init__(self, rows: Sequence[Rows], ask: Ask, so_far: bool) -> None:
        self._rows, self._ask = rows, ask
        self._policy, _, given = (ask.missing or SO_FAR * so_far).partition("=")
        self._given = int(given or 0)  # trials of a question
        self._has_several = len(rows) > 1

    def runs(self) -> list[Run]:
        rows, policy = self._rows, self._policy
        for row in rows:
            _check_begun(row, policy)
        if self._has_several:
            _check_texts(rows)
            _align(rows, policy)
        wanted = [row.wanted for row in rows]
        if policy == BOUNDS:
            wanted = [self._given or row.cell.told.expected or max(wanted) for row in rows]
        short = [row.short(most) for row, most in zip(rows, wanted)]
        for row, own, most in zip(rows, short, wanted):
            self._check(row, own, most)
        self._dropped = {
            name
            for row, own in zip(rows, short)
            for name in own
            if policy == "drop" or (policy == SO_FAR and not row.trials[name])
        }
        return [self._run(row, own, most) for row, own, most in zip(rows, short, wanted)]

    def _check(self, row: Rows, short: dict[str, int], wanted: int) -> None:
        """Refuse a run that lacks trials of which nothing is said, or more of them than there are names for."""
        policy, told = self._policy, row.cell.told
        if self._given and row.wanted > wanted:
            what = f"it has {count(row.wanted, 'trial')} of a question; --missing bounds={wanted} is less"
            raise row.refusal("missing", what)
        is_open = policy == BOUNDS and told.unfinished and not told.total
        if policy in ("fail", BOUNDS) and (is_open or wanted * len(row.trials) < told.total):
            what = f"{told.unfinished}, and nothing names the questions that are missing then; see --missing own"
            raise row.refusal("unfinished", what)
        if short and (not policy or (policy == SO_FAR and row.cell.gaps)):
            raise _lacking(row)

    def _run(self, row: Rows, short: dict[str, int], wanted: int) -> Run:
        cell, ask, policy = row.cell, self._ask, self._policy
        names = self._names(row, wanted)
        labels = [row.labels[name] for name in names]
        counted = row.counted if policy == "harness" else {}
        rows = [row.values(name) + counted.get(name, []) for name in names]
        worst, best = row.grades.ends
        is_filled = policy in ("fail", BOUNDS) or (policy == "harness" and cell.rule.fails)
        outcomes = _filled(rows, wanted, worst) if is_filled else rows
        run = _scored(row, labels, outcomes)
        run.outcomes = _filled(rows, wanted, None) if policy == BOUNDS else outcomes
        if policy == BOUNDS and short:
            run.solved = _scored(row, labels, _filled(rows, wanted, best))
        _describe(run, cell)
        run.title = run.own_name or cell.origin if run.task else row.name
        run.contexts = [cell.fixed.get(label, {}) for label in labels] if ask.fixed else []
        trials = [row.trials[name] for name in names]
        if ask.votes:
            run.answers = _answers(row, trials)
        if row.numbered and not run.weights and run.trials == run.most_trials == len(row.numbered):
            titles = cell.reading.get("columns") or [cell.numbers[i] for i in trials[0]]
            run.runs = list(zip(map(str, titles), map(sum, zip(*rows))))
        run.kept = {field: [[cell.kept[i][j] for i in own] for own in trials] for j, field in enumerate(ask.keep)}
        if policy and (short or self._dropped or cell.told.unfinished):
            run.remark = self._remark(row, short, len(row.trials) - len(names))
        return run

    def _names(self, row: Rows, wanted: int) -> list[str]:
        """Return the names of the questions that are scored."""
        names = [name for name in row.trials if name not in self._dropped]
        if self._policy == "harness":
            names = self._follow(row, names, wanted)
        if self._policy == "own":
            empty = next((name for name in names if not row.trials[name]), None)
            if self._has_several and empty is not None:
                what = f"question {listed(row.labels[empty])} has no trial at all; see --missing bounds, drop, fail"
                raise row.refusal("missing", what, _ABSENT)
            names = [name for name in names if row.trials[name]]
        if not names:
            raise row.refusal("missing", f"no question has all {count(wanted, 'trial')}, so none is left")
        return names

    def _remark(self, row: Rows, short: dict[str, int], left_out: int) -> dict[str, Any]:
        policy = self._policy
        remark: dict[str, Any] = {"policy": policy, "trials": sum(short.values()), "questions": len(short)}
        if row.cell.told.unfinished:
            remark["unfinished"] = row.cell.told.unfinished
        if policy in ("drop", SO_FAR) or (policy == "own" and left_out):
            remark["dropped"] = left_out
        if policy == SO_FAR:
            remark["waiting"] = sum(not row.trials[name] for name in short)
        if policy == "harness":
            remark["rule"] = row.cell.rule.text
        return remark

    def _follow(self, row: Rows, names: Sequence[str], wanted: int) -> list[str]:
        """Return the questions that the harness's rule for missing trials keeps, or refuse the run by this rule."""
        rule = row.cell.rule
        if rule is None:
            raise row.refusal("missing", f"{row.cell.format} has no rule for missing trials; {_WAYS}")
        sizes: dict[int, str] = {}
        for name in names:
            counted = row.counted.get(name, [])
            if None in counted:
                what = f"a broken trial of question {listed(row.labels[name])} has a reward that is neither 0 nor 1"
                raise row.refusal("missing", f"{what}; see --threshold and --weights")
            sizes.setdefault(len(row.trials[name]) + len(counted), name)
        if 0 in sizes and (rule.empty or self._has_several):
            why = rule.empty or f"{row.cell.format} leaves it out, and {_SAME}"
            raise row.refusal("missing", f"question {listed(row.labels[sizes[0]])} has no trial: {why}; {_WAYS}")
        sizes.pop(0, None)
        fewest = min(sizes)
        why = (rule.refuses if fewest < wanted else "") or (rule.uneven if len(sizes) > 1 else "")
        if why:
            has = f"question {listed(row.labels[sizes[fewest]])} has {fewest} of {count(wanted, 'trial')}"
            raise row.refusal("missing", f"{has}, and {why}; {_WAYS}")
        return [name for name in names if row.trials[name] or row.counted.get(name)]


def _filled(rows: Sequence[list[Any]], wanted: int, end: Any) -> list[list[Any]]:
    """Return the rows with the outcome `end` in place of missing trials."""
    return [[*values, *[end] * (wanted - len(values))] for values in rows]


def _scored(row: Rows, labels: Sequence[Any], rows: Sequence[Sequence[Any]]) -> Run:
    """Return a run of these questions and outcomes."""
    scores, weights = row.grades.scores, row.grades.weights
    if scores:
        run = Run(row.name, [(label, (0, len(values))) for label, values in zip(labels, rows)], list(scores))
        run.scores = list(map(tuple, rows))
        return run
    classes = range(len(weights or (0, 1)))
    counts = [tuple(map(values.count, classes)) for values in rows]
    return Run(row.name, list(zip(labels, counts)), list(weights) if weights else None)


def _answers(row: Rows, trials: Sequence[Sequence[int]]) -> list[list[str | None]]:
    """Return the answers of each question."""
    answers = row.cell.answers
    if len(answers) != len(row.cell.labels) or not any(answers):
        where = "records (--format records --answer KEY), Inspect, lm-evaluation-harness and NeMo-Skills"
        raise row.refusal("answer", f"cons@k needs the answer of each trial; answers are read from {where}")
    return [[answers[i] for i in own] for own in trials]


def _describe(run: Run, cell: TaskRun) -> None:
    """Note what the files say of a run, and how they are read."""
    run.file, run.own_name, run.task, run.format = cell.origin, cell.run, cell.task, cell.format
    run.about = {key: text for key, text in (("model", cell.told.model), ("task", cell.told.task)) if text}
    run.fields, run.reading, run.why, run.read_by = cell.names_of_fields, cell.reading, cell.why, cell.read_by
    run.notes = cell.notes


def _check_begun(row: Rows, policy: str) -> None:
    """Refuse a run without any outcome and, if no policy is given, one whose file has an end that is missing."""
    if not row.cell.labels:
        gaps = ", ".join(map(_place, row.cell.gaps[:_NAMED]))
        raise row.refusal("empty", f"no trial has an outcome: {gaps}" if gaps else "there is no trial in it")
    if row.cell.told.unfinished and not policy:
        ways = _ways(row)
        names = ", ".join(way["missing"] for way in ways)
        what = f"{row.cell.told.unfinished}, so trials may be missing: see --anytime, or --missing {names}"
        raise row.refusal("unfinished", what, ways)


def _place(gap: tuple[Any, Any, str, str, Any]) -> str:
    return f"{gap[2]} ({gap[3]})"


def _ways(row: Rows) -> list[dict[str, str]]:
    """Return the ways of --missing that are possible."""
    is_bounded = not row.cell.told.unfinished or row.cell.told.total
    names = ["harness"] * bool(row.cell.rule) + [BOUNDS] * bool(is_bounded) + ["own", "drop", "fail"]
    return [{"missing": name} for name in names]


def _lacking(row: Rows) -> Refusal:
    """Return the refusal of a run in which trials have no outcome, or questions lack trials."""
    choices = f"a missing trial is not counted as a failure: {_WAYS}{', harness' * bool(row.cell.rule)}"
    missing = sum(row.gaps.values())
    sizes: dict[int, list[str]] = {}
    for name, indices in row.trials.items():
        sizes.setdefault(len(indices), []).append(name)
    if missing:
        places, what = (
            list(map(_place, row.cell.gaps)),
            f"{count(missing, 'trial')} {'has' if missing == 1 else 'have'}",
        )
        return row.refusal("missing", f"{what} no outcome: {_some(places, missing)}; {choices}", _ways(row))
    if len(sizes) == 1:
        what = f"the questions have {min(sizes)} trials, where {row.cell.told.expected} are expected"
        return row.refusal("missing", f"{what}; {choices}", _ways(row))
    usual = max(sizes, key=lambda n: (len(sizes[n]), n))
    odd = [f"{listed(row.labels[name])} has {n}" for n in sorted(sizes) if n != usual for name in sizes[n]]
    what = f"the questions differ in their number of trials: {_some(odd, len(odd))}, where others have {usual}"
    if stop_at_success([row.values(name) for name in row.trials]):
        what += "; the trials are not alike: they stop at the first success"
    return row.refusal("uneven", f"{what}; {choices}", _ways(row))


def _some(texts: Sequence[str], number: int) -> str:
    more = f" and {number - _NAMED:,} more" if number > _NAMED else ""
    return ", ".join(texts[:_NAMED]) + more


def _check_texts(rows: Sequence[Rows]) -> None:
    """Refuse runs in which questions of equal names have different texts."""
    known: dict[str, tuple[int, Rows]] = {}
    for row in rows:
        for label, digest in row.cell.texts.items():
            before, other = known.setdefault(name_of(label), (digest, row))
            if before != digest and other.cell.format == row.cell.format:
                what = f"question {listed(label)} differs from {other.name} in its text; {_SAME}"
                raise row.refusal("texts", f"{what}; see --path for tasks, and --ignore")


def _align(rows: Sequence[Rows], policy: str) -> None:
    """Give every run the questions of all runs, in the order of the first. Without names, rows are paired."""
    named = [not isinstance(next(iter(row.labels.values())), Place) for row in rows]
    if any(named) and not all(named):
        what = f"its questions have no names, and those of {rows[named.index(True)].name} have"
        raise rows[named.index(False)].refusal("alike", what)
    every: dict[str, Any] = {}
    for row in rows:
        for name, label in row.labels.items():
            every.setdefault(name, label)
    few = min(rows, key=lambda row: len(row.labels))
    has = f"it has {len(few.labels):,} of the {len(every):,} questions of all runs"
    if sum(len(every) - len(row.labels) for row in rows) > _MOST_LACKING:
        raise few.refusal("alike", f"{has}, which must have the same")
    if not policy and len(few.labels) < len(every):
        absent = next(name for name in every if name not in few.labels)
        other = next(other for other in rows if absent in other.labels)
        what = f"{has}, and lacks {listed(every[absent])} of {other.name}; see --missing bounds, drop, fail"
        run = few.cell.reading.get("run")
        slices = [{"ignore": (run,)}] if run and sum(len(row.labels) for row in rows) == len(every) else []
        raise few.refusal("alike", what, [*slices, *_ABSENT])
    for row in rows:
        if [*row.labels] != [*every]:
            row.trials = {name: row.trials.get(name, []) for name in every}
            row.labels = {name: row.labels.get(name, label) for name, label in every.items()}


def _add_unlisted(cells: Sequence[TaskRun]) -> None:
    """Add the questions that a file counts but does not list. Their names are from the files of other runs."""
    parts = [(cell, part) for cell in cells for part in cell.told.unlisted]
    names = list(dict.fromkeys(part.group for _, part in parts if part.group))
    groups: dict[str, list[Any]] = {}
    for cell, part in parts:  # a file that lists nothing does not name its group
        groups.setdefault(part.group or (names[0] if len(names) == 1 else ""), []).append((cell, part))
    for group, inner in groups.items():
        labels = dict.fromkeys(label for _, part in inner for label in part.listed)
        others = [cell for cell in cells if not cell.told.unlisted] if len(groups) == 1 else []
        labels.update(dict.fromkeys(x for cell in others for x in cell.labels if not isinstance(x, Place)))
        totals = sorted({part.total for _, part in inner})
        if len(totals) > 1 or len(labels) > totals[0]:
            what = f"{len(labels):,} questions are listed, and there are {' or '.join(map(str, totals))} in all"
            raise Refusal("unlisted", f"{inner[0][0].origin}: {what}")
        rest = (Place(f"{group} unlisted {i}".strip()) for i in range(len(labels) + 1, totals[0] + 1))
        labels.update(dict.fromkeys(rest))
        for cell, part in inner:
            added = labels.keys() - part.listed
            cell.labels += [label for label in labels if label in added]
            cell.grades += [part.outcome] * len(added)
