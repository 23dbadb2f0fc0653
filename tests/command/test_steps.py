"""Check a curve over steps (--x): the numbers are the library's, in the order of the steps; and what is refused."""

from __future__ import annotations

import random

from result_files import good, lines, placed, scored

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
