"""What evaluation harnesses write: each file in its true shape, with numbers computed by hand, and broken."""

from __future__ import annotations

import gzip
import json
import zipfile
import zlib

import pytest
from harness_files import (
    FILES,
    INSPECT,
    MAKERS,
    TRIALS,
    archive,
    evalplus,
    human_eval,
    inspect,
    livecodebench,
    lm_eval,
    tau2_bench,
    tau_bench,
    verifiers,
)
from helpers import ROOT
from result_files import lines, report, run

from scorio_lite._command.formats.table import FORMATS


def scored(tmp_path, content, *options, name="results"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    status, out, err = run(path, "--json", *options)
    assert (status, err) == (0, ""), err
    return json.loads(out)


def refused(tmp_path, content, *options):
    """What standard error says after the name of the file; there is nothing else."""
    path = tmp_path / "results"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    status, out, err = run(path, *options)
    assert (status, out) == (1, "")
    start = f"scorio-lite: {path}: "
    assert err.startswith(start), err
    assert err.count("\n") == 1
    assert len(err) < len(start) + 300
    return err[len(start) : -1]


def check_numbers(got):
    assert (got["question_count"], got["trials"], got["avg"]["value"]) == (3, 2, 0.5)
    assert [row["pass_at_k"]["value"] for row in got["at_k"]] == [0.5, 2 / 3]
    assert [row["pass_hat_k"]["value"] for row in got["at_k"]] == [0.5, 1 / 3]


@pytest.mark.parametrize("name", FILES)
def test_numbers(tmp_path, name):
    content, options = FILES[name]
    wraps = {"plain": content.encode(), "BOM": b"\xef\xbb\xbf" + content.encode(), "gz": gzip.compress(content.encode()),
             "CRLF": content.replace("\n", "\r\n").encode(), "forced": content.encode()}  # fmt: skip
    for wrap, data in wraps.items():
        got = scored(tmp_path, data, *options, *(("--format", name) if wrap == "forced" else ()))
        assert got["format"] == name
        check_numbers(got)


@pytest.mark.parametrize("name", ["human-eval", "tau-bench", "lm-eval", "livecodebench", "verifiers"])
def test_items_in_lines_and_in_a_list(tmp_path, name):
    content, options = FILES[name]
    items = json.loads(content) if content[0] == "[" else [json.loads(line) for line in content.splitlines()]
    for text in (lines(items), json.dumps(items), json.dumps(items, indent=1)):
        check_numbers(scored(tmp_path, text, *options))


@pytest.mark.parametrize("name", FILES)
def test_a_truncated_file(tmp_path, name):
    content, options = FILES[name]
    text = content[:-40]
    start, at = (text.rindex("\n") + 1, text.count("\n")) if name in ("human-eval", "lm-eval", "verifiers") else (0, 0)
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text[start:].rstrip())
    line, column = caught.value.lineno + at, caught.value.colno
    assert refused(tmp_path, text, *options).startswith(f"line {line}, column {column}: not valid JSON: {caught.value.msg}")
    packed = gzip.compress(content.encode())
    assert refused(tmp_path, packed[:-20], *options).endswith(": the gzip file ends too early")
    damaged = packed[:-8] + b"\0\0\0\0" + packed[-4:]
    assert refused(tmp_path, damaged, *options).endswith(": the gzip file is damaged")


def changed(document, place, value):
    """The document with another value at a place, a path of keys; deleted if it is `...`."""
    document = json.loads(json.dumps(document))
    *path, last = place
    item = document
    for key in path:
        item = item[key]
    if value is ...:
        del item[last]
    else:
        item[last] = value
    return document


