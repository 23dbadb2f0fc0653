"""Files that are easily misread: the right numbers come out, or a question; never other numbers, without a word."""

from __future__ import annotations

import json
import random

import pytest
from result_files import lines, placed, run

SHAPES = {
    "list": lambda row: {"trials": row},
    "counts": lambda row: {"n": len(row), "c": sum(row)},
    "columns": lambda row: {f"trial_{i}": x for i, x in enumerate(row)},
}


def answer(folder, *arguments):
    """Return (status, document, message) of the command with --json; the document of a refusal has its readings."""
    status, out, err = run(*(folder / one if (folder / one).exists() else one for one in arguments), "--json")
    return status, json.loads(out), err.replace("=", " ")


def content(shape, field, seed, mark="x"):
    """Return records of outcomes at random, with questions in an order of their own."""
    rng = random.Random(seed)
    questions = rng.sample([f"{mark}{q}" for q in range(16)], 16)
    return lines({field: q, **SHAPES[shape]([rng.randint(0, 1) for _ in range(3)])} for q in questions)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_position_of_a_record_is_not_its_question(shape, tmp_path):
    """Runs in different orders are compared question by question, once it is said which field names them."""
    for folder, field in ((tmp_path, "slug"), (tmp_path / "usual", "task_id")):
        placed(folder, {f"{run}.jsonl": content(shape, field, run) for run in "ab"})
    status, _, said = answer(tmp_path, "a.jsonl", "b.jsonl")
    assert status == 1 and "--question slug" in said
    gate = ("--baseline", tmp_path / "b.jsonl", "--require", "avg-base>=-0.3")
    assert answer(tmp_path, "a.jsonl", *gate)[0] == 1, "also if it is a gate"
    usual, told = (
        answer(tmp_path, *paths)[1]["runs"]
        for paths in (["usual/a.jsonl", "usual/b.jsonl"], ["a.jsonl", "b.jsonl", "--question", "slug"])
    )
    for name in ("run", "rank", "value", "lo", "hi", "difference"):
        assert [row[name] for row in told] == [row[name] for row in usual]


def test_runs_of_other_questions_are_not_compared(tmp_path):
    placed(tmp_path, {f"{mark}.jsonl": content("list", "uid", mark, mark) for mark in "xy"})
    for more in ((), ("--question", "uid")):
        assert answer(tmp_path, "x.jsonl", "y.jsonl", *more)[0] == 1


def test_questions_of_equal_names_have_equal_texts(tmp_path):
    long = "what is, in the numbers of the table that is given above, the sum of"
    for name, last in (("a", "a"), ("b", "a"), ("c", "c")):
        texts = [f"{long} {q} and {last if q == 7 else 'a'}?" for q in range(12)]
        records = [{"task_id": q, "question": text, "passed": q % 2} for q, text in enumerate(texts)]
        placed(tmp_path, {f"{name}.jsonl": lines(records)})
    assert answer(tmp_path, "a.jsonl", "b.jsonl")[0] == 0
    status, _, said = answer(tmp_path, "a.jsonl", "c.jsonl")
    assert status == 1 and "question 7 differs from" in said


def test_numbered_files_that_are_named_one_by_one_are_asked_about(tmp_path):
    names = ("run9.csv", "run10.csv")
    placed(tmp_path, dict.fromkeys(names, "question_id,correct\n" + "".join(f"q{q},{q % 2}\n" for q in range(12))))
    status, _, said = answer(tmp_path, *names)
    assert status == 1 and "--merge" in said
    status, found, _ = answer(tmp_path, *names, "--merge")
    assert (status, found["question_count"], found["trials"]) == (0, 12, 2)


def test_a_file_that_asks_is_not_passed_over(tmp_path):
    """The mean of a folder is never that of the files that are read without a question."""
    plain = lines({"task_id": f"q{q}", "passed": q % 3 % 2} for q in range(20))
    asks = lines({"task_id": f"q{q}", "verdict": ["ja", "nein"][q % 2], "temperature": 0.2} for q in range(20))
    placed(tmp_path / "out", {"m.jsonl": plain, "zz.jsonl": asks})
    status, found, _ = answer(tmp_path, "out")
    assert status == 1 or len(found["runs"]) == 2
