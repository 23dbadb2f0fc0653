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
PASSED = {"small": 28 / 84, "large": 56 / 84}
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


def test_example():
    assert "Pass@" in good("--example")


@pytest.mark.parametrize("name", BOARDS)
def test_board(name, tmp_path):
    path = placed(tmp_path, {name: BOARDS[name]}) / name
    found = scored(path)
    assert [(row["run"], row["value"]) for row in found["runs"]] == [
        ("large", PASSED["large"]),
        ("small", PASSED["small"]),
    ]
    for form in ("--markdown", "--latex", "--csv"):
        text = good(path, form)
        assert text.index("large") < text.index("small")


@pytest.mark.parametrize("name", ROWS)
def test_report(name, tmp_path):
    path = placed(tmp_path, {"matrix.json": ROWS[name]}) / "matrix.json"
    found = scored(path)
    assert (found["question_count"], found["trials"], found["avg"]["value"]) == (21, 4, PASSED[name])
    assert [row["pass_at_k"]["value"] for row in found["at_k"]] == [
        scorio_lite.pass_at_k(ROWS[name], k["k"]) for k in found["at_k"]
    ]
    interval = scorio_lite.confidence.avg(ROWS[name])
    assert (found["avg"]["se"], found["avg"]["lo"], found["avg"]["hi"]) == interval[1:]
    assert "21 questions" in " ".join(good(path).split())


def test_gate(tmp_path):
    path = placed(tmp_path, {"matrix.json": ROWS["large"]}) / "matrix.json"
    statuses = [run(path, "--require", f"avg>={limit}")[0] for limit in (0.2, 0.65, 0.95)]
    assert statuses == [0, 4, 3], "met, undecided, failed"


def test_page(tmp_path):
    path = placed(tmp_path, {"runs.jsonl": BOARDS["runs.jsonl"]}) / "runs.jsonl"
    good(path, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.count("<svg") >= 1


def test_slices(tmp_path):
    path = placed(tmp_path, {"runs.jsonl": BOARDS["runs.jsonl"]}) / "runs.jsonl"
    assert "t2" in good(path, "--by", "topic")


def test_refusal_with_offers(tmp_path):
    records = [{"task_id": f"q{q}", "temperature": t / 2, "passed": (q + t) % 2} for q in range(12) for t in range(3)]
    path = placed(tmp_path, {"runs.jsonl": lines(records)}) / "runs.jsonl"
    status, out, err = run(path, "--json")
    assert status == 1
    assert "temperature" in err
    assert 0.5 in [run["avg"] for reading in json.loads(out)["readings"] for run in reading["runs"]]


def test_files_in_python(tmp_path):
    path = placed(tmp_path, {"runs.jsonl": BOARDS["runs.jsonl"]}) / "runs.jsonl"
    evaluation = scorio_lite.files.read(path)
    assert sorted(evaluation.runs) == ["large", "small"]
    assert evaluation.matrix("large") == ROWS["large"]
