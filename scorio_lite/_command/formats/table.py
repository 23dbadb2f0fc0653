"""The table of formats: how the first record or document of each looks, which function reads it, and an example.

A new format is one more function in a module here, and one more entry in `_TABLE`.
"""

from __future__ import annotations

import re
from importlib import import_module

from ..fields import OUTCOME_KEYS
from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

# The lines of an entry: the name of the format, and cases of paths; the reader, MODULE.FUNCTION, what it takes (items,
# one document, or rows of a matrix), its options, and the field of the outcome; if options can read such a file as
# records, these options; and an example, a small file. The first format that recognises an item is used.
#   A format recognises an item that has all paths of a case; cases are parted by |. In a path, * is the first entry if
# this is an object, and + is the first entry that is not empty; a final {} or [] means an object or a list. Of paths
# joined by /, one is enough. A path after ! must be missing. `_RECOGNISED` has the functions of formats without paths.
_TABLE = """
tau2-bench: simulations | tasks info.num_trials
  agents.read_tau2_bench document outcome=reward_info.reward
  --at=simulations[{}].reward_info.reward --question=task_id --trial=trial
  {"info": {"num_trials": 1}, "simulations": [{"task_id": "7", "trial": 0, "reward_info": {"reward": 1.0}}]}
inspect: eval{} samples/status
  inspect.read document options=scorer,metric,success outcome=scores
  {"eval": {}, "status": "success", "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}]}
bigcodebench: eval.+.*.status !eval.+.*.base_status
  code.read_bigcodebench document outcome=status
  --at=eval.{question}[{}].status --success=pass
  {"eval": {"BigCodeBench/0": [{"task_id": "BigCodeBench/0", "status": "pass"}]}}
evalplus
  code.read_evalplus document options=metric outcome=plus_status
  {"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "fail"}]}}
swe-bench
  code.read_swe_bench document outcome=resolved
  {"schema_version": 2, "resolved_ids": ["a-1"], "unresolved_ids": ["a-2"], "empty_patch_ids": [], \
"error_ids": [], "incomplete_ids": []}
terminal-bench: results[] n_resolved | results[] results.*.is_resolved | trial_name is_resolved failure_mode
  agents.read_terminal_bench document outcome=is_resolved
  --at=results[{}].is_resolved --question=task_id
  {"results": [{"task_id": "a", "trial_name": "a.1-of-1", "is_resolved": true}], "n_resolved": 1}
harbor: n_total_trials stats | task_name trial_name agent_info verifier_result
  agents.read_harbor document options=metric outcome=verifier_result.rewards
  {"task_name": "a", "trial_name": "a__1", "agent_info": {}, "verifier_result": {"rewards": {"reward": 1.0}}}
bfcl: accuracy correct_count total_count !id
  code.read_bfcl items outcome=valid
  {"accuracy": 0.5, "correct_count": 1, "total_count": 2}
  {"id": "java_1", "test_category": "java", "valid": false}
promptfoo: results.results results.stats | promptIdx testIdx success
  promptfoo.read items outcome=success
  {"results": {"results": [{"provider": "m", "vars": {"q": "2+2"}, "success": true}], "stats": {}}}
opencompass: details.0{} | details[] details.*.example_abbr | details[] details.*.pred details.*.correct
  suites.read_opencompass document outcome=correct
  {"accuracy": 50.0, "details": [{"example_abbr": "gsm8k_0", "correct": [true, false]}]}
openai-evals: spec.completion_fns spec.eval_name
  suites.read_openai_evals items options=metric outcome=correct
  --where=type=match --question=sample_id --outcome=data.correct
  {"spec": {"completion_fns": ["m"], "eval_name": "e"}}
  {"sample_id": "e.0", "type": "match", "data": {"correct": true}}
  {"final_report": {"accuracy": 1.0}}
helm: instance_id train_trial_index stats !stats{}
  suites.read_helm items options=filter,metric outcome=stats
  {"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": "em"}, "count": 1, "mean": 1.0}]}
lighteval: doc model_response metric{}
  suites.read_lighteval items options=metric outcome=metric
  {"doc": {"id": "0"}, "model_response": {}, "metric": {"extractive_match": 1}}
verl: input output score step
  rollouts.read_verl items options=metric
  --question=input --outcome=OUTCOME
  {"input": "2+2", "output": "4", "score": 1.0, "step": 20}
nemo-skills: num_generated_tokens symbolic_correct/judgement/proof_status/is_correct-plus/is_correct
  suites.read_nemo_skills items options=metric
  {"problem": "2+2", "num_generated_tokens": 9, "symbolic_correct": true}
livecodebench: question_id graded_list
  code.read_livecodebench items outcome=graded_list
  --question=question_id --outcome=graded_list
  {"question_id": "abc301_a", "graded_list": [true, false]}
lm-eval: doc_id filtered_resps/resps/doc_hash
  suites.read_lm_eval items options=filter,metric
  {"doc_id": 0, "filter": "none", "resps": [["4"]], "metrics": ["exact_match"], "exact_match": 1.0}
tau-bench
  agents.read_tau_bench items outcome=reward
  --question=task_id --trial=trial --outcome=reward
  [{"task_id": 0, "trial": 0, "reward": 1.0, "info": {}, "traj": []}]
verifiers: example_id reward | task{} rewards{}/traces[]
  rollouts.read_verifiers items outcome=reward
  {"example_id": 0, "reward": 1.0}
human-eval: task_id passed completion
  code.read_human_eval items options=run,ignore,where
  {"task_id": "HumanEval/0", "completion": "    return 1", "passed": true}
every-eval-ever: evaluation_id evaluation_name sample_id evaluation
  exports.read_every_eval_ever items options=filter,metric,run,ignore outcome=evaluation
  {"evaluation_id": "e", "model_id": "m", "evaluation_name": "gsm8k", "sample_id": "1", "evaluation": \
{"score": 1.0, "is_correct": true}}
phoenix: example_id repetition_number
  exports.read_phoenix items options=metric,success
  {"example_id": "a", "repetition_number": 1, "annotations": [{"name": "correct", "score": 1.0}]}
langsmith
  exports.read_langsmith items options=metric,success
  {"example_id": "a", "feedback.correct": true}
braintrust
  exports.read_braintrust items options=metric,success
  {"input": "2+2", "output": "4", "expected": "4", "scores": {"ExactMatch": 1}}
mlflow
  exports.read_mlflow items options=metric,success
  {"columns": ["inputs", "exact_match/v1/score"], "data": [["2+2", 1]]}
ragas: user_input response/reference/retrieved_contexts
  exports.read_ragas items options=metric,success
  {"user_input": "2+2", "response": "4", "context_recall": 1.0}
deepeval: testCases/testRunData | test_results.*.metrics_data
  exports.read_deepeval items options=metric
  {"testCases": [{"name": "test_case_0", "input": "2+2", "success": true}]}
langfuse
  exports.read_langfuse items options=metric,success
  {"traceId": "a", "name": "correct", "dataType": "BOOLEAN", "value": 1}
tally
  shards.read_tally document outcome=cells
  {"version": 1, "cells": [[2, [1, 3], []], [1, [0, 4], []]]}
records
  - items options=success,list,header,no_header,select,cost,labels,judges,question,outcome,trial,run,answer,\
counts,trials,runs,ignore,where,skip,once,last,fill,split,at,task,all,digits,fold
  {"task_id": "a", "passed": true}
matrix
  - rows options=success,list,header,no_header,transpose,skip,digits,fold
  [[0, 1, 1], [1, 1, 0]]
"""
# Lists of older reports of SWE-bench.
_STAGES = {"generated", "generation", "no_generation", "none", "no_logs", "unresolved", "unresolved_ids"}
_STAGES |= {"not_resolved", "submitted", "submitted_ids", "error_ids"}
_OTHER_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # in other records than those of tau-bench, a reward must be 0 or 1


