"""verifiers: results.jsonl, a record for each rollout; traces.jsonl, with traces or episodes of one agent.

In results.jsonl, the harness counts a broken rollout with its reward; in traces.jsonl, it leaves it out.
"""

from __future__ import annotations

from math import fsum, prod

from ..grading import is_missing, shown
from ..read.item import Item, Refusal, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

    from .engine import Trials

_LARGEST = 1e300  # a reward or its weight


def read(file: Trials) -> Iterator[Trial]:
    for item in file.items():
        if not {"rewards", "traces"}.isdisjoint(item.fields):
            yield _of_trace(item, file)
            continue
        label = file.label(item, item["example_id"].value)
        file.check_same(item, label, [item.inside("prompt")])
        reward, kept = item["reward"].value, file.keep(item, answer=item.inside("answer"))
        why = "'error' is set" if item.get("error").value else "no reward" if is_missing(reward) else ""
        task = item.get("task").value
        yield Trial("", task if isinstance(task, str) else "", label, None, reward, why, kept, item.place)


def _of_trace(item: Item, file: Trials) -> Trial:
    """Return the trial of a trace (or of an episode's only scored trace), with the sum of its rewards as the outcome."""
    task, trace, why = item["task"], item, ""
    label = next((one for one in map(task.inside, ("key", "hash", "data.idx")) if one is not None), None)
    if "traces" in item.fields:
        traces = list(item["traces"].each(f"{item.place}, trace"))
        scored = [one for one in traces if one.inside("agent.trainable") is not False] or traces
        if len(scored) > 1:
            raise item.error(f"it has the traces of {len(scored)} agents; only episodes of one agent are read")
        trace = scored[0] if scored else Item({"ok": False, "rewards": {}}, item.place)
        file.tell(task=item.inside("env.id"))
    file.tell(model=trace.inside("agent.config.model"))
    ok = trace.get("ok").value
    if ok is False or (ok is None and trace.get("errors").value):
        why = "it is not ok" if ok is False else "it has errors"
    rewards = [
        _value(trace.of(value, f", reward {shown(name)}"))
        for name, value in trace["rewards"].fields.items()
        if value is not None
    ]
    outcome = None if why else fsum(rewards) if rewards else 0
    why = why or ("" if rewards else "no rewards")
    return Trial("", "", file.label(task, label), None, outcome, why, file.keep(item), trace.place)


def _value(reward: Item) -> float:
    """Return a reward times its weight, as in {"score": 1, "weight": 0.5}. A plain number is weighted already."""
    factors = [reward.value]
    if isinstance(reward.value, dict):
        factors = [reward["score"].value, reward.fields.get("weight", 1)]
    for factor in factors:
        if type(factor) not in (int, float) or not -_LARGEST <= factor <= _LARGEST:
            raise Refusal("value", f"{reward.place}: {shown(factor)} is not a finite number")
    return prod(map(float, factors))
