"""promptfoo, whose results name runs and questions by what they have; and the traces of verifiers."""

from __future__ import annotations

from math import fsum, prod
from zlib import crc32

from ..read.item import Item, Trial
from ..read.json import canonical
from ..read.names import is_missing
from ..text import TITLE_COLUMNS, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_ERROR = 2  # promptfoo's failureReason of a result that an error ended
_LARGEST = 1e300  # a reward or its weight


def promptfoo(file: FileTrials) -> Iterator[Trial]:
    """Read results.json, with `results.results`, or results.jsonl. Each provider with each prompt is a run.

    A repeated test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are
    one question.
    """
    document = file.parsed.document
    is_whole = isinstance(document, dict) and "results" in document
    results = list(Item(document)["results"]["results"].each("result") if is_whole else file.items())
    outcome = file.told.outcome = "success" if file.is_plain else "score"
    tests: dict[str, set[str]] = {}  # the assertions of each text of a question
    columns: dict[Any, tuple[str, str]] = {}  # the provider and the prompt of each run
    for one in results:
        text, asserted = _question_of(one)
        tests.setdefault(text, set()).add(asserted)
        key, names = _column_of(one)
        if columns.setdefault(key, names) != names:
            raise one.error(f"column {shown(key)} has two providers or prompts")
    providers = [provider for provider, _ in columns.values()]
    runs: dict[Any, str] = {}
    for key, (provider, prompt) in columns.items():
        name = provider if providers.count(provider) == 1 else f"{provider}, {prompt[:TITLE_COLUMNS]}"
        runs[key] = name if name not in runs.values() else f"{name} #{len(runs) + 1}"
    for one in results:
        text, asserted = _question_of(one)
        label = text if len(tests[text]) == 1 else f"{text} [{crc32(asserted.encode('utf-8', 'replace')):08x}]"
        key, _ = _column_of(one)
        if not one.inside("vars"):  # they may be stripped, and then only the prompts tell the questions apart
            file.check_same(one, (label, key), [one.inside("prompt")], "prompt")
        reason, error = one.get("failureReason").value, one.get("error").value
        is_broken = reason == _ERROR if reason is not None else bool(error) and not one.get("gradingResult").value
        value, why = (0, str(error or "an error")) if is_broken else (one[outcome].value, "")
        yield Trial(runs[key], "", label, one.get("testIdx").value, value, why, file.keep(one), one.place)


def _question_of(item: Item) -> tuple[str, str]:
    """Return (the text of a result's question, its assertions)."""
    text, description = canonical(item["vars"].value), item.inside("testCase.description")
    asserted = canonical([item.inside("testCase.assert"), item.inside("testCase.threshold")])
    return f"{description}: {text}" if description else text, asserted


def _column_of(item: Item) -> tuple[Any, tuple[str, str]]:
    """Return (the key of a result's run, (its provider, its prompt))."""
    index = item.get("promptIdx").value
    provider = item.inside("provider.label") or item.inside("provider.id") or item["provider"].value
    names = str(provider), str(item.inside("prompt.label") or item.inside("prompt.raw") or "")
    return index if type(index) is int else names, names


def verifiers(file: FileTrials) -> Iterator[Trial]:
    """Read traces, or episodes of one agent. The sum of a trace's rewards is its outcome."""
    for item in file.items():
        task, trace = item["task"], item
        if "traces" in item.fields:
            traces = list(item["traces"].each(f"{item.place}, trace"))
            traces = [one for one in traces if one.inside("agent.trainable") is not False] or traces
            if len(traces) > 1:
                raise item.error(f"it has the traces of {len(traces)} agents; only episodes of one agent are read")
            trace = traces[0] if traces else item.of({"ok": False, "rewards": {}})
        file.tell(model=trace.inside("agent.config.model"), task=item.inside("env.id"))
        ok = trace.get("ok").value
        rewards = [_reward(trace.of(x, f", {name}")) for name, x in trace["rewards"].fields.items() if x is not None]
        why = "it is not ok" if ok is False else "it has errors" if ok is None and trace.get("errors").value else ""
        outcome = None if why else fsum(rewards)
        label = file.label(task, task.inside("key/hash/data.idx"))
        why = why or ("" if rewards else "no rewards")
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
