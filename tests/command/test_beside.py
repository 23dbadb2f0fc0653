"""Check --select, --cost, --labels and --judges: the numbers are those of the library's functions."""

from __future__ import annotations

import json

from result_files import good, lines, refused, report, run

from scorio_lite import confidence
from scorio_lite._command import extras

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1], [0, 0, 0, 0]]
S = [[0.1, 0.9, 0.4, 0.4], [2, 1, 3, None], [None, 1, -1, -5], [1, 2, 3, 4], [0, 0, 0, 0]]
C = [[3, 1, 1, 4.5], [1, 2, 5, 1], [9, 7, 8, 2], [1, 1, 1, 1], [0, 0.25, 9, 9]]
H = [[0, 1, None, None], [None, 0, 0, None], [0, None, None, 1], [1, None, None, None], [None, None, 0, 0]]
T = [[0, 1, 1, 1], [1, 1, 0, 1], [0, 1, 0, 1], [1, 1, None, 1], [0, 0, 0, 0]]
SUMMARY = ("value", "se", "lo", "hi")


def records(run="a", swap=False, **more):
    """Return a record for each trial of the run, with its outcome, score, cost, label and verdict."""
    return [
        {
            "model": run,
            "task_id": f"q{i}",
            "passed": 1 - R[i][j] if swap else R[i][j],
            "score": S[i][j],
            "usd": C[i][j],
            "human": H[i][j],
            "judge": T[i][j],
            **more,
        }
        for i in range(5)
        for j in range(4)
    ]


def row(found):
    return tuple(found[name] for name in SUMMARY)


def test_costs_of_two_runs():
    page = report(lines([*records(), *records("b", swap=True)]), "--cost", "usd")
    names = [one["run"] for one in page["runs"]]
    (first, second), turned = page["cost_per_solve"], [[1 - x for x in row] for row in R]
    data = {"a": (C, R), "b": (C, turned)}
    assert first["run"] == names[0]
    assert "times" not in first
    assert row(second["times"]) == confidence.cost_ratio(*data[names[1]], *data[names[0]])
    dear = lines([*records() * 1, *({**one, "usd": 100 * one["usd"]} for one in records("b"))])
    assert "dearer" not in good("-", "--cost", "usd", stdin=lines([*records(), *records("b")]))
    assert "times a" in good("-", "--cost", "usd", stdin=dear)
    for lo, hi, verdict in ((1, 2, ""), (1.01, None, ": dearer"), (0.5, 1, ""), (0, 0.99, ": cheaper"), (0.5, None, "")):
        assert extras.Costs._compared(None, {"times": {"value": 1, "lo": lo, "hi": hi}}).endswith(f"]{verdict}")


TOTALS = "model,solved,total\nqwen,396,500\nllama,360,500\ngemma,378,500\n"


def test_totals_alone():
    """--totals gives the library's ranks and differences, which hold whatever questions the runs share."""
    page = report(TOTALS, "--totals", "solved,total")
    names = {one["run"]: one for one in page["runs"]}
    order = [(name, int(line.split(",")[1])) for line in TOTALS.splitlines()[1:] for name in [line.split(",")[0]]]
    ranks = confidence.ranks_of_totals([total for _, total in order], 500)
    assert [(names[name]["rank"], names[name]["worst"]) for name, _ in order] == ranks
    two = report("\n".join(TOTALS.splitlines()[:3]), "--totals", "solved,500")
    assert row(two["runs"][1]["difference"]) == confidence.compare_totals(360, 396, 500)
    assert "whatever questions the runs share" in good("-", "--totals", "solved,total", stdin=TOTALS)
    shares = "model,acc\na,0.72\nb,66.6 %\n"
    assert [one["value"] for one in report(shares, "--totals", "acc,500")["runs"]] == [0.72, 0.666]
    for one, value in (("0.6", [1, 0.6]), ("1.0", [1, 1]), ("100%", [1, 1]), ("2", [0.4, 0.2])):  # beside a share, 1 is all of them
        runs = report(f"model,solved\na,{one}\nb,1\n", "--totals", "solved,5")["runs"]
        assert [run["value"] for run in runs] == value
    status, out, _ = run("-", "--json", stdin=TOTALS)
    assert (status, json.loads(out)["readings"][0]["options"]) == (1, ["--totals=solved,total"])


def test_what_a_reader_could_take_wrongly():
    """Costs with commas are refused, labels are 0 and 1 even if outcomes are words, and missing scores are reported."""
    cost = [{**one, "usd": "1,200" if i else "900"} for i, one in enumerate(records())]
    assert "'1,200' is not a number of 0 or more" in refused(lines(cost), "--cost", "usd")
    words = lines({**one, "passed": "AB"[one["passed"]]} for one in records())
    found = report(words, "--outcome", "passed", "--success", "B", "--labels", "human")["judged"][0]
    assert row(found["judged"]) == confidence.judged(R, H)
    without = lines({**one, "score": None} for one in records())
    assert "no trial has a score in score" in run("-", "--select", "score", stdin=without)[2]
    assert "2 of 20 trials have no score: they are picked last." in " ".join(good("-", "--select", "score", stdin=lines(records())).split())
    assert "has no use for --where" in " ".join(run("-", "--totals", "solved,500", "--where", "model=a", stdin=TOTALS)[2].split())