WRONG = [
    ("human-eval", (1, "passed"), "true", "line 2, field 'passed': 'true' is neither 0 nor 1"),
    ("human-eval", (1, "passed"), ..., "line 2: field 'passed' is missing"),
    ("human-eval", (1, "task_id"), ["x"], "line 2, field 'task_id': a list does not name a question"),
    ("human-eval", (1, "passed"), 0.5, "line 2, field 'passed': 0.5 is neither 0 nor 1; a reward? See --threshold and"),
    ("evalplus", ("eval",), [1], "field 'eval': not an object but a list"),
    ("evalplus", ("eval", "HumanEval/1"), {}, "task 'HumanEval/1': not a list but an object"),
    ("evalplus", ("eval", "HumanEval/1", 1), 7, "task 'HumanEval/1', sample 2: not an object but 7"),
    ("evalplus", ("eval", "HumanEval/1", 1, "base_status"), True, "sample 2, field 'base_status': true is none of 'pass',"),
    ("evalplus", ("eval", "HumanEval/1", 1, "plus_status"), ..., "sample 2: field 'plus_status' is missing"),
    ("evalplus", ("eval", "HumanEval/1", 1, "plus_status"), None, "field 'plus_status': null: only the base suite ran; use --base"),
    ("tau-bench", (1, "reward"), "1.0", "record 2, field 'reward': '1.0' is not a finite number"),
    ("tau-bench", (1, "reward"), ..., "record 2: field 'reward' is missing"),
    ("tau-bench", (1, "task_id"), None, "record 2, field 'task_id': null does not name a question"),
    ("tau-bench", (1, "trial"), {}, "record 2, field 'trial': an object is not the number of a trial"),
    ("tau-bench", (4, "trial"), 0, "record 5: a second trial 0 of question 1"),
    ("tau2-bench", ("simulations",), {}, "field 'simulations': not a list but an object"),
    ("tau2-bench", ("simulations", 1), None, "simulation 2: not an object but null"),
    ("tau2-bench", ("simulations", 1, "reward_info"), 1.0, "simulation 2, field 'reward_info': not an object but 1.0"),
    ("tau2-bench", ("simulations", 1, "reward_info"), ..., "simulation 2: field 'reward_info' is missing"),
    ("tau2-bench", ("simulations", 1, "reward_info", "reward"), [], "field 'reward_info', field 'reward': a list is not a finite number"),
    ("tau2-bench", ("tasks",), 5, "field 'tasks': not a list but 5"),
    ("tau2-bench", ("tasks", 0, "id"), ..., "task 1: field 'id' is missing"),
    ("inspect", ("samples",), {"a": 1}, "field 'samples': not a list but an object"),
    ("inspect", ("samples",), None, "the log has no samples"),
    ("inspect", ("samples", 1), [], "sample 2: not an object but a list"),
    ("inspect", ("samples", 1, "scores"), [1], "sample 2, field 'scores': not an object but a list"),
    ("inspect", ("samples", 1, "scores", "match"), "C", "sample 2, scorer 'match': not an object but 'C'"),
    ("inspect", ("samples", 1, "scores", "match"), ..., "sample 2: no score of 'match'; there are 'judge'"),
    ("inspect", ("samples", 1, "scores", "match", "value"), "A", "sample 2, scorer 'match': 'A' is neither 0 nor 1"),
    ("inspect", ("samples", 1, "scores", "match", "value"), "P", "sample 2, scorer 'match': 0.5 is neither 0 nor 1; a reward?"),
    ("inspect", ("samples", 1, "scores", "match", "value"), {"a": 1, "b": 0}, "sample 2, scorer 'match': it has the values 'a', 'b'; use --metric"),
    ("inspect", ("samples", 4, "epoch"), 1, "sample 5: a second trial 1 of question 2"),
    ("inspect", ("status",), ..., "log: field 'status' is missing"),
    ("lm-eval", (3, "exact_match"), "1", "line 4, field 'exact_match': '1' is neither 0 nor 1"),
    ("lm-eval", (3, "exact_match"), ..., "line 4: field 'exact_match' is missing"),
    ("lm-eval", (3, "filter"), 5, "line 4, field 'filter': expected a text, got 5"),
    ("lm-eval", (1, "metrics"), {}, "line 2, field 'metrics': not a list but an object"),
    ("lm-eval", (1, "metrics"), ["acc", "acc_norm"], "line 2: it has the metrics 'acc', 'acc_norm'; use --metric"),
    ("lm-eval", (1, "metrics"), [], "line 2: no metric is found; use --metric"),
    ("lm-eval", (7, "doc_hash"), "h9", "line 8: question 0 has doc_hash 'h0' and 'h9'; score one at a time"),
    ("livecodebench", (1, "graded_list"), True, "record 2, field 'graded_list': not a list but true"),
    ("livecodebench", (1, "graded_list", 1), "x", "record 2, field 'graded_list', column 2: 'x' is neither 0 nor 1"),
    ("livecodebench", (1, "graded_list"), ..., "record 2: field 'graded_list' is missing"),
    ("livecodebench", (1, "question_id"), "abc0_a", "record 2: a second item for question 'abc0_a'"),
    ("verifiers", (1, "reward"), "1.0", "line 2, field 'reward': '1.0' is neither 0 nor 1"),
    ("verifiers", (1, "reward"), 0.25, "line 2, field 'reward': 0.25 is neither 0 nor 1; a reward? See --threshold"),
    ("verifiers", (1, "reward"), ..., "line 2: field 'reward' is missing"),
    ("verifiers", (3, "task"), "code", "line 4: question 0 has task 'math' and 'code'; score one at a time"),
]  # fmt: skip


