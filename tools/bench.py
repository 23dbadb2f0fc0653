"""Measure the time of cold starts, of reading, of every function and of the command.

python tools/bench.py [--quick] [--only a,c]

If scorio is installed, its functions are measured too. The tool runs in a checkout with any Python 3.8 or newer, needs
no other package, and does not judge the times.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import inspect
import json
import platform
import sys
import tempfile
import warnings
from functools import partial
from math import floor, log10
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Callable, Dict, Iterable, Iterator, NamedTuple, Tuple, Union

from bench_timing import Cell, Interpreter, measure

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

Table = Dict[Tuple[str, str], Union[float, str, None]]  # {(row, column): a number, or text}


class Settings(NamedTuple):
    rounds: int  # samples at most
    budget: float  # seconds for one cell; a call that takes longer is timed twice
    cold: float  # seconds for one cell of whole processes
    limit: float  # calls that would take longer are left out
    workloads: int


FULL = Settings(rounds=25, budget=0.4, cold=4.0, limit=20.0, workloads=6)
QUICK = Settings(rounds=7, budget=0.1, cold=0.5, limit=0.5, workloads=3)


class Workload(NamedTuple):
    M: int
    N: int
    k: int

    def __str__(self) -> str:
        return f"{self.M} x {self.N}, k {self.k}"

    def outcomes(self, classes: int = 2) -> list[list[int]]:
        """Make outcomes: a question has its own rate, and an outcome is the successes among classes - 1 draws."""
        random = Random(self.M * self.N).random
        rates = [random() for _ in range(self.M)]
        draws = range(classes - 1)
        return [[sum([random() < rate for _ in draws]) for _ in range(self.N)] for rate in rates]

    def arguments(self, function: Callable[..., Any], classes: int) -> dict[str, Any]:
        """Return the arguments that the function needs beside R. For more than two classes, these include rewards."""
        random = Random(self.k).random
        given: dict[str, Any] = {"k": self.k, "tau": 0.5, "weights": [random() / self.k for _ in range(self.k)]}
        parameters = inspect.signature(function).parameters.values()
        found = {one.name: given[one.name] for one in parameters if one.name in given and one.default is one.empty}
        return found if classes == 2 else {**found, "w": [j / (classes - 1) for j in range(classes)]}

    def work(self) -> tuple[int, int]:
        """Return (outcomes, k**2 times different counts of successes). A call's time grows with one of the two."""
        return self.M * self.N, min(self.M, self.N + 1) * self.k**2


WORKLOADS = [
    Workload(2, 5, 2),
    Workload(30, 64, 16),
    Workload(164, 200, 100),
    Workload(1000, 64, 16),
    Workload(10_000, 256, 64),
    Workload(1000, 1024, 512),
]


def over(cells: dict[str, Cell], settings: Settings, unit: str = "ms", scale: float = 1e3) -> Table:
    """Measure cells of two calls each. Return a table with each first call's time, and its ratio to the second."""
    measure(cells.values(), settings.rounds)
    values = {what: {unit: cell.time() * scale, "ratio": cell.ratio()} for what, cell in cells.items()}
    return {(what, column): value for what, row in values.items() for column, value in row.items()}


# a. Cold start

ROWS = "[[0, 1, 1], [1, 1, 1]]"
STARTS = {
    "import": "import {0}",
    "first pass_at_k": f"import {{0}}; {{0}}.eval.pass_at_k({ROWS}, 2)",
    "first pass_at_k_ci": f"import {{0}}; {{0}}.eval.pass_at_k_ci({ROWS}, 2)",
    "first of both": f"import {{0}}; {{0}}.eval.pass_at_k({ROWS}, 2); {{0}}.eval.pass_at_k_ci({ROWS}, 2)",
}


