"""Every format: its example, its files in each encoding and layout, broken files; and what single harnesses mean."""

from __future__ import annotations

import gzip
import json
import sys
import types
import zipfile
import zlib
from collections import defaultdict
from io import BytesIO

import harness_files as files
import pytest
from harness_files import OUTCOMES, archive, changed, inspect, lines, packed_by
from result_files import as_bytes

from scorio_lite._command import formats
from scorio_lite._command.formats import FORMATS
from scorio_lite._command.read import source
from scorio_lite._command.read.item import Refusal
from scorio_lite._command.read.records import parse
from scorio_lite._command.read.source import Member

METRICS = {"inspect": "match", "lm-eval": "exact_match@flexible-extract", "helm": "exact_match"}
MAKERS = {name: make for name, make in files.MAKERS.items() if formats.named(name)}


class Read:
    """A file as it is read: its format, the outcomes by question, those that broke, and what it says beside them."""

    def __init__(self, path, **asked):
        member = Member(str(path))
        parsed = parse(member)
        self.format = formats.recognise(parsed)
        trials = self.format.read(member, parsed, asked)
        self.trials = list(trials)
        self.told, self.cut = trials.told, parsed.broken
        self.outcomes, self.broken = defaultdict(list), {}
        for trial in self.trials:
            if trial.broken:
                self.broken[trial.question] = (trial.broken, trial.outcome)
            else:
                self.outcomes[trial.question].append(trial.outcome)

    @property
    def rows(self):
        return [tuple(map(int, row)) for row in self.outcomes.values()]


@pytest.fixture
def read(tmp_path):
    """Return a function that reads a file with this content: a text, bytes or a document."""

    def read_content(content, name="results", **asked):
        (tmp_path / name).write_bytes(as_bytes(content))
        return Read(tmp_path / name, **asked)

    return read_content


def metric(name):
    return {"metric": METRICS[name]} if name in METRICS else {}


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_the_example_of_a_format_is_a_file_of_it(read, format):
    found = read(format.example)
    assert found.format is format
    assert found.trials and format.about
    assert format.outcome or format.metrics
    assert found.told.outcome or format.code


@pytest.mark.parametrize("name", MAKERS)
def test_outcomes(read, name):
    """A file has the same outcomes in each encoding and layout."""
    document, text = MAKERS[name](), files.texts_of(name)[0]
    texts = [text, b"\xef\xbb\xbf" + text.encode(), gzip.compress(text.encode()), text.replace("\n", "\r\n")]
    if isinstance(document, list):
        texts += [lines(document), json.dumps(document), json.dumps(document, indent=1)]
    for content in texts:
        found = read(content, **metric(name))
        assert found.format.name == name
        assert not found.broken and not found.told.unfinished
        if name == "bfcl":  # successes have no names
            ((listed, total, outcome, _),) = found.told.unlisted
            assert (found.rows, len(listed), total, outcome) == ([(0,), (0,)], 2, 3, 1)
        else:
            assert found.rows == [row[:1] if name in files.SINGLE else row for row in OUTCOMES]


@pytest.mark.parametrize("name", MAKERS)
def test_a_truncated_file(read, name):
    try:
        found = read(files.texts_of(name)[0][:-40], **metric(name))
        assert name in files.LINES or isinstance(MAKERS[name](), list)
        assert "breaks off after its record" in found.cut
    except Refusal as error:
        assert error.code in ("json", "line", "metric", "total"), error


TWICE = [  # a text in a file, and its replacement, in which a field occurs twice
    ("evalplus", "HumanEval/2", "HumanEval/1", "HumanEval/1"),
    ("tau-bench", '"task": {}', '"error": "x", "error": null', "error"),
    ("tau2-bench", '"termination_reason"', '"termination_reason": "a", "termination_reason"', "termination_reason"),
    ("inspect", '"judge"', '"match"', "match"),
    ("lm-eval", '"filter"', '"filter": "x", "filter"', "filter"),
    ("verifiers", '"reward"', '"reward": 0, "reward"', "reward"),
    ("verifiers-traces", '"correct"', '"correct": {"score": 0, "weight": 1}, "correct"', "correct"),
]


