"""tau2-bench: an object with `simulations`."""

from __future__ import annotations

from ..json_text import field, part, typed
from .tau_bench import add_reward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

# Reasons for the end of a simulation that are not the agent's fault.
_BROKEN = ("user_error", "infrastructure_error", "unexpected_error")


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """An object with `simulations`: task_id, trial, reward_info.reward, termination_reason; and the `tasks`.

    A simulation has no outcome if it has no reward, or if an error of the user simulator or of the infrastructure ended
    it. Any other end (max_steps, too_many_errors, agent_error, ...) is the agent's: its reward counts.
    """
    book.begin("tau2-bench", "task_id")
    tasks = document.get("tasks")
    for i, task in enumerate(typed(tasks, list, "field 'tasks'") if tasks is not None else [], 1):
        book.question(field(task, "id", f"task {i}"), f"task {i}, field 'id'")
    info = document.get("info")
    trials = info.get("num_trials") if isinstance(info, dict) else None
    if type(trials) is int:
        book.expect(trials, "num_trials")
    for i, item in enumerate(part(document, "simulations", list, ""), 1):
        place = f"simulation {i}"
        question = book.question(field(item, "task_id", place), f"{place}, field 'task_id'")
        number = book.number(question, item.get("trial"), f"{place}, field 'trial'")
        rewards, reason = field(item, "reward_info", place), item.get("termination_reason")
        if reason in _BROKEN:
            book.gap(question, place, reason)
        elif rewards is None:
            book.gap(question, place, "no reward_info")
        else:
            inner = f"{place}, field 'reward_info'"
            add_reward(book, question, field(rewards, "reward", inner), f"{inner}, field 'reward'", number)
