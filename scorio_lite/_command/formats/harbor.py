"""Harbor: result.json of each trial in the folder of a job.

Read: harbor/models/trial/result.py, error_policy.py, models/job/result.py and utils/pass_at_k.py of harbor 0.25.0. A
reward is valid unless an error other than an exhausted budget or a refusal ended the trial. The harness's own mean
counts every reward, and 0 for a trial without one.
"""

from __future__ import annotations

from ..book import Book
from ..grading import FileError, shown
from ..item import Item
from ..rules import Rule, promised
from ..settings import Settings

EXAMPLE = '{"task_name": "a", "trial_name": "a__1", "agent_info": {}, "verifier_result": {"rewards": {"reward": 1.0}}}'
_RULE = Rule(
    "a reward counts, whatever ended the trial; no reward is a failure", uneven="its mean is over all trials together"
)
# Exceptions caused by the agent: the reward is valid.
_OWN = {"AgentTimeoutError", "ContextWindowExceededError", "OutputTokenExceededError", "ContextLengthExceededError",
        "OutputLengthExceededError", "AgentSafetyRefusalError", "ContentPolicyViolationError"}  # fmt: skip


def read(document: Item, book: Book, settings: Settings) -> None:
    """A trial: task_name, trial_name, agent_info, verifier_result.rewards, exception_info. Or the result of a job."""
    begun: set[str] = set()
    if "n_total_trials" not in document.fields:
        return _add(document.of(document.value, "trial"), book, begun, settings)
    trials = document.get("trial_results")
    for trial in trials.each("trial") if trials.value else ():
        _add(trial, book, begun, settings)
    if not book.runs:
        raise FileError("the result of a job has no trials in it; give the folder of the job")
    book.total += promised(document["n_total_trials"].value, "n_total_trials")
    found = sum(question.trials + question.gaps for run in book.books() for question in run.questions.values())
    for run in book.books() if book.total != found else ():
        run.unfinished = f"the job has {found:,} of {book.total:,} trials"
    return None


def _run_of(trial: Item, book: Book, begun: set[str]) -> Book:
    """The run of a trial: its agent, model and source. `begun` are the runs that this file has begun."""
    agent = trial["agent_info"].fields
    model, source = trial.inside("agent_info", "model_info", "name"), trial.get("source").value
    name = ", ".join(str(name) for name in (agent.get("name"), model, source) if name is not None)
    run = book.run(name)
    if name not in begun:
        begun.add(name)
        run.begin("harbor", "task_name", _RULE)
        run.tell(model=model or agent.get("name"), task=source)
    return run


def _add(trial: Item, book: Book, begun: set[str], settings: Settings) -> None:
    run = _run_of(trial, book, begun)
    question = run.question(trial["task_name"])
    run.number(question, trial["trial_name"])
    broken = [name for name in _exceptions(trial) if name not in _OWN]
    result = trial["verifier_result"]
    rewards = trial.of(None if result.value is None else result["rewards"].value, ", field 'rewards'")
    if not rewards.value:
        run.gap(question, trial, broken[0] if broken else "no reward", 0)
        return
    name = rewards.only(settings.metric)
    if broken:
        run.gap(question, trial, broken[0], rewards.value[name])
    else:
        run.add(question, rewards.of(rewards.value[name], f", {shown(name)}"))


def _exceptions(trial: Item) -> list[str]:
    """The types of the exceptions of a trial and of its steps."""
    steps = trial.get("step_results")
    parts = [trial, *(trial.of(step) for step in (steps.typed(list) if steps.value else ()))]
    found = [part.get("exception_info") for part in parts]
    return [str(trial.of(info.value)["exception_type"].value) for info in found if info.value is not None]
