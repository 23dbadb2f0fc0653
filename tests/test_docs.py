"""Every example in the docstrings and in the README runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import scorio_lite

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


def test_readme_on_vendoring(tmp_path):
    """Its commands run in a checkout, and the zip brings bytecode that its files' times do not void."""
    for folder in ("scorio_lite", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").symlink_to(sys.executable)
    section = README.split("\n## Vendoring and sandboxes\n")[1].split("\n## ")[0]
    blocks = [block.split("\n```")[0] for block in section.split("```sh\n")[1:]]
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    for block in blocks:
        command = ["bash", "-euc", block]
        subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, check=True)
    with zipfile.ZipFile(tmp_path / "function.zip") as archive:
        archive.extractall(tmp_path / "task")
    for path in (tmp_path / "task/scorio_lite").glob("*.py"):
        path.write_text("not read", encoding="utf-8")
    program = "import scorio_lite; print(scorio_lite.special.binomial(4, 2), scorio_lite.bayes([[0, 1]]))"
    result = subprocess.run([sys.executable, "-c", program], cwd=tmp_path / "task", stdout=subprocess.PIPE, check=True)
    assert result.stdout.decode() == f"6 {scorio_lite.bayes([[0, 1]])}\n"
