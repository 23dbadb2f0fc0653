"""Call the library, or the command, at random, and check how every call ends.

python tools/fuzz.py [--seconds S] [--seed TEXT] [--large]    calls of the library; --large: with up to a megabyte each
python tools/fuzz.py --files N [--seconds S] [--seed TEXT] [--corpus FOLDER]    N calls of the command, on files of
    every format, and on the files in a folder
python tools/fuzz.py --case SEED:NUMBER [--large | --files 1 [--corpus FOLDER]]    one case again, in full

A seed and a number make the same case, which is one call, on every machine. A correct call must return the result of
the tests' oracles. A wrong call must raise one short ValueError that names an argument. No call may take more than ten
seconds or 500 MB, or change its arguments. The tool also interrupts some calls at a random line of the library, repeats
some, and repeats others so often that a leak shows. It needs mpmath and pytest.

Cases run in child processes, so that the tool knows the case in which a child crashes, hangs or floods the memory. It
ends a call of the command after ten seconds of processor time; if a call cannot be ended, it prints where the call is,
and kills the child. It prints each failure at once, with the way to repeat it, and at the end the smallest of similar
failures. The exit status is 1 if there was a failure.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import gc
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections import Counter
from copy import deepcopy
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Callable, NamedTuple
from zlib import crc32

from fuzzing import calls, files

import scorio_lite

SLOWEST, LARGEST = 10.0, 500  # seconds of the processor, and MB that a call may add to the process
PATIENCE = 60.0  # seconds after which a child that says nothing is killed
MOST_OF_CORPUS = 2_000_000  # bytes of a file
BATCH = 500  # cases of a child
AGAIN, LEAKS, INTERRUPTS = 12, 1000, 30  # one in this many calls is made again, many times, interrupted first
LIBRARY = str(Path(scorio_lite.__file__).parent)
FORK = multiprocessing.get_context("fork")


class Ending(NamedTuple):
    value: Any
    error: BaseException | None
    seconds: float
    is_modified: bool  # an argument


class Lines:
    """A trace that counts the lines of the library that run. It can raise an interrupt at the line number `stop`."""

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


def called(case: calls.Case, trace: Lines | None = None) -> Ending:
    """Make the call of a case and return how it ended. The call may use up iterators among the arguments."""
    value, error, function = None, None, calls.function_of(case.name)
    before = snapshot(case.given)
    start = process_time()
    try:
        sys.settrace(trace)
        value = function(**case.given)
    except BaseException as caught:
        error = caught
    finally:
        sys.settrace(None)
    return Ending(value, error, process_time() - start, snapshot(case.given) != before)


def snapshot(value: Any, depth: int = 4) -> Any:
    if type(value) in (list, tuple, dict, bytearray) and depth and len(value) < 3000:
        items = [*value, *value.values()] if type(value) is dict else list(value)
        return [id(value), [snapshot(item, depth - 1) for item in items]]
    return value if type(value) in (int, float, str, bytes) else id(value)


def written(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # an integer of more digits than Python is set to print
        return f"a {type(value).__name__}"


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # of Linux, in MB


def judged(case: calls.Case, again: Callable[[], calls.Case], chance: int) -> tuple[str | None, str, float]:
    """Run a case. Return (fault or None, how it ended, seconds). `again` makes the same case anew."""
    if chance % INTERRUPTS == 0 and not came_through(again, chance):
        return "swallowed an interrupt", "interrupted", 0.0
    before, (value, error, seconds, is_modified) = peak(), called(case)
    kind = "scored" if error is None else "refused"
    if seconds > SLOWEST:
        return f"slow: {seconds:.1f} s", "slow", seconds
    if peak() - before > LARGEST or isinstance(error, MemoryError):
        return f"memory: {peak() - before:.0f} MB", "large", seconds
    reason = calls.wrong(case, value, error) or ("modified an argument" if is_modified else None)
    if not reason and chance % AGAIN == 0:
        other = called(again())
        first, then = ((written(one)[:300], repr(why)) for one, why in ((value, error), other[:2]))
        reason = f"again: first {first}, then {then}" if first != then else None
    if not reason and chance % LEAKS == 0 and seconds < 0.01:
        reason = leaks(again)
    return reason, kind, seconds


def came_through(again: Callable[[], calls.Case], chance: int) -> bool:
    """Interrupt a call at a random line of the library. Return whether the call ends with this interrupt."""
    lines = Lines()
    called(again(), lines)
    stop = Lines(1 + chance // INTERRUPTS % (lines.count or 1))
    return isinstance(called(again(), stop).error, KeyboardInterrupt) or stop.count < stop.stop


def leaks(again: Callable[[], calls.Case]) -> str | None:
    """Return the fault if every repeated call leaves objects behind; else None.

    The first calls are not counted, since they fill caches.
    """
    rise = 0
    for repeats in (3, 3, 60):
        blocks = []
        for work in (lambda: None, again, lambda: called(again())):
            for _ in range(repeats):
                work()
            gc.collect()
            blocks.append(sys.getallocatedblocks())
        rise = blocks[2] - 2 * blocks[1] + blocks[0]  # more than to make the case takes
        if rise < 2 * repeats:
            return None
    return f"leak: {rise} objects in {repeats} calls"


class Library:
    """Makes, shows and runs the cases of the library."""

    what = "calls"

    def __init__(self, large: bool) -> None:
        self.large = large
        self.again = "--large " if large else ""

    def shown(self, seed: str, number: int) -> str:
        case = calls.draw(seed, number, self.large)
        getattr(sys, "set_int_max_str_digits", int)(0)  # for integers that Python does not print otherwise
        return f"{case.name}(**{case.given!r:.3000})"

    def run(self, seed: str, number: int) -> tuple[str | None, str, float]:
        def again() -> calls.Case:
            return calls.draw(seed, number, self.large)

        return judged(again(), again, crc32(f"{seed}:{number}".encode()))


class Command:
    """Makes, shows and runs the cases of the command."""

    what = "calls of the command"

    def __init__(self, corpus: Path | None) -> None:
        found = sorted(path for path in corpus.rglob("*") if path.is_file()) if corpus else ()
        self.corpus = tuple(path for path in found if path.stat().st_size < MOST_OF_CORPUS)
        self.again = f"--files 1 {f'--corpus {corpus} ' if corpus else ''}"

    def shown(self, seed: str, number: int) -> str:
        return str(files.draw(seed, number, self.corpus))[:3000]

    def run(self, seed: str, number: int) -> tuple[str | None, str, float]:
        case = files.draw(seed, number, self.corpus)
        with tempfile.TemporaryDirectory() as name:
            ending = files.called(deepcopy(case), Path(name))
        if ending.raised is None and (ending.seconds > SLOWEST or ending.megabytes > LARGEST):
            return f"slow or large: {ending.seconds:.1f} s, {ending.megabytes:.0f} MB", "slow", ending.seconds
        kinds: dict[Any, str] = {0: "scored", 1: "refused", 2: "wrong usage", 3: "missed", 4: "undecided"}
        return files.wrong(case, ending), kinds.get(ending.status, "raised"), ending.seconds


def in_child(work: Callable[[Any], Any]) -> tuple[Any, int]:
    """Call `work` in a child process. Return (its result, or None if the child died; the last case it began)."""
    noted = FORK.Value("q", -1, lock=False)
    receiver, sender = FORK.Pipe(duplex=False)

    def run() -> None:
        faulthandler.register(signal.SIGUSR1)
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + (LARGEST + 300 << 20),) * 2)
        sender.send(work(noted))

    child = FORK.Process(target=run)
    child.start()
    sender.close()
    result, seen, since = None, -2, perf_counter()
    while not receiver.poll(1.0) and perf_counter() - since < PATIENCE:
        if noted.value != seen:
            seen, since = noted.value, perf_counter()
    if receiver.poll():
        with contextlib.suppress(EOFError):
            result = receiver.recv()
    else:
        os.kill(child.pid or 0, signal.SIGUSR1)  # faulthandler prints where it is
        child.join(1.0)
        child.kill()
    child.join()
    return result, noted.value


def report(kind: Any, seed: str, number: int, reason: str) -> None:
    print(f"{reason}\n    python tools/fuzz.py {kind.again}--case {seed}:{number}", flush=True)


def batch(kind: Any, seed: str, numbers: range, until: float) -> Callable[[Any], Any]:
    def work(noted: Any) -> Any:
        kinds: Counter[str] = Counter()
        slowest, failures = (0.0, -1), []
        for number in numbers:
            noted.value = number
            try:
                reason, how, seconds = kind.run(seed, number)
            except Exception as error:  # in the judgement
                place = traceback.extract_tb(error.__traceback__)[-1]
                reason = f"{type(error).__name__}: {error!s:.200}, at {Path(place.filename).name}:{place.lineno}"
                how, seconds = "not judged", 0.0
            kinds[how] += 1
            slowest = max(slowest, (seconds, number))
            if reason:
                failures.append((number, reason))
                report(kind, seed, number, reason)
            if perf_counter() > until:
                break
        return number + 1, kinds, slowest, failures

    return work


def campaign(kind: Any, seed: str, seconds: float, most: int) -> int:
    """Run the cases of a seed one after another, and print the failures. Return how many there are."""
    begin, at = perf_counter(), 0
    kinds: Counter[str] = Counter()
    slowest, failures = (0.0, -1), []
    while perf_counter() - begin < seconds and at < most:
        found, last = in_child(batch(kind, seed, range(at, min(at + BATCH, most)), begin + seconds))
        if found is None:
            last = max(last, at)  # it may have died before the first
            found = last + 1, Counter(died=1), (0.0, last), [(last, "died: the process was killed, or crashed")]
            report(kind, seed, *found[-1][0])
        at, some, slow, wrong = found
        kinds, slowest = kinds + some, max(slowest, slow)
        failures += wrong
    how = ", ".join(f"{number} {how}" for how, number in kinds.most_common())
    print(f"seed {seed}: {at} {kind.what} in {perf_counter() - begin:.0f} s: {how}")
    print(f"slowest: {slowest[0]:.2f} s {seed}:{slowest[1]}\n{len(failures)} failures")
    alike: dict[str, list[tuple[int, int, str]]] = {}
    for number, reason in failures:
        key = reason.split(":")[0] + kind.shown(seed, number).split("(")[0]
        alike.setdefault(key, []).append((len(kind.shown(seed, number)), number, reason))
    for _, number, reason in sorted(map(min, alike.values()))[:5]:
        print(f"\n{seed}:{number}: {reason}\n    {kind.shown(seed, number)}")
    return len(failures)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Call the library at random and check how every call ends.")
    parser.add_argument("--seconds", type=float, help="how long: 10, and without an end with --files")
    parser.add_argument("--files", type=int, metavar="N", help="how many calls of the command instead")
    parser.add_argument("--corpus", type=Path, metavar="FOLDER", help="with --files: also the files in it")
    parser.add_argument("--large", action="store_true", help="arguments of up to a megabyte")
    parser.add_argument("--seed", default="1", help="any text")
    parser.add_argument("--case", metavar="SEED:NUMBER", help="one case again")
    asked = parser.parse_args(arguments)
    kind = Library(asked.large) if asked.files is None else Command(asked.corpus)
    seconds = asked.seconds or (10.0 if asked.files is None else float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder  # of the child processes, which may be killed
        if not asked.case:
            return int(campaign(kind, asked.seed, seconds, asked.files or 1 << 62) > 0)
        seed, _, number = asked.case.rpartition(":")
        print(kind.shown(seed, int(number)))
        found, _ = in_child(lambda _: kind.run(seed, int(number)))
        print(found or "died")
        return int(not found or bool(found[0]))


if __name__ == "__main__":
    sys.exit(main())
