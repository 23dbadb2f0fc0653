"""Check what `confidence` returns: plain tuples, lists and dictionaries in all that they do, with names and as text."""

from __future__ import annotations

import copy
import pickle

import pytest

import scorio_lite as sl
from scorio_lite import confidence

A = [[1]] * 93 + [[0]] * 71
B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
FOUR = ("value", "se", "lo", "hi")
TUPLES = {
    "0.567 [0.490, 0.641]": (lambda: confidence.avg(A), FOUR),
    "[0.178, 0.972]": (lambda: confidence.beyond([[1, 0]] * 4 + [[0, 0]] * 6, 5), ("lo", "hi")),
    "0.104 [0.038, 0.168]": (lambda: confidence.compare(A, B), ("difference", "se", "lo", "hi")),
    "7.000 [5.659, 9.120]": (lambda: confidence.cost_per_solve([[3], [4]] * 50, [[1], [0]] * 50, limits=(1, 10)), FOUR),
    "2-3": (lambda: confidence.ranks([A, B, B])[1], ("best", "worst")),
}
BOARDS = {
    "ranks": lambda each: confidence.ranks(each(lambda R: R)),
    "ranks (anytime)": lambda each: confidence.ranks(each(lambda R: R), anytime=True, confidence=0.5),
    "ranks (missing)": lambda each: confidence.ranks(each(lambda R: R), missing="bounds"),
    "ranks_of_totals": lambda each: confidence.ranks_of_totals(each(lambda R: sum(map(sum, R))), 164, confidence=0.9),
    "ranks_suite": lambda each: confidence.ranks_suite(each(lambda R: [R, R[::-1]])),
}


def again(result):
    """Yield the result copied, pickled, and made from its repr."""
    yield from (copy.deepcopy(result), eval(repr(result), {name: getattr(sl, name) for name in sl.__all__}))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(result, protocol))


@pytest.mark.parametrize("text", TUPLES)
def test_tuples(text):
    """A result is a plain tuple in all that it does, with names, and as text and HTML."""
    call, names = TUPLES[text]
    result, plain = call(), tuple(call())
    assert isinstance(result, tuple) and result == plain and hash(result) == hash(plain) and result[-1] == plain[-1]
    assert tuple(getattr(result, one) for one in names) == plain
    assert type(result._asdict()) is dict and list(result._asdict().items()) == list(zip(names, plain))
    assert all((type(one), one) == (type(result), result) for one in (*again(result), type(result)(*result)))
    assert f"{result:.3f}" == text and f"{result}" == str(result) == f"{result:.4g}"
    assert all(f"<th>{one}</th><td>{x!r}</td>" in result._repr_html_() for one, x in zip(names, plain))


@pytest.mark.parametrize("board", BOARDS)
def test_models_by_name(board):
    """A dictionary of models gives a dictionary of the ranks that the list of models gives, in its order."""
    names = ["oak", ("birch", 2), "elm"]
    listed = BOARDS[board](lambda change: [change(R) for R in (A, B, A)])
    named = BOARDS[board](lambda change: {name: change(R) for name, R in zip(names, (A, B, A))})
    plain = [tuple(one) for one in listed]
    assert isinstance(listed, list) and listed == plain and listed + listed == plain + plain
    assert isinstance(named, dict) and list(named.items()) == [*zip(names, plain)]
    for result, expected in ((listed, dict(enumerate(plain))), (named, dict(zip(names, plain)))):
        assert type(result._asdict()) is dict and result._asdict() == expected
        assert all(one == result for one in again(result)) and type(copy.copy(result)) is type(result)
        assert f"<td>{result[next(iter(expected))]}</td>" in result._repr_html_()
