"""Measure cold starts, reading, every function (beside scorio, if it is installed) and the command.

python tools/bench.py [--quick] [--only start,reading]

Times on a shared machine drift together. So calls that are compared are timed in turn, and their ratio is the median of
the ratios of neighbouring samples. The tool runs in a checkout with Python 3.9 or newer, and does not judge the times.
"""

from __future__ import annotations

import argparse
import inspect
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from functools import partial
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from timeit import timeit
from typing import Any, Callable, Iterator

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from amalgamate import sliced

SHORTEST = 1e-3  # seconds: calls are repeated until a sample lasts as long
ROUNDS = 25  # samples at most
LIMIT = 5.0  # seconds: a function that takes longer is left out of larger workloads
WORKLOADS = {  # (questions, trials, k)
    "2 x 5": (2, 5, 2),
    "30 x 64": (30, 64, 16),
    "164 x 200": (164, 200, 100),
    "1000 x 64": (1000, 64, 16),
    "10,000 x 256": (10_000, 256, 64),
}
QUICK = 3  # workloads


def compare(budget: float, *calls: Callable[[], object]) -> tuple[float, float]:
    """Return (seconds that the first call takes, how many times as long the last one takes), from at least two samples.

    As many are taken as fit into `budget` seconds.
    """
    repeats = [ceil(SHORTEST / max(timeit(call, number=1), 1e-9)) for call in calls]
    rows: list[list[float]] = []
    end = perf_counter() + budget
    while len(rows) < 2 or (len(rows) < ROUNDS and perf_counter() < end):
        rows.append([timeit(call, number=number) / number for call, number in zip(calls, repeats)])
    return median(row[0] for row in rows), median(row[-1] / row[0] for row in rows)


def outcomes(M: int, N: int, classes: int = 2) -> list[list[int]]:
    """Make outcomes: a question has its own rate, and an outcome is the successes among classes - 1 draws."""
    random = Random(M * N).random
    rates = [random() for _ in range(M)]
    return [[sum([random() < rate for _ in range(classes - 1)]) for _ in range(N)] for rate in rates]


def show(title: str, rows: dict[str, list[str]]) -> None:
    """Print a table of texts under its title; the first row has the names of the columns."""
    names, widths = max(map(len, rows)), [max(map(len, column)) for column in zip(*rows.values())]
    print(f"\n{title}\n")
    for name, cells in rows.items():
        print("  ".join([name.ljust(names), *(cell.rjust(width) for cell, width in zip(cells, widths))]))
    sys.stdout.flush()


# Cold starts

ROWS = "[[0, 1, 1], [1, 1, 1]]"
STARTS = {
    "import": "import {0}",
    "first pass_at_k": f"import {{0}}; {{0}}.eval.pass_at_k({ROWS}, 2)",
    "first pass_at_k_ci": f"import {{0}}; {{0}}.eval.pass_at_k_ci({ROWS}, 2)",
}
SLICES = {"pass_at_k": f"pass_at_k({ROWS}, 2)", "confidence.compare": f"compare({ROWS}, {ROWS})"}
BYTECODE = {"cached": ["-X", "pycache_prefix={0}/cache"], "none of the package": ["-B"]}


