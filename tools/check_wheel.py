"""Build the wheel and check its content: the package with its licence, nothing else, and not too large.

python tools/check_wheel.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 425_000  # bytes: web pages (Pyodide) and cloud functions fetch the wheel when they start


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, str(ROOT)]
        subprocess.run(build, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        size = wheel.stat().st_size
        with zipfile.ZipFile(wheel) as archive:
            names = set(archive.namelist())
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "scorio_lite").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    problems = [f"missing from the wheel: {name}" for name in sorted(package - names)]
    problems += [f"not wanted in the wheel: {name}" for name in sorted(names - package) if ".dist-info/" not in name]
    if "scorio_lite/LICENSE" not in names or "scorio_lite/py.typed" not in names:
        problems.append("the licence or py.typed is missing")
    if size > LARGEST:
        problems.append(f"{size} bytes are more than {LARGEST}")
    print("\n".join(problems) or f"{wheel.name}: {len(package)} files of the package, {size} bytes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
