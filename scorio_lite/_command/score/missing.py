"""Make runs of cells: decide about missing trials by --missing. Without this option, refuse a run that lacks trials."""

from __future__ import annotations

from ..grading import count, shown
from ..read.checks import stop_at_success
from ..read.item import Refusal
from ..read.options import BOUNDS
from .ledger import Grades, TaskRun, name_of
from .rows import Rows, listed
from .run import SO_FAR, Place, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..read.options import Ask

_WAYS = "see --missing bounds, own, drop, fail"
_NAMED = 3  # trials or questions in a message
_MOST_LACKING = 240_000  # questions that runs may lack, over all runs
_SAME = "all runs must have the same questions"


def settle(cells: Sequence[TaskRun], grades: Grades, ask: Ask, so_far: bool = False) -> list[Run]:
    """Return a Run for each cell; all runs of a task have the same questions."""
    tasks: dict[str, list[TaskRun]] = {}
    for cell in cells:
        tasks.setdefault(cell.task, []).append(cell)
    values = {grade for cell in cells for grade in cell.grades} if grades.weights else ()
    as_class = None if grades.scores else grades.classes(values)
    runs = []
    for own in tasks.values():
        _add_unlisted(own)
        rows = [Rows(cell, grades) for cell in own]
        runs += _of_task(rows, ask.missing or (SO_FAR if so_far else None), as_class, ask)
    return runs


def _check_begun(rows: Sequence[Rows], policy: str) -> None:
    """Refuse a run without any outcome and, if no policy is given, one whose file has an end that is missing."""
    for row in rows:
        if not row.cell.labels:
            gaps = ", ".join(_place(gap) for gap in row.cell.gaps[:_NAMED])
            raise row.refusal("empty", f"no trial has an outcome: {gaps}" if gaps else "there is no trial in it")
        if row.cell.told.unfinished and not policy:
            ways = _ways(row)
            names = ", ".join(way["missing"] for way in ways)
            what = f"{row.cell.told.unfinished}, so trials may be missing: see --anytime, or --missing {names}"
            raise row.refusal("unfinished", what, ways)


def _of_task(rows: list[Rows], missing: str | None, as_class: Any, ask: Ask) -> list[Run]:
    policy, _, given = (missing or "").partition("=")
    _check_begun(rows, policy)
    _check_texts(rows)
    matched = len(rows) < 2 or _align(rows, policy)
    wanted = [row.wanted for row in rows]
    if policy == BOUNDS:
        wanted = _promised(rows, int(given or 0))
    for row, most in zip(rows, wanted) if policy in ("fail", BOUNDS) else ():
        told = row.cell.told
        is_open = policy == BOUNDS and told.unfinished and not told.total
        if most * len(row.trials) < told.total or is_open:
            what = f"{told.unfinished}, and nothing names the questions that are missing then; see --missing own"
            raise row.refusal("unfinished", what)
    short = [row.short(most) for row, most in zip(rows, wanted)]
    for row, own in zip(rows, short):
        if own and (not policy or (policy == SO_FAR and row.cell.gaps)):
            raise _lacking(row)
    dropped: set[str] = set()
    for row, own in zip(rows, short):
        if policy == "drop":
            dropped |= own.keys()
        elif policy == SO_FAR:
            dropped |= {name for name in own if not row.trials[name]}
    if dropped and not matched:
        what = f"--missing {policy} needs names of questions, to leave out the same in all runs"
        raise rows[0].refusal("names", what)
    return [
        _run(row, own, most, policy, dropped, as_class, ask, len(rows) > 1)
        for row, own, most in zip(rows, short, wanted)
    ]


def _place(gap: tuple[Any, Any, str, str, Any]) -> str:
    return f"{gap[2]} ({gap[3]})" if gap[3] else gap[2]


def _ways(row: Rows) -> list[dict[str, Any]]:
    told = row.cell.told
    bounded = not told.unfinished or told.total
    ways = ["harness"] * bool(row.cell.rule) + [BOUNDS] * bool(bounded) + ["own", "drop", "fail"]
    return [{"missing": way} for way in ways]


