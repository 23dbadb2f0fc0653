"""Runs, ready to be scored: their questions with the counts of their trials, and their names."""

from __future__ import annotations

import re
from collections import Counter

from ...tally import Tally
from ..grading import FileError, count, shown
from ..text import stem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any, Iterable, Sequence

    from ..._intervals import CountRows
    from ..._votes import VoteTally

    Counts = tuple[int, ...]
    Sides = tuple[list[int], list[int]]  # the counts of each right answer, and of each wrong one

SO_FAR = "anytime"  # the policy of --anytime: leave out questions without a trial; score others with their trials
_TIME = re.compile(r"\d{4}-?\d\d-?\d\d\S*")
_LONG = 100  # characters of a file name in a message
_FEW = 3  # files in a message


class Place(str):
    """The label of a question without a name: the row that it is in."""


class Run:
    """The outcomes of one run, ready to be scored: --missing has been applied."""

    def __init__(self, name: str, questions: list[tuple[Any, Counts]], weights: Sequence[float] | None) -> None:
        self.name = name  # for messages
        self.file = name
        self.own_name = ""  # in a file of several runs
        self.task = ""  # if the runs have several
        self.title = name  # for tables
        self.questions = questions  # (label, counts by class)
        self.contexts: list[dict[str, Any]] = []  # for each question, the kept fields
        self.clusters: list[str] | None = None  # for each question, with --cluster
        self.fields: list[str] = []  # some fields of its records, for a message
        self.about: dict[str, str] = {}  # the model and the task, if the file names them
        self.weights = weights  # for real scores, the ends of their range
        self.scores: list[tuple[float, ...]] | None = None  # for each question, if the scores are real
        self._real_scores: Any = None
        self.remark: dict[str, Any] = {}  # what --missing did, for the report
        self.notes: list[str] = []  # what to say of how it was read
        self.outcomes: list[list[Any]] = []  # the outcomes of each question in order
        self.kept: dict[str, list[list[Any]]] = {}  # the values of fields beside the outcomes, by name
        self.runs: list[tuple[str, int]] = []  # the name and the successes of each trial of all questions
        self.answers: list[Sides] | None = None  # for each question, if a metric needs them
        self.solved: Run | None = None  # the run if all missing trials succeed (here they fail), by --missing bounds
        self._votes: VoteTally | None = None
        self.format = ""
        self.reading: dict[str, Any] = {}  # the field of each role
        self.read_by: list[str] = []  # the options that select this reading
        self.why: dict[str, tuple[str, str, str]] = {}  # for each field its role, its values, and an example
        times = Counter(counts for _, counts in questions)
        sizes = set(map(sum, times))
        self.trials, self.most_trials = min(sizes), max(sizes)
        self.sizes = len(sizes)  # different numbers of trials
        self.is_ragged = self.trials != self.most_trials
        self.tally = Tally.from_histogram(times)

    def rows(self) -> CountRows:
        from ..._intervals import CountRows

        return CountRows(counts for _, counts in self.questions)

    def votes(self) -> VoteTally:
        """Return the answers of the questions in order. A missing trial that counts as a failure has no answer."""
        if self.answers is None:
            raise FileError(f"{self.name}: cons@k needs the answers of trials, and it has none")
        if self._votes is None:
            from ..._votes import VoteTally

            self._votes = VoteTally.from_counts(
                (*sides, sum(counts) - sum(map(sum, sides))) for sides, (_, counts) in zip(self.answers, self.questions)
            )
        return self._votes

    def real_scores(self) -> Any:
        """Return the scores as the library takes them."""
        if self._real_scores is None:  # made once for all k
            from ..._scores import Scores

            self._real_scores = Scores(self.scores or (), *(self.weights or ()))
        return self._real_scores

    def mean(self) -> Fraction:
        """Return the mean of the questions' success rates, or of their mean scores."""
        from fractions import Fraction

        scale, rows = 1, ()  # type: int, Iterable[tuple[Any, int]]
        if self.scores:
            sums, scale = self.real_scores().sums()
            rows = zip(sums, map(len, self.scores))
        else:
            weights = [Fraction(w) for w in self.weights or (0, 1)]
            counted = Counter(counts for _, counts in self.questions).items()
            rows = ((times * sum(w * n for w, n in zip(weights, counts)), sum(counts)) for counts, times in counted)
        totals: dict[int, Any] = {}  # by the number of trials
        for total, size in rows:
            totals[size] = totals.get(size, 0) + total
        return sum((Fraction(total) / size for size, total in totals.items()), Fraction()) / (
            scale * len(self.questions)
        )

    def size(self) -> str:
        """Say how many trials a question has: "4", or "2-4" if questions differ."""
        return f"{self.trials}" + f"-{self.most_trials}" * self.is_ragged

    def part(self, places: Sequence[int]) -> Run:
        """Return a run of only the questions at these indices, in this order."""
        part = Run(self.name, [self.questions[i] for i in places], self.weights)
        part.contexts = [self.contexts[i] for i in places] if self.contexts else []
        part.answers = [self.answers[i] for i in places] if self.answers else None
        part.scores = [self.scores[i] for i in places] if self.scores else None
        part.clusters = [self.clusters[i] for i in places] if self.clusters else None
        solved = self.solved.part(places) if self.solved else part
        if (solved.questions, solved.scores) != (part.questions, part.scores):
            part.solved = solved
        return part

    def remarks(self) -> list[str]:
        """Return the report's lines on how it was read, on missing trials, and on scores that use little of a range."""
        if not self.remark or (self.remark["policy"] == "bounds" and not self.remark["trials"]):
            return [*self.notes, *_narrow(self.scores, self.weights)]
        policy, trials, questions = (self.remark[key] for key in ("policy", "trials", "questions"))
        left_out = self.remark.get("dropped", 0)
        empty = f"; {count(left_out, 'question')} without a trial left out" if left_out else ""
        done = {
            "own": f"each question is scored with its own trials{empty}",
            "drop": f"{count(left_out, 'question')} left out",
            "fail": "counted as failures",
            "harness": f"counted as {self.format} does",
            "bounds": "each range goes from the worst outcome for all of them to the best",
        }
        if policy == SO_FAR:
            waiting, others = self.remark["waiting"], left_out - self.remark["waiting"]
            so_far = [f"{count(waiting, 'question')} without a trial yet"] if waiting else []
            so_far += [f"{count(others, 'question')} left out, which other runs do not have yet"] * bool(others)
            return [*self.notes, *so_far, *filter(None, [self.remark.get("unfinished")])]
        where = f"{count(trials, 'trial')} missing in {count(questions, 'question')}" if trials else "no trial missing"
        if not trials and "unfinished" in self.remark:
            where = "what is missing is unknown"
            done.update(dict.fromkeys(("fail", "harness"), "no failure is counted for it"))
        more = [self.remark.get("rule"), self.remark.get("unfinished"), *_narrow(self.scores, self.weights)]
        return [*self.notes, f"{where}: {done[policy]} (--missing {policy})", *filter(None, more)]


