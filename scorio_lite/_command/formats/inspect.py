"""Inspect's logs, in JSON or in .eval archives: samples with id, epoch and the scores of one or more scorers.

Source: version 0.3.285. The harness's own accuracy averages each sample over all epochs that have a score, even if an
epoch also has an error. It leaves out a sample without any score.
"""

from __future__ import annotations

import re

from ..book import Book
from ..folders import Zip
from ..grading import FileError, count, errors_of, is_missing, shown
from ..item import Item
from ..json_text import parsed
from ..settings import Rule, Settings, promised
from ..source import Measure
from ..text import CELL_COLUMNS, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

_RULE = Rule("samples without a score are left out; an error or an invalidation does not matter")
_BROKEN = {"error": "it has an error", "invalidation": "it was declared invalid"}
_GRADES = {"C": 1, "I": 0, "P": 0.5, "N": 0, "yes": 1, "true": 1, "no": 0, "false": 0}  # Inspect's values
_PART = re.compile(r"(samples/.*_epoch_\d+)/(?!sample\.json$)")  # a sample in several entries


def read(document: Item, book: Book, settings: Settings) -> None:
    _begin(document, book)
    if not document.get("samples").value:
        raise FileError("the log has no samples: it is a header, or was read with --header-only")
    samples = document["samples"].each("sample")
    for sample in samples:
        _add(sample, book, settings)
    _check_total(document, len(samples), book)


def read_inspect_zip(file: IO[bytes], size: int, book: Book, settings: Settings) -> None:
    """Read an .eval archive of `size` bytes: header.json, and each sample in samples/."""
    if settings.format not in (None, "inspect"):
        raise FileError(f"not a file of {settings.format}, but a zip")
    measure = Measure()
    measure.has_lines = False
    archive = Zip(file, size, measure)
    samples = [name for name in archive.names if name.startswith("samples/") and name.endswith(".json")]
    samples = [name for name in samples if not _PART.match(name)]
    if not samples:
        raise FileError("a zip, but not an .eval archive of Inspect: it has no samples/*.json")
    header = Item(_parsed(archive, "header.json") if "header.json" in archive.names else None)
    if header.value is not None:
        _begin(header, book)
    else:
        book.begin("inspect", "id", _RULE)
        book.said.unfinished = book.said.unfinished or "the log has no header.json: it was not finished"
    seen = set()
    for name in samples:
        place = shortened(name, CELL_COLUMNS)
        if name in seen:
            what = "nothing says which one counts; to use the last one, unzip the log and zip it again"
            raise FileError(f"{place} is in the archive twice, and {what}")
        seen.add(name)
        _add(Item(_parsed(archive, name), place), book, settings)
    _check_total(header, len(samples), book)


def _parsed(archive: Zip, name: str) -> Any:
    content = archive.content(name)
    with errors_of(shortened(name, CELL_COLUMNS)):
        try:
            return parsed(content.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise FileError("not a text file in UTF-8") from None


def _begin(header: Item, book: Book) -> None:
    book.begin("inspect", "id", _RULE)
    status = header["status"].value
    if status != "success":
        book.said.unfinished = book.said.unfinished or f"the status of the log is {shown(status)}"
    book.tell(model=header.inside("eval", "model"), task=header.inside("eval", "task"))
    book.expect(header.inside("eval", "config", "epochs"), "epochs")


def _check_total(header: Item, samples: int, book: Book) -> None:
    """Note how many samples the log promises. If the log has fewer, note that the run is unfinished."""
    total = promised(header.inside("results", "total_samples"), "total_samples")
    book.said.total += total
    if samples < total:
        book.said.unfinished = book.said.unfinished or f"the log has {count(samples, 'sample')} of {total:,}"


def _add(sample: Item, book: Book, settings: Settings) -> None:
    scores, has_words = sample.get("scores"), book.grader.has_words  # with --success, a score may be a word
    broken = next((why for name, why in _BROKEN.items() if sample.get(name).value), "")
    has_score = scores.value and not (broken and settings.scorer and settings.scorer not in scores.value)
    score, answer = _score(sample, scores, settings) if has_score else (sample.of(None), None)
    value = score.value
    if isinstance(value, str) and book.grader.is_plain and not (broken or has_words or is_missing(value)):
        raise book.grader.refusal(value, score.place, may_be_word=len(value.strip()) > 1)  # a letter is an answer
    why, same = broken or ("" if has_score else "no scores"), ("input", sample.get("input").value)
    cost, number = _cost(sample, book), sample.get("epoch")
    book.trial(sample, sample["id"], score, number, why, value, same, None, cost, answer, has_words)


def _cost(sample: Item, book: Book) -> tuple[Any, str]:
    """Return (what the model under test spent, USD or else tokens); (None, "") if the log does not say it."""
    usage = Item(sample.inside("model_usage", book.said.about.get("model", "")))
    found = ((usage.inside(name), unit) for name, unit in (("total_cost", "USD"), ("total_tokens", "tokens")))
    return next((pair for pair in found if pair[0] is not None), (None, ""))


def _score(sample: Item, scores: Item, settings: Settings) -> tuple[Item, Item]:
    """Return (score, answer) of a sample by the scorer that --scorer names; without it, by the only scorer."""
    name = sample.pick(list(scores.fields), settings.scorer, "scorer")
    score = sample.of(scores[name].value, f", scorer {shown(name)}")
    value = score["value"]
    if settings.metric is not None or isinstance(value.value, dict):
        value = value[value.only(settings.metric)]
    return score.of(value.value if settings.success else _number(value.value)), score.get("answer")


def _number(value: Any) -> Any:
    """Return the number that Inspect makes of a grade or a text, such as 1 for "C"; any other value as it is."""
    if not isinstance(value, str) or is_missing(value):
        return value
    grade = _GRADES.get(value, _GRADES.get(value.lower()))
    if grade is not None:
        return grade
    try:
        return float(value)
    except ValueError:
        return value
