"""Make the core's modules ready for one file. `flattened` removes imports, annotations and most docstrings.

One file can have all modules one after another only if no two of them define the same name. `clashes` lists the names
that two modules define; a test keeps this list empty. `flattened` needs Python 3.9 for ast.unparse, but its text runs
on Python 3.8.
"""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from functools import lru_cache
from pathlib import Path
from typing import Any, Container

LAST = "eval"  # its names stay; those of other public modules are kept in a namespace before they are defined again
LEFT_OUT = ("_command", "__main__.py", "files.py")
DROPPED = {"TYPE_CHECKING", "__all__", "__dir__", "__getattr__", "_check"}  # _check asserts invariants, for the tests


def core(package: Path) -> list[Path]:
    """List the modules of the core: all but the command and the modules that need the command."""
    return [path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in LEFT_OUT]


def in_order(package: Path) -> list[Path]:
    """List the files of the core, each after those that it imports as it loads. Files in LAST come last."""
    found: dict[Path, None] = {}

    def visit(path: Path) -> None:
        if path not in found:
            if path.name == "__init__.py" and path.parent.name[0] != "_" and path.parent != package:
                for inner in sorted(path.parent.glob("[a-z]*.py")):  # which it loads when they are asked for
                    visit(inner)
            for node in parsed(path).body:
                if isinstance(node, ast.ImportFrom) and node.level:
                    home = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                    visit(next(file for file in (home.with_suffix(".py"), home / "__init__.py") if file.exists()))
            found[path] = None

    for path in sorted(core(package), key=lambda path: (path.parent.name == LAST, path)):
        visit(path)
    return [path for path in found if path not in (package / "__init__.py", package / LAST / "__init__.py")]


@lru_cache(maxsize=None)
def parsed(path: Path) -> ast.Module:
    """Return the tree of a module. It is cached, so do not change it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@lru_cache(maxsize=None)
def imports(tree: ast.Module) -> list[ast.ImportFrom]:
    """List all imports in a module, including those for type checkers."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


def imported_names(path: Path, module: str | None = None) -> set[str]:
    """Return the names that a module imports from `module`, or from anywhere if this is None."""
    found = imports(parsed(path))
    return {alias.name for node in found if module in (None, node.module) for alias in node.names}


def names_set(node: Any) -> set[str]:
    """Return the names that a definition or an assignment sets."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    return {getattr(node, "name", ""), *(getattr(target, "id", "") for target in targets)} - {""}


def exports(path: Path) -> list[str]:
    """Return a module's __all__."""
    found = [node for node in parsed(path).body if "__all__" in names_set(node)]
    return list(ast.literal_eval(found[0].value)) if found else []  # type: ignore[attr-defined]


class Flat(ast.NodeTransformer):
    """Removes annotations, code for type checkers and tests, and imports that a single file does not need."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.lines = text.encode().splitlines(keepends=True)
        self.tree = self.visit(ast.parse(text))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        is_had = node.level or node.module in ("__future__", "math")
        return None if is_had and not any(alias.asname for alias in node.names) else node

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        node = self.generic_visit(node)  # type: ignore[assignment]
        return list(node.orelse) if getattr(node.test, "id", "") == "TYPE_CHECKING" else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        node.returns = None
        return None if node.name in DROPPED else self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        return None if names_set(node) & DROPPED else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node)) if node.value else None

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        """Keep strings as written: from Python 3.12 on, ast.unparse nests quotes that older versions do not read."""
        first, last = node.lineno - 1, node.end_lineno or 0  # ast.get_source_segment splits the whole text each time
        lines = [*self.lines[first:last]]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return ast.Name(re.sub(r"\s*\n\s*", " ", b"".join(lines).decode()), ast.Load())


@lru_cache(maxsize=None)
def clashes(package: Path) -> list[str]:
    """List the names that one file would mix up: names that are defined twice, and names of Python itself."""
    homes: dict[str, list[str]] = {}
    python = {*dir(builtins)}
    for path in in_order(package):
        python |= imported_names(path, "math")
        for name in {name for node in Flat(path).tree.body for name in names_set(node)}:
            homes.setdefault(name, []).append(path.relative_to(package).as_posix())
    public = {name for path in core(package) for name in exports(path)}
    wrong = [f"{name} is Python's, and defined in {places[0]}" for name, places in homes.items() if name in python]
    twice = [name for name, places in homes.items() if len(places) > 1 and name not in public]
    return wrong + [f"{name} is defined in {' and '.join(homes[name])}" for name in twice]


def flattened(path: Path, documented: Container[str]) -> str:
    """Return the text of a module for the single file. Only names in `documented` keep (a part of) their docstrings."""
    tree = Flat(path).tree
    tops = [top for top in tree.body if getattr(top, "name", "") in documented]
    wanted = tops + [node for top in tops for node in top.body if getattr(node, "name", "_")[0] != "_"]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            if node in wanted:
                indent = "\t" * (node.col_offset // 4 + 1)
                text = textwrap.indent((ast.get_docstring(node) or "").split("\n\n")[0], indent).lstrip()
                node.body[0] = ast.Expr(ast.Constant(text + f"\n{indent}" * ("\n" in text)))
            else:
                node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.unparse(tree)
