"""A metric that is added to the table: its credit, a function in eval and a line are all it takes."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from scorio_lite import confidence, exact, rank
from scorio_lite._command import metrics
from scorio_lite._command.main import main
from scorio_lite._credit import mean_credit, threshold
from scorio_lite._credit.metrics import METRICS, Known
from scorio_lite._double import nearest

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 1, 0]]
BETTER = [[1, 1, 1, 0, 1], [1, 1, 1, 1, 1], [0, 0, 0, 1, 0]]


def near_pass(k):
    """At most one of k trials fails."""
    return threshold(k, max(k - 1, 1))


def near_pass_at_k(R, k):
    return nearest(*mean_credit(R, k, near_pass))


@pytest.fixture
def added(monkeypatch):
    from scorio_lite import eval

    known = Known("near_pass_at_k", "k", "near_pass", "Near-Pass@k", "at most one of k trials fails", credit=near_pass)
    monkeypatch.setitem(METRICS, known.name, known)
    monkeypatch.setattr(eval, "near_pass_at_k", near_pass_at_k, raising=False)
    for alias in ("near_pass", "near_pass_at_k", "near_pass@k"):
        monkeypatch.setitem(metrics._ALIASES, alias, known)


@pytest.mark.usefixtures("added")
def test_the_library_has_it():
    value = Fraction(1 * 7 + 10 + 0, 30)  # of C(5, 3) = 10 subsets those with two successes or more
    assert exact.near_pass_at_k(R, 3) == value
    assert exact.near_pass_at_k_moments(R, 3)[0] > 0
    assert exact.spread(R, "near_pass_at_k", 3)[0] == value
    assert confidence.near_pass_at_k(R, 3)[0] == near_pass_at_k(R, 3) == float(value)
    assert confidence.near_pass_at_k(R, 3) == confidence.g_pass_at_k_tau(R, 3, Fraction(2, 3))
    assert confidence.compare(BETTER, R, "near_pass_at_k", 3)[0] > 0
    assert confidence.enough(R, 0.1, "near_pass_at_k", 3) > 3
    assert rank.near_pass_at_k([R, BETTER], 3) == [2, 1]
    assert confidence.near_pass_at_k.__doc__.startswith("Near-Pass@k: at most one of k trials fails.")


@pytest.mark.usefixtures("added")
def test_the_command_has_it(tmp_path, capsys):
    for name, rows in ("a.json", R), ("b.json", BETTER):
        (tmp_path / name).write_text(json.dumps(rows))
    first, second = str(tmp_path / "a.json"), str(tmp_path / "b.json")
    assert main([first, "--metrics", "near_pass", "-k", "3"]) == 0
    assert "Near-Pass@k: at most one of k trials fails" in capsys.readouterr().out
    assert main([first, second, "--rank-by", "near_pass@3"]) == 0
    assert "Near-Pass@3" in capsys.readouterr().out


@pytest.mark.usefixtures("added")
def test_without_a_ci_it_has_no_credible_interval(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(metrics, "_EVERY", (*metrics._EVERY, "near_pass"))
    (tmp_path / "a.json").write_text(json.dumps(R))
    file = str(tmp_path / "a.json")
    assert main([file, "--metrics", "all", "--credible", "-k", "3"]) == 0
    out, credible = capsys.readouterr().out.split("\nPosterior mean")
    assert "Near-Pass@k" in out
    assert "AUC@k" in credible and "Near-Pass@k" not in credible
    assert main([file, "--metrics", "near_pass", "--credible", "-k", "3"]) == 0
    assert "Near-Pass@k" in capsys.readouterr().out
    assert main([file, "--metrics", "near_pass,auc", "--credible", "-k", "3", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["at_k"]
    assert "lo" in found["near_pass_at_k"] and "credible" not in found["near_pass_at_k"]
    assert "credible" in found["auc_at_k"]


def test_what_is_not_there():
    for module in (confidence, exact, rank):
        for name in ("near_pass_at_k", "geom_at_k", "other"):
            with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
                getattr(module, name)
    assert rank.maj_at_k([R, BETTER], 3) == [2, 1]


@pytest.mark.parametrize("k", range(1, 6))
def test_the_words_of_mg_pass(k):
    """2/k times the sum of P(at least i of k succeed) over i > ceil(k/2)."""
    more = [exact.g_pass_at_k_tau(R, k, Fraction(i, k)) for i in range(-(-k // 2) + 1, k + 1)]
    assert exact.mg_pass_at_k(R, k) == Fraction(2, k) * sum(more)
