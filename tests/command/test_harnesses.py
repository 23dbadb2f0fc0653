"""What harnesses write today and wrote before, how they count missing trials themselves, and files that contradict
themselves. The numbers are by hand; the outcomes of the good files stand in harness_files.py."""

from __future__ import annotations

import json
import sys
import types
import zipfile
import zlib
from io import BytesIO

import pytest
from harness_files import (
    INSPECT,
    LM_EVAL,
    evalplus,
    evalplus_2023,
    human_eval,
    inspect,
    livecodebench,
    lm_eval,
    packed_by,
    tau2_bench,
    tau2_folder,
    tau_bench,
    verifiers,
    verifiers_traces,
)
from result_files import lines, run
from test_formats import changed, check_numbers, refused, scored

from scorio_lite._command import unpacked

HARNESS = ("--missing", "harness")


def reported(path, *options):
    status, out, err = run(path, "--json", *options)
    assert (status, err) == (0, ""), err
    return json.loads(out)


# verifiers: traces.jsonl


@pytest.mark.parametrize("version", [4, 2])
def test_traces_of_verifiers(tmp_path, version):
    rows = verifiers_traces(version)
    got = scored(tmp_path, lines(rows))
    assert got["format"] == "verifiers"
    check_numbers(got)
    assert (got.get("model"), got.get("task")) == (("m", "gsm8k") if version == 4 else (None, None))
    assert refused(tmp_path, lines(rows)[:-3]).startswith("line 6, column")
    assert refused(tmp_path, lines(rows + verifiers())) == "line 7, field 'task': not an object but 'math'"
    short = refused(tmp_path, lines(rows[:-1]))
    assert short.startswith(f"the questions differ in their number of trials: {'2' if version == 2 else repr('hash 2')} has 1,")


@pytest.mark.parametrize(
    "place, value, words",
    [
        ((1, "task"), ..., "line 2: field 'task' is missing"),
        ((1, "task"), 5, "line 2, field 'task': not an object but 5"),
        ((1, "task", "hash"), [], "line 2, field 'task': a list does not name a question"),
        ((1, "traces"), {}, "line 2, field 'traces': not a list but an object"),
        ((1, "traces"), [], "1 trial has no outcome: line 2 (it has no trace); a missing"),
        ((1, "traces", 0), 7, "line 2, trace 1: not an object but 7"),
        ((1, "traces", 0, "rewards"), [1], "line 2, trace 1, field 'rewards': not an object but a list"),
        ((1, "traces", 0, "rewards", "correct", "score"), "1", "field 'rewards', 'correct': '1' is not a finite number"),
        ((1, "traces", 0, "rewards", "correct", "score"), 10**400, "is not a finite number"),
        ((1, "traces", 0, "rewards", "correct", "score"), ..., "field 'rewards', 'correct': field 'score' is missing"),
        ((0, "traces", 0, "rewards", "correct", "weight"), 0.5, "line 1, trace 1, field 'rewards': 0.75 is neither 0 nor 1"),
        ((1, "traces", 0, "rewards"), {"correct": None}, "1 trial has no outcome: line 2, trace 1 (no rewards)"),
        ((1, "traces", 0, "ok"), False, "1 trial has no outcome: line 2, trace 1 (it is not ok)"),
    ],
)  # fmt: skip
def test_wrong_traces(tmp_path, place, value, words):
    assert words in refused(tmp_path, lines(changed(verifiers_traces(), place, value)))


def test_traces_of_several_agents(tmp_path):
    """The user simulator's or the judge's cannot be trained and is not scored. Of two that can be, none is chosen."""
    rows = verifiers_traces()
    judged = changed(rows, (0, "traces"), [{**rows[1]["traces"][0], "agent": {"trainable": False}}, *rows[0]["traces"]])
    check_numbers(scored(tmp_path, lines(judged)))
    both = changed(rows, (0, "traces"), rows[0]["traces"] * 2)
    assert refused(tmp_path, lines(both)) == "line 1: it has the traces of 2 agents; only episodes of one agent are read"
    bare = changed(verifiers_traces(2), (0, "errors"), [{"type": "E", "message": "m"}])
    assert "line 1 (it has errors)" in refused(tmp_path, lines(bare))
    del bare[0]["task"]["data"]["idx"]
    assert "field 'task': it has no key, hash or data.idx" in refused(tmp_path, lines(bare))


