"""Check the package as files: imports go down the layers; what a cold call loads; lengths of files and functions."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from helpers import PACKAGE, ROOT, nodes

import scorio_lite as sl

LAYERS = [  # from the top down; "" is the package itself. Modules of a layer may not import each other's folders
    ["__main__", "files"],
    ["_command"],
    [""],
    ["confidence", "eval", "exact", "rank", "special"],
    ["_intervals", "_posterior", "_ranks"],
    ["_credit", "_votes"],
    ["_scores", "tally"],
    ["_outcomes"],
    ["_arguments"],
    ["_numbers", "_lazy"],
]
LAYER = {name: i for i, names in enumerate(LAYERS) for name in names}
PATHS = [path for path in sorted(PACKAGE.rglob("*.py")) if path.name != "_types.py"]  # which nothing imports as it runs


def imports(path):
    """Yield (node, whether the module runs it as it loads) for the imports that are not for type checkers alone."""

    def walk(node, loading):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node, loading
        for child in ast.iter_child_nodes(node):
            yield from walk(child, loading and not isinstance(node, ast.FunctionDef))

    return walk(nodes(path)[0], True)


def top(path):
    """Return the folder or the module just below the package that a path is in."""
    return path.relative_to(PACKAGE).parts[0].replace(".py", "").replace("__init__", "")


def tops(path):
    """Yield the folders and modules just below the package that a module imports from."""
    parents = path.relative_to(PACKAGE).parent.parts
    for node, _ in imports(path):
        if getattr(node, "level", 0):
            home = [*parents[: len(parents) + 1 - node.level], *(node.module.split(".") if node.module else [])]
            yield from home[:1] or [alias.name if alias.name in LAYER else "" for alias in node.names]


def test_imports_go_down():
    pairs = {(top(path), target) for path in PATHS for target in tops(path)} - {(name, name) for name in LAYER}
    assert len(pairs) > 30
    assert [f"{a} -> {b}" for a, b in pairs if LAYER[a] >= LAYER[b]] == []


# What is slow to load: dataclasses, json, argparse and csv load re, and statistics loads fractions.
HEAVY = {"fractions", "decimal", "typing", "re", "functools", "collections.abc", "numbers"}
COLD = {  # calls, and the public modules of the package that they load
    "__version__": set(),
    "pass_at_k([[0, 1, 1], [1, 1, 1]], 2)": {"eval", "eval.binary", "tally"},
    "maj_at_k_ci([[0, 1, 1], [1, 1, 1]], 3)": {"eval", "eval.binary_ci", "tally"},
    "bayes_ci([[0, 1]])": {"eval", "eval.categorical_ci", "tally"},
    "geom_at_k([[0, 1]], 1)": {"eval", "eval.blends", "tally"},
    "rank.bayes([[[0, 1]], [[1, 1]]], quantile=0.1)": {"rank", "tally"},
}


@pytest.mark.parametrize("call", COLD)
def test_what_a_cold_call_loads(call):
    """A cold call loads no heavy module, and not the parts of the package that it does not need."""
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); import scorio_lite\n"
    program += f"scorio_lite.{call}\nprint(*(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], stdout=subprocess.PIPE, check=True, text=True)
    loaded = {*done.stdout.split()}
    own = {name[len("scorio_lite.") :] for name in loaded if name.startswith("scorio_lite.")}
    assert not HEAVY & loaded and {name for name in own if name[0] != "_"} <= COLD[call]
    assert not [name for name in own if name.startswith(("_intervals", "_command", "_votes"))]


def test_the_library_imports_next_to_nothing():
    loaded = {True: set(), False: set()}
    for path in PATHS:
        for node, loading in imports(path) if LAYER[top(path)] > 1 else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            loaded[loading].update(names if not getattr(node, "level", 0) else [])
    assert loaded[True] <= {"__future__", "math", "operator", "itertools"} and loaded[False] <= {"fractions", "math"}


def test_files_and_functions_stay_small():
    long = [str(path) for path in PATHS if path.read_bytes().count(b"\n") >= 400]
    for path, node in ((path, node) for path in PATHS for node in nodes(path) if isinstance(node, ast.FunctionDef)):
        body = node.body[1:] if ast.get_docstring(node) else node.body
        if body and body[-1].end_lineno - body[0].lineno >= 35:
            long.append(f"{path}: {node.name}")
    assert long == []


def test_what_travels_with_the_package():
    assert f"## [{sl.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "MIT License" in (PACKAGE / "LICENSE").read_text(encoding="utf-8")
    assert (PACKAGE / "py.typed").exists()
