"""Whether a call ended as it must: with the right result, a refusal in good order, or the caller's own exception."""

from __future__ import annotations

import inspect
import json
import pickle
import re
from collections import deque
from fractions import Fraction
from math import copysign
from typing import Any, Callable

import scorio_lite
from fuzzing import decimals, ranking
from fuzzing.bounds import bounds_of, double, special_bounds
from fuzzing.build import HOSTILE, Malformed, Own
from fuzzing.meaning import Clash, asked, base_of, questions_of_tally
from fuzzing.values import Questions, Unsure, Wrong, meaning
from scorio_lite import Tally, exact, rank, special

LONGEST_MESSAGE = 500
LONGEST_WORD = 70
MODULES = {"eval": scorio_lite.eval, "exact": exact, "rank": rank, "special": special}
TALLIES = {
    "Tally": ("tally", ("R", "R0", "ragged")),
    "Tally.from_counts": ("counts", ("rows",)),
    "Tally.from_histogram": ("histogram", ("histogram",)),
    "Tally.from_dict": ("cells", ("data",)),
}
WORDS = r"R|R0|limit|tally|powers|data|rows|class counts|numbers of questions|histogram"
PROMISED = {
    "k": r"k must (satisfy 1 <= k <= N \(N=\d+\); got k=|be >= 1;|be an integer;)",
    "tau": r"tau must be in \[0, 1\]",
    "lam": r"lam must be in \[0, 1\]",
    "confidence": r"confidence must be in \(0,1\)",
    "quantile": r"quantile must be in \(0, 1\)",
    "Entries": r"Entries of R(0|_a|_b|0_a|0_b)? must be integers in \[0, \d+\]",
    "alpha0": "alpha0 must be a finite positive",
    "beta0": "beta0 must be a finite positive",
    "bounds": r"bounds must (satisfy bounds\[0\] <= bounds\[1\]|be None or a pair)",
}
GRADED = ("bayes", "avg", "max_at_k")
MOST_SEEN = 3000  # items of what is looked at for changes
MOST_MODEST = 60  # of every number in a call that no limit may refuse


def function_of(name: str) -> Callable:
    module, _, attribute = name.rpartition(".")
    if not module:
        return Tally
    return getattr(Tally if module == "Tally" else MODULES[module], attribute)


def parameters(name: str) -> list[str]:
    return list(inspect.signature(function_of(name)).parameters)


# --- what is to be expected -------------------------------------------------------------------------------------------


def expected(name: str, given: dict) -> tuple[Any, list[decimals.Bounds]]:
    """What the call asks for, and between which Fractions its numbers are; no numbers where that is not affordable."""
    module, _, attribute = name.rpartition(".")
    if module == "special":
        return None, special_bounds(attribute, {key: meaning(node) for key, node in given.items()})
    if module == "rank":
        return ranking.expected(attribute, given), []
    if module in ("Tally", ""):
        kind, names = TALLIES[name]
        parts = [given[key] for key in names if key in given]
        if kind == "histogram":
            parts.append(False)
        elif kind == "tally":
            parts = [given["R"], given.get("R0"), meaning(given.get("ragged", False))]
        return questions_of_tally(kind, parts), []
    call = asked(attribute, given)
    try:
        return call, bounds_of(call)
    except decimals.TooSlow:
        return call, []


# --- the verdicts -----------------------------------------------------------------------------------------------------


def wrong_numbers(name: str, value: Any, call: Any, bounds: list[decimals.Bounds]) -> str | None:
    """What is wrong with a result, compared with what it must lie between."""
    found = value if isinstance(value, tuple) else (value,)
    if name.startswith(("exact.", "special.")) and name != "special.normal_quantile":
        if base_of(name) in ("exact.bayes", "exact.avg"):
            bounds = [bounds[0], bounds[2]]
        if all(lo == hi == x for x, (lo, hi) in zip(found, bounds)) and len(found) == len(bounds):
            return None
        return f"wrong number: {found} is not {[lo for lo, _ in bounds]}"
    ends = [(double(lo), double(hi)) for lo, hi in bounds[: len(found)]]
    clip = getattr(call, "clip", None)
    if clip:
        low, high = (end if end - end else double(Fraction(end)) for end in clip)
        ends[2:] = [tuple(min(max(end, low), high) for end in pair) for pair in ends[2:]]
    if all(lo <= x <= hi for x, (lo, hi) in zip(found, ends)):
        return None
    return f"wrong number: {found!r} is not {[lo if lo == hi else (lo, hi) for lo, hi in ends]}"


