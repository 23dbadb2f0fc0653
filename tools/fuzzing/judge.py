"""Whether a call ended as it must: with the right result, or a refusal in good order."""

from __future__ import annotations

import json
import operator
import pickle
import random
import re
from collections import deque
from fractions import Fraction
from math import copysign
from typing import Any

from fuzzing import expect
from fuzzing.draw import TALLIES
from fuzzing.make import Malformed, Own, build, function_of, parameters
from fuzzing.meaning import GRADED, Call, Unsure, Wrong, asked, questions_of
from scorio_lite import Tally, exact

LONGEST_MESSAGE = 500
LONGEST_WORD = 70
NAMED = r"R|R0|limit|tally|powers|data|rows|class counts|numbers of questions|histogram"
MOST_SEEN = 3000  # items of what is looked at for changes
MOST_MODEST = 60  # of every number in a call that no limit may refuse
MOST_WRITTEN = 2000  # outcomes of a matrix that is written out
RISING = ("pass_at_k", "max_at_k")
FALLING = ("pass_hat_k", "unanimous_at_k", "g_pass_at_k")


def expected(name: str, given: dict[str, Any]) -> tuple[Any, Any]:
    """What the call asks for, and what it must return: None where that is not affordable."""
    module, _, attribute = name.partition(".")
    if name == "Tally":
        return None, questions_of("tally", [given["R"], given.get("R0"), given.get("ragged", ("bool", 0))[1]])
    if module == "Tally":
        kind = {"from_counts": "counts", "from_histogram": "histogram", "from_dict": "cells"}[attribute]
        return None, questions_of(kind, [*given.values(), False])
    call = None
    try:
        if module == "special":
            return None, expect.special(attribute, given)
        if module == "rank":
            others = {"compare": expect.compared, "rank_scores": expect.given_scores}
            return None, others[attribute](given) if attribute in others else expect.ranking(attribute, given)
        call = asked(name, given)
        return call, expect.result(call)
    except (expect.TooSlow, AssertionError):  # or the oracle's numbers are not precise enough
        return call, None


def verdict(name: str, given: dict[str, Any], value: Any, error: BaseException | None) -> tuple[str, str | None, Any]:
    """(how the call ended, what is wrong with that or None, what the call asked for)."""
    if isinstance(error, Malformed):
        return "malformed", None, None
    if isinstance(error, Own) or isinstance(getattr(error, "__cause__", None), Own):
        return "own exception", None if type(error) is Own else f"wrapped: {error!r:.200}", None
    call, right, wrong = None, None, None
    try:
        call, right = expected(name, given)
    except (Wrong, Unsure) as refusal:
        wrong = refusal
    if error is not None:
        return ("limit" if "limit" in str(error) else "refused"), wrong_error(name, given, error, wrong), None
    reason = strange(name, value, given)
    if not reason and isinstance(wrong, Wrong):
        reason = f"accepted: {value!r:.200}"
    if not reason and isinstance(value, Tally):
        value = {tuple(trimmed(part) for part in cell): number for cell, number in value.cells.items()}
    is_other = right is not None and (value != right or (name.startswith("rank.") and repr(value) != repr(right)))
    if not reason and is_other:
        reason = f"wrong result: {value!r:.1000}, not {right!r:.1000}"
    return "accepted" if right is None else "compared", reason, call


