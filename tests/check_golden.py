"""Check the result of every call in golden.json.gz, to the last bit. Needs only the package, json and gzip.

python tests/check_golden.py [PATH [MODULE [STEP]]]

PATH goes in front of sys.path (default: the checkout), MODULE is imported as scorio_lite, and every STEP-th call is made.
"""

from __future__ import annotations

import gzip
import json
import sys

GOLDEN = "golden.json.gz"


def decoded(library, value):
    """Return an argument from its form in JSON."""
    if isinstance(value, list):
        return [decoded(library, item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    if kind == "fraction":
        from fractions import Fraction

        return Fraction(content)
    kinds = {  # "-" is a missing outcome, and each other one a character
        "rows": lambda: [[None if outcome == "-" else int(outcome, 36) for outcome in row] for row in content],
        "ragged": lambda: library.Tally(decoded(library, {"rows": content}), None, True),
        "scores": lambda: library.Scores(*decoded(library, content)),
        "pair": lambda: tuple(decoded(library, content)),
        "keywords": lambda: {name: decoded(library, item) for name, item in content.items()},
        "float": lambda: float(content),
    }
    return kinds[kind]()


def written(value):
    """Write a result in JSON: floats in hexadecimal, Fractions as n/d, dictionaries as sorted pairs."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, (tuple, list)):
        return [written(item) for item in value]
    if isinstance(value, dict):
        return sorted([written(key), written(item)] for key, item in value.items())
    if hasattr(value, "numerator") and not isinstance(value, int):
        return f"{value.numerator}/{value.denominator}"
    return value


def result(library, name, arguments):
    """Return the result of a call of "module.function", or of "function"; or the message of its error.

    If the last argument is a dictionary, it has the keywords.
    """
    module, _, name = name.rpartition(".")
    *given, keywords = arguments if isinstance(arguments[-1], dict) else [*arguments, {}]
    try:
        return written(getattr(getattr(library, module) if module else library, name)(*given, **keywords))
    except ValueError as error:
        return f"ValueError: {error}"


def differing(library, calls):
    """Return a line for each call whose result differs."""
    lines = []
    for call in calls:
        (name, expected), arguments = call["is"], call["of"]
        found = result(library, name, decoded(library, arguments))
        if found != expected:
            lines.append(f"{name}(*{json.dumps(arguments)}) is {found}, not {expected}")
    return lines


def verdict(calls, lines):
    """Print the differences, and return the exit status."""
    print("\n".join([*lines[:20], f"{len(calls)} calls, {len(lines)} differ"]))
    return 1 if lines or not calls else 0


def read(folder):
    with gzip.open(f"{folder}/{GOLDEN}", "rt", encoding="ascii") as file:
        return json.load(file)["calls"]


def main(arguments):
    here = __file__.replace("\\", "/").rpartition("/")[0] or "."
    path, module, step = [*arguments, *[f"{here}/..", "scorio_lite", "1"][len(arguments) :]]
    sys.path.insert(0, path)
    library = __import__(module, None, None, ["__name__"])
    calls = read(here)[:: int(step)]
    return verdict(calls, differing(library, calls))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
