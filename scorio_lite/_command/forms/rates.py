"""How many questions decide between two models (--plan A,B), or what so many can show (--plan N,A), without data."""

from __future__ import annotations

from ..score.metrics import POWER
from ..text import level
from .form import Form, Part
from .tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

    from ..options import Options
    from .form import Record

_CORRELATIONS = (0, 0.25, 0.5, 0.75)
_WHY = (
    "Exactly one: the share of questions that only one of the two models solves, at one trial each. The less often "
    "models differ, the fewer questions decide. If you know nothing of it, take the worst case; to find it, run both "
    "models on a hundred questions, and give the two files to --flips."
)
_WHICH = (
    "Worst case: the models have as few solved questions in common as can be. Most models correlate: then smaller "
    "differences show."
)


class Rates(Form):
    """How many questions tell two success rates apart, or which differences so many questions can show."""

    def __init__(self, given: tuple[float, float], options: Options) -> None:
        super().__init__([], options)
        from fractions import Fraction

        self._chance = f"at {self.level} confidence and with a chance of {level(POWER)}:"
        a, b = (Fraction(str(x)) for x in given)
        self.parts = [self._differences(int(a), b) if isinstance(given[0], int) else self._sizes(a, b)]

    def title(self) -> str:
        return "Questions for two models"

    def _sizes(self, a: Fraction, b: Fraction) -> Part:
        """Return how many questions decide: fewer if the two models solve much the same questions."""
        from ...confidence import plan

        confidence = self.options.confidence
        least, most, spread = abs(a - b), min(a + b, 2 - a - b), float(a * (1 - a) * b * (1 - b)) ** 0.5
        cases: list[tuple[str, Any, float | None, dict[str, Any]]] = [("worst case", most, None, {"differ": most})]
        for known_r in _CORRELATIONS:
            differ = float(a + b - 2 * a * b) - 2 * known_r * spread
            if least < differ < most:
                cases.append(("" if known_r else "independent", differ, known_r, {"correlation": known_r}))
        cases.append(("best case", least, None, {"differ": least}))
        rows, table = [], [["", "exactly one", "correlation", "questions"]]
        for case, differ, r, known in cases:
            questions = plan(a, b, power=POWER, confidence=confidence, **known)
            rows.append({"case": case, "exactly_one": float(differ), "correlation": r, "questions": questions})
            table.append([case, self.write(float(differ)), _correlation(r), f"{questions:,}"])
        what = (
            f"Questions that decide which of two models is better, if they solve {self.write(float(a))} and "
            f"{self.write(float(b))} of them, {self._chance}"
        )
        record = {"rates": [float(a), float(b)], "confidence": confidence, "power": POWER, "cases": rows}
        return Part("", [what, Table(table), _WHY], record, rows)

    def _differences(self, questions: int, rate: Fraction) -> Part:
        """Return the least differences that so many questions can show; None for one that they cannot."""
        confidence = self.options.confidence
        rows: list[Record] = []
        for case, known in (("worst case", {}), ("independent", {"correlation": 0})):
            worse, better = (_least(questions, share, confidence, known) for share in (rate, 1 - rate))
            rows.append({"case": case, "correlation": known.get("correlation"), "worse": worse, "better": better})
        table = [["", "correlation", "worse by", "better by"]]
        for row in rows:
            ends = [self.write(row[name]) if row[name] is not None else "not shown" for name in ("worse", "better")]
            table.append([row["case"], _correlation(row["correlation"]), *ends])
        what = (
            f"The least differences that {questions:,} questions can show to a model that solves "
            f"{self.write(float(rate))} of them, {self._chance}"
        )
        record = {"question_count": questions, "rate": float(rate), "confidence": confidence, "power": POWER}
        return Part("", [what, Table(table), _WHICH], {**record, "detectable": rows}, rows)


def _correlation(r: float | None) -> str:
    return "" if r is None else f"{r:g}"


def _least(questions: int, rate: Fraction, confidence: float, known: dict[str, Any]) -> float | None:
    from ...confidence import detectable

    try:
        return detectable(questions, rate, power=POWER, confidence=confidence, **known)
    except ValueError:
        return None
