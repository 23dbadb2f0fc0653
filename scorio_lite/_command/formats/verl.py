"""verl: STEP.jsonl, the rollouts or the validation of a step.

Read: verl/trainer/ppo/ray_trainer.py (_dump_generations) and metric_utils.py at b178a3c (January 2026). The harness
scores `acc` if there is one, otherwise the reward, which is `score`.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import canonical, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"input": "2+2", "output": "4", "score": 1.0, "step": 20}'


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """A record for each response: input, which names the question; gts, its answer; score; step."""
    book.begin("verl", "input")
    name = settings.metric
    for at, item in items:
        place = f"{unit} {at}"
        question = book.question(field(item, "input", place), f"{place}, field 'input'")
        name = name or ("acc" if "acc" in item else "score")
        if name == "score" and "acc" in item and not settings.metric:
            raise FileError(f"{place}: field 'acc' is not in earlier records; all must have it, or none")
        gts = item.get("gts")
        gts = gts if isinstance(gts, str) else canonical(gts)
        book.check_context(question, {"step": item.get("step"), "gts": gts}, place)
        book.keep(question, item, place)
        book.add(question, field(item, name, place), f"{place}, field {shown(name)}")
