"""Several runs: ranks, ties, P(better), and the questions that all must have."""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import mpmath
import pytest
from result_files import lines, run

import scorio_lite as sl
from scorio_lite import rank
from scorio_lite._command.text import distinct

RUNS = {
    "a": [[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 1, 1]],
    "b": [[1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]],
    "twin": [[0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 1]],
    "c": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
}
COLUMNS = ["rank", "tie", "file", "format", "questions", "trials", "value", "mu", "sigma", "lo", "hi", "p_better"]


@pytest.fixture
def files(tmp_path):
    for name, rows in RUNS.items():
        (tmp_path / name).write_text(json.dumps(rows))
    return [tmp_path / name for name in ("c", "b", "a", "twin")]


def leaderboard(*arguments):
    status, out, err = run(*arguments, "--json")
    assert (status, err) == (0, ""), err
    got = json.loads(out)
    return got, [row["file"].rpartition("/")[2] for row in got["runs"]]


def test_ranks_ties_and_chances_are_the_librarys(files):
    got, names = leaderboard(*files)
    assert (got["rank_by"], got["confidence"]) == ("bayes", 0.95)
    assert names == ["a", "b", "twin", "c"]
    assert [row["rank"] for row in got["runs"]] == [1, 2, 2, 4]
    summaries = [sl.bayes_ci(RUNS[name], bounds=(0, 1)) for name in names]
    for row, name, summary in zip(got["runs"], names, summaries):
        assert list(row) == COLUMNS
        assert (row["questions"], row["trials"], row["value"]) == (4, 4, summary[0])
        assert tuple(row[key] for key in ("mu", "sigma", "lo", "hi")) == summary, name
    ties = rank.rank_scores([mu for mu, *_ in summaries], tol=0, sigmas_in_id_order=[s[1] for s in summaries])
    assert [row["tie"] for row in got["runs"]] == ties["competition_ci"]
    chances = [rank.compare(RUNS[one], RUNS[other])[-1] for one, other in zip(names, names[1:])]
    assert [row["p_better"] for row in got["runs"]] == [*chances, None]
    assert chances[1] == 0.5


@pytest.mark.parametrize("typed, function, k", [
    ("pass", "pass_at_k", 2), ("pass_hat", "pass_hat_k", 4), ("maj", "maj_at_k", 3), ("geom", "geom_at_k", 2), ("avg", "avg", None),
])  # fmt: skip
def test_other_metrics(files, typed, function, k):
    got, names = leaderboard(*files, "--rank-by", typed, *(("-k", k) if k else ()), "--confidence", "0.5")
    assert (got["rank_by"], got.get("k")) == (function, k)
    more = (k,) if k else ()
    keywords = {"confidence": 0.5} if k else {"confidence": 0.5, "bounds": (0, 1)}
    summaries = [getattr(sl, f"{function}_ci")(RUNS[name], *more, **keywords) for name in names]
    values = [getattr(sl, function)(RUNS[name], *more) for name in names]
    values = [value if k else value[0] for value in values]
    assert values == sorted(values, reverse=True)
    assert [row["value"] for row in got["runs"]] == values
    assert [row["rank"] for row in got["runs"]] == [1 + sum(other > value for other in values) for value in values]
    for row, summary in zip(got["runs"], summaries):
        assert tuple(row[key] for key in ("mu", "sigma", "lo", "hi")) == summary
    with mpmath.workdps(60):
        for row, one, other in zip(got["runs"], summaries, summaries[1:]):
            variance = Fraction(one[1]) ** 2 + Fraction(other[1]) ** 2
            difference = Fraction(one[0]) - Fraction(other[0])
            z = mpmath.mpf(difference.numerator) / difference.denominator
            z /= mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)
            assert row["p_better"] == float(mpmath.ncdf(z))


def test_graded_runs(tmp_path):
    runs, w = {"x": [[0, 1, 2], [1, 1, 0]], "y": [[2, 1, 2], [1, 2, 0]]}, [0, 0.5, 1]
    for name, rows in runs.items():
        (tmp_path / name).write_text(json.dumps(rows))
    got, names = leaderboard(tmp_path / "x", tmp_path / "y", "--weights", "0,0.5,1")
    assert names == ["y", "x"]
    assert got["runs"][0]["p_better"] == rank.compare(runs["y"], runs["x"], w)[-1]
    assert leaderboard(tmp_path / "x", tmp_path / "y", "--weights", "0,0.5,1", "--rank-by", "max", "-k", "2")[1] == [
        "y",
        "x",
    ]


def test_values_of_all_files_tell_what_they_are(tmp_path):
    """0 and 1 alone could be both, but 0.5 in another file says that all are rewards."""
    (tmp_path / "x").write_text("[[0, 1], [1, 1]]")
    (tmp_path / "y").write_text("[[0.5, 1], [0, 0]]")
    got, names = leaderboard(tmp_path / "x", tmp_path / "y", "--weights", "0,0.5,1")
    assert (names, got["runs"][0]["value"]) == (["x", "y"], sl.bayes([[0, 2], [2, 2]], [0, 0.5, 1])[0])


