"""Check that the numbers that the command prints of files are those of the library, bit for bit."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from statistics import stdev

import pytest
from result_files import good, lines, of_runs, records, rows_of, run, scored

import scorio_lite as sl
from scorio_lite import Scores, VoteTally, confidence
from scorio_lite._credit.metrics import METRICS
from scorio_lite.confidence import avg, bounded, compare, compare_suite, compare_tasks, enough, pass_at_k, suite

FOUR = {
    "a": [[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 1, 1]],
    "b": [[1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]],
    "twin": [[0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 1]],
    "c": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
}
TASKS = {
    "oak": {"aime": [[1, 0], [1, 1], [0, 0], [1, 0]], "math": [[1, 1], [1, 1], [0, 1], [1, 1], [1, 0]]},
    "birch": {"aime": [[0, 0], [1, 0], [0, 0], [0, 0]], "math": [[1, 1], [0, 1], [0, 1], [1, 0], [1, 0]]},
    "cedar": {"aime": [[0, 0], [0, 0], [0, 1], [0, 0]], "math": [[0, 0], [0, 1], [0, 0], [1, 0], [0, 0]]},
}
R, B, C = (FOUR[name] for name in "abc")
LEVELS = ["easy", "easy", "hard", "hard"]
ORDERS = [names.split() for names in ("value se lo hi", "mu sigma lo hi", "value_low value_high lo hi", "lo hi")]
MANY = B * 10
HOLES = [[1, 1, 1, 1]] * 9 + [[1, 1, 0, None]] * 3 + [[0, 0, None, None]] * 2 + [[0, 0, 0, 0]] * 5
OWN = [[x for x in row if x is not None] for row in HOLES]
FAILED = [[x or 0 for x in row] for row in HOLES]
WAITS = {"x": [*HOLES, [None] * 4], "y": [*FAILED, [1, 1, 0, 1]]}
GRADES, WEIGHTS = [[0, 2, 2], [2, 1, 0]], [0, 0.5, 1]
REAL = [[0.25, 0.5], [0.75, 1.0], [0.5, 0.0]]
VOTES = VoteTally.from_counts([([2], [1], 0), ([1], [1, 1], 0), ([1], [1], 1)])
ANSWERS = [["a", "a", "b"], ["a", "b", "c"], [None, "b", "a"]]
VOTED = lines({"id": i, "pred": answer, "gold": "a"} for i, row in enumerate(ANSWERS) for answer in row)
NULLS = records([[1, 0, 7], [1, 0, 1], [0, 7, 1], [1, 0, 1]]).replace("7", "null")  # trials without outcome
PAIR, THREE = ({name: FOUR[name] * 3 for name in names} for names in ("ac", "abc"))
BOARD = {name: TASKS[name] for name in ("oak", "birch")}
OAK, BIRCH = ([*tasks.values()] for tasks in BOARD.values())
SLICES = {name: [rows[0::4] + rows[1::4], rows[2::4] + rows[3::4]] for name, rows in THREE.items()}
UNLIKE = SLICES["c"], SLICES["a"]
SHARED = {"confidence": 1 - (1 - 0.95) / 2}  # by two runs that are compared with one
RATES = {"power": 0.8, "confidence": 0.95}
THESE = {"questions": "these"}
GRADED, CONS = "--weights 0,0.5,1 --metrics avg,bayes,max", "--outcome pred==gold --missing fail --metrics cons"
GATED = "--require avg-base>=0 --require pass@2-base>=0"


def numbers(found):
    """Return the numbers of a score in the order of the library's tuples, or what else was found."""
    if not isinstance(found, dict):
        return found
    return tuple(found[name] for name in next(names for names in ORDERS if {*names} <= {*found}))


