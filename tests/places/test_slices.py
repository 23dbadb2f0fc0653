"""Check that a file of a few functions and all they use (tools/amalgamate.py --only) is small and exact."""

from __future__ import annotations

import ast
import json
import sys
from contextlib import nullcontext
from functools import lru_cache
from types import ModuleType, SimpleNamespace

import pytest
from helpers import ROOT, cases

from scorio_lite import Scores, confidence, pass_at_k

sys.path.insert(1, str(ROOT / "tools"))
if sys.version_info < (3, 9):
    pytest.skip("ast.unparse is new in Python 3.9", allow_module_level=True)

from amalgamate import main, sliced
from check_golden import differing, read

CALLS = read(str(ROOT / "tests"))
CLASSES = {"counts": "Tally", "ragged": "Tally", "scores": "Scores", "votes": "VoteTally"}  # that arguments need
LACKS = "make it again with", "metric must be one of"  # in errors of a slice
SLICES = {  # names, and at least how many golden values they have
    "pass_at_k": 20,
    "confidence.avg,confidence.compare": 5,
    "max_at_k,max_at_k_ci,auc_at_k_ci,Scores": 80,
    "g_pass_at_k_tau,mg_pass_at_k,auc_at_k,threshold_spectrum_at_k": 90,
    "avg,bayes,bayes_ci,avg_ci": 150,
    "geom_at_k_ci,geo_spectrum_at_k": 50,
    "confidence.avg,confidence.compare,anytime,paired,w,clusters": 40,
    "confidence.ranks,confidence.compare_suite,confidence.cons_at_k,confidence.maj_at_k,VoteTally,Tally": 50,
    "exact.pass_at_k,exact.max_at_k,rank.bayes,rank.rank_scores,vote_curve,special.student_t_quantile": 140,
    "confidence.judged,confidence.cost_per_solve,confidence.bounded,confidence.beyond,confidence.curve": 70,
    "confidence.cost_per_solve": 5,
    "confidence.plan,confidence.detectable,confidence.enough,confidence.enough_to_decide,confidence.ranks_of_totals": 50,
}


@lru_cache(maxsize=None)
def text_of(names):
    return sliced(names.split(","))


@lru_cache(maxsize=None)
def loaded(names):
    module = ModuleType("grader")
    exec(compile(text_of(names), "grader", "exec"), module.__dict__)
    return module


def as_library(module, names):
    """Return an object with the functions of a slice under their names in the package, as golden values call them."""
    library = SimpleNamespace(eval=SimpleNamespace())
    for name in {*names.split(",")} - {"anytime", "paired", "w", "clusters"}:
        space, _, own = name.rpartition(".")
        home = vars(library).setdefault(space, SimpleNamespace()) if space else library
        setattr(home, own, getattr(module, own))
        setattr(library.eval, own, getattr(module, own))
    return library


@cases("names", [*SLICES][:3], [*SLICES][3:])
def test_a_slice_gives_the_golden_values(names):
    """A slice gives the golden values of its functions, unless its error says what it lacks."""
    asked, library, given = {*names.split(",")}, as_library(loaded(names), names), 0
    missing = [f'"{text}"' for text, kind in CLASSES.items() if kind not in asked]
    for call in CALLS:
        arguments = json.dumps(call["of"])
        if call["is"][0].replace("eval.", "") in asked and not any(text in arguments for text in missing):
            lines = differing(library, [call])
            assert not lines or any(words in lines[0] for words in LACKS)
            given += not lines
    assert given >= SLICES[names]


def test_what_a_slice_is():
    """A slice has plain functions with their docstrings, the licence on top, and no more than what they reach."""
    text, small = text_of("confidence.avg,confidence.compare"), text_of("pass_at_k")
    assert text.startswith("# MIT License") and len(text.encode()) <= 110_000 and len(small.encode()) <= 24_000
    found = {node.name: node for node in ast.parse(small).body if isinstance(node, ast.FunctionDef)}
    assert "at least one of k trials succeeds" in ast.get_docstring(found["pass_at_k"])
    assert not {"maj_at_k", "judged", "vote_tally", "cons_at_k"} & {*found} and small == sliced(["pass_at_k"])
    assert not {"exec", "__import__", "eval"} & {node.id for node in ast.walk(ast.parse(text)) if hasattr(node, "id")}


def test_what_a_slice_has_not_is_refused():
    """The error names what to ask for, and a file with it gives what the package gives."""
    R, P, scores = [[0, 1, 1], [1, 1, 0]], [[0, 0, 1], [1, 0, 0]], Scores([[0.5, 0.25], [1, 0.75]])
    names = "confidence.avg,confidence.compare"
    for option, call in (
        ("anytime", lambda one: one.avg(R, anytime=True)),
        ("anytime", lambda one: one.compare(R, P, anytime=True)),
        ("paired", lambda one: one.compare(R, P, paired=False)),
        ("Scores", lambda one: one.avg(scores)),
        ("clusters", lambda one: one.avg(R, clusters="aa")),
        ("w", lambda one: one.compare(R, P, w=[0, 0.5])),
    ):
        with pytest.raises(ValueError, match=f"without {option}: make it again with {option} in --only"):
            call(loaded(names))
        assert call(loaded(f"{names},anytime,paired,Scores,clusters,w")) == call(confidence)
    with pytest.raises(ValueError, match="metric must be one of avg, or make this file again with others in --only"):
        loaded(names).compare(R, P, "maj@3")
    assert not {"anytime_interval", "AnytimeBoard", "ValueEvidence", "unpaired"} & {*vars(loaded(names))}


def test_what_the_tool_refuses(monkeypatch, tmp_path):
    file = tmp_path / "a.py"
    for only, output, words in (
        ("files.read", file, "files.read needs the readers of the command"),
        ("avg,_ranks.tied", file, "the package has no public '_ranks.tied'"),
        ("", file, "the package has no public ''"),
        ("w", file, "w goes with a function"),
        ("avg", tmp_path / "no" / "a.py", "amalgamate.py: .*No such file"),
        ("pass_at_k, avg", file, ""),  # blanks do not matter
    ):
        monkeypatch.setattr(sys, "argv", ["amalgamate.py", "--only", only, "-o", str(output)])
        with pytest.raises(SystemExit, match=words) if words else nullcontext():
            main()
    assert file.read_text(encoding="utf-8") == sliced(["pass_at_k", "avg"])


def test_arrays_are_read_with_and_without_their_module():
    numpy = pytest.importorskip("numpy")
    rows = [[(i * j + i // 7) % 3 % 2 for j in range(9)] for i in range(100)]
    known = set()
    for names in ("pass_at_k", "pass_at_k,arrays"):
        for kind in ("i1", "f8", "?"):
            assert loaded(names).pass_at_k(numpy.array(rows, kind), 4) == pass_at_k(rows, 4)
        with pytest.raises(ValueError, match=r"got 2 at R\[0\]\[0\]"):
            loaded(names).pass_at_k(numpy.full((100, 9), 2), 4)
        known.add("def array_counts" in text_of(names))
    assert known == {True, False}
