"""Checks of what is asked: questions, clusters, and whether models go together."""

from __future__ import annotations

from .._arguments import items_of, same_range, shown
from ..tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, Sequence

    from .._double.spread import Clusters


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
    labels = items_of(clusters, "clusters", "a sequence of labels, one for each row of R")
    if len(labels) != questions:
        raise ValueError(f"clusters must have one label for each row of R; R has {questions}, clusters {len(labels)}")
    numbers: dict[Hashable, int] = {}
    places: list[int] = []
    sizes: list[int] = []
    for i, label in enumerate(labels):
        if not _is_label(label):
            what = "clusters must be hashable labels that are equal to themselves"
            raise ValueError(f"{what}; got {shown(label)} at clusters[{i}]")
        places.append(numbers.setdefault(label, len(numbers)))
        if len(sizes) < len(numbers):
            sizes.append(0)
        sizes[places[-1]] += 1
    return None if len(numbers) == questions else (places, sizes)


def _is_label(label: object) -> bool:
    try:
        hash(label)
        return bool(label == label)  # NaN is not
    except (TypeError, ValueError):
        return False


def check_alike(models: Sequence[Any], names: Sequence[str]) -> None:
    """Refuse Scores of different ranges, and frames whose rows are not the same questions."""
    for R, name in zip(models, names):
        same_range(models[0], R, f"{names[0]} and {name}")
    indexes = [index if hasattr(index, "equals") else None for index in [getattr(R, "index", None) for R in models]]
    for index, name in zip(indexes, names):
        if index is not None and indexes[0] is not None and not index.equals(indexes[0]):
            raise ValueError(f"{names[0]} and {name} must have the same index, in the same order: rows are questions")
