"""Benchmarks of agents: tau-bench and tau2-bench, Terminal-Bench, and Harbor, which follows it.

Sources: tau_bench/run.py of the repository of 2026-03; version 1.0.1 of tau2-bench; terminal_bench/harness/harness.py
and models.py of terminal-bench 0.2.18; harbor/models/trial/result.py, error_policy.py, models/job/result.py and
utils/pass_at_k.py of harbor 0.25.0.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..book import Book, check_total
from ..fields import OUTCOME_KEYS
from ..grading import FileError, is_missing, shown
from ..item import Item, Items
from ..json_text import parsed
from ..settings import Rule, Settings, promised
from ..text import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterator

_TAU = Rule("a broken run counts with its reward, and a missing trial of a task as a failure", fails=True)
_TAU_2 = Rule("infrastructure errors are left out; any other end counts with its reward, no reward as a failure")
_TERMINAL_BENCH = Rule(
    "is_resolved counts, whatever ended the trial; null is a failure", uneven="its accuracy is over all trials together"
)
_HARBOR = Rule(
    "a reward counts, whatever ended the trial; no reward is a failure", uneven="its mean is over all trials together"
)
_REWARD_SLACK = 1e-6  # tau-bench calls a reward this close to 1 a success
_OUTCOMES = {*OUTCOME_KEYS} - {"reward"}  # fields of other records
_INFINITY = float("inf")
_FOLDER = "simulations"
_UNCOUNTED = "infrastructure_error"
_NOT_THE_AGENT = (_UNCOUNTED, "user_error", "unexpected_error")  # ends of a simulation of tau2-bench
# Why trials of Terminal-Bench end early. The first reasons are the agent's own: tests ran, and their result counts.
_OWN = ("unset", "none", "agent_timeout", "context_length_exceeded", "output_length_exceeded", "fatal_llm_parse_error")
_BROKEN = ("unknown", "unknown_agent_error", "agent_installation_failed", "test_timeout", "parse_error")
_ATTEMPT = re.compile(r"\.([0-9]{1,6})-of-([0-9]{1,6})\.")
# Exceptions of Harbor caused by the agent: the reward is valid.
_OWN_EXCEPTIONS = names_in("""
    AgentTimeoutError ContextWindowExceededError OutputTokenExceededError ContextLengthExceededError
    OutputLengthExceededError AgentSafetyRefusalError ContentPolicyViolationError
""")


def read_tau_bench(items: Items, book: Book, settings: Settings) -> None:
    """Read a list of runs with the fields task_id, trial and reward. A run with info.error has no outcome.

    The harness's own pass^k counts such a run with its reward, 0, and a missing trial of a task as a failure.
    """
    book.begin("tau-bench", "task_id", _TAU)
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
    """Read `tasks`, and simulations with the fields task_id, trial, reward_info.reward and termination_reason.

    A simulation has no outcome if it has no reward, or if an error of the user simulator or of the infrastructure ended
    it. The agent is responsible for any other end (max_steps, timeout, too_many_errors, agent_error, ...), so the
    reward counts.

    The harness's own pass^k leaves out simulations ended by the infrastructure. Any other simulation counts with its
    reward, or as a failure if there is no reward. Each task is scored with its own trials, unless it has none.
    """
    book.begin("tau2-bench", "task_id", _TAU_2)
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
    for one in document["simulations"].each("simulation") if is_here else _in_folder(document, book):
        info, reason = one["reward_info"], one.get("termination_reason").value
        reward = info if info.value is None else info["reward"]
        why = reason if reason in _NOT_THE_AGENT else "no reward" if is_missing(reward.value) else ""
        failed = None if reason == _UNCOUNTED else 0 if is_missing(reward.value) else _graded(book, reward).value
        score, cost = reward if why else _graded(book, reward), (one.get("agent_cost").value, "USD")
        book.trial(one, one["task_id"], score, one.get("trial"), why, failed, cost=cost)


def _in_folder(document: Item, book: Book) -> Iterator[Item]:
    """Yield the simulations in the folder beside the file. The name of each file there is the id of its simulation."""
    from ..source import Source

    folder = Path(book.files.file).parent / _FOLDER
    paths = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not paths:
        raise FileError(f"its simulations are in the folder {_FOLDER}/ beside it, which is not there or empty")
    index = document.get("simulation_index")
    if index.value is not None:
        listed = {str(entry["id"].value) for entry in index.each(f"{index.place}, entry")}
        odd = sorted(listed ^ {path.stem for path in paths})  # it must list the same ids
        if odd:
            raise FileError(f"simulation {shown(odd[0])} is in only one of simulation_index and the folder {_FOLDER}/")
    for path in paths:
        place = f"{_FOLDER}/{path.name}"
        try:
            with Source(str(path)) as source:
                yield Item(parsed(source.text(()).rest(0)), place)
        except FileError as error:
            raise FileError(f"{place}: {error}") from None


def read_terminal_bench(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read `results`, a list of trials with the fields task_id, trial_name, is_resolved and failure_mode.

    The harness counts a trial in which is_resolved is null as a failure.
    """
    book.begin("terminal-bench", "task_id", _TERMINAL_BENCH)
    has_all = "results" in document.fields
    for trial in document["results"].each("result") if has_all else [document.of(document.value, "trial")]:
        name, resolved, mode = trial["trial_name"], trial["is_resolved"], trial.get("failure_mode")
        attempt = _ATTEMPT.search(name.value) if isinstance(name.value, str) else None
        if attempt:
            book.expect(int(attempt[2]), "n_attempts")
        why = mode.value or "unset"
        if why not in _OWN + _BROKEN:
            raise mode.error(f"{shown(why)} is not known")
        broke = f"is_resolved is null, {why}" if resolved.value is None else why if why in _BROKEN else ""
        number = name.of(attempt[1]) if attempt else name
        book.trial(trial, trial["task_id"], resolved, number, broke, resolved.value or 0)


