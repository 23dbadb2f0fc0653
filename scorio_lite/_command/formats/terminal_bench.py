"""Terminal-Bench: results.json of a run, with all trials, or of one trial.

Read: terminal_bench/harness/harness.py and models.py of terminal-bench 0.2.18. The harness counts is_resolved, and
null as a failure.
"""

from __future__ import annotations

import re

from ..book import Book
from ..grading import shown
from ..item import Item
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '{"results": [{"task_id": "a", "trial_name": "a.1-of-1", "is_resolved": true}], "n_resolved": 1}'
_RULE = Rule(
    "is_resolved counts, whatever ended the trial; null is a failure",
    uneven="its accuracy is over all trials together",
)
# Why a trial may end early. The first reasons are the agent's own: tests ran, and their result counts.
_OWN = ("unset", "none", "agent_timeout", "context_length_exceeded", "output_length_exceeded", "fatal_llm_parse_error")
_BROKEN = ("unknown", "unknown_agent_error", "agent_installation_failed", "test_timeout", "parse_error")
_ATTEMPT = re.compile(r"\.([0-9]{1,6})-of-([0-9]{1,6})\.")


def read(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """A run has `results`, a list of trials: task_id, trial_name, is_resolved, failure_mode."""
    book.begin("terminal-bench", "task_id", _RULE)
    has_all = "results" in document.fields
    for trial in document["results"].each("result") if has_all else [document.of(document.value, "trial")]:
        question, name = book.question(trial["task_id"]), trial["trial_name"]
        attempt = _ATTEMPT.search(name.value) if isinstance(name.value, str) else None
        number = book.number(question, name.of(attempt[1]) if attempt else name)
        if attempt:
            book.expect(int(attempt[2]), "n_attempts")
        resolved, mode = trial["is_resolved"], trial.get("failure_mode")
        why = mode.value or "unset"
        if why not in _OWN + _BROKEN:
            raise mode.error(f"{shown(why)} is not known")
        if resolved.value is None:
            book.gap(question, trial, f"is_resolved is null, {why}", 0)
        elif why in _BROKEN:
            book.gap(question, trial, why, resolved.value or 0)
        else:
            book.add(question, resolved, number)
