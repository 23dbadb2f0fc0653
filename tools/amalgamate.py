"""Write the metrics as one file that can be copied anywhere: `import scorio_lite` then offers what the package does.

python tools/amalgamate.py -o scorio_lite.py [--small]

The command is left out, and so are annotations (which Python 3.8 could not evaluate), examples and the docstrings of
what is not public; --small leaves out all docstrings and comments. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import textwrap
import tokenize
from pathlib import Path

from flatten import STANDARD, WIDTH, Module, Names, flattened, in_order
from vendor import PACKAGE, version

FIRST = "eval"  # whose names the package offers as its own

NOTE = """
This is scorio_lite {version} in one file, made from the package by `python tools/amalgamate.py -o FILE{option}`.
It offers {spaces}, Tally and every metric. Its sections are the modules of the package, each
after those that it uses. When loaded it imports math alone. To change it, change the package and make it again.
"""
NAMESPACE = """
def _namespace(name, doc, names):
    # What several modules define has the module's name in front in this file.
    module = type(math)(f"{__name__}.{name}", doc)
    module.__all__ = names.split()
    for own in module.__all__:
        setattr(module, own, globals().get(f"{name}_{own}") or globals()[own])
    return module
"""


def amalgamated(package: Path = PACKAGE, small: bool = False) -> str:
    """The text of the file."""
    spaces = public(package)
    modules = in_order(package, spaces)
    names = Names(modules, spaces, FIRST)
    exports = {space: [(name, names.home((space, name))) for name in modules[space].exports()] for space in spaces}
    documented = set() if small else {target for space in spaces for _, target in exports[space]}
    top = Module(package, "")
    offered = [names.home(target) for target in top.imports.values() if target[1] not in ("", "*")]
    offered += [target for _, target in exports[FIRST]]
    parts = [
        header(top, spaces, small),
        f"import {STANDARD}\n" + wrapped(f"from {STANDARD} import (", names.standard, ")"),
        f'__version__ = "{version(top.package)}"\n'
        + wrapped("__all__ = [", [f'"{names.flat[to]}"' for to in offered], "]"),
    ]
    for module in modules.values():
        if not module.is_package:
            parts += [heading(module.name, module.doc.split("\n\n")[0]), flattened(module, names, documented)]
    parts += [heading("the modules of the package, as objects"), NAMESPACE.strip()]
    for space in spaces:
        doc = "None" if small else f'"""{textwrap.indent(modules[space].doc, "    ").strip()}\n    """'
        for name, target in exports[space]:
            if names.flat[target] != (f"{space}_{name}" if f"{space}_{name}" in names.taken else name):
                raise SystemExit(
                    f"{space}.{name} is {names.flat[target]} in the flat file, where it would not be found"
                )
        listed = textwrap.indent(textwrap.fill(" ".join(name for name, _ in exports[space]), WIDTH - 12), "    ")
        parts.append(f'{space} = _namespace(\n    "{space}",\n    {doc},\n    """\n{listed}\n    """,\n)')
    listed = ", ".join(f'"{space}"' for space in spaces)
    parts.append(f"def __dir__():\n    return [{listed}, *__all__]\n")
    text = "\n\n".join(parts)
    return bare(text) if small else tabbed(text)


def public(package: Path) -> list[str]:
    """The public modules."""
    found = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    return sorted(name for name in found if not name.startswith("_"))


def header(top: Module, spaces: list[str], small: bool) -> str:
    """The licence, and the docstring: that of the package, with a note on the file."""
    licence = (top.package / "LICENSE").read_text(encoding="utf-8").strip()
    summary, _, rest = top.doc.partition("\n\n")
    offered = ", ".join(f".{space}" for space in spaces)
    note = NOTE.format(version=version(top.package), option=" --small" if small else "", spaces=offered)
    comment = "\n".join(f"# {line}".rstrip() for line in licence.splitlines())
    if small:
        return f"{comment}\n#\n" + "\n".join(f"# {line}" for line in note.strip().splitlines())
    return f'{comment}\n\n"""{summary}\n{note}\n{rest}\n"""'


def heading(title: str, text: str = "") -> str:
    return "\n".join([f"\n# ---- {title} ----", *(f"# {line}" for line in textwrap.wrap(text, WIDTH - 2))])


def wrapped(start: str, items: list[str], end: str) -> str:
    """A bracketed list on as many lines as it takes."""
    return start + textwrap.fill(", ".join(items), WIDTH - 24, subsequent_indent="    ") + end


def tabbed(text: str) -> str:
    """Indented by tabs, one byte a level: with spaces the file would be a tenth larger."""
    lines = text.splitlines()
    depth = [(len(line) - len(line.lstrip(" "))) // 4 for line in lines]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:  # a docstring keeps the indentation inside of it
            for i in range(token.start[0], token.end[0]):
                depth[i] = min(depth[i], depth[token.start[0] - 1])
    return "".join("\t" * tabs + line[4 * tabs :] + "\n" for line, tabs in zip(lines, depth))


def bare(text: str) -> str:
    """Without comments and empty lines, but for the licence in front."""
    licence, code = text[: text.index(f"import {STANDARD}\n")], text[text.index(f"import {STANDARD}\n") :]
    lines = code.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            lines[token.start[0] - 1] = lines[token.start[0] - 1][: token.start[1]].rstrip()
    return licence + tabbed("\n".join(line for line in lines if line))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--small", action="store_true", help="without docstrings and comments")
    options = parser.parse_args()
    text = amalgamated(PACKAGE, options.small)
    options.output.write_bytes(text.encode())
    print(f"{options.output}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
