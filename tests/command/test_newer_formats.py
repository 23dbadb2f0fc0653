"""What the newer harnesses write: each file in its true shape, with numbers computed by hand, and broken."""

from __future__ import annotations

import json
import re

import pytest
from harness_files import FILES
from helpers import counts
from newer_harness_files import (
    NEWER,
    NEWER_MAKERS,
    SINGLE,
    bigcodebench,
    harbor,
    helm,
    lighteval,
    nemo_skills,
    openai_evals,
    opencompass,
    promptfoo,
    swe_bench,
    swe_bench_instance,
    terminal_bench,
    verl,
)
from result_files import lines, run
from test_formats import changed, check_numbers, refused, scored
from test_hostile import survive

IN_LINES = ("openai-evals", "verl", "nemo-skills", "lighteval")
OPTIONS = {**{name: options for name, (_, options) in NEWER.items()}, **dict.fromkeys(SINGLE, ())}


def merged(tmp_path, texts, *options):
    """(exit status, standard output, standard error) of files that are parts of one run."""
    paths = [tmp_path / f"part{i}" for i in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_text(text)
    return run(*paths, "--merge", "--json", *options)


def text_of(name, document):
    return lines(document) if name in IN_LINES else json.dumps(document)


@pytest.mark.parametrize("name", NEWER)
def test_numbers(tmp_path, name):
    content, options = NEWER[name]
    for forced in ((), ("--format", name)):
        got = scored(tmp_path, content, *options, *forced)
        assert got["format"] == name
        check_numbers(got)


@pytest.mark.parametrize("name", SINGLE)
def test_a_file_for_each_trial(tmp_path, name):
    status, out, err = merged(tmp_path, SINGLE[name])
    assert (status, err) == (0, "")
    check_numbers(json.loads(out))
    got = scored(tmp_path, SINGLE[name][0])
    assert (got["format"], got["question_count"], got["trials"], got["avg"]["value"]) == (name, 3, 1, 1 / 3)


@pytest.mark.parametrize("name", [*NEWER, *SINGLE])
def test_no_other_format_takes_it(name):
    """Only the format itself recognises the first item; and it recognises no other's."""
    from scorio_lite._command.formats.table import FORMATS

    old = {key: json.loads(text if text[0] == "[" or "\n" in text[:4] or key in ("evalplus",) else text.splitlines()[0])
           for key, (text, _) in FILES.items() if key in ("tau-bench", "livecodebench", "evalplus", "human-eval",
                                                          "lm-eval", "verifiers")}  # fmt: skip
    made = NEWER_MAKERS[name]()
    for other, format in FORMATS.items():
        first = made[0] if isinstance(made, list) else made
        if other not in (name, "records") and list(FORMATS).index(other) < list(FORMATS).index(name):
            assert not format.recognised(first), other
    for key, document in old.items():
        first = document[0] if isinstance(document, list) else document
        assert not FORMATS[name].recognised(first), key


@pytest.mark.parametrize("name", [*NEWER, *SINGLE])
def test_a_truncated_file(tmp_path, name):
    content = NEWER[name][0] if name in NEWER else SINGLE[name][0]
    message = refused(tmp_path, content[:-40], *OPTIONS[name])
    line = content[:-40].rstrip().count("\n") + 1
    assert message.startswith(f"line {line}, column ")
    assert ": not valid JSON: " in message


WRONG = [
    ("swe-bench", ("resolved_ids",), {"a": 1}, "field 'resolved_ids': not a list but an object"),
    ("swe-bench", ("resolved_ids", 0), 0.5, "field 'resolved_ids', entry 1: 0.5 does not name a question"),
    ("swe-bench", ("error_ids",), ..., "field 'error_ids' is missing"),
    ("swe-bench", ("unresolved_ids", 0), "a__a-0", "instance 'a__a-0': it is in 'resolved_ids' and in 'unresolved_ids'"),
    ("swe-bench", ("resolved_instances",), 2, "field 'resolved_instances': 2, where the lists have 1"),
    ("swe-bench", ("total_instances",), 500, "field 'total_instances': 500, where the lists have 3"),
    ("swe-bench", ("schema_version",), 3, "field 'schema_version': 3, where run reports of version 2 are read"),
    ("terminal-bench", ("results", 1, "is_resolved"), "yes", "result 2, field 'is_resolved': 'yes' is neither 0 nor 1"),
    ("terminal-bench", ("results", 1, "is_resolved"), ..., "result 2: field 'is_resolved' is missing"),
    ("terminal-bench", ("results", 1, "task_id"), 1.5, "result 2, field 'task_id': 1.5 does not name a question"),
    ("terminal-bench", ("results", 1, "trial_name"), [], "result 2, field 'trial_name': a list is not the number of a"),
    ("terminal-bench", ("results", 3, "trial_name"), "task-0.1-of-2.x", "result 4: a second trial '1' of question 'task-0'"),
    ("terminal-bench", ("results", 1, "failure_mode"), "new", "result 2, field 'failure_mode': 'new' is not known"),
    ("terminal-bench", ("results", 1), 7, "result 2: not an object but 7"),
    ("harbor", ("trial_results", 1, "verifier_result", "rewards", "reward"), "1", "trial 2, field 'rewards', 'reward': '1' is neither"),
    ("harbor", ("trial_results", 1, "verifier_result", "rewards", "reward"), 0.5, "0.5 is neither 0 nor 1; a reward? See"),
    ("harbor", ("trial_results", 1, "verifier_result", "rewards", "style"), 1, "trial 2, field 'rewards': it has the metrics 'reward', 'style'; use --metric"),
    ("harbor", ("trial_results", 1, "task_name"), ..., "trial 2: field 'task_name' is missing"),
    ("harbor", ("trial_results", 1, "agent_info"), "a", "trial 2, field 'agent_info': not an object but 'a'"),
    ("harbor", ("trial_results", 3, "trial_name"), "task-0__aB0", "trial 4: a second trial 'task-0__aB0' of question 'org/task-0'"),
    ("harbor", ("trial_results",), [], "the result of a job has no trials in it; give the folder of the job"),
    ("harbor", ("n_total_trials",), 0.5, "n_total_trials: 0.5 is not a number of trials"),
    ("openai-evals", (2,), {"spec": {}}, "line 3: a second spec; give each log in a file of its own"),
    ("openai-evals", (2,), {"final_report": {}}, "line 14: a second final_report"),
    ("promptfoo", ("results", "results", 1, "success"), "true", "result 2, field 'success': 'true' is neither 0 nor 1"),
    ("promptfoo", ("results", "results", 1, "success"), ..., "result 2: field 'success' is missing"),
    ("promptfoo", ("results", "results", 1, "vars"), ..., "result 2: field 'vars' is missing"),
    ("promptfoo", ("results", "results", 1, "provider"), ..., "result 2: field 'provider' is missing"),
    ("promptfoo", ("results", "results", 1, "provider"), "x", "result 2: column 0 has two providers or prompts"),
    ("promptfoo", ("results", "results", 1, "testIdx"), 0, "result 2: a second trial 0 of question"),
    ("promptfoo", ("results", "results"), {}, "field 'results', field 'results': not a list but an object"),
    ("bigcodebench", ("eval", "BigCodeBench/1"), {}, "task 'BigCodeBench/1': not a list but an object"),
    ("bigcodebench", ("eval", "BigCodeBench/1", 1, "status"), True, "sample 2, field 'status': true is none of 'pass',"),
    ("bigcodebench", ("eval", "BigCodeBench/1", 1, "status"), ..., "task 'BigCodeBench/1', sample 2: field 'status' is missing"),
    ("helm", (0, "stats", 0, "mean"), "1", "record 1, metric 'exact_match': '1' is neither 0 nor 1"),
    ("helm", (0, "stats", 0, "mean"), ..., "record 1: field 'mean' is missing"),
    ("helm", (0, "stats", 0, "count"), 2, "record 1, field 'count': 2 values are summed up, where one is expected"),
    ("helm", (0, "stats", 0, "name"), "exact_match", "field 'stats', field 'name': not an object but 'exact_match'"),
    ("helm", (4, "instance_id"), "id0", "record 5: a second trial 0 of question 'id0'"),
    ("helm", (0, "stats", 0, "name", "split"), "valid", "it has the splits 'valid' and 'test'; use --filter"),
    ("openai-evals", (2, "data", "correct"), "C", "line 3, field 'data', field 'correct': 'C' is neither 0 nor 1"),
    ("openai-evals", (2, "data"), None, "line 3, field 'data': not an object but null"),
    ("openai-evals", (2, "sample_id"), ..., "line 3: field 'sample_id' is missing"),
    ("verl", (1, "score"), "1", "line 2, field 'score': '1' is neither 0 nor 1"),
    ("verl", (1, "score"), -1.0, "line 2, field 'score': -1.0 is neither 0 nor 1; a reward? See --threshold"),
    ("verl", (1, "input"), [], "line 2, field 'input': a list does not name a question"),
    ("verl", (1, "step"), 21, "has step 20 and 21; score one at a time"),
    ("verl", (1, "gts"), "5", "has gts '4' and '5'; score one at a time"),
    ("opencompass", ("details", 1, "correct"), True, "detail 2: not a list but true"),
    ("opencompass", ("details", 1, "correct", 0), "x", "detail 2, replica 1: 'x' is neither 0 nor 1"),
    ("opencompass", ("details", 1, "correct"), ..., "detail 2: field 'correct' is missing"),
    ("opencompass", ("details", 1, "example_abbr"), "aime2024_0", "detail 2: a second detail of 'aime2024_0'"),
    ("nemo-skills", (1, "symbolic_correct"), "yes", "line 2, metric 'symbolic_correct': 'yes' is neither 0 nor 1"),
    ("nemo-skills", (1, "symbolic_correct"), ..., "line 2: no metric"),
    ("nemo-skills", (1, "judgement"), "Judgement: Yes", "line 2: it has the metrics 'symbolic_correct', 'judge_correct'; use --metric"),
    ("lighteval", (1, "metric"), 1, "line 2, field 'metric': not an object but 1"),
    ("lighteval", (1, "metric", "em"), 1, "line 2: it has the metrics 'extractive_match', 'em'; use --metric"),
    ("lighteval", (1, "doc", "id"), ..., "line 2, field 'doc': field 'id' is missing"),
]  # fmt: skip


@pytest.mark.parametrize("name, place, value, words", WRONG, ids=range(len(WRONG)))
def test_a_wrong_type(tmp_path, name, place, value, words):
    document = changed(NEWER_MAKERS[name](), place, value)
    assert words in refused(tmp_path, text_of(name, document), *OPTIONS[name])


MISSING = [  # a trial that has no outcome, and one that is not there
    ("terminal-bench", ("results", 1, "is_resolved"), None, "result 2 (is_resolved is null, unset)"),
    ("terminal-bench", ("results", 1, "failure_mode"), "agent_installation_failed", "result 2 (agent_installation_failed)"),
    ("terminal-bench", ("results", 5), ..., "'task-2' has 1, where others have 2"),
    ("harbor", ("trial_results", 1, "verifier_result"), None, "trial 2 (no reward)"),
    ("harbor", ("trial_results", 1, "exception_info"), {"exception_type": "ApiRateLimitError"}, "trial 2 (ApiRateLimitError)"),
    ("harbor", ("trial_results", 1, "step_results"), [{"exception_info": {"exception_type": "X"}}], "trial 2 (X)"),
    ("harbor", ("trial_results", 5), ..., "the job has 5 of 6 trials, so trials may be missing"),
    ("promptfoo", ("results", "results", 1, "failureReason"), 2, "result 2 (an error)"),
    ("promptfoo", ("results", "results", 5), ..., "has 1, where others have 2"),
    ("bigcodebench", ("eval", "BigCodeBench/1", 1, "status"), None, "task 'BigCodeBench/1', sample 2 (status is null)"),
    ("bigcodebench", ("eval", "BigCodeBench/1", 1), ..., "'BigCodeBench/1' has 1, where others have 2"),
    ("helm", (0, "stats", 0, "count"), 0, "record 1, metric 'exact_match' (null)"),
    ("helm", (0, "stats", 0), ..., "'id0' has 1, where others have 2"),
    ("openai-evals", (2, "data", "correct"), None, "line 3, field 'data', field 'correct' (null)"),
    ("openai-evals", (2, "type"), "error", "'test-match.s1.0' has 1, where others have 2"),
    ("openai-evals", (13,), ..., "the log has no final_report, so trials may be missing"),
    ("verl", (1, "score"), None, "line 2, field 'score' (null)"),
    ("verl", (5,), ..., "has 1, where others have 2"),
    ("opencompass", ("details", 1, "correct", 0), None, "detail 2, replica 1 (null)"),
    ("opencompass", ("details", 1, "correct", 0), ..., "'aime2024_1' has 1, where others have 2"),
]  # fmt: skip


@pytest.mark.parametrize("name, place, value, words", MISSING, ids=range(len(MISSING)))
def test_a_missing_trial(tmp_path, name, place, value, words):
    document = changed(NEWER_MAKERS[name](), place, value)
    message = refused(tmp_path, text_of(name, document), *OPTIONS[name])
    assert words in message
    assert "a missing trial is not counted as a failure" in message


@pytest.mark.parametrize("name", SINGLE)
def test_a_missing_trial_of_a_file_each(tmp_path, name):
    first, second = SINGLE[name]
    second = json.dumps({**swe_bench(1), "total_instances": 2, "unresolved_instances": 0, "unresolved_ids": []}) \
        if name == "swe-bench" else second[: second.rindex("\n")]  # fmt: skip
    status, out, err = merged(tmp_path, [first, second])
    assert (status, out) == (1, "")
    assert "the questions differ in their number of trials: " in err
    assert " has 1, where others have 2" in err


RULES = [  # a broken trial, and the successes that the harness counts then
    ("terminal-bench", ("results", 0, "is_resolved"), None, 2, 6),
    ("terminal-bench", ("results", 0, "failure_mode"), "unknown_agent_error", 3, 6),
    ("harbor", ("trial_results", 0, "verifier_result"), None, 2, 6),
    ("harbor", ("trial_results", 0, "exception_info"), {"exception_type": "ApiError"}, 3, 6),
    ("promptfoo", ("results", "results", 0, "failureReason"), 2, 2, 6),
    ("bigcodebench", ("eval", "BigCodeBench/0", 0, "status"), None, 2, 6),
    ("opencompass", ("details", 0, "correct", 0), None, 2, 6),
]


@pytest.mark.parametrize("name, place, value, successes, trials", RULES, ids=range(len(RULES)))
def test_the_rule_of_the_harness(tmp_path, name, place, value, successes, trials):
    document = changed(NEWER_MAKERS[name](), place, value)
    got = scored(tmp_path, text_of(name, document), *OPTIONS[name], "--missing", "harness")
    assert got["avg"]["value"] == successes / trials
    if name in ("terminal-bench", "harbor", "promptfoo"):  # whose average is not that of questions
        document[place[0]] = changed(document[place[0]], (*(("results",) if name == "promptfoo" else ()), 5), ...)
        message = refused(tmp_path, text_of(name, document), *OPTIONS[name], "--missing", "harness")
        assert "has 1 of 2 trials, and its " in message


def test_swe_bench(tmp_path):
    """An empty patch is a failure. Errors, and what was not run, are missing trials."""
    report = {**swe_bench(), "unresolved_ids": ["a__a-1"], "unresolved_instances": 1, "empty_patch_ids": ["a__a-2"],
              "empty_patch_instances": 1}  # fmt: skip
    assert scored(tmp_path, json.dumps(report))["avg"]["value"] == 1 / 3
    for name in ("error_ids", "incomplete_ids"):
        broken = {**swe_bench(), "unresolved_ids": ["a__a-1"], "unresolved_instances": 1, name: ["a__a-2"],
                  **({"error_instances": 1} if name == "error_ids" else {})}  # fmt: skip
        assert f"1 trial has no outcome: instance 'a__a-2' ({name})" in refused(tmp_path, json.dumps(broken))
        assert scored(tmp_path, json.dumps(broken), "--missing", "drop")["avg"]["value"] == 1 / 2
        for policy in ("fail", "harness"):
            assert scored(tmp_path, json.dumps(broken), "--missing", policy)["avg"]["value"] == 1 / 3
    newer = {**swe_bench(), "infra_failure_ids": ["a__a-2"], "ambiguous_failure_ids": ["a__a-1"]}
    assert "instance 'a__a-2' (infra_failure_ids)" in refused(tmp_path, json.dumps(newer))


def test_reports_of_swe_bench_instances(tmp_path):
    reports = [swe_bench_instance(q, x) for q, x in enumerate((1, 0, 0))]
    status, out, _ = merged(tmp_path, list(map(json.dumps, reports)))
    assert status == 0
    assert (json.loads(out)["format"], json.loads(out)["avg"]["value"]) == ("swe-bench", 1 / 3)
    broken = changed(reports[1], ("a__a-1", "infra_failure"), True)
    assert "instance 'a__a-1' (infra_failure)" in merged(tmp_path, [json.dumps(x) for x in (reports[0], broken)])[2]
    wrong = changed(reports[1], ("a__a-1", "resolved"), "no")
    assert refused(tmp_path, json.dumps(wrong)) == "instance 'a__a-1', field 'resolved': 'no' is neither 0 nor 1"


def test_ends_that_are_the_agents_own(tmp_path):
    """A trial that ran out of time was tested: its result counts."""
    timed_out = changed(terminal_bench(), ("results", 1, "failure_mode"), "agent_timeout")
    check_numbers(scored(tmp_path, json.dumps(timed_out)))
    timed_out = changed(harbor(), ("trial_results", 1, "exception_info"), {"exception_type": "AgentTimeoutError"})
    check_numbers(scored(tmp_path, json.dumps(timed_out)))


def test_several_jobs_of_harbor(tmp_path):
    status, out, err = merged(tmp_path, [json.dumps(harbor())] * 2)
    assert (status, err) == (0, "")
    assert (json.loads(out)["trials"], json.loads(out)["avg"]["value"]) == (4, 0.5)


def test_terminal_bench_says_how_many_attempts_there_are(tmp_path):
    document = terminal_bench()
    document["results"] = [trial for trial in document["results"] if ".1-of-2." in trial["trial_name"]]
    assert refused(tmp_path, json.dumps(document)).startswith("the questions have 1 trials, where the file says 2")


def test_runs_of_promptfoo(tmp_path):
    """Several providers, or prompts, are a leaderboard."""
    got = scored(tmp_path, json.dumps(promptfoo(("openai:gpt-4o", "anthropic:claude"))))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("anthropic:claude", 0.5), ("openai:gpt-4o", 0.5)}
    document = promptfoo(("a", "a"))
    for item in document["results"]["results"]:
        item["prompt"]["label"] = f"prompt {item['promptIdx']}"
    got = scored(tmp_path, json.dumps(document))
    assert {row["run"] for row in got["runs"]} == {"a, prompt 0", "a, prompt 1"}


