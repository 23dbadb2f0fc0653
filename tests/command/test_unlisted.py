"""Reports of SWE-bench and scores of BFCL, which name only some of their questions."""

from __future__ import annotations

import pytest
from harness_files import bfcl, changed, swe_bench, swe_bench_instance
from result_files import files_in, lines, merged, refused, report, said, scored
from test_harnesses import numbers

# Before schema_version, by the stages that instances reached.
STAGES = {
    "no_generation": ["a-1"],
    "generated": ["a-2", "a-3", "a-4", "a-5"],
    "with_logs": ["a-2", "a-3", "a-4", "a-5"],
    "install_fail": [],
    "reset_failed": [],
    "no_apply": ["a-5"],
    "applied": ["a-2", "a-3", "a-4"],
    "test_errored": [],
    "test_timeout": ["a-4"],
    "resolved": ["a-2"],
}
BROKEN = {**STAGES, "with_logs": ["a-2", "a-4", "a-5"], "applied": ["a-2", "a-4"], "install_fail": ["a-5"]}
RESOLVED = {"no_generation": ["a-1"], "no_logs": [], "resolved": ["a-2", "a-3"]}
EMPTY = {**swe_bench(), "unresolved_ids": ["a__a-1"], "unresolved_instances": 1}
ERRORS, INCOMPLETE = ({**EMPTY, name: ["a__a-2"], "error_instances": i} for i, name in enumerate(("incomplete_ids", "error_ids")))
NEW = {"schema_version": 2, "resolved_ids": ["a"], "unresolved_ids": ["b"], "empty_patch_ids": [], "error_ids": [], "incomplete_ids": []}
REPORTS = [  # a report, options, and (questions, mean) or words
    ({**EMPTY, "empty_patch_ids": ["a__a-2"], "empty_patch_instances": 1}, (), (3, 1 / 3)),
    *(
        case
        for report, name in ((ERRORS, "incomplete_ids"), (INCOMPLETE, "error_ids"))
        for case in (
            (report, (), f"1 trial has no outcome: instance 'a__a-2' ({name})"),
            (report, ("--missing", "drop"), (2, 1 / 2)),
            (report, ("--missing", "fail"), (3, 1 / 3)),
            (report, ("--missing", "harness"), (3, 1 / 3)),
        )
    ),
    (STAGES, (), (5, 1 / 5)),
    (STAGES, ("--total", "10"), (10, 1 / 10)),
    (BROKEN, ("--missing", "harness"), (5, 1 / 5)),
    (BROKEN, ("--missing", "drop"), (3, 1 / 3)),
    ({"generated": ["a", "b", "c"], "resolved": ["a"]}, (), (3, 1 / 3)),
    (
        {"r/a": {"none": [], "generated": ["a", "b"], "resolved": ["a"]}, "r/b": {"none": ["c"], "generated": ["d"], "resolved": []}},
        (),
        (4, 1 / 4),
    ),
    ({"resolved": ["a"], "not_resolved": ["b"], "generation": ["a", "b"], "no_generation": [], "total_empty": 0}, (), (2, 1 / 2)),
    ({"resolved_ids": ["a"], "unresolved_ids": ["b", "c"]}, (), (3, 1 / 3)),
    (RESOLVED, ("--total", "500"), (500, 2 / 500)),
    (RESOLVED, ("--total", "3"), (3, 2 / 3)),
    ({"resolved_ids": ["a-1"], "error_ids": [], "total_instances": 4}, (), (4, 1 / 4)),
    (NEW, ("--total", "2"), (2, 1 / 2)),
    (NEW, ("--total", "3"), "--total 3: the report has 2 instances"),
    (RESOLVED, (), "it names 3 instances, but not the failed ones, and the number of all instances is not in the file: --total N"),
    (RESOLVED, ("--total", "2"), "the files list 3 questions, but there are 2 in all"),
    ({**STAGES, "with_logs": ["a-2"], "applied": ["a-2"]}, (), "1 trial has no outcome: instance 'a-3' (no log)"),
    ({**STAGES, "install_fail": ["a-3"]}, (), "instance 'a-3' (install_fail)"),
    ({**RESOLVED, "no_logs": ["b"]}, ("--total", "9"), "instance 'b' (no_logs)"),
    ({**STAGES, "others": ["a-9"]}, (), "field 'others': the meaning of this list is not known"),
    ({**STAGES, "generated": [1]}, (), "field 'generated': 1 does not name an instance"),
    ({**STAGES, "generated": "a-1"}, (), "field 'generated': not a list but 'a-1'"),
    (changed(swe_bench_instance(1, 0), {"a__a-1.resolved": "no"}), (), "instance 'a__a-1', field 'resolved': 'no' is neither 0 nor 1"),
    (swe_bench_instance(1, 0), ("--total", "3"), "--total does not apply"),
    ([{"id": 1, "passed": 1}], ("--total", "3"), "--total does not apply to a file of records"),
]


