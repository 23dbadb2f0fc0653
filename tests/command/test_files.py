"""Check result files in Python: the numbers are the command's, and matrices are in the order of the files."""

from __future__ import annotations

import pytest
from result_files import files_in, lines, placed, scored

from scorio_lite import Tally, confidence, files, pass_at_k
from scorio_lite.files import ReadError, read

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 1]]
RECORDS = [{"id": f"q{i}", "trial": j, "passed": x, "usd": i + j, "answer": "ab"[x]} for i, row in enumerate(R) for j, x in enumerate(row)]


def test_one_run(tmp_path):
    (path,) = files_in(tmp_path, one=lines(reversed(RECORDS)))
    evaluation = read(path)
    assert (evaluation.runs, evaluation.tasks, evaluation.questions()) == ([str(path)], [""], ["q2", "q1", "q0"])
    assert evaluation.matrix() == R[::-1]  # by the numbers of the trials
    assert evaluation.tally() == Tally(R)
    assert pass_at_k(evaluation.matrix(), 2) == scored(path, "-k", "2")["at_k"][0]["pass_at_k"]["value"]
    assert read(path, cost="usd").costs() == [[3 + i, 2 + i, 1 + i, i] for i in (2, 1, 0)]
    outcomes, costs = read(path, cost="usd").beside("cost")
    assert (
        confidence.cost_per_solve(costs, outcomes)[0]
        == confidence.cost_per_solve([[3 + i, 2 + i, 1 + i, i] for i in (2, 1, 0)], R[::-1])[0]
    )
    votes = read(path, answer="answer").answers()
    assert votes.questions == 3


def test_runs_and_tasks(tmp_path):
    text = lines(
        {"model": model, "ds": task, **one} for model in "xy" for task in ("a", "b") for one in RECORDS[: 12 if task == "a" else 8]
    )
    (path,) = files_in(tmp_path, board=text)
    evaluation = read(path, task="ds", run="model")
    assert (evaluation.runs, evaluation.tasks) == (["x", "y"], ["a", "b"])
    assert evaluation.questions("b") == ["q0", "q1"]
    assert evaluation.matrix("x", "b") == R[:2]
    assert confidence.ranks([evaluation.matrix(run, "a") for run in evaluation.runs]) == [(1, 2), (1, 2)]
    with pytest.raises(ValueError, match="task must be one of 'a', 'b'"):
        evaluation.matrix("x")
    with pytest.raises(KeyError, match="there is no run 'z'"):
        evaluation.matrix("z", "a")


def test_a_folder(tmp_path):
    for model in ("big", "small"):
        for seed in (0, 1):
            placed(tmp_path / "out", {f"{model}/seed{seed}.jsonl": lines({"id": f"q{i}", "passed": row[seed]} for i, row in enumerate(R))})
    evaluation = read(tmp_path / "out")
    assert evaluation.runs == ["big", "small"]
    assert evaluation.matrix("big") == [row[:2] for row in R]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (lines(RECORDS[:-1]), {"missing": "own"}, [*R[:2], [0, 0, 0]]),
        (lines(RECORDS[:-1]), {"missing": "fail"}, [*R[:2], [0, 0, 0, 0]]),
        (lines(RECORDS[:-1]), {"missing": "drop"}, R[:2]),
        (
            lines({"id": i, "reward": 2 * x} for i, row in enumerate(R) for x in row),
            {"weights": [-1, 0, 1]},
            [[2 * x for x in row] for row in R],
        ),
        (lines({"id": i, "score": x / 4} for i, row in enumerate(R) for x in row), {"scores": (0, 1)}, [[x / 4 for x in row] for row in R]),
        (lines({"id": i, "verdict": "AB"[x]} for i, row in enumerate(R) for x in row), {"outcome": "verdict", "success": "B"}, R),
        ("id,n,c\na,3,2\nb,3,0\n", {"counts": ("n", "c")}, [[1, 1, 0], [0, 0, 0]]),
        ("[[0, 1], [1, 1]]", {}, [[0, 1], [1, 1]]),
    ],
)
def test_matrices(tmp_path, text, options, expected):
    (path,) = files_in(tmp_path, one=text)
    assert read(path, **options).matrix() == expected


def test_missing_trials_and_the_order_of_costs(tmp_path):
    (path,) = files_in(
        tmp_path,
        one=lines([{"id": 0, "trial": t, "passed": 1} for t in (0, 2)] + [{"id": 1, "trial": t, "passed": int(t == 2)} for t in range(3)]),
    )
    evaluation = read(path, missing="bounds")
    assert evaluation.matrix() == [[1, 1, None], [0, 0, 1]]
    assert confidence.bounded(evaluation.matrix())[1] == 2 / 3
    with pytest.raises(ValueError, match="trials are missing"):
        evaluation.tally()
    rows = [{"id": q, "trial": t, "passed": int(t == 0), "usd": 10 if t == 0 else 1} for q in range(3) for t in (2, 1, 0)]
    (path,) = files_in(tmp_path, two=lines(rows))
    both = read(path, cost="usd")
    assert (both.matrix()[0], both.costs()[0]) == ([0, 0, 1], [1, 1, 10])
    assert read(path, ignore="usd").matrix()[0] == [1, 0, 0]
    assert repr(both) == f"Evaluation(runs=['{path}'], tasks=[''])"


def test_scores(tmp_path):
    (path,) = files_in(tmp_path, one=lines({"id": i, "score": x / 4} for i, row in enumerate(R) for x in row))
    scores = read(path, scores=(0, 1)).scores()
    assert confidence.avg(scores)[0] == scored(path, "--scores")["avg"]["value"]
    with pytest.raises(ValueError, match="scores="):
        read(path, outcome="score", threshold=0.2).scores()


def test_refusals(tmp_path):
    """A ReadError lists the readings that fit. An error about a wrong option names the option."""
    (path,) = files_in(tmp_path, one=lines({"id": i, "arm": arm, "passed": 1} for i in range(3) for arm in "ab"))
    with pytest.raises(ReadError, match="differ in 'arm'") as refused:
        read(path)
    first = refused.value.readings[0]
    assert first["options"] == ["--run=arm"]
    assert [one["question_count"] for one in first["runs"]] == [3, 3]
    assert read(path, run="arm").runs == ["a", "b"]
    with pytest.raises(TypeError, match="'svg'"):
        read(path, svg="x")
    with pytest.raises(TypeError, match="needs a file"):
        read()
    with pytest.raises(ValueError, match="threshold"):
        read(path, threshold="x")
    with pytest.raises(ReadError, match="No such file"):
        read(tmp_path / "none.csv")
    assert files.__all__ == ["Evaluation", "ReadError", "read"]
