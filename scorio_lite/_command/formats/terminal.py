"""Results of Terminal-Bench (results.json of a run or of one trial) and of Harbor, which follows it (result.json of a
job or a trial).

Source: terminal_bench/harness/harness.py and models.py of terminal-bench 0.2.18; harbor/models/trial/result.py,
error_policy.py, models/job/result.py and utils/pass_at_k.py of harbor 0.25.0.
"""

from __future__ import annotations

import re
from pathlib import PurePath

from ..beside import spend
from ..book import Book
from ..grading import FileError, shown
from ..item import Item
from ..settings import Rule, Settings, promised
from ..text import names_in

_TERMINAL_BENCH = Rule(
    "is_resolved counts, whatever ended the trial; null is a failure", uneven="its accuracy is over all trials together"
)
_HARBOR = Rule(
    "a reward counts, whatever ended the trial; no reward is a failure", uneven="its mean is over all trials together"
)
# Why trials of Terminal-Bench end early. The first reasons are the agent's own: tests ran, and their result counts.
_OWN = ("unset", "none", "agent_timeout", "context_length_exceeded", "output_length_exceeded", "fatal_llm_parse_error")
_BROKEN = ("unknown", "unknown_agent_error", "agent_installation_failed", "test_timeout", "parse_error")
_ATTEMPT = re.compile(r"\.([0-9]{1,6})-of-([0-9]{1,6})\.")
# Exceptions of Harbor caused by the agent: the reward is valid.
_OWN_EXCEPTIONS = names_in("""
    AgentTimeoutError ContextWindowExceededError OutputTokenExceededError ContextLengthExceededError
    OutputLengthExceededError AgentSafetyRefusalError ContentPolicyViolationError
""")


def read_terminal_bench(document: Item, book: Book, settings: Settings) -> None:  # noqa: ARG001
    """Read a run: its `results`, a list of trials: task_id, trial_name, is_resolved, failure_mode.

    The harness counts is_resolved; null counts as a failure.
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
    """Read a trial (task_name, trial_name, agent_info, verifier_result.rewards, exception_info) or a job's result.

    A reward counts if no error ended the trial; an exhausted budget or a refusal is none. The harness's own mean counts
    every reward, and 0 for a trial without one.
    """
    begun: set[str] = set()
    if "n_total_trials" not in document.fields:
        return _add(document.of(document.value, "trial"), book, begun, settings)
    trials = document.get("trial_results")
    for trial in trials.each("trial") if trials.value else ():
        _add(trial, book, begun, settings)
    book.said.total += promised(document["n_total_trials"].value, "n_total_trials")
    if not book.runs and book.labels.is_part:
        return None
    if not book.runs:
        raise FileError("the result of a job has no trials in it; give the folder of the job")
    found = sum(question.trials + question.gaps for run in book.books() for question in run.questions.values())
    for run in book.books() if book.said.total != found else ():
        run.said.unfinished = f"the job has {found:,} of {book.said.total:,} trials"
    return None


def _run_of(trial: Item, book: Book, begun: set[str]) -> Book:
    """Return the book of a trial's run (agent, model, source). `begun` names the runs that this file has begun."""
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
    run = _run_of(trial, book, begun)
    ids = trial.get("task_id").value, trial.get("task_checksum").value
    folder = PurePath(book.files.file).parent.parent  # each trial has a folder in that of its job
    job = str(folder) if book.labels.is_part else book.files.number
    question = run.question_of_task(trial["task_name"], *ids, (book.name, job))
    run.number(question, trial["trial_name"])
    broken = [name for name in _exceptions(trial) if name not in _OWN_EXCEPTIONS]
    result = trial["verifier_result"]
    rewards = trial.of(None if result.value is None else result["rewards"].value, ", field 'rewards'")
    if not rewards.value:
        run.gap(question, trial, next(iter(broken), "no reward"), 0)
        return
    name = rewards.only(settings.metric)
    if broken:
        run.gap(question, trial, broken[0], rewards.value[name])
    else:
        code = run.add(question, rewards.of(rewards.value[name], f", {shown(name)}"))
        spend(run.read, question, code, trial.inside("agent_result", "cost_usd"), "USD")


def _exceptions(trial: Item) -> list[str]:
    """Return the types of the exceptions of a trial and of its steps."""
    steps = trial.get("step_results")
    parts = [trial, *(trial.of(step) for step in (steps.typed(list) if steps.value else ()))]
    found = [part.get("exception_info") for part in parts]
    return [str(trial.of(info.value)["exception_type"].value) for info in found if info.value is not None]
