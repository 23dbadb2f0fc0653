"""Cut some public names out of the package with all that they need, as plain functions, for amalgamate.py --only.

A slice keeps each definition whose name is used in kept code, each method whose name is an attribute there, and each
line of the table of metrics whose metric is a string there. So `compare` knows its default metric and the metrics that
are asked for. Names are looked up in the modules that use them, so a slice gives the same bits as the package.
"""

from __future__ import annotations

import ast
import builtins
import copy
import symtable
from functools import lru_cache
from pathlib import Path
from typing import Any, Iterable, Iterator

from flatten import LAST, Flat, in_order, names_set, parsed

Place = Any  # (file, name)
# What only someone who has the class uses: its text, its copies, its sums
_TABLE = "METRICS"
_OF_USERS = {"__repr__", "__reduce__", "__add__", "__radd__", "__copy__", "__deepcopy__", "__dir__"}


class Module:
    """A module's definitions by name, and the places where its imported names are defined."""

    def __init__(self, path: Path) -> None:
        self.defined = {name: node for node in Flat(path).tree.body for name in names_set(node)}
        self.imported: dict[str, Place] = {}
        self.returned: dict[str, list[str]] = {}  # the names in what a function is said to return
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef) and node.returns:
                self.returned[node.name] = [one.id for one in ast.walk(node.returns) if isinstance(one, ast.Name)]
            if isinstance(node, ast.ImportFrom) and node.level:
                home = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                file = home.with_suffix(".py") if home.with_suffix(".py").exists() else home / "__init__.py"
                names = [alias.name for alias in node.names]
                if names == ["*"]:
                    names = [name for one in parsed(file).body for name in names_set(one)]
                self.imported.update((name, (file, name)) for name in names)


@lru_cache
def modules(package: Path) -> dict[Path, Module]:
    """Return {path: module} in the order of their imports; the module with the table of metrics is last."""
    return {path: Module(path) for path in [*in_order(package), package / LAST / "__init__.py"]}


