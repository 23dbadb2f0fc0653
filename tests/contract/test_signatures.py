"""Check public names and signatures, as people, type checkers and editors see them without running the package.

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

MODULES = {name: import_module(f"scorio_lite.{name}") for name in ("confidence", "eval", "exact", "rank", "special", "tally")}
OF_DRAWS = {
    "pass_at_k": "R, k",
    "pass_hat_k": "R, k",
    "unanimous_at_k": "R, k",
    "g_pass_at_k": "R, k",
    "mg_pass_at_k": "R, k",
    "maj_at_k": "R, k",
    "auc_at_k": "R, k",
    "g_pass_at_k_tau": "R, k, tau",
    "threshold_spectrum_at_k": "R, k, weights",
    "geom_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geom_ds_at_k": "R, k, pass_power=0.5, unanimous_power=0.5",
    "geo_spectrum_at_k": "R, k, lam=0.5, weights=None, lambda_=None",
    "geo_spectrum_star_at_k": "R, k",
}
PRIOR = "confidence=0.95, bounds=(0.0, 1.0), alpha0=1.0, beta0=1.0"
EVAL = {
    **OF_DRAWS,
    **{f"{name}_ci": f"{own}, {PRIOR}" for name, own in OF_DRAWS.items()},
    "bayes": "R, w=None, R0=None",
    "avg": "R, w=None",
    "max_at_k": "R, k, w=None",
    "bayes_ci": "R, w=None, R0=None, confidence=0.95, bounds=None",
    "avg_ci": "R, w=None, confidence=0.95, bounds=None",
    "max_at_k_ci": "R, k, w=None, R0=None, confidence=0.95, bounds=None",
    "tailpass": "R, k, w=None, R0=None, *, eta=1.0, prior=1.0, thresholds=None",
    "tailpass_empirical": "R, k, w=None, *, thresholds=None",
}
PROFILE = {  # the methods of what tailpass returns; a property has no signature
    "at_k": "self, k, *, thresholds=None",
    "ci": "self, confidence=0.95, *, method='normal'",
    "covariance": None,
    "discovery": "self",
    "k": None,
    "linear": "self, weights",
    "linear_ci": "self, weights, confidence=0.95, *, method='normal'",
    "mean": None,
    "moment": "self, lam",
    "moment_ci": "self, lam, confidence=0.95, *, method='normal'",
    "question_count": None,
    "question_mean": None,
    "stability": "self",
    "std": None,
    "thresholds": None,
}
FAMILIES = {
    "beta_weights": "k, theta, kappa",
    "discovery_weights": "k",
    "maxent_weights": "k, mean_threshold",
    "moment_weights": "k, lam",
    "payoff_weights": "payoff",
    "stability_weights": "k",
    "threshold_weights": "k, threshold",
    "uniform_weights": "k",
}
CREDITS = [name for name in OF_DRAWS if not name.startswith("geo")]
OWN, PAIR = "w=None, tau=None, weights=None", "R_a, R_b, metric='avg', k=None"
ASKED, LOOKS = "confidence=0.95, questions='new'", "clusters=None, ragged=False, anytime=False"
RANKED = "method='competition', return_scores=False"
VOTES, PICKS = "answers, R=None, k=None", "R, S, k, w=None, *, ragged=False"
SIGNATURES = {
    "eval": EVAL,
    "exact": {
        **{name: EVAL[name] for name in ("avg", "bayes", "max_at_k", *CREDITS)},
        **{f"{name}_moments": f"{EVAL[name]}, alpha0=1, beta0=1" for name in CREDITS},
        "max_at_k_moments": "R, k, w=None, R0=None",
        "best_of_k": PICKS,
        "cons_at_k": VOTES,
        "cost_per_solve": "C, R, *, w=None, ragged=False",
        "evidence": f"{PAIR}, *, {OWN}, questions='new', ragged=False",
        "spread": f"R, metric='avg', k=None, *, {OWN}, questions='new', clusters=None, ragged=False",
    },
    "confidence": {
        **{name: f"{EVAL[name]}, *, {ASKED}, {LOOKS}, of=None" for name in ("avg", "max_at_k", *CREDITS)},
        "cons_at_k": f"{VOTES}, *, {ASKED}, {LOOKS}, of=None",
        "best_of_k": f"R, S, k, w=None, *, {ASKED}, {LOOKS}, of=None",
        "gap_closed": "R, S, k, *, confidence=0.95, clusters=None, ragged=False",
        "compare": f"{PAIR}, *, {OWN}, {ASKED}, {LOOKS}, paired=True, counts=False, within=None",
        "ranks": f"models, metric='avg', k=None, *, {OWN}, {ASKED}, {LOOKS}, missing=None, within=None",
        "suite": f"runs, metric='avg', k=None, *, {OWN}, confidence=0.95, clusters=None, ragged=False",
        "compare_suite": f"runs_a, runs_b, metric='avg', k=None, *, {OWN}, confidence=0.95, clusters=None, ragged=False, within=None",
        "compare_tasks": "runs_a, runs_b, metric='avg', k=None, *, w=None, tau=None, rest=False, confidence=0.95, "
        "clusters=None, ragged=False, within=None",
        "ranks_suite": f"models, metric='avg', k=None, *, {OWN}, confidence=0.95, clusters=None, ragged=False, within=None",
        "enough": f"R, half_width, metric='avg', k=None, *, {OWN}, {ASKED}, ragged=False",
        "enough_to_decide": f"R_a, R_b, margin=0, metric='avg', k=None, *, power=0.8, {OWN}, {ASKED}, ragged=False, within=None",
        "plan": "a, b, *, differ=None, correlation=None, trials=1, agree=1, margin=0, power=0.8, confidence=0.95",
        "best_split": "R, budget, question_price, trial_price, R_b=None, *, w=None, confidence=0.95, ragged=False",
        "evidence": f"{PAIR}, *, {OWN}, questions='new', ragged=False",
        "beyond": "R, k, metric='pass_at_k', *, confidence=0.95, clusters=None",
        "cost_per_solve": f"C, R, *, w=None, {ASKED}, clusters=None, limits=None, ragged=False",
        "cost_ratio": "C_a, R_a, C_b, R_b, *, w=None, confidence=0.95, clusters=None, limits=None, ragged=False",
        "judged": "verdicts, labels, *, low=0, high=1, confidence=0.95",
        "compare_judged": "verdicts_a, labels_a, verdicts_b, labels_b, *, low=0, high=1, confidence=0.95",
        "judged_elsewhere": "verdicts, on_right, on_wrong, *, confidence=0.95",
        "curve": "R, ks=None, metric='pass_at_k', *, confidence=0.95, clusters=None",
        "compare_curve": "R_a, R_b, ks=None, metric='pass_at_k', *, confidence=0.95, clusters=None",
        "series": f"models, metric='avg', k=None, *, {OWN}, confidence=0.95, clusters=None, ragged=False",
        "compare_totals": "a, b, M, *, confidence=0.95",
        "ranks_of_totals": "totals, M, *, confidence=0.95",
        "homogeneous": "R",
        "between_runs": "R, w=None, *, confidence=0.95, ragged=False",
        "bounded": f"R, metric='avg', k=None, *, {OWN}, {ASKED}, clusters=None",
        "bounded_difference": f"{PAIR}, *, {OWN}, {ASKED}, clusters=None",
    },
    "rank": {
        **{name: f"{EVAL[name]}, {RANKED}" for name in ("pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k")},
        "avg": f"R, {RANKED}",
        "bayes": f"R, w=None, R0=None, quantile=None, {RANKED}",
        "rank_scores": "scores_in_id_order, tol=1e-12, sigmas_in_id_order=None, confidence=0.95, ci_tie_method='zscore_adjacent'",
        "compare": "R_a, R_b, w=None, R0_a=None, R0_b=None, confidence=0.95",
    },
    "special": {
        "binomial": "n, k",
        "rising": "a, n",
        "beta": "a, b",
        "beta_ratio": "a, b, i, j",
        "normal_quantile": "p",
        "student_t_quantile": "p, df",
    },
    "tally": {"Tally": "R=(), R0=None, ragged=False"},
}
OTHERS = {
    "Difference": "iterable=(), /",
    "Interval": "iterable=(), /",
    "Scores": "rows=(), low=0, high=1",
    "Tally": "R=(), R0=None, ragged=False",
    "VoteTally": "answers=(), R=None, ragged=False",
    "best_of_k": PICKS,
    "cons_at_k": VOTES,
    "vote_curve": "answers, R=None, ks=None",
    "estimate_pass_at_k": "num_samples, num_correct, k",
    "estimate_pass_hat_k": "num_samples, num_correct, k",
}
WITH_INTERVAL = ["bayes", "avg", "pass_at_k", "pass_hat_k", "unanimous_at_k", "g_pass_at_k", "g_pass_at_k_tau", "mg_pass_at_k"]
WITH_INTERVAL += ["maj_at_k", "auc_at_k", "max_at_k", "threshold_spectrum_at_k"]
NAMES = [name for own in WITH_INTERVAL for name in (own, f"{own}_ci")]  # in the documented order
NAMES += ["geom_at_k", "geom_ds_at_k", "geom_at_k_ci", "geom_ds_at_k_ci", "geo_spectrum_at_k", "geo_spectrum_at_k_ci"]
NAMES += ["geo_spectrum_star_at_k", "geo_spectrum_star_at_k_ci", "tailpass", "tailpass_empirical"]
SCORED = [name for name, own in SIGNATURES["rank"].items() if RANKED in own]


def signature(function):
    own = inspect.signature(function)
    bare = [one.replace(annotation=one.empty) for one in own.parameters.values()]
    return str(own.replace(parameters=bare, return_annotation=own.empty))[1:-1]


@pytest.mark.parametrize("name", MODULES)
def test_names_and_signatures(name):
    module = MODULES[name]
    assert {one: signature(getattr(module, one)) for one in module.__all__} == SIGNATURES[name]
    assert dir(module) == sorted(module.__all__)
    assert module.__dir__() is not module.__all__
    assert name != "eval" or all(">>>" in getattr(module, one).__doc__ for one in module.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'pass_at_n'"):
        module.pass_at_n  # noqa: B018


def test_a_profile_and_the_weights_of_its_thresholds():
    kind, weights = type(sl.tailpass([[0, 1]], 2)), sl.eval.tailpass_weights
    own = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    assert {name: signature(one) if callable(one) else None for name, one in own.items()} == PROFILE
    assert all(inspect.getdoc(one) for name, one in own.items() if name != "k")
    assert {name: signature(getattr(weights, name)) for name in weights.__all__} == FAMILIES
    assert all(">>>" in getattr(weights, name).__doc__ for name in weights.__all__)


def test_names_of_the_package():
    assert sl.eval.__all__ == NAMES
    assert sl.__all__ == [*OTHERS, *NAMES]
    assert dir(sl) == sorted([*MODULES, *sl.__all__])
    assert all(getattr(sl, name) is getattr(sl.eval, name) for name in NAMES)
    assert {name: signature(getattr(sl, name)) for name in OTHERS} == OTHERS
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
    seen = imported("eval/__init__.py")
    assert sorted(seen) == sorted(NAMES)
    for name, (module, own) in seen.items():
        assert getattr(import_module(f"scorio_lite.eval.{module}"), own) is getattr(sl.eval, name)


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
    assert set(stubs) == set(SCORED)
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
        assert pairs == [("No", "Plain"), ("Yes", "Both"), ("bool", "Ranks")]


def test_checkers_see_every_spelling_of_a_metric():
    """The Literals of metric names have just the spellings that `confidence` takes."""
    *literals, union = (node.value.slice for node in for_checkers("_credit/metrics.py") if isinstance(node, ast.Assign))
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
        == "Difference({})".format(", ".join(f"{name}={getattr(found, name)!r}" for name in ("difference", "se", "lo", "hi")))
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
    assert set(map(type, found["spread"])) == {type(one) for pair in found["moments"] for one in pair} == {type(found["fraction"])}
    used = {(node.value.id, node.attr) for node in nodes(path) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
    assert used >= {("scorio_lite", name) for name in sl.__all__ if name.islower()}
    for name in ("confidence", "exact", "rank", "special"):
        assert used >= {(name, own) for own in MODULES[name].__all__}
    assert used >= {("tailpass_weights", name) for name in FAMILIES}
    own = {name for kind in (sl.Tally, sl.VoteTally, type(found["profile"])) for name in vars(kind) if not name.startswith("_")}
    assert own <= {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
