"""Check the package as files: imports go down the layers; what a cold call loads; lengths of files; one vocabulary."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PACKAGE, ROOT, nodes

import scorio_lite as sl

LAYERS = [  # from the top down; "" is the package itself. Modules of a layer may not import each other's folders
    ["__main__", "files"],
    ["_command"],
    [""],
    ["confidence", "eval", "exact", "rank", "special"],
    ["_intervals", "_estimates", "_posterior", "_ranks"],
    ["_credit", "_votes"],
    ["_scores", "tally"],
    ["_outcomes", "_weights"],
    ["_arguments"],
    ["_numbers"],
]
FOR_CHECKERS = "_types"  # which nothing imports as it runs


KNOWN = {  # the modules by their dotted names below the package
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).replace("__init__", "").rstrip("."): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


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


def imported(name: str, path: Path) -> set[str]:
    """Return the modules of the package that a module imports anywhere, also in a function."""
    base = (name.split(".") if name else [])[: None if path.name == "__init__.py" else -1]
    found = set()
    for node, _ in imports(path):
        if isinstance(node, ast.ImportFrom) and node.level:
            home = [part for part in [*base[: len(base) - node.level + 1], *(node.module or "").split(".")] if part]
            inside = [".".join([*home, alias.name]) for alias in node.names]
            found.update(one if one in KNOWN else ".".join(home) for one in inside)
        else:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            assert not any(one.split(".")[0] == "scorio_lite" for one in names), f"{name} imports the package by name"
    return found - {FOR_CHECKERS}


IMPORTS = {name: imported(name, path) for name, path in KNOWN.items() if name != FOR_CHECKERS}


def layer(name: str) -> int:
    return next(i for i, members in enumerate(LAYERS) if name.partition(".")[0] in members)


def test_imports_go_down():
    """Imports from a folder to another go down."""
    pairs = [(name, target) for name, targets in IMPORTS.items() for target in targets]
    apart = [(a, b) for a, b in pairs if a.partition(".")[0] != b.partition(".")[0]]
    assert len(apart) > 100
    assert [f"{a} -> {b}" for a, b in apart if layer(a) >= layer(b)] == []


# What is slow to load: dataclasses, json, argparse and csv load re, and statistics loads fractions.
HEAVY = {"fractions", "decimal", "typing", "re", "functools", "collections.abc", "numbers"}
COLD = {  # calls, and the public modules of the package that they load
    "__version__": set(),
    "pass_at_k([[0, 1, 1], [1, 1, 1]], 2)": {"eval", "eval.binary", "tally"},
    "maj_at_k_ci([[0, 1, 1], [1, 1, 1]], 3)": {"eval", "eval.steps_ci", "tally"},
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
    for name, path in KNOWN.items():
        for node, loading in imports(path) if name.partition(".")[0] not in ("__main__", "files", "_command") else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
            loaded[loading].update(names if not getattr(node, "level", 0) else [])
    assert loaded[True] <= {"__future__", "math", "operator", "itertools"} and loaded[False] <= {"fractions", "math"}


def test_files_and_functions_stay_small():
    long = [str(path) for path in KNOWN.values() if path.read_bytes().count(b"\n") >= 400]
    for path in KNOWN.values():
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if body and body[-1].end_lineno - body[0].lineno >= 35:
                    long.append(f"{path}: {node.name}")
    assert long == []


def test_what_travels_with_the_package():
    assert f"## [{sl.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "MIT License" in (PACKAGE / "LICENSE").read_text(encoding="utf-8")
    assert (PACKAGE / "py.typed").exists()
