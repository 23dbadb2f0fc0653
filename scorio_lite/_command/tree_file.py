"""A file of a tree, read into a book. (A tree is a folder or an archive with the results of one evaluation.)"""

from __future__ import annotations

from contextlib import suppress

from .book import Book
from .fields import has_outcome, means_trial, usual_names, words
from .folders import SETTINGS
from .formats.table import FORMATS
from .grading import FileError
from .readings.names import cost_as_question, says_setting
from .readings.read import kind_of, read
from .readings.trial_names import count_up
from .readings.usual import STAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from .folders import FilePart
    from .readings.again import LikeBefore
    from .readings.sidecars import Sidecar
    from .settings import Settings

GENERAL = ("records", "matrix")  # formats of files that no harness wrote


class File:
    """A file of a tree: its book, or the error that says why it could not be read."""

    def __init__(self, part: FilePart, book: Book, again: LikeBefore) -> None:
        self.part, self.path = part, part.path
        self.whole, self.again = book, again
        self.book = self._new_book()
        self.error: FileError | None = None
        self.parts = [part]  # and the parts of files that are joined with this one
        self.format, self.is_alone = "", False
        self.item: Any = None

    def _new_book(self) -> Book:
        whole = self.whole
        book = Book(whole.grader, whole.name, whole.asked)
        book.cell.origin, book.labels.is_part = whole.cell.origin, True
        book.labels.known = whole.labels.known
        return book

    def read(self, settings: Settings) -> None:
        """Read the file into its book. If this fails, set `error`."""
        self.settings = settings
        if self._is_like_another(settings):
            self.format = "records"
            return
        try:
            with self.part.named(), self.part.open() as source:
                self.book.open(self.part.name)
                read(source, self.book, settings)
        except FileError as error:
            self.error = error
        self.format = next((one.format for one in self.book.books() if one.format), "")
        if self.error or (self.format in GENERAL and self.size < 2):
            self.look()

    def _is_like_another(self, settings: Settings) -> bool:
        """Try to read the file by columns, with the roles of an earlier file. Return whether this was possible."""
        book = self._new_book()
        book.open(self.part.name)
        if not self.again.read(self.part, book, settings):
            return False
        self.book = book
        return True

    def read_any(self, settings: Settings) -> None:
        """Read the file. If --task names no field of it, read it without --task, which may name tasks of the tree."""
        self.read(settings)
        if self.error and settings.task and not self.has_begun:
            self.error = None
            self.read(settings.with_options(task=None))

    def read_again(self, **options: str) -> None:
        """Read the file with more options, if none of these is set yet. If this fails, keep the state from before."""
        if any(getattr(self.settings, name) for name in options):
            return
        told = self.settings.with_options(**options)
        before = dict(vars(self))
        self.book, self.error = self._new_book(), None
        self.read(told)
        if self.error:
            vars(self).update(before)

    def look(self) -> None:
        """Set `format`, and `item` to the first record of the file or its only object, without reading trials."""
        try:
            with self.part.open() as source:
                kind, self.item, self.is_alone = kind_of(source)
            self.format = self.format or kind
        except (OSError, ValueError):
            pass

    def fields(self) -> dict[str, Any]:
        """Return the fields of the first record; {} if the file has no records."""
        if isinstance(self.item, dict) or self.format not in GENERAL:
            return self.item if isinstance(self.item, dict) else {}
        return dict(*self.records()[:1])

    def records(self) -> list[dict[str, Any]]:
        """Return the first records of the file; [] if it has none."""
        from .readings.outline import outline_of

        try:
            with self.part.open() as source:
                return outline_of(source, self.settings).records
        except (OSError, ValueError):
            return []

    @property
    def size(self) -> int:
        return max(map(len, self.book.books()))

    @property
    def is_harness(self) -> bool:
        return bool(self.format) and self.format not in GENERAL

    @property
    def has_failed(self) -> bool:
        """Whether the file is the log of a failed run, without samples."""
        log = self.item if isinstance(self.item, dict) and self.format == "inspect" else {}
        return bool(self.error) and log.get("status") in ("error", "cancelled") and not log.get("samples")

    @property
    def has_one_question(self) -> bool:
        """Whether the file is a document about a single question."""
        return self.size == 1 and (self.is_alone or FORMATS[self.format].takes == "document")

    @property
    def has_numbered_trials(self) -> bool:
        """Whether the records name no question, and count trials, as {"run": 0, "passed": true}, ... do."""
        rows = self.records()
        names = [name for name in next(iter(rows), ()) if means_trial(name) and STAGE.isdisjoint(words(name))]
        if len(names) != 1 or len(rows) < 2 or not all(map(has_outcome, rows)):
            return False
        may_name = any(cost_as_question(name) in (0, 1, 2) for name in {*rows[0]} - {*names})
        return not may_name and count_up([row[names[0]] if type(row.get(names[0])) is int else -1 for row in rows])

    @property
    def are_steps(self) -> bool:
        """Whether the records are the steps of a trial: each has an action."""
        rows = self.records()
        return rows != [] and all("action" in usual_names(row) for row in rows)

    @property
    def has_begun(self) -> bool:
        """Whether the roles of the fields were found before an error occurred."""
        return any(one.format or one.read.roles for one in self.book.books())

    def ids(self) -> dict[Any, int | None]:
        """Return {question: hash of its text, or None} for the questions of all runs in the file."""
        books = self.book.books()
        names: dict[Any, int | None] = {}
        if any(one.said.unlisted for one in books):
            return dict.fromkeys((one.group, one.total) for book in books for one in book.said.unlisted)
        one, *more = books
        if one.rows and not (more or one.cell.task):
            return one.rows.names.ids
        for one in books:
            for label, question in one.questions.items():
                names.setdefault((one.cell.task, label) if one.cell.task else label, question.digest)
        return names

    def model(self) -> str:
        """Return the model that the file names; "" if it names several."""
        books = self.book.books()
        names = {one.said.about.get("model") or one.cell.run for one in books}
        return names.pop() if len(names) == 1 else ""

    def head(self) -> list[Sidecar]:
        """Return [a Sidecar of what a document says beside its list of records]; [] if it says nothing."""
        from .readings.sidecars import Sidecar

        fields = self.book.said.head if len(self.parts) == 1 else {}
        return [Sidecar(self.path, fields)] if fields else []

    def told(self) -> dict[str, Any]:
        """Return {setting: value} for the settings of the model that are the same in all records of the file."""
        from .readings.sidecars import settings_in

        books = self.book.books()
        facts = books[0].said.facts if len(books) == 1 else {}
        return {name: value for name, value in settings_in(facts).items() if says_setting(name)}

    def outcome(self) -> int | None:
        """Return the outcome of all trials, 0 or 1, if they have only one; else None."""
        found: set[int] = set()
        for book in self.book.books():
            rows = [] if book.rows else [one.counts for one in book.questions.values()]
            found.update(book.rows.codes if book.rows else (code for row in rows for code, n in enumerate(row) if n))
        return min(found) if found in ({0}, {1}) else None

    def outcomes(self) -> Any:
        """Return [(run, task, [(question, counts of its outcomes)])], to compare with those of another file."""
        books = self.book.books()
        rows = ([(str(label), list(one.counts)) for label, one in book.questions.items()] for book in books)
        return [(book.cell.run, book.cell.task, own) for book, own in zip(books, rows)]


def without_settings(parts: Sequence[FilePart]) -> tuple[list[FilePart], list[Sidecar]]:
    """Return (the files that are not in YAML or TOML, a Sidecar of settings for each file that is)."""
    from .readings.sidecars import Sidecar, fields_in

    found = []
    for part in (part for part in parts if part.path.suffix.lower() in SETTINGS):
        with suppress(OSError, ValueError), part.open() as source:  # it may be no text
            found.append(Sidecar(part.path, fields_in(source.text(()))))
    return [part for part in parts if part.path.suffix.lower() not in SETTINGS], found
