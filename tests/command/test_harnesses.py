"""What single harnesses write beside the usual, today and before, how they count missing trials, and what contradicts
itself. The numbers are by hand; the outcomes of the good files stand in harness_files.py."""

from __future__ import annotations

import json
import re
import sys
import types
import zipfile
import zlib
from io import BytesIO

import pytest

from harness_files import (  # isort: skip
    INSPECT, LM_EVAL, TRIALS, archive, bigcodebench, changed, evalplus, evalplus_2023, harbor, helm, human_eval,
    inspect, lighteval, lines, lm_eval, nemo_skills, openai_evals, opencompass, packed_by, promptfoo, swe_bench,
    swe_bench_instance, tau2_bench, tau2_folder, tau_bench, terminal_bench, text_of, verifiers, verifiers_traces,
    verl,
)  # fmt: skip
from result_files import check_numbers, merged, refused, report, run
from test_formats import by_harness

from scorio_lite._command import unpacked

HARNESS = ("--missing", "harness")


def test_the_base_suite_alone():
    text = json.dumps(evalplus())
    only = text.replace('"plus_status": "pass"', '"plus_status": null').replace('"plus_status": "fail"', '"plus_status": null')
    for one in (text, only, json.dumps(evalplus_2023())):
        assert report(one, "--base")["avg"]["value"] == 4 / 6


def test_rewards_of_tau_bench():
    """Within 1e-6 of 1 is a success; unless a threshold says otherwise."""
    rewards = [1.0, 1 - 1e-7, 1 + 1e-7, 0.5, 1 - 1e-5, 0.0, -1, 2]
    runs = [{"task_id": 0, "reward": reward, "info": {}, "traj": [], "trial": j} for j, reward in enumerate(rewards)]
    assert report(json.dumps(runs))["avg"]["value"] == 3 / 8
    assert report(json.dumps(runs), "--threshold", "0.5")["avg"]["value"] == 6 / 8
    rewarded = changed(tau2_bench(), ("simulations", 0, "reward_info", "reward"), 0.5)
    assert report(json.dumps(rewarded))["avg"]["value"] == 2 / 6


def test_ends_that_are_the_agents_own():
    """The run was tested, or the model gave up: its result counts."""
    for reason in ("agent_stop", "max_steps", "too_many_errors", "agent_error", None):
        check_numbers(report(json.dumps(changed(tau2_bench(), ("simulations", 1, "termination_reason"), reason))))
    check_numbers(report(json.dumps(changed(terminal_bench(), ("results", 1, "failure_mode"), "agent_timeout"))))
    late = {"exception_type": "AgentTimeoutError"}
    check_numbers(report(json.dumps(changed(harbor(), ("trial_results", 1, "exception_info"), late))))
    check_numbers(report(lines([{**item, "error": None} for item in verifiers()])))


def test_tau2_bench_says_what_should_be_there():
    document = tau2_bench()
    kept = [item for item in document["simulations"] if item["task_id"] != "1"]
    assert "'1' has 0, where others have 2" in refused(json.dumps({**document, "simulations": kept}))
    check_numbers(report(json.dumps({"simulations": document["simulations"]})))


def test_inspect():
    log = inspect()
    assert refused(json.dumps(log)) == "sample 1: it has the scorers 'match', 'judge'; use --scorer"
    assert report(json.dumps(log), "--scorer", "judge")["avg"]["value"] == 0.5
    values = ["C", "yes", True, 1, 1.0, "1", "1.0", "true", "I", "N", "no", False, 0, "0", "false", "No"]
    samples = [{"id": "a", "epoch": i, "scores": {"match": {"value": value}}} for i, value in enumerate(values)]
    assert report(json.dumps({**log, "samples": samples}))["avg"]["value"] == 8 / 16
    samples = [{"id": "a", "epoch": i, "scores": {"m": {"value": {"x": value, "y": 1}}}} for i, value in enumerate("CIPI")]
    text = json.dumps({**log, "samples": samples})
    assert report(text, "--metric", "x", "--weights", "0,0.5,1")["avg"]["value"] == 1.5 / 4
    assert "no score of 'z'; there are 'm'" in refused(text, "--scorer", "z")
    check_numbers(report(json.dumps(changed(log, ("eval", "config"), {"epochs": None})), *INSPECT))