def text_of(name, document):
    return lines(document) if FILES[name][0].startswith("{") and isinstance(document, list) else json.dumps(document)


@pytest.mark.parametrize("name, place, value, words", WRONG, ids=range(len(WRONG)))
def test_a_wrong_type(tmp_path, name, place, value, words):
    document = changed(MAKERS[name](), place, value)
    assert words in refused(tmp_path, text_of(name, document), *FILES[name][1])


MIXED = [  # a file that goes on in another format
    ("human-eval", tau_bench, "line 7: field 'passed' is missing"),
    ("tau-bench", human_eval, "record 7: field 'reward' is missing"),
    ("lm-eval", verifiers, "line 13: field 'doc_id' is missing"),
    ("livecodebench", tau_bench, "record 4: field 'question_id' is missing"),
    ("verifiers", human_eval, "line 7: field 'example_id' is missing"),
]


@pytest.mark.parametrize("name, other, words", MIXED)
def test_a_mixed_file(tmp_path, name, other, words):
    assert refused(tmp_path, text_of(name, MAKERS[name]() + other()), *FILES[name][1]) == words


def test_mixed_documents(tmp_path):
    log, simulations = inspect(), tau2_bench()["simulations"]
    mixed = {**log, "samples": [*log["samples"], *tau_bench()]}
    assert refused(tmp_path, json.dumps(mixed), *INSPECT) == "sample 7: field 'id' is missing"
    mixed = {**evalplus(), "eval": {**evalplus()["eval"], "x": tau_bench()}}
    assert refused(tmp_path, json.dumps(mixed)) == "task 'x', sample 1: field 'base_status' is missing"
    mixed = {**tau2_bench(), "simulations": [*simulations, *log["samples"]]}
    assert refused(tmp_path, json.dumps(mixed)) == "simulation 7: field 'task_id' is missing"
    text = json.dumps(tau2_bench())
    assert (
        refused(tmp_path, f"{text}\n{text}")
        == "not a file of tau2-bench: expected one JSON object, got several values; if they are records, use --format records"
    )


def test_the_base_suite_alone(tmp_path):
    got = scored(tmp_path, json.dumps(evalplus()), "--base")
    assert got["avg"]["value"] == 4 / 6
    only = json.loads(
        json.dumps(evalplus())
        .replace('"plus_status": "pass"', '"plus_status": null')
        .replace('"plus_status": "fail"', '"plus_status": null')
    )
    assert scored(tmp_path, json.dumps(only), "--base")["avg"]["value"] == 4 / 6


def test_rewards_of_tau_bench(tmp_path):
    """Within 1e-6 of 1 is a success; unless a threshold says otherwise."""
    rewards = [1.0, 1 - 1e-7, 1 + 1e-7, 0.5, 1 - 1e-5, 0.0, -1, 2]
    runs = [{"task_id": 0, "reward": reward, "info": {}, "traj": [], "trial": j} for j, reward in enumerate(rewards)]
    assert scored(tmp_path, json.dumps(runs))["avg"]["value"] == 3 / 8
    assert scored(tmp_path, json.dumps(runs), "--threshold", "0.5")["avg"]["value"] == 6 / 8
    rewarded = changed(tau2_bench(), ("simulations", 0, "reward_info", "reward"), 0.5)
    assert scored(tmp_path, json.dumps(rewarded))["avg"]["value"] == 2 / 6


