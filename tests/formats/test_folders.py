"""Folders and archives as harnesses write them, and files of several trials: the numbers of the run, once."""

from __future__ import annotations

import json
from itertools import product

import harness_files as made
import pytest
from harness_files import OUTCOMES, archive, inspect, lines, texts_of
from result_files import as_bytes, placed, run, zipped

from scorio_lite import files

JOB = {f"{trial['trial_name']}/result.json": trial for trial in (made.harbor_trial(*each) for each in made.TRIALS)}
TASKS = {
    f"{trial['task_id']}/{trial['trial_name']}/results.json": trial
    for trial in (made.terminal_bench_trial(*each) for each in made.TRIALS)
}
SUMMARY = {**made.harbor(), "trial_results": []}
RUNS = {  # a folder in the shape that the harness gives it, and its options
    "nemo-skills": (
        {
            **{f"output-rs{i}.jsonl": text for i, text in enumerate(texts_of("nemo-skills"))},
            "metrics.json": {"a": 1},
            "output-rs0.jsonl.done": "",
        },
        {},
    ),
    "harbor": (
        {
            **JOB,
            "result.json": SUMMARY,
            "config.json": {"n_attempts": 2},
            "task-0__aB0/config.json": {},
            "task-0__aB0/trial.log": "...",
        },
        {},
    ),
    "terminal-bench": (
        {**TASKS, "results.json": made.terminal_bench(), "run_metadata.json": {"run_id": "a"}, "tb.lock": "{"},
        {},
    ),
    "terminal-bench without results.json": (TASKS, {}),
    "helm": (
        {
            "per_instance_stats.json": made.helm(),
            "run_spec.json": {"name": "a"},
            "stats.json": [{"name": {"name": "x"}}],
        },
        {"metric": "exact_match"},
    ),
    "tau2-bench": (made.tau2_files(index=False), {}),
    "inspect": ({"log.eval": archive(inspect()), "eval-set.json": {"a": 1}}, {"metric": "match"}),
    "swe-bench": (
        {
            f"run{t}/a__a-{q}/report.json": made.swe_bench_instance(q, row[t])
            for q, row in enumerate(OUTCOMES)
            for t in range(2)
        },
        {"path": "run{trial}/{}/report.json"},
    ),
}


