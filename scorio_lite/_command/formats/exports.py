"""Exports of platforms, and Every Eval Ever. Each trial has scores by name, and --metric chooses one of them.

Sources, in August 2026: server/api/routers/v1/experiments.py of Phoenix at 9478f95; _flatten_experiment_results and
get_test_results of langsmith-sdk at bc8dd67; ExperimentEvent of braintrust-sdk at a696a72; genai/evaluation of MLflow
at 012bb59; dataset_schema.py of Ragas at 01b7cac; test_run/ of DeepEval at a2e0d4c; and
database-read-stream/getDatabaseReadStream.ts of Langfuse at 6275144.

Source of Every Eval Ever: every_eval_ever/schemas/instance_level_eval.schema.json, version 0.3.0, and converters/ at
9bce413 (August 2026). The converters set `is_correct` by rules of their own: with Inspect any score above 0 is correct,
even a mean over epochs; with HELM a graded metric is never correct. So the reader compares `is_correct` with the score.
"""

from __future__ import annotations

import json
import re
from functools import partial

from ..book import Book
from ..fields import RUN_KEYS, record, says_break, some
from ..grading import FileError, is_missing, number_in, shown, spelled
from ..item import Item, Items
from ..json_text import canonical
from ..readings.names import surely_outcome
from ..readings.table import Column
from ..readings.values import values_as_outcomes
from ..settings import Settings, usual
from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Sequence

    from ..grading import Grader

_INPUTS = ("inputs", "request", "question", "query", "prompt", "input")  # of MLflow; the first one in a row is used
_SCORE = re.compile(r"((?:annotation_|eval\.)?(.+)[_.])score")  # a column of Phoenix
_RAGAS = names_in("""
    user_input retrieved_contexts reference_contexts response multi_responses reference
    rubric rubrics reference_tool_calls reference_topics
""")
_EVERY_EVAL_EVER = "every-eval-ever"
_OUTCOMES = ("is_correct", "score")  # of Every Eval Ever


class ScoredTrial:
    """A trial: its record, its question, and its scores by name."""

    number: Any = None
    error: Any = None
    run: Any = None
    same: tuple[str, Any] = "", None  # a field that is the same in all trials of a question, and its value

    def __init__(self, at: Item, question: Any, scores: dict[str, Any], **more: Any) -> None:
        self.at, self.question, self.scores = at, question, scores
        vars(self).update(more)
        for one in (at, Item(scores, at.place)):
            one.named("")  # no field occurs twice


def _phoenix(item: Item) -> ScoredTrial:
    """Return the trial of a run of an example, with the fields example_id, repetition_number, error and annotations.

    In CSV, an annotation is a column NAME_score, annotation_NAME_score or eval.NAME.score.
    """
    fields = item.fields
    if "annotations" in fields:
        found = item["annotations"].each(f"{item.place}, annotation")
        scores = record([(str(one["name"].value), _first(one.inside("score"), one.inside("label"))) for one in found])
    else:
        names = [match for match in map(_SCORE.fullmatch, fields) if match]
        scores = {one[2]: _first(fields[one.string], fields.get(f"{one[1]}label")) for one in names}
    same = "input", canonical(_parsed(item.inside("input")))
    number, error = item["repetition_number"].value, item.inside("error")
    return ScoredTrial(item, item["example_id"].value, scores, number=number, error=error, same=same)


def _langsmith(item: Item) -> ScoredTrial:
    """Return the trial of a row of to_pandas() or get_test_results(): example_id, error and feedback.NAME."""
    scores = {name[9:]: value for name, value in item.fields.items() if name.startswith("feedback.")}
    error, run = item.inside("error"), item.inside("session_name")
    return ScoredTrial(item, item["example_id"].value, scores, error=error, run=run)


def _braintrust(item: Item) -> ScoredTrial | None:
    """Return the trial of an event or of a result of Eval(): input, expected, scores. None for a span inside a trace.

    In a table, the scores are an object in a cell.
    """
    if item.inside("is_root") is False or item.inside("root_span_id") not in (None, item.inside("span_id")):
        return None
    scores, same = _parsed(item.get("scores").value) or {}, ("expected", canonical(item.inside("expected")))
    error, run = item.inside("error"), item.inside("experiment_id")
    return ScoredTrial(item, _text(item["input"].value), scores, error=error, same=same, run=run)


