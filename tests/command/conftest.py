"""In long tests a refusal looks for readings to offer. In others it does so only if they call `run`, as it is slow."""

from __future__ import annotations

import pytest
import result_files


@pytest.fixture(autouse=True)
def looking(request, monkeypatch):
    if request.node.get_closest_marker("long"):
        monkeypatch.setattr(result_files, "refusing", result_files.run)
