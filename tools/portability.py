"""Check the golden values on every interpreter that is found, in every form of the library, and in sandboxes.

python tools/portability.py [--pyodide FOLDER]

Interpreters are looked for on PATH and in pyenv. Node runs Pyodide from FOLDER/node_modules. Two tables are printed;
what is not available is "not run". The exit status is 1 if anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipapp
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any, Mapping, NamedTuple, Sequence

from amalgamate import amalgamated
from sandboxes import NOT_HERE
from vendor import PACKAGE, vendor

ROOT = PACKAGE.parent
STEP = 10  # a sandbox makes every tenth of the golden calls
SECONDS = 120  # a run that takes longer has failed
WANTED = [*(f"CPython 3.{minor}" for minor in range(8, 14)), "PyPy", "Pyodide"]
PASSED, FAILED, NOT_RUN = "pass", "FAIL", "not run"

PROBE = "import platform, sys; print(platform.python_implementation(), '%d.%d' % sys.version_info[:2])"
ZIPAPP = """import sys
sys.path.insert(1, sys.argv[1])
from check_golden import main
sys.exit(main([sys.path[0], "scorio_lite"]))
"""
IN_PYODIDE = """
import runpy, sys
for name in list(sys.modules):
    if name.partition(".")[0] in ("scorio_lite", "myapp"):
        del sys.modules[name]
before, sys.argv = list(sys.path), ["check_golden.py", *arguments]
sys.path[:0] = [program] if program.endswith(".pyz") else []
try:
    runpy.run_path(program, run_name="__main__")
except SystemExit as end:
    status = end.code or 0
sys.path[:] = before
status
"""
NODE = """
const { loadPyodide } = require(process.argv[1] + "/node_modules/pyodide");
const [folder, runs] = [process.argv[2], JSON.parse(process.argv[3])];
loadPyodide().then(pyodide => {
  pyodide.mountNodeFS(folder, folder);
  for (const [name, program, ...given] of runs) {
    const globals = pyodide.toPy({ program: program, arguments: given });
    const status = pyodide.runPython(process.argv[4], { globals: globals });
    console.log("form " + name + ": " + status);
  }
}).catch(error => { console.error(error); process.exit(1); });
"""

Program = Sequence[str]  # a script and its arguments


class Sandbox(NamedTuple):
    """A condition of tools/sandboxes.py, and the flags and environment with which the interpreter starts for it."""

    condition: str = "plain"
    flags: tuple[str, ...] = ()
    environment: Mapping[str, str] = MappingProxyType({})


ONE = {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONINTMAXSTRDIGITS": "640"}
OTHER = {"PYTHONHASHSEED": "4294967295", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONOPTIMIZE": "2", "PYTHONDEVMODE": "1"}
SANDBOXES = {
    "-I -S -B": Sandbox(flags=("-I", "-S", "-B")),
    "-O": Sandbox(flags=("-O",)),
    "-OO": Sandbox(flags=("-OO",)),
    "-W error": Sandbox(flags=("-W", "error")),
    "no write access": Sandbox("read-only"),
    "60 frames of stack": Sandbox("low-recursion"),
    "integers of 640 digits": Sandbox("short-integers"),
    "__import__ admits math only": Sandbox("only-math"),
    "no __file__": Sandbox("no-file"),
    "8 threads, cold": Sandbox("threads"),
    "64 MB of address space": Sandbox("little-memory"),
    "decimal context, float rounding": Sandbox("contexts"),
    "environment, locale, hash seed": Sandbox(environment=ONE),
    "and others": Sandbox(environment=OTHER),
}


def forms(folder: Path) -> dict[str, Program]:
    """Make the library in every form in a folder. Return {form: the program that checks it}."""
    shutil.copytree(PACKAGE, folder / "package/scorio_lite", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "file").mkdir()
    (folder / "file/scorio_lite.py").write_text(amalgamated(), encoding="utf-8")
    shutil.make_archive(str(folder / "library"), "zip", folder / "package")
    shutil.copytree(folder / "package", folder / "app")
    (folder / "app/__main__.py").write_text(ZIPAPP, encoding="utf-8")
    zipapp.create_archive(folder / "app", folder / "app.pyz")
    vendor(folder / "vendored/myapp/_vendor/scorio_lite")
    (folder / "vendored/myapp/_vendor/scorio_lite").rename(folder / "vendored/myapp/_vendor/scores")
    for source in ("tests/check_golden.py", "tests/golden.json", "tools/sandboxes.py"):
        (folder / source).parent.mkdir(exist_ok=True)
        shutil.copyfile(ROOT / source, folder / source)
    check = str(folder / "tests/check_golden.py")
    return {
        "package": (check, f"{folder}/package"),
        "file": (check, f"{folder}/file"),
        "zip": (check, f"{folder}/library.zip"),
        "zipapp": (f"{folder}/app.pyz", f"{folder}/tests"),
        "vendored": (check, f"{folder}/vendored", "myapp._vendor.scores"),
    }


def interpreters() -> dict[str, Path]:
    """Return the first interpreter that is found of each kind and version from 3.8 on.

    The running interpreter comes first, then those on PATH, then those of pyenv.
    """
    paths = [Path(sys.executable)]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        paths += sorted(path for path in Path(folder).glob("p*3*") if re.fullmatch(r"(python|pypy)3[.0-9]*", path.name))
    if shutil.which("pyenv"):
        root = subprocess.run(["pyenv", "root"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
        paths += sorted(Path(root).glob("versions/*/bin/python"))
    found: dict[tuple[str, int], Path] = {}
    for path in paths:
        status, output = run([str(path), "-c", PROBE], {}, 20)
        version = re.fullmatch(r"(\w+) 3\.(\d+)\n", output)
        if not status and version and int(version[2]) >= 8:
            found.setdefault((version[1], int(version[2])), path)
    return {f"{kind} 3.{minor}": path for (kind, minor), path in sorted(found.items())}


def run(command: Program, environment: Mapping[str, str], seconds: float = SECONDS) -> tuple[int, str]:
    """Run a program; return its exit status and its output."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_"))}
    how: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "timeout": seconds}
    try:
        ended = subprocess.run(command, env={**variables, **environment}, **how)
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return ended.returncode, ended.stdout.decode(errors="replace")


