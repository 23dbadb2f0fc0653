"""promptfoo: results.json, an object with `results`, which has `results` and `stats`.

Read: the package promptfoo 0.121.20 (evaluator, evalResult, the JSON writer), and src/models/eval.ts and
src/types/index.ts since version 3 of its results. A test that is repeated has a new testIdx each time, so a question
is a test with the same vars, description, threshold and assertions. The harness counts a result with an error as not
passed.
"""

from __future__ import annotations

from zlib import crc32

from ..grading import FileError, shown
from ..json_text import canonical, field, optional, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"results": {"results": [{"provider": "m", "vars": {"q": "2+2"}, "success": true}], "stats": {}}}'
_RULE = Rule("a result with an error is a failure", uneven="its pass rate is that of all results together")
_ERROR = 2  # the failureReason of a result that an error ended
_SHORT = 40  # characters of a prompt in the name of a run


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Each result: testCase, vars, provider, prompt, promptIdx, testIdx, success, score, failureReason, error."""
    book.begin("promptfoo", "vars")
    results = part(part(document, "results", dict, ""), "results", list, "field 'results'")
    items = [(f"result {i}", item) for i, item in enumerate(results, 1)]
    tests: dict[str, set[str]] = {}  # the assertions that each text of a question goes with
    columns: dict[Any, tuple[str, str]] = {}  # the provider and the prompt of each run
    for place, item in items:
        text, asserted = _test(item, place)
        tests.setdefault(text, set()).add(asserted)
        column = _column(item, place)
        if columns.setdefault(column[0], column[1]) != column[1]:
            raise FileError(f"{place}: column {shown(column[0])} has two providers or prompts")
    names = _names(columns)
    runs = {key: book.run(name) for key, name in names.items()}
    for key, run in runs.items():
        run.begin("promptfoo", "vars")
        run.rule = _RULE
        run.tell(model=columns[key][0])
    for place, item in items:
        run, (text, asserted) = runs[_column(item, place)[0]], _test(item, place)
        label = text if len(tests[text]) == 1 else f"{text} [{crc32(asserted.encode('utf-8', 'replace')):08x}]"
        question = run.question(label, place)
        number = run.number(question, optional(item, "testIdx", place), f"{place}, field 'testIdx'")
        if not item.get("vars"):  # they may be stripped, and then only the prompts tell the questions apart
            run.check_context(question, {"prompt": canonical(item.get("prompt"))}, place)
        if _is_broken(item, place):
            run.gap(question, place, str(item.get("error") or "an error"), 0)
        else:
            name = "success" if run.grader.is_plain else "score"
            run.add(question, field(item, name, place), f"{place}, field {shown(name)}", number)


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
