"""Make files of Every Eval Ever.

A maker takes the outcomes, a row for each question, and more scores of each trial by name.
"""

from __future__ import annotations

OUTCOMES = [(1, 1), (0, 1), (0, 0)]


def _trials(rows):
    """Return (question, trial, outcome) of each trial, question by question."""
    return [(q, t, x) for q, row in enumerate(rows) for t, x in enumerate(row)]


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
