"""Folders and archives as harnesses write them, and files of several trials: the numbers of the run, once."""

from __future__ import annotations

import json

import harness_files as made
import pytest
from harness_files import OUTCOMES, archive, inspect, lines, texts_of
from result_files import as_bytes, placed, zipped

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