def test_a_log_that_is_not_finished():
    started, options = json.dumps({**inspect(), "status": "cancelled"}), (*INSPECT, "--missing", "own")
    why = "the status of the log is 'cancelled'"
    check_numbers(report(started, *options))
    assert report(started, *options)["missing"] == {"policy": "own", "trials": 0, "questions": 0, "unfinished": why}
    assert f"\n{why}\n\n" in run("-", *options, stdin=started.encode())[1]


def test_eval_archives():
    log = inspect()
    folder = {f"samples/{one['id']}_epoch_{one['epoch']}": one for one in log["samples"]}  # as Inspect's converter has it
    split = [entry for name, one in folder.items() for entry in ((f"{name}/sample.json", one), (f"{name}/messages/0.json", []))]
    for data in (archive(log), archive(log, zipfile.ZIP_STORED), archive({**log, "samples": []}, more=split)):
        check_numbers(report(data, *INSPECT))
    bad = changed(log, ("samples", 1, "scores", "match", "value"), "A")
    damaged = archive(log, zipfile.ZIP_STORED).replace(b'"epoch": 1', b'"epoch": x', 1)
    unknown = archive(log, zipfile.ZIP_STORED).replace(b"PK\x03\x04\x14\0\0\0\0\0", b"PK\x03\x04\x14\0\0\0\x5d\0")
    for data, words in (
        (archive(log, header="_journal/start.json"), "the log has no header.json: it was not finished"),
        (archive(bad), "samples/2_epoch_1.json, scorer 'match': 'A' is neither 0 nor 1"),
        (archive({**log, "samples": []}), "a zip, but not an .eval archive"),
        (archive(log)[:-30], "a damaged zip"),
        (damaged, ("a damaged zip: Bad CRC", "samples/1_epoch_1.json: cannot")),
        (unknown.replace(b"PK\x01\x02\x14\x03\x14\0\0\0\0\0", b"PK\x01\x02\x14\x03\x14\0\0\0\x5d\0"), "header.json: c"),
    ):
        assert refused(data, *INSPECT).startswith(words)
    assert refused(archive(log), "--format", "records") == "not a file of records, but a zip"


def test_lm_eval():
    text = text_of("lm-eval")
    assert refused(text) == "line 2: it has the filters 'strict-match' and 'flexible-extract'; use --filter"
    assert refused(text, "--filter", "x") == "no record has the filter 'x'; there are 'strict-match', 'flexible-extract'"
    assert report(text, "--filter", "strict-match")["avg"]["value"] == 0
    old = [
        {"doc_id": q, "doc": {}, "target": "", "resps": [], "filtered_resps": [], "acc": float(x), "acc_norm": 1.0}
        for q, _, x in TRIALS
    ]
    assert refused(lines(old)) == "line 1: it has the metrics 'acc', 'acc_norm'; use --metric"
    check_numbers(report(lines(old), "--metric", "acc"))
    averages = {"results": {"gsm8k": {"exact_match,strict-match": 0.5}}, "configs": {}}
    assert "samples_*.jsonl" in refused(json.dumps(averages))


def test_fields_that_are_named():
    items = [{"case": f"c{q}", "id": i, "grade": x, "passed": False} for i, (q, _, x) in enumerate(TRIALS)]
    table = "case,id,grade,passed\n" + "\n".join(f"c{q},{i},{x},0" for i, (q, _, x) in enumerate(TRIALS))
    for text in (lines(items), json.dumps(items), table):
        got = report(text, "--question", "case", "--outcome", "grade")
        assert got["format"] == "records"
        check_numbers(got)
    there = "'x' is not among 'case', 'id', 'grade', 'passed'"
    assert refused(lines(items), "--question", "x") == f"no field names the question: {there}"
    assert refused(lines(items), "--question", "case", "--outcome", "x") == f"no field holds the outcome: {there}"


@pytest.mark.parametrize("version, model, task, name", [(4, "m", "gsm8k", "'hash 2'"), (2, None, None, "2")])
def test_traces_of_verifiers(version, model, task, name):
    rows = verifiers_traces(version=version)
    got = report(lines(rows))
    check_numbers(got)
    assert (got["format"], got.get("model"), got.get("task")) == ("verifiers", model, task)
    assert refused(lines(rows + verifiers())) == "line 7, field 'task': not an object but 'math'"
    assert refused(lines(rows[:-1])).startswith(f"the questions differ in their number of trials: {name} has 1,")