def _mlflow(item: Item) -> ScoredTrial:
    """Return the trial of a row of a table of MLflow, with inputs or request, and NAME/score or NAME/value."""
    fields = item.fields
    name = next((name for name in _INPUTS if name in fields), "")
    if not name:
        raise item.error(f"no field names the question: there are {some(fields)}; use --question and --outcome")
    found = ((key, value) for key, value in fields.items() if key.endswith(("/score", "/value")) or surely_outcome(key))
    scores = {key.rpartition("/")[0] or key: value for key, value in found}
    return ScoredTrial(item, _text(fields[name]), scores, error=fields.get("error_message"))


def _ragas(item: Item) -> ScoredTrial:
    """Return the trial of a row of to_pandas(), with user_input and reference, and a field for each metric."""
    plain = {name: value for name, value in item.fields.items() if not isinstance(value, (list, dict))}
    others = (*_RAGAS, *RUN_KEYS, "", "unnamed: 0")  # pandas's numbers of rows
    scores = {name: value for name, value in plain.items() if name.strip().lower() not in others}
    return ScoredTrial(item, _text(item["user_input"].value), scores, same=("reference", item.inside("reference")))


def read_deepeval(items: Items, book: Book, settings: Settings) -> None:
    """Read test_run_*.json, whose testCases have the fields input, success and metricsData."""
    is_plain = book.grader.is_plain
    runs = [Item(item.inside("testRunData")) if "testRunData" in item.fields else item for item in items]
    names = "testCases", "conversationalTestCases", "test_results"
    default = "success" if is_plain else ""  # of all metrics of a case
    _read(partial(_deepeval, is_plain), "deepeval", "input", names, runs, book, settings, default)


def _deepeval(is_plain: bool, case: Item) -> ScoredTrial:
    pairs = []
    for one in map(Item, _first(case.inside("metricsData"), case.inside("metrics_data")) or ()):
        value = one.inside("success" if is_plain else "score")
        pairs.append((str(one["name"].value), None if one.inside("error") else value))
    if is_plain:
        pairs.append(("success", None if None in dict(pairs).values() else case.inside("success")))
    scores = record(pairs)
    question = next(filter(None, map(case.inside, ("input", "scenario", "name"))), None)
    expected = _first(case.inside("expectedOutput"), case.inside("expected_output"))
    return ScoredTrial(case, _text(question), scores, same=("expected output", expected))


def _langfuse(item: Item) -> ScoredTrial | None:
    """Return the trial of a score: traceId, observationId, name, value and stringValue. None without a traceId.

    A score belongs to the question datasetItemId in the run datasetRunName. Without these fields, each trace, or each
    observation of a trace, is a question of its own.
    """
    if is_missing(item.inside("traceId")):
        return None
    trace, span = item.inside("traceId"), item.inside("observationId")
    question = _first(item.inside("datasetItemId"), str(trace) if is_missing(span) else f"{trace} / {span}")
    scores = {str(item["name"].value): _first(item.inside("value"), item.inside("stringValue"))}
    return ScoredTrial(item, question, scores, run=item.inside("datasetRunName"))


