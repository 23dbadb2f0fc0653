"""Check that the tree has one vocabulary: no two classes or aliases share a name."""

from __future__ import annotations

import ast

from helpers import PACKAGE, nodes


def named(body, for_checkers=False):
    """Yield the classes of a module, and its aliases of types."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.If):
            yield from named(node.body, getattr(node.test, "id", "") == "TYPE_CHECKING")
        elif for_checkers and isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets)


def test_a_class_name_is_in_the_tree_once():
    homes = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in named(nodes(path)[0].body):
            homes.setdefault(name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}
