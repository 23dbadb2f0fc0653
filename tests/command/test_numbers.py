"""Check that what the command prints of files are the numbers of the library."""

from __future__ import annotations

import statistics
from fractions import Fraction
from math import comb

import pytest
from result_files import board_of, good, lines, rows_of, scored
from test_schema import kinds

import scorio_lite as sl
from scorio_lite import Scores, VoteTally, confidence
from scorio_lite._command.forms.differences import _chance
from scorio_lite._credit.metrics import METRICS

FOUR = {
    "a": [[1, 1, 1, 0], [1, 0, 1, 1], [0, 1, 0, 0], [1, 1, 1, 1]],
    "b": [[1, 0, 1, 0], [1, 0, 1, 1], [0, 0, 0, 0], [1, 1, 0, 1]],
    "twin": [[0, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 1]],
    "c": [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]],
}
R = FOUR["a"]
LEVELS = ["easy", "easy", "hard", "hard"]
ORDERS = (
    ("value", "se", "lo", "hi"),
    ("mu", "sigma", "lo", "hi"),
    ("value_low", "value_high", "lo", "hi"),
    ("lo", "hi"),
)


def numbers(score):
    """Return the numbers of a score in the order of the library's tuples."""
    return tuple(score[name] for name in next(names for names in ORDERS if {*names} <= {*score}))


def records(R, **more):
    return [
        {"id": f"q{i}", "trial": j, "passed": x, **{name: values[i] for name, values in more.items()}}
        for i, row in enumerate(R)
        for j, x in enumerate(row)
        if x is not None
    ]


def report(R, *options, **more):
    """Return the report on a matrix, which must fit one of the schemas."""
    found = scored("-", *options, stdin=lines(records(R, **more)))
    assert len(kinds(found)) == 1
    return found


# One run


@pytest.mark.parametrize("level", [0.95, 0.5])
@pytest.mark.parametrize(("questions", "other"), [("new", "these"), ("these", "new")])
def test_a_report(questions, other, level):
    got = report(R, "--questions", questions, "--confidence", level)
    assert (got["question_count"], got["trials"], got["questions"], got["confidence"]) == (4, 4, questions, level)
    assert numbers(got["avg"]) == confidence.avg(R, questions=questions, confidence=level)
    assert numbers(got[f"avg_{other}"]) == confidence.avg(R, questions=other, confidence=level)
    assert [row["k"] for row in got["at_k"]] == [1, 2, 3, 4]
    for row in got["at_k"]:
        for name in ("pass_at_k", "pass_hat_k"):
            assert numbers(row[name]) == getattr(confidence, name)(R, row["k"], questions=questions, confidence=level)


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
    got = report(R, "--metrics", name, "--credible", "--alpha0", "0.5", "-k", "1,3")
    for row in got["at_k"]:
        (score,) = (score for key, score in row.items() if key != "k")
        assert score["value"] == function(R, row["k"], **keywords)
        posterior = getattr(sl, f"{function.__name__}_ci")
        assert numbers(score["credible"]) == posterior(R, row["k"], **keywords, alpha0=0.5)
        if hasattr(confidence, function.__name__):
            assert numbers(score) == getattr(confidence, function.__name__)(R, row["k"], **keywords)
    assert got["prior"] == {"alpha0": 0.5, "beta0": 1.0}
    assert "is Beta(0.5, 1)" in " ".join(good("--example", "--credible", "--alpha0", "0.5").split())
    assert kinds(scored("--example")) == ["report"]
    (row, *_) = report(R, "--metrics", "all", "-k", "2")["at_k"]
    assert len(row) == len(CALLS)


