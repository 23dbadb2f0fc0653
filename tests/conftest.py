"""Configure the suite, which is in folders by kind; all folders share the modules beside this file.

definition      small cases, every subset of trials enumerated one by one
against_oracle  random calls against oracle.py (mpmath), compared with == as doubles
rounding        cases next to a midpoint of two doubles, and enclosures at few bits
identities      what must hold between metrics, and under any rearrangement of the data
contract        names, signatures, layers, types, errors, limits
command         the command line: formats, reports, refusals
places          other interpreters, vendored copies, the single file, sandboxes, threads

The text files beside the modules have cases, most of them pairs of lines, with what each prints or gives. If this should
change, KEEP_TRANSCRIPTS=1 in the environment of pytest writes it anew; `git diff` then shows what has changed. numbers.txt is
written by hand: it has commands, parts of their reports, and the calls of the library that give the same.

`python -m pytest` takes less than two minutes of processor time. Tests marked `long` do the same at length; `python -m pytest -m
long` runs them.
"""

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
