"""Suites of benchmarks: HELM, lighteval, OpenAI evals, OpenCompass, lm-evaluation-harness and NeMo-Skills."""

from __future__ import annotations

import re
from itertools import chain
from zlib import crc32

from ..book import Book
from ..fields import measures, some
from ..grading import FileError, is_missing, shown, typed_as
from ..item import Item, Items
from ..json_text import canonical
from ..ledger import Place
from ..settings import Rule, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Sequence

_HELM = Rule("missing values are left out", uneven="HELM averages each trial over its own instances")
_OPENAI_EVALS = Rule("samples without a match are left out", uneven="its accuracy is over all matches together")
_OPENCOMPASS = Rule("a replica without an outcome is a failure")
_OUTCOMES = ("correct", "is_correct", "cascade_correct")  # of OpenCompass, which counts the first that is there
_COUNTS = ("num_", "inference_", "training_", "batch_")  # the beginnings of HELM's metrics that score nothing
# Of lm-evaluation-harness: metrics of records without the field `metrics`, and what its RegexFilter writes by default.
_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")
_NOT_FOUND = "[invalid]"
_NAME = re.compile(r"(?:.*[/\\])?samples_(.+?)_\d{4}-\d\d-\d\dT[^/\\]*")
_NEMO_SKILLS = Rule("a judgement without yes or no is a failure", refuses="NeMo-Skills refuses such files")
# Of NeMo-Skills: names of the question, of which the first in a record is used; its texts; and the plain outcomes.
_NAMES = ("id", "task_id", "problem_id", "question_id", "problem", "question")
_TEXTS = ("problem", "question", "expected_answer")
_FIELDS = ("symbolic_correct", "judge_correct", "is_correct", "is_correct-plus")
_SHORT = 200  # characters of a problem in a name


def read_helm(items: Items, book: Book, settings: Settings) -> None:
    """Read per_instance_stats.json. A trial counts with its mean of one metric (--metric), in one split (--filter).

    Source: src/helm/benchmark/runner.py, metrics/metric.py and metrics/statistic.py at 63754d0 (June 2026). An instance
    may have several items in a trial, one for each class of metrics. The harness's main score takes only instances
    without a perturbation, and so does this reader.
    """
    book.begin("helm", "instance_id", _HELM)
    metrics: dict[str, None] = {}
    splits: dict[str, None] = {}
    found = False
    bare: dict[str, Item | None] = {}  # the names of the instances; None for those with statistics
    held = list(items)
    wanted = settings.metric or _only_metric(held, settings.filter)
    book.read.outcome = book.read.outcome or (not settings.metric and wanted) or ""
    for item in held:
        label, trial, stats = item["instance_id"], item["train_trial_index"], item["stats"]
        entries = [stats.of(stat) for stat in stats.typed(list)]
        if item.get("perturbation").value is not None:
            continue
        key = canonical(label.value)
        bare[key] = None if entries else bare.get(key, label)
        for stat in entries:
            name = stat["name"]
            split, metric = name.inside("split"), str(name["name"].value)
            splits.setdefault(str(split))
            if settings.filter not in (None, split) or name.inside("perturbation") is not None:
                continue
            question = book.question(label)
            metrics.setdefault(metric)
            if metric == wanted:
                found = True
                number = book.number(question, trial)
                book.add(question, item.of(_statistic(item.of(stat.value)), f", metric {shown(metric)}"), number)
    for one in filter(None, bare.values()):
        book.question(Item(one.value, "field 'instance_id'"))
    if splits and settings.filter is None:
        Item(None).pick(list(splits), None, "filter")
    if not found:
        seen = some(metrics)
        what = f"it has the metrics {seen}; use --metric" if seen else "no instance has statistics"
        raise FileError(what).choosing("metric", _scoring(metrics) or list(metrics))


def _scoring(metrics: Iterable[str]) -> list[str]:
    """Return the metrics that score something, and do not count tokens or time."""
    return [name for name in metrics if not (name.startswith(_COUNTS) or measures(name))]


def _only_metric(items: Sequence[Item], filter: str | None) -> str | None:
    """Return the only metric of a file that scores something; None if there are several, or none."""
    names = [stat["name"] for item in items for stat in map(item["stats"].of, item["stats"].typed(list))]
    found = _scoring({str(name["name"].value) for name in names if filter in (None, name.inside("split"))})
    return found[0] if len(found) == 1 else None


def _statistic(stat: Item) -> object:
    """Return the value of a metric for one instance; None if nothing was measured. Refuse a sum of several values."""
    count = stat["count"]
    if count.value == 0:
        return None
    if count.value != 1:
        raise count.error(f"{shown(count.value)} values are summed up, where one is expected")
    return stat["mean"].value