@pytest.mark.parametrize("document, options, expected", REPORTS)
def test_reports_of_swe_bench(document, options, expected):
    if isinstance(expected, str):
        assert expected in refused(document, *options)
    else:
        got = report(document, *options)
        assert (got["format"], got["question_count"], got["avg"]["value"]) == ("swe-bench", *expected)


def test_reports_of_swe_bench_instances(tmp_path):
    reports = [swe_bench_instance(q, x) for q, x in enumerate((1, 0, 0))]
    got = merged(tmp_path, reports)
    assert (got["format"], got["avg"]["value"]) == ("swe-bench", 1 / 3)
    broken = [reports[0], changed(reports[1], {"a__a-1.infra_failure": True})]
    assert "instance 'a__a-1' (infra_failure)" in merged(tmp_path, broken, refused=True)


def test_runs_of_which_each_names_other_questions(tmp_path):
    """A question that only one file names counts in the other like the unlisted questions there."""
    files = files_in(tmp_path, a={"resolved": ["x", "y"]}, b={"no_generation": ["z"], "no_logs": [], "resolved": ["x"]})
    assert {one["run"]: one["value"] for one in scored(*files, "--total", "10")["runs"]} == {"a": 0.2, "b": 0.1}
    together = scored(*files, "--total", "10", "--merge", "--by-question")
    assert numbers(together) == (10, 2, 0.15)
    rates = {one["question"]: one["avg_these"]["value"] for one in together["by_question"]}
    assert (rates["x"], rates["y"], rates["z"], rates["unlisted 4"]) == (1, 0.5, 0, 0)
    assert "the files list 3 questions, but there are 2 in all" in said(*files, "--total", "2")
    whole = files_in(tmp_path, c={"generated": list("xyzabcdefg"), "resolved": ["z"]})
    assert {one["run"]: one["value"] for one in scored(files[0], *whole, "--total", "10")["runs"]} == {"a": 0.2, "c": 0.1}


def test_scores_of_bfcl(tmp_path):
    """Files of one test have the same questions; a file that lists nothing belongs to the others."""
    rows = bfcl(0, [(0,), (0,), (1,), (1,)])  # java_0 and java_1 failed
    got = report(lines(rows))
    assert (got["format"], got["model"], got["task"], numbers(got)) == ("bfcl", "m", "java", (4, 1, 0.5))
    assert numbers(report(lines([*rows, rows[1]]))) == (4, 1, 0.5)  # an entry twice
    numbered = [{**row, "id": i} if "id" in row else row for i, row in enumerate(rows)]
    assert numbers(report(lines(numbered))) == (4, 1, 0.5)
    sql = lines(bfcl(0, [(0,), (1,)])).replace("java", "sql")
    files = files_in(tmp_path, a=lines(rows), b=lines(bfcl(0, [(1,), (0,), (1,), (1,)])), c=lines(bfcl(0, [(1,)] * 4)), d=sql)
    together = scored(*files[:3], "--merge", "--by-question")
    assert numbers(together) == (4, 3, 0.75)
    rates = {one["question"]: one["avg_these"]["value"] for one in together["by_question"]}
    assert rates == {"java_0": 2 / 3, "java_1": 1 / 3, "java unlisted 3": 1, "java unlisted 4": 1}
    assert numbers(scored(files[0], files[3], "--merge")) == (6, 1, 0.5)
