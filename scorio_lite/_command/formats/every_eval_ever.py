"""Every Eval Ever: UUID_samples.jsonl, a record for each trial of a sample.

Source: every_eval_ever/schemas/instance_level_eval.schema.json, version 0.3.0, and converters/ at 9bce413
(August 2026). The converters set `is_correct` by rules of their own: with Inspect any score above 0 is correct,
even a mean over epochs; with HELM a graded metric is never correct. So the reader compares `is_correct` with
the score.
"""

from __future__ import annotations

from ..book import Book
from ..grading import FileError, is_missing, shown
from ..item import Item, Items
from ..settings import Settings, usual

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "every-eval-ever"
_METRICS = ("is_correct", "score")


def read(items: Items, book: Book, settings: Settings) -> None:
    """Read records: model_id (or --run KEY), evaluation_name, sample_id, evaluation, metadata.epoch (the trial number).

    A sample that counts for several results has a record for each result, of which --filter chooses one by its
    evaluation_result_id.
    """
    book.begin(NAME, "sample_id")
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
            cells[names].begin(NAME, "sample_id")
            cells[names].tell(model=item["model_id"].value, task=names[1])
        before = known.setdefault(names, (result, evaluation))
        if result != before[0]:
            results.update(dict.fromkeys(one.get("evaluation_result_id").value for one in items))
            item.pick(list(map(str, results)), None, "filter")
        if evaluation != before[1] and "evaluation_id" not in ignored and run != "evaluation_id":
            raise _several_evaluations(item, before[1], evaluation)
        _add(item, cells[names], settings.metric, "sample_hash" not in ignored)
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


def _add(item: Item, run: Book, metric: str | None, identifies: bool) -> None:
    """Add the trial of a record to the book `run`. `identifies`: trials of a question must share sample_hash."""
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
    """Return the field of the outcome: is_correct, or the score if outcomes need not be 0 or 1 (not `is_plain`).

    Refuse a score and an is_correct that differ, unless --metric chooses one.
    """
    if metric is not None:
        evaluation.of(dict.fromkeys(_METRICS)).only(metric)
        return evaluation[metric]
    is_correct, score = evaluation["is_correct"], evaluation["score"]
    if not is_plain or is_missing(is_correct.value):
        return score
    if score.value != is_correct.value:
        both = f"the score is {shown(score.value)} and is_correct is {shown(is_correct.value)}"
        ways = ["--scores"], ["--metric=is_correct"], ["--threshold=1"]
        raise evaluation.error(f"{both}; which counts? See --scores, --threshold, --metric is_correct").leading(*ways)
    return is_correct
