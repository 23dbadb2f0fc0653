"""Check the golden values on every interpreter that is found, and in every form of the library.

python tools/portability.py [--pyodide FOLDER] [--list]

Interpreters are looked for on PATH and in pyenv; --list only lists them. The first one checks every form, the others
the package. Node runs Pyodide from FOLDER/node_modules, with the package and its zip. What is not available is "not
run". The exit status is 1 if anything failed.
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
from pathlib import Path

from amalgamate import amalgamated
from vendor import PACKAGE, vendor

ROOT = PACKAGE.parent
WANTED = [*(f"CPython 3.{minor}" for minor in range(8, 14)), "PyPy", "Pyodide"]
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


def forms(folder: Path) -> dict[str, list[str]]:
    """Make the library in every form in a folder. Return {form: the program that checks it, and its arguments}."""
    shutil.copytree(PACKAGE, folder / "package/scorio_lite", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "file").mkdir()
    (folder / "file/scorio_lite.py").write_text(amalgamated(), encoding="utf-8")
    shutil.make_archive(str(folder / "library"), "zip", folder / "package")
    shutil.copytree(folder / "package", folder / "app")
    (folder / "app/__main__.py").write_text(ZIPAPP, encoding="utf-8")
    zipapp.create_archive(folder / "app", folder / "app.pyz")
    vendor(folder / "vendored/myapp/_vendor/scorio_lite", command=True)
    (folder / "vendored/myapp/_vendor/scorio_lite").rename(folder / "vendored/myapp/_vendor/scores")
    (folder / "tests").mkdir()
    for name in ("check_golden.py", "golden.json.gz"):
        shutil.copyfile(ROOT / "tests" / name, folder / "tests" / name)
    check = f"{folder}/tests/check_golden.py"
    return {
        "package": [check, f"{folder}/package"],
        "file": [check, f"{folder}/file"],
        "zip": [check, f"{folder}/library.zip"],
        "zipapp": [f"{folder}/app.pyz", f"{folder}/tests"],
        "vendored": [check, f"{folder}/vendored", "myapp._vendor.scores"],
    }


def interpreters() -> dict[str, str]:
    """Return the first interpreter that is found of each kind and version from 3.8 on."""
    paths = [Path(sys.executable)]
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        paths += sorted(path for path in Path(folder).glob("p*3*") if re.fullmatch(r"(python|pypy)3[.0-9]*", path.name))
    if shutil.which("pyenv"):
        root = subprocess.run(["pyenv", "root"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()
        paths += sorted(Path(root).glob("versions/*/bin/python"))
    found: dict[tuple[str, int], str] = {}
    for path in paths:
        status, output = run([str(path), "-c", PROBE])
        version = re.fullmatch(r"(\w+) 3\.(\d+)\n", output)
        if not status and version and int(version[2]) >= 8:
            found.setdefault((version[1], int(version[2])), str(path))
    return {f"{kind} 3.{minor}": path for (kind, minor), path in sorted(found.items())}


def run(command: list[str]) -> tuple[int, str]:
    """Run a program without variables for Python; return its exit status and its output."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    try:
        done = subprocess.run(command, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, str(error)
    return done.returncode, done.stdout.decode(errors="replace")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="where node_modules has pyodide")
    parser.add_argument("--list", action="store_true", help="list the interpreters, and check nothing")
    options = parser.parse_args()
    if options.list:
        print("\n".join(f"{name}\t{path}" for name, path in interpreters().items()))
        return 0
    failed, seen = 0, set()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        programs = forms(folder)
        for name, python in interpreters().items():
            seen.add("PyPy" if name.startswith("PyPy") else name)
            for form in programs if len(seen) == 1 else ("package",):
                status, output = run([python, "-B", *programs[form]])
                failed += status != 0
                print(f"{name}, {form}: {'FAIL' if status else 'pass'}, {output.strip().splitlines()[-1:]}", flush=True)
        if options.pyodide and shutil.which("node") and (options.pyodide / "node_modules/pyodide").is_dir():
            seen.add("Pyodide")
            asked = json.dumps([[form, *programs[form]] for form in ("package", "zip")])
            _, output = run(["node", "-e", NODE, str(options.pyodide.resolve()), str(folder), asked, IN_PYODIDE])
            found = dict(re.findall(r"^form (.+): (\d+)$", output, re.MULTILINE))
            failed += found != {"package": "0", "zip": "0"}
            print(f"Pyodide: {found or output[-2000:]}")
    absent = [
        name
        for name in WANTED
        if not any(one.startswith(name) for one in seen | {"PyPy" for x in seen if x[:4] == "PyPy"})
    ]
    print("not run: " + (", ".join(absent) or "none"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
