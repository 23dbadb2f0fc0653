"""Measure cold starts, reading, metrics, growth, the command, ranking and, if it is there, the scorio package: tables.

python tools/bench.py [--quick] [--only a,c] [--json FILE]

Run it from a checkout with any Python 3.8 or newer; nothing has to be installed and nothing is judged.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import warnings
from functools import partial
from pathlib import Path
from statistics import median
from typing import Iterable

from bench_reading import models, reading
from bench_timing import (
    FULL,
    QUICK,
    WORKLOADS,
    Forecast,
    Group,
    Record,
    Settings,
    Workload,
    by_workload,
    digits,
    measure,
    show,
)

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = sys.path[1:]  # where other packages are found


# a. Cold start

ROWS = "[[0, 1, 1], [1, 1, 1]]"
STARTS = {
    "import": "import {0}",
    "first pass_at_k": f"import {{0}}; {{0}}.eval.pass_at_k({ROWS}, 2)",
    "first pass_at_k_ci": f"import {{0}}; {{0}}.eval.pass_at_k_ci({ROWS}, 2)",
    "first of both": f"import {{0}}; {{0}}.eval.pass_at_k({ROWS}, 2); {{0}}.eval.pass_at_k_ci({ROWS}, 2)",
}
# Of the process itself: on Linux, the maximum of getrusage starts at that of the parent.
PEAK = """
try:
    with open("/proc/self/status") as status:
        print(int(status.read().split("VmHWM:")[1].split()[0]) * 1024)
