"""Make a Run of each TaskRun. --missing says what becomes of missing trials; without it, they are refused."""

from __future__ import annotations

from math import comb

from ..read.item import Refusal
from ..read.names import GOLD, has_word
from ..read.options import BOUNDS
from ..text import count
from .ledger import Grades, TaskRun, name_of
from .run import SO_FAR, Place, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

    from ..read.options import Ask

_WAYS = "see --missing bounds, own, drop, fail"
_NAMED = 3  # trials or questions in a message
_MOST_LACKING = 240_000  # questions that runs may lack, over all runs
_SURE = 20  # outcomes of two files, which are not equal by chance
_SAME = "all runs must have the same questions"
_UNLIKE = (
    "The trials are not alike: no success is followed by a failure, so they are cumulative or stop at the first "
    "success. Their mean is nobody's rate; --missing bounds gives the share solved within k."
)
_ABSENT = [{"missing": way} for way in (BOUNDS, "drop", "fail")]  # answers where a question has no trial


def note_copies(cells: Sequence[TaskRun]) -> None:
    """If two files have the same outcomes, note in the TaskRun of the first that the other may be a copy."""
    known: dict[Any, TaskRun] = {}
    for cell in cells if len(cells) > 1 else ():
        other = known.setdefault((*cell.labels, *cell.grades), cell)
        if other.origin != cell.origin and len(cell.labels) >= _SURE and len({*cell.grades}) > 1:
            other.notes = [*other.notes, f"{cell.origin} has the outcomes of {other.origin}: is it a copy?"]


def settle(cells: Sequence[TaskRun], grades: Grades, ask: Ask, so_far: bool) -> list[Run]:
    """Return a Run for each TaskRun, or raise Refusal. All runs of a task get the same questions.

    With `so_far` (--anytime), leave out questions without a trial.
    """
    if not grades.scores:
        grades.to_classes(cells)
    tasks: dict[str, list[TaskRun]] = {}
    for cell in cells:
        tasks.setdefault(cell.task, []).append(cell)
    runs = []
    for own in tasks.values():
        _add_unlisted(own, ask)
        for cell in own:
            cell.group()
        runs += _Task(own, grades, ask, so_far).runs()
    return runs


