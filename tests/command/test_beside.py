"""Check --select, --cost, --labels and --judges: the numbers are those of the library's functions."""

from __future__ import annotations

import json

import pytest
from result_files import good, lines, refused, report, run

from scorio_lite import confidence, pass_at_k
from scorio_lite._command import extras

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 1], [1, 1, 1, 1], [0, 0, 0, 0]]
S = [[0.1, 0.9, 0.4, 0.4], [2, 1, 3, None], [None, 1, -1, -5], [1, 2, 3, 4], [0, 0, 0, 0]]
C = [[3, 1, 1, 4.5], [1, 2, 5, 1], [9, 7, 8, 2], [1, 1, 1, 1], [0, 0.25, 9, 9]]
H = [[0, 1, None, None], [None, 0, 0, None], [0, None, None, 1], [1, None, None, None], [None, None, 0, 0]]
T = [[0, 1, 1, 1], [1, 1, 0, 1], [0, 1, 0, 1], [1, 1, None, 1], [0, 0, 0, 0]]
SUMMARY = ("value", "se", "lo", "hi")


def records(run="a", swap=False, **more):
    """Return a record for each trial."""
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


def test_a_selector():
    found = report(lines(records()), "--select", "score", "-k", "1,2,4")["best_of_k"]
    assert [one["k"] for one in found] == [2, 4]
    for one in found:
        assert row(one["best_of_k"]) == confidence.best_of_k(R, S, one["k"])
        assert one["perfect"] == pass_at_k(R, one["k"])
        gap = confidence.gap_closed(R, S, one["k"])
        assert list(one["gap_closed"].values()) == [None if abs(end) == float("inf") else end for end in gap]
    two = report(lines([*records(), *records("b")]), "--select", "score", "-k", "1,2,4")["best_of_k"]
    assert {one["k"] for one in two} == {4}, "of several runs, at the largest k"
    these = report(lines(records()), "--select", "score", "--questions", "these", "-k", "2")["best_of_k"]
    assert row(these[0]["best_of_k"]) == confidence.best_of_k(R, S, 2, questions="these")


def test_costs():
    found = report(lines(records()), "--cost", "usd")["cost_per_solve"][0]
    assert row(found["cost_per_solve"]) == confidence.cost_per_solve(C, R)
    limited = report(lines(records()), "--cost", "usd", "--cost-limits", "0,20")["cost_per_solve"][0]
    assert row(limited["cost_per_solve"]) == confidence.cost_per_solve(C, R, limits=(0, 20))
    both = report(lines(records(tokens=1)), "--cost", "usd,tokens")["cost_per_solve"][0]
    assert row(both["cost_per_solve"]) == confidence.cost_per_solve([[x + 1 for x in row] for row in C], R)
    nothing = report(lines({**one, "passed": 0} for one in records()), "--cost", "usd")["cost_per_solve"][0]
    assert nothing["cost_per_solve"]["value"] is None
    assert "(nothing solved)" in good("-", "--cost", "usd", stdin=lines({**one, "passed": 0} for one in records()))
    dollars = lines({**one, "usd": f"${one['usd']}"} for one in records())
    assert report(dollars, "--cost", "usd")["cost_per_solve"][0]["cost_per_solve"] == found["cost_per_solve"]


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


def test_labels():
    found = report(lines(records()), "--labels", "human")["judged"][0]
    assert row(found["judged"]) == confidence.judged(R, H)
    seen = [(c, y) for verdicts, own in zip(R, H) for c, y in zip(verdicts, own) if y is not None]
    assert (found["labels"], found["agree"], found["trials"]) == (len(seen), sum(c == y for c, y in seen), 20)
    two = report(lines([*records(), *records("b", swap=True)]), "--labels", "human")["judged"]
    turned = [[1 - x for x in row] for row in R]
    data = {"a": (R, H), "b": (turned, H)}
    assert row(two[1]["difference"]) == confidence.compare_judged(*data[two[1]["run"]], *data[two[0]["run"]])
    unlabelled = lines({**one, "human": None if one["passed"] else one["human"]} for one in records())
    assert "have a verdict of which none is labelled" in good("-", "--labels", "human", stdin=unlabelled)


def test_judges():
    found = report(lines(records()), "--judges", "passed,judge")["judges"][0]
    pairs = [(a, b) for one, other in zip(R, T) for a, b in zip(one, other) if b is not None]
    assert found["both"] == [[pairs.count((a, b)) for b in (1, 0)] for a in (1, 0)]
    share = sum(a == b for a, b in pairs) / len(pairs)
    by_chance = sum(sum(a == x for a, _ in pairs) * sum(b == x for _, b in pairs) for x in (0, 1)) / len(pairs) ** 2
    assert found["kappa"] == pytest.approx((share - by_chance) / (1 - by_chance), abs=1e-12)
    rows = [[int(a == b) for a, b in zip(one, other) if b is not None] for one, other in zip(R, T)]
    assert row(found["agree"]) == confidence.avg(rows, ragged=True)
    assert "Cohen's kappa" in " ".join(good("-", "--judges", "passed,judge", stdin=lines(records())).split())
    same = report(lines({**one, "judge": 1, "passed": 1} for one in records()), "--judges", "passed,judge")["judges"][0]
    assert same["kappa"] is None


LISTS = [{"id": f"q{i}", "passed": R[i], "usd": C[i], "score": S[i]} for i in range(5)]