def test_grades_and_rewards():
    G, w = [[0, 2, 2], [2, 1, 0]], [0, 0.5, 1]
    graded = lines(records(G)).replace('"passed"', '"grade"')
    asked = ("--weights", "0,0.5,1", "--outcome", "grade", "--metrics", "avg,bayes,max", "-k", "2")
    got = scored("-", *asked, stdin=graded)
    assert numbers(got["avg"]) == confidence.avg(G, w=w)
    assert numbers(got["bayes"]["credible"]) == sl.bayes_ci(G, w=w, bounds=(0, 1))
    assert numbers(got["at_k"][0]["max_at_k"]) == confidence.max_at_k(G, 2, w=w)
    S = [[0.25, 0.5], [0.75, 1.0], [0.5, 0.0]]
    text = lines(records(S)).replace('"passed"', '"score"')
    got, scores = scored("-", "--scores", "-1,1", stdin=text), Scores(S, -1, 1)
    assert numbers(got["avg"]) == confidence.avg(scores)
    assert numbers(got["at_k"][1]["max_at_k"]) == confidence.max_at_k(scores, 2)


def test_votes():
    votes = [["a", "a", "b"], ["a", "b", "c"], [None, "b", "a"]]
    items = [{"id": i, "pred": answer, "gold": "a"} for i, row in enumerate(votes) for answer in row]
    got = scored("-", "--outcome", "pred==gold", "--metrics", "cons", "--missing", "fail", stdin=lines(items))
    tally = VoteTally.from_counts([([2], [1], 0), ([1], [1, 1], 0), ([1], [1], 1)])
    assert [numbers(row["cons_at_k"]) for row in got["at_k"]] == [confidence.cons_at_k(tally, k=k) for k in (1, 2, 3)]


def test_single_runs():
    """The single runs of numbered trials: their mean, their standard deviation, and the lowest and the highest."""
    got = report(R)
    means = [Fraction(sum(column), len(R)) for column in zip(*R)]
    assert got["single_runs"] == {
        "count": 4,
        "mean": float(statistics.mean(means)),
        "sd": float(statistics.variance(means)) ** 0.5,
        "lowest": float(min(means)),
        "highest": float(max(means)),
    }
    unnumbered = lines({"id": i, "passed": x} for i, row in enumerate(R) for x in row)
    assert "single_runs" not in scored("-", stdin=unnumbered)


def test_beyond_the_trials():
    got = report(R, "-k", "2,9")["at_k"][1]
    assert "between: k is above" in good("-", "--require", "pass@9>=0", stdin=lines(records(R)))
    assert got["pass_at_k"] == {"beyond": True, **dict(zip(("lo", "hi"), confidence.beyond(R, 9)))}


def test_questions_one_by_one():
    got = report(R, "--by-question")["by_question"]
    assert [row["question"] for row in got] == ["q2", "q0", "q1", "q3"]
    assert {row["question"]: numbers(row["avg_these"]) for row in got} == {
        f"q{i}": confidence.avg([row], questions="these") for i, row in enumerate(R)
    }
    again = good("-", "--by-question", "--csv", stdin=lines(records(R)))
    assert good("-", "--by-question", "--csv", stdin=again) == again, "the command reads its own table back"


def test_slices():
    got = report(R, "--by", "level", "-k", "2", level=LEVELS)["by"]
    for one, part in zip(got["slices"], (R[:2], R[2:])):
        assert one["question_count"] == 2
        assert numbers(one["avg"]) == confidence.avg(part)
        assert numbers(one["at_k"][0]["pass_at_k"]) == confidence.pass_at_k(part, 2)
    assert numbers(got["macro"]["avg"]) == confidence.suite([R[:2], R[2:]])
    assert numbers(got["macro"]["at_k"][0]["pass_hat_k"]) == confidence.suite([R[:2], R[2:]], "pass_hat_k", 2)
    assert "macro" not in report(R, "--by", "level", "--questions", "these", level=LEVELS)["by"], "of new questions"


def test_clusters_and_looks():
    got = report(R, "--cluster", "level", level=LEVELS)
    assert (got["clusters"], numbers(got["avg"])) == (2, confidence.avg(R, clusters=LEVELS))
    assert numbers(got["at_k"][1]["pass_at_k"]) == confidence.pass_at_k(R, 2, clusters=LEVELS)
    got = report(FOUR["b"] * 6, "--anytime")
    assert numbers(got["avg"]) == confidence.avg(FOUR["b"] * 6, anytime=True)
    assert "avg_these" not in got and got["anytime"] is True


