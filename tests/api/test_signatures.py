"""Check public names, as people, type checkers and editors see them without running the package.

Signatures are on the page tools/API.md, which test_docs.py compares with the package. `.ci/run` checks typed_use.py
with mypy.
"""

from __future__ import annotations

import ast
import inspect
import runpy
from importlib import import_module
from pathlib import Path

import pytest
from helpers import PACKAGE, nodes

import scorio_lite as sl
from scorio_lite import confidence, exact
from scorio_lite._credit.metrics import METRICS, known_as

SPACES = "confidence", "eval", "exact", "files", "rank", "special", "tally"
MODULES = {name: import_module(f"scorio_lite.{name}") for name in SPACES}
OTHERS = [name for name in sl.__all__ if name not in sl.eval.__all__]
CONTRACT = """
    bayes bayes_ci avg avg_ci pass_at_k pass_at_k_ci pass_hat_k pass_hat_k_ci unanimous_at_k unanimous_at_k_ci
    g_pass_at_k g_pass_at_k_ci g_pass_at_k_tau g_pass_at_k_tau_ci mg_pass_at_k mg_pass_at_k_ci maj_at_k maj_at_k_ci
    auc_at_k auc_at_k_ci max_at_k max_at_k_ci threshold_spectrum_at_k threshold_spectrum_at_k_ci
    geom_at_k geom_ds_at_k geom_at_k_ci geom_ds_at_k_ci geo_spectrum_at_k geo_spectrum_at_k_ci
    geo_spectrum_star_at_k geo_spectrum_star_at_k_ci
"""
LATENT = "confidence=0.95, bounds=(0.0, 1.0), alpha0=1.0, beta0=1.0"
SIGNATURES = {  # of eval; `_ci` of a metric has the metric's parameters first
    "bayes": "R, w=None, R0=None",
    "bayes_ci": "R, w=None, R0=None, confidence=0.95, bounds=None",
    "avg": "R, w=None",
    "avg_ci": "R, w=None, confidence=0.95, bounds=None",
    "max_at_k": "R, k, w=None",
    "max_at_k_ci": "R, k, w=None, R0=None, confidence=0.95, bounds=None",
    "g_pass_at_k_tau": "R, k, tau",
    "threshold_spectrum_at_k": "R, k, weights",
    "geom_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geom_ds_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geo_spectrum_at_k": "R, k, lam=0.5, weights=None, lambda_=None",
}


def test_the_contract():
    """eval has just these names, in this order, with these parameters and defaults."""
    assert list(sl.eval.__all__) == CONTRACT.split()
    for name in CONTRACT.split():
        own = SIGNATURES.get(name.replace("_ci", ""), "R, k")
        expected = SIGNATURES.get(name, f"{own}, {LATENT}" if name.endswith("_ci") else own)
        given = inspect.signature(getattr(sl.eval, name)).parameters.values()
        assert ", ".join(str(one.replace(annotation=one.empty)) for one in given) == expected
        assert {one.kind for one in given} == {inspect.Parameter.POSITIONAL_OR_KEYWORD}


def test_names():
    """Each module has just its public names, and all are documented by an example in eval."""
    assert dir(sl) == sorted([*MODULES, *sl.__all__]) and sl.__all__ == [*OTHERS, *sl.eval.__all__]
    for name, module in {"": sl, **MODULES}.items():
        assert not name or dir(module) == sorted(module.__all__)
        with pytest.raises(AttributeError, match="has no attribute 'pass_at_n'"):
            module.pass_at_n  # noqa: B018
    assert all(getattr(sl, name) is getattr(sl.eval, name) for name in sl.eval.__all__)
    assert all(">>>" in getattr(sl.eval, name).__doc__ for name in sl.eval.__all__)
    assert sl.unanimous_at_k is sl.pass_hat_k and sl.unanimous_at_k_ci is sl.pass_hat_k_ci
    for module in (exact, confidence):
        assert module.unanimous_at_k is module.g_pass_at_k is module.pass_hat_k
    namespace = {}
    exec("from scorio_lite import *", namespace)
    assert set(namespace) - {"__builtins__"} == set(sl.__all__), "the builtin eval is not replaced"


def test_checkers_see_every_spelling_of_a_metric():
    """The Literals of metric names have just the spellings that `confidence` takes."""
    found = [node for node in nodes(PACKAGE / "_types.py") if isinstance(node, ast.Assign)]
    slices = [node.value.slice for node in found if node.targets[0].id.endswith("Name")]
    *literals, union = (getattr(one, "value", one) for one in slices)  # Python 3.8 has it in an ast.Index
    assert len(union.elts) == len(literals)
    known_to_checkers = [name for one in literals for name in ast.literal_eval(one) if not name[-1].isdigit()]
    spelt = [name for known in METRICS.values() if known.has_interval for name in known.spellings]
    assert sorted(known_to_checkers) == sorted(set(spelt)) == sorted(spelt)
    assert all(known_as(name).has_interval for name in spelt)


def test_a_users_script():
    assert runpy.run_path(str(Path(__file__).parent / "typed_use.py"))["best"] == [1, 1]
