"""verl: STEP.jsonl, the rollouts or the validation of a step.

Read: verl/trainer/ppo/ray_trainer.py (_dump_generations) and metric_utils.py at b178a3c (January 2026). The harness
scores `acc` if it exists, otherwise the reward `score`.
"""

from __future__ import annotations

from ..book import Book
from ..item import Items
from ..json_text import canonical
from ..settings import Settings

EXAMPLE = '{"input": "2+2", "output": "4", "score": 1.0, "step": 20}'


def read(items: Items, book: Book, settings: Settings) -> None:
    """A record for each response: input, which names the question; gts, its answer; score; step."""
    book.begin("verl", "input")
    name = settings.metric
    for item in items:
        question = book.question(item["input"])
        name = name or ("acc" if "acc" in item.fields else "score")
        if name == "score" and "acc" in item.fields and not settings.metric:
            raise item.error("field 'acc' is not in earlier records; all must have it, or none")
        gts = item.inside("gts")
        gts = gts if isinstance(gts, str) else canonical(gts)
        book.check_context(question, {"step": item.inside("step"), "gts": gts}, item)
        book.keep(question, item)
        book.add(question, item[name])
