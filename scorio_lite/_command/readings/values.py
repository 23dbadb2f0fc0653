"""Read the values of a field as outcomes: as they are, by words of success, on a scale, or above a threshold."""

from __future__ import annotations

import re

from ..grading import FEW, Grader, is_missing, letters_among, number_in, spelled
from .cells import counts_in, has_marks, list_in
from .names import are_models, says_failure, says_outcome, says_part
from .usual import GOOD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .table import Column

    Candidate = tuple[list[str], int]

MOST_WORDS = 3  # of columns that are graded alike
FEW_WORDS = 12  # different values of a verdict
_REMARK = re.compile(r"\s*([^\W\d_]{2,})\s*($|[(\[:;,.–—-])")  # a verdict, and what parts it from a remark
SCALES = ((0, 1), (0, 2), (1, 5), (0, 5), (1, 7), (0, 10), (0, 100))


def values_as_outcomes(column: Column, name: str, cost: int) -> Iterator[Candidate]:
    """Yield (options that turn a field's values into outcomes, cost). `cost` is the cost of the field's name."""
    flat = [x for x in column.raw if not (is_missing(x) or isinstance(x, dict))]
    flat = [list_in(x) or x if isinstance(x, str) and x.startswith("[") else x for x in flat]
    field = f"--outcome={name}"
    if not flat or any(isinstance(x, list) for x in flat):
        return (yield from _of_lists(flat, field))
    known = list(filter(is_outcome, flat))
    kinds = list(dict.fromkeys(map(form, flat)))
    numbers = [x for x in map(number_in, flat) if x is not None]
    odd = _odd_value(flat, known)
    if all(isinstance(x, str) and counts_in(x) and number_in(x) is None for x in flat):
        yield [f"--counts={name}"], 0  # 3 out of 8
    elif all(isinstance(x, str) and len(x) > 1 and has_marks(x) for x in flat) and not says_part(name):
        yield [field, "--digits"], -1
    elif len(known) == len(flat):
        low = [x for x in flat if code_in(x) == 0]
        if low and says_failure(name):
            yield [field, f"--success={form(low[0])}"], -1
        yield [field], 0
    elif cost < 3 and odd is not None:
        yield [field, f"--skip={name}={form(odd)}"], 0
        for word in kinds if cost < 2 and len(numbers) < len(flat) else ():
            yield [field, f"--success={word}"], 2
    elif len(numbers) == len(flat):
        yield from scales(numbers, flat, field, name)
    elif len(kinds) == 1 or are_models(kinds):
        return  # it is the same everywhere, or a model: nothing that is right or wrong
    elif with_remarks(flat):
        yield [field, f"--success={with_remarks(flat)}"], -1
    elif len(kinds) <= (FEW_WORDS if cost < 3 else FEW) and all(isinstance(x, (str, bool, int)) for x in flat):
        for i, word in enumerate(sorted(kinds, key=goodness)):
            if not any(mark in word for mark in ",="):
                yield [field, f"--success={word}"], i


def _of_lists(raw: list[Any], field: str) -> Iterator[Candidate]:
    """Yield the ways to read lists: each entry is a trial, or a test of one trial (--all). Lists in lists hold tests.

    If some entries, such as n/a, are no outcomes, the options include --success. Yield nothing if such an entry is a
    number above 0, which may be a score.
    """
    flat = [x for value in raw for x in (value if isinstance(value, list) else [value])]
    has_tests = all(isinstance(x, list) for x in flat)
    flat = [x for tests in flat for x in tests] if has_tests else flat
    others = [x for x in flat if not is_outcome(x)]
    good = dict.fromkeys(form(x) for x in flat if code_in(x) == 1)
    is_nested = any(isinstance(x, (list, dict)) for x in flat)
    if flat and not is_nested and (not others or (good and not any((number_in(x) or 0) > 0 for x in others))):
        named = [f"--success={','.join(good)}"] * bool(others)
        yield from (([field, *way, *named], i) for i, way in enumerate([["--all"]] if has_tests else [[], ["--all"]]))


def is_outcome(value: Any) -> bool:
    """Whether a value is 0 or 1, or a word that means one of them."""
    has_comma = isinstance(value, str) and "," in value  # 1,0 may be two outcomes
    is_one = number_in(value) in (0, 1) or spelled(value) is not None
    return is_one and not has_comma and not isinstance(value, (list, dict))


def cells_of(column: Column) -> list[Any]:
    """Return the different values that are not missing; if some are lists, all values and entries of lists."""
    if {list, dict}.isdisjoint(column.types):
        return list(column.times)
    return [x for value in column.raw for x in (value if isinstance(value, list) else [value])]


