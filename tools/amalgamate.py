"""Write the metrics as one file that can be copied anywhere: `import scorio_lite` then offers what the package does.

python tools/amalgamate.py -o scorio_lite.py [--small]

The command is left out; so are annotations (which Python 3.8 could not evaluate), examples, comments and the docstrings
of what is not public, to stay below 200 KB. --small leaves out all docstrings. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import textwrap
import tokenize
from pathlib import Path

from flatten import LAST, clashes, exports, flattened, imported_names, in_order, without_examples
from vendor import PACKAGE, version

WIDTH = 120
STRING = r'''("""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')'''
EMPTIED = "#"  # a line that held nothing but a comment

NOTE = """
This is scorio_lite {version} in one file, made from the package by `python tools/amalgamate.py -o FILE{option}`.
It offers {offered}
and every metric.

When loaded it imports math alone. The package has the comments and the examples; change it, and make the file again.
"""
NAMESPACE = """
def _namespace(name, doc, names):
    module = type(math)(f"{__name__}.{name}", doc)
    module.__all__ = names.split()
    for own in module.__all__:
        value = globals()[own]
        setattr(module, own, value)
        if not isinstance(value, type):
            value.__qualname__ = f"{name}.{own}"  # by which pickle finds it
    return module
"""


def amalgamated(package: Path = PACKAGE, small: bool = False) -> str:
    """The text of the file."""
    wrong = clashes(package)
    if wrong:
        raise SystemExit("\n".join(wrong))
    spaces, top = public(package), package / "__init__.py"
    single = imported_names(top) - {"annotations", "*", *spaces}
    documented = set() if small else single.union(*map(exports, spaces.values()))
    files = in_order(package)
    code = [
        "import math",
        filled("from math import (", sorted(set().union(*(imported_names(file, "math") for file in files)))) + ")",
        f'__version__ = "{version(package)}"',
        NAMESPACE.strip(),
    ]
    for file in files:
        heading = f"# -- {file.relative_to(package).with_suffix('').as_posix()}"
        code.append(f"{heading}\n{uncommented(flattened(file, documented)).strip()}")
        if file in spaces.values():
            code.append(namespace(file, small))
    code.append(namespace(spaces[LAST], small))
    own, listed = (", ".join(f'"{name}"' for name in sorted(some)) for some in (single, spaces))
    code += [f"__all__ = [{own}, *{LAST}.__all__]", f"def __dir__():\n    return [{listed}, *__all__]\n"]
    offered = [*(f".{space}" for space in spaces), *sorted(single)]
    text = tabbed(re.sub(r"\n{3,}", "\n\n", "\n\n".join(code)))
    return f"{header(top, offered, small)}\n\n{squeezed(text) if small else text}"


def public(package: Path) -> dict[str, Path]:
    """The public modules and their files."""
    found = {path.stem: path for path in package.glob("*.py")}
    found.update((path.parent.name, path) for path in package.glob("*/__init__.py"))
    return {name: found[name] for name in sorted(found) if not name.startswith("_")}


def header(top: Path, offered: list[str], small: bool) -> str:
    """The licence, and the docstring: that of the package, with a note on the file."""
    licence = (top.parent / "LICENSE").read_text(encoding="utf-8").strip()
    doc = ast.get_docstring(ast.parse(top.read_text(encoding="ascii"))) or ""
    summary, _, rest = doc.partition("\n\n")
    note = NOTE.format(version=version(top.parent), option=" --small" if small else "", offered=", ".join(offered))
    comment = "\n".join(f"# {line}".rstrip() for line in licence.splitlines())
    if small:
        return f"{comment}\n#\n" + "\n".join(f"# {line}".rstrip() for line in note.strip().splitlines())
    return f'{comment}\n\n"""{summary}\n{note}\n{rest}\n"""'


def namespace(file: Path, small: bool) -> str:
    """The statement that keeps a module's names."""
    name = file.stem if file.stem != "__init__" else file.parent.name
    doc = without_examples(ast.get_docstring(ast.parse(file.read_text(encoding="ascii"))) or "")
    text = "None" if small else f'"""{textwrap.indent(doc, "    ").strip()}\n    """'
    listed = textwrap.fill(" ".join(exports(file)), WIDTH - 12, initial_indent="    ", subsequent_indent="    ")
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


def squeezed(code: str) -> str:
    """Without empty lines, spaces beside operators, and line breaks in brackets: a tenth less."""
    parts = re.split(STRING, re.sub(r"\n{2,}", "\n", code))
    for i in range(0, len(parts), 2):  # what is no string
        parts[i] = re.sub(r"([,(\[{])\n\t*|\n\t*(?=[)\]}])", r"\1", parts[i])
        parts[i] = re.sub(r" *([-+*/%=<>!&|^,:()\[\]{}]+) *", r"\1", parts[i])
    return "".join(parts)


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
