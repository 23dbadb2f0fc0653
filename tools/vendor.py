"""Copy the package into another tree, to be imported from there: `from myapp._vendor import scorio_lite`.

python tools/vendor.py DEST            copy it to DEST/scorio_lite
python tools/vendor.py --check DEST    say whether that copy is unchanged, and as new as this checkout

The copy has its licence, and SHA256SUMS, a list that `sha256sum -c` reads too. A changed copy is not overwritten. The
exit status is 1 if a copy is not made, changed or out of date.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "scorio_lite"
SUMS = "SHA256SUMS"


def files(package: Path) -> dict[str, str]:
    """Return the hash of each file of a package or a copy, except bytecode and the list of hashes."""
    paths = sorted(path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    found = {path.relative_to(package).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}
    return {name: found[name] for name in found if name != SUMS}


def recorded(copy: Path) -> dict[str, str] | None:
    """Return each file's hash when the copy was made; None if the copy has no list."""
    if not (copy / SUMS).is_file():
        return None
    lines = (copy / SUMS).read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, _, name in (line.partition("  ") for line in lines if not line.startswith("#"))}


def version(package: Path) -> str:
    found = re.search(r'^__version__ = "(.+)"$', (package / "__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise SystemExit(f"{package} has no __version__")
    return found[1]


def differences(before: dict[str, str], now: dict[str, str], gone: str, changed: str, new: str) -> list[str]:
    lines = [f"{gone}: {name}" for name in before if name not in now]
    lines += [f"{changed}: {name}" for name in before if now.get(name, before[name]) != before[name]]
    return lines + [f"{new}: {name}" for name in now if name not in before]


def changes(copy: Path) -> list[str]:
    """List how a copy differs from what it was when it was made."""
    before = recorded(copy)
    if before is None:
        return [f"missing: {SUMS}"]
    return differences(before, files(copy), "missing", "modified", "not of the package")


def check(copy: Path) -> list[str]:
    """List how a copy differs from what it was, and how the package of this checkout differs from what was copied."""
    if not copy.is_dir():
        return [f"missing: {copy}"]
    lines, before = changes(copy), recorded(copy)
    if before is not None:
        lines += differences(before, files(PACKAGE), "no longer in the package", "outdated", "new in the package")
    return lines


def vendor(copy: Path) -> list[str]:
    """Make or renew a copy; return the files copied."""
    if copy.is_dir() and any(copy.iterdir()):
        changed = changes(copy)
        if changed:
            raise SystemExit("\n".join([f"{copy} is not a copy as it was made; nothing is overwritten:", *changed]))
        for name in recorded(copy) or {}:
            (copy / name).unlink()
    sums = files(PACKAGE)
    for name in sums:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((PACKAGE / name).read_bytes())
    listed = "".join(f"{digest}  {name}\n" for name, digest in sums.items())
    (copy / SUMS).write_text(f"# scorio_lite {version(PACKAGE)}\n{listed}", encoding="utf-8")
    return list(sums)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("dest", type=Path, metavar="DEST", help="the folder that holds or is to hold scorio_lite/")
    parser.add_argument("--check", action="store_true", help="look at the copy that is there")
    options = parser.parse_args()
    copy = options.dest if options.dest.name == PACKAGE.name else options.dest / PACKAGE.name
    if options.check:
        problems = check(copy)
        print("\n".join(problems) or f"{copy}: intact and current, scorio_lite {version(PACKAGE)}")
        return 1 if problems else 0
    names = vendor(copy)
    print("\n".join([*names, f"{copy}: {len(names)} files of scorio_lite {version(PACKAGE)}"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
