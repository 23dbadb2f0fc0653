"""OpenAI evals: the log of a run in JSON Lines: its spec, events, and the final report.

Read: evals/record.py, metrics.py and eval.py at 4bfc1f5 (November 2025). The harness's accuracy is the mean of
data.correct over the events of type match.
"""

from __future__ import annotations

from ..book import Book
from ..item import Items
from ..rules import Rule
from ..settings import Settings

EXAMPLE = """\
{"spec": {"completion_fns": ["m"], "eval_name": "e"}}
{"sample_id": "e.0", "type": "match", "data": {"correct": true}}
{"final_report": {"accuracy": 1.0}}"""
_RULE = Rule("samples without a match are left out", uneven="its accuracy is over all matches together")


def read(items: Items, book: Book, settings: Settings) -> None:
    """Each match is a trial of its sample; with --metric NAME, each event of type metrics with this field is."""
    book.begin("openai-evals", "sample_id", _RULE)
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
        book.unfinished = book.unfinished or "the log has no final_report"