class _Task:
    """Makes the runs of one task. Gives them the same questions, and treats missing trials as --missing says."""

    def __init__(self, cells: Sequence[TaskRun], grades: Grades, ask: Ask, so_far: bool) -> None:
        self._cells, self._grades, self._ask = cells, grades, ask
        self._policy, _, given = (ask.missing or SO_FAR * so_far).partition("=")
        self._given = int(given or 0)  # trials of a question, as in bounds=8; else 0

    def runs(self) -> list[Run]:
        cells, policy = self._cells, self._policy
        for cell in cells:
            if not cell.labels:
                why = f"no trial has an outcome: {_list(cell.gaps)}" if cell.gaps else "there is no trial in it"
                raise cell.refusal("empty", why)
            if cell.told.unfinished and not policy:
                raise _refuse(cell, policy)
        if cells[1:]:
            _check_texts(cells)
            _align(cells, policy)
        wanted = [cell.count_wanted() for cell in cells]
        if policy == BOUNDS:
            wanted = [self._given or cell.told.expected or max(wanted) for cell in cells]
        short = [
            {name: most - len(indices) for name, indices in cell.trials.items() if len(indices) < most}
            for cell, most in zip(cells, wanted)
        ]
        rows = list(map(self._rows_of, cells, short, wanted))
        # These questions are left out in all runs. With `own` and `harness`, only a single run can have some.
        every = {name for own in short for name in own}
        empty = {name for own in rows for name, row in own.items() if not row}
        self._left_out = {"drop": every, BOUNDS: set(), "fail": set()}.get(policy, empty)
        return list(map(self._settle, cells, rows, short, wanted))

    def _rows_of(self, cell: TaskRun, short: dict[str, int], wanted: int) -> dict[str, list[Any]]:
        """Return {name of a question: grades of its trials}. Refuse missing trials that --missing does not settle.

        `short` is {name of a question: how many trials it lacks}; `wanted` is how many each should have.
        """
        policy, told = self._policy, cell.told
        if self._given and cell.count_wanted() > wanted:
            what = f"it has {count(cell.count_wanted(), 'trial')} of a question; --missing bounds={wanted} is less"
            raise cell.refusal("missing", what)
        is_open = policy == BOUNDS and told.unfinished and not told.total
        if policy in ("fail", BOUNDS) and (is_open or wanted * len(cell.trials) < told.total):
            what = f"{told.unfinished}, and nothing names the questions that are missing then; see --missing own"
            raise cell.refusal("unfinished", what)
        if short and (not policy or (policy == SO_FAR and any(cell.lost.values()))):
            raise _refuse(cell, policy)
        rows = {name: cell.grades_of(name) for name in cell.trials}
        if policy == "harness":
            for name, row in rows.items():
                row += [gap.counted for gap in cell.lost[name] if gap.counted is not None]
            self._follow_rule(cell, rows, wanted)
        empty = next((name for name, row in rows.items() if not row), None)
        if policy == "own" and self._cells[1:] and empty is not None:
            what = f"question {cell.show(empty)} has no trial at all; see --missing bounds, drop, fail"
            raise cell.refusal("missing", what, _ABSENT)
        return rows

    def _follow_rule(self, cell: TaskRun, rows: dict[str, list[Any]], wanted: int) -> None:
        rule = cell.rule
        if rule is None:
            raise cell.refusal("missing", f"{cell.format} has no rule for missing trials; {_WAYS}")
        sizes = {len(row): name for name, row in reversed(rows.items())}
        fewest, *more = sorted(sizes.keys() - {0})
        alone = f"{cell.format} leaves it out, and {_SAME}" * bool(self._cells[1:])
        for size, why in ((0, rule.empty or alone), (fewest, rule.uneven * bool(more))):
            if size in sizes and why:
                has = f"{size} of {count(wanted, 'trial')}" if size else "no trial"
                raise cell.refusal("missing", f"question {cell.show(sizes[size])} has {has}: {why}; {_WAYS}")

    def _settle(self, cell: TaskRun, every: dict[str, list[Any]], short: dict[str, int], wanted: int) -> Run:
        ask, policy, grades = self._ask, self._policy, self._grades
        names = [name for name in every if name not in self._left_out]
        if not names:
            raise cell.refusal("missing", f"no question has all {count(wanted, 'trial')}, so none is left")
        labels, rows = [cell.named[name] for name in names], [every[name] for name in names]
        classes = grades.weights or (0, 1)
        worst, best = grades.scores or [classes.index(end(classes)) for end in (min, max)]
        is_filled = policy == "fail" or (policy == "harness" and cell.rule.fails)
        if is_filled or policy == BOUNDS:
            end = worst if is_filled else None
            rows = [[*row, *[end] * (wanted - len(row))] for row in rows]
        run = Run(cell, labels, rows, grades, worst)
        if not run.weights and _are_unlike(rows):
            run.notes, cell.reading["warning"] = [*run.notes, _UNLIKE], _UNLIKE
        cell.reading.update({"scores": list(grades.scores)} if grades.scores else {})
        if policy == BOUNDS and short:
            run.solved = Run(cell, labels, rows, grades, best)
        trials = [cell.trials[name] for name in names]
        for j, field in enumerate(ask.keep):
            run.kept[field] = [[cell.kept[i][j] for i in own] for own in trials]
            for values, name in zip(run.kept[field], names):
                lost = sorted(cell.lost[name], key=lambda gap: gap.counted is None)  # in the order of the rows
                values += [gap.kept[j] for gap in lost if gap.kept]
        if ask.votes:
            if policy in (BOUNDS, "harness"):
                raise cell.refusal("answer", f"cons@k cannot use --missing {policy}; use own, drop or fail")
            if all(kept[-1] is None for kept in cell.kept):
                where = "records (--format records --answer KEY), Inspect, lm-evaluation-harness and NeMo-Skills"
                raise cell.refusal("answer", f"cons@k needs the answer of each trial; answers are read from {where}")
            run.answers = [[cell.kept[i][-1] for i in own] for own in trials]
        run.runs = [] if run.weights else cell.count_successes(names)
        if policy and (short or self._left_out or cell.told.unfinished):
            self._note(run, cell, short, len(every) - len(names))
        return run

    def _note(self, run: Run, cell: TaskRun, short: dict[str, int], left_out: int) -> None:
        policy, unfinished, missing = self._policy, cell.told.unfinished, sum(short.values())
        waiting, rule = sum(not cell.trials[name] for name in short), cell.rule.text if policy == "harness" else ""
        run.remark = {"policy": policy, "trials": missing, "questions": len(short)}
        run.remark.update({name: text for name, text in (("unfinished", unfinished), ("rule", rule)) if text})
        if policy in ("drop", SO_FAR) or (policy == "own" and left_out):
            run.remark["dropped"] = left_out
        if policy == SO_FAR:
            run.remark["waiting"], others = waiting, left_out - waiting
            lines = [f"{count(waiting, 'question')} without a trial yet"] * bool(waiting)
            lines += [f"{count(others, 'question')} left out, which other runs do not have yet"] * bool(others)
        else:
            is_unknown = unfinished and not missing
            done = {
                "own": "each question is scored with its own trials",
                "drop": f"{count(left_out, 'question')} left out",
                "fail": "no failure is counted for it" if is_unknown else "counted as failures",
                "harness": "no failure is counted for it" if is_unknown else f"counted as {cell.format} does",
                BOUNDS: "each range goes from the worst outcome for all of them to the best",
            }[policy]
            done += f"; {count(left_out, 'question')} without a trial left out" * bool(left_out and policy == "own")
            where = f"{count(missing, 'trial')} missing in {count(len(short), 'question')}"
            if not missing:
                where = "what is missing is unknown" if is_unknown else "it lacks no trial itself"
            lines = [f"{where}: {done} (--missing {policy})", rule]
        if policy != BOUNDS or missing:
            run.notes = [*run.notes, *filter(None, [*lines, unfinished])]


