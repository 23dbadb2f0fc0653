"""Folders and archives as harnesses write them, and files of several trials: the numbers of the run, once."""

from __future__ import annotations

import json
from itertools import product

import harness_files as made
import pytest
from harness_files import OUTCOMES, archive, inspect, lines, texts_of
from result_files import as_bytes, placed, run, zipped

from scorio_lite import files

TASKS = {
    f"{trial['task_id']}/{trial['trial_name']}/results.json": trial
    for trial in (made.terminal_bench_trial(*each) for each in made.TRIALS)
}
JOB = {f"{trial['trial_name']}/result.json": trial for trial in (made.harbor_trial(*each) for each in made.TRIALS)}
JOB.update({"result.json": {**made.harbor(), "trial_results": []}, "config.json": {"n_attempts": 2}})
REPORTS = product(enumerate(OUTCOMES), range(2))
RUNS = {  # a folder in the shape that the harness gives it, and its options
    "nemo-skills": (
        {**{f"output-rs{i}.jsonl": text for i, text in enumerate(texts_of("nemo-skills"))}, "metrics.json": {"a": 1}},
        {},
    ),
    "harbor": ({**JOB, "task-0__aB0/config.json": {}, "task-0__aB0/trial.log": "..."}, {}),
    "terminal-bench": (
        {**TASKS, "results.json": made.terminal_bench(), "run_metadata.json": {"run_id": "a"}, "tb.lock": "{"},
        {},
    ),
    "terminal-bench without results.json": (TASKS, {}),
    "helm": ({"per_instance_stats.json": made.helm(), "run_spec.json": {"name": "a"}}, {"metric": "exact_match"}),
    "tau2-bench": (made.tau2_files(), {}),
    "inspect": ({"log.eval": archive(inspect()), "eval-set.json": {"a": 1}}, {"metric": "match"}),
    "swe-bench": (
        {f"run{t}/a__a-{q}/report.json": made.swe_bench_instance(q, row[t]) for (q, row), t in REPORTS},
        {"path": "run{trial}/{}/report.json"},
    ),
}
RATES = {f"t{i}": {"passed": True, "rate": 0.5} for i in range(3)}  # numbers of tasks, as summaries have them
COMPANIONS = {  # what harnesses write beside the trials, with their usual content
    "evalplus": {"samples.jsonl": lines({"task_id": f"HumanEval/{q}", "solution": "def f(): ..."} for q in range(3))},
    "bigcodebench": {"a_pass_at_k.json": {"pass@1": 0.5, "calibrated": True, "failed_tasks": ["BigCodeBench/2"]}},
    "human-eval": {"samples.jsonl": lines({"task_id": f"HumanEval/{q}", "completion": "return 1"} for q in range(3))},
    "tau2-bench": {
        "tasks.json": [{"id": str(q), "description": {}, "evaluation_criteria": {"actions": [{}]}} for q in range(3)],
        "db.json": {"users": {f"u{q}": {"name": "a", "active": True} for q in range(3)}},
    },
    "inspect": {
        "logs.json": {f"{name}.eval": {**made.inspect(), "samples": None} for name in "ab"},
        "eval-set.json": {"eval_set_id": "x", "tasks": [{"name": "a", "task_id": "t", "model": "m"}]},
    },
    "swe-bench": {
        "preds.json": {f"a__a-{q}": {"instance_id": f"a__a-{q}", "model_patch": ""} for q in range(3)},
        "all_preds.jsonl": lines({"instance_id": f"a__a-{q}", "model_patch": "", "resolved": None} for q in range(3)),
    },
    "opencompass": {
        "../predictions/m/aime.json": {str(q): {"prediction": "4", "gold": "4"} for q in range(3)},
        "../summary/summary_2025.csv": "dataset,version,metric,mode,m\naime,1,accuracy,gen,50.0\ngsm,1,accuracy,gen,6\n",
    },
    "helm": {
        "stats.json": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 0.5}] * 2,
        "scenario_state.json": {
            "request_states": [{"instance": {"id": f"id{q}"}, "result": {"success": True}} for q in range(3)]
        },
        "display_predictions.json": [{"instance_id": f"id{q}", "stats": {"exact_match": 1.0}} for q in range(3)],
    },
    "nemo-skills": {"metrics.json": {"aime": {"pass@1": {"num_entries": 3, "symbolic_correct": 50.0}}}},
    "terminal-bench": {"run_metadata.json": {"run_id": "a", "accuracy": 0.5, "tasks": RATES}},
}


def outcomes(evaluation):
    assert len(evaluation.runs) == len(evaluation.tasks) == 1, evaluation
    return sorted(tuple(map(int, row)) for row in evaluation.matrix())


@pytest.mark.parametrize("name", RUNS)
def test_a_folder_of_one_run(tmp_path, name):
    content, options = RUNS[name]
    folder = placed(tmp_path / "run", content)
    assert outcomes(files.read(folder, **options)) == sorted(OUTCOMES)
    placed(tmp_path, {"run.zip": zipped(*((f"run/{path}", as_bytes(text)) for path, text in content.items()))})
    assert outcomes(files.read(tmp_path / "run.zip", **options)) == sorted(OUTCOMES)