class Runs:
    """Runs programs. `said` has the output of those that failed."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def run(self, title: str, command: Program, environment: Mapping[str, str] = MappingProxyType({})) -> str:
        """Run one program, and return the verdict on it."""
        status, output = run(command, environment)
        if status not in (0, NOT_HERE):
            self.said.append(f"{title}:\n{output[-2000:]}")
        return {0: PASSED, NOT_HERE: NOT_RUN}.get(status, FAILED)

    def sandbox(self, title: str, python: Path, sandbox: Sandbox, folder: Path) -> str:
        """Check the package and the single file under a condition. Return the worse of the two verdicts."""
        program = [str(python), *sandbox.flags, str(folder / "tools/sandboxes.py"), sandbox.condition]
        verdicts = {
            self.run(f"{title}, {form}", [*program, str(folder / form), "scorio_lite", str(STEP)], sandbox.environment)
            for form in ("package", "file")
        }
        return next(verdict for verdict in (FAILED, NOT_RUN, PASSED) if verdict in verdicts)

    def pyodide(self, home: Path, folder: Path, programs: dict[str, Program]) -> list[str]:
        """Check each form in Pyodide. Return a verdict on each."""
        asked = json.dumps([[form, *program] for form, program in programs.items()])
        _, output = run(["node", "-e", NODE, str(home), str(folder), asked, IN_PYODIDE], {})
        found = dict(re.findall(r"^form (.+): (\d+)$", output, re.MULTILINE))
        if found != dict.fromkeys(programs, "0"):
            self.said.append(f"Pyodide:\n{output[-2000:]}")
        return [PASSED if found.get(form) == "0" else FAILED for form in programs]


def shown(title: str, columns: Sequence[str], rows: Mapping[str, Sequence[str]]) -> str:
    """Return the text of a table."""
    lines = [[title, *columns], *([name, *cells] for name, cells in rows.items())]
    widths = [max(map(len, column)) for column in zip(*lines)]
    text = ([cell.rjust(width) for cell, width in zip(cells, widths[1:])] for _, *cells in lines)
    return "\n".join("  ".join([name.ljust(widths[0]), *cells]) for (name, *_), cells in zip(lines, text))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="where node_modules has pyodide")
    options = parser.parse_args()
    found, runs = interpreters(), Runs()
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = Path(temporary).resolve()
        programs = forms(folder)

        def of_forms(name: str) -> list[Future[str]]:
            python = str(found[name])
            return [pool.submit(runs.run, f"{name}, {form}", [python, *programs[form]]) for form in programs]

        def of_sandbox(title: str) -> list[Future[str]]:
            sandbox = SANDBOXES[title]
            return [pool.submit(runs.sandbox, f"{title}, {name}", found[name], sandbox, folder) for name in found]

        started = {name: of_forms(name) for name in found}, {title: of_sandbox(title) for title in SANDBOXES}
        rows, conditions = ({name: [cell.result() for cell in row] for name, row in table.items()} for table in started)
        if options.pyodide and shutil.which("node") and (options.pyodide / "node_modules/pyodide").is_dir():
            rows["Pyodide"] = runs.pyodide(options.pyodide.resolve(), folder, programs)
    for wanted in WANTED:
        if not any(name.startswith(wanted) for name in rows):
            rows[wanted] = [NOT_RUN] * len(programs)
    print(shown("all golden values", list(programs), rows))
    print()
    print(shown(f"every {STEP}th, package and file", list(found), conditions))
    print("\n".join(["", *runs.said]))
    return 1 if runs.said else 0


if __name__ == "__main__":
    sys.exit(main())
