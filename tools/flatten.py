"""The modules of a package laid out as one: in layers order, their imports gone, every top-level name defined once.

A module is edited where it lies, by the positions of its syntax tree; what is left of it reads as before. A name that
several modules define gets the module's name in front. Whatever the flat file would then read differently (a name that
a function uses for something of its own, a builtin that a definition hides) is refused, never guessed.
"""

from __future__ import annotations

import ast
import builtins
import re
from functools import lru_cache
from pathlib import Path
from typing import Container, Iterable, Iterator, List, NoReturn, Tuple, Union

STANDARD = "math"  # the one module that the flat file imports when it is loaded
DROPPED = ("TYPE_CHECKING", "__all__", "__dir__")
WIDTH = 120

Target = Tuple[str, str]  # (module, name); (module, "") for the module itself
Edits = List[Tuple[int, int, str]]
Scope = (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Documented = Union[ast.ClassDef, ast.FunctionDef]


class Module:
    """A source file: what it imports, what it defines, and where each node stands in its text."""

    def __init__(self, package: Path, name: str) -> None:
        self.package, self.name = package, name
        path = package.joinpath(*filter(None, name.split(".")))
        self.is_package = path.is_dir()
        self.is_face = self.is_package and not name.startswith("_")  # it hands on what its modules define
        self.source = (path / "__init__.py" if self.is_package else path.with_suffix(".py")).read_bytes()
        self.tree = ast.parse(self.source)
        self.doc = ast.get_docstring(self.tree) or ""
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.imports: dict[str, Target] = {}
        self.nodes = list(nodes(self.tree))
        for node in nodes(self.tree, typing=True) if self.is_face else self.nodes:
            for local, target in self.targets(node):
                if self.imports.setdefault(local, target) != target:
                    self.refuse(node, f"{local} is imported as two things")
        self.defined = [name for name in bound(self.tree) if name not in (*DROPPED, *self.imports)]
        scopes = [node for node in ast.walk(self.tree) if isinstance(node, (*Scope, ast.ClassDef))]
        self.local = {name for scope in scopes for name in bound(scope)}

    def targets(self, node: ast.AST) -> Iterator[tuple[str, Target]]:
        """(local name, what it stands for) for each name that a statement imports from the package or from math."""
        if isinstance(node, ast.Import):
            self.refuse(node, "only `from` imports are understood")
        if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
            return
        if not node.level:
            if node.module == STANDARD:
                yield from ((alias.asname or alias.name, (STANDARD, alias.name)) for alias in node.names)
            return
        parts = self.name.split(".") if self.name else []
        parts = parts[: len(parts) - node.level + self.is_package]
        home = ".".join(parts + ([node.module] if node.module else []))
        for alias in node.names:
            inside = f"{home}.{alias.name}".strip(".")
            yield alias.asname or alias.name, (inside, "") if self.has(inside) else (home, alias.name)

    def has(self, name: str) -> bool:
        path = self.package.joinpath(*name.split("."))
        return path.with_suffix(".py").exists() or (path / "__init__.py").exists()

    def needed(self) -> list[str]:
        """The modules that this one uses, in the order of its text."""
        return [home for home in dict.fromkeys(home for home, _ in self.imports.values()) if home != STANDARD]

    def exports(self) -> list[str]:
        """Its public names: those of __all__, if it has one."""
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and is_name(node.targets[0], "__all__"):
                names: list[str] = ast.literal_eval(node.value)
                return names
        return [name for name in self.defined if not name.startswith("_")]

    def span(self, node: ast.AST) -> tuple[int, int]:
        start = self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def lines(self, node: ast.AST) -> tuple[int, int]:
        return self.starts[node.lineno - 1], self.starts[node.end_lineno]  # type: ignore[attr-defined]

    def text(self, start: int, end: int, edits: Edits) -> str:
        """A part of the source with the edits that lie in it."""
        parts, at = [], start
        for first, last, new in sorted(edit for edit in edits if start <= edit[0] and edit[1] <= end):
            if first >= at:  # else it lies in what another has removed
                parts += [self.source[at:first].decode(), new]
                at = last
        return "".join([*parts, self.source[at:end].decode()])

    def refuse(self, node: ast.AST, why: str) -> NoReturn:
        raise SystemExit(f"{self.name}, line {getattr(node, 'lineno', '?')}: {why}")


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and is_name(node.test, "TYPE_CHECKING")


def nodes(root: ast.AST, typing: bool = False) -> Iterator[ast.AST]:
    """All nodes below one, in the order of the text: no annotations and, unless `typing`, nothing for type checkers."""
    for field, value in ast.iter_fields(root):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and (typing or not is_typing(child)):
                    yield child
                    yield from nodes(child, typing)


def bound(scope: ast.AST) -> list[str]:
    """The names that a scope binds, not those bound in scopes inside of it."""
    names: dict[str, None] = {}
    for node in ast.iter_child_nodes(scope):
        if is_typing(node):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
        elif isinstance(node, ast.arg):
            names[node.arg] = None
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)):
            names[node.name or ""] = None
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module not in ("__future__", STANDARD):
            names.update((alias.asname or alias.name, None) for alias in node.names)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            raise SystemExit(f"line {node.lineno}: global and nonlocal are not understood")
        if not isinstance(node, (*Scope, ast.ClassDef)):
            names.update(dict.fromkeys(bound(node)))
    return list(names)


