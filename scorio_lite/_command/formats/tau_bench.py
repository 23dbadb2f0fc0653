"""tau-bench: a JSON list of runs with task_id, trial, reward and info.

Read: the repository of 2026-03, tau_bench/run.py. Its own pass^k counts a broken run with its reward, 0, and a missing
trial of a task as a failure.
"""

from __future__ import annotations

from ..book import Book
from ..fields import OUTCOME_KEYS
from ..grading import is_missing, shown
from ..item import Item, Items
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '[{"task_id": 0, "trial": 0, "reward": 1.0, "info": {}, "traj": []}]'
_RULE = Rule("a broken run counts with its reward, and a missing trial of a task as a failure", fails=True)
_REWARD_SLACK = 1e-6  # tau-bench calls a reward this close to 1 a success
_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # fields of other records
_INFINITY = float("inf")


def read(items: Items, book: Book, settings: Settings) -> None:
    """A list of runs: task_id, trial, reward. A run with info.error broke: its reward is not an outcome."""
    book.begin("tau-bench", "task_id", _RULE)
    for item in items:
        question = book.question(item["task_id"])
        book.keep(question, item)
        book.identify(question, "instruction", item.inside("info", "task", "instruction"), item)
        number = book.number(question, item.get("trial"))
        reward, info = item["reward"], item.get("info")
        others = _OUTCOMES & item.value.keys()
        if others and not settings.format:
            raise item.error(f"field {shown(min(others))} is not in earlier records; all must have it, or none")
        reward = graded(book, reward)
        if isinstance(info.value, dict) and info.get("error").value:
            book.gap(question, item, f"task {shown(question.label, 12)} broke: info.error", reward.value)
        else:
            book.add(question, reward, number)


def graded(book: Book, reward: Item) -> Item:
    """A reward as an outcome: a success if it is close to 1, unless --threshold or --weights reads it."""
    value = reward.value
    if is_missing(value):
        return reward
    if not isinstance(value, (int, float)) or not -_INFINITY < value < _INFINITY:
        raise reward.error(f"{shown(value)} is not a finite number")
    return reward.of(abs(value - 1) <= _REWARD_SLACK) if book.grader.is_plain else reward