RATES = {f"t{i}": {"passed": True, "rate": 0.5} for i in range(3)}  # numbers of tasks, as summaries have them
COMPANIONS = {  # what harnesses write beside the trials, with their usual content
    "evalplus": {
        "run/samples.jsonl": lines({"task_id": f"HumanEval/{q}", "solution": "def f(): ..."} for q in range(3)),
        "run/samples.raw.jsonl": lines({"task_id": f"HumanEval/{q}", "solution": f"x = {q}"} for q in range(3)),
    },
    "bigcodebench": {
        "run/a_pass_at_k.json": {"pass@1": 0.5, "model": "m", "calibrated": True, "failed_tasks": ["BigCodeBench/2"]},
        "run/a.jsonl": lines({"task_id": f"BigCodeBench/{q}", "solution": f"x = {q}"} for q in range(3)),
    },
    "human-eval": {
        "run/samples.jsonl": lines({"task_id": f"HumanEval/{q}", "completion": f"    return {q}"} for q in range(3))
    },
    "tau2-bench": {
        "tasks.json": [{"id": str(q), "description": {}, "evaluation_criteria": {"actions": [{}]}} for q in range(3)],
        "db.json": {"users": {f"u{q}": {"name": "a", "active": True} for q in range(3)}},
        "policy.md": "# Policy",
    },
    "inspect": {
        "run/logs.json": {f"{name}.eval": {**made.inspect(), "samples": None} for name in "ab"},
        "run/eval-set.json": {"eval_set_id": "x", "tasks": [{"name": "a", "task_id": "t", "model": "m"}]},
    },
    "swe-bench": {
        "preds.json": {
            f"a__a-{q}": {"instance_id": f"a__a-{q}", "model_name_or_path": "m", "model_patch": ""} for q in range(3)
        },
        "all_preds.jsonl": lines({"instance_id": f"a__a-{q}", "model_patch": "", "resolved": None} for q in range(3)),
        "run/eval.log": "All tests passed\n",
    },
    "opencompass": {
        "predictions/m/aime.json": {str(q): {"origin_prompt": "?", "prediction": "4", "gold": "4"} for q in range(3)},
        "summary/summary_20250101.csv": "dataset,version,metric,mode,m\naime,1,accuracy,gen,50.0\ngsm,1,accuracy,gen,60.0\n",
        "configs/20250101.py": "models = []\n",
    },
    "helm": {
        "run/run_spec.json": {"name": "mmlu", "metric_specs": [{"class_name": "a", "args": {}}], "groups": ["mmlu"]},
        "run/scenario.json": {"name": "mmlu", "tags": ["knowledge"], "definition_path": "a.py"},
        "run/stats.json": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 0.5}] * 2,
        "run/instances.json": [
            {"id": f"id{q}", "references": [{"tags": ["correct"]}], "split": "test"} for q in range(3)
        ],
        "run/scenario_state.json": {
            "adapter_spec": {"model": "m"},
            "request_states": [
                {"instance": {"id": f"id{q}"}, "train_trial_index": 0, "result": {"success": True}} for q in range(3)
            ],
        },
        "run/display_predictions.json": [
            {"instance_id": f"id{q}", "train_trial_index": 0, "predicted_text": "A", "stats": {"exact_match": 1.0}}
            for q in range(3)
        ],
    },
    "nemo-skills": {"run/metrics.json": {"aime": {"pass@1": {"num_entries": 3, "symbolic_correct": 50.0}}}},
    "terminal-bench": {"run/run_metadata.json": {"run_id": "a", "n_attempts": 2, "accuracy": 0.5, "tasks": RATES}},
    "harbor": {"run/config.json": {"n_attempts": 2, "tasks": [{"path": "a"}], "agents": [{"name": "a"}]}},
}


@pytest.mark.parametrize("name", COMPANIONS)
def test_what_a_harness_writes_beside_its_trials_is_no_data(tmp_path, name):
    """A companion is passed over, whatever it holds, and is named."""
    options = {"inspect": {"metric": "match"}, "helm": {"metric": "exact_match"}}.get(name, {})
    text = texts_of(name)[0]
    names = {"helm": "run/per_instance_stats.json", "opencompass": "results/m/aime.json", "swe-bench": "m.run.json"}
    shape = "jsonl" if made.SHAPES[name][0] == "lines" else "json"
    folder = placed(tmp_path / "x", {names.get(name, f"run/a_eval_results.{shape}"): text, **COMPANIONS[name]})
    evaluation = files.read(folder, **options)
    assert outcomes(evaluation) == outcomes(files.read(placed(tmp_path, {"a.txt": text}) / "a.txt", **options))


