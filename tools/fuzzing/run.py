"""Cases run in this process: how a call ends, what it leaves behind; and smaller cases that fail alike."""

from __future__ import annotations

import gc
import resource
import signal
import sys
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import perf_counter, process_time
from typing import Any, Callable, Iterator
from zlib import crc32

import scorio_lite
from fuzzing import judge, make
from fuzzing.draw import NEEDED, Case

SLOWEST = 10.0  # seconds of the processor that a call may take
LARGEST = 500  # MB that a call may add to the process
MOST_KEPT = 70  # items in all the caches of the library: 64 quantiles, and few others
AGAIN = 8  # one of so many calls is made a second time
LEAKS = 100  # one of so many is made many times
RELATED = 4  # one of so many that the oracle judged is compared with another call too
PATIENCE = 30.0  # seconds that a failure is made smaller
LIBRARY = str(Path(scorio_lite.__file__).parent)
MODULES = [  # loaded before any child process is made
    import_module(module.name)
    for module in walk_packages(scorio_lite.__path__, "scorio_lite.")
    if "._command" not in module.name and not module.name.endswith("__main__")
]


class Alarm(BaseException):
    """Time is up."""

    @classmethod
    def ring(cls, *_: Any) -> None:
        raise cls


class Notes:
    """How many calls were made, how they ended, which took longest, and the most memory in MB."""

    def __init__(self) -> None:
        self.calls = 0
        self.seconds = self.most = 0.0
        self.kinds: Counter = Counter()
        self.slowest: list[tuple[float, str]] = []

    def timed(self, seconds: float, label: str, megabytes: float) -> None:
        self.calls += 1
        self.seconds += seconds
        self.most = max(self.most, megabytes)
        self.slowest = sorted([*self.slowest, (seconds, label)])[-3:]


class Run(Notes):
    """Calls of the library in this process, and what was found."""

    def __init__(self) -> None:
        super().__init__()
        self.caches = Caches()

    def case(self, case: Case, label: str = "") -> str | None:
        try:
            return self._case(case, label)
        except Exception as error:  # in the judgement
            place = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__}: {str(error)[:200]}, at {Path(place.filename).name}:{place.lineno}"
        finally:
            self.caches.remember()

    def _case(self, case: Case, label: str) -> str | None:
        name, given, share = case
        reason = self._swallowed(name, given, share) if share else None
        if reason:
            return reason
        chance, before = crc32(label.encode()), peak()
        value, error, seconds, modified = called(name, given)
        self.timed(seconds, f"{label} {name}", peak())
        if seconds > SLOWEST or isinstance(error, Alarm):
            return f"slow: {seconds:.1f} s"
        if peak() - before > LARGEST or isinstance(error, MemoryError):
            return f"memory: {peak() - before:.0f} MB"
        kind, reason, call = judge.verdict(name, given, value, error)
        self.kinds[kind] += 1
        reason = reason or ("modified an argument" if modified else None)
        if not reason and call and (kind == "accepted" or chance % RELATED == 0):
            self.calls += 1
            reason = judge.related(label, name, call, value)
        if not reason and chance % AGAIN == 0:
            self.calls += 1
            again, other, *_ = called(name, given)
            if again != value or repr(other) != repr(error):
                reason = f"again: first {value!r:.200} {error!r:.200}, then {again!r:.200} {other!r:.200}"
        if not reason and chance % LEAKS == 0 and seconds < 0.02:
            reason = self._leaks(name, given)
        return reason or self.caches.overflow()

    def _swallowed(self, name: str, given: dict[str, Any], share: float) -> str | None:
        """Whether an interrupt does not come through. It finds cold caches, which are what it may leave half made."""
        lines = Lines()
        self.caches.forget()
        called(name, given, lines)
        self.caches.forget()
        lines = Lines(1 + int(share * lines.count))
        value, error, *_ = called(name, given, lines)
        self.calls += 2
        interrupted = type(error) is KeyboardInterrupt
        self.kinds["interrupted"] += interrupted
        came = interrupted or lines.count < lines.stop
        return None if came else f"swallowed an interrupt: {error!r:.200}{value!r:.200}"

    def _leaks(self, name: str, given: dict[str, Any]) -> str | None:
        """Whether the process has more objects with every call: after a few, and then after many."""
        rise = 0
        for repeats in (5, 5, 300):  # of which the first fill what is filled once
            before = sys.getallocatedblocks()
            for _ in range(repeats):
                called(name, given)
            self.calls += repeats
            gc.collect()
            rise = sys.getallocatedblocks() - before
            if rise < repeats:
                return None
        return f"leak: {rise} objects in {repeats} calls"


