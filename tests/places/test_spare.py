"""Check that no result depends on a number whose comment is "spare: ...", such as bits beyond what a result needs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from helpers import PACKAGE, ROOT

TESTS = "tests/api/test_calls.py::test_golden_values", "tests/outcomes/test_arrays.py"


@pytest.mark.long
@pytest.mark.parametrize("change", [lambda n: n // 2, lambda n: 2 * n], ids=["half", "double"])
def test_other_spare_numbers_give_the_same_results(tmp_path, change):
    shutil.copytree(PACKAGE, tmp_path / "scorio_lite", ignore=shutil.ignore_patterns("__pycache__"))
    numbers = 0
    for path in (tmp_path / "scorio_lite").rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for i, line in enumerate(lines):
            code, spare, reason = line.partition("  # spare")
            if spare:
                code, changed = re.subn(r"\b\d+\b", lambda number: str(change(int(number[0]))), code)
                lines[i], numbers = code + spare + reason, numbers + changed
        path.write_text("\n".join(lines), encoding="utf-8")
    assert numbers > 30
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-o", f"pythonpath={tmp_path} tests", *TESTS]
    done = subprocess.run(run, cwd=ROOT, env={**os.environ, "PYTHONPATH": ""}, stdout=subprocess.PIPE, check=False)
    assert done.returncode == 0, done.stdout.decode()
