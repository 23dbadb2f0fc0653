"""Check files of single harnesses, new and old: unusual, broken or contradictory, and how missing trials count.

The expected numbers are computed by hand. harness_files.py has the outcomes of the good files.
"""

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
    INSPECT,
    LM_EVAL,
    OUTCOMES,
    TRIALS,
    archive,
    bigcodebench,
    changed,
    harbor,
    harbor_trial,
    helm,
    human_eval,
    inspect,
    lighteval,
    lines,
    lm_eval,
    nemo_skills,
    openai_evals,
    packed_by,
    promptfoo,
    tau2_bench,
    tau2_files,
    tau_bench,
    text_of,
    verifiers,
    verifiers_traces,
    verl,
)
from result_files import check, check_numbers, files_in, merged, parametrized, placed, refused, report, run, said, scored
from test_formats import by_harness

from scorio_lite._command import source

HARNESS = ("--missing", "harness")


def numbers(got):
    return got["question_count"], got["trials"], got["avg"]["value"]


def mean(document, *options):
    return report(document, *options)["avg"]["value"]


LOG, TAU2, TRACES, HELM = inspect(), tau2_bench(), verifiers_traces(), helm()
REWARDS = tau_bench([[1.0, 1 - 1e-7, 1 + 1e-7, 0.5, 1 - 1e-5, 0.0, -1, 2]])
WORDS = ["C", "yes", True, 1, 1.0, "1", "1.0", "true", "I", "N", "no", False, 0, "0", "false", "No"]
SPELLED = [{"id": "a", "epoch": i, "scores": {"match": {"value": value}}} for i, value in enumerate(WORDS)]
PARTS = [{"id": "a", "epoch": i, "scores": {"m": {"value": {"x": value, "y": 1}}}} for i, value in enumerate("CIPI")]
OLD_LM_EVAL = lines(
    {"doc_id": q, "doc": {}, "target": "", "resps": [], "filtered_resps": [], "acc": float(x), "acc_norm": 1.0} for q, _, x in TRIALS
)
STRICT = ("--filter", "strict-match")
REPEATS = lines({**item, "resps": [["4", "5", "4"]]} for item in lm_eval() if item["filter"] == "strict-match")
CHOICES = lines({**item, "resps": [[["-1.5", "False"]], [["-0.5", "True"]]]} for item in lm_eval())
JUDGE = {**TRACES[1]["traces"][0], "agent": {"trainable": False}}
BARE = changed(verifiers_traces(version=2), {"0.errors": [{"type": "E", "message": "m"}]})
NO_PLUS = {"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "pass"}], "HumanEval/1": []}}
EMPTY = {**HELM[0], "stats": []}
GRADED = lines(
    {**item, "type": "metrics", "data": {"choice": "Y", "score": float(item["data"]["correct"])}} if item.get("type") == "match" else item
    for item in openai_evals()
)
SIGNED = [{**item, "acc": bool(item["score"]), "score": 2 * item["score"] - 1} for item in verl()]
SAMPLES = lines({**one, "model_response": {"text": ["4", "5"]}, "metric": {"pass@k:k=2": i % 2}} for i, one in enumerate(lighteval()))
BEFORE_REASONS = promptfoo()
for result in BEFORE_REASONS["results"]["results"]:
    del result["failureReason"], result["testIdx"], result["promptIdx"]
DOCUMENTS = [
    # tau-bench: within 1e-6 of 1 is a success, unless a threshold says otherwise.
    (REWARDS, 3 / 8),
    ((REWARDS, "--threshold", "0.5"), 6 / 8),
    ({**TAU2, "simulations": [item for item in TAU2["simulations"] if item["task_id"] != "1"]}, "'1' has 0, where others have 2"),
    (LOG, "sample 1: it has the scorers 'match', 'judge'; use --scorer"),
    ({**LOG, "samples": SPELLED}, 8 / 16),
    (({**LOG, "samples": PARTS}, "--metric", "x", "--weights", "0,0.5,1"), 1.5 / 4),
    (text_of("lm-eval"), "line 2: it has the filters 'strict-match', 'flexible-extract'; use --filter"),
    (OLD_LM_EVAL, "line 1: it has the metrics 'acc', 'acc_norm'; use --metric"),
    ((OLD_LM_EVAL, "--metric", "acc"), OUTCOMES),
    (
        REPEATS,
        "line 1: 3 responses (repeats) and one score, so the trials are not in the file; run it 3 times and use --merge, or count that score as one trial: --filter strict-match",
    ),
    ((REPEATS, *STRICT), 0),
    ((CHOICES, *LM_EVAL), OUTCOMES),
    (
        lines(changed([{**item, "correct": item["passed"]} for item in human_eval()], {"3.passed": False})),
        "line 4: 'passed' is false and 'correct' is true",
    ),
    # verifiers: the user simulator's or the judge's trace cannot be trained and is not scored. Of two that can be, none is chosen.
    (lines(changed(TRACES, {"0.traces": [JUDGE, *TRACES[0]["traces"]]})), OUTCOMES),
    (
        lines(changed(TRACES, {"0.traces": TRACES[0]["traces"] * 2})),
        "line 1: it has the traces of 2 agents; only episodes of one agent are read",
    ),
    (lines(BARE), "line 1 (it has errors)"),
    (lines(changed(BARE, {"0.task.data.idx": ...})), "field 'task': it has no key, hash or data.idx"),
    # The first task with samples says which harness it is.
    ({"eval": {"BigCodeBench/9": [], **bigcodebench()["eval"]}}, "has 0, where others have 2"),
    # A task without samples, where the harness gives no number. Its own code: EvalPlus and BigCodeBench ask for k up to the
    # fewest samples, which are 0; LiveCodeBench fails.
    ((NO_PLUS, *HARNESS), "has no trial: EvalPlus prints no pass@k"),
    ((NO_PLUS, "--missing", "drop"), 1),
    (({"eval": {"b/0": [{"status": "pass"}], "b/1": []}}, *HARNESS), "has no trial: BigCodeBench prints no pass@k"),
    (
        ([{"question_id": "a", "graded_list": [True]}, {"question_id": "b", "graded_list": []}], *HARNESS),
        "has no trial: LiveCodeBench divides by their number",
    ),
    (
        (lines({"task_id": name, "completion": "", "passed": x} for name, x in (("a", True), ("b", None))), *HARNESS),
        "has no trial: human-eval needs a sample",
    ),
    # HELM: an instance without statistics is missing; a second record of an instance may be empty.
    (HELM, OUTCOMES),
    (([EMPTY, *HELM], "--metric", "exact_match"), OUTCOMES),
    (([*HELM, {**EMPTY, "instance_id": "id9"}], "--metric", "exact_match"), "'id9' has 0, where others have 2"),
    # OpenAI evals: a graded eval has events of metrics, and no match.
    ((GRADED, "--metric", "score"), OUTCOMES),
    (GRADED, "there is no trial in it"),
    # verl: `acc` counts if it is there.
    (lines(SIGNED), OUTCOMES),
    ((lines(SIGNED), "--metric", "score", "--threshold", "1"), OUTCOMES),
    (lines([verl()[0], *SIGNED[1:]]), "line 2: field 'acc' is not in earlier records; all must have it, or none"),
    # lighteval: a metric over the samples of a question is no trial, until --metric says that it is one.
    (SAMPLES, "line 1: 2 responses and one 'pass@k:k=2' for all of them, so the trials"),
    ((SAMPLES, "--metric", "pass@k:k=2"), 1 / 3),
    # OpenCompass before replicas, promptfoo before the reasons of failures.
    ({"accuracy": 33.3, "details": {"type": "GEN", **{str(q): {"predictions": "4", "correct": q == 0} for q in range(3)}}}, 1 / 3),
    (text_of("opencompass").replace('"correct"', '"is_correct"'), OUTCOMES),
    (BEFORE_REASONS, OUTCOMES),
    (
        changed(BEFORE_REASONS, {"results.results.5.gradingResult": None, "results.results.5.error": "API error: 504"}),
        "result 6 (API error: 504)",
    ),
    # Two documents, and formats without a rule.
    (
        f"{json.dumps(TAU2)}\n" * 2,
        "not a file of tau2-bench: expected one JSON object, got several values; if they are records, use --format records",
    ),
    ((text_of("lm-eval"), *LM_EVAL, *HARNESS), "lm-eval has no rule for missing trials; see --missing bounds, own, drop, fail"),
    (("[[0, 1], [1, 1]]", *HARNESS), "matrix has no rule for missing trials"),
    ((lines([{"id": 1, "passed": 1}]), *HARNESS), "records has no rule for missing trials"),
]


@parametrized(DOCUMENTS)
def test_documents(file, expected):
    check(file, expected)


# tau-bench, tau2-bench


def test_the_rule_of_tau_bench():
    """In tau-bench, broken trials and absent ones count as failures."""
    items = changed(tau_bench(), {"3.info": {"error": "timeout"}, "3.reward": 0.0, "5": ...})
    got = by_harness(json.dumps(items))
    assert got["avg"]["value"] == 2 / 6
    assert [row["pass_hat_k"]["value"] for row in got["at_k"]] == [2 / 6, 0]
    assert (got["missing"]["trials"], got["missing"]["questions"]) == (2, 2)


def test_the_rule_of_tau2_bench(tmp_path):
    """In tau2-bench, user errors and missing rewards count as failures; broken infrastructure does not."""
    document = changed(
        tau2_bench(),
        {
            "simulations.0.termination_reason": "infrastructure_error",
            "simulations.1.termination_reason": "user_error",
            "simulations.2.reward_info": None,
        },
    )
    got = by_harness(json.dumps(document))
    assert got["at_k"][0]["pass_hat_k"]["value"] == 0.5
    assert (got["trials"], got["most_trials"], len(got["at_k"])) == (1, 2, 1)
    document = changed(document, {"simulations.3.termination_reason": "infrastructure_error"})
    assert numbers(by_harness(json.dumps(document))) == (2, 2, 1 / 4)
    one, two = files_in(tmp_path, one=document, two=tau2_bench())
    assert f"{one}: question '0' has no trial: tau2-bench leaves it out" in said(one, two, *HARNESS)


@pytest.mark.parametrize("index", [True, False])
def test_simulations_in_a_folder(tmp_path, index):
    got = scored(placed(tmp_path, tau2_files(index)) / "results.json")
    assert got["format"] == "tau2-bench"
    check_numbers(got)


def test_a_folder_that_is_not_whole(tmp_path):
    path = placed(tmp_path / "run", tau2_files()) / "results.json"
    one = path.parent / "simulations" / "1-1.json"
    text = one.read_text()
    for content, words in (
        (text[:-9], "simulations/1-1.json: line 1, column"),
        ("[]", "simulations/1-1.json: not an object but a list"),
        (text.replace('"trial": 1', '"trial": []'), "simulations/1-1.json, field 'trial': a list is not the number of"),
        (text.replace('"reward": 1.0', '"reward": null'), "simulations/1-1.json (no reward)"),
        ("\xe9", "simulations/1-1.json: line 1, column 1: not valid JSON"),
        ("\0", "simulations/1-1.json: line 1: not a text file (it has a zero byte)"),
    ):
        one.write_text(content, encoding="utf-8")
        assert words in said(path)
    one.unlink()
    assert "simulation '1-1' is in only one of simulation_index and the folder simulations/" in said(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "simulation_index": None}))
    assert "'1' has 1, where others have 2" in said(path)
    apart = "its simulations are in the folder simulations/ beside it, which is not there or empty"
    assert refused(path.read_text()) == apart
    (path.parent / "simulations").rename(tmp_path / "away")
    assert apart in said(path)