def test_traces_of_several_agents():
    """The user simulator's or the judge's cannot be trained and is not scored. Of two that can be, none is chosen."""
    rows = verifiers_traces()
    judged = changed(rows, (0, "traces"), [{**rows[1]["traces"][0], "agent": {"trainable": False}}, *rows[0]["traces"]])
    check_numbers(report(lines(judged)))
    both = changed(rows, (0, "traces"), rows[0]["traces"] * 2)
    assert refused(lines(both)) == "line 1: it has the traces of 2 agents; only episodes of one agent are read"
    bare = changed(verifiers_traces(version=2), (0, "errors"), [{"type": "E", "message": "m"}])
    assert "line 1 (it has errors)" in refused(lines(bare))
    del bare[0]["task"]["data"]["idx"]
    assert "field 'task': it has no key, hash or data.idx" in refused(lines(bare))


def test_evalplus_of_version_0_1_0():
    """It has the names of files in place of their number."""
    tasks = evalplus_2023()["eval"]
    named = {key: {"files": ["0.py", "1.py"], "base": task["base"], "plus": task["plus"]} for key, task in tasks.items()}
    check_numbers(report(json.dumps({"date": "2023-05", "hash": "9e1f", "eval": named})))


@pytest.mark.parametrize("index", [True, False])
def test_simulations_in_a_folder(tmp_path, index):
    got = json.loads(run(tau2_folder(tmp_path / "run", index), "--json")[1])
    assert got["format"] == "tau2-bench"
    check_numbers(got)


def test_a_folder_that_is_not_whole(tmp_path):
    path = tau2_folder(tmp_path / "run")
    one = path.parent / "simulations" / "1-1.json"
    text = one.read_text()
    for content, words in (
        (text[:-9], "simulations/1-1.json: line 1, column"),
        ("[]", "simulations/1-1.json: not an object but a list"),
        (text.replace('"trial": 1', '"trial": []'), "simulations/1-1.json, field 'trial': a list is not the number of"),
        (text.replace('"reward": 1.0', '"reward": null'), "simulations/1-1.json, field 'reward_info', field 'reward' (null)"),
        ("\xe9", "simulations/1-1.json: line 1, column 1: not valid JSON"),
    ):
        one.write_text(content, encoding="utf-8")
        status, out, err = run(path)
        assert (status, out) == (1, "")
        assert words in err
    one.unlink()
    assert "simulation '1-1' is in only one of simulation_index and the folder simulations/" in run(path)[2]
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "simulation_index": None}))
    assert "'1' has 1, where others have 2" in run(path)[2]
    apart = "its simulations are in the folder simulations/ beside it, which is not there or empty"
    assert refused(path.read_text()) == apart
    (path.parent / "simulations").rename(tmp_path / "away")
    assert apart in run(path)[2]


def test_repeats_hold_no_trials():
    items = [{**item, "resps": [["4", "5", "4"]]} for item in lm_eval() if item["filter"] == "strict-match"]
    assert refused(lines(items)) == (
        "line 1: 3 responses (repeats) and one score, so the trials are not in the file; run it 3 times and use --merge, "
        "or count that score as one trial: --filter strict-match"
    )
    assert report(lines(items), "--filter", "strict-match")["avg"]["value"] == 0
    choices = [{**item, "resps": [[["-1.5", "False"]], [["-0.5", "True"]]]} for item in lm_eval()]
    check_numbers(report(lines(choices), *LM_EVAL))


