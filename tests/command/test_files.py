"""Check result files in Python: numbers are the command's, matrices in the order of the files, and answers vote."""

from __future__ import annotations

import pytest
from result_files import FILES, INTERVAL, files_in, good, lines, scored

from scorio_lite import Tally, VoteTally, confidence, files, pass_at_k
from scorio_lite.files import ReadError, read

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 1]]
RECORDS = [
    {"id": f"q{i}", "trial": j, "passed": x, "usd": i + j, "answer": "ab"[x]}
    for i, row in enumerate(R)
    for j, x in enumerate(row)
]


def test_one_run(tmp_path):
    (path,) = files_in(tmp_path, one=lines(reversed(RECORDS)))
    evaluation = read(path, keep="usd")
    assert (evaluation.runs, evaluation.tasks, evaluation.questions()) == ([str(path)], [""], ["q2", "q1", "q0"])
    assert evaluation.matrix() == R[::-1]  # by the numbers of the trials
    assert evaluation.tally() == Tally(R)
    assert pass_at_k(evaluation.matrix(), 2) == scored(path, "-k", "2")["at_k"][0]["pass_at_k"]["value"]
    assert evaluation.kept("usd") == [[i + j for j in range(4)] for i in (2, 1, 0)]
    assert read(path, answer="answer").answers().counts == [((n,), (4 - n,), 0) for n in (1, 3, 2)]
    assert evaluation.report() == good(path)
    with pytest.raises(ValueError, match=r"'cost' is not kept; read\(..., keep=\['cost'\]\) keeps it"):
        evaluation.kept("cost")
    with pytest.raises(ReadError, match="no record has the field 'cost'; there are 'id', 'trial', 'passed', 'usd'"):
        read(path, keep=["usd", "cost"])


def test_what_is_kept_of_trials_without_an_outcome(tmp_path):
    """It stands where `matrix` has these trials. A trial without a record has None."""
    outcomes = ((0, 1, 3), (0, None, 9), (0, 1, 5), (1, 0, 7), (1, 1, 2))
    (path,) = files_in(tmp_path, one=lines({"id": q, "passed": x, "usd": usd} for q, x, usd in outcomes))
    kept = {"fail": [[3, 5, 9], [7, 2, None]], "own": [[3, 5], [7, 2]]}
    for how, rows in kept.items():
        evaluation = read(path, missing=how, keep="usd")
        assert evaluation.kept("usd") == rows
        assert list(map(len, rows)) == list(map(len, evaluation.matrix()))


def test_runs_and_tasks(tmp_path):
    sizes = {"a": 12, "b": 8}
    text = lines({"model": m, "ds": ds, **one} for m in "xy" for ds, n in sizes.items() for one in RECORDS[:n])
    evaluation = read(*files_in(tmp_path, board=text), task="ds", run="model")
    assert (evaluation.runs, evaluation.tasks) == (["x", "y"], ["a", "b"])
    assert evaluation.questions("b") == ["q0", "q1"] and evaluation.matrix("x", "b") == R[:2]
    assert confidence.ranks([evaluation.matrix(run, "a") for run in evaluation.runs]) == [(1, 2), (1, 2)]
    with pytest.raises(ValueError, match="task must be one of 'a', 'b'"):
        evaluation.matrix("x")
    with pytest.raises(KeyError, match="there is no run 'z'"):
        evaluation.matrix("z", "a")


def test_what_a_tally_and_scores_cannot_say(tmp_path):
    graded = lines({"id": i, "reward": (i + 1) * x / 4} for i, row in enumerate(R) for x in row)
    cut, graded = files_in(tmp_path, cut=lines(RECORDS[:-1]), graded=graded)
    with pytest.raises(ValueError, match="trials are missing"):
        read(cut, missing="bounds").tally()
    with pytest.raises(ValueError, match="real scores are no classes"):
        read(graded).tally()
    assert confidence.avg(read(graded).scores())[0] == scored(graded, "--scores")["avg"]["value"]
    with pytest.raises(ValueError, match="scores="):
        read(graded, outcome="reward", threshold=0.2).scores()


def test_refusals(tmp_path):
    """A ReadError has the readings that fit, as arguments of `read`, and speaks of these arguments."""
    text = lines({"id": i, "style": style, "passed": 1} for i in range(3) for style in "ab")
    path, other = files_in(tmp_path, one=text, two=lines({"key": i, "x": i % 2} for i in range(4)))
    with pytest.raises(ReadError, match="'style' tells the trials of a question apart") as refused:
        read(path)
    assert (refused.value.code, refused.value.fields) == ("apart", ["style"])
    first = refused.value.readings[0]
    assert (first["options"], first["keywords"]) == (["--run=style"], {"run": "style"})
    assert [one["question_count"] for one in first["runs"]] == [3, 3]
    for error, words, paths, wrong in (
        (ReadError, "question= and outcome= name them", [other], {}),
        (ReadError, "No such file", [tmp_path / "none.csv"], {}),
        (TypeError, "'svg'", [path], {"svg": "x"}),
        (TypeError, "needs a file", [], {}),
        (ValueError, "finite number", [path], {"threshold": "x"}),
        (TypeError, "dictionary", [path], {"where": 3}),
    ):
        with pytest.raises(error, match=words):
            read(*paths, **wrong)
    assert files.__all__ == ["Evaluation", "ReadError", "read"]


# Three trials of the first question: in 3 of 10 both 7s win, in 6 one ties with two others: (3 + 6/3) / 10. Of the
# second: in 3 of 10 the 5 ties with a single 4: (3/2) / 10. The last trial has no answer.
ANSWERS = [["7", "8", "7", "9", "6"], ["4", "4", "5", "4", None]]
RIGHT = [[1, 0, 1, 0, 0], [0, 0, 1, 0, 0]]
BY_HAND = {1: 0.3, 3: 0.325, 5: 0.5}


@pytest.mark.parametrize("name", ["records", "inspect", "lm_eval", "every_eval_ever"])
def test_answers_of_each_format(name):
    """With --metric, cons@k takes the answers of this scorer. A trial has no answer if the filter finds nothing in it."""
    (path,) = (FILES / f"harnesses/answers_in_{name}").glob("[!e]*")
    options = ["--metrics=cons", *["--metric=match"] * (name == "inspect")]
    found = {row["k"]: row["cons_at_k"] for row in scored(path, *options)["at_k"]}
    assert {k: found[k]["value"] for k in BY_HAND} == BY_HAND
    votes = VoteTally(ANSWERS, RIGHT)
    assert found == {k: dict(zip(INTERVAL, confidence.cons_at_k(votes, k=k))) for k in range(1, 6)}


def test_other_answers():
    (path,) = (FILES / "harnesses/answers_in_inspect").glob("[!e]*")
    assert scored(path, "--metrics=cons", "--metric=other")["at_k"][4]["cons_at_k"]["value"] == 0
    votes = read(FILES / "harnesses/answers_in_records/answers.jsonl", answer="answer").answers()
    assert votes.counts == VoteTally(ANSWERS, RIGHT).counts