# Inspect


def test_other_words_of_inspect():
    log = inspect()
    samples = [{"id": i, "epoch": 1, "scores": {"judge": {"value": value}}} for i, value in enumerate(("left", "both", "Both", "I"))]
    for text in (json.dumps({**log, "samples": samples}), archive({**log, "samples": samples})):
        assert mean(text, "--success", "both") == 0.5
        assert mean(text, "--success", "left,both,i") == 1
        assert "'left' is neither 0 nor 1; name the words of success: --success WORD,..." in refused(text)
        assert "no outcome is one of the words of --success" in said("-", "--success", "right", stdin=text)
    for word, hint in (("ok", "; name the words of success: --success WORD,..."), ("A", "")):  # a letter is an answer
        samples[0]["scores"]["judge"]["value"] = word
        assert refused({**log, "samples": samples}).endswith(f"{word!r} is neither 0 nor 1{hint}")


def test_logs_of_two_models_are_not_one_run(tmp_path):
    files = files_in(tmp_path, a=inspect(), b=changed(inspect(), {"eval.model": "n"}))
    assert "the models 'm' and 'n' are not one run; without --merge, each file is a run" in said(*files, "--merge", *INSPECT)


def test_a_log_that_is_not_finished():
    why = "the status of the log is 'cancelled'"
    for log, why in (
        (changed(inspect(), {"status": "cancelled"}), "the status of the log is 'cancelled'"),
        (changed(inspect(), {"results.total_samples": 8}), "the log has 6 samples of 8"),
    ):
        got = report(log, *INSPECT, "--missing", "own")
        check_numbers(got)
        assert got["missing"] == {"policy": "own", "trials": 0, "questions": 0, "unfinished": why}
        assert f"\n{why}\n\n" in run("-", *INSPECT, "--missing", "own", stdin=log)[1]
    words = "the log has 6 samples of 8, and no questions for the others; see --missing own"
    assert refused(log, *INSPECT, "--missing", "fail") == words