@pytest.mark.parametrize(
    ("data", "options", "place", "wanted"),
    [
        # one run
        (R, "", "avg", avg(R)),
        (R, "", "avg_these", avg(R, **THESE)),
        (R, "--questions these", "avg_new", avg(R)),
        (R, "--questions these --confidence 0.5", "avg", avg(R, **THESE, confidence=0.5)),
        (R, "--questions these", "at_k 1 pass_at_k", pass_at_k(R, 2, **THESE)),
        (R, "--confidence 0.5", "at_k 2 pass_hat_k", confidence.pass_hat_k(R, 3, confidence=0.5)),
        (R, "-k 2,9", "at_k 1 pass_at_k", confidence.beyond(R, 9)),
        (R, "--credible", "bayes credible", sl.bayes_ci(R)),
        (R, "--cluster level", "avg", avg(R, clusters=LEVELS)),
        (R, "--cluster level", "at_k 1 pass_at_k", pass_at_k(R, 2, clusters=LEVELS)),
        (MANY, "--anytime", "avg", avg(MANY, anytime=True)),
        (R, "--by level", "by slices 1 avg", avg(R[2:])),
        (R, "--by level -k 2", "by slices 0 at_k 0 pass_at_k", pass_at_k(R[:2], 2)),
        (R, "--by level", "by macro avg", suite([R[:2], R[2:]])),
        (R, "--by level -k 2", "by macro at_k 0 pass_hat_k", suite([R[:2], R[2:]], "pass_hat_k", 2)),
        (R, "--by-question", "by_question 0 question", "q2"),
        (R, "--by-question", "by_question 1 avg_these", avg([R[0]], **THESE)),
        (MANY, "--plan 0.05", "plan metrics 0 enough_questions", enough(MANY, 0.05)),
        (MANY, "--plan 0.05", "plan metrics 0 enough_trials", enough(MANY, 0.05, **THESE)),
        (MANY, "--plan 0.05 -k 2", "plan metrics 1 enough_questions", enough(MANY, 0.05, "pass_at_k", 2)),
        ("", "--plan 0.7,0.6", "cases 0 questions", confidence.plan(0.7, 0.6, differ=Fraction(7, 10), **RATES)),
        ("", "--plan 0.7,0.6", "cases 1 questions", confidence.plan(0.7, 0.6, correlation=0, **RATES)),
        ("", "--plan 0.7,0.6", "cases 2 questions", confidence.plan(0.7, 0.6, correlation=0.25, **RATES)),
        ("", "--plan 0.7,0.6", "cases 2 exactly_one", 0.46 - 2 * 0.25 * 0.0504**0.5),
        (HOLES, "--missing own", "avg", avg(OWN, ragged=True)),
        (HOLES, "--missing drop", "avg", avg([row for row in HOLES if None not in row])),
        (HOLES, "--missing fail", "avg", avg(FAILED)),
        (HOLES, "--missing bounds", "avg", bounded(HOLES)),
        (HOLES, "--missing bounds", "at_k 1 pass_at_k", bounded(HOLES, "pass_at_k", 2)),
        (HOLES, "--missing bounds=5", "avg", bounded([[*row, None] for row in HOLES])),
        (HOLES, "", "readings 0 runs 0 avg_low", bounded(HOLES)[0]),
        (HOLES, "", "readings 0 runs 0 avg_high", bounded(HOLES)[1]),
        (NULLS, "--missing fail", "single_runs mean", 0.5),
        (NULLS, "--missing fail", "single_runs sd", stdev([Fraction(3, 4), Fraction(0), Fraction(3, 4)])),
        (NULLS, "--missing fail", "single_runs lowest", 0),
        (NULLS, "--missing fail", "single_runs highest", 0.75),
        (GRADES, GRADED, "avg", avg(GRADES, w=WEIGHTS)),
        (GRADES, GRADED, "bayes credible", sl.bayes_ci(GRADES, w=WEIGHTS, bounds=(0, 1))),
        (GRADES, GRADED, "at_k 1 max_at_k", confidence.max_at_k(GRADES, 2, w=WEIGHTS)),
        (REAL, "--scores -1,1", "avg", avg(Scores(REAL, -1, 1))),
        (REAL, "--scores -1,1", "at_k 1 max_at_k", confidence.max_at_k(Scores(REAL, -1, 1), 2)),
        (VOTED, CONS, "at_k 1 cons_at_k", confidence.cons_at_k(VOTES, k=2)),
        # several runs, and several tasks
        (FOUR, "--rank-by pass@2 -k 1,4", "runs 0 at_k 2 pass_at_k", pass_at_k(R, 4)),
        (FOUR, "--rank-by pass@2 -k 1,4", "k", 2),
        (FOUR, "--rank-by pass -k 1,4,9", "k", 4),  # the last k that all runs have ranks
        (WAITS, "--anytime", "runs 0", avg(OWN, ragged=True, anytime=True)),  # the better one
        (PAIR, "--questions these", "runs 1 difference pvalue", compare(C * 3, R * 3, **THESE).pvalue),
        (PAIR, "--by level", "by slices 1 runs 0", avg(SLICES["a"][1])),
        (PAIR, "--by level", "by mean_of_slices 1", suite(SLICES["c"])),
        (PAIR, "--by level", "differences 0 slices 1 difference", compare_tasks(*UNLIKE)[1]),
        (THREE, "--by level --baseline a", "differences 1 slices 1 difference", compare_tasks(*UNLIKE, **SHARED)[1]),
        (BOARD, "--task task", "differences 0 tasks 0 difference", compare_tasks(BIRCH, OAK)[0]),
        # gates
        (THREE, f"--baseline a {GATED}", "require 0", compare(B * 3, R * 3, **SHARED)),
        (THREE, f"--baseline a {GATED}", "require 3", compare(C * 3, R * 3, "pass_at_k", 2, **SHARED)),
        (PAIR, f"--baseline a {GATED}", "require 1 pvalue", compare(C * 3, R * 3, "pass_at_k", 2).pvalue),
        (BOARD, f"--task task --baseline oak {GATED}", "require 0 pvalue", compare_suite(BIRCH, OAK).pvalue),
    ],
)
def test_a_number_of_a_document(data, options, place, wanted):
    text = of_runs(data, level=LEVELS) if isinstance(data, dict) else data
    text = text if isinstance(text, str) else records(data, level=LEVELS)
    found = json.loads(run(*["-"][: len(text)], *options.split(), "--json", stdin=text)[1])
    for key in place.split():
        found = found[int(key) if isinstance(found, list) else key]
    assert numbers(found) == wanted


