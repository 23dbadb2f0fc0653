"""Add a metric to a copy of the package: a credit, a line of the table, and a function in eval and in confidence."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from helpers import PACKAGE

ADDED = {  # by file: the text before which it stands, and the added text
    "_credit/__init__.py": (
        "def majority(",
        '''def near(k: int) -> Credit:
    """1 for at most one failure."""
    return Credit(k, max(k - 1, 1))


''',
    ),
    "eval/binary.py": (
        "def maj_at_k(",
        '''def near_pass_at_k(R: Outcomes, k: SupportsIndex) -> float:
    """Near-Pass@k: the chance that at most one of k trials fails."""
    return nearest(*mean_credit(R, k, near))


''',
    ),
    "eval/__init__.py": ('"maj_at_k",', '"near_pass_at_k", '),
    "confidence/values.py": (
        "def maj_at_k(",
        '''def near_pass_at_k(R: Outcomes, k: Index, *, confidence: Real = 0.95, questions: NewOrThese = "new",
                   clusters: ClusterLabels = None, ragged: bool = False, anytime: bool = False,
                   of: Index | None = None) -> Interval:
    """Near-Pass@k: at most one of k trials fails."""
    asked = Asked("near_pass_at_k", k, confidence, questions, clusters, ragged)
    return _interval(R, asked, anytime)


''',
    ),
    "confidence/__init__.py": ('"maj_at_k",', '"near_pass_at_k", '),
    "_credit/metrics.py": (
        'Listed("maj_at_k"',
        """Listed("near_pass_at_k", "k", "near_pass", "Near-Pass@k",
              "at most one of k trials fails", credit=near),
        """,
    ),
}
IMPORTS = [
    ("at_least_one, majority", "at_least_one, near, majority"),
    ("    maj_at_k,\n", "    maj_at_k,\n    near_pass_at_k,\n"),
]
R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
BETTER = [[1, 1, 1, 0, 1], [1, 1, 1, 1, 1], [0, 0, 0, 1, 0]]
CALLS = """
import json, scorio_lite
from fractions import Fraction
from scorio_lite import confidence
R, BETTER = json.loads(input())
assert scorio_lite.near_pass_at_k(R, 3) == 17 / 30  # of C(5, 3) = 10 subsets 7, 10 and 0 have two successes or more
assert confidence.near_pass_at_k(R, 3) == confidence.g_pass_at_k_tau(R, 3, Fraction(2, 3))
assert "near_pass_at_k" in dir(confidence) and "near_pass_at_k" in scorio_lite.__all__
assert confidence.compare(BETTER, R, "near-pass@k", 3) == confidence.compare(BETTER, R, "near_pass", 3)
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return a function that runs Python in a folder with the changed copy of the package, a.json and b.json."""
    folder = tmp_path_factory.mktemp("contributed")
    shutil.copytree(PACKAGE, folder / "scorio_lite", ignore=shutil.ignore_patterns("__pycache__"))
    for name, (place, text) in ADDED.items():
        path = folder / "scorio_lite" / name
        before, found, after = path.read_text(encoding="utf-8").partition(place)
        assert found, f"{name} has no {place}"
        for names in IMPORTS:
            before = before.replace(*names)
        path.write_text(before + text + found + after, encoding="utf-8")
    for name, rows in ("a.json", R), ("b.json", BETTER):
        (folder / name).write_text(json.dumps(rows))

    def run(*arguments, stdin=""):
        how = {"cwd": folder, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        done = subprocess.run([sys.executable, *arguments], input=stdin, **how)
        assert done.returncode == 0, done.stdout
        return done.stdout

    return run


def test_the_library_has_it(run):
    run("-c", CALLS, stdin=json.dumps([R, BETTER]))


def test_the_command_has_it(run):
    command = "-m", "scorio_lite"
    assert "Near-Pass@k" in run(*command, "a.json", "--metrics", "near_pass", "-k", "3")
    assert "0.567 [0.046, 0.975]  met" in run(*command, "a.json", "--require", "near_pass@3>=0.01")