def test_promptfoo_in_lines(tmp_path):
    """A result a line, in any order. Where results are compared, the line must have been written after that."""
    rows = promptfoo(("a", "b"))["results"]["results"][::-1]
    got = scored(tmp_path, lines(rows))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("a", 0.5), ("b", 0.5)}
    check_numbers(scored(tmp_path, lines(rows[1::2])))
    check_numbers(scored(tmp_path, json.dumps(rows[1::2])))
    assert refused(tmp_path, lines([*rows, rows[0]])).startswith("line 13: a second trial 5 of question")
    assert "'{\"question\": \"0?\"}' has 1, where others have 2" in refused(tmp_path, lines(rows[1::2][:-1]))
    assert refused(tmp_path, lines([promptfoo(), *rows])).startswith("line 2: the value before has all results")
    best = {"type": "select-best", "value": "best"}
    for row in rows:
        row["testCase"]["assert"].append(best)
        row["gradingResult"]["componentResults"] = [{"pass": True, "assertion": best}]
    assert scored(tmp_path, lines(rows))["runs"] == got["runs"]
    del rows[2]["gradingResult"]["componentResults"]
    assert refused(tmp_path, lines(rows)) == (
        "line 3: its select-best was not decided when it was written; use --output results.json"
    )


def test_questions_of_promptfoo(tmp_path):
    """Tests with the same vars differ by their assertions. Without vars, the prompts must be the same."""
    document = promptfoo()
    found = scored(tmp_path, json.dumps(document), "--by-question")["by_question"]
    assert {one["question"] for one in found} == {f'{{"question": "{q}?"}}' for q in range(3)}
    for item in document["results"]["results"]:
        item["testCase"] = changed(item["testCase"], ("assert", 0, "value"), item["vars"]["question"])
        item["testCase"]["vars"] = item["vars"] = {"question": "?"}
    found = scored(tmp_path, json.dumps(document), "--by-question")
    check_numbers(found)
    assert all(re.fullmatch(r'{"question": "\?"} \[[0-9a-f]{8}\]', one["question"]) for one in found["by_question"])
    for item in document["results"]["results"]:
        item["testCase"]["assert"], item["testCase"]["vars"], item["vars"] = [], {}, {}
    assert "has prompt " in refused(tmp_path, json.dumps(document))
    scores = changed(promptfoo(), ("results", "results", 0, "score"), 0.7)
    assert scored(tmp_path, json.dumps(scores), "--threshold", "0.8")["avg"]["value"] == 2 / 6


