"""Which fields of the records hold the outcome: those that hold one in every record. They must agree."""

from __future__ import annotations

from ..grading import FileError, is_missing, shown, spelled

# What may stand before a reason, as in failed: AssertionError.
VERDICTS = {"passed": 1, "pass": 1, "failed": 0, "fail": 0, "timed out": 0, "timeout": 0}
_WORD = 3  # characters of a word; fewer are an answer, as 0 or the letter C, where the field has other answers too

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Tuple, Union

    from ..fields import Fields
    from ..grading import Grader

    Codes = Union[int, Tuple[Union[int, None], ...], None]  # of a value; of each in a list; None for anything else


class OutcomeFields:
    """The fields that held an outcome in all records so far.

    Another field may be a score of 0.7, or the text of an answer. It then must not say the opposite in plain words."""

    def __init__(self, wanted: Fields, grader: Grader) -> None:
        self.wanted = wanted
        self.grader = grader
        self._grade = grader.code if wanted.sure else grader.outcome  # a harness writes no words
        self.pure = list(wanted.outcomes[:1]) if wanted.sure else []  # the usual names of those fields
        self.void: set[str] = set()  # of fields that were empty in all records
        self._others: set[str] = set()  # and of fields that held something else

    def held(self, values: dict[str, Any], place: str) -> tuple[str, Codes]:
        """The field that holds the outcome, and its code. `values` are those of the record, by their usual names."""
        held = self.pure or list(values)
        if all(is_missing(values.get(key, 0)) for key in held):
            return held[0], None
        codes = {key: self._code(value) for key, value in values.items()}
        self._settle(values, codes, place)
        first = self.pure[0]
        for key, value in values.items():
            if self._contradicts(key, value, codes[key], codes[first]):
                raise FileError(
                    f"{place}: {shown(first)} is {shown(values[first])} and {shown(key)} is {shown(value)}; "
                    "remove or rename the one that is not the outcome, or use --outcome"
                )
        return first, codes[first]

    def _code(self, value: Any) -> Codes:
        if isinstance(value, list):
            codes = tuple([self._grade(one) for one in value])
            return codes if all(c is not None or is_missing(x) for c, x in zip(codes, value)) else None
        return self._grade(value)

    def _settle(self, values: dict[str, Any], codes: dict[str, Codes], place: str) -> None:
        """Update which fields hold the outcome with the values of one more record."""
        void = {key for key in self.wanted.outcomes if is_missing(values.get(key))}
        holding = [key for key in values if codes[key] is not None]
        if not self.pure:
            self.pure = holding or [key for key in values if key not in void][:1]
            self.void = void
        late = self.void.intersection(holding)
        if late and not self.wanted.sure:
            raise FileError(
                f"{place}: field {shown(min(late))} holds an outcome here, and nothing in earlier records"
            )
        self.void &= void
        other = {key for key in values if codes[key] is None and spelled(values[key]) is None}
        self._others |= other - void
        for key in self.pure[:]:
            if codes.get(key) is None:
                if key not in values:
                    raise FileError(f"{place}: field {shown(key)} is missing")
                if key in void:
                    raise FileError(
                        f"{place}, field {shown(key)}: {shown(values[key])}, where other fields hold an outcome"
                    )
                if len(self.pure) == 1:
                    raise self._refusal(values[key], f"{place}, field {shown(key)}")
                self.pure.remove(key)

    def _refusal(self, value: Any, place: str) -> FileError:
        if isinstance(value, list):
            for i, one in enumerate(value, 1):
                if self._grade(one) is None and not is_missing(one):
                    return self.grader.refusal(one, f"{place}, item {i}", not self.wanted.sure)
        return self.grader.refusal(value, place, not self.wanted.sure)

    def _contradicts(self, key: str, value: Any, code: Codes, outcome: Codes) -> bool:
        if key in self.pure:
            return code != outcome
        if not self.grader.is_plain:
            return False
        if key in self._others and isinstance(value, str) and len(value.strip()) < _WORD:
            return False
        if self.wanted.sure and code is not None and key not in self._others:
            return code != outcome
        text = str(value) if isinstance(value, (str, bool)) else ""
        word = VERDICTS.get(text.partition(":")[0].strip().lower(), spelled(text))
        return word is not None and isinstance(outcome, int) and word != outcome