class Caches:
    """What the modules of the library keep from call to call."""

    def __init__(self) -> None:
        kept = [value for module in MODULES for key, value in vars(module).items() if not key.startswith("__")]
        self.sizes = {id(value): (value, len(value)) for value in kept if type(value) in (dict, list, set)}
        self.dicts = [(value, dict(value), {}) for value in kept if type(value) is dict]

    def forget(self) -> None:
        for value, first, others in self.dicts:
            others.update(value)
            value.clear()
            value.update(first)

    def remember(self) -> None:
        for value, _, others in self.dicts:
            others.update(value)
            value.update(others)
            others.clear()

    def overflow(self) -> str | None:
        size = sum(len(value) - first for value, first in self.sizes.values())
        return f"leak: the caches hold {size} items" if size > MOST_KEPT else None


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # of Linux, in MB


class Lines:
    """A trace that counts the lines of the library that are run, and can raise an interrupt at one of them."""

    def __init__(self, stop: int = -1) -> None:
        self.stop = stop
        self.count = 0

    def __call__(self, frame: Any, _event: str, _: Any) -> Callable | None:
        return self._line if frame.f_code.co_filename.startswith(LIBRARY) else None

    def _line(self, _frame: Any, event: str, _: Any) -> Callable:
        self.count += event == "line"
        if self.count == self.stop and event == "line":
            raise KeyboardInterrupt
        return self._line


def called(
    name: str, given: dict[str, Any], trace: Lines | None = None
) -> tuple[Any, BaseException | None, float, bool]:
    """A result or an exception, the time it took, and whether arguments were modified."""
    value, error, arguments, before = None, None, {}, None
    signal.signal(signal.SIGPROF, Alarm.ring)
    start = process_time()
    try:
        try:
            arguments = {key: make.build(node) for key, node in given.items()}
            before = judge.snapshot(arguments)
            function = make.function_of(name)
            start = process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOWEST + 1)
            sys.settrace(trace)
            value = function(**arguments)
        except BaseException as caught:
            error = caught
        finally:
            sys.settrace(None)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except Alarm as late:
        error = late
    seconds = process_time() - start
    return value, error, seconds, before is not None and judge.snapshot(arguments) != before


SIMPLE = (None, 0, 1, 2, 0.5, ("list",), ("list", 0, 1), ("list", ("list", 0, 1)))


def smaller(node: Any) -> Iterator[Any]:
    yield from (simple for simple in SIMPLE if weight(simple) < weight(node))
    if type(node) is int and node > 0:
        yield from (node // 2, node - 1)
    if type(node) is not tuple:
        return
    kind, *parts = node
    yield from (part for part in parts if type(part) is tuple)
    for size in (len(parts) // 2, 1):
        yield from ((kind, *parts[:i], *parts[i + size :]) for i in range(0, len(parts), size or 1))
    if kind != "list" and parts:
        yield ("list", *parts)
    for i, part in enumerate(parts):
        yield from ((kind, *parts[:i], candidate, *parts[i + 1 :]) for candidate in smaller(part))


def weight(node: Any) -> int:
    if type(node) is tuple:
        return 2 + sum(map(weight, node[1:]))
    return 1 + node.bit_length() if isinstance(node, int) else 1 if node is None else 4


def candidates(case: Case) -> Iterator[Case]:
    name, given, share = case
    if share:
        yield name, given, 0.0
    for key in set(given) - NEEDED:
        yield name, {other: node for other, node in given.items() if other != key}, share
    for key, node in given.items():
        yield from ((name, {**given, key: candidate}, share) for candidate in smaller(node))


def shrunk(case: Case, reason_of: Callable[[Case], str | None], reason: str) -> dict[str, Any]:
    """The smallest case that was found to fail for the same kind of reason."""
    kind, until, found = reason.split(":")[0], perf_counter() + PATIENCE, True
    while found and perf_counter() < until:
        found = False
        for candidate in candidates(case):
            other = reason_of(candidate) if perf_counter() < until else None
            if other and other.split(":")[0] == kind:
                case, reason, found = candidate, other, True
                break
    interrupted = {"interrupted after the share": case[2]} if case[2] else {}
    return {"function": case[0], **interrupted, **{f"  {key}": node for key, node in case[1].items()}, "reason": reason}