@pytest.mark.parametrize("name", COMPANIONS)
def test_what_a_harness_writes_beside_its_trials_is_no_data(tmp_path, name):
    """A companion is passed over, whatever it holds, beside the harness's file or above; elsewhere it is a file."""
    options = {"inspect": {"metric": "match"}, "helm": {"metric": "exact_match"}}.get(name, {})
    text = texts_of(name)[0]
    names = {"helm": "per_instance_stats.json", "swe-bench": "m.run.json"}
    of_harness = names.get(name, "a_eval_results.jsonl" if name in made.LINES else "a_eval_results.json")
    placed(tmp_path / "x", {f"run/{of_harness}": text, **{f"run/{path}": x for path, x in COMPANIONS[name].items()}})
    alone = files.read(placed(tmp_path, {"a.txt": text}) / "a.txt", **options)
    assert outcomes(files.read(tmp_path / "x", **options)) == outcomes(alone)


def test_a_companion_elsewhere_is_a_file(tmp_path):
    records = lines({"id": q, "passed": q % 2} for q in range(6))
    folder = placed(tmp_path / "out", {"oak/results.json": made.tau2_bench(), "fir/tasks.json": records})
    with pytest.raises(files.ReadError, match="'tasks'"):
        files.read(folder)
    beside = placed(tmp_path / "in", {"fir/results.json": made.tau2_bench(), "fir/tasks.json": records})
    assert "tasks.json" in files.read(beside).report()


def lm_eval_folder(model, rows):
    """Return {path: content} of a model's folder: two tasks, of which one has two filters, the other two metrics."""
    date = "2025-01-02T03-04-05.678901"
    gsm, arc = [], []
    for q, row in enumerate(rows):
        (record, _) = made.lm_eval([row[:1]])
        record.update(doc_id=q, doc_hash=f"h{q}")
        gsm += [
            {**record, "filter": name, "exact_match": x} for name, x in zip(("strict-match", "flexible-extract"), row)
        ]
        arc.append({**record, "filter": "none", "metrics": ["acc", "acc_norm"], "acc": row[1], "acc_norm": row[0]})
    better = {"gsm8k": {"exact_match": True}, "arc_easy": {"acc": True, "acc_norm": True}}
    results = {"results": {"arc_easy": {"acc,none": 0.5}}, "higher_is_better": better, "model_name": model}
    samples = {f"samples_gsm8k_{date}.jsonl": lines(gsm), f"samples_arc_easy_{date}.jsonl": lines(arc)}
    return {f"results_{date}.json": results, **samples}


def test_a_folder_of_lm_evaluation_harness(tmp_path):
    """Results files are no data, but name the model; what counts is asked about with numbers, in all tasks."""
    models = {"acme/llama": OUTCOMES, "acme/small": [(0, 0), (0, 1), (0, 0)]}
    folder = tmp_path / "out"
    for model, rows in models.items():
        placed(folder / model.replace("/", "__"), lm_eval_folder(model, rows))
    with pytest.raises(files.ReadError, match="'acc', 'acc_norm'") as caught:
        files.read(folder)
    every = product(("acc", "acc_norm"), ("strict-match", "flexible-extract"))
    offered = {reading["keywords"]["metric"] for reading in caught.value.readings}
    assert offered == {f"{one},exact_match@{two}" for one, two in every}
    metric = "acc_norm,exact_match@flexible-extract"
    placed(folder, {"acme__llama/results_2025-01-03T03-04-05.678901.json": '{"results": {'})  # it is being written
    folders = ["acme__llama", "acme__small"]
    samples = sorted(folder.glob("*/samples*"))
    for paths, runs in (([folder], list(models)), (sorted(folder.glob("*/*")), list(models)), (samples, folders)):
        evaluation = files.read(*paths, metric=metric)
        assert (evaluation.runs, sorted(evaluation.tasks)) == (runs, ["arc_easy", "gsm8k"])
        for name, rows in zip(runs, models.values()):
            assert evaluation.matrix(name, "gsm8k") == [[x] for _, x in rows]
            assert evaluation.matrix(name, "arc_easy") == [[x] for x, _ in rows]
    of_one = files.read(*samples[:2], metric=metric)
    assert len(of_one.runs) == 1 and sorted(of_one.tasks) == ["arc_easy", "gsm8k"]
    typed = run(folder, "--metric", metric, "--explain")[1]
    assert f"--metric {metric}" in " ".join(typed.split())


def test_two_models_without_a_common_task(tmp_path):
    records = {name: lines({"model": name, "id": f"{name}{q}", "passed": q % 2} for q in range(6)) for name in "ab"}
    placed(tmp_path, {f"{name}/{name}.jsonl": text for name, text in records.items()})
    status, text, error = run(tmp_path, "--path", "{run}/{task}.jsonl")
    assert (status, error) == (0, "") and "no mean and no rank" in text and " less " not in text


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


COUNTED = {"tau2-bench": ("simulations.1.reward_info", 0.5), "harbor": ("trial_results.0.verifier_result", 1 / 3)}


@pytest.mark.parametrize("name", COUNTED)
def test_what_a_harness_counts(tmp_path, name):
    """--missing harness scores as the harness does."""
    field, mean = COUNTED[name]
    path = placed(tmp_path, {f"{name}.json": made.changed(made.MAKERS[name](), {field: None})}) / f"{name}.json"
    with pytest.raises(files.ReadError) as caught:
        files.read(path)
    assert caught.value.code == "missing"
    assert sum(map(sum, outcomes(files.read(path, missing="harness")))) / 6 == pytest.approx(mean)
