"""promptfoo, whose results name runs and questions by what they have; and the traces of verifiers."""

from __future__ import annotations

from math import fsum, prod

from ..read.item import Item, Trial
from ..read.json import canonical
from ..text import TITLE_COLUMNS, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

_SLACK = 1e-6  # a reward of tau-bench this close to 1 is a success
_ERROR = 2  # promptfoo's failureReason of a result that an error ended
_LARGEST = 1e300  # a reward or its weight


def tau(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return the reward of a trial of tau-bench or tau2-bench: a success is 1, unless an option grades rewards."""
    reward = item.inside(file.format.outcome)
    is_graded = file.ask.grades or not isinstance(reward, (int, float))
    return {"reward": reward if is_graded else int(abs(reward - 1) <= _SLACK)}


def promptfoo(file: FileTrials) -> Iterator[Trial]:
    """Read results.json, with `results.results`, or results.jsonl. Each provider with each prompt is a run.

    A repeated test has a new testIdx each time, so tests with the same vars, description, threshold and assertions are
    one question.
    """
    document = file.parsed.document
    is_whole = isinstance(document, dict) and "results" in document
    every = Item(document)["results"]["results"].each("result") if is_whole else file.items()
    results = [(one, *_question_of(one), *_run_of(one)) for one in file.kept(every)]
    assertions: dict[str, set[str]] = {}  # of each text of a question
    prompts: dict[str, set[str]] = {}  # of each provider
    for _, text, asserted, provider, prompt in results:
        assertions.setdefault(text, set()).add(asserted)
        prompts.setdefault(provider, set()).add(prompt)
    outcome = file.told.outcome = "score" if file.ask.grades else "success"
    for one, text, asserted, provider, prompt in results:
        label = text if len(assertions[text]) == 1 else f"{text} {asserted}"
        run = provider if len(prompts[provider]) == 1 else f"{provider}, {prompt}"
        if not one.inside("vars"):  # they may be stripped, and then only the prompts tell the questions apart
            file.check_same(one, (label, run), one.inside("prompt"), "prompt")
        reason, error = one.get("failureReason").value, one.get("error").value
        is_broken = reason == _ERROR if reason is not None else bool(error) and not one.get("gradingResult").value
        value, why = (0, str(error or "an error")) if is_broken else (one[outcome].value, "")
        yield Trial(run, "", label, one.get("testIdx").value, value, why, file.keep(one), one.place)


def _question_of(result: Item) -> tuple[str, str]:
    """Return the text of a question, and its assertions."""
    text, description = canonical(result["vars"].value), result.inside("testCase.description")
    asserted = canonical([result.inside("testCase.assert"), result.inside("testCase.threshold")])
    return f"{description}: {text}" if description else text, asserted


def _run_of(result: Item) -> tuple[str, str]:
    """Return the provider, and what tells its prompts apart: a number and the beginning."""
    provider = result.inside("provider.label") or result.inside("provider.id") or result["provider"].value
    prompt = str(result.inside("prompt.label/prompt.raw") or "")
    return str(provider), f"prompt {result.get('promptIdx').value}: {prompt[:TITLE_COLUMNS]}"


def verifiers(file: FileTrials) -> Iterator[Trial]:
    """Read episodes of one agent. The sum of the rewards of its trace is the outcome."""
    for item in file.kept(file.items()):
        traces = list(item["traces"].each(f"{item.place}, trace"))
        traces = [one for one in traces if one.inside("agent.trainable") is not False] or traces
        if len(traces) > 1:
            raise item.error(f"it has the traces of {len(traces)} agents; only episodes of one agent are read")
        trace = traces[0] if traces else item.of({"ok": False, "rewards": {}})
        rewards = [_reward(trace.of(x, f", {name}")) for name, x in trace["rewards"].fields.items() if x is not None]
        fields = {"agent": trace.inside("agent"), "reward": fsum(rewards), "no rewards": not rewards}
        fields["not ok"] = trace.get("ok").value is False
        yield from file.trial(item.of({**item.fields, **fields}))


def _reward(reward: Item) -> float:
    """Return a reward times its weight, as in {"score": 1, "weight": 0.5}. A plain number is weighted already."""
    factors = [reward.value]
    if isinstance(reward.value, dict):
        factors = [reward["score"].value, reward.fields.get("weight", 1)]
    if not all(type(factor) in (int, float) and abs(factor) <= _LARGEST for factor in factors):
        raise reward.error(f"{' and '.join(map(shown, factors))} are no finite numbers")
    return prod(map(float, factors))
