"""Check --flips, which lists the questions that two runs answer differently."""

from __future__ import annotations

from math import comb

from result_files import files_in, good

from scorio_lite._command.forms.differences import _chance


def fisher(x, n, y, m):
    """Return the p-value of Fisher's exact test by definition, from all tables with these sums."""
    ways = {i: comb(n, i) * comb(m, x + y - i) for i in range(max(0, x + y - m), min(n, x + y) + 1)}
    return sum(way for way in ways.values() if way <= ways[x]) / comb(n + m, x + y)


def test_fishers_test():
    """The p-values are right for all tables of unequal numbers of trials."""
    for n in range(1, 6):
        for m in range(1, 6):
            for x in range(n + 1):
                for y in range(m + 1):
                    assert _chance((n - x, x), (m - y, y)) == fisher(x, n, y, m)


def test_who_solves_what(tmp_path):
    a, b = files_in(tmp_path, a=[[1, 1], [0, 1], [1, 1], [0, 0]], b=[[0, 0], [0, 1], [1, 1], [1, 0]])
    words = " ".join(good(a, b, "--flips", "a", "b").split())
    assert "The success rates of a and b differ on 2 of 4 questions." in words
    assert "both solve 1, only a 1, only b 0, neither 2." in words
