"""Check the package as files: imports go down the layers; modules of a cold call; lengths of parts; required files."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import PACKAGE, ROOT, nodes

import scorio_lite as sl

LAYERS = [  # from the top down; "" is the package itself
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
INSIDE = {  # of the folders, from the top down; "" is the folder's own __init__
    "eval": ["", "binary", "binary_ci", "blends", "blends_ci", "categorical", "categorical_ci", "picks"],
    "confidence": ["", "models", "others", "values"],
    "_posterior": ["delta", "beta", "polynomials", "dirichlet", ""],
    "_intervals": [
        "anytime",
        "beyond",
        "costs",
        "curves",
        "bands",
        "ratios",
        "judges",
        "missing",
        "plan",
        "runs",
        "suites",
        "difference",
        "",
        "evidence",
        "spread",
        "results",
        "formula",
    ],
    "_credit": ["metrics", "selected", "measures", "plurality", "rewards", ""],
    "_outcomes": ["reader", "arrays", "cells", ""],
    "_numbers": ["powers", "roots", "normal", "student", "enclosures", ""],
}


def modules(package: Path) -> dict[str, Path]:
    """Return the modules of a package by their dotted names below it."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """Return the modules of the package that a module imports anywhere, also in a function or for type checkers."""
    base = name.split(".") if name else []
    if path.name != "__init__.py":
        base = base[:-1]
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.level:
            home = [*base[: len(base) - node.level + 1], *(node.module or "").split(".")]
            home = [part for part in home if part]
            for alias in node.names:
                inside = ".".join([*home, alias.name])
                found.add(inside if inside in known else ".".join(home))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            assert not any(one.split(".")[0] == "scorio_lite" for one in names), f"{name} imports the package by name"
    return found


KNOWN = {name: path for name, path in modules(PACKAGE).items() if name != "_types"}  # which only type checkers load
IMPORTS = {name: imported(name, path, {**KNOWN, "_types": PACKAGE}) - {"_types"} for name, path in KNOWN.items()}
IMPORTS[""].remove("files")  # loads when it is asked for, and stands above the package


def height(name: str) -> tuple[int, int]:
    """Return (number of the module's layer, its place in that layer)."""
    folder, _, place = name.partition(".")
    layer = next(i for i, members in enumerate(LAYERS) if folder in members)
    return layer, INSIDE[folder].index(place) if folder in INSIDE else 0


def upward(imports: dict[str, set[str]]) -> list[str]:
    """Return the imports that do not go down, except those within the command."""
    wrong = []
    for name, targets in imports.items():
        for target in targets:
            above, below = height(name), height(target)
            folder, other = name.partition(".")[0], target.partition(".")[0]
            goes_down = above < below if folder == other else above[0] < below[0]
            if not goes_down and (folder, other) != ("_command", "_command"):
                wrong.append(f"{name} -> {target}")
    return wrong


def test_there_are_ten_layers_at_most_and_every_module_stands_in_one():
    assert len(LAYERS) <= 10
    for name in KNOWN:
        height(name)
    for folder, places in INSIDE.items():
        named = {f"{folder}.{place}".strip(".") for place in places}
        assert {name for name in KNOWN if name.partition(".")[0] == folder} == named


def test_imports_go_down():
    assert sum(map(len, IMPORTS.values())) > 100
    assert upward(IMPORTS) == []


@pytest.mark.parametrize(
    ("name", "target"),
    [("_numbers", "_arguments"), ("_outcomes", "tally"), ("_posterior", "_posterior.beta"), ("tally", "_command.main")],
)
def test_an_upward_import_is_found(name, target):
    assert upward({**IMPORTS, name: IMPORTS[name] | {target}}) == [f"{name} -> {target}"]


def test_no_module_is_in_a_circle():
    """No module, also of the command, imports itself, directly or through others."""
    reached = {name: set(targets) - {name} for name, targets in IMPORTS.items()}
    order: list[str] = []
    while reached:
        free = [name for name, targets in reached.items() if not targets - set(order)]
        assert free, f"in circles: {sorted(reached)}"
        order += free
        for name in free:
            del reached[name]


def test_few_private_modules_lie_flat():
    assert len([path for path in PACKAGE.glob("_*.py") if not path.stem.startswith("__")]) <= 8


POINT = ["", "_arguments", "_credit", "_numbers", "_outcomes", "eval", "eval.binary", "tally"]
INTERVAL = ["", "_arguments", "_credit", "_numbers", "_numbers.enclosures", "_outcomes", "_posterior"]
INTERVAL += ["_posterior.beta", "eval", "tally"]
BLEND = [*INTERVAL, "_numbers.powers", "_posterior.delta", "_weights", "eval.blends_ci"]


# all that is slow to load: dataclasses, json, argparse and csv load re, and statistics loads fractions
HEAVY = {"fractions", "decimal", "typing", "re", "functools", "collections.abc", "numbers"}


@pytest.mark.parametrize(
    ("call", "loaded"),
    [
        ("", [""]),
        ("pass_at_k([[0, 1, 1], [1, 1, 1]], 2)", POINT),
        ("maj_at_k_ci([[0, 1, 1], [1, 1, 1]], 3)", [*INTERVAL, "_posterior.polynomials", "eval.binary_ci"]),
        ("geom_at_k_ci([[0, 1, 1], [1, 1, 1]], 3)", BLEND),
        ("bayes_ci([[0, 1]])", {"eval", "eval.categorical_ci", "tally"}),
        ("geom_at_k([[0, 1]], 1)", {"eval", "eval.blends", "tally"}),
        ("rank.bayes([[[0, 1]], [[1, 1]]], quantile=0.1)", {"rank", "tally"}),
    ],
)
def test_what_a_cold_call_loads(call, loaded):
    """A cold call loads no heavy module, and of the package just `loaded` (of its public modules, if this is a set)."""
    use = call and f"scorio_lite.{call}"
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); import scorio_lite\n{use}\n"
    program += "print(*(set(sys.modules) - before))"
    result = subprocess.run([sys.executable, "-I", "-S", "-c", program], stdout=subprocess.PIPE, check=True, text=True)
    found = set(result.stdout.split())
    assert not HEAVY & found
    own = {name[len("scorio_lite.") :] for name in found if name.startswith("scorio_lite")}
    assert ({name for name in own if name and name[0] != "_"} if isinstance(loaded, set) else own) == set(loaded)