def test_the_rule_of_inspect():
    """In Inspect, trials without a score are left out. Trials with an error and a score count."""
    nan = float("nan")
    log = changed(
        inspect(),
        {
            "samples.3.error": {"message": "x"},
            "samples.3.scores": ...,
            "samples.4.error": {"message": "x"},
            "samples.2.scores.match.value": nan,
            "samples.5.scores.match.value": nan,
        },
    )
    assert numbers(by_harness(json.dumps(log), *INSPECT)) == (2, 1, 0.75)


def test_eval_archives():
    log = inspect()
    folder = {f"samples/{one['id']}_epoch_{one['epoch']}": one for one in log["samples"]}  # as Inspect's converter has it
    split = [entry for name, one in folder.items() for entry in ((f"{name}/sample.json", one), (f"{name}/messages/0.json", []))]
    for data in (archive(log), archive(log, zipfile.ZIP_STORED), archive({**log, "samples": []}, more=split)):
        check_numbers(report(data, *INSPECT))
    damaged = archive(log, zipfile.ZIP_STORED).replace(b'"epoch": 1', b'"epoch": x', 1)
    unknown = archive(log, zipfile.ZIP_STORED).replace(b"PK\x03\x04\x14\0\0\0\0\0", b"PK\x03\x04\x14\0\0\0\x5d\0")
    for data, words in (
        (archive(log, header="_journal/start.json"), "the log has no header.json: it was not finished"),
        (archive(changed(log, {"samples.1.scores.match.value": "A"})), "samples/2_epoch_1.json, scorer 'match': 'A' is neither 0 nor 1"),
        (archive({**log, "samples": []}), "a zip, but not an .eval archive"),
        (archive(log)[:-30], "a damaged zip"),
        (damaged, ("a damaged zip: Bad CRC", "samples/1_epoch_1.json: cannot")),
        (unknown.replace(b"PK\x01\x02\x14\x03\x14\0\0\0\0\0", b"PK\x01\x02\x14\x03\x14\0\0\0\x5d\0"), "header.json: c"),
    ):
        assert refused(data, *INSPECT).startswith(words)
    assert refused(archive(log), "--format", "records") == "not a file of records, but a zip"


