"""Configure the suite; README.md has the map."""

from __future__ import annotations

import os
import sys

import pytest


@pytest.fixture(autouse=True, scope="session")
def bytecode(tmp_path_factory):
    """Let the processes of tests share bytecode, if none is beside the sources: it halves their time."""
    if sys.dont_write_bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(tmp_path_factory.mktemp("bytecode"))
