"""Make candidate readings of a file from its outline (its first records, rows or document), the likely ones first.

A candidate is a list of options that select a reading, and its cost: the less usual the names of its fields, the
higher. The strict reader then shows whether a reading is possible.
"""

from __future__ import annotations

import re
from heapq import heappop, heappush, merge
from itertools import islice

from ..fields import RUN_KEYS, is_circumstance, means_trial, numbered_fields, usual_name, usual_names
from ..grading import is_missing
from ..settings import usual
from .around import is_summary
from .cells import has_marks
from .contradictions import crosses, divides, numbers_records, says_number
from .names import cost_as_outcome, says_measuring, says_outcome, says_run, says_task
from .outcomes import outcome_ways
from .questions import question_ways
from .shapes import find_shapes
from .table import Groups, Sample
from .templates import ROLES, at_records
from .values import form, is_outcome, may_be_outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator, Sequence

    from ..grading import Grader
    from ..settings import Settings
    from .outline import Outline
    from .shapes import Shape
    from .table import Column
    from .values import Candidate

_MOST = 60  # candidates of a file
_FIELDS = 60  # of a record that are looked at
_SHAPES = 16  # of a document
_KINDS = 5  # of records in a file
_LATE = 4  # what it costs that a document is one record
_SAMPLE = 400  # records of a document that are compared
_FEW_VALUES = 12  # of a condition
_MOST_RUNS = 40


def candidates(outline: Outline, settings: Settings, grader: Grader) -> list[Candidate]:
    """Return candidate readings of a file, the likely ones first, for what the settings leave open."""
    streams: list[Iterator[Candidate]] = []
    shapes: list[Shape] = []
    if outline.document is not None and not settings.at:
        shapes = sorted(find_shapes(outline.document, grader, settings), key=lambda one: one.cost)
        shapes = [one for one in shapes if not (one.are_records and one.template == "[{question}]")]  # --question row
        shapes = [one for one in shapes if not any(map(one.sums_up, shapes))]
        streams += [_of_shape(outline.document, one, settings) for one in shapes[:_SHAPES]]
    if isinstance(outline.document, list) and all(isinstance(row, list) for row in outline.document):
        streams.append(_of_records([*map(numbered_fields, outline.document[:_SAMPLE])], settings))
    if outline.records:
        layout = [] if settings.lines else _lines_of(outline)
        late = _LATE * (bool(shapes) and isinstance(outline.document, dict))  # a document of records is no record
        streams.append(_with(layout, _of_records(outline.records, settings), late))
        for option, records in _of_a_kind(outline.records):
            streams.append(_with([option], _of_records(records, settings)))
    if outline.rows:
        streams.append(_of_rows(outline))
    return list(islice(merge(*streams, key=lambda one: (one[1], len(one[0]))), _MOST))


def _with(given: list[str], ways: Iterator[Candidate], extra: int = 0) -> Iterator[Candidate]:
    """Yield the candidates with the `given` options put first, and `extra` added to the cost."""
    for options, cost in ways:
        yield [*given, *options], cost + extra


def _of_shape(value: Any, shape: Shape, settings: Settings) -> Iterator[Candidate]:
    if shape.has_tests:
        return iter([([f"--at={shape.template}", "--all"], shape.cost)])
    records = [record for _, record in islice(at_records(enumerate([value]), shape.template, False), _SAMPLE)]
    return _with([f"--at={shape.template}"], _of_records(records, settings, shape.template), shape.cost + 1)


def _lines_of(outline: Outline) -> list[str]:
    """Return [--lines=FIRST-LAST], the lines of a table with notes around it; [--no-header] if no line has names."""
    if outline.names is None:
        return ["--no-header"] if outline.rows and "c0" in outline.records[0] else []
    width = next(len(row) for at, row in outline.rows if at == outline.names)
    inside = [at for at, row in outline.rows if at >= outline.names and len(row) == width and any(row)]
    is_above = outline.rows[0][0] < outline.names
    is_below = any(at > inside[-1] for at, _ in outline.rows)
    if not (is_above or is_below):
        return []
    return [f"--lines={outline.names}-{inside[-1] if is_below else ''}"]


