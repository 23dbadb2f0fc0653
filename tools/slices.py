"""Cut some public names out of the package with all that they need, as plain functions, for amalgamate.py --only.

A slice keeps each definition whose name is used in kept code, each method whose name is an attribute there, and each
line of the table of metrics whose metric is a string there. So `compare` knows its default metric and the metrics that
are asked for. Names are looked up in the modules that use them, so a slice gives the same bits as the package.

A branch that begins with an import from one of the modules in _OPTIONS is an option. Unless the option is asked for, as
in `--only confidence.avg,anytime`, the slice does without all that only this branch needs. An error says what to ask
for; but without `arrays` nothing is refused, since arrays are read as lists, and without `advice` errors do not name
functions that the slice may not have. A function with the argument R0 asks for R0.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from pathlib import Path
from typing import Any, Iterable, Iterator

from sources import LAST, annotated, imported_files, in_order, source, span, types

Place = Any  # (file, name)
_TABLE = "METRICS"
_OPTIONS = {  # by the module that has what only the option needs
    "advice": "advice",
    "anytime": "anytime",
    "arrays": "arrays",
    "clusters": "clusters",
    "graded": "w",
    "halves": "Tally",
    "prior": "R0",
    "selected": "Scores",
    "suites": "paired",
    "tally": "Tally",
}
_CLASSES = {"Scores", "Tally"}
_ARGUMENTS = {"R0"}
_SHORTCUTS = {"advice", "arrays"}  # without which the code gives the same
_NAMES = "metric must be one of {', '.join(names)}"  # in an error, which says how a slice gets others
_MORE = ", or make this file again with others in --only"
# What only someone who has the class uses: its text, its copies, its sums, comparisons
_OF_USERS = {
    "__repr__",
    "__reduce__",
    "__add__",
    "__radd__",
    "__copy__",
    "__deepcopy__",
    "__dir__",
    "__eq__",
    "__hash__",
}


class Module:
    """A module's definitions by name, and the places where its imported names are defined."""

    def __init__(self, path: Path) -> None:
        self.source = source(path)
        self.defined = self.source.defined
        self.imported: dict[str, Place] = {}
        for node, file in imported_files(path, ast.walk(self.source.tree)):
            names = [alias.name for alias in node.names]
            for name in source(file).defined if names == ["*"] else names:
                self.imported[name] = file, name
        self.options = {node: _option_of(node) for node in ast.walk(self.source.tree) if _option_of(node)}


