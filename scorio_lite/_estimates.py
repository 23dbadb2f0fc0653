"""Pass@k and Pass^k of each problem, from its number of samples and how many are correct, as in human-eval."""

from __future__ import annotations

from ._arguments import integer, items_of, latent_draws, same_index, shown
from ._credit import Credit, at_least_one, check_subsets, unanimous
from ._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable

    from ._types import Index, Samples


def estimate_pass_at_k(num_samples: Samples, num_correct: Iterable[Index], k: Index) -> list[float]:
    """Return Pass@k of each problem: 1 - C(n-c, k) / C(n, k) (Chen et al. 2021, arXiv:2107.03374).

    `num_samples` is an integer n for all problems, or has an n for each problem; `num_correct` has a c for each
    problem. A problem with fewer than k samples raises a ValueError. For the mean and its interval, use a Tally:
    pass_at_k(Tally.from_counts((n - c, c) for n, c in ...), k).

    >>> estimate_pass_at_k([10, 10, 5], [3, 0, 5], 2)
    [0.5333333333333333, 0.0, 1.0]
    """
    return _estimates_of(at_least_one, num_samples, num_correct, k)


def estimate_pass_hat_k(num_samples: Samples, num_correct: Iterable[Index], k: Index) -> list[float]:
    """Return Pass^k of each problem: C(c, k) / C(n, k) (Yao et al. 2024, arXiv:2406.12045); see estimate_pass_at_k.

    >>> estimate_pass_hat_k(10, [3, 0, 10], 2)
    [0.06666666666666667, 0.0, 1.0]
    """
    return _estimates_of(unanimous, num_samples, num_correct, k)


def _estimates_of(
    credit: Callable[[int], Credit], num_samples: Samples, num_correct: Iterable[Index], k: Index
) -> list[float]:
    draws, correct = latent_draws(k), items_of(num_correct, "num_correct", "a sequence of integers, one a problem")
    is_same = hasattr(num_samples, "__index__") and getattr(num_samples, "shape", ()) == ()
    samples: Any = [num_samples] * len(correct)
    if not is_same:
        samples = items_of(num_samples, "num_samples", "an integer, or a sequence of one for each problem")
    if len(samples) != len(correct):
        raise ValueError(f"num_samples must have one number for each of {len(correct)} problems; it has {len(samples)}")
    same_index(("num_samples", num_samples), ("num_correct", num_correct))
    parts: dict[int, dict[int, Any]] = {}
    problems = []
    for i, (of_samples, of_correct) in enumerate(zip(samples, correct)):
        n, c = integer(of_samples, f"num_samples[{i}]"), integer(of_correct, f"num_correct[{i}]")
        if not 0 <= c <= n:
            raise ValueError(f"num_correct[{i}] must be in [0, {shown(n)}], its number of samples; got {shown(c)}")
        if draws > n:
            raise ValueError(f"k must satisfy 1 <= k <= N (N={shown(n)} for problem {i}); got k={shown(draws)}")
        parts.setdefault(n, {})[c] = 0
        problems.append((n, c))
    if parts:
        check_subsets(draws, parts)
    for n, part in parts.items():
        values, d = credit(draws).subset_values(n, list(part))
        part.update((c, nearest(value, d)) for c, value in zip(part, values))
    return [parts[n][c] for n, c in problems]
