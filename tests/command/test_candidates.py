"""Check in which order the command tries the readings of a table: tests/candidates.txt has them with their costs."""

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
    """The readings of a table, tried by ascending cost, are those of the file. " / " ends a line of the table."""
    (tmp_path / "file").write_text(case.replace(" / ", "\n") + "\n", encoding="utf-8")
    ways = sorted(islice(_candidates(read_options([str(tmp_path / "file")])), MOST), key=itemgetter(1))
    costs = groupby(ways, itemgetter(1))
    CANDIDATES.check(case, " ".join(f"{cost}: {' | '.join(' '.join(one) or 'as it is' for one, _ in own)}" for cost, own in costs))
