"""tau2-bench: an object with `simulations`, or results.json with a folder simulations/. Read: version 1.0.1.

Its own pass^k leaves out the simulations that the infrastructure ended; any other counts with its reward, one without a
reward as a failure; each task is scored with the trials that it has, a task without any is left out.
"""

from __future__ import annotations

from pathlib import Path

from ..grading import FileError, is_missing, shown
from ..json_text import field, inside, optional, parsed, part, typed
from ..rules import Rule
from .tau_bench import add_reward, graded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"info": {"num_trials": 1}, "simulations": [{"task_id": "7", "trial": 0, "reward_info": {"reward": 1.0}}]}'
_FOLDER = "simulations"
_UNCOUNTED = "infrastructure_error"
_BROKEN = (_UNCOUNTED, "user_error", "unexpected_error")  # ends of a simulation that are not the agent's fault


def read(document: Any, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Simulations: task_id, trial, reward_info.reward, termination_reason; and the `tasks`.

    A simulation has no outcome if it has no reward, or if an error of the user simulator or of the infrastructure ended
    it. Any other end (max_steps, timeout, too_many_errors, agent_error, ...) is the agent's: its reward counts.
    """
    book.begin("tau2-bench", "task_id")
    book.rule = Rule("infrastructure errors are left out; any other end counts with its reward, no reward as a failure")
    tasks = optional(document, "tasks", "results")
    for i, task in enumerate(typed(tasks, list, "field 'tasks'") if tasks is not None else [], 1):
        question = book.question(field(task, "id", f"task {i}"), f"task {i}, field 'id'")
        book.keep(question, task, f"task {i}")
        scenario = inside(task, "user_scenario")
        book.identify(question, "user_scenario", scenario and str(scenario), f"task {i}")
    info = optional(document, "info", "results")
    if isinstance(info, dict):
        book.expect(optional(info, "num_trials", "field 'info'"), "num_trials")
        book.tell(model=inside(info, "agent_info", "llm"), task=inside(info, "environment_info", "domain_name"))
    if "simulations" not in document:
        for place, item in _in_folder(document, book):
            _add(item, place, book)
        return
    for i, item in enumerate(part(document, "simulations", list, ""), 1):
        _add(item, f"simulation {i}", book)


def _add(item: Any, place: str, book: Book) -> None:
    question = book.question(field(item, "task_id", place), f"{place}, field 'task_id'")
    number = book.number(question, optional(item, "trial", place), f"{place}, field 'trial'")
    rewards, reason = field(item, "reward_info", place), optional(item, "termination_reason", place)
    inner = f"{place}, field 'reward_info'"
    reward = None if rewards is None else field(rewards, "reward", inner)
    inner += ", field 'reward'"
    if reason in _BROKEN:
        failed = None if reason == _UNCOUNTED else 0 if is_missing(reward) else graded(book, reward, inner)
        book.gap(question, place, reason, failed)
    elif is_missing(reward):
        book.gap(question, *((place, "no reward_info") if rewards is None else (inner, shown(reward))), 0)
    else:
        add_reward(book, question, reward, inner, number)


def _in_folder(document: Any, book: Book) -> Iterator[tuple[str, Any]]:
    """The simulations in the folder beside the file, each in a file that has its id as its name. The index in the
    document, which may be null, must have the same."""
    from ..source import Source

    folder = Path(book.file).parent / _FOLDER
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not paths:
        raise FileError(f"its simulations are in the folder {_FOLDER}/ beside it, which is not there or empty")
    index = optional(document, "simulation_index", "results")
    if index is not None:
        entries = enumerate(typed(index, list, "field 'simulation_index'"), 1)
        listed = {str(field(entry, "id", f"field 'simulation_index', entry {i}")) for i, entry in entries}
        odd = sorted(listed ^ {path.stem for path in paths})
        if odd:
            raise FileError(
                f"simulation {shown(odd[0])} is in only one of simulation_index and the folder {_FOLDER}/"
            )
    for path in paths:
        place = f"{_FOLDER}/{path.name}"
        try:
            with Source(str(path), lambda _: None) as source:
                item = parsed(source.text(()).rest(0), 1)
        except FileError as error:
            raise FileError(f"{place}: {error}") from None
        yield place, item
