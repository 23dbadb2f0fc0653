"""Change constants and comparisons of the command, one at a time, and count how many changes its tests notice.

usage: python tools/mutate.py [-n 60] [--seed 0] [--only PART] [--tests tests/command]     It needs `coverage`.

The tool draws changes from all of `scorio_lite/_command`: a number n becomes n + 1, < becomes <=, == becomes !=. First
it runs all tests on an unchanged copy, where they must pass. For each change it then runs the tests that reach the
changed statement. For a statement outside of functions, it runs the tests that use a name that depends on it.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SWAPS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
PLUGIN = """
import coverage, json, pytest, time

times = {}

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    coverage.Coverage.current().switch_context(item.nodeid)
    start = time.process_time()
    try:
        return (yield)
    finally:
        times[item.nodeid] = time.process_time() - start

def pytest_sessionfinish():
    json.dump(times, open("times.json", "w"))
"""
READ = """
import coverage, json, sys
times = json.load(open("times.json"))
data = coverage.CoverageData()
data.read()
found, all = {}, []
for group in json.load(sys.stdin):
    for path in {path for path, _ in group} - {*found}:
        found[path] = data.contexts_by_lineno(path)
    all.append(sorted({test for path, at in group for test in found[path].get(at, [])} - {""}, key=times.get))
print(json.dumps(all))
"""
LONGEST = 900  # seconds for the tests of a change


def changes(path: Path) -> list[tuple[int, int, int, str, bool]]:
    """List the changes of a file: line, first column, last column, the new text, and whether it is in a function."""
    text = path.read_text(encoding="utf-8")
    lines, found, tree = text.splitlines(), [], ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(node) for function in functions for one in function.body for node in ast.walk(one)}
    for node in ast.walk(tree):
        is_number = isinstance(node, ast.Constant) and type(node.value) in (int, float)
        if is_number and node.value + 1 != node.value and node.lineno == node.end_lineno:
            found.append((node.lineno, node.col_offset, node.end_col_offset, repr(node.value + 1), id(node) in inside))
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in SWAPS:
            start, end = node.left.end_col_offset, node.comparators[0].col_offset
            if node.left.end_lineno != node.comparators[0].lineno:
                continue
            between = lines[node.comparators[0].lineno - 1].encode()[start:end].decode()
            new = between.replace(SIGNS[type(node.ops[0])], SWAPS[type(node.ops[0])], 1)
            found.append((node.comparators[0].lineno, start, end, new, id(node) in inside))
    return [one for one in found if lines[one[0] - 1].encode()[one[1] : one[2]].decode() != one[3]]


def first_lines(path: Path) -> dict[int, int]:
    """Return {line: first line of its innermost statement}. Coverage reports only these first lines."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.stmt)]
    spans = sorted((node.lineno, -(node.end_lineno or 0)) for node in nodes)
    return {line: start for start, end in spans for line in range(start, 1 - end)}


class Names:
    """The names that modules define, and where functions use them."""

    def __init__(self, files: list[Path]) -> None:
        self._tops = [(path, node) for path in files for node in ast.parse(path.read_text(encoding="utf-8")).body]
        self._starts = {path: first_lines(path) for path in files}

    def places(self, path: Path, at: int, is_inside: bool) -> list[tuple[Path, int]]:
        """List the lines that a change affects: its statement or, outside of functions, uses of names that it sets."""
        if is_inside:
            return [(path, at), (path, self._starts[path][at])]
        tops = [(file, node) for file, node in self._tops if file == path]
        names = set().union(
            *(names_in(node, ast.Store) for _, node in tops if node.lineno <= at <= (node.end_lineno or 0))
        )
        size = 0
        while size < len(names):
            size = len(names)
            if any(name[0] != "_" for name in names):  # others are of this file alone
                tops = self._tops
            for _, node in tops:
                if isinstance(node, (ast.Assign, ast.AnnAssign)) and names & names_in(node, ast.Load):
                    names |= names_in(node, ast.Store)
        bodies = [
            (file, part)
            for file, node in tops
            for function in ast.walk(node)
            if isinstance(function, ast.FunctionDef)
            for part in ast.walk(function)
        ]
        return [(file, self._starts[file][part.lineno]) for file, part in bodies if name_of(part) in names]


def name_of(node: ast.AST) -> str:
    return getattr(node, "id", None) or getattr(node, "attr", "")


def names_in(node: ast.stmt, context: type[ast.expr_context]) -> set[str]:
    """Return the names that a statement sets (`context` is ast.Store) or reads (`context` is ast.Load)."""
    own = {node.name} if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and context is ast.Store else set()
    return own or {name_of(part) for part in ast.walk(node) if isinstance(getattr(part, "ctx", None), context)} - {""}


def tests_that_reach(root: Path, tests: list[str], groups: list[list[tuple[str, int]]]) -> list[list[str]]:
    """Run all tests in the unchanged copy. For each group of lines, return the tests that reach it, fastest first."""
    (root / "contexts.py").write_text(PLUGIN)
    covered = [sys.executable, "-m", "coverage", "run", "--include=scorio_lite/_command/*"]
    run = [*covered, "-m", "pytest", "-q", "-p", "contexts", "-k", "not spoiled"]  # spoiled files have a limit of time
    subprocess.run([*run, *tests], cwd=root, check=True)
    ask = [sys.executable, "-c", READ]
    answer = subprocess.run(ask, cwd=root, input=json.dumps(groups), text=True, stdout=subprocess.PIPE, check=True)
    found: list[list[str]] = json.loads(answer.stdout)
    return found


def is_noticed(root: Path, tests: list[str]) -> bool:
    """Return whether a test fails, or its module at import. If pytest itself does (4: a test is not there), stop."""
    (root / "tests.txt").write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "@tests.txt"]
    try:
        found = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:  # the change makes a loop endless
        return True
    if found.returncode > 2 and "ERROR collecting" not in found.stdout:
        sys.exit(f"pytest ends with status {found.returncode}:\n{found.stdout}{found.stderr}")
    return found.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--tests", nargs="+", default=["tests/command"])
    asked = parser.parse_args()
    files = sorted((ROOT / "scorio_lite" / "_command").rglob("*.py"))
    every = [(path, *one) for path in files if asked.only in str(path) for one in changes(path)]
    drawn = random.Random(asked.seed).sample(every, min(asked.n, len(every)))
    noticed = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "copy").resolve()
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".git", "__pycache__", ".pytest_cache"))
        targets = [root / path.relative_to(ROOT) for path, *_ in drawn]
        names = Names(files)
        groups = [names.places(path, at, is_inside) for path, at, *_, is_inside in drawn]
        placed = [[(str(root / path.relative_to(ROOT)), line) for path, line in group] for group in groups]
        for target, tests, (path, at, start, end, new, _) in zip(
            targets, tests_that_reach(root, asked.tests, placed), drawn
        ):
            text = target.read_text(encoding="utf-8")
            lines = text.splitlines(keepends=True)
            line = lines[at - 1].encode()
            lines[at - 1] = (line[:start] + new.encode() + line[end:]).decode()
            target.write_text("".join(lines), encoding="utf-8")
            seen = bool(tests) and is_noticed(root, tests)
            noticed += seen
            target.write_text(text, encoding="utf-8")
            if not seen:
                place = f"{path.relative_to(ROOT)}:{at}"
                why = f"none of {len(tests)} tests notices" if tests else "no test reaches it"
                print(f"{place}: {line[start:end].decode()!r} became {new!r}: {why}", flush=True)
    print(f"{noticed} of {len(drawn)} changes are noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