def read_harbor(document: Item, book: Book, settings: Settings) -> None:
    """Read a trial or a job's result, which may hold its trials.

    A trial has the fields task_name, trial_name, agent_info, verifier_result.rewards and exception_info. Its reward
    counts if no error ended it; an exhausted budget or a refusal is no error. The harness's own mean counts every
    reward, and 0 for a trial without a reward.
    """
    begun: set[str] = set()
    if "n_total_trials" not in document.fields:
        return _add(document.of(document.value, "trial"), book, begun, settings)
    trials = document.get("trial_results")
    for trial in trials.each("trial") if trials.value else ():
        _add(trial, book, begun, settings)
    book.said.total += promised(document["n_total_trials"].value, "n_total_trials")
    if book.runs:
        check_total(book.books(), book.said.total)
    elif not book.labels.is_part:
        raise FileError("the result of a job has no trials in it; give the folder of the job")
    return None


def _run_of(trial: Item, book: Book, begun: set[str]) -> Book:
    """Return the book of a trial's run (agent, model, source). If the run is not in `begun`, begin its book."""
    agent = trial["agent_info"].fields
    model, source = trial.inside("agent_info", "model_info", "name"), trial.get("source").value
    name = ", ".join(str(name) for name in (agent.get("name"), model, source) if name is not None)
    run = book.run(name)
    if name not in begun:
        begun.add(name)
        run.begin("harbor", "task_name", _HARBOR)
        run.tell(model=model or agent.get("name"), task=source)
    return run


def _add(trial: Item, book: Book, begun: set[str], settings: Settings) -> None:
    broken = [name for name in _exceptions(trial) if name not in _OWN_EXCEPTIONS]
    result = trial["verifier_result"]
    rewards = trial.of(None if result.value is None else result["rewards"].value, ", field 'rewards'")
    name = rewards.only(settings.metric) if rewards.value else ""
    score = rewards.of(rewards.value[name], f", {shown(name)}") if name else trial.of(None)
    why, counted = (*broken, "" if name else "no reward")[0], score.value if name else 0
    same = "task_checksum", trial.get("task_checksum").value
    run, cost = _run_of(trial, book, begun), (trial.inside("agent_result", "cost_usd"), "USD")
    run.trial(trial, trial["task_name"], score, trial["trial_name"], why, counted, same, cost=cost)


def _exceptions(trial: Item) -> list[str]:
    """Return the types of the exceptions of a trial and of its steps."""
    steps = trial.get("step_results")
    parts = [trial, *(trial.of(step) for step in (steps.typed(list) if steps.value else ()))]
    found = [part.get("exception_info") for part in parts]
    return [str(trial.of(info.value)["exception_type"].value) for info in found if info.value is not None]
