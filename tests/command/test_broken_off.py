"""JSON that breaks off or goes on, comments, other kinds of files; and reports that name only some of their questions."""

from __future__ import annotations

import json

import pytest
from harness_files import archive, bfcl, inspect
from result_files import lines, records, refusal, report, run

RECORDS = records()  # 3 questions, 4 trials each, 5 of 12 right
TEXT = json.dumps(RECORDS, indent=2)


def numbers(got):
    return got["question_count"], got["trials"], got["avg"]["value"]


ALL = numbers(report(TEXT))
PRETTY = [json.dumps(item, indent=1) for item in RECORDS]
JOINED = {
    "nothing": "".join(PRETTY),
    "lines": "\n".join(PRETTY),
    "empty lines": "\n\n".join(PRETTY) + "\n",
    "commas": ",\n".join(PRETTY) + ",\n",
    "comments between lines": "# made by hand\n// twice\n" + lines(RECORDS).replace("\n", "\n# next\n", 2) + "\n# end",
    "comments before a list": "# made by hand\n\n" + TEXT,
}


@pytest.mark.parametrize("name", JOINED)
def test_objects_one_after_the_other(name):
    assert numbers(report(JOINED[name])) == ALL


def test_objects_that_break_off():
    text = "\n".join(PRETTY)[:-9]
    assert "; it breaks off after its record 11, so trials may be missing; " in refusal(text)
    assert "it breaks off after its record 11" in report(text, "--missing", "own")["missing"]["unfinished"]


def test_an_object_that_is_none_among_others():
    text = PRETTY[0] + "\n" + PRETTY[1].replace("true", "True").replace("false", "False")
    line = 1 + PRETTY[0].count("\n") + 1 + PRETTY[1][: PRETTY[1].index("passed")].count("\n")
    assert f"line {line}, column " in refusal(text)
    assert "line 4, column 1: not valid JSON: Expecting" in refusal(PRETTY[0][:-1] + "]")


@pytest.mark.parametrize("text", [TEXT, json.dumps(RECORDS), "[" + ",\n".join(map(json.dumps, RECORDS)) + "]"])
def test_a_list_that_is_left_open(text):
    """Wherever it breaks off, all whole records count, and the run is not finished."""
    ends = [i + 1 for i, mark in enumerate(text) if mark == "}"]
    for end in range(ends[8], ends[9]):
        message = refusal(text[:end])
        assert ": not valid JSON: " in message
        assert "; it breaks off after its record 9, so trials may be missing; " in message
        got = report(text[:end], "--missing", "own")
        assert sum(one["trials"] for one in report(text[:end], "--missing", "own", "--by-question")["by_question"]) == 9
        assert "it breaks off after its record 9" in got["missing"]["unfinished"]


def test_what_is_no_list_left_open():
    for text in (TEXT[:30], TEXT.replace('"q1"', "q1"), TEXT + "]", TEXT[:-1] + "}", "[1, 0,", '{"a": [{"task_id": 1}, ', "[[0, 1], 1,"):
        assert "breaks off" not in refusal(text)
    with_runs = json.dumps([{**item, "model": f"m{i % 2}"} for i, item in enumerate(RECORDS)])[:-1]
    assert "it breaks off" in run("-", stdin=with_runs.encode())[2]


CSV = "task_id,passed\na,1\nb,0\n"
COMMENTS = [
    ("# by me\n" + CSV, ("a", "b")),
    ("# by me; twice\n#\n\n" + CSV.replace("b", "# b is next\nb") + "# the end\n", ("a", "b")),
    ("# a, b, c\n#! x\n" + CSV.replace(",", "\t"), ("a", "b")),
    ("task_id,passed\n#1,1\n#2,0", ("#1", "#2")),
    ("#1,1\n#2,0", ("#1", "#2")),
    ('task_id,passed,text\na,1,"x\n# y, z\n"\nb,0,', ("a", "b")),
    ("# by me\n0,0\n1,1", ("row 1", "row 2")),
    ("# x\n1\n0", ("row 1", "row 2")),
]


@pytest.mark.parametrize("text, questions", COMMENTS)
def test_comments_in_csv(text, questions):
    got = report(text, "--by-question")
    assert sorted(str(one["question"]) for one in got["by_question"]) == sorted(map(str, questions))


@pytest.mark.parametrize("text", ["# task_id,passed\na,1\nb,0", CSV + "# c,1\n"])
def test_a_comment_that_may_be_a_row(text):
    line = 1 + text[: text.index("#")].count("\n")
    assert f"line {line}: a comment, or a row? It has as many cells; remove it, or its #" in refusal(text)


