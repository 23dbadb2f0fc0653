"""promptfoo: results.json, an object with `results`, which has `results` and `stats`; results.jsonl, a result a line.

Read: the package promptfoo 0.121.20 (evaluator, evalResult, the writers of JSON and of JSON Lines), the latter also in
0.117.0, and src/models/eval.ts and src/types/index.ts since version 3 of its results. A test that is repeated has a new
testIdx each time, so a question is a test with the same vars, description, threshold and assertions. The harness counts
a result with an error as not passed.
"""

from __future__ import annotations

from itertools import chain
from sys import intern
from zlib import crc32

from ..grading import FileError, shown
from ..json_text import canonical, field, inside, optional, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"results": {"results": [{"provider": "m", "vars": {"q": "2+2"}, "success": true}], "stats": {}}}'
_RULE = Rule("a result with an error is a failure", uneven="its pass rate is that of all results together")
_COMPARED = ("select-best", "max-score")  # assertions that compare the results of a test
_ERROR = 2  # the failureReason of a result that an error ended
_SHORT = 40  # characters of a prompt in the name of a run


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Each result: testCase, vars, provider, prompt, promptIdx, testIdx, success, score, failureReason, error."""
    book.begin("promptfoo", "vars")
    outcome = "success" if book.grader.is_plain else "score"
    results = [_Result(item, place, outcome) for place, item in _results(unit, items)]
    tests: dict[str, set[str]] = {}  # the assertions that each text of a question goes with
    columns: dict[Any, tuple[str, str]] = {}  # the provider and the prompt of each run
    for one in results:
        tests.setdefault(one.text, set()).add(one.asserted)
        if columns.setdefault(one.column, one.names) != one.names:
            raise FileError(f"{one.place}: column {shown(one.column)} has two providers or prompts")
    runs = {key: book.run(name) for key, name in _names(columns).items()}
    for key, run in runs.items():
        run.begin("promptfoo", "vars")
        run.rule = _RULE
        run.tell(model=columns[key][0])
    for one in results:
        run, digest = runs[one.column], crc32(one.asserted.encode("utf-8", "replace"))
        label = one.text if len(tests[one.text]) == 1 else f"{one.text} [{digest:08x}]"
        question = run.question(label, one.place)
        number = run.number(question, one.number, f"{one.place}, field 'testIdx'")
        if one.prompt:
            run.check_context(question, {"prompt": one.prompt}, one.place)
        if one.error:
            run.gap(question, one.place, one.error, 0)
        else:
            run.add(question, one.value, f"{one.place}, field {shown(outcome)}", number)


class _Result:
    """What counts of a result."""

    __slots__ = ("asserted", "column", "error", "names", "number", "place", "prompt", "text", "value")

    def __init__(self, item: Any, place: str, outcome: str) -> None:
        self.place = place
        self.text, self.asserted = map(intern, _test(item, place))
        self.column, self.names = _column(item, place)
        self.number = optional(item, "testIdx", place)
        # The vars may be stripped, and then only the prompts tell the questions apart.
        self.prompt = "" if item.get("vars") else canonical(item.get("prompt"))
        self.error = str(item.get("error") or "an error") if _is_broken(item, place) else ""
        self.value = None if self.error else field(item, outcome, place)


def _results(unit: str, items: Items) -> Iterator[tuple[str, Any]]:
    """The results with their places: those of one document, or the items."""
    items = iter(items)
    start, first = next(items)
    if isinstance(first, dict) and "results" in first:
        results = part(part(first, "results", dict, ""), "results", list, "field 'results'")
        yield from ((f"result {i}", item) for i, item in enumerate(results, 1))
        for at, _ in items:
            raise FileError(f"{unit} {at}: the value before has all results; give it a file of its own")
        return
    for at, item in chain(((start, first),), items):
        _check_compared(item, f"{unit} {at}")
        yield f"{unit} {at}", item


def _check_compared(item: Any, place: str) -> None:
    """Older versions wrote a line before its result was compared with those of other providers, which decides it."""
    asserted, graded = inside(item, "testCase", "assert"), inside(item, "gradingResult")
    wanted = _types(asserted if isinstance(asserted, list) else [])
    parts = inside(graded, "componentResults")
    found = _types(inside(one, "assertion") for one in [graded, *(parts if isinstance(parts, list) else [])])
    if wanted and not found and not _is_broken(item, place):
        raise FileError(f"{place}: its {min(wanted)} was not decided when it was written; use --output results.json")


def _types(assertions: Iterable[Any]) -> set[str]:
    return {kind for kind in _COMPARED for one in assertions if inside(one, "type") == kind}


def _test(item: Any, place: str) -> tuple[str, str]:
    """The text of a question, and what else tells it from others."""
    case = item.get("testCase") if isinstance(item, dict) else {}
    case = case if isinstance(case, dict) else {}
    text = canonical(field(item, "vars", place))
    description = case.get("description")
    return f"{description}: {text}" if description else text, canonical([case.get("assert"), case.get("threshold")])


def _column(item: Any, place: str) -> tuple[Any, tuple[str, str]]:
    """The key of the run of a result; its provider and its prompt."""
    provider, prompt = field(item, "provider", place), item.get("prompt")
    if isinstance(provider, dict):
        provider = optional(provider, "label", place) or optional(provider, "id", place)
    names = str(provider), str(prompt.get("label") or prompt.get("raw")) if isinstance(prompt, dict) else ""
    index = optional(item, "promptIdx", place)
    return (index if type(index) is int else names), names


def _names(columns: dict[Any, tuple[str, str]]) -> dict[Any, str]:
    """The name of each run: its provider, and its prompt if the provider has several."""
    providers = [provider for provider, _ in columns.values()]
    names: dict[Any, str] = {}
    for key, (provider, prompt) in columns.items():
        name = provider if providers.count(provider) == 1 else f"{provider}, {prompt[:_SHORT]}"
        names[key] = name if name not in names.values() else f"{name} #{len(names) + 1}"
    return names


def _is_broken(item: Any, place: str) -> bool:
    reason = optional(item, "failureReason", place)
    error, graded = (optional(item, name, place) for name in ("error", "gradingResult"))
    return reason == _ERROR if reason is not None else bool(error) and not graded
