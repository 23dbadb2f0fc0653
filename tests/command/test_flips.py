"""Check --flips, which lists the questions that two runs answer differently."""

from __future__ import annotations

from math import comb

import pytest
from result_files import files_in, good, lines, scored

from scorio_lite._command.differences import _chance

A = {"easy": "1111", "won": "1111", "lost": "0001", "half": "1100", "hard": "0000", "one": "1000"}
B = {"easy": "1111", "won": "0000", "lost": "1111", "half": "0111", "hard": "0000", "one": "0000"}


@pytest.fixture
def files(tmp_path):
    return files_in(
        tmp_path,
        **{
            name: lines({"id": q, "passed": int(x)} for q, row in rows.items() for x in row)
            for name, rows in (("first.jsonl", A), ("second.jsonl", B))
        },
    )


def fisher(x, n, y, m):
    """Return the p-value of Fisher's exact test by definition, from all tables with these sums."""
    ways = {i: comb(n, i) * comb(m, x + y - i) for i in range(max(0, x + y - m), min(n, x + y) + 1)}
    return sum(way for way in ways.values() if way <= ways[x]) / comb(n + m, x + y)


def test_the_surest_first(files):
    board = scored(*files, "--flips", "first", "second")
    assert [row["run"] for row in board["runs"]] == ["first", "second"]
    got = board["flips"]
    assert (got["first"], got["second"]) == ("first", "second")
    assert [row["question"] for row in got["differing"]] == ["won", "lost", "one", "half"]
    for row in got["differing"]:
        name = row["question"]
        x, y = A[name].count("1"), B[name].count("1")
        assert (row["first"], row["second"]) == ({"successes": x, "trials": 4}, {"successes": y, "trials": 4})
        assert row["p"] == fisher(x, 4, y, 4)
    assert got["differing"][0]["p"] == 2 / 70
    assert got["solved"] == {"both": 1, "first_alone": 1, "second_alone": 2, "neither": 2}


def test_other_options_and_other_runs(files, tmp_path):
    """With --flips, the command also prints the leaderboard of the two runs, as it does without --flips."""
    (tmp_path / "third.jsonl").write_text(files[0].read_text())
    options = "--rank-by", "pass@2"
    found = scored(*files, tmp_path / "third.jsonl", *options, "--flips", "first", "second")
    assert found.pop("flips") == scored(*files, "--flips", "first", "second")["flips"]
    assert found == scored(*files, *options)


def test_fishers_test():
    """The p-values are right for all tables of unequal numbers of trials."""
    for n in range(1, 6):
        for m in range(1, 6):
            for x in range(n + 1):
                for y in range(m + 1):
                    assert _chance((n - x, x), (m - y, y)) == fisher(x, n, y, m)


def test_a_p_at_the_level_counts(tmp_path):
    """Three successes beside three failures have a p of 1/10."""
    files = files_in(tmp_path, **{"a.json": [[1, 1, 1]], "b.json": [[0, 0, 0]]})
    for level, sure in ("0.9", "Here p <= 0.1 for 1 of 1;"), ("0.91", "Here p <= 0.09 for 0 of 1;"):
        assert sure in " ".join(good("--flips", *files, "--confidence", level).split())


def test_runs_by_name_or_file(files):
    expected = good(*files, "--flips", "first", "second")
    assert good(*files, "--flips", files[0], "second") == expected
    assert good("--flips", *files) == expected, "the files themselves"
    named = good(*files, "--name", f"x={files[0]}", "--flips", "second", "x")
    assert "The success rates of second and x differ" in named
