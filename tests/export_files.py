"""Make files of Every Eval Ever and exports of platforms, in the shape that each platform writes.

A maker takes the outcomes, a row for each question, and more scores of each trial by name.
"""

from __future__ import annotations

import json

OUTCOMES = [(1, 1), (0, 1), (0, 0)]
TIME = "2026-01-01T00:00:00+00:00"


def _trials(rows):
    """Return (question, trial, outcome) of each trial, question by question."""
    return [(q, t, x) for q, row in enumerate(rows) for t, x in enumerate(row)]


def _id(*numbers):
    """Return a UUID made of numbers."""
    text = "".join(f"{number:04x}" for number in numbers)
    return f"{text:0>8}-0000-4000-8000-000000000000"


def every_eval_ever(rows=OUTCOMES, models=("org/m",), tasks=("gsm8k",), **more):
    """Make a sample for each trial; `more` replaces fields of all samples."""
    return [
        {
            "schema_version": "0.3.0",
            "evaluation_id": f"{task}/{model}/1750000000",
            "model_id": model,
            "evaluation_name": task,
            "sample_id": f"{task}_{q:04}",
            "sample_hash": f"{task}{q}",
            "interaction_type": "single_turn",
            "input": {"raw": f"{q}?", "formatted": None, "reference": ["4"], "choices": None},
            "output": {"raw": ["It is 4."], "reasoning_trace": None},
            "messages": None,
            "answer_attribution": [
                {
                    "turn_idx": 0,
                    "source": "output.raw",
                    "extracted_value": "4" if x else "5",
                    "extraction_method": "match",
                    "is_terminal": True,
                }
            ],
            "evaluation": {"score": float(x), "is_correct": bool(x), "num_turns": 1, "tool_calls_count": 0},
            "token_usage": {"input_tokens": 12, "output_tokens": 5, "total_tokens": 17},
            "performance": None,
            "error": None,
            "metadata": {"stop_reason": "stop", "epoch": str(t + 1), "level": str(q % 2)},
            **more,
        }
        for model in models
        for task in tasks
        for q, t, x in _trials(rows)
    ]


def phoenix(rows=OUTCOMES, **more):
    """Make the JSON of an experiment of Phoenix."""
    return [
        {
            "example_id": f"RGF0YXNldEV4YW1wbGU6{q}",
            "repetition_number": t + 1,
            "input": {"question": f"{q}?"},
            "reference_output": {"answer": "4"},
            "output": {"answer": "4"},
            "error": None,
            "latency_ms": 800.5 + q,
            "start_time": TIME,
            "end_time": TIME,
            "trace_id": f"{q}{t}",
            "prompt_token_count": 11,
            "completion_token_count": 3 + t,
            "annotations": [
                {
                    "name": name,
                    "annotator_kind": "CODE",
                    "label": None,
                    "score": score,
                    "explanation": None,
                    "trace_id": None,
                    "error": None,
                    "metadata": {},
                    "start_time": TIME,
                    "end_time": TIME,
                }
                for name, score in {"correct": float(x), **more}.items()
            ],
        }
        for q, t, x in _trials(rows)
    ]


def phoenix_table(rows=OUTCOMES, **more):
    """Make the CSV of an experiment of Phoenix, as records."""
    found = []
    for record in phoenix(rows, **more):
        annotations = record.pop("annotations")
        parts = ("label", "score", "explanation", "metadata", "annotator_kind", "trace_id", "error", "start_time", "end_time")
        columns = {f"annotation_{one['name']}_{part}": one[part] for one in annotations for part in parts}
        found.append({**record, "input": json.dumps(record["input"]), "reference_output": "{}", "output": "{}", **columns})
    return found


def langsmith(rows=OUTCOMES, **more):
    """Make what ExperimentResults.to_pandas() returns, as records."""
    return [
        {
            "inputs.question": f"{q}?",
            "outputs.answer": "4",
            "error": None,
            "reference.answer": "4",
            "feedback.correct": bool(x),
            **{f"feedback.{name}": score for name, score in more.items()},
            "execution_time": 0.5 + t,
            "example_id": _id(q),
            "id": _id(q, t + 1),
        }
        for q, t, x in _trials(rows)
    ]