# EvalPlus: the files of 2023


def test_evalplus_of_2023(tmp_path):
    document = evalplus_2023()
    text = json.dumps(document)
    check_numbers(scored(tmp_path, text))
    assert scored(tmp_path, text, "--base")["avg"]["value"] == 4 / 6
    named = json.dumps({**document, "eval": {key: {"files": ["0.py", "1.py"], "base": task["base"], "plus": task["plus"]}
                                             for key, task in document["eval"].items()}})  # fmt: skip
    check_numbers(scored(tmp_path, named))
    assert refused(tmp_path, text[:-9]).startswith("line 1, column")
    alone = changed(document, ("eval", "HumanEval/1", "plus"), [])
    assert "task 'HumanEval/1': field 'plus' is empty: only the base suite ran" in refused(tmp_path, json.dumps(alone))
    for place, value, words in (
        (("nfiles",), 3, "task 'HumanEval/1': the lists 'base' and 'plus' and the number of samples differ"),
        (("plus",), [["success", []]], "the lists 'base' and 'plus' and the number of samples differ"),
        (("base", 1), ["pass", []], "task 'HumanEval/1', sample 2: 'pass' is none of 'success', 'failed', 'timed out'"),
        (("base", 1), [], "task 'HumanEval/1', sample 2: a list is none of"),
        (("base",), 5, "task 'HumanEval/1', field 'base': not a list but 5"),
        (("base", 1, 0), None, "1 trial has no outcome: task 'HumanEval/1', sample 2 (null)"),
    ):
        assert words in refused(tmp_path, json.dumps(changed(document, ("eval", "HumanEval/1", *place), value)))


# tau2-bench: a folder of simulations


@pytest.mark.parametrize("index", [True, False])
def test_simulations_in_a_folder(tmp_path, index):
    got = reported(tau2_folder(tmp_path / "run", index))
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
    assert refused(tmp_path, path.read_text()) == apart
    assert apart in run("-", stdin=path.read_bytes())[2]


# lm-evaluation-harness: repeats


def test_repeats_hold_no_trials(tmp_path):
    items = [{**item, "resps": [["4", "5", "4"]]} for item in lm_eval() if item["filter"] == "strict-match"]
    assert refused(tmp_path, lines(items)) == (
        "line 1: 3 responses (repeats) and one score, so the trials are not in the file; run it 3 times and use --merge, "
        "or count that score as one trial: --filter strict-match"
    )
    assert scored(tmp_path, lines(items), "--filter", "strict-match")["avg"]["value"] == 0
    choices = [{**item, "resps": [[["-1.5", "False"]], [["-0.5", "True"]]]} for item in lm_eval()]
    check_numbers(scored(tmp_path, lines(choices), *LM_EVAL))


# Inspect: zstd


