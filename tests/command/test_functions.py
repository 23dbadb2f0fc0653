"""Check small functions of the command on both sides of each limit, and with each word that they know.

tests/functions.txt has functions, each with some calls: their arguments, and the value or the start of a refusal. A
name without a dot is a function of rules.py. A reason may follow "  # ".
"""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest
import rules

CASES = dict(re.findall(r"^(\S+)\n((?: .+\n)+)", (Path(__file__).parent.parent / "functions.txt").read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("name", CASES)
def test_calls(name):
    module, _, function = name.rpartition(".")
    function = getattr(importlib.import_module(f"scorio_lite._command.{module}") if module else rules, function)
    for row in CASES[name].splitlines():
        given, _, expected = row.strip().partition("  # ")[0].partition(" -> ")
        assert repr(called(function, *ast.literal_eval(f"({given},)"))) == expected, row


def called(function, *arguments):
    try:
        found = function(*arguments)
        return [*found] if hasattr(found, "__next__") else found
    except ValueError as error:
        return f"!{error}"[:45]
