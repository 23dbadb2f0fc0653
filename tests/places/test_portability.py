"""Check the library in other places: golden values, threads, the single file, vendored copies, sandboxes."""

from __future__ import annotations

import ast
import inspect
import os
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from helpers import ROOT
from result_files import run

import scorio_lite as sl

sys.path.insert(1, str(ROOT / "tools"))

import flatten
import portability
import vendor
from amalgamate import public
from check_golden import differing, read
from portability import FAILED, NOT_RUN, PASSED, SANDBOXES, Runs, forms

SPACES = public(ROOT / "scorio_lite")
CALLS = read(str(ROOT / "tests"))


class Folder:
    """A folder with the library in every form, a vendored copy, and the single file again as whole.py."""

    def __init__(self, path):
        self.path = path
        self.programs = forms(path)
        vendor.vendor(path / "myapp/_vendor/scorio_lite")
        (path / "whole.py").write_bytes((path / "file/scorio_lite.py").read_bytes())

    def imported(self, name):
        assert str(self.path) in sys.path
        return import_module(name)

    def text(self):
        return (self.path / "file/scorio_lite.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if sys.version_info < (3, 9):
        pytest.skip("ast.unparse, which makes the single file, is new in Python 3.9")
    folder = Folder(tmp_path_factory.mktemp("forms"))
    sys.path.insert(0, str(folder.path))
    yield folder
    sys.path.remove(str(folder.path))


@pytest.fixture(params=["whole", "myapp._vendor.scorio_lite"])
def library(request, folder):
    return folder.imported(request.param)


def python(*arguments, **options):
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


# Golden values


def test_golden_values():
    assert differing(sl, CALLS) == []


def test_golden_values_are_of_every_public_function():
    assert len(CALLS) > 2000
    assert (ROOT / "tests/golden.json").stat().st_size < 1_000_000
    called = {call["is"][0] for call in CALLS}
    assert set(sl.__all__) - set(sl.eval.__all__) - {"Difference", "Interval", "Scores", "Tally", "VoteTally"} <= called
    for space in SPACES:
        if space != "tally":
            assert {f"{space}.{name}" for name in import_module(f"scorio_lite.{space}").__all__} <= called


def test_the_checker_sees_one_bit(folder):
    call = next(call for call in CALLS if call["is"][0] == "eval.bayes")
    name, (mean, sigma) = call["is"]
    off = (float.fromhex(mean) * (1 + 2**-52)).hex()
    assert len(differing(sl, [call, {**call, "is": [name, [off, sigma]]}])) == 1
    result = python(ROOT / "tests/check_golden.py", folder.path, "whole", 100)
    assert result.stdout == f"{-(-len(CALLS) // 100)} calls, 0 differ\n"
    assert result.returncode == 0


def test_golden_values_are_those_that_the_oracle_gives():
    golden = import_module("golden")
    lines = (ROOT / "tests/golden.json").read_text(encoding="ascii").splitlines()[1:]
    for expected, call in zip(lines[:40], golden.calls()):
        assert expected.rstrip(",") == golden.line(call)


# All threads share the arguments, in an order of each thread's own; the first calls import, fill the caches of
# constants and quantiles, and complete the tallies.
THREADS = """
import random, sys, threading
sys.path[:0] = sys.argv[1:]
import scorio_lite
from check_golden import decoded, made, read

sys.setswitchinterval(1e-6)
calls = [(*call["is"], decoded(scorio_lite, call["of"])) for call in read(sys.argv[2])[::4]]
start = threading.Barrier(8)


def run(seed):
    order = random.Random(seed).sample(calls, len(calls))
    start.wait()
    found[seed] = sum(made(scorio_lite, name, arguments) == expected for name, expected, arguments in order)


found = [0] * 8
workers = [threading.Thread(target=run, args=(i,)) for i in range(8)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print(len(calls), *found)
"""


@pytest.mark.long
def test_eight_threads_with_cold_caches_give_the_golden_values():
    calls, *found = python("-c", THREADS, ROOT, ROOT / "tests").stdout.split()
    assert int(calls) > 500
    assert found == [calls] * 8


# Every form


def test_golden_values_in_every_form(library):
    """One golden call of each function, and every fiftieth, is right in every form of the library."""
    each = {call["is"][0]: call for call in CALLS}
    assert differing(library, [*each.values(), *CALLS[::50]]) == []


def parameters(function):
    return [one.replace(annotation=one.empty) for one in inspect.signature(function).parameters.values()]


def test_names(library):
    assert library.__version__ == sl.__version__
    assert sorted(library.__all__) == sorted(sl.__all__)
    assert set(dir(library)) - {"files"} == {*SPACES, *sl.__all__}
    for space in (None, *SPACES):
        ours, theirs = (getattr(one, space) if space else one for one in (sl, library))
        assert isinstance(theirs, ModuleType)
        assert sorted(theirs.__all__) == sorted(ours.__all__)
        for name in ours.__all__:
            assert parameters(getattr(theirs, name)) == parameters(getattr(ours, name))
    assert library.bayes is library.eval.bayes is not library.exact.bayes
    assert library.Tally is library.tally.Tally
    assert library.unanimous_at_k is library.pass_hat_k
    namespace = {}
    exec(f"from {library.__name__} import *", namespace)
    assert set(namespace) - {"__builtins__"} == set(sl.__all__), "the builtin eval is not replaced"


def test_pickles(library):
    tally = library.Tally([[0, 1, 1], [1, 1, 1]], [[0], [1]])
    assert type(tally).__module__.startswith(library.__name__)
    votes = library.VoteTally([["a", "b", None]], [[1, 0, 0]])
    functions = (library.cons_at_k, library.pass_at_k, library.exact.pass_at_k, library.confidence.pass_at_k, library.estimate_pass_at_k)
    for thing in (tally, votes, *functions, library.Tally):
        assert pickle.loads(pickle.dumps(thing)) == thing


# The single file


@pytest.mark.long
def test_the_file_is_the_same_each_time(folder, tmp_path):
    result = python(ROOT / "tools/amalgamate.py", "-o", tmp_path / "one.py", env={"PYTHONHASHSEED": "7"})
    assert result.returncode == 0, result.stdout
    text = (tmp_path / "one.py").read_bytes()
    assert text == (folder.path / "file/scorio_lite.py").read_bytes()
    assert str(ROOT).encode() not in text
    assert b"Permission is hereby granted" in text


def test_size(folder):
    """The file stays within its budget of bytes, so that growth is seen."""
    assert len(folder.text().encode()) < 315_000


def test_what_the_file_imports_and_defines(folder):
    tree = ast.parse(folder.text())
    everything = list(ast.walk(tree))
    at_load = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert {getattr(node, "module", "math") for node in at_load} == {"math"}
    later = [node for node in everything if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in at_load]
    assert {node.module for node in later} == {"fractions"}
    defined = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert {name for name in defined if defined.count(name) > 1} <= {*sl.__all__, *sl.confidence.__all__}
    assert "TYPE_CHECKING" not in folder.text()


def test_functions_have_the_first_paragraph_of_their_docstrings_and_modules_all_but_examples(folder):
    whole = folder.imported("whole")
    for name in sl.__all__:
        ours = inspect.getdoc(getattr(sl, name))
        assert inspect.getdoc(getattr(whole, name)) == ours.partition("\n\n")[0]
    assert whole.__doc__.startswith(sl.__doc__.partition("\n")[0])
    for space in SPACES:
        paragraphs = inspect.getdoc(import_module(f"scorio_lite.{space}")).split("\n\n")
        ours = " ".join(one for one in paragraphs if not one.lstrip().startswith(">>>"))
        assert getattr(whole, space).__doc__.split() == ours.split()


# How modules are laid out as one


def test_a_name_means_one_thing_in_the_core():
    """No name has two meanings in the core, so that the single file can be its modules end to end."""
    assert flatten.clashes(ROOT / "scorio_lite") == []


@pytest.mark.parametrize(
    "modules, why",
    [
        ({"a": "_x = 1", "b": "def _x(): ..."}, "_x is defined in a.py and b.py"),
        ({"a": "class len: ..."}, "len is Python's"),
        ({"a": "from math import log", "b": "log = 1"}, "log is Python's"),
    ],
)
def test_what_would_change_its_meaning_is_named(tmp_path, modules, why):
    (tmp_path / "eval").mkdir()
    for name, text in {"__init__": "", "eval/__init__": "", **modules}.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    assert any(one.startswith(why) for one in flatten.clashes(tmp_path))


# Vendored copies


@pytest.fixture
def copy(tmp_path):
    vendor.vendor(tmp_path / "scorio_lite")
    return tmp_path / "scorio_lite"


def test_a_copy_is_whole(copy):
    names = {path.name for path in copy.rglob("*") if path.is_file()}
    assert {"LICENSE", "py.typed", "__main__.py", "main.py", "SHA256SUMS"} <= names
    assert vendor.check(copy) == []


def test_a_copy_that_is_not_intact(copy):
    (copy / "tally.py").write_text("changed", encoding="utf-8")
    (copy / "special.py").unlink()
    (copy / "mine.py").touch()
    (copy / "__pycache__").mkdir()
    (copy / "__pycache__/tally.pyc").touch()
    expected = ["missing: special.py", "modified: tally.py", "not of the package: mine.py"]
    assert vendor.check(copy) == expected
    with pytest.raises(SystemExit, match="nothing is overwritten"):
        vendor.vendor(copy)
    assert (copy / "tally.py").read_text(encoding="utf-8") == "changed"
    (copy / "SHA256SUMS").unlink()
    assert vendor.check(copy) == ["missing: SHA256SUMS"]


def test_a_copy_that_is_outdated(copy, tmp_path, monkeypatch):
    newer = tmp_path / "newer"
    vendor.vendor(newer)
    (newer / "SHA256SUMS").unlink()
    (newer / "special.py").unlink()
    (newer / "tally.py").write_text("newer", encoding="utf-8")
    (newer / "more.py").touch()
    monkeypatch.setattr(vendor, "PACKAGE", newer)
    assert vendor.check(copy) == ["no longer in the package: special.py", "outdated: tally.py", "new in the package: more.py"]
    vendor.vendor(copy)
    assert vendor.check(copy) == []
    assert not (copy / "special.py").exists()


def test_vendor_from_the_command_line(tmp_path, monkeypatch, capsys):
    def check(path):
        monkeypatch.setattr(sys, "argv", ["vendor.py", "--check", str(path)])
        return vendor.main(), capsys.readouterr().out

    status, out = check(tmp_path / "lib")
    assert status == 1
    assert out.startswith("missing: ")
    made = python(ROOT / "tools/vendor.py", tmp_path / "lib")
    assert made.returncode == 0
    assert "tally.py\n" in made.stdout
    status, out = check(tmp_path / "lib/scorio_lite")
    assert status == 0
    assert out.endswith(f"intact and current, scorio_lite {sl.__version__}\n")


def test_the_command_under_another_parent(folder):
    theirs = python("-m", "myapp._vendor.scorio_lite", "--example", cwd=folder.path, env={**os.environ, "COLUMNS": "80"})
    assert theirs.returncode == 0
    assert theirs.stdout == run("--example")[1]


# Interpreters and sandboxes

# CPython on Linux has every restriction.
ELSEWHERE = () if (sys.implementation.name, sys.platform) == ("cpython", "linux") else (NOT_RUN,)


# Conditions that an edit of the library can break. `.ci/run` has the others, and all forms, with more golden values.
FIRST = ("60 frames of stack", "integers of 640 digits", "__import__ admits math only", "64 MB of address space")


@pytest.mark.parametrize("title", FIRST)
def test_sandboxes(title, folder, monkeypatch):
    monkeypatch.setattr(portability, "STEP", 100)
    runs = Runs()
    assert runs.sandbox(title, Path(sys.executable), SANDBOXES[title], folder.path) in (PASSED, *ELSEWHERE), runs.said


FORBIDDEN = {
    "no write access": "open(__file__ + 'x', 'w')",
    "60 frames of stack": "deep = lambda n: n and deep(n - 1)\ndeep(80)",
    "integers of 640 digits": "str(10**1000)",
    "__import__ admits math only": "import operator",
    "no __file__": "__file__",
    "64 MB of address space": "bytearray(80 << 20)",
    "decimal context, float rounding": "for n in eval.__all__:\n    setattr(eval, n, lambda *a, f=getattr(eval, n), **k: f(*a, **k) + 1e-30)",
    "-W error": "import warnings\nwarnings.warn('')",
}


@pytest.mark.long
@pytest.mark.parametrize("title", FORBIDDEN)
def test_sandboxes_notice(title, folder, tmp_path, monkeypatch):
    monkeypatch.setattr(portability, "STEP", 100)
    for form in ("package", "file"):
        (tmp_path / form).mkdir()
        (tmp_path / form / "scorio_lite.py").write_text(f"{folder.text()}\n{FORBIDDEN[title]}\n", encoding="utf-8")
    (tmp_path / "tools").symlink_to(folder.path / "tools")
    (tmp_path / "tests").symlink_to(folder.path / "tests")
    runs = Runs()
    assert runs.sandbox(title, Path(sys.executable), SANDBOXES[title], tmp_path) in (FAILED, *ELSEWHERE)


def test_verdicts():
    runs = Runs()
    verdicts = [runs.run("a title", [sys.executable, "-c", f"print(7); exit({status})"]) for status in (0, 77, 2, 1)]
    assert verdicts == [PASSED, NOT_RUN, FAILED, FAILED]
    assert runs.said == ["a title:\n7\n"] * 2
