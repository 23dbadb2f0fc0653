"""OpenCompass: in `details`, each example has a list of its outcomes; in older files, {number: detail} one outcome."""

from __future__ import annotations

from ..grading import is_missing, shown
from ..read.item import Item, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_OUTCOMES = ("correct", "is_correct", "cascade_correct")  # of which the first counts that is there


def read(file: Trials) -> Iterator[Trial]:
    details = Item(file.parsed.document)["details"]
    seen: set[Any] = set()
    pairs: Iterator[tuple[Any, Item]]
    if isinstance(details.value, dict):
        pairs = ((name, Item(one, f"detail {shown(name)}")) for name, one in details.fields.items() if name != "type")
    else:
        pairs = ((one.fields.get("example_abbr"), one) for one in details.each("detail"))
    for row, (name, detail) in enumerate(pairs, 1):
        is_row = name is None  # no field names the question: its row does
        label = f"row {row}" if is_row else name
        if label in seen:
            raise detail.error(f"a second detail of {shown(label)}", "twice")
        seen.add(label)
        file.told.by_row = file.told.by_row or is_row
        outcome = next((one for one in _OUTCOMES if detail.inside(one) is not None), _OUTCOMES[0])
        value = detail[outcome].value
        for i, one in enumerate(value if isinstance(value, list) else [value], 1):
            place = f"{detail.place}, replica {i}" if isinstance(value, list) else detail.place
            why = "no outcome" if is_missing(one) else ""
            yield Trial("", "", label, None, 0 if why else one, why, file.keep(detail), place)