except (OSError, IndexError):
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
"""


class Interpreter:
    """Starts bare interpreters that find copies of the packages, without bytecode."""

    def __init__(self, folder: Path, packages: Iterable[str]) -> None:
        for name in packages:
            spec = importlib.util.find_spec(name)
            source = Path(spec.origin).parent if spec and spec.origin else ROOT / name
            shutil.copytree(source, folder / "copies" / name, ignore=shutil.ignore_patterns("__pycache__"))
        self.flags = {
            "cached": ["-X", f"pycache_prefix={folder / 'cache'}"],
            "package compiled": ["-B"],
            "all compiled": ["-B", "-X", f"pycache_prefix={folder / 'nothing'}"],
        }
        self.prelude = f"import sys; sys.path[:] = [{str(folder / 'copies')!r}, *sys.path, *{LIBRARIES!r}]\n"

    def run(self, bytecode: str, code: str = "") -> str:
        command = [sys.executable, "-I", "-S", *self.flags[bytecode], "-c", self.prelude + code]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()

    def peak(self, code: str, bytecode: str = "cached", runs: int = 5) -> int | None:
        """The peak in bytes over a bare interpreter; None if the platform does not tell."""
        try:
            extra = [int(self.run(bytecode, code + PEAK)) - int(self.run(bytecode, PEAK)) for _ in range(runs)]
        except subprocess.CalledProcessError:
            return None
        return int(median(extra))

    def group(self, bytecode: str, code: str, budget: float) -> Group:
        """Whole processes: a bare one and one that runs the code."""
        if bytecode == "cached":
            self.run(bytecode, code)
        return Group(partial(self.run, bytecode), partial(self.run, bytecode, code), budget=budget)


def cold(settings: Settings) -> list[Record]:
    starts = [("scorio_lite", what) for what in STARTS]
    if importlib.util.find_spec("scorio"):
        starts += [("scorio", what) for what in STARTS if "both" not in what]
    records: list[Record] = []
    with tempfile.TemporaryDirectory() as folder:
        interpreter = Interpreter(Path(folder), dict(starts))
        groups = {
            (package, what, bytecode): interpreter.group(bytecode, STARTS[what].format(package), settings.cold)
            for package, what in starts
            for bytecode in interpreter.flags
        }
        measure(groups.values(), settings.rounds)
        for (package, what, bytecode), group in groups.items():
            record: Record = {"package": package, "what": what, "bytecode": bytecode, "error": group.error}
            if group.samples:
                record["bare_seconds"] = group.time(0)
                record["seconds"] = median(whole - bare for bare, whole in group.samples)
                runs = 5 if package == "scorio_lite" else 1
                record["peak_bytes"] = interpreter.peak(STARTS[what].format(package), bytecode, runs)
            records.append(record)
    show_cold(records)
    return records


def show_cold(records: list[Record]) -> None:
    kinds = list(dict.fromkeys(record["bytecode"] for record in records))
    table = [["", *(f"ms, {kind}" for kind in kinds), *(f"MB, {kind}" for kind in kinds)]]
    bare = [median(one["bare_seconds"] for one in records if one["bytecode"] == kind) for kind in kinds]
    table.append(["bare interpreter, whole", *(digits(time, 1e3) for time in bare), *("" for _ in kinds)])
    for i in range(0, len(records), len(kinds)):
        row = records[i : i + len(kinds)]
        cells = [
            digits(record.get(field), scale)
            for field, scale in (("seconds", 1e3), ("peak_bytes", 1e-6))
            for record in row
        ]
        table.append([f"{row[0]['package']}: {row[0]['what']}", *cells])
    title = "a. Cold start: milliseconds and peak megabytes of a whole process over a bare interpreter's"
    show(f"{title}\n   (package compiled: no bytecode of it is cached; all compiled: none of any module)", table)


# c. Every public function


def functions(settings: Settings) -> list[Record]:
    from scorio_lite import eval as metrics

    records: list[Record] = []
    forecast = Forecast()
    for workload in WORKLOADS[: settings.workloads]:
        R = workload.outcomes()
        groups: dict[str, Group] = {}
        for name in metrics.__all__:
            if forecast.of(name, workload) <= settings.limit:
                function = getattr(metrics, name)
                groups[name] = Group(partial(function, R, **workload.arguments(function)), budget=settings.budget)
        measure(groups.values(), settings.rounds)
        for name in metrics.__all__:
            record: Record = {"function": name, "workload": str(workload), "seconds": None}
            if name in groups and groups[name].samples:
                record.update(seconds=groups[name].time(), samples=len(groups[name].samples))
                forecast.note(name, workload, record["seconds"])
            records.append(record)
    show("c. Every function, given lists: milliseconds", by_workload(records, "seconds", 1e3))
    return records


# d. Growth


def growth(settings: Settings) -> list[Record]:
    doubled = {
        "M": [Workload(250 << i, 64, 16) for i in range(5)],
        "N": [Workload(250, 64 << i, 16) for i in range(5)],
        "k": [Workload(250, 512, 16 << i) for i in range(5)],
    }
    records = [record for name, workloads in doubled.items() for record in growing(name, workloads, settings)]
    return records + streamed()


def growing(doubled: str, workloads: list[Workload], settings: Settings) -> list[Record]:
    """Times of reading and of metrics as M, N or k doubles."""
    from scorio_lite import eval as metrics
    from scorio_lite.tally import tally_of

    names = ["pass_at_k", "auc_at_k", "pass_at_k_ci", "mg_pass_at_k_ci", "geom_at_k_ci"]
    groups: dict[tuple[Workload, str], Group] = {}
    distinct: dict[Workload, int] = {}
    for workload in workloads:
        R = workload.outcomes()
        outcomes = tally_of(R)
        distinct[workload] = len(outcomes.cells)
        groups[workload, "tally"] = Group(partial(tally_of, R), budget=settings.budget)
        for name in names:
            groups[workload, name] = Group(
                partial(getattr(metrics, name), outcomes, workload.k), budget=settings.budget
            )
    measure(groups.values(), settings.rounds)
    records: list[Record] = []
    table = [["", "distinct counts", "tally_of(R)", *(f"{name}(tally)" for name in names)]]
    for before, workload in zip([None, *workloads], workloads):
        cells = []
        for name in ("tally", *names):
            time = groups[workload, name].time()
            ratio = groups[workload, name].over(groups[before, name]) if before else None
            records.append(
                {"doubled": doubled, "workload": str(workload), "call": name, "seconds": time, "ratio": ratio}
            )
            cells.append(digits(time, 1e3) + f" ({digits(ratio)})".rjust(8))
        table.append([str(workload), str(distinct[workload]), *cells])
    show(f"d. Growth with {doubled}: milliseconds (ratio to the row above)", table)
    return records


def streamed() -> list[Record]:
    """The peak memory of reading a matrix that is made row by row."""
    code = "from scorio_lite.tally import tally_of; tally_of([i % 3 % 2] * 100 for i in range({}))"
    sizes = (1000, 10_000, 100_000, 1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        interpreter = Interpreter(Path(folder), ["scorio_lite"])
        records: list[Record] = [{"outcomes": 100 * M, "peak_bytes": interpreter.peak(code.format(M))} for M in sizes]
    rows = [[str(record["outcomes"]), digits(record["peak_bytes"], 1e-6)] for record in records]
    show("d. A stream of rows: peak megabytes over a bare interpreter's", [["outcomes", "MB"], *rows])
    return records


# e. Against scorio

GIVEN = ("lists", "arrays", "graded lists", "graded arrays", "arrays of 16 classes")
GRADED = ["avg", "avg_ci", "bayes", "bayes_ci", "max_at_k", "max_at_k_ci"]


def comparison(settings: Settings) -> list[Record]:
    """Both libraries in turn, given the same lists or arrays, of 0/1 outcomes or of classes."""
    from scorio_lite import eval as ours

    try:
        import numpy
        from scorio import eval as theirs
    except ImportError as error:
        print(f"\ne. Against scorio: left out ({error})")
        return []
    warnings.simplefilter("ignore")
    names = {given: ours.__all__ if given in GIVEN[:2] else GRADED for given in GIVEN}
    records: list[Record] = []
    forecast = Forecast()
    for workload in WORKLOADS[: settings.workloads]:
        R = workload.outcomes()
        G, many = workload.outcomes(3), workload.outcomes(16)
        groups: dict[tuple[str, str], Group] = {}
        for given, matrix in zip(GIVEN, (R, numpy.array(R), G, numpy.array(G), numpy.array(many))):
            for name in names[given]:
                if hasattr(theirs, name) and forecast.of(given + name, workload) <= settings.limit:
                    calls = (partial(getattr(module, name), matrix) for module in (ours, theirs))
                    arguments = workload.arguments(getattr(ours, name))
                    if given not in GIVEN[:2]:
                        arguments["w"] = [j / 15 for j in range(16)] if given == GIVEN[-1] else [0.0, 0.5, 1.0]
                    groups[given, name] = Group(*(partial(call, **arguments) for call in calls), budget=settings.budget)
        measure(groups.values(), settings.rounds)
        for given in GIVEN:
            for name in names[given]:
                record = compared(groups.get((given, name)))
                records.append({"given": given, "function": name, "workload": str(workload), **record})
                if record["ratio"]:
                    forecast.note(given + name, workload, record["scorio_seconds"])
    for given in GIVEN:
        show_comparison(given, [record for record in records if record["given"] == given])
    return records


def compared(group: Group | None) -> Record:
    if group is None or not group.samples:
        return {"ratio": None, "error": group.error if group else ""}
    samples = len(group.samples)
    return {"ratio": group.ratio(1, 0), "seconds": group.time(0), "scorio_seconds": group.time(1), "samples": samples}


def show_comparison(given: str, records: list[Record]) -> None:
    table = by_workload(records, "ratio")
    for kind, is_interval in (("points", False), ("intervals", True)):
        ratios: dict[str, list[float]] = {}
        for record in records:
            if record["ratio"] and record["function"].endswith("_ci") == is_interval:
                ratios.setdefault(record["workload"], []).append(record["ratio"])
        table.append([f"least of the {kind}", *(digits(min(ratios.get(workload, [0]))) for workload in table[0][1:])])
    show(f"e. Against scorio, both given {given}: its time over ours", table)


# f. The command


def command(settings: Settings) -> list[Record]:
    """A report and a leaderboard of 164 x 10 records in JSON Lines, as whole processes."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [f"{folder}/{name}.jsonl" for name in "ab"]
        for path, extra in zip(paths, (0, 1)):
            rows = enumerate(Workload(164 + extra, 10, 0).outcomes()[:164])
            records = [{"task_id": f"T/{i}", "trial": j, "passed": x} for i, row in rows for j, x in enumerate(row)]
            Path(path).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        interpreter = Interpreter(Path(folder), ["scorio_lite"])
        run, base = partial(interpreter.run, "cached"), "import json, argparse"
        calls = {"a report": paths[:1], "a leaderboard": paths}
        code = "import sys; sys.argv[1:] = {}; from scorio_lite.__main__ import run; sys.exit(run())"
        codes = {what: code.format(given) for what, given in calls.items()}
        groups = {what: Group(partial(run, c), partial(run, base), budget=settings.cold) for what, c in codes.items()}
        measure(groups.values(), settings.rounds)
    found = [{"what": what, "seconds": group.time(), "ratio": group.ratio()} for what, group in groups.items()]
    table = [["", "ms", "ratio"], *([one["what"], digits(one["seconds"], 1e3), digits(one["ratio"])] for one in found)]
    show("f. The command: a process on 164 x 10 records, over one that imports json and argparse", table)
    return found


