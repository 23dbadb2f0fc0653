"""Make random calls, honest and hostile, until the time is over. Needs mpmath.

python tools/fuzz.py [--seconds 60] [--seed NAME] [--case SEED:NUMBER]

An honest call gives what the tests' oracles give. A hostile call has one odd argument: it gives a result, or a
ValueError of one line that says what is wrong. No call takes ten seconds of the processor. The command reads files of
odd bytes, and ends with an exit status and without a traceback. Each failure is printed with the number of its case.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import tempfile
import time
import traceback
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from check_golden import decoded, result, written  # noqa: E402
from makers import as_json, calls  # noqa: E402

import scorio_lite  # noqa: E402
from scorio_lite._command.main import main as command  # noqa: E402

ODD: list[Any] = [None, True, -1, 0, 1.5, 2**63, 10**400, "2", b"\x01", "", [], [[]], {}, {1}, object(), 1j, range(3)]
ODD += [float("nan"), float("inf"), -0.0, 5e-324, 1e308, Fraction(1, 3), Decimal("NaN"), Decimal("1E-400"), [0] * 10**5]
ODD += [[[0, 1], [1]], [[[0, 1]]], [["a"]], [[0.5]], [[2**70]], "x" * 10**5, [None], lambda: 0, float, iter([[0, 1]])]
TEXTS = ['{"id": "a", "correct": true}\n', "question,model,correct\n1,a,1\n2,a,0\n", "[[0, 1], [1, 1]]", "a\tpassed\n"]
CALLS = [*calls()]
LONGEST = 10  # seconds of the processor


def library_case(rng: random.Random) -> str:
    """Make a call of the library. Return what is wrong with its end, or an empty text."""
    _, name, make, _ = rng.choice(CALLS)
    arguments, expected = make(rng)
    given = decoded(scorio_lite, list(map(as_json, arguments)))
    if rng.random() < 0.5:
        found = result(scorio_lite, name, given)
        return "" if found == written(expected) else f"{name}{arguments} gives {found}, not {written(expected)}"
    at = rng.randrange(len(given))
    odd = rng.choice(ODD)
    if isinstance(given[at], dict) and given[at]:
        given[at] = {**given[at], rng.choice(list(given[at])): odd}
    else:
        given[at] = odd
    try:
        found = result(scorio_lite, name, given)
    except TypeError as error:
        if "positional argument" in str(error) or "keyword argument" in str(error) or "must be a mapping" in str(error):
            return ""  # a wrong call, not a wrong value
        raise
    is_message = isinstance(found, str) and found.startswith("ValueError: ")
    is_plain = not is_message or ("\n" not in found and 15 < len(found) < 600)
    return "" if is_plain else f"{name}{arguments} with {odd!r:.80} says {found:.900}"


def command_case(rng: random.Random) -> str:
    """Run the command on a file of odd bytes."""
    content = bytearray((rng.choice(TEXTS) * rng.randint(1, 5)).encode())
    for _ in range(rng.randint(0, 6)):
        place = rng.randrange(len(content) + 1)
        content[place : place + rng.choice([0, 1, 1, 9])] = bytes(
            rng.choices(b'{}[]",:\n\t\\ 019ae\x00\xff', k=rng.randint(0, 3))
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / rng.choice(["a.jsonl", "a.json", "a.csv", "a.tsv", "a.gz", "a.txt"])
        path.write_bytes(content)
        options = rng.choice([[], ["--json"], ["-k", "2"], ["--metrics", "all"]])
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                status = command([str(path), *options])
            except SystemExit as end:
                status = end.code
    return (
        "" if status in (None, 0, 1, 2, 3, 4, 5) else f"{bytes(content)!r} {path.name} {options}: exit status {status}"
    )


def problem(case: str) -> str:
    """Return what is wrong in the case "SEED:NUMBER", or an empty text."""
    rng, start = random.Random(case), time.process_time()
    try:
        found = command_case(rng) if rng.random() < 0.3 else library_case(rng)
    except Exception:
        found = traceback.format_exc()
    spent = time.process_time() - start
    return found or (f"{spent:.0f} seconds of the processor" if spent > LONGEST else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="of the processor")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--case", help="SEED:NUMBER, to run one case again")
    options = parser.parse_args()
    if options.case:
        print(problem(options.case) or "nothing is wrong")
        return 0
    number = failed = 0
    while time.process_time() < options.seconds:
        found = problem(f"{options.seed}:{number}")
        failed += bool(found)
        print(f"{options.seed}:{number}: {found}\n" if found else "", end="", flush=True)
        number += 1
    print(f"{number} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