def strange(name: str, value: Any, given: dict) -> str | None:
    """What is wrong with a result, whatever was asked for."""
    base = base_of(name)
    if name.startswith(("exact.", "special.")) and name != "special.normal_quantile":
        parts = value if type(value) is tuple else (value,)
        return None if all(type(x) is Fraction for x in parts) else f"strange type {type(value)}"
    if name.startswith("rank."):
        return strange_ranks(value)
    if not name.startswith("eval."):
        if isinstance(value, Tally):
            return strange_tally(value)
        return None if type(value) is float else f"strange type {type(value)}"
    wanted = 4 if name.endswith("_ci") else 2 if base in ("eval.bayes", "eval.avg") else 0
    if (type(value) is not tuple or len(value) != wanted) if wanted else type(value) is not float:
        return f"strange type: {value!r}"
    parts = value if wanted else (value,)
    if any(type(x) is not float or x != x or (x == 0 and copysign(1, x) < 0) for x in parts):
        return f"strange number: {value!r}"
    if (wanted and parts[1] < 0) or (wanted == 4 and parts[2] > parts[3]):
        return f"strange order: {value!r}"
    if base[5:] in GRADED or "geom" in base:
        return None
    if not 0 <= parts[0] <= 1 + 2e-12:
        return f"strange size: {value!r}"
    if wanted == 4 and "bounds" not in given and not 0 <= parts[2] <= min(parts[0], 1) <= parts[3] <= 1:
        return f"strange interval: {value!r}"
    return None


def strange_ranks(value: Any) -> str | None:
    lists = list(value.values()) if type(value) is dict else value if type(value) is tuple else [value]
    numbers = [x for one in lists for x in (one if type(one) is list else [one])]
    strange = any(type(x) not in (int, float) or x != x or (not x and copysign(1, x) < 0) for x in numbers)
    return f"strange ranks: {value!r:.300}" if strange else None


def strange_tally(tally: Tally) -> str | None:
    written = json.dumps(tally.to_dict())
    cells = json.loads(written)["cells"]
    copies = [pickle.loads(pickle.dumps(tally))]
    copies += [Tally.from_dict({"version": 1, "cells": some}) for some in (cells, cells[::-1])]
    numbers = [number for cells in (tally.cells, tally.histogram) for number in cells.values()]
    if any(copy != tally or hash(copy) != hash(tally) or copy.cells != tally.cells for copy in copies):
        return "strange tally: a copy differs"
    if any(json.dumps(copy.to_dict()) != written for copy in copies):
        return "strange tally: equal ones are written differently"
    if cells and Tally.from_dict({"version": 1, "cells": [[*cells[0][:2], [9, 9]], *cells[1:]]}) == tally:
        return "strange tally: equal to one with other prior outcomes"
    tally.cells.clear()
    tally.histogram.clear()
    if tally != copies[0]:
        return "strange tally: changed from outside"
    if sum(numbers) != 2 * tally.questions or any(type(number) is not int or number < 1 for number in numbers):
        return "strange tally: numbers of questions"
    if any(type(x) is not int or x < 0 for cell in tally.cells for counts in cell for x in counts):
        return "strange tally: counts"
    return None if len(repr(tally)) < LONGEST_MESSAGE else "strange tally: a long repr"


def wrong_tally(tally: Tally, questions: Questions) -> str | None:
    found: Questions = Questions()
    for cell, number in tally.cells.items():
        key = tuple(tuple(counts[: max((j + 1 for j, x in enumerate(counts) if x), default=0)]) for counts in cell)
        found[key] = found.get(key, 0) + number
    return None if found == questions else f"wrong tally: {found} is not {questions}"


def wrong_refusal(error: BaseException, name: str) -> str | None:
    """What is wrong with an exception that is not the caller's."""
    message = str(error)
    if not isinstance(error, ValueError) or type(error) is not ValueError:
        return f"unexpected {type(error).__name__}: {message[:200]}"
    if len(message) >= LONGEST_MESSAGE or max(map(len, message.split()), default=0) >= LONGEST_WORD:
        return f"long message of {len(message)} characters: {message[:200]}"
    if not re.search(rf"\b({WORDS}|{'|'.join(parameters(name))})\b", message):
        return f"message names no argument: {message}"
    return None


