"""The outcomes of questions: counts by class or, with --scores, real scores, whose weights are the ends of the
range."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .book import Book, Question
    from .grading import Grader

    Rows = Sequence[Sequence[float]]


def narrow(rows: Rows | None, weights: Sequence[float] | None) -> list[str]:
    """Return a note if the range exceeds sqrt(M / 2.4) times the standard deviation of the questions' means."""
    if not rows or not weights or len(rows) < 2:
        return []
    M, (low, high) = len(rows), weights
    means = [sum(row) / len(row) for row in rows]
    center = sum(means) / M
    if 2.4 * (high - low) ** 2 * (M - 1) <= M * sum([(x - center) ** 2 for x in means]):
        return []
    text = f"The scores use little of the range {low:g} to {high:g}, and intervals allow for all of it"
    return [f"{text}: if the scale is shorter, give its range, --scores LOW,HIGH"]


def all_by_class(book: Book, classes: list[int]) -> Any:
    weights = book.grader.weights
    if book.grader.scores:
        return {label: book.grader.row(question.counts) for label, question in book.questions.items()}
    if classes == list(range(len(weights or (0, 1)))):
        same: dict[Any, Any] = {}  # a tuple for all questions with these counts
        rows = (tuple(question.counts) for question in book.questions.values())
        return {label: same.setdefault(row, row) for label, row in zip(book.questions, rows)}
    return {label: _by_class(question.counts, classes, weights) for label, question in book.questions.items()}


def _by_class(counts: Sequence[int], classes: list[int], weights: Sequence[float] | None) -> tuple[int, ...]:
    vector = [0] * (len(weights) if weights else 2)
    for code, n in enumerate(counts):
        if n:
            vector[classes[code]] += n
    return tuple(vector)


def first_trials(question: Question, trials: int, classes: list[int], grader: Grader) -> Any:
    """The counts, or the scores, of the first trials: by trial number, or else in the order of the file."""
    counts: Any = type(question.counts)() if grader.scores else [0] * len(question.counts)
    for _, _, code in sorted(question.order or ())[:trials]:
        counts[code] += 1
    return grader.row(counts) if grader.scores else _by_class(counts, classes, grader.weights)