def test_entries_packed_by_zstd():
    zstandard = pytest.importorskip("zstandard")
    data = packed_by(zstandard.ZstdCompressor().compress, inspect())
    check_numbers(report(data, *INSPECT))
    several = packed_by(lambda text: b"".join(map(zstandard.ZstdCompressor().compress, (text[:9], text[9:]))), inspect())
    check_numbers(report(several, *INSPECT))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd_with_a_module_for_it(monkeypatch):
    """A stand-in for the modules: it packs with zlib."""

    def reader(packed, **_):
        return BytesIO(zlib.decompress(packed.read()))

    data = packed_by(zlib.compress, inspect())
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert refused(data, *INSPECT) == (
        "header.json: compressed with zstd; install a module that reads it (pip install zstandard), or convert the log "
        "with `inspect log dump FILE > FILE.json`"
    )
    module = types.SimpleNamespace(ZstdDecompressor=lambda: types.SimpleNamespace(stream_reader=reader))
    monkeypatch.setitem(sys.modules, "zstandard", module)
    check_numbers(report(data, *INSPECT))
    assert "header.json: cannot be unpacked (Bad CRC-32)" in refused(packed_by(lambda text: zlib.compress(text + b" "), inspect()), *INSPECT)
    monkeypatch.setitem(unpacked._MOST, "value", (200_000, 30))
    large = {**inspect(), "results": {"note": "x" * 300_000}}
    assert "suspiciously compressible" in refused(packed_by(zlib.compress, large), *INSPECT)
    assert "header.json: cannot be unpacked" in refused(packed_by(lambda _: b"x", inspect()), *INSPECT)
    zstd = types.SimpleNamespace(open=reader)
    monkeypatch.setitem(sys.modules, "backports", types.SimpleNamespace(zstd=zstd))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    check_numbers(report(data, *INSPECT))


def test_the_rule_of_tau_bench():
    """0: 1, broken (0); 1: 0, 1; 2: 0, absent (0)."""
    items = changed(tau_bench(), (3, "info"), {"error": "timeout"})
    items[3]["reward"] = 0.0
    got = by_harness(json.dumps(items[:-1]))
    assert got["avg"]["value"] == 2 / 6
    assert [row["pass_hat_k"]["value"] for row in got["at_k"]] == [2 / 6, 0]
    assert (got["missing"]["trials"], got["missing"]["questions"]) == (2, 2)


def test_the_rule_of_tau2_bench(tmp_path):
    """0: out, 1; 1: user error (0), 1; 2: no reward (0), 0; so k is at most 1."""
    document = tau2_bench()
    for i, reason in ((0, "infrastructure_error"), (1, "user_error")):
        document["simulations"][i]["termination_reason"] = reason
    document["simulations"][2]["reward_info"] = None
    got = by_harness(json.dumps(document))
    assert got["at_k"][0]["pass_hat_k"]["value"] == 0.5
    assert (got["trials"], got["most_trials"], len(got["at_k"])) == (1, 2, 1)
    document["simulations"][3]["termination_reason"] = "infrastructure_error"
    got = by_harness(json.dumps(document))
    assert (got["question_count"], got["avg"]["value"]) == (2, 1 / 4)
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(json.dumps(document))
    two.write_text(json.dumps(tau2_bench()))
    assert f"{one}: question '0' has no trial: tau2-bench leaves it out" in run(one, two, *HARNESS)[2]


def test_the_rule_of_inspect():
    """1: C, error without a score; 2: I, error with C; 3: no score twice."""
    log = inspect()
    for i in (3, 4):
        log["samples"][i]["error"] = {"message": "x"}
    del log["samples"][3]["scores"]
    for i in (2, 5):
        log["samples"][i]["scores"]["match"]["value"] = float("nan")
    got = by_harness(json.dumps(log), *INSPECT)
    assert (got["question_count"], got["avg"]["value"]) == (2, 0.75)


def test_the_rule_of_verifiers():
    """A broken rollout counts with its reward in results.jsonl, and is left out of traces.jsonl."""
    rows = changed(verifiers(), (1, "error"), "timeout")
    rows[1]["reward"] = 0.5
    assert "has a reward that is neither 0 nor 1; see --threshold" in refused(lines(rows), *HARNESS)
    assert by_harness(lines(rows), "--threshold", "0.5")["avg"]["value"] == 4 / 6
    uneven = "question 2 has 1 of 2 trials, and verifiers averages over rollouts, not over questions"
    assert uneven in refused(lines(verifiers()[:-1]), *HARNESS)
    traces = verifiers_traces()
    for i in range(3):
        traces[i]["traces"][0]["ok"] = False
    got = by_harness(lines(traces))
    assert (got["trials"], got["avg"]["value"]) == (1, 2 / 3)


