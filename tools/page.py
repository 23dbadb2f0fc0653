"""Make a page that scores dropped files: one HTML file with Python, the library and the command inside.

python tools/page.py FOLDER -o scorio-lite.html [--time]

Pyodide is looked for in FOLDER/node_modules, where `npm install pyodide` puts it. The page works from the disk and
without a network, and its policy forbids connections. --time opens it in Chromium, and prints how long the first
report takes.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from base64 import b64encode
from gzip import compress
from pathlib import Path
from time import monotonic

from vendor import PACKAGE

PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
COMPILE = """
import io, pathlib, zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc

for path in map(pathlib.Path, zips):
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith(".py"):
                name, content = name + "c", _code_to_timestamp_pyc(compile(content, name, "exec", dont_inherit=True))
            new.writestr(zipfile.ZipInfo(name), bytes(content))
"""
NODE = """
const { loadPyodide } = require(process.argv[1]);
const [, , folder, zips, program] = process.argv;
loadPyodide().then(pyodide => {
  pyodide.mountNodeFS(folder, folder);
  pyodide.runPython(program, { globals: pyodide.toPy({ zips: JSON.parse(zips) }) });
}).catch(error => { console.error(String(error).slice(-2000)); process.exit(1); });
"""
COMMAND = """
import contextlib, io, os, pathlib, shutil, sys
sys.path.insert(0, "/library")
from scorio_lite._command.main import main

FILES, OUT = pathlib.Path("/files"), pathlib.Path("/out")

def command(arguments):
    "Run the command. Return its status, both outputs, and the file that it wrote."
    OUT.unlink(missing_ok=True)
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
    return status, printed.getvalue(), errors.getvalue(), OUT.read_text("utf-8") if OUT.exists() else ""

def write(path, content):
    path = FILES / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.to_bytes())

def clear():
    os.chdir("/")
    shutil.rmtree(FILES, ignore_errors=True)
    FILES.mkdir()
    os.chdir(FILES)

command.write, command.clear = write, clear
clear()
command
"""


def page(pyodide: Path) -> str:
    """Return the text of the page. Its content is compressed and in base64, a third of its original size."""
    from_here = Path(__file__).with_suffix
    sys.path.insert(0, str(PACKAGE.parent))
    from scorio_lite._command.page import SCRIPT, policy

    script = from_here(".js").read_text(encoding="utf-8")
    inside = {name: (pyodide / name).read_bytes() for name in PARTS}
    inside.update({"scorio_lite.zip": library(), "command.py": COMMAND.encode()})
    inside.update(compiled(pyodide, {name: inside[name] for name in inside if name.endswith(".zip")}))
    # The script of a report runs in its frame, which has the policy of the page, too.
    allowed = policy(script, SCRIPT).replace("script-src", "script-src blob: 'wasm-unsafe-eval'")
    parts = [
        f'<script type="application/gzip" id="{name}">{b64encode(compress(content, mtime=0)).decode()}</script>'
        for name, content in inside.items()
    ]
    text = from_here(".html").read_text(encoding="utf-8")
    for name, value in (("policy", allowed), ("parts", "\n".join(parts)), ("script", script)):
        text = text.replace(f"{{{name}}}", value)
    return text


def library() -> bytes:
    """Return the package as a zip with fixed times."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:  # packed with everything else
        for path in sorted(PACKAGE.rglob("*")):
            if path.suffix in (".py", "") and path.is_file():
                archive.writestr(zipfile.ZipInfo(str(path.relative_to(PACKAGE.parent))), path.read_bytes())
    return packed.getvalue()


def compiled(pyodide: Path, zips: dict[str, bytes]) -> dict[str, bytes]:
    """Return the zips with bytecode in place of modules, because compiling takes most of the time of a start."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder, name) for name in zips}
        for name, content in zips.items():
            paths[name].write_bytes(content)
        files = json.dumps(list(map(str, paths.values())))
        subprocess.run(["node", "-e", NODE, str(pyodide.resolve()), folder, files, COMPILE], check=True)
        return {name: path.read_bytes() for name, path in paths.items()}


def first_report(path: Path) -> tuple[float, float]:
    """Return (seconds, seconds of the processor) from the browser's start to the report on the example."""
    from browser import Browser

    start = monotonic()
    with Browser(path.resolve().as_uri()) as browser:
        assert "8 questions" in browser.run("names = ['--example']; score().then(() => result.page)")
        took = monotonic() - start
        browser.call("Performance.enable")
        metrics = browser.call("Performance.getMetrics")["metrics"]
    return took, next(one["value"] for one in metrics if one["name"] == "ProcessTime")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where npm installed pyodide")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the page")
    parser.add_argument("--time", action="store_true", help="measure the first report in Chromium")
    options = parser.parse_args()
    options.output.write_text(page(options.folder / "node_modules/pyodide"), encoding="utf-8")
    print(f"{options.output}: {options.output.stat().st_size / 1e6:.1f} MB")
    if options.time:
        print("first report: {:.1f} s, {:.1f} s of the processor".format(*first_report(options.output)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
