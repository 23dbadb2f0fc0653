"""NeMo-Skills: output-rs*.jsonl, a file for each trial, or output.jsonl.

Read: nemo_skills/evaluation/metrics and its tests/data/eval_outputs at 0b012df (November 2025). The harness pairs the
files of a benchmark by line, and takes a judgement without yes or no for a no. Here the fields that name a question
pair them, where there are any.
"""

from __future__ import annotations

from zlib import crc32

from ..book import Place
from ..grading import FileError, shown
from ..json_text import field, only, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"problem": "2+2", "num_generated_tokens": 9, "symbolic_correct": true}'
_RULE = Rule("a judgement without yes or no is a failure", refuses="NeMo-Skills refuses such files")
_NAMES = ("id", "task_id", "problem_id", "question_id", "problem", "question")  # the first of them is used
_TEXTS = ("problem", "question", "expected_answer")
_SHORT = 200  # characters of a problem in a name
_FIELDS = ("symbolic_correct", "is_correct", "is_correct-plus")  # the outcomes as they are


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """A record for each question. Where none of its fields names it, it is in the place that it has in other files."""
    i, name = 0, ""
    twins: dict[Any, int] = {}  # how often a question has been there, if more than once
    for i, (at, item) in enumerate(items, 1):
        place = f"{unit} {at}"
        typed(item, dict, place)
        if i == 1:
            name = next((key for key in _NAMES if key in item), "")
            book.begin("nemo-skills", name or None)
            book.rule = _RULE
        label = _short(field(item, name, place)) if name else Place(f"row {i}")
        question = book.question(label, place)
        if question.numbers:  # some benchmarks have a problem twice
            twins[question.label] = twins.get(question.label, 1) + 1
            question = book.question(f"{label} ({twins[question.label]})", place)
        question.numbers = 1
        scores = _scores(item, place)
        metric = only(scores, settings.metric, "metric", place)
        book.check_context(question, {key: _short(item[key]) for key in _TEXTS if key in item}, place)
        book.identify(question, "problem", item.get("problem", item.get("question")), place)
        book.keep(question, item, place)
        if metric == "judge_correct" and scores[metric] is None:
            book.gap(question, place, "no yes or no in 'judgement'", 0)
        else:
            code = book.add(question, scores[metric], f"{place}, metric {shown(metric)}")
            if book.votes:
                book.votes.add(question, code, field(item, "predicted_answer", place), place)
    if i > 1 and 2 * (sum(twins.values()) - len(twins)) >= i:
        raise FileError("most problems occur several times; in NeMo-Skills a file has each once; see --format records")


def _short(value: Any) -> Any:
    """A text, with a digest in place of its end if it is long."""
    if not isinstance(value, str) or len(value) <= _SHORT:
        return value
    return f"{value[:_SHORT]}... ({crc32(value.encode('utf-8', 'replace')):08x})"


def _scores(item: dict[str, Any], place: str) -> dict[str, Any]:
    """The outcomes of a record, by the names that the harness's metrics have."""
    scores = {name: field(item, name, place) for name in _FIELDS if name in item}
    if "judgement" in item:
        if "expected_judgement" in item:
            raise FileError(f"{place}: it judges a judgement, which is not read")
        scores["judge_correct"] = _verdict(field(item, "judgement", place))
    if "proof_status" in item:
        status = field(item, "proof_status", place)
        scores["lean4_correct"] = None if status is None else status == "completed"
    return scores


def _verdict(judgement: Any) -> bool | None:
    verdict = judgement.split("Judgement:")[-1] if isinstance(judgement, str) and "Judgement:" in judgement else ""
    word = verdict.strip().lower()
    return True if word.startswith("yes") else False if word.startswith("no") else None