def _lacking(row: Rows) -> Refusal:
    """Return the refusal of a run in which trials have no outcome, or questions lack trials."""
    rule = ", harness" if row.cell.rule else ""
    choices = f"a missing trial is not counted as a failure: {_WAYS}{rule}"
    gaps = sum(row.gaps.values())
    if gaps:
        what = "1 trial has no outcome" if gaps == 1 else f"{gaps:,} trials have no outcome"
        some = ", ".join(_place(gap) for gap in row.cell.gaps[:_NAMED])
        more = f" and {gaps - _NAMED:,} more" if gaps > _NAMED else ""
        return row.refusal("missing", f"{what}: {some}{more}; {choices}", _ways(row))
    sizes: dict[int, list[str]] = {}
    for name, indices in row.trials.items():
        sizes.setdefault(len(indices), []).append(name)
    if len(sizes) == 1:
        what = f"the questions have {next(iter(sizes))} trials, where {row.cell.told.expected} are expected"
        return row.refusal("missing", f"{what}; {choices}", _ways(row))
    usual = max(sizes, key=lambda n: (len(sizes[n]), n))
    odd = [(name, n) for n in sorted(sizes) if n != usual for name in sizes[n]]
    some = ", ".join(f"{listed(row.labels[name])} has {n}" for name, n in odd[:_NAMED])
    more = f" and {len(odd) - _NAMED:,} more" if len(odd) > _NAMED else ""
    twice = ""
    several = [name for name, n in odd if n > usual]
    if usual == 1 and len(several) <= max(1, len(row.trials) // 10):
        twice = f"; or is {listed(row.labels[several[0]])} recorded twice?"
    what = f"the questions differ in their number of trials: {some}{more}, where others have {usual}{twice}"
    if stop_at_success([row.values(name) for name in row.trials]):
        what += "; the trials are not alike: they stop at the first success"
    return row.refusal("uneven", f"{what}; {choices}", _ways(row))


def _check_texts(rows: Sequence[Rows]) -> None:
    """Refuse runs in which questions of equal names have different texts."""
    known: dict[str, tuple[int, Rows]] = {}
    for row in rows:
        for label, digest in row.cell.texts.items():
            before, other = known.setdefault(name_of(label), (digest, row))
            if before != digest and other.cell.format == row.cell.format:
                what = f"question {listed(label)} differs from {other.name} in its text; {_SAME}"
                raise row.refusal("texts", f"{what}; see --path for tasks, and --ignore")


def _align(rows: Sequence[Rows], policy: str) -> bool:
    """Give every run the questions of all runs, in the order of the first. Return False if only rows pair them."""
    named = {not isinstance(next(iter(row.labels.values())), Place) for row in rows}
    if named == {False} or len(named) > 1:
        sizes = {len(row.labels) for row in rows}
        if len(sizes) > 1 and (len(named) > 1 or not policy):
            raise rows[1].refusal(
                "alike", f"{count(len(rows[1].labels), 'question')}, and {rows[0].name} has {len(rows[0].labels):,}"
            )
        if len(named) > 1:
            return False
    every: dict[str, Any] = {}
    for row in rows:
        for name, label in row.labels.items():
            every.setdefault(name, label)
    if sum(len(every) - len(row.labels) for row in rows) > _MOST_LACKING:
        few = min(rows, key=lambda row: len(row.labels))
        what = f"it has {len(few.labels):,} of the {len(every):,} questions of all runs, which must have the same"
        raise few.refusal("alike", what)
    for row in rows:
        if not policy and len(row.labels) < len(every):
            absent = next(name for name in every if name not in row.labels)
            other = next(other for other in rows if absent in other.labels)
            has = f"it has {len(row.labels):,} of the {len(every):,} questions of all runs, and lacks"
            what = f"{has} {listed(every[absent])} of {other.name}; see --missing bounds, drop, fail"
            run = row.cell.reading.get("run")
            slices = [{"ignore": (run,)}] if run and sum(len(one.labels) for one in rows) == len(every) else []
            raise row.refusal("alike", what, [*slices, *({"missing": way} for way in (BOUNDS, "drop", "fail"))])
        if [*row.labels] != [*every]:
            row.trials = {name: row.trials.get(name, []) for name in every}
            row.labels = {name: row.labels.get(name, label) for name, label in every.items()}
    return True


def _promised(rows: Sequence[Rows], given: int) -> list[int]:
    """Return how many trials each run should have: `given`, or what its file promises, or the most of any run."""
    most = max(row.wanted for row in rows)
    for row in rows:
        if given and row.wanted > given:
            what = f"it has {count(row.wanted, 'trial')} of a question; --missing bounds={given} is less"
            raise row.refusal("missing", what)
    return [given or row.cell.told.expected or most for row in rows]


def _add_unlisted(cells: Sequence[TaskRun]) -> None:
    """Add the questions that a file counts but does not list. Their names are from the files of other runs."""
    parts = [(cell, part) for cell in cells for part in cell.told.unlisted]
    groups = dict.fromkeys(part.group for _, part in parts)
    if len(groups) == 2 and "" in groups:  # a file that lists nothing does not name its group
        del groups[""]
    for group in groups:
        inner = [(cell, part) for cell, part in parts if (part.group if part.group in groups else group) == group]
        first, total = inner[0][0], inner[0][1].total
        labels = dict.fromkeys(label for _, part in inner for label in part.listed)
        others = [cell for cell in cells if not cell.told.unlisted and groups.keys() == {group}]
        labels.update(dict.fromkeys(x for cell in others for x in cell.labels if not isinstance(x, Place)))
        for cell, part in inner:
            if part.total != total:
                what = f"{cell.origin}: it has {part.total:,} questions in all, and {first.origin} has {total:,}"
                raise Refusal("unlisted", what)
        if len(labels) > total:
            what = f"{first.origin}: the files list {len(labels):,} questions, but there are {total:,} in all"
            raise Refusal("unlisted", what)
        rest = (Place(f"{group} unlisted {i}".strip()) for i in range(len(labels) + 1, total + 1))
        labels.update(dict.fromkeys(rest))
        for cell, part in inner:
            listed = {*part.listed}
            for label in labels:
                if label not in listed:
                    cell.labels.append(label)
                    cell.grades.append(part.outcome)


def _run(
    row: Rows,
    short: dict[str, int],
    wanted: int,
    policy: str,
    dropped: set[str],
    as_class: Any,
    ask: Ask,
    several: bool,
) -> Run:
    cell, names = row.cell, [name for name in row.trials if name not in dropped]
    if policy == "harness":
        names = _follow(row, names, wanted, several)
    empty = [name for name in names if not row.trials[name] and policy == "own"]
    if empty and several:
        what = f"question {listed(row.labels[empty[0]])} has no trial at all; see --missing bounds, drop, fail"
        raise row.refusal("missing", what, [{"missing": way} for way in (BOUNDS, "drop", "fail")])
    names = [name for name in names if name not in empty]
    if not names:
        raise row.refusal("missing", f"no question has all {count(wanted, 'trial')}, so none is left")
    fill: Callable[[Any], Any] | None = None
    if policy in ("fail", BOUNDS) or (policy == "harness" and cell.rule and cell.rule.fails):
        fill = min
    rows = {name: row.values(name) + (row.counted.get(name, []) if policy == "harness" else []) for name in names}
    run = _scored(row, rows, wanted, fill, as_class)
    if policy == BOUNDS and short:
        run.solved = _scored(row, rows, wanted, max, as_class)
    _describe(run, row)
    run.contexts = [cell.fixed.get(row.labels[name], {}) for name in names] if ask.fixed else []
    if ask.votes:
        run.answers = _answers(row, names)
    if row.numbered and not run.weights and run.trials == run.most_trials == len(row.numbered):
        run.runs = _by_number(row, names)
    added = [None] if policy == BOUNDS else [_worst(row.grades)] if fill else []
    run.outcomes = [[*values, *added * (wanted - len(values))] for values in rows.values()]
    if ask.keep:
        run.kept = {
            field: [[cell.kept[i][j] for i in row.trials[name]] for name in names] for j, field in enumerate(ask.keep)
        }
    if policy and (short or dropped or cell.told.unfinished):
        run.remark = _remark(row, short, policy, len(row.trials) - len(names))
    return run


def _describe(run: Run, row: Rows) -> None:
    """Note what the files say of a run, and how they are read."""
    cell = row.cell
    run.file, run.own_name, run.task, run.format = cell.origin, cell.run, cell.task, cell.format
    run.about = {key: text for key, text in (("model", cell.told.model), ("task", cell.told.task)) if text}
    run.title = run.own_name or cell.origin if run.task else row.name
    run.fields, run.reading, run.why, run.read_by = cell.names_of_fields, cell.reading, cell.why, cell.read_by
    run.notes = cell.notes


def _worst(grades: Grades) -> Any:
    """Return the least outcome: a score, or a class."""
    if grades.scores:
        return grades.scores[0]
    weights = grades.weights or (0, 1)
    return min(range(len(weights)), key=weights.__getitem__)


def _scored(row: Rows, rows: dict[str, list[Any]], wanted: int, fill: Any, as_class: Any) -> Run:
    """Return a run of these rows; `fill` is min or max, which picks the outcome of the missing trials, or None."""
    grades, same = row.grades, {}  # type: Any, dict[Any, Any]
    if grades.scores:
        end = [fill(grades.scores)] if fill else []
        scores = [(*values, *end * (wanted - len(values))) for values in rows.values()]
        run = Run(
            row.name, [(row.labels[name], (0, len(values))) for name, values in zip(rows, scores)], list(grades.scores)
        )
        run.scores = scores
        return run
    weights = grades.weights
    size = len(weights) if weights else 2
    questions = []
    worst = fill(range(size), key=(weights or (0, 1)).__getitem__) if fill else None
    for name, values in rows.items():
        if weights:
            counts = [0] * size
            for value in values:
                counts[as_class(value)] += 1
        else:
            ones = sum(values)
            counts = [len(values) - ones, ones]
        if worst is not None:
            counts[worst] += max(0, wanted - len(values))
        vector = tuple(counts)
        questions.append((row.labels[name], same.setdefault(vector, vector)))
    return Run(row.name, questions, list(weights) if weights else None)


def _by_number(row: Rows, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return (number, successes) of each trial that all questions have."""
    grades, totals = row.cell.grades, [0] * len(row.numbered)
    for name in names:
        for j, i in enumerate(row.trials[name]):
            totals[j] += grades[i]
    numbers = [row.cell.numbers[i] for i in row.trials[names[0]]]
    titles = row.cell.reading.get("columns") or numbers
    return list(zip(map(str, titles), totals))


def _answers(row: Rows, names: Sequence[str]) -> list[tuple[list[int], list[int]]]:
    """Return ([count of each right answer], [count of each wrong one]) of each question."""
    cell, found = row.cell, []
    if len(cell.answers) != len(cell.labels) or not any(cell.answers):
        where = "records (--format records --answer KEY), Inspect, lm-evaluation-harness and NeMo-Skills"
        raise row.refusal("answer", f"cons@k needs the answer of each trial; answers are read from {where}")
    for name in names:
        given: dict[str, list[int]] = {}
        for i in row.trials[name]:
            text, code = cell.answers[i], cell.grades[i]
            question = shown(row.labels[name])
            if code and not text:
                what = f"question {question} has a trial that is right and has no answer"
                raise row.refusal("answer", f"{what}; if another field has it, name it with --answer KEY")
            counts = given.setdefault(text, [0, 0])
            counts[code] += 1
            if counts[1 - code]:
                what = f"answer {shown(text)} of question {question} is right in one trial and wrong in another"
                raise row.refusal("answer", f"{what}; cons@k needs equal answers graded alike; see --answer KEY")
        votes = [counts for text, counts in given.items() if text]
        found.append(([right for _, right in votes if right], [wrong for wrong, _ in votes if wrong]))
    return found


def _remark(row: Rows, short: dict[str, int], policy: str, left_out: int) -> dict[str, Any]:
    remark: dict[str, Any] = {"policy": policy, "trials": sum(short.values()), "questions": len(short)}
    if row.cell.told.unfinished:
        remark["unfinished"] = row.cell.told.unfinished
    if policy in ("drop", "own", SO_FAR) and (left_out or policy != "own"):
        remark["dropped"] = left_out
    if policy == SO_FAR:
        remark["waiting"] = sum(not row.trials[name] for name in short)
    if policy == "harness" and row.cell.rule:
        remark["rule"] = row.cell.rule.text
    return remark


def _follow(row: Rows, names: Sequence[str], wanted: int, several: bool) -> list[str]:
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
        if row.trials[name] or counted:
            sizes.setdefault(len(row.trials[name]) + len(counted), name)
        elif rule.empty or several:
            why = rule.empty or f"{row.cell.format} leaves it out, and {_SAME}"
            raise row.refusal("missing", f"question {listed(row.labels[name])} has no trial: {why}; {_WAYS}")
    fewest = min(sizes)
    why = (rule.refuses if fewest < wanted else "") or (rule.uneven if len(sizes) > 1 else "")
    if why:
        has = f"question {listed(row.labels[sizes[fewest]])} has {fewest} of {count(wanted, 'trial')}"
        raise row.refusal("missing", f"{has}, and {why}; {_WAYS}")
    return [name for name in names if row.trials[name] or row.counted.get(name)]
