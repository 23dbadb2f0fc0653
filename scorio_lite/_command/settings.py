"""The options that say how to read a file."""

from __future__ import annotations

from .grading import FileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Collection


def usual(text: str | None) -> tuple[str, ...]:
    """The names in an option, in the form that is compared: in lower case, without blanks around them."""
    return tuple(name.strip().lower() for name in text.split(",") if name.strip()) if text else ()


class Settings:
    """The options of the readers. Each format uses some of them."""

    format: str | None = None
    question: str | None = None
    outcome: str | None = None
    scorer: str | None = None
    filter: str | None = None
    metric: str | None = None
    base = False
    run: str | None = None
    answer: str | None = None
    counts: tuple[str, ...] | None = None  # the fields with the numbers of trials and of successes
    success: frozenset[str] | None = None  # the words of success, in lower case
    list: str | None = None  # the path to the trials in an object
    total: int | None = None  # the number of questions, where a file does not name all
    transpose = False
    header = False
    no_header = False
    trial: str | None = None
    trials: str | None = None  # the fields that are a trial each
    runs: str | None = None  # or a run each
    ignore: str | None = None  # the fields that do not matter
    where: tuple[str, ...] | None = None  # FIELD=VALUE: the records that are read

    def check(self, name: str, known: Collection[str]) -> None:
        """Refuse options that this format does not use."""
        for option in OF_READERS:
            if getattr(self, option) and option not in known:
                raise FileError(f"--{option.replace('_', '-')} does not apply to a file of {name}")


OF_READERS = [name for name, default in vars(Settings).items() if default in (None, False) and name != "format"]


def paths(settings: Settings) -> list[str]:
    """The names in options that may be paths into a record."""
    texts = (settings.question, settings.trial, settings.run, settings.answer, *(settings.outcome or "").split("=="))
    return [name for text in texts for name in usual(text) if "." in name]
