"""Check pairs of lines in a text file: a case, and what it gives. With KEEP_TRANSCRIPTS=1, a new result is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


class Kept:
    """The pairs of lines of a text file beside this module."""

    def __init__(self, name):
        self.path = Path(__file__).parent / name
        lines = self.path.read_text(encoding="utf-8").splitlines()
        self.pairs = dict(zip(lines[::2], lines[1::2]))
        self.parametrized = pytest.mark.parametrize("case", self.pairs, ids=[*map(str, range(len(self.pairs)))])

    def check(self, case, found):
        """Check that the file has `found` for the case. If KEEP_TRANSCRIPTS=1 is set, write `found` into it first."""
        if os.environ.get("KEEP_TRANSCRIPTS"):
            self.pairs[case] = f"    {found}"
            self.path.write_text("".join(f"{one}\n{line}\n" for one, line in self.pairs.items()), encoding="utf-8")
        assert f"    {found}" == self.pairs[case]