@pytest.mark.parametrize("text, words", [
    ('{"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "pass"}], "HumanEval/1": []}}', "EvalPlus prints no pass@k"),
    ('{"eval": {"a": {"nfiles": 1, "base": [["success", []]], "plus": [["success", []]]}, "b": {"nfiles": 0, "base": [], "plus": []}}}', "EvalPlus"),
    ('{"eval": {"b/0": [{"status": "pass"}], "b/1": []}}', "BigCodeBench prints no pass@k"),
    ('[{"question_id": "a", "graded_list": [true]}, {"question_id": "b", "graded_list": []}]', "LiveCodeBench divides by their number"),
    ('{"task_id": "a", "completion": "", "passed": true}\n{"task_id": "b", "completion": "", "passed": null}', "human-eval needs a sample"),
])  # fmt: skip
def test_a_task_without_samples_where_the_harness_gives_no_number(text, words):
    """Its own code: EvalPlus and BigCodeBench ask for k up to the fewest samples, which are 0; LiveCodeBench fails."""
    message = refused(text, *HARNESS)
    assert f"has no trial: {words}" in message
    assert message.endswith("; see --missing drop and fail")
    assert report(text, "--missing", "drop")["avg"]["value"] == 1


def test_outcomes_that_contradict_each_other():
    items = [{**item, "correct": item["passed"]} for item in human_eval()]
    items[3]["passed"] = False
    assert "line 4: 'passed' is false and 'correct' is true" in refused(lines(items))
    check_numbers(report(lines(changed(verifiers(), (0, "correct"), True))))


@pytest.mark.parametrize("value", [2, 2.0, "2"])
def test_promised_trials(value):
    document = changed(tau2_bench(), ("info", "num_trials"), value)
    log = changed(inspect(), ("eval", "config"), {"epochs": value})
    promised = {"total_samples": value if isinstance(value, str) else value * 3}
    for one, name, options in ((document, "simulations", ()), (log, "samples", INSPECT)):
        check_numbers(report(json.dumps({**one, **({"results": promised} if options else {})}), *options))
        short = json.dumps({**one, name: one[name][:3]})
        assert "the questions have 1 trials, where the file says 2" in refused(short, *options)


@pytest.mark.parametrize("value", [True, [2], "two", 2.5, 0, -1, float("inf")])
def test_promises_that_are_none(value):
    assert refused(json.dumps(changed(tau2_bench(), ("info", "num_trials"), value))).startswith("num_trials: ")
    for place, promised, name in ((("eval", "config"), {"epochs": value}, "epochs"), (("results", "total_samples"), value, "total_samples")):
        assert refused(json.dumps(changed(inspect(), place, promised)), *INSPECT).startswith(f"{name}: ")


def test_samples_that_are_not_in_the_log():
    log = changed(inspect(), ("results", "total_samples"), 8)
    got = report(json.dumps(log), *INSPECT, "--missing", "own")
    assert got["missing"]["unfinished"] == "the log has 6 samples of 8"
    message = "the log has 6 samples of 8, and no questions for the others; see --missing own"
    assert refused(json.dumps(log), *INSPECT, "--missing", "fail") == message


def test_numbers_of_trials_that_do_not_match(tmp_path):
    """Three trials each, of four that there were."""
    numbers = {"a": (0, 1, 2), "b": (0, 1, 3), "c": (0, 2, 3)}
    items = [{"id": name, "trial": trial, "passed": 1} for name, row in numbers.items() for trial in row]
    words = (
        "3 trials have no outcome: question 'a' (no trial 3, which others have), question 'b' (no trial 2, which others "
        "have), question 'c' (no trial 1, which others have); a missing"
    )
    assert refused(lines(items)).startswith(words)
    assert report(lines(items), "--missing", "own")["avg"]["value"] == 1
    assert report(lines(items), "--missing", "fail")["avg"]["value"] == 0.75
    texts = [{**item, "trial": f"run {item['trial']}"} for item in items]
    assert refused(lines(texts)).startswith(words.replace("trial ", "trial run "))
    for of_the_file in (lambda i, _: i, lambda i, _: f"id-{i}", lambda i, item: {1: 9}.get(item["trial"], item["trial"])):
        full = [{"id": f"q{i // 3}", "trial": i % 3, "passed": 1} for i in range(9)]
        full = [{**item, "trial": of_the_file(i, item)} for i, item in enumerate(full)]
        assert report(lines(full))["trials"] == 3
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(lines(items))
    two.write_text(lines(items))
    assert "6 trials have no outcome" in run(one, two, "--merge")[2]