def _refuse(cell: TaskRun, policy: str) -> Refusal:
    """Return the error for a run that lacks trials under --missing `policy`. It names policies that work."""
    gaps, told, code = [gap for own in cell.lost.values() for gap in own], cell.told, "missing"
    sizes: dict[int, list[str]] = {}
    for name, indices in cell.trials.items():
        sizes.setdefault(len(indices), []).append(name)
    usual = max(sizes, key=lambda n: (len(sizes[n]), n))
    see = "a missing trial is not counted as a failure: see"
    if told.unfinished and not policy:
        code, what, see = "unfinished", f"{told.unfinished}, so trials may be missing", "see --anytime, or"
    elif gaps:
        what = f"{count(len(gaps), 'trial')} {'has' if len(gaps) == 1 else 'have'} no outcome: {_list(gaps)}"
    elif len(sizes) == 1:
        what = f"the questions have {count(usual, 'trial')} each, of {told.expected} that are expected"
    else:
        few = [(name, n) for n in sorted(sizes) if n != usual for name in sizes[n]]
        odd = [f"question {cell.show(name)} has {count(n, 'trial')}" for name, n in few]
        what = f"the questions differ in their number of trials: {_list(odd)}; the others have {usual}"
        code = "uneven"
        short = [row for row in map(cell.grades_of, cell.trials) if len(row) < max(sizes)]
        if len(short) > 3 and all(row[-1:] == [1] for row in short):
            what += "; those with fewer all stop at a success, so the trials are not alike"
    is_named = told.total <= cell.count_wanted() * len(cell.trials)  # whether all questions have names in the file
    is_bounded = policy != SO_FAR and is_named and (not told.unfinished or told.total)  # --anytime has no bounds
    ways = ["harness"] * bool(cell.rule) + [BOUNDS] * bool(is_bounded) + ["own", "drop"] + ["fail"] * is_named
    answers: list[dict[str, Any]] = [{"missing": way} for way in ways]
    broken = tuple(name for name, (role, *_) in cell.why.items() if role == "broken")
    if broken and any(gap.counted is not None for gap in gaps):  # the file has outcomes of these trials
        answers.insert(1, {"ignore": broken})
    return cell.refusal(code, f"{what}; {see} --missing {', '.join(ways)}", answers)


def _are_unlike(rows: Iterable[Sequence[Any]]) -> bool:
    """Return whether no row has a 0 after a 1, and chance hardly explains it. Skip rows with a None."""
    solved, chance = 0, 1.0
    for row in rows:
        if 1 in row and None not in row:
            first = row.index(1)
            if 0 in row[first:]:
                return False
            solved += 1
            chance /= comb(len(row), first)
    return solved >= 10 and chance < 0.01


