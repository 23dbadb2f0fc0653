"""What is asked about the outcomes, checked: questions, clusters, and whether models go together."""

from __future__ import annotations

from .._arguments import is_scores, items_of, shown
from ..tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Sequence

    from .._double.spread import Clusters
    from .._double.wilson import Bounds


def check_questions(questions: str) -> None:
    if questions not in ("new", "these"):
        raise ValueError(f"questions must be 'new' or 'these'; got {shown(questions)}")


def check_clusters(R: object, questions: str, name: str) -> None:
    if questions != "new":
        raise ValueError("clusters must not be given for questions='these': there only the trials are random")
    if isinstance(R, Tally):
        raise ValueError(f"{name} must be a matrix where clusters are given: a tally has lost which row is which")


def cluster_labels(clusters: Iterable[Hashable] | None, questions: int) -> Clusters | None:
    """The clusters, or None if each question is one."""
    if clusters is None:
        return None
    clusters = list(clusters) if isinstance(clusters, str) else clusters
    labels = list(items_of(clusters, "clusters", "a sequence of labels, one for each row of R"))
    if len(labels) != questions:
        raise ValueError(f"clusters must have one label for each row of R; R has {questions}, clusters {len(labels)}")
    for i, label in enumerate(labels):
        if not _is_label(label):
            what = "clusters must be hashable labels that are equal to themselves"
            raise ValueError(f"{what}; got {shown(label)} at clusters[{i}]")
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(label, len(numbers)) for label in labels]
    if len(numbers) == questions:
        return None
    sizes = [0] * len(numbers)
    for place in places:
        sizes[place] += 1
    return places, sizes


def _is_label(label: object) -> bool:
    try:
        hash(label)
        return bool(label == label)  # NaN is not
    except (TypeError, ValueError):
        return False


def check_ranges(models: Sequence[Any], names: Sequence[str], bounds: Sequence[Bounds]) -> None:
    """Refuse Scores of different ranges."""
    first_low, first_high, whole = bounds[0]
    for R, name, (low, high, scale) in zip(models, names, bounds):
        if (low * whole, high * whole) != (first_low * scale, first_high * scale):
            ends = [(one.low, one.high) if is_scores(one) else (0, 1) for one in (models[0], R)]
            first, second = (f"[{shown(lo)}, {shown(hi)}]" for lo, hi in ends)
            raise ValueError(f"{names[0]} and {name} must have the same low and high; got {first} and {second}")


def check_indexes(models: Sequence[Any], names: Sequence[str]) -> None:
    """Refuse frames whose rows are not the same questions."""
    indexes = [index if hasattr(index, "equals") else None for index in [getattr(R, "index", None) for R in models]]
    for index, name in zip(indexes, names):
        if index is not None and indexes[0] is not None and not index.equals(indexes[0]):
            raise ValueError(f"{names[0]} and {name} must have the same index, in the same order: rows are questions")
