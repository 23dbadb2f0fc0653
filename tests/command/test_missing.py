"""Missing trials stop the command, until one says what to do about them."""

from __future__ import annotations

import json

import pytest
from result_files import lines, run

import scorio_lite as sl
from scorio_lite import confidence

STOP = "a missing trial is not counted as a failure: see --missing own, drop, fail, truncate\n"
# Question a has 3 trials, b has 2, c has 3 of which one has no outcome, d has 4.
RECORDS = [
    {"id": name, "trial": j, "passed": value}
    for name, row in {"a": [1, 0, 1], "b": [1, 1], "c": [0, None, 1], "d": [1, 0, 0, 0]}.items()
    for j, value in enumerate(row)
]


def scored(tmp_path, items, *options):
    path = tmp_path / "results.jsonl"
    path.write_text(items if isinstance(items, str) else lines(items))
    return run(path, *options)


def report(tmp_path, items, *options):
    status, out, err = scored(tmp_path, items, "--json", *options)
    assert (status, err) == (0, ""), err
    return json.loads(out)


def summaries(got):
    return [tuple(row.values()) for row in (got["avg"], *(row["pass_hat_k"] for row in got["at_k"]))]


def expected(tally):
    ks = range(1, min(map(sum, tally.histogram)) + 1)
    return [confidence.avg(tally), *(confidence.pass_hat_k(tally, k) for k in ks)]


def test_it_stops_with_the_first_few(tmp_path):
    path = tmp_path / "results.jsonl"
    ragged = [item for item in RECORDS if item["passed"] is not None]
    assert scored(tmp_path, RECORDS) == (
        1,
        "",
        f"scorio-lite: {path}: 1 trial has no outcome: line 7, field 'passed' (null); {STOP}",
    )
    assert scored(tmp_path, ragged) == (
        1,
        "",
        f"scorio-lite: {path}: the questions differ in their number of trials: 'a' has 3, 'd' has 4, where others have 2; {STOP}",
    )
    many = [{"id": i, "passed": None if i % 2 else 1} for i in range(12)]
    assert scored(tmp_path, many)[2] == (
        f"scorio-lite: {path}: 6 trials have no outcome: line 2, field 'passed' (null), line 4, field 'passed' (null), "
        f"line 6, field 'passed' (null) and 3 more; {STOP}"
    )


