"""Write the metrics as one file that you can read and copy anywhere: `import scorio_lite` works as with the package.

python tools/amalgamate.py -o scorio_lite.py
python tools/amalgamate.py --only pass_at_k,confidence.compare -o grader.py

The file has the source as it stands, with its comments and docstrings, one section for each module. It has no command,
and no scorio_lite.files, which needs the readers of the command.

With --only, the file has the named functions and classes and all that they need. It is a module of plain functions:
grader.pass_at_k, grader.compare. There, `compare` and others that take the name of a metric know only avg and the
metrics in --only. What few ask for has a name of its own: `Tally`, and in `confidence` `Scores`, `w`, `clusters`,
`anytime` and `paired` (for paired=False). Unless it is in --only, it is refused. Arrays are read as lists; with
`arrays` large ones are read faster. With `advice`, errors name other functions of the package.

python tools/amalgamate.py --only confidence.avg,confidence.compare,w,clusters -o grader.py

The same sources give the same bytes. The tool needs Python 3.9 or newer, the file 3.8.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from slices import Slice, unknown_names
from sources import LAST, LEFT_OUT, STANDARD, annotated, clashes, core, exports, imported_files, in_order, source, types
from vendor import PACKAGE, version

NOTE = """
This is scorio_lite {version} in one file, made from the package by `python tools/amalgamate.py -o FILE`.
It offers {offered}
and every metric.

When loaded it imports only itertools, math and sys. Change the package, and make the file again.
"""
PART = """
Of scorio_lite {version}: {offered}. Made from the package by `python tools/amalgamate.py --only {only} -o FILE`.

The results are those of the package, to the bit. Change the package, and make the file again.
"""
NAMESPACE = '''
def _namespace(name, doc, names):
    """Return a module with those of the names that are defined so far, under their last definition."""
    module = type(math)(f"{__name__}.{name}", doc)
    module.__all__ = names.split()
    for own in module.__all__:
        value = globals()[own]
        setattr(module, own, value)
        if not isinstance(value, type):
            value.__qualname__ = f"{name}.{own}"  # by which pickle finds it
    sys.modules[module.__name__] = module  # where `import scorio_lite.confidence` finds it
    return module
'''


def amalgamated(package: Path = PACKAGE) -> str:
    """Return the text of the single file."""
    wrong = clashes(package)
    if wrong:
        raise SystemExit("\n".join(wrong))
    spaces, top = public(package), package / "__init__.py"
    files = in_order(package)
    single = [name for name in exported(top) if name not in exports(spaces[LAST])]
    known = {name for file in files for name in source(file).defined}
    standard = {name: module for file in files for name, module in source(file).standard.items()}
    parts = [
        f"from __future__ import annotations\n\nimport math\nimport sys\n{imports(standard)}",
        f'__version__ = "{version(package)}"',
        types(package, set().union(*(annotated(source(file).tree) for file in files)), known),
        NAMESPACE.strip(),
    ]
    for file in files:
        doc = "" if file in spaces.values() or not source(file).doc else f'"""{source(file).doc}\n"""\n\n'
        parts.append(f"# {file.relative_to(package).as_posix()}\n\n{doc}{source(file).body()}")
        if file in spaces.values():
            parts.append(namespace(file))
    parts.append(namespace(spaces[LAST]))
    own, listed = (", ".join(f'"{name}"' for name in sorted(some)) for some in (single, spaces))
    parts.append(f"__all__ = [{own}, *{LAST}.__all__]\n\n\ndef __dir__():\n    return [{listed}, *__all__]")
    summary, _, rest = source(top).doc.partition("\n\n")
    offered = ", ".join([*(f".{space}" for space in spaces), *sorted(single)])
    note = NOTE.format(version=version(package), offered=offered)
    return complete(f'{_licence(package)}\n\n"""{summary}\n{note}\n{rest}\n"""\n\n' + "\n\n\n".join(parts) + "\n")


def sliced(names: list[str], package: Path = PACKAGE) -> str:
    """Return the text of a file that has these public names, such as confidence.compare, and all that they need."""
    found = Slice(package, names)
    code = found.text()
    standard = {name: module for file in found.modules for name, module in source(file).standard.items()}
    needed = imports({name: standard[name] for name in unknown_names(code) if name in standard})
    offered = [name for _, name in found.asked]
    note = PART.format(version=version(package), offered=", ".join(offered), only=",".join(names)).strip()
    listed = ", ".join(f'"{name}"' for name in offered)
    head = [
        f'{_licence(package)}\n\n"""{note}\n"""',
        f"from __future__ import annotations\n\n{needed}",
        f'__version__ = "{version(package)}"\n__all__ = [{listed}]',
        f"{found.types()}\n\n\n{code}\n",
    ]
    return complete("\n\n".join(head))


def imports(standard: dict[str, str]) -> str:
    """Return the lines that import names from modules of Python. `standard` is {name: module}."""
    names = {module: sorted(name for name in standard if standard[name] == module) for module in STANDARD}
    return "\n".join(f"from {module} import {', '.join(own)}" for module, own in names.items() if own)


def complete(text: str) -> str:
    """Return the text. Exit with an error if it uses a name that it does not define."""
    if unknown_names(text):
        raise SystemExit(f"these names are nowhere: {', '.join(unknown_names(text))}")
    return text


def _licence(package: Path) -> str:
    lines = (package / "LICENSE").read_text(encoding="utf-8").strip().splitlines()
    return "\n".join(f"# {line}".rstrip() for line in lines)


def public(package: Path) -> dict[str, Path]:
    """Return {name: file} of the public modules."""
    found = {path.stem: path for path in package.glob("*.py") if path.name not in LEFT_OUT}
    found.update((path.parent.name, path) for path in package.glob("*/__init__.py") if path in core(package))
    return {name: found[name] for name in sorted(found) if not name.startswith("_")}


def exported(top: Path) -> list[str]:
    """Return the names of the package that are not modules, from what type checkers see."""
    blocks = [getattr(node, "body", []) for node in source(top).tree.body]
    seen = [alias.name for block in blocks for node, _ in imported_files(top, block) for alias in node.names]
    return [name for name in seen if name not in ("*", "files", *public(top.parent))]


def namespace(file: Path) -> str:
    """Return the statement that makes a module object with the public names of this file."""
    name = file.stem if file.stem != "__init__" else file.parent.name
    return f'{name} = _namespace(\n    "{name}",\n    """{source(file).doc}\n""",\n    "{" ".join(exports(file))}",\n)'


def main() -> None:
    if sys.version_info < (3, 9):
        raise SystemExit("amalgamate.py needs Python 3.9 or newer; the file that it makes runs on 3.8")
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--only", metavar="NAMES", help="pass_at_k,confidence.compare: these, and what they reach")
    options = parser.parse_args()
    names = options.only.split(",") if options.only is not None else []
    text = sliced([name.strip() for name in names]) if names else amalgamated()
    try:
        options.output.write_bytes(text.encode())
    except OSError as error:
        raise SystemExit(f"amalgamate.py: {error}") from None
    print(f"{options.output}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
