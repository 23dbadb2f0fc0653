"""What every Python must do: .ci/run calls these tests on each that is at hand, with pytest alone."""

from __future__ import annotations

import json

import pytest
from harness_files import lines
from result_files import good, placed, run, scored

import scorio_lite

ROWS = {
    "small": [[0, 1, 1, 0], [1, 0, 0, 1], [0, 0, 0, 0]] * 7,
    "large": [[1, 1, 1, 1], [1, 1, 0, 1], [0, 0, 1, 0]] * 7,
}
RECORDS = [
    {"model": name, "task_id": f"q{q}", "trial": t, "topic": f"t{q % 3}", "passed": bool(x)}
    for name, rows in ROWS.items()
    for q, row in enumerate(rows)
    for t, x in enumerate(row)
]
TABLE = "\n".join([",".join(RECORDS[0]), *(",".join(map(str, record.values())) for record in RECORDS)])
BOARDS = {
    "runs.jsonl": lines(RECORDS),
    "runs.json": json.dumps(RECORDS),
    "runs.csv": TABLE,
    "runs.tsv": TABLE.replace(",", "\t"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_board(name, tmp_path):
    path = placed(tmp_path, {name: BOARDS[name]}) / name
    assert [(row["run"], row["value"]) for row in scored(path)["runs"]] == [("large", 56 / 84), ("small", 28 / 84)]
    for form in ("--markdown", "--latex", "--csv"):
        text = good(path, form)
        assert text.index("large") < text.index("small")
    assert "t2" in good(path, "--by", "topic")
    good(path, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>") and "<svg" in page
    evaluation = scorio_lite.files.read(path)
    assert sorted(evaluation.runs) == ["large", "small"] and evaluation.matrix("large") == ROWS["large"]


@pytest.mark.parametrize("name", ROWS)
def test_report(name, tmp_path):
    path = placed(tmp_path, {"matrix.json": ROWS[name]}) / "matrix.json"
    found = scored(path)
    interval = scorio_lite.confidence.avg(ROWS[name])
    assert (found["question_count"], found["trials"]) == (21, 4)
    assert tuple(found["avg"][key] for key in ("value", "se", "lo", "hi")) == interval
    assert [row["pass_at_k"]["value"] for row in found["at_k"]] == [
        scorio_lite.pass_at_k(ROWS[name], k["k"]) for k in found["at_k"]
    ]
    assert "21 questions" in " ".join(good(path).split()) and "Pass@" in good("--example")


def test_gate(tmp_path):
    path = placed(tmp_path, {"matrix.json": ROWS["large"]}) / "matrix.json"
    statuses = [run(path, "--require", f"avg>={limit}")[0] for limit in (0.2, 0.65, 0.95)]
    assert statuses == [0, 4, 3], "met, undecided, failed"


def test_refusal_with_offers():
    records = [{"task_id": f"q{q}", "temperature": t / 2, "passed": (q + t) % 2} for q in range(12) for t in range(3)]
    status, out, err = run("-", "--json", stdin=lines(records))
    assert status == 1 and "temperature" in err
    assert 0.5 in [run["avg"] for reading in json.loads(out)["readings"] for run in reading["runs"]]