# The rows that count under each policy, whether the trial without outcome is in the file or left out.
ROWS = {
    "own": [[1, 0, 1], [1, 1], [0, 1], [1, 0, 0, 0]],
    "drop": [[1, 0, 0, 0]],
    "fail": [[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
    "truncate": [[1, 0], [1, 1], [0, 1], [1, 0]],
}
REMARKS = {
    "own": "5 trials missing in 3 questions: each question is scored with its own trials (--missing own)",
    "drop": "5 trials missing in 3 questions: 3 questions left out (--missing drop)",
    "fail": "5 trials missing in 3 questions: counted as failures (--missing fail)",
    "truncate": "5 trials missing in 3 questions: all questions are cut to the shortest (--missing truncate)",
}


@pytest.mark.parametrize("policy", ROWS)
def test_policies(tmp_path, policy):
    tally = sl.Tally(ROWS[policy], ragged=True)
    for items in (RECORDS, [item for item in RECORDS if item["passed"] is not None]):
        got = report(tmp_path, items, "--missing", policy)
        assert summaries(got) == expected(tally)
        assert [row["k"] for row in got["at_k"]] == list(range(1, min(map(len, ROWS[policy])) + 1))
        for row in got["at_k"]:
            assert row["pass_hat_k"]["value"] == sl.pass_hat_k(tally, row["k"])
        assert got["missing"]["policy"] == policy
        assert (got["missing"]["trials"], got["missing"]["questions"]) == (5, 3)
    out = scored(tmp_path, RECORDS, "--missing", policy)[1]
    assert " ".join(out.partition("\n\n")[0].splitlines()[1:]) == REMARKS[policy]
    each = {"own": "2 to 4 trials", "drop": "4 trials", "fail": "4 trials", "truncate": "2 trials"}[policy]
    assert out.splitlines()[0].endswith(f": {len(ROWS[policy])} question{'s' * (len(ROWS[policy]) > 1)}, {each} each")


@pytest.mark.parametrize("policy", ROWS)
def test_nothing_is_missing(tmp_path, policy):
    full = [{"id": i, "passed": x} for i in range(3) for x in (0, 1)]
    assert "missing" not in report(tmp_path, full, "--missing", policy)
    assert scored(tmp_path, full, "--missing", policy) == scored(tmp_path, full)


@pytest.mark.parametrize("policy", ROWS)
def test_matrices(tmp_path, policy):
    tally = sl.Tally(ROWS[policy], ragged=True)
    rows = [[1, 0, 1], [1, 1], [0, None, 1], [1, 0, 0, 0]]
    for text in (json.dumps(rows), lines(rows), "1,0,1\n1,1\n0,,1\n1,0,0,0", "a,1,0,1\nb,1,1\nc,0,,1\nd,1,0,0,0"):
        assert summaries(report(tmp_path, text, "--missing", policy)) == expected(tally)


def test_truncation_goes_by_the_numbers_of_the_trials(tmp_path):
    items = [{"id": "a", "trial": j, "passed": j < 2} for j in (3, 2, 1, 0)] + [
        {"id": "b", "trial": j, "passed": 1} for j in (0, 1)
    ]
    assert report(tmp_path, items, "--missing", "truncate")["avg"]["value"] == 1
    unnumbered = [{"id": item["id"], "passed": item["passed"]} for item in items]
    assert report(tmp_path, unnumbered, "--missing", "truncate")["avg"]["value"] == 0.5


def test_questions_without_any_trial(tmp_path):
    path = tmp_path / "results.jsonl"
    items = [{"id": "a", "passed": 1}, {"id": "b", "passed": None}]
    for policy in ("own", "truncate"):
        status, out, err = scored(tmp_path, items, "--missing", policy)
        assert (status, out) == (1, "")
        assert err == f"scorio-lite: {path}: question 'b' has no trial at all; see --missing drop and --missing fail\n"
    assert report(tmp_path, items, "--missing", "drop")["avg"]["value"] == 1
    assert report(tmp_path, items, "--missing", "fail")["avg"]["value"] == 0.5
    nothing = [{"id": "a", "passed": None}, {"id": "b", "passed": None}]
    for policy in ((), *(("--missing", policy) for policy in ROWS)):
        status, out, err = scored(tmp_path, nothing, *policy)
        assert (status, out) == (1, "")
        assert "no trial has an outcome: line 1, field 'passed' (null), line 2" in err
    each = [{"id": "a", "trial": 0, "passed": 1}, {"id": "a", "trial": 1, "passed": None}]
    assert "no question has all 2 trials, so none is left" in scored(tmp_path, each, "--missing", "drop")[2]


def test_several_fields_that_hold_nothing(tmp_path):
    items = [
        {"id": 1, "passed": None, "score": None},
        {"id": 1, "passed": True, "score": 1},
        {"id": 2, "passed": None, "score": None},
        {"id": 2, "passed": False, "score": 0},
    ]
    assert (
        "2 trials have no outcome: line 1, field 'passed' (null), line 3, field 'passed' (null);"
        in scored(tmp_path, items)[2]
    )
    assert summaries(report(tmp_path, items, "--missing", "own")) == expected(sl.Tally([[1], [0]]))
    items[3]["score"] = None
    assert (
        "line 4: 'passed' is false and 'score' is null"
        in scored(tmp_path, items, "--missing", "own")[2]
    )
    assert "line 2: field 'passed' is missing" in scored(tmp_path, [items[0], {"id": 1}])[2]


def test_failures_of_graded_outcomes_are_of_the_least_weight(tmp_path):
    got = report(tmp_path, "[[0, 1, 2], [1, 1]]", "--missing", "fail", "--weights", "1,0.5,0")
    assert got["avg"]["value"] == (1 + 0.5 + 0 + 0.5 + 0.5 + 0) / 6


def test_grading(tmp_path):
    rewards = [{"id": i, "reward": reward} for i, row in enumerate([(0, 0.5), (1, 0.25)]) for reward in row]
    message = scored(tmp_path, rewards)[2]
    assert message.endswith("line 2, field 'reward': 0.5 is neither 0 nor 1; a reward? See --threshold T, --scores or --scores LOW,HIGH, and --weights\n")
    assert report(tmp_path, rewards, "--threshold", "0.5")["avg"]["value"] == 0.5
    assert report(tmp_path, rewards, "--threshold", "0.50001")["avg"]["value"] == 0.25
    w = [0, 0.25, 0.5, 1]
    got = report(tmp_path, rewards, "--weights", "0,0.25,0.5,1")
    G = [[0, 2], [3, 1]]
    assert tuple(got["avg"].values()) == confidence.avg(G, w)
    for row in got["at_k"]:
        assert tuple(row["max_at_k"].values()) == confidence.max_at_k(G, row["k"], w)
    assert report(tmp_path, json.dumps(G), "--weights", "0,0.25,0.5,1")["avg"] == got["avg"]
    assert report(tmp_path, "t0,t1\n0,2\n3,1", "--weights", "0,0.25,0.5,1")["avg"] == got["avg"]


@pytest.mark.parametrize(
    "text, options, words",
    [
        ("[[0, 1], [1, 0]]", ("--weights", "0,0.5,1"), "are the values 0 and 1 numbers of classes, or rewards? Use --values classes or"),
        ("[[0, 0.5], [2, 0]]", ("--weights", "0,0.5,1"), "2 is the number of a class and 0.5 a weight; they cannot be mixed"),
        ("[[0, 0.7], [2, 0]]", ("--weights", "0,0.5,1"), "row 1, column 2: 0.7 is neither the number of a class (0 to 2) nor one of the weights 0, 0.5, 1"),
        ("[[0, 2], [2, 0]]", ("--weights", "0,0.5,1", "--values", "rewards"), "row 1, column 2: 2 is not one of the weights 0, 0.5, 1"),
        ("[[0, 0.5]]", ("--weights", "0,0.5,1", "--values", "classes"), "row 1, column 2: 0.5 is not the number of a class (0 to 2)"),
        ("[[0, 1], [1, 0]]", ("--weights", "0,0.5,1", "--values", "classes", "--metrics", "pass"), "Pass@k needs 0/1 outcomes; with --weights, use avg, bayes or max"),
        ('[[0, "x"]]', ("--threshold", "0.5"), "row 1, column 2: 'x' is not a finite number"),
        ("[[0, Infinity]]", ("--threshold", "0.5"), "row 1, column 2: inf is not a finite number"),
        ("0,1,2\n1,1,2", ("--weights", "0,0.5,1"), "line 1: are 0, 1, 2 the names of trials, or outcomes?"),
        ('{"id": 1, "passed": true, "reward": 0.3}\n{"id": 2, "passed": true, "reward": 0.8}', ("--threshold", "0.5"), "line 1: 'passed' is true and 'reward' is 0.3"),
    ],
)  # fmt: skip
def test_grading_that_is_refused(tmp_path, text, options, words):
    status, out, err = scored(tmp_path, text, *options)
    assert (status, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1


def test_zeros_and_ones_with_weights(tmp_path):
    for values, mean in (("classes", 0.25), ("rewards", 0.5)):
        assert report(tmp_path, "[[0, 1], [1, 0]]", "--weights", "0,0.5,1", "--values", values)["avg"]["value"] == mean
    assert report(tmp_path, "[[0, 1], [1, 0]]", "--weights", "0,1,2")["avg"]["value"] == 0.5, "both are the same"


def test_merging(tmp_path):
    """A file a trial, in any format; and trials of some questions in one file, of others in another."""
    rows = [[1, 0, 1], [0, 0, 1]]
    for k, make in enumerate((
        lambda j: json.dumps([[row[j]] for row in rows]),
        lambda j: "".join(f"q{i},{row[j]}\n" for i, row in enumerate(rows)),
        lambda j: lines({"task_id": i, "trial": 0, "passed": row[j]} for i, row in enumerate(rows)),
        lambda j: json.dumps([{"task_id": i, "trial": 0, "reward": row[j], "info": {}} for i, row in enumerate(rows)]),
    )):  # fmt: skip
        paths = [tmp_path / f"{k}-{j}" for j in range(3)]
        for j, path in enumerate(paths):
            path.write_text(make(j))
        status, out, err = run(*paths, "--merge", "--json")
        assert (status, err) == (0, "")
        assert summaries(json.loads(out)) == expected(sl.Tally(rows))
        assert json.loads(out)["file"] == f"{paths[0]} and 2 more"
        status, out, err = run(*paths, "--merge", "--missing", "truncate", "--json")
        assert summaries(json.loads(out)) == expected(sl.Tally(rows))
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(lines({"task_id": "a", "passed": x} for x in (1, 0)))
    two.write_text(lines({"task_id": "b", "passed": x} for x in (0, 0)))
    assert summaries(json.loads(run(one, two, "--merge", "--json")[1])) == expected(sl.Tally([[1, 0], [0, 0]]))


@pytest.mark.parametrize(
    "first, second, words",
    [
        ("[[0, 1]]", '{"id": 1, "passed": 1}', "this is records, and the file before is matrix; merged files must be alike"),
        ('{"id": 1, "passed": 1}', '{"task": 1, "passed": 1}', "field 'task' names the questions here, and 'id' in the file before"),
        ('{"id": 1, "passed": 1}', '{"id": "1", "passed": 1}', "line 1, field 'id': questions 1 and '1' differ only in their spelling"),
        ('{"id": 1, "dataset": "a", "passed": 1}', '{"id": 1, "dataset": "b", "passed": 1}', "dataset is 'b' here, and 'a' in the file before"),
        ('{"id": 1, "passed": 1}\n{"id": 2, "passed": 1}', '{"id": 1, "passed": 1}', "the questions differ in their number of trials: 2 has 1, where others have 2"),
        ("[[0, 1], [0, 0]]", "[[0, null], [0, 1]]", "1 trial has no outcome: {second}: row 1, column 2 (null); a missing"),
        ("1,0\n1,1", "q,0,1\nr,1,1", "questions have names in some files and not in others"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_merged(tmp_path, first, second, words):
    paths = [tmp_path / "first", tmp_path / "second"]
    for path, text in zip(paths, (first, second)):
        path.write_text(text)
    status, out, err = run(*paths, "--merge")
    assert (status, out) == (1, "")
    assert words.replace("{second}", str(paths[1])) in err
    status, out, err = run(paths[0], paths[0], "--merge")
    assert (status, out, err) == (1, "", f"scorio-lite: {paths[0]}: the file is given twice\n")


def test_a_k_above_the_trials_of_a_question(tmp_path):
    """The first question, and the ways out."""
    for options in (("-k", "1,3"), ("--metrics", "geom@3"), ("--require", "pass^3>=0.1")):
        status, out, err = scored(tmp_path, RECORDS, "--missing", "own", *options)
        assert (status, out) == (1, "")
        words = "2 questions have fewer than 3 trials, 'b' the first of them with 2: k=2 will do, or --missing drop\n"
        assert err.endswith(f"results.jsonl: {words}")
    matrix = scored(tmp_path, "[[1, 0, 1], [1], [0, 0, 1]]", "--missing", "own", "-k", "2")[2]
    words = "1 question has fewer than 2 trials, row 2 the first of them with 1: k=1 will do, or --missing drop\n"
    assert matrix.endswith(words)
    assert report(tmp_path, RECORDS, "--missing", "drop", "-k", "3")["at_k"][0]["k"] == 3
    assert "k=5 is too many, k=2 will do\n" in scored(tmp_path, RECORDS, "--missing", "own", "-k", "5")[2]