def _read(
    trial_of: Callable[[Item], ScoredTrial | None],
    format: str,
    naming: str,
    lists: Sequence[str],  # whose entries are read
    items: Iterable[Item],
    book: Book,
    settings: Settings,
    default: str = "",
    by_score: bool = False,  # whether each score has a record of its own
) -> None:
    """Count the trials by their scores of one metric: --metric, else `default`, else the only one in the file.

    If the trials name runs, each run has a book of its own. `by_score` says that each record has a single score.
    """
    book.begin(format, naming)
    found = [one for one in map(trial_of, _entries(items, lists)) if one]
    metric = Item(None).pick(_names(found), settings.metric or default or None, "metric")
    values = [_number(one.scores.get(metric)) for one in found]
    _check_scores([(one, x) for one, x in zip(found, values) if is_missing(one.error)], metric, book.grader)
    runs: dict[str, Book] = {}
    for one, value in zip(found, values):
        name = "" if is_missing(one.run) else str(one.run)
        if name not in runs:
            runs[name] = book.run(name) if name else book
            if name:
                runs[name].begin(format, naming)
        run, label = runs[name], one.at.of(one.question)
        run.read.outcome = metric
        question = run.question(label) if by_score else None
        if question and metric not in one.scores:
            continue
        if question and not run.claim(question):
            raise one.at.error(f"a second {shown(metric)} of {naming} {shown(one.question)}")
        score, number = one.at.of(value, f", {shown(metric)}"), one.at.of(one.number)
        why, counted = "" if is_missing(one.error) else "'error' is set", None if isinstance(value, str) else value
        run.trial(one.at, label, score, number, why, counted, one.same, may_be_word=True)


def _check_scores(pairs: list[tuple[ScoredTrial, Any]], metric: str, grader: Grader) -> None:
    """Refuse a score that is no outcome. The error offers options, such as --threshold=0.5, that make it one."""
    for one, value in pairs:
        if not is_missing(value) and not says_break(value) and grader.outcome(value) is None:
            ways = values_as_outcomes(Column(metric, [x for _, x in pairs]), metric, 0)
            error = grader.refusal(value, f"{one.at.place}, {shown(metric)}", may_be_word=True)
            raise error.leading(*(options[1:] for options, _ in ways))


def _names(trials: Sequence[ScoredTrial]) -> list[str]:
    """Return the metrics that have scores. Metrics with only 0, 1 and words such as pass come first."""
    values: dict[str, list[Any]] = {}
    for one in trials:
        for name, value in one.scores.items():
            values.setdefault(name, []).append(_number(value))
    held = {name: [x for x in own if not is_missing(x)] for name, own in values.items()}
    scored = [name for name in held if any(isinstance(x, (int, float)) or spelled(x) is not None for x in held[name])]
    return sorted(scored, key=lambda name: not all(x in (0, 1) or spelled(x) is not None for x in held[name]))


def _number(value: Any) -> Any:
    """Return a score. If it is a text that spells a number, as in CSV, return this number."""
    number = number_in(value) if isinstance(value, str) else None
    return value if number is None else number


def _first(value: Any, other: Any) -> Any:
    return other if is_missing(value) else value


def _text(value: Any) -> Any:
    """Return a question's name from its input: JSON text for an object or a list; any other value as it is."""
    return canonical(value) if isinstance(value, (dict, list)) else value