def _list(some: Sequence[Any]) -> str:
    """Return in words the first few of `some` (texts or Gaps), and how many more there are."""
    more = f" and {len(some) - _NAMED:,} more" if some[_NAMED:] else ""
    return ", ".join(one if isinstance(one, str) else one.why for one in some[:_NAMED]) + more


def _check_texts(cells: Sequence[TaskRun]) -> None:
    """Raise Refusal if two runs of the same format have different texts of a question."""
    known: dict[str, tuple[int, TaskRun]] = {}
    for cell in cells:
        for label, digest in cell.texts.items():
            name = name_of(label)
            before, other = known.setdefault(name, (digest, cell))
            if before != digest and other.format == cell.format:
                field = cell.reading.get("text", "")
                what = f"question {cell.show(name)} has another {field or 'text'} than in {other.name}; {_SAME}"
                answers = [{"ignore": (field,)}] if has_word(field, GOLD) else []
                raise cell.refusal("texts", f"{what}; see --path for tasks, and --ignore", answers)


def _align(cells: Sequence[TaskRun], policy: str) -> None:
    """Give every run the questions of all runs, in one order. Questions without names are paired by row.

    Without --missing (`policy` is ""), refuse a run that lacks questions.
    """
    is_named = [not isinstance(next(iter(cell.named.values())), Place) for cell in cells]
    if any(is_named) and not all(is_named):
        what = f"its questions have no names, and those of {cells[is_named.index(True)].name} have"
        raise cells[is_named.index(False)].refusal("alike", what)
    every: dict[str, Any] = {}
    for cell in cells:
        every.update((name, label) for name, label in cell.named.items() if name not in every)
    few = min(cells, key=lambda cell: len(cell.named))
    has = f"it has {len(few.named):,} of the {len(every):,} questions of all runs"
    if sum(len(every) - len(cell.named) for cell in cells) > _MOST_LACKING:
        raise few.refusal("alike", f"{has}, which must have the same")
    if not policy and len(few.named) < len(every):
        absent = next(name for name in every if name not in few.named)
        other = next(other for other in cells if absent in other.named)
        one = f"for one, question {other.show(absent)} of {other.name}"
        what = f"{has}, and lacks, {one}; see --missing bounds, drop, fail"
        run = few.reading.get("run")
        is_split = run and sum(len(cell.named) for cell in cells) == len(every)
        raise few.refusal("alike", what, [*([{"ignore": (run,)}] if is_split else []), *_ABSENT])
    for cell in cells:
        if [*cell.named] != [*every]:
            cell.trials = {name: cell.trials.get(name, []) for name in every}
            cell.lost = {name: cell.lost.get(name, []) for name in every}
            cell.named = {name: cell.named.get(name, label) for name, label in every.items()}


def _add_unlisted(cells: Sequence[TaskRun], ask: Ask) -> None:
    """Add a success on each question that a file counts but does not list, named as in other runs or by number."""
    parts = [(cell, part) for cell in cells for part in cell.told.unlisted]
    if not parts:
        return
    labels = dict.fromkeys(label for _, part in parts for label in part.listed)
    others = [cell for cell in cells if not cell.told.unlisted]
    labels.update(dict.fromkeys(x for cell in others for x in cell.labels if not isinstance(x, Place)))
    totals, tests = ({*numbers} for numbers in zip(*((part.total, part.test) for _, part in parts)))
    if len(totals) > 1 or len(labels) > min(totals) or len(tests - {""}) > 1:
        what = f"{len(labels):,} questions are listed, and there are {' or '.join(map(str, sorted(totals)))} in all"
        raise parts[0][0].refusal("unlisted", f"{what}: are they of several tests? Give the files of one")
    labels.update(dict.fromkeys(Place(f"unlisted {i}") for i in range(len(labels) + 1, min(totals) + 1)))
    for cell, part in parts:
        added = [label for label in labels if label not in part.listed]
        cell.labels += added
        cell.grades += [1] * len(added)
        cell.kept += [(None,) * (len(ask.keep) + ask.votes)] * len(added)