def test_the_model_and_the_task(tmp_path):
    document = tau2_bench()
    document["info"].update(agent_info={"llm": "m"}, environment_info={"domain_name": "airline"})
    for text, options, task in ((json.dumps(document), (), "airline"), (json.dumps(inspect()), INSPECT, "a")):
        got = report(text, *options)
        assert (got["model"], got["task"]) == ("m", task)
    path = tmp_path / "samples_gsm8k_cot_2026-01-02T03-04-05.678.jsonl"
    path.write_text(text_of("lm-eval"))
    assert json.loads(run(path, *LM_EVAL, "--json")[1])["task"] == "gsm8k_cot"
    for value in (None, 5, [], {"llm": 5}, " "):
        document["info"]["agent_info"] = document["info"]["environment_info"] = value
        check_numbers(report(json.dumps(document)))
        check_numbers(report(json.dumps(changed(inspect(), ("eval",), {"model": value, "task": value})), *INSPECT))


def test_swe_bench():
    """An empty patch is a failure. Errors, and what was not run, are missing trials."""
    base = {**swe_bench(), "unresolved_ids": ["a__a-1"], "unresolved_instances": 1}
    assert report(json.dumps({**base, "empty_patch_ids": ["a__a-2"], "empty_patch_instances": 1}))["avg"]["value"] == 1 / 3
    for name in ("error_ids", "incomplete_ids"):
        broken = json.dumps({**base, name: ["a__a-2"], "error_instances": int(name == "error_ids")})
        assert f"1 trial has no outcome: instance 'a__a-2' ({name})" in refused(broken)
        for policy, value in (("drop", 1 / 2), ("fail", 1 / 3), ("harness", 1 / 3)):
            assert report(broken, "--missing", policy)["avg"]["value"] == value


def test_reports_of_swe_bench_instances(tmp_path):
    reports = [swe_bench_instance(q, x) for q, x in enumerate((1, 0, 0))]
    got = merged(tmp_path, list(map(json.dumps, reports)))
    assert (got["format"], got["avg"]["value"]) == ("swe-bench", 1 / 3)
    broken = [reports[0], changed(reports[1], ("a__a-1", "infra_failure"), True)]
    assert "instance 'a__a-1' (infra_failure)" in merged(tmp_path, list(map(json.dumps, broken)), refused=True)
    wrong = changed(reports[1], ("a__a-1", "resolved"), "no")
    assert refused(json.dumps(wrong)) == "instance 'a__a-1', field 'resolved': 'no' is neither 0 nor 1"


def test_several_jobs_of_harbor(tmp_path):
    got = merged(tmp_path, [json.dumps(harbor())] * 2)
    assert (got["trials"], got["avg"]["value"]) == (4, 0.5)


def test_terminal_bench_says_how_many_attempts_there_are():
    document = terminal_bench()
    document["results"] = [trial for trial in document["results"] if ".1-of-2." in trial["trial_name"]]
    assert refused(json.dumps(document)).startswith("the questions have 1 trials, where the file says 2")


def test_runs_of_promptfoo():
    """Several providers, or prompts, are a leaderboard."""
    got = report(json.dumps(promptfoo(providers=("openai:gpt-4o", "anthropic:claude"))))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("anthropic:claude", 0.5), ("openai:gpt-4o", 0.5)}
    document = promptfoo(providers=("a", "a"))
    for item in document["results"]["results"]:
        item["prompt"]["label"] = f"prompt {item['promptIdx']}"
    got = report(json.dumps(document))
    assert {row["run"] for row in got["runs"]} == {"a, prompt 0", "a, prompt 1"}


