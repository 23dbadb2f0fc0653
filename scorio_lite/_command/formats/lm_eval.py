"""lm-evaluation-harness: samples_*.jsonl, a record for each document and filter, with the metrics in fields.

Read: version 0.4.13, lm_eval/evaluator.py. With `repeats`, a record holds the responses of all repeats, the output of
a filter (by default the first response), and one score for it. The harness has no rule for missing trials.
"""

from __future__ import annotations

import re

from ..book import Book
from ..grading import FileError, is_missing, shown, typed_as
from ..item import Item, Items
from ..json_text import canonical
from ..settings import Settings

EXAMPLE = '{"doc_id": 0, "filter": "none", "resps": [["4"]], "metrics": ["exact_match"], "exact_match": 1.0}'
_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")  # without `metrics`
_NOT_FOUND = "[invalid]"  # written by its RegexFilter by default
_NAME = re.compile(r"(?:.*[/\\])?samples_(.+?)_\d{4}-\d\d-\d\dT[^/\\]*")


def read(items: Items, book: Book, settings: Settings) -> None:
    """Read the records of one filter. If there are several filters or metrics, an option must choose one."""
    book.begin("lm-eval", "doc_id")
    named = _NAME.fullmatch(book.file)
    if named:
        book.tell(task=named[1])
    metric = settings.metric
    seen: dict[str, None] = {}  # the filters
    for item in items:
        label, filter = item["doc_id"], item.get("filter")
        name = filter.value if "filter" in item.fields else "none"
        if not isinstance(name, str):
            raise filter.error(f"expected a text, got {shown(name)}")
        seen.setdefault(name)
        if settings.filter is None and len(seen) > 1:
            raise item.error(f"it has the filters {' and '.join(map(shown, seen))}; use --filter")
        if settings.filter not in (None, name):
            continue
        metric = metric or _metric(item)
        question = book.question(label)
        digest = item.inside("doc_hash")
        book.check_context(question, {"doc_hash": digest}, item)
        if is_missing(digest) and "doc" in item.fields:
            book.identify(question, "doc", canonical(item.inside("doc")), item)
        book.identify(question, "doc_hash", digest, item)
        book.keep(question, item)
        if settings.filter is None:
            _refuse_repeats(item, name)
        code = book.add(question, item[metric])
        if book.votes:
            book.votes.add(question, code, _answer(item["filtered_resps"]))
    if settings.filter is not None and settings.filter not in seen:
        known = ", ".join(map(shown, list(seen)[:3]))
        raise FileError(f"no record has the filter {shown(settings.filter)}; there are {known}")


def _refuse_repeats(item: Item, filter: str) -> None:
    """Refuse one score for several responses, unless --filter names the filter that made it."""
    responses = item.get("resps").value
    lists = [one for one in responses if isinstance(one, list)] if isinstance(responses, list) else []
    most = max(map(len, lists), default=0)
    if most > 1:
        raise item.error(
            f"{most} responses (repeats) and one score, so the trials are not in the file; run it {most} "
            f"times and use --merge, or count that score as one trial: --filter {typed_as(filter)}"
        )


def _answer(responses: Item) -> Item:
    """The output of the filter. If a regular expression finds nothing, there is no answer."""
    found = responses.value
    while isinstance(found, list) and len(found) == 1:
        found = found[0]
    if isinstance(found, list):
        raise responses.error(
            f"expected one answer, got {len(found)} values; cons@k needs generated answers, one a trial"
        )
    return responses.of(None if found == _NOT_FOUND else found)


def _metric(item: Item) -> str:
    """The only metric of a record."""
    fields = item.fields
    names = item["metrics"].typed(list) if "metrics" in fields else [name for name in _USUAL if name in fields]
    if not names:
        raise item.error("no metric is found; use --metric")
    if len(names) > 1 or not isinstance(names[0], str):
        raise item.error(f"it has the metrics {', '.join(map(shown, names[:4]))}; use --metric")
    return names[0]
