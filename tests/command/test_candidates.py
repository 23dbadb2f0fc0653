"""Check in which order the readings of a table are tried, the likely ones first, as tests/candidates.txt has it."""

from __future__ import annotations

from itertools import groupby, islice
from operator import itemgetter

from kept import Kept

from scorio_lite._command.arguments import read_options
from scorio_lite._command.readings.offers import _candidates

CANDIDATES = Kept("candidates.txt")
MOST = 40  # candidates of a file


@CANDIDATES.parametrized
def test_candidates(tmp_path, case):
    """A table is given as one line, in which " / " ends a line."""
    (tmp_path / "file").write_text(case.replace(" / ", "\n") + "\n", encoding="utf-8")
    ways = sorted(islice(_candidates(read_options([str(tmp_path / "file")])), MOST), key=itemgetter(1))
    costs = groupby(ways, itemgetter(1))
    CANDIDATES.check(case, " ".join(f"{cost}: {' | '.join(' '.join(one) or 'as it is' for one, _ in own)}" for cost, own in costs))
