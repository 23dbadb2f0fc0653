"""Decide where the trials are in a JSON document that no harness wrote, before any record is read.

A shape is a path to records or outcomes, with a role (run, task, question, trial) for each level of the document.
"""

from __future__ import annotations

import re

from ..asking import asking
from ..fields import OUTCOME_KEYS, QUESTION_KEYS, Repeated, has_outcome, reached, some, usual_name, usual_names, words
from ..grading import FEW, FileError, count, hint_of_reals, shown
from ..settings import usual
from .names import cost_as_question, says_failure, says_other, says_run, surely_outcome, without_numbers
from .nested import template_of_cells, templates_of_ends
from .rates import pairs_of_counts, sure_counts
from .shapes import Shape, find_shapes
from .table import Sample
from .templates import at_records
from .trial_names import numbered
from .usual import ITEM, LACKING, LISTS_OF_RECORDS, LISTS_OF_TRIALS, MEANS, QUESTION, SHARD
from .values import code_in, form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..grading import Grader
    from ..settings import Settings

_WHICH = "which of its fields holds the trials?"
_NAMING = (*QUESTION_KEYS, "sample_id")  # of questions
_FEW_RECORDS = 20


def choose_template(value: Any, settings: Settings, grader: Grader) -> str | None:
    """Choose the template of --at for the trials in a document or a list; None if it is a record, records or a matrix.

    Raise a FileError that asks if several templates fit, or if no template is sure.
    """
    if type(value) is Repeated and any(isinstance(value[name], (list, dict)) for name in value.names):
        raise FileError(f"the field {shown(min(value.names))} occurs twice; rename or remove one")
    ends = templates_of_ends(value)
    if len(ends) > 1:
        raise FileError(_what_are(list(value))).leading(*([f"--at={template}"] for template in ends))
    if ends:
        return ends[0]
    found = sorted(find_shapes(value, grader, settings), key=lambda one: one.cost)
    found = [one for one in found if not any(map(one.sums_up, found))]
    if isinstance(value, dict) and is_record(value, settings):
        return None if settings.outcome else _beside(found)
    found = [one for one in found if not one.has_tests]
    if isinstance(value, list):
        return _of_list(value, found, settings)
    best = [one for one in found if one.cost == 0]
    best = [one for one in best if not any(one.is_list_of(other) for other in best)]
    sums = [one for one in best if any(_counts_in(value, one, other) for other in best)] if best[1:] else []
    best, found = ([one for one in own if one not in sums] for own in (best, found))
    if len(best) > 1:
        raise asking(_WHICH, *([one] for one in dict.fromkeys(one.option for one in best)))
    if best:
        _check_others(best[0], found)
        error = _contradiction(value, best[0], settings)
        if error:
            raise error
        return best[0].address
    cells = template_of_cells(value)
    if cells:
        return cells
    if found:
        raise _unsure(value, found)
    return None


def _counts_in(value: dict[str, Any], sums: Shape, data: Shape) -> bool:
    """Whether a number in the records of `sums`, such as {"total": 9, "passed": 4}, counts the records of `data`."""
    own, each = (Sample([one for _, one in at_records([(0, value)], shape.template, False)]) for shape in (sums, data))
    flags = {each.spelled[name] for name in each.top if each[name].types == {bool}}
    totals = (own[name.lower()] for name, c, _ in pairs_of_counts(own) if c in flags and name.lower() in own)
    return own.size < each.size and any(sum(filter(None, one.numbers or ())) == each.size for one in totals)


def _check_others(shape: Shape, found: Sequence[Shape]) -> None:
    """Refuse the only sure shape if its field may hold something else than outcomes, such as errors."""
    end = shape.template[len(shape.path) :]
    paths = [one.path for one in found if one.path and one.template == one.path + end]
    ways = [f"--at={path}{end}" for path in paths]
    # {"a": {"q1": 1}, "b": {"q1": 0}}: a and b may be tasks or runs
    if len(ways) > 1:
        what = f"{some(paths)} have the same form: are they tasks or runs?"
        raise asking(what, [f"--at={{task}}{end}"], [f"--at={{run}}{end}"], *([way] for way in ways))
    if not shape.are_records and says_other(shape.field):
        low = next((form(one) for one in shape.leaves if code_in(one) == 0), "0")
        turned = [*ways, f"--success={low}"]
        offers = (turned, ways) if says_failure(shape.field) else (ways, turned)
        raise asking(f"does {shown(shape.path)} hold the outcomes?", *offers)


