"""promptfoo: results.json, with `results.results`; results.jsonl, one result per line.

A repeated test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are one
question. Each provider with each prompt is a run.
"""

from __future__ import annotations

from zlib import crc32

from ..grading import shown
from ..read.item import Item, Trial
from ..read.json import canonical
from ..text import TITLE_COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_ERROR = 2  # the failureReason of a result that an error ended


def read(file: Trials) -> Iterator[Trial]:
    document = file.parsed.document
    is_whole = isinstance(document, dict) and "results" in document
    results = list(Item(document)["results"]["results"].each("result") if is_whole else file.items())
    outcome = file.told.outcome = "success" if file.is_plain else "score"
    tests: dict[str, set[str]] = {}  # the assertions of each text of a question
    columns: dict[Any, tuple[str, str]] = {}  # the provider and the prompt of each run
    for one in results:
        text, asserted = _test(one)
        tests.setdefault(text, set()).add(asserted)
        key, names = _column(one)
        if columns.setdefault(key, names) != names:
            raise one.error(f"column {shown(key)} has two providers or prompts")
    providers = [provider for provider, _ in columns.values()]
    runs: dict[Any, str] = {}
    for key, (provider, prompt) in columns.items():
        name = provider if providers.count(provider) == 1 else f"{provider}, {prompt[:TITLE_COLUMNS]}"
        runs[key] = name if name not in runs.values() else f"{name} #{len(runs) + 1}"
    for one in results:
        text, asserted = _test(one)
        label = text if len(tests[text]) == 1 else f"{text} [{crc32(asserted.encode('utf-8', 'replace')):08x}]"
        reason, error, graded = (one.get(name).value for name in ("failureReason", "error", "gradingResult"))
        is_broken = reason == _ERROR if reason is not None else bool(error) and not graded
        why = str(error or "an error") if is_broken else ""
        if not one.inside("vars"):  # they may be stripped, and then only the prompts tell the questions apart
            file.check_same(one, (label, runs[_column(one)[0]]), [one.inside("prompt")])
        value = 0 if is_broken else one[outcome].value
        kept = file.keep(one, cost=one.inside("cost"))
        yield Trial(runs[_column(one)[0]], "", label, one.get("testIdx").value, value, why, kept, one.place)


def _test(item: Item) -> tuple[str, str]:
    """Return (text of a result's question, its assertions). Assertions tell questions with the same text apart."""
    text, description = canonical(item["vars"].value), item.inside("testCase.description")
    asserted = canonical([item.inside("testCase.assert"), item.inside("testCase.threshold")])
    return f"{description}: {text}" if description else text, asserted


def _column(item: Item) -> tuple[Any, tuple[str, str]]:
    """Return (key of a result's run, (name of the provider, name of the prompt))."""
    provider, prompt, index = item["provider"].value, item.inside("prompt"), item.get("promptIdx").value
    name = provider.get("label") or provider.get("id") if isinstance(provider, dict) else provider
    names = str(name), str(prompt.get("label") or prompt.get("raw")) if isinstance(prompt, dict) else ""
    return (index if type(index) is int else names), names
