"""Files of the newer harnesses, of which the outcomes are known."""

from __future__ import annotations

import random
from typing import Any

from fuzzing.formats import Document, Outcomes


def written(rng: random.Random, run: Outcomes) -> Document:
    """A file of one of the harnesses that can say these outcomes."""
    kinds: list[Any] = [harbor, promptfoo, helm, openai_evals, verl, opencompass]
    if run.values == "plain":
        kinds += [terminal_bench, bigcodebench]
    return rng.choice(kinds)(rng, run)


def single(rng: random.Random, run: Outcomes) -> Document:
    """A file of one of the harnesses that have one trial of each question in a file."""
    kinds: list[Any] = [nemo_skills, lighteval, *[swe_bench] * (run.values == "plain")]
    return rng.choice(kinds)(rng, run)


def grouped(run: Outcomes) -> dict[Any, list[tuple[int, Any]]]:
    """The class and what is written of each trial, by question."""
    found: dict[Any, list[tuple[int, Any]]] = {}
    for q, _, x, value in run.trials:
        found.setdefault(run.labels[q], []).append((x, value))
    return found


def harbor(rng: random.Random, run: Outcomes) -> Document:
    info = rng.choice([{"name": "a"}, {"name": "a", "model_info": {"name": "m"}}])
    trials = [
        {"task_name": run.labels[q], "trial_name": f"{q}__{t}", "agent_info": info, "exception_info": None,
         "verifier_result": {"rewards": {"reward": value}}}
        for q, t, _, value in run.trials
    ]  # fmt: skip
    return Document("json", {"n_total_trials": len(trials), "stats": {}, "trial_results": trials}, [], False)


def promptfoo(rng: random.Random, run: Outcomes) -> Document:
    width, results = 1 + max(trial[1] for trial in run.trials), []
    more = rng.choice([{"promptIdx": 0}, {}, {"promptIdx": 0, "failureReason": 0}])
    for q, t, x, value in run.trials:
        case = {"vars": {"a": run.labels[q]}, "assert": []}
        results.append({"vars": case["vars"], "testCase": case, "testIdx": q * width + t, "provider": {"label": "p"},
                        "success": bool(x), "score": value, **more})  # fmt: skip
    if "promptIdx" in more and rng.random() < 0.5:
        return Document(rng.choice(["json", "lines"]), results, [], True)
    return Document("json", {"results": {"results": results, "stats": {}}}, [], True)


def helm(rng: random.Random, run: Outcomes) -> Document:
    items = []
    for q, t, _, value in run.trials:
        stats = [{"name": {"name": name, "split": "test"}, "count": 1, "mean": value} for name in ("em", "f1")]
        items.append({"instance_id": run.labels[q], "train_trial_index": t, "stats": stats})
    return Document(rng.choice(["json", "lines"]), items, ["--metric", rng.choice(["em", "f1"])], True)


def openai_evals(rng: random.Random, run: Outcomes) -> Document:
    name = rng.choice(["correct", "score"])
    kind, options = ("match", []) if name == "correct" else ("metrics", ["--metric", "score"])
    events = [{"sample_id": run.labels[q], "type": kind, "data": {name: value}} for q, _, _, value in run.trials]
    spec = {"spec": {"completion_fns": ["m"], "eval_name": "e"}}
    return Document("lines", [spec, *events, {"final_report": {}, "run_id": "a"}], options, False)


def verl(rng: random.Random, run: Outcomes) -> Document:
    name = rng.choice(["score", "acc"])
    items = [
        {"input": run.labels[q], "output": "4", "gts": "4", "score": -1, "step": 5, name: value}
        for q, _, _, value in run.trials
    ]
    return Document("lines", items, [], False)


def opencompass(rng: random.Random, run: Outcomes) -> Document:
    name = rng.choice(["correct", "is_correct", "cascade_correct"])
    details = [{"example_abbr": label, name: [value for _, value in row]} for label, row in grouped(run).items()]
    return Document("json", {"accuracy": 0.5, "details": details}, [], False)


def terminal_bench(rng: random.Random, run: Outcomes) -> Document:
    mode = rng.choice(["unset", "agent_timeout"])
    trials = [
        {"trial_name": f"trial{t}", "task_id": run.labels[q], "is_resolved": bool(x), "failure_mode": mode}
        for q, t, x, _ in run.trials
    ]
    return Document("json", {"results": trials, "n_resolved": 1, "n_unresolved": 1}, [], False)


def bigcodebench(rng: random.Random, run: Outcomes) -> Document:
    words = [rng.choice(["fail", "timeout"]), "pass"]
    tasks = {str(label): [{"status": words[x]} for x, _ in row] for label, row in grouped(run).items()}
    return Document("json", {"date": "2025", "eval": tasks}, [], False)


def nemo_skills(rng: random.Random, run: Outcomes) -> Document:
    name = rng.choice(["symbolic_correct", "is_correct"])
    items = [{"problem": f"{run.labels[q]}", "num_generated_tokens": 5, name: value} for q, _, _, value in run.trials]
    return Document("lines", items, [], False)


def lighteval(rng: random.Random, run: Outcomes) -> Document:
    name = rng.choice(["em", "extractive_match"])
    items = [
        {"doc": {"id": run.labels[q], "task_name": "a"}, "model_response": {}, "metric": {name: value}}
        for q, _, _, value in run.trials
    ]
    return Document(rng.choice(["json", "lines"]), items, [], False)


def swe_bench(rng: random.Random, run: Outcomes) -> Document:
    ids: dict[str, list] = {
        f"{name}_ids": [] for name in ("resolved", "unresolved", "empty_patch", "error", "incomplete")
    }
    for q, _, x, _ in run.trials:
        ids["resolved_ids" if x else rng.choice(["unresolved_ids", "empty_patch_ids"])].append(run.labels[q])
    return Document("json", {"total_instances": len(run.trials), **ids, "schema_version": 2}, [], False)


WRITERS = [*[written] * 5, single]