def test_results_of_promptfoo_before_the_reasons_of_failures(tmp_path):
    document = promptfoo()
    for item in document["results"]["results"]:
        del item["failureReason"], item["testIdx"], item["promptIdx"]
    check_numbers(scored(tmp_path, json.dumps(document)))
    item.update(gradingResult=None, error="API error: 504")
    assert "result 6 (API error: 504)" in refused(tmp_path, json.dumps(document))


def test_nemo_skills(tmp_path):
    """The metrics have the names of the harness's. A judgement without yes or no is missing."""
    judged = [
        {**item, "judgement": f"...\nJudgement: {'Yes' if item['symbolic_correct'] else 'no'}"}
        for item in nemo_skills()
    ]
    assert scored(tmp_path, lines(judged), "--metric", "judge_correct")["avg"]["value"] == 1 / 3
    odd = changed(judged, (1, "judgement"), "A")
    assert "line 2 (no yes or no in 'judgement')" in refused(tmp_path, lines(odd), "--metric", "judge_correct")
    assert "which is not read" in refused(
        tmp_path, lines([{**item, "expected_judgement": "Judgement: Yes"} for item in judged])
    )
    proofs = [{"num_generated_tokens": 5, "proof_status": status} for status in ("completed", "timeout", "error")]
    assert scored(tmp_path, lines(proofs))["avg"]["value"] == 1 / 3
    code = [{"num_generated_tokens": 5, "is_correct": True, "is_correct-plus": q == 0} for q in range(3)]
    assert scored(tmp_path, lines(code), "--metric", "is_correct-plus")["avg"]["value"] == 1 / 3
    assert "most problems occur several times" in refused(tmp_path, lines(nemo_skills() + nemo_skills(1)))
    status, _, err = merged(tmp_path, [SINGLE["nemo-skills"][0], lines(changed(nemo_skills(1), (1, "problem"), "x?"))])
    assert (status, "'1?' has 1, 'x?' has 1, where others have 2" in err) == (1, True)
    rows = [{"num_generated_tokens": 5, "expected_answer": q, "is_correct": True} for q in range(3)]
    status, _, err = merged(tmp_path, [lines(rows), lines(rows[::-1])])
    assert (status, "line 1: question 'row 1' has expected_answer 0 and 2" in err) == (1, True)


