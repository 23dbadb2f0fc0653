"""NeMo-Skills: output-rs*.jsonl, a file for each trial, or output.jsonl: a record for each question.

The harness pairs the files of a benchmark by line; here they are paired by the field that names the question.
"""

from __future__ import annotations

from ..grading import is_missing
from ..read.item import Item, Refusal, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_FIELDS = ("symbolic_correct", "judge_correct", "is_correct", "is_correct-plus")


def read(file: Trials) -> Iterator[Trial]:
    name, times, records = "", {}, 0  # type: str, dict[Any, int], int
    for row, item in enumerate(file.items(), 1):
        fields, records = item.fields, row
        if row == 1:
            name = next((key for key in file.format.question.split("/") if key in fields), "")
            file.told.by_row = not name
        label = file.label(item, item[name].value) if name else f"row {row}"
        times[label] = times.get(label, 0) + 1
        if times[label] > 1:  # some benchmarks have a problem twice
            label = f"{label} ({times[label]})"
        scores = _scores(item)
        metric = file.metric = file.told.outcome = item.pick(list(scores), file.metric or None)
        value = scores[metric]
        why = "no yes or no in 'judgement'" if metric == "judge_correct" and value is None else ""
        file.check_same(item, label, [fields.get("problem", fields.get("question"))])
        kept = file.keep(item, answer=fields.get("predicted_answer"))
        yield Trial("", "", label, None, 0 if why else value, why or "no outcome" * is_missing(value), kept, item.place)
    if 2 * sum(n - 1 for n in times.values()) >= records - len(times) + 1 > 1 and len(times) * 2 <= records:
        raise Refusal("twice", "most problems occur several times; in NeMo-Skills a file has each once")


def _scores(item: Item) -> dict[str, Any]:
    """Return the outcomes of a record, by the names that the harness gives its metrics."""
    fields = item.fields
    scores = {name: fields[name] for name in _FIELDS if name in fields}
    if "judgement" in fields:
        if "expected_judgement" in fields:
            raise item.error("it grades a judgement, which is not read")
        verdict = str(fields["judgement"]).rpartition("Judgement:")
        word = verdict[2].strip().lower() if verdict[1] else ""
        scores["judge_correct"] = True if word.startswith("yes") else False if word.startswith("no") else None
    if "proof_status" in fields:
        scores["lean4_correct"] = None if fields["proof_status"] is None else fields["proof_status"] == "completed"
    return scores