@pytest.mark.parametrize("text, kind", [
    ("- task_id: a\n  passed: true\n", "YAML"),
    ("---\nresults:\n  - a\n", "YAML"),
    ("model: gpt-4\nresults:\n- task_id: a\n", "YAML"),
    ("results:\n  q1: [1, 0]\n", "YAML"),
    ("| task_id | passed |\n|---|---|\n| a | 1 |\n", "a table of Markdown"),
])  # fmt: skip
def test_other_kinds_are_named(text, kind):
    assert f"this looks like {kind}; save the results as JSON, JSON Lines or CSV" in refusal(text)


def test_what_only_looks_like_another_kind():
    assert numbers(report("q1: 1 1\nq2: 0 1")) == (2, 2, 0.75)
    assert "looks like" not in refusal("task_id,passed\na,maybe\n")


def test_tables_of_wandb():
    rows = [[item["task_id"], item["passed"]] for item in RECORDS]
    table = {"columns": ["task_id", "passed"], "data": rows}
    more = {"_type": "table", "column_types": {"params": {}}, "ncols": 2, "nrows": 12, "log_mode": "IMMUTABLE"}
    for document in (table, {**table, **more}, {**more, **table, "index": list(range(12))}):
        assert numbers(report(json.dumps(document))) == ALL
    refusal(json.dumps({**table, "data": [*rows, ["a"]]}))
    refusal(json.dumps({**table, "more": rows}))


# SWE-bench before schema_version, BFCL

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
    assert words in refusal(json.dumps(document), *options)


def test_broken_instances_count_as_the_harness_counts_them():
    lists = {**STAGES, "with_logs": ["a-2", "a-4", "a-5"], "applied": ["a-2", "a-4"], "install_fail": ["a-5"]}
    assert numbers(report(json.dumps(lists), "--missing", "harness")) == (5, 1, 1 / 5)
    assert numbers(report(json.dumps(lists), "--missing", "drop")) == (3, 1, 1 / 3)


def test_total_is_for_reports_that_need_it():
    new = {"schema_version": 2, "resolved_ids": ["a"], "unresolved_ids": ["b"], "empty_patch_ids": [], "error_ids": [], "incomplete_ids": []}
    assert numbers(report(json.dumps(new), "--total", "2")) == (2, 1, 0.5)
    assert "--total 3: the report has 2 instances" in refusal(json.dumps(new), "--total", "3")
    assert "--total does not apply" in refusal(json.dumps({"a": {"resolved": True, "patch_exists": True}}), "--total", "3")
    assert "--total does not apply to a file of records" in refusal(lines(RECORDS), "--total", "3")
    for text in ("0", "x", "-1", "1000001", "9" * 5000):
        status, _, err = run("-", "--total", text)
        assert (status, "expected a whole number, at most 1,000,000" in err) == (2, True)


def placed(folder, **documents):
    for name, document in documents.items():
        (folder / name).write_text(document if isinstance(document, str) else json.dumps(document))
    return [folder / name for name in documents]


def test_runs_of_which_each_names_other_questions(tmp_path):
    """What one file names and the other does not has its outcome there by what the other counts."""
    files = placed(tmp_path, a={"resolved": ["x", "y"]}, b={"no_generation": ["z"], "no_logs": [], "resolved": ["x"]})
    status, out, err = run(*files, "--total", "10", "--json")
    assert (status, err) == (0, "")
    got = {one["run"]: one["value"] for one in json.loads(out)["runs"]}
    assert got == {"a": 0.2, "b": 0.1}
    merged = json.loads(run(*files, "--total", "10", "--merge", "--json", "--by-question")[1])
    assert numbers(merged) == (10, 2, 0.15)
    rates = {one["question"]: one["avg_these"]["value"] for one in merged["by_question"]}
    assert (rates["x"], rates["y"], rates["z"], rates["unlisted 4"]) == (1, 0.5, 0, 0)
    assert "the files list 3 questions, where there are 2 in all" in run(*files, "--total", "2")[2]
    whole = placed(tmp_path, c={"generated": list("xyzabcdefg"), "resolved": ["z"]})
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
    files = placed(tmp_path, a=lines(rows), b=lines(bfcl(0, [(1,), (0,), (1,), (1,)])), c=lines(bfcl(0, [(1,)] * 4)), d=sql)
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
        message = refusal(text)
        assert "'left' is neither 0 nor 1; name the words of success: --success WORD,..." in message
        data = text if isinstance(text, bytes) else text.encode()
        assert "no outcome is one of the words of --success" in run("-", "--success", "right", stdin=data)[2]


def test_logs_of_two_models_are_not_one_run(tmp_path):
    log = inspect()
    files = placed(tmp_path, a=log, b={**log, "eval": {**log["eval"], "model": "n"}})
    status, out, err = run(*files, "--merge", "--scorer", "match")
    assert (status, out) == (1, "")
    assert "the models 'm' and 'n' are not one run; without --merge, each file is a run" in err
