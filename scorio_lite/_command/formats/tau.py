"""Results of tau-bench (a JSON list of runs) and of tau2-bench (an object with `simulations`, or results.json with a
folder `simulations`).

Source: tau_bench/run.py of the repository of 2026-03; and version 1.0.1 of tau2-bench.
"""

from __future__ import annotations

from pathlib import Path

from ..book import Book
from ..fields import OUTCOME_KEYS
from ..grading import FileError, is_missing, shown
from ..item import Item, Items
from ..json_text import parsed
from ..settings import Rule, Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

_RULE = Rule("a broken run counts with its reward, and a missing trial of a task as a failure", fails=True)
_RULE_2 = Rule("infrastructure errors are left out; any other end counts with its reward, no reward as a failure")
_REWARD_SLACK = 1e-6  # tau-bench calls a reward this close to 1 a success
_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # fields of other records
_INFINITY = float("inf")
_FOLDER = "simulations"
_UNCOUNTED = "infrastructure_error"
_BROKEN = (_UNCOUNTED, "user_error", "unexpected_error")  # ends of a simulation that are not the agent's fault


def read_tau_bench(items: Items, book: Book, settings: Settings) -> None:
    """Read a list of runs: task_id, trial, reward. A run with info.error broke: its reward is not an outcome.

    The harness's own pass^k counts a broken run with its reward, 0, and a missing trial of a task as a failure.
    """
    book.begin("tau-bench", "task_id", _RULE)
    for item in items:
        reward, info = item["reward"], item.get("info")
        others = _OUTCOMES & item.value.keys()
        if others and not settings.format:
            raise item.error(f"field {shown(min(others))} is not in earlier records; all must have it, or none")
        broke = isinstance(info.value, dict) and info.get("error").value
        same = "instruction", item.inside("info", "task", "instruction")
        graded, why = _graded(book, reward), "it broke: info.error" if broke else ""
        book.trial(item, item["task_id"], graded, item.get("trial"), why, reward.value, same)


def _graded(book: Book, reward: Item) -> Item:
    """Return a reward as an outcome: whether it is close to 1. With --threshold or --weights, return the reward."""
    value = reward.value
    if is_missing(value):
        return reward
    if not isinstance(value, (int, float)) or not -_INFINITY < value < _INFINITY:
        raise reward.error(f"{shown(value)} is not a finite number")
    return reward.of(abs(value - 1) <= _REWARD_SLACK) if book.grader.is_plain else reward


def read_tau2_bench(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read simulations: task_id, trial, reward_info.reward, termination_reason; and the `tasks`.

    A simulation has no outcome if it has no reward, or if an error of the user simulator or of the infrastructure ended
    it. Any other end (max_steps, timeout, too_many_errors, agent_error, ...) is the agent's: its reward counts.

    The harness's own pass^k leaves out simulations ended by the infrastructure. Any other simulation counts with its
    reward, or as a failure if there is no reward. Each task is scored with its own trials, unless it has none.
    """
    book.begin("tau2-bench", "task_id", _RULE_2)
    tasks = document.get("tasks")
    for task in tasks.each("task") if tasks.value is not None else ():
        question = book.question(task["id"])
        book.keep(question, task)
        scenario = task.inside("user_scenario")
        book.identify(question, "user_scenario", scenario and str(scenario), task)
    info = document.get("info")
    if isinstance(info.value, dict):
        book.expect(info.get("num_trials").value, "num_trials")
        book.tell(model=info.inside("agent_info", "llm"), task=info.inside("environment_info", "domain_name"))
    is_here = "simulations" in document.fields
    for simulation in document["simulations"].each("simulation") if is_here else _in_folder(document, book):
        _add(simulation, book)


def _add(simulation: Item, book: Book) -> None:
    info, reason = simulation["reward_info"], simulation.get("termination_reason").value
    reward = info if info.value is None else info["reward"]
    why = reason if reason in _BROKEN else "no reward" if is_missing(reward.value) else ""
    failed = None if reason == _UNCOUNTED else 0 if is_missing(reward.value) else _graded(book, reward).value
    score, cost = reward if why else _graded(book, reward), (simulation.get("agent_cost").value, "USD")
    book.trial(simulation, simulation["task_id"], score, simulation.get("trial"), why, failed, cost=cost)


def _in_folder(document: Item, book: Book) -> Iterator[Item]:
    """Yield the simulations in the folder beside the file. The name of each file there is the id of its simulation.

    If the document has a simulation_index, it must list the same ids.
    """
    from ..source import Source

    folder = Path(book.files.file).parent / _FOLDER
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not paths:
        raise FileError(f"its simulations are in the folder {_FOLDER}/ beside it, which is not there or empty")
    index = document.get("simulation_index")
    if index.value is not None:
        listed = {str(entry["id"].value) for entry in index.each(f"{index.place}, entry")}
        odd = sorted(listed ^ {path.stem for path in paths})
        if odd:
            raise FileError(f"simulation {shown(odd[0])} is in only one of simulation_index and the folder {_FOLDER}/")
    for path in paths:
        place = f"{_FOLDER}/{path.name}"
        try:
            with Source(str(path), lambda _: None) as source:
                item = parsed(source.text(()).rest(0))
        except FileError as error:
            raise FileError(f"{place}: {error}") from None
        yield Item(item, place)
