"""tau-bench: a JSON list of runs with task_id, trial, reward and info.

Read: the repository of 2026-03, tau_bench/run.py. Its own pass^k gives a run that broke its reward, 0, and a task
that lacks a trial a failure.
"""

from __future__ import annotations

from ..fields import OUTCOME_KEYS
from ..grading import FileError, is_missing, shown
from ..json_text import field, inside, optional
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book, Question
    from ..settings import Items, Settings

EXAMPLE = '[{"task_id": 0, "trial": 0, "reward": 1.0, "info": {}, "traj": []}]'
_REWARD_SLACK = 1e-6  # tau-bench calls a reward this close to 1 a success
_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # fields of other records
_INFINITY = float("inf")


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """A list of runs: task_id, trial, reward. A run with info.error broke: its reward is not an outcome."""
    book.begin("tau-bench", "task_id")
    book.rule = Rule("a run that broke counts with its reward, and a trial that a task lacks as a failure", fails=True)
    for at, item in items:
        place = f"{unit} {at}"
        question = book.question(field(item, "task_id", place), f"{place}, field 'task_id'")
        book.keep(question, item, place)
        book.identify(question, "instruction", inside(item, "info", "task", "instruction"), place)
        number = book.number(question, optional(item, "trial", place), f"{place}, field 'trial'")
        reward = field(item, "reward", place)
        others = _OUTCOMES & item.keys()
        if others and not settings.format:
            raise FileError(
                f"{place}: field {shown(min(others))} is not in earlier records; all must have it, or none"
            )
        info = optional(item, "info", place)
        if isinstance(info, dict) and optional(info, "error", f"{place}, field 'info'"):
            reward = graded(book, reward, f"{place}, field 'reward'")
            book.gap(question, place, f"task {shown(question.label, 12)} broke: info.error", reward)
        else:
            add_reward(book, question, reward, f"{place}, field 'reward'", number)


def graded(book: Book, reward: Any, place: str) -> Any:
    """A reward as an outcome. One close enough to 1 is a success, unless --threshold or --weights reads it."""
    if is_missing(reward):
        return reward
    if not isinstance(reward, (int, float)) or not -_INFINITY < reward < _INFINITY:
        raise FileError(f"{place}: {shown(reward)} is not a finite number")
    return abs(reward - 1) <= _REWARD_SLACK if book.grader.is_plain else reward


def add_reward(book: Book, question: Question, reward: Any, place: str, number: int | None) -> None:
    """Count a reward."""
    book.add(question, graded(book, reward, place), place, number)