def lm_eval_folder(model="acme/llama", rows=OUTCOMES):
    """Return {path: content} of a model's folder: two tasks, of which one has two filters, the other two metrics."""
    date = "2025-01-02T03-04-05.678901"
    sums = [0, 0, 0, 0]
    gsm, arc = [], []
    for q, row in enumerate(rows):
        for name, x in zip(("strict-match", "flexible-extract"), row):
            gsm.append(
                {**made.lm_eval([row])[0], "doc_id": q, "doc_hash": f"h{q}", "filter": name, "exact_match": float(x)}
            )
        arc.append(
            {
                **gsm[-1],
                "filter": "none",
                "metrics": ["acc", "acc_norm"],
                "acc": float(row[1]),
                "acc_norm": float(row[0]),
            }
        )
        del arc[-1]["exact_match"]
        sums = [total + x / len(rows) for total, x in zip(sums, (*row, row[1], row[0]))]
    config = {
        "dataset_path": "x",
        "output_type": "generate_until",
        "repeats": 1,
        "num_fewshot": 5,
        "should_decontaminate": False,
    }
    filters = [
        {"name": name, "filter": [{"function": "regex"}, {"function": "take_first"}]}
        for name in ("strict-match", "flexible-extract")
    ]
    metrics = [{"metric": "exact_match", "aggregation": "mean", "higher_is_better": True}]
    better = {"gsm8k": {"exact_match": True}, "arc_easy": {"acc": True, "acc_norm": True}}
    results = {
        "results": {
            "gsm8k": {"alias": "gsm8k", "exact_match,strict-match": sums[0], "exact_match,flexible-extract": sums[1]},
            "arc_easy": {"alias": "arc_easy", "acc,none": sums[2], "acc_stderr,none": 0.1, "acc_norm,none": sums[3]},
        },
        "group_subtasks": {"gsm8k": [], "arc_easy": []},
        "configs": {
            "gsm8k": {**config, "task": "gsm8k", "metric_list": metrics, "filter_list": filters},
            "arc_easy": {
                **config,
                "task": "arc_easy",
                "metric_list": [{"metric": name} for name in ("acc", "acc_norm")],
            },
        },
        "versions": {"gsm8k": 3.0, "arc_easy": 1.0},
        "n-shot": {"gsm8k": 5, "arc_easy": 0},
        "higher_is_better": better,
        "n-samples": {name: {"original": len(rows), "effective": len(rows)} for name in better},
        "config": {"model": "hf", "model_args": f"pretrained={model}", "limit": None, "bootstrap_iters": 100000},
        "git_hash": "9e1f",
        "date": 1735786000.0,
        "model_name": model,
        "model_name_sanitized": model.replace("/", "__"),
        "total_evaluation_time_seconds": "61.5",
    }
    return {
        f"results_{date}.json": results,
        f"samples_gsm8k_{date}.jsonl": lines(gsm),
        f"samples_arc_easy_{date}.jsonl": lines(arc),
    }


def test_a_folder_of_lm_evaluation_harness(tmp_path):
    """Results files are no data; what counts is asked about with numbers, in all tasks; named one by one, it is the same."""
    models = {"acme/llama": OUTCOMES, "acme/small": [(0, 0), (0, 1), (0, 0)]}
    folder = placed(
        tmp_path / "out",
        {
            f"{model.replace('/', '__')}/{path}": content
            for model, rows in models.items()
            for path, content in lm_eval_folder(model, rows).items()
        },
    )
    with pytest.raises(files.ReadError, match="'acc', 'acc_norm'") as caught:
        files.read(folder)
    offered = [reading["keywords"]["metric"] for reading in caught.value.readings]
    assert set(offered) == {
        f"{one},exact_match@{two}" for one in ("acc", "acc_norm") for two in ("strict-match", "flexible-extract")
    }
    metric = "acc_norm,exact_match@flexible-extract"
    evaluation = files.read(folder, metric=metric)
    assert evaluation.runs == list(models) and sorted(evaluation.tasks) == ["arc_easy", "gsm8k"]
    for name, rows in zip(evaluation.runs, models.values()):
        assert evaluation.matrix(name, "gsm8k") == [[x] for _, x in rows]
        assert evaluation.matrix(name, "arc_easy") == [[x] for x, _ in rows]
    for pattern, runs in (("*/samples*", ["acme__llama", "acme__small"]), ("*/*", [*models])):
        again = files.read(*sorted(folder.glob(pattern)), metric=metric)
        assert again.runs == runs
        for (one, other), task in product(zip(runs, models), again.tasks):
            assert again.matrix(one, task) == evaluation.matrix(other, task)
    placed(
        folder, {"acme__llama/results_2025-01-03T03-04-05.678901.json": '{"results": {"gsm8k"'}
    )  # it is being written
    assert files.read(folder, metric=metric).runs == evaluation.runs
    of_one = files.read(*sorted(folder.glob("*llama/samples*")), metric=metric)
    assert len(of_one.runs) == 1 and sorted(of_one.tasks) == ["arc_easy", "gsm8k"]
    typed = run(folder, "--metric", metric, "--explain")[1]
    assert f"--metric {metric}" in " ".join(typed.split())