class Format:
    """A format: it recognises its first item, and has a reader, which is imported when it is first used.

    The reader takes (items, book, settings) for successive items, or (document, book, settings) if the format is one
    document, an Item.
    """

    def __init__(self, entry: str) -> None:
        head, about, *lines = entry.split("\n  ")
        self.name, _, cases = head.partition(": ")
        self._cases = [case.split() for case in cases.split(" | ")]
        self._reader, self.takes, *named = about.split()
        told = dict(fact.split("=") for fact in named)
        self.options = names_in(told.get("options", "").replace(",", " "))
        self.outcome = told.get("outcome", "")
        self.plain = lines.pop(0) if lines[0].startswith("--") else ""
        self.example = "\n".join(lines)

    def recognised(self, item: dict[str, Any]) -> bool:
        if self.name in _RECOGNISED:
            return _RECOGNISED[self.name](item)
        return any(all(_meets(item, condition) for condition in case) for case in self._cases)

    def read(self, *arguments: Any) -> None:
        module, _, function = self._reader.rpartition(".")
        getattr(import_module(f".{module}", __package__), function)(*arguments)


def _meets(item: Any, condition: str) -> bool:
    if condition.startswith("!"):
        return not _meets(item, condition[1:])
    return any(_leads(item, path) for path in condition.split("/"))