def test_lists_in_records():
    found = report(lines(LISTS), "--outcome", "passed", "--cost", "usd", "--select", "score", "-k", "2")
    assert row(found["cost_per_solve"][0]["cost_per_solve"]) == confidence.cost_per_solve(C, R)
    assert row(found["best_of_k"][0]["best_of_k"]) == confidence.best_of_k(R, S, 2)


def test_costs_that_harnesses_note():
    """The command reads the costs in files of Inspect and tau2-bench without an option, unless a trial lacks one."""
    samples = [
        {
            "id": i,
            "epoch": 1,
            "scores": {"match": {"value": "CI"[i % 2]}},
            "model_usage": {"m": {"total_tokens": 10 + i}, "judge": {"total_tokens": 9}},
        }
        for i in range(4)
    ]
    log = {"eval": {"model": "m"}, "status": "success", "samples": samples}
    found = report(json.dumps(log))["cost_per_solve"][0]
    assert row(found["cost_per_solve"]) == confidence.cost_per_solve([[10], [11], [12], [13]], [[1], [0], [1], [0]])
    assert "tokens per solve" in good("-", stdin=json.dumps(log))
    assert good("-", "--csv", stdin=json.dumps(log)).startswith("metric,")  # it was not asked for
    del samples[0]["model_usage"]
    assert "cost_per_solve" not in report(json.dumps(log))
    tau = {
        "info": {"num_trials": 1},
        "simulations": [{"task_id": str(i), "trial": 0, "reward_info": {"reward": 1.0 - i % 2}, "agent_cost": 0.5 + i} for i in range(3)],
    }
    found = report(json.dumps(tau))["cost_per_solve"][0]
    assert row(found["cost_per_solve"]) == confidence.cost_per_solve([[0.5], [1.5], [2.5]], [[1], [0], [1]])
    assert "USD per solve" in good("-", stdin=json.dumps(tau))


def test_csv_has_one_table():
    table = good("-", "--cost", "usd", "--csv", stdin=lines(records()))
    assert table.splitlines()[0].startswith("run,cost_per_solve,cost_per_solve_se,")


TOTALS = "model,solved,total\nqwen,396,500\nllama,360,500\ngemma,378,500\n"


def test_totals_alone():
    """Ranks and differences hold whatever questions the runs share."""
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


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (
            "model,acc\na,0.7233\nb,0.7\n",
            ["--totals", "acc,30"],
            "0.7233 is no whole number of 30 questions: 21 (0.7) and 22 (0.733333) are",
        ),
        ("model,acc\na,72.4\nb,70\n", ["--totals", "acc,500"], "72.4 of 500 questions: write a share as 0.724 or 72.4 %"),
        ("model,solved\na,501\nb,70\n", ["--totals", "solved,500"], "501 is more than 500 questions"),
        ("model,solved\na,-1\nb,70\n", ["--totals", "solved,500"], "is not how many of 500 questions were solved"),
        ("model,solved,n\na,1,2.5\nb,1,3\n", ["--totals", "solved,n"], "'2.5' is not a number of questions"),
        ("model,solved\na,1\nb,1\n", ["--totals", "solved,1000001"], "1000001 is not a number of questions, from 1 to 1,000,000"),
        ("model,solved\na,5\na,7\n", ["--totals", "solved,500"], "a second total of 'a'"),
        ("model,solved\na,0.5\nb,2\n", ["--totals", "solved,4"], "2 is no whole number of 4 questions"),
        ("model,solved\na,3/6\nb,2\n", ["--totals", "solved,5"], "3/6 is no whole number of 5 questions"),
        ("model,solved\n,5\na,7\n", ["--totals", "solved,500"], "does not name a run"),
    ],
)
def test_totals_that_are_refused(text, options, words):
    assert words in refused(text, *options)


def test_what_a_reader_could_take_wrongly():
    """Commas in numbers are refused, labels are 0 and 1 beside words of success, and missing scores are reported."""
    cost = [{**one, "usd": "1,200" if i else "900"} for i, one in enumerate(records())]
    assert "'1,200' is not a number of 0 or more" in refused(lines(cost), "--cost", "usd")
    words = lines({**one, "passed": "AB"[one["passed"]]} for one in records())
    found = report(words, "--outcome", "passed", "--success", "B", "--labels", "human")["judged"][0]
    assert row(found["judged"]) == confidence.judged(R, H)
    without = lines({**one, "score": None} for one in records())
    assert "no trial has a score in score" in run("-", "--select", "score", stdin=without)[2]
    assert "2 of 20 trials have no score: they are picked last." in " ".join(good("-", "--select", "score", stdin=lines(records())).split())
    assert "has no use for --where" in " ".join(run("-", "--totals", "solved,500", "--where", "model=a", stdin=TOTALS)[2].split())


def test_costs_of_harnesses_in_two_units_are_left_out(tmp_path):
    logs = []
    for usage in ({"total_tokens": 5}, {"total_cost": 0.1}):
        samples = [{"id": i, "epoch": 1, "scores": {"match": {"value": "CI"[i % 2]}}, "model_usage": {"m": usage}} for i in range(4)]
        logs.append(json.dumps({"eval": {"model": "m"}, "status": "success", "samples": samples}))
    paths = [tmp_path / "one.json", tmp_path / "two.json"]
    for path, log in zip(paths, logs):
        path.write_text(log)
    assert "per solve" not in good(*paths)
    assert "per solve" in good(paths[0])