def test_entries_packed_by_zstd():
    zstandard = pytest.importorskip("zstandard")
    compress = zstandard.ZstdCompressor().compress
    for pack in (compress, lambda text: compress(text[:9]) + compress(text[9:])):
        check_numbers(report(packed_by(pack, inspect()), *INSPECT))


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd_with_a_module_for_it(monkeypatch):
    """Entries packed by zstd are read if there is a module for it; a stand-in packs with zlib."""

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
    monkeypatch.setitem(source._MOST, "value", (200_000, 30))
    large = {**inspect(), "results": {"note": "x" * 300_000}}
    for pack, log, words in (
        (lambda text: zlib.compress(text + b" "), inspect(), "header.json: cannot be unpacked (Bad CRC-32)"),
        (zlib.compress, large, "suspiciously compressible"),
        (lambda _: b"x", inspect(), "header.json: cannot be unpacked"),
    ):
        assert words in refused(packed_by(pack, log), *INSPECT)
    zstd = types.SimpleNamespace(open=reader)
    monkeypatch.setitem(sys.modules, "backports", types.SimpleNamespace(zstd=zstd))
    monkeypatch.setitem(sys.modules, "zstandard", None)
    check_numbers(report(data, *INSPECT))


# Records


def test_fields_that_are_named():
    items = [{"case": f"c{q}", "id": i, "grade": x, "passed": False} for i, (q, _, x) in enumerate(TRIALS)]
    table = "case,id,grade,passed\n" + "\n".join(f"c{q},{i},{x},0" for i, (q, _, x) in enumerate(TRIALS))
    for text in (lines(items), json.dumps(items), table):
        got = report(text, "--question", "case", "--outcome", "grade")
        assert got["format"] == "records"
        check_numbers(got)
    there = "'x' is not among 'case', 'id', 'grade', 'passed'"
    assert refused(lines(items), "--question", "x", "--outcome", "grade") == f"no field names the question: {there}"
    assert refused(lines(items), "--question", "case", "--outcome", "x") == f"no field holds the outcome: {there}"


