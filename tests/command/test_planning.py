"""Check plans without data (--plan A,B), and what a budget buys (--budget)."""

from __future__ import annotations

from fractions import Fraction

from result_files import R, good, lines, rows_of, said, scored

from scorio_lite import confidence


def test_each_case_is_that_of_the_library():
    found = scored("--plan", "0.7,0.65", "--power", "0.9", "--confidence", "0.9")
    a, b, how = Fraction(7, 10), Fraction(13, 20), {"power": 0.9, "confidence": 0.9}
    expected = [confidence.plan(a, b, **how)]
    expected += [confidence.plan(a, b, correlation=r, **how) for r in (0, 0.25, 0.5, 0.75)]
    expected += [confidence.plan(a, b, differ=Fraction(1, 20), **how)]
    assert [case["questions"] for case in found["cases"]] == expected == sorted(expected, reverse=True)
    assert [case["exactly_one"] for case in found["cases"]][::5] == [0.65, 0.05]
    assert [int(row["questions"]) for row in rows_of("--plan", "0.7,0.65", "--power", "0.9", "--confidence", "0.9")] == expected


def test_what_rates_do_not_allow_is_left_out():
    """--plan leaves out correlations that the rates do not allow, such as 0.25 at rates of 90 and 20 %."""
    found = scored("--plan", "0.2,0.9")
    assert [case["correlation"] for case in found["cases"]] == [None, 0, None]
    assert "if they solve 20.0 and 90.0 of them" in " ".join(good("--plan", "0.2,0.9", "--percent").split())


def test_a_budget():
    rows = lines({"id": f"q{i}", "outcomes": row} for i, row in enumerate(R))
    asked = ("-", "--outcome", "outcomes", "--budget", "100,0.5,0.125")
    found = scored(*asked, stdin=rows)["budget"]
    M, N, half = confidence.best_split(R, 100, 0.5, 0.125)
    assert (found["questions"], found["trials"], found["half_width"]) == (M, N, half)
    assert f"with {M} questions, {N} trials each" in " ".join(good(*asked, stdin=rows).split())
    graded = lines({"id": f"q{i}", "outcomes": [x / 2 for x in row]} for i, row in enumerate(R))
    scores = scored(*asked, "--scores", stdin=graded)["budget"]
    assert scores["half_width"] < half


def test_what_a_budget_cannot_do():
    once = lines({"id": i, "passed": i % 2} for i in range(4))
    assert "must have at least two trials of each question" in said("-", "--budget", "10,0,1", stdin=once)
    assert "budget must pay for two questions of one trial" in said("--example", "--budget", "1,1,1")
