"""Check the bounds of --require, with and without a baseline: exit statuses, numbers, p-values, sizes that decide."""

from __future__ import annotations

import json

import pytest
from result_files import good, lines, of_runs, placed, records, run, scored
from test_numbers import BOARD, FAILED, FOUR, HOLES, LEVELS, MANY, PAIR, TASKS, numbers

from scorio_lite import confidence
from scorio_lite.confidence import avg, bounded, bounded_difference, compare, compare_suite, pass_hat_k

UNEVEN = of_runs({"x": HOLES, "y": FAILED})
OAK, BIRCH = TASKS["oak"], TASKS["birch"]
ASKED = "--task task --baseline oak"


@pytest.mark.parametrize(
    ("text", "options", "name", "wanted"),
    [
        (records(MANY), "", "avg", avg(MANY)),
        (records(MANY), "--questions these", "accuracy", avg(MANY, questions="these")),
        (records(FOUR["b"]), "", "pass^9", confidence.beyond(FOUR["b"], 9, "pass_hat_k")),
        (records(HOLES), "--missing bounds", "avg", bounded(HOLES)),
        (records(MANY, level=LEVELS), "--by level", "hard:pass^2", pass_hat_k(MANY[2::4] + MANY[3::4], 2)),
        (of_runs(PAIR), "--baseline a", "pass@2-base", compare(PAIR["c"], PAIR["a"], "pass_at_k", 2)),
        (of_runs(PAIR), "--baseline c", "avg", avg(PAIR["a"])),
        (UNEVEN, "--missing bounds --baseline y", "avg-base", bounded_difference(HOLES, FAILED)),
        (of_runs(BOARD), ASKED, "avg-base", compare_suite([*BIRCH.values()], [*OAK.values()])),
        (of_runs(BOARD), ASKED, "math:avg-base", compare(BIRCH["math"], OAK["math"])),
    ],
)
def test_a_bound_is_met_from_lo_and_failed_above_hi(text, options, name, wanted):
    """Between them the data do not decide, and only then does --undecided pass count."""
    *_, lo, hi = wanted
    bounds = {lo: 0, lo + 1e-15: 4, hi: 4, hi + 1e-15: 3}
    for bound, status in bounds.items():
        result = {0: "met", 3: "failed", 4: "undecided"}[status]
        asked = ("-", *options.split(), f"--require={name}>={bound!r}")
        found, out, _ = run(*asked, "--json", stdin=text)
        (row,) = json.loads(out)["require"]
        assert (found, row["result"], numbers(row)) == (status, result, tuple(wanted))
        assert run(*asked, "--undecided", "pass", stdin=text)[0] == (0 if status == 4 else status)
        assert bound != hi or result in good(*asked, stdin=text, status=status)


@pytest.mark.parametrize("base", ["old", "old/seed1.jsonl", "./old/"])
def test_a_baseline_is_another_run(tmp_path, base):
    """It may be a file whose name could be that of a trial, or a folder; it is no part of the candidate, nor its copy."""
    columns = {"out/new/seed1": [1, 0, 1, 1], "out/new/seed2": [1, 0, 0, 1], "out/old/seed1": [1, 0, 0, 0]}
    for path, own in columns.items():
        placed(tmp_path, {f"{path}.jsonl": lines({"id": i, "passed": x, "model": "m"} for i, x in enumerate(own))})
    first, new, old = [[1], [0], [1], [1]], [[1, 1], [0, 0], [1, 0], [1, 1]], [[1], [0], [0], [0]]
    *files, _ = (tmp_path / f"{path}.jsonl" for path in columns)
    asked = ("--baseline", tmp_path / "out" / base, "--require=avg-base>=-1")
    given = {(*files, "--merge"): new, (tmp_path / "out/new",): new, (tmp_path / "out",): new, (files[0],): first}
    for paths, candidate in given.items():
        assert numbers(scored(*paths, *asked, "--missing=own")["require"][0]) == tuple(compare(candidate, old)), paths
    assert "1 trial each, of 2 that are expected" in run(files[0].parent, *asked)[2]
    assert "it is the only run" in run(tmp_path / "out/old", *asked)[2]


def test_a_baseline_that_lacks_a_task(tmp_path):
    arc, add = (records([[1], [0]], id=own) for own in (["a", "b"], ["c", "d"]))
    placed(tmp_path, {"all/oak/arc.jsonl": arc, "all/oak/add.jsonl": add, "one/add.jsonl": add})
    assert "one lacks arc: no mean" in good(tmp_path / "all", "--baseline", tmp_path / "one")


def test_what_would_decide_a_gate():
    """Copies of the data decide at the size that is named."""
    (row,) = scored("-", "--require", "avg>=0.45", stdin=records(FOUR["b"]), status=4)["require"]
    assert avg(FOUR["b"] * -(-row["enough_questions"] // 4))[2] >= 0.45


def test_p_values_in_text():
    """Two runs have a p-value, for a difference of 0 and for intervals of one look."""
    text = of_runs(PAIR)
    assert f"{compare(PAIR['c'], PAIR['a']).pvalue:.3f}\n" in good("-", stdin=text)
    assert "pvalue" not in str(scored("-", stdin=of_runs(FOUR))) + str(scored("-", "--anytime", stdin=text))
    assert "pvalue" not in scored("-", "--baseline", "a", "--require", "avg-base>=-0.9", stdin=text)["require"][0]
