"""How files were read, as a report shows it."""

from __future__ import annotations

from .tables import Table
from .text import in_one_line, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .missing import Run
    from .tables import Block

_NAME = 40  # columns of a field's name


def reading_blocks(runs: Sequence[Run], in_full: bool) -> list[Block]:
    """The line that says how the files were read; in full, also the role of each field."""
    named = [run.reading for run in runs if run.reading["outcome"] or run.reading["question"] != ["row"]]
    lines = dict.fromkeys(map(_reading_line, named))
    rows = [[shortened(name, _NAME), *why] for name, why in runs[0].why.items()]
    tables = [Table([["field", "role", "why", "example"], *rows], left=(0, 1, 2, 3))] if in_full and rows else []
    return [*(["\n".join(lines)] if lines else []), *tables]


def _reading_line(reading: dict[str, Any]) -> str:
    roles = [f"question {','.join(reading['question'])}"]
    roles += [f"{name} {reading[name]}" for name in ("outcome", "run", "answer") if reading[name]]
    roles += [f"trials by {reading['trial']}" if reading["trial"] else "trials in order"]
    unused = f"; not used: {', '.join(reading['unused'])}" if reading["unused"] else ""
    return in_one_line(f"Read: {', '.join(roles)}{unused}")
