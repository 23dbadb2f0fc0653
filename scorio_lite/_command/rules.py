"""What harnesses do themselves about trials that are missing, which --missing harness follows."""

from __future__ import annotations

from .grading import FileError, count, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .book import Book

_SHORT = 12  # characters of a name in a message


class Rule:
    """How a harness counts. `Book.gap` has the outcomes that it gives to broken trials; a question that is left without
    any trial is left out."""

    def __init__(self, text: str, fails: bool = False, refuses: str = "", uneven: str = "") -> None:
        self.text = text  # for the report
        self.fails = fails  # whether trials that are not in the file count as failures
        self.refuses = refuses  # why a question that lacks trials cannot be scored in this way
        self.uneven = uneven  # why questions that differ in their number of trials cannot


def follow(book: Book, wanted: int, several: bool) -> None:
    """Count what is missing in the book as its harness does, and leave out the questions without a trial."""
    rule = book.rule
    if rule is None:
        raise FileError(f"{book.name}: {book.format} has no rule for missing trials; see --missing own, drop, fail")
    for label, question in list(book.questions.items()):
        if None in question.broken:
            raise FileError(
                f"{book.name}: a broken trial of question {shown(label, _SHORT)} has a reward that is neither 0 nor 1; "
                "see --threshold and --weights"
            )
        for code in question.broken:
            question.counts[code or 0] += 1
        question.gaps -= len(question.broken)
        question.broken = ()
        if not question.trials and several:
            raise FileError(
                f"{book.name}: {book.format} leaves out question {shown(label, _SHORT)}, which has no trial, and all "
                "runs must have the same questions; see --missing drop and fail"
            )
        if not question.trials:
            del book.questions[label]
    sizes = {question.trials: label for label, question in book.questions.items()}
    fewest = min(sizes)
    why = (rule.refuses if fewest < wanted else "") or (rule.uneven if len(sizes) > 1 else "")
    if why:
        one = f"question {shown(sizes[fewest], _SHORT)} has {fewest} of {count(wanted, 'trial')}"
        raise FileError(f"{book.name}: {one}, and {why}; see --missing own, drop, fail")
