"""Reports of SWE-bench before schema_version, which name only some of their questions; scores of BFCL; words of Inspect."""

from __future__ import annotations

import json

import pytest
from harness_files import archive, bfcl, inspect
from result_files import lines, placed, refused, report, run


def numbers(got):
    return got["question_count"], got["trials"], got["avg"]["value"]


STAGES = {"no_generation": ["a-1"], "generated": ["a-2", "a-3", "a-4", "a-5"], "with_logs": ["a-2", "a-3", "a-4", "a-5"],
          "install_fail": [], "reset_failed": [], "no_apply": ["a-5"], "applied": ["a-2", "a-3", "a-4"], "test_errored": [],
          "test_timeout": ["a-4"], "resolved": ["a-2"]}  # fmt: skip
RESOLVED = {"no_generation": ["a-1"], "no_logs": [], "resolved": ["a-2", "a-3"]}
SOLVED = [  # a report, options, and the numbers
    (STAGES, (), (5, 1, 1 / 5)),
    (STAGES, ("--total", "10"), (10, 1, 1 / 10)),
    ({"generated": ["a", "b", "c"], "resolved": ["a"]}, (), (3, 1, 1 / 3)),
    ({"r/a": {"none": [], "generated": ["a", "b"], "resolved": ["a"]}, "r/b": {"none": ["c"], "generated": ["d"], "resolved": []}}, (), (4, 1, 1 / 4)),
    ({"resolved": ["a"], "not_resolved": ["b"], "generation": ["a", "b"], "no_generation": [], "total_empty": 0}, (), (2, 1, 1 / 2)),
    ({"resolved_ids": ["a"], "unresolved_ids": ["b", "c"]}, (), (3, 1, 1 / 3)),
    (RESOLVED, ("--total", "500"), (500, 1, 2 / 500)),
    (RESOLVED, ("--total", "3"), (3, 1, 2 / 3)),
    ({"resolved": ["a-1"]}, ("--total", "4"), (4, 1, 1 / 4)),
    ({"resolved_ids": ["a-1"], "error_ids": [], "total_instances": 4}, (), (4, 1, 1 / 4)),
]  # fmt: skip


@pytest.mark.parametrize("document, options, expected", SOLVED)
def test_lists_of_swe_bench(document, options, expected):
    got = report(json.dumps(document), *options)
    assert (got["format"], numbers(got)) == ("swe-bench", expected)


@pytest.mark.parametrize("document, options, words", [
    (RESOLVED, (), "it names 3 instances, not those that failed, and the number of all instances is not in the file: --total N"),
    (RESOLVED, ("--total", "2"), "the files list 3 questions, where there are 2 in all"),
    ({**STAGES, "with_logs": ["a-2"], "applied": ["a-2"]}, (), "1 trial has no outcome: instance 'a-3' (no log)"),
    ({**STAGES, "install_fail": ["a-3"]}, (), "instance 'a-3' (install_fail)"),
    ({**RESOLVED, "no_logs": ["b"]}, ("--total", "9"), "instance 'b' (no_logs)"),
    ({**STAGES, "others": ["a-9"]}, (), "field 'others': what this list says of its instances is not known"),
    ({**STAGES, "generated": [1]}, (), "field 'generated': 1 does not name an instance"),
    ({**STAGES, "generated": "a-1"}, (), "field 'generated': not a list but 'a-1'"),
])  # fmt: skip
def test_lists_of_swe_bench_that_lack_something(document, options, words):
    assert words in refused(json.dumps(document), *options)


def test_broken_instances_count_as_the_harness_counts_them():
    lists = {**STAGES, "with_logs": ["a-2", "a-4", "a-5"], "applied": ["a-2", "a-4"], "install_fail": ["a-5"]}
    assert numbers(report(json.dumps(lists), "--missing", "harness")) == (5, 1, 1 / 5)
    assert numbers(report(json.dumps(lists), "--missing", "drop")) == (3, 1, 1 / 3)


def test_total_is_for_reports_that_need_it():
    new = {"schema_version": 2, "resolved_ids": ["a"], "unresolved_ids": ["b"], "empty_patch_ids": [], "error_ids": [], "incomplete_ids": []}
    assert numbers(report(json.dumps(new), "--total", "2")) == (2, 1, 0.5)
    assert "--total 3: the report has 2 instances" in refused(json.dumps(new), "--total", "3")
    assert "--total does not apply" in refused(json.dumps({"a": {"resolved": True, "patch_exists": True}}), "--total", "3")
    assert "--total does not apply to a file of records" in refused('{"id": 1, "passed": 1}', "--total", "3")
    for text in ("0", "x", "-1", "1000001", "9" * 5000):
        status, _, err = run("-", "--total", text)
        assert (status, "expected a whole number, at most 1,000,000" in err) == (2, True)


