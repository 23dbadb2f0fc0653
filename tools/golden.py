"""Make tests/golden.json.gz: random calls of the whole API, with the results of the tests' oracles. Needs mpmath.

usage: python tools/golden.py

The oracles share nothing with the package. tests/check_golden.py compares the package with the file, and the long tests
compare it with the oracles for the first 20 seeds of each function.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from pathlib import Path
from typing import Iterator

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from check_golden import GOLDEN, written  # noqa: E402
from makers import as_json, calls  # noqa: E402

LONGEST = 600  # characters of a call


def lines() -> Iterator[str]:
    """Yield each call as a line of JSON."""
    for what, name, make, number in calls():
        made, seed = 0, 0
        while made < number:
            arguments, expected = make(random.Random(f"{what} {name} {seed}"))
            seed += 1
            text = line(name, arguments, written(expected))
            if len(text) <= LONGEST:
                made += 1
                yield text


def line(name: str, arguments: list, expected: object) -> str:
    return json.dumps({"is": [name, expected], "of": list(map(as_json, arguments))}, separators=(",", ":"))


def main() -> None:
    text = '{"calls":[\n' + ",\n".join(lines()) + "\n]}\n"
    path = TESTS / GOLDEN
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:  # the same bytes each time
        packed.write(text.encode("ascii"))
    print(f"{text.count(chr(10)) - 2} calls, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