def holds(column: Column, grader: Grader) -> bool:
    """Whether each value of a column is an outcome, a list of outcomes, or missing."""
    if dict in column.types or (list in column.types and [] in column.raw):
        return False
    cells = cells_of(column)
    if grader.is_plain and not grader.has_words and list not in column.types and letters_among(cells, len(column.raw)):
        return True
    return all(is_missing(x) or grader.outcome(x) is not None for x in cells)


def may_be_outcome(column: Column) -> bool:
    """Whether a column has a name for outcomes, and values that may be outcomes."""
    return says_outcome(column.name) and holds(column, Grader())


def is_whole(trials: float, rate: float) -> bool:
    """Whether a rate, maybe rounded to two digits, gives a whole number of successes in this number of trials."""
    number = trials * rate
    return abs(number - round(number)) <= min(trials / 200, 0.25) + 1e-9


def _odd_value(flat: list[Any], known: list[Any]) -> Any:
    """Return the only value that is neither of the two outcomes in a field, such as n/a or -1; else None."""
    odd = {form(x): x for x in flat if not is_outcome(x)}
    if len(odd) != 1 or len({*map(form, known)}) != 2:
        return None
    (value,) = odd.values()
    # a number above 0 may be a grade
    return None if (number_in(value) or 0) > 0 else value


def code_in(value: Any) -> float | None:
    """Return a value as a number, with 1 and 0 for words of success and failure; None for other values."""
    number = number_in(value)
    return spelled(value) if number is None else number


def form(value: Any) -> str:
    """Return a value as it is written in an option: true, 0.5 or A."""
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


def with_remarks(values: list[Any]) -> str:
    """Return the words of success for --success if each value is a verdict, some with a remark; else ""."""
    found: dict[str, float] = {}
    for value in values:
        match = _REMARK.match(value) if isinstance(value, str) else None
        known = None if match is None else spelled(match[1])
        if match is None or known is None:
            return ""
        found[match[1].lower()] = known
    # a remark may follow: "correct: see notes"
    return ",".join(f"{word}*" for word in found if found[word]) if {*found.values()} == {0, 1} else ""


def goodness(word: str) -> int:
    """Return a sort key: words of success come first, words of failure last."""
    return GOOD.index(word.lower()) if word.lower() in GOOD else len(GOOD) + (spelled(word) == 0)


def scales(numbers: list[float], flat: list[Any], field: str, name: str) -> Iterator[Candidate]:
    """Yield (options, cost) for each way to read numbers that are not all 0 or 1: --scores, --threshold or --success.

    `flat` has the values as the file spells them, `field` is the option --outcome, and `name` is the field's name.
    """
    known = sorted({x for x in numbers if x - x == 0})
    odd = [text for x, text in zip(numbers, map(form, flat)) if x - x != 0]
    if odd and name:
        yield [field, f"--skip={name}={odd[0]}"], 0
    if any(isinstance(x, str) and "/" in x for x in flat):
        yield [f"--counts={name}"], 0
    if not known or odd:
        return
    low, high = known[0], known[-1]
    if low == 0 and says_failure(name):
        yield [field, "--success=0"], -1
    if len(known) == 2:
        yield [field, f"--success={high:g}"], 0
        yield [field, f"--success={low:g}"], 1
    ends: tuple[float, float]
    ends = next((ends for ends in SCALES if ends[0] <= low and high <= ends[1]), (min(0, int(low)), int(high) + 1))
    if low < 0:
        top = max(-low, high, 1)
        ends = (-top, top)
    odd_scale = 0 if ends in SCALES else 2
    yield [field, "--scores" if ends == (0, 1) else f"--scores={ends[0]:g},{ends[1]:g}"], odd_scale
    yield [field, f"--threshold={(ends[0] + ends[1]) / 2:g}"], 1 + odd_scale
    yield [field, f"--threshold={high:g}"], 2 + odd_scale


def graded_ways(columns: list[Column], option: str) -> Iterator[Candidate]:
    """Yield the readings of columns with numbers on one scale, or with words. `option` is, say, --trials=a,b."""
    held = [x for column in columns for x in column.raw if not (is_missing(x) or isinstance(x, (list, dict)))]
    numbers = [x for x in map(number_in, held) if x is not None]
    kinds = sorted({*map(form, held)})
    if held and len(numbers) == len(held) and not {*numbers}.issubset({0, 1}):
        for options, cost in scales(numbers, held, "", ""):
            yield [option, *filter(None, options)], cost
    elif with_remarks(held):
        yield [option, f"--success={with_remarks(held)}"], 0
    elif len(numbers) < len(held) and len(kinds) <= MOST_WORDS and any(spelled(word) is None for word in kinds):
        for i, mark in enumerate(sorted(kinds, key=goodness)):
            yield [option, f"--success={mark}"], i