def test_entries_packed_by_zstd(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    data = packed_by(zstandard.ZstdCompressor().compress, inspect())
    check_numbers(scored(tmp_path, data, *INSPECT))
    several = packed_by(lambda text: b"".join(map(zstandard.ZstdCompressor().compress, (text[:9], text[9:]))), inspect())
    check_numbers(scored(tmp_path, several, *INSPECT))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd_with_a_module_for_it(tmp_path, monkeypatch):
    """A stand-in for the modules: it packs with zlib."""

    def reader(packed, **_):
        return BytesIO(zlib.decompress(packed.read()))

    data = packed_by(zlib.compress, inspect())
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert refused(tmp_path, data, *INSPECT) == (
        "header.json: compressed with zstd; install a module that reads it (pip install zstandard), or convert the log "
        "with `inspect log dump FILE > FILE.json`"
    )
    module = types.SimpleNamespace(ZstdDecompressor=lambda: types.SimpleNamespace(stream_reader=reader))
    monkeypatch.setitem(sys.modules, "zstandard", module)
    check_numbers(scored(tmp_path, data, *INSPECT))
    assert "header.json: cannot be unpacked (Bad CRC-32)" in refused(tmp_path, packed_by(lambda text: zlib.compress(text + b" "), inspect()), *INSPECT)
    monkeypatch.setitem(unpacked._MOST, "value", (200_000, 30))
    large = {**inspect(), "results": {"note": "x" * 300_000}}
    assert "suspiciously compressible" in refused(tmp_path, packed_by(zlib.compress, large), *INSPECT)
    assert "header.json: cannot be unpacked" in refused(tmp_path, packed_by(lambda _: b"x", inspect()), *INSPECT)
    zstd = types.SimpleNamespace(open=reader)
    monkeypatch.setitem(sys.modules, "backports", types.SimpleNamespace(zstd=zstd))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    check_numbers(scored(tmp_path, data, *INSPECT))


def test_a_sample_in_several_entries(tmp_path):
    """As Inspect's converter writes them: the sample without its messages, and these beside it."""
    log, content = inspect(), BytesIO()
    with zipfile.ZipFile(content, "w") as file:
        file.writestr("header.json", json.dumps({name: value for name, value in log.items() if name != "samples"}))
        for sample in log["samples"]:
            folder = f"samples/{sample['id']}_epoch_{sample['epoch']}"
            file.writestr(f"{folder}/sample.json", json.dumps(sample))
            file.writestr(f"{folder}/messages/0.json", "[]")
    check_numbers(scored(tmp_path, content.getvalue(), *INSPECT))


# --missing harness


def by_harness(tmp_path, text, *options):
    got = scored(tmp_path, text, *HARNESS, *options)
    assert got["missing"]["policy"] == "harness"
    out = " ".join(run(tmp_path / "results", *HARNESS, *options)[1].split())
    assert f": counted as {got['format']} does (--missing harness) {got['missing']['rule']} " in out
    return got


def test_the_rule_of_tau_bench(tmp_path):
    """0: 1, broken (0); 1: 0, 1; 2: 0, absent (0)."""
    items = changed(tau_bench(), (3, "info"), {"error": "timeout"})
    items[3]["reward"] = 0.0
    got = by_harness(tmp_path, json.dumps(items[:-1]))
    assert got["avg"]["value"] == 2 / 6
    assert [row["pass_hat_k"]["value"] for row in got["at_k"]] == [2 / 6, 0]
    assert (got["missing"]["trials"], got["missing"]["questions"]) == (2, 2)


def test_the_rule_of_tau2_bench(tmp_path):
    """0: out, 1; 1: user error (0), 1; 2: no reward (0), 0; so k is at most 1."""
    document = tau2_bench()
    for i, reason in ((0, "infrastructure_error"), (1, "user_error")):
        document["simulations"][i]["termination_reason"] = reason
    document["simulations"][2]["reward_info"] = None
    got = by_harness(tmp_path, json.dumps(document))
    assert got["at_k"][0]["pass_hat_k"]["value"] == 0.5
    assert (got["trials"], got["most_trials"], len(got["at_k"])) == (1, 2, 1)
    document["simulations"][3]["termination_reason"] = "infrastructure_error"
    got = by_harness(tmp_path, json.dumps(document))
    assert (got["question_count"], got["avg"]["value"]) == (2, 1 / 4)
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(json.dumps(document))
    two.write_text(json.dumps(tau2_bench()))
    assert f"{one}: question '0' has no trial: tau2-bench leaves it out" in run(one, two, *HARNESS)[2]


def test_the_rule_of_inspect(tmp_path):
    """1: C, error without a score; 2: I, error with C; 3: no score twice."""
    log = inspect()
    for i in (3, 4):
        log["samples"][i]["error"] = {"message": "x"}
    del log["samples"][3]["scores"]
    for i in (2, 5):
        log["samples"][i]["scores"]["match"]["value"] = float("nan")
    got = by_harness(tmp_path, json.dumps(log), *INSPECT)
    assert (got["question_count"], got["avg"]["value"]) == (2, 0.75)
    log = changed(inspect(), (("samples"), 0, "invalidation"), {"author": "me"})
    assert "sample 1 (it was declared invalid)" in refused(tmp_path, json.dumps(log), *INSPECT)
    check_numbers(by_harness(tmp_path, json.dumps(log), *INSPECT))


def test_the_rule_of_verifiers(tmp_path):
    """A broken rollout counts with its reward in results.jsonl, and is left out of traces.jsonl."""
    rows = changed(verifiers(), (1, "error"), "timeout")
    check_numbers(by_harness(tmp_path, lines(rows)))
    rows[1]["reward"] = 0.5
    assert "has a reward that is neither 0 nor 1; see --threshold" in refused(tmp_path, lines(rows), *HARNESS)
    assert by_harness(tmp_path, lines(rows), "--threshold", "0.5")["avg"]["value"] == 4 / 6
    uneven = "question 2 has 1 of 2 trials, and verifiers averages over rollouts, not over questions"
    assert uneven in refused(tmp_path, lines(verifiers()[:-1]), *HARNESS)
    traces = verifiers_traces()
    for i in range(3):
        traces[i]["traces"][0]["ok"] = False
    got = by_harness(tmp_path, lines(traces))
    assert (got["trials"], got["avg"]["value"]) == (1, 2 / 3)


def test_the_rules_of_programs(tmp_path):
    """Each task with its own samples: 2 of 2, 1 of 2, 0 of 1."""
    assert by_harness(tmp_path, lines(human_eval()[:-1]))["avg"]["value"] == 0.5
    graded = changed(livecodebench(), (2, "graded_list"), [False])
    assert by_harness(tmp_path, json.dumps(graded))["avg"]["value"] == 0.5
    unknown = changed(evalplus(), ("eval", "HumanEval/0", 0, "base_status"), None)
    assert by_harness(tmp_path, json.dumps(unknown))["avg"]["value"] == 2 / 6


@pytest.mark.parametrize("text, words", [
    ('{"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "pass"}], "HumanEval/1": []}}', "EvalPlus prints no pass@k"),
    ('{"eval": {"a": {"nfiles": 1, "base": [["success", []]], "plus": [["success", []]]}, "b": {"nfiles": 0, "base": [], "plus": []}}}', "EvalPlus"),
    ('{"eval": {"b/0": [{"status": "pass"}], "b/1": []}}', "BigCodeBench prints no pass@k"),
    ('[{"question_id": "a", "graded_list": [true]}, {"question_id": "b", "graded_list": []}]', "LiveCodeBench divides by their number"),
    ('{"task_id": "a", "completion": "", "passed": true}\n{"task_id": "b", "completion": "", "passed": null}', "human-eval needs a sample"),
])  # fmt: skip
def test_a_task_without_samples_where_the_harness_gives_no_number(tmp_path, text, words):
    """Its own code: EvalPlus and BigCodeBench ask for k up to the fewest samples, which are 0; LiveCodeBench fails."""
    message = refused(tmp_path, text, *HARNESS)
    assert f"has no trial: {words}" in message
    assert message.endswith("; see --missing drop and fail")
    assert scored(tmp_path, text, "--missing", "drop")["avg"]["value"] == 1


def test_formats_without_a_rule(tmp_path):
    for text, options, name in (
        (lines(lm_eval()), LM_EVAL, "lm-eval"),
        ("[[0, 1], [1, 1]]", (), "matrix"),
        (lines([{"id": 1, "passed": 1}]), (), "records"),
    ):
        assert refused(tmp_path, text, *HARNESS, *options) == (
            f"{name} has no rule for missing trials; see --missing own, drop, fail"
        )


# Nothing is misread


def test_outcomes_that_contradict_each_other(tmp_path):
    items = changed(human_eval(), (1, "correct"), True)
    for item in items:
        item.setdefault("correct", item["passed"])
    items[1]["passed"] = not items[1]["correct"]
    assert "line 2: 'passed' is false and 'correct' is true" in refused(tmp_path, lines(items))
    rows = changed(verifiers(), (0, "correct"), False)
    assert refused(tmp_path, lines(rows)) == "line 1: 'reward' is 1.0 and 'correct' is false; name one with --outcome"
    check_numbers(scored(tmp_path, lines(changed(verifiers(), (0, "correct"), True))))


@pytest.mark.parametrize(
    "text, name, options",
    [
        (json.dumps(evalplus()).replace("HumanEval/2", "HumanEval/1", 1), "HumanEval/1", ()),
        (json.dumps(tau_bench()[:1]).replace('"trial"', '"trial": 7, "trial"'), "trial", ()),
        (json.dumps(tau_bench()[:1]).replace('"info"', '"info": {"error": "x"}, "info"'), "info", ()),
        (json.dumps(tau_bench()[:1]).replace('"task": {}', '"error": "x", "error": null'), "error", ()),
        (json.dumps(tau2_bench()).replace('"trial"', '"trial": 7, "trial"', 1), "trial", ()),
        (json.dumps(tau2_bench()).replace('"info"', '"info": {"num_trials": 4}, "info"', 1), "info", ()),
        (json.dumps(tau2_bench()).replace('"num_trials"', '"num_trials": 4, "num_trials"', 1), "num_trials", ()),
        (json.dumps(tau2_bench()).replace('"termination_reason"', '"termination_reason": "user_error", "termination_reason"', 1), "termination_reason", ()),
        (json.dumps(inspect()).replace('"judge"', '"match"', 1), "match", INSPECT),
        (json.dumps(inspect()).replace('"epoch"', '"epoch": 7, "epoch"', 1), "epoch", INSPECT),
        (json.dumps(inspect()).replace('"scores": {"match"', '"error": "x", "error": null, "scores": {"match"', 1), "error", INSPECT),
        (lines(lm_eval()).replace('"filter"', '"filter": "x", "filter"', 1), "filter", LM_EVAL),
        (lines(verifiers()).replace('"reward"', '"error": "x", "error": null, "reward"', 1), "error", ()),
        (lines(verifiers()).replace('"reward"', '"correct": false, "correct": true, "reward"', 1), "correct", ()),
        (lines(verifiers_traces()).replace('"correct"', '"correct": {"score": 0, "weight": 1}, "correct"', 1), "correct", ()),
        (lines(human_eval()).replace('"passed": true', '"passed": false, "passed": true', 1), "passed", ()),
    ],
)  # fmt: skip
def test_a_key_twice(tmp_path, text, name, options):
    assert f"the field {name!r} occurs twice; rename or remove one" in refused(tmp_path, text, *options)


@pytest.mark.parametrize("value", [2, 2.0, "2"])
def test_promised_trials(tmp_path, value):
    document = tau2_bench()
    document["info"]["num_trials"] = value
    check_numbers(scored(tmp_path, json.dumps(document)))
    document["simulations"] = document["simulations"][:3]
    assert "the questions have 1 trials, where the file says 2" in refused(tmp_path, json.dumps(document))
    log = changed(inspect(), ("eval", "config"), {"epochs": value})
    log["results"]["total_samples"] = value if isinstance(value, str) else value * 3
    check_numbers(scored(tmp_path, json.dumps(log), *INSPECT))
    log["samples"] = log["samples"][:3]
    log["results"] = {}
    assert "the questions have 1 trials, where the file says 2" in refused(tmp_path, json.dumps(log), *INSPECT)


@pytest.mark.parametrize("value", [True, [2], "two", 2.5, 0, -1, float("inf")])
def test_promises_that_are_none(tmp_path, value):
    document = changed(tau2_bench(), ("info", "num_trials"), value)
    assert refused(tmp_path, json.dumps(document)).startswith("num_trials: ")
    log = changed(inspect(), ("eval", "config"), {"epochs": value})
    assert refused(tmp_path, json.dumps(log), *INSPECT).startswith("epochs: ")
    log = changed(inspect(), ("results", "total_samples"), value)
    assert refused(tmp_path, json.dumps(log), *INSPECT).startswith("total_samples: ")


def test_samples_that_are_not_in_the_log(tmp_path):
    log = changed(inspect(), ("results", "total_samples"), 8)
    assert refused(tmp_path, json.dumps(log), *INSPECT).startswith("the log has 6 samples of 8, so trials may be missing")
    got = scored(tmp_path, json.dumps(log), *INSPECT, "--missing", "own")
    assert got["missing"]["unfinished"] == "the log has 6 samples of 8"
    message = "the log has 6 samples of 8, and no questions for the others; see --missing own"
    assert refused(tmp_path, json.dumps(log), *INSPECT, "--missing", "fail") == message


def test_numbers_of_trials_that_do_not_match(tmp_path):
    """Three trials each, of four that there were."""
    numbers = {"a": (0, 1, 2), "b": (0, 1, 3), "c": (0, 2, 3)}
    items = [{"id": name, "trial": trial, "passed": 1} for name, row in numbers.items() for trial in row]
    words = (
        "3 trials have no outcome: question 'a' (no trial 3, which others have), question 'b' (no trial 2, which others "
        "have), question 'c' (no trial 1, which others have); a missing"
    )
    assert refused(tmp_path, lines(items)).startswith(words)
    assert scored(tmp_path, lines(items), "--missing", "own")["avg"]["value"] == 1
    assert scored(tmp_path, lines(items), "--missing", "fail")["avg"]["value"] == 0.75
    texts = [{**item, "trial": f"run {item['trial']}"} for item in items]
    assert refused(tmp_path, lines(texts)).startswith(words.replace("trial ", "trial run "))
    for of_the_file in (lambda i, _: i, lambda i, _: f"id-{i}", lambda i, item: {1: 9}.get(item["trial"], item["trial"])):
        full = [{"id": f"q{i // 3}", "trial": i % 3, "passed": 1} for i in range(9)]
        full = [{**item, "trial": of_the_file(i, item)} for i, item in enumerate(full)]
        assert scored(tmp_path, lines(full))["trials"] == 3
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(lines(items))
    two.write_text(lines(items))
    assert "6 trials have no outcome" in run(one, two, "--merge")[2]


def test_the_model_and_the_task(tmp_path):
    document = tau2_bench()
    document["info"].update(agent_info={"llm": "m"}, environment_info={"domain_name": "airline"})
    found = [(scored(tmp_path, json.dumps(document)), "airline"), (scored(tmp_path, json.dumps(inspect()), *INSPECT), "a")]
    assert [(got["model"], got["task"]) for got, _ in found] == [("m", task) for _, task in found]
    name = "samples_gsm8k_cot_2026-01-02T03-04-05.678.jsonl"
    assert scored(tmp_path, lines(lm_eval()), *LM_EVAL, name=name)["task"] == "gsm8k_cot"
    for value in (None, 5, [], {"llm": 5}, " "):
        document["info"]["agent_info"] = document["info"]["environment_info"] = value
        check_numbers(scored(tmp_path, json.dumps(document)))
        log = changed(inspect(), ("eval",), {"model": value, "task": value})
        check_numbers(scored(tmp_path, json.dumps(log), *INSPECT))