@pytest.mark.parametrize("name, old, new, field", TWICE)
def test_a_key_twice(read, name, old, new, field):
    with pytest.raises(Refusal, match=f"the field '{field}' occurs twice"):
        read(files.text_of(name).replace(old, new, 1), **metric(name))


# What is missing: changes of a file, by harness; and {question: (why, what the harness counts)}.
MISSING = [
    ("tau-bench", {"1.info.error": "x"}, {1: ("'info.error' is set", 0)}),
    ("tau2-bench", {"simulations.1.termination_reason": "user_error"}, {"1": ("user_error", 0)}),
    ("tau2-bench", {"simulations.1.termination_reason": "infrastructure_error"}, {"1": ("infrastructure_error", None)}),
    ("tau2-bench", {"simulations.1.reward_info": None}, {"1": ("no outcome", 0)}),
    ("tau2-bench", {"simulations.1.termination_reason": "max_steps"}, {}),
    ("evalplus", {"eval.HumanEval/1.0.base_status": None, "eval.HumanEval/1.0.plus_status": None}, {"HumanEval/1": ("no outcome", 0)}),
    ("inspect", {"samples.1.error": {"message": "x"}}, {2: ("it has an error", 0)}),
    ("inspect", {"samples.1.scores": {}}, {2: ("no scores", None)}),
    ("verifiers", {"1.error": "x"}, {1: ("'error' is set", 0)}),
    ("verifiers-traces", {"1.traces.0.ok": False}, {"hash 1": ("it is not ok", None)}),
    ("verifiers-traces", {"1.traces.0.rewards": {}}, {"hash 1": ("no rewards", 0)}),
    ("terminal-bench", {"results.1.failure_mode": "unknown_agent_error"}, {"task-1": ("unknown_agent_error", False)}),
    ("terminal-bench", {"results.1.failure_mode": "agent_timeout"}, {}),
    ("harbor", {"trial_results.1.exception_info": {"exception_type": "X"}}, {"org/task-1": ("X", 0)}),
    ("harbor", {"trial_results.1.exception_info": {"exception_type": "AgentTimeoutError"}}, {}),
    ("harbor", {"trial_results.1.verifier_result": None}, {"org/task-1": ("no outcome", 0)}),
    ("promptfoo", {"results.results.2.failureReason": 2, "results.results.2.error": "x"}, {'{"question": "1?"}': ("x", 0)}),
    ("opencompass", {"details.1.correct.0": None}, {"aime2024_1": ("no outcome", 0)}),
    ("every-eval-ever", {"2.error": "x"}, {"gsm8k_0001": ("'error' is set", False)}),
    ("swe-bench", {"unresolved_ids": ["a__a-2"], "unresolved_instances": 1, "error_ids": ["a__a-1"], "error_instances": 1}, {"a__a-1": ("error_ids", 0)}),
]  # fmt: skip


@pytest.mark.parametrize("name, changes, broken", MISSING)
def test_what_is_missing(read, name, changes, broken):
    assert read(changed(MAKERS[name](), changes), **metric(name)).broken == broken


def test_values_of_inspect(read):
    """Its letters and words stand for numbers, in capitals or not."""
    for value, number in (("C", 1), ("I", 0), ("P", 0.5), ("N", 0), ("yes", 1), ("No", 0), ("True", 1), ("0.25", 0.25)):
        log = changed(inspect(), {"samples.0.scores.match.value": value})
        assert read(log, metric="match").trials[0].outcome == number


