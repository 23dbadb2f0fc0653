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


LAYOUTS = [
    "{model}/{task}.jsonl",
    "{task}/{model}.jsonl",
    "{model}_{task}.jsonl",
    "out_{task}_{model}.jsonl",
    "{task}/{model}/samples.jsonl",
    "model={model}/task={task}/part-0.jsonl",
    "2025-06-0{n}/{model}/{task}.jsonl",
    "2025-06-0{n}_10-20-3{n}_{model}_{task}/out.jsonl",
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(tmp_path, layout):
    files = {layout.format(model=model, task=task, n=MODELS.index(model) + 1): records(model, task) for model, task in TRUTH}
    beside = {
        "config.json": {"seed": 1},
        "README.md": "",
        "summary.json": [{"model": m, "task": t, "score": x[2]} for (m, t), x in MEANS.items()],
    }
    assert cells(placed(tmp_path / "out", {**files, **beside})) == MEANS
    assert cells(tmp_path / "out", "--task", "arc,gsm8k") == {key: x for key, x in MEANS.items() if key[1] != "arc_easy"}


def rows_of(model, task):
    return [[int(x)] for x in TRUTH[model, task]]


def lm_eval(model, task):
    """Make records of one filter. Their hashes of questions differ from task to task."""
    rows = (row for row in harness_files.lm_eval(rows_of(model, task)) if row["filter"] != "strict-match")
    return [{**row, "filter": "none", "doc_hash": f"{task} {row['doc_id']}"} for row in rows]


HARNESSES = {
    "lm-eval": ("org__{model}/samples_{task}_2025-06-0{n}T10-22-31.10451{n}.jsonl", lambda *key: lines(lm_eval(*key)), ()),
    "opencompass": ("20250601_101500/results/{model}/{task}.json", lambda *key: harness_files.opencompass(rows_of(*key)), ()),
    "nemo-skills": (
        "{model}/eval-results/{task}/output.jsonl",
        lambda *key: lines({**row, "problem": f"{key[1]} {row['problem']}"} for row in harness_files.nemo_skills(0, rows_of(*key))),
        (),
    ),
    "inspect": (
        "logs/2025-06-01T1{n}-20-0{k}+00-00_{task}_f49c6919fc380b0{n}{k}.json",
        lambda model, task: {**harness_files.inspect(rows_of(model, task)), "eval": {"model": model, "task": task}},
        harness_files.INSPECT,
    ),
    "helm": (
        "runs/v1/{task}:model={model}/per_instance_stats.json",
        lambda *key: harness_files.helm(rows_of(*key)),
        ("--metric", "exact_match"),
    ),
}


@pytest.mark.parametrize("name", HARNESSES)
def test_harnesses(tmp_path, name):
    layout, make, options = HARNESSES[name]
    path = {key: layout.format(model=key[0], task=key[1], n=MODELS.index(key[0]) + 1, k=TASKS.index(key[1])) for key in TRUTH}
    folder = placed(tmp_path / "out", {path[key]: make(*key) for key in TRUTH})
    found = cells(folder, *options)
    if name == "lm-eval":
        assert {run for run, _ in found} == {"org/gpt-4o", "org/claude-3-5"}
    assert {(run.rpartition("/")[2], task): cell for (run, task), cell in found.items()} == MEANS


def test_one_metric_for_each_task(tmp_path):
    both = {"metrics": ["exact_match", "em"], "em": 1.0}
    for key in TRUTH:
        text = lines({**row, **both} for row in lm_eval(*key))
        placed(tmp_path / "out", {f"org__{key[0]}/samples_{key[1]}_2025-06-01T10-22-31.104512.jsonl": text})
    assert "in common; use --metric" in said(tmp_path / "out")
    found = cells(tmp_path / "out", "--metric", "gsm8k=exact_match@none,arc=em,arc_easy=exact_match")
    assert all(x[2] == 1 if task == "arc" else x == MEANS[run[4:], task] for (run, task), x in found.items())


def test_harbor_jobs_of_two_models(tmp_path):
    jobs = {}
    for i, model in enumerate("ab"):
        for task in range(3):
            for attempt in range(2):
                one = harness_files.harbor_trial(task, attempt, (task + attempt + i) % 2)
                one = {**one, "agent_info": {**one["agent_info"], "model_info": {"name": model, "provider": "p"}}}
                jobs[f"job{i}/{one['trial_name']}/result.json"] = one
    got = json.loads(run(placed(tmp_path / "jobs", jobs), "--json")[1])
    assert [(row["question_count"], row["trials"]) for row in got["runs"]] == [(3, 2), (3, 2)]


@pytest.mark.parametrize(
    "folder, more, expected",
    [("out", {}, "out"), ("out/qwen", {}, "qwen"), ("out/2025/qwen", {}, "qwen"), ("out", {"model_name": "m"}, "m")],
)
@pytest.mark.parametrize("given", ["", "out", "out/."])
def test_the_name_of_a_run_alone(tmp_path, folder, more, expected, given):
    placed(tmp_path, {f"{folder}/{task}.jsonl": records("gpt-4o", task, **more) for task in TASKS})
    assert {name for name, _ in cells(tmp_path / given)} == {expected}


def test_a_broken_file_among_good_ones(tmp_path):
    files = {f"{model}/{task}.jsonl": records(model, task) for model, task in TRUTH}
    for text in ('{"id": 0, "pas', "", '{"id": 0}\n{"id": 1}'):
        folder = placed(tmp_path / f"out{len(text)}", {**files, "gpt-4o/arc.jsonl": text})
        assert "gpt-4o/arc.jsonl" in said(folder)
    folder = placed(tmp_path / "copy", {**files, "gpt-4o/arc (1).jsonl": files["gpt-4o/arc.jsonl"]})
    assert cells(folder) == MEANS


def test_templates_by_hand(tmp_path):
    files = {f"{model}/{task}/seed{s}.jsonl": records(model, task) for model, task in TRUTH for s in (3, 9)}
    folder = placed(tmp_path / "out", files)
    wanted = {key: (size, 2, mean) for key, (size, _, mean) in MEANS.items()}
    assert cells(folder) == cells(folder, "--path", "{run}/{task}/seed{trial}.jsonl") == wanted


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


def test_tasks_in_the_records(tmp_path):
    rows = {
        model: [
            {"dataset": task, "id": i, "question": f"{task} {i}", "passed": x} for task in TASKS for i, x in enumerate(TRUTH[model, task])
        ]
        for model in MODELS
    }
    assert cells(placed(tmp_path / "out", {f"{model}.jsonl": lines(own) for model, own in rows.items()})) == MEANS


def test_fields_that_another_file_explains(tmp_path):
    files = {
        (model, task): lines({"prompt": f"{task} {i}", "response": "4", "exact_match": int(x and task != "arc")} for i, x in enumerate(row))
        for (model, task), row in TRUTH.items()
    }
    found = cells(placed(tmp_path / "out", {f"{model}/{task}.jsonl": text for (model, task), text in files.items()}))
    assert found == {key: (*x[:2], 0.0 if key[1] == "arc" else x[2]) for key, x in MEANS.items()}


def test_parts_in_names(tmp_path):
    texts = {key: records(*key).splitlines(keepends=True) for key in TRUTH}
    files = {f"{m}/{t}_part{n}.jsonl": "".join(own[:3] if n == 1 else own[3:]) for (m, t), own in texts.items() for n in (1, 2)}
    assert cells(placed(tmp_path / "out", files)) == MEANS


def test_numbers_that_may_be_runs(tmp_path):
    files = {f"epoch{n}/{task}.jsonl": records(model, task) for model, task in TRUTH for n in (1, 2)}
    assert "may number runs or trials" in said(placed(tmp_path / "out", files))
    files = {f"lora-r{n}/{task}.jsonl": records(model, task) for (model, task), n in zip(TRUTH, (8, 8, 8, 64, 64, 64))}
    assert {run for run, _ in cells(placed(tmp_path / "ranks", files))} == {"r8", "r64"}


NUMBERS = ["run{n}_{model}_{task}", "{model}_{task}_run{n}", "{task}/seed{n}-{model}", "{model}_seed{n}_{task}", "s{n}/{model}/{task}"]


@pytest.mark.parametrize("layout", NUMBERS)
def test_numbers_of_trials_in_names(tmp_path, layout):
    files = {f"{layout.format(model=model, task=task, n=n)}.jsonl": records(model, task) for model, task in TRUTH for n in (1, 2, 3)}
    assert cells(placed(tmp_path / "out", files)) == {key: (x[0], 3, x[2]) for key, x in MEANS.items()}


def test_what_is_said_beside_of_the_trial(tmp_path):
    files = {}
    for i, (model, task, seed) in enumerate((*key, seed) for key in TRUTH for seed in (0, 1)):
        files[f"{i:02}f3a{i:02}b/samples.jsonl"] = records(model, task)
        files[f"{i:02}f3a{i:02}b/meta.json"] = {"model": model, "task": task, "seed": seed}
    assert cells(placed(tmp_path / "out", files)) == {key: (x[0], 2, x[2]) for key, x in MEANS.items()}


def test_a_file_whose_outcomes_are_all_alike_is_read_like_the_others(tmp_path):
    """If all outcomes of a file are alike, its field of outcomes is found from another file with the same fields."""
    files = {
        f"{task}.jsonl": lines({"qid": f"{task}{i}", "trial": t, "hit": int(i % most > 0)} for i in range(1, 13) for t in range(3))
        for task, most in (("arc", 2), ("drop", 13))
    }
    assert set(cells(placed(tmp_path / "out", files)).values()) == {(12, 3, 0.5), (12, 3, 1.0)}
