"""Check public names, as people, type checkers and editors see them without running the package.

Signatures are on the page tools/API.md, which test_docs.py compares with the package.

By hand, from a checkout: mypy --strict tests/contract/typed_use.py; pyright tests/contract/typed_use.py
"""

from __future__ import annotations

import ast
import inspect
import pickle
import runpy
from importlib import import_module
from pathlib import Path

import pytest
from helpers import PACKAGE, nodes

import scorio_lite as sl
from scorio_lite import confidence, exact, rank
from scorio_lite._credit.metrics import METRICS, known_as

MODULES = {
    name: import_module(f"scorio_lite.{name}")
    for name in ("confidence", "eval", "exact", "files", "rank", "special", "tally")
}
OTHERS = [name for name in sl.__all__ if name not in sl.eval.__all__]


@pytest.mark.parametrize("name", MODULES)
def test_names_of_modules(name):
    module = MODULES[name]
    assert dir(module) == sorted(module.__all__)
    assert module.__dir__() is not module.__all__
    assert name != "eval" or all(">>>" in getattr(module, one).__doc__ for one in module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'pass_at_n'"):
        module.pass_at_n  # noqa: B018


def test_names_of_the_package():
    assert sl.__all__ == [*OTHERS, *sl.eval.__all__]
    assert dir(sl) == sorted([*MODULES, *sl.__all__])
    assert all(getattr(sl, name) is getattr(sl.eval, name) for name in sl.eval.__all__)
    assert sl.unanimous_at_k is sl.pass_hat_k
    assert sl.unanimous_at_k_ci is sl.pass_hat_k_ci
    for module in (exact, confidence):
        assert module.unanimous_at_k is module.g_pass_at_k is module.pass_hat_k
    with pytest.raises(AttributeError, match="has no attribute 'pass_at_n'"):
        sl.pass_at_n  # noqa: B018
    namespace = {}
    exec("from scorio_lite import *", namespace)
    assert set(namespace) - {"__builtins__"} == set(sl.__all__), "the builtin eval is not replaced"


# Type checkers


def for_checkers(path):
    """Return the statements of a module that only type checkers see."""
    for node in nodes(PACKAGE / path)[0].body:
        if isinstance(node, ast.If) and node.test.id == "TYPE_CHECKING":
            yield from node.body


def imported(path):
    """Return {name: (module, name in it)} for the relative imports that type checkers see."""
    found = [node for node in for_checkers(path) if isinstance(node, ast.ImportFrom) and node.level]
    return {alias.asname or alias.name: (node.module, alias.name) for node in found for alias in node.names}


def test_checkers_see_every_name():
    """Type checkers see every public name: the package imports with `as`, or * for the metrics."""
    seen = imported("__init__.py")
    assert seen.pop("*") == ("eval", "*")
    assert set(seen) == {*OTHERS, *MODULES} - {"tally"}
    for name, (module, own) in seen.items():
        home = import_module(f"scorio_lite.{module}") if module else sl
        assert own == name and getattr(home, name) is getattr(sl, name)
    aliases = [alias for node in for_checkers("__init__.py") for alias in node.names if alias.name != "*"]
    assert all(alias.asname == alias.name for alias in aliases)
    for space in (sl.eval, confidence):
        found = for_checkers(f"{space.__name__.rpartition('.')[2]}/__init__.py")
        homes = [import_module(f"{space.__name__}.{node.module}") for node in found]
        assert all(any(hasattr(home, name) for home in homes) for name in space.__all__)


@pytest.mark.parametrize("path", ["__init__.py", "confidence/__init__.py", "eval/__init__.py"])
def test_jedi_can_look_below_type_checking(path):
    """TYPE_CHECKING has an annotation: without it, Jedi skips the imports below and completes no names."""
    (assigned,) = (node for node in nodes(PACKAGE / path)[0].body if isinstance(node, ast.AnnAssign))
    assert (assigned.target.id, assigned.annotation.id, assigned.value.value) == ("TYPE_CHECKING", "bool", False)


def test_the_overloads_are_those_of_the_functions():
    """Functions with return_scores have three overloads, with the parameters and defaults of the function."""
    stubs = {}
    for node in for_checkers("rank.py"):
        if isinstance(node, ast.FunctionDef):
            stubs.setdefault(node.name, []).append(node)
    assert set(stubs) == {
        name for name in rank.__all__ if "return_scores" in inspect.signature(getattr(rank, name)).parameters
    }
    assert not hasattr(rank, "overload")
    for name, overloads in stubs.items():
        parameters = inspect.signature(getattr(rank, name)).parameters
        own = {arg: ast.dump(ast.parse(one.annotation, mode="eval").body) for arg, one in parameters.items()}
        assert own.popitem()[0] == "return_scores"
        for stub in overloads:
            assert [decorator.id for decorator in stub.decorator_list] == ["overload"]
            assert {arg.arg: ast.dump(arg.annotation) for arg in stub.args.args[:-1]} == own
            assert len(stub.args.defaults) == sum(one.default is not one.empty for one in parameters.values())
        pairs = [(stub.args.args[-1].annotation.id, stub.returns.id) for stub in overloads]
        assert pairs == [("No", "RankList"), ("Yes", "RankPair"), ("bool", "Ranks")]


def test_checkers_see_every_spelling_of_a_metric():
    """The Literals of metric names have just the spellings that `confidence` takes."""
    names = [
        node
        for node in for_checkers("_types.py")
        if isinstance(node, ast.Assign) and node.targets[0].id.endswith("Name")
    ]
    *literals, union = (node.value.slice for node in names)
    assert len(union.elts) == len(literals)
    known_to_checkers = [name for one in literals for name in ast.literal_eval(one)]
    spelt = [name for known in METRICS.values() if known.has_interval for name in known.spellings]
    assert sorted(known_to_checkers) == sorted(set(spelt)) == sorted(spelt)
    assert all(known_as(name).has_interval for name in spelt)
    assert confidence.compare([[0, 1]] * 9, [[1, 1]] * 9, "pass", 2) == confidence.compare(
        [(1, 1)] * 9, [(0, 2)] * 9, "Pass@k", 2, counts=True
    )


def test_results_have_names():
    found = confidence.compare([[1], [1], [0]], [[0], [1], [0]])
    assert (
        repr(found)
        == f"{found}"
        == "Difference({})".format(
            ", ".join(f"{name}={getattr(found, name)!r}" for name in ("difference", "se", "lo", "hi"))
        )
    )
    for one in (found, confidence.avg([[1], [0]])):
        assert (type(pickle.loads(pickle.dumps(one))), pickle.loads(pickle.dumps(one))) == (type(one), one)
    assert f"{found:.2f}" == f"{found[0]:.2f} [{found.lo:.2f}, {found.hi:.2f}]" and found.value == found.difference
    assert found._repr_html_().count("<td>") == 4 and "<th>difference</th>" in found._repr_html_()


def test_a_users_script():
    """typed_use.py runs, its variables have the types that it states, and it calls every public function."""
    path = Path(__file__).parent / "typed_use.py"
    found = runpy.run_path(str(path))
    assert {type(found[name]) for name in ("score", "first")} == {float, int}
    assert [type(one) for one in found["flagged"]] == [tuple, list]
    assert type(found["ranks"]) is list
    assert list(map(type, found["scored"])) == [list, list]
    assert found["best"] == rank.avg(found["MODELS"])
    for name in ("scores", "summary", "estimates"):
        assert set(map(type, found[name])) == {float}
    assert set(map(type, found["curve"].items())) == {tuple}
    assert set(map(type, found["numbers"])) == {int}
    used = {
        (node.value.id, node.attr)
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert used >= {("scorio_lite", name) for name in sl.__all__ if name.islower()}
    for name in ("confidence", "exact", "rank", "special"):
        assert used >= {(name, own) for own in MODULES[name].__all__}
    own = {name for kind in (sl.Tally, sl.VoteTally) for name in vars(kind) if not name.startswith("_")}
    assert own <= {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
