"""The table of formats: for each, how its first record or document looks, which function reads it, and an example.

A new format is one more function in a module here, and one more entry in `FORMATS`.
"""

from __future__ import annotations

from importlib import import_module

from ..fields import OUTCOME_KEYS
from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable


class Format:
    """How to recognise a format by its first item, and its reader, MODULE.FUNCTION, loaded on first use.

    The function takes (items, book, settings) for successive items, or (document, book, settings) if the format is one
    document, an Item.
    """

    def __init__(
        self,
        recognised: Callable[[dict[str, Any]], bool],
        reader: str,
        example: str,  # a small file
        takes: str = "items",  # "document", or "rows" of a matrix
        options: tuple[str, ...] = (),
        outcome: str = "",  # the field that holds the outcome
        plain: str = "",  # the options that read such a file as records, where that is possible
    ) -> None:
        self.recognised = recognised
        self.example = example
        self.takes = takes
        self.options = options
        self.outcome, self.plain = outcome, plain
        self._reader = reader

    def read(self, *arguments: Any) -> None:
        module, _, function = self._reader.rpartition(".")
        getattr(import_module(f".{module}", __package__), function)(*arguments)


def _has_any(item: Any, *names: str) -> bool:
    return not item.keys().isdisjoint(names)


def _is_tau2_bench(item: dict[str, Any]) -> bool:
    """Whether simulations are in the document, or may be in a folder beside it."""
    info = item.get("info")
    return "simulations" in item or ("tasks" in item and isinstance(info, dict) and "num_trials" in info)


def _is_evalplus(item: dict[str, Any]) -> bool:
    tasks = item.get("eval")
    return {"eval", "hash"} <= item.keys() or (
        isinstance(tasks, dict) and isinstance(next(iter(tasks.values()), []), list)
    )


def _is_swe_bench(item: dict[str, Any]) -> bool:
    """Whether this is the report of a run or of an instance, or an older report with lists of instances."""
    is_of_run = {"resolved_ids", "unresolved_ids", "schema_version"} <= item.keys()
    done = item.get("resolved", item.get("resolved_ids"))
    has_lists = isinstance(done, list) and not (_STAGES.isdisjoint(item) or "results" in item)
    return is_of_run or has_lists or {"resolved", "patch_exists"} <= _first(item).keys()


def _is_terminal_bench(item: dict[str, Any]) -> bool:
    of_a_run = isinstance(item.get("results"), list) and (
        "n_resolved" in item or "is_resolved" in _first(item["results"])
    )
    return of_a_run or {"trial_name", "is_resolved", "failure_mode"} <= item.keys()


def _is_promptfoo(item: dict[str, Any]) -> bool:
    results = item.get("results")
    of_all = isinstance(results, dict) and {"results", "stats"} <= results.keys()
    return of_all or {"promptIdx", "testIdx", "success"} <= item.keys()


def _is_bigcodebench(item: dict[str, Any]) -> bool:
    tasks = item.get("eval")
    sample = _first(next(filter(None, tasks.values()), None)) if isinstance(tasks, dict) else {}
    return "status" in sample and "base_status" not in sample


def _is_opencompass(item: dict[str, Any]) -> bool:
    details = item.get("details")
    if isinstance(details, dict):
        return isinstance(details.get("0"), dict)
    return "example_abbr" in _first(details) or {"pred", "correct"} <= _first(details).keys()


def _is_braintrust(item: dict[str, Any]) -> bool:
    """Whether this is an event with scores, a result of Eval(), or a document with a list of events or results."""
    for name in ("events", "results"):
        first = _first(item[name]) if isinstance(item.get(name), list) else {}
        if first and not isinstance(first.get("results"), list) and _is_braintrust(first):
            return True
    scores = item.get("scores")
    is_scored = isinstance(scores, dict) and all(x is None or isinstance(x, (int, float)) for x in scores.values())
    is_event = "root_span_id" in item and (is_scored or scores is None)
    return "input" in item and (is_event or (is_scored and {"output", "expected"}.issubset(item)))


