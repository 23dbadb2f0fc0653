"""OpenAI evals: the log of a run in JSON Lines: its spec, events, and the final report.

Read: evals/record.py, metrics.py and eval.py at 4bfc1f5 (November 2025). The harness's accuracy is the mean of
data.correct over the events of type match.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import field, inside, part, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = """\
{"spec": {"completion_fns": ["m"], "eval_name": "e"}}
{"sample_id": "e.0", "type": "match", "data": {"correct": true}}
{"final_report": {"accuracy": 1.0}}"""


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """Each match is a trial of its sample; with --metric NAME, each event of type metrics that has this field."""
    book.begin("openai-evals", "sample_id")
    book.rule = Rule("samples without a match are left out", uneven="its accuracy is that of all matches together")
    kind, name = ("metrics", settings.metric) if settings.metric else ("match", "correct")
    started = finished = False
    for at, item in items:
        place = f"{unit} {at}"
        if "spec" in typed(item, dict, place):
            if started:
                raise FileError(f"{place}: a second spec; give each log in a file of its own")
            started = True
            models = inside(item, "spec", "completion_fns")
            book.tell(
                model=models[0] if isinstance(models, list) and models else None, task=inside(item, "spec", "eval_name")
            )
        elif "final_report" in item:
            if finished:
                raise FileError(f"{place}: a second final_report")
            finished = True
        else:
            question = book.question(field(item, "sample_id", place), f"{place}, field 'sample_id'")
            if field(item, "type", place) == kind:
                data = part(item, "data", dict, place)
                inner = f"{place}, field 'data'"
                book.add(question, field(data, name, inner), f"{inner}, field {shown(name)}")
    if not finished:
        book.unfinished = book.unfinished or "the log has no final_report"