def cold(settings: Settings) -> Iterator[tuple[str, Table]]:
    packages = [name for name in ("scorio_lite", "scorio") if importlib.util.find_spec(name)]
    table: Table = {}
    with tempfile.TemporaryDirectory() as folder:
        interpreter = Interpreter(folder, packages)
        codes = {f"{package}: {what}": STARTS[what].format(package) for package in packages for what in STARTS}
        cells: dict[tuple[str, str], Cell] = {}
        for title, code in codes.items():
            for bytecode in interpreter.flags:
                run = partial(interpreter.run, bytecode)
                run(code)  # fills the cache
                cells[title, bytecode] = Cell(run, partial(run, code), budget=settings.cold)
        measure(cells.values(), settings.rounds)
        for (title, bytecode), cell in cells.items():
            table["bare interpreter, whole", f"ms, {bytecode}"] = cell.time() * 1e3
            table[title, f"ms, {bytecode}"] = median(whole - bare for bare, whole in cell.samples) * 1e3
    yield "Cold start: a whole process over a bare interpreter's (package compiled: no bytecode of it is cached)", table


# b. Reading


def reading(settings: Settings) -> Iterator[tuple[str, Table]]:
    from scorio_lite.tally import tally_of

    workload = Workload(1000, 100, 0)
    ints = workload.outcomes()
    kinds: dict[str, tuple[Any, int]] = {
        "lists of ints": (ints, 1),
        "lists of bools": ([list(map(bool, row)) for row in ints], 1),
        "lists of floats": ([list(map(float, row)) for row in ints], 1),
        "tuples of ints": (tuple(map(tuple, ints)), 1),
        "bytes": ([bytes(row) for row in ints], 1),
        "lists of classes 0..2": (workload.outcomes(3), 2),
    }
    cells = {
        kind: Cell(partial(tally_of, R, highest), partial(sum_rows, R), budget=settings.budget)
        for kind, (R, highest) in kinds.items()
    }
    title = "Reading 1000 x 100 outcomes, every entry checked: an entry, over sum(row) of the same rows"
    yield title, over(cells, settings, "ns", 1e9 / (workload.M * workload.N))


def sum_rows(R: Iterable[Any]) -> None:
    for row in R:
        sum(row)


# c. Every function, and those of scorio

GIVEN = {"lists": 2, "arrays": 2, "graded lists": 3, "graded arrays": 3, "arrays of 16 classes": 16}
GRADED = ["avg", "avg_ci", "bayes", "bayes_ci", "max_at_k", "max_at_k_ci"]
Timed = Dict[Tuple[str, str, Workload], Cell]  # of what is given, and the function


def functions(settings: Settings) -> Iterator[tuple[str, Table]]:
    """Time every function on lists. If scorio is installed, compare its functions with ours, on lists and on arrays."""
    from scorio_lite import eval as ours

    modules: list[Any] = [ours]
    try:
        import numpy
        from scorio import eval as theirs
    except ImportError as error:
        print(f"\nscorio is left out: {error}")
    else:
        modules.append(theirs)
        warnings.simplefilter("ignore")
    timed: Timed = {}
    for workload in WORKLOADS[: settings.workloads]:
        cells: Timed = {}
        for given, classes in list(GIVEN.items())[: 1 if len(modules) == 1 else None]:
            R: Any = workload.outcomes(classes)
            R = numpy.array(R) if "arrays" in given else R
            for name in ours.__all__ if classes == 2 else GRADED:
                arguments = workload.arguments(getattr(ours, name), classes)
                calls = [
                    partial(getattr(module, name), R, **arguments)
                    for i, module in enumerate(modules)
                    if hasattr(module, name) and expected(timed, i, given, name, workload) <= settings.limit
                ]
                if calls:
                    cells[given, name, workload] = Cell(*calls, budget=settings.budget)
        measure(cells.values(), settings.rounds)
        timed.update(cells)
    yield (
        "Every function, given lists: ms",
        {
            (name, str(workload)): cell.time() * 1e3 if cell.samples else None
            for (given, name, workload), cell in timed.items()
            if given == "lists"
        },
    )
    if len(modules) > 1:
        for given in GIVEN:
            yield f"Against scorio, both given {given}: its time over ours", against(timed, given)


