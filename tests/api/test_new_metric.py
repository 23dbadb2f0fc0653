"""Add a metric to a copy of the package: a credit, a line of the table, and a function in eval and in confidence."""

from __future__ import annotations

import shutil
import subprocess
import sys

from helpers import PACKAGE

ADDED = {  # by file: the text before which it stands, and the added text
    "_credit/steps.py": ("def majority(", "def near(k: int) -> Credit:\n    return threshold(k, max(k - 1, 1))\n\n\n"),
    "eval/binary.py": (
        "def maj_at_k(",
        "def near_pass_at_k(R: Outcomes, k: Index) -> float:\n    return nearest(*mean_credit(R, k, near))\n\n\n",
    ),
    "eval/__init__.py": ('"maj_at_k",', '"near_pass_at_k", '),
    "confidence/values.py": (
        "def maj_at_k(",
        """def near_pass_at_k(R: Outcomes, k: Index, *, confidence: Real = 0.95, questions: NewOrThese = "new",
                   clusters: ClusterLabels = None, ragged: bool = False, anytime: bool = False) -> Interval:
    return _interval(R, Asked("near_pass_at_k", k, confidence, questions, clusters, ragged), anytime)


""",
    ),
    "confidence/__init__.py": ('"maj_at_k",', '"near_pass_at_k", '),
    "_credit/metrics.py": (
        'Listed("maj_at_k"',
        'Listed("near_pass_at_k", "k", "near_pass", "Near-Pass@k", "at most one of k trials fails", credit=near), ',
    ),
}
IMPORTS = {"import area, ": "import area, near, ", "    maj_at_k,\n": "    maj_at_k, near_pass_at_k,\n"}
CALLS = """
import scorio_lite
from fractions import Fraction
from scorio_lite import confidence
from scorio_lite._command.main import main
R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
assert scorio_lite.near_pass_at_k(R, 3) == 17 / 30  # of C(5, 3) = 10 subsets 7, 10 and 0 have two successes or more
assert confidence.near_pass_at_k(R, 3) == confidence.g_pass_at_k_tau(R, 3, Fraction(2, 3))
assert "near_pass_at_k" in dir(confidence) and "near_pass_at_k" in scorio_lite.__all__
assert confidence.compare(R[::-1], R, "near-pass@k", 3) == confidence.compare(R[::-1], R, "near_pass", 3)
open("a.json", "w").write(str(R))
main(["a.json", "--metrics", "near_pass", "-k", "3", "--require", "near_pass@3>=0.01"])
"""


def test_the_library_and_the_command_have_it(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "scorio_lite", ignore=shutil.ignore_patterns("__pycache__"))
    for name, (place, text) in ADDED.items():
        path = tmp_path / "scorio_lite" / name
        before, found, after = path.read_text(encoding="utf-8").partition(place)
        assert found, f"{name} has no {place}"
        for old, new in IMPORTS.items():
            before = before.replace(old, new)
        path.write_text(before + text + found + after, encoding="utf-8")
    how = {"cwd": tmp_path, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run([sys.executable, "-c", CALLS], **how)
    assert done.returncode == 0 and "Near-Pass@k" in done.stdout and "0.567 [0.046, 0.975]  met" in done.stdout
