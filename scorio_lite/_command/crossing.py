"""Where two curves cross, in words."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence


def in_words(
    ks: Sequence[int], crossing: tuple[Sequence[tuple[float, float, float]], Sequence[int | None]], a: str, b: str
) -> str | None:
    """Return a sentence: at which k run a is better, at which b is, and where b first draws level.

    `crossing` is from `Metric.crossing`. Return "" if nothing is decided; None if b is better at smaller k: swap them.
    """
    points, first = crossing
    of_a = [i for i, (_, lo, _) in enumerate(points) if lo > 0]
    of_b = [i for i, (_, _, hi) in enumerate(points) if hi < 0]
    if not of_a and not of_b:
        return ""
    if min(of_a + of_b) in of_b:
        return None
    words = f"{a} is better {_spans(ks, of_a)}"
    words += f", {b} {_spans(ks, of_b)}" if of_b else ""
    known = [k for k in first if k is not None]
    if len(known) == len(ks) or not known:
        return f"{words}."
    level = f"at k = {known[0]}" if len(known) == 1 else f"between {known[0]} and {known[-1]}"
    nowhere = f", or at none up to {ks[-1]}" if None in first else ""
    return f"{words}; {b} first draws level {level}{nowhere}."


def _spans(ks: Sequence[int], places: Sequence[int]) -> str:
    """Put the k at these positions of `ks` into words, such as "at k = 1 to 2" or "from 5 on"."""
    spans: list[list[int]] = []
    for i in places:
        if spans and spans[-1][-1] == i - 1:
            spans[-1].append(i)
        else:
            spans.append([i])
    if len(spans) == 1 and len(spans[0]) == len(ks):
        return f"at every k = {ks[0]} to {ks[-1]}" if len(ks) > 1 else f"at k = {ks[0]}"
    words = []
    for span in spans:
        low, high = ks[span[0]], ks[span[-1]]
        is_open = span[-1] == len(ks) - 1 and len(span) > 1
        words.append(f"from {low} on" if is_open else f"{low} to {high}" if low < high else str(low))
    return ("" if words[0].startswith("from") else "at k = ") + " and ".join(words)
