"""promptfoo, whose results name runs and questions by what they have; and the traces of verifiers."""

from __future__ import annotations

from math import fsum, prod

from ..read.item import Item, Trial
from ..read.json import canonical
from ..read.names import is_missing
from ..text import TITLE_COLUMNS, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_SLACK = 1e-6  # a reward of tau-bench this close to 1 is a success
_ERROR = 2  # promptfoo's failureReason of a result that an error ended
_LARGEST = 1e300  # a reward or its weight


def tau(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return the reward of a trial of tau-bench or tau2-bench: a success is 1, unless an option grades rewards."""
    reward = item.inside(file.format.outcome)
    is_graded = file.ask.grades or not isinstance(reward, (int, float))
    return {"reward": reward if is_graded else int(abs(reward - 1) <= _SLACK)}


def promptfoo(file: FileTrials) -> Iterator[Trial]:
    """Read results.json, with `results.results`, or results.jsonl. Each provider with each prompt is a run.

    A repeated test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are
    one question.
    """
    from zlib import crc32  # of which plain records have no need

    document = file.parsed.document
    is_whole = isinstance(document, dict) and "results" in document
    every = Item(document)["results"]["results"].each("result") if is_whole else file.items()
    results = list(file.kept(every))
    outcome = file.told.outcome = "score" if file.ask.grades else "success"
    tests: dict[str, set[str]] = {}  # the assertions of each text of a question
    for one in results:
        text, asserted = _question_of(one)
        tests.setdefault(text, set()).add(asserted)
    columns = dict.fromkeys(map(_column_of, results))
    providers = [provider for _, provider, _ in columns]
    runs: dict[Any, str] = {}
    for column in columns:
        _, provider, prompt = column
        name = provider if providers.count(provider) == 1 else f"{provider}, {prompt[:TITLE_COLUMNS]}"
        runs[column] = name if name not in runs.values() else f"{name} #{len(runs) + 1}"
    for one in results:
        text, asserted = _question_of(one)
        label = text if len(tests[text]) == 1 else f"{text} [{crc32(asserted.encode('utf-8', 'replace')):08x}]"
        column = _column_of(one)
        if not one.inside("vars"):  # they may be stripped, and then only the prompts tell the questions apart
            file.check_same(one, (label, column), [one.inside("prompt")], "prompt")
        reason, error = one.get("failureReason").value, one.get("error").value
        is_broken = reason == _ERROR if reason is not None else bool(error) and not one.get("gradingResult").value
        value, why = (0, str(error or "an error")) if is_broken else (one[outcome].value, "")
        yield Trial(runs[column], "", label, one.get("testIdx").value, value, why, file.keep(one), one.place)


def _question_of(item: Item) -> tuple[str, str]:
    """Return (the text of a result's question, its assertions)."""
    text, description = canonical(item["vars"].value), item.inside("testCase.description")
    asserted = canonical([item.inside("testCase.assert"), item.inside("testCase.threshold")])
    return f"{description}: {text}" if description else text, asserted


def _column_of(item: Item) -> tuple[str, str, str]:
    """Return what tells the run of a result apart: its index, its provider and its prompt."""
    provider = item.inside("provider.label") or item.inside("provider.id") or item["provider"].value
    prompt = item.inside("prompt.label") or item.inside("prompt.raw") or ""
    return str(item.get("promptIdx").value), str(provider), str(prompt)


def verifiers(file: FileTrials) -> Iterator[Trial]:
    """Read episodes of one agent. The sum of the rewards of its trace is the outcome."""
    for item in file.kept(file.items()):
        task, traces = item["task"], list(item["traces"].each(f"{item.place}, trace"))
        traces = [one for one in traces if one.inside("agent.trainable") is not False] or traces
        if len(traces) > 1:
            raise item.error(f"it has the traces of {len(traces)} agents; only episodes of one agent are read")
        trace = traces[0] if traces else item.of({"ok": False, "rewards": {}})
        file.tell(model=trace.inside("agent.config.model"), task=item.inside("env.id"))
        rewards = [_reward(trace.of(x, f", {name}")) for name, x in trace["rewards"].fields.items() if x is not None]
        why = "it is not ok" if trace.get("ok").value is False else "" if rewards else "no rewards"
        outcome = None if why == "it is not ok" else fsum(rewards)
        label = file.label(task, task.inside("key/hash/data.idx"))
        yield Trial("", "", label, None, outcome, why, file.keep(item), trace.place)


def _reward(reward: Item) -> float:
    """Return a reward times its weight, as in {"score": 1, "weight": 0.5}. A plain number is weighted already."""
    factors = [reward.value]
    if isinstance(reward.value, dict):
        factors = [reward["score"].value, reward.fields.get("weight", 1)]
    for factor in factors:
        if type(factor) not in (int, float) or is_missing(factor) or abs(factor) > _LARGEST:
            raise reward.error(f"{shown(factor)} is not a finite number")
    return prod(map(float, factors))
