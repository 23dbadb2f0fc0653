"""How many questions decide between two models (--plan A,B), or what so many can show (--plan N,A), without data."""

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


_WHICH = (
    "Worst case: the models have as few solved questions in common as can be. Most models correlate: then smaller "
    "differences show."
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


class Detectable(Form):
    """The least differences that so many questions can show, at one trial each."""

    def __init__(self, given: tuple[float, float], options: Options) -> None:
        super().__init__([], options)
        self._questions, self._rate = int(given[0]), given[1]
        self.rows = detectable(self._questions, self._rate, options.confidence)

    def title(self) -> str:
        return f"Differences that {self._questions:,} questions can show"

    def blocks(self) -> list[Block]:
        rows = [["", "correlation", "worse by", "better by"]]
        for row in self.rows:
            ends = [self.write(row[name]) if row[name] is not None else "not shown" for name in ("worse", "better")]
            shown = "" if row["correlation"] is None else f"{row['correlation']:g}"
            rows.append([row["case"], shown, *ends])
        what = (
            f"The least differences that {self._questions:,} questions can show to a model that solves "
            f"{self.write(self._rate)} of them, at {self.level} confidence and with a chance of {level(POWER)}:"
        )
        return [what, Table(rows), _WHICH]

    def record(self) -> Record:
        about = {"question_count": self._questions, "rate": self._rate, "confidence": self.options.confidence}
        return {**about, "power": POWER, "detectable": self.rows}


def detectable(questions: int, rate: Any, confidence: float) -> list[Record]:
    """Return the least differences that so many questions can show: in the worst case, and for independent models.

    None stands for a difference that no model can have, or that so many questions cannot show.
    """
    from ... import confidence as library

    def least(rate: Any, **known: Any) -> float | None:
        try:
            return library.detectable(questions, rate, power=POWER, confidence=confidence, **known)
        except ValueError:
            return None

    from fractions import Fraction

    share: Any = Fraction(str(rate))
    return [
        {"case": case, "correlation": r, "worse": least(share, **known), "better": least(1 - share, **known)}
        for case, r, known in (("worst case", None, {}), ("independent", 0, {"correlation": 0}))
    ]
