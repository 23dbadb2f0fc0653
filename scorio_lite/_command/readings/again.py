"""Read the files of a folder by columns, many times faster than record by record.

This serves files with one record per question and the fields of an earlier file: each field keeps its role. The strict
reader reads all others, record by record.
"""

from __future__ import annotations

import csv
import json
import os
from io import StringIO
from itertools import islice
from operator import itemgetter

from ..fields import BROKEN_WORDS, record, usual_name
from ..formats.table import format_of
from ..grading import LONGEST_MISSING, MISSING_WORDS, is_missing, shown, spelled
from ..item import Item
from ..ledger import Names, PlainRows
from ..settings import OF_READERS
from ..text import TITLE_COLUMNS, plain_text
from .cells import values_of
from .choose import decide, is_broken
from .csv_lines import delimiter_of
from .documents import choose_template
from .loop import Reader
from .rows import OURS, holds_outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..book import Book
    from ..folders import FilePart
    from ..grading import Grader
    from ..settings import Settings
    from .reading import Plan

    Fields = dict[str, list[Any]]

_MOST = 1 << 26  # bytes of a file
_FEW = 20  # values of a field; a field of fewer is compared value by value
_FIRST = 20  # records that show their shape
_LARGE = 10**18
_SCALARS = {str, int, float, bool, type(None)}


class LikeBefore:
    """Reads files by columns. It remembers which roles fields had in earlier files, and the names of questions."""

    def __init__(self) -> None:
        self._plans: dict[Any, Plan | None] = {}
        self._names: dict[Any, Names] = {}

    def read(self, part: FilePart, book: Book, settings: Settings) -> bool:
        """Read a file into `book` by columns. Return False, with nothing read, if the strict reader must read it."""
        if not _is_bare(book, settings) or (part.is_file and os.path.getsize(part.name) >= _MOST):
            return False
        try:
            columns = _columns_in(part, settings, book.grader)
            plan = self._plan(columns, book, settings) if columns else None
            return bool(columns and plan) and self._fill(columns, plan, book)  # type: ignore[arg-type]
        except (ValueError, TypeError, LookupError, RecursionError, csv.Error, StopIteration):
            return False

    def _plan(self, columns: Fields, book: Book, settings: Settings) -> Plan | None:
        """Return the Plan for these columns; None unless each record is the only outcome of its question."""
        facts = tuple(zip(columns, map(_facts, columns.values())))
        several = [values for values, (_, (_, few, _)) in zip(columns.values(), facts) if 1 < len(few) < 4]  # verdicts
        key = facts, frozenset(zip(*several))
        if key not in self._plans:
            self._plans[key] = None
            items = [dict(zip(columns, row)) for row in zip(*columns.values())]
            if len({usual_name(name) for name in columns}) == len(columns):
                plan = decide(items, settings, book.grader)
                self._plans[key] = plan if _is_plain(plan, columns) else None
        return self._plans[key]

    def _fill(self, columns: Fields, plan: Plan, book: Book) -> bool:
        own = {usual_name(name): values for name, values in columns.items()}
        labels, codes = own[plan.question[0]], _codes(own[plan.outcome], book)
        same = [codes, *(_codes(own[name], book) for name in plan.same)]
        broken = [value for name in plan.errors for value in set(own[name]) if is_broken(name, value)]
        names_several = any(len(set(own[name])) > 1 for name in (plan.run, plan.task) if name)
        if codes is None or len(set(same)) > 1 or broken or names_several:
            return False
        plan.constant = {name: own[name][0] for name in plan.constant}
        plan.why = {name: (*why[:2], _example(columns[name], why[2])) for name, why in plan.why.items()}
        names = self._named(labels, _digests(own[plan.text]) if plan.text else (), plan, own, book)
        first = dict(zip(columns, next(zip(*columns.values()))))
        Reader("record", book, plan, "records", goes_on=False).read(enumerate([first]))
        (target,) = book.books()
        for one in (target, book):
            one.read.roles, one.read.why, one.read.options = plan.reading("records"), plan.why, plan.options(None)
        target.adopt(PlainRows(names, codes))
        return True

    def _named(self, labels: list[Any], digests: Sequence[Any], plan: Plan, own: Fields, book: Book) -> Names:
        """Return the Names of the questions, the same object for all files with the same questions."""
        contexts = {name: _plain(own[name]) for name in plan.context}
        key = (tuple(labels), tuple(digests), tuple(map(tuple, contexts.values())), plan.context)
        if key not in self._names:
            if {*map(type, labels)} not in ({str}, {int}):
                raise ValueError("the names of questions are unusual")
            known: dict[str, Any] = {}
            for label, text in [book.named(label, Item(label)) for label in labels]:
                if known.setdefault(text, label) != label:
                    raise ValueError("two names differ only in their spelling")
            self._names[key] = Names(key[0], digests or (None,) * len(labels), contexts, known)
        return self._names[key]


def _is_bare(book: Book, settings: Settings) -> bool:
    """Whether no option changes how files are read, and the book keeps only counts."""
    given = any(getattr(settings, name) for name in (*OF_READERS, "lines", "coordinates", "format", "encoding"))
    return book.grader.is_plain and not (book.grader.has_words or given or any(book.asked))


