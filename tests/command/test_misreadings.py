"""Files that are easily misread: the right numbers come out, or a question; never other numbers, without a word."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, placed, run

STRANGE = ("q", "uid", "slug", "url", "ref")
SHAPES = {
    "list": lambda row: {"trials": row},
    "counts": lambda row: {"n": len(row), "c": sum(row)},
    "columns": lambda row: {f"trial_{i}": x for i, x in enumerate(row)},
}


def answer(folder, *arguments):
    """Return (status, document, message) of the command with --json; the document of a refusal has its readings."""
    status, out, err = run(*(folder / one if (folder / one).exists() else one for one in arguments), "--json")
    assert status in (0, 1, 3, 4), err
    return status, json.loads(out), err.replace("=", " ")


def values(found):
    return {row["run"]: (row["value"], row["lo"], row["hi"], row["worst"]) for row in found["runs"]}


def drawn(seed, mark="x"):
    """Return {question: outcomes} at random, in an order of its own."""
    rng = random.Random(seed)
    names = rng.sample([f"{mark}{q}" for q in range(16)], 16)
    return {
        name: [int(rng.random() < rate) for _ in range(3)] for name, rate in ((name, rng.random()) for name in names)
    }


def content(shape, name, rows):
    return lines({name: q, **SHAPES[shape](row)} for q, row in rows.items())


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_position_of_a_record_is_not_its_question(shape, name, tmp_path):
    """Two runs in different orders are compared question by question, or it is asked which field names them."""
    runs = {run: drawn(f"{run} {shape} {name}") for run in ("a", "b")}
    placed(tmp_path, {f"{run}.jsonl": content(shape, name, rows) for run, rows in runs.items()})
    placed(tmp_path / "usual", {f"{run}.jsonl": content(shape, "task_id", rows) for run, rows in runs.items()})
    gate = ("--baseline", tmp_path / "b.jsonl", "--require", "avg-base>=-0.3")
    right, (status, asked, said) = (
        answer(tmp_path, "usual/a.jsonl", "usual/b.jsonl")[1],
        answer(tmp_path, "a.jsonl", "b.jsonl"),
    )
    assert status == 1 and f"--question {name}" in said
    assert not asked["readings"] or asked["readings"][0]["options"] == [f"--question={name}"]
    status, found, _ = answer(tmp_path, "a.jsonl", "b.jsonl", "--question", name)
    assert (status, values(found)) == (0, values(right))
    assert answer(tmp_path, "a.jsonl", *gate)[0] == 1, "also if it is a gate"


@pytest.mark.parametrize("name", STRANGE)
def test_results_beside_an_unknown_id_are_never_paired_by_line(name, tmp_path):
    placed(tmp_path, {f"{run}.jsonl": lines({name: q, "results": x} for q, x in drawn(run).items()) for run in "ab"})
    for paths in (["a.jsonl"], ["b.jsonl", "a.jsonl"]):
        status, _, said = answer(tmp_path, *paths)
        assert status == 1 and f"--question {name}" in said


@pytest.mark.parametrize("shape", SHAPES)
def test_runs_of_other_questions_are_not_compared(shape, tmp_path):
    placed(tmp_path, {f"{mark}.jsonl": content(shape, "uid", drawn(mark, mark)) for mark in "xy"})
    for more in ((), ("--question", "uid")):
        assert answer(tmp_path, "x.jsonl", "y.jsonl", *more)[0] == 1


def test_questions_of_equal_names_have_equal_texts(tmp_path):
    for name in ("a", "b", "c"):
        texts = [
            f"what is, in the numbers of the table that is given above, the sum of {q} and {name if q == 7 and name != 'b' else 'a'}?"
            for q in range(12)
        ]
        records = [{"task_id": q, "question": f" {text}", "passed": q % 2} for q, text in enumerate(texts)]
        placed(tmp_path, {f"{name}.jsonl": lines(records)})
    assert answer(tmp_path, "a.jsonl", "b.jsonl")[0] == 0
    status, _, said = answer(tmp_path, "a.jsonl", "c.jsonl")
    assert status == 1 and "question 7 differs from" in said


def seeds(names):
    """Return a file of one trial for each name."""
    rng = random.Random(str(names))
    table = "question_id,correct\n"
    return {name: table + "".join(f"q{q},{rng.randint(0, 1)}\n" for q in range(12)) for name in names}


@pytest.mark.parametrize("names", [("run9.csv", "run10.csv"), ("trial_0.csv", "trial_1.csv", "trial_2.csv")])
def test_numbered_files_that_are_named_one_by_one_are_asked_about(names, tmp_path):
    placed(tmp_path, seeds(names))
    status, _, said = answer(tmp_path, *names)
    assert status == 1 and "--merge" in said
    status, found, _ = answer(tmp_path, *names, "--merge")
    assert (status, found["question_count"], found["trials"]) == (0, 12, len(names))


@pytest.mark.parametrize("others", [1, 3])
def test_a_file_that_asks_is_not_passed_over(others, tmp_path):
    """The mean of a folder is never that of the files that are read without a question."""
    plain = {
        f"m{i}.jsonl": lines({"task_id": f"q{q}", "passed": q * i % 3 % 2} for q in range(20)) for i in range(others)
    }
    asks = lines({"task_id": f"q{q}", "verdict": ["ja", "nein"][q % 2], "temperature": 0.2} for q in range(20))
    placed(tmp_path / "out", {**plain, "zz.jsonl": asks})
    status, found, _ = answer(tmp_path, "out")
    assert status == 1 or len(found["runs"]) == others + 1


@pytest.mark.parametrize("around", [lambda arms: arms, lambda arms: {"by_arm": arms}])
def test_arms_are_no_questions(around, tmp_path):
    arms = {arm: {"passed": [i % n == 0 for i in range(30)]} for arm, n in (("cold", 2), ("warm", 3))}
    status, found, _ = answer(placed(tmp_path, {"arms.json": around(arms)}), "arms.json")
    assert status == 1 or len(found["runs"]) == 2
