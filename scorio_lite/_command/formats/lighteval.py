"""lighteval: details_TASK.parquet, or the same records in JSON.

Read: src/lighteval/logging (evaluation_tracker.py, info_loggers.py) and tasks/requests.py at 3fd1526 (May 2026). Each
record has one value per metric; if a question has several samples, some metrics are already averages over them.
"""

from __future__ import annotations

from ..book import Book
from ..grading import shown, typed_as
from ..item import Items
from ..settings import Settings

EXAMPLE = '{"doc": {"id": "0"}, "model_response": {}, "metric": {"extractive_match": 1}}'


def read(items: Items, book: Book, settings: Settings) -> None:
    """A record for each question: doc.id, doc.task_name, and the metrics in `metric`."""
    book.begin("lighteval", "doc.id")
    for item in items:
        doc = item["doc"]
        question = book.question(doc["id"])
        book.check_context(question, {"task_name": doc.get("task_name").value}, item)
        metrics = item["metric"]
        name = item.of(metrics.fields).only(settings.metric)
        texts = item.inside("model_response", "text")
        if settings.metric is None and isinstance(texts, list) and len(texts) > 1:
            raise item.error(
                f"{len(texts)} responses and one {shown(name)} for all of them, so the trials are not in the file; to "
                f"count that value as one trial, use --metric {typed_as(name)}"
            )
        book.add(question, item.of(metrics.value[name], f", metric {shown(name)}"))