def test_broken_runs(tmp_path):
    """A run that broke has no outcome, whatever reward it was given."""
    broken = changed(tau_bench(), (1, "info"), {"error": "timeout", "traceback": "..."})
    assert refused(tmp_path, json.dumps(broken)) == (
        "1 trial has no outcome: record 2 (task 1 broke: info.error); a missing trial is not counted as a failure: "
        "see --missing own, drop, fail, truncate, harness"
    )
    for value, words in ((None, "no reward_info"), ({"reward": None}, "null")):
        null = changed(tau2_bench(), ("simulations", 1, "reward_info"), value)
        assert f"1 trial has no outcome: simulation 2{', field' if value else ''}" in refused(
            tmp_path, json.dumps(null)
        )
        assert words in refused(tmp_path, json.dumps(null))
    for reason, words in (
        ("user_error", "simulation 2 (user_error)"),
        ("infrastructure_error", "(infrastructure_error)"),
    ):
        ended = changed(tau2_bench(), ("simulations", 1, "termination_reason"), reason)
        assert words in refused(tmp_path, json.dumps(ended))
    for reason in ("agent_stop", "max_steps", "too_many_errors", "agent_error", None):
        check_numbers(
            scored(tmp_path, json.dumps(changed(tau2_bench(), ("simulations", 1, "termination_reason"), reason)))
        )
    samples = changed(inspect(), ("samples", 1, "error"), {"message": "x"})
    assert "1 trial has no outcome: sample 2 (it has an error)" in refused(tmp_path, json.dumps(samples), *INSPECT)
    samples = changed(inspect(), ("samples", 1, "scores"), None)
    assert "1 trial has no outcome: sample 2 (no scores)" in refused(tmp_path, json.dumps(samples), *INSPECT)
    samples = changed(inspect(), ("samples", 1, "scores", "match", "value"), float("nan"))
    assert "sample 2, scorer 'match' (nan)" in refused(tmp_path, json.dumps(samples), *INSPECT)
    rollouts = changed(verifiers(), (1, "reward"), None)
    assert "1 trial has no outcome: line 2, field 'reward' (null)" in refused(tmp_path, lines(rollouts))
    rollouts = [{**item, "error": None} for item in verifiers()]
    check_numbers(scored(tmp_path, lines(rollouts)))
    assert "line 2 ('error' is set)" in refused(tmp_path, lines(changed(rollouts, (1, "error"), "timeout")))
    samples = changed(
        changed(evalplus(), ("eval", "HumanEval/0", 0, "base_status"), None),
        ("eval", "HumanEval/0", 0, "plus_status"),
        None,
    )
    assert "task 'HumanEval/0', sample 1 (null)" in refused(tmp_path, json.dumps(samples))
    grades = changed(livecodebench(), (2, "graded_list", 1), None)
    assert "record 3, field 'graded_list', column 2 (null)" in refused(tmp_path, json.dumps(grades))


def test_tau2_bench_says_what_should_be_there(tmp_path):
    document = tau2_bench()
    document["simulations"] = [item for item in document["simulations"] if item["task_id"] != "1"]
    assert "'1' has 0, where others have 2" in refused(tmp_path, json.dumps(document))
    document = tau2_bench()
    document["info"]["num_trials"] = 4
    assert refused(tmp_path, json.dumps(document)).startswith(
        "the questions have 2 trials, where the file says 4; a missing"
    )
    del document["info"], document["tasks"]
    check_numbers(scored(tmp_path, json.dumps(document)))