def _narrow(rows: Sequence[Sequence[float]] | None, weights: Sequence[float] | None) -> list[str]:
    """Return [a note that real scores use little of their range], since this makes intervals long; else [].

    The note is due if all scores span less than half of the range, and the standard deviation of the means of the M
    questions is less than the range divided by sqrt(M / 2.4).
    """
    if not rows or not weights or len(rows) < 2:
        return []
    M, (low, high) = len(rows), weights
    if 2 * (max(map(max, rows)) - min(map(min, rows))) >= high - low:
        return []
    means = [(sum(row) / len(row) - low) / (high - low) for row in rows]
    center = sum(means) / M
    if M * sum([(x - center) ** 2 for x in means]) >= 2.4 * (M - 1):
        return []
    text = f"The scores use little of the range {low:g} to {high:g}, and intervals allow for all of it"
    return [f"{text}: if the scale is shorter, give its range, --scores LOW,HIGH"]


def paired_by_row(runs: Iterable[Run]) -> list[str]:
    """Return a note if the questions of runs have no names; else []."""
    has_places = any(isinstance(run.questions[0][0], Place) for run in runs)
    return ["The questions have no names: they are paired by row."] if has_places else []


def name_runs(runs: Sequence[Run], given: Sequence[str] = ()) -> None:
    """Set the title of each run; the cells of a run in several tasks have one. `given` are the texts NAME=FILE."""
    cells: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        cells.setdefault((run.file, run.own_name), []).append(run)
    if len(cells) > 1 or given:
        _name([first for first, *_ in cells.values()], given)
    for first, *others in cells.values():
        for run in others:
            run.title = first.title