@lru_cache(maxsize=1)  # the large file and the small one are of the same modules
def in_order(package: Path, *roots: str) -> dict[str, Module]:
    """The modules that the roots need, and they themselves, each after all that it needs."""
    found: dict[str, Module] = {}

    def visit(name: str) -> None:
        if name not in found:
            module = Module(package, name)
            for other in module.needed():
                visit(other)
            found[name] = module

    for root in roots:
        visit(root)
    return found


class Names:
    """What every name is called in the flat file."""

    def __init__(
        self, modules: dict[str, Module], namespaces: list[str], first: str, single: Iterable[Target] = ()
    ) -> None:
        self.modules = modules
        self.namespaces = namespaces
        owners: dict[str, list[str]] = {}
        for module in modules.values():
            for name in module.defined if not module.is_face else []:
                owners.setdefault(name, []).append(module.name)
        self.standard = sorted(
            {name for m in modules.values() for home, name in m.imports.values() if home == STANDARD}
        )
        kept = {*single, *(self.home((first, name)) for name in modules[first].exports())}  # what the package offers
        taken = {STANDARD, *namespaces, *self.standard}
        hidden = {target for module in modules.values() for target in self.hidden(module)}
        self.flat: dict[Target, str] = {}
        for name, homes in owners.items():
            for home in homes:
                alone = len(homes) == 1 and name not in taken and (home, name) not in hidden
                self.flat[home, name] = name if alone or (home, name) in kept else prefixed(home, name)
        every = [*self.flat.values(), *taken]
        twice = sorted({name for name in every if every.count(name) > 1})
        if twice:
            raise SystemExit(f"defined twice in the flat file: {', '.join(twice)}")
        self.taken = set(every)

    def hidden(self, module: Module) -> Iterator[Target]:
        """What a module uses under another name, or as an attribute, while its functions use the bare one otherwise."""
        for local, target in module.imports.items():
            if target[1] != local and target[1] in module.local:
                yield self.home(target)
        for node in module.nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in module.local:
                home, name = module.imports.get(node.value.id, ("", "-"))
                if not name:
                    yield self.home((home, node.attr))

    def home(self, target: Target) -> Target:
        """Where a name that is imported from a module is defined."""
        module, name = target
        if module != STANDARD and name and name in self.modules[module].imports:
            return self.home(self.modules[module].imports[name])
        return target

    def of(self, target: Target) -> str | None:
        home, name = self.home(target)
        if home == STANDARD:
            return name
        return self.flat.get((home, name)) if name else home if home in self.namespaces else None


def prefixed(module: str, name: str) -> str:
    prefix = module.rpartition(".")[2].strip("_")
    prefix = prefix.upper() if name.isupper() else prefix
    return f"_{prefix}{name}" if name.startswith("_") else f"{prefix}_{name}"


def renamed(module: Module, names: Names) -> Edits:
    """The edits that give every name its name in the flat file."""
    edits: Edits = []
    for node in module.nodes:
        if isinstance(node, ast.JoinedStr):  # in which positions are right from Python 3.12 only
            edits += [(*module.span(node), fields_renamed(module, node, names))]
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node in module.tree.body:
            start = module.span(node)[0] + (4 if isinstance(node, ast.FunctionDef) else 6)  # after "def " or "class "
            edits.append((start, start + len(node.name), names.flat[module.name, node.name]))
        else:
            new = renaming(module, node, names)
            if new:
                edits.append((*module.span(node), new))
    return edits


