"""verifiers: results.jsonl, a record for each rollout; traces.jsonl, a trace or an episode for each rollout.

Read: version 0.4.0, whose traces.jsonl has episodes and whose legacy part writes results.jsonl, and 0.2.0, whose
traces.jsonl has traces. Its own mean is over rollouts: in results.jsonl all count, a broken one with its reward; in
traces.jsonl those that are not ok are left out.
"""

from __future__ import annotations

from math import fsum

from ..fields import CONTEXT_KEYS, OUTCOME_KEYS
from ..grading import FileError, shown, spelled
from ..json_text import field, inside, named, optional, part, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"example_id": 0, "reward": 1.0}'
_CONTEXT = (*CONTEXT_KEYS, "task")
# Where they hold an outcome, they must agree with a reward that is one.
_OTHERS = tuple(name for name in OUTCOME_KEYS if name not in ("reward", "score", "result"))
_LARGEST = 1e300  # a reward or its weight
_UNEVEN = "verifiers averages over rollouts, not over questions"


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    add = None
    for at, item in items:
        place = f"{unit} {at}"
        if add is None:
            add = _add_trace if {"rewards", "traces"} & typed(item, dict, place).keys() else _add_record
            book.begin("verifiers", "task" if add is _add_trace else "example_id")
            rule = "left out" if add is _add_trace else "counted with its reward"
            book.rule = Rule(f"a rollout that broke is {rule}", uneven=_UNEVEN)
        add(item, place, book)


def _add_record(item: Any, place: str, book: Book) -> None:
    """A record: example_id, reward, error."""
    question = book.question(field(item, "example_id", place), f"{place}, field 'example_id'")
    book.check_context(question, {name: field(item, name, place) for name in _CONTEXT if name in item}, place)
    book.keep(question, item, place)
    book.identify(question, "prompt", item.get("prompt"), place)
    reward = field(item, "reward", place)
    if optional(item, "error", place):
        book.gap(question, place, "'error' is set", reward)
        return
    for name in _OTHERS:
        other = optional(item, name, place)
        word = spelled(other) if isinstance(other, str) else book.grader.code(other)
        if word is not None and book.grader.is_plain and reward == 1 - word:
            raise FileError(
                f"{place}: 'reward' is {shown(reward)} and {shown(name)} is {shown(other)}; name one with --outcome"
            )
    book.add(question, reward, f"{place}, field 'reward'")


def _add_trace(item: Any, place: str, book: Book) -> None:
    """A trace: task, and rewards by name; or an episode, which has the trace of one agent that is scored."""
    task = field(item, "task", place)
    label = _label(task, f"{place}, field 'task'")
    question = book.question(label, f"{place}, field 'task'")
    book.keep(question, task, place)
    trace = item
    if "traces" in item:
        traces = part(item, "traces", list, place)
        book.tell(task=inside(item, "env", "id"))
        scored = [one for one in traces if inside(one, "agent", "trainable") is not False] or traces
        if not scored:
            book.gap(question, place, "it has no trace")
            return
        if len(scored) > 1:
            raise FileError(f"{place}: it has the traces of {len(scored)} agents; only episodes of one agent are read")
        trace, place = scored[0], f"{place}, trace {traces.index(scored[0]) + 1}"
    book.tell(model=inside(trace, "agent", "config", "model"))
    ok, errors = optional(trace, "ok", place), optional(trace, "errors", place)
    if ok is False or (ok is None and errors):
        book.gap(question, place, "it is not ok" if ok is False else "it has errors")
        return
    inner = f"{place}, field 'rewards'"
    rewards = named(field(trace, "rewards", place), inner)
    values = [_value(name, reward, inner) for name, reward in rewards.items() if reward is not None]
    if not values:
        book.gap(question, place, "no rewards", 0)
        return
    book.add(question, fsum(values), inner)


def _label(task: Any, place: str) -> Any:
    """What names a task: its key, the hash of its content, or its place in the data, in this order."""
    for name in ("key", "hash"):
        label = optional(task, name, place)
        if label is not None:
            return label
    label = optional(part(task, "data", dict, place), "idx", place)
    if label is None:
        raise FileError(f"{place}: it has no key, hash or data.idx, which would name the question")
    return label


def _value(name: str, reward: Any, place: str) -> float:
    """What a reward adds: its score times its weight, or a number that is already weighted."""
    place = f"{place}, {shown(name)}"
    factors = [reward]
    if isinstance(reward, dict):
        factors = [field(reward, "score", place), reward.get("weight", 1)]
    for factor in factors:
        if type(factor) not in (int, float) or abs(factor) > _LARGEST:
            raise FileError(f"{place}: {shown(factor)} is not a finite number")
    return float(factors[0]) * factors[1] if len(factors) > 1 else float(reward)
