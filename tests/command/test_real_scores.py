"""Check --scores: real scores in reports, leaderboards, gates, slices and curves have the library's numbers."""

from __future__ import annotations

import json
import random
import re

import pytest
from result_files import INTERVAL, good, lines, refused, report, scored

from scorio_lite import Scores, confidence, max_at_k

ROWS = {"a": [0.37, 0.5, 1], "b": [0.25, 0.125, 0.9], "c": [0.0, 0.75, 0.1], "d": [0.3, 0.3, 1 / 3]}
OTHER = {"a": [0.1, 0.2, 0.3], "b": [0.9, 0.0, 0.5], "c": [0.5, 0.25, 0.1], "d": [0.2, 0.3, 0.4]}


def records(rows, **more):
    return [{"task_id": q, "trial": j, "score": x, **more} for q, row in rows.items() for j, x in enumerate(row)]


def table(rows):
    return "question,t1,t2,t3\n" + "".join(f"{q},{','.join(map(repr, row))}\n" for q, row in rows.items())


def named(found):
    return dict(zip(INTERVAL, found))


@pytest.mark.parametrize(
    "text",
    [lines(records(ROWS)), table(ROWS), json.dumps(list(ROWS.values())), lines(records(ROWS)[::-1])],
    ids=["records", "table", "matrix", "other order"],
)
def test_a_report(tmp_path, text):
    rows = list(ROWS.values())
    for option, ends in (("--scores", (0, 1)), ("--scores=0,2", (0, 2)), ("--scores=-1,1", (-1, 1))):
        scores = Scores(rows, *ends)
        found = report(text, option)
        assert (found["scores"], found["question_count"], found["trials"]) == (list(ends), 4, 3)
        assert found["avg"] == named(confidence.avg(scores))
        assert found["avg_these"] == named(confidence.avg(scores, questions="these"))
        assert [row["max_at_k"] for row in found["at_k"]] == [named(confidence.max_at_k(scores, k)) for k in (1, 2, 3)]
    assert f"  2  {max_at_k(Scores(rows), 2):.3f} [" in good("-", "--scores", "--svg", tmp_path / "x.svg", stdin=text)
    assert "Max@k" in (tmp_path / "x.svg").read_text()


