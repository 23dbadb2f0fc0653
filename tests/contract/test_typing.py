"""What type checkers and editors see of the package. They read it without running it, so these tests read it, too.

By hand, from a checkout: mypy --strict tests/contract/typed_use.py; pyright tests/contract/typed_use.py
"""

from __future__ import annotations

import ast
import inspect
import runpy
from importlib import import_module
from pathlib import Path

import pytest

import scorio_lite as sl
from scorio_lite import rank

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "scorio_lite"
NAMES = ("confidence", "eval", "exact", "rank", "special", "tally")
MODULES = {name: import_module(f"scorio_lite.{name}") for name in NAMES}
ESTIMATES = ("estimate_pass_at_k", "estimate_pass_hat_k")
VOTES = ("cons_at_k", "vote_curve")
SCORED = [name for name in rank.__all__ if "return_scores" in inspect.signature(getattr(rank, name)).parameters]


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def for_checkers(path):
    """The statements of a module that type checkers alone see."""
    for node in tree_of(path).body:
        if isinstance(node, ast.If) and node.test.id == "TYPE_CHECKING":
            yield from node.body


def imported(path):
    """{name: (module, name in it)} of the relative imports that type checkers see."""
    nodes = [node for node in for_checkers(path) if isinstance(node, ast.ImportFrom) and node.level]
    return {alias.asname or alias.name: (node.module, alias.name) for node in nodes for alias in node.names}


@pytest.mark.parametrize("name", MODULES)
def test_dir_shows_public_names_alone(name):
    module = MODULES[name]
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, own) and not own.startswith("_") for own in module.__all__)
    assert module.__dir__() is not module.__all__


def test_dir_of_the_package():
    assert dir(sl) == sorted([*MODULES, "Scores", "Tally", "VoteTally", *VOTES, *ESTIMATES, *sl.eval.__all__])


def test_checkers_see_every_metric():
    """Names that are imported one by one, from the module that has them when the package runs."""
    seen = imported(PACKAGE / "eval/__init__.py")
    assert sorted(seen) == sorted(sl.eval.__all__)
    for name, (module, own) in seen.items():
        assert getattr(import_module(f"scorio_lite.eval.{module}"), own) is getattr(sl.eval, name)


def test_checkers_see_what_the_package_offers():
    """All names with `as`, which makes them public under mypy --strict; * stands for the metrics."""
    seen = imported(PACKAGE / "__init__.py")
    assert seen.pop("*") == ("eval", "*")
    assert seen.pop("Tally") == ("tally", "Tally")
    assert seen.pop("Scores") == ("_scores", "Scores")
    assert seen.pop("VoteTally") == ("_votes", "VoteTally")
    assert [seen.pop(name) for name in VOTES] == [("eval.votes", name) for name in VOTES]
    assert [seen.pop(name) for name in ESTIMATES] == [("_estimates", name) for name in ESTIMATES]
    assert seen == {name: (None, name) for name in set(MODULES) - {"tally"}}
    aliases = [alias for node in for_checkers(PACKAGE / "__init__.py") for alias in node.names if alias.name != "*"]
    assert all(alias.asname == alias.name for alias in aliases)


@pytest.mark.parametrize("path", ["__init__.py", "eval/__init__.py"])
def test_jedi_can_look_below_type_checking(path):
    """It skips what stands below a plain `TYPE_CHECKING = False`, and then completes none of the names."""
    (assigned,) = (node for node in tree_of(PACKAGE / path).body if isinstance(node, ast.AnnAssign))
    assert (assigned.target.id, assigned.annotation.id, assigned.value.value) == ("TYPE_CHECKING", "bool", False)


def test_the_overloads_are_those_of_the_functions():
    """Three for each function with return_scores: the parameters are its own, and a default is where it has one."""
    stubs = {}
    for node in for_checkers(PACKAGE / "rank.py"):
        if isinstance(node, ast.FunctionDef):
            assert [decorator.id for decorator in node.decorator_list] == ["overload"]
            stubs.setdefault(node.name, []).append(node)
    assert sorted(stubs) == SCORED
    for name, overloads in stubs.items():
        parameters = inspect.signature(getattr(rank, name)).parameters
        for stub in overloads:
            assert [arg.arg for arg in stub.args.args] == list(parameters)
            assert len(stub.args.defaults) == sum(one.default is not one.empty for one in parameters.values())
            annotations = {arg.arg: ast.dump(arg.annotation) for arg in stub.args.args[:-1]}
            assert annotations == {
                arg: ast.dump(ast.parse(one.annotation, mode="eval").body)
                for arg, one in parameters.items()
                if arg != "return_scores"
            }
        pairs = [(stub.args.args[-1].annotation.id, stub.returns.id) for stub in overloads]
        assert pairs == [("No", "Plain"), ("Yes", "Both"), ("bool", "Ranks")]


@pytest.mark.parametrize("name", SCORED)
def test_overloads_leave_the_functions_as_they_are(name):
    function = getattr(rank, name)
    parameters = inspect.signature(function).parameters
    assert next(iter(parameters)) == "R"
    assert list(parameters)[-2:] == ["method", "return_scores"]
    assert (parameters["method"].default, parameters["return_scores"].default) == ("competition", False)
    assert function.__doc__.startswith("Rank models by")
    assert not hasattr(rank, "overload")


def test_a_users_script():
    """It runs, its variables have the types that it states, and it calls every public function."""
    found = runpy.run_path(str(HERE / "typed_use.py"))
    assert {type(found[name]) for name in ("score", "first")} == {float, int}
    assert [type(one) for one in found["flagged"]] == [tuple, list]
    assert type(found["ranks"]) is list
    assert list(map(type, found["scored"])) == [list, list]
    assert found["best"] == rank.avg(found["MODELS"])
    assert set(map(type, found["summary"])) == set(map(type, found["estimates"])) == {float}
    assert set(map(type, found["curve"].items())) == {tuple}
    assert type(found["number"]) is int
    assert set(map(type, found["moments"])) == set(map(type, found["spread"])) == {type(found["fraction"])}
    nodes = [node for node in ast.walk(tree_of(HERE / "typed_use.py")) if isinstance(node, ast.Attribute)]
    used = {(node.value.id, node.attr) for node in nodes if isinstance(node.value, ast.Name)}
    assert used >= {("scorio_lite", name) for name in (*ESTIMATES, *VOTES, *sl.eval.__all__)}
    for name in ("confidence", "exact", "rank", "special"):
        assert used >= {(name, own) for own in MODULES[name].__all__}
    own = {name for kind in (sl.Tally, sl.VoteTally) for name in vars(kind) if not name.startswith("_")}
    assert own <= {attribute for _, attribute in used}
