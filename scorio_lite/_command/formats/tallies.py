"""Counts that the library writes: Tally.to_dict and VoteTally.to_dict. Their questions have no names."""

from __future__ import annotations

from ..read.item import Refusal, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from .engine import Trials

_MOST = 1 << 20  # questions of a file


def read(file: Trials) -> Iterator[Trial]:
    from ..._votes import VoteTally
    from ...tally import Tally

    data = file.parsed.document
    try:
        tally = VoteTally.from_dict(data).outcomes if "votes" in data else Tally.from_dict(data)
    except ValueError as error:
        raise Refusal("value", f"no tally of the library: {error}") from None
    if tally.has_prior:
        raise Refusal("value", "it has prior outcomes; Tally.from_dict reads them in Python")
    if sum(tally.histogram.values()) > _MOST:
        raise Refusal("size", f"more than {_MOST:,} questions; Tally.from_dict reads them in Python")
    every = (counts for counts, times in tally.histogram.items() for _ in range(times))
    file.told.by_row = True
    for number, counts in enumerate(every, 1):
        for code, trials in enumerate(counts):
            for _ in range(trials):
                yield Trial(
                    "", "", f"question {number} of {file.member.name}", None, code, "", None, f"question {number}"
                )