def test_promptfoo_in_lines():
    """A result a line, in any order. Where results are compared, the line must have been written after that."""
    rows = promptfoo(providers=("a", "b"))["results"]["results"][::-1]
    got = report(lines(rows))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("a", 0.5), ("b", 0.5)}
    check_numbers(report(lines(rows[1::2])))
    check_numbers(report(json.dumps(rows[1::2])))
    assert refused(lines([*rows, rows[0]])).startswith("line 13: a second trial 5 of question")
    assert "'{\"question\": \"0?\"}' has 1, where others have 2" in refused(lines(rows[1::2][:-1]))
    assert refused(lines([promptfoo(), *rows])).startswith("line 2: the value before has all results")
    best = {"type": "select-best", "value": "best"}
    for row in rows:
        row["testCase"]["assert"].append(best)
        row["gradingResult"]["componentResults"] = [{"pass": True, "assertion": best}]
    assert report(lines(rows))["runs"] == got["runs"]
    del rows[2]["gradingResult"]["componentResults"]
    assert refused(lines(rows)) == (
        "line 3: its select-best was not decided when it was written; use --output results.json"
    )


def test_questions_of_promptfoo():
    """Tests with the same vars differ by their assertions. Without vars, the prompts must be the same."""
    document = promptfoo()
    found = report(json.dumps(document), "--by-question")["by_question"]
    assert {one["question"] for one in found} == {f'{{"question": "{q}?"}}' for q in range(3)}
    for item in document["results"]["results"]:
        item["testCase"] = changed(item["testCase"], ("assert", 0, "value"), item["vars"]["question"])
        item["testCase"]["vars"] = item["vars"] = {"question": "?"}
    found = report(json.dumps(document), "--by-question")
    check_numbers(found)
    assert all(re.fullmatch(r'{"question": "\?"} \[[0-9a-f]{8}\]', one["question"]) for one in found["by_question"])
    for item in document["results"]["results"]:
        item["testCase"]["assert"], item["testCase"]["vars"], item["vars"] = [], {}, {}
    assert "has prompt " in refused(json.dumps(document))
    scores = changed(promptfoo(), ("results", "results", 0, "score"), 0.7)
    assert report(json.dumps(scores), "--threshold", "0.8")["avg"]["value"] == 2 / 6


def test_results_of_promptfoo_before_the_reasons_of_failures():
    document = promptfoo()
    for item in document["results"]["results"]:
        del item["failureReason"], item["testIdx"], item["promptIdx"]
    check_numbers(report(json.dumps(document)))
    item.update(gradingResult=None, error="API error: 504")
    assert "result 6 (API error: 504)" in refused(json.dumps(document))


def test_nemo_skills(tmp_path):
    """The metrics have the names of the harness's. A judgement without yes or no is missing."""
    words = {True: "...\nJudgement: Yes", False: "Judgement: no"}
    judged = [{**item, "judgement": words[item["symbolic_correct"]]} for item in nemo_skills()]
    proofs = [{"num_generated_tokens": 5, "proof_status": status} for status in ("completed", "timeout", "error")]
    code = [{"num_generated_tokens": 5, "is_correct": True, "is_correct-plus": q == 0} for q in range(3)]
    for rows, options in ((judged, ("--metric", "judge_correct")), (proofs, ()), (code, ("--metric", "is_correct-plus"))):
        assert report(lines(rows), *options)["avg"]["value"] == 1 / 3
    odd = changed(judged, (1, "judgement"), "A")
    assert "line 2 (no yes or no in 'judgement')" in refused(lines(odd), "--metric", "judge_correct")
    assert "which is not read" in refused(lines([{**item, "expected_judgement": "Judgement: Yes"} for item in judged]))
    assert "most problems occur several times" in refused(lines(nemo_skills() + nemo_skills(1)))
    parts = [text_of("nemo-skills"), lines(changed(nemo_skills(1), (1, "problem"), "x?"))]
    assert "'1?' has 1, 'x?' has 1, where others have 2" in merged(tmp_path, parts, refused=True)
    rows = [{"num_generated_tokens": 5, "expected_answer": q, "is_correct": True} for q in range(3)]
    why = merged(tmp_path, [lines(rows), lines(rows[::-1])], refused=True)
    assert "line 1: question 'row 1' has expected_answer 0 and 2" in why


