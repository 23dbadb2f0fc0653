"""Try the advice in errors: what it names must exist, and work with the function that raised the error."""

from __future__ import annotations

import inspect
import re

import pytest

import scorio_lite as sl
from scorio_lite import Scores, Tally, VoteTally, confidence, exact, rank

R = [[0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 1, 0], [1, 0, 1, 1]]
OTHER = [row[::-1] for row in R[::-1]]
RAGGED, GAP, REAL = ([*R[:-1], row] for row in ([1, 0, 1], [1, None, 1, 1], [1, 0.5, 1, 1]))
SHARED = {
    "k": 2,
    "tau": 0.5,
    "half_width": 0.3,
    "method": "competition",
    "question_price": 1,
    "trial_price": 1,
    "budget": 50,
}
OF_MODELS = {"models", "runs", "runs_a", "runs_b"}
FUNCTIONS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": getattr(module, name)
    for module in (sl, exact, confidence, rank)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
    and {"R", "R_a", "verdicts", *OF_MODELS}.intersection(inspect.signature(getattr(module, name)).parameters)
    and name not in ("judged", "compare_judged")
}


def arguments(name, rows):
    """Return keyword arguments with which the function works. `rows` is the first matrix, or what takes its place."""
    asked = inspect.signature(FUNCTIONS[name]).parameters
    shape = rows.rows if isinstance(rows, Scores) else rows if isinstance(rows, list) else RAGGED
    found = {"R": [rows, OTHER] if name.startswith("rank.") else rows, "R_a": rows, "R_b": OTHER, "verdicts": rows}
    found.update(
        S=[[j % 3 for j, _ in enumerate(row)] for row in shape], C=[[1 + j for j, _ in enumerate(row)] for row in shape]
    )
    found.update(
        SHARED, answers=[[x if x else "no" for x in row] for row in shape], on_right=[1, 1, 0], on_wrong=[0, 0, 1]
    )
    found.update(models=[rows, OTHER], runs=[rows, OTHER], runs_a=[rows, OTHER], runs_b=[OTHER, OTHER])
    if name.endswith("ranks_suite"):
        found["models"] = [[rows, OTHER], [OTHER, OTHER]]
    if name.endswith("beyond"):
        found["k"] = 9
    if "spectrum" in name:
        found["weights"] = [0.25, 0.5]
    if name.endswith("enough_to_decide"):
        found["R_b"] = [[0] * 4] * 3 + OTHER[3:]
    needed = {one for one, parameter in asked.items() if parameter.default is parameter.empty or one in ("R", "k")}
    return {
        one: value
        for one, value in found.items()
        if one in needed and (one != "k" or "metric" not in asked or name.endswith("beyond"))
    }


def metric_of(name):
    """Return the arguments of `bounded` that ask for the metric of this function."""
    metric = re.sub(r"^.*\.|_ci$", "", name)
    if metric in ("compare", "ranks", "rank"):
        return {}
    taken = {"k": 2, "tau": 0.5, "weights": [0.25, 0.5]}
    return {
        "metric": metric,
        **{one: taken[one] for one in taken if one in inspect.signature(FUNCTIONS[name]).parameters},
    }


def tally(name, _):
    if "ragged" in inspect.signature(FUNCTIONS[name]).parameters:
        return FUNCTIONS[name](**arguments(name, RAGGED), ragged=True)
    return FUNCTIONS[name](**arguments(name, Tally(RAGGED, ragged=True)))


def votes(name, _):
    given = arguments(name, RAGGED)
    return FUNCTIONS[name](VoteTally(given["answers"], given["R"], ragged=True), k=2) if "k" in given else ()


def gaps_in_rows(name, _):
    return FUNCTIONS[name](**arguments(name, [*RAGGED[:-1], [*RAGGED[-1], None]]))


