"""lm-evaluation-harness: samples_*.jsonl, a record for each document, filter and repeat, with the metrics in fields."""

from __future__ import annotations

from ..book import SHORT
from ..grading import FileError, shown
from ..json_text import field, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..settings import Settings

_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")  # without `metrics`


def read(unit: str, items: Iterable[tuple[int, Any]], book: Book, settings: Settings) -> None:
    """Read the records of one filter. If there are several filters or metrics, an option must choose one."""
    book.begin("lm-eval", "doc_id")
    metric = settings.metric
    seen: dict[str, int] = {}  # the filters, and where first
    for at, item in items:
        place = f"{unit} {at}"
        label = field(item, "doc_id", place)
        name = item.get("filter", "none")
        if not isinstance(name, str):
            raise FileError(f"{place}, field 'filter': expected a text, got {shown(name)}")
        seen.setdefault(name, at)
        if settings.filter is None and len(seen) > 1:
            raise FileError(
                f"{place}: it has the filters {' and '.join(shown(name, SHORT) for name in seen)}; use --filter"
            )
        if settings.filter not in (None, name):
            continue
        metric = metric or _metric(item, place)
        question = book.question(label, f"{place}, field 'doc_id'")
        book.check_context(question, {"doc_hash": item.get("doc_hash")}, place)
        book.add(question, field(item, metric, place), f"{place}, field {shown(metric)}")
    if settings.filter is not None and settings.filter not in seen:
        known = ", ".join(shown(name, SHORT) for name in list(seen)[:3])
        raise FileError(f"no record has the filter {shown(settings.filter, SHORT)}; there are {known}")


def _metric(item: dict[str, Any], place: str) -> str:
    """The only metric of a record."""
    names = part(item, "metrics", list, place) if "metrics" in item else [name for name in _USUAL if name in item]
    if not names:
        raise FileError(f"{place}: no metric is found; use --metric")
    if len(names) > 1 or not isinstance(names[0], str):
        raise FileError(
            f"{place}: it has the metrics {', '.join(shown(name, SHORT) for name in names[:4])}; use --metric"
        )
    return names[0]
