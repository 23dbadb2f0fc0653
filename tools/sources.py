"""The modules of the core as text that can stand in one file: without imports of each other, and in order.

One file can have all modules one after another only if no two of them define the same name. `clashes` lists the names
that two modules define; a test keeps this list empty.
"""

from __future__ import annotations

import ast
import builtins
import re
import typing
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterable, Iterator, Mapping

LAST = "eval"  # its names stay; those of other public modules are kept in a namespace before they are defined again
STANDARD = ("itertools", "math")  # modules of Python that the core imports as it loads
LEFT_OUT = ("_command", "__main__.py", "files.py", "_lazy.py", "_types.py")
_NOT_NEEDED = {"TYPE_CHECKING", "__all__", "__dir__", "__getattr__"}


class Source:
    """A module: its lines, its definitions by name, and the lines that one file does not need (from 1)."""

    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.path, self.lines, self.tree = path, text.splitlines(), ast.parse(text)
        self.doc = ast.get_docstring(self.tree) or ""
        self.not_needed: set[int] = set()
        self.standard: dict[str, str] = {}  # {name: module of Python}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and (node.level or node.module in ("__future__", *STANDARD)):
                self.standard.update((alias.name, node.module) for alias in node.names if node.module in STANDARD)
                self.not_needed.update(span(node))
        self.defined: dict[str, Any] = {}
        for node in self.tree.body:
            nodes = [node]
            if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
                nodes = node.orelse  # what runs stands alone, but for what loads modules
                nodes = [] if any("__getattr__" in names_set(one) for one in nodes) else nodes
                inside = [i for one in nodes for i in span(one)]
                self.not_needed.update(i for i in span(node) if i not in inside)
                for i in inside:
                    self.lines[i - 1] = self.lines[i - 1][4:]
            for one in nodes:
                if names_set(one) & _NOT_NEEDED:
                    self.not_needed.update(span(one))
                else:
                    self.defined.update((name, one) for name in names_set(one))

    def text(self, lines: Iterable[int], instead: Mapping[int, str]) -> str:
        """Return these lines that are needed, or what stands instead, with gaps of at most two empty lines."""
        needed = [i for i in lines if i in instead or i not in self.not_needed]
        kept = "\n".join(instead.get(i, self.lines[i - 1]) for i in needed)
        kept = re.sub(r"\n\n+(?= )", "\n\n", re.sub(r"(?<=:\n)\n+", "", kept))
        return re.sub(r"\n{4,}", "\n\n\n", kept).strip("\n")

    def body(self) -> str:
        """Return the module without its docstring."""
        start = span(self.tree.body[0])[-1] + 1 if self.doc else 1
        return self.text(range(start, len(self.lines) + 1), {})

    def span(self, node: Any) -> range:
        """Return the lines of a definition, with the comment above it."""
        first = span(node)[0]
        while first > 1 and self.lines[first - 2].startswith("#"):
            first -= 1
        return range(first, span(node)[-1] + 1)


def span(node: Any) -> range:
    decorators = getattr(node, "decorator_list", [])
    return range(min([node.lineno, *(one.lineno for one in decorators)]), node.end_lineno + 1)


@lru_cache(maxsize=None)
def source(path: Path) -> Source:
    return Source(path)


def names_set(node: Any) -> set[str]:
    """Return the names that a definition or an assignment sets."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    every = [one for target in targets for one in getattr(target, "elts", [target])]
    return {getattr(node, "name", ""), *(getattr(one, "id", "") for one in every)} - {""}


def annotated(node: Any) -> set[str]:
    """Return the names in the annotations within a node."""
    notes = [getattr(one, field, None) for one in ast.walk(node) for field in ("annotation", "returns")]
    return {one.id for note in notes if note for one in ast.walk(note) if isinstance(one, ast.Name)}


def types(package: Path, names: set[str], known: set[str]) -> str:
    """Return the block that defines these names of types for type checkers. A name that is nowhere means Any."""
    shared = source(package / "_types.py")
    block = next(node for node in shared.tree.body if isinstance(node, ast.If))
    homes: dict[str, Any] = {}
    for node in block.body:
        homes.update((name, node) for name in names_set(node))
    wanted, pending = {"Any"}, names - known - {*dir(builtins)}
    while pending - wanted:
        wanted |= pending
        for node in [homes[name] for name in pending if name in homes]:
            pending = pending | {one.id for one in ast.walk(node) if isinstance(one, ast.Name)} | annotated(node)
        pending -= known | {*dir(builtins)}
    modules = {"decimal": ["Decimal"], "fractions": ["Fraction"], "typing": typing.__all__}
    lines = [
        f"    from {module} import {', '.join(sorted(wanted & {*own}))}"
        for module, own in modules.items()
        if wanted & {*own}
    ]
    others = wanted - {*homes} - {name for own in modules.values() for name in own}
    lines += [f"    {name} = Any" for name in sorted(others)]
    nodes = {id(homes[name]): homes[name] for name in wanted if name in homes}
    for node in sorted(nodes.values(), key=lambda node: node.lineno):
        lines += [shared.lines[i - 1] for i in span(node)]
    return "TYPE_CHECKING = False\nif TYPE_CHECKING:\n" + "\n".join(lines)


def core(package: Path) -> list[Path]:
    """List the modules of the core: all but the command, what needs the command, and the types."""
    return [path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in LEFT_OUT]


def imported_files(path: Path, nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.ImportFrom, Path]]:
    """Yield each import among the nodes from another module of the package, with the file of that module."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.level:
            home = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            yield node, home.with_suffix(".py") if home.with_suffix(".py").exists() else home / "__init__.py"


def in_order(package: Path) -> list[Path]:
    """List the files of the core, each after those that it imports as it loads. Files in LAST come last."""
    found: dict[Path, None] = {}

    def visit(path: Path) -> None:
        if path not in found:
            if path.name == "__init__.py" and path.parent.name[0] != "_" and path.parent != package:
                for inner in sorted(path.parent.glob("[a-z]*.py")):  # which it loads when they are asked for
                    visit(inner)
            for _, file in imported_files(path, source(path).tree.body):
                visit(file)
            found[path] = None

    for path in sorted(core(package), key=lambda path: (path.parent.name == LAST, path)):
        visit(path)
    return [path for path in found if path not in (package / "__init__.py", package / LAST / "__init__.py")]


def exports(path: Path) -> list[str]:
    """Return a module's __all__."""
    parts: list[Any] = [node for node in source(path).tree.body if "__all__" in names_set(node)]
    return [name for part in parts for name in ast.literal_eval(part.value)]


def clashes(package: Path) -> list[str]:
    """List the names that one file would mix up: names that are defined twice, and names of Python itself."""
    homes: dict[str, list[str]] = {}
    python = {*dir(builtins)}
    for path in in_order(package):
        python |= {*source(path).standard}
        for name in source(path).defined:
            homes.setdefault(name, []).append(path.relative_to(package).as_posix())
    public = {name for path in core(package) for name in exports(path)}
    wrong = [f"{name} is Python's, and defined in {places[0]}" for name, places in homes.items() if name in python]
    twice = [name for name, places in homes.items() if len(places) > 1 and name not in public]
    return wrong + [f"{name} is defined in {' and '.join(homes[name])}" for name in twice]