def test_inspect(tmp_path):
    log = inspect()
    assert refused(tmp_path, json.dumps(log)) == "sample 1: it has the scorers 'match', 'judge'; use --scorer"
    assert scored(tmp_path, json.dumps(log), "--scorer", "judge")["avg"]["value"] == 0.5
    values = ["C", "yes", True, 1, 1.0, "1", "1.0", "true", "I", "N", "no", False, 0, "0", "false", "No"]
    samples = [{"id": "a", "epoch": i, "scores": {"match": {"value": value}}} for i, value in enumerate(values)]
    assert scored(tmp_path, json.dumps({**log, "samples": samples}))["avg"]["value"] == 8 / 16
    samples = [
        {"id": "a", "epoch": i, "scores": {"m": {"value": {"x": value, "y": 1}}}} for i, value in enumerate("CIPI")
    ]
    got = scored(tmp_path, json.dumps({**log, "samples": samples}), "--metric", "x", "--weights", "0,0.5,1")
    assert got["avg"]["value"] == 1.5 / 4
    assert "no score of 'z'; there are 'm'" in refused(
        tmp_path, json.dumps({**log, "samples": samples}), "--scorer", "z"
    )
    started = {**log, "status": "cancelled"}
    assert "the status of the log is 'cancelled', so trials may be missing" in refused(
        tmp_path, json.dumps(started), *INSPECT
    )
    got = scored(tmp_path, json.dumps(started), *INSPECT, "--missing", "own")
    check_numbers(got)
    assert got["missing"] == {
        "policy": "own",
        "trials": 0,
        "questions": 0,
        "unfinished": "the status of the log is 'cancelled'",
    }
    assert "\nthe status of the log is 'cancelled'\n\n" in run(tmp_path / "results", *INSPECT, "--missing", "own")[1]


def test_inspect_says_how_many_epochs_there_should_be(tmp_path):
    log = inspect()
    log["eval"]["config"] = {"epochs": 3}
    assert refused(tmp_path, json.dumps(log), *INSPECT).startswith("the questions have 2 trials, where the file says 3")
    log["eval"]["config"] = {"epochs": None}
    check_numbers(scored(tmp_path, json.dumps(log), *INSPECT))


def test_eval_archives(tmp_path):
    log = inspect()
    got = scored(tmp_path, archive(log), *INSPECT, name="log.eval")
    check_numbers(got)
    check_numbers(scored(tmp_path, archive(log, zipfile.ZIP_STORED), *INSPECT))
    assert "no header.json: it was not finished" in refused(
        tmp_path, archive(log, header="_journal/start.json"), *INSPECT
    )
    bad = changed(log, ("samples", 1, "scores", "match", "value"), "A")
    assert refused(tmp_path, archive(bad), *INSPECT) == "samples/2_epoch_1.json, scorer 'match': 'A' is neither 0 nor 1"
    assert refused(tmp_path, archive({**log, "samples": []}), *INSPECT).startswith("a zip, but not an .eval archive")
    assert refused(tmp_path, archive(log)[:-30], *INSPECT).startswith("a damaged zip")
    assert refused(tmp_path, archive(log), "--format", "records") == "not a file of records, but a zip"
    text = archive(log, zipfile.ZIP_STORED).replace(b'"epoch": 1', b'"epoch": x', 1)
    assert refused(tmp_path, text, *INSPECT).startswith(("a damaged zip: Bad CRC", "samples/1_epoch_1.json: cannot"))


def test_an_archive_compressed_by_zstd(tmp_path):
    """Method 93, of which the standard library knew nothing for long; the content here is none."""
    data = bytearray(archive(inspect(), zipfile.ZIP_STORED))
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset : at + offset + 2] = (93).to_bytes(2, "little")
            at = data.find(signature, at + 4)
    message = refused(tmp_path, bytes(data), *INSPECT)
    assert "`inspect log dump FILE > FILE.json`" in message


def test_standard_input():
    for data, options in ((archive(inspect()), INSPECT), (gzip.compress(lines(human_eval()).encode()), ())):
        status, out, err = run("-", "--json", *options, stdin=data)
        assert (status, err) == (0, "")
        check_numbers(json.loads(out))


