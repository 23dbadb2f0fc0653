"""Time calls, or whole processes, for bench.py. Calls that are compared are timed in turn.

Times on a shared machine drift together. So the ratio of two calls is the median of the ratios of neighbouring samples,
not the ratio of two medians.
"""

from __future__ import annotations

import gc
import importlib.util
import shutil
import subprocess
import sys
from math import ceil
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Callable, Iterable

SHORTEST = 1e-3  # seconds: calls are repeated until a sample lasts as long
SLOW = 2.0  # seconds: such calls are timed once
LIBRARIES = sys.path[1:]  # where other packages are found


def seconds(call: Callable[[], object], repeats: int = 1) -> float:
    gc.collect()
    start = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - start) / repeats


class Cell:
    """Some calls whose times are compared. A sample has one time of each call, taken one right after the other."""

    def __init__(self, *calls: Callable[[], object], budget: float) -> None:
        self.calls = calls
        self.left = budget
        self.repeats: list[int] = []
        self.samples: list[list[float]] = []
        self.error = ""

    def start(self) -> None:
        """Make the first calls, and find how often a sample repeats each. Of slow calls, the first are all samples."""
        try:
            firsts = [[seconds(call) for call in self.calls]]
            if sum(firsts[0]) < SLOW:  # sample again: the machine may have been busy
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


def measure(cells: Iterable[Cell], rounds: int) -> None:
    """Take `rounds` samples of each cell, in turn. Objects that exist before are kept from the garbage collector."""
    cells = list(cells)
    gc.collect()
    if hasattr(gc, "freeze"):
        gc.freeze()
    for cell in cells:
        cell.start()
    for _ in range(rounds):
        for cell in cells:
            cell.sample()
    if hasattr(gc, "unfreeze"):
        gc.unfreeze()


class Interpreter:
    """Starts bare interpreters that import copies of the packages. At first, the copies have no bytecode."""

    def __init__(self, folder: str, packages: Iterable[str]) -> None:
        for name in packages:
            spec = importlib.util.find_spec(name)
            assert spec and spec.origin
            without = shutil.ignore_patterns("__pycache__")
            shutil.copytree(Path(spec.origin).parent, f"{folder}/copies/{name}", ignore=without)
        self.flags = {
            "cached": ["-X", f"pycache_prefix={folder}/cache"],
            "package compiled": ["-B"],
            "all compiled": ["-B", "-X", f"pycache_prefix={folder}/nothing"],
        }
        self.prelude = f"import sys; sys.path[:] = [{folder + '/copies'!r}, *sys.path, *{LIBRARIES!r}]\n"

    def run(self, bytecode: str, code: str = "") -> str:
        command = [sys.executable, "-I", "-S", *self.flags[bytecode], "-c", self.prelude + code]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
