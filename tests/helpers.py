"""Help tests in several folders."""

from __future__ import annotations

import ast
import random
from fractions import Fraction
from functools import lru_cache, partial
from math import ldexp
from pathlib import Path

import mpmath
import pytest
from oracles import metrics, reals

from scorio_lite._numbers import functions, quantiles

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scorio_lite"


def counts(short, long):
    """Give the test `count`, the number of cases: `short` in the default run, `long` in long runs."""
    return cases("count", [short], [long])


def cases(name, first, later, **more):
    """Parametrize a test with the values `first` and, in long runs, also with the values `later`."""
    later = [pytest.param(*(x if type(x) is type(name) is tuple else [x]), marks=pytest.mark.long) for x in later]
    return pytest.mark.parametrize(name, [*first, *later], **more)


def refused(words, call, *arguments, **keywords):
    """Check that the call raises a ValueError that contains these words."""
    with pytest.raises(ValueError, match=words):
        call(*arguments, **keywords)


@lru_cache(maxsize=None)
def nodes(path):
    """Return all nodes of a source file's syntax tree."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def ratio(x) -> tuple[int, int]:
    x = Fraction(x)
    return x.numerator, x.denominator


def holds(found, x):
    """Return whether a `Fixed` holds a Fraction or a number of mpmath."""
    with mpmath.workprec(6000):
        return found.lo <= mpmath.ldexp(reals.real(x), found.bits) <= found.hi


def cut_to_20_bits(v, at):
    cut = max(v.bit_length() - 20, 0)
    return v >> cut << cut, at


def take_no_guard_digits(monkeypatch):
    """Show each cut: without guard digits, and from starts that are the same on every processor."""
    near_log = functions.near_log
    monkeypatch.setattr(functions, "near_log", lambda x: round(near_log(x) * 2**20) / 2**20)
    for module, name in (functions, "GUARD"), (quantiles, "GUARD"):
        monkeypatch.setattr(module, name, 0)
    near_normal, near_student = quantiles._near_normal, quantiles._near_student
    monkeypatch.setattr(quantiles, "_near_normal", lambda c, df: cut_to_20_bits(*near_normal(c, df)))
    monkeypatch.setattr(quantiles, "_near_student", lambda c, df: cut_to_20_bits(*near_student(c, df)))
    for known in functions._constants, functions._factorials, quantiles._quantiles:
        known.clear()


def apart(a: Fraction, b: Fraction) -> Fraction:
    """Return a number between a and b, very near to a."""
    return a + (b - a) / 3**400


def doubles(count=60):
    rng = random.Random("doubles")
    yield from (1.0, 2.0, 0.5, 1.5, 1 + 2**-52, 2 - 2**-52, 5e-324, 1e-323, 2.0**-1022, 2.0**-1022 - 5e-324, 1e308)
    yield 2.0**-1021
    for _ in range(count):
        yield ldexp(rng.getrandbits(52) | 1 << 52, rng.randint(-1074, 970))
        yield ldexp(rng.getrandbits(51) | 1, -1074)


EARNING = [*metrics.EARNS, "max_at_k"]


def earning(name, k):
    """Return the arguments of a metric beside k, and what drawn outcomes earn by it."""
    own = {
        "g_pass_at_k_tau": {"tau": 0.5},
        "threshold_spectrum_at_k": {"weights": [Fraction((0, 1, 0, 2, 5)[j % 5], 5 * k) for j in range(k)]},
        "max_at_k": {"w": [0.1, -0.7, 0.1, 1e9]},
    }.get(name, {})
    if name == "max_at_k":
        return own, lambda draw: max(Fraction(own["w"][outcome]) for outcome in draw)
    return own, partial(metrics.EARNS[name], **own)


def check_tally(tally):
    """Check what holds for every tally."""
    cells, lengths = tally.cells, {sum(counts) for counts, _ in tally.cells}
    for (counts, prior), number in cells.items():
        assert len(counts) == tally.classes and len(prior) in (0, tally.classes) and number > 0
        assert sum(counts) > 0 <= min(*counts, *prior) and any(prior) == bool(prior)
    assert tally.classes == 2 or any(counts[-1] or any(prior[-1:]) for counts, prior in cells)
    assert (tally.questions, tally.trials) == (sum(cells.values()), lengths.pop() if len(lengths) == 1 else None)
