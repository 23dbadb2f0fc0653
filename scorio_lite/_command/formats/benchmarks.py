"""HELM and OpenCompass; the scores of NeMo-Skills, lm-evaluation-harness and Every Eval Ever."""

from __future__ import annotations

import re

from ..read.item import Item, Refusal, Trial
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import FileTrials

# Metrics of HELM that score nothing
_COUNTS = re.compile(
    r"(num|inference|training|batch)_|(.*_)?(time|runtime|tokens|cost|bytes|logprob|length|bits)(_|@|$)"
)
_GRADES = ("symbolic_correct", "judge_correct", "is_correct", "is_correct-plus")  # of NeMo-Skills
_USUAL = ("exact_match", "acc", "acc_norm", "pass@1", "pass_at_1", "prompt_level_strict_acc")  # of lm-eval


def helm(file: FileTrials) -> Iterator[Trial]:
    """Read the statistics of instances. A trial counts with its mean of one metric in one split, NAME@SPLIT.

    An instance may have several items in a trial, one for each class of metrics. Perturbed instances do not count, as
    in the harness's main score.
    """
    stats = [
        (item, stat, _name_of(stat))
        for item in file.kept(file.items())
        for stat in map(item.of, item["stats"].typed(list))
        if item.inside("perturbation") is None and stat.inside("name.perturbation") is None
    ]
    names = dict.fromkeys(name for _, _, name in stats if file.wanted or not _COUNTS.match(name))
    wanted = file.choose(Item(None), [*names])
    for item, stat, name in stats:
        if name.partition("@")[2] != wanted.partition("@")[2]:
            continue
        label, count = file.label(item, item["instance_id"].value), stat["count"].value
        file.told.bare.append(label)
        if name == wanted:
            if count not in (0, 1):
                raise stat["count"].error(f"{shown(count)} values are summed up, where one is expected")
            value, why = (stat["mean"].value, "") if count else (None, "nothing was measured")
            yield Trial("", "", label, item["train_trial_index"].value, value, why, file.keep(item), item.place)


def _name_of(stat: Item) -> str:
    """Return the name of a statistic: NAME@SPLIT, or NAME if there is no split."""
    name, split = str(stat["name"]["name"].value), stat.inside("name.split")
    return f"{name}@{split}" if split else name


def opencompass(file: FileTrials) -> Iterator[Trial]:
    """Read `details`: a list of examples with their outcomes."""
    for detail in file.kept(Item(file.parsed.document)["details"].each("detail")):
        value = detail.inside("correct/is_correct/cascade_correct")
        for one in value if value and isinstance(value, list) else [value]:
            yield from file.trial(detail.of({**detail.fields, "correct": one}))


def nemo_skills(_: FileTrials, item: Item) -> dict[str, Any]:
    """Return the outcomes of a record, by the names that the harness gives its metrics."""
    fields = item.fields
    grades = {name: fields[name] for name in _GRADES if name in fields}
    if "expected_judgement" in fields:
        raise item.error("it grades a judgement, which is not read")
    if "judgement" in fields:
        match = re.search(r"(?i).*Judgement:\s*(yes|no)", str(fields["judgement"]), re.S)
        grades["judge_correct"] = match and match[1].lower() == "yes"
    if "proof_status" in fields:
        grades["lean4_correct"] = None if fields["proof_status"] is None else fields["proof_status"] == "completed"
    return grades


def lm_eval(file: FileTrials) -> Iterator[Trial]:
    if "configs" in (file.parsed.document or ()):
        raise Refusal(
            "summary", "it has no samples, but means; run lm-eval with --log_samples, and give samples_*.jsonl"
        )
    return file.declared()


def scores_of_lm_eval(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return the scores of a record, which lists their names since 2024. Several responses have one score together."""
    fields = item.fields
    names = map(str, item["metrics"].typed(list)) if fields.get("metrics") else _USUAL
    scores = {name: fields[name] for name in names if name in fields}
    several = item.inside("resps.0")
    if isinstance(several, list) and len(several) > 1 and not file.wanted:
        what = f"{len(several)} responses and one score, so the trials are not in the file"
        how = "--metric NAME counts the score as one trial"
        raise item.error(f"{what}; {how}", "single", [{"metric": name} for name in scores])
    return scores


def every_eval_ever(file: FileTrials, item: Item) -> dict[str, Any]:
    """Return is_correct and the score of a sample. Refuse two that differ, if no option says which one counts."""
    own = item["evaluation"]
    scores = {name: own.get(name).value for name in ("is_correct", "score")}
    right, score = scores.values()
    if not (file.ask.grades or file.wanted) and None not in (right, score) and right != score:
        what = f"is_correct is {shown(right)} and score is {shown(score)}; which counts?"
        raise own.error(what, "metric", [{"metric": name} for name in scores])
    return scores