def test_nemo_skills_pairs_by_name(tmp_path):
    """The files of a run, and those of two, may have their rows in any order; a row that one lacks is missing."""
    rows = [[{"id": f"q{q}", **item} for q, item in enumerate(nemo_skills(trial))] for trial in range(2)]
    for kept in (("id", "problem"), ("id",), ("problem",)):
        first, second = (
            [{key: value for key, value in row.items() if key in kept or key not in ("id", "problem")} for row in part]
            for part in rows
        )
        status, out, err = merged(tmp_path, [lines(first), lines([*second[1:], second[0]])])
        assert (status, err) == (0, "")
        check_numbers(json.loads(out))
        status, _, err = merged(tmp_path, [lines(first), lines(second[:2])])
        assert (status, "has 1, where others have 2" in err) == (1, True)
    for name, part in zip("ab", ([*rows[0]], rows[0][::-1])):
        (tmp_path / name).write_text(lines(part))
    table = json.loads(run(tmp_path / "a", tmp_path / "b", "--json")[1])
    assert (table["runs"][1]["difference"]["value"], table["runs"][1]["difference"]["se"]) == (0, 0)
    (tmp_path / "b").write_text(lines(changed(rows[0], (1, "problem"), "x?")))
    assert "question 'q1' is not that of" in run(tmp_path / "a", tmp_path / "b")[2]


