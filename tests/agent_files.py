"""Make files of Terminal-Bench, Harbor and promptfoo, in the shape of their own writers."""

from __future__ import annotations

import json

from export_files import OUTCOMES


def lines(rows):
    return "\n".join(map(json.dumps, rows))


def trials(rows):
    """Return (question, trial, outcome) of each trial: first trials of all questions, then second trials, and so on."""
    return [(q, t, row[t]) for t in range(max(map(len, rows))) for q, row in enumerate(rows) if t < len(row)]


def terminal_bench_trial(q, t, x, of=2):
    return {
        "id": "00000000-0000-4000-8000-000000000000",
        "trial_name": f"task-{q}.{t + 1}-of-{of}.2025-07-01__10-00-00",
        "task_id": f"task-{q}",
        "instruction": "...",
        "is_resolved": bool(x),
        "failure_mode": "unset",
        "parser_results": {"test_a": "passed" if x else "failed"},
        "recording_path": "agent.cast",
        "total_input_tokens": 5,
        "total_output_tokens": 7,
        "trial_started_at": "2025-07-01T10:00:00+00:00",
    }


def terminal_bench(rows=OUTCOMES):
    found = [terminal_bench_trial(*trial, max(map(len, rows))) for trial in trials(rows)]
    ids = [[trial["task_id"] for trial in found if trial["is_resolved"] is x] for x in (False, True)]
    return {
        "id": "00000000-0000-4000-8000-000000000001",
        "results": found,
        "pass_at_k": {"2": 2 / 3},
        "n_resolved": len(ids[1]),
        "n_unresolved": len(ids[0]),
        "resolved_ids": ids[1],
        "unresolved_ids": ids[0],
        "accuracy": 0.5,
    }


def harbor_trial(q, t, x):
    info = {"name": "terminus-2", "version": "2.0.0", "model_info": {"name": "m-1", "provider": "p"}}
    return {
        "id": "00000000-0000-4000-8000-000000000000",
        "task_name": f"org/task-{q}",
        "trial_name": f"task-{q}__aB{t}",
        "trial_uri": "file:///jobs/j",
        "task_id": {"path": f"tasks/task-{q}"},
        "source": "terminal-bench",
        "task_checksum": "0",
        "config": {},
        "agent_info": info,
        "agent_result": {"n_input_tokens": 5},
        "verifier_result": {"rewards": {"reward": float(x)}},
        "exception_info": None,
        "started_at": "2026-01-01T10:00:00Z",
        "step_results": None,
    }


def harbor(rows=OUTCOMES):
    """Make the result of a job that keeps its trials."""
    found = [harbor_trial(*trial) for trial in trials(rows)]
    stats = {"n_completed_trials": len(found), "n_errored_trials": 0, "evals": {}}
    return {
        "id": "00000000-0000-4000-8000-000000000001",
        "started_at": "2026-01-01T10:00:00Z",
        "n_total_trials": len(found),
        "stats": stats,
        "trial_results": found,
    }


def promptfoo(rows=OUTCOMES, providers=("openai:gpt-4o",)):
    """Make results in which testIdx numbers all trials. A second provider has the opposite outcomes."""
    results, tests = [], [(q, x) for q, row in enumerate(rows) for x in row]
    for at, (q, x) in enumerate(tests):
        variables = {"question": f"{q}?"}
        for i, provider in enumerate(providers):
            passed = bool(x) != bool(i)
            results.append(
                {
                    "cost": 0.1,
                    "gradingResult": {"pass": passed, "score": float(passed), "reason": "..."},
                    "id": f"{i}-{at}",
                    "latencyMs": 3,
                    "namedScores": {},
                    "promptId": "p",
                    "promptIdx": i,
                    "prompt": {"raw": f"Answer {q}?", "label": "Answer {{question}}"},
                    "provider": {"id": provider},
                    "response": {"output": "4"},
                    "score": float(passed),
                    "success": passed,
                    "testIdx": at,
                    "testCase": {"vars": variables, "assert": [{"type": "equals", "value": "4"}], "options": {}},
                    "vars": variables,
                    "metadata": {},
                    "failureReason": 0 if passed else 1,
                    **({} if passed else {"error": "Expected output"}),
                }
            )
    summary = {"version": 3, "timestamp": "2026-01-01", "prompts": [], "results": results, "stats": {"successes": 3}}
    return {"evalId": "eval-abc", "results": summary, "config": {}, "shareableUrl": None, "metadata": {}}
