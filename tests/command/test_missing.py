"""Check that missing trials stop the command, until --missing says what to do about them."""

from __future__ import annotations

import json

import pytest
from result_files import files_in, good, lines, merged, placed, refused, report, run, said, scored

import scorio_lite as sl
from scorio_lite import confidence

STOP = "a missing trial is not counted as a failure: see --missing bounds, own, drop, fail"
# Question a has 3 trials, b has 2, c has 3 but one without an outcome, d has 4.
RECORDS = [
    {"id": name, "trial": j, "passed": value}
    for name, row in {"a": [1, 0, 1], "b": [1, 1], "c": [0, None, 1], "d": [1, 0, 0, 0]}.items()
    for j, value in enumerate(row)
]
RAGGED = [item for item in RECORDS if item["passed"] is not None]


def summaries(got):
    return [tuple(row.values()) for row in (got["avg"], *(row["pass_hat_k"] for row in got["at_k"]))]


def expected(tally):
    ks = range(1, min(map(sum, tally.histogram)) + 1)
    return [confidence.avg(tally), *(confidence.pass_hat_k(tally, k) for k in ks)]


def test_it_stops_with_the_first_few():
    assert refused(lines(RECORDS)) == f"1 trial has no outcome: line 7, field 'passed' (null); {STOP}"
    counts = "the questions differ in their number of trials: 'a' has 3, 'd' has 4, where others have 2"
    assert refused(lines(RAGGED)) == f"{counts}; {STOP}"
    assert refused(lines({"id": i, "passed": None if i % 2 else 1} for i in range(12))) == (
        f"6 trials have no outcome: line 2, field 'passed' (null), line 4, field 'passed' (null), line 6, field 'passed' "
        f"(null) and 3 more; {STOP}"
    )


