"""What a refusal offers: readings that have been tried, with their options and the numbers that they give."""

from __future__ import annotations

import heapq
import os
from contextlib import redirect_stderr
from io import StringIO
from itertools import chain

from ..formats.table import format_of
from ..grading import FileError, Grader, UnsafeError, as_typed, count
from ..source import Source, is_folder
from .candidates import candidates, fields_in
from .outline import outline
from .text_lines import line_ways
from .values import SCALES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence

    from ..options import Options
    from ..run import Run
    from .outline import Outline

    Read = Callable[[Options], list[Run]]

_MOST = 4  # readings in a message
_TRIES = 60
_BYTES = 1 << 26  # that the tries may read
_LONGEST = 100_000  # characters of options
_WIDEST = 200  # fields of a record that is looked at
_DEEPEST = 3  # options that follow from each other
_KEYS, _VALUES = ("--trial=", "--run=", "--question="), ("--outcome=", "--trials=", "--runs=", "--counts=")
_GRADES = {"threshold", "success", "weights", "scores"}  # one of them says what values are


class Offer:
    """A reading that fits: the options that select it, and its runs."""

    def __init__(self, options: Sequence[str], runs: Sequence[Run]) -> None:
        self.options = list(options)
        cells: dict[str, list[Run]] = {}
        for run in runs:
            cells.setdefault(run.title, []).append(run)
        self.runs = [_numbers(of_run, len(cells) > 1) for of_run in cells.values()]

    @property
    def is_several(self) -> bool:
        """Whether a run has several outcomes. (A single number may be a setting, not an outcome.)"""
        return any(run["question_count"] > 1 or run["trials"] != 1 for run in self.runs)

    @property
    def lateness(self) -> int:
        """2 if its threshold tells nothing, 1 if its scale or threshold is none of the usual ones; else 0."""
        means = {mean for run in self.runs for mean in _means(run)}
        limits = [float(one.partition("=")[2]) for one in self.options if one.startswith("--threshold")]
        tells_nothing = limits and means in ({0.0}, {1.0})
        return 2 if tells_nothing else any(abs(x) > SCALES[-1][1] for x in (*means, *limits))

    @property
    def key(self) -> Any:
        """The numbers of the reading: readings with the same numbers count as one."""
        return [(run["question_count"], str(run["trials"]), _means(run)) for run in self.runs]

    def line(self) -> str:
        """Return the numbers of the reading and its options, in one line for readers."""
        return f"{_in_words(self.runs)}:  {' '.join(map(as_typed, self.options))}"

    def record(self) -> dict[str, Any]:
        return {"options": self.options, "runs": self.runs}


def find_offers(error: FileError, options: Options, read: Read) -> list[Offer]:
    """Return readings of files that were refused, the cheapest first. Each has been tried.

    The first two lists of options that the refusal names are tried first, then all others by their cost. (If trials are
    missing, the first gives a range, and the second a number in it.)
    """
    if isinstance(error, UnsafeError) or sum(map(len, chain.from_iterable(error.ways))) > _LONGEST:
        return []  # nobody types the names of ten thousands of columns
    queue: list[tuple[int, tuple[int, ...], list[str]]] = []
    ways = [(list(way), max(0, i - 1)) for i, way in enumerate(error.ways)]
    others = [] if error.is_read else _candidates(options)
    is_open = not (others or error.is_read)  # the file could not be outlined, until an option says how it is written
    for i, (way, cost) in enumerate([*ways, *others]):
        heapq.heappush(queue, (cost, (i,), way))
    found, late = [], []  # type: list[Offer], list[Offer]
    seen: set[str] = {str([])}
    start = Source.bytes_read
    while queue and len(found) < _MOST and len(seen) <= _TRIES and Source.bytes_read - start <= _BYTES:
        cost, order, way = heapq.heappop(queue)
        if str(sorted(way)) in seen or _has_two_roles(way):
            continue
        seen.add(str(sorted(way)))
        try:
            offer = Offer(way, read(with_options(options, way)))
        except FileError as refusal:
            for i, more in enumerate(refusal.ways if len(order) < _DEEPEST else ()):
                extra = max(0, i - 1) + 3 * refusal.asks  # after fields
                heapq.heappush(queue, (cost + extra, (*order, i), list(dict.fromkeys([*way, *more]))))
            opens = is_open or way[0].startswith("--line")
            for i, (more, extra) in enumerate(_candidates(with_options(options, way)) if opens else (), _MOST):
                heapq.heappush(queue, (cost + extra, (*order, i), list(dict.fromkeys([*way, *more]))))
            continue
        except (ValueError, LookupError, SystemExit, OSError, RecursionError):
            continue
        if offer.is_several and offer.key not in [other.key for other in (*found, *late)]:
            (late if offer.lateness else found).append(_shortest(offer, options, read, seen))
    return (found + sorted(late, key=lambda one: one.lateness))[:_MOST]


def _has_two_roles(way: Sequence[str]) -> bool:
    """Whether one field has two roles in these options: it is an outcome, and names trials, runs or questions."""
    keys, values = ([one for one in way if one.startswith(roles)] for roles in (_KEYS, _VALUES))
    return not fields_in(keys).isdisjoint(fields_in(values))


