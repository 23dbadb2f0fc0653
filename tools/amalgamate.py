"""Write the metrics as one file that you can copy anywhere: `import scorio_lite` then works as with the package.

python tools/amalgamate.py -o scorio_lite.py
python tools/amalgamate.py --only pass_at_k,confidence.compare -o grader.py

The file has no command, and no scorio_lite.files, which needs the readers of the command. To stay below 315 KB, it has
no annotations (Python 3.8 could not evaluate them), comments, private docstrings and unneeded spaces. The docstring of
a function is cut to its first paragraph.

With --only, the file has the named functions and classes with their whole docstrings, and all that they need. It is a
module of plain functions: grader.pass_at_k, grader.compare. There, `compare` and others that take the name of a metric
know only avg and the metrics in --only.

The same sources give the same bytes. The tool needs Python 3.9 or newer, the file 3.8.
"""

from __future__ import annotations

import argparse
import ast
import math
import re
import textwrap
from pathlib import Path

from flatten import LAST, LEFT_OUT, clashes, exports, flattened, imported_names, in_order, parsed
from slices import Slice, unknown_names
from vendor import PACKAGE, version

STRING = r'''("""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')'''

NOTE = """
This is scorio_lite {version} in one file, made from the package by `python tools/amalgamate.py -o FILE`.
It offers {offered}
and every metric.

When loaded it imports only math. The package has the comments, the examples and the whole docstrings; change
it, and make the file again.
"""
PART = """
Of scorio_lite {version}: {offered}. Made from the package by `python tools/amalgamate.py --only {only} -o FILE`.

The results are those of the package, to the bit. Change the package, and make the file again.
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


def amalgamated(package: Path = PACKAGE) -> str:
    """Return the text of the single file."""
    wrong = clashes(package)
    if wrong:
        raise SystemExit("\n".join(wrong))
    spaces, top = public(package), package / "__init__.py"
    single = imported_names(top) - {"annotations", "*", "files", *spaces}
    inner = [path for path in sorted((package / LAST).glob("*.py")) if path.stem != "__init__" and exports(path)]
    offered_names = single.union(*map(exports, [*spaces.values(), *inner]))
    files = in_order(package)
    of_math = sorted(set().union(*(imported_names(file, "math") for file in files)))
    code = [
        f"import math\nfrom math import {', '.join(of_math)}",
        f'__version__ = "{version(package)}"',
        NAMESPACE.strip(),
    ]
    for file in files:
        code.append(squeezed(flattened(file, offered_names)))
        if file in spaces.values():
            code.append(namespace(file))
    code.append(namespace(spaces[LAST]))
    code += [f"{LAST}.{namespace(path)}" for path in inner]
    own, listed = (", ".join(f'"{name}"' for name in sorted(some)) for some in (single, spaces))
    code += [f"__all__ = [{own}, *{LAST}.__all__]", f"def __dir__():\n    return [{listed}, *__all__]\n"]
    offered = [*(f".{space}" for space in spaces), *sorted(single)]
    return header(top, offered) + "\n\n" + complete("\n".join(code))


def sliced(names: list[str], package: Path = PACKAGE) -> str:
    """Return the text of a file that has these public names, such as confidence.compare, and all that they need."""
    found = Slice(package, names)
    code = squeezed(found.text())
    of_math = [name for name in unknown_names(code) if hasattr(math, name)]
    text = complete(f"from math import {', '.join(of_math)}\n{code}" if of_math else code)
    offered = [name for _, name in found.asked]
    note = PART.format(version=version(package), offered=", ".join(offered), only=",".join(names)).strip()
    listed = ", ".join(f'"{name}"' for name in offered)
    head = f'{_licence(package)}\n\n"""{note}\n"""\n\n__version__ = "{version(package)}"\n__all__ = [{listed}]'
    return f"{head}\n{text}\n"


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
    found.update((path.parent.name, path) for path in package.glob("*/__init__.py"))
    return {name: found[name] for name in sorted(found) if not name.startswith("_")}


def header(top: Path, offered: list[str]) -> str:
    """Return the licence and the package's docstring, with a note on the single file."""
    doc = ast.get_docstring(parsed(top)) or ""
    summary, _, rest = doc.partition("\n\n")
    note = NOTE.format(version=version(top.parent), offered=", ".join(offered))
    return f'{_licence(top.parent)}\n\n"""{summary}\n{note}\n{rest}\n"""'


def namespace(file: Path) -> str:
    """Return the statement that makes a module object with the public names of this file."""
    name = file.stem if file.stem != "__init__" else file.parent.name
    paragraphs = (ast.get_docstring(parsed(file)) or "").split("\n\n")
    doc = "\n\n".join(one for one in paragraphs if not one.lstrip().startswith(">>>"))
    text = '"""{}\n\t"""'.format(textwrap.indent(doc, "\t").strip())
    return f'{name} = _namespace("{name}", {text}, "{" ".join(exports(file))}")'


def squeezed(text: str) -> str:
    """Shorten code: drop empty lines and unneeded spaces, indent with tabs, and join a short statement to its `if`."""
    parts = re.split(STRING, text)
    for i in range(0, len(parts), 2):
        part = re.sub(r"\n+", "\n", parts[i])
        part = re.sub(r":\n +(?=(return|raise|continue|break|pass)\b)", ": ", part)
        part = re.sub(r"(?<=\n)(    )+", lambda found: "\t" * (len(found[0]) // 4), part)
        parts[i] = re.sub(r" ?([-+*/%=<>!&|^,:()\[\]{}]+) ?", r"\1", part)
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--only", metavar="NAMES", help="pass_at_k,confidence.compare: these, and what they reach")
    options = parser.parse_args()
    text = sliced(options.only.split(",")) if options.only else amalgamated()
    options.output.write_bytes(text.encode())
    print(f"{options.output}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
