"""Check a curve over steps (--x): the numbers are the library's, in the order of the steps; and what is refused."""

from __future__ import annotations

import random

import pytest
from result_files import good, lines, placed, rows_of, run, said, scored

from scorio_lite import confidence

STEPS = (400, 0, 50, 1200)


def records(field="step", names=STEPS, trials=3):
    rng = random.Random("steps")
    rows = {name: [[rng.randint(0, 1) for _ in range(trials)] for _ in range(12)] for name in names}
    return rows, lines(
        {"id": f"q{q}", "page": q // 2, field: name, "trial": t, "passed": x}
        for name, R in rows.items()
        for q, row in enumerate(R)
        for t, x in enumerate(row)
    )


@pytest.mark.parametrize(
    ("options", "asked"),
    [((), ("avg", None)), (("--rank-by", "pass", "-k", "2"), ("pass_at_k", 2)), (("--rank-by", "pass_hat@3"), ("pass_hat_k", 3))],
)
def test_it_is_the_band_of_the_library(options, asked):
    rows, text = records()
    found = scored("-", "--x", "step", *options, stdin=text)
    assert [step["x"] for step in found["steps"]] == sorted(STEPS)
    expected = confidence.series([rows[x] for x in sorted(STEPS)], *asked)
    assert [(step["value"], step["lo"], step["hi"]) for step in found["steps"]] == expected
    assert [float(row["lo"]) for row in rows_of("-", "--x", "step", *options, stdin=text)] == [lo for _, lo, _ in expected]


@pytest.mark.parametrize(("ks", "k"), [("2", 2), ("1,3", 3), ("3,1", 3)])
def test_the_k_of_a_metric_without_one(ks, k):
    rows, text = records()
    found = scored("-", "--x", "step", "--rank-by", "pass", "-k", ks, stdin=text)
    assert found["k"] == k
    values = confidence.series([rows[x] for x in sorted(STEPS)], "pass_at_k", k)
    assert [step["value"] for step in found["steps"]] == [value for value, *_ in values]


def test_clusters_and_scores():
    rows, text = records()
    found = scored("-", "--x", "step", "--cluster", "page", stdin=text)["steps"]
    expected = confidence.series([rows[x] for x in sorted(STEPS)], clusters=[q // 2 for q in range(12)])
    assert [(step["value"], step["lo"], step["hi"]) for step in found] == expected
    assert scored("-", "--x", "step", "--scores", stdin=text)["steps"][0]["value"] == expected[0][0]


@pytest.mark.parametrize(("names", "found"), [((-50, 0, 400), [-50, 0, 400]), (("a-50", "a-100"), [50, 100])])
def test_a_minus_belongs_to_a_number_alone(names, found):
    assert [step["x"] for step in scored("-", "--x", "step", stdin=records(names=names)[1])["steps"]] == found


def test_steps_in_paths_and_pages(tmp_path):
    rows, _ = records()
    files = {f"ckpt-{name}.jsonl": lines({"id": q, "passed": x} for q, row in enumerate(R) for x in row) for name, R in rows.items()}
    folder = placed(tmp_path, files)
    found = scored(folder, "--path", "ckpt-{run}.jsonl", "--x", "step")
    assert [step["x"] for step in found["steps"]] == sorted(STEPS)
    out = good(folder, "--path", "ckpt-{run}.jsonl", "--x", "step", "--html", tmp_path / "x.html", "--svg", tmp_path / "x.svg")
    assert "avg@3 by step: 4 steps of 12 questions, 3 trials each" in out
    page, picture = ((tmp_path / f"x.{kind}").read_text(encoding="utf-8") for kind in ("html", "svg"))
    assert ">avg@3 by step</h1>" in page
    assert picture.count("<circle") == 4
    assert 'class="band f0 s0"' in picture


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("base", 100), "--x step: 'base' has no number"),
        (("a1-b2", 100), "--x step: 'a1-b2' has more than one number"),
        (("step 1", "1"), "--x step: 'step 1' and '1' are the same step"),
    ],
)
def test_what_is_no_step(names, words):
    assert words in said("-", "--x", "step", stdin=records(names=names)[1])


@pytest.mark.parametrize(
    "option",
    [("--anytime",), ("--by", "id"), ("--plan", "0.1"), ("--require", "avg>=0.5"), ("--questions", "these"), ("--missing", "bounds")],
)
def test_what_it_cannot_be_combined_with(option):
    status, _, err = run("-", "--x", "step", *option, stdin=records()[1])
    assert status == 2
    assert "--x " in err
