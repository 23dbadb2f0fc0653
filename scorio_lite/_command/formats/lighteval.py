"""lighteval: details_TASK.parquet, or the same records in JSON.

Read: src/lighteval/logging (evaluation_tracker.py, info_loggers.py) and tasks/requests.py at 3fd1526 (May 2026). Each
record has one value of each metric; with several samples of a question, some metrics are already averages over them.
"""

from __future__ import annotations

from ..grading import FileError, shown, typed_as
from ..json_text import field, inside, named, only, optional, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"doc": {"id": "0"}, "model_response": {}, "metric": {"extractive_match": 1}}'


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """A record for each question: doc.id, doc.task_name, and the metrics in `metric`."""
    book.begin("lighteval", "doc.id")
    for at, item in items:
        place = f"{unit} {at}"
        doc = part(item, "doc", dict, place)
        question = book.question(field(doc, "id", f"{place}, field 'doc'"), f"{place}, field 'doc', field 'id'")
        book.check_context(question, {"task_name": optional(doc, "task_name", place)}, place)
        metrics = named(field(item, "metric", place), f"{place}, field 'metric'")
        name = only(metrics, settings.metric, "metric", place)
        texts = inside(item, "model_response", "text")
        if settings.metric is None and isinstance(texts, list) and len(texts) > 1:
            raise FileError(
                f"{place}: {len(texts)} responses and one {shown(name)} of them, so the trials are not in the file; to "
                f"count that value as one trial, use --metric {typed_as(name)}"
            )
        book.add(question, metrics[name], f"{place}, metric {shown(name)}")
