"""Smaller cases that fail alike."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Callable, Iterator

from fuzzing.cases import Case
from fuzzing.draw import NEEDED

PATIENCE = 30.0  # seconds
SIMPLE = (None, 0, 1, 2, 0.5, ("list",), ("list", 0, 1), ("list", ("list", 0, 1)))


def smaller(node: Any) -> Iterator[Any]:
    """Descriptions that are simpler, the simplest first."""
    yield from (simple for simple in SIMPLE if weight(simple) < weight(node))
    if type(node) is not tuple:
        if isinstance(node, int) and not isinstance(node, bool):
            yield from (candidate for candidate in (node // 2, node - 1) if 0 <= candidate < node)
        return
    kind, *parts = node
    for part in parts:
        if type(part) is tuple:
            yield part
    for size in (len(parts) // 2, 1):
        if size:
            for start in range(0, len(parts), size):
                yield (kind, *parts[:start], *parts[start + size :])
    if kind != "list" and parts:
        yield ("list", *parts)
    for i, part in enumerate(parts):
        for candidate in smaller(part):
            yield (kind, *parts[:i], candidate, *parts[i + 1 :])


def weight(node: Any) -> int:
    if type(node) is tuple:
        return 2 + sum(map(weight, node[1:]))
    if isinstance(node, int):
        return 1 + node.bit_length()
    return 1 if node is None else 4


def candidates(case: Case) -> Iterator[Case]:
    name, given, share = case
    if share:
        yield name, given, 0.0
    for key in given:
        if key not in NEEDED:
            yield name, {other: node for other, node in given.items() if other != key}, share
    for key, node in given.items():
        for candidate in smaller(node):
            yield name, {**given, key: candidate}, share


def shrunk(case: Case, reason_of: Callable[[Case], str | None], reason: str) -> dict[str, Any]:
    """The smallest case that was found to fail for the same kind of reason."""
    kind, until = reason.split(":")[0], perf_counter() + PATIENCE
    found = True
    while found and perf_counter() < until:
        found = False
        for candidate in candidates(case):
            other = reason_of(candidate)
            if other and other.split(":")[0] == kind:
                case, reason, found = candidate, other, True
                break
            if perf_counter() > until:
                break
    interrupted = {"interrupted after the share": case[2]} if case[2] else {}
    return {"function": case[0], **interrupted, **{f"  {key}": node for key, node in case[1].items()}, "reason": reason}