def test_grades_of_nemo_skills(read):
    judgements = "Equal.\nJudgement: Yes", "Judgement: no.", "Judgement: both"
    for name, values in (("judgement", judgements), ("proof_status", ("completed", "timeout", None))):
        records = [{**one, name: value} for one, value in zip(files.nemo_skills(), values)]
        for one in records:
            del one["symbolic_correct"]
        trials = read(lines(records)).trials
        assert [(trial.outcome, bool(trial.broken)) for trial in trials] == [(1, False), (0, False), (0, True)]


def test_older_details_of_opencompass(read):
    details = {"type": "GEN", **{str(q): {"pred": "4", "correct": bool(x)} for q, (x, _) in enumerate(OUTCOMES)}}
    assert read({"accuracy": 33.3, "details": details}).rows == [(x,) for x, _ in OUTCOMES]


REFUSED = [  # a file of a harness, changes, and what the refusal says
    ("evalplus", {"eval.HumanEval/0.0.plus_status": "odd"}, "'odd' is none of 'pass'"),
    ("swe-bench", {"resolved_ids": ["a__a-0", "a__a-1"], "resolved_instances": 2}, "'a__a-1' is in "),
    ("swe-bench", {"resolved_instances": 2}, "field 'resolved_instances': 2, where the lists have 1"),
    ("bfcl", {"0.correct_count": 2}, "2 of 3 are correct, and lists 2 that failed"),
    ("bfcl", {"2.test_category": "sql"}, "give each a file"),
    ("promptfoo", {"results.results.1.provider": "other"}, "has two providers or prompts"),
    ("opencompass", {"details.1.example_abbr": "aime2024_0"}, "a second detail of 'aime2024_0'"),
    ("helm", {"*.stats.0.count": 2}, "2 values are summed up"),
    ("lm-eval", {"*.doc_hash": "same", "7.doc_hash": "other"}, "question 0 had another"),
    ("nemo-skills", {"1.problem": "0?"}, "'0[?]' is there twice"),
    ("every-eval-ever", {"0.evaluation.score": 0.5}, "which counts"),
    ("tau2-bench", {"info.num_trials": 0.5}, "info.num_trials: 0.5 is not a number of trials"),
    ("inspect", {"samples": []}, "the log has no samples"),
]  # fmt: skip


@pytest.mark.parametrize("name, changes, words", REFUSED)
def test_files_that_contradict_themselves(read, name, changes, words):
    with pytest.raises(Refusal, match=words):
        read(changed(MAKERS[name](), changes), **metric(name))


@pytest.mark.parametrize(
    ("name", "answers"),
    [("inspect", ["match", "judge"]), ("lm-eval", ["exact_match@strict-match", "exact_match@flexible-extract"])],
)
def test_what_counts_is_asked(read, name, answers):
    """A file with several scores is refused; each of its answers reads it."""
    document = MAKERS[name]()
    with pytest.raises(Refusal) as caught:
        read(document)
    assert [answer["metric"] for answer in caught.value.answers] == answers
    for answer in caught.value.answers:
        assert len(read(document, **answer).trials) == 6


def test_several_responses_with_one_score_are_asked_about(read):
    records = [{**one, "resps": [["4", "5"]]} for one in files.lm_eval()[::2]]
    with pytest.raises(Refusal, match="2 responses and one score") as caught:
        read(lines(records))
    assert len(read(lines(records), **caught.value.answers[0]).trials) == 6


def test_what_files_say_of_themselves(read):
    told = read(inspect(), metric="match").told
    assert (told.model, told.task) == ("m", "a")
    for changes, words in (
        ({"status": "error"}, "the status of the log is 'error'"),
        ({"results.total_samples": 9}, "the log has 6 samples of 9"),
    ):
        assert read(changed(inspect(), changes), metric="match").told.unfinished == words
    assert read(files.tau2_bench()).told.expected == 2
    name = "samples_gsm8k_2025-01-01T00-00-00.jsonl"
    assert read(files.lm_eval(), name, metric="exact_match@strict-match").told.task == "gsm8k"
    assert {trial.run for trial in read(files.promptfoo(providers=("a", "b"))).trials} == {"a", "b"}
    assert {(trial.run, trial.task) for trial in read(files.harbor()).trials} == {("terminus-2, m-1", "terminal-bench")}
    evaluation = files.every_eval_ever(models=("a", "b"), tasks=("x", "y"))
    cells = {(run, task) for run in "ab" for task in "xy"}
    assert {(trial.run, trial.task) for trial in read(evaluation).trials} == cells
    assert {trial.keep["answer"] for trial in read(evaluation).trials} == {"4", "5"}
    assert {trial.keep["metadata.level"] for trial in read(evaluation, keep=["metadata.level"]).trials} == {"0", "1"}


