"""Read totals: each record is a model, with the number of questions that it solved, at one trial of each.

It is not known which questions a model solved, so the runs are not paired: see confidence.compare_totals.
"""

from __future__ import annotations

from itertools import permutations

from ..book import Book
from ..fields import RUN_KEYS, reached, usual_name
from ..grading import count, number_in, shown
from ..item import Item, Items
from ..ledger import Place
from ..settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Any

_MOST = 10**6  # questions


def read_totals(items: Items, book: Book, settings: Settings) -> None:
    """Read a run from each record, with as many questions as the record says."""
    solved, _, size = (settings.totals or "").rpartition(",")
    every = list(items)
    are_shares = any(_is_share(reached(item.value, solved.strip())) for item in every)  # then 1 means all questions
    for item in every:
        given = {usual_name(name): value for name, value in item.fields.items()}
        field = usual_name(settings.run or next((key for key in RUN_KEYS if key in given), next(iter(given))))
        name = Item(given.get(field), item.place, field)
        if not str(name.value or "").strip():
            raise name.error(f"{shown(name.value)} does not name a run")
        whole = Item(int(size) if size.strip().isdecimal() else reached(item.value, size.strip()), item.place, size)
        M, label = _whole(whole), str(name.value).strip()
        C = _solved(Item(reached(item.value, solved.strip()), item.place, solved), M, are_shares)
        if any(own == label for own, _ in book.runs):
            raise name.error(f"a second total of {shown(label)}")
        run = book.run(label)
        run.begin("totals", None)
        run.read.roles = {"question": ["row"], "outcome": settings.totals, "run": field, "trial": None, "answer": None}
        run.read.roles.update(format="totals", unused=[])
        for i in range(M):
            run.add_code(run.question(Item(Place(f"row {i}"))), int(i < C))


def _whole(item: Item) -> int:
    number = number_in(item.value)
    if number is None or number % 1 or not 0 < number <= _MOST:
        raise item.error(f"{shown(item.value)} is not a number of questions, from 1 to {_MOST:,}")
    return int(number)


def _is_share(value: Any) -> bool:
    number, text = number_in(value), str(value).strip()
    return number is not None and (0 < number < 1 or text.endswith("%") or text in ("0.0", "1.0"))


def _solved(item: Item, M: int, is_share: bool) -> int:
    """Return how many of M questions were solved, from a whole number or a rounded share (0.72, 72 %)."""
    from fractions import Fraction

    text = str(item.value).strip()
    number = number_in(item.value)
    if number is None or isinstance(item.value, bool) or number < 0:
        raise item.error(f"{text} is not how many of {count(M, 'question')} were solved")
    if number > M and not is_share:
        raise item.error(f"{text} is more than {count(M, 'question')}; write a share as 0.724 or 72.4 %")
    if not is_share:
        if number % 1:
            raise item.error(f"{text} of {count(M, 'question')}: write a share as 0.724 or 72.4 %")
        return int(number)
    digits = len(text.rstrip("% ").replace(",", ".").partition(".")[2])
    share = Fraction(text.rstrip("% ").replace(",", "."))
    whole = 100 if text.endswith("%") else 1
    share /= whole
    C = round(share * M)
    rest = 0 if "/" in text else Fraction(1, 2 * whole * 10**digits)  # half of its last digit
    if abs(Fraction(C, M) - share) > rest or C > M:
        raise item.error(f"{text} is no whole number of {count(M, 'question')}: {_near(share, M)} are")
    return C


def _near(share: Fraction, M: int) -> str:
    low = min(int(share * M), M - 1)
    return " and ".join(f"{c} ({c / M:.6g})" for c in (low, low + 1))


def totals_among(records: list[dict[str, Any]]) -> str:
    """Return "SOLVED,SIZE", the fields that count solved and all questions, if each record is a run; else ""."""
    first, *others = records or [{}]
    names = [name for name in first if all(name in one for one in others)] if others else []
    runs = [name for name in names if usual_name(name) in RUN_KEYS]
    if len(runs) != 1 or len({str(one[runs[0]]) for one in records}) < len(records):
        return ""
    numbers = {name: [number_in(one[name]) for one in records] for name in names if name not in runs}
    known = {name: [x for x in own if x is not None and x >= 0 and x % 1 == 0] for name, own in numbers.items()}
    whole = [(name, own) for name, own in known.items() if len(own) == len(records)]
    for (size, sizes), (solved, own) in permutations(whole, 2):
        if min(sizes) == max(sizes) > 1 and max(own) <= max(sizes):
            return f"{solved},{size}"
    return ""
