"""Call the library at random, with honest, extreme and wrong arguments, and check how every call ends.

python tools/fuzz.py [--seconds S] [--seed TEXT] [--resume FILE]              a campaign
python tools/fuzz.py --files N [--seconds S] [--seed TEXT] [--resume FILE]    a campaign of the command, on files
python tools/fuzz.py --large [NAME ...] [--seconds S] [--seed TEXT]           the worst large calls of functions
python tools/fuzz.py --case SEED:NUMBER or files:SEED:NUMBER                  one case of them again, in full

A case is what `draw` makes of the seed and its number, the same on every machine. It ends well if the result is that of
tests/oracle.py (where that is not affordable, a result in the right form that agrees with a related call), or if what
is wrong is refused with one short ValueError in the promised words; within ten seconds and 500 MB, with all arguments
as they were. Some calls are first interrupted at some line of the library, with cold caches; some are made again, and
some so often that a leak shows. Needs mpmath.

Cases run in child processes, so that a crash, a hang or a flood of memory is known by its number. A failure is shrunk
before it is printed. The exit status is 1 if there was one. --resume keeps the state in a file, and goes on from it.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import random
import resource
import sys
import tempfile
from collections import Counter, namedtuple
from pathlib import Path
from time import perf_counter
from typing import Any, Callable

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzzing import command, files, large
from fuzzing.draw import NAMES, Case, draw
from fuzzing.run import LARGEST, Run, called, shrunk

PATIENCE = 60.0  # seconds after which a child that says nothing is killed
BATCH = 1000  # cases of a child
SHRUNK = 5  # failures of a campaign that are shrunk
FORK = multiprocessing.get_context("fork")
DIED = "died: the process was killed, or crashed"


# What a campaign is of: how its cases are drawn, run and made smaller; and what they are called.
Kind = namedtuple("Kind", ("draw", "run", "shrunk", "name", "calls"))
CALLS = Kind(draw, Run, shrunk, "", "library calls")
FILES = Kind(files.draw, command.Run, command.shrunk, "files:", "calls of the command")


def in_child(work: Callable, kind: Kind) -> tuple[Any, int, int]:
    """What the work returns in a child process, or None if that died; and its last case and number of calls."""
    noted = FORK.Array("q", 2, lock=False)
    receiver, sender = FORK.Pipe(duplex=False)

    def run() -> None:
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + (LARGEST + 300 << 20),) * 2)
        sender.send(work(noted, kind.run()))

    child = FORK.Process(target=run)
    child.start()
    sender.close()
    result, seen, since = None, -1, perf_counter()
    while not receiver.poll(1.0) and perf_counter() - since < PATIENCE:
        if noted[0] != seen:
            seen, since = noted[0], perf_counter()
    if receiver.poll():
        with contextlib.suppress(EOFError):
            result = receiver.recv()
    else:
        child.kill()
    child.join()
    return result, noted[0], noted[1]


def batch(kind: Kind, seed: str, start: int, count: int, until: float) -> Callable:
    def work(noted: Any, run: Any) -> Any:
        failures, number = [], start
        while number < start + count and perf_counter() < until:
            noted[:] = number, run.calls
            reason = run.case(kind.draw(seed, number), f"{seed}:{number}")
            if reason:
                failures.append((number, reason))
            number += 1
        return number, run.calls, run.kinds, run.seconds, run.slowest, failures, run.most

    return work


def reason_of(kind: Kind, case: Any, label: str) -> str | None:
    """What is wrong with a case, in a child process of its own."""
    result, *_ = in_child(lambda _, run: [run.case(case, label)], kind)
    return result[0] if result else DIED


def made_smaller(kind: Kind, case: Any, label: str, reason: str) -> dict[str, str]:
    """A smaller case that fails alike, in words: found in one child process; the case itself if that dies of it."""

    def work(_: Any, run: Any) -> dict[str, str]:
        found = kind.shrunk(case, lambda case: run.case(case, label), reason)
        return {key: str(value)[:2000] for key, value in found.items()}

    return in_child(work, kind)[0] or {"case": str(case)[:2000]}


def campaign(kind: Kind, seed: str, seconds: float, calls: int, resume: Path | None) -> dict[str, Any]:
    state: dict[str, Any] = {"seed": seed, "next": 0, "calls": 0, "kinds": {}, "seconds": 0.0, "wall": 0.0, "peak": 0.0}
    state.update(slowest=[], failures=[])
    if resume and resume.exists():
        state = json.loads(resume.read_text())
    begin, most = perf_counter(), state["calls"] + calls
    while perf_counter() - begin < seconds and state["calls"] < most:
        start = perf_counter()
        work = batch(kind, state["seed"], state["next"], min(BATCH, most - state["calls"]), begin + seconds)
        result, last, made = in_child(work, kind)
        if result is None:
            last = max(last, state["next"])  # it may have died before the first
            result = last + 1, made, {}, 0.0, [], [(last, DIED)], 0.0
        state["next"], made, kinds, spent, slowest, failures, peak = result
        state["calls"] += made
        state["kinds"] = dict(Counter(state["kinds"]) + Counter(kinds))
        state["seconds"] += spent
        state["wall"] += perf_counter() - start
        state["slowest"] = sorted([*state["slowest"], *map(list, slowest)])[-3:]
        state["failures"] += failures
        state["peak"] = max(state["peak"], peak)
        if resume:
            resume.write_text(json.dumps(state))
    return state


def report(kind: Kind, state: dict[str, Any]) -> None:
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(state["kinds"].items(), key=lambda item: -item[1]))
    print(f"seed {state['seed']}: {state['next']} cases, {state['calls']} {kind.calls} in {state['wall']:.0f} s")
    print(f"{kinds}; peak memory {state['peak']:.0f} MB; {state['seconds']:.0f} s in them")
    print("slowest: " + ", ".join(f"{seconds:.2f} s {label}" for seconds, label in reversed(state["slowest"])))
    print(f"{len(state['failures'])} failures")
    seen = set()
    for number, reason in state["failures"]:
        case, label = kind.draw(state["seed"], number), f"{kind.name}{state['seed']}:{number}"
        alike = reason.split(":")[0], case[0] if kind is CALLS else ""
        if alike not in seen and len(seen) < SHRUNK:
            seen.add(alike)
            smaller = made_smaller(kind, case, label, reason)
            print(f"\n{label}: {reason}", *(f"{key}: {value}" for key, value in smaller.items()), sep="\n    ")


def measured(case: Case) -> tuple[str | None, float, float, Counter]:
    """What is wrong with a case in a child process of its own, its seconds and MB, and how it ended."""
    found, *_ = in_child(lambda _, run: (run.case(case, case[0]), run.seconds, run.most, run.kinds), CALLS)
    return found or (DIED, 0.0, 0.0, Counter())


def large_campaign(names: list[str], seed: str, seconds: float) -> int:
    """Climb from random calls to slower and larger ones; print the worst of each function. The number of failures."""
    failures = 0
    for name in names:
        rng, until, refused = random.Random(f"{seed}:{name}"), perf_counter() + seconds / len(names), []
        slowest: tuple[float, large.Sizes] = (0.0, {})
        largest, wrong = slowest, []
        while perf_counter() < until:
            sizes = large.drawn(rng, rng.choice([slowest, largest])[1])
            reason, spent, megabytes, kinds = measured(large.case(name, sizes))
            slowest = max(slowest, (spent, sizes), key=lambda found: found[0])
            largest = max(largest, (megabytes, sizes), key=lambda found: found[0])
            refused.append(bool({"limit", "refused"} & set(kinds)))
            wrong += [(reason, sizes)] if reason else []
        print(f"{name}: {len(refused)} calls, {sum(refused)} refused", flush=True)
        print(f"    {slowest[0]:.2f} s  {slowest[1]}\n    {largest[0]:.2f} MB  {largest[1]}")
        for reason, sizes in wrong[:SHRUNK]:
            print(f"    {reason[:600]}\n        {sizes}", flush=True)
        failures += len(wrong)
    return failures


def once(name: str) -> int:
    kind = FILES if name.startswith(FILES.name) else CALLS
    seed, _, number = name[len(kind.name) :].rpartition(":")
    case = kind.draw(seed, int(number))
    print(str(case)[:5000])
    if kind is FILES:
        print(command.once(case))
    else:
        value, error, seconds, _ = called(*case[:2])
        print(f"{value!r:.2000}, {error!r:.2000}, {seconds:.3f} s")
    reason = reason_of(kind, case, f"{seed}:{number}")
    print(reason or "ends well")
    return 1 if reason else 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Call the library at random and check how every call ends.")
    endless = float("inf")
    parser.add_argument("--seconds", type=float, default=endless, help="how long, else 10")
    parser.add_argument("--files", type=int, metavar="N", help="how many calls of the command instead")
    parser.add_argument("--large", nargs="*", metavar="NAME", help="the worst calls of functions, all if none is named")
    parser.add_argument("--seed", default="1", help="any text")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="where the state is kept")
    parser.add_argument("--case", metavar="SEED:NUMBER", help="one case again")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder  # of the child processes, which may be killed
        if asked.large is not None:
            names = asked.large or NAMES
            return 1 if large_campaign(names, asked.seed, min(asked.seconds, 20.0 * len(names))) else 0
        if asked.case:
            return once(asked.case)
        kind, calls = (CALLS, 1 << 62) if asked.files is None else (FILES, asked.files)
        seconds = 10.0 if kind is CALLS and asked.seconds == endless else asked.seconds
        state = campaign(kind, asked.seed, seconds, calls, asked.resume)
        report(kind, state)
        return 1 if state["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
