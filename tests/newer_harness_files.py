"""A small file of each of the newer formats, in the shape that the harness's own writer gives it.

The outcomes are those of harness_files: 3 questions, 2 trials; 2, 1 and 0 successes. Where a file has one trial, there are
two files.
"""

from __future__ import annotations

import json

from harness_files import OUTCOMES, TRIALS
from result_files import lines


def swe_bench(trial=0):
    """The report of a run, of instances a__a-0 to a__a-2."""
    done = [[f"a__a-{q}" for q, row in enumerate(OUTCOMES) if row[trial] == x] for x in (0, 1)]
    return {
        "total_instances": 3, "submitted_instances": 3, "completed_instances": 3, "resolved_instances": len(done[1]),
        "unresolved_instances": len(done[0]), "empty_patch_instances": 0, "error_instances": 0,
        "completed_ids": [f"a__a-{q}" for q in range(3)], "incomplete_ids": [], "empty_patch_ids": [],
        "submitted_ids": [f"a__a-{q}" for q in range(3)], "resolved_ids": done[1], "unresolved_ids": done[0],
        "error_ids": [], "schema_version": 2, "unstopped_instances": 0, "unstopped_containers": [],
        "unremoved_images": [],
    }  # fmt: skip


def swe_bench_instance(question, resolved):
    tests = {"FAIL_TO_PASS": {"success": [], "failure": []}, "PASS_TO_PASS": {"success": [], "failure": []}}
    return {
        f"a__a-{question}": {"patch_is_None": False, "patch_exists": True, "patch_successfully_applied": True,
                             "resolved": bool(resolved), "tests_status": tests}
    }  # fmt: skip


def terminal_bench_trial(q, t, x):
    return {
        "id": "00000000-0000-4000-8000-000000000000", "trial_name": f"task-{q}.{t + 1}-of-2.2025-07-01__10-00-00",
        "task_id": f"task-{q}", "instruction": "...", "is_resolved": bool(x), "failure_mode": "unset",
        "parser_results": {"test_a": "passed" if x else "failed"}, "recording_path": "agent.cast",
        "total_input_tokens": 5, "total_output_tokens": 7, "trial_started_at": "2025-07-01T10:00:00+00:00",
    }  # fmt: skip


def terminal_bench():
    trials = [terminal_bench_trial(*trial) for trial in TRIALS]
    ids = [[trial["task_id"] for trial in trials if trial["is_resolved"] is x] for x in (False, True)]
    return {
        "id": "00000000-0000-4000-8000-000000000001", "results": trials, "pass_at_k": {"2": 2 / 3}, "n_resolved": 3,
        "n_unresolved": 3, "resolved_ids": ids[1], "unresolved_ids": ids[0], "accuracy": 0.5,
    }  # fmt: skip


def harbor_trial(q, t, x):
    return {
        "id": "00000000-0000-4000-8000-000000000000", "task_name": f"org/task-{q}", "trial_name": f"task-{q}__aB{t}",
        "trial_uri": "file:///jobs/j", "task_id": {"path": f"tasks/task-{q}"}, "source": "terminal-bench",
        "task_checksum": "0", "config": {}, "agent_info": {"name": "terminus-2", "version": "2.0.0",
                                                            "model_info": {"name": "m-1", "provider": "p"}},
        "agent_result": {"n_input_tokens": 5}, "verifier_result": {"rewards": {"reward": float(x)}},
        "exception_info": None, "started_at": "2026-01-01T10:00:00Z", "step_results": None,
    }  # fmt: skip


def harbor():
    """The result of a job that keeps its trials."""
    stats = {"n_completed_trials": 6, "n_errored_trials": 0, "evals": {}}
    return {
        "id": "00000000-0000-4000-8000-000000000001", "started_at": "2026-01-01T10:00:00Z", "n_total_trials": 6,
        "stats": stats, "trial_results": [harbor_trial(*trial) for trial in TRIALS],
    }  # fmt: skip


def promptfoo(providers=("openai:gpt-4o",)):
    """Repeats of a test have different testIdx. The second provider has the opposite outcomes."""
    results = []
    for q, row in enumerate(OUTCOMES):
        for t, x in enumerate(row):
            variables = {"question": f"{q}?"}
            for i, provider in enumerate(providers):
                passed = bool(x) != bool(i)
                results.append({
                    "cost": 0.1, "gradingResult": {"pass": passed, "score": float(passed), "reason": "..."},
                    "id": f"{i}-{q}-{t}", "latencyMs": 3, "namedScores": {}, "promptId": "p", "promptIdx": i,
                    "prompt": {"raw": f"Answer {q}?", "label": "Answer {{question}}"}, "provider": {"id": provider},
                    "response": {"output": "4"}, "score": float(passed), "success": passed, "testIdx": 2 * q + t,
                    "testCase": {"vars": variables, "assert": [{"type": "equals", "value": "4"}], "options": {}},
                    "vars": variables, "metadata": {}, "failureReason": 0 if passed else 1,
                    **({} if passed else {"error": "Expected output"}),
                })  # fmt: skip
    summary = {"version": 3, "timestamp": "2026-01-01", "prompts": [], "results": results, "stats": {"successes": 3}}
    return {"evalId": "eval-abc", "results": summary, "config": {}, "shareableUrl": None, "metadata": {}}