def test_nemo_skills_pairs_by_name(tmp_path):
    """The files of a run, and those of two, may have their rows in any order; a row that one lacks is missing."""
    rows = [[{"id": f"q{q}", **item} for q, item in enumerate(nemo_skills(trial))] for trial in range(2)]
    for kept in (("id", "problem"), ("id",), ("problem",)):
        first, second = (
            [{key: value for key, value in row.items() if key in kept or key not in ("id", "problem")} for row in part]
            for part in rows
        )
        check_numbers(merged(tmp_path, [lines(first), lines([*second[1:], second[0]])]))
        assert "has 1, where others have 2" in merged(tmp_path, [lines(first), lines(second[:2])], refused=True)
    for name, part in zip("ab", ([*rows[0]], rows[0][::-1])):
        (tmp_path / name).write_text(lines(part))
    table = json.loads(run(tmp_path / "a", tmp_path / "b", "--json")[1])
    assert (table["runs"][1]["difference"]["value"], table["runs"][1]["difference"]["se"]) == (0, 0)
    (tmp_path / "b").write_text(lines(changed(rows[0], (1, "problem"), "x?")))
    assert "question 'q1' is not that of" in run(tmp_path / "a", tmp_path / "b")[2]


def test_nemo_skills_with_a_problem_twice():
    found = report(lines([nemo_skills()[0], *nemo_skills()]), "--by-question")["by_question"]
    assert [one["question"] for one in found] == ["1?", "2?", "0?", "0? (2)"]


def test_helm():
    text = json.dumps(helm())
    assert refused(text) == "it has the metrics 'exact_match', 'num_bytes', 'inference_runtime'; use --metric"
    assert refused(text, "--metric", "f1").startswith("it has the metrics 'exact_match'")
    check_numbers(report(text, "--metric", "exact_match", "--filter", "test"))
    assert refused(text, "--metric", "f1", "--filter", "valid") == "no instance has statistics"


def test_helm_without_statistics():
    """An instance without any is missing; a second record of an instance may be empty."""
    records = helm()
    empty = {**records[0], "stats": []}
    check_numbers(report(json.dumps([empty, *records]), "--metric", "exact_match"))
    text = json.dumps([*records, {**empty, "instance_id": "id9"}])
    assert "'id9' has 0, where others have 2" in refused(text, "--metric", "exact_match")


def test_a_task_without_samples():
    """The first task that has some says which harness it is."""
    document = {"eval": {"BigCodeBench/9": [], **bigcodebench()["eval"]}}
    assert "has 0, where others have 2" in refused(json.dumps(document))


def test_scores_of_openai_evals():
    """A graded eval has events of metrics, and no match."""
    events = [{**item, "type": "metrics", "data": {"choice": "Y", "score": float(item["data"]["correct"])}}
              if item.get("type") == "match" else item for item in openai_evals()]  # fmt: skip
    check_numbers(report(lines(events), "--metric", "score"))
    assert refused(lines(events)).startswith("there is no trial in it")


def test_rewards_of_verl():
    """`acc` counts if it is there."""
    records = [{**item, "acc": bool(item["score"]), "score": 2 * item["score"] - 1} for item in verl()]
    check_numbers(report(lines(records)))
    check_numbers(report(lines(records), "--metric", "score", "--threshold", "1"))
    late = [verl()[0], *records[1:]]
    assert refused(lines(late)) == "line 2: field 'acc' is not in earlier records; all must have it, or none"


def test_several_responses_of_lighteval():
    """A metric over the samples of a question is no trial, until --metric says that it is one."""
    records = [{**one, "model_response": {"text": ["4", "5"]}, "metric": {"pass@k:k=2": i % 2}} for i, one in enumerate(lighteval())]
    assert refused(lines(records)).startswith("line 1: 2 responses and one 'pass@k:k=2' of them, so the trials")
    assert report(lines(records), "--metric", "pass@k:k=2")["avg"]["value"] == 1 / 3


def test_opencompass_before_replicas():
    details = {"type": "GEN", **{str(q): {"predictions": "4", "references": "4", "correct": q == 0} for q in range(3)}}
    assert report(json.dumps({"accuracy": 33.3, "details": details}))["avg"]["value"] == 1 / 3
    renamed = json.dumps(opencompass()).replace('"correct"', '"is_correct"')
    check_numbers(report(renamed))
