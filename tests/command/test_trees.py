"""Check trees of files: which file is which run, task and trial."""

from __future__ import annotations

import json
import random

import harness_files
import pytest
from result_files import lines, placed, run, said

RNG = random.Random("trees")
MODELS, TASKS, SIZES = ("gpt-4o", "claude-3-5"), ("gsm8k", "arc", "arc_easy"), {"gsm8k": 7, "arc": 5, "arc_easy": 6}
TRUTH = {(model, task): [RNG.random() < 0.5 for _ in range(SIZES[task])] for model in MODELS for task in TASKS}
MEANS = {key: (len(row), 1, round(sum(row) / len(row), 9)) for key, row in TRUTH.items()}


def records(model, task, **more):
    return lines({"id": i, "prompt": f"{task} {i}", "passed": x, **more} for i, x in enumerate(TRUTH[model, task]))


def cells(*arguments):
    """Return the cells of a board: questions, trials and mean by run and task."""
    status, out, err = run(*arguments, "--json")
    assert status == 0, err
    found = {}
    for row in json.loads(out)["runs"]:
        for task, cell in row["tasks"].items():
            found[row["run"], task] = cell["question_count"], cell["trials"], round(cell["avg"]["value"], 9)
    return found


def rows_of(model, task):
    return [[int(x)] for x in TRUTH[model, task]]


def lm_eval(model, task):
    """Make records of one filter. Their hashes of questions differ from task to task."""
    rows = (row for row in harness_files.lm_eval(rows_of(model, task)) if row["filter"] != "strict-match")
    return [{**row, "filter": "none", "doc_hash": f"{task} {row['doc_id']}"} for row in rows]


@pytest.mark.parametrize(
    "folder, more, expected",
    [("out", {}, "out"), ("out/qwen", {}, "qwen"), ("out/2025/qwen", {}, "qwen"), ("out", {"model_name": "m"}, "m")],
)
@pytest.mark.parametrize("given", ["", "out", "out/."])
def test_the_name_of_a_run_alone(tmp_path, folder, more, expected, given):
    placed(tmp_path, {f"{folder}/{task}.jsonl": records("gpt-4o", task, **more) for task in TASKS})
    assert {name for name, _ in cells(tmp_path / given)} == {expected}


@pytest.mark.parametrize("layout", ["{model}/{task}.jsonl", "{task}/{model}.jsonl", "{model}/{task}/samples.jsonl"])
def test_several_folders_are_one_tree(tmp_path, layout):
    files = {layout.format(model=model, task=task): records(model, task) for model, task in TRUTH}
    out = placed(tmp_path / "out", {**files, "config.json": {"seed": 1}})
    assert cells(*sorted(out.iterdir())) == cells(out) == MEANS
    assert cells(*sorted(one for one in out.iterdir() if one.is_dir())) == MEANS
    inner = [path for path in sorted(out.glob("*/*")) if path.is_dir()]
    assert not inner or cells(*inner) == MEANS


def test_files_of_several_tasks_offer_their_paths(tmp_path):
    model = MODELS[0]
    out = placed(tmp_path / "out", {f"{task}.jsonl": records(model, task) for task in TASKS})
    status, text, _ = run(*sorted(out.iterdir()), "--json")
    assert (status, ["--path={task}.jsonl"] in [one["options"] for one in json.loads(text)["readings"]]) == (1, True)


def test_one_answer_for_all_tasks(tmp_path):
    own = {"gsm8k": ["exact_match", "f1"], "arc": ["acc", "acc_norm"], "arc_easy": ["acc"]}
    for model, task in TRUTH:
        filters = ("strict", "flexible") if task == "gsm8k" else ("none",)
        text = lines(
            {**row, "filter": name, "metrics": own[task], **dict.fromkeys(own[task], row["exact_match"])}
            for name in filters
            for row in lm_eval(model, task)
        )
        placed(tmp_path / "out", {f"org__{model}/samples_{task}_2025-06-01T10-22-31.104512.jsonl": text})
    status, text, err = run(tmp_path / "out", "--json")
    assert (status, "gsm8k has the metrics 'exact_match', 'f1'; choose for all with --metric" in err) == (1, True)
    first = json.loads(text)["readings"][0]["options"]
    assert first == ["--metric=arc=acc,gsm8k=exact_match@strict"]
    renamed = placed(
        tmp_path / "more",
        {f"{one.parent.name}/{one.name.split('_2')[0][8:]},v1.jsonl": one.read_text() for one in tmp_path.glob("out/*/*")},
    )
    assert "arc has the metrics 'acc', 'acc_norm'; gsm8k has the metrics" in said(renamed), "another part of a name than the last"
    assert {(run[4:], task): x for (run, task), x in cells(tmp_path / "out", *first).items()} == MEANS
