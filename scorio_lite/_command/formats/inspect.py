"""Inspect's logs, in JSON or in its .eval archives: samples with id, epoch and the scores of one scorer or several."""

from __future__ import annotations

from ..book import SHORT
from ..grading import FileError, is_missing, shown
from ..json_text import field, parsed, part, typed
from ..text import shortened
from ..unpacked import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from ..book import Book
    from ..settings import Settings

_GRADES = {"C": 1, "I": 0, "P": 0.5, "N": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # as Inspect has it
_WIDEST = 80  # characters of the name of an entry
_LONGEST = 120  # and of a message of zipfile
_BLOCK = 4096  # bytes: with some compressions zipfile unpacks so many packed bytes at once
_CONVERT = "convert the log with `inspect log dump FILE > FILE.json`"


def read(document: Any, book: Book, settings: Settings) -> None:
    _begin(document, book)
    if not document.get("samples"):
        raise FileError("the log has no samples: it is a header, or was read with --header-only")
    for i, sample in enumerate(part(document, "samples", list, ""), 1):
        _add(sample, f"sample {i}", book, settings)


def read_inspect_zip(file: IO[bytes], size: int, book: Book, settings: Settings) -> None:
    """An archive of this size: header.json, and each sample in samples/."""
    if settings.format not in (None, "inspect"):
        raise FileError(f"not a file of {settings.format}, but a zip")
    entries = _Entries(file, size)
    samples = [name for name in entries.names if name.startswith("samples/") and name.endswith(".json")]
    if not samples:
        raise FileError("a zip, but not an .eval archive of Inspect: it has no samples/*.json")
    if "header.json" in entries.names:
        _begin(entries.parsed("header.json"), book)
    else:
        book.begin("inspect", "id")
        book.unfinished = book.unfinished or "the log has no header.json: it was not finished"
    seen = set()
    for name in samples:
        place = shortened(name, _WIDEST)
        if name in seen:
            raise FileError(f"{place} is in the archive twice")
        seen.add(name)
        _add(entries.parsed(name), place, book, settings)


class _Entries:
    """The entries of a zip archive."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        import zipfile

        self._size = size
        self._measure = Measure()
        self._measure.has_lines = False
        try:
            self._archive = zipfile.ZipFile(file)
        except Exception as error:  # a damaged directory raises exceptions of many types
            raise FileError(f"a damaged zip: {shortened(str(error), _LONGEST)}") from None
        self.names = self._archive.namelist()

    def parsed(self, name: str) -> Any:
        """The JSON in an entry."""
        try:
            return parsed(self._unpacked(name).decode("utf-8-sig"), 1)
        except NotImplementedError:
            reason = f"compressed in a way that this Python cannot open; {_CONVERT}"
        except UnicodeDecodeError:
            reason = "not a text file in UTF-8"
        except FileError as error:
            reason = str(error)
        except MemoryError:
            raise
        except Exception as error:  # every compression has an exception of its own
            reason = f"cannot be unpacked ({shortened(str(error), _LONGEST)}); {_CONVERT}"
        raise FileError(f"{shortened(name, _WIDEST)}: {reason}")

    def _unpacked(self, name: str) -> bytes:
        self._measure.begin()
        blocks: list[bytes] = []
        with self._archive.open(name) as file:
            while True:
                block = file.read(_BLOCK)
                if not block:
                    return b"".join(blocks)
                self._measure.add(block, self._size)
                blocks.append(block)


def _begin(header: Any, book: Book) -> None:
    book.begin("inspect", "id")
    status = field(header, "status", "log")
    if status != "success":
        book.unfinished = book.unfinished or f"the status of the log is {shown(status, SHORT)}"
    config = header["eval"].get("config") if isinstance(header.get("eval"), dict) else None
    epochs = config.get("epochs") if isinstance(config, dict) else None
    if type(epochs) is int:
        book.expect(epochs, "epochs")


def _add(sample: Any, place: str, book: Book, settings: Settings) -> None:
    question = book.question(field(sample, "id", place), f"{place}, field 'id'")
    number = book.number(question, sample.get("epoch"), f"{place}, field 'epoch'")
    if sample.get("error"):
        book.gap(question, place, "it has an error")
        return
    scores = sample.get("scores")
    if not scores:
        book.gap(question, place, "no scores")
        return
    name = _scorer(typed(scores, dict, f"{place}, field 'scores'"), settings.scorer, place)
    inner = f"{place}, scorer {shown(name, SHORT)}"
    value = field(scores[name], "value", inner)
    if settings.metric is not None:
        value = field(value, settings.metric, f"{inner}, field 'value'")
    elif isinstance(value, dict):
        raise FileError(
            f"{inner}: it has the values {', '.join(shown(key, SHORT) for key in list(value)[:4])}; use --metric"
        )
    book.add(question, _number(value), inner, number)


def _scorer(scores: dict[str, Any], wanted: str | None, place: str) -> str:
    some = ", ".join(shown(name, SHORT) for name in list(scores)[:4])
    if wanted is not None:
        if wanted not in scores:
            raise FileError(f"{place}: no score of {shown(wanted, SHORT)}; there are {some}")
        return wanted
    if len(scores) > 1:
        raise FileError(f"{place}: it has the scorers {some}; use --scorer")
    return next(iter(scores))


def _number(value: Any) -> Any:
    """A value as the number that Inspect reads in it; other values unchanged."""
    if not isinstance(value, str) or is_missing(value):
        return value
    grade = _GRADES.get(value, _GRADES.get(value.lower()) if len(value) > 1 else None)
    if grade is not None:
        return grade
    try:
        return float(value)
    except ValueError:
        return value
