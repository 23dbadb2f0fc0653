"""The parser of the command line. It is loaded only for options and for wrong usage."""

from __future__ import annotations

import re
import sys

from .. import __version__
from .conversions import convert
from .grading import is_range, shown
from .output import print_text
from .text import names_in, shortened
from .usage import HELP, OF_FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn, Sequence

_OPTION = re.compile(r"^  (--?[a-z0-9-]+)((?: \[?[A-Z]\S*)*)", re.MULTILINE)  # its name, and those of its values
_ENDINGS = ("--version", "--formats", "--schema", "--help", "-h")  # print a text and exit
_REPEATED = ("ignore", "name", "only", "require", "skip", "where")
_OUTPUTS = ("json", "csv", "markdown", "latex")
_APART = (_OUTPUTS, ("threshold", "success", "weights", "scores"), ("header", "no_header"))
_ERROR_COLUMNS = 400


def refuse(message: str) -> NoReturn:
    """End the process for wrong usage."""
    sys.stderr.write(f"{HELP.partition(chr(10))[0]}\n{shortened(f'scorio-lite: error: {message}', _ERROR_COLUMNS)}\n")
    raise SystemExit(2)


def converted(given: Sequence[str]) -> dict[str, Any]:
    """The given options by name, and the files. Wrong usage ends the process with status 2."""
    known = {name: names_in(values) for name, values in reversed(_OPTION.findall(HELP + OF_FORMATS))}
    found: dict[str, Any] = {}
    rest = [*given][::-1]
    while rest:
        text = rest.pop()
        if text == "--" or text[:1] != "-" or text == "-":
            found.setdefault("files", []).extend(rest[::-1] if text == "--" else [text])
            rest = [] if text == "--" else rest
            continue
        name, equal, value = ("-k", text[2:], text[2:].lstrip("=")) if text[:2] == "-k" else text.partition("=")
        if name in _ENDINGS:
            _end(name, rest[-1] if rest else value)
        if name not in known:
            refuse(f"unrecognized arguments: {text}")
        values, wanted = [value] if equal else [], known[name]
        may_lack = wanted[:1] == ("[LOW,HIGH]",)
        while len(values) < len(wanted) and rest and rest[-1][:2] not in ("--", "-k", "-h"):
            if may_lack and not is_range(rest[-1]):
                break
            values.append(rest.pop())
        values = values or ["0,1"] * may_lack
        if len(values) != len(wanted):
            refuse(f"argument {name}: expected {('no', 'one', 'two')[len(wanted)]} argument{'s' * (len(wanted) > 1)}")
        _take(found, name, values)
    for name in _OUTPUTS:
        if found.pop(name, False):
            found["output"] = name
    if "ignore" in found:
        found["ignore"] = ",".join(found["ignore"])
    return found


def _take(found: dict[str, Any], name: str, values: list[str]) -> None:
    """Add an option with its values to those found before."""
    key = name.lstrip("-").replace("-", "_")
    for other in (one for group in _APART if key in group for one in group if one in found and one != key):
        refuse(f"argument {name}: not allowed with argument --{other}")
    try:
        read = [convert(key, text) for text in values]
    except ValueError as error:
        refuse(f"argument {name}: {error}")
    if key in _REPEATED:
        found.setdefault(key, []).extend(read)
    else:
        found[key] = read if len(read) > 1 else read[0] if read else True


def _end(name: str, topic: str) -> NoReturn:
    """Print a text and exit."""
    from .help import EPILOG, FORMATS, UNKNOWN
    from .readings.read import listed

    if name == "--version":
        text = f"scorio-lite {__version__}\n"
    elif name == "--formats":
        text = listed()
    elif name == "--schema":
        from json import dumps

        from .schema import SCHEMA

        text = dumps(SCHEMA, indent=2) + "\n"
    else:
        unknown = UNKNOWN.format(shown(topic)) if topic else ""
        text = FORMATS if topic == "formats" else f"{HELP}\n{EPILOG}{unknown}"
    raise SystemExit(print_text(text))
