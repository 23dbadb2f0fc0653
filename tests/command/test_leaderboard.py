"""Check several runs: values, differences, ranks, and the questions that all runs must have."""

from __future__ import annotations

import re

import pytest
from result_files import files_in, good, lines, scored

from scorio_lite._command.score.metric_names import choose
from scorio_lite._command.text import columns

RUNS = {
    "a": [[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 1, 1]],
    "b": [[1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]],
    "twin": [[0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 1]],
    "c": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
}


@pytest.fixture
def files(tmp_path):
    return files_in(tmp_path, **{name: RUNS[name] for name in ("c", "b", "a", "twin")})


def leaderboard(*arguments):
    got = scored(*arguments)
    return got, [row["run"] for row in got["runs"]]


def test_every_metric_has_an_interval_or_a_posterior():
    """Every metric has an interval or a posterior, and so can rank and be drawn."""
    every = [*choose(["all"], False), *choose(["all"], True)]
    assert all(one.has_interval or one.has_credible for one in every)


def test_long_names_fit(tmp_path):
    runs = {"long" * 30 + name: rows for name, rows in RUNS.items()}
    runs["模型" * 20] = RUNS["b"]
    runs["x" * 40 + "70b" + "y" * 70] = runs["x" * 40 + "8b" + "y" * 70] = RUNS["a"]
    paths = files_in(tmp_path, **runs)
    for options in ((), ("--rank-by", "g_pass@0.75", "-k", "4"), ("--percent",), ("--rank-by", "geom", "-k", "2"), ("-k", "1,2,3,4")):
        out = good(*paths, *options)
        assert max(map(columns, out.splitlines())) <= 80
        table = out.split("\n\n")[1].splitlines()[1:]
        starts = [i for i, line in enumerate(table) if line[:5].strip()]
        cells = ["".join(line[5:].strip().split("  ")[0] for line in table[i:j]) for i, j in zip(starts, [*starts[1:], None])]
        assert set(cells) == set(runs), "wrapped, and not cut"
    names = [row["run"] for row in leaderboard(*paths)[0]["runs"]]
    assert set(names) == set(runs), "in full"


@pytest.mark.parametrize("name", ["a ", " a", "a\t", "\u00a0a", "of ", "algebra total "])
def test_blanks_around_a_name_do_not_matter(tmp_path, name):
    files = [tmp_path / f"{i}.jsonl" for i in range(3)]
    for file, one in zip(files, (name, name.strip(), f" {name} ")):
        file.write_text(lines([{"task_id": one, "passed": 1}, {"task_id": "b", "passed": 0}]), encoding="utf-8")
    assert [scored(file)["question_count"] for file in files] == [2, 2, 2]
    assert [run["question_count"] for run in scored(*files)["runs"]] == [2, 2, 2]


def test_the_trials_are_a_column_where_they_differ(tmp_path):
    paths = files_in(tmp_path, a=RUNS["a"], b=[row[:2] for row in RUNS["b"]])
    rows = [re.split(" {2,}", line.strip()) for line in good(*paths).splitlines()[3:6]]
    assert [row[-1] for row in rows] == ["trials", "4", "2"]
    assert "trials" not in good(paths[0], *files_in(tmp_path, c=RUNS["c"])).split("\n\n")[1]