def files_in(folder, **documents):
    placed(folder, documents)
    return [folder / name for name in documents]


def test_runs_of_which_each_names_other_questions(tmp_path):
    """What one file names and the other does not has its outcome there by what the other counts."""
    files = files_in(tmp_path, a={"resolved": ["x", "y"]}, b={"no_generation": ["z"], "no_logs": [], "resolved": ["x"]})
    status, out, err = run(*files, "--total", "10", "--json")
    assert (status, err) == (0, "")
    got = {one["run"]: one["value"] for one in json.loads(out)["runs"]}
    assert got == {"a": 0.2, "b": 0.1}
    merged = json.loads(run(*files, "--total", "10", "--merge", "--json", "--by-question")[1])
    assert numbers(merged) == (10, 2, 0.15)
    rates = {one["question"]: one["avg_these"]["value"] for one in merged["by_question"]}
    assert (rates["x"], rates["y"], rates["z"], rates["unlisted 4"]) == (1, 0.5, 0, 0)
    assert "the files list 3 questions, where there are 2 in all" in run(*files, "--total", "2")[2]
    whole = files_in(tmp_path, c={"generated": list("xyzabcdefg"), "resolved": ["z"]})
    status, out, _ = run(files[0], *whole, "--total", "10", "--json")
    assert {one["run"]: one["value"] for one in json.loads(out)["runs"]} == {"a": 0.2, "c": 0.1}


def test_scores_of_bfcl(tmp_path):
    """Of several files, those of one test have the same questions; a file that lists nothing goes with the others."""
    rows = bfcl(0, [(0,), (0,), (1,), (1,)])  # java_0 and java_1 failed
    got = report(lines(rows))
    assert (got["format"], got["model"], got["task"], numbers(got)) == ("bfcl", "m", "java", (4, 1, 0.5))
    assert numbers(report(lines([*rows, rows[1]]))) == (4, 1, 0.5)  # there twice
    numbered = [{**row, "id": i} if "id" in row else row for i, row in enumerate(rows)]
    assert numbers(report(lines(numbered))) == (4, 1, 0.5)
    sql = lines(bfcl(0, [(0,), (1,)])).replace("java", "sql")
    files = files_in(tmp_path, a=lines(rows), b=lines(bfcl(0, [(1,), (0,), (1,), (1,)])), c=lines(bfcl(0, [(1,)] * 4)), d=sql)
    merged = json.loads(run(*files[:3], "--merge", "--json", "--by-question")[1])
    assert numbers(merged) == (4, 3, 0.75)
    rates = {one["question"]: one["avg_these"]["value"] for one in merged["by_question"]}
    assert rates == {"java_0": 2 / 3, "java_1": 1 / 3, "java unlisted 3": 1, "java unlisted 4": 1}
    assert numbers(json.loads(run(files[0], files[3], "--merge", "--json")[1])) == (6, 1, 0.5)


# Inspect


def test_other_words_of_inspect():
    log = inspect()
    samples = [{"id": i, "epoch": 1, "scores": {"judge": {"value": value}}} for i, value in enumerate(("left", "both", "Both", "I"))]
    for text in (json.dumps({**log, "samples": samples}), archive({**log, "samples": samples})):
        assert numbers(report(text, "--success", "both")) == (4, 1, 0.5)
        assert numbers(report(text, "--success", "left,both,i")) == (4, 1, 1)
        message = refused(text)
        assert "'left' is neither 0 nor 1; name the words of success: --success WORD,..." in message
        data = text if isinstance(text, bytes) else text.encode()
        assert "no outcome is one of the words of --success" in run("-", "--success", "right", stdin=data)[2]


def test_logs_of_two_models_are_not_one_run(tmp_path):
    log = inspect()
    files = files_in(tmp_path, a=log, b={**log, "eval": {**log["eval"], "model": "n"}})
    status, out, err = run(*files, "--merge", "--scorer", "match")
    assert (status, out) == (1, "")
    assert "the models 'm' and 'n' are not one run; without --merge, each file is a run" in err