def is_record(value: dict[str, Any], settings: Settings) -> bool:
    """Whether an object is a record: it names its question, and has an outcome."""
    names = usual_names(value)
    outcome = usual((settings.outcome or ",".join(settings.counts or ())).replace("==", ","))
    has = any(name in names or reached(value, name) is not None for name in outcome)
    has = has or (not outcome and (not names.isdisjoint(OUTCOME_KEYS) or {"n", "c"}.issubset(names)))
    return has and not names.isdisjoint(usual(settings.question) or QUESTION_KEYS)


def _of_list(value: list[Any], found: Sequence[Shape], settings: Settings) -> str | None:
    """Return the template of --at if the entries of a list hold lists of trials; None if they are records or rows."""
    wanted = usual_name(settings.trials or "")
    if not (wanted or settings.question or settings.outcome or settings.counts or settings.run):
        _check_few(value, found)
    summed = {one.address: one.field for one in found if one.flag and not (settings.outcome or settings.counts)}
    if len(summed) == 1 and wanted in ("", *summed.values()):
        return next(iter(summed))
    inner = [one for one in found if one.path and (one.cost == 0 or one.field == wanted)]
    are_records = all(map(has_outcome, value)) and any(one.depth == 1 for one in found)  # no means of inner lists
    if settings.outcome or settings.counts or (are_records and not any(one.is_full for one in inner)):
        return None
    named = [one for one in inner if one.field == wanted] or inner
    may_hold = any(one.are_records and one.path for one in found)
    is_open = may_hold and not (named or any(one.depth == 1 and one.cost == 0 for one in found))
    if is_open or len({one.path for one in named}) > 1:
        names = list(dict.fromkeys(one.field for one in found if one.depth > 1))
        what = f"{some(names)}: do these lists hold the trials of a question, or its tests?"
        raise asking(what, *([f"--trials={name}"] for name in names), otherwise="name the outcome with --outcome NAME")
    return named[0].template if named else None


def _check_few(records: list[Any], found: Sequence[Shape]) -> None:
    """Refuse a few records with longer lists of outcomes if none of their fields has a sure name for questions."""
    lists = [one for one in found if one.depth == 2 and not one.are_records and "." not in one.path]
    lists = [one for one in lists if 1 < len(records) < min(one.size, _FEW_RECORDS) and surely_outcome(one.field)]
    plain = {name: {str(one.get(name)) for one in records} for name, x in records[0].items() if type(x) in (str, int)}
    labels = [name for name, values in plain.items() if len(values) == len(records) and not says_run(name)]
    are_sure = any(cost_as_question(name) in (0, 1) and name.lower() not in ("name", "task") for name in labels)
    if lists and labels and not are_sure:
        field, label = lists[0].path, labels[0]
        what = f"are {some(sorted(plain[label]), 2)} questions with {lists[0].size} trials each, or runs or tasks?"
        ways = [[f"--at=[{{}}].{field}[{{question}}]", f"--{role}={label}"] for role in ("run", "trial", "task")]
        raise asking(what, [f"--question={label}"], *ways)


def _beside(found: Sequence[Shape]) -> str | None:
    """Return the template of --at for trials in a list inside a record; None if no list may hold trials.

    Raise a FileError that asks if it is not sure that a list holds trials.
    """
    first = {one.path: one for one in reversed(found)}.values()
    known = [(one.field in LISTS_OF_RECORDS) if one.are_records else (one.field not in OUTCOME_KEYS) for one in first]
    held = [one for one, is_known in zip(first, known) if is_known and one.cost < 2]
    held = [one for one in held or first if one.depth > 1 or one.are_records or one.labels]
    held = [one for one in held if one.cost < 2 or one.depth > 1]
    full = [one for one in held if one.is_full]
    if len(full) == len(held) == 1 and full[0].depth == 1 and "." not in full[0].path:
        return full[0].template
    if held:
        what = f"is it one record, or does {shown(held[0].path)} hold the trials?"
        raise asking(what, [f"--list={held[0].path}"], ["--format=records"])
    return None


