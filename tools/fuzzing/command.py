"""The command called in this process on a case's files, and what is wrong with how it ends."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import sys
import tempfile
import traceback
import warnings
from collections import namedtuple
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Callable, Iterator
from xml.etree import ElementTree

import scorio_lite
from fuzzing.files import Case
from fuzzing.run import LARGEST, SLOWEST, Alarm, Notes
from scorio_lite import Tally, confidence

TIMES = 10  # MB more that each megabyte of files beyond the first may add
LONGEST = 500  # characters of a message
FILES = Path("/proc/self/fd")  # that are open
PATIENCE = 30.0  # seconds that a failure is made smaller


Ending = namedtuple("Ending", ("status", "out", "err", "raised", "seconds", "megabytes"))


class Run(Notes):
    """Cases run in this process, and what was found."""

    def case(self, case: Case, label: str = "") -> str | None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            put(case, folder)
            before, opened = listed(folder), len(list(FILES.iterdir()))
            ending = called(case, folder)
            self.timed(ending.seconds, label, peak())
            kinds: dict[Any, str] = {0: "scored", 1: "refused", 2: "wrong usage"}
            self.kinds[kinds.get(ending.status, "raised")] += 1
            reason = wrong_ending(case, ending) or wrong_files(case, ending, folder, before)
            return reason or ("leak: a file stays open" if len(list(FILES.iterdir())) != opened else None)


def once(case: Case) -> str:
    with tempfile.TemporaryDirectory() as name:
        put(case, Path(name))
        ending = called(case, Path(name))
    return "\n".join(f"{key}: {value!s:.2000}" for key, value in ending._asdict().items())


def put(case: Case, folder: Path) -> None:
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    (folder / "loop").symlink_to(folder / "loop")


def listed(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.lstat().st_size, path.lstat().st_mtime_ns) for path in folder.iterdir()}


def called(case: Case, folder: Path) -> Ending:
    """The command with its own standard streams, and a clock."""
    from scorio_lite._command.main import main

    arguments = [argument.replace("FOLDER", str(folder)) for argument in case.arguments]
    out, err = io.BytesIO(), io.BytesIO()
    status, raised = None, None
    signal.signal(signal.SIGALRM, Alarm.ring)
    with standard_streams(case, folder, out, err), warnings.catch_warnings():
        warnings.simplefilter("always")
        with contextlib.suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")  # the peak of memory starts anew
        base, start = peak(), process_time()
        signal.setitimer(signal.ITIMER_REAL, 4 * SLOWEST)
        try:
            status = main(arguments)
        except SystemExit as exit:
            status = exit.code if isinstance(exit.code, int) else None
        except BaseException as error:
            raised = error
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds, megabytes = process_time() - start, peak() - base
    return Ending(status, out.getvalue().decode(), err.getvalue().decode(), raised, seconds, megabytes)


@contextlib.contextmanager
def standard_streams(case: Case, folder: Path, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    with (folder / case.stdin if case.stdin else Path(os.devnull)).open(encoding="latin-1") as sys.stdin:
        sys.stdout = io.TextIOWrapper(out, encoding=("utf-8", "ascii")[len(case.arguments) % 2], write_through=True)
        sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
        try:
            yield
        finally:
            sys.stdout.detach()
            sys.stderr.detach()
            sys.stdin, sys.stdout, sys.stderr = kept


def peak() -> float:
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def wrong_ending(case: Case, ending: Ending) -> str | None:
    size = sum(map(len, case.files.values())) / 1e6
    if ending.seconds > SLOWEST * max(1, size) or isinstance(ending.raised, Alarm):
        return f"slow: {ending.seconds:.1f} s"
    if ending.megabytes > LARGEST + TIMES * max(0, size - 1):
        return f"memory: {ending.megabytes:.0f} MB"
    if ending.raised is not None:
        place = traceback.extract_tb(ending.raised.__traceback__)[-1]
        text = f"{type(ending.raised).__name__} at {Path(place.filename).name}"
        return f"exception {text}: line {place.lineno}: {str(ending.raised)[:200]}"
    if ending.status == 0:
        return wrong_output(case, ending)
    if ending.out:
        return f"output before a refusal: {ending.out[:200]!r}"
    wrong = wrong_message(case, ending)
    if wrong or case.ending in ("any", "refused", "same or refused"):
        return wrong
    return f"not {case.ending}: {ending.err[:300]}"


def wrong_message(case: Case, ending: Ending) -> str | None:
    *lines, rest = ending.err.split("\n")
    if ending.status == 2 and ending.err.startswith("usage:"):
        lines = lines[-1:]
    if ending.status not in (1, 2) or rest or len(lines) != 1 or not lines[0].startswith("scorio-lite: "):
        return f"not one line: status {ending.status}: {ending.err[:300]!r}"
    if len(lines[0]) > LONGEST + 60 + max(len(argument) for argument in ["", *case.arguments] if argument[:1] != "-"):
        return f"long message: {len(lines[0])} characters: {lines[0][:200]!r}"
    return None if lines[0].isprintable() else f"control characters: {lines[0][:300]!r}"


def wrong_output(case: Case, ending: Ending) -> str | None:
    if ending.err or case.ending == "refused" or not ending.out.endswith("\n"):
        return f"accepted, with a warning, or without output: {ending.out[:200]!r}{ending.err[:300]!r}"
    try:
        found = json.loads(ending.out, parse_constant=int) if "--json" in case.arguments else None
    except ValueError as error:
        return f"no JSON: {error}: {ending.out[:200]!r}"
    return differs(wanted(case.expected), found) if found and case.expected else None


def wrong_files(case: Case, ending: Ending, folder: Path, before: dict[str, Any]) -> str | None:
    after = listed(folder)
    picture = after.pop("out.svg", None)
    if after != before:
        return f"files: {set(after.items()) ^ set(before.items())}"
    if (ending.status == 0) != bool(picture) and "--svg=FOLDER/out.svg" in case.arguments:
        return f"picture: status {ending.status}"
    if picture:
        ElementTree.fromstring((folder / "out.svg").read_text("utf-8"))
    return None


def wanted(runs: list) -> dict[str, Any]:
    """What is known of the output for runs of which the outcomes are known: some of its fields."""
    if len(runs) == 1:
        return report(*runs[0])
    values = sorted((scorio_lite.avg(*run)[0] for run in runs), reverse=True)
    return {"runs": [{"value": value} for value in values]}


def interval(name: str, *arguments: Any, **keywords: Any) -> dict[str, float]:
    return dict(zip(("value", "se", "lo", "hi"), getattr(confidence, name)(*arguments, **keywords)))


def report(rows: list[list[int]], weights: Any) -> dict[str, Any]:
    R = rows if len(set(map(len, rows))) == 1 else Tally(rows, ragged=True)
    fewest, most = min(map(len, rows)), max(map(len, rows))
    more = (weights,) if weights else ()
    found: dict[str, Any] = {"question_count": len(rows), "trials": fewest, "confidence": 0.95, "questions": "new"}
    found.update(avg=interval("avg", R, *more), avg_these=interval("avg", R, *more, questions="these"), at_k=[])
    if most > fewest:
        found["most_trials"] = most
    for k in range(1, fewest + 1) if fewest <= 8 else sorted({*(2**i for i in range(20) if 2**i <= fewest), fewest}):
        names = ("max_at_k",) if weights else ("pass_at_k", "pass_hat_k")
        found["at_k"].append({"k": k, **{name: interval(name, R, k, *more) for name in names}})
    return found


def differs(right: Any, found: Any, place: str = "") -> str | None:
    if isinstance(right, dict) and isinstance(found, dict):
        return next(filter(None, (differs(x, found.get(key), f"{place} {key}") for key, x in right.items())), None)
    if isinstance(right, list) and isinstance(found, list) and len(right) == len(found):
        return next(filter(None, (differs(x, y, f"{place} {i}") for i, (x, y) in enumerate(zip(right, found)))), None)
    return None if right == found else f"wrong: {place} is {found}, not {right}"


def shrunk(case: Case, reason_of: Callable[[Case], str | None], reason: str) -> dict[str, Any]:
    """Fewer arguments and bytes that fail alike. Where numbers or an ending were expected, the bytes stay."""
    until = perf_counter() + PATIENCE

    def fails(candidate: Case) -> bool:
        other = reason_of(candidate) if perf_counter() < until else None
        return other is not None and other.split(":")[0] == reason.split(":")[0]

    for argument in case.arguments:
        fewer = case._replace(arguments=[other for other in case.arguments if other != argument])
        case = fewer if fails(fewer) else case
    for name in case.files if case.ending == "any" else ():
        size = len(case.files[name])
        while size := size // 2:
            for start in range(0, len(case.files[name]), size):
                part = case.files[name][:start] + case.files[name][start + size :]
                smaller = case._replace(files={**case.files, name: part})
                case = smaller if fails(smaller) else case
    return {"arguments": case.arguments, "files": case.files, "reason": reason}
