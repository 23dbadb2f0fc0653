"""The package as files: what it imports of the standard library, how long its parts are, and what must lie in it."""

from __future__ import annotations

import ast

from helpers import PACKAGE, ROOT, nodes

import scorio_lite as sl

SOURCES = sorted(PACKAGE.rglob("*.py"))
LIBRARY = [path for path in SOURCES if path.name != "__main__.py" and "_command" not in path.parts]


def imports(path):
    """(module, whether when the module is loaded) of every import of the standard library, but for type checkers."""

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
