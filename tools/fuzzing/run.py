"""Cases run in this process: how a call ends, and what it leaves behind."""

from __future__ import annotations

import gc
import pkgutil
import resource
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any, Callable
from zlib import crc32

import scorio_lite
from fuzzing import build, judge
from fuzzing.cases import Case
from fuzzing.relations import honest_calls, relation
from fuzzing.watch import LARGEST, SLOWEST, Alarm, Notes, alarm

LIBRARY = str(Path(scorio_lite.__file__).parent)
MOST_KEPT = 70  # items in all the caches of the library: 64 quantiles, and two constants
FLOOD = 200
AGAIN = 8  # one of so many calls is made a second time
LEAKS = 100  # one of so many is made many times


def _modules(package: Any) -> list[Any]:
    """A package and its modules, without the command's."""
    names = [module.name for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    return [package, *(import_module(name) for name in names if not name.endswith(("._command", ".__main__")))]


MODULES = _modules(scorio_lite) + _modules(scorio_lite.eval)  # loaded before any child process is made


class Interrupt(KeyboardInterrupt):
    """What an impatient user sends."""


class Run(Notes):
    """Cases run in this process, and what was found."""

    def __init__(self) -> None:
        super().__init__()
        self.caches = Caches()
        self.honest = honest_calls()

    def peak(self) -> float:
        return peak()

    def case(self, case: Case, label: str = "") -> str | None:
        """What is wrong with how a case ends."""
        try:
            return self._case(case, label)
        except Exception as error:  # in the judgement, or in an honest call
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
        self.timed(seconds, f"{label} {name}")
        if seconds > SLOWEST or isinstance(error, Alarm):
            return f"slow: {seconds:.1f} s"
        if peak() - before > LARGEST:
            return f"memory: {peak() - before:.0f} MB"
        kind, reason, call = judge.verdict(name, given, value, error)
        self.kinds[kind] += 1
        if modified:
            reason = reason or "modified an argument"
        if not reason and call is not None and kind in ("compared", "accepted") and not callable(call):
            reason = self._related(label, name, given, call, value)
        if not reason and chance % AGAIN == 0:
            reason = self._differs(name, given, value, error)
        if not reason and chance % LEAKS == 0 and seconds < 0.02:
            reason = self._leaks(name, given)
        return reason or self.caches.overflow() or self._spoiled(chance)

    def finish(self) -> str | None:
        """Whether caches grow without end with calls that all differ."""
        for i in range(1, FLOOD):
            scorio_lite.pass_at_k_ci([[0, 1, 1]], 2, confidence=i / FLOOD, alpha0=i, beta0=i)
        self.calls += FLOOD - 1
        return self.caches.overflow()

    def _swallowed(self, name: str, given: dict[str, Any], share: float) -> str | None:
        """Whether an interrupt does not come through. It finds cold caches, which are what it may leave half made."""
        lines = Lines()
        self.caches.forget()
        called(name, given, lines)
        self.caches.forget()
        lines = Lines(1 + int(share * lines.count))
        value, error, *_ = called(name, given, lines)
        self.calls += 2
        interrupted = isinstance(error, Interrupt)
        self.kinds["interrupted"] += interrupted
        came = interrupted or lines.count < lines.stop
        return None if came else f"swallowed an interrupt: {error!r:.200}{value!r:.200}"

    def _related(self, label: str, name: str, given: dict[str, Any], call: Any, value: Any) -> str | None:
        other = relation(f"{label}:{name}", name, given, call)
        if not other:
            return None
        again, agree, what = other
        self.calls += 1
        try:
            result = again()
        except ValueError as error:
            return None if "limit" in str(error) else f"relation: {what} is refused: {error}"
        return None if agree(value, result) else f"relation: {what}: {value!r} and {result!r}"

    def _differs(self, name: str, given: dict[str, Any], value: Any, error: BaseException | None) -> str | None:
        """What is different about the same call, made again."""
        again, other, *_ = called(name, given)
        self.calls += 1
        if again == value and type(other) is type(error) and str(other) == str(error):
            return None
        return f"again: first {value!r:.200} {error!r:.200}, then {again!r:.200} {other!r:.200}"

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

    def _spoiled(self, chance: int) -> str | None:
        """What is wrong with a fixed honest call after the case."""
        call, wanted = self.honest[chance % len(self.honest)]
        self.calls += 1
        result = call()
        return None if result == wanted else f"spoiled: an honest call gives {result!r} after this case, not {wanted!r}"


class Caches:
    """What the modules of the library keep from call to call."""

    def __init__(self) -> None:
        kept = [value for module in MODULES for key, value in vars(module).items() if not key.startswith("__")]
        self.sizes = {id(value): (value, len(value)) for value in kept if type(value) in (dict, list, set)}
        self.dicts = [(value, dict(value), {}) for value in kept if type(value) is dict]

    def forget(self) -> None:
        """Leave in dictionaries what there was at first."""
        for value, first, others in self.dicts:
            others.update(value)
            value.clear()
            value.update(first)

    def remember(self) -> None:
        """Put back what was forgotten, beside what is there now."""
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

    def __call__(self, frame: FrameType, _event: str, _: Any) -> Callable | None:
        return self._line if frame.f_code.co_filename.startswith(LIBRARY) else None

    def _line(self, _frame: FrameType, event: str, _: Any) -> Callable:
        self.count += event == "line"
        if self.count == self.stop and event == "line":
            raise Interrupt
        return self._line


def called(
    name: str, given: dict[str, Any], trace: Lines | None = None
) -> tuple[Any, BaseException | None, float, bool]:
    """A result or an exception, the time it took, and whether arguments were modified."""
    build.Own.raised.clear()
    value, error, arguments, before = None, None, {}, None
    signal.signal(signal.SIGPROF, alarm)
    start = process_time()
    try:
        try:
            arguments = {key: build.build(node) for key, node in given.items()}
            before = None if any(map(_changes, given.values())) else judge.snapshot(arguments)
            function = judge.function_of(name)
            start = process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOWEST + 1)
            sys.settrace(trace)
            value = function(**arguments)
        except BaseException as caught:
            error = caught
        finally:
            sys.settrace(None)
        seconds = process_time() - start
        signal.setitimer(signal.ITIMER_PROF, 0)
    except Alarm as late:
        error, seconds = late, process_time() - start
    modified = before is not None and judge.snapshot(arguments) != before
    return value, error, seconds, modified


def _changes(node: Any) -> bool:
    """Whether an argument changes itself while it is read."""
    return type(node) is tuple and (node[0] in ("changing", "changing_rows") or any(map(_changes, node)))
