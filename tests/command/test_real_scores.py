"""Check --scores: real scores in reports, leaderboards, gates, slices and curves have the library's numbers."""

from __future__ import annotations

import re

import pytest
from result_files import INTERVAL, good, lines, report

from scorio_lite import Scores, confidence

ROWS = {"a": [0.37, 0.5, 1], "b": [0.25, 0.125, 0.9], "c": [0.0, 0.75, 0.1], "d": [0.3, 0.3, 1 / 3]}
OTHER = {"a": [0.1, 0.2, 0.3], "b": [0.9, 0.0, 0.5], "c": [0.5, 0.25, 0.1], "d": [0.2, 0.3, 0.4]}


def records(rows, **more):
    return [{"task_id": q, "trial": j, "score": x, **more} for q, row in rows.items() for j, x in enumerate(row)]


def table(rows):
    return "question,t1,t2,t3\n" + "".join(f"{q},{','.join(map(repr, row))}\n" for q, row in rows.items())


def named(found):
    return dict(zip(INTERVAL, found))


@pytest.mark.parametrize(
    ("text", "option"),
    [
        (lines([*records(ROWS, model="x"), *records(OTHER, model="y")]), "--scores"),
        (
            lines(
                {"id": q, "trial": j, "model": m, "grade": (q * j + len(m)) % 3 / 2}
                for m in ("x", "yy")
                for q in range(5)
                for j in range(3)
            ),
            "--weights=0,0.5,1",
        ),
    ],
)
def test_curves_of_several_runs_are_of_the_best_of_k(tmp_path, text, option):
    """Curves of real scores are of Max@k, since Pass@k is for 0/1 outcomes only."""
    more = ("--outcome", "grade") if "grade" in text else ()
    found = report(text, option, *more, "-k", "1,2")
    assert [sorted(one) for one in found["runs"][0]["at_k"]] == [["k", "max_at_k"]] * 2
    if not more:
        assert found["runs"][0]["at_k"][1]["max_at_k"] == named(confidence.max_at_k(Scores(list(ROWS.values())), 2))
    for asked in ((), ("-k", "1,2"), ("--rank-by", "max@2")):
        good("-", option, *more, *asked, "--html", tmp_path / "x.html", stdin=text)
        page = (tmp_path / "x.html").read_text(encoding="utf-8")
        assert "Max@k over k (trials)" in page
        assert "Pass@k" not in page


def test_questions_one_by_one_are_read_back():
    text = good("-", "--scores", "--by-question", "--csv", stdin=table(ROWS))
    again = report(text, "--scores", "--outcome", "outcome")
    assert again["avg"] == named(confidence.avg(Scores(sorted(ROWS.values(), key=lambda row: sum(row) / 3))))


@pytest.mark.parametrize(
    "ends", [(0, 1e155), (-1e300, 1e300), (0, 5e-324), (-1, 123456789012345678901234567890), (1e9, 1e9 + 2)]
)
@pytest.mark.parametrize("runs", [1, 2])
def test_scales_of_any_size(tmp_path, runs, ends):
    """On scales of any size nothing overflows, and numbers fit into tables and pictures."""
    low, high = ends
    rows = [[low, low, high], [high, low, low], [low, low, low]][: 3 if runs == 1 else 2]
    for name, some in zip("ab", (rows, rows[::-1])):
        (tmp_path / f"{name}.csv").write_text(
            "".join(f"q{i},{','.join(map(repr, row))}\n" for i, row in enumerate(some))
        )
    files = [tmp_path / f"{name}.csv" for name in "ab"][:runs]
    for more in ((), ("--percent",), ("--markdown",), ("--svg", tmp_path / "x.svg"), ("--html", tmp_path / "x.html")):
        text = good(*files, f"--scores={low!r},{high!r}", *more)
        assert max(map(len, re.findall(r"\d+", text))) < 16