def test_the_range_is_an_argument_of_the_option_only_if_it_is_one(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(table(ROWS))
    for given in (["--scores", str(path)], [str(path), "--scores"], ["--scores", "0,1", str(path)], ["--scores=0,1", str(path)]):
        assert scored(*given)["scores"] == [0, 1]


def test_a_leaderboard_slices_plans_and_requirements():
    rows = [*records(ROWS, model="x"), *records(OTHER, model="y")]
    a, b = Scores(list(ROWS.values())), Scores(list(OTHER.values()))
    for rank_by, metric, k in (("avg", "avg", None), ("max@2", "max_at_k", 2)):
        found = report(lines(rows), "--scores", "--rank-by", rank_by)
        assert [row["run"] for row in found["runs"]] == ["x", "y"]
        assert tuple(found["runs"][1]["difference"].values()) == confidence.compare(b, a, metric, k)
    sliced = report(
        lines([{**row, "level": "low" if row["task_id"] in "ab" else "high"} for row in records(ROWS)]), "--scores", "--by", "level"
    )
    parts = {part["slice"]: part for part in sliced["by"]["slices"]}
    assert parts["low"]["avg"] == named(confidence.avg(Scores([ROWS["a"], ROWS["b"]])))
    planned = report(lines(records(ROWS)), "--scores", "--plan", "0.1")
    assert planned["plan"]["metrics"][0]["enough_questions"] == confidence.enough(a, 0.1)
    for bound, status in ((0.01, 0), (0.4, 4), (0.99, 3)):
        good("-", "--scores", "--require", f"avg>={bound}", stdin=lines(records(ROWS)), status=status)


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
    """Curves of real scores are of Max@k, as Pass@k is for 0/1 outcomes only."""
    more = ("--outcome", "grade", "--values", "rewards") if "grade" in text else ()
    found = report(text, option, *more, "-k", "1,2")
    assert [sorted(one) for one in found["runs"][0]["at_k"]] == [["k", "max_at_k"]] * 2
    if not more:
        assert found["runs"][0]["at_k"][1]["max_at_k"] == named(confidence.max_at_k(Scores(list(ROWS.values())), 2))
    for asked in ((), ("-k", "1,2"), ("--rank-by", "max@2")):
        good("-", option, *more, *asked, "--html", tmp_path / "x.html", stdin=text)
        page = (tmp_path / "x.html").read_text(encoding="utf-8")
        assert "Max@k over k (trials)" in page
        assert "Pass@k" not in page


def test_missing_trials():
    rows = records(ROWS)
    del rows[4]  # of b
    kept = {**ROWS, "b": [0.25, 0.9]}
    wanted = {
        "own": list(kept.values()),
        "drop": [row for q, row in ROWS.items() if q != "b"],
        "fail": [*list(kept.values())[:1], [0.25, 0.9, 0], *list(kept.values())[2:]],
    }
    for policy, scores in wanted.items():
        assert report(lines(rows), "--scores", "--missing", policy)["avg"] == named(confidence.avg(Scores(scores)))
    assert "see --missing" in refused(lines(rows), "--scores")


def test_questions_one_by_one_are_read_back():
    text = good("-", "--scores", "--by-question", "--csv", stdin=table(ROWS))
    again = report(text, "--scores", "--outcome", "outcome")
    assert again["avg"] == named(confidence.avg(Scores(sorted(ROWS.values(), key=lambda row: sum(row) / 3))))


def test_without_it_a_file_of_real_numbers_is_refused_with_both_ways_out():
    for text in (lines(records(ROWS)), table(ROWS), json.dumps(list(ROWS.values()))):
        assert "See --threshold T, --scores or --scores LOW,HIGH" in refused(text)
        good("-", "--threshold", "0.5", stdin=text)
    for item in ({"id": "a", "f1": 0.37}, {"id": "a", "grades": [0.37, 1]}, {"a": [0.37], "b": [0.1]}):
        assert "--scores, or --scores LOW,HIGH" in refused(item) or "--scores or --scores LOW,HIGH" in refused(item)
    assert "--scores" not in refused({"id": "a", "f1": 37})


def test_a_narrow_band_is_noted():
    note = "The scores use little of the range 0 to 100, and intervals allow for all of it"
    rng = random.Random("band")
    narrow = {f"q{i}": [round(rng.uniform(45, 55), 2)] * 3 for i in range(40)}
    wide = {f"q{i}": [round(rng.uniform(0, 100), 2)] * 3 for i in range(40)}
    alike, less = ({f"q{i}": [25, 50, high] for i in range(40)} for high in (75, 74))  # means that hardly differ
    for rows, is_noted in (narrow, True), (wide, False), (alike, False), (less, True):
        assert (note in good("-", "--scores=0,100", stdin=table(rows)).replace("\n", " ")) is is_noted


@pytest.mark.parametrize("ends", [(0, 1e155), (-1e300, 1e300), (0, 5e-324), (-1, 123456789012345678901234567890), (1e9, 1e9 + 2)])
@pytest.mark.parametrize("runs", [1, 2])
def test_scales_of_any_size(tmp_path, runs, ends):
    """On scales of any size nothing overflows, and numbers fit into tables and pictures."""
    low, high = ends
    rows = [[low, low, high], [high, low, low], [low, low, low]][: 3 if runs == 1 else 2]
    for name, some in zip("ab", (rows, rows[::-1])):
        (tmp_path / f"{name}.csv").write_text("".join(f"q{i},{','.join(map(repr, row))}\n" for i, row in enumerate(some)))
    files = [tmp_path / f"{name}.csv" for name in "ab"][:runs]
    for more in ((), ("--percent", "--plot"), ("--markdown",), ("--svg", tmp_path / "x.svg"), ("--html", tmp_path / "x.html")):
        text = good(*files, f"--scores={low!r},{high!r}", *more)
        assert max(map(len, re.findall(r"\d+", text))) < 16