def test_two_models_without_a_common_task(tmp_path):
    records = {name: lines({"model": name, "id": f"{name}{q}", "passed": q % 2} for q in range(6)) for name in "ab"}
    placed(tmp_path, {f"{name}/{name}.jsonl": text for name, text in records.items()})
    status, text, error = run(tmp_path, "--path", "{run}/{task}.jsonl")
    assert (status, error) == (0, "") and "no mean and no rank" in text and " less " not in text


def outcomes(evaluation):
    assert len(evaluation.runs) == len(evaluation.tasks) == 1, evaluation
    return sorted(tuple(map(int, row)) for row in evaluation.matrix())


@pytest.mark.parametrize("name", RUNS)
def test_a_folder_of_one_run(tmp_path, name):
    content, options = RUNS[name]
    folder = placed(tmp_path / "run", content)
    assert outcomes(files.read(folder, **options)) == sorted(OUTCOMES)
    packed = [(f"run/{path}", as_bytes(text)) for path, text in content.items()]
    assert outcomes(files.read(placed(tmp_path, {"run.zip": zipped(*packed)}) / "run.zip", **options)) == sorted(
        OUTCOMES
    )


@pytest.mark.parametrize("name", ["swe-bench", "nemo-skills"])
def test_files_of_a_trial_each(tmp_path, name):
    folder = placed(tmp_path, {f"part{i}.json": text for i, text in enumerate(texts_of(name))})
    assert outcomes(files.read(*sorted(folder.iterdir()), merge=True)) == sorted(OUTCOMES)


def test_entries_without_names(tmp_path):
    """BFCL counts the entries that succeeded, and names those that failed: two files are trials of all entries."""
    one, two = texts_of("bfcl")
    all_right = json.dumps({"accuracy": 1, "correct_count": 4, "total_count": 4})
    folder = placed(tmp_path, {"a/java_score.json": one, "b/java_score.json": two, "c/java_score.json": all_right})
    paths = [folder / name / "java_score.json" for name in "abc"]
    assert outcomes(files.read(*paths[:2], merge=True)) == sorted(OUTCOMES)
    assert outcomes(files.read(paths[0])) == [(0,), (0,), (1,)]
    with pytest.raises(files.ReadError):  # four entries, and three
        files.read(*paths, merge=True)


def test_steps_of_training(tmp_path):
    """Records without a usual name of a question are asked about, in a folder, too."""
    folder = placed(
        tmp_path, {f"{step}.jsonl": lines({**item, "step": step} for item in made.verl()) for step in (9, 10, 100)}
    )
    with pytest.raises(files.ReadError) as caught:
        files.read(folder)
    assert caught.value.readings[0]["keywords"] == {"question": "input"}
    assert len(files.read(folder, question="input").runs) == 3


def test_what_a_harness_counts(tmp_path):
    """--missing harness scores as the harness does."""
    for name, changes, mean in (
        ("tau2-bench", {"simulations.1.reward_info": None}, 0.5),
        ("terminal-bench", {"results.0.is_resolved": None}, 1 / 3),
        ("harbor", {"trial_results.0.verifier_result": None}, 1 / 3),
    ):
        path = placed(tmp_path, {f"{name}.json": made.changed(made.MAKERS[name](), changes)}) / f"{name}.json"
        with pytest.raises(files.ReadError) as caught:
            files.read(path)
        assert caught.value.code == "missing"
        rows = outcomes(files.read(path, missing="harness"))
        assert sum(map(sum, rows)) / 6 == pytest.approx(mean)
