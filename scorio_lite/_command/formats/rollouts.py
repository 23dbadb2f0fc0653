"""Rollouts of reinforcement learning: STEP.jsonl of verl; results.jsonl and traces.jsonl of verifiers.

Sources: verl/trainer/ppo/ray_trainer.py (_dump_generations) and metric_utils.py of verl at b178a3c (January 2026);
verifiers 0.4.0 (episodes in traces.jsonl; its legacy part writes results.jsonl) and 0.2.0 (traces in traces.jsonl). The
mean that verifiers prints is over rollouts. In results.jsonl, it counts a broken rollout with its reward; in
traces.jsonl, it leaves out rollouts that are not ok.
"""

from __future__ import annotations

from math import fsum, prod

from ..book import Book
from ..fields import CONTEXT_KEYS, OUTCOME_KEYS
from ..grading import shown, spelled
from ..item import Item, Items
from ..json_text import canonical
from ..settings import Rule, Settings

_CONTEXT = (*CONTEXT_KEYS, "task")
# Other outcome fields: they must agree with a reward of 0 or 1.
_OTHERS = tuple(name for name in OUTCOME_KEYS if name not in ("reward", "score", "result"))
_LARGEST = 1e300  # a reward or its weight
_UNEVEN = "verifiers averages over rollouts, not over questions"


def read_verl(items: Items, book: Book, settings: Settings) -> None:
    """Read a record for each response, with the fields input (the question), gts (its answer), score and step."""
    book.begin("verl", "input")
    name = settings.metric
    for item in items:
        name = name or ("acc" if "acc" in item.fields else "score")  # as the harness does
        if name == "score" and "acc" in item.fields and not settings.metric:
            raise item.error("field 'acc' is not in earlier records; all must have it, or none")
        gts = item.inside("gts")
        gts = gts if isinstance(gts, str) else canonical(gts)
        book.trial(item, item["input"], item[name], context={"step": item.inside("step"), "gts": gts})


def read_verifiers(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read one rollout from each item, which is a record, a trace or an episode."""
    are_traces = not {"rewards", "traces"}.isdisjoint(items.peek())
    naming, add, rule = (
        ("task", _add_trace, "left out") if are_traces else ("example_id", _add_record, "counted with its reward")
    )
    book.begin("verifiers", naming, Rule(f"a rollout that broke is {rule}", uneven=_UNEVEN))
    for item in items:
        add(item, book)


def _add_record(item: Item, book: Book) -> None:
    """Add the trial of a record with the fields example_id, reward and error."""
    reward, broke = item["reward"], item.get("error").value
    for name in _OTHERS if not broke else ():
        other = item.get(name).value
        word = spelled(other) if isinstance(other, str) else book.grader.code(other)
        if word is not None and book.grader.is_plain and reward.value == 1 - word:
            both = f"'reward' is {shown(reward.value)} and {shown(name)} is {shown(other)}"
            raise item.error(f"{both}; name one with --outcome")
    why, same = "'error' is set" if broke else "", ("prompt", item.inside("prompt"))
    context = {name: item[name].value for name in _CONTEXT if name in item.fields}
    book.trial(item, item["example_id"], reward, None, why, reward.value, same, context)


def _add_trace(item: Item, book: Book) -> None:
    """Add the trial of a trace (or an episode's only scored trace), with the sum of its rewards as the outcome."""
    task = item["task"]
    question = book.question(_label(task))
    book.keep(question, task)
    trace = item
    if "traces" in item.fields:
        traces = item["traces"].each(f"{item.place}, trace")
        book.tell(task=item.inside("env", "id"))
        scored = [one for one in traces if one.inside("agent", "trainable") is not False] or traces
        if not scored:
            book.gap(question, item, "it has no trace")
            return
        if len(scored) > 1:
            raise item.error(f"it has the traces of {len(scored)} agents; only episodes of one agent are read")
        trace = scored[0]
    book.tell(model=trace.inside("agent", "config", "model"))
    ok = trace.get("ok").value
    if ok is False or (ok is None and trace.get("errors").value):
        book.gap(question, trace, "it is not ok" if ok is False else "it has errors")
        return
    rewards = trace["rewards"]
    values = [_value(one) for _, one in rewards.named(f"{rewards.place},") if one.value is not None]
    if not values:
        book.gap(question, trace, "no rewards", 0)
        return
    book.add(question, rewards.of(fsum(values)))


def _label(task: Item) -> Item:
    """Return the name of a task: its key, or else the hash of its content, or else its index in the data."""
    for name in ("key", "hash"):
        label = task.get(name).value
        if label is not None:
            return task.of(label)
    label = task["data"].get("idx").value
    if label is None:
        raise task.error("it has no key, hash or data.idx, which would name the question")
    return task.of(label)


def _value(reward: Item) -> float:
    """Return a reward times its weight, as in {"score": 1, "weight": 0.5}. A plain number is weighted already."""
    factors = [reward.value]
    if isinstance(reward.value, dict):
        factors = [reward["score"].value, reward.value.get("weight", 1)]
    for factor in factors:
        if type(factor) not in (int, float) or not -_LARGEST <= factor <= _LARGEST:
            raise reward.error(f"{shown(factor)} is not a finite number")
    return prod(map(float, factors))