def interpreter(folder: str, bytecode: str, code: str) -> Callable[[], object]:
    """Return a function that runs the code in a bare interpreter, with the packages that are copied to the folder."""
    flags = [flag.format(folder) for flag in BYTECODE[bytecode]]
    prelude = f"import sys; sys.path[:] = [{folder!r}, *sys.path, *{sys.path[1:]!r}]\n"
    command = [sys.executable, "-I", "-S", *flags, "-c", prelude + code]
    return partial(subprocess.run, command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def copied(folder: str, *packages: str) -> None:
    """Copy packages to a folder, without bytecode."""
    for name in packages:
        spec = find_spec(name)
        assert spec and spec.origin
        shutil.copytree(Path(spec.origin).parent, Path(folder, name), ignore=shutil.ignore_patterns("__pycache__"))


def start(budget: float) -> Iterator[tuple[str, dict[str, list[str]]]]:
    packages = [name for name in ("scorio_lite", "scorio") if find_spec(name)]
    with tempfile.TemporaryDirectory() as folder:
        copied(folder, *packages)
        codes = {f"{package}: {what}": STARTS[what].format(package) for package in packages for what in STARTS}
        for name, call in SLICES.items():
            module = f"slice_{name.replace('.', '_')}"
            Path(folder, f"{module}.py").write_text(sliced([name]), encoding="utf-8")
            codes[f"slice with {name}: first call"] = f"import {module}; {module}.{call}"
        rows = {"": [*BYTECODE]}
        for title, code in codes.items():
            rows[title] = []
            for bytecode in BYTECODE:
                bare, ratio = compare(budget, *(interpreter(folder, bytecode, own) for own in ("", code)))
                rows[title].append(f"{1e3 * bare * (ratio - 1):.1f}")
    yield "Cold start, ms more than a bare interpreter takes, by what bytecode there is", rows


# Reading


def sums(R: Any) -> list[int]:
    return [sum(row) for row in R]


def reading(budget: float) -> Iterator[tuple[str, dict[str, list[str]]]]:
    from scorio_lite.tally import tally_of

    ints = outcomes(1000, 100)
    kinds: dict[str, Any] = {
        "lists of ints": ints,
        "lists of bools": [list(map(bool, row)) for row in ints],
        "lists of floats": [list(map(float, row)) for row in ints],
        "bytes": [bytes(row) for row in ints],
        "lists of classes 0..2": outcomes(1000, 100, 3),
    }
    rows = {"": ["ns an entry", "times sum(row)"]}
    for kind, R in kinds.items():
        time, ratio = compare(budget, partial(tally_of, R, 2 if "classes" in kind else 1), partial(sums, R))
        rows[kind] = [f"{1e9 * time / 1e5:.1f}", f"{1 / ratio:.1f}"]
    yield "Reading 1000 x 100 outcomes, every entry checked", rows


# Every function, and those of scorio

GIVEN = {"lists": 2, "arrays": 2, "graded lists": 3, "graded arrays": 3}
GRADED = ["avg", "avg_ci", "bayes", "bayes_ci", "max_at_k", "max_at_k_ci"]


def arguments(function: Callable[..., Any], k: int, classes: int) -> dict[str, Any]:
    """Return the arguments that a function needs beside R. For more than two classes, these include rewards."""
    random = Random(k).random
    given: dict[str, Any] = {"k": k, "tau": 0.5, "weights": [random() / k for _ in range(k)]}
    parameters = inspect.signature(function).parameters.values()
    needed = {one.name: given[one.name] for one in parameters if one.name in given and one.default is one.empty}
    return needed if classes == 2 else {**needed, "w": [j / (classes - 1) for j in range(classes)]}


def functions(budget: float) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Time every function on lists. If scorio is installed, compare its functions with ours, on lists and on arrays."""
    from scorio_lite import eval as ours

    theirs: Any = None
    if find_spec("scorio"):
        import numpy
        from scorio import eval as theirs

        warnings.simplefilter("ignore")
    workloads = dict([*WORKLOADS.items()][: QUICK if budget < 0.2 else None])
    for given, classes in GIVEN.items() if theirs else [("lists", 2)]:
        rows = {"": [*workloads]}
        for name in ours.__all__ if classes == 2 else GRADED:
            cells, slow = rows.setdefault(name, []), False
            for M, N, k in workloads.values():
                R: Any = outcomes(M, N, classes)
                R = numpy.array(R) if "arrays" in given else R
                asked = arguments(getattr(ours, name), k, classes)
                calls = [partial(getattr(one, name), R, **asked) for one in (ours, theirs) if hasattr(one, name)]
                time, ratio = (0.0, 0.0) if slow else compare(budget, *calls)
                slow = slow or time * max(1, ratio) > LIMIT
                cells.append(
                    f"{1e3 * time:.3f} ({ratio:.1f})" if time and calls[1:] else f"{1e3 * time:.3f}" * (time > 0)
                )
        yield f"Every function, given {given}: ms (how many times as long scorio takes)", rows


# The command


def command(budget: float) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Time a report and a leaderboard on 164 x 10 records in JSON Lines. Each run is a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        copied(folder, "scorio_lite")
        paths = [f"{folder}/{name}.jsonl" for name in "ab"]
        for path, extra in zip(paths, (0, 1)):
            every = enumerate(outcomes(164 + extra, 10)[:164])
            records = [{"task_id": f"T/{i}", "trial": j, "passed": x} for i, row in every for j, x in enumerate(row)]
            Path(path).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        code = "import sys; sys.argv[1:] = {}; from scorio_lite.__main__ import run; sys.exit(run())"
        rows = {"": ["ms", "times a bare interpreter"]}
        for what, given in (("a report", paths[:1]), ("a leaderboard", paths)):
            calls = [interpreter(folder, "cached", own) for own in (code.format(given), "")]
            time, ratio = compare(budget, *calls)
            rows[what] = [f"{1e3 * time:.0f}", f"{1 / ratio:.1f}"]
    yield "The command: a process on 164 x 10 records", rows


SECTIONS = {"start": start, "reading": reading, "functions": functions, "command": command}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the small workloads only, in about a minute")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="NAME,...", help=f"some of {', '.join(SECTIONS)}")
    options = parser.parse_args()
    for name in options.only.split(","):
        for title, rows in SECTIONS[name](0.1 if options.quick else 2.0):
            show(title, rows)


if __name__ == "__main__":
    main()
