"""Terminal-Bench: results.json of a run, with all trials, or of one trial.

Read: terminal_bench/harness/harness.py and models.py of terminal-bench 0.2.18. The harness counts is_resolved, and
null as a failure.
"""

from __future__ import annotations

import re

from ..grading import FileError, shown
from ..json_text import field, optional, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"results": [{"task_id": "a", "trial_name": "a.1-of-1", "is_resolved": true}], "n_resolved": 1}'
_RULE = Rule(
    "is_resolved counts, whatever ended the trial; null is a failure",
    uneven="its accuracy is that of all trials together",
)
# Why a trial may end early. The first are the agent's own: tests ran, and their result counts.
_OWN = ("unset", "none", "agent_timeout", "context_length_exceeded", "output_length_exceeded", "fatal_llm_parse_error")
_BROKEN = ("unknown", "unknown_agent_error", "agent_installation_failed", "test_timeout", "parse_error")
_ATTEMPT = re.compile(r"\.([0-9]{1,6})-of-([0-9]{1,6})\.")


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """A run has `results`, a list of trials: task_id, trial_name, is_resolved, failure_mode."""
    book.begin("terminal-bench", "task_id")
    book.rule = _RULE
    if "results" in document:
        for i, trial in enumerate(part(document, "results", list, ""), 1):
            _add(trial, f"result {i}", book)
    else:
        _add(document, "trial", book)


def _add(trial: Any, place: str, book: Book) -> None:
    question = book.question(field(trial, "task_id", place), f"{place}, field 'task_id'")
    name = field(trial, "trial_name", place)
    attempt = _ATTEMPT.search(name) if isinstance(name, str) else None
    number = book.number(question, attempt[1] if attempt else name, f"{place}, field 'trial_name'")
    if attempt:
        book.expect(int(attempt[2]), "n_attempts")
    resolved, mode = field(trial, "is_resolved", place), optional(trial, "failure_mode", place) or "unset"
    if mode not in _OWN + _BROKEN:
        raise FileError(f"{place}, field 'failure_mode': {shown(mode)} is not known")
    if resolved is None or mode in _BROKEN:
        book.gap(question, place, f"is_resolved is null, {mode}" if resolved is None else mode, resolved or 0)
    else:
        book.add(question, resolved, f"{place}, field 'is_resolved'", number)