WAY = """
import os, sys, scorio_lite
calls, changes = set(), [""]
def seen(frame, event, _):
    path, name = frame.f_code.co_filename, frame.f_code.co_name
    if event == "call" and os.path.dirname(scorio_lite.__file__) in path and name[0] != "<":
        calls.add((path, name, frame.f_code.co_firstlineno))
        changes.extend([path] * (path != changes[-1]))
R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
for call in range(2):
    sys.setprofile(seen if call else None)
    scorio_lite.{}
sys.setprofile(None)
print(len(calls), len(changes) - 1)
"""


@pytest.mark.parametrize(
    ("call", "functions", "changes"),
    [
        ("pass_at_k(R, 2)", 18, 9),
        ("maj_at_k_ci(R, 3)", 36, 22),
        ("geom_at_k_ci(R, 3)", 48, 36),
        ("bayes_ci(R)", 26, 15),
        ("max_at_k_ci(R, 2)", 28, 20),
    ],
)
def test_the_way_of_a_call_is_short(call, functions, changes):
    """A warm call runs at most so many functions of the package, with so many changes from file to file."""
    command = [sys.executable, "-c", WAY.format(call)]
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True)
    found = [*map(int, result.stdout.split())]
    assert found[0] <= functions and found[1] <= changes, found


SOURCES = sorted(PACKAGE.rglob("*.py"))
LIBRARY = [path for path in SOURCES if path.name not in ("__main__.py", "files.py") and "_command" not in path.parts]


def imports(path):
    """Return pairs (module, whether the file imports it as it loads), without imports for type checkers only."""

    def walk(node, loading):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            return
        if isinstance(node, ast.Import):
            yield from ((alias.name, loading) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module, loading
        for child in ast.iter_child_nodes(node):
            yield from walk(child, loading and not isinstance(node, ast.FunctionDef))

    return set(walk(nodes(path)[0], True))


def test_the_library_imports_next_to_nothing():
    assert len(LIBRARY) > 20
    found = set().union(*map(imports, LIBRARY))
    assert {module for module, loading in found if loading} == {"__future__", "math"}
    assert {module for module, loading in found if not loading} == {"fractions"}


def test_files_and_functions_stay_small():
    long = [f"{path}" for path in SOURCES if path.read_bytes().count(b"\n") >= 400]
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.FunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                if body and body[-1].end_lineno - body[0].lineno >= 35:
                    long.append(f"{path}: {node.name}")
    assert long == []


def test_the_version_is_in_the_changelog():
    assert f"## [{sl.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_licence_travels_with_the_package():
    assert "MIT License" in (PACKAGE / "LICENSE").read_text(encoding="utf-8")
    assert (PACKAGE / "py.typed").exists()