def read_lighteval(items: Items, book: Book, settings: Settings) -> None:
    """Read details_TASK.parquet, or its records in JSON: for each question doc.id, doc.task_name and `metric`.

    Source: src/lighteval/logging (evaluation_tracker.py, info_loggers.py) and tasks/requests.py at 3fd1526 (May 2026).
    A record has one value per metric. If a question has several samples, some metrics are averages over the samples.
    """
    book.begin("lighteval", "doc.id")
    for item in items:
        doc = item["doc"]
        metrics = item["metric"]
        name = item.of(metrics.fields).only(settings.metric)
        texts = item.inside("model_response", "text")
        if settings.metric is None and isinstance(texts, list) and len(texts) > 1:
            what = f"{len(texts)} responses and one {shown(name)} for all of them, so the trials are not in the file"
            raise item.error(f"{what}; to count that value as one trial, use --metric {typed_as(name)}")
        score = item.of(metrics.value[name], f", metric {shown(name)}")
        book.trial(item, doc["id"], score, context={"task_name": doc.get("task_name").value})


def read_openai_evals(items: Items, book: Book, settings: Settings) -> None:
    """Read the log of a run in JSON Lines: its spec, events, and the final report. Each match is a trial of its sample.

    With --metric NAME, each event of type metrics with this field is a trial. Source: evals/record.py, metrics.py,
    eval.py at 4bfc1f5 (November 2025). The harness's accuracy is the mean of data.correct over the events of type
    match.
    """
    book.begin("openai-evals", "sample_id", _OPENAI_EVALS)
    kind, name = ("metrics", settings.metric) if settings.metric else ("match", "correct")
    started = finished = False
    for item in items:
        if "spec" in item.fields:
            if started:
                raise item.error("a second spec; give each log in a file of its own")
            started = True
            models = item.inside("spec", "completion_fns")
            model = models[0] if isinstance(models, list) and models else None
            book.tell(model=model, task=item.inside("spec", "eval_name"))
        elif "final_report" in item.fields:
            if finished:
                raise item.error("a second final_report")
            finished = True
        else:
            question = book.question(item["sample_id"])
            if item["type"].value == kind:
                book.add(question, item["data"][name])
    if not finished:
        book.said.unfinished = book.said.unfinished or "the log has no final_report"