def _shortest(offer: Offer, options: Options, read: Read, seen: set[str]) -> Offer:
    """Return an offer with one option fewer and the same numbers; `offer` if there is none. Skip options in `seen`."""
    for option in offer.options:
        fewer = [one for one in offer.options if one != option]
        if str(sorted(fewer)) in seen:
            continue
        try:
            less = Offer(fewer, read(with_options(options, fewer)))
        except (ValueError, LookupError, SystemExit, OSError, RecursionError):
            continue
        if less.key == offer.key:
            return less
    return offer


def with_options(options: Options, way: Sequence[str]) -> Options:
    """Return a copy of the options with those of `way` added, such as --run=seed. Refuse options that conflict."""
    from ..arguments import REPEATED, parse
    from ..options import Options as Given

    found = Given()
    vars(found).update(vars(options))
    with redirect_stderr(StringIO()):  # of options that do not fit, the usage
        named = parse(way)
    del named["files"]
    for name in _GRADES.intersection(named):
        for other in _GRADES - {name}:
            if getattr(options, other) is not None:
                raise ValueError(f"--{name} does not go with --{other}")
    for name, value in named.items():
        if name in REPEATED:
            value = [*(getattr(options, name) or ()), *value]
        if name == "ignore" and options.ignore:
            value = f"{options.ignore},{value}"
        setattr(found, name, value)
    return found


def _candidates(options: Options) -> list[tuple[list[str], int]]:
    """Return (options, cost) of the readings that the file may have; [] if each try would take long."""
    file = options.files[0] if options.files else ""
    if options.format or not file or is_folder(file):
        return []
    if len(options.files) > 1:
        return _of_files(options) if options.merge else []
    grader = Grader(options.weights, options.threshold, options.values, options.success, options.scores)
    found = outline(file, options)
    fields = len({name for one in found.records for name in one})
    if fields >= _WIDEST or len(found.document or ()) > 10**6 or is_of_harness(found):
        return []
    later = _MOST if found.is_table else -1  # after the readings of a table
    lines = [] if options.line else [(way, i + later) for i, way in enumerate(line_ways(found.text))]
    tables = [([f"--lines={one}"], 1) for one in found.tables]
    return [*lines, *tables, *candidates(found, options, grader)]


def is_of_harness(found: Outline) -> bool:
    """Whether a harness wrote the file, so that its format says what the fields are."""
    first = found.document if isinstance(found.document, dict) else found.records[0] if found.records else None
    return isinstance(first, dict) and format_of(first) != "records"


def _of_files(options: Options) -> list[tuple[list[str], int]]:
    """Return (options, cost) of the ways to read the files of --merge together; [] for files of harnesses."""
    from .leaves import Leaf
    from .paths import all_ways

    outlines = {file: outline(file, options) for file in options.files}
    if any(map(is_of_harness, outlines.values())):
        return []
    are_beside = len({os.path.dirname(file) for file in options.files}) == 1
    leaves = []
    for file, one in outlines.items():
        stem, end = os.path.splitext(os.path.basename(file) if are_beside else file)
        leaves.append(Leaf(stem.replace(os.sep, "/"), dict.fromkeys(one.names_of_questions(options)), end=end))
    paths = [[f"--path={text}"] for text in all_ways(leaves)]
    return [(way, i) for i, way in enumerate([*paths, ["--once"], ["--ignore=trial"]])]


def _numbers(cells: list[Run], is_named: bool) -> dict[str, Any]:
    """Return {name: number} of a run: questions, trials, the mean over its tasks. `cells` has a Run for each task."""
    tasks = {run.task: _size([run]) for run in cells if run.task}
    return {"run": cells[0].title if is_named else None, **_size(cells), "tasks": tasks}


def _size(cells: list[Run]) -> dict[str, Any]:
    fewest, most = min(run.trials for run in cells), max(run.most_trials for run in cells)
    sides = cells, [one.solved or one for one in cells]
    low, high = (float(sum(run.mean() for run in runs) / len(runs)) for runs in sides)
    return {
        "question_count": sum(run.tally.questions for run in cells),
        "trials": fewest if fewest == most else {"min": fewest, "max": most},
        **({"avg": low} if low == high else {"avg": None, "avg_low": low, "avg_high": high}),
    }


def _in_words(runs: list[dict[str, Any]]) -> str:
    first = runs[0]
    trials = first["trials"]
    sizes = f"{trials['min']} to {trials['max']} trials" if isinstance(trials, dict) else count(trials, "trial")
    what = f"{count(first['question_count'], 'question')}, {sizes} each"
    means = sorted(mean for run in runs for mean in _means(run))
    if len(runs) == 1:
        return f"{what}, mean {' to '.join([f'{mean:.3f}' for mean in means])}"
    return f"{len(runs)} runs of {what}, means {means[0]:.3f} to {means[-1]:.3f}"


def _means(run: dict[str, Any]) -> list[float]:
    """Return [the mean of a run], or [low, high], the range of the mean if trials are missing."""
    return [run["avg_low"], run["avg_high"]] if run["avg"] is None else [run["avg"]]
