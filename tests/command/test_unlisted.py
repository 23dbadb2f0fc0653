"""Check reports of SWE-bench and scores of BFCL, which name only some of their questions."""

from __future__ import annotations

from harness_files import bfcl, changed, swe_bench_instance
from result_files import files_in, lines, merged, report, scored
from test_harnesses import numbers


def test_reports_of_swe_bench_instances(tmp_path):
    reports = [swe_bench_instance(q, x) for q, x in enumerate((1, 0, 0))]
    got = merged(tmp_path, reports)
    assert (got["format"], got["avg"]["value"]) == ("swe-bench", 1 / 3)
    broken = [reports[0], changed(reports[1], {"a__a-1.infra_failure": True})]
    assert "instance 'a__a-1' (infra_failure)" in merged(tmp_path, broken, refused=True)


def test_scores_of_bfcl(tmp_path):
    """Files of BFCL for one test have the same questions. This holds also for a file that lists none of them."""
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
    whole = files_in(tmp_path, whole=lines({"id": f"java_{i}", "passed": i < 3} for i in range(4)))  # it names all of them
    assert [one["value"] for one in scored(files[0], *whole)["runs"]] == [0.75, 0.5]
    named = files_in(tmp_path, **{"BFCL_v3_java_score.json": lines(bfcl(0, [(1,)] * 2))})
    assert [one["question"] for one in scored(*named, "--by-question")["by_question"]] == ["java unlisted 1", "java unlisted 2"]