def wrong_words(message: str) -> str | None:
    """Whether a refusal is not in the words that SPEC promises for its argument."""
    argument = message.split(" ")[0]
    promised = PROMISED.get(argument, "")
    return None if re.match(promised, message) or "limit" in message else f"not the promised words: {message}"


def misplaced(error: BaseException, place: str) -> str | None:
    """Whether a refusal points at another entry of R than the first that is wrong."""
    message = str(error)
    if not place or not message.startswith("Entries of R must") or "row" not in message:
        return None
    return None if f"{place})" in message else f"misplaced: {message}, which is at {place}"


def is_modest(node: Any) -> bool:
    """Whether nothing in a description is so large or so small that a limit may be in the way."""
    if type(node) is tuple:
        kind, *parts = node
        return kind != "power" and kind not in HOSTILE and len(parts) <= MOST_MODEST and all(map(is_modest, parts))
    if isinstance(node, str):
        return "E" not in node.upper()
    if isinstance(node, int):
        return abs(node) <= MOST_MODEST
    return node is None or node == 0 or 1e-3 <= abs(node) <= 1e3


def verdict(name: str, given: dict, value: Any, error: BaseException | None) -> tuple[str, str | None, Any]:
    """(how the call ended, what is wrong with that or None, what the call asked for)."""
    if isinstance(error, Malformed):
        return "malformed", None, None
    raised = [own for own in Own.raised if own.must_pass]
    if raised:
        cause = error.__cause__ if isinstance(error, RuntimeError) else None  # of a StopIteration in a generator
        passed = any(own is error or own is cause for own in raised)
        reason = f"swallowed {type(raised[0]).__name__}: {error!r:.200}{value!r:.200}"
        return "own exception", None if passed else reason, None
    if isinstance(error, Own):
        return "own exception", None, None
    call, bounds, wanted, place = None, [], "a result", ""
    try:
        call, bounds = expected(name, given)
    except (Wrong, Unsure, Clash, decimals.TooSlow) as refusal:
        wanted, place = type(refusal).__name__, str(refusal)
    if error is not None:
        return _of_error(name, given, error, wanted, place)
    reason = strange(name, value, given)
    if not reason and wanted in ("Wrong", "Clash"):
        reason = f"accepted: {value!r:.200}"
    if not reason and bounds:
        reason = wrong_numbers(name, value, call, bounds)
    if not reason and isinstance(call, Questions):
        reason = wrong_tally(value, call)
    if not reason and callable(call):
        reason = call(value)
    return "compared" if bounds or isinstance(call, Questions) or callable(call) else "accepted", reason, call


def _of_error(name: str, given: dict, error: BaseException, wanted: str, place: str) -> tuple[str, str | None, None]:
    if wanted != "a result" and type(error) is TypeError and "at most one of lam and lambda_" in str(error):
        return "rejected", None if {"lam", "lambda_"} <= set(given) else f"unexpected TypeError: {error}", None
    is_limit = "limit" in str(error)
    reason = wrong_refusal(error, name) or (misplaced(error, place) if wanted == "Wrong" and "R" in given else None)
    if not reason and not name.startswith("special."):
        reason = wrong_words(str(error))
    if not reason and wanted == "a result" and (not is_limit or all(map(is_modest, given.values()))):
        reason = f"refused: {str(error)[:200]}"
    if (
        not reason
        and wanted == "Wrong"
        and not re.search(" (must|cannot) ", str(error))
        and all(map(is_modest, given.values()))
    ):
        reason = f"no reason: {str(error)[:200]}"
    return "limit" if is_limit else "rejected", reason, None


def snapshot(value: Any, depth: int = 4) -> Any:
    """What must be the same after a call."""
    if type(value) in (list, tuple, deque, dict, bytearray) and depth and len(value) < MOST_SEEN:
        items = [*value, *value.values()] if type(value) is dict else list(value)
        return [id(value), [snapshot(item, depth - 1) for item in items]]
    return value if type(value) in (int, float, str, bytes) else id(value)
