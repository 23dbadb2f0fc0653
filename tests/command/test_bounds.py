"""-k beyond the trials: rows of bounds, hatched in pictures, and a column without ranks on leaderboards."""

from __future__ import annotations

import csv
import json
import re

import pytest
from result_files import R, run

from scorio_lite import confidence

MATRIX, N = json.dumps(R), len(R[0])


def called(*arguments, stdin=MATRIX):
    return run("-", *arguments, stdin=stdin.encode())


def good(*arguments, stdin=MATRIX):
    status, out, err = called(*arguments, stdin=stdin)
    assert (status, err) == (0, "")
    return out


def test_rows():
    """Bounds and no value, in every form; of slices and clusters, too."""
    row = json.loads(good("--json", "-k", f"1,{9 * N}"))["at_k"][1]
    for metric in ("pass_at_k", "pass_hat_k"):
        lo, hi = confidence.beyond(R, 9 * N, metric)
        assert row[metric] == {"beyond": True, "lo": lo, "hi": hi}
    table = list(csv.DictReader(good("--csv", "-k", f"{9 * N}").splitlines()))
    (line,) = (line for line in table if line["metric"] == "pass_at_k")
    lo, hi = confidence.beyond(R, 9 * N)
    assert (line["value"], line["beyond"], float(line["lo"]), float(line["hi"])) == ("", "True", lo, hi)
    for form in ((), ("--markdown",), ("--latex",)):
        out = good("-k", f"1,{9 * N}", *form)
        assert out.count(f"between {lo:.3f} and ") == 1
        assert " ".join(out.split()).count("no value between them is likelier") == 1
    assert "between" not in good()
    text = "".join(json.dumps({"task_id": i, "part": i % 2, "passed": row}) + "\n" for i, row in enumerate(R))
    found = json.loads(good("--json", "-k", f"{9 * N}", "--by", "part", "--cluster", "part", stdin=text))
    ends = confidence.beyond(R, 9 * N, clusters=[i % 2 for i in range(len(R))])
    assert tuple(found["at_k"][0]["pass_at_k"].values())[1:] == ends
    for slice_, rows in zip(found["by"]["slices"], (R[::2], R[1::2])):
        assert tuple(slice_["at_k"][0]["pass_at_k"].values())[1:] == confidence.beyond(rows, 9 * N, clusters=[0] * len(rows))


def test_requirements_and_plans():
    solved = json.dumps([[1] * 8] * 200)
    status, out, _ = called("--require", "pass@80>=0.9", "--require", "pass^80>=0.99", "--plan", "0.1", "-k", "80", stdin=solved)
    assert status == 4
    assert re.search(r"pass@80>=0.9 +between 0\.9.* met", out)
    assert re.search(r"pass\^80>=0.99 +between 0\.\d+ and 1.000 +undecided\n", out)
    assert "Pass@80" not in out.partition("Sample size")[2]


@pytest.mark.parametrize(("options", "words"), [
    (("--metrics", "maj"), "no question has more than .*; pass and pass_hat have bounds for it"),
    (("--questions", "these"), "there are bounds for new questions only"),
    (("--anytime",), "there are bounds for new questions only, and not with --anytime"),
    (("--weights", "0,1", "--metrics", "max"), "no question has more than"),
])  # fmt: skip
def test_what_has_none(options, words):
    status, out, err = called("-k", f"{9 * N}", *options)
    assert (status, out) == (1, "")
    assert re.search(words, err)


def test_pictures(tmp_path):
    """Hatched from where the line ends; bars without a marker in a terminal; in words."""
    path = tmp_path / "curves.svg"
    good("-k", f"{9 * N}", "--svg", str(path))
    svg = path.read_text()
    assert svg.count('class="hatch') == 2
    assert "Hatched: bounds beyond the trials." in svg
    assert re.search(rf"Pass@k: .*, between 0\.\d+ and [\d.&gt;]+ at k={9 * N}", svg)
    good("-k", "2", "--svg", str(tmp_path / "within.svg"))
    assert "hatch s" not in (tmp_path / "within.svg").read_text()
    assert "Without a marker: bounds beyond the trials." in good("-k", f"{9 * N}", "--plot")


def test_leaderboards(tmp_path):
    """A column; it does not rank, and a rank by it alone is refused."""
    files = []
    for name, rows in (("one", R), ("two", [row[::-1] for row in R[::-1]])):
        files.append(tmp_path / name)
        files[-1].write_text(json.dumps(rows))
    status, out, _ = run(*files, "-k", f"1,{9 * N}", "--rank-by", "pass", "--json", "--svg", str(tmp_path / "board.svg"))
    board = json.loads(out)
    assert (status, board["k"]) == (0, 1)
    assert [row["at_k"][1]["pass_at_k"]["beyond"] for row in board["runs"]] == [True, True]
    assert (tmp_path / "board.svg").read_text().count('class="hatch') == 2
    out = run(*files, "-k", f"1,{9 * N}")[1]
    assert out.count("between") >= 3
    status, out, err = run(*files, "-k", f"{9 * N}", "--rank-by", "pass")
    assert (status, out) == (1, "")
    assert f"k={9 * N} is too many, k={N} will do" in err
