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
from fuzzing import ranking, slow
from fuzzing.bounds import bounds_of, double, special_bounds
from fuzzing.build import PROTOCOL, Malformed, Own, Questions, Unsure, Wrong, meaning
from fuzzing.meaning import asked, base_of, questions_of_tally
from scorio_lite import Tally, exact, rank, special

LONGEST_MESSAGE = 500
MODULES = {"eval": scorio_lite.eval, "exact": exact, "rank": rank, "special": special}
TALLIES = {
    "Tally": ("tally", ("R", "R0", "ragged")),
    "Tally.from_counts": ("counts", ("rows",)),
    "Tally.from_histogram": ("histogram", ("histogram",)),
}
WORDS = r"R|R0|limit|tally|powers|data|rows|class counts|numbers of questions|histogram"
GRADED = ("bayes", "avg", "max_at_k")
MOST_AFFORDABLE = 3000  # rows of a matrix that is built again


def function_of(name: str) -> Callable:
    module, _, attribute = name.rpartition(".")
    if not module:
        return Tally
    return getattr(Tally if module == "Tally" else MODULES[module], attribute)


def parameters(name: str) -> list[str]:
    return list(inspect.signature(function_of(name)).parameters)


# --- what is to be expected -------------------------------------------------------------------------------------------


def expected(name: str, given: dict) -> tuple[Any, list[slow.Bounds]]:
    """What the call asks for, and between which Fractions its numbers are; no numbers where that is not affordable."""
    module, _, attribute = name.rpartition(".")
    if module == "special":
        return None, special_bounds(attribute, {key: meaning(node) for key, node in given.items()})
    if module == "rank":
        return ranking.expected(attribute, given), []
    if module in ("Tally", ""):
        if name not in TALLIES:
            raise Unsure
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
    except slow.TooSlow:
        return call, []


# --- the verdicts -----------------------------------------------------------------------------------------------------


def wrong_numbers(name: str, value: Any, call: Any, bounds: list[slow.Bounds]) -> str | None:
    """What is wrong with a result, compared with what it must lie between."""
    found = value if isinstance(value, tuple) else (value,)
    if name.startswith(("exact.", "special.")) and name != "special.normal_quantile":
        if base_of(name) in ("exact.bayes", "exact.avg"):
            bounds = [bounds[0], bounds[2]]
        if all(lo == hi == x for x, (lo, hi) in zip(found, bounds)) and len(found) == len(bounds):
            return None
        return f"wrong number: {found} is not {bounds}"
    ends = [(double(lo), double(hi)) for lo, hi in bounds[: len(found)]]
    clip = getattr(call, "clip", None)
    if clip:
        low, high = (end if end - end else double(Fraction(end)) for end in clip)
        ends[2:] = [tuple(min(max(end, low), high) for end in pair) for pair in ends[2:]]
    if all(lo <= x <= hi for x, (lo, hi) in zip(found, ends)):
        return None
    return f"wrong number: {found!r} is not {ends}"


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
    copies = [Tally.from_dict(json.loads(json.dumps(tally.to_dict()))), pickle.loads(pickle.dumps(tally))]
    numbers = [number for cells in (tally.cells, tally.histogram) for number in cells.values()]
    if any(copy != tally or hash(copy) != hash(tally) or copy.cells != tally.cells for copy in copies):
        return "strange tally: a copy differs"
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
    if len(message) >= LONGEST_MESSAGE:
        return f"long message of {len(message)} characters: {message[:200]}"
    if not re.search(rf"\b({WORDS}|{'|'.join(parameters(name))})\b", message):
        return f"message names no argument: {message}"
    return None


def verdict(name: str, given: dict, value: Any, error: BaseException | None) -> tuple[str, str | None, Any]:
    """(how the call ended, what is wrong with that or None, what the call asked for)."""
    if isinstance(error, (Own, Malformed)):
        return "own exception" if isinstance(error, Own) else "malformed", None, None
    raised = [own for own in Own.raised if not isinstance(own, PROTOCOL)]
    if raised:
        passed = isinstance(error, RuntimeError) and isinstance(error.__cause__, Own)
        reason = f"swallowed {type(raised[0]).__name__}: {error!r:.200}{value!r:.200}"
        return "own exception", None if passed else reason, None
    call, bounds, wanted = None, [], "a result"
    try:
        call, bounds = expected(name, given)
    except (Wrong, Unsure, TypeError, slow.TooSlow) as refusal:
        wanted = type(refusal).__name__
    if error is not None:
        if wanted != "a result" and type(error) is TypeError and "at most one of lam and lambda_" in str(error):
            return "rejected", None, None
        reason = wrong_refusal(error, name)
        if not reason and wanted == "a result" and "limit" not in str(error):
            reason = f"refused: {str(error)[:200]}"
        return "limit" if "limit" in str(error) else "rejected", reason, None
    reason = strange(name, value, given)
    if not reason and wanted == "Wrong":
        reason = f"accepted: {value!r:.200}"
    if not reason and bounds:
        reason = wrong_numbers(name, value, call, bounds)
    if not reason and isinstance(call, Questions):
        reason = wrong_tally(value, call)
    if not reason and callable(call):
        reason = call(value)
    return "compared" if bounds or isinstance(call, Questions) or callable(call) else "accepted", reason, call


def snapshot(value: Any, depth: int = 4) -> Any:
    """What must be the same after a call."""
    if type(value) in (list, tuple, deque, dict, bytearray) and depth and len(value) < MOST_AFFORDABLE:
        items = [*value, *value.values()] if type(value) is dict else list(value)
        return [id(value), [snapshot(item, depth - 1) for item in items]]
    return value if type(value) in (int, float, str, bytes) else id(value)