def test_numbers_of_trials_that_do_not_match(tmp_path):
    """A trial number that a question lacks, and others have, is a missing trial."""
    items = [{"id": name, "trial": trial, "passed": 1} for name, row in zip("abc", ("012", "013", "023")) for trial in map(int, row)]
    words = (
        "3 trials have no outcome: question 'a' (no trial 3, which others have), question 'b' (no trial 2, which others "
        "have), question 'c' (no trial 1, which others have); a missing"
    )
    assert refused(lines(items)).startswith(words)
    assert (mean(lines(items), "--missing", "own"), mean(lines(items), "--missing", "fail")) == (1, 0.75)
    texts = [{**item, "trial": f"run {item['trial']}"} for item in items]
    assert refused(lines(texts)).startswith(words.replace("trial ", "trial run "))
    for of_the_file in (lambda i, _: i, lambda i, _: f"id-{i}", lambda i, item: {1: 9}.get(item["trial"], item["trial"])):
        full = [{"id": f"q{i // 3}", "trial": i % 3, "passed": 1} for i in range(9)]
        assert report(lines({**item, "trial": of_the_file(i, item)} for i, item in enumerate(full)))["trials"] == 3
    assert "trial 0 of question 'a' is in two files" in merged(tmp_path, [lines(items)] * 2, refused=True)


# verifiers


@pytest.mark.parametrize("version, model, task, name", [(4, "m", "gsm8k", "'hash 2'"), (2, None, None, "2")])
def test_traces_of_verifiers(version, model, task, name):
    rows = verifiers_traces(version=version)
    got = report(lines(rows))
    check_numbers(got)
    assert (got["format"], got.get("model"), got.get("task")) == ("verifiers", model, task)
    assert refused(lines(rows + verifiers())) == "line 7, field 'task': not an object but 'math'"
    assert refused(lines(rows[:-1])).startswith(f"the questions differ in their number of trials: {name} has 1,")


def test_the_rule_of_verifiers():
    """A broken rollout of verifiers counts with its reward in results.jsonl, and is left out of traces.jsonl."""
    rows = changed(verifiers(), {"1.error": "timeout", "1.reward": 0.5})
    assert "has a reward that is neither 0 nor 1; see --threshold" in refused(lines(rows), *HARNESS)
    assert by_harness(lines(rows), "--threshold", "0.5")["avg"]["value"] == 4 / 6
    uneven = "question 2 has 1 of 2 trials, and verifiers averages over rollouts, not over questions"
    assert uneven in refused(lines(verifiers()[:-1]), *HARNESS)
    traces = changed(verifiers_traces(), {f"{i}.traces.0.ok": False for i in range(3)})
    assert numbers(by_harness(lines(traces))) == (3, 1, 2 / 3)


# Totals and states in a file


@pytest.mark.parametrize("value", [2, 2.0, "2"])
def test_promised_trials(value):
    document = changed(tau2_bench(), {"info.num_trials": value})
    log = changed(inspect(), {"eval.config": {"epochs": value}})
    for one, name, options in ((document, "simulations", ()), (log, "samples", INSPECT)):
        check_numbers(report(one, *options))
        assert "the questions have 1 trials, where the file says 2" in refused({**one, name: one[name][:3]}, *options)
    samples = value if isinstance(value, str) else value * 3
    check_numbers(report({**log, "results": {"total_samples": samples}}, *INSPECT))