def _contradiction(value: dict[str, Any], shape: Shape, settings: Settings) -> FileError | None:
    """Return an error that says why the only sure shape of a document may be wrong; None if nothing contradicts it."""
    names = shape.labels
    if shape.are_records:
        are_of_questions = not QUESTION.isdisjoint(words(shape.field))
        if shape.has_only(MEANS) and not (are_of_questions and sure_counts(Sample(shape.leaves), "")):
            return FileError(f"{some(names or [shape.path], 2)} may be averages, and no trials")
    elif not usual_names(names).isdisjoint({*OUTCOME_KEYS, *LISTS_OF_RECORDS, *LISTS_OF_TRIALS}):
        return _nameless(shape)
    elif shape.depth == 2 and names and settings.format != "matrix" and "{run}" not in shape.template:
        first = next(iter(value))
        if first.lower() in ITEM and value[first] == list(range(len(value[first]))):
            what = f"{shown(first)} counts from 0 on: is it an index, and are the other fields columns? Call it id"
            return FileError(what)
        stems = {(numbered(name) or (re.sub(r"\d+", "", name),))[0] for name in names}
        are_apart = any(says_run(stem.replace(".", " ")) or not SHARD.isdisjoint(words(stem)) for stem in stems)
        if 1 < len(names) < shape.size and (len(stems) > 1 or are_apart):
            what = f"are {some(names, 2)} questions with {shape.size} trials each, or runs?"
            return asking(what, ["--at={question}[{trial}]"], ["--at={run}[{question}]"])
    odd, rest = ([name for name in names if any(map(str.isdigit, name)) is has] for has in (False, True))
    if 0 < FEW * len(odd) <= len(rest) and len(without_numbers(rest)) == 1 and not settings.skip:
        skipped = [f"--skip=question={name}" for name in odd]
        return asking(f"{some(odd)} beside {some(rest, 2)}: is it a question?", skipped, [f"--at={shape.template}"])
    return _left(value, shape, settings)


def _nameless(shape: Shape) -> FileError:
    """Return the error that asks whether a list of outcomes has the trials of one question, or a trial of each."""
    either = f"{count(shape.size, 'trial')} of one question, or {count(shape.size, 'question')}"
    what = f"{shown(shape.path)} is a list, and no field names the questions: has it {either}?"
    ways = [f"--list={shape.path}"], [f"--at={shape.path}[{{question}}]"]
    return asking(what, *ways, otherwise='name the questions: {"q1": [0, 1], ...}' + hint_of_reals(shape.leaves))


def _left(value: dict[str, Any], shape: Shape, settings: Settings) -> FileError | None:
    """Return an error that asks whether another list in the document holds trials, too; None if no other list may."""
    held = shape.path.partition(".")[0]
    for name, one in value.items() if held in value else ():
        if name == held or not isinstance(one, list) or not one:
            continue
        are_lists = all(isinstance(entry, list) for entry in one)
        are_objects = all(isinstance(entry, dict) for entry in one) and not any(map(has_outcome, one))
        has_more = are_objects and _adds_questions(value[held], one, settings)
        if has_more or are_lists or not LACKING.isdisjoint(words(name)):
            what = f"{shown(name)} has questions that {shown(held)} has not" if has_more else ""
            what = what or f"{shown(name)} beside {shown(held)} may hold trials, too"
            return asking(what, [f"--list={shape.path}"])
    return None


def _adds_questions(held: Any, others: list[Any], settings: Settings) -> bool:
    """Whether the objects `others` name questions that the records `held` do not name."""
    records = [item for item in held if isinstance(item, dict)] if isinstance(held, list) else []
    for key in (settings.question,) if settings.question else _NAMING:
        known = {str(item.get(key)) for item in records if key in item}
        if known and any(key in item and str(item[key]) not in known for item in others):
            return True
    return False


def _unsure(value: dict[str, Any], found: Sequence[Shape]) -> FileError:
    """Return the error that asks what the parts of a document are, if no shape is sure."""
    best = found[0]
    if best.depth == 1 and not best.labels and not best.are_records:
        return _nameless(best)
    if best.labels and best.depth == 2 and best.template.startswith("{trial}"):
        return asking(f"the rows {some(best.labels, 2)} look like trials: are questions in columns?", ["--transpose"])
    if best.are_records and best.depth == 2 and best.labels and not best.path and "{question}" not in best.template:
        return asking(_WHICH, *([f"--list={label}"] for label in best.labels[:3]))
    what = _what_are(best.labels or list(value), "objects" if best.are_records or best.depth > 1 else "fields")
    return FileError(what + hint_of_reals(value.values()))