def test_text_csv_and_markdown(files):
    got, _ = leaderboard(*files)
    status, out, err = run(*files)
    assert (status, err) == (0, "")
    assert out.startswith("4 runs of 4 questions, ranked by Bayes@N\n\n")
    rows = [re.split(" {2,}", line.strip()) for line in out.splitlines()[2:7]]
    assert rows[0] == ["rank", "tie", "run", "trials", "Bayes@N", "95 % interval", "P(better)"]
    for cells, row in zip(rows[1:], got["runs"]):
        chance = [] if row["p_better"] is None else [f"{row['p_better']:.3f}"]
        assert cells[:2] == [str(row["rank"]), str(row["tie"])]
        assert row["file"].endswith(f"/{cells[2]}")
        assert cells[3:] == ["4", f"{row['mu']:.3f}", f"[{row['lo']:.3f}, {row['hi']:.3f}]", *chance]
    assert max(map(len, out.splitlines())) <= 80
    table = list(csv.reader(run(*files, "--csv")[1].splitlines()))
    assert table[0] == COLUMNS
    assert table[1:] == [["" if row[name] is None else str(row[name]) for name in COLUMNS] for row in got["runs"]]
    text = run(*files, "--markdown", "--percent")[1]
    assert "| 1 | 1 | a | 4 | 62.5 | [45.9, 79.1] | 84.9 |\n" in text


def test_long_names_fit(tmp_path):
    paths = [tmp_path / ("long" * 30 + name) for name in RUNS]
    for path in paths:
        path.write_text(json.dumps(RUNS[path.name[120:]]))
    for options in ((), ("--rank-by", "g_pass@0.75", "-k", "4"), ("--percent",)):
        out = run(*paths, *options)[1]
        assert max(map(len, out.splitlines())) <= 80
        assert out.count("...") == 4


def test_names_that_tell_files_apart():
    for paths, names in {
        ("a.json", "b.json"): ["a", "b"],
        ("x/a.json", "x/b.jsonl"): ["a.json", "b.jsonl"],
        ("runs/a/results.jsonl.gz", "runs/b/results.jsonl.gz"): ["a", "b"],
        ("a/1.json", "b/2.json"): ["a/1", "b/2"],
        ("a", "b/a"): ["a", "b/a"],
        ("a.b.json", "a.json", "c.b.json"): ["a.b", "a", "c.b"],
        (".json", "a.json"): [".json", "a.json"],
        ("C:\\runs\\a.json", "C:\\runs\\b.json"): ["a", "b"],
        ("standard input", "a.json"): ["standard input", "a.json"],
    }.items():
        assert distinct(paths) == names


def records(rows, name=str):
    return lines({"task_id": name(i), "passed": x} for i, row in enumerate(rows) for x in row)


def test_all_runs_have_the_same_questions(tmp_path):
    whole, part, matrix = tmp_path / "whole", tmp_path / "part", tmp_path / "matrix"
    whole.write_text(records(RUNS["a"]))
    part.write_text(records(RUNS["b"][:3]))
    matrix.write_text(json.dumps(RUNS["c"][:3]))
    status, out, err = run(whole, part)
    assert (status, out) == (1, "")
    assert err == (
        f"scorio-lite: {part}: the questions differ in their number of trials: '3' has 0, where others have 4; "
        "a missing trial is not counted as a failure: see --missing own, drop, fail, truncate\n"
    )
    status, out, err = run(whole, matrix)
    assert (status, out, err) == (1, "", f"scorio-lite: {matrix}: 3 questions, and {whole} has 4\n")
    matrix.write_text("[[1, 1, 1], [1, 1], [1, 0, 1], [0, 0, 0]]")
    message = f"{whole}: --missing drop needs names of questions, to leave out the same in all runs"
    assert run(whole, matrix, "--missing", "drop") == (1, "", f"scorio-lite: {message}\n")
    got, names = leaderboard(whole, part, "--missing", "drop")
    assert names == ["whole", "part"]
    assert [(row["questions"], row["mu"]) for row in got["runs"]] == [
        (3, sl.bayes(RUNS["a"][:3])[0]),
        (3, sl.bayes(RUNS["b"][:3])[0]),
    ]
    assert got["runs"][0]["missing"] == {"policy": "drop", "trials": 0, "questions": 0, "dropped": 1}
    assert (
        f"{whole}: no trial missing: 1 question left out (--missing drop)" in run(whole, part, "--missing", "drop")[1]
    )
    got, _ = leaderboard(whole, part, "--missing", "fail")
    assert got["runs"][1]["mu"] == sl.bayes([*RUNS["b"][:3], [0, 0, 0, 0]])[0]
    for policy in ("own", "truncate"):
        assert run(whole, part, "--missing", policy)[2].endswith(
            f"{part}: question '3' has no trial at all; see --missing drop and --missing fail\n"
        )


def test_names_are_compared_as_texts(tmp_path):
    """The 1 of a JSON file is the 1 of a CSV file; and runs may differ in their trials."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text(records(RUNS["a"], int))
    other.write_text("task_id,passed\n" + "".join(f"{i},{x}\n" for i, row in enumerate(RUNS["b"]) for x in row[:2]))
    got, _ = leaderboard(one, other)
    assert [row["trials"] for row in got["runs"]] == [4, 2]
    status, out, err = run(one, other, "--rank-by", "pass", "-k", "3")
    assert (status, out, err) == (1, "", f"scorio-lite: {other}: k must satisfy 1 <= k <= N (N=2); got k=3\n")


def test_pictures(files, tmp_path):
    path = tmp_path / "picture.svg"
    for options, title in (((), "Pass@k of 4 runs"), (("--rank-by", "maj", "-k", "2"), "Maj@k of 4 runs")):
        out = run(*files, *options, "--svg", path, "--plot")[1]
        root = ElementTree.parse(path).getroot()
        assert root.find("{http://www.w3.org/2000/svg}title").text == title
        words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        assert {"a", "b", "c", "twin"} <= set(words)
        assert "● a   ▲ b   ■ twin   ◆ c\n" in out
