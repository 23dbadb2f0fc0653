"""Workloads, samples of calls timed in turn, and tables, for bench.py.

Times on a shared machine drift together. So calls that are compared are timed in turn, and a ratio is the median of the
ratios of neighbouring samples, not the ratio of two medians.
"""

from __future__ import annotations

import gc
import inspect
import sys
from math import ceil, floor, log10
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Callable, Dict, Iterable, List, NamedTuple

SHORTEST = 1e-3  # seconds: calls are repeated until a sample lasts as long
SLOW = 2.0  # seconds: such calls are timed once

Record = Dict[str, Any]
Table = List[List[str]]


class Settings(NamedTuple):
    rounds: int  # how many samples at most
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
        """A matrix of 0/1 with a rate for each question, or of classes as the sums of several such draws."""
        random = Random(self.M * self.N).random
        rates = [random() for _ in range(self.M)]
        draws = range(classes - 1)
        return [[sum([random() < rate for _ in draws]) for _ in range(self.N)] for rate in rates]

    def arguments(self, function: Callable[..., Any]) -> Record:
        """The arguments that the function needs besides R."""
        random = Random(self.k).random
        given: Record = {"k": self.k, "tau": 0.5, "weights": [random() / self.k for _ in range(self.k)]}
        parameters = inspect.signature(function).parameters.values()
        return {one.name: given[one.name] for one in parameters if one.name in given and one.default is one.empty}


WORKLOADS = [
    Workload(2, 5, 2),
    Workload(30, 64, 16),
    Workload(164, 200, 100),
    Workload(1000, 64, 16),
    Workload(10_000, 256, 64),
    Workload(1000, 1024, 512),
]


def seconds(call: Callable[[], object], repeats: int = 1) -> float:
    gc.collect()
    start = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - start) / repeats


class Group:
    """Calls timed in turn: each sample has a time of each, taken at nearly the same moment."""

    def __init__(self, *calls: Callable[[], object], budget: float) -> None:
        self.calls = calls
        self.left = budget
        self.repeats: list[int] = []
        self.samples: list[list[float]] = []
        self.error = ""

    def start(self) -> None:
        """Warm up, and find how many repeats a sample needs; slow first calls are samples themselves."""
        try:
            firsts = [[seconds(call) for call in self.calls]]
            if sum(firsts[0]) < SLOW:  # the machine may have been busy
                firsts.append([seconds(call) for call in self.calls])
        except Exception as error:  # of another library
            self.left, self.error = 0.0, type(error).__name__
            return
        best = [min(times) for times in zip(*firsts)]
        if sum(best) > self.left:
            self.left, self.samples = 0.0, firsts
        self.repeats = [ceil(SHORTEST / time) for time in best]

    def sample(self) -> None:
        if self.left > 0:
            times = [seconds(call, repeats) for call, repeats in zip(self.calls, self.repeats)]
            self.samples.append(times)
            self.left -= sum(time * repeats for time, repeats in zip(times, self.repeats))

    def time(self, i: int = 0) -> float:
        return median(times[i] for times in self.samples)

    def ratio(self, i: int = 0, j: int = 1) -> float:
        return median(times[i] / times[j] for times in self.samples)

    def over(self, other: Group) -> float:
        """The ratio of the first calls of two groups measured in the same rounds."""
        return median(mine[0] / its[0] for mine, its in zip(self.samples, other.samples))


def measure(groups: Iterable[Group], rounds: int) -> None:
    """Sample the groups in turn. Objects that exist by now are frozen, so collections before each sample skip them."""
    groups = list(groups)
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()
    for group in groups:
        group.start()
    for _ in range(rounds):
        for group in groups:
            group.sample()
    if hasattr(gc, "unfreeze"):
        gc.unfreeze()


class Forecast:
    """How long a call may take: the least that its times on other workloads lead to expect."""

    def __init__(self) -> None:
        self.known: dict[str, list[tuple[Workload, float]]] = {}

    def note(self, name: str, workload: Workload, time: float) -> None:
        self.known.setdefault(name, []).append((workload, time))

    def of(self, name: str, workload: Workload) -> float:
        def work(one: Workload) -> tuple[int, int]:  # reading, and k**2 for each distinct count
            return one.M * one.N, min(one.M, one.N + 1) * one.k**2

        guesses = [
            time * max(there / here for here, there in zip(work(seen), work(workload)))
            for seen, time in self.known.get(name, [])
        ]
        return min(guesses, default=0.0)


# Printing


def digits(value: float | None, scale: float = 1.0) -> str:
    """Three significant digits without an exponent; a dash for None."""
    if value is None:
        return "-"
    value *= scale
    return f"{value:.{min(3, max(0, 2 - floor(log10(abs(value)))))}f}" if value else "0"


def show(title: str, table: Table) -> None:
    widths = [max(map(len, column)) for column in zip(*table)]
    print(f"\n{title}\n")
    for i, (first, *cells) in enumerate(table):
        print("  ".join([first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:]))]))
        if not i:
            print("  ".join("-" * width for width in widths))
    sys.stdout.flush()


def by_workload(records: list[Record], field: str, scale: float = 1.0) -> Table:
    """A row for each function, a column for each workload."""
    columns = list(dict.fromkeys(record["workload"] for record in records))
    rows: dict[str, list[str]] = {}
    for record in records:
        cell = "error" if record.get("error") else digits(record[field], scale)
        rows.setdefault(record["function"], []).append(cell)
    return [["", *columns], *([name, *cells] for name, cells in rows.items())]
