"""Plant mistakes in the library, one at a time, and count how many of them its tests notice.

usage: python tools/mutate.py [--core 40] [--command 20] [--seed 0] [--seconds 100]     It needs Python 3.12 and pytest.

A mistake is a number n that becomes n + 1, < that becomes <=, == that becomes !=, or + that becomes -. The seed draws
them. A line with the comment "spare: ..." is passed over, since no result depends on its numbers:
tests/places/test_spare.py halves and doubles them. So is a < or > beside the name of such a number: it chooses between
two ways that give the same result.

First all tests run once on an unchanged copy, to learn which of them run which function. Then, for each mistake, those
that run its function are run: the ones named after its module first, and of the others the fastest first, until one
fails. For a mistake outside of functions, such as in the default of an argument, all others follow. The tests of a
mistake may take so many seconds of the processor; what is slower stays out.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SWAPS = {ast.Lt: "< <=", ast.LtE: "<= <", ast.Gt: "> >=", ast.GtE: ">= >", ast.Eq: "== !=", ast.NotEq: "!= =="}
NO_TEST = 5  # the exit status of pytest if it finds no test: ids may have numbers that the mistake changes
ORDER = tuple(SWAPS)[:4]
SWAPS = {**SWAPS, ast.Add: "+ -", ast.Sub: "- +"}
TEXTS = [path.read_text(encoding="utf-8") for path in (ROOT / "scorio_lite").rglob("*.py")]
SPARE = {name for text in TEXTS for name in re.findall("^(\\w+) = .*  # spare: ", text, re.MULTILINE)}
PLUGIN = """
import json, sys, time
import pytest

seen, calls, failed, events = set(), {}, set(), sys.monitoring
events.use_tool_id(events.PROFILER_ID, "mutate")

def start(code, offset):
    if "scorio_lite" in code.co_filename:
        seen.add((code.co_filename, code.co_firstlineno))
    return events.DISABLE

events.register_callback(events.PROFILER_ID, events.events.PY_START, start)
events.set_events(events.PROFILER_ID, events.events.PY_START)

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    seen.clear()
    events.restart_events()
    began = time.process_time()
    try:
        return (yield)
    finally:
        calls[item.nodeid] = time.process_time() - began, sorted(seen)

def pytest_runtest_logreport(report):
    if report.failed:
        failed.add(report.nodeid)

def pytest_sessionfinish():
    with open("calls.json", "w") as file:
        json.dump({test: call for test, call in calls.items() if test not in failed}, file)
"""
CHOOSER = """
import json, signal
import pytest

with open("chosen.json") as file:
    times = json.load(file)
order = list(times)

@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    items[:] = sorted((item for item in items if item.nodeid in times), key=lambda item: order.index(item.nodeid))

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 5 * times[item.nodeid])  # a loop without an end is ended
    return (yield)
"""


class Mistake:
    """A change of one line: `start` to `end`, in bytes, becomes `new`. `function` is the line of its function."""

    def __init__(self, path, node, start, end, new, function):
        self.path, self.line, self.start, self.end, self.new = path, node.end_lineno, start, end, new
        self.function = function

    def planted(self, text):
        lines = text.splitlines(keepends=True)
        line = lines[self.line - 1].encode()
        old = line[self.start : self.end]
        lines[self.line - 1] = (line[: self.start] + self.new + line[self.end :]).decode()
        self.where = f"{self.path}:{self.line}: {old.decode().strip()} became {self.new.decode().strip()}"
        return "".join(lines)


def mistakes_in(path):
    """Yield every mistake that can be planted in a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    lines = text.encode().splitlines()

    def walk(node, function):
        outside = function
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            decorators = getattr(node, "decorator_list", [])
            function = min(part.lineno for part in [node, *decorators]) if function is None else function
        is_spare = hasattr(node, "lineno") and b"  # spare: " in lines[node.lineno - 1]
        is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if is_number and node.value + 1 != node.value and not is_spare:
            yield Mistake(path, node, node.col_offset, node.end_col_offset, repr(node.value + 1).encode(), function)
        sides = None
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            sides = node.left, node.ops[0], node.comparators[0]
        elif isinstance(node, ast.BinOp):
            sides = node.left, node.op, node.right
        if is_spare or (sides and type(sides[1]) in ORDER and SPARE & {getattr(side, "id", "") for side in sides}):
            sides = None
        if sides and type(sides[1]) in SWAPS and sides[0].end_lineno == sides[2].lineno == sides[2].end_lineno:
            start, end = sides[0].end_col_offset, sides[2].col_offset
            between, (sign, other) = lines[sides[2].lineno - 1][start:end], SWAPS[type(sides[1])].split()
            yield Mistake(path, sides[2], start, end, between.replace(sign.encode(), other.encode(), 1), function)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, outside if isinstance(child, ast.arguments) else function)

    yield from walk(ast.parse(text), None)


def pytest(root, *arguments, seconds=None):
    """Run pytest in the copy. Return its exit status, negative if the limit of processor time ends it."""
    limit = None if seconds is None else lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    run = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": "."}
    done = subprocess.run(run, cwd=root, env=environment, preexec_fn=limit, stdout=subprocess.DEVNULL, check=False)
    return done.returncode


def is_noticed(root, mistake, calls, seconds):
    """Return whether a test fails with the mistake, and how many were run."""
    stem, file = Path(mistake.path).stem.strip("_"), str(root / mistake.path)
    reached = []
    for test, (time, functions) in calls.items():
        is_run = any(path == file and mistake.function in (None, line) for path, line in functions)
        if is_run or mistake.function is None:
            reached.append((not is_run, stem not in Path(test.partition("::")[0]).stem, time, test))
    tests, spent = {}, 0.0
    for *_, time, test in sorted(reached):
        spent += time
        if spent < seconds or not tests:
            tests[test] = time
    text = (root / mistake.path).read_text(encoding="utf-8")
    (root / mistake.path).write_text(mistake.planted(text), encoding="utf-8")
    (root / "chosen.json").write_text(json.dumps(tests), encoding="utf-8")
    files = sorted({test.partition("::")[0] for test in tests})
    status = pytest(root, "-x", "-p", "chooser", *files, seconds=int(4 * seconds) + 60) if tests else 0
    (root / mistake.path).write_text(text, encoding="utf-8")
    return status not in (0, NO_TEST), len(tests)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, value in (("core", 40), ("command", 20), ("seed", 0), ("seconds", 100)):
        parser.add_argument(f"--{name}", type=int, default=value)
    asked = parser.parse_args()
    rooms = {"core": [], "command": []}
    for path in sorted((ROOT / "scorio_lite").rglob("*.py")):
        rooms["command" if "_command" in path.parts else "core"].extend(mistakes_in(path.relative_to(ROOT)))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "copy"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".git", "__pycache__", ".pytest_cache", ".venv"))
        (root / "calls.py").write_text(PLUGIN, encoding="utf-8")
        (root / "chooser.py").write_text(CHOOSER, encoding="utf-8")
        if pytest(root, "-p", "calls"):
            print("Some tests fail without a mistake; they stay out.")
        calls = json.loads((root / "calls.json").read_text(encoding="utf-8"))
        for room, every in rooms.items():
            drawn = random.Random(asked.seed).sample(every, getattr(asked, room))
            noticed = 0
            for mistake in drawn:
                is_seen, tests = is_noticed(root, mistake, calls, asked.seconds)
                noticed += is_seen
                if not is_seen:
                    print(f"{mistake.where}: none of {tests} tests notices", flush=True)
            print(f"{room}: {noticed} of {len(drawn)} mistakes are noticed", flush=True)


if __name__ == "__main__":
    main()