def braintrust(rows=OUTCOMES, spans=True, **more):
    """Make the events of an experiment: a root span for each trial, and the spans inside."""
    events = []
    for q, t, x in _trials(rows):
        root, scores = _id(q, t + 1), {"ExactMatch": float(x), **more}
        event = {
            "id": root,
            "_xact_id": "1",
            "created": TIME,
            "project_id": _id(7),
            "experiment_id": _id(8),
            "input": {"question": f"{q}?"},
            "output": "4",
            "expected": "4",
            "error": None,
            "scores": scores,
            "metadata": {"category": "sum"},
            "tags": None,
            "metrics": {"start": 1.5, "end": 2.5},
            "span_id": root,
            "span_parents": None,
            "root_span_id": root,
            "span_attributes": {"name": "eval", "type": "eval"},
            "is_root": True,
        }
        events.append(event)
        for i, name in enumerate(scores if spans else (), 1):
            events.append(
                {
                    **event,
                    "id": _id(q, t + 1, i),
                    "span_id": _id(q, t + 1, i),
                    "span_parents": [root],
                    "is_root": False,
                    "span_attributes": {"name": name, "type": "score"},
                    "scores": {name: 1},
                }
            )
    return events


def braintrust_results(rows=OUTCOMES):
    """Make what Eval() returns."""
    keep = ("input", "output", "expected", "error", "scores", "metadata", "tags")
    return {
        "summary": {"scores": {"ExactMatch": {"score": 0.5}}},
        "results": [{name: one[name] for name in keep} for one in braintrust(rows, spans=False)],
    }


def mlflow(rows=OUTCOMES, **more):
    """Make eval_results_table.json of mlflow.evaluate."""
    columns = ["inputs", "ground_truth", "outputs", "token_count", "exact_match/v1/score", *(f"{name}/v1/score" for name in more)]
    return {"columns": columns, "data": [[f"{q}?", "4", "4", 7 + t, x, *more.values()] for q, t, x in _trials(rows)]}


def mlflow_traces(rows=OUTCOMES, **more):
    """Make the result of mlflow.genai.evaluate, as records."""
    return [
        {
            "trace_id": f"tr-{q}{t}",
            "correctness/value": "yes" if x else "no",
            "expected_response/value": "It is four.",
            **{f"{name}/value": score for name, score in more.items()},
            "trace": "{}",
            "client_request_id": None,
            "state": "OK",
            "request_time": 1767225600000 + q,
            "execution_duration": 9 + t,
            "request": f"{{'question': '{q}?'}}",
            "response": "4",
            "trace_metadata": "{}",
            "tags": "{}",
            "spans": "[]",
            "assessments": "[]",
        }
        for q, t, x in _trials(rows)
    ]


def ragas(rows=OUTCOMES, **more):
    """Make what EvaluationResult.to_pandas() returns, as records."""
    return [
        {"user_input": f"{q}?", "retrieved_contexts": ["a", "b"], "response": "4", "reference": "4", "context_recall": float(x), **more}
        for q, _, x in _trials(rows)
    ]


def deepeval(rows=OUTCOMES, **more):
    """Make test_run_*.json: Correctness decides if cases pass; `more` scores other metrics."""
    cases = []
    for i, (q, _, x) in enumerate(_trials(rows)):
        scores = {"Correctness": 0.75 if x else 0.25, **more}
        metrics = [
            {
                "name": name,
                "threshold": 0.5,
                "success": score >= 0.5,
                "score": score,
                "reason": "So it is.",
                "strictMode": False,
                "flaky": False,
                "evaluationModel": "judge",
                "evaluationCost": 0.001,
            }
            for name, score in scores.items()
        ]
        cases.append(
            {
                "name": f"test_case_{i}",
                "input": f"{q}?",
                "actualOutput": "4",
                "expectedOutput": "4",
                "flaky": False,
                "success": bool(x),
                "metricsData": metrics,
                "runDuration": 1.5,
                "evaluationCost": 0.001,
                "order": i,
            }
        )
    scores = [{"metric": "Correctness", "scores": [0.75], "passes": 1, "fails": 0, "errors": 0}]
    return {
        "testCases": cases,
        "conversationalTestCases": [],
        "metricsScores": scores,
        "prompts": [],
        "testPassed": 3,
        "testFailed": 3,
        "runDuration": 9.5,
        "evaluationCost": 0.01,
    }


def langfuse(rows=OUTCOMES, **more):
    """Make the scores table's export: a record for each score of a trial (a trace)."""
    return [
        {
            "id": _id(q, t + 1, i),
            "traceId": f"{q}-{t}",
            "sessionId": None,
            "datasetRunId": None,
            "timestamp": TIME,
            "source": "EVAL",
            "name": name,
            "dataType": "BOOLEAN" if name == "correct" else "NUMERIC",
            "value": value,
            "stringValue": str(bool(value)) if name == "correct" else None,
            "comment": None,
            "metadata": {},
            "observationId": None,
            "traceName": "qa",
            "userId": None,
            "traceTags": [],
            "environment": "default",
            "authorUserName": None,
        }
        for q, t, x in _trials(rows)
        for i, (name, value) in enumerate({"correct": x, **more}.items())
    ]
