"""Check reports of SWE-bench and scores of BFCL, which name only some of their questions."""

from __future__ import annotations

import pytest
from harness_files import bfcl, changed, swe_bench, swe_bench_instance
from result_files import files_in, lines, merged, refused, report, scored
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
    (BROKEN, ("--missing", "harness"), (5, 1 / 5)),
    (BROKEN, ("--missing", "drop"), (3, 1 / 3)),
    ({"generated": ["a", "b", "c"], "resolved": ["a"]}, (), (3, 1 / 3)),
    ({"resolved": ["a"], "not_resolved": ["b"], "generation": ["a", "b"], "no_generation": [], "total_empty": 0}, (), (2, 1 / 2)),
    ({"resolved_ids": ["a"], "unresolved_ids": ["b", "c"]}, (), (3, 1 / 3)),
    (NEW, (), (2, 1 / 2)),
    (RESOLVED, (), "it names the resolved instances, but not the failed ones"),
    ({**STAGES, "with_logs": ["a-2"], "applied": ["a-2"]}, (), "1 trial has no outcome: instance 'a-3' (no log)"),
    ({**STAGES, "install_fail": ["a-3"]}, (), "instance 'a-3' (install_fail)"),
    ({**STAGES, "others": ["a-9"]}, (), "field 'others': the meaning of this list is not known"),
    ({**STAGES, "generated": [1]}, (), "field 'generated': 1 does not name an instance"),
    (changed(swe_bench_instance(1, 0), {"a__a-1.resolved": "no"}), (), "instance 'a__a-1', field 'resolved': 'no' is neither 0 nor 1"),
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


def test_scores_of_bfcl(tmp_path):
    """Files of BFCL for one test have the same questions, also a file that lists nothing."""
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
    each = files_in(tmp_path, e=lines(bfcl(0, [(0,), (1,)])), f=lines(bfcl(0, [(1,), (0,)])))  # together they list all
    assert [one["value"] for one in scored(*each)["runs"]] == [0.5, 0.5]
    named = files_in(tmp_path, **{"BFCL_v3_java_score.json": lines(bfcl(0, [(1,)] * 2))})
    assert [one["question"] for one in scored(*named, "--by-question")["by_question"]] == ["java unlisted 1", "java unlisted 2"]