@pytest.mark.parametrize("value", [True, [2], "two", 2.5, 0, -1, float("inf")])
def test_promises_that_are_none(value):
    assert refused(changed(tau2_bench(), {"info.num_trials": value})).startswith("num_trials: ")
    for changes, name in (({"eval.config": {"epochs": value}}, "epochs"), ({"results.total_samples": value}, "total_samples")):
        assert refused(changed(inspect(), changes), *INSPECT).startswith(f"{name}: ")


def test_the_model_and_the_task(tmp_path):
    about = {"info.agent_info": {"llm": "m"}, "info.environment_info": {"domain_name": "airline"}}
    document = changed(tau2_bench(), about)
    for one, options, task in ((document, (), "airline"), (inspect(), INSPECT, "a")):
        got = report(one, *options)
        assert (got["model"], got["task"]) == ("m", task)
    (path,) = files_in(tmp_path, **{"samples_gsm8k_cot_2026-01-02T03-04-05.678.jsonl": text_of("lm-eval")})
    assert scored(path, *LM_EVAL)["task"] == "gsm8k_cot"
    for value in (None, 5, [], {"llm": 5}, " "):
        check_numbers(report(changed(document, dict.fromkeys(about, value))))
        check_numbers(report(changed(inspect(), {"eval": {"model": value, "task": value}}), *INSPECT))


# promptfoo


def test_runs_of_promptfoo():
    """Several providers, or prompts, of promptfoo are a leaderboard."""
    got = report(promptfoo(providers=("openai:gpt-4o", "anthropic:claude")))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("anthropic:claude", 0.5), ("openai:gpt-4o", 0.5)}
    document = promptfoo(providers=("a", "a"))
    for item in document["results"]["results"]:
        item["prompt"]["label"] = f"prompt {item['promptIdx']}"
    assert {row["run"] for row in report(document)["runs"]} == {"a, prompt 0", "a, prompt 1"}
    for item in document["results"]["results"]:
        item["prompt"]["label"] = "a prompt " * 20 + str(item["promptIdx"])
    assert [row["run"][-3:] == " #2" for row in report(document)["runs"]] == [False, True]


def test_promptfoo_in_lines():
    """Lines of promptfoo may be in any order. A line is refused if its select-best was not yet decided."""
    rows = promptfoo(providers=("a", "b"))["results"]["results"][::-1]
    got = report(lines(rows))
    assert {(row["run"], row["value"]) for row in got["runs"]} == {("a", 0.5), ("b", 0.5)}
    check_numbers(report(lines(rows[1::2])))
    check_numbers(report(rows[1::2]))
    assert refused(lines([*rows, rows[0]])).startswith("line 13: a second trial 5 of question")
    assert '\'{"question": "0?"}\' has 1, where others have 2' in refused(lines(rows[1::2][:-1]))
    assert refused(lines([promptfoo(), *rows])).startswith("line 2: the value before has all results")
    best = {"type": "select-best", "value": "best"}
    for row in rows:
        row["testCase"]["assert"].append(best)
        row["gradingResult"]["componentResults"] = [{"pass": True, "assertion": best}]
    assert report(lines(rows))["runs"] == got["runs"]
    del rows[2]["gradingResult"]["componentResults"]
    words = "line 3: its select-best was not decided when it was written; use --output results.json"
    assert refused(lines(rows)) == words


def test_questions_of_promptfoo():
    """Tests of promptfoo with the same vars differ by their assertions; without vars, the prompts must be the same."""
    document = promptfoo()
    found = report(document, "--by-question")["by_question"]
    assert {one["question"] for one in found} == {f'{{"question": "{q}?"}}' for q in range(3)}
    results = document["results"]["results"]
    for item in results:
        item["testCase"] = changed(item["testCase"], {"assert.0.value": item["vars"]["question"]})
        item["testCase"]["vars"] = item["vars"] = {"question": "?"}
    found = report(document, "--by-question")
    check_numbers(found)
    assert all(re.fullmatch(r'{"question": "\?"} \[[0-9a-f]{8}\]', one["question"]) for one in found["by_question"])
    for item in results:
        item["testCase"]["assert"], item["testCase"]["vars"], item["vars"] = [], {}, {}
    assert "has prompt " in refused(document)


# NeMo-Skills