def trimmed(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Class counts without those of the classes beyond the highest that occurs."""
    return counts[: max((j + 1 for j, x in enumerate(counts) if x), default=0)]


def wrong_error(name: str, given: dict[str, Any], error: BaseException, wrong: Exception | None) -> str | None:
    message = str(error)
    if type(error) is TypeError and "at most one of lam and lambda_" in message:
        return None if not str(wrong) or "lambda_" in str(wrong) else f"unexpected TypeError: {message}"
    if type(error) is not ValueError:
        return f"unexpected {type(error).__name__}: {message:.200}"
    if len(message) >= LONGEST_MESSAGE or max(map(len, message.split()), default=0) >= LONGEST_WORD:
        return f"long message of {len(message)} characters: {message:.200}"
    if not re.search(rf"\b({NAMED}|{'|'.join(parameters(name))})\b", message):
        return f"message names no argument: {message}"
    if "limit" in message:
        modest = wrong is None and all(map(is_modest, given.values()))
        return f"refused: {message}" if modest else None
    if wrong is None:
        return f"refused: {message}"
    if isinstance(wrong, Wrong) and not re.search(str(wrong), message, re.DOTALL):
        return f"not the promised words: {message}, where {wrong} is right"
    return None if re.search(" (must|cannot) |^Unknown ", message) else f"no reason: {message}"


def is_modest(node: Any) -> bool:
    """Whether nothing in a description is so large or so small that a limit may be in the way."""
    if type(node) is tuple:
        return node[0] not in ("power", "range") and len(node) <= MOST_MODEST and all(map(is_modest, node[1:]))
    if isinstance(node, str):
        return "E" not in node.upper()
    if isinstance(node, int):
        return abs(node) <= MOST_MODEST
    return not node or 1e-3 <= abs(node) <= 1e3


def is_strange(x: Any) -> bool:
    return type(x) not in (int, float) or x != x or (x == 0 and copysign(1, x) < 0)


def strange(name: str, value: Any, given: dict[str, Any]) -> str | None:
    module, _, metric = name.partition(".")
    if name in TALLIES:
        return strange_tally(value)
    if module == "rank":
        lists = list(value.values()) if type(value) is dict else value if type(value) is tuple else [value]
        numbers = [x for one in lists for x in (one if type(one) is list else [one])]
        return f"strange ranks: {value!r:.300}" if any(map(is_strange, numbers)) else None
    if module in ("exact", "special") and metric != "normal_quantile":
        wanted = 2 if metric.endswith("_moments") or metric in ("bayes", "avg") else 0
        parts = value if type(value) is tuple and len(value) == wanted else (value,)
        return None if all(type(x) is Fraction for x in parts) else f"strange type {type(value)}"
    wanted = 4 if metric.endswith("_ci") else 2 if metric in ("bayes", "avg") else 0
    if (type(value) is not tuple or len(value) != wanted) if wanted else type(value) is not float:
        return f"strange type: {value!r}"
    mu, sigma, lo, hi = (*value, *[0.0] * 4)[:4] if wanted else (value, 0.0, 0.0, 0.0)
    if any(type(x) is not float or is_strange(x) for x in (mu, sigma, lo, hi)) or sigma < 0 or lo > hi:
        return f"strange number: {value!r}"
    if module == "special" or metric.startswith(GRADED) or "geom" in metric:
        return None
    is_inside = wanted != 4 or "bounds" in given or 0 <= lo <= min(mu, 1) <= hi <= 1
    return None if 0 <= mu <= 1 + 2e-12 and is_inside else f"strange size: {value!r}"


def strange_tally(tally: Any) -> str | None:
    if type(tally) is not Tally:
        return f"strange type {type(tally)}"
    data = json.loads(json.dumps(tally.to_dict()))
    cells, lengths = data["cells"], {sum(counts) for counts, _ in tally.cells}
    copies = [pickle.loads(pickle.dumps(tally)), tally + Tally(), Tally.from_dict(data)]
    copies.append(Tally.from_dict({**data, "cells": cells[::-1]}))
    numbers = [*tally.cells.values(), *tally.histogram.values()]
    wrong = {
        "a copy differs": any(copy != tally or hash(copy) != hash(tally) for copy in copies),
        "equal ones are written differently": any(copy.to_dict() != data for copy in copies),
        "equal to one with other prior outcomes": cells
        and Tally.from_dict({**data, "cells": [[*cells[0][:2], [9, 9]], *cells[1:]]}) == tally,
        "changed from outside": tally.cells.clear() or tally.histogram.clear() or tally != copies[0],
        "numbers of questions": sum(numbers) != 2 * tally.questions or not {int}.issuperset(map(type, numbers)),
        "trials": tally.trials != (min(lengths) if len(lengths) == 1 else None),
        "has_prior": tally.has_prior != any(prior for _, prior in tally.cells),
        "a long repr": len(repr(tally)) >= LONGEST_MESSAGE,
    }
    return next((f"strange tally: {what}" for what, is_wrong in wrong.items() if is_wrong), None)


def snapshot(value: Any, depth: int = 4) -> Any:
    if type(value) in (list, tuple, deque, dict, bytearray) and depth and len(value) < MOST_SEEN:
        items = [*value, *value.values()] if type(value) is dict else list(value)
        return [id(value), [snapshot(item, depth - 1) for item in items]]
    return value if type(value) in (int, float, str, bytes) else id(value)


def related(label: str, name: str, call: Any, value: Any) -> str | None:
    """What is wrong with the result of another call, which must agree with that of this one."""
    if not isinstance(call, Call) or call.module not in ("eval", "exact"):
        return None
    rng = random.Random(label)
    function, agree, what = function_of(name), operator.eq, "the same counts"
    arguments = {key: build(node) for key, node in call.given.items() if key not in ("R", "R0")}
    cells = [[number, list(counts), list(prior)] for (counts, prior), number in call.questions.items()]
    R: Any = sum([Tally.from_dict({"version": 1, "cells": [cell]}) for cell in rng.sample(cells, len(cells))], Tally())
    rises = (call.base in RISING) - (call.base in FALLING)
    choice, size = rng.random(), sum(sum(counts) * number for number, counts, _ in cells)
    if choice < 0.4 and size <= MOST_WRITTEN and R.trials and not R.has_prior:
        what, rows = "a matrix of the same counts", []
        for number, counts, _ in cells:
            row = [j for j, count in enumerate(counts) for _ in range(count)]
            rows += [rng.sample(row, len(row)) for _ in range(number)]
        R = rng.sample(rows, len(rows))
    elif choice < 0.6 and call.k > 1 and rises:
        what, arguments["k"] = "k - 1", call.k - 1
        agree = lambda a, b: rises * first(a) >= rises * first(b)  # noqa: E731
    elif choice < 0.8 and call.module == "eval" and call.metric in exact.__all__:
        what, function = "the exact number", getattr(exact, call.metric)
        agree = lambda a, b: first(a) == expect.rounded(Fraction(first(b)))  # noqa: E731
    try:
        other = function(R, **arguments)
    except ValueError as error:
        return None if "limit" in str(error) else f"relation: {what} is refused: {error}"
    return None if agree(value, other) else f"relation: {what}: {value!r} and {other!r}"


def first(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) else value