class Slice:
    """The definitions that some public names need. `kept` is {(file, name): definition}."""

    def __init__(self, package: Path, names: Iterable[str]) -> None:
        self.package = package
        self.modules = {path: Module(path) for path in [*in_order(package), package / LAST / "__init__.py"]}
        self.kept: dict[Place, Any] = {}
        options = {option for module in self.modules.values() for option in module.options.values()}
        self.asked = {self._home(name): name for name in names if name not in options or name in _CLASSES}
        if not self.asked:
            raise SystemExit(f"--only: {', '.join(names)} goes with a function, such as confidence.avg")
        nodes = [one for file, name in self.asked for one in ast.walk(self.modules[file].defined[name])]
        self.options = {*names, *(one.arg for one in nodes if isinstance(one, ast.arg) and one.arg in _ARGUMENTS)}
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
        if file.exists() and not name.startswith("_") and not own.startswith("_"):
            module = self.modules.get(file) or Module(file)
            for places in (module, self.modules[self.package / LAST / "__init__.py"]) if not space else (module,):
                found = self._resolved(file, own, places)
                if found and found[0] in self.modules:
                    return found
                if found:
                    way = "copy the folder: python tools/vendor.py --command FOLDER"
                    raise SystemExit(f"--only: {name} needs the readers of the command; {way}")
        raise SystemExit(f"--only: the package has no public {name!r}; such names are pass_at_k and confidence.compare")

    def _results(self) -> Iterator[Place]:
        """Yield the places of the classes that are return annotations of the functions asked for."""
        for file, name in self.asked:
            node = self.modules[file].defined[name]
            for one in ast.walk(node.returns) if isinstance(node, ast.FunctionDef) and node.returns else ():
                place = self._resolved(file, one.id) if isinstance(one, ast.Name) else None
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
            if (file, name) not in self.kept:
                node = self.kept[file, name] = self.modules[file].defined[name]
                pending += self._reached(file, [node], _optional(name, node))

    def _of_methods(self) -> Iterator[Place]:
        """Yield the places that kept definitions use in those of their optional parts that `_wanted` returns."""
        for place, node in list(self.kept.items()):
            yield from self._reached(place[0], self._wanted(place, node))

    def _wanted(self, place: Place, node: Any) -> list[Any]:
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
        for branch, option in self._refused(file).items():
            later = [*later, *([branch] if option in _SHORTCUTS else branch.body)]
        for node in nodes:
            own: set[str] = set()
            used: dict[str, None] = {}
            for part in _parts(node, later):
                if isinstance(part, ast.Name):
                    own |= {part.id} if isinstance(part.ctx, ast.Store) else set()
                    used[part.id] = None
                    self.named |= {part.id} if part.id.startswith("__") else set()
                own |= {part.arg} if isinstance(part, ast.arg) else set()
                self.named |= {part.attr} if isinstance(part, ast.Attribute) else set()
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.isidentifier():
                    self.named.add(part.value)
            found += [place for place in (self._resolved(file, name) for name in used if name not in own) if place]
        return found

    def _refused(self, file: Path) -> dict[Any, str]:
        """Return {branch: option} of the options in a module that are not asked for."""
        return {node: name for node, name in self.modules[file].options.items() if name not in self.options}

    def _refusals(self, file: Path) -> tuple[dict[int, str], set[int]]:
        """Return ({line: what stands there instead}, the lines of the branches) of options that are not asked for."""
        refusals: dict[int, str] = {}
        lines: set[int] = set()
        for node, option in self._refused(file).items():
            first = node.body[0]
            lines.update(span(node) if option in _SHORTCUTS else range(first.lineno, span(node)[-1] + 1))
            if option in _SHORTCUTS:
                continue
            why = f"this file is without {option}: make it again with {option} in --only"
            refusals[first.lineno] = " " * first.col_offset + f'raise ValueError("{why}")'
        return refusals, lines

    def types(self) -> str:
        """Return the block that defines the types in the annotations of the kept definitions."""
        parts = [
            part
            for place, node in self.kept.items()
            for part in ([one for one in _optional(place[1], node) if one in self._wanted(place, node)] or [node])
        ]
        return types(self.package, set().union(*map(annotated, parts)), {name for _, name in self.kept})

    def text(self) -> str:
        """Return the kept definitions as they stand, a section for each module."""
        homes: dict[str, Place] = {}
        sections = []
        for file, module in self.modules.items():
            nodes = {id(node): (node, name) for name, node in module.defined.items() if (file, name) in self.kept}
            parts = []
            refusals, bodies = self._refusals(file)
            for node, name in sorted(nodes.values(), key=lambda pair: pair[0].lineno):
                if homes.setdefault(name, (file, name)) != (file, name):
                    raise SystemExit(f"--only: two parts of the package are called {name}; make two files")
                wanted = self._wanted((file, name), node)
                left_out = {i for one in _optional(name, node) if one not in wanted for i in span(one)}
                own = (i for i in module.source.span(node) if i not in left_out)
                lines = [i for i in own if i in refusals or i not in bodies]
                parts.append((isinstance(node, (ast.FunctionDef, ast.ClassDef)), module.source.text(lines, refusals)))
            text = ""
            for (is_long, part), (was_long, _) in zip(parts, [(True, ""), *parts]):
                text += ("\n\n\n" if is_long or was_long else "\n") * bool(text) + part
            if text:
                sections.append(f"# {file.relative_to(self.package).as_posix()}\n\n{text}")
        return "\n\n\n".join(sections).replace(_NAMES, _NAMES + _MORE)


def _optional(name: str, node: Any) -> list[Any]:
    """Return the parts that a definition can do without: methods of a class, or lines of the table of metrics."""
    holder = node.body if isinstance(node, ast.ClassDef) else []
    if name == _TABLE:
        holder = node.value.generators[0].iter.elts
    return [one for one in holder if isinstance(one, (ast.FunctionDef, ast.Call))]


def _option_of(node: Any) -> str | None:
    """Return the name of the option of which a node is the branch; None if it is none."""
    is_branch = isinstance(node, ast.If) and isinstance(node.body[0], ast.ImportFrom) and not node.orelse
    return _OPTIONS.get(str(node.body[0].module).rpartition(".")[2]) if is_branch and node.body[0].level else None


def _parts(node: Any, later: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield a node and all nodes in it but annotations. Skip the nodes in `later` and what is in them."""
    yield node
    annotations = [getattr(node, field, None) for field in ("annotation", "returns")]
    for child in ast.iter_child_nodes(node):
        if child not in later and child not in annotations:
            yield from _parts(child, later)


class _Bare(ast.NodeTransformer):
    """Removes annotations, which are not evaluated."""

    def visit(self, node: Any) -> Any:
        node = super().generic_visit(node)
        for field in ("annotation", "returns"):
            if getattr(node, field, None) is not None:
                if isinstance(node, ast.AnnAssign):
                    return ast.Assign([node.target], node.value, lineno=0) if node.value else ast.Pass()
                setattr(node, field, None)
        return node


def unknown_names(text: str) -> list[str]:
    """Return the names that a text uses, but that neither the text nor Python defines. A correct slice has none."""
    bare = ast.unparse(ast.fix_missing_locations(_Bare().visit(ast.parse(text))))
    top = symtable.symtable(bare, "slice", "exec")
    known = {*top.get_identifiers(), *dir(builtins), "__name__"}

    def walk(table: Any) -> Iterator[str]:
        yield from (one.get_name() for one in table.get_symbols() if one.is_global() and one.get_name() not in known)
        for inner in table.get_children():
            yield from walk(inner)

    return sorted({*walk(top)})
