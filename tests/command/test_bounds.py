"""Check -k beyond the trials: rows of bounds, and columns without ranks on leaderboards."""

from __future__ import annotations

from functools import partial

import result_files
from result_files import R, files_in, lines, report, rows_of, said, scored

from scorio_lite import confidence

N = len(R[0])
good = partial(result_files.good, "-", stdin=R)


def test_rows():
    """A row of bounds has no value, also with slices and clusters."""
    row = report(R, "-k", f"1,{9 * N}")["at_k"][1]
    for metric in ("pass_at_k", "pass_hat_k"):
        lo, hi = confidence.beyond(R, 9 * N, metric)
        assert row[metric] == {"beyond": True, "lo": lo, "hi": hi}
    (line,) = (line for line in rows_of("-", "-k", f"{9 * N}", stdin=R) if line["metric"] == "pass_at_k")
    lo, hi = confidence.beyond(R, 9 * N)
    assert (line["value"], line["beyond"], float(line["lo"]), float(line["hi"])) == ("", "True", lo, hi)
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


def test_leaderboards(tmp_path):
    """Bounds are a column that does not rank; ranking only by it is refused."""
    files = files_in(tmp_path, one=R, two=[row[::-1] for row in R[::-1]])
    board = scored(*files, "-k", f"1,{9 * N}", "--rank-by", "pass", "--svg", tmp_path / "board.svg")
    assert board["k"] == 1
    assert [row["at_k"][1]["pass_at_k"]["beyond"] for row in board["runs"]] == [True, True]
    assert (tmp_path / "board.svg").read_text().count('class="ends') == 2
    assert result_files.good(*files, "-k", f"1,{9 * N}").count("between") >= 3
    assert f"k={9 * N} is too large, k={N} will do" in said(*files, "-k", f"{9 * N}", "--rank-by", "pass")
    gate = (*files, "--baseline", files[1], "--require", f"pass@{9 * N}-base>=0")
    assert said(*gate).endswith(f"k={9 * N} is too large, k={N} will do; differences have no bounds for it")
    weighted = (*files, "--baseline", files[1], "--weights", "0,1", "--values", "classes", "--require", "pass@2-base>=0")
    assert said(*weighted) == "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"