def _what_are(labels: Sequence[str], what: str = "objects") -> str:
    return f"the {what} {some(labels, 2)}: are they questions, runs, tasks or trials?"


def records_in_columns(value: dict[str, Any], settings: Settings) -> list[Any] | None:
    """Return the records in an object of lists, such as {"id": [1, 2]}, or in pandas's to_json(); else None."""
    lists = {name: one for name, one in value.items() if isinstance(one, list)}
    heads, bodies = ([name for name, one in lists.items() if {*map(type, one)} == {kind}] for kind in (str, list))
    tables = [(names, rows) for names in heads for rows in bodies if _is_table(lists[names], lists[rows])]
    tables = [("columns", "data")] if lists.keys() >= {"columns", "data"} else tables
    if len(tables) == 1 and lists.keys() <= {*tables[0], "index"}:
        return _split_table(value, *tables[0])
    if {"schema", "data"} == {*value} and isinstance(value["data"], list):
        rows = (row for row in value["data"] if isinstance(row, dict))
        return [{name: one for name, one in row.items() if name != "index"} for row in rows]
    if usual_names(value).isdisjoint(usual(settings.question) or _NAMING):
        return None
    columns = [list(one.values()) if isinstance(one, dict) else one for one in value.values()]
    indices = [list(one) if isinstance(one, dict) else None for one in value.values()]
    if not all(isinstance(one, list) for one in columns) or any(index != indices[0] for index in indices):
        return None
    _check_sizes(dict(zip(value, map(len, columns))))
    return [dict(zip(value, cells)) for cells in zip(*columns)]


def _is_table(names: list[str], rows: list[list[Any]]) -> bool:
    """Whether `names` may name the columns of `rows`: each row has as many values, of which some are texts."""
    are_rows = len({*names}) == len(names) and all(len(row) == len(names) for row in rows)
    return are_rows and all(any(isinstance(one, str) for one in row) for row in rows)


def _split_table(value: dict[str, Any], columns: str, data: str) -> list[Any]:
    """Return the records of a table: its names are in the field `columns`, its rows in `data`, labels in `index`."""
    names, rows, index = value[columns], value[data], value.get("index")
    if not all(isinstance(row, list) and len(row) == len(names) for row in rows):
        raise FileError(
            f"{shown(data)} has rows that are not lists of {count(len(names), 'value')}, as in {shown(columns)}"
        )
    if isinstance(index, list) and index != list(range(len(rows))):
        _check_sizes({"index": len(index), "data": len(rows)})
        names, rows = ["unnamed: 0", *names], [[label, *row] for label, row in zip(index, rows)]
    return [dict(zip(map(str, names), row)) for row in rows]


def _check_sizes(sizes: dict[str, int]) -> None:
    short, long = min(sizes, key=sizes.__getitem__), max(sizes, key=sizes.__getitem__)
    if sizes[short] != sizes[long]:
        raise FileError(f"{shown(short)} has {sizes[short]} values, and {shown(long)} has {sizes[long]}")


# Objects without trials


def refuse_averages(value: dict[str, Any]) -> None:
    """Refuse the averages that lm-evaluation-harness and Every Eval Ever write beside their samples."""
    if isinstance(value.get("evaluation_results"), list) and "model_info" in value:
        raise FileError("an aggregate of Every Eval Ever, which has no trials; they are in a file *_samples.jsonl")
    if isinstance(value.get("results"), dict) and not {"configs", "config", "versions", "n-shot"}.isdisjoint(value):
        inner = value["results"].values()
        if all(isinstance(one, dict) and not any(isinstance(x, (list, dict)) for x in one.values()) for one in inner):
            what = f"a JSON object with {some(value)}: averages of lm-evaluation-harness, and no trials"
            raise FileError(f"{what}; --log_samples writes them to samples_*.jsonl")


def nothing_fits(value: dict[str, Any]) -> FileError:
    """Return the error that says what an object looks like and what is needed."""
    names = list(value)
    looks = f"a JSON object with {some(names)}" if names else "an empty JSON object"
    needed = 'records ({"task_id": "a", "passed": true}), a matrix or lists of outcomes ({"q1": [0, 1]}) are needed'
    hint = hint_of_reals(value.values())
    return FileError(f"{looks}; {needed}{hint}; see --list and --help formats")