def renaming(module: Module, node: ast.AST, names: Names) -> str | None:
    """What a name, or an attribute of an imported module, becomes; None where it stays."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        home, name = module.imports.get(node.value.id, ("", "-"))
        if name or (home, node.attr) == (STANDARD, ""):
            return None
        new = names.of((home, node.attr))
        old = None
    elif isinstance(node, ast.Name):
        old = node.id
        if old in module.imports:
            new = names.of(module.imports[old])
            if not new and module.imports[old][1] == "":
                return None  # of an attribute, which is edited as a whole
        elif old in module.defined:
            new = names.flat[module.name, old]
        elif old in (*DROPPED, *module.local) or (hasattr(builtins, old) and old not in names.taken):
            return None
        else:
            module.refuse(node, f"{old} would not be what it is here")
    else:
        return None
    if not new:
        module.refuse(node, "a name that no module defines")
    if new == old:
        return None
    if old in module.local or new in module.local:
        module.refuse(node, f"{old or new} becomes {new}, and a function uses one of these for something of its own")
    return new


def fields_renamed(module: Module, node: ast.JoinedStr, names: Names) -> str:
    new = {child.id: renaming(module, child, names) for child in ast.walk(node) if isinstance(child, ast.Name)}
    changes = {old: name for old, name in new.items() if name}
    start, end = module.span(node)
    text = module.source[start:end].decode()
    if not changes:
        return text
    pattern = re.compile(rf"(?<![\w.])({'|'.join(changes)})\b")
    return re.sub(r"\{[^{}]*\}", lambda field: pattern.sub(lambda name: changes[name[1]], field[0]), text)


def unneeded(module: Module, documented: Container[Target]) -> Edits:
    """The edits that remove imports, annotations, what is for type checkers, and docstrings but those wanted."""
    edits: Edits = []
    for node in [module.tree, *nodes(module.tree, True)]:
        if isinstance(node, ast.ImportFrom) and (node.level or node.module in ("__future__", STANDARD)):
            edits.append(removed(module, node))
        elif isinstance(node, ast.ImportFrom) and node in module.tree.body:
            module.refuse(node, f"{node.module} is imported when the module is loaded")
        elif is_typing(node) or (
            isinstance(node, ast.Assign) and any(is_name(node.targets[0], name) for name in DROPPED)
        ):
            edits.append((*module.lines(node), ""))
        elif isinstance(node, ast.AnnAssign):
            target, value = module.span(node.target)[1], node.value and module.span(node.value)[0]
            edits.append((target, value, " = ") if value else (*module.lines(node), ""))
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            start, end = module.lines(node.body[0])
            if isinstance(node, ast.Module) or public_home(module, node) not in documented:
                edits.append(removed(module, node.body[0]))
            else:
                edits.append((start, end, shortened(module.text(start, end, []))))
    return edits


def removed(module: Module, node: ast.AST) -> tuple[int, int, str]:
    """The edit that removes a statement, and an empty line after it."""
    start, end = module.lines(node)
    return start, end + (module.source[end : end + 1] == b"\n"), ""


def without_examples(doc: str) -> str:
    """A text without its doctests: they would make the file a tenth longer."""
    return "\n\n".join(one for one in doc.split("\n\n") if not one.lstrip().startswith(">>>"))


def shortened(docstring: str) -> str:
    """The lines of a docstring without its examples."""
    text = without_examples(docstring.rstrip()[:-3].rstrip())
    end = f"\n{docstring[: len(docstring) - len(docstring.lstrip())]}" if "\n" in text else ""
    return f'{text}{end}"""\n'


def public_home(module: Module, node: Documented) -> Target | None:
    """What a docstring is kept with: the function or class itself, or the class of a public method."""
    for top in module.tree.body:
        if top is node or (isinstance(top, ast.ClassDef) and node in top.body and not node.name.startswith("_")):
            return module.name, top.name
    return None


def signatures(module: Module, edits: Edits) -> Edits:
    """The edits that write every signature without annotations, on as few lines as it takes."""
    found: Edits = []
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef):
            start = module.span(node)[0]
            inner: Edits = [edit for edit in edits if start <= edit[0]]
            ends = [start]
            for part in [*ast.walk(node.args), *([node.returns] if node.returns else [])]:
                if hasattr(part, "lineno"):
                    ends.append(module.span(part)[1])
                if isinstance(part, ast.arg) and part.annotation:
                    first = module.span(part)[0] + len(part.arg)
                    last = module.span(part.annotation)[1]
                    inner.append((first, last, ""))
            end = module.source.index(b":", max(ends)) + 1
            if node.returns:
                arrow = module.source.rindex(b"->", start, module.span(node.returns)[0])
                inner.append((arrow - 1, end - 1, ""))
            text = module.text(start, end, [edit for edit in inner if edit[1] <= end])
            found.append((start, end, joined(text, node.col_offset)))
    return found


def joined(signature: str, indent: int) -> str:
    """A signature on one line, or on two where it is long."""
    text = (
        re.sub(r"\s*\n\s*", " ", signature)
        .replace("( ", "(")
        .replace(", )", ")")
        .replace(" )", ")")
        .replace(" = ", "=")
    )
    if indent + len(text) <= WIDTH:
        return text
    cut = text.rindex(", ", 0, WIDTH - indent)
    return f"{text[: cut + 1]}\n{' ' * (indent + 4)}{text[cut + 2 :]}"


def flattened(module: Module, names: Names, documented: Container[Target]) -> str:
    """The text of a module in the flat file."""
    edits = renamed(module, names)
    cut = unneeded(module, documented)
    edits = [*cut, *signatures(module, edits), *edits]
    return re.sub(r"\n{3,}", "\n\n", module.text(0, len(module.source), edits)).strip("\n")
