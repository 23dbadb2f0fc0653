"""Candidate readings: a pure function from the outline of a file to the options that select them, the likely first.

A candidate is a list of options and its cost, which grows with the distance from the usual names. Whether it holds, and
what it gives, the strict reader shows: nothing here decides.
"""

from __future__ import annotations

from heapq import heappop, heappush, merge
from itertools import islice

from ..settings import usual
from .cells import marks_of
from .coordinates import coordinate_ways, telling_apart
from .outcomes import outcome_ways
from .questions import question_ways
from .shapes import find_shapes
from .table import Sample
from .templates import ROLES, at_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from ..grading import Grader
    from ..settings import Settings
    from .outline import Outline
    from .shapes import Shape
    from .values import Candidate

_MOST = 60  # candidates of a file
_FIELDS = 60  # of a record that are looked at
_SHAPES = 16  # of a document
_LATE = 4  # what it costs that a document is one record
_SAMPLE = 400  # records of a document that are compared


def candidates(outline: Outline, settings: Settings, grader: Grader) -> list[Candidate]:
    """The readings of a file that the settings leave open, the likely ones first."""
    streams: list[Iterator[Candidate]] = []
    shapes: list[Shape] = []
    if outline.document is not None and not settings.at:
        shapes = sorted(find_shapes(outline.document, grader, settings), key=lambda one: one.cost)
        streams += [_of_shape(outline.document, one.template, one.cost, settings) for one in shapes[:_SHAPES]]
    if isinstance(outline.document, list) and all(isinstance(row, list) for row in outline.document):
        rows = [{f"c{j}": value for j, value in enumerate(row)} for row in outline.document[:_SAMPLE]]
        streams.append(of_records(rows, settings))
    if outline.records:
        layout = [] if settings.lines else _lines_of(outline)
        late = _LATE * (bool(shapes) and isinstance(outline.document, dict))  # a document of records is no record
        streams.append(([*layout, *options], cost + late) for options, cost in of_records(outline.records, settings))
    if outline.rows:
        streams.append(_of_rows(outline))
    return list(islice(merge(*streams, key=_order), _MOST))


def _order(one: Candidate) -> tuple[int, int]:
    options, cost = one
    return cost, len(options)


def _of_shape(value: Any, template: str, cost: int, settings: Settings) -> Iterator[Candidate]:
    records = [record for _, record in islice(at_records(iter([(1, value)]), template, False), _SAMPLE)]
    given = [f"--at={template}"]
    for options, more in of_records(records, settings, template):
        yield [*given, *options], cost + more + (template != "[{}]")


def _lines_of(outline: Outline) -> list[str]:
    """The option --lines, if there are notes above the names of a table or below its rows."""
    if outline.names is None or len(outline.rows) < 2:
        return []
    width = next(len(row) for at, row in outline.rows if at == outline.names)
    inside = [at for at, row in outline.rows if at >= outline.names and len(row) == width and any(row[1:] or row)]
    is_above = outline.rows[0][0] < outline.names
    is_below = any(at > inside[-1] for at, _ in outline.rows)
    if not (is_above or is_below):
        return []
    return [f"--lines={outline.names}-{inside[-1] if is_below else ''}"]


def _of_rows(outline: Outline) -> Iterator[Candidate]:
    if all(len(row) == 1 and len(row[0]) > 1 and isinstance(marks_of(row[0]), list) for _, row in outline.rows):
        yield ["--digits"], 0
    yield ["--header"], 1
    yield ["--no-header"], 2
    yield ["--transpose"], 3


def of_records(records: Sequence[Any], settings: Settings, template: str = "") -> Iterator[Candidate]:
    """The readings of records, the likely ones first. Each begins as an outcome, to which a question is added, and to
    that a coordinate: the best so far is continued, so that the unlikely ones are never made.
    """
    items = [one for one in records if isinstance(one, dict)]
    few = list(dict.fromkeys(name for one in items for name in one))[:_FIELDS]
    sample = Sample([{name: one[name] for name in few if name in one} for one in items])
    told = {role for role in ROLES if f"{{{role}}}" in template}
    named = usual(settings.question) or (("question",) if "question" in told else ())
    outcomes = [([], 0)] if settings.outcome or settings.counts else outcome_ways(sample)
    apart: dict[tuple[str, ...], list[str]] = {}
    queue: list[Any] = []
    for i, (options, cost) in enumerate(outcomes):
        if not any(f"--outcome={role}" in options for role in told):
            heappush(queue, (cost, len(options), (i,), options, _fields_in(options), None))
    while queue:
        cost, _, order, options, used, names = heappop(queue)
        more: Iterator[Any] = iter(())
        if names is None:
            more = iter([([], 0, named)]) if named else question_ways(sample, used)
        else:
            yield options, cost
            if len(order) == 2:
                names = tuple(name for name in names if name in sample)
                if names not in apart:
                    apart[names] = telling_apart(sample, names)
                more = ((*one, ()) for one in coordinate_ways(sample, apart[names], names, {*used, *told}))
        for i, (last, extra, found) in enumerate(more):
            way = [*options, *last]
            heappush(queue, (cost + extra, len(way), (*order, i), way, used, found))


def _fields_in(options: list[str]) -> set[str]:
    """The fields that the options of an outcome name."""
    text = ",".join(option.partition("=")[2] for option in options)
    for mark in ("==", "/", "+", "(", ")"):
        text = text.replace(mark, ",")
    return {name.strip().lower() for name in text.split(",")}