def test_nemo_skills_with_a_problem_twice(tmp_path):
    rows = [nemo_skills()[0], *nemo_skills()]
    assert [one["question"] for one in scored(tmp_path, lines(rows), "--by-question")["by_question"]] == [
        "1?", "2?", "0?", "0? (2)"]  # fmt: skip


def test_helm(tmp_path):
    text = json.dumps(helm())
    assert refused(tmp_path, text) == "it has the metrics 'exact_match', 'num_bytes', 'inference_runtime'; use --metric"
    assert refused(tmp_path, text, "--metric", "f1").startswith("it has the metrics 'exact_match'")
    check_numbers(scored(tmp_path, text, "--metric", "exact_match", "--filter", "test"))
    assert refused(tmp_path, text, "--metric", "f1", "--filter", "valid") == "no instance has statistics"


def test_helm_without_statistics(tmp_path):
    """An instance without any is missing; a second record of an instance may be empty."""
    records = helm()
    empty = {**records[0], "stats": []}
    check_numbers(scored(tmp_path, json.dumps([empty, *records]), "--metric", "exact_match"))
    text = json.dumps([*records, {**empty, "instance_id": "id9"}])
    assert "'id9' has 0, where others have 2" in refused(tmp_path, text, "--metric", "exact_match")


def test_a_task_without_samples(tmp_path):
    """The first task that has some says which harness it is."""
    document = {"eval": {"BigCodeBench/9": [], **bigcodebench()["eval"]}}
    assert "has 0, where others have 2" in refused(tmp_path, json.dumps(document))