def nemo_skills(trial=0):
    return [
        {"problem": f"{q}?", "expected_answer": "4", "generation": "...", "predicted_answer": "4",
         "num_generated_tokens": 9, "generation_start_time": 0.5, "generation_end_time": 1.5,
         "symbolic_correct": bool(row[trial])}
        for q, row in enumerate(OUTCOMES)
    ]  # fmt: skip


def bigcodebench():
    tasks = {}
    for q, _, x in TRIALS:
        sample = {"task_id": f"BigCodeBench/{q}", "solution": "def f(): ...", "status": "pass" if x else "timeout",
                  "details": {}}  # fmt: skip
        tasks.setdefault(f"BigCodeBench/{q}", []).append(sample)
    return {"date": "2025-01-01 10:00", "eval": tasks}


def helm():
    """Two items for each instance, one for each class of metrics; and instances with a perturbation."""
    items = []
    for q, t, x in TRIALS:
        for perturbation in ({}, {"perturbation": {"name": "typos", "computed_on": "perturbed"}}):
            for values in ({"exact_match": x and not perturbation, "num_bytes": 7}, {"inference_runtime": 0.25}):
                stats = [
                    {"name": {"name": name, "split": "test", **perturbation}, "count": 1, "sum": value,
                     "sum_squared": value**2, "min": value, "max": value, "mean": value, "variance": 0, "stddev": 0}
                    for name, value in values.items()
                ]  # fmt: skip
                items.append({"instance_id": f"id{q}", **perturbation, "train_trial_index": t, "stats": stats})
    return items


def openai_evals():
    """The samples in two rounds, with an event of sampling before each match."""
    spec = {"completion_fns": ["gpt-4"], "eval_name": "test-match.s1.simple-v0", "base_eval": "test-match",
            "split": "s1", "run_config": {}, "created_by": "", "run_id": "2501011000XX", "created_at": "2025"}  # fmt: skip
    events = [{"spec": spec}]
    for q, _, x in TRIALS:
        data = {"correct": bool(x), "expected": "4", "picked": "4", "sampled": "4", "options": ["4"]}
        for kind, content in (("sampling", {"prompt": "?", "sampled": ["4"]}), ("match", data)):
            events.append({"run_id": spec["run_id"], "event_id": len(events) - 1, "sample_id": f"test-match.s1.{q}",
                           "type": kind, "data": content, "created_by": "", "created_at": "2025"})  # fmt: skip
    return [*events, {"final_report": {"accuracy": 0.5}, "run_id": spec["run_id"]}]


def verl():
    return [
        {"input": f"user\n{q}?\nassistant\n", "output": "4", "gts": "4", "score": float(x), "step": 20, "reward": float(x)}
        for q, row in enumerate(OUTCOMES) for x in row
    ]  # fmt: skip


def opencompass():
    details = [
        {"example_abbr": f"aime2024_{q}", "pred": ["4", "5"], "answer": ["4", "4"], "correct": [bool(x) for x in row]}
        for q, row in enumerate(OUTCOMES)
    ]
    return {"accuracy (2 runs average)": 50.0, "G-Pass@2_0.0": 66.7, "details": details}


def lighteval(trial=0):
    return [
        {"doc": {"query": f"{q}?", "choices": ["4"], "gold_index": 0, "id": str(q), "task_name": "gsm8k|0"},
         "model_response": {"text": ["4"]}, "metric": {"extractive_match": row[trial]}}
        for q, row in enumerate(OUTCOMES)
    ]  # fmt: skip


NEWER = {  # format: (a file with all trials, the options that it needs)
    "terminal-bench": (json.dumps(terminal_bench(), indent=4), ()),
    "harbor": (json.dumps(harbor(), indent=4), ()),
    "promptfoo": (json.dumps(promptfoo(), indent=2), ()),
    "bigcodebench": (json.dumps(bigcodebench(), indent=2), ()),
    "helm": (json.dumps(helm(), indent=2), ("--metric", "exact_match")),
    "openai-evals": (lines(openai_evals()), ()),
    "verl": (lines(verl()), ()),
    "opencompass": (json.dumps(opencompass(), indent=4), ()),
}
SINGLE = {  # format: a file for each trial
    "swe-bench": [json.dumps(swe_bench(trial), indent=4) for trial in range(2)],
    "nemo-skills": [lines(nemo_skills(trial)) for trial in range(2)],
    "lighteval": [lines(lighteval(trial)) for trial in range(2)],
}
NEWER_MAKERS = {name: globals()[name.replace("-", "_")] for name in [*NEWER, *SINGLE]}