SECTIONS = {"a": cold, "b": reading, "c": functions, "d": growth, "e": comparison, "f": command, "g": models}


def commit() -> str:
    git = partial(subprocess.run, cwd=ROOT, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        name = str(git(["git", "rev-parse", "--short", "HEAD"]).stdout).strip()
        changed = git(["git", "status", "--porcelain", "--", "scorio_lite"]).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{name} with changes" if changed else name


def versions() -> dict[str, str]:
    import scorio_lite

    about = {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "scorio_lite": scorio_lite.__version__,
        "commit": commit(),
    }
    for name in ("scorio", "numpy"):
        if importlib.util.find_spec(name):
            about[name] = importlib.metadata.version(name)
    return about


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the small workloads only, in less than a minute")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="a,b,...", help="the sections to run")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results there too, times in seconds")
    options = parser.parse_args()
    chosen = options.only.split(",")
    if not set(chosen) <= set(SECTIONS):
        parser.error(f"--only takes some of {','.join(SECTIONS)}")
    sys.path.insert(0, str(ROOT))
    about = versions()
    print(", ".join(f"{name} {version}" for name, version in about.items()))
    settings = QUICK if options.quick else FULL
    results = {name: section(settings) for name, section in SECTIONS.items() if name in chosen}
    if options.json:
        options.json.write_text(json.dumps({"versions": about, "sections": results}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