def _leads(item: Any, path: str) -> bool:
    """Whether a path such as eval.*.status leads to a value in an item; to an object if it ends in {}, a list if in [].

    In the path, * is the first entry of an object or a list, and + the first entry that is not empty.
    """
    kind = {"{}": dict, "[]": list}.get(path[-2:])
    for name in (path[:-2] if kind else path).split("."):
        if name == "*":
            item = _first(item)
        elif not isinstance(item, dict):
            return False
        elif name == "+":
            item = next(filter(None, item.values()), None)
        elif name in item:
            item = item[name]
        else:
            return False
    return kind is None or isinstance(item, kind)


def _first(value: Any) -> Any:
    """Return the first entry of a list or an object if this entry is an object; else {}."""
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    entry = next(iter(entries), None)
    return entry if isinstance(entry, dict) else {}


def _is_evalplus(item: dict[str, Any]) -> bool:
    tasks = item.get("eval")
    is_of_lists = isinstance(tasks, dict) and isinstance(next(iter(tasks.values()), []), list)
    return is_of_lists or {"eval", "hash"} <= item.keys()


def _is_swe_bench(item: dict[str, Any]) -> bool:
    """Whether this is the report of a run or of an instance, or an older report with lists of instances."""
    is_of_run = {"resolved_ids", "unresolved_ids", "schema_version"} <= item.keys()
    done = item.get("resolved", item.get("resolved_ids"))
    has_lists = isinstance(done, list) and not (_STAGES.isdisjoint(item) or "results" in item)
    return is_of_run or has_lists or {"resolved", "patch_exists"} <= _first(item).keys()


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
    return {"traceid", "name", "value", "datatype"}.issubset(map(str.lower, first))


_RECOGNISED: dict[str, Callable[[dict[str, Any]], bool]] = {
    "evalplus": _is_evalplus,
    "swe-bench": _is_swe_bench,
    "tau-bench": lambda item: (
        item.keys() >= {"task_id", "info", "traj", "reward"} and not item.keys() & _OTHER_OUTCOMES
    ),
    "langsmith": lambda item: "example_id" in item and any(name.startswith("feedback.") for name in item),
    "braintrust": _is_braintrust,
    "mlflow": _is_mlflow,
    "langfuse": _is_langfuse,
    "tally": lambda item: len(item) == 2 and "version" in item and ("cells" in item or "votes" in item),
    "matrix": lambda _: False,
}
FORMATS = {format.name: format for format in map(Format, re.split(r"\n(?! )", _TABLE.strip()))}


def format_of(item: dict[str, Any]) -> str:
    """Return the name of the first format that recognises an item: "records" if no harness wrote it."""
    return next(name for name, format in FORMATS.items() if format.recognised(item))