CALLS = {
    **{x.short: (getattr(sl, x.name), {}) for x in METRICS.values() if x.takes == ("k",) and x.kind != "votes"},
    "g_pass@0.5": (sl.g_pass_at_k_tau, {"tau": 0.5}),
    "geo_spectrum": (sl.geo_spectrum_at_k, {}),
    "geo_spectrum@0.25": (sl.geo_spectrum_at_k, {"lam": 0.25}),
}


@pytest.mark.parametrize("name", CALLS)
def test_every_metric(name):
    """Each metric has the value of the library, its confidence interval if it has one, and its posterior."""
    function, keywords = CALLS[name]
    got = scored("-", "--metrics", name, "--credible", "-k", "1,3", stdin=records(R))
    for row in got["at_k"]:
        k, score = row.values()
        assert score["value"] == function(R, k, **keywords)
        assert numbers(score["credible"]) == getattr(sl, f"{function.__name__}_ci")(R, k, **keywords)
        if hasattr(confidence, function.__name__):
            assert numbers(score) == getattr(confidence, function.__name__)(R, k, **keywords)
    assert got["prior"] == {"alpha0": 1.0, "beta0": 1.0}
    (row, *_) = scored("-", "--metrics", "all", "-k", "2", stdin=records(R))["at_k"]
    assert len(row) == len(CALLS)


def holm(runs, level, differ):
    """Return the pairs (i, j) in which i beats j by the definition of the ranks, and the level of the last step."""
    pairs = [(i, j) for i in range(len(runs)) for j in range(len(runs)) if i != j]
    above, steps = set(), -1
    while steps < len(above):
        steps, last = len(above), Fraction(level)
        if len(runs) > 2:
            last = 1 - 2 * (1 - last) / (len(pairs) - steps)
        above = {(i, j) for i, j in pairs if differ(runs[i], runs[j], last)[2] > 0}
    return above, last


