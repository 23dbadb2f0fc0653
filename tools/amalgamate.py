"""Write the metrics as one file that can be copied anywhere: `import scorio_lite` then offers what the package does.

python tools/amalgamate.py -o scorio_lite.py [--small]

The command is left out; so are annotations (which Python 3.8 could not evaluate), examples, comments and the docstrings
of what is not public, to stay below 180 KB. --small leaves out all docstrings. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import re
import textwrap
import tokenize
from pathlib import Path

from flatten import STANDARD, WIDTH, Module, Names, Target, flattened, in_order, without_examples
from vendor import PACKAGE, version

FIRST = "eval"  # whose names the package offers as its own
EMPTIED = "#"  # a line that held nothing but a comment

NOTE = """
This is scorio_lite {version} in one file, made from the package by `python tools/amalgamate.py -o FILE{option}`.
It offers {offered}
and every metric. What several of the modules in it define has the module's name in front: rank.avg is rank_avg.

When loaded it imports math alone. The package has the comments and the examples; change it, and make the file again.
"""
NAMESPACE = """
def _namespace(name, doc, names):
    module = type(math)(f"{__name__}.{name}", doc)
    module.__all__ = names.split()
    for own in module.__all__:
        setattr(module, own, globals().get(f"{name}_{own}") or globals()[own])
    return module
"""


def amalgamated(package: Path = PACKAGE, small: bool = False) -> str:
    """The text of the file."""
    spaces, top = public(package), Module(package, "")
    single = {name: (home, name) for home, name in top.imports.values() if name not in ("", "*")}
    modules = in_order(package, *spaces, *(home for home, _ in single.values()))
    names = Names(modules, spaces, FIRST, single.values())
    exports = {space: [(name, names.home((space, name))) for name in modules[space].exports()] for space in spaces}
    documented = set() if small else {*single.values(), *(target for space in spaces for _, target in exports[space])}
    code = [
        f"import {STANDARD}\n" + filled(f"from {STANDARD} import (", names.standard) + ")",
        f'__version__ = "{version(package)}"',
    ]
    code += [
        f"{heading(module.name)}\n{uncommented(flattened(module, names, documented)).strip()}"
        for module in modules.values()
        if not module.is_face
    ]
    code += [heading("the modules of the package, as objects"), NAMESPACE.strip()]
    for space in spaces:
        for name, target in exports[space]:
            checked(names, target, f"{space}_{name}" if f"{space}_{name}" in names.taken else name)
        code.append(namespace(space, [name for name, _ in exports[space]], None if small else modules[space].doc))
    for name, target in single.items():
        checked(names, target, name)
    own, listed = (", ".join(f'"{name}"' for name in some) for some in (single, spaces))
    code += [f"__all__ = [{own}, *{FIRST}.__all__]", f"def __dir__():\n    return [{listed}, *__all__]\n"]
    text = "\n\n".join(code)
    if small:
        text = re.sub(r"\n{2,}", "\n", text)
    offered = [*(f".{space}" for space in spaces), *single]
    return tabbed(f"{header(top, offered, small)}\n\n{text}")


def checked(names: Names, target: Target, expected: str) -> None:
    if names.flat[target] != expected:
        raise SystemExit(f"{'.'.join(target)} is {names.flat[target]} in the flat file, and not {expected}")


def public(package: Path) -> list[str]:
    """The public modules."""
    found = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    return sorted(name for name in found if not name.startswith("_"))


def header(top: Module, offered: list[str], small: bool) -> str:
    """The licence, and the docstring: that of the package, with a note on the file."""
    licence = (top.package / "LICENSE").read_text(encoding="utf-8").strip()
    summary, _, rest = top.doc.partition("\n\n")
    note = NOTE.format(version=version(top.package), option=" --small" if small else "", offered=", ".join(offered))
    comment = "\n".join(f"# {line}".rstrip() for line in licence.splitlines())
    if small:
        return f"{comment}\n#\n" + "\n".join(f"# {line}".rstrip() for line in note.strip().splitlines())
    return f'{comment}\n\n"""{summary}\n{note}\n{rest}\n"""'


def heading(title: str) -> str:
    return f"# -- {title}"


def namespace(name: str, offered: list[str], doc: str | None) -> str:
    text = f'"""{textwrap.indent(without_examples(doc), "    ").strip()}\n    """' if doc else "None"
    listed = textwrap.indent(textwrap.fill(" ".join(offered), WIDTH - 12), "    ")
    return f'{name} = _namespace(\n    "{name}",\n    {text},\n    """\n{listed}\n    """,\n)'


def filled(start: str, items: list[str]) -> str:
    """Items on as many lines as it takes."""
    return textwrap.fill(start + ", ".join(items), WIDTH, subsequent_indent="    ")


def uncommented(text: str) -> str:
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            kept = lines[row - 1][:column].rstrip()
            lines[row - 1] = kept or EMPTIED
    return "\n".join(line for line in lines if line != EMPTIED)


def tabbed(text: str) -> str:
    """Indented by tabs, one byte a level: with spaces the file would be a tenth larger."""
    lines = text.splitlines()
    depth = [(len(line) - len(line.lstrip(" "))) // 4 for line in lines]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:  # a docstring keeps the indentation inside of it
            for i in range(token.start[0], token.end[0]):
                depth[i] = min(depth[i], depth[token.start[0] - 1])
    return "".join("\t" * tabs + line[4 * tabs :] + "\n" for line, tabs in zip(lines, depth))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--small", action="store_true", help="without docstrings")
    options = parser.parse_args()
    text = amalgamated(PACKAGE, options.small)
    options.output.write_bytes(text.encode())
    print(f"{options.output}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
