"""Check that every example in the docstrings, in the README and in the guides runs and prints the shown output."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shutil
import subprocess
import sys

import pytest
from helpers import ROOT, cases

GUIDES = [str(path.relative_to(ROOT)) for path in (ROOT / "README.md", *ROOT.glob("[st]*/**/*.md"))]
SOURCES = [path for path in sorted((ROOT / "scorio_lite").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def text_of(guide):
    return (ROOT / guide).read_text(encoding="utf-8")


def shell_examples(text):
    """Return the shell commands of a guide, each with the output that is shown below it, or None."""
    blocks = FENCED.findall(text)
    for (kind, command), (next_kind, output) in zip(blocks, [*blocks[1:], ("none", "")]):
        if kind == "sh":
            yield command, None if next_kind else output


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_docstrings(path):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).replace(".__init__", "")
    failed, attempted = doctest.testmod(importlib.import_module(name))
    assert attempted and not failed


def test_python_examples():
    failed, attempted = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert attempted >= 10 and not failed


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Return a function that runs shell commands in turn in a copy of the checkout."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("scorio_lite", "tools"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "bin").mkdir()
    script = f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'  # a link would leave its environment
    (copy / "bin/python3").write_text(script)
    (copy / "bin/python3").chmod(0o755)
    environment = {**os.environ, "PATH": f"{copy / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    for name in ("PYTHONPATH", "PYTHONPYCACHEPREFIX"):
        environment.pop(name, None)

    def run(command, **more):
        how = {"cwd": copy, "env": {**environment, **more}, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(["bash", "-euc", command], **how)
        assert done.returncode == 0, done.stdout.decode()
        return done.stdout.decode()

    run.folder = copy
    return run


@cases("guide", ["README.md", "scorio_lite/_command/README.md"], ["tools/README.md"])
def test_shell_examples(guide, checkout):
    """Each command succeeds and prints the output below it. The last command of the README is what CI runs."""
    examples = list(shell_examples(text_of(guide)))
    if guide == "README.md":
        assert examples.pop()[0] in text_of(".ci/run")
    assert any(output is not None for _, output in examples)
    for command, output in examples:
        printed = checkout(command)
        assert output is None or printed == output


RECIPES = {text.partition("\n")[0]: text for text in text_of("tools/RECIPES.md").split("\n## ")}


@pytest.mark.parametrize("name", RECIPES)
def test_recipes(name, checkout, monkeypatch):
    """A recipe prints the shown output, if pandas is installed where it is used; a block under a file name is saved.

    Those of CI and of a harness have no output here. The text before the first recipe makes the files that they read.
    """
    text = RECIPES[name]
    if "import pandas" in text:
        pytest.importorskip("pandas")
    if "amalgamate.py --only" in text and sys.version_info < (3, 9):
        pytest.skip("slices are made by Python 3.9 or newer")
    monkeypatch.chdir(checkout.folder)
    for file, block in re.findall(r"^```\w+\n# (\S+\.\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        path = checkout.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block, encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert not doctest.DocTestRunner().run(examples).failed
    shell = list(shell_examples(text))
    for command, output in shell:
        printed = checkout(command, PYTHONPATH=str(checkout.folder))
        assert output is None or printed == output
    assert examples.examples or shell or "jobs:" in text or "tried by hand" in text


def test_links():
    """Links between the guides lead to a file and to a heading in it. Those of the README also work elsewhere; it is short."""
    assert len(text_of("README.md").splitlines()) <= 160 and len(text_of("README.md").split()) <= 1500
    for guide in GUIDES:
        for path, anchor in re.findall(r"\]\(([^)#:]+)(?:#([^)]*))?\)", text_of(guide)):
            assert guide != "README.md"  # a package index shows it, without the files beside it
            target = (ROOT / guide).parent / path
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert not anchor or anchor in [heading.lower().replace(" ", "-") for heading in headings], (guide, path)
    named = re.findall(r"`((?:tools|tests|scorio_lite)/[^`\s]*\.(?:md|py))", text_of("README.md"))
    assert named and all((ROOT / path).is_file() for path in named)


def test_the_page_of_all_functions(monkeypatch):
    """The page has what the docstrings say. If not, `python3 tools/api.py` writes it anew."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    assert importlib.import_module("api").page() == text_of("tools/API.md")
