"""The core's modules laid end to end. A name is defined once in all of them, so only their imports have to go.

Annotations go too, and docstrings but those wanted. `clashes` says what stands in the way; a test keeps it empty.
"""

from __future__ import annotations

import ast
import builtins
import symtable
from pathlib import Path
from typing import Any, Container, Iterator

LAST = "eval"  # its names stay; those of other public modules are kept in a namespace before they are defined again
LEFT_OUT = ("_command", "__main__.py")
DROPPED = {"TYPE_CHECKING", "__all__", "__dir__"}


def in_order(package: Path) -> list[Path]:
    """The files of the core, each after those that it imports, and the folder LAST at the end."""
    found: dict[Path, None] = {}

    def visit(path: Path) -> None:
        if path not in found:
            for target in imported(path):
                visit(target)
            found[path] = None

    paths = [path for path in sorted(package.rglob("*.py")) if path.relative_to(package).parts[0] not in LEFT_OUT]
    for path in sorted(paths, key=lambda path: LAST in path.parts):
        visit(path)
    return [path for path in found if path not in (package / "__init__.py", package / LAST / "__init__.py")]


def imported(path: Path) -> Iterator[Path]:
    """The files that a module imports."""
    for node in nodes(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            home = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for alias in node.names:
                places = home / f"{alias.name}.py", home / alias.name / "__init__.py", home.with_suffix(".py")
                yield next((place for place in places if place.exists()), home / "__init__.py")


def nodes(root: ast.AST) -> Iterator[ast.AST]:
    """All nodes below one, without the bodies that are for type checkers."""
    for child in ast.iter_child_nodes(root):
        yield child
        if not is_typing(child):
            yield from nodes(child)


def is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def imported_names(path: Path, module: str | None = None) -> set[str]:
    """The names that a module imports from another, or all that it imports, for type checkers too."""
    found = (node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.ImportFrom))
    return {alias.asname or alias.name for node in found if module in (None, node.module) for alias in node.names}


def is_understood(node: ast.Import | ast.ImportFrom) -> bool:
    """Whether an import may go, or is of fractions in a function."""
    if isinstance(node, ast.Import) or any(alias.asname for alias in node.names):
        return False
    return node.level > 0 or node.module in ("__future__", "math", "fractions"[: 9 * (node.col_offset > 0)])


def names_set(node: ast.AST) -> set[str]:
    """The names that an assignment sets."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def exports(path: Path) -> list[str]:
    """A module's __all__."""
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.Assign) and "__all__" in names_set(node):
            return list(ast.literal_eval(node.value))
    return []


def clashes(package: Path) -> list[str]:
    """What the flat file would mix up: a private name that is defined twice, or hides Python's or a public one."""
    homes: dict[str, list[str]] = {}
    readers: dict[str, str] = {}
    python, wrong = set(dir(builtins)), []
    for path in in_order(package):
        place, tree = path.relative_to(package).as_posix(), ast.parse(path.read_bytes())
        imports = (node for node in nodes(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
        wrong += [f"{place} has an import that is not understood: line {node.lineno}"
                  for node in imports if not is_understood(node)]  # fmt: skip
        for node in tree.body:
            for name in {getattr(node, "name", ""), *names_set(node)} - {"", *DROPPED}:
                homes.setdefault(name, []).append(place)
        python |= imported_names(path, "math")
        if LAST not in path.parts:
            table = symtable.symtable(path.read_text(encoding="ascii"), place, "exec")
            readers.update(dict.fromkeys(globals_read(table), place))
    public = {name for path in package.rglob("*.py") for name in exports(path)}
    twice = {name: " and ".join(places) for name, places in homes.items() if len(places) > 1}
    wrong += [f"{name} is defined in {places}" for name, places in twice.items() if name not in public]
    wrong += [f"{name} is public in {places}, and read in {readers[name]}"
              for name, places in twice.items() if name in public & {*readers}]  # fmt: skip
    return wrong + [f"{name} is Python's, and defined in {homes[name][0]}" for name in homes if name in python]


def globals_read(table: symtable.SymbolTable) -> set[str]:
    """The globals that the functions of a module read."""
    found = set()
    for child in table.get_children():
        found |= {one.get_name() for one in child.get_symbols() if one.is_global() and one.is_referenced()}
        found |= globals_read(child)
    return found


def flattened(path: Path, documented: Container[str]) -> str:
    """The text of a module in the flat file, with the docstrings of the functions and classes named."""
    text = path.read_text(encoding="ascii")  # in which columns are characters
    tree, lines, cuts = ast.parse(text), text.splitlines(keepends=True), []
    tops = [top for top in tree.body if getattr(top, "name", "_") in documented]
    wanted = tops + [node for top in tops if isinstance(top, ast.ClassDef) for node in top.body]
    modules: set[str] = set()  # imported as a whole

    def start(node: Any) -> int:
        return len("".join(lines[: node.lineno - 1])) + int(node.col_offset)

    def end(node: Any) -> int:
        return len("".join(lines[: node.end_lineno - 1])) + int(node.end_col_offset)

    for node in [tree, *nodes(tree)]:
        if isinstance(node, ast.ImportFrom) and node.module != "fractions":
            modules |= {alias.name for alias in node.names if not node.module}
            cuts.append((start(node), end(node), ""))
        elif is_typing(node) or names_set(node) & DROPPED or (isinstance(node, ast.AnnAssign) and not node.value):
            cuts.append((start(node), end(node), ""))
        elif isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            doc, found = node.body[0], ""
            if node in wanted and not getattr(node, "name", "_").startswith("_"):
                found = without_examples(text[start(doc) : end(doc) - 3])
                found += ("\n" + " " * doc.col_offset if "\n" in found else "") + '"""'
            cuts.append((start(doc), end(doc), found))
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in modules:
            cuts.append((start(node), end(node.value) + 1, ""))
        if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation:
            name_end = start(node) + len(node.arg) if isinstance(node, ast.arg) else end(node.target)
            cuts.append((name_end, end(node.annotation), ""))
        elif isinstance(node, ast.FunctionDef) and node.returns:
            cuts.append((text.rindex("->", 0, start(node.returns)), end(node.returns), ""))
    parts, at = [], 0
    for first, last, new in sorted(cuts):
        if first >= at:  # else it lies in what has been cut
            parts += [text[at:first], new]
            at = last
    return "".join([*parts, text[at:]])


def without_examples(doc: str) -> str:
    """A text without its doctests: they would make the file a tenth longer."""
    return "\n\n".join(one for one in doc.rstrip().split("\n\n") if not one.lstrip().startswith(">>>"))