def expected(timed: Timed, i: int, given: str, name: str, workload: Workload) -> float:
    """Return a guess of the time of a call: the least that follows from its times on other workloads."""
    guesses = [
        cell.time(i) * max(there / here for here, there in zip(seen.work(), workload.work()))
        for (*what, seen), cell in timed.items()
        if what == [given, name] and cell.samples and i < len(cell.calls)
    ]
    return min(guesses, default=0.0)


def against(timed: Timed, asked: str) -> Table:
    table: Table = {}
    kinds: dict[tuple[str, str], list[float]] = {}
    for (given, name, workload), cell in timed.items():
        if given == asked and len(cell.calls) == 2:
            table[name, str(workload)] = cell.error or cell.ratio(1, 0)
            if not cell.error:
                kind = "intervals" if name.endswith("_ci") else "points"
                kinds.setdefault((f"least and most of the {kind}", str(workload)), []).append(cell.ratio(1, 0))
    return {**table, **{place: f"{digits(min(some))} to {digits(max(some))}" for place, some in kinds.items()}}


# d. The command


def command(settings: Settings) -> Iterator[tuple[str, Table]]:
    """Time a report and a leaderboard on 164 x 10 records in JSON Lines. Each run is a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{name}.jsonl" for name in "ab"]
        for path, extra in zip(paths, (0, 1)):
            rows = enumerate(Workload(164 + extra, 10, 0).outcomes()[:164])
            records = [{"task_id": f"T/{i}", "trial": j, "passed": x} for i, row in rows for j, x in enumerate(row)]
            Path(path).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        run = partial(Interpreter(folder, ["scorio_lite"]).run, "cached")
        code = "import sys; sys.argv[1:] = {}; from scorio_lite.__main__ import run; sys.exit(run())"
        base = partial(run, "import json, argparse")
        cells = {
            what: Cell(partial(run, code.format(given)), base, budget=settings.cold)
            for what, given in (("a report", paths[:1]), ("a leaderboard", paths))
        }
        title = "The command: a process on 164 x 10 records, over one that imports json and argparse"
        yield title, over(cells, settings)


SECTIONS: dict[str, Callable[[Settings], Iterator[tuple[str, Table]]]] = {
    "a": cold,
    "b": reading,
    "c": functions,
    "d": command,
}


def digits(value: float) -> str:
    """Write a number with three significant digits and without an exponent."""
    return f"{value:.{min(3, max(0, 2 - floor(log10(abs(value)))))}f}" if value else "0"


def show(title: str, table: Table) -> None:
    names, columns = (list(dict.fromkeys(place[i] for place in table)) for i in (0, 1))
    rows = [["", *columns]]
    for name in names:
        cells = [table.get((name, column)) for column in columns]
        rows.append([name, *("-" if x is None else digits(x) if isinstance(x, float) else x for x in cells)])
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * width for width in widths])
    print(f"\n{title}\n")
    for first, *others in rows:
        print("  ".join([first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:]))]))
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the small workloads only, in less than a minute")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="a,b,...", help="the sections to run")
    options = parser.parse_args()
    chosen = options.only.split(",")
    if not set(chosen) <= set(SECTIONS):
        parser.error(f"--only takes some of {','.join(SECTIONS)}")
    import scorio_lite

    about = {platform.python_implementation(): platform.python_version(), "scorio_lite": scorio_lite.__version__}
    others = [name for name in ("scorio", "numpy") if importlib.util.find_spec(name)]
    about.update((name, importlib.metadata.version(name)) for name in others)
    print(", ".join([*(f"{name} {version}" for name, version in about.items()), platform.platform()]))
    for name in sorted(chosen):
        for title, table in SECTIONS[name](QUICK if options.quick else FULL):
            show(f"{name}. {title}", table)


if __name__ == "__main__":
    main()