def _of_a_kind(records: list[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield (--where=FIELD=VALUE, the records with this value) for each FIELD that says which records have outcomes."""
    for name, first in records[0].items():
        if not isinstance(first, str):
            continue
        values = {one.get(name) for one in records if not isinstance(one.get(name), (list, dict))}
        if not 1 < len(values) <= _KINDS:
            continue
        kinds = {value: [one for one in records if one.get(name) == value] for value in values}
        fields = {value: usual_names({field for one in own for field in one}) for value, own in kinds.items()}
        named = [value for value in values if any(says_outcome(field) for field in fields[value])]
        # each value has its own set of fields, and only one set has outcomes
        if len(named) == 1 and len({*map(frozenset, fields.values())}) == len(kinds):
            yield f"--where={name}={named[0]}", kinds[named[0]]


def _of_rows(outline: Outline) -> Iterator[Candidate]:
    are_digits = all(len(row) < 3 and has_marks(row[-1]) for _, row in outline.rows)
    cells = [cell for _, row in outline.rows[1:] for cell in row[1:]]
    can_turn = any(map(is_outcome, cells)) and all(is_outcome(cell) or is_missing(cell) for cell in cells)
    ways = [*["--digits"] * are_digits, "--header", "--no-header", *["--transpose"] * can_turn]
    yield from (([way], cost) for cost, way in enumerate(ways, 1))


def _of_records(records: Sequence[Any], settings: Settings, template: str = "") -> Iterator[Candidate]:
    """Yield the candidate readings of records, the likely ones first.

    Each begins with options for the outcome; options for the question are added, then for a run or a trial. The
    cheapest candidate is always extended first, so unlikely ones are never made.
    """
    items = [one for one in records if isinstance(one, dict) and not is_summary(one)]
    few = list(dict.fromkeys(name for one in items for name in one))[:_FIELDS]
    sample = Sample([{name: one[name] for name in few if name in one} for one in items])
    told = {role for role in ROLES if f"{{{role}}}" in template}
    named = usual(settings.question) or (("question",) if "question" in told else ())
    outcomes = [([], 0)] if settings.outcome or settings.counts else outcome_ways(sample)
    apart: dict[tuple[str, ...], list[str]] = {}
    queue: list[Any] = []
    for i, (options, cost) in enumerate(outcomes):
        if not any(f"--outcome={role}" in options for role in told):
            heappush(queue, (cost, len(options), (i,), options, fields_in(options), None))
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
                    apart[names] = _telling_apart(sample, names)
                more = ((*one, ()) for one in coordinate_ways(sample, apart[names], names, {*used, *told}))
        for i, (last, extra, found) in enumerate(more):
            way = [*options, *last]
            heappush(queue, (cost + extra, len(way), (*order, i), way, used, found))


def fields_in(options: list[str]) -> set[str]:
    """Return the fields whose names are in the values of options."""
    texts = (text for option in options for text in re.split("==|[,/+()]", option.partition("=")[2]))
    return {usual_name(text) for text in texts}


def _telling_apart(sample: Sample, names: tuple[str, ...]) -> list[str]:
    """Return the fields that may name runs or trials, or be a part of a question's name beside the fields `names`."""
    groups = Groups(sample, names)
    found = [name for name in sample.columns if groups.several and name not in names and not {*name} & {*"=,"}]
    return [name for name in found if _tells_apart(sample[name], groups)]


def coordinate_ways(sample: Sample, apart: list[str], names: tuple[str, ...], known: set[str]) -> Iterator[Candidate]:
    """Yield (options, cost) for what each field in `apart` may be, such as --run=FIELD. Skip fields in `known`."""
    groups = Groups(sample, names)
    found = [name for name in apart if name not in known]
    key = ",".join(sample.spelled[name] for name in names)
    for name in found:
        column, spelled = sample[name], sample.spelled[name]
        judges, is_trial = says_measuring(name), bool(means_trial(name)) or says_number(column, groups)
        for i, value in enumerate(column.times if judges and len(column.times) <= _FEW_VALUES else ()):
            yield [f"--where={spelled}={form(value)}"], cost_as_outcome(str(value)) and i
        if len(column.times) <= _MOST_RUNS and not column.empty:
            yield [f"--run={spelled}"], (0 if says_run(name) else 2 if is_trial else 1) + judges
            runs = [one for one in RUN_KEYS if sample.has(one) and one != name]
            if runs and not means_trial(name):
                yield [f"--run={sample.spelled[runs[0]]},{spelled}"], 0
        if groups.never_again(column) and not is_circumstance(name):
            yield [f"--trial={spelled}"], 0 if is_trial else 1 + says_run(name)
        if key and not column.empty and name not in RUN_KEYS:
            yield [f"--question={key},{spelled}"], 0 if says_task(name) else 2
        if says_task(name) and not column.empty:
            yield [f"--task={spelled}"], 1
        yield [f"--ignore={spelled}"], 2
        for other in found:
            if other != name and means_trial(other):
                yield [f"--run={spelled}", f"--trial={sample.spelled[other]}"], 1


def _tells_apart(column: Column, groups: Groups) -> bool:
    """Whether a field may name runs or trials, or be a part of the question's name."""
    if len(column.times) + bool(column.empty) < 2 or column.is_unique or may_be_outcome(column):
        return False
    if column.measures and not (means_trial(column.name) or says_measuring(column.name) or says_run(column.name)):
        return False
    # It has the same values in nearly all questions, or numbers their records, or has values that each occur in one
    return crosses(column, groups) or numbers_records(column, groups) or divides(column, groups)