@pytest.mark.parametrize("level", [0.95, 0.5])
@pytest.mark.parametrize(
    ("runs", "options", "metric", "k"),
    [
        (FOUR, "", "avg", None),
        (FOUR, "--rank-by pass@2", "pass_at_k", 2),
        (FOUR, "--rank-by maj -k 3", "maj_at_k", 3),
        (PAIR, "", "avg", None),
        (TASKS, "--task task", "avg", None),
        (BOARD, "--task task --rank-by pass@2", "pass_at_k", 2),
    ],
)
def test_a_leaderboard(runs, options, metric, k, level):
    """Values, ranks by Holm's procedure, and differences to the best at the level of its last step."""

    def value(R):
        if isinstance(R, dict):
            return suite([*R.values()], metric, k, confidence=level)
        return getattr(confidence, metric)(R, *([k] if k else []), confidence=level)

    def differ(R, P, level):
        if isinstance(R, dict):
            return compare_suite([*R.values()], [*P.values()], metric, k, confidence=level)
        return compare(R, P, metric, k, confidence=level)

    asked = ("-", *options.split(), "--confidence", level)
    got = scored(*asked, stdin=of_runs(runs))
    names = sorted(runs, key=lambda name: -value(runs[name])[0])
    above, last = holm([runs[name] for name in names], level, differ)
    assert (got["difference_confidence"], [row["run"] for row in got["runs"]]) == (float(last), names)
    for i, row in enumerate(got["runs"]):
        R = runs[row["run"]]
        assert numbers(row.get(metric, row)) == value(R)
        assert row["rank"] == 1 + sum(j == i for _, j in above)
        assert row["worst"] == len(runs) - sum(j == i for j, _ in above)
        if i:
            difference = differ(R, runs[names[0]], last)
            assert numbers(row["difference"]) == difference
            assert row["difference"].get("pvalue") == (difference.pvalue if len(runs) == 2 else None)
        for task, cell in row.get("tasks", {}).items():
            assert numbers(cell[metric]) == value(R[task])
    ranks = [str(row["rank"]) for row in got["runs"]]
    assert ranks == [row["rank"] for row in rows_of(*asked, stdin=of_runs(runs)) if row["rank"]]
    places = [rank if rank == str(row["worst"]) else f"{rank}-{row['worst']}" for rank, row in zip(ranks, got["runs"])]
    printed = good(*asked, "--markdown", stdin=of_runs(runs))
    is_turned = f"\n| rank | {' | '.join(places)} |\n" in printed
    assert is_turned or all(f"\n| {place} | {name} |" in printed for place, name in zip(places, names))


@pytest.mark.parametrize("options", [(), ("--by", "level"), ("--rank-by", "pass@2"), ("--questions", "these")])
def test_names_and_orders_change_no_number(options):
    """Shuffled records give the same report. If success and failure change places, so do the runs, at equal distance."""
    text = of_runs(PAIR, level=LEVELS)
    got = scored("-", *options, stdin=text)
    assert scored("-", *options, stdin="\n".join(sorted(text.splitlines(), key=lambda line: line[::-1]))) == got
    swapped = scored("-", *options, stdin=of_runs({"a": PAIR["c"], "c": PAIR["a"]}, level=LEVELS))
    assert [row["run"] for row in swapped["runs"]] == ["c", "a"]
    assert [numbers(row) for row in swapped["runs"]] == [numbers(row) for row in got["runs"]]
    mirrored = {name: [[1 - x for x in row] for row in rows] for name, rows in PAIR.items()}
    if "pass@2" not in options:
        other = scored("-", *options, stdin=of_runs(mirrored, level=LEVELS))["runs"]
        assert (other[0]["run"], other[1]["difference"]) == ("c", got["runs"][1]["difference"])


def test_flips():
    """The questions that one run solves, in more than half of its trials; p-values by definition, from all tables."""
    sizes = [(n, m, x, y) for n in range(1, 5) for m in range(1, 5) for x in range(n + 1) for y in range(m + 1)]
    rows = [{"id": f"{one}", "model": "ab"[i], "n": one[i], "c": one[i + 2]} for one in sizes for i in (0, 1)]
    got = scored("-", "--flips", "a", "b", "--missing", "own", "--counts", "n,c", stdin=lines(rows))["flips"]
    solved = [(2 * x > n, 2 * y > m) for n, m, x, y in sizes]
    assert [*got["solved"].values()] == [solved.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0))]
    chances = {}
    for n, m, x, y in sizes:
        ways = {i: comb(n, i) * comb(m, x + y - i) for i in range(max(0, x + y - m), min(n, x + y) + 1)}
        if x * m != y * n:
            chances[f"{(n, m, x, y)}"] = sum(way for way in ways.values() if way <= ways[x]) / comb(n + m, x + y)
    assert {row["question"]: row["p"] for row in got["differing"]} == chances
    assert [row["p"] for row in got["differing"]] == sorted(chances.values())


def test_the_command_reads_its_own_table():
    table = good("-", "--by-question", "--csv", stdin=records(R))
    assert good("-", "--counts", "n_trials,n_successes", "--by-question", "--csv", stdin=table) == table
