"""Check -k beyond the trials: rows of bounds, dashed lines in pictures, and columns without ranks on leaderboards."""

from __future__ import annotations

import re
from functools import partial

import result_files
from result_files import R, files_in, lines, report, rows_of, said, scored

from scorio_lite import confidence

N = len(R[0])
good = partial(result_files.good, "-", stdin=R)


def test_rows():
    """A row of bounds has no value, in every form of output, also with slices and clusters."""
    row = report(R, "-k", f"1,{9 * N}")["at_k"][1]
    for metric in ("pass_at_k", "pass_hat_k"):
        lo, hi = confidence.beyond(R, 9 * N, metric)
        assert row[metric] == {"beyond": True, "lo": lo, "hi": hi}
    (line,) = (line for line in rows_of("-", "-k", f"{9 * N}", stdin=R) if line["metric"] == "pass_at_k")
    lo, hi = confidence.beyond(R, 9 * N)
    assert (line["value"], line["beyond"], float(line["lo"]), float(line["hi"])) == ("", "True", lo, hi)
    for form in ((), ("--markdown",), ("--latex",)):
        out = good("-k", f"1,{9 * N}", *form)
        assert out.count(f"between {lo:.3f} and ") == 1
        assert " ".join(out.split()).count("no value between them is likelier") == 1
    assert "between" not in good()
    text = lines({"task_id": i, "part": i % 2, "passed": row} for i, row in enumerate(R))
    found = report(text, "-k", f"{9 * N}", "--by", "part", "--cluster", "part")
    ends = confidence.beyond(R, 9 * N, clusters=[i % 2 for i in range(len(R))])
    assert tuple(found["at_k"][0]["pass_at_k"].values())[1:] == ends
    for slice_, rows in zip(found["by"]["slices"], (R[::2], R[1::2])):
        assert tuple(slice_["at_k"][0]["pass_at_k"].values())[1:] == confidence.beyond(rows, 9 * N, clusters=[0] * len(rows))


def test_outcomes_that_no_rates_explain():
    """If each question is solved once in two trials, the command says that no rates explain the outcomes."""
    for rows, is_explained in ([[1, 0]] * 200, False), ([[1, 1], [0, 0], [1, 0], [0, 1]] * 50, True):
        (row,) = report(rows, "-k", "5", "--metrics", "pass")["at_k"]
        assert row["pass_at_k"].get("unexplained") == (None if is_explained else True)
        for form in ((), ("--markdown",)):
            said_once = " ".join(result_files.good("-", "-k", "5", *form, stdin=rows).split())
            assert said_once.count("No success rates explain the outcomes") == (not is_explained)
            assert "explain the outcomes of" not in said_once  # there is one run


def test_the_runs_whose_outcomes_no_rates_explain_are_named(tmp_path):
    files = files_in(tmp_path, **{"a.json": [[1, 0]] * 200, "b.json": [[1, 1], [0, 0], [1, 0], [0, 1]] * 50})
    out = " ".join(result_files.good(*files, "-k", "5").split())
    assert f"No success rates explain the outcomes of {files[0]}: within" in out


def test_requirements_and_plans():
    required = ("--require", "pass@80>=0.9", "--require", "pass^80>=0.99")
    out = good(*required, "--plan", "0.1", "-k", "80", stdin=[[1] * 8] * 200, status=4)
    assert re.search(r"pass@80>=0.9 +between 0\.9.* met", out)
    assert re.search(r"pass\^80>=0.99 +between 0\.\d+ and 1.000 +undecided\n", out)
    assert "Pass@80" not in out.partition("Sample size")[2]


def test_pictures(tmp_path):
    """In a picture, bounds are two dashed lines after the curve; in a terminal, bars without a dot."""
    path = tmp_path / "curves.svg"
    good("-k", f"{9 * N}", "--svg", str(path))
    svg = path.read_text()
    assert svg.count('class="ends') == 2
    for end in re.findall(r'class="ends s\d" d="M(.*?)M', svg):
        xs = [float(point.split()[0]) for point in end.split("L")]
        assert xs == sorted(set(xs)), "the bounds begin after the last trial"
    assert "Two dashed lines: bounds beyond the trials." in svg
    assert re.search(rf"Pass@k: .*, between 0\.\d+ and [\d.&gt;]+ at k={9 * N}", svg)
    good("-k", "2", "--svg", str(tmp_path / "within.svg"))
    assert "ends s" not in (tmp_path / "within.svg").read_text()
    assert "Without a dot: bounds beyond the trials." in good("-k", f"{9 * N}", "--plot")


def test_leaderboards(tmp_path):
    """Bounds are a column that does not rank; ranking only by it is refused."""
    files = files_in(tmp_path, one=R, two=[row[::-1] for row in R[::-1]])
    board = scored(*files, "-k", f"1,{9 * N}", "--rank-by", "pass", "--svg", tmp_path / "board.svg")
    assert board["k"] == 1
    assert [row["at_k"][1]["pass_at_k"]["beyond"] for row in board["runs"]] == [True, True]
    assert (tmp_path / "board.svg").read_text().count('class="ends') == 2
    assert result_files.good(*files, "-k", f"1,{9 * N}").count("between") >= 3
    three = files_in(tmp_path, **{"1": R, "2": R[::-1], "3": [[0] * N] * len(R)})
    paper = result_files.good(*three, "-k", f"1,{9 * N}", "--latex")
    assert paper.count(" & between ") == 3, "no bound is the highest value of its column"
    assert paper.count(r"\textbf") == 4, "two runs, which are equal, in two columns"
    assert f"k={9 * N} is too large, k={N} will do" in said(*files, "-k", f"{9 * N}", "--rank-by", "pass")
    gate = (*files, "--baseline", files[1], "--require", f"pass@{9 * N}-base>=0")
    assert said(*gate).endswith(f"k={9 * N} is too large, k={N} will do; differences have no bounds for it")
    weighted = (*files, "--baseline", files[1], "--weights", "0,1", "--values", "classes", "--require", "pass@2-base>=0")
    assert said(*weighted) == "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"