def read_opencompass(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read results/MODEL/DATASET.json of --dump-eval-details. In `details`, each example has a list of its outcomes.

    In older files (73c8095, February 2025), `details` is {number: detail}, and each detail has one outcome. Source:
    opencompass/tasks/openicl_eval.py and openicl/icl_evaluator/icl_base_evaluator.py at a5acc4b (August 2026).
    """
    details = document["details"]
    first = details.value[0] if isinstance(details.value, list) and details.value else None
    is_named = not isinstance(first, dict) or "example_abbr" in first
    book.begin("opencompass", "details" if is_named else None, _OPENCOMPASS)
    if isinstance(details.value, dict):
        for label, detail in details.named("detail"):
            if label != "type":
                book.add(book.question(detail.of(label)), _outcome(detail))
        return
    for i, detail in enumerate(details.each("detail"), 1):
        if not is_named:
            book.add(book.question(detail.of(Place(f"row {i}"))), _outcome(detail))
            continue
        name = detail["example_abbr"]
        question = book.question(name)
        if not book.claim(question):
            raise detail.error(f"a second detail of {shown(name.value)}")
        for replica in _outcome(detail).each(f"{detail.place}, replica"):
            if is_missing(replica.value):
                book.gap(question, replica, shown(replica.value), 0)
            else:
                book.add(question, replica)


def _outcome(detail: Item) -> Item:
    found = [name for name in _OUTCOMES if detail.inside(name) is not None]
    return detail.of(detail[found[0] if found else "correct"].value)


def read_lm_eval(items: Items, book: Book, settings: Settings) -> None:
    """Read samples_*.jsonl of lm-evaluation-harness, a record for each document and filter, with metrics in fields.

    If there are several filters or metrics, an option must choose one. Source: version 0.4.13, lm_eval/evaluator.py.
    With `repeats`, a record has all responses, and one score for the one that the filter takes (by default the first).
    The harness has no rule for missing trials.
    """
    book.begin("lm-eval", "doc_id")
    named = _NAME.fullmatch(book.files.file)
    if named:
        book.tell(task=named[1])
    metric = settings.metric
    seen: dict[str, None] = {}  # the filters
    for item in items:
        name = _filter_of(item)
        seen.setdefault(name)
        if settings.filter is None and len(seen) > 1:
            every = {str(one.inside("filter")): None for one in chain((item,), items)}
            item.pick([*{**seen, **every}], None, "filter")
        if settings.filter not in (None, name):
            continue
        metric = metric or _metric(item)
        if not book.read.options:
            filter = [f"--where=filter={name}"] if "filter" in item.fields else []
            book.read.options = ["--format=records", "--question=doc_id", f"--outcome={metric}", *filter]
        if settings.filter is None:
            _refuse_repeats(item, name)
        digest = item.inside("doc_hash")
        by_doc = is_missing(digest) and "doc" in item.fields
        same = ("doc", canonical(item.inside("doc"))) if by_doc else ("doc_hash", digest)
        answer = _answer(item["filtered_resps"]) if book.asked.votes else None
        book.trial(item, item["doc_id"], item[metric], same=same, context={"doc_hash": digest}, answer=answer)
    if settings.filter is not None:
        Item(None).pick(list(seen), settings.filter, "filter")


def _filter_of(item: Item) -> str:
    filter = item.get("filter")
    name = filter.value if "filter" in item.fields else "none"
    if not isinstance(name, str):
        raise filter.error(f"expected a text, got {shown(name)}")
    return name


def _refuse_repeats(item: Item, filter: str) -> None:
    """Refuse a record with one score for several responses. The error offers to count the score as one trial."""
    responses = item.get("resps").value
    lists = [one for one in responses if isinstance(one, list)] if isinstance(responses, list) else []
    most = len(max(lists, key=len, default=()))
    if most > 1:
        what = f"{most} responses (repeats) and one score, so the trials are not in the file; run it {most} times"
        raise item.error(f"{what} and use --merge, or count that score as one trial: --filter {typed_as(filter)}")


def _answer(responses: Item) -> Item:
    """Return the only answer in the output of a filter. Its value is None if the regular expression found no match."""
    found = responses.value
    while isinstance(found, list) and len(found) == 1:
        found = found[0]
    if isinstance(found, list):
        what = f"expected one answer, got {len(found)} values"
        raise responses.error(f"{what}; cons@k needs generated answers, one per trial")
    return responses.of(None if found == _NOT_FOUND else found)


def _metric(item: Item) -> str:
    """Return the name of the only metric of a record. Refuse a record with several."""
    fields = item.fields
    names = item["metrics"].typed(list) if "metrics" in fields else [name for name in _USUAL if name in fields]
    return item.pick(list(map(str, names)), None, "metric")


def read_nemo_skills(items: Items, book: Book, settings: Settings) -> None:
    """Read output-rs*.jsonl, a file for each trial, or output.jsonl: a record for each question.

    If no field names the question, its row does. Source: nemo_skills/evaluation/metrics and its tests/data/eval_outputs
    at 0b012df (November 2025). The harness pairs the files of a benchmark by line, and reads a judgement without yes or
    no as no. This reader pairs the files by the field that names the question, if there is one.
    """
    twins: dict[Any, int] = {}  # how often a question has occurred, if more than once
    for i, item in enumerate(items, 1):
        fields = item.fields
        if i == 1:
            name = next((key for key in _NAMES if key in fields), "")
            book.begin("nemo-skills", name or None, _NEMO_SKILLS)
        label = _short(item[name].value) if name else Place(f"row {i}")
        question = book.question(item.of(label))
        if not book.claim(question):  # some benchmarks have a problem twice
            twins[question.label] = twins.get(question.label, 1) + 1
            question = book.question(item.of(f"{label} ({twins[question.label]})"))
            book.claim(question)
        scores = item.of(_scores(item))
        metric = scores.only(settings.metric)
        score = item.of(scores.value[metric], f", metric {shown(metric)}")
        book.read.outcome = metric
        why = "no yes or no in 'judgement'" if metric == "judge_correct" and score.value is None else ""
        same = "problem", fields.get("problem", fields.get("question"))
        context = {key: _short(fields[key]) for key in _TEXTS if key in fields}
        answer = item.of(item["predicted_answer"].value) if book.asked.votes and not why else None
        book.trial(item, item.of(question.label), score, None, why, 0, same, context, answer=answer)
    if twins and 2 * (sum(twins.values()) - len(twins)) >= i:
        raise FileError("most problems occur several times; in NeMo-Skills a file has each once; see --format records")


def _short(value: Any) -> Any:
    """Shorten a long text, and put its checksum at the end. Return any other value as it is."""
    if not isinstance(value, str) or len(value) <= _SHORT:
        return value
    return f"{value[:_SHORT]}... ({crc32(value.encode('utf-8', 'replace')):08x})"


def _scores(item: Item) -> dict[str, Any]:
    """Return the outcomes of a record, by the names that the harness gives its metrics."""
    fields = item.fields
    scores = {name: item[name].value for name in _FIELDS if name in fields}
    if "judgement" in fields:
        if "expected_judgement" in fields:
            raise item.error("it grades a judgement, which is not read")
        scores["judge_correct"] = _judged(item["judgement"].value)
    if "proof_status" in fields:
        status = item["proof_status"].value
        scores["lean4_correct"] = None if status is None else status == "completed"
    return scores


def _judged(judgement: Any) -> bool | None:
    verdict = judgement.split("Judgement:")[-1] if isinstance(judgement, str) and "Judgement:" in judgement else ""
    word = verdict.strip().lower()
    return True if word.startswith("yes") else False if word.startswith("no") else None