class Slice:
    """The definitions that some public names need. `kept` is {(file, name): definition}."""

    def __init__(self, package: Path, names: Iterable[str]) -> None:
        self.package, self.modules = package, modules(package)
        self.kept: dict[Place, ast.stmt] = {}
        self.asked = {self._home(name): name for name in names}
        self.whole = {*self.asked, *self._results()}  # with all their methods
        self.named = {name for _, name in self.asked}  # with attributes in kept code, and texts, which getattr takes
        pending, size = list(self.asked), 0
        while pending or size < len(self.named):
            size = len(self.named)
            for place in pending:
                self._keep(place)
            pending = [place for place in self._of_methods() if place not in self.kept]

    def _home(self, name: str) -> Place:
        """Return the place, (file, name), where a public name is defined."""
        space, _, own = name.rpartition(".")
        file = self.package / f"{space}.py" if space else self.package / "__init__.py"
        if space and not file.exists():
            file = self.package / space / "__init__.py"
        if file.exists() and not own.startswith("_"):
            module = self.modules.get(file) or Module(file)
            for places in (module, self.modules[self.package / LAST / "__init__.py"]) if not space else (module,):
                found = self._resolved(file, own, places)
                if found:
                    return found
        raise SystemExit(f"--only: the package has no public {name}; such names are pass_at_k and confidence.compare")

    def _results(self) -> Iterator[Place]:
        """Yield the places of the classes that are return annotations of the functions asked for."""
        for file, name in self.asked:
            for place in [self._resolved(file, one) for one in self.modules[file].returned.get(name, ())]:
                if place and isinstance(self.modules[place[0]].defined[place[1]], ast.ClassDef):
                    yield place

    def _resolved(self, file: Path, name: str, module: Module | None = None) -> Place | None:
        """Return the place where a name of a module is defined; None for a builtin, or a name from another package."""
        module = module or self.modules.get(file)
        if module is None or name in module.defined:
            return (file, name) if module else None
        return self._resolved(*module.imported[name]) if name in module.imported else None

    def _keep(self, place: Place) -> None:
        """Keep a definition and all that it uses. Its optional parts are left to `_of_methods`."""
        pending = [place]
        while pending:
            file, name = pending.pop()
            if (file, name) in self.kept:
                continue
            node = self.kept[file, name] = self.modules[file].defined[name]
            pending += self._reached(file, [node], _optional(name, node))

    def _of_methods(self) -> Iterator[Place]:
        """Yield the places that kept definitions use in those of their optional parts that `_wanted` returns."""
        for place, node in list(self.kept.items()):
            yield from self._reached(place[0], self._wanted(place, node))

    def _wanted(self, place: Place, node: ast.stmt) -> list[Any]:
        """Return the optional parts of a definition that stay: methods, or lines of the table of metrics."""
        return [
            one
            for one in _optional(place[1], node)
            for name in [one.args[0].value if isinstance(one, ast.Call) else one.name]
            if place in self.whole or name in self.named or (name.startswith("__") and name not in _OF_USERS)
        ]

    def _reached(self, file: Path, nodes: Iterable[ast.AST], later: Iterable[ast.AST] = ()) -> list[Place]:
        """Return the places of the names that nodes use but do not set. Skip the parts of nodes that are in `later`."""
        found: list[Place] = []
        for node in nodes:
            own: set[str] = set()
            used: dict[str, None] = {}
            for part in _parts(node, later):
                if isinstance(part, ast.Name):
                    own |= {part.id} if isinstance(part.ctx, ast.Store) else set()
                    used[part.id] = None
                own |= {part.arg} if isinstance(part, ast.arg) else set()
                self.named |= {part.attr} if isinstance(part, ast.Attribute) else set()
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                    self.named.add(part.value)
            found += [place for place in (self._resolved(file, name) for name in used if name not in own) if place]
        return found

    def text(self) -> str:
        """Return the kept definitions in order. Functions that are asked for keep their docstrings."""
        homes: dict[str, Place] = {}
        parts = []
        for file, module in self.modules.items():
            nodes = {id(node): (node, name) for name, node in module.defined.items() if (file, name) in self.kept}
            for node, name in sorted(nodes.values(), key=lambda pair: pair[0].lineno):
                if homes.setdefault(name, (file, name)) != (file, name):
                    raise SystemExit(f"--only: two parts of the package are called {name}; make two files")
                parts.append(ast.unparse(self._written((file, name), node)))
        return "\n\n\n".join(parts)

    def _written(self, place: Place, node: Any) -> ast.AST:
        wanted = {one.lineno for one in self._wanted(place, node)}
        node = copy.deepcopy(node)
        left_out = [one for one in _optional(place[1], node) if one.lineno not in wanted]
        holder = _holder(place[1], node)
        holder[:] = [one for one in holder if one not in left_out]
        for part in ast.walk(node):
            is_private = isinstance(part, (ast.ClassDef, ast.FunctionDef)) and place not in self.whole
            if is_private and ast.get_docstring(part) is not None:
                part.body[:1] = [] if len(part.body) > 1 else [ast.Pass()]
        return node


def _holder(name: str, node: Any) -> list[Any]:
    """Return the body of a class, or the lines of the table of metrics; [] for a definition without optional parts."""
    return node.value.generators[0].iter.elts if name == _TABLE else node.body if isinstance(node, ast.ClassDef) else []


def _optional(name: str, node: Any) -> list[Any]:
    """Return the parts that a definition can do without: methods of a class, or lines of the table of metrics."""
    return [one for one in _holder(name, node) if isinstance(one, (ast.FunctionDef, ast.Call))]


def _parts(node: ast.AST, later: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield a node and all nodes in it. Skip the nodes in `later` and what is in them.

    In the tree, a formatted string is a name node that has the string's source. This source is parsed first.
    """
    if isinstance(node, ast.Name) and not node.id.isidentifier():
        node = ast.parse(node.id, mode="eval")
    yield node
    for child in ast.iter_child_nodes(node):
        if child not in later:
            yield from _parts(child, later)


def unknown_names(text: str) -> list[str]:
    """Return the names that a text uses, but that neither the text nor Python defines. A correct slice has none."""
    top = symtable.symtable(text, "slice", "exec")
    known = {*top.get_identifiers(), *dir(builtins), "__name__"}

    def walk(table: Any) -> Iterator[str]:
        yield from (one.get_name() for one in table.get_symbols() if one.is_global() and one.get_name() not in known)
        for inner in table.get_children():
            yield from walk(inner)

    return sorted({*walk(top)})
