"""Check the library in other places: in every form, in threads, with little memory and stack, without any import."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from importlib import import_module

import pytest
from check_golden import differing, read
from helpers import ROOT

import scorio_lite as sl

sys.path.insert(1, str(ROOT / "tools"))
if sys.version_info < (3, 9):
    pytest.skip("the tool that makes the single file needs Python 3.9", allow_module_level=True)

import portability

SPACES = ["", "confidence", "eval", "exact", "rank", "special", "tally"]
CALLS = read(str(ROOT / "tests"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the library in every form."""
    folder = tmp_path_factory.mktemp("forms")
    portability.forms(folder)
    (folder / "whole.py").write_bytes((folder / "file/scorio_lite.py").read_bytes())
    sys.path[:0] = [str(folder), str(folder / "vendored")]
    yield folder
    sys.path = sys.path[2:]


@pytest.mark.parametrize("name", ["whole", "myapp._vendor.scores"])
def test_every_form(name, folder):
    """The single file and a vendored copy have the names, and a golden value of each function and every fiftieth."""
    assert folder.is_dir()
    library, each = import_module(name), {call["is"][0]: call for call in CALLS}
    assert differing(library, [*each.values(), *CALLS[::50]]) == []
    for space in SPACES:
        ours, theirs = (getattr(one, space) if space else one for one in (sl, library))
        assert theirs is import_module(f"{name}.{space}".rstrip(".")) and sorted(theirs.__all__) == sorted(ours.__all__)
    assert library.bayes is library.eval.bayes is not library.exact.bayes
    tally, votes = library.Tally([[0, 1], [1, 1]], [[0], [1]]), library.VoteTally([["a", "b", None]], [[1, 0, 0]])
    assert type(tally).__module__.startswith(library.__name__)
    for thing in (tally, votes, library.pass_at_k, library.exact.pass_at_k, library.confidence.avg, library.Tally):
        assert pickle.loads(pickle.dumps(thing)) == thing


@pytest.mark.parametrize(
    ("place", "arguments", "printed"),
    [
        (".", ["tests/check_golden.py", "library.zip", "scorio_lite", "50"], "0 differ\n"),
        ("vendored", ["-m", "myapp._vendor.scores", "--example"], "Pass@"),  # under another name
    ],
)
def test_programs(place, arguments, printed, folder):
    done = subprocess.run([sys.executable, *arguments], cwd=folder / place, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0 and printed in done.stdout


# Conditions: golden values in a process of its own, after a line that restricts it.

PROGRAM = """
import decimal, fractions, gzip, io, json, sys, threading
sys.path[:0] = sys.argv[1:]
from check_golden import decoded, differing, read, result
calls = read(sys.argv[1])[::60]
{}
import scorio_lite
lines = differing(scorio_lite, calls)
if lines: raise SystemExit(repr(lines))
"""
ONLY_MATH = """
import builtins
imports = builtins.__import__
def guard(name, globals=None, locals=None, fromlist=(), level=0):
    ours = str((globals or {}).get("__name__")).startswith("scorio_lite")
    assert not ours or level or name.split(".")[0] in ("math", "fractions", "__future__", "scorio_lite"), name
    return imports(name, globals, locals, fromlist, level)
builtins.__import__ = guard
"""
READ_ONLY = """
def refuse(event, given):
    assert event not in ("os.mkdir", "os.rename", "os.remove") and not (event == "open" and set("wax+") & set(given[1] or ""))
sys.dont_write_bytecode = True
sys.addaudithook(refuse)
"""
LITTLE_MEMORY = """
import resource
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + (64 << 20), resource.RLIM_INFINITY))
"""
CONTEXTS = """
decimal.getcontext().prec = 3
decimal.getcontext().traps[decimal.Inexact] = True
"""
CONDITIONS = {
    "60 frames of stack": "sys.setrecursionlimit(60)",
    "integers of 640 digits": "getattr(sys, 'set_int_max_str_digits', print)(640)",
    "only math is imported": ONLY_MATH,
    "nothing is written": READ_ONLY,
    "64 MB of address space": LITTLE_MEMORY,
    "another decimal context": CONTEXTS,
}
ONE = {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "PYTHONOPTIMIZE": "2", "PYTHONWARNINGS": "error"}
THREADS = """
start, found = threading.Barrier(8), []
sys.setswitchinterval(1e-6)
import random
def run(seed):
    order = random.Random(seed).sample(calls, len(calls))
    start.wait()
    import scorio_lite
    found.append(differing(scorio_lite, order))
workers = [threading.Thread(target=run, args=(seed,)) for seed in range(8)]
[worker.start() for worker in workers]
[worker.join() for worker in workers]
if found != [[]] * 8: raise SystemExit(repr(found))
"""
CONDITIONS["eight threads that import it and fill its caches"] = THREADS


@pytest.mark.skipif(sys.implementation.name != "cpython" or sys.platform != "linux", reason="needs CPython on Linux")
@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions(condition):
    program = PROGRAM.replace("{}", CONDITIONS[condition], 1)
    command = [sys.executable, "-S", "-c", program, str(ROOT / "tests"), str(ROOT)]
    how = {"env": {**os.environ, **ONE}, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run(command, **how)
    assert done.returncode == 0, done.stdout