def _parsed(value: Any) -> Any:
    """Parse a text, such as a cell, that is an object or a list in JSON; return any other value as it is."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return value


def _entries(items: Iterable[Item], names: Sequence[str]) -> Iterator[Item]:
    """Yield the entries of the lists with these names in each item; the item itself if it has no such list.

    If an item has `columns`, its list is of rows: they become records.
    """
    for item in items:
        columns, lists = item.inside("columns"), [name for name in names if isinstance(item.inside(name), list)]
        are_rows = isinstance(columns, list)
        for name in lists:
            for entry in item[name].each("row" if are_rows else f"{name}, entry"):
                yield entry.of(record(list(zip(map(str, columns), entry.typed(list))))) if are_rows else entry
        if not lists:
            yield item


read_phoenix = partial(_read, _phoenix, "phoenix", "example_id", ())
read_langsmith = partial(_read, _langsmith, "langsmith", "example_id", ())
read_braintrust = partial(_read, _braintrust, "braintrust", "input", ("events", "results"))
read_mlflow = partial(_read, _mlflow, "mlflow", "inputs", ("data",))
read_ragas = partial(_read, _ragas, "ragas", "user_input", ())
read_langfuse = partial(_read, _langfuse, "langfuse", "traceId", ("data",), by_score=True)


def read_every_eval_ever(items: Items, book: Book, settings: Settings) -> None:
    """Read records: model_id (or --run KEY), evaluation_name, sample_id, evaluation, metadata.epoch (the trial number).

    A sample that counts for several results has a record for each of them. Then --filter chooses one result by its
    evaluation_result_id.
    """
    book.begin(_EVERY_EVAL_EVER, "sample_id")
    cells: dict[tuple[str, str], Book] = {}
    known: dict[tuple[str, str], tuple[Any, Any]] = {}  # of each cell, its result and its evaluation
    ignored, run = usual(settings.ignore), settings.run or "model_id"
    results: dict[Any, None] = {}
    for item in items:
        result, evaluation = item.get("evaluation_result_id").value, item["evaluation_id"].value
        results.setdefault(result)
        if settings.filter not in (None, result):
            continue
        names = _named(item[run]), _named(item["evaluation_name"])
        if names not in cells:
            cells[names] = book.run(*names)
            cells[names].begin(_EVERY_EVAL_EVER, "sample_id")
            cells[names].tell(model=item["model_id"].value, task=names[1])
        before = known.setdefault(names, (result, evaluation))
        if result != before[0]:
            results.update(dict.fromkeys(one.get("evaluation_result_id").value for one in items))
            item.pick(list(map(str, results)), None, "filter")
        if evaluation != before[1] and "evaluation_id" not in ignored and run != "evaluation_id":
            raise _several_evaluations(item, before[1], evaluation)
        _add_result(item, cells[names], settings.metric, "sample_hash" not in ignored)
    if not cells and settings.filter is not None:
        Item(None).pick(list(map(str, results)), settings.filter, "filter")


def _several_evaluations(item: Item, one: Any, other: Any) -> FileError:
    return item.error(
        f"the evaluations {shown(one)} and {shown(other)} of one model: use --run evaluation_id if each is a run, or "
        "--ignore evaluation_id if they are trials"
    ).leading(["--run=evaluation_id"], ["--ignore=evaluation_id"])


def _named(item: Item) -> str:
    if not isinstance(item.value, str) or is_missing(item.value):
        raise item.error(f"{shown(item.value)} is no name")
    return item.value.strip()


def _add_result(item: Item, run: Book, metric: str | None, identifies: bool) -> None:
    """Add the trial of a record to `run`. If `identifies`, all trials of a question must have the same sample_hash."""
    why, counted = "'error' is set" if item.get("error").value else "", item.inside("evaluation", "is_correct")
    score = item if why else _outcome(item["evaluation"], metric, run.grader.is_plain)
    number = Item(item.inside("metadata", "epoch"), item.place, "metadata.epoch")
    same = ("sample_hash", item.inside("sample_hash")) if identifies else ("", None)
    cost, answer = (item.inside("token_usage", "total_tokens"), "tokens"), _answer(item) if run.asked.votes else None
    run.trial(item, item["sample_id"], score, number, why, counted, same, cost=cost, answer=answer)


def _answer(item: Item) -> Item:
    answers = item["answer_attribution"].each(f"{item.place}, answer")
    final = [one["extracted_value"] for one in answers if one.inside("is_terminal") is True]
    if not final:
        raise item["answer_attribution"].error("it has no final answer; cons@k needs one for each trial")
    return final[-1]


def _outcome(evaluation: Item, metric: str | None, is_plain: bool) -> Item:
    """Return the field that holds the outcome: is_correct if all outcomes are 0 or 1 (`is_plain`), else the score."""
    if metric is not None:
        evaluation.of(dict.fromkeys(_OUTCOMES)).only(metric)
        return evaluation[metric]
    is_correct, score = evaluation["is_correct"], evaluation["score"]
    if not is_plain or is_missing(is_correct.value):
        return score
    # --metric chooses one of them
    if score.value != is_correct.value:
        both = f"the score is {shown(score.value)} and is_correct is {shown(is_correct.value)}"
        ways = ["--scores"], ["--metric=is_correct"], ["--threshold=1"]
        raise evaluation.error(f"{both}; which counts? See --scores, --threshold, --metric is_correct").leading(*ways)
    return is_correct