def test_scores_of_openai_evals(tmp_path):
    """A graded eval has events of metrics, and no match."""
    events = [{**item, "type": "metrics", "data": {"choice": "Y", "score": float(item["data"]["correct"])}}
              if item.get("type") == "match" else item for item in openai_evals()]  # fmt: skip
    check_numbers(scored(tmp_path, lines(events), "--metric", "score"))
    assert refused(tmp_path, lines(events)).startswith("there is no trial in it")


def test_rewards_of_verl(tmp_path):
    """`acc` counts if it is there."""
    records = [{**item, "acc": bool(item["score"]), "score": 2 * item["score"] - 1} for item in verl()]
    check_numbers(scored(tmp_path, lines(records)))
    check_numbers(scored(tmp_path, lines(records), "--metric", "score", "--threshold", "1"))
    late = [verl()[0], *records[1:]]
    assert refused(tmp_path, lines(late)) == "line 2: field 'acc' is not in earlier records; all must have it, or none"


def test_several_responses_of_lighteval(tmp_path):
    """A metric over the samples of a question is no trial, until --metric says that it is one."""
    records = [{**one, "model_response": {"text": ["4", "5"]}, "metric": {"pass@k:k=2": i % 2}} for i, one in enumerate(lighteval())]
    assert refused(tmp_path, lines(records)).startswith("line 1: 2 responses and one 'pass@k:k=2' of them, so the trials")
    assert scored(tmp_path, lines(records), "--metric", "pass@k:k=2")["avg"]["value"] == 1 / 3


def test_opencompass_before_replicas(tmp_path):
    details = {"type": "GEN", **{str(q): {"predictions": "4", "references": "4", "correct": q == 0} for q in range(3)}}
    assert scored(tmp_path, json.dumps({"accuracy": 33.3, "details": details}))["avg"]["value"] == 1 / 3
    renamed = json.dumps(opencompass()).replace('"correct"', '"is_correct"')
    check_numbers(scored(tmp_path, renamed))


@counts(40, 1500)
@pytest.mark.parametrize("name", [*NEWER, *SINGLE])
def test_spoiled_files(name, count):
    """With anything anywhere: each is scored or refused in one line."""
    survive(name, NEWER_MAKERS[name], OPTIONS[name], count, (name,))
