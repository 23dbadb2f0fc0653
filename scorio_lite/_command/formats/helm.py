"""HELM: per_instance_stats.json, a list with the statistics of an instance in a trial.

Read: src/helm/benchmark/runner.py, metrics/metric.py and metrics/statistic.py at 63754d0 (June 2026). Several items
may have the same instance and trial: one for each class of metrics. The harness's main score is that of instances
without a perturbation.
"""

from __future__ import annotations

from ..grading import FileError, shown
from ..json_text import canonical, field, optional, part
from ..rules import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..book import Book
    from ..settings import Items, Settings

EXAMPLE = '{"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": "em"}, "count": 1, "mean": 1.0}]}'


def read(unit: str, items: Items, book: Book, settings: Settings) -> None:
    """The mean of one metric (--metric) in one split (--filter), for each instance without a perturbation."""
    book.begin("helm", "instance_id")
    book.rule = Rule("missing values are left out", uneven="HELM averages each trial over its own instances")
    seen: dict[str, None] = {}  # the names of the metrics
    splits: dict[str, None] = {}
    found = False
    bare: dict[str, Any] = {}  # the names of the instances; None for those with statistics
    for at, item in items:
        place = f"{unit} {at}"
        label, trial = field(item, "instance_id", place), field(item, "train_trial_index", place)
        stats = part(item, "stats", list, place)
        if optional(item, "perturbation", place) is not None:
            continue
        key = canonical(label)
        bare[key] = None if stats else bare.get(key, label)
        for stat in stats:
            name = part(stat, "name", dict, f"{place}, field 'stats'")
            split, metric = name.get("split"), str(field(name, "name", place))
            splits.setdefault(str(split))
            if settings.filter not in (None, split) or name.get("perturbation") is not None:
                continue
            question = book.question(label, f"{place}, field 'instance_id'")
            seen.setdefault(metric)
            if metric == settings.metric:
                found = True
                number = book.number(question, trial, f"{place}, field 'train_trial_index'")
                book.add(question, _value(stat, place), f"{place}, metric {shown(metric)}", number)
    for label in bare.values():
        if label is not None:
            book.question(label, "field 'instance_id'")
    if len(splits) > 1 and settings.filter is None:
        raise FileError(f"it has the splits {' and '.join(map(shown, list(splits)[:4]))}; use --filter")
    if not found:
        some = ", ".join(shown(name) for name in list(seen)[:6]) + ", ..." * (len(seen) > 6)
        raise FileError(f"it has the metrics {some}; use --metric" if seen else "no instance has statistics")


def _value(stat: Any, place: str) -> Any:
    """The value of a statistic of one instance."""
    count = field(stat, "count", place)
    if count == 0:
        return None
    if count != 1:
        raise FileError(f"{place}, field 'count': {shown(count)} values are summed up, where one is expected")
    return field(stat, "mean", place)
