"""HELM: a trial counts with its mean of one metric (--metric), in one split (--metric NAME@SPLIT).

An instance may have several items in a trial, one for each class of metrics. As the harness's main score does, only
instances without a perturbation count.
"""

from __future__ import annotations

from ..grading import shown
from ..read.item import Item, Trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    from .engine import Trials

_COUNTS = ("num_", "inference_", "training_", "batch_")  # the beginnings of metrics that score nothing
_WORDS = {"time", "runtime", "tokens", "cost", "bytes", "logprob", "length", "bits"}


def read(file: Trials) -> Iterator[Trial]:
    stats = [(item, stat) for item in file.items() for stat in _stats(item)]
    splits = list(dict.fromkeys(str(stat.inside("name.split")) for _, stat in stats))
    metrics = list(dict.fromkeys(str(stat["name"]["name"].value) for _, stat in stats))
    scoring = [name for name in metrics if not (name.startswith(_COUNTS) or _WORDS.intersection(name.split("_")))]
    wanted = file.told.outcome = Item(None).pick(scoring if not file.metric else metrics, file.metric or None)
    split = file.chosen or (splits[0] if len(splits) == 1 else "")
    if split not in splits:
        Item(None).pick([f"{wanted}@{one}" for one in splits], f"{wanted}@{split}" if split else None)
    seen: dict[Any, None] = {}
    for item, stat in stats:
        if str(stat.inside("name.split")) != split:
            continue
        label = file.label(item, item["instance_id"].value)
        seen.setdefault(label)
        if stat.inside("name.name") == wanted:
            count = stat["count"].value
            if count not in (0, 1):
                raise stat["count"].error(f"{shown(count)} values are summed up, where one is expected")
            value = stat["mean"].value if count else None
            number = item["train_trial_index"].value
            why = "" if count else "nothing was measured"
            yield Trial("", "", label, number, value, why, file.keep(item), f"{item.place}, metric {shown(wanted)}")
    file.told.bare += seen


def _stats(item: Item) -> Iterator[Item]:
    """Yield the statistics of an item without a perturbation."""
    if item.get("perturbation").value is None:
        for stat in item["stats"].typed(list):
            one = item.of(stat)
            if one.inside("name.perturbation") is None:
                yield one