def _is_mlflow(item: dict[str, Any]) -> bool:
    """Whether MLflow wrote this item: it has scores in columns or fields such as exact_match/v1/score or NAME/value."""
    is_table = isinstance(item.get("columns"), list) and "data" in item
    columns = [name for name in (item["columns"] if is_table else item) if isinstance(name, str)]
    scored = [name for name in columns if name.endswith("/score") and (is_table or "/v" in name)]
    of_trace = not {"trace_id", "trace", "assessments"}.isdisjoint(columns)
    return bool(scored) or (of_trace and any(name.endswith("/value") for name in columns))


def _is_langfuse(item: dict[str, Any]) -> bool:
    first = _first(item["data"]) if isinstance(item.get("data"), list) else item
    return {"traceid", "name", "value", "datatype"} <= {name.lower() for name in first}


def _first(value: Any) -> Any:
    """Return the first entry of a list or an object if this entry is an object; else {}."""
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    entry = next(iter(entries), None)
    return entry if isinstance(entry, dict) else {}


# Lists of older reports of SWE-bench.
_STAGES = {"generated", "generation", "no_generation", "none", "no_logs", "unresolved", "unresolved_ids"}
_STAGES |= {"not_resolved", "submitted", "submitted_ids", "error_ids"}
_SHAPE = ("success", "list", "header", "no_header")  # options of files that no harness writes
_ROLES = names_in("""
    select cost labels judges totals question outcome trial run answer counts trials runs ignore where skip
    once last fill split at task all digits fold
""")
_GRADED = ("symbolic_correct", "judgement", "proof_status", "is_correct-plus", "is_correct")  # by NeMo-Skills
# The first format that recognises an item is used.
FORMATS = {
    "tau2-bench": Format(
        _is_tau2_bench,
        "tau.read_tau2_bench",
        '{"info": {"num_trials": 1}, "simulations": [{"task_id": "7", "trial": 0, "reward_info": {"reward": 1.0}}]}',
        "document",
        outcome="reward_info.reward",
        plain="--at=simulations[{}].reward_info.reward --question=task_id --trial=trial",
    ),
    "inspect": Format(
        lambda item: isinstance(item.get("eval"), dict) and _has_any(item, "samples", "status"),
        "inspect.read",
        '{"eval": {}, "status": "success", "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}]}',
        "document",
        options=("scorer", "metric", "success"),
        outcome="scores",
    ),
    "bigcodebench": Format(
        _is_bigcodebench,
        "code.read_bigcodebench",
        '{"eval": {"BigCodeBench/0": [{"task_id": "BigCodeBench/0", "status": "pass"}]}}',
        "document",
        outcome="status",
        plain="--at=eval.{question}[{}].status --success=pass",
    ),
    "evalplus": Format(
        _is_evalplus,
        "code.read_evalplus",
        '{"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "fail"}]}}',
        "document",
        options=("base",),
        outcome="plus_status",
    ),
    "swe-bench": Format(
        _is_swe_bench,
        "reports.read_swe_bench",
        '{"schema_version": 2, "resolved_ids": ["a-1"], "unresolved_ids": ["a-2"], "empty_patch_ids": [], '
        '"error_ids": [], "incomplete_ids": []}',
        "document",
        outcome="resolved",
    ),
    "terminal-bench": Format(
        _is_terminal_bench,
        "terminal.read_terminal_bench",
        '{"results": [{"task_id": "a", "trial_name": "a.1-of-1", "is_resolved": true}], "n_resolved": 1}',
        "document",
        outcome="is_resolved",
        plain="--at=results[{}].is_resolved --question=task_id",
    ),
    "harbor": Format(
        lambda item: (
            item.keys() >= {"n_total_trials", "stats"}
            or item.keys() >= {"task_name", "trial_name", "agent_info", "verifier_result"}
        ),
        "terminal.read_harbor",
        '{"task_name": "a", "trial_name": "a__1", "agent_info": {}, "verifier_result": {"rewards": {"reward": 1.0}}}',
        "document",
        options=("metric",),
        outcome="verifier_result.rewards",
    ),
    "bfcl": Format(
        lambda item: item.keys() >= {"accuracy", "correct_count", "total_count"} and "id" not in item,
        "reports.read_bfcl",
        '{"accuracy": 0.5, "correct_count": 1, "total_count": 2}\n'
        '{"id": "java_1", "test_category": "java", "valid": false}',
        outcome="valid",
    ),
    "promptfoo": Format(
        _is_promptfoo,
        "promptfoo.read",
        '{"results": {"results": [{"provider": "m", "vars": {"q": "2+2"}, "success": true}], "stats": {}}}',
        outcome="success",
    ),
    "opencompass": Format(
        _is_opencompass,
        "suites.read_opencompass",
        '{"accuracy": 50.0, "details": [{"example_abbr": "gsm8k_0", "correct": [true, false]}]}',
        "document",
        outcome="correct",
    ),
    "openai-evals": Format(
        lambda item: isinstance(item.get("spec"), dict) and item["spec"].keys() >= {"completion_fns", "eval_name"},
        "suites.read_openai_evals",
        '{"spec": {"completion_fns": ["m"], "eval_name": "e"}}\n'
        '{"sample_id": "e.0", "type": "match", "data": {"correct": true}}\n'
        '{"final_report": {"accuracy": 1.0}}',
        options=("metric",),
        outcome="correct",
        plain="--where=type=match --question=sample_id --outcome=data.correct",
    ),
    "helm": Format(
        lambda item: item.keys() >= {"instance_id", "train_trial_index", "stats"} and type(item["stats"]) is not dict,
        "suites.read_helm",
        '{"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": "em"}, "count": 1, "mean": 1.0}]}',
        options=("filter", "metric"),
        outcome="stats",
    ),
    "lighteval": Format(
        lambda item: item.keys() >= {"doc", "model_response", "metric"} and isinstance(item["metric"], dict),
        "suites.read_lighteval",
        '{"doc": {"id": "0"}, "model_response": {}, "metric": {"extractive_match": 1}}',
        options=("metric",),
        outcome="metric",
    ),
    "verl": Format(
        lambda item: item.keys() >= {"input", "output", "score", "step"},
        "rollouts.read_verl",
        '{"input": "2+2", "output": "4", "score": 1.0, "step": 20}',
        options=("metric",),
        plain="--question=input --outcome=OUTCOME",
    ),
    "nemo-skills": Format(
        lambda item: "num_generated_tokens" in item and _has_any(item, *_GRADED),
        "nemo_skills.read",
        '{"problem": "2+2", "num_generated_tokens": 9, "symbolic_correct": true}',
        options=("metric",),
    ),
    "livecodebench": Format(
        lambda item: item.keys() >= {"question_id", "graded_list"},
        "code.read_livecodebench",
        '{"question_id": "abc301_a", "graded_list": [true, false]}',
        outcome="graded_list",
        plain="--question=question_id --outcome=graded_list",
    ),
    "lm-eval": Format(
        lambda item: "doc_id" in item and _has_any(item, "filtered_resps", "resps", "doc_hash"),
        "suites.read_lm_eval",
        '{"doc_id": 0, "filter": "none", "resps": [["4"]], "metrics": ["exact_match"], "exact_match": 1.0}',
        options=("filter", "metric"),
    ),
    "tau-bench": Format(  # in other records, a reward must be 0 or 1
        lambda item: item.keys() & {"task_id", "info", "traj", *OUTCOME_KEYS} == {"task_id", "info", "traj", "reward"},
        "tau.read_tau_bench",
        '[{"task_id": 0, "trial": 0, "reward": 1.0, "info": {}, "traj": []}]',
        outcome="reward",
        plain="--question=task_id --trial=trial --outcome=reward",
    ),
    "verifiers": Format(
        lambda item: (
            item.keys() >= {"example_id", "reward"} or ("task" in item and _has_any(item, "rewards", "traces"))
        ),
        "rollouts.read_verifiers",
        '{"example_id": 0, "reward": 1.0}',
        outcome="reward",
    ),
    "human-eval": Format(
        lambda item: item.keys() >= {"task_id", "passed", "completion"},
        "code.read_human_eval",
        '{"task_id": "HumanEval/0", "completion": "    return 1", "passed": true}',
        options=("run", "ignore", "where"),
    ),
    "every-eval-ever": Format(
        lambda item: item.keys() >= {"evaluation_id", "evaluation_name", "sample_id", "evaluation"},
        "every_eval_ever.read",
        '{"evaluation_id": "e", "model_id": "m", "evaluation_name": "gsm8k", "sample_id": "1", "evaluation": '
        '{"score": 1.0, "is_correct": true}}',
        options=("filter", "metric", "run", "ignore"),
        outcome="evaluation",
    ),
    "phoenix": Format(
        lambda item: item.keys() >= {"example_id", "repetition_number"},
        "exports.read_phoenix",
        '{"example_id": "a", "repetition_number": 1, "annotations": [{"name": "correct", "score": 1.0}]}',
        options=("metric", "success"),
    ),
    "langsmith": Format(
        lambda item: "example_id" in item and any(name.startswith("feedback.") for name in item),
        "exports.read_langsmith",
        '{"example_id": "a", "feedback.correct": true}',
        options=("metric", "success"),
    ),
    "braintrust": Format(
        _is_braintrust,
        "exports.read_braintrust",
        '{"input": "2+2", "output": "4", "expected": "4", "scores": {"ExactMatch": 1}}',
        options=("metric", "success"),
    ),
    "mlflow": Format(
        _is_mlflow,
        "exports.read_mlflow",
        '{"columns": ["inputs", "exact_match/v1/score"], "data": [["2+2", 1]]}',
        options=("metric", "success"),
    ),
    "ragas": Format(
        lambda item: "user_input" in item and _has_any(item, "response", "reference", "retrieved_contexts"),
        "exports.read_ragas",
        '{"user_input": "2+2", "response": "4", "context_recall": 1.0}',
        options=("metric", "success"),
    ),
    "deepeval": Format(
        lambda item: _has_any(item, "testCases", "testRunData") or "metrics_data" in _first(item.get("test_results")),
        "exports.read_deepeval",
        '{"testCases": [{"name": "test_case_0", "input": "2+2", "success": true}]}',
        options=("metric",),
    ),
    "langfuse": Format(
        _is_langfuse,
        "exports.read_langfuse",
        '{"traceId": "a", "name": "correct", "dataType": "BOOLEAN", "value": 1}',
        options=("metric", "success"),
    ),
    "tally": Format(
        lambda item: "version" in item and len(item) == 2 and _has_any(item, "cells", "votes"),
        "shards.read_tally",
        '{"version": 1, "cells": [[2, [1, 3], []], [1, [0, 4], []]]}',
        "document",
        outcome="cells",
    ),
    "records": Format(lambda _: True, "", '{"task_id": "a", "passed": true}', options=(*_SHAPE, *_ROLES)),
    "matrix": Format(
        lambda _: False, "", "[[0, 1, 1], [1, 1, 0]]", "rows", options=(*_SHAPE, "transpose", "skip", "digits", "fold")
    ),
}


def format_of(item: dict[str, Any]) -> str:
    """Return the name of the first format that recognises an item: "records" if no harness wrote it."""
    return next(name for name, format in FORMATS.items() if format.recognised(item))