def test_ranges_of_missing_trials():
    rows = [[1, 1, None, 0], [0, 0, 0, 1], [1, 1, 1, 1]]
    got = report(rows, "--missing", "bounds", "--require", "avg>=0.01")
    assert numbers(got["avg"]) == confidence.bounded(rows)
    assert numbers(got["at_k"][1]["pass_at_k"]) == confidence.bounded(rows, "pass_at_k", 2)
    assert got["require"][0]["result"] == "met"


def test_plans():
    rows = FOUR["b"] * 10
    first, second = report(rows, "--plan", "0.05", "-k", "2")["plan"]["metrics"][:2]
    assert first["enough_questions"] == confidence.enough(rows, 0.05)
    assert first["enough_trials"] == confidence.enough(rows, 0.05, questions="these")
    assert second["enough_questions"] == confidence.enough(rows, 0.05, "pass_at_k", 2)
    got = scored("--plan", "0.7,0.6")
    assert kinds(got) == ["rates"]
    a, b = Fraction(7, 10), Fraction(6, 10)
    known = {"worst case": {"differ": a}, "best case": {"differ": a - b}, "independent": {"correlation": 0}}
    for case in got["cases"]:
        if case["case"]:
            assert case["questions"] == confidence.plan(a, b, **known[case["case"]], power=0.8, confidence=0.95)


# Several runs


def holm(models, compare, level):
    """Return the pairs (i, j) in which i beats j by the definition of the ranks, and the level of the last step."""
    pairs = [(i, j) for i in range(len(models)) for j in range(len(models)) if i != j]
    above, steps = set(), -1
    while steps < len(above):
        steps, last = len(above), Fraction(level)
        if len(models) > 2:
            last = 1 - 2 * (1 - last) / (len(pairs) - steps)
        above = {(i, j) for i, j in pairs if compare(models[i], models[j], confidence=last)[2] > 0}
    return above, last


@pytest.mark.parametrize(
    ("metric", "k", "options"),
    [("avg", None, ()), ("pass_at_k", 2, ("--rank-by", "pass@2")), ("maj_at_k", 3, ("--rank-by", "maj", "-k", "3"))],
)
@pytest.mark.parametrize("level", [0.95, 0.5])
def test_a_leaderboard(board, metric, k, options, level):
    """Values, ranks by Holm's procedure, and differences to the best at the level of its last step."""
    got = board(FOUR, *options, "--confidence", level)
    asked = {} if k is None else {"k": k}
    values = {name: getattr(confidence, metric)(rows, **asked, confidence=level) for name, rows in FOUR.items()}
    names = sorted(FOUR, key=lambda name: -values[name][0])
    above, last = holm(
        [FOUR[name] for name in names], lambda *pair, **how: confidence.compare(*pair, metric, **asked, **how), level
    )
    assert got["difference_confidence"] == float(last)
    assert [row["run"] for row in got["runs"]] == names
    for i, row in enumerate(got["runs"]):
        assert numbers(row) == values[row["run"]]
        assert (row["rank"], row["worst"]) == (1 + sum(j == i for _, j in above), 4 - sum(j == i for j, _ in above))
        if i:
            assert numbers(row["difference"]) == confidence.compare(
                FOUR[row["run"]], FOUR[names[0]], metric, **asked, confidence=last
            )


def test_several_k(board):
    for row in board(FOUR, "--rank-by", "pass@2", "-k", "1,4")["runs"]:
        R = FOUR[row["run"]]
        assert row["value"] == sl.pass_at_k(R, 2)
        shown = [(one["k"], numbers(one["pass_at_k"])) for one in row["at_k"]]
        assert shown == [(k, confidence.pass_at_k(R, k)) for k in (1, 2, 4)]
    assert board(FOUR, "--rank-by", "pass", "-k", "1,4,9")["k"] == 4, "the last k that all runs have ranks"


