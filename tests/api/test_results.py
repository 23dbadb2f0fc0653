"""Check what `confidence` returns: plain tuples, lists and dictionaries in all that they do, with names and as text."""

from __future__ import annotations

import copy
import pickle

import pytest
from helpers import refused

from scorio_lite import confidence
from scorio_lite._intervals import results

A = [[1]] * 93 + [[0]] * 71
B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
TUPLES = {
    "avg": (lambda: confidence.avg(A), ("value", "se", "lo", "hi"), "0.567 [0.490, 0.641]"),
    "beyond": (lambda: confidence.beyond([[1, 0]] * 4 + [[0, 0]] * 6, 5), ("lo", "hi"), "[0.178, 0.972]"),
    "compare": (lambda: confidence.compare(A, B), ("difference", "se", "lo", "hi"), "0.104 [0.038, 0.168]"),
    "cost_per_solve": (
        lambda: confidence.cost_per_solve([[3], [4]] * 50, [[1], [0]] * 50, limits=(1, 10)),
        ("value", "se", "lo", "hi"),
        "7.000 [5.659, 9.120]",
    ),
    "ranks": (lambda: confidence.ranks([A, B, B])[1], ("best", "worst"), "2-3"),
}
BOARDS = {
    "ranks": lambda models: confidence.ranks(models),
    "ranks (anytime)": lambda models: confidence.ranks(models, anytime=True, confidence=0.5),
    "ranks (missing)": lambda models: confidence.ranks(models, missing="bounds"),
    "ranks_of_totals": lambda models: confidence.ranks_of_totals(solved(models), 164, confidence=0.9),
    "ranks_suite": lambda models: confidence.ranks_suite(suites(models)),
}


def each(models, change):
    return {name: change(R) for name, R in models.items()} if isinstance(models, dict) else list(map(change, models))


def solved(models):
    return each(models, lambda R: sum(map(sum, R)))


def suites(models):
    return each(models, lambda R: [R, R[::-1]])


def again(result):
    """Yield the result copied, pickled, and made from its repr."""
    yield from (copy.copy(result), copy.deepcopy(result), eval(repr(result), vars(results)))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        yield pickle.loads(pickle.dumps(result, protocol))


@pytest.mark.parametrize("name", TUPLES)
def test_tuples(name):
    """A result is a plain tuple in all that it does, with names, and as text and HTML."""
    call, names, text = TUPLES[name]
    result = call()
    plain = tuple(result)
    assert isinstance(result, tuple) and result == plain and hash(result) == hash(plain) and result[-1] == plain[-1]
    assert tuple(getattr(result, one) for one in names) == plain
    assert type(result._asdict()) is dict and list(result._asdict().items()) == list(zip(names, plain))
    assert all((type(one), one) == (type(result), result) for one in (*again(result), type(result)(*result)))
    assert f"{result:.3f}" == text and f"{result}" == str(result) == f"{result:.4g}" and len(str(result)) < 32
    html = result._repr_html_()
    assert html.count("<tr>") == html.count("<td>") == len(names)
    assert all(f"<th>{one}</th><td>{x!r}</td>" in html for one, x in zip(names, result))


@pytest.mark.parametrize("board", BOARDS)
def test_models_by_name(board):
    """A dictionary of models gives a dictionary of the ranks that the list of models gives, in its order."""
    listed = BOARDS[board]([A, B, A])
    plain = [tuple(one) for one in listed]
    assert isinstance(listed, list) and listed == plain and listed + listed == plain + plain
    names = ["oak", ("birch", 2), "elm"]
    named = BOARDS[board](dict(zip(names, [A, B, A])))
    assert isinstance(named, dict) and list(named.items()) == [*zip(names, plain)]
    for result, expected in ((listed, dict(enumerate(plain))), (named, dict(zip(names, plain)))):
        assert type(result._asdict()) is dict and result._asdict() == expected
        assert all(one == result for one in again(result)) and type(copy.copy(result)) is type(result)
        html = result._repr_html_()
        assert html.count("<tr>") == 3 and f"<td>{result[next(iter(expected))]}</td>" in html


def test_boards_as_text():
    named = confidence.ranks({"oak": A, "<birch>": B, "elm": B})
    assert str(named) == f"{named:.3f}" == "oak: 1, <birch>: 2-3, elm: 2-3"
    assert "<th>&lt;birch></th><td>2-3</td>" in named._repr_html_()
    assert str(confidence.ranks([A, B, B])) == "1, 2-3, 2-3"
    assert confidence.compare(A, B).value == confidence.compare(A, B).difference


def test_errors_name_the_models():
    refused(
        r"models\['oak'\] and models\['elm'\] must have the same questions", confidence.ranks, {"oak": A, "elm": B[1:]}
    )
    refused(
        r"models\['oak'\] and models\['elm'\] must have the same", confidence.ranks_suite, {"oak": [A], "elm": [A, B]}
    )
    refused(r"totals\['elm'\] must be a whole number", confidence.ranks_of_totals, {"oak": 3, "elm": 2.5}, 9)
    refused("models must have at least two models", confidence.ranks, {"oak": A})


def test_tables_take_the_names():
    pandas = pytest.importorskip("pandas")
    assert list(pandas.DataFrame([confidence.avg(A), confidence.avg(B)])) == ["value", "se", "lo", "hi"]
    assert list(pandas.DataFrame([confidence.compare(A, B)])) == ["difference", "se", "lo", "hi"]
    for ranks in (confidence.ranks([A, B, B]), confidence.ranks({"oak": A, "birch": B, "elm": B}).values()):
        assert pandas.DataFrame(ranks).to_dict("list") == {"best": [1, 2, 2], "worst": [1, 3, 3]}
    totals = pandas.Series([396, 350, 340], index=["oak", "birch", "elm"])  # no dictionary: its items are the models
    assert confidence.ranks_of_totals(totals, 500) == [(1, 1), (2, 3), (2, 3)]