def bounded(name, _):
    asked = metric_of(name)
    is_bounded = hasattr(confidence, asked.get("metric", "")) and asked["metric"] in sl.eval.__all__
    return confidence.bounded(GAP, **(asked if is_bounded else {}))


def cut(name, _):
    return FUNCTIONS[name](**arguments(name, Scores(REAL).at_least(0.5)))


def beyond(name, _):
    return confidence.beyond(R, 9, metric_of(name)["metric"])


WAYS = {  # what an error may advise, and how it is tried
    r"ragged=True, here or in Tally\(R, ragged=True\), takes rows of different lengths": tally,
    r"VoteTally\(answers, R, ragged=True\) takes rows of different lengths": votes,
    r"None stands for a missing trial": gaps_in_rows,
    r"for missing trials see confidence\.bounded": bounded,
    r"for real scores see Scores, and Scores\.at_least\(threshold\)": cut,
    r"confidence\.beyond has bounds for k > N": beyond,
    r"in (runs|models).*": lambda *_: (),  # which benchmark is wrong
}


def error_of(name, rows, **others):
    with pytest.raises(ValueError) as error:
        FUNCTIONS[name](**{**arguments(name, rows), **others})
    return str(error.value)


def try_ways(name, text):
    """Try each piece of advice in an error; return the functions that tried them."""
    tried = []
    for advice in text.split("; ")[2 if "; got " in text else 1 :]:
        tried += [way for words, way in WAYS.items() if re.fullmatch(words, advice)]
        assert tried, f"no test tries this advice: {advice}"
        assert tried[-1](name, advice) is not None
    return tried


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_arguments_work(name):
    FUNCTIONS[name](**arguments(name, R))


ONE_LENGTH = ("confidence.beyond", "confidence.curve", "confidence.compare_curve")  # which say so of a ragged tally


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ONE_LENGTH])
def test_advice_on_rows_of_different_lengths(name):
    tried = try_ways(name, error_of(name, RAGGED))
    assert {tally, votes}.intersection(tried) or "bounded" in name


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "bounded" not in name])
def test_advice_on_missing_trials(name):
    tried = try_ways(name, error_of(name, GAP))
    is_value = (
        "ragged" in inspect.signature(FUNCTIONS[name]).parameters and metric_of(name).get("metric") in sl.eval.__all__
    )
    assert bounded in tried or not is_value or name.endswith("best_of_k")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_advice_on_real_scores(name):
    assert try_ways(name, error_of(name, REAL)) or "bounded" in name


@pytest.mark.parametrize(
    "name", [name for name in FUNCTIONS if "k" in arguments(name, R) and not name.endswith(("beyond", "_ci"))]
)
def test_advice_on_k_above_N(name):
    tried = try_ways(name, error_of(name, R, k=5))
    has_beyond = metric_of(name).get("metric") in ("pass_at_k", "pass_hat_k", "unanimous_at_k", "g_pass_at_k")
    assert (beyond in tried) == (has_beyond and "rank." not in name)


def test_counts_are_called_what_the_user_passed():
    counts = [[1, 3], [2, 2]]
    assert confidence.compare(counts, counts, counts=True).difference == 0
    for metric in ("cons_at_k", "best_of_k"):
        with pytest.raises(ValueError, match=f"counts must be False for {metric}, which needs more than counts"):
            confidence.compare(counts, counts, metric, 1, counts=True)


class Journal:
    """Has methods of the names that Scores and VoteTally have."""

    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return iter(self.rows)

    def at_least(self):
        return self.rows

    outcomes = property(at_least)


@pytest.mark.parametrize("function", [sl.avg, exact.avg, confidence.avg, confidence.enough])
def test_a_class_of_the_user_is_no_scores(function):
    more = (0.3,) if function is confidence.enough else ()
    assert function(Journal(R), *more) == function(R, *more)
    votes = VoteTally([["a", "b"]], [[1, 0]])
    with pytest.raises(ValueError, match=r"VoteTally\.outcomes is what other metrics take"):
        function(votes, *more)
