"""Every example in the docstrings and in the README runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
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


def test_readme_commands():
    """The first command of the README prints the block that follows it; the second is what CI runs."""
    commands = [block.split("\n```")[0] for block in README.split("```sh\n")[1:]]
    expected = README.split("```\n\n```\n")[1].split("\n```")[0]
    assert commands[0] == "python3 -m scorio_lite --example"
    result = subprocess.run([sys.executable, *commands[0].split()[1:]], cwd=ROOT, stdout=subprocess.PIPE, check=True)
    assert result.stdout.decode().strip() == expected
    assert commands[1] in (ROOT / ".ci/run").read_text(encoding="utf-8")
