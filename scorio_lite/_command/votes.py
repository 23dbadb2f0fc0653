"""The answers of trials, for cons@k: how often each was given, and whether it is right."""

from __future__ import annotations

from .fields import ANSWER_KEYS
from .grading import FileError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Collection

NONE = ""  # no answer: null, or a text of blanks
_SIDES = ("wrong", "right")


class Votes:
    """The votes of all runs. Memory grows with the different answers of a question, not with the trials."""

    def __init__(self) -> None:
        self._given: dict[Any, dict[str, list[int]]] = {}

    def add(self, question: Any, code: int | None, answer: Any, place: str) -> None:
        """Count the answer of a trial with this outcome; None if it has none. `place` is where the answer stands."""
        if code is None:
            return
        text, name = _text(answer, place), shown(question.label)
        counts = self._given.setdefault(question, {}).setdefault(text, [0, 0])
        counts[code] += 1
        if code and text == NONE:
            raise FileError(
                f"{place}: question {name} has a trial that is right and has no answer; cons@k needs the answer of "
                "each right trial; if another field of the records has it, name it with --answer KEY"
            )
        if counts[1 - code]:
            raise FileError(
                f"{place}: answer {shown(text)} of question {name} is {_SIDES[code]} here, and was "
                f"{_SIDES[1 - code]} before; cons@k needs equal answers graded alike: grade them anew, or name the "
                "field that was graded with --answer KEY"
            )

    def add_each(self, question: Any, codes: tuple[int | None, ...], answers: Any, place: str) -> None:
        """The same for a list of trials."""
        if not isinstance(answers, list) or len(answers) != len(codes):
            got = f"{len(answers)}" if isinstance(answers, list) else shown(answers)
            raise FileError(f"{place}: expected a list of {len(codes)} answers, as of outcomes; got {got}")
        for i, (code, answer) in enumerate(zip(codes, answers), 1):
            self.add(question, code, answer, f"{place}, item {i}")

    def given(self, question: Any) -> dict[str, list[int]]:
        """The answers of a question: how often each was wrong and right, of which one is 0."""
        return self._given.get(question, {})


def answer_key(names: Collection[str], wanted: tuple[str, ...]) -> str:
    """The field, in lower case, that holds the answers of records with these fields."""
    found = [key for key in wanted if key in names]
    if len(found) > 1 and found[-1] == ANSWER_KEYS[-1]:  # beside a model's answer, it is the right one
        found.pop()
    if not found:
        known = " or ".join(filter(None, [", ".join(map(shown, wanted[:-1])), shown(wanted[-1])]))
        way = "" if len(wanted) == 1 else "; name it with --answer KEY"
        raise FileError(f"cons@k needs the answer, and there is no field {known}{way}")
    if len(found) > 1:
        raise FileError(f"fields {' and '.join(map(shown, found))} may hold the answer; use --answer KEY")
    return found[0]


def _text(answer: Any, place: str) -> str:
    """An answer as it is compared: the text without blanks around it."""
    if isinstance(answer, str):
        return answer.strip()
    if answer is None or answer != answer:
        return NONE
    if isinstance(answer, (list, dict)):
        raise FileError(f"{place}: expected a text or a number as the answer, got {shown(answer)}")
    return shown(answer) if isinstance(answer, bool) else str(answer)
