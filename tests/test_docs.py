"""Every example in the docstrings and in the README runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FAMILIES = [path.stem for path in sorted((ROOT / "scorio_lite/eval").glob("[a-z]*.py"))]
MODULES = (
    "scorio_lite",
    "scorio_lite.exact",
    "scorio_lite.rank",
    "scorio_lite.special",
    "scorio_lite.tally",
    *(f"scorio_lite.eval.{family}" for family in FAMILIES),
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted
    assert not failed


def test_readme_examples():
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert attempted > 5
    assert not failed


def shell_examples():
    """The commands of the README, each with the block that follows it."""
    for block in README.split("```sh\n")[1:]:
        command, _, rest = block.partition("\n```\n")
        yield command, rest[len("\n```\n") :].partition("\n```")[0] if rest.startswith("\n```\n") else ""


def test_readme_commands(tmp_path):
    """Where a block follows, it is what the command prints; the last command is what CI runs."""
    commands = list(shell_examples())
    shown = [(command, expected) for command, expected in commands if expected]
    assert len(shown) >= 2
    python = tmp_path / "python3"
    python.symlink_to(sys.executable)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    for command, expected in shown:
        result = subprocess.run(command, shell=True, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, check=True)
        assert result.stdout.decode().strip() == expected
    assert commands[-1][0] in (ROOT / ".ci/run").read_text(encoding="utf-8")
