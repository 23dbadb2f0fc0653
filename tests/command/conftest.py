"""Leaderboards for the tests of the command."""

from __future__ import annotations

import pytest
from result_files import files_in, lines, scored


@pytest.fixture
def board(tmp_path):
    """Return a function that makes a leaderboard of {name: matrix}; as JSON, it must fit one of the schemas."""
    from test_numbers import records
    from test_schema import kinds

    def made(runs, *options, status=0, call=scored):
        files = files_in(tmp_path, **{name: lines(records(rows)) for name, rows in runs.items()})
        found = call(*files, *options, status=status)
        assert call is not scored or len(kinds(found)) == 1
        return found

    return made