@pytest.mark.parametrize(("names", "options"), [("ab", ()), ("abc", ("--baseline", "a"))])
def test_slices_of_a_leaderboard(names, options):
    """Each run is compared with the baseline in each slice; the comparisons share the chance of an error."""
    text = lines({**record, "model": name} for name in names for record in records(FOUR[name], level=LEVELS))
    got = scored("-", "--by", "level", *options, stdin=text)
    assert len(kinds(got)) == 1
    for one, places in zip(got["by"]["slices"], (slice(0, 2), slice(2, 4))):
        values = {name: confidence.avg(FOUR[name][places]) for name in names}
        assert {row["run"]: numbers(row) for row in one["runs"]} == values
    slices = {name: [FOUR[name][:2], FOUR[name][2:]] for name in names}
    means = sorted((row["run"], numbers(row)) for row in got["by"]["mean_of_slices"])
    assert means == [(name, tuple(confidence.suite(R))) for name, R in slices.items()]
    level = 1 - (1 - 0.95) / (len(names) - 1)
    assert len(got["differences"]) == len(names) - 1
    for found in got["differences"]:
        wanted = confidence.compare_tasks(slices[found["run"]], slices[found["base"]], confidence=level)
        assert [numbers(row["difference"]) for row in found["slices"]] == [*map(tuple, wanted)]


TASKS = {
    "oak": {"aime": [[1, 0], [1, 1], [0, 0], [1, 0]], "math": [[1, 1], [1, 1], [0, 1], [1, 1], [1, 0]]},
    "birch": {"aime": [[0, 0], [1, 0], [0, 0], [0, 0]], "math": [[1, 1], [0, 1], [0, 1], [1, 0], [1, 0]]},
    "cedar": {"aime": [[0, 0], [0, 0], [0, 1], [0, 0]], "math": [[0, 0], [0, 1], [0, 0], [1, 0], [0, 0]]},
}


@pytest.mark.parametrize("names", [("oak", "birch", "cedar"), ("oak", "birch")])
def test_a_board_of_tasks(names):
    runs = {name: TASKS[name] for name in names}
    asked = ("-", "--outcome", "ok", "--task", "ds", "--run", "m")
    got = scored(*asked, stdin=board_of(runs))
    assert len(kinds(got)) == 1
    for row in got["runs"]:
        tasks = TASKS[row["run"]]
        assert numbers(row["avg"]) == confidence.suite([*tasks.values()])
        assert {task: numbers(cell["avg"]) for task, cell in row["tasks"].items()} == {
            task: confidence.avg(R) for task, R in tasks.items()
        }
    sides = [[*TASKS[row["run"]].values()] for row in got["runs"]]
    above, last = holm(sides, confidence.compare_suite, 0.95)
    assert [row["rank"] for row in got["runs"]] == [1 + sum(j == i for _, j in above) for i in range(len(sides))]
    assert numbers(got["runs"][1]["difference"]) == confidence.compare_suite(sides[1], sides[0], confidence=last)
    csv = rows_of(*asked, stdin=board_of(runs))
    assert len(csv) == 3 * len(names)
    ranks = [[str(row["rank"]), str(row["worst"])] for row in got["runs"]]
    assert [[row["rank"], row["worst"]] for row in csv] == [["", ""]] * 2 * len(names) + ranks


def test_a_question_with_as_many_failures_is_not_solved():
    """Flips count questions of which more than half of the trials succeed."""
    trials = {"xa": [1, 0], "xb": [1, 0], "ya": [1, 1], "yb": [0, 1]}
    rows = [{"model": name[0], "id": name[1], "passed": x} for name, outcomes in trials.items() for x in outcomes]
    found = scored("-", "--flips", "x", "y", stdin=lines(rows))["flips"]["solved"]
    assert found == {"both": 0, "first_alone": 0, "second_alone": 1, "neither": 1}


def test_fishers_test():
    """The p-values of flips are right by definition, from all tables with these sums, for unequal numbers of trials."""
    for n, m, x, y in (
        (n, m, x, y) for n in range(1, 6) for m in range(1, 6) for x in range(n + 1) for y in range(m + 1)
    ):
        ways = {i: comb(n, i) * comb(m, x + y - i) for i in range(max(0, x + y - m), min(n, x + y) + 1)}
        by_definition = sum(way for way in ways.values() if way <= ways[x]) / comb(n + m, x + y)
        assert _chance((n - x, x), (m - y, y)) == by_definition
