"""The functions of `confidence` for several models on several benchmarks."""

from __future__ import annotations

from .._arguments import flag
from .spread import Difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Hashable, Iterable, SupportsIndex, Union

    from .._arguments import Real

    Labels = Union[Iterable[Hashable], None]


def ranks_suite(models: Iterable[Iterable[Any]], metric: str = "avg", k: SupportsIndex | None = None, *,
                w: Iterable[Real] | None = None, tau: Real | None = None, weights: Iterable[Real] | None = None,
                confidence: Real = 0.95, clusters: Iterable[Labels] | None = None,
                ragged: bool = False) -> list[tuple[int, int]]:  # fmt: skip
    """The (best, worst) rank of each model by its weighted mean over the same benchmarks; see ranks and suite.

    Each model has an R for each benchmark. These ranks hold together, as those of ranks do.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> ranks_suite([[A, A], [B, B], [B, A]])
    [(1, 1), (3, 3), (2, 2)]
    """
    from .suites import suite_standings

    return suite_standings(models, metric, k, w, tau, weights, confidence, clusters, ragged).ranks


def compare_tasks(runs_a: Iterable[Any], runs_b: Iterable[Any], metric: str = "avg", k: SupportsIndex | None = None, *,
                  w: Iterable[Real] | None = None, tau: Real | None = None, rest: bool = False,
                  confidence: Real = 0.95, clusters: Iterable[Labels] | None = None,
                  ragged: bool = False) -> list[Difference]:  # fmt: skip
    """Two models in each of several benchmarks: a list of (difference, se, lo, hi).

    With rest=True, each is the difference in this benchmark less the mean of those in the others: which benchmarks
    differ from the rest? The intervals are at the level of Holm's last step (1979): with the probability `confidence`,
    none of them excludes 0 where the truth is 0. New questions, and arguments as in compare_suite.

    >>> A = [[1]] * 93 + [[0]] * 71
    >>> B = [[1]] * 70 + [[0]] * 23 + [[1]] * 6 + [[0]] * 65
    >>> compare_tasks([A, A], [B, A])[0]
    (0.10365853658536585, 0.03192054707674848, 0.03806784477187197, 0.16808673994612702)
    """
    from .contrasts import differences

    both = {"runs_a": runs_a, "runs_b": runs_b}
    return differences(both, metric, k, w, tau, flag(rest, "rest"), confidence, clusters, ragged)
