"""Build the source distribution, and the wheel from it; check what they hold; run the command that it installs.

python tools/check_package.py     needs flit_core
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from flit_core import buildapi

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 375_000  # bytes of the wheel: web pages (Pyodide) and cloud functions fetch it when they start


def files_of_the_package() -> set[str]:
    paths = (ROOT / "scorio_lite").rglob("*")
    return {path.relative_to(ROOT).as_posix() for path in paths if path.is_file() and "__pycache__" not in path.parts}


def differences(kind: str, names: set[str], wanted: set[str]) -> list[str]:
    missing = [f"missing from the {kind}: {name}" for name in sorted(wanted - names)]
    return missing + [f"not wanted in the {kind}: {name}" for name in sorted(names - wanted)]


def main() -> int:
    package = files_of_the_package()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(ROOT)
        source = Path(folder, buildapi.build_sdist(folder))
        with tarfile.open(source) as archive:
            archive.extractall(folder)
        unpacked = Path(folder, source.name[: -len(".tar.gz")])
        in_source = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
        os.chdir(unpacked)
        wheel = Path(folder, buildapi.build_wheel(folder))
        os.chdir(ROOT)
        with zipfile.ZipFile(wheel) as archive:
            in_wheel = set(archive.namelist())
            (metadata,) = (archive.read(name).decode() for name in in_wheel if name.endswith(".dist-info/METADATA"))
        venv.create(Path(folder, "installed"), with_pip=True)
        programs = Path(folder, "installed", "Scripts" if os.name == "nt" else "bin")
        subprocess.run([programs / "python", "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True)
        example = subprocess.run(
            [programs / "scorio-lite", "--example"], stdout=subprocess.PIPE, check=True, cwd=folder
        )
        size = wheel.stat().st_size
    beside = {"README.md", "CHANGELOG.md", "pyproject.toml", "PKG-INFO"}
    problems = differences("source distribution", in_source, package | beside)
    problems += differences("wheel", {name for name in in_wheel if ".dist-info/" not in name}, package)
    if not {"scorio_lite/LICENSE", "scorio_lite/py.typed"} <= in_wheel:
        problems.append("the licence or py.typed is missing")
    if "License-Expression: MIT" not in metadata or "# scorio_lite" not in metadata:
        problems.append("the metadata lack the licence or the README")
    if size > LARGEST:
        problems.append(f"{size} bytes are more than {LARGEST}")
    if b"avg@6" not in example.stdout:
        problems.append("the installed command does not print its example")
    print("\n".join(problems) or f"{wheel.name}: {len(package)} files of the package, {size} bytes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
