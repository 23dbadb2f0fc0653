"""How many questions decide between two models, without data (--plan A,B)."""

from __future__ import annotations

from ..score.metrics import POWER
from ..text import level
from .form import Form
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..options import Options
    from .form import Record
    from .tables import Block

_CORRELATIONS = (0, 0.25, 0.5, 0.75)
_WHY = (
    "Exactly one: the share of questions that only one of the two models solves, at one trial each. The less often "
    "models differ, the fewer questions decide. If you know nothing of it, take the worst case; to find it, run both "
    "models on a hundred questions, and give the two files to --flips."
)


class Rates(Form):
    """How many questions tell two success rates apart: fewer if the two models solve much the same questions."""

    def __init__(self, rates: tuple[float, float], options: Options) -> None:
        super().__init__([], options)
        from fractions import Fraction

        from ...confidence import plan

        self._rates = a, b = Fraction(str(rates[0])), Fraction(str(rates[1]))
        least, most, spread = abs(a - b), min(a + b, 2 - a - b), float(a * (1 - a) * b * (1 - b)) ** 0.5
        asked: Any = {"power": POWER, "confidence": options.confidence}
        cases: list[Any] = [("worst case", most, None, plan(a, b, differ=most, **asked))]
        for r in _CORRELATIONS:
            differ = float(a + b - 2 * a * b) - 2 * r * spread
            if least < differ < most:
                cases.append(("" if r else "independent", differ, r, plan(a, b, correlation=r, **asked)))
        cases.append(("best case", least, None, plan(a, b, differ=least, **asked)))
        self.rows = [
            {"case": name, "exactly_one": float(differ), "correlation": r, "questions": questions}
            for name, differ, r, questions in cases
        ]

    def title(self) -> str:
        return f"Questions that tell {self.write(float(self._rates[0]))} from {self.write(float(self._rates[1]))}"

    def blocks(self) -> list[Block]:
        a, b = (self.write(float(rate)) for rate in self._rates)
        what = (
            f"Questions that decide which of two models is better, if they solve {a} and {b} of them, at {self.level} "
            f"confidence and with a chance of {level(POWER)}:"
        )
        rows = [["", "exactly one", "correlation", "questions"]]
        for row in self.rows:
            shown = "" if row["correlation"] is None else f"{row['correlation']:g}"
            rows.append([row["case"], self.write(row["exactly_one"]), shown, f"{row['questions']:,}"])
        return [what, Table(rows), _WHY]

    def record(self) -> Record:
        return {
            "rates": [*map(float, self._rates)],
            "confidence": self.options.confidence,
            "power": POWER,
            "cases": self.rows,
        }
