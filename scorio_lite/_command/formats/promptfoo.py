"""promptfoo: results.json, an object with `results`, which has `results` and `stats`; results.jsonl, one result
per line.

Source: the package promptfoo 0.121.20 (evaluator, evalResult, the writers of JSON and JSON Lines) and 0.117.0
(the writer of JSON Lines); src/models/eval.ts and src/types/index.ts since version 3 of its results. A repeated
test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are one
question. The harness counts a result with an error as not passed.
"""

from __future__ import annotations

from itertools import chain
from sys import intern
from zlib import crc32

from ..book import Book
from ..grading import shown
from ..item import Item, Items
from ..json_text import canonical
from ..settings import Rule, Settings
from ..text import TITLE_COLUMNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

_RULE = Rule("a result with an error is a failure", uneven="its pass rate is over all results together")
_COMPARED = ("select-best", "max-score")  # assertions that compare the results of a test
_ERROR = 2  # the failureReason of a result that an error ended


def read(items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read results, each of which has a test (the question), a provider and a prompt (the run), and an outcome."""
    book.begin("promptfoo", "vars")
    outcome = "success" if book.grader.is_plain else "score"
    results = [_Result(item, outcome) for item in _results(items)]
    tests: dict[str, set[str]] = {}  # the assertions of each question text
    columns: dict[Any, tuple[str, str]] = {}  # the provider and the prompt of each run
    for one in results:
        tests.setdefault(one.text, set()).add(one.asserted)
        if columns.setdefault(one.column, one.names) != one.names:
            raise one.at.error(f"column {shown(one.column)} has two providers or prompts")
    runs = {key: book.run(name) for key, name in _names(columns).items()}
    for run, (provider, _) in zip(runs.values(), columns.values()):
        run.begin("promptfoo", "vars", _RULE)
        run.tell(model=provider)
    for one in results:
        run, digest = runs[one.column], crc32(one.asserted.encode("utf-8", "replace"))
        label = one.text if len(tests[one.text]) == 1 else f"{one.text} [{digest:08x}]"
        context = {"prompt": one.prompt} if one.prompt else {}
        run.trial(one.at, one.at.of(label), one.value, one.number, one.error, 0, context=context)


class _Result:
    """The parts of a result that the reader uses: question, run, trial number and outcome."""

    __slots__ = ("asserted", "at", "column", "error", "names", "number", "prompt", "text", "value")

    def __init__(self, item: Item, outcome: str) -> None:
        self.at = item.of(None)
        self.text, self.asserted = map(intern, _test(item))
        self.column, self.names = _column(item)
        self.number = item.get("testIdx")
        # The vars may be stripped, and then only the prompts tell the questions apart.
        self.prompt = "" if item.inside("vars") else canonical(item.inside("prompt"))
        self.error = str(item.inside("error") or "an error") if _is_broken(item) else ""
        self.value = self.at if self.error else item[outcome]


def _results(items: Items) -> Iterator[Item]:
    """Yield the results in the only document, or the items of JSON Lines."""
    values = iter(items)
    first = next(values)
    if isinstance(first.value, dict) and "results" in first.value:
        yield from Item(first.value)["results"]["results"].each("result")
        for item in values:
            raise item.error("the value before has all results; give it a file of its own")
        return
    for item in chain((first,), values):
        _check_compared(item)
        yield item


def _check_compared(item: Item) -> None:
    """Refuse a line of an older version if it was written before an assertion that compares outputs was decided."""
    asserted, graded = item.inside("testCase", "assert"), item.inside("gradingResult")
    wanted = _types(asserted if isinstance(asserted, list) else [])
    parts = item.inside("gradingResult", "componentResults")
    found = _types(Item(one).inside("assertion") for one in [graded, *(parts if isinstance(parts, list) else [])])
    if wanted and not found and not _is_broken(item):
        raise item.error(f"its {min(wanted)} was not decided when it was written; use --output results.json")


def _types(assertions: Iterable[Any]) -> set[str]:
    return {kind for kind in _COMPARED for one in assertions if Item(one).inside("type") == kind}


def _test(item: Item) -> tuple[str, str]:
    """Return (text of a result's question, its assertions). Assertions tell questions with the same text apart."""
    text = canonical(item["vars"].value)
    description = item.inside("testCase", "description")
    asserted = canonical([item.inside("testCase", "assert"), item.inside("testCase", "threshold")])
    return f"{description}: {text}" if description else text, asserted


def _column(item: Item) -> tuple[Any, tuple[str, str]]:
    """Return (key of a result's run, (name of the provider, name of the prompt))."""
    provider, prompt = item["provider"], item.inside("prompt")
    name = provider.value
    if isinstance(name, dict):
        name = provider.get("label").value or provider.get("id").value
    names = str(name), str(prompt.get("label") or prompt.get("raw")) if isinstance(prompt, dict) else ""
    index = item.get("promptIdx").value
    return (index if type(index) is int else names), names


def _names(columns: dict[Any, tuple[str, str]]) -> dict[Any, str]:
    """Return the name of each run: its provider, followed by the prompt if the provider has several."""
    providers = [provider for provider, _ in columns.values()]
    names: dict[Any, str] = {}
    for key, (provider, prompt) in columns.items():
        name = provider if providers.count(provider) == 1 else f"{provider}, {prompt[:TITLE_COLUMNS]}"
        names[key] = name if name not in names.values() else f"{name} #{len(names) + 1}"
    return names


def _is_broken(item: Item) -> bool:
    reason, error, graded = (item.get(name).value for name in ("failureReason", "error", "gradingResult"))
    return reason == _ERROR if reason is not None else bool(error) and not graded
