"""Clusters of questions: which questions share a label."""

from __future__ import annotations

from .._arguments import MOST_ITEMS, is_tally, items_of, same_index, shown
from .._outcomes import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Hashable, Iterable

    from .sample import Clusters


def check_clusters(R: object, questions: str, name: str, clusters: object) -> None:
    """Raise ValueError if clusters are given for "these" questions, for a tally, or with another index than R."""
    if clusters is None:
        return
    same_index((name, R), ("clusters", clusters))
    if questions != "new":
        raise ValueError("clusters must not be given for questions='these': there only the trials are random")
    if is_tally(R):
        raise ValueError(f"{name} must be a matrix where clusters are given: a tally has lost which row is which")


def cluster_labels(clusters: Iterable[Hashable] | None, questions: int) -> Clusters:
    """Return (cluster number of each question, size of each cluster), from the label of each question.

    Return None without clusters, and if no two questions share a label.
    """
    if clusters is None:
        return None
    clusters = list(clusters) if isinstance(clusters, str) else clusters
    wanted = "a sequence of labels, one for each row of R"
    labels = items_of(clusters, "clusters", wanted, max(questions, MOST_ITEMS))
    if len(labels) != questions:
        raise ValueError(f"clusters must have one label for each row of R; R has {questions}, clusters {len(labels)}")
    for i, label in enumerate(labels):
        if not is_label(label):
            what = "clusters must be hashable labels that are equal to themselves"
            raise ValueError(f"{what}; got {shown(label)} at clusters[{i}]")
    numbers: dict[Hashable, int] = {}
    places = [numbers.setdefault(label, len(numbers)) for label in labels]
    return None if len(numbers) == questions else (places, list(counted(places).values()))


def is_label(label: object) -> bool:
    try:
        hash(label)
        return bool(label == label)  # NaN is not
    except (TypeError, ValueError):
        return False
