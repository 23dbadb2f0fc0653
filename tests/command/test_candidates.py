"""Check which readings of a file are tried at which cost, the likely ones first, as tests/candidates.txt has it."""

from __future__ import annotations

import os
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

import pytest

from scorio_lite._command.arguments import read_options
from scorio_lite._command.readings.offers import _candidates

KEPT = Path(__file__).parent.parent / "candidates.txt"
LINES = KEPT.read_text(encoding="utf-8").splitlines()
CASES = dict(zip(LINES[::2], LINES[1::2]))
MOST = 40  # candidates of a file


@pytest.mark.parametrize("text", CASES, ids=[*map(str, range(len(CASES)))])
def test_candidates(tmp_path, text):
    """ " / " ends a line. KEEP_TRANSCRIPTS=1 in the environment keeps a change."""
    (tmp_path / "file").write_text(text.replace(" / ", "\n") + "\n", encoding="utf-8")
    ways = sorted(islice(_candidates(read_options([str(tmp_path / "file")])), MOST), key=itemgetter(1))
    costs = groupby(ways, itemgetter(1))
    found = "    " + " ".join(f"{cost}: {' | '.join(' '.join(one) or 'as it is' for one, _ in own)}" for cost, own in costs)
    if os.environ.get("KEEP_TRANSCRIPTS"):
        CASES[text] = found
        KEPT.write_text("".join(f"{one}\n{way}\n" for one, way in CASES.items()), encoding="utf-8")
    assert found == CASES[text]
