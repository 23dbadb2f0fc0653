"""EvalPlus: eval_results.json. Read: version 0.3.1, and 0.1.0 to 0.2.0 of 2023, whose files have other words.

Its own pass@k scores each task with the samples that it has; a sample without a status is not a pass.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import field, named, optional, part, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"eval": {"HumanEval/0": [{"base_status": "pass", "plus_status": "fail"}]}}'
_RULE = Rule(
    "each task is scored with the samples that it has; one without a status fails",
    empty="EvalPlus prints no pass@k then",
)
_STATUS = {"pass": True, "fail": False, "timeout": False}
_STATUS_OF_2023 = {"success": True, "failed": False, "timed out": False}


def read(document: Any, book: Book, settings: Settings) -> None:
    """An object with `eval`: for each task a list of samples, whose base_status and plus_status must both be pass.

    In files of 2023, a task is an object with the lists base and plus, of [status, outcomes of the tests].
    """
    book.begin("evalplus", "eval")
    book.rule = _RULE
    for label, samples in named(field(document, "eval", "results"), "field 'eval'").items():
        task = f"task {shown(label)}"
        question = book.question(label, task)
        rows = _rows_of_2023 if isinstance(samples, dict) and "base" in samples else _rows
        for i, (base, plus) in enumerate(rows(samples, task, settings.base), 1):
            place = f"{task}, sample {i}"
            if plus is None and base is not None:
                raise FileError(f"{place}, field 'plus_status': null: only the base suite ran; use --base")
            if base is None:
                book.gap(question, place, "null", 0)
            else:
                book.add(question, base and plus, place, i)


def _rows(samples: Any, task: str, base_only: bool) -> list[tuple[bool | None, bool | None]]:
    """Whether each sample passes the base tests, and all tests."""
    rows = []
    for i, sample in enumerate(typed(samples, list, task), 1):
        place = f"{task}, sample {i}"
        names = ("base_status", "base_status" if base_only else "plus_status")
        base, plus = (
            _passes(field(sample, name, place), _STATUS, f"{place}, field {shown(name)}") for name in names
        )
        rows.append((base, plus))
    return rows


def _rows_of_2023(samples: Any, task: str, base_only: bool) -> list[tuple[bool | None, bool | None]]:
    base = part(samples, "base", list, task)
    plus = base if base_only else optional(samples, "plus", task)
    if not plus and base:
        raise FileError(f"{task}: field 'plus' is empty: only the base suite ran; use --base")
    files = optional(samples, "nfiles", task)
    if files is None:
        files = len(part(samples, "files", list, task))
    if not len(base) == len(typed(plus, list, f"{task}, field 'plus'")) == files:
        raise FileError(f"{task}: the lists 'base' and 'plus' and the number of samples differ")
    rows = []
    for i, pair in enumerate(zip(base, plus), 1):
        first, second = (
            _passes(one[0] if isinstance(one, list) and one else one, _STATUS_OF_2023, f"{task}, sample {i}")
            for one in pair
        )
        rows.append((first, second))
    return rows


def _passes(status: Any, words: dict[str, bool], place: str) -> bool | None:
    if status is None:
        return None
    if not isinstance(status, str) or status not in words:
        raise FileError(f"{place}: {shown(status)} is none of {', '.join(map(repr, words))}")
    return words[status]