def _name(runs: Sequence[Run], given: Sequence[str]) -> None:
    files = [run.file for run in runs]
    chosen: dict[str, str] = {}
    for file, name in (_file_and_name(text, files) for text in given):
        if chosen.setdefault(file, name) != name:
            raise FileError(f"--name gives {file} two names: {shown(chosen[file])} and {shown(name)}")
        if files.count(file) > 1:
            raise FileError(f"--name {shown(name)}: {file} holds several runs, which have names")
    if len(runs) == 1:
        runs[0].title = chosen.get(runs[0].file, runs[0].name)
        return
    for run, part in zip(runs, distinct(files)):
        run.title = chosen.get(run.file) or run.own_name or run.about.get("model") or part
    for group in _twins(runs):
        tasks = [run.about.get("task", "") for run in group]
        for run, task in zip(group, tasks):
            if len(set(tasks)) > 1:
                run.title = f"{run.title} {task}".strip()
    for group in _twins(runs):
        for run, part in zip(group, distinct([run.file for run in group])):
            run.title += f" ({part})"
    for one, other, *_ in _twins(runs):
        raise FileError(f"{one.name} and {other.name} have the same name; --name NAME=FILE gives another")


def _file_and_name(text: str, files: Sequence[str]) -> tuple[str, str]:
    """Split NAME=FILE into (file, name). Both may contain =, so FILE must be one of `files`."""
    for i, mark in enumerate(text):
        file = "standard input" if text[i + 1 :] == "-" else text[i + 1 :]
        if mark == "=" and text[:i].strip() and file in files:
            return file, text[:i].strip()
    some = ", ".join(shown(file, _LONG) for file in list(dict.fromkeys(files))[:_FEW])
    raise FileError(f"--name {shown(text)}: expected NAME=FILE, and FILE is one of {some}")


def _twins(runs: Sequence[Run]) -> list[list[Run]]:
    """Return the groups of runs that have the same title."""
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.title, []).append(run)
    return [group for group in groups.values() if len(group) > 1]


def distinct(paths: Sequence[str]) -> list[str]:
    """Return the part of each path that tells the files apart: the file's own name first, then the folders above it.

    A part that has no word, such as a time, is taken only if no other part tells the files apart.
    """
    levels = [path.replace("\\", "/").rstrip("/").split("/") for path in paths]
    files = len(set(paths))
    if files == 1:
        return list(paths)
    choices = []
    for depth in range(1, min(map(len, levels)) + 1):
        words = [level[-depth] for level in levels]
        stems = list(map(stem, words)) if depth == 1 else words
        words = stems if len(set(stems)) == files else words
        if len(set(words)) == files:
            choices.append(_trimmed(words))
    whole = [[*level[:-1], stem(level[-1])] for level in levels]
    choices.append(_trimmed(["/".join(path) for path in _without_shared(whole)]))
    return next(
        (names for names in choices if all(re.search(r"[^\W\d_]", _TIME.sub("", x)) for x in names)), choices[0]
    )


def _without_shared(pieces: list[list[str]]) -> list[list[str]]:
    """Remove the pieces at either end that all names share, and return the rest of each."""
    for end in (0, -1):
        while min(map(len, pieces)) > 1 and len({one[end] for one in pieces}) == 1:
            for one in pieces:
                one.pop(end)
    return pieces


def _trimmed(words: list[str]) -> list[str]:
    """Remove the words at either end that all names share, if _ separates them."""
    names = ["_".join(pieces) for pieces in _without_shared([word.split("_") for word in words])]
    return names if all(names) else words