def test_a_file_for_each_trial(read):
    """Harbor, Terminal-Bench and tau2-bench may write a file for each trial, which says all."""
    for one, wanted in (
        (files.harbor_trial(1, 0, 1), ("org/task-1", "task-1__aB0", 1)),
        (files.terminal_bench_trial(1, 0, 1), ("task-1", "1", 1)),
        (files.tau2_bench()["simulations"][0], ("0", 0, 1)),
    ):
        (trial,) = read(one).trials
        assert (trial.question, trial.number, trial.outcome) == wanted


def test_swe_bench_of_all_kinds(read):
    found = read({**files.swe_bench_instance(0, True), **files.swe_bench_instance(1, False)})
    assert found.outcomes == {"a__a-0": [True], "a__a-1": [False]}
    found = read({"generated": [*"abc"], "with_logs": ["a", "b"], "resolved": ["a"], "no_generation": ["d"]})
    assert (found.outcomes, found.broken) == ({"a": [1], "b": [0], "d": [0]}, {"c": ("no log", 0)})
    with pytest.raises(Refusal, match="but not the failed ones"):
        read({"resolved": ["a"], "no_logs": []})
    sb_cli = {"submitted_ids": ["a", "b"], "resolved_ids": ["a"], "failed_ids": ["b"], "error_ids": []}
    assert read({**sb_cli, "total_instances": 2}).outcomes == {"a": [1], "b": [0]}


def test_eval_archives(read):
    log = inspect()
    split = []  # as Inspect's converter has it
    for one in log["samples"]:
        name = f"samples/{one['id']}_epoch_{one['epoch']}"
        split += [(f"{name}/sample.json", one), (f"{name}/messages/0.json", [])]
    for data in (archive(log), archive(log, zipfile.ZIP_STORED), archive({**log, "samples": []}, more=split)):
        assert read(data, metric="match").rows == OUTCOMES
    assert "no header.json" in read(archive(log, header="_journal/start.json"), metric="match").told.unfinished
    for data, words in (
        (archive({**log, "samples": []}), "a zip, but not an .eval archive"),
        (archive(log)[:-30], "a damaged zip"),
    ):
        with pytest.raises(Refusal, match=words):
            read(data, metric="match")


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="zipfile reads zstd itself")
def test_entries_packed_by_zstd(read, monkeypatch):
    """Entries packed by zstd are read if there is a module for it; a stand-in packs with zlib."""

    def reader(packed, **_):
        return BytesIO(zlib.decompress(packed.read()))

    data = packed_by(zlib.compress, inspect())
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(Refusal, match="compressed with zstd; install zstandard"):
        read(data, metric="match")
    module = types.SimpleNamespace(ZstdDecompressor=lambda: types.SimpleNamespace(stream_reader=reader))
    monkeypatch.setitem(sys.modules, "zstandard", module)
    assert read(data, metric="match").rows == OUTCOMES
    for pack in (lambda text: zlib.compress(text + b" "), lambda _: b"x"):
        with pytest.raises(Refusal, match="cannot be unpacked"):
            read(packed_by(pack, inspect()), metric="match")
    monkeypatch.setitem(source._MOST, "value", (200_000, 30))
    with pytest.raises(Refusal, match="suspiciously compressible"):
        read(packed_by(zlib.compress, {**inspect(), "results": {"note": "x" * 300_000}}), metric="match")
