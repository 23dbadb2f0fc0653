"""lm-evaluation-harness: samples_*.jsonl, a record for each document and filter, with the metrics in fields.

Read: version 0.4.13, lm_eval/evaluator.py. With `repeats`, a record holds the responses of all repeats, what a filter
makes of them (by default the first), and one score of that. The harness has no rule for missing trials.
"""

from __future__ import annotations

import re

from ..grading import FileError, is_missing, shown, typed_as
from ..json_text import canonical, field, optional, part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"doc_id": 0, "filter": "none", "resps": [["4"]], "metrics": ["exact_match"], "exact_match": 1.0}'
_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")  # without `metrics`
_NOT_FOUND = "[invalid]"  # what its RegexFilter writes by default
_NAME = re.compile(r"(?:.*[/\\])?samples_(.+?)_\d{4}-\d\d-\d\dT[^/\\]*")


def read(unit: str, items: Iterable[tuple[int, Any]], book: Book, settings: Settings) -> None:
    """Read the records of one filter. If there are several filters or metrics, an option must choose one."""
    book.begin("lm-eval", "doc_id")
    named = _NAME.fullmatch(book.file)
    if named:
        book.tell(task=named[1])
    metric = settings.metric
    seen: dict[str, int] = {}  # the filters, and where first
    for at, item in items:
        place = f"{unit} {at}"
        label = field(item, "doc_id", place)
        name = field(item, "filter", place) if "filter" in item else "none"
        if not isinstance(name, str):
            raise FileError(f"{place}, field 'filter': expected a text, got {shown(name)}")
        seen.setdefault(name, at)
        if settings.filter is None and len(seen) > 1:
            raise FileError(
                f"{place}: it has the filters {' and '.join(shown(name) for name in seen)}; use --filter"
            )
        if settings.filter not in (None, name):
            continue
        metric = metric or _metric(item, place)
        question = book.question(label, f"{place}, field 'doc_id'")
        book.check_context(question, {"doc_hash": item.get("doc_hash")}, place)
        if is_missing(item.get("doc_hash")) and "doc" in item:
            book.identify(question, "doc", canonical(item["doc"]), place)
        book.identify(question, "doc_hash", item.get("doc_hash"), place)
        book.keep(question, item, place)
        if settings.filter is None:
            _refuse_repeats(item, name, place)
        code = book.add(question, field(item, metric, place), f"{place}, field {shown(metric)}")
        if book.votes:
            book.votes.add(question, code, _answer(item, place), f"{place}, field 'filtered_resps'")
    if settings.filter is not None and settings.filter not in seen:
        known = ", ".join(shown(name) for name in list(seen)[:3])
        raise FileError(f"no record has the filter {shown(settings.filter)}; there are {known}")


def _refuse_repeats(item: dict[str, Any], filter: str, place: str) -> None:
    """Refuse a score of several responses, unless --filter names what makes one of them."""
    responses = optional(item, "resps", place)
    lists = [one for one in responses if isinstance(one, list)] if isinstance(responses, list) else []
    most = max(map(len, lists), default=0)
    if most > 1:
        raise FileError(
            f"{place}: {most} responses (repeats) and one score, so the trials are not in the file; run it {most} "
            f"times and use --merge, or count that score as one trial: --filter {typed_as(filter)}"
        )


def _answer(item: dict[str, Any], place: str) -> Any:
    """What the filter made of the response. Where a regular expression finds nothing, there is no answer."""
    found = field(item, "filtered_resps", place)
    while isinstance(found, list) and len(found) == 1:
        found = found[0]
    if isinstance(found, list):
        raise FileError(
            f"{place}, field 'filtered_resps': expected one answer, got {len(found)} values; cons@k needs generated "
            "answers, one a trial"
        )
    return None if found == _NOT_FOUND else found


def _metric(item: dict[str, Any], place: str) -> str:
    """The only metric of a record."""
    names = part(item, "metrics", list, place) if "metrics" in item else [name for name in _USUAL if name in item]
    if not names:
        raise FileError(f"{place}: no metric is found; use --metric")
    if len(names) > 1 or not isinstance(names[0], str):
        raise FileError(
            f"{place}: it has the metrics {', '.join(shown(name) for name in names[:4])}; use --metric"
        )
    return names[0]