def test_lm_eval(tmp_path):
    text = lines(lm_eval())
    assert (
        refused(tmp_path, text) == "line 2: it has the filters 'strict-match' and 'flexible-extract'; use --filter"
    )
    assert (
        refused(tmp_path, text, "--filter", "x")
        == "no record has the filter 'x'; there are 'strict-match', 'flexible-extract'"
    )
    assert scored(tmp_path, text, "--filter", "strict-match")["avg"]["value"] == 0
    old = [
        {"doc_id": q, "doc": {}, "target": "", "resps": [], "filtered_resps": [], "acc": float(x), "acc_norm": 1.0}
        for q, _, x in TRIALS
    ]
    assert refused(tmp_path, lines(old)) == "line 1: it has the metrics 'acc', 'acc_norm'; use --metric"
    check_numbers(scored(tmp_path, lines(old), "--metric", "acc"))
    averages = {"results": {"gsm8k": {"exact_match,strict-match": 0.5}}, "configs": {}}
    assert "samples_*.jsonl" in refused(tmp_path, json.dumps(averages))


def test_options_that_a_format_does_not_have(tmp_path):
    assert refused(tmp_path, FILES["tau-bench"][0], "--scorer", "x") == "--scorer does not apply to a file of tau-bench"
    assert refused(tmp_path, "[[0, 1]]", "--base") == "--base does not apply to a file of matrix"
    assert refused(tmp_path, "1,0\n1,1", "--filter", "x") == "--filter does not apply to a file of matrix"


def test_a_format_that_it_is_not(tmp_path):
    for name in FILES:
        message = refused(tmp_path, "[[0, 1], [1, 1]]", "--format", name)
        assert message == f"not a file of {name}, but a matrix"
        refused(tmp_path, "a,0,1\nb,1,1", "--format", name)
        refused(tmp_path, json.dumps({"a": 1}), "--format", name)
        refused(tmp_path, lines([{"a": 1}, {"a": 2}]), "--format", name)
    assert (
        refused(tmp_path, FILES["tau-bench"][0], "--format", "matrix")
        == "record 1: not a list of outcomes but an object"
    )


def test_other_packings(tmp_path):
    for data, name in ((b"(\xb5/\xfd\x04", "zstd"), (b"BZh91AY", "bzip2"), (b"\xfd7zXZ\x00", "xz")):
        assert refused(tmp_path, data) == f"the file is compressed with {name}; unpack it, or use gzip"
    assert refused(tmp_path, zlib.compress(b"[[0, 1]]")).startswith("line 1: not a text file in UTF-8")


def test_fields_that_are_named(tmp_path):
    items = [{"case": f"c{q}", "id": i, "grade": x, "passed": False} for i, (q, _, x) in enumerate(TRIALS)]
    for text in (
        lines(items),
        json.dumps(items),
        "case,id,grade,passed\n" + "\n".join(f"c{q},{i},{x},0" for i, (q, _, x) in enumerate(TRIALS)),
    ):
        got = scored(tmp_path, text, "--question", "case", "--outcome", "grade")
        assert got["format"] == "records"
        check_numbers(got)
    assert refused(tmp_path, lines(items), "--question", "x") == "line 1: no field names the question: 'x' is not among 'case', 'id', 'grade', 'passed'"
    assert (
        refused(tmp_path, lines(items), "--question", "case", "--outcome", "x")
        == "line 1: no field holds the outcome: 'x' is not among 'case', 'id', 'grade', 'passed'"
    )


def test_the_published_file():
    """tau-bench's own file, where it lies beside the checkout."""
    path = ROOT.parent / "shared/data/tau-bench-gpt-4o-airline.json"
    if not path.exists():
        pytest.skip("it does not")
    status, out, err = run(path, "--json")
    assert (status, err) == (0, "")
    assert [round(row["pass_hat_k"]["value"], 3) for row in json.loads(out)["at_k"]] == [0.42, 0.273, 0.22, 0.2]


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_example_of_a_format_is_a_file_of_it(name):
    options = ["--metric", "em"] if name == "helm" else []
    assert report(FORMATS[name].example, *options)["format"] == name
    assert f"{name}\n  {FORMATS[name].example.splitlines()[0]}" in run("--formats")[1]
