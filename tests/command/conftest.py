"""In long tests, every refusal searches for options to offer, which is slow. In others, only with `run`."""

from __future__ import annotations

import pytest
import result_files


@pytest.fixture(autouse=True)
def looking(request, monkeypatch):
    if request.node.get_closest_marker("long"):
        monkeypatch.setattr(result_files, "refusing", result_files.run)
