"""Check tables as people have them, and the errors for other objects."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from helpers import refused, refused_with
from stand_ins import Array, ArrowTable, Frame, Sparse

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]


class Unhashable:
    """An array: it has no hash, and comparing it gives no truth value."""

    __hash__ = None

    def __eq__(self, other):
        raise ValueError("The truth value of an array is ambiguous")


class NotAvailable:
    """An NA, as in pandas: a comparison gives NA, which is neither true nor false."""

    def __eq__(self, other):
        return self

    __hash__ = None

    def __bool__(self):
        raise TypeError("boolean value of NA is ambiguous")


def test_real_tables():
    """Objects of NumPy and pandas are read, if these are installed."""
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    frame = pandas.DataFrame(R, columns=[*"abcde"])
    assert Tally(frame) == Tally(frame.astype(float)) == Tally(frame.convert_dtypes()) == Tally(R)
    assert Scores(frame / 3) == Scores([[x / 3 for x in row] for row in R])
    for kind in ("f2", "f4", "f8"):
        array = numpy.array([[0.5, 0.1], [0.3, 1]]).astype(kind)
        assert Scores(array) == Scores(array.tolist()) == Scores([*array]) == Scores(array.T.copy().T)
    assert Scores(numpy.array([0.25, 0.5])).rows == ((0.25, 0.5),)
    assert confidence.compare(frame, frame) == confidence.compare(R, R)
    refused("R_a and R_b must have the same index, in the same order", confidence.compare, frame, frame.iloc[::-1])
    frame.loc[1, "c"] = None
    refused(r"got nan at R\[1\]\[2\] \(row 1, column 2, 'c'\); confidence\.bounded takes None", sl.avg, frame)
    with pytest.raises(ValueError, match=r"answers must be hashable .*; got a ndarray at"):
        VoteTally([[numpy.array([1, 2]), numpy.array([1, 2])]], [[0, 0]])


def test_what_is_not_read_names_a_method_that_it_has():
    for value, method in ((ArrowTable(R), "to_pandas"), (Sparse(R), "toarray")):
        for call in (sl.avg, lambda R: sl.pass_at_k(R, 1), Tally, confidence.avg):
            refused(rf"R must be a 1-D or 2-D outcome matrix .*; got .*; R.{method}\(\) is read$", call, value)
        refused("must be a sequence of outcomes; got", sl.avg, [[0, 1], value])
        refused("rows must be", Scores, value)
        refused("rows must be", Tally.from_counts, value)
        refused("answers must be", VoteTally, value, R)


def test_real_arrow_and_sparse():
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({f"t{i}": list(column) for i, column in enumerate(zip(*R))})
    refused(r"; R.to_pandas\(\) is read$", sl.avg, table)
    pytest.importorskip("pandas")
    assert Tally(table.to_pandas()) == Tally(R)
    sparse = pytest.importorskip("scipy.sparse")
    for kind in ("csr", "csc", "coo", "lil", "dok", "dia", "bsr"):
        for make in (getattr(sparse, f"{kind}_matrix"), getattr(sparse, f"{kind}_array")):
            refused(r"R must be a 1-D or 2-D .*; R.toarray\(\) is read$", lambda: sl.avg(make(R)))


def test_real_torch():
    torch = pytest.importorskip("torch")
    assert Tally(torch.tensor(R)) == Tally([torch.tensor(row) for row in R]) == Tally(R)
    scores = torch.tensor([[0.5, 0.1], [0.3, 1]])
    assert Scores(scores) == Scores(scores.tolist()) == Scores([list(row) for row in scores])


class Indexed(Frame):
    """A frame whose rows have labels."""

    def __init__(self, rows, labels):
        super().__init__(rows)
        self.index = Labels(labels)


class Series(Array):
    def __init__(self, items, labels):
        super().__init__(items)
        self.index = Labels(labels)


class Labels(tuple):
    def equals(self, other):
        return self == other

    def append(self, other):  # a new one, as in pandas
        return Labels(self + other)


def test_frames_whose_rows_are_other_questions():
    frame, same, other = Indexed(R, "abc"), Indexed(R[::-1], "abc"), Indexed(R[::-1], "cba")
    for questions in ("new", "these"):
        assert confidence.compare(frame, same, questions=questions) == confidence.compare(
            R, R[::-1], questions=questions
        )
        assert confidence.compare(frame, R, questions=questions) == confidence.compare(R, R, questions=questions)
        with pytest.raises(
            ValueError, match="R_a and R_b must have the same index, in the same order: rows are questions"
        ):
            confidence.compare(frame, other, questions=questions)
    refused(r"models\[0\] and models\[2\] must have the same index", confidence.ranks, [frame, same, other])
    refused(
        r"runs_a\[1\] and runs_b\[1\] must have the same index", confidence.compare_suite, [frame, frame], [same, other]
    )


def test_a_flat_row_is_one_question_but_of_a_model_to_rank():
    """A flat row is one question, whatever the argument is called; for rank, each of its outcomes is a question."""
    a, b, c = [1, 1, 0, 1, 1, 1, 0, 1], [0, 1, 0, 0, 0, 0, 0, 0], [0] * 8
    for settings in ({}, {"questions": "these"}, {"questions": "these", "anytime": True}):
        assert confidence.ranks([a, b, c], **settings) == confidence.ranks([[a], [b], [c]], **settings)
    assert confidence.suite([a, b], "pass_at_k", 2) == confidence.suite([[a], [b]], "pass_at_k", 2)
    assert confidence.suite([a, b]) == confidence.suite([[a], [b]])
    assert confidence.compare_suite([a, c], [b, b]) == confidence.compare_suite([[a], [c]], [[b], [b]])
    assert rank.avg([a, b]) == rank.avg([[[x] for x in a], [[x] for x in b]])
    refused_with(
        r"Entries of runs\[1\] must be .*; got 2 at runs\[1\]\[1\]\[0\] \(row 1, column 0\)",
        confidence.suite,
        [R, [[1], [2]]],
    )
    refused_with(r"runs_b\[0\] must be rectangular: row 1 .*", confidence.compare_suite, [R], [[[1, 0], [1]]])
    refused_with(
        r"models\[1\] must have at least one question .*; the tally models\[1\] is empty",
        confidence.ranks,
        [R, Tally()],
        questions="these",
    )


COMPARED = {VoteTally: ("cons_at_k", 3), Scores: ("avg",)}


def test_what_was_read_from_frames_is_paired_as_the_frames_are():
    """Tallies and Scores of frames with different labels are refused wherever frames are paired row by row."""
    first, same, other = Indexed(R, "abc"), Indexed(R[::-1], "abc"), Indexed(R[::-1], "cba")
    answers, labels = Indexed([["x" if x else "y" for x in row] for row in R], "abc"), Series([1, 1, 2], "abc")
    calls = [
        ("R_a and R_b", lambda b: confidence.compare(first, b, anytime=True)),
        ("R_a and R_b", lambda b: confidence.compare(first, b, questions="these", anytime=True)),
        ("R_a and R_b", lambda b: confidence.evidence(first, b, questions="these")),
        ("R_a and R_b", lambda b: confidence.compare(Scores(first), Scores(b))),
        ("R_a and R_b", lambda b: confidence.compare(Scores(first), b, "max_at_k", 2)),
        (r"models\[1\] and models\[2\]", lambda b: confidence.ranks([R, first, b])),
        ("R and clusters", lambda b: confidence.avg(b, clusters=labels)),
        ("R_b and clusters", lambda b: confidence.compare(R, b, clusters=labels)),
        (r"runs\[0\] and clusters\[0\]", lambda b: confidence.suite([b], clusters=[labels])),
        ("R and clusters", lambda b: confidence.beyond(b, 9, clusters=labels)),
        ("R and R0", lambda b: sl.bayes(b, None, first)),
        ("R and R0", lambda b: Tally(first, b)),
        (r"R\[1\] and R0", lambda b: rank.bayes([R, b], R0=first)),
        (r"R\[1\] and R0\[1\]", lambda b: rank.bayes([R, b], R0=[first, first])),
        (
            "num_samples and num_correct",
            lambda b: sl.estimate_pass_at_k(Series([5, 5, 5], "abc"), Series([1, 2, 3], b.index), 2),
        ),
        ("R and clusters", lambda b: confidence.best_of_k(b, R, 2, clusters=labels)),
        ("R and clusters", lambda b: confidence.gap_closed(b, [[1, 2, 3, 4, 5]] * 3, 2, clusters=labels)),
        ("C and R", lambda b: confidence.cost_per_solve(first, b)),
        ("C and R", lambda b: exact.cost_per_solve(first, b)),
        ("R and clusters", lambda b: confidence.cost_per_solve(R, b, clusters=labels)),
        ("R_a and R_b", lambda b: confidence.cost_ratio(R, first, R, b)),
        ("C_b and clusters", lambda b: confidence.cost_ratio(R, R, b, R, clusters=labels)),
        ("verdicts and labels", lambda b: confidence.judged(first, b)),
        ("verdicts_a and labels_b", lambda b: confidence.compare_judged(first, R, R, b)),
        (
            "scores_in_id_order and sigmas_in_id_order",
            lambda b: rank.rank_scores(Series([1, 2, 3], "abc"), 0, Series([1, 2, 3], b.index)),
        ),
    ]
    for names, call in calls:
        call(same)
        refused_with(f"{names} must have the same index, in the same order: rows are questions", call, other)
    refused("answers and R must have the same index", VoteTally, answers, Indexed(R, "cba"))
    votes, turned = VoteTally(answers, R), VoteTally(answers.rows[::-1], other)
    assert confidence.compare(votes, VoteTally(answers, Indexed(R, "abc")), "cons_at_k", 3)[0] == 0
    refused("R_a and R_b must have the same index", confidence.compare, votes, turned, "cons_at_k", 3)
    for read in (votes, Scores(first)):
        for copied in (pickle.loads(pickle.dumps(read)), copy.deepcopy(read), read + read):
            assert confidence.compare(copied, copied, *COMPARED[type(read)])[0] == 0
        assert pickle.loads(pickle.dumps(read)) == read
    refused("R and clusters must have the same index", confidence.cons_at_k, turned, k=3, clusters=labels)


MISSING = "confidence.bounded takes None as a missing trial"


@pytest.mark.parametrize(
    "call, words",
    [
        (
            lambda: VoteTally([[Unhashable()]], [[1]]),
            r"answers must be hashable .*; got an Unhashable at answers\[0\]\[0\]",
        ),
        (lambda: sl.avg([[0, NotAvailable()]]), f".*; {re.escape(MISSING)}"),
        (
            lambda: Scores([[0, NotAvailable()]]),
            r"rows\[0\]\[1\] must be a finite real number; got .*; put low in its place, and then high: the two results are a range",
        ),
        (
            lambda: sl.avg(Frame([[0, 1], [1, float("nan")]], ["t1", "t2"])),
            f".*column 1, 't2'\\); {re.escape(MISSING)}",
        ),
        (
            lambda: sl.avg(Frame([["x", 0], ["y", 1]], ["model", "t"])),
            r".*got 'x' at R\[0\]\[0\] \(row 0, column 0, 'model'\)",
        ),
        (lambda: sl.avg(Sparse(R)), r"R must be a 1-D or 2-D outcome matrix .*; got a Sparse; R.toarray\(\) is read"),
        (lambda: Scores(Sparse(R)), "rows must be a sequence of real scores.*; got a Sparse"),
        (lambda: Tally.from_counts(Sparse(R)), "rows must be an iterable of class counts.*; got a Sparse"),
    ],
)
def test_messages_name_the_way_out(call, words):
    refused_with(words, call)