def test_nemo_skills(tmp_path):
    """A judgement of NeMo-Skills without yes or no is missing; the metrics have the harness's names."""
    words = {True: "...\nJudgement: Yes", False: "Judgement: no"}
    judged = [{**item, "judgement": words[item["symbolic_correct"]]} for item in nemo_skills()]
    proofs = [{"num_generated_tokens": 5, "proof_status": status} for status in ("completed", "timeout", "error")]
    code = [{"num_generated_tokens": 5, "is_correct": True, "is_correct-plus": q == 0} for q in range(3)]
    for rows, options in ((judged, ("--metric", "judge_correct")), (proofs, ()), (code, ("--metric", "is_correct-plus"))):
        assert mean(lines(rows), *options) == 1 / 3
    odd = changed(judged, {"1.judgement": "A"})
    assert "line 2 (no yes or no in 'judgement')" in refused(lines(odd), "--metric", "judge_correct")
    assert "which is not read" in refused(lines([{**item, "expected_judgement": "Judgement: Yes"} for item in judged]))
    assert "most problems occur several times" in refused(lines(nemo_skills() + nemo_skills(1)))
    parts = [text_of("nemo-skills"), lines(changed(nemo_skills(1), {"1.problem": "x?"}))]
    assert "'1?' has 1, 'x?' has 1, where others have 2" in merged(tmp_path, parts, refused=True)
    rows = [{"num_generated_tokens": 5, "expected_answer": q, "is_correct": True} for q in range(3)]
    why = merged(tmp_path, [lines(rows), lines(rows[::-1])], refused=True)
    assert "line 1: question 'row 1' has expected_answer 0 and 2" in why
    found = report(lines([nemo_skills()[0], *nemo_skills()[:2]]), "--by-question")["by_question"]
    assert [one["question"] for one in found] == ["1?", "0?", "0? (2)"]
    for size in (200, 201):  # long problems are shortened, and a checksum tells them apart
        rows = [{**nemo_skills()[0], "problem": f"{i}" * size} for i in range(2)]
        names = [one["question"] for one in report(lines(rows), "--by-question")["by_question"]]
        assert all((set(name) <= {"0", "1"}) == (size == 200) for name in names)


def test_nemo_skills_pairs_by_name(tmp_path):
    """Files of NeMo-Skills pair their rows by name, in any order; a row that one file lacks is missing."""
    rows = [[{"id": f"q{q}", **item} for q, item in enumerate(nemo_skills(trial))] for trial in range(2)]
    for dropped in ((), ("problem",), ("id",)):
        first, second = ([changed(row, dict.fromkeys(dropped, ...)) for row in part] for part in rows)
        check_numbers(merged(tmp_path, [lines(first), lines([*second[1:], second[0]])]))
        assert "has 1, where others have 2" in merged(tmp_path, [lines(first), lines(second[:2])], refused=True)
    files = files_in(tmp_path, a=lines(rows[0]), b=lines(rows[0][::-1]))
    difference = scored(*files)["runs"][1]["difference"]
    assert (difference["value"], difference["se"]) == (0, 0)
    files_in(tmp_path, b=lines(changed(rows[0], {"1.problem": "x?"})))
    assert "question 'q1' differs from" in said(*files)


def test_several_jobs_of_harbor(tmp_path):
    assert numbers(merged(tmp_path, [json.dumps(harbor())] * 2)) == (3, 4, 0.5)


@pytest.mark.parametrize("checksums", [("0", "0"), (None, None), ("0", None)])
def test_a_task_of_harbor_is_known_by_its_name(tmp_path, checksums):
    """Tasks of one name are the same task, whatever their folders are called, unless their contents differ."""
    trials = [{**harbor_trial(0, t, t), "task_id": {"path": path}, "task_checksum": x} for t, (path, x) in enumerate(zip("ab", checksums))]
    folder = placed(tmp_path / "job", {f"{one['trial_name']}/result.json": one for one in trials})
    assert numbers(scored(folder)) == (1, 2, 0.5)
    other = {**trials[1], "task_checksum": "1"}
    if checksums[0]:
        assert "the task_checksum of question 'org/task-0' was different before" in refused(
            {**harbor(), "trial_results": [trials[0], other]}
        )
        folder = placed(tmp_path / "jobs", {f"{i}/{one['trial_name']}/result.json": one for i, one in enumerate((trials[0], other))})
        assert "question 'org/task-0'" in said(folder)