def _is_plain(plan: Plan, columns: Fields) -> bool:
    """Whether each record is the only outcome of its question, and all fields with a role are columns of the file."""
    own = {usual_name(name): values for name, values in columns.items()}
    roles = plan.roles.union(plan.context, plan.constant)
    is_one = len(plan.question) == 1 and bool(plan.outcome) and not (plan.trial or plan.letters)
    if not (is_one and plan.is_plain and roles <= own.keys()):
        return False
    labels = own[plan.question[0]]
    return len(set(labels)) == len(labels)


def _columns_in(part: FilePart, settings: Settings, grader: Grader) -> Fields | None:
    """Return {field: its values in all records}; None if the file is unusual, such as one with differing fields."""
    with part.open() as source:
        if source.packing:
            return None
        text = source.seekable().read().decode().replace("\r\n", "\n")
    if "\r" in text or "\0" in text or text.startswith("\ufeff"):
        return None
    if not text.startswith(("{", "[")):
        return _of_table(text, settings, grader.is_plain)
    records = _records(text, None)
    marks, fields = text.count('":'), sum(map(len, records))
    if marks != fields and marks - text.count('\\":') != fields:  # a field may occur twice
        records = _records(text, record)
    if len(records) < 2 or {*map(type, records)} != {dict} or len({*map(len, records)}) > 1:
        return None
    if format_of(records[0]) != "records" or choose_template(records[:_FIRST], settings, grader):
        return None
    return {name: list(map(itemgetter(name), records)) for name in records[0]}


def _records(text: str, hook: Any) -> list[Any]:
    """Return the records of JSON Lines or a JSON list, parsed with `hook`; [] if a line is not one record."""
    decoder: Any = json.JSONDecoder(object_pairs_hook=hook)
    if text.startswith("["):
        found: list[Any] = decoder.decode(text)
        return found
    records, place, size, scan = [], 0, len(text), decoder.scan_once
    while place < size:
        value, place = scan(text, place)
        records.append(value)
        place += 1  # the end of the line
    return records if text.count("\n") == len(records) - (not text.endswith("\n")) else []


def _of_table(text: str, settings: Settings, plain: bool) -> Fields | None:
    """Return {column: its values} of a CSV text; None if it is unusual, such as one without column names."""
    mark = delimiter_of([*islice(StringIO(text), 2)])
    if text.startswith("#") or "\n#" in text or '"{""' in text or mark in " |":
        return None
    rows = csv.reader(StringIO(text), delimiter=mark, skipinitialspace=True, strict=True)
    names = [name.strip() for name in next(rows)]
    if not all(names) or len({*map(str.lower, names)}) < len(names) or {*OURS}.issubset(names):
        return None
    every = list(rows)
    if len(every) < 2 or {*map(len, every)} != {len(names)} or names in every:
        return None
    if format_of(dict.fromkeys(map(str.lower, names))) != "records":
        return None
    known = values_of(plain)
    columns: Fields = {name: list(map(str.strip, map(itemgetter(j), every))) for j, name in enumerate(names)}
    outcomes = [name for name in columns if holds_outcomes(name, settings)]
    return {**columns, **{name: list(map(known, columns[name])) for name in outcomes}}


def _facts(values: list[Any]) -> tuple[Any, Any, Any]:
    """Return (types, values, shares) of a field: fields with equal facts have equal roles.

    `values` are the different values, or () if they are many. `shares` says whether all values differ, and whether more
    than half of them do. If all values are the same name, return (types, (), "name").
    """
    kinds = frozenset(map(type, values))
    if kinds - _SCALARS:
        if dict in kinds:
            raise ValueError("fields inside of others may have roles")
        return kinds, (), ()
    if int in kinds and any(type(value) is int and not -_LARGE < value < _LARGE for value in values):
        raise ValueError("large numbers have hashes of their own")
    few = frozenset(values)
    if len(few) < _FEW and _is_name(few):
        return kinds, (), "name"
    return kinds, few if len(few) < _FEW else (), (len(few) == len(values), 2 * len(few) > len(values))


def _is_name(few: frozenset[Any]) -> bool:
    """Whether the different values `few` of a field are one name, such as gpt: a text that is no outcome."""
    (text, *more) = few
    if more or type(text) is not str or len(text) < 2 or not text[0].isalpha():
        return False
    word = text.strip().lower()
    return spelled(text) is None and word not in BROKEN_WORDS and word not in MISSING_WORDS


def _codes(values: list[Any], book: Book) -> bytes | None:
    """Return the code of each outcome, such as 0 for a failure; None if a value has no code."""
    known = {value: book.grader.outcome(value) for value in set(values)}
    if None in known.values():
        return None
    return bytes([known[value] or 0 for value in values])


def _digests(texts: list[Any]) -> list[int]:
    """Return the hashes of the questions' texts, computed as the strict reader does."""
    if any(map(is_missing, _short(texts))):
        raise ValueError("a question has no text")
    return [hash(plain_text(text)) for text in texts]


def _plain(values: list[Any]) -> list[Any]:
    """Return the values, with None for missing ones."""
    if any(map(is_missing, _short(values))):
        return [None if is_missing(value) else value for value in values]
    return values


def _example(values: list[Any], other: str) -> str:
    """Return the first value, shortened, as an example for --explain; `other` if it is a list."""
    first = next((value for value in values[:_FIRST] if not is_missing(value)), None)
    return other if isinstance(first, list) else shown(first, TITLE_COLUMNS)


def _short(values: list[Any]) -> list[Any]:
    """Return the values without long texts. A short one, such as n/a, can mean that a value is missing."""
    return [value for value in values if type(value) is not str or len(value) <= LONGEST_MISSING]
