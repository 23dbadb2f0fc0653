"""The numbers that a report or a leaderboard in JSON must have, from the library on the outcomes that were written."""

from __future__ import annotations

from typing import Any

import scorio_lite
from scorio_lite import Tally, rank

BINARY = ("pass_at_k", "pass_hat_k", "maj_at_k")


def wrong_numbers(expected: list, found: Any) -> str | None:
    if len(expected) == 1:
        (rows, weights) = expected[0]
        wanted = report(rows, weights)
    else:
        wanted, found = leaderboard(expected), {name.rpartition("/")[2]: run for name, run in _runs(found)}
    for key, value in wanted.items():
        if found.get(key) != value:
            return f"wrong: {key} is {found.get(key)}, not {value}"
    return None


def impossible(found: Any) -> str | None:
    """What cannot be true of any outcomes: a score that is none, or a mean outside its interval."""
    weights = found.get("weights", [0, 1])
    rows = [found[name] for name in ("avg", "bayes") if name in found] + found.get("runs", [])
    rows += [row for at_k in found.get("at_k", ()) for name, row in at_k.items() if name != "k"]
    for row in rows:
        values = [row[name] for name in ("value", "lo", "mu", "hi") if name in row]
        if "runs" not in found and not all(min(weights) <= value <= max(weights) for value in values):
            return f"impossible: {row} with weights {weights}"
        if not row["lo"] <= row["mu"] <= row["hi"] or row["sigma"] < 0:
            return f"impossible: {row}"
    return None


def _runs(found: Any) -> list:
    return [(run.pop("file").replace("standard input", "a"), run) for run in found["runs"]]


def _called(name: str, rows: Any, k: int | None, weights: Any) -> dict[str, float]:
    """The summary of a metric."""
    function = getattr(scorio_lite, f"{name}_ci")
    bounds = (min(weights), max(weights)) if weights else (0, 1)
    if name == "max_at_k":
        numbers = function(rows, k, weights, bounds=bounds)
    else:
        numbers = function(rows, weights, bounds=bounds) if k is None else function(rows, k)
    return dict(zip(("mu", "sigma", "lo", "hi"), numbers))


def report(rows: list[list[int]], weights: Any) -> dict[str, Any]:
    """What the report on these outcomes says, beside the name and the format of the file."""
    R = rows if len(set(map(len, rows))) == 1 else Tally(rows, ragged=True)
    fewest, most = min(map(len, rows)), max(map(len, rows))
    wanted: dict[str, Any] = {"questions": len(rows), "trials": fewest, "confidence": 0.95}
    if most > fewest:
        wanted["most_trials"] = most
    for name in ("avg", "bayes"):
        wanted[name] = _called(name, R, None, weights)
    ks = range(1, fewest + 1) if fewest <= 8 else sorted({*(2**i for i in range(20) if 2**i <= fewest), fewest})
    wanted["at_k"] = []
    for k in ks:
        row: dict[str, Any] = {"k": k}
        for name in ("max_at_k",) if weights else BINARY:
            value = scorio_lite.max_at_k(R, k, weights) if weights else getattr(scorio_lite, name)(R, k)
            row[name] = {"value": value, **_called(name, R, k, weights)}
        wanted["at_k"].append(row)
    return wanted


def leaderboard(runs: list) -> dict[str, Any]:
    """The runs by the names of their files, a, b, ...; the ranks are those of the scores."""
    values = [scorio_lite.bayes(rows, weights)[0] for rows, weights in runs]
    wanted: dict[str, Any] = {}
    order = sorted(range(len(runs)), key=lambda i: (-values[i], i))
    for place, i in enumerate(order):
        rows, weights = runs[i]
        better = rank.compare(rows, runs[order[place + 1]][0], weights)[-1] if place + 1 < len(order) else None
        wanted["abc"[i]] = {
            "questions": len(rows),
            "trials": len(rows[0]),
            "value": values[i],
            **_called("bayes", rows, None, weights),
            "rank": 1 + sum(value > values[i] for value in values),
            "p_better": better,
        }
    return {name: _Part(run) for name, run in wanted.items()}


class _Part(dict):  # type: ignore[type-arg]
    """Some of the fields of an object, equal to one that has them all."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and all(other.get(key) == value for key, value in self.items())

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]
