"""How many questions decide between two models that solve given shares of them (--plan A,B), without data."""

from __future__ import annotations

from ..score.metrics import POWER
from ..text import level
from .form import Form, Part
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .types import Any, Options

_WHY = (
    "Exactly one: the share of questions that only one of the two models solves, at one trial each. The less often "
    "models differ, the fewer questions decide. If you know nothing of it, take the worst case; to find it, run both "
    "models on a hundred questions, and give the two files to --flips."
)


def plan_rates(given: tuple[float, float], options: Options) -> Form:
    """Return how many questions tell two success rates apart: fewer if the two models solve much the same questions."""
    from fractions import Fraction

    from ...confidence import plan

    form = Form([], options)
    a, b = (Fraction(str(rate)) for rate in given)
    asked: Any = {"power": POWER, "confidence": options.confidence}
    least, most, spread = abs(a - b), min(a + b, 2 - a - b), float(a * (1 - a) * b * (1 - b)) ** 0.5
    cases: list[Any] = [("worst case", most, None, plan(a, b, differ=most, **asked))]
    for r in (0, 0.25, 0.5, 0.75):
        differ = float(a + b - 2 * a * b) - 2 * r * spread
        if least < differ < most:
            cases.append(("" if r else "independent", differ, r, plan(a, b, correlation=r, **asked)))
    cases.append(("best case", least, None, plan(a, b, differ=least, **asked)))
    rows, table = [], [["", "exactly one", "correlation", "questions"]]
    for case, differ, r, questions in cases:
        rows.append({"case": case, "exactly_one": float(differ), "correlation": r, "questions": questions})
        table.append([case, form.write(float(differ)), "" if r is None else f"{r:g}", f"{questions:,}"])
    what = (
        f"Questions that decide which of two models is better, if they solve {form.write(given[0])} and "
        f"{form.write(given[1])} of them, at {form.level} confidence and with a chance of {level(POWER)}:"
    )
    form.title = form.caption = "Questions that tell two models apart"
    record = {"rates": [*given], "confidence": options.confidence, "power": POWER, "cases": rows}
    form.parts = [Part("", [what, Table(table), _WHY], record, rows)]
    return form
