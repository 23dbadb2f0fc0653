"""HELM: per_instance_stats.json, a list with the statistics of an instance in a trial.

Read: src/helm/benchmark/runner.py, metrics/metric.py and metrics/statistic.py at 63754d0 (June 2026). An instance in a
trial may have several items, one for each class of metrics. The harness's main score is of the instances without a
perturbation.
"""

from __future__ import annotations

from ..book import Book
from ..fields import some
from ..grading import FileError, shown
from ..item import Item, Items
from ..json_text import canonical
from ..rules import Rule
from ..settings import Settings

EXAMPLE = '{"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": "em"}, "count": 1, "mean": 1.0}]}'
_RULE = Rule("missing values are left out", uneven="HELM averages each trial over its own instances")


def read(items: Items, book: Book, settings: Settings) -> None:
    """The mean of one metric (--metric) in one split (--filter), for each instance without a perturbation."""
    book.begin("helm", "instance_id", _RULE)
    metrics: dict[str, None] = {}
    splits: dict[str, None] = {}
    found = False
    bare: dict[str, Item | None] = {}  # the names of the instances; None for those with statistics
    for item in items:
        label, trial, stats = item["instance_id"], item["train_trial_index"], item["stats"]
        entries = [stats.of(stat) for stat in stats.typed(list)]
        if item.get("perturbation").value is not None:
            continue
        key = canonical(label.value)
        bare[key] = None if entries else bare.get(key, label)
        for stat in entries:
            name = stat["name"]
            split, metric = name.inside("split"), str(name["name"].value)
            splits.setdefault(str(split))
            if settings.filter not in (None, split) or name.inside("perturbation") is not None:
                continue
            question = book.question(label)
            metrics.setdefault(metric)
            if metric == settings.metric:
                found = True
                number = book.number(question, trial)
                book.add(question, item.of(_value(item.of(stat.value)), f", metric {shown(metric)}"), number)
    for one in filter(None, bare.values()):
        book.question(Item(one.value, "field 'instance_id'"))
    if len(splits) > 1 and settings.filter is None:
        raise FileError(f"it has the splits {' and '.join(map(shown, list(splits)[:4]))}; use --filter")
    if not found:
        seen = some(metrics, 6)
        raise FileError(f"it has the metrics {seen}; use --metric" if seen else "no instance has statistics")


def _value(stat: Item) -> object:
    """The value of a statistic of one instance."""
    count = stat["count"]
    if count.value == 0:
        return None
    if count.value != 1:
        raise count.error(f"{shown(count.value)} values are summed up, where one is expected")
    return stat["mean"].value
