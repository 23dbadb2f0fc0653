"""Copy the library into another tree, to be imported from there: `from myapp._vendor import scorio_lite`.

python tools/vendor.py DEST             copy it to DEST/scorio_lite, with its licence
python tools/vendor.py --command DEST   copy the command, too, and scorio_lite.files, which needs it
python tools/vendor.py --check DEST     list how the copy differs from this checkout; exit with 1 if it does

A folder that is there is not overwritten unless you pass --replace.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "scorio_lite"
OF_THE_COMMAND = ("_command", "__main__.py", "files.py")


def version(package: Path) -> str:
    text = (package / "__init__.py").read_text(encoding="utf-8")
    return re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)[0]


def contents(package: Path, command: bool = True) -> dict[str, bytes]:
    """Return {name: content} of the files of the package or a copy, without bytecode."""
    paths = [path for path in sorted(package.rglob("*")) if path.is_file() and path.parent.name != "__pycache__"]
    names = {path.relative_to(package).as_posix(): path.read_bytes() for path in paths}
    return {name: names[name] for name in names if command or name.partition("/")[0] not in OF_THE_COMMAND}


def vendor(copy: Path, command: bool = False) -> None:
    for name, content in contents(PACKAGE, command).items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(content)


def differences(copy: Path) -> list[str]:
    there = contents(copy)
    ours = contents(PACKAGE, (copy / "_command").exists())
    return sorted(name for name in {*there, *ours} if there.get(name) != ours.get(name))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("dest", type=Path, metavar="DEST", help="the folder that holds or is to hold scorio_lite/")
    for option in ("--command", "--check", "--replace"):
        parser.add_argument(option, action="store_true")
    options = parser.parse_args()
    copy = options.dest / PACKAGE.name
    if options.check:
        found = differences(copy)
        print("\n".join([*found, f"{copy}: {len(found)} files differ from scorio_lite {version(PACKAGE)}"]))
        return int(bool(found))
    if copy.exists() and not options.replace:
        raise SystemExit(f"{copy} is there; --replace writes it anew, and your changes are lost")
    shutil.rmtree(copy, ignore_errors=True)
    vendor(copy, options.command)
    print(f"{copy}: scorio_lite {version(PACKAGE)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
