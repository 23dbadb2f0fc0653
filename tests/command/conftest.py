"""A refusal looks for readings that fit in long tests, and where a test reads them: elsewhere it would take most of the time."""

from __future__ import annotations

import pytest
import result_files


@pytest.fixture(autouse=True)
def looking(request, monkeypatch):
    if request.node.get_closest_marker("long"):
        monkeypatch.setattr(result_files, "refusing", result_files.run)
