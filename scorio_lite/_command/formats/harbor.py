"""Harbor: result.json of each trial in the folder of a job.

Read: harbor/models/trial/result.py, error_policy.py, models/job/result.py and utils/pass_at_k.py of harbor 0.25.0. A
reward is valid if there is one and no error but an exhausted budget or a refusal. The harness's own mean counts each
reward and takes 0 for a trial that has none.
"""

from __future__ import annotations

from ..book import promised
from ..grading import FileError, shown
from ..json_text import field, inside, named, only, optional, part, typed
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Settings

EXAMPLE = '{"task_name": "a", "trial_name": "a__1", "agent_info": {}, "verifier_result": {"rewards": {"reward": 1.0}}}'
_RULE = Rule(
    "a reward counts, whatever ended the trial; none is a failure", uneven="its mean is that of all trials together"
)
# Exceptions that are the agent's own: its reward is valid.
_OWN = {"AgentTimeoutError", "ContextWindowExceededError", "OutputTokenExceededError", "ContextLengthExceededError",
        "OutputLengthExceededError", "AgentSafetyRefusalError", "ContentPolicyViolationError"}  # fmt: skip


def read(document: Any, book: Book, settings: Settings) -> None:
    """A trial: task_name, trial_name, agent_info, verifier_result.rewards, exception_info. Or the result of a job."""
    if "n_total_trials" not in document:
        _add(document, "trial", _run_of(document, "trial", book, set()), settings)
        return
    begun: set[str] = set()
    for i, trial in enumerate(typed(document.get("trial_results") or [], list, "field 'trial_results'"), 1):
        _add(trial, f"trial {i}", _run_of(trial, f"trial {i}", book, begun), settings)
    if not book.runs:
        raise FileError("the result of a job has no trials in it; give the folder of the job")
    book.total += promised(field(document, "n_total_trials", "job"), "n_total_trials")
    found = sum(question.trials + question.gaps for run in book.books() for question in run.questions.values())
    if book.total != found:
        for run in book.books():
            run.unfinished = f"the job has {found:,} of {book.total:,} trials"


def _run_of(trial: Any, place: str, book: Book, begun: set[str]) -> Book:
    """The run of a trial: its agent, model and source. `begun` are those that have begun in this file."""
    agent = part(trial, "agent_info", dict, place)
    model, source = inside(agent, "model_info", "name"), optional(trial, "source", place)
    name = ", ".join(str(name) for name in (agent.get("name"), model, source) if name is not None)
    run = book.run(name)
    if name not in begun:
        begun.add(name)
        run.begin("harbor", "task_name")
        run.rule = _RULE
        run.tell(model=model or agent.get("name"), task=source)
    return run


def _add(trial: Any, place: str, run: Book, settings: Settings) -> None:
    question = run.question(field(trial, "task_name", place), f"{place}, field 'task_name'")
    run.number(question, field(trial, "trial_name", place), f"{place}, field 'trial_name'")
    broken = [name for name in _exceptions(trial, place) if name not in _OWN]
    result = field(trial, "verifier_result", place)
    rewards = None if result is None else field(result, "rewards", f"{place}, field 'verifier_result'")
    if not rewards:
        run.gap(question, place, broken[0] if broken else "no reward", 0)
        return
    inner = f"{place}, field 'rewards'"
    name = only(named(rewards, inner), settings.metric, "metric", inner)
    if broken:
        run.gap(question, place, broken[0], rewards[name])
    else:
        run.add(question, rewards[name], f"{inner}, {shown(name)}")


def _exceptions(trial: Any, place: str) -> list[str]:
    """The types of the exceptions of a trial and of its steps."""
    steps = typed(optional(trial, "step_results", place) or [], list, f"{place}, field 'step_results'")
    found = [optional(item, "exception_info", place) for item in [trial, *steps]]
    return [str(field(info, "exception_type", place)) for info in found if info is not None]
