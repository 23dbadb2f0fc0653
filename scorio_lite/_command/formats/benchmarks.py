"""HELM, OpenCompass and NeMo-Skills."""

from __future__ import annotations

import re

from ..read.item import Item, Trial
from ..read.names import is_missing
from ..score.run import Place
from ..text import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

    from .engine import FileTrials

# Metrics of HELM that score nothing: the beginnings of their names, and words in them.
_COUNTS = ("num_", "inference_", "training_", "batch_")
_WORDS = {"time", "runtime", "tokens", "cost", "bytes", "logprob", "length", "bits"}
_CORRECT = ("correct", "is_correct", "cascade_correct")  # of OpenCompass, of which the first counts that is there
_GRADES = ("symbolic_correct", "judge_correct", "is_correct", "is_correct-plus")  # of NeMo-Skills


def helm(file: FileTrials) -> Iterator[Trial]:
    """Read the statistics of instances. A trial counts with its mean of one metric in one split, NAME@SPLIT.

    An instance may have several items in a trial, one for each class of metrics. Perturbed instances do not count, as
    in the harness's main score.
    """
    stats = [
        (item, stat)
        for item in file.items()
        for stat in map(item.of, item["stats"].typed(list))
        if item.inside("perturbation") is None and stat.inside("name.perturbation") is None
    ]
    splits = list(dict.fromkeys(str(stat.inside("name.split")) for _, stat in stats))
    metrics = list(dict.fromkeys(str(stat["name"]["name"].value) for _, stat in stats))
    scoring = [name for name in metrics if not (name.startswith(_COUNTS) or _WORDS.intersection(name.split("_")))]
    wanted = file.told.outcome = file.choose(Item(None), metrics if file.wanted else scoring)
    split = file.choose_filter(Item(None), splits)
    for item, stat in stats:
        if str(stat.inside("name.split")) != split:
            continue
        label, count = file.label(item, item["instance_id"].value), stat["count"].value
        file.told.bare.append(label)
        if stat.inside("name.name") == wanted:
            if count not in (0, 1):
                raise stat["count"].error(f"{shown(count)} values are summed up, where one is expected")
            value, why = (stat["mean"].value, "") if count else (None, "nothing was measured")
            yield Trial("", "", label, item["train_trial_index"].value, value, why, file.keep(item), item.place)


def opencompass(file: FileTrials) -> Iterator[Trial]:
    """Read `details`: a list of examples with their outcomes, or {number: detail with one outcome} in older files."""
    details = Item(file.parsed.document)["details"]
    pairs: Iterable[tuple[Any, Item]]
    if isinstance(details.value, dict):
        pairs = ((name, Item(one, f"detail {name}")) for name, one in details.fields.items() if name != "type")
    else:
        pairs = ((one.inside("example_abbr"), one) for one in details.each("detail"))
    seen: set[Any] = set()
    for row, (name, detail) in enumerate(pairs, 1):
        label = Place(f"row {row}") if name is None else file.label(detail, name)
        if label in seen:
            raise detail.error(f"a second detail of {shown(label)}", "twice")
        seen.add(label)
        value = detail[next((one for one in _CORRECT if detail.inside(one) is not None), _CORRECT[0])].value
        for one in value if isinstance(value, list) else [value]:
            why = "no outcome" if is_missing(one) else ""
            yield Trial("", "", label, None, 0 if why else one, why, file.keep(detail), detail.place)


def nemo_skills(file: FileTrials) -> Iterator[Trial]:
    """Read a record for each question. The harness pairs files by line; here the field that names a question does."""
    seen: set[Any] = set()
    for row, item in enumerate(file.items(), 1):
        name = item.inside(file.format.question)
        label = Place(f"row {row}") if name is None else file.label(item, name)
        if label in seen:
            raise item.error(f"{shown(label)} is there twice; in NeMo-Skills a file has each problem once", "twice")
        seen.add(label)
        scores = _grades(item)
        file.told.outcome = file.choose(item, list(scores))
        value = scores.get(file.metric)
        lacks = "no yes or no in 'judgement'" if file.metric == "judge_correct" else "no outcome"
        why = lacks if is_missing(value) else ""
        file.check_same(item, label, [item.inside("problem/question")])
        kept = file.keep(item, answer=item.inside("predicted_answer"))
        yield Trial("", "", label, None, 0 if why else value, why, kept, item.place)


def _grades(item: Item) -> dict[str, Any]:
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
