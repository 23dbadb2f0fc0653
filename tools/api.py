"""Write API.md, the page of all public names, from their docstrings.

python tools/api.py [--check]

With --check, write nothing. Exit with 1 if the page beside this file is not what the docstrings say.
"""

from __future__ import annotations

import inspect
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

PAGE = Path(__file__).with_name("API.md")
MODULES = ("eval", "confidence", "exact", "rank", "special", "files")
CLASSES = ("Tally", "VoteTally", "Scores")
START = """\
# All functions

Made by `tools/api.py` from the docstrings. The names of `eval` are in `scorio_lite`, too: `scorio_lite.pass_at_k`.

"""


def page() -> str:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    package = import_module("scorio_lite")
    parts = [START, _said(package), "\n"]
    for name in CLASSES:
        parts += _class(name, getattr(package, name))
    own = [name for name in package.__all__ if inspect.isfunction(getattr(package, name))]
    parts += ["## scorio_lite\n\n"]
    for member in sorted({*own} - {*package.eval.__all__}):
        parts += _function(f"scorio_lite.{member}", getattr(package, member))
    for name in MODULES:
        module = import_module(f"scorio_lite.{name}")
        parts += [f"## {name}\n\n", _said(module)]
        for member in sorted(module.__all__):
            value = getattr(module, member)
            parts += _class(member, value, "###") if inspect.isclass(value) else _function(f"{name}.{member}", value)
    return "".join(parts).rstrip("\n") + "\n"


def _class(name: str, value: Any, level: str = "##") -> list[str]:
    is_made = issubclass(value, Exception)  # by the library, not by its users
    parts = [f"{level} {name}\n\n", _said(value, "" if is_made else name + _signature(value))]
    for member, method in sorted(vars(value).items()):
        if not member.startswith("_") and inspect.getdoc(method):
            parts += _function(f"{name}.{member}", getattr(value, member))
    return parts


def _function(name: str, value: Any) -> list[str]:
    return [f"### {name}\n\n", _said(value, name.rpartition(".")[2] + _signature(value))]


def _signature(value: Any) -> str:
    """Return the arguments of a function without their types; "" for a value that is no function."""
    if not callable(value):
        return ""
    try:
        given = inspect.signature(value)
    except ValueError:
        return ""
    plain = [one.replace(annotation=one.empty) for one in given.parameters.values() if one.name != "self"]
    return str(inspect.Signature(plain))


def _said(value: Any, start: str = "") -> str:
    text = "\n\n".join(filter(None, [start, inspect.cleandoc(value.__doc__ or "")]))
    return f"```text\n{text}\n```\n\n"


def main(arguments: list[str]) -> int:
    text = page()
    if "--check" in arguments:
        return int(text != PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
