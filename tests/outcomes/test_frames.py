"""Check tables as people have them: frames, arrays of pandas, Arrow and torch, and rows that are other questions."""

from __future__ import annotations

import copy
import pickle

import pytest
from helpers import refused
from stand_ins import Array, Frame

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, rank

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
SAME = "must have the same index, in the same order: rows are questions"


def test_real_tables():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    frame = pandas.DataFrame(R, columns=[*"abcde"])
    assert Tally(frame) == Tally(frame.astype(float)) == Tally(frame.convert_dtypes()) == Tally(R)
    assert Scores(frame / 3) == Scores([[x / 3 for x in row] for row in R])
    array = numpy.array([[0.5, 0.1], [0.3, 1]])
    assert Scores(array) == Scores(array.tolist()) == Scores([*array]) == Scores(array.T.copy().T)
    assert confidence.compare(frame, frame) == confidence.compare(R, R)
    refused(f"R_a and R_b {SAME}", confidence.compare, frame, frame.iloc[::-1])
    long = pandas.DataFrame([(q, t, x) for q, row in zip("abc", R) for t, x in enumerate(row)], columns=[*"qtx"])
    refused(r"if a row is one trial, pass R\.pivot\(index='question', columns='trial', ", sl.pass_at_k, long, 1)
    assert sl.pass_at_k(long.pivot(index="q", columns="t", values="x"), 2) == sl.pass_at_k(R, 2)
    frame.loc[1, "c"] = None
    refused(r"got nan at R\[1\]\[2\] \(row 1, column 2\)", sl.avg, frame)


@pytest.mark.parametrize("method", ["to_pandas", "toarray"])  # of Arrow, and of sparse matrices
def test_what_is_not_read_names_a_method_that_it_has(method):
    has = {method: list, "to_pydict" if method == "to_pandas" else "toarray": dict}
    table = type("Table", (), {"__iter__": lambda _: iter([[0, 1]]), **has})()  # iteration gives columns
    for call in (sl.avg, Tally, confidence.avg):
        refused(rf"R must be a 1-D or 2-D outcome matrix .*; got .*; R.{method}\(\) is read$", call, table)
    refused("must be a sequence of outcomes; got", sl.avg, [[0, 1], table])
    refused("rows must be", Scores, table)


class NotAvailable:
    """An NA, as in pandas: a comparison gives NA, which is neither true nor false."""

    __hash__ = None
    __eq__ = lambda self, _: self  # noqa: E731
    __bool__ = None


def test_what_is_missing_is_named_with_its_place():
    refused(r"R\[0\]\[1\]", sl.avg, [[0, NotAvailable()]])
    refused(r"^rows\[0\]\[1\] must be a finite real number", Scores, [[0, NotAvailable()]])
    refused("column 1\\)", sl.avg, Frame([[0, 1], [1, float("nan")]], ["t1", "t2"]))
    refused(r"got 'x' at R\[0\]\[0\] \(row 0, column 0\)", sl.avg, Frame([["x", 0]], ["model", "t"]))


class Labels(tuple):
    equals = tuple.__eq__

    def append(self, other):  # a new one, as in pandas
        return Labels(self + other)


class Indexed(Frame):
    """A frame whose rows have labels."""

    def __init__(self, rows, labels):
        super().__init__(rows)
        self.index = Labels(labels)


class Series(Array):
    def __init__(self, items, labels):
        super().__init__(items)
        self.index = Labels(labels)


FIRST, LABELS = Indexed(R, "abc"), Series([1, 1, 2], "abc")
PAIRED = [  # what must have the same index, and a call with another frame
    ("R_a and R_b", lambda b: confidence.compare(FIRST, b)),
    ("R_a and R_b", lambda b: confidence.compare(Scores(FIRST), Scores(b))),
    (r"models\[1\] and models\[2\]", lambda b: confidence.ranks([R, FIRST, b])),
    (r"runs_a\[1\] and runs_b\[1\]", lambda b: confidence.compare_suite([R, FIRST], [R, b])),
    ("R and clusters", lambda b: confidence.avg(b, clusters=LABELS)),
    ("R_b and clusters", lambda b: confidence.compare(R, b, clusters=LABELS)),
    ("R and R0", lambda b: sl.bayes(b, None, FIRST)),
    (r"R\[1\] and R0\[1\]", lambda b: rank.bayes([R, b], R0=[FIRST, FIRST])),
    ("C and R", lambda b: confidence.cost_per_solve(FIRST, b)),
    ("verdicts_a and labels_b", lambda b: confidence.compare_judged(FIRST, R, R, b)),
    ("R_a and R_b", lambda b: confidence.compare(Scores(FIRST), b, "max_at_k", 2)),
]


@pytest.mark.parametrize(("names", "call"), PAIRED, ids=range(len(PAIRED)))
def test_rows_that_are_other_questions_are_not_paired(names, call):
    call(Indexed(R[::-1], "abc"))
    refused(f"^{names} {SAME}", call, Indexed(R[::-1], "cba"))


def test_what_was_read_from_frames_keeps_their_labels():
    answers = Indexed([["x" if x else "y" for x in row] for row in R], "abc")
    votes, turned = VoteTally(answers, R), VoteTally(answers.rows[::-1], Indexed(R[::-1], "cba"))
    refused(f"R_a and R_b {SAME}", confidence.compare, votes, turned, "cons_at_k", 3)
    refused(f"R and clusters {SAME}", confidence.cons_at_k, turned, k=3, clusters=LABELS)
    for read, metric in (votes, ("cons_at_k", 3)), (Scores(FIRST), ("avg",)):
        for copied in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read), read + read):
            assert confidence.compare(copied, copied, *metric)[0] == 0
