"""Runs are compared on the same questions only: where files have their texts or hashes, these agree."""

from __future__ import annotations

import copy
import json

import pytest
from harness_files import OPTIONS, inspect, livecodebench, lm_eval, tau2_bench, tau_bench, verifiers
from result_files import good, lines, refused, said


def with_text(value):
    """Files of each format in which question 2 has this text."""
    items = {
        "lm-eval": lm_eval(), "livecodebench": livecodebench(), "verifiers": verifiers(), "tau-bench": tau_bench(),
    }  # fmt: skip
    for item in items["lm-eval"]:
        item["doc_hash"] = f"h{item['doc_id']}" if item["doc_id"] != 2 else value
    for item in items["livecodebench"]:
        item["question_content"] = "?" if item["question_id"] != "abc2_a" else value
    for item in items["verifiers"]:
        user = {"role": "user", "content": "?" if item["example_id"] != 2 else value}
        item["prompt"] = [{"role": "system", "content": "You are"}, user]
    for item in items["tau-bench"]:
        item["info"] = {"task": {"instruction": "?" if item["task_id"] != 2 else value}}
    log, taus = inspect(), tau2_bench()
    for sample in log["samples"]:
        sample["input"] = "?" if sample["id"] != 3 else value
    for task in taus["tasks"]:
        task["user_scenario"] = {"instructions": "?" if task["id"] != "2" else value}
    records = [{"task_id": q, "passed": q % 2, "question": "?" if q != 2 else value} for q in range(3)]
    found = {name: lines(rows) for name, rows in items.items()}
    # The fields of records that name the question must agree among themselves, so the texts differ.
    for row in records:
        row["question"] += str(row["task_id"])
    return {**found, "inspect": json.dumps(log), "tau2-bench": json.dumps(taus), "records": lines(records)}


@pytest.mark.parametrize(
    ("name", "question", "field"),
    [
        ("lm-eval", "2", "doc_hash"), ("livecodebench", "'abc2_a'", "question_content"), ("verifiers", "2", "prompt"),
        ("tau-bench", "2", "instruction"), ("inspect", "3", "input"), ("tau2-bench", "'2'", "user_scenario"), ("records", "2", "question"),
    ],
)  # fmt: skip
def test_two_subjects_are_not_compared(tmp_path, name, question, field):
    one, same, other = (tmp_path / file for file in ("one", "same", "other"))
    for path, value in ((one, "x"), (same, "x"), (other, "y")):
        path.write_text(with_text(value)[name])
    options = OPTIONS.get(name, ())
    good(one, same, *options)
    hint = "; --question FIELD matches them by this field only" if name == "records" else ""
    assert said(one, same, other, *options) == (
        f"{other}: question {question} is not that of {one}: they differ in {field}; all runs must have the same questions{hint}"
    )
    said(one, other, *options, "--merge")  # nor are they merged into one run


def test_the_user_knows_better(tmp_path):
    """Prompts differ if each model has its own template."""
    paths = [tmp_path / "one", tmp_path / "other"]
    for path in paths:
        path.write_text(lines({"task_id": q, "prompt": f"{path.name}: {q}", "passed": q} for q in range(2)))
    assert "they differ in prompt; all runs must have the same questions; --question FIELD" in said(*paths)
    good(*paths, "--question", "task_id")


def test_a_hash_goes_before_a_prompt(tmp_path):
    paths = [tmp_path / "one", tmp_path / "other"]
    for path in paths:
        rows = ({"task_id": q, "prompt": [path.name], "question_hash": f"h{q}", "passed": q} for q in range(2))
        path.write_text(lines(rows))
    good(*paths)


def test_what_belongs_to_the_run_may_differ(tmp_path):
    """A system message, and the ids that Inspect gives to messages."""
    log = inspect()
    paths = [tmp_path / "one", tmp_path / "other"]
    for i, path in enumerate(paths):
        mine = copy.deepcopy(log)
        for sample in mine["samples"]:
            content = [{"type": "text", "text": f"question {sample['id']}"}] if sample["id"] > 1 else "one"
            sample["input"] = [
                {"id": f"{i}a", "role": "system", "content": f"You are {i}"},
                {"id": f"{i}b", "role": "user", "content": content},
            ]
        path.write_text(json.dumps(mine))
    good(*paths, "--scorer", "match")
    text = paths[1].read_text()
    paths[1].write_text(text.replace("question 3", "another"))
    assert "question 3 is not that of" in said(*paths, "--scorer", "match")


def test_files_that_say_nothing_match_all(tmp_path):
    paths = [tmp_path / name for name in ("bare", "one", "other")]
    paths[0].write_text(lines({"task_id": q, "passed": 1} for q in range(2)))
    for path in paths[1:]:
        path.write_text(lines({"task_id": q, "question": f"{path.name} {q}", "passed": q} for q in range(2)))
    good(paths[0], paths[1])
    assert f"{paths[2]}: question 0 is not that of {paths[1]}" in said(*paths)


def test_models_of_one_file_have_the_same_questions():
    rows = [{"task_id": q, "model": m, "question": f"{q}{m * (q == 2)}", "passed": 1} for m in "ab" for q in range(3)]
    words = "fields 'task_id' and 'question' group the records differently (2 goes with '2a' and '2b')"
    assert words in refused(lines(rows))