# The rows that count under each policy, whether the trial without outcome is in the file or left out.
ROWS = {
    "own": [[1, 0, 1], [1, 1], [0, 1], [1, 0, 0, 0]],
    "drop": [[1, 0, 0, 0]],
    "fail": [[1, 0, 1, 0], [1, 1, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
}


@pytest.mark.parametrize("policy", ROWS)
def test_policies(policy):
    tally = sl.Tally(ROWS[policy], ragged=True)
    matrix = [[1, 0, 1], [1, 1], [0, None, 1], [1, 0, 0, 0]]
    for text in (
        lines(RECORDS),
        lines(RAGGED),
        json.dumps(matrix),
        lines(matrix),
        "1,0,1\n1,1\n0,,1\n1,0,0,0",
        "a,1,0,1\nb,1,1\nc,0,,1\nd,1,0,0,0",
    ):
        got = report(text, "--missing", policy)
        assert summaries(got) == expected(tally)
        assert [row["k"] for row in got["at_k"]] == list(range(1, min(map(len, ROWS[policy])) + 1))
        assert got["missing"]["policy"] == policy
        assert (got["missing"]["trials"], got["missing"]["questions"]) == (5, 3)
    full = lines({"id": i, "passed": x} for i in range(3) for x in (0, 1))
    assert good("-", "--missing", policy, stdin=full) == good("-", stdin=full)


X = None
L = [[1, 1, 1, 1]] * 30 + [[1, 1, 0, X]] * 10 + [[0, 0, X, X]] * 5 + [[0, 0, 0, 0]] * 15
Q = [[1, 1, 0, 1]] * 10 + [[0, 1, 0, 0]] * 20 + [[0, 0, 0, X]] * 30
BOUNDS = ("value_low", "value_high", "lo", "hi")


def rows(matrix, **more):
    """Write a record for each trial that came back; a question is named i, and its group is i modulo 7."""
    return lines({"id": i, "group": i % 7, "passed": x, **more} for i, row in enumerate(matrix) for x in row if x is not None)


def check_range(score, expected):
    assert score == {"value": None, **dict(zip(BOUNDS, expected))}


@pytest.mark.parametrize("matrix", [L, Q, [[1, 0, 1], [1, 1, X], [0, X, 1]]])
def test_ranges_are_those_of_the_library(matrix):
    """--missing bounds prints the ranges of confidence.bounded; if no trial is missing, the usual interval."""
    text, groups = rows(matrix), [i % 7 for i in range(len(matrix))]
    for options, asked in (((), {}), (("--cluster", "group"), {"clusters": groups}), (("--questions", "these"), {"questions": "these"})):
        got = report(text, "--missing", "bounds", "--metrics", "avg,pass,pass_hat,maj,g_pass@0.5", *options)
        check_range(got["avg"], confidence.bounded(matrix, **asked))
        for row in got["at_k"]:
            for name in ("pass_at_k", "pass_hat_k", "maj_at_k"):
                check_range(row[name], confidence.bounded(matrix, name, row["k"], **asked))
            check_range(row["g_pass_at_k_tau@0.5"], confidence.bounded(matrix, "g_pass_at_k_tau", row["k"], tau=0.5, **asked))
        assert len(got["at_k"]) == got["trials"] == max(map(len, matrix))
    check_range(report(text, "--missing", "bounds")["avg_these"], confidence.bounded(matrix, questions="these"))
    for one in report(text, "--missing", "bounds", "--by", "group", "--metrics", "avg")["by"]["slices"]:
        part = matrix[int(one["slice"]) :: 7]
        if any(X in row for row in part):
            check_range(one["avg"], confidence.bounded(part))
        else:
            assert tuple(one["avg"].values()) == confidence.avg(part)


def test_ranges_of_rewards_and_of_real_scores():
    G = [[0, 2, X], [1, X, X], [2, 2, 0]]
    for weights, w in (("-1,0.5,1", [-1, 0.5, 1]), ("1,0.5,-1", [1, 0.5, -1])):
        got = report(rows(G), "--weights", weights, "--values", "classes", "--missing", "bounds")
        check_range(got["avg"], confidence.bounded(G, w=w))
        check_range(got["at_k"][1]["max_at_k"], confidence.bounded(G, "max_at_k", 2, w=w))
    S = [[0.5, 0.25, X], [4, X, X], [1, 2.5, 3]]
    got = report(rows(S), "--scores", "0,5", "--missing", "bounds")
    low, high = (confidence.avg(sl.Scores([[end if x is X else x for x in row] for row in S], 0, 5)) for end in (0, 5))
    check_range(got["avg"], (low[0], high[0], low[2], high[3]))


def test_how_many_trials_there_are(tmp_path):
    """Trials are missing if a question has fewer than --missing bounds=N says, than its file says, or than another run has."""
    short = [row[:3] for row in L if X not in row[:3]]
    got = report(rows(short), "--missing", "bounds=4")
    check_range(got["avg"], confidence.bounded([[*row, X] for row in short]))
    assert (got["trials"], got["missing"]["trials"]) == (4, len(short))
    assert tuple(report(rows(short), "--missing", "bounds")["avg"].values()) == confidence.avg(short)
    assert refused(rows(L), "--missing", "bounds=3") == "it has 4 trials of a question; --missing bounds=3 is less"
    paths = files_in(tmp_path, L=rows(L), short=rows([row[:3] for row in Q[:59]]))
    full = {"L": L, "short": [*([*row[:3], X] for row in Q[:59]), [X] * 4]}
    for row in scored(*paths, "--missing", "bounds")["runs"]:
        assert [row[name] for name in BOUNDS] == list(confidence.bounded(full[row["run"]]))
    twice = lines({"id": i, "passed": 1} for i in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9))
    assert "is it recorded twice?" in refused(twice, "--missing", "bounds")
    cut = refused(rows(Q) + '\n{"id": 60, "pas', "--missing", "bounds")
    assert cut.endswith("no questions for the others; see --missing own")


def test_a_leaderboard_of_ranges(tmp_path):
    """Ranks and differences are those of the library, sorted by the middles of the ranges."""
    solved = [[1 if x is X else x for x in row] for row in Q]
    models = {"L": L, "Q": Q, "solved": solved}
    paths = files_in(tmp_path, **{name: rows(matrix) for name, matrix in models.items()})
    for questions in ("new", "these"):
        got = scored(*paths, "--missing", "bounds", "--questions", questions)
        names = [row["run"] for row in got["runs"]]
        assert names == ["L", "solved", "Q"]
        ranks = confidence.ranks([models[name] for name in names], questions=questions, missing="bounds")
        assert [(row["rank"], row["worst"]) for row in got["runs"]] == ranks
        asked = {"questions": questions, "confidence": got["difference_confidence"]}
        for row in got["runs"][1:]:
            check_range(row["difference"], confidence.bounded_difference(models[row["run"]], L, **asked))
    assert got["runs"][1]["value"] == confidence.avg(solved)[0]
    assert "0.208 to 0.333 [0.144, 0.391]" in good(*paths, "--missing", "bounds")
    csv = good(*paths, "--missing", "bounds", "--csv").splitlines()
    assert {"value", "value_low", "value_high", "lo", "hi", "difference_value_low"} <= set(csv[0].split(","))


def test_gates_of_ranges(tmp_path):
    """A bound below lo is met, one above hi is failed, and one between them is undecided."""
    low, high, lo, hi = confidence.bounded(L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (low, 4), (high, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        found, out, _ = run("-", "--missing", "bounds", "--require", f"avg>={bound}", stdin=rows(L))
        assert found == status
        assert f"{low:.3f} to {high:.3f} [{lo:.3f}, {hi:.3f}]" in out
    paths = files_in(tmp_path, Q=rows(Q), L=rows(L))
    _, _, lo, hi = confidence.bounded_difference(Q, L)
    for bound, status in ((lo - 0.001, 0), (lo + 0.001, 4), (hi - 0.001, 4), (hi + 0.001, 3)):
        options = "--baseline", paths[1], "--require", f"avg-base>={bound}"
        assert run(paths[0], *options, "--missing", "bounds")[0] == status


@pytest.mark.parametrize(
    "options, words",
    [
        (("--plan", "0.1"), "cannot be combined with --plan: more questions do not shorten a range"),
        (("--credible",), "cannot be combined with --credible: it takes no prior for what is missing"),
        (("--anytime",), "cannot be combined with --anytime: ranges do not hold at every look"),
        (("--by", "group", "--macro"), "cannot be combined with --macro: ranges have no mean over slices"),
        (("--by-question",), "cannot be combined with --by-question: it lists the trials that there are"),
        (("--cost", "group"), "cannot be combined with --cost: nothing is known beside a missing trial"),
        (("--select", "group"), "cannot be combined with --select: nothing is known beside a missing trial"),
        (("--labels", "group"), "cannot be combined with --labels: nothing is known beside a missing trial"),
        (("--metrics", "avg,bayes"), "has no bayes: its intervals are credible ones, from a prior"),
        (("--metrics", "all"), "its intervals are credible ones, from a prior"),
        (("--metrics", "cons"), "cons@k cannot use --missing bounds"),
    ],
)
def test_what_ranges_do_not_have(options, words):
    """Options without a range are refused with --missing bounds, even if no trial is missing."""
    status, out, err = run("-", "--missing", "bounds", *options, stdin=rows(L))
    assert (status, out) == (2, "")
    assert words in err.splitlines()[-1]
    assert run("-", "--missing", "own", *options, stdin=rows(L))[0] in (0, 1)


def test_ranges_have_no_k_beyond_the_trials_and_no_tasks():
    words = "no question has more than 4 trials: k=5 is too large, k=4 will do"
    for metric in ("pass", "pass_hat", "maj"):
        assert refused(rows(L), "--missing", "bounds", "--metrics", metric, "-k", "5") == words
    assert scored("-", "-k", "5", stdin=rows(L[:30]))["at_k"][0]["pass_at_k"]["lo"] > 0
    tasks = rows(L, part="a") + "\n" + rows([row for row in Q if X not in row], part="b")
    options = "--task", "part", "--ignore", "group"
    words = "standard input, 'a': --missing bounds has no means and differences over tasks or slices; see --missing own, drop, fail"
    assert said("-", *options, "--missing", "bounds", stdin=tasks) == words
    assert scored("-", *options, "--missing", "own", stdin=tasks)["tasks"] == ["a", "b"]
    for wrong in ("bounds=", "bounds=0", "bounds=x", "own=4", "guess"):
        assert run("-", "--missing", wrong, stdin=rows(L))[0] == 2


def test_the_first_reading_that_is_offered_is_a_range():
    status, out, err = run("-", "--json", stdin=rows(L))
    first = json.loads(out)["readings"][0]
    low, high = confidence.bounded(L)[:2]
    assert (status, first["options"], first["runs"][0]["avg"]) == (1, ["--missing=bounds"], None)
    assert [first["runs"][0][name] for name in ("avg_low", "avg_high")] == pytest.approx([low, high])
    assert err.splitlines()[1] == "  60 questions, 4 trials each, mean 0.583 to 0.667:  --missing bounds"


def test_questions_without_any_trial():
    text = lines([{"id": "a", "passed": 1}, {"id": "b", "passed": None}])
    assert refused(text, "--missing", "own") == "question 'b' has no trial at all; see --missing bounds, drop, fail"
    assert report(text, "--missing", "drop")["avg"]["value"] == 1
    assert report(text, "--missing", "fail")["avg"]["value"] == 0.5
    for policy in ((), *(("--missing", policy) for policy in ROWS)):
        nothing = lines({"id": name, "passed": None} for name in "ab")
        assert "no trial has an outcome: line 1, field 'passed' (null), line 2" in refused(nothing, *policy)
    each = lines([{"id": "a", "trial": 0, "passed": 1}, {"id": "a", "trial": 1, "passed": None}])
    assert "no question has all 2 trials, so none is left" in refused(each, "--missing", "drop")


def test_several_fields_that_hold_nothing():
    items = [{"id": 1 + i // 2, "passed": x, "score": x and int(x)} for i, x in enumerate((None, True, None, False))]
    words = "2 trials have no outcome: line 1, field 'passed' (null), line 3, field 'passed' (null);"
    assert words in refused(lines(items))
    assert summaries(report(lines(items), "--missing", "own")) == expected(sl.Tally([[1], [0]]))
    items[3]["score"] = None
    assert "line 4: 'passed' is false and 'score' is null" in refused(lines(items), "--missing", "own")
    assert "line 2 (no 'passed')" in refused(lines([items[0], {"id": 1}]))


def test_grading():
    rewards = lines({"id": i, "reward": reward} for i, row in enumerate([(0, 0.5), (1, 0.25)]) for reward in row)
    for threshold, mean in (("0.5", 0.5), ("0.50001", 0.25)):
        assert report(rewards, "--threshold", threshold)["avg"]["value"] == mean
    G, w = [[0, 2], [3, 1]], [0, 0.25, 0.5, 1]
    for text in (rewards, json.dumps(G), "t0,t1\n0,2\n3,1"):
        got = report(text, "--weights", "0,0.25,0.5,1")
        assert tuple(got["avg"].values()) == confidence.avg(G, w)
        for row in got["at_k"]:
            assert tuple(row["max_at_k"].values()) == confidence.max_at_k(G, row["k"], w)
    for values, mean in (("classes", 0.25), ("rewards", 0.5)):
        assert report("[[0, 1], [1, 0]]", "--weights", "0,0.5,1", "--values", values)["avg"]["value"] == mean
    assert report("[[0, 1], [1, 0]]", "--weights", "0,1,2")["avg"]["value"] == 0.5, "both are the same"
    # A missing trial gets the least weight.
    got = report("[[0, 1, 2], [1, 1]]", "--missing", "fail", "--weights", "1,0.5,0")
    assert got["avg"]["value"] == (1 + 0.5 + 0 + 0.5 + 0.5 + 0) / 6


def test_merging(tmp_path):
    """--merge takes a file per trial, in any format, or files with trials of different questions."""
    rows = [[1, 0, 1], [0, 0, 1]]
    for make in (
        lambda j: [[row[j]] for row in rows],
        lambda j: "".join(f"q{i},{row[j]}\n" for i, row in enumerate(rows)),
        lambda j: lines({"task_id": i, "trial": 0, "passed": row[j]} for i, row in enumerate(rows)),
        lambda j: [{"task_id": i, "trial": 0, "reward": row[j], "info": {}} for i, row in enumerate(rows)],
    ):
        got = merged(tmp_path, [make(j) for j in range(3)])
        assert summaries(got) == expected(sl.Tally(rows))
        assert got["file"] == f"{tmp_path}/part0 and 2 more"
    texts = [lines({"task_id": name, "passed": x} for x in row) for name, row in (("a", (1, 0)), ("b", (0, 0)))]
    assert summaries(merged(tmp_path, texts)) == expected(sl.Tally([[1, 0], [0, 0]]))


@pytest.mark.parametrize(
    "first, second, words",
    [
        ("[[0, 1]]", '{"id": 1, "passed": 1}', "this is records, and the file before is matrix; merged files must be alike"),
        ('{"id": 1, "passed": 1}', '{"task": 1, "passed": 1}', "field 'task' names the questions here, and 'id' in the file before"),
        ('{"id": 1, "passed": 1}', '{"id": "1", "passed": 1}', "line 1, field 'id': questions 1 and '1' differ only in their spelling"),
        (
            "task_id,passed\n1,1\n2,0\n",
            "task_id,passed\n1.0,1\n2.0,0\n",
            "part1: line 2, field 'task_id': questions '1' and '1.0' differ only in their spelling",
        ),
        (
            '{"id": 1, "dataset": "a", "passed": 1}',
            '{"id": 1, "dataset": "b", "passed": 1}',
            "dataset is 'b' here, and 'a' in the file before",
        ),
        (
            '{"id": 1, "passed": 1}\n{"id": 2, "passed": 1}',
            '{"id": 1, "passed": 1}',
            "the questions differ in their number of trials: 2 has 1, where others have 2",
        ),
        ("[[0, 1], [0, 0]]", "[[0, null], [0, 1]]", "part1: row 1, column 2 (null); a missing"),
        ("1,0\n1,1", "q,0,1\nr,1,1", "questions have names in some files and not in others"),
    ],
)
def test_files_that_cannot_be_merged(tmp_path, first, second, words):
    assert words in merged(tmp_path, (first, second), refused=True)


def test_rows_of_empty_cells_are_numbered(tmp_path):
    """A row of empty cells keeps its number: row 2 has no trials in the first file, and one in the second."""
    got = merged(tmp_path, ["1,1\n,\n0,0\n", "1,1\n1,1\n0,0\n"], "--missing", "own")
    assert [got[key] for key in ("question_count", "trials", "most_trials")] == [3, 2, 4]


def test_a_file_twice(tmp_path):
    path = placed(tmp_path, {"a": "[[0, 1]]"}) / "a"
    assert said(path, path, "--merge") == f"{path}: the file is given twice"


def test_a_k_above_the_trials_of_a_question():
    """The error for a k above the trials of a question names the first such question, and the ways out."""
    text = lines(RECORDS)
    for options in (("-k", "1,3"), ("--metrics", "geom@3"), ("--require", "pass^3>=0.1")):
        words = "2 questions have fewer than 3 trials; the first, 'b', has 2: k=2 will do, or --missing drop"
        assert refused(text, "--missing", "own", *options) == words
    words = "1 question has fewer than 2 trials; the first, row 2, has 1: k=1 will do, or --missing drop"
    assert refused("[[1, 0, 1], [1], [0, 0, 1]]", "--missing", "own", "-k", "2") == words
    assert scored("-", "--missing", "drop", "-k", "3", stdin=text)["at_k"][0]["k"] == 3
    assert refused(text, "--missing", "own", "-k", "5").endswith("k=5 is too large, k=2 will do")
